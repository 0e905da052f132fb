/*
 * Bytes for AVX2, 32 at a time: a shuffle looks up 16 entries by the low four bits of an index, sixteen of them
 * the whole table. Bit 4 makes half of the shuffles give 0, and the pairs are xor-ed; each bit above halves what is
 * left by blends. On AMD's cores, which shuffle and blend on the same two ports, blends alone take longer; so do
 * loads or gathers a lane at a time.
 */
#ifndef PERLIN_BYTES_H
#define PERLIN_BYTES_H

#include "../noise.h"
#include "../simd/inline.h"

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

static inline bytes v_and_bytes(bytes a, bytes b)
{
    return _mm256_and_si256(a, b);
}

/* The bytes of 16 that the low four bits of each byte of i pick; 0 where its bit 7 is set. */
static inline __m256i shuffled(const __m128i *sixteen, __m256i i)
{
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(sixteen)), i);
}

OUTLINE bytes v_byte_at(const struct perlin_bytes *table, bytes i)
{
    const __m128i *const sixteen = (const __m128i *)table->folded;
    const bytes low = v_and_bytes(i, v_splat_byte(31));
    const bytes odd = _mm256_sub_epi8(low, v_splat_byte(16)); /* bit 7 is set where bit 4 is not */
    const bytes bit[3] = {_mm256_slli_epi16(i, 2), v_add_bytes(i, i), i}; /* on top of each byte */
    bytes found[8];
    UNROLL
    for (int k = 0; k < 8; k++)
        found[k] = shuffled(sixteen + 2 * k, low) ^ shuffled(sixteen + 2 * k + 1, odd);
    UNROLL
    for (int b = 0; b < 3; b++) {
        UNROLL
        for (int k = 0; k < 4 >> b; k++)
            found[k] = _mm256_blendv_epi8(found[2 * k], found[2 * k + 1], bit[b]);
    }
    return found[0];
}

/* Sums that saturate have bit 7 where an index is not in a shuffle's 16 entries. */
static inline bytes v_byte_of_64(const uint8_t table[64], bytes i)
{
    const __m128i *const sixteen = (const __m128i *)table;
    bytes found = shuffled(sixteen, _mm256_adds_epu8(i, v_splat_byte(0x70)));
    UNROLL
    for (int k = 1; k < 4; k++) {
        i = _mm256_sub_epi8(i, v_splat_byte(16));
        found = found | shuffled(sixteen + k, _mm256_adds_epu8(i, v_splat_byte(0x70)));
    }
    return found;
}

#include "../simd/byte_pair.h"

#endif
