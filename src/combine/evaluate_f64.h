/*
 * A backend's functions for combinations, in double.
 */
#ifndef PERLIN_COMBINE_EVALUATE_F64_H
#define PERLIN_COMBINE_EVALUATE_F64_H

#include "../noise/backend.h"
#include "../noise/noise.h"

/* Evaluates a noise at n points, whose coordinates are packed. */
static void noise_points(const perlin_noise *noise, uint32_t dims, int are_floats, size_t n,
                         const void *const coords[4], const struct perlin_sink_f64 *sink)
{
    static const ptrdiff_t packed[4] = {1, 1, 1, 1};
    const double *const wide[4] = {coords[0], coords[1], coords[2], coords[3]};
    (void)are_floats;
    noise->ops.f64->points(noise, dims, n, wide, packed, sink);
}

#define LANE_TYPE      f64
#define scalar_doubles perlin_scalar_f64.points
#include "evaluate.h"

const struct perlin_ops_f64 JOINED(BACKEND, _combined_f64) = {.points = combined_doubles,
                                                              .grid = combined_grid};

#endif
