/*
 * What points.h and rows.h share for Perlin noise: gradients, and the hashes that select them.
 * `dims` is constant where these are inlined, so that loops unroll and branches vanish.
 */
#ifndef PERLIN_PERLIN_GRADIENT_H
#define PERLIN_PERLIN_GRADIENT_H

#include "../../engine/hash.h"
#include "../../engine/integer_hash.h"

typedef struct LANE(perlin_rows) gradient_set;

INLINE const gradient_set *gradients_of(const perlin_noise *noise, int dims)
{
    return &noise->gradients[dims - 1]->LANE(rows);
}

/* True if gradient components are stored divided by PERLIN_SCALE, so that distances are multiplied
   by it. Both are exact. In 3-D and 4-D components are -1, 0 or 1; divided, only their highest byte
   is not 0, and backends can look up that byte alone. */
INLINE int is_divided(int dims)
{
    return dims > 2;
}

INLINE real unit_in(int dims)
{
    return is_divided(dims) ? LANE(PERLIN_SCALE) : 1;
}

/* Scales a distance or a fraction to match the divided gradient components. */
INLINE vec scaled(int dims, vec a)
{
    if (is_divided(dims))
        a = a * v_splat(unit_in(dims));
    return a;
}

/* Turns a scaled distance from the near side of a cell into that from the far side. */
INLINE vec from_far_side(int dims, vec near)
{
    return near - v_splat(unit_in(dims));
}

/* True if a byte holds two rows of the gradient set. Then one look-up finds the rows of two corners
   that are neighbours along the last axis. Only the 4-D set, of 32 rows, is too large. */
INLINE int has_row_pairs(int dims)
{
    return dims < 4;
}

/* The gradients of two corners that are neighbours along the last axis. Each byte of `here` holds
   both rows, or in 4-D `here` and `next` hold one each. */
INLINE void neighbour_gradients(const gradient_set *set, int dims, const uint8_t *here,
                                const uint8_t *next, vec gradient[2][4])
{
    if (!has_row_pairs(dims)) { /* 4-D: all components are -1, 0 or 1 */
        v_sign_rows(set, 32, here, gradient[0]);
        v_sign_rows(set, 32, next, gradient[1]);
    } else if (dims == 3) {
        v_sign_row_pairs(set, here, gradient[0], gradient[1]);
    } else {
        v_row_pairs(set, here, gradient[0], gradient[1]);
    }
}

/* How an integer hash selects a row of a 2-D set. */
struct row_rule {
    uint32_t shift; /* leaves the highest bits */
    int is_slice, has_16;
};

INLINE struct row_rule row_rule(const perlin_noise *noise)
{
    const uint32_t set = noise->gradients_2d;
    const int has_4 = set == PERLIN_GRADIENTS_AXIS || set == PERLIN_GRADIENTS_DIAGONAL;
    const int has_16 = set == PERLIN_GRADIENTS_EVEN;
    return (struct row_rule){has_16 ? 28 : has_4 ? 30 : 29, set == PERLIN_GRADIENTS_SLICE, has_16};
}

/* The row of the gradient set that an integer hash selects. SLICE is the 3-D noise at z = 0: the
   hash takes another step, to one of 12 edges, and the rows leave out their z. */
INLINE ivec row_of_hash(const struct row_rule *rule, int dims, const struct hash_constants *k,
                        hash_vec h)
{
    if (dims == 4)
        return index_of_hashes(h >> 27);
    if (dims == 3)
        return v_one_of(12, index_of_hashes(h)) + v_splat_index(1);
    if (dims == 1)
        return index_of_hashes(h >> 28);
    if (!rule->is_slice)
        return index_of_hashes(h >> rule->shift);
    const hash_vec at_0 = hash_step(k, 2, h, splat_hash(0));
    const ivec edge = v_one_of(12, index_of_hashes(at_0));
    const ivec is_diagonal = (ivec)(edge < v_splat_index(4)), along = (edge & 1) | (edge >> 2 & 2);
    return (is_diagonal & edge) | (~is_diagonal & (v_splat_index(4) | along));
}

/* The gradients that integer hashes select. */
INLINE void gradients_of_hash(const struct row_rule *rule, const gradient_set *set, int dims,
                              const struct hash_constants *k, hash_vec h, vec gradient[4])
{
    const ivec row = row_of_hash(rule, dims, k, h);
    if (dims > 2)
        v_sign_rows_by(set, dims == 4 ? 32 : 16, row, gradient);
    else if (dims == 1 || rule->has_16)
        v_rows_by(set, 16, row, gradient);
    else
        v_rows_by(set, 8, row, gradient);
}

/* component * distance + c. In 2-D the product is rounded first, because those of EVEN are not
   exact. */
INLINE vec add_product(int dims, vec component, vec distance, vec c)
{
    if (dims == 2)
        return component * distance + c;
    return v_mul_add_exact(component, distance, c);
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

/* Extends hashes by an axis. The last axis yields rows of the gradient set instead of hashes: a
   pair of rows for each hash, if pairs fit. */
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

/*
 * Finds the leaves of a single lattice cell by a table of any size. A leaf is the gradient row, or
 * pair of rows, at a corner. `hash` is the hash of the axes before `axis`. side[a] is the cell
 * along axis a and the next one. Returns the number of leaves.
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
        leaf[c] = has_row_pairs(dims) ? (uint8_t)(near % 16 | far << 4) : near;
        leaf[c + corners] = far;
    }
    return has_row_pairs(dims) ? corners : 2 * corners;
}

#endif
