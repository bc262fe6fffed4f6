/* What other kernels are given of a page's rows, by the capsule zaru.dom._kernel.api. */
#ifndef ZARU_DOM_API_H
#define ZARU_DOM_API_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#define COLUMNS_API "zaru.dom._kernel.api"

/* Stretches of text of one block: rows of segment i are rows[begins[i]] to rows[begins[i + 1]]. */
typedef struct {
    int32_t *rows, *begins, *blocks;
    int32_t count, row_count;
} Segments;

/* Texts that are written one behind the other. */
typedef struct {
    Py_UCS4 *letters;
    Py_ssize_t size, room;
} Letters;

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
    PyObject *(*get_tag)(PyObject *columns, int32_t row);
    PyObject *(*get_text)(PyObject *columns, int32_t row);
    PyObject *(*get_pairs)(PyObject *columns, int32_t row);
    PyObject *(*read_attribute)(PyObject *columns, int32_t row, const char *name); /* new; None: absent */
    int (*find_segments)(PyObject *columns, PyObject *block_tags, PyObject *unread_tags, Segments *found);
    void (*free_segments)(Segments *segments);
    /* Append the text of a segment as Segment.text has it. */
    int (*read_segment)(PyObject *columns, const Segments *segments, int32_t number, Letters *text);
} ColumnsApi;

#endif
