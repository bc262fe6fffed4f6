/* What the elements above a text make of it: roles.find_bases and outline.find_holders are the reference. */
#include "kernel.h"

enum { LAYOUT_CELL = 300 }; /* characters; a table with such cells arranges a page: roles._LAYOUT_CELL */

/* What may be known of a tag. */
enum { HEADING_LEVEL = 7, IS_CODE = 8, IS_CAPTION = 16, IS_QUOTE = 32, IS_ITEM = 64, IS_CELL = 128, IS_LIST = 256, IS_TABLE = 512, IS_ROW = 1024 };
enum { IS_SIMPLE = IS_CODE | IS_CAPTION | IS_QUOTE | IS_ITEM, MAY_HOLD = IS_CODE | IS_QUOTE | IS_ITEM | IS_LIST | IS_TABLE };

static uint16_t *tag_flags; /* of the tags that every page has */
static PyObject *no_role, *heading_role, *code_role, *caption_role, *quote_role, *list_role, *table_role;

typedef struct {
    PyObject *columns;
    int32_t count;
    PyObject **known[2]; /* of each row: its role, without and with a cell below */
} Roles;

static int flags_of(PyObject *columns, int32_t row) {
    int32_t tag = columns_api->number_tag(columns, row);
    return tag < 0 ? 0 : tag_flags[tag];
}

/* ---- roles --------------------------------------------------------------------------------- */

/* Say whether a table holds data (roles._holds_data); -1 with an error set. */
static int holds_data(const Roles *roles, int32_t table) {
    Py_ssize_t cells = 0, rows = 0, length = 0;
    for (int32_t row = table + 1; row < roles->count; row++) {
        int32_t above = columns_api->get_parent(roles->columns, row);
        if (above < table) break; /* behind its last row */
        if (columns_api->number_tag(roles->columns, row) == 0) {
            PyObject *text = columns_api->get_text(roles->columns, row);
            if (text == NULL) return -1;
            if (PyUnicode_GET_LENGTH(text) > LAYOUT_CELL) return 0;
            length += PyUnicode_GET_LENGTH(text);
            continue;
        }
        int flags = flags_of(roles->columns, row);
        if (flags & IS_TABLE) return 0;
        cells += (flags & IS_CELL) != 0;
        rows += (flags & IS_ROW) != 0;
    }
    return rows > 1 && cells > rows && length < LAYOUT_CELL * cells;
}

/* Return how many lists or quotes there are from *row* upwards. */
static int32_t count_levels(const Roles *roles, int32_t row, int flag) {
    int32_t levels = 0;
    for (; row >= 0; row = columns_api->get_parent(roles->columns, row)) levels += (flags_of(roles->columns, row) & flag) != 0;
    return levels;
}

/* Return the role that an element with a simple tag gives, new. */
static PyObject *make_role(const Roles *roles, int32_t row, int flags) {
    if (flags & HEADING_LEVEL) return Py_BuildValue("(Oi)", heading_role, flags & HEADING_LEVEL);
    if (flags & IS_ITEM) return Py_BuildValue("(Oi)", list_role, (int)count_levels(roles, row, IS_LIST));
    if (flags & IS_QUOTE) return Py_BuildValue("(Oi)", quote_role, (int)count_levels(roles, row, IS_QUOTE));
    return Py_BuildValue("(Oi)", flags & IS_CODE ? code_role : caption_role, 0);
}

/* Return the role that the elements from *row* upwards give to a text, new. */
static PyObject *find_role(Roles *roles, int32_t row) {
    int32_t first = row;
    int in_cell = 0;
    PyObject *role = NULL;
    for (; row >= 0 && role == NULL; row = columns_api->get_parent(roles->columns, row)) {
        int flags = flags_of(roles->columns, row);
        if (roles->known[in_cell][row]) {
            role = Py_NewRef(roles->known[in_cell][row]);
        } else if (flags & (HEADING_LEVEL | IS_SIMPLE)) {
            if (!(role = make_role(roles, row, flags))) return NULL;
        } else if (flags & IS_TABLE && in_cell) {
            int is_data = holds_data(roles, row);
            if (is_data < 0 || (is_data && !(role = Py_BuildValue("(Oi)", table_role, 0)))) return NULL;
            in_cell = 0;
        }
        in_cell |= (flags & IS_CELL) != 0;
    }
    if (role == NULL && !(role = Py_BuildValue("(Oi)", no_role, 0))) return NULL;
    for (in_cell = 0; first > row; first = columns_api->get_parent(roles->columns, first)) {
        int flags = flags_of(roles->columns, first);
        if (roles->known[in_cell][first] == NULL) roles->known[in_cell][first] = Py_NewRef(role);
        if (flags & IS_TABLE) in_cell = 0;
        in_cell |= (flags & IS_CELL) != 0;
    }
    return role;
}

/* Read the next of a list of rows, -1 with an error set. */
static int32_t read_row(PyObject *list, Py_ssize_t number, int32_t count) {
    Py_ssize_t row = PyLong_AsSsize_t(PyList_GET_ITEM(list, number));
    if (row >= 0 && row < count) return (int32_t)row;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
    return -1;
}

static void free_roles(Roles *roles) {
    for (int i = 0; i < 2 && roles->known[0]; i++)
        for (int32_t row = 0; row < roles->count; row++) Py_XDECREF(roles->known[i][row]);
    PyMem_Free(roles->known[0]);
}

/* find_roles(columns, rows) */
PyObject *find_roles(PyObject *module, PyObject *args) {
    Roles roles = {0};
    PyObject *rows;
    if (!PyArg_ParseTuple(args, "O!O!", columns_api->type, &roles.columns, &PyList_Type, &rows)) return NULL;
    roles.count = columns_api->count_rows(roles.columns);
    roles.known[0] = PyMem_Calloc(2 * (size_t)roles.count + 1, sizeof(PyObject *));
    roles.known[1] = roles.known[0] + roles.count;
    PyObject *found = roles.known[0] ? PyList_New(PyList_GET_SIZE(rows)) : PyErr_NoMemory();
    for (Py_ssize_t i = 0; found && i < PyList_GET_SIZE(rows); i++) {
        int32_t row = read_row(rows, i, roles.count);
        PyObject *role = row < 0 ? NULL : find_role(&roles, row);
        if (role == NULL) Py_CLEAR(found);
        else PyList_SET_ITEM(found, i, role);
    }
    free_roles(&roles);
    return found;
}

/* ---- what may hold blocks ------------------------------------------------------------------- */

enum { UNKNOWN = -2, NOTHING };

/* Return the first row from *row* upwards that may hold blocks, NOTHING for none. */
static int32_t find_holder(PyObject *columns, int32_t row, int32_t *known) {
    int32_t first = row, holder = UNKNOWN;
    for (; row >= 0 && holder == UNKNOWN; row = columns_api->get_parent(columns, row))
        holder = flags_of(columns, row) & MAY_HOLD ? row : known[row];
    if (holder == UNKNOWN) holder = NOTHING;
    for (; first > row; first = columns_api->get_parent(columns, first)) known[first] = holder;
    return holder;
}

/* Note what holds a holder, and what holds that, up to one that is noted. */
static int note_holders(PyObject *columns, int32_t holder, int32_t *known, PyObject *above) {
    while (holder >= 0) {
        int32_t outer = find_holder(columns, columns_api->get_parent(columns, holder), known);
        PyObject *key = PyLong_FromLong(holder), *value = PyLong_FromLong(outer);
        int is_noted = key ? PyDict_Contains(above, key) : -1;
        int failed = is_noted < 0 || value == NULL || (!is_noted && PyDict_SetItem(above, key, value) < 0);
        Py_XDECREF(key);
        Py_XDECREF(value);
        if (failed) return -1;
        holder = is_noted ? NOTHING : outer;
    }
    return 0;
}

/* find_holders(columns, rows) */
PyObject *find_holders_of(PyObject *module, PyObject *args) {
    PyObject *columns, *rows;
    if (!PyArg_ParseTuple(args, "O!O!", columns_api->type, &columns, &PyList_Type, &rows)) return NULL;
    int32_t count = columns_api->count_rows(columns), *known = PyMem_Malloc((size_t)count * sizeof *known);
    PyObject *found = known ? PyList_New(PyList_GET_SIZE(rows)) : PyErr_NoMemory(), *above = found ? PyDict_New() : NULL;
    for (int32_t row = 0; above && row < count; row++) known[row] = UNKNOWN;
    for (Py_ssize_t i = 0; above && i < PyList_GET_SIZE(rows); i++) {
        int32_t row = read_row(rows, i, count), holder = row < 0 ? NOTHING : find_holder(columns, row, known);
        PyObject *number = row < 0 || note_holders(columns, holder, known, above) < 0 ? NULL : PyLong_FromLong(holder);
        if (number == NULL) Py_CLEAR(above);
        else PyList_SET_ITEM(found, i, number);
    }
    PyMem_Free(known);
    PyObject *both = above ? PyTuple_Pack(2, found, above) : NULL;
    Py_XDECREF(found);
    Py_XDECREF(above);
    return both;
}

/* ---- tags ---------------------------------------------------------------------------------- */

int prepare_roles(void) {
    static const struct {
        const char *tag;
        int flag;
    } FLAGS[] = {{"h1", 1},         {"h2", 2},           {"h3", 3},       {"h4", 4},       {"h5", 5},      {"h6", 6},
                 {"pre", IS_CODE},  {"figcaption", IS_CAPTION}, {"caption", IS_CAPTION}, {"blockquote", IS_QUOTE},
                 {"li", IS_ITEM},   {"dd", IS_ITEM},     {"dt", IS_ITEM}, {"td", IS_CELL}, {"th", IS_CELL},
                 {"ul", IS_LIST},   {"ol", IS_LIST},     {"menu", IS_LIST}, {"dir", IS_LIST}, {"dl", IS_LIST},
                 {"table", IS_TABLE}, {"tr", IS_ROW}};
    static const struct {
        PyObject **role;
        const char *name;
    } NAMES[] = {{&no_role, ""},          {&heading_role, "heading"}, {&code_role, "code"}, {&caption_role, "caption"},
                 {&quote_role, "quote"}, {&list_role, "list"},       {&table_role, "table"}};
    if (tag_flags) return 0;
    tag_flags = PyMem_Calloc((size_t)columns_api->known_tags, sizeof *tag_flags);
    if (tag_flags == NULL) return PyErr_NoMemory(), -1;
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        tag_flags[columns_api->find_known_tag(FLAGS[i].tag)] |= (uint16_t)FLAGS[i].flag;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (!(*NAMES[i].role = PyUnicode_InternFromString(NAMES[i].name))) return -1;
    return 0;
}
