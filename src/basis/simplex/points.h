/*
 * Noise on simplices and like lattices: a sum over the lattice points near a sample, the vertices,
 * each of which has a gradient that fades with the distance.
 */
#ifndef PERLIN_SIMPLEX_POINTS_H
#define PERLIN_SIMPLEX_POINTS_H

#include "vertices.h"

/* ---- What a vertex adds ---------------------------------------------------------------------- */

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
INLINE int is_large(const struct lattice *lattice, const perlin_noise *noise)
{
    if (lattice->dims < 3 || lattice->rule == ONE_OF_EACH_CLASS)
        return 0;
    return lattice->rule != CORNERS_OF_SIMPLEX || perlin_is_large(noise, (uint32_t)lattice->dims);
}

/* Looks gradients up by rows; returns their dot products with d. */
INLINE vec simplex_gradients(const struct lattice *lattice, const perlin_noise *noise,
                             const uint8_t *row, const vec d[4], vec gradient[4])
{
    const int dims = lattice->dims;
    int rounds = 1;
    if (is_large(lattice, noise)) {
        if (dims == 3)
            v_rows_of_48(noise->large[2], row, gradient);
        else
            v_rows_at(noise->large[3]->LANE(rows), row, gradient);
    } else if (dims > 2 && lattice->rule == CORNERS_OF_SIMPLEX) {
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

/* Adds a vertex to each sample, which is d from it: its gradient's dot product with d, times
   left^4. */
INLINE void add_vertex(const struct lattice *lattice, const perlin_noise *noise, int has_slopes,
                       const uint8_t *row, const vec d[4], struct simplex_sum *sum)
{
    vec gradient[4], square = d[0] * d[0];
    UNROLL
    for (int a = 1; a < lattice->dims; a++)
        square = square + d[a] * d[a];
    vec left = v_splat((real)noise->reach[lattice->dims - 1]) - square;
    left = (vec)((ivec)left & ~(ivec)(left < v_splat(0)));
    const vec dot = simplex_gradients(lattice, noise, row, d, gradient);
    const vec squared = left * left;
    sum->value = sum->value + squared * squared * dot;
    if (!has_slopes)
        return;
    const vec fall = v_splat(8) * (squared * left * dot);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        sum->slope[a] = sum->slope[a] + (squared * squared * gradient[a] - fall * d[a]);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* The packed offsets of a vertex of samples from i on. */
INLINE ivec offsets_of_vertex(const struct lattice *lattice, const struct vertices *v, int vertex,
                              size_t i)
{
    if (vertex == lattice->near_corner)
        return near_corner(lattice);
    if (vertex == lattice->far_corner)
        return far_corner(lattice);
    return v_load_index(v->offsets[vertex] + i);
}

/* The sum at samples from i on. */
INLINE struct simplex_sum sum_at(const struct lattice *lattice, const perlin_noise *noise,
                                 struct points *points, int has_slopes, size_t i)
{
    const struct vertices *const v = vertices_in(points);
    const vec zero = v_splat(0);
    struct simplex_sum sum = {zero, {zero, zero, zero, zero}};
    vec from_near[4], d[4];
    load_fractions(points, lattice->dims, i, from_near);
    const vec shift = sum_of(lattice->dims, from_near) * v_splat((real)lattice->unskew);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        from_near[a] = from_near[a] - shift;
    UNROLL
    for (int k = 0; k < lattice->vertices; k++) {
        unskewed_position(lattice, k, offsets_of_vertex(lattice, v, k, i), d);
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            d[a] = from_near[a] - d[a];
        add_vertex(lattice, noise, has_slopes, v->row[k] + i, d, &sum);
    }
    return sum;
}

INLINE void simplices_noise(const struct lattice *lattice, const perlin_noise *noise,
                            struct points *points, const struct store *to)
{
    for (size_t i = 0; i < points->n; i += LANES)
        store_point(to, i, sum_at(lattice, noise, points, 0, i).value);
}

INLINE void simplices_slopes(const struct lattice *lattice, const perlin_noise *noise,
                             struct points *points, const struct store *to)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        const struct simplex_sum sum = sum_at(lattice, noise, points, 1, i);
        store_point_slopes(to, lattice->dims, i, sum.value, sum.slope);
    }
}

#define SIMPLEX_POINTS(name, dims, lattice)                                                        \
    OUTLINE void name##_vertices##dims(const perlin_noise *noise, struct points *points,           \
                                       uint32_t octave)                                            \
    {                                                                                              \
        find_vertices(&(lattice), noise, points, octave);                                          \
    }                                                                                              \
    OUTLINE void name##_points##dims(const perlin_noise *noise, struct points *points,             \
                                     uint32_t octave, const struct store *to)                      \
    {                                                                                              \
        name##_vertices##dims(noise, points, octave);                                              \
        simplices_noise(&(lattice), noise, points, to);                                            \
    }                                                                                              \
    OUTLINE void name##_point_slopes##dims(const perlin_noise *noise, struct points *points,       \
                                           uint32_t octave, const struct store *to)                \
    {                                                                                              \
        name##_vertices##dims(noise, points, octave);                                              \
        simplices_slopes(&(lattice), noise, points, to);                                           \
    }

SIMPLEX_POINTS(simplex, 1, simplex1)
SIMPLEX_POINTS(simplex, 2, simplex2)
SIMPLEX_POINTS(simplex, 3, simplex3)
SIMPLEX_POINTS(simplex, 4, simplex4)
SIMPLEX_POINTS(opensimplex2, 3, opensimplex2_3)
SIMPLEX_POINTS(opensimplex2, 4, opensimplex2_4)
SIMPLEX_POINTS(opensimplex2s, 2, opensimplex2s_2)
SIMPLEX_POINTS(opensimplex2s, 3, opensimplex2s_3)
SIMPLEX_POINTS(opensimplex2s, 4, opensimplex2s_4)
SIMPLEX_POINTS(opensimplex, 2, opensimplex_2)
SIMPLEX_POINTS(opensimplex, 3, opensimplex_3)

#endif
