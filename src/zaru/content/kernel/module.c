/* The module zaru.content._kernel. */
#include "inline.h"

static PyMethodDef functions[] = {
    {"mark_best", mark_best, METH_VARARGS,
     "Return which segments have the highest expected F score (model.mark_best)."},
    {"sketch_page", sketch_page, METH_VARARGS, "Return the segments of a page in numbers (sketch.Sketch)."},
    {"read_template", read_template, METH_VARARGS, "Return names and addresses of a page (template.Template)."},
    {"find_steps", find_byline_steps, METH_VARARGS, "Return what is to be read near a title (bylines.py)."},
    {"find_roles", find_roles, METH_VARARGS, "Return the roles that elements give to texts in them (roles.py)."},
    {"build_blocks", build_blocks, METH_VARARGS, "Return the blocks of a content (content.py)."},
    {"find_holders", find_holders_of, METH_VARARGS, "Return which lists, quotes, code or tables hold rows (outline.py)."},
    {"count_words", count_words, METH_VARARGS, "Return how many words there are, and of which languages."},
    {"count_scripts", count_scripts, METH_VARARGS, "Return how many letters there are of each script."},
    {"keep_letters", keep_letters, METH_O, "Return the letters and digits of a text."},
    {"write_inline", write_inline, METH_VARARGS, "Return the text of a block as Markdown (markdown.py)."},
    {"write_blocks", write_blocks, METH_VARARGS, "Return the texts of blocks as Markdown, by their first rows."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "zaru.content._kernel", .m_size = -1, .m_methods = functions,
};

const ColumnsApi *columns_api;

PyMODINIT_FUNC PyInit__kernel(void) {
    columns_api = PyCapsule_Import(COLUMNS_API, 0);
    if (columns_api && columns_api->size != sizeof(ColumnsApi))
        PyErr_SetString(PyExc_ImportError, "zaru.dom._kernel is of another version");
    if (PyErr_Occurred() || prepare_inline() < 0 || prepare_roles() < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && (PyModule_AddType(module, &Model_type) < 0 || PyModule_AddType(module, &Stretches_type) < 0)) Py_CLEAR(module);
    return module;
}
