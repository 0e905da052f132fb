/*
 * The rows of a grid: where they are, and their samples' coordinates where these are rotated.
 */
#ifndef PERLIN_SIMD_CURSOR_H
#define PERLIN_SIMD_CURSOR_H

#include "axis.h"
#include "points.h"

/* A row of the grid: its indices along y, z and w, and its place in the output. */
struct cursor {
    size_t index[4];
    ptrdiff_t offset;
};

INLINE size_t row_count(const perlin_grid *grid, int dims)
{
    size_t rows = 1;
    for (int a = 1; a < dims; a++)
        rows *= grid->count[a];
    return rows;
}

/* Passes so many rows of so many planes, which end with the axes y and z at the latest; from the last ones
   on to the first. */
INLINE void cursor_pass_block(struct cursor *cursor, const perlin_grid *grid, int dims, size_t rows,
                              size_t planes)
{
    const size_t steps[4] = {0, rows, planes, 1};
    UNROLL
    for (int a = 1; a < dims; a++) {
        cursor->index[a] += steps[a];
        cursor->offset += (ptrdiff_t)steps[a] * grid->stride[a];
        if (cursor->index[a] < grid->count[a])
            return;
        cursor->index[a] = 0;
        cursor->offset -= (ptrdiff_t)grid->count[a] * grid->stride[a];
    }
}

/* Passes a row. */
INLINE void cursor_pass(struct cursor *cursor, const perlin_grid *grid, int dims)
{
    cursor_pass_block(cursor, grid, dims, 1, 1);
}

/* What a row's samples have of the rotated coordinates beside x: row[1]*y + (row[2]*z + row[3]*w); 0 in 1-D. */
INLINE void rest_of_row(const perlin_grid *grid, int dims, const double row[4][4],
                        const size_t index[4], double rest[4])
{
    double c[4];
    UNROLL
    for (int b = 1; b < dims; b++)
        c[b] = coordinate(grid, b, 1.0, index[b]);
    for (int a = 0; a < dims; a++) {
        rest[a] = 0.0;
        for (int b = dims - 1; b > 0; b--)
            rest[a] = b == dims - 1 ? row[a][b] * c[b] : row[a][b] * c[b] + rest[a];
    }
}

/* The rotated coordinates of a row's samples from `first` on, in whole vectors, to `rotated` from `at` on. */
INLINE void rotate_row(struct points *points, const perlin_grid *grid, int dims,
                       const double row[4][4], const size_t index[4], size_t first,
                       double rotated[4][POINTS_BLOCK], size_t at)
{
    double rest[4], x[LANES];
    rest_of_row(grid, dims, row, index, rest);
    for (int a = 0; a < dims; a++)
        points->coords[a] = rotated[a] + at;
    for (size_t i = 0; i < points->n; i += LANES) {
        coordinates(grid, 0, 1.0, first + i, x);
        UNROLL
        for (int a = 0; a < dims; a++)
            for (size_t l = 0; l < LANES; l++)
                rotated[a][at + i + l] = dims > 1 ? row[a][0] * x[l] + rest[a] : row[a][0] * x[l];
    }
}

#endif
