/* The columns of features.py, with the same arithmetic: double, and float at the end. */
#include "scene.h"

/* ---- the segment alone --------------------------------------------------------------------- */

static void fill_text(const Scene *scene) {
    CELLS(lengths, length) CELLS(links, link) CELLS(counts, links) CELLS(stops, stops)
    CELLS(commas, commas) CELLS(digits, digits) CELLS(last, last_kind) CELLS(words, words_a_stop)
    EACH(i, at) {
        const Measure *m = scene->measures + at;
        lengths[i] = (float)m->length;
        links[i] = (float)m->link;
        counts[i] = (float)m->links;
        stops[i] = m->counts[KIND_STOP];
        commas[i] = m->counts[KIND_COMMA];
        digits[i] = m->counts[KIND_DIGIT];
        last[i] = (float)m->last_kind;
        words[i] = (float)(m->length / (m->counts[KIND_STOP] + 1));
    }
    CELLS(digit_share, digit_share) CELLS(upper_share, upper_share)
    CELLS(cjk_share, cjk_share) CELLS(stop_share, stop_share)
    EACH(i, at) {
        const Measure *m = scene->measures + at;
        digit_share[i] = m->counts[KIND_DIGIT] / m->visible;
        upper_share[i] = m->counts[KIND_UPPER] / m->visible;
        cjk_share[i] = m->counts[KIND_CJK] / m->visible;
        stop_share[i] = m->counts[KIND_STOP] / m->visible;
    }
}

static void fill_element(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(headings, heading) CELLS(kinds, block_kind) CELLS(depths, depth)
    EACH(i, at) {
        int32_t row = page->segment_rows[at], tag = page->tag[row];
        headings[i] = (float)scene->headings[at];
        kinds[i] = tag < 0 ? 0 : (float)page->known->block_kinds[tag];
        depths[i] = (float)page->depth[row];
    }
}

static const int BIT_COLUMNS[][2] = {
#define GROUP(name, tags) {GROUP_##name, COLUMN_in_##name},
#include "entries.h"
#define MARK(name, words) {MARK_##name, COLUMN_mark_##name},
#include "entries.h"
};

static void fill_bits(const Scene *scene) {
    for (size_t k = 0; k < sizeof BIT_COLUMNS / sizeof *BIT_COLUMNS; k++) {
        int bit = BIT_COLUMNS[k][0];
        float *cells = get_column(scene, BIT_COLUMNS[k][1]);
        EACH(i, at) cells[i] = (float)(scene->flags[at] >> bit & 1);
    }
}

/* ---- titles and headings ------------------------------------------------------------------- */

static void fill_titles(const Scene *scene) {
    CELLS(copies, copies) CELLS(copy, copy) CELLS(shares, in_title)
    CELLS(in_about, in_about) CELLS(in_body, in_body)
    EACH(i, at) {
        copies[i] = scene->copies[at];
        copy[i] = scene->copy[at];
        shares[i] = (float)scene->in_title[at];
        in_about[i] = scene->in_about[at];
        in_body[i] = scene->in_body[at];
    }
}

/* Return the first heading behind the window; the number of segments for none. */
static Py_ssize_t find_next_heading(Scene *scene) {
    Py_ssize_t *next = &scene->carried.next_heading, end = scene->from + scene->count;
    if (*next < end)
        for (*next = end; *next < scene->page->count && scene->headings[*next] == 0;) ++*next;
    return *next;
}

static void fill_above(Scene *scene) {
    CELLS(aboves, above) CELLS(levels, above_level) CELLS(links, above_link) CELLS(belows, below)
    Py_ssize_t above = scene->carried.heading, below = find_next_heading(scene);
    EACH(i, at) {
        if (scene->headings[at] > 0) above = at;
        aboves[i] = (float)(at - above);
        levels[i] = above < 0 ? NO_LEVEL : (float)scene->headings[above];
        links[i] = above < 0 ? 0 : (float)scene->measures[above].link;
    }
    for (Py_ssize_t i = scene->count - 1; i >= 0; i--) {
        if (scene->headings[scene->from + i] > 0) below = scene->from + i;
        belows[i] = (float)(below - scene->from - i);
    }
    scene->carried.heading = above;
}

static void fill_headings(Scene *scene) {
    CELLS(since_h1, since_h1) CELLS(since_top, since_top)
    CELLS(headings, top_headings) CELLS(goods, top_good)
    Py_ssize_t top = scene->top < 0 ? FAR_AWAY : scene->top, large = scene->carried.large;
    double good = scene->before[scene->top < 0 ? 0 : scene->top].of[SUM_GOOD];
    EACH(i, at) {
        large += scene->headings[at] > 0 && scene->headings[at] <= 3;
        since_h1[i] = (float)(at - scene->first_h1);
        since_top[i] = (float)(at - top);
        headings[i] = (float)(large - scene->large_to_top);
        goods[i] = (float)((scene->before[at].of[SUM_GOOD] - good) / scene->total_good);
    }
    scene->carried.large = large;
}

/* ---- places -------------------------------------------------------------------------------- */

static void fill_places(const Scene *scene) {
    CELLS(places, place) CELLS(lengths, place_length) CELLS(goods, place_good)
    CELLS(around, good_around)
    Py_ssize_t count = scene->page->count;
    EACH(i, at) {
        const Sums *before = scene->before;
        Py_ssize_t first = at > AROUND ? at - AROUND : 0;
        Py_ssize_t behind = at + AROUND + 1 < count ? at + AROUND + 1 : count;
        double good = before[behind].of[SUM_GOOD] - before[first].of[SUM_GOOD];
        places[i] = (float)((double)at / (double)count);
        lengths[i] = (float)(before[at].of[SUM_LENGTH] / scene->total_length);
        goods[i] = (float)(before[at].of[SUM_GOOD] / scene->total_good);
        around[i] = (float)(good - scene->measures[at].good);
    }
}

/* Return the first long text behind the window; far behind the page for none. */
static Py_ssize_t find_next_good(Scene *scene) {
    Py_ssize_t *next = &scene->carried.next_good, end = scene->from + scene->count;
    if (*next < end) {
        for (*next = end; *next < scene->page->count && !(scene->measures[*next].good > 0);) ++*next;
        if (*next == scene->page->count) *next += FAR_AWAY;
    }
    return *next;
}

static void fill_distances(Scene *scene) {
    CELLS(since_good, since_good) CELLS(until_good, until_good) CELLS(since_date, since_date)
    Py_ssize_t good = scene->carried.good, date = scene->carried.date, next = find_next_good(scene);
    EACH(i, at) {
        if (scene->measures[at].good > 0) good = at;
        if (scene->measures[at].is_date) date = at;
        since_good[i] = (float)(at - good);
        since_date[i] = (float)(at - date);
    }
    for (Py_ssize_t i = scene->count - 1; i >= 0; i--) {
        if (scene->measures[scene->from + i].good > 0) next = scene->from + i;
        until_good[i] = (float)(next - scene->from - i);
    }
    scene->carried.good = good;
    scene->carried.date = date;
}

typedef struct {
    int by, length, link, alike;
} NeighbourColumns;

#define NEIGHBOUR(by, where) {by, COLUMN_length_##where, COLUMN_link_##where, COLUMN_alike_##where}

static const NeighbourColumns NEIGHBOURS[] = {
    NEIGHBOUR(-2, before_2),
    NEIGHBOUR(-1, before_1),
    NEIGHBOUR(1, behind_1),
    NEIGHBOUR(2, behind_2),
};

static void fill_neighbours(const Scene *scene) {
    const Page *page = scene->page;
    for (const NeighbourColumns *columns = NEIGHBOURS; columns < NEIGHBOURS + 4; columns++) {
        float *lengths = get_column(scene, columns->length);
        float *links = get_column(scene, columns->link);
        float *alike = get_column(scene, columns->alike);
        EACH(i, at) {
            Py_ssize_t other = at + columns->by;
            int is_there = other >= 0 && other < page->count;
            int32_t path = is_there ? page->paths[page->blocks[other]] : 0;
            lengths[i] = is_there ? (float)scene->measures[other].length : 0;
            links[i] = is_there ? (float)scene->measures[other].link : 0;
            alike[i] = path == page->paths[page->blocks[at]];
        }
    }
}

/* Fill the rows of the matrix, which are the columns of the model, for the segments of a window. */
void fill_columns(Scene *scene) {
    fill_element(scene);
    fill_text(scene);
    fill_titles(scene);
    fill_places(scene);
    fill_distances(scene);
    fill_neighbours(scene);
    fill_above(scene);
    fill_headings(scene);
    fill_main(scene);
    fill_articles(scene);
    fill_tokens(scene);
    fill_wording(scene);
    fill_bits(scene);
    fill_containers(scene);
    fill_items(scene);
    fill_paths(scene);
    for (int k = 0; k < scene->same_count; k++) fill(scene, scene->same[k].column, scene->same[k].value);
}
