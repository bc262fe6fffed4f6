/* Long runs of kanji in a text, in which annotators may err. The same in Python is words.find_runs. */
#include "kernel.h"

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
