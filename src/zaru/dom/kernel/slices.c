/* Texts and attribute values as UTF-8, without an object for each: bytes of the source where they say
 * it as it is, else written. */
#include "columns.h"

#include <string.h>

/* ---- slices of the source ------------------------------------------------------------------ */

/* Say whether bytes of the source are UTF-8. In other encodings ASCII is what it is, and nothing else. */
static int is_readable(const Columns *columns, const byte *data, size_t size) {
    if (columns->decode == NULL) return is_utf8(data, size);
    size_t ascii = skip_ascii(data, size);
    while (ascii < size && data[ascii] < 0x80) ascii++;
    return ascii == size;
}

/* Return a number that has a bit for each byte of *eight* that is zero. */
static uint64_t find_zero(uint64_t eight) {
    return (eight - 0x0101010101010101u) & ~eight & 0x8080808080808080u;
}

/* Say whether all bytes are ASCII and none of them NUL, "&" or CR: as most are. */
static int is_simple(const byte *data, size_t size) {
    for (size_t at = 0; at < size; at += 8) {
        uint64_t eight = 0x2020202020202020u;
        if (size - at >= 8) memcpy(&eight, data + at, 8);
        else memcpy(&eight, data + at, size - at);
        uint64_t others = find_zero(eight) | find_zero(eight ^ 0x2626262626262626u) | find_zero(eight ^ 0x0D0D0D0D0D0D0D0Du);
        if (others | (eight & 0x8080808080808080u)) return 0;
    }
    return 1;
}

static int is_literal(const Columns *columns, int32_t start, int32_t end, int how) {
    const byte *data = columns->document.source + start;
    size_t size = (size_t)(end - start);
    return is_simple(data, size) || (is_plain(data, size, how) && is_readable(columns, data, size));
}

/* Append a str, whatever is in it. */
int write_str(PyObject *text, Written *written) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text), width = PyUnicode_IS_ASCII(text) ? 1 : kind == PyUnicode_1BYTE_KIND ? 2 : 4;
    const void *data = PyUnicode_DATA(text);
    if (length > PY_SSIZE_T_MAX / 8) return PyErr_NoMemory(), -1;
    if (make_room(written, width * length) < 0) return -1;
    byte *out = written->bytes + written->size;
    if (width == 1) memcpy(out, data, (size_t)length);
    else
        for (Py_ssize_t i = 0; i < length; i++) out += write_letter(PyUnicode_READ(kind, data, i), out);
    written->size = width == 1 ? written->size + length : out - written->bytes;
    return 0;
}

/* Append a slice of the source; 0 where it has to be decoded first, -1 with an error set. */
static int append_readable(const Columns *columns, int32_t start, int32_t end, int how, Written *text) {
    const byte *data = columns->document.source + start;
    Py_ssize_t size = end - start;
    if (is_simple(data, (size_t)size)) {
        if (make_room(text, size) < 0) return -1;
        memcpy(text->bytes + text->size, data, (size_t)size);
    } else {
        if (!is_readable(columns, data, (size_t)size)) return 0;
        if (make_room(text, 3 * size + 8) < 0) return -1;
        size = write_slice(data, end - start, how, text->bytes + text->size);
        if (size < 0) return -1;
    }
    text->size += size;
    return 1;
}

/* Append what a slice of the source says. */
static int append_slice(const Columns *columns, int32_t start, int32_t end, int how, Written *text) {
    int appended = append_readable(columns, start, end, how, text);
    if (appended) return appended < 0 ? -1 : 0;
    PyObject *read = read_slice(columns, start, end, how);
    int failed = read == NULL || write_str(read, text) < 0;
    Py_XDECREF(read);
    return failed ? -1 : 0;
}

/* ---- texts --------------------------------------------------------------------------------- */

int find_text(PyObject *columns, int32_t row, Slice *text) {
    const Columns *self = (Columns *)columns;
    const Node *own = self->document.nodes + row;
    if (self->spans || own->attributes != NONE) return 0;
    *text = (Slice){self->document.source + own->start, own->end - own->start};
    return is_literal(self, own->start, own->end, how_to_read(own));
}

int write_text(PyObject *columns, int32_t row, Written *text) {
    Columns *self = (Columns *)columns;
    const Node *own = self->document.nodes + row;
    int how = how_to_read(own);
    int appended = self->values[row] ? 0 : append_readable(self, own->start, own->end, how, text);
    if (appended < 0) return -1;
    if (!appended) { /* decoded once */
        PyObject *read = get_text(self, row);
        return read ? write_str(read, text) : -1;
    }
    for (int32_t next = own->attributes; next != NONE; next = self->document.stretches[next].next) {
        const Stretch *more = self->document.stretches + next;
        if (append_slice(self, more->start, more->end, how, text) < 0) return -1;
    }
    return 0;
}

/* ---- attributes ---------------------------------------------------------------------------- */

int32_t count_attributes(PyObject *columns, int32_t row) {
    const Columns *self = (Columns *)columns;
    return self->spans ? (int32_t)PyTuple_GET_SIZE(self->values[row]) : self->document.nodes[row].attribute_count;
}

static const Attribute *get_attribute(const Columns *columns, int32_t row, int32_t attribute) {
    return columns->document.attributes + columns->document.nodes[row].attributes + attribute;
}

/* Return one half of an attribute of rows that came as lists, borrowed; NULL with an error set. */
static PyObject *get_half(const Columns *columns, int32_t row, int32_t attribute, int half) {
    PyObject *pair = PyTuple_GET_ITEM(columns->values[row], attribute);
    PyObject *own = PyTuple_CheckExact(pair) && PyTuple_GET_SIZE(pair) == 2 ? PyTuple_GET_ITEM(pair, half) : NULL;
    if (own && (PyUnicode_CheckExact(own) || (half && own == Py_None))) return own;
    PyErr_SetString(PyExc_TypeError, "an attribute is a pair of str");
    return NULL;
}

static int find_listed_name(const Columns *columns, int32_t row, int32_t attribute, const AttributeName *names, int count) {
    PyObject *own = get_half(columns, row, attribute, 0);
    int i = own ? 0 : -1;
    while (own && i < count && PyUnicode_CompareWithASCIIString(own, names[i].letters) != 0) i++;
    return i;
}

int find_name(PyObject *columns, int32_t row, int32_t attribute, const AttributeName *names, int count) {
    const Columns *self = (Columns *)columns;
    if (self->spans) return find_listed_name(self, row, attribute, names, count);
    const Attribute *own = get_attribute(self, row, attribute);
    byte first = to_lower(self->document.source[own->name_start]);
    int i = 0;
    while (i < count && (first != (byte)names[i].letters[0] || !has_name(self, own, names[i].letters, names[i].size))) i++;
    return i;
}

int read_value(PyObject *columns, int32_t row, int32_t attribute, Written *spare, Slice *value) {
    const Columns *self = (Columns *)columns;
    *value = (Slice){NULL, 0};
    spare->size = 0;
    if (self->spans) {
        PyObject *listed = get_half(self, row, attribute, 1);
        if (listed == Py_None) return 0;
        if (listed == NULL || write_str(listed, spare) < 0) return -1;
    } else {
        const Attribute *own = get_attribute(self, row, attribute);
        int32_t start = own->value_start, end = own->value_end, how = HAS_REFERENCES | IS_VALUE;
        if (start == end) return 0;
        if (is_literal(self, start, end, how)) {
            *value = (Slice){self->document.source + start, end - start};
            return 0;
        }
        if (append_slice(self, start, end, how, spare) < 0) return -1;
    }
    *value = (Slice){spare->bytes, spare->size};
    return 0;
}

/* ---- texts of several rows ----------------------------------------------------------------- */

/* Append a run: white space as one space, none at the start of a line. Without a branch in the loop: no
 * processor guesses where words end. */
static void add_collapsed(const Slice *run, int *space, Written *text) {
    static const uint8_t WHITE[256] = {[' '] = 1, ['\n'] = 1, ['\t'] = 1, ['\r'] = 1, ['\f'] = 1};
    byte *out = text->bytes + text->size;
    int is_behind = text->size > 0 && out[-1] != '\n'; /* a letter of the same line */
    int has_space = *space;
    for (const byte *at = run->bytes, *end = at + run->size; at < end; at++) {
        int is_letter = !WHITE[*at];
        *out = ' ';
        out += has_space & is_letter;
        *out = *at;
        out += is_letter;
        is_behind |= is_letter;
        has_space = is_behind & !is_letter;
    }
    *space = has_space;
    text->size = out - text->bytes;
}

int add_run(const Slice *run, int keeps_white, int *space, Written *text) {
    if (make_room(text, (run ? run->size : 0) + 2) < 0) return -1; /* a space before it, and what is written over */
    if (run && !keeps_white) {
        add_collapsed(run, space, text);
    } else if (run) {
        memcpy(text->bytes + text->size, run->bytes, (size_t)run->size);
        text->size += run->size;
    } else {
        *space = 0;
        if (keeps_white || text->size > 0) text->bytes[text->size++] = '\n';
    }
    return 0;
}

void end_text(int keeps_white, Written *text) {
    Py_ssize_t lead = 0;
    while (text->size > 0 && text->bytes[text->size - 1] == '\n') text->size--;
    while (keeps_white && lead < text->size && text->bytes[lead] == '\n') lead++;
    if (lead == 0) return;
    text->size -= lead;
    memmove(text->bytes, text->bytes + lead, (size_t)text->size);
}

/* Write the text of *rows*. */
static int read_rows_text(PyObject *columns, const int32_t *rows, int32_t count, int keeps_white, Written *text) {
    Written spare = {NULL, 0, 0};
    int space = 0, failed = make_room(text, 1) < 0;
    text->size = 0;
    for (int32_t i = 0; !failed && i < count; i++) {
        const Node *own = ((Columns *)columns)->document.nodes + rows[i];
        Slice run;
        int is_break = own->tag == TAG_BR && own->space == SPACE_HTML;
        if (own->tag != TAG_TEXT && !is_break) continue;
        if (!is_break && !find_text(columns, rows[i], &run)) {
            spare.size = 0;
            failed = write_text(columns, rows[i], &spare) < 0;
            run = (Slice){spare.bytes, spare.size};
        }
        failed = failed || add_run(is_break ? NULL : &run, keeps_white, &space, text) < 0;
    }
    PyMem_Free(spare.bytes);
    if (!failed) end_text(keeps_white, text);
    return failed ? -1 : 0;
}

int keeps_white(PyObject *columns, int32_t block) {
    const Node *own = ((Columns *)columns)->document.nodes + block;
    return own->tag == TAG_PRE && own->space == SPACE_HTML;
}

int read_segment(PyObject *columns, const Segments *segments, int32_t number, Written *text) {
    int32_t begin = segments->begins[number], count = segments->begins[number + 1] - begin;
    return read_rows_text(columns, segments->rows + begin, count, keeps_white(columns, segments->blocks[number]), text);
}

PyObject *columns_read_text(Columns *self, PyObject *list) {
    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "rows are a list");
        return NULL;
    }
    Py_ssize_t count = PyList_GET_SIZE(list);
    int32_t few[64] = {0}, *rows = count <= 64 ? few : PyMem_Malloc((size_t)count * sizeof *rows);
    if (rows == NULL) return PyErr_NoMemory();
    Written text = {NULL, 0, 0};
    int failed = 0;
    for (Py_ssize_t i = 0; !failed && i < count; i++) {
        Py_ssize_t row = PyLong_AsSsize_t(PyList_GET_ITEM(list, i));
        failed = row < 0 || row >= self->document.count;
        rows[i] = failed ? 0 : (int32_t)row;
    }
    if (failed && !PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
    failed = failed || read_rows_text((PyObject *)self, rows, (int32_t)count, 0, &text) < 0;
    if (rows != few) PyMem_Free(rows);
    PyObject *read = failed ? NULL : PyUnicode_DecodeUTF8((const char *)text.bytes, text.size, "surrogatepass");
    PyMem_Free(text.bytes);
    return read;
}
