/* A model: its columns, its trees, what tokens say, and the words of the table. */
#include "scene.h"

static const char *const COLUMN_NAMES[] = {
#define COLUMN(name) #name,
#include "entries.h"
};

/* ---- words of the table -------------------------------------------------------------------- */

typedef struct {
    int number;
    const char *words; /* with a space between two */
} Named;

static const Named TAGS[] = {
    {TEXT_TAG, "#text"},      {LINK_TAG, "a"},    {TIME_TAG, "time"},
    {ARTICLE_TAG, "article"}, {IMAGE_TAG, "img"}, {INPUT_TAG, "input"},
};
static const Named HEADINGS[] = {{1, "h1"}, {2, "h2"}, {3, "h3"}, {4, "h4"}, {5, "h5"}, {6, "h6"}};
static const Named BLOCKS[] = {
#define BLOCK(kind, tags) {kind, tags},
#include "entries.h"
};
static const Named GROUPS[] = {
#define GROUP(name, tags) {GROUP_##name, tags},
#include "entries.h"
    {LINK_BIT, "a"},
};
static const Named MARKS[] = {
#define MARK(name, words) {MARK_##name, words},
#include "entries.h"
};
static const Named TYPES[] = {
#define TYPE(name, types) {TYPE_##name, types},
#include "entries.h"
};

enum { MAX_MARKS = 128, MAX_LETTERS = 2048 }; /* the words of the table are fewer */

/* Add the words of a part of the table to *set*, and what each of them is to *numbers*. */
static int add_named(Words *set, const Named *named, size_t count, int *numbers) {
    for (size_t i = 0; i < count; i++) {
        Py_UCS4 letters[MAX_LETTERS];
        Py_ssize_t length = 0;
        for (const char *next = named[i].words;; next++) {
            if (*next && *next != ' ') {
                letters[length++] = (Py_UCS4)*next;
                continue;
            }
            int32_t word = add_word(set, letters, length);
            if (word < 0) return -1;
            numbers[word] = named[i].number;
            length = 0;
            if (*next == 0) break;
        }
    }
    return 0;
}

#define ADD_NAMED(set, table, numbers) \
    add_named(set, table, sizeof table / sizeof *table, numbers)

static int read_tags(Model *self) {
    int numbers[MAX_TAGS], bits[MAX_TAGS];
    Words *words = &self->tag_words;
    for (int i = 0; i < MAX_TAGS; i++) bits[i] = -1;
    int failed = open_words(words, MAX_TAGS, MAX_LETTERS) < 0 ||
                 ADD_NAMED(words, TAGS, numbers) < 0 || /* so that numbers are places in it */
                 ADD_NAMED(words, HEADINGS, self->headings) < 0 ||
                 ADD_NAMED(words, BLOCKS, self->block_kinds) < 0 ||
                 ADD_NAMED(words, GROUPS, bits) < 0;
    for (int i = 0; i < MAX_TAGS; i++) self->flags[i] = bits[i] < 0 ? 0 : (int64_t)1 << bits[i];
    return failed + Py_BUILD_ASSERT_EXPR(BIT_COUNT < 64) ? -1 : 0;
}

static int read_types(Model *self) {
    if (open_words(&self->type_words, MAX_TYPES, MAX_LETTERS) < 0) return -1;
    return ADD_NAMED(&self->type_words, TYPES, self->types);
}

/* ---- tokens -------------------------------------------------------------------------------- */

static Py_ssize_t count_all_letters(PyObject *tokens) {
    Py_ssize_t letters = 0;
    PyObject *word;
    for (Py_ssize_t i = 0; PyDict_Next(tokens, &i, &word, NULL);) {
        if (!PyUnicode_CheckExact(word) || PyUnicode_GET_LENGTH(word) > MAX_WORD) {
            PyErr_SetString(PyExc_TypeError, "a token is a short str");
            return -1;
        }
        letters += PyUnicode_GET_LENGTH(word);
    }
    return letters;
}

static int add_token(Model *self, PyObject *word, PyObject *score) {
    Py_UCS4 letters[MAX_WORD];
    if (!PyUnicode_AsUCS4(word, letters, MAX_WORD, 0)) return -1;
    int32_t number = add_word(&self->token_words, letters, PyUnicode_GET_LENGTH(word));
    if (number < 0) return -1;
    Token *token = self->tokens + number;
    token->is_token = 1;
    token->score = PyFloat_AsDouble(score);
    return token->score == -1 && PyErr_Occurred() ? -1 : 0;
}

static int read_known_tokens(Model *self, PyObject *tokens) {
    int bits[MAX_MARKS];
    Py_ssize_t count = PyDict_GET_SIZE(tokens) + MAX_MARKS, letters = count_all_letters(tokens);
    if (letters < 0 || open_words(&self->token_words, count, letters + MAX_LETTERS) < 0) return -1;
    if (!(self->tokens = PyMem_Calloc((size_t)count, sizeof(Token)))) return PyErr_NoMemory(), -1;
    if (ADD_NAMED(&self->token_words, MARKS, bits) < 0) return -1;
    for (int i = 0; i < self->token_words.size; i++) self->tokens[i].mark = (int64_t)1 << bits[i];
    PyObject *word, *score;
    for (Py_ssize_t i = 0; PyDict_Next(tokens, &i, &word, &score);)
        if (add_token(self, word, score) < 0) return -1;
    return 0;
}

/* ---- words of texts ------------------------------------------------------------------------ */

static int read_said_words(Model *self, PyObject *words) {
    Py_UCS4 letters[MAX_WORD];
    Py_ssize_t count = PyDict_GET_SIZE(words), length = count_all_letters(words);
    if (length < 0 || open_words(&self->said_words, count, length) < 0) return -1;
    if (!(self->said = PyMem_Calloc((size_t)count + 1, sizeof(double)))) return PyErr_NoMemory(), -1;
    PyObject *word, *score;
    for (Py_ssize_t i = 0; PyDict_Next(words, &i, &word, &score);) {
        int32_t number = PyUnicode_AsUCS4(word, letters, MAX_WORD, 0)
                             ? add_word(&self->said_words, letters, PyUnicode_GET_LENGTH(word))
                             : -1;
        if (number < 0) return -1;
        self->said[number] = PyFloat_AsDouble(score);
        if (self->said[number] == -1 && PyErr_Occurred()) return -1;
    }
    return 0;
}

/* ---- columns ------------------------------------------------------------------------------- */

static int find_column(const char *name) {
    int column = 0;
    while (column < COLUMN_COUNT && strcmp(COLUMN_NAMES[column], name) != 0) column++;
    return column;
}

/* Find the columns that the model names, each once, and their rows in the matrix. */
static int read_columns(Model *self, PyObject *columns) {
    self->width = PyTuple_GET_SIZE(columns);
    for (int i = 0; i < COLUMN_COUNT; i++) self->rows[i] = -1;
    for (Py_ssize_t row = 0; row < self->width; row++) {
        const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(columns, row));
        if (name == NULL) return -1;
        int column = find_column(name);
        if (column == COLUMN_COUNT || self->rows[column] >= 0) {
            const char *fault = column == COLUMN_COUNT ? "does not have" : "has once";
            PyErr_Format(PyExc_ValueError, "the model asks for features that zaru %s: %s", fault,
                         name);
            return -1;
        }
        self->rows[column] = (int)row;
    }
    return 0;
}

static int read_kinds(Model *self, PyObject *kinds) {
    int is_right = PyBytes_GET_SIZE(kinds) == PLANE;
    self->kept_kinds = Py_NewRef(kinds);
    self->kinds = (const uint8_t *)PyBytes_AS_STRING(kinds);
    for (Py_ssize_t i = 0; is_right && i < PLANE; i++) is_right = self->kinds[i] < KIND_COUNT;
    if (!is_right) PyErr_SetString(PyExc_ValueError, "kinds has one for each character");
    return is_right ? 0 : -1;
}

/* ---- the type ------------------------------------------------------------------------------ */

static void Model_dealloc(Model *self) {
    free_words(&self->tag_words);
    free_words(&self->type_words);
    free_words(&self->token_words);
    free_words(&self->said_words);
    free_trees(&self->trees);
    PyMem_Free(self->tokens);
    PyMem_Free(self->said);
    PyMem_Free(self->is_asked);
    PyMem_Free(self->tag_numbers);
    Py_XDECREF(self->kept_kinds);
    Py_XDECREF(self->row_name);
    Py_XDECREF(self->rows_name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int read_names(Model *self) {
    PyObject *secret = PyUnicode_FromString("zaru"); /* its hash differs from run to run */
    self->seed = secret ? (uint64_t)PyObject_Hash(secret) : 0;
    Py_XDECREF(secret);
    self->row_name = PyUnicode_InternFromString("row");
    self->rows_name = PyUnicode_InternFromString("rows");
    return secret && self->row_name && self->rows_name ? 0 : -1;
}

/* Number the tags that dom's kernel numbers. */
static int read_tag_numbers(Model *self) {
    self->api = columns_api;
    self->body_tag = self->api->find_known_tag("body");
    self->meta_tag = self->api->find_known_tag("meta");
    self->title_tag = self->api->find_known_tag("title");
    self->script_tag = self->api->find_known_tag("script");
    self->tag_numbers = PyMem_Malloc((size_t)self->api->known_tags * sizeof(int32_t));
    if (self->tag_numbers == NULL) return PyErr_NoMemory(), -1;
    for (int32_t tag = 0; tag < self->api->known_tags; tag++)
        self->tag_numbers[tag] = find_text(&self->tag_words, self->api->name_known_tag(tag));
    return 0;
}

/* Read which kinds of pages are of many parts, and find what is asked of a page. */
static int read_page_kinds(Model *self, PyObject *parted) {
    const Trees *trees = &self->trees;
    if (PyTuple_GET_SIZE(parted) != trees->looks - KIND_LOOKS) {
        PyErr_SetString(PyExc_ValueError, "each kind of pages has a look");
        return -1;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(parted); i++)
        self->is_parted[i] = PyTuple_GET_ITEM(parted, i) == Py_True;
    if (!(self->is_asked = PyMem_Calloc((size_t)self->width + 1, 1))) return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = trees->ends[SECOND_LOOK] * trees->levels; i < trees->count * trees->levels; i++)
        self->is_asked[trees->inputs[i]] = 1;
    return 0;
}

static PyObject *Model_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *columns, *tokens, *words, *kinds, *arrays[3], *looks, *biases, *parted;
    Py_ssize_t levels;
    if (kwargs && PyDict_GET_SIZE(kwargs)) {
        PyErr_SetString(PyExc_TypeError, "Model takes no keywords");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "O!O!O!SnOOOO!O!O!", &PyTuple_Type, &columns, &PyDict_Type, &tokens,
                          &PyDict_Type, &words, &kinds, &levels, &arrays[0], &arrays[1], &arrays[2],
                          &PyTuple_Type, &looks, &PyTuple_Type, &biases, &PyTuple_Type, &parted))
        return NULL;
    Model *self = (Model *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    if (read_looks(&self->trees, looks, biases) < 0 || read_names(self) < 0 || read_kinds(self, kinds) < 0 || read_tags(self) < 0 || read_tag_numbers(self) < 0 ||
        read_types(self) < 0 || read_known_tokens(self, tokens) < 0 || read_said_words(self, words) < 0 ||
        read_columns(self, columns) < 0 || read_trees(&self->trees, arrays, levels, self->width) < 0 ||
        read_page_kinds(self, parted) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

/* ---- scores -------------------------------------------------------------------------------- */

/* Read a page and what its segments are made of. */
int measure_page(Page *page, PyObject *columns, const Segments *segments, PyObject *signals) {
    if (read_page(page, columns, segments, signals) < 0) return -1;
    return page->count && (build_skeleton(page) < 0 || measure_segments(page) < 0) ? -1 : 0;
}

/* Let what only a second look asks be 0, where there is none. */
static void clear_regions(const Scene *scene) {
    for (int column = COLUMN_score; column < COLUMN_COUNT; column++) fill(scene, column, 0);
}

static void copy_window(const Scene *scene, float *features) {
    for (Py_ssize_t row = 0; row < scene->page->known->width; row++)
        memcpy(features + row * scene->page->count + scene->from, scene->matrix + row * scene->count,
               (size_t)scene->count * sizeof(float));
}

/* Score the segments of each window: without regions it is the first look. */
static void look(Scene *scene, const Regions *regions, float *scores, float *features, Means *means) {
    const Trees *trees = &scene->page->known->trees;
    int is_filled = regions && scene->page->count <= WINDOW; /* by the first look */
    int is_last = regions || !has_look(trees, SECOND_LOOK);
    for (Py_ssize_t from = 0; from < scene->page->count; from += WINDOW) {
        if (!is_filled) {
            set_window(scene, from);
            fill_columns(scene);
        }
        if (regions) fill_regions(regions);
        else if (is_last) clear_regions(scene);
        score_segments(trees, regions ? SECOND_LOOK : FIRST_LOOK, scene->matrix, scene->count, scores + from);
        if (is_last) add_means(means, scene, scores);
        if (is_last && features) copy_window(scene, features);
    }
}

/* Return the scores of the segments of a page that is measured, NULL with an error set; *features*,
 * if there are, get a row for each column of the model, and a cell in it for each segment. */
float *score_page(Page *page, float *features) {
    Scene scene = {.page = page};
    Regions regions;
    Means means;
    float *scores = take_unset(page, page->count, sizeof(float));
    if (scores == NULL || page->count == 0) return scores;
    if (set_scene(&scene) < 0 || set_means(&means, page) < 0) return NULL;
    look(&scene, NULL, scores, features, &means);
    if (has_look(&page->known->trees, SECOND_LOOK)) {
        if (set_regions(&regions, &scene, scores) < 0) return NULL;
        scores = take_unset(page, page->count, sizeof(float));
        if (scores == NULL) return NULL;
        look(&scene, &regions, scores, features, &means);
    }
    return find_kinds(&means, page) < 0 ? NULL : scores;
}

/* Return how probable each kind of pages is; of a page without segments nothing is known. */
PyObject *list_kinds(const Page *page) {
    Py_ssize_t count = page->count ? page->known->trees.looks - KIND_LOOKS : 0;
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *kind = PyFloat_FromDouble(page->kinds[i]);
        if (kind == NULL) Py_CLEAR(list);
        else PyList_SET_ITEM(list, i, kind);
    }
    return list;
}

/* Read columns, a list of segments and signals, and measure the page. */
static int read_measured(Page *page, Segments *segments, PyObject *const *args, Py_ssize_t given) {
    if (given != 3) {
        PyErr_SetString(PyExc_TypeError, "columns, segments and signals are wanted");
        return -1;
    }
    if (read_given_segments(page->known, args[1], segments) < 0) return -1;
    return measure_page(page, args[0], segments, args[2]);
}

static PyObject *Model_features(Model *self, PyObject *const *args, Py_ssize_t given) {
    Page page = {.known = self};
    Segments segments = {0};
    int is_read = read_measured(&page, &segments, args, given) == 0;
    Py_ssize_t size = page.count * self->width * (Py_ssize_t)sizeof(float);
    PyObject *cells = is_read ? PyBytes_FromStringAndSize(NULL, size) : NULL;
    if (cells && !score_page(&page, (float *)PyBytes_AS_STRING(cells))) Py_CLEAR(cells);
    free_page(&page);
    self->api->free_segments(&segments);
    return cells;
}

static PyObject *Model_score(Model *self, PyObject *const *args, Py_ssize_t given) {
    Page page = {.known = self};
    Segments segments = {0};
    int is_read = read_measured(&page, &segments, args, given) == 0;
    float *scores = is_read ? score_page(&page, NULL) : NULL;
    PyObject *list = scores ? PyList_New(page.count) : NULL;
    for (Py_ssize_t i = 0; list && i < page.count; i++) {
        PyObject *score = PyFloat_FromDouble(scores[i]);
        if (score == NULL) Py_CLEAR(list);
        else PyList_SET_ITEM(list, i, score);
    }
    PyObject *kinds = list ? list_kinds(&page) : NULL, *both = kinds ? PyTuple_Pack(2, list, kinds) : NULL;
    Py_XDECREF(list);
    Py_XDECREF(kinds);
    free_page(&page);
    self->api->free_segments(&segments);
    return both;
}

static PyMethodDef Model_methods[] = {
    {"features", (PyCFunction)(void (*)(void))Model_features, METH_FASTCALL,
     "Return the features of a page's segments: float32, a row for each column of the model."},
    {"score", (PyCFunction)(void (*)(void))Model_score, METH_FASTCALL,
     "Return how probably each of a page's segments is content, and the page of each kind."},
    {"keep", (PyCFunction)keep_best, METH_VARARGS,
     "Return the segments of a page that are content, headings that may be (extraction.py), and its kinds."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Model_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.content._kernel.Model",
    .tp_basicsize = sizeof(Model),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A model and all that must be known to fill the columns that it reads.",
    .tp_new = Model_new,
    .tp_dealloc = (destructor)Model_dealloc,
    .tp_methods = Model_methods,
};
