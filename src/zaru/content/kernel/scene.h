/* What several groups of columns need, and the loops that fill them. A page is judged in windows of
 * segments, so that a large one needs no room for all of its features at once: what they need of the
 * whole page is found before, and what goes from one window to the next is carried. */
#ifndef ZARU_CONTENT_SCENE_H
#define ZARU_CONTENT_SCENE_H

#include "kernel.h"

enum { WINDOW = 4096 }; /* segments; nearly all pages have fewer */

enum { SUM_LENGTH, SUM_LINK, SUM_GOOD, SUM_DATES, SUM_STOPS, SUMS };

typedef struct {
    double of[SUMS];
} Sums;

/* Of all segments with the same path; of all in items with it. */
typedef struct {
    double length, link, good;
    int32_t size;
} PathSums;

typedef struct {
    double length, good;
    int32_t count;
} ItemSums;

/* What the first words of a text say: wording.c. */
typedef struct {
    double low, high, total, first;
    int count, known; /* words; those that the model knows */
} Said;

/* What a window leaves to the next. */
typedef struct {
    Py_ssize_t heading, good, date; /* the last of them before it */
    Py_ssize_t next_heading, next_good; /* the first behind the one before */
    Py_ssize_t large; /* headings of the first three levels before it */
    Said said; /* by the last heading */
} Carried;

typedef struct {
    Page *page;
    const Measure *measures;
    Sums *before, *held; /* over the segments before each; that each element holds */
    int32_t *headings;
    int64_t *flags; /* of the block of each segment */
    double *in_title;
    float *copies, *copy, *in_about, *in_body;
    PathSums *paths;
    ItemSums *items;
    double total_length, total_good, most_items;
    Py_ssize_t top;                    /* the segment with the page's title, -1 for none */
    Py_ssize_t first_h1, large_to_top; /* headings up to the title */
    int32_t half, most;                /* the smallest elements with 50 and 80 percent of the text */
    struct {
        int column;
        float value;
    } same[COLUMN_COUNT]; /* columns that say the same of every segment */
    int same_count;
    /* the window */
    Py_ssize_t from, count;
    float *matrix, *spare; /* the spare row takes what the model does not read */
    int32_t *places;       /* room for one number for each segment of a window */
    double *masses;        /* the same */
    float *top_level, *top_share;
    Carried carried;
} Scene;

static inline float *get_column(const Scene *scene, int column) {
    int row = scene->page->known->rows[column];
    return row < 0 ? scene->spare : scene->matrix + row * scene->count;
}

static inline void fill(const Scene *scene, int column, double value) {
    float *cells = get_column(scene, column);
    for (Py_ssize_t i = 0; i < scene->count; i++) cells[i] = (float)value;
}

/* Let a column say *value* of every segment of the page. */
static inline void set_same(Scene *scene, int column, double value) {
    scene->same[scene->same_count].column = column;
    scene->same[scene->same_count++].value = (float)value;
}

static inline double at_least(double value, double least) { return value > least ? value : least; }

/* Return how much the score of a segment counts. */
static inline double weigh(const Scene *scene, Py_ssize_t i) { return scene->measures[i].length + LEAST; }

static inline int32_t size_of(const Page *page, int32_t place) {
    return page->lasts[place] - page->firsts[place] + 1;
}

/* Loop over the window with the cells of columns: `CELLS(a, length) EACH(i, at) a[i] = …`, where
 * *at* is the number of the segment; or over all segments of the page. */
#define CELLS(name, column) float *name = get_column(scene, COLUMN_##column);
#define EACH(i, at) for (Py_ssize_t i = 0, at = scene->from; i < scene->count; i++, at++)
#define ALL(at) for (Py_ssize_t at = 0; at < scene->page->count; at++)

int set_scene(Scene *scene);               /* scene.c */
void set_window(Scene *scene, Py_ssize_t from);
void fill_columns(Scene *scene);           /* columns.c */
void fill_containers(const Scene *scene);  /* containers.c */
void fill_items(const Scene *scene);
void fill_paths(const Scene *scene);
void fill_articles(const Scene *scene);
void fill_main(const Scene *scene);
void fill_tokens(const Scene *scene);
void fill_wording(Scene *scene);           /* wording.c */

/* ---- regions.c: what a first look says ------------------------------------------------------ */

typedef struct {
    double mass, weight;
} Mass;

typedef struct {
    const Scene *scene;
    const float *scores;
    Mass *before, *held, *paths, *items; /* over the segments before each; of each element, path, path of items */
    double total;
    float most;   /* the highest score */
    int32_t best; /* the smallest element with most of the mass */
} Regions;

int set_regions(Regions *all, const Scene *scene, const float *scores);
void fill_regions(const Regions *all);

/* ---- page_kinds.c: of what kind a page is ---------------------------------------------------- */

/* The mean of each column over the segments of a page, which count by what is expected of them. */
typedef struct {
    double *sums; /* of each row of the matrix */
    double mass;
} Means;

int set_means(Means *means, Page *page);
void add_means(Means *means, const Scene *scene, const float *scores);
int find_kinds(const Means *means, Page *page);

#endif
