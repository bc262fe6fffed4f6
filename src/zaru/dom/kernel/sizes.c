/* How much text rows hold, and the lines that a reader sees. columns.py is the reference. */
#include "columns.h"

#include <string.h>

/* Find the text of a run, or write it to *spare*. */
static int read_run(Columns *columns, int32_t row, Written *spare, Slice *run) {
    if (columns->values[row] == NULL && find_text((PyObject *)columns, row, run)) return 0;
    spare->size = 0;
    if (make_room(spare, 1) < 0 || write_text((PyObject *)columns, row, spare) < 0) return -1;
    *run = (Slice){spare->bytes, spare->size};
    return 0;
}

/* ---- sizes --------------------------------------------------------------------------------- */

/* Return the number of characters that are not white space. */
static int32_t count_seen(Slice run) {
    int32_t count = 0;
    for (const byte *at = run.bytes, *end = at + run.size; at < end;) {
        uint32_t letter = next_letter(&at); /* the macro may read it twice */
        count += !Py_UNICODE_ISSPACE(letter);
    }
    return count;
}

static int is_link(Columns *columns, int32_t row) {
    static const AttributeName HREF = ATTRIBUTE_NAME("href");
    const Node *own = columns->document.nodes + row;
    if (own->tag != TAG_A || own->space != SPACE_HTML) return 0;
    for (int32_t i = 0; i < count_attributes((PyObject *)columns, row); i++) {
        int name = find_name((PyObject *)columns, row, i, &HREF, 1);
        if (name <= 0) return name < 0 ? -1 : 1;
    }
    return 0;
}

static int append_sum(PyObject *list, Py_ssize_t place, int32_t sum) {
    PyObject *number = PyLong_FromLong(sum);
    if (number) PyList_SET_ITEM(list, place, number);
    return number ? 0 : -1;
}

/* Fill the sums before each row: of all characters, and of those in links. */
static int fill_sums(Columns *columns, const TagSet *unread, PyObject *chars, PyObject *linked) {
    const int32_t *depths = columns->document.depths;
    int32_t sums[2] = {0, 0}, left_out = INT32_MAX, link = INT32_MAX; /* the depths of what rows are in */
    Written spare = {NULL, 0, 0};
    int failed = 0;
    for (int32_t row = 0; !failed && row < columns->document.count; row++) {
        failed = append_sum(chars, row, sums[0]) < 0 || append_sum(linked, row, sums[1]) < 0;
        if (depths[row] <= left_out) left_out = INT32_MAX;
        if (depths[row] <= link) link = INT32_MAX;
        if (!is_text_row(columns, row)) {
            int is_unread = has_tag(columns, unread, row), has_link = link < INT32_MAX ? 0 : is_link(columns, row);
            failed = failed || is_unread < 0 || has_link < 0;
            if (is_unread > 0 && left_out == INT32_MAX) left_out = depths[row];
            if (has_link > 0) link = depths[row];
        } else if (left_out == INT32_MAX) {
            Slice run = {NULL, 0};
            failed = failed || read_run(columns, row, &spare, &run) < 0;
            int32_t size = failed ? 0 : count_seen(run);
            sums[0] += size;
            if (link < INT32_MAX) sums[1] += size;
        }
    }
    PyMem_Free(spare.bytes);
    Py_ssize_t last = columns->document.count;
    return failed || append_sum(chars, last, sums[0]) < 0 || append_sum(linked, last, sums[1]) < 0 ? -1 : 0;
}

/* sizes(unread_tags): the characters before each row and behind the last, and those in links. */
PyObject *columns_sizes(Columns *self, PyObject *tags) {
    TagSet unread;
    Py_ssize_t count = (Py_ssize_t)self->document.count + 1;
    PyObject *chars = read_tag_set(tags, &unread) == 0 ? PyList_New(count) : NULL, *linked = chars ? PyList_New(count) : NULL;
    PyObject *both = linked && fill_sums(self, &unread, chars, linked) == 0 ? PyTuple_Pack(2, chars, linked) : NULL;
    Py_XDECREF(chars);
    Py_XDECREF(linked);
    return both;
}

/* ---- lines --------------------------------------------------------------------------------- */

typedef struct {
    Columns *columns;
    TagSet blocks;
    PyObject *chars, *lines;
    Written spare, text, spaced; /* of the line, as the page has it and with a blank between its runs */
    int32_t start, end;          /* of the line; NONE: none is open */
    int32_t block;
    int is_left; /* rows behind the block were met */
    Py_ssize_t text_size, spaced_size; /* up to its last run with more than white space */
    int32_t runs;
} Lining;

/* Say whether a row has characters that are read and not white; -1 with an error set. */
static int is_seen(const Lining *all, int32_t row) {
    long before = PyLong_AsLong(PyList_GET_ITEM(all->chars, row));
    long behind = PyLong_AsLong(PyList_GET_ITEM(all->chars, row + 1));
    return (before == -1 || behind == -1) && PyErr_Occurred() ? -1 : before < behind;
}

/* Return what a text says in one line. */
static PyObject *make_line(Written *text, Py_ssize_t size) {
    text->size = size;
    collapse_white(text, 0);
    return PyUnicode_DecodeUTF8((const char *)text->bytes, text->size, "surrogatepass");
}

static int close_line(Lining *all) {
    if (all->start == NONE) return 0;
    PyObject *text = make_line(&all->text, all->text_size);
    PyObject *spaced = text == NULL ? NULL : all->runs > 1 ? make_line(&all->spaced, all->spaced_size) : Py_NewRef(text);
    PyObject *line = spaced ? Py_BuildValue("(iiiOO)", all->start, all->end, all->block, text, spaced) : NULL;
    int failed = line == NULL || PyList_Append(all->lines, line) < 0;
    Py_XDECREF(text);
    Py_XDECREF(spaced);
    Py_XDECREF(line);
    all->start = NONE;
    return failed ? -1 : 0;
}

static int append(Written *text, Slice run) {
    if (make_room(text, run.size + 1) < 0) return -1;
    memcpy(text->bytes + text->size, run.bytes, (size_t)run.size);
    text->size += run.size;
    return 0;
}

static int is_white_run(Slice run) { return run.size > 0 && count_seen(run) == 0; }

/* Add a text run to the open line, or begin one with it; white space is a part of an open one only. */
static int add_run_to_line(Lining *all, int32_t row, int has_seen) {
    Slice run;
    if (!has_seen && all->start == NONE) return 0;
    if (read_run(all->columns, row, &all->spare, &run) < 0) return -1;
    if (!has_seen && !is_white_run(run)) return 0;
    if (all->start == NONE) {
        all->start = row;
        all->runs = all->is_left = 0;
        all->text.size = all->spaced.size = 0;
    } else {
        all->spaced.bytes[all->spaced.size++] = ' '; /* `append` has made room */
    }
    if (append(&all->text, run) < 0 || append(&all->spaced, run) < 0) return -1;
    all->runs++;
    if (!has_seen) return 0;
    all->end = row + 1;
    all->text_size = all->text.size;
    all->spaced_size = all->spaced.size;
    return 0;
}

/* Find the nearest block above a row, else the root; -2 with an error set. */
static int32_t find_block(const Lining *all, int32_t row) {
    int has = 0;
    for (row = all->columns->document.nodes[row].parent; row > 0; row = all->columns->document.nodes[row].parent)
        if ((has = has_tag(all->columns, &all->blocks, row))) break;
    return has < 0 ? -2 : row;
}

static int add_row(Lining *all, int32_t row) {
    const Node *own = all->columns->document.nodes + row;
    const int32_t *depths = all->columns->document.depths;
    if (all->start != NONE && depths[row] <= depths[all->block]) all->is_left = 1;
    if (own->tag != TAG_TEXT) {
        int parts = own->tag == TAG_BR && own->space == SPACE_HTML ? 1 : has_tag(all->columns, &all->blocks, row);
        return parts < 0 ? -1 : parts ? close_line(all) : 0;
    }
    int has_seen = is_seen(all, row);
    if (has_seen < 0 || (has_seen && all->is_left && close_line(all) < 0)) return -1;
    if (has_seen && all->start == NONE && (all->block = find_block(all, row)) == -2) return -1;
    return add_run_to_line(all, row, has_seen);
}

/* lines(chars, block_tags): the first row of each line and the one behind its last, its block and its texts. */
PyObject *columns_lines(Columns *self, PyObject *const *args, Py_ssize_t count) {
    if (count != 2 || !PyList_Check(args[0]) || PyList_GET_SIZE(args[0]) != (Py_ssize_t)self->document.count + 1)
        return PyErr_Format(PyExc_TypeError, "the characters before each row and a set of tags are wanted");
    Lining all = {.columns = self, .chars = args[0], .start = NONE};
    all.lines = read_tag_set(args[1], &all.blocks) == 0 ? PyList_New(0) : NULL;
    for (int32_t row = 0; all.lines && row < self->document.count; row++)
        if (add_row(&all, row) < 0) Py_CLEAR(all.lines);
    if (all.lines && close_line(&all) < 0) Py_CLEAR(all.lines);
    PyMem_Free(all.spare.bytes);
    PyMem_Free(all.text.bytes);
    PyMem_Free(all.spaced.bytes);
    return all.lines;
}
