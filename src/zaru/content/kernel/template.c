/* The classes, ids and addresses of a page as numbers: template.read_template. */
#include "sketch.h"

enum { RECENT = 1024 };

static const AttributeName NAMING[] = {ATTRIBUTE_NAME("class"), ATTRIBUTE_NAME("id")};
static const AttributeName LEADING[] = {ATTRIBUTE_NAME("href"), ATTRIBUTE_NAME("src")};

typedef struct {
    PyObject *columns, *number_names;
    PyObject *found;         /* a frozenset that nobody has seen yet */
    uint32_t recent[RECENT]; /* numbers that are in it */
    Marks marks;
    Written word;
} Numbering;

/* ---- zlib.crc32: https://www.rfc-editor.org/rfc/rfc1952#section-8 ---------------------------- */

static uint32_t crc_table[256];

static void fill_crc_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        crc_table[i] = c;
    }
}

static uint32_t crc32_of(Slice text) {
    uint32_t crc = 0xFFFFFFFFu;
    for (Py_ssize_t i = 0; i < text.size; i++) crc = crc_table[(crc ^ text.bytes[i]) & 0xFF] ^ crc >> 8;
    return ~crc;
}

static int add_number(Numbering *all, uint32_t number) {
    uint32_t *recent = all->recent + number % RECENT;
    if (*recent == number) return 0;
    *recent = number;
    PyObject *value = PyLong_FromUnsignedLong(number);
    int failed = value == NULL || PySet_Add(all->found, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

/* ---- classes and ids ----------------------------------------------------------------------- */

/* Say whether str.split parts words at a character of ASCII. */
static int is_blank(uint8_t c) { return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31); }

/* Add the words of a value; *tag* bytes of `word` are the tag and a dot. */
static int add_words(Numbering *all, Slice value, Py_ssize_t tag) {
    for (Py_ssize_t at = 0, end; at < value.size; at = end + 1) {
        for (end = at; end < value.size && !is_blank(value.bytes[end]); end++) {}
        if (end == at) continue;
        all->word.size = tag;
        if (append_folded((Slice){value.bytes + at, end - at}, &all->word) < 0) return -1;
        if (add_number(all, crc32_of((Slice){all->word.bytes, all->word.size})) < 0) return -1;
    }
    return 0;
}

/* Add what Python makes of the names of an element that are not in ASCII. */
static int add_by_python(Numbering *all, int32_t row) {
    PyObject *made = call_with_marks(all->number_names, all->columns, row, &all->marks);
    PyObject *each = made ? PyObject_GetIter(made) : NULL, *number;
    while (each && (number = PyIter_Next(each))) {
        int failed = PySet_Add(all->found, number) < 0;
        Py_DECREF(number);
        if (failed) break;
    }
    Py_XDECREF(each);
    Py_XDECREF(made);
    return PyErr_Occurred() ? -1 : 0;
}

static int add_names(Numbering *all, int32_t row) {
    const Slice *values = all->marks.values;
    if (values[0].size + values[1].size == 0) return 0;
    if (!is_ascii(values[0]) || !is_ascii(values[1])) return add_by_python(all, row);
    all->word.size = 0;
    if (append_tag(all->columns, row, &all->word) < 0) return -1;
    Py_ssize_t tag = all->word.size;
    return add_words(all, values[0], tag) < 0 || add_words(all, values[1], tag) < 0 ? -1 : 0;
}

/* ---- addresses ----------------------------------------------------------------------------- */

/* Add the path of an address, without `./` and `../` before it; an empty one is the page itself. */
static int add_address(Numbering *all, Slice value) {
    Py_ssize_t end = 0;
    while (end < value.size && value.bytes[end] != '?' && value.bytes[end] != '#') end++;
    value.size = end;
    for (;;) {
        Py_ssize_t dots = 0;
        while (dots < 2 && dots < value.size && value.bytes[dots] == '.') dots++;
        if (dots == 0 || dots == value.size || value.bytes[dots] != '/') break;
        value.bytes += dots + 1;
        value.size -= dots + 1;
    }
    uint32_t number = crc32_of(value);
    return number ? add_number(all, number) : 0;
}

static int add_addresses(Numbering *all, int32_t row) {
    (void)row;
    return add_address(all, all->marks.values[0]) < 0 || add_address(all, all->marks.values[1]) < 0 ? -1 : 0;
}

/* ---- both ---------------------------------------------------------------------------------- */

/* Return the numbers of the first elements that have *names*: so many that no more are wanted. */
static PyObject *number_rows(PyObject *columns, PyObject *number_names, const AttributeName *names, Py_ssize_t most,
                             int (*add)(Numbering *all, int32_t row)) {
    Numbering all = {.columns = columns, .number_names = number_names, .found = PyFrozenSet_New(NULL)};
    int32_t count = columns_api->count_rows(columns);
    int failed = !all.found;
    all.recent[0] = 1; /* 0 is no number that it had */
    for (int32_t row = 0; !failed && row < count && PySet_GET_SIZE(all.found) < most; row++) {
        PyObject *tag = columns_api->get_tag(columns, row);
        failed = tag == NULL;
        if (failed || PyUnicode_READ_CHAR(tag, 0) == '#') continue; /* a text */
        failed = read_marks(columns, row, names, &all.marks) < 0 || add(&all, row) < 0;
    }
    PyMem_Free(all.word.bytes);
    free_marks(&all.marks);
    if (failed) Py_CLEAR(all.found);
    return all.found;
}

/* read_template(columns, number_names, max_names, max_addresses): both as frozensets */
PyObject *read_template(PyObject *module, PyObject *args) {
    PyObject *columns, *number_names;
    Py_ssize_t max_names, max_addresses;
    if (!PyArg_ParseTuple(args, "O!Onn", columns_api->type, &columns, &number_names, &max_names, &max_addresses))
        return NULL;
    if (crc_table[1] == 0) fill_crc_table();
    PyObject *names = number_rows(columns, number_names, NAMING, max_names, add_names);
    PyObject *addresses = names ? number_rows(columns, number_names, LEADING, max_addresses, add_addresses) : NULL;
    PyObject *both = addresses ? PyTuple_Pack(2, names, addresses) : NULL;
    Py_XDECREF(names);
    Py_XDECREF(addresses);
    return both;
}
