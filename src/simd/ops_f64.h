/*
 * A backend's kernels of gradient noise for double: a translation unit includes its vec_f64.h, then this.
 */
#ifndef PERLIN_SIMD_OPS_F64_H
#define PERLIN_SIMD_OPS_F64_H

#include "rotated_slopes.h"

#define ENTRIES(dims)                                                                              \
    static void points##dims(const perlin_noise *noise, size_t count,                              \
                             const double *const coords[], const ptrdiff_t strides[],              \
                             const output_sink *sink)                                              \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        for (int a = 0; a < dims; a++)                                                             \
            arrays[a] = coords[a];                                                                 \
        points_noise(noise, dims, count, arrays, strides, sizeof(double), rotate_doubles,          \
                     place_doubles, sink);                                                         \
    }                                                                                              \
    static void slopes##dims(const perlin_noise *noise, size_t count,                              \
                             const double *const coords[], const ptrdiff_t strides[],              \
                             const slope_sink *sink)                                               \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        for (int a = 0; a < dims; a++)                                                             \
            arrays[a] = coords[a];                                                                 \
        points_slopes(noise, dims, count, arrays, strides, sizeof(double), rotate_doubles,         \
                      slope_doubles, sink);                                                        \
    }

ENTRIES(1)
ENTRIES(2)
ENTRIES(3)
ENTRIES(4)

static const struct perlin_basis_f64 gradient_basis[4] = {
    {points1, grid1, slopes1, grid_slopes1},
    {points2, grid2, slopes2, grid_slopes2},
    {points3, grid3, slopes3, grid_slopes3},
    {points4, grid4, slopes4, grid_slopes4},
};

#endif
