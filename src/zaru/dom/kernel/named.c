/* Named character references: https://html.spec.whatwg.org/multipage/named-characters.html
 * The few that most pages have are here; the others are Python's own table, read when the first is met. */
#include "columns.h"

#include <string.h>

enum { SLOTS = 8192 }; /* for 2,231 names */

typedef struct {
    const char *name, *value; /* without "&"; in UTF-8 */
    uint8_t name_size, value_size;
} Named;

static const Named COMMON[] = {
    {"amp;", "&", 4, 1},       {"lt;", "<", 3, 1},          {"gt;", ">", 3, 1},
    {"quot;", "\"", 5, 1},     {"nbsp;", "\xC2\xA0", 5, 2}, {"copy;", "\xC2\xA9", 5, 2},
    {"raquo;", "\xC2\xBB", 6, 2}, {"laquo;", "\xC2\xAB", 6, 2}, {"apos;", "'", 5, 1},
};

static Named *table; /* NULL: not loaded */
static PyObject *owner; /* of the names and values */

static uint32_t hash_reference(const byte *name, int32_t size) {
    uint32_t hash = 2166136261u;
    for (int32_t i = 0; i < size; i++) hash = (hash ^ name[i]) * 16777619u;
    return (hash ^ hash >> 15) % SLOTS;
}

static int fill_table(PyObject *names) {
    PyObject *key, *value;
    Py_ssize_t place = 0, name_size, value_size;
    while (PyDict_Next(names, &place, &key, &value)) {
        const char *name = PyUnicode_AsUTF8AndSize(key, &name_size);
        const char *text = name ? PyUnicode_AsUTF8AndSize(value, &value_size) : NULL;
        if (text == NULL) return -1;
        if (name_size > UINT8_MAX || value_size > UINT8_MAX) continue;
        uint32_t slot = hash_reference((const byte *)name, (int32_t)name_size);
        while (table[slot].name) slot = (slot + 1) % SLOTS;
        table[slot] = (Named){name, text, (uint8_t)name_size, (uint8_t)value_size};
    }
    return 0;
}

int load_named_references(void) {
    if (table) return 0;
    PyObject *module = PyImport_ImportModule("html.entities");
    PyObject *names = module ? PyObject_GetAttrString(module, "html5") : NULL;
    Py_XDECREF(module);
    if (names == NULL) return -1;
    table = PyDict_Check(names) && PyDict_GET_SIZE(names) < SLOTS / 2 ? PyMem_Calloc(SLOTS, sizeof(Named)) : NULL;
    if (table == NULL || fill_table(names) < 0) {
        if (!PyErr_Occurred()) PyErr_NoMemory();
        PyMem_Free(table);
        table = NULL;
        Py_DECREF(names);
        return -1;
    }
    owner = names;
    return 0;
}

static int is_named(const Named *own, const byte *name, int32_t size) {
    return own->name_size == size && memcmp(own->name, name, (size_t)size) == 0;
}

/* Find the reference *name*, with its ";" if it has one. Return 0 for none, -1 with an error set. */
int find_named_reference(const byte *name, int32_t size, const char **value, int32_t *value_size) {
    const Named *found = NULL;
    for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON && !found; i++)
        if (is_named(COMMON + i, name, size)) found = COMMON + i;
    if (!found) {
        if (load_named_references() < 0) return -1;
        for (uint32_t slot = hash_reference(name, size); table[slot].name; slot = (slot + 1) % SLOTS)
            if (is_named(table + slot, name, size)) {
                found = table + slot;
                break;
            }
    }
    if (!found) return 0;
    *value = found->value;
    *value_size = found->value_size;
    return 1;
}
