/*
 * Perlin noise of a strip: rows in one cell of y, z and w. Along a row the dot product at each
 * corner is s * x + c. Here s is the gradient's x component, and c = gy*y + (gz*z + gw*w) is
 * constant in the row. Terms and roundings are those of a single point, so bits are the same. Only
 * the sign of a zero may differ, which the range removes.
 *
 * In 3-D that leaves 8 products and 7 lerps a sample. The rest is shared: hashes and gradients by
 * all rows of a strip, c by the samples of a row in one cell (a run). Where few samples share a
 * cell, a column is used: a vector of samples in all rows. It shares s * x, and all of c except gy
 * * y.
 */
#ifndef PERLIN_PERLIN_ROWS_H
#define PERLIN_PERLIN_ROWS_H

#include "edges.h"

/* The weights of an axis: distances from the near and the far side of the cell, fades, and their
   slopes. */
enum { NEAR, FAR, FADE, FADE_SLOPE };

/* ---- A vector of samples --------------------------------------------------------------------- */

/* Scaled distances from the near and the far side of a cell, along y, z and w. */
struct distances {
    vec side[4][2];
};

INLINE void set_distance(struct distances *distances, int dims, enum hashed_by by, int axis,
                         vec near)
{
    distances->side[axis][0] = near;
    distances->side[axis][1] = from_far_side(dims, by, near);
}

/* The constant c = gy*y + (gz*z + gw*w) on an edge, or its terms from axis `first` on. */
INLINE vec edge_constant(int dims, enum hashed_by by, int edge, int first, const vec gradient[4],
                         const struct distances *distances)
{
    vec c = v_splat(0);
    UNROLL
    for (int a = dims - 1; a >= first; a--) {
        const vec distance = distances->side[a][edge >> (a - 1) & 1];
        if (a == dims - 1)
            c = gradient[a] * distance;
        else
            c = add_product(by, gradient[a], distance, c);
    }
    return c;
}

/* The corners around a vector of samples: s and c by edge, and by side of x. */
struct corners {
    enum hashed_by by; /* constant where functions are inlined */
    vec s[MAX_EDGES][2], c[MAX_EDGES][2];
};

/* Lerps along y, z and w as soon as both sides are known, to save registers. `left` keeps a side
   until the other one follows. Returns the noise after the last edge. The loop's length does not
   depend on the edge, so that clang unrolls it early enough to keep `left` in registers. */
INLINE vec join_edge(int dims, int edge, const vec t[], vec left[], vec noise)
{
    if (dims == 2) {
        int a = 0; /* gcc: this form runs up to 10% faster */
        UNROLL
        for (; edge >> a & 1; a++)
            noise = lerp(t[a], left[a], noise);
        if (a == 0)
            left[a] = noise;
        return noise;
    }
    UNROLL
    for (int a = 0; a < dims - 1; a++) {
        const int all_right = (2 << a) - 1, sides = edge & all_right; /* along the axes up to a */
        if (sides == all_right)
            noise = lerp(t[a], left[a], noise);
        else if (sides == all_right >> 1)
            left[a] = noise;
    }
    return noise;
}

/* Along x, for a vector of samples: the distances from both sides of the cells, and the fades. */
struct along {
    vec side[2], u;
};

INLINE struct along along_at(const struct tile *tile, size_t i)
{
    struct along x = {{v_load(tile->weight[NEAR] + i), v_load(tile->weight[FAR] + i)},
                      v_load(tile->weight[FADE] + i)};
    KEEP_IN_REGISTER(x.side[0]);
    KEEP_IN_REGISTER(x.side[1]);
    KEEP_IN_REGISTER(x.u);
    return x;
}

/* The noise of a vector of samples along an edge. */
INLINE vec edge_along(const struct corners *corners, const struct along *x, int e)
{
    return lerp(x->u, add_product(corners->by, corners->s[e][0], x->side[0], corners->c[e][0]),
                add_product(corners->by, corners->s[e][1], x->side[1], corners->c[e][1]));
}

/* The raw noise of a vector of samples, starting at sample i. t holds the row's fades along y, z
   and w. */
INLINE vec row_noise(const struct corners *corners, const struct tile *tile, int dims, size_t i,
                     const vec t[])
{
    const struct along x = along_at(tile, i);
    vec noise = v_splat(0), left[3];
    UNROLL
    for (int e = 0; e < EDGES(dims); e++)
        noise = join_edge(dims, e, t, left, edge_along(corners, &x, e));
    return noise;
}

/* Evaluates and stores a vector of samples in row r. */
INLINE void row_vector(const struct store *to, size_t r, const struct tile *tile,
                       const struct corners *corners, int dims, int adds, int whole, size_t i,
                       const vec t[])
{
    store_row(to, r, i, adds, whole, row_noise(corners, tile, dims, i, t));
}

INLINE void row_fades(const struct strip *strip, size_t r, int dims, vec t[3])
{
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = v_splat(strip->axis[a].weight[FADE][a == 1 ? r : 0]);
}

INLINE void row_distances(const struct strip *strip, size_t r, int dims, enum hashed_by by,
                          struct distances *distances)
{
    UNROLL
    for (int a = 1; a < dims; a++)
        set_distance(distances, dims, by, a, v_splat(strip->axis[a].weight[NEAR][a == 1 ? r : 0]));
}

/* The distances along z and w, which all rows of a strip share. */
INLINE void other_distances(const struct strip *strip, int dims, enum hashed_by by,
                            struct distances *distances)
{
    UNROLL
    for (int a = 2; a < dims; a++)
        set_distance(distances, dims, by, a, v_splat(strip->axis[a].weight[NEAR][0]));
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/*
 * The lerps of a vector along y, z and w depend on each other, for about thirty cycles.
 * Out-of-order execution does not reach far enough ahead to fill them. So the code computes the
 * next vector's edges between them.
 */

/* The constants c of a run, in an array indexed by edge: by side and row. */
typedef real edge_constants[2][MAX_ROWS];

/* Finds the constants of a run, with rows in the lanes. */
INLINE void run_constants(const struct strip *strip, const struct tile *tile, struct edges *edges,
                          int dims, enum hashed_by by, int32_t run, edge_constants constant[])
{
    struct distances distances;
    other_distances(strip, dims, by, &distances);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            const int at = e * EDGE_POINTS(dims) + run + side * tile->right;
            vec g[4];
            UNROLL
            for (int a = 1; a < dims; a++)
                g[a] = v_splat(component(edges, dims, a)[at]);
            for (size_t r = 0; r < strip->rows; r += LANES) {
                set_distance(&distances, dims, by, 1, v_load(strip->axis[1].weight[NEAR] + r));
                v_store(&constant[e][side][r], edge_constant(dims, by, e, 1, g, &distances));
            }
        }
    }
}

/*
 * True if runs are evaluated a vector at a time, down all rows, with constants read from memory.
 * Otherwise they are evaluated row by row, with the row's constants in registers.
 */
INLINE int runs_go_down(int dims)
{
    const int cost = SPLAT_COST; /* a variable, so that all backends have the same branches */
    return cost == 0 || (cost == 1 && dims > 2);
}

/* The corners of a run. c is that of one row in `corners`, or of all rows in `constant`, by edge.
   */
struct run {
    struct corners corners;
    edge_constants *constant;
};

/* The noise along an edge in row r, for a vector of samples in one run. */
INLINE vec run_edge(const struct run *run, size_t r, const struct along *x, int dims, int e)
{
    const struct corners *const corners = &run->corners;
    if (!runs_go_down(dims))
        return edge_along(corners, x, e);
    const vec c[2] = {v_splat(run->constant[e][0][r]), v_splat(run->constant[e][1][r])};
    return lerp(x->u, add_product(corners->by, corners->s[e][0], x->side[0], c[0]),
                add_product(corners->by, corners->s[e][1], x->side[1], c[1]));
}

INLINE void find_edges_of_run(const struct run *run, size_t r, const struct along *x, int dims,
                              vec edge[MAX_EDGES])
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++)
        edge[e] = run_edge(run, r, x, dims, e);
}

/* Interpolates the edges of a vector to its raw noise. */
INLINE vec join_edges(int dims, const vec t[], const vec edge[MAX_EDGES])
{
    vec noise = v_splat(0), left[3];
    UNROLL
    for (int e = 0; e < EDGES(dims); e++)
        noise = join_edge(dims, e, t, left, edge[e]);
    return noise;
}

/* Joins the edges of a vector, and replaces them with those of the next vector, which is at x in
   row r. */
INLINE vec join_and_find(int dims, const vec t[], vec edge[MAX_EDGES], const struct run *run,
                         size_t r, const struct along *x)
{
    vec noise = v_splat(0), left[2];
    UNROLL
    for (int e = 0; e < EDGES(dims); e += 2) {
        noise = lerp(t[0], edge[e], edge[e + 1]);
        edge[e] = run_edge(run, r, x, dims, e);
        noise = join_edge(dims - 1, e / 2, t + 1, left, noise);
        edge[e + 1] = run_edge(run, r, x, dims, e + 1);
    }
    return noise;
}

/* Evaluates a vector of a run, starting at sample i, down all rows. */
INLINE void run_down(const struct store *to, const struct strip *strip, const struct tile *tile,
                     const struct run *run, int dims, int adds, int whole, size_t i)
{
    const struct along x = along_at(tile, i);
    vec edge[MAX_EDGES], t[3];
    size_t r = 0;
    find_edges_of_run(run, r, &x, dims, edge);
    for (; r + 1 < strip->rows; r++) {
        row_fades(strip, r, dims, t);
        store_row(to, r, i, adds, whole, join_and_find(dims, t, edge, run, r + 1, &x));
    }
    row_fades(strip, r, dims, t);
    store_row(to, r, i, adds, whole, join_edges(dims, t, edge));
}

/* Evaluates a row of a run, from sample `first` to `end`. In 2-D a vector joins only one pair of
   edges, and looking ahead does not pay. */
INLINE void run_along(const struct store *to, const struct strip *strip, const struct tile *tile,
                      const struct run *run, int dims, int adds, size_t r, size_t first, size_t end)
{
    struct along x = along_at(tile, first);
    vec edge[MAX_EDGES], t[3];
    row_fades(strip, r, dims, t);
    if (dims == 2) {
        for (size_t i = first; i + LANES < end; i += LANES)
            row_vector(to, r, tile, &run->corners, dims, adds, 1, i, t);
        row_vector(to, r, tile, &run->corners, dims, adds, 0, end - LANES, t);
        return;
    }
    find_edges_of_run(run, r, &x, dims, edge);
    for (size_t i = first + LANES; i < end; i += LANES) {
        x = along_at(tile, i);
        store_row(to, r, i - LANES, adds, 1, join_and_find(dims, t, edge, run, r, &x));
    }
    store_row(to, r, end - LANES, adds, 0, join_edges(dims, t, edge));
}

/* The x components of the gradients of a run, by edge and side of x. */
INLINE void run_components(const struct tile *tile, struct edges *edges, int dims, int32_t run,
                           vec (*s)[2])
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        const real *const gx = component(edges, dims, 0) + e * EDGE_POINTS(dims) + run;
        s[e][0] = v_splat(gx[0]);
        s[e][1] = v_splat(gx[tile->right]);
    }
}

/* Evaluates whole vectors of samples from `first` to `end`, all in one run. */
INLINE void strip_run(const struct store *to, const struct strip *strip, const struct tile *tile,
                      struct edges *edges, int dims, enum hashed_by by, int adds, size_t first,
                      size_t end)
{
    _Alignas(64) edge_constants two[2], four[4], eight[8]; /* only one of them is used */
    const int32_t number = tile->run_of[first];
    struct run run;
    run.corners.by = by;
    run.constant = dims == 2 ? two : dims == 3 ? four : eight;
    run_constants(strip, tile, edges, dims, by, number, run.constant);
    run_components(tile, edges, dims, number, run.corners.s);
    for (size_t i = first; runs_go_down(dims) && i < end; i += LANES) {
        if (i + LANES <= to->layout.n)
            run_down(to, strip, tile, &run, dims, adds, 1, i);
        else
            run_down(to, strip, tile, &run, dims, adds, 0, i);
    }
    for (size_t next = 0; !runs_go_down(dims) && next < strip->rows; next++) {
        size_t r = next;
        FORGET_STEPS(r);
        UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            run.corners.c[e][0] = v_splat(run.constant[e][0][r]);
            run.corners.c[e][1] = v_splat(run.constant[e][1][r]);
        }
        run_along(to, strip, tile, &run, dims, adds, r, first, end);
    }
}

/* ---- Columns --------------------------------------------------------------------------------- */

/*
 * A corner of a vector of samples: s * x, gy, and c without gy * y. These are the same in all rows
 * of a strip. Lanes may belong to different runs.
 */
struct column_corner {
    vec sx, gy, rest;
};

struct column {
    enum hashed_by by;
    vec u;
    struct column_corner corner[MAX_EDGES][2];
};

INLINE struct column_corner corner_of(int dims, enum hashed_by by, int edge, const vec gradient[4],
                                      vec x, const struct distances *others)
{
    return (struct column_corner){gradient[0] * x, gradient[1],
                                  edge_constant(dims, by, edge, 2, gradient, others)};
}

INLINE struct column_corner find_corner(const struct tile *tile, struct edges *edges, int dims,
                                        enum hashed_by by, int edge, int side, int mixed, size_t i,
                                        vec x, const struct distances *others)
{
    const int at = edge * EDGE_POINTS(dims) + side * tile->right;
    vec g[4];
    UNROLL
    for (int a = 0; a < dims; a++) {
        const real *const points = component(edges, dims, a) + at;
        g[a] = mixed ? v_pick(points, tile->run_of + i) : v_splat(points[tile->run_of[i]]);
    }
    return corner_of(dims, by, edge, g, x, others);
}

/* s * x + c; in 2-D gy * y + s * x. Either both products are exact, or both are rounded. */
INLINE vec corner_value(const struct column_corner *corner, int dims, enum hashed_by by, vec y)
{
    if (dims == 2)
        return add_product(by, corner->gy, y, corner->sx);
    return corner->sx + add_product(by, corner->gy, y, corner->rest);
}

/* The noise of a column in `rows` rows, starting at r. The rows are interleaved, because the steps
   of one wait for each other. */
INLINE void column_noise(const struct strip *strip, size_t r, int rows, const struct column *column,
                         int dims, vec noise[])
{
    vec t[2][3], left[2][3];
    UNROLL
    for (int k = 0; k < rows; k++)
        row_fades(strip, r + (size_t)k, dims, t[k]);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int k = 0; k < rows; k++) {
            const real *const side = strip->axis[1].weight[e & 1 ? FAR : NEAR];
            const vec y = v_splat(side[r + (size_t)k]);
            noise[k] = lerp(column->u, corner_value(&column->corner[e][0], dims, column->by, y),
                            corner_value(&column->corner[e][1], dims, column->by, y));
        }
        UNROLL
        for (int k = 0; k < rows; k++)
            noise[k] = join_edge(dims, e, t[k], left[k], noise[k]);
    }
}

INLINE void column_rows(const struct store *to, const struct strip *strip, size_t r, int rows,
                        const struct column *column, int dims, int adds, size_t i)
{
    vec noise[2];
    column_noise(strip, r, rows, column, dims, noise);
    UNROLL
    for (int k = 0; k < rows; k++)
        store_row(to, r + (size_t)k, i, adds, 0, noise[k]);
}

/* Evaluates a column: one vector of samples in all rows of the strip. */
INLINE void strip_column(const struct store *to, const struct strip *strip, const struct tile *tile,
                         struct edges *edges, int dims, enum hashed_by by, int adds, int mixed,
                         size_t i)
{
    const struct along x = along_at(tile, i);
    struct column column;
    struct distances others;
    size_t r = 0;
    column.by = by;
    column.u = x.u;
    other_distances(strip, dims, by, &others);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        column.corner[e][0] =
            find_corner(tile, edges, dims, by, e, 0, mixed, i, x.side[0], &others);
        column.corner[e][1] =
            find_corner(tile, edges, dims, by, e, 1, mixed, i, x.side[1], &others);
    }
    for (; dims == 2 && r + 2 <= strip->rows; r += 2)
        column_rows(to, strip, r, 2, &column, dims, adds, i);
    for (; r < strip->rows; r++)
        column_rows(to, strip, r, 1, &column, dims, adds, i);
}

/* ---- Strips ---------------------------------------------------------------------------------- */

/* With up to this many rows, storing gradients does not pay. */
enum { FEW_ROWS = 2 };

/* Returns where the vectors from i on leave the run of sample i, or i if the first vector has
   samples of several runs. */
INLINE size_t run_end(const struct tile *tile, size_t i)
{
    const uint8_t run = tile->run_of[i];
    while (i < tile->n && tile->run_of[i + LANES - 1] == run)
        i += LANES;
    return i;
}

/*
 * Evaluates a strip by runs and columns. A vector with samples of several runs is a column. Vectors
 * within one run share its constants if that is faster: if runs are evaluated downwards, or if
 * there are two vectors or more. Otherwise they are columns, too.
 */
INLINE void strip_by_vectors(const struct store *to, const struct strip *strip,
                             const struct tile *tile, struct edges *edges, int dims,
                             enum hashed_by by, int adds)
{
    size_t end;
    for (size_t i = 0; i < tile->n; i = end) {
        end = run_end(tile, i);
        if (end == i) {
            strip_column(to, strip, tile, edges, dims, by, adds, 1, i);
            end += LANES;
        } else if (runs_go_down(dims) || end - i > LANES) {
            strip_run(to, strip, tile, edges, dims, by, adds, i, end);
        } else {
            for (; i < end; i += LANES)
                strip_column(to, strip, tile, edges, dims, by, adds, 0, i);
        }
    }
}

/*
 * Evaluates a strip of few rows in which each sample is a run. Gradients are looked up when needed,
 * and are not stored.
 */
INLINE void strip_by_points(const struct store *to, const struct strip *strip,
                            const struct tile *tile, struct edges *edges, const gradient_set *set,
                            int dims, enum hashed_by by, int adds)
{
    for (size_t r = 0; r < strip->rows; r++) {
        struct distances distances;
        vec t[3];
        row_distances(strip, r, dims, by, &distances);
        row_fades(strip, r, dims, t);
        for (size_t i = 0; i < tile->n; i += LANES) {
            struct corners corners;
            corners.by = by;
            UNROLL
            for (int e = 0; e < FIRST_EDGES(dims); e++) {
                UNROLL
                for (int side = 0; side < 2; side++) {
                    const size_t point = (size_t)(side * tile->right) + i;
                    vec g[2][4];
                    edge_gradients(edges, tile, set, dims, by, e, point, g);
                    UNROLL
                    for (int n = 0; n < 2; n++) {
                        const int edge = e + n * FIRST_EDGES(dims);
                        corners.s[edge][side] = g[n][0];
                        corners.c[edge][side] = edge_constant(dims, by, edge, 1, g[n], &distances);
                    }
                }
            }
            row_vector(to, r, tile, &corners, dims, adds, 0, i, t);
        }
    }
}

/* Finds what the strip's vectors share. Returns 1 if gradients are looked up when needed instead. */
INLINE int strip_enter(const struct strip *strip, const struct tile *tile, struct edges *edges,
                       const gradient_set *set, int dims, enum hashed_by by)
{
    const int is_few = tile->n == (size_t)tile->runs && strip->rows <= FEW_ROWS;
    if (strip->change >= NEW_CELL)
        edges_enter_cell(edges, tile, strip, dims, by);
    if (!is_few)
        edges_find_gradients(edges, tile, set, dims, by, 1);
    return is_few;
}

/* Evaluates a strip. */
INLINE void strip_evaluate(const struct strip *strip, const struct tile *tile, struct edges *edges,
                           const gradient_set *set, int dims, enum hashed_by by, int adds,
                           const struct store *store)
{
    const struct store to = *store; /* copies, because stores may alias the originals */
    const struct strip copy = *strip;
    if (strip_enter(strip, tile, edges, set, dims, by))
        strip_by_points(&to, &copy, tile, edges, set, dims, by, adds);
    else
        strip_by_vectors(&to, &copy, tile, edges, dims, by, adds);
}

/* Computes the weights of an axis: scaled distances, fades and, for slopes, their derivatives. */
static void perlin_weigh(const perlin_noise *noise, int dims, int has_slopes, size_t n,
                         const struct axis *axis)
{
    const enum hashed_by by = noise->integers || has_slopes ? BY_INTEGERS : BY_TABLES;
    const vec unit = v_splat(unit_in(dims, by));
    for (size_t i = 0; i < n; i += LANES) {
        const vec t = v_load(axis->weight[NEAR] + i);
        v_store(axis->weight[NEAR] + i, t * unit);
        v_store(axis->weight[FAR] + i, t * unit - unit);
        v_store(axis->weight[FADE] + i, fade(t));
        if (has_slopes)
            v_store(axis->weight[FADE_SLOPE] + i, fade_slope(t));
    }
}

FITS_IN_STATE(struct edges);

#define PERLIN_STRIPS(name, dims, by, adds)                                                        \
    OUTLINE void name(const perlin_noise *noise, const struct tile *tile,                          \
                      const struct strip *strip, void *state, const struct store *to)              \
    {                                                                                              \
        strip_evaluate(strip, tile, state, gradients_of(noise, dims), dims, by, adds, to);         \
    }

PERLIN_STRIPS(perlin_strips2, 2, BY_TABLES, 0)
PERLIN_STRIPS(perlin_added_strips2, 2, BY_TABLES, 1)
PERLIN_STRIPS(perlin_strips3, 3, BY_TABLES, 0)
PERLIN_STRIPS(perlin_added_strips3, 3, BY_TABLES, 1)
PERLIN_STRIPS(perlin_integer_strips2, 2, BY_INTEGERS, 0)
PERLIN_STRIPS(perlin_added_integer_strips2, 2, BY_INTEGERS, 1)
PERLIN_STRIPS(perlin_integer_strips3, 3, BY_INTEGERS, 0)
PERLIN_STRIPS(perlin_added_integer_strips3, 3, BY_INTEGERS, 1)

/* In 4-D one kernel stores and adds: two would be twice the code, and no faster. Its ways are functions,
   so that the stack has to hold but one of them. */
#define PERLIN_STRIPS4(name, by)                                                                   \
    OUTLINE void name##_by_points(const struct strip *strip, const struct tile *tile,              \
                                  struct edges *edges, const gradient_set *set,                    \
                                  const struct store *store)                                       \
    {                                                                                              \
        const struct store to = *store;                                                            \
        const struct strip copy = *strip;                                                          \
        strip_by_points(&to, &copy, tile, edges, set, 4, by, to.adds);                             \
    }                                                                                              \
    OUTLINE void name##_by_vectors(const struct strip *strip, const struct tile *tile,             \
                                   struct edges *edges, const struct store *store)                 \
    {                                                                                              \
        const struct store to = *store;                                                            \
        const struct strip copy = *strip;                                                          \
        strip_by_vectors(&to, &copy, tile, edges, 4, by, to.adds);                                 \
    }                                                                                              \
    OUTLINE void name(const perlin_noise *noise, const struct tile *tile,                          \
                      const struct strip *strip, void *state, const struct store *to)              \
    {                                                                                              \
        const gradient_set *const set = gradients_of(noise, 4);                                    \
        if (strip_enter(strip, tile, state, set, 4, by))                                           \
            name##_by_points(strip, tile, state, set, to);                                         \
        else                                                                                       \
            name##_by_vectors(strip, tile, state, to);                                             \
    }

PERLIN_STRIPS4(perlin_strips4, BY_TABLES)
PERLIN_STRIPS4(perlin_integer_strips4, BY_INTEGERS)

#endif
