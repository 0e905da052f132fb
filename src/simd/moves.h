/*
 * Where bytes differ from one to the next, eight in a word: the lowest byte is the first one's, and not 0 if the next one is
 * different.
 */
#ifndef PERLIN_SIMD_MOVES_H
#define PERLIN_SIMD_MOVES_H

#include "inline.h"

#define ONE_IN_BYTES UINT64_C(0x0101010101010101)

INLINE uint64_t load_word(const uint8_t array[8])
{
    uint64_t word;
    memcpy(&word, array, 8);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

INLINE void store_word(uint8_t array[8], uint64_t word)
{
    word = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
    memcpy(array, &word, 8);
}

INLINE uint64_t moves_from(const uint8_t array[9])
{
    return load_word(array) ^ load_word(array + 1);
}

/* Of the last eight bytes of an array, of which the very last has no next one; `before` begins with the byte before them. */
INLINE uint64_t last_moves(const uint8_t before[9])
{
    return moves_from(before) >> 8;
}

#endif
