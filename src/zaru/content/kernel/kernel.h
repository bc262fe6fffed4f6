/* The hot half of zaru.content in C: from a tree and its segments to the features that the model
 * reads, and the model's trees. The Python and numpy code in skeleton.py, measures.py, features.py
 * and model.py is the reference, and the single source of all constants: they come as arguments.
 *
 * Optional, as zaru/dom/_kernel.c is; tests run both. Nothing here is recursive, every loop is
 * linear in its input. No Python code can run while borrowed parts of the tree are read; behind
 * that (texts.c), signals are looked at.
 */
#ifndef ZARU_CONTENT_KERNEL_H
#define ZARU_CONTENT_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#include "columns.h"

enum { KINDS = 16, PLANE = 0x10000, MAX_TAKEN = 128, MAX_WORD = 256 };

/* ---- words.c: fixed sets of words, found by their characters ------------------------------ */

typedef struct {
    uint32_t hash;
    int32_t number; /* of the word + 1; 0 for a free slot */
} WordSlot;

typedef struct {
    Py_UCS4 *letters;
    int32_t *starts; /* of each word in letters, and the end of the last */
    WordSlot *slots;
    int32_t size, mask, capacity, room;
} Words;

int make_words(Words *words, PyObject *const *dicts, int count, const char *const *names);
int find_word(const Words *words, const Py_UCS4 *letters, Py_ssize_t length);
int find_text(const Words *words, PyObject *text);
void free_words(Words *words);

/* ---- facts.c: what is known of every page -------------------------------------------------- */

#define NUMBERS(X)                                                                              \
    X(least) X(far) X(sentence_length) X(around) X(levels) X(title_chars) X(about_chars)        \
    X(alike) X(fade) X(max_value_chars) X(cjk_beyond) X(upper) X(cjk) X(digit) X(stop) X(comma) \
    X(symbol)

typedef struct {
#define NUMBER(name) double name;
    NUMBERS(NUMBER)
#undef NUMBER
} Numbers;

typedef struct {
    int64_t flag;
    int heading, block_kind;
} Tag;

typedef struct {
    int64_t mark;
    double score;
    int is_token;
} Token;

typedef struct {
    int64_t bit;
    int row; /* of the matrix */
} BitColumn;

typedef struct {
    PyObject *names; /* a set */
    int row;
} SetColumn;

enum { TEXT_TAG, LINK_TAG, TIME_TAG, ARTICLE_TAG, IMAGE_TAG, INPUT_TAG, HIDDEN_TAG, NAMED_TAGS };

typedef struct {
    PyObject_HEAD
    Words tag_words, token_words;
    Tag *tags;       /* NAMED_TAGS first */
    Token *tokens;
    Py_ssize_t width; /* columns of the model */
    int rows[COLUMN_COUNT]; /* of the matrix; -1 for a column that the model does not read */
    BitColumn *bits, *shares;
    SetColumn *types;
    Py_ssize_t bit_count, share_count, type_count;
    uint8_t *kinds; /* of the characters of the basic plane */
    double weights[KINDS];
    Numbers numbers;
    uint64_t seed;
    PyObject *row_name, *rows_name; /* of a segment's attributes */
} Features;

int read_all_facts(Features *self, PyObject *columns, PyObject *tokens, PyObject *facts);

/* ---- page.c: one page, and memory that lives as long as its features are made ------------- */

typedef struct {
    double length, link_length, link, good;
    float counts[KINDS], visible;
    int32_t links, last_kind, has_time, is_date;
} Measure;

typedef struct {
    const Features *known;
    void *taken[MAX_TAKEN];
    int taken_count;
    PyObject *tags, *parents, *depths, *values;        /* columns of the tree */
    PyObject *titles, *about, *kind, *body, *disjoint; /* signals */
    PyObject *names, *copies;                          /* dicts to numbers */
    Py_ssize_t row_count, count, size;                 /* rows, segments, elements */
    /* for each row */
    int32_t *tag, *parent, *place; /* -1 for an unknown tag; the place in the skeleton or -1 */
    int32_t *link, *time;          /* the nearest <a>, <time>, itself or above; -1 for none */
    /* for each segment */
    int32_t *segment_rows, *begins, *rows, *blocks; /* rows of segment i: rows[begins[i]…] */
    Measure *measures;
    PyObject **texts;
    /* for each element, in document order */
    int32_t *element_rows, *parents_of, *paths, *repeats, *articles, *firsts, *lasts, *wider,
        *repeated;
    int64_t *flags;
    double *own, *lows, *highs, *total, *near, *low, *high; /* of tokens */
    int32_t path_count;
} Page;

void *take(Page *page, Py_ssize_t count, size_t size);
int read_page(Page *page, PyObject *tree, PyObject *segments, PyObject *signals);
void free_page(Page *page);

int build_skeleton(Page *page);              /* skeleton.c */
int read_tokens(Page *page);                 /* tokens.c */
int measure_segments(Page *page);            /* measures.c */
int fill_columns(Page *page, float *matrix); /* columns.c */
int fill_texts(Page *page, double *title_shares, float *copies, float *copy, float *in_about,
               float *in_body); /* texts.c */

PyObject *sum_trees(PyObject *module, PyObject *args); /* trees.c */
PyObject *mark_best(PyObject *module, PyObject *args); /* choice.c */

/* Objects of a tree lie all over the memory: fetch what a loop comes to some turns later. */
enum { AHEAD = 12 };

static inline void fetch(const void *object) {
#ifdef __GNUC__
    __builtin_prefetch((const char *)object + 16); /* behind the count of references */
#else
    (void)object;
#endif
}

static inline int is_ascii(PyObject *text, const char *wanted, Py_ssize_t length) {
    return PyUnicode_GET_LENGTH(text) == length && PyUnicode_IS_ASCII(text) &&
           memcmp(PyUnicode_1BYTE_DATA(text), wanted, (size_t)length) == 0;
}

#endif
