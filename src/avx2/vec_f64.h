/*
 * The vector vocabulary for AVX2 and FMA: 4 doubles. src/vector/vector.h says what each operation
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

#define LANE(name) name##_f64
enum { LANES = 4, SPLAT_COST = 1 };

typedef double real;
typedef int64_t integer;
typedef __m256d vec;
typedef int64_t ivec __attribute__((vector_size(32)));

#include "../vector/lanes.h"

static inline void v_store_part(real *p, vec a, size_t n)
{
    const __m256i lane = _mm256_setr_epi64x(0, 1, 2, 3);
    _mm256_maskstore_pd(p, _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)n), lane), a);
}
#define v_store_part v_store_part

static inline ivec v_load_index(const uint8_t *p)
{
    int32_t four;
    memcpy(&four, p, sizeof four);
    return (ivec)_mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    const __m256i twos = _mm256_shuffle_epi8((__m256i)a, _mm256_set1_epi16(0x0800));
    const __m128i low = _mm256_castsi256_si128(twos), high = _mm256_extracti128_si256(twos, 1);
    const int32_t four = _mm_cvtsi128_si32(_mm_unpacklo_epi16(low, high));
    memcpy(p, &four, sizeof four);
}

static inline int v_any(ivec mask)
{
    return _mm256_movemask_pd((vec)mask) != 0;
}

static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return _mm256_fmadd_pd(a, b, c);
}
#define v_mul_add_exact v_mul_add_exact

static inline vec v_canonical(vec a)
{
    const vec nan = _mm256_castsi256_pd(_mm256_set1_epi64x(0x7ff8000000000000));
    return _mm256_blendv_pd(a, nan, _mm256_cmp_pd(a, a, _CMP_UNORD_Q));
}
#define v_canonical v_canonical

static inline doubles v_floor_doubles(doubles a)
{
    return _mm256_floor_pd(a);
}
#define v_floor_doubles v_floor_doubles

static inline void columns_of(const real *const row[LANES], vec column[])
{
    const vec r0 = v_load(row[0]), r1 = v_load(row[1]), r2 = v_load(row[2]), r3 = v_load(row[3]);
    const vec xz01 = _mm256_unpacklo_pd(r0, r1), yw01 = _mm256_unpackhi_pd(r0, r1);
    const vec xz23 = _mm256_unpacklo_pd(r2, r3), yw23 = _mm256_unpackhi_pd(r2, r3);
    column[0] = _mm256_permute2f128_pd(xz01, xz23, 0x20);
    column[1] = _mm256_permute2f128_pd(yw01, yw23, 0x20);
    column[2] = _mm256_permute2f128_pd(xz01, xz23, 0x31);
    column[3] = _mm256_permute2f128_pd(yw01, yw23, 0x31);
}
#define columns_of columns_of

#include "sign_rows.h"

static inline ivec v_load_words(const uint32_t *p)
{
    return (ivec)_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)p));
}
#define v_load_words v_load_words

static inline void v_store_words(uint32_t *p, ivec a)
{
    const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    const __m256i words = _mm256_permutevar8x32_epi32((__m256i)a, even);
    _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128(words));
}
#define v_store_words v_store_words

static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    return (hash_vec)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}
#define v_dot v_dot

#ifndef PERLIN_SIMDE /* whose maximum may keep a NaN, as on PowerPC */
static inline vec v_positive(vec a)
{
    return _mm256_max_pd(a, _mm256_setzero_pd());
}
#define v_positive v_positive
#endif

static inline ivec v_place(vec a, vec *fraction)
{
    const vec floor = _mm256_floor_pd(a);
    *fraction = a - floor;
    return (ivec)(floor + v_splat(0x1.8p52));
}
#define v_place v_place

static inline vec v_min(vec a, vec b)
{
    return _mm256_min_pd(a, b);
}

static inline vec v_max(vec a, vec b)
{
    return _mm256_max_pd(a, b);
}
#define v_min v_min

#ifndef PERLIN_SIMDE
static inline vec v_sqrt(vec a)
{
    return _mm256_sqrt_pd(a);
}
#define v_sqrt v_sqrt
#endif

#include "../vector/vector.h"

#endif
