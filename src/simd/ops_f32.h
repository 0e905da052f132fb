/*
 * A backend's table for float: a translation unit includes its vec_f32.h, then this, and defines the
 * table as OPS_F32.
 */
#ifndef PERLIN_SIMD_OPS_F32_H
#define PERLIN_SIMD_OPS_F32_H

#include "grid.h"
#include "points.h"

/* Positions in float: frequency and product rounded to float. */
INLINE void place_floats(struct points *points, int axis, double frequency)
{
    const float *const coords = points->coords[axis];
    for (size_t i = 0; i < points->n; i += LANES) {
        vec t;
        v_store_index(points->cell[axis] + i,
                      v_place_f32(v_load(coords + i) * v_splat((float)frequency), &t));
        v_store(points->fraction[axis] + i, t);
    }
}

#define ENTRIES(dims)                                                                              \
    static void points##dims(const perlin_noise *noise, size_t count, const float *const coords[], \
                             const ptrdiff_t strides[], float *out)                                \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        for (int a = 0; a < dims; a++)                                                             \
            arrays[a] = coords[a];                                                                 \
        points_noise(noise, dims, count, arrays, strides, sizeof(float), place_floats, out);       \
    }                                                                                              \
    static void points_wide##dims(const perlin_noise *noise, size_t count,                         \
                                  const double *const coords[], const ptrdiff_t strides[],         \
                                  float *out)                                                      \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        for (int a = 0; a < dims; a++)                                                             \
            arrays[a] = coords[a];                                                                 \
        points_noise(noise, dims, count, arrays, strides, sizeof(double), place_doubles, out);     \
    }                                                                                              \
    static void grid##dims(const perlin_noise *noise, const perlin_grid *grid, float *out)         \
    {                                                                                              \
        grid_noise(noise, grid, dims, out);                                                        \
    }

ENTRIES(1)
ENTRIES(2)
ENTRIES(3)
ENTRIES(4)

#define OPS_F32                                                                                    \
    {                                                                                              \
        .gradient = {                                                                              \
            {points1, points_wide1, grid1},                                                        \
            {points2, points_wide2, grid2},                                                        \
            {points3, points_wide3, grid3},                                                        \
            {points4, points_wide4, grid4},                                                        \
        }                                                                                          \
    }

#endif
