/* What a page says about itself, as signals.Signals.of reads it. */
#include "kernel.h"

enum { MAX_TITLE_CHARS = 2000 }; /* signals._MAX_TITLE_CHARS must be the same */

/* The meta elements that are read. No letter beyond ASCII is one of theirs in lower case. */
enum { OG_TITLE, DESCRIPTION, OG_DESCRIPTION, OG_TYPE, METAS };
static const char *const META_NAMES[METAS] = {"og:title", "description", "og:description", "og:type"};

enum { PROPERTY, NAME, CONTENT, TYPE, NAMES };
static const AttributeName ATTRIBUTES[NAMES] = {
    ATTRIBUTE_NAME("property"), ATTRIBUTE_NAME("name"), ATTRIBUTE_NAME("content"), ATTRIBUTE_NAME("type")};

typedef struct {
    Page *page;
    PyObject *metas[METAS], *title, *scripts; /* NULL until they are found */
} Finding;

/* Read the first attribute of a name; empty where there is none. */
static int read_attribute(Page *page, int32_t row, int name, Slice *value) {
    const ColumnsApi *api = page->known->api;
    int32_t count = api->count_attributes(page->columns, row);
    *value = (Slice){NULL, 0};
    for (int32_t i = 0; i < count; i++) {
        int found = api->find_name(page->columns, row, i, ATTRIBUTES + name, 1);
        if (found < 0) return -1;
        if (found == 0) return api->read_value(page->columns, row, i, &page->spare, value);
    }
    return 0;
}

/* Return the text run that an element begins with, borrowed; NULL for none, or with an error set. */
static PyObject *first_text(const Page *page, int32_t row) {
    int is_text = row + 1 < page->row_count && page->tag[row + 1] == TEXT_TAG;
    return is_text ? page->known->api->get_text(page->columns, row + 1) : NULL;
}

/* Say whether *text* begins with *word*, in upper or lower case. */
static int begins_with(Slice text, const char *word) {
    Py_ssize_t size = (Py_ssize_t)strlen(word), i = 0;
    if (text.size < size) return 0;
    while (i < size && (Py_TOLOWER(text.bytes[i]) & 0xFF) == (uint8_t)word[i]) i++;
    return i == size;
}

static int read_meta(Finding *all, int32_t row) {
    Slice name, content;
    if (read_attribute(all->page, row, PROPERTY, &name) < 0) return -1;
    if (name.size == 0 && read_attribute(all->page, row, NAME, &name) < 0) return -1;
    int number = 0;
    while (number < METAS && !(name.size == (Py_ssize_t)strlen(META_NAMES[number]) && begins_with(name, META_NAMES[number])))
        number++;
    if (number == METAS || all->metas[number]) return 0;
    if (read_attribute(all->page, row, CONTENT, &content) < 0) return -1;
    return (all->metas[number] = to_str(content)) ? 0 : -1;
}

static int read_script(Finding *all, int32_t row) {
    Slice type;
    if (read_attribute(all->page, row, TYPE, &type) < 0) return -1;
    while (type.size && !begins_with(type, "ld+json")) type.bytes++, type.size--;
    PyObject *text = type.size ? first_text(all->page, row) : NULL;
    if (text && !all->scripts) all->scripts = PyList_New(0);
    if (text && all->scripts && PyList_Append(all->scripts, text) < 0) return -1;
    return PyErr_Occurred() ? -1 : 0;
}

/* Look at the elements that may say something; only scripts count behind the beginning of the body. */
static int find_rows(Finding *all, const int32_t *kinds) {
    const Model *known = all->page->known;
    int is_before = 1;
    for (int32_t row = 0; row < all->page->row_count; row++) {
        int32_t kind = kinds[row], failed = 0;
        if (kind == known->body_tag) is_before = 0;
        else if (kind == known->script_tag) failed = read_script(all, row);
        else if (is_before && kind == known->meta_tag) failed = read_meta(all, row);
        else if (is_before && kind == known->title_tag && !all->title) {
            all->title = Py_XNewRef(first_text(all->page, row));
            failed = all->title == NULL && PyErr_Occurred() ? -1 : 0;
        }
        if (failed < 0) return -1;
    }
    return 0;
}

/* Return *text* with its white space as single blanks. */
static PyObject *collapse(PyObject *text) {
    PyObject *words = text ? PyUnicode_Split(text, NULL, -1) : NULL, *blank = PyUnicode_FromString(" ");
    PyObject *joined = words && blank ? PyUnicode_Join(blank, words) : NULL;
    Py_XDECREF(words);
    Py_XDECREF(blank);
    return joined;
}

static PyObject *collapse_title(PyObject *title) {
    PyObject *start = title ? PyUnicode_Substring(title, 0, MAX_TITLE_CHARS) : PyUnicode_FromString("");
    PyObject *collapsed = collapse(start);
    Py_XDECREF(start);
    return collapsed;
}

static PyObject *join_about(const Finding *all) {
    PyObject *one = all->metas[DESCRIPTION], *other = all->metas[OG_DESCRIPTION];
    PyObject *none = PyUnicode_FromString("");
    PyObject *both = none ? PyUnicode_FromFormat("%U\n%U", one ? one : none, other ? other : none) : NULL;
    PyObject *about = collapse(both);
    Py_XDECREF(none);
    Py_XDECREF(both);
    return about;
}

/* Ask Python for what linked data says: types and texts (signals.read_linked). */
static int read_linked(Page *page, PyObject *scripts, PyObject *read) {
    if (scripts == NULL) return (page->body = PyUnicode_FromString("")) ? 0 : -1;
    PyObject *said = PyObject_CallOneArg(read, scripts), *types, *body;
    int failed = said == NULL || !PyTuple_Check(said) || !PyArg_ParseTuple(said, "OU", &types, &body) ||
                 note_types(page, types) < 0;
    if (said && !failed) page->body = Py_NewRef(body);
    if (failed && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "linked data is types and a text");
    Py_XDECREF(said);
    return failed ? -1 : 0;
}

/* Fill the signals of a page whose rows are read; *kinds* are dom's numbers of their tags. */
int find_signals(Page *page, const int32_t *kinds, PyObject *read) {
    Finding all = {.page = page};
    int failed = find_rows(&all, kinds) < 0;
    PyObject *title = failed ? NULL : collapse_title(all.title);
    PyObject *og_title = title ? collapse_title(all.metas[OG_TITLE]) : NULL;
    page->titles = og_title ? PyTuple_Pack(2, title, og_title) : NULL;
    page->about = page->titles ? join_about(&all) : NULL;
    if (page->about)
        page->kind = all.metas[OG_TYPE] ? PyObject_CallMethod(all.metas[OG_TYPE], "lower", NULL) : PyUnicode_FromString("");
    failed = failed || page->kind == NULL || read_linked(page, all.scripts, read) < 0;
    Py_XDECREF(title);
    Py_XDECREF(og_title);
    for (int i = 0; i < METAS; i++) Py_XDECREF(all.metas[i]);
    Py_XDECREF(all.title);
    Py_XDECREF(all.scripts);
    return failed ? -1 : 0;
}
