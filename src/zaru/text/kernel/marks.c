/* Marks of a line: corpus.sentences.marks is the reference, which is asked of faces, laughs and dots. */
#include "marks.h"

const char *const KIND_NAMES[KINDS] = {
    "opener", "closer", "stop", "cry", "pause", "note", "ornament", "face", "laugh", "point", "dot", "english",
};

/* Openers and closers by turns; those of one kind follow each other. */
static const struct {
    Py_UCS4 letter;
    int8_t kind, is_closer;
} BRACKETS[] = {
    {0x300C, 1, 0}, {0xFF62, 1, 0}, {0x300D, 1, 1}, {0xFF63, 1, 1}, /* 「｢ 」｣ */
    {0x300E, 2, 0}, {0x300F, 2, 1},                                 /* 『 』 */
    {0xFF08, 3, 0}, {'(', 3, 0},    {0xFF09, 3, 1}, {')', 3, 1},    /* （( ）) */
    {0x3010, 4, 0}, {0x3011, 4, 1},                                 /* 【 】 */
    {0xFF3B, 5, 0}, {'[', 5, 0},    {0xFF3D, 5, 1}, {']', 5, 1},    /* ［[ ］] */
    {0xFF5B, 6, 0}, {'{', 6, 0},    {0xFF5D, 6, 1}, {'}', 6, 1},    /* ｛{ ｝} */
    {0x3008, 7, 0}, {0x3009, 7, 1},                                 /* 〈 〉 */
    {0x300A, 8, 0}, {0x226A, 8, 0}, {0x300B, 8, 1}, {0x226B, 8, 1}, /* 《≪ 》≫ */
    {0x3014, 9, 0}, {0x3015, 9, 1},                                 /* 〔 〕 */
    {0x201C, 10, 0}, {0x301D, 10, 0}, {0x201D, 10, 1}, {0x301F, 10, 1}, /* “〝 ”〟 */
};

enum { BRACKET_COUNT = sizeof BRACKETS / sizeof *BRACKETS };

static int place_bracket(Py_UCS4 letter) {
    int i = 0;
    while (i < BRACKET_COUNT && BRACKETS[i].letter != letter) i++;
    return i;
}

int find_bracket(Py_UCS4 letter) {
    int place = kinds_of(letter) & BRACKET ? place_bracket(letter) : BRACKET_COUNT;
    return place < BRACKET_COUNT ? BRACKETS[place].kind : 0;
}

PyObject *name_line(Line *line) {
    if (line->own == NULL) line->own = PyUnicode_Substring(line->text, line->start, line->start + line->size);
    return line->own;
}

/* Return the letter so far before *place*, 0 before the line. */
static Py_UCS4 look_back(const Line *line, Py_ssize_t place, Py_ssize_t far) { return place >= far ? line->at[place - far] : 0; }

static Py_UCS4 look_at(const Line *line, Py_ssize_t place) { return place < line->size ? line->at[place] : 0; }

static int is_round(Py_UCS4 letter) { return letter == '(' || letter == 0xFF08; }

static int is_round_closer(Py_UCS4 letter) { return letter == ')' || letter == 0xFF09; }

/* Say whether a face or a laugh may begin with the round bracket at *place*: marks._MAYBE_FACE. */
static int may_be_face(const Line *line, Py_ssize_t place, Py_ssize_t end) {
    enum { FARTHEST = 12 };
    Py_ssize_t last = end - place - 1 < FARTHEST ? end : place + 1 + FARTHEST;
    if (place + 1 < end && kinds_of(line->at[place + 1]) & MOOD) return 1;
    for (Py_ssize_t i = place + 1; i < last; i++) {
        if (kinds_of(line->at[i]) & FACE_PART) return 1;
        if (is_round(line->at[i]) || is_round_closer(line->at[i])) return 0;
    }
    return 0;
}

int may_end(const Line *line, Py_ssize_t end) {
    for (Py_ssize_t i = 0; i < end; i++) {
        uint16_t kinds = kinds_of(line->at[i]);
        if (kinds & ENDER) return 1;
        if (kinds & BRACKET && is_round(line->at[i]) && may_be_face(line, i, end)) return 1;
    }
    return 0;
}

/* Return the kind of a mark that is a run of letters like it, KINDS for another letter. */
static Kind find_run_kind(Py_UCS4 letter) {
    switch (letter) {
    case 0x3002: case 0xFF61: return STOP;                         /* 。｡ */
    case 0xFF01: case 0xFF1F: case '!': case '?': case 0x203C: case 0x2047: case 0x2048: case 0x2049: case 0x2757:
    case 0x2753: return CRY;                                       /* ！？!?‼⁇⁈⁉❗❓ */
    case 0x2026: case 0x2025: case 0x22EF: return PAUSE;           /* …‥⋯ */
    case 0x266A: case 0x266B: case 0x266C: case 0x2669: return NOTE; /* ♪♫♬♩ */
    default: return kinds_of(letter) & ORNAMENT ? ORNAMENT_MARK : KINDS;
    }
}

/* Say whether a mark that is no run may begin at *place*: what stands around it does not speak against it. */
static int may_begin(const Line *line, Py_ssize_t place) {
    Py_UCS4 own = line->at[place], before = look_back(line, place, 1), behind = look_at(line, place + 1);
    uint16_t kinds = place > 0 ? kinds_of(before) : 0;
    switch (own) {
    case '(': case 0xFF08: return may_be_face(line, place, line->size);
    case '^': case 0xFF3E: return kinds & (LETTER | SPEECH) || before == '*' || before == 0xFF0A || before == ';' || before == 0xFF1B;
    case '_': case 0xFF3F: return before == ';' || before == 0xFF1B || before == '>' || before == 0xFF1E || before == 'T' || before == 0xFF34;
    case 'z': case 0xFF5A: return before == 'r' || before == 0xFF52;
    case 'w': case 0xFF57: return (kinds & (LETTER | SPEECH)) != 0;
    case '.': return behind == own || kinds & SPEECH || (before >= 'a' && before <= 'z' && kinds_of(behind) & NEUTRAL);
    case 0xFF0E: return behind == own || kinds & (LETTER | BRACKET); /* ． */
    case 0x30FB: case 0xFF65: return behind == own;               /* ・･ */
    default: return (kinds & SPEECH) != 0;                          /* 笑爆汗泣 */
    }
}

static Mark *add_mark(Marks *marks, Kind kind, Py_ssize_t begin, Py_ssize_t end) {
    if (marks->count == marks->room) {
        Py_ssize_t room = marks->room * 2 + 16;
        Mark *larger = PyMem_Realloc(marks->items, (size_t)room * sizeof *larger);
        if (larger == NULL) return (Mark *)PyErr_NoMemory();
        marks->items = larger;
        marks->room = room;
    }
    Mark *mark = marks->items + marks->count++;
    *mark = (Mark){kind, begin, end, -1};
    return mark;
}

/* Add the mark that Python has found; -1 with an error set. */
static int take_mark(Marks *marks, PyObject *found) {
    const char *name;
    Py_ssize_t begin, end;
    if (!PyTuple_Check(found)) return PyErr_SetString(PyExc_TypeError, "a mark is a tuple"), -1;
    if (!PyArg_ParseTuple(found, "snn", &name, &begin, &end)) return -1;
    int kind = 0;
    while (kind < KINDS && strcmp(name, KIND_NAMES[kind]) != 0) kind++;
    if (kind == KINDS) return PyErr_Format(PyExc_ValueError, "no kind of marks: %s", name), -1;
    return add_mark(marks, (Kind)kind, begin, end) ? 0 : -1;
}

/* Ask Python for the mark at *place*. */
static int ask_mark(Line *line, Py_ssize_t place, Marks *marks) {
    PyObject *own = name_line(line);
    PyObject *found = own ? PyObject_CallFunction(line->rules[READ_MARK], "On", own, place) : NULL;
    int failed = found == NULL || (found != Py_None && take_mark(marks, found) < 0);
    Py_XDECREF(found);
    return failed ? -1 : 0;
}

int find_marks(Line *line, Marks *marks) {
    Py_ssize_t at = 0;
    while (at < line->size) {
        uint16_t kinds = kinds_of(line->at[at]);
        int is_bracket = kinds & BRACKET, failed = 0;
        if (!(is_bracket || kinds & ENDER)) {
            at++;
            continue;
        }
        Py_ssize_t before = marks->count, end = at + 1;
        Kind run = is_bracket ? KINDS : find_run_kind(line->at[at]);
        if (run != KINDS) {
            while (end < line->size && find_run_kind(line->at[end]) == run) end++;
            failed = add_mark(marks, run, at, end) == NULL;
        } else if ((!is_bracket || is_round(line->at[at])) && may_begin(line, at)) {
            failed = ask_mark(line, at, marks) < 0;
        } else if (is_bracket) {
            failed = add_mark(marks, BRACKETS[place_bracket(line->at[at])].is_closer ? CLOSER : OPENER, at, end) == NULL;
        }
        if (failed) return -1;
        at = marks->count > before ? marks->items[marks->count - 1].end : end;
    }
    return 0;
}
