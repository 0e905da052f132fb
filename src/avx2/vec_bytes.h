/*
 * Bytes for AVX2, 32 at a time: a shuffle looks up 16 entries by the low four bits of an index, sixteen of them
 * the whole table, and each bit above halves what is left. That is 31 shuffles and blends, and as many loads and
 * moves, for 32 look-ups; loads or gathers a lane at a time take longer.
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

OUTLINE bytes byte_at(const struct perlin_lut *lut, bytes i)
{
    const bytes low = _mm256_and_si256(i, v_splat_byte(15));
    const bytes bit[4] = {_mm256_slli_epi16(i, 3), _mm256_slli_epi16(i, 2), _mm256_slli_epi16(i, 1),
                          i}; /* bits 4 to 7, on top of each byte */
    bytes found[16];
    UNROLL
    for (int k = 0; k < 16; k++) {
        const __m128i entries = _mm_load_si128((const __m128i *)lut->value + k);
        found[k] = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(entries), low);
    }
    UNROLL
    for (int b = 0; b < 4; b++) {
        UNROLL
        for (int k = 0; k < 8 >> b; k++)
            found[k] = _mm256_blendv_epi8(found[2 * k], found[2 * k + 1], bit[b]);
    }
    return found[0];
}

#include "../simd/byte_pair.h"

#endif
