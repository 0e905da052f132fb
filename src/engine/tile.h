/*
 * Evaluates octaves of grids whose lattice lies along the axes, for grid.h. Each octave is placed
 * axis by axis, and samples in one cell share what belongs to that cell.
 */
#ifndef PERLIN_TILE_H
#define PERLIN_TILE_H

#include "bands.h"
#include "integers.h"

/* Room for the sums of a band, in numbers. */
enum { TILES_ROOM = 5120 / sizeof(real) };

/* The driver's state: a band of rows in one tile, and that tile in one octave. */
struct tiles {
    struct band band;
    const struct tile_kernels *kernels;
    struct tile tile;
    size_t tile_x; /* the sample and the octave that `tile` is for */
    uint32_t tile_octave;
    uint32_t y_cell[ROWS_ALONG_Y + LANES], z_cell[PLANES_ALONG_Z + LANES], w_cell[LANES];
    _Alignas(64) real y[4][ROWS_ALONG_Y + LANES], z[4][PLANES_ALONG_Z + LANES], w[4][LANES];
    _Alignas(STATE_ALIGNMENT) unsigned char state[STATE_ROOM];
    _Alignas(64) real room[TILES_ROOM];
};

static struct axis axis_in(uint32_t cell[], real *weight, size_t pitch)
{
    return (struct axis){cell, {weight, weight + pitch, weight + 2 * pitch, weight + 3 * pitch}};
}

/* Places n samples along an axis, starting at `first`. */
static void axis_enter(const struct tiles *tiles, uint32_t octave, int axis, size_t first, size_t n,
                       const struct axis *to)
{
    const struct batch *const batch = &tiles->band.batch;
    axis_place(&batch->noise->spectrum, octave, tiles->band.grid, axis, first, n, to->cell,
               to->weight[0]);
    tiles->kernels->weigh(batch->noise, batch->dims, batch->planes > 1, n, to);
}

/* Hashes the cells of nodes by the integer hash, in place. */
OUTLINE void hash_nodes_of_tile(struct tile *tile, const struct perlin_keys *from)
{
    struct hash_keys keys;
    hash_keys_init(&keys, 1, from);
    for (size_t i = 0; i < (size_t)tile->nodes; i += LANES) {
        const hash_vec cell = (hash_vec)v_load_words(tile->hash + i);
        v_store_words(tile->hash + i,
                      (ivec)axis_hash(&keys, 0, cell + splat_hash(PERLIN_CELL_BITS)));
    }
}

/* Builds the tile that starts at sample x in this octave, unless `tile` is it already. Returns 1 if
   it was built. A function of its own, so that its arrays and a kernel's share the stack. */
OUTLINE int tile_enter(struct tiles *tiles, uint32_t octave)
{
    struct tile *const tile = &tiles->tile;
    const perlin_noise *const noise = tiles->band.batch.noise;
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    const struct perlin_integers *const integers = perlin_octave_integers(noise, octave);
    const uint32_t modulus = noise->spectrum.modulus[octave][0];
    uint32_t cell[MAX_TILE + LANES], run_cell[MAX_TILE];
    const struct axis x = axis_in(cell, tile->weight[0], MAX_TILE + LANES);
    if (tile->n > 0 && tiles->tile_x == tiles->band.x && tiles->tile_octave == octave)
        return 0;
    tile->n = least(tiles->band.grid->count[0] - tiles->band.x, tiles->kernels->tile);
    tiles->tile_x = tiles->band.x;
    tiles->tile_octave = octave;
    axis_enter(tiles, octave, 0, tiles->band.x, tile->n, &x);
    const int shared = find_runs(tile->n, modulus, cell, tile->run_of, run_cell, &tile->runs);
    const int places = tiles->kernels->places;
    tile->right = shared ? 1 : tile->runs;
    tile->nodes = tile->runs + (places - 1) * tile->right;
    for (int32_t r = 0; r < tile->runs; r++) {
        uint32_t near = places == 4 ? perlin_previous_cell(run_cell[r], modulus) : run_cell[r];
        for (int k = 0; k < places; k++, near = perlin_next_cell(near, modulus))
            tile->hash[r + k * tile->right] = near;
    }
    memset(tile->hash + tile->nodes, 0, LANES * sizeof tile->hash[0]);
    if (integers) {
        hash_nodes_of_tile(tile, &integers->keys);
        return 1;
    }
    for (int32_t i = 0; i < tile->nodes; i++)
        tile->hash_byte[i] = tables->lut.value[tile->hash[i] % PERLIN_TABLE_SIZE];
    memset(tile->hash_byte + tile->nodes, 0, BEHIND);
    return 1;
}

/* Evaluates a strip in each plane of the band. Its rows start at `row` of the band and at `at` of
   the y axis. */
static void planes_evaluate(struct tiles *tiles, strip_kernel *kernel, struct strip *strip,
                            const struct axis *y, const struct axis *z, size_t row, size_t at,
                            const struct store *to)
{
    const struct batch *const batch = &tiles->band.batch;
    strip->axis[1] = axis_in(y->cell + at, y->weight[0] + at, ROWS_ALONG_Y + LANES);
    for (size_t plane = 0; plane < tiles->band.planes; plane++) {
        struct store rows = *to;
        const ptrdiff_t offset =
            (ptrdiff_t)row * to->layout.row + (ptrdiff_t)plane * to->layout.plane;
        const int moves =
            strip->cell[1] != y->cell[at] || (batch->dims > 2 && strip->cell[2] != z->cell[plane]);
        if (moves && strip->change < NEW_CELL)
            strip->change = NEW_CELL;
        strip->cell[1] = y->cell[at];
        strip->cell[2] = z->cell[plane];
        strip->axis[2] = axis_in(z->cell + plane, z->weight[0] + plane, PLANES_ALONG_Z + LANES);
        for (int p = 0; p < batch->planes; p++)
            if (rows.plane[p])
                rows.plane[p] += offset;
        kernel(batch->noise, &tiles->tile, strip, tiles->state, &rows);
        strip->change = tiles->band.planes > 1 ? NEW_PLANE : NEW_ROWS;
    }
}

/* Evaluates one octave of the band. */
static void tiles_octave(struct batch *batch, uint32_t octave, const struct store *to)
{
    struct tiles *const tiles = (struct tiles *)batch;
    const struct tile_kernels *const kernels = tiles->kernels;
    const struct axis y = axis_in(tiles->y_cell, tiles->y[0], ROWS_ALONG_Y + LANES);
    const struct axis z = axis_in(tiles->z_cell, tiles->z[0], PLANES_ALONG_Z + LANES);
    const struct axis w = axis_in(tiles->w_cell, tiles->w[0], LANES);
    strip_kernel *const plain = to->adds ? kernels->added : kernels->strips;
    const size_t *const index = tiles->band.index;
    struct strip strip; /* its members are set one by one, as in sum_octaves */
    strip.noise = batch->noise;
    strip.tables = perlin_octave_tables(batch->noise, octave);
    strip.integers = perlin_octave_integers(batch->noise, octave);
    strip.modulus = batch->noise->spectrum.modulus[octave];
    strip.cell[1] = strip.cell[2] = 0;
    /* y goes before x, whose runs wait for its cells: the processor does both at once. */
    size_t end = least(tiles->band.rows, ROWS_ALONG_Y);
    axis_enter(tiles, octave, 1, index[1], end, &y);
    strip.change = tile_enter(tiles, octave) ? NEW_TILE : NEW_CELL;
    if (batch->dims > 2)
        axis_enter(tiles, octave, 2, index[2], tiles->band.planes, &z);
    if (batch->dims > 3)
        axis_enter(tiles, octave, 3, index[3], 1, &w);
    strip.axis[3] = w;
    strip.cell[3] = w.cell[0];
    for (size_t row = 0, first = 0; row < tiles->band.rows; row += strip.rows) {
        if (row == end) { /* the next rows along y */
            first = row;
            end = row + least(tiles->band.rows - row, ROWS_ALONG_Y);
            axis_enter(tiles, octave, 1, index[1] + first, end - first, &y);
        }
        const size_t at = row - first, most = least(end - row, MAX_ROWS);
        for (strip.rows = 1; strip.rows < most && y.cell[at + strip.rows] == y.cell[at];)
            strip.rows++;
        planes_evaluate(tiles, batch->planes == 1 ? plain : kernels->slopes, &strip, &y, &z, row,
                        at, to);
    }
}

OUTLINE void grid_by_tiles(const perlin_noise *noise, int dims, const struct kernels *kernels,
                           const perlin_grid *grid, const output_sink *sink)
{
    struct tiles tiles;
    tiles.band.batch.octave = tiles_octave;
    tiles.kernels = kernels->tiles;
    tiles.tile.n = 0;
    tiles.z_cell[0] = tiles.w_cell[0] = 0;
    grid_by_bands(&tiles.band, noise, dims, kernels->tiles->tile, tiles.room, TILES_ROOM, grid,
                  sink);
}

#endif
