/*
 * Hashes the corners of lattice cells by permutation tables, a vector of bytes at a time: of a block of
 * points, and of the cells along a row. A hash ends in a leaf, a row of the gradient set.
 */
#ifndef PERLIN_PERLIN_HASH_H
#define PERLIN_PERLIN_HASH_H

#include "../../engine/block.h"

/* Cells along an axis, as bytes: those at the near and the far side of a lattice cell. The far cell
   is the next entry of the table, except where a period ends. */
struct v_sides {
    bytes near, far; /* far is set only if cells are wrapped */
};

/* p[h + near] and p[h + far]. If cells are not wrapped, the latter is p[h + near + 1], and one
   look-up finds both. */
INLINE struct v_pair hash_sides(const struct perlin_bytes *table, int wrapped, bytes hash,
                                struct v_sides cell)
{
    if (!wrapped)
        return v_pair_at(table, hash, cell.near);
    return (struct v_pair){v_byte_at(table, hash, cell.near), v_byte_at(table, hash, cell.far)};
}

/* Extends the hashes of 2^axis corners by one axis. Corner c keeps its number, and gains a
   neighbour that has bit `axis` set. */
INLINE void extend_hashes(const struct perlin_bytes *table, int corners, int wrapped,
                          struct v_sides cell, bytes h[])
{
    UNROLL
    for (int c = 0; c < corners; c++) {
        const struct v_pair p = hash_sides(table, wrapped, h[c], cell);
        h[c] = p.here;
        h[c + corners] = p.next;
    }
}

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

/* Extends hashes by an axis. The last one yields rows instead of hashes: a pair of rows for each hash,
   if pairs fit. */
INLINE void hash_axis(const struct perlin_tables *tables, int dims, int axis, int corners,
                      int wrapped, struct v_sides cell, bytes h[])
{
    const int is_last = axis == dims - 1;
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

/* The cells of a vector of points along an axis, starting at point i. */
INLINE struct v_sides sides_of(const struct points *points, int wrapped, int axis, size_t i)
{
    struct v_sides cell = {.near = v_load_bytes(points->cell[axis] + i)};
    if (wrapped)
        cell.far = v_load_bytes(points->far_cell[axis] + i);
    return cell;
}

INLINE void hash_corners_in(const struct points *points, int dims, int wrapped,
                            const struct perlin_tables *tables, uint8_t row[][BLOCK])
{
    const int rows = has_row_pairs(dims) ? 1 << (dims - 1) : 1 << dims;
    for (size_t i = 0; i < points->n; i += BYTES) {
        bytes h[16];
        h[0] = v_splat_byte(0);
        UNROLL
        for (int a = 0; a < dims; a++)
            hash_axis(tables, dims, a, 1 << a, wrapped, sides_of(points, wrapped, a, i), h);
        UNROLL
        for (int c = 0; c < rows; c++)
            v_store_bytes(row[c] + i, h[c]);
    }
}

/* Finds the rows of a block's corners, or pairs of them. */
INLINE void hash_corners(const perlin_noise *noise, const struct points *points, int dims,
                         uint32_t octave, uint8_t row[][BLOCK])
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    if (points->cells == FOLLOWING)
        hash_corners_in(points, dims, 0, tables, row);
    else
        hash_corners_in(points, dims, 1, tables, row);
}

#endif
