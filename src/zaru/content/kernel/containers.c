/* Columns of the elements that hold a segment: containers, articles, items, paths, tokens. */
#include "scene.h"

/* ---- containers ---------------------------------------------------------------------------- */

static void fill_level(const Scene *scene, int level, int32_t *places, float *top_level,
                       float *top_share) {
    const Page *page = scene->page;
    CELLS(goods, GOOD_1 + level) CELLS(links, LINK_1 + level) CELLS(sizes, SIZE_1 + level)
    EACH(i) {
        int32_t place = places[i], first = page->firsts[place], size = size_of(page, place);
        const double *held = scene->held[place].of;
        double share = held[SUM_GOOD] / scene->total_good;
        goods[i] = (float)share;
        links[i] = (float)(held[SUM_LINK] / at_least(held[SUM_LENGTH], scene->n->least));
        sizes[i] = (float)size;
        if (scene->top >= first && scene->top < first + size && top_level[i] > LEVELS) {
            top_level[i] = (float)(level + 1);
            top_share[i] = (float)share;
        }
    }
}

static void fill_near_level(const Scene *scene, int level, const int32_t *places) {
    const Page *page = scene->page;
    CELLS(lengths, LENGTH_1 + level) CELLS(stops, STOPS_1 + level)
    CELLS(repeats, REPEATS_1 + level) CELLS(at, PLACE_1 + level) CELLS(dates, DATES_1 + level)
    EACH(i) {
        int32_t place = places[i], size = size_of(page, place);
        const double *held = scene->held[place].of;
        double length = at_least(held[SUM_LENGTH], scene->n->least);
        lengths[i] = (float)(length / size);
        stops[i] = (float)(held[SUM_STOPS] / length);
        repeats[i] = (float)page->repeats[place];
        at[i] = (float)((double)(i - page->firsts[place]) / size);
        dates[i] = (float)held[SUM_DATES];
    }
}

int fill_containers(const Scene *scene) {
    const Page *page = scene->page;
    int32_t *places = take(scene->page, scene->count, sizeof(int32_t));
    if (places == NULL) return -1;
    /* Not the spare row: both are read again. */
    float *top_level = take(scene->page, scene->count, sizeof(float));
    float *top_share = top_level ? take(scene->page, scene->count, sizeof(float)) : NULL;
    if (top_share == NULL) return -1;
    CELLS(siblings, SIBLINGS)
    EACH(i) {
        int32_t block = page->blocks[i];
        places[i] = size_of(page, block) > 1 ? block : page->wider[block];
        siblings[i] = (float)page->repeats[block];
        top_level[i] = LEVELS + 1;
        top_share[i] = 1;
    }
    for (int level = 0; level < LEVELS; level++) {
        fill_level(scene, level, places, top_level, top_share);
        if (level < 3) fill_near_level(scene, level, places);
        EACH(i) places[i] = page->wider[places[i]];
    }
    memcpy(get_column(scene, TOP_LEVEL), top_level, (size_t)scene->count * sizeof(float));
    memcpy(get_column(scene, TOP_SHARE), top_share, (size_t)scene->count * sizeof(float));
    return 0;
}

/* Fill how segments stand to the smallest element with so much of the page's text. */
void fill_main(const Scene *scene, int number, double part) {
    const Page *page = scene->page;
    CELLS(before, BEFORE_50 + number) CELLS(after, AFTER_50 + number) CELLS(at, MAIN_50 + number)
    Py_ssize_t main = page->size - 1;
    while (main > 0 && !(scene->held[main].of[SUM_GOOD] >= part * scene->total_good)) main--;
    Py_ssize_t first = page->firsts[main], last = page->lasts[main];
    EACH(i) {
        double share = (double)(i - first) / (double)(last - first + 1);
        before[i] = (float)(first > i ? first - i : 0);
        after[i] = (float)(i > last ? i - last : 0);
        at[i] = (float)(share < -0.1 ? -0.1 : share > 1.1 ? 1.1 : share);
    }
}

void fill_articles(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(goods, ARTICLE_GOOD) CELLS(firsts, ARTICLE_FIRST) CELLS(repeats, ARTICLE_REPEATS)
    EACH(i) {
        int32_t article = page->articles[page->blocks[i]];
        double good = scene->held[article].of[SUM_GOOD] / scene->total_good;
        goods[i] = article > 0 ? (float)good : -1;
        firsts[i] = article > 0 ? (float)page->firsts[article] : -1;
        repeats[i] = article > 0 ? (float)page->repeats[article] : 0;
    }
}

/* ---- items and paths ----------------------------------------------------------------------- */

static void fill_item(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(sizes, ITEM_SIZE) CELLS(repeats, ITEM_REPEATS) CELLS(lengths, ITEM_LENGTH)
    CELLS(links, ITEM_LINK) CELLS(dates, ITEM_DATES)
    EACH(i) {
        int32_t item = page->repeated[page->blocks[i]];
        const double *held = scene->held[item].of;
        double length = at_least(held[SUM_LENGTH], scene->n->least);
        sizes[i] = (float)size_of(page, item);
        repeats[i] = (float)page->repeats[item];
        lengths[i] = (float)length;
        links[i] = (float)(held[SUM_LINK] / length);
        dates[i] = (float)held[SUM_DATES];
    }
}

int fill_items(const Scene *scene) {
    Page *page = scene->page;
    double *masses = take(page, page->path_count, sizeof(double));
    double *goods = masses ? take(page, page->path_count, sizeof(double)) : NULL;
    int32_t *counts = goods ? take(page, page->path_count, sizeof(int32_t)) : NULL;
    if (counts == NULL) return -1;
    for (Py_ssize_t place = 0; place < page->size; place++) counts[page->paths[place]]++;
    EACH(i) {
        int32_t path = page->paths[page->repeated[page->blocks[i]]];
        masses[path] += scene->measures[i].length;
        goods[path] += scene->measures[i].good;
    }
    masses[page->paths[0]] = 0; /* the root stands for "in no item" */
    double most = 0;
    for (Py_ssize_t path = 0; path < page->path_count; path++) most = at_least(masses[path], most);
    CELLS(number, ITEM_COUNT) CELLS(lengths, ITEMS_LENGTH)
    CELLS(good, ITEMS_GOOD) CELLS(shares, ITEMS_MOST)
    EACH(i) {
        int32_t path = page->paths[page->repeated[page->blocks[i]]];
        number[i] = (float)counts[path];
        lengths[i] = (float)(masses[path] / scene->total_length);
        good[i] = (float)(goods[path] / scene->total_good);
        shares[i] = (float)(masses[path] / at_least(most, scene->n->least));
    }
    fill(scene, PAGE_ITEMS, most / scene->total_length);
    fill_item(scene);
    return 0;
}

typedef struct {
    double length, link, good;
    int32_t size;
} PathSums;

int fill_paths(const Scene *scene) {
    Page *page = scene->page;
    PathSums *paths = take(page, page->path_count, sizeof(PathSums));
    if (paths == NULL) return -1;
    int32_t used = 0;
    EACH(i) {
        PathSums *path = paths + page->paths[page->blocks[i]];
        path->length += scene->measures[i].length;
        path->link += scene->measures[i].link_length;
        path->good += scene->measures[i].good;
        used += !path->size++;
    }
    CELLS(sizes, PATH_SIZE) CELLS(goods, PATH_GOOD) CELLS(shares, PATH_SHARE)
    CELLS(lengths, PATH_LENGTH) CELLS(links, PATH_LINK)
    EACH(i) {
        const PathSums *path = paths + page->paths[page->blocks[i]];
        sizes[i] = (float)path->size;
        goods[i] = (float)(path->good / scene->total_good);
        shares[i] = (float)(path->length / scene->total_length);
        lengths[i] = (float)(path->length / path->size);
        links[i] = (float)(path->link / at_least(path->length, scene->n->least));
    }
    fill(scene, PAGE_PATHS, used);
    return 0;
}

void fill_tokens(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(lows, TOKEN_LOW) CELLS(highs, TOKEN_HIGH) CELLS(totals, TOKEN_TOTAL)
    EACH(i) {
        int32_t block = page->blocks[i];
        lows[i] = (float)page->low[block];
        highs[i] = (float)page->high[block];
        totals[i] = (float)page->total[block];
    }
    for (int level = 0; level < 3; level++) {
        CELLS(own, TOKEN_OWN_0 + level) CELLS(near, TOKEN_NEAR_0 + level)
        EACH(i) {
            int32_t place = page->blocks[i];
            for (int up = 0; up < level; up++) place = page->wider[place];
            own[i] = (float)page->own[place];
            near[i] = (float)page->near[place];
        }
    }
}
