/* What the bytes of a page say of its encoding: encodings.py is the reference. */
#include "encodings.h"

#include "utf8.h"

static int is_high(uint8_t byte) { return byte >= 0x80; }

/* The second byte of a character of East Asia that is ASCII by itself. */
static int is_low_trail(uint8_t byte) { return byte >= 0x40 && byte <= 0x7E; }

/* Return the end of the run that begins with the high byte at *at*, *at* itself for none: encodings._RUN. */
static const uint8_t *find_run_end(const uint8_t *at, const uint8_t *end) {
    const uint8_t *last = at + 1;
    int count = 0;
    for (;; count++) {
        const uint8_t *next = last + (last < end && is_low_trail(*last));
        if (next >= end || !is_high(*next)) break;
        last = next + 1;
    }
    if (count == 0) return at;
    return last + (last < end && is_low_trail(*last));
}

/* find_runs(raw): two or more characters of East Asia in a row. */
PyObject *find_runs(PyObject *module, PyObject *raw) {
    if (!PyBytes_Check(raw)) return PyErr_Format(PyExc_TypeError, "a page is bytes");
    const uint8_t *at = (const uint8_t *)PyBytes_AS_STRING(raw), *end = at + PyBytes_GET_SIZE(raw);
    PyObject *runs = PyList_New(0);
    while (runs && at < end) {
        at += skip_ascii(at, (size_t)(end - at));
        while (at < end && !is_high(*at)) at++;
        const uint8_t *last = at < end ? find_run_end(at, end) : at;
        if (last == at) {
            at++;
            continue;
        }
        PyObject *run = PyBytes_FromStringAndSize((const char *)at, last - at);
        if (run == NULL || PyList_Append(runs, run) < 0) Py_CLEAR(runs);
        Py_XDECREF(run);
        at = last;
    }
    return runs;
}

/* Return how many bytes at *c*, which begin no character, one U+FFFD stands for: as many as could begin one. */
static size_t measure_error(const uint8_t *c, size_t left) {
    if (c[0] < 0xC2 || c[0] > 0xF4 || left < 2) return 1;
    uint8_t low = c[0] == 0xE0 ? 0xA0 : c[0] == 0xF0 ? 0x90 : 0x80, high = c[0] == 0xED ? 0x9F : c[0] == 0xF4 ? 0x8F : 0xBF;
    if (c[0] < 0xE0 || c[1] < low || c[1] > high) return 1;
    size_t size = 2;
    while (size < (size_t)(c[0] < 0xF0 ? 2 : 3) && size < left && (c[size] & 0xC0) == 0x80) size++;
    return size;
}

/* count_utf8(raw): the characters beyond ASCII of a page that is read as UTF-8, and how many are U+FFFD. */
PyObject *count_utf8(PyObject *module, PyObject *raw) {
    if (!PyBytes_Check(raw)) return PyErr_Format(PyExc_TypeError, "a page is bytes");
    const uint8_t *at = (const uint8_t *)PyBytes_AS_STRING(raw), *end = at + PyBytes_GET_SIZE(raw);
    Py_ssize_t beyond = 0, replaced = 0;
    while (at < end) {
        at += skip_ascii(at, (size_t)(end - at));
        while (at < end && !is_high(*at)) at++;
        if (at == end) break;
        size_t size = check_letter(at, (size_t)(end - at));
        beyond++;
        replaced += size == 0 || (size == 3 && at[0] == 0xEF && at[1] == 0xBF && at[2] == 0xBD);
        at += size ? size : measure_error(at, (size_t)(end - at));
    }
    return Py_BuildValue("(nn)", beyond, replaced);
}

/* count_kinds(text, kinds): how many characters beyond ASCII are of each kind from 0 to 7; *kinds* has a byte for
 * each character, those behind its end are of kind 0. */
PyObject *count_kinds(PyObject *module, PyObject *args) {
    PyObject *text, *kinds;
    if (!PyArg_ParseTuple(args, "US", &text, &kinds)) return NULL;
    enum { KINDS = 8 };
    Py_ssize_t counts[KINDS] = {0}, size = PyBytes_GET_SIZE(kinds);
    const uint8_t *kind_of = (const uint8_t *)PyBytes_AS_STRING(kinds);
    int width = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t i = 0; i < PyUnicode_GET_LENGTH(text); i++) {
        Py_UCS4 letter = PyUnicode_READ(width, data, i);
        if (letter >= 0x80) counts[(Py_ssize_t)letter < size ? kind_of[letter] % KINDS : 0]++;
    }
    PyObject *list = PyList_New(KINDS);
    for (int i = 0; list && i < KINDS; i++) {
        PyObject *count = PyLong_FromSsize_t(counts[i]);
        if (count == NULL) Py_CLEAR(list);
        else PyList_SET_ITEM(list, i, count);
    }
    return list;
}
