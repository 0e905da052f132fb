/*
 * Single samples have the bits of points calls, and those of grids.
 */
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void same_bits(const struct test_case *test)
{
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    uint8_t permutation[256];
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

/* ---- Grids ----------------------------------------------------------------------------------- */

enum { SIDE = 7, MOST_SAMPLES = SIDE * SIDE * SIDE * SIDE };

/* The sample of a grid at these indices, by a call of its own, of the grid's type. */
static void sample_of(enum lane lane, const perlin_noise *noise, const perlin_grid *grid, size_t i,
                      void *out)
{
    double place[4];
    const void *const coords[4] = {&place[0], &place[1], &place[2], &place[3]};
    for (uint32_t a = 0; a < grid->dims; a++) {
        const double steps =
            (double)(grid->start[a] + (int64_t)(i % grid->count[a])) * grid->step[a];
        place[a] = grid->origin[a] + steps;
        i /= grid->count[a];
    }
    evaluate_at(lane == F64 ? F64 : F64_F32, noise, grid->dims, coords, out);
}

static void check_grid(const struct test_case *test, const perlin_params *params,
                       const perlin_grid *grid)
{
    static double samples[MOST_SAMPLES];
    const size_t size = result_size(test->lane);
    size_t count = 1;
    perlin_noise *const noise = create_for(test->subject, params);
    for (uint32_t a = 0; a < grid->dims; a++)
        count *= grid->count[a];
    assert_status(evaluate_grid(test->lane, noise, grid, samples), PERLIN_OK, "grid");
    for (size_t i = 0; i < count; i++) {
        uint64_t actual;
        sample_of(test->lane, noise, grid, i, &actual);
        assert_same_bits(&actual, (const char *)samples + i * size, 1, size,
                         "sample %zu by itself; %s | %s", i, describe_grid(grid), describe(params));
    }
    perlin_destroy(noise);
}

/* Steps and origins that neither type holds exactly, near the origin and far from it. The largest
   give coordinates that are infinite, and samples that are NaN. */
static void grids(const struct test_case *test)
{
    static const double steps[] = {0.01, 1 / 64.0, 0.1, -0.3, 1.7, 1e300, 1e-310, 0.125};
    static const double origins[] = {0, 0.5, -0.1, 1000.3, -1e6 / 3, 1e12 + 0.3, 1e300, DBL_MAX};
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    uint8_t permutation[256];
    for (struct trials t = trials(200); next_trial(&t);) {
        random_params(&r, &params, test->dims, permutation);
        perlin_grid_init(&grid);
        grid.dims = test->dims;
        for (uint32_t a = 0; a < test->dims; a++) {
            grid.count[a] = 1 + random_below(&r, SIDE);
            grid.step[a] = steps[random_below(&r, COUNT_OF(steps))];
            grid.origin[a] = origins[random_below(&r, COUNT_OF(origins))];
            grid.start[a] = random_between(&r, -100, 100);
        }
        check_grid(test, &params, &grid);
    }
}

/* A sample at float coordinates has other bits: the functions are needed. */
static void not_of_floats(const struct test_case *test)
{
    size_t different = 0;
    perlin_params params;
    perlin_params_init(&params);
    perlin_noise *const noise = create_for(test->subject, &params);
    for (int i = 0; i < 100; i++) {
        const double x = 1000.3 + i * 0.1, y = 0.7 * i;
        const float of_double = perlin_at2_f64_f32(noise, x, y);
        const float of_float = perlin_at2_f32(noise, (float)x, (float)y);
        assert_true(fabsf(of_double - of_float) < 1e-3f);
        different += bits_f32(of_double) != bits_f32(of_float);
    }
    assert_true(different > 90);
    perlin_destroy(noise);
}

/* ---- Samples that are no numbers ------------------------------------------------------------- */

static void not_finite(const struct test_case *test)
{
    static const double bad[] = {(double)INFINITY, -(double)INFINITY, (double)NAN, -(double)NAN};
    struct random r = random_for(test);
    uint8_t permutation[256];
    perlin_params params, plain;
    random_params(&r, &params, test->dims, permutation);
    perlin_params_init(&plain);
    params.rotation = PERLIN_ROTATION_NONE; /* an axis could be left out */
    memcpy(params.matrix, plain.matrix, sizeof params.matrix);
    params.frequency = 1;
    perlin_noise *const noise = create_for(test->subject, &params);
    for (uint32_t axis = 0; axis < test->dims; axis++)
        for (size_t i = 0; i < COUNT_OF(bad); i++) {
            double place[4] = {0.3, 0.3, 0.3, 0.3};
            const void *const coords[4] = {&place[0], &place[1], &place[2], &place[3]};
            float value;
            place[axis] = bad[i];
            evaluate_at(F64_F32, noise, test->dims, coords, &value);
            assert_int_equal(bits_f32(value), 0x7fc00000);
        }
    perlin_destroy(noise);
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
        narrow = 0;
        evaluate_at(F64_F32, NULL, dims, coords, &narrow);
        assert_int_equal(bits_f32(narrow), 0x7fc00000);
        assert_true(bits_f64(wide) == UINT64_C(0x7ff8000000000000));
    }
}

int main(void)
{
    add_table_cases("at", same_bits, 0, F64_F32);
    add_table_cases("grids", grids, 0, F64);
    add_subject_cases("not_of_floats", not_of_floats, 0);
    for (uint32_t dims = 1; dims <= 4; dims++)
        for (size_t i = 0; i < SUBJECT_COUNT; i++)
            add_case(not_finite, subject_at(i), F64_F32, dims, "not_finite_%ud/%s", dims,
                     subject_at(i)->name);
    add_case(no_noise, NULL, F32, 0, "no_noise");
    return run_cases("at");
}
