/* What the characters of Japanese text are, as bits of a table: japanese.py and corpus.sentences have them as patterns. */
#ifndef ZARU_TEXT_LETTERS_H
#define ZARU_TEXT_LETTERS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

enum {
    LETTER = 1 << 0,      /* kana and kanji */
    DASH = 1 << 1,        /* of them what lines are drawn with, too */
    SIGN = 1 << 2,        /* a mark that only Japanese text has in number: japanese.MARKS */
    NEUTRAL = 1 << 3,     /* white space and punctuation */
    DECORATION = 1 << 4,  /* drawn before and behind sentences */
    UNWRITABLE = 1 << 5,  /* no XML holds it */
    NOUN = 1 << 6,        /* kanji and katakana */
    ENDER = 1 << 7,       /* may end a sentence, or begin what does; no bracket */
    BRACKET = 1 << 8,
    ORNAMENT = 1 << 9,    /* with what joins several into one */
    FACE_PART = 1 << 10,  /* every face in round brackets has one */
    MOOD = 1 << 11,       /* what （笑） and the like begin with */
    SPEECH = 1 << 12,     /* what stands before a laugh without brackets */
    STOPPED = 1 << 13,    /* a sentence may go on with it behind 。 */
    CRIED = 1 << 14,      /* and behind other marks */
    LATIN_DIGIT = 1 << 15 /* Latin letters and digits, of both widths */
};

enum { TABLE_SIZE = 0x10000 };

extern uint16_t letter_table[TABLE_SIZE];

void prepare_letters(void);
uint16_t find_rare_kinds(Py_UCS4 letter);

/* Return what a character is. */
static inline uint16_t kinds_of(Py_UCS4 letter) {
    return letter < TABLE_SIZE ? letter_table[letter] : find_rare_kinds(letter);
}

/* Return a text as four bytes a character: in *few* where it has room, else to be freed; NULL with an error set. */
static inline Py_UCS4 *spread_letters(PyObject *text, Py_UCS4 *few, Py_ssize_t room) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    Py_UCS4 *letters = length <= room ? few : PyMem_New(Py_UCS4, (size_t)length);
    if (letters == NULL) return (Py_UCS4 *)PyErr_NoMemory();
    if (length == 0 || PyUnicode_AsUCS4(text, letters, length, 0)) return letters;
    if (letters != few) PyMem_Free(letters);
    return NULL;
}

/* Return the share of kana and kanji among what is written: japanese.japanese_share. */
double measure_japanese(const Py_UCS4 *at, const Py_UCS4 *end);

PyObject *measure_width(PyObject *module, PyObject *line);

#endif
