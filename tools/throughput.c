/*
 * Million samples a second: the best of the calls that fit a few tens of milliseconds, and of some
 * at least: other programs may take the core away for longer. Arrays are small enough for the
 * second-level cache.
 */
#include "throughput.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { SAMPLES = 32768, POINTS = 4096, FEWEST_CALLS = 10 };
static const double time_for_each = 25e-3; /* seconds */

static const struct {
    const char *name;
    uint32_t dims;
    bool grid, wide;
    size_t count[4]; /* SAMPLES in all; of points, POINTS */
} rows[] = {
    {"grid   2-D  f32", 2, true, false, {256, 128}},
    {"grid   2-D  f64", 2, true, true, {256, 128}},
    {"grid   3-D  f32", 3, true, false, {64, 32, 16}},
    {"grid   3-D  f64", 3, true, true, {64, 32, 16}},
    {"grid   4-D  f32", 4, true, false, {32, 16, 8, 8}},
    {"grid   4-D  f64", 4, true, true, {32, 16, 8, 8}},
    {"points 2-D  f32", 2, false, false, {POINTS}},
    {"points 2-D  f64", 2, false, true, {POINTS}},
    {"points 3-D  f32", 3, false, false, {POINTS}},
    {"points 3-D  f64", 3, false, true, {POINTS}},
    {"points 4-D  f32", 4, false, false, {POINTS}},
    {"points 4-D  f64", 4, false, true, {POINTS}},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

/* Scattered points, and room for results. */
struct arrays {
    float f32[4][POINTS], out_f32[SAMPLES];
    double f64[4][POINTS], out_f64[SAMPLES];
};
static struct arrays arrays;

static void fill_arrays(void)
{
    uint64_t state = 1;
    for (int d = 0; d < 4; d++) {
        for (int i = 0; i < POINTS; i++) {
            /* Knuth's MMIX generator; its upper 24 bits as 0 to 256 */
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            arrays.f64[d][i] = (double)(state >> 40) * 0x1p-16;
            arrays.f32[d][i] = (float)arrays.f64[d][i];
        }
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static perlin_status run(const perlin_noise *noise, int row, const perlin_grid *grid)
{
    const float *const f32[4] = {arrays.f32[0], arrays.f32[1], arrays.f32[2], arrays.f32[3]};
    const double *const f64[4] = {arrays.f64[0], arrays.f64[1], arrays.f64[2], arrays.f64[3]};
    if (rows[row].grid)
        return rows[row].wide ? perlin_grid_f64(noise, grid, arrays.out_f64)
                              : perlin_grid_f32(noise, grid, arrays.out_f32);
    return rows[row].wide
               ? perlin_points_f64(noise, rows[row].dims, POINTS, f64, NULL, arrays.out_f64)
               : perlin_points_f32(noise, rows[row].dims, POINTS, f32, NULL, arrays.out_f32);
}

static perlin_status measure(perlin_backend backend, int row, double *millions)
{
    perlin_params params;
    perlin_grid grid;
    perlin_noise *noise;
    perlin_status status = perlin_params_init(&params);
    if (status == PERLIN_OK)
        status = perlin_grid_init(&grid);
    if (status != PERLIN_OK)
        return status;
    params.backend = backend;
    grid.dims = rows[row].dims;
    for (int a = 0; a < 4; a++) {
        grid.step[a] = 0x1p-6;
        grid.count[a] = rows[row].count[a];
    }
    status = perlin_create(&noise, &params);
    if (status != PERLIN_OK)
        return status;

    double best = 1e9, now = seconds();
    const double end = now + time_for_each;
    for (int call = 0; (call < FEWEST_CALLS || now < end) && status == PERLIN_OK; call++) {
        const double begin = now;
        status = run(noise, row, &grid);
        now = seconds();
        if (now > begin && now - begin < best)
            best = now - begin;
    }
    perlin_destroy(noise);
    *millions = (rows[row].grid ? SAMPLES : POINTS) / best * 1e-6;
    return status;
}

perlin_status throughput_print(const perlin_backend backends[], int count)
{
    fill_arrays();
    printf("\nMillion samples a second (grids: step 1/64)\n%-16s", "");
    for (int i = 0; i < count; i++)
        printf("%10s", perlin_backend_name(backends[i]));
    putchar('\n');
    for (int row = 0; row < ROW_COUNT; row++) {
        printf("%-16s", rows[row].name);
        for (int i = 0; i < count; i++) {
            double millions;
            const perlin_status status = measure(backends[i], row, &millions);
            if (status != PERLIN_OK)
                return status;
            printf("%10.1f", millions);
            fflush(stdout);
        }
        putchar('\n');
    }
    return PERLIN_OK;
}
