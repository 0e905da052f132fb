/*
 * What a vertex adds to the noise of a sample near it: by its gradient, and by what is left there
 * of its reach.
 */
#ifndef PERLIN_SIMPLEX_INFLUENCE_H
#define PERLIN_SIMPLEX_INFLUENCE_H

#include "lattices.h"

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

/* Whether the set has more than 32 gradients: known beforehand but for simplex noise
   (perlin_basis_info). */
INLINE int is_large(const perlin_noise *noise, int basis, int dims)
{
    if (dims < 3 || basis == OPENSIMPLEX)
        return 0;
    return !is_simplex(basis) || perlin_is_large(noise, (uint32_t)dims);
}

/* Looks gradients up by rows; returns their dot products with d. */
INLINE vec simplex_gradients(const perlin_noise *noise, int basis, int dims, const uint8_t *row,
                             const vec d[4], vec gradient[4])
{
    int rounds = 1;
    if (is_large(noise, basis, dims)) {
        if (dims == 3)
            v_rows_of_48(noise->large[2], row, gradient);
        else
            v_rows_at(noise->large[3]->LANE(rows), row, gradient);
    } else if (dims > 2 && is_simplex(basis)) {
        v_sign_rows(gradients_of(noise, dims), dims == 4 ? 32 : 16, row, gradient);
        UNROLL
        for (int a = 0; a < dims; a++)
            gradient[a] = gradient[a] * v_splat(unit_in(dims));
        rounds = 0;
    } else if (dims == 2 && noise->gradients[1]->rows == 8) {
        v_rows(gradients_of(noise, dims), 8, row, gradient);
        rounds = 0;
    } else {
        v_rows(gradients_of(noise, dims), dims == 1 ? 16 : 32, row, gradient);
    }
    return dot_product(dims, rounds, gradient, d);
}

/* The sum over vertices, and its slopes if asked for. */
struct simplex_sum {
    vec value, slope[4];
};

INLINE struct simplex_sum no_sum(void)
{
    return (struct simplex_sum){v_splat(0), {v_splat(0), v_splat(0), v_splat(0), v_splat(0)}};
}

/* From the near corners of samples' cells to the samples, unskewed. */
INLINE void from_near_corner(int basis, int dims, const vec fraction[4], vec d[4])
{
    const real unskew = (real)unskew_of(basis, dims);
    const vec shift = sum_of(dims, fraction) * v_splat(unskew);
    UNROLL
    for (int a = 0; a < dims; a++) {
        d[a] = fraction[a];
        if (unskew != 0)
            d[a] = d[a] - shift;
    }
}

/* Adds a vertex to each sample, which is d from it: its gradient's dot product with d, times
   left^4. */
INLINE void add_influence(const perlin_noise *noise, vec reach, int basis, int dims, int has_slopes,
                          const uint8_t *row, const vec d[4], struct simplex_sum *sum)
{
    vec gradient[4], square = d[0] * d[0];
    UNROLL
    for (int a = 1; a < dims; a++)
        square = square + d[a] * d[a];
    vec left = reach - square;
    left = (vec)((ivec)left & ~(ivec)(left < v_splat(0)));
    const vec dot = simplex_gradients(noise, basis, dims, row, d, gradient);
    const vec squared = left * left;
    sum->value = sum->value + squared * squared * dot;
    if (has_slopes) {
        const vec fall = v_splat(8) * (squared * left * dot);
        UNROLL
        for (int a = 0; a < dims; a++)
            sum->slope[a] = sum->slope[a] + (squared * squared * gradient[a] - fall * d[a]);
    }
}

#endif
