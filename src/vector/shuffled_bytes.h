/*
 * Byte look-ups for instruction sets whose shuffle looks up 16 bytes by the low four bits of an
 * index. Sixteen shuffles look up the whole table. A bytes header includes this after defining
 *
 *     shuffled(sixteen, i)    sixteen[i % 16], or 0 if bit 7 of i is set
 *     by_top(top, a, b)       b if bit 7 of top is set, else a
 *
 * Bits 6 and 7 of an index choose a quarter of the table, by blends. Of a quarter's four shuffles,
 * number 0 to i / 16 % 4 return an entry of the folded table, and the others 0. The exclusive or
 * of all four is value[i].
 */
#ifndef PERLIN_VECTOR_SHUFFLED_BYTES_H
#define PERLIN_VECTOR_SHUFFLED_BYTES_H

#include "inline.h"

/* Constants that compilers must load. If gcc knew their values, it would build them through general
   registers in each call, which takes a fifth of the call. */
#define EIGHT_TIMES(a)                                                                             \
    {                                                                                              \
        a, a, a, a, a, a, a, a                                                                     \
    }
static const volatile _Alignas(64) uint64_t bytes_of_63[8] = EIGHT_TIMES(0x3f3f3f3f3f3f3f3f);
static const volatile _Alignas(64) uint64_t bytes_of_240[8] = EIGHT_TIMES(0xf0f0f0f0f0f0f0f0);

OUTLINE bytes byte_of_256(const struct perlin_bytes *table, bytes i)
{
    const bytes bit6 = v_add_bytes(i, i); /* bit 6 moves to bit 7 */
    const bytes less_16 = *(const volatile bytes *)bytes_of_240;
    bytes from[4], found[4];
    from[0] = i & *(const volatile bytes *)bytes_of_63;
    UNROLL
    for (int k = 1; k < 4; k++) /* bit 7 is set if i % 64 is below 16 * k */
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

#endif
