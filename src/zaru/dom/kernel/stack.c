/* The stack of open elements: https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements
 *
 * Questions about scopes compare two places in the stack, so that they cost the same however deep
 * a page is nested: where the last element of a name stands, and the nearest border below. */
#include "parser.h"

#include <string.h>

/* Return where the place of the last open element of a tag is kept. */
static int32_t *last_place(const Parser *parser, int32_t tag, int is_foreign) {
    if (tag >= TAG_COUNT)
        return &parser->document->names[tag - TAG_COUNT].last_open[is_foreign];
    return (int32_t *)(is_foreign ? parser->last_foreign : parser->last_html) + tag;
}

/* MathML and SVG elements that are special, and borders of scopes. */
static int is_foreign_border(const Node *own) {
    if (own->space == SPACE_SVG)
        return own->tag == TAG_FOREIGNOBJECT || own->tag == TAG_DESC || own->tag == TAG_TITLE;
    return own->tag == TAG_MI || own->tag == TAG_MO || own->tag == TAG_MN || own->tag == TAG_MS ||
           own->tag == TAG_MTEXT || own->tag == TAG_ANNOTATION_XML;
}

int is_special(const Parser *parser, int32_t node) {
    const Node *own = get_node(parser, node);
    return own->space == SPACE_HTML ? (kinds_of(parser, node) & SPECIAL) != 0 : is_foreign_border(own);
}

/* Fill the places of the element at the top. */
static void settle(Parser *parser) {
    int32_t place = parser->top - 1;
    Open *own = parser->stack + place;
    const Open *below = place ? own - 1 : NULL;
    const Node *node = get_node(parser, own->node);
    int is_foreign = node->space != SPACE_HTML;
    uint32_t kinds = kinds_of(parser, own->node);
    int special = is_special(parser, own->node);
    int scope = is_foreign ? special : (kinds & SCOPE) != 0;
    int halt = special && (is_foreign || (node->tag != TAG_ADDRESS && node->tag != TAG_DIV && node->tag != TAG_P));
    own->scope = scope || !below ? place : below->scope;
    own->special = special ? place : below ? below->special : NONE;
    own->halt = halt ? place : below ? below->halt : NONE;
    own->html = !is_foreign ? place : below ? below->html : NONE;
    int32_t *last = last_place(parser, node->tag, is_foreign);
    own->same = *last;
    *last = place;
}

void push(Parser *parser, int32_t node) {
    if (parser->outcome != PARSED) return;
    if (grow((void **)&parser->stack, &parser->stack_room, parser->top + 1, sizeof(Open)) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return;
    }
    parser->stack[parser->top++].node = node;
    get_node(parser, node)->flags |= IS_OPEN;
    settle(parser);
}

/* Take the element at the top off; the root stays. */
void pop(Parser *parser) {
    if (parser->top < 2) return;
    const Open *own = parser->stack + --parser->top;
    Node *node = get_node(parser, own->node);
    node->flags &= (uint8_t)~IS_OPEN;
    *last_place(parser, node->tag, node->space != SPACE_HTML) = own->same;
}

/* Take elements off and put others on from *place* up: *added* first, if it is not NONE, and what
 * stood above, without the first *left_out* of it. */
static void rebuild(Parser *parser, int32_t place, int32_t left_out, int32_t added) {
    int32_t count = parser->top - place, room = 0, *above = NULL;
    parser->rebuilding -= count;
    if (count > 0 && grow((void **)&above, &room, count, sizeof *above) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return;
    }
    for (int32_t i = 0; i < count; i++) above[i] = parser->stack[place + i].node;
    for (int32_t i = 0; i < count; i++) pop(parser);
    if (added != NONE) push(parser, added);
    for (int32_t i = left_out; i < count; i++) push(parser, above[i]);
    grow((void **)&above, NULL, 0, 0);
}

void insert_open(Parser *parser, int32_t place, int32_t node) { rebuild(parser, place, 0, node); }

void remove_open(Parser *parser, int32_t place) { rebuild(parser, place, 1, NONE); }

void replace_open(Parser *parser, int32_t place, int32_t node) { rebuild(parser, place, 1, node); }

/* Return where *node* stands in the stack, else NONE. */
int32_t place_of(const Parser *parser, int32_t node) {
    const Node *own = get_node(parser, node);
    if (!(own->flags & IS_OPEN)) return NONE;
    int32_t place = *last_place(parser, own->tag, own->space != SPACE_HTML);
    while (place != NONE && parser->stack[place].node != node) place = parser->stack[place].same;
    return place;
}

int32_t last_open(const Parser *parser, int32_t tag) { return *last_place(parser, tag, 0); }

int has_open(const Parser *parser, int32_t tag) { return last_open(parser, tag) != NONE; }

/* ---- scopes: https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-the-specific-scope */

static int is_above(const Parser *parser, int32_t tag, int32_t border) {
    int32_t place = last_open(parser, tag);
    return place != NONE && place >= border;
}

static int32_t higher(int32_t one, int32_t other) { return one > other ? one : other; }

static int32_t find_border(const Parser *parser) { return parser->stack[parser->top - 1].scope; }

int is_in_scope(const Parser *parser, int32_t tag) {
    return is_above(parser, tag, find_border(parser));
}

int is_in_list_scope(const Parser *parser, int32_t tag) {
    int32_t lists = higher(last_open(parser, TAG_OL), last_open(parser, TAG_UL));
    return is_above(parser, tag, higher(find_border(parser), lists));
}

int is_in_button_scope(const Parser *parser, int32_t tag) {
    return is_above(parser, tag, higher(find_border(parser), last_open(parser, TAG_BUTTON)));
}

int is_in_table_scope(const Parser *parser, int32_t tag) {
    int32_t border = higher(last_open(parser, TAG_TABLE), last_open(parser, TAG_TEMPLATE));
    return is_above(parser, tag, higher(border, 0));
}

int has_open_heading(const Parser *parser) {
    for (int32_t tag = TAG_H1; tag <= TAG_H6; tag++)
        if (is_in_scope(parser, tag)) return 1;
    return 0;
}

/* ---- closing ------------------------------------------------------------------------------- */

/* Pop all elements from *place* up. The one at *place* ends with the end tag that is processed,
 * if that has its name. */
void pop_to_place(Parser *parser, int32_t place) {
    Node *own = get_node(parser, parser->stack[place].node);
    if (own->tag == parser->closing && own->start != NONE) {
        own->close = parser->closing_end;
        parser->closing = NONE;
    }
    while (parser->top > place && parser->top > 1) pop(parser);
}

/* Pop elements until one of *tag* has been popped. */
void pop_through(Parser *parser, int32_t tag) {
    int32_t place = last_open(parser, tag);
    if (place != NONE) pop_to_place(parser, place);
}

/* https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags */
void close_implied(Parser *parser, int32_t except) {
    while (kinds_of(parser, current(parser)) & IMPLIED && get_node(parser, current(parser))->tag != except)
        pop(parser);
}

void close_implied_thoroughly(Parser *parser) {
    while (kinds_of(parser, current(parser)) & THOROUGH) pop(parser);
}

/* Close a paragraph that is in button scope. */
void close_paragraph(Parser *parser) {
    if (is_in_button_scope(parser, TAG_P)) pop_through(parser, TAG_P);
}

/* "Any other end tag": https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody */
void close_any(Parser *parser, int32_t tag) {
    int32_t place = last_open(parser, tag);
    if (place == NONE || place < parser->stack[parser->top - 1].special) return;
    close_implied(parser, tag);
    pop_to_place(parser, place);
}
