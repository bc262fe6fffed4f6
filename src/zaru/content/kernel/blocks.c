/* The blocks of a content: content._build_blocks is the reference. */
#include "kernel.h"

enum { MAX_BYLINE = 120 }; /* characters of a text that may be a date or an author: roles._MAX_BYLINE */
enum { KEPT_SEGMENT, KEPT_TEXT, KEPT_IS_NEXT, KEPT_IS_CREDIT, KEPT_SIZE };

static PyObject *row_name, *rows_name, *span_name, *stretches_name, *number_name, *paragraph_role;

typedef struct {
    PyObject *type, *find, *bylines, *images, *build_images; /* of content.py */
    PyObject *blocks;
    long last; /* the last row of the block before */
} Building;

/* A segment that was kept; its references are its own. */
typedef struct {
    PyObject *row, *rows, *span, *stretches;
    int32_t number; /* among the stretches, if there are */
    long first, last, own;
} Parts;

static void free_parts(Parts *parts) {
    Py_XDECREF(parts->row);
    Py_XDECREF(parts->rows);
    Py_XDECREF(parts->span);
    Py_XDECREF(parts->stretches);
}

/* Read the rows of a segment, without objects between if the kernel knows them. */
static int read_rows(PyObject *segment, Parts *parts) {
    if (!(parts->stretches = PyObject_GetAttr(segment, stretches_name))) return -1;
    if (!Py_IS_TYPE(parts->stretches, &Stretches_type)) Py_CLEAR(parts->stretches);
    if (parts->stretches == NULL) return (parts->rows = PyObject_GetAttr(segment, rows_name)) ? 0 : -1;
    PyObject *number = PyObject_GetAttr(segment, number_name);
    parts->number = number ? read_stretch((Stretches *)parts->stretches, number) : -1;
    Py_XDECREF(number);
    if (parts->number >= 0) parts->rows = list_rows((Stretches *)parts->stretches, parts->number);
    return parts->rows ? 0 : -1;
}

static int read_parts(PyObject *segment, Parts *parts) {
    *parts = (Parts){0};
    if (!(parts->row = PyObject_GetAttr(segment, row_name)) || read_rows(segment, parts) < 0) return -1;
    if (!PyList_Check(parts->rows) || PyList_GET_SIZE(parts->rows) == 0) {
        PyErr_SetString(PyExc_TypeError, "a segment has a list of rows");
        return -1;
    }
    parts->own = PyLong_AsLong(parts->row);
    parts->first = PyLong_AsLong(PyList_GET_ITEM(parts->rows, 0));
    parts->last = PyLong_AsLong(PyList_GET_ITEM(parts->rows, PyList_GET_SIZE(parts->rows) - 1));
    return PyErr_Occurred() ? -1 : 0;
}

/* Images alone have no span. */
static int read_span(PyObject *segment, Parts *parts) {
    if (parts->stretches) parts->span = make_span((Stretches *)parts->stretches, parts->number);
    else parts->span = PyObject_GetAttr(segment, span_name);
    if (parts->span == Py_None) Py_SETREF(parts->span, PyObject_GetAttr(segment, span_name));
    return parts->span == NULL ? -1 : 0;
}

/* ---- roles --------------------------------------------------------------------------------- */

static int begins_with_credit(PyObject *text) {
    Py_UCS4 first = PyUnicode_READ_CHAR(text, 0);
    return first == 0xA9 || first == 0x24B8 || first == '('; /* © Ⓒ (c) */
}

/* Say whether a text may be the date or the author of the page; -1 with an error set. */
static int may_be_byline(const Building *all, const Parts *parts, PyObject *text) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(all->bylines); i++) {
        PyObject *byline = PyList_GET_ITEM(all->bylines, i);
        if (!PyTuple_Check(byline) || PyTuple_GET_SIZE(byline) != 3) {
            PyErr_SetString(PyExc_TypeError, "a byline is a text, a row and a role");
            return -1;
        }
        long row = PyLong_AsLong(PyTuple_GET_ITEM(byline, 1));
        if (parts->own <= row && row <= parts->last) return 1;
        int is_same = PyObject_RichCompareBool(text, PyTuple_GET_ITEM(byline, 0), Py_EQ);
        if (is_same || PyErr_Occurred()) return is_same;
    }
    return begins_with_credit(text);
}

/* Say whether Python has to find the role: of headings, and of short texts that may be a byline. */
static int is_open(const Building *all, const Parts *parts, PyObject *text, PyObject *role) {
    if (PyUnicode_CompareWithASCIIString(role, "heading") == 0) return 1;
    if (PyUnicode_GET_LENGTH(text) > MAX_BYLINE) return 0;
    if (PyUnicode_GET_LENGTH(role) > 0 && PyUnicode_CompareWithASCIIString(role, "list") != 0 &&
        PyUnicode_CompareWithASCIIString(role, "table") != 0)
        return 0;
    return may_be_byline(all, parts, text);
}

/* Return role and level of a text, new; *base* is what its elements make of it. */
static PyObject *find_role(const Building *all, PyObject *kept, const Parts *parts, PyObject *base) {
    PyObject *text = PyTuple_GET_ITEM(kept, KEPT_TEXT);
    if (!PyTuple_Check(base) || PyTuple_GET_SIZE(base) != 2 || !PyUnicode_Check(PyTuple_GET_ITEM(base, 0))) {
        PyErr_SetString(PyExc_TypeError, "a role has a name and a level");
        return NULL;
    }
    int needs_python = PyObject_IsTrue(PyTuple_GET_ITEM(kept, KEPT_IS_CREDIT));
    if (needs_python == 0) needs_python = is_open(all, parts, text, PyTuple_GET_ITEM(base, 0));
    if (needs_python < 0) return NULL;
    if (needs_python) return PyObject_CallFunctionObjArgs(all->find, kept, base, NULL);
    if (PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(base, 0)) > 0) return Py_NewRef(base);
    return PyTuple_Pack(2, paragraph_role, PyTuple_GET_ITEM(base, 1));
}

/* ---- blocks -------------------------------------------------------------------------------- */

static int add_images(const Building *all, PyObject *rows) {
    PyObject *images = rows ? PyObject_CallOneArg(all->build_images, rows) : NULL, *image;
    PyObject *each = images ? PyObject_GetIter(images) : NULL;
    while (each && (image = PyIter_Next(each))) {
        int failed = PyList_Append(all->blocks, image) < 0;
        Py_DECREF(image);
        if (failed) break;
    }
    Py_XDECREF(each);
    Py_XDECREF(images);
    return each == NULL || PyErr_Occurred() ? -1 : 0;
}

/* Return the number of images up to a row. */
static Py_ssize_t count_images(const Building *all, long row) {
    Py_ssize_t low = 0, high = PyList_GET_SIZE(all->images);
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (PyLong_AsLong(PyList_GET_ITEM(all->images, middle)) <= row) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Add the images between the last block and *row*. */
static int add_images_before(const Building *all, long row) {
    Py_ssize_t first = count_images(all, all->last), end = count_images(all, row - 1);
    if (PyErr_Occurred()) return -1;
    if (first >= end) return 0;
    PyObject *rows = PyList_GetSlice(all->images, first, end);
    int failed = add_images(all, rows) < 0;
    Py_XDECREF(rows);
    return failed ? -1 : 0;
}

static int add_text(Building *all, PyObject *kept, const Parts *parts, PyObject *base) {
    PyObject *role = find_role(all, kept, parts, base);
    int is_role = role && PyTuple_Check(role) && PyTuple_GET_SIZE(role) == 2;
    if (role && !is_role) PyErr_SetString(PyExc_TypeError, "a role has a name and a level");
    PyObject *rows = is_role ? PyList_AsTuple(parts->rows) : NULL;
    PyObject *fields = rows ? PyTuple_Pack(6, PyTuple_GET_ITEM(role, 0), PyTuple_GET_ITEM(kept, KEPT_TEXT), parts->span,
                                           PyTuple_GET_ITEM(role, 1), parts->row, rows)
                            : NULL;
    PyObject *packed = fields ? PyTuple_Pack(1, fields) : NULL;
    PyObject *block = packed ? PyTuple_Type.tp_new((PyTypeObject *)all->type, packed, NULL) : NULL;
    int failed = block == NULL || PyList_Append(all->blocks, block) < 0;
    PyObject *made[] = {role, rows, fields, packed, block};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) Py_XDECREF(made[i]);
    return failed ? -1 : 0;
}

static int add_kept(Building *all, PyObject *kept, PyObject *base) {
    Parts parts;
    if (!PyTuple_Check(kept) || PyTuple_GET_SIZE(kept) != KEPT_SIZE || !PyUnicode_Check(PyTuple_GET_ITEM(kept, KEPT_TEXT))) {
        PyErr_SetString(PyExc_TypeError, "what was kept is a Kept");
        return -1;
    }
    int failed = read_parts(PyTuple_GET_ITEM(kept, KEPT_SEGMENT), &parts) < 0;
    int is_next = failed ? -1 : PyObject_IsTrue(PyTuple_GET_ITEM(kept, KEPT_IS_NEXT));
    failed = is_next < 0 || (is_next && add_images_before(all, parts.first) < 0);
    if (!failed && PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(kept, KEPT_TEXT)) == 0) {
        failed = add_images(all, parts.rows) < 0;
    } else if (!failed) {
        failed = read_span(PyTuple_GET_ITEM(kept, KEPT_SEGMENT), &parts) < 0 || add_text(all, kept, &parts, base) < 0;
        all->last = parts.last;
    }
    free_parts(&parts);
    return failed ? -1 : 0;
}

static int prepare(void) {
    static const struct {
        PyObject **name;
        const char *letters;
    } NAMES[] = {{&row_name, "row"}, {&rows_name, "rows"}, {&span_name, "span"}, {&stretches_name, "_stretches"}, {&number_name, "_number"}, {&paragraph_role, "paragraph"}};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (!*NAMES[i].name && !(*NAMES[i].name = PyUnicode_InternFromString(NAMES[i].letters))) return -1;
    return 0;
}

/* build_blocks(type, kept, bases, bylines, images, find, build_images) */
PyObject *build_blocks(PyObject *module, PyObject *args) {
    Building all = {.last = -1};
    PyObject *kept, *bases;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!OO", &PyType_Type, &all.type, &PyTuple_Type, &kept, &PyList_Type, &bases, &PyList_Type,
                          &all.bylines, &PyList_Type, &all.images, &all.find, &all.build_images))
        return NULL;
    if (!PyType_IsSubtype((PyTypeObject *)all.type, &PyTuple_Type) || PyTuple_GET_SIZE(kept) != PyList_GET_SIZE(bases)) {
        PyErr_SetString(PyExc_TypeError, "a block is a tuple, and each has a role");
        return NULL;
    }
    if (prepare() < 0 || !(all.blocks = PyList_New(0))) return NULL;
    for (Py_ssize_t i = 0; all.blocks && i < PyTuple_GET_SIZE(kept); i++)
        if (add_kept(&all, PyTuple_GET_ITEM(kept, i), PyList_GET_ITEM(bases, i)) < 0) Py_CLEAR(all.blocks);
    PyObject *blocks = all.blocks ? PyList_AsTuple(all.blocks) : NULL;
    Py_XDECREF(all.blocks);
    return blocks;
}
