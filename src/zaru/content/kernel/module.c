/* The module zaru.content._kernel: `Features`, which is given all constants once, and the
 * functions of the other files. */
#include "kernel.h"

/* ---- Features ------------------------------------------------------------------------------ */

static void Features_dealloc(Features *self) {
    free_words(&self->tag_words);
    free_words(&self->token_words);
    PyMem_Free(self->tags);
    PyMem_Free(self->tokens);
    PyMem_Free(self->bits);
    PyMem_Free(self->shares);
    for (Py_ssize_t i = 0; i < self->type_count; i++) Py_DECREF(self->types[i].names);
    PyMem_Free(self->types);
    PyMem_Free(self->kinds);
    Py_XDECREF(self->row_name);
    Py_XDECREF(self->rows_name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *Features_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *columns, *tokens, *facts;
    if (kwargs && PyDict_GET_SIZE(kwargs)) {
        PyErr_SetString(PyExc_TypeError, "Features takes no keywords");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyTuple_Type, &columns, &PyDict_Type, &tokens,
                          &PyDict_Type, &facts))
        return NULL;
    Features *self = (Features *)type->tp_alloc(type, 0);
    if (self != NULL && read_all_facts(self, columns, tokens, facts) < 0) Py_CLEAR(self);
    return (PyObject *)self;
}

static int check_matrix(const Features *self, const Py_buffer *matrix, Py_ssize_t count) {
    if (matrix->ndim == 2 && matrix->itemsize == 4 && strcmp(matrix->format, "f") == 0 &&
        matrix->shape[0] == self->width && matrix->shape[1] == count)
        return 0;
    PyErr_SetString(PyExc_ValueError, "the matrix has the wrong shape or type");
    return -1;
}

static int fill_matrix(Features *self, PyObject *const *args, const Py_buffer *matrix) {
    Page page = {.known = self};
    int failed = read_page(&page, args[0], args[1], args[2]) < 0 ||
                 check_matrix(self, matrix, page.count) < 0 ||
                 (page.count > 0 && (build_skeleton(&page) < 0 || measure_segments(&page) < 0 ||
                                     fill_columns(&page, matrix->buf) < 0));
    free_page(&page);
    return failed ? -1 : 0;
}

static PyObject *Features_fill(Features *self, PyObject *const *args, Py_ssize_t count) {
    Py_buffer matrix;
    if (count != 4) {
        PyErr_SetString(PyExc_TypeError, "fill takes a tree, segments, signals and a matrix");
        return NULL;
    }
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | PyBUF_WRITABLE;
    if (PyObject_GetBuffer(args[3], &matrix, flags) < 0) return NULL;
    int failed = fill_matrix(self, args, &matrix) < 0;
    PyBuffer_Release(&matrix);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef Features_methods[] = {
    {"fill", (PyCFunction)(void (*)(void))Features_fill, METH_FASTCALL,
     "Fill the matrix with the features of a page's segments (features.extract_features)."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Features_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.content._kernel.Features",
    .tp_basicsize = sizeof(Features),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "The columns that a model reads, and all that must be known to fill them.",
    .tp_new = Features_new,
    .tp_dealloc = (destructor)Features_dealloc,
    .tp_methods = Features_methods,
};

/* ---- module -------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"mark_best", mark_best, METH_VARARGS,
     "Mark the segments with the highest expected F score (model.mark_best)."},
    {"sum_trees", sum_trees, METH_VARARGS,
     "Add to scores what the trees say of each segment (model.sum_trees)."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "zaru.content._kernel", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddType(module, &Features_type) < 0) Py_CLEAR(module);
    return module;
}
