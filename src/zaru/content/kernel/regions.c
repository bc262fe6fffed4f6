/* What a first look at the segments says of the parts of a page: regions.py. */
#include "scene.h"

typedef struct {
    double mass, weight;
} Mass;

typedef struct {
    const Scene *scene;
    const float *scores;
    Mass *before, *held, *kinds; /* over the segments before each; of each element; of each path */
    double total;
} Regions;

static inline double weigh(const Scene *scene, Py_ssize_t i) { return scene->measures[i].length + LEAST; }

static inline double score_of(Mass held) { return held.mass / at_least(held.weight, LEAST); }

static int add_masses(Regions *all) {
    const Scene *scene = all->scene;
    Page *page = scene->page;
    if (!(all->before = take(page, scene->count + 1, sizeof(Mass))) ||
        !(all->held = take(page, page->size, sizeof(Mass))) ||
        !(all->kinds = take(page, page->path_count, sizeof(Mass))))
        return -1;
    EACH(i) {
        all->before[i + 1].mass = all->before[i].mass + (double)all->scores[i] * weigh(scene, i);
        all->before[i + 1].weight = all->before[i].weight + weigh(scene, i);
    }
    for (Py_ssize_t place = 0; place < page->size; place++) {
        const Mass *end = all->before + page->lasts[place] + 1, *start = all->before + page->firsts[place];
        all->held[place] = (Mass){end->mass - start->mass, end->weight - start->weight};
    }
    all->total = at_least(all->before[scene->count].mass, LEAST_MASS);
    return 0;
}

/* Fill score and mass of all segments with the same path, or in items of the same path. */
static void fill_kind(const Regions *all, int is_item, float *scores, float *masses) {
    const Scene *scene = all->scene;
    const Page *page = scene->page;
    for (int32_t path = 0; path < page->path_count; path++) all->kinds[path] = (Mass){0, 0};
#define HOLDER(i) (is_item ? page->repeated[page->blocks[i]] : page->blocks[i])
    EACH(i) {
        Mass *kind = all->kinds + page->paths[HOLDER(i)];
        kind->mass += (double)all->scores[i] * weigh(scene, i);
        kind->weight += weigh(scene, i);
    }
    EACH(i) {
        const Mass *kind = all->kinds + page->paths[HOLDER(i)];
        int is_known = !is_item || HOLDER(i) > 0;
        scores[i] = is_known ? (float)(kind->mass / kind->weight) : -1;
        masses[i] = is_known ? (float)(kind->mass / all->total) : 0;
    }
#undef HOLDER
}

typedef struct {
    int score, mass;
} LevelColumns;

static const LevelColumns LEVEL_COLUMNS[LEVELS] = {
    {COLUMN_score_1, COLUMN_mass_1}, {COLUMN_score_2, COLUMN_mass_2}, {COLUMN_score_3, COLUMN_mass_3},
    {COLUMN_score_4, COLUMN_mass_4}, {COLUMN_score_5, COLUMN_mass_5},
};

static int fill_holders(const Regions *all) {
    const Scene *scene = all->scene;
    Page *page = scene->page;
    int32_t *places = take_unset(page, scene->count, sizeof(int32_t));
    if (places == NULL) return -1;
    CELLS(item, score_item)
    EACH(i) {
        int32_t block = page->blocks[i];
        places[i] = size_of(page, block) > 1 ? block : page->wider[block];
        item[i] = (float)score_of(all->held[page->repeated[block]]);
    }
    for (int level = 0; level < LEVELS; level++) {
        float *scores = get_column(scene, LEVEL_COLUMNS[level].score);
        float *masses = get_column(scene, LEVEL_COLUMNS[level].mass);
        EACH(i) {
            Mass held = all->held[places[i]];
            scores[i] = (float)score_of(held);
            masses[i] = (float)(held.mass / all->total);
            places[i] = page->wider[places[i]];
        }
    }
    return 0;
}

static void fill_around(const Regions *all, int around, float *cells) {
    const Scene *scene = all->scene;
    EACH(i) {
        const Mass *first = all->before + (i > around ? i - around : 0);
        const Mass *behind = all->before + (i + around + 1 < scene->count ? i + around + 1 : scene->count);
        cells[i] = (float)((behind->mass - first->mass) / (behind->weight - first->weight));
    }
}

static void fill_beside(const Regions *all, int by, float *cells) {
    const Scene *scene = all->scene;
    EACH(i) cells[i] = i + by >= 0 && i + by < scene->count ? all->scores[i + by] : 0;
}

static void fill_all(const Regions *all) {
    const Scene *scene = all->scene;
    const Page *page = scene->page;
    const Mass *whole = all->before + scene->count;
    CELLS(scores, score) CELLS(before, mass_before) CELLS(behind, mass_behind) CELLS(inside, in_best)
    float most = 0;
    Py_ssize_t best = page->size - 1;
    while (best > 0 && !(all->held[best].mass >= MOST_MASS * all->total)) best--;
    EACH(i) {
        scores[i] = all->scores[i];
        before[i] = (float)(all->before[i].mass / all->total);
        behind[i] = (float)((whole->mass - all->before[i + 1].mass) / all->total);
        inside[i] = i >= page->firsts[best] && i <= page->lasts[best];
        if (all->scores[i] > most) most = all->scores[i];
    }
    fill(scene, COLUMN_score_best, most);
    fill(scene, COLUMN_score_all, all->total / whole->weight);
}

/* Fill the columns of a second look by the scores of the first. */
int fill_regions(Page *page, float *matrix, const float *first) {
    Scene own = {.page = page, .measures = page->measures, .count = page->count, .matrix = matrix};
    const Scene *scene = &own;
    Regions all = {.scene = scene};
    float *scores = take_unset(page, page->count, sizeof(float)); /* the second look writes over the first */
    if (scores == NULL || !(own.spare = take(page, page->count, sizeof(float)))) return -1;
    memcpy(scores, first, (size_t)page->count * sizeof(float));
    all.scores = scores;
    if (add_masses(&all) < 0 || fill_holders(&all) < 0) return -1;
    CELLS(path_score, score_path) CELLS(path_mass, mass_path)
    CELLS(items_score, score_items) CELLS(items_mass, mass_items)
    fill_kind(&all, 0, path_score, path_mass);
    fill_kind(&all, 1, items_score, items_mass);
    fill_beside(&all, -2, get_column(scene, COLUMN_score_before_2));
    fill_beside(&all, -1, get_column(scene, COLUMN_score_before_1));
    fill_beside(&all, 1, get_column(scene, COLUMN_score_behind_1));
    fill_beside(&all, 2, get_column(scene, COLUMN_score_behind_2));
    fill_around(&all, 3, get_column(scene, COLUMN_score_around_3));
    fill_around(&all, 8, get_column(scene, COLUMN_score_around_8));
    fill_around(&all, 20, get_column(scene, COLUMN_score_around_20));
    fill_all(&all);
    return 0;
}
