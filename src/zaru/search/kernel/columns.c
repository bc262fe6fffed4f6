/* Batches of Arrow, opened column by column. */
#include "arrow.h"

#include <string.h>

static char find_kind(const char *format) {
    if (strcmp(format, "+l") == 0) return LIST;
    if (strcmp(format, "+s") == 0) return STRUCT;
    return strlen(format) == 1 ? format[0] : 0;
}

static int refuse(const char *name) {
    PyErr_Format(PyExc_ValueError, "a batch has no column of the right kind for %s", name ? name : "a list");
    return -1;
}

/* Fill in where the values are; *above* is what the rows of its parent begin with. */
static int open_array(const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t above, Column *column) {
    char kind = find_kind(schema->format);
    int64_t buffers = kind == TEXT ? 3 : kind == STRUCT ? 1 : 2;
    if (array->n_buffers != buffers || array->dictionary || array->n_children != schema->n_children)
        return refuse(schema->name);
    *column = (Column){
        .schema = schema,
        .array = array,
        .validity = array->buffers[0],
        .values = buffers > 1 ? array->buffers[1] : NULL,
        .bytes = buffers > 2 ? array->buffers[2] : NULL,
        .first = above + array->offset,
        .kind = kind,
    };
    return 0;
}

int open_column(const Column *parent, const char *name, char kind, Column *column) {
    const struct ArrowSchema *schema = parent->schema;
    int64_t above = name ? parent->first : 0; /* a list says where its values begin by itself */
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (name && strcmp(schema->children[i]->name, name) != 0) continue;
        if (open_array(schema->children[i], parent->array->children[i], above, column) < 0) return -1;
        if (kind && column->kind != kind) break;
        return 0;
    }
    return refuse(name);
}

PyObject *open_batch(PyObject *batch, Column *column) {
    PyObject *capsules = PyObject_CallMethod(batch, "__arrow_c_array__", NULL);
    if (capsules == NULL) return NULL;
    PyObject *schema, *array;
    const struct ArrowSchema *shape = NULL;
    const struct ArrowArray *values = NULL;
    if (PyTuple_Check(capsules) && PyArg_ParseTuple(capsules, "OO", &schema, &array)) {
        shape = PyCapsule_GetPointer(schema, "arrow_schema");
        values = shape ? PyCapsule_GetPointer(array, "arrow_array") : NULL;
    } else if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_TypeError, "a batch hands two capsules over");
    }
    if (values == NULL || open_array(shape, values, 0, column) < 0) Py_CLEAR(capsules);
    else if (column->kind != STRUCT) {
        refuse("a batch");
        Py_CLEAR(capsules);
    }
    return capsules;
}
