/*
 * What the bases look like, on the scalar backend: continuous, with continuous slopes where
 * perlin.h promises them, and with the means, deviations and quantiles that docs/ranges.md lists.
 * Prints these lists.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { JUMPS, CREASED, SMOOTH };

struct kind {
    const char *name;
    uint32_t hash, basis, interpolation, smoothing, gradients, radius;
    int smoothness;      /* in 1-D and 2-D none jumps */
    double deviation[4]; /* by dims - 1, as docs/ranges.md lists it */
};

enum {
    GRADIENT = PERLIN_BASIS_PERLIN,
    VALUE = PERLIN_BASIS_VALUE,
    VALUE_CUBIC = PERLIN_BASIS_VALUE_CUBIC,
    ELIAS = PERLIN_BASIS_ELIAS,
    SIMPLEX = PERLIN_BASIS_SIMPLEX,
    OPENSIMPLEX2 = PERLIN_BASIS_OPENSIMPLEX2,
    OPENSIMPLEX2S = PERLIN_BASIS_OPENSIMPLEX2S,
    OPENSIMPLEX = PERLIN_BASIS_OPENSIMPLEX,
    QUINTIC = PERLIN_INTERPOLATION_QUINTIC,
    LINEAR = PERLIN_INTERPOLATION_LINEAR,
    COSINE = PERLIN_INTERPOLATION_COSINE,
    CUBIC = PERLIN_INTERPOLATION_CUBIC,
    INTEGER = PERLIN_HASH_INTEGER,
    TABLES = PERLIN_HASH_PERMUTATION,
    PUBLISHED = PERLIN_RADIUS_PUBLISHED
};

static const struct kind kinds[] = {
    {"gradient", INTEGER, GRADIENT, 0, 0, 0, 0, SMOOTH, {0.306, 0.327, 0.236, 0.181}},
    {"gradient, tables", TABLES, GRADIENT, 0, 0, 0, 0, SMOOTH, {0.306, 0.319, 0.260, 0.191}},
    {"value", INTEGER, VALUE, QUINTIC, 0, 0, 0, SMOOTH, {0.513, 0.455, 0.402, 0.356}},
    {"value, LINEAR", INTEGER, VALUE, LINEAR, 0, 0, 0, CREASED, {0.473, 0.387, 0.315, 0.257}},
    {"value, COSINE", INTEGER, VALUE, COSINE, 0, 0, 0, SMOOTH, {0.5015, 0.4355, 0.376, 0.326}},
    {"value, CUBIC", INTEGER, VALUE, CUBIC, 0, 0, 0, SMOOTH, {0.499, 0.431, 0.371, 0.320}},
    {"value-cubic", INTEGER, VALUE_CUBIC, 0, 0, 0, 0, SMOOTH, {0.418, 0.303, 0.218, 0.157}},
    {"Elias, LINEAR", 0, ELIAS, LINEAR, 0, 0, 0, CREASED, {0.473, 0.385, 0.314, 0}},
    {"Elias, COSINE", 0, ELIAS, COSINE, 0, 0, 0, SMOOTH, {0.502, 0.433, 0.375, 0}},
    {"Elias, COSINE, smoothing", 0, ELIAS, COSINE, 1, 0, 0, SMOOTH, {0.341, 0.199, 0.116, 0}},
    {"Elias, CUBIC", 0, ELIAS, CUBIC, 0, 0, 0, SMOOTH, {0.499, 0.429, 0.370, 0}},
    {"simplex", INTEGER, SIMPLEX, 0, 0, 0, 0, SMOOTH, {0.354, 0.544, 0.389, 0.253}},
    {"simplex, tables", TABLES, SIMPLEX, 0, 0, 0, 0, SMOOTH, {0.353, 0.549, 0.393, 0.254}},
    {"wide simplex", TABLES, SIMPLEX, 0, 0, 0, PUBLISHED, JUMPS, {0.353, 0.549, 0.435, 0.300}},
    {"OpenSimplex2", INTEGER, OPENSIMPLEX2, 0, 0, 0, 0, SMOOTH, {0.354, 0.544, 0.388, 0.253}},
    {"OpenSimplex2S", INTEGER, OPENSIMPLEX2S, 0, 0, 0, 0, SMOOTH, {0.354, 0.425, 0.350, 0.268}},
    {"OpenSimplex", TABLES, OPENSIMPLEX, 0, 0, 0, 0, SMOOTH, {0, 0.426, 0.318, 0}},
};

static perlin_params params_of(const struct kind *kind)
{
    perlin_params params;
    perlin_params_init(&params);
    params.backend = PERLIN_BACKEND_SCALAR;
    params.hash = kind->hash;
    params.basis = kind->basis;
    params.interpolation = kind->interpolation;
    params.elias_smoothing = kind->smoothing;
    params.gradients = kind->gradients;
    params.simplex_radius = kind->radius;
    return params;
}

/* ---- Continuity ------------------------------------------------------------------------------ */

/* A stretch of a line in any direction. Its steps are so small that smooth noise hardly bends
   within one. */
enum { STEPS = 4096 };
static const double step = 1e-4;

/* The extremes of a step on a line: how far a value is from where the slopes before and after it
   lead, how far it passes where the steeper of these leads, and how much the slope changes. */
struct breaks {
    double off, beyond, turn;
};

static void walk(struct random *r, const perlin_noise *noise, uint32_t dims, struct breaks *breaks)
{
    static double coordinate[4][STEPS], value[STEPS], slope[4][STEPS], along[STEPS];
    const double *const coords[4] = {coordinate[0], coordinate[1], coordinate[2], coordinate[3]};
    double *const slopes[4] = {slope[0], slope[1], slope[2], slope[3]};
    double direction[4], length = 0;
    for (uint32_t a = 0; a < dims; a++) {
        direction[a] = random_real(r, -1, 1);
        length += direction[a] * direction[a];
    }
    for (uint32_t a = 0; a < dims; a++) {
        const double start = random_real(r, -100, 100);
        direction[a] /= sqrt(length);
        for (int i = 0; i < STEPS; i++)
            coordinate[a][i] = start + i * step * direction[a];
    }
    assert_status(perlin_points_gradient_f64(noise, dims, STEPS, coords, NULL, value, slopes),
                  PERLIN_OK, "walk");
    for (int i = 0; i < STEPS; i++) {
        along[i] = 0;
        for (uint32_t a = 0; a < dims; a++)
            along[i] += slope[a][i] * direction[a];
    }
    for (int i = 1; i < STEPS; i++) {
        const double moved = value[i] - value[i - 1], before = along[i - 1], behind = along[i];
        breaks->off = fmax(breaks->off, fabs(moved - (before + behind) / 2 * step));
        breaks->beyond =
            fmax(breaks->beyond, fabs(moved) - fmax(fabs(before), fabs(behind)) * step);
        breaks->turn = fmax(breaks->turn, fabs(behind - before));
    }
}

/* Whether the extremes fit the smoothness. Smooth noise has a second derivative of at most 100. */
static int fits(int smoothness, const struct breaks *breaks)
{
    const double most_turn = 100 * step, most_off = most_turn * step / 2;
    const int jumps = breaks->beyond > most_off;
    const int is_creased = breaks->off > most_off || breaks->turn > most_turn;
    return jumps == (smoothness == JUMPS) && is_creased == (smoothness != SMOOTH);
}

static void continuity(const struct test_case *test)
{
    struct random r = random_for(test);
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const struct kind *const kind = &kinds[k];
        const int smoothness =
            test->dims < 3 && kind->smoothness == JUMPS ? SMOOTH : kind->smoothness;
        perlin_params params = params_of(kind);
        struct breaks breaks = {0, 0, 0};
        if (!has_dims(&params, test->dims))
            continue;
        for (int line = 0; line < 20 || (line < 400 && !fits(smoothness, &breaks)); line++) {
            params.seed = random_u64(&r);
            perlin_noise *const noise = create_scalar(&params);
            walk(&r, noise, test->dims, &breaks);
            perlin_destroy(noise);
        }
        print_message("%-26s off by %.1e, beyond slopes by %.1e, slopes turn by %.1e\n", kind->name,
                      breaks.off, breaks.beyond, breaks.turn);
        if (!fits(smoothness, &breaks))
            fail_msg("%s is less smooth than listed, or smoother", kind->name);
    }
}

/* ---- Mean, deviation, spread ----------------------------------------------------------------- */

enum { SEEDS = 64, POINTS = 4096, SAMPLES = SEEDS * POINTS };

/* Noise at places that are far apart, of many seeds. */
static void sample(perlin_params params, uint32_t dims, double value[SAMPLES])
{
    static double coordinate[4][POINTS];
    const double *const coords[4] = {coordinate[0], coordinate[1], coordinate[2], coordinate[3]};
    struct random r = {12345};
    for (int s = 0; s < SEEDS; s++) {
        params.seed = random_u64(&r);
        perlin_noise *const noise = create_scalar(&params);
        for (uint32_t a = 0; a < dims; a++)
            for (int i = 0; i < POINTS; i++)
                coordinate[a][i] = random_real(&r, -1000, 1000);
        assert_status(
            perlin_points_f64(noise, dims, POINTS, coords, NULL, value + (ptrdiff_t)s * POINTS),
            PERLIN_OK, "points");
        perlin_destroy(noise);
    }
}

static void moments(const struct test_case *test)
{
    static double value[SAMPLES];
    (void)test;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const struct kind *const kind = &kinds[k];
        const perlin_params params = params_of(kind);
        print_message("| %s |", kind->name);
        for (uint32_t dims = 1; dims <= 4; dims++) {
            double sum = 0, squares = 0;
            if (!has_dims(&params, dims)) {
                print_message(" |");
                continue;
            }
            sample(params, dims, value);
            for (int i = 0; i < SAMPLES; i++) {
                sum += value[i];
                squares += value[i] * value[i];
            }
            const double mean = sum / (double)SAMPLES;
            const double deviation = sqrt(squares / (double)SAMPLES - mean * mean);
            print_message(" %.3f |", deviation);
            if (fabs(mean) > 0.004)
                fail_msg("the mean of %s in %u-D is %g", kind->name, dims, mean);
            if (fabs(deviation - kind->deviation[dims - 1]) > 0.003)
                fail_msg("the deviation of %s in %u-D is %.4f", kind->name, dims, deviation);
        }
        print_message("\n");
    }
}

/* Six octaves of gradient noise, default parameters: what 1%, 50% and 99% of all values are below,
   as docs/ranges.md lists it. */
static const struct spread {
    const char *name;
    uint32_t fractal, dims;
    double below[3];
} spreads[] = {
    {"NONE, 2-D", PERLIN_FRACTAL_NONE, 2, {-0.699, 0, 0.699}},
    {"NONE, 3-D", PERLIN_FRACTAL_NONE, 3, {-0.514, 0, 0.514}},
    {"FBM, 2-D", PERLIN_FRACTAL_FBM, 2, {-0.432, 0, 0.432}},
    {"FBM, 3-D", PERLIN_FRACTAL_FBM, 3, {-0.310, 0, 0.310}},
    {"BILLOW, 2-D", PERLIN_FRACTAL_BILLOW, 2, {-0.860, -0.495, 0.108}},
    {"BILLOW, 3-D", PERLIN_FRACTAL_BILLOW, 3, {-0.900, -0.632, -0.200}},
    {"RIDGED, 2-D", PERLIN_FRACTAL_RIDGED, 2, {-0.108, 0.495, 0.860}},
    {"RIDGED, 3-D", PERLIN_FRACTAL_RIDGED, 3, {0.200, 0.632, 0.900}},
    {"PING_PONG, 2-D", PERLIN_FRACTAL_PING_PONG, 2, {-0.725, -0.068, 0.668}},
    {"PING_PONG, 3-D", PERLIN_FRACTAL_PING_PONG, 3, {-0.791, -0.268, 0.502}},
    {"MULTIFRACTAL, 2-D", PERLIN_FRACTAL_MULTIFRACTAL, 2, {-0.875, 0.085, 0.733}},
    {"MULTIFRACTAL, 3-D", PERLIN_FRACTAL_MULTIFRACTAL, 3, {-0.524, 0.331, 0.803}},
};

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void quantiles(const struct test_case *test)
{
    static const double part[3] = {0.01, 0.5, 0.99};
    static double value[SAMPLES];
    (void)test;
    for (size_t k = 0; k < COUNT_OF(spreads); k++) {
        const struct spread *const spread = &spreads[k];
        perlin_params params;
        perlin_params_init(&params);
        params.backend = PERLIN_BACKEND_SCALAR;
        params.fractal = spread->fractal;
        sample(params, spread->dims, value);
        qsort(value, SAMPLES, sizeof value[0], by_value);
        print_message("| %s |", spread->name);
        for (int i = 0; i < 3; i++) {
            const double below = value[(int)(part[i] * (double)SAMPLES)];
            print_message(" %.2f |", below);
            if (fabs(below - spread->below[i]) > 0.01)
                fail_msg("%g of %s is below %.4f", part[i], spread->name, below);
        }
        print_message("\n");
    }
}

int main(void)
{
    for (uint32_t dims = 1; dims <= 4; dims++)
        add_case(continuity, NULL, F64, dims, "continuity_%ud", dims);
    add_case(moments, NULL, F64, 0, "moments");
    add_case(quantiles, NULL, F64, 0, "quantiles");
    return run_cases("quality");
}
