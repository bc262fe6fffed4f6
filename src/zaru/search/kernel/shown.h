/* What is shown of a page, as JSON: the first line of what an index keeps of it. */
#ifndef ZARU_SEARCH_SHOWN_H
#define ZARU_SEARCH_SHOWN_H

#include "arrow.h"

enum { MAX_SHOWN = 32, MAX_MEMBERS = 4 };

/* A column of plain values, or of objects that have some. */
typedef struct {
    Column column, members[MAX_MEMBERS];
    int64_t count; /* of members */
} Shown;

/* Open the column *name* of a batch; raises ValueError when JSON is not written of its kind. */
int open_shown(const Column *batch, const char *name, Shown *shown);
/* Each adds a value as json.dumps(…, ensure_ascii=False) writes it. */
int write_shown(Text *json, const Shown *shown, int64_t row);
int write_bytes(Text *json, Bytes text);
int write_integer(Text *json, int64_t number);

#endif
