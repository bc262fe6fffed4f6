/* The elements above the segments, what repeats, which segments each holds: skeleton.Skeleton. */
#include "kernel.h"

/* ---- pairs of numbers, numbered ------------------------------------------------------------ */

typedef struct {
    uint64_t first, second;
    int32_t value; /* + 1; 0 for a free slot */
} Pair;

/* The seed differs between runs of Python, so no page can be made to collide. */
static uint64_t mix(uint64_t seed, uint64_t first, uint64_t second) {
    return stir(stir(first ^ seed) ^ (second * 0x9e3779b97f4a7c15u + seed));
}

static Pair *find_pair(Pair *pairs, uint64_t mask, uint64_t seed, uint64_t first, uint64_t second) {
    uint64_t slot = mix(seed, first, second) & mask;
    while (pairs[slot].value && (pairs[slot].first != first || pairs[slot].second != second))
        slot = (slot + 1) & mask;
    pairs[slot].first = first;
    pairs[slot].second = second;
    return pairs + slot;
}

/* ---- elements ------------------------------------------------------------------------------ */

/* Number the blocks of segments and the elements above them, in document order. */
static int find_elements(Page *page) {
    for (Py_ssize_t row = 0; row < page->row_count; row++) page->place[row] = -1;
    for (Py_ssize_t i = 0; i < page->count; i++)
        for (int32_t row = page->segment_rows[i]; row >= 0 && page->place[row] < 0;
             row = page->parent[row]) {
            page->place[row] = 0;
            page->size++;
        }
    page->element_rows = take(page, page->size, sizeof(int32_t));
    page->blocks = page->element_rows ? take(page, page->count, sizeof(int32_t)) : NULL;
    if (page->blocks == NULL) return -1;
    int32_t place = 0;
    for (int32_t row = 0; row < page->row_count; row++)
        if (page->place[row] == 0) {
            page->element_rows[place] = row;
            page->place[row] = place++;
        }
    for (Py_ssize_t i = 0; i < page->count; i++)
        page->blocks[i] = page->place[page->segment_rows[i]];
    return 0;
}

static int take_columns(Page *page) {
    int32_t **columns[] = {&page->parents_of, &page->paths,  &page->repeats,
                           &page->articles,   &page->firsts, &page->lasts,
                           &page->wider,      &page->repeated};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!(*columns[i] = take(page, page->size, sizeof(int32_t)))) return -1;
    page->flags = take(page, page->size, sizeof(int64_t));
    if (page->flags == NULL) return -1;
    for (Py_ssize_t place = 1; place < page->size; place++)
        page->parents_of[place] = page->place[page->parent[page->element_rows[place]]];
    return 0;
}

static uint64_t join(int32_t high, int32_t low) {
    return (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
}

/* Give flags, the nearest <article> and the path to each element, from the root down. */
static void follow_down(Page *page, Pair *pairs, uint64_t mask) {
    const Model *known = page->known;
    for (int32_t place = 0; place < page->size; place++) {
        int32_t tag = page->tag[page->element_rows[place]], parent = page->parents_of[place];
        int64_t flag = tag < 0 ? 0 : known->flags[tag];
        if (place > 1) flag |= page->flags[place]; /* attributes count below the body */
        page->flags[place] = place ? flag | page->flags[parent] : flag;
        if (place) page->articles[place] = tag == ARTICLE_TAG ? place : page->articles[parent];
        uint64_t above = (uint64_t)(place ? page->paths[parent] : 0);
        Pair *pair = find_pair(pairs, mask, known->seed, above, join(tag, page->paths[place]));
        if (!pair->value) pair->value = ++page->path_count;
        page->paths[place] = pair->value - 1;
    }
}

/* Count for each element its siblings, itself too, of the same tag and class. Elements with the same
 * path are equally deep, so that in document order those of one parent follow each other. */
static int count_siblings(Page *page) {
    int32_t *lasts = take_unset(page, page->path_count, sizeof(int32_t)); /* of each path */
    if (lasts == NULL) return -1;
    memset(lasts, -1, (size_t)page->path_count * sizeof(int32_t));
    for (int32_t place = 0; place < page->size; place++) {
        int32_t *last = lasts + page->paths[place];
        int is_first = *last < 0 || page->parents_of[*last] != page->parents_of[place];
        page->repeats[place] = is_first ? 1 : page->repeats[*last] + 1;
        *last = place;
    }
    for (int32_t place = (int32_t)page->size - 1; place >= 0; place--) {
        int32_t *last = lasts + page->paths[place];
        int is_last = *last <= place || page->parents_of[*last] != page->parents_of[place];
        if (!is_last) page->repeats[place] = page->repeats[*last];
        *last = place;
    }
    return 0;
}

/* ---- ranges of segments -------------------------------------------------------------------- */

static void find_ranges(Page *page) {
    int32_t *firsts = page->firsts, *lasts = page->lasts;
    for (Py_ssize_t place = 0; place < page->size; place++) {
        firsts[place] = (int32_t)page->count;
        lasts[place] = -1;
    }
    for (int32_t i = 0; i < page->count; i++) {
        int32_t place = page->blocks[i];
        if (lasts[place] < 0) firsts[place] = i;
        lasts[place] = i;
    }
    for (Py_ssize_t place = page->size - 1; place > 0; place--) {
        int32_t parent = page->parents_of[place];
        if (firsts[place] < firsts[parent]) firsts[parent] = firsts[place];
        if (lasts[place] > lasts[parent]) lasts[parent] = lasts[place];
    }
}

static void find_holders(Page *page) {
    for (int32_t place = 1; place < page->size; place++) {
        int32_t parent = page->parents_of[place];
        int32_t first = page->firsts[place], last = page->lasts[place];
        int is_whole = first == page->firsts[parent] && last == page->lasts[parent];
        page->wider[place] = is_whole ? page->wider[parent] : parent;
        int is_item = page->repeats[place] >= ALIKE && last > first;
        page->repeated[place] = is_item ? place : page->repeated[parent];
    }
}

int build_skeleton(Page *page) {
    if (find_elements(page) < 0 || take_columns(page) < 0 || read_tokens(page) < 0) return -1;
    uint64_t mask = 63;
    while (mask < 2 * (uint64_t)page->size) mask = mask * 2 + 1;
    Pair *paths = take(page, (Py_ssize_t)mask + 1, sizeof(Pair));
    if (paths == NULL) return -1;
    follow_down(page, paths, mask);
    drop(page, paths);
    if (count_siblings(page) < 0) return -1;
    find_ranges(page);
    find_holders(page);
    drop(page, page->place);
    return 0;
}
