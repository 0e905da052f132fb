/*
 * What points.h and rows.h share for Perlin noise: gradients, and the hashes that select them.
 * `dims` is constant where these are inlined, so that loops unroll and branches vanish.
 */
#ifndef PERLIN_PERLIN_GRADIENT_H
#define PERLIN_PERLIN_GRADIENT_H

#include "../../engine/integers.h"
#include "hash.h"
#include "sets.h"

typedef struct LANE(perlin_rows) gradient_set;

/* By tables. */
INLINE const gradient_set *gradients_of(const perlin_noise *noise, int dims)
{
    return dims == 1   ? &perlin_set_1d.LANE(rows)
           : dims == 2 ? &perlin_sets_2d[noise->gradients_2d].LANE(rows)
           : dims == 3 ? &perlin_set_3d.LANE(rows)
                       : &perlin_set_4d.LANE(rows);
}

/* True if gradient components are stored divided by PERLIN_SCALE, so that distances are multiplied
   by it. Both are exact. By tables components in 3-D and 4-D are -1, 0 or 1; divided, only their
   highest byte is not 0, and backends can look up that byte alone. */
INLINE int is_divided(int dims, enum hashed_by by)
{
    return dims > 2 && by != BY_INTEGERS;
}

INLINE real unit_in(int dims, enum hashed_by by)
{
    return is_divided(dims, by) ? LANE(PERLIN_SCALE) : 1;
}

/* Scales a distance or a fraction to match the divided gradient components. */
INLINE vec scaled(int dims, enum hashed_by by, vec a)
{
    if (is_divided(dims, by))
        a = a * v_splat(unit_in(dims, by));
    return a;
}

/* Turns a scaled distance from the near side of a cell into that from the far side. */
INLINE vec from_far_side(int dims, enum hashed_by by, vec near)
{
    return near - v_splat(unit_in(dims, by));
}

/* The gradients of two corners that are neighbours along the last axis. Each byte of `here` holds
   both rows, or in 4-D `here` and `next` hold one each. */
INLINE void neighbour_gradients(const gradient_set *set, int dims, const uint8_t *here,
                                const uint8_t *next, vec gradient[2][4])
{
    if (!has_row_pairs(dims)) { /* 4-D: all components are -1, 0 or 1 */
        v_sign_rows(set, here, gradient[0]);
        v_sign_rows(set, next, gradient[1]);
    } else if (dims == 3) {
        v_sign_row_pairs(set, here, gradient[0], gradient[1]);
    } else {
        v_row_pairs(set, dims == 2 ? 8 : 16, here, gradient[0], gradient[1]);
    }
}

/* component * distance + c. By tables products are exact, those of the integer hash are rounded. */
INLINE vec add_product(enum hashed_by by, vec component, vec distance, vec c)
{
    if (by == BY_INTEGERS)
        return component * distance + c;
    return v_mul_add_exact(component, distance, c);
}

#endif
