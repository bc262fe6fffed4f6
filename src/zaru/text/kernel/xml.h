/* Text in XML 1.0. */
#ifndef ZARU_TEXT_XML_H
#define ZARU_TEXT_XML_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Return a str with U+FFFD for each character that XML cannot hold, itself where it has none: a new reference. */
PyObject *clean_text(PyObject *text);

PyObject *clean(PyObject *module, PyObject *text);
PyObject *escape_text(PyObject *module, PyObject *text);
PyObject *escape_value(PyObject *module, PyObject *text);

#endif
