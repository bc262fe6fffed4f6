/* Words and scripts of a text: languages.count_words and languages.count_scripts are the reference. */
#include "kernel.h"

enum { MIN_WORD = 2 };

static int is_ascii_letter(Py_UCS4 letter) { return (letter | 32) - 'a' < 26; }

static int is_letter_or_digit(Py_UCS4 letter) {
    if (letter < 128) return is_ascii_letter(letter) || letter - '0' < 10;
    return Py_UNICODE_ISALNUM(letter);
}

/* A letter as languages._WORD has it: no digit and no underscore. */
static int is_letter(Py_UCS4 letter) {
    if (letter < 128) return is_ascii_letter(letter);
    return Py_UNICODE_ISALNUM(letter) && !Py_UNICODE_ISDECIMAL(letter);
}

/* How often words of each language were seen, in the order of the first. */
enum { MAX_LANGUAGES = 256 };

typedef struct {
    PyObject *names[MAX_LANGUAGES]; /* borrowed: of the words' lists */
    long counts[MAX_LANGUAGES];
    int count;
} Languages;

/* Count one more for each of the languages that a word is frequent in. */
static int count_names(Languages *seen, PyObject *names) {
    if (!PyList_Check(names)) {
        PyErr_SetString(PyExc_TypeError, "languages are a list");
        return -1;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(names); i++) {
        PyObject *name = PyList_GET_ITEM(names, i);
        int place = 0;
        while (place < seen->count && seen->names[place] != name) place++;
        if (place == MAX_LANGUAGES) {
            PyErr_SetString(PyExc_ValueError, "there are fewer languages, each named by one object");
            return -1;
        }
        if (place == seen->count) seen->names[seen->count++] = name;
        seen->counts[place]++;
    }
    return 0;
}

static PyObject *list_counts(const Languages *seen) {
    PyObject *counts = PyDict_New();
    for (int i = 0; counts && i < seen->count; i++) {
        PyObject *count = PyLong_FromLong(seen->counts[i]);
        if (count == NULL || PyDict_SetItem(counts, seen->names[i], count) < 0) Py_CLEAR(counts);
        Py_XDECREF(count);
    }
    return counts;
}

/* count_words(text, languages): how many words there are, and how many are frequent in each language. */
PyObject *count_words(PyObject *module, PyObject *args) {
    PyObject *text, *languages;
    if (!PyArg_ParseTuple(args, "UO!", &text, &PyDict_Type, &languages)) return NULL;
    int kind = PyUnicode_KIND(text), failed = 0;
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), total = 0;
    Languages seen = {.count = 0};
    for (Py_ssize_t at = 0, end; !failed && at < length; at = end + 1) {
        for (end = at; end < length && is_letter(PyUnicode_READ(kind, data, end)); end++) {}
        if (end - at < MIN_WORD) continue;
        PyObject *word = PyUnicode_Substring(text, at, end);
        PyObject *names = word ? PyDict_GetItemWithError(languages, word) : NULL;
        total++;
        failed = names ? count_names(&seen, names) < 0 : PyErr_Occurred() != NULL;
        Py_XDECREF(word);
    }
    PyObject *counts = failed ? NULL : list_counts(&seen);
    return counts ? Py_BuildValue("(nN)", total, counts) : NULL;
}

enum { MAX_SCRIPTS = 32 };

/* count_scripts(text, ends): how many letters each script has; *ends* are the first and the last character
 * of each script in turn. What is in none is of the last one. */
PyObject *count_scripts(PyObject *module, PyObject *args) {
    PyObject *text, *ends;
    if (!PyArg_ParseTuple(args, "UU", &text, &ends)) return NULL;
    Py_ssize_t count = PyUnicode_GET_LENGTH(ends) / 2, counts[MAX_SCRIPTS] = {0};
    Py_UCS4 firsts[MAX_SCRIPTS], lasts[MAX_SCRIPTS];
    if (count < 1 || count > MAX_SCRIPTS) {
        PyErr_SetString(PyExc_ValueError, "there are few scripts");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        firsts[i] = PyUnicode_READ_CHAR(ends, 2 * i);
        lasts[i] = PyUnicode_READ_CHAR(ends, 2 * i + 1);
    }
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t at = 0; at < PyUnicode_GET_LENGTH(text); at++) {
        Py_UCS4 letter = PyUnicode_READ(kind, data, at);
        Py_ssize_t script = 0;
        if (!Py_UNICODE_ISALPHA(letter)) continue;
        while (script < count - 1 && (letter < firsts[script] || letter > lasts[script])) script++;
        counts[script]++;
    }
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromSsize_t(counts[i]);
        if (number == NULL) Py_CLEAR(list);
        else PyList_SET_ITEM(list, i, number);
    }
    return list;
}

/* keep_letters(text): the letters and digits of a text (titles.comparable). */
PyObject *keep_letters(PyObject *module, PyObject *text) {
    if (!PyUnicode_Check(text)) return PyErr_Format(PyExc_TypeError, "a text is a str");
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), count = 0;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_UCS4 few[MAX_WORD] = {0}, *letters = length <= MAX_WORD ? few : PyMem_Malloc((size_t)length * sizeof *letters);
    if (letters == NULL) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < length; i++) {
        Py_UCS4 letter = PyUnicode_READ(kind, data, i);
        if (is_letter_or_digit(letter)) letters[count++] = letter;
    }
    PyObject *kept = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, letters, count);
    if (letters != few) PyMem_Free(letters);
    return kept;
}
