/*
 * Evaluates grids of noise that a lattice defines, tile by tile: by lattice points, each of which
 * acts on the samples in its reach, or, where few samples share a point, by samples, each of which
 * looks at its own vertices (goes_by_points).
 */
#ifndef PERLIN_LATTICE_GRID_H
#define PERLIN_LATTICE_GRID_H

#include "lattice_tile.h"
#include "points.h"

/* Room for the sums of a tile that are not in the output, and how many samples of those that are a
   cache holds. */
enum { LATTICE_ROOM = 7680 / sizeof(real), LATTICE_CACHED = 8192 };

/* The fewest samples of a tile along x, and along others, if there are so many in the grid. */
enum { LEAST_ALONG_X = 32, LEAST_ALONG = 8 };

struct lattice_grid {
    struct batch batch;
    struct lattice_tile tile;
    const struct kernels *kernels;
    int is_direct;
    double error[4];
    size_t most[4]; /* samples of a tile along each axis */
    _Alignas(64) real room[LATTICE_ROOM + LANES];
};

/* ---- Tiles ----------------------------------------------------------------------------------- */

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

/* Finds the most samples of a tile along each axis, of which `room` fit. */
static void choose_tile(struct lattice_grid *by, size_t columns, size_t room)
{
    const perlin_grid *const grid = by->tile.grid;
    const int dims = by->batch.dims;
    const double fastest = by->batch.noise->spectrum.fastest;
    size_t *const most = by->most, all = 1;
    for (int a = 0; a < dims; a++) {
        const double cells = fabs(grid->step[a]) * fastest;
        size_t n = a == 0 ? least(columns, MOST_ALONG_X) : least(grid->count[a], MOST_ALONG);
        if ((double)n * cells > MOST_CELLS)
            n = least(n,
                      greatest(a == 0 ? LEAST_ALONG_X : LEAST_ALONG, (size_t)(MOST_CELLS / cells)));
        if (a == 0 && by->is_direct)
            n -= n % LANES;
        most[a] = n;
        all *= a == 0 ? whole_vectors(n) : n;
    }
    if (all <= room)
        return;
    room /= whole_vectors(most[0]);
    for (int a = 1; a < dims; a++) {
        size_t part = room;
        if (a < dims - 1) /* axes share what is left */
            part = (size_t)(2 * sqrt((double)room) + 3) / 4 * 4;
        most[a] = greatest(1, least(most[a], least(part, room)));
        room /= most[a];
    }
}

/* Moves the sums of a tile in the room, so that rows have `pitch` samples. */
static void set_pitch(struct lattice_tile *tile, size_t pitch)
{
    const size_t rows = tile->count[1] * tile->count[2] * tile->count[3], before = tile->pitch;
    for (size_t i = 0; tile->adds && pitch != before && i < rows; i++) {
        const size_t r = pitch > before ? rows - 1 - i : i;
        memmove(tile->sum + r * pitch, tile->sum + r * before, tile->count[0] * sizeof(real));
    }
    tile->pitch = pitch;
    tile->stride[1] = (ptrdiff_t)pitch;
    tile->stride[2] = (ptrdiff_t)(pitch * tile->count[1]);
    tile->stride[3] = (ptrdiff_t)(pitch * tile->count[1] * tile->count[2]);
}

/* What is done once for a lattice point, and three times before the first one, in the units of
   vector_costs. */
#define POINT_COST 30.0

/* Whether adding a tile by lattice points takes less time: by how many are in reach, and how many
   vectors are in reach of each. Finds out whether the tile is wide, too. */
static int goes_by_points(struct lattice_tile *tile, int dims)
{
    static const double in_ball[3] = {1, 0.8, 0.35}; /* what is not left out of a window */
    const double frequency = fabs(tile->noise->spectrum.frequency[tile->octave]);
    const double reach = 2 * (double)tile->radius;
    const int backend = LANES <= 4 ? 0 : LANES == 8 ? 1 : 2;
    double points = tile->lattice->copies / (1 - dims * unskew_of(tile->lattice));
    double vectors = 1.0 / (double)LANES, window = in_ball[dims - 2];
    tile->is_wide = 0;
    for (int a = 0; a < dims; a++) {
        const double step = fabs(tile->grid->step[a] * frequency), count = (double)tile->count[a];
        const double cells = step * (count - 1);
        const double lanes = a == 0 ? (double)LANES : 1; /* a window begins within a vector */
        const double most = a == 0 ? (double)whole_vectors(tile->count[0]) / lanes : count;
        tile->is_wide |= !(cells <= MOST_CELLS);
        points *= cells + reach;
        vectors *= count;
        window *= lower(reach / step / lanes + 1, most);
    }
    return !tile->is_wide && (points + 3) * POINT_COST + points * window <
                                 vector_costs[backend][tile->lattice->kind] * vectors;
}

/* Adds an octave to the sums of the tile. By samples these may follow each other without gaps. */
static void lattice_octave(struct batch *batch, uint32_t octave, const struct store *to)
{
    struct lattice_grid *const by = (struct lattice_grid *)batch;
    struct lattice_tile *const tile = &by->tile;
    const size_t width = tile->count[0];
    tile->octave = octave;
    tile->sum = to->plane[0];
    tile->adds = to->adds;
    const int by_points = goes_by_points(tile, batch->dims);
    if (!by->is_direct) {
        const int is_run = !by_points && !tile->is_wide && batch->summing == PLAIN_SUM;
        set_pitch(tile, is_run ? greatest(width, LANES) : whole_vectors(width));
    }
    if (by_points)
        by->kernels->splat(tile);
    else
        by->kernels->samples(tile);
}

/* Evaluates the tile in the output, at `out`. */
static void tile_in_output(struct lattice_grid *by, real *out)
{
    struct lattice_tile *const tile = &by->tile;
    const real bias = by->batch.noise->LANE(output)[by->batch.dims - 1].bias;
    struct store to;
    struct tile_row row = {{0, 0, 0, 0}, 0};
    to.plane[0] = out;
    to.factor = 1;
    tile->pitch = tile->count[0];
    memcpy(tile->stride, tile->grid->stride, sizeof tile->stride);
    sum_octaves(&by->batch, &to);
    if (bias == 0)
        return;
    do
        finish_row(out + row.at, tile->count[0], 1, bias);
    while (next_row(4, tile->count, tile->stride, &row));
}

/* Writes rows of n sums, which are `pitch` apart, and `row` apart in the output. A last vector that
   is not whole starts earlier. */
OUTLINE void write_rows(const output_sink *sink, const output_scale *output, const real *total,
                        size_t pitch, size_t rows, size_t n, real *out, ptrdiff_t row,
                        ptrdiff_t stride)
{
    const output_scale whole = *output; /* a copy, because stores may alias the original */
    const int is_plain = sink->plain && stride == 1 && n >= LANES;
    for (size_t r = 0; !is_plain && r < rows; r++)
        write_noise(sink, output, total + r * pitch, n, out + (ptrdiff_t)r * row, stride);
    for (size_t r = 0; is_plain && r < rows; r++, total += pitch, out += row) {
        for (size_t i = 0; i + LANES < n; i += LANES)
            v_store(out + i, v_canonical(finish(&whole, v_load(total + i))));
        v_store(out + n - LANES, v_canonical(finish(&whole, v_load(total + n - LANES))));
    }
}

/* Evaluates the tile in the room, and writes it to the output from element `at` on: at once where
   rows are as close there. */
static void tile_in_room(struct lattice_grid *by, const output_sink *sink, ptrdiff_t at)
{
    const struct lattice_tile *const tile = &by->tile;
    const ptrdiff_t *const stride = tile->grid->stride;
    const output_scale *const output = &by->batch.noise->LANE(output)[by->batch.dims - 1];
    const size_t planes[4] = {1, 1, tile->count[2], tile->count[3]};
    struct tile_row plane = {{0, 0, 0, 0}, 0};
    size_t n = tile->count[0], rows = tile->count[1];
    const real *sum = by->batch.total;
    by->batch.n = planes[3] * planes[2] * rows * whole_vectors(n);
    sum_octaves(&by->batch, NULL);
    if (tile->pitch == n && stride[0] == 1 && stride[1] == (ptrdiff_t)n) {
        n *= rows;
        rows = 1;
    }
    do {
        write_rows(sink, output, sum, tile->pitch, rows, n, sink->out + at + plane.at, stride[1],
                   stride[0]);
        sum += tile->stride[2];
    } while (next_row(4, planes, stride, &plane));
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* The tile's samples along an axis, up to `end`. */
INLINE void tile_along(struct lattice_grid *by, int axis, size_t end)
{
    struct lattice_tile *const tile = &by->tile;
    const size_t left = least(by->most[axis], end - tile->first[axis]);
    tile->count[axis] = least(left, until_jump(tile->grid, axis, tile->first[axis]));
}

/* Goes on to the next tile, along x from `x` to `end`. Returns 0 after the last one. */
static int next_tile(struct lattice_grid *by, size_t x, size_t end)
{
    size_t *const first = by->tile.first;
    for (int a = 0; a < by->batch.dims; a++) {
        const size_t last = a == 0 ? end : by->tile.grid->count[a];
        first[a] += by->tile.count[a];
        if (first[a] == last)
            first[a] = a == 0 ? x : 0;
        tile_along(by, a, last);
        if (first[a] > (a == 0 ? x : 0))
            return 1;
    }
    return 0;
}

/* Evaluates the samples from x to `end` of all rows. */
static void evaluate_columns(struct lattice_grid *by, size_t x, size_t end, size_t room,
                             const output_sink *sink)
{
    const perlin_grid *const grid = by->tile.grid;
    const int dims = by->batch.dims;
    choose_tile(by, end - x, room);
    for (int a = 0; a < dims; a++) {
        by->tile.first[a] = a == 0 ? x : 0;
        tile_along(by, a, a == 0 ? end : grid->count[a]);
    }
    do {
        ptrdiff_t at = 0;
        for (int a = 0; a < dims; a++)
            at += (ptrdiff_t)by->tile.first[a] * grid->stride[a];
        if (by->is_direct)
            tile_in_output(by, sink->out + at);
        else
            tile_in_room(by, sink, at);
    } while (next_tile(by, x, end));
}

/*
 * Evaluates a grid by tiles. Returns 0 if it has none: in double, with slopes, if it is rotated, or
 * where steps are rounded by a cell, since a tile then might have too many. Whole vectors of a row
 * are added up in the output if they can be. What is left of it has room, as has a small grid.
 */
OUTLINE int grid_by_lattice(const perlin_noise *noise, int dims, const struct kernels *kernels,
                            const perlin_grid *grid, const output_sink *sink)
{
    struct lattice_grid by;
    struct lattice_tile *const tile = &by.tile;
    const double fastest = noise->spectrum.fastest;
    const size_t columns = grid->count[0];
    size_t samples = columns;
    if (!kernels->splat || sink->slope[0] || noise->rotation[dims - 1].applies)
        return 0;
    for (int a = 0; a < dims; a++) {
        by.error[a] = axis_error(grid, a, 1);
        if (!(by.error[a] * fastest < 1 && fabs(grid->step[a]) * fastest < 0x1p20))
            return 0;
        samples = a == 0 ? whole_vectors(columns)
                         : least(samples * least(grid->count[a], LATTICE_ROOM), LATTICE_ROOM + 1);
    }
    by.batch.noise = noise;
    by.batch.dims = dims;
    by.batch.planes = 1;
    by.batch.octave = lattice_octave;
    by.batch.summing = perlin_is_plain(&noise->shape) ? PLAIN_SUM : SUM_OF_PLANES;
    batch_init(&by.batch, by.room, LATTICE_ROOM);
    by.kernels = kernels;
    tile->noise = noise;
    tile->grid = grid;
    tile->lattice = kernels->lattice;
    tile->error = by.error;
    tile->reach = (float)(noise->reach[dims - 1] - margin_of_reach(dims));
    tile->radius = sqrtf(tile->reach);
    tile->stride[0] = 1;
    for (int a = 0; a < 4; a++) {
        tile->first[a] = 0;
        tile->count[a] = 1;
    }
    by.is_direct = sink->plain && grid->stride[0] == 1 && grid->period[0] == 0 &&
                   by.batch.summing == PLAIN_SUM && columns >= LANES &&
                   (columns % LANES == 0 || samples > LATTICE_ROOM);
    const int is_fine = fabs(grid->step[0]) * fastest < 1.0 / 12;
    const size_t whole = by.is_direct ? columns / LANES * LANES : 0;
    if (whole > 0)
        evaluate_columns(&by, 0, whole, is_fine ? LATTICE_CACHED : 8 * LATTICE_CACHED, sink);
    by.is_direct = 0;
    if (whole < columns)
        evaluate_columns(&by, whole, columns, by.batch.most, sink);
    return 1;
}

#endif
