/*
 * The vector vocabulary for AVX2 and FMA: 8 floats. src/vector/vector.h says what each operation
 * promises.
 */
#ifndef PERLIN_VEC_H
#define PERLIN_VEC_H

#include "vec_bytes.h"

#ifdef PERLIN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <simde/x86/fma.h>
#else
#include <immintrin.h>
#endif

#define LANE(name) name##_f32
enum { LANES = 8, SPLAT_COST = 1 };

typedef float real;
typedef int32_t integer;
typedef __m256 vec;
typedef int32_t ivec __attribute__((vector_size(32)));

#include "../vector/lanes.h"

static inline void v_store_part(real *p, vec a, size_t n)
{
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    _mm256_maskstore_ps(p, _mm256_cmpgt_epi32(_mm256_set1_epi32((int)n), lane), a);
}
#define v_store_part v_store_part

static inline ivec v_load_index(const uint8_t *p)
{
    return (ivec)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p));
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    const __m256i lowest = _mm256_set1_epi32(0x0c080400);
    const __m256i halves = _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4);
    const __m256i fours = _mm256_shuffle_epi8((__m256i)a, lowest);
    const __m256i eight = _mm256_permutevar8x32_epi32(fours, halves);
    _mm_storel_epi64((__m128i *)p, _mm256_castsi256_si128(eight));
}

static inline int v_any(ivec mask)
{
    return _mm256_movemask_ps((vec)mask) != 0;
}

static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return _mm256_fmadd_ps(a, b, c);
}
#define v_mul_add_exact v_mul_add_exact

static inline vec v_canonical(vec a)
{
    const vec nan = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fc00000));
    return _mm256_blendv_ps(a, nan, _mm256_cmp_ps(a, a, _CMP_UNORD_Q));
}
#define v_canonical v_canonical

static inline vec v_floats(ivec a)
{
    return _mm256_cvtepi32_ps((__m256i)a);
}
#define v_floats v_floats

static inline vec v_floor(vec a)
{
    return _mm256_floor_ps(a);
}
#define v_floor v_floor

static inline doubles v_floor_doubles(doubles a)
{
    return _mm256_floor_pd(a);
}
#define v_floor_doubles v_floor_doubles

static inline vec v_narrow(struct wide a)
{
    const vec low = _mm256_castps128_ps256(_mm256_cvtpd_ps(a.part[0]));
    return _mm256_insertf128_ps(low, _mm256_cvtpd_ps(a.part[1]), 1);
}
#define v_narrow v_narrow

#ifndef PERLIN_SIMDE
static inline ivec v_low_words(struct wide a)
{
    const vec low = _mm256_castpd_ps(a.part[0]), high = _mm256_castpd_ps(a.part[1]);
    const vec words = _mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0));
    return (ivec)_mm256_permute4x64_pd(_mm256_castps_pd(words), _MM_SHUFFLE(3, 1, 2, 0));
}
#define v_low_words v_low_words
#endif

static inline vec lookup8(const real *table, ivec h)
{
    return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), (__m256i)h);
}

/* Eight rows, negated where bit 3 of the index is set. */
static inline void rows_or_negatives(const real table[4][32], ivec row, vec column[])
{
    const ivec sign = row << 28 & (ivec)v_splat(-0.0F);
    UNROLL
    for (int a = 0; a < 4; a++)
        column[a] = (vec)((ivec)lookup8(table[a], row) ^ sign);
}

static inline void v_row_pairs(const struct perlin_rows_f32 *table, int count, const uint8_t *pair,
                               vec here[], vec next[])
{
    const ivec row = v_load_index(pair);
    if (count == 8) {
        rows_by_lookup(table->column, lookup8, row, here);
        rows_by_lookup(table->column, lookup8, row >> 4, next);
        return;
    }
    rows_or_negatives(table->column, row, here);
    rows_or_negatives(table->column, row >> 4, next);
}
#define v_row_pairs v_row_pairs

#include "sign_rows.h"

static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    return (hash_vec)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}
#define v_dot v_dot

#ifndef PERLIN_SIMDE /* whose maximum may keep a NaN, as on PowerPC */
static inline vec v_positive(vec a)
{
    return _mm256_max_ps(a, _mm256_setzero_ps());
}
#define v_positive v_positive
#endif

static inline ivec v_place(vec a, vec *fraction)
{
    const vec floor = _mm256_floor_ps(a);
    *fraction = a - floor;
    return (ivec)(floor + v_splat(0x1.8p23f));
}
#define v_place v_place

struct v_gradients {
    vec column[4]; /* without what bit 3 stands for */
};
#define V_ROWS 8

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
        gradient[a] = _mm256_permutevar8x32_ps(gradients->column[a], (__m256i)row);
}

static inline void v_values(hash_vec a, hash_vec b, vec *first, vec *difference)
{
    *first = v_floats((ivec)(a << 15));
    *difference = v_floats((ivec)(b << 15)) - *first;
}
#define v_values v_values

static inline vec v_min(vec a, vec b)
{
    return _mm256_min_ps(a, b);
}

static inline vec v_max(vec a, vec b)
{
    return _mm256_max_ps(a, b);
}
#define v_min v_min

#ifndef PERLIN_SIMDE
static inline vec v_sqrt(vec a)
{
    return _mm256_sqrt_ps(a);
}
#define v_sqrt v_sqrt
#endif

static inline vec v_near(const real *table, ivec index)
{
    return lookup8(table, index);
}
#define v_near v_near

#include "../vector/vector.h"

#endif
