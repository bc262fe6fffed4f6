/* Numeric character references: https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state */
#include "parser.h"

static const uint16_t WINDOWS_1252[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

static int read_digit(byte c, int base) {
    if (is_digit(c)) return c - '0';
    int digit = (c | 0x20) - 'a' + 10;
    return base == 16 && digit >= 10 && digit < 16 ? digit : NONE;
}

static uint32_t read_code(uint32_t code) {
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0xFFFD;
    return code >= 0x80 && code < 0xA0 ? WINDOWS_1252[code - 0x80] : code;
}

/* Read "&#38;" or "&#x26;" at *at*; return 0 when it is none. */
int read_number_reference(const byte *source, int32_t at, int32_t end, Reference *found) {
    at += 2;
    int base = at < end && (source[at] | 0x20) == 'x' ? 16 : 10, digit;
    at += base == 16;
    int32_t digits = at;
    uint32_t code = 0;
    for (; at < end && (digit = read_digit(source[at], base)) != NONE; at++)
        if (code <= 0x10FFFF) code = code * (uint32_t)base + (uint32_t)digit;
    if (at == digits) return 0;
    found->characters[0] = read_code(code);
    found->characters[1] = 0;
    found->end = at + (at < end && source[at] == ';');
    return 1;
}
