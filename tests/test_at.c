/*
 * Single samples have the bits of points calls.
 */
#include "support.h"

#include <string.h>

static void same_bits(const struct test_case *test)
{
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    uint16_t permutation[CALLERS_ENTRIES];
    for (struct trials t = trials(400); next_trial(&t);) {
        float narrow[4];
        double wide[4];
        uint64_t actual, expected;
        random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        fill_coordinates(&r, F32, MIXED, narrow, 4);
        fill_coordinates(&r, F64, MIXED, wide, 4);
        const void *coords[4];
        for (int a = 0; a < 4; a++)
            coords[a] = test->lane == F32 ? (const void *)&narrow[a] : &wide[a];
        evaluate_points(test->lane, noise, test->dims, 1, coords, NULL, &expected);
        evaluate_at(test->lane, noise, test->dims, coords, &actual);
        assert_same_bits(&actual, &expected, 1, size, "a single sample; %s", describe(&params));
        perlin_destroy(noise);
    }
}

static void no_noise(const struct test_case *test)
{
    static const double zero; /* and, read as such, a float */
    const void *const coords[4] = {&zero, &zero, &zero, &zero};
    (void)test;
    for (uint32_t dims = 1; dims <= 4; dims++) {
        float narrow;
        double wide;
        evaluate_at(F32, NULL, dims, coords, &narrow);
        evaluate_at(F64, NULL, dims, coords, &wide);
        assert_int_equal(bits_f32(narrow), 0x7fc00000);
        assert_true(bits_f64(wide) == UINT64_C(0x7ff8000000000000));
    }
}

int main(void)
{
    add_table_cases("at", same_bits, 0, F64);
    add_case(no_noise, NULL, F32, 0, "no_noise");
    return run_cases("at");
}
