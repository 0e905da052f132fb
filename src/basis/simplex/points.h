/*
 * Noise on simplices and like lattices: a sum over the lattice points near a sample, the vertices,
 * each of which has a gradient that fades with the distance.
 */
#ifndef PERLIN_SIMPLEX_POINTS_H
#define PERLIN_SIMPLEX_POINTS_H

#include "influence.h"
#include "vertices.h"

/* The sum of a vector of points from i on. */
INLINE struct simplex_sum sum_at(const perlin_noise *noise, struct points *points, int basis,
                                 int dims, int has_slopes, size_t i)
{
    const struct vertices *const v = vertices_in(points);
    const vec reach = v_splat((real)noise->reach[dims - 1]);
    struct simplex_sum sum = no_sum();
    vec fraction[4], near_corner[4];
    load_fractions(points, dims, i, fraction);
    from_near_corner(basis, dims, fraction, near_corner);
    UNROLL
    for (int k = 0; k < vertex_count(basis, dims); k++) {
        const ivec offsets = is_fixed(basis, dims, k) ? fixed_offsets(basis, dims, k)
                                                      : v_load_index(v->offsets[k] + i);
        vec d[4];
        position_of(basis, dims, k, offsets, d);
        UNROLL
        for (int a = 0; a < dims; a++)
            d[a] = near_corner[a] - d[a];
        add_influence(noise, reach, basis, dims, has_slopes, v->row[k] + i, d, &sum);
    }
    return sum;
}

INLINE void simplices_noise(const perlin_noise *noise, struct points *points, int basis, int dims,
                            const struct store *to)
{
    for (size_t i = 0; i < points->n; i += LANES)
        store_point(to, i, sum_at(noise, points, basis, dims, 0, i).value);
}

INLINE void simplices_slopes(const perlin_noise *noise, struct points *points, int basis, int dims,
                             const struct store *to)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        const struct simplex_sum sum = sum_at(noise, points, basis, dims, 1, i);
        store_point_slopes(to, dims, i, sum.value, sum.slope);
    }
}

#define SIMPLEX_POINTS(name, basis, dims)                                                          \
    OUTLINE void name##_vertices##dims(const perlin_noise *noise, struct points *points,           \
                                       uint32_t octave)                                            \
    {                                                                                              \
        find_vertices(noise, points, basis, dims, octave);                                         \
    }                                                                                              \
    OUTLINE void name##_points##dims(const perlin_noise *noise, struct points *points,             \
                                     uint32_t octave, const struct store *to)                      \
    {                                                                                              \
        name##_vertices##dims(noise, points, octave);                                              \
        simplices_noise(noise, points, basis, dims, to);                                           \
    }                                                                                              \
    OUTLINE void name##_point_slopes##dims(const perlin_noise *noise, struct points *points,       \
                                           uint32_t octave, const struct store *to)                \
    {                                                                                              \
        name##_vertices##dims(noise, points, octave);                                              \
        simplices_slopes(noise, points, basis, dims, to);                                          \
    }

SIMPLEX_POINTS(simplex, SIMPLEX, 1)
SIMPLEX_POINTS(simplex, SIMPLEX, 2)
SIMPLEX_POINTS(simplex, SIMPLEX, 3)
SIMPLEX_POINTS(simplex, SIMPLEX, 4)
SIMPLEX_POINTS(opensimplex2, OPENSIMPLEX2, 3)
SIMPLEX_POINTS(opensimplex2, OPENSIMPLEX2, 4)
SIMPLEX_POINTS(opensimplex2s, OPENSIMPLEX2S, 2)
SIMPLEX_POINTS(opensimplex2s, OPENSIMPLEX2S, 3)
SIMPLEX_POINTS(opensimplex2s, OPENSIMPLEX2S, 4)
SIMPLEX_POINTS(opensimplex, OPENSIMPLEX, 2)
SIMPLEX_POINTS(opensimplex, OPENSIMPLEX, 3)

#endif
