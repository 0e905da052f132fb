/*
 * A box of 64 lattice points. Neighbours in a row of a grid have lattice points in common: where all that a group of points
 * can reach are in a box, that is hashed, and each vertex is looked up there.
 */
#ifndef PERLIN_SIMD_BOX_H
#define PERLIN_SIMD_BOX_H

#include "lattices.h"

enum { BOX = 64 };

/* Points go through the steps in groups: of so many, and of up to as many as a block has where one box does for them. */
enum { GROUP = 64, MOST_IN_GROUP = POINTS_BLOCK };

struct box {
    uint8_t low[4]; /* the least coordinates, modulo 256 */
    /* By place, the number in the box of the lowest lattice point that its cell reaches. */
    _Alignas(64) uint8_t lowest[MOST_IN_GROUP];
    /* By copy of the lattice, the rows of the points' gradients; or of a box of the first two axes of more the hashes
       p[p[x] + y], in row[0]. */
    _Alignas(64) uint8_t row[2][BOX];
};

/* Whether boxes have points along all axes. Other lattices have as many points around a cell as a box has room for, or more. */
INLINE int is_whole_box(int basis, int dims)
{
    return is_simplex(basis) || has_cubes(basis, dims) || dims == 2;
}

/* The number of axes that boxes have, the first ones. */
INLINE int box_axes(int basis, int dims)
{
    return is_whole_box(basis, dims) ? dims : 2;
}

/* A box has a power of two of points along an axis; its points' numbers are made of as many bits from `box_shift` on. */
INLINE int box_bits(int basis, int dims, int axis)
{
    const int axes = box_axes(basis, dims);
    return axes == 4 ? (axis < 2 ? 2 : 1) : 6 / axes;
}

INLINE int box_shift(int basis, int dims, int axis)
{
    int shift = 0;
    UNROLL
    for (int a = 0; a < axis; a++)
        shift += box_bits(basis, dims, a);
    return shift;
}

/* The offsets of vertices. */
INLINE int least_offset(int basis)
{
    return is_simplex(basis) ? 0 : -1;
}

INLINE int most_offset(int basis, int dims)
{
    return is_simplex(basis) || has_cubes(basis, dims) ? 1 : 2;
}

/* The last cell from the box's first one on whose points are all in the box. */
INLINE int most_cell(int basis, int dims, int axis)
{
    return (1 << box_bits(basis, dims, axis)) - 1 -
           (most_offset(basis, dims) - least_offset(basis));
}

/* Whether the first and the last of n points are near enough for a box; nearly all are not that are no grid's. */
INLINE int may_share_box(const struct points *points, int basis, int dims, size_t start, size_t n)
{
    int near = 1;
    UNROLL
    for (int a = 0; a < box_axes(basis, dims); a++) {
        const uint8_t *const cell = points->cell[a] + start;
        const uint8_t up = (uint8_t)(cell[n - 1] - cell[0]);
        near &= least(up, (uint8_t)-up) <= (size_t)most_cell(basis, dims, a);
    }
    return near;
}

/* Places the cells of n points in a box, which starts at the lower one of the first and the last, that are near; returns whether
   all fit. */
INLINE int enter_box(const struct points *points, int basis, int dims, size_t start, size_t n,
                     struct box *box)
{
    const uint8_t *cell[4];
    uint8_t low[4], place[MOST_IN_GROUP], far = 0; /* bit 7: one does not fit */
    UNROLL
    for (int a = 0; a < box_axes(basis, dims); a++) {
        cell[a] = points->cell[a] + start;
        const uint8_t up = (uint8_t)(cell[a][n - 1] - cell[a][0]);
        low[a] = up < 128 ? cell[a][0] : cell[a][n - 1];
        box->low[a] = (uint8_t)(low[a] + least_offset(basis));
    }
    for (size_t i = 0; i < n; i++) {
        uint8_t at = 0;
        UNROLL
        for (int a = 0; a < box_axes(basis, dims); a++) {
            const uint8_t from_low = (uint8_t)(cell[a][i] - low[a]);
            at = (uint8_t)(at + (from_low << box_shift(basis, dims, a)));
            far = (uint8_t)(far | from_low | (from_low + 127 - most_cell(basis, dims, a)));
        }
        place[i] = at;
    }
    memcpy(box->lowest, place, n);
    return far < 128;
}

/* Finds the rows, or hashes, of all of its points. */
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
        const struct perlin_bytes *const rows = &tables->row[dims - 1];
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
