/*
 * The driver of grids whose rows share nothing: rows are points.
 */
#ifndef PERLIN_SIMD_BLOCK_GRID_H
#define PERLIN_SIMD_BLOCK_GRID_H

#include "block.h"

INLINE void block_grid(const perlin_noise *noise, int dims, const struct block_kernels *kernels,
                       const perlin_grid *grid, const output_sink *sink)
{
    const int near = grid_is_near(noise, grid, dims);
    const struct coordinate_type *const type = grid_type(noise, near, dims);
    const size_t columns = kernels->columns(noise, grid);
    struct totals totals;
    struct points points;
    struct rows rows;
    points_begin(&points);
    rows_begin(&rows, grid, dims);
    while (
        next_rows(&rows, &points, grid, dims, &noise->rotation[dims - 1], POINTS_BLOCK, columns)) {
        fetch_output(&rows, grid, sink->out);
        block_total(noise, &points, dims, kernels, type, &totals);
        for (size_t r = 0; r < rows.rows; r++)
            write_row(sink, &noise->LANE(output)[dims - 1], totals.total + r * rows.pitch, rows.n,
                      sink->out + rows.offset[r], grid->stride[0]);
    }
}

/* The unit of gradient noise takes only its grids in 1-D like this, and leaves the others unused. */
#define BLOCK_GRID_DRIVER(dims)                                                                    \
    __attribute__((unused))                                                                        \
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
