/*
 * Builds what the integer hash needs in each octave: keys from the seed, and the gradient sets times
 * the octave's scale.
 */
#include "noise.h"

/* ---- Gradients ------------------------------------------------------------------------------- */

#define C 0.92387953f /* the cosine and the sine of 22.5 degrees */
#define S 0.38268343f

/*
 * By dims - 1, component and row. In 1-D bit 3 of a row negates, too. In 2-D these are eight even
 * directions. In 3-D bit 3 negates all components. In 4-D bit 3 negates x, and bit 4 all components.
 * No component is 0, so that no line of the lattice is flat. Rows were found by a search for sets
 * whose second and fourth moments are those of a sphere (to 1% in 3-D, .02% in 4-D).
 */
static const float set[4][4][8] = {{{0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 0.875f, 1.0f}},
                                   {{C, C, -C, -C, S, S, -S, -S}, {S, -S, S, -S, C, -C, C, -C}},
                                   {{-0.3134087f, -0.1987047f, 0.8864386f, 0.3983922f, -0.2221963f,
                                     0.8597201f, -0.6440438f, 0.6256098f},
                                    {-0.9376841f, -0.2198055f, -0.4064064f, -0.8649748f, 0.6322439f,
                                     0.3230117f, 0.1754863f, 0.5509779f},
                                    {0.1500784f, 0.9550927f, -0.2214959f, 0.3051266f, 0.7422240f,
                                     -0.3956575f, -0.7445886f, 0.5523004f}},
                                   {{-0.4214438f, -0.4118188f, 0.3921177f, -0.3783182f, -0.3185250f,
                                     0.9482772f, 0.4089432f, 0.4325712f},
                                    {-0.6738260f, 0.5389705f, 0.8475987f, 0.2197401f, -0.1847783f,
                                     -0.1110843f, -0.6612270f, 0.0800845f},
                                    {-0.1343156f, -0.6250465f, 0.3008275f, 0.8890767f, -0.2447014f,
                                     -0.1523744f, 0.4776819f, 0.6318717f},
                                    {0.5918639f, -0.3863068f, 0.1931914f, 0.1346559f, -0.8969504f,
                                     -0.2553676f, -0.4091018f, -0.6381276f}}};

#undef C
#undef S

/* ---- Keys ------------------------------------------------------------------------------------ */

static int have_common_factor(uint32_t a, uint32_t b)
{
    while (b > 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a > 1;
}

/* The key of an axis: an odd low half from 2^14 to 2^15 and an odd high half without a common
   factor. Else the noise would repeat after (65536 * low - high) / that factor cells. */
static uint32_t axis_key(uint64_t drawn)
{
    const uint32_t high = ((uint32_t)(drawn >> 32) & 0xfffe0000u) | 0x10000u;
    const int32_t with_sign = (int16_t)(high >> 16);
    const uint32_t size = (uint32_t)(with_sign < 0 ? -with_sign : with_sign);
    uint32_t low = 0x4001u | ((uint32_t)drawn & 0x3ffeu);
    while (have_common_factor(low, size))
        low = 0x4001u | ((low + 2) & 0x3ffeu);
    return high | low;
}

void perlin_draw_keys(struct perlin_keys *keys, uint64_t *state)
{
    for (int a = 0; a < 4; a++) {
        keys->axis[a] = axis_key(perlin_splitmix64(state));
        keys->mask[a] = (uint32_t)perlin_splitmix64(state);
    }
    for (int q = 0; q < PERLIN_LATTICE_COPIES; q++)
        keys->last[q] = (uint32_t)perlin_splitmix64(state) | 0x10001u;
}

/* ---- Scales ---------------------------------------------------------------------------------- */

/* What an octave's noise is multiplied by before octaves are added. Plain sums need nothing else. */
static double scale_of(const perlin_noise *noise, const perlin_params *params, uint32_t dims,
                       uint32_t octave)
{
    const int is_raw = noise->range == PERLIN_RANGE_RAW || noise->range == PERLIN_RANGE_RAW_UNIT;
    const int is_unit = noise->range == PERLIN_RANGE_UNIT || noise->range == PERLIN_RANGE_RAW_UNIT;
    const double n = is_raw ? 1.0 : perlin_bases[noise->basis]->octave_scale(params, dims);
    if (!noise->is_scaled)
        return n;
    return noise->spectrum.weight[octave] * (is_unit ? n / 2 : n);
}

/* A component of row 0 to 15. */
static double component(uint32_t dims, uint32_t axis, uint32_t row)
{
    const double first = (double)set[dims - 1][axis][row % 8];
    const int negates = row >= 8 && (dims == 4 ? axis == 0 : dims != 2);
    return negates ? -first : first;
}

void perlin_integers_init(perlin_noise *noise, const perlin_params *params,
                          struct perlin_integers *integers, uint32_t octave)
{
    const struct perlin_basis_info *const basis = perlin_bases[noise->basis];
    struct perlin_scaled_f32 *const f32 = &integers->scaled_f32;
    struct perlin_scaled_f64 *const f64 = &integers->scaled_f64;
    for (uint32_t dims = 1; dims <= 4; dims++) {
        if (!(basis->dims >> (dims - 1) & 1))
            continue;
        const double scale = scale_of(noise, params, dims, octave);
        f64->factor[dims - 1] = basis->has_gradients || basis->greatest ? 1.0 : scale * 0x1p-31;
        f64->raw[dims - 1] = perlin_affine_of(params, dims, scale);
        f32->raw[dims - 1] = (struct perlin_affine_f32){(float)f64->raw[dims - 1].scale,
                                                        (float)f64->raw[dims - 1].bias};
        f32->factor[dims - 1] = (float)f64->factor[dims - 1];
        for (uint32_t a = 0; a < dims && basis->has_gradients; a++)
            for (uint32_t row = 0; row < 16; row++) {
                const uint32_t column = perlin_first_column(dims) + a;
                f64->gradient[column][row] = component(dims, a, row) * scale;
                f32->gradient[column][row] = (float)f64->gradient[column][row];
            }
    }
}
