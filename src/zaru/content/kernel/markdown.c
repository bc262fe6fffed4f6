/* Blocks as Markdown: their texts with inline markup, and no line that would be something else than text.
 * markdown.py is the reference. */
#include "inline.h"

/* ---- what would make a line something else than text: markdown._LINE_START ------------------- */

static int ends_line(const uint8_t *at, const uint8_t *end) { return at == end || *at == '\n'; }

static int ends_mark(const uint8_t *at, const uint8_t *end) {
    return ends_line(at, end) || *at == ' ' || *at == '\t';
}

static const uint8_t *skip(const uint8_t *at, const uint8_t *end, const char *letters) {
    while (at < end && *at && strchr(letters, *at)) at++;
    return at;
}

/* Return where a backslash belongs in the line that begins at *at*, NULL for nowhere. */
static const uint8_t *find_mark(const uint8_t *at, const uint8_t *end) {
    const uint8_t *start = at, *next = at;
    int count = 0;
    for (; at < end && count < 10; at = next, count++) {
        Py_UCS4 letter = next_letter(&next);
        if (!Py_UNICODE_ISDECIMAL(letter)) break;
    }
    if (count > 0) {
        int is_number = count < 10 && at < end && (*at == '.' || *at == ')') && ends_mark(at + 1, end);
        return is_number ? at : NULL;
    }
    if (at == end) return NULL;
    if ((*at == '-' || *at == '+') && ends_mark(at + 1, end)) return start;
    if (*at == '#') {
        at = skip(at, end, "#");
        return at - start <= 6 && ends_mark(at, end) ? start : NULL;
    }
    if (*at == '=') return ends_line(skip(skip(at, end, "="), end, " \t"), end) ? start : NULL;
    at += *at == ':';
    if (at == end || *at != '-') return NULL;
    at = skip(at, end, "- \t");
    if (at < end && *at == ':') at = skip(at + 1, end, " \t");
    return ends_line(at, end) ? start : NULL;
}

/* Append a text with a backslash in each line that would be no text. */
static int escape_lines(Slice text, Written *out) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    while (at < end) {
        const uint8_t *stop = memchr(at, '\n', (size_t)(end - at)), *place = find_mark(at, end);
        stop = stop ? stop + 1 : end;
        if (place && (append_bytes(out, at, place - at) < 0 || append_bytes(out, "\\", 1) < 0)) return -1;
        if (place) at = place;
        if (append_bytes(out, at, stop - at) < 0) return -1;
        at = stop;
    }
    return 0;
}

static int needs_marks(Slice text) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    while (at < end) {
        if (find_mark(at, end)) return 1;
        at = memchr(at, '\n', (size_t)(end - at));
        if (at++ == NULL) return 0;
    }
    return 0;
}

static PyObject *finish(Inline *all, Slice text) {
    text = strip_slice(text);
    if (all->line_end == IN_TEXT && needs_marks(text)) {
        all->raw.size = 0;
        if (escape_lines(text, &all->raw) < 0) return NULL;
        text = (Slice){all->raw.bytes, all->raw.size};
    }
    return to_str(text);
}

/* ---- a block ------------------------------------------------------------------------------- */

/* Return a text that needs no escapes as it is; NULL without an error for another one. */
static PyObject *get_simple(const Inline *all, PyObject *text) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_UCS4 first = length ? PyUnicode_READ(kind, data, 0) : 0, last = length ? PyUnicode_READ(kind, data, length - 1) : 0;
    if (!length || Py_UNICODE_ISSPACE(first) || Py_UNICODE_ISSPACE(last)) return NULL;
    if (all->line_end == IN_TEXT && (Py_UNICODE_ISDECIMAL(first) || (first < 0x80 && strchr("-+#=:", (int)first))))
        return NULL;
    for (Py_ssize_t i = 0; i < length; i++) {
        Py_UCS4 letter = PyUnicode_READ(kind, data, i);
        if (letter < 0x80 && (SPECIAL_LETTERS[letter] || letter == '\n')) return NULL;
    }
    return Py_NewRef(text);
}

static PyObject *write_plain(Inline *all, PyObject *text) {
    PyObject *simple = get_simple(all, text);
    if (simple || columns_api->write_str(text, &all->cut) < 0) return simple;
    Slice whole = strip_slice((Slice){all->cut.bytes, all->cut.size});
    return escape_slice(whole, &all->out) < 0 ? NULL : finish(all, (Slice){all->out.bytes, all->out.size});
}

static PyObject *write_block(Inline *all, PyObject *text) {
    if (all->row_count == 1 && columns_api->get_parent(all->columns, all->rows[0]) <= all->block)
        return write_plain(all, text);
    all->phrases = PyMem_Malloc((size_t)all->row_count * sizeof(Phrase) + 1);
    if (all->phrases == NULL) return PyErr_NoMemory();
    all->ends_white = 1;
    return write_phrases(all) < 0 ? NULL : finish(all, (Slice){all->out.bytes, all->out.size});
}

static int read_rows(Inline *all, PyObject *rows, int32_t *few) {
    int32_t count = columns_api->count_rows(all->columns);
    all->row_count = PyTuple_GET_SIZE(rows);
    all->rows = all->row_count <= FEW_ROWS ? few : PyMem_Malloc((size_t)all->row_count * sizeof(int32_t));
    if (all->rows == NULL) return PyErr_NoMemory(), -1;
    int wrong = all->row_count == 0 || all->block < 0 || all->block >= count;
    for (Py_ssize_t i = 0; !wrong && i < all->row_count; i++) {
        Py_ssize_t row = PyLong_AsSsize_t(PyTuple_GET_ITEM(rows, i));
        wrong = row < 0 || row >= count;
        all->rows[i] = wrong ? 0 : (int32_t)row;
    }
    if (wrong && !PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
    return wrong ? -1 : 0;
}

/* Return the text of the block *row* with these *rows*; *all* is as it was before, but for its room. */
static PyObject *write_rows(Inline *all, PyObject *rows, PyObject *text) {
    int32_t few[FEW_ROWS];
    PyObject *result = read_rows(all, rows, few) < 0 ? NULL : write_block(all, text);
    for (Py_ssize_t i = 0; i < all->phrase_count; i++) Py_XDECREF(all->phrases[i].link);
    if (all->rows != few) PyMem_Free(all->rows);
    PyMem_Free(all->phrases);
    all->phrases = NULL;
    all->rows = NULL;
    all->raw.size = all->cut.size = all->out.size = all->phrase_count = all->piece_count = 0;
    return result;
}

static void free_inline(Inline *all) {
    Written *written[] = {&all->raw, &all->cut, &all->out};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) PyMem_Free(written[i]->bytes);
    PyMem_Free(all->pieces);
}

/* write_inline(columns, resolve, write_address, max_chars, row, rows, text, line_end): the text of a
 * block as markdown.write_inline has it. */
PyObject *write_inline(PyObject *module, PyObject *args) {
    PyObject *rows, *text, *result;
    Inline all = {.href = href_name};
    if (!PyArg_ParseTuple(args, "O!OOniO!Ui", columns_api->type, &all.columns, &all.resolve, &all.write_address,
                          &all.max_chars, &all.block, &PyTuple_Type, &rows, &text, &all.line_end))
        return NULL;
    if (all.line_end < 0 || all.line_end > IN_LINE) {
        PyErr_SetString(PyExc_ValueError, "lines end in text, in cells or in lines");
        return NULL;
    }
    result = write_rows(&all, rows, text);
    free_inline(&all);
    return result;
}

/* ---- many blocks --------------------------------------------------------------------------- */

/* Of content.ContentBlock. */
enum { BLOCK_ROLE, BLOCK_TEXT, BLOCK_ROW = 4, BLOCK_ROWS, BLOCK_SIZE };

/* Return how the lines of a block end, by its role; -1 for one that Python writes, -2 with an error set. */
static int find_line_end(PyObject *block, PyObject *line_ends) {
    int is_block = PyTuple_Check(block) && PyTuple_GET_SIZE(block) == BLOCK_SIZE &&
                   PyUnicode_Check(PyTuple_GET_ITEM(block, BLOCK_TEXT)) && PyTuple_Check(PyTuple_GET_ITEM(block, BLOCK_ROWS));
    PyObject *number = is_block ? PyDict_GetItemWithError(line_ends, PyTuple_GET_ITEM(block, BLOCK_ROLE)) : NULL;
    if (!is_block) PyErr_SetString(PyExc_TypeError, "a block is a ContentBlock");
    if (number == NULL) return PyErr_Occurred() ? -2 : -1;
    long line_end = PyLong_AsLong(number);
    if (line_end >= 0 && line_end <= IN_LINE) return (int)line_end;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "lines end in text, in cells or in lines");
    return -2;
}

/* Add the text of a block under its first row. */
static int add_block(Inline *all, PyObject *block, PyObject *written) {
    PyObject *rows = PyTuple_GET_ITEM(block, BLOCK_ROWS);
    all->block = (int32_t)PyLong_AsLong(PyTuple_GET_ITEM(block, BLOCK_ROW));
    if (all->block == -1 && PyErr_Occurred()) return -1;
    PyObject *text = write_rows(all, rows, PyTuple_GET_ITEM(block, BLOCK_TEXT));
    int failed = text == NULL || PyDict_SetItem(written, PyTuple_GET_ITEM(rows, 0), text) < 0;
    Py_XDECREF(text);
    return failed ? -1 : 0;
}

/* write_blocks(columns, resolve, write_address, max_chars, blocks, line_ends): the texts of those blocks whose
 * role is in *line_ends*, which says how their lines end, by their first rows. */
PyObject *write_blocks(PyObject *module, PyObject *args) {
    PyObject *blocks, *line_ends;
    Inline all = {.href = href_name};
    if (!PyArg_ParseTuple(args, "O!OOnO!O!", columns_api->type, &all.columns, &all.resolve, &all.write_address,
                          &all.max_chars, &PyTuple_Type, &blocks, &PyDict_Type, &line_ends))
        return NULL;
    PyObject *written = PyDict_New();
    for (Py_ssize_t i = 0; written && i < PyTuple_GET_SIZE(blocks); i++) {
        PyObject *block = PyTuple_GET_ITEM(blocks, i);
        all.line_end = find_line_end(block, line_ends);
        if (all.line_end == -2 || (all.line_end >= 0 && add_block(&all, block, written) < 0)) Py_CLEAR(written);
    }
    free_inline(&all);
    return written;
}
