/* The texts of segments as str: which are copies, titles, or known from the head of the page. */
#include "kernel.h"

/* Return the texts of a segment's rows as one str; what is no text run is a line end. */
static PyObject *join_rows(const Page *page, Py_ssize_t number) {
    int32_t begin = page->begins[number], end = page->begins[number + 1];
    if (end - begin == 1 && page->tag[page->rows[begin]] == TEXT_TAG)
        return Py_NewRef(text_of(page, page->rows[begin]));
    Py_ssize_t length = 0, at = 0;
    Py_UCS4 widest = '\n';
    for (int32_t i = begin; i < end; i++) {
        int is_text = page->tag[page->rows[i]] == TEXT_TAG;
        PyObject *text = is_text ? text_of(page, page->rows[i]) : NULL;
        length += text ? PyUnicode_GET_LENGTH(text) : 1;
        Py_UCS4 own = text ? PyUnicode_MAX_CHAR_VALUE(text) : '\n';
        if (own > widest) widest = own;
    }
    PyObject *joined = PyUnicode_New(length, widest);
    for (int32_t i = begin; joined && i < end; i++) {
        if (page->tag[page->rows[i]] != TEXT_TAG) {
            PyUnicode_WRITE(PyUnicode_KIND(joined), PyUnicode_DATA(joined), at++, '\n');
            continue;
        }
        PyObject *text = text_of(page, page->rows[i]);
        Py_ssize_t size = PyUnicode_GET_LENGTH(text);
        if (PyUnicode_CopyCharacters(joined, at, text, 0, size) < 0) Py_CLEAR(joined);
        at += size;
    }
    return joined;
}

static PyObject *strip(PyObject *text) {
    Py_ssize_t start = 0, end = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    while (start < end && Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, start))) start++;
    while (end > start && Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, end - 1))) end--;
    return PyUnicode_Substring(text, start, end);
}

static int read_texts(Page *page) {
    page->texts = take(page, page->count, sizeof(PyObject *));
    if (page->texts == NULL) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        PyObject *joined = join_rows(page, i);
        if (joined == NULL) return -1;
        page->texts[i] = strip(joined);
        Py_DECREF(joined);
        if (page->texts[i] == NULL) return -1;
    }
    return 0;
}

/* ---- searches ------------------------------------------------------------------------------ */

/* Signals are looked at from here on: their handlers may run code of others, and nothing reads
 * the columns of the tree any more. */

/* A text that is searched often, with a note of which four characters follow each other in it:
 * most texts need no search. */
enum { GRAM = 4, NOTES = 1 << 15, TURNS = 1 << 16 };

typedef struct {
    PyObject *text;
    uint64_t notes[NOTES / 64];
} Searched;

static inline uint32_t hash_gram(Py_UCS4 a, Py_UCS4 b, Py_UCS4 c, Py_UCS4 d) {
    return ((a * 31 + b) * 0x9e3779b1u + (c * 31 + d) * 0x85ebca6bu) >> 17;
}

static inline uint32_t read_gram(int kind, const void *data, Py_ssize_t i) {
    return hash_gram(PyUnicode_READ(kind, data, i), PyUnicode_READ(kind, data, i + 1),
                     PyUnicode_READ(kind, data, i + 2), PyUnicode_READ(kind, data, i + 3));
}

static Searched *note_text(Page *page, PyObject *text) {
    Searched *searched = take(page, 0, sizeof(Searched));
    if (searched == NULL) return NULL;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    searched->text = text;
    for (Py_ssize_t i = 0; i + GRAM <= PyUnicode_GET_LENGTH(text); i++) {
        if (i % TURNS == 0 && PyErr_CheckSignals() < 0) return NULL;
        uint32_t gram = read_gram(kind, data, i);
        searched->notes[gram / 64] |= (uint64_t)1 << gram % 64;
    }
    return searched;
}

/* Say whether the first *size* characters of *part* may stand in a text. */
static int may_have(const Searched *searched, PyObject *part, Py_ssize_t size) {
    int kind = PyUnicode_KIND(part);
    const void *data = PyUnicode_DATA(part);
    for (Py_ssize_t i = 0; i + GRAM <= size; i++) {
        uint32_t gram = read_gram(kind, data, i);
        if (!(searched->notes[gram / 64] >> gram % 64 & 1)) return 0;
    }
    return 1;
}

/* Return how much of a title a text is, 0 for none, -1 with an error set. */
static double title_share(const Searched *title, PyObject *text) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), longest = PyUnicode_GET_LENGTH(title->text);
    if (length < TITLE_CHARS || length > longest || !may_have(title, text, length)) return 0;
    int found = PyUnicode_Contains(title->text, text);
    return found > 0 ? (double)length / (double)longest : found;
}

static int find_in_title(Page *page, PyObject *title, double *shares) {
    Searched *searched = note_text(page, title);
    if (searched == NULL) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        if (i % TURNS == 0 && PyErr_CheckSignals() < 0) return -1;
        double share = title_share(searched, page->texts[i]);
        if (share < 0) return -1;
        if (share > shares[i]) shares[i] = share;
    }
    return 0;
}

/* ---- beginnings ---------------------------------------------------------------------------- */

/* The beginnings of the texts, by hashes that roll: all are looked for in one walk. */
typedef struct {
    uint64_t hash;
    PyObject *text; /* NULL for a free slot */
    int is_found;
} Start;

typedef struct {
    Start *slots;
    uint64_t mask, factor, last; /* last: the factor to the power of size - 1 */
    Py_ssize_t size;
} Starts;

static int make_starts(Page *page, Starts *starts, Py_ssize_t count) {
    uint64_t room = 16;
    while (room < 2 * (uint64_t)count) room *= 2;
    starts->slots = take(page, (Py_ssize_t)room, sizeof(Start));
    starts->mask = room - 1;
    /* The seed differs between runs of Python, so no page can be made to collide. */
    starts->factor = (page->known->seed << 1 | 1) * 0x9e3779b97f4a7c15u;
    starts->last = 1;
    for (Py_ssize_t i = 1; i < starts->size; i++) starts->last *= starts->factor;
    return starts->slots == NULL ? -1 : 0;
}

static uint64_t hash_start(const Starts *starts, PyObject *text) {
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    uint64_t hash = 0;
    for (Py_ssize_t i = 0; i < starts->size; i++)
        hash = hash * starts->factor + PyUnicode_READ(kind, data, i);
    return hash;
}

/* Return the slot of the beginning that stands at *at* of *text*, else a free one. */
static Start *find_start(const Starts *starts, uint64_t hash, PyObject *text, Py_ssize_t at) {
    uint64_t slot = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u >> 17 & starts->mask;
    for (;; slot = (slot + 1) & starts->mask) {
        Start *start = starts->slots + slot;
        if (start->text == NULL) return start;
        if (start->hash != hash) continue;
        Py_ssize_t i = 0;
        while (i < starts->size && PyUnicode_READ_CHAR(start->text, i) == PyUnicode_READ_CHAR(text, at + i))
            i++;
        if (i == starts->size) return start;
    }
}

static void add_start(const Starts *starts, PyObject *text) {
    uint64_t hash = hash_start(starts, text);
    Start *start = find_start(starts, hash, text, 0);
    start->hash = hash;
    start->text = text;
}

/* Walk over *whole* and mark the beginnings that stand in it. */
static int mark_starts(const Starts *starts, PyObject *whole) {
    int kind = PyUnicode_KIND(whole);
    const void *data = PyUnicode_DATA(whole);
    Py_ssize_t size = starts->size, length = PyUnicode_GET_LENGTH(whole);
    uint64_t hash = length < size ? 0 : hash_start(starts, whole);
    for (Py_ssize_t at = 0; at + size <= length; at++) {
        if (at % TURNS == 0 && PyErr_CheckSignals() < 0) return -1;
        Start *start = find_start(starts, hash, whole, at);
        if (start->text) start->is_found = 1;
        if (at + size == length) break;
        hash -= PyUnicode_READ(kind, data, at) * starts->last;
        hash = hash * starts->factor + PyUnicode_READ(kind, data, at + size);
    }
    return 0;
}

/* Say for each text whether *whole* has its beginning; short texts are in nothing. */
static int find_starts(Page *page, PyObject *whole, float *column) {
    Starts starts = {.size = ABOUT_CHARS};
    Searched *searched = note_text(page, whole);
    Py_ssize_t count = 0;
    if (searched == NULL) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        PyObject *text = page->texts[i];
        column[i] = PyUnicode_GET_LENGTH(text) > starts.size && may_have(searched, text, starts.size);
        count += column[i] != 0;
    }
    if (count == 0 || make_starts(page, &starts, count) < 0) return count ? -1 : 0;
    for (Py_ssize_t i = 0; i < page->count; i++)
        if (column[i] != 0) add_start(&starts, page->texts[i]);
    if (mark_starts(&starts, whole) < 0) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        PyObject *text = page->texts[i];
        if (column[i] != 0)
            column[i] = (float)find_start(&starts, hash_start(&starts, text), text, 0)->is_found;
    }
    return 0;
}

/* ---- copies -------------------------------------------------------------------------------- */

/* Return the number of the first text that is the same, -1 with an error set. */
static Py_ssize_t find_original(Page *page, Py_ssize_t number) {
    PyObject *own = PyLong_FromSsize_t(number);
    if (own == NULL) return -1;
    PyObject *first = PyDict_SetDefault(page->copies, page->texts[number], own);
    Py_ssize_t found = first ? PyLong_AsSsize_t(first) : -1;
    Py_DECREF(own);
    return found;
}

static int count_copies(Page *page, float *copies, float *copy) {
    int32_t *originals = take(page, page->count, sizeof(int32_t));
    int32_t *counts = originals ? take(page, page->count, sizeof(int32_t)) : NULL;
    if (counts == NULL) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        Py_ssize_t original = find_original(page, i);
        if (original < 0) return -1;
        originals[i] = (int32_t)original;
        copy[i] = (float)counts[original]++;
    }
    for (Py_ssize_t i = 0; i < page->count; i++) copies[i] = (float)counts[originals[i]];
    return 0;
}

int fill_texts(Page *page, double *title_shares, float *copies, float *copy, float *in_about,
               float *in_body) {
    if (read_texts(page) < 0 || count_copies(page, copies, copy) < 0) return -1;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(page->titles); i++)
        if (find_in_title(page, PyTuple_GET_ITEM(page->titles, i), title_shares) < 0) return -1;
    if (find_starts(page, page->about, in_about) < 0) return -1;
    return find_starts(page, page->body, in_body);
}
