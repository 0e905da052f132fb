/*
 * The vector vocabulary for AArch64's Advanced SIMD (NEON): 2 doubles. src/vector/vector.h says
 * what each operation promises.
 */
#ifndef PERLIN_VEC_H
#define PERLIN_VEC_H

#include "vec_bytes.h"

#ifdef PERLIN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/arm/neon.h>
#else
#include <arm_neon.h>
#endif

#define LANE(name) name##_f64
enum { LANES = 2, SPLAT_COST = 2 };

typedef double real;
typedef int64_t integer;
typedef float64x2_t vec;
typedef int64x2_t ivec;

#include "../vector/lanes.h"

static inline ivec v_load_index(const uint8_t *p)
{
    const int64x2_t two = {p[0], p[1]};
    return two;
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    p[0] = (uint8_t)vgetq_lane_s64(a, 0);
    p[1] = (uint8_t)vgetq_lane_s64(a, 1);
}

static inline int v_any(ivec mask)
{
    return (mask[0] | mask[1]) < 0;
}

static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return vfmaq_f64(c, a, b);
}
#define v_mul_add_exact v_mul_add_exact

static inline doubles v_floor_doubles(doubles a)
{
    return vrndmq_f64(a);
}
#define v_floor_doubles v_floor_doubles

static inline void columns_of(const real *const row[LANES], vec column[])
{
    UNROLL
    for (int a = 0; a < 4; a += 2) {
        const vec both0 = v_load(row[0] + a), both1 = v_load(row[1] + a);
        column[a] = vzip1q_f64(both0, both1);
        column[a + 1] = vzip2q_f64(both0, both1);
    }
}
#define columns_of columns_of

static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    const int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
    const int32x4_t low = vmull_s16(vget_low_s16(x), vget_low_s16(y));
    const int32x4_t high = vmull_s16(vget_high_s16(x), vget_high_s16(y));
    return (hash_vec)vpaddq_s32(low, high);
}
#define v_dot v_dot

static inline ivec v_place(vec a, vec *fraction)
{
    const vec floor = vrndmq_f64(a);
    *fraction = a - floor;
    return (ivec)(floor + v_splat(V_BIG));
}
#define v_place v_place

#ifndef PERLIN_SIMDE
static inline vec v_sqrt(vec a)
{
    return vsqrtq_f64(a);
}
#define v_sqrt v_sqrt
#endif

#include "../vector/vector.h"

#endif
