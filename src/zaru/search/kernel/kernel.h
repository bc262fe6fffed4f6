/* What the files of zaru.search._kernel have of each other. */
#ifndef ZARU_SEARCH_KERNEL_H
#define ZARU_SEARCH_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Of Python: the bytes of a block of LZ4, and how many they are. */
PyObject *inflate_block(PyObject *module, PyObject *args);
/* Of Python: the runs of so many or more kanji in a text. */
PyObject *find_runs(PyObject *module, PyObject *args);

#endif
