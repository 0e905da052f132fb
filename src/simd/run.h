/*
 * Runs of a row: vectors of samples that are all in one cell along x, which share the constants of its corners.
 *
 * The lerps of a vector along y, z and w wait for each other, some thirty cycles, and a CPU does not look far enough ahead
 * to fill these with the vectors after the next. So the next vector's edges are found beside them.
 */
#ifndef PERLIN_SIMD_RUN_H
#define PERLIN_SIMD_RUN_H

#include "row.h"

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
                set_distance(&distances, dims, 1, v_load(strip->distance[0] + r));
                v_store(&constant[e][side][r], edge_constant(dims, e, 1, g, &distances));
            }
        }
    }
}

/*
 * Whether runs go vector by vector, each down all rows, with constants from memory. Otherwise they go row by row, so that
 * registers may hold a row's constants.
 */
INLINE int goes_down(int dims)
{
    const int cost = SPLAT_COST; /* a variable, so that branches are the same in all backends */
    return cost == 0 || (cost == 1 && dims > 2);
}

/* A component's product, plus a number that is constant in a row. In 2-D the product is rounded first. */
INLINE vec add_number(int dims, vec component, vec distance, const real *c)
{
    if (dims == 2)
        return component * distance + v_splat(*c);
    return v_mul_add_number(component, distance, c);
}

/* A run's corners: c of one row, or, where runs go down, of all rows in memory, by edge. */
struct run {
    struct corners corners;
    edge_constants *constant;
};

/* The noise along an edge, in row r, of a vector of samples that are all of one run. */
INLINE vec run_edge(const struct run *run, size_t r, const struct along *x, int dims, int e)
{
    const struct corners *const corners = &run->corners;
    if (!goes_down(dims))
        return edge_along(corners, x, dims, e);
    return lerp(x->u, add_number(dims, corners->s[e][0], x->side[0], &run->constant[e][0][r]),
                add_number(dims, corners->s[e][1], x->side[1], &run->constant[e][1][r]));
}

INLINE void find_edges_of_run(const struct run *run, size_t r, const struct along *x, int dims,
                              vec edge[MAX_EDGES])
{
    UNROLL
    for (int e = 0; e < EDGES(dims); e++)
        edge[e] = run_edge(run, r, x, dims, e);
}

/* The raw noise of a vector between its edges. */
INLINE vec join_edges(int dims, const vec t[], const vec edge[MAX_EDGES])
{
    vec noise = v_splat(0), left[3];
    UNROLL
    for (int e = 0; e < EDGES(dims); e++)
        noise = join_edge(dims, e, t, left, edge[e]);
    return noise;
}

/* The same, and in place of its edges those of the next vector, at x in row r. */
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

/* A vector of a run, from sample i on, down all rows. */
INLINE void run_down(const struct strip *strip, const struct tile *tile, const struct run *run,
                     int dims, int only, int whole, size_t i)
{
    const struct along x = along_at(tile, i);
    vec edge[MAX_EDGES], t[3];
    size_t r = 0;
    find_edges_of_run(run, r, &x, dims, edge);
    for (; r + 1 < strip->rows; r++) {
        row_fades(strip, r, dims, t);
        row_store(strip, r, i, only, whole, join_and_find(dims, t, edge, run, r + 1, &x));
    }
    row_fades(strip, r, dims, t);
    row_store(strip, r, i, only, whole, join_edges(dims, t, edge));
}

/* A row of a run, from sample `first` to `end`. In 2-D, where a vector joins a single pair of edges, to look ahead loses. */
INLINE void run_along(const struct strip *strip, const struct tile *tile, const struct run *run,
                      int dims, int only, size_t r, size_t first, size_t end)
{
    struct along x = along_at(tile, first);
    vec edge[MAX_EDGES], t[3];
    row_fades(strip, r, dims, t);
    if (dims == 2) {
        for (size_t i = first; i < end; i += LANES)
            row_vector(strip, r, tile, &run->corners, dims, only, i, t);
        return;
    }
    find_edges_of_run(run, r, &x, dims, edge);
    for (size_t i = first + LANES; i < end; i += LANES) {
        x = along_at(tile, i);
        row_store(strip, r, i - LANES, only, 1, join_and_find(dims, t, edge, run, r, &x));
    }
    row_store(strip, r, end - LANES, only, 0, join_edges(dims, t, edge));
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
                      int dims, int only, size_t first, size_t end)
{
    _Alignas(64) edge_constants two[2], four[4], eight[8]; /* of which there is one */
    const int32_t number = tile->run_of[first];
    struct run run;
    run.constant = dims == 2 ? two : dims == 3 ? four : eight;
    run_constants(strip, tile, edges, dims, number, run.constant);
    run_components(tile, edges, dims, number, run.corners.s);
    for (size_t i = first; goes_down(dims) && i < end; i += LANES) {
        if (i + LANES <= strip->n)
            run_down(strip, tile, &run, dims, only, 1, i);
        else
            run_down(strip, tile, &run, dims, only, 0, i);
    }
    for (size_t next = 0; !goes_down(dims) && next < strip->rows; next++) {
        size_t r = next;
        FORGET_STEPS(r);
        UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            run.corners.c[e][0] = v_splat(run.constant[e][0][r]);
            run.corners.c[e][1] = v_splat(run.constant[e][1][r]);
        }
        run_along(strip, tile, &run, dims, only, r, first, end);
    }
}

#endif
