/*
 * The byte vocabulary for AVX2: 32 at a time. Tables are looked up by shuffles, because loads or
 * gathers, a lane at a time, are slower. Joining the shuffles by blends alone, without XORs, is
 * slower on AMD's cores, which shuffle and blend on the same two ports.
 */
#ifndef PERLIN_BYTES_H
#define PERLIN_BYTES_H

#include "../vector/inline.h"
#include "../vector/tables.h"

#ifdef PERLIN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#else
#include <immintrin.h>
#endif

enum { BYTES = 32 };

typedef __m256i bytes;

static inline bytes v_load_bytes(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline void v_store_bytes(uint8_t *p, bytes a)
{
    _mm256_storeu_si256((__m256i *)p, a);
}

static inline bytes v_splat_byte(uint8_t a)
{
    return _mm256_set1_epi8((char)a);
}

static inline bytes v_add_bytes(bytes a, bytes b)
{
    return _mm256_add_epi8(a, b);
}

/* sixteen[i % 16], or 0 if bit 7 of i is set. */
static inline bytes shuffled(const uint8_t sixteen[16], bytes i)
{
    const __m128i table = _mm_loadu_si128((const __m128i *)sixteen);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), i);
}

/* b if bit 7 of top is set, else a. */
static inline bytes by_top(bytes top, bytes a, bytes b)
{
    return _mm256_blendv_epi8(a, b, top);
}

/* Constants that compilers must load. If gcc knew their values, it would build them through general
   registers in each call, which takes a fifth of the call. */
static const volatile _Alignas(32) uint64_t
    bytes_of_63[4] = {0x3f3f3f3f3f3f3f3f, 0x3f3f3f3f3f3f3f3f, 0x3f3f3f3f3f3f3f3f,
                      0x3f3f3f3f3f3f3f3f},
    bytes_of_240[4] = {0xf0f0f0f0f0f0f0f0, 0xf0f0f0f0f0f0f0f0, 0xf0f0f0f0f0f0f0f0,
                       0xf0f0f0f0f0f0f0f0};

/* Sixteen shuffles look up the whole table. Bits 6 and 7 of an index choose a quarter of it, by
   blends. Of a quarter's four shuffles, number 0 to i / 16 % 4 return an entry of the folded table, and
   the others 0. The exclusive or of all four is value[i]. */
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

#endif
