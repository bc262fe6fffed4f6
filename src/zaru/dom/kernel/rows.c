/* From nodes to rows: in document order, none too deep, each with its depth. */
#include "parser.h"

#include <string.h>

/* Write the number of each node in document order into *order*, and return how many there are. */
static int32_t walk(const Document *document, int32_t *order) {
    const Node *nodes = document->nodes;
    int32_t node = 0, count = 0;
    while (node != NONE) {
        order[count++] = node;
        if (nodes[node].first_child != NONE) {
            node = nodes[node].first_child;
            continue;
        }
        while (node != NONE && nodes[node].next == NONE) node = nodes[node].parent;
        if (node != NONE) node = nodes[node].next;
    }
    return count;
}

/* Put the nodes into document order. What was taken out of the tree has no row. */
static Outcome reorder(Document *document) {
    int32_t *order = NULL, *row_of = NULL, order_room = 0, row_room = 0, room = 0;
    Node *rows = NULL;
    Outcome outcome = OUT_OF_MEMORY;
    if (grow((void **)&order, &order_room, document->count, sizeof *order) < 0 ||
        grow((void **)&row_of, &row_room, document->count, sizeof *row_of) < 0)
        goto done;
    int32_t count = walk(document, order);
    if (grow((void **)&rows, &room, count, sizeof *rows) < 0) goto done;
    for (int32_t row = 0; row < count; row++) row_of[order[row]] = row;
    for (int32_t row = 0; row < count; row++) {
        rows[row] = document->nodes[order[row]];
        if (rows[row].parent != NONE) rows[row].parent = row_of[rows[row].parent];
    }
    grow((void **)&document->nodes, NULL, 0, 0);
    document->nodes = rows;
    document->room = room;
    document->count = count;
    outcome = PARSED;
done:
    grow((void **)&order, NULL, 0, 0);
    grow((void **)&row_of, NULL, 0, 0);
    return outcome;
}

/* Fill the depths; what is too deep is attached to its nearest allowed ancestor. */
static void measure_depths(Document *document, int32_t max_depth) {
    Node *nodes = document->nodes;
    int32_t *depths = document->depths;
    depths[0] = 0;
    for (int32_t row = 1; row < document->count; row++) {
        int32_t parent = nodes[row].parent;
        if (depths[parent] >= max_depth) parent = nodes[row].parent = nodes[parent].parent;
        depths[row] = depths[parent] + 1;
    }
}

Outcome order_rows(Document *document, const ParserLimits *limits) {
    int32_t room = 0;
    if (document->has_moved) {
        Outcome outcome = reorder(document);
        if (outcome != PARSED) return outcome;
    }
    if (grow((void **)&document->depths, &room, document->count, sizeof(int32_t)) < 0)
        return OUT_OF_MEMORY;
    measure_depths(document, limits->max_depth);
    return PARSED;
}
