/*
 * Grids of noise with its slopes whose coordinates are rotated: points along rows.
 */
#ifndef PERLIN_SIMD_ROTATED_SLOPES_H
#define PERLIN_SIMD_ROTATED_SLOPES_H

#include "rotated_grid.h"
#include "slope_grid.h"
#include "slope_points.h"

INLINE void rotated_grid_slopes(const perlin_noise *noise, const perlin_grid *grid, int dims,
                                const slope_sink *sink)
{
    double rotated[4][POINTS_BLOCK];
    _Alignas(64) real room[3 * 5 * SLOPE_POINTS];
    struct slope_planes planes = slope_planes(noise, dims, room, SLOPE_POINTS);
    struct points points;
    struct cursor cursor = {{0}, 0};
    size_t rows = row_count(grid, dims);
    memset(points.cell, 0, sizeof points.cell);
    for (; rows > 0; rows--) {
        for (size_t x = 0; x < grid->count[0]; x += SLOPE_POINTS) {
            const size_t n = least(grid->count[0] - x, SLOPE_POINTS);
            points.n = whole_vectors(n);
            rotate_row(&points, grid, dims, noise->rotation[dims - 1].row, cursor.index, x, rotated,
                       0);
            slope_doubles(noise, &points, dims, &planes);
            write_slopes(noise, dims, &planes, 0, n, sink,
                         cursor.offset + (ptrdiff_t)x * grid->stride[0], grid->stride[0]);
        }
        cursor_pass(&cursor, grid, dims, 1);
    }
}

/* Apart from the aligned ones, so that only the frame of one is on the stack. */
#define ROTATED_SLOPES(dims)                                                                       \
    OUTLINE void rotated_grid_slopes##dims(const perlin_noise *noise, const perlin_grid *grid,     \
                                           const slope_sink *sink)                                 \
    {                                                                                              \
        rotated_grid_slopes(noise, grid, dims, sink);                                              \
    }                                                                                              \
    static void grid_slopes##dims(const perlin_noise *noise, const perlin_grid *grid,              \
                                  const slope_sink *sink)                                          \
    {                                                                                              \
        (noise->rotation[dims - 1].applies ? rotated_grid_slopes##dims                             \
                                           : aligned_grid_slopes##dims)(noise, grid, sink);        \
    }

ROTATED_SLOPES(1)
ROTATED_SLOPES(2)
ROTATED_SLOPES(3)
ROTATED_SLOPES(4)

#endif
