/*
 * Runs of a row: vectors of samples that are all in one cell along x, which share the constants of its corners.
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

#endif
