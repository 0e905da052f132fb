/*
 * The byte vocabulary for AArch64's Advanced SIMD (NEON): 16 at a time. A table of 256 is looked up
 * a quarter after the other.
 */
#ifndef PERLIN_BYTES_H
#define PERLIN_BYTES_H

#include "../vector/tables.h"

#ifdef PERLIN_SIMDE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/arm/neon.h>
#else
#include <arm_neon.h>
#endif

enum { BYTES = 16 };

typedef uint8x16_t bytes;

static inline bytes v_load_bytes(const uint8_t *p)
{
    return vld1q_u8(p);
}

static inline void v_store_bytes(uint8_t *p, bytes a)
{
    vst1q_u8(p, a);
}

static inline bytes v_splat_byte(uint8_t a)
{
    return vdupq_n_u8(a);
}

static inline bytes v_add_bytes(bytes a, bytes b)
{
    return vaddq_u8(a, b);
}

static inline bytes byte_of_256(const struct perlin_bytes *table, bytes i)
{
    const uint8_t *const p = table->value;
    const uint8x16x4_t t0 = vld1q_u8_x4(p), t1 = vld1q_u8_x4(p + 64), t2 = vld1q_u8_x4(p + 128),
                       t3 = vld1q_u8_x4(p + 192);
    const bytes quarter = v_splat_byte(64), i1 = vsubq_u8(i, quarter), i2 = vsubq_u8(i1, quarter);
    bytes found = vqtbl4q_u8(t0, i);   /* 0 where the index is above 63 */
    found = vqtbx4q_u8(found, t1, i1); /* unchanged where the index is above 63 */
    found = vqtbx4q_u8(found, t2, i2);
    return vqtbx4q_u8(found, t3, vsubq_u8(i2, quarter));
}

#endif
