/* Places in the template of a page: that of an element is its tag, class and id in the place of its parent. */
#include "sketch.h"

enum { UNKNOWN = -2, CLASS = 0, ID = 1 };

static const AttributeName NAMES[] = {ATTRIBUTE_NAME("class"), ATTRIBUTE_NAME("id")};

typedef struct {
    int32_t parent, number; /* of the place; -1 for a free slot */
    uint32_t hash;
    Py_ssize_t start, size; /* of its label */
} Slot;

typedef struct {
    PyObject *columns, *make_label, *found;
    Py_ssize_t limit; /* characters of an attribute that count */
    int32_t *parents, *places; /* of each row */
    Slot *slots;
    uint32_t mask;
    Written labels; /* of all places, one behind the other */
    Marks marks;
} Places;

static uint32_t hash_label(int32_t parent, const uint8_t *label, Py_ssize_t size) {
    uint32_t hash = 2166136261u ^ (uint32_t)parent;
    for (Py_ssize_t i = 0; i < size; i++) hash = (hash ^ label[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* Append the label of an element, as sketch.make_label has it. */
static int append_label(Places *all, int32_t row) {
    Written *labels = &all->labels;
    Py_ssize_t start = labels->size;
    const Slice *values = all->marks.values;
    if (read_marks(all->columns, row, NAMES, &all->marks) < 0) return -1;
    int is_plain = is_ascii(values[CLASS]) && is_ascii(values[ID]);
    if (!is_plain || values[CLASS].size > all->limit || values[ID].size > all->limit) {
        PyObject *label = call_with_marks(all->make_label, all->columns, row, &all->marks);
        int failed = label == NULL || columns_api->write_str(label, labels) < 0;
        Py_XDECREF(label);
        return failed ? -1 : 0;
    }
    if (append_tag(all->columns, row, labels) < 0 || append_folded(values[CLASS], labels) < 0) return -1;
    const uint8_t *tag = labels->bytes + start;
    if (tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' && tag[2] == '.') return 0; /* its id is made from its text */
    if (make_room(labels, 1) < 0) return -1;
    labels->bytes[labels->size++] = '#';
    return append_folded(values[ID], labels);
}

/* Return the slot of a label in a place, or the free one where it would be. */
static Slot *find_slot(const Places *all, const Slot *wanted) {
    uint32_t at = wanted->hash & all->mask;
    for (;; at = (at + 1) & all->mask) {
        Slot *own = all->slots + at;
        if (own->number < 0) return own;
        if (own->hash == wanted->hash && own->parent == wanted->parent && own->size == wanted->size &&
            memcmp(all->labels.bytes + own->start, all->labels.bytes + wanted->start, (size_t)own->size) == 0)
            return own;
    }
}

/* Return the number of the place of an element in that of its parent, UNKNOWN with an error set. */
static int32_t number_place(Places *all, int32_t row, int32_t parent) {
    Slot own = {.parent = parent, .start = all->labels.size};
    if (append_label(all, row) < 0) return UNKNOWN;
    own.size = all->labels.size - own.start;
    own.hash = hash_label(parent, all->labels.bytes + own.start, own.size);
    Slot *slot = find_slot(all, &own);
    if (slot->number >= 0) {
        all->labels.size = own.start;
        return slot->number;
    }
    own.number = (int32_t)PyList_GET_SIZE(all->found);
    PyObject *label = to_str((Slice){all->labels.bytes + own.start, own.size});
    PyObject *place = label ? Py_BuildValue("(iN)", parent, label) : NULL;
    int failed = place == NULL || PyList_Append(all->found, place) < 0;
    Py_XDECREF(place);
    if (failed) return UNKNOWN;
    *slot = own;
    return own.number;
}

/* Find the place of a row and of those above it; *above* has room for all rows. */
static int place_row(Places *all, int32_t row, int32_t *above) {
    int32_t count = 0;
    for (; row >= 0 && all->places[row] == UNKNOWN; row = all->parents[row]) above[count++] = row;
    int32_t place = row < 0 ? -1 : all->places[row];
    while (count > 0) {
        row = above[--count];
        place = all->places[row] = number_place(all, row, place);
        if (place == UNKNOWN) return -1;
    }
    return 0;
}

static int place_segments(Places *all, const Segments *segments, int32_t *numbers, int32_t *above) {
    for (int32_t i = 0; i < segments->count; i++) {
        int32_t row = segments->blocks[i];
        if (place_row(all, row, above) < 0) return -1;
        numbers[2 * i + 1] = all->places[row];
    }
    return 0;
}

/* Return the places, each with the number of its parent's and its label; those of segments go to
 * *numbers*, behind each of their lengths. */
PyObject *find_places(PyObject *columns, const Segments *segments, PyObject *make_label, Py_ssize_t limit,
                      int32_t *numbers) {
    size_t rows = (size_t)columns_api->count_rows(columns), room = 64;
    while (room < 2 * rows) room *= 2;
    Places all = {.columns = columns, .make_label = make_label, .limit = limit, .found = PyList_New(0)};
    int32_t *each = PyMem_Malloc((3 * rows + 1) * sizeof *each); /* parents, places, rows above */
    all.slots = PyMem_Malloc(room * sizeof *all.slots);
    all.mask = (uint32_t)room - 1;
    int failed = !each || !all.slots || !all.found;
    if (!each || !all.slots) PyErr_NoMemory();
    if (!failed) {
        all.parents = each;
        all.places = each + rows;
        columns_api->read_rows(columns, all.places, all.parents, each + 2 * rows);
        for (size_t i = 0; i < rows; i++) all.places[i] = UNKNOWN;
        for (size_t i = 0; i < room; i++) all.slots[i].number = -1;
        failed = place_segments(&all, segments, numbers, each + 2 * rows) < 0;
    }
    PyMem_Free(each);
    PyMem_Free(all.slots);
    PyMem_Free(all.labels.bytes);
    free_marks(&all.marks);
    if (failed) Py_CLEAR(all.found);
    return all.found;
}
