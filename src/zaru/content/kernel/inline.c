/* The inline markup of a block as Markdown: markdown.py and inline.py are the reference. */
#include "inline.h"

/* ---- characters ---------------------------------------------------------------------------- */

const uint8_t SPECIAL_LETTERS[128] = {['\\'] = 1, ['`'] = 1, ['*'] = 1, ['_'] = 1, ['['] = 1, [']'] = 1,
                                     ['<'] = 1,  ['>'] = 1, ['|'] = 1, ['~'] = 1, ['&'] = 2};

static int is_word(Py_UCS4 letter) { return letter == '_' || Py_UNICODE_ISALNUM(letter); }

/* Say whether a character reference begins with the "&" before *at*. */
static int is_reference(const uint8_t *at, const uint8_t *end) {
    int count = 0;
    if (at < end && *at == '#') at++;
    for (const uint8_t *next = at; at < end && count <= MAX_REFERENCE; at = next, count++)
        if (!is_word(next_letter(&next))) break;
    return count > 0 && count <= MAX_REFERENCE && at < end && *at == ';';
}

/* Append a text with a backslash before each character that Markdown would take for a mark. */
int escape_slice(Slice text, Written *out) {
    const uint8_t *end = text.bytes + text.size;
    if (make_room(out, 2 * text.size) < 0) return -1;
    uint8_t *to = out->bytes + out->size;
    for (const uint8_t *at = text.bytes; at < end; at++) {
        int kind = *at < 0x80 ? SPECIAL_LETTERS[*at] : 0;
        if (kind == 1 || (kind == 2 && is_reference(at + 1, end))) *to++ = '\\';
        *to++ = *at;
    }
    out->size = to - out->bytes;
    return 0;
}

static Py_UCS4 first_letter(Slice text) { return next_letter(&text.bytes); }

static Py_UCS4 last_letter(Slice text) {
    const uint8_t *at = step_back(text.bytes + text.size);
    return next_letter(&at);
}

static int is_white(Slice text) { return strip_slice(text).size == 0; }

static int has_words(Slice text) {
    for (const uint8_t *at = text.bytes, *end = at + text.size; at < end;) {
        Py_UCS4 letter = next_letter(&at);
        if (Py_UNICODE_ISALNUM(letter)) return 1;
    }
    return 0;
}

/* Return the first letter of the category of a character, 0 with an error set. */
static Py_UCS4 find_category(Py_UCS4 letter) {
    static PyObject *category;
    PyObject *module = category ? NULL : PyImport_ImportModule("unicodedata");
    if (module) category = PyObject_GetAttrString(module, "category");
    Py_XDECREF(module);
    PyObject *name = category ? PyObject_CallFunction(category, "C", (int)letter) : NULL;
    Py_UCS4 first = name && PyUnicode_Check(name) && PyUnicode_GET_LENGTH(name) ? PyUnicode_READ_CHAR(name, 0) : 0;
    Py_XDECREF(name);
    return first;
}

/* Say whether CommonMark counts a character as punctuation; symbols are, if they are asked for. */
static int is_punctuation(Py_UCS4 letter, int with_symbols) {
    if (letter < 0x80) return letter > ' ' && letter < 0x7F && !Py_UNICODE_ISALNUM(letter);
    Py_UCS4 category = find_category(letter);
    if (category == 0) return -1;
    return category == 'P' || (with_symbols && category == 'S');
}

/* ---- phrases: inline.read_phrases ---------------------------------------------------------- */

static int is_same_link(PyObject *link, PyObject *other) {
    return link == other || (link && other && PyUnicode_Compare(link, other) == 0);
}

/* Say whether there is a text between two rows. */
static int has_text(const Inline *all, int32_t first, int32_t last) {
    for (int32_t row = first + 1; row < last; row++)
        if (columns_api->is_full(all->columns, row)) return 1;
    return 0;
}

static int is_host_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }

/* Say whether an address is what it says (urls._ABSOLUTE): as most are. */
static int is_absolute(PyObject *href) {
    Py_ssize_t size = PyUnicode_GET_LENGTH(href);
    if (!PyUnicode_IS_ASCII(href) || size > MAX_ADDRESS) return 0;
    const uint8_t *at = PyUnicode_1BYTE_DATA(href), *end = at + size, *dot = NULL;
    if (size < 8 || memcmp(at, "http", 4) != 0) return 0;
    at += at[4] == 's' ? 5 : 4;
    if (end - at < 3 || memcmp(at, "://", 3) != 0) return 0;
    const uint8_t *label = at += 3;
    for (; at < end && (is_host_letter(*at) || *at == '.'); at++) {
        if (*at != '.') continue;
        if (at == label) return 0;
        dot = at;
        label = at + 1;
    }
    if (dot == NULL || at == label || (at < end && *at != '/' && *at != '?' && *at != '#')) return 0;
    while (at < end && *at > ' ' && *at < 0x7F) at++;
    return at == end;
}

/* Return the address that a link leads to, new; None for none. */
static PyObject *resolve_link(const Inline *all, int32_t row) {
    PyObject *href = columns_api->read_attribute(all->columns, row, all->href);
    if (href == Py_None) Py_SETREF(href, PyUnicode_New(0, 0));
    if (href && PyUnicode_GET_LENGTH(href) > all->max_chars)
        Py_SETREF(href, PyUnicode_Substring(href, 0, all->max_chars));
    if (href && is_absolute(href)) return href;
    PyObject *link = href ? PyObject_CallOneArg(all->resolve, href) : NULL;
    Py_XDECREF(href);
    if (link == NULL || link == Py_None || PyUnicode_Check(link)) return link;
    Py_DECREF(link);
    PyErr_SetString(PyExc_TypeError, "an address is a str");
    return NULL;
}

/* Read the styles and the link of the elements between the block and a row; the link is new. */
static int read_style(const Inline *all, int32_t row, int *styles, PyObject **link) {
    int32_t above = columns_api->get_parent(all->columns, row);
    for (; above > all->block; above = columns_api->get_parent(all->columns, above)) {
        int32_t tag = columns_api->number_tag(all->columns, above);
        int style = tag < 0 ? 0 : inline_styles[tag];
        if (style != IS_LINK) *styles |= style;
        if (style != IS_LINK || *link) continue;
        PyObject *found = resolve_link(all, above);
        if (found == NULL) return -1;
        int is_known = found == Py_None ||
                       (PyUnicode_GET_LENGTH(found) > LONG_LINK && has_text(all, above, all->rows[0]));
        if (is_known) Py_DECREF(found);
        else *link = found;
    }
    return 0;
}

/* Append a run, white space as one blank. */
static int collapse_run(Inline *all, int32_t row) {
    static const uint8_t WHITE[256] = {[' '] = 1, ['\n'] = 1, ['\t'] = 1, ['\r'] = 1, ['\f'] = 1};
    Slice run;
    if (!columns_api->find_text(all->columns, row, &run)) {
        all->out.size = 0;
        if (columns_api->write_text(all->columns, row, &all->out) < 0) return -1;
        run = (Slice){all->out.bytes, all->out.size};
    }
    if (make_room(&all->raw, run.size) < 0) return -1;
    uint8_t *to = all->raw.bytes + all->raw.size;
    for (const uint8_t *at = run.bytes, *end = at + run.size; at < end; at++) {
        int is_blank = WHITE[*at];
        *to = is_blank ? ' ' : *at;
        to += !(is_blank && all->ends_white);
        all->ends_white = is_blank;
    }
    all->raw.size = to - all->raw.bytes;
    return 0;
}

/* Add a run or a line break to the last phrase if that is of its manner, else as a new one. */
static int add_row(Inline *all, int32_t row) {
    Py_ssize_t start = all->raw.size;
    int is_text = columns_api->number_tag(all->columns, row) == TEXT_NUMBER, styles = 0;
    PyObject *link = NULL;
    if (!is_text) all->ends_white = 1;
    else if (collapse_run(all, row) < 0) return -1;
    if (is_text && all->raw.size == start) return 0;
    if (columns_api->get_parent(all->columns, row) > all->block && read_style(all, row, &styles, &link) < 0) {
        Py_XDECREF(link);
        return -1;
    }
    if (!is_text) styles = 0;
    Phrase *last = all->phrases + all->phrase_count - 1;
    if (all->phrase_count && last->is_text == is_text && last->styles == styles && is_same_link(last->link, link)) {
        last->size = all->raw.size - last->start;
        Py_XDECREF(link);
    } else {
        all->phrases[all->phrase_count++] = (Phrase){start, all->raw.size - start, link, styles, is_text};
    }
    return 0;
}

/* ---- pieces: markdown._cut_phrase ---------------------------------------------------------- */

static int append_many(Written *text, uint8_t letter, Py_ssize_t count) {
    if (make_room(text, count) < 0) return -1;
    memset(text->bytes + text->size, letter, (size_t)count);
    text->size += count;
    return 0;
}

/* Add what was appended to `cut` since *start* as a piece before the piece *place*. */
static int add_piece(Inline *all, Py_ssize_t place, Py_ssize_t start, int marks, int kind) {
    if (all->piece_count == all->piece_room) {
        Py_ssize_t room = 2 * all->piece_room + 16;
        Piece *grown = PyMem_Realloc(all->pieces, (size_t)room * sizeof *grown);
        if (grown == NULL) return PyErr_NoMemory(), -1;
        all->pieces = grown;
        all->piece_room = room;
    }
    memmove(all->pieces + place + 1, all->pieces + place, (size_t)(all->piece_count - place) * sizeof *all->pieces);
    all->pieces[place] = (Piece){start, all->cut.size - start, marks, kind};
    all->piece_count++;
    return 0;
}

static Slice get_piece(const Inline *all, Py_ssize_t number) {
    return (Slice){all->cut.bytes + all->pieces[number].start, all->pieces[number].size};
}

static int add_white(Inline *all, const uint8_t *bytes, Py_ssize_t size) {
    Py_ssize_t start = all->cut.size;
    if (size == 0) return 0;
    return append_bytes(&all->cut, bytes, size) < 0 ? -1 : add_piece(all, all->piece_count, start, 0, IS_TEXT);
}

/* Append a text as code; bars are escaped where they would end a table cell. */
static int write_code(Inline *all, Slice text) {
    Py_ssize_t longest = 0, run = 0;
    for (Py_ssize_t i = 0; i < text.size; i++) {
        run = text.bytes[i] == '`' ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    Written *out = &all->cut;
    if (append_many(out, '`', longest + 1) < 0 || append_many(out, ' ', longest > 0) < 0) return -1;
    for (Py_ssize_t i = 0; i < text.size; i++) {
        if (text.bytes[i] == '|' && all->line_end == IN_CELL && append_bytes(out, "\\", 1) < 0) return -1;
        if (append_bytes(out, text.bytes + i, 1) < 0) return -1;
    }
    return append_many(out, ' ', longest > 0) < 0 ? -1 : append_many(out, '`', longest + 1);
}

/* Add a text with its styles: a piece with the marks that are to be set around it. */
static int add_styled(Inline *all, Slice text, int styles) {
    Py_ssize_t start = all->cut.size;
    int marks = has_words(text) ? styles & (IS_EM | IS_STRONG) : 0, failed = 0;
    if (styles & IS_SUP) failed = append_bytes(&all->cut, "<sup>", 5) < 0;
    if (styles & IS_SUB) failed = failed || append_bytes(&all->cut, "<sub>", 5) < 0;
    failed = failed || (styles & IS_CODE ? write_code(all, text) : escape_slice(text, &all->cut)) < 0;
    if (styles & IS_SUB) failed = failed || append_bytes(&all->cut, "</sub>", 6) < 0;
    if (styles & IS_SUP) failed = failed || append_bytes(&all->cut, "</sup>", 6) < 0;
    return failed ? -1 : add_piece(all, all->piece_count, start, marks, IS_TEXT);
}

static int cut_phrase(Inline *all, const Phrase *own) {
    static const struct {
        const char *letters;
        int size;
    } ENDS[] = {[IN_TEXT] = {"\\\n", 2}, [IN_CELL] = {"<br>", 4}, [IN_LINE] = {" ", 1}};
    Py_ssize_t start = all->cut.size;
    Slice text = {all->raw.bytes + own->start, own->size};
    if (!own->is_text) {
        if (append_bytes(&all->cut, ENDS[all->line_end].letters, ENDS[all->line_end].size) < 0) return -1;
        return add_piece(all, all->piece_count, start, 0, IS_BREAK);
    }
    if (!own->styles && !own->link) {
        if (escape_slice(text, &all->cut) < 0) return -1;
        return add_piece(all, all->piece_count, start, 0, IS_TEXT);
    }
    Slice body = strip_slice(text);
    if (body.size == 0) return add_white(all, text.bytes, text.size);
    const uint8_t *end = body.bytes + body.size;
    return add_white(all, text.bytes, body.bytes - text.bytes) < 0 || add_styled(all, body, own->styles) < 0 ||
                   add_white(all, end, text.bytes + text.size - end) < 0
               ? -1
               : 0;
}

/* Append an address as the destination of a link; most are written as they are. */
static int write_address(Inline *all, PyObject *link) {
    int is_simple = PyUnicode_IS_ASCII(link);
    const char *letters = is_simple ? (const char *)PyUnicode_1BYTE_DATA(link) : NULL;
    Py_ssize_t size = PyUnicode_GET_LENGTH(link);
    for (Py_ssize_t i = 0; is_simple && i < size; i++)
        is_simple = letters[i] > ' ' && letters[i] != 0x7F && !strchr("\"<>\\`|&()", letters[i]);
    if (is_simple) return append_bytes(&all->cut, letters, size);
    PyObject *written = PyObject_CallOneArg(all->write_address, link);
    int failed = written == NULL || !PyUnicode_Check(written) || columns_api->write_str(written, &all->cut) < 0;
    if (written && !PyUnicode_Check(written)) PyErr_SetString(PyExc_TypeError, "an address is a str");
    Py_XDECREF(written);
    return failed ? -1 : 0;
}

static int has_word(const Inline *all, Py_ssize_t number) {
    return all->pieces[number].kind != IS_BREAK && !is_white(get_piece(all, number));
}

/* Set the marks of a link around the words of the pieces from *first* on. */
static int add_link(Inline *all, Py_ssize_t first, PyObject *link) {
    Py_ssize_t last = all->piece_count - 1, start = all->cut.size;
    while (first <= last && !has_word(all, first)) first++;
    while (first <= last && !has_word(all, last)) last--;
    if (first > last) return 0;
    if (append_bytes(&all->cut, "](", 2) < 0 || write_address(all, link) < 0 || append_bytes(&all->cut, ")", 1) < 0 ||
        add_piece(all, last + 1, start, 0, IS_TEXT) < 0)
        return -1;
    start = all->cut.size;
    return append_bytes(&all->cut, "[", 1) < 0 ? -1 : add_piece(all, first, start, 0, IS_OPENING);
}

static int cut_phrases(Inline *all) {
    for (Py_ssize_t i = 0, next; i < all->phrase_count; i = next) {
        PyObject *link = all->phrases[i].link;
        Py_ssize_t first = all->piece_count;
        for (next = i; next < all->phrase_count && is_same_link(all->phrases[next].link, link); next++)
            if (cut_phrase(all, all->phrases + next) < 0) return -1;
        if (link && add_link(all, first, link) < 0) return -1;
    }
    while (all->piece_count > 0 && !has_word(all, all->piece_count - 1)) all->piece_count--;
    return 0;
}

/* ---- pieces in a row: markdown._join ------------------------------------------------------- */

/* Say whether a mark counts between a character outside of it and one inside, -1 with an error set:
 * https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run */
static int counts(Py_UCS4 outside, Py_UCS4 inside) {
    if (Py_UNICODE_ISSPACE(outside)) return 1;
    int is_inside = is_punctuation(inside, 1);
    return is_inside <= 0 ? (is_inside < 0 ? -1 : 1) : is_punctuation(outside, 0);
}

static int emphasise(Inline *all, Slice text, int marks, Py_UCS4 before, Py_UCS4 behind) {
    int is_marked = counts(before, first_letter(text));
    if (is_marked > 0) is_marked = counts(behind, last_letter(text));
    if (is_marked < 0) return -1;
    Written *out = &all->out;
    if (is_marked && before != '*' && behind != '*') {
        int count = (marks & IS_EM ? 1 : 0) + (marks & IS_STRONG ? 2 : 0);
        return append_many(out, '*', count) < 0 || append_bytes(out, text.bytes, text.size) < 0 ? -1 : append_many(out, '*', count);
    }
    int failed = marks & IS_EM && append_bytes(out, "<em>", 4) < 0;
    failed = failed || (marks & IS_STRONG && append_bytes(out, "<strong>", 8) < 0) || append_bytes(out, text.bytes, text.size) < 0;
    failed = failed || (marks & IS_STRONG && append_bytes(out, "</strong>", 9) < 0);
    return failed || (marks & IS_EM && append_bytes(out, "</em>", 5) < 0) ? -1 : 0;
}

static int join_pieces(Inline *all) {
    Py_UCS4 before = '\n';
    all->out.size = 0;
    for (Py_ssize_t i = 0; i < all->piece_count; i++) {
        const Piece *own = all->pieces + i, *next = own + 1;
        Slice text = get_piece(all, i);
        int is_last = i + 1 == all->piece_count;
        if (own->marks) {
            Py_UCS4 behind = is_last ? '\n' : next->marks ? '*' : first_letter(get_piece(all, i + 1));
            if (emphasise(all, text, own->marks, before, behind) < 0) return -1;
        } else {
            if (own->kind == IS_OPENING && before == '!') { /* or it would be an image */
                all->out.size--;
                if (append_bytes(&all->out, "\\!", 2) < 0) return -1;
            }
            if (append_bytes(&all->out, text.bytes, text.size) < 0) return -1;
        }
        before = last_letter((Slice){all->out.bytes, all->out.size});
    }
    return 0;
}

/* Write the text of the rows of *all* to `out`. */
int write_phrases(Inline *all) {
    for (Py_ssize_t i = 0; i < all->row_count; i++)
        if (add_row(all, all->rows[i]) < 0) return -1;
    return cut_phrases(all) < 0 ? -1 : join_pieces(all);
}

/* ---- tags ---------------------------------------------------------------------------------- */

uint8_t *inline_styles;
PyObject *href_name;

int prepare_inline(void) {
    static const struct {
        const char *tag;
        int style;
    } STYLES[] = {{"b", IS_STRONG}, {"strong", IS_STRONG}, {"i", IS_EM},    {"em", IS_EM},   {"cite", IS_EM},
                  {"code", IS_CODE}, {"kbd", IS_CODE},     {"samp", IS_CODE}, {"tt", IS_CODE}, {"sub", IS_SUB},
                  {"sup", IS_SUP},   {"a", IS_LINK}};
    if (inline_styles) return 0;
    href_name = PyUnicode_InternFromString("href");
    inline_styles = PyMem_Calloc((size_t)columns_api->known_tags, 1);
    if (!href_name || !inline_styles) return PyErr_NoMemory(), -1;
    for (size_t i = 0; i < sizeof STYLES / sizeof *STYLES; i++)
        inline_styles[columns_api->find_known_tag(STYLES[i].tag)] = (uint8_t)STYLES[i].style;
    return 0;
}
