/* Values of columns as JSON; zaru/text/json_lines.py is the reference. */
#include "shown.h"

enum { MAX_ESCAPE = 6, MAX_DIGITS = 20 };

int open_shown(const Column *batch, const char *name, Shown *shown) {
    if (open_column(batch, name, 0, &shown->column) < 0) return -1;
    char kind = shown->column.kind;
    shown->count = kind == STRUCT ? shown->column.schema->n_children : 0;
    int is_known = kind == TEXT || kind == INTEGER || kind == FLAG || kind == STRUCT;
    for (int64_t i = 0; is_known && i < shown->count; i++) {
        is_known = shown->count <= MAX_MEMBERS;
        if (!is_known) break;
        const char *member = shown->column.schema->children[i]->name;
        if (open_column(&shown->column, member, 0, &shown->members[i]) < 0) return -1;
        kind = shown->members[i].kind;
        is_known = kind == TEXT || kind == INTEGER || kind == FLAG;
    }
    if (!is_known) PyErr_Format(PyExc_ValueError, "the column %s holds no plain values", name);
    return is_known ? 0 : -1;
}

static int is_escaped(uint8_t c) { return c < 0x20 || c == '"' || c == '\\'; }

/* Write an escape and return the byte behind it. */
static char *write_escape(uint8_t c, char *to) {
    static const char SHORT[128] = {['"'] = '"', ['\\'] = '\\', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't', ['\f'] = 'f', ['\b'] = 'b'};
    static const char HEX[] = "0123456789abcdef";
    *to++ = '\\';
    if (SHORT[c]) {
        *to++ = SHORT[c];
        return to;
    }
    memcpy(to, "u00", 3);
    to[3] = HEX[c >> 4];
    to[4] = HEX[c & 15];
    return to + 5;
}

int write_bytes(Text *json, Bytes text) {
    size_t escapes = 0;
    if (text.bytes == NULL) return add_bytes(json, "null", 4);
    for (size_t i = 0; i < text.size; i++) escapes += (size_t)is_escaped((uint8_t)text.bytes[i]);
    size_t most = text.size + (MAX_ESCAPE - 1) * escapes + 2;
    if (json->room - json->size < most && grow(json, most) < 0) return -1;
    char *to = json->bytes + json->size;
    *to++ = '"';
    if (escapes == 0) {
        memcpy(to, text.bytes, text.size);
        to += text.size;
    }
    for (size_t i = 0; escapes && i < text.size; i++) {
        uint8_t c = (uint8_t)text.bytes[i];
        if (is_escaped(c)) to = write_escape(c, to);
        else *to++ = (char)c;
    }
    *to++ = '"';
    json->size = (size_t)(to - json->bytes);
    return 0;
}

int write_integer(Text *json, int64_t number) {
    char digits[MAX_DIGITS], *at = digits + MAX_DIGITS;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) *--at = '-';
    return add_bytes(json, at, (size_t)(digits + MAX_DIGITS - at));
}

static int write_plain(Text *json, const Column *column, int64_t row) {
    if (!is_there(column, row)) return add_bytes(json, "null", 4);
    if (column->kind == TEXT) return write_bytes(json, read_bytes(column, row));
    if (column->kind == INTEGER) return write_integer(json, read_integer(column, row));
    return read_flag(column, row) ? add_bytes(json, "true", 4) : add_bytes(json, "false", 5);
}

int write_shown(Text *json, const Shown *shown, int64_t row) {
    if (shown->column.kind != STRUCT || !is_there(&shown->column, row)) return write_plain(json, &shown->column, row);
    if (add_bytes(json, "{", 1) < 0) return -1;
    for (int64_t i = 0; i < shown->count; i++) {
        const Column *member = &shown->members[i];
        const char *name = member->schema->name;
        if (i > 0 && add_bytes(json, ", ", 2) < 0) return -1;
        if (write_bytes(json, (Bytes){name, strlen(name)}) < 0 || add_bytes(json, ": ", 2) < 0) return -1;
        if (write_plain(json, member, row) < 0) return -1;
    }
    return add_bytes(json, "}", 1);
}
