/* Fuzzing of the HTML parser (src/zaru/dom/kernel) with libFuzzer and sanitizers: `make fuzz`.
 *
 * An input is a page. A hash of it chooses limits that are reached and allocations that fail, so
 * that inputs stay pages. After each parse all that a document promises is checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "parser.h"

#define CHECK(holds, row)                                                                        \
    do {                                                                                         \
        if (!(holds)) {                                                                          \
            fprintf(stderr, "row %d: not so: %s (line %d)\n", (int)(row), #holds, __LINE__);    \
            abort();                                                                             \
        }                                                                                        \
    } while (0)

/* ---- memory that ends ---------------------------------------------------------------------- */

static int64_t allocations_left;

#undef realloc

void *fuzz_realloc(void *pointer, size_t size) {
    if (allocations_left == 0) return NULL;
    allocations_left--;
    return realloc(pointer, size);
}

/* ---- rows ---------------------------------------------------------------------------------- */

static int is_text(const Document *document, int32_t row) { return document->nodes[row].tag == TAG_TEXT; }

/* Document order: the parent of a row is the row before it, or above that. */
static void check_order(const Document *document, int32_t max_depth) {
    const Node *nodes = document->nodes;
    CHECK(document->count > 0 && nodes[0].parent == NONE && document->depths[0] == 0, 0);
    CHECK(nodes[0].tag == TAG_HTML && nodes[0].space == SPACE_HTML, 0);
    for (int32_t row = 1; row < document->count; row++) {
        int32_t parent = nodes[row].parent, above = row - 1;
        CHECK(parent >= 0 && parent < row, row);
        CHECK(!is_text(document, parent), row);
        CHECK(document->depths[row] == document->depths[parent] + 1, row);
        CHECK(document->depths[row] <= max_depth, row);
        while (above > parent) above = nodes[above].parent;
        CHECK(above == parent, row);
    }
}

/* ---- tags ---------------------------------------------------------------------------------- */

static int is_named(const Document *document, const Node *own) {
    const byte *name = document->source + own->start + 1;
    const char *wanted;
    int32_t size;
    if (own->tag < TAG_COUNT) {
        wanted = TAG_NAMES[own->tag];
        size = (int32_t)strlen(wanted);
    } else {
        const Name *other = document->names + own->tag - TAG_COUNT;
        wanted = (const char *)document->source + other->start;
        size = other->end - other->start;
    }
    if (own->tag == TAG_IMG && is_same_name(name, (const byte *)"image", 5)) return 1;
    return own->end - own->start > size + 1 && is_same_name(name, (const byte *)wanted, size) &&
           is_name_end(name[size]);
}

/* Say whether an end tag ends at *close*, and where it begins. */
static int32_t find_end_tag(const Document *document, int32_t first, int32_t close) {
    int32_t at = close - 1;
    while (at > first && !(document->source[at] == '<' && document->source[at + 1] == '/')) at--;
    return at >= first && document->source[at] == '<' ? at : NONE;
}

static void check_element(const Document *document, int32_t row, int32_t begin) {
    const Node *own = document->nodes + row;
    const byte *source = document->source;
    CHECK(own->tag > TAG_TEXT && own->tag < TAG_COUNT + document->name_count, row);
    CHECK(own->space < SPACES, row);
    if (own->start == NONE) {
        CHECK(own->end == NONE, row);
    } else {
        CHECK(own->start >= begin && own->start < own->end && own->end <= document->size, row);
        CHECK(source[own->start] == '<' && source[own->end - 1] == '>', row);
        CHECK(is_named(document, own), row);
    }
    if (own->close != NONE) {
        CHECK(own->close <= document->size && source[own->close - 1] == '>', row);
        CHECK(own->start == NONE || own->close >= own->end, row);
        CHECK(find_end_tag(document, own->start == NONE ? begin : own->end, own->close) != NONE, row);
    }
}

/* ---- attributes ---------------------------------------------------------------------------- */

static void check_value(const Document *document, const Attribute *own, int32_t row) {
    const byte *source = document->source, *value = source + own->value_start;
    int32_t size = own->value_end - own->value_start;
    CHECK(own->value_start > own->name_end && size >= 0 && own->value_end <= document->size, row);
    byte before = source[own->value_start - 1];
    if ((before == '"' || before == '\'') && source[own->value_end] == before) {
        CHECK(memchr(value, before, (size_t)size) == NULL, row);
        return;
    }
    for (int32_t i = 0; i < size; i++) CHECK(!is_white(value[i]) && value[i] != '>', row);
}

static int is_same_attribute(const byte *source, const Attribute *one, const Attribute *other) {
    int32_t size = one->name_end - one->name_start;
    return size == other->name_end - other->name_start &&
           is_same_name(source + one->name_start, source + other->name_start, size);
}

/* Those of a second <html> or <body> are added to the first: they stand elsewhere. */
static void check_attributes(const Document *document, int32_t row) {
    const Node *own = document->nodes + row;
    const Attribute *all = document->attributes + own->attributes;
    int is_merged = own->tag == TAG_HTML || own->tag == TAG_BODY;
    CHECK(own->attribute_count >= 0, row);
    if (own->attribute_count == 0) return;
    CHECK(own->attributes >= 0 && own->attributes + own->attribute_count <= document->attribute_count, row);
    int32_t first = own->start == NONE || is_merged ? 0 : own->start;
    int32_t last = own->start == NONE || is_merged ? document->size : own->end;
    for (int32_t i = 0; i < own->attribute_count; i++) {
        CHECK(all[i].name_start > first && all[i].name_start < all[i].name_end && all[i].name_end <= last, row);
        if (all[i].value_start == NONE)
            CHECK(all[i].value_end == NONE, row);
        else
            check_value(document, all + i, row);
        CHECK(all[i].value_end <= last, row);
        for (int32_t k = 0; k < i && i < 100; k++)
            CHECK(!is_same_attribute(document->source, all + i, all + k), row);
        if (i > 0 && !is_merged) CHECK(all[i].name_start > all[i - 1].name_end - 1, row);
    }
}

/* ---- texts --------------------------------------------------------------------------------- */

/* A text of the body has no markup in it. */
static void check_no_markup(const Document *document, int32_t start, int32_t end, int32_t row) {
    const byte *source = document->source;
    for (int32_t at = start; at < end; at++) {
        if (source[at] != '<' || at + 1 >= document->size) continue;
        byte next = source[at + 1];
        CHECK(!is_letter(next) && next != '!' && next != '?', row);
        CHECK(next != '/' || at + 2 >= document->size, row);
    }
}

static void check_text(const Document *document, int32_t row, int32_t begin) {
    const Node *own = document->nodes + row;
    CHECK(own->start >= begin && own->start < own->end && own->end <= document->size, row);
    if (!(own->flags & (IS_RAW | KEEPS_NUL))) check_no_markup(document, own->start, own->end, row);
    int32_t end = own->end, steps = 0;
    for (int32_t next = own->attributes; next != NONE; next = document->stretches[next].next) {
        CHECK(next >= 0 && next < document->stretch_count && steps++ < document->stretch_count, row);
        const Stretch *more = document->stretches + next;
        CHECK(own->flags & IS_BLANK, row);
        CHECK(more->start >= end && more->start < more->end && more->end <= document->size, row);
        end = more->end;
    }
}

/* ---- what stands in the source stands there once ------------------------------------------- */

typedef struct {
    int32_t start, end, row;
} Stand;

static int compare_stands(const void *one, const void *other) {
    const Stand *a = one, *b = other;
    if (a->start != b->start) return a->start < b->start ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* <selectedcontent> repeats what an option says, with the option's bytes. */
static int is_repetition(const Document *document, int32_t row) {
    while (row != NONE && document->nodes[row].tag != TAG_SELECTEDCONTENT) row = document->nodes[row].parent;
    return row != NONE;
}

static void check_once(const Document *document) {
    int32_t room = document->count + document->stretch_count, count = 0;
    Stand *stands = malloc((size_t)room * sizeof *stands);
    if (stands == NULL) return;
    for (int32_t row = 0; row < document->count; row++) {
        const Node *own = document->nodes + row;
        if (own->start == NONE || is_repetition(document, row)) continue;
        stands[count++] = (Stand){own->start, own->end, row};
        if (!is_text(document, row)) continue;
        for (int32_t next = own->attributes; next != NONE; next = document->stretches[next].next)
            stands[count++] = (Stand){document->stretches[next].start, document->stretches[next].end, row};
    }
    qsort(stands, (size_t)count, sizeof *stands, compare_stands);
    for (int32_t i = 1; i < count; i++) {
        const Stand *own = stands + i, *before = own - 1;
        CHECK(own->start >= before->end, own->row);
    }
    free(stands);
}

enum { MAX_NODES = 1000000, MAX_DEPTH = 4000 };

static void check_document(const Document *document, const ParserLimits *limits, int32_t begin) {
    CHECK(document->count <= limits->max_nodes, 0);
    check_order(document, limits->max_depth);
    for (int32_t row = 0; row < document->count; row++) {
        if (is_text(document, row)) {
            check_text(document, row, begin);
        } else {
            check_element(document, row, begin);
            check_attributes(document, row);
        }
    }
    /* What was too deep is no longer below the <selectedcontent> that it was copied into. */
    if (limits->max_depth == MAX_DEPTH) check_once(document);
}

/* ---- one page ------------------------------------------------------------------------------ */

static uint32_t hash_page(const uint8_t *data, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * 16777619u;
    return hash ^ hash >> 15;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int is_ready;
    if (!is_ready) prepare_tags();
    is_ready = 1;
    uint32_t choice = hash_page(data, size);
    ParserLimits limits = {choice % 16 == 1 ? (int32_t)(choice >> 8) % 40 + 1 : MAX_NODES,
                           choice % 16 == 2 ? (int32_t)(choice >> 8) % 12 + 3 : MAX_DEPTH};
    allocations_left = choice % 8 == 3 ? (choice >> 8) % 24 : INT64_MAX;
    size_t begin = choice % 16 == 4 && size > 3 ? 3 : 0;
    byte *page = malloc(size ? size : 1); /* so that the sanitizer sees each step beyond its end */
    if (page == NULL) return 0;
    memcpy(page, data, size);
    Document document = {0};
    Outcome outcome = parse_document(&document, page, size, begin, &limits);
    if (outcome == PARSED) check_document(&document, &limits, (int32_t)begin);
    CHECK(outcome != TOO_LARGE, 0);
    CHECK(outcome != OUT_OF_MEMORY || choice % 8 == 3, 0);
    CHECK(outcome != TOO_MANY_NODES || choice % 16 == 1, 0);
    free_document(&document);
    free(page);
    return 0;
}
