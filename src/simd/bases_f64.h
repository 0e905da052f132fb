/*
 * A backend's kernels of all bases but gradient noise, for double: a translation unit includes its vec_f64.h, then
 * this.
 */
#ifndef PERLIN_SIMD_BASES_F64_H
#define PERLIN_SIMD_BASES_F64_H

#include "elias.h"
#include "simplex.h"
#include "table.h"
#include "value_grid.h"

/* The kernels of a basis in so many dimensions; `grid` evaluates grids. */
#define BASIS(basis, dims)                                                                         \
    static void basis##_points##dims(const perlin_noise *noise, size_t count,                      \
                                     const double *const coords[], const ptrdiff_t strides[],      \
                                     const output_sink *sink)                                      \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        memcpy(arrays, coords, sizeof arrays);                                                     \
        block_points##dims(noise, &basis##_kernels##dims, &type_double, count, arrays, strides,    \
                           sink);                                                                  \
    }                                                                                              \
    static void basis##_points_slopes##dims(const perlin_noise *noise, size_t count,               \
                                            const double *const coords[],                          \
                                            const ptrdiff_t strides[], const slope_sink *sink)     \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        memcpy(arrays, coords, sizeof arrays);                                                     \
        block_points_slopes##dims(noise, &basis##_kernels##dims, &type_double, count, arrays,      \
                                  strides, sink);                                                  \
    }                                                                                              \
    static void basis##_grid_slopes##dims(const perlin_noise *noise, const perlin_grid *grid,      \
                                          const slope_sink *sink)                                  \
    {                                                                                              \
        block_grid_slopes##dims(noise, &basis##_kernels##dims, grid, sink);                        \
    }

#define ENTRY(basis, dims)                                                                         \
    {                                                                                              \
        basis##_points##dims, basis##_grid##dims, basis##_points_slopes##dims,                     \
            basis##_grid_slopes##dims                                                              \
    }

BASIS(value, 1)
BASIS(value, 2)
BASIS(value, 3)
BASIS(value, 4)

extern const struct perlin_basis_f64 TABLE(_value_f64)[4];
const struct perlin_basis_f64 TABLE(_value_f64)[4] = {ENTRY(value, 1), ENTRY(value, 2),
                                                      ENTRY(value, 3), ENTRY(value, 4)};

BASIS(value_cubic, 1)
BASIS(value_cubic, 2)
BASIS(value_cubic, 3)
BASIS(value_cubic, 4)

extern const struct perlin_basis_f64 TABLE(_value_cubic_f64)[4];
const struct perlin_basis_f64 TABLE(_value_cubic_f64)[4] = {
    ENTRY(value_cubic, 1), ENTRY(value_cubic, 2), ENTRY(value_cubic, 3), ENTRY(value_cubic, 4)};

BASIS(elias, 1)
BASIS(elias, 2)
BASIS(elias, 3)

extern const struct perlin_basis_f64 TABLE(_elias_f64)[4];
const struct perlin_basis_f64 TABLE(_elias_f64)[4] = {ENTRY(elias, 1), ENTRY(elias, 2),
                                                      ENTRY(elias, 3)};
BASIS(simplex, 1)
BASIS(simplex, 2)
BASIS(simplex, 3)
BASIS(simplex, 4)
BASIS(opensimplex2, 3)
BASIS(opensimplex2, 4)
BASIS(opensimplex2s, 2)
BASIS(opensimplex2s, 3)
BASIS(opensimplex2s, 4)
BASIS(opensimplex, 2)
BASIS(opensimplex, 3)

/* In 1-D the first three are the same, in 2-D two of them but for the gradients. */
extern const struct perlin_basis_f64 TABLE(_simplex_f64)[4], TABLE(_opensimplex2_f64)[4],
    TABLE(_opensimplex2s_f64)[4], TABLE(_opensimplex_f64)[4];
const struct perlin_basis_f64 TABLE(_simplex_f64)[4] = {ENTRY(simplex, 1), ENTRY(simplex, 2),
                                                        ENTRY(simplex, 3), ENTRY(simplex, 4)};
const struct perlin_basis_f64 TABLE(_opensimplex2_f64)[4] = {
    ENTRY(simplex, 1), ENTRY(simplex, 2), ENTRY(opensimplex2, 3), ENTRY(opensimplex2, 4)};
const struct perlin_basis_f64 TABLE(_opensimplex2s_f64)[4] = {
    ENTRY(simplex, 1), ENTRY(opensimplex2s, 2), ENTRY(opensimplex2s, 3), ENTRY(opensimplex2s, 4)};
const struct perlin_basis_f64 TABLE(_opensimplex_f64)[4] = {
    [1] = ENTRY(opensimplex, 2), [2] = ENTRY(opensimplex, 3)};

#endif
