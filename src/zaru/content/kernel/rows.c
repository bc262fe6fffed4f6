/* The rows of a tag, as signals.find_rows finds them. */
#include "kernel.h"

static int is_same(PyObject *tag, PyObject *wanted) {
    return tag == wanted || (PyUnicode_GET_LENGTH(tag) == PyUnicode_GET_LENGTH(wanted) &&
                             PyUnicode_KIND(tag) == PyUnicode_KIND(wanted) &&
                             memcmp(PyUnicode_DATA(tag), PyUnicode_DATA(wanted),
                                    (size_t)PyUnicode_GET_LENGTH(tag) * PyUnicode_KIND(tag)) == 0);
}

static int add_row(PyObject *rows, Py_ssize_t row) {
    PyObject *number = PyLong_FromSsize_t(row);
    int failed = number == NULL || PyList_Append(rows, number) < 0;
    Py_XDECREF(number);
    return failed ? -1 : 0;
}

PyObject *find_rows(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *tags, *wanted;
    if (!PyArg_ParseTuple(args, "O!U", &PyList_Type, &tags, &wanted)) return NULL;
    PyObject *rows = PyList_New(0);
    for (Py_ssize_t row = 0; rows && row < PyList_GET_SIZE(tags); row++) {
        PyObject *tag = PyList_GET_ITEM(tags, row);
        if (row + AHEAD < PyList_GET_SIZE(tags)) fetch(PyList_GET_ITEM(tags, row + AHEAD));
        if (!PyUnicode_Check(tag)) {
            PyErr_SetString(PyExc_TypeError, "a tag is a str");
            Py_CLEAR(rows);
        } else if (is_same(tag, wanted) && add_row(rows, row) < 0) {
            Py_CLEAR(rows);
        }
    }
    return rows;
}
