/*
 * The functions named _into: on every backend they write what the others write, scaled, biased and
 * added in plain C. Bounds are those of the samples written, and merge over splits.
 */
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void random_output(struct random *r, perlin_output *output)
{
    static const double numbers[] = {
        1.0, 0.0, -1.0, 2.0, 0.1, -7.3, 1e-45, 1e38, -0x1p70, -0x1p-140, (double)FLT_MAX, -0.0};
    perlin_output_init(output);
    output->scale = random_chance(r, 3) ? 1.0 : numbers[random_below(r, COUNT_OF(numbers))];
    output->bias = random_chance(r, 3) ? 0.0 : numbers[random_below(r, COUNT_OF(numbers))];
    output->accumulate = random_below(r, 2);
}

/* What is in the output before. */
static void fill_before(struct random *r, enum lane lane, void *out, size_t count)
{
    fill_coordinates(r, lane == F64 ? F64 : F32, MIXED, out, count);
}

/* ---- Points ---------------------------------------------------------------------------------- */

static void points(const struct test_case *test)
{
    enum { MOST = 700 };
    static _Alignas(double) unsigned char data[4][MOST * sizeof(double)];
    static _Alignas(double) unsigned char out[MOST * sizeof(double)], before[sizeof out],
        result[sizeof out], expected[sizeof out];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    perlin_output output;
    uint8_t permutation[256];
    for (struct trials t = trials(200); next_trial(&t);) {
        const size_t count = random_below(&r, random_chance(&r, 2) ? 40 : MOST);
        struct bounds seen = no_bounds;
        double bounds[2];
        random_params(&r, &params, test->dims, permutation);
        random_output(&r, &output);
        perlin_noise *const noise = create_for(test->subject, &params);
        for (uint32_t d = 0; d < test->dims; d++)
            fill_coordinates(&r, test->lane, random_chance(&r, 2) ? MIXED : ORDINARY, data[d],
                             count);
        fill_before(&r, test->lane, before, count);
        memcpy(out, before, sizeof out);
        evaluate_points(test->lane, noise, test->dims, count, coords, NULL, result);
        for (size_t i = 0; i < count; i++) {
            expect_output(test->lane, &output, result, before, i, expected);
            widen(&seen, element_of(test->lane, expected, i));
        }
        const int wants_bounds = random_chance(&r, 2);
        assert_status(evaluate_points_into(test->lane, noise, test->dims, count, coords, NULL,
                                           &output, out, wants_bounds ? bounds : NULL),
                      PERLIN_OK, "points_into");
        assert_same_bits(out, expected, count, size, "scale %a bias %a accumulate %u; %s",
                         output.scale, output.bias, output.accumulate, describe(&params));
        if (wants_bounds)
            assert_bounds(read_bounds(test->lane, bounds), seen);
        perlin_destroy(noise);
    }
}

/* ---- Grids ----------------------------------------------------------------------------------- */

static void random_grid(struct random *r, perlin_grid *grid, uint32_t dims, size_t most)
{
    static const double steps[] = {1 / 500.0, 1 / 64.0, 0.1, -0.3, 1.0, 1.7, 1e305};
    perlin_grid_init(grid);
    grid->dims = dims;
    random_counts(r, grid, most);
    random_strides(r, grid);
    for (uint32_t a = 0; a < dims; a++) {
        grid->step[a] = steps[random_below(r, COUNT_OF(steps))];
        grid->start[a] = random_between(r, -2000, 2000);
    }
}

/* The box in two parts, cut along a random axis; the bounds of both. */
static struct bounds grid_in_parts(const struct test_case *test, struct random *r,
                                   const perlin_noise *noise, const perlin_grid *box,
                                   const perlin_output *output, char *out)
{
    const uint32_t axis = random_below(r, box->dims);
    const size_t cut = random_below(r, (uint32_t)box->count[axis] + 1); /* a part may be empty */
    perlin_grid low = *box, high = *box;
    double bounds[2];
    low.count[axis] = cut;
    high.count[axis] -= cut;
    high.start[axis] += (int64_t)cut;
    assert_status(evaluate_grid_into(test->lane, noise, &low, output, out, bounds), PERLIN_OK,
                  "part");
    const struct bounds first = read_bounds(test->lane, bounds);
    out += (ptrdiff_t)(cut * result_size(test->lane)) * box->stride[axis];
    assert_status(evaluate_grid_into(test->lane, noise, &high, output, out, bounds), PERLIN_OK,
                  "part");
    return merge_bounds(first, read_bounds(test->lane, bounds));
}

static void grids(const struct test_case *test)
{
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    perlin_output output;
    perlin_grid grid;
    uint8_t permutation[256];
    for (struct trials t = trials(100); next_trial(&t);) {
        struct bounds seen = no_bounds;
        double bounds[2];
        ptrdiff_t first;
        size_t elements;
        random_params(&r, &params, test->dims, permutation);
        random_output(&r, &output);
        random_grid(&r, &grid, test->dims, 3000);
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "extent");
        char *const before = allocate_or_fail(elements * size);
        char *const out = allocate_or_fail(elements * size);
        char *const parts = allocate_or_fail(elements * size);
        char *const result = allocate_or_fail(elements * size);
        char *const expected = allocate_or_fail(elements * size);
        const ptrdiff_t origin = -first * (ptrdiff_t)size;
        fill_before(&r, test->lane, before, elements);
        memcpy(out, before, elements * size);
        memcpy(parts, before, elements * size);
        memcpy(expected, before, elements * size);
        perlin_noise *const noise = create_for(test->subject, &params);
        /* Where results of two fills agree, a sample was written: gaps keep what they were filled
           with. */
        memset(result, 0x11, elements * size);
        evaluate_grid(test->lane, noise, &grid, result + origin);
        char *const again = allocate_or_fail(elements * size);
        memset(again, 0x22, elements * size);
        evaluate_grid(test->lane, noise, &grid, again + origin);
        for (size_t i = 0; i < elements; i++)
            if (memcmp(result + i * size, again + i * size, size) == 0) {
                expect_output(test->lane, &output, result, before, i, expected);
                widen(&seen, element_of(test->lane, expected, i));
            }
        free(again);
        const int wants_bounds = random_chance(&r, 2);
        assert_status(evaluate_grid_into(test->lane, noise, &grid, &output, out + origin,
                                         wants_bounds ? bounds : NULL),
                      PERLIN_OK, "grid_into");
        if (first_difference(out, expected, elements, size) >= 0)
            assert_same_bits(out, expected, elements, size,
                             "scale %a bias %a accumulate %u; %s | %s", output.scale, output.bias,
                             output.accumulate, describe_grid(&grid), describe(&params));
        if (wants_bounds)
            assert_bounds(read_bounds(test->lane, bounds), seen);
        assert_bounds(grid_in_parts(test, &r, noise, &grid, &output, parts + origin), seen);
        assert_same_bits(parts, expected, elements, size, "in parts");
        perlin_destroy(noise);
        free(before);
        free(out);
        free(parts);
        free(result);
        free(expected);
    }
}

int main(void)
{
    add_table_cases("points", points, 0, F64_F32);
    add_table_cases("grid", grids, 0, F64);
    return run_cases("output");
}
