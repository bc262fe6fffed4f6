/* The hot half of zaru.dom in C: the same results as zaru/dom/rows.py, which is the reference.
 *
 * Optional: without a compiler zaru installs without it and runs on rows.py. A test runs both
 * on the same pages. Nothing here is recursive and every loop moves forward through its input.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <string.h>

typedef unsigned char byte;

static inline int is_white(Py_UCS4 c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

static inline int is_letter(byte c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* ---- scanning: scan.py's patterns ------------------------------------------------------- */

static inline Py_ssize_t skip_to(const byte *s, Py_ssize_t n, Py_ssize_t i, byte wanted) {
    const byte *found = i < n ? memchr(s + i, wanted, n - i) : NULL;
    return found ? found - s + 1 : n;
}

/* Return the offset behind a tag, from somewhere in its name. */
static Py_ssize_t skip_tag(const byte *s, Py_ssize_t n, Py_ssize_t i) {
    while (i < n && !is_white(s[i]) && s[i] != '/' && s[i] != '>') i++;
    for (;;) {
        while (i < n && (is_white(s[i]) || s[i] == '/')) i++;
        if (i >= n) return n;
        if (s[i] == '>') return i + 1;
        i++; /* an attribute name may begin with anything else, "=" and quotes included */
        while (i < n && !is_white(s[i]) && s[i] != '/' && s[i] != '>' && s[i] != '=') i++;
        Py_ssize_t value = i;
        while (value < n && is_white(s[value])) value++;
        if (value >= n || s[value] != '=') continue;
        value++;
        while (value < n && is_white(s[value])) value++;
        if (value < n && (s[value] == '"' || s[value] == '\'')) {
            i = skip_to(s, n, value + 1, s[value]);
        } else {
            while (value < n && !is_white(s[value]) && s[value] != '>') value++;
            i = value;
        }
    }
}

/* Return the offset behind a comment, from behind its "<!--". */
static Py_ssize_t skip_comment(const byte *s, Py_ssize_t n, Py_ssize_t i) {
    if (i < n && s[i] == '>') return i + 1;
    if (i + 1 < n && s[i] == '-' && s[i + 1] == '>') return i + 2;
    for (;;) {
        const byte *dash = i < n ? memchr(s + i, '-', n - i) : NULL;
        if (dash == NULL) return n;
        i = dash - s;
        if (i + 2 < n && s[i + 1] == '-') {
            if (s[i + 2] == '>') return i + 3;
            if (s[i + 2] == '!' && i + 3 < n && s[i + 3] == '>') return i + 4;
        }
        i++;
    }
}

/* Elements whose content is text up to their own end tag; plaintext has none. */
static const char *const RAW_NAMES[] = {
    "script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title", "plaintext",
};

/* Return the length of the name at *i* if it is *name* in any case, else 0. */
static Py_ssize_t match_name(const byte *s, Py_ssize_t n, Py_ssize_t i, const char *name) {
    Py_ssize_t size = (Py_ssize_t)strlen(name);
    if (n - i <= size) return 0; /* something must follow it */
    for (Py_ssize_t k = 0; k < size; k++)
        if ((s[i + k] | 0x20) != (byte)name[k]) return 0;
    byte next = s[i + size];
    return is_white(next) || next == '/' || next == '>' ? size : 0;
}

/* Return whether the tag whose name is at *name* holds text that begins behind *end*. */
static int holds_raw_text(const byte *s, Py_ssize_t n, Py_ssize_t name, Py_ssize_t end) {
    for (size_t k = 0; k < sizeof RAW_NAMES / sizeof *RAW_NAMES; k++) {
        if (!match_name(s, n, name, RAW_NAMES[k])) continue;
        while (end < n && is_white(s[end])) end++;
        if (k + 1 == sizeof RAW_NAMES / sizeof *RAW_NAMES) return 1;
        return !(n - end > 2 && s[end] == '<' && s[end + 1] == '/' &&
                 match_name(s, n, end + 2, RAW_NAMES[k]));
    }
    return 0;
}

/* Return where the next text begins: behind white space and markup. If *is_raw_aware*, what
 * <script> and its like hold is text, even if it looks like markup. */
static Py_ssize_t skip_gap(const byte *s, Py_ssize_t n, Py_ssize_t i, int is_raw_aware) {
    for (;;) {
        while (i < n && is_white(s[i])) i++;
        if (i + 1 >= n || s[i] != '<') return i;
        byte next = s[i + 1];
        if (is_letter(next)) {
            Py_ssize_t end = skip_tag(s, n, i + 2);
            if (is_raw_aware && holds_raw_text(s, n, i + 1, end)) {
                while (end < n && is_white(s[end])) end++;
                return end;
            }
            i = end;
        } else if (next == '/' && i + 2 < n && is_letter(s[i + 2])) {
            i = skip_tag(s, n, i + 3);
        } else if (next == '!' && n - i >= 4 && memcmp(s + i, "<!--", 4) == 0) {
            i = skip_comment(s, n, i + 4);
        } else if (next == '!' && n - i >= 9 && memcmp(s + i, "<![CDATA[", 9) == 0) {
            return i;
        } else if (next == '!' || next == '?' || (next == '/' && i + 2 < n)) {
            i = skip_to(s, n, i + 2, '>');
        } else {
            return i;
        }
    }
}

/* ---- Rows ------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    PyObject *aligner, *source, *codec;
    PyObject *tags, *parents, *values, *spans;
    Py_ssize_t limit;
    int is_utf8;
} Rows;

enum { MAX_REFERENCE = 40 }; /* bytes in a character reference; the longest name has 31 */

static PyObject *TEXT, *HTML, *PREFIXES, *ENTITIES, *no_row, *position_name;

static int get_flag(PyObject *object, const char *name, int *flag) {
    PyObject *value = PyObject_GetAttrString(object, name);
    if (value == NULL) return -1;
    *flag = PyObject_IsTrue(value);
    Py_DECREF(value);
    return *flag < 0 ? -1 : 0;
}

/* No field is ever NULL, whatever fails and whoever leaves __init__ out. */
static PyObject *Rows_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kw)) {
    Rows *self = (Rows *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    self->aligner = Py_NewRef(Py_None);
    self->source = PyBytes_FromStringAndSize(NULL, 0);
    self->codec = PyUnicode_FromString("utf-8");
    self->tags = PyList_New(0);
    self->parents = PyList_New(0);
    self->values = PyList_New(0);
    self->spans = PyDict_New();
    if (!self->source || !self->codec || !self->tags || !self->parents || !self->values ||
        !self->spans)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static int Rows_init(Rows *self, PyObject *args, PyObject *kwargs) {
    PyObject *aligner;
    if (kwargs && PyDict_GET_SIZE(kwargs)) {
        PyErr_SetString(PyExc_TypeError, "Rows takes no keywords");
        return -1;
    }
    if (!PyArg_ParseTuple(args, "On", &aligner, &self->limit)) return -1;
    PyObject *source = PyObject_GetAttrString(aligner, "source");
    PyObject *codec = source ? PyObject_GetAttrString(aligner, "codec") : NULL;
    int fits = codec && PyBytes_Check(source) && PyUnicode_Check(codec);
    if (fits) {
        Py_XSETREF(self->aligner, Py_NewRef(aligner));
        Py_XSETREF(self->source, Py_NewRef(source));
        Py_XSETREF(self->codec, Py_NewRef(codec));
    } else if (codec) {
        PyErr_SetString(PyExc_TypeError, "an aligner has a bytes source and a str codec");
    }
    Py_XDECREF(source);
    Py_XDECREF(codec);
    return fits ? get_flag(aligner, "is_utf8", &self->is_utf8) : -1;
}

static int Rows_traverse(Rows *self, visitproc visit, void *arg) {
    Py_VISIT(self->aligner);
    Py_VISIT(self->tags);
    Py_VISIT(self->parents);
    Py_VISIT(self->values);
    Py_VISIT(self->spans);
    return 0;
}

static int Rows_clear(Rows *self) {
    Py_CLEAR(self->aligner);
    Py_CLEAR(self->source);
    Py_CLEAR(self->codec);
    Py_CLEAR(self->tags);
    Py_CLEAR(self->parents);
    Py_CLEAR(self->values);
    Py_CLEAR(self->spans);
    return 0;
}

static void Rows_dealloc(Rows *self) {
    PyObject_GC_UnTrack(self);
    Rows_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *make_no_row(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    return Py_NewRef(no_row);
}

static PyObject *Rows_create_element(Rows *self, PyObject *const *args, Py_ssize_t count) {
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "create_element takes name, namespace and attributes");
        return NULL;
    }
    Py_ssize_t row = PyList_GET_SIZE(self->tags);
    if (row > self->limit) /* the Python class raises LimitExceeded with its words */
        return PyObject_CallMethod((PyObject *)self, "refuse_rows", NULL);
    PyObject *tag = args[0];
    if (args[1] == HTML || PyUnicode_Compare(args[1], HTML) == 0) {
        Py_INCREF(tag);
    } else {
        PyObject *prefix = PyDict_GetItemWithError(PREFIXES, args[1]);
        if (prefix == NULL && PyErr_Occurred()) return NULL;
        tag = prefix ? PyUnicode_Concat(prefix, args[0]) : Py_NewRef(args[0]);
        if (tag == NULL) return NULL;
    }
    int failed = PyList_Append(self->tags, tag) || PyList_Append(self->values, args[2]);
    Py_DECREF(tag);
    return failed ? NULL : PyLong_FromSsize_t(row);
}

/* Return the number of white characters that a text begins with; all of them: nothing else. */
static Py_ssize_t count_lead(PyObject *text) {
    Py_ssize_t size = PyUnicode_GET_LENGTH(text), lead = 0;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    while (lead < size && is_white(PyUnicode_READ(kind, data, lead))) lead++;
    return lead;
}

/* Return the offset before *lead* white characters of *text* that stand before *at*, else -1. */
static Py_ssize_t step_back(const byte *s, const char *text, Py_ssize_t lead, Py_ssize_t at) {
    while (lead-- > 0) {
        if (at-- == 0) return -1;
        if (text[lead] != '\n') {
            if (s[at] != (byte)text[lead]) return -1;
        } else if (s[at] == '\n') {
            at -= at > 0 && s[at - 1] == '\r';
        } else if (s[at] != '\r') {
            return -1;
        }
    }
    return at;
}

/* Write the UTF-8 form of what "&#38;" or "&#x26;" says, between "&#" and *end*; return its size,
 * 0 for numbers that are read as something else. */
static Py_ssize_t read_number(const byte *s, Py_ssize_t i, Py_ssize_t end, char *out) {
    int base = (s[i] | 0x20) == 'x' ? 16 : 10;
    Py_UCS4 code = 0;
    for (i += base == 16; i < end; i++) {
        int digit = s[i] <= '9' ? s[i] - '0' : (s[i] | 0x20) - 'a' + 10;
        if (digit >= base || code > 0x10FFFF) return 0;
        code = code * base + digit;
    }
    if (code < ' ' || (code > '~' && code < 0xA0) || (code >= 0xD800 && code < 0xE000)) return 0;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code > 0x10FFFF) return 0;
    Py_ssize_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (Py_ssize_t k = size - 1; k > 0; k--, code >>= 6) out[k] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)((0xF0 << (4 - size) & 0xF0) | code);
    return size;
}

/* The same for "&amp;", between "&" and *end*. */
static Py_ssize_t read_name(const byte *s, Py_ssize_t i, Py_ssize_t end, char *out) {
    PyObject *name = PyUnicode_FromStringAndSize((const char *)s + i, end - i + 1);
    PyObject *value = name ? PyDict_GetItemWithError(ENTITIES, name) : NULL;
    Py_ssize_t size = 0;
    const char *data = value ? PyUnicode_AsUTF8AndSize(value, &size) : NULL;
    if (data == NULL || size > MAX_REFERENCE) size = 0;
    if (size > 0) memcpy(out, data, size);
    Py_XDECREF(name);
    PyErr_Clear();
    return size;
}

/* Write what the character reference at *at* says as the file's encoding has it, and move *at*
 * behind it; return its size, 0 when it is none or not surely known. */
static Py_ssize_t read_reference(const Rows *self, Py_ssize_t *at, char *out) {
    const byte *s = (const byte *)PyBytes_AS_STRING(self->source);
    Py_ssize_t n = PyBytes_GET_SIZE(self->source), i = *at + 1, end = i + (i < n && s[i] == '#');
    while (end < n && end - i < MAX_REFERENCE && (is_letter(s[end]) || (s[end] >= '0' && s[end] <= '9')))
        end++;
    if (end >= n || s[end] != ';' || end - i < 2) return 0;
    Py_ssize_t size = s[i] == '#' ? read_number(s, i + 1, end, out) : read_name(s, i, end, out);
    if (size == 0 || (!self->is_utf8 && (byte)out[0] >= 0x80)) return 0;
    *at = end + 1;
    return size;
}

/* Return the offset behind *text* if the source says it from *at* on, its line ends as the file
 * writes them and, if *has_references*, its characters as references, else -1. */
static Py_ssize_t match_text(const Rows *self, const char *text, Py_ssize_t size, Py_ssize_t at,
                             int has_references) {
    const char *s = PyBytes_AS_STRING(self->source);
    Py_ssize_t n = PyBytes_GET_SIZE(self->source), i = 0;
    char said[MAX_REFERENCE];
    while (i < size) {
        Py_ssize_t count = 0;
        if (at >= n) return -1;
        if (s[at] == '\r' && text[i] == '\n') {
            at += 1 + (at + 1 < n && s[at + 1] == '\n');
            i++;
            continue;
        }
        if (has_references && s[at] == '&') count = read_reference(self, &at, said);
        if (count > size - i || (count > 0 && memcmp(said, text + i, count) != 0)) return -1;
        if (count == 0 && s[at++] != text[i]) return -1;
        i += count > 0 ? count : 1;
    }
    return at;
}

static Py_ssize_t get_position(PyObject *aligner) {
    PyObject *value = PyObject_GetAttr(aligner, position_name);
    Py_ssize_t position = value ? PyLong_AsSsize_t(value) : -1;
    Py_XDECREF(value);
    return position;
}

/* A text of the tree as it should stand in the source. */
typedef struct {
    PyObject *owner;  /* of the bytes, NULL when the text itself is */
    const char *data; /* NULL when the text cannot be encoded */
    Py_ssize_t size, lead, start, end;
} Written;

static Written encode_text(const Rows *self, PyObject *text, Py_ssize_t lead) {
    Written written = {NULL, NULL, 0, lead, -1, -1};
    if (self->is_utf8) {
        written.data = PyUnicode_AsUTF8AndSize(text, &written.size);
    } else {
        const char *codec = PyUnicode_AsUTF8(self->codec);
        written.owner = PyUnicode_AsEncodedString(text, codec, "xmlcharrefreplace");
        written.data = written.owner ? PyBytes_AS_STRING(written.owner) : NULL;
        written.size = written.owner ? PyBytes_GET_SIZE(written.owner) : 0;
    }
    if (written.data == NULL) PyErr_Clear(); /* the slow path compares decoded texts */
    return written;
}

/* Return whether texts that end at *end* end at markup: "&" is not the beginning of "&amp;". */
static int ends_at_markup(const Rows *self, Py_ssize_t end) {
    return end == PyBytes_GET_SIZE(self->source) ||
           (end >= 0 && PyBytes_AS_STRING(self->source)[end] == '<');
}

/* Return whether *written* stands where texts go on at *begin*, and ends at markup. */
static int stands_at(const Rows *self, Written *written, Py_ssize_t begin) {
    const char *source = PyBytes_AS_STRING(self->source), *data = written->data;
    if (data == NULL) return 0;
    Py_ssize_t start = step_back((const byte *)source, data, written->lead, begin);
    if (start < 0) return 0;
    Py_ssize_t size = written->size, end = start + size;
    int found = size <= PyBytes_GET_SIZE(self->source) - start && ends_at_markup(self, end) &&
                memcmp(source + start, data, size) == 0;
    for (int has_references = 0; !found && has_references < 2; has_references++) {
        end = match_text(self, data, size, start, has_references);
        found = ends_at_markup(self, end);
    }
    written->start = start;
    written->end = end;
    return found;
}

/* Add the row and the span of a text that stands in its place, and move the aligner behind it. */
static PyObject *add_placed(Rows *self, PyObject *text, const Written *written) {
    Py_ssize_t row = PyList_GET_SIZE(self->tags);
    PyObject *key = PyLong_FromSsize_t(row), *end = PyLong_FromSsize_t(written->end);
    PyObject *span = end ? Py_BuildValue("(nO)", written->start, end) : NULL;
    int failed = !key || !span || PyDict_SetItem(self->spans, key, span) < 0 ||
                 PyObject_SetAttr(self->aligner, position_name, end) < 0 ||
                 PyList_Append(self->tags, TEXT) < 0 || PyList_Append(self->values, text) < 0;
    Py_XDECREF(span);
    Py_XDECREF(end);
    if (failed) Py_CLEAR(key);
    return key;
}

static PyObject *place_text(Rows *self, PyObject *text, Py_ssize_t lead) {
    const byte *source = (const byte *)PyBytes_AS_STRING(self->source);
    Py_ssize_t size = PyBytes_GET_SIZE(self->source), position = get_position(self->aligner);
    if (position < 0) return NULL;
    Py_ssize_t begin = skip_gap(source, size, position, 0);
    Written written = encode_text(self, text, lead);
    int found = stands_at(self, &written, begin);
    if (!found && PyUnicode_READ_CHAR(text, lead) == '<') /* a script, mostly: <script><!-- */
        found = stands_at(self, &written, skip_gap(source, size, position, 1));
    PyObject *row = found ? add_placed(self, text, &written)
                          : PyObject_CallMethod((PyObject *)self, "add_written", "On", text, begin);
    Py_XDECREF(written.owner);
    return row;
}

static PyObject *Rows_create_text(Rows *self, PyObject *text) {
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "create_text takes a str");
        return NULL;
    }
    Py_ssize_t row = PyList_GET_SIZE(self->tags), lead = count_lead(text);
    if (lead < PyUnicode_GET_LENGTH(text)) return place_text(self, text, lead);
    if (PyList_Append(self->tags, TEXT) || PyList_Append(self->values, text)) return NULL;
    return PyLong_FromSsize_t(row);
}

static PyObject *Rows_append(Rows *self, PyObject *const *args, Py_ssize_t count) {
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "append takes parent and child");
        return NULL;
    }
    long child = PyLong_AsLong(args[1]);
    if (child == -1 && PyErr_Occurred()) return NULL;
    if (child >= 0 && PyList_Append(self->parents, args[0]) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef Rows_methods[] = {
    {"create_document", (PyCFunction)(void (*)(void))make_no_row, METH_FASTCALL, NULL},
    {"create_doctype", (PyCFunction)(void (*)(void))make_no_row, METH_FASTCALL, NULL},
    {"create_comment", (PyCFunction)(void (*)(void))make_no_row, METH_FASTCALL, NULL},
    {"create_pi", (PyCFunction)(void (*)(void))make_no_row, METH_FASTCALL, NULL},
    {"create_element", (PyCFunction)(void (*)(void))Rows_create_element, METH_FASTCALL, NULL},
    {"create_text", (PyCFunction)Rows_create_text, METH_O, NULL},
    {"append", (PyCFunction)(void (*)(void))Rows_append, METH_FASTCALL, NULL},
    {NULL},
};

#define MEMBER(name) {#name, Py_T_OBJECT_EX, offsetof(Rows, name), Py_READONLY, NULL}
#ifndef Py_T_OBJECT_EX
#include <structmember.h>
#define Py_T_OBJECT_EX T_OBJECT_EX
#define Py_READONLY READONLY
#endif
static PyMemberDef Rows_members[] = {
    MEMBER(aligner), MEMBER(tags), MEMBER(parents), MEMBER(values), MEMBER(spans), {NULL},
};

static PyTypeObject Rows_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "zaru.dom._kernel.Rows",
    .tp_doc = "What turbohtml calls for each node; see zaru/dom/rows.py.",
    .tp_basicsize = sizeof(Rows),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = Rows_new,
    .tp_init = (initproc)Rows_init,
    .tp_dealloc = (destructor)Rows_dealloc,
    .tp_traverse = (traverseproc)Rows_traverse,
    .tp_clear = (inquiry)Rows_clear,
    .tp_methods = Rows_methods,
    .tp_members = Rows_members,
};

/* ---- functions -------------------------------------------------------------------------- */

typedef struct {
    Py_ssize_t row, depth, start, end;
    PyObject *members;
} Group;

typedef struct {
    Group *groups;
    Py_ssize_t size, *owners; /* of each row: its group, -1 for none */
    Py_ssize_t *open, opened; /* the groups that have not ended, outermost first */
    PyObject *result;         /* those that have ended */
} Grouping;

/* End the open groups that are as deep as *depth* or deeper, the innermost first. */
static int end_groups(Grouping *all, Py_ssize_t depth) {
    for (; all->opened > 0; all->opened--) {
        Group *group = &all->groups[all->open[all->opened - 1]];
        if (group->depth < depth) break;
        PyObject *item =
            Py_BuildValue("(nO(nn))", group->row, group->members, group->start, group->end);
        int failed = item == NULL || PyList_Append(all->result, item) < 0;
        Py_XDECREF(item);
        if (failed) return -1;
    }
    return 0;
}

static Py_ssize_t open_group(Grouping *all, PyObject *depths, Py_ssize_t row) {
    Py_ssize_t depth = PyLong_AsSsize_t(PyList_GET_ITEM(depths, row));
    PyObject *members = PyList_New(0);
    if (members == NULL) return -2;
    all->groups[all->size] = (Group){row, depth, -1, -1, members};
    all->size++; /* from here on the members are freed with the others */
    if (end_groups(all, depth) < 0) return -2;
    all->open[all->opened++] = all->size - 1;
    return all->size - 1;
}

/* Add an inline row to a group, and widen the group's span by the row's. */
static int add_row(Group *group, Py_ssize_t row, PyObject *spans) {
    PyObject *number = PyLong_FromSsize_t(row);
    if (number == NULL) return -1;
    int failed = PyList_Append(group->members, number) < 0;
    PyObject *span = failed ? NULL : PyDict_GetItemWithError(spans, number);
    Py_DECREF(number);
    if (span == NULL) return failed || PyErr_Occurred() ? -1 : 0;
    if (!PyTuple_Check(span) || PyTuple_GET_SIZE(span) != 2) {
        PyErr_SetString(PyExc_TypeError, "a span is a pair");
        return -1;
    }
    Py_ssize_t start = PyLong_AsSsize_t(PyTuple_GET_ITEM(span, 0));
    Py_ssize_t end = PyLong_AsSsize_t(PyTuple_GET_ITEM(span, 1));
    if (group->start < 0 || start < group->start) group->start = start;
    if (end > group->end) group->end = end;
    return 0;
}

/* Return the group of *row*, -1 for none, -2 with an error set.
 * args: tags, parents, depths, spans, root_tags, block_tags, unseen_tags. */
static Py_ssize_t group_row(Grouping *all, PyObject *const *args, Py_ssize_t row, Py_ssize_t owner) {
    PyObject *tag = PyList_GET_ITEM(args[0], row);
    int found;
    if (owner < 0) {
        if ((found = PySet_Contains(args[4], tag)) <= 0) return found < 0 ? -2 : -1;
        return open_group(all, args[2], row);
    }
    if (tag != TEXT) {
        if ((found = PySet_Contains(args[5], tag)) != 0)
            return found < 0 ? -2 : open_group(all, args[2], row);
        if ((found = PySet_Contains(args[6], tag)) != 0) return found < 0 ? -2 : -1;
    }
    return add_row(&all->groups[owner], row, args[3]) < 0 ? -2 : owner;
}

static int fill_groups(Grouping *all, PyObject *const *args, Py_ssize_t size) {
    all->owners[0] = -1; /* the root is in no block */
    for (Py_ssize_t row = 1; row < size; row++) {
        Py_ssize_t parent = PyLong_AsSsize_t(PyList_GET_ITEM(args[1], row));
        if (parent < 0 || parent >= row) {
            PyErr_SetString(PyExc_ValueError, "a row's parent comes before it");
            return -1;
        }
        all->owners[row] = group_row(all, args, row, all->owners[parent]);
        if (all->owners[row] == -2) return -1;
    }
    return end_groups(all, 0);
}

static PyObject *group_rows(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    int fits = count == 7 && PyList_Check(args[0]) && PyList_Check(args[1]) &&
               PyList_Check(args[2]) && PyDict_Check(args[3]);
    Py_ssize_t size = fits ? PyList_GET_SIZE(args[0]) : 0;
    if (!fits || PyList_GET_SIZE(args[1]) != size || PyList_GET_SIZE(args[2]) != size) {
        PyErr_SetString(PyExc_TypeError, "group_rows takes three lists of one size, a dict, three sets");
        return NULL;
    }
    Grouping all = {
        .groups = PyMem_Calloc(size + 1, sizeof(Group)),
        .owners = PyMem_Malloc((size + 1) * sizeof(Py_ssize_t)),
        .open = PyMem_Malloc((size + 1) * sizeof(Py_ssize_t)),
        .result = PyList_New(0),
    };
    if (all.groups == NULL || all.owners == NULL || all.open == NULL) {
        PyErr_NoMemory();
        Py_CLEAR(all.result);
    } else if (all.result != NULL && fill_groups(&all, args, size) < 0) {
        Py_CLEAR(all.result);
    }
    for (Py_ssize_t i = 0; i < all.size; i++) Py_DECREF(all.groups[i].members);
    PyMem_Free(all.groups);
    PyMem_Free(all.owners);
    PyMem_Free(all.open);
    return all.result;
}

typedef struct {
    PyObject *segments, *rows, *spans;
    Py_ssize_t owner; /* the block that `rows` belong to */
    int breaks;       /* line breaks since the last text */
} Segmenting;

/* End the segment: without the white space and breaks behind its last text. */
static int close_segment(Segmenting *all) {
    while (PyList_GET_SIZE(all->rows) > 0) {
        Py_ssize_t last = PyList_GET_SIZE(all->rows) - 1;
        int found = PyDict_Contains(all->spans, PyList_GET_ITEM(all->rows, last));
        if (found < 0) return -1;
        if (found) break;
        if (PyList_SetSlice(all->rows, last, last + 1, NULL) < 0) return -1;
    }
    if (PyList_GET_SIZE(all->rows) == 0) return 0;
    PyObject *segment = Py_BuildValue("(nO)", all->owner, all->rows);
    int failed = segment == NULL || PyList_Append(all->segments, segment) < 0;
    Py_XDECREF(segment);
    if (failed) return -1;
    Py_SETREF(all->rows, PyList_New(0));
    return all->rows == NULL ? -1 : 0;
}

/* Add a text of the block *owner*; white space counts only behind a text of the same block. */
static int add_text(Segmenting *all, Py_ssize_t row, Py_ssize_t owner) {
    PyObject *number = PyLong_FromSsize_t(row);
    if (number == NULL) return -1;
    int found = PyDict_Contains(all->spans, number), failed = found < 0;
    if (!failed && (found || PyList_GET_SIZE(all->rows) > 0)) {
        if (owner != all->owner) {
            failed = close_segment(all) < 0;
            all->owner = owner;
        }
        if (found) all->breaks = 0;
        if (!failed && (found || PyList_GET_SIZE(all->rows) > 0))
            failed = PyList_Append(all->rows, number) < 0;
    }
    Py_DECREF(number);
    return failed ? -1 : 0;
}

static int add_break(Segmenting *all, Py_ssize_t row, Py_ssize_t owner) {
    if (++all->breaks > 1) return close_segment(all);
    if (PyList_GET_SIZE(all->rows) == 0 || owner != all->owner) return 0;
    PyObject *number = PyLong_FromSsize_t(row);
    int failed = number == NULL || PyList_Append(all->rows, number) < 0;
    Py_XDECREF(number);
    return failed ? -1 : 0;
}

/* Return the block of *row*, -1 where nothing is read, -2 with an error set. */
static Py_ssize_t segment_row(Segmenting *all, PyObject *const *args, Py_ssize_t row, Py_ssize_t owner) {
    PyObject *tag = PyList_GET_ITEM(args[0], row);
    int found;
    if (tag == TEXT) return owner >= 0 && add_text(all, row, owner) < 0 ? -2 : owner;
    if ((found = PySet_Contains(args[4], tag)) != 0) return found < 0 ? -2 : -1;
    if ((found = PySet_Contains(args[3], tag)) != 0) {
        if (found < 0 || close_segment(all) < 0) return -2;
        all->breaks = 0;
        return owner >= 0 || PyUnicode_CompareWithASCIIString(tag, "body") == 0 ? row : owner;
    }
    if (PyUnicode_CompareWithASCIIString(tag, "br") == 0 && add_break(all, row, owner) < 0) return -2;
    return owner;
}

static PyObject *segment_rows(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    if (count != 5 || !PyList_Check(args[0]) || !PyList_Check(args[1]) || !PyDict_Check(args[2]) ||
        PyList_GET_SIZE(args[0]) != PyList_GET_SIZE(args[1])) {
        PyErr_SetString(PyExc_TypeError, "segment_rows takes two lists of one size, a dict, two sets");
        return NULL;
    }
    Py_ssize_t size = PyList_GET_SIZE(args[0]);
    Py_ssize_t *owners = PyMem_Malloc((size + 1) * sizeof(Py_ssize_t));
    Segmenting all = {PyList_New(0), PyList_New(0), args[2], -1, 0};
    int failed = owners == NULL || all.segments == NULL || all.rows == NULL;
    for (Py_ssize_t row = 0; !failed && row < size; row++) {
        Py_ssize_t parent = PyLong_AsSsize_t(PyList_GET_ITEM(args[1], row));
        if (row > 0 && (parent < 0 || parent >= row)) {
            PyErr_SetString(PyExc_ValueError, "a row's parent comes before it");
            failed = 1;
            break;
        }
        owners[row] = segment_row(&all, args, row, row > 0 ? owners[parent] : -1);
        failed = owners[row] == -2;
    }
    if (failed || close_segment(&all) < 0) Py_CLEAR(all.segments);
    if (owners == NULL) PyErr_NoMemory();
    PyMem_Free(owners);
    Py_XDECREF(all.rows);
    return all.segments;
}

/* Append the characters of a text: white space as one space, none at the start of a line. */
static Py_ssize_t add_characters(Py_UCS4 *buffer, Py_ssize_t size, int *space, PyObject *text) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t i = 0; i < length; i++) {
        Py_UCS4 c = PyUnicode_READ(kind, data, i);
        if (is_white(c)) {
            *space = size > 0 && buffer[size - 1] != '\n';
            continue;
        }
        if (*space) buffer[size++] = ' ';
        *space = 0;
        buffer[size++] = c;
    }
    return size;
}

static PyObject *read_text(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    if (count != 3 || !PyList_Check(args[0]) || !PyList_Check(args[1]) || !PyList_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "read_text takes three lists");
        return NULL;
    }
    PyObject *tags = args[0], *values = args[1], *rows = args[2];
    Py_ssize_t total = 0, size = 0, n = PyList_GET_SIZE(tags);
    int space = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(rows); i++) {
        Py_ssize_t row = PyLong_AsSsize_t(PyList_GET_ITEM(rows, i));
        if (row < 0 || row >= n || n != PyList_GET_SIZE(values)) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
            return NULL;
        }
        PyObject *value = PyList_GET_ITEM(values, row);
        total += PyUnicode_Check(value) ? PyUnicode_GET_LENGTH(value) + 1 : 1;
    }
    Py_UCS4 *buffer = PyMem_Malloc((total + 1) * sizeof(Py_UCS4));
    if (buffer == NULL) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(rows); i++) {
        Py_ssize_t row = PyLong_AsSsize_t(PyList_GET_ITEM(rows, i));
        PyObject *tag = PyList_GET_ITEM(tags, row), *value = PyList_GET_ITEM(values, row);
        if (PyUnicode_Check(value)) {
            size = add_characters(buffer, size, &space, value);
        } else if (PyUnicode_Check(tag) && PyUnicode_CompareWithASCIIString(tag, "br") == 0) {
            space = 0;
            if (size > 0) buffer[size++] = '\n';
        }
    }
    while (size > 0 && buffer[size - 1] == '\n') size--;
    PyObject *result = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, buffer, size);
    PyMem_Free(buffer);
    return result;
}

static PyObject *count_depths(PyObject *module, PyObject *parents) {
    if (!PyList_Check(parents)) {
        PyErr_SetString(PyExc_TypeError, "count_depths takes a list");
        return NULL;
    }
    Py_ssize_t size = PyList_GET_SIZE(parents);
    Py_ssize_t *depths = PyMem_Malloc((size + 1) * sizeof(Py_ssize_t));
    PyObject *result = PyList_New(size);
    if (depths == NULL || result == NULL) goto failed;
    for (Py_ssize_t row = 0; row < size; row++) {
        Py_ssize_t parent = PyLong_AsSsize_t(PyList_GET_ITEM(parents, row));
        if (parent == -1 && PyErr_Occurred()) goto failed;
        depths[row] = parent >= 0 && parent < row ? depths[parent] + 1 : 0;
        PyObject *depth = PyLong_FromSsize_t(depths[row]);
        if (depth == NULL) goto failed;
        PyList_SET_ITEM(result, row, depth);
    }
    PyMem_Free(depths);
    return result;
failed:
    if (depths == NULL) PyErr_NoMemory();
    PyMem_Free(depths);
    Py_XDECREF(result);
    return NULL;
}

/* Objects of a tree lie all over the memory: fetch what a loop comes to some turns later. */
enum { AHEAD = 12 };

static inline void fetch(const void *object) {
#ifdef __GNUC__
    __builtin_prefetch((const char *)object + 16); /* behind the count of references */
#else
    (void)object;
#endif
}

/* Adds *row* to the rows of *tag*; -1 with an error set. */
static int index_row(PyObject *index, PyObject *tag, Py_ssize_t row) {
    PyObject *rows = PyDict_GetItemWithError(index, tag);
    if (rows) Py_INCREF(rows);
    else if (PyErr_Occurred() || !(rows = PyList_New(0)) || PyDict_SetItem(index, tag, rows) < 0) {
        Py_XDECREF(rows);
        return -1;
    }
    PyObject *number = PyLong_FromSsize_t(row);
    int result = number ? PyList_Append(rows, number) : -1;
    Py_XDECREF(number);
    Py_DECREF(rows);
    return result;
}

static PyObject *index_rows(PyObject *module, PyObject *tags) {
    if (!PyList_Check(tags)) return PyErr_Format(PyExc_TypeError, "tags are a list");
    PyObject *index = PyDict_New();
    for (Py_ssize_t row = 0; index && row < PyList_GET_SIZE(tags); row++) {
        PyObject *tag = PyList_GET_ITEM(tags, row);
        if (tag == TEXT) continue; // half of the rows
        if (row + AHEAD < PyList_GET_SIZE(tags)) fetch(PyList_GET_ITEM(tags, row + AHEAD));
        if (index_row(index, tag, row) < 0) Py_CLEAR(index);
    }
    return index;
}

static PyObject *gap_end(PyObject *module, PyObject *args) {
    PyObject *source;
    Py_ssize_t start;
    int is_raw_aware = 0;
    if (!PyArg_ParseTuple(args, "Sn|p", &source, &start, &is_raw_aware)) return NULL;
    if (start < 0) start = 0;
    const byte *data = (const byte *)PyBytes_AS_STRING(source);
    return PyLong_FromSsize_t(skip_gap(data, PyBytes_GET_SIZE(source), start, is_raw_aware));
}

static PyMethodDef functions[] = {
    {"count_depths", count_depths, METH_O, "Return the depth of each row (rows.count_depths)."},
    {"gap_end", gap_end, METH_VARARGS, "Return where the next text begins (scan.gap_end)."},
    {"index_rows", index_rows, METH_O, "Return the rows of each tag (rows.index_rows)."},
    {"group_rows", (PyCFunction)(void (*)(void))group_rows, METH_FASTCALL,
     "Return the row of each block with its inline rows (rows.group_rows)."},
    {"segment_rows", (PyCFunction)(void (*)(void))segment_rows, METH_FASTCALL,
     "Return the block and the rows of each stretch of text (rows.segment_rows)."},
    {"read_text", (PyCFunction)(void (*)(void))read_text, METH_FASTCALL,
     "Return the text of rows as a reader sees it (rows.read_text)."},
    {NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "zaru.dom._kernel", .m_size = -1, .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void) {
    PyObject *constants = PyImport_ImportModule("zaru.dom.rows");
    if (constants == NULL) return NULL;
    TEXT = PyObject_GetAttrString(constants, "TEXT");
    HTML = PyObject_GetAttrString(constants, "HTML");
    PREFIXES = PyObject_GetAttrString(constants, "PREFIXES");
    Py_DECREF(constants);
    PyObject *references = PyImport_ImportModule("html.entities");
    if (references == NULL) return NULL;
    ENTITIES = PyObject_GetAttrString(references, "html5");
    Py_DECREF(references);
    no_row = PyLong_FromLong(-1);
    position_name = PyUnicode_InternFromString("position");
    if (!TEXT || !HTML || !PREFIXES || !ENTITIES || !no_row || !position_name)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL || PyModule_AddType(module, &Rows_type) < 0) return NULL;
    return module;
}
