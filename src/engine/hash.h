/*
 * Hashes of lattice points by permutation tables: of 256 entries by registers of bytes, of more a point at a time.
 */
#ifndef PERLIN_HASH_H
#define PERLIN_HASH_H

#include "common.h"

/* Cells along an axis, as bytes: those on the near sides of lattice cells, and those on the far sides, which follow them in
   the table but where a period ends. */
struct v_sides {
    bytes near, far; /* far, only if they are wrapped */
};

/* p[h + near] and p[h + far]: where cells follow each other p[h + near + 1], which is looked up with the former. */
INLINE struct v_pair hash_sides(const struct perlin_bytes *table, int wrapped, bytes hash,
                                struct v_sides cell)
{
    if (!wrapped)
        return v_pair_at(table, hash, cell.near);
    return (struct v_pair){v_byte_at(table, hash, cell.near), v_byte_at(table, hash, cell.far)};
}

/* Extends the hashes of 2^axis corners by one axis: corner c keeps its bits below and gains bit `axis`. */
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

/* The cells on both sides, the same in all lanes. */
INLINE struct v_sides splat_sides(uint32_t cell, uint32_t modulus)
{
    return (struct v_sides){v_splat_byte((uint8_t)cell),
                            v_splat_byte((uint8_t)perlin_next_cell(cell, modulus))};
}

/* ---- Larger tables ----------------------------------------------------------------------------------- */

/* A table of any size: a copy of what hashing reads, since stores of bytes might change what is read through a pointer. */
struct any_table {
    const uint16_t *permutation;
    const uint8_t *leaf;
    uint32_t mask;
};

INLINE struct any_table any_table(const struct perlin_tables *tables, int dims)
{
    return (struct any_table){tables->permutation, tables->any_leaf[dims - 1], tables->mask};
}

/* Extends the hashes of so many corners by one axis, as extend_hashes does; side has the cells on both sides. */
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
