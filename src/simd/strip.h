/*
 * Strips: rows in one cell of every axis but x, evaluated by runs, by columns, or a vector of points at a time.
 */
#ifndef PERLIN_SIMD_STRIP_H
#define PERLIN_SIMD_STRIP_H

#include "column.h"
#include "run.h"

/* Up to how many rows it is better not to store gradients. */
enum { FEWEST = 2 };

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
 * the run's constants, where that is faster: on backends whose vectors go down the rows, and of two vectors and more in 3-D,
 * in 4-D, and of a 2-D octave that is the only one. Otherwise its vectors go by column, too.
 */
INLINE void strip_by_vectors(const struct strip *strip, const struct tile *tile,
                             const struct edges *edges, int dims, int only)
{
    size_t end;
    for (size_t i = 0; i < tile->n; i = end) {
        end = run_end(tile, i);
        if (end == i) {
            strip_column(strip, tile, edges, dims, only, 1, i);
            end += LANES;
        } else if (goes_down(dims) || (end - i > LANES && (dims > 2 || only))) {
            strip_run(strip, tile, edges, dims, only, i, end);
        } else {
            for (; i < end; i += LANES)
                strip_column(strip, tile, edges, dims, only, 0, i);
        }
    }
}

/*
 * Each sample a run of its own, and few rows: what the lattice points of a vector have is found when they are
 * needed, and not stored.
 */
INLINE void strip_by_points(const struct strip *strip, const struct tile *tile,
                            const struct edges *edges, const gradient_set *set, int dims, int only)
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
                    edge_gradients(edges, set, dims, at, g);
                    UNROLL
                    for (int n = 0; n < 2; n++) {
                        const int edge = e + n * FIRST_EDGES(dims);
                        corners.s[edge][side] = g[n][0];
                        corners.c[edge][side] = edge_constant(dims, edge, 1, g[n], &distances);
                    }
                }
            }
            row_vector(strip, r, tile, &corners, dims, only, i, t);
        }
    }
}

INLINE void strip_evaluate(const struct strip *strip, const struct tile *tile, struct edges *edges,
                           const gradient_set *set, int dims, int only)
{
    if (tile->n == (size_t)tile->runs && strip->rows <= FEWEST) {
        strip_by_points(strip, tile, edges, set, dims, only);
    } else {
        edges_find_gradients(edges, tile, set, dims);
        strip_by_vectors(strip, tile, edges, dims, only);
    }
}

#endif
