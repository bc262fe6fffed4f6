/* From columns to the texts of the content in one call: segments, features, scores, choice. What
 * Python does with the same parts for a page that is explained or judged with others is
 * extraction.judge. */
#include "kernel.h"

typedef struct {
    Model *model;
    PyObject *columns;
    Segments segments;
    Written text; /* of one segment at a time */
    uint8_t *is_chosen, *levels; /* of each segment; of headings */
    PyObject *kept, *headings, *kinds;
} Keeping;

static PyObject *list_rows(const Keeping *all, int32_t number) {
    int32_t begin = all->segments.begins[number], count = all->segments.begins[number + 1] - begin;
    PyObject *rows = PyList_New(count);
    for (int32_t i = 0; rows && i < count; i++) {
        PyObject *row = PyLong_FromLong(all->segments.rows[begin + i]);
        if (row == NULL) Py_CLEAR(rows);
        else PyList_SET_ITEM(rows, i, row);
    }
    return rows;
}

/* Return the span of a segment, None where Python has to find it. */
static PyObject *make_span(const Keeping *all, int32_t number) {
    int32_t start, size;
    if (!all->model->api->find_span(all->columns, &all->segments, number, &start, &size)) Py_RETURN_NONE;
    return Py_BuildValue("(ii)", start, size);
}

/* Add a segment as (number, row, rows, text, span), with one more item if *more* is not NULL. */
static int add_segment(Keeping *all, PyObject *list, int32_t number, PyObject *more) {
    int is_read = all->model->api->read_segment(all->columns, &all->segments, number, &all->text) == 0;
    PyObject *rows = is_read ? list_rows(all, number) : NULL;
    PyObject *text = rows ? to_str((Slice){all->text.bytes, all->text.size}) : NULL;
    PyObject *span = text ? make_span(all, number) : NULL, *item = NULL;
    const char *form = more ? "(iiOOOO)" : "(iiOOO)";
    if (span) item = Py_BuildValue(form, number, all->segments.blocks[number], rows, text, span, more);
    int failed = item == NULL || PyList_Append(list, item) < 0;
    Py_XDECREF(rows);
    Py_XDECREF(text);
    Py_XDECREF(span);
    Py_XDECREF(item);
    return failed ? -1 : 0;
}

/* ---- headings between chosen texts: headings.add_headings ---------------------------------- */

/* Add the headings behind the chosen text before *begin* whose section begins with a chosen one. */
static int add_waiting(Keeping *all, int32_t begin) {
    int32_t end = begin, count = all->segments.count;
    while (end < count && !all->is_chosen[end] && all->levels[end]) end++;
    if (end == begin || end == count || !all->is_chosen[end]) return 0;
    PyObject *row = PyLong_FromLong(all->segments.blocks[end]);
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
    for (int32_t i = 0; i < all->segments.count; i++) {
        if (all->is_chosen[i]) {
            if (add_segment(all, all->kept, i, NULL) < 0) return -1;
        } else if (i > 0 && all->is_chosen[i - 1] && add_waiting(all, i) < 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* Let the choice be one for this kind of page: page_kinds.adapt. */
static void adapt(Wish *wish, const Page *page) {
    double parted = 0;
    for (Py_ssize_t i = 0; i < page->known->trees.looks - KIND_LOOKS; i++)
        if (page->known->is_parted[i]) parted += page->kinds[i];
    wish->weight *= 1 + parted;
    wish->together = 1 - parted;
}

/* Judge the segments. All that this needs is freed before the texts of what is chosen are made. */
static int judge(Keeping *all, PyObject *signals, Wish wish) {
    Page page = {.known = all->model};
    Py_ssize_t count = all->segments.count;
    int is_read = measure_page(&page, all->columns, &all->segments, signals) == 0;
    float *scores = is_read ? score_page(&page, NULL) : NULL;
    if (scores && all->model->trees.looks > KIND_LOOKS) adapt(&wish, &page);
    int failed = scores == NULL || !(all->kinds = list_kinds(&page)) ||
                 mark_chosen(scores, page.letters, count, &wish, all->is_chosen) < 0;
    for (Py_ssize_t i = 0; !failed && i < count; i++) {
        int32_t tag = page.tag[all->segments.blocks[i]];
        all->levels[i] = tag < 0 ? 0 : (uint8_t)all->model->headings[tag];
    }
    free_page(&page);
    return failed ? -1 : 0;
}

static int choose_segments(Keeping *all, PyObject *signals, Wish wish) {
    size_t count = (size_t)all->segments.count;
    if (count == 0) return (all->kinds = PyList_New(0)) ? 0 : -1;
    all->is_chosen = PyMem_Malloc(count);
    all->levels = PyMem_Malloc(count);
    if (!all->is_chosen || !all->levels) return PyErr_NoMemory(), -1;
    return judge(all, signals, wish) < 0 ? -1 : list_chosen(all);
}

/* keep(columns, block_tags, unread_tags, signals, weight, least): the chosen segments, each number,
 * row, rows, text and span; headings that may be chosen, with the row of the text below them; how probable
 * each kind of pages is. */
PyObject *keep_best(Model *model, PyObject *args) {
    PyObject *columns, *block_tags, *unread_tags, *signals, *result = NULL;
    Wish wish = {0};
    if (!PyArg_ParseTuple(args, "O!OOOdd", model->api->type, &columns, &block_tags, &unread_tags, &signals,
                          &wish.weight, &wish.least))
        return NULL;
    Keeping all = {.model = model, .columns = columns, .kept = PyList_New(0), .headings = PyList_New(0)};
    if (all.kept && all.headings &&
        model->api->find_segments(columns, block_tags, unread_tags, &all.segments) == 0 &&
        choose_segments(&all, signals, wish) == 0)
        result = PyTuple_Pack(3, all.kept, all.headings, all.kinds);
    model->api->free_segments(&all.segments);
    PyMem_Free(all.is_chosen);
    PyMem_Free(all.levels);
    PyMem_Free(all.text.bytes);
    Py_XDECREF(all.kept);
    Py_XDECREF(all.headings);
    Py_XDECREF(all.kinds);
    return result;
}
