/*
 * Look-ups of bytes for instruction sets whose shuffle looks up 16 of them by the low four bits of an index, sixteen
 * shuffles the whole table. A bytes header includes this behind
 *
 *     shuffled(sixteen, i)    sixteen[i % 16], 0 where bit 7 of i is set
 *     by_top(top, a, b)       b where bit 7 of top is set, else a
 *
 * Bit 4 makes half of the shuffles give 0, and the pairs are xor-ed, which is what the folded table is for; each bit
 * above halves what is left by blends.
 */
#ifndef PERLIN_SIMD_SHUFFLED_BYTES_H
#define PERLIN_SIMD_SHUFFLED_BYTES_H

#include "inline.h"

OUTLINE bytes v_byte_at(const struct perlin_bytes *table, bytes i)
{
    const uint8_t *const sixteen = table->folded;
    const bytes low = v_and_bytes(i, v_splat_byte(31));
    const bytes odd = v_add_bytes(low, v_splat_byte(240)); /* bit 7 is set where bit 4 is not */
    const bytes twice = v_add_bytes(i, i);
    const bytes bit[3] = {v_add_bytes(twice, twice), twice, i}; /* 5, 6 and 7, on top */
    bytes found[8];
    UNROLL
    for (int k = 0; k < 8; k++)
        found[k] = shuffled(sixteen + 32 * k, low) ^ shuffled(sixteen + 32 * k + 16, odd);
    UNROLL
    for (int b = 0; b < 3; b++) {
        UNROLL
        for (int k = 0; k < 4 >> b; k++)
            found[k] = by_top(bit[b], found[2 * k], found[2 * k + 1]);
    }
    return found[0];
}

static inline bytes v_byte_of_64(const uint8_t table[64], bytes i)
{
    const bytes fourfold = v_add_bytes(v_add_bytes(i, i), v_add_bytes(i, i));
    const bytes bit4 = v_add_bytes(fourfold, fourfold), bit5 = fourfold; /* on top */
    return by_top(bit5, by_top(bit4, shuffled(table, i), shuffled(table + 16, i)),
                  by_top(bit4, shuffled(table + 32, i), shuffled(table + 48, i)));
}

#endif
