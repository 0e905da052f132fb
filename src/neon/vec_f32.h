/*
 * The vocabulary for AArch64's Advanced SIMD (NEON), 4 floats. docs/adding-a-backend.md says what each
 * operation promises.
 */
#ifndef PERLIN_VEC_H
#define PERLIN_VEC_H

#include "../noise.h"

#ifdef PERLIN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/arm/neon.h>
#else
#include <arm_neon.h>
#endif

#include <string.h>

#define LANE(name) name##_f32
enum { LANES = 4, BROADCAST_RUN = 2 };

typedef float real;
typedef int32_t integer;
typedef float32x4_t vec;
typedef int32x4_t ivec;
struct v_pair {
    ivec here, next;
};

static inline vec v_load(const real *p)
{
    return vld1q_f32(p);
}

static inline void v_store(real *p, vec a)
{
    vst1q_f32(p, a);
}

static inline ivec v_load_index(const int32_t *p)
{
    return vld1q_s32(p);
}

static inline void v_store_index(int32_t *p, ivec a)
{
    vst1q_s32(p, a);
}

static inline vec v_splat(real x)
{
    return vdupq_n_f32(x);
}

static inline ivec v_splat_index(int32_t i)
{
    return vdupq_n_s32(i);
}

#include "../simd/portable.h"

static inline void v_store_part(real *p, vec a, size_t n)
{
    store_part_by_memory(p, a, n);
}

static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return vfmaq_f32(c, a, b);
}

static inline vec v_canonical(vec a)
{
    const vec nan = vreinterpretq_f32_u32(vdupq_n_u32(0x7fc00000));
    return vbslq_f32(vceqq_f32(a, a), a, nan);
}

/* From 2^31 up, where the conversion saturates, cells are multiples of 256. */
static inline ivec v_place_f32(vec c, vec *fraction)
{
    const vec cell = vrndmq_f32(c);
    const uint32x4_t fits = vcltq_f32(vabsq_f32(cell), v_splat(0x1p31f));
    *fraction = c - cell;
    return vreinterpretq_s32_u32(vandq_u32(vreinterpretq_u32_s32(vcvtq_s32_f32(cell)), fits)) & 255;
}

/* Half the lanes: the cell is reduced in double, where that is exact, and then fits an integer. */
static inline int32x2_t place_half(const double *p, float32x2_t *fraction)
{
    const float64x2_t c = vld1q_f64(p), cell = vrndmq_f64(c);
    const float64x2_t tables = vrndmq_f64(cell * vdupq_n_f64(0x1p-8));
    *fraction = vcvt_f32_f64(c - cell);
    return vmovn_s64(vcvtq_s64_f64(cell - tables * vdupq_n_f64(256)));
}

static inline ivec v_place_f64(const double c[LANES], vec *fraction)
{
    float32x2_t low, high;
    const int32x2_t cell_low = place_half(c, &low), cell_high = place_half(c + 2, &high);
    *fraction = vcombine_f32(low, high);
    return vcombine_s32(cell_low, cell_high);
}

/* Both bytes of each pair in one look-up: index i in byte 0 of a lane, i + 1 in byte 2. */
static inline struct v_pair v_pair_at(const struct perlin_lut *lut, ivec i)
{
    const uint8_t *const p = lut->value;
    const uint8x16x4_t t0 = vld1q_u8_x4(p), t1 = vld1q_u8_x4(p + 64), t2 = vld1q_u8_x4(p + 128),
                       t3 = vld1q_u8_x4(p + 192);
    const uint8x16_t at = vreinterpretq_u8_s32(i | ((i + 1) << 16)), quarter = vdupq_n_u8(64);
    uint8x16_t found = vqtbl4q_u8(t0, at); /* 0 where the index passes 63 */
    const uint8x16_t at1 = vsubq_u8(at, quarter), at2 = vsubq_u8(at1, quarter);
    found = vqtbx4q_u8(found, t1, at1); /* unchanged where the index passes 63 */
    found = vqtbx4q_u8(found, t2, at2);
    found = vqtbx4q_u8(found, t3, vsubq_u8(at2, quarter));
    const ivec both = vreinterpretq_s32_u8(found);
    return (struct v_pair){both & 255, (both >> 16) & 255};
}

static inline vec v_lookup16(const real table[16], ivec h)
{
    return lookup_by_memory(table, h & 15);
}

static inline vec v_lookup32(const real table[32], ivec h)
{
    return lookup_by_memory(table, h & 31);
}

static inline vec v_permute(const real *table, ivec i)
{
    return lookup_by_memory(table, i);
}

#endif
