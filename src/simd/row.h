/*
 * The row kernel: a row of samples along x with y, z and w fixed, for which each lattice corner's dot
 * product is s * x + c, where s is the gradient's x component and c = gy*y + (gz*z + gw*w) is constant.
 * The terms and roundings are those of a single point, so the bits are too (but for a zero's sign, which
 * finish() settles).
 *
 * In 3-D that leaves 8 products and 7 lerps a sample. The rest is shared where samples share cells: the hashes
 * and gradients by all rows of one (Y, Z, W) cell, the constants by all samples of a row in one cell. Where few
 * samples share a cell a column of vectors, one below the other, shares s * x and all of c but gy * y. tile.h says what an
 * edge is.
 */
#ifndef PERLIN_SIMD_ROW_H
#define PERLIN_SIMD_ROW_H

#include "fractal.h"
#include "tile.h"

/* The most rows that go together, and up to how many it is better not to store gradients. */
enum { STRIP = 32, FEWEST = 2 };

/* Rows that go together: they follow each other along y, in one cell of every axis but x. */
struct strip {
    size_t rows;
    uint32_t cell_y;
    const real *distance[2], *fade;    /* along y, by row; readable in whole vectors */
    real other_near[4], other_fade[4]; /* along z and w, by axis */
    output_scale output; /* a copy: stores might change what is read through a pointer */
    const struct perlin_shape *shape;
    real weight;         /* of one of several octaves */
    const real *total;   /* of the octaves before the last one, */
    ptrdiff_t pitch;     /* whose rows are so far apart */
    real *out;           /* results or totals */
    ptrdiff_t strengths; /* where those are from the totals on, or 0 */
    ptrdiff_t stride;
    size_t n; /* what may be written of a row of out */
};

/* Scaled distances from the near and the far side of a cell along y, z and w. */
struct distances {
    vec side[4][2];
};

INLINE void set_distance(struct distances *distances, int axis, vec near)
{
    distances->side[axis][0] = near;
    distances->side[axis][1] = from_far_side(near);
}

/* c = gy*y + (gz*z + gw*w) on an edge, or what it has of the axes from `first` on. Products are exact, so that fusing changes
   nothing; in 2-D, where EVEN's are not, c is a single one. */
INLINE vec edge_constant(int dims, int edge, int first, const vec gradient[4],
                         const struct distances *distances)
{
    vec c = v_splat(0);
    UNROLL
    for (int a = dims - 1; a >= first; a--) {
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

/* Lerps along y, z and w as soon as both sides are there, since registers are few; `left` keeps a side whose other one is to
   come. Returns the whole noise after the last edge. */
INLINE vec join_edge(int dims, int edge, const vec t[], vec left[], vec noise)
{
    int a = 0;
    UNROLL
    for (; edge >> a & 1; a++)
        noise = lerp(t[a], left[a], noise);
    if (a < dims - 1)
        left[a] = noise;
    return noise;
}

/* What a vector of samples has along x: the distances from both sides of its cells, and the fades. */
struct along {
    vec side[2], u;
};

INLINE struct along along_at(const struct tile *tile, size_t i)
{
    return (struct along){{v_load(tile->near + i), v_load(tile->far + i)}, v_load(tile->fade + i)};
}

/* The raw noise of a vector of samples from i on; t is the row's fades along y, z and w. */
INLINE vec row_noise(const struct corners *corners, const struct tile *tile, int dims, int even,
                     size_t i, const vec t[])
{
    const struct along x = along_at(tile, i);
    vec noise = v_splat(0), left[3];
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        noise = lerp(x.u, add_product(even, corners->s[e][0], x.side[0], corners->c[e][0]),
                     add_product(even, corners->s[e][1], x.side[1], corners->c[e][1]));
        noise = join_edge(dims, e, t, left, noise);
    }
    return noise;
}

/* Ends a vector of row r of the strip, from sample i on. */
INLINE void row_store(const struct strip *strip, size_t r, size_t i, enum adding adding, vec value)
{
    real *const out = strip->out + (ptrdiff_t)r * strip->stride;
    if (adding == ONLY) {
        store_within(out, i, strip->n, finish(&strip->output, value));
    } else if (adding == LAST) {
        const vec total = v_load(strip->total + (ptrdiff_t)r * strip->pitch + i);
        value = total + v_splat(strip->weight) * value;
        store_within(out, i, strip->n, finish(&strip->output, value));
    } else if (adding == FIRST) {
        v_store(out + i, v_splat(strip->weight) * value);
    } else if (adding == FIRST_FOLDED) {
        v_store(out + i, v_splat(strip->weight) * billow(value, 2 * strip->output.octave_scale));
    } else if (adding == PLAIN) {
        v_store(out + i, v_load(out + i) + v_splat(strip->weight) * value);
    } else if (adding == FOLDED) {
        value = billow(value, 2 * strip->output.octave_scale);
        v_store(out + i, v_load(out + i) + v_splat(strip->weight) * value);
    } else {
        struct sum sum = {v_load(out + i), v_splat(1)};
        if (strip->strengths)
            sum.strength = v_load(out + i + strip->strengths);
        sum = add_octave(strip->shape, &strip->output, strip->weight, sum, value);
        v_store(out + i, sum.total);
        if (strip->strengths)
            v_store(out + i + strip->strengths, sum.strength);
    }
}

/* Evaluates such a vector. */
INLINE void row_vector(const struct strip *strip, size_t r, const struct tile *tile,
                       const struct corners *corners, int dims, int even, enum adding adding,
                       size_t i, const vec t[])
{
    row_store(strip, r, i, adding, row_noise(corners, tile, dims, even, i, t));
}

INLINE void row_fades(const struct strip *strip, size_t r, int dims, vec t[3])
{
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = v_splat(a == 1 ? strip->fade[r] : strip->other_fade[a]);
}

INLINE void row_distances(const struct strip *strip, size_t r, int dims,
                          struct distances *distances)
{
    UNROLL
    for (int a = 1; a < dims; a++)
        set_distance(distances, a, v_splat(a == 1 ? strip->distance[0][r] : strip->other_near[a]));
}

/* The distances along all axes but x and y, which the rows of a strip share. */
INLINE void other_distances(const struct strip *strip, int dims, struct distances *distances)
{
    UNROLL
    for (int a = 2; a < dims; a++)
        set_distance(distances, a, v_splat(strip->other_near[a]));
}

/* Constants of a run's corners, an array of which is by edge: by side and row. */
enum { CONSTANT_ROWS = STRIP + LANES };
typedef real edge_constants[2][CONSTANT_ROWS];

/* They are found with rows in the lanes. */
INLINE void run_constants(const struct strip *strip, const struct tile *tile,
                          const struct edges *edges, int dims, int32_t run,
                          edge_constants constant[])
{
    struct distances distances;
    other_distances(strip, dims, &distances);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            const int at = e * EDGE_POINTS(dims) + run + side * tile->right;
            vec g[4];
            UNROLL
            for (int a = 1; a < dims; a++)
                g[a] = v_splat(edges->gradient[a][at]);
            for (size_t r = 0; r < strip->rows; r += LANES) {
                set_distance(&distances, 1, v_load(strip->distance[0] + r));
                v_store(&constant[e][side][r], edge_constant(dims, e, 1, g, &distances));
            }
        }
    }
}

/*
 * Whether runs go vector by vector, each down all rows, with constants from memory. Otherwise they go row by row, so that
 * registers may hold a row's constants (measured; docs/benchmarks.md).
 */
INLINE int goes_down(int dims)
{
    const int cost = SPLAT_COST; /* a variable, so that branches are the same in all backends */
    return cost == 0 || (cost == 1 && dims == 4);
}

/* A number c, constant in a row, added to a component's product. */
INLINE vec add_number(int rounds, vec component, vec distance, const real *c)
{
    if (rounds)
        return component * distance + v_splat(*c);
    return v_mul_add_number(component, distance, c);
}

/* The raw noise of row r of a vector of samples that are all of one run. */
INLINE vec run_noise(const struct strip *strip, size_t r, const struct along *x, vec s[][2],
                     edge_constants constant[], int dims, int even)
{
    vec noise = v_splat(0), left[3], t[3];
    row_fades(strip, r, dims, t);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        noise = lerp(x->u, add_number(even, s[e][0], x->side[0], &constant[e][0][r]),
                     add_number(even, s[e][1], x->side[1], &constant[e][1][r]));
        noise = join_edge(dims, e, t, left, noise);
    }
    return noise;
}

/* The x components of a run's gradients, on the left and the right of x, by edge. */
INLINE void run_components(const struct tile *tile, const struct edges *edges, int dims,
                           int32_t run, vec s[MAX_EDGES][2])
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        const real *const gx = edges->gradient[0] + e * EDGE_POINTS(dims) + run;
        s[e][0] = v_splat(gx[0]);
        s[e][1] = v_splat(gx[tile->right]);
    }
}

/* Samples from `first` to `end`, in whole vectors, all of one run. */
INLINE void strip_run(const struct strip *strip, const struct tile *tile, const struct edges *edges,
                      int dims, int even, enum adding adding, size_t first, size_t end)
{
    _Alignas(64) edge_constants two[2], four[4], eight[8]; /* of which there is one */
    edge_constants *const constant = dims == 2 ? two : dims == 3 ? four : eight;
    const int32_t run = tile->run_of[first];
    struct corners corners;
    run_constants(strip, tile, edges, dims, run, constant);
    run_components(tile, edges, dims, run, corners.s);
    for (size_t i = first; goes_down(dims) && i < end; i += LANES) {
        const struct along x = along_at(tile, i);
        for (size_t r = 0; r < strip->rows; r++)
            row_store(strip, r, i, adding,
                      run_noise(strip, r, &x, corners.s, constant, dims, even));
    }
    for (size_t r = 0; !goes_down(dims) && r < strip->rows; r++) {
        vec t[3];
        row_fades(strip, r, dims, t);
        UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            corners.c[e][0] = v_splat(constant[e][0][r]);
            corners.c[e][1] = v_splat(constant[e][1][r]);
        }
        for (size_t i = first; i < end; i += LANES)
            row_vector(strip, r, tile, &corners, dims, even, adding, i, t);
    }
}

/*
 * What a vector of samples has of a corner, the same in all rows of a strip: s * x, gy, and c but for gy * y.
 * Samples of several runs have their own in each lane.
 */
struct column_corner {
    vec sx, gy, rest;
};

struct column {
    vec u;
    struct column_corner corner[MAX_EDGES][2];
};

INLINE struct column_corner corner_of(int dims, int edge, const vec gradient[4], vec x,
                                      const struct distances *others)
{
    return (struct column_corner){gradient[0] * x, gradient[1],
                                  edge_constant(dims, edge, 2, gradient, others)};
}

INLINE struct column_corner find_corner(const struct tile *tile, const struct edges *edges,
                                        int dims, int edge, int side, int mixed, size_t i, vec x,
                                        const struct distances *others)
{
    const int at = edge * EDGE_POINTS(dims) + side * tile->right;
    vec g[4];
    UNROLL
    for (int a = 0; a < dims; a++) {
        const real *const points = edges->gradient[a] + at;
        g[a] = mixed ? v_pick(points, tile->run_of + i) : v_splat(points[tile->run_of[i]]);
    }
    return corner_of(dims, edge, g, x, others);
}

/* s * x + c, in 2-D as gy * y + s * x: both products are exact, or both are rounded. */
INLINE vec corner_value(const struct column_corner *corner, int dims, int even, vec y)
{
    if (dims == 2)
        return add_product(even, corner->gy, y, corner->sx);
    return corner->sx + v_mul_add_exact(corner->gy, y, corner->rest);
}

/* A column's noise in `rows` rows from r on, in turns, since the steps of one wait for each other. */
INLINE void column_noise(const struct strip *strip, size_t r, int rows, const struct column *column,
                         int dims, int even, vec noise[])
{
    vec t[2][3], left[2][3];
    UNROLL
    for (int k = 0; k < rows; k++)
        row_fades(strip, r + (size_t)k, dims, t[k]);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int k = 0; k < rows; k++) {
            const vec y = v_splat(strip->distance[e & 1][r + (size_t)k]);
            noise[k] = lerp(column->u, corner_value(&column->corner[e][0], dims, even, y),
                            corner_value(&column->corner[e][1], dims, even, y));
        }
        UNROLL
        for (int k = 0; k < rows; k++)
            noise[k] = join_edge(dims, e, t[k], left[k], noise[k]);
    }
}

INLINE void column_rows(const struct strip *strip, size_t r, int rows, const struct column *column,
                        int dims, int even, enum adding adding, size_t i)
{
    vec noise[2];
    column_noise(strip, r, rows, column, dims, even, noise);
    UNROLL
    for (int k = 0; k < rows; k++)
        row_store(strip, r + (size_t)k, i, adding, noise[k]);
}

/* A column: one vector of samples, in all rows of the strip. */
INLINE void strip_column(const struct strip *strip, const struct tile *tile,
                         const struct edges *edges, int dims, int even, enum adding adding,
                         int mixed, size_t i)
{
    const struct along x = along_at(tile, i);
    struct column column;
    struct distances others;
    size_t r = 0;
    column.u = x.u;
    other_distances(strip, dims, &others);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        column.corner[e][0] = find_corner(tile, edges, dims, e, 0, mixed, i, x.side[0], &others);
        column.corner[e][1] = find_corner(tile, edges, dims, e, 1, mixed, i, x.side[1], &others);
    }
    for (; dims == 2 && r + 2 <= strip->rows; r += 2)
        column_rows(strip, r, 2, &column, dims, even, adding, i);
    for (; r < strip->rows; r++)
        column_rows(strip, r, 1, &column, dims, even, adding, i);
}

/* The end of the stretch of vectors from i on that are within one run; i where the first one has samples of several. */
INLINE size_t run_end(const struct tile *tile, size_t i)
{
    const uint8_t run = tile->run_of[i];
    while (i < tile->n && tile->run_of[i + LANES - 1] == run)
        i += LANES;
    return i;
}

/*
 * A vector that has samples of several runs goes by column. A stretch of vectors within one run goes by rows, and shares
 * the run's broadcasts, where that is faster: on backends whose vectors go down the rows, and of two vectors and more in 3-D,
 * in 4-D, and of a 2-D octave that is the only one. Otherwise its vectors go by column, too.
 */
INLINE void strip_by_vectors(const struct strip *strip, const struct tile *tile,
                             const struct edges *edges, int dims, int even, enum adding adding)
{
    size_t end;
    for (size_t i = 0; i < tile->n; i = end) {
        end = run_end(tile, i);
        if (end == i) {
            strip_column(strip, tile, edges, dims, even, adding, 1, i);
            end += LANES;
        } else if (goes_down(dims) || (end - i > LANES && (dims > 2 || adding == ONLY))) {
            strip_run(strip, tile, edges, dims, even, adding, i, end);
        } else {
            for (; i < end; i += LANES)
                strip_column(strip, tile, edges, dims, even, adding, 0, i);
        }
    }
}

/*
 * Each sample a run of its own, and few rows: what the lattice points of a vector have is found when they are
 * needed, and not stored.
 */
INLINE void strip_by_points(const struct strip *strip, const struct tile *tile,
                            const struct edges *edges, const gradient_set *set, int dims, int even,
                            enum adding adding)
{
    for (size_t r = 0; r < strip->rows; r++) {
        struct distances distances;
        vec t[3];
        row_distances(strip, r, dims, &distances);
        row_fades(strip, r, dims, t);
        for (size_t i = 0; i < tile->n; i += LANES) {
            struct corners corners;
            UNROLL
            for (int e = 0; e < FIRST_EDGES(dims); e++) {
                UNROLL
                for (int side = 0; side < 2; side++) {
                    const int at = e * EDGE_POINTS(dims) + side * tile->right + (int)i;
                    vec g[2][4];
                    edge_gradients(edges, set, dims, even, at, g);
                    UNROLL
                    for (int n = 0; n < 2; n++) {
                        const int edge = e + n * FIRST_EDGES(dims);
                        corners.s[edge][side] = g[n][0];
                        corners.c[edge][side] = edge_constant(dims, edge, 1, g[n], &distances);
                    }
                }
            }
            row_vector(strip, r, tile, &corners, dims, even, adding, i, t);
        }
    }
}

INLINE void strip_evaluate(const struct strip *strip, const struct tile *tile, struct edges *edges,
                           const gradient_set *set, int dims, int even, enum adding adding)
{
    if (tile->n == (size_t)tile->runs && strip->rows <= FEWEST) {
        strip_by_points(strip, tile, edges, set, dims, even, adding);
    } else {
        edges_find_gradients(edges, tile, set, dims, even);
        strip_by_vectors(strip, tile, edges, dims, even, adding);
    }
}

#endif
