/* Text in XML 1.0, as it stands in elements and attributes: xml.py is the reference. */
#include "xml.h"

#include <string.h>

#include "letters.h"

/* How much is escaped: what cannot be there at all, what means something else in an element, and in an attribute. */
typedef enum { AS_IT_IS, IN_ELEMENT, IN_ATTRIBUTE } Place;

enum { MAX_ESCAPE = 6 };

/* Return the escape of an ASCII character, NULL for what stays as it is. */
static const char *find_escape(Py_UCS4 letter, Place place) {
    if (place == AS_IT_IS) return NULL;
    switch (letter) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '\r': return "&#13;";
    case '"': return place == IN_ATTRIBUTE ? "&quot;" : NULL;
    case '\n': return place == IN_ATTRIBUTE ? "&#10;" : NULL;
    case '\t': return place == IN_ATTRIBUTE ? "&#9;" : NULL;
    default: return NULL;
    }
}

static int is_plain(Py_UCS4 letter, Place place) {
    return !(kinds_of(letter) & UNWRITABLE) && (letter > '>' || find_escape(letter, place) == NULL);
}

/* Write *length* letters from *at* on with their escapes; return the end of what was written. */
static Py_UCS4 *write_escaped(const Py_UCS4 *at, Py_ssize_t length, Place place, Py_UCS4 *out) {
    for (const Py_UCS4 *end = at + length; at < end; at++) {
        const char *escape = find_escape(*at, place);
        if (escape == NULL) *out++ = kinds_of(*at) & UNWRITABLE ? 0xFFFD : *at;
        else
            while (*escape) *out++ = (Py_UCS4)*escape++;
    }
    return out;
}

static PyObject *make_escaped(PyObject *text, Place place) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (length > PY_SSIZE_T_MAX / 64) return PyErr_NoMemory();
    Py_UCS4 *letters = PyMem_New(Py_UCS4, (size_t)length + 1);
    Py_UCS4 *written = PyMem_New(Py_UCS4, (size_t)(length * MAX_ESCAPE) + 1);
    PyObject *escaped = letters && written ? NULL : PyErr_NoMemory();
    if (letters && written && PyUnicode_AsUCS4(text, letters, length + 1, 1))
        escaped = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, written, write_escaped(letters, length, place, written) - written);
    PyMem_Free(letters);
    PyMem_Free(written);
    return escaped;
}

/* Return how many letters at the beginning stay as they are. */
static Py_ssize_t skip_plain(PyObject *text, Place place) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), at = 0;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    while (at < length && is_plain(PyUnicode_READ(kind, data, at), place)) at++;
    return at;
}

static PyObject *escape(PyObject *text, Place place) {
    if (!PyUnicode_Check(text)) return PyErr_Format(PyExc_TypeError, "a text is a str");
    return skip_plain(text, place) == PyUnicode_GET_LENGTH(text) ? Py_NewRef(text) : make_escaped(text, place);
}

PyObject *clean_text(PyObject *text) { return escape(text, AS_IT_IS); }

PyObject *clean(PyObject *module, PyObject *text) { return escape(text, AS_IT_IS); }

PyObject *escape_text(PyObject *module, PyObject *text) { return escape(text, IN_ELEMENT); }

PyObject *escape_value(PyObject *module, PyObject *text) { return escape(text, IN_ATTRIBUTE); }
