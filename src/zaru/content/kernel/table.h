/* The table of the features as C reads it: numbers, and a number for each name. */
#ifndef ZARU_CONTENT_TABLE_H
#define ZARU_CONTENT_TABLE_H

enum {
#define KIND(name, words) KIND_##name,
#include "entries.h"
    KIND_COUNT
};

enum {
#define WHOLE(name, value) name = value,
#include "entries.h"
};

#define NUMBER(name, value) static const double name = value;
#include "entries.h"

/* Groups and marks are bits of one number; what stands in a link has one more. */
enum {
#define GROUP(name, tags) GROUP_##name,
#include "entries.h"
#define MARK(name, words) MARK_##name,
#include "entries.h"
    LINK_BIT,
    BIT_COUNT
};

enum {
#define TYPE(name, types) TYPE_##name,
#include "entries.h"
    TYPE_COUNT
};

enum {
#define COLUMN(name) COLUMN_##name,
#include "entries.h"
    COLUMN_COUNT
};

#endif
