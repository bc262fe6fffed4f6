/* Long runs of kanji in a text, in which annotators may err. The same in Python is words.find_runs. */
#include "kernel.h"

/* As KANJI in zaru/text/japanese.py; a test compares them on all characters. */
static int is_kanji(Py_UCS4 c) {
    if (c < 0x3005) return 0;
    return (c >= 0x4E00 && c <= 0x9FFF) || c <= 0x3007 || (c >= 0x3038 && c <= 0x303B) ||
           (c >= 0x3400 && c <= 0x4DBF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0x3300 && c <= 0x3357) || (c >= 0x337B && c <= 0x337F) ||
           (c >= 0x20000 && c <= 0x323AF);
}

static int add_run(PyObject *runs, PyObject *text, Py_ssize_t begin, Py_ssize_t end) {
    PyObject *run = PyUnicode_Substring(text, begin, end);
    int failed = run == NULL || PyList_Append(runs, run) < 0;
    Py_XDECREF(run);
    return failed ? -1 : 0;
}

PyObject *find_runs(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *text;
    Py_ssize_t least;
    if (!PyArg_ParseTuple(args, "Un", &text, &least)) return NULL;
    PyObject *runs = PyList_New(0);
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), size = 0;
    if (kind == PyUnicode_1BYTE_KIND) return runs;
    for (Py_ssize_t i = 0; runs && i <= length; i++) {
        if (i < length && is_kanji(PyUnicode_READ(kind, data, i))) {
            size++;
            continue;
        }
        if (size && size >= least && add_run(runs, text, i - size, i) < 0) Py_CLEAR(runs);
        size = 0;
    }
    return runs;
}
