/*
 * Noise on simplices and like lattices: a sum over the lattice points near a sample, the vertices,
 * each of which has a gradient that fades with the distance.
 */
#ifndef PERLIN_SIMD_SIMPLEX_H
#define PERLIN_SIMD_SIMPLEX_H

#include "block_grid.h"
#include "influence.h"
#include "vertices.h"

/* Places the block's points in an octave and finds their vertices. */
INLINE void enter_octave(const perlin_noise *noise, struct points *points, int basis, int dims,
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
    find_vertices(noise, points, basis, dims, tables, by_bytes);
}

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
                            real raw[])
{
    for (size_t i = 0; i < points->n; i += LANES)
        v_store(raw + i, sum_at(noise, points, basis, dims, 0, i).value);
}

INLINE void simplices_slopes(const perlin_noise *noise, struct points *points, int basis, int dims,
                             const struct slope_planes *planes)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        const struct simplex_sum sum = sum_at(noise, points, basis, dims, 1, i);
        store_slopes(planes, dims, i, sum.value, sum.slope);
    }
}

/* The columns of a grid's blocks: as many as fit a box, whose last axis has the fewest cells. */
INLINE size_t simplex_columns(const perlin_noise *noise, const perlin_grid *grid, int basis,
                              int dims)
{
    const double cells = most_cell(basis, dims, box_axes(basis, dims) - 1);
    return columns_within(noise, grid, cells / (1 + skew_of(basis, dims)));
}

/* Both kernels enter octaves by the same function. */
#define SIMPLEX_KERNELS(name, basis, dims)                                                         \
    OUTLINE void name##_enter##dims(const perlin_noise *noise, struct points *points,              \
                                    const struct coordinate_type *type, uint32_t octave)           \
    {                                                                                              \
        enter_octave(noise, points, basis, dims, type, octave);                                    \
    }                                                                                              \
    OUTLINE void name##_noise##dims(const perlin_noise *noise, struct points *points,              \
                                    const struct coordinate_type *type, uint32_t octave,           \
                                    real raw[])                                                    \
    {                                                                                              \
        name##_enter##dims(noise, points, type, octave);                                           \
        simplices_noise(noise, points, basis, dims, raw);                                          \
    }                                                                                              \
    OUTLINE void name##_slopes##dims(const perlin_noise *noise, struct points *points,             \
                                     const struct coordinate_type *type, uint32_t octave,          \
                                     const struct slope_planes *planes)                            \
    {                                                                                              \
        name##_enter##dims(noise, points, type, octave);                                           \
        simplices_slopes(noise, points, basis, dims, planes);                                      \
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
