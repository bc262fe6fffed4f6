/* Tags in the body: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody */
#include "parser.h"

/* ---- start tags ---------------------------------------------------------------------------- */

/* Close the nearest item that this one cannot stand in: an <li> another, a <dd> or <dt> either. */
static void close_item(Parser *parser, int32_t tag, int32_t other) {
    int32_t place = last_open(parser, tag), second = last_open(parser, other);
    if (second > place) place = second;
    if (place == NONE || place < parser->stack[parser->top - 1].halt) return;
    int32_t found = get_node(parser, parser->stack[place].node)->tag;
    close_implied(parser, found);
    pop_through(parser, found);
}

static void start_item(Parser *parser, Token *token) {
    parser->is_frameset_ok = 0;
    if (token->tag == TAG_LI)
        close_item(parser, TAG_LI, TAG_LI);
    else
        close_item(parser, TAG_DD, TAG_DT);
    close_paragraph(parser);
    insert_element(parser, token);
}

static void start_link(Parser *parser, Token *token) {
    int32_t open = find_format(parser, TAG_A);
    if (open != NONE) {
        adopt(parser, TAG_A);
        if (parser->outcome != PARSED) return;
        remove_format(parser, open);
        int32_t place = place_of(parser, open);
        if (place != NONE) remove_open(parser, place);
    }
    reconstruct_formats(parser);
    add_format(parser, insert_element(parser, token));
}

static void start_nobr(Parser *parser, Token *token) {
    reconstruct_formats(parser);
    if (is_in_scope(parser, TAG_NOBR)) {
        adopt(parser, TAG_NOBR);
        reconstruct_formats(parser);
    }
    add_format(parser, insert_element(parser, token));
}

static void start_body(Parser *parser, Token *token) {
    if (parser->top < 2 || !is_html(parser, parser->stack[1].node, TAG_BODY) ||
        has_open(parser, TAG_TEMPLATE))
        return;
    parser->is_frameset_ok = 0;
    merge_attributes(parser, parser->stack[1].node, token);
}

static void start_frameset(Parser *parser, Token *token) {
    if (parser->top < 2 || !is_html(parser, parser->stack[1].node, TAG_BODY) || !parser->is_frameset_ok)
        return;
    detach(parser, parser->stack[1].node);
    pop_to_place(parser, 1);
    insert_element(parser, token);
    parser->mode = IN_FRAMESET;
}

static void start_form(Parser *parser, Token *token) {
    int in_template = has_open(parser, TAG_TEMPLATE);
    if (parser->form != NONE && !in_template) return;
    close_paragraph(parser);
    int32_t node = insert_element(parser, token);
    if (!in_template) parser->form = node;
}

static void start_option(Parser *parser, Token *token) {
    if (is_in_scope(parser, TAG_SELECT))
        close_implied(parser, token->tag == TAG_OPTION ? TAG_OPTGROUP : NONE);
    else if (is_current(parser, TAG_OPTION))
        pop(parser);
    reconstruct_formats(parser);
    insert_element(parser, token);
}

static void start_select(Parser *parser, Token *token) {
    if (is_in_scope(parser, TAG_SELECT)) {
        pop_through(parser, TAG_SELECT);
        return;
    }
    reconstruct_formats(parser);
    insert_element(parser, token);
    parser->is_frameset_ok = 0;
}

static void start_void(Parser *parser, Token *token) {
    if (token->tag == TAG_INPUT && is_in_scope(parser, TAG_SELECT)) pop_through(parser, TAG_SELECT);
    reconstruct_formats(parser);
    insert_void(parser, token);
    if (token->tag != TAG_INPUT || !has_attribute(parser, token, "type", "hidden"))
        parser->is_frameset_ok = 0;
}

static void start_rule(Parser *parser, Token *token) { /* <hr> */
    close_paragraph(parser);
    if (is_in_scope(parser, TAG_SELECT)) close_implied(parser, NONE);
    insert_void(parser, token);
    parser->is_frameset_ok = 0;
}

static void start_ruby_part(Parser *parser, Token *token) {
    if (is_in_scope(parser, TAG_RUBY))
        close_implied(parser, token->tag == TAG_RP || token->tag == TAG_RT ? TAG_RTC : NONE);
    insert_element(parser, token);
}

static void start_foreign_root(Parser *parser, Token *token) {
    reconstruct_formats(parser);
    insert_foreign(parser, token, token->tag == TAG_SVG ? SPACE_SVG : SPACE_MATHML);
    if (token->is_self_closing) pop(parser);
}

static void start_raw(Parser *parser, Token *token) {
    switch (token->tag) {
    case TAG_PLAINTEXT:
        close_paragraph(parser);
        insert_raw(parser, token, AS_PLAIN_TEXT);
        return;
    case TAG_TEXTAREA:
        insert_raw(parser, token, AS_ESCAPABLE);
        parser->skips_line_feed = 1;
        parser->is_frameset_ok = 0;
        return;
    case TAG_XMP:
        close_paragraph(parser);
        reconstruct_formats(parser);
        parser->is_frameset_ok = 0;
        break;
    case TAG_IFRAME: parser->is_frameset_ok = 0; break;
    default: break;
    }
    insert_raw(parser, token, AS_RAW_TEXT);
}

/* Start tags of elements that change more than themselves; return 0 for the others. */
static int start_structure(Parser *parser, Token *token) {
    switch (token->tag) {
    case TAG_HTML:
        if (!has_open(parser, TAG_TEMPLATE)) merge_attributes(parser, parser->stack[0].node, token);
        return 1;
    case TAG_BODY: start_body(parser, token); return 1;
    case TAG_FRAMESET: start_frameset(parser, token); return 1;
    case TAG_PRE: case TAG_LISTING:
        close_paragraph(parser);
        insert_element(parser, token);
        parser->skips_line_feed = 1;
        parser->is_frameset_ok = 0;
        return 1;
    case TAG_FORM: start_form(parser, token); return 1;
    case TAG_LI: case TAG_DD: case TAG_DT: start_item(parser, token); return 1;
    case TAG_BUTTON:
        if (is_in_scope(parser, TAG_BUTTON)) pop_through(parser, TAG_BUTTON);
        reconstruct_formats(parser);
        insert_element(parser, token);
        parser->is_frameset_ok = 0;
        return 1;
    case TAG_APPLET: case TAG_MARQUEE: case TAG_OBJECT:
        reconstruct_formats(parser);
        insert_element(parser, token);
        add_marker(parser);
        parser->is_frameset_ok = 0;
        return 1;
    case TAG_TABLE:
        if (!parser->is_quirky) close_paragraph(parser);
        insert_element(parser, token);
        parser->is_frameset_ok = 0;
        parser->mode = IN_TABLE;
        return 1;
    default: return 0;
    }
}

Verdict start_in_body(Parser *parser, Token *token) {
    uint32_t kinds = kinds_of_tag(token->tag);
    if (kinds & CLOSES_P) {
        close_paragraph(parser);
        insert_element(parser, token);
        return DONE;
    }
    if (kinds & HEAD_CONTENT) return start_in_head(parser, token);
    if (kinds & VOID_IN_BODY) {
        start_void(parser, token);
        return DONE;
    }
    if (kinds & HEADING) {
        close_paragraph(parser);
        if (kinds_of(parser, current(parser)) & HEADING) pop(parser);
        insert_element(parser, token);
        return DONE;
    }
    switch (token->tag) {
    case TAG_A: start_link(parser, token); return DONE;
    case TAG_NOBR: start_nobr(parser, token); return DONE;
    case TAG_INPUT: start_void(parser, token); return DONE;
    case TAG_PARAM: case TAG_SOURCE: case TAG_TRACK: insert_void(parser, token); return DONE;
    case TAG_HR: start_rule(parser, token); return DONE;
    case TAG_IMAGE: token->tag = TAG_IMG; return AGAIN;
    case TAG_PLAINTEXT: case TAG_TEXTAREA: case TAG_XMP: case TAG_IFRAME: case TAG_NOEMBED:
        start_raw(parser, token);
        return DONE;
    case TAG_SELECT: start_select(parser, token); return DONE;
    case TAG_OPTION: case TAG_OPTGROUP: start_option(parser, token); return DONE;
    case TAG_RB: case TAG_RTC: case TAG_RP: case TAG_RT: start_ruby_part(parser, token); return DONE;
    case TAG_MATH: case TAG_SVG: start_foreign_root(parser, token); return DONE;
    case TAG_FRAME: case TAG_HEAD: case TAG_TR: return DONE;
    default: break;
    }
    if (kinds & (TABLE_PART | TABLE_CELL) || start_structure(parser, token)) return DONE;
    reconstruct_formats(parser);
    int32_t node = insert_element(parser, token);
    if (kinds & FORMATTING) add_format(parser, node);
    return DONE;
}

/* ---- end tags ------------------------------------------------------------------------------ */

/* Close the nearest *tag*, which is in scope, and what may be closed by implication before it. */
static void end_in_scope(Parser *parser, int32_t tag, int32_t except) {
    close_implied(parser, except);
    pop_through(parser, tag);
}

static void end_form(Parser *parser) {
    if (has_open(parser, TAG_TEMPLATE)) {
        if (is_in_scope(parser, TAG_FORM)) end_in_scope(parser, TAG_FORM, NONE);
        return;
    }
    int32_t node = parser->form, place = node == NONE ? NONE : place_of(parser, node);
    parser->form = NONE;
    if (place == NONE || place < parser->stack[parser->top - 1].scope) return;
    close_implied(parser, NONE);
    get_node(parser, node)->close = parser->closing_end;
    if (place == parser->top - 1)
        pop(parser);
    else
        remove_open(parser, place);
}

static void end_heading(Parser *parser) {
    if (!has_open_heading(parser)) return;
    close_implied(parser, NONE);
    int32_t place = NONE;
    for (int32_t each = TAG_H1; each <= TAG_H6; each++)
        if (last_open(parser, each) > place) place = last_open(parser, each);
    pop_to_place(parser, place);
}

static void end_paragraph(Parser *parser) {
    if (!is_in_button_scope(parser, TAG_P)) insert_implied(parser, TAG_P);
    end_in_scope(parser, TAG_P, TAG_P);
}

static Verdict end_page(Parser *parser, Token *token) {
    if (!is_in_scope(parser, TAG_BODY)) return DONE;
    if (token->tag == TAG_BODY) close_node(parser, parser->stack[last_open(parser, TAG_BODY)].node, token);
    parser->mode = AFTER_BODY;
    return token->tag == TAG_HTML ? AGAIN : DONE;
}

Verdict end_in_body(Parser *parser, Token *token) {
    int32_t tag = token->tag;
    uint32_t kinds = kinds_of_tag(tag);
    if (kinds & ENDS_BLOCK) {
        if (is_in_scope(parser, tag)) end_in_scope(parser, tag, NONE);
        return DONE;
    }
    if (kinds & FORMATTING) {
        adopt(parser, tag);
        return DONE;
    }
    switch (tag) {
    case TAG_TEMPLATE: close_template(parser); break;
    case TAG_BODY: case TAG_HTML: return end_page(parser, token);
    case TAG_FORM: end_form(parser); break;
    case TAG_P: end_paragraph(parser); break;
    case TAG_LI:
        if (is_in_list_scope(parser, tag)) end_in_scope(parser, tag, tag);
        break;
    case TAG_DD: case TAG_DT:
        if (is_in_scope(parser, tag)) end_in_scope(parser, tag, tag);
        break;
    case TAG_H1: case TAG_H2: case TAG_H3: case TAG_H4: case TAG_H5: case TAG_H6:
        end_heading(parser);
        break;
    case TAG_APPLET: case TAG_MARQUEE: case TAG_OBJECT:
        if (!is_in_scope(parser, tag)) break;
        end_in_scope(parser, tag, NONE);
        clear_to_marker(parser);
        break;
    case TAG_BR:
        reconstruct_formats(parser);
        insert_implied(parser, TAG_BR);
        pop(parser);
        parser->is_frameset_ok = 0;
        break;
    default: close_any(parser, tag);
    }
    return DONE;
}
