/*
 * Values that break things: coordinates and parameters. See support.h.
 */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Coordinates ----------------------------------------------------------------------------- */

/* An integer of any size up to 2^limit, small ones as likely as large ones. */
static double lattice_point(struct random *r, uint32_t limit)
{
    const double size = ldexp(1.0, (int)random_below(r, limit + 1));
    return floor(random_real(r, -size, size));
}

static uint64_t mixed_f64(struct random *r)
{
    const uint64_t sign = random_u64(r) & UINT64_C(1) << 63;
    const uint64_t payload = random_u64(r) >> 12;
    double value;
    switch (random_below(r, 24)) {
    case 0:
        return random_u64(r); /* any bits */
    case 1:
        return sign | UINT64_C(0x7ff) << 52 |
               (payload ? payload : 1); /* NaN, half of them signal */
    case 2:
        return sign | UINT64_C(0x7ff) << 52;
    case 3:
        return sign | payload >> random_below(r, 52); /* subnormal */
    case 4:
        return sign;
    case 5:
        return sign | (uint64_t)(2030 + random_below(r, 17)) << 52 | payload; /* 2^1007 and up */
    case 6:
        return sign | (uint64_t)(1023 + 20 + random_below(r, 46)) << 52 | payload; /* 2^20..2^65 */
    case 7:
        value = ldexp(1.0, random_between(r, 20, 66)); /* a power of two or a neighbour */
        value = nextafter(value, random_chance(r, 2) ? HUGE_VAL : random_chance(r, 2) ? 0 : value);
        return sign | bits_f64(value);
    case 8:
        return sign | (uint64_t)random_between(r, 1023 - 70, 1023 - 20) << 52 | payload; /* tiny */
    case 9:
    case 10:
    case 11:
        return bits_f64(lattice_point(r, 10));
    case 12:
    case 13:
        return bits_f64(nextafter(lattice_point(r, 10), HUGE_VAL));
    case 14:
    case 15:
        return bits_f64(nextafter(lattice_point(r, 10), -HUGE_VAL));
    case 16:
        return bits_f64(lattice_point(r, 8) + 0.5);
    case 17:
        return bits_f64(256.0 * lattice_point(r, 20) + random_real(r, -1.0, 1.0));
    default:
        return bits_f64(random_real(r, -300.0, 300.0));
    }
}

static uint32_t mixed_f32(struct random *r)
{
    const uint32_t sign = (uint32_t)(random_u64(r) >> 63) << 31;
    const uint32_t payload = (uint32_t)(random_u64(r) >> 41);
    float value;
    switch (random_below(r, 24)) {
    case 0:
        return (uint32_t)random_u64(r);
    case 1:
        return sign | UINT32_C(0xff) << 23 | (payload ? payload : 1);
    case 2:
        return sign | UINT32_C(0xff) << 23;
    case 3:
        return sign | payload >> random_below(r, 23);
    case 4:
        return sign;
    case 5:
        return sign | (240 + random_below(r, 15)) << 23 | payload;
    case 6:
        return sign | (127 + 20 + random_below(r, 46)) << 23 | payload;
    case 7:
        value = ldexpf(1.0f, random_between(r, 20, 66));
        value = nextafterf(value, random_chance(r, 2) ? INFINITY : random_chance(r, 2) ? 0 : value);
        return sign | bits_f32(value);
    case 8:
        return sign | (uint32_t)random_between(r, 127 - 70, 127 - 10) << 23 | payload;
    case 9:
    case 10:
    case 11:
        return bits_f32((float)lattice_point(r, 10));
    case 12:
    case 13:
        return bits_f32(nextafterf((float)lattice_point(r, 10), INFINITY));
    case 14:
    case 15:
        return bits_f32(nextafterf((float)lattice_point(r, 10), -INFINITY));
    case 16:
        return bits_f32((float)lattice_point(r, 8) + 0.5f);
    case 17:
        return bits_f32((float)(256.0 * lattice_point(r, 10) + random_real(r, -1.0, 1.0)));
    default:
        return bits_f32((float)random_real(r, -300.0, 300.0));
    }
}

static uint32_t coordinate_f32(struct random *r, enum pool pool)
{
    return pool == MIXED   ? mixed_f32(r)
           : pool == LEAST ? bits_f32((float)random_between(r, -4, 4) * 0x1p-149f)
                           : bits_f32((float)random_real(r, -3000.0, 3000.0));
}

static uint64_t coordinate_f64(struct random *r, enum pool pool)
{
    return pool == MIXED   ? mixed_f64(r)
           : pool == LEAST ? bits_f64(random_between(r, -4, 4) * 0x1p-1074)
                           : bits_f64(random_real(r, -3000.0, 3000.0));
}

void fill_coordinates(struct random *r, enum lane lane, enum pool pool, void *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (lane == F32) {
            const uint32_t bits = coordinate_f32(r, pool);
            memcpy((char *)out + i * sizeof bits, &bits, sizeof bits);
        } else {
            const uint64_t bits = coordinate_f64(r, pool);
            memcpy((char *)out + i * sizeof bits, &bits, sizeof bits);
        }
    }
}

/* ---- Parameters ------------------------------------------------------------------------------ */

static void random_permutation(struct random *r, uint8_t permutation[256])
{
    for (uint32_t i = 0; i < 256; i++) { /* inside out */
        const uint32_t j = random_below(r, i + 1);
        permutation[i] = permutation[j];
        permutation[j] = (uint8_t)i;
    }
}

static void random_shape(struct random *r, perlin_params *params)
{
    static const double weighted[] = {0.0,    0.0,  0.5,   1.0,  0.37, 1e-30,
                                      1e-310, -0.0, -1.09, 3.31, 8.0,  -8.0};
    const int is_raw = params->range == PERLIN_RANGE_RAW || params->range == PERLIN_RANGE_RAW_UNIT;
    const uint32_t strengths = COUNT_OF(weighted) - (is_raw ? 4 : 0); /* within 0..1 */
    static const double ping_pongs[] = {2.0, 1.0, 0.3, 0.0, 65536.0, 17.77, 1e-40};
    static const double offsets[] = {1.0, 0.9, 0.5, 0.0, 0.37, 2.0, 1024.0};
    static const double gains[] = {2.0, 1.0, 0.0, 0.77, 65536.0, 1e-30};
    params->weighted_strength = weighted[random_below(r, strengths)];
    params->ping_pong_strength = ping_pongs[random_below(r, COUNT_OF(ping_pongs))];
    params->ridge_offset = offsets[random_below(r, COUNT_OF(offsets))];
    params->ridge_gain = gains[random_below(r, COUNT_OF(gains))];
}

/* Weights of the octaves, in place of gain. */
static void random_weights(struct random *r, perlin_params *params)
{
    static const double any[] = {1.0, -0.5,   0.0,  0.25,  -0.0,   1e-30, -1e-310, 1.5,  -2.5,
                                 0.3, -0.125, 1e5,  -1e-3, 0x1p-5, 0.0,   0.7,     -0.7, 0.0,
                                 1.0, 1.0,    -1.0, 2.0,   0.0,    0.1,   -0.2,    0.3,  -0.4,
                                 0.5, -0.6,   0.7,  -0.8,  0.9,    1.0,   -1.0};
    static const double positive[] = {1.0, 0.0, 0.25, 3.0,  1e-30, 1e-310, 0.5, 0.5, 0.5, 0.0, 2.0,
                                      0.1, 0.2, 0.3,  0.4,  0.5,   0.6,    0.7, 0.8, 0.9, 1.0, 0.0,
                                      0.0, 0.0, 0.75, 0.25, 0.125, 1.0,    1.0, 1.0, 4.0, 3.0, 2.0};
    params->weights = params->fractal == PERLIN_FRACTAL_MULTIFRACTAL ? positive : any;
    params->weights += random_below(r, 2);
    params->weight_count = params->weight_octaves ? params->weight_octaves : params->octaves;
    if (params->weight_count == 1 && params->weights[0] == 0.0) /* a sum of 0 is an error */
        params->weights--;
}

/* Periods that the octaves allow, on some axes. */
static void random_periods(struct random *r, perlin_params *params)
{
    static const uint32_t periods[] = {1,   2,   3,    7,     64,       255,        256,
                                       257, 300, 1000, 65536, 1u << 30, 2000000011, 1u << 31};
    const uint32_t octaves = params->fractal == PERLIN_FRACTAL_NONE ? 1 : params->octaves;
    params->lacunarity = random_below(r, 4) > 0 ? 2.0 : random_chance(r, 2) ? 1.0 : 3.0;
    const double finer = pow(params->lacunarity, octaves - 1.0);
    for (int a = 0; a < 4; a++) {
        const uint32_t period = periods[random_below(r, COUNT_OF(periods))];
        params->period[a] = random_chance(r, 4) || period * finer > 0x1p31 ? 0 : period;
    }
}

/* A published one, or any matrix: most often one that keeps sizes about as they are. */
static void random_rotation(struct random *r, perlin_params *params)
{
    params->rotation = 1 + random_below(r, 6);
    if (params->rotation == PERLIN_ROTATION_MATRIX)
        for (int i = 0; i < 16; i++)
            params->matrix[i / 4][i % 4] =
                random_chance(r, 4) ? 0.0
                                    : random_real(r, -1, 1) * (random_chance(r, 30) ? 1e300 : 1);
}

int has_dims(const perlin_params *params, uint32_t dims)
{
    const uint32_t all = params->basis < PERLIN_BASES ? perlin_bases[params->basis]->dims : 15;
    return dims >= 1 && dims <= 4 && (all >> (dims - 1) & 1);
}

int is_scalar_noise(const perlin_params *params)
{
    const int asks_for_tables = params->permutation != NULL ||
                                params->gradients != PERLIN_GRADIENTS_DEFAULT ||
                                params->simplex_radius != PERLIN_RADIUS_CONTINUOUS;
    const int is_by_tables = params->hash == PERLIN_HASH_PERMUTATION ||
                             (params->hash == PERLIN_HASH_AUTO && asks_for_tables);
    return params->basis == PERLIN_BASIS_OPENSIMPLEX ||
           (params->basis == PERLIN_BASIS_SIMPLEX && is_by_tables);
}

void set_hash(perlin_params *params, perlin_hash hash)
{
    params->hash = hash;
    if (hash != PERLIN_HASH_INTEGER)
        return;
    params->gradients = PERLIN_GRADIENTS_DEFAULT;
    params->simplex_radius = PERLIN_RADIUS_CONTINUOUS;
    params->permutation = NULL;
}

int set_noise(perlin_params *params, size_t index)
{
    size_t noises = 0;
    for (perlin_basis basis = 0; basis < PERLIN_BASES; basis++) {
        const uint32_t hashes = perlin_bases[basis]->hashes;
        for (perlin_hash hash = 0; hash <= PERLIN_HASH_PERMUTATION; hash++)
            if ((hashes == 0 ? hash == PERLIN_HASH_AUTO : hashes >> hash & 1) &&
                noises++ == index) {
                params->basis = basis;
                set_hash(params, hash);
                return 1;
            }
    }
    return 0;
}

void random_noise(struct random *r, perlin_params *params)
{
    size_t noises = 0;
    while (set_noise(params, noises))
        noises++;
    set_noise(params, random_below(r, (uint32_t)noises));
}

void random_cells(struct random *r, perlin_params *params)
{
    params->cellular_metric = random_below(r, 4);
    params->cellular_result = random_below(r, 10);
    if (params->cellular_result == PERLIN_CELLULAR_EDGE)
        params->cellular_metric %= 2;
    params->jitter = random_chance(r, 2) ? 1.0 : random_chance(r, 3) ? 0.0 : random_real(r, 0, 1);
}

void random_params(struct random *r, perlin_params *params, uint32_t dims, uint8_t permutation[256])
{
    static const double frequencies[] = {1.0,  0.37,   0.015625, -1.5, 8.0,   1e-3,      0x1p-1074,
                                         1e-9, 1e-310, 1e5,      1e20, 1e300, -0x1p-1074};
    static const double lacunarities[] = {2.0, 1.97, 2.0, 1.0, 3.1, 0.5, 0.0, -2.0, -1.97};
    static const double gains[] = {0.5, 0.55, 0.5, 1.0, 0.0, 2.0, 1e-30, -0.38, -4.46};
    table_params_init(params);
    params->range = random_below(r, 4);
    params->gradients = random_below(r, 4);
    params->seed = random_chance(r, 3) ? 0 : random_u64(r);
    /* Half of the time a frequency under which detail remains. */
    params->frequency = random_chance(r, 2) ? frequencies[random_below(r, 5)]
                                            : frequencies[random_below(r, COUNT_OF(frequencies))];
    if (random_chance(r, 2)) {
        params->fractal = random_chance(r, 2) ? PERLIN_FRACTAL_FBM : 1 + random_below(r, 5);
        params->octaves = random_chance(r, 8) ? 1 + random_below(r, 32) : 1 + random_below(r, 8);
        params->octave_seeds = random_below(r, 2);
        params->octave_offsets = random_below(r, 2);
        params->lacunarity = lacunarities[random_below(r, COUNT_OF(lacunarities))];
        params->gain = gains[random_below(r, COUNT_OF(gains))];
        if (fabs(params->frequency) > 1e100) /* its octaves must stay finite */
            params->lacunarity = 1.0;
        if (params->fractal == PERLIN_FRACTAL_MULTIFRACTAL)
            params->gain = fabs(params->gain);
        random_shape(r, params);
        if (random_chance(r, 4))
            params->weight_octaves = params->octaves + random_below(r, 33 - params->octaves);
        if (random_chance(r, 6))
            random_weights(r, params);
    }
    if (random_chance(r, 4)) {
        params->permutation = permutation;
        random_permutation(r, permutation);
    }
    if (random_chance(r, 4))
        random_rotation(r, params);
    if (fabs(params->frequency) < 1e100 && random_chance(r, 3) &&
        (params->rotation == PERLIN_ROTATION_NONE || params->rotation == PERLIN_ROTATION_MATRIX))
        random_periods(r, params);
    if (random_chance(r, 3)) {
        params->basis = PERLIN_BASIS_VALUE;
        params->interpolation = random_below(r, 4);
    }
    if (random_chance(r, 6))
        params->basis = PERLIN_BASIS_VALUE_CUBIC;
    if (random_chance(r, 6)) {
        params->basis = PERLIN_BASIS_ELIAS;
        params->interpolation = random_below(r, 4);
        params->elias_smoothing = random_below(r, 2);
    }
    if (random_chance(r, 3)) {
        params->basis = PERLIN_BASIS_SIMPLEX + random_below(r, 4);
        params->simplex_radius = random_below(r, 2);
        for (int a = 0; a < 4; a++)
            params->period[a] = 0;
    }
    if (random_chance(r, 5)) {
        params->basis = PERLIN_BASIS_CELLULAR;
        random_cells(r, params);
    }
    if (!has_dims(params, dims))
        params->basis = PERLIN_BASIS_PERLIN;
    const uint32_t hashes = perlin_bases[params->basis]->hashes;
    if ((hashes & PERLIN_BY_INTEGERS) && (random_chance(r, 2) || !(hashes & PERLIN_BY_TABLES))) {
        set_hash(params, PERLIN_HASH_INTEGER);
        return;
    }
    for (int a = 0; a < 4 && (hashes & PERLIN_BY_TABLES); a++)
        if (params->period[a] > 256)
            params->period[a] = 256;
}

void random_least_params(struct random *r, perlin_params *params, uint32_t dims)
{
    table_params_init(params);
    params->seed = random_u64(r);
    params->range = random_chance(r, 4) ? PERLIN_RANGE_UNIT : PERLIN_RANGE_SIGNED;
    params->octaves = 1 + random_below(r, 4);
    params->fractal = random_chance(r, 2) ? PERLIN_FRACTAL_NONE : PERLIN_FRACTAL_FBM;
    params->gain = 1.0;
    params->lacunarity = random_chance(r, 2) ? 1.0 : 2.0;
    params->hash = 1 + random_below(r, 2);
    if (random_chance(r, 3))
        random_noise(r, params);
    if (!has_dims(params, dims))
        params->basis = PERLIN_BASIS_PERLIN;
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* The numbers 0..n-1 in any order. */
static void shuffled(struct random *r, uint32_t order[4], uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t j = random_below(r, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

static uint64_t random_period(struct random *r)
{
    const uint64_t most = random_chance(r, 4)   ? (uint64_t)INT64_MAX
                          : random_chance(r, 2) ? 10
                                                : 300;
    return 1 + random_u64(r) % most;
}

void random_counts(struct random *r, perlin_grid *grid, size_t most)
{
    static const uint32_t caps[] = {1, 2, 5, 9, 33, 70, 2000};
    uint32_t order[4];
    shuffled(r, order, grid->dims);
    for (uint32_t i = 0; i < grid->dims; i++) {
        const uint32_t cap = caps[random_below(r, COUNT_OF(caps))];
        const size_t count = 1 + random_below(r, cap < most ? cap : (uint32_t)most);
        grid->count[order[i]] = count;
        grid->period[order[i]] = random_chance(r, 8) ? random_period(r) : 0;
        most /= count;
    }
}

void large_counts(struct random *r, perlin_grid *grid)
{
    static const size_t counts[4][3][4] = {
        {{3000}, {1100}, {700}},
        {{800, 70}, {70, 300}, {1, 2000}},
        {{400, 3, 17}, {67, 66, 18}, {70, 1, 90}},
        {{70, 5, 18, 3}, {66, 1, 1, 40}, {5, 70, 35, 2}},
    };
    memcpy(grid->count, counts[grid->dims - 1][random_below(r, 3)], sizeof grid->count);
}

int64_t extreme_start(struct random *r, size_t count)
{
    const int64_t most = INT64_MAX - (int64_t)(count - 1);
    switch (random_below(r, 8)) {
    case 0:
        return most;
    case 1:
        return most - (int64_t)random_below(r, 5000);
    case 2:
        return INT64_MIN + (int64_t)random_below(r, 3);
    case 3:
        return (INT64_C(1) << 53) - random_between(r, 0, 40); /* indices that double cannot hold */
    case 4:
        return -(INT64_C(1) << 53) - random_between(r, 0, 40);
    case 5:
        return (INT64_C(1) << 52) - random_between(r, 0, 40);
    case 6:
        return (int64_t)(random_u64(r) >> 2);
    default:
        return random_between(r, -300, 300);
    }
}

void round_steps(struct random *r, perlin_grid *grid, uint32_t axis)
{
    static const double far[] = {1e9, 1e12, 1e15, 1e16, 1e17, 0x1p47, 0x1p49, 0x1p50};
    if (random_chance(r, 4)) {
        grid->start[axis] = random_between(r, -100, 100);
        grid->origin[axis] = far[random_below(r, COUNT_OF(far))] * (random_chance(r, 2) ? -1 : 1);
        return;
    }
    grid->start[axis] = extreme_start(r, grid->count[axis]);
    grid->origin[axis] = (double)grid->start[axis] * -grid->step[axis];
    if (random_chance(r, 3))
        grid->origin[axis] += random_real(r, -50, 50);
    if (!isfinite(grid->origin[axis])) /* which is an error */
        grid->origin[axis] = 0;
}

void random_strides(struct random *r, perlin_grid *grid)
{
    uint32_t order[4];
    ptrdiff_t stride = 1 + (ptrdiff_t)(random_chance(r, 3) ? random_below(r, 4) : 0);
    shuffled(r, order, grid->dims);
    for (uint32_t i = 0; i < grid->dims; i++) {
        const uint32_t a = order[i];
        grid->stride[a] = random_chance(r, 3) ? -stride : stride;
        stride *= (ptrdiff_t)grid->count[a];
        if (random_chance(r, 2))
            stride += (ptrdiff_t)random_below(r, 20);
    }
}

void take_one_at_steps_of_zero(perlin_grid *grid)
{
    for (uint32_t a = 0; a < grid->dims; a++)
        if (grid->step[a] == 0.0)
            grid->count[a] = 1;
}

perlin_params raw_noise_params(void)
{
    perlin_params params;
    perlin_params_init_published(&params);
    return params;
}

void table_params_init(perlin_params *params)
{
    perlin_params_init(params);
    params->hash = PERLIN_HASH_PERMUTATION;
}

void check_value(const struct test_case *test, const perlin_params *params, uint32_t dims, double x,
                 double y, double z, double w, double expected)
{
    const double wide[4] = {x, y, z, w};
    const float narrow[4] = {(float)x, (float)y, (float)z, (float)w};
    const double *const doubles[4] = {&wide[0], &wide[1], &wide[2], &wide[3]};
    const float *const floats[4] = {&narrow[0], &narrow[1], &narrow[2], &narrow[3]};
    const float expected_f32 = (float)expected;
    perlin_noise *const noise = create_for(test->subject, params);
    double out_f64;
    float out_f32, out_f64_f32;
    perlin_points_f32(noise, dims, 1, floats, NULL, &out_f32);
    perlin_points_f64(noise, dims, 1, doubles, NULL, &out_f64);
    perlin_points_f64_f32(noise, dims, 1, doubles, NULL, &out_f64_f32);
    perlin_destroy(noise);
    assert_same_bits(&out_f64, &expected, 1, sizeof expected, "%u-D at %g %g %g %g, f64", dims, x,
                     y, z, w);
    assert_same_bits(&out_f32, &expected_f32, 1, sizeof expected_f32, "%u-D at %g %g %g %g, f32",
                     dims, x, y, z, w);
    assert_same_bits(&out_f64_f32, &expected_f32, 1, sizeof expected_f32,
                     "%u-D at %g %g %g %g, f64_f32", dims, x, y, z, w);
}

const char *describe(const perlin_params *params)
{
    static char text[512];
    snprintf(
        text, sizeof text,
        "basis %u hash %u interpolation %u smoothing %u radius %u fractal %u octaves %u tables %u "
        "offsets %u "
        "weights %u of %u lacunarity %a "
        "gain %a "
        "frequency %a range %u "
        "gradients %u seed %#llx weighted %a ping-pong %a ridge %a %a period %u %u %u %u "
        "rotation %u%s",
        params->basis, params->hash, params->interpolation, params->elias_smoothing,
        params->simplex_radius, params->fractal, params->octaves, params->octave_seeds,
        params->octave_offsets, params->weight_count, params->weight_octaves, params->lacunarity,
        params->gain, params->frequency, params->range, params->gradients,
        (unsigned long long)params->seed, params->weighted_strength, params->ping_pong_strength,
        params->ridge_offset, params->ridge_gain, params->period[0], params->period[1],
        params->period[2], params->period[3], params->rotation,
        params->permutation ? " own permutation" : "");
    return text;
}

const char *describe_grid(const perlin_grid *grid)
{
    static char text[512];
    int length = 0;
    for (uint32_t a = 0; a < grid->dims; a++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%sstart %lld count %zu step %a origin %a stride %td period %llu",
                           a ? "; " : "", (long long)grid->start[a], grid->count[a], grid->step[a],
                           grid->origin[a], grid->stride[a], (unsigned long long)grid->period[a]);
    return text;
}
