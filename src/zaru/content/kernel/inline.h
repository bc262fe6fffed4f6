/* The inline markup of a block while it is written as Markdown. */
#ifndef ZARU_CONTENT_INLINE_H
#define ZARU_CONTENT_INLINE_H

#include "kernel.h"

enum { MAX_REFERENCE = 40, LONG_LINK = 300, MAX_ADDRESS = 8192, FEW_ROWS = 64 };
enum { TEXT_NUMBER = 0 }; /* of the tag of text runs in dom's kernel */
enum { IN_TEXT, IN_CELL, IN_LINE };                                                /* how lines end */
enum { IS_EM = 1, IS_STRONG = 2, IS_CODE = 4, IS_SUB = 8, IS_SUP = 16, IS_LINK = 32 }; /* styles */
enum { IS_TEXT, IS_BREAK, IS_OPENING };                                            /* kinds of pieces */

/* A stretch of the text in one style: bytes of `raw`. */
typedef struct {
    Py_ssize_t start, size;
    PyObject *link; /* an address; NULL for none */
    int styles, is_text;
} Phrase;

/* What is written of it: bytes of `cut`, and the marks that are to be set around them. */
typedef struct {
    Py_ssize_t start, size;
    int marks, kind;
} Piece;

typedef struct {
    PyObject *columns, *resolve, *write_address, *href;
    Py_ssize_t max_chars; /* of an attribute */
    int32_t block, *rows;
    Py_ssize_t row_count;
    int line_end, ends_white; /* nothing behind needs a space */
    Written raw, cut, out;
    Phrase *phrases;
    Py_ssize_t phrase_count;
    Piece *pieces;
    Py_ssize_t piece_count, piece_room;
} Inline;

static inline int append_bytes(Written *text, const void *bytes, Py_ssize_t size) {
    if (make_room(text, size) < 0) return -1;
    memcpy(text->bytes + text->size, bytes, (size_t)size);
    text->size += size;
    return 0;
}

extern const uint8_t SPECIAL_LETTERS[128]; /* of ASCII: 1 for a mark, 2 for what may begin a reference */
extern uint8_t *inline_styles; /* of each tag that every page has */
extern PyObject *href_name;

/* inline.c */
int prepare_inline(void);
int escape_slice(Slice text, Written *out);
int write_phrases(Inline *all);

/* markdown.c */
PyObject *write_inline(PyObject *module, PyObject *args);
PyObject *write_blocks(PyObject *module, PyObject *args);

#endif
