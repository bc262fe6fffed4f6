/* Answers of an annotator where Arrow has them: an index joins them without an object for each word. */
#include "kernel.h"

/* A column of answers as Arrow has it, which lives as long as one of its answers. */
typedef struct {
    PyObject_HEAD
    Py_buffer data, offsets, validity; /* validity has no bytes when every answer is there */
    Py_ssize_t first, count;
} Answers;

static void Answers_dealloc(Answers *self) {
    PyBuffer_Release(&self->data);
    PyBuffer_Release(&self->offsets);
    PyBuffer_Release(&self->validity);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

PyTypeObject Answers_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.search._kernel.Answers",
    .tp_basicsize = sizeof(Answers),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = (destructor)Answers_dealloc,
};

static void Answer_dealloc(Answer *self) {
    Py_XDECREF(self->column);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

PyTypeObject Answer_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.search._kernel.Answer",
    .tp_basicsize = sizeof(Answer),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "What an annotator says of one sentence; LineReader.join reads it.",
    .tp_dealloc = (destructor)Answer_dealloc,
};

PyObject *make_answer(PyObject *column, const char *text, Py_ssize_t size) {
    Answer *answer = PyObject_New(Answer, &Answer_type);
    if (answer == NULL) return NULL;
    answer->column = Py_NewRef(column);
    answer->text = text;
    answer->size = size;
    return (PyObject *)answer;
}

static int is_given(const Answers *column, Py_ssize_t row) {
    const uint8_t *bits = column->validity.buf;
    return column->validity.len == 0 || (bits[row >> 3] >> (row & 7) & 1);
}

static PyObject *list_answer(Answers *column, Py_ssize_t row) {
    if (!is_given(column, row)) return Py_NewRef(Py_None);
    const int32_t *offsets = (const int32_t *)column->offsets.buf + row;
    if (offsets[0] < 0 || offsets[0] > offsets[1] || offsets[1] > column->data.len) {
        PyErr_SetString(PyExc_ValueError, "an answer stands outside of its column");
        return NULL;
    }
    return make_answer((PyObject *)column, (const char *)column->data.buf + offsets[0], offsets[1] - offsets[0]);
}

static int check_size(const Answers *column) {
    Py_ssize_t last = column->first + column->count, bits = 8 * column->validity.len;
    if (column->first >= 0 && column->count >= 0 && column->first <= PY_SSIZE_T_MAX - column->count &&
        (bits == 0 || bits >= last) &&
        (column->count == 0 || column->offsets.len / (Py_ssize_t)sizeof(int32_t) > last))
        return 0;
    PyErr_SetString(PyExc_ValueError, "a column is shorter than it says");
    return -1;
}

/* list_answers(data, offsets, validity, first, count) */
PyObject *list_answers(PyObject *module, PyObject *args) {
    (void)module;
    Answers *column = (Answers *)Answers_type.tp_alloc(&Answers_type, 0);
    if (column == NULL) return NULL;
    PyObject *list = NULL;
    if (PyArg_ParseTuple(args, "y*y*y*nn", &column->data, &column->offsets, &column->validity, &column->first,
                         &column->count) &&
        check_size(column) == 0)
        list = PyList_New(column->count);
    for (Py_ssize_t i = 0; list && i < column->count; i++) {
        PyObject *answer = list_answer(column, column->first + i);
        if (answer == NULL) Py_CLEAR(list);
        else PyList_SET_ITEM(list, i, answer);
    }
    Py_DECREF(column);
    return list;
}
