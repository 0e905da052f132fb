/*
 * instruction_counts BACKEND: does each of some works once, in a function count_NAME, whose
 * instructions instruction_counts.sh has valgrind count. Noises are made, and each work is done once,
 * before. Without BACKEND lists those that are there but the scalar one, which has no vectors to keep
 * in registers.
 */
#include "perlin/perlin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4096, SIDE_2D = 64, SIDE_3D = 16 };

static float coordinate[4][SAMPLES], out[SAMPLES], slope[3][SAMPLES];
static double wide_coordinate[4][SAMPLES], wide_out[SAMPLES];

enum kind { POINTS, WIDE_POINTS, GRID, SLOPES };

struct work {
    enum kind kind;
    uint32_t dims;
    perlin_hash hash;
    perlin_basis basis;
    uint32_t octaves;
};

static perlin_noise *noise;
static perlin_grid grid;

static int check(perlin_status status)
{
    if (status != PERLIN_OK)
        fprintf(stderr, "instruction_counts: %s\n", perlin_status_string(status));
    return status == PERLIN_OK;
}

static int prepare(const struct work *work, perlin_backend backend)
{
    perlin_params params;
    perlin_params_init(&params);
    params.backend = backend;
    params.hash = work->hash;
    params.basis = work->basis;
    if (work->octaves > 1) {
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octaves = work->octaves;
    }
    perlin_grid_init(&grid);
    grid.dims = work->dims;
    for (uint32_t a = 0; a < work->dims; a++) {
        grid.count[a] = work->dims == 2 ? SIDE_2D : SIDE_3D;
        grid.step[a] = 1.0 / 16;
    }
    return check(perlin_create(&noise, &params));
}

static perlin_status evaluate(const struct work *work)
{
    const float *const c[4] = {coordinate[0], coordinate[1], coordinate[2], coordinate[3]};
    const double *const wide[4] = {wide_coordinate[0], wide_coordinate[1], wide_coordinate[2],
                                   wide_coordinate[3]};
    float *const slopes[3] = {slope[0], slope[1], slope[2]};
    switch (work->kind) {
    case POINTS:
        return perlin_points_f32(noise, work->dims, SAMPLES, c, NULL, out);
    case WIDE_POINTS:
        return perlin_points_f64(noise, work->dims, SAMPLES, wide, NULL, wide_out);
    case GRID:
        return perlin_grid_f32(noise, &grid, out);
    default:
        return perlin_grid_gradient_f32(noise, &grid, out, slopes);
    }
}

/* Each work: its name, and what it is. */
#define EACH_WORK(work)                                                                            \
    work(perlin_points_2, POINTS, 2, INTEGER, PERLIN,                                              \
         1) work(perlin_points_3, POINTS, 3, INTEGER, PERLIN,                                      \
                 1) work(perlin_points_3_f64, WIDE_POINTS, 3, INTEGER, PERLIN,                     \
                         1) work(perlin_fbm_points_2, POINTS, 2, INTEGER, PERLIN, 6)               \
        work(perlin_grid_3, GRID, 3, INTEGER, PERLIN, 1) work(perlin_slopes_2, SLOPES, 2, INTEGER, \
                                                              PERLIN, 1)                           \
            work(value_points_3, POINTS, 3, INTEGER, VALUE, 1) work(value_cubic_grid_2, GRID, 2,   \
                                                                    INTEGER, VALUE_CUBIC, 1)       \
                work(simplex_points_3, POINTS, 3, INTEGER, SIMPLEX, 1)                             \
                    work(opensimplex2s_points_2, POINTS, 2, INTEGER, OPENSIMPLEX2S, 1)             \
                        work(opensimplex2s_points_3, POINTS, 3, INTEGER, OPENSIMPLEX2S, 1)         \
                            work(perlin_table_points_2, POINTS, 2, PERMUTATION, PERLIN, 1)         \
                                work(perlin_table_points_3, POINTS, 3, PERMUTATION, PERLIN, 1)     \
                                    work(perlin_table_fbm_grid_2, GRID, 2, PERMUTATION, PERLIN, 6) \
                                        work(perlin_table_grid_3, GRID, 3, PERMUTATION, PERLIN, 1)

#define WORK(name, kind, dims, hash, basis, octaves)                                               \
    static const struct work work_##name = {kind, dims, PERLIN_HASH_##hash, PERLIN_BASIS_##basis,  \
                                            octaves};                                              \
    static __attribute__((noinline)) perlin_status count_##name(void)                              \
    {                                                                                              \
        return evaluate(&work_##name);                                                             \
    }
EACH_WORK(WORK)

static int do_works(perlin_backend backend)
{
    int failed = 0;
#define DO(name, kind, dims, hash, basis, octaves)                                                 \
    if (prepare(&work_##name, backend)) {                                                          \
        failed |= !check(evaluate(&work_##name)) || !check(count_##name());                        \
        perlin_destroy(noise);                                                                     \
    } else {                                                                                       \
        failed = 1;                                                                                \
    }
    EACH_WORK(DO)
    return failed;
}

/* Coordinates anywhere within some hundred cells. */
static void fill_coordinates(void)
{
    uint32_t state = 1;
    for (size_t i = 0; i < SAMPLES; i++)
        for (int a = 0; a < 4; a++) {
            state = state * 1664525u + 1013904223u;
            wide_coordinate[a][i] = (double)(state >> 8) * 0x1p-24 * 400 - 200;
            coordinate[a][i] = (float)wide_coordinate[a][i];
        }
}

int main(int argc, char **argv)
{
    fill_coordinates();
    for (perlin_backend b = PERLIN_BACKEND_SCALAR + 1;
         strcmp(perlin_backend_name(b), "unknown") != 0; b++) {
        if (argc < 2 && perlin_backend_available(b))
            printf("%s\n", perlin_backend_name(b));
        else if (argc > 1 && strcmp(argv[1], perlin_backend_name(b)) == 0)
            return do_works(b);
    }
    return argc > 1;
}
