/* Tags in tables: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable and below */
#include "parser.h"

/* Pop until the current node is of one of three tags, a template or the root: "clear the stack back
 * to a table context", "table body context", "table row context". */
static void clear_to(Parser *parser, int32_t one, int32_t two, int32_t three) {
    for (;;) {
        int32_t node = current(parser);
        if (is_html(parser, node, one) || is_html(parser, node, two) || is_html(parser, node, three) ||
            is_html(parser, node, TAG_TEMPLATE) || parser->top < 2)
            return;
        pop(parser);
    }
}

static void clear_to_table(Parser *parser) { clear_to(parser, TAG_TABLE, TAG_TABLE, TAG_TABLE); }

static void clear_to_section(Parser *parser) { clear_to(parser, TAG_TBODY, TAG_THEAD, TAG_TFOOT); }

static void clear_to_row(Parser *parser) { clear_to(parser, TAG_TR, TAG_TR, TAG_TR); }

/* ---- in table ------------------------------------------------------------------------------ */

static Verdict start_fostered(Parser *parser, Token *token) {
    parser->is_fostering = 1;
    Verdict verdict = start_in_body(parser, token);
    parser->is_fostering = 0;
    return verdict;
}

static Verdict end_fostered(Parser *parser, Token *token) {
    parser->is_fostering = 1;
    Verdict verdict = end_in_body(parser, token);
    parser->is_fostering = 0;
    return verdict;
}

static int close_table(Parser *parser) {
    if (!is_in_table_scope(parser, TAG_TABLE)) return 0;
    pop_through(parser, TAG_TABLE);
    reset_mode(parser);
    return 1;
}

static void start_form_in_table(Parser *parser, Token *token) {
    if (parser->form != NONE || has_open(parser, TAG_TEMPLATE)) return;
    parser->form = insert_element(parser, token);
    pop(parser);
}

static Verdict open_implied(Parser *parser, int32_t tag, Mode mode) {
    insert_implied(parser, tag);
    parser->mode = mode;
    return AGAIN;
}

Verdict start_in_table(Parser *parser, Token *token) {
    switch (token->tag) {
    case TAG_CAPTION:
        clear_to_table(parser);
        add_marker(parser);
        insert_element(parser, token);
        parser->mode = IN_CAPTION;
        return DONE;
    case TAG_COLGROUP:
        clear_to_table(parser);
        insert_element(parser, token);
        parser->mode = IN_COLUMN_GROUP;
        return DONE;
    case TAG_COL: clear_to_table(parser); return open_implied(parser, TAG_COLGROUP, IN_COLUMN_GROUP);
    case TAG_TBODY: case TAG_TFOOT: case TAG_THEAD:
        clear_to_table(parser);
        insert_element(parser, token);
        parser->mode = IN_TABLE_BODY;
        return DONE;
    case TAG_TD: case TAG_TH: case TAG_TR:
        clear_to_table(parser);
        return open_implied(parser, TAG_TBODY, IN_TABLE_BODY);
    case TAG_TABLE: return close_table(parser) ? AGAIN : DONE;
    case TAG_STYLE: case TAG_SCRIPT: case TAG_TEMPLATE: return start_in_head(parser, token);
    case TAG_INPUT:
        if (!has_attribute(parser, token, "type", "hidden")) return start_fostered(parser, token);
        insert_void(parser, token);
        return DONE;
    case TAG_FORM: start_form_in_table(parser, token); return DONE;
    default: return start_fostered(parser, token);
    }
}

static int is_table_tag(int32_t tag) {
    return tag == TAG_TR || kinds_of_tag(tag) & (TABLE_PART | TABLE_CELL);
}

static int is_page_tag(int32_t tag) { return tag == TAG_BODY || tag == TAG_HTML; }

Verdict end_in_table(Parser *parser, Token *token) {
    if (token->tag == TAG_TABLE) {
        close_table(parser);
        return DONE;
    }
    if (is_page_tag(token->tag) || is_table_tag(token->tag)) return DONE;
    if (token->tag == TAG_TEMPLATE) return end_in_head(parser, token);
    return end_fostered(parser, token);
}

/* ---- in caption ---------------------------------------------------------------------------- */

static int close_caption(Parser *parser) {
    if (!is_in_table_scope(parser, TAG_CAPTION)) return 0;
    close_implied(parser, NONE);
    pop_through(parser, TAG_CAPTION);
    clear_to_marker(parser);
    parser->mode = IN_TABLE;
    return 1;
}

Verdict start_in_caption(Parser *parser, Token *token) {
    if (!is_table_tag(token->tag)) return start_in_body(parser, token);
    return close_caption(parser) ? AGAIN : DONE;
}

Verdict end_in_caption(Parser *parser, Token *token) {
    if (token->tag == TAG_CAPTION) {
        close_caption(parser);
        return DONE;
    }
    if (token->tag == TAG_TABLE) return close_caption(parser) ? AGAIN : DONE;
    if (is_page_tag(token->tag) || is_table_tag(token->tag)) return DONE;
    return end_in_body(parser, token);
}

/* ---- in column group ----------------------------------------------------------------------- */

static Verdict leave_column_group(Parser *parser) {
    if (!is_current(parser, TAG_COLGROUP)) return DONE;
    pop_to_place(parser, parser->top - 1);
    parser->mode = IN_TABLE;
    return AGAIN;
}

Verdict start_in_column_group(Parser *parser, Token *token) {
    switch (token->tag) {
    case TAG_HTML: return start_in_body(parser, token);
    case TAG_COL: insert_void(parser, token); return DONE;
    case TAG_TEMPLATE: return start_in_head(parser, token);
    default: return leave_column_group(parser);
    }
}

Verdict end_in_column_group(Parser *parser, Token *token) {
    switch (token->tag) {
    case TAG_COLGROUP: leave_column_group(parser); return DONE;
    case TAG_COL: return DONE;
    case TAG_TEMPLATE: return end_in_head(parser, token);
    default: return leave_column_group(parser);
    }
}

/* ---- in table body, in row, in cell -------------------------------------------------------- */

static int close_section(Parser *parser) {
    if (!is_in_table_scope(parser, TAG_TBODY) && !is_in_table_scope(parser, TAG_THEAD) &&
        !is_in_table_scope(parser, TAG_TFOOT))
        return 0;
    clear_to_section(parser);
    if (!(kinds_of(parser, current(parser)) & TABLE_PART)) return 0; /* a template */
    pop_to_place(parser, parser->top - 1);
    parser->mode = IN_TABLE;
    return 1;
}

Verdict start_in_table_body(Parser *parser, Token *token) {
    if (token->tag == TAG_TR) {
        clear_to_section(parser);
        insert_element(parser, token);
        parser->mode = IN_ROW;
        return DONE;
    }
    if (kinds_of_tag(token->tag) & TABLE_CELL) {
        clear_to_section(parser);
        return open_implied(parser, TAG_TR, IN_ROW);
    }
    if (kinds_of_tag(token->tag) & TABLE_PART) return close_section(parser) ? AGAIN : DONE;
    return start_in_table(parser, token);
}

Verdict end_in_table_body(Parser *parser, Token *token) {
    int32_t tag = token->tag;
    if (tag == TAG_TBODY || tag == TAG_TFOOT || tag == TAG_THEAD) {
        if (is_in_table_scope(parser, tag)) close_section(parser);
        return DONE;
    }
    if (tag == TAG_TABLE) return close_section(parser) ? AGAIN : DONE;
    if (is_page_tag(tag) || is_table_tag(tag)) return DONE;
    return end_in_table(parser, token);
}

static int close_row(Parser *parser) {
    if (!is_in_table_scope(parser, TAG_TR)) return 0;
    clear_to_row(parser);
    if (!is_current(parser, TAG_TR)) return 0; /* a template */
    pop_to_place(parser, parser->top - 1);
    parser->mode = IN_TABLE_BODY;
    return 1;
}

Verdict start_in_row(Parser *parser, Token *token) {
    uint32_t kinds = kinds_of_tag(token->tag);
    if (kinds & TABLE_CELL) {
        clear_to_row(parser);
        insert_element(parser, token);
        parser->mode = IN_CELL;
        add_marker(parser);
        return DONE;
    }
    if (kinds & TABLE_PART || token->tag == TAG_TR) return close_row(parser) ? AGAIN : DONE;
    return start_in_table(parser, token);
}

Verdict end_in_row(Parser *parser, Token *token) {
    int32_t tag = token->tag;
    if (tag == TAG_TR) {
        close_row(parser);
        return DONE;
    }
    if (tag == TAG_TABLE) return close_row(parser) ? AGAIN : DONE;
    if (tag == TAG_TBODY || tag == TAG_TFOOT || tag == TAG_THEAD)
        return is_in_table_scope(parser, tag) && close_row(parser) ? AGAIN : DONE;
    if (is_page_tag(tag) || is_table_tag(tag)) return DONE;
    return end_in_table(parser, token);
}

/* https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell */
static void close_cell(Parser *parser) {
    int32_t cell = last_open(parser, TAG_TD), other = last_open(parser, TAG_TH);
    close_implied(parser, NONE);
    pop_to_place(parser, cell > other ? cell : other);
    clear_to_marker(parser);
    parser->mode = IN_ROW;
}

Verdict start_in_cell(Parser *parser, Token *token) {
    if (!is_table_tag(token->tag)) return start_in_body(parser, token);
    if (!is_in_table_scope(parser, TAG_TD) && !is_in_table_scope(parser, TAG_TH)) return DONE;
    close_cell(parser);
    return AGAIN;
}

Verdict end_in_cell(Parser *parser, Token *token) {
    int32_t tag = token->tag;
    if (kinds_of_tag(tag) & TABLE_CELL) {
        if (!is_in_table_scope(parser, tag)) return DONE;
        close_implied(parser, NONE);
        pop_through(parser, tag);
        clear_to_marker(parser);
        parser->mode = IN_ROW;
        return DONE;
    }
    if (tag == TAG_CAPTION || tag == TAG_COL || tag == TAG_COLGROUP || is_page_tag(tag)) return DONE;
    if (tag == TAG_TABLE || tag == TAG_TR || kinds_of_tag(tag) & TABLE_PART) {
        if (!is_in_table_scope(parser, tag)) return DONE;
        close_cell(parser);
        return AGAIN;
    }
    return end_in_body(parser, token);
}
