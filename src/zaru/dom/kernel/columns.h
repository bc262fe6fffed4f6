/* The rows of a page for Python: columns that are made when they are asked for. */
#ifndef ZARU_DOM_COLUMNS_H
#define ZARU_DOM_COLUMNS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "api.h"
#include "parser.h"

typedef struct {
    PyObject_HEAD
    Document document;
    PyObject *source;  /* bytes: names, values and texts are slices of it */
    PyObject *decode;  /* reads a slice; NULL for UTF-8 */
    int32_t *places;   /* of each byte of the source in the file; NULL: the same */
    PyObject **values; /* of each row: a text or attribute pairs, once they are asked for */
    PyObject **names;  /* of other tags than those of tags.h: a str for each space, once … */
    int32_t *starts, *ends; /* of elements, once their places are asked for */
    PyObject *spans;   /* of rows that came as lists; NULL for those of the parser */
} Columns;

extern PyTypeObject Columns_type;

/* A set of tags as Python has it, and as a table. */
typedef struct {
    PyObject *tags; /* a frozenset */
    uint8_t has[SPACES][TAG_COUNT];
    int has_others; /* some are not in tags.h */
} TagSet;

/* ---- values.c: borrowed references that live as long as the columns; NULL with an error set -- */

/* How a slice is read. */
enum { HAS_REFERENCES = 1, DROPS_NUL = 2, IS_VALUE = 4, IS_NAME = 8 };

static inline int how_to_read(const Node *text) {
    return (text->flags & IS_RAW ? 0 : HAS_REFERENCES) | (text->flags & KEEPS_NUL ? 0 : DROPS_NUL);
}

int prepare_values(void);
int is_plain(const byte *data, size_t size, int how); /* says what it is read as */
int has_name(const Columns *columns, const Attribute *own, const char *name, Py_ssize_t size);
Py_ssize_t write_slice(const byte *data, int32_t size, int how, byte *out);
PyObject *read_slice(const Columns *columns, int32_t start, int32_t end, int how); /* new */
PyObject *read_decoded(PyObject *text, int how); /* new */
PyObject *get_tag(Columns *columns, int32_t row);
PyObject *get_text(Columns *columns, int32_t row);
PyObject *get_pairs(Columns *columns, int32_t row);
PyObject *get_value(Columns *columns, int32_t row); /* either */
PyObject *read_attribute(Columns *columns, int32_t row, PyObject *name); /* new; None: absent */
const Attribute *find_attribute(Columns *columns, int32_t row, PyObject *name);

int load_named_references(void); /* named.c */
int find_named_reference(const byte *name, int32_t size, const char **value, int32_t *value_size);

/* ---- grouping.c ---------------------------------------------------------------------------- */

int read_tag_set(PyObject *tags, TagSet *set);
int has_tag(Columns *columns, const TagSet *set, int32_t row);

/* What the capsule offers: api.h says what each does. */
PyObject *name_known_tag(int32_t number);
int32_t count_rows(PyObject *columns);
void read_rows(PyObject *columns, int32_t *tags, int32_t *parents, int32_t *depths);
int find_segments(PyObject *columns, PyObject *block_tags, PyObject *unread_tags, Segments *found);
void free_segments(Segments *segments);
int find_span(PyObject *columns, const Segments *segments, int32_t number, int32_t *start, int32_t *size);

PyObject *columns_segments(Columns *self, PyObject *args);
PyObject *columns_groups(Columns *self, PyObject *args);
PyObject *columns_index(Columns *self, PyObject *const *tags, Py_ssize_t count);

/* lines.c */

/* Make each stretch of white space one space, with none at the ends; leave soft hyphens out where that is said. */
void collapse_white(Written *text, int drops_hyphens);
PyObject *columns_tag(Columns *self, PyObject *number);
PyObject *columns_parent(Columns *self, PyObject *number);
PyObject *columns_end(Columns *self, PyObject *number);
PyObject *columns_words_of(Columns *self, PyObject *const *args, Py_ssize_t count);
PyObject *columns_find_run(Columns *self, PyObject *const *args, Py_ssize_t count);
PyObject *columns_line_text(Columns *self, PyObject *const *args, Py_ssize_t count);
PyObject *columns_range_text(Columns *self, PyObject *const *args, Py_ssize_t count);

/* sizes.c */
PyObject *columns_sizes(Columns *self, PyObject *tags);
PyObject *columns_lines(Columns *self, PyObject *const *args, Py_ssize_t count);

/* passages.c, parts.c */
PyObject *read_passages(PyObject *module, PyObject *args);
PyObject *find_part_spans(PyObject *module, PyObject *args);

/* ---- slices.c: without objects; api.h says what each does ----------------------------------- */

int find_text(PyObject *columns, int32_t row, Slice *text);
int write_text(PyObject *columns, int32_t row, Written *text);
int write_str(PyObject *text, Written *written);
int32_t count_attributes(PyObject *columns, int32_t row);
int find_name(PyObject *columns, int32_t row, int32_t attribute, const AttributeName *names, int count);
int read_value(PyObject *columns, int32_t row, int32_t attribute, Written *spare, Slice *value);
int keeps_white(PyObject *columns, int32_t block);
int add_run(const Slice *run, int keeps_white, int *space, Written *text);
void end_text(int keeps_white, Written *text);
int read_segment(PyObject *columns, const Segments *segments, int32_t number, Written *text);
PyObject *columns_read_text(Columns *self, PyObject *rows);

static inline int32_t get_place(const Columns *columns, int32_t offset) {
    return columns->places ? columns->places[offset] : offset;
}

static inline int is_text_row(const Columns *columns, int32_t row) {
    return columns->document.nodes[row].tag == TAG_TEXT;
}

/* A text run with more than white space. */
static inline int is_full(const Columns *columns, int32_t row) {
    const Node *own = columns->document.nodes + row;
    return own->tag == TAG_TEXT && !(own->flags & IS_BLANK);
}

/* Widen a range of bytes, from NONE to NONE before, by those of a row. */
static inline void widen_range(const Node *own, int32_t *start, int32_t *end) {
    if (*start == NONE || own->start < *start) *start = own->start;
    if (own->end > *end) *end = own->end;
}

/* Say whether `spans` has the row: in XML elements are there, too. */
static inline int has_span(const Columns *columns, int32_t row) {
    return is_full(columns, row) ||
           (columns->spans && !is_text_row(columns, row) && columns->document.nodes[row].start != NONE);
}

#endif
