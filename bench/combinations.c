/*
 * What combinations cost beside their parts: ratios of the time that a combination takes to that of
 * its noises alone, by turns in one process.
 *
 *     build/bench/bench/combinations [SECONDS]        by the backend that PERLIN_BACKEND caps
 */
#include <perlin/perlin.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_SAMPLES = 64 * 64 * 64, MOST_PARTS = 5 };

static float out[MOST_PARTS + 1][MOST_SAMPLES];
static double coordinate[3][MOST_SAMPLES];
static double seconds = 0.2;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void succeed(perlin_status status)
{
    if (status != PERLIN_OK) {
        fprintf(stderr, "combinations: %s\n", perlin_status_string(status));
        exit(1);
    }
}

static perlin_noise *noise_of(perlin_basis basis, uint64_t seed, uint32_t octaves)
{
    perlin_params params;
    perlin_noise *noise;
    perlin_params_init(&params);
    params.basis = basis;
    params.seed = seed;
    params.octaves = octaves;
    params.fractal = octaves > 1 ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
    succeed(perlin_create(&noise, &params));
    return noise;
}

static perlin_noise *combined(perlin_combine_kind kind, const perlin_noise *a,
                              const perlin_noise *b, const perlin_noise *c)
{
    perlin_combination combination;
    perlin_noise *noise;
    succeed(perlin_combination_init(&combination, kind));
    combination.input[0] = a;
    combination.input[1] = b;
    combination.input[2] = c;
    combination.amplitude = 0.5;
    combination.dims = 2; /* TRANSFORM: a map of x and y */
    succeed(perlin_combine(&noise, &combination));
    return noise;
}

static perlin_grid grid_of(uint32_t dims, size_t width)
{
    perlin_grid grid;
    perlin_grid_init(&grid);
    grid.dims = dims;
    for (uint32_t a = 0; a < dims; a++) {
        grid.count[a] = width;
        grid.step[a] = 1.0 / 64;
    }
    return grid;
}

/* What a part of a combination is evaluated at: the grid, points near its samples, or its first two
   dimensions. */
enum way { END, GRID, POINTS, MAP };
struct part {
    const perlin_noise *noise;
    enum way way;
};

static void evaluate(const struct part *part, const perlin_grid *grid, size_t samples, float *to)
{
    const double *const coords[3] = {coordinate[0], coordinate[1], coordinate[2]};
    perlin_grid map = *grid;
    map.dims = part->way == MAP ? 2 : grid->dims;
    if (part->way == POINTS)
        succeed(perlin_points_f64_f32(part->noise, grid->dims, samples, coords, NULL, to));
    else
        succeed(perlin_grid_f32(part->noise, &map, to));
}

/* The least time of the whole beside the least time of all of its parts. */
static void race(const char *name, uint32_t dims, size_t width, const perlin_noise *whole,
                 const struct part parts[])
{
    const perlin_grid grid = grid_of(dims, width);
    const struct part all = {whole, GRID};
    double least[2] = {1e9, 1e9};
    size_t samples = width * width * (dims == 3 ? width : 1);
    for (size_t i = 0; i < samples; i++) {
        const size_t index[3] = {i % width, i / width % width, i / width / width};
        for (int a = 0; a < 3; a++)
            coordinate[a][i] = (double)index[a] / 64 + 0.05 * (double)(i * 7 % 5);
    }
    const size_t turns = samples < 1000 ? 100 : 1;
    for (const double end = now() + seconds; now() < end;) {
        double times[3] = {now()};
        for (size_t t = 0; t < turns; t++)
            for (int p = 0; parts[p].way != END; p++)
                evaluate(&parts[p], &grid, samples, out[1 + p]);
        times[1] = now();
        for (size_t t = 0; t < turns; t++)
            evaluate(&all, &grid, samples, out[0]);
        times[2] = now();
        for (int k = 0; k < 2; k++)
            if (times[k + 1] - times[k] < least[k])
                least[k] = times[k + 1] - times[k];
    }
    const double scale = 1e9 / (double)(samples * turns);
    printf("| %s, %zu^%u | %.2f | %.2f | %.2f |\n", name, width, dims, least[0] * scale,
           least[1] * scale, least[1] / least[0]);
    fflush(stdout);
}

static void race_basis(const char *basis_name, perlin_basis basis, uint32_t octaves)
{
    static const struct {
        uint32_t dims;
        size_t width;
    } grids[] = {{2, 256}, {3, 64}, {2, 16}};
    perlin_noise *const a = noise_of(basis, 1, octaves), *const b = noise_of(basis, 2, octaves);
    perlin_noise *const mask = noise_of(basis, 3, octaves), *const by = noise_of(basis, 4, 1);
    perlin_noise *const sum = combined(PERLIN_COMBINE_ADD, a, b, NULL);
    perlin_noise *const blend = combined(PERLIN_COMBINE_BLEND, a, b, mask);
    perlin_noise *const warp = combined(PERLIN_COMBINE_WARP, a, by, NULL);
    perlin_noise *const map = combined(PERLIN_COMBINE_TRANSFORM, b, NULL, NULL);
    perlin_noise *const world = combined(PERLIN_COMBINE_ADD, a, map, NULL);
    char name[64];
    for (size_t g = 0; g < sizeof grids / sizeof grids[0]; g++) {
        snprintf(name, sizeof name, "%s, %u octaves: sum", basis_name, octaves);
        race(name, grids[g].dims, grids[g].width, sum,
             (const struct part[]){{a, GRID}, {b, GRID}, {NULL, END}});
        snprintf(name, sizeof name, "%s, %u octaves: blend", basis_name, octaves);
        race(name, grids[g].dims, grids[g].width, blend,
             (const struct part[]){{a, GRID}, {b, GRID}, {mask, GRID}, {NULL, END}});
    }
    snprintf(name, sizeof name, "%s, %u octaves: warp by one octave", basis_name, octaves);
    race(name, 2, 256, warp,
         (const struct part[]){{by, GRID}, {by, GRID}, {a, POINTS}, {NULL, END}});
    race(name, 3, 64, warp,
         (const struct part[]){{by, GRID}, {by, GRID}, {by, GRID}, {a, POINTS}, {NULL, END}});
    snprintf(name, sizeof name, "%s, %u octaves: with a map under it", basis_name, octaves);
    race(name, 3, 64, world, (const struct part[]){{a, GRID}, {b, MAP}, {NULL, END}});
    perlin_noise *const made[] = {a, b, mask, by, sum, blend, warp, map, world};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++)
        perlin_destroy(made[i]);
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        seconds = atof(argv[1]);
    printf("| combination | parts, ns a sample | whole | ratio |\n|---|---:|---:|---:|\n");
    for (uint32_t octaves = 1; octaves <= 6; octaves += 5) {
        race_basis("Perlin", PERLIN_BASIS_PERLIN, octaves);
        race_basis("simplex", PERLIN_BASIS_SIMPLEX, octaves);
    }
    return 0;
}
