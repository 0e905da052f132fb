/*
 * Evaluates grids for engine.h: by tiles, if the lattice lies along the axes; else as points.
 */
#ifndef PERLIN_GRID_H
#define PERLIN_GRID_H

#include "lattice_grid.h"
#include "points.h"
#include "tile.h"

/* A row of the grid: its indices along y, z and w, and its offset in the output. */
struct cursor {
    size_t index[4];
    ptrdiff_t offset;
};

static size_t row_count(const perlin_grid *grid, int dims)
{
    size_t rows = 1;
    for (int a = 1; a < dims; a++)
        rows *= grid->count[a];
    return rows;
}

/* Advances by `rows` rows in each of `planes` planes. These must not run past the end of y or z. */
static void cursor_pass(struct cursor *cursor, const perlin_grid *grid, int dims, size_t rows,
                        size_t planes)
{
    const size_t steps[4] = {0, rows, planes, 1};
    for (int a = 1; a < dims; a++) {
        cursor->index[a] += steps[a];
        cursor->offset += (ptrdiff_t)steps[a] * grid->stride[a];
        if (cursor->index[a] < grid->count[a])
            return;
        cursor->index[a] = 0;
        cursor->offset -= (ptrdiff_t)grid->count[a] * grid->stride[a];
    }
}

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
    struct block block;
    const size_t most = block_init(&block, noise, dims, kernels, 1, 1, sink);
    const size_t columns = least(most, whole_vectors(grid->count[0]));
    const size_t in_block = least(most / columns, MOST_ROWS), count = row_count(grid, dims);
    struct cursor at = {{0}, 0};
    for (size_t row = 0, rows; row < count; row += rows) {
        struct cursor next = at;
        rows = least(count - row, in_block);
        for (size_t x = 0; x < grid->count[0]; x += columns) {
            const size_t n = least(grid->count[0] - x, columns), pitch = whole_vectors(n);
            block_coordinates(&block, grid, x, pitch, rows, at);
            block_evaluate(&block, NULL);
            next = at;
            for (size_t r = 0; r < rows; r++) {
                write_batch(&block.batch, r * pitch, n, sink,
                            next.offset + (ptrdiff_t)x * grid->stride[0], grid->stride[0]);
                cursor_pass(&next, grid, dims, 1, 1);
            }
        }
        at = next;
    }
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/*
 * Size of a band, in samples. Where samples are adjacent in a plain output, octaves add up in the
 * output itself, in bands that fit a cache. A single octave is stored there as results.
 */
enum { DIRECT_BAND = 131072 / sizeof(real) };

/* True if no result can be NaN. Coordinates then are finite in all octaves, and slopes, which
   frequencies multiply, are too far from overflow for a sum of infinite ones. */
static int results_are_finite(const perlin_noise *noise, const perlin_grid *grid, int dims)
{
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    double fastest = 0;
    for (uint32_t o = 0; o < spectrum->octaves; o++) {
        const double frequency = fabs(spectrum->frequency[o]);
        fastest = frequency > fastest ? frequency : fastest;
    }
    int finite = isfinite((real)(fastest * 0x1p20));
    for (int a = 0; a < dims; a++)
        finite &= axis_is_finite(grid, a, fastest);
    return finite;
}

/* Takes as many rows from the cursor on as there is room for. Beyond 2-D they lie in several
   planes, which share what is computed along y. */
static void tiles_enter_rows(struct tiles *tiles, const struct cursor *at, size_t room)
{
    const perlin_grid *const grid = tiles->grid;
    const int has_planes = tiles->batch.dims > 2;
    const size_t planes = has_planes ? least(grid->count[2], PLANES_ALONG_Z) : 1;
    const size_t most = greatest(room / planes, least(room, 16));
    const size_t rows = least(grid->count[1], most);
    memcpy(tiles->index, at->index, sizeof at->index);
    tiles->rows = least(grid->count[1] - at->index[1], rows);
    tiles->planes =
        has_planes ? least(grid->count[2] - at->index[2], least(room / rows, PLANES_ALONG_Z)) : 1;
}

/* Zeroes the band before octaves are added, or turns its sums into results. */
static void tiles_clear_or_finish(const struct tiles *tiles, const struct store *to, int clears,
                                  real factor, real bias)
{
    const size_t n = to->layout.n;
    for (int p = 0; p < tiles->batch.planes; p++)
        for (size_t row = 0; row < tiles->rows * tiles->planes && to->plane[p]; row++) {
            real *const out = to->plane[p] + (ptrdiff_t)(row % tiles->rows) * to->layout.row +
                              (ptrdiff_t)(row / tiles->rows) * to->layout.plane;
            if (clears)
                memset(out, 0, n * sizeof(real));
            else
                finish_row(out, n, factor, p == 0 ? bias : 0);
        }
}

/* Evaluates the band of rows straight into the outputs at `to`. Sums that are results already are
   finished only to give all NaNs the same bits. */
static void tiles_evaluate_direct(struct tiles *tiles, const struct store *to, int is_finite)
{
    const int is_done = tiles->batch.summing == ONLY_OCTAVE;
    const real factor = is_done ? 1 : to->factor, bias = is_done ? 0 : to->bias;
    if (tiles->batch.summing == FOLDED_SUM)
        tiles_clear_or_finish(tiles, to, 1, 1, 0);
    sum_octaves(&tiles->batch, to);
    if (factor != 1 || bias != 0 || !is_finite)
        tiles_clear_or_finish(tiles, to, 0, factor, bias);
}

/* Evaluates the band in the batch's buffers, then writes it to the outputs. */
static void tiles_evaluate(struct tiles *tiles, size_t n, ptrdiff_t offset, const output_sink *sink)
{
    const perlin_grid *const grid = tiles->grid;
    const size_t pitch = whole_vectors(n), rows = tiles->rows, planes = tiles->planes;
    tiles->batch.n = planes * rows * pitch;
    tiles->batch.layout = (struct layout){(ptrdiff_t)pitch, (ptrdiff_t)(rows * pitch), pitch};
    sum_octaves(&tiles->batch, NULL);
    for (size_t p = 0; p < planes; p++)
        for (size_t r = 0; r < rows; r++)
            write_batch(&tiles->batch, (p * rows + r) * pitch, n, sink,
                        offset + (ptrdiff_t)r * grid->stride[1] + (ptrdiff_t)p * grid->stride[2],
                        grid->stride[0]);
}

OUTLINE void grid_by_tiles(const perlin_noise *noise, int dims, const struct kernels *kernels,
                           const perlin_grid *grid, const output_sink *sink)
{
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    const int is_finite = results_are_finite(noise, grid, dims);
    const size_t rows = row_count(grid, dims);
    struct tiles tiles;
    tiles.batch.noise = noise;
    tiles.batch.dims = dims;
    tiles.batch.planes = sink->slope[0] ? 1 + dims : 1;
    tiles.batch.octave = kernels->octave ? kernels->octave : tiles_octave;
    tiles.batch.summing = summing_of(noise, tiles.batch.planes, 1);
    batch_init(&tiles.batch, tiles.room, TILES_ROOM);
    tiles.grid = grid;
    tiles.kernels = kernels->tiles;
    tiles.tile.n = 0;
    tiles.z_cell[0] = tiles.w_cell[0] = 0;
    const int is_direct =
        sink->plain && grid->stride[0] == 1 && tiles.batch.summing != SUM_OF_PLANES;
    const int is_only = is_direct && tiles.batch.summing == ONLY_OCTAVE;
    for (tiles.x = 0; tiles.x < grid->count[0]; tiles.x += tiles.kernels->tile) {
        const size_t n = least(grid->count[0] - tiles.x, tiles.kernels->tile);
        const size_t room = is_direct ? DIRECT_BAND : tiles.batch.most;
        struct cursor at = {{0}, (ptrdiff_t)tiles.x * grid->stride[0]};
        for (size_t r = 0; r < rows; r += tiles.rows * tiles.planes) {
            tiles_enter_rows(&tiles, &at, is_only ? rows : room / whole_vectors(n));
            if (is_direct) {
                struct store to;
                to.layout = (struct layout){grid->stride[1], grid->stride[2], n};
                to.factor = output->factor;
                to.bias = output->bias;
                to.plane[0] = sink->out ? sink->out + at.offset : NULL;
                for (int a = 0; a < tiles.batch.planes - 1; a++)
                    to.plane[1 + a] = sink->slope[a] + at.offset;
                tiles_evaluate_direct(&tiles, &to, is_finite);
            } else {
                tiles_evaluate(&tiles, n, at.offset, sink);
            }
            cursor_pass(&at, grid, dims, tiles.rows, tiles.planes);
        }
    }
}

/* Evaluates a grid. Tiles need rows that follow the lattice, which rotated ones do not. */
static void evaluate_grid(const perlin_noise *noise, int dims, const struct kernels *kernels,
                          const perlin_grid *grid, const output_sink *sink)
{
    const struct tile_kernels *const tiles = kernels->tiles;
    struct ways ways = {0, 0};
    if (sizeof(real) == sizeof(float))
        ways = choose_ways(noise, dims, kernels, grid, sink);
    if (ways.by_tiles > 0)
        grid_by_lattice(noise, dims, kernels, grid, ways, sink);
    else if (tiles && !noise->rotation[dims - 1].applies && (tiles->slopes || !sink->slope[0]) &&
             (!kernels->takes || kernels->takes(noise, dims, grid)))
        grid_by_tiles(noise, dims, kernels, grid, sink);
    else
        grid_by_points(noise, dims, kernels, grid, sink);
}

#endif
