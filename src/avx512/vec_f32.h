/*
 * The vector vocabulary for AVX-512 (F, DQ, BW, VL, VBMI): 16 floats. src/vector/vector.h says what
 * each operation promises.
 */
#ifndef PERLIN_VEC_H
#define PERLIN_VEC_H

#include "vec_bytes.h"

#include <immintrin.h>
#define LANE(name) name##_f32
enum { LANES = 16, SPLAT_COST = 0 };

typedef float real;
typedef int32_t integer;
typedef __m512 vec;
typedef int32_t ivec __attribute__((vector_size(64)));

#include "../vector/lanes.h"

static inline void v_store_part(real *p, vec a, size_t n)
{
    _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), a);
}
#define v_store_part v_store_part

static inline ivec v_load_index(const uint8_t *p)
{
    return (ivec)_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)p));
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    _mm_storeu_si128((__m128i *)p, bytes_of_16((__m512i)a));
}

static inline int v_any(ivec mask)
{
    return _mm512_movepi32_mask((__m512i)mask) != 0;
}

static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return _mm512_fmadd_ps(a, b, c);
}
#define v_mul_add_exact v_mul_add_exact

/* For fixupimm: four bits per class of the second operand, the lowest two for quiet and signalling
   NaNs. 0 selects the first operand, 1 the second. */
enum { NANS_FROM_FIRST = 0x11111100 };

static inline vec v_canonical(vec a)
{
    const vec nan = _mm512_castsi512_ps(_mm512_set1_epi32(0x7fc00000));
    return _mm512_fixupimm_ps(nan, a, _mm512_set1_epi32(NANS_FROM_FIRST), 0);
}
#define v_canonical v_canonical

enum { ROUND_DOWN = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC };

static inline vec v_floor(vec a)
{
    return _mm512_roundscale_ps(a, ROUND_DOWN);
}
#define v_floor v_floor

static inline doubles v_floor_doubles(doubles a)
{
    return _mm512_roundscale_pd(a, ROUND_DOWN);
}
#define v_floor_doubles v_floor_doubles

static inline vec v_narrow(struct wide a)
{
    const __m512 low = _mm512_castps256_ps512(_mm512_cvtpd_ps(a.part[0]));
    return _mm512_insertf32x8(low, _mm512_cvtpd_ps(a.part[1]), 1);
}
#define v_narrow v_narrow

static inline ivec v_low_words(struct wide a)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    return (ivec)_mm512_permutex2var_epi32(_mm512_castpd_si512(a.part[0]), even,
                                           _mm512_castpd_si512(a.part[1]));
}
#define v_low_words v_low_words

static inline vec lookup16(const real *table, ivec h)
{
    return _mm512_permutexvar_ps((__m512i)h, v_load(table));
}

static inline vec lookup32(const real *table, ivec h)
{
    return _mm512_permutex2var_ps(v_load(table), (__m512i)h, v_load(table + 16));
}

static inline void v_sign_rows(const struct perlin_rows_f32 *table, const uint8_t *row,
                               vec column[])
{
    rows_by_lookup(table->column, lookup32, v_load_index(row), column);
}
#define v_sign_rows v_sign_rows

static inline void v_row_pairs(const struct perlin_rows_f32 *table, int count, const uint8_t *pair,
                               vec here[], vec next[])
{
    (void)count;
    const ivec row = v_load_index(pair);
    rows_by_lookup(table->column, lookup16, row, here);
    rows_by_lookup(table->column, lookup16, row >> 4, next);
}
#define v_row_pairs v_row_pairs

static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    return (hash_vec)_mm512_madd_epi16((__m512i)a, (__m512i)b);
}
#define v_dot v_dot

static inline vec v_positive(vec a)
{
    return _mm512_max_ps(a, _mm512_setzero_ps());
}
#define v_positive v_positive

static inline ivec v_place(vec a, vec *fraction)
{
    const vec sum = _mm512_add_round_ps(a, v_splat(0x1.8p23f), ROUND_DOWN);
    *fraction = a - (sum - v_splat(0x1.8p23f));
    return (ivec)sum;
}
#define v_place v_place

/* One operation of any three bits: a ^ (by & sign). */
static inline vec v_negate_by(vec a, ivec by)
{
    const ivec sign = (ivec)v_splat(-0.0f);
    return (vec)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)by, (__m512i)sign, 0x78);
}
#define v_negate_by v_negate_by

typedef __mmask16 lane_mask;

static inline lane_mask v_greater(vec a, vec b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}
#define v_greater v_greater

static inline lane_mask v_at_least(vec a, vec b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ);
}

static inline ivec v_choose(lane_mask m, ivec a, ivec b)
{
    return (ivec)_mm512_mask_blend_epi32(m, (__m512i)b, (__m512i)a);
}

static inline vec v_only(lane_mask m, vec a)
{
    return _mm512_maskz_mov_ps(m, a);
}

struct v_gradients {
    vec column[4];
};
#define V_ROWS 16

INLINE void v_gradients_init(struct v_gradients *gradients, int dims, const real (*column)[16])
{
    UNROLL
    for (int a = 0; a < dims; a++)
        gradients->column[a] = v_load(column[a]);
}

INLINE void v_gradient(const struct v_gradients *gradients, int dims, ivec row, vec gradient[4])
{
    UNROLL
    for (int a = 0; a < dims; a++)
        gradient[a] = _mm512_permutexvar_ps((__m512i)row, gradients->column[a]);
}

static inline void v_values(hash_vec a, hash_vec b, vec *first, vec *difference)
{
    const __m512i all = _mm512_set1_epi32(0x1ffff), base = _mm512_set1_epi32(0x52810000);
    const vec one = (vec)_mm512_ternarylogic_epi32((__m512i)a, all, base, 0x6a);
    const vec two = (vec)_mm512_ternarylogic_epi32((__m512i)b, all, base, 0x6a);
    *first = one - v_splat(0x1.02p38f);
    *difference = two - one;
}
#define v_values v_values

static inline vec v_min(vec a, vec b)
{
    return _mm512_min_ps(a, b);
}

static inline vec v_max(vec a, vec b)
{
    return _mm512_max_ps(a, b);
}
#define v_min v_min

static inline vec v_sqrt(vec a)
{
    return _mm512_sqrt_ps(a);
}
#define v_sqrt v_sqrt

static inline vec v_near(const real *table, ivec index)
{
    return lookup16(table, index);
}
#define v_near v_near

static inline int v_any_less(vec a, vec b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ) != 0;
}
#define v_any_less v_any_less

#include "../vector/vector.h"

#endif
