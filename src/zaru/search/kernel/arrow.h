/* Columns of Arrow, as its C data interface hands them over (arrow.apache.org/docs/format/CDataInterface.html). */
#ifndef ZARU_SEARCH_ARROW_H
#define ZARU_SEARCH_ARROW_H

#include "kernel.h"

/* Both as the interface has them. */
struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

/* The kinds of columns that tables have, by the letters of their formats. */
enum { TEXT = 'u', INTEGER = 'l', FLAG = 'b', LIST = 'L', STRUCT = 'S' };

/* A column of a batch, or one below it; rows are counted from the first of its parent. */
typedef struct {
    const struct ArrowSchema *schema;
    const struct ArrowArray *array;
    const uint8_t *validity; /* NULL when every value is there */
    const void *values;      /* where texts and lists begin; flags and integers themselves */
    const char *bytes;       /* of texts */
    int64_t first;
    char kind;
} Column;

/* Some bytes of UTF-8 that another has; bytes is NULL for a text that is not there. */
typedef struct {
    const char *bytes;
    size_t size;
} Bytes;

/* The rows of a list. */
typedef struct {
    int64_t begin, end;
} Range;

/* Open a batch of pyarrow's and return what keeps it, a new reference; *column* is a struct of its columns. */
PyObject *open_batch(PyObject *batch, Column *column);
/* Open a column by its name, the values of a list by NULL; a kind of 0 is any. Raises ValueError. */
int open_column(const Column *parent, const char *name, char kind, Column *column);

static inline int is_there(const Column *column, int64_t row) {
    int64_t at = column->first + row;
    return column->validity == NULL || (column->validity[at >> 3] >> (at & 7) & 1);
}

static inline int read_flag(const Column *column, int64_t row) {
    int64_t at = column->first + row;
    return is_there(column, row) && (((const uint8_t *)column->values)[at >> 3] >> (at & 7) & 1);
}

static inline int64_t read_integer(const Column *column, int64_t row) {
    return is_there(column, row) ? ((const int64_t *)column->values)[column->first + row] : 0;
}

static inline Range read_range(const Column *column, int64_t row) {
    if (!is_there(column, row)) return (Range){0, 0};
    const int32_t *begins = (const int32_t *)column->values + column->first + row;
    return (Range){begins[0], begins[1]};
}

static inline Bytes read_bytes(const Column *column, int64_t row) {
    if (!is_there(column, row)) return (Bytes){NULL, 0};
    Range range = read_range(column, row);
    /* Without any bytes Arrow may have no place for them. */
    return (Bytes){range.begin < range.end ? column->bytes + range.begin : "", (size_t)(range.end - range.begin)};
}

#endif
