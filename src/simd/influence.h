/*
 * What a lattice point adds to the noise at places near it: by its gradient, and by how much of its reach is left there. Sums
 * of that, wherever points are found.
 */
#ifndef PERLIN_SIMD_INFLUENCE_H
#define PERLIN_SIMD_INFLUENCE_H

#include "lattices.h"

/* ---- Gradients ------------------------------------------------------------------------------------ */

/* The dot product of a gradient with a distance; `rounds` where products are not exact. */
INLINE vec dot_product(int dims, int rounds, const vec gradient[4], const vec d[4])
{
    vec dot = gradient[dims - 1] * d[dims - 1];
    UNROLL
    for (int a = dims - 2; a >= 0; a--)
        if (rounds)
            dot = gradient[a] * d[a] + dot;
        else
            dot = v_mul_add_exact(gradient[a], d[a], dot);
    return dot;
}

INLINE void scale_gradients(int dims, vec gradient[4], real factor)
{
    UNROLL
    for (int a = 0; a < dims; a++)
        gradient[a] = gradient[a] * v_splat(factor);
}

/* Whether there are more gradients than 32: in simplex noise as the noise has it, else a constant (perlin_simplex_init). */
INLINE int is_large(const perlin_noise *noise, int basis, int dims)
{
    if (dims < 3 || basis == OPENSIMPLEX)
        return 0;
    return !is_simplex(basis) || perlin_is_large(noise, (uint32_t)dims);
}

/* Gradients by rows, divided by the unit; returns their dot products with d. */
INLINE vec simplex_gradients(const perlin_noise *noise, int basis, int dims, const uint8_t *row,
                             const vec d[4], vec gradient[4])
{
    const gradient_set *const set = &noise->LANE(gradients)[dims - 1];
    const uint32_t count = noise->gradient_count[dims - 1];
    const real unit = unit_of(basis, dims);
    if (is_large(noise, basis, dims)) {
        if (dims == 3)
            v_rows_of_48(&noise->LANE(large)[0], row, gradient);
        else
            v_rows_at(noise->LANE(large)[1].row, row, gradient);
        scale_gradients(dims, gradient, 1 / unit);
    } else if (dims > 2 && is_simplex(basis)) {
        v_sign_rows(set, dims == 4 ? 32 : 16, row, gradient);
        scale_gradients(dims, gradient, (SIGNS_BY_TOP ? LANE(PERLIN_SCALE) : 1) / unit);
        return dot_product(dims, 0, gradient, d);
    } else if (dims == 2 && count <= 8) {
        v_rows(set, 8, row, gradient);
        return dot_product(dims, 0, gradient, d);
    } else if (dims == 1) {
        v_rows(set, 16, row, gradient);
    } else {
        v_rows(set, 32, row, gradient);
    }
    return dot_product(dims, 1, gradient, d);
}

/* ---- Sums ----------------------------------------------------------------------------------------- */

/* Where the sums of points go: the values', and derivatives'. */
struct simplex_sums {
    real *sum[5];
};

/* The sum of a vector of points, and of its derivatives, which only exist if asked for. */
struct simplex_sum {
    vec value, slope[4];
};

INLINE struct simplex_sum no_sum(void)
{
    return (struct simplex_sum){v_splat(0), {v_splat(0), v_splat(0), v_splat(0), v_splat(0)}};
}

INLINE struct simplex_sum load_sum(const struct simplex_sums *sums, int dims, size_t i)
{
    struct simplex_sum sum = {.value = v_load(sums->sum[0] + i)};
    UNROLL
    for (int a = 0; a < dims; a++)
        sum.slope[a] = v_load(sums->sum[1 + a] + i);
    return sum;
}

INLINE void store_sum(const struct simplex_sums *sums, int dims, int has_slopes, size_t i,
                      const struct simplex_sum *sum)
{
    v_store(sums->sum[0] + i, sum->value);
    UNROLL
    for (int a = 0; a < dims && has_slopes; a++)
        v_store(sums->sum[1 + a] + i, sum->slope[a]);
}

/* From a cell's near corner to the places, unskewed, in units. */
INLINE void from_near_corner(int basis, int dims, const vec fraction[4], vec d[4])
{
    if (unskew_of(basis, dims) == 0) {
        UNROLL
        for (int a = 0; a < dims; a++)
            d[a] = fraction[a];
        return;
    }
    const vec shift = sum_of(dims, fraction) * v_splat((real)unskew_of(basis, dims));
    UNROLL
    for (int a = 0; a < dims; a++)
        d[a] = (fraction[a] - shift) * v_splat(unit_of(basis, dims));
}

/* The distance d to a vertex, in units, and what is left of the reach there. */
struct influence {
    vec d[4], left;
};

/* By where the vertex is from the cell's near corner. */
INLINE struct influence influence_of(vec reach, int basis, int dims, int k,
                                     const vec near_corner[4], const vec position[4])
{
    const int is_near_corner = is_fixed(basis, dims, k) && k == 0;
    const real unit = unit_of(basis, dims);
    struct influence of;
    vec square = v_splat(0);
    UNROLL
    for (int a = 0; a < dims; a++) {
        of.d[a] = near_corner[a];
        if (!is_near_corner)
            of.d[a] = of.d[a] - position[a];
        if (a == 0)
            square = of.d[0] * of.d[0];
        else
            square = square + of.d[a] * of.d[a];
    }
    of.left = v_mul_add_exact(square, v_splat(-1 / (unit * unit)), reach);
    of.left = (vec)((ivec)of.left & ~(ivec)(of.left < v_splat(0)));
    return of;
}

/* Adds a gradient's part: its dot product with the distance, times left^4. */
INLINE void add_influence(int basis, int dims, int has_slopes, const struct influence *of,
                          const vec gradient[4], vec dot, struct simplex_sum *sum)
{
    const vec squared = of->left * of->left;
    const real unit = unit_of(basis, dims);
    sum->value = sum->value + squared * squared * dot;
    if (has_slopes) {
        const vec fall = v_splat(8) * (squared * of->left * dot);
        UNROLL
        for (int a = 0; a < dims; a++)
            sum->slope[a] = sum->slope[a] + (squared * squared * (gradient[a] * v_splat(unit)) -
                                             fall * (of->d[a] * v_splat(1 / unit)));
    }
}

INLINE vec reach_of(const perlin_noise *noise, int dims)
{
    return v_splat((real)noise->reach[dims - 1]);
}

#endif
