/* An HTML parser over the original bytes of a page: https://html.spec.whatwg.org/multipage/parsing.html
 *
 * It reads a page once and makes nodes that know where they stand: which bytes a text is, where
 * the tags of an element begin and end, which bytes an attribute's name and value are. Nothing is
 * copied or decoded: names, values and texts stay slices of the source until somebody asks.
 *
 * The source is in UTF-8 or in any encoding in which `<`, `>`, `&`, `=`, quotes, `/` and white space are
 * single bytes that are never part of another character. Nothing here knows Python, is recursive,
 * or costs more than linear time; every allocation is checked, and the first that fails, or a
 * limit that is reached, ends the parse with an error.
 */
#ifndef ZARU_DOM_PARSER_H
#define ZARU_DOM_PARSER_H

#include <stddef.h>
#include <stdint.h>

#include "tags.h"

typedef uint8_t byte;

enum { NONE = -1 }; /* no node, no place */

typedef enum { SPACE_HTML, SPACE_SVG, SPACE_MATHML, SPACES } Space;

/* ---- what comes out ------------------------------------------------------------------------ */

typedef struct {
    int32_t name_start, name_end;
    int32_t value_start, value_end; /* NONE: it has no value */
} Attribute;

enum {
    IS_BLANK = 1,    /* a text of nothing but white space */
    IS_SEALED = 2,   /* a text with a comment behind it: what follows is another text */
    IS_RAW = 4,      /* a text without character references: a script */
    KEEPS_NUL = 8,   /* a text in which NUL is U+FFFD; elsewhere it is left out */
    IS_OPEN = 16,    /* an element on the stack of open elements */
    IS_POINTED = 32, /* <annotation-xml> whose encoding makes it an HTML integration point */
    IS_LISTED = 64,  /* an element in the list of active formatting elements */
};

typedef struct {
    int32_t parent, first_child, last_child, next, previous; /* NONE; after `order_rows`: parent only */
    int32_t start, end;                  /* bytes of the text, or of the start tag; NONE: not written */
    int32_t close;                       /* element: behind its end tag, or NONE */
    int32_t attributes, attribute_count; /* element: the first of them. Text: its next stretch or NONE */
    int32_t tag;                         /* TAG_TEXT, another of tags.h, or TAG_COUNT + a name */
    uint8_t space, flags;
} Node;

/* White space of one text that goes on behind tags without a meaning. */
typedef struct {
    int32_t start, end, next;
} Stretch;

/* A tag name that tags.h does not have: the bytes of its first tag. */
typedef struct {
    int32_t start, end;
    uint32_t hash;
    int32_t last_open[2]; /* on the stack: the last element of that name, in HTML and elsewhere */
} Name;

typedef enum { PARSED, OUT_OF_MEMORY, TOO_MANY_NODES, TOO_LARGE } Outcome;

typedef struct {
    const byte *source;
    int32_t size;
    Node *nodes; /* after `order_rows` in document order */
    int32_t count, room;
    Attribute *attributes;
    int32_t attribute_count, attribute_room;
    Stretch *stretches;
    int32_t stretch_count, stretch_room;
    Name *names;
    int32_t name_count, name_room;
    int32_t *name_slots; /* a hash table of names + 1 */
    int32_t slot_count;
    int32_t *depths; /* of each row */
    int has_moved;   /* nodes are not in document order */
    int32_t unclosed; /* where the comment or the element of raw text begins that the file ends in; or NONE */
} Document;

typedef struct {
    int32_t max_nodes, max_depth;
    const byte *leads; /* of each byte: whether "]" behind it is a part of its character; NULL: never */
} ParserLimits;

/* Parse *size* bytes from *start* on; the document must be all zero. Free it whatever comes out. */
Outcome parse_document(Document *document, const byte *source, size_t size, size_t start,
                       const ParserLimits *limits);
void free_document(Document *document);

/* ---- nodes.c ------------------------------------------------------------------------------- */

typedef struct Parser Parser;

int grow(void **array, int32_t *room, int32_t wanted, size_t size);
int32_t add_node(Parser *parser, int32_t tag, Space space);
void append_child(Parser *parser, int32_t parent, int32_t node);
void insert_before(Parser *parser, int32_t node, int32_t sibling);
void detach(Parser *parser, int32_t node);
Outcome order_rows(Document *document, const ParserLimits *limits); /* rows.c */
void fill_selected_content(Parser *parser); /* select.c */

/* ---- tags.c -------------------------------------------------------------------------------- */

void prepare_tags(void); /* once, before the first parse */
int32_t find_tag(const byte *name, int32_t size);
int32_t number_tag(Parser *parser, int32_t start, int32_t end);

/* ---- tokens.c ------------------------------------------------------------------------------ */

typedef struct {
    int32_t start, end;           /* of the tag */
    int32_t name_start, name_end; /* of its name */
    int32_t tag;
    int32_t attributes; /* the first of them; they end where the document's end */
    int is_self_closing;
    int is_html; /* by the rules of HTML, wherever it stands */
} Token;

static inline int is_white(byte c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

static inline int is_letter(byte c) { return (byte)((c | 0x20) - 'a') < 26; }

static inline int is_digit(byte c) { return (byte)(c - '0') < 10; }

static inline byte to_lower(byte c) { return (byte)(c - 'A') < 26 ? c | 0x20 : c; }

static inline int is_name_end(byte c) { return is_white(c) || c == '/' || c == '>'; }

int is_same_name(const byte *one, const byte *other, int32_t size);
void read_tokens(Parser *parser, int32_t start);
int32_t find_text_end(const Parser *parser, int32_t at);
int is_quirky(const byte *source, int32_t start, int32_t end); /* doctype.c */

/* ---- characters.c -------------------------------------------------------------------------- */

int32_t skip_white(const byte *source, int32_t start, int32_t end);
int32_t skip_line_feed(const byte *source, int32_t start, int32_t end);
void process_text(Parser *parser, int32_t start, int32_t end);
void insert_text(Parser *parser, int32_t start, int32_t end, int flags);
void seal_text(Parser *parser);

/* ---- stack.c: the stack of open elements ---------------------------------------------------- */

/* An open element. The other fields are places in the stack: the nearest one, itself or below,
 * that is …; so that no question about scopes has to walk down. */
typedef struct {
    int32_t node;
    int32_t scope;   /* … a border of scopes */
    int32_t special; /* … in the special category */
    int32_t halt;    /* … special, but no address, div or p */
    int32_t html;    /* … an HTML element */
    int32_t same;    /* … below it, of the same name */
} Open;

void push(Parser *parser, int32_t node);
void pop(Parser *parser);
void insert_open(Parser *parser, int32_t place, int32_t node);
void remove_open(Parser *parser, int32_t place);
void replace_open(Parser *parser, int32_t place, int32_t node);
int32_t place_of(const Parser *parser, int32_t node);
int32_t last_open(const Parser *parser, int32_t tag);
int is_special(const Parser *parser, int32_t node);
int is_in_scope(const Parser *parser, int32_t tag);
int is_in_list_scope(const Parser *parser, int32_t tag);
int is_in_button_scope(const Parser *parser, int32_t tag);
int is_in_table_scope(const Parser *parser, int32_t tag);
int has_open(const Parser *parser, int32_t tag);
int has_open_heading(const Parser *parser);
void pop_through(Parser *parser, int32_t tag);
void pop_to_place(Parser *parser, int32_t place);
void close_implied(Parser *parser, int32_t except);
void close_implied_thoroughly(Parser *parser);
void close_paragraph(Parser *parser);
void close_any(Parser *parser, int32_t tag);

/* ---- formatting.c: the list of active formatting elements ----------------------------------- */

enum { MARKER = -2 };

typedef struct {
    int32_t node; /* or MARKER */
    uint32_t hash; /* of its attributes; 0 until it is asked for */
} Format;

void add_marker(Parser *parser);
void clear_to_marker(Parser *parser);
void add_format(Parser *parser, int32_t node);
void remove_format(Parser *parser, int32_t node);
int32_t find_format(const Parser *parser, int32_t tag);
void reconstruct_formats(Parser *parser);
/* https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm */
void adopt(Parser *parser, int32_t tag);

/* ---- modes.c, body.c, tables.c, foreign.c: tree construction -------------------------------- */

typedef enum {
    INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TABLE,
    IN_CAPTION, IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL, IN_TEMPLATE, AFTER_BODY,
    IN_FRAMESET, AFTER_FRAMESET, AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET, MODES
} Mode;

/* How the tokenizer goes on behind a start tag. */
typedef enum { AS_DATA, AS_RAW_TEXT, AS_ESCAPABLE, AS_SCRIPT, AS_PLAIN_TEXT } Reading;

/* AGAIN: the token is to be processed once more, in what is the mode then. */
typedef enum { DONE, AGAIN } Verdict;

typedef Verdict Handler(Parser *parser, Token *token);

struct Parser {
    Document *document;
    const byte *source;
    const byte *leads;
    int32_t size, max_nodes;
    Outcome outcome;
    Mode mode;
    Reading reading;
    Open *stack;
    int32_t top, stack_room;               /* `top` elements are open */
    int32_t last_html[TAG_COUNT], last_foreign[TAG_COUNT]; /* places in the stack, by tag */
    Format *formats;
    int32_t format_count, format_room;
    byte *template_modes;
    int32_t template_count, template_room;
    int64_t rebuilding; /* how many elements the stack may still be rebuilt by */
    int32_t head, form; /* the element pointers */
    int32_t closing, closing_end; /* the tag of the end tag that is processed, and where it ends */
    uint32_t *seen; /* hashes of the attribute names of one tag */
    int32_t seen_room;
    int32_t run_end; /* of the characters in a table that were looked at */
    int is_quirky, is_frameset_ok, is_fostering, skips_line_feed, has_nul, is_run_blank;
};

static inline Node *get_node(const Parser *parser, int32_t node) {
    return parser->document->nodes + node;
}

static inline int32_t current(const Parser *parser) { return parser->stack[parser->top - 1].node; }

static inline int is_html(const Parser *parser, int32_t node, int32_t tag) {
    const Node *found = get_node(parser, node);
    return found->tag == tag && found->space == SPACE_HTML;
}

static inline uint32_t kinds_of(const Parser *parser, int32_t node) {
    const Node *found = get_node(parser, node);
    return found->space == SPACE_HTML && found->tag < TAG_COUNT ? TAG_KINDS[found->tag] : 0;
}

static inline uint32_t kinds_of_tag(int32_t tag) { return tag < TAG_COUNT ? TAG_KINDS[tag] : 0; }

/* Note that an element that is written ends with *token*, though it stays open. */
static inline void close_node(Parser *parser, int32_t node, const Token *token) {
    if (get_node(parser, node)->start != NONE) get_node(parser, node)->close = token->end;
}

static inline int is_current(const Parser *parser, int32_t tag) {
    return is_html(parser, current(parser), tag);
}

void process_start_tag(Parser *parser, Token *token);
void process_end_tag(Parser *parser, Token *token);
void process_end_of_file(Parser *parser);
int is_in_foreign_content(const Parser *parser, const Token *token, int is_start);
void reset_mode(Parser *parser);
void open_body(Parser *parser);
int32_t insert_element(Parser *parser, const Token *token);
int32_t insert_foreign(Parser *parser, const Token *token, Space space);
int32_t insert_implied(Parser *parser, int32_t tag);
void insert_void(Parser *parser, const Token *token);
void insert_raw(Parser *parser, const Token *token, Reading reading);
void place_node(Parser *parser, int32_t node, int32_t target);
void find_place(const Parser *parser, int32_t target, int32_t *parent, int32_t *before);
void merge_attributes(Parser *parser, int32_t node, const Token *token);
int has_attribute(const Parser *parser, const Token *token, const char *name, const char *value);
void add_template_mode(Parser *parser, Mode mode);
void close_template(Parser *parser);
int is_text_point(const Parser *parser, int32_t node);
int is_html_point(const Parser *parser, int32_t node);

Handler start_in_head, end_in_head, start_in_body, end_in_body, start_in_table, end_in_table,
    start_in_caption, end_in_caption, start_in_column_group, end_in_column_group,
    start_in_table_body, end_in_table_body, start_in_row, end_in_row, start_in_cell, end_in_cell,
    start_in_foreign, end_in_foreign;

/* ---- references.c -------------------------------------------------------------------------- */

/* Of a reference at `source[at] == '&'`: what it says, as up to two characters; where it ends. */
typedef struct {
    uint32_t characters[2];
    int32_t end;
} Reference;

int read_number_reference(const byte *source, int32_t at, int32_t end, Reference *found);

#endif
