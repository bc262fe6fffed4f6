/* Columns of rows that come as lists: XML, which Python's own parser reads. */
#include "columns.h"

#include <string.h>

/* Find the tag that is called *name* in *space*, to the letter. */
static int find_listed_tag(Node *own, const char *name, Py_ssize_t size, Space space, const char *prefix) {
    size_t skipped = strlen(prefix);
    if (size <= (Py_ssize_t)skipped || size > 40 || strncmp(name, prefix, skipped) != 0) return 0;
    own->tag = find_tag((const byte *)name + skipped, (int32_t)(size - (Py_ssize_t)skipped));
    own->space = (uint8_t)space;
    Columns row = {.document = {.nodes = own}};
    return own->tag != NONE && PyUnicode_CompareWithASCIIString(get_tag(&row, 0), name) == 0;
}

/* Number a tag; tags of XML are what they are, in upper and lower case. */
static int number_listed_tag(Node *own, PyObject *tag, PyObject *others) {
    Py_ssize_t size;
    const char *name = PyUnicode_Check(tag) ? PyUnicode_AsUTF8AndSize(tag, &size) : NULL;
    if (name == NULL) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tag is a str");
        return -1;
    }
    if (strcmp(name, TAG_NAMES[TAG_TEXT]) == 0) {
        own->tag = TAG_TEXT;
        return 0;
    }
    if (find_listed_tag(own, name, size, SPACE_SVG, "svg:") || find_listed_tag(own, name, size, SPACE_MATHML, "math:") ||
        find_listed_tag(own, name, size, SPACE_HTML, ""))
        return 0;
    PyObject *next = PyLong_FromSsize_t(PyDict_GET_SIZE(others));
    PyObject *number = next ? PyDict_SetDefault(others, tag, next) : NULL;
    Py_XDECREF(next);
    if (number == NULL) return -1;
    own->tag = TAG_COUNT + (int32_t)PyLong_AsLong(number);
    own->space = SPACE_HTML;
    return 0;
}

/* Fill the span of a row; what has none is white space, or an element without a place. */
static int read_span(Node *own, PyObject *number, PyObject *spans) {
    PyObject *span = PyDict_GetItemWithError(spans, number);
    if (span == NULL) {
        if (own->tag == TAG_TEXT) own->flags |= IS_BLANK;
        return PyErr_Occurred() ? -1 : 0;
    }
    int start, end;
    if (!PyTuple_Check(span) || !PyArg_ParseTuple(span, "ii", &start, &end)) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a span is a pair");
        return -1;
    }
    own->start = start;
    own->end = own->close = end;
    return 0;
}

static int read_listed_row(Columns *self, PyObject *const *lists, PyObject *others, int32_t row) {
    Node *own = self->document.nodes + row;
    Py_ssize_t parent = PyLong_AsSsize_t(PyList_GET_ITEM(lists[1], row));
    Py_ssize_t depth = PyLong_AsSsize_t(PyList_GET_ITEM(lists[2], row));
    PyObject *value = PyList_GET_ITEM(lists[3], row), *number = PyLong_FromLong(row);
    if (number == NULL || PyErr_Occurred()) goto failed;
    *own = (Node){.parent = (int32_t)parent, .start = NONE, .end = NONE, .close = NONE, .attributes = NONE};
    if (number_listed_tag(own, PyList_GET_ITEM(lists[0], row), others) < 0 || read_span(own, number, lists[4]) < 0)
        goto failed;
    if (row ? parent < 0 || parent >= row : parent != NONE) {
        PyErr_SetString(PyExc_ValueError, "a row's parent comes before it");
        goto failed;
    }
    if (own->tag == TAG_TEXT ? !PyUnicode_Check(value) : !PyTuple_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "a text run has a str, an element a tuple");
        goto failed;
    }
    self->document.depths[row] = (int32_t)depth;
    self->values[row] = Py_NewRef(value);
    Py_DECREF(number);
    return 0;
failed:
    Py_XDECREF(number);
    return -1;
}

/* Keep the names of tags that tags.h does not have. */
static int keep_names(Columns *self, PyObject *others) {
    Py_ssize_t place = 0, count = PyDict_GET_SIZE(others);
    PyObject *name, *number;
    self->names = PyMem_Calloc((size_t)(count + 1) * SPACES, sizeof(PyObject *));
    if (self->names == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    self->document.name_count = (int32_t)count;
    while (PyDict_Next(others, &place, &name, &number))
        self->names[PyLong_AsLong(number) * SPACES] = Py_NewRef(name);
    return 0;
}

/* columns_of_lists(tags, parents, depths, values, spans) */
PyObject *columns_of_lists(PyObject *module, PyObject *args) {
    PyObject *lists[5];
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!", &PyList_Type, lists, &PyList_Type, lists + 1, &PyList_Type,
                          lists + 2, &PyList_Type, lists + 3, &PyDict_Type, lists + 4))
        return NULL;
    Py_ssize_t count = PyList_GET_SIZE(lists[0]);
    for (int i = 1; i < 4; i++)
        if (PyList_GET_SIZE(lists[i]) != count || count == 0 || count > INT32_MAX / 2) {
            PyErr_SetString(PyExc_ValueError, "columns have one length");
            return NULL;
        }
    Columns *self = (Columns *)Columns_type.tp_alloc(&Columns_type, 0);
    PyObject *others = self ? PyDict_New() : NULL;
    int32_t rooms[2] = {0, 0};
    if (others == NULL) goto failed;
    if (grow((void **)&self->document.nodes, rooms, (int32_t)count, sizeof(Node)) < 0 ||
        grow((void **)&self->document.depths, rooms + 1, (int32_t)count, sizeof(int32_t)) < 0 ||
        !(self->values = PyMem_Calloc((size_t)count, sizeof(PyObject *)))) {
        PyErr_NoMemory();
        goto failed;
    }
    self->document.count = (int32_t)count;
    self->spans = Py_NewRef(lists[4]);
    for (int32_t row = 0; row < count; row++)
        if (read_listed_row(self, lists, others, row) < 0) goto failed;
    if (keep_names(self, others) < 0) goto failed;
    Py_DECREF(others);
    return (PyObject *)self;
failed:
    Py_XDECREF(others);
    Py_XDECREF(self);
    return NULL;
}
