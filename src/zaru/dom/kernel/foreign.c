/* SVG and MathML: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign */
#include "parser.h"

/* https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point */
int is_text_point(const Parser *parser, int32_t node) {
    const Node *own = get_node(parser, node);
    return own->space == SPACE_MATHML && (own->tag == TAG_MI || own->tag == TAG_MO || own->tag == TAG_MN ||
                                          own->tag == TAG_MS || own->tag == TAG_MTEXT);
}

/* https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point */
int is_html_point(const Parser *parser, int32_t node) {
    const Node *own = get_node(parser, node);
    if (own->space == SPACE_MATHML) return own->flags & IS_POINTED;
    return own->space == SPACE_SVG &&
           (own->tag == TAG_FOREIGNOBJECT || own->tag == TAG_DESC || own->tag == TAG_TITLE);
}

/* Say whether a token meets the rules for foreign content; a text has no *token*.
 * https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher */
int is_in_foreign_content(const Parser *parser, const Token *token, int is_start) {
    if (parser->top == 0) return 0;
    int32_t node = current(parser);
    const Node *own = get_node(parser, node);
    if (own->space == SPACE_HTML) return 0;
    int is_text = token == NULL;
    if (is_text_point(parser, node) &&
        (is_text || (is_start && token->tag != TAG_MGLYPH && token->tag != TAG_MALIGNMARK)))
        return 0;
    if (own->space == SPACE_MATHML && own->tag == TAG_ANNOTATION_XML && is_start && token->tag == TAG_SVG)
        return 0;
    return !(is_html_point(parser, node) && (is_text || is_start));
}

static void leave_foreign_content(Parser *parser) {
    for (;;) {
        int32_t node = current(parser);
        if (get_node(parser, node)->space == SPACE_HTML || is_text_point(parser, node) ||
            is_html_point(parser, node))
            return;
        pop(parser);
    }
}

static int breaks_out(const Parser *parser, const Token *token) {
    if (kinds_of_tag(token->tag) & BREAKS_OUT) return 1;
    return token->tag == TAG_FONT &&
           (has_attribute(parser, token, "color", NULL) || has_attribute(parser, token, "face", NULL) ||
            has_attribute(parser, token, "size", NULL));
}

Verdict start_in_foreign(Parser *parser, Token *token) {
    if (breaks_out(parser, token)) {
        leave_foreign_content(parser);
        token->is_html = 1;
        return AGAIN;
    }
    int32_t node = insert_foreign(parser, token, (Space)get_node(parser, current(parser))->space);
    if (token->tag == TAG_ANNOTATION_XML &&
        (has_attribute(parser, token, "encoding", "text/html") ||
         has_attribute(parser, token, "encoding", "application/xhtml+xml")))
        get_node(parser, node)->flags |= IS_POINTED;
    if (token->is_self_closing) pop(parser);
    return DONE;
}

Verdict end_in_foreign(Parser *parser, Token *token) {
    int32_t tag = token->tag;
    if (tag == TAG_BR || tag == TAG_P) {
        leave_foreign_content(parser);
        token->is_html = 1;
        return AGAIN;
    }
    const Document *document = parser->document;
    int32_t place = tag < TAG_COUNT ? parser->last_foreign[tag] : document->names[tag - TAG_COUNT].last_open[1];
    if (place > parser->stack[parser->top - 1].html) {
        pop_to_place(parser, place);
        return DONE;
    }
    token->is_html = 1;
    return AGAIN;
}
