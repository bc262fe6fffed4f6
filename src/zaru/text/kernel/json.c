/* JSON as json.dumps(…, ensure_ascii=False) writes it, as UTF-8: json_lines.py is the reference. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "json.h"
#include "utf8.h"

enum { MAX_DEPTH = 50 }; /* what is deeper is left to Python, and so is what is no plain value */

typedef struct {
    uint8_t *bytes;
    size_t size, room;
} Output;

static int make_room(Output *out, size_t more) {
    if (more <= out->room - out->size) return 0;
    size_t room = (out->size + more) * 3 / 2 + 256;
    uint8_t *larger = PyMem_Realloc(out->bytes, room);
    if (larger == NULL) return PyErr_NoMemory(), -1;
    out->bytes = larger;
    out->room = room;
    return 0;
}

static int append(Output *out, const char *bytes, size_t size) {
    if (make_room(out, size) < 0) return -1;
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    return 0;
}

/* ---- texts --------------------------------------------------------------------------------- */

enum { MAX_ESCAPE = 6 }; /* bytes of one character */

/* Write an escape and return the byte behind it. */
static uint8_t *write_escape(uint32_t code, uint8_t *to) {
    static const char SHORT[128] = {['"'] = '"', ['\\'] = '\\', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't', ['\f'] = 'f', ['\b'] = 'b'};
    static const char HEX[] = "0123456789abcdef";
    *to++ = '\\';
    if (code < 128 && SHORT[code]) {
        *to++ = (uint8_t)SHORT[code];
        return to;
    }
    *to++ = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) *to++ = (uint8_t)HEX[code >> shift & 15];
    return to;
}

/* Say whether a character is written as an escape: some of ASCII, and surrogates that stand alone. */
static int is_escaped(uint32_t code) { return code < 0x20 || code == '"' || code == '\\' || (code & 0xFFFFF800u) == 0xD800; }

/* For each width of characters that Python has: how many are escaped, and all of them written. */
#define WIDTH(name, Letter)                                                            \
    static size_t count_##name(const Letter *at, size_t length) {                      \
        size_t count = 0;                                                              \
        for (size_t i = 0; i < length; i++) count += (size_t)is_escaped(at[i]);        \
        return count;                                                                  \
    }                                                                                  \
    static uint8_t *write_##name(const Letter *at, size_t length, uint8_t *to) {       \
        for (const Letter *end = at + length; at < end; at++) {                        \
            uint32_t code = *at;                                                       \
            if (is_escaped(code)) to = write_escape(code, to);                         \
            else if (code < 0x80) *to++ = (uint8_t)code;                               \
            else to += write_letter(code, to);                                         \
        }                                                                              \
        return to;                                                                     \
    }

WIDTH(narrow, Py_UCS1)
WIDTH(middle, Py_UCS2)
WIDTH(wide, Py_UCS4)

static size_t count_escapes(int kind, const void *data, size_t length) {
    if (kind == PyUnicode_1BYTE_KIND) return count_narrow(data, length);
    return kind == PyUnicode_2BYTE_KIND ? count_middle(data, length) : count_wide(data, length);
}

static uint8_t *write_letters(int kind, const void *data, size_t length, uint8_t *to) {
    if (kind == PyUnicode_1BYTE_KIND) return write_narrow(data, length, to);
    return kind == PyUnicode_2BYTE_KIND ? write_middle(data, length, to) : write_wide(data, length, to);
}

static int write_text(Output *out, PyObject *text) {
    size_t length = (size_t)PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text), is_ascii = PyUnicode_IS_ASCII(text);
    const void *data = PyUnicode_DATA(text);
    size_t width = is_ascii ? 1 : (size_t)kind + (kind != PyUnicode_4BYTE_KIND); /* the most bytes of a character */
    if (length > PY_SSIZE_T_MAX / 16) return PyErr_NoMemory(), -1;
    size_t escapes = count_escapes(kind, data, length);
    if (make_room(out, width * length + MAX_ESCAPE * escapes + 2) < 0) return -1;
    uint8_t *to = out->bytes + out->size;
    *to++ = '"';
    if (is_ascii && escapes == 0) {
        memcpy(to, data, length);
        to += length;
    } else {
        to = write_letters(kind, data, length, to);
    }
    *to++ = '"';
    out->size = (size_t)(to - out->bytes);
    return 0;
}

/* ---- values: 1 for what Python has to write, -1 with an error set ---------------------------- */

static int write_value(Output *out, PyObject *value, int depth);

static int write_integer(Output *out, PyObject *value) {
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    char digits[32];
    if (overflow) return 1;
    if (number == -1 && PyErr_Occurred()) return -1;
    return append(out, digits, (size_t)snprintf(digits, sizeof digits, "%lld", number));
}

/* Write a number as `float.__repr__` does, which json takes; what is none (NaN, infinity) Python writes. */
static int write_float(Output *out, PyObject *value) {
    double number = PyFloat_AS_DOUBLE(value);
    if (number - number != 0) return 1;
    char *digits = PyOS_double_to_string(number, 'r', 0, Py_DTSF_ADD_DOT_0, NULL);
    if (digits == NULL) return -1;
    int outcome = append(out, digits, strlen(digits));
    PyMem_Free(digits);
    return outcome;
}

static int write_items(Output *out, PyObject *const *items, Py_ssize_t count, int depth) {
    int outcome = append(out, "[", 1);
    for (Py_ssize_t i = 0; outcome == 0 && i < count; i++) {
        if (i > 0) outcome = append(out, ", ", 2);
        if (outcome == 0) outcome = write_value(out, items[i], depth + 1);
    }
    return outcome ? outcome : append(out, "]", 1);
}

static int write_object(Output *out, PyObject *object, int depth) {
    PyObject *key, *value;
    Py_ssize_t place = 0;
    int outcome = append(out, "{", 1), is_first = 1;
    while (outcome == 0 && PyDict_Next(object, &place, &key, &value)) {
        if (!PyUnicode_CheckExact(key)) return 1;
        if (!is_first) outcome = append(out, ", ", 2);
        is_first = 0;
        if (outcome == 0) outcome = write_text(out, key);
        if (outcome == 0) outcome = append(out, ": ", 2);
        if (outcome == 0) outcome = write_value(out, value, depth + 1);
    }
    return outcome ? outcome : append(out, "}", 1);
}

static int write_value(Output *out, PyObject *value, int depth) {
    if (depth > MAX_DEPTH) return 1;
    if (PyUnicode_CheckExact(value)) return write_text(out, value);
    if (value == Py_None) return append(out, "null", 4);
    if (value == Py_True) return append(out, "true", 4);
    if (value == Py_False) return append(out, "false", 5);
    if (PyLong_CheckExact(value)) return write_integer(out, value);
    if (PyFloat_CheckExact(value)) return write_float(out, value);
    if (PyList_CheckExact(value)) return write_items(out, ((PyListObject *)value)->ob_item, PyList_GET_SIZE(value), depth);
    if (PyTuple_CheckExact(value)) return write_items(out, ((PyTupleObject *)value)->ob_item, PyTuple_GET_SIZE(value), depth);
    return PyDict_CheckExact(value) ? write_object(out, value, depth) : 1;
}

/* write_line(value): a line of JSON, None where Python has to write it. */
PyObject *write_line(PyObject *module, PyObject *value) {
    Output out = {NULL, 0, 0};
    int outcome = write_value(&out, value, 0);
    if (outcome == 0) outcome = append(&out, "\n", 1);
    PyObject *line = NULL;
    if (outcome == 0) line = PyBytes_FromStringAndSize((const char *)out.bytes, (Py_ssize_t)out.size);
    else if (outcome > 0) line = Py_NewRef(Py_None);
    PyMem_Free(out.bytes);
    return line;
}
