/*
 * A backend's kernels of gradient noise for float: a translation unit includes its vec_f32.h, then this.
 */
#ifndef PERLIN_SIMD_OPS_F32_H
#define PERLIN_SIMD_OPS_F32_H

#include "floats.h"
#include "rotated_slopes.h"

INLINE void slope_floats(const perlin_noise *noise, struct points *points, int dims,
                         struct slope_planes *planes)
{
    slope_octaves(noise, points, dims, place_floats, planes);
}

#define ENTRIES(dims)                                                                              \
    static void points##dims(const perlin_noise *noise, size_t count, const float *const coords[], \
                             const ptrdiff_t strides[], const output_sink *sink)                   \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        for (int a = 0; a < dims; a++)                                                             \
            arrays[a] = coords[a];                                                                 \
        points_noise(noise, dims, count, arrays, strides, sizeof(float), rotate_floats,            \
                     place_floats, sink);                                                          \
    }                                                                                              \
    static void points_wide##dims(const perlin_noise *noise, size_t count,                         \
                                  const double *const coords[], const ptrdiff_t strides[],         \
                                  const output_sink *sink)                                         \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        for (int a = 0; a < dims; a++)                                                             \
            arrays[a] = coords[a];                                                                 \
        points_noise(noise, dims, count, arrays, strides, sizeof(double), rotate_doubles,          \
                     place_doubles, sink);                                                         \
    }                                                                                              \
    static void slopes##dims(const perlin_noise *noise, size_t count, const float *const coords[], \
                             const ptrdiff_t strides[], const slope_sink *sink)                    \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        for (int a = 0; a < dims; a++)                                                             \
            arrays[a] = coords[a];                                                                 \
        points_slopes(noise, dims, count, arrays, strides, sizeof(float), rotate_floats,           \
                      slope_floats, sink);                                                         \
    }                                                                                              \
    static void slopes_wide##dims(const perlin_noise *noise, size_t count,                         \
                                  const double *const coords[], const ptrdiff_t strides[],         \
                                  const slope_sink *sink)                                          \
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

static const struct perlin_basis_f32 gradient_basis[4] = {
    {points1, points_wide1, grid1, slopes1, slopes_wide1, grid_slopes1},
    {points2, points_wide2, grid2, slopes2, slopes_wide2, grid_slopes2},
    {points3, points_wide3, grid3, slopes3, slopes_wide3, grid_slopes3},
    {points4, points_wide4, grid4, slopes4, slopes_wide4, grid_slopes4},
};

#endif
