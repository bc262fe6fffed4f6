/* What the bytes of a page say of its encoding. */
#ifndef ZARU_TEXT_ENCODINGS_H
#define ZARU_TEXT_ENCODINGS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *find_runs(PyObject *module, PyObject *raw);
PyObject *count_utf8(PyObject *module, PyObject *raw);
PyObject *count_kinds(PyObject *module, PyObject *args);

#endif
