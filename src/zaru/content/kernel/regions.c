/* What a first look at the segments says of the parts of a page: regions.py. */
#include "scene.h"

static inline double score_of(Mass held) { return held.mass / at_least(held.weight, LEAST); }

static int add_masses(Regions *all) {
    const Scene *scene = all->scene;
    Page *page = scene->page;
    if (!(all->before = take(page, page->count + 1, sizeof(Mass))) ||
        !(all->held = take_unset(page, page->size, sizeof(Mass))) ||
        !(all->paths = take(page, page->path_count, sizeof(Mass))) ||
        !(all->items = take(page, page->path_count, sizeof(Mass))))
        return -1;
    ALL(i) {
        double weight = weigh(scene, i), mass = (double)all->scores[i] * weight;
        Mass *kinds[] = {all->paths + page->paths[page->blocks[i]],
                         all->items + page->paths[page->repeated[page->blocks[i]]]};
        all->before[i + 1].mass = all->before[i].mass + mass;
        all->before[i + 1].weight = all->before[i].weight + weight;
        for (int k = 0; k < 2; k++) {
            kinds[k]->mass += mass;
            kinds[k]->weight += weight;
        }
        if (all->scores[i] > all->most) all->most = all->scores[i];
    }
    for (Py_ssize_t place = 0; place < page->size; place++) {
        const Mass *end = all->before + page->lasts[place] + 1, *start = all->before + page->firsts[place];
        all->held[place] = (Mass){end->mass - start->mass, end->weight - start->weight};
    }
    all->total = at_least(all->before[page->count].mass, LEAST_MASS);
    return 0;
}

/* Add up what the first look says of the regions of a page. */
int set_regions(Regions *all, const Scene *scene, const float *scores) {
    *all = (Regions){.scene = scene, .scores = scores, .best = (int32_t)scene->page->size - 1};
    if (add_masses(all) < 0) return -1;
    while (all->best > 0 && !(all->held[all->best].mass >= MOST_MASS * all->total)) all->best--;
    return 0;
}

/* Fill score and mass of all segments with the same path, or in items of the same path. */
static void fill_kinds(const Regions *all) {
    const Scene *scene = all->scene;
    const Page *page = scene->page;
    CELLS(path_scores, score_path) CELLS(path_masses, mass_path)
    CELLS(item_scores, score_items) CELLS(item_masses, mass_items)
    EACH(i, at) {
        int32_t block = page->blocks[at], item = page->repeated[block];
        const Mass *path = all->paths + page->paths[block], *items = all->items + page->paths[item];
        path_scores[i] = (float)(path->mass / path->weight);
        path_masses[i] = (float)(path->mass / all->total);
        item_scores[i] = item > 0 ? (float)(items->mass / items->weight) : -1;
        item_masses[i] = item > 0 ? (float)(items->mass / all->total) : 0;
    }
}

typedef struct {
    int score, mass;
} LevelColumns;

static const LevelColumns LEVEL_COLUMNS[LEVELS] = {
    {COLUMN_score_1, COLUMN_mass_1}, {COLUMN_score_2, COLUMN_mass_2}, {COLUMN_score_3, COLUMN_mass_3},
    {COLUMN_score_4, COLUMN_mass_4}, {COLUMN_score_5, COLUMN_mass_5},
};

static void fill_holders(const Regions *all) {
    const Scene *scene = all->scene;
    const Page *page = scene->page;
    int32_t *places = scene->places;
    CELLS(item, score_item)
    EACH(i, at) {
        int32_t block = page->blocks[at];
        places[i] = size_of(page, block) > 1 ? block : page->wider[block];
        item[i] = (float)score_of(all->held[page->repeated[block]]);
    }
    for (int level = 0; level < LEVELS; level++) {
        float *scores = get_column(scene, LEVEL_COLUMNS[level].score);
        float *masses = get_column(scene, LEVEL_COLUMNS[level].mass);
        for (Py_ssize_t i = 0; i < scene->count; i++) {
            Mass held = all->held[places[i]];
            scores[i] = (float)score_of(held);
            masses[i] = (float)(held.mass / all->total);
            places[i] = page->wider[places[i]];
        }
    }
}

static void fill_around(const Regions *all, int around, float *cells) {
    const Scene *scene = all->scene;
    Py_ssize_t count = scene->page->count;
    EACH(i, at) {
        const Mass *first = all->before + (at > around ? at - around : 0);
        const Mass *behind = all->before + (at + around + 1 < count ? at + around + 1 : count);
        cells[i] = (float)((behind->mass - first->mass) / (behind->weight - first->weight));
    }
}

static void fill_beside(const Regions *all, int by, float *cells) {
    const Scene *scene = all->scene;
    EACH(i, at) cells[i] = at + by >= 0 && at + by < scene->page->count ? all->scores[at + by] : 0;
}

static void fill_all(const Regions *all) {
    const Scene *scene = all->scene;
    const Page *page = scene->page;
    const Mass *whole = all->before + page->count;
    CELLS(scores, score) CELLS(before, mass_before) CELLS(behind, mass_behind) CELLS(inside, in_best)
    EACH(i, at) {
        scores[i] = all->scores[at];
        before[i] = (float)(all->before[at].mass / all->total);
        behind[i] = (float)((whole->mass - all->before[at + 1].mass) / all->total);
        inside[i] = at >= page->firsts[all->best] && at <= page->lasts[all->best];
    }
    fill(scene, COLUMN_score_best, all->most);
    fill(scene, COLUMN_score_all, all->total / whole->weight);
}

/* Fill the columns of a second look for the segments of a window. */
void fill_regions(const Regions *all) {
    const Scene *scene = all->scene;
    fill_holders(all);
    fill_kinds(all);
    fill_beside(all, -2, get_column(scene, COLUMN_score_before_2));
    fill_beside(all, -1, get_column(scene, COLUMN_score_before_1));
    fill_beside(all, 1, get_column(scene, COLUMN_score_behind_1));
    fill_beside(all, 2, get_column(scene, COLUMN_score_behind_2));
    fill_around(all, 3, get_column(scene, COLUMN_score_around_3));
    fill_around(all, 8, get_column(scene, COLUMN_score_around_8));
    fill_around(all, 20, get_column(scene, COLUMN_score_around_20));
    fill_all(all);
}
