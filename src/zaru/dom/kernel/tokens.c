/* Tokenization: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 *
 * The states of the standard are places in the code here: a text, a tag or a comment is found in
 * one go, mostly by memchr. */
#include "parser.h"

#include <string.h>

/* Return where *wanted* is next, or the end of the source. */
static int32_t find_byte(const Parser *parser, int32_t at, byte wanted) {
    if (at >= parser->size) return parser->size;
    const byte *found = memchr(parser->source + at, wanted, (size_t)(parser->size - at));
    return found ? (int32_t)(found - parser->source) : parser->size;
}

/* ---- tags ---------------------------------------------------------------------------------- */

/* Which bytes end the name of a tag, and which that of an attribute. */
enum { ENDS_TAG = 1, ENDS_ATTRIBUTE = 2, ENDS_BOTH = 3 };
static const uint8_t ENDS[256] = {
    [' '] = ENDS_BOTH,  ['\t'] = ENDS_BOTH, ['\n'] = ENDS_BOTH, ['\f'] = ENDS_BOTH,
    ['\r'] = ENDS_BOTH, ['/'] = ENDS_BOTH,  ['>'] = ENDS_BOTH,  ['='] = ENDS_ATTRIBUTE,
};

enum { FEW = 12 }; /* attributes that are compared one by one; more are looked up by hashes */

static uint32_t hash_attribute(const Parser *parser, const Attribute *own) {
    uint32_t hash = 2166136261u;
    for (int32_t i = own->name_start; i < own->name_end; i++)
        hash = (hash ^ to_lower(parser->source[i])) * 16777619u;
    return hash ^ hash >> 15;
}

/* Make a table of the names from *first* on, with room for as many again. */
static int list_names(Parser *parser, int32_t first) {
    const Document *document = parser->document;
    int32_t room = 64, count = document->attribute_count - first;
    while (room < 4 * count) room *= 2;
    if (grow((void **)&parser->seen, &parser->seen_room, room, sizeof(uint32_t)) < 0) return -1;
    memset(parser->seen, 0, (size_t)parser->seen_room * sizeof(uint32_t));
    uint32_t mask = (uint32_t)room - 1;
    for (int32_t i = 0; i < count; i++) {
        uint32_t slot = hash_attribute(parser, document->attributes + first + i) & mask;
        while (parser->seen[slot]) slot = (slot + 1) & mask;
        parser->seen[slot] = (uint32_t)i + 1;
    }
    return room;
}

static int is_same(const Parser *parser, const Attribute *one, const Attribute *other) {
    int32_t size = one->name_end - one->name_start;
    return size == other->name_end - other->name_start &&
           is_same_name(parser->source + one->name_start, parser->source + other->name_start, size);
}

/* Say whether the tag has an attribute of that name already; the first one counts. *room* is the
 * size of the table of names, 0 while there are few. */
static int is_repeated(Parser *parser, const Attribute *own, int32_t first, int32_t *room) {
    const Document *document = parser->document;
    int32_t count = document->attribute_count - first;
    if (count <= FEW) {
        for (int32_t i = 0; i < count; i++)
            if (is_same(parser, document->attributes + first + i, own)) return 1;
        return 0;
    }
    if (2 * count >= *room && (*room = list_names(parser, first)) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return 1;
    }
    uint32_t mask = (uint32_t)*room - 1, slot = hash_attribute(parser, own) & mask;
    for (; parser->seen[slot]; slot = (slot + 1) & mask)
        if (is_same(parser, document->attributes + first + parser->seen[slot] - 1, own)) return 1;
    parser->seen[slot] = (uint32_t)count + 1;
    return 0;
}

static void add_attribute(Parser *parser, const Attribute *own, int32_t first, int32_t *room) {
    Document *document = parser->document;
    if (is_repeated(parser, own, first, room)) return;
    if (grow((void **)&document->attributes, &document->attribute_room,
             document->attribute_count + 1, sizeof(Attribute)) < 0) {
        parser->outcome = OUT_OF_MEMORY;
        return;
    }
    document->attributes[document->attribute_count++] = *own;
}

/* Read the value behind the name of an attribute, if there is one; return where it ends, NONE at
 * the end of the file. https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state */
static int32_t read_value(const Parser *parser, int32_t at, Attribute *own) {
    const byte *source = parser->source;
    int32_t size = parser->size, equals = at;
    while (equals < size && is_white(source[equals])) equals++;
    if (equals >= size || source[equals] != '=') return at;
    at = equals + 1;
    while (at < size && is_white(source[at])) at++;
    if (at >= size) return NONE;
    own->value_start = own->value_end = at;
    if (source[at] == '"' || source[at] == '\'') {
        own->value_start = at + 1;
        own->value_end = find_byte(parser, at + 1, source[at]);
        return own->value_end < size ? own->value_end + 1 : NONE;
    }
    while (at < size && !is_white(source[at]) && source[at] != '>') at++;
    own->value_end = at;
    return at;
}

/* Read the tag whose name begins at *at*; return whether it ends before the file does. */
static int read_tag(Parser *parser, int32_t at, Token *token, int is_start) {
    const byte *source = parser->source;
    int32_t size = parser->size, room = 0;
    token->name_start = at;
    while (at < size && !(ENDS[source[at]] & ENDS_TAG)) at++;
    token->name_end = at;
    token->attributes = parser->document->attribute_count;
    token->is_self_closing = token->is_html = 0;
    while (at < size && parser->outcome == PARSED) {
        byte c = source[at];
        if (c == '>') {
            token->end = at + 1;
            return 1;
        }
        if (is_white(c) || c == '/') {
            at++;
            token->is_self_closing = c == '/' && at < size && source[at] == '>';
            continue;
        }
        Attribute own = {at, at, NONE, NONE};
        at++; /* a name may begin with "=" */
        while (at < size && !ENDS[source[at]]) at++;
        own.name_end = at;
        at = read_value(parser, at, &own);
        if (at == NONE) return 0;
        if (is_start) add_attribute(parser, &own, token->attributes, &room);
    }
    return 0;
}

/* ---- raw text ------------------------------------------------------------------------------ */

/* Say whether *name* and the end of a tag name stand at *at*. */
static int has_name(const Parser *parser, int32_t at, const char *name, int32_t size) {
    return at + size < parser->size &&
           is_same_name(parser->source + at, (const byte *)name, size) &&
           is_name_end(parser->source[at + size]);
}

static int32_t find_raw_end(const Parser *parser, int32_t at, const char *name, int32_t size) {
    for (;; at++) {
        at = find_byte(parser, at, '<');
        if (at >= parser->size) return parser->size;
        if (parser->source[at + 1 < parser->size ? at + 1 : at] == '/' &&
            has_name(parser, at + 2, name, size))
            return at;
    }
}

/* `<!--` and then `<script` hide one `</script` until `-->`:
 * https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state */
static int32_t find_script_end(const Parser *parser, int32_t at) {
    const byte *source = parser->source;
    enum { PLAIN, ESCAPED, DOUBLE_ESCAPED } state = PLAIN;
    int32_t size = parser->size, dashes = 0; /* dashes that stand directly before `at` */
    for (; at < size; at++) {
        if (state == PLAIN) at = find_byte(parser, at, '<');
        if (at >= size) break;
        byte c = source[at];
        if (c == '-') {
            dashes++;
            continue;
        }
        if (c == '>' && dashes >= 2) state = PLAIN;
        dashes = 0;
        if (c != '<') continue;
        if (at + 1 < size && source[at + 1] == '/' && has_name(parser, at + 2, "script", 6)) {
            if (state != DOUBLE_ESCAPED) return at;
            state = ESCAPED;
        } else if (state == ESCAPED && has_name(parser, at + 1, "script", 6)) {
            state = DOUBLE_ESCAPED;
        } else if (state == PLAIN && size - at > 3 && memcmp(source + at, "<!--", 4) == 0) {
            state = ESCAPED;
            dashes = 2; /* those of "<!--" count: "<!-->" ends at once */
            at += 3;
        }
    }
    return size;
}

/* Insert the text of an element that was just opened, and close it; return where to go on. */
static int32_t read_raw_text(Parser *parser, int32_t at) {
    static const int flags[] = {0, IS_RAW | KEEPS_NUL, KEEPS_NUL, IS_RAW | KEEPS_NUL, IS_RAW | KEEPS_NUL};
    int32_t node = current(parser), tag = get_node(parser, node)->tag, end = parser->size;
    if (parser->reading == AS_SCRIPT)
        end = find_script_end(parser, at);
    else if (parser->reading != AS_PLAIN_TEXT)
        end = find_raw_end(parser, at, TAG_NAMES[tag], TAG_SIZES[tag]);
    if (parser->skips_line_feed) at = skip_line_feed(parser->source, at, end);
    parser->skips_line_feed = 0;
    if (parser->reading == AS_PLAIN_TEXT && at < end) reconstruct_formats(parser); /* it is a body's text */
    insert_text(parser, at, end, flags[parser->reading]);
    if (parser->reading == AS_PLAIN_TEXT || parser->outcome != PARSED) return parser->size;
    Token token = {.start = end, .end = parser->size};
    if (end < parser->size && read_tag(parser, end + 2, &token, 0))
        get_node(parser, node)->close = token.end;
    else
        token.end = parser->size;
    if (end == parser->size) parser->document->unclosed = get_node(parser, node)->start;
    pop(parser);
    return token.end;
}

/* ---- other markup -------------------------------------------------------------------------- */

/* Return where a comment ends, from behind its "<!--".
 * https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state */
static int32_t find_comment_end(const Parser *parser, int32_t at) {
    const byte *source = parser->source;
    int32_t size = parser->size;
    if (at < size && source[at] == '>') return at + 1;
    if (at + 1 < size && source[at] == '-' && source[at + 1] == '>') return at + 2;
    for (;; at++) {
        at = find_byte(parser, at, '-');
        if (at >= size) return size;
        if (at + 2 >= size || source[at + 1] != '-') continue;
        if (source[at + 2] == '>') return at + 3;
        if (source[at + 2] == '!' && at + 3 < size && source[at + 3] == '>') return at + 4;
    }
}

/* In Shift_JIS and its like "]" may be the second byte of a character: 江. */
static int32_t step_over_pairs(const Parser *parser, int32_t at) {
    while (at < parser->size && parser->source[at] != ']') at += 1 + parser->leads[parser->source[at]];
    return at < parser->size ? at : parser->size;
}

static int32_t find_cdata_end(const Parser *parser, int32_t at) {
    for (;; at++) {
        at = parser->leads ? step_over_pairs(parser, at) : find_byte(parser, at, ']');
        if (at >= parser->size) return parser->size;
        if (parser->size - at > 2 && memcmp(parser->source + at, "]]>", 3) == 0) return at;
    }
}

static int32_t read_cdata(Parser *parser, int32_t at) {
    int32_t end = find_cdata_end(parser, at);
    if (skip_white(parser->source, at, end) < end) parser->is_frameset_ok = 0;
    if (at < end && (is_text_point(parser, current(parser)) || is_html_point(parser, current(parser))))
        reconstruct_formats(parser); /* there it is a body's text */
    insert_text(parser, at, end, IS_RAW | KEEPS_NUL);
    return end < parser->size ? end + 3 : end;
}

/* Read what begins with "<!": a comment, a doctype, or CDATA in SVG and MathML.
 * https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state */
static int32_t read_declaration(Parser *parser, int32_t at) {
    const byte *source = parser->source;
    int32_t left = parser->size - at;
    if (left > 3 && memcmp(source + at, "<!--", 4) == 0) {
        seal_text(parser);
        int32_t end = find_comment_end(parser, at + 4);
        if (end == parser->size) parser->document->unclosed = at;
        return end;
    }
    if (left > 8 && memcmp(source + at, "<![CDATA[", 9) == 0 && parser->top > 0 &&
        get_node(parser, current(parser))->space != SPACE_HTML)
        return read_cdata(parser, at + 9);
    int32_t end = find_byte(parser, at + 2, '>');
    if (left > 8 && is_same_name(source + at + 2, (const byte *)"doctype", 7)) {
        if (parser->mode == INITIAL) {
            parser->is_quirky = end >= parser->size || is_quirky(source, at + 9, end);
            parser->mode = BEFORE_HTML;
        }
    } else {
        seal_text(parser);
    }
    return end < parser->size ? end + 1 : end;
}

/* ---- all of it ----------------------------------------------------------------------------- */

/* Say whether the "<" at *at* begins markup; if not, it is text. */
static int is_markup(const Parser *parser, int32_t at) {
    if (at + 1 >= parser->size) return 0;
    byte next = parser->source[at + 1];
    return is_letter(next) || next == '!' || next == '?' || (next == '/' && at + 2 < parser->size);
}

/* Return where the text ends that begins at *at*. */
int32_t find_text_end(const Parser *parser, int32_t at) {
    do at = find_byte(parser, at, '<');
    while (at < parser->size && !is_markup(parser, at) && ++at);
    return at;
}

static int32_t read_start_tag(Parser *parser, int32_t at) {
    Document *document = parser->document;
    Token token = {.start = at};
    if (!read_tag(parser, at + 1, &token, 1)) return parser->size;
    token.tag = number_tag(parser, token.name_start, token.name_end);
    parser->skips_line_feed = 0;
    parser->reading = AS_DATA;
    int32_t nodes = document->count, attributes = document->attribute_count;
    process_start_tag(parser, &token);
    if (document->count == nodes && document->attribute_count == attributes)
        document->attribute_count = token.attributes; /* an ignored tag's are nobody's */
    if (parser->reading == AS_DATA || parser->outcome != PARSED) return token.end;
    return read_raw_text(parser, token.end);
}

static int32_t read_end_tag(Parser *parser, int32_t at) {
    Token token = {.start = at};
    if (!read_tag(parser, at + 2, &token, 0)) return parser->size;
    token.tag = number_tag(parser, token.name_start, token.name_end);
    process_end_tag(parser, &token);
    return token.end;
}

/* Read the markup at *at*; return where it ends. */
static int32_t read_markup(Parser *parser, int32_t at) {
    byte next = parser->source[at + 1];
    if (is_letter(next)) return read_start_tag(parser, at);
    if (next == '/' && is_letter(parser->source[at + 2])) {
        parser->skips_line_feed = 0;
        return read_end_tag(parser, at);
    }
    if (next == '/' && parser->source[at + 2] == '>') return at + 3;
    parser->skips_line_feed = 0;
    if (next == '!') return read_declaration(parser, at);
    seal_text(parser); /* a bogus comment */
    int32_t end = find_byte(parser, at + 1, '>');
    return end < parser->size ? end + 1 : end;
}

void read_tokens(Parser *parser, int32_t at) {
    while (at < parser->size && parser->outcome == PARSED) {
        if (parser->source[at] == '<' && is_markup(parser, at)) {
            at = read_markup(parser, at);
        } else {
            int32_t end = find_text_end(parser, at);
            process_text(parser, at, end);
            at = end;
        }
    }
}
