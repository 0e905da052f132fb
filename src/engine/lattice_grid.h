/*
 * Evaluates grids of noise that a lattice defines, tile by tile. Each lattice point acts on the
 * samples in its reach, or, where few samples share a point, each sample looks at its own vertices
 * (choose_ways).
 */
#ifndef PERLIN_LATTICE_GRID_H
#define PERLIN_LATTICE_GRID_H

#include "lattice_samples.h"
#include "points.h"

/* Room for the sums of a tile that are not in the output, and how many samples of those that are a
   cache holds. */
enum { LATTICE_ROOM = 7680 / sizeof(real), LATTICE_CACHED = 8192 };

/* The most cells along a side of a tile: places are known modulo 256. */
#define MOST_CELLS 96.0

/* The greatest frequencies of octaves that go by lattice points, and of those that are placed by
   tiles at all. */
struct ways {
    double by_points, by_tiles;
    double error[4]; /* axis_error at frequency 1 */
};

struct lattice_grid {
    struct batch batch;
    const perlin_grid *grid;
    const struct kernels *kernels;
    struct ways ways;
    size_t first[4], count[4]; /* of the tile's samples */
    size_t pitch;              /* as many samples of a row are summed */
    struct lattice_tile tile;
    _Alignas(64) real room[LATTICE_ROOM];
};

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* The most samples of a tile along each axis, of which `room` fit. */
static void choose_tile(const perlin_grid *grid, int dims, double frequency, size_t columns,
                        size_t room, size_t size[4])
{
    for (int a = 0; a < 4; a++) {
        size[a] = 1;
        if (a >= dims)
            continue;
        const double step = fabs(grid->step[a] * frequency);
        size[a] = a == 0 ? least(columns, MOST_ALONG_X) : least(grid->count[a], MOST_ALONG);
        if ((double)size[a] * step > MOST_CELLS)
            size[a] = 1 + (size_t)(MOST_CELLS / step);
        if (a == 0) {
            if (size[0] > LANES)
                size[0] -= size[0] % LANES;
            room /= whole_vectors(size[0]);
            continue;
        }
        size_t part = room;
        if (a < dims - 1) /* axes share what is left */
            part = (size_t)(2 * sqrt((double)room) + 3) / 4 * 4;
        size[a] = greatest(1, least(size[a], least(part, room)));
        room /= size[a];
    }
}

/* How many samples of an axis follow each other from `first` on: coordinates jump back at the end of
   the axis's period. */
static size_t until_jump(const perlin_grid *grid, int axis, size_t first)
{
    const size_t left = grid->count[axis] - first;
    if (grid->period[axis] == 0)
        return left;
    const uint64_t rest = grid->period[axis] - (uint64_t)sample_index(grid, axis, first);
    return rest < left ? (size_t)rest : left; /* it may be more than a size_t holds */
}

/* A row of the tile, and where it is, by strides of the sums or of the output. */
struct tile_row {
    size_t index[4];
    ptrdiff_t at;
};

static struct tile_row first_row(void)
{
    return (struct tile_row){{0, 0, 0, 0}, 0};
}

/* Goes on to the next row. Returns 0 after the last one. */
INLINE int next_row(const size_t count[4], const ptrdiff_t stride[4], struct tile_row *row)
{
    for (int a = 1; a < 4; a++) {
        row->at += stride[a];
        if (++row->index[a] < count[a])
            return 1;
        row->at -= (ptrdiff_t)count[a] * stride[a];
        row->index[a] = 0;
    }
    return 0;
}

/* Zeros the tile's sums. */
static void clear_tile(const struct lattice_grid *by)
{
    struct tile_row row = first_row();
    do
        memset(by->tile.sum + row.at, 0, by->pitch * sizeof(real));
    while (next_row(by->count, by->tile.stride, &row));
}

/* The coordinates of a block of samples: x by column, the others by row. */
struct block_coordinates {
    double x[BLOCK], others[3][BLOCK / LANES];
};

/* What a block of samples is placed by: the tile, or else coordinates. */
union placed_by {
    struct tile_origin origin;
    struct block_coordinates coordinates;
};

/* Places the samples of `rows` rows from `at` on, and of `pitch` columns from x on, by coordinates,
   since the tile's samples are too far from each other. */
static void place_by_coordinates(const struct lattice_grid *by, struct points *points,
                                 struct block_coordinates *to, struct tile_row at, size_t rows,
                                 size_t x, size_t pitch)
{
    const int dims = by->batch.dims;
    for (size_t i = 0; i < pitch; i += LANES)
        coordinates(by->grid, 0, by->first[0] + x + i, to->x + i);
    for (size_t r = 0; r < rows; r++) {
        for (int a = 1; a < dims; a++)
            to->others[a - 1][r] = coordinate(by->grid, a, by->first[a] + at.index[a]);
        next_row(by->count, by->tile.stride, &at);
    }
    points->placing.pitch = pitch;
    place_points(points, dims);
}

/* Adds an octave to these samples. */
static void add_block(const struct lattice_grid *by, uint32_t octave, const struct store *to,
                      struct points *points, union placed_by *placed_by, int by_tile,
                      struct tile_row at, size_t rows, size_t x, size_t pitch)
{
    _Alignas(64) real sum[BLOCK];
    struct store part = *to;
    struct tile_row row = at;
    points->n = rows * pitch;
    if (!by_tile)
        place_by_coordinates(by, points, &placed_by->coordinates, at, rows, x, pitch);
    for (size_t r = 0; r < rows; r++) {
        if (by_tile)
            place_row(points, &by->tile, &placed_by->origin, row.index, x, pitch, r * pitch);
        for (size_t i = 0; i < pitch && to->adds; i += LANES)
            v_store(sum + r * pitch + i, v_load(to->plane[0] + row.at + (ptrdiff_t)(x + i)));
        next_row(by->count, by->tile.stride, &row);
    }
    part.plane[0] = sum;
    pad_points(points, by->batch.dims);
    by->kernels->points(by->batch.noise, points, octave, &part);
    for (size_t r = 0; r < rows; r++) {
        for (size_t i = 0; i < pitch; i += LANES)
            v_store(to->plane[0] + at.at + (ptrdiff_t)(x + i), v_load(sum + r * pitch + i));
        next_row(by->count, by->tile.stride, &at);
    }
}

/* Adds an octave of which few samples share a lattice point: as blocks of points. */
OUTLINE void octave_by_samples(const struct lattice_grid *by, uint32_t octave, int by_tile,
                               const struct store *to)
{
    struct points points;
    union placed_by placed_by;
    const size_t columns = least(by->pitch, BLOCK), in_block = BLOCK / columns;
    struct tile_row at = first_row();
    points.are_doubles = points.are_placed = points.in_lattice = 1;
    points.pitch = columns;
    points.edge = NULL;
    for (int a = 0; a < by->batch.dims; a++)
        points.coords[a] = a == 0 ? placed_by.coordinates.x : placed_by.coordinates.others[a - 1];
    enter_octave(by->batch.noise, &points, by->batch.dims, by->kernels, octave);
    if (by_tile)
        tile_origin_init(&placed_by.origin, &by->tile);
    for (size_t left = by->count[1] * by->count[2] * by->count[3], rows; left > 0; left -= rows) {
        rows = least(left, in_block);
        for (size_t x = 0; x < by->pitch; x += columns)
            add_block(by, octave, to, &points, &placed_by, by_tile, at, rows, x,
                      least(columns, by->pitch - x));
        for (size_t r = 0; r < rows; r++)
            next_row(by->count, by->tile.stride, &at);
    }
}

/* Adds an octave to the sums of the tile. */
static void lattice_octave(struct batch *batch, uint32_t octave, const struct store *to)
{
    struct lattice_grid *const by = (struct lattice_grid *)batch;
    struct lattice_tile *const tile = &by->tile;
    const size_t *const count = by->count;
    const double frequency = fabs(batch->noise->spectrum.frequency[octave]);
    const int by_tile = frequency <= by->ways.by_tiles;
    for (int a = 0; by_tile && a < batch->dims; a++)
        side_init(tile, by->grid, &batch->noise->spectrum, octave, a, by->first[a], count[a],
                  a == 0 ? by->pitch : count[a]);
    if (frequency > by->ways.by_points) {
        octave_by_samples(by, octave, by_tile, to);
        return;
    }
    tile->sum = to->plane[0];
    if (!to->adds)
        clear_tile(by);
    by->kernels->splat(&batch->noise->integers[octave], tile);
}

/* Evaluates the tile in the output, at `out`. */
static void tile_in_output(struct lattice_grid *by, real *out, real bias)
{
    struct store to = {.plane = {out}, .factor = 1};
    by->pitch = by->count[0];
    by->tile.stride[1] = by->grid->stride[1];
    by->tile.stride[2] = by->grid->stride[2];
    by->tile.stride[3] = by->grid->stride[3];
    sum_octaves(&by->batch, &to);
    struct tile_row row = first_row();
    if (bias == 0)
        return;
    do
        finish_row(out + row.at, by->count[0], 1, bias);
    while (next_row(by->count, by->tile.stride, &row));
}

/* Evaluates the tile in a buffer, and writes it to the output from element `at` on. */
static void tile_in_room(struct lattice_grid *by, const output_sink *sink, ptrdiff_t at)
{
    const perlin_grid *const grid = by->grid;
    const size_t n = by->count[0], pitch = whole_vectors(n);
    const size_t rows = by->count[1], planes = by->count[2];
    by->pitch = pitch;
    by->tile.stride[1] = (ptrdiff_t)pitch;
    by->tile.stride[2] = (ptrdiff_t)(rows * pitch);
    by->tile.stride[3] = (ptrdiff_t)(planes * rows * pitch);
    by->batch.n = by->count[3] * planes * rows * pitch;
    sum_octaves(&by->batch, NULL);
    struct tile_row row = first_row();
    size_t sum = 0;
    do {
        write_batch(&by->batch, sum, n, sink, at + row.at, grid->stride[0]);
        sum += pitch;
    } while (next_row(by->count, grid->stride, &row));
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* The tile size along an axis from sample `first` on. */
static size_t tile_along(const perlin_grid *grid, int dims, int axis, size_t first, size_t most)
{
    return axis < dims ? least(most, until_jump(grid, axis, first)) : 1;
}

/* Evaluates the samples from x to `end` of all rows. */
static void evaluate_columns(struct lattice_grid *by, size_t x, size_t end, size_t room,
                             int is_direct, const output_sink *sink)
{
    const perlin_noise *const noise = by->batch.noise;
    const perlin_grid *const grid = by->grid;
    const int dims = by->batch.dims;
    const real bias = noise->LANE(output)[dims - 1].bias;
    size_t size[4], *const first = by->first, *const count = by->count;
    choose_tile(grid, dims, by->ways.by_tiles, end - x, room, size);
    const size_t rows = dims > 1 ? grid->count[1] : 1, planes = dims > 2 ? grid->count[2] : 1;
    const size_t volumes = dims > 3 ? grid->count[3] : 1;
    for (first[3] = 0; first[3] < volumes; first[3] += count[3]) {
        count[3] = tile_along(grid, dims, 3, first[3], size[3]);
        for (first[2] = 0; first[2] < planes; first[2] += count[2]) {
            count[2] = tile_along(grid, dims, 2, first[2], size[2]);
            for (first[1] = 0; first[1] < rows; first[1] += count[1]) {
                count[1] = tile_along(grid, dims, 1, first[1], size[1]);
                for (first[0] = x; first[0] < end;) {
                    const size_t n =
                        least(tile_along(grid, dims, 0, first[0], size[0]), end - first[0]);
                    ptrdiff_t at = 0;
                    for (int a = 0; a < dims; a++)
                        at += (ptrdiff_t)first[a] * grid->stride[a];
                    count[0] = n;
                    if (is_direct)
                        tile_in_output(by, sink->out + at, bias);
                    else
                        tile_in_room(by, sink, at);
                    first[0] += n;
                }
            }
        }
    }
}

/* How many lattice points are in reach of a tile for each of its samples, in an octave. */
static double points_per_sample(const perlin_noise *noise, int dims, const struct kernels *kernels,
                                const perlin_grid *grid, double frequency)
{
    const struct lattice_places *const lattice = kernels->lattice;
    double points = lattice->copies / (1 - dims * unskew_of(lattice));
    const double radius = sqrt(noise->reach[dims - 1]);
    size_t size[4];
    choose_tile(grid, dims, frequency, grid->count[0], 8 * LATTICE_CACHED, size);
    for (int a = 0; a < dims; a++)
        points *= ((double)(size[a] - 1) * fabs(grid->step[a] * frequency) + 2 * radius) /
                  (double)size[a];
    return points;
}

/*
 * The most lattice points per sample with which going by lattice points takes less time than
 * looking at each sample's vertices, for each of these. Measured on grids of 256^2, 64^3 and 16^4
 * samples by steps of .08 to .75 (AMD EPYC Zen 4, gcc 12.2, 2026-11-28). Kernels for the corners of
 * simplices are faster than those for other vertices.
 *
 *                     SIMPLEX             OPENSIMPLEX2    OPENSIMPLEX2S
 *                2-D   3-D   4-D            3-D   4-D      2-D   3-D   4-D
 *     SSE2      .117  .087  .021           .163  .111     .127  .119  .046
 *     AVX2      .056  .024  .010           .068  .046     .074  .070  .017
 *     AVX-512   .017  .005  .001           .025  .012     .022  .024  .002
 */
static double most_points(const struct lattice_places *lattice)
{
    static const double of_corners[3][3] = {{.117, .087, .021},
                                            {.056, .024, .01},
                                            {.017, .005, .001}},
                        of_others[3][3] = {{.127, .12, .05}, {.074, .07, .02}, {.022, .024, .003}};
    const int lanes = LANES <= 4 ? 0 : LANES == 8 ? 1 : 2;
    const int has_corners = lattice->vertices == lattice->dims + 1 && lattice->copies == 1;
    return lattice->vertices * (has_corners ? of_corners : of_others)[lanes][lattice->dims - 2];
}

/* True if a tile has enough samples, in an octave, that placing them by tiles pays. */
static int has_wide_tiles(int dims, const perlin_grid *grid, double frequency)
{
    double most = MOST_CELLS / (double)(4 * LANES);
    for (int a = 0; a < dims; a++) {
        if (fabs(grid->step[a] * frequency) > most)
            return 0;
        most = MOST_CELLS / 8;
    }
    return 1;
}

/* Chooses the octaves' ways; if by_tiles is 0, tiles are none. */
static struct ways choose_ways(const perlin_noise *noise, int dims, const struct kernels *kernels,
                               const perlin_grid *grid, const output_sink *sink)
{
    struct ways ways = {0, 0, {0}};
    if (!kernels->splat || sink->slope[0] || noise->rotation[dims - 1].applies)
        return ways;
    for (int a = 0; a < dims; a++)
        ways.error[a] = axis_error(grid, a, 1);
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        const double frequency = fabs(noise->spectrum.frequency[o]);
        for (int a = 0; a < dims; a++)
            if (!(ways.error[a] * frequency < 1)) /* or a tile might have too many cells */
                return (struct ways){0, 0, {0}};
        const int is_fine = points_per_sample(noise, dims, kernels, grid, frequency) <
                            most_points(kernels->lattice);
        if (is_fine && frequency > ways.by_points)
            ways.by_points = frequency;
        if ((is_fine || has_wide_tiles(dims, grid, frequency)) && frequency > ways.by_tiles)
            ways.by_tiles = frequency;
    }
    return ways;
}

/* Whole vectors of a row may be added up in the output; what is left of it may not. */
OUTLINE void grid_by_lattice(const perlin_noise *noise, int dims, const struct kernels *kernels,
                             const perlin_grid *grid, struct ways ways, const output_sink *sink)
{
    struct lattice_grid by;
    by.batch.noise = noise;
    by.batch.dims = dims;
    by.batch.planes = 1;
    by.batch.octave = lattice_octave;
    by.batch.summing = perlin_is_plain(&noise->shape) ? PLAIN_SUM : SUM_OF_PLANES;
    batch_init(&by.batch, by.room, LATTICE_ROOM);
    by.grid = grid;
    by.kernels = kernels;
    by.ways = ways;
    by.tile.lattice = kernels->lattice;
    by.tile.error = by.ways.error;
    by.tile.reach = (float)(noise->reach[dims - 1] - margin_of_reach(dims));
    by.tile.radius = sqrtf(by.tile.reach);
    by.tile.stride[0] = 1;
    const int has_vectors = fabs(grid->step[0] * ways.by_tiles) * (double)LANES < MOST_CELLS;
    const int is_direct = sink->plain && grid->stride[0] == 1 && grid->period[0] == 0 &&
                          has_vectors && by.batch.summing == PLAIN_SUM;
    const int is_fine = fabs(grid->step[0]) * ways.by_tiles < 1.0 / 12;
    const size_t whole = is_direct ? grid->count[0] / LANES * LANES : 0;
    if (whole > 0)
        evaluate_columns(&by, 0, whole, is_fine ? LATTICE_CACHED : 8 * LATTICE_CACHED, 1, sink);
    if (whole < grid->count[0])
        evaluate_columns(&by, whole, grid->count[0], by.batch.most, 0, sink);
}

#endif
