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
        next[SUM_STOPS] = last[SUM_STOPS] + m->counts[(int)scene->n->stop] * (1 - m->link);
    }
    const Page *page = scene->page;
    for (Py_ssize_t place = 0; place < page->size; place++) {
        const double *end = scene->before[page->lasts[place] + 1].of;
        const double *start = scene->before[page->firsts[place]].of;
        for (int sum = 0; sum < SUMS; sum++) scene->held[place].of[sum] = end[sum] - start[sum];
    }
    const double *whole = scene->before[scene->count].of;
    scene->total_length = at_least(whole[SUM_LENGTH], scene->n->least);
    scene->total_good = at_least(whole[SUM_GOOD], scene->n->least);
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
        scene->headings[i] = tag < 0 ? 0 : page->known->tags[tag].heading;
    }
    add_up(scene);
    return 0;
}

/* ---- the segment alone --------------------------------------------------------------------- */

static void fill_text(const Scene *scene) {
    int stop = (int)scene->n->stop, digit = (int)scene->n->digit, comma = (int)scene->n->comma;
    int upper = (int)scene->n->upper, cjk = (int)scene->n->cjk;
    CELLS(lengths, LENGTH) CELLS(links, LINK) CELLS(counts, LINKS) CELLS(stops, STOPS)
    CELLS(commas, COMMAS) CELLS(digits, DIGITS) CELLS(last, LAST_KIND) CELLS(words, WORDS_A_STOP)
    EACH(i) {
        const Measure *m = scene->measures + i;
        lengths[i] = (float)m->length;
        links[i] = (float)m->link;
        counts[i] = (float)m->links;
        stops[i] = m->counts[stop];
        commas[i] = m->counts[comma];
        digits[i] = m->counts[digit];
        last[i] = (float)m->last_kind;
        words[i] = (float)(m->length / (m->counts[stop] + 1));
    }
    CELLS(digit_share, DIGIT_SHARE) CELLS(upper_share, UPPER_SHARE)
    CELLS(cjk_share, CJK_SHARE) CELLS(stop_share, STOP_SHARE)
    EACH(i) {
        const Measure *m = scene->measures + i;
        digit_share[i] = m->counts[digit] / m->visible;
        upper_share[i] = m->counts[upper] / m->visible;
        cjk_share[i] = m->counts[cjk] / m->visible;
        stop_share[i] = m->counts[stop] / m->visible;
    }
}

static int fill_element(const Scene *scene) {
    const Page *page = scene->page;
    CELLS(headings, HEADING) CELLS(kinds, BLOCK_KIND) CELLS(depths, DEPTH)
    EACH(i) {
        int32_t row = page->segment_rows[i], tag = page->tag[row];
        Py_ssize_t depth = PyLong_AsSsize_t(PyList_GET_ITEM(page->depths, row));
        if (depth == -1 && PyErr_Occurred()) return -1;
        headings[i] = (float)scene->headings[i];
        kinds[i] = tag < 0 ? 0 : (float)page->known->tags[tag].block_kind;
        depths[i] = (float)depth;
    }
    return 0;
}

static void fill_flags(const Scene *scene, const int64_t *flags) {
    const Features *known = scene->page->known;
    for (Py_ssize_t k = 0; k < known->bit_count; k++) {
        float *cells = get_row(scene, known->bits[k].row);
        int64_t bit = known->bits[k].bit;
        EACH(i) cells[i] = (flags[i] & bit) != 0;
    }
    for (Py_ssize_t k = 0; k < known->share_count; k++) {
        Py_ssize_t marked = 0;
        EACH(i) marked += (flags[i] & known->shares[k].bit) != 0;
        fill_row(scene, known->shares[k].row, (double)marked / (double)scene->count);
    }
}

static int fill_marks(const Scene *scene) {
    int64_t *flags = take(scene->page, scene->count, sizeof(int64_t));
    if (flags == NULL) return -1;
    EACH(i) flags[i] = scene->page->flags[scene->page->blocks[i]];
    fill_flags(scene, flags);
    return 0;
}

/* ---- titles and headings ------------------------------------------------------------------- */

/* Find the segment that shows the page's title. */
static void find_top(Scene *scene) {
    double most = 0;
    scene->top = -1;
    EACH(i) {
        double share = scene->in_title[i];
        double rank = share + 0.3 * (scene->headings[i] > 0 && share > 0);
        rank += 0.2 * (scene->headings[i] == 1);
        rank -= 0.3 * scene->measures[i].link;
        if (i > 0 && rank <= most) continue;
        most = rank;
        scene->top = i;
    }
    if (!(most > 0.1)) scene->top = -1;
}

static int fill_titles(Scene *scene) {
    CELLS(copies, COPIES) CELLS(copy, COPY) CELLS(shares, IN_TITLE)
    CELLS(in_about, IN_ABOUT) CELLS(in_body, IN_BODY)
    if (fill_texts(scene->page, scene->in_title, copies, copy, in_about, in_body) < 0) return -1;
    EACH(i) shares[i] = (float)scene->in_title[i];
    find_top(scene);
    return 0;
}

static void fill_above(const Scene *scene) {
    CELLS(aboves, ABOVE) CELLS(levels, ABOVE_LEVEL) CELLS(links, ABOVE_LINK) CELLS(belows, BELOW)
    Py_ssize_t above = -1, below = scene->count;
    EACH(i) {
        if (scene->headings[i] > 0) above = i;
        aboves[i] = (float)(i - above);
        levels[i] = above < 0 ? 9 : (float)scene->headings[above];
        links[i] = above < 0 ? 0 : (float)scene->measures[above].link;
    }
    for (Py_ssize_t i = scene->count - 1; i >= 0; i--) {
        if (scene->headings[i] > 0) below = i;
        belows[i] = (float)(below - i);
    }
}

static void fill_headings(const Scene *scene) {
    CELLS(since_h1, SINCE_H1) CELLS(since_top, SINCE_TOP)
    CELLS(headings, TOP_HEADINGS) CELLS(goods, TOP_GOOD)
    Py_ssize_t first = (Py_ssize_t)scene->n->far, top = first, large = 0, large_at_top = first;
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
    CELLS(places, PLACE) CELLS(lengths, PLACE_LENGTH) CELLS(goods, PLACE_GOOD)
    CELLS(around, GOOD_AROUND)
    Py_ssize_t far = (Py_ssize_t)scene->n->around;
    EACH(i) {
        const Sums *before = scene->before;
        Py_ssize_t first = i > far ? i - far : 0;
        Py_ssize_t behind = i + far + 1 < scene->count ? i + far + 1 : scene->count;
        double good = before[behind].of[SUM_GOOD] - before[first].of[SUM_GOOD];
        places[i] = (float)((double)i / (double)scene->count);
        lengths[i] = (float)(before[i].of[SUM_LENGTH] / scene->total_length);
        goods[i] = (float)(before[i].of[SUM_GOOD] / scene->total_good);
        around[i] = (float)(good - scene->measures[i].good);
    }
}

static void fill_distances(const Scene *scene) {
    CELLS(since_good, SINCE_GOOD) CELLS(until_good, UNTIL_GOOD) CELLS(since_date, SINCE_DATE)
    Py_ssize_t far = (Py_ssize_t)scene->n->far;
    Py_ssize_t good = -far, date = -far, next = scene->count + far;
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

static void fill_neighbours(const Scene *scene) {
    static const int BY[] = {-2, -1, 1, 2};
    const Page *page = scene->page;
    for (int k = 0; k < 4; k++) {
        CELLS(lengths, LENGTH_BY + k) CELLS(links, LINK_BY + k) CELLS(alike, ALIKE_BY + k)
        EACH(i) {
            Py_ssize_t other = i + BY[k];
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
    fill(scene, PAGE_ROWS, (double)page->row_count);
    fill(scene, PAGE_IMAGES, (double)images);
    fill(scene, PAGE_INPUTS, (double)inputs);
    fill(scene, PAGE_ARTICLES, (double)articles);
    fill(scene, PAGE_SEGMENTS, (double)scene->count);
    fill(scene, PAGE_HEADINGS, (double)headings);
}

static void fill_totals(const Scene *scene) {
    const double *whole = scene->before[scene->count].of;
    Py_ssize_t goods = 0;
    double cjk = 0, visible = 0;
    EACH(i) {
        goods += scene->measures[i].good != 0;
        cjk += scene->measures[i].counts[(int)scene->n->cjk];
        visible += scene->measures[i].visible;
    }
    fill(scene, PAGE_LENGTH, scene->total_length);
    fill(scene, PAGE_GOOD, scene->total_good / scene->total_length);
    fill(scene, PAGE_GOODS, (double)goods);
    fill(scene, PAGE_LINK, whole[SUM_LINK] / scene->total_length);
    fill(scene, PAGE_DATES, whole[SUM_DATES]);
    fill(scene, PAGE_CJK, (float)cjk / (float)visible);
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
    fill(scene, PAGE_ABOUT, (double)PyUnicode_GET_LENGTH(page->about));
    fill(scene, PAGE_BODY, body < 9999 ? body : 9999);
    for (Py_ssize_t i = 0; i < page->known->type_count; i++)
        fill_row(scene, page->known->types[i].row, PyList_GET_ITEM(page->disjoint, i) != Py_True);
    return fill_kind(scene, OG_ARTICLE, "article") || fill_kind(scene, OG_WEBSITE, "website") ||
                   fill_kind(scene, OG_PRODUCT, "product")
               ? -1
               : 0;
}

/* Fill the rows of *matrix*, which are the columns of the model. */
int fill_columns(Page *page, float *matrix) {
    Scene all = {.page = page, .n = &page->known->numbers, .measures = page->measures,
                 .count = page->count, .matrix = matrix};
    Scene *scene = &all;
    if (set_scene(scene) < 0 || fill_element(scene) < 0 || fill_titles(scene) < 0) return -1;
    fill_text(scene);
    fill_places(scene);
    fill_distances(scene);
    fill_neighbours(scene);
    fill_above(scene);
    fill_headings(scene);
    fill_main(scene, 0, 0.5);
    fill_main(scene, 1, 0.8);
    fill_articles(scene);
    fill_tokens(scene);
    fill_tag_counts(scene);
    fill_totals(scene);
    return fill_marks(scene) < 0 || fill_containers(scene) < 0 || fill_items(scene) < 0 ||
                   fill_paths(scene) < 0 || fill_signals(scene) < 0
               ? -1
               : 0;
}
