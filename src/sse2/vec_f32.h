/*
 * The vector vocabulary for SSE2: 4 floats. src/vector/vector.h says what each operation promises.
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

/* With SIMDe, on some machines, a value that does not fit would spoil the other lanes. */
static inline ivec v_integers(vec a)
{
#ifdef PERLIN_SIMDE
    const vec magnitude = _mm_andnot_ps(v_splat(-0.0f), a);
    a = _mm_and_ps(a, _mm_cmplt_ps(magnitude, v_splat(0x1p31f)));
#endif
    return (ivec)_mm_cvttps_epi32(a);
}
#define v_integers v_integers

static inline vec v_floats(ivec a)
{
    return _mm_cvtepi32_ps((__m128i)a);
}
#define v_floats v_floats

static inline vec v_narrow(struct wide a)
{
    return _mm_movelh_ps(_mm_cvtpd_ps(a.part[0]), _mm_cvtpd_ps(a.part[1]));
}
#define v_narrow v_narrow

#ifndef PERLIN_SIMDE
static inline ivec v_low_words(struct wide a)
{
    const vec low = _mm_castpd_ps(a.part[0]), high = _mm_castpd_ps(a.part[1]);
    return (ivec)_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0));
}
#define v_low_words v_low_words
#endif

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

static inline void v_sign_rows(const struct perlin_rows_f32 *table, const uint8_t *row,
                               vec column[])
{
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

static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    return (hash_vec)_mm_madd_epi16((__m128i)a, (__m128i)b);
}
#define v_dot v_dot

#ifndef PERLIN_SIMDE /* whose maximum may keep a NaN, as on PowerPC */
static inline vec v_positive(vec a)
{
    return _mm_max_ps(a, _mm_setzero_ps());
}
#define v_positive v_positive
#endif

static inline void v_values(hash_vec a, hash_vec b, vec *first, vec *difference)
{
    *first = v_floats((ivec)(a << 15));
    *difference = v_floats((ivec)(b << 15)) - *first;
}
#define v_values v_values

static inline vec v_min(vec a, vec b)
{
    return _mm_min_ps(a, b);
}

static inline vec v_max(vec a, vec b)
{
    return _mm_max_ps(a, b);
}
#define v_min v_min

#ifndef PERLIN_SIMDE
static inline vec v_sqrt(vec a)
{
    return _mm_sqrt_ps(a);
}
#define v_sqrt v_sqrt
#endif

#include "../vector/vector.h"

#endif
