/*
 * The byte vocabulary for AVX-512: 64 at a time. Two permutations of VBMI look up 128 entries each,
 * and bit 7 selects between them.
 */
#ifndef PERLIN_BYTES_H
#define PERLIN_BYTES_H

#include "../vector/tables.h"

#include <immintrin.h>

enum { BYTES = 64 };

typedef __m512i bytes;

static inline bytes v_load_bytes(const uint8_t *p)
{
    return _mm512_loadu_si512(p);
}

static inline void v_store_bytes(uint8_t *p, bytes a)
{
    _mm512_storeu_si512(p, a);
}

static inline bytes v_splat_byte(uint8_t a)
{
    return _mm512_set1_epi8((char)a);
}

static inline bytes v_add_bytes(bytes a, bytes b)
{
    return _mm512_add_epi8(a, b);
}

static inline bytes byte_of_256(const struct perlin_bytes *table, bytes i)
{
    const uint8_t *const p = table->value;
    const bytes t0 = v_load_bytes(p), t1 = v_load_bytes(p + 64), t2 = v_load_bytes(p + 128),
                t3 = v_load_bytes(p + 192);
    const bytes low = _mm512_permutex2var_epi8(t0, i, t1);
    const bytes high = _mm512_permutex2var_epi8(t2, i, t3);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(i), low, high);
}

/* The lowest bytes of 16 integers of 32 bits, or below of 8 of 64 bits. One permutation does it;
   the conversion instructions take two operations. */
static inline __m128i bytes_of_16(__m512i a)
{
    const __m128i lowest =
        _mm_setr_epi8(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
    return _mm512_castsi512_si128(_mm512_permutexvar_epi8(_mm512_castsi128_si512(lowest), a));
}

static inline __m128i bytes_of_8(__m512i a)
{
    const __m128i lowest = _mm_setr_epi8(0, 8, 16, 24, 32, 40, 48, 56, 0, 0, 0, 0, 0, 0, 0, 0);
    return _mm512_castsi512_si128(_mm512_permutexvar_epi8(_mm512_castsi128_si512(lowest), a));
}

#endif
