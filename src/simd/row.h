/*
 * The row kernel: a row of samples along x with y, z and w fixed, for which each lattice corner's dot
 * product is s * x + c, where s is the gradient's x component and c = gy*y + (gz*z + gw*w) is constant.
 * The terms and roundings are those of a single point, so the bits are too (but for a zero's sign, which
 * finish() settles).
 *
 * In 3-D that leaves 8 products and 7 lerps a sample. The rest is shared: the hashes and gradients by
 * all rows of one (Y, Z, W) cell, the constants by all samples of the row.
 *
 * A corner off the x axis, "edge" below, is numbered by its bits: 1 along y, 2 along z, 4 along w.
 */
#ifndef PERLIN_SIMD_ROW_H
#define PERLIN_SIMD_ROW_H

#include "axis.h"

/* Room for lattice points: POINTS in all, shared evenly by the edges. */
enum { POINTS = 512, MAX_EDGES = 8, MAX_BATCH = 2 };

#define EDGES(dims) (1 << ((dims)-1))

/* Lattice points per edge, and the longest tile: a sample has two lattice points at most. */
#define EDGE_POINTS(dims) (POINTS / EDGES(dims))
#define TILE(dims)        ((size_t)EDGE_POINTS(dims) / 2)
enum { MAX_TILE = POINTS / 2 };

/* A stretch of x: its samples, and the runs of samples that share a cell. */
struct tile {
    size_t n;
    _Alignas(64) int32_t cell[MAX_TILE + LANES];
    _Alignas(64) real fraction[MAX_TILE + LANES];
    _Alignas(64) real fade[MAX_TILE + LANES];
    int32_t runs;
    int32_t run_of[MAX_TILE + LANES]; /* by sample */
    int32_t run_start[MAX_TILE + 1];  /* by run, and n behind the last */
};

/*
 * The lattice points of a tile. Run r lies between points r and r + right: neighbouring runs in
 * ascending cells share points (right is 1), any others have their own (left points come first).
 */
struct lattice {
    int32_t points, right;
    int32_t hash[POINTS + LANES];                  /* p[X] by point */
    _Alignas(64) real gradient[4][POINTS + LANES]; /* by component, edge, point */
    _Alignas(64) real constant[POINTS + LANES];    /* c by edge, point; of the current row */
};

static inline void tile_init(struct tile *tile, const perlin_grid *grid, double frequency,
                             size_t first, size_t n)
{
    axis_fill(grid, 0, frequency, first, n, tile->cell, tile->fraction, tile->fade);
    tile->n = n;
    tile->runs = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || tile->cell[i] != tile->cell[i - 1])
            tile->run_start[tile->runs++] = (int32_t)i;
        tile->run_of[i] = tile->runs - 1;
    }
    tile->run_start[tile->runs] = (int32_t)n;
    for (size_t i = n; i < n + LANES; i++) /* lanes past the end do as the last sample */
        tile->run_of[i] = tile->run_of[n - 1];
}

/* n rounded up to a multiple of the vector's length. */
static inline size_t whole_vectors(size_t n)
{
    return (n + LANES - 1) / LANES * LANES;
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
    for (int32_t l = lattice->points; l < lattice->points + LANES; l++)
        lattice->hash[l] = 0;
    for (int e = 0; e < EDGES(dims);
         e++) { /* v_permute reads a whole vector, but uses no such entry */
        const size_t behind =
            (size_t)(e * EDGE_POINTS(dims)) + whole_vectors((size_t)lattice->points);
        v_store(lattice->gradient[0] + behind, v_splat(0));
        v_store(lattice->constant + behind, v_splat(0));
    }
}

/* Hashes the lattice points into the cell of the other axes and looks their gradients up. */
INLINE void lattice_enter_cell(struct lattice *lattice, const struct perlin_tables *tables,
                               const gradient_set *set, int dims, const int32_t cell[4])
{
    for (int32_t l = 0; l < lattice->points; l += LANES) {
        ivec h[MAX_EDGES];
        h[0] = v_load_index(lattice->hash + l);
        UNROLL
        for (int a = 1; a < dims; a++)
            hash_axis(axis_lut(tables, dims, a), 1 << (a - 1), v_splat_index(cell[a]), h);
        UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            UNROLL
            for (int a = 0; a < dims; a++)
                v_store(lattice->gradient[a] + e * EDGE_POINTS(dims) + l,
                        gradient(set, dims, a, h[e]));
        }
    }
}

/* The row's constants c at the given fractions. A gradient component times a fraction is exact. */
INLINE void lattice_enter_row(struct lattice *lattice, int dims, const real fraction[4])
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        const int at = e * EDGE_POINTS(dims);
        for (int32_t l = 0; l < lattice->points; l += LANES) {
            vec c = v_splat(0);
            UNROLL
            for (int a = dims - 1; a > 0; a--) {
                const real distance = e >> (a - 1) & 1 ? fraction[a] - 1 : fraction[a];
                c = v_mul_add_exact(v_load(lattice->gradient[a] + at + l), v_splat(distance), c);
            }
            v_store(lattice->constant + at + l, c);
        }
    }
}

/* The corners around a vector of samples: s and c on the left and the right of x, by edge. */
struct corners {
    vec s[MAX_EDGES][2], c[MAX_EDGES][2];
};

/* One run for all lanes. */
INLINE void corners_broadcast(struct corners *corners, const struct lattice *lattice, int dims,
                              int32_t run)
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            const int at = e * EDGE_POINTS(dims) + run + side * lattice->right;
            corners->s[e][side] = v_splat(lattice->gradient[0][at]);
            corners->c[e][side] = v_splat(lattice->constant[at]);
        }
    }
}

/* A run for each lane: run + lane_run[lane], where lane_run < LANES since runs start at samples. */
INLINE void corners_permute(struct corners *corners, const struct lattice *lattice, int dims,
                            int32_t run, ivec lane_run)
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            const int at = e * EDGE_POINTS(dims) + run + side * lattice->right;
            corners->s[e][side] = v_permute(lattice->gradient[0] + at, lane_run);
            corners->c[e][side] = v_permute(lattice->constant + at, lane_run);
        }
    }
}

/* The runs of consecutive lanes are consecutive. */
INLINE void corners_load(struct corners *corners, const struct lattice *lattice, int dims,
                         int32_t run)
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            const int at = e * EDGE_POINTS(dims) + run + side * lattice->right;
            corners->s[e][side] = v_load(lattice->gradient[0] + at);
            corners->c[e][side] = v_load(lattice->constant + at);
        }
    }
}

/*
 * The raw noise of `batch` vectors of samples in a row; t is the row's fades along y, z and w. The vectors go
 * abreast, since one alone is a long chain of operations that wait for each other.
 */
INLINE void row_noise(const struct corners *corners, int dims, int batch, const real *fraction,
                      const real *faded, const vec t[], vec result[])
{
    vec x[MAX_BATCH], x1[MAX_BATCH], u[MAX_BATCH], value[MAX_EDGES][MAX_BATCH];
    UNROLL
    for (int k = 0; k < batch; k++) {
        x[k] = v_load(fraction + k * LANES);
        x1[k] = x[k] - v_splat(1);
        u[k] = v_load(faded + k * LANES);
    }
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int k = 0; k < batch; k++)
            value[e][k] = lerp(u[k], v_mul_add_exact(corners->s[e][0], x[k], corners->c[e][0]),
                               v_mul_add_exact(corners->s[e][1], x1[k], corners->c[e][1]));
    }
    UNROLL
    for (int a = 0; a < dims - 1; a++) {
        UNROLL
        for (int e = 0; e < 1 << (dims - 2 - a); e++) {
            UNROLL
            for (int k = 0; k < batch; k++)
                value[e][k] = lerp(t[a], value[2 * e][k], value[2 * e + 1][k]);
        }
    }
    UNROLL
    for (int k = 0; k < batch; k++)
        result[k] = value[0][k];
}

/* Writes a vector to out[i..], of it what lies within the n samples of the row. */
INLINE void row_store(real *out, size_t i, size_t n, vec value)
{
    if (i + LANES <= n)
        v_store(out + i, value);
    else
        v_store_part(out + i, value, n - i);
}

/* The last step of a row's samples; without `output` there is none. */
struct ending {
    int finished;
    vec factor, bias;
};

/* Evaluates `batch` vectors of the row from sample i on, all with the same corners. */
INLINE void row_vectors(const struct tile *tile, const struct corners *corners, int dims, int batch,
                        size_t i, const vec t[], const struct ending *ending, real *out)
{
    vec value[MAX_BATCH];
    row_noise(corners, dims, batch, tile->fraction + i, tile->fade + i, t, value);
    UNROLL
    for (int k = 0; k < batch; k++) {
        if (ending->finished)
            value[k] = value[k] * ending->factor + ending->bias;
        row_store(out, i + (size_t)k * LANES, tile->n, value[k]);
    }
}

/*
 * Evaluates a row of the tile: raw noise, or finished results where `output` is given. Long runs
 * broadcast their corners; a run's last vector may reach into the next run, which overwrites that
 * part. Short ones pick corners per lane.
 */
INLINE void row(const struct tile *tile, const struct lattice *lattice, int dims,
                const real faded[4], real *out, const output_scale *output)
{
    const size_t n = tile->n;
    struct corners corners;
    vec t[3];
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = v_splat(faded[a]);
    const struct ending ending = {output != NULL, v_splat(output ? output->factor : 1),
                                  v_splat(output ? output->bias : 0)};

    if (n >= (size_t)tile->runs * BROADCAST_RUN) {
        for (int32_t r = 0; r < tile->runs; r++) {
            const size_t end = (size_t)tile->run_start[r + 1];
            size_t i = (size_t)tile->run_start[r];
            corners_broadcast(&corners, lattice, dims, r);
            for (; i + LANES < end; i += 2 * LANES)
                row_vectors(tile, &corners, dims, 2, i, t, &ending, out);
            if (i < end)
                row_vectors(tile, &corners, dims, 1, i, t, &ending, out);
        }
    } else if (n > (size_t)tile->runs) {
        for (size_t i = 0; i < n; i += LANES) {
            const int32_t run = tile->run_of[i];
            corners_permute(&corners, lattice, dims, run,
                            v_load_index(tile->run_of + i) - v_splat_index(run));
            row_vectors(tile, &corners, dims, 1, i, t, &ending, out);
        }
    } else {
        for (size_t i = 0; i < n; i += LANES) {
            corners_load(&corners, lattice, dims, (int32_t)i);
            row_vectors(tile, &corners, dims, 1, i, t, &ending, out);
        }
    }
}

#endif
