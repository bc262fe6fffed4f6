/* The rows near a title: which may hold its dates and names. bylines.find_steps is the reference. */
#include "kernel.h"

/* What elements hold, as bylines.KINDS has it. */
enum { NO_KIND, ASIDE, UPDATED, AUTHOR, DATE, KIND_TOTAL };
/* What is to be read of a row. */
enum { READ_DATE, READ_NAME, READ_RUN, READ_LONG };
/* What may be known of a tag. */
enum { IS_ASIDE = 1, IS_TIME = 2, IS_UNREAD = 4, IS_ANCHOR = 8 };

static uint8_t *tag_flags; /* of the tags that every page has */
static PyObject *kind_names[KIND_TOTAL];

typedef struct {
    PyObject *columns, *find_kind, *href, *steps;
    int32_t first, anchor, anchor_end, last;
    int is_now_known;
    Py_ssize_t max_run, max_chars;
    uint8_t *kinds, *is_holder; /* of the rows from `first` on */
    Written marks, spare;
    int has_date; /* the element that was read last has an attribute that may be a date */
} Scan;

/* ---- marks --------------------------------------------------------------------------------- */

/* The words of bylines._KINDS in ASCII, by their first letters. A word of a name stands behind no letter and not
 * before `no_end`; some of them also stand behind letters, but before none. */
typedef struct {
    const char *letters;
    uint8_t kind, is_name, may_end, no_end;
} Word;

static const Word WORDS[] = {
    {"actuali", UPDATED, 0, 0, 0},   {"aggiorn", UPDATED, 0, 0, 0},   {"aktualis", UPDATED, 0, 0, 0}, {"author", AUTHOR, 1, 1, 'i'},
    {"breadcrumb", ASIDE, 0, 0, 0},  {"byline", AUTHOR, 1, 1, 'i'},   {"comment", ASIDE, 0, 0, 0},    {"copyright", ASIDE, 0, 0, 0},
    {"creator", AUTHOR, 1, 0, 'i'},  {"date", DATE, 1, 1, 0},         {"modif", UPDATED, 0, 0, 0},    {"popular", ASIDE, 0, 0, 0},
    {"posted", DATE, 1, 0, 0},       {"publish", DATE, 1, 0, 0},      {"recommend", ASIDE, 0, 0, 0},  {"related", ASIDE, 0, 0, 0},
    {"review__", ASIDE, 0, 0, 0},    {"reviews", ASIDE, 0, 0, 0},     {"sidebar", ASIDE, 0, 0, 0},    {"time", DATE, 1, 1, 0},
    {"updat", UPDATED, 0, 0, 0},     {"widget", ASIDE, 0, 0, 0},      {"writer", AUTHOR, 1, 0, 'i'},
};
enum { WORD_COUNT = sizeof WORDS / sizeof *WORDS };

static uint8_t first_words['z' - 'a' + 2]; /* of each letter, and behind the last */

static int is_small(uint8_t letter) { return letter >= 'a' && letter <= 'z'; }

static int counts_at(const Word *word, const uint8_t *start, const uint8_t *at, const uint8_t *end) {
    size_t size = strlen(word->letters);
    if ((size_t)(end - at) < size || memcmp(at, word->letters, size) != 0) return 0;
    if (!word->is_name) return 1;
    uint8_t next = at + size < end ? at[size] : 0;
    if ((at == start || !is_small(at[-1])) && (word->no_end == 0 || next != word->no_end)) return 1;
    return word->may_end && !is_small(next);
}

/* Return the first of the kinds that marks in lower case name. */
static int find_word_kind(Slice marks) {
    int best = KIND_TOTAL;
    for (const uint8_t *at = marks.bytes, *end = at + marks.size; at < end && best != ASIDE; at++) {
        if (!is_small(*at)) continue;
        for (int i = first_words[*at - 'a']; i < first_words[*at - 'a' + 1]; i++)
            if (WORDS[i].kind < best && counts_at(WORDS + i, marks.bytes, at, end)) best = WORDS[i].kind;
    }
    return best == KIND_TOTAL ? NO_KIND : best;
}

/* Return the kind that Python tells by its name, -1 with an error set. */
static int ask_kind(const Scan *scan, int32_t row, Slice marks) {
    PyObject *text = to_str(marks), *tag = columns_api->get_tag(scan->columns, row);
    PyObject *name = text && tag ? PyObject_CallFunctionObjArgs(scan->find_kind, tag, text, NULL) : NULL;
    int kind = name && PyUnicode_Check(name) ? NO_KIND : -1;
    for (int i = 0; kind == NO_KIND && i < KIND_TOTAL; i++)
        if (PyUnicode_Compare(name, kind_names[i]) == 0) kind = i;
    if (kind < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a kind is a str");
    Py_XDECREF(text);
    Py_XDECREF(name);
    return kind;
}

/* Return what a tag and its marks say that an element holds (bylines._kind_of). */
static int find_kind(Scan *scan, int32_t row, int flags) {
    Slice marks = {scan->marks.bytes, scan->marks.size};
    if (flags & IS_ASIDE) return ASIDE;
    for (Py_ssize_t i = 0; i < marks.size; i++) {
        uint8_t *letter = scan->marks.bytes + i;
        if (*letter >= 0x80) return ask_kind(scan, row, marks);
        if (*letter >= 'A' && *letter <= 'Z') *letter |= 0x20;
    }
    int kind = find_word_kind(marks);
    return kind == NO_KIND && flags & IS_TIME ? DATE : kind;
}

/* ---- elements ------------------------------------------------------------------------------ */

/* Append a value to the marks, behind a blank. */
static int add_mark(Scan *scan, Slice value) {
    Written *marks = &scan->marks;
    if (value.size == 0) return 0;
    if (make_room(marks, value.size + 1) < 0) return -1;
    if (marks->size) marks->bytes[marks->size++] = ' ';
    memcpy(marks->bytes + marks->size, value.bytes, (size_t)value.size);
    marks->size += value.size;
    return 0;
}

/* Read class, id, itemprop and rel into the marks, and note which others there are. */
static int read_marks(Scan *scan, int32_t row) {
    static const AttributeName NAMES[] = {ATTRIBUTE_NAME("class"),    ATTRIBUTE_NAME("id"),      ATTRIBUTE_NAME("itemprop"), ATTRIBUTE_NAME("rel"),
                                          ATTRIBUTE_NAME("datetime"), ATTRIBUTE_NAME("content"), ATTRIBUTE_NAME("title")};
    enum { MARKS = 4, NAME_COUNT = sizeof NAMES / sizeof *NAMES };
    scan->marks.size = scan->has_date = 0;
    int32_t count = columns_api->count_attributes(scan->columns, row);
    for (int32_t i = 0; i < count; i++) {
        int name = columns_api->find_name(scan->columns, row, i, NAMES, NAME_COUNT);
        Slice value;
        if (name < 0) return -1;
        if (name >= MARKS) scan->has_date |= name < NAME_COUNT;
        else if (columns_api->read_value(scan->columns, row, i, &scan->spare, &value) < 0 || add_mark(scan, value) < 0)
            return -1;
    }
    return 0;
}

/* Say whether a link leads to the page of an author; -1 with an error set. */
static int leads_to_author(const Scan *scan, int32_t row) {
    PyObject *href = columns_api->read_attribute(scan->columns, row, scan->href);
    PyObject *part = href && href != Py_None ? PyUnicode_FromString("/author/") : NULL;
    Py_ssize_t found = part ? PyUnicode_Find(href, part, 0, scan->max_chars, 1) : href ? -1 : -2;
    Py_XDECREF(part);
    Py_XDECREF(href);
    return found == -2 || PyErr_Occurred() ? -1 : found >= 0;
}

/* Return what an element holds, *outer* what the one above it does; -1 with an error set. */
static int read_kind(Scan *scan, int32_t row, int outer) {
    int32_t tag = columns_api->number_tag(scan->columns, row);
    int flags = tag < 0 ? 0 : tag_flags[tag], kind = NO_KIND;
    if (read_marks(scan, row) < 0) return -1;
    if (scan->marks.size || flags & (IS_ASIDE | IS_TIME)) kind = find_kind(scan, row, flags);
    if (kind == NO_KIND) kind = outer;
    if (kind == NO_KIND && flags & IS_ANCHOR) {
        int is_author = leads_to_author(scan, row);
        return is_author < 0 ? -1 : is_author ? AUTHOR : NO_KIND;
    }
    return kind;
}

static int add_step(Scan *scan, int what, int32_t row, int kind, int32_t distance, int32_t before) {
    PyObject *step = Py_BuildValue("(iiOii)", what, row, kind_names[kind], distance, before);
    int failed = step == NULL || PyList_Append(scan->steps, step) < 0;
    Py_XDECREF(step);
    return failed ? -1 : 0;
}

static int scan_element(Scan *scan, int32_t row, int outer, int32_t distance) {
    if (outer == ASIDE) {
        scan->kinds[row - scan->first] = ASIDE;
        return 0;
    }
    if (scan->is_holder[row - scan->first]) return 0;
    int kind = read_kind(scan, row, outer);
    if (kind < 0) return -1;
    scan->kinds[row - scan->first] = (uint8_t)kind;
    if (kind == AUTHOR) return outer == AUTHOR ? 0 : add_step(scan, READ_NAME, row, kind, distance, -1);
    if ((kind == DATE || kind == UPDATED) && scan->has_date) return add_step(scan, READ_DATE, row, kind, distance, -1);
    return 0;
}

/* ---- texts --------------------------------------------------------------------------------- */

static int read_run(Scan *scan, int32_t row, Slice *text) {
    if (columns_api->find_text(scan->columns, row, text)) return 0;
    scan->spare.size = 0;
    if (columns_api->write_text(scan->columns, row, &scan->spare) < 0) return -1;
    *text = (Slice){scan->spare.bytes, scan->spare.size};
    return 0;
}

static int is_blank(Slice text) {
    for (Py_ssize_t i = 0; i < text.size; i++)
        if (text.bytes[i] == 0 || !strchr(" \t\n\f\r", text.bytes[i])) return 0;
    return 1;
}

static int has_digit(Slice text) {
    for (const uint8_t *at = text.bytes, *end = at + text.size; at < end; at++) {
        if (*at >= '0' && *at <= '9') return 1;
        if (at[0] == 0xEF && at[1] == 0xBC && at[2] >= 0x90 && at[2] <= 0x99) return 1; /* ０ to ９ */
    }
    return 0;
}

/* Return how many text runs with words stand before the title; -1 with an error set. */
static int32_t count_before(Scan *scan) {
    int32_t count = 0;
    for (int32_t row = scan->first; row < scan->anchor; row++) {
        Slice text;
        if (columns_api->number_tag(scan->columns, row) != 0) continue;
        if (read_run(scan, row, &text) < 0) return -1;
        count += !is_blank(text);
    }
    return count;
}

static int scan_run(Scan *scan, int32_t row, Slice text, int kind, int32_t distance, int32_t before) {
    if (text.size > scan->max_run && (Py_ssize_t)count_letters(text.bytes, (size_t)text.size) > scan->max_run)
        return row > scan->anchor ? add_step(scan, READ_LONG, row, kind, distance, before) : 0;
    if (!scan->is_now_known && !has_digit(text)) return 0;
    return add_step(scan, READ_RUN, row, kind, distance, before);
}

static int scan_rows(Scan *scan) {
    int32_t before = -1, distance = count_before(scan);
    if (distance < 0) return -1;
    distance = -distance;
    for (int32_t row = scan->first; row < scan->last; row++) {
        int32_t parent = columns_api->get_parent(scan->columns, row);
        int kind = parent < scan->first ? NO_KIND : scan->kinds[parent - scan->first];
        if (columns_api->number_tag(scan->columns, row) != 0) {
            if (scan_element(scan, row, kind, distance) < 0) return -1;
            continue;
        }
        Slice text;
        if (read_run(scan, row, &text) < 0) return -1;
        if (is_blank(text)) continue;
        distance += row < scan->anchor || row >= scan->anchor_end;
        int32_t tag = parent < 0 ? -1 : columns_api->number_tag(scan->columns, parent);
        if (kind == ASIDE || (tag >= 0 && tag_flags[tag] & IS_UNREAD)) continue;
        if (scan_run(scan, row, text, kind, distance, before) < 0) return -1;
        before = row;
    }
    return 0;
}

/* ---- all of it ----------------------------------------------------------------------------- */

static int prepare(void) {
    static const char *const NAMES[] = {"", "aside", "updated", "author", "date"};
    static const struct {
        const char *tag;
        int flag;
    } FLAGS[] = {{"nav", IS_ASIDE},     {"blockquote", IS_ASIDE}, {"figure", IS_ASIDE},     {"figcaption", IS_ASIDE},
                 {"time", IS_TIME},     {"a", IS_ANCHOR},         {"script", IS_UNREAD},    {"style", IS_UNREAD},
                 {"option", IS_UNREAD}, {"textarea", IS_UNREAD},  {"noscript", IS_UNREAD}, {"template", IS_UNREAD}};
    if (tag_flags) return 0;
    for (int i = 0, letter = 'a'; letter <= 'z' + 1; letter++) {
        while (i < WORD_COUNT && WORDS[i].letters[0] < letter) i++;
        first_words[letter - 'a'] = (uint8_t)i;
    }
    uint8_t *flags = PyMem_Calloc((size_t)columns_api->known_tags, 1);
    if (flags == NULL) return PyErr_NoMemory(), -1;
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++) flags[columns_api->find_known_tag(FLAGS[i].tag)] |= (uint8_t)FLAGS[i].flag;
    for (int i = 0; i < KIND_TOTAL; i++)
        if (!kind_names[i] && !(kind_names[i] = PyUnicode_InternFromString(NAMES[i]))) return PyMem_Free(flags), -1;
    tag_flags = flags;
    return 0;
}

/* find_steps(columns, first, anchor, anchor_end, last, is_now_known, max_run, max_chars, find_kind): see
 * bylines.find_steps. */
PyObject *find_byline_steps(PyObject *module, PyObject *args) {
    Scan scan = {0};
    if (!PyArg_ParseTuple(args, "O!iiiipnnO", columns_api->type, &scan.columns, &scan.first, &scan.anchor, &scan.anchor_end,
                          &scan.last, &scan.is_now_known, &scan.max_run, &scan.max_chars, &scan.find_kind))
        return NULL;
    int32_t count = columns_api->count_rows(scan.columns);
    if (scan.first < 0 || scan.first > scan.anchor || scan.anchor >= scan.last || scan.last > count) {
        PyErr_SetString(PyExc_IndexError, "no such row");
        return NULL;
    }
    size_t size = (size_t)(scan.last - scan.first);
    scan.kinds = PyMem_Calloc(2 * size, 1);
    scan.is_holder = scan.kinds + size;
    if (scan.kinds == NULL) return PyErr_NoMemory();
    int32_t above = columns_api->get_parent(scan.columns, scan.anchor);
    for (; above >= scan.first; above = columns_api->get_parent(scan.columns, above)) scan.is_holder[above - scan.first] = 1;
    scan.href = PyUnicode_InternFromString("href");
    scan.steps = scan.href && prepare() == 0 ? PyList_New(0) : NULL;
    if (scan.steps && scan_rows(&scan) < 0) Py_CLEAR(scan.steps);
    PyMem_Free(scan.kinds);
    PyMem_Free(scan.marks.bytes);
    PyMem_Free(scan.spare.bytes);
    Py_XDECREF(scan.href);
    return scan.steps;
}
