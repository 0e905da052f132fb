/*
 * The vector vocabulary for SSE2: 4 floats. docs/adding-a-backend.md says what each operation
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

#define LANE(name) name##_f32
enum { LANES = 4, SPLAT_COST = 2 };

typedef float real;
typedef int32_t integer;
typedef __m128 vec;
typedef int32_t ivec __attribute__((vector_size(16)));

#include "../vector/lanes.h"

/* SIMDe also runs this on big-endian machines, where bytes do not unpack into lanes. */
static inline ivec v_load_index(const uint8_t *p)
{
#ifdef PERLIN_SIMDE
    return (ivec){p[0], p[1], p[2], p[3]};
#else
    int32_t four;
    memcpy(&four, p, sizeof four);
    const __m128i zero = _mm_setzero_si128(), low = _mm_cvtsi32_si128(four);
    return (ivec)_mm_unpacklo_epi16(_mm_unpacklo_epi8(low, zero), zero);
#endif
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    const __m128i low = (__m128i)(a & 255), words = _mm_packs_epi32(low, low);
    const int32_t four = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
    memcpy(p, &four, sizeof four);
}

static inline int v_any(ivec mask)
{
    return _mm_movemask_ps((vec)mask) != 0;
}

/* Selects a where mask is set, else b. */
static inline vec choose(vec mask, vec a, vec b)
{
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}

/* Truncates to integers. A value that does not fit gives a multiple of 256: INT32_MIN, or 0 with
   SIMDe, which leaves the result open. */
static inline __m128i to_integers(vec a)
{
#ifdef PERLIN_SIMDE
    const vec magnitude = _mm_andnot_ps(v_splat(-0.0f), a);
    a = _mm_and_ps(a, _mm_cmplt_ps(magnitude, v_splat(0x1p31f)));
#endif
    return _mm_cvttps_epi32(a);
}

static inline ivec v_integers(vec a)
{
    return (ivec)to_integers(a);
}
#define v_integers v_integers

static inline vec v_floats(ivec a)
{
    return _mm_cvtepi32_ps((__m128i)a);
}
#define v_floats v_floats

/* Places any coordinates. From 2^23 on a float is its own floor, and from 2^31 on a cell is a
   multiple of 256. */
OUTLINE void place_far_f32(vec c, uint8_t *cell, real *fraction)
{
    const vec small = _mm_cmplt_ps(_mm_andnot_ps(v_splat(-0.0f), c), v_splat(0x1p23f));
    const __m128i truncated = to_integers(c);
    const vec toward_zero = _mm_cvtepi32_ps(truncated);
    const vec above = _mm_and_ps(small, _mm_cmpgt_ps(toward_zero, c)); /* all ones is -1 */
    const vec floor = toward_zero - _mm_and_ps(above, v_splat(1));
    v_store(fraction, c - choose(small, floor, c));
    v_store_index(cell, (ivec)_mm_add_epi32(truncated, _mm_castps_si128(above)));
}

/* Places coordinates by integers if these fit, as most do; that is faster. Others convert to
   INT32_MIN. SIMDe does not promise that, so it takes the general way. */
static inline void v_place_f32(vec c, uint8_t *cell, real *fraction)
{
#ifdef PERLIN_SIMDE
    place_far_f32(c, cell, fraction);
#else
    const __m128i truncated = _mm_cvttps_epi32(c);
    if (v_any((ivec)truncated == INT32_MIN)) {
        place_far_f32(c, cell, fraction);
        return;
    }
    const vec toward_zero = _mm_cvtepi32_ps(truncated);
    const vec above = _mm_cmpgt_ps(toward_zero, c); /* all ones is -1 */
    v_store(fraction, c - (toward_zero - _mm_and_ps(above, v_splat(1))));
    v_store_index(cell, (ivec)_mm_add_epi32(truncated, _mm_castps_si128(above)));
#endif
}

/* Rounds to the nearest integer, by a sum that has no bits left for a fraction, then corrects down.
   From 2^52 on a double is its own floor. */
static inline __m128d floor_f64(__m128d a)
{
    const __m128d sign = _mm_and_pd(_mm_set1_pd(-0.0), a), magnitude = _mm_xor_pd(sign, a);
    const __m128d big = _mm_or_pd(sign, _mm_set1_pd(0x1p52));
    const __m128d nearest = (a + big) - big;
    const __m128d floor = nearest - _mm_and_pd(_mm_cmpgt_pd(nearest, a), _mm_set1_pd(1));
    const __m128d small = _mm_cmplt_pd(magnitude, _mm_set1_pd(0x1p52));
    return _mm_or_pd(_mm_and_pd(small, floor), _mm_andnot_pd(small, a));
}

/* Places half the lanes. The cell is reduced modulo 256 in double, which is exact, and then fits an
   integer. */
static inline __m128i place_half(__m128d c, __m128 *fraction)
{
    const __m128d cell = floor_f64(c);
    const __m128d tables = floor_f64(cell * _mm_set1_pd(0x1p-8));
    *fraction = _mm_cvtpd_ps(c - cell);
    return _mm_cvttpd_epi32(cell - tables * _mm_set1_pd(256));
}

OUTLINE void place_far(__m128d low, __m128d high, uint8_t *cell, real *fraction)
{
    __m128 low_fraction, high_fraction;
    const __m128i low_cell = place_half(low, &low_fraction);
    const __m128i high_cell = place_half(high, &high_fraction);
    v_store(fraction, _mm_movelh_ps(low_fraction, high_fraction));
    v_store_index(cell, (ivec)_mm_unpacklo_epi64(low_cell, high_cell));
}

/* The fractions of half the lanes, from coordinates truncated to integers. `below` becomes 0 or -1:
   what makes an integer the floor. */
static inline __m128 above_floor(__m128d c, __m128i truncated, __m128i *below)
{
    const __m128d toward_zero = _mm_cvtepi32_pd(truncated);
    const __m128d above = _mm_cmpgt_pd(toward_zero, c);
    *below = _mm_shuffle_epi32(_mm_castpd_si128(above), _MM_SHUFFLE(2, 0, 2, 0));
    return _mm_cvtpd_ps(c - (toward_zero - _mm_and_pd(above, _mm_set1_pd(1))));
}

/* Places coordinates by integers if these fit, as most do; that takes half the time. Others convert
   to INT32_MIN. SIMDe does not promise that, so it takes the general way. */
static inline void v_place_f64(const double c[LANES], uint8_t *cell, real *fraction)
{
    const __m128d low = _mm_loadu_pd(c), high = _mm_loadu_pd(c + 2);
#ifdef PERLIN_SIMDE
    place_far(low, high, cell, fraction);
#else
    const __m128i low_int = _mm_cvttpd_epi32(low), high_int = _mm_cvttpd_epi32(high);
    const __m128i truncated = _mm_unpacklo_epi64(low_int, high_int);
    if (v_any((ivec)_mm_cmpeq_epi32(truncated, _mm_set1_epi32(INT32_MIN)))) {
        place_far(low, high, cell, fraction);
        return;
    }
    __m128i low_below, high_below;
    const __m128 low_fraction = above_floor(low, low_int, &low_below);
    const __m128 high_fraction = above_floor(high, high_int, &high_below);
    v_store(fraction, _mm_movelh_ps(low_fraction, high_fraction));
    v_store_index(cell, (ivec)_mm_add_epi32(truncated, _mm_unpacklo_epi64(low_below, high_below)));
#endif
}

static inline void columns_of(const real *const row[LANES], vec column[])
{
    const vec r0 = v_load(row[0]), r1 = v_load(row[1]), r2 = v_load(row[2]), r3 = v_load(row[3]);
    const vec xy01 = _mm_unpacklo_ps(r0, r1), xy23 = _mm_unpacklo_ps(r2, r3);
    const vec zw01 = _mm_unpackhi_ps(r0, r1), zw23 = _mm_unpackhi_ps(r2, r3);
    column[0] = _mm_movelh_ps(xy01, xy23);
    column[1] = _mm_movehl_ps(xy23, xy01);
    column[2] = _mm_movelh_ps(zw01, zw23);
    column[3] = _mm_movehl_ps(zw23, zw01);
}
#define columns_of columns_of

/* Turns the `tops` of four rows into columns. Shifts bring a component's byte to the top, and a
   mask clears the rest. */
static inline void columns_of_tops(__m128i tops, vec column[])
{
    const vec top = _mm_castsi128_ps(_mm_set1_epi32((int)0xff000000));
    column[0] = _mm_castsi128_ps(_mm_slli_epi32(tops, 24));
    column[1] = _mm_and_ps(_mm_castsi128_ps(_mm_slli_epi32(tops, 16)), top);
    column[2] = _mm_and_ps(_mm_castsi128_ps(tops), top);
    column[3] = _mm_and_ps(_mm_castsi128_ps(_mm_slli_epi32(tops, 8)), top);
}

/* The `tops` of four rows. */
static inline __m128i tops_of(const struct perlin_rows_f32 *table, const uint32_t row[4])
{
    __m128i lane[4];
    UNROLL
    for (int l = 0; l < 4; l++)
        lane[l] = _mm_cvtsi32_si128((int)table->tops[row[l]]);
    return _mm_unpacklo_epi64(_mm_unpacklo_epi32(lane[0], lane[1]),
                              _mm_unpacklo_epi32(lane[2], lane[3]));
}

static inline void v_sign_rows(const struct perlin_rows_f32 *table, int count, const uint8_t *row,
                               vec column[])
{
    (void)count;
    const uint32_t rows[4] = {row[0], row[1], row[2], row[3]};
    columns_of_tops(tops_of(table, rows), column);
}
#define v_sign_rows v_sign_rows

/* Extracts the bytes of all lanes from one register. Otherwise gcc may spill a byte and reload it
   wider, for which CPUs stall. */
static inline void v_sign_row_pairs(const struct perlin_rows_f32 *table, const uint8_t *pair,
                                    vec here[], vec next[])
{
    uint32_t pairs = 0, rows[4], rows_of_next[4];
    UNROLL
    for (int l = 0; l < 4; l++)
        pairs |= (uint32_t)pair[l] << 8 * l;
    UNROLL
    for (int l = 0; l < 4; l++) {
        rows[l] = pairs >> 8 * l & 15;
        rows_of_next[l] = pairs >> (8 * l + 4) & 15;
    }
    columns_of_tops(tops_of(table, rows), here);
    columns_of_tops(tops_of(table, rows_of_next), next);
}
#define v_sign_row_pairs v_sign_row_pairs

static inline ivec v_one_of(int count, ivec a)
{
    const __m128i product = _mm_mulhi_epu16((__m128i)a, _mm_set1_epi32(count << 16));
    return (ivec)_mm_srli_epi32(product, 16);
}
#define v_one_of v_one_of

static inline vec v_pick(const real *table, const uint8_t *i)
{
    return (vec){table[i[0]], table[i[1]], table[i[2]], table[i[3]]};
}
#define v_pick v_pick

#include "../vector/vector.h"

#endif
