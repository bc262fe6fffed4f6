/* The hot half of zaru.content in C: from a tree and its segments to the scores of the model. The
 * Python and numpy code in skeleton.py, measures.py, features.py and trees.py is the reference;
 * names and numbers of both stand in features.def.
 *
 * Optional, as zaru/dom/kernel is, whose columns it reads; tests run both. Nothing here is recursive, every loop is
 * linear in its input. Attributes and texts are judged by their bytes in the file; objects are made of what is kept.
 */
#ifndef ZARU_CONTENT_KERNEL_H
#define ZARU_CONTENT_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#include "../../dom/kernel/api.h"
#include "table.h"

enum { PLANE = 0x10000, MAX_TAKEN = 128, MAX_WORD = 256 };

/* ---- words.c: fixed sets of words, found by their characters ------------------------------ */

typedef struct {
    uint32_t hash;
    int32_t number; /* of the word + 1; 0 for a free slot */
} WordSlot;

typedef struct {
    Py_UCS4 *letters;
    int32_t *starts; /* of each word in letters, and the end of the last */
    WordSlot *slots;
    uint8_t *homes; /* a bit for each slot where the search for some word begins: small enough for the first cache */
    int32_t size, mask, capacity, room;
} Words;

int open_words(Words *words, Py_ssize_t count, Py_ssize_t letters);
int32_t add_word(Words *words, const Py_UCS4 *letters, Py_ssize_t length);
int find_word(const Words *words, const Py_UCS4 *letters, Py_ssize_t length);
int find_text(const Words *words, PyObject *text);
void free_words(Words *words);

/* Change a number so that each of its bits hangs on all others. */
static inline uint64_t stir(uint64_t x) {
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

/* ---- trees.c: the trees of a model --------------------------------------------------------- */

enum { FIRST_LOOK, SECOND_LOOK, KIND_LOOKS, MAX_KINDS = 14, MAX_LOOKS = KIND_LOOKS + MAX_KINDS };

typedef struct {
    Py_ssize_t count, levels;
    int32_t *inputs;        /* of each level of each tree: the row of the matrix that is asked … */
    float *borders;         /* … whether it is above this; the first answer is bit 0 … */
    float *leaves;          /* … of the number of the leaf, which has the log odds */
    Py_ssize_t looks;           /* two at segments, and one at the page for each of its kinds … */
    Py_ssize_t ends[MAX_LOOKS]; /* … with the trees up to this one … */
    float biases[MAX_LOOKS];    /* … and the log odds before any of them */
} Trees;

int read_looks(Trees *trees, PyObject *looks, PyObject *biases);
int read_trees(Trees *trees, PyObject *const *arrays, Py_ssize_t levels, Py_ssize_t width);
int has_look(const Trees *trees, int look);
void score_segments(const Trees *trees, int look, const float *matrix, Py_ssize_t segments, float *scores);
void free_trees(Trees *trees);

/* ---- model.c: what is known of every page -------------------------------------------------- */

typedef struct {
    int64_t mark;
    double score;
    int is_token;
} Token;

/* The first of the tags that are known; those of the table follow. */
enum { TEXT_TAG, LINK_TAG, TIME_TAG, ARTICLE_TAG, IMAGE_TAG, INPUT_TAG };
enum { MAX_TAGS = 64, MAX_TYPES = 64 };

typedef struct {
    PyObject_HEAD
    Words tag_words, type_words, token_words, said_words;
    const ColumnsApi *api;   /* of the rows of pages */
    int32_t *tag_numbers;    /* of the tags that every page has: their numbers here, or -1 */
    int32_t body_tag, meta_tag, title_tag, script_tag; /* their numbers there */
    int64_t flags[MAX_TAGS]; /* of each tag that is known: its group */
    int headings[MAX_TAGS], block_kinds[MAX_TAGS];
    int types[MAX_TYPES]; /* of each word of a type: TYPE_… */
    Token *tokens;
    double *said;           /* of each of the words of texts */
    Py_ssize_t width;       /* columns of the model */
    int rows[COLUMN_COUNT]; /* of the matrix; -1 for a column that the model does not read */
    PyObject *kept_kinds;
    const uint8_t *kinds; /* of the characters of the basic plane */
    Trees trees;
    uint8_t is_parted[MAX_KINDS]; /* of each kind of pages: whether it is of many parts */
    uint8_t *is_asked;            /* of each row of the matrix: whether a kind asks for its mean */
    uint64_t seed;
    PyObject *row_name, *rows_name; /* of a segment's attributes */
} Model;

extern PyTypeObject Model_type;
extern const ColumnsApi *columns_api; /* module.c */

/* ---- page.c: one page, and memory that lives as long as it is judged ----------------------- */

typedef struct {
    double length, link_length, link, good;
    float counts[KIND_COUNT], visible;
    int32_t links, last_kind, has_time, is_date;
} Measure;

/* A text: bytes of the file, or of the page's `written`. */
typedef struct {
    union {
        const uint8_t *bytes;
        Py_ssize_t start;
    } at;
    int32_t size, is_written;
} Text;

typedef struct {
    const Model *known;
    void *taken[MAX_TAKEN];
    int taken_count;
    PyObject *columns;                      /* of the tree */
    PyObject *titles, *about, *kind, *body; /* signals */
    int has_type[TYPE_COUNT];
    PyObject *kept;                         /* a list of what must live as long as the page */
    Written written, spare;                 /* texts that the file says in another way; the last value */
    Py_ssize_t row_count, count, size;      /* rows, segments, elements */
    /* for each row */
    int32_t *tag, *parent, *depth, *place; /* -1 for an unknown tag; the place in the skeleton or -1 */
    int32_t *link, *time;                  /* the nearest <a>, <time>, itself or above; -1 for none; until it is measured */
    /* for each segment */
    const int32_t *segment_rows, *begins, *rows; /* rows of segment i: rows[begins[i]…] */
    int32_t *blocks;
    Measure *measures;
    Text *texts;
    int32_t *letters; /* of Segment.text */
    /* for each element, in document order */
    int32_t *element_rows, *parents_of, *paths, *repeats, *articles, *firsts, *lasts, *wider,
        *repeated;
    int64_t *flags;
    double *own, *total, *near, *low, *high; /* of tokens */
    int32_t path_count;
    double kinds[MAX_KINDS]; /* how probable each is; known when the page is scored */
} Page;

void *take(Page *page, Py_ssize_t count, size_t size);
void *take_unset(Page *page, Py_ssize_t count, size_t size);
void drop(Page *page, void *memory);
int read_page(Page *page, PyObject *columns, const Segments *segments, PyObject *signals);
int note_types(Page *page, PyObject *types);
int find_signals(Page *page, const int32_t *kinds, PyObject *read_linked); /* signals.c */
int read_given_segments(const Model *model, PyObject *list, Segments *segments);
void free_page(Page *page);

static inline int kind_of(const uint8_t *kinds, Py_UCS4 c) {
    return c < PLANE ? kinds[c] : c >= CJK_BEYOND ? KIND_CJK : KIND_SYMBOL;
}

static inline Slice get_slice(const Page *page, const Text *text) {
    return (Slice){text->is_written ? page->written.bytes + text->at.start : text->at.bytes, text->size};
}

/* Return the str that bytes say; NULL with an error set. */
static inline PyObject *to_str(Slice text) {
    return PyUnicode_DecodeUTF8((const char *)text.bytes, text.size, "surrogatepass");
}

static inline PyObject *name_of(const Page *page, int32_t row) {
    return page->known->api->get_tag(page->columns, row); /* borrowed */
}

/* ---- numbers.c: texts by their numbers, equal ones by the same ------------------------------ */

typedef struct {
    uint32_t hash;
    int32_t number; /* + 1; 0 for a free slot */
} NumberSlot;

typedef struct {
    Text *texts; /* of each number */
    NumberSlot *slots;
    uint32_t mask;
    int32_t count;
} Numbers;

int open_numbers(Page *page, Numbers *numbers, Py_ssize_t most);
void drop_numbers(Page *page, Numbers *numbers);
int32_t number_slice(Page *page, Numbers *numbers, Slice text, int is_lasting);

int measure_page(Page *page, PyObject *columns, const Segments *segments, PyObject *signals); /* model.c */
float *score_page(Page *page, float *features);
PyObject *list_kinds(const Page *page);
int build_skeleton(Page *page);              /* skeleton.c */
int read_tokens(Page *page);                 /* tokens.c */
int measure_segments(Page *page);            /* measures.c */
Slice strip_slice(Slice text); /* texts.c */
int fill_texts(Page *page, double *title_shares, float *copies, float *copy, float *in_about,
               float *in_body); /* texts.c */

/* ---- stretches.c: the segments of a page, for Python ---------------------------------------- */

typedef struct {
    PyObject_HEAD
    PyObject *columns;
    Segments segments;
} Stretches;

extern PyTypeObject Stretches_type;
Stretches *find_stretches(PyObject *columns, PyObject *block_tags, PyObject *unread_tags);
int32_t read_stretch(const Stretches *self, PyObject *number);
PyObject *list_rows(const Stretches *self, int32_t number);
PyObject *make_span(const Stretches *self, int32_t number);

/* ---- choice.c: which segments are kept ------------------------------------------------------- */

/* What is wanted of a choice. */
typedef struct {
    double weight;   /* of recall against precision */
    double least;    /* the length of what has none */
    double together; /* how far all scores of the page are right or wrong together, 0 to 1 */
} Wish;

PyObject *mark_best(PyObject *module, PyObject *args);
int mark_chosen(const float *scores, const int32_t *lengths, Py_ssize_t count, const Wish *wish,
                uint8_t *is_chosen);
PyObject *keep_best(Model *model, PyObject *args); /* keeping.c */
PyObject *sketch_page(PyObject *module, PyObject *args);   /* sketch.c */
PyObject *read_template(PyObject *module, PyObject *args); /* template.c */
PyObject *find_byline_steps(PyObject *module, PyObject *args); /* bylines.c */

PyObject *build_blocks(PyObject *module, PyObject *args);      /* blocks.c */

/* roles.c */
int prepare_roles(void);
PyObject *find_roles(PyObject *module, PyObject *args);
PyObject *find_holders_of(PyObject *module, PyObject *args);

/* languages.c */
PyObject *count_words(PyObject *module, PyObject *args);
PyObject *count_scripts(PyObject *module, PyObject *args);
PyObject *keep_letters(PyObject *module, PyObject *text);

#endif
