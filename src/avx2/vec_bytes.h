/*
 * The byte vocabulary for AVX2: 32 at a time. Tables are looked up by shuffles, because loads or
 * gathers, a lane at a time, are slower. Joining the shuffles by blends alone, without XORs, is
 * slower on AMD's cores, which shuffle and blend on the same two ports.
 */
#ifndef PERLIN_BYTES_H
#define PERLIN_BYTES_H

#include "../noise/noise.h"

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

static inline bytes shuffled(const uint8_t sixteen[16], bytes i)
{
    const __m128i table = _mm_loadu_si128((const __m128i *)sixteen);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), i);
}

static inline bytes by_top(bytes top, bytes a, bytes b)
{
    return _mm256_blendv_epi8(a, b, top);
}

#include "../vector/shuffled_bytes.h"

#endif
