/* The sentences of a passage that are Japanese enough: corpus.sentences.splitting, endings and parts are the reference. */
#include "sentences.h"

#include <string.h>

#include "marks.h"
#include "xml.h"

enum {
    MAX_BRACKETED = 200,  /* brackets that are further apart do not keep a sentence together */
    MIN_REMARK = 5,       /* letters in round brackets: less is no remark */
    CONTEXT = 200,        /* letters before a mark that rules look at */
    ROUND = 3,            /* the kind of round brackets */
    BRACKET_KINDS = 11,
    FULL_STOP = 0x3002,   /* 。 */
    COMMA = 0x3001,       /* 、 */
    WIDE_BLANK = 0x3000,
    PROLONGED = 0x30FC,   /* ー */
};

/* A sentence that is being read, and where those before it end. */
typedef struct {
    Line line;
    Marks marks;
    Py_ssize_t *ends, end_count;
    Py_ssize_t begin, word; /* of the sentence, and of the first word in it */
} Reading;

static int is_white(Py_UCS4 letter) { return Py_UNICODE_ISSPACE(letter); }

static int is_word(Py_UCS4 letter) { return letter == '_' || Py_UNICODE_ISALNUM(letter); }

static int is_one_of(Py_UCS4 letter, const Py_UCS4 *letters) {
    while (*letters && *letters != letter) letters++;
    return *letters != 0;
}

/* Return the letter at *place*, 0 behind the line. */
static Py_UCS4 letter_at(const Line *line, Py_ssize_t place) { return place < line->size ? line->at[place] : 0; }

static int is_noun(const Line *line, Py_ssize_t place) { return place < line->size && kinds_of(line->at[place]) & NOUN; }

static Py_ssize_t find_word(const Line *line, Py_ssize_t place) {
    while (place < line->size && !is_word(line->at[place])) place++;
    return place;
}

/* ---- what a mark is -------------------------------------------------------------------------- */

/* Return what a rule in Python says of the line: a truth value, -1 with an error set. */
static int ask_truth(PyObject *answer) {
    int truth = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return truth;
}

static int ask_end(Reading *all, const Mark *mark) {
    PyObject *own = name_line(&all->line);
    const char *kind = KIND_NAMES[mark->kind];
    return own ? ask_truth(PyObject_CallFunction(all->line.rules[IS_END], "Onsnn", own, all->begin, kind, mark->begin, mark->end))
               : -1;
}

/* Say whether "://" stands in the last word before *end*: a part of an address. */
static int is_in_address(const Line *line, Py_ssize_t begin, Py_ssize_t end) {
    for (Py_ssize_t i = end - 1; i >= begin && line->at[i] != ' '; i--)
        if (i + 2 < end && line->at[i] == ':' && line->at[i + 1] == '/' && line->at[i + 2] == '/') return 1;
    return 0;
}

/* endings._is_cry */
static int is_cry(Reading *all, const Mark *mark, Py_ssize_t begin) {
    const Line *line = &all->line;
    Py_UCS4 before = line->at[mark->begin - 1], behind = letter_at(line, mark->end);
    int is_last = mark->end == line->size;
    if (!is_last && (behind == '"' || behind == '\'')) return 0;
    if (line->at[mark->end - 1] < 0x80) {
        static const Py_UCS4 ASIDE[] = {'(', ')', '[', ']', '{', '}', 0};
        if (is_white(before) || is_in_address(line, begin, mark->begin)) return 0;
        if (is_last || (behind < 0x80 && !is_white(behind) && !is_one_of(behind, ASIDE))) return 0;
    }
    int is_latin = kinds_of(before) & LATIN_DIGIT && !((before >= '0' && before <= '9') || (before >= 0xFF10 && before <= 0xFF19));
    return is_latin ? ask_end(all, mark) : 1;
}

/* endings._PAUSE_WITHIN */
static int is_within(const Line *line, Py_ssize_t begin, Py_ssize_t end) {
    Py_UCS4 last = line->at[end - 1], before = end - 1 > begin ? line->at[end - 2] : 0;
    switch (last) {
    case 0x306F: return before != 0x3067 && before != 0x3068; /* は, but not では and とは */
    case 0x3092: case COMMA: return 1;                        /* を、 */
    case 0x304C: return kinds_of(before) & NOUN && before != PROLONGED; /* が behind a noun */
    case 0x306B: return before != 0x306E;                     /* に, but not のに */
    default: return 0;
    }
}

/* endings._is_pause */
static int is_pause(Reading *all, const Mark *mark, Py_ssize_t begin) {
    const Line *line = &all->line;
    Py_UCS4 own = line->at[mark->begin];
    if (own == '.') return ask_end(all, mark);
    if (is_within(line, begin, mark->begin)) return 0;
    if (own == 0xFF0E || !is_noun(line, mark->begin - 1)) return 1; /* ． */
    Py_ssize_t next = mark->end;
    while (next < line->size && is_white(line->at[next])) next++;
    Py_UCS4 behind = letter_at(line, next);
    int is_digit = (behind >= '0' && behind <= '9') || (behind >= 0xFF10 && behind <= 0xFF19);
    return !(is_digit || is_noun(line, mark->end));
}

/* endings.is_end: say whether a mark, no bracket, ends the sentence; -1 with an error set. */
static int is_end(Reading *all, const Mark *mark) {
    Py_ssize_t context = mark->begin - CONTEXT, begin = context > all->begin ? context : all->begin;
    switch (mark->kind) {
    case CRY: return is_cry(all, mark, begin);
    case PAUSE: return is_pause(all, mark, begin);
    case ORNAMENT_MARK: case POINT: case ENGLISH: return ask_end(all, mark);
    default: return 1;
    }
}

/* endings.goes_on: what few letters can go on with is asked of Python. */
static int goes_on(Line *line, Py_ssize_t end, Kind kind) {
    Py_UCS4 next = letter_at(line, end), behind = letter_at(line, end + 1);
    int is_stop = kind == STOP || kind == POINT || kind == DOT || kind == ENGLISH;
    if (end == line->size) return 0;
    if (next == ' ' || next == WIDE_BLANK) {
        Py_ssize_t first = end;
        while (letter_at(line, first) == ' ' || letter_at(line, first) == WIDE_BLANK) first++;
        if (letter_at(line, first) != 0x3068 && letter_at(line, first) != 0x3063) return 0; /* と, って */
    } else if (!(kinds_of(next) & (is_stop ? STOPPED : CRIED))) {
        return 0;
    } else if (is_stop && next != 0x3068 && next != 0x306A) { /* no と and no な */
        int is_name = kinds_of(behind) & (NOUN | LATIN_DIGIT) && behind != PROLONGED;
        return next == COMMA || next == 0xFF0C || next == 0x3092 || next == 0x3063 || is_name; /* 、，をっ */
    }
    PyObject *own = name_line(line);
    return own ? ask_truth(PyObject_CallFunction(line->rules[GOES_ON], "Ons", own, end, KIND_NAMES[kind])) : -1;
}

/* ---- brackets -------------------------------------------------------------------------------- */

/* Note of each opener where it closes: splitting._match_brackets. -1 with an error set. */
static int match_brackets(const Line *line, Marks *marks) {
    Py_ssize_t *opened = PyMem_New(Py_ssize_t, (size_t)marks->count + 1), top = 0, counts[BRACKET_KINDS] = {0};
    if (opened == NULL) return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; i < marks->count; i++) {
        const Mark *mark = marks->items + i;
        if (mark->kind != OPENER && mark->kind != CLOSER) continue;
        int kind = find_bracket(line->at[mark->begin]), other = 0;
        if (mark->kind == OPENER) {
            opened[top++] = i;
            counts[kind]++;
            continue;
        }
        while (counts[kind] && other != kind) {
            Mark *opener = marks->items + opened[--top];
            other = find_bracket(line->at[opener->begin]);
            counts[other]--;
            if (other == kind && mark->begin - opener->begin <= MAX_BRACKETED) opener->closer = mark->begin;
        }
    }
    PyMem_Free(opened);
    return 0;
}

/* Say whether brackets that begin a sentence hold all of it: splitting._is_whole. */
static int is_whole(const Line *line, Py_ssize_t opener, const Mark *closer, int is_first) {
    static const Py_UCS4 ENDED[] = {FULL_STOP, 0xFF61, 0xFF01, 0xFF1F, '!', '?', 0x2026, 0x2025, 0x266A, 0};
    int is_round = find_bracket(line->at[opener]) == ROUND;
    if (!is_one_of(line->at[closer->begin - 1], ENDED)) return is_round && !is_first && closer->begin - opener > MIN_REMARK;
    if (is_round) return 1;
    int same = closer->end < line->size ? find_bracket(line->at[closer->end]) : 0;
    return same == find_bracket(line->at[closer->begin]) || is_noun(line, closer->end);
}

/* ---- splitting ------------------------------------------------------------------------------- */

static int is_blank(const Line *line, Py_ssize_t begin, Py_ssize_t end) {
    Py_ssize_t at = begin;
    while (at < end && is_white(line->at[at])) at++;
    return begin < end && at == end;
}

/* Say whether a star begins the next item: 。★ 次の話. */
static int is_bullet(const Line *line, const Mark *mark) {
    Py_UCS4 own = line->at[mark->begin];
    return (own == 0x2606 || own == 0x2605) && mark->end < line->size && is_white(line->at[mark->end]);
}

/* Return the index behind the marks that follow the one before *index*: splitting._absorb. */
static Py_ssize_t absorb(const Line *line, const Marks *marks, Py_ssize_t index) {
    Py_ssize_t end = marks->items[index - 1].end;
    for (; index < marks->count; end = marks->items[index++].end) {
        const Mark *mark = marks->items + index;
        int is_apart = mark->kind == FACE || mark->kind == LAUGH || mark->kind == NOTE;
        int is_near = mark->begin == end || (is_apart && is_blank(line, end, mark->begin));
        if (mark->kind == OPENER || mark->kind == DOT || mark->kind == ENGLISH || !is_near || is_bullet(line, mark)) break;
    }
    return index;
}

/* Say whether the sentence ends with a mark; brackets are those that were met last. */
static int is_found(Reading *all, const Mark *mark, Py_ssize_t opener, Py_ssize_t shut) {
    if (mark->kind != CLOSER) return all->word < mark->begin ? is_end(all, mark) : 0;
    int is_alone = mark->begin == shut && opener < all->word && all->word < shut;
    return is_alone && is_whole(&all->line, opener, mark, all->begin == 0);
}

/* Find where sentences end: splitting._find_ends. -1 with an error set. */
static int find_ends(Reading *all) {
    Line *line = &all->line;
    Marks *marks = &all->marks;
    Py_ssize_t opener = -1, shut = -1, index = 0, others = 0;
    for (Py_ssize_t i = 0; i < marks->count; i++) others += marks->items[i].kind > CLOSER;
    if (others == 0) return 0;
    if (match_brackets(line, marks) < 0) return -1;
    all->begin = 0;
    all->word = find_word(line, 0);
    while (index < marks->count) {
        const Mark *mark = marks->items + index++;
        if (mark->begin < shut) continue;
        if (mark->kind == OPENER) {
            opener = mark->begin;
            shut = mark->closer;
            continue;
        }
        int found = is_found(all, mark, opener, shut);
        if (found <= 0) {
            if (found < 0) return -1;
            continue;
        }
        index = absorb(line, marks, index);
        const Mark *last = marks->items + index - 1;
        int goes = goes_on(line, last->end, last->kind);
        if (goes < 0) return -1;
        if (goes) continue;
        all->ends[all->end_count++] = all->begin = last->end;
        all->word = find_word(line, last->end);
    }
    return 0;
}

/* Find the ends of all sentences of the line, the last one's, too: splitting._sentence_ends. -1 with an error set. */
static int split_line(Reading *all) {
    static const Py_UCS4 LAST[] = {FULL_STOP, 0xFF61, 0xFF01, 0xFF1F, '!', '?', 0x2026, 0x266A, ' ', 0};
    Line *line = &all->line;
    Py_ssize_t bare = line->size;
    all->end_count = all->marks.count = 0;
    while (bare > 0 && is_one_of(line->at[bare - 1], LAST)) bare--;
    if (may_end(line, bare)) {
        if (find_marks(line, &all->marks) < 0) return -1;
        Py_ssize_t *more = PyMem_Realloc(all->ends, ((size_t)all->marks.count + 2) * sizeof *more);
        if (more == NULL) return PyErr_NoMemory(), -1;
        all->ends = more;
        if (find_ends(all) < 0) return -1;
        if (all->end_count && find_word(line, all->ends[all->end_count - 1]) == line->size) all->end_count--;
    }
    all->ends[all->end_count++] = line->size;
    return 0;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Return the share of a part without what is drawn around it; what XML cannot hold is U+FFFD from now on. */
static double measure_part(Py_UCS4 *at, Py_UCS4 *end, int *is_unclean) {
    *is_unclean = 0;
    for (Py_UCS4 *each = at; each < end; each++) {
        if (!(kinds_of(*each) & UNWRITABLE)) continue;
        *each = 0xFFFD;
        *is_unclean = 1;
    }
    while (at < end && kinds_of(*at) & DECORATION) at++;
    while (at < end && kinds_of(end[-1]) & DECORATION) end--;
    return measure_japanese(at, end);
}

/* Add what stands from *begin* to before *end* of the line, if it is something, and Japanese enough. */
static int add_part(const Line *line, Py_ssize_t begin, Py_ssize_t end, double least, PyObject *parts) {
    while (begin < end && is_white(line->at[begin])) begin++;
    while (begin < end && is_white(line->at[end - 1])) end--;
    if (begin == end) return 0;
    int is_unclean;
    double share = measure_part(line->at + begin, line->at + end, &is_unclean);
    if (share < least) return 0;
    PyObject *text = PyUnicode_Substring(line->text, line->start + begin, line->start + end);
    if (text && is_unclean) Py_SETREF(text, clean_text(text));
    PyObject *part = text ? Py_BuildValue("(nnNd)", line->start + begin, line->start + end, text, share) : NULL;
    int failed = part == NULL || PyList_Append(parts, part) < 0;
    Py_XDECREF(part);
    return failed ? -1 : 0;
}

/* Add the sentences of the line that begins at *start*; -1 with an error set. */
static int add_line(Reading *all, double least, PyObject *parts) {
    int failed = split_line(all) < 0;
    Py_ssize_t begin = 0;
    for (Py_ssize_t i = 0; !failed && i < all->end_count; begin = all->ends[i++])
        failed = add_part(&all->line, begin, all->ends[i], least, parts) < 0;
    Py_CLEAR(all->line.own);
    return failed ? -1 : 0;
}

static int add_lines(Reading *all, Py_UCS4 *letters, Py_ssize_t length, double least, PyObject *parts) {
    for (Py_ssize_t start = 0, end; start <= length; start = end + 1) {
        for (end = start; end < length && letters[end] != '\n';) end++;
        all->line.at = letters + start;
        all->line.size = end - start;
        all->line.start = start;
        if (add_line(all, least, parts) < 0) return -1;
    }
    return 0;
}

/* find_parts(text, least, read_mark, is_end, goes_on): begin, end, text and share of each sentence that has the share. */
PyObject *find_parts(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    enum { FEW = 256 };
    Py_UCS4 few[FEW];
    if (count != 2 + RULES || !PyUnicode_Check(args[0])) return PyErr_Format(PyExc_TypeError, "a text, a share and three rules are wanted");
    double least = PyFloat_AsDouble(args[1]);
    if (least == -1.0 && PyErr_Occurred()) return NULL;
    Py_UCS4 *letters = spread_letters(args[0], few, FEW);
    if (letters == NULL) return NULL;
    Reading all = {.line = {.text = args[0], .rules = args + 2}, .ends = PyMem_New(Py_ssize_t, 1)};
    PyObject *parts = all.ends ? PyList_New(0) : PyErr_NoMemory();
    if (parts && add_lines(&all, letters, PyUnicode_GET_LENGTH(args[0]), least, parts) < 0) Py_CLEAR(parts);
    PyMem_Free(all.marks.items);
    PyMem_Free(all.ends);
    if (letters != few) PyMem_Free(letters);
    return parts;
}
