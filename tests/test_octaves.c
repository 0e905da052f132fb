/*
 * perlin_octaves_for: how many octaves a sampling shows.
 */
#include "support.h"

#include <float.h>
#include <string.h>

static perlin_params defaults(void)
{
    perlin_params params;
    table_params_init(&params);
    return params;
}

static void assert_octaves(const perlin_params *params, double step, uint32_t depth,
                           uint32_t expected)
{
    uint32_t octaves = 77;
    assert_status(perlin_octaves_for(params, step, depth, &octaves), PERLIN_OK, "octaves_for");
    if (octaves != expected)
        fail_msg("step %g, depth %u: %u octaves, expected %u", step, depth, octaves, expected);
}

/* Steps of 1/64: 64, 32, ..., 2 samples a cell are six octaves. */
static void by_step(const struct test_case *test)
{
    perlin_params params = defaults();
    (void)test;
    assert_octaves(&params, 1 / 64.0, 64, 6);
    assert_octaves(&params, -1 / 64.0, 64, 6);
    params.backend = 99; /* does not count */
    assert_octaves(&params, 1 / 64.0, 64, 6);
    assert_octaves(&params, 1 / 63.9, 64, 5);
    assert_octaves(&params, 0.5, 64, 1);
    assert_octaves(&params, 0.6, 64, 1); /* the first octave always counts */
    assert_octaves(&params, DBL_MAX, 64, 1);
    assert_octaves(&params, 0.0, 64, 32);
    params.frequency = -1 / 8.0;
    assert_octaves(&params, 1 / 64.0, 64, 9);
    params.frequency = 1.0;
    params.lacunarity = -2.0;
    assert_octaves(&params, 1 / 64.0, 64, 6);
    params.lacunarity = 1.0;
    assert_octaves(&params, 0.5, 64, 32);
    params.lacunarity = 0.0;
    params.gain = 1.0;
    assert_octaves(&params, 0.5, 5, 32); /* the last weight is 1/32 */
    assert_octaves(&params, 0.5, 4, 16);
    params.lacunarity = DBL_MAX; /* infinite from octave 2 on: no error */
    assert_octaves(&params, 1e-300, 64, 1);
    assert_octaves(&params, 0.0, 64, 2);
}

/* Weights of 1, 1/3, 1/7, 1/15, ...: of n octaves the last has 1 / (2^n - 1). */
static void by_depth(const struct test_case *test)
{
    perlin_params params = defaults();
    (void)test;
    for (uint32_t depth = 1; depth < 32; depth++)
        assert_octaves(&params, 0.0, depth, depth);
    assert_octaves(&params, 0.0, 32, 32);
    assert_octaves(&params, 0.0, 64, 32);
    params.gain = 0.0; /* nothing is fainter than this */
    assert_octaves(&params, 0.0, 64, 1);
    params.gain = 3.0; /* octaves gain weight */
    assert_octaves(&params, 0.0, 1, 32);
    params.gain = DBL_MAX; /* and overflow, which is a mistake elsewhere */
    assert_octaves(&params, 0.0, 1, 32);
}

/* Magnitudes count; of weights the last that is visible tells, of a gain the first that is not. */
static void by_magnitude(const struct test_case *test)
{
    static const double weights[] = {1.0, 0.0, -0x1p-9, 0.5, 0x1p-9, 0.0};
    perlin_params params = defaults();
    (void)test;
    params.gain = -0.5;
    for (uint32_t depth = 1; depth < 32; depth++)
        assert_octaves(&params, 0.0, depth, depth);
    params.weights = weights;
    params.weight_count = 6;
    assert_octaves(&params, 0.0, 8, 4);
    assert_octaves(&params, 0.0, 1, 1); /* 0.5 is fainter than half of 1.5 */
    assert_octaves(&params, 0.0, 64, 5);
    assert_octaves(&params, 1 / 16.0, 8, 4);
    assert_octaves(&params, 1 / 15.9, 8,
                   1); /* octave 3 is too fine, those before it are too faint */
    assert_octaves(&params, 1 / 15.9, 11, 3);
}

/* Of weight_octaves octaves, by the sum of all their weights. */
static void by_weight_octaves(const struct test_case *test)
{
    static const double weights[] = {0.125, 1.0, 0.5, 0.25};
    perlin_params params = defaults();
    perlin_noise *noise;
    (void)test;
    params.weight_octaves = 8;
    assert_octaves(&params, 1 / 64.0, 64, 6);
    assert_octaves(&params, 0.0, 64, 8);
    assert_octaves(&params, 0.0, 4, 4); /* 2^-3, but not 2^-4, is more than (2 - 2^-7) / 16 */
    params.octaves = 2;                 /* does not count */
    assert_octaves(&params, 1 / 64.0, 64, 6);
    params.gain = 1.0;
    params.weight_octaves = 32;
    assert_octaves(&params, 0.0, 5, 32);
    assert_octaves(&params, 0.0, 4, 1); /* none moves an output of so few bits */
    params.gain = 2.0;                  /* 1, 2, 4 and 8 of 15 */
    params.weight_octaves = 4;
    assert_octaves(&params, 0.0, 1, 4);
    assert_octaves(&params, 1 / 15.9, 1, 1);
    assert_octaves(&params, 1 / 15.9, 2, 3);
    params.weights = weights;
    params.weight_count = 4; /* with two octaves */
    assert_octaves(&params, 0.0, 3, 4);
    assert_octaves(&params, 0.0, 2, 3);
    assert_octaves(&params, 0.0, 1, 2);
    /* The answer goes into octaves alone. */
    params = defaults();
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = params.weight_octaves = 8;
    assert_status(perlin_octaves_for(&params, 1 / 64.0, 16, &params.octaves), PERLIN_OK, "a level");
    assert_int_equal(params.octaves, 6);
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    perlin_destroy(noise);
}

static void assert_refused(const perlin_params *params, double step, uint32_t depth,
                           perlin_status expected)
{
    uint32_t octaves = 77;
    assert_status(perlin_octaves_for(params, step, depth, &octaves), expected, "octaves_for");
    assert_int_equal(octaves, 77);
}

static void errors(const struct test_case *test)
{
    perlin_params params = defaults();
    (void)test;
    assert_refused(NULL, 1, 8, PERLIN_ERROR_NULL);
    assert_status(perlin_octaves_for(&params, 1, 8, NULL), PERLIN_ERROR_NULL, "octaves NULL");
    assert_refused(&params, 1, 0, PERLIN_ERROR_DEPTH);
    assert_refused(&params, 1, 65, PERLIN_ERROR_DEPTH);
    assert_refused(&params, 1, UINT32_MAX, PERLIN_ERROR_DEPTH);
    assert_refused(&params, from_bits_f64(UINT64_C(0x7ff0000000000000)), 8, PERLIN_ERROR_GRID);
    assert_refused(&params, from_bits_f64(UINT64_C(0xfff0000000000001)), 8, PERLIN_ERROR_GRID);
    params.frequency = from_bits_f64(UINT64_C(0x7ff8000000000000));
    assert_refused(&params, 1, 8, PERLIN_ERROR_FREQUENCY);
    params.frequency = 1 / 64;
    assert_refused(&params, 1, 8, PERLIN_ERROR_FREQUENCY);
    params = defaults();
    params.lacunarity = from_bits_f64(UINT64_C(0xfff0000000000000));
    assert_refused(&params, 1, 8, PERLIN_ERROR_LACUNARITY);
    params = defaults();
    params.octaves = 0;
    assert_refused(&params, 1, 8, PERLIN_ERROR_OCTAVE_COUNT);
    params = defaults();
    params.period[3] = (UINT32_C(1) << 31) + 1;
    assert_refused(&params, 1, 8, PERLIN_ERROR_PERIOD_CELLS);
    params = defaults();
    params.period[3] = 65537; /* with a table that would have to grow */
    assert_refused(&params, 1, 8, PERLIN_ERROR_PERIOD_TABLES);
    params = defaults();
    params.weight_count = 5;
    assert_refused(&params, 1, 8, PERLIN_ERROR_WEIGHT_COUNT);
    params.weight_count = 6;
    assert_refused(&params, 1, 8, PERLIN_ERROR_NULL);
    params = defaults();
    params.weight_octaves = 5; /* of six */
    assert_refused(&params, 1, 8, PERLIN_ERROR_WEIGHT_OCTAVES);
    params = defaults();
    params.struct_size = 8;
    assert_refused(&params, 1, 8, PERLIN_ERROR_STRUCT_SIZE);
}

int main(void)
{
    add_case(by_step, NULL, F32, 0, "by_step");
    add_case(by_depth, NULL, F32, 0, "by_depth");
    add_case(by_magnitude, NULL, F32, 0, "by_magnitude");
    add_case(by_weight_octaves, NULL, F32, 0, "by_weight_octaves");
    add_case(errors, NULL, F32, 0, "errors");
    return run_cases("octaves");
}
