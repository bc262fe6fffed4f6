/* What the texts of segments are made of: measures.Measures. */
#include "kernel.h"

typedef struct {
    uint32_t all[KIND_COUNT], linked[KIND_COUNT];
    int last; /* the kind of the last visible character, of segments before, too */
} Counts;

static inline int kind_of(const uint8_t *kinds, Py_UCS4 c) {
    return c < PLANE ? kinds[c] : c >= CJK_BEYOND ? KIND_CJK : KIND_SYMBOL;
}

/* Two rows of counters: one waits for its own last addition when a kind follows itself. */
static void count_kinds(const uint8_t *kinds, PyObject *text, int in_link, Counts *counts) {
    uint32_t rows[2][KIND_COUNT] = {{0}};
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND) {
        const Py_UCS1 *letters = PyUnicode_1BYTE_DATA(text);
        for (Py_ssize_t i = 0; i < length; i++) rows[i & 1][kinds[letters[i]]]++;
    } else if (PyUnicode_KIND(text) == PyUnicode_2BYTE_KIND) {
        const Py_UCS2 *letters = PyUnicode_2BYTE_DATA(text);
        for (Py_ssize_t i = 0; i < length; i++) rows[i & 1][kinds[letters[i]]]++;
    } else {
        const Py_UCS4 *letters = PyUnicode_4BYTE_DATA(text);
        for (Py_ssize_t i = 0; i < length; i++) rows[i & 1][kind_of(kinds, letters[i])]++;
    }
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        counts->all[kind] += rows[0][kind] + rows[1][kind];
        if (in_link) counts->linked[kind] += rows[0][kind] + rows[1][kind];
    }
}

static int last_kind(const uint8_t *kinds, PyObject *text, int before) {
    int width = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t i = PyUnicode_GET_LENGTH(text) - 1; i >= 0; i--) {
        int kind = kind_of(kinds, PyUnicode_READ(width, data, i));
        if (kind) return kind;
    }
    return before;
}

/* Words in a character of each kind. They have few bits, so sums are exact in any order. */
static const float WEIGHTS[] = {
#define KIND(name, words) words,
#include "entries.h"
};

static double sum_up(const uint32_t *counts) {
    double sum = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++) sum += (double)counts[kind] * WEIGHTS[kind];
    return sum;
}

static void finish(const Counts *counts, Measure *measure) {
    float visible = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        measure->counts[kind] = (float)counts->all[kind];
        if (kind) visible += measure->counts[kind];
    }
    double length = measure->length = sum_up(counts->all);
    measure->link_length = sum_up(counts->linked);
    measure->visible = visible > 1 ? visible : 1;
    measure->last_kind = counts->last;
    measure->link = measure->link_length / (length > LEAST ? length : LEAST);
    int is_good = length >= SENTENCE_LENGTH && measure->link < MOSTLY_LINKS;
    measure->good = is_good ? length - measure->link_length : 0;
    float digits = measure->counts[KIND_DIGIT];
    measure->is_date = measure->has_time || (length < SENTENCE_LENGTH && digits >= DATE_DIGITS &&
                                             digits > measure->visible / DATE_SHARE);
}

/* Count the links above a text, up to the segment's block, that the text before was not in. */
static int count_links(const Page *page, int32_t row, int32_t block, int32_t *last, int *links) {
    int32_t link = page->link[page->parent[row]];
    int is_linked = link > block;
    for (; link > block; link = page->link[page->parent[link]])
        if (link != *last) {
            ++*links;
            *last = link;
        }
    return is_linked;
}

static int measure_segment(const Page *page, Py_ssize_t number, Counts *counts) {
    Measure *measure = page->measures + number;
    const uint8_t *kinds = page->known->kinds;
    int32_t block = page->segment_rows[number], last_link = -1;
    int is_linked = (page->flags[page->blocks[number]] & page->known->flags[LINK_TAG]) != 0;
    int links = 0;
    for (int32_t i = page->begins[number]; i < page->begins[number + 1]; i++) {
        int32_t row = page->rows[i];
        if (page->tag[row] != TEXT_TAG) {
            counts->all[kinds['\n']]++;
            continue;
        }
        PyObject *text = text_of(page, row);
        if (text == NULL) return -1;
        if (row <= block) {
            PyErr_SetString(PyExc_TypeError, "a text run stands in its block");
            return -1;
        }
        int in_link = count_links(page, row, block, &last_link, &links) | is_linked;
        measure->has_time |= page->time[page->parent[row]] > block;
        count_kinds(kinds, text, in_link, counts);
        counts->last = last_kind(kinds, text, counts->last);
    }
    measure->links = links ? links : is_linked;
    return 0;
}

int measure_segments(Page *page) {
    page->measures = take(page, page->count, sizeof(Measure));
    if (page->measures == NULL) return -1;
    int last = 0;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        Counts counts = {{0}, {0}, last};
        if (measure_segment(page, i, &counts) < 0) return -1;
        finish(&counts, page->measures + i);
        last = counts.last;
    }
    return 0;
}
