/*
 * The row kernel with slopes. To what rows of samples share (row.h, tile.h) the slopes add this: the gradients' components
 * are interpolated along x last, so that G is a lerp along x of two numbers that all samples of a row in one cell
 * share. In 3-D a sample then takes 33 vector operations more than its noise alone does.
 */
#ifndef PERLIN_SIMD_SLOPE_ROWS_H
#define PERLIN_SIMD_SLOPE_ROWS_H

#include "slopes.h"
#include "strip.h"

/* A strip of rows, and what slopes need beside it. */
struct slope_strip {
    struct strip strip;
    _Alignas(64) real slope_x[MAX_TILE + LANES]; /* of the fades: by sample, */
    _Alignas(64) real slope_y[STRIP + LANES];    /* by row, */
    real other_slope[4];                         /* by axis */
    const struct slope_planes *planes;
    size_t first, pitch; /* of the strip's rows in the planes */
    /* Where an only octave goes straight to outputs of adjacent samples: */
    const slope_sink *direct; /* else NULL */
    ptrdiff_t offset; /* of the strip's first row in the outputs; strip.stride is that of rows */
};

/* The slopes of fades by the scaled distances, which give the fractions exactly. */
INLINE vec slope_at(int dims, vec near)
{
    if (is_divided(dims))
        near = near * v_splat(1 / unit_in(dims));
    return fade_slope(near);
}

INLINE void fade_slopes_along(int dims, const real near[], size_t n, real slope[])
{
    for (size_t i = 0; i < n; i += LANES)
        v_store(slope + i, slope_at(dims, v_load(near + i)));
}

/* Those of the axes beyond y, once the strip is in its plane. */
INLINE void plane_slopes(struct slope_strip *slopes, int dims)
{
    for (int a = 2; a < dims; a++) {
        real lane[LANES];
        v_store(lane, slope_at(dims, v_splat(slopes->strip.other_near[a])));
        slopes->other_slope[a] = lane[0];
    }
}

/* What a row has of the axes other than x: fades and their slopes. */
INLINE void row_axes(const struct slope_strip *slopes, size_t r, int dims, vec t[4], vec slope[4])
{
    row_fades(&slopes->strip, r, dims, t + 1);
    UNROLL
    for (int a = 1; a < dims; a++)
        slope[a] = v_splat(a == 1 ? slopes->slope_y[r] : slopes->other_slope[a]);
}

/* Finishes a vector of row r, from sample i on, and writes it to the outputs. */
INLINE void write_directly(const struct slope_strip *slopes, size_t r, size_t i, int dims,
                           vec value, vec slope[4])
{
    const struct strip *const strip = &slopes->strip;
    const slope_sink *const sink = slopes->direct;
    const ptrdiff_t at = slopes->offset + (ptrdiff_t)r * strip->stride;
    if (sink->out)
        store_within(sink->out + at, i, strip->n, finish(&strip->output, value));
    UNROLL
    for (int a = 0; a < dims; a++)
        slope[a] = slope[a] * v_splat(slopes->planes->frequency);
    finish_slopes(&strip->output, dims, slope);
    UNROLL
    for (int a = 0; a < dims; a++)
        store_within(sink->slope[a] + at, i, strip->n, slope[a]);
}

/* Ends a vector of samples: from its edges, G and the axes' fades and their slopes to planes or outputs. */
INLINE void row_slopes(const struct slope_strip *slopes, size_t r, size_t i, int dims,
                       const vec t[4], const vec fade_slope[4], vec value[8], vec difference[4][8],
                       const vec gradient[4])
{
    vec slope[4];
    interpolate_slopes(dims, t, value, difference);
    UNROLL
    for (int a = 0; a < dims; a++)
        slope[a] = gradient[a] + fade_slope[a] * difference[a][0];
    if (slopes->direct)
        write_directly(slopes, r, i, dims, value[0], slope);
    else
        store_slopes(slopes->planes, dims, slopes->first + r * slopes->pitch + i, value[0], slope);
}

/* Interpolates a component of the edges' gradients along all axes but x and y: to 0 and 1, on either side of y. */
INLINE void other_lerps(const struct strip *strip, int dims, vec gradient[8])
{
    UNROLL
    for (int a = dims - 1; a >= 2; a--) {
        UNROLL
        for (int e = 0; e < 1 << (a - 1); e++)
            gradient[e] =
                lerp(v_splat(strip->other_fade[a]), gradient[e], gradient[e + (1 << (a - 1))]);
    }
}

/* ---- Runs ---------------------------------------------------------------------------------------- */

/* G of a run on the left of its cell, and how much it is more on the right, by component, row. */
INLINE void run_gradients(const struct strip *strip, const struct tile *tile,
                          const struct edges *edges, int dims, int32_t run,
                          real mean[4][2][CONSTANT_ROWS])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        vec g[2][8];
        UNROLL
        for (int side = 0; side < 2; side++) {
            UNROLL
            for (int e = 0; e < EDGES(dims); e++)
                g[side][e] =
                    v_splat(unit_in(dims) *
                            edges->gradient[a][e * EDGE_POINTS(dims) + run + side * tile->right]);
            other_lerps(strip, dims, g[side]);
        }
        for (size_t r = 0; r < strip->rows; r += LANES) {
            const vec t = v_load(strip->fade + r);
            const vec left = lerp(t, g[0][0], g[0][1]), right = lerp(t, g[1][0], g[1][1]);
            v_store(&mean[a][0][r], left);
            v_store(&mean[a][1][r], right - left);
        }
    }
}

/* Samples from `first` to `end`, in whole vectors, all of one run. */
INLINE void slope_run(const struct slope_strip *slopes, const struct tile *tile,
                      const struct edges *edges, int dims, size_t first, size_t end)
{
    _Alignas(64) real constant[MAX_EDGES][2][CONSTANT_ROWS];
    _Alignas(64) real mean[4][2][CONSTANT_ROWS];
    const struct strip *const strip = &slopes->strip;
    const int32_t run = tile->run_of[first];
    vec s[MAX_EDGES][2];
    run_constants(strip, tile, edges, dims, run, constant);
    run_gradients(strip, tile, edges, dims, run, mean);
    run_components(tile, edges, dims, run, s);
    for (size_t r = 0; r < strip->rows; r++) {
        vec t[4], slope[4];
        row_axes(slopes, r, dims, t, slope);
        for (size_t i = first; i < end; i += LANES) {
            const vec x = v_load(tile->near + i), x1 = v_load(tile->far + i);
            vec value[8], difference[4][8], gradient[4];
            t[0] = v_load(tile->fade + i);
            slope[0] = v_load(slopes->slope_x + i);
            UNROLL
            for (int e = 0; e < EDGES(dims); e++)
                edge_noise(t[0], add_product(dims, s[e][0], x, v_splat(constant[e][0][r])),
                           add_product(dims, s[e][1], x1, v_splat(constant[e][1][r])), &value[e],
                           &difference[0][e]);
            UNROLL
            for (int a = 0; a < dims; a++)
                gradient[a] = v_splat(mean[a][0][r]) + t[0] * v_splat(mean[a][1][r]);
            row_slopes(slopes, r, i, dims, t, slope, value, difference, gradient);
        }
    }
}

/* ---- Columns ------------------------------------------------------------------------------------- */

/* A column: one vector of samples, of several runs, in all rows of the strip. */
INLINE void slope_column(const struct slope_strip *slopes, const struct tile *tile,
                         const struct edges *edges, int dims, size_t i)
{
    const struct strip *const strip = &slopes->strip;
    const vec x[2] = {v_load(tile->near + i), v_load(tile->far + i)};
    struct column_corner corner[MAX_EDGES][2];
    struct distances others;
    vec gradient[4][2][8]; /* by component, side of x, edge */
    other_distances(strip, dims, &others);
    UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            vec g[4];
            UNROLL
            for (int a = 0; a < dims; a++) {
                const int at = e * EDGE_POINTS(dims) + side * tile->right;
                g[a] = v_pick(edges->gradient[a] + at, tile->run_of + i);
                gradient[a][side][e] = scaled(dims, g[a]);
            }
            corner[e][side] = corner_of(dims, e, g, x[side], &others);
        }
    }
    UNROLL
    for (int a = 0; a < dims; a++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            other_lerps(strip, dims, gradient[a][side]);
            /* From here on the difference along y. */
            gradient[a][side][1] = gradient[a][side][1] - gradient[a][side][0];
        }
    }
    for (size_t r = 0; r < strip->rows; r++) {
        vec t[4], slope[4], value[8], difference[4][8], mean[4];
        row_axes(slopes, r, dims, t, slope);
        t[0] = v_load(tile->fade + i);
        slope[0] = v_load(slopes->slope_x + i);
        UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            const vec y = v_splat(strip->distance[e & 1][r]);
            edge_noise(t[0], corner_value(&corner[e][0], dims, y),
                       corner_value(&corner[e][1], dims, y), &value[e], &difference[0][e]);
        }
        UNROLL
        for (int a = 0; a < dims; a++) {
            vec side[2] = {gradient[a][0][0], gradient[a][1][0]};
            UNROLL
            for (int k = 0; k < 2; k++)
                side[k] = side[k] + t[1] * gradient[a][k][1];
            mean[a] = lerp(t[0], side[0], side[1]);
        }
        row_slopes(slopes, r, i, dims, t, slope, value, difference, mean);
    }
}

/* Vectors within a run share its broadcasts; others go by columns. */
INLINE void slope_strip_evaluate(const struct slope_strip *slopes, const struct tile *tile,
                                 struct edges *edges, const gradient_set *set, int dims)
{
    size_t end;
    edges_find_gradients(edges, tile, set, dims);
    for (size_t i = 0; i < tile->n; i = end) {
        end = run_end(tile, i);
        if (end == i) {
            slope_column(slopes, tile, edges, dims, i);
            end += LANES;
        } else {
            slope_run(slopes, tile, edges, dims, i, end);
        }
    }
}

#endif
