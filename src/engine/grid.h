/*
 * Evaluates grids for engine.h: by tiles, if the lattice lies along the axes; else as points.
 */
#ifndef PERLIN_GRID_H
#define PERLIN_GRID_H

#include "lattice_grid.h"
#include "tile.h"

/* ---- Samples as points ----------------------------------------------------------------------- */

/* The most rows in a block. */
enum { MOST_ROWS = 16 };

/* Computes the block's coordinates: `rows` rows from the cursor on, each of `pitch` samples from x
   on. */
static void block_coordinates(struct block *block, const perlin_grid *grid, size_t x, size_t pitch,
                              size_t rows, struct cursor at)
{
    const int dims = block->batch.dims;
    for (size_t i = 0; i < pitch; i += LANES)
        coordinates(grid, 0, x + i, block->coordinates[0].f64 + i);
    for (size_t r = 0; r < rows; r++) {
        for (int a = 1; a < dims; a++)
            block->coordinates[a].f64[r] = coordinate(grid, a, at.index[a]);
        cursor_pass(&at, grid, dims, 1, 1);
    }
    for (int a = 0; a < dims; a++)
        block->points.coords[a] = &block->coordinates[a];
    block->points.pitch = pitch;
    block->points.n = rows * pitch;
}

OUTLINE void grid_by_points(const perlin_noise *noise, int dims, const struct kernels *kernels,
                            const perlin_grid *grid, const output_sink *sink)
{
    struct whole_block whole;
    const size_t most = block_init(&whole, noise, dims, kernels, 1, 1, sink);
    struct block *const block = &whole.block;
    const size_t columns = least(most, whole_vectors(grid->count[0]));
    const size_t in_block = least(most / columns, MOST_ROWS), count = row_count(grid, dims);
    struct cursor at = {{0}, 0};
    for (size_t row = 0, rows; row < count; row += rows) {
        struct cursor next = at;
        rows = least(count - row, in_block);
        for (size_t x = 0; x < grid->count[0]; x += columns) {
            const size_t n = least(grid->count[0] - x, columns), pitch = whole_vectors(n);
            block_coordinates(block, grid, x, pitch, rows, at);
            block_evaluate(block, NULL);
            next = at;
            for (size_t r = 0; r < rows; r++) {
                write_batch(&block->batch, r * pitch, n, sink,
                            next.offset + (ptrdiff_t)x * grid->stride[0], grid->stride[0]);
                cursor_pass(&next, grid, dims, 1, 1);
            }
        }
        at = next;
    }
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* Evaluates a grid. Tiles need rows that follow the lattice, which rotated ones do not. */
static void evaluate_grid(const perlin_noise *noise, int dims, const struct kernels *kernels,
                          const perlin_grid *grid, const output_sink *sink)
{
    const struct tile_kernels *const tiles = kernels->tiles;
    const int is_rotated = noise->rotation[dims - 1].applies;
    struct ways ways = {0, 0, {0}};
    if (sizeof(real) == sizeof(float))
        ways = choose_ways(noise, dims, kernels, grid, sink);
    if (ways.by_tiles > 0)
        grid_by_lattice(noise, dims, kernels, grid, ways, sink);
    else if (tiles && !is_rotated && (tiles->slopes || !sink->slope[0]))
        grid_by_tiles(noise, dims, kernels, grid, sink);
    else if (kernels->takes && !is_rotated && !sink->slope[0] && kernels->takes(noise, dims, grid))
        kernels->grid(noise, dims, grid, sink);
    else
        grid_by_points(noise, dims, kernels, grid, sink);
}

#endif
