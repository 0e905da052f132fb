/*
 * A backend's functions for combinations, in float.
 */
#ifndef PERLIN_COMBINE_EVALUATE_F32_H
#define PERLIN_COMBINE_EVALUATE_F32_H

#define LANE_TYPE      f32
#define scalar_doubles perlin_scalar_f32.points_wide
#include "evaluate.h"

static void combined_floats(const perlin_noise *noise, uint32_t dims, size_t count,
                            const float *const coords[], const ptrdiff_t strides[],
                            const output_sink *sink)
{
    const void *arrays[4];
    memcpy(arrays, coords, dims * sizeof arrays[0]);
    if (!combine_points(noise, dims, 0, count, arrays, strides, sink))
        perlin_scalar_f32.points(noise, dims, count, coords, strides, sink);
}

const struct perlin_ops_f32 JOINED(BACKEND, _combined_f32) = {
    .points = combined_floats, .points_wide = combined_doubles, .grid = combined_grid};

#endif
