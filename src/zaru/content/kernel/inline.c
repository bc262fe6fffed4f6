/* The inline markup of a block as Markdown: markdown.py and inline.py are the reference. */
#include "inline.h"

/* ---- characters ---------------------------------------------------------------------------- */

static const uint8_t SPECIAL[128] = {['\\'] = 1, ['`'] = 1, ['*'] = 1, ['_'] = 1, ['['] = 1, [']'] = 1,
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
        int kind = *at < 0x80 ? SPECIAL[*at] : 0;
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

Slice strip_slice(Slice text) {
    const uint8_t *start = text.bytes, *end = start + text.size, *next;
    for (; start < end; start = next) {
        next = start;
        Py_UCS4 letter = next_letter(&next);
        if (!Py_UNICODE_ISSPACE(letter)) break;
    }
    for (; end > start; end = next) {
        const uint8_t *at = next = step_back(end);
        Py_UCS4 letter = next_letter(&at);
        if (!Py_UNICODE_ISSPACE(letter)) break;
    }
    return (Slice){start, end - start};
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

static int append(Written *text, const void *bytes, Py_ssize_t size) {
    if (make_room(text, size) < 0) return -1;
    memcpy(text->bytes + text->size, bytes, (size_t)size);
    text->size += size;
    return 0;
}

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
    return append(&all->cut, bytes, size) < 0 ? -1 : add_piece(all, all->piece_count, start, 0, IS_TEXT);
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
        if (text.bytes[i] == '|' && all->line_end == IN_CELL && append(out, "\\", 1) < 0) return -1;
        if (append(out, text.bytes + i, 1) < 0) return -1;
    }
    return append_many(out, ' ', longest > 0) < 0 ? -1 : append_many(out, '`', longest + 1);
}

/* Add a text with its styles: a piece with the marks that are to be set around it. */
static int add_styled(Inline *all, Slice text, int styles) {
    Py_ssize_t start = all->cut.size;
    int marks = has_words(text) ? styles & (IS_EM | IS_STRONG) : 0, failed = 0;
    if (styles & IS_SUP) failed = append(&all->cut, "<sup>", 5) < 0;
    if (styles & IS_SUB) failed = failed || append(&all->cut, "<sub>", 5) < 0;
    failed = failed || (styles & IS_CODE ? write_code(all, text) : escape_slice(text, &all->cut)) < 0;
    if (styles & IS_SUB) failed = failed || append(&all->cut, "</sub>", 6) < 0;
    if (styles & IS_SUP) failed = failed || append(&all->cut, "</sup>", 6) < 0;
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
        if (append(&all->cut, ENDS[all->line_end].letters, ENDS[all->line_end].size) < 0) return -1;
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
    if (is_simple) return append(&all->cut, letters, size);
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
    if (append(&all->cut, "](", 2) < 0 || write_address(all, link) < 0 || append(&all->cut, ")", 1) < 0 ||
        add_piece(all, last + 1, start, 0, IS_TEXT) < 0)
        return -1;
    start = all->cut.size;
    return append(&all->cut, "[", 1) < 0 ? -1 : add_piece(all, first, start, 0, IS_OPENING);
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
        return append_many(out, '*', count) < 0 || append(out, text.bytes, text.size) < 0 ? -1 : append_many(out, '*', count);
    }
    int failed = marks & IS_EM && append(out, "<em>", 4) < 0;
    failed = failed || (marks & IS_STRONG && append(out, "<strong>", 8) < 0) || append(out, text.bytes, text.size) < 0;
    failed = failed || (marks & IS_STRONG && append(out, "</strong>", 9) < 0);
    return failed || (marks & IS_EM && append(out, "</em>", 5) < 0) ? -1 : 0;
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
                if (append(&all->out, "\\!", 2) < 0) return -1;
            }
            if (append(&all->out, text.bytes, text.size) < 0) return -1;
        }
        before = last_letter((Slice){all->out.bytes, all->out.size});
    }
    return 0;
}

static int write_phrases(Inline *all) {
    for (Py_ssize_t i = 0; i < all->row_count; i++)
        if (add_row(all, all->rows[i]) < 0) return -1;
    return cut_phrases(all) < 0 ? -1 : join_pieces(all);
}

/* ---- what would make a line something else than text: markdown._LINE_START ------------------- */

static int ends_line(const uint8_t *at, const uint8_t *end) { return at == end || *at == '\n'; }

static int ends_mark(const uint8_t *at, const uint8_t *end) {
    return ends_line(at, end) || *at == ' ' || *at == '\t';
}

static const uint8_t *skip(const uint8_t *at, const uint8_t *end, const char *letters) {
    while (at < end && *at && strchr(letters, *at)) at++;
    return at;
}

/* Return where a backslash belongs in the line that begins at *at*, NULL for nowhere. */
static const uint8_t *find_mark(const uint8_t *at, const uint8_t *end) {
    const uint8_t *start = at, *next = at;
    int count = 0;
    for (; at < end && count < 10; at = next, count++) {
        Py_UCS4 letter = next_letter(&next);
        if (!Py_UNICODE_ISDECIMAL(letter)) break;
    }
    if (count > 0) {
        int is_number = count < 10 && at < end && (*at == '.' || *at == ')') && ends_mark(at + 1, end);
        return is_number ? at : NULL;
    }
    if (at == end) return NULL;
    if ((*at == '-' || *at == '+') && ends_mark(at + 1, end)) return start;
    if (*at == '#') {
        at = skip(at, end, "#");
        return at - start <= 6 && ends_mark(at, end) ? start : NULL;
    }
    if (*at == '=') return ends_line(skip(skip(at, end, "="), end, " \t"), end) ? start : NULL;
    at += *at == ':';
    if (at == end || *at != '-') return NULL;
    at = skip(at, end, "- \t");
    if (at < end && *at == ':') at = skip(at + 1, end, " \t");
    return ends_line(at, end) ? start : NULL;
}

/* Append a text with a backslash in each line that would be no text. */
static int escape_lines(Slice text, Written *out) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    while (at < end) {
        const uint8_t *stop = memchr(at, '\n', (size_t)(end - at)), *place = find_mark(at, end);
        stop = stop ? stop + 1 : end;
        if (place && (append(out, at, place - at) < 0 || append(out, "\\", 1) < 0)) return -1;
        if (place) at = place;
        if (append(out, at, stop - at) < 0) return -1;
        at = stop;
    }
    return 0;
}

static int needs_marks(Slice text) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    while (at < end) {
        if (find_mark(at, end)) return 1;
        at = memchr(at, '\n', (size_t)(end - at));
        if (at++ == NULL) return 0;
    }
    return 0;
}

static PyObject *finish(Inline *all, Slice text) {
    text = strip_slice(text);
    if (all->line_end == IN_TEXT && needs_marks(text)) {
        all->raw.size = 0;
        if (escape_lines(text, &all->raw) < 0) return NULL;
        text = (Slice){all->raw.bytes, all->raw.size};
    }
    return to_str(text);
}

/* ---- a block ------------------------------------------------------------------------------- */

/* Return a text that needs no escapes as it is; NULL without an error for another one. */
static PyObject *get_simple(const Inline *all, PyObject *text) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_UCS4 first = length ? PyUnicode_READ(kind, data, 0) : 0, last = length ? PyUnicode_READ(kind, data, length - 1) : 0;
    if (!length || Py_UNICODE_ISSPACE(first) || Py_UNICODE_ISSPACE(last)) return NULL;
    if (all->line_end == IN_TEXT && (Py_UNICODE_ISDECIMAL(first) || (first < 0x80 && strchr("-+#=:", (int)first))))
        return NULL;
    for (Py_ssize_t i = 0; i < length; i++) {
        Py_UCS4 letter = PyUnicode_READ(kind, data, i);
        if (letter < 0x80 && (SPECIAL[letter] || letter == '\n')) return NULL;
    }
    return Py_NewRef(text);
}

static PyObject *write_plain(Inline *all, PyObject *text) {
    PyObject *simple = get_simple(all, text);
    if (simple || columns_api->write_str(text, &all->cut) < 0) return simple;
    Slice whole = strip_slice((Slice){all->cut.bytes, all->cut.size});
    return escape_slice(whole, &all->out) < 0 ? NULL : finish(all, (Slice){all->out.bytes, all->out.size});
}

static PyObject *write_block(Inline *all, PyObject *text) {
    if (all->row_count == 1 && columns_api->get_parent(all->columns, all->rows[0]) <= all->block)
        return write_plain(all, text);
    all->phrases = PyMem_Malloc((size_t)all->row_count * sizeof(Phrase) + 1);
    if (all->phrases == NULL) return PyErr_NoMemory();
    all->ends_white = 1;
    return write_phrases(all) < 0 ? NULL : finish(all, (Slice){all->out.bytes, all->out.size});
}

static int read_rows(Inline *all, PyObject *rows, int32_t *few) {
    int32_t count = columns_api->count_rows(all->columns);
    all->row_count = PyTuple_GET_SIZE(rows);
    all->rows = all->row_count <= FEW_ROWS ? few : PyMem_Malloc((size_t)all->row_count * sizeof(int32_t));
    if (all->rows == NULL) return PyErr_NoMemory(), -1;
    int wrong = all->row_count == 0 || all->block < 0 || all->block >= count;
    for (Py_ssize_t i = 0; !wrong && i < all->row_count; i++) {
        Py_ssize_t row = PyLong_AsSsize_t(PyTuple_GET_ITEM(rows, i));
        wrong = row < 0 || row >= count;
        all->rows[i] = wrong ? 0 : (int32_t)row;
    }
    if (wrong && !PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
    return wrong ? -1 : 0;
}

/* Return the text of the block *row* with these *rows*; *all* is as it was before, but for its room. */
static PyObject *write_rows(Inline *all, PyObject *rows, PyObject *text) {
    int32_t few[FEW_ROWS];
    PyObject *result = read_rows(all, rows, few) < 0 ? NULL : write_block(all, text);
    for (Py_ssize_t i = 0; i < all->phrase_count; i++) Py_XDECREF(all->phrases[i].link);
    if (all->rows != few) PyMem_Free(all->rows);
    PyMem_Free(all->phrases);
    all->phrases = NULL;
    all->rows = NULL;
    all->raw.size = all->cut.size = all->out.size = all->phrase_count = all->piece_count = 0;
    return result;
}

static void free_inline(Inline *all) {
    Written *written[] = {&all->raw, &all->cut, &all->out};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) PyMem_Free(written[i]->bytes);
    PyMem_Free(all->pieces);
}

/* write_inline(columns, resolve, write_address, max_chars, row, rows, text, line_end): the text of a
 * block as markdown.write_inline has it. */
PyObject *write_inline(PyObject *module, PyObject *args) {
    PyObject *rows, *text, *result;
    Inline all = {.href = href_name};
    if (!PyArg_ParseTuple(args, "O!OOniO!Ui", columns_api->type, &all.columns, &all.resolve, &all.write_address,
                          &all.max_chars, &all.block, &PyTuple_Type, &rows, &text, &all.line_end))
        return NULL;
    if (all.line_end < 0 || all.line_end > IN_LINE) {
        PyErr_SetString(PyExc_ValueError, "lines end in text, in cells or in lines");
        return NULL;
    }
    result = write_rows(&all, rows, text);
    free_inline(&all);
    return result;
}

/* ---- many blocks --------------------------------------------------------------------------- */

/* Of content.ContentBlock. */
enum { BLOCK_ROLE, BLOCK_TEXT, BLOCK_ROW = 4, BLOCK_ROWS, BLOCK_SIZE };

/* Return how the lines of a block end, by its role; -1 for one that Python writes, -2 with an error set. */
static int find_line_end(PyObject *block, PyObject *line_ends) {
    int is_block = PyTuple_Check(block) && PyTuple_GET_SIZE(block) == BLOCK_SIZE &&
                   PyUnicode_Check(PyTuple_GET_ITEM(block, BLOCK_TEXT)) && PyTuple_Check(PyTuple_GET_ITEM(block, BLOCK_ROWS));
    PyObject *number = is_block ? PyDict_GetItemWithError(line_ends, PyTuple_GET_ITEM(block, BLOCK_ROLE)) : NULL;
    if (!is_block) PyErr_SetString(PyExc_TypeError, "a block is a ContentBlock");
    if (number == NULL) return PyErr_Occurred() ? -2 : -1;
    long line_end = PyLong_AsLong(number);
    if (line_end >= 0 && line_end <= IN_LINE) return (int)line_end;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "lines end in text, in cells or in lines");
    return -2;
}

/* Add the text of a block under its first row. */
static int add_block(Inline *all, PyObject *block, PyObject *written) {
    PyObject *rows = PyTuple_GET_ITEM(block, BLOCK_ROWS);
    all->block = (int32_t)PyLong_AsLong(PyTuple_GET_ITEM(block, BLOCK_ROW));
    if (all->block == -1 && PyErr_Occurred()) return -1;
    PyObject *text = write_rows(all, rows, PyTuple_GET_ITEM(block, BLOCK_TEXT));
    int failed = text == NULL || PyDict_SetItem(written, PyTuple_GET_ITEM(rows, 0), text) < 0;
    Py_XDECREF(text);
    return failed ? -1 : 0;
}

/* write_blocks(columns, resolve, write_address, max_chars, blocks, line_ends): the texts of those blocks whose
 * role is in *line_ends*, which says how their lines end, by their first rows. */
PyObject *write_blocks(PyObject *module, PyObject *args) {
    PyObject *blocks, *line_ends;
    Inline all = {.href = href_name};
    if (!PyArg_ParseTuple(args, "O!OOnO!O!", columns_api->type, &all.columns, &all.resolve, &all.write_address,
                          &all.max_chars, &PyTuple_Type, &blocks, &PyDict_Type, &line_ends))
        return NULL;
    PyObject *written = PyDict_New();
    for (Py_ssize_t i = 0; written && i < PyTuple_GET_SIZE(blocks); i++) {
        PyObject *block = PyTuple_GET_ITEM(blocks, i);
        all.line_end = find_line_end(block, line_ends);
        if (all.line_end == -2 || (all.line_end >= 0 && add_block(&all, block, written) < 0)) Py_CLEAR(written);
    }
    free_inline(&all);
    return written;
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
