/*
 * Tables from neighbouring seeds, and those of a noise's octaves, give independent noises: over a
 * large area they correlate as little as one independent number a cell would. Prints the figures of
 * docs/parameters.md.
 */
#include "support.h"

#include <math.h>
#include <stdio.h>

/* Samples of 2-D noise, SIDE by SIDE, less than the period of 256 cells. */
enum { SIDE = 256, SAMPLES = SIDE * SIDE };
#define STEP 0.71

/* n independent numbers have a correlation of 1 / sqrt(n), as the root of the mean square. Of some
   hundreds of pairs none should have five times that. */
static const double independent = 1.0 / ((double)SIDE * STEP);

static float samples[64][SAMPLES];

static void sample(const perlin_params *params, float out[SAMPLES])
{
    perlin_noise *noise;
    perlin_grid grid;
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.count[0] = grid.count[1] = SIDE;
    grid.step[0] = grid.step[1] = STEP;
    grid.origin[0] = grid.origin[1] = 0.37;
    assert_status(perlin_create(&noise, params), PERLIN_OK, "create");
    assert_status(perlin_grid_f32(noise, &grid, out), PERLIN_OK, "grid");
    perlin_destroy(noise);
}

static double correlation(const float a[SAMPLES], const float b[SAMPLES])
{
    double sum_a = 0, sum_b = 0, sum_aa = 0, sum_bb = 0, sum_ab = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        const double x = (double)a[i], y = (double)b[i];
        sum_a += x;
        sum_b += y;
        sum_aa += x * x;
        sum_bb += y * y;
        sum_ab += x * y;
    }
    const double n = SAMPLES;
    return (n * sum_ab - sum_a * sum_b) /
           sqrt((n * sum_aa - sum_a * sum_a) * (n * sum_bb - sum_b * sum_b));
}

/* All pairs of `count` noises. */
static void check_pairs(const char *what, size_t count)
{
    double square = 0, largest = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const double c = fabs(correlation(samples[i], samples[j]));
            square += c * c;
            largest = c > largest ? c : largest;
            pairs++;
        }
    const double mean = sqrt(square / (double)pairs);
    print_message("%s: %zu pairs, correlation %.4f on average, at most %.4f\n", what, pairs, mean,
                  largest);
    if (!(mean < 1.1 * independent && largest < 5.0 * independent))
        fail_msg("%s: correlation %g on average, at most %g", what, mean, largest);
}

/* Seeds in a row, and seeds that differ in one bit. */
static void seeds(const struct test_case *test)
{
    (void)test;
    for (perlin_hash hash = PERLIN_HASH_INTEGER; hash <= PERLIN_HASH_PERMUTATION; hash++) {
        const int is_integer = hash == PERLIN_HASH_INTEGER;
        perlin_params params;
        perlin_params_init(&params);
        params.hash = hash;
        for (size_t i = 0; i < 32; i++) {
            params.seed = 1000 + i;
            sample(&params, samples[i]);
        }
        check_pairs(is_integer ? "seeds 1000 to 1031, keys" : "seeds 1000 to 1031", 32);
        for (size_t i = 0; i < 32; i++) {
            params.seed = UINT64_C(1) << (2 * i);
            sample(&params, samples[i]);
        }
        check_pairs(is_integer ? "seeds 2^0 to 2^62, keys" : "seeds 2^0 to 2^62", 32);
    }
}

/* Octave o of an fBm by the integer hash, alone. */
static void sample_octave(perlin_params params, uint32_t o, float out[SAMPLES])
{
    double weights[32] = {0};
    weights[o] = 1;
    params.weights = weights;
    params.weight_count = params.octaves;
    sample(&params, out);
}

/* The keys of octaves, at one frequency, and those of the next seed besides; then octaves as they
   are summed, each at its frequency, with keys of their own and with those of one. */
static void keys(const struct test_case *test)
{
    static const uint64_t some[] = {0, 1, UINT64_C(0xfeedfacecafebeef)};
    perlin_params params;
    (void)test;
    perlin_params_init(&params);
    params.hash = PERLIN_HASH_INTEGER;
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octave_offsets = 0;
    params.octaves = 16;
    params.lacunarity = 1;
    for (size_t i = 0; i < COUNT_OF(some); i++) {
        char what[64];
        for (uint32_t o = 0; o < 32; o++) {
            params.seed = some[i] + o / 16;
            sample_octave(params, o % 16, samples[o]);
        }
        snprintf(what, sizeof what, "keys of octaves of seeds %#llx and the next",
                 (unsigned long long)some[i]);
        check_pairs(what, 32);
    }
    params.seed = 7;
    params.octaves = 6;
    params.lacunarity = 2;
    params.frequency = 0.25;
    for (params.octave_seeds = 0; params.octave_seeds < 2; params.octave_seeds++) {
        for (uint32_t o = 0; o < params.octaves; o++)
            sample_octave(params, o, samples[o]);
        check_pairs(params.octave_seeds ? "octaves with keys of their own" : "octaves with one key",
                    params.octaves);
    }
}

/* The tables of octaves, at one frequency, and those of the next seed besides. */
static void octaves(const struct test_case *test)
{
    static const uint64_t some[] = {0, 1, UINT64_C(0xfeedfacecafebeef)};
    (void)test;
    for (size_t s = 0; s < COUNT_OF(some); s++) {
        perlin_params params, single;
        uint8_t table[256];
        size_t count = 0;
        char what[64];
        for (uint64_t seed = some[s]; seed <= some[s] + 1; seed++) {
            perlin_noise *noise;
            table_params_init(&params);
            params.seed = seed;
            params.fractal = PERLIN_FRACTAL_FBM;
            params.octaves = 16;
            params.octave_offsets = 0;
            assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
            for (uint32_t o = 0; o < params.octaves; o++) {
                assert_status(perlin_permutation(noise, o, table), PERLIN_OK, "table");
                table_params_init(&single);
                single.permutation = table;
                sample(&single, samples[count++]);
            }
            perlin_destroy(noise);
        }
        snprintf(what, sizeof what, "octaves of seeds %#llx and the next",
                 (unsigned long long)some[s]);
        check_pairs(what, count);
    }
}

/* The octaves of fBm as they are summed, each at its frequency, with tables of their own and with
   one. */
static void sums(const struct test_case *test)
{
    (void)test;
    for (uint32_t own = 0; own < 2; own++) {
        perlin_params params, single;
        perlin_noise *noise;
        uint8_t table[256];
        table_params_init(&params);
        params.seed = 7;
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octave_seeds = own;
        params.octave_offsets = 0;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        for (uint32_t o = 0; o < params.octaves; o++) {
            assert_status(perlin_permutation(noise, o, table), PERLIN_OK, "table");
            table_params_init(&single);
            single.permutation = table;
            single.frequency = ldexp(1.0, (int)o - 2);
            sample(&single, samples[o]);
        }
        perlin_destroy(noise);
        check_pairs(own ? "octaves with tables of their own" : "octaves with one table",
                    params.octaves);
    }
}

/*
 * A noise f and f at twice the frequency, the usual way to a second map, over many seeds: within
 * some cells of the origin, where all octaves of tutorials meet, and far from it. (At the origin
 * itself both are one sample.) Also returns how many of 64 lattice points, where octave 0 is 0, are
 * 0.
 */
enum { SCALE_SEEDS = 400, SCALE_POINTS = 128, ALL = SCALE_SEEDS * SCALE_POINTS };

static double scale_correlation(const perlin_params *shape, uint32_t dims, double first)
{
    static float near[SAMPLES], twice[SAMPLES];
    struct random r = {77};
    perlin_params params = *shape;
    _Static_assert((int)ALL <= (int)SAMPLES, "room");
    for (size_t s = 0; s < SCALE_SEEDS; s++) {
        double c[2][4][SCALE_POINTS];
        perlin_noise *noise;
        params.seed = s;
        for (uint32_t a = 0; a < dims; a++)
            for (size_t i = 0; i < SCALE_POINTS; i++) {
                c[0][a][i] = first + random_real(&r, -8, 8);
                c[1][a][i] = 2 * c[0][a][i];
            }
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        for (int k = 0; k < 2; k++) {
            const double *const coords[4] = {c[k][0], c[k][1], c[k][2], c[k][3]};
            perlin_points_f64_f32(noise, dims, SCALE_POINTS, coords, NULL,
                                  (k ? twice : near) + s * SCALE_POINTS);
        }
        perlin_destroy(noise);
    }
    for (size_t i = ALL; i < SAMPLES; i++) /* correlation() takes as many: the same ones again */
        near[i] = near[i - ALL], twice[i] = twice[i - ALL];
    return correlation(near, twice);
}

static int zeros_at_lattice_points(const perlin_params *params, uint32_t dims)
{
    int zeros = 0;
    perlin_noise *noise;
    assert_status(perlin_create(&noise, params), PERLIN_OK, "create");
    for (int i = 0; i < 64; i++) {
        const double c[4] = {i % 8, i / 8, 3, -5};
        const double *const coords[4] = {&c[0], &c[1], &c[2], &c[3]};
        double out;
        perlin_points_f64(noise, dims, 1, coords, NULL, &out);
        zeros += out == 0;
    }
    perlin_destroy(noise);
    return zeros;
}

static void scales(const struct test_case *test)
{
    (void)test;
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++)
        for (uint32_t dims = 2; dims <= 4; dims++) {
            params.fractal = PERLIN_FRACTAL_FBM;
            if (!has_dims(&params, dims))
                continue;
            const double near = scale_correlation(&params, dims, 0);
            const double far = scale_correlation(&params, dims, 1000);
            const int zeros = zeros_at_lattice_points(&params, dims);
            print_message("basis %u, hash %u, %u-D: f and 2f correlate by %.4f at the origin, by "
                          "%.4f far from it; %d of 64 lattice points are 0\n",
                          params.basis, params.hash, dims, near, far, zeros);
            if (!(fabs(near) < 0.05 && fabs(far) < 0.05 && zeros <= 2))
                fail_msg("basis %u, hash %u, %u-D: f and 2f correlate by %g and %g; %d zeros",
                         params.basis, params.hash, dims, near, far, zeros);
        }
}

int main(void)
{
    add_case(seeds, NULL, F32, 0, "seeds");
    add_case(octaves, NULL, F32, 0, "octaves");
    add_case(keys, NULL, F32, 0, "keys");
    add_case(scales, NULL, F32, 0, "scales");
    add_case(sums, NULL, F32, 0, "sums");
    return run_cases("correlation");
}
