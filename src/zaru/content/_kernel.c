/* The hot half of zaru.content in C: the same results as the numpy code in model.py, which is
 * the reference. Optional, as zaru/dom/_kernel.c is. Arrays come by the buffer protocol. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

enum { MAX_LEVELS = 8, LANES = 256 };

/* Add what each tree says of up to LANES segments; trees are added in their order. */
static void add_trees(const float *features, Py_ssize_t segments, Py_ssize_t from, Py_ssize_t count,
                      const int64_t *inputs, const float *borders, const float *leaves,
                      Py_ssize_t trees, Py_ssize_t levels, float *scores) {
    uint8_t numbers[LANES];
    Py_ssize_t size = (Py_ssize_t)1 << levels;
    for (Py_ssize_t tree = 0; tree < trees; tree++) {
        memset(numbers, 0, sizeof numbers);
        for (Py_ssize_t level = 0; level < levels; level++) {
            const float *column = features + inputs[tree * levels + level] * segments + from;
            float border = borders[tree * levels + level];
            uint8_t bit = (uint8_t)(1u << level);
            for (Py_ssize_t i = 0; i < count; i++) numbers[i] |= column[i] > border ? bit : 0;
        }
        const float *of_tree = leaves + tree * size;
        for (Py_ssize_t i = 0; i < count; i++) scores[i] += of_tree[numbers[i]];
    }
}

static int check(const Py_buffer *b, Py_ssize_t itemsize, int dimensions, const char *name) {
    if (b->ndim == dimensions && b->itemsize == itemsize) return 0;
    PyErr_Format(PyExc_TypeError, "%s has the wrong shape or type", name);
    return -1;
}

static int check_inputs(const Py_buffer *inputs, Py_ssize_t features) {
    const int64_t *column = inputs->buf;
    for (Py_ssize_t i = 0; i < inputs->shape[0] * inputs->shape[1]; i++)
        if (column[i] < 0 || column[i] >= features) {
            PyErr_SetString(PyExc_IndexError, "the model asks for a feature that there is not");
            return -1;
        }
    return 0;
}

static int add_scores(const Py_buffer *f, const Py_buffer *in, const Py_buffer *b,
                      const Py_buffer *leaves, Py_buffer *scores) {
    if (check(f, 4, 2, "features") || check(in, 8, 2, "inputs") || check(b, 4, 2, "borders") ||
        check(leaves, 4, 2, "leaves") || check(scores, 4, 1, "scores"))
        return -1;
    Py_ssize_t trees = in->shape[0], levels = in->shape[1], segments = f->shape[1];
    if (levels > MAX_LEVELS || b->shape[0] != trees || b->shape[1] != levels ||
        leaves->shape[0] != trees || leaves->shape[1] != (Py_ssize_t)1 << levels ||
        scores->shape[0] != segments) {
        PyErr_SetString(PyExc_ValueError, "the arrays of the model do not fit together");
        return -1;
    }
    if (check_inputs(in, f->shape[0]) < 0) return -1;
    for (Py_ssize_t from = 0; from < segments; from += LANES) {
        Py_ssize_t count = segments - from < LANES ? segments - from : LANES;
        add_trees(f->buf, segments, from, count, in->buf, b->buf, leaves->buf, trees, levels,
                  (float *)scores->buf + from);
    }
    return 0;
}

static PyObject *sum_trees(PyObject *module, PyObject *args) {
    Py_buffer buffers[5];
    PyObject *objects[5];
    int got = 0, failed = 0;
    if (!PyArg_ParseTuple(args, "OOOOO", &objects[0], &objects[1], &objects[2], &objects[3],
                          &objects[4]))
        return NULL;
    for (; got < 5 && !failed; got += !failed) {
        int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (got == 4 ? PyBUF_WRITABLE : 0);
        failed = PyObject_GetBuffer(objects[got], &buffers[got], flags) < 0;
    }
    if (!failed) failed = add_scores(&buffers[0], &buffers[1], &buffers[2], &buffers[3], &buffers[4]) < 0;
    while (got > 0) PyBuffer_Release(&buffers[--got]);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"sum_trees", sum_trees, METH_VARARGS,
     "Add to scores what the trees say of each segment (model.sum_trees)."},
    {NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "zaru.content._kernel", .m_size = 0, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModule_Create(&definition); }
