/*
 * The list of all bases.
 */
#include "basis.h"

const struct perlin_basis_info *const perlin_bases[PERLIN_BASES] = {
    [PERLIN_BASIS_PERLIN] = PERLIN_IS_BUILT(PERLIN_BASIS_PERLIN) ? &perlin_basis_perlin : NULL,
    [PERLIN_BASIS_VALUE] = PERLIN_IS_BUILT(PERLIN_BASIS_VALUE) ? &perlin_basis_value : NULL,
    [PERLIN_BASIS_VALUE_CUBIC] =
        PERLIN_IS_BUILT(PERLIN_BASIS_VALUE_CUBIC) ? &perlin_basis_value_cubic : NULL,
    [PERLIN_BASIS_ELIAS] = PERLIN_IS_BUILT(PERLIN_BASIS_ELIAS) ? &perlin_basis_elias : NULL,
    [PERLIN_BASIS_SIMPLEX] = PERLIN_IS_BUILT(PERLIN_BASIS_SIMPLEX) ? &perlin_basis_simplex : NULL,
    [PERLIN_BASIS_OPENSIMPLEX2] =
        PERLIN_IS_BUILT(PERLIN_BASIS_OPENSIMPLEX2) ? &perlin_basis_simplex : NULL,
    [PERLIN_BASIS_OPENSIMPLEX2S] =
        PERLIN_IS_BUILT(PERLIN_BASIS_OPENSIMPLEX2S) ? &perlin_basis_simplex : NULL,
    [PERLIN_BASIS_OPENSIMPLEX] =
        PERLIN_IS_BUILT(PERLIN_BASIS_OPENSIMPLEX) ? &perlin_basis_opensimplex : NULL,
};
