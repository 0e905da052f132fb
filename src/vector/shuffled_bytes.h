/*
 * Look-ups of bytes for instruction sets whose shuffle looks up 16 of them by the low four bits of an index, sixteen
 * shuffles the whole table. A bytes header includes this behind
 *
 *     shuffled(sixteen, i)    sixteen[i % 16], 0 where bit 7 of i is set
 *     by_top(top, a, b)       b where bit 7 of top is set, else a
 *
 * Bits 6 and 7 of an index choose a quarter of the table, by blends. Of a quarter's four shuffles those up to number
 * i / 16 % 4 give an entry of the folded table, the others 0: all four, xor-ed, are value[i].
 */
#ifndef PERLIN_SIMD_SHUFFLED_BYTES_H
#define PERLIN_SIMD_SHUFFLED_BYTES_H

#include "inline.h"

/* Constants for compilers to load: in each call gcc would make those that it knows by way of general registers, which takes a
   fifth of the call. */
#define EIGHT_TIMES(a)                                                                             \
    {                                                                                              \
        a, a, a, a, a, a, a, a                                                                     \
    }
static const volatile _Alignas(64) uint64_t bytes_of_63[8] = EIGHT_TIMES(0x3f3f3f3f3f3f3f3f);
static const volatile _Alignas(64) uint64_t bytes_of_240[8] = EIGHT_TIMES(0xf0f0f0f0f0f0f0f0);

OUTLINE bytes byte_of_256(const struct perlin_bytes *table, bytes i)
{
    const bytes bit6 = v_add_bytes(i, i); /* on top */
    const bytes less_16 = *(const volatile bytes *)bytes_of_240;
    bytes from[4], found[4];
    from[0] = i & *(const volatile bytes *)bytes_of_63;
    UNROLL
    for (int k = 1; k < 4; k++) /* bit 7 is set where i % 64 is below 16 * k */
        from[k] = v_add_bytes(from[k - 1], less_16);
    UNROLL
    for (int k = 0; k < 4; k++) {
        const uint8_t *const four = table->folded + 64 * k;
        found[k] = (shuffled(four, from[0]) ^ shuffled(four + 16, from[1])) ^
                   (shuffled(four + 32, from[2]) ^ shuffled(four + 48, from[3]));
    }
    return by_top(i, by_top(bit6, found[0], found[1]), by_top(bit6, found[2], found[3]));
}

static inline bytes next_of_256(const struct perlin_bytes *table, bytes i)
{
    return byte_of_256(table, v_add_bytes(i, v_splat_byte(1)));
}

/* bit4 has bit 4 of i on top. */
static inline bytes byte_of_32(const uint8_t table[32], bytes i, bytes bit4)
{
    return by_top(bit4, shuffled(table, i), shuffled(table + 16, i));
}

static inline bytes v_byte_of_64(const uint8_t table[64], bytes i)
{
    const bytes bit6 = v_add_bytes(i, i), bit5 = v_add_bytes(bit6, bit6);
    const bytes bit4 = v_add_bytes(bit5, bit5);
    return by_top(bit5, byte_of_32(table, i, bit4), byte_of_32(table + 32, i, bit4));
}

#endif
