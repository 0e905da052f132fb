/*
 * Levels of detail: with weight_octaves a noise of fewer octaves is the noise of all of them
 * without the last ones.
 */
#include "support.h"

#include <math.h>
#include <string.h>

enum { OCTAVES = 6, COUNT = 40 };

/* ---- Sums by hand ---------------------------------------------------------------------------- */

/* What the octaves of a fractal contribute, before they are weighted. */
struct octaves {
    _Alignas(double) unsigned char value[OCTAVES][COUNT * sizeof(double)];
};

static void evaluate(const struct test_case *test, const perlin_params *params,
                     const void *const coords[], void *out)
{
    perlin_noise *const noise = create_for(test->subject, params);
    assert_status(evaluate_points(test->lane, noise, test->dims, COUNT, coords, NULL, out),
                  PERLIN_OK, "points");
    perlin_destroy(noise);
}

/* Each octave with the weight 1, and the others with 0. */
static void find_octaves(const struct test_case *test, const perlin_params *params,
                         const void *const coords[], struct octaves *octaves)
{
    for (int o = 0; o < OCTAVES; o++) {
        double only[OCTAVES] = {0};
        perlin_params one = *params;
        only[o] = 1.0;
        one.octaves = one.weight_count = OCTAVES;
        one.weight_octaves = 0;
        one.weights = only;
        evaluate(test, &one, coords, octaves->value[o]);
    }
}

/* The weights of all octaves. */
static void find_weights(const perlin_params *params, double weight[OCTAVES])
{
    double amplitude = 1.0, sum = 0.0;
    for (int o = 0; o < OCTAVES; o++) {
        weight[o] = params->weight_count ? params->weights[o] : amplitude;
        sum += fabs(weight[o]);
        amplitude *= params->gain;
    }
    for (int o = 0; o < OCTAVES; o++)
        weight[o] /= sum;
}

/* The first `level` octaves, in the type of the results. */
static void sum_octaves(enum lane lane, const struct octaves *octaves, const double weight[OCTAVES],
                        int level, void *out)
{
    for (size_t i = 0; i < COUNT; i++) {
        float narrow = 0.0f;
        double wide = 0.0;
        for (int o = 0; o < level; o++) {
            const double value = element_of(lane, octaves->value[o], i);
            narrow += (float)weight[o] * (float)value;
            wide += weight[o] * value;
        }
        if (lane == F64)
            memcpy((char *)out + i * sizeof wide, &wide, sizeof wide);
        else
            memcpy((char *)out + i * sizeof narrow, &narrow, sizeof narrow);
    }
}

/* In a raw range, so that the total is the result. Plain sums by the integer hash have the weights in
   the gradients and values, where only powers of two are exact. */
static void take_params(struct random *r, uint32_t dims, uint64_t trial, perlin_params *params)
{
    static const double gains[] = {0.5, 0.6, 1.0, 1.7, -0.5};
    static const double weights[OCTAVES] = {1.0, 0.25, 0.0, 0.5, 0.125, 0.3};
    static const double exact[OCTAVES] = {0.25, 0.5, -0.125, 0.0625, 0.03125, -0.03125};
    table_params_init(params);
    params->range = PERLIN_RANGE_RAW;
    params->fractal = PERLIN_FRACTAL_FBM + (uint32_t)trial % 5;
    params->seed = random_u64(r);
    params->octave_seeds = random_below(r, 2);
    params->octave_offsets = random_below(r, 2);
    params->lacunarity = 1.97;
    params->frequency = 0.37;
    params->weighted_strength = random_chance(r, 2) ? 0.0 : 0.4;
    params->gain = gains[random_below(r, params->fractal == PERLIN_FRACTAL_MULTIFRACTAL ? 4 : 5)];
    if (random_chance(r, 3)) {
        params->weights = weights;
        params->weight_count = OCTAVES;
    }
    random_noise(r, params);
    if (!has_dims(params, dims))
        set_noise(params, 0);
    if (params->hash == PERLIN_HASH_INTEGER && params->fractal == PERLIN_FRACTAL_FBM &&
        params->weighted_strength == 0.0) {
        params->weights = exact;
        params->weight_count = OCTAVES;
    }
}

/* Noise on simplices by the integer hash, in float at coordinates in double, is one sum over the
   lattice points of all octaves. Sums of octaves are rounded otherwise. */
static int is_one_sum(enum lane lane, const perlin_params *params)
{
    return lane == F64_F32 && params->hash == PERLIN_HASH_INTEGER &&
           params->basis >= PERLIN_BASIS_SIMPLEX && params->fractal == PERLIN_FRACTAL_FBM &&
           params->weighted_strength == 0.0;
}

static void assert_close(const void *actual, const void *expected, const char *what)
{
    for (size_t i = 0; i < COUNT; i++)
        if (!(fabs(element_of(F32, actual, i) - element_of(F32, expected, i)) <= 0x1p-21))
            fail_msg("%s: element %zu is %a, expected %a", what, i, element_of(F32, actual, i),
                     element_of(F32, expected, i));
}

static void sums(const struct test_case *test)
{
    static _Alignas(double) unsigned char data[4][COUNT * sizeof(double)], out[sizeof data[0]],
        expected[sizeof data[0]];
    static struct octaves octaves;
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    struct random r = random_for(test);
    for (struct trials t = trials(40); next_trial(&t);) {
        perlin_params params;
        double weight[OCTAVES];
        take_params(&r, test->dims, t.number, &params);
        for (uint32_t d = 0; d < test->dims; d++)
            fill_coordinates(&r, test->lane, ORDINARY, data[d], COUNT);
        find_octaves(test, &params, coords, &octaves);
        find_weights(&params, weight);
        params.weight_octaves = OCTAVES;
        for (int level = 1; level <= OCTAVES; level++) {
            params.octaves = (uint32_t)level;
            evaluate(test, &params, coords, out);
            sum_octaves(test->lane, &octaves, weight, level, expected);
            if (is_one_sum(test->lane, &params))
                assert_close(out, expected, describe(&params));
            else
                assert_same_bits(out, expected, COUNT, result_size(test->lane), "level %d | %s",
                                 level, describe(&params));
        }
    }
}

/* ---- Scales ---------------------------------------------------------------------------------- */

/* With a lacunarity of 0 all octaves but the first are 0, at the origin. So the first level is all
   of the noise, if its scale is that of all octaves: also where strengths may grow. */
static void scales(const struct test_case *test)
{
    static const double strengths[] = {0.0, 1.0, 0.3, -3.0, 8.0};
    static double x[COUNT], y[COUNT], near[COUNT], far[COUNT];
    const double *const coords[2] = {x, y};
    struct random r = random_for(test);
    fill_coordinates(&r, F64, ORDINARY, x, COUNT);
    fill_coordinates(&r, F64, ORDINARY, y, COUNT);
    for (uint32_t range = PERLIN_RANGE_SIGNED; range <= PERLIN_RANGE_RAW_UNIT; range++)
        for (size_t s = 0; s < 2 * COUNT_OF(strengths); s++) {
            const double strength = strengths[s / 2];
            const int is_raw = range == PERLIN_RANGE_RAW || range == PERLIN_RANGE_RAW_UNIT;
            perlin_params params;
            if (is_raw && fabs(strength) > 1.0)
                continue;
            perlin_params_init(&params);
            params.hash = s % 2 ? PERLIN_HASH_PERMUTATION : PERLIN_HASH_INTEGER;
            params.range = range;
            params.fractal = PERLIN_FRACTAL_FBM;
            params.weighted_strength = strength;
            params.octave_offsets = 0;
            params.lacunarity = 0.0;
            params.octaves = OCTAVES;
            perlin_noise *const all = create_for(test->subject, &params);
            params.octaves = 1;
            params.weight_octaves = OCTAVES;
            perlin_noise *const first = create_for(test->subject, &params);
            perlin_points_f64(all, 2, COUNT, coords, NULL, near);
            perlin_points_f64(first, 2, COUNT, coords, NULL, far);
            assert_same_bits(far, near, COUNT, sizeof far[0], "%s", describe(&params));
            perlin_destroy(all);
            perlin_destroy(first);
        }
}

int main(void)
{
    add_table_cases("sums", sums, 0, F64_F32);
    add_subject_cases("scales", scales, 0);
    return run_cases("levels");
}
