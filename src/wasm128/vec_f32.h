/*
 * The vector vocabulary for WebAssembly's simd128: 4 floats. src/vector/vector.h says what each
 * operation promises.
 */
#ifndef PERLIN_VEC_H
#define PERLIN_VEC_H

#include "../vector/portable_bytes.h"

#ifdef PERLIN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>
#else
#include <wasm_simd128.h>
#endif

#define LANE(name) name##_f32
enum { LANES = 4, SPLAT_COST = 2 };

typedef float real;
typedef int32_t integer;
typedef float vec __attribute__((vector_size(16)));
typedef int32_t ivec __attribute__((vector_size(16)));

#include "../vector/lanes.h"

static inline ivec v_load_index(const uint8_t *p)
{
    int32_t four;
    memcpy(&four, p, sizeof four);
    return (ivec)wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_i32x4_splat(four)));
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    const v128_t low = (v128_t)(a & 255), words = wasm_i16x8_narrow_i32x4(low, low);
    const int32_t four = wasm_i32x4_extract_lane(wasm_u8x16_narrow_i16x8(words, words), 0);
    memcpy(p, &four, sizeof four);
}

static inline int v_any(ivec mask)
{
    return wasm_i32x4_bitmask((v128_t)mask) != 0;
}

static inline vec v_floor(vec a)
{
    return (vec)wasm_f32x4_floor((v128_t)a);
}
#define v_floor v_floor

static inline ivec v_integers(vec a)
{
    return (ivec)wasm_i32x4_trunc_sat_f32x4((v128_t)a);
}
#define v_integers v_integers

static inline vec v_floats(ivec a)
{
    return (vec)wasm_f32x4_convert_i32x4((v128_t)a);
}
#define v_floats v_floats

static inline doubles v_floor_doubles(doubles a)
{
    return (doubles)wasm_f64x2_floor((v128_t)a);
}
#define v_floor_doubles v_floor_doubles

static inline vec v_narrow(struct wide a)
{
    const v128_t low = wasm_f32x4_demote_f64x2_zero((v128_t)a.part[0]);
    const v128_t high = wasm_f32x4_demote_f64x2_zero((v128_t)a.part[1]);
    return (vec)wasm_i64x2_shuffle(low, high, 0, 2);
}
#define v_narrow v_narrow

static inline ivec v_low_words(struct wide a)
{
    return (ivec)wasm_i32x4_shuffle((v128_t)a.part[0], (v128_t)a.part[1], 0, 2, 4, 6);
}
#define v_low_words v_low_words

static inline void columns_of(const real *const row[LANES], vec column[])
{
    const v128_t r0 = (v128_t)v_load(row[0]), r1 = (v128_t)v_load(row[1]);
    const v128_t r2 = (v128_t)v_load(row[2]), r3 = (v128_t)v_load(row[3]);
    const v128_t xy01 = wasm_i32x4_shuffle(r0, r1, 0, 4, 1, 5);
    const v128_t xy23 = wasm_i32x4_shuffle(r2, r3, 0, 4, 1, 5);
    const v128_t zw01 = wasm_i32x4_shuffle(r0, r1, 2, 6, 3, 7);
    const v128_t zw23 = wasm_i32x4_shuffle(r2, r3, 2, 6, 3, 7);
    column[0] = (vec)wasm_i64x2_shuffle(xy01, xy23, 0, 2);
    column[1] = (vec)wasm_i64x2_shuffle(xy01, xy23, 1, 3);
    column[2] = (vec)wasm_i64x2_shuffle(zw01, zw23, 0, 2);
    column[3] = (vec)wasm_i64x2_shuffle(zw01, zw23, 1, 3);
}
#define columns_of columns_of

static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    return (hash_vec)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
}
#define v_dot v_dot

static inline ivec v_place(vec a, vec *fraction)
{
    const vec floor = v_floor(a);
    *fraction = a - floor;
    return (ivec)(floor + v_splat(V_BIG));
}
#define v_place v_place

static inline void v_values(hash_vec a, hash_vec b, vec *first, vec *difference)
{
    *first = v_floats((ivec)(a << 15));
    *difference = v_floats((ivec)(b << 15)) - *first;
}
#define v_values v_values

/* The pseudo-minimum and -maximum of simd128 are comparisons: pmin(a, b) is b < a ? b : a, and
   pmax(a, b) is a < b ? b : a, for NaN and zeros of either sign, too. */
static inline vec v_min(vec a, vec b)
{
    return (vec)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}

static inline vec v_max(vec a, vec b)
{
    return (vec)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}
#define v_min v_min

static inline vec v_positive(vec a)
{
    return (vec)wasm_f32x4_pmax((v128_t)v_splat(0), (v128_t)a);
}
#define v_positive v_positive

static inline vec v_sqrt(vec a)
{
    return (vec)wasm_f32x4_sqrt((v128_t)a);
}
#define v_sqrt v_sqrt

#include "../vector/vector.h"

#endif
