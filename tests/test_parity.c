/*
 * Every way through the engine and the kernels once, on every backend beside the scalar one, bit for
 * bit: each noise, by each of its parameters that select other code, at each kind of cells, in each
 * number of dimensions, type and sum of octaves, as points and as grids, with slopes and without.
 * Random draws, in the other suites, come to the same ways from more sides, but may miss one.
 */
#include "support.h"

#include <string.h>

enum { POINT_COUNT = 150, MOST_SAMPLES = 240, OUTPUTS = 5 };

/* ---- What there is --------------------------------------------------------------------------- */

/* Where cells are and how they are found. */
enum cells {
    NEAR,
    WRAPPED, /* on both sides of where cell numbers wrap, or of what kernels place in float */
    FAR,     /* on both sides of what kernels place in double */
    ROTATED, /* by a matrix */
    PERIODS, /* short ones, and by the integer hash one that passes a byte */
    CELLS
};

static const char *const cells_names[] = {"near", "wrapped", "far", "rotated", "periods"};

static int set_cells(perlin_params *params, enum cells cells, enum lane lane)
{
    static const uint32_t periods[] = {3, 8, 300, 5};
    if (cells == WRAPPED) /* coordinates are up to 20 */
        params->frequency = lane == F32 ? 0x1p19 : 0x1p28;
    if (cells == FAR)
        params->frequency = 0x1p48;
    if (cells == ROTATED) {
        params->rotation = PERLIN_ROTATION_MATRIX;
        for (int a = 0; a < 16; a++)
            params->matrix[a / 4][a % 4] = (a % 5 - 2) * 0.375;
    }
    if (cells == PERIODS) {
        memcpy(params->period, periods, sizeof periods);
        if (params->hash == PERLIN_HASH_PERMUTATION) {
            params->period[2] = 100; /* cells of the next octave are up to 299 */
            params->lacunarity = 3;
        }
        return perlin_bases[params->basis]->takes_period;
    }
    return 1;
}

/* Parameter number `index` of those that select other code of this basis and hash. */
static int set_variant(perlin_params *params, uint32_t index)
{
    if (params->basis == PERLIN_BASIS_VALUE || params->basis == PERLIN_BASIS_ELIAS) {
        params->interpolation = index % 4;
        params->elias_smoothing = index / 4;
        return index < (params->basis == PERLIN_BASIS_ELIAS ? 8 : 4);
    }
    if (params->hash == PERLIN_HASH_PERMUTATION && params->basis == PERLIN_BASIS_PERLIN) {
        params->gradients = index;
        return index < 4;
    }
    if (params->basis == PERLIN_BASIS_CELLULAR) { /* each result, and F1 and F4 by other metrics */
        static const uint32_t others[] = {PERLIN_CELLULAR_F1, PERLIN_CELLULAR_F4};
        params->cellular_result = index < 10 ? index : others[index % 2];
        params->cellular_metric = index < 10 ? index % 2 : index / 2 - 3;
        params->jitter = index % 3 ? 1 : 0.75;
        return index < 14;
    }
    return index == 0;
}

/* The sum of octaves: of the first variant near the origin all there are, else one octave and fBm. */
static int set_sum(perlin_params *params, uint32_t index, int has_all)
{
    params->octaves = 2;
    params->fractal = index % 6;
    params->weighted_strength = index < 6 ? 0 : 0.5;
    return index < (has_all ? 12 : 2);
}

/* ---- Comparison ------------------------------------------------------------------------------ */

struct pair {
    perlin_noise *noise, *oracle;
};

/* Results, and slopes. */
struct results {
    _Alignas(double) unsigned char output[OUTPUTS][MOST_SAMPLES * sizeof(double)];
};

static void compare(const struct test_case *test, const struct results results[2], size_t samples,
                    int slopes, const perlin_params *params, const char *what, enum cells cells)
{
    for (uint32_t k = 0; k <= (slopes ? test->dims : 0); k++)
        if (first_difference(results[0].output[k], results[1].output[k], samples,
                             result_size(test->lane)) >= 0)
            assert_same_bits(results[0].output[k], results[1].output[k], samples,
                             result_size(test->lane), "output %u of %s%s, %s; %s", k, what,
                             slopes ? " with slopes" : "", cells_names[cells], describe(params));
}

static void compare_points(const struct test_case *test, const struct pair *pair,
                           const perlin_params *params, enum cells cells)
{
    static _Alignas(double) unsigned char data[4][POINT_COUNT * sizeof(double)];
    static struct results results[2];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    struct random r = {1};
    for (uint32_t d = 0; d < test->dims; d++)
        for (size_t i = 0; i < POINT_COUNT; i++) {
            const double wide = random_real(&r, -20, 20);
            const float narrow = (float)wide;
            memcpy(data[d] + i * coord_size(test->lane),
                   test->lane == F32 ? (const void *)&narrow : &wide, coord_size(test->lane));
        }
    for (int slopes = 0; slopes < 2; slopes++) {
        for (int k = 0; k < 2; k++) {
            perlin_noise *const noise = k ? pair->oracle : pair->noise;
            void *const out = results[k].output[0];
            void *const gradient[4] = {results[k].output[1], results[k].output[2],
                                       results[k].output[3], results[k].output[4]};
            if (slopes)
                evaluate_points_gradient(test->lane, noise, test->dims, POINT_COUNT, coords, NULL,
                                         out, gradient);
            else
                evaluate_points_into(test->lane, noise, test->dims, POINT_COUNT, coords, NULL, NULL,
                                     out, NULL);
        }
        compare(test, results, POINT_COUNT, slopes, params, "points", cells);
    }
}

/* Steps within cells, beyond them, and rounded: of huge indices the first two are not the same number
   in double, but others are, so that coordinates jump. The origin takes them back to near 0. */
static void compare_grids(const struct test_case *test, const struct pair *pair,
                          const perlin_params *params, enum cells cells)
{
    static const size_t counts[4][4] = {{150}, {70, 3}, {37, 3, 2}, {23, 2, 2, 2}};
    static const double steps[] = {0.07, 1.3, 0.07};
    static const int64_t far[] = {(INT64_C(1) << 62) + 512, (INT64_C(1) << 53) + 1,
                                  (INT64_C(1) << 57) + 16, -(INT64_C(1) << 60) - 129};
    static const char *const names[] = {"a grid", "a wide grid", "a grid of rounded steps"};
    static struct results results[2];
    for (size_t s = 0; s < (cells == NEAR ? COUNT_OF(steps) : 2); s++)
        for (int slopes = 0; slopes < 2; slopes++) {
            perlin_grid grid;
            size_t samples = 1;
            perlin_grid_init(&grid);
            grid.dims = test->dims;
            for (uint32_t a = 0; a < test->dims; a++) {
                grid.count[a] = counts[test->dims - 1][a];
                grid.step[a] = steps[s];
                grid.origin[a] = -1.7;
                if (s == 2) {
                    grid.step[a] = a == 0 ? steps[s] : 0.6;
                    grid.start[a] = far[a];
                    grid.origin[a] -= (double)grid.start[a] * grid.step[a];
                }
                samples *= grid.count[a];
            }
            for (int k = 0; k < 2; k++) {
                perlin_noise *const noise = k ? pair->oracle : pair->noise;
                void *const out = results[k].output[0];
                void *const gradient[4] = {results[k].output[1], results[k].output[2],
                                           results[k].output[3], results[k].output[4]};
                if (slopes)
                    evaluate_grid_gradient(test->lane, noise, &grid, out, gradient);
                else
                    evaluate_grid_into(test->lane, noise, &grid, NULL, out, NULL);
            }
            compare(test, results, samples, slopes, params, names[s], cells);
        }
}

static void compare_noise(const struct test_case *test, const perlin_params *params,
                          enum cells cells)
{
    const struct pair pair = {create_for(test->subject, params), create_scalar(params)};
    compare_points(test, &pair, params, cells);
    if (test->lane != F64_F32)
        compare_grids(test, &pair, params, cells);
    perlin_destroy(pair.noise);
    perlin_destroy(pair.oracle);
}

/* All, or with PERLIN_TEST_COUNT below 1 that share of them. */
static void parity(const struct test_case *test)
{
    enum { WHOLE = 1000 };
    const size_t share = scaled_down(WHOLE);
    size_t noises = 0, taken = 0;
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++)
        for (enum cells cells = NEAR; cells < CELLS; cells++)
            for (uint32_t v = 0;; v++) {
                perlin_params_init(&params);
                set_noise(&params, n);
                if (!set_variant(&params, v) || !set_cells(&params, cells, test->lane) ||
                    !has_dims(&params, test->dims) || is_scalar_noise(&params))
                    break;
                for (uint32_t sum = 0; set_sum(&params, sum, cells == NEAR && v == 0); sum++)
                    if (++noises * share / WHOLE > taken) {
                        taken++;
                        compare_noise(test, &params, cells);
                    }
            }
    print_message("%s: %zu of %zu noises\n", test->name, taken, noises);
    assert_true(noises > 100 && taken > 0);
}

int main(void)
{
    add_table_cases("parity", parity, FIRST_VECTOR_SUBJECT, F64_F32);
    return run_cases("parity");
}
