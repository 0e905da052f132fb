/*
 * Hashes lattice points by permutation tables. Tables of 256 entries are looked up a vector of
 * bytes at a time, larger ones a point at a time.
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

/* ---- Larger tables --------------------------------------------------------------------------- */

/* A table of any size. It copies the pointers, because stores of bytes may alias the original. */
struct any_table {
    const uint16_t *permutation;
    const uint8_t *leaf;
    uint32_t mask;
};

INLINE struct any_table any_table(const struct perlin_tables *tables, int dims)
{
    return (struct any_table){tables->permutation, tables->any_leaf[dims - 1], tables->mask};
}

/* Extends hashes by one axis, like extend_hashes. side[0] and side[1] are the cells at the two
   sides. */
INLINE void extend_any(const struct any_table *table, int corners, const uint32_t side[2],
                       uint32_t h[])
{
    UNROLL
    for (int c = 0; c < corners; c++) {
        const uint32_t hash = h[c];
        h[c] = table->permutation[(hash + side[0]) & table->mask];
        h[c + corners] = table->permutation[(hash + side[1]) & table->mask];
    }
}

#endif
