/* BLAKE2b with a digest of eight bytes, as hashlib.blake2b(data, digest_size=8) has it:
 * https://www.rfc-editor.org/rfc/rfc7693 */
#include "sketch.h"

enum { BLOCK_BYTES = 128, ROUNDS = 12 };

static const uint64_t IV[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};
/* Section 2.7; the last two rounds are the first two. */
static const uint8_t SIGMA[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static inline uint64_t turn(uint64_t word, int bits) { return word >> bits | word << (64 - bits); }

static uint64_t load_word(const uint8_t *at) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | at[i];
    return word;
}

/* Section 3.1. */
static inline void mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = turn(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turn(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 63);
}

/* Section 3.2: *count* bytes were read, those of this block included. */
static void compress(uint64_t *state, const uint8_t *block, uint64_t count, int is_last) {
    uint64_t v[16], words[16];
    for (int i = 0; i < 16; i++) words[i] = load_word(block + 8 * i);
    for (int i = 0; i < 8; i++) v[i] = state[i], v[i + 8] = IV[i];
    v[12] ^= count;
    if (is_last) v[14] = ~v[14];
    for (int round = 0; round < ROUNDS; round++) {
        const uint8_t *s = SIGMA[round % 10];
        for (int i = 0; i < 4; i++) mix(v, i, i + 4, i + 8, i + 12, words[s[2 * i]], words[s[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            mix(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, words[s[2 * i + 8]], words[s[2 * i + 9]]);
    }
    for (int i = 0; i < 8; i++) state[i] ^= v[i] ^ v[i + 8];
}

/* Section 3.3, without a key. */
void write_digest(const uint8_t *data, size_t size, uint8_t *out) {
    uint64_t state[8];
    uint8_t last[BLOCK_BYTES] = {0};
    size_t at = 0;
    memcpy(state, IV, sizeof state);
    state[0] ^= 0x01010000u ^ DIGEST_BYTES;
    for (; size - at > BLOCK_BYTES; at += BLOCK_BYTES) compress(state, data + at, at + BLOCK_BYTES, 0);
    if (size > at) memcpy(last, data + at, size - at);
    compress(state, last, size, 1);
    for (int i = 0; i < DIGEST_BYTES; i++) out[i] = (uint8_t)(state[0] >> 8 * i);
}
