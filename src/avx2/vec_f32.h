/*
 * The vector vocabulary for AVX2 and FMA: 8 floats. docs/adding-a-backend.md says what each
 * operation promises.
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

/* One permutation looks up 8 entries. The next bit of the index selects between two of them. */
static inline vec lookup8(const real *table, ivec h)
{
    return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), (__m256i)h);
}

static inline vec lookup16(const real *table, ivec h)
{
    const vec bit3 = _mm256_castsi256_ps((__m256i)(h << 28));
    return _mm256_blendv_ps(lookup8(table, h), lookup8(table + 8, h), bit3);
}

INLINE void rows_by_index(const real table[4][32], int count, ivec h, vec column[])
{
    if (count == 8)
        rows_by_lookup(table, lookup8, h, column);
    else if (count == 16)
        rows_by_lookup(table, lookup16, h, column);
    else
        mirrored_by_lookup(table, lookup8, h, column);
}

static inline void v_rows_by(const struct perlin_rows_f32 *table, int count, ivec row, vec column[])
{
    rows_by_index(table->column, count, row, column);
}
#define v_rows_by v_rows_by

static inline void v_rows(const struct perlin_rows_f32 *table, int count, const uint8_t *row,
                          vec column[])
{
    v_rows_by(table, count, v_load_index(row), column);
}
#define v_rows v_rows

/* The rows of lanes k and k + 4, one in each half. */
static inline vec two_rows(const real (*table)[4], const uint8_t *row)
{
    const __m128 low = _mm_loadu_ps(table[row[0]]);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), _mm_loadu_ps(table[row[4]]), 1);
}

/* Loads rows, and transposes them within halves. */
static inline void v_rows_at(const real (*table)[4], const uint8_t *row, vec column[])
{
    const vec r0 = two_rows(table, row), r1 = two_rows(table, row + 1);
    const vec r2 = two_rows(table, row + 2), r3 = two_rows(table, row + 3);
    const vec xy01 = _mm256_unpacklo_ps(r0, r1), xy23 = _mm256_unpacklo_ps(r2, r3);
    const vec zw01 = _mm256_unpackhi_ps(r0, r1), zw23 = _mm256_unpackhi_ps(r2, r3);
    column[0] = _mm256_shuffle_ps(xy01, xy23, 0x44);
    column[1] = _mm256_shuffle_ps(xy01, xy23, 0xee);
    column[2] = _mm256_shuffle_ps(zw01, zw23, 0x44);
    column[3] = _mm256_shuffle_ps(zw01, zw23, 0xee);
}
#define v_rows_at v_rows_at

/* Moves each lane's byte to the top of its lane, above zeros. */
static inline __m256i on_top(const uint8_t *row)
{
    const __m256i to_top = _mm256_setr_epi32(0x00808080, 0x01808080, 0x02808080, 0x03808080,
                                             0x04808080, 0x05808080, 0x06808080, 0x07808080);
    int64_t eight;
    memcpy(&eight, row, sizeof eight);
    return _mm256_shuffle_epi8(_mm256_set1_epi64x(eight), to_top);
}

/* Sets bit 7 of all bytes but the highest, so that a shuffle gives 0 there. */
static inline __m256i nothing_below(__m256i rows)
{
    return rows | _mm256_set1_epi32(0x00808080);
}

/* Looks up only the highest byte of components. The lower bytes of an index are 0: row 0 of 16
   holds zeros. With 32 rows they are masked instead, bits 1 to 4 determine x and y, and bits 0 to 3
   z and w. */
INLINE void sign_rows_on_top(const struct perlin_rows_f32 *table, int count, __m256i rows,
                             vec column[])
{
    const int is_32 = count == 32;
    const __m256i of_xy = is_32 ? nothing_below(_mm256_srli_epi32(rows, 1)) : rows;
    const __m256i of_zw = is_32 ? nothing_below(rows) : rows;
    UNROLL
    for (int a = 0; a < 4; a++)
        column[a] = (vec)shuffled(table->top[a], a < 2 ? of_xy : of_zw);
}

static inline void v_sign_rows(const struct perlin_rows_f32 *table, int count, const uint8_t *row,
                               vec column[])
{
    sign_rows_on_top(table, count, on_top(row), column);
}
#define v_sign_rows v_sign_rows

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

static inline void v_sign_row_pairs(const struct perlin_rows_f32 *table, const uint8_t *pair,
                                    vec here[], vec next[])
{
    const __m256i both = on_top(pair);
    const __m256i rows = both & _mm256_set1_epi32(0x0f000000);
    const __m256i rows_of_next = _mm256_srli_epi32(both, 4);
    UNROLL
    for (int a = 0; a < 4; a++) {
        here[a] = (vec)shuffled(table->top[a], rows);
        next[a] = (vec)shuffled(table->top[a], rows_of_next);
    }
}
#define v_sign_row_pairs v_sign_row_pairs

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

static inline vec v_pick(const real *table, const uint8_t *i)
{
    const ivec lane = v_load_index(i) - v_splat_index(i[0]);
    table += i[0];
    return lookup8(table, lane);
}
#define v_pick v_pick

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
