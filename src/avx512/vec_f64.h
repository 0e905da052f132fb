/*
 * The vector vocabulary for AVX-512 (F, DQ, BW, VL, VBMI): 8 doubles. src/vector/vector.h says what
 * each operation promises.
 */
#ifndef PERLIN_VEC_H
#define PERLIN_VEC_H

#include "vec_bytes.h"

#include <immintrin.h>
#define LANE(name) name##_f64
enum { LANES = 8, SPLAT_COST = 0 };

typedef double real;
typedef int64_t integer;
typedef __m512d vec;
typedef int64_t ivec __attribute__((vector_size(64)));

#include "../vector/lanes.h"

static inline void v_store_part(real *p, vec a, size_t n)
{
    _mm512_mask_storeu_pd(p, (__mmask8)((1u << n) - 1), a);
}
#define v_store_part v_store_part

static inline ivec v_load_index(const uint8_t *p)
{
    return (ivec)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)p));
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    _mm_storel_epi64((__m128i *)p, bytes_of_8((__m512i)a));
}

static inline int v_any(ivec mask)
{
    return _mm512_movepi64_mask((__m512i)mask) != 0;
}

static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return _mm512_fmadd_pd(a, b, c);
}
#define v_mul_add_exact v_mul_add_exact

/* For fixupimm: four bits per class of the second operand, the lowest two for quiet and signalling
   NaNs. 0 selects the first operand, 1 the second. */
enum { NANS_FROM_FIRST = 0x11111100 };

static inline vec v_canonical(vec a)
{
    const vec nan = _mm512_castsi512_pd(_mm512_set1_epi64(0x7ff8000000000000));
    return _mm512_fixupimm_pd(nan, a, _mm512_set1_epi64(NANS_FROM_FIRST), 0);
}
#define v_canonical v_canonical

enum { ROUND_DOWN = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC };

static inline doubles v_floor_doubles(doubles a)
{
    return _mm512_roundscale_pd(a, ROUND_DOWN);
}
#define v_floor_doubles v_floor_doubles

static inline vec lookup16(const real *table, ivec h)
{
    return _mm512_permutex2var_pd(v_load(table), (__m512i)h, v_load(table + 8));
}

static inline vec lookup32(const real *table, ivec h)
{
    const __mmask8 upper = _mm512_movepi64_mask((__m512i)(h << 59)); /* bit 4 */
    return _mm512_mask_blend_pd(upper, lookup16(table, h), lookup16(table + 16, h));
}

static inline void v_sign_rows(const struct perlin_rows_f64 *table, const uint8_t *row,
                               vec column[])
{
    rows_by_lookup(table->column, lookup32, v_load_index(row), column);
}
#define v_sign_rows v_sign_rows

static inline ivec v_load_words(const uint32_t *p)
{
    return (ivec)_mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)p));
}
#define v_load_words v_load_words

static inline void v_store_words(uint32_t *p, ivec a)
{
    _mm256_storeu_si256((__m256i *)p, _mm512_cvtepi64_epi32((__m512i)a));
}
#define v_store_words v_store_words

static inline void v_row_pairs(const struct perlin_rows_f64 *table, int count, const uint8_t *pair,
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
    return _mm512_max_pd(a, _mm512_setzero_pd());
}
#define v_positive v_positive

static inline ivec v_place(vec a, vec *fraction)
{
    const vec sum = _mm512_add_round_pd(a, v_splat(0x1.8p52), ROUND_DOWN);
    *fraction = a - (sum - v_splat(0x1.8p52));
    return (ivec)sum;
}
#define v_place v_place

/* One operation of any three bits: a ^ (by & sign). */
static inline vec v_negate_by(vec a, ivec by)
{
    const ivec sign = (ivec)v_splat(-0.0);
    return (vec)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)by, (__m512i)sign, 0x78);
}
#define v_negate_by v_negate_by

typedef __mmask8 lane_mask;

static inline lane_mask v_greater(vec a, vec b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ);
}
#define v_greater v_greater

static inline lane_mask v_at_least(vec a, vec b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_GE_OQ);
}

static inline ivec v_choose(lane_mask m, ivec a, ivec b)
{
    return (ivec)_mm512_mask_blend_epi64(m, (__m512i)b, (__m512i)a);
}

static inline vec v_only(lane_mask m, vec a)
{
    return _mm512_maskz_mov_pd(m, a);
}

struct v_gradients {
    vec column[4][2];
};
#define V_ROWS 16

INLINE void v_gradients_init(struct v_gradients *gradients, int dims, const real (*column)[16])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        gradients->column[a][0] = v_load(column[a]);
        gradients->column[a][1] = v_load(column[a] + 8);
    }
}

INLINE void v_gradient(const struct v_gradients *gradients, int dims, ivec row, vec gradient[4])
{
    UNROLL
    for (int a = 0; a < dims; a++)
        gradient[a] =
            _mm512_permutex2var_pd(gradients->column[a][0], (__m512i)row, gradients->column[a][1]);
}

static inline vec v_min(vec a, vec b)
{
    return _mm512_min_pd(a, b);
}

static inline vec v_max(vec a, vec b)
{
    return _mm512_max_pd(a, b);
}
#define v_min v_min

static inline vec v_sqrt(vec a)
{
    return _mm512_sqrt_pd(a);
}
#define v_sqrt v_sqrt

static inline int v_any_less(vec a, vec b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ) != 0;
}
#define v_any_less v_any_less

#include "../vector/vector.h"

#endif
