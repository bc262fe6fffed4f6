/* Marks of a line of Japanese text: brackets, and what may end a sentence. */
#ifndef ZARU_TEXT_MARKS_H
#define ZARU_TEXT_MARKS_H

#include "letters.h"

typedef enum { OPENER, CLOSER, STOP, CRY, PAUSE, NOTE, ORNAMENT_MARK, FACE, LAUGH, POINT, DOT, ENGLISH, KINDS } Kind;

typedef struct {
    Kind kind;
    Py_ssize_t begin, end;
    Py_ssize_t closer; /* of an opener: where it closes, -1 where it does not */
} Mark;

typedef struct {
    Mark *items;
    Py_ssize_t count, room;
} Marks;

/* A line of a text, and whom to ask of what is rare. */
typedef struct {
    Py_UCS4 *at;
    Py_ssize_t size;
    PyObject *text; /* the whole of it */
    Py_ssize_t start; /* of the line in the text */
    PyObject *own; /* the line as a str, once somebody asks for it */
    PyObject *const *rules; /* three functions of Python: read_mark, is_end, goes_on */
} Line;

enum { READ_MARK, IS_END, GOES_ON, RULES };

extern const char *const KIND_NAMES[KINDS];

/* Return the line as a str, borrowed; NULL with an error set. */
PyObject *name_line(Line *line);

/* Say which brackets a character is one of, from 1 on; 0 for none. */
int find_bracket(Py_UCS4 letter);

/* Say whether the letters from *begin* to before *end* may have marks that end a sentence: marks.may_end. */
int may_end(const Line *line, Py_ssize_t end);

/* Find the marks of a line: marks.find_marks; -1 with an error set. */
int find_marks(Line *line, Marks *marks);

#endif
