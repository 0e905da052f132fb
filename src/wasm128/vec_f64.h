/*
 * The vector vocabulary for WebAssembly's simd128: 2 doubles. src/vector/vector.h says what each
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

#define LANE(name) name##_f64
enum { LANES = 2, SPLAT_COST = 2 };

typedef double real;
typedef int64_t integer;
typedef double vec __attribute__((vector_size(16)));
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
    return wasm_i64x2_bitmask((v128_t)mask) != 0;
}

static inline doubles v_floor_doubles(doubles a)
{
    return (doubles)wasm_f64x2_floor((v128_t)a);
}
#define v_floor_doubles v_floor_doubles

static inline void columns_of(const real *const row[LANES], vec column[])
{
    UNROLL
    for (int a = 0; a < 4; a += 2) {
        const v128_t both0 = (v128_t)v_load(row[0] + a), both1 = (v128_t)v_load(row[1] + a);
        column[a] = (vec)wasm_i64x2_shuffle(both0, both1, 0, 2);
        column[a + 1] = (vec)wasm_i64x2_shuffle(both0, both1, 1, 3);
    }
}
#define columns_of columns_of

static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    return (hash_vec)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
}
#define v_dot v_dot

static inline ivec v_place(vec a, vec *fraction)
{
    const vec floor = v_floor_doubles(a);
    *fraction = a - floor;
    return (ivec)(floor + v_splat(V_BIG));
}
#define v_place v_place

/* As for floats, pmin(a, b) is b < a ? b : a, and pmax(a, b) is a < b ? b : a. */
static inline vec v_min(vec a, vec b)
{
    return (vec)wasm_f64x2_pmin((v128_t)b, (v128_t)a);
}

static inline vec v_max(vec a, vec b)
{
    return (vec)wasm_f64x2_pmax((v128_t)b, (v128_t)a);
}
#define v_min v_min

static inline vec v_positive(vec a)
{
    return (vec)wasm_f64x2_pmax((v128_t)v_splat(0), (v128_t)a);
}
#define v_positive v_positive

static inline vec v_sqrt(vec a)
{
    return (vec)wasm_f64x2_sqrt((v128_t)a);
}
#define v_sqrt v_sqrt

#include "../vector/vector.h"

#endif
