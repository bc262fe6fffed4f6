/* Columns of the elements that hold a segment: containers, articles, items, paths, tokens. */
#include "scene.h"

/* ---- containers ---------------------------------------------------------------------------- */

typedef struct {
    int good, link, size;
} LevelColumns;

#define LEVEL(n) {COLUMN_good_##n, COLUMN_link_##n, COLUMN_size_##n}

static const LevelColumns LEVEL_COLUMNS[LEVELS] = {LEVEL(1), LEVEL(2), LEVEL(3), LEVEL(4), LEVEL(5)};

static void fill_level(const Scene *scene, int level, float *top_level, float *top_share) {
    const Page *page = scene->page;
    const int32_t *places = scene->places;
    float *goods = get_column(scene, LEVEL_COLUMNS[level].good);
    float *links = get_column(scene, LEVEL_COLUMNS[level].link);
    float *sizes = get_column(scene, LEVEL_COLUMNS[level].size);
    for (Py_ssize_t i = 0; i < scene->count; i++) {
        int32_t place = places[i], first = page->firsts[place], size = size_of(page, place);
        const double *held = scene->held[place].of;
        double share = held[SUM_GOOD] / scene->total_good;
        goods[i] = (float)share;
        links[i] = (float)(held[SUM_LINK] / at_least(held[SUM_LENGTH], LEAST));
        sizes[i] = (float)size;
        if (scene->top >= first && scene->top < first + size && top_level[i] > LEVELS) {
            top_level[i] = (float)(level + 1);
            top_share[i] = (float)share;
        }
    }
}

typedef struct {
    int length, stops, repeats, place, dates;
} NearColumns;

#define NEAR_LEVEL(n) \
    {COLUMN_length_##n, COLUMN_stops_##n, COLUMN_repeats_##n, COLUMN_place_##n, COLUMN_dates_##n}

static const NearColumns NEAR_COLUMNS[] = {NEAR_LEVEL(1), NEAR_LEVEL(2), NEAR_LEVEL(3)};
enum { NEAR_LEVELS = sizeof NEAR_COLUMNS / sizeof *NEAR_COLUMNS };

static void fill_near_level(const Scene *scene, const NearColumns *columns) {
    const Page *page = scene->page;
    float *lengths = get_column(scene, columns->length);
    float *stops = get_column(scene, columns->stops);
    float *repeats = get_column(scene, columns->repeats);
    float *shares = get_column(scene, columns->place);
    float *dates = get_column(scene, columns->dates);
    EACH(i, at) {
        int32_t place = scene->places[i], size = size_of(page, place);
        const double *held = scene->held[place].of;
        double length = at_least(held[SUM_LENGTH], LEAST);
        lengths[i] = (float)(length / size);
        stops[i] = (float)(held[SUM_STOPS] / length);
        repeats[i] = (float)page->repeats[place];
        shares[i] = (float)((double)(at - page->firsts[place]) / size);
        dates[i] = (float)held[SUM_DATES];
    }
}

void fill_containers(const Scene *scene) {
    const Page *page = scene->page;
    int32_t *places = scene->places;
    /* Not the spare row: both are read again. */
    float *top_level = scene->top_level, *top_share = scene->top_share;
    CELLS(siblings, siblings)
    EACH(i, at) {
        int32_t block = page->blocks[at];
        places[i] = size_of(page, block) > 1 ? block : page->wider[block];
        siblings[i] = (float)page->repeats[block];
        top_level[i] = LEVELS + 1;
        top_share[i] = 1;
    }
    for (int level = 0; level < LEVELS; level++) {
        fill_level(scene, level, top_level, top_share);
        if (level < NEAR_LEVELS) fill_near_level(scene, NEAR_COLUMNS + level);
        for (Py_ssize_t i = 0; i < scene->count; i++) places[i] = page->wider[places[i]];
    }
    memcpy(get_column(scene, COLUMN_top_level), top_level, (size_t)scene->count * sizeof(float));
    memcpy(get_column(scene, COLUMN_top_share), top_share, (size_t)scene->count * sizeof(float));
}

/* Fill how segments stand to an element that has most of the page's text. */
static void fill_part(const Scene *scene, int32_t main, float *before, float *after, float *where) {
    Py_ssize_t first = scene->page->firsts[main], last = scene->page->lasts[main];
    EACH(i, at) {
        double share = (double)(at - first) / (double)(last - first + 1);
        before[i] = (float)(first > at ? first - at : 0);
        after[i] = (float)(at > last ? at - last : 0);
        where[i] = (float)(share < -OUTSIDE ? -OUTSIDE : share > 1 + OUTSIDE ? 1 + OUTSIDE : share);
    }
}

void fill_main(const Scene *scene) {
    CELLS(before_50, before_50) CELLS(after_50, after_50) CELLS(main_50, main_50)
    CELLS(before_80, before_80) CELLS(after_80, after_80) CELLS(main_80, main_80)
    fill_part(scene, scene->half, before_50, after_50, main_50);
    fill_part(scene, scene->most, before_80, after_80, main_80);
}

void fill_articles(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(goods, article_good) CELLS(firsts, article_first) CELLS(repeats, article_repeats)
    EACH(i, at) {
        int32_t article = page->articles[page->blocks[at]];
        double good = scene->held[article].of[SUM_GOOD] / scene->total_good;
        goods[i] = article > 0 ? (float)good : -1;
        firsts[i] = article > 0 ? (float)page->firsts[article] : -1;
        repeats[i] = article > 0 ? (float)page->repeats[article] : 0;
    }
}

/* ---- items and paths ----------------------------------------------------------------------- */

static void fill_item(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(sizes, item_size) CELLS(repeats, item_repeats) CELLS(lengths, item_length)
    CELLS(links, item_link) CELLS(dates, item_dates)
    EACH(i, at) {
        int32_t item = page->repeated[page->blocks[at]];
        const double *held = scene->held[item].of;
        double length = at_least(held[SUM_LENGTH], LEAST);
        sizes[i] = (float)size_of(page, item);
        repeats[i] = (float)page->repeats[item];
        lengths[i] = (float)length;
        links[i] = (float)(held[SUM_LINK] / length);
        dates[i] = (float)held[SUM_DATES];
    }
}

void fill_items(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(number, item_count) CELLS(lengths, items_length)
    CELLS(good, items_good) CELLS(shares, items_most)
    EACH(i, at) {
        const ItemSums *items = scene->items + page->paths[page->repeated[page->blocks[at]]];
        number[i] = (float)items->count;
        lengths[i] = (float)(items->length / scene->total_length);
        good[i] = (float)(items->good / scene->total_good);
        shares[i] = (float)(items->length / at_least(scene->most_items, LEAST));
    }
    fill_item(scene);
}

void fill_paths(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(sizes, path_size) CELLS(goods, path_good) CELLS(shares, path_share)
    CELLS(lengths, path_length) CELLS(links, path_link)
    EACH(i, at) {
        const PathSums *path = scene->paths + page->paths[page->blocks[at]];
        sizes[i] = (float)path->size;
        goods[i] = (float)(path->good / scene->total_good);
        shares[i] = (float)(path->length / scene->total_length);
        lengths[i] = (float)(path->length / path->size);
        links[i] = (float)(path->link / at_least(path->length, LEAST));
    }
}

void fill_tokens(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(lows, token_low) CELLS(highs, token_high) CELLS(totals, token_total)
    EACH(i, at) {
        int32_t block = page->blocks[at];
        lows[i] = (float)page->low[block];
        highs[i] = (float)page->high[block];
        totals[i] = (float)page->total[block];
    }
    CELLS(own_0, token_own_0) CELLS(own_1, token_own_1) CELLS(own_2, token_own_2)
    CELLS(near_0, token_near_0) CELLS(near_1, token_near_1) CELLS(near_2, token_near_2)
    EACH(i, at) {
        int32_t block = page->blocks[at], holder = page->wider[block], next = page->wider[holder];
        own_0[i] = (float)page->own[block];
        own_1[i] = (float)page->own[holder];
        own_2[i] = (float)page->own[next];
        near_0[i] = (float)page->near[block];
        near_1[i] = (float)page->near[holder];
        near_2[i] = (float)page->near[next];
    }
}
