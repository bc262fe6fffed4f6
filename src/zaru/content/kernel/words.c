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
    uint32_t hash = hash_letters(letters, length), home = hash & (uint32_t)words->mask;
    if (!(words->homes[home / 8] & 1 << home % 8)) return -1;
    return find_slot(words, letters, length, hash)->number - 1;
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

/* Return the number of a word, which is added unless it is there; -1 with an error set. */
int32_t add_word(Words *words, const Py_UCS4 *letters, Py_ssize_t length) {
    uint32_t hash = hash_letters(letters, length);
    WordSlot *slot = find_slot(words, letters, length, hash);
    if (slot->number) return slot->number - 1;
    int32_t start = words->starts[words->size];
    if (words->size == words->capacity || start + length > words->room) {
        PyErr_SetString(PyExc_ValueError, "there is no room for so many words");
        return -1;
    }
    memcpy(words->letters + start, letters, (size_t)length * sizeof *letters);
    words->starts[words->size + 1] = start + (int32_t)length;
    *slot = (WordSlot){hash, ++words->size};
    uint32_t home = hash & (uint32_t)words->mask;
    words->homes[home / 8] |= (uint8_t)(1 << home % 8);
    return words->size - 1;
}

/* Make room for so many words with so many letters together. */
int open_words(Words *words, Py_ssize_t count, Py_ssize_t letters) {
    words->capacity = (int32_t)count;
    words->room = (int32_t)letters;
    for (words->mask = 63; words->mask < 2 * count; words->mask = words->mask * 2 + 1) {}
    words->letters = PyMem_Calloc((size_t)letters + 1, sizeof *words->letters);
    words->starts = PyMem_Calloc((size_t)count + 2, sizeof *words->starts);
    words->slots = PyMem_Calloc((size_t)words->mask + 1, sizeof *words->slots);
    words->homes = PyMem_Calloc((size_t)words->mask / 8 + 1, sizeof *words->homes);
    return words->letters && words->starts && words->slots && words->homes ? 0 : (PyErr_NoMemory(), -1);
}

void free_words(Words *words) {
    PyMem_Free(words->letters);
    PyMem_Free(words->starts);
    PyMem_Free(words->slots);
    PyMem_Free(words->homes);
}
