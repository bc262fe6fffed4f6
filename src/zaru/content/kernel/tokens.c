/* What attributes say: flags, classes, and the scores of tokens, as skeleton._read_attributes and
 * skeleton.token_columns have them. */
#include "kernel.h"

typedef struct {
    int64_t flag;
    double own, low, high;
    int is_known;
} Facts;

typedef struct {
    Page *page;
    Facts *of_class;      /* of elements that have a class and nothing else that is read */
    int32_t *seen;        /* by token: the element that had it last */
    int32_t element;
    PyObject *lower, *display, *none;
} Reading;

enum { UNREAD, CLASS, ID, ROLE, ITEMPROP, HIDDEN, ARIA_HIDDEN, STYLE };

static int number_of(PyObject *name) {
    switch (PyUnicode_GET_LENGTH(name)) {
    case 2: return is_ascii(name, "id", 2) ? ID : UNREAD;
    case 4: return is_ascii(name, "role", 4) ? ROLE : UNREAD;
    case 5: return is_ascii(name, "class", 5) ? CLASS : is_ascii(name, "style", 5) ? STYLE : UNREAD;
    case 6: return is_ascii(name, "hidden", 6) ? HIDDEN : UNREAD;
    case 8: return is_ascii(name, "itemprop", 8) ? ITEMPROP : UNREAD;
    case 11: return is_ascii(name, "aria-hidden", 11) ? ARIA_HIDDEN : UNREAD;
    default: return UNREAD;
    }
}

static void add_token(Reading *reading, Facts *facts, int number) {
    const Token *token = reading->page->known->tokens + number;
    if (!token->is_token || reading->seen[number] == reading->element) return;
    int is_first = !facts->is_known;
    reading->seen[number] = reading->element;
    facts->own += token->score;
    if (is_first || token->score < facts->low) facts->low = token->score;
    if (is_first || token->score > facts->high) facts->high = token->score;
    facts->is_known = 1;
}

static void read_word(Reading *reading, Facts *facts, const Py_UCS4 *letters, Py_ssize_t length) {
    if (length == 0 || length > MAX_WORD) return;
    int number = find_word(&reading->page->known->token_words, letters, length);
    if (number < 0) return;
    facts->flag |= reading->page->known->tokens[number].mark;
    add_token(reading, facts, number);
}

/* Return a letter in lower case, 0 for what stands between words (skeleton.split_tokens). */
static inline Py_UCS4 to_letter(Py_UCS4 c) {
    if (c < 128) return (c >= 'a' && c <= 'z') ? c : (c >= 'A' && c <= 'Z') ? c + 32 : 0;
    return Py_UNICODE_IS_SURROGATE(c) || Py_UNICODE_ISSPACE(c) ? 0 : c;
}

static void read_words(Reading *reading, Facts *facts, PyObject *value) {
    Py_UCS4 word[MAX_WORD];
    Py_ssize_t length = PyUnicode_GET_LENGTH(value), size = 0;
    Py_ssize_t limit = MAX_VALUE_CHARS;
    int kind = PyUnicode_KIND(value);
    const void *data = PyUnicode_DATA(value);
    for (Py_ssize_t i = 0; i < length && i < limit; i++) {
        Py_UCS4 letter = to_letter(PyUnicode_READ(kind, data, i));
        if (letter) {
            if (size < MAX_WORD) word[size] = letter;
            size++;
            continue;
        }
        read_word(reading, facts, word, size);
        size = 0;
    }
    read_word(reading, facts, word, size);
}

/* Add "role:main": such tokens have no mark. */
static int add_role(Reading *reading, Facts *facts, PyObject *name, PyObject *value) {
    PyObject *start =
        PyUnicode_Substring(value, 0, MAX_VALUE_CHARS);
    PyObject *lower = start ? PyObject_CallOneArg(reading->lower, start) : NULL;
    PyObject *token = lower ? PyUnicode_FromFormat("%U:%U", name, lower) : NULL;
    int number = token ? find_text(&reading->page->known->token_words, token) : -1;
    if (number >= 0) add_token(reading, facts, number);
    int failed = token == NULL;
    Py_XDECREF(start);
    Py_XDECREF(lower);
    Py_XDECREF(token);
    return failed ? -1 : 0;
}

static int is_unshown(const Reading *reading, PyObject *style) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(style);
    Py_ssize_t found = PyUnicode_Find(style, reading->display, 0, length, 1);
    if (found >= 0) found = PyUnicode_Find(style, reading->none, 0, length, 1);
    return found == -2 ? -1 : found >= 0;
}

/* Return the attribute's name as a number when something is read of it; -1 for what is none. */
static int check_attribute(PyObject *pair, PyObject **name, PyObject **value) {
    if (PyTuple_CheckExact(pair) && PyTuple_GET_SIZE(pair) == 2) {
        *name = PyTuple_GET_ITEM(pair, 0);
        *value = PyTuple_GET_ITEM(pair, 1);
        if (PyUnicode_CheckExact(*name) && (*value == Py_None || PyUnicode_CheckExact(*value))) {
            int number = number_of(*name);
            int has_value = *value != Py_None && PyUnicode_GET_LENGTH(*value) > 0;
            return has_value || number == HIDDEN ? number : UNREAD;
        }
    }
    PyErr_SetString(PyExc_TypeError, "an attribute is a pair of str");
    return -1;
}

static int add_attribute(Reading *reading, Facts *facts, PyObject *pair) {
    PyObject *name, *value;
    const int64_t hidden = (int64_t)1 << GROUP_hidden;
    int is_hidden = 0;
    switch (check_attribute(pair, &name, &value)) {
    case CLASS:
    case ID: read_words(reading, facts, value); break;
    case HIDDEN: is_hidden = 1; break;
    case ARIA_HIDDEN: is_hidden = is_ascii(value, "true", 4); break;
    case STYLE: is_hidden = is_unshown(reading, value); break;
    }
    if (is_hidden > 0) facts->flag |= hidden;
    return is_hidden < 0 ? -1 : 0;
}

static int add_roles(Reading *reading, Facts *facts, PyObject *attributes) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(attributes); i++) {
        PyObject *name, *value;
        int number = check_attribute(PyTuple_GET_ITEM(attributes, i), &name, &value);
        if ((number == ROLE || number == ITEMPROP) && add_role(reading, facts, name, value) < 0)
            return -1;
    }
    return 0;
}

/* Return the number of a name of the page, a class or an unknown tag; -1 with an error set. */
static int32_t number_name(Page *page, PyObject *name) {
    PyObject *number = PyDict_GetItemWithError(page->names, name);
    if (number) return (int32_t)PyLong_AsLong(number);
    if (PyErr_Occurred()) return -1;
    Py_ssize_t next = PyDict_GET_SIZE(page->names) + 1; /* 0 is for "no class" */
    if (!(number = PyLong_FromSsize_t(next))) return -1;
    int failed = PyDict_SetItem(page->names, name, number) < 0;
    Py_DECREF(number);
    return failed ? -1 : (int32_t)next;
}

typedef struct {
    PyObject *class_;
    int read; /* how many attributes say something */
    int roles;
} Glance;

static int glance_at(PyObject *attributes, Glance *glance) {
    if (attributes == NULL) return -1;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(attributes); i++) {
        PyObject *name, *value;
        int number = check_attribute(PyTuple_GET_ITEM(attributes, i), &name, &value);
        if (number < 0) return -1;
        if (number == CLASS) glance->class_ = value;
        glance->roles |= number == ROLE || number == ITEMPROP;
        glance->read += number != UNREAD;
    }
    return 0;
}

static int read_facts(Reading *reading, Facts *facts, PyObject *attributes, int has_roles) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(attributes); i++)
        if (add_attribute(reading, facts, PyTuple_GET_ITEM(attributes, i)) < 0) return -1;
    return has_roles ? add_roles(reading, facts, attributes) : 0;
}

/* Fill in what the attributes of an element say; its class as a number goes to `paths`. */
static int read_element(Reading *reading, int32_t place) {
    Page *page = reading->page;
    PyObject *attributes = attributes_of(page, page->element_rows[place]);
    Glance glance = {NULL, 0, 0};
    Facts own = {0, 0, 0, 0, 0}, *facts = &own;
    int32_t class_ = 0;
    if (glance_at(attributes, &glance) < 0) return -1;
    if (glance.class_ && (class_ = number_name(page, glance.class_)) < 0) return -1;
    reading->element = place + 1;
    if (glance.class_ && glance.read == 1) facts = &reading->of_class[class_];
    if (glance.read && !(facts->is_known & 2)) { /* 2: this class was read before */
        if (read_facts(reading, facts, attributes, glance.roles) < 0) return -1;
        facts->is_known |= 2;
    }
    page->paths[place] = class_;
    page->flags[place] = facts->flag;
    page->own[place] = facts->own;
    page->lows[place] = facts->low;
    page->highs[place] = facts->high;
    return 0;
}

/* Number a tag that is none of HTML: the table may know it nevertheless. */
static int number_unknown_tag(Page *page, int32_t row) {
    PyObject *name = name_of(page, row);
    if (name == NULL) return -1;
    if ((page->tag[row] = find_text(&page->known->tag_words, name)) >= 0) return 0;
    int32_t number = number_name(page, name);
    page->tag[row] = -1 - number;
    return number < 0 ? -1 : 0;
}

/* Follow the scores of tokens down from the root, as skeleton.token_columns does. */
static void pass_scores_down(Page *page) {
    for (Py_ssize_t place = 1; place < page->size; place++) {
        int32_t parent = page->parents_of[place];
        double score = page->own[place], low = page->lows[place], high = page->highs[place];
        page->total[place] = page->total[parent] + score;
        page->near[place] = score != 0 ? score : FADE * page->near[parent];
        page->low[place] = low < page->low[parent] ? low : page->low[parent];
        page->high[place] = high > page->high[parent] ? high : page->high[parent];
    }
}

int read_tokens(Page *page) {
    double **columns[] = {&page->own, &page->lows, &page->highs, &page->total,
                          &page->near, &page->low, &page->high};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!(*columns[i] = take(page, page->size, sizeof(double)))) return -1;
    Reading reading = {
        .page = page,
        .of_class = take(page, 2 * page->size + 2, sizeof(Facts)), /* a class and a tag for each */
        .seen = take(page, page->known->token_words.size, sizeof(int32_t)),
        .lower = PyObject_GetAttrString((PyObject *)&PyUnicode_Type, "lower"),
        .display = PyUnicode_FromString("display"),
        .none = PyUnicode_FromString("none"),
    };
    int failed = !reading.of_class || !reading.seen || !reading.lower || !reading.display ||
                 !reading.none;
    for (int32_t place = 0; !failed && place < page->size; place++) {
        int32_t row = page->element_rows[place];
        failed = read_element(&reading, place) < 0 ||
                 (page->tag[row] < 0 && number_unknown_tag(page, row) < 0);
    }
    Py_XDECREF(reading.lower);
    Py_XDECREF(reading.display);
    Py_XDECREF(reading.none);
    if (!failed) pass_scores_down(page);
    return failed ? -1 : 0;
}
