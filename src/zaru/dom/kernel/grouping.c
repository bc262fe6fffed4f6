/* Rows that belong together: blocks, segments, what a reader sees as one text. columns.py is the
 * reference. */
#include "columns.h"

#include <string.h>

/* ---- sets of tags -------------------------------------------------------------------------- */

enum { TAG_SETS = 32 };

static TagSet known_sets[TAG_SETS];
static int set_count, next_set;

static int fill_set(TagSet *set, PyObject *tags) {
    Py_ssize_t found = 0;
    for (int space = 0; space < SPACES; space++)
        for (int tag = 0; tag < TAG_COUNT; tag++) {
            int has = PySet_Contains(tags, name_known_tag(space * TAG_COUNT + tag));
            if (has < 0) return -1;
            set->has[space][tag] = (uint8_t)has;
            found += has;
        }
    set->has_others = found < PySet_GET_SIZE(tags);
    return 0;
}

/* Read a frozenset of tags as a table, for as long as the caller has the frozenset. The last ones that were asked
 * for are known; a copy is given, since the next one may take the place of any of them. */
int read_tag_set(PyObject *tags, TagSet *set) {
    if (!PyFrozenSet_Check(tags)) {
        PyErr_SetString(PyExc_TypeError, "tags are asked for by a frozenset");
        return -1;
    }
    for (int i = 0; i < set_count; i++)
        if (known_sets[i].tags == tags) {
            *set = known_sets[i];
            return 0;
        }
    if (fill_set(set, tags) < 0) return -1;
    set->tags = Py_NewRef(tags);
    PyObject *old = set_count == TAG_SETS ? known_sets[next_set].tags : NULL;
    known_sets[next_set] = *set;
    next_set = (next_set + 1) % TAG_SETS;
    if (set_count < TAG_SETS) set_count++;
    Py_XDECREF(old);
    return 0;
}

/* Say whether the tag of *row* is in *set*; -1 with an error set. */
int has_tag(Columns *columns, const TagSet *set, int32_t row) {
    const Node *own = columns->document.nodes + row;
    if (own->tag < TAG_COUNT) return set->has[own->space][own->tag];
    if (!set->has_others) return 0;
    PyObject *tag = get_tag(columns, row);
    return tag ? PySet_Contains(set->tags, tag) : -1;
}

static int append_number(PyObject *list, int32_t number) {
    PyObject *value = PyLong_FromLong(number);
    int failed = value == NULL || PyList_Append(list, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

/* Return the list of rows for a tag, borrowed; made when there is none. */
static PyObject *get_rows(PyObject *index, PyObject *tag) {
    PyObject *rows = tag ? PyDict_GetItemWithError(index, tag) : NULL;
    if (rows || tag == NULL || PyErr_Occurred()) return rows;
    rows = PyList_New(0);
    int failed = rows == NULL || PyDict_SetItem(index, tag, rows) < 0;
    Py_XDECREF(rows);
    return failed ? NULL : rows;
}

/* Mark the tags of tags.h that may be wanted; all are if no *tags* are named. */
static int mark_wanted(PyObject *const *tags, Py_ssize_t count, uint8_t wanted[SPACES][TAG_COUNT]) {
    memset(wanted, count == 0, (size_t)SPACES * TAG_COUNT);
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t size;
        const char *name = PyUnicode_Check(tags[i]) ? PyUnicode_AsUTF8AndSize(tags[i], &size) : NULL;
        if (name == NULL) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tag is a str");
            return -1;
        }
        int32_t tag = find_tag((const byte *)name, (int32_t)size);
        if (tag >= 0) wanted[SPACE_HTML][tag] = 1;
        else memset(wanted[SPACE_HTML + 1], 1, (size_t)(SPACES - SPACE_HTML - 1) * TAG_COUNT); /* svg:a */
    }
    return 0;
}

/* Return the rows of the *tags*, or of each tag that there is, in document order, but for text runs. */
PyObject *columns_index(Columns *self, PyObject *const *tags, Py_ssize_t count) {
    PyObject *known[SPACES][TAG_COUNT] = {{NULL}};
    uint8_t wanted[SPACES][TAG_COUNT];
    PyObject *index = mark_wanted(tags, count, wanted) < 0 ? NULL : PyDict_New();
    for (Py_ssize_t i = 0; index && i < count; i++)
        if (get_rows(index, tags[i]) == NULL) Py_CLEAR(index);
    for (int32_t row = 0; index && row < self->document.count; row++) {
        const Node *own = self->document.nodes + row;
        if (own->tag == TAG_TEXT || (own->tag < TAG_COUNT && !wanted[own->space][own->tag])) continue;
        PyObject **slot = own->tag < TAG_COUNT ? &known[own->space][own->tag] : NULL;
        PyObject *rows = slot ? *slot : NULL;
        if (rows == NULL) {
            PyObject *tag = get_tag(self, row);
            if (count && tag && !PyDict_Contains(index, tag)) continue;
            rows = tag ? get_rows(index, tag) : NULL;
        }
        if (slot) *slot = rows;
        if (rows == NULL || append_number(rows, row) < 0) Py_CLEAR(index);
    }
    return index;
}

/* ---- segments ------------------------------------------------------------------------------ */

typedef struct {
    Columns *columns;
    Segments *found;
    int32_t owner; /* the block of the rows of the open segment */
    int breaks;    /* line breaks since the last text */
} Segmenting;

static int is_open(const Segmenting *all) { return all->found->row_count > all->found->begins[all->found->count]; }

/* End the segment: without the white space and breaks behind its last text. */
static void close_segment(Segmenting *all) {
    Segments *found = all->found;
    while (is_open(all) && !is_full(all->columns, found->rows[found->row_count - 1])) found->row_count--;
    if (!is_open(all)) return;
    found->blocks[found->count++] = all->owner;
    found->begins[found->count] = found->row_count;
}

/* Add a text of the block *owner*; white space counts only behind a text of the same block. */
static void add_text(Segmenting *all, int32_t row, int32_t owner) {
    int full = is_full(all->columns, row);
    if (!full && !is_open(all)) return;
    if (owner != all->owner) {
        close_segment(all);
        all->owner = owner;
    }
    if (full) all->breaks = 0;
    if (full || is_open(all)) all->found->rows[all->found->row_count++] = row;
}

static void add_break(Segmenting *all, int32_t row, int32_t owner) {
    if (++all->breaks > 1)
        close_segment(all);
    else if (is_open(all) && owner == all->owner)
        all->found->rows[all->found->row_count++] = row;
}

/* Return the block of *row*, NONE where nothing is read, -2 with an error set. */
static int32_t segment_row(Segmenting *all, const TagSet *blocks, const TagSet *unread, int32_t row, int32_t owner) {
    const Node *own = all->columns->document.nodes + row;
    if (own->tag == TAG_TEXT) {
        if (owner != NONE) add_text(all, row, owner);
        return owner;
    }
    int has = has_tag(all->columns, unread, row);
    if (has) return has < 0 ? -2 : NONE;
    has = has_tag(all->columns, blocks, row);
    if (has < 0) return -2;
    if (has) {
        close_segment(all);
        all->breaks = 0;
        return owner != NONE || (own->tag == TAG_BODY && own->space == SPACE_HTML) ? row : NONE;
    }
    if (own->tag == TAG_BR && own->space == SPACE_HTML) add_break(all, row, owner);
    return owner;
}

static int fill_segments(Columns *columns, const TagSet *blocks, const TagSet *unread, Segments *found) {
    size_t room = (size_t)columns->document.count + 1;
    int32_t *owners = PyMem_Malloc(room * sizeof *owners);
    *found = (Segments){
        .rows = PyMem_Malloc(room * sizeof(int32_t)),
        .begins = PyMem_Malloc((room + 1) * sizeof(int32_t)),
        .blocks = PyMem_Malloc(room * sizeof(int32_t)),
    };
    int failed = !owners || !found->rows || !found->begins || !found->blocks;
    if (failed) PyErr_NoMemory();
    else found->begins[0] = 0;
    Segmenting all = {columns, found, NONE, 0};
    for (int32_t row = 0; !failed && row < columns->document.count; row++) {
        int32_t parent = columns->document.nodes[row].parent;
        owners[row] = segment_row(&all, blocks, unread, row, row ? owners[parent] : NONE);
        failed = owners[row] == -2;
    }
    if (!failed) close_segment(&all);
    PyMem_Free(owners);
    return failed ? -1 : 0;
}

int find_segments(PyObject *columns, PyObject *block_tags, PyObject *unread_tags, Segments *found) {
    TagSet blocks, unread;
    *found = (Segments){0};
    if (read_tag_set(block_tags, &blocks) < 0 || read_tag_set(unread_tags, &unread) < 0) return -1;
    return fill_segments((Columns *)columns, &blocks, &unread, found);
}

void free_segments(Segments *segments) {
    PyMem_Free(segments->rows);
    PyMem_Free(segments->begins);
    PyMem_Free(segments->blocks);
}

int find_span(PyObject *columns, const Segments *segments, int32_t number, int32_t *start, int32_t *size) {
    const Columns *self = (Columns *)columns;
    const byte *source = self->document.source;
    int32_t first = NONE, end = NONE;
    if (self->spans) return 0; /* the bytes of the file are not here */
    for (int32_t i = segments->begins[number]; i < segments->begins[number + 1]; i++)
        if (is_full(self, segments->rows[i])) widen_range(self->document.nodes + segments->rows[i], &first, &end);
    if (first == NONE) return 0;
    while (!self->places && first < end && is_white(source[end - 1])) end--; /* Tree.trim */
    while (!self->places && first < end && is_white(source[first])) first++;
    *start = get_place(self, first);
    *size = get_place(self, end) - *start;
    return 1;
}

static PyObject *list_numbers(const int32_t *numbers, int32_t count) {
    PyObject *list = PyList_New(count);
    for (int32_t i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromLong(numbers[i]);
        if (number == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, number);
    }
    return list;
}

/* Return the block and the rows of each segment. */
PyObject *columns_segments(Columns *self, PyObject *args) {
    PyObject *block_tags, *unread_tags;
    if (!PyArg_ParseTuple(args, "OO", &block_tags, &unread_tags)) return NULL;
    Segments found = {0};
    int failed = find_segments((PyObject *)self, block_tags, unread_tags, &found) < 0;
    PyObject *list = failed ? NULL : PyList_New(found.count);
    for (int32_t i = 0; list && i < found.count; i++) {
        PyObject *rows = list_numbers(found.rows + found.begins[i], found.begins[i + 1] - found.begins[i]);
        PyObject *segment = rows ? Py_BuildValue("(iN)", found.blocks[i], rows) : NULL;
        if (segment == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, segment);
    }
    free_segments(&found);
    return list;
}

/* ---- blocks -------------------------------------------------------------------------------- */

typedef struct {
    int32_t row, depth, start, end;
    PyObject *members;
} Group;

typedef struct {
    Columns *columns;
    Group *groups;   /* in the order of their start tags */
    int32_t *open;   /* numbers of groups, the innermost last */
    int32_t *owners; /* of each row: the number of its group, or NONE */
    int32_t size, opened;
    PyObject *result; /* in the order of their ends */
} Grouping;

static int end_groups(Grouping *all, int32_t depth) {
    while (all->opened > 0 && all->groups[all->open[all->opened - 1]].depth >= depth) {
        const Group *group = all->groups + all->open[--all->opened];
        int32_t start = group->start < 0 ? -1 : get_place(all->columns, group->start);
        int32_t end = group->end < 0 ? -1 : get_place(all->columns, group->end);
        PyObject *item = Py_BuildValue("(iO(ii))", group->row, group->members, start, end);
        int failed = item == NULL || PyList_Append(all->result, item) < 0;
        Py_XDECREF(item);
        if (failed) return -1;
    }
    return 0;
}

static int32_t open_group(Grouping *all, int32_t row) {
    int32_t depth = all->columns->document.depths[row];
    PyObject *members = PyList_New(0);
    if (members == NULL) return -2;
    all->groups[all->size++] = (Group){row, depth, NONE, NONE, members};
    if (end_groups(all, depth) < 0) return -2;
    all->open[all->opened++] = all->size - 1;
    return all->size - 1;
}

/* Add an inline row to a group, and widen the group's span by the row's. */
static int add_member(Grouping *all, Group *group, int32_t row) {
    if (append_number(group->members, row) < 0) return -1;
    if (has_span(all->columns, row)) widen_range(all->columns->document.nodes + row, &group->start, &group->end);
    return 0;
}

/* Return the group of *row*, NONE for none, -2 with an error set. */
static int32_t group_row(Grouping *all, const TagSet sets[3], int32_t row, int32_t owner) {
    enum { ROOTS, BLOCKS, UNSEEN };
    int is_element = !is_text_row(all->columns, row);
    int has = owner == NONE ? has_tag(all->columns, sets + ROOTS, row)
              : is_element  ? has_tag(all->columns, sets + BLOCKS, row)
                            : 0;
    if (has < 0) return -2;
    if (has) return open_group(all, row);
    if (owner == NONE) return NONE;
    if (is_element && (has = has_tag(all->columns, sets + UNSEEN, row))) return has < 0 ? -2 : NONE;
    return add_member(all, all->groups + owner, row) < 0 ? -2 : owner;
}

static int fill_groups(Grouping *all, const TagSet sets[3]) {
    all->owners[0] = NONE; /* the root is in no block */
    for (int32_t row = 1; row < all->columns->document.count; row++) {
        int32_t owner = all->owners[all->columns->document.nodes[row].parent];
        if ((all->owners[row] = group_row(all, sets, row, owner)) == -2) return -1;
    }
    return end_groups(all, 0);
}

/* Return the row of each block with its inline rows and their span, by where blocks end. */
PyObject *columns_groups(Columns *self, PyObject *args) {
    PyObject *tags[3];
    TagSet sets[3];
    if (!PyArg_ParseTuple(args, "OOO", tags, tags + 1, tags + 2)) return NULL;
    for (int i = 0; i < 3; i++)
        if (read_tag_set(tags[i], sets + i) < 0) return NULL;
    size_t room = (size_t)self->document.count + 1;
    Grouping all = {
        .columns = self,
        .groups = PyMem_Calloc(room, sizeof(Group)),
        .owners = PyMem_Malloc(room * sizeof(int32_t)),
        .open = PyMem_Malloc(room * sizeof(int32_t)),
        .result = PyList_New(0),
    };
    if (!all.groups || !all.owners || !all.open) {
        PyErr_NoMemory();
        Py_CLEAR(all.result);
    } else if (all.result && fill_groups(&all, sets) < 0) {
        Py_CLEAR(all.result);
    }
    for (int32_t i = 0; i < all.size; i++) Py_DECREF(all.groups[i].members);
    PyMem_Free(all.groups);
    PyMem_Free(all.owners);
    PyMem_Free(all.open);
    return all.result;
}

/* ---- for other kernels --------------------------------------------------------------------- */

PyObject *name_known_tag(int32_t number) {
    Columns row = {.document = {.nodes = &(Node){.tag = number % TAG_COUNT, .space = (uint8_t)(number / TAG_COUNT)}}};
    return get_tag(&row, 0);
}

int32_t count_rows(PyObject *columns) { return ((Columns *)columns)->document.count; }

void read_rows(PyObject *columns, int32_t *tags, int32_t *parents, int32_t *depths) {
    const Document *document = &((Columns *)columns)->document;
    for (int32_t row = 0; row < document->count; row++) {
        const Node *own = document->nodes + row;
        tags[row] = own->tag < TAG_COUNT ? own->space * TAG_COUNT + own->tag : NONE;
        parents[row] = own->parent;
    }
    memcpy(depths, document->depths, (size_t)document->count * sizeof *depths);
}
