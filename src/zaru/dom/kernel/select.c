/* <selectedcontent> shows what the chosen option of its <select> holds:
 * https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element */
#include "parser.h"

enum { MAX_STEPS = 512 }; /* as deep as rows may be */

/* Return the <select> whose choice *node* shows, else NONE: one in an option, or in another of its
 * kind, shows nothing. */
static int32_t find_select(const Parser *parser, int32_t node) {
    for (int step = 0; step < MAX_STEPS && (node = get_node(parser, node)->parent) != NONE; step++) {
        if (is_html(parser, node, TAG_SELECT)) return node;
        if (is_html(parser, node, TAG_OPTION) || is_html(parser, node, TAG_SELECTEDCONTENT)) return NONE;
    }
    return NONE;
}

/* Return the node behind *node* and all below it, inside of *root*; NONE at the end. */
static int32_t step_over(const Parser *parser, int32_t node, int32_t root) {
    while (node != root && get_node(parser, node)->next == NONE) node = get_node(parser, node)->parent;
    return node == root ? NONE : get_node(parser, node)->next;
}

static int32_t step(const Parser *parser, int32_t node, int32_t root) {
    int32_t child = get_node(parser, node)->first_child;
    return child != NONE ? child : step_over(parser, node, root);
}

static int has_named(const Parser *parser, int32_t node, const char *name) {
    const Node *own = get_node(parser, node);
    Token token = {.attributes = own->attributes};
    Document *document = parser->document;
    int32_t all = document->attribute_count;
    document->attribute_count = own->attributes + own->attribute_count;
    int has = own->attribute_count > 0 && has_attribute(parser, &token, name, NULL);
    document->attribute_count = all;
    return has;
}

/* Return the last option that is marked as selected, else the first. */
static int32_t find_chosen(const Parser *parser, int32_t select) {
    int32_t first = NONE, chosen = NONE;
    for (int32_t node = select; node != NONE; node = step(parser, node, select)) {
        if (!is_html(parser, node, TAG_OPTION)) continue;
        if (first == NONE) first = node;
        if (has_named(parser, node, "selected")) chosen = node;
    }
    return chosen != NONE ? chosen : first;
}

/* Return a copy of *node* without its children. */
static int32_t copy_node(Parser *parser, int32_t node) {
    Node from = *get_node(parser, node);
    int32_t copy = add_node(parser, from.tag, (Space)from.space);
    if (parser->outcome != PARSED) return copy;
    Node *own = get_node(parser, copy);
    own->attributes = from.attributes;
    own->attribute_count = from.attribute_count;
    own->flags = from.flags & (IS_BLANK | IS_RAW | KEEPS_NUL | IS_POINTED);
    if (from.tag == TAG_TEXT) { /* its bytes are those that it repeats */
        own->start = from.start;
        own->end = from.end;
        own->close = from.close;
    }
    return copy;
}

/* Copy all below *from* to below *to*. */
static void copy_children(Parser *parser, int32_t from, int32_t to) {
    int32_t node = from, above = to;
    while ((node = step(parser, node, from)) != NONE) {
        int32_t copy = copy_node(parser, node);
        if (parser->outcome != PARSED) return;
        append_child(parser, above, copy);
        if (get_node(parser, node)->first_child != NONE) {
            above = copy;
            continue;
        }
        for (int32_t up = node; up != from && get_node(parser, up)->next == NONE; up = get_node(parser, up)->parent)
            if (above != to) above = get_node(parser, above)->parent;
    }
}

void fill_selected_content(Parser *parser) {
    int32_t count = parser->document->count, last = NONE, option = NONE;
    for (int32_t node = 0; node < count && parser->outcome == PARSED; node++) {
        if (!is_html(parser, node, TAG_SELECTEDCONTENT)) continue;
        int32_t select = find_select(parser, node);
        if (select == NONE || has_named(parser, select, "multiple")) continue;
        if (select != last) option = find_chosen(parser, select);
        last = select;
        if (option == NONE) continue;
        while (get_node(parser, node)->first_child != NONE)
            detach(parser, get_node(parser, node)->first_child);
        parser->document->has_moved = 1;
        copy_children(parser, option, node);
    }
}
