/*
 * How a grid is cut does not matter: any split of a box equals the whole, and every sample equals
 * the point at its coordinates.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

static void random_grid(struct random *r, perlin_grid *grid, uint32_t dims, size_t most)
{
    static const double steps[] = {1 / 500.0, 1 / 64.0, 1 / 16.0, 0.1, -0.3,
                                   0.9,       1.0,      1.7,      7.0, 0.0};
    static const double origins[] = {0.0, 0.5, -100.3, 1e12, 1e300};
    perlin_grid_init(grid);
    grid->dims = dims;
    random_counts(r, grid, most);
    random_strides(r, grid);
    for (uint32_t a = 0; a < dims; a++) {
        grid->step[a] = steps[random_below(r, COUNT_OF(steps))];
        grid->start[a] = random_between(r, -2000, 2000);
        grid->origin[a] = origins[random_below(r, COUNT_OF(origins))];
        if (random_chance(r, 4))
            round_steps(r, grid, a);
    }
    take_one_at_steps_of_zero(grid);
}

/* ---- Splits ---------------------------------------------------------------------------------- */

/* Evaluates the box in pieces: cut at a random index of a random axis, then both parts likewise, in
   either order, so that a piece that wrote past its end would be seen. */
static void evaluate_pieces(const struct test_case *test, struct random *r,
                            const perlin_noise *noise, const perlin_grid *box, char *out,
                            uint32_t depth)
{
    uint32_t axes[4], usable = 0;
    for (uint32_t a = 0; a < box->dims; a++)
        if (box->count[a] > 1)
            axes[usable++] = a;
    if (depth == 0 || usable == 0) {
        assert_status(evaluate_grid(test->lane, noise, box, out), PERLIN_OK, "piece");
        return;
    }
    const uint32_t axis = axes[random_below(r, usable)];
    const size_t cut = 1 + random_below(r, (uint32_t)box->count[axis] - 1);
    const ptrdiff_t shift = (ptrdiff_t)(cut * result_size(test->lane)) * box->stride[axis];
    perlin_grid low = *box, high = *box;
    low.count[axis] = cut;
    high.count[axis] -= cut;
    high.start[axis] += (int64_t)cut;
    if (random_chance(r, 2)) {
        evaluate_pieces(test, r, noise, &low, out, depth - 1);
        evaluate_pieces(test, r, noise, &high, out + shift, depth - 1);
    } else {
        evaluate_pieces(test, r, noise, &high, out + shift, depth - 1);
        evaluate_pieces(test, r, noise, &low, out, depth - 1);
    }
}

static void splits(const struct test_case *test)
{
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    uint8_t permutation[256];
    for (struct trials t = trials(60); next_trial(&t);) {
        ptrdiff_t first;
        size_t elements;
        random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        random_grid(&r, &grid, test->dims, 3000);
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "extent");
        char *const whole = allocate_or_fail(elements * size);
        char *const pieces = allocate_or_fail(elements * size);
        memset(whole, 0xcc, elements * size);
        memset(pieces, 0xcc, elements * size);
        const ptrdiff_t origin = -first * (ptrdiff_t)size;
        assert_status(evaluate_grid(test->lane, noise, &grid, whole + origin), PERLIN_OK, "whole");
        evaluate_pieces(test, &r, noise, &grid, pieces + origin, 1 + random_below(&r, 7));
        if (first_difference(pieces, whole, elements, size) >= 0)
            assert_same_bits(pieces, whole, elements, size, "pieces of %s | %s",
                             describe_grid(&grid), describe(&params));
        free(whole);
        free(pieces);
        perlin_destroy(noise);
    }
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* The coordinates of a packed grid's samples, an array an axis. */
static void grid_coordinates(const perlin_grid *grid, double *coords[4])
{
    size_t index[4] = {0, 0, 0, 0}, samples = 1;
    for (uint32_t a = 0; a < grid->dims; a++)
        samples *= grid->count[a];
    for (size_t i = 0; i < samples; i++) {
        for (uint32_t a = 0; a < grid->dims; a++) {
            int64_t sample = grid->start[a] + (int64_t)index[a];
            if (grid->period[a] > 0)
                for (sample %= (int64_t)grid->period[a]; sample < 0;)
                    sample += (int64_t)grid->period[a];
            const double product = (double)sample * grid->step[a];
            coords[a][i] = grid->origin[a] + product;
        }
        for (uint32_t a = 0; a < grid->dims && ++index[a] == grid->count[a]; a++)
            index[a] = 0;
    }
}

static void as_points(const struct test_case *test)
{
    enum { MOST = 2000 };
    static double data[4][MOST];
    static _Alignas(double) unsigned char out[MOST * sizeof(double)],
        expected[MOST * sizeof(double)];
    const size_t size = result_size(test->lane);
    double *coords[4] = {data[0], data[1], data[2], data[3]};
    const void *const arrays[4] = {data[0], data[1], data[2], data[3]};
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    uint8_t permutation[256];
    for (struct trials t = trials(60); next_trial(&t);) {
        size_t samples = 1;
        random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        random_grid(&r, &grid, test->dims, MOST);
        for (uint32_t a = 0; a < test->dims; a++) {
            grid.stride[a] = 0;
            samples *= grid.count[a];
        }
        grid_coordinates(&grid, coords);
        evaluate_grid(test->lane, noise, &grid, out);
        evaluate_points(test->lane == F32 ? F64_F32 : F64, noise, test->dims, samples, arrays, NULL,
                        expected);
        if (first_difference(out, expected, samples, size) >= 0)
            assert_same_bits(out, expected, samples, size, "grid against points: %s | %s",
                             describe_grid(&grid), describe(&params));
        perlin_destroy(noise);
    }
}

/* A level of detail: every second sample of a grid, through a step twice as large. */
static void power_of_two_steps(const struct test_case *test)
{
    struct random r = random_for(test);
    const size_t size = result_size(test->lane);
    perlin_noise *const noise = create_raw(test->subject);
    for (struct trials t = trials(30); next_trial(&t);) {
        perlin_grid fine, coarse;
        perlin_grid_init(&fine);
        fine.dims = test->dims;
        for (uint32_t a = 0; a < test->dims; a++) {
            fine.count[a] = 1 + 2 * random_below(&r, 6);
            fine.start[a] = 2 * random_between(&r, -100, 100);
            fine.step[a] = 1 / 32.0;
            fine.origin[a] = random_real(&r, -10, 10);
        }
        coarse = fine;
        size_t samples = 1;
        for (uint32_t a = 0; a < test->dims; a++) {
            coarse.count[a] = fine.count[a] / 2 + 1;
            coarse.start[a] = fine.start[a] / 2;
            coarse.step[a] = 1 / 16.0;
            coarse.stride[a] = 2 * (ptrdiff_t)samples; /* onto the fine grid's samples */
            samples *= fine.count[a];
        }
        char *const out = allocate_or_fail(samples * size), *const copy =
                                                                allocate_or_fail(samples * size);
        evaluate_grid(test->lane, noise, &fine, out);
        memcpy(copy, out, samples * size);
        evaluate_grid(test->lane, noise, &coarse, copy);
        assert_same_bits(copy, out, samples, size, "half the detail: %s", describe_grid(&fine));
        memset(copy, 0, samples * size);
        evaluate_grid(test->lane, noise, &coarse, copy);
        assert_memory_equal(copy, out, size); /* the coarse grid was written at all */
        free(out);
        free(copy);
    }
    perlin_destroy(noise);
}

int main(void)
{
    add_table_cases("splits", splits, 0, F64);
    add_table_cases("as_points", as_points, 0, F64);
    add_table_cases("detail", power_of_two_steps, 0, F64);
    return run_cases("splits");
}
