/* Which bytes parts of a passage are, where the file says its texts as they are. corpus.sentences.passages and parts.py are
 * the reference. */
#include "columns.h"

/* A passage, and how far the bytes of one of its runs were followed. */
typedef struct {
    Columns *columns;
    PyObject *runs, *begins;  /* rows, and where their texts begin in the joined text */
    PyObject *starts, *joined; /* where stretches of the passage begin, and where they were in the joined text */
    Py_ssize_t run; /* -1: none yet */
    Slice text;
    const byte *at; /* the character of that number */
    Py_ssize_t character;
} Walk;

enum { UNKNOWN = -2 }; /* the bytes do not say the text as it is */

/* Return a number of a tuple; -1 with an error set. */
static Py_ssize_t get_number(PyObject *tuple, Py_ssize_t place) { return PyLong_AsSsize_t(PyTuple_GET_ITEM(tuple, place)); }

/* Return the place of the last number of an ascending tuple that is not more than *wanted*. */
static Py_ssize_t find_last(PyObject *tuple, Py_ssize_t wanted) {
    Py_ssize_t low = 0, high = PyTuple_GET_SIZE(tuple);
    while (low < high) {
        Py_ssize_t middle = low + (high - low) / 2;
        if (get_number(tuple, middle) <= wanted) low = middle + 1;
        else high = middle;
    }
    return low > 0 ? low - 1 : 0;
}

/* Move to a run; 0 where its bytes do not say its text as it is. */
static int enter_run(Walk *walk, Py_ssize_t run, int32_t row) {
    if (walk->run == run) return 1;
    if (!find_text((PyObject *)walk->columns, row, &walk->text)) return 0;
    walk->run = run;
    walk->at = walk->text.bytes;
    walk->character = 0;
    return 1;
}

/* Return the byte at which a character of a run begins, or ends what is before it. */
static Py_ssize_t find_byte(Walk *walk, Py_ssize_t run, Py_ssize_t character) {
    Columns *columns = walk->columns;
    Py_ssize_t row = get_number(walk->runs, run);
    if (row < 0 || row >= columns->document.count || !is_full(columns, (int32_t)row)) return UNKNOWN;
    const Node *own = columns->document.nodes + row;
    if (character == 0) return own->start;
    if (!enter_run(walk, run, (int32_t)row)) {
        PyObject *text = get_text(columns, (int32_t)row);
        if (text == NULL) return -1;
        return PyUnicode_GET_LENGTH(text) == character ? own->end : UNKNOWN;
    }
    const byte *end = walk->text.bytes + walk->text.size;
    if (character < walk->character) walk->at = walk->text.bytes, walk->character = 0;
    for (; walk->character < character && walk->at < end; walk->character++) next_letter(&walk->at);
    return walk->character == character ? own->start + (walk->at - walk->text.bytes) : UNKNOWN;
}

/* Return the byte of a character of the passage, or the one behind it. */
static Py_ssize_t find_part_place(Walk *walk, Py_ssize_t index, int is_behind) {
    Py_ssize_t stretch = find_last(walk->starts, index);
    Py_ssize_t joined = get_number(walk->joined, stretch) + index - get_number(walk->starts, stretch);
    Py_ssize_t run = find_last(walk->begins, joined);
    return find_byte(walk, run, joined - get_number(walk->begins, run) + is_behind);
}

/* Return offset and length of a part, None where they are not known. */
static PyObject *find_span_of(Walk *walk, PyObject *part) {
    if (!PyTuple_Check(part) || PyTuple_GET_SIZE(part) < 2) return PyErr_Format(PyExc_TypeError, "a part has a begin and an end");
    Py_ssize_t begin = get_number(part, 0), end = get_number(part, 1);
    if (begin < 0 || end <= begin) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a part is not empty");
        return NULL;
    }
    Py_ssize_t start = find_part_place(walk, begin, 0), stop = start < 0 ? start : find_part_place(walk, end - 1, 1);
    if (PyErr_Occurred()) return NULL;
    if (start < 0 || stop < 0) Py_RETURN_NONE;
    return Py_BuildValue("(nn)", start, stop - start);
}

/* find_part_spans(columns, runs, begins, starts, joined, parts): None where Python has to find them. */
PyObject *find_part_spans(PyObject *module, PyObject *args) {
    Walk walk = {.run = -1};
    PyObject *parts;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!O!", &Columns_type, &walk.columns, &PyTuple_Type, &walk.runs, &PyTuple_Type,
                          &walk.begins, &PyTuple_Type, &walk.starts, &PyTuple_Type, &walk.joined, &PyList_Type, &parts))
        return NULL;
    Py_ssize_t runs = PyTuple_GET_SIZE(walk.runs), stretches = PyTuple_GET_SIZE(walk.starts), count = PyList_GET_SIZE(parts);
    if (runs == 0 || stretches == 0 || PyTuple_GET_SIZE(walk.begins) != runs || PyTuple_GET_SIZE(walk.joined) != stretches)
        return PyErr_Format(PyExc_ValueError, "a passage has runs and stretches, each with its place");
    if (walk.columns->places || walk.columns->spans) Py_RETURN_NONE; /* its bytes are not those of the file */
    PyObject *found = PyList_New(count);
    for (Py_ssize_t i = 0; found && i < count; i++) {
        PyObject *span = find_span_of(&walk, PyList_GET_ITEM(parts, i));
        if (span == NULL || span == Py_None) {
            Py_DECREF(found);
            return span;
        }
        PyList_SET_ITEM(found, i, span);
    }
    return found;
}
