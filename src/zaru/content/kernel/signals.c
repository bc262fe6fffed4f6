/* What a page says about itself, as signals.Signals.of reads it. */
#include "kernel.h"

enum { MAX_TITLE_CHARS = 2000 }; /* signals._MAX_TITLE_CHARS must be the same */

/* The meta elements that are read. */
enum { OG_TITLE, DESCRIPTION, OG_DESCRIPTION, OG_TYPE, METAS };
static const char *const META_NAMES[METAS] = {"og:title", "description", "og:description", "og:type"};

typedef struct {
    Page *page;
    PyObject *metas[METAS], *title, *scripts; /* NULL until they are found */
} Finding;

/* Return an attribute that is not empty, a new reference; NULL without an error when it is. */
static PyObject *read_filled(const Page *page, int32_t row, const char *name) {
    PyObject *value = page->known->api->read_attribute(page->columns, row, name);
    if (value && value != Py_None && PyUnicode_GET_LENGTH(value) > 0) return value;
    Py_XDECREF(value);
    return NULL;
}

/* Return the text run that an element begins with, borrowed; NULL for none, or with an error set. */
static PyObject *first_text(const Page *page, int32_t row) {
    int is_text = row + 1 < page->row_count && page->tag[row + 1] == TEXT_TAG;
    return is_text ? text_of(page, row + 1) : NULL;
}

static int number_meta(PyObject *name) {
    PyObject *lower = PyObject_CallMethod(name, "lower", NULL);
    int number = lower ? METAS : -1;
    for (int i = 0; lower && i < METAS; i++)
        if (PyUnicode_CompareWithASCIIString(lower, META_NAMES[i]) == 0) number = i;
    Py_XDECREF(lower);
    return number;
}

static int read_meta(Finding *all, int32_t row) {
    PyObject *name = read_filled(all->page, row, "property");
    if (name == NULL && !PyErr_Occurred()) name = read_filled(all->page, row, "name");
    if (name == NULL) return PyErr_Occurred() ? -1 : 0;
    int number = number_meta(name);
    Py_DECREF(name);
    if (number < 0) return -1;
    if (number == METAS || all->metas[number]) return 0;
    PyObject *content = read_filled(all->page, row, "content");
    if (content == NULL && !PyErr_Occurred()) content = PyUnicode_FromString("");
    all->metas[number] = content;
    return content ? 0 : -1;
}

static int read_script(Finding *all, int32_t row) {
    PyObject *type = read_filled(all->page, row, "type");
    if (type == NULL) return PyErr_Occurred() ? -1 : 0;
    PyObject *lower = PyObject_CallMethod(type, "lower", NULL), *wanted = PyUnicode_FromString("ld+json");
    int is_linked = lower && wanted ? PyUnicode_Contains(lower, wanted) : -1;
    Py_DECREF(type);
    Py_XDECREF(lower);
    Py_XDECREF(wanted);
    PyObject *text = is_linked > 0 ? first_text(all->page, row) : NULL;
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
