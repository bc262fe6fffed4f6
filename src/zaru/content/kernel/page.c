/* One page: the columns of its tree as plain numbers, its segments, what its head says. */
#include "kernel.h"

/* Return zeroed memory that free_page frees; NULL with an error set. */
void *take(Page *page, Py_ssize_t count, size_t size) {
    void *memory = NULL;
    if (page->taken_count < MAX_TAKEN) memory = PyMem_Calloc((size_t)count + 1, size);
    if (memory == NULL) return PyErr_NoMemory();
    page->taken[page->taken_count++] = memory;
    return memory;
}

void free_page(Page *page) {
    PyObject *objects[] = {page->tags, page->values, page->titles, page->about,
                           page->kind, page->body,   page->names,  page->copies};
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) Py_XDECREF(objects[i]);
    for (Py_ssize_t i = 0; page->texts && i < page->count; i++) Py_XDECREF(page->texts[i]);
    while (page->taken_count > 0) PyMem_Free(page->taken[--page->taken_count]);
    PyMem_Free(page->rows); /* not taken: it grows */
}

static int get_number(PyObject *object, int32_t *number) {
    Py_ssize_t value = PyLong_AsSsize_t(object);
    if (value == -1 && PyErr_Occurred()) return -1;
    if (value < -1 || value > INT32_MAX / 2) {
        PyErr_SetString(PyExc_IndexError, "no such row");
        return -1;
    }
    *number = (int32_t)value;
    return 0;
}

/* ---- segments ------------------------------------------------------------------------------ */

static int add_rows(Page *page, Py_ssize_t number, PyObject *rows, Py_ssize_t *room) {
    int32_t begin = page->begins[number];
    if (!PyList_Check(rows) || PyList_GET_SIZE(rows) == 0) {
        PyErr_SetString(PyExc_ValueError, "a segment has a list of rows");
        return -1;
    }
    Py_ssize_t size = PyList_GET_SIZE(rows), end = begin + size;
    if (end > INT32_MAX / 2) return PyErr_NoMemory(), -1;
    if (end > *room) {
        *room = 2 * end + 256;
        int32_t *grown = PyMem_Realloc(page->rows, (size_t)*room * sizeof *grown);
        if (grown == NULL) return PyErr_NoMemory(), -1;
        page->rows = grown;
    }
    for (Py_ssize_t i = 0; i < size; i++)
        if (get_number(PyList_GET_ITEM(rows, i), &page->rows[begin + i]) < 0) return -1;
    page->begins[number + 1] = (int32_t)end;
    return 0;
}

static int read_segment(Page *page, Py_ssize_t number, PyObject *segment, Py_ssize_t *room) {
    PyObject *row = PyObject_GetAttr(segment, page->known->row_name);
    PyObject *rows = row ? PyObject_GetAttr(segment, page->known->rows_name) : NULL;
    int failed = rows == NULL || get_number(row, &page->segment_rows[number]) < 0 ||
                 add_rows(page, number, rows, room) < 0;
    Py_XDECREF(row);
    Py_XDECREF(rows);
    return failed ? -1 : 0;
}

static int read_segments(Page *page, PyObject *segments) {
    PyObject *all = PySequence_Tuple(segments); /* attributes may run code that changes a list */
    if (all == NULL) return -1;
    Py_ssize_t room = 0, count = PyTuple_GET_SIZE(all);
    page->segment_rows = take(page, count, sizeof(int32_t));
    page->begins = page->segment_rows ? take(page, count + 1, sizeof(int32_t)) : NULL;
    int failed = page->begins == NULL;
    for (Py_ssize_t i = 0; !failed && i < count; i++)
        failed = read_segment(page, i, PyTuple_GET_ITEM(all, i), &room) < 0;
    page->count = count;
    Py_DECREF(all);
    return failed ? -1 : 0;
}

static int check_rows(const Page *page) {
    Py_ssize_t wrong = 0;
    for (Py_ssize_t i = 0; i < page->count; i++)
        wrong += page->segment_rows[i] < 0 || page->segment_rows[i] >= page->row_count;
    for (Py_ssize_t i = 0; i < page->begins[page->count]; i++)
        wrong += page->rows[i] < 0 || page->rows[i] >= page->row_count;
    if (wrong) PyErr_SetString(PyExc_IndexError, "no such row");
    return wrong ? -1 : 0;
}

/* ---- rows ---------------------------------------------------------------------------------- */

static int read_tag(Page *page, int32_t row, PyObject *text_tag) {
    PyObject *tag = PyList_GET_ITEM(page->tags, row);
    if (!PyUnicode_CheckExact(tag)) {
        PyErr_SetString(PyExc_TypeError, "a tag is a str");
        return -1;
    }
    page->tag[row] = tag == text_tag ? TEXT_TAG : find_text(&page->known->tag_words, tag);
    return 0;
}

static int read_tags(Page *page) {
    PyObject *text_tag = NULL; /* text runs share one str */
    for (int32_t row = 0; row < page->row_count; row++) {
        if (row + AHEAD < page->row_count) fetch(PyList_GET_ITEM(page->tags, row + AHEAD));
        if (read_tag(page, row, text_tag) < 0) return -1;
        if (page->tag[row] == TEXT_TAG) text_tag = PyList_GET_ITEM(page->tags, row);
    }
    return 0;
}

static int read_numbers(PyObject *list, int32_t *column, Py_ssize_t count) {
    for (Py_ssize_t row = 0; row < count; row++)
        if (get_number(PyList_GET_ITEM(list, row), column + row) < 0) return -1;
    return 0;
}

/* Check that rows stand behind their parents, and find the nearest <a> and <time> of each. */
static int follow_parents(Page *page) {
    for (int32_t row = 0; row < page->row_count; row++) {
        int32_t parent = page->parent[row], tag = page->tag[row];
        if (parent >= row || (parent < 0 && row > 0)) {
            PyErr_SetString(PyExc_ValueError, "a row's parent comes before it");
            return -1;
        }
        page->link[row] = tag == LINK_TAG ? row : parent < 0 ? -1 : page->link[parent];
        page->time[row] = tag == TIME_TAG ? row : parent < 0 ? -1 : page->time[parent];
    }
    return 0;
}

static PyObject *get_list(PyObject *tree, const char *name) {
    PyObject *list = PyObject_GetAttrString(tree, name);
    if (list == NULL || PyList_Check(list)) return list;
    PyErr_Format(PyExc_TypeError, "%s of a tree are a list", name);
    Py_DECREF(list);
    return NULL;
}

static int take_rows(Page *page) {
    int32_t **columns[] = {&page->tag,   &page->parent, &page->depth,
                           &page->place, &page->link,   &page->time};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!(*columns[i] = take(page, page->row_count, sizeof(int32_t)))) return -1;
    return 0;
}

static int read_columns(Page *page, PyObject *parents, PyObject *depths) {
    page->row_count = PyList_GET_SIZE(page->tags);
    if (PyList_GET_SIZE(parents) != page->row_count ||
        PyList_GET_SIZE(depths) != page->row_count ||
        PyList_GET_SIZE(page->values) != page->row_count || page->row_count > INT32_MAX / 2) {
        PyErr_SetString(PyExc_ValueError, "the columns of a tree have one length");
        return -1;
    }
    return take_rows(page) < 0 || read_tags(page) < 0 ||
                   read_numbers(parents, page->parent, page->row_count) < 0 ||
                   read_numbers(depths, page->depth, page->row_count) < 0
               ? -1
               : follow_parents(page);
}

static int read_tree(Page *page, PyObject *tree) {
    page->tags = get_list(tree, "tags");
    page->values = page->tags ? get_list(tree, "values") : NULL;
    PyObject *parents = page->values ? get_list(tree, "parents") : NULL;
    PyObject *depths = parents ? get_list(tree, "depths") : NULL;
    int failed = depths == NULL || read_columns(page, parents, depths) < 0;
    Py_XDECREF(parents);
    Py_XDECREF(depths);
    return failed ? -1 : 0;
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

static int read_types(Page *page, PyObject *signals) {
    PyObject *types = PyObject_GetAttrString(signals, "types"), *type;
    PyObject *each = types ? PyObject_GetIter(types) : NULL;
    while (each && (type = PyIter_Next(each))) {
        int word = PyUnicode_CheckExact(type) ? find_text(&page->known->type_words, type) : -1;
        if (word >= 0) page->has_type[page->known->types[word]] = 1;
        Py_DECREF(type);
    }
    Py_XDECREF(types);
    Py_XDECREF(each);
    return PyErr_Occurred() ? -1 : 0;
}

static int read_signals(Page *page, PyObject *signals) {
    if (read_types(page, signals) < 0) return -1;
    if (!(page->titles = PyObject_GetAttrString(signals, "titles"))) return -1;
    if (check_titles(page->titles) < 0) return -1;
    return (page->about = get_text(signals, "about")) && (page->kind = get_text(signals, "kind")) &&
                   (page->body = get_text(signals, "body"))
               ? 0
               : -1;
}

int read_page(Page *page, PyObject *tree, PyObject *segments, PyObject *signals) {
    page->names = PyDict_New();
    page->copies = PyDict_New();
    if (page->names == NULL || page->copies == NULL) return -1;
    if (read_signals(page, signals) < 0 || read_segments(page, segments) < 0) return -1;
    /* From here on no code of others runs. */
    return read_tree(page, tree) < 0 ? -1 : check_rows(page);
}
