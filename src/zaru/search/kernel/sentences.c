/* The sentences of pages where Arrow has them. The same in Python is zaru.io.spoken. */
#include "sentences.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

static int open_columns(Spoken *spoken, const Column *batch) {
    Column said;
    if (open_column(batch, "page", TEXT, &spoken->page) < 0 || open_column(batch, "text", TEXT, &spoken->text) < 0 ||
        open_column(batch, "span", LIST, &spoken->span) < 0 ||
        open_column(&spoken->span, NULL, INTEGER, &spoken->bound) < 0 ||
        open_column(batch, "is_content", FLAG, &spoken->is_content) < 0)
        return -1;
    if (spoken->scheme == NULL) return 0;
    if (open_column(batch, "annotations", LIST, &spoken->annotations) < 0 ||
        open_column(&spoken->annotations, NULL, STRUCT, &said) < 0 ||
        open_column(&said, "scheme", TEXT, &spoken->schemes) < 0)
        return -1;
    return open_column(&said, "text", TEXT, &spoken->answers);
}

/* Go to the next batch; return 0 when there is none. */
static int open_next(Spoken *spoken) {
    PyObject *batch = PyIter_Next(spoken->batches);
    spoken->row = spoken->rows = 0;
    if (batch == NULL) return PyErr_Occurred() ? -1 : 0;
    Column columns;
    PyObject *held = open_batch(batch, &columns);
    Py_DECREF(batch);
    if (held == NULL) return -1;
    int failed = PyList_Append(spoken->held, held) < 0 || open_columns(spoken, &columns) < 0;
    Py_DECREF(held);
    if (failed) return -1;
    spoken->rows = columns.array->length;
    return 1;
}

/* Give back the batches of the page before, but for the one that is read on. */
static int let_go(Spoken *spoken) {
    spoken->count = 0;
    Py_ssize_t size = PyList_GET_SIZE(spoken->held);
    return size < 2 ? 0 : PyList_SetSlice(spoken->held, 0, size - 1, NULL);
}

static Bytes find_answer(const Spoken *spoken, int64_t row) {
    if (spoken->scheme == NULL) return (Bytes){NULL, 0};
    size_t size = (size_t)PyBytes_GET_SIZE(spoken->scheme);
    Range said = read_range(&spoken->annotations, row);
    for (int64_t at = said.begin; at < said.end; at++) {
        Bytes scheme = read_bytes(&spoken->schemes, at);
        if (scheme.bytes && scheme.size == size &&
            memcmp(scheme.bytes, PyBytes_AS_STRING(spoken->scheme), size) == 0)
            return read_bytes(&spoken->answers, at);
    }
    return (Bytes){NULL, 0};
}

static int add_sentence(Spoken *spoken, int64_t row) {
    if (spoken->count == spoken->room) {
        Py_ssize_t room = spoken->room ? 2 * spoken->room : FIRST_ROOM;
        Sentence *items = PyMem_Realloc(spoken->items, (size_t)room * sizeof *items);
        if (items == NULL) return PyErr_NoMemory(), -1;
        spoken->items = items;
        spoken->room = room;
    }
    Range span = read_range(&spoken->span, row);
    int64_t last = span.end - span.begin > 1 ? span.begin + 1 : span.begin;
    int has_span = span.begin < span.end; /* a foreign corpus may have spans that are none */
    Bytes text = read_bytes(&spoken->text, row);
    spoken->items[spoken->count] = (Sentence){
        .text = text.bytes ? text : (Bytes){"", 0},
        .answer = find_answer(spoken, row),
        .offset = has_span ? read_integer(&spoken->bound, span.begin) : 0,
        .length = has_span ? read_integer(&spoken->bound, last) : 0,
        .number = spoken->count,
        .batch = PyList_GET_ITEM(spoken->held, PyList_GET_SIZE(spoken->held) - 1),
    };
    spoken->count++;
    return 0;
}

static int compare(const void *one, const void *other) {
    const Sentence *a = one, *b = other;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static void put_in_order(Spoken *spoken) {
    for (Py_ssize_t i = 1; i < spoken->count; i++)
        if (spoken->items[i - 1].offset > spoken->items[i].offset) {
            qsort(spoken->items, (size_t)spoken->count, sizeof *spoken->items, compare);
            return;
        }
}

int take_sentences(Spoken *spoken, Bytes id) {
    if (let_go(spoken) < 0) return -1;
    while (id.bytes) {
        if (spoken->row == spoken->rows) {
            int found = open_next(spoken);
            if (found < 0) return -1;
            if (found == 0) break;
            continue;
        }
        if (read_flag(&spoken->is_content, spoken->row)) {
            Bytes own = read_bytes(&spoken->page, spoken->row);
            if (!own.bytes || own.size != id.size || memcmp(own.bytes, id.bytes, id.size) != 0) break;
            if (add_sentence(spoken, spoken->row) < 0) return -1;
        }
        spoken->row++;
    }
    put_in_order(spoken);
    return 0;
}

void clear_spoken(Spoken *spoken) {
    Py_XDECREF(spoken->batches);
    Py_XDECREF(spoken->scheme);
    Py_XDECREF(spoken->held);
    PyMem_Free(spoken->items);
}
