/* From slices of the source to Python's values: tags, texts, attributes. */
#include "columns.h"

#include <string.h>

static PyObject *tag_names[SPACES][TAG_COUNT], *no_pairs, *empty;

/* Names that SVG writes in its own way: https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes
 * and the tags of the table above it. */
static const char *const SVG_TAGS[] = {
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform",
    "clipPath", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite",
    "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow",
    "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge",
    "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight",
    "feTile", "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient",
    "textPath", NULL,
};
static const char *const SVG_ATTRIBUTES[] = {
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
    "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits",
    "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust",
    "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits",
    "maskUnits", "numOctaves", "pathLength", "patternContentUnits", "patternTransform",
    "patternUnits", "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio",
    "primitiveUnits", "refX", "refY", "repeatCount", "repeatDur", "requiredExtensions",
    "requiredFeatures", "specularConstant", "specularExponent", "spreadMethod", "startOffset",
    "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX",
    "targetY", "textLength", "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector",
    "zoomAndPan", NULL,
};
static const char *const MATHML_ATTRIBUTES[] = {"definitionURL", NULL};
static const char *const PREFIXES[SPACES] = {"", "svg:", "math:"};

/* Return the spelling of *name* that *spellings* has, else itself. */
static const char *adjust(const char *name, size_t size, const char *const *spellings) {
    for (; *spellings; spellings++)
        if (strlen(*spellings) == size && is_same_name((const byte *)name, (const byte *)*spellings, (int32_t)size))
            return *spellings;
    return name;
}

int prepare_values(void) {
    no_pairs = PyTuple_New(0);
    empty = PyUnicode_FromStringAndSize(NULL, 0);
    if (no_pairs == NULL || empty == NULL) return -1;
    for (int space = 0; space < SPACES; space++)
        for (int tag = 0; tag < TAG_COUNT; tag++) {
            const char *name = TAG_NAMES[tag];
            if (space == SPACE_SVG) name = adjust(name, TAG_SIZES[tag], SVG_TAGS);
            PyObject *text = PyUnicode_FromFormat("%s%s", PREFIXES[space], name);
            if (text == NULL) return -1;
            PyUnicode_InternInPlace(&text);
            tag_names[space][tag] = text;
        }
    return 0;
}

/* ---- slices -------------------------------------------------------------------------------- */

enum { LONGEST_NAME = 33, SMALL = 1024 };

static int is_alphanumeric(byte c) { return is_letter(c) || is_digit(c); }

/* Write what the named reference at *at* says; return its size, 0 for none, -1 with an error set.
 * https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state */
static int32_t resolve_name(const byte *data, int32_t *at, int32_t size, int how, byte *out) {
    int32_t begin = *at + 1, end = begin;
    while (end < size && end - begin < LONGEST_NAME && is_alphanumeric(data[end])) end++;
    if (end < size && data[end] == ';') end++;
    for (; end > begin + 1; end--) { /* the longest name counts */
        const char *value;
        int32_t value_size;
        int found = find_named_reference(data + begin, end - begin, &value, &value_size);
        if (found < 0) return -1;
        if (!found) continue;
        int is_open = data[end - 1] != ';';
        if (is_open && how & IS_VALUE && end < size && (data[end] == '=' || is_alphanumeric(data[end])))
            return 0; /* for historical reasons: ?a=b&copy=c */
        memcpy(out, value, (size_t)value_size);
        *at = end;
        return value_size;
    }
    return 0;
}

/* Write what the reference at *at* says and move behind it; return its size, -1 with an error set. */
static int32_t resolve(const byte *data, int32_t *at, int32_t size, int how, byte *out) {
    int32_t written = 0;
    if (*at + 1 < size && data[*at + 1] == '#') {
        Reference found;
        if (read_number_reference(data, *at, size, &found)) {
            *at = found.end;
            return write_letter(found.characters[0], out);
        }
    } else if (*at + 1 < size && is_letter(data[*at + 1])) {
        written = resolve_name(data, at, size, how, out);
    }
    if (written != 0) return written;
    out[0] = data[(*at)++];
    return 1;
}

/* Write a slice of UTF-8 as a parser reads it; return its size, -1 with an error set. No character
 * grows to more than three times its size. */
Py_ssize_t write_slice(const byte *data, int32_t size, int how, byte *out) {
    Py_ssize_t written = 0;
    for (int32_t at = 0; at < size;) {
        byte c = data[at];
        if (c == '&' && how & HAS_REFERENCES) {
            int32_t count = resolve(data, &at, size, how, out + written);
            if (count < 0) return -1;
            written += count;
        } else if (c == '\r') {
            out[written++] = '\n';
            at += 1 + (at + 1 < size && data[at + 1] == '\n');
        } else if (c == 0) {
            if (!(how & DROPS_NUL)) written += write_letter(0xFFFD, out + written);
            at++;
        } else {
            out[written++] = how & IS_NAME ? to_lower(c) : c;
            at++;
        }
    }
    return written;
}

int is_plain(const byte *data, size_t size, int how) {
    if (how & IS_NAME || memchr(data, '\r', size) || memchr(data, 0, size)) return 0;
    return !(how & HAS_REFERENCES && memchr(data, '&', size));
}

static PyObject *decode_utf8(const byte *data, int32_t size, int how) {
    if (is_plain(data, (size_t)size, how)) return PyUnicode_DecodeUTF8((const char *)data, size, "replace");
    byte few[3 * SMALL + 8], *out = size <= SMALL ? few : PyMem_Malloc(3 * (size_t)size + 8);
    if (out == NULL) return PyErr_NoMemory();
    Py_ssize_t written = write_slice(data, size, how, out);
    PyObject *text = written < 0 ? NULL : PyUnicode_DecodeUTF8((const char *)out, written, "replace");
    if (out != few) PyMem_Free(out);
    return text;
}

static int is_ascii(const byte *data, Py_ssize_t size) {
    byte bits = 0;
    for (Py_ssize_t at = 0; at < size; at++) bits |= data[at];
    return bits < 0x80;
}

/* ASCII is itself in every encoding whose file is parsed as it is. */
static PyObject *decode_slice(const Columns *columns, const byte *data, Py_ssize_t size) {
    if (columns->decode == NULL || is_ascii(data, size)) return PyUnicode_DecodeUTF8((const char *)data, size, "replace");
    PyObject *text = PyObject_CallFunction(columns->decode, "y#", data, size);
    if (text == NULL || PyUnicode_Check(text)) return text;
    PyErr_SetString(PyExc_TypeError, "a slice is decoded as str");
    Py_DECREF(text);
    return NULL;
}

/* Return a decoded slice as a parser reads it. */
PyObject *read_decoded(PyObject *text, int how) {
    Py_ssize_t size;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &size);
    return utf8 && size > INT32_MAX / 4 ? PyErr_NoMemory() : utf8 ? decode_utf8((const byte *)utf8, (int32_t)size, how) : NULL;
}

/* Return the str of a slice of the source. */
PyObject *read_slice(const Columns *columns, int32_t start, int32_t end, int how) {
    const byte *data = columns->document.source + start;
    size_t size = (size_t)(end - start);
    /* A NUL that is left out must not join bytes of a broken character: they are decoded first. */
    if (columns->decode == NULL && !memchr(data, 0, size)) return decode_utf8(data, end - start, how);
    PyObject *text = decode_slice(columns, data, (Py_ssize_t)size);
    if (text && !is_plain(data, size, how)) Py_SETREF(text, read_decoded(text, how));
    return text;
}

/* ---- tags ---------------------------------------------------------------------------------- */

static PyObject *read_other_name(const Columns *columns, const Name *name, int space) {
    PyObject *text = read_slice(columns, name->start, name->end, IS_NAME), *tag = NULL;
    Py_ssize_t size = 0;
    const char *utf8 = text ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    if (utf8 && space == SPACE_SVG) {
        tag = PyUnicode_FromFormat("svg:%s", adjust(utf8, (size_t)size, SVG_TAGS));
    } else if (utf8) {
        tag = PyUnicode_FromFormat("%s%U", PREFIXES[space], text);
    }
    Py_XDECREF(text);
    return tag;
}

PyObject *get_tag(Columns *columns, int32_t row) {
    const Node *own = columns->document.nodes + row;
    if (own->tag < TAG_COUNT) return tag_names[own->space][own->tag];
    if (columns->names == NULL &&
        !(columns->names = PyMem_Calloc((size_t)columns->document.name_count * SPACES, sizeof(PyObject *))))
        return PyErr_NoMemory();
    int32_t number = own->tag - TAG_COUNT;
    PyObject **name = columns->names + number * SPACES + own->space;
    if (*name == NULL) *name = read_other_name(columns, columns->document.names + number, own->space);
    return *name;
}

/* ---- texts --------------------------------------------------------------------------------- */

static PyObject *add_stretches(const Columns *columns, PyObject *text, int32_t number, int how) {
    while (text && number != NONE) {
        const Stretch *own = columns->document.stretches + number;
        PyObject *more = read_slice(columns, own->start, own->end, how);
        PyObject *joined = more ? PyUnicode_Concat(text, more) : NULL;
        Py_DECREF(text);
        Py_XDECREF(more);
        text = joined;
        number = own->next;
    }
    return text;
}

PyObject *get_text(Columns *columns, int32_t row) {
    if (columns->values[row]) return columns->values[row];
    const Node *own = columns->document.nodes + row;
    int how = how_to_read(own);
    PyObject *text = read_slice(columns, own->start, own->end, how);
    if (own->attributes != NONE) text = add_stretches(columns, text, own->attributes, how);
    return columns->values[row] = text;
}

/* ---- attributes ---------------------------------------------------------------------------- */

/* Names of attributes that were read lately, by their bytes: pages have few. */
enum { KNOWN_NAMES = 512, KNOWN_SIZE = 24 };

static PyObject *known_names[KNOWN_NAMES];

/* Return the known str of a short ASCII name, borrowed; NULL without an error for others. */
static PyObject *find_known_name(const byte *data, int32_t size, PyObject ***slot) {
    byte lower[KNOWN_SIZE];
    uint32_t hash = 2166136261u;
    for (int32_t i = 0; i < size; i++) {
        lower[i] = to_lower(data[i]);
        if (lower[i] >= 0x80 || lower[i] == 0) return NULL;
        hash = (hash ^ lower[i]) * 16777619u;
    }
    *slot = known_names + (hash ^ hash >> 15) % KNOWN_NAMES;
    PyObject *known = **slot;
    return known && PyUnicode_GET_LENGTH(known) == size && !memcmp(PyUnicode_1BYTE_DATA(known), lower, (size_t)size)
               ? known
               : NULL;
}

static PyObject *read_html_name(const Columns *columns, const Attribute *own) {
    int32_t size = own->name_end - own->name_start;
    PyObject **slot = NULL, *name = NULL;
    if (size <= KNOWN_SIZE && (name = find_known_name(columns->document.source + own->name_start, size, &slot)))
        return Py_NewRef(name);
    name = read_slice(columns, own->name_start, own->name_end, IS_NAME);
    if (name == NULL || slot == NULL) return name;
    PyUnicode_InternInPlace(&name);
    Py_XSETREF(*slot, Py_NewRef(name));
    return name;
}

static PyObject *read_name(const Columns *columns, const Attribute *own, int space) {
    PyObject *name = read_html_name(columns, own);
    if (name == NULL || space == SPACE_HTML) return name;
    Py_ssize_t size;
    const char *utf8 = PyUnicode_AsUTF8AndSize(name, &size);
    const char *adjusted =
        utf8 ? adjust(utf8, (size_t)size, space == SPACE_SVG ? SVG_ATTRIBUTES : MATHML_ATTRIBUTES) : NULL;
    if (adjusted != utf8) Py_SETREF(name, PyUnicode_FromString(adjusted));
    return name;
}

/* Return the value, None where the page writes none or an empty one. */
static PyObject *read_attribute_value(const Columns *columns, const Attribute *own) {
    if (own->value_start == own->value_end) return Py_NewRef(Py_None);
    return read_slice(columns, own->value_start, own->value_end, HAS_REFERENCES | IS_VALUE);
}

static PyObject *make_pair(const Columns *columns, const Attribute *own, int space) {
    PyObject *name = read_name(columns, own, space);
    PyObject *value = name ? read_attribute_value(columns, own) : NULL;
    PyObject *pair = value ? PyTuple_Pack(2, name, value) : NULL;
    Py_XDECREF(name);
    Py_XDECREF(value);
    return pair;
}

PyObject *get_pairs(Columns *columns, int32_t row) {
    if (columns->values[row]) return columns->values[row];
    const Node *own = columns->document.nodes + row;
    PyObject *pairs = own->attribute_count ? PyTuple_New(own->attribute_count) : Py_NewRef(no_pairs);
    for (int32_t i = 0; pairs && i < own->attribute_count; i++) {
        PyObject *pair = make_pair(columns, columns->document.attributes + own->attributes + i, own->space);
        if (pair == NULL)
            Py_CLEAR(pairs);
        else
            PyTuple_SET_ITEM(pairs, i, pair);
    }
    return columns->values[row] = pairs;
}

PyObject *get_value(Columns *columns, int32_t row) {
    return is_text_row(columns, row) ? get_text(columns, row) : get_pairs(columns, row);
}

int has_name(const Columns *columns, const Attribute *own, const char *name, Py_ssize_t size) {
    if (own->name_end - own->name_start != size) return 0;
    const byte *written = columns->document.source + own->name_start;
    for (Py_ssize_t i = 0; i < size; i++)
        if (to_lower(written[i]) != (byte)name[i]) return 0;
    return 1;
}

/* Return the attribute *name* that the start tag of *row* writes; NULL for none, or with an error. */
const Attribute *find_attribute(Columns *columns, int32_t row, PyObject *name) {
    const Node *own = columns->document.nodes + row;
    const Attribute *first = columns->document.attributes + own->attributes;
    Py_ssize_t size;
    const char *utf8 = PyUnicode_AsUTF8AndSize(name, &size);
    int is_simple = own->space == SPACE_HTML && PyUnicode_IS_ASCII(name);
    for (int32_t i = 0; utf8 && i < own->attribute_count; i++) {
        if (is_simple) {
            if (has_name(columns, first + i, utf8, size)) return first + i;
            continue;
        }
        PyObject *written = read_name(columns, first + i, own->space);
        int is_same = written ? PyUnicode_Compare(written, name) == 0 : -1;
        Py_XDECREF(written);
        if (is_same) return is_same < 0 ? NULL : first + i;
    }
    return NULL;
}

/* Return the value of an attribute that was read before, borrowed; NULL for none. */
static PyObject *find_pair(PyObject *pairs, PyObject *name) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pairs); i++) {
        PyObject *pair = PyTuple_GET_ITEM(pairs, i), *key = PyTuple_GET_ITEM(pair, 0);
        if (key == name || PyUnicode_Compare(key, name) == 0) return PyTuple_GET_ITEM(pair, 1);
    }
    return NULL;
}

/* Return one attribute of the element *row* as a new str, empty if it has no value; None: absent. */
PyObject *read_attribute(Columns *columns, int32_t row, PyObject *name) {
    PyObject *pairs = columns->values[row];
    if (pairs) {
        PyObject *value = find_pair(pairs, name);
        return Py_NewRef(value == NULL ? Py_None : value == Py_None ? empty : value);
    }
    const Attribute *own = find_attribute(columns, row, name);
    if (own == NULL) return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    PyObject *value = read_attribute_value(columns, own);
    if (value == Py_None) Py_SETREF(value, Py_NewRef(empty));
    return value;
}
