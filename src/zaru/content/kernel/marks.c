/* Class and id of elements, or two other attributes, as sets of pages compare them. */
#include "sketch.h"

/* Read both attributes of an element; -1 with an error set. */
int read_marks(PyObject *columns, int32_t row, const AttributeName *names, Marks *marks) {
    int32_t count = columns_api->count_attributes(columns, row);
    for (int i = 0; i < 2; i++) marks->values[i] = (Slice){NULL, 0};
    for (int32_t i = 0; i < count; i++) {
        int name = columns_api->find_name(columns, row, i, names, 2);
        if (name < 0) return -1;
        if (name == 2) continue;
        if (columns_api->read_value(columns, row, i, marks->spare + name, marks->values + name) < 0) return -1;
    }
    return 0;
}

void free_marks(Marks *marks) {
    for (int i = 0; i < 2; i++) PyMem_Free(marks->spare[i].bytes);
}

int is_ascii(Slice text) {
    size_t size = (size_t)text.size, at = size ? skip_ascii(text.bytes, size) : 0;
    while (at < size && text.bytes[at] < 0x80) at++;
    return at == size;
}

/* Append ASCII with each number as 0. */
int append_folded(Slice value, Written *text) {
    if (make_room(text, value.size) < 0) return -1;
    uint8_t *out = text->bytes + text->size;
    int is_number = 0;
    for (Py_ssize_t i = 0; i < value.size; i++) {
        uint8_t c = value.bytes[i];
        int is_digit = c >= '0' && c <= '9';
        if (!is_digit || !is_number) *out++ = is_digit ? '0' : c;
        is_number = is_digit;
    }
    text->size = out - text->bytes;
    return 0;
}

/* Append the tag of an element and a dot. */
int append_tag(PyObject *columns, int32_t row, Written *text) {
    PyObject *tag = columns_api->get_tag(columns, row);
    if (tag == NULL || columns_api->write_str(tag, text) < 0 || make_room(text, 1) < 0) return -1;
    text->bytes[text->size++] = '.';
    return 0;
}

/* Return what a function of Python makes of a tag and both values; NULL with an error set. */
PyObject *call_with_marks(PyObject *function, PyObject *columns, int32_t row, const Marks *marks) {
    PyObject *tag = columns_api->get_tag(columns, row);
    PyObject *first = tag ? to_str(marks->values[0]) : NULL, *second = first ? to_str(marks->values[1]) : NULL;
    PyObject *made = second ? PyObject_CallFunctionObjArgs(function, tag, first, second, NULL) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return made;
}
