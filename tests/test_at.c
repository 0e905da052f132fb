/*
 * Single samples have the bits of points calls.
 */
#include "support.h"

#include <string.h>

static float at_f32(const perlin_noise *noise, uint32_t dims, const float c[4])
{
    switch (dims) {
    case 1:
        return perlin_at1_f32(noise, c[0]);
    case 2:
        return perlin_at2_f32(noise, c[0], c[1]);
    case 3:
        return perlin_at3_f32(noise, c[0], c[1], c[2]);
    default:
        return perlin_at4_f32(noise, c[0], c[1], c[2], c[3]);
    }
}

static double at_f64(const perlin_noise *noise, uint32_t dims, const double c[4])
{
    switch (dims) {
    case 1:
        return perlin_at1_f64(noise, c[0]);
    case 2:
        return perlin_at2_f64(noise, c[0], c[1]);
    case 3:
        return perlin_at3_f64(noise, c[0], c[1], c[2]);
    default:
        return perlin_at4_f64(noise, c[0], c[1], c[2], c[3]);
    }
}

static void same_bits(const struct test_case *test)
{
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    uint16_t permutation[256];
    for (struct trials t = trials(400); next_trial(&t);) {
        float narrow[4], value_f32;
        double wide[4], value_f64;
        uint64_t expected;
        random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        fill_coordinates(&r, F32, MIXED, narrow, 4);
        fill_coordinates(&r, F64, MIXED, wide, 4);
        const void *coords[4];
        for (int a = 0; a < 4; a++)
            coords[a] = test->lane == F32 ? (const void *)&narrow[a] : &wide[a];
        evaluate_points(test->lane, noise, test->dims, 1, coords, NULL, &expected);
        value_f32 = test->lane == F32 ? at_f32(noise, test->dims, narrow) : 0;
        value_f64 = test->lane == F64 ? at_f64(noise, test->dims, wide) : 0;
        assert_same_bits(test->lane == F32 ? (const void *)&value_f32 : &value_f64, &expected, 1,
                         size, "a single sample; %s", describe(&params));
        perlin_destroy(noise);
    }
}

static void no_noise(const struct test_case *test)
{
    static const float narrow[4];
    static const double wide[4];
    (void)test;
    for (uint32_t dims = 1; dims <= 4; dims++) {
        assert_int_equal(bits_f32(at_f32(NULL, dims, narrow)), 0x7fc00000);
        assert_true(bits_f64(at_f64(NULL, dims, wide)) == UINT64_C(0x7ff8000000000000));
    }
}

int main(void)
{
    add_table_cases("at", same_bits, 0, F64);
    add_case(no_noise, NULL, F32, 0, "no_noise");
    return run_cases("at");
}
