/* Fixed sets of words, found by their characters: no object is made to look one up. */
#include "kernel.h"

static uint32_t hash_letters(const Py_UCS4 *letters, Py_ssize_t length) {
    uint32_t hash = 2166136261u;
    for (Py_ssize_t i = 0; i < length; i++) hash = (hash ^ letters[i]) * 16777619u;
    return hash ^ hash >> 15;
}

static int is_word(const Words *words, int32_t number, const Py_UCS4 *letters, Py_ssize_t length) {
    const int32_t *start = words->starts + number;
    return start[1] - start[0] == length &&
           memcmp(words->letters + start[0], letters, (size_t)length * sizeof *letters) == 0;
}

/* Return the slot of a word, or the free one where it would be. */
static WordSlot *find_slot(const Words *words, const Py_UCS4 *letters, Py_ssize_t length,
                           uint32_t hash) {
    uint32_t mask = (uint32_t)words->mask, place = hash & mask;
    WordSlot *slots = words->slots;
    while (slots[place].number && (slots[place].hash != hash ||
                                   !is_word(words, slots[place].number - 1, letters, length)))
        place = (place + 1) & mask;
    return slots + place;
}

/* Return the number of a word, -1 when it is not in the set. */
int find_word(const Words *words, const Py_UCS4 *letters, Py_ssize_t length) {
    return find_slot(words, letters, length, hash_letters(letters, length))->number - 1;
}

/* Return the number of a str, -1 when it is not in the set. */
int find_text(const Words *words, PyObject *text) {
    Py_UCS4 letters[MAX_WORD];
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (length > MAX_WORD) return -1;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t i = 0; i < length; i++) letters[i] = PyUnicode_READ(kind, data, i);
    return find_word(words, letters, length);
}

static int add_word(Words *words, PyObject *word) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(word);
    Py_UCS4 *letters = words->letters + words->starts[words->size];
    if (!PyUnicode_AsUCS4(word, letters, words->room - words->starts[words->size], 0)) return -1;
    uint32_t hash = hash_letters(letters, length);
    WordSlot *slot = find_slot(words, letters, length, hash);
    if (slot->number) return 0;
    words->starts[words->size + 1] = words->starts[words->size] + (int32_t)length;
    *slot = (WordSlot){hash, ++words->size};
    return 0;
}

static int count_letters(Words *words, PyObject *dict) {
    PyObject *word;
    for (Py_ssize_t i = 0; PyDict_Next(dict, &i, &word, NULL);) {
        if (!PyUnicode_CheckExact(word) || PyUnicode_GET_LENGTH(word) > MAX_WORD) {
            PyErr_SetString(PyExc_TypeError, "a known word is a short str");
            return -1;
        }
        words->capacity++;
        words->room += (int32_t)PyUnicode_GET_LENGTH(word);
    }
    return 0;
}

/* Fill *words* with *names*, whose numbers are their places, and then with the keys of *dicts*. */
int make_words(Words *words, PyObject *const *dicts, int count, const char *const *names) {
    int named = 0;
    for (; names && names[named]; named++) words->room += (int32_t)strlen(names[named]);
    words->capacity += named;
    for (int i = 0; i < count; i++)
        if (count_letters(words, dicts[i]) < 0) return -1;
    for (words->mask = 63; words->mask < 4 * words->capacity; words->mask = words->mask * 2 + 1) {}
    words->letters = PyMem_Calloc((size_t)words->room + 1, sizeof *words->letters);
    words->starts = PyMem_Calloc((size_t)words->capacity + 2, sizeof *words->starts);
    words->slots = PyMem_Calloc((size_t)words->mask + 1, sizeof *words->slots);
    if (!words->letters || !words->starts || !words->slots) return PyErr_NoMemory(), -1;
    for (int i = 0; i < named; i++) {
        PyObject *name = PyUnicode_FromString(names[i]);
        int failed = name == NULL || add_word(words, name) < 0;
        Py_XDECREF(name);
        if (failed) return -1;
    }
    for (int i = 0; i < count; i++) {
        PyObject *word;
        for (Py_ssize_t at = 0; PyDict_Next(dicts[i], &at, &word, NULL);)
            if (add_word(words, word) < 0) return -1;
    }
    return 0;
}

void free_words(Words *words) {
    PyMem_Free(words->letters);
    PyMem_Free(words->starts);
    PyMem_Free(words->slots);
}
