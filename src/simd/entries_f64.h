/*
 * What is of double alone: the entries of a table. A translation unit includes its vec_f64.h first.
 */
#ifndef PERLIN_SIMD_ENTRIES_F64_H
#define PERLIN_SIMD_ENTRIES_F64_H

#include "block.h"

#define BASIS_POINTS(basis, dims) BLOCK_POINTS(basis, points, dims, double, type_double)

#define ENTRY(basis, dims)                                                                         \
    {                                                                                              \
        basis##_points##dims, basis##_grid##dims, basis##_points_slopes##dims,                     \
            basis##_grid_slopes##dims                                                              \
    }

#endif
