/*
 * Describes both kinds of value noise to the library.
 */
#include "../basis.h"

static double octave_scale(const perlin_params *params, uint32_t dims)
{
    (void)params;
    (void)dims;
    return 0x1.00fefefefefefp+0;
}

const struct perlin_basis_info perlin_basis_value = {
    .dims = 15,
    .takes_period = 1,
    .octave_scale = octave_scale,
};

static double octave_scale_cubic(const perlin_params *params, uint32_t dims)
{
    static const double scale[] = {0x1.9b3197fe64cb3p-1, 0x1.48f4799850a28p-1, 0x1.0729fae04082p-1,
                                   0x1.a50ff7cd34034p-2};
    (void)params;
    return scale[dims - 1];
}

const struct perlin_basis_info perlin_basis_value_cubic = {
    .dims = 15,
    .takes_period = 1,
    .octave_scale = octave_scale_cubic,
};
