/*
 * What v_place_four_f32 does, by four calls of v_place_f32, for what has nothing better. A vec header for float includes this
 * behind its v_place_f32.
 */
#ifndef PERLIN_SIMD_PLACE_FOUR_H
#define PERLIN_SIMD_PLACE_FOUR_H

#include "inline.h"

INLINE void place_four_by_one(const vec c[4], uint8_t *cell, real *fraction)
{
    UNROLL
    for (int k = 0; k < 4; k++)
        v_place_f32(c[k], cell + k * LANES, fraction + k * LANES);
}

#endif
