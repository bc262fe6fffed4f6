/* UTF-8 as the kernels hand texts to each other: whole characters, lone surrogates as three bytes. */
#ifndef ZARU_TEXT_UTF8_H
#define ZARU_TEXT_UTF8_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Return the character at *at* and move behind it. */
static inline uint32_t next_letter(const uint8_t **at) {
    const uint8_t *c = *at;
    if (c[0] < 0x80) return *at = c + 1, c[0];
    if (c[0] < 0xE0) return *at = c + 2, (c[0] & 0x1Fu) << 6 | (c[1] & 0x3Fu);
    if (c[0] < 0xF0) return *at = c + 3, (c[0] & 0xFu) << 12 | (c[1] & 0x3Fu) << 6 | (c[2] & 0x3Fu);
    *at = c + 4;
    return (c[0] & 7u) << 18 | (c[1] & 0x3Fu) << 12 | (c[2] & 0x3Fu) << 6 | (c[3] & 0x3Fu);
}

/* Return where the character before *at* begins. */
static inline const uint8_t *step_back(const uint8_t *at) {
    do at--;
    while ((*at & 0xC0) == 0x80);
    return at;
}

static inline size_t count_letters(const uint8_t *bytes, size_t size) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++) count += (bytes[i] & 0xC0) != 0x80;
    return count;
}

/* Write a character of up to four bytes and return their number. */
static inline int32_t write_letter(uint32_t code, uint8_t *out) {
    if (code < 0x80) {
        out[0] = (uint8_t)code;
        return 1;
    }
    int32_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int32_t i = size - 1; i > 0; i--, code >>= 6) out[i] = (uint8_t)(0x80 | (code & 0x3F));
    out[0] = (uint8_t)((0xF00 >> size & 0xFF) | code);
    return size;
}

/* Return a number of bytes at the beginning that are ASCII: all but the last few of them. */
static inline size_t skip_ascii(const uint8_t *bytes, size_t size) {
    size_t at = 0;
    for (uint64_t some[4]; at + 32 <= size; at += 32) {
        memcpy(some, bytes + at, 32);
        if ((some[0] | some[1] | some[2] | some[3]) & 0x8080808080808080u) break;
    }
    for (uint64_t some; at + 8 <= size; at += 8) {
        memcpy(&some, bytes + at, 8);
        if (some & 0x8080808080808080u) break;
    }
    return at;
}

/* Return the size of the character at *c* as https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27506
 * has it, at most *left* bytes; 0 for what is none. */
static inline size_t check_letter(const uint8_t *c, size_t left) {
    if (c[0] < 0x80) return 1;
    if (c[0] < 0xC2 || c[0] > 0xF4) return 0;
    size_t size = c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
    if (size > left) return 0;
    for (size_t i = 1; i < size; i++)
        if ((c[i] & 0xC0) != 0x80) return 0;
    int is_too_long = (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xF0 && c[1] < 0x90);
    int is_surrogate = c[0] == 0xED && c[1] >= 0xA0, is_too_large = c[0] == 0xF4 && c[1] >= 0x90;
    return is_too_long || is_surrogate || is_too_large ? 0 : size;
}

/* Say whether all bytes are UTF-8, without surrogates. */
static inline int is_utf8(const uint8_t *bytes, size_t size) {
    for (size_t at = 0; at < size;) {
        at += skip_ascii(bytes + at, size - at);
        for (; at < size && bytes[at] < 0x80; at++) {}
        for (; at < size && bytes[at] >= 0x80;) {
            size_t own = check_letter(bytes + at, size - at);
            if (own == 0) return 0;
            at += own;
        }
    }
    return 1;
}

#endif
