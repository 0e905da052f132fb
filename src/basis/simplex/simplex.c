/*
 * Noise on simplices: the descriptions of four bases.
 */
#include "../basis.h"

/* ---- Rows of gradients ------------------------------------------------------------------------------ */

/* The rows of directions that follow each other round a circle, in a mirrored set whose first rows are those of a quarter. */
static uint32_t row_on_circle(uint32_t direction, uint32_t in_quarter)
{
    static const uint32_t signs[4] = {0, 8, 24, 16};
    const uint32_t quarter = direction / in_quarter, k = direction % in_quarter;
    return signs[quarter] + (quarter % 2 ? in_quarter - 1 - k : k);
}

/* OPENSIMPLEX's 2-D set: bit 0 is not used, bit 1 says which component is larger, bits 2 and 3 are the signs. */
static uint32_t row_of_open_2d(uint32_t hash)
{
    return (hash >> 1 & 1) + (hash >> 2 & 3) * 8;
}

/* Its 3-D set: in each octant three, of which the sign of z chooses other rows; x is negative in even octants. */
static uint32_t row_of_open_3d(uint32_t hash)
{
    const uint32_t octant = hash % 24 / 3, axis = hash % 3;
    return axis + 3 * (octant >> 2) + 8 * (~octant & 1) + 16 * (octant >> 1 & 1);
}

/* ---- SIMPLEX ---------------------------------------------------------------------------------------- */

static int is_even(const perlin_params *params)
{
    return params->gradients == PERLIN_GRADIENTS_EVEN;
}

/* These, and all scales below, are just under the reciprocals of bounds (docs/range.md, scripts/bound-simplex). */
#define SCALE_1D 0x1.94873daded5bdp-2

static double simplex_scale(const perlin_params *params, uint32_t dims)
{
    static const double scale_2d[] = {
        [PERLIN_GRADIENTS_DEFAULT] = 0x1.69d48edf7045ep+5,
        [PERLIN_GRADIENTS_AXIS] = 0x1.995490a4eafb1p+6,
        [PERLIN_GRADIENTS_DIAGONAL] = 0x1.1894b6fd5d86ep+6,
        [PERLIN_GRADIENTS_SLICE] = 0x1.69d48edf7045ep+5,
        [PERLIN_GRADIENTS_EVEN] = 0x1.8da5e323d702ap+6,
    };
    /* By dims - 3, whether EVEN, and radius. */
    static const double scale[2][2][2] = {{{0x1.3382e61c05fdep+6, 0x1.058e821753fecp+5},
                                           {0x1.060090b2dac93p+5, 0x1.8bc62bb62b8a7p+3}},
                                          {{0x1.f633a28d1ad5cp+5, 0x1.b397e7dd024b8p+4},
                                           {0x1.b2ce07d381a63p+6, 0x1.6b77ae8257ba8p+5}}};
    if (dims == 1)
        return SCALE_1D;
    if (dims == 2)
        return scale_2d[params->gradients];
    return scale[dims - 3][is_even(params)][params->simplex_radius];
}

/* SLICE is no set of its own where there is no slice of cubes. */
static const struct perlin_gradient_set *simplex_gradients(const perlin_params *params,
                                                           uint32_t dims)
{
    if (dims == 1)
        return &perlin_set_1d;
    if (dims == 2 && is_even(params))
        return &perlin_set_mirrored_even;
    if (dims == 2)
        return &perlin_sets_2d[params->gradients == PERLIN_GRADIENTS_SLICE
                                   ? PERLIN_GRADIENTS_DEFAULT
                                   : params->gradients];
    return is_even(params) ? NULL : dims == 3 ? &perlin_set_3d : &perlin_set_4d;
}

static const struct perlin_large_set *simplex_large(const perlin_params *params, uint32_t dims)
{
    return dims < 3 || !is_even(params) ? NULL : dims == 3 ? &perlin_set_48 : &perlin_set_160;
}

static uint8_t large_row(uint32_t dims, uint32_t hash)
{
    return dims == 3 ? perlin_row_of_48(hash) : (uint8_t)(hash % 160);
}

static uint8_t simplex_leaf(const perlin_params *params, uint32_t dims, const uint16_t *p,
                            uint32_t i)
{
    if (dims == 1)
        return p[i] % 16;
    if (dims == 2)
        return (uint8_t)(is_even(params) ? row_on_circle(p[i] % 16, 4) : p[i] % 8u);
    if (is_even(params))
        return large_row(dims, p[i]);
    return dims == 3 ? perlin_row_3d(p[i]) : perlin_row_4d(p[i]);
}

static double simplex_reach(const perlin_params *params, uint32_t dims)
{
    const double beyond = params->simplex_radius == PERLIN_RADIUS_PUBLISHED ? 0.6 : 0.5;
    return dims == 1 ? 1.0 : dims == 2 ? 0.5 : beyond;
}

const struct perlin_basis_info perlin_basis_simplex = {
    .dims = 15,
    .octave_scale = simplex_scale,
    .gradients = simplex_gradients,
    .large = simplex_large,
    .leaf = simplex_leaf,
    .reach = simplex_reach,
};

/* ---- OPENSIMPLEX2 and OPENSIMPLEX2S ----------------------------------------------------------------- */

static const struct perlin_gradient_set *gradients_of_2(const perlin_params *params, uint32_t dims)
{
    (void)params;
    return dims == 1 ? &perlin_set_1d : dims == 2 ? &perlin_set_24 : NULL;
}

static const struct perlin_large_set *large_of_2(const perlin_params *params, uint32_t dims)
{
    (void)params;
    return dims < 3 ? NULL : dims == 3 ? &perlin_set_48 : &perlin_set_160;
}

static uint8_t leaf_of_2(const perlin_params *params, uint32_t dims, const uint16_t *p, uint32_t i)
{
    (void)params;
    if (dims == 1)
        return p[i] % 16;
    return dims == 2 ? (uint8_t)row_on_circle(p[i] % 24, 6) : large_row(dims, p[i]);
}

static double scale_of_2(const perlin_params *params, uint32_t dims)
{
    static const double scale[] = {SCALE_1D, 0x1.8f54d4bc0ffc7p+6, 0x1.917f7fd90cf28p+3, 0x1.6bp+5};
    (void)params;
    return scale[dims - 1];
}

static double reach_of_2(const perlin_params *params, uint32_t dims)
{
    static const double reach[] = {1.0, 0.5, 0.6, 0.6};
    (void)params;
    return reach[dims - 1];
}

const struct perlin_basis_info perlin_basis_opensimplex2 = {
    .dims = 15,
    .octave_scale = scale_of_2,
    .gradients = gradients_of_2,
    .large = large_of_2,
    .leaf = leaf_of_2,
    .reach = reach_of_2,
};

static double scale_of_2s(const perlin_params *params, uint32_t dims)
{
    static const double scale[] = {SCALE_1D, 0x1.23dc1dadb5bc9p+4, 0x1.cc1866d1c4d5fp+1,
                                   0x1.1f4ac6b8170c3p+3};
    (void)params;
    return scale[dims - 1];
}

static double reach_of_2s(const perlin_params *params, uint32_t dims)
{
    static const double reach[] = {1.0, 2.0 / 3, 0.75, 0.8};
    (void)params;
    return reach[dims - 1];
}

const struct perlin_basis_info perlin_basis_opensimplex2s = {
    .dims = 15,
    .octave_scale = scale_of_2s,
    .gradients = gradients_of_2,
    .large = large_of_2,
    .leaf = leaf_of_2,
    .reach = reach_of_2s,
};

/* ---- OPENSIMPLEX, of 2-D and 3-D -------------------------------------------------------------------- */

static double scale_of_first(const perlin_params *params, uint32_t dims)
{
    (void)params;
    return dims == 2 ? 0x1.27a0987f9a918p+0 : 0x1.0352a9d3b6571p+0;
}

static const struct perlin_gradient_set *gradients_of_first(const perlin_params *params,
                                                            uint32_t dims)
{
    (void)params;
    return dims == 2 ? &perlin_set_open_2d : &perlin_set_open_3d;
}

static uint8_t leaf_of_first(const perlin_params *params, uint32_t dims, const uint16_t *p,
                             uint32_t i)
{
    (void)params;
    return (uint8_t)(dims == 2 ? row_of_open_2d(p[i]) : row_of_open_3d(p[i]));
}

static double reach_of_first(const perlin_params *params, uint32_t dims)
{
    (void)params;
    (void)dims;
    return 2.0;
}

const struct perlin_basis_info perlin_basis_opensimplex = {
    .dims = 6,
    .octave_scale = scale_of_first,
    .gradients = gradients_of_first,
    .leaf = leaf_of_first,
    .reach = reach_of_first,
};
