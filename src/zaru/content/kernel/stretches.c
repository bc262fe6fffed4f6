/* The segments of a page for those of them that were kept: numbers here, objects when Python asks. */
#include "kernel.h"

static void Stretches_dealloc(Stretches *self) {
    columns_api->free_segments(&self->segments);
    Py_XDECREF(self->columns);
    Py_TYPE(self)->tp_free(self);
}

/* Find the segments of a page; NULL with an error set. */
Stretches *find_stretches(PyObject *columns, PyObject *block_tags, PyObject *unread_tags) {
    Stretches *self = (Stretches *)Stretches_type.tp_alloc(&Stretches_type, 0);
    if (self == NULL) return NULL;
    self->columns = Py_NewRef(columns);
    if (columns_api->find_segments(columns, block_tags, unread_tags, &self->segments) < 0) Py_CLEAR(self);
    return self;
}

/* Return the rows of a segment as a list. */
PyObject *list_rows(const Stretches *self, int32_t number) {
    int32_t begin = self->segments.begins[number], count = self->segments.begins[number + 1] - begin;
    PyObject *rows = PyList_New(count);
    for (int32_t i = 0; rows && i < count; i++) {
        PyObject *row = PyLong_FromLong(self->segments.rows[begin + i]);
        if (row == NULL) Py_CLEAR(rows);
        else PyList_SET_ITEM(rows, i, row);
    }
    return rows;
}

/* Return the span of a segment, None where Python has to find it. */
PyObject *make_span(const Stretches *self, int32_t number) {
    int32_t start, size;
    if (!columns_api->find_span(self->columns, &self->segments, number, &start, &size)) Py_RETURN_NONE;
    return Py_BuildValue("(ii)", start, size);
}

/* Return the number of a segment; -1 with an error set. */
int32_t read_stretch(const Stretches *self, PyObject *number) {
    long value = PyLong_AsLong(number);
    if (value >= 0 && value < self->segments.count) return (int32_t)value;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such segment");
    return -1;
}

static PyObject *Stretches_rows(Stretches *self, PyObject *given) {
    int32_t number = read_stretch(self, given);
    return number < 0 ? NULL : list_rows(self, number);
}

static PyObject *Stretches_span(Stretches *self, PyObject *given) {
    int32_t number = read_stretch(self, given);
    return number < 0 ? NULL : make_span(self, number);
}

static PyMethodDef Stretches_methods[] = {
    {"rows", (PyCFunction)Stretches_rows, METH_O, "Return the rows of the text runs and single <br> of a segment."},
    {"span", (PyCFunction)Stretches_span, METH_O,
     "Return offset and length of a segment in the file, None where Python has to find it."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Stretches_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.content._kernel.Stretches",
    .tp_basicsize = sizeof(Stretches),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "The segments of a page by their numbers, as Model.keep found them.",
    .tp_dealloc = (destructor)Stretches_dealloc,
    .tp_methods = Stretches_methods,
};
