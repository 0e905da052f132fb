/*
 * Bytes for AVX2, 32 at a time. They are looked up by shuffles, since loads and gathers a lane at a time take longer but where
 * one load a point will do (../simd/quads.h). To join shuffles by blends alone, and no XORs, takes longer on AMD's cores, which
 * shuffle and blend on the same two ports.
 */
#ifndef PERLIN_BYTES_H
#define PERLIN_BYTES_H

#include "../noise.h"

#ifdef PERLIN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#else
#include <immintrin.h>
#endif

enum { BYTES = 32, LOOKUPS_ARE_CHEAP = 0, HAS_QUADS = 1 };

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

#include "../simd/shuffled_bytes.h"

#include "../simd/byte_pair.h"

static inline void v_store_places(int32_t place[32], int pitch, const uint8_t *x, const uint8_t *y)
{
    UNROLL
    for (int k = 0; k < 32; k += 8) {
        const __m256i a = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(x + k)));
        const __m256i b = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(y + k)));
        const __m256i product = _mm256_madd_epi16(
            a, _mm256_set1_epi32(pitch)); /* of the low halves, signed: the high ones are 0 */
        _mm256_storeu_si256((__m256i *)(place + k), _mm256_add_epi32(product, b));
    }
}

/* A transposition: within 16 bytes, byte k of four words comes together; unpacks join four vectors; a permutation puts lanes in
   order. */
static inline void v_bytes_of_words(const uint32_t word[32], bytes byte[4])
{
    const bytes by_number = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    const bytes in_order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    bytes w[4];
    UNROLL
    for (int k = 0; k < 4; k++)
        w[k] = _mm256_shuffle_epi8(v_load_bytes((const uint8_t *)(word + 8 * k)), by_number);
    const bytes low01 = _mm256_unpacklo_epi32(w[0], w[1]),
                low23 = _mm256_unpacklo_epi32(w[2], w[3]);
    const bytes high01 = _mm256_unpackhi_epi32(w[0], w[1]),
                high23 = _mm256_unpackhi_epi32(w[2], w[3]);
    byte[0] = _mm256_permutevar8x32_epi32(_mm256_unpacklo_epi64(low01, low23), in_order);
    byte[1] = _mm256_permutevar8x32_epi32(_mm256_unpackhi_epi64(low01, low23), in_order);
    byte[2] = _mm256_permutevar8x32_epi32(_mm256_unpacklo_epi64(high01, high23), in_order);
    byte[3] = _mm256_permutevar8x32_epi32(_mm256_unpackhi_epi64(high01, high23), in_order);
}

#endif
