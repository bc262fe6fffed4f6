/* The texts of segments: which are copies, titles, or known from the head of the page. */
#include "kernel.h"

/* Return a text without white space at its ends, as str.strip does. */
Slice strip_slice(Slice text) {
    const uint8_t *start = text.bytes, *end = start + text.size, *next;
    for (; start < end; start = next) {
        next = start;
        Py_UCS4 letter = next_letter(&next);
        if (!Py_UNICODE_ISSPACE(letter)) break;
    }
    for (; end > start; end = next) {
        const uint8_t *at = next = step_back(end);
        Py_UCS4 letter = next_letter(&at);
        if (!Py_UNICODE_ISSPACE(letter)) break;
    }
    return (Slice){start, end - start};
}

static void strip_texts(Page *page) {
    for (Py_ssize_t i = 0; i < page->count; i++) {
        Text *text = page->texts + i;
        Slice own = get_slice(page, text), stripped = strip_slice(own);
        if (text->is_written) text->at.start += stripped.bytes - own.bytes;
        else text->at.bytes = stripped.bytes;
        text->size = (int32_t)stripped.size;
    }
}

/* ---- searches ------------------------------------------------------------------------------ */

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

/* Say whether *part* may stand in a text. */
static int may_have(const Searched *searched, Slice part) {
    const uint8_t *at = part.bytes, *end = at + part.size;
    Py_UCS4 a, b = 0, c = 0, d = 0;
    for (Py_ssize_t i = 1; at < end; i++) {
        a = b, b = c, c = d, d = next_letter(&at);
        uint32_t gram = i < GRAM ? 0 : hash_gram(a, b, c, d);
        if (i >= GRAM && !(searched->notes[gram / 64] >> gram % 64 & 1)) return 0;
    }
    return 1;
}

/* Return how much of a title a text is, 0 for none, -1 with an error set. */
static double title_share(const Searched *title, Slice text) {
    Py_ssize_t longest = PyUnicode_GET_LENGTH(title->text);
    if (text.size < TITLE_CHARS || text.size > 4 * longest) return 0; /* a character has up to four bytes */
    Py_ssize_t length = (Py_ssize_t)count_letters(text.bytes, (size_t)text.size);
    if (length < TITLE_CHARS || length > longest || !may_have(title, text)) return 0;
    PyObject *part = to_str(text);
    int found = part ? PyUnicode_Contains(title->text, part) : -1;
    Py_XDECREF(part);
    return found > 0 ? (double)length / (double)longest : found;
}

static int find_in_title(Page *page, PyObject *title, double *shares) {
    Searched *searched = note_text(page, title);
    if (searched == NULL) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        if (i % TURNS == 0 && PyErr_CheckSignals() < 0) return -1;
        double share = title_share(searched, get_slice(page, page->texts + i));
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

/* Return the slot of a beginning, which is added unless it is there; NULL with an error set. */
static Start *add_start(Page *page, const Starts *starts, Slice beginning) {
    PyObject *text = to_str(beginning);
    int failed = text == NULL || PyList_Append(page->kept, text) < 0;
    Py_XDECREF(text); /* the page keeps it */
    if (failed) return NULL;
    uint64_t hash = hash_start(starts, text);
    Start *start = find_start(starts, hash, text, 0);
    start->hash = hash;
    start->text = text;
    return start;
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

/* Cut a text behind so many characters; one that has no more becomes empty. */
static Slice cut(Slice text, Py_ssize_t letters) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    for (; letters > 0 && at < end; letters--) next_letter(&at);
    return (Slice){text.bytes, at < end ? at - text.bytes : 0};
}

/* Say for each text whether *whole* has its beginning; short texts are in nothing. */
static int find_starts(Page *page, PyObject *whole, float *column) {
    Starts starts = {.size = ABOUT_CHARS};
    Py_ssize_t count = 0;
    for (Py_ssize_t i = 0; i < page->count; i++) column[i] = 0;
    if (PyUnicode_GET_LENGTH(whole) < starts.size) return 0;
    Searched *searched = note_text(page, whole);
    if (searched == NULL) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        Slice beginning = cut(get_slice(page, page->texts + i), starts.size);
        column[i] = beginning.size > 0 && may_have(searched, beginning);
        count += column[i] != 0;
    }
    if (count == 0) return 0;
    Start **found = take(page, page->count, sizeof *found);
    if (found == NULL || make_starts(page, &starts, count) < 0) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        Slice text = get_slice(page, page->texts + i);
        if (column[i] != 0 && !(found[i] = add_start(page, &starts, cut(text, starts.size)))) return -1;
    }
    if (mark_starts(&starts, whole) < 0) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++)
        if (found[i]) column[i] = (float)found[i]->is_found;
    return 0;
}

/* ---- copies -------------------------------------------------------------------------------- */

static int count_copies(Page *page, float *copies, float *copy) {
    Numbers numbers;
    if (open_numbers(page, &numbers, page->count) < 0) return -1;
    int32_t *own = take_unset(page, page->count, sizeof(int32_t));
    int32_t *counts = own ? take(page, page->count, sizeof(int32_t)) : NULL;
    if (counts == NULL) return -1;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        own[i] = number_slice(page, &numbers, get_slice(page, page->texts + i), 1);
        copy[i] = (float)counts[own[i]]++;
    }
    for (Py_ssize_t i = 0; i < page->count; i++) copies[i] = (float)counts[own[i]];
    drop_numbers(page, &numbers);
    drop(page, own);
    drop(page, counts);
    return 0;
}

int fill_texts(Page *page, double *title_shares, float *copies, float *copy, float *in_about,
               float *in_body) {
    strip_texts(page);
    if (count_copies(page, copies, copy) < 0) return -1;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(page->titles); i++)
        if (find_in_title(page, PyTuple_GET_ITEM(page->titles, i), title_shares) < 0) return -1;
    if (find_starts(page, page->about, in_about) < 0) return -1;
    return find_starts(page, page->body, in_body);
}
