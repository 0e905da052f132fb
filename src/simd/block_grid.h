/*
 * The driver of grids whose rows share nothing: rows are points.
 */
#ifndef PERLIN_SIMD_BLOCK_GRID_H
#define PERLIN_SIMD_BLOCK_GRID_H

#include "block.h"

INLINE void block_grid(const perlin_noise *noise, int dims, const struct block_kernels *kernels,
                       const perlin_grid *grid, const output_sink *sink)
{
    const struct coordinate_type *const type = grid_type(noise, grid, dims);
    double coords[4][POINTS_BLOCK];
    struct totals totals;
    struct points points;
    struct row_block block = no_rows_yet(grid, dims);
    memset(points.cell, 0, sizeof points.cell);
    while (next_rows(&block, grid, POINTS_BLOCK)) {
        enter_rows(noise, &points, grid, dims, &block, coords);
        block_total(noise, &points, dims, kernels, type, &totals);
        struct cursor at = block.cursor;
        for (size_t i = 0; i < points.n; i += block.pitch)
            write_row(sink, &noise->LANE(output)[dims - 1], totals.total + i, block.n,
                      sink->out + row_offset(&block, grid, dims, &at), grid->stride[0]);
    }
}

#define BLOCK_GRID_DRIVER(dims)                                                                    \
    OUTLINE void block_grid##dims(const perlin_noise *noise, const struct block_kernels *kernels,  \
                                  const perlin_grid *grid, const output_sink *sink)                \
    {                                                                                              \
        block_grid(noise, dims, kernels, grid, sink);                                              \
    }

BLOCK_GRID_DRIVER(1)
BLOCK_GRID_DRIVER(2)
BLOCK_GRID_DRIVER(3)
BLOCK_GRID_DRIVER(4)

/* A basis's function for its table: basis_grid3. */
#define BLOCK_GRID(basis, dims)                                                                    \
    static void basis##_grid##dims(const perlin_noise *noise, const perlin_grid *grid,             \
                                   const output_sink *sink)                                        \
    {                                                                                              \
        block_grid##dims(noise, &basis##_kernels##dims, grid, sink);                               \
    }

#endif
