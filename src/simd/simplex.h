/*
 * Noise on simplices and like lattices over vectors: a sum over the lattice points near a place, each of which has a
 * gradient that fades with the distance.
 */
#ifndef PERLIN_SIMD_SIMPLEX_H
#define PERLIN_SIMD_SIMPLEX_H

#include "block_grid.h"
#include "shared_vertices.h"

/* Goes to an octave; returns whether bytes are enough for its cells. */
INLINE int enter_lattice(const perlin_noise *noise, struct points *points, int basis, int dims,
                         const struct coordinate_type *type, uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    const int by_bytes = has_kernel_forms(tables);
    const double frequency = noise->spectrum.frequency[octave];
    const uint32_t modulus = by_bytes ? 0 : tables->mask + 1;
    if (skew_of(basis, dims) != 0)
        type->skew(points, dims, frequency, skew_of(basis, dims), modulus);
    else
        for (int a = 0; a < dims; a++)
            type->place(points, a, frequency, modulus);
    return by_bytes;
}

/* Finds the vertices of n points from `start` on; returns whether runs of points share them. */
typedef int vertices_function(const perlin_noise *noise, struct points *points, uint32_t octave,
                              int by_bytes, size_t start, size_t n);

INLINE int enter_vertices(const perlin_noise *noise, struct points *points, int basis, int dims,
                          uint32_t octave, int by_bytes, size_t start, size_t n)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    if (looks_for_runs(basis, dims) && by_bytes) {
        struct lattice_runs *const runs = runs_in(points);
        find_lattice_runs(points, basis, dims, start, n, runs);
        if (runs->count > 0) {
            share_vertices(noise, basis, dims, tables, runs, reals_in(points));
            return 1;
        }
    }
    find_vertices(noise, points, basis, dims, tables, by_bytes, start, n);
    return 0;
}

/* Sums of n points from `start` on. */
INLINE void sum_vertices(const perlin_noise *noise, struct points *points, int basis, int dims,
                         int has_slopes, vertices_function *find, uint32_t octave, int by_bytes,
                         size_t start, size_t n, const struct simplex_sums *sums)
{
    const int has_runs = find(noise, points, octave, by_bytes, start, n);
    if (looks_for_runs(basis, dims) && has_runs)
        sum_runs(noise, points, basis, dims, has_slopes, start, n, sums);
    else
        sum_each(noise, points, basis, dims, has_slopes, start, n, sums);
}

INLINE void lattice_noise(const perlin_noise *noise, struct points *points, int basis, int dims,
                          vertices_function *find, const struct coordinate_type *type,
                          uint32_t octave, real raw[])
{
    const int by_bytes = enter_lattice(noise, points, basis, dims, type, octave);
    for (size_t start = 0; start < points->n; start += SIMPLEX_POINTS) {
        const struct simplex_sums sums = {{raw + start}};
        sum_vertices(noise, points, basis, dims, 0, find, octave, by_bytes, start,
                     least(points->n - start, SIMPLEX_POINTS), &sums);
    }
}

INLINE void lattice_slopes(const perlin_noise *noise, struct points *points, int basis, int dims,
                           vertices_function *find, const struct coordinate_type *type,
                           uint32_t octave, const struct slope_planes *planes)
{
    _Alignas(64) real room[5][SIMPLEX_POINTS];
    const struct simplex_sums sums = {{room[0], room[1], room[2], room[3], room[4]}};
    const int by_bytes = enter_lattice(noise, points, basis, dims, type, octave);
    for (size_t start = 0; start < points->n; start += SIMPLEX_POINTS) {
        const size_t n = least(points->n - start, SIMPLEX_POINTS);
        sum_vertices(noise, points, basis, dims, 1, find, octave, by_bytes, start, n, &sums);
        for (size_t i = 0; i < n; i += LANES) {
            const struct simplex_sum sum = load_sum(&sums, dims, i);
            store_slopes(planes, dims, start + i, sum.value, sum.slope);
        }
    }
}

/* Both kernels find vertices by the same function. */
#define SIMPLEX_KERNELS(name, basis, dims)                                                         \
    OUTLINE int name##_vertices##dims(const perlin_noise *noise, struct points *points,            \
                                      uint32_t octave, int by_bytes, size_t start, size_t n)       \
    {                                                                                              \
        return enter_vertices(noise, points, basis, dims, octave, by_bytes, start, n);             \
    }                                                                                              \
    OUTLINE void name##_noise##dims(const perlin_noise *noise, struct points *points,              \
                                    const struct coordinate_type *type, uint32_t octave,           \
                                    real raw[])                                                    \
    {                                                                                              \
        lattice_noise(noise, points, basis, dims, name##_vertices##dims, type, octave, raw);       \
    }                                                                                              \
    OUTLINE void name##_slopes##dims(const perlin_noise *noise, struct points *points,             \
                                     const struct coordinate_type *type, uint32_t octave,          \
                                     const struct slope_planes *planes)                            \
    {                                                                                              \
        lattice_slopes(noise, points, basis, dims, name##_vertices##dims, type, octave, planes);   \
    }                                                                                              \
    static const struct block_kernels name##_kernels##dims = {name##_noise##dims,                  \
                                                              name##_slopes##dims};                \
    BLOCK_GRID(name, dims)

SIMPLEX_KERNELS(simplex, SIMPLEX, 1)
SIMPLEX_KERNELS(simplex, SIMPLEX, 2)
SIMPLEX_KERNELS(simplex, SIMPLEX, 3)
SIMPLEX_KERNELS(simplex, SIMPLEX, 4)
SIMPLEX_KERNELS(opensimplex2, OPENSIMPLEX2, 3)
SIMPLEX_KERNELS(opensimplex2, OPENSIMPLEX2, 4)
SIMPLEX_KERNELS(opensimplex2s, OPENSIMPLEX2S, 2)
SIMPLEX_KERNELS(opensimplex2s, OPENSIMPLEX2S, 3)
SIMPLEX_KERNELS(opensimplex2s, OPENSIMPLEX2S, 4)
SIMPLEX_KERNELS(opensimplex, OPENSIMPLEX, 2)
SIMPLEX_KERNELS(opensimplex, OPENSIMPLEX, 3)

#endif
