/* From columns to the texts of the content in one call: segments, features, scores, choice. What
 * Python does with the same parts for a page that is explained or judged with others is
 * extraction.judge. */
#include "kernel.h"

typedef struct {
    Model *model;
    PyObject *columns;
    Segments segments;
    Written text; /* of one segment at a time */
    uint8_t *is_chosen;
    PyObject *kept, *headings;
} Keeping;

/* Read the text of a segment. */
static int read_text(Keeping *all, int32_t number) {
    all->text.size = 0;
    return all->model->api->read_segment(all->columns, &all->segments, number, &all->text);
}

static int measure_texts(Keeping *all, double *lengths) {
    for (int32_t i = 0; i < all->segments.count; i++) {
        if (read_text(all, i) < 0) return -1;
        lengths[i] = (double)count_letters(all->text.bytes, (size_t)all->text.size);
    }
    return 0;
}

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

/* Add a segment as (number, row, rows, text), with one more item if *more* is not NULL. */
static int add_segment(Keeping *all, PyObject *list, int32_t number, PyObject *more) {
    PyObject *rows = read_text(all, number) < 0 ? NULL : list_rows(all, number);
    PyObject *text = rows ? to_str((Slice){all->text.bytes, all->text.size}) : NULL;
    const char *form = more ? "(iiOOO)" : "(iiOO)";
    PyObject *item = text ? Py_BuildValue(form, number, all->segments.blocks[number], rows, text, more) : NULL;
    int failed = item == NULL || PyList_Append(list, item) < 0;
    Py_XDECREF(rows);
    Py_XDECREF(text);
    Py_XDECREF(item);
    return failed ? -1 : 0;
}

/* ---- headings between chosen texts: headings.add_headings ---------------------------------- */

static int level_of(const Keeping *all, const Page *page, int32_t number) {
    int32_t tag = page->tag[all->segments.blocks[number]];
    return tag < 0 ? 0 : all->model->headings[tag];
}

/* Add the headings behind the chosen text before *begin* whose section begins with a chosen one. */
static int add_waiting(Keeping *all, const Page *page, int32_t begin) {
    int32_t end = begin, count = all->segments.count;
    while (end < count && !all->is_chosen[end] && level_of(all, page, end)) end++;
    if (end == begin || end == count || !all->is_chosen[end]) return 0;
    PyObject *row = PyLong_FromLong(all->segments.blocks[end]);
    int least = level_of(all, page, end), failed = row == NULL; /* a section that ends before any text has none */
    for (int32_t i = end - 1; !failed && i >= begin; i--) {
        int level = level_of(all, page, i);
        if (least && level >= least) continue;
        least = level;
        failed = add_segment(all, all->headings, i, row) < 0;
    }
    Py_XDECREF(row);
    return failed ? -1 : 0;
}

static int list_chosen(Keeping *all, const Page *page) {
    for (int32_t i = 0; i < all->segments.count; i++) {
        if (all->is_chosen[i]) {
            if (add_segment(all, all->kept, i, NULL) < 0) return -1;
        } else if (i > 0 && all->is_chosen[i - 1] && add_waiting(all, page, i) < 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- all of it ----------------------------------------------------------------------------- */

static int judge(Keeping *all, PyObject *signals, double weight, double least) {
    Page page = {.known = all->model};
    Py_ssize_t count = all->segments.count;
    float *matrix = make_matrix(&page, all->columns, &all->segments, signals);
    float *scores = matrix ? take(&page, count, sizeof(float)) : NULL;
    double *lengths = scores ? take(&page, count, sizeof(double)) : NULL;
    all->is_chosen = lengths ? take(&page, count, 1) : NULL;
    int failed = all->is_chosen == NULL || measure_texts(all, lengths) < 0;
    if (!failed) score_segments(&all->model->trees, matrix, count, scores);
    failed = failed || mark_chosen(scores, lengths, count, weight, least, all->is_chosen) < 0 ||
             list_chosen(all, &page) < 0;
    free_page(&page);
    return failed ? -1 : 0;
}

/* keep(columns, block_tags, unread_tags, signals, weight, least): the chosen segments, each number,
 * row, rows and text; and headings that may be chosen, with the row of the text below them. */
PyObject *keep_best(Model *model, PyObject *args) {
    PyObject *columns, *block_tags, *unread_tags, *signals, *result = NULL;
    double weight, least;
    if (!PyArg_ParseTuple(args, "O!OOOdd", model->api->type, &columns, &block_tags, &unread_tags, &signals,
                          &weight, &least))
        return NULL;
    Keeping all = {.model = model, .columns = columns, .kept = PyList_New(0), .headings = PyList_New(0)};
    if (all.kept && all.headings &&
        model->api->find_segments(columns, block_tags, unread_tags, &all.segments) == 0 &&
        (all.segments.count == 0 || judge(&all, signals, weight, least) == 0))
        result = PyTuple_Pack(2, all.kept, all.headings);
    model->api->free_segments(&all.segments);
    PyMem_Free(all.text.bytes);
    Py_XDECREF(all.kept);
    Py_XDECREF(all.headings);
    return result;
}
