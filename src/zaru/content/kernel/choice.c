/* The choice of segments, as model.mark_best makes it. */
#include "kernel.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    double rank, score, weight;
    Py_ssize_t number;
} Candidate;

static int compare(const void *left, const void *right) {
    const Candidate *a = left, *b = right;
    if (a->rank != b->rank) return a->rank > b->rank ? -1 : 1;
    return a->number < b->number ? -1 : 1; /* equal scores keep their order */
}

/* Return how many of the best have the highest expected F score. */
static Py_ssize_t count_best(const Candidate *best, Py_ssize_t count, double weight) {
    double total = 0, found = 0, length = 0, most = 0;
    Py_ssize_t kept = 1;
    for (Py_ssize_t i = 0; i < count; i++) total += best[i].score * best[i].weight;
    for (Py_ssize_t i = 0; i < count; i++) {
        found += best[i].score * best[i].weight;
        length += best[i].weight;
        double expected = (1 + weight) * found / (length + weight * total);
        if (i > 0 && !(expected > most)) continue;
        most = expected;
        kept = i + 1;
    }
    return kept;
}

static int mark(const Py_buffer *scores, const Py_buffer *lengths, double weight, double least,
                Py_buffer *is_chosen) {
    Py_ssize_t count = is_chosen->len;
    if (scores->itemsize != 8 || lengths->itemsize != 8 || scores->len != 8 * count ||
        lengths->len != 8 * count) {
        PyErr_SetString(PyExc_ValueError, "scores and lengths are doubles, one for each segment");
        return -1;
    }
    Candidate *best = PyMem_Malloc((size_t)(count + 1) * sizeof *best);
    if (best == NULL) return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        double score = ((const double *)scores->buf)[i], length = ((const double *)lengths->buf)[i];
        best[i] = (Candidate){isnan(score) ? -INFINITY : score, score,
                              length > least ? length : least, i};
    }
    qsort(best, (size_t)count, sizeof *best, compare);
    Py_ssize_t kept = count ? count_best(best, count, weight) : 0;
    for (Py_ssize_t i = 0; i < kept; i++) ((char *)is_chosen->buf)[best[i].number] = 1;
    PyMem_Free(best);
    return 0;
}

PyObject *mark_best(PyObject *Py_UNUSED(module), PyObject *args) {
    Py_buffer scores, lengths, is_chosen;
    double weight, least;
    if (!PyArg_ParseTuple(args, "y*y*ddw*", &scores, &lengths, &weight, &least, &is_chosen))
        return NULL;
    int failed = mark(&scores, &lengths, weight, least, &is_chosen) < 0;
    PyBuffer_Release(&scores);
    PyBuffer_Release(&lengths);
    PyBuffer_Release(&is_chosen);
    if (failed) return NULL;
    Py_RETURN_NONE;
}
