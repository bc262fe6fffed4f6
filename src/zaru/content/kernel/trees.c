/* The trees of the model, as model.sum_trees adds them. Arrays come by the buffer protocol. */
#include "kernel.h"

enum { MAX_LEVELS = 8, LANES = 256, WIDE = 16 };

typedef struct {
    const float *columns[MAX_LEVELS]; /* from the first segment that is asked */
    const float *borders;
    Py_ssize_t levels;
} Questions;

/* Return the number of the leaf of one segment. */
static inline int32_t find_leaf(const Questions *ask, Py_ssize_t i) {
    int32_t number = 0;
    for (Py_ssize_t level = 0; level < ask->levels; level++)
        number |= (ask->columns[level][i] > ask->borders[level]) << level;
    return number;
}

#ifdef __GNUC__ /* left alone, compilers take segments one by one: more than twice the time */
typedef float Floats __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t Ints __attribute__((vector_size(16), aligned(4), may_alias));

/* Find the leaves of WIDE segments from *i* on. */
static inline void find_leaves(const Questions *ask, Py_ssize_t i, int32_t *numbers) {
    Ints a = {0}, b = {0}, c = {0}, d = {0};
    for (Py_ssize_t level = 0; level < ask->levels; level++) {
        const Floats *column = (const Floats *)(ask->columns[level] + i);
        float border = ask->borders[level];
        const Floats borders = {border, border, border, border};
        const Ints bits = {1 << level, 1 << level, 1 << level, 1 << level};
        a |= (column[0] > borders) & bits;
        b |= (column[1] > borders) & bits;
        c |= (column[2] > borders) & bits;
        d |= (column[3] > borders) & bits;
    }
    Ints *all = (Ints *)numbers;
    all[0] = a, all[1] = b, all[2] = c, all[3] = d;
}
#endif

static void add_tree(const Questions *ask, Py_ssize_t count, const float *leaves, float *scores) {
    Py_ssize_t i = 0;
#ifdef __GNUC__
    for (; i + WIDE <= count; i += WIDE) {
        int32_t numbers[WIDE];
        find_leaves(ask, i, numbers);
        for (int k = 0; k < WIDE; k++) scores[i + k] += leaves[numbers[k]];
    }
#endif
    for (; i < count; i++) scores[i] += leaves[find_leaf(ask, i)];
}

/* Add what each tree says of up to LANES segments; trees are added in their order. */
static void add_trees(const float *features, Py_ssize_t segments, Py_ssize_t from, Py_ssize_t count,
                      const int64_t *inputs, const float *borders, const float *leaves,
                      Py_ssize_t trees, Py_ssize_t levels, float *scores) {
    for (Py_ssize_t tree = 0; tree < trees; tree++) {
        Questions ask = {.borders = borders + tree * levels, .levels = levels};
        for (Py_ssize_t level = 0; level < levels; level++)
            ask.columns[level] = features + inputs[tree * levels + level] * segments + from;
        add_tree(&ask, count, leaves + (tree << levels), scores);
    }
}

static int check(const Py_buffer *b, Py_ssize_t itemsize, int dimensions, const char *name) {
    int is_aligned = (uintptr_t)b->buf % (uintptr_t)itemsize == 0; /* a view may begin anywhere */
    if (b->ndim == dimensions && b->itemsize == itemsize && is_aligned) return 0;
    PyErr_Format(PyExc_TypeError, "%s has the wrong shape, type or alignment", name);
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
                      const Py_buffer *leaves, const Py_buffer *scores) {
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

PyObject *sum_trees(PyObject *Py_UNUSED(module), PyObject *args) {
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
    const Py_buffer *b = buffers;
    if (!failed) failed = add_scores(b, b + 1, b + 2, b + 3, b + 4) < 0;
    while (got > 0) PyBuffer_Release(&buffers[--got]);
    if (failed) return NULL;
    Py_RETURN_NONE;
}
