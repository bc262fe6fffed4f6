/* The sentences of a page, out of a table that has them in the order of pages. */
#ifndef ZARU_SEARCH_SENTENCES_H
#define ZARU_SEARCH_SENTENCES_H

#include "arrow.h"

typedef struct {
    Bytes text, answer;     /* an answer that is not there was not given */
    int64_t offset, length; /* of its bytes in the page */
    Py_ssize_t number;      /* as they are read */
    PyObject *batch;        /* that has its text, held by Spoken */
} Sentence;

/* Sentences of one page after the other. */
typedef struct {
    PyObject *batches; /* an iterator */
    PyObject *scheme;  /* bytes: of the annotator whose answers count; NULL for none */
    PyObject *held;    /* a list of batches that the sentences of the page stand in */
    Column page, text, span, bound, is_content, annotations, schemes, answers;
    int64_t row, rows;
    Sentence *items;
    Py_ssize_t count, room;
} Spoken;

/* Read the sentences of the page *id* that are of its content, by their offsets: none unless they come next. */
int take_sentences(Spoken *spoken, Bytes id);
void clear_spoken(Spoken *spoken);

#endif
