/*
 * What points and rows of Perlin noise share: gradients, and the hashes that lead to them. `dims` is constant where these are
 * inlined, so that loops unroll and branches vanish.
 */
#ifndef PERLIN_PERLIN_GRADIENT_H
#define PERLIN_PERLIN_GRADIENT_H

#include "../../engine/hash.h"

typedef struct LANE(perlin_rows) gradient_set;

INLINE const gradient_set *gradients_of(const perlin_noise *noise, int dims)
{
    return &noise->gradients[dims - 1]->LANE(rows);
}

/* What gradient components are divided by, and distances multiplied by, exactly: in 3-D and 4-D components are -1, 0 or 1,
   of which, divided, only the highest byte is not 0, so that backends can look that up alone. */
INLINE int is_divided(int dims)
{
    return dims > 2;
}

INLINE real unit_in(int dims)
{
    return is_divided(dims) ? LANE(PERLIN_SCALE) : 1;
}

/* A number times the unit: a distance along an axis, or a fraction, as it goes with gradient components. */
INLINE vec scaled(int dims, vec a)
{
    if (is_divided(dims))
        a = a * v_splat(unit_in(dims));
    return a;
}

/* From a scaled distance from the near side of a cell to that from its far side. */
INLINE vec from_far_side(int dims, vec near)
{
    return near - v_splat(unit_in(dims));
}

/* Whether two rows of the gradient set fit a byte: of corners that are neighbours along the last axis, which take one look-up.
   Sets have at most 16 rows, but for that in 4-D, which has 32. */
INLINE int has_pairs(int dims)
{
    return dims < 4;
}

/* The gradients of such corners, from a byte a lane of both, or from one of each. */
INLINE void neighbour_gradients(const gradient_set *set, int dims, const uint8_t *here,
                                const uint8_t *next, vec gradient[2][4])
{
    if (!has_pairs(dims)) { /* 4-D, all of whose components are -1, 0 or 1 */
        v_sign_rows(set, 32, here, gradient[0]);
        v_sign_rows(set, 32, next, gradient[1]);
    } else if (dims == 3) {
        v_sign_row_pairs(set, here, gradient[0], gradient[1]);
    } else {
        v_row_pairs(set, here, gradient[0], gradient[1]);
    }
}

/* A gradient component times a distance, plus c. In 2-D the product has to be rounded first: EVEN's are not exact. */
INLINE vec add_product(int dims, vec component, vec distance, vec c)
{
    if (dims == 2)
        return component * distance + c;
    return v_mul_add_exact(component, distance, c);
}

/* A leaf's rows on both sides, which it has together only where cells follow each other. */
INLINE bytes rows_of_sides(const struct perlin_bytes *leaf, int wrapped, bytes hash,
                           struct v_sides cell)
{
    if (!wrapped)
        return v_byte_at(leaf, hash, cell.near);
    const bytes low = v_splat_byte(15);
    const struct v_pair rows = hash_sides(leaf, 1, hash, cell);
    return (bytes)((rows.here & low) | (rows.next & low) << 4);
}

/* Extends hashes for gradients: after the last axis there are rows of the gradient set, or pairs of them, which are not
   extended. */
INLINE void hash_axis(const struct perlin_tables *tables, int dims, int axis, int corners,
                      int wrapped, struct v_sides cell, bytes h[])
{
    const int is_last = axis == dims - 1;
    const struct perlin_bytes *const table = is_last ? &tables->leaf[axis] : &tables->lut;
    if (!is_last || !has_pairs(dims)) {
        extend_hashes(table, corners, wrapped, cell, h);
        return;
    }
    UNROLL
    for (int c = 0; c < corners; c++)
        h[c] = rows_of_sides(table, wrapped, h[c], cell);
}

/*
 * The same by a table of any size, from axis `axis` on, for a single lattice cell: side[a] are the cell along axis a and the next
 * one, `hash` is that of the axes before. Returns how many leaves there are.
 */
INLINE int corner_leaves(const struct any_table *table, int dims, int axis, uint32_t side[4][2],
                         uint32_t hash, uint8_t leaf[16])
{
    const int corners = 1 << (dims - 1 - axis);
    const uint32_t *const last = side[dims - 1];
    uint32_t h[8] = {hash};
    UNROLL
    for (int a = axis; a < dims - 1; a++)
        extend_any(table, 1 << (a - axis), side[a], h);
    UNROLL
    for (int c = 0; c < corners; c++) {
        const uint8_t near = table->leaf[(h[c] + last[0]) & table->mask];
        const uint8_t far = table->leaf[(h[c] + last[1]) & table->mask];
        leaf[c] = has_pairs(dims) ? (uint8_t)(near % 16 | far << 4) : near;
        leaf[c + corners] = far;
    }
    return has_pairs(dims) ? corners : 2 * corners;
}

#endif
