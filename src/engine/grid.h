/*
 * Evaluates grids for engine.h: by boxes, if the lattice lies along the axes; else as points.
 */
#ifndef PERLIN_GRID_H
#define PERLIN_GRID_H

#include "bands.h"
#include "lattice_grid.h"
#include "sums.h"

/* ---- Samples as points ----------------------------------------------------------------------- */

/* The most rows in a block. */
enum { ROWS_OF_BLOCK = 16 };

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
    const size_t in_block = least(most / columns, ROWS_OF_BLOCK), count = row_count(grid, dims);
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

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* The most samples of a box along x, y and z. Rows of several planes share what is found along y. */
INLINE void choose_size(const struct grid_box *box, int dims, size_t size[3])
{
    const perlin_grid *const grid = box->grid;
    const int is_deep = dims > 2 && grid->count[2] > 1, is_sloped = box->planes > 1;
    size[0] = least(grid->count[0], BOX_WIDTH);
    const size_t room = room_of_box(box, dims) / whole_vectors(size[0]);
    const size_t rows = is_deep ? MOST_PLANES : is_sloped ? MOST_SLOPED_ROWS : MOST_ROWS(dims);
    size[1] = dims > 1 ? least(grid->count[1], least(room, rows)) : 1;
    size[2] = is_deep ? least(grid->count[2], least(room / size[1], MOST_PLANES)) : 1;
}

/* Sets what boxes of a grid have in common. */
INLINE void enter_grid(struct grid_box *box, const perlin_noise *noise, int dims,
                       const perlin_grid *grid, const output_sink *sink)
{
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    box->noise = noise;
    box->grid = grid;
    box->sink = sink;
    box->planes = sink->slope[0] ? 1 + dims : 1;
    box->summing = summing_of(noise, box->planes, 1);
    box->is_direct = sink->plain && grid->stride[0] == 1 && grid->count[0] >= LANES &&
                     box->summing != SUM_OF_PLANES;
    box->is_done = box->is_direct && box->summing == ONLY_OCTAVE;
    box->finishes = !box->is_direct || !results_are_finite(noise, grid, dims) ||
                    (!box->is_done && (output->factor != 1 || output->bias != 0));
    box->is_near = !noise->spectrum.divides;
    for (int a = 0; a < dims; a++)
        box->is_near &=
            axis_reach(grid, a, noise->spectrum.fastest) < 0x1p50 && is_on_line(grid, a);
    box->first[1] = box->first[2] = box->first[3] = 0;
    box->count[1] = box->count[2] = box->count[3] = 1;
    box->row = dims > 1 ? grid->stride[1] : 0;
    box->deep = dims > 2 ? grid->stride[2] : 0;
    v_store(box->start[0], v_splat(box->is_done ? output->bias : 0));
    v_store(box->start[1], v_splat(0));
}

/* Evaluates a grid box by box. The last box along x is not narrower than a vector in the output: it
   may start earlier, and then evaluates samples again. */
OUTLINE void grid_by_boxes(const perlin_noise *noise, int dims, box_kernel *kernel,
                           const perlin_grid *grid, const output_sink *sink)
{
    struct grid_box box;
    size_t size[3], *const first = box.first;
    enter_grid(&box, noise, dims, grid, sink);
    choose_size(&box, dims, size);
    const size_t rows = dims > 1 ? grid->count[1] : 1, planes = dims > 2 ? grid->count[2] : 1;
    const size_t volumes = dims > 3 ? grid->count[3] : 1;
    for (first[3] = 0; first[3] < volumes; first[3]++)
        for (first[2] = 0; first[2] < planes; first[2] += size[2]) {
            box.count[2] = (int)least(size[2], planes - first[2]);
            for (first[1] = 0; first[1] < rows; first[1] += size[1]) {
                box.count[1] = (int)least(size[1], rows - first[1]);
                for (size_t x = 0; x < grid->count[0]; x += size[0]) {
                    const size_t left = grid->count[0] - x;
                    first[0] = box.is_direct && left < LANES ? grid->count[0] - LANES : x;
                    box.count[0] = (int)least(size[0], grid->count[0] - first[0]);
                    box.at = 0;
                    for (int a = 0; a < dims; a++)
                        box.at += (ptrdiff_t)first[a] * grid->stride[a];
                    kernel(&box);
                }
            }
        }
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* Evaluates a grid. Boxes need rows that follow the lattice, which rotated ones do not. */
static void evaluate_grid(const perlin_noise *noise, int dims, const struct kernels *kernels,
                          const perlin_grid *grid, const output_sink *sink)
{
    box_kernel *const box = sink->slope[0] ? kernels->sloped_box : kernels->box;
    const int is_rotated = noise->rotation[dims - 1].applies;
    if (sizeof(real) == sizeof(float) && kernels->lattice &&
        grid_by_lattice(noise, dims, kernels, grid, sink))
        return;
    if (box && !is_rotated)
        grid_by_boxes(noise, dims, box, grid, sink);
    else if (kernels->takes && !is_rotated && !sink->slope[0] && kernels->takes(noise, dims, grid))
        kernels->grid(noise, dims, grid, sink);
    else
        grid_by_points(noise, dims, kernels, grid, sink);
}

#endif
