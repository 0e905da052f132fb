/*
 * Noise on simplices and like lattices: a sum over the lattice points near a sample, the vertices,
 * each of which has a gradient that fades with the distance.
 */
#ifndef PERLIN_SIMPLEX_POINTS_H
#define PERLIN_SIMPLEX_POINTS_H

#include "vertices.h"

/* ---- Gradients ------------------------------------------------------------------------------- */

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

/* Looks gradients up by rows; returns their dot products with d. */
INLINE vec simplex_gradients(const struct lattice *lattice, const perlin_noise *noise,
                             const uint8_t *row, const vec d[4], vec gradient[4])
{
    const int dims = lattice->dims;
    int rounds = 1;
    if (is_large(lattice, noise)) {
        v_rows_at(noise->large[dims - 1]->LANE(rows), row, gradient);
    } else if (dims > 2 && lattice->rule == CORNERS_OF_SIMPLEX) {
        v_sign_rows(gradients_of(noise, dims), dims == 4 ? 32 : 16, row, gradient);
        UNROLL
        for (int a = 0; a < dims; a++)
            gradient[a] = gradient[a] * v_splat(unit_in(dims, 16));
        rounds = 0;
    } else {
        const uint32_t rows = noise->gradients[dims - 1]->rows;
        if (rows == 8)
            v_rows(gradients_of(noise, dims), 8, row, gradient);
        else if (rows == 16)
            v_rows(gradients_of(noise, dims), 16, row, gradient);
        else
            v_rows(gradients_of(noise, dims), 32, row, gradient);
        rounds = rows != 8;
    }
    return dot_product(dims, rounds, gradient, d);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* The packed offsets of a vertex of samples from i on. */
INLINE ivec offsets_of_vertex(const struct lattice *lattice, const struct vertices *v, int vertex,
                              size_t i)
{
    if (lattice->rule == CORNERS_OF_SIMPLEX && vertex == 0)
        return near_corner(lattice);
    if (lattice->rule == CORNERS_OF_SIMPLEX && vertex == lattice->dims)
        return far_corner(lattice);
    return v_load_index(v->offsets[vertex] + i);
}

/* The sum at samples from i on. */
INLINE struct vertex_sum sum_at(const struct lattice *lattice, const perlin_noise *noise,
                                const struct points *points, const struct vertices *v,
                                int has_slopes, size_t i)
{
    const int dims = lattice->dims;
    const vec zero = v_splat(0), reach = v_splat((real)noise->reach[dims - 1]);
    struct vertex_sum sum = {zero, {zero, zero, zero, zero}};
    vec fraction[4], near[4];
    load_fractions(points, dims, i, fraction);
    from_near_corner(lattice, fraction, near);
    UNROLL
    for (int k = 0; k < lattice->vertices; k++) {
        vec position[4], d[4], gradient[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            position[a] = offset_along(lattice, a, offsets_of_vertex(lattice, v, k, i));
        unskew_vertex(lattice, k, position);
        UNROLL
        for (int a = 0; a < dims; a++)
            d[a] = near[a] - position[a];
        const vec dot = simplex_gradients(lattice, noise, v->row[k] + i, d, gradient);
        add_faded(dims, has_slopes, 0, left_of_reach(dims, reach, d), dot, gradient, d, &sum);
    }
    return sum;
}

INLINE void simplices(const struct lattice *lattice, const perlin_noise *noise,
                      const struct points *points, const struct vertices *v, int has_slopes,
                      const struct store *to)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        const struct vertex_sum sum = sum_at(lattice, noise, points, v, has_slopes, i);
        if (has_slopes)
            store_point_slopes(to, lattice->dims, i, sum.value, sum.slope);
        else
            store_point(to, i, sum.value);
    }
}

#define SIMPLEX_POINTS(name, dims, lattice)                                                        \
    OUTLINE void name##_vertices##dims(const perlin_noise *noise, const struct points *points,     \
                                       uint32_t octave, struct vertices *v)                        \
    {                                                                                              \
        find_vertices(&(lattice), noise, points, octave, v);                                       \
    }                                                                                              \
    OUTLINE void name##_points##dims(const perlin_noise *noise, struct points *points,             \
                                     uint32_t octave, const struct store *to)                      \
    {                                                                                              \
        struct vertices v;                                                                         \
        name##_vertices##dims(noise, points, octave, &v);                                          \
        simplices(&(lattice), noise, points, &v, 0, to);                                           \
    }                                                                                              \
    OUTLINE void name##_point_slopes##dims(const perlin_noise *noise, struct points *points,       \
                                           uint32_t octave, const struct store *to)                \
    {                                                                                              \
        struct vertices v;                                                                         \
        name##_vertices##dims(noise, points, octave, &v);                                          \
        simplices(&(lattice), noise, points, &v, 1, to);                                           \
    }

SIMPLEX_POINTS(simplex, 1, simplex1)
SIMPLEX_POINTS(simplex, 2, simplex2)
SIMPLEX_POINTS(simplex, 3, simplex3)
SIMPLEX_POINTS(simplex, 4, simplex4)
SIMPLEX_POINTS(opensimplex, 2, opensimplex_2)
SIMPLEX_POINTS(opensimplex, 3, opensimplex_3)

#endif
