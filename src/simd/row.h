/*
 * The row kernel: a row of samples along x with y, z and w fixed, for which each lattice corner's dot
 * product is s * x + c, where s is the gradient's x component and c = gy*y + (gz*z + gw*w) is constant.
 * The terms and roundings are those of a single point, so the bits are too (but for a zero's sign, which
 * finish() settles).
 *
 * In 3-D that leaves 8 products and 7 lerps a sample. The rest is shared where samples share cells: the hashes
 * and gradients by all rows of one (Y, Z, W) cell, the constants by all samples of a row in one cell.
 *
 * A corner off the x axis, "edge" below, is numbered by its bits: 1 along y, 2 along z, 4 along w.
 */
#ifndef PERLIN_SIMD_ROW_H
#define PERLIN_SIMD_ROW_H

#include "axis.h"

/* Room for lattice points: POINTS in all, shared evenly by the edges. */
enum { POINTS = 512, MAX_EDGES = 8 };

/* The most rows that go together; where samples pick their corners, how many of them at a time; and up to
   how many it is better not to store gradients. */
enum { STRIP = 16, FEW = 4, FEWEST = 2 };

/* What is read behind the last lattice point. */
enum { BEHIND = (int)BYTES > (int)LANES ? (int)BYTES : (int)LANES };

#define EDGES(dims) (1 << ((dims)-1))

/* Lattice points per edge, and the longest tile: a sample has two lattice points at most. 1-D could have longer
   ones, for nothing but a larger stack. */
#define EDGE_POINTS(dims) (POINTS / EDGES(dims))
#define TILE(dims)        ((size_t)EDGE_POINTS((dims) > 1 ? (dims) : 2) / 2)
enum { MAX_TILE = TILE(1) };

_Static_assert(MAX_TILE <= 256, "run_of holds a run in a byte");
_Static_assert(EDGE_POINTS(4) % BYTES == 0, "bytes are hashed whole within an edge");

/* A stretch of x: its samples, and the runs of samples that share a cell. */
struct tile {
    size_t n;
    _Alignas(64) real fraction[MAX_TILE + LANES];
    _Alignas(64) real fade[MAX_TILE + LANES];
    int32_t runs;
    uint8_t cell[MAX_TILE + LANES];
    uint8_t run_of[MAX_TILE + LANES]; /* by sample */
    int32_t run_start[MAX_TILE + 1];  /* by run, and n behind the last */
};

/*
 * The lattice points of a tile. Run r lies between points r and r + right: if each run's cell follows the
 * last one's, all share points (right is 1), else each has its own two (left points come first).
 */
struct lattice {
    int32_t points, right;
    uint8_t hash[POINTS + BEHIND];                 /* p[X] by point */
    uint8_t edge_hash[POINTS + BEHIND];            /* by edge, point; of the current cell */
    int has_gradients;                             /* of that cell, too: */
    _Alignas(64) real gradient[4][POINTS + LANES]; /* by component, edge, point */
    _Alignas(64) real constant[POINTS + LANES];    /* c by edge, row (of FEW), point */
};

static inline void tile_init(struct tile *tile, const perlin_grid *grid, double frequency,
                             size_t first, size_t n)
{
    axis_fill(grid, 0, frequency, first, n, tile->cell, tile->fraction, tile->fade);
    tile->n = n;
    int32_t run = 0;
    tile->run_start[0] = 0;
    for (size_t i = 0; i < n; i++) { /* without a branch: runs end at unforeseeable places */
        run += i > 0 && tile->cell[i] != tile->cell[i - 1];
        tile->run_of[i] = (uint8_t)run;
        tile->run_start[run + 1] = (int32_t)(i + 1);
    }
    tile->runs = run + 1;
    for (size_t i = n; i < n + LANES; i++) /* lanes past the end do as the last sample */
        tile->run_of[i] = tile->run_of[n - 1];
}

/* Constants per row of an edge, where FEW rows are at hand. */
#define ROW_POINTS(dims) ((size_t)EDGE_POINTS(dims) / FEW)

_Static_assert(ROW_POINTS(4) % LANES == 0, "vectors of constants are stored whole within a row");

/* The rows whose constants there is room for at once. */
INLINE size_t lattice_rows(const struct lattice *lattice, int dims)
{
    return (size_t)lattice->points > ROW_POINTS(dims) ? 1 : FEW;
}

/*
 * Samples behind the last one of a row look up what lies behind the last lattice point. They are not stored, but
 * memory that was never written must not decide where anything is looked up, nor slow arithmetic down.
 */
INLINE void lattice_clear_behind(struct lattice *lattice, int dims)
{
    for (int e = 0; e < EDGES(dims); e++) {
        const size_t behind =
            (size_t)(e * EDGE_POINTS(dims)) + whole_vectors((size_t)lattice->points);
        memset(lattice->edge_hash + behind, 0, LANES);
        v_store(lattice->gradient[0] + behind, v_splat(0));
        for (size_t r = 0; r < lattice_rows(lattice, dims); r++)
            v_store(lattice->constant + behind + r * ROW_POINTS(dims), v_splat(0));
    }
}

/* Finds the tile's lattice points and their hashes along x. */
INLINE void lattice_init(struct lattice *lattice, int dims, const struct tile *tile,
                         const struct perlin_lut *lut)
{
    const int32_t runs = tile->runs;
    int32_t shared = 1;
    for (int32_t r = 0; r < runs; r++) {
        const int32_t cell = tile->cell[tile->run_start[r]];
        lattice->hash[r] = lut->value[cell];
        if (r > 0)
            shared &= cell == (tile->cell[tile->run_start[r - 1]] + 1) % PERLIN_TABLE_SIZE;
    }
    lattice->right = shared ? 1 : runs;
    lattice->points = runs + lattice->right;
    for (int32_t r = shared ? runs - 1 : 0; r < runs; r++) {
        const int32_t cell = tile->cell[tile->run_start[r]];
        lattice->hash[r + lattice->right] = lut->value[(cell + 1) % PERLIN_TABLE_SIZE];
    }
    memset(lattice->hash + lattice->points, 0, BEHIND);
    lattice_clear_behind(lattice, dims);
}

/* Hashes the lattice points into the cell of the other axes. */
INLINE void lattice_enter_cell(struct lattice *lattice, const struct perlin_tables *tables,
                               int dims, const uint8_t cell[4])
{
    const size_t points = whole_vectors((size_t)lattice->points);
    for (size_t l = 0; l < points; l += BYTES) {
        bytes h[MAX_EDGES];
        h[0] = v_load_bytes(lattice->hash + l);
        UNROLL
        for (int a = 1; a < dims; a++)
            hash_axis(axis_lut(tables, dims, a), 1 << (a - 1), v_splat_byte(cell[a]), h);
        UNROLL
        for (int e = 0; e < EDGES(dims); e++)
            v_store_bytes(lattice->edge_hash + (size_t)(e * EDGE_POINTS(dims)) + l, h[e]);
    }
    lattice->has_gradients = 0;
}

/* Looks the gradients of all lattice points up, if they are not there yet. */
INLINE void lattice_find_gradients(struct lattice *lattice, const gradient_set *set, int dims)
{
    if (lattice->has_gradients)
        return;
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        const int first = e * EDGE_POINTS(dims);
        for (int at = first; at < first + lattice->points; at += LANES) {
            vec g[4];
            v_rows(set, gradient_count(dims), lattice->edge_hash + at, g);
            UNROLL
            for (int a = 0; a < dims; a++)
                v_store(lattice->gradient[a] + at, g[a]);
        }
    }
    lattice->has_gradients = 1;
}

/*
 * Rows that go together: they follow each other along y, in one cell of every axis but x. An only octave
 * gives results; one of several gives before + weight * noise.
 */
struct strip {
    size_t rows;
    const real *fraction, *fade;           /* along y, by row; readable in whole vectors */
    real other_fraction[4], other_fade[4]; /* along z and w, by axis */
    const output_scale *output;            /* of an only octave */
    real weight;                           /* of one of several */
    const real *before;
    real *out;
    ptrdiff_t before_stride, stride;
    size_t n; /* what may be written of a row of out */
};

/* Distances from the near and the far side of a cell along y, z and w. */
struct distances {
    vec side[4][2];
};

INLINE void set_distance(struct distances *distances, int axis, vec fraction)
{
    distances->side[axis][0] = fraction;
    distances->side[axis][1] = fraction - v_splat(1);
}

/* c = gy*y + (gz*z + gw*w) on an edge. A gradient component times a distance is exact. */
INLINE vec edge_constant(int dims, int edge, const vec gradient[4],
                         const struct distances *distances)
{
    vec c = v_splat(0);
    UNROLL
    for (int a = dims - 1; a > 0; a--) {
        const vec distance = distances->side[a][edge >> (a - 1) & 1];
        if (a == dims - 1)
            c = gradient[a] * distance;
        else
            c = v_mul_add_exact(gradient[a], distance, c);
    }
    return c;
}

/* The corners around a vector of samples: s and c on the left and the right of x, by edge. */
struct corners {
    vec s[MAX_EDGES][2], c[MAX_EDGES][2];
};

/* The raw noise of a vector of samples; t is the row's fades along y, z and w. */
INLINE vec row_noise(const struct corners *corners, int dims, vec x, vec u, const vec t[])
{
    const vec x1 = x - v_splat(1);
    vec value[MAX_EDGES];
    UNROLL
    for (int e = 0; e < EDGES(dims); e++)
        value[e] = lerp(u, v_mul_add_exact(corners->s[e][0], x, corners->c[e][0]),
                        v_mul_add_exact(corners->s[e][1], x1, corners->c[e][1]));
    return interpolate(dims - 1, t, value);
}

/* Evaluates a vector of row r of the strip, from sample i on. */
INLINE void row_vector(const struct strip *strip, size_t r, const struct tile *tile,
                       const struct corners *corners, int dims, int summed, size_t i, const vec t[])
{
    real *const out = strip->out + (ptrdiff_t)r * strip->stride;
    vec value = row_noise(corners, dims, v_load(tile->fraction + i), v_load(tile->fade + i), t);
    if (summed)
        value = v_load(strip->before + (ptrdiff_t)r * strip->before_stride + i) +
                v_splat(strip->weight) * value;
    else
        value = finish(strip->output, value);
    store_within(out, i, strip->n, value);
}

INLINE void row_fades(const struct strip *strip, size_t r, int dims, vec t[3])
{
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = v_splat(a == 1 ? strip->fade[r] : strip->other_fade[a]);
}

/* Where the constants of a run's corners are: the strides of edges, sides and rows. */
struct constants {
    const real *c;
    ptrdiff_t edge, side, row;
};

/* Evaluates a run in some rows. Its last vector may reach into the next run, which comes later and overwrites
   that. */
INLINE void run_evaluate(const struct strip *strip, size_t first, size_t rows,
                         const struct tile *tile, const struct lattice *lattice, int dims,
                         int summed, int32_t run, const struct constants *constants)
{
    const size_t begin = (size_t)tile->run_start[run], end = (size_t)tile->run_start[run + 1];
    struct corners corners;
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        const int at = e * EDGE_POINTS(dims) + run;
        corners.s[e][0] = v_splat(lattice->gradient[0][at]);
        corners.s[e][1] = v_splat(lattice->gradient[0][at + lattice->right]);
    }
    for (size_t r = 0; r < rows; r++) {
        vec t[3];
        row_fades(strip, first + r, dims, t);
        UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            const real *const c =
                constants->c + (ptrdiff_t)r * constants->row + e * constants->edge;
            corners.c[e][0] = v_splat(c[0]);
            corners.c[e][1] = v_splat(c[constants->side]);
        }
        for (size_t i = begin; i < end; i += LANES)
            row_vector(strip, first + r, tile, &corners, dims, summed, i, t);
    }
}

/* Runs no more than rows: the constants of a run for all rows at once, with rows in the lanes. */
INLINE void strip_by_runs(const struct strip *strip, const struct tile *tile,
                          const struct lattice *lattice, int dims, int summed)
{
    enum { SIDE = STRIP + LANES };
    _Alignas(64) real constant[MAX_EDGES * 2 * SIDE];
    const struct constants constants = {constant, 2 * SIDE, SIDE, 1};
    struct distances distances;
    UNROLL
    for (int a = 2; a < dims; a++)
        set_distance(&distances, a, v_splat(strip->other_fraction[a]));
    for (int32_t run = 0; run < tile->runs; run++) {
        UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            UNROLL
            for (int side = 0; side < 2; side++) {
                const int at = e * EDGE_POINTS(dims) + run + side * lattice->right;
                vec g[4];
                UNROLL
                for (int a = 1; a < dims; a++)
                    g[a] = v_splat(lattice->gradient[a][at]);
                for (size_t r = 0; r < strip->rows; r += LANES) {
                    if (dims > 1)
                        set_distance(&distances, 1, v_load(strip->fraction + r));
                    v_store(constant + (2 * e + side) * SIDE + r,
                            edge_constant(dims, e, g, &distances));
                }
            }
        }
        run_evaluate(strip, 0, strip->rows, tile, lattice, dims, summed, run, &constants);
    }
}

INLINE void row_distances(const struct strip *strip, size_t r, int dims,
                          struct distances *distances)
{
    UNROLL
    for (int a = 1; a < dims; a++)
        set_distance(distances, a, v_splat(a == 1 ? strip->fraction[r] : strip->other_fraction[a]));
}

/* The constants of a row, with lattice points in the lanes. */
INLINE void lattice_enter_row(struct lattice *lattice, int dims, const struct strip *strip,
                              size_t r, real constant[])
{
    struct distances distances;
    row_distances(strip, r, dims, &distances);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        const int first = e * EDGE_POINTS(dims);
        for (int at = first; at < first + lattice->points; at += LANES) {
            vec g[4];
            UNROLL
            for (int a = 1; a < dims; a++)
                g[a] = v_load(lattice->gradient[a] + at);
            v_store(constant + at, edge_constant(dims, e, g, &distances));
        }
    }
}

/* The constants of the rows from `first` on, as many as there is room for; returns how many. */
INLINE size_t lattice_enter_rows(struct lattice *lattice, int dims, const struct strip *strip,
                                 size_t first)
{
    const size_t rows = least(strip->rows - first, lattice_rows(lattice, dims));
    for (size_t r = 0; r < rows; r++)
        lattice_enter_row(lattice, dims, strip, first + r,
                          lattice->constant + r * ROW_POINTS(dims));
    return rows;
}

/* More runs than rows: the constants of a row for all runs at once, with lattice points in the lanes. */
INLINE void strip_by_rows(const struct strip *strip, const struct tile *tile,
                          struct lattice *lattice, int dims, int summed)
{
    for (size_t r = 0; r < strip->rows; r++) {
        lattice_enter_row(lattice, dims, strip, r, lattice->constant);
        for (int32_t run = 0; run < tile->runs; run++) {
            const struct constants constants = {lattice->constant + run, EDGE_POINTS(dims),
                                                lattice->right, 0};
            run_evaluate(strip, r, 1, tile, lattice, dims, summed, run, &constants);
        }
    }
}

/* Values of the lattice points around a vector of samples, by edge. */
INLINE void pick_points(vec picked[][2], const real values[], int right, int dims, int permuted,
                        ivec lane)
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            const real *const p = values + e * EDGE_POINTS(dims) + side * right;
            picked[e][side] = permuted ? v_permute(p, lane) : v_load(p);
        }
    }
}

/*
 * Runs too short to share a vector: each lane has its own lattice points. They are consecutive where every
 * sample is a run of its own; else a permutation picks them, by a run less the first lane's: that is
 * below LANES, since runs start at samples.
 */
INLINE void strip_by_samples(const struct strip *strip, const struct tile *tile,
                             struct lattice *lattice, int dims, int summed, int permuted)
{
    struct corners corners;
    size_t rows;
    for (size_t first = 0; first < strip->rows; first += rows) {
        rows = lattice_enter_rows(lattice, dims, strip, first);
        for (size_t i = 0; i < tile->n; i += LANES) {
            const int32_t run = tile->run_of[i];
            const ivec lane = v_load_index(tile->run_of + i) - v_splat_index(run);
            if (permuted) /* once for all rows; loads are better done where they are used */
                pick_points(corners.s, lattice->gradient[0] + run, lattice->right, dims, 1, lane);
            for (size_t r = 0; r < rows; r++) {
                vec t[3];
                row_fades(strip, first + r, dims, t);
                if (!permuted)
                    pick_points(corners.s, lattice->gradient[0] + run, lattice->right, dims, 0,
                                lane);
                pick_points(corners.c, lattice->constant + r * ROW_POINTS(dims) + run,
                            lattice->right, dims, permuted, lane);
                row_vector(strip, first + r, tile, &corners, dims, summed, i, t);
            }
        }
    }
}

/*
 * Each sample a run of its own, and few rows: what the lattice points of a vector have is found when they are
 * needed, and not stored.
 */
INLINE void strip_by_points(const struct strip *strip, const struct tile *tile,
                            const struct lattice *lattice, const gradient_set *set, int dims,
                            int summed)
{
    for (size_t r = 0; r < strip->rows; r++) {
        struct distances distances;
        vec t[3];
        row_distances(strip, r, dims, &distances);
        row_fades(strip, r, dims, t);
        for (size_t i = 0; i < tile->n; i += LANES) {
            struct corners corners;
            UNROLL
            for (int e = 0; e < EDGES(dims); e++) {
                UNROLL
                for (int side = 0; side < 2; side++) {
                    const int at = e * EDGE_POINTS(dims) + side * lattice->right;
                    vec g[4];
                    v_rows(set, gradient_count(dims), lattice->edge_hash + at + i, g);
                    corners.s[e][side] = g[0];
                    corners.c[e][side] = edge_constant(dims, e, g, &distances);
                }
            }
            row_vector(strip, r, tile, &corners, dims, summed, i, t);
        }
    }
}

INLINE void strip_evaluate(const struct strip *strip, const struct tile *tile,
                           struct lattice *lattice, const gradient_set *set, int dims, int summed)
{
    const size_t runs = (size_t)tile->runs;
    if (tile->n == runs && strip->rows <= FEWEST) {
        strip_by_points(strip, tile, lattice, set, dims, summed);
        return;
    }
    lattice_find_gradients(lattice, set, dims);
    if (tile->n == runs)
        strip_by_samples(strip, tile, lattice, dims, summed, 0);
    else if (tile->n < runs * BROADCAST_RUN)
        strip_by_samples(strip, tile, lattice, dims, summed, 1);
    else if (runs > strip->rows)
        strip_by_rows(strip, tile, lattice, dims, summed);
    else
        strip_by_runs(strip, tile, lattice, dims, summed);
}

#endif
