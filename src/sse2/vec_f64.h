/*
 * The vector vocabulary for SSE2: 2 doubles. docs/adding-a-backend.md says what each operation
 * promises.
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

/* Selects a where mask is set, else b. */
static inline vec choose(vec mask, vec a, vec b)
{
    return _mm_or_pd(_mm_and_pd(mask, a), _mm_andnot_pd(mask, b));
}

/* Rounds to the nearest integer, by a sum that has no bits left for a fraction, then corrects down.
   From 2^52 on a double is its own floor. */
static inline vec floor_f64(vec a)
{
    const vec sign = _mm_and_pd(v_splat(-0.0), a), magnitude = _mm_xor_pd(sign, a);
    const vec big = _mm_or_pd(sign, v_splat(0x1p52));
    const vec nearest = (a + big) - big;
    const vec floor = nearest - _mm_and_pd(_mm_cmpgt_pd(nearest, a), v_splat(1));
    return choose(_mm_cmplt_pd(magnitude, v_splat(0x1p52)), floor, a);
}

/* Places any coordinates. The cell is reduced modulo 256 in double, which is exact. Adding 2^52
   leaves it in the low bits. */
OUTLINE void place_far(vec c, uint8_t *cell, real *fraction)
{
    const vec floor = floor_f64(c);
    const vec tables = floor_f64(floor * v_splat(0x1p-8));
    v_store(fraction, c - floor);
    v_store_index(cell, (ivec)(floor - tables * v_splat(256) + v_splat(0x1p52)));
}

/* Places coordinates by integers if these fit, as most do; that takes half the time. Others convert
   to INT32_MIN. SIMDe does not promise that, so it takes the general way. */
static inline void v_place_f64(const double p[LANES], uint8_t *cell, real *fraction)
{
    const vec c = v_load(p);
#ifdef PERLIN_SIMDE
    place_far(c, cell, fraction);
#else
    const __m128i truncated = _mm_cvttpd_epi32(c),
                  doubled = _mm_unpacklo_epi32(truncated, truncated);
    if (v_any((ivec)_mm_cmpeq_epi32(doubled, _mm_set1_epi32(INT32_MIN)))) {
        place_far(c, cell, fraction);
        return;
    }
    const vec toward_zero = _mm_cvtepi32_pd(truncated);
    const vec above = _mm_cmpgt_pd(toward_zero, c); /* all ones is -1 */
    v_store(fraction, c - (toward_zero - _mm_and_pd(above, v_splat(1))));
    v_store_index(cell, (ivec)doubled + (ivec)above);
#endif
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

static inline vec v_pick(const real *table, const uint8_t *i)
{
    return (vec){table[i[0]], table[i[1]]};
}
#define v_pick v_pick

#include "../vector/vector.h"

#endif
