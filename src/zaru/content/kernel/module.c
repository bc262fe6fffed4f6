/* The module zaru.content._kernel. */
#include "kernel.h"

static PyMethodDef functions[] = {
    {"mark_best", mark_best, METH_VARARGS,
     "Return which segments have the highest expected F score (model.mark_best)."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "zaru.content._kernel", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddType(module, &Model_type) < 0) Py_CLEAR(module);
    return module;
}
