/*
 * Hashes lattice points by permutation tables, a vector of bytes at a time.
 */
#ifndef PERLIN_HASH_H
#define PERLIN_HASH_H

#include "common.h"

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

/* The cells at both sides, the same in all lanes. */
INLINE struct v_sides splat_sides(uint32_t cell, uint32_t modulus)
{
    return (struct v_sides){v_splat_byte((uint8_t)cell),
                            v_splat_byte((uint8_t)perlin_next_cell(cell, modulus))};
}

#endif
