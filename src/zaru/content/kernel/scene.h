/* What several groups of columns need, and the loops that fill them. */
#ifndef ZARU_CONTENT_SCENE_H
#define ZARU_CONTENT_SCENE_H

#include "kernel.h"

enum { SUM_LENGTH, SUM_LINK, SUM_GOOD, SUM_DATES, SUM_STOPS, SUMS };

typedef struct {
    double of[SUMS];
} Sums;

typedef struct {
    Page *page;
    const Measure *measures;
    Py_ssize_t count;
    float *matrix, *spare; /* the spare row takes what the model does not read */
    Sums *before, *held;   /* over the segments before each; that each element holds */
    int32_t *headings;
    double *in_title;
    double total_length, total_good;
    Py_ssize_t top; /* the segment with the page's title, -1 for none */
} Scene;

static inline float *get_column(const Scene *scene, int column) {
    int row = scene->page->known->rows[column];
    return row < 0 ? scene->spare : scene->matrix + row * scene->count;
}

static inline void fill(const Scene *scene, int column, double value) {
    float *cells = get_column(scene, column);
    for (Py_ssize_t i = 0; i < scene->count; i++) cells[i] = (float)value;
}

static inline double at_least(double value, double least) { return value > least ? value : least; }

static inline int32_t size_of(const Page *page, int32_t place) {
    return page->lasts[place] - page->firsts[place] + 1;
}

/* Loop over the segments with the cells of columns: `CELLS(a, length) EACH(i) a[i] = …` */
#define CELLS(name, column) float *name = get_column(scene, COLUMN_##column);
#define EACH(i) for (Py_ssize_t i = 0; i < scene->count; i++)

int fill_containers(const Scene *scene); /* containers.c */
int fill_items(const Scene *scene);
int fill_paths(const Scene *scene);
void fill_articles(const Scene *scene);
void fill_main(const Scene *scene);
void fill_tokens(const Scene *scene);
void fill_wording(const Scene *scene); /* wording.c */

#endif
