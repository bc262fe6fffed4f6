/* The choice of segments, as model.mark_best makes it. */
#include "kernel.h"

typedef struct {
    double score, weight;
    Py_ssize_t number;
} Candidate;

/* Merge the sorted halves of *from*, which part at *middle*; the first of equals stays the first. */
static void merge(const Candidate *from, Py_ssize_t middle, Py_ssize_t count, Candidate *to) {
    Py_ssize_t left = 0, right = middle;
    for (Py_ssize_t i = 0; i < count; i++) {
        int is_left = right == count || (left < middle && from[left].score >= from[right].score);
        to[i] = is_left ? from[left++] : from[right++];
    }
}

/* Sort by score, the best first; return which of both, candidates or *spare*, holds them then. */
static Candidate *sort(Candidate *best, Candidate *spare, Py_ssize_t count) {
    for (Py_ssize_t width = 1; width < count; width *= 2) {
        for (Py_ssize_t first = 0; first < count; first += 2 * width) {
            Py_ssize_t size = count - first < 2 * width ? count - first : 2 * width;
            merge(best + first, size < width ? size : width, size, spare + first);
        }
        Candidate *sorted = spare;
        spare = best;
        best = sorted;
    }
    return best;
}

/* Return the length of what is content when all that scores above a number is, for several numbers;
 * only those are in it by which some is. */
static int list_truths(const Candidate *best, Py_ssize_t count, double *truths) {
    int found = 0;
    double length = 0;
    Py_ssize_t next = 0;
    for (int scenario = SCENARIOS - 1; scenario >= 0; scenario--) {
        double above = (scenario + 0.5) / SCENARIOS;
        for (; next < count && best[next].score > above; next++) length += best[next].weight;
        if (next) truths[found++] = length;
    }
    return found;
}

/* Return the mean F score of so much text, the best first, over what may be true. */
static double score_truths(const double *truths, int count, double length, double weight) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double found = length < truths[i] ? length : truths[i];
        sum += (1 + weight) * found / (length + weight * truths[i]);
    }
    return sum / SCENARIOS;
}

/* Return how many of the best have the highest expected F score. */
static Py_ssize_t count_best(const Candidate *best, Py_ssize_t count, const Wish *wish) {
    double weight = wish->weight, total = 0, found = 0, length = 0, most = 0, truths[SCENARIOS];
    int truth_count = wish->together > 0 ? list_truths(best, count, truths) : 0;
    Py_ssize_t kept = 1;
    for (Py_ssize_t i = 0; i < count; i++) total += best[i].score * best[i].weight;
    for (Py_ssize_t i = 0; i < count; i++) {
        found += best[i].score * best[i].weight;
        length += best[i].weight;
        double expected = (1 + weight) * found / (length + weight * total);
        if (wish->together > 0)
            expected = (1 - wish->together) * expected +
                       wish->together * score_truths(truths, truth_count, length, weight);
        if (i > 0 && !(expected > most)) continue;
        most = expected;
        kept = i + 1;
    }
    return kept;
}

/* Only float and int, which run no code of others. */
static int read_number(PyObject *object, double *number) {
    if (PyFloat_CheckExact(object) || PyLong_CheckExact(object)) {
        *number = PyFloat_AsDouble(object);
        return *number == -1 && PyErr_Occurred() ? -1 : 0;
    }
    PyErr_SetString(PyExc_TypeError, "scores and lengths are numbers");
    return -1;
}

static int read_candidates(Candidate *best, PyObject *scores, PyObject *lengths, double least) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(scores); i++) {
        double score, length;
        if (read_number(PyList_GET_ITEM(scores, i), &score) < 0 ||
            read_number(PyList_GET_ITEM(lengths, i), &length) < 0)
            return -1;
        best[i] = (Candidate){score, length > least ? length : least, i};
    }
    return 0;
}

/* Return room for so many candidates twice. */
static Candidate *make_candidates(Py_ssize_t count) {
    Candidate *room = PyMem_Malloc((size_t)(2 * count + 1) * sizeof *room);
    if (room == NULL) PyErr_NoMemory();
    return room;
}

/* Mark the segments with the highest expected F score. */
int mark_chosen(const float *scores, const int32_t *lengths, Py_ssize_t count, const Wish *wish,
                uint8_t *is_chosen) {
    Candidate *room = make_candidates(count);
    if (room == NULL) return -1;
    for (Py_ssize_t i = 0; i < count; i++)
        room[i] = (Candidate){scores[i], lengths[i] > wish->least ? lengths[i] : wish->least, i};
    const Candidate *best = sort(room, room + count, count);
    Py_ssize_t kept = count ? count_best(best, count, wish) : 0;
    for (Py_ssize_t i = 0; i < count; i++) is_chosen[best[i].number] = i < kept;
    PyMem_Free(room);
    return 0;
}

static PyObject *list_chosen(const Candidate *best, Py_ssize_t kept, Py_ssize_t count) {
    PyObject *is_chosen = PyList_New(count);
    for (Py_ssize_t i = 0; is_chosen && i < count; i++)
        PyList_SET_ITEM(is_chosen, best[i].number, Py_NewRef(i < kept ? Py_True : Py_False));
    return is_chosen;
}

PyObject *mark_best(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *scores, *lengths, *is_chosen = NULL;
    Wish wish;
    if (!PyArg_ParseTuple(args, "O!O!ddd", &PyList_Type, &scores, &PyList_Type, &lengths, &wish.weight,
                          &wish.least, &wish.together))
        return NULL;
    Py_ssize_t count = PyList_GET_SIZE(scores);
    if (PyList_GET_SIZE(lengths) != count) {
        PyErr_SetString(PyExc_ValueError, "each segment has a score and a length");
        return NULL;
    }
    Candidate *room = make_candidates(count);
    if (room == NULL) return NULL;
    if (read_candidates(room, scores, lengths, wish.least) == 0) {
        const Candidate *best = sort(room, room + count, count);
        is_chosen = list_chosen(best, count ? count_best(best, count, &wish) : 0, count);
    }
    PyMem_Free(room);
    return is_chosen;
}
