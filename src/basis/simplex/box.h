/*
 * A box of 64 lattice points. Samples of a grid share vertices: where one box has all that a block
 * can reach, its points are hashed once, and vertices are looked up in it.
 */
#ifndef PERLIN_SIMPLEX_BOX_H
#define PERLIN_SIMPLEX_BOX_H

#include "lattices.h"

enum { BOX = 64 };

struct box {
    uint8_t low[4]; /* the least coordinates, modulo 256 */
    /* By sample, the number of the lowest point of the box that the sample's cell reaches. */
    _Alignas(64) uint8_t lowest[BLOCK];
    /* By point, the rows of gradients, for each copy of the lattice; of a box along two axes of
       more, the hashes p[p[x] + y] in row[0]. */
    _Alignas(64) uint8_t row[2][BOX];
};

/* The last cell of a box, counted from its first one, whose vertices are all in the box. */
INLINE int most_cell(int basis, int dims, int axis)
{
    return (1 << box_bits(basis, dims, axis)) - 1 -
           (most_offset(basis, dims) - least_offset(basis));
}

/* Puts the cells of a block into a box that begins at the lower one of the first and the last;
   returns whether all fit. Most blocks that are no grid's end with the first question. */
INLINE int enter_box(const struct points *points, int basis, int dims, struct box *box)
{
    const size_t n = points->n;
    uint8_t lowest[BLOCK] = {0}, far = 0; /* bit 7: one does not fit */
    UNROLL
    for (int a = 0; a < box_axes(basis, dims); a++) {
        const uint8_t *const cell = points->cell[a];
        const int most = most_cell(basis, dims, a), shift = box_shift(basis, dims, a);
        const uint8_t up = (uint8_t)(cell[n - 1] - cell[0]);
        if (least(up, (uint8_t)-up) > (size_t)most)
            return 0;
        const uint8_t low = up < 128 ? cell[0] : cell[n - 1];
        box->low[a] = (uint8_t)(low + least_offset(basis));
        for (size_t i = 0; i < n; i++) {
            const uint8_t from_low = (uint8_t)(cell[i] - low);
            lowest[i] = (uint8_t)(lowest[i] + (from_low << shift));
            far = (uint8_t)(far | from_low | (from_low + 127 - most));
        }
    }
    memcpy(box->lowest, lowest, sizeof lowest); /* bytes are looked up beyond n */
    return far < 128;
}

/* Hashes all points of a box. */
INLINE void hash_box(int basis, int dims, const struct perlin_tables *tables, struct box *box)
{
    _Alignas(64) uint8_t near[4][BOX];
    UNROLL
    for (int a = 0; a < box_axes(basis, dims); a++) {
        const int mask = (1 << box_bits(basis, dims, a)) - 1;
        for (int i = 0; i < BOX; i++)
            near[a][i] = (uint8_t)(box->low[a] + (i >> box_shift(basis, dims, a) & mask));
    }
    for (size_t i = 0; i < BOX; i += BYTES) {
        const struct perlin_bytes *const rows = &tables->leaf[dims - 1];
        bytes h = v_splat_byte(0);
        UNROLL
        for (int a = 0; a < box_axes(basis, dims); a++) {
            const int is_last = a == dims - 1 && !has_copies(basis, dims);
            h = v_byte_at(is_last ? rows : &tables->lut, h, v_load_bytes(near[a] + i));
        }
        if (is_whole_box(basis, dims) && has_copies(basis, dims)) {
            v_store_bytes(box->row[1] + i, v_byte_at(rows, h, v_splat_byte(1)));
            h = v_byte_at(rows, h, v_splat_byte(0));
        }
        v_store_bytes(box->row[0] + i, h);
    }
}

#endif
