/* Pages of a corpus as an index keeps them, from the columns of its tables to the bytes that are kept.

   The same in Python is document.DocumentMaker.make. It is asked for what no annotator has cut: the
   rest of a block that stands in no sentence, sentences without an answer, most titles. */
#include "sentences.h"
#include "shown.h"

#include "../../text/kernel/utf8.h"

enum { LEAST_KANJI = 4, FIRST_ROOM = 64 }; /* LEAST_KANJI as MIN_COMPOUND_CHARS in document.py */

/* A line of what is kept; its words are those of an answer, or of a line that Python has cut. */
typedef struct {
    Bytes text, answer;
    PyObject *line; /* NULL for an answer; held by the reader */
    int64_t offset, length;
} Passage;

/* A block of the content, with its row among all blocks. */
typedef struct {
    Bytes text, role;
    int64_t offset, length;
} Block;

typedef struct {
    PyObject_HEAD
    LineReader *lines, *runs;
    PyObject *cut_block, *cut_title, *file;
    PyObject *batch, *held; /* of pages; a list of what Python has cut for a page */
    Column id, title, language, blocks, roles, texts, spans, bounds;
    Shown shown[MAX_SHOWN];
    int64_t shown_count, rows;
    Spoken spoken;
    Passage *passages;
    Py_ssize_t count, room;
    Lines kept;
    Text head, compounds;
    int is_busy; /* what Python cuts must not come back here */
} PageReader;

/* ---- passages --------------------------------------------------------------------------------- */

static int add_passage(PageReader *self, Passage passage) {
    if (self->count == self->room) {
        Py_ssize_t room = self->room ? 2 * self->room : FIRST_ROOM;
        Passage *passages = PyMem_Realloc(self->passages, (size_t)room * sizeof *passages);
        if (passages == NULL) return PyErr_NoMemory(), -1;
        self->passages = passages;
        self->room = room;
    }
    self->passages[self->count++] = passage;
    return 0;
}

/* Say whether sentences are the whole of their block, and each can be kept as it is. */
static int is_plain(const Block *block, const Sentence *sentences, Py_ssize_t count) {
    size_t size = 0, letters = 0;
    int is_whole = 1;
    for (Py_ssize_t i = 0; i < count; i++) {
        Bytes text = sentences[i].text;
        if (sentences[i].answer.bytes == NULL || memchr(text.bytes, '\n', text.size)) return 0;
        is_whole = is_whole && text.size <= block->text.size - size && memcmp(block->text.bytes + size, text.bytes, text.size) == 0;
        size += is_whole ? text.size : 0;
        letters += count_letters((const uint8_t *)text.bytes, text.size);
    }
    if (letters > MAX_PASSAGE_CHARS) return 0;
    return (is_whole && size == block->text.size) || (block->role.size == 5 && memcmp(block->role.bytes, "image", 5) == 0);
}

static PyObject *to_text(Bytes bytes) {
    return bytes.bytes ? PyUnicode_DecodeUTF8(bytes.bytes, (Py_ssize_t)bytes.size, NULL) : Py_NewRef(Py_None);
}

/* Return a list of texts and one of answers, None where there is none. */
static int list_sentences(const Sentence *sentences, Py_ssize_t count, PyObject **texts, PyObject **answers) {
    *texts = PyList_New(count);
    *answers = PyList_New(count);
    for (Py_ssize_t i = 0; *texts && *answers && i < count; i++) {
        Bytes said = sentences[i].answer;
        PyObject *text = to_text(sentences[i].text);
        PyObject *answer = said.bytes ? make_answer(sentences[i].batch, said.bytes, (Py_ssize_t)said.size) : Py_NewRef(Py_None);
        PyList_SET_ITEM(*texts, i, text);
        PyList_SET_ITEM(*answers, i, answer);
        if (text == NULL || answer == NULL) Py_CLEAR(*texts);
    }
    if (*texts && *answers) return 0;
    Py_CLEAR(*texts);
    Py_CLEAR(*answers);
    return -1;
}

/* Ask Python for what is kept of a block: texts, each with its line; sentences come first. */
static PyObject *cut_block(PageReader *self, const Block *block, const Sentence *sentences, Py_ssize_t count, int64_t row) {
    PyObject *texts, *answers, *cut = NULL;
    if (list_sentences(sentences, count, &texts, &answers) < 0) return NULL;
    PyObject *text = to_text(block->text), *role = to_text(block->role), *language = to_text(read_bytes(&self->language, row));
    if (text && role && language)
        cut = PyObject_CallFunctionObjArgs(self->cut_block, text, role, texts, answers, language, NULL);
    Py_XDECREF(text);
    Py_XDECREF(role);
    Py_XDECREF(language);
    Py_DECREF(texts);
    Py_DECREF(answers);
    if (cut && (!PyList_CheckExact(cut) || PyList_GET_SIZE(cut) < count)) {
        PyErr_SetString(PyExc_TypeError, "a block is cut into a list, of its sentences at least");
        Py_CLEAR(cut);
    }
    if (cut && PyList_Append(self->held, cut) < 0) Py_CLEAR(cut);
    return cut;
}

/* Add what Python keeps of a block. */
static int add_cut(PageReader *self, const Block *block, const Sentence *sentences, Py_ssize_t count, int64_t row) {
    PyObject *cut = cut_block(self, block, sentences, count, row);
    if (cut == NULL) return -1;
    int failed = 0;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(cut); i++) {
        Passage passage = {.offset = block->offset, .length = block->length};
        Py_ssize_t size;
        PyObject *pair = PyList_GET_ITEM(cut, i);
        if (i < count) passage.offset = sentences[i].offset, passage.length = sentences[i].length;
        failed = !PyTuple_Check(pair) || !PyArg_ParseTuple(pair, "s#O", &passage.text.bytes, &size, &passage.line);
        if (failed && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a passage is a text and its line");
        if (failed) break;
        passage.text.size = (size_t)size;
        failed = add_passage(self, passage) < 0;
    }
    Py_DECREF(cut); /* self->held has it */
    return failed ? -1 : 0;
}

static int add_block(PageReader *self, const Block *block, const Sentence *sentences, Py_ssize_t count, int64_t row) {
    if (!is_plain(block, sentences, count)) return add_cut(self, block, sentences, count, row);
    for (Py_ssize_t i = 0; i < count; i++) {
        const Sentence *own = sentences + i;
        Passage passage = {own->text, own->answer, NULL, own->offset, own->length};
        if (add_passage(self, passage) < 0) return -1;
    }
    return 0;
}

/* Return where a span ends; a foreign corpus may have any numbers. */
static int64_t find_end(int64_t offset, int64_t length) {
    if (length > 0 && offset > INT64_MAX - length) return INT64_MAX;
    return length < 0 && offset < INT64_MIN - length ? INT64_MIN : offset + length;
}

static Block read_block(const PageReader *self, int64_t at) {
    Range span = read_range(&self->spans, at);
    Bytes text = read_bytes(&self->texts, at);
    int64_t offset = 0, length = 0;
    if (span.end - span.begin == 2) {
        offset = read_integer(&self->bounds, span.begin);
        length = read_integer(&self->bounds, span.begin + 1);
    }
    return (Block){text.bytes ? text : (Bytes){"", 0}, read_bytes(&self->roles, at), offset, length};
}

/* Find the sentences of each block, which follow each other as blocks do. */
static int find_passages(PageReader *self, int64_t row) {
    const Sentence *sentences = self->spoken.items;
    Py_ssize_t last = 0, all = self->spoken.count;
    Range blocks = read_range(&self->blocks, row);
    for (int64_t at = blocks.begin; at < blocks.end; at++) {
        Block block = read_block(self, at);
        while (last < all && sentences[last].offset < block.offset) last++;
        Py_ssize_t first = last;
        int64_t end = find_end(block.offset, block.length);
        while (last < all && find_end(sentences[last].offset, sentences[last].length) <= end) last++;
        if (add_block(self, &block, sentences + first, last - first, row) < 0) return -1;
    }
    return 0;
}

/* ---- what is kept ------------------------------------------------------------------------------ */

static int add_passage_line(PageReader *self, const Passage *passage) {
    if (passage->line) return add_line(self->lines, passage->line, &self->kept);
    return read_answer(self->lines, passage->answer.bytes, passage->answer.size, &self->kept);
}

/* Add the words of the title; most stand in the text, too. */
static int add_title(PageReader *self, Bytes title, int64_t row) {
    for (Py_ssize_t i = 0; i < self->count; i++) {
        const Passage *passage = self->passages + i;
        if (passage->text.size == title.size && memcmp(passage->text.bytes, title.bytes, title.size) == 0)
            return add_passage_line(self, passage);
    }
    PyObject *text = to_text(title), *language = to_text(read_bytes(&self->language, row)), *line = NULL;
    if (text && language) line = PyObject_CallFunctionObjArgs(self->cut_title, text, language, NULL);
    int failed = line == NULL || add_line(self->lines, line, &self->kept) < 0;
    Py_XDECREF(text);
    Py_XDECREF(language);
    Py_XDECREF(line);
    return failed ? -1 : 0;
}

static int add_run(PageReader *self, const uint8_t *run, const uint8_t *end) {
    const Slot *pairs = find_line(self->runs, (const char *)run, (size_t)(end - run));
    if (pairs == NULL || (self->compounds.size && add_bytes(&self->compounds, " ", 1) < 0)) return -1;
    return add_bytes(&self->compounds, pairs->bytes + pairs->size, pairs->term_size);
}

/* Add the pairs of each long run of kanji; *text* is whole characters. */
static int add_compounds(PageReader *self, Bytes text) {
    const uint8_t *at = (const uint8_t *)text.bytes, *end = at + text.size, *run = at;
    int length = 0;
    while (at < end) {
        const uint8_t *begin = at;
        if (is_kanji(next_letter(&at))) {
            if (length++ == 0) run = begin;
            continue;
        }
        if (length >= LEAST_KANJI && add_run(self, run, begin) < 0) return -1;
        length = 0;
    }
    return length >= LEAST_KANJI ? add_run(self, run, end) : 0;
}

static int write_numbers(PageReader *self, int is_length) {
    Text *head = &self->head;
    int failed = add_bytes(head, "[", 1) < 0;
    for (Py_ssize_t i = 0; !failed && i < self->count; i++) {
        const Passage *passage = self->passages + i;
        failed = (i > 0 && add_bytes(head, ", ", 2) < 0) || write_integer(head, is_length ? passage->length : passage->offset) < 0;
    }
    return failed || add_bytes(head, "]", 1) < 0 ? -1 : 0;
}

/* Write a line of JSON, and a line for each passage. */
static int write_head(PageReader *self, int64_t row) {
    Text *head = &self->head;
    Py_ssize_t size;
    const char *file = PyUnicode_AsUTF8AndSize(self->file, &size);
    int failed = file == NULL || add_bytes(head, "[", 1) < 0;
    for (int64_t i = 0; !failed && i < self->shown_count; i++)
        failed = write_shown(head, &self->shown[i], row) < 0 || add_bytes(head, ", ", 2) < 0;
    if (failed || write_bytes(head, (Bytes){file, (size_t)size}) < 0 || add_bytes(head, ", ", 2) < 0) return -1;
    if (write_numbers(self, 0) < 0 || add_bytes(head, ", ", 2) < 0 || write_numbers(self, 1) < 0) return -1;
    failed = add_bytes(head, "]\n", 2) < 0;
    for (Py_ssize_t i = 0; !failed && i < self->count; i++) {
        Bytes text = self->passages[i].text;
        failed = add_bytes(head, text.bytes, text.size) < 0 || add_bytes(head, "\n", 1) < 0;
    }
    return failed ? -1 : 0;
}

/* Raise what Python says of bytes that are no UTF-8: whoever made the tables has written them. */
static int check_utf8(Bytes text) {
    if (is_utf8((const uint8_t *)text.bytes, text.size)) return 0;
    Py_XDECREF(to_text(text));
    return -1;
}

static PyObject *join_kept(const PageReader *self) {
    const Text *parts[] = {&self->kept.words, &self->kept.readings, &self->head, &self->kept.places};
    size_t size = 0;
    for (int i = 0; i < 4; i++) size += parts[i]->size;
    PyObject *data = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (data == NULL) return NULL;
    char *to = PyBytes_AS_STRING(data);
    for (int i = 0; i < 4; i++) {
        if (parts[i]->size) memcpy(to, parts[i]->bytes, parts[i]->size);
        to += parts[i]->size;
    }
    return data;
}

static PyObject *tell_page(const PageReader *self) {
    const Text *words = &self->kept.words;
    const char *end = words->size ? memchr(words->bytes, '\n', words->size) : NULL;
    Text title = {words->bytes, end ? (size_t)(end - words->bytes) : words->size, 0};
    PyObject *parts[] = {to_str(words), to_str(&self->kept.readings), to_str(&self->compounds), to_str(&title), join_kept(self)};
    int failed = 0;
    for (int i = 0; i < 5; i++) failed = failed || parts[i] == NULL;
    PyObject *told = failed ? NULL : PyTuple_Pack(5, parts[0], parts[1], parts[2], parts[3], parts[4]);
    for (int i = 0; i < 5; i++) Py_XDECREF(parts[i]);
    return told;
}

static int make_page(PageReader *self, int64_t row) {
    Text *texts[] = {&self->kept.words, &self->kept.readings, &self->kept.places, &self->head, &self->compounds};
    for (int i = 0; i < 5; i++) texts[i]->size = 0;
    self->count = 0;
    self->kept.is_begun = 0;
    if (PyList_SetSlice(self->held, 0, PyList_GET_SIZE(self->held), NULL) < 0) return -1;
    Bytes title = read_bytes(&self->title, row);
    if (title.bytes == NULL) title.bytes = "";
    if (take_sentences(&self->spoken, read_bytes(&self->id, row)) < 0 || find_passages(self, row) < 0) return -1;
    if (write_head(self, row) < 0 || check_utf8((Bytes){self->head.bytes, self->head.size}) < 0) return -1;
    if (check_utf8(title) < 0 || add_title(self, title, row) < 0 || add_compounds(self, title) < 0) return -1;
    for (Py_ssize_t i = 0; i < self->count; i++)
        if (end_line(&self->kept) < 0 || add_passage_line(self, self->passages + i) < 0 ||
            add_compounds(self, self->passages[i].text) < 0)
            return -1;
    return 0;
}

/* ---- the type --------------------------------------------------------------------------------- */

static PyObject *PageReader_make(PageReader *self, PyObject *given) {
    Py_ssize_t row = PyNumber_AsSsize_t(given, PyExc_IndexError);
    if (row == -1 && PyErr_Occurred()) return NULL;
    if (self->is_busy || row < 0 || row >= self->rows) {
        PyErr_SetString(PyExc_IndexError, self->is_busy ? "a page is being made" : "the batch has no such row");
        return NULL;
    }
    self->is_busy = 1;
    PyObject *page = make_page(self, row) < 0 ? NULL : tell_page(self);
    self->is_busy = 0;
    return page;
}

static int open_blocks(PageReader *self, const Column *batch) {
    Column block;
    if (open_column(batch, "blocks", LIST, &self->blocks) < 0 || open_column(&self->blocks, NULL, STRUCT, &block) < 0 ||
        open_column(&block, "role", TEXT, &self->roles) < 0 || open_column(&block, "text", TEXT, &self->texts) < 0 ||
        open_column(&block, "span", LIST, &self->spans) < 0)
        return -1;
    return open_column(&self->spans, NULL, INTEGER, &self->bounds);
}

static int open_pages(PageReader *self, const Column *batch, PyObject *names) {
    if (open_column(batch, "id", TEXT, &self->id) < 0 || open_column(batch, "title", TEXT, &self->title) < 0 ||
        open_column(batch, "language", TEXT, &self->language) < 0 || open_blocks(self, batch) < 0)
        return -1;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
        const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, i));
        if (name == NULL || open_shown(batch, name, &self->shown[i]) < 0) return -1;
    }
    self->shown_count = PyTuple_GET_SIZE(names);
    self->rows = batch->array->length;
    return 0;
}

static PyObject *PageReader_open(PageReader *self, PyObject *args) {
    PyObject *batch, *names;
    if (!PyArg_ParseTuple(args, "OO!", &batch, &PyTuple_Type, &names)) return NULL;
    if (self->is_busy || PyTuple_GET_SIZE(names) > MAX_SHOWN) {
        PyErr_SetString(PyExc_ValueError, self->is_busy ? "a page is being made" : "too many columns are shown");
        return NULL;
    }
    Column columns;
    self->rows = 0;
    Py_XSETREF(self->batch, open_batch(batch, &columns));
    if (self->batch == NULL || open_pages(self, &columns, names) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *PageReader_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *lines, *runs, *cut_block, *cut_title, *file, *sentences, *scheme;
    if (keywords != NULL) return PyErr_SetString(PyExc_TypeError, "a reader takes no keywords"), NULL;
    if (!PyArg_ParseTuple(args, "O!O!OOUOO", &LineReader_type, &lines, &LineReader_type, &runs, &cut_block, &cut_title, &file,
                          &sentences, &scheme))
        return NULL;
    if (!PyIter_Check(sentences) || (scheme != Py_None && !PyBytes_Check(scheme)))
        return PyErr_SetString(PyExc_TypeError, "sentences are an iterator, a scheme is bytes"), NULL;
    PageReader *self = (PageReader *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    self->lines = (LineReader *)Py_NewRef(lines);
    self->runs = (LineReader *)Py_NewRef(runs);
    self->cut_block = Py_NewRef(cut_block);
    self->cut_title = Py_NewRef(cut_title);
    self->file = Py_NewRef(file);
    self->spoken.batches = Py_NewRef(sentences);
    self->spoken.scheme = scheme == Py_None ? NULL : Py_NewRef(scheme);
    self->spoken.held = PyList_New(0);
    self->held = PyList_New(0);
    if (self->spoken.held == NULL || self->held == NULL) Py_CLEAR(self);
    return (PyObject *)self;
}

static void PageReader_dealloc(PageReader *self) {
    PyObject *owned[] = {(PyObject *)self->lines, (PyObject *)self->runs, self->cut_block, self->cut_title, self->file, self->batch, self->held};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) Py_XDECREF(owned[i]);
    clear_spoken(&self->spoken);
    clear_lines(&self->kept);
    PyMem_Free(self->passages);
    PyMem_Free(self->head.bytes);
    PyMem_Free(self->compounds.bytes);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef PageReader_methods[] = {
    {"open", (PyCFunction)PageReader_open, METH_VARARGS, "Go to a batch of pages; the columns of these names are shown."},
    {"make", (PyCFunction)PageReader_make, METH_O,
     "Return words, readings, compounds and title of the page in a row, and the bytes that are kept of it. Rows follow each other."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject PageReader_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "zaru.search._kernel.PageReader",
    .tp_basicsize = sizeof(PageReader),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Reads the pages of one file of a corpus as an index keeps them.",
    .tp_new = PageReader_new,
    .tp_dealloc = (destructor)PageReader_dealloc,
    .tp_methods = PageReader_methods,
};
