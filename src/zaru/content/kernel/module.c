/* The module zaru.content._kernel. */
#include "kernel.h"

static PyMethodDef functions[] = {
    {"mark_best", mark_best, METH_VARARGS,
     "Return which segments have the highest expected F score (model.mark_best)."},
    {"sketch_page", sketch_page, METH_VARARGS, "Return the segments of a page in numbers (sketch.Sketch)."},
    {"read_template", read_template, METH_VARARGS, "Return names and addresses of a page (template.Template)."},
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
    if (PyErr_Occurred()) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddType(module, &Model_type) < 0) Py_CLEAR(module);
    return module;
}
