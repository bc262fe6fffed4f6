/* Tree construction: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
 * Here: which rules a token meets, and the modes before, around and behind the body. */
#include "parser.h"

#include <string.h>

/* ---- templates ----------------------------------------------------------------------------- */

void add_template_mode(Parser *parser, Mode mode) {
    if (grow((void **)&parser->template_modes, &parser->template_room, parser->template_count + 1, 1) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return;
    }
    parser->template_modes[parser->template_count++] = (byte)mode;
}

static void open_template(Parser *parser, Token *token) {
    insert_element(parser, token);
    add_marker(parser);
    parser->is_frameset_ok = 0;
    parser->mode = IN_TEMPLATE;
    add_template_mode(parser, IN_TEMPLATE);
}

void close_template(Parser *parser) {
    if (!has_open(parser, TAG_TEMPLATE)) return;
    close_implied_thoroughly(parser);
    pop_through(parser, TAG_TEMPLATE);
    clear_to_marker(parser);
    if (parser->template_count > 0) parser->template_count--;
    reset_mode(parser);
}

/* https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately */
void reset_mode(Parser *parser) {
    for (int32_t place = parser->top - 1; place >= 0; place--) {
        const Node *own = get_node(parser, parser->stack[place].node);
        if (own->space != SPACE_HTML) continue;
        switch (own->tag) {
        case TAG_TD: case TAG_TH: parser->mode = IN_CELL; return;
        case TAG_TR: parser->mode = IN_ROW; return;
        case TAG_TBODY: case TAG_THEAD: case TAG_TFOOT: parser->mode = IN_TABLE_BODY; return;
        case TAG_CAPTION: parser->mode = IN_CAPTION; return;
        case TAG_COLGROUP: parser->mode = IN_COLUMN_GROUP; return;
        case TAG_TABLE: parser->mode = IN_TABLE; return;
        case TAG_TEMPLATE:
            if (parser->template_count == 0) break;
            parser->mode = (Mode)parser->template_modes[parser->template_count - 1];
            return;
        case TAG_HEAD: parser->mode = IN_HEAD; return;
        case TAG_BODY: parser->mode = IN_BODY; return;
        case TAG_FRAMESET: parser->mode = IN_FRAMESET; return;
        case TAG_HTML: parser->mode = parser->head == NONE ? BEFORE_HEAD : AFTER_HEAD; return;
        default: break;
        }
    }
}

/* ---- before the head ----------------------------------------------------------------------- */

static void open_html(Parser *parser) {
    if (parser->mode == INITIAL) parser->is_quirky = 1; /* there was no doctype */
    if (parser->top == 0) insert_implied(parser, TAG_HTML);
    parser->mode = BEFORE_HEAD;
}

static void open_head(Parser *parser) {
    parser->head = insert_implied(parser, TAG_HEAD);
    parser->mode = IN_HEAD;
}

/* Open what must be open before a text, as far as it is not. */
void open_body(Parser *parser) {
    if (parser->mode <= BEFORE_HTML) open_html(parser);
    if (parser->mode == BEFORE_HEAD) open_head(parser);
    if (parser->mode == IN_HEAD_NOSCRIPT) {
        pop(parser);
        parser->mode = IN_HEAD;
    }
    if (parser->mode == IN_HEAD) {
        pop(parser);
        parser->mode = AFTER_HEAD;
    }
    if (parser->mode == AFTER_HEAD) {
        insert_implied(parser, TAG_BODY);
        parser->mode = IN_BODY;
    }
}

static Verdict start_before_html(Parser *parser, Token *token) {
    if (parser->mode == INITIAL) parser->is_quirky = 1;
    if (token->tag == TAG_HTML) {
        insert_element(parser, token);
        parser->mode = BEFORE_HEAD;
        return DONE;
    }
    open_html(parser);
    return AGAIN;
}

static int opens_implied(int32_t tag) {
    return tag == TAG_HEAD || tag == TAG_BODY || tag == TAG_HTML || tag == TAG_BR;
}

static Verdict end_before_html(Parser *parser, Token *token) {
    if (parser->mode == INITIAL) {
        parser->is_quirky = 1;
        parser->mode = BEFORE_HTML;
    }
    if (!opens_implied(token->tag)) return DONE;
    open_html(parser);
    return AGAIN;
}

static Verdict start_before_head(Parser *parser, Token *token) {
    if (token->tag == TAG_HTML) return start_in_body(parser, token);
    if (token->tag == TAG_HEAD) {
        parser->head = insert_element(parser, token);
        parser->mode = IN_HEAD;
        return DONE;
    }
    open_head(parser);
    return AGAIN;
}

static Verdict end_before_head(Parser *parser, Token *token) {
    if (!opens_implied(token->tag)) return DONE;
    open_head(parser);
    return AGAIN;
}

/* ---- the head ------------------------------------------------------------------------------ */

Verdict start_in_head(Parser *parser, Token *token) {
    switch (token->tag) {
    case TAG_HTML: return start_in_body(parser, token);
    case TAG_BASE: case TAG_BASEFONT: case TAG_BGSOUND: case TAG_LINK: case TAG_META:
        insert_void(parser, token);
        return DONE;
    case TAG_TITLE: insert_raw(parser, token, AS_ESCAPABLE); return DONE;
    case TAG_NOFRAMES: case TAG_STYLE: insert_raw(parser, token, AS_RAW_TEXT); return DONE;
    case TAG_NOSCRIPT: /* scripting is off */
        insert_element(parser, token);
        parser->mode = IN_HEAD_NOSCRIPT;
        return DONE;
    case TAG_SCRIPT: insert_raw(parser, token, AS_SCRIPT); return DONE;
    case TAG_TEMPLATE: open_template(parser, token); return DONE;
    case TAG_HEAD: return DONE;
    default:
        pop(parser);
        parser->mode = AFTER_HEAD;
        return AGAIN;
    }
}

Verdict end_in_head(Parser *parser, Token *token) {
    if (token->tag == TAG_TEMPLATE) {
        close_template(parser);
        return DONE;
    }
    if (token->tag != TAG_HEAD && !opens_implied(token->tag)) return DONE;
    pop_to_place(parser, parser->top - 1);
    parser->mode = AFTER_HEAD;
    return token->tag == TAG_HEAD ? DONE : AGAIN;
}

static Verdict start_in_head_noscript(Parser *parser, Token *token) {
    switch (token->tag) {
    case TAG_HTML: return start_in_body(parser, token);
    case TAG_BASEFONT: case TAG_BGSOUND: case TAG_LINK: case TAG_META: case TAG_NOFRAMES: case TAG_STYLE:
        return start_in_head(parser, token);
    case TAG_HEAD: case TAG_NOSCRIPT: return DONE;
    default:
        pop(parser);
        parser->mode = IN_HEAD;
        return AGAIN;
    }
}

static Verdict end_in_head_noscript(Parser *parser, Token *token) {
    if (token->tag != TAG_NOSCRIPT && token->tag != TAG_BR) return DONE;
    pop_to_place(parser, parser->top - 1);
    parser->mode = IN_HEAD;
    return token->tag == TAG_BR ? AGAIN : DONE;
}

/* What belongs to the head and stands behind it goes into it all the same. */
static Verdict start_in_closed_head(Parser *parser, Token *token) {
    push(parser, parser->head);
    parser->document->has_moved = 1;
    start_in_head(parser, token);
    int32_t place = parser->outcome == PARSED ? place_of(parser, parser->head) : NONE;
    if (place == NONE) return DONE;
    if (place == parser->top - 1)
        pop(parser);
    else
        remove_open(parser, place);
    return DONE;
}

static Verdict start_after_head(Parser *parser, Token *token) {
    if (token->tag == TAG_HTML) return start_in_body(parser, token);
    if (token->tag == TAG_BODY || token->tag == TAG_FRAMESET) {
        insert_element(parser, token);
        if (token->tag == TAG_BODY) parser->is_frameset_ok = 0;
        parser->mode = token->tag == TAG_BODY ? IN_BODY : IN_FRAMESET;
        return DONE;
    }
    if (token->tag == TAG_HEAD) return DONE;
    if (kinds_of_tag(token->tag) & HEAD_CONTENT) return start_in_closed_head(parser, token);
    open_body(parser);
    return AGAIN;
}

static Verdict end_after_head(Parser *parser, Token *token) {
    if (token->tag == TAG_TEMPLATE) return end_in_head(parser, token);
    if (token->tag == TAG_HEAD || !opens_implied(token->tag)) return DONE;
    open_body(parser);
    return AGAIN;
}

/* ---- templates ----------------------------------------------------------------------------- */

static Verdict start_in_template(Parser *parser, Token *token) {
    uint32_t kinds = kinds_of_tag(token->tag);
    if (kinds & HEAD_CONTENT) return start_in_head(parser, token);
    Mode mode = IN_BODY;
    if (token->tag == TAG_COL) mode = IN_COLUMN_GROUP;
    else if (kinds & TABLE_PART) mode = IN_TABLE;
    else if (token->tag == TAG_TR) mode = IN_TABLE_BODY;
    else if (kinds & TABLE_CELL) mode = IN_ROW;
    if (parser->template_count > 0) parser->template_modes[parser->template_count - 1] = (byte)mode;
    parser->mode = mode;
    return AGAIN;
}

static Verdict end_in_template(Parser *parser, Token *token) {
    return token->tag == TAG_TEMPLATE ? end_in_head(parser, token) : DONE;
}

/* ---- behind the body, and framesets -------------------------------------------------------- */

static Verdict start_after_body(Parser *parser, Token *token) {
    if (token->tag == TAG_HTML) return start_in_body(parser, token);
    parser->mode = IN_BODY;
    return AGAIN;
}

static Verdict end_after_body(Parser *parser, Token *token) {
    if (token->tag == TAG_HTML && parser->mode == AFTER_BODY) {
        close_node(parser, parser->stack[0].node, token);
        parser->mode = AFTER_AFTER_BODY;
        return DONE;
    }
    parser->mode = IN_BODY;
    return AGAIN;
}

static Verdict start_in_frameset(Parser *parser, Token *token) {
    switch (token->tag) {
    case TAG_HTML: return start_in_body(parser, token);
    case TAG_FRAMESET: insert_element(parser, token); return DONE;
    case TAG_FRAME: insert_void(parser, token); return DONE;
    case TAG_NOFRAMES: return start_in_head(parser, token);
    default: return DONE;
    }
}

static Verdict end_in_frameset(Parser *parser, Token *token) {
    if (token->tag != TAG_FRAMESET || parser->top < 2) return DONE;
    pop_to_place(parser, parser->top - 1);
    if (!is_current(parser, TAG_FRAMESET)) parser->mode = AFTER_FRAMESET;
    return DONE;
}

static Verdict start_after_frameset(Parser *parser, Token *token) {
    if (token->tag == TAG_HTML) return start_in_body(parser, token);
    if (token->tag == TAG_NOFRAMES) return start_in_head(parser, token);
    return DONE;
}

static Verdict end_after_frameset(Parser *parser, Token *token) {
    if (token->tag == TAG_HTML && parser->mode == AFTER_FRAMESET) {
        close_node(parser, parser->stack[0].node, token);
        parser->mode = AFTER_AFTER_FRAMESET;
    }
    return DONE;
}

/* ---- all of it ----------------------------------------------------------------------------- */

static Handler *const START_HANDLERS[MODES] = {
    start_before_html, start_before_html, start_before_head, start_in_head, start_in_head_noscript,
    start_after_head, start_in_body, start_in_table, start_in_caption, start_in_column_group,
    start_in_table_body, start_in_row, start_in_cell, start_in_template, start_after_body,
    start_in_frameset, start_after_frameset, start_after_body, start_after_frameset,
};

static Handler *const END_HANDLERS[MODES] = {
    end_before_html, end_before_html, end_before_head, end_in_head, end_in_head_noscript,
    end_after_head, end_in_body, end_in_table, end_in_caption, end_in_column_group,
    end_in_table_body, end_in_row, end_in_cell, end_in_template, end_after_body,
    end_in_frameset, end_after_frameset, end_after_body, end_after_frameset,
};

void process_start_tag(Parser *parser, Token *token) {
    Verdict verdict = AGAIN;
    parser->closing = NONE;
    while (verdict == AGAIN && parser->outcome == PARSED) {
        int is_foreign = !token->is_html && is_in_foreign_content(parser, token, 1);
        verdict = (is_foreign ? start_in_foreign : START_HANDLERS[parser->mode])(parser, token);
    }
}

void process_end_tag(Parser *parser, Token *token) {
    Verdict verdict = AGAIN;
    parser->closing = token->tag;
    parser->closing_end = token->end;
    while (verdict == AGAIN && parser->outcome == PARSED) {
        int is_foreign = !token->is_html && is_in_foreign_content(parser, token, 0);
        verdict = (is_foreign ? end_in_foreign : END_HANDLERS[parser->mode])(parser, token);
    }
    parser->closing = NONE;
}

void process_end_of_file(Parser *parser) {
    while (parser->outcome == PARSED && parser->top > 0 && has_open(parser, TAG_TEMPLATE))
        close_template(parser);
    if (parser->outcome == PARSED && parser->mode <= AFTER_HEAD) open_body(parser);
}

static void free_parser(Parser *parser) {
    grow((void **)&parser->stack, NULL, 0, 0);
    grow((void **)&parser->formats, NULL, 0, 0);
    grow((void **)&parser->template_modes, NULL, 0, 0);
    grow((void **)&parser->seen, NULL, 0, 0);
}

void free_document(Document *document) {
    grow((void **)&document->nodes, NULL, 0, 0);
    grow((void **)&document->attributes, NULL, 0, 0);
    grow((void **)&document->stretches, NULL, 0, 0);
    grow((void **)&document->names, NULL, 0, 0);
    grow((void **)&document->name_slots, NULL, 0, 0);
    grow((void **)&document->depths, NULL, 0, 0);
}

/* A page of *size* bytes has about so many nodes and attributes; more are found room for. */
enum { BYTES_A_NODE = 48, BYTES_AN_ATTRIBUTE = 64, WORTH = 16 };

Outcome parse_document(Document *document, const byte *source, size_t size, size_t start,
                       const ParserLimits *limits) {
    if (size > INT32_MAX / 2 || start > size) return TOO_LARGE;
    document->source = source;
    document->size = (int32_t)size;
    document->unclosed = NONE;
    Parser parser = {
        .document = document, .source = source, .size = (int32_t)size,
        .max_nodes = limits->max_nodes, .leads = limits->leads, .head = NONE, .form = NONE, .closing = NONE,
        .is_frameset_ok = 1, .has_nul = size > 0 && memchr(source, 0, size) != NULL,
        .rebuilding = 1000000 + WORTH * (int64_t)size,
    };
    memset(parser.last_html, NONE, sizeof parser.last_html);
    memset(parser.last_foreign, NONE, sizeof parser.last_foreign);
    int32_t nodes = (int32_t)(size / BYTES_A_NODE) + 64;
    if (grow((void **)&document->nodes, &document->room,
             nodes < limits->max_nodes ? nodes : 64, sizeof(Node)) < 0 ||
        grow((void **)&document->attributes, &document->attribute_room,
             (int32_t)(size / BYTES_AN_ATTRIBUTE) + 16, sizeof(Attribute)) < 0)
        return OUT_OF_MEMORY;
    read_tokens(&parser, (int32_t)start);
    process_end_of_file(&parser);
    if (parser.outcome == PARSED) fill_selected_content(&parser);
    free_parser(&parser);
    return parser.outcome == PARSED ? order_rows(document, limits) : parser.outcome;
}
