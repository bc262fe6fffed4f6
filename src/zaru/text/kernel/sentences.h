/* The sentences of a passage. */
#ifndef ZARU_TEXT_SENTENCES_H
#define ZARU_TEXT_SENTENCES_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *find_parts(PyObject *module, PyObject *const *args, Py_ssize_t count);

#endif
