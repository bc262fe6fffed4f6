/* The texts of segments, and what they are made of: measures.Measures. */
#include "kernel.h"

typedef struct {
    uint32_t all[KIND_COUNT], linked[KIND_COUNT];
    int last; /* the kind of the last visible character, of segments before, too */
} Counts;

/* Two rows of counters: one waits for its own last addition when a kind follows itself. */
static void count_kinds(const uint8_t *kinds, Slice text, int in_link, Counts *counts) {
    uint32_t rows[2][KIND_COUNT] = {{0}};
    const uint8_t *at = text.bytes, *end = at + text.size;
    while (at < end) {
        for (; at < end && *at < 0x80; at++) rows[(uintptr_t)at & 1][kinds[*at]]++;
        while (at < end && *at >= 0x80) rows[0][kind_of(kinds, next_letter(&at))]++;
    }
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        counts->all[kind] += rows[0][kind] + rows[1][kind];
        if (in_link) counts->linked[kind] += rows[0][kind] + rows[1][kind];
    }
}

static int last_kind(const uint8_t *kinds, Slice text, int before) {
    for (const uint8_t *end = text.bytes + text.size; end > text.bytes;) {
        const uint8_t *at = end = step_back(end);
        int kind = kind_of(kinds, next_letter(&at));
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

/* Read a run, or a line end for what is no text. Where it is not alone it is written, so that the
 * text of a segment stands in one piece. */
static int read_run(Page *page, int32_t row, int is_alone, Text *run) {
    Slice text;
    const ColumnsApi *api = page->known->api;
    Written *written = &page->written;
    int is_text = page->tag[row] == TEXT_TAG;
    if (is_text && is_alone && api->find_text(page->columns, row, &text)) {
        *run = (Text){.at.bytes = text.bytes, .size = (int32_t)text.size};
        return 0;
    }
    Py_ssize_t start = written->size;
    if (is_text ? api->write_text(page->columns, row, written) < 0 : make_room(written, 1) < 0) return -1;
    if (!is_text) written->bytes[written->size++] = '\n';
    if (written->size - start > INT32_MAX) return PyErr_NoMemory(), -1;
    *run = (Text){.at.start = start, .size = (int32_t)(written->size - start), .is_written = 1};
    return 0;
}

static int measure_segment(Page *page, Py_ssize_t number, Counts *counts) {
    Measure *measure = page->measures + number;
    Text *whole = page->texts + number, run;
    const uint8_t *kinds = page->known->kinds;
    int32_t block = page->segment_rows[number], last_link = -1, begin = page->begins[number];
    int is_linked = (page->flags[page->blocks[number]] & page->known->flags[LINK_TAG]) != 0;
    int links = 0, is_alone = page->begins[number + 1] - begin == 1, space = 0;
    const ColumnsApi *api = page->known->api;
    int keeps_white = api->keeps_white(page->columns, block);
    page->spare.size = 0;
    for (int32_t i = begin; i < page->begins[number + 1]; i++) {
        int32_t row = page->rows[i];
        if (read_run(page, row, is_alone, &run) < 0) return -1;
        if (i > begin && run.size > INT32_MAX - whole->size) return PyErr_NoMemory(), -1;
        if (i == begin) *whole = run;
        else whole->size += run.size;
        Slice text = get_slice(page, &run);
        int is_text = page->tag[row] == TEXT_TAG;
        if (api->add_run(is_text ? &text : NULL, keeps_white, &space, &page->spare) < 0) return -1;
        if (!is_text) {
            counts->all[kinds['\n']]++;
            continue;
        }
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
    api->end_text(keeps_white, &page->spare);
    page->letters[number] = (int32_t)count_letters(page->spare.bytes, (size_t)page->spare.size);
    return 0;
}

int measure_segments(Page *page) {
    page->measures = take(page, page->count, sizeof(Measure));
    page->texts = page->measures ? take_unset(page, page->count, sizeof(Text)) : NULL;
    page->letters = page->texts ? take_unset(page, page->count, sizeof(int32_t)) : NULL;
    if (page->letters == NULL) return -1;
    int last = 0;
    for (Py_ssize_t i = 0; i < page->count; i++) {
        Counts counts = {{0}, {0}, last};
        if (measure_segment(page, i, &counts) < 0) return -1;
        finish(&counts, page->measures + i);
        last = counts.last;
    }
    drop(page, page->link);
    drop(page, page->time);
    drop(page, page->parent);
    return 0;
}
