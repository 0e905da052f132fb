/*
 * The vector vocabulary for SSE2: 2 doubles. src/vector/vector.h says what each operation promises.
 */
#ifndef PERLIN_VEC_H
#define PERLIN_VEC_H

#include "../vector/portable_bytes.h"

#ifdef PERLIN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse2.h>
#else
#include <emmintrin.h>
#endif

#define LANE(name) name##_f64
enum { LANES = 2, SPLAT_COST = 2 };

typedef double real;
typedef int64_t integer;
typedef __m128d vec;
typedef int64_t ivec __attribute__((vector_size(16)));

#include "../vector/lanes.h"

static inline ivec v_load_index(const uint8_t *p)
{
    return (ivec){p[0], p[1]};
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    p[0] = (uint8_t)a[0];
    p[1] = (uint8_t)a[1];
}

static inline int v_any(ivec mask)
{
    return _mm_movemask_pd((vec)mask) != 0;
}

static inline void columns_of(const real *const row[LANES], vec column[])
{
    UNROLL
    for (int a = 0; a < 4; a += 2) {
        const vec both0 = v_load(row[0] + a), both1 = v_load(row[1] + a);
        column[a] = _mm_unpacklo_pd(both0, both1);
        column[a + 1] = _mm_unpackhi_pd(both0, both1);
    }
}
#define columns_of columns_of

#ifndef PERLIN_SIMDE
static inline ivec v_load_words(const uint32_t *p)
{
    const __m128i words = _mm_loadl_epi64((const __m128i *)p);
    return (ivec)_mm_unpacklo_epi32(words, _mm_setzero_si128());
}
#define v_load_words v_load_words

static inline void v_store_words(uint32_t *p, ivec a)
{
    _mm_storel_epi64((__m128i *)p, _mm_shuffle_epi32((__m128i)a, _MM_SHUFFLE(3, 1, 2, 0)));
}
#define v_store_words v_store_words

#endif

static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    return (hash_vec)_mm_madd_epi16((__m128i)a, (__m128i)b);
}
#define v_dot v_dot

#ifndef PERLIN_SIMDE /* whose maximum may keep a NaN, as on PowerPC */
static inline vec v_positive(vec a)
{
    return _mm_max_pd(a, _mm_setzero_pd());
}
#define v_positive v_positive
#endif

static inline vec v_min(vec a, vec b)
{
    return _mm_min_pd(a, b);
}

static inline vec v_max(vec a, vec b)
{
    return _mm_max_pd(a, b);
}
#define v_min v_min

#ifndef PERLIN_SIMDE
static inline vec v_sqrt(vec a)
{
    return _mm_sqrt_pd(a);
}
#define v_sqrt v_sqrt
#endif

#include "../vector/vector.h"

#endif
