/* From the name of a tag to its number. */
#include "parser.h"

#include <string.h>

#define KINDS_OF(id, name, kinds) kinds,
const uint32_t TAG_KINDS[TAG_COUNT] = {TAGS(KINDS_OF)};
#define NAME_OF(id, name, kinds) name,
const char *const TAG_NAMES[TAG_COUNT] = {TAGS(NAME_OF)};
#define SIZE_OF(id, name, kinds) sizeof(name) - 1,
const uint8_t TAG_SIZES[TAG_COUNT] = {TAGS(SIZE_OF)};

enum { SLOTS = 1024, LONGEST = 16 };

static uint8_t slots[SLOTS]; /* tags by the beginning of their names; 0: free, for no tag is called #text */
static uint64_t beginnings[TAG_COUNT];

/* Return the first eight letters of a name in lower case as one number. */
static uint64_t pack(const byte *name, int32_t size) {
    uint64_t packed = 0;
    for (int32_t i = 0; i < size && i < 8; i++) packed = packed << 8 | to_lower(name[i]);
    return packed;
}

static uint32_t find_slot(uint64_t packed) { return (uint32_t)(packed * 0x9e3779b97f4a7c15u >> 54) % SLOTS; }

/* FNV-1a over the lower-cased name. */
static uint32_t hash_name(const byte *name, int32_t size) {
    uint32_t hash = 2166136261u;
    for (int32_t i = 0; i < size; i++) hash = (hash ^ to_lower(name[i])) * 16777619u;
    return hash ^ hash >> 15;
}

void prepare_tags(void) {
    memset(slots, 0, sizeof slots);
    for (int32_t tag = TAG_TEXT + 1; tag < TAG_COUNT; tag++) {
        beginnings[tag] = pack((const byte *)TAG_NAMES[tag], TAG_SIZES[tag]);
        uint32_t slot = find_slot(beginnings[tag]);
        while (slots[slot]) slot = (slot + 1) % SLOTS;
        slots[slot] = (uint8_t)tag;
    }
}

int is_same_name(const byte *one, const byte *other, int32_t size) {
    for (int32_t i = 0; i < size; i++)
        if (to_lower(one[i]) != to_lower(other[i])) return 0;
    return 1;
}

/* Return the number of a tag that tags.h has, else NONE. */
int32_t find_tag(const byte *name, int32_t size) {
    if (size > LONGEST) return NONE;
    uint64_t packed = pack(name, size);
    for (uint32_t slot = find_slot(packed); slots[slot]; slot = (slot + 1) % SLOTS) {
        int32_t tag = slots[slot];
        if (beginnings[tag] == packed && TAG_SIZES[tag] == size &&
            (size <= 8 || is_same_name(name + 8, (const byte *)TAG_NAMES[tag] + 8, size - 8)))
            return tag;
    }
    return NONE;
}

/* Make the table of other names twice as large. */
static int widen_slots(Document *document) {
    int32_t count = document->slot_count ? document->slot_count * 2 : 64, room = 0;
    int32_t *table = NULL;
    if (grow((void **)&table, &room, count, sizeof *table) < 0) return -1;
    memset(table, 0, (size_t)count * sizeof *table);
    for (int32_t i = 0; i < document->name_count; i++) {
        uint32_t slot = document->names[i].hash & (uint32_t)(count - 1);
        while (table[slot]) slot = (slot + 1) & (uint32_t)(count - 1);
        table[slot] = i + 1;
    }
    grow((void **)&document->name_slots, NULL, 0, 0);
    document->name_slots = table;
    document->slot_count = count;
    return 0;
}

static int32_t add_name(Parser *parser, int32_t start, int32_t end, uint32_t hash) {
    Document *document = parser->document;
    if (2 * document->name_count >= document->slot_count && widen_slots(document) < 0) goto failed;
    if (grow((void **)&document->names, &document->name_room, document->name_count + 1,
             sizeof(Name)) < 0)
        goto failed;
    uint32_t mask = (uint32_t)document->slot_count - 1, slot = hash & mask;
    while (document->name_slots[slot]) slot = (slot + 1) & mask;
    document->names[document->name_count] = (Name){start, end, hash, {NONE, NONE}};
    document->name_slots[slot] = ++document->name_count;
    return TAG_COUNT + document->name_count - 1;
failed:
    parser->outcome = OUT_OF_MEMORY;
    return TAG_SPAN;
}

/* Return the number of the tag whose name stands in the source, a new one if nobody knows it. */
int32_t number_tag(Parser *parser, int32_t start, int32_t end) {
    const Document *document = parser->document;
    const byte *name = parser->source + start;
    int32_t tag = find_tag(name, end - start);
    if (tag != NONE) return tag;
    uint32_t hash = hash_name(name, end - start), mask = (uint32_t)document->slot_count - 1;
    for (uint32_t slot = hash & mask; document->slot_count && document->name_slots[slot];
         slot = (slot + 1) & mask) {
        const Name *known = document->names + document->name_slots[slot] - 1;
        if (known->hash == hash && known->end - known->start == end - start &&
            is_same_name(parser->source + known->start, name, end - start))
            return TAG_COUNT + document->name_slots[slot] - 1;
    }
    return add_name(parser, start, end, hash);
}
