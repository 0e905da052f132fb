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
INLINE void cellular_octave(struct tiles *tiles, int dims, uint32_t octave, const struct store *to)
{
    struct cell_band *const band = (struct cell_band *)(void *)tiles->state;
    const perlin_noise *const noise = tiles->batch.noise;
    const size_t n = least(tiles->grid->count[0] - tiles->x, tiles->kernels->tile);
    const double step = greatest_step(tiles->grid, dims, noise->spectrum.frequency[octave]);
    hash_keys_init(&band->keys, dims, &noise->integers[octave].keys);
    cells_init(&band->cells, noise, dims, octave, &band->keys);
    band->axes = band->axes_room;
    band->affine = noise->integers[octave].LANE(scaled).raw[dims - 1];
    band->dims = dims;
    band->ranks = band->cells.ranks;
    band->is_edge = band->cells.result == PERLIN_CELLULAR_EDGE;
    band->search = search_for(&band->cells);
    const struct block_shape shape =
        shape_of(tiles->grid, dims, noise->spectrum.frequency[octave], band->is_edge);
    const int is_by_rows = most_step_of_rows(dims, band->ranks, band->is_edge) > 0 &&
                           step > most_step_of_blocks(dims, band->ranks, band->is_edge);
    band->line[0].at = band->x;
    band->line[1].at = band->y;
    band->line[2].at = band->z;
    band->line[3].at = band->w;
    band->line[0].fraction = band->fractions;
    band->line[1].fraction = band->line[0].fraction + MAX_TILE + 2 * LANES;
    band->line[2].fraction = band->line[1].fraction + ROWS_ALONG_Y + 2 * LANES;
    band->line[3].fraction = band->line[2].fraction + PLANES_ALONG_Z + LANES;
    line_place(tiles, octave, 0, tiles->x, n, n + 2 * LANES, &band->line[0]);
    if (dims > 2)
        line_place(tiles, octave, 2, tiles->index[2], tiles->planes, tiles->planes, &band->line[2]);
    if (dims > 3)
        line_place(tiles, octave, 3, tiles->index[3], 1, 1, &band->line[3]);
    for (size_t row = 0, rows; row < tiles->rows; row += rows) {
        struct extent extent = {{0, 0, 0}, {(int)n, 0, dims > 2 ? (int)tiles->planes : 1}};
        struct store rows_to = *to;
        rows = least(tiles->rows - row, ROWS_ALONG_Y);
        extent.n[1] = (int)rows;
        line_place(tiles, octave, 1, tiles->index[1] + row, rows, rows + 2 * LANES, &band->line[1]);
        rows_to.plane[0] += (ptrdiff_t)row * to->layout.row;
        if (is_by_rows)
            rows_of_band(band, &extent, &rows_to);
        else
            blocks_of_band(band, &shape, &extent, &rows_to);
    }
}

OUTLINE void cellular_grid(struct batch *batch, uint32_t octave, const struct store *to)
{
    cellular_octave((struct tiles *)batch, batch->dims, octave, to);
}

/*
 * Whether grids can go these ways, and that is faster. They need results in float, Euclidean distances,
 * and samples that are near each other in every octave.
 */
static int takes_cells(const perlin_noise *noise, int dims, const perlin_grid *grid)
{
    const struct perlin_cellular_state *const state = noise->state;
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    const int ranks = perlin_cellular_ranks(state->result);
    const int is_edge = state->result == PERLIN_CELLULAR_EDGE;
    const double of_blocks = most_step_of_blocks(dims, ranks, is_edge),
                 of_rows = most_step_of_rows(dims, ranks, is_edge);
    double fastest = 0;
    int takes = state->metric <= PERLIN_METRIC_EUCLIDEAN_SQUARED;
    for (uint32_t o = 0; o < spectrum->octaves; o++) {
        const double frequency = fabs(spectrum->frequency[o]);
        fastest = frequency > fastest ? frequency : fastest;
    }
    for (int a = 0; a < dims; a++)
        takes &= grid->period[a] == 0 && axis_error(grid, a, fastest) < MOST_ERROR;
    return takes &&
           greatest_step(grid, dims, fastest) <= (of_rows > of_blocks ? of_rows : of_blocks);
}

#endif
