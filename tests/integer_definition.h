/*
 * The integer hash and its gradients, written a second time for tests, from docs/parameters.md and
 * docs/bits.md.
 */
#ifndef PERLIN_TEST_INTEGER_DEFINITION_H
#define PERLIN_TEST_INTEGER_DEFINITION_H

#include "draws.h"

#include <stdlib.h>

/* What an octave's generator draws, in this order; its offsets follow. */
struct keys {
    int32_t low[4], high[4]; /* the halves of an axis's key */
    uint32_t mask[4], last[5];
};

enum { FIRST_OFFSET = 4 * 2 + 5 };

static inline int32_t greatest_common_divisor(int32_t a, int32_t b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

/* The number that 16 bits are in two's complement. */
static inline int32_t signed_half(uint64_t bits)
{
    const int32_t half = (int32_t)(bits % 65536);
    return half < 32768 ? half : half - 65536;
}

static inline struct keys keys_of(uint64_t state)
{
    struct keys keys;
    for (uint64_t a = 0; a < 4; a++) {
        const uint64_t drawn = draw(state, 2 * a);
        keys.high[a] = signed_half(drawn / 65536 / 65536 / 65536 | 1);
        keys.low[a] = (int32_t)(drawn % 16384 | 1) + 16384;
        while (abs(greatest_common_divisor(keys.low[a], keys.high[a])) > 1)
            keys.low[a] = keys.low[a] == 32767 ? 16385 : keys.low[a] + 2;
        keys.mask[a] = (uint32_t)draw(state, 2 * a + 1);
    }
    for (uint64_t q = 0; q < 5; q++)
        keys.last[q] = (uint32_t)draw(state, 8 + q) | 0x00010001;
    return keys;
}

/* Modulo 2^32. */
static inline uint32_t dot_of_halves(uint32_t a, int32_t low, int32_t high)
{
    const int64_t sum = (int64_t)signed_half(a) * low + (int64_t)signed_half(a / 65536) * high;
    return (uint32_t)sum;
}

static inline uint32_t dot(uint32_t a, uint32_t b)
{
    return dot_of_halves(a, signed_half(b), signed_half(b / 65536));
}

/* Cells are modulo 2^32. `copy` is that of lattices of several copies, else 0. */
static inline uint32_t hash_of(const struct keys *keys, uint32_t dims, const int64_t cell[4],
                               uint32_t copy, int has_copies)
{
    uint32_t h = 0;
    for (uint32_t a = 0; a < dims; a++) {
        const uint32_t bits = (uint32_t)(cell[a] + 0x4b400000);
        const uint32_t t = dot_of_halves(bits, keys->low[a], keys->high[a]);
        const uint32_t along = dot(t, t) ^ (t + keys->mask[a]);
        h = a == 0 ? along : dot(h, along);
    }
    return dims == 1 || has_copies ? dot(h, keys->last[copy]) : h;
}

/* A component of the gradient that bits 13 to 17 choose. */
static inline double component_of(uint32_t dims, uint32_t axis, uint32_t h)
{
    static const float plane[2][8] = {{0.92387953f, 0.92387953f, -0.92387953f, -0.92387953f,
                                       0.38268343f, 0.38268343f, -0.38268343f, -0.38268343f},
                                      {0.38268343f, -0.38268343f, 0.38268343f, -0.38268343f,
                                       0.92387953f, -0.92387953f, 0.92387953f, -0.92387953f}};
    static const float space[8][3] = {
        {-0.3134087f, -0.9376841f, 0.1500784f}, {-0.1987047f, -0.2198055f, 0.9550927f},
        {0.8864386f, -0.4064064f, -0.2214959f}, {0.3983922f, -0.8649748f, 0.3051266f},
        {-0.2221963f, 0.6322439f, 0.7422240f},  {0.8597201f, 0.3230117f, -0.3956575f},
        {-0.6440438f, 0.1754863f, -0.7445886f}, {0.6256098f, 0.5509779f, 0.5523004f}};
    static const float space_4d[8][4] = {{-0.4214438f, -0.6738260f, -0.1343156f, 0.5918639f},
                                         {-0.4118188f, 0.5389705f, -0.6250465f, -0.3863068f},
                                         {0.3921177f, 0.8475987f, 0.3008275f, 0.1931914f},
                                         {-0.3783182f, 0.2197401f, 0.8890767f, 0.1346559f},
                                         {-0.3185250f, -0.1847783f, -0.2447014f, -0.8969504f},
                                         {0.9482772f, -0.1110843f, -0.1523744f, -0.2553676f},
                                         {0.4089432f, -0.6612270f, 0.4776819f, -0.4091018f},
                                         {0.4325712f, 0.0800845f, 0.6318717f, -0.6381276f}};
    const uint32_t row = h / 8192 % 8, bit_16 = h / 65536 % 2, bit_17 = h / 131072 % 2;
    switch (dims) {
    case 1:
        return (bit_16 ? -1.0 : 1.0) * (1 + row) / 8;
    case 2:
        return (double)plane[axis][row];
    case 3:
        return (bit_16 ? -1.0 : 1.0) * (double)space[row][axis];
    default:
        return ((axis == 0 && bit_16) != bit_17 ? -1.0 : 1.0) * (double)space_4d[row][axis];
    }
}

#endif
