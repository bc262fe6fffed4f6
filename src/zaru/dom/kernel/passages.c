/* Passages: running text as a splitter of sentences wants it. corpus.sentences.passages is the reference. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 0x2028, SOFT_HYPHEN = 0xAD }; /* stands for <br>; says where a word may be broken */

/* The passages of one page that are being read. */
typedef struct {
    Columns *columns;
    PyObject *hidden; /* rows that no reader sees: a frozenset; NULL for none */
    TagSet ruby_tags, unseen_tags;
    int skips_ascii;
    uint8_t *is_ruby; /* of each row; NULL: there is none */
    int32_t *starts, start_count; /* the bytes at which texts begin that readers see; NULL until they are asked for */
    int32_t *rows, count; /* of the segment */
    Py_UCS4 *letters; /* of the passage: its joined texts, then these with their white space collapsed */
    Py_ssize_t size, room;
    PyObject *first, *as_it_is; /* (0,) and ((0,), (0,)), which most passages have */
    PyObject *found;
} Passages;

/* ---- white space ----------------------------------------------------------------------------- */

static int is_blank(Py_UCS4 letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r' && letter != '\v') || letter == LINE || letter == SOFT_HYPHEN;
}

/* Say whether a character is written without blanks beside it: text.japanese.WIDE. */
static int is_wide(Py_UCS4 letter) {
    if (letter >= 0x3000) {
        return letter <= 0x9FFF || (letter >= 0xF900 && letter <= 0xFAFF) || (letter >= 0xFF01 && letter <= 0xFFEF) ||
               (letter >= 0x20000 && letter <= 0x3FFFF);
    }
    switch (letter) {
    case 0x2015: case 0x2018: case 0x2019: case 0x201C: case 0x201D: case 0x2025: case 0x2026: case 0x2192: case 0x2193:
    case 0x25A0: case 0x25A1: case 0x25CB: case 0x25CE: case 0x25CF: case 0x2605: case 0x2606: return 1;
    default: return 0;
    }
}

/* Return what the white space from *begin* to before *end* means: a line end, a blank, or 0 for nothing. */
static Py_UCS4 read_white(const Py_UCS4 *begin, const Py_UCS4 *end, int is_literal) {
    int has_line = 0, has_feed = 0, has_return = 0;
    Py_ssize_t others = 0, spaces = 0;
    for (const Py_UCS4 *at = begin; at < end; at++) {
        has_line |= *at == LINE;
        has_feed |= *at == '\n';
        has_return |= *at == '\r';
        others += *at != SOFT_HYPHEN;
        spaces += *at == ' ';
    }
    if (has_line || (is_literal && has_feed)) return begin[-1] == 0x3001 || begin[-1] == 0xFF0C ? 0 : '\n'; /* 、， */
    if (others == 0) return 0;
    if ((others == 1 && spaces == 1) || !(has_feed || has_return)) return ' ';
    return is_wide(begin[-1]) && is_wide(*end) ? 0 : ' ';
}

/* A list of two columns of numbers: where stretches of a text begin, and where they were before. */
typedef struct {
    PyObject *starts, *joined;
} Kept;

static int add_kept(Kept *kept, Py_ssize_t start, Py_ssize_t joined) {
    PyObject *one = PyLong_FromSsize_t(start), *other = PyLong_FromSsize_t(joined);
    int failed = !one || !other || PyList_Append(kept->starts, one) < 0 || PyList_Append(kept->joined, other) < 0;
    Py_XDECREF(one);
    Py_XDECREF(other);
    return failed ? -1 : 0;
}

/* Collapse the white space of `letters`, from *lead* on, in their place; -1 with an error set. */
static int collapse(Passages *all, Py_ssize_t lead, int is_literal, Kept *kept) {
    Py_UCS4 *letters = all->letters, *out = letters;
    Py_ssize_t at = lead;
    int failed = add_kept(kept, 0, lead) < 0;
    while (!failed && at < all->size) {
        Py_ssize_t end = at;
        while (is_blank(letters[end])) end++; /* the last letter is none */
        if (end == at || (end == at + 1 && letters[at] == ' ')) {
            *out++ = letters[at++];
            continue;
        }
        Py_UCS4 meaning = read_white(letters + at, letters + end, is_literal);
        if (meaning) *out++ = meaning;
        failed = add_kept(kept, out - letters, end) < 0;
        at = end;
    }
    all->size = out - letters;
    return failed ? -1 : 0;
}

/* Say whether some white space means something else than it says. */
static int has_odd_white(const Py_UCS4 *at, const Py_UCS4 *end) {
    for (; at < end; at++)
        if (is_blank(*at) && (*at != ' ' || is_blank(at[1]))) return 1; /* the last letter is no blank */
    return 0;
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Append a text, or one letter where it is NULL; -1 with an error set. */
static int append_letters(Passages *all, PyObject *text) {
    Py_ssize_t more = text ? PyUnicode_GET_LENGTH(text) : 1;
    if (more + 1 > all->room - all->size) {
        Py_ssize_t room = (all->size + more) * 2 + 256;
        Py_UCS4 *larger = PyMem_Realloc(all->letters, (size_t)room * sizeof *larger);
        if (larger == NULL) return PyErr_NoMemory(), -1;
        all->letters = larger;
        all->room = room;
    }
    if (text == NULL) all->letters[all->size] = LINE;
    else if (more && !PyUnicode_AsUCS4(text, all->letters + all->size, more, 0)) return -1;
    all->size += more;
    return 0;
}

/* Join the texts of *rows*; return where each begins as a new tuple, NULL with an error set. */
static PyObject *join_texts(Passages *all, const int32_t *rows, int32_t count) {
    PyObject *begins = count == 1 ? Py_NewRef(all->first) : PyTuple_New(count);
    all->size = 0;
    for (int32_t i = 0; begins && i < count; i++) {
        PyObject *begin = count == 1 ? NULL : PyLong_FromSsize_t(all->size);
        if (count > 1 && begin) PyTuple_SET_ITEM(begins, i, begin);
        int is_text = is_text_row(all->columns, rows[i]);
        PyObject *text = is_text ? get_text(all->columns, rows[i]) : NULL;
        if ((count > 1 && !begin) || (is_text && !text) || append_letters(all, text) < 0) Py_CLEAR(begins);
    }
    return begins;
}

/* Return the text of the passage, and what was kept of it; NULL with an error set. */
static PyObject *make_text(Passages *all, PyObject *whole, int is_literal, PyObject **kept) {
    Py_ssize_t lead = 0, before = all->size;
    while (lead < all->size && is_blank(all->letters[lead])) lead++;
    while (all->size > lead && is_blank(all->letters[all->size - 1])) all->size--;
    if (!has_odd_white(all->letters + lead, all->letters + all->size)) {
        *kept = lead ? Py_BuildValue("(O(n))", all->first, lead) : Py_NewRef(all->as_it_is);
        if (whole && all->size - lead == before) return Py_NewRef(whole);
        return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, all->letters + lead, all->size - lead);
    }
    Kept parts = {PyList_New(0), PyList_New(0)};
    int failed = !parts.starts || !parts.joined || collapse(all, lead, is_literal, &parts) < 0;
    PyObject *starts = failed ? NULL : PyList_AsTuple(parts.starts), *joined = failed ? NULL : PyList_AsTuple(parts.joined);
    Py_XDECREF(parts.starts);
    Py_XDECREF(parts.joined);
    *kept = starts && joined ? PyTuple_Pack(2, starts, joined) : NULL;
    Py_XDECREF(starts);
    Py_XDECREF(joined);
    return *kept ? PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, all->letters, all->size) : NULL;
}

static PyObject *pack_rows(const int32_t *rows, int32_t count) {
    PyObject *packed = PyTuple_New(count);
    for (int32_t i = 0; packed && i < count; i++) {
        PyObject *row = PyLong_FromLong(rows[i]);
        if (row) PyTuple_SET_ITEM(packed, i, row);
        else Py_CLEAR(packed);
    }
    return packed;
}

/* Add the passage of some rows of a block: passages._build. -1 with an error set. */
static int add_passage(Passages *all, int32_t block, const int32_t *rows, int32_t count) {
    PyObject *begins = join_texts(all, rows, count), *kept = NULL;
    PyObject *whole = begins && count == 1 && is_text_row(all->columns, rows[0]) ? get_text(all->columns, rows[0]) : NULL;
    PyObject *text = begins ? make_text(all, whole, keeps_white((PyObject *)all->columns, block), &kept) : NULL;
    PyObject *runs = text && kept ? pack_rows(rows, count) : NULL;
    PyObject *passage = runs ? Py_BuildValue("(iOOOO)", block, text, runs, begins, kept) : NULL;
    int failed = passage == NULL || PyList_Append(all->found, passage) < 0;
    Py_XDECREF(begins);
    Py_XDECREF(kept);
    Py_XDECREF(text);
    Py_XDECREF(runs);
    Py_XDECREF(passage);
    return failed ? -1 : 0;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Note which rows say how words are read: passages._find_ruby. -1 with an error set. */
static int find_ruby(Passages *all) {
    const Node *nodes = all->columns->document.nodes;
    for (int32_t row = 1; row < all->columns->document.count; row++) {
        int is_own = is_text_row(all->columns, row) ? 0 : has_tag(all->columns, &all->ruby_tags, row);
        if (is_own < 0) return -1;
        if (is_own && all->is_ruby == NULL && !(all->is_ruby = PyMem_Calloc((size_t)all->columns->document.count, 1)))
            return PyErr_NoMemory(), -1;
        if (all->is_ruby) all->is_ruby[row] = (uint8_t)(is_own || all->is_ruby[nodes[row].parent]);
    }
    return 0;
}

static int compare_places(const void *one, const void *other) {
    int32_t left = *(const int32_t *)one, right = *(const int32_t *)other;
    return (left > right) - (left < right);
}

/* Find where texts begin that readers see: passages._find_starts. -1 with an error set. */
static int find_starts(Passages *all) {
    Columns *columns = all->columns;
    all->starts = PyMem_Malloc(((size_t)columns->document.count + 1) * sizeof(int32_t));
    if (all->starts == NULL) return PyErr_NoMemory(), -1;
    for (int32_t row = 1; row < columns->document.count; row++) {
        if (!is_full(columns, row) || (all->is_ruby && all->is_ruby[row])) continue;
        int is_unseen = has_tag(columns, &all->unseen_tags, columns->document.nodes[row].parent);
        if (is_unseen < 0) return -1;
        if (!is_unseen) all->starts[all->start_count++] = get_place(columns, columns->document.nodes[row].start);
    }
    qsort(all->starts, (size_t)all->start_count, sizeof(int32_t), compare_places);
    return 0;
}

/* Say whether no other text begins from *end* to before *start*. */
static int is_next(const Passages *all, int32_t end, int32_t start) {
    int32_t low = 0, high = all->start_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (all->starts[middle] < end) low = middle + 1;
        else high = middle;
    }
    return low < all->start_count && all->starts[low] == start;
}

/* Add the passages of the segment: passages._divide. -1 with an error set. */
static int divide(Passages *all, int32_t block) {
    int32_t *rows = all->rows, group = 0, end = NONE; /* rows of the open group stand before those that are to come */
    if (all->count == 1 && is_full(all->columns, rows[0]) && !(all->is_ruby && all->is_ruby[rows[0]]))
        return add_passage(all, block, rows, 1); /* as most */
    if (all->starts == NULL && find_starts(all) < 0) return -1;
    for (int32_t i = 0; i < all->count; i++) {
        int32_t row = rows[i];
        if (all->is_ruby && all->is_ruby[row]) continue;
        if (is_full(all->columns, row)) {
            const Node *own = all->columns->document.nodes + row;
            int32_t start = get_place(all->columns, own->start);
            if (end != NONE && (start < end || !is_next(all, end, start))) {
                if (add_passage(all, block, rows, group) < 0) return -1;
                group = 0;
            }
            end = get_place(all->columns, own->end);
        }
        rows[group++] = row;
    }
    return end != NONE ? add_passage(all, block, rows, group) : 0;
}

/* Say whether the texts of the segment are ASCII; -1 with an error set. */
static int is_ascii_segment(Passages *all) {
    for (int32_t i = 0; i < all->count; i++) {
        Slice run;
        int32_t row = all->rows[i];
        if (!is_text_row(all->columns, row)) continue;
        if (all->columns->values[row] == NULL && find_text((PyObject *)all->columns, row, &run)) {
            size_t size = (size_t)run.size, ascii = skip_ascii(run.bytes, size);
            while (ascii < size && run.bytes[ascii] < 0x80) ascii++;
            if (ascii < size) return 0;
            continue;
        }
        PyObject *text = get_text(all->columns, row);
        if (text == NULL) return -1;
        if (!PyUnicode_IS_ASCII(text)) return 0;
    }
    return 1;
}

/* Read the rows of a segment; -1 with an error set. */
static int read_rows_of(Passages *all, PyObject *list) {
    Py_ssize_t count = PyList_GET_SIZE(list);
    int32_t *rows = PyMem_Realloc(all->rows, ((size_t)count + 1) * sizeof *rows);
    if (rows == NULL) return PyErr_NoMemory(), -1;
    all->rows = rows;
    all->count = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t row = PyLong_AsSsize_t(PyList_GET_ITEM(list, i));
        if (row < 0 || row >= all->columns->document.count) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
            return -1;
        }
        all->rows[all->count++] = (int32_t)row;
    }
    return 0;
}

/* Leave out the rows that are hidden; -1 with an error set. */
static int leave_hidden(Passages *all, PyObject *list) {
    int32_t kept = 0;
    for (int32_t i = 0; i < all->count; i++) {
        int is_hidden = PySet_Contains(all->hidden, PyList_GET_ITEM(list, i));
        if (is_hidden < 0) return -1;
        if (!is_hidden) all->rows[kept++] = all->rows[i];
    }
    all->count = kept;
    return 0;
}

static int add_segment(Passages *all, PyObject *segment) {
    PyObject *rows;
    int block;
    if (!PyTuple_Check(segment)) return PyErr_SetString(PyExc_TypeError, "a segment is a tuple"), -1;
    if (!PyArg_ParseTuple(segment, "iO!", &block, &PyList_Type, &rows)) return -1;
    if (block < 0 || block >= all->columns->document.count) return PyErr_SetString(PyExc_IndexError, "no such row"), -1;
    if (read_rows_of(all, rows) < 0) return -1;
    int is_ascii = all->skips_ascii ? is_ascii_segment(all) : 0;
    if (is_ascii) return is_ascii < 0 ? -1 : 0;
    if (all->hidden && leave_hidden(all, rows) < 0) return -1;
    return divide(all, block);
}

/* read_passages(columns, segments, hidden, ruby_tags, unseen_tags, skips_ascii): block, text, rows, and where these
 * begin, of each passage. */
PyObject *read_passages(PyObject *module, PyObject *args) {
    PyObject *segments, *ruby, *unseen;
    Passages all = {0};
    if (!PyArg_ParseTuple(args, "O!O!O!OOp", &Columns_type, &all.columns, &PyList_Type, &segments, &PyFrozenSet_Type,
                          &all.hidden, &ruby, &unseen, &all.skips_ascii))
        return NULL;
    if (all.columns->spans) return PyErr_Format(PyExc_TypeError, "rows of HTML are wanted");
    if (PySet_GET_SIZE(all.hidden) == 0) all.hidden = NULL;
    int has_tags = read_tag_set(ruby, &all.ruby_tags) == 0 && read_tag_set(unseen, &all.unseen_tags) == 0;
    all.first = has_tags ? Py_BuildValue("(i)", 0) : NULL;
    all.as_it_is = all.first ? PyTuple_Pack(2, all.first, all.first) : NULL;
    all.found = all.as_it_is ? PyList_New(0) : NULL;
    int failed = all.found == NULL || find_ruby(&all) < 0;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(segments); i++)
        failed = add_segment(&all, PyList_GET_ITEM(segments, i)) < 0;
    if (failed) Py_CLEAR(all.found);
    Py_XDECREF(all.first);
    Py_XDECREF(all.as_it_is);
    PyMem_Free(all.is_ruby);
    PyMem_Free(all.starts);
    PyMem_Free(all.rows);
    PyMem_Free(all.letters);
    return all.found;
}
