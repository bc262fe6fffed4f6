/* One page: the columns of its tree as plain numbers, its segments, what its head says. */
#include "kernel.h"

static void *note(Page *page, void *memory) {
    if (memory == NULL || page->taken_count == MAX_TAKEN) {
        PyMem_Free(memory);
        return PyErr_NoMemory();
    }
    return page->taken[page->taken_count++] = memory;
}

/* Return zeroed memory that free_page frees; NULL with an error set. */
void *take(Page *page, Py_ssize_t count, size_t size) {
    return note(page, PyMem_Calloc((size_t)count + 1, size));
}

/* The same, not zeroed: for what is filled to its end. */
void *take_unset(Page *page, Py_ssize_t count, size_t size) {
    if ((size_t)count > PY_SSIZE_T_MAX / size - 1) return PyErr_NoMemory();
    return note(page, PyMem_Malloc(((size_t)count + 1) * size));
}

/* Free some of it before that; NULL is nothing. */
void drop(Page *page, void *memory) {
    for (int i = page->taken_count - 1; memory && i >= 0; i--) {
        if (page->taken[i] != memory) continue;
        page->taken[i] = page->taken[--page->taken_count];
        PyMem_Free(memory);
        return;
    }
}

void free_page(Page *page) {
    PyObject *objects[] = {page->titles, page->about, page->kind, page->body, page->kept};
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) Py_XDECREF(objects[i]);
    PyMem_Free(page->written.bytes);
    PyMem_Free(page->spare.bytes);
    while (page->taken_count > 0) PyMem_Free(page->taken[--page->taken_count]);
}

/* ---- segments that Python gives ------------------------------------------------------------ */

static int get_number(PyObject *object, int32_t *number) {
    Py_ssize_t value = PyLong_AsSsize_t(object);
    if (value == -1 && PyErr_Occurred()) return -1;
    if (value < 0 || value > INT32_MAX / 2) {
        PyErr_SetString(PyExc_IndexError, "no such row");
        return -1;
    }
    *number = (int32_t)value;
    return 0;
}

static int add_rows(Segments *segments, PyObject *rows, int32_t *room) {
    int32_t begin = segments->begins[segments->count];
    if (!PyList_Check(rows) || PyList_GET_SIZE(rows) == 0) {
        PyErr_SetString(PyExc_ValueError, "a segment has a list of rows");
        return -1;
    }
    Py_ssize_t end = begin + PyList_GET_SIZE(rows);
    if (end > INT32_MAX / 4) return PyErr_NoMemory(), -1;
    if (end > *room) {
        int32_t *grown = PyMem_Realloc(segments->rows, (size_t)(2 * end + 256) * sizeof *grown);
        if (grown == NULL) return PyErr_NoMemory(), -1;
        segments->rows = grown;
        *room = (int32_t)(2 * end + 256);
    }
    for (Py_ssize_t i = 0; begin + i < end; i++)
        if (get_number(PyList_GET_ITEM(rows, i), segments->rows + begin + i) < 0) return -1;
    segments->begins[segments->count + 1] = segments->row_count = (int32_t)end;
    return 0;
}

static int add_segment(const Model *model, PyObject *segment, Segments *segments, int32_t *room) {
    PyObject *row = PyObject_GetAttr(segment, model->row_name);
    PyObject *rows = row ? PyObject_GetAttr(segment, model->rows_name) : NULL;
    int failed = rows == NULL || get_number(row, segments->blocks + segments->count) < 0 ||
                 add_rows(segments, rows, room) < 0;
    if (!failed) segments->count++;
    Py_XDECREF(row);
    Py_XDECREF(rows);
    return failed ? -1 : 0;
}

/* Read a list of segment.Segment; the caller frees what there is. */
int read_given_segments(const Model *model, PyObject *list, Segments *segments) {
    PyObject *all = PySequence_Tuple(list); /* attributes may run code that changes a list */
    if (all == NULL) return -1;
    size_t count = (size_t)PyTuple_GET_SIZE(all);
    int32_t room = 0;
    segments->blocks = PyMem_Calloc(count + 1, sizeof(int32_t));
    segments->begins = PyMem_Calloc(count + 2, sizeof(int32_t));
    int failed = !segments->blocks || !segments->begins;
    if (failed) PyErr_NoMemory();
    for (size_t i = 0; !failed && i < count; i++)
        failed = add_segment(model, PyTuple_GET_ITEM(all, (Py_ssize_t)i), segments, &room) < 0;
    Py_DECREF(all);
    return failed ? -1 : 0;
}

static int check_rows(const Page *page) {
    Py_ssize_t wrong = 0;
    for (Py_ssize_t i = 0; i < page->count; i++) wrong += page->segment_rows[i] >= page->row_count;
    for (Py_ssize_t i = 0; i < page->begins[page->count]; i++) wrong += page->rows[i] >= page->row_count;
    if (wrong) PyErr_SetString(PyExc_IndexError, "no such row");
    for (Py_ssize_t i = 0; !wrong && i < page->count; i++) {
        wrong = page->tag[page->segment_rows[i]] == TEXT_TAG;
        if (wrong) PyErr_SetString(PyExc_TypeError, "the block of a segment is an element");
    }
    return wrong ? -1 : 0;
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* Number the tags as the model knows them, and find the nearest <a> and <time> of each row. */
static void follow_parents(Page *page) {
    for (int32_t row = 0; row < page->row_count; row++) {
        int32_t parent = page->parent[row], kind = page->place[row]; /* dom's number of its tag */
        int32_t tag = page->tag[row] = kind < 0 ? -1 : page->known->tag_numbers[kind];
        page->link[row] = tag == LINK_TAG ? row : parent < 0 ? -1 : page->link[parent];
        page->time[row] = tag == TIME_TAG ? row : parent < 0 ? -1 : page->time[parent];
    }
}

static int read_rows(Page *page, PyObject *read_linked) {
    int32_t **columns[] = {&page->tag,   &page->parent, &page->depth,
                           &page->place, &page->link,   &page->time};
    page->row_count = page->known->api->count_rows(page->columns);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!(*columns[i] = take_unset(page, page->row_count, sizeof(int32_t)))) return -1;
    page->known->api->read_rows(page->columns, page->place, page->parent, page->depth);
    follow_parents(page);
    return read_linked ? find_signals(page, page->place, read_linked) : 0;
}

/* ---- signals ------------------------------------------------------------------------------- */

static PyObject *get_text(PyObject *signals, const char *name) {
    PyObject *text = PyObject_GetAttrString(signals, name);
    if (text == NULL || PyUnicode_CheckExact(text)) return text;
    PyErr_Format(PyExc_TypeError, "%s is a str", name);
    Py_DECREF(text);
    return NULL;
}

static int check_titles(PyObject *titles) {
    int is_right = PyTuple_CheckExact(titles);
    for (Py_ssize_t i = 0; is_right && i < PyTuple_GET_SIZE(titles); i++)
        is_right = PyUnicode_CheckExact(PyTuple_GET_ITEM(titles, i));
    if (!is_right) PyErr_SetString(PyExc_TypeError, "titles are a tuple of str");
    return is_right ? 0 : -1;
}

/* Note which of the types that the model knows are among *types*. */
int note_types(Page *page, PyObject *types) {
    PyObject *each = PyObject_GetIter(types), *type;
    while (each && (type = PyIter_Next(each))) {
        int word = PyUnicode_CheckExact(type) ? find_text(&page->known->type_words, type) : -1;
        if (word >= 0) page->has_type[page->known->types[word]] = 1;
        Py_DECREF(type);
    }
    Py_XDECREF(each);
    return PyErr_Occurred() ? -1 : 0;
}

/* Read signals.Signals. */
int read_signals(Page *page, PyObject *signals) {
    PyObject *types = PyObject_GetAttrString(signals, "types");
    int failed = types == NULL || note_types(page, types) < 0;
    Py_XDECREF(types);
    if (failed) return -1;
    if (!(page->titles = PyObject_GetAttrString(signals, "titles"))) return -1;
    if (check_titles(page->titles) < 0) return -1;
    return (page->about = get_text(signals, "about")) && (page->kind = get_text(signals, "kind")) &&
                   (page->body = get_text(signals, "body"))
               ? 0
               : -1;
}

/* Read a page. *signals* are signals.Signals, or what reads the linked data of a page: then they
 * are found here. */
int read_page(Page *page, PyObject *columns, const Segments *segments, PyObject *signals) {
    if (!PyObject_TypeCheck(columns, page->known->api->type)) {
        PyErr_SetString(PyExc_TypeError, "the columns of a tree are wanted");
        return -1;
    }
    page->columns = columns;
    page->segment_rows = segments->blocks;
    page->begins = segments->begins;
    page->rows = segments->rows;
    page->count = segments->count;
    if (!(page->kept = PyList_New(0))) return -1;
    int is_reader = PyCallable_Check(signals);
    if (!is_reader && read_signals(page, signals) < 0) return -1;
    return read_rows(page, is_reader ? signals : NULL) < 0 ? -1 : check_rows(page);
}
