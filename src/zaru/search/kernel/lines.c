/* The module zaru.search._kernel: the words of sentences out of an annotator's answers.

   An answer has a line for each word, and most lines were seen before: what Python said of a line
   is kept in a slot of a table of fixed size, where another line may take its place. The same in
   Python is annotated_words.read_annotation. */
#include "kernel.h"

#include <stdint.h>
#include <string.h>

enum {
    SLOTS = 1 << 15, /* some 250 bytes each when all are taken */
    /* As in kept_line.py. */
    MAX_PASSAGE_CHARS = 20000,
    PLACE_BASE = 32,
};

typedef struct {
    uint64_t hash;
    char *bytes; /* line, term and reading, one behind the other; NULL when it is free */
    size_t size, term_size, reading_size;
    int64_t width, length;
} Slot;

typedef struct {
    PyObject_HEAD
    PyObject *read_line; /* says width, length, term and reading of a line */
    PyTypeObject *kept;  /* a tuple of three str */
    Slot *slots;
} LineReader;

typedef struct {
    char *bytes;
    size_t size, room;
} Text;

/* Three texts of one sentence. */
typedef struct {
    Text words, readings, places;
} Line;

static int add_bytes(Text *text, const void *bytes, size_t size) {
    if (size == 0) return 0;
    if (text->room - text->size < size) {
        size_t room = 2 * (text->size + size) + 256;
        char *grown = PyMem_Realloc(text->bytes, room);
        if (grown == NULL) return PyErr_NoMemory(), -1;
        text->bytes = grown;
        text->room = room;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    return 0;
}

static uint64_t hash_bytes(const char *bytes, size_t size) {
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    uint64_t hash = size * factor, word;
    for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * factor;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, bytes, size);
    hash = (hash ^ word) * factor;
    return hash ^ hash >> 32;
}

/* ---- what is known of a line ------------------------------------------------------------------ */

/* Keep what *said*, a tuple of Python's, says of a line. */
static int fill_slot(Slot *slot, uint64_t hash, const char *line, size_t size, PyObject *said) {
    Py_ssize_t term_size, reading_size;
    const char *term, *reading;
    long long width, length;
    if (!PyTuple_Check(said) ||
        !PyArg_ParseTuple(said, "LLs#s#", &width, &length, &term, &term_size, &reading,
                          &reading_size)) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a line is said in a tuple");
        return -1;
    }
    char *bytes = PyMem_Malloc(size + (size_t)term_size + (size_t)reading_size + 1);
    if (bytes == NULL) return PyErr_NoMemory(), -1;
    memcpy(bytes, line, size);
    memcpy(bytes + size, term, (size_t)term_size);
    memcpy(bytes + size + term_size, reading, (size_t)reading_size);
    PyMem_Free(slot->bytes);
    *slot = (Slot){hash, bytes, size, (size_t)term_size, (size_t)reading_size, width, length};
    return 0;
}

/* Return what is known of a line; Python is asked when it stands in no slot. */
static const Slot *find_line(LineReader *self, const char *line, size_t size) {
    uint64_t hash = hash_bytes(line, size);
    Slot *slot = self->slots + (hash & (SLOTS - 1));
    if (slot->bytes && slot->hash == hash && slot->size == size &&
        memcmp(slot->bytes, line, size) == 0)
        return slot;
    PyObject *text = PyUnicode_DecodeUTF8(line, (Py_ssize_t)size, NULL);
    PyObject *said = text ? PyObject_CallOneArg(self->read_line, text) : NULL;
    int failed = said == NULL || fill_slot(slot, hash, line, size, said) < 0;
    Py_XDECREF(text);
    Py_XDECREF(said);
    return failed ? NULL : slot;
}

/* ---- sentences -------------------------------------------------------------------------------- */

static int add_place(Text *places, int64_t place) {
    uint16_t code = (uint16_t)(PLACE_BASE + (place < MAX_PASSAGE_CHARS ? place : MAX_PASSAGE_CHARS));
    return add_bytes(places, &code, sizeof code);
}

static int add_word(Line *line, const Slot *said, int64_t begin) {
    const char *term = said->bytes + said->size;
    if (line->places.size && (add_bytes(&line->words, " ", 1) < 0 ||
                              add_bytes(&line->readings, " ", 1) < 0))
        return -1;
    if (add_bytes(&line->words, term, said->term_size) < 0 ||
        add_bytes(&line->readings, term + said->term_size, said->reading_size) < 0)
        return -1;
    return add_place(&line->places, begin) < 0 ? -1 : add_place(&line->places, begin + said->length);
}

/* Read the lines of an answer; words follow each other, so their widths are their places. */
static int read_answer(LineReader *self, const char *answer, const char *end, Line *line) {
    line->words.size = line->readings.size = line->places.size = 0;
    int64_t begin = 0;
    for (;;) {
        const char *stop = answer < end ? memchr(answer, '\n', (size_t)(end - answer)) : NULL;
        size_t size = (size_t)((stop ? stop : end) - answer);
        const Slot *said = find_line(self, answer, size);
        if (said == NULL || (said->term_size && add_word(line, said, begin) < 0)) return -1;
        if (stop == NULL) return 0;
        begin += said->width;
        answer = stop + 1;
    }
}

/* Return words, readings and places as the tuple that Python keeps. */
static PyObject *keep_line(LineReader *self, const Line *line) {
    PyObject *kept = self->kept->tp_alloc(self->kept, 3);
    if (kept == NULL) return NULL;
    const Text *words = &line->words, *readings = &line->readings, *places = &line->places;
    Py_ssize_t codes = (Py_ssize_t)(places->size / sizeof(uint16_t));
    PyObject *texts[] = {
        PyUnicode_DecodeUTF8(words->bytes, (Py_ssize_t)words->size, NULL),
        PyUnicode_DecodeUTF8(readings->bytes, (Py_ssize_t)readings->size, NULL),
        PyUnicode_FromKindAndData(PyUnicode_2BYTE_KIND, places->bytes, codes),
    };
    for (int i = 0; i < 3; i++) PyTuple_SET_ITEM(kept, i, texts[i]);
    if (!texts[0] || !texts[1] || !texts[2]) Py_CLEAR(kept);
    return kept;
}

/* A column of answers as Arrow has it. */
typedef struct {
    Py_buffer data, offsets, validity; /* validity has no bytes when every answer is there */
    Py_ssize_t first, count;
} Column;

static int is_there(const Column *column, Py_ssize_t row) {
    const uint8_t *bits = column->validity.buf;
    return column->validity.len == 0 || (bits[row >> 3] >> (row & 7) & 1);
}

static PyObject *read_row(LineReader *self, const Column *column, Py_ssize_t row, Line *line) {
    if (!is_there(column, row)) return Py_NewRef(Py_None);
    const int32_t *offsets = (const int32_t *)column->offsets.buf + row;
    if (offsets[0] < 0 || offsets[0] > offsets[1] || offsets[1] > column->data.len) {
        PyErr_SetString(PyExc_ValueError, "an answer stands outside of its column");
        return NULL;
    }
    const char *data = column->data.buf;
    int failed = read_answer(self, data + offsets[0], data + offsets[1], line) < 0;
    return failed ? NULL : keep_line(self, line);
}

static PyObject *read_column(LineReader *self, const Column *column) {
    Py_ssize_t last = column->first + column->count;
    Py_ssize_t bits = 8 * column->validity.len;
    if (column->first < 0 || column->count < 0 || (bits && bits < last) ||
        (column->count && column->offsets.len / (Py_ssize_t)sizeof(int32_t) <= last)) {
        PyErr_SetString(PyExc_ValueError, "a column is shorter than it says");
        return NULL;
    }
    PyObject *list = PyList_New(column->count);
    Line line = {0};
    for (Py_ssize_t i = 0; list && i < column->count; i++) {
        PyObject *kept = read_row(self, column, column->first + i, &line);
        if (kept == NULL) Py_CLEAR(list);
        else PyList_SET_ITEM(list, i, kept);
    }
    PyMem_Free(line.words.bytes);
    PyMem_Free(line.readings.bytes);
    PyMem_Free(line.places.bytes);
    return list;
}

static PyObject *LineReader_read(LineReader *self, PyObject *args) {
    Column column;
    if (!PyArg_ParseTuple(args, "y*y*y*nn", &column.data, &column.offsets, &column.validity,
                          &column.first, &column.count))
        return NULL;
    PyObject *list = read_column(self, &column);
    PyBuffer_Release(&column.data);
    PyBuffer_Release(&column.offsets);
    PyBuffer_Release(&column.validity);
    return list;
}

/* ---- the type --------------------------------------------------------------------------------- */

static PyObject *LineReader_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *read_line;
    PyTypeObject *kept;
    if (!PyArg_ParseTuple(args, "OO!", &read_line, &PyType_Type, &kept)) return NULL;
    if (keywords != NULL || !PyType_IsSubtype(kept, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "what reads a line, and a kind of tuple, are wanted");
        return NULL;
    }
    LineReader *self = (LineReader *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    self->read_line = Py_NewRef(read_line);
    self->kept = (PyTypeObject *)Py_NewRef((PyObject *)kept);
    self->slots = PyMem_Calloc(SLOTS, sizeof(Slot));
    if (self->slots == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void LineReader_dealloc(LineReader *self) {
    for (size_t i = 0; self->slots && i < SLOTS; i++) PyMem_Free(self->slots[i].bytes);
    PyMem_Free(self->slots);
    Py_XDECREF(self->read_line);
    Py_XDECREF(self->kept);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef LineReader_methods[] = {
    {"read", (PyCFunction)LineReader_read, METH_VARARGS,
     "Return the words of each answer of a column, None where there is no answer."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject LineReader_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.search._kernel.LineReader",
    .tp_basicsize = sizeof(LineReader),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Reads the words of sentences out of the answers of one annotator.",
    .tp_new = LineReader_new,
    .tp_dealloc = (destructor)LineReader_dealloc,
    .tp_methods = LineReader_methods,
};

static PyMethodDef functions[] = {
    {"find_runs", find_runs, METH_VARARGS,
     "Return the runs of so many or more kanji in a text."},
    {"inflate_block", inflate_block, METH_VARARGS,
     "Return the bytes of a block of LZ4; raises ValueError unless they are just so many."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "zaru.search._kernel",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddType(module, &LineReader_type) < 0) Py_CLEAR(module);
    return module;
}
