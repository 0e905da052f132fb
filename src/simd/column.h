/*
 * Columns: a vector of samples of any runs, down the rows of a strip, which share s * x and all of c but gy * y.
 */
#ifndef PERLIN_SIMD_COLUMN_H
#define PERLIN_SIMD_COLUMN_H

#include "row.h"

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
INLINE vec corner_value(const struct column_corner *corner, int dims, vec y)
{
    if (dims == 2)
        return add_product(dims, corner->gy, y, corner->sx);
    return corner->sx + v_mul_add_exact(corner->gy, y, corner->rest);
}

/* A column's noise in `rows` rows from r on, in turns, since the steps of one wait for each other. */
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
            const vec y = v_splat(strip->distance[e & 1][r + (size_t)k]);
            noise[k] = lerp(column->u, corner_value(&column->corner[e][0], dims, y),
                            corner_value(&column->corner[e][1], dims, y));
        }
        UNROLL
        for (int k = 0; k < rows; k++)
            noise[k] = join_edge(dims, e, t[k], left[k], noise[k]);
    }
}

INLINE void column_rows(const struct strip *strip, size_t r, int rows, const struct column *column,
                        int dims, int only, size_t i)
{
    vec noise[2];
    column_noise(strip, r, rows, column, dims, noise);
    UNROLL
    for (int k = 0; k < rows; k++)
        row_store(strip, r + (size_t)k, i, only, 0, noise[k]);
}

/* A column: one vector of samples, in all rows of the strip. */
INLINE void strip_column(const struct strip *strip, const struct tile *tile,
                         const struct edges *edges, int dims, int only, int mixed, size_t i)
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
        column_rows(strip, r, 2, &column, dims, only, i);
    for (; r < strip->rows; r++)
        column_rows(strip, r, 1, &column, dims, only, i);
}

#endif
