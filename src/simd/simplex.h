/*
 * Noise on simplices and like lattices over vectors: a sum over the lattice points near a place, each of which has a
 * gradient that fades with the distance.
 */
#ifndef PERLIN_SIMD_SIMPLEX_H
#define PERLIN_SIMD_SIMPLEX_H

#include "block_grid.h"
#include "vertices.h"

/* Goes to an octave; returns whether bytes are enough for its cells. */
INLINE int enter_lattice(const perlin_noise *noise, struct points *points, int basis, int dims,
                         const struct coordinate_type *type, uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    const int by_bytes = has_kernel_forms(tables);
    const struct octave_map map = octave_map(noise, octave);
    const uint32_t modulus = by_bytes ? 0 : tables->mask + 1;
    if (skew_of(basis, dims) != 0)
        type->skew(points, dims, map, skew_of(basis, dims), modulus);
    else
        for (int a = 0; a < dims; a++)
            type->place(points, a, map, modulus);
    return by_bytes;
}

/* Finds the vertices of a group of points from `start` on. */
typedef struct group vertices_function(const perlin_noise *noise, struct points *points,
                                       uint32_t octave, int by_bytes, size_t start);

INLINE struct group enter_vertices(const perlin_noise *noise, struct points *points, int basis,
                                   int dims, uint32_t octave, int by_bytes, size_t start)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    return find_vertices(noise, points, basis, dims, tables, by_bytes, start);
}

/* Sums of a group of points from `start` on; returns how many they are. */
INLINE size_t sum_vertices(const perlin_noise *noise, struct points *points, int basis, int dims,
                           int has_slopes, vertices_function *find, uint32_t octave, int by_bytes,
                           size_t start, const struct simplex_sums *sums)
{
    const struct group group = find(noise, points, octave, by_bytes, start);
    if (has_rows_in_box(basis, dims) && group.rows == ROWS_IN_BOX)
        sum_each(noise, points, basis, dims, has_slopes, ROWS_IN_BOX, start, group.n, sums);
    else
        sum_each(noise, points, basis, dims, has_slopes, ROWS_OF_VERTICES, start, group.n, sums);
    return group.n;
}

INLINE void simplices_noise(const perlin_noise *noise, struct points *points, int basis, int dims,
                            vertices_function *find, const struct coordinate_type *type,
                            uint32_t octave, real raw[])
{
    const int by_bytes = enter_lattice(noise, points, basis, dims, type, octave);
    for (size_t start = 0; start < points->n;) {
        const struct simplex_sums sums = {{raw + start}};
        start += sum_vertices(noise, points, basis, dims, 0, find, octave, by_bytes, start, &sums);
    }
}

INLINE void simplices_slopes(const perlin_noise *noise, struct points *points, int basis, int dims,
                             vertices_function *find, const struct coordinate_type *type,
                             uint32_t octave, const struct slope_planes *planes)
{
    _Alignas(64) real room[5][SLOPE_POINTS];
    const struct simplex_sums sums = {{room[0], room[1], room[2], room[3], room[4]}};
    const int by_bytes = enter_lattice(noise, points, basis, dims, type, octave);
    for (size_t start = 0, n; start < points->n; start += n) {
        n = sum_vertices(noise, points, basis, dims, 1, find, octave, by_bytes, start, &sums);
        for (size_t i = 0; i < n; i += LANES) {
            const struct simplex_sum sum = load_sum(&sums, dims, i);
            store_slopes(planes, dims, start + i, sum.value, sum.slope);
        }
    }
}

/* The columns of a grid's blocks: so many that a box does for a block. */
INLINE size_t simplex_columns(const perlin_noise *noise, const perlin_grid *grid, int basis,
                              int dims)
{
    const double cells = most_cell(basis, dims, box_axes(basis, dims) - 1);
    return columns_within(noise, grid, cells / (1 + skew_of(basis, dims)));
}

/* Both kernels find vertices by the same function. */
#define SIMPLEX_KERNELS(name, basis, dims)                                                         \
    OUTLINE struct group name##_vertices##dims(const perlin_noise *noise, struct points *points,   \
                                               uint32_t octave, int by_bytes, size_t start)        \
    {                                                                                              \
        return enter_vertices(noise, points, basis, dims, octave, by_bytes, start);                \
    }                                                                                              \
    OUTLINE void name##_noise##dims(const perlin_noise *noise, struct points *points,              \
                                    const struct coordinate_type *type, uint32_t octave,           \
                                    real raw[])                                                    \
    {                                                                                              \
        simplices_noise(noise, points, basis, dims, name##_vertices##dims, type, octave, raw);     \
    }                                                                                              \
    OUTLINE void name##_slopes##dims(const perlin_noise *noise, struct points *points,             \
                                     const struct coordinate_type *type, uint32_t octave,          \
                                     const struct slope_planes *planes)                            \
    {                                                                                              \
        simplices_slopes(noise, points, basis, dims, name##_vertices##dims, type, octave, planes); \
    }                                                                                              \
    OUTLINE size_t name##_columns##dims(const perlin_noise *noise, const perlin_grid *grid)        \
    {                                                                                              \
        return simplex_columns(noise, grid, basis, dims);                                          \
    }                                                                                              \
    static const struct block_kernels name##_kernels##dims = {                                     \
        name##_noise##dims, name##_slopes##dims, name##_columns##dims};                            \
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
