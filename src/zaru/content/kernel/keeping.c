/* From columns to the texts of the content in one call: segments, features, scores, choice. What
 * Python does with the same parts for a page that is explained or judged with others is
 * extraction.judge. */
#include "kernel.h"

typedef struct {
    Model *model;
    Stretches *found;
    const Segments *segments; /* of what was found */
    Written text; /* of one segment at a time */
    uint8_t *is_chosen, *levels; /* of each segment; of headings */
    PyObject *kept, *headings;
} Keeping;

/* Add a segment as (number, row, text), with one more item if *more* is not NULL. */
static int add_segment(Keeping *all, PyObject *list, int32_t number, PyObject *more) {
    int is_read = all->model->api->read_segment(all->found->columns, all->segments, number, &all->text) == 0;
    PyObject *text = is_read ? to_str((Slice){all->text.bytes, all->text.size}) : NULL, *item = NULL;
    const char *form = more ? "(iiOO)" : "(iiO)";
    if (text) item = Py_BuildValue(form, number, all->segments->blocks[number], text, more);
    int failed = item == NULL || PyList_Append(list, item) < 0;
    Py_XDECREF(text);
    Py_XDECREF(item);
    return failed ? -1 : 0;
}

/* ---- headings between chosen texts: headings.add_headings ---------------------------------- */

/* Add the headings behind the chosen text before *begin* whose section begins with a chosen one. */
static int add_waiting(Keeping *all, int32_t begin) {
    int32_t end = begin, count = all->segments->count;
    while (end < count && !all->is_chosen[end] && all->levels[end]) end++;
    if (end == begin || end == count || !all->is_chosen[end]) return 0;
    PyObject *row = PyLong_FromLong(all->segments->blocks[end]);
    int least = all->levels[end], failed = row == NULL; /* a section that ends before any text has none */
    for (int32_t i = end - 1; !failed && i >= begin; i--) {
        int level = all->levels[i];
        if (least && level >= least) continue;
        least = level;
        failed = add_segment(all, all->headings, i, row) < 0;
    }
    Py_XDECREF(row);
    return failed ? -1 : 0;
}

static int list_chosen(Keeping *all) {
    for (int32_t i = 0; i < all->segments->count; i++) {
        if (all->is_chosen[i]) {
            if (add_segment(all, all->kept, i, NULL) < 0) return -1;
        } else if (i > 0 && all->is_chosen[i - 1] && add_waiting(all, i) < 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* Judge the segments. All that this needs is freed before the texts of what is chosen are made. */
static int judge(Keeping *all, PyObject *signals, double weight, double least) {
    Page page = {.known = all->model};
    Py_ssize_t count = all->segments->count;
    int is_read = measure_page(&page, all->found->columns, all->segments, signals) == 0;
    float *scores = is_read ? score_page(&page, NULL) : NULL;
    int failed = scores == NULL || mark_chosen(scores, page.letters, count, weight, least, all->is_chosen) < 0;
    for (Py_ssize_t i = 0; !failed && i < count; i++) {
        int32_t tag = page.tag[all->segments->blocks[i]];
        all->levels[i] = tag < 0 ? 0 : (uint8_t)all->model->headings[tag];
    }
    free_page(&page);
    return failed ? -1 : 0;
}

static int choose_segments(Keeping *all, PyObject *signals, double weight, double least) {
    size_t count = (size_t)all->segments->count;
    if (count == 0) return 0;
    all->is_chosen = PyMem_Malloc(count);
    all->levels = PyMem_Malloc(count);
    if (!all->is_chosen || !all->levels) return PyErr_NoMemory(), -1;
    return judge(all, signals, weight, least) < 0 ? -1 : list_chosen(all);
}

/* keep(columns, block_tags, unread_tags, signals, weight, least): the segments; of those that are
 * chosen number, row and text; and headings that may be chosen, with the row of the text below them. */
PyObject *keep_best(Model *model, PyObject *args) {
    PyObject *columns, *block_tags, *unread_tags, *signals, *result = NULL;
    double weight, least;
    if (!PyArg_ParseTuple(args, "O!OOOdd", model->api->type, &columns, &block_tags, &unread_tags, &signals,
                          &weight, &least))
        return NULL;
    Keeping all = {.model = model, .kept = PyList_New(0), .headings = PyList_New(0)};
    if (all.kept && all.headings && (all.found = find_stretches(columns, block_tags, unread_tags))) {
        all.segments = &all.found->segments;
        if (choose_segments(&all, signals, weight, least) == 0)
            result = PyTuple_Pack(3, all.found, all.kept, all.headings);
    }
    PyMem_Free(all.is_chosen);
    PyMem_Free(all.levels);
    PyMem_Free(all.text.bytes);
    Py_XDECREF(all.found);
    Py_XDECREF(all.kept);
    Py_XDECREF(all.headings);
    return result;
}
