/*
 * All noise by the integer hash against its definition (perlin.h, docs/bases.md, parameters.md and
 * bits.md), in double, in the plainest way: products of weights over the corners of a cell,
 * and of lattices the sum over every point that could be in reach. Nothing is taken from the library
 * but the numbers that name its parameters.
 */
#include "integer_definition.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void gradient_of(uint32_t h, uint32_t dims, double g[4])
{
    for (uint32_t a = 0; a < dims; a++)
        g[a] = component_of(dims, a, h);
}

/* ---- Noise along the axes -------------------------------------------------------------------- */

static int64_t in_period(double cell, double period)
{
    const double modulus = period > 0 ? period : 0x1p32, rest = fmod(cell, modulus);
    return (int64_t)(rest < 0 ? rest + modulus : rest);
}

static double eased(uint32_t interpolation, double t)
{
    switch (interpolation) {
    case PERLIN_INTERPOLATION_LINEAR:
        return t;
    case PERLIN_INTERPOLATION_COSINE:
        return (1 - cos(3.14159265358979324 * t)) / 2;
    case PERLIN_INTERPOLATION_CUBIC:
        return 3 * t * t - 2 * t * t * t;
    default:
        return 6 * pow(t, 5) - 15 * pow(t, 4) + 10 * pow(t, 3);
    }
}

/* The weight of the value `steps` cells on, -1 to 2: a spline of Catmull and Rom, or an ease. */
static double weight_at(const perlin_params *params, int steps, double t)
{
    const double eased_t = eased(params->basis == PERLIN_BASIS_PERLIN ? PERLIN_INTERPOLATION_QUINTIC
                                                                      : params->interpolation,
                                 t);
    const double d = fabs(t - steps);
    if (params->basis != PERLIN_BASIS_VALUE_CUBIC)
        return steps == 0 ? 1 - eased_t : steps == 1 ? eased_t : 0;
    return d < 1   ? 1.5 * d * d * d - 2.5 * d * d + 1
           : d < 2 ? -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2
                   : 0;
}

/* PERLIN, VALUE and VALUE_CUBIC: what the points from -1 to 2 cells on add, by their weights. */
static double noise_along_axes(const perlin_params *params, const struct keys *keys, uint32_t dims,
                               const double c[4], const double period[4])
{
    double total = 0;
    for (int corner = 0; corner < 1 << 2 * dims; corner++) {
        int64_t cell[4];
        double g[4], weight = 1, along = 0;
        for (uint32_t a = 0; a < dims; a++) {
            const int steps = (corner >> 2 * a & 3) - 1;
            weight *= weight_at(params, steps, c[a] - floor(c[a]));
            cell[a] = in_period(floor(c[a]) + steps, period[a]);
        }
        if (weight == 0)
            continue;
        const uint32_t h = hash_of(keys, dims, cell, 0, 0);
        gradient_of(h, dims, g);
        for (uint32_t a = 0; a < dims; a++)
            along += g[a] * (c[a] - floor(c[a]) - ((corner >> 2 * a & 3) - 1));
        total += weight * (params->basis == PERLIN_BASIS_PERLIN
                               ? along
                               : (int32_t)((uint64_t)h << 15 & UINT32_MAX) * 0x1p-31);
    }
    return total;
}

/* ---- Noise on lattices ----------------------------------------------------------------------- */

struct lattice {
    int copies;
    double lean, apart, reach; /* point i of copy q is at i + lean * (the sum of i) + apart * q */
};

static struct lattice lattice_of(perlin_basis basis, uint32_t dims)
{
    const double squashed = (1 / sqrt(dims + 1.0) - 1) / dims;
    const int is_smooth = basis == PERLIN_BASIS_OPENSIMPLEX2S;
    if (dims == 1)
        return (struct lattice){1, 0, 0, 1 - 0x1p-20};
    if (dims == 3 && basis != PERLIN_BASIS_SIMPLEX)
        return (struct lattice){2, 0, 0.5, is_smooth ? 0.75 : 0.5};
    if (dims == 4 && basis == PERLIN_BASIS_OPENSIMPLEX2)
        return (struct lattice){5, (sqrt(5) - 1) / 4, 1 / sqrt(5), 0.5};
    return (struct lattice){1, squashed, 0, !is_smooth ? 0.5 : dims == 2 ? 2 / 3.0 : 0.8};
}

/* In float at coordinates in double the lattice is rounded, and the reach a little smaller. */
static struct lattice lattice_by_places(struct lattice lattice, uint32_t dims)
{
    static const double less[4] = {0, 0x1p-20, 0x1p-20, 0x1p-18};
    return (struct lattice){lattice.copies, rint(lattice.lean * 0x1p24) * 0x1p-24,
                            rint(lattice.apart * 0x1p24) * 0x1p-24, lattice.reach - less[dims - 1]};
}

static double noise_of_lattice(enum lane lane, const perlin_params *params, const struct keys *keys,
                               uint32_t dims, const double c[4])
{
    const struct lattice real = lattice_of(params->basis, dims);
    const struct lattice lattice = lane == F64_F32 ? lattice_by_places(real, dims) : real;
    double total = 0, sum = 0;
    for (uint32_t a = 0; a < dims; a++)
        sum += c[a];
    for (int q = 0; q < lattice.copies; q++)
        for (int k = 0; k < 1 << 3 * dims; k++) {
            int64_t cell[4];
            double g[4], d[4], square = 0, along = 0, cells = 0;
            for (uint32_t a = 0; a < dims; a++) {
                /* The inverse of the lattice's matrix leads to the place's own cell. */
                const double skewed =
                    c[a] - lattice.apart * q -
                    (sum - dims * lattice.apart * q) * lattice.lean / (1 + dims * lattice.lean);
                cell[a] = (int64_t)floor(skewed) + (k >> 3 * a & 7) - 3;
                cells += (double)cell[a];
            }
            for (uint32_t a = 0; a < dims; a++) {
                d[a] = c[a] - ((double)cell[a] + lattice.lean * cells + lattice.apart * q);
                square += d[a] * d[a];
            }
            if (square >= lattice.reach)
                continue;
            gradient_of(hash_of(keys, dims, cell, (uint32_t)q, lattice.copies > 1), dims, g);
            for (uint32_t a = 0; a < dims; a++)
                along += g[a] * d[a];
            total += pow(lattice.reach - square, 4) * along;
        }
    return total;
}

/* ---- Fractals and ranges --------------------------------------------------------------------- */

/* S (docs/ranges.md). */
static double scale_of(perlin_basis basis, uint32_t dims)
{
    static const double simplex[] = {0x1.9485a369850bp+1, 0x1.9024ea5a3702bp+6,
                                     0x1.aea12579b2e04p+6, 0x1.b25c4725d6b09p+6};
    static const double scale[][4] = {
        [PERLIN_BASIS_PERLIN] = {0x1.fffcp+0, 0x1.83634307d6f78p+0, 0x1.3bfe9f89065d2p+0,
                                 0x1.11ff78167c10dp+0},
        [PERLIN_BASIS_OPENSIMPLEX2] = {0, 0, 0x1.aebd270e11787p+6, 0},
        [PERLIN_BASIS_OPENSIMPLEX2S] = {0, 0x1.28d4a68cc424dp+4, 0x1.716d1add70fedp+3,
                                        0x1.15c10f27fba7bp+3}};
    if (basis == PERLIN_BASIS_VALUE)
        return 0x1.fffcp-1;
    if (basis == PERLIN_BASIS_VALUE_CUBIC)
        return 0x1.fffcp-1 / pow(1.25, dims);
    if (scale[basis][dims - 1] != 0)
        return scale[basis][dims - 1];
    return simplex[dims - 1];
}

static double raw_noise(enum lane lane, const perlin_params *params, uint32_t dims, uint32_t octave,
                        const double c[4])
{
    const struct keys keys = keys_of(octave_state(params->seed, params->octave_seeds ? octave : 0));
    const uint64_t own = octave_state(params->seed, octave);
    const double finer = pow(params->lacunarity, octave);
    double place[4], period[4];
    for (uint32_t a = 0; a < dims; a++) {
        place[a] = c[a] * (params->frequency * finer);
        if (params->octave_offsets && octave > 0)
            place[a] += (double)(64 + draw(own, FIRST_OFFSET + a) % 128) / 256;
        period[a] = params->period[a] * finer;
    }
    return perlin_bases[params->basis]->reach
               ? noise_of_lattice(lane, params, &keys, dims, place)
               : noise_along_axes(params, &keys, dims, place, period);
}

static int is_raw(const perlin_params *params)
{
    return params->range == PERLIN_RANGE_RAW || params->range == PERLIN_RANGE_RAW_UNIT;
}

/* What a fractal makes of the noise n of an octave. */
static double shaped(const perlin_params *params, double n)
{
    switch (params->fractal) {
    case PERLIN_FRACTAL_BILLOW:
        return 2 * fabs(n) - 1;
    case PERLIN_FRACTAL_RIDGED:
        return 1 - 2 * fabs(n);
    case PERLIN_FRACTAL_PING_PONG: {
        const double t = (n + 1) * params->ping_pong_strength;
        return 2 * fabs(t - 2 * rint(t / 2)) - 1;
    }
    default:
        return n;
    }
}

/* Between 0 and 1 in UNIT, in SIGNED between -1 and 1; else as it is. */
static double in_range(const perlin_params *params, double total)
{
    const double room = 0x1.fffcp-1, offset = params->ridge_offset;
    const int is_multifractal = params->fractal == PERLIN_FRACTAL_MULTIFRACTAL;
    if (params->range == PERLIN_RANGE_RAW)
        return total;
    if (params->range == PERLIN_RANGE_RAW_UNIT)
        return total / 2 + 0.5;
    if (is_multifractal)
        total = total * 2 * room / fmax(offset * offset, (offset - 1) * (offset - 1)) - 1;
    else if (params->fractal > PERLIN_FRACTAL_FBM)
        total *= room;
    return params->range == PERLIN_RANGE_UNIT ? total / 2 + 0.5 : total;
}

static double defined(enum lane lane, const perlin_params *params, uint32_t dims, const double c[4])
{
    const double scale = is_raw(params) ? 1 : scale_of(params->basis, dims);
    const uint32_t octaves = params->fractal == PERLIN_FRACTAL_NONE ? 1 : params->octaves;
    double total = 0, strength = 1, weights = 0;
    for (uint32_t o = 0; o < octaves; o++)
        weights += fabs(pow(params->gain, o));
    for (uint32_t o = 0; o < octaves; o++) {
        const double n = scale * raw_noise(lane, params, dims, o, c), v = shaped(params, n);
        double added = v * strength;
        if (params->fractal == PERLIN_FRACTAL_MULTIFRACTAL) {
            added = pow(params->ridge_offset - fabs(n), 2) * strength;
            strength = fmin(1, added * params->ridge_gain);
        } else {
            strength *= 1 - params->weighted_strength * (0.5 - v / 2);
        }
        total += pow(params->gain, o) / weights * added;
    }
    return in_range(params, total);
}

/* ---- Comparison ------------------------------------------------------------------------------ */

/* Results in float of coordinates in double have fractions in float; of coordinates in float these
   are scaled and skewed in float, too. */
static void compare(const struct test_case *test, const perlin_params *params, double c[4])
{
    float narrow[4];
    const void *coords[4];
    double result, expected, most = 1e-12;
    for (int a = 0; a < 4; a++) {
        narrow[a] = (float)c[a];
        if (test->lane == F32)
            c[a] = (double)narrow[a];
        coords[a] = test->lane == F32 ? (const void *)&narrow[a] : &c[a];
    }
    perlin_noise *const noise = create_for(test->subject, params);
    assert_status(evaluate_points(test->lane, noise, test->dims, 1, coords, NULL, &result),
                  PERLIN_OK, "a point");
    perlin_destroy(noise);
    const double value = element_of(test->lane, &result, 0);
    expected = defined(test->lane, params, test->dims, c);
    if (params->basis == PERLIN_BASIS_VALUE && params->interpolation == PERLIN_INTERPOLATION_COSINE)
        most = 1e-10; /* a polynomial */
    if (test->lane != F64)
        most = test->lane == F32 ? 1e-3 : 1e-5;
    if (is_raw(params) && params->fractal <= PERLIN_FRACTAL_FBM)
        most /= scale_of(params->basis, test->dims);
    if (!(fabs(value - expected) <= most))
        fail_msg("at %a %a %a %a: %.17g instead of %.17g; %s", c[0], c[1], c[2], c[3], value,
                 expected, describe(params));
}

/* Any noise by the integer hash, but for cellular noise (test_cellular.c). */
static void integer_noise(struct random *r, perlin_params *params)
{
    perlin_params_init(params);
    do
        random_noise(r, params);
    while (params->hash != PERLIN_HASH_INTEGER || params->basis == PERLIN_BASIS_CELLULAR);
}

/* Noise of one octave, by the basis alone: near the origin, and along axes far from it, too. */
static void octave(const struct test_case *test)
{
    struct random r = random_for(test);
    for (struct trials t = trials(1500); next_trial(&t);) {
        perlin_params params;
        double c[4];
        integer_noise(&r, &params);
        params.seed = random_u64(&r) >> (random_chance(&r, 4) ? 60 : 0);
        params.range = random_below(&r, 4);
        params.interpolation = random_below(&r, 4);
        for (int a = 0; a < 4; a++)
            c[a] = random_real(&r, -30, 30);
        if (perlin_bases[params.basis]->takes_period) {
            static const uint32_t periods[] = {0, 0, 1, 2, 7, 300, 65536, 2000000011, 1u << 31};
            for (int a = 0; a < 4; a++) {
                params.period[a] = periods[random_below(&r, COUNT_OF(periods))];
                if (test->lane != F32 && random_chance(&r, 2))
                    c[a] = floor(random_real(&r, -0x1p40, 0x1p40)) + random_below(&r, 8) / 8.0;
            }
        }
        compare(test, &params, c);
    }
}

/* Sums of octaves near the origin. */
static void fractals(const struct test_case *test)
{
    static const double lacunarities[] = {2, 1.75, -2, 1}, gains[] = {0.5, 0.625, 1, 0.25};
    struct random r = random_for(test);
    for (struct trials t = trials(600); next_trial(&t);) {
        perlin_params params;
        double c[4];
        integer_noise(&r, &params);
        params.seed = random_u64(&r);
        params.range = random_below(&r, 4);
        params.interpolation = random_below(&r, 4);
        params.fractal = 1 + random_below(&r, 5);
        params.octaves = 1 + random_below(&r, 4);
        params.octave_seeds = random_below(&r, 2);
        params.octave_offsets = random_below(&r, 2);
        params.lacunarity = lacunarities[random_below(&r, COUNT_OF(lacunarities))];
        params.gain = gains[random_below(&r, COUNT_OF(gains))];
        params.frequency = random_chance(&r, 2) ? 0.375 : 1;
        if (random_chance(&r, 2) && params.fractal != PERLIN_FRACTAL_MULTIFRACTAL)
            params.gain = -params.gain;
        params.weighted_strength = random_chance(&r, 2) ? 0 : 0.375;
        params.ridge_offset = random_chance(&r, 2) ? 1 : 0.875;
        for (int a = 0; a < 4; a++)
            c[a] = random_real(&r, -8, 8);
        compare(test, &params, c);
    }
}

int main(void)
{
    add_table_cases("octave", octave, 0, F64_F32);
    add_table_cases("fractals", fractals, 0, F64_F32);
    return run_cases("definitions");
}
