/* What the files of zaru.search._kernel have of each other. */
#ifndef ZARU_SEARCH_KERNEL_H
#define ZARU_SEARCH_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

/* What an annotator says of one sentence, among the bytes of its column. */
typedef struct {
    PyObject_HEAD
    PyObject *column;
    const char *text;
    Py_ssize_t size;
} Answer;

extern PyTypeObject Answers_type, Answer_type, LineReader_type;

/* Of Python: the answers of a column. */
PyObject *list_answers(PyObject *module, PyObject *args);
/* Of Python: the bytes of a block of LZ4, and how many they are. */
PyObject *inflate_block(PyObject *module, PyObject *args);
/* Of Python: the runs of so many or more kanji in a text. */
PyObject *find_runs(PyObject *module, PyObject *args);

#endif
