/*
 * Builds a noise from parameters: octaves, output scales and rotations. tables.c builds its tables,
 * and basis/ what depends on the basis.
 */
#include "noise.h"
#include "interval.h"

#include <math.h>
#include <string.h>

/* ---- Output ---------------------------------------------------------------------------------- */

static float round_toward_zero(double positive)
{
    const float nearest = (float)positive;
    return (double)nearest > positive ? nextafterf(nearest, 0.0f) : nearest;
}

/* The scale of a total of octaves of magnitude 1 at most. Leaves room for rounding in the sum. */
static const double sum_scale = 0x1.fffcp-1;

/* The scale of a fractal's total. `scale` brings its octaves to [-1, 1]. */
static double total_scale(const struct perlin_shape *shape, double scale)
{
    const double offset = shape->ridge_offset, below = offset - 1.0;
    switch (shape->fractal) {
    case PERLIN_FRACTAL_NONE:
    case PERLIN_FRACTAL_FBM:
        return scale;
    case PERLIN_FRACTAL_MULTIFRACTAL:
        return 2.0 * sum_scale / (offset > 0.5 ? offset * offset : below * below);
    default:
        return sum_scale;
    }
}

/*
 * The factor by which weighted_strength can raise the sum of octaves; 1 if it cannot. At v = -1 an
 * octave is q times as strong as the one before. Strengths are products of rounded factors, so the
 * result leaves room for rounding by sum_scale once more. Octaves that only weigh count, too: the
 * scale must not change with the octaves that are computed.
 */
static double strength_bound(const struct perlin_shape *shape,
                             const struct perlin_spectrum *spectrum)
{
    const double q = fabs(1.0 - shape->weighted_strength);
    double strongest = 1.0, sum = 0.0;
    if (shape->fractal == PERLIN_FRACTAL_NONE || shape->fractal == PERLIN_FRACTAL_MULTIFRACTAL ||
        q <= 1.0)
        return 1.0;
    for (uint32_t o = 0; o < spectrum->weight_octaves; o++) {
        sum += fabs(spectrum->weight[o]) * strongest;
        strongest *= q;
    }
    return sum / sum_scale;
}

struct perlin_affine_f64 perlin_affine_of(const perlin_params *params, uint32_t dims, double scale)
{
    const struct perlin_basis_info *const basis = perlin_bases[params->basis];
    const int is_raw = params->range == PERLIN_RANGE_RAW || params->range == PERLIN_RANGE_RAW_UNIT;
    const double greatest = !is_raw && basis->greatest ? basis->greatest(params, dims) : 0.0;
    if (greatest > 0.0)
        return (struct perlin_affine_f64){scale * 2.0 / greatest, -scale};
    return (struct perlin_affine_f64){scale, 0.0};
}

/* By the integer hash octaves come in the range already. Their scales have S and, in a plain sum, all
   that remains except the bias. */
static void output_init(perlin_noise *noise, const perlin_params *params)
{
    const struct perlin_basis_info *const basis = perlin_bases[params->basis];
    const int is_integer = params->hash == PERLIN_HASH_INTEGER;
    const int is_raw = noise->range == PERLIN_RANGE_RAW || noise->range == PERLIN_RANGE_RAW_UNIT;
    const int is_unit = noise->range == PERLIN_RANGE_UNIT || noise->range == PERLIN_RANGE_RAW_UNIT;
    /* Totals start at 0. SIGNED shifts them down, and UNIT leaves them. */
    const int is_positive = noise->shape.fractal == PERLIN_FRACTAL_MULTIFRACTAL && !is_raw;
    const double half = is_positive ? 0.0 : 0.5, low = is_positive ? -1.0 : 0.0;
    for (uint32_t d = 0; d < 4; d++) {
        if (!(basis->dims >> d & 1))
            continue;
        const double octave_scale = is_raw || is_integer ? 1.0 : basis->octave_scale(params, d + 1);
        const int halves = is_unit && !noise->is_scaled;
        const double scale = is_raw ? 1.0
                                    : total_scale(&noise->shape, octave_scale) /
                                          strength_bound(&noise->shape, &noise->spectrum);
        const float scale_f32 = round_toward_zero(scale);
        noise->output_f64[d] = (struct perlin_output_f64){.octave_scale = octave_scale,
                                                          .scale = scale,
                                                          .factor = halves ? scale / 2 : scale,
                                                          .bias = is_unit ? half : low};
        noise->output_f32[d] =
            (struct perlin_output_f32){.octave_scale = round_toward_zero(octave_scale),
                                       .scale = scale_f32,
                                       .factor = halves ? scale_f32 / 2 : scale_f32,
                                       .bias = (float)(is_unit ? half : low)};
    }
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* What an octave sums, given its noise: v in perlin.h. */
static struct perlin_interval shaped_bounds(const struct perlin_shape *shape,
                                            struct perlin_interval n)
{
    const struct perlin_interval two = {2, 2}, one = {1, 1};
    const struct perlin_interval twice = perlin_interval_product(two, perlin_interval_magnitude(n));
    switch (shape->fractal) {
    case PERLIN_FRACTAL_NONE:
    case PERLIN_FRACTAL_FBM:
        return n;
    case PERLIN_FRACTAL_BILLOW:
        return perlin_interval_sum(twice, perlin_interval_negated(one));
    case PERLIN_FRACTAL_RIDGED:
        return perlin_interval_sum(one, perlin_interval_negated(twice));
    case PERLIN_FRACTAL_PING_PONG:
        return (struct perlin_interval){-1, 1};
    default: {
        const struct perlin_interval ridge = perlin_interval_magnitude(
            perlin_interval_sum(perlin_constant_interval(shape->ridge_offset),
                                perlin_interval_negated(perlin_interval_magnitude(n))));
        return perlin_interval_product(ridge, ridge);
    }
    }
}

/* The total in a raw range, in which nothing is scaled. Raw noise is within the reciprocal of S. */
static struct perlin_interval total_bounds(const perlin_noise *noise, const perlin_params *params,
                                           uint32_t dims)
{
    const struct perlin_basis_info *const basis = perlin_bases[params->basis];
    const struct perlin_shape *const shape = &noise->shape;
    const double greatest = basis->greatest ? basis->greatest(params, dims) : 0.0;
    const double most = 1.0 / basis->octave_scale(params, dims) * (1.0 + 0x1p-20);
    const struct perlin_interval n =
        perlin_outward(greatest > 0.0 ? 0.0 : -most, greatest > 0.0 ? greatest * most : most);
    const struct perlin_interval half = {0.5, 0.5}, one = {1, 1};
    struct perlin_interval total = {0, 0}, strength = {1, 1};
    double size = 0.0;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        const struct perlin_interval v = shaped_bounds(shape, n);
        const struct perlin_interval value = perlin_interval_product(v, strength);
        const struct perlin_interval added =
            perlin_interval_product(perlin_constant_interval(noise->spectrum.weight[o]), value);
        total = perlin_interval_sum(total, added);
        size += perlin_greatest_magnitude(added);
        if (shape->fractal == PERLIN_FRACTAL_MULTIFRACTAL) {
            strength = perlin_interval_product(value, perlin_constant_interval(shape->ridge_gain));
            strength.low = strength.low < 1.0 ? strength.low : 1.0;
            strength.high = strength.high < 1.0 ? strength.high : 1.0;
        } else if (shape->weighted_strength != 0.0) {
            const struct perlin_interval missing = perlin_interval_sum(
                half, perlin_interval_negated(perlin_interval_product(half, v)));
            const struct perlin_interval weaker = perlin_interval_sum(
                one, perlin_interval_negated(perlin_interval_product(
                         perlin_constant_interval(shape->weighted_strength), missing)));
            strength = perlin_interval_product(strength, weaker);
        }
    }
    /* What intervals do not follow, such as scaled gradients, adds fewer roundings than this. */
    const double slack = size * 0x1p-15 + 0x1p-100;
    return perlin_outward(total.low - slack, total.high + slack);
}

static void bounds_init(perlin_noise *noise, const perlin_params *params)
{
    for (uint32_t d = 0; d < 4; d++) {
        struct perlin_interval bounds = {-1, 1};
        if (!(noise->dims >> d & 1))
            continue;
        if (params->range == PERLIN_RANGE_UNIT)
            bounds.low = 0;
        if (params->range >= PERLIN_RANGE_RAW)
            bounds = total_bounds(noise, params, d + 1);
        if (params->range == PERLIN_RANGE_RAW_UNIT)
            bounds = perlin_interval_sum(
                perlin_interval_product(bounds, (struct perlin_interval){0.5, 0.5}),
                (struct perlin_interval){0.5, 0.5});
        noise->bounds[d][0] = bounds.low;
        noise->bounds[d][1] = bounds.high;
    }
}

/* ---- Octaves --------------------------------------------------------------------------------- */

static int is_positive_integer(double number)
{
    return number >= 1.0 && floor(number) == number;
}

/* The period of an octave on an axis with a period, by a lacunarity that is an integer above 0. 0 if
   it is above PERLIN_MAX_PERIOD. */
static uint32_t octave_period(uint32_t period, double lacunarity, uint32_t octave)
{
    double cells = period; /* exact: every product up to the limit is one of integers */
    for (uint32_t o = 0; o < octave; o++)
        cells *= lacunarity;
    return cells <= PERLIN_MAX_PERIOD ? (uint32_t)cells : 0;
}

/* After how many cells an axis without a period repeats; 0 means 2^32. */
static uint32_t natural_period(const perlin_params *params)
{
    if (params->hash == PERLIN_HASH_INTEGER)
        return 0;
    const uint32_t modulus = perlin_bases[params->basis]->natural_modulus;
    return modulus ? modulus : PERLIN_TABLE_SIZE;
}

/* The octaves whose weights are summed. */
static uint32_t weight_octaves(const perlin_params *params)
{
    if (params->fractal == PERLIN_FRACTAL_NONE)
        return 1;
    return params->weight_octaves > 0 ? params->weight_octaves : params->octaves;
}

PERLIN_GUARDED static perlin_status weights_init(struct perlin_spectrum *spectrum,
                                                 const perlin_params *params)
{
    const int has_weights = params->weight_count > 0 && params->fractal != PERLIN_FRACTAL_NONE;
    double amplitude = 1.0, sum = 0.0;
    spectrum->weight_octaves = weight_octaves(params);
    for (uint32_t o = 0; o < spectrum->weight_octaves; o++) {
        if (has_weights)
            amplitude = params->weights[o];
        if (amplitude < 0.0 && params->fractal == PERLIN_FRACTAL_MULTIFRACTAL)
            return PERLIN_ERROR_GAIN;
        spectrum->weight[o] = amplitude;
        sum += fabs(amplitude);
        amplitude *= params->gain;
    }
    if (!(sum > 0.0 && isfinite(sum))) /* a finite sum implies finite amplitudes */
        return PERLIN_ERROR_GAIN;
    for (uint32_t o = 0; o < spectrum->weight_octaves; o++)
        spectrum->weight[o] /= sum;
    return PERLIN_OK;
}

perlin_status perlin_spectrum_init(struct perlin_spectrum *spectrum, const perlin_params *params)
{
    const uint32_t octaves = params->fractal == PERLIN_FRACTAL_NONE ? 1 : params->octaves;
    double frequency = params->frequency;
    memset(spectrum->offset, 0, sizeof spectrum->offset);
    spectrum->octaves = octaves;
    spectrum->fastest = 0.0;
    spectrum->divides = 0;
    for (uint32_t o = 0; o < octaves; o++) {
        if (!isfinite(frequency))
            return PERLIN_ERROR_FREQUENCY;
        spectrum->frequency[o] = frequency;
        if (fabs(frequency) > spectrum->fastest)
            spectrum->fastest = fabs(frequency);
        for (int a = 0; a < 4; a++) {
            const uint32_t period = params->period[a];
            if (period == 0) {
                spectrum->modulus[o][a] = natural_period(params);
                continue;
            }
            if (o > 0 && !is_positive_integer(params->lacunarity))
                return PERLIN_ERROR_PERIOD_LACUNARITY;
            spectrum->modulus[o][a] = octave_period(period, params->lacunarity, o);
            if (spectrum->modulus[o][a] == 0)
                return PERLIN_ERROR_PERIOD_OCTAVE;
            spectrum->divides |= (spectrum->modulus[o][a] & (spectrum->modulus[o][a] - 1)) != 0;
        }
        frequency *= params->lacunarity;
    }
    return weights_init(spectrum, params);
}

uint32_t perlin_visible_octaves(const perlin_params *params, double step, uint32_t depth)
{
    const int has_weights = params->weight_count > 0, has_sum = params->weight_octaves > 0;
    const uint32_t most = has_sum       ? params->weight_octaves
                          : has_weights ? params->weight_count
                                        : PERLIN_MAX_OCTAVES;
    const double faintest = ldexp(1.0, -(int)depth);
    double size[PERLIN_MAX_OCTAVES], amplitude = 1.0, whole = 0.0;
    double frequency = params->frequency, sum = 0.0;
    uint32_t octaves = 1;
    for (uint32_t o = 0; o < most; o++) {
        size[o] = fabs(has_weights ? params->weights[o] : amplitude);
        whole += size[o];
        amplitude *= params->gain;
    }
    for (uint32_t o = 0; o < most && fabs(frequency * step) <= 0.5; o++) {
        sum += size[o];
        if (size[o] > 0.0 && size[o] >= faintest * (has_sum ? whole : sum))
            octaves = o + 1;
        else if (!has_weights && !has_sum) /* a gain only makes octaves fainter */
            break;
        frequency *= params->lacunarity;
    }
    return octaves;
}

/* ---- Rotation -------------------------------------------------------------------------------- */

/* K.jpg's constants (2022): 1 / sqrt(3), (3 - sqrt(3)) / 6, 1 minus that, 1 / (2 sqrt(3)), sqrt(3)
   / 2. */
#define R 0x1.279a74590331cp-1
#define G 0x1.b0cb174df99c7p-3
#define H 0x1.93cd3a2c8198ep-1
#define Q 0x1.279a74590331cp-2
#define P 0x1.bb67ae8584caap-1

static const struct {
    uint32_t dims;
    double row[4][4];
} published_rotations[] = {
    [PERLIN_ROTATION_XY] = {3, {{H, -G, R}, {-G, H, R}, {-R, -R, R}}},
    [PERLIN_ROTATION_XZ] = {3, {{H, R, -G}, {-R, R, -R}, {-G, R, H}}},
    [PERLIN_ROTATION_XYZ] = {4,
                             {{5.0 / 6, -1.0 / 6, -1.0 / 6, 0.5},
                              {-1.0 / 6, 5.0 / 6, -1.0 / 6, 0.5},
                              {-1.0 / 6, -1.0 / 6, 5.0 / 6, 0.5},
                              {-0.5, -0.5, -0.5, 0.5}}},
    [PERLIN_ROTATION_XYZ_XY] =
        {4, {{H, -G, Q, 0.5}, {-G, H, Q, 0.5}, {-R, -R, Q, 0.5}, {0, 0, -P, 0.5}}},
    [PERLIN_ROTATION_XYZ_XZ] =
        {4, {{H, Q, -G, 0.5}, {-R, Q, -R, 0.5}, {-G, Q, H, 0.5}, {0, -P, 0, 0.5}}},
};

#undef R
#undef G
#undef H
#undef Q
#undef P

static void rotation_init(perlin_noise *noise, const perlin_params *params)
{
    const uint32_t kind = params->rotation;
    for (uint32_t dims = 1; dims <= 4; dims++) {
        struct perlin_matrix *const rotation = &noise->rotation[dims - 1];
        if (kind == PERLIN_ROTATION_MATRIX) {
            rotation->applies = 1;
            memcpy(rotation->row, params->matrix, sizeof rotation->row);
        } else if (kind != PERLIN_ROTATION_NONE && published_rotations[kind].dims == dims) {
            rotation->applies = 1;
            memcpy(rotation->row, published_rotations[kind].row, sizeof rotation->row);
        }
    }
}

static int is_lone(const perlin_noise *noise, uint32_t dims)
{
    const uint32_t bases =
        1 << PERLIN_BASIS_PERLIN | 1 << PERLIN_BASIS_VALUE | 1 << PERLIN_BASIS_SIMPLEX;
    int is_plain = noise->is_scaled && noise->spectrum.octaves == 1 && (bases >> noise->basis & 1);
    for (uint32_t a = 0; a < dims; a++)
        is_plain &= noise->spectrum.modulus[0][a] == 0;
    return is_plain && !noise->rotation[dims - 1].applies;
}

/* ---- The whole noise ------------------------------------------------------------------------- */

/* The offset of the basis's state from the noise: after all tables, with the noise's alignment. */
static size_t state_offset(const perlin_params *params)
{
    const size_t alignment = _Alignof(struct perlin_noise);
    const size_t tables = sizeof(struct perlin_noise) + perlin_hashes_size(params);
    return (tables + alignment - 1) / alignment * alignment;
}

size_t perlin_noise_size(const perlin_params *params)
{
    const struct perlin_basis_info *const basis = perlin_bases[params->basis];
    return state_offset(params) + (basis->state_size ? basis->state_size(params) : 0);
}

static void basis_init(perlin_noise *noise, const perlin_params *params)
{
    const struct perlin_basis_info *const basis = perlin_bases[params->basis];
    for (uint32_t d = 0; d < 4; d++) {
        if (!(basis->dims >> d & 1))
            continue;
        noise->reach[d] = basis->reach ? basis->reach(params, d + 1) : 0.0;
    }
    if (basis->state_init) {
        void *const state = (char *)noise + state_offset(params);
        basis->state_init(state, params);
        noise->state = state;
    }
}

void perlin_noise_init(perlin_noise *noise, const perlin_params *params,
                       const struct perlin_spectrum *spectrum)
{
    noise->dims = perlin_bases[params->basis]->dims;
    noise->basis = params->basis;
    noise->hash = params->hash;
    noise->interpolation = params->interpolation;
    noise->range = params->range;
    noise->gradients_2d = params->gradients;
    noise->shape = (struct perlin_shape){.fractal = params->fractal,
                                         .weighted_strength = params->weighted_strength,
                                         .ping_pong_strength = params->ping_pong_strength,
                                         .ridge_offset = params->ridge_offset,
                                         .ridge_gain = params->ridge_gain};
    noise->is_scaled = params->hash == PERLIN_HASH_INTEGER && perlin_is_plain(&noise->shape);
    noise->spectrum = *spectrum;
    rotation_init(noise, params);
    for (uint32_t dims = 1; dims < 4; dims++)
        noise->is_lone[dims - 1] = is_lone(noise, dims);
    basis_init(noise, params);
    output_init(noise, params);
    bounds_init(noise, params);
    perlin_hashes_init(noise, params);
}
