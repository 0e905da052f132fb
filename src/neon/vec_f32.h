/*
 * The vector vocabulary for AArch64's Advanced SIMD (NEON): 4 floats. src/vector/vector.h says what
 * each operation promises.
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

#define LANE(name) name##_f32
enum { LANES = 4, SPLAT_COST = 2 };

typedef float real;
typedef int32_t integer;
typedef float32x4_t vec;
typedef int32x4_t ivec;

#include "../vector/lanes.h"

static inline ivec v_load_index(const uint8_t *p)
{
    uint32_t four;
    memcpy(&four, p, sizeof four);
    const uint16x8_t words = vmovl_u8(vcreate_u8(four));
    return vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(words)));
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    const uint16x4_t words = vmovn_u32(vreinterpretq_u32_s32(a));
    const uint8x8_t low = vmovn_u16(vcombine_u16(words, words));
    const uint32_t four = vget_lane_u32(vreinterpret_u32_u8(low), 0);
    memcpy(p, &four, sizeof four);
}

static inline int v_any(ivec mask)
{
    return vminvq_s32(mask) < 0;
}

static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return vfmaq_f32(c, a, b);
}
#define v_mul_add_exact v_mul_add_exact

static inline vec v_floor(vec a)
{
    return vrndmq_f32(a);
}
#define v_floor v_floor

static inline ivec v_integers(vec a)
{
    return vcvtq_s32_f32(a);
}
#define v_integers v_integers

static inline doubles v_floor_doubles(doubles a)
{
    return (doubles)vrndmq_f64((float64x2_t)a);
}
#define v_floor_doubles v_floor_doubles

static inline vec v_narrow(struct wide a)
{
    const float32x2_t low = vcvt_f32_f64((float64x2_t)a.part[0]);
    return vcombine_f32(low, vcvt_f32_f64((float64x2_t)a.part[1]));
}
#define v_narrow v_narrow

#ifndef PERLIN_SIMDE
static inline ivec v_low_words(struct wide a)
{
    return vuzp1q_s32((int32x4_t)a.part[0], (int32x4_t)a.part[1]);
}
#define v_low_words v_low_words
#endif

static inline void columns_of(const real *const row[LANES], vec column[])
{
    const vec r0 = v_load(row[0]), r1 = v_load(row[1]), r2 = v_load(row[2]), r3 = v_load(row[3]);
    const vec xy01 = vzip1q_f32(r0, r1), xy23 = vzip1q_f32(r2, r3);
    const vec zw01 = vzip2q_f32(r0, r1), zw23 = vzip2q_f32(r2, r3);
    column[0] = vcombine_f32(vget_low_f32(xy01), vget_low_f32(xy23));
    column[1] = vcombine_f32(vget_high_f32(xy01), vget_high_f32(xy23));
    column[2] = vcombine_f32(vget_low_f32(zw01), vget_low_f32(zw23));
    column[3] = vcombine_f32(vget_high_f32(zw01), vget_high_f32(zw23));
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
    const vec floor = vrndmq_f32(a);
    *fraction = a - floor;
    return (ivec)(floor + v_splat(V_BIG));
}
#define v_place v_place

#ifndef PERLIN_SIMDE
static inline vec v_sqrt(vec a)
{
    return vsqrtq_f32(a);
}
#define v_sqrt v_sqrt
#endif

#include "../vector/vector.h"

#endif
