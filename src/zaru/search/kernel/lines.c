/* The words of sentences out of an annotator's answers.

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

/* Three texts of sentences, which have line ends between them. */
typedef struct {
    Text words, readings, places;
    int is_begun; /* the sentence has a word */
} Lines;

static int grow(Text *text, size_t size) {
    size_t room = 2 * (text->size + size) + 4096;
    char *grown = PyMem_Realloc(text->bytes, room);
    if (grown == NULL) return PyErr_NoMemory(), -1;
    text->bytes = grown;
    text->room = room;
    return 0;
}

static inline int add_bytes(Text *text, const void *bytes, size_t size) {
    if (size == 0) return 0;
    if (text->room - text->size < size && grow(text, size) < 0) return -1;
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    return 0;
}

static uint64_t stir(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

/* Two words at once, of which neither waits for the other. */
static uint64_t hash_bytes(const char *bytes, size_t size) {
    uint64_t hash = size, other = ~hash, words[2];
    for (; size >= sizeof words; size -= sizeof words, bytes += sizeof words) {
        memcpy(words, bytes, sizeof words);
        hash = stir(hash, words[0]);
        other = stir(other, words[1]);
    }
    words[0] = words[1] = 0;
    memcpy(words, bytes, size);
    return stir(stir(hash, words[0]), stir(other, words[1]));
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

static int add_word(Lines *lines, const Slot *said, int64_t begin) {
    const char *term = said->bytes + said->size;
    if (lines->is_begun && (add_bytes(&lines->words, " ", 1) < 0 || add_bytes(&lines->readings, " ", 1) < 0))
        return -1;
    lines->is_begun = 1;
    if (add_bytes(&lines->words, term, said->term_size) < 0 ||
        add_bytes(&lines->readings, term + said->term_size, said->reading_size) < 0)
        return -1;
    return add_place(&lines->places, begin) < 0 ? -1 : add_place(&lines->places, begin + said->length);
}

/* Read the lines of an answer; words follow each other, so their widths are their places. */
static int read_answer(LineReader *self, const char *answer, const char *end, Lines *lines) {
    int64_t begin = 0;
    for (;;) {
        const char *stop = answer < end ? memchr(answer, '\n', (size_t)(end - answer)) : NULL;
        size_t size = (size_t)((stop ? stop : end) - answer);
        const Slot *said = find_line(self, answer, size);
        if (said == NULL || (said->term_size && add_word(lines, said, begin) < 0)) return -1;
        if (stop == NULL) return 0;
        begin += said->width;
        answer = stop + 1;
    }
}

static int end_line(Lines *lines) {
    const uint16_t code = '\n';
    lines->is_begun = 0;
    return add_bytes(&lines->words, "\n", 1) < 0 || add_bytes(&lines->readings, "\n", 1) < 0
               ? -1
               : add_bytes(&lines->places, &code, sizeof code);
}

/* Add words and readings that Python has read. */
static int add_text(Text *text, PyObject *given) {
    Py_ssize_t size;
    const char *bytes = PyUnicode_Check(given) ? PyUnicode_AsUTF8AndSize(given, &size) : NULL;
    if (bytes) return add_bytes(text, bytes, (size_t)size);
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "words are str");
    return -1;
}

static int add_places(Text *places, PyObject *given) {
    if (!PyUnicode_Check(given) || PyUnicode_KIND(given) == PyUnicode_4BYTE_KIND) {
        PyErr_SetString(PyExc_TypeError, "places are a str of small characters");
        return -1;
    }
    for (Py_ssize_t i = 0; i < PyUnicode_GET_LENGTH(given); i++) {
        uint16_t code = (uint16_t)PyUnicode_READ_CHAR(given, i);
        if (add_bytes(places, &code, sizeof code) < 0) return -1;
    }
    return 0;
}

static int add_line(LineReader *self, PyObject *line, Lines *lines) {
    if (Py_IS_TYPE(line, &Answer_type)) {
        const Answer *answer = (const Answer *)line;
        return read_answer(self, answer->text, answer->text + answer->size, lines);
    }
    if (!PyTuple_Check(line) || PyTuple_GET_SIZE(line) != 3) {
        PyErr_SetString(PyExc_TypeError, "a line is an answer, or words, readings and places");
        return -1;
    }
    if (add_text(&lines->words, PyTuple_GET_ITEM(line, 0)) < 0) return -1;
    if (add_text(&lines->readings, PyTuple_GET_ITEM(line, 1)) < 0) return -1;
    return add_places(&lines->places, PyTuple_GET_ITEM(line, 2));
}

/* Return words, readings and places as the tuple that Python keeps. */
static PyObject *keep_lines(LineReader *self, const Lines *lines) {
    PyObject *kept = self->kept->tp_alloc(self->kept, 3);
    if (kept == NULL) return NULL;
    const Text *words = &lines->words, *readings = &lines->readings, *places = &lines->places;
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

static PyObject *LineReader_join(LineReader *self, PyObject *given) {
    PyObject *all = PySequence_Tuple(given); /* reading may run code that changes a list */
    if (all == NULL) return NULL;
    Lines lines = {0};
    int failed = 0;
    for (Py_ssize_t i = 0; !failed && i < PyTuple_GET_SIZE(all); i++)
        failed = (i > 0 && end_line(&lines) < 0) || add_line(self, PyTuple_GET_ITEM(all, i), &lines) < 0;
    PyObject *kept = failed ? NULL : keep_lines(self, &lines);
    PyMem_Free(lines.words.bytes);
    PyMem_Free(lines.readings.bytes);
    PyMem_Free(lines.places.bytes);
    Py_DECREF(all);
    return kept;
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
    {"join", (PyCFunction)LineReader_join, METH_O,
     "Return the words of answers, and of lines that were read before, a line for each."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject LineReader_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.search._kernel.LineReader",
    .tp_basicsize = sizeof(LineReader),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Reads the words of sentences out of the answers of one annotator.",
    .tp_new = LineReader_new,
    .tp_dealloc = (destructor)LineReader_dealloc,
    .tp_methods = LineReader_methods,
};
