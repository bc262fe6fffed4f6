/* The type Columns: what Python asks of the rows of a page. */
#include "columns.h"

#include <structmember.h>

#include <string.h>

/* ---- made and freed ------------------------------------------------------------------------ */

static void Columns_dealloc(Columns *self) {
    int32_t rows = self->document.count, names = self->document.name_count;
    for (int32_t row = 0; self->values && row < rows; row++) Py_XDECREF(self->values[row]);
    for (int32_t i = 0; self->names && i < names * SPACES; i++) Py_XDECREF(self->names[i]);
    PyMem_Free(self->values);
    PyMem_Free(self->names);
    PyMem_Free(self->places);
    PyMem_Free(self->starts);
    PyMem_Free(self->ends);
    free_document(&self->document);
    Py_XDECREF(self->source);
    Py_XDECREF(self->decode);
    Py_XDECREF(self->spans);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Read where each character of the source, which is UTF-8, stands in the file, and where it ends. All bytes of a
 * character stand where it does. */
static int read_places(Columns *self, PyObject *places) {
    if (places == Py_None) return 0;
    const byte *source = (const byte *)PyBytes_AS_STRING(self->source);
    size_t size = (size_t)PyBytes_GET_SIZE(self->source), characters = count_letters(source, size);
    int is_whole = size == 0 || (source[0] & 0xC0) != 0x80;
    if (!PyList_Check(places) || (size_t)PyList_GET_SIZE(places) != characters + 1 || !is_whole) {
        PyErr_SetString(PyExc_ValueError, "there is a place for each character of the source");
        return -1;
    }
    self->places = PyMem_Malloc((size + 1) * sizeof(int32_t));
    if (self->places == NULL) return PyErr_NoMemory(), -1;
    size_t at = 0;
    for (size_t i = 0; i <= characters; i++) {
        long place = PyLong_AsLong(PyList_GET_ITEM(places, (Py_ssize_t)i));
        if (place == -1 && PyErr_Occurred()) return -1;
        do self->places[at++] = (int32_t)place;
        while (at < size && (source[at] & 0xC0) == 0x80);
    }
    return 0;
}

/* Raise what the parser ran into; limits are told by their names, for Python's own words. */
static int raise_outcome(Outcome outcome) {
    switch (outcome) {
    case PARSED: return 0;
    case OUT_OF_MEMORY: PyErr_NoMemory(); break;
    case TOO_MANY_NODES: PyErr_SetString(PyExc_OverflowError, "nodes"); break;
    case TOO_LARGE: PyErr_SetString(PyExc_OverflowError, "bytes"); break;
    }
    return -1;
}

static int make_values(Columns *self) {
    self->values = PyMem_Calloc((size_t)self->document.count, sizeof(PyObject *));
    if (self->values == NULL) PyErr_NoMemory();
    return self->values ? 0 : -1;
}

static int clamp(Py_ssize_t limit) { return limit < 1 ? 1 : limit > INT32_MAX / 2 ? INT32_MAX / 2 : (int)limit; }

static PyObject *Columns_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *source, *decode, *places, *leads;
    Py_ssize_t start, max_nodes, max_depth;
    if (kwargs && PyDict_GET_SIZE(kwargs)) {
        PyErr_SetString(PyExc_TypeError, "Columns takes no keywords");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "SnOOOnn", &source, &start, &decode, &leads, &places, &max_nodes, &max_depth))
        return NULL;
    if (leads != Py_None && (!PyBytes_Check(leads) || PyBytes_GET_SIZE(leads) != 256)) {
        PyErr_SetString(PyExc_ValueError, "lead bytes are a table of 256");
        return NULL;
    }
    Columns *self = (Columns *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    self->source = Py_NewRef(source);
    if (decode != Py_None) self->decode = Py_NewRef(decode);
    ParserLimits limits = {clamp(max_nodes), clamp(max_depth), NULL};
    if (leads != Py_None) limits.leads = (const byte *)PyBytes_AS_STRING(leads);
    Outcome outcome;
    Py_BEGIN_ALLOW_THREADS
    outcome = parse_document(&self->document, (const byte *)PyBytes_AS_STRING(source),
                             (size_t)PyBytes_GET_SIZE(source), start < 0 ? 0 : (size_t)start, &limits);
    Py_END_ALLOW_THREADS
    if (raise_outcome(outcome) < 0 || read_places(self, places) < 0 || make_values(self) < 0) Py_CLEAR(self);
    return (PyObject *)self;
}

/* ---- whole columns ------------------------------------------------------------------------- */

typedef PyObject *ReadRow(Columns *self, int32_t row); /* a new reference */

static PyObject *list_rows(Columns *self, ReadRow *read) {
    PyObject *list = PyList_New(self->document.count);
    for (int32_t row = 0; list && row < self->document.count; row++) {
        PyObject *value = read(self, row);
        if (value == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, row, value);
    }
    return list;
}

static PyObject *new_tag(Columns *self, int32_t row) { return Py_XNewRef(get_tag(self, row)); }

static PyObject *new_parent(Columns *self, int32_t row) {
    return PyLong_FromLong(self->document.nodes[row].parent);
}

static PyObject *new_depth(Columns *self, int32_t row) { return PyLong_FromLong(self->document.depths[row]); }

static PyObject *new_value(Columns *self, int32_t row) { return Py_XNewRef(get_value(self, row)); }

static PyObject *columns_tags(Columns *self, PyObject *ignored) { return list_rows(self, new_tag); }

static PyObject *columns_parents(Columns *self, PyObject *ignored) { return list_rows(self, new_parent); }

static PyObject *columns_depths(Columns *self, PyObject *ignored) { return list_rows(self, new_depth); }

static PyObject *columns_values(Columns *self, PyObject *ignored) { return list_rows(self, new_value); }

/* Return for each row the row behind the last one below it. */
static PyObject *columns_ends(Columns *self, PyObject *ignored) {
    int32_t count = self->document.count;
    int32_t *ends = PyMem_Malloc((size_t)count * sizeof *ends);
    PyObject *list = ends ? PyList_New(count) : PyErr_NoMemory();
    for (int32_t row = 0; list && row < count; row++) ends[row] = row + 1;
    for (int32_t row = count - 1; list && row > 0; row--) {
        int32_t parent = self->document.nodes[row].parent;
        if (ends[row] > ends[parent]) ends[parent] = ends[row];
    }
    for (int32_t row = 0; list && row < count; row++) {
        PyObject *end = PyLong_FromLong(ends[row]);
        if (end == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, row, end);
    }
    PyMem_Free(ends);
    return list;
}

static PyObject *make_span(const Columns *self, int32_t start, int32_t end) {
    return Py_BuildValue("(ii)", get_place(self, start), get_place(self, end));
}

static PyObject *columns_spans(Columns *self, PyObject *ignored) {
    if (self->spans) return Py_NewRef(self->spans);
    PyObject *spans = PyDict_New();
    for (int32_t row = 0; spans && row < self->document.count; row++) {
        if (!is_full(self, row)) continue;
        const Node *own = self->document.nodes + row;
        PyObject *key = PyLong_FromLong(row), *span = key ? make_span(self, own->start, own->end) : NULL;
        if (span == NULL || PyDict_SetItem(spans, key, span) < 0) Py_CLEAR(spans);
        Py_XDECREF(key);
        Py_XDECREF(span);
    }
    return spans;
}

/* ---- one row ------------------------------------------------------------------------------- */

/* Return the number of a row, -1 with an error set; of a text if *is_text*, of an element if not. */
static int32_t read_row(const Columns *self, PyObject *number, int is_text) {
    Py_ssize_t row = PyLong_AsSsize_t(number);
    if (row == -1 && PyErr_Occurred()) return -1;
    if (row < 0) row += self->document.count; /* as lists do */
    if (row < 0 || row >= self->document.count || is_text_row(self, (int32_t)row) != is_text) {
        PyErr_Format(PyExc_IndexError, "row %zd is no %s", row, is_text ? "text run" : "element");
        return -1;
    }
    return (int32_t)row;
}

static PyObject *columns_text(Columns *self, PyObject *number) {
    int32_t row = read_row(self, number, 1);
    return row < 0 ? NULL : Py_XNewRef(get_text(self, row));
}

static PyObject *columns_pairs(Columns *self, PyObject *number) {
    int32_t row = read_row(self, number, 0);
    return row < 0 ? NULL : Py_XNewRef(get_pairs(self, row));
}

static int read_row_and_name(const Columns *self, PyObject *const *args, Py_ssize_t count) {
    if (count != 2 || !PyUnicode_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "a row and the name of an attribute are asked for");
        return -1;
    }
    return read_row(self, args[0], 0);
}

static PyObject *columns_attribute(Columns *self, PyObject *const *args, Py_ssize_t count) {
    int32_t row = read_row_and_name(self, args, count);
    return row < 0 ? NULL : read_attribute(self, row, args[1]);
}

static PyObject *columns_attribute_span(Columns *self, PyObject *const *args, Py_ssize_t count) {
    int32_t row = read_row_and_name(self, args, count);
    if (row < 0) return NULL;
    const Attribute *own = find_attribute(self, row, args[1]);
    if (own == NULL && PyErr_Occurred()) return NULL;
    if (own == NULL || own->value_start == NONE) Py_RETURN_NONE;
    int32_t start = get_place(self, own->value_start), end = get_place(self, own->value_end);
    return Py_BuildValue("(ii)", start, end - start);
}

/* Return the elements that have the attribute *name*, in document order, with what it says. */
static PyObject *columns_having(Columns *self, PyObject *name) {
    if (!PyUnicode_Check(name)) return PyErr_Format(PyExc_TypeError, "the name of an attribute is a str");
    PyObject *found = PyList_New(0);
    for (int32_t row = 0; found && row < self->document.count; row++) {
        if (is_text_row(self, row) || !(self->values[row] || self->document.nodes[row].attribute_count)) continue;
        PyObject *value = read_attribute(self, row, name);
        PyObject *pair = value && value != Py_None ? Py_BuildValue("(iO)", (int)row, value) : NULL;
        if (value == NULL || (value != Py_None && (pair == NULL || PyList_Append(found, pair) < 0))) Py_CLEAR(found);
        Py_XDECREF(value);
        Py_XDECREF(pair);
    }
    return found;
}

/* Return the first byte and the end of the text runs among some rows; None where none has a place. */
static PyObject *columns_bounds(Columns *self, PyObject *rows) {
    PyObject *each = PyObject_GetIter(rows), *number;
    int32_t start = NONE, end = NONE;
    while (each && (number = PyIter_Next(each))) {
        Py_ssize_t row = PyLong_AsSsize_t(number);
        Py_DECREF(number);
        if (row < 0 || row >= self->document.count) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
            break;
        }
        if (has_span(self, (int32_t)row)) widen_range(self->document.nodes + row, &start, &end);
    }
    Py_XDECREF(each);
    if (PyErr_Occurred()) return NULL;
    if (start == NONE) Py_RETURN_NONE;
    return make_span(self, start, end);
}

/* ---- places of elements -------------------------------------------------------------------- */

static int is_written(const Node *own) { return own->start != NONE; }

/* Let an element without an end tag end where its content ends, and one that is not written begin
 * where that begins, from the leaves upwards. */
static void widen(Columns *self) {
    const Node *nodes = self->document.nodes;
    for (int32_t row = self->document.count - 1; row > 0; row--) {
        int32_t parent = nodes[row].parent, start = self->starts[row], end = self->ends[row];
        if (start == NONE) continue;
        if (!is_written(nodes + parent) && (self->starts[parent] == NONE || start < self->starts[parent]))
            self->starts[parent] = start;
        if (nodes[parent].close == NONE && end > self->ends[parent]) self->ends[parent] = end;
    }
}

static int locate(Columns *self) {
    size_t count = (size_t)self->document.count;
    if (self->starts) return 0;
    self->starts = PyMem_Malloc(count * sizeof(int32_t));
    self->ends = self->starts ? PyMem_Malloc(count * sizeof(int32_t)) : NULL;
    if (self->ends == NULL) {
        PyMem_Free(self->starts);
        self->starts = NULL;
        PyErr_NoMemory();
        return -1;
    }
    for (int32_t row = 0; row < self->document.count; row++) {
        const Node *own = self->document.nodes + row;
        int has_place = is_text_row(self, row) ? is_full(self, row) : is_written(own);
        self->starts[row] = has_place ? own->start : NONE;
        self->ends[row] = has_place ? own->end : NONE;
        if (!is_text_row(self, row) && own->close != NONE) self->ends[row] = own->close;
    }
    widen(self);
    return 0;
}

/* Return first byte, end, and whether the page writes the element; None where it has no place. */
static PyObject *columns_place(Columns *self, PyObject *number) {
    int32_t row = read_row(self, number, 0);
    if (row < 0 || locate(self) < 0) return NULL;
    if (self->starts[row] == NONE) Py_RETURN_NONE;
    return Py_BuildValue("(iiO)", get_place(self, self->starts[row]), get_place(self, self->ends[row]),
                         is_written(self->document.nodes + row) ? Py_True : Py_False);
}

/* Return first byte and end of the start tag; None where the page writes none. */
static PyObject *columns_start_tag(Columns *self, PyObject *number) {
    int32_t row = read_row(self, number, 0);
    if (row < 0) return NULL;
    const Node *own = self->document.nodes + row;
    if (!is_written(own)) Py_RETURN_NONE;
    return make_span(self, own->start, own->end);
}

/* ---- the type ------------------------------------------------------------------------------ */

static Py_ssize_t columns_length(Columns *self) { return self->document.count; }

#define FAST(function) (PyCFunction)(void (*)(void))function

static PyMethodDef methods[] = {
    {"tags", (PyCFunction)columns_tags, METH_NOARGS, "Return the tag of each row."},
    {"parents", (PyCFunction)columns_parents, METH_NOARGS, "Return the parent of each row."},
    {"depths", (PyCFunction)columns_depths, METH_NOARGS, "Return the depth of each row."},
    {"values", (PyCFunction)columns_values, METH_NOARGS, "Return text or attribute pairs of each row."},
    {"spans", (PyCFunction)columns_spans, METH_NOARGS, "Return the bytes of text runs, by row."},
    {"ends", (PyCFunction)columns_ends, METH_NOARGS, "Return the row behind all below each row."},
    {"text", (PyCFunction)columns_text, METH_O, "Return the text of a text run."},
    {"pairs", (PyCFunction)columns_pairs, METH_O, "Return the attribute pairs of an element."},
    {"attribute", FAST(columns_attribute), METH_FASTCALL, "Return one attribute, None when absent."},
    {"having", (PyCFunction)columns_having, METH_O, "Return the elements with an attribute, and its values."},
    {"attribute_span", FAST(columns_attribute_span), METH_FASTCALL,
     "Return byte offset and length of an attribute's value."},
    {"place", (PyCFunction)columns_place, METH_O, "Return first byte, end, whether it is written."},
    {"start_tag", (PyCFunction)columns_start_tag, METH_O, "Return first byte and end of the start tag."},
    {"bounds", (PyCFunction)columns_bounds, METH_O, "Return first byte and end of the texts of rows."},
    {"tag", (PyCFunction)columns_tag, METH_O, "Return the tag of a row."},
    {"parent", (PyCFunction)columns_parent, METH_O, "Return the row above a row."},
    {"words_of", FAST(columns_words_of), METH_FASTCALL, "Return rows by the words of their attributes."},
    {"find_run", FAST(columns_find_run), METH_FASTCALL, "Return the first text run that has some words."},
    {"end", (PyCFunction)columns_end, METH_O, "Return the row behind all below a row."},
    {"line_text", FAST(columns_line_text), METH_FASTCALL, "Return the text of an element as one line."},
    {"range_text", FAST(columns_range_text), METH_FASTCALL, "Return the text of some rows as one line."},
    {"index", FAST(columns_index), METH_FASTCALL, "Return the rows of some tags, else of each but for texts."},
    {"groups", (PyCFunction)columns_groups, METH_VARARGS, "Return rows by block (columns.Columns)."},
    {"segments", (PyCFunction)columns_segments, METH_VARARGS, "Return rows by segment (columns.Columns)."},
    {"sizes", (PyCFunction)columns_sizes, METH_O, "Return the characters before each row, and those in links."},
    {"lines", FAST(columns_lines), METH_FASTCALL, "Return rows and texts of each line (columns.Columns)."},
    {"read_text", (PyCFunction)columns_read_text, METH_O, "Return the text of rows as a reader sees it."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"unclosed", T_INT, offsetof(Columns, document) + offsetof(Document, unclosed), READONLY,
     "Where the comment or the element of raw text begins that the file ends in; or -1."},
    {NULL, 0, 0, 0, NULL},
};

static PySequenceMethods as_sequence = {.sq_length = (lenfunc)columns_length};

PyTypeObject Columns_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.dom._kernel.Columns",
    .tp_basicsize = sizeof(Columns),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Columns_new,
    .tp_dealloc = (destructor)Columns_dealloc,
    .tp_methods = methods,
    .tp_members = members,
    .tp_as_sequence = &as_sequence,
};
