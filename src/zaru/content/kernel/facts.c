/* What `Features` is told of all pages: constants, words and columns, as features.kernel_facts has
 * them. */
#include "kernel.h"

#include <stddef.h>

static const char *const COLUMN_NAMES[] = {
#define COLUMN(id, name) name,
    COLUMNS(COLUMN)
#undef COLUMN
};

static const struct {
    const char *name;
    size_t offset;
} NUMBER_FIELDS[] = {
#define NUMBER(name) {#name, offsetof(Numbers, name)},
    NUMBERS(NUMBER)
#undef NUMBER
};

/* ---- constants ----------------------------------------------------------------------------- */

/* Return a borrowed entry of a dict; NULL with an error set. */
static PyObject *get_entry(PyObject *dict, const char *name) {
    PyObject *entry = PyDict_GetItemString(dict, name);
    if (entry == NULL) PyErr_Format(PyExc_ValueError, "the kernel is not given %s", name);
    return entry;
}

static PyObject *get_dict(PyObject *facts, const char *name) {
    PyObject *dict = get_entry(facts, name);
    if (dict == NULL || PyDict_CheckExact(dict)) return dict;
    PyErr_Format(PyExc_TypeError, "%s is a dict", name);
    return NULL;
}

static int read_numbers(Features *self, PyObject *facts) {
    PyObject *numbers = get_dict(facts, "numbers");
    for (size_t i = 0; numbers && i < sizeof NUMBER_FIELDS / sizeof *NUMBER_FIELDS; i++) {
        PyObject *number = get_entry(numbers, NUMBER_FIELDS[i].name);
        if (number == NULL) return -1;
        double value = PyFloat_AsDouble(number);
        if (value == -1 && PyErr_Occurred()) return -1;
        if (!(value >= 0 && value < INT32_MAX)) {
            PyErr_Format(PyExc_ValueError, "%s is out of range", NUMBER_FIELDS[i].name);
            return -1;
        }
        memcpy((char *)&self->numbers + NUMBER_FIELDS[i].offset, &value, sizeof value);
    }
    if (numbers == NULL) return -1;
    const Numbers *n = &self->numbers;
    if (n->levels == LEVELS && n->max_value_chars <= MAX_WORD && n->upper < KINDS &&
        n->cjk < KINDS && n->digit < KINDS && n->stop < KINDS && n->comma < KINDS &&
        n->symbol < KINDS)
        return 0;
    PyErr_SetString(PyExc_ValueError, "the kernel is not made for these numbers");
    return -1;
}

static int read_kinds(Features *self, PyObject *facts) {
    PyObject *kinds = get_entry(facts, "kinds");
    Py_buffer buffer;
    if (kinds == NULL || PyObject_GetBuffer(kinds, &buffer, PyBUF_SIMPLE) < 0) return -1;
    int is_right = buffer.len == PLANE;
    for (Py_ssize_t i = 0; is_right && i < PLANE; i++)
        is_right = ((const uint8_t *)buffer.buf)[i] < KINDS;
    if (is_right && (self->kinds = PyMem_Malloc(PLANE))) memcpy(self->kinds, buffer.buf, PLANE);
    PyBuffer_Release(&buffer);
    if (!is_right) PyErr_SetString(PyExc_ValueError, "kinds has a small number for each character");
    if (is_right && self->kinds == NULL) PyErr_NoMemory();
    return self->kinds ? 0 : -1;
}

static int read_weights(Features *self, PyObject *facts) {
    PyObject *weights = get_entry(facts, "weights");
    Py_buffer buffer;
    if (weights == NULL || PyObject_GetBuffer(weights, &buffer, PyBUF_SIMPLE | PyBUF_FORMAT) < 0)
        return -1;
    int is_right = buffer.format && strcmp(buffer.format, "f") == 0 && buffer.len <= KINDS * 4;
    for (Py_ssize_t i = 0; is_right && i < buffer.len / 4; i++)
        self->weights[i] = ((const float *)buffer.buf)[i];
    PyBuffer_Release(&buffer);
    if (!is_right) PyErr_SetString(PyExc_ValueError, "weights are float32, one for each kind");
    return is_right ? 0 : -1;
}

/* ---- words --------------------------------------------------------------------------------- */

static int get_whole(PyObject *dict, PyObject *key, int64_t *number) {
    PyObject *value = PyDict_GetItemWithError(dict, key);
    if (value == NULL) return PyErr_Occurred() ? -1 : 0;
    *number = PyLong_AsLongLong(value);
    return *number == -1 && PyErr_Occurred() ? -1 : 0;
}

static PyObject *word_at(const Words *words, int32_t number) {
    return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, words->letters + words->starts[number],
                                     words->starts[number + 1] - words->starts[number]);
}

static int read_tag(Tag *tag, PyObject *word, PyObject *const *dicts) {
    int64_t heading = 0, kind = 0;
    if (get_whole(dicts[0], word, &tag->flag) < 0 || get_whole(dicts[1], word, &heading) < 0 ||
        get_whole(dicts[2], word, &kind) < 0)
        return -1;
    tag->heading = (int)heading;
    tag->block_kind = (int)kind;
    return 0;
}

static int read_token(Token *token, PyObject *word, PyObject *const *dicts) {
    PyObject *score = PyDict_GetItemWithError(dicts[0], word);
    if (score == NULL && PyErr_Occurred()) return -1;
    token->is_token = score != NULL;
    token->score = score ? PyFloat_AsDouble(score) : 0;
    if (token->score == -1 && PyErr_Occurred()) return -1;
    return get_whole(dicts[1], word, &token->mark);
}

static int read_tags(Features *self, PyObject *facts) {
    PyObject *text = get_entry(facts, "text_tag");
    const char *names[NAMED_TAGS + 1] = {
        [LINK_TAG] = "a",      [TIME_TAG] = "time",   [ARTICLE_TAG] = "article",
        [IMAGE_TAG] = "img",   [INPUT_TAG] = "input", [HIDDEN_TAG] = "hidden",
    };
    PyObject *dicts[3];
    if (text == NULL || !(names[TEXT_TAG] = PyUnicode_AsUTF8(text))) return -1;
    if (!(dicts[0] = get_dict(facts, "flags")) || !(dicts[1] = get_dict(facts, "headings")) ||
        !(dicts[2] = get_dict(facts, "block_kinds")))
        return -1;
    if (make_words(&self->tag_words, dicts, 3, names) < 0) return -1;
    self->tags = PyMem_Calloc((size_t)self->tag_words.size + 1, sizeof(Tag));
    if (self->tags == NULL) return PyErr_NoMemory(), -1;
    for (int32_t i = 0; i < self->tag_words.size; i++) {
        PyObject *word = word_at(&self->tag_words, i);
        int failed = word == NULL || read_tag(&self->tags[i], word, dicts) < 0;
        Py_XDECREF(word);
        if (failed) return -1;
    }
    return 0;
}

static int read_known_tokens(Features *self, PyObject *tokens, PyObject *facts) {
    PyObject *dicts[2] = {tokens, get_dict(facts, "marks")};
    if (dicts[1] == NULL || make_words(&self->token_words, dicts, 2, NULL) < 0) return -1;
    self->tokens = PyMem_Calloc((size_t)self->token_words.size + 1, sizeof(Token));
    if (self->tokens == NULL) return PyErr_NoMemory(), -1;
    for (int32_t i = 0; i < self->token_words.size; i++) {
        PyObject *word = word_at(&self->token_words, i);
        int failed = word == NULL || read_token(&self->tokens[i], word, dicts) < 0;
        Py_XDECREF(word);
        if (failed) return -1;
    }
    return 0;
}

/* ---- columns ------------------------------------------------------------------------------- */

/* Take the row of a column out of *rows*, so that what is left is unknown; -1 when not asked for,
 * -2 with an error set. */
static int take_row(PyObject *rows, PyObject *name) {
    PyObject *row = PyUnicode_CheckExact(name) ? PyDict_GetItemWithError(rows, name) : NULL;
    if (row == NULL) return PyErr_Occurred() ? -2 : -1;
    int number = (int)PyLong_AsLong(row);
    return PyDict_DelItem(rows, name) < 0 ? -2 : number;
}

static int read_bit_columns(PyObject *rows, PyObject *bits, BitColumn **columns,
                            Py_ssize_t *count) {
    PyObject *name, *bit;
    if (bits == NULL) return -1;
    if (!(*columns = PyMem_Calloc((size_t)PyDict_GET_SIZE(bits) + 1, sizeof(BitColumn))))
        return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; PyDict_Next(bits, &i, &name, &bit); ++*count) {
        BitColumn *column = *columns + *count;
        if ((column->row = take_row(rows, name)) == -2) return -1;
        column->bit = PyLong_AsLongLong(bit);
        if (column->bit == -1 && PyErr_Occurred()) return -1;
    }
    return 0;
}

static int read_set_columns(Features *self, PyObject *rows, PyObject *types) {
    PyObject *name, *names;
    if (types == NULL) return -1;
    if (!(self->types = PyMem_Calloc((size_t)PyDict_GET_SIZE(types) + 1, sizeof(SetColumn))))
        return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; PyDict_Next(types, &i, &name, &names);) {
        SetColumn *column = self->types + self->type_count;
        if ((column->row = take_row(rows, name)) == -2) return -1;
        column->names = Py_NewRef(names);
        self->type_count++;
    }
    return 0;
}

static int read_columns(Features *self, PyObject *rows, PyObject *facts) {
    for (int i = 0; i < COLUMN_COUNT; i++) {
        PyObject *name = PyUnicode_FromString(COLUMN_NAMES[i]);
        self->rows[i] = name ? take_row(rows, name) : -2;
        Py_XDECREF(name);
        if (self->rows[i] == -2) return -1;
    }
    if (read_bit_columns(rows, get_dict(facts, "bits"), &self->bits, &self->bit_count) < 0 ||
        read_bit_columns(rows, get_dict(facts, "shares"), &self->shares, &self->share_count) < 0 ||
        read_set_columns(self, rows, get_dict(facts, "types")) < 0)
        return -1;
    if (PyDict_GET_SIZE(rows) == 0) return 0;
    PyErr_Format(PyExc_ValueError, "the kernel does not know the columns of %R", rows);
    return -1;
}

/* Return the numbers of the columns by name; each name may stand there once. */
static PyObject *number_columns(PyObject *columns) {
    PyObject *rows = PyDict_New();
    for (Py_ssize_t i = 0; rows && i < PyTuple_GET_SIZE(columns); i++) {
        PyObject *name = PyTuple_GET_ITEM(columns, i), *number = PyLong_FromSsize_t(i);
        int is_name = PyUnicode_CheckExact(name);
        if (!is_name) PyErr_SetString(PyExc_TypeError, "a column's name is a str");
        if (!is_name || !number || PyDict_SetItem(rows, name, number) < 0) Py_CLEAR(rows);
        Py_XDECREF(number);
    }
    if (rows && PyDict_GET_SIZE(rows) != PyTuple_GET_SIZE(columns)) {
        PyErr_SetString(PyExc_ValueError, "a column stands there twice");
        Py_CLEAR(rows);
    }
    return rows;
}

/* ---- all ----------------------------------------------------------------------------------- */

int read_all_facts(Features *self, PyObject *columns, PyObject *tokens, PyObject *facts) {
    PyObject *secret = PyUnicode_FromString("zaru"); /* its hash differs from run to run */
    self->seed = secret ? (uint64_t)PyObject_Hash(secret) : 0;
    Py_XDECREF(secret);
    self->width = PyTuple_GET_SIZE(columns);
    self->row_name = PyUnicode_InternFromString("row");
    self->rows_name = PyUnicode_InternFromString("rows");
    if (secret == NULL || self->row_name == NULL || self->rows_name == NULL) return -1;
    if (read_numbers(self, facts) < 0 || read_kinds(self, facts) < 0 ||
        read_weights(self, facts) < 0 || read_tags(self, facts) < 0 ||
        read_known_tokens(self, tokens, facts) < 0)
        return -1;
    PyObject *rows = number_columns(columns);
    int failed = rows == NULL || read_columns(self, rows, facts) < 0;
    Py_XDECREF(rows);
    return failed ? -1 : 0;
}
