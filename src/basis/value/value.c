/*
 * Describes both kinds of value noise to the library.
 */
#include "../basis.h"

static double octave_scale(const perlin_params *params, uint32_t dims)
{
    (void)params, (void)dims;
    return 0x1.fffcp-1; /* values come up to -1, and their roundings need room */
}

const struct perlin_basis_info perlin_basis_value = {
    .dims = 15,
    .takes_period = 1,
    .hashes = PERLIN_BY_INTEGERS,
    .octave_scale = octave_scale,
};

static double octave_scale_cubic(const perlin_params *params, uint32_t dims)
{
    static const double scale[] = {0x1.9996666666666p-1, 0x1.47ab851eb851ep-1, 0x1.0622d0e560418p-1,
                                   0x1.a36ae7d566cf4p-2};
    (void)params;
    return scale[dims - 1];
}

const struct perlin_basis_info perlin_basis_value_cubic = {
    .dims = 15,
    .takes_period = 1,
    .hashes = PERLIN_BY_INTEGERS,
    .octave_scale = octave_scale_cubic,
};
