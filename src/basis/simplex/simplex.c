/*
 * Noise on simplices: what describes its four bases.
 */
#include "../basis.h"

/* ---- Gradients ------------------------------------------------------------------------------- */

static int is_simplex(const perlin_params *params)
{
    return params->basis == PERLIN_BASIS_SIMPLEX;
}

/* Simplex noise can have the gradients of OPENSIMPLEX2, too; of its own in 2-D. */
static int is_even(const perlin_params *params)
{
    return params->gradients == PERLIN_GRADIENTS_EVEN;
}

static int has_large_set(const perlin_params *params, uint32_t dims)
{
    return dims > 2 && params->basis != PERLIN_BASIS_OPENSIMPLEX &&
           (!is_simplex(params) || is_even(params));
}

static const struct perlin_large_set *large_set(const perlin_params *params, uint32_t dims)
{
    return !has_large_set(params, dims) ? NULL : dims == 3 ? &perlin_set_48 : &perlin_set_160;
}

/* SLICE is no set of its own where there is no slice of cubes. */
static const struct perlin_gradient_set *set_of_simplex_2d(const perlin_params *params)
{
    const uint32_t gradients = params->gradients;
    if (gradients == PERLIN_GRADIENTS_EVEN && params->hash == PERLIN_HASH_PERMUTATION)
        return &perlin_set_mirrored_even;
    return &perlin_sets_2d[gradients == PERLIN_GRADIENTS_SLICE ? PERLIN_GRADIENTS_DEFAULT
                                                               : gradients];
}

static const struct perlin_gradient_set *set(const perlin_params *params, uint32_t dims)
{
    if (has_large_set(params, dims))
        return NULL;
    if (params->basis == PERLIN_BASIS_OPENSIMPLEX)
        return dims == 2 ? &perlin_set_open_2d : &perlin_set_open_3d;
    if (dims == 2)
        return is_simplex(params) ? set_of_simplex_2d(params) : &perlin_set_24;
    return dims == 1 ? &perlin_set_1d : dims == 3 ? &perlin_set_3d : &perlin_set_4d;
}

/* ---- From hashes to rows of gradients -------------------------------------------------------- */

/* Of directions that follow each other round a circle, in a mirrored set whose first rows are those
   of a quarter. */
static uint32_t row_on_circle(uint32_t direction, uint32_t in_quarter)
{
    static const uint32_t signs[4] = {0, 8, 24, 16};
    const uint32_t quarter = direction / in_quarter, k = direction % in_quarter;
    return signs[quarter] + (quarter % 2 ? in_quarter - 1 - k : k);
}

/* OPENSIMPLEX in 2-D: bit 0 is not used, bit 1 says which component is larger, bits 2 and 3 are the
   signs. */
static uint32_t row_of_open_2d(uint32_t hash)
{
    return (hash >> 1 & 1) + (hash >> 2 & 3) * 8;
}

/* In 3-D: in each octant three, of which the sign of z chooses other rows; x is negative in even
   octants. */
static uint32_t row_of_open_3d(uint32_t hash)
{
    const uint32_t octant = hash % 24 / 3, axis = hash % 3;
    return axis + 3 * (octant >> 2) + 8 * (~octant & 1) + 16 * (octant >> 1 & 1);
}

static uint32_t row_2d(const perlin_params *params, uint32_t hash)
{
    if (!is_simplex(params))
        return row_on_circle(hash % 24, 6);
    return is_even(params) ? row_on_circle(hash % 16, 4) : hash % 8;
}

static uint8_t leaf(const perlin_params *params, uint32_t dims, const uint16_t *p, uint32_t i)
{
    if (params->basis == PERLIN_BASIS_OPENSIMPLEX)
        return (uint8_t)(dims == 2 ? row_of_open_2d(p[i]) : row_of_open_3d(p[i]));
    if (has_large_set(params, dims))
        return dims == 3 ? perlin_row_of_48(p[i]) : (uint8_t)(p[i] % 160);
    if (dims == 1)
        return p[i] % 16;
    if (dims == 2)
        return (uint8_t)row_2d(params, p[i]);
    return dims == 3 ? perlin_row_3d(p[i]) : perlin_row_4d(p[i]);
}

/* ---- Scales and reaches ---------------------------------------------------------------------- */

/* Simplex noise in 2-D by gradients. These scales, and those below, are just under the reciprocals
   of bounds (docs/range.md, scripts/bound-simplex). */
static const double simplex_scale_2d[] = {
    [PERLIN_GRADIENTS_DEFAULT] = 0x1.69d48edf7045ep+5,
    [PERLIN_GRADIENTS_AXIS] = 0x1.995490a4eafb1p+6,
    [PERLIN_GRADIENTS_DIAGONAL] = 0x1.1894b6fd5d86ep+6,
    [PERLIN_GRADIENTS_SLICE] = 0x1.69d48edf7045ep+5,
    [PERLIN_GRADIENTS_EVEN] = 0x1.8da5e323d702ap+6,
};

/* In 3-D and 4-D by dims - 3, whether gradients are EVEN, and radius. */
static const double simplex_scale[2][2][2] = {
    {{0x1.3382e61c05fdep+6, 0x1.058e821753fecp+5}, {0x1.060090b2dac93p+5, 0x1.8bc62bb62b8a7p+3}},
    {{0x1.f633a28d1ad5cp+5, 0x1.b397e7dd024b8p+4}, {0x1.b2ce07d381a63p+6, 0x1.6b77ae8257ba8p+5}}};

/* The others by basis and dims - 1; 1-D is the same for all. */
#define SCALE_1D 0x1.94873daded5bdp-2
static const double scales[PERLIN_BASES][4] = {
    [PERLIN_BASIS_OPENSIMPLEX2] = {SCALE_1D, 0x1.8f54d4bc0ffc7p+6, 0x1.917f7fd90cf28p+3, 0x1.6bp+5},
    [PERLIN_BASIS_OPENSIMPLEX2S] = {SCALE_1D, 0x1.23dc1dadb5bc9p+4, 0x1.cc1866d1c4d5fp+1,
                                    0x1.1f4ac6b8170c3p+3},
    [PERLIN_BASIS_OPENSIMPLEX] = {0, 0x1.27a0987f9a918p+0, 0x1.0352a9d3b6571p+0, 0},
};

static double octave_scale(const perlin_params *params, uint32_t dims)
{
    if (!is_simplex(params))
        return scales[params->basis][dims - 1];
    if (dims > 2)
        return simplex_scale[dims - 3][is_even(params)][params->simplex_radius];
    return dims == 2 ? simplex_scale_2d[params->gradients] : SCALE_1D;
}

/* By basis and dims - 1; of simplex noise with the continuous radius. */
static const double reaches[PERLIN_BASES][4] = {
    [PERLIN_BASIS_SIMPLEX] = {1.0, 0.5, 0.5, 0.5},
    [PERLIN_BASIS_OPENSIMPLEX2] = {1.0, 0.5, 0.6, 0.6},
    [PERLIN_BASIS_OPENSIMPLEX2S] = {1.0, 2.0 / 3, 0.75, 0.8},
    [PERLIN_BASIS_OPENSIMPLEX] = {0, 2.0, 2.0, 0},
};

static double reach(const perlin_params *params, uint32_t dims)
{
    if (is_simplex(params) && dims > 2 && params->simplex_radius == PERLIN_RADIUS_PUBLISHED)
        return 0.6;
    return reaches[params->basis][dims - 1];
}

/* ---- Descriptions ---------------------------------------------------------------------------- */

const struct perlin_basis_info perlin_basis_simplex = {
    .dims = 15,
    .takes_integer_hash = 1,
    .octave_scale = octave_scale,
    .gradients = set,
    .large = large_set,
    .leaf = leaf,
    .reach = reach,
};

const struct perlin_basis_info perlin_basis_opensimplex = {
    .dims = 6, /* 2-D and 3-D */
    .octave_scale = octave_scale,
    .gradients = set,
    .large = large_set,
    .leaf = leaf,
    .reach = reach,
};
