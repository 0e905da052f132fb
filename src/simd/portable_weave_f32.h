/*
 * portable_weave.h for vec headers of float, which place points as well; behind v_place_four_f32.
 */
#ifndef PERLIN_SIMD_PORTABLE_WEAVE_F32_H
#define PERLIN_SIMD_PORTABLE_WEAVE_F32_H

#include "portable_weave.h"

static inline ivec v_place_woven_f32(const vec c[4], uint8_t *cell, real *fraction, ivec beyond)
{
    uint8_t own[4 * LANES];
    v_place_four_f32(c, own, fraction);
    for (int k = 0; k < 4; k++) {
        for (int l = 0; l < LANES; l++)
            cell[4 * l + k] = own[k * LANES + l];
        beyond |= (ivec)v_load(fraction + k * LANES); /* a NaN, where c is not finite */
    }
    return beyond;
}

#endif
