/*
 * A backend's functions for combinations, in float.
 */
#ifndef PERLIN_COMBINE_EVALUATE_F32_H
#define PERLIN_COMBINE_EVALUATE_F32_H

#include "../noise/backend.h"
#include "../noise/noise.h"

/* Evaluates a noise at n points, whose coordinates are packed. */
static void noise_points(const perlin_noise *noise, uint32_t dims, int are_floats, size_t n,
                         const void *const coords[4], const struct perlin_sink_f32 *sink)
{
    static const ptrdiff_t packed[4] = {1, 1, 1, 1};
    const float *const floats[4] = {coords[0], coords[1], coords[2], coords[3]};
    const double *const wide[4] = {coords[0], coords[1], coords[2], coords[3]};
    if (are_floats)
        noise->ops.f32->points(noise, dims, n, floats, packed, sink);
    else
        noise->ops.f32->points_wide(noise, dims, n, wide, packed, sink);
}

#define LANE_TYPE      f32
#define scalar_doubles perlin_scalar_f32.points_wide
#include "evaluate.h"

static void combined_floats(const perlin_noise *noise, uint32_t dims, size_t count,
                            const float *const coords[], const ptrdiff_t strides[],
                            const output_sink *sink)
{
    const void *arrays[4];
    memcpy(arrays, coords, dims * sizeof arrays[0]);
    if (!combined_points(noise, dims, 1, count, arrays, strides, sink))
        perlin_scalar_f32.points(noise, dims, count, coords, strides, sink);
}

const struct perlin_ops_f32 JOINED(BACKEND, _combined_f32) = {
    .points = combined_floats, .points_wide = combined_doubles, .grid = combined_grid};

#endif
