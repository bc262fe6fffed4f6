/* What the files of zaru.search._kernel have of each other. */
#ifndef ZARU_SEARCH_KERNEL_H
#define ZARU_SEARCH_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

enum { MAX_PASSAGE_CHARS = 20000 }; /* as in kept_line.py */

/* What an annotator says of one sentence, among the bytes of its column. */
typedef struct {
    PyObject_HEAD
    PyObject *column;
    const char *text;
    Py_ssize_t size;
} Answer;

/* Bytes that grow; all zero is an empty one. */
typedef struct {
    char *bytes;
    size_t size, room;
} Text;

int grow(Text *text, size_t size);
PyObject *to_str(const Text *text);

static inline int add_bytes(Text *text, const void *bytes, size_t size) {
    if (size == 0) return 0;
    if (text->room - text->size < size && grow(text, size) < 0) return -1;
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    return 0;
}

/* Words, readings and places of passages, which have line ends between them. */
typedef struct {
    Text words, readings, places;
    int is_begun; /* the passage has a word */
} Lines;

/* What Python has said of some bytes. */
typedef struct {
    uint64_t hash;
    char *bytes; /* they, term and reading, one behind the other; NULL when nothing is known */
    size_t size, term_size, reading_size;
    int64_t width, length;
} Slot;

typedef struct LineReader LineReader;

/* Return what is known of a line; Python is asked when it stands in no slot. */
const Slot *find_line(LineReader *self, const char *line, size_t size);
/* Add the words of an answer; they follow each other, so their widths are their places. */
int read_answer(LineReader *self, const char *answer, size_t size, Lines *lines);
/* Add an answer, or a tuple of words, readings and places. */
int add_line(LineReader *self, PyObject *line, Lines *lines);
int end_line(Lines *lines);
void clear_lines(Lines *lines);

/* Say whether a character is one of KANJI in zaru/text/japanese.py; a test compares them on all. */
static inline int is_kanji(uint32_t c) {
    if (c < 0x3005) return 0;
    return (c >= 0x4E00 && c <= 0x9FFF) || c <= 0x3007 || (c >= 0x3038 && c <= 0x303B) ||
           (c >= 0x3400 && c <= 0x4DBF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0x3300 && c <= 0x3357) || (c >= 0x337B && c <= 0x337F) ||
           (c >= 0x20000 && c <= 0x323AF);
}
/* Return an answer, whose bytes *column* keeps. */
PyObject *make_answer(PyObject *column, const char *text, Py_ssize_t size);

extern PyTypeObject Answers_type, Answer_type, LineReader_type, PageReader_type;

/* Of Python: the answers of a column. */
PyObject *list_answers(PyObject *module, PyObject *args);
/* Of Python: the bytes of a block of LZ4, and how many they are. */
PyObject *inflate_block(PyObject *module, PyObject *args);
/* Of Python: the runs of so many or more kanji in a text. */
PyObject *find_runs(PyObject *module, PyObject *args);

#endif
