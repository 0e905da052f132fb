/*
 * Compares the warp of docs/bits.md with the same warp one sample at a time: its own
 * arithmetic, not contracted, and single samples of the scalar backend. page_example.sh links this
 * to the page's code.
 */
#include <perlin/perlin.h>

#include <stdio.h>
#include <string.h>

/* The page's. */
perlin_status warp(const perlin_noise *noise, const perlin_noise *const by[2],
                   const perlin_grid *grid, double amplitude, double *x, double *y, float *out);

enum { WIDTH = 61, ROWS = 37, SAMPLES = WIDTH * ROWS };

/* A noise to be warped and two that warp it. */
struct noises {
    perlin_noise *noise[3];
};

static struct noises create(perlin_basis basis, perlin_backend backend)
{
    struct noises made = {{NULL, NULL, NULL}};
    perlin_params params;
    perlin_params_init(&params);
    params.backend = backend;
    params.basis = basis;
    params.fractal = PERLIN_FRACTAL_FBM;
    params.frequency = 0.01;
    for (uint64_t i = 0; i < 3; i++) {
        params.seed = 7 + i;
        if (perlin_create(&made.noise[i], &params) != PERLIN_OK)
            made.noise[i] = NULL; /* fails in warp() */
    }
    return made;
}

static void destroy(struct noises made)
{
    for (int i = 0; i < 3; i++)
        perlin_destroy(made.noise[i]);
}

struct sample {
    double moved[2];
    float result;
};

static struct sample by_sample(const struct noises *made, const perlin_grid *grid, double amplitude,
                               int64_t column, int64_t row)
{
    const int64_t index[2] = {grid->start[0] + column, grid->start[1] + row};
    struct sample sample = {{0, 0}, 0};
    double at[2], step[2];
    for (int axis = 0; axis < 2; axis++) {
        step[axis] = (double)index[axis] * grid->step[axis];
        at[axis] = grid->origin[axis] + step[axis];
    }
    for (int axis = 0; axis < 2; axis++) {
        const double noise = perlin_at2_f64(made->noise[1 + axis], at[0], at[1]);
        sample.moved[axis] = step[axis] + (noise * amplitude + grid->origin[axis]);
    }
    sample.result = perlin_at2_f64_f32(made->noise[0], sample.moved[0], sample.moved[1]);
    return sample;
}

/* Counts the samples of which a bit differs. */
static int differing(perlin_basis basis, const perlin_grid *grid, double amplitude)
{
    static double x[SAMPLES], y[SAMPLES];
    static float out[SAMPLES];
    const struct noises fast = create(basis, PERLIN_BACKEND_AUTO);
    const struct noises scalar = create(basis, PERLIN_BACKEND_SCALAR);
    const perlin_noise *const by[2] = {fast.noise[1], fast.noise[2]};
    int count = 0;
    if (warp(fast.noise[0], by, grid, amplitude, x, y, out) != PERLIN_OK)
        count = SAMPLES;
    for (int i = 0; i < SAMPLES && count < SAMPLES; i++) {
        const struct sample sample = by_sample(&scalar, grid, amplitude, i % WIDTH, i / WIDTH);
        const double moved[2] = {x[i], y[i]};
        count += memcmp(moved, sample.moved, sizeof moved) != 0 ||
                 memcmp(&out[i], &sample.result, sizeof out[i]) != 0;
    }
    destroy(fast);
    destroy(scalar);
    return count;
}

int main(void)
{
    static const double amplitudes[] = {80.3, 0.1, -1e5}, steps[] = {0.7, 0.01};
    static const int64_t starts[] = {0, -77, INT64_C(1) << 40};
    int count = 0;
    for (int i = 0; i < 2 * 3 * 2 * 3 * 2; i++) {
        const perlin_basis basis = i % 2 == 0 ? PERLIN_BASIS_PERLIN : PERLIN_BASIS_SIMPLEX;
        const double step = steps[i / 6 % 2], origin = i / 36 == 0 ? 0 : 1234.56;
        perlin_grid grid;
        perlin_grid_init(&grid);
        grid.dims = 2;
        grid.count[0] = WIDTH;
        grid.count[1] = ROWS;
        grid.start[0] = grid.start[1] = starts[i / 12 % 3];
        grid.step[0] = grid.step[1] = step;
        grid.origin[0] = grid.origin[1] = origin;
        count += differing(basis, &grid, amplitudes[i / 2 % 3]);
    }
    printf("%d samples of %d differ from the warp by single samples\n", count, 72 * SAMPLES);
    return count != 0;
}
