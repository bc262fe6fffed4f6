/* What is found of a whole page before its columns are filled: features.py. */
#include "scene.h"

/* ---- sums ---------------------------------------------------------------------------------- */

static void add_up(Scene *scene) {
    ALL(i) {
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
    const double *whole = scene->before[page->count].of;
    scene->total_length = at_least(whole[SUM_LENGTH], LEAST);
    scene->total_good = at_least(whole[SUM_GOOD], LEAST);
}

/* Return the smallest element with so much of the page's text. */
static int32_t find_part(const Scene *scene, double part) {
    int32_t place = (int32_t)scene->page->size - 1;
    while (place > 0 && !(scene->held[place].of[SUM_GOOD] >= part * scene->total_good)) place--;
    return place;
}

static int sum_paths(Scene *scene) {
    Page *page = scene->page;
    if (!(scene->paths = take(page, page->path_count, sizeof(PathSums))) ||
        !(scene->items = take(page, page->path_count, sizeof(ItemSums))))
        return -1;
    for (Py_ssize_t place = 0; place < page->size; place++) scene->items[page->paths[place]].count++;
    int32_t used = 0;
    ALL(i) {
        const Measure *m = scene->measures + i;
        PathSums *path = scene->paths + page->paths[page->blocks[i]];
        path->length += m->length;
        path->link += m->link_length;
        path->good += m->good;
        used += !path->size++;
        ItemSums *item = scene->items + page->paths[page->repeated[page->blocks[i]]];
        item->length += m->length;
        item->good += m->good;
    }
    scene->items[page->paths[0]].length = 0; /* the root stands for "in no item" */
    for (Py_ssize_t path = 0; path < page->path_count; path++)
        scene->most_items = at_least(scene->items[path].length, scene->most_items);
    set_same(scene, COLUMN_page_items, scene->most_items / scene->total_length);
    set_same(scene, COLUMN_page_paths, used);
    return 0;
}

/* ---- titles and headings ------------------------------------------------------------------- */

/* Find the segment that shows the page's title. */
static void find_top(Scene *scene) {
    double most = 0;
    scene->top = -1;
    ALL(i) {
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

static void find_headings(Scene *scene) {
    const Page *page = scene->page;
    Py_ssize_t count = 0, first = -1;
    ALL(i) {
        int32_t tag = page->tag[page->segment_rows[i]];
        scene->headings[i] = tag < 0 ? 0 : page->known->headings[tag];
        count += scene->headings[i] != 0;
        if (scene->headings[i] == 1 && first < 0) first = i;
    }
    scene->first_h1 = first < 0 ? FAR_AWAY : first;
    set_same(scene, COLUMN_page_headings, (double)count);
}

static int read_texts(Scene *scene) {
    Page *page = scene->page;
    float **columns[] = {&scene->copies, &scene->copy, &scene->in_about, &scene->in_body};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!(*columns[i] = take_unset(page, page->count, sizeof(float)))) return -1;
    if (!(scene->in_title = take(page, page->count, sizeof(double)))) return -1;
    if (fill_texts(page, scene->in_title, scene->copies, scene->copy, scene->in_about, scene->in_body) < 0)
        return -1;
    find_top(scene);
    scene->large_to_top = scene->top < 0 ? FAR_AWAY : 0;
    for (Py_ssize_t i = 0; i <= scene->top; i++)
        scene->large_to_top += scene->headings[i] > 0 && scene->headings[i] <= 3;
    return 0;
}

/* ---- what is the same for every segment ------------------------------------------------------ */

static const int SHARES[][2] = {
#define MARK(name, words) {MARK_##name, COLUMN_share_##name},
#include "entries.h"
};

static int read_flags(Scene *scene) {
    const Page *page = scene->page;
    if (!(scene->flags = take_unset(scene->page, page->count, sizeof(int64_t)))) return -1;
    ALL(i) scene->flags[i] = page->flags[page->blocks[i]];
    for (size_t k = 0; k < sizeof SHARES / sizeof *SHARES; k++) {
        Py_ssize_t marked = 0;
        ALL(i) marked += scene->flags[i] >> SHARES[k][0] & 1;
        set_same(scene, SHARES[k][1], (double)marked / (double)page->count);
    }
    return 0;
}

static void count_tags(Scene *scene) {
    const Page *page = scene->page;
    Py_ssize_t images = 0, inputs = 0, articles = 0;
    for (Py_ssize_t row = 0; row < page->row_count; row++) {
        images += page->tag[row] == IMAGE_TAG;
        inputs += page->tag[row] == INPUT_TAG;
    }
    /* Each <article> is the nearest of itself, the root that of what is in none. */
    for (Py_ssize_t place = 0; place < page->size; place++)
        articles += page->articles[place] == place;
    set_same(scene, COLUMN_page_rows, (double)page->row_count);
    set_same(scene, COLUMN_page_images, (double)images);
    set_same(scene, COLUMN_page_inputs, (double)inputs);
    set_same(scene, COLUMN_page_articles, (double)articles);
    set_same(scene, COLUMN_page_segments, (double)page->count);
}

static void set_totals(Scene *scene) {
    const double *whole = scene->before[scene->page->count].of;
    Py_ssize_t goods = 0;
    double cjk = 0, visible = 0;
    ALL(i) {
        goods += scene->measures[i].good != 0;
        cjk += scene->measures[i].counts[KIND_CJK];
        visible += scene->measures[i].visible;
    }
    set_same(scene, COLUMN_page_length, scene->total_length);
    set_same(scene, COLUMN_page_good, scene->total_good / scene->total_length);
    set_same(scene, COLUMN_page_goods, (double)goods);
    set_same(scene, COLUMN_page_link, whole[SUM_LINK] / scene->total_length);
    set_same(scene, COLUMN_page_dates, whole[SUM_DATES]);
    set_same(scene, COLUMN_page_cjk, (float)cjk / (float)visible);
}

static int set_kind(Scene *scene, int column, const char *name) {
    PyObject *wanted = PyUnicode_FromString(name);
    int found = wanted ? PyUnicode_Contains(scene->page->kind, wanted) : -1;
    Py_XDECREF(wanted);
    if (found < 0) return -1;
    set_same(scene, column, found);
    return 0;
}

static int set_signals(Scene *scene) {
    const Page *page = scene->page;
    double body = (double)PyUnicode_GET_LENGTH(page->body);
    set_same(scene, COLUMN_page_about, (double)PyUnicode_GET_LENGTH(page->about));
    set_same(scene, COLUMN_page_body, body < MAX_BODY ? body : MAX_BODY);
#define TYPE(name, types) set_same(scene, COLUMN_ld_##name, page->has_type[TYPE_##name]);
#include "entries.h"
    int failed = 0;
#define OPENGRAPH(name) failed |= set_kind(scene, COLUMN_og_##name, #name) < 0;
#include "entries.h"
    return failed ? -1 : 0;
}

/* ---- all of it ----------------------------------------------------------------------------- */

static int take_window(Scene *scene) {
    Page *page = scene->page;
    Py_ssize_t width = page->count < WINDOW ? page->count : WINDOW;
    return (scene->matrix = take_unset(page, width * page->known->width, sizeof(float))) &&
                   (scene->spare = take(page, width, sizeof(float))) &&
                   (scene->places = take_unset(page, width, sizeof(int32_t))) &&
                   (scene->masses = take_unset(page, width, sizeof(double))) &&
                   (scene->top_level = take_unset(page, width, sizeof(float))) &&
                   (scene->top_share = take_unset(page, width, sizeof(float)))
               ? 0
               : -1;
}

/* Find what the columns need of a page that is measured, and make room for a window. */
int set_scene(Scene *scene) {
    Page *page = scene->page;
    scene->measures = page->measures;
    if (take_window(scene) < 0 || !(scene->before = take(page, page->count + 1, sizeof(Sums))) ||
        !(scene->held = take_unset(page, page->size, sizeof(Sums))) ||
        !(scene->headings = take_unset(page, page->count, sizeof(int32_t))))
        return -1;
    find_headings(scene);
    add_up(scene);
    scene->half = find_part(scene, 0.5);
    scene->most = find_part(scene, 0.8);
    count_tags(scene);
    set_totals(scene);
    return read_texts(scene) < 0 || read_flags(scene) < 0 || sum_paths(scene) < 0 || set_signals(scene) < 0 ? -1 : 0;
}

/* Go to the window that begins with a segment: the first, or the one behind the last. */
void set_window(Scene *scene, Py_ssize_t from) {
    Py_ssize_t left = scene->page->count - from;
    if (from == 0) scene->carried = (Carried){.heading = -1, .good = -FAR_AWAY, .date = -FAR_AWAY, .said.count = 1};
    scene->from = from;
    scene->count = left < WINDOW ? left : WINDOW;
}
