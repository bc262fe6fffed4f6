/* The module zaru.search._kernel. */
#include "kernel.h"

static PyMethodDef functions[] = {
    {"list_answers", list_answers, METH_VARARGS,
     "Return the answers of a column of Arrow's, None where there is none; they are read by LineReader."},
    {"find_runs", find_runs, METH_VARARGS,
     "Return the runs of so many or more kanji in a text."},
    {"inflate_block", inflate_block, METH_VARARGS,
     "Return the bytes of a block of LZ4; raises ValueError unless they are just so many."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "zaru.search._kernel",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void) {
    if (PyType_Ready(&Answers_type) < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    PyTypeObject *types[] = {&LineReader_type, &Answer_type, &PageReader_type};
    for (int i = 0; module && i < 3; i++)
        if (PyModule_AddType(module, types[i]) < 0) Py_CLEAR(module);
    return module;
}
