/* The words of sentences out of an annotator's answers.

   An answer has a line for each word, and most lines were seen before: what Python said of a line
   is kept in a slot of a table of fixed size, where another line may take its place. The same in
   Python is annotated_words.read_annotation. */
#include "kernel.h"

#include "../../text/kernel/utf8.h"

enum {
    SLOTS = 1 << 15, /* some 250 bytes each when all are taken */
    PLACE_BASE = 32, /* as in kept_line.py */
};

struct LineReader {
    PyObject_HEAD
    PyObject *read_line; /* says width, length, term and reading of a line */
    PyTypeObject *kept;  /* a tuple of three str */
    Slot *slots;
};

int grow(Text *text, size_t size) {
    if (size > SIZE_MAX / 4 || text->size > SIZE_MAX / 4) return PyErr_NoMemory(), -1;
    size_t room = 2 * (text->size + size) + 4096;
    char *grown = PyMem_Realloc(text->bytes, room);
    if (grown == NULL) return PyErr_NoMemory(), -1;
    text->bytes = grown;
    text->room = room;
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

const Slot *find_line(LineReader *self, const char *line, size_t size) {
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
    uint8_t letter[4];
    uint32_t code = PLACE_BASE + (uint32_t)(place < MAX_PASSAGE_CHARS ? place : MAX_PASSAGE_CHARS);
    letter[0] = (uint8_t)code; /* of most sentences: they are short */
    return add_bytes(places, letter, code < 0x80 ? 1 : (size_t)write_letter(code, letter));
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

int read_answer(LineReader *self, const char *answer, size_t size, Lines *lines) {
    const char *end = answer + size;
    int64_t begin = 0;
    for (;;) {
        const char *stop = answer < end ? memchr(answer, '\n', (size_t)(end - answer)) : NULL;
        const Slot *said = find_line(self, answer, (size_t)((stop ? stop : end) - answer));
        if (said == NULL || (said->term_size && add_word(lines, said, begin) < 0)) return -1;
        if (stop == NULL) return 0;
        begin += said->width;
        answer = stop + 1;
    }
}

int end_line(Lines *lines) {
    lines->is_begun = 0;
    if (add_bytes(&lines->words, "\n", 1) < 0 || add_bytes(&lines->readings, "\n", 1) < 0) return -1;
    return add_bytes(&lines->places, "\n", 1);
}

/* Add what Python has read. */
static int add_text(Text *text, PyObject *given) {
    Py_ssize_t size;
    const char *bytes = PyUnicode_Check(given) ? PyUnicode_AsUTF8AndSize(given, &size) : NULL;
    if (bytes) return add_bytes(text, bytes, (size_t)size);
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "words and places are str");
    return -1;
}

int add_line(LineReader *self, PyObject *line, Lines *lines) {
    if (Py_IS_TYPE(line, &Answer_type)) {
        const Answer *answer = (const Answer *)line;
        return read_answer(self, answer->text, (size_t)answer->size, lines);
    }
    if (!PyTuple_Check(line) || PyTuple_GET_SIZE(line) != 3) {
        PyErr_SetString(PyExc_TypeError, "a line is an answer, or words, readings and places");
        return -1;
    }
    if (add_text(&lines->words, PyTuple_GET_ITEM(line, 0)) < 0) return -1;
    if (add_text(&lines->readings, PyTuple_GET_ITEM(line, 1)) < 0) return -1;
    return add_text(&lines->places, PyTuple_GET_ITEM(line, 2));
}

PyObject *to_str(const Text *text) { return PyUnicode_DecodeUTF8(text->bytes, (Py_ssize_t)text->size, NULL); }

void clear_lines(Lines *lines) {
    PyMem_Free(lines->words.bytes);
    PyMem_Free(lines->readings.bytes);
    PyMem_Free(lines->places.bytes);
}

/* Return words, readings and places as the tuple that Python keeps. */
static PyObject *keep_lines(LineReader *self, const Lines *lines) {
    PyObject *kept = self->kept->tp_alloc(self->kept, 3);
    if (kept == NULL) return NULL;
    PyObject *texts[] = {to_str(&lines->words), to_str(&lines->readings), to_str(&lines->places)};
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
    clear_lines(&lines);
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
