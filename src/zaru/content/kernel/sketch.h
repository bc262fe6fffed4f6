/* What a page set knows of a page, from the bytes of its texts and attributes: the Python code in
 * sketch.py and template.py is the reference. */
#ifndef ZARU_CONTENT_SKETCH_H
#define ZARU_CONTENT_SKETCH_H

#include "kernel.h"

enum { DIGEST_BYTES = 8 };

void write_digest(const uint8_t *data, size_t size, uint8_t *out); /* digest.c */

/* ---- marks.c: class and id of elements ------------------------------------------------------ */

/* What two attributes of an element say. */
typedef struct {
    Slice values[2]; /* empty for none */
    Written spare[2];
} Marks;

int read_marks(PyObject *columns, int32_t row, const AttributeName *names, Marks *marks);
void free_marks(Marks *marks);
int is_ascii(Slice text);
int append_folded(Slice value, Written *text);
int append_tag(PyObject *columns, int32_t row, Written *text);
PyObject *call_with_marks(PyObject *function, PyObject *columns, int32_t row, const Marks *marks);

/* ---- places.c ------------------------------------------------------------------------------ */

PyObject *find_places(PyObject *columns, const Segments *segments, PyObject *make_label, Py_ssize_t limit,
                      int32_t *numbers);

#endif
