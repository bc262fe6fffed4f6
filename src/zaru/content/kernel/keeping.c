/* From columns to the texts of the content in one call: segments, features, scores, choice. What
 * Python does with the same parts for a page that is explained or judged with others is
 * extraction.judge. */
#include "kernel.h"

typedef struct {
    Model *model;
    Stretches *found;
    const Segments *segments; /* of what was found */
    Written text; /* of one segment at a time */
    /* of each segment: what was thought, letters of the text, whether it is kept, the level of a heading */
    float *scores;
    int32_t *lengths;
    uint8_t *is_chosen, *levels;
    PyObject *numbers, *rows, *texts, *headings; /* lists, the first three of what is chosen */
    PyObject *kinds;                             /* a list: how probable each kind of pages is */
} Keeping;

/* Append what is owned, if it is there. */
static int append(PyObject *list, PyObject *item) {
    int failed = item == NULL || PyList_Append(list, item) < 0;
    Py_XDECREF(item);
    return failed ? -1 : 0;
}

/* Return the text of a segment. */
static PyObject *make_text(Keeping *all, int32_t number) {
    if (all->model->api->read_segment(all->found->columns, all->segments, number, &all->text) < 0) return NULL;
    return to_str((Slice){all->text.bytes, all->text.size});
}

static int add_chosen(Keeping *all, int32_t number) {
    return append(all->numbers, PyLong_FromLong(number)) < 0 ||
                   append(all->rows, PyLong_FromLong(all->segments->blocks[number])) < 0 ||
                   append(all->texts, make_text(all, number)) < 0
               ? -1
               : 0;
}

static int add_heading(Keeping *all, int32_t number, int32_t below) {
    PyObject *text = make_text(all, number);
    int32_t row = all->segments->blocks[number];
    return append(all->headings, text ? Py_BuildValue("(iiNi)", number, row, text, below) : NULL);
}

/* ---- headings between chosen texts: headings.add_headings ---------------------------------- */

/* Add the headings behind the chosen text before *begin* whose section begins with a chosen one. */
static int add_waiting(Keeping *all, int32_t begin) {
    int32_t end = begin, count = all->segments->count;
    while (end < count && !all->is_chosen[end] && all->levels[end]) end++;
    if (end == begin || end == count || !all->is_chosen[end]) return 0;
    int least = all->levels[end], failed = 0; /* a section that ends before any text has none */
    for (int32_t i = end - 1; !failed && i >= begin; i--) {
        int level = all->levels[i];
        if (least && level >= least) continue;
        least = level;
        failed = add_heading(all, i, all->segments->blocks[end]) < 0;
    }
    return failed ? -1 : 0;
}

static int list_chosen(Keeping *all) {
    for (int32_t i = 0; i < all->segments->count; i++) {
        if (all->is_chosen[i]) {
            if (add_chosen(all, i) < 0) return -1;
        } else if (i > 0 && all->is_chosen[i - 1] && add_waiting(all, i) < 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* Let the choice be one for this kind of page: page_kinds.adapt. */
static void adapt(Wish *wish, const Page *page) {
    const Model *known = page->known;
    double parted = 0;
    if (known->trees.looks == KIND_LOOKS) return;
    for (Py_ssize_t i = 0; i < known->trees.looks - KIND_LOOKS; i++) parted += known->is_parted[i] ? page->kinds[i] : 0;
    wish->weight *= 1 + parted;
    wish->together = 1 - parted;
}

/* Judge the segments. All that this needs is freed before some are chosen. */
static int judge(Keeping *all, PyObject *signals, Wish *wish) {
    Page page = {.known = all->model};
    size_t count = (size_t)all->segments->count;
    int is_read = measure_page(&page, all->found->columns, all->segments, signals) == 0;
    const float *scores = is_read ? score_page(&page, NULL) : NULL;
    if (scores) {
        memcpy(all->scores, scores, count * sizeof *scores);
        memcpy(all->lengths, page.letters, count * sizeof *page.letters);
        adapt(wish, &page);
        all->kinds = list_kinds(&page);
    }
    for (size_t i = 0; scores && i < count; i++) {
        int32_t tag = page.tag[all->segments->blocks[i]];
        all->levels[i] = tag < 0 ? 0 : (uint8_t)all->model->headings[tag];
    }
    free_page(&page);
    return scores && all->kinds ? 0 : -1;
}

static int choose_segments(Keeping *all, PyObject *signals, Wish wish) {
    Py_ssize_t count = all->segments->count;
    if (count == 0) return (all->kinds = PyList_New(0)) ? 0 : -1;
    all->is_chosen = PyMem_Malloc((size_t)count);
    all->levels = PyMem_Malloc((size_t)count);
    all->scores = PyMem_Malloc((size_t)count * sizeof *all->scores);
    all->lengths = PyMem_Malloc((size_t)count * sizeof *all->lengths);
    if (!all->is_chosen || !all->levels || !all->scores || !all->lengths) return PyErr_NoMemory(), -1;
    int failed = judge(all, signals, &wish) < 0 ||
                 mark_chosen(all->scores, all->lengths, count, &wish, all->is_chosen) < 0;
    return failed ? -1 : list_chosen(all);
}

/* keep(columns, block_tags, unread_tags, signals, weight, least): the segments; numbers, rows and texts of
 * those that are chosen; headings that may be, with the row of the text below them; how probable each kind
 * of pages is. */
PyObject *keep_best(Model *model, PyObject *args) {
    PyObject *columns, *block_tags, *unread_tags, *signals, *result = NULL;
    Wish wish = {0};
    if (!PyArg_ParseTuple(args, "O!OOOdd", model->api->type, &columns, &block_tags, &unread_tags, &signals,
                          &wish.weight, &wish.least))
        return NULL;
    Keeping all = {.model = model, .numbers = PyList_New(0), .rows = PyList_New(0), .texts = PyList_New(0),
                   .headings = PyList_New(0)};
    if (all.numbers && all.rows && all.texts && all.headings && (all.found = find_stretches(columns, block_tags, unread_tags))) {
        all.segments = &all.found->segments;
        if (choose_segments(&all, signals, wish) == 0)
            result = Py_BuildValue("(O(OOO)OO)", all.found, all.numbers, all.rows, all.texts, all.headings, all.kinds);
    }
    void *taken[] = {all.scores, all.lengths, all.is_chosen, all.levels, all.text.bytes};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) PyMem_Free(taken[i]);
    PyObject *made[] = {(PyObject *)all.found, all.numbers, all.rows, all.texts, all.headings, all.kinds};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) Py_XDECREF(made[i]);
    return result;
}
