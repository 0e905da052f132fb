/*
 * Cellular noise on grids: by blocks where steps are small, by rows of cells where they are larger. On
 * others samples are points.
 */
#ifndef PERLIN_CELLULAR_GRIDS_H
#define PERLIN_CELLULAR_GRIDS_H

#include "blocks.h"
#include "rows.h"

#define NEVER (-1.0)

/* How far samples may be from even distances, in cells: room for rows of cells follows from the step
   (most_step_of_rows). */
#define MOST_ERROR 0x1p-5

/* Up to which steps, in cells, blocks take the least time, by what is wanted (one, two or four points,
   or EDGE) and dimensions: where rows of cells follow, and where samples do (AVX2, SSE2, gcc 12.2). */
INLINE double most_step_of_blocks(int dims, int ranks, int is_edge)
{
    static const double most[3][4][3] = {
        {{0.3, 0.3, 0.13}, {0.25, 0.3, 0.1}, {0.06, 0.06, 0.06}, {0.05, 0.08, 0.03}},
        {{0.04, 0.1, 0.13}, {0.05, 0.12, 0.1}, {0.06, 0.06, 0.06}, {0.05, 0.08, 0.03}},
        {{0.2, 0.2, 0.1}, {0.15, 0.1, 0.08}, {0.05, 0.03, 0.02}, {0.03, 0.02, 0.02}},
    };
    const int lanes = sizeof(real) == sizeof(float) ? NEAR_IS_FAST : 2;
    if (ranks > (int)LANES) /* points near a block's centre are looked for in each lane */
        return NEVER;
    return most[lanes][is_edge ? 3 : ranks > 2 ? 2 : ranks - 1][dims - 2];
}

/* Up to which steps rows of cells can be: a vector's samples are in LANES cells at most. In 4-D too many
   cells are two away. */
INLINE double most_step_of_rows(int dims, int ranks, int is_edge)
{
    if (!NEAR_IS_FAST || is_edge || (ranks > 2 && dims > 3))
        return NEVER;
    return ranks > 2 ? 0.6 : 0.8 * ((double)LANES - 2) / ((double)LANES - 1);
}

/* The greatest step along any axis, in cells. */
static double greatest_step(const perlin_grid *grid, int dims, double frequency)
{
    double most = 0;
    for (int a = 0; a < dims; a++) {
        const double step = grid->count[a] == 1 ? 0 : fabs(grid->step[a] * frequency);
        most = step > most ? step : most;
    }
    return most;
}

/* Evaluates an octave of a band. */
OUTLINE void cellular_octave(struct batch *batch, uint32_t octave, const struct store *to)
{
    struct cell_band *const cell_band = (struct cell_band *)batch;
    const struct band *const band = &cell_band->band;
    const perlin_noise *const noise = batch->noise;
    const int dims = batch->dims;
    const size_t n = least(band->grid->count[0] - band->x, MAX_TILE);
    const double step = greatest_step(band->grid, dims, noise->spectrum.frequency[octave]);
    struct line *const line = cell_band->line;
    hash_keys_init(&cell_band->keys, dims, &noise->integers[octave].keys);
    cells_init(&cell_band->cells, noise, dims, octave, &cell_band->keys);
    cell_band->affine = noise->integers[octave].LANE(scaled).raw[dims - 1];
    cell_band->dims = dims;
    cell_band->ranks = cell_band->cells.ranks;
    cell_band->is_edge = cell_band->cells.result == PERLIN_CELLULAR_EDGE;
    cell_band->search = search_for(&cell_band->cells);
    const struct block_shape shape =
        shape_of(band->grid, dims, noise->spectrum.frequency[octave], cell_band->is_edge);
    const int is_by_rows = most_step_of_rows(dims, cell_band->ranks, cell_band->is_edge) > 0 &&
                           step > most_step_of_blocks(dims, cell_band->ranks, cell_band->is_edge);
    line[0].at = cell_band->x;
    line[1].at = cell_band->y;
    line[2].at = cell_band->z;
    line[3].at = cell_band->w;
    line[0].fraction = cell_band->fractions;
    line[1].fraction = line[0].fraction + MAX_TILE + 2 * LANES;
    line[2].fraction = line[1].fraction + ROWS_ALONG_Y + 2 * LANES;
    line[3].fraction = line[2].fraction + PLANES_ALONG_Z + LANES;
    line_place(band, octave, 0, band->x, n, n + 2 * LANES, &line[0]);
    if (dims > 2)
        line_place(band, octave, 2, band->index[2], band->planes, band->planes, &line[2]);
    if (dims > 3)
        line_place(band, octave, 3, band->index[3], 1, 1, &line[3]);
    for (size_t row = 0, rows; row < band->rows; row += rows) {
        struct extent extent = {{0, 0, 0}, {(int)n, 0, dims > 2 ? (int)band->planes : 1}};
        struct store rows_to = *to;
        rows = least(band->rows - row, ROWS_ALONG_Y);
        extent.n[1] = (int)rows;
        line_place(band, octave, 1, band->index[1] + row, rows, rows + 2 * LANES, &line[1]);
        rows_to.plane[0] += (ptrdiff_t)row * to->layout.row;
        if (is_by_rows)
            rows_of_band(cell_band, &extent, &rows_to);
        else
            blocks_of_band(cell_band, &shape, &extent, &rows_to);
    }
}

OUTLINE void cellular_grid(const perlin_noise *noise, int dims, const perlin_grid *grid,
                           const output_sink *sink)
{
    struct cell_band cell_band;
    cell_band.band.batch.octave = cellular_octave;
    grid_by_bands(&cell_band.band, noise, dims, MAX_TILE, cell_band.room, SUMS_ROOM, grid, sink);
}

/*
 * Whether grids can go these ways, and that is faster. They need results in float, Euclidean distances,
 * and samples that are near each other in every octave.
 */
static int takes_cells(const perlin_noise *noise, int dims, const perlin_grid *grid)
{
    const struct perlin_cellular_state *const state = noise->state;
    const int ranks = perlin_cellular_ranks(state->result);
    const int is_edge = state->result == PERLIN_CELLULAR_EDGE;
    const double of_blocks = most_step_of_blocks(dims, ranks, is_edge),
                 of_rows = most_step_of_rows(dims, ranks, is_edge);
    const double fastest = noise->spectrum.fastest;
    int takes = state->metric <= PERLIN_METRIC_EUCLIDEAN_SQUARED;
    for (int a = 0; a < dims; a++)
        takes &= grid->period[a] == 0 && axis_error(grid, a, fastest) < MOST_ERROR;
    return takes &&
           greatest_step(grid, dims, fastest) <= (of_rows > of_blocks ? of_rows : of_blocks);
}

#endif
