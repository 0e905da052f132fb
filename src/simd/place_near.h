/*
 * v_place_near_f64 for instruction sets that gain nothing by a limit. A vec header includes this behind its v_place_f64.
 */
#ifndef PERLIN_SIMD_PLACE_NEAR_H
#define PERLIN_SIMD_PLACE_NEAR_H

enum { NEAR_IS_FASTER = 0 };

static inline ivec v_place_near_f64(const double c[LANES], vec *fraction)
{
    return v_place_f64(c, fraction);
}

#endif
