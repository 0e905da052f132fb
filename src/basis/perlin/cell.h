/*
 * What the samples of a box share in a cell, in Perlin noise. Along a row the dot product at each
 * corner is gx * x + (gy * y + (gz * z + gw * w)), with the terms and roundings of a single point.
 */
#ifndef PERLIN_PERLIN_CELL_H
#define PERLIN_PERLIN_CELL_H

#include "../../engine/sums.h"
#include "corners.h"

/* The gradients of a cell, and what the rows of a plane have in common: a corner's part along z and
   w; or, if all lanes are in the cell, by row that along y, too. */
struct gradient_cell {
    const struct box_places *places;
    vec (*gradient)[2][4], (*rest)[2];
    real *across;
};

/* Numbers by row, each for all lanes. Where a splat costs a shuffle they are stored as vectors,
   unless columns share it. */
BOX_INLINE int row_lanes(int dims)
{
    const int cost = SPLAT_COST; /* a variable, so that all backends have the same branches */
    return cost > 1 && dims > 2 ? LANES : 1;
}

#define ACROSS(dims, rows)                                                                         \
    (2 * EDGES(dims) * ((rows) + LANES) * (SPLAT_COST > 1 && (dims) > 2 ? LANES : 1))

BOX_INLINE real *by_row(const struct gradient_cell *cell, int dims, int edge, int side)
{
    return cell->across + (edge * 2 + side) * cell->places->along[1].pitch * row_lanes(dims);
}

BOX_INLINE void store_by_row(real *rows, int dims, int r, vec numbers)
{
    if (row_lanes(dims) == 1) {
        v_store(rows + r, numbers);
        return;
    }
    BOX_UNROLL
    for (int l = 0; l < LANES; l++)
        v_store(rows + (r + l) * (int)LANES, v_splat(numbers[l]));
}

BOX_INLINE vec load_by_row(const real *rows, int dims, int r)
{
    return row_lanes(dims) == 1 ? v_splat(rows[r]) : v_load(rows + r * (int)LANES);
}

/* The distance along an axis from an edge. */
BOX_INLINE real distance_along(const struct box_places *places, int axis, int edge, int r, int p)
{
    return weight_along(places, axis, edge >> (axis - 1) & 1 ? FAR : NEAR, r, p);
}

BOX_INLINE void enter_plane(struct gradient_cell *cell, int dims, int p)
{
    if (dims < 3)
        return;
    BOX_UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        BOX_UNROLL
        for (int side = 0; side < 2; side++) {
            const vec *const g = cell->gradient[e][side];
            vec c = g[dims - 1] * v_splat(distance_along(cell->places, dims - 1, e, 0, p));
            BOX_UNROLL
            for (int a = dims - 2; a > 1; a--)
                c = g[a] * v_splat(distance_along(cell->places, a, e, 0, p)) + c;
            cell->rest[e][side] = c;
        }
    }
}

/* What a corner has along y, z and w, given its distance along y. */
BOX_INLINE vec across_at(const struct gradient_cell *cell, int dims, int edge, int side, vec y)
{
    const vec gradient = cell->gradient[edge][side][1];
    return dims > 2 ? (vec)(gradient * y + cell->rest[edge][side]) : (vec)(gradient * y);
}

/* Finds that for a vector of rows at once: lanes are rows, and gradients have equal lanes. */
BOX_INLINE void find_across(struct gradient_cell *cell, int dims, const struct rows *rows)
{
    for (int r = rows->r; r < rows->end; r += LANES) {
        BOX_UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            BOX_UNROLL
            for (int side = 0; side < 2; side++)
                store_by_row(by_row(cell, dims, e, side), dims, r - rows->r,
                             across_at(cell, dims, e, side,
                                       weights_of_rows(cell->places, e & 1 ? FAR : NEAR, r)));
        }
    }
}

/* A column in a cell: its corners' parts along x, and its fade. */
struct cell_column {
    vec along[MOST_EDGES][2], fade;
};

BOX_INLINE void enter_column(struct cell_column *column, int dims, const struct gradient_cell *cell,
                             const struct column *x)
{
    column->fade = x->weight[FADE];
    BOX_UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        BOX_UNROLL
        for (int side = 0; side < 2; side++)
            column->along[e][side] = cell->gradient[e][side][0] * x->weight[side ? FAR : NEAR];
    }
}

/* The corners at both ends of an edge, in row r; `first` is the cell's first row. A row has twice as
   many sums as products. CPUs that have units for either take the multipliers' for fused sums. */
BOX_INLINE void edge_ends(const struct gradient_cell *cell, const struct cell_column *column,
                          int dims, int is_shared, int first, int r, int e, vec end[2])
{
    BOX_UNROLL
    for (int side = 0; side < 2; side++) {
        const vec along = column->along[e][side];
        if (dims == 1)
            end[side] = along;
        else if (is_shared)
            end[side] = v_mul_add_exact(along, v_splat(1),
                                        load_by_row(by_row(cell, dims, e, side), dims, r - first));
        else
            end[side] = v_mul_add_exact(
                along, v_splat(1),
                across_at(cell, dims, e, side, v_splat(distance_along(cell->places, 1, e, r, 0))));
    }
}

#endif
