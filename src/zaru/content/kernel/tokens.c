/* What attributes say: flags, classes, and the scores of tokens, as skeleton._read_attributes and
 * skeleton.token_columns have them. */
#include "kernel.h"

typedef struct {
    int64_t flag;
    double own, low, high;
    int is_known;
} Facts;

enum { FEW = 16 };

typedef struct {
    Page *page;
    Numbers names;   /* classes, and tags that are not known */
    Facts *of_class; /* of elements that have a class and nothing else that is read */
    int32_t *seen;   /* by token: the element that had it last */
    int32_t element;
    int8_t found[FEW]; /* the names of its first attributes */
    PyObject *lower;
} Reading;

enum { CLASS, ID, ROLE, ITEMPROP, HIDDEN, ARIA_HIDDEN, STYLE, UNREAD };

static const AttributeName NAMES[] = {
    ATTRIBUTE_NAME("class"),    ATTRIBUTE_NAME("id"),     ATTRIBUTE_NAME("role"),
    ATTRIBUTE_NAME("itemprop"), ATTRIBUTE_NAME("hidden"), ATTRIBUTE_NAME("aria-hidden"),
    ATTRIBUTE_NAME("style"),
};

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

static void read_words(Reading *reading, Facts *facts, Slice value) {
    Py_UCS4 word[MAX_WORD];
    Py_ssize_t size = 0, left = MAX_VALUE_CHARS;
    const uint8_t *at = value.bytes, *end = at + value.size;
    for (; at < end && left > 0; left--) {
        Py_UCS4 letter = to_letter(next_letter(&at));
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

/* Return the beginning of a value in lower case, a new str. */
static PyObject *lower_value(const Reading *reading, Slice value) {
    PyObject *whole = to_str(value), *start = whole ? PyUnicode_Substring(whole, 0, MAX_VALUE_CHARS) : NULL;
    PyObject *lower = start ? PyObject_CallOneArg(reading->lower, start) : NULL;
    Py_XDECREF(whole);
    Py_XDECREF(start);
    return lower;
}

/* Add "role:main": such tokens have no mark. */
static int add_role(Reading *reading, Facts *facts, const AttributeName *name, Slice value) {
    PyObject *lower = lower_value(reading, value);
    PyObject *token = lower ? PyUnicode_FromFormat("%s:%U", name->letters, lower) : NULL;
    int number = token ? find_text(&reading->page->known->token_words, token) : -1;
    if (number >= 0) add_token(reading, facts, number);
    int failed = token == NULL;
    Py_XDECREF(lower);
    Py_XDECREF(token);
    return failed ? -1 : 0;
}

/* Say whether a value has *part* in it. */
static int has_part(Slice value, const char *part) {
    Py_ssize_t size = (Py_ssize_t)strlen(part);
    for (Py_ssize_t i = 0; i + size <= value.size; i++)
        if (value.bytes[i] == (uint8_t)part[0] && memcmp(value.bytes + i, part, (size_t)size) == 0) return 1;
    return 0;
}

/* Read the value of an attribute. */
static int read_value(const Reading *reading, int32_t row, int32_t attribute, Slice *value) {
    Page *page = reading->page;
    return page->known->api->read_value(page->columns, row, attribute, &page->spare, value);
}

static int find_name(const Reading *reading, int32_t row, int32_t attribute) {
    const Page *page = reading->page;
    return page->known->api->find_name(page->columns, row, attribute, NAMES, UNREAD);
}

static void add_attribute(Reading *reading, Facts *facts, int name, Slice value) {
    int is_hidden = name == HIDDEN;
    if (name == CLASS || name == ID) read_words(reading, facts, value);
    if (name == ARIA_HIDDEN) is_hidden = value.size == 4 && memcmp(value.bytes, "true", 4) == 0;
    if (name == STYLE) is_hidden = has_part(value, "display") && has_part(value, "none");
    if (is_hidden) facts->flag |= (int64_t)1 << GROUP_hidden;
}

/* Read all attributes of an element, or only its roles. */
static int read_facts(Reading *reading, Facts *facts, int32_t row, int32_t count, int is_for_roles) {
    for (int32_t i = 0; i < count; i++) {
        Slice value;
        int name = i < FEW ? reading->found[i] : find_name(reading, row, i);
        int is_role = name == ROLE || name == ITEMPROP;
        if (name < 0) return -1;
        if (name == UNREAD || is_role != is_for_roles) continue;
        if (read_value(reading, row, i, &value) < 0) return -1;
        if (value.size == 0 && name != HIDDEN) continue;
        if (!is_role) add_attribute(reading, facts, name, value);
        else if (add_role(reading, facts, NAMES + name, value) < 0) return -1;
    }
    return 0;
}

/* Return the number of a name of the page, a class or an unknown tag; -1 with an error set. */
static int32_t number_name(Reading *reading, Slice name) {
    Page *page = reading->page;
    int32_t number = number_slice(page, &reading->names, name, name.bytes != page->spare.bytes);
    return number < 0 ? -1 : number + 1; /* 0 is for "no class" */
}

typedef struct {
    int32_t class_; /* its number, 0 for none */
    int read;       /* how many attributes may say something */
    int roles;
} Glance;

static int glance_at(Reading *reading, int32_t row, int32_t count, Glance *glance) {
    for (int32_t i = 0; i < count; i++) {
        Slice value;
        int name = find_name(reading, row, i);
        if (name < 0) return -1;
        if (i < FEW) reading->found[i] = (int8_t)name;
        glance->read += name != UNREAD;
        glance->roles |= name == ROLE || name == ITEMPROP;
        if (name != CLASS) continue;
        if (read_value(reading, row, i, &value) < 0) return -1;
        if (value.size && (glance->class_ = number_name(reading, value)) < 0) return -1;
    }
    return 0;
}

/* Fill in what the attributes of an element say; its class as a number goes to `paths`. */
static int read_element(Reading *reading, int32_t place) {
    Page *page = reading->page;
    int32_t row = page->element_rows[place], count = page->known->api->count_attributes(page->columns, row);
    Glance glance = {0, 0, 0};
    Facts own = {0, 0, 0, 0, 0}, *facts = &own;
    if (glance_at(reading, row, count, &glance) < 0) return -1;
    reading->element = place + 1;
    if (glance.class_ && glance.read == 1) facts = &reading->of_class[glance.class_];
    if (glance.read && !(facts->is_known & 2)) { /* 2: this class was read before */
        if (read_facts(reading, facts, row, count, 0) < 0) return -1;
        if (glance.roles && read_facts(reading, facts, row, count, 1) < 0) return -1;
        facts->is_known |= 2;
    }
    page->paths[place] = glance.class_;
    page->flags[place] = facts->flag;
    page->own[place] = facts->own;
    page->low[place] = facts->low;
    page->high[place] = facts->high;
    return 0;
}

/* Number a tag that is none of HTML: the table may know it nevertheless. */
static int number_unknown_tag(Reading *reading, int32_t row) {
    Page *page = reading->page;
    PyObject *name = name_of(page, row);
    if (name == NULL) return -1;
    if ((page->tag[row] = find_text(&page->known->tag_words, name)) >= 0) return 0;
    page->spare.size = 0;
    if (page->known->api->write_str(name, &page->spare) < 0) return -1;
    int32_t number = number_name(reading, (Slice){page->spare.bytes, page->spare.size});
    page->tag[row] = -1 - number;
    return number < 0 ? -1 : 0;
}

/* Follow the scores of tokens down from the root, as skeleton.token_columns does. */
static void pass_scores_down(Page *page) {
    page->low[0] = page->high[0] = 0;
    for (Py_ssize_t place = 1; place < page->size; place++) {
        int32_t parent = page->parents_of[place];
        double score = page->own[place], low = page->low[parent], high = page->high[parent];
        page->total[place] = page->total[parent] + score;
        page->near[place] = score != 0 ? score : FADE * page->near[parent];
        if (!(page->low[place] < low)) page->low[place] = low;
        if (!(page->high[place] > high)) page->high[place] = high;
    }
}

int read_tokens(Page *page) {
    double **columns[] = {&page->own, &page->total, &page->near, &page->low, &page->high};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!(*columns[i] = take(page, page->size, sizeof(double)))) return -1;
    Reading reading = {
        .page = page,
        .of_class = take(page, 2 * page->size + 2, sizeof(Facts)), /* a class and a tag for each */
        .seen = take(page, page->known->token_words.size, sizeof(int32_t)),
        .lower = PyObject_GetAttrString((PyObject *)&PyUnicode_Type, "lower"),
    };
    int failed = !reading.of_class || !reading.seen || !reading.lower ||
                 open_numbers(page, &reading.names, 2 * page->size + 2) < 0;
    for (int32_t place = 0; !failed && place < page->size; place++) {
        int32_t row = page->element_rows[place];
        failed = read_element(&reading, place) < 0 ||
                 (page->tag[row] < 0 && number_unknown_tag(&reading, row) < 0);
    }
    Py_XDECREF(reading.lower);
    drop(page, reading.of_class);
    drop_numbers(page, &reading.names);
    if (!failed) pass_scores_down(page);
    return failed ? -1 : 0;
}
