/* The list of active formatting elements, and the adoption agency:
 * https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements */
#include "parser.h"

#include <string.h>

/* More formatting elements than these do not stay active: with them every tag of a hostile page
 * would be compared with all tags before it. Pages of the bench have 200 at most. */
enum { MAX_FORMATS = 4096, SAME_FORMATS = 3, OUTER_ROUNDS = 8, INNER_ROUNDS = 3 };

static void remove_at(Parser *parser, int32_t place) {
    Format *own = parser->formats + place;
    get_node(parser, own->node)->flags &= (uint8_t)~IS_LISTED;
    memmove(own, own + 1, (size_t)(--parser->format_count - place) * sizeof *own);
}

static void insert_at(Parser *parser, int32_t place, Format format) {
    if (grow((void **)&parser->formats, &parser->format_room, parser->format_count + 1,
             sizeof(Format)) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return;
    }
    Format *own = parser->formats + place;
    memmove(own + 1, own, (size_t)(parser->format_count++ - place) * sizeof *own);
    *own = format;
    if (format.node != MARKER) get_node(parser, format.node)->flags |= IS_LISTED;
}

/* Let *clone* stand for the element at *place*. */
static void replace_at(Parser *parser, int32_t place, int32_t clone) {
    get_node(parser, parser->formats[place].node)->flags &= (uint8_t)~IS_LISTED;
    get_node(parser, clone)->flags |= IS_LISTED;
    parser->formats[place].node = clone;
}

void add_marker(Parser *parser) {
    insert_at(parser, parser->format_count, (Format){MARKER, 0});
}

void clear_to_marker(Parser *parser) {
    while (parser->format_count > 0) {
        int32_t node = parser->formats[--parser->format_count].node;
        if (node == MARKER) return;
        get_node(parser, node)->flags &= (uint8_t)~IS_LISTED;
    }
}

/* ---- equal elements ------------------------------------------------------------------------ */

/* FNV-1a over the lower-cased name and the value. */
static uint32_t hash_attribute(const byte *source, const Attribute *own) {
    uint32_t hash = 2166136261u;
    for (int32_t i = own->name_start; i < own->name_end; i++) hash = (hash ^ to_lower(source[i])) * 16777619u;
    for (int32_t i = own->value_start; i < own->value_end; i++) hash = (hash ^ source[i]) * 16777619u;
    return hash;
}

/* Return the hash of attributes, which count in any order. Most elements are never compared. */
static uint32_t get_hash(const Parser *parser, Format *format) {
    const Node *own = get_node(parser, format->node);
    uint32_t hash = format->hash;
    for (int32_t i = 0; format->hash == 0 && i < own->attribute_count; i++)
        hash += hash_attribute(parser->source, parser->document->attributes + own->attributes + i);
    return format->hash = hash;
}

static int is_equal_slice(const byte *source, int32_t one, int32_t end, int32_t other, int32_t size) {
    return end - one == size && (size == 0 || memcmp(source + one, source + other, (size_t)size) == 0);
}

/* Say whether an element has *wanted* among its attributes. */
static int has_equal(const Parser *parser, const Node *own, const Attribute *wanted) {
    const byte *source = parser->source;
    for (int32_t i = 0; i < own->attribute_count; i++) {
        const Attribute *each = parser->document->attributes + own->attributes + i;
        int32_t size = each->name_end - each->name_start;
        if (size == wanted->name_end - wanted->name_start &&
            is_same_name(source + each->name_start, source + wanted->name_start, size))
            return is_equal_slice(source, each->value_start, each->value_end, wanted->value_start,
                                  wanted->value_end - wanted->value_start);
    }
    return 0;
}

static int is_equal(const Parser *parser, Format *one, Format *other) {
    const Node *own = get_node(parser, one->node), *wanted = get_node(parser, other->node);
    if (own->tag != wanted->tag || own->attribute_count != wanted->attribute_count) return 0;
    if (get_hash(parser, one) != get_hash(parser, other)) return 0;
    for (int32_t i = 0; i < wanted->attribute_count; i++)
        if (!has_equal(parser, own, parser->document->attributes + wanted->attributes + i)) return 0;
    return 1;
}

/* ---- the list ------------------------------------------------------------------------------ */

/* https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements */
void add_format(Parser *parser, int32_t node) {
    if (parser->outcome == PARSED) insert_at(parser, parser->format_count, (Format){node, 0});
    if (parser->outcome != PARSED) return;
    int32_t last = parser->format_count - 1, place = last, count = 0, earliest = NONE;
    while (place > 0 && parser->formats[place - 1].node != MARKER) {
        if (!is_equal(parser, parser->formats + --place, parser->formats + last)) continue;
        earliest = place;
        count++;
    }
    if (count >= SAME_FORMATS) remove_at(parser, earliest);
    else if (last - place >= MAX_FORMATS) remove_at(parser, place);
}

static int32_t place_of_format(const Parser *parser, int32_t node) {
    if (!(get_node(parser, node)->flags & IS_LISTED)) return NONE;
    int32_t place = parser->format_count - 1;
    while (place >= 0 && parser->formats[place].node != node) place--;
    return place; /* NONE is -1 */
}

void remove_format(Parser *parser, int32_t node) {
    int32_t place = place_of_format(parser, node);
    if (place != NONE) remove_at(parser, place);
}

/* Return the place of the last element of *tag* behind the last marker, else NONE. */
static int32_t find_format_place(const Parser *parser, int32_t tag) {
    for (int32_t place = parser->format_count - 1; place >= 0; place--) {
        int32_t node = parser->formats[place].node;
        if (node == MARKER) return NONE;
        if (get_node(parser, node)->tag == tag) return place;
    }
    return NONE;
}

int32_t find_format(const Parser *parser, int32_t tag) {
    int32_t place = find_format_place(parser, tag);
    return place == NONE ? NONE : parser->formats[place].node;
}

/* Return a new element with the name and the attributes of *node*. */
static int32_t clone_element(Parser *parser, int32_t node) {
    int32_t clone = add_node(parser, get_node(parser, node)->tag, SPACE_HTML);
    if (parser->outcome != PARSED) return clone;
    Node *own = get_node(parser, clone);
    const Node *from = get_node(parser, node);
    own->attributes = from->attributes;
    own->attribute_count = from->attribute_count;
    return clone;
}

static int is_settled(const Parser *parser, int32_t place) {
    int32_t node = parser->formats[place].node;
    return node == MARKER || get_node(parser, node)->flags & IS_OPEN;
}

/* https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements */
void reconstruct_formats(Parser *parser) {
    int32_t place = parser->format_count;
    while (place > 0 && !is_settled(parser, place - 1)) place--;
    for (; place < parser->format_count && parser->outcome == PARSED; place++) {
        int32_t clone = clone_element(parser, parser->formats[place].node);
        if (parser->outcome != PARSED) return;
        place_node(parser, clone, current(parser));
        push(parser, clone);
        replace_at(parser, place, clone);
    }
}

/* ---- the adoption agency ------------------------------------------------------------------- */

/* It takes the stack apart. On a page that is made to have it do so all the time, at any depth, it
 * stops doing it when that has cost more than the page (`rebuilding`): tags are closed instead. */

/* Return the lowest special element above the formatting element at *place*, else NONE. */
static int32_t find_furthest_block(const Parser *parser, int32_t place) {
    for (int32_t above = place + 1; above < parser->top; above++)
        if (is_special(parser, parser->stack[above].node)) return above;
    return NONE;
}

typedef struct {
    int32_t format, block;   /* the formatting element and the furthest block */
    int32_t below;           /* the common ancestor */
    int32_t last, bookmark;
} Adoption;

/* Go up the tree from the furthest block to the formatting element: step 4.13. */
static void walk_up(Parser *parser, Adoption *all, int32_t place) {
    for (int round = 1; parser->outcome == PARSED && parser->rebuilding > 0; round++) {
        int32_t node = parser->stack[--place].node;
        if (node == all->format) return;
        int32_t listed = place_of_format(parser, node);
        if (round > INNER_ROUNDS && listed != NONE) {
            remove_at(parser, listed);
            if (listed < all->bookmark) all->bookmark--;
            listed = NONE;
        }
        if (listed == NONE) {
            remove_open(parser, place);
            continue;
        }
        int32_t clone = clone_element(parser, node);
        if (parser->outcome != PARSED) return;
        replace_at(parser, listed, clone);
        replace_open(parser, place, clone);
        if (all->last == all->block) all->bookmark = listed + 1;
        detach(parser, all->last);
        append_child(parser, clone, all->last);
        all->last = clone;
    }
}

static void move_children(Parser *parser, int32_t from, int32_t to) {
    int32_t child = get_node(parser, from)->first_child;
    while (child != NONE) {
        int32_t next = get_node(parser, child)->next;
        detach(parser, child);
        append_child(parser, to, child);
        child = next;
    }
}

/* Put the clone of the formatting element between the furthest block and its children, and where
 * the formatting element was in list and stack: steps 4.14 to 4.19. */
static void finish_adoption(Parser *parser, Adoption *all) {
    int was_fostering = parser->is_fostering;
    detach(parser, all->last);
    parser->is_fostering = 1;
    place_node(parser, all->last, all->below);
    parser->is_fostering = was_fostering;
    int32_t clone = clone_element(parser, all->format);
    if (parser->outcome != PARSED) return;
    move_children(parser, all->block, clone);
    append_child(parser, all->block, clone);
    int32_t listed = place_of_format(parser, all->format);
    Format own = {clone, parser->formats[listed].hash};
    remove_at(parser, listed);
    insert_at(parser, listed < all->bookmark ? all->bookmark - 1 : all->bookmark, own);
    remove_open(parser, place_of(parser, all->format));
    int32_t block = place_of(parser, all->block);
    if (parser->outcome == PARSED) insert_open(parser, block + 1, clone);
}

/* Run the outer loop once; return 1 when there is nothing left to do, 0 to go on. */
static int adopt_once(Parser *parser, int32_t listed) {
    Adoption all = {.format = parser->formats[listed].node, .bookmark = listed};
    int32_t place = place_of(parser, all.format);
    if (place == NONE) {
        remove_at(parser, listed);
        return 1;
    }
    if (place < parser->stack[parser->top - 1].scope) return 1; /* not in scope */
    int32_t block = find_furthest_block(parser, place);
    if (block == NONE || parser->rebuilding <= 0) {
        pop_to_place(parser, place);
        remove_format(parser, all.format);
        return 1;
    }
    all.block = all.last = parser->stack[block].node;
    all.below = parser->stack[place - 1].node;
    walk_up(parser, &all, block);
    if (parser->outcome == PARSED) finish_adoption(parser, &all);
    return parser->outcome != PARSED;
}

void adopt(Parser *parser, int32_t tag) {
    if (is_current(parser, tag) && place_of_format(parser, current(parser)) == NONE) {
        pop_to_place(parser, parser->top - 1);
        return;
    }
    for (int round = 0; round < OUTER_ROUNDS; round++) {
        int32_t listed = find_format_place(parser, tag);
        if (listed == NONE) {
            if (round == 0) close_any(parser, tag);
            return;
        }
        if (adopt_once(parser, listed)) return;
    }
}
