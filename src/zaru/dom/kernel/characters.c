/* Texts: where they go, and what of them is white space. */
#include "parser.h"

#include <string.h>

/* ---- white space --------------------------------------------------------------------------- */

/* Return where the reference at *at* ends if it says white space, else NONE. */
static int32_t skip_white_reference(const byte *source, int32_t at, int32_t end) {
    static const char *const NAMES[] = {"&Tab;", "&NewLine;"};
    Reference found;
    if (end - at > 2 && source[at + 1] == '#') {
        if (!read_number_reference(source, at, end, &found)) return NONE;
        return found.characters[0] < 0x80 && is_white((byte)found.characters[0]) ? found.end : NONE;
    }
    for (int i = 0; i < 2; i++) {
        int32_t size = (int32_t)strlen(NAMES[i]);
        if (end - at >= size && memcmp(source + at, NAMES[i], (size_t)size) == 0) return at + size;
    }
    return NONE;
}

/* Return where the first character stands that is not white space. */
int32_t skip_white(const byte *source, int32_t at, int32_t end) {
    for (;;) {
        while (at < end && is_white(source[at])) at++;
        if (at >= end || source[at] != '&') return at;
        int32_t behind = skip_white_reference(source, at, end);
        if (behind == NONE) return at;
        at = behind;
    }
}

/* The same where NUL is left out. */
static int32_t skip_white_and_nul(const byte *source, int32_t at, int32_t end) {
    for (;;) {
        at = skip_white(source, at, end);
        if (at >= end || source[at] != 0) return at;
        at++;
    }
}

/* Return where the text goes on behind a line feed that it begins with. */
int32_t skip_line_feed(const byte *source, int32_t at, int32_t end) {
    if (at >= end) return at;
    if (source[at] == '\r') return at + 1 + (at + 1 < end && source[at + 1] == '\n');
    if (source[at] == '\n') return at + 1;
    if (source[at] != '&') return at;
    int32_t behind = skip_white_reference(source, at, end);
    Reference found = {{0, 0}, 0};
    if (behind == NONE) return at;
    if (source[at + 1] == 'N') return behind; /* &NewLine; */
    return read_number_reference(source, at, end, &found) && found.characters[0] == '\n' ? behind : at;
}

/* ---- insertion ----------------------------------------------------------------------------- */

/* Add white space to a blank text that stands elsewhere: both are one text of the page. */
static void add_stretch(Parser *parser, int32_t node, int32_t start, int32_t end) {
    Document *document = parser->document;
    if (grow((void **)&document->stretches, &document->stretch_room, document->stretch_count + 1,
             sizeof(Stretch)) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return;
    }
    Node *own = get_node(parser, node);
    /* The last stretch is found by `close`, which texts do not need otherwise. */
    int32_t number = document->stretch_count++;
    document->stretches[number] = (Stretch){start, end, NONE};
    if (own->attributes == NONE)
        own->attributes = number;
    else
        document->stretches[own->close].next = number;
    own->close = number;
}

/* Say whether a text from *start* to *end* has characters, and whether all are white space. */
static int read_blankness(const Parser *parser, int32_t start, int32_t end, int flags, int *is_blank) {
    const byte *source = parser->source;
    if (flags & IS_RAW) {
        int32_t at = start;
        while (at < end && is_white(source[at])) at++;
        *is_blank = at == end;
        return 1;
    }
    if (!parser->has_nul || flags & KEEPS_NUL) {
        *is_blank = skip_white(source, start, end) == end;
        return 1;
    }
    *is_blank = skip_white_and_nul(source, start, end) == end;
    if (!*is_blank) return 1;
    while (start < end && source[start] == 0) start++;
    return start < end;
}

/* Join a text to the one before it if both are one stretch of the source, or white space. */
static int join_text(Parser *parser, int32_t last, int32_t start, int32_t end, int flags, int is_blank) {
    if (last == NONE) return 0;
    Node *own = get_node(parser, last);
    if (own->tag != TAG_TEXT || own->flags & IS_SEALED) return 0;
    int was_blank = own->flags & IS_BLANK;
    if (own->end == start && (own->flags & (IS_RAW | KEEPS_NUL)) == flags && own->attributes == NONE) {
        own->end = end;
        if (!is_blank) own->flags &= (uint8_t)~IS_BLANK;
        return 1;
    }
    if (!was_blank || !is_blank) return 0;
    add_stretch(parser, last, start, end);
    return 1;
}

/* https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character
 * A text that the page writes in several places is as many nodes, so that each has its bytes. */
void insert_text(Parser *parser, int32_t start, int32_t end, int flags) {
    int is_blank;
    if (start >= end || !read_blankness(parser, start, end, flags, &is_blank)) return;
    int32_t parent, before;
    find_place(parser, current(parser), &parent, &before);
    int32_t last = before == NONE ? get_node(parser, parent)->last_child
                                  : get_node(parser, before)->previous;
    if (join_text(parser, last, start, end, flags, is_blank)) return;
    int32_t node = add_node(parser, TAG_TEXT, SPACE_HTML);
    if (parser->outcome != PARSED) return;
    Node *own = get_node(parser, node);
    own->start = start;
    own->end = end;
    own->flags = (uint8_t)(flags | (is_blank ? IS_BLANK : 0));
    if (before == NONE)
        append_child(parser, parent, node);
    else
        insert_before(parser, node, before);
}

/* A comment stands here: what follows is another text. */
void seal_text(Parser *parser) {
    if (parser->top == 0 || parser->mode == AFTER_BODY || parser->mode == AFTER_AFTER_BODY ||
        parser->mode == AFTER_AFTER_FRAMESET)
        return; /* it goes to the document or behind the body */
    int32_t last = get_node(parser, current(parser))->last_child;
    if (last != NONE && get_node(parser, last)->tag == TAG_TEXT)
        get_node(parser, last)->flags |= IS_SEALED;
}

/* ---- by insertion mode --------------------------------------------------------------------- */

/* https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody: a character token */
static void insert_in_body(Parser *parser, int32_t start, int32_t end) {
    if (parser->has_nul)
        while (start < end && parser->source[start] == 0) start++;
    if (start == end) return;
    reconstruct_formats(parser);
    if (parser->outcome != PARSED) return;
    insert_text(parser, start, end, 0);
    if (parser->is_frameset_ok && skip_white_and_nul(parser->source, start, end) < end) parser->is_frameset_ok = 0;
}

/* Find out whether the characters from *start* to the next token are white space. "</>" is no
 * token: texts on both sides of it are one. */
static void read_run(Parser *parser, int32_t start, int32_t end) {
    const byte *source = parser->source;
    parser->is_run_blank = 1;
    for (;;) {
        if (skip_white_and_nul(source, start, end) < end) parser->is_run_blank = 0;
        parser->run_end = end;
        if (parser->size - end < 3 || memcmp(source + end, "</>", 3) != 0) return;
        start = end + 3;
        end = find_text_end(parser, start);
    }
}

/* https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext */
static void insert_in_table(Parser *parser, int32_t start, int32_t end) {
    uint32_t kinds = kinds_of(parser, current(parser));
    if (end > parser->run_end) read_run(parser, start, end);
    if (parser->is_run_blank && (kinds & FOSTERS || is_current(parser, TAG_TEMPLATE))) {
        insert_text(parser, start, end, 0);
        return;
    }
    parser->is_fostering = 1;
    insert_in_body(parser, start, end);
    parser->is_fostering = 0;
}

/* Insert the white space of a text, and nothing else. */
static void insert_white_only(Parser *parser, int32_t at, int32_t end) {
    while (at < end) {
        int32_t behind = skip_white(parser->source, at, end);
        insert_text(parser, at, behind, 0);
        at = behind;
        while (at < end && skip_white(parser->source, at, end) == at) at++;
    }
}

/* Process a text in a mode in which the white space that it begins with, up to *text*, is another
 * matter than the rest; return where it is to be processed once more. */
static int32_t process_behind_white(Parser *parser, int32_t at, int32_t text, int32_t end) {
    switch (parser->mode) {
    case INITIAL: case BEFORE_HTML: case BEFORE_HEAD:
        if (text < end) open_body(parser);
        return text;
    case IN_HEAD: case IN_HEAD_NOSCRIPT: case AFTER_HEAD:
        insert_text(parser, at, text, 0);
        if (text < end) open_body(parser);
        return text;
    case IN_COLUMN_GROUP:
        if (!is_current(parser, TAG_COLGROUP)) { /* in a template */
            insert_white_only(parser, at, end);
            return end;
        }
        insert_text(parser, at, text, 0);
        if (text == end) return end;
        pop(parser);
        parser->mode = IN_TABLE;
        return text;
    case AFTER_AFTER_FRAMESET:
        if (text > at) reconstruct_formats(parser);
        insert_white_only(parser, at, end);
        return end;
    default: /* AFTER_BODY, AFTER_AFTER_BODY */
        insert_in_body(parser, at, text);
        if (text < end) parser->mode = IN_BODY;
        return text;
    }
}

/* Process the text from *at* on in one mode; return where it is to be processed once more. */
static int32_t process_in_mode(Parser *parser, int32_t at, int32_t end) {
    switch (parser->mode) {
    case IN_BODY: case IN_CAPTION: case IN_CELL: case IN_TEMPLATE:
        insert_in_body(parser, at, end);
        return end;
    case IN_TABLE: case IN_TABLE_BODY: case IN_ROW:
        insert_in_table(parser, at, end);
        return end;
    case IN_FRAMESET: case AFTER_FRAMESET:
        insert_white_only(parser, at, end);
        return end;
    default:
        return process_behind_white(parser, at, skip_white(parser->source, at, end), end);
    }
}

void process_text(Parser *parser, int32_t start, int32_t end) {
    if (parser->skips_line_feed) start = skip_line_feed(parser->source, start, end);
    parser->skips_line_feed = 0;
    if (start < end && is_in_foreign_content(parser, NULL, 0)) {
        if (skip_white_and_nul(parser->source, start, end) < end) parser->is_frameset_ok = 0;
        insert_text(parser, start, end, KEEPS_NUL);
        return;
    }
    while (start < end && parser->outcome == PARSED) start = process_in_mode(parser, start, end);
}
