/*
 * A backend's table, with its kernels of gradient noise: a translation unit includes its vec header, the entries of its
 * lane type, then this.
 */
#ifndef PERLIN_SIMD_OPS_H
#define PERLIN_SIMD_OPS_H

#include "block_grid.h"
#include "gradient_slopes.h"
#include "slope_grid.h"
#include "table.h"

#define GRADIENT_BASIS(dims)                                                                       \
    BASIS_POINTS(gradient, dims)                                                                   \
    static void gradient_grid##dims(const perlin_noise *noise, const perlin_grid *grid,            \
                                    const output_sink *sink)                                       \
    {                                                                                              \
        if (noise->rotation[dims - 1].applies)                                                     \
            block_grid##dims(noise, &gradient_kernels##dims, grid, sink);                          \
        else                                                                                       \
            aligned_grid##dims(noise, grid, sink);                                                 \
    }                                                                                              \
    static void gradient_grid_slopes##dims(const perlin_noise *noise, const perlin_grid *grid,     \
                                           const slope_sink *sink)                                 \
    {                                                                                              \
        if (noise->rotation[dims - 1].applies)                                                     \
            block_grid_slopes##dims(noise, &gradient_kernels##dims, grid, sink);                   \
        else                                                                                       \
            aligned_grid_slopes##dims(noise, grid, sink);                                          \
    }

/* In 1-D samples are taken as points: to find runs along x would take several times as long. */
BASIS_POINTS(gradient, 1)
BLOCK_GRID(gradient, 1)
BLOCK_GRID_SLOPES(gradient, 1)
GRADIENT_BASIS(2)
GRADIENT_BASIS(3)
GRADIENT_BASIS(4)
static const basis_table gradient_basis = {ENTRY(gradient, 1), ENTRY(gradient, 2),
                                           ENTRY(gradient, 3), ENTRY(gradient, 4)};

const struct LANE(perlin_ops) TABLE() = {
    .basis =
        {
            [PERLIN_BASIS_PERLIN] = gradient_basis,
            [PERLIN_BASIS_VALUE] = TABLE(_value),
            [PERLIN_BASIS_VALUE_CUBIC] = TABLE(_value_cubic),
            [PERLIN_BASIS_ELIAS] = TABLE(_elias),
            [PERLIN_BASIS_SIMPLEX] = TABLE(_simplex),
            [PERLIN_BASIS_OPENSIMPLEX2] = TABLE(_opensimplex2),
            [PERLIN_BASIS_OPENSIMPLEX2S] = TABLE(_opensimplex2s),
            [PERLIN_BASIS_OPENSIMPLEX] = TABLE(_opensimplex),
        },
};

#endif
