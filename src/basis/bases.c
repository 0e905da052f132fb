/*
 * The list of all bases.
 */
#include "basis.h"

const struct perlin_basis_info *const perlin_bases[PERLIN_BASES] = {
    [PERLIN_BASIS_PERLIN] = &perlin_basis_perlin,
    [PERLIN_BASIS_VALUE] = &perlin_basis_value,
    [PERLIN_BASIS_VALUE_CUBIC] = &perlin_basis_value_cubic,
    [PERLIN_BASIS_ELIAS] = &perlin_basis_elias,
    [PERLIN_BASIS_SIMPLEX] = &perlin_basis_simplex,
    [PERLIN_BASIS_OPENSIMPLEX2] = &perlin_basis_simplex,
    [PERLIN_BASIS_OPENSIMPLEX2S] = &perlin_basis_simplex,
    [PERLIN_BASIS_OPENSIMPLEX] = &perlin_basis_opensimplex,
};
