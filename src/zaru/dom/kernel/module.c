/* The module zaru.dom._kernel. */
#include "columns.h"

#include <string.h>

PyObject *columns_of_lists(PyObject *module, PyObject *args); /* lists.c */

static PyObject *api_tag(PyObject *columns, int32_t row) { return get_tag((Columns *)columns, row); }

static PyObject *api_text(PyObject *columns, int32_t row) { return get_text((Columns *)columns, row); }

static int32_t api_tag_number(PyObject *columns, int32_t row) {
    const Node *own = ((Columns *)columns)->document.nodes + row;
    return own->tag < TAG_COUNT ? own->space * TAG_COUNT + own->tag : NONE;
}

static int32_t api_parent(PyObject *columns, int32_t row) { return ((Columns *)columns)->document.nodes[row].parent; }

static int api_is_full(PyObject *columns, int32_t row) { return is_full((Columns *)columns, row); }

static PyObject *api_attribute(PyObject *columns, int32_t row, PyObject *name) {
    return read_attribute((Columns *)columns, row, name);
}

static int32_t find_known_tag(const char *name) { return find_tag((const byte *)name, (int32_t)strlen(name)); }

static const ColumnsApi api = {
    .size = sizeof(ColumnsApi),
    .type = &Columns_type,
    .known_tags = SPACES * TAG_COUNT,
    .name_known_tag = name_known_tag,
    .find_known_tag = find_known_tag,
    .count_rows = count_rows,
    .read_rows = read_rows,
    .number_tag = api_tag_number,
    .get_parent = api_parent,
    .is_full = api_is_full,
    .get_tag = api_tag,
    .get_text = api_text,
    .find_text = find_text,
    .write_text = write_text,
    .write_str = write_str,
    .read_attribute = api_attribute,
    .count_attributes = count_attributes,
    .find_name = find_name,
    .read_value = read_value,
    .find_segments = find_segments,
    .free_segments = free_segments,
    .keeps_white = keeps_white,
    .add_run = add_run,
    .end_text = end_text,
    .read_segment = read_segment,
    .find_span = find_span,
};

static PyObject *read_source(PyObject *module, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"data", "is_raw", "keeps_nul", NULL};
    PyObject *data;
    int is_raw = 0, keeps_nul = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U|$pp", names, &data, &is_raw, &keeps_nul)) return NULL;
    return read_decoded(data, (is_raw ? 0 : HAS_REFERENCES) | (is_raw || keeps_nul ? 0 : DROPS_NUL));
}

static PyMethodDef functions[] = {
    {"read_source", (PyCFunction)(void (*)(void))read_source, METH_VARARGS | METH_KEYWORDS,
     "Return a slice of a page's source as a parser reads it (spans.read_source)."},
    {"read_passages", read_passages, METH_VARARGS, "Return passages of a page (corpus.sentences.passages)."},
    {"find_part_spans", find_part_spans, METH_VARARGS, "Return the bytes of parts of a passage, or None."},
    {"columns_of_lists", columns_of_lists, METH_VARARGS, "Return the Columns of rows that are lists."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "zaru.dom._kernel", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void) {
    prepare_tags();
    PyObject *module = PyModule_Create(&definition);
    PyObject *capsule = module ? PyCapsule_New((void *)&api, COLUMNS_API, NULL) : NULL;
    if (capsule == NULL || PyModule_AddObjectRef(module, "api", capsule) < 0 || prepare_values() < 0 ||
        PyModule_AddType(module, &Columns_type) < 0)
        Py_CLEAR(module);
    Py_XDECREF(capsule);
    PyObject *none = module ? PyFrozenSet_New(NULL) : NULL; /* the parser knows where every text is */
    if (none == NULL || PyDict_SetItemString(Columns_type.tp_dict, "unplaced", none) < 0) Py_CLEAR(module);
    Py_XDECREF(none);
    return module;
}
