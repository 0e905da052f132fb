/*
 * The vector vocabulary for AVX-512 (F, DQ, BW, VL, VBMI): 16 floats. docs/adding-a-backend.md says
 * what each operation promises.
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

/* From 2^31 on the conversion gives INT32_MIN. Cells are multiples of 256 there, too. */
static inline void v_place_f32(vec c, uint8_t *cell, real *fraction)
{
    const vec floor = _mm512_roundscale_ps(c, ROUND_DOWN);
    v_store_index(cell, (ivec)_mm512_cvttps_epi32(floor));
    v_store(fraction, c - floor);
}

/* Places half the lanes. The cell is reduced modulo 256 in double, which is exact, and then fits an
   integer. */
static inline __m256i place_half(__m512d c, real *fraction)
{
    const __m512d floor = _mm512_roundscale_pd(c, ROUND_DOWN);
    const __m512d tables = _mm512_roundscale_pd(floor * _mm512_set1_pd(0x1p-8), ROUND_DOWN);
    _mm256_storeu_ps(fraction, _mm512_cvtpd_ps(c - floor));
    return _mm512_cvttpd_epi32(floor - tables * _mm512_set1_pd(256));
}

OUTLINE void place_far(__m512d low, __m512d high, uint8_t *cell, real *fraction)
{
    const __m256i low_cell = place_half(low, fraction), high_cell = place_half(high, fraction + 8);
    v_store_index(cell, (ivec)_mm512_inserti32x8(_mm512_castsi256_si512(low_cell), high_cell, 1));
}

/* Adds BIG to the coordinates and rounds down. Below 2^51 the low bits of a sum are the cell, and
   its exponent is that of BIG. */
#define BIG _mm512_set1_pd(0x1.8p52)
struct sums {
    __m512d low, high;
};

static inline struct sums big_sums(__m512d low, __m512d high)
{
    return (struct sums){_mm512_add_round_pd(low, BIG, ROUND_DOWN),
                         _mm512_add_round_pd(high, BIG, ROUND_DOWN)};
}

/* a * b + c, where b is a power of two, so that the product is exact. */
static inline __m512d add_exact_product(__m512d a, __m512d b, __m512d c)
{
    return _mm512_fmadd_pd(a, b, c);
}

/* c minus its cell. Multiplies instead of adding, for units that can only multiply: everything else
   here adds. */
static inline __m512d fraction_of(__m512d c, __m512d sum)
{
    const __m512d twice = add_exact_product(sum, _mm512_set1_pd(2), BIG * _mm512_set1_pd(-2));
    return add_exact_product(twice, _mm512_set1_pd(-0.5), c);
}

/* The low words of all sums, or with `odd` the high words. */
static inline __m512i words_of(struct sums sums, int odd)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    return _mm512_permutex2var_epi32(_mm512_castpd_si512(sums.low),
                                     _mm512_add_epi32(even, _mm512_set1_epi32(odd)),
                                     _mm512_castpd_si512(sums.high));
}

static inline void place_by_sums(__m512d low, __m512d high, struct sums sums, uint8_t *cell,
                                 real *fraction)
{
    v_store_index(cell, (ivec)words_of(sums, 0));
    _mm256_storeu_ps(fraction, _mm512_cvtpd_ps(fraction_of(low, sums.low)));
    _mm256_storeu_ps(fraction + 8, _mm512_cvtpd_ps(fraction_of(high, sums.high)));
}

static inline void v_place_f64(const double c[LANES], uint8_t *cell, real *fraction)
{
    const __m512d low = _mm512_loadu_pd(c), high = _mm512_loadu_pd(c + 8);
    const struct sums sums = big_sums(low, high);
    const __m512i above = _mm512_sub_epi32(words_of(sums, 1), _mm512_set1_epi32(0x43300000));
    if (_mm512_cmpge_epu32_mask(above, _mm512_set1_epi32(0x100000)) != 0)
        place_far(low, high, cell, fraction);
    else
        place_by_sums(low, high, sums, cell, fraction);
}

#undef BIG

static inline vec lookup16(const real *table, ivec h)
{
    return _mm512_permutexvar_ps((__m512i)h, v_load(table));
}

static inline vec lookup32(const real *table, ivec h)
{
    return _mm512_permutex2var_ps(v_load(table), (__m512i)h, v_load(table + 16));
}

static inline void v_rows_by(const struct perlin_rows_f32 *table, int count, ivec row, vec column[])
{
    if (count <= 16)
        rows_by_lookup(table->column, lookup16, row, column);
    else
        rows_by_lookup(table->column, lookup32, row, column);
}
#define v_rows_by      v_rows_by
#define v_sign_rows_by v_rows_by

static inline void v_rows(const struct perlin_rows_f32 *table, int count, const uint8_t *row,
                          vec column[])
{
    v_rows_by(table, count, v_load_index(row), column);
}
#define v_rows v_rows

static inline void v_row_pairs(const struct perlin_rows_f32 *table, const uint8_t *pair, vec here[],
                               vec next[])
{
    const ivec row = v_load_index(pair);
    rows_by_lookup(table->column, lookup16, row, here);
    rows_by_lookup(table->column, lookup16, row >> 4, next);
}
#define v_row_pairs v_row_pairs

/* The rows of lanes k, k + 4, k + 8 and k + 12, one in each quarter. */
static inline vec four_rows(const real (*table)[4], const uint8_t *row)
{
    const __m512 first = _mm512_castps128_ps512(_mm_loadu_ps(table[row[0]]));
    const __m512 two = _mm512_insertf32x4(first, _mm_loadu_ps(table[row[4]]), 1);
    const __m512 three = _mm512_insertf32x4(two, _mm_loadu_ps(table[row[8]]), 2);
    return _mm512_insertf32x4(three, _mm_loadu_ps(table[row[12]]), 3);
}

/* Loads rows, and transposes them within quarters. */
static inline void v_rows_at(const real (*table)[4], const uint8_t *row, vec column[])
{
    const vec r0 = four_rows(table, row), r1 = four_rows(table, row + 1);
    const vec r2 = four_rows(table, row + 2), r3 = four_rows(table, row + 3);
    const vec xy01 = _mm512_unpacklo_ps(r0, r1), xy23 = _mm512_unpacklo_ps(r2, r3);
    const vec zw01 = _mm512_unpackhi_ps(r0, r1), zw23 = _mm512_unpackhi_ps(r2, r3);
    column[0] = _mm512_shuffle_ps(xy01, xy23, 0x44);
    column[1] = _mm512_shuffle_ps(xy01, xy23, 0xee);
    column[2] = _mm512_shuffle_ps(zw01, zw23, 0x44);
    column[3] = _mm512_shuffle_ps(zw01, zw23, 0xee);
}
#define v_rows_at v_rows_at

/* Looks up 32 rows; bit 5 negates x. */
static inline void v_rows_of_48(const struct perlin_large_set *set, const uint8_t *row,
                                vec column[])
{
    const ivec h = v_load_index(row);
    UNROLL
    for (int a = 0; a < 3; a++)
        column[a] = lookup32(set->columns_f32[a], h);
    column[0] = (vec)((ivec)column[0] ^ (h << 26 & INT32_MIN));
}
#define v_rows_of_48 v_rows_of_48

static inline ivec v_one_of(int count, ivec a)
{
    const __m512i product = _mm512_mulhi_epu16((__m512i)a, _mm512_set1_epi32(count << 16));
    return (ivec)_mm512_srli_epi32(product, 16);
}
#define v_one_of v_one_of

static inline vec v_pick(const real *table, const uint8_t *i)
{
    const ivec lane = v_load_index(i) - v_splat_index(i[0]);
    table += i[0];
    return lookup16(table, lane);
}
#define v_pick v_pick

#include "../vector/vector.h"

#endif
