/* The columns of features.py, with the same arithmetic: double, and float at the end. */
#include "scene.h"

/* ---- the scene ----------------------------------------------------------------------------- */

static void add_up(Scene *scene) {
    EACH(i) {
        const Measure *m = scene->measures + i;
        const double *last = scene->before[i].of;
        double *next = scene->before[i + 1].of;
        next[SUM_LENGTH] = last[SUM_LENGTH] + m->length;
        next[SUM_LINK] = last[SUM_LINK] + m->link_length;
        next[SUM_GOOD] = last[SUM_GOOD] + m->good;
        next[SUM_DATES] = last[SUM_DATES] + m->is_date;
        next[SUM_STOPS] = last[SUM_STOPS] + m->counts[KIND_STOP] * (1 - m->link);
    }
    const Page *page = scene->page;
    for (Py_ssize_t place = 0; place < page->size; place++) {
        const double *end = scene->before[page->lasts[place] + 1].of;
        const double *start = scene->before[page->firsts[place]].of;
        for (int sum = 0; sum < SUMS; sum++) scene->held[place].of[sum] = end[sum] - start[sum];
    }
    const double *whole = scene->before[scene->count].of;
    scene->total_length = at_least(whole[SUM_LENGTH], LEAST);
    scene->total_good = at_least(whole[SUM_GOOD], LEAST);
}

static int set_scene(Scene *scene) {
    Page *page = scene->page;
    if (!(scene->spare = take(page, scene->count, sizeof(float))) ||
        !(scene->before = take(page, scene->count + 1, sizeof(Sums))) ||
        !(scene->held = take(page, page->size, sizeof(Sums))) ||
        !(scene->headings = take(page, scene->count, sizeof(int32_t))) ||
        !(scene->in_title = take(page, scene->count, sizeof(double))))
        return -1;
    EACH(i) {
        int32_t tag = page->tag[page->segment_rows[i]];
        scene->headings[i] = tag < 0 ? 0 : page->known->headings[tag];
    }
    add_up(scene);
    return 0;
}

/* ---- the segment alone --------------------------------------------------------------------- */

static void fill_text(const Scene *scene) {
    CELLS(lengths, length) CELLS(links, link) CELLS(counts, links) CELLS(stops, stops)
    CELLS(commas, commas) CELLS(digits, digits) CELLS(last, last_kind) CELLS(words, words_a_stop)
    EACH(i) {
        const Measure *m = scene->measures + i;
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
    EACH(i) {
        const Measure *m = scene->measures + i;
        digit_share[i] = m->counts[KIND_DIGIT] / m->visible;
        upper_share[i] = m->counts[KIND_UPPER] / m->visible;
        cjk_share[i] = m->counts[KIND_CJK] / m->visible;
        stop_share[i] = m->counts[KIND_STOP] / m->visible;
    }
}

static void fill_element(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(headings, heading) CELLS(kinds, block_kind) CELLS(depths, depth)
    EACH(i) {
        int32_t row = page->segment_rows[i], tag = page->tag[row];
        headings[i] = (float)scene->headings[i];
        kinds[i] = tag < 0 ? 0 : (float)page->known->block_kinds[tag];
        depths[i] = (float)page->depth[row];
    }
}

typedef struct {
    int bit, column, share; /* share: the column of how many segments have the bit, or -1 */
} BitColumns;

static const BitColumns BIT_COLUMNS[] = {
#define GROUP(name, tags) {GROUP_##name, COLUMN_in_##name, -1},
#include "entries.h"
#define MARK(name, words) {MARK_##name, COLUMN_mark_##name, COLUMN_share_##name},
#include "entries.h"
};

static int fill_bits(const Scene *scene) {
    int64_t *flags = take(scene->page, scene->count, sizeof(int64_t));
    if (flags == NULL) return -1;
    EACH(i) flags[i] = scene->page->flags[scene->page->blocks[i]];
    for (size_t k = 0; k < sizeof BIT_COLUMNS / sizeof *BIT_COLUMNS; k++) {
        const BitColumns *columns = BIT_COLUMNS + k;
        float *cells = get_column(scene, columns->column);
        Py_ssize_t marked = 0;
        EACH(i) {
            int is_marked = flags[i] >> columns->bit & 1;
            cells[i] = (float)is_marked;
            marked += is_marked;
        }
        if (columns->share >= 0) fill(scene, columns->share, (double)marked / (double)scene->count);
    }
    return 0;
}

/* ---- titles and headings ------------------------------------------------------------------- */

/* Find the segment that shows the page's title. */
static void find_top(Scene *scene) {
    double most = 0;
    scene->top = -1;
    EACH(i) {
        double share = scene->in_title[i];
        double rank = share + HEADING_RANK * (scene->headings[i] > 0 && share > 0);
        rank += H1_RANK * (scene->headings[i] == 1);
        rank -= LINK_RANK * scene->measures[i].link;
        if (i > 0 && rank <= most) continue;
        most = rank;
        scene->top = i;
    }
    if (!(most > LEAST_RANK)) scene->top = -1;
}

static int fill_titles(Scene *scene) {
    CELLS(copies, copies) CELLS(copy, copy) CELLS(shares, in_title)
    CELLS(in_about, in_about) CELLS(in_body, in_body)
    if (fill_texts(scene->page, scene->in_title, copies, copy, in_about, in_body) < 0) return -1;
    EACH(i) shares[i] = (float)scene->in_title[i];
    find_top(scene);
    return 0;
}

static void fill_above(const Scene *scene) {
    CELLS(aboves, above) CELLS(levels, above_level) CELLS(links, above_link) CELLS(belows, below)
    Py_ssize_t above = -1, below = scene->count;
    EACH(i) {
        if (scene->headings[i] > 0) above = i;
        aboves[i] = (float)(i - above);
        levels[i] = above < 0 ? NO_LEVEL : (float)scene->headings[above];
        links[i] = above < 0 ? 0 : (float)scene->measures[above].link;
    }
    for (Py_ssize_t i = scene->count - 1; i >= 0; i--) {
        if (scene->headings[i] > 0) below = i;
        belows[i] = (float)(below - i);
    }
}

static void fill_headings(const Scene *scene) {
    CELLS(since_h1, since_h1) CELLS(since_top, since_top)
    CELLS(headings, top_headings) CELLS(goods, top_good)
    Py_ssize_t first = FAR_AWAY, top = first, large = 0, large_at_top = first;
    for (Py_ssize_t i = scene->count - 1; i >= 0; i--)
        if (scene->headings[i] == 1) first = i;
    if (scene->top >= 0) {
        top = scene->top;
        large_at_top = 0;
        for (Py_ssize_t i = 0; i <= top; i++)
            large_at_top += scene->headings[i] > 0 && scene->headings[i] <= 3;
    }
    double good = scene->before[scene->top < 0 ? 0 : scene->top].of[SUM_GOOD];
    EACH(i) {
        large += scene->headings[i] > 0 && scene->headings[i] <= 3;
        since_h1[i] = (float)(i - first);
        since_top[i] = (float)(i - top);
        headings[i] = (float)(large - large_at_top);
        goods[i] = (float)((scene->before[i].of[SUM_GOOD] - good) / scene->total_good);
    }
}

/* ---- places -------------------------------------------------------------------------------- */

static void fill_places(const Scene *scene) {
    CELLS(places, place) CELLS(lengths, place_length) CELLS(goods, place_good)
    CELLS(around, good_around)
    EACH(i) {
        const Sums *before = scene->before;
        Py_ssize_t first = i > AROUND ? i - AROUND : 0;
        Py_ssize_t behind = i + AROUND + 1 < scene->count ? i + AROUND + 1 : scene->count;
        double good = before[behind].of[SUM_GOOD] - before[first].of[SUM_GOOD];
        places[i] = (float)((double)i / (double)scene->count);
        lengths[i] = (float)(before[i].of[SUM_LENGTH] / scene->total_length);
        goods[i] = (float)(before[i].of[SUM_GOOD] / scene->total_good);
        around[i] = (float)(good - scene->measures[i].good);
    }
}

static void fill_distances(const Scene *scene) {
    CELLS(since_good, since_good) CELLS(until_good, until_good) CELLS(since_date, since_date)
    Py_ssize_t good = -FAR_AWAY, date = -FAR_AWAY, next = scene->count + FAR_AWAY;
    EACH(i) {
        if (scene->measures[i].good > 0) good = i;
        if (scene->measures[i].is_date) date = i;
        since_good[i] = (float)(i - good);
        since_date[i] = (float)(i - date);
    }
    for (Py_ssize_t i = scene->count - 1; i >= 0; i--) {
        if (scene->measures[i].good > 0) next = i;
        until_good[i] = (float)(next - i);
    }
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
        EACH(i) {
            Py_ssize_t other = i + columns->by;
            int is_there = other >= 0 && other < scene->count;
            int32_t path = is_there ? page->paths[page->blocks[other]] : 0;
            lengths[i] = is_there ? (float)scene->measures[other].length : 0;
            links[i] = is_there ? (float)scene->measures[other].link : 0;
            alike[i] = path == page->paths[page->blocks[i]];
        }
    }
}

/* ---- the page ------------------------------------------------------------------------------ */

static void fill_tag_counts(const Scene *scene) {
    const Page *page = scene->page;
    Py_ssize_t images = 0, inputs = 0, articles = 0, headings = 0;
    for (Py_ssize_t row = 0; row < page->row_count; row++) {
        images += page->tag[row] == IMAGE_TAG;
        inputs += page->tag[row] == INPUT_TAG;
    }
    /* Each <article> is the nearest of itself, the root that of what is in none. */
    for (Py_ssize_t place = 0; place < page->size; place++)
        articles += page->articles[place] == place;
    EACH(i) headings += scene->headings[i] != 0;
    fill(scene, COLUMN_page_rows, (double)page->row_count);
    fill(scene, COLUMN_page_images, (double)images);
    fill(scene, COLUMN_page_inputs, (double)inputs);
    fill(scene, COLUMN_page_articles, (double)articles);
    fill(scene, COLUMN_page_segments, (double)scene->count);
    fill(scene, COLUMN_page_headings, (double)headings);
}

static void fill_totals(const Scene *scene) {
    const double *whole = scene->before[scene->count].of;
    Py_ssize_t goods = 0;
    double cjk = 0, visible = 0;
    EACH(i) {
        goods += scene->measures[i].good != 0;
        cjk += scene->measures[i].counts[KIND_CJK];
        visible += scene->measures[i].visible;
    }
    fill(scene, COLUMN_page_length, scene->total_length);
    fill(scene, COLUMN_page_good, scene->total_good / scene->total_length);
    fill(scene, COLUMN_page_goods, (double)goods);
    fill(scene, COLUMN_page_link, whole[SUM_LINK] / scene->total_length);
    fill(scene, COLUMN_page_dates, whole[SUM_DATES]);
    fill(scene, COLUMN_page_cjk, (float)cjk / (float)visible);
}

static int fill_kind(const Scene *scene, int column, const char *name) {
    PyObject *wanted = PyUnicode_FromString(name);
    int found = wanted ? PyUnicode_Contains(scene->page->kind, wanted) : -1;
    Py_XDECREF(wanted);
    if (found < 0) return -1;
    fill(scene, column, found);
    return 0;
}

static int fill_signals(const Scene *scene) {
    const Page *page = scene->page;
    double body = (double)PyUnicode_GET_LENGTH(page->body);
    fill(scene, COLUMN_page_about, (double)PyUnicode_GET_LENGTH(page->about));
    fill(scene, COLUMN_page_body, body < MAX_BODY ? body : MAX_BODY);
#define TYPE(name, types) fill(scene, COLUMN_ld_##name, page->has_type[TYPE_##name]);
#include "entries.h"
    int failed = 0;
#define OPENGRAPH(name) failed |= fill_kind(scene, COLUMN_og_##name, #name) < 0;
#include "entries.h"
    return failed ? -1 : 0;
}

/* Fill the rows of *matrix*, which are the columns of the model. */
int fill_columns(Page *page, float *matrix) {
    Scene all = {.page = page, .measures = page->measures,
                 .count = page->count, .matrix = matrix};
    Scene *scene = &all;
    if (set_scene(scene) < 0 || fill_titles(scene) < 0) return -1;
    fill_element(scene);
    fill_text(scene);
    fill_places(scene);
    fill_distances(scene);
    fill_neighbours(scene);
    fill_above(scene);
    fill_headings(scene);
    fill_main(scene);
    fill_articles(scene);
    fill_tokens(scene);
    fill_wording(scene);
    fill_tag_counts(scene);
    fill_totals(scene);
    return fill_bits(scene) < 0 || fill_containers(scene) < 0 || fill_items(scene) < 0 ||
                   fill_paths(scene) < 0 || fill_signals(scene) < 0
               ? -1
               : 0;
}
