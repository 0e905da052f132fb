/*
 * Noise on simplices: what describes its four bases.
 */
#include "../basis.h"

static int is_simplex(const perlin_params *params)
{
    return params->basis == PERLIN_BASIS_SIMPLEX;
}

/* ---- Scales and reaches ---------------------------------------------------------------------- */

/* Simplex noise in 2-D by gradients. These scales, and those below, are just under the reciprocals
   of bounds (docs/ranges.md, scripts/bound-simplex). */
static const double simplex_scale_2d[] = {
    [PERLIN_GRADIENTS_DEFAULT] = 0x1.69d48edf7045ep+5,
    [PERLIN_GRADIENTS_AXIS] = 0x1.995490a4eafb1p+6,
    [PERLIN_GRADIENTS_DIAGONAL] = 0x1.1894b6fd5d86ep+6,
    [PERLIN_GRADIENTS_SLICE] = 0x1.69d48edf7045ep+5,
};

/* In 3-D and 4-D by dims - 3 and radius. */
static const double simplex_scale[2][2] = {{0x1.3382e61c05fdep+6, 0x1.058e821753fecp+5},
                                           {0x1.f633a28d1ad5cp+5, 0x1.b397e7dd024b8p+4}};

#define SCALE_1D 0x1.94873daded5bdp-2
static const double open_scale[4] = {0, 0x1.27a0987f9a918p+0, 0x1.0352a9d3b6571p+0, 0};

/* By the integer hash, by basis and dims - 1. Lattices that have no copies and no plane are one. */
#define INTEGER_1D 0x1.9485a369850bp+1
#define INTEGER_2D 0x1.9024ea5a3702bp+6
static const double integer_scale[PERLIN_BASES][4] = {
    [PERLIN_BASIS_SIMPLEX] = {INTEGER_1D, INTEGER_2D, 0x1.aea12579b2e04p+6, 0x1.b25c4725d6b09p+6},
    [PERLIN_BASIS_OPENSIMPLEX2] = {INTEGER_1D, INTEGER_2D, 0x1.aebd270e11787p+6,
                                   0x1.b25c4725d6b09p+6},
    [PERLIN_BASIS_OPENSIMPLEX2S] = {INTEGER_1D, 0x1.28d4a68cc424dp+4, 0x1.716d1add70fedp+3,
                                    0x1.15c10f27fba7bp+3},
};

static double octave_scale(const perlin_params *params, uint32_t dims)
{
    if (params->hash == PERLIN_HASH_INTEGER)
        return integer_scale[params->basis][dims - 1];
    if (!is_simplex(params))
        return open_scale[dims - 1];
    if (dims > 2)
        return simplex_scale[dims - 3][params->simplex_radius];
    return dims == 2 ? simplex_scale_2d[params->gradients] : SCALE_1D;
}

/* By the integer hash, by basis and dims - 1. In 1-D just below 1, so that a lattice point in the
   next cell never counts. */
#define REACH_1D (1.0 - 0x1p-20)
static const double integer_reach[PERLIN_BASES][4] = {
    [PERLIN_BASIS_SIMPLEX] = {REACH_1D, 0.5, 0.5, 0.5},
    [PERLIN_BASIS_OPENSIMPLEX2] = {REACH_1D, 0.5, 0.5, 0.5},
    [PERLIN_BASIS_OPENSIMPLEX2S] = {REACH_1D, 2.0 / 3, 0.75, 0.8},
};

static double reach(const perlin_params *params, uint32_t dims)
{
    if (params->hash == PERLIN_HASH_INTEGER)
        return integer_reach[params->basis][dims - 1];
    if (!is_simplex(params))
        return 2.0;
    if (dims == 1)
        return 1.0;
    return dims > 2 && params->simplex_radius == PERLIN_RADIUS_PUBLISHED ? 0.6 : 0.5;
}

/* ---- Descriptions ---------------------------------------------------------------------------- */

const struct perlin_basis_info perlin_basis_simplex = {
    .dims = 15,
    .hashes = PERLIN_BY_INTEGERS | PERLIN_BY_TABLES,
    .scalar_hashes = PERLIN_BY_TABLES,
    .takes_gradients = 1,
    .takes_radius = 1,
    .has_gradients = 1,
    .octave_scale = octave_scale,
    .reach = reach,
};

const struct perlin_basis_info perlin_basis_opensimplex2 = {
    .dims = 15,
    .hashes = PERLIN_BY_INTEGERS,
    .has_gradients = 1,
    .octave_scale = octave_scale,
    .reach = reach,
};

const struct perlin_basis_info perlin_basis_opensimplex = {
    .dims = 6, /* 2-D and 3-D */
    .hashes = PERLIN_BY_TABLES,
    .scalar_hashes = PERLIN_BY_TABLES,
    .has_gradients = 1,
    .octave_scale = octave_scale,
    .reach = reach,
};
