/* Nodes, and where they go. */
#include "parser.h"

#include <stdlib.h>
#include <string.h>

/* Give *array* room for *wanted* items of *size* bytes; 0 items free it. Return -1 without memory. */
int grow(void **array, int32_t *room, int32_t wanted, size_t size) {
    if (wanted == 0) {
        free(*array);
        *array = NULL;
        return 0;
    }
    if (wanted <= *room) return 0;
    int64_t larger = *room ? 2 * (int64_t)*room : wanted < 16 ? 16 : wanted;
    if (larger < wanted) larger = wanted;
    if (larger > INT32_MAX) return -1;
    void *moved = realloc(*array, (size_t)larger * size);
    if (moved == NULL) return -1;
    *array = moved;
    *room = (int32_t)larger;
    return 0;
}

/* Return a new node that is nowhere yet; the root when there can be no more. */
int32_t add_node(Parser *parser, int32_t tag, Space space) {
    Document *document = parser->document;
    if (document->count >= parser->max_nodes) {
        parser->outcome = TOO_MANY_NODES;
        return 0;
    }
    if (grow((void **)&document->nodes, &document->room, document->count + 1, sizeof(Node)) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return 0;
    }
    document->nodes[document->count] = (Node){
        .parent = NONE, .first_child = NONE, .last_child = NONE, .next = NONE, .previous = NONE,
        .start = NONE, .end = NONE, .close = NONE, .attributes = NONE, .tag = tag,
        .space = (uint8_t)space,
    };
    return document->count++;
}

void append_child(Parser *parser, int32_t parent, int32_t node) {
    if (parser->outcome != PARSED) return; /* the node may be the root, for want of another */
    Node *above = get_node(parser, parent), *own = get_node(parser, node);
    own->parent = parent;
    own->previous = above->last_child;
    own->next = NONE;
    if (above->last_child == NONE)
        above->first_child = node;
    else
        get_node(parser, above->last_child)->next = node;
    above->last_child = node;
}

void insert_before(Parser *parser, int32_t node, int32_t sibling) {
    if (parser->outcome != PARSED) return;
    Node *own = get_node(parser, node), *behind = get_node(parser, sibling);
    own->parent = behind->parent;
    own->previous = behind->previous;
    own->next = sibling;
    if (behind->previous == NONE)
        get_node(parser, behind->parent)->first_child = node;
    else
        get_node(parser, behind->previous)->next = node;
    behind->previous = node;
    parser->document->has_moved = 1;
}

void detach(Parser *parser, int32_t node) {
    Node *own = get_node(parser, node);
    if (own->parent == NONE) return;
    if (own->previous == NONE)
        get_node(parser, own->parent)->first_child = own->next;
    else
        get_node(parser, own->previous)->next = own->next;
    if (own->next == NONE)
        get_node(parser, own->parent)->last_child = own->previous;
    else
        get_node(parser, own->next)->previous = own->previous;
    own->parent = own->previous = own->next = NONE;
    parser->document->has_moved = 1;
}

/* https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node
 * *before* is NONE for a place behind the last child. */
void find_place(const Parser *parser, int32_t target, int32_t *parent, int32_t *before) {
    *parent = target;
    *before = NONE;
    if (!parser->is_fostering || !(kinds_of(parser, target) & FOSTERS)) return;
    parser->document->has_moved = 1; /* what comes next may stand before it */
    int32_t template = last_open(parser, TAG_TEMPLATE), table = last_open(parser, TAG_TABLE);
    if (template != NONE && template > table) {
        *parent = parser->stack[template].node;
    } else if (table == NONE) {
        *parent = parser->stack[0].node;
    } else if (get_node(parser, parser->stack[table].node)->parent != NONE) {
        *before = parser->stack[table].node;
        *parent = get_node(parser, *before)->parent;
    } else {
        *parent = parser->stack[table - 1].node;
    }
}

/* Put *node* into its place for *target*. */
void place_node(Parser *parser, int32_t node, int32_t target) {
    int32_t parent, before;
    find_place(parser, target, &parent, &before);
    if (before == NONE)
        append_child(parser, parent, node);
    else
        insert_before(parser, node, before);
}

/* ---- elements ------------------------------------------------------------------------------ */

/* https://html.spec.whatwg.org/multipage/parsing.html#insert-an-element-at-the-adjusted-insertion-location */
int32_t insert_foreign(Parser *parser, const Token *token, Space space) {
    int32_t node = add_node(parser, token->tag, space);
    if (parser->outcome != PARSED) return node;
    Node *own = get_node(parser, node);
    own->start = token->start;
    own->end = token->end;
    own->attributes = token->attributes;
    own->attribute_count = parser->document->attribute_count - token->attributes;
    if (parser->top > 0) place_node(parser, node, current(parser));
    push(parser, node);
    return node;
}

int32_t insert_element(Parser *parser, const Token *token) {
    return insert_foreign(parser, token, SPACE_HTML);
}

/* Insert an element that the page does not write. */
int32_t insert_implied(Parser *parser, int32_t tag) {
    int32_t node = add_node(parser, tag, SPACE_HTML);
    if (parser->outcome != PARSED) return node;
    if (parser->top > 0) place_node(parser, node, current(parser));
    push(parser, node);
    return node;
}

void insert_void(Parser *parser, const Token *token) {
    insert_element(parser, token);
    pop(parser);
}

/* The tokenizer reads what follows as text up to the end tag. */
void insert_raw(Parser *parser, const Token *token, Reading reading) {
    insert_element(parser, token);
    parser->reading = reading;
}

/* ---- attributes ---------------------------------------------------------------------------- */

static int is_same_attribute(const Parser *parser, const Attribute *one, const Attribute *other) {
    int32_t size = one->name_end - one->name_start;
    return size == other->name_end - other->name_start &&
           is_same_name(parser->source + one->name_start, parser->source + other->name_start, size);
}

static int has_same(const Parser *parser, const Attribute *wanted, int32_t first, int32_t end) {
    for (int32_t i = first; i < end; i++)
        if (is_same_attribute(parser, parser->document->attributes + i, wanted)) return 1;
    return 0;
}

/* A page may have any number of <html> tags; more attributes than these are no page's own. */
enum { MAX_MERGED = 256 };

/* Add the attributes of *token* that *node* does not have: of a second <html> or <body>. */
void merge_attributes(Parser *parser, int32_t node, const Token *token) {
    Document *document = parser->document;
    Node *own = get_node(parser, node);
    int32_t first = own->attributes, count = own->attribute_count, end = document->attribute_count;
    if (end == token->attributes || count + end - token->attributes > MAX_MERGED) return;
    if (end > INT32_MAX / 2 - count ||
        grow((void **)&document->attributes, &document->attribute_room,
             end + count + (end - token->attributes), sizeof(Attribute)) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return;
    }
    Attribute *all = document->attributes;
    int32_t at = end;
    for (int32_t i = first; i < first + count; i++) all[at++] = all[i];
    for (int32_t i = token->attributes; i < end; i++)
        if (!has_same(parser, all + i, end, end + count)) all[at++] = all[i];
    own->attributes = end;
    own->attribute_count = at - end;
    document->attribute_count = at;
}

/* Say whether *token* has the attribute *name*; unless it is NULL, with *value* in any case. */
int has_attribute(const Parser *parser, const Token *token, const char *name, const char *value) {
    const Document *document = parser->document;
    int32_t size = (int32_t)strlen(name), length = value ? (int32_t)strlen(value) : 0;
    for (int32_t i = token->attributes; i < document->attribute_count; i++) {
        const Attribute *own = document->attributes + i;
        if (own->name_end - own->name_start != size ||
            !is_same_name(parser->source + own->name_start, (const byte *)name, size))
            continue;
        return value == NULL ||
               (own->value_start != NONE && own->value_end - own->value_start == length &&
                is_same_name(parser->source + own->value_start, (const byte *)value, length));
    }
    return 0;
}
