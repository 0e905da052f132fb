/*
 * A backend's table for double: a translation unit includes its vec_f64.h, then this, and defines the
 * table as OPS_F64.
 */
#ifndef PERLIN_SIMD_OPS_F64_H
#define PERLIN_SIMD_OPS_F64_H

#include "grid.h"
#include "points.h"

#define ENTRIES(dims)                                                                              \
    static void points##dims(const perlin_noise *noise, size_t count,                              \
                             const double *const coords[], const ptrdiff_t strides[], double *out) \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        for (int a = 0; a < dims; a++)                                                             \
            arrays[a] = coords[a];                                                                 \
        points_noise(noise, dims, count, arrays, strides, sizeof(double), place_doubles, out);     \
    }                                                                                              \
    static void grid##dims(const perlin_noise *noise, const perlin_grid *grid, double *out)        \
    {                                                                                              \
        grid_noise(noise, grid, dims, out);                                                        \
    }

ENTRIES(1)
ENTRIES(2)
ENTRIES(3)
ENTRIES(4)

#define OPS_F64                                                                                    \
    {                                                                                              \
        .gradient = {                                                                              \
            {points1, grid1},                                                                      \
            {points2, grid2},                                                                      \
            {points3, grid3},                                                                      \
            {points4, grid4},                                                                      \
        }                                                                                          \
    }

#endif
