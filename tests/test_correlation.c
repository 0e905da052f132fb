/*
 * Tables from neighbouring seeds, and those of a noise's octaves, give noises that have nothing to do with each
 * other: their correlation over a large area is that of as many independent numbers as it has cells. Prints
 * what docs/seeds.md says of it.
 */
#include "support.h"

#include <math.h>
#include <stdio.h>

/* Samples of 2-D noise, SIDE by SIDE, less than the period of 256 cells. */
enum { SIDE = 256, SAMPLES = SIDE * SIDE };
#define STEP 0.71

/* n independent numbers have a correlation of 1 / sqrt(n), as the root of the mean square. Of some hundreds of pairs
   none should have five times that. */
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
    perlin_params params;
    (void)test;
    perlin_params_init(&params);
    for (size_t i = 0; i < 32; i++) {
        params.seed = 1000 + i;
        sample(&params, samples[i]);
    }
    check_pairs("seeds 1000 to 1031", 32);
    for (size_t i = 0; i < 32; i++) {
        params.seed = UINT64_C(1) << (2 * i);
        sample(&params, samples[i]);
    }
    check_pairs("seeds 2^0 to 2^62", 32);
}

/* The tables of octaves, at one frequency, and those of the next seed besides. */
static void octaves(const struct test_case *test)
{
    static const uint64_t some[] = {0, 1, UINT64_C(0xfeedfacecafebeef)};
    (void)test;
    for (size_t s = 0; s < COUNT_OF(some); s++) {
        perlin_params params, single;
        uint16_t table[256];
        size_t count = 0;
        char what[64];
        for (uint64_t seed = some[s]; seed <= some[s] + 1; seed++) {
            perlin_noise *noise;
            perlin_params_init(&params);
            params.seed = seed;
            params.fractal = PERLIN_FRACTAL_FBM;
            params.octaves = 16;
            params.octave_tables = 1;
            assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
            for (uint32_t o = 0; o < params.octaves; o++) {
                assert_status(perlin_permutation(noise, o, table, 256), PERLIN_OK, "table");
                perlin_params_init(&single);
                single.permutation = table;
                single.permutation_count = 256;
                sample(&single, samples[count++]);
            }
            perlin_destroy(noise);
        }
        snprintf(what, sizeof what, "octaves of seeds %#llx and the next",
                 (unsigned long long)some[s]);
        check_pairs(what, count);
    }
}

/* The octaves of fBm as they are summed, each at its frequency, with tables of their own and with one. */
static void sums(const struct test_case *test)
{
    (void)test;
    for (uint32_t own = 0; own < 2; own++) {
        perlin_params params, single;
        perlin_noise *noise;
        uint16_t table[256];
        perlin_params_init(&params);
        params.seed = 7;
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octave_tables = own;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        for (uint32_t o = 0; o < params.octaves; o++) {
            assert_status(perlin_permutation(noise, o, table, 256), PERLIN_OK, "table");
            perlin_params_init(&single);
            single.permutation = table;
            single.permutation_count = 256;
            single.frequency = ldexp(1.0, (int)o - 2);
            sample(&single, samples[o]);
        }
        perlin_destroy(noise);
        check_pairs(own ? "octaves with tables of their own" : "octaves with one table",
                    params.octaves);
    }
}

int main(void)
{
    add_case(seeds, NULL, F32, 0, "seeds");
    add_case(octaves, NULL, F32, 0, "octaves");
    add_case(sums, NULL, F32, 0, "sums");
    return run_cases("correlation");
}
