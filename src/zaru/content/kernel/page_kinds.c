/* Of what kind a page is, by what its content looks like: page_kinds.py. */
#include "scene.h"

int set_means(Means *means, Page *page) {
    *means = (Means){.sums = take(page, page->known->width, sizeof(double))};
    return means->sums ? 0 : -1;
}

/* Add the segments of a window. */
void add_means(Means *means, const Scene *scene, const float *scores) {
    const Model *known = scene->page->known;
    double *masses = scene->masses;
    EACH(i, at) {
        masses[i] = (double)scores[at] * weigh(scene, at);
        means->mass += masses[i];
    }
    for (Py_ssize_t row = 0; row < known->width; row++) {
        const float *cells = scene->matrix + row * scene->count;
        double sum = means->sums[row];
        for (Py_ssize_t i = 0; known->is_asked[row] && i < scene->count; i++) sum += masses[i] * cells[i];
        means->sums[row] = sum;
    }
}

/* Find how probable each kind is. */
int find_kinds(const Means *means, Page *page) {
    const Trees *trees = &page->known->trees;
    Py_ssize_t width = page->known->width;
    float *column = take_unset(page, width, sizeof(float));
    double total = 0;
    if (column == NULL) return -1;
    for (Py_ssize_t row = 0; row < width; row++)
        column[row] = (float)(means->sums[row] / at_least(means->mass, LEAST_MASS));
    for (Py_ssize_t kind = 0; kind < trees->looks - KIND_LOOKS; kind++) {
        float score;
        score_segments(trees, KIND_LOOKS + (int)kind, column, 1, &score);
        page->kinds[kind] = score;
        total += score;
    }
    for (Py_ssize_t kind = 0; kind < trees->looks - KIND_LOOKS; kind++) page->kinds[kind] /= total;
    return 0;
}
