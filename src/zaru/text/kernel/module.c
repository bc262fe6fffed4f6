/* The module zaru.text._kernel. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "encodings.h"
#include "json.h"
#include "letters.h"
#include "sentences.h"
#include "utf8.h"
#include "xml.h"

/* is_utf8(raw, start) */
static PyObject *is_all_utf8(PyObject *module, PyObject *args) {
    Py_buffer raw;
    Py_ssize_t start;
    if (!PyArg_ParseTuple(args, "y*n", &raw, &start)) return NULL;
    if (start < 0 || start > raw.len) start = raw.len;
    int is_right;
    Py_BEGIN_ALLOW_THREADS
    is_right = is_utf8((const uint8_t *)raw.buf + start, (size_t)(raw.len - start));
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&raw);
    return PyBool_FromLong(is_right);
}

static PyMethodDef functions[] = {
    {"is_utf8", is_all_utf8, METH_VARARGS, "Say whether all bytes from a place on are UTF-8."},
    {"find_runs", find_runs, METH_O, "Return stretches of characters of East Asia (encodings.py)."},
    {"count_utf8", count_utf8, METH_O, "Return how many characters are beyond ASCII, and how many U+FFFD."},
    {"count_kinds", count_kinds, METH_VARARGS, "Return how many characters of a text are of each kind."},
    {"write_line", write_line, METH_O, "Return a line of JSON, None for what json.dumps has to write."},
    {"find_parts", (PyCFunction)(void (*)(void))find_parts, METH_FASTCALL,
     "Return the sentences of a text that are Japanese enough (corpus.sentences.parts)."},
    {"measure_width", measure_width, METH_O, "Return the columns that a line takes (layout.wrapping)."},
    {"clean", clean, METH_O, "Return a text with U+FFFD for what XML cannot hold."},
    {"escape_text", escape_text, METH_O, "Return a text as it stands in an element of XML."},
    {"escape_value", escape_value, METH_O, "Return a text as it stands in an attribute of XML."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "zaru.text._kernel", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void) {
    prepare_letters();
    return PyModule_Create(&definition);
}
