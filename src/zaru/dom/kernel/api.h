/* What other kernels are given of a page's rows, by the capsule zaru.dom._kernel.api. */
#ifndef ZARU_DOM_API_H
#define ZARU_DOM_API_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#include "../../text/kernel/utf8.h"

#define COLUMNS_API "zaru.dom._kernel.api"

/* Stretches of text of one block: rows of segment i are rows[begins[i]] to rows[begins[i + 1]]. */
typedef struct {
    int32_t *rows, *begins, *blocks;
    int32_t count, row_count;
} Segments;

/* Whole characters in UTF-8 (utf8.h). */
typedef struct {
    const uint8_t *bytes;
    Py_ssize_t size;
} Slice;

/* Texts that are written one behind the other: slices of them live until more is written. */
typedef struct {
    uint8_t *bytes;
    Py_ssize_t size, room;
} Written;

/* Make room for so many bytes more; -1 with an error set. */
static inline int make_room(Written *text, Py_ssize_t more) {
    if (more <= text->room - text->size) return 0;
    Py_ssize_t wanted = text->size + more, room = wanted + wanted / 2 + 64;
    uint8_t *larger = wanted < PY_SSIZE_T_MAX / 2 ? PyMem_Realloc(text->bytes, (size_t)room) : NULL;
    if (larger == NULL) return PyErr_NoMemory(), -1;
    text->bytes = larger;
    text->room = room;
    return 0;
}

/* The name of an attribute, ASCII in lower case, which SVG and MathML have in no other way. */
typedef struct {
    const char *letters;
    Py_ssize_t size;
} AttributeName;

#define ATTRIBUTE_NAME(letters) {letters, sizeof letters - 1}

/* Columns are of *type*. Functions answer -1 or NULL with an error set; references are borrowed
 * and live as long as the columns. */
typedef struct {
    size_t size; /* of this: kernels of different versions must not meet */
    PyTypeObject *type;
    int32_t known_tags; /* numbers of tags that every page has */
    PyObject *(*name_known_tag)(int32_t number);
    int32_t (*find_known_tag)(const char *name); /* of HTML */
    int32_t (*count_rows)(PyObject *columns);
    /* The number of each row's tag, -1 for one that only this page has; its parent and depth. */
    void (*read_rows)(PyObject *columns, int32_t *tags, int32_t *parents, int32_t *depths);
    /* The same of one row. */
    int32_t (*number_tag)(PyObject *columns, int32_t row);
    int32_t (*get_parent)(PyObject *columns, int32_t row);
    int (*is_full)(PyObject *columns, int32_t row); /* a text run with more than white space */
    PyObject *(*get_tag)(PyObject *columns, int32_t row);
    PyObject *(*get_text)(PyObject *columns, int32_t row);
    /* Find the text of a run among the bytes of the file; 0 where they do not say it as it is. */
    int (*find_text)(PyObject *columns, int32_t row, Slice *text);
    int (*write_text)(PyObject *columns, int32_t row, Written *text); /* append it */
    int (*write_str)(PyObject *text, Written *written);               /* append any str */
    PyObject *(*read_attribute)(PyObject *columns, int32_t row, PyObject *name); /* new; None: absent */
    int32_t (*count_attributes)(PyObject *columns, int32_t row);
    /* The number of the name, among *count*, that an attribute has; *count* for another one. */
    int (*find_name)(PyObject *columns, int32_t row, int32_t attribute, const AttributeName *names, int count);
    /* Find a value, or write it to *spare*; size 0 where there is none. */
    int (*read_value)(PyObject *columns, int32_t row, int32_t attribute, Written *spare, Slice *value);
    int (*find_segments)(PyObject *columns, PyObject *block_tags, PyObject *unread_tags, Segments *found);
    void (*free_segments)(Segments *segments);
    /* Say whether the texts of a block keep their white space. */
    int (*keeps_white)(PyObject *columns, int32_t block);
    /* Append a run, or a line end if it is NULL, to a text as Segment.text has it; *space* is 0 at first. */
    int (*add_run)(const Slice *run, int keeps_white, int *space, Written *text);
    void (*end_text)(int keeps_white, Written *text);
    /* Write the text of a segment. */
    int (*read_segment)(PyObject *columns, const Segments *segments, int32_t number, Written *text);
    /* Find the bytes from the first to the last text of a segment as Segment.span has them; 0 in XML. */
    int (*find_span)(PyObject *columns, const Segments *segments, int32_t number, int32_t *start, int32_t *size);
} ColumnsApi;

#endif
