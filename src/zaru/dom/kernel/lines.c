/* Texts that are looked for: that of an element as one line, the first that has some words. columns.py is
 * the reference. */
#include "columns.h"

#include <string.h>

/* Return the row behind the last one below *row*. */
static int32_t find_end(const Columns *columns, int32_t row) {
    const int32_t *depths = columns->document.depths;
    int32_t end = row + 1;
    while (end < columns->document.count && depths[end] > depths[row]) end++;
    return end;
}

static int32_t read_row(const Columns *columns, PyObject *number) {
    Py_ssize_t row = PyLong_AsSsize_t(number);
    if (row == -1 && PyErr_Occurred()) return -1;
    if (row >= 0 && row < columns->document.count) return (int32_t)row;
    PyErr_SetString(PyExc_IndexError, "no such row");
    return -1;
}

PyObject *columns_tag(Columns *self, PyObject *number) {
    int32_t row = read_row(self, number);
    return row < 0 ? NULL : Py_XNewRef(get_tag(self, row));
}

PyObject *columns_parent(Columns *self, PyObject *number) {
    int32_t row = read_row(self, number);
    return row < 0 ? NULL : PyLong_FromLong(self->document.nodes[row].parent);
}

PyObject *columns_end(Columns *self, PyObject *number) {
    int32_t row = read_row(self, number);
    return row < 0 ? NULL : PyLong_FromLong(find_end(self, row));
}

static int append(Written *text, const void *bytes, Py_ssize_t size) {
    if (make_room(text, size) < 0) return -1;
    if (size) memcpy(text->bytes + text->size, bytes, (size_t)size);
    text->size += size;
    return 0;
}

/* Append the first characters of a text run, at most *most*, and return their number; -1 with an error set. */
static Py_ssize_t add_text(Columns *columns, int32_t row, Py_ssize_t most, Written *text) {
    Written spare = {NULL, 0, 0};
    Slice run;
    int failed = 0;
    if (!find_text((PyObject *)columns, row, &run)) {
        failed = write_text((PyObject *)columns, row, &spare) < 0;
        run = (Slice){spare.bytes, spare.size};
    }
    Py_ssize_t count = 0;
    const byte *at = run.bytes;
    for (const byte *end = at + run.size; !failed && at < end && count < most; count++) next_letter(&at);
    failed = failed || append(text, run.bytes, at - run.bytes) < 0;
    PyMem_Free(spare.bytes);
    return failed ? -1 : count;
}

void collapse_white(Written *text, int drops_hyphens) {
    byte *to = text->bytes;
    int has_space = 0;
    for (const byte *at = text->bytes, *end = at + text->size; at < end;) {
        const byte *start = at;
        uint32_t letter = next_letter(&at);
        if (letter == 0xAD && drops_hyphens) continue;
        if (Py_UNICODE_ISSPACE(letter)) {
            has_space = to > text->bytes;
            continue;
        }
        if (has_space) *to++ = ' ';
        has_space = 0;
        while (start < at) *to++ = *start++;
    }
    text->size = to - text->bytes;
}

/* Append the texts below an element: a blank for each block and line break, *gap* for other elements. */
static int add_texts(Columns *columns, int32_t row, PyObject *gap, Py_ssize_t most, const TagSet *blocks, const TagSet *unseen,
                     Written *text) {
    Py_ssize_t size = 0;
    for (int32_t place = row + 1, end = columns->document.count; place < end && size <= most; place++) {
        const Node *own = columns->document.nodes + place;
        if (columns->document.depths[place] <= columns->document.depths[row]) break;
        if (own->tag == TAG_TEXT) {
            int is_unseen = has_tag(columns, unseen, own->parent);
            Py_ssize_t count = is_unseen ? is_unseen < 0 ? -1 : 0 : add_text(columns, place, most, text);
            if (count < 0) return -1;
            size += count;
            continue;
        }
        int is_block = (own->tag == TAG_BR && own->space == SPACE_HTML) || has_tag(columns, blocks, place);
        if (is_block < 0 || (is_block ? append(text, " ", 1) : write_str(gap, text)) < 0) return -1;
    }
    return 0;
}

/* line_text(row, gap, most, block_tags, unseen_tags) */
PyObject *columns_line_text(Columns *self, PyObject *const *args, Py_ssize_t count) {
    if (count != 5 || !PyUnicode_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "a row, a gap, a number of characters and two sets of tags are wanted");
        return NULL;
    }
    int32_t row = read_row(self, args[0]);
    Py_ssize_t most = row < 0 ? -1 : PyLong_AsSsize_t(args[2]);
    TagSet blocks, unseen;
    if (PyErr_Occurred() || read_tag_set(args[3], &blocks) < 0 || read_tag_set(args[4], &unseen) < 0) return NULL;
    Written text = {NULL, 0, 0};
    int failed = make_room(&text, 1) < 0;
    if (!failed && is_text_row(self, row)) failed = add_text(self, row, most, &text) < 0;
    else failed = failed || add_texts(self, row, args[1], most, &blocks, &unseen, &text) < 0;
    if (!failed) collapse_white(&text, 1);
    PyObject *line = failed ? NULL : PyUnicode_DecodeUTF8((const char *)text.bytes, text.size, "surrogatepass");
    PyMem_Free(text.bytes);
    return line;
}

/* Say whether a text run is read and not white, by the characters before each row; -1 with an error set. */
static int is_read(PyObject *chars, int32_t row) {
    long before = PyLong_AsLong(PyList_GET_ITEM(chars, row)), behind = PyLong_AsLong(PyList_GET_ITEM(chars, row + 1));
    return (before == -1 || behind == -1) && PyErr_Occurred() ? -1 : before < behind;
}

/* Append the texts of some rows that are read, with a blank where a block, a line break or another text parts two. */
static int add_range(Columns *columns, int32_t row, int32_t end, PyObject *chars, const TagSet *blocks, Written *text) {
    int is_parted = 0;
    for (; row < end; row++) {
        const Node *own = columns->document.nodes + row;
        int has_text = own->tag == TAG_TEXT ? is_read(chars, row) : 0;
        int parts = own->tag == TAG_TEXT || (own->tag == TAG_BR && own->space == SPACE_HTML) ? 1 : has_tag(columns, blocks, row);
        if (has_text < 0 || parts < 0) return -1;
        if (has_text) {
            if (is_parted && append(text, " ", 1) < 0) return -1;
            if (add_text(columns, row, PY_SSIZE_T_MAX, text) < 0) return -1;
            is_parted = 0;
        } else {
            is_parted |= parts;
        }
    }
    return 0;
}

/* range_text(start, end, chars, block_tags) */
PyObject *columns_range_text(Columns *self, PyObject *const *args, Py_ssize_t count) {
    Py_ssize_t rows = self->document.count;
    if (count != 4 || !PyList_Check(args[2]) || PyList_GET_SIZE(args[2]) != rows + 1)
        return PyErr_Format(PyExc_TypeError, "two rows, the characters before each row and a set of tags are wanted");
    Py_ssize_t start = PyLong_AsSsize_t(args[0]), end = PyLong_AsSsize_t(args[1]);
    TagSet blocks;
    if (PyErr_Occurred() || read_tag_set(args[3], &blocks) < 0) return NULL;
    if (start < 0 || end > rows) return PyErr_Format(PyExc_IndexError, "no such row");
    Written text = {NULL, 0, 0};
    int failed = make_room(&text, 1) < 0 || add_range(self, (int32_t)start, (int32_t)end, args[2], &blocks, &text) < 0;
    if (!failed) collapse_white(&text, 1);
    PyObject *line = failed ? NULL : PyUnicode_DecodeUTF8((const char *)text.bytes, text.size, "surrogatepass");
    PyMem_Free(text.bytes);
    return line;
}

/* ---- the first text that has some words ------------------------------------------------------ */

static int has_part(Slice text, Slice part) {
    const byte *at = text.bytes, *last = at + text.size - part.size;
    if (part.size == 0) return 1;
    while (text.size >= part.size && at <= last && (at = memchr(at, part.bytes[0], (size_t)(last - at) + 1))) {
        if (memcmp(at, part.bytes, (size_t)part.size) == 0) return 1;
        at++;
    }
    return 0;
}

/* Return the first text run that has *part* and is in no element of *hidden*; -1 for none, -2 with an error set. */
static int32_t find_run(Columns *columns, Slice part, const TagSet *hidden, Written *spare) {
    for (int32_t row = 0; row < columns->document.count; row++) {
        const Node *own = columns->document.nodes + row;
        Slice text;
        if (own->tag != TAG_TEXT) continue;
        if (!find_text((PyObject *)columns, row, &text)) {
            spare->size = 0;
            if (write_text((PyObject *)columns, row, spare) < 0) return -2;
            text = (Slice){spare->bytes, spare->size};
        }
        if (!has_part(text, part)) continue;
        int is_hidden = has_tag(columns, hidden, own->parent);
        if (is_hidden <= 0) return is_hidden < 0 ? -2 : row;
    }
    return -1;
}

/* find_run(part, hidden_tags) */
PyObject *columns_find_run(Columns *self, PyObject *const *args, Py_ssize_t count) {
    if (count != 2 || !PyUnicode_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "a text and a set of tags are wanted");
        return NULL;
    }
    TagSet hidden;
    Written part = {NULL, 0, 0}, spare = {NULL, 0, 0};
    int failed = read_tag_set(args[1], &hidden) < 0 || write_str(args[0], &part) < 0;
    int32_t row = failed ? -2 : find_run(self, (Slice){part.bytes, part.size}, &hidden, &spare);
    PyMem_Free(part.bytes);
    PyMem_Free(spare.bytes);
    return row == -2 ? NULL : PyLong_FromLong(row);
}

/* ---- words of attributes --------------------------------------------------------------------- */

/* Add a row to those of a word. */
static int note_word(PyObject *index, PyObject *word, PyObject *row) {
    PyObject *rows = word ? PyDict_GetItemWithError(index, word) : NULL;
    if (word == NULL || (rows == NULL && PyErr_Occurred())) return -1;
    if (rows) return PyList_Append(rows, row);
    rows = PyList_New(1);
    if (rows) PyList_SET_ITEM(rows, 0, Py_NewRef(row));
    int failed = rows == NULL || PyDict_SetItem(index, word, rows) < 0;
    Py_XDECREF(rows);
    return failed ? -1 : 0;
}

/* Note the words of a text beyond ASCII, as str has them. */
static int note_wide_words(PyObject *index, const Written *text, PyObject *row) {
    PyObject *whole = PyUnicode_DecodeUTF8((const char *)text->bytes, text->size, "surrogatepass");
    PyObject *lower = whole ? PyObject_CallMethod(whole, "lower", NULL) : NULL;
    PyObject *words = lower ? PyObject_CallMethod(lower, "split", NULL) : NULL;
    int failed = words == NULL || !PyList_Check(words);
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(words); i++)
        failed = note_word(index, PyList_GET_ITEM(words, i), row) < 0;
    Py_XDECREF(whole);
    Py_XDECREF(lower);
    Py_XDECREF(words);
    return failed ? -1 : 0;
}

static int note_words(PyObject *index, Written *text, PyObject *row) {
    byte *at = text->bytes, *end = at + text->size;
    for (byte *c = at; c < end; c++) {
        if (*c >= 0x80) return note_wide_words(index, text, row);
        *c = to_lower(*c);
    }
    while (at < end) {
        byte *start = at;
        while (at < end && !Py_UNICODE_ISSPACE(*at)) at++;
        PyObject *word = at > start ? PyUnicode_DecodeASCII((const char *)start, at - start, NULL) : NULL;
        int failed = at > start && note_word(index, word, row) < 0;
        Py_XDECREF(word);
        if (failed) return -1;
        at++;
    }
    return 0;
}

enum { MAX_NAMES = 8 };

/* Write the values of those attributes of a row that have one of *names*, a blank between them. */
static int write_values(PyObject *columns, int32_t row, const AttributeName *names, int count, Written *spare, Written *text) {
    text->size = 0;
    for (int32_t i = 0; i < count_attributes(columns, row); i++) {
        Slice value;
        int name = find_name(columns, row, i, names, count);
        if (name < 0) return -1;
        if (name == count) continue;
        if (read_value(columns, row, i, spare, &value) < 0) return -1;
        if (value.size && (append(text, " ", text->size > 0) < 0 || append(text, value.bytes, value.size) < 0)) return -1;
    }
    return 0;
}

/* words_of(rows, *names): the rows by the words that their attributes *names* have, in lower case. */
PyObject *columns_words_of(Columns *self, PyObject *const *args, Py_ssize_t count) {
    AttributeName names[MAX_NAMES];
    int failed = count < 2 || count > MAX_NAMES + 1 || !PyList_Check(args[0]);
    for (Py_ssize_t i = 1; !failed && i < count; i++) {
        failed = !PyUnicode_Check(args[i]) || !PyUnicode_IS_ASCII(args[i]);
        if (!failed) names[i - 1] = (AttributeName){(const char *)PyUnicode_1BYTE_DATA(args[i]), PyUnicode_GET_LENGTH(args[i])};
    }
    if (failed) return PyErr_Format(PyExc_TypeError, "a list of rows and up to %d names are wanted", MAX_NAMES);
    Written spare = {NULL, 0, 0}, text = {NULL, 0, 0};
    PyObject *index = PyDict_New();
    for (Py_ssize_t i = 0; index && i < PyList_GET_SIZE(args[0]); i++) {
        PyObject *number = PyList_GET_ITEM(args[0], i);
        int32_t row = read_row(self, number);
        if (row >= 0 && is_text_row(self, row)) PyErr_SetString(PyExc_IndexError, "a text has no attributes");
        if (PyErr_Occurred() || write_values((PyObject *)self, row, names, (int)count - 1, &spare, &text) < 0 ||
            note_words(index, &text, number) < 0)
            Py_CLEAR(index);
    }
    PyMem_Free(spare.bytes);
    PyMem_Free(text.bytes);
    return index;
}
