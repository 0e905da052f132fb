/*
 * Describes Perlin noise to the library.
 */
#include "../basis.h"

static double octave_scale(const perlin_params *params, uint32_t dims)
{
    static const double scale_2d[] = {
        [PERLIN_GRADIENTS_DEFAULT] = 0x1.52ccc0a62ec5p-1,
        [PERLIN_GRADIENTS_AXIS] = 0x1.de3e326ec197dp+0,
        [PERLIN_GRADIENTS_DIAGONAL] = 0x1.fffcp-1,
        [PERLIN_GRADIENTS_SLICE] = 0x1.fffcp-1,
    };
    static const double integer_scale[] = {0x1.fffcp+0, 0x1.83634307d6f78p+0, 0x1.3bfe9f89065d2p+0,
                                           0x1.11ff78167c10dp+0};
    static const double scale[] = {0x1.fffcp-3, 0, 0x1.ee06525b040fp-1, 0x1.4d3263f5d6108p-1};
    if (params->hash == PERLIN_HASH_INTEGER)
        return integer_scale[dims - 1];
    return dims == 2 ? scale_2d[params->gradients] : scale[dims - 1];
}

static const struct perlin_gradient_set *gradients(const perlin_params *params, uint32_t dims)
{
    const struct perlin_gradient_set *const sets[4] = {
        &perlin_set_1d, &perlin_sets_2d[params->gradients], &perlin_set_3d, &perlin_set_4d};
    return sets[dims - 1];
}

/* The row of a 2-D gradient set for entry i = p[X] + Y. SLICE hashes once more, as 3-D noise does
   at Z = 0. */
static uint32_t row_2d(const perlin_params *params, const uint8_t p[], uint32_t i)
{
    static const uint8_t slice_row[16] = {0, 1, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 0, 7, 1, 7};
    if (params->gradients == PERLIN_GRADIENTS_SLICE)
        return slice_row[p[p[i]] % 16];
    return p[i] % 8u;
}

static uint32_t row(const perlin_params *params, uint32_t dims, const uint8_t p[], uint32_t i)
{
    return dims == 1 ? p[i] % 16u : dims == 2 ? row_2d(params, p, i) : perlin_row_3d(p[i]);
}

/* The rows for entries i and i + 1, or in 4-D, where two do not fit a byte, for i only. */
static uint8_t leaf(const perlin_params *params, uint32_t dims, const uint8_t *p, uint32_t i)
{
    if (dims == 4)
        return perlin_row_4d(p[i]);
    return (uint8_t)(row(params, dims, p, i) | row(params, dims, p, i + 1) << 4);
}

const struct perlin_basis_info perlin_basis_perlin = {
    .dims = 15,
    .takes_period = 1,
    .takes_gradients = 1,
    .hashes = PERLIN_BY_INTEGERS | PERLIN_BY_TABLES,
    .has_gradients = 1,
    .octave_scale = octave_scale,
    .gradients = gradients,
    .leaf = leaf,
};
