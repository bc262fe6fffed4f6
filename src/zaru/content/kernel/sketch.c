/* A page in numbers: its texts as they are compared, and their places. */
#include "sketch.h"

enum { LONG_BYTES = 60, TITLE_BYTES = 6 }; /* as in sketch.py */
enum { FINAL_SIGMA = 0x3A3, DOTTED_I = 0x130 }; /* the letters whose small form is not one letter, or hangs on others */

typedef struct {
    PyObject *columns;
    Segments segments;
    Slice title;
    Written text, folded, plain; /* of one segment at a time */
    Written digests, others;     /* of all texts; of those that differ when digits do not count */
    int32_t *numbers, *letters;  /* of each segment: length and place; characters */
    PyObject *folded_rows, *title_rows;
} Sketch;

/* ---- texts as they are compared ------------------------------------------------------------ */

/* Write white space as one blank, in small letters; 0 where Python has to make them small. */
static int fold_letters(Slice text, Written *folded) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    uint8_t *out = folded->bytes;
    int is_simple = 1, is_white = 0;
    while (at < end) {
        uint32_t c = next_letter(&at);
        int was_white = is_white;
        is_white = c < 0x3001 || c > 0xA63F ? Py_UNICODE_ISSPACE(c) : 0; /* between them is none, and no letter has case */
        if (is_white) {
            if (!was_white) *out++ = ' ';
            continue;
        }
        is_simple &= c != FINAL_SIGMA && c != DOTTED_I;
        if (c < 0x80) *out++ = (uint8_t)(c >= 'A' && c <= 'Z' ? c + 32 : c);
        else if (Py_UNICODE_IS_SURROGATE(c)) *out++ = '?';
        else out += write_letter(c < 0x3001 || c > 0xA63F ? Py_UNICODE_TOLOWER(c) : c, out);
    }
    folded->size = out - folded->bytes;
    return is_simple;
}

/* Make what was collapsed small as Python does. */
static int fold_by_python(Written *folded) {
    PyObject *text = to_str((Slice){folded->bytes, folded->size});
    PyObject *small = text ? PyObject_CallMethod(text, "lower", NULL) : NULL;
    folded->size = 0;
    int failed = small == NULL || columns_api->write_str(small, folded) < 0;
    Py_XDECREF(text);
    Py_XDECREF(small);
    return failed ? -1 : 0;
}

/* Write white space as one blank and nothing else. */
static void collapse(Slice text, Written *folded) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    uint8_t *out = folded->bytes;
    while (at < end) {
        uint32_t c = next_letter(&at);
        if (!Py_UNICODE_ISSPACE(c)) out += write_letter(Py_UNICODE_IS_SURROGATE(c) ? '?' : c, out);
        else if (out == folded->bytes || out[-1] != ' ') *out++ = ' ';
    }
    folded->size = out - folded->bytes;
}

static int fold_text(Slice text, Written *folded) {
    folded->size = 0;
    if (make_room(folded, 2 * text.size + 8) < 0) return -1; /* a letter of two bytes may become one of three */
    if (fold_letters(text, folded)) return 0;
    collapse(text, folded);
    return fold_by_python(folded);
}

static int append_digest(Slice text, Written *digests) {
    if (make_room(digests, DIGEST_BYTES) < 0) return -1;
    write_digest(text.bytes, (size_t)text.size, digests->bytes + digests->size);
    digests->size += DIGEST_BYTES;
    return 0;
}

static int append_number(PyObject *list, int32_t number) {
    PyObject *value = PyLong_FromLong(number);
    int failed = value == NULL || PyList_Append(list, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

/* ---- one text ------------------------------------------------------------------------------ */

/* Note a long text that is another one when digits do not count. */
static int note_digits(Sketch *all, Slice text, int32_t number) {
    if (text.size <= LONG_BYTES) return 0;
    all->plain.size = 0;
    if (append_folded(text, &all->plain) < 0) return -1;
    Slice plain = {all->plain.bytes, all->plain.size};
    if (plain.size == text.size && memcmp(plain.bytes, text.bytes, (size_t)text.size) == 0) return 0;
    return append_digest(plain, &all->others) < 0 ? -1 : append_number(all->folded_rows, number);
}

/* Note a text that the <title> has. */
static int note_title(Sketch *all, Slice text, int32_t number) {
    if (text.size < TITLE_BYTES || text.size > all->title.size + 2) return 0;
    while (text.size > 0 && text.bytes[0] == ' ') text.bytes++, text.size--;
    while (text.size > 0 && text.bytes[text.size - 1] == ' ') text.size--;
    for (Py_ssize_t i = 0; i + text.size <= all->title.size; i++)
        if (memcmp(all->title.bytes + i, text.bytes, (size_t)text.size) == 0)
            return append_number(all->title_rows, number);
    return 0;
}

static int sketch_segment(Sketch *all, int32_t number) {
    if (columns_api->read_segment(all->columns, &all->segments, number, &all->text) < 0) return -1;
    Slice text = {all->text.bytes, all->text.size};
    if (fold_text(text, &all->folded) < 0) return -1;
    Slice folded = {all->folded.bytes, all->folded.size};
    all->letters[number] = (int32_t)count_letters(text.bytes, (size_t)text.size);
    all->numbers[2 * number] = (int32_t)folded.size;
    if (append_digest(folded, &all->digests) < 0 || note_digits(all, folded, number) < 0) return -1;
    return note_title(all, folded, number);
}

/* ---- all of it ----------------------------------------------------------------------------- */

static PyObject *to_bytes(const void *data, Py_ssize_t size) {
    return PyBytes_FromStringAndSize(size ? data : "", size);
}

/* Return the numbers of all segments as sketch.Sketch has them, but for the scores. */
static PyObject *make_sketch(Sketch *all, PyObject *make_label, Py_ssize_t limit) {
    Py_ssize_t count = all->segments.count;
    all->numbers = PyMem_Calloc((size_t)count + 1, 2 * sizeof *all->numbers);
    all->letters = PyMem_Calloc((size_t)count + 1, sizeof *all->letters);
    if (!all->numbers || !all->letters) return PyErr_NoMemory();
    for (int32_t i = 0; i < count; i++)
        if (sketch_segment(all, i) < 0) return NULL;
    PyObject *places = find_places(all->columns, &all->segments, make_label, limit, all->numbers);
    if (places == NULL) return NULL;
    return Py_BuildValue(
        "(NNNONON)", to_bytes(all->digests.bytes, all->digests.size),
        to_bytes(all->numbers, 2 * count * (Py_ssize_t)sizeof *all->numbers), places, all->folded_rows,
        to_bytes(all->others.bytes, all->others.size), all->title_rows,
        to_bytes(all->letters, count * (Py_ssize_t)sizeof *all->letters));
}

/* sketch_page(columns, block_tags, unread_tags, title, make_label, limit) */
PyObject *sketch_page(PyObject *module, PyObject *args) {
    PyObject *columns, *block_tags, *unread_tags, *title, *make_label, *result = NULL;
    Py_ssize_t limit;
    if (!PyArg_ParseTuple(args, "O!OOUOn", columns_api->type, &columns, &block_tags, &unread_tags, &title, &make_label,
                          &limit))
        return NULL;
    Written said = {NULL, 0, 0}, small = {NULL, 0, 0};
    Sketch all = {.columns = columns, .folded_rows = PyList_New(0), .title_rows = PyList_New(0)};
    if (all.folded_rows && all.title_rows && columns_api->write_str(title, &said) == 0 &&
        fold_text((Slice){said.bytes, said.size}, &small) == 0 &&
        columns_api->find_segments(columns, block_tags, unread_tags, &all.segments) == 0) {
        all.title = (Slice){small.bytes, small.size};
        result = make_sketch(&all, make_label, limit);
    }
    columns_api->free_segments(&all.segments);
    Written *written[] = {&said, &small, &all.text, &all.folded, &all.plain, &all.digests, &all.others};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) PyMem_Free(written[i]->bytes);
    PyMem_Free(all.numbers);
    PyMem_Free(all.letters);
    Py_XDECREF(all.folded_rows);
    Py_XDECREF(all.title_rows);
    return result;
}
