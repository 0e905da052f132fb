/*
 * The descriptions of all bases.
 */
#include "basis.h"

#define LISTED(name, description, by_tables, by_integers)                                          \
    [PERLIN_BASIS_##name] =                                                                        \
        PERLIN_IS_BUILT(PERLIN_BASIS_##name) ? &perlin_basis_##description : NULL,
const struct perlin_basis_info *const perlin_bases[PERLIN_BASES] = {PERLIN_EACH_BASIS(LISTED)};
