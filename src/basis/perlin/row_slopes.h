/*
 * Perlin noise of a strip with its slopes. Rows share what rows.h describes, and more: the gradient
 * components are interpolated along x last. So G is a lerp along x of two numbers that all samples
 * of a row in one cell share. In 3-D slopes cost 33 vector operations a sample on top of the noise.
 * In 4-D registers are too few, and such grids are evaluated as points.
 */
#ifndef PERLIN_PERLIN_ROW_SLOPES_H
#define PERLIN_PERLIN_ROW_SLOPES_H

#include "points.h"
#include "rows.h"

/* The fades of a row along y, z and w, and their slopes. */
INLINE void row_axes(const struct strip *strip, size_t r, int dims, vec t[4], vec slope[4])
{
    row_fades(strip, r, dims, t + 1);
    UNROLL
    for (int a = 1; a < dims; a++)
        slope[a] = v_splat(strip->axis[a].weight[FADE_SLOPE][a == 1 ? r : 0]);
}

/* Finishes a vector of samples: interpolates its edges, and combines G with the slopes of the
   fades. */
INLINE void row_slopes(const struct store *to, size_t r, size_t i, int dims, int adds,
                       const vec t[4], const vec fade_slope[4], vec value[], vec difference[],
                       const vec gradient[])
{
    vec slope[4];
    interpolate_slopes(dims, t, value, difference);
    UNROLL
    for (int a = 0; a < dims; a++)
        slope[a] = gradient[a] + fade_slope[a] * difference[differences_of(dims, a)];
    if (to->plane[0])
        store_row(to, r, i, adds, 0, value[0]);
    store_row_slopes(to, r, i, dims, adds, slope);
}

/* Interpolates a gradient component of all edges along z and w. Leaves the two sides of y in
   gradient[0] and gradient[1]. */
INLINE void other_lerps(const struct strip *strip, int dims, vec gradient[EDGES(3)])
{
    UNROLL
    for (int a = dims - 1; a >= 2; a--) {
        UNROLL
        for (int e = 0; e < 1 << (a - 1); e++)
            gradient[e] = lerp(v_splat(strip->axis[a].weight[FADE][0]), gradient[e],
                               gradient[e + (1 << (a - 1))]);
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* G of a run at the left of its cell, and how much more it is at the right, by component and row.
   */
INLINE void run_gradients(const struct strip *strip, const struct tile *tile, struct edges *edges,
                          int dims, int32_t run, real mean[3][2][MAX_ROWS])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        vec g[2][EDGES(3)];
        UNROLL
        for (int side = 0; side < 2; side++) {
            UNROLL
            for (int e = 0; e < EDGES(dims); e++)
                g[side][e] = v_splat(
                    component(edges, dims, a)[e * EDGE_POINTS(dims) + run + side * tile->right]);
            other_lerps(strip, dims, g[side]);
        }
        for (size_t r = 0; r < strip->rows; r += LANES) {
            const vec t = v_load(strip->axis[1].weight[FADE] + r);
            const vec left = lerp(t, g[0][0], g[0][1]), right = lerp(t, g[1][0], g[1][1]);
            v_store(&mean[a][0][r], left);
            v_store(&mean[a][1][r], right - left);
        }
    }
}

/* Evaluates whole vectors of samples from `first` to `end`, all in one run. */
INLINE void slope_run(const struct store *to, const struct strip *strip, const struct tile *tile,
                      struct edges *edges, int dims, int adds, size_t first, size_t end)
{
    _Alignas(64) real constant[EDGES(3)][2][MAX_ROWS];
    _Alignas(64) real mean[3][2][MAX_ROWS];
    const int32_t run = tile->run_of[first];
    vec s[EDGES(3)][2];
    run_constants(strip, tile, edges, dims, BY_INTEGERS, run, constant);
    run_gradients(strip, tile, edges, dims, run, mean);
    run_components(tile, edges, dims, run, s);
    for (size_t r = 0; r < strip->rows; r++) {
        vec t[4], slope[4];
        row_axes(strip, r, dims, t, slope);
        for (size_t i = first; i < end; i += LANES) {
            const vec x = v_load(tile->weight[NEAR] + i), x1 = v_load(tile->weight[FAR] + i);
            vec value[EDGES(3)], difference[8], gradient[3];
            t[0] = v_load(tile->weight[FADE] + i);
            slope[0] = v_load(tile->weight[FADE_SLOPE] + i);
            UNROLL
            for (int e = 0; e < EDGES(dims); e++)
                edge_noise(t[0], add_product(BY_INTEGERS, s[e][0], x, v_splat(constant[e][0][r])),
                           add_product(BY_INTEGERS, s[e][1], x1, v_splat(constant[e][1][r])),
                           &value[e], &difference[e]);
            UNROLL
            for (int a = 0; a < dims; a++)
                gradient[a] = v_splat(mean[a][0][r]) + t[0] * v_splat(mean[a][1][r]);
            row_slopes(to, r, i, dims, adds, t, slope, value, difference, gradient);
        }
    }
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* Evaluates a column: one vector of samples, from several runs, in all rows of the strip. */
INLINE void slope_column(const struct store *to, const struct strip *strip, const struct tile *tile,
                         struct edges *edges, int dims, int adds, size_t i)
{
    const vec x[2] = {v_load(tile->weight[NEAR] + i), v_load(tile->weight[FAR] + i)};
    struct column_corner corner[EDGES(3)][2];
    struct distances others;
    vec gradient[3][2][EDGES(3)]; /* by component, side of x, edge */
    other_distances(strip, dims, BY_INTEGERS, &others);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            vec g[4];
            UNROLL
            for (int a = 0; a < dims; a++) {
                const int at = e * EDGE_POINTS(dims) + side * tile->right;
                g[a] = v_pick(component(edges, dims, a) + at, tile->run_of + i);
                gradient[a][side][e] = g[a];
            }
            corner[e][side] = corner_of(dims, BY_INTEGERS, e, g, x[side], &others);
        }
    }
    UNROLL
    for (int a = 0; a < dims; a++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            other_lerps(strip, dims, gradient[a][side]);
            /* From here on it holds the difference along y. */
            gradient[a][side][1] = gradient[a][side][1] - gradient[a][side][0];
        }
    }
    for (size_t r = 0; r < strip->rows; r++) {
        vec t[4], slope[4], value[EDGES(3)], difference[8], mean[3];
        row_axes(strip, r, dims, t, slope);
        t[0] = v_load(tile->weight[FADE] + i);
        slope[0] = v_load(tile->weight[FADE_SLOPE] + i);
        UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            const real *const side = strip->axis[1].weight[e & 1 ? FAR : NEAR];
            const vec y = v_splat(side[r]);
            edge_noise(t[0], corner_value(&corner[e][0], dims, BY_INTEGERS, y),
                       corner_value(&corner[e][1], dims, BY_INTEGERS, y), &value[e],
                       &difference[e]);
        }
        UNROLL
        for (int a = 0; a < dims; a++) {
            vec side[2] = {gradient[a][0][0], gradient[a][1][0]};
            UNROLL
            for (int k = 0; k < 2; k++)
                side[k] = side[k] + t[1] * gradient[a][k][1];
            mean[a] = lerp(t[0], side[0], side[1]);
        }
        row_slopes(to, r, i, dims, adds, t, slope, value, difference, mean);
    }
}

/* Evaluates a strip: vectors within one run together, others as columns. By tables gradients are
   multiplied so that they need no unit, and all products are rounded: exact ones stay the same. */
INLINE void slope_strip(const struct strip *strip, const struct tile *tile, struct edges *edges,
                        int dims, const struct store *store)
{
    const struct store to = *store; /* a copy, because stores may alias the original */
    const struct strip rows = *strip;
    size_t end;
    if (strip->integers)
        edges_enter(edges, tile, strip, NULL, dims, BY_INTEGERS);
    else
        edges_enter(edges, tile, strip, gradients_of(strip->noise, dims), dims, BY_TABLES);
    for (size_t i = 0; i < tile->n; i = end) {
        end = run_end(tile, i);
        if (end == i) {
            slope_column(&to, &rows, tile, edges, dims, to.adds, i);
            end += LANES;
        } else {
            slope_run(&to, &rows, tile, edges, dims, to.adds, i, end);
        }
    }
}

#define PERLIN_SLOPE_STRIPS(dims)                                                                  \
    OUTLINE void perlin_slopes##dims(const perlin_noise *noise, const struct tile *tile,           \
                                     const struct strip *strip, void *state,                       \
                                     const struct store *to)                                       \
    {                                                                                              \
        (void)noise;                                                                               \
        slope_strip(strip, tile, state, dims, to);                                                 \
    }

PERLIN_SLOPE_STRIPS(2)
PERLIN_SLOPE_STRIPS(3)

#endif
