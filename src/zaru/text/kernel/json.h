/* JSON in lines. */
#ifndef ZARU_TEXT_JSON_H
#define ZARU_TEXT_JSON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

PyObject *write_line(PyObject *module, PyObject *value);

#endif
