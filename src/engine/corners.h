/*
 * Hashes the corners of lattice cells by permutation tables: of a block of points, and of the cells
 * along a row. A hash ends in a leaf, a row of the gradient set.
 */
#ifndef PERLIN_CORNERS_H
#define PERLIN_CORNERS_H

#include "place.h"

/* True if a byte holds two rows of the gradient set. Then one look-up finds the rows of two corners
   that are neighbours along the last axis. Only the 4-D set, of 32 rows, is too large. */
INLINE int has_row_pairs(int dims)
{
    return dims < 4;
}

/* The rows on both sides, as a pair. `leaf` holds such pairs, but only of cells that follow each
   other. */
INLINE bytes rows_of_sides(const struct perlin_bytes *leaf, int wrapped, bytes hash,
                           struct v_sides cell)
{
    if (!wrapped)
        return v_byte_at(leaf, hash, cell.near);
    const bytes low = v_splat_byte(15);
    const struct v_pair rows = hash_sides(leaf, 1, hash, cell);
    return (bytes)((rows.here & low) | (rows.next & low) << 4);
}

/* Extends hashes by an axis. With `leaves` the last axis yields rows instead of hashes: a pair of
   rows for each hash, if pairs fit. */
INLINE void hash_axis(const struct perlin_tables *tables, int dims, int leaves, int axis,
                      int corners, int wrapped, struct v_sides cell, bytes h[])
{
    const int is_last = leaves && axis == dims - 1;
    const struct perlin_bytes *const table = is_last ? &tables->leaf[axis] : &tables->lut;
    if (!is_last || !has_row_pairs(dims)) {
        extend_hashes(table, corners, wrapped, cell, h);
        return;
    }
    UNROLL
    for (int c = 0; c < corners; c++)
        h[c] = rows_of_sides(table, wrapped, h[c], cell);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Hashes the corners of a block's cells, a vector of bytes at a time. */
INLINE void hash_bytes(const struct points *points, int dims, int leaves, int wrapped,
                       const struct perlin_tables *tables, uint8_t hash[][BLOCK])
{
    const int hashes = leaves && has_row_pairs(dims) ? 1 << (dims - 1) : 1 << dims;
    for (size_t i = 0; i < points->n; i += BYTES) {
        bytes h[16];
        h[0] = v_splat_byte(0);
        UNROLL
        for (int a = 0; a < dims; a++)
            hash_axis(tables, dims, leaves, a, 1 << a, wrapped, sides_of(points, wrapped, a, i), h);
        UNROLL
        for (int c = 0; c < hashes; c++)
            v_store_bytes(hash[c] + i, h[c]);
    }
}

/* Hashes the corners of a block's cells, in whichever way these are stored. */
INLINE void hash_corners(const perlin_noise *noise, const struct points *points, int dims,
                         int leaves, uint32_t octave, uint8_t hash[][BLOCK])
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    if (points->cells == FOLLOWING)
        hash_bytes(points, dims, leaves, 0, tables, hash);
    else
        hash_bytes(points, dims, leaves, 1, tables, hash);
}

#endif
