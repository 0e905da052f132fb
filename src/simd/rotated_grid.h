/*
 * Grids whose coordinates are rotated: rows do not follow the lattice, but cross it in straight lines, along which each
 * coordinate only rises or only falls. So samples between the first and the last one in a cell are in it, too, and
 * share its gradients: a run. Where runs are short, samples are points.
 */
#ifndef PERLIN_SIMD_ROTATED_GRID_H
#define PERLIN_SIMD_ROTATED_GRID_H

#include "gradient_slopes.h"
#include "grid.h"

/* The gradients at a cell's corners, whose bits are those of the axes. */
struct cell_gradients {
    uint32_t octave; /* of the noise, counted from 1; 0: nothing yet */
    double cell[4];
    real component[16][4];
};

/* Cells around each other have places of their own among so many. */
enum { CELLS = 8 };

/* Rows, and what of their way through the lattice does not depend on an octave. */
enum { LINE = 512 / sizeof(real) }; /* columns */
_Static_assert(POINTS_BLOCK % LINE == 0 && LINE % LANES == 0 && LINE + LANES <= MOST_COLUMNS,
               "rows of whole vectors, and one behind them, in a block");
struct crossing_rows {
    struct rows at;
    double reach;                       /* no rotated coordinate is further from 0 */
    double crossings;                   /* from a cell to the next, a sample */
    double per_cell[4];                 /* samples, by axis; negative where coordinates fall */
    struct cell_gradients cells[CELLS]; /* some that there were */
};

/* For an octave of frequency 1. */
INLINE void crossing_begin(struct crossing_rows *rows, const perlin_grid *grid, int dims,
                           const struct perlin_rotation *rotation)
{
    rows_begin(&rows->at, grid, dims);
    rows->reach = grid_reach(grid, dims, rotation);
    rows->crossings = 0.0;
    for (int a = 0; a < dims; a++) {
        const double slope = rotation->row[a][0] * grid->step[0];
        rows->per_cell[a] = 1.0 / slope;
        rows->crossings += fabs(slope);
    }
    for (int c = 0; c < CELLS; c++)
        rows->cells[c].octave = 0;
}

/* Whether the coordinates of an octave are below 2^51, however they were rounded. */
INLINE int are_near(const struct crossing_rows *rows, double frequency)
{
    return rows->reach * fabs(frequency) < 0x1p50;
}

/* Whether runs are worth their while in an octave: long, and not cut short by rows. The cheaper hashes, the less to save. */
INLINE int has_runs(const struct crossing_rows *rows, double frequency)
{
    const int vectors = LOOKUPS_ARE_CHEAP ? 4 : 2;
    return rows->at.is_straight && are_near(rows, frequency) &&
           rows->at.n >= (size_t)(vectors * LANES) &&
           vectors * LANES * rows->crossings * fabs(frequency) < 1.0;
}

/* Cells as numbers: floor(c), below 2^51. */
INLINE double cell_of(double c)
{
    const double truncated = (double)(int64_t)c;
    return truncated > c ? truncated - 1.0 : truncated;
}

/* A row's way along one of the rotated axes, in an octave. */
struct track {
    const double *product;
    double rest, frequency, offset, per_cell;
    double cell; /* where it is, */
    size_t end;  /* and the first sample that is not, or the row's end */
};

INLINE double track_at(const struct track *track, size_t i)
{
    return (track->product[i] + track->rest) * track->frequency + track->offset;
}

/* Whether a sample is in the cell. */
INLINE int is_in_cell(const struct track *track, size_t i)
{
    const double c = track_at(track, i);
    return (c >= track->cell) & (c < track->cell + 1.0); /* without a branch between them */
}

/* Goes to the cell of sample `first` of n. Its end is guessed, and most often so. */
INLINE void track_enter(struct track *track, size_t first, size_t n)
{
    const double c = track_at(track, first), cell = cell_of(c);
    const double left = (track->per_cell < 0.0 ? cell : cell + 1.0) - c;
    const double guess = left * track->per_cell, last = (double)(int64_t)(n - 1 - first);
    size_t end = first + (size_t)(int64_t)(guess < last ? guess : last) + 1;
    track->cell = cell;
    while (end > first + 1 && !is_in_cell(track, end - 1))
        end--;
    while (end < n && is_in_cell(track, end))
        end++;
    track->end = end;
}

INLINE uint32_t wrap_cell(int64_t cell, uint32_t modulus)
{
    if (is_power_of_two(modulus))
        return (uint32_t)cell & (modulus - 1);
    const int64_t remainder = cell % (int64_t)modulus;
    return (uint32_t)(remainder < 0 ? remainder + (int64_t)modulus : remainder);
}

INLINE void find_cell_gradients(struct cell_gradients *gradients, int dims,
                                const struct perlin_tables *tables, const uint32_t modulus[4],
                                const gradient_set *set)
{
    uint32_t side[4][2];
    UNROLL
    for (int a = 0; a < dims; a++) {
        side[a][0] = wrap_cell((int64_t)gradients->cell[a], modulus[a]);
        side[a][1] = perlin_next_cell(side[a][0], modulus[a]);
    }
    const struct any_table table = any_table(tables, dims);
    uint8_t leaf[16];
    const int leaves = corner_leaves(&table, dims, 0, 0, side, 0, leaf);
    UNROLL
    for (int c = 0; c < 1 << dims; c++) {
        const int row = !has_pairs(dims) ? leaf[c]
                        : c < leaves     ? leaf[c] % 16
                                         : leaf[c - leaves] / 16;
        memcpy(gradients->component[c], set->row[row], sizeof gradients->component[0]);
    }
}

/* The gradients around a cell of an octave. */
INLINE const struct cell_gradients *cell_gradients(struct crossing_rows *rows,
                                                   const perlin_noise *noise, int dims,
                                                   uint32_t octave, const struct track track[4])
{
    uint64_t place = 3 * (uint64_t)octave;
    UNROLL
    for (int a = 0; a < dims; a++)
        place += (uint64_t)(int64_t)track[a].cell << a;
    struct cell_gradients *const gradients = &rows->cells[place % CELLS];
    int is_there = gradients->octave == octave + 1;
    UNROLL
    for (int a = 0; a < dims; a++)
        is_there &= gradients->cell[a] == track[a].cell;
    if (!is_there) {
        gradients->octave = octave + 1;
        for (int a = 0; a < dims; a++)
            gradients->cell[a] = track[a].cell;
        find_cell_gradients(gradients, dims, perlin_octave_tables(noise, octave),
                            noise->spectrum.modulus[octave], &noise->LANE(gradients)[dims - 1]);
    }
    return gradients;
}

/* The fractions of a vector of samples in the track's cell. */
INLINE vec track_fractions(const struct track *track, size_t i)
{
    double fraction[LANES];
    UNROLL
    for (size_t l = 0; l < LANES; l += DOUBLES) {
        doubles c;
        memcpy(&c, track->product + i + l, sizeof c);
        c = ((c + track->rest) * track->frequency + track->offset) - track->cell;
        memcpy(fraction + l, &c, sizeof c);
    }
    return reals_of(fraction);
}

/* The noise of a vector of samples in one cell. */
INLINE vec cell_noise(int dims, int even, const struct cell_gradients *gradients,
                      real fraction[4][LINE], size_t i)
{
    vec t[4], distance[4][2], value[16];
    UNROLL
    for (int a = 0; a < dims; a++) {
        const vec f = v_load(fraction[a] + i);
        t[a] = fade(f);
        distance[a][0] = scaled(dims, f);
        distance[a][1] = from_far_side(dims, distance[a][0]);
    }
    UNROLL
    for (int c = 0; c < 1 << dims; c++) {
        vec g[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            g[a] = v_splat(gradients->component[c][a]);
        value[c] = corner_noise(dims, even, c, g, distance);
    }
    return interpolate(dims, t, value);
}

/*
 * An octave of a row, run by run. Writes whole vectors: what lies behind a run is overwritten later. First all fractions,
 * since a run is too short for the CPU to overlap both steps of its vectors.
 */
INLINE void row_by_runs(struct crossing_rows *rows, size_t r, const perlin_noise *noise, int dims,
                        int even, uint32_t octave, real raw[])
{
    const double frequency = noise->spectrum.frequency[octave];
    _Alignas(64) real fraction[4][LINE]; /* not in `points`, whose other addresses get in its way */
    struct track track[4];
    size_t end;
    UNROLL
    for (int a = 0; a < dims; a++)
        track[a] = (struct track){.product = rows->at.product[a],
                                  .rest = rows->at.rest[a][r],
                                  .frequency = frequency,
                                  .offset = noise->spectrum.offset[octave][a],
                                  .per_cell = rows->per_cell[a] / frequency};
    for (size_t run = 0; run < rows->at.n; run = end) {
        end = rows->at.n;
        UNROLL
        for (int a = 0; a < dims; a++) {
            if (track[a].end <= run)
                track_enter(&track[a], run, rows->at.n);
            end = least(end, track[a].end);
        }
        const struct cell_gradients *const gradients =
            cell_gradients(rows, noise, dims, octave, track);
        const size_t whole = whole_vectors(end - run);
        for (size_t i = 0; i < whole; i += LANES) {
            UNROLL
            for (int a = 0; a < dims; a++)
                v_store(fraction[a] + i, track_fractions(&track[a], run + i));
        }
        for (size_t i = 0; i < whole; i += LANES)
            v_store(raw + run + i, cell_noise(dims, even, gradients, fraction, i));
    }
}

/* Finds the raw noise of an octave of the rows by runs, in points->edge[0]; edge[1] is what lies behind. */
typedef void runs_function(struct crossing_rows *rows, const perlin_noise *noise,
                           struct points *points, uint32_t octave);

INLINE void rows_by_runs(struct crossing_rows *rows, const perlin_noise *noise,
                         struct points *points, int dims, int even, uint32_t octave)
{
    for (size_t r = 0; r < rows->at.rows; r++)
        row_by_runs(rows, r, noise, dims, even, octave, points->edge[0] + r * rows->at.pitch);
}

/* Apart, so that compilers leave gradients in memory, where instructions take them from: there are more than
   registers. */
#define ROWS_BY_RUNS(name, dims, even)                                                             \
    OUTLINE void name(struct crossing_rows *rows, const perlin_noise *noise,                       \
                      struct points *points, uint32_t octave)                                      \
    {                                                                                              \
        rows_by_runs(rows, noise, points, dims, even, octave);                                     \
    }

ROWS_BY_RUNS(rows_by_runs2, 2, 0)
ROWS_BY_RUNS(rows_by_runs2_even, 2, 1)
ROWS_BY_RUNS(rows_by_runs3, 3, 0)
ROWS_BY_RUNS(rows_by_runs4, 4, 0)

INLINE runs_function *runs_function_of(const perlin_noise *noise, int dims)
{
    static runs_function *const runs[] = {rows_by_runs2, rows_by_runs3, rows_by_runs4};
    return is_even(noise, dims) ? rows_by_runs2_even : runs[dims - 2];
}

/* Whether to take vectors in one cell apart, where runs are too short: most vectors are in one. */
INLINE int has_vectors_in_cells(const struct crossing_rows *rows, double frequency)
{
    return rows->at.is_straight && are_near(rows, frequency) &&
           2 * LANES * rows->crossings * fabs(frequency) < 1.0;
}

/* The same by vectors, of which those in one cell, where the first and the last point then are, take its gradients. */
INLINE void rows_by_vectors(struct points *points, const perlin_noise *noise, int dims, int even,
                            uint32_t octave)
{
    const gradient_set *const set = &noise->LANE(gradients)[dims - 1];
    uint16_t list[2][POINTS_BLOCK / LANES + 1];
    size_t n[2] = {0, 0}; /* by whether they are in one */
    const enum cells cells = place_points(noise, points, dims, &type_rows[1][1], octave);
    hash_cells(noise, points, dims, cells, octave);
    for (size_t i = 0; i < points->n; i += LANES) {
        int moved = 0;
        UNROLL
        for (int a = 0; a < dims; a++)
            moved |= points->cell[a][i] ^ points->cell[a][i + LANES - 1];
        list[0][n[0]] = list[1][n[1]] = (uint16_t)i; /* without a branch */
        n[0] += moved != 0;
        n[1] += moved == 0;
    }
    for (size_t k = 0; k < n[0]; k++)
        find_edges_at(points, dims, even, HASHES, set, list[0][k]);
    for (size_t k = 0; k < n[1]; k++)
        find_edges_at(points, dims, even, FIRST_HASHES, set, list[1][k]);
    for (size_t i = 0; i < points->n; i += LANES)
        v_store(points->edge[0] + i, noise_between_edges(points, dims, i));
}

typedef void vectors_function(struct points *points, const perlin_noise *noise, uint32_t octave);

#define ROWS_BY_VECTORS(name, dims, even)                                                          \
    OUTLINE void name(struct points *points, const perlin_noise *noise, uint32_t octave)           \
    {                                                                                              \
        rows_by_vectors(points, noise, dims, even, octave);                                        \
    }

ROWS_BY_VECTORS(rows_by_vectors2, 2, 0)
ROWS_BY_VECTORS(rows_by_vectors2_even, 2, 1)
ROWS_BY_VECTORS(rows_by_vectors3, 3, 0)
ROWS_BY_VECTORS(rows_by_vectors4, 4, 0)

INLINE vectors_function *vectors_function_of(const perlin_noise *noise, int dims)
{
    static vectors_function *const vectors[] = {rows_by_vectors2, rows_by_vectors3,
                                                rows_by_vectors4};
    return is_even(noise, dims) ? rows_by_vectors2_even : vectors[dims - 2];
}

/* The raw noise of an octave of the rows, in points->edge[0]. */
INLINE void rows_noise(struct crossing_rows *rows, const perlin_noise *noise, struct points *points,
                       int dims, const struct block_kernels *kernels, uint32_t octave)
{
    const double frequency = noise->spectrum.frequency[octave];
    if (has_runs(rows, frequency))
        runs_function_of(noise, dims)(rows, noise, points, octave);
    else if (has_vectors_in_cells(rows, frequency))
        vectors_function_of(noise, dims)(points, noise, octave);
    else
        kernels->raw(noise, points, &type_rows[1][are_near(rows, frequency)], octave,
                     points->edge[0]);
}

/* The total of all octaves of the rows. */
INLINE real *rows_total(struct crossing_rows *rows, const perlin_noise *noise,
                        struct points *points, int dims, const struct block_kernels *kernels,
                        struct totals *totals)
{
    const int plain = adding_of(&noise->shape) == PLAIN;
    if (is_only_octave(noise)) {
        rows_noise(rows, noise, points, dims, kernels, 0);
        return points->edge[0];
    }
    memset(totals->total, 0, points->n * sizeof totals->total[0]);
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        rows_noise(rows, noise, points, dims, kernels, o);
        for (size_t i = 0; i < points->n; i += LANES)
            add_to_totals(noise, totals, dims, plain, o, i, v_load(points->edge[0] + i));
    }
    return totals->total;
}

INLINE void rotated_grid_noise(const perlin_noise *noise, const perlin_grid *grid, int dims,
                               const struct block_kernels *kernels, const output_sink *sink)
{
    const struct perlin_rotation *const rotation = &noise->rotation[dims - 1];
    const int finite = grid_is_near(noise, grid, dims);
    struct crossing_rows rows;
    struct totals totals;
    struct points points;
    points_begin(&points, noise, sample_count(grid, dims));
    memset(points.edge[0], 0,
           sizeof points.edge[0]); /* lanes behind the last run are computed with */
    crossing_begin(&rows, grid, dims, rotation);
    while (next_rows(&rows.at, &points, grid, dims, rotation, POINTS_BLOCK, LINE)) {
        real *const total = rows_total(&rows, noise, &points, dims, kernels, &totals);
        for (size_t r = 0; r < rows.at.rows; r++)
            write_row(sink, &noise->LANE(output)[dims - 1], finite, total + r * rows.at.pitch,
                      rows.at.n, sink->out + rows.at.offset[r], grid->stride[0]);
    }
}

#define ROTATED_GRID(dims)                                                                         \
    OUTLINE void rotated_grid##dims(const perlin_noise *noise, const perlin_grid *grid,            \
                                    const output_sink *sink)                                       \
    {                                                                                              \
        rotated_grid_noise(noise, grid, dims, &gradient_kernels##dims, sink);                      \
    }

ROTATED_GRID(2)
ROTATED_GRID(3)
ROTATED_GRID(4)

#endif
