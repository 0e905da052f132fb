/*
 * Describes cellular noise to the library.
 */
#include "cellular.h"

#include "../../noise/noise.h"

#include <math.h>

/* ---- Ranges (docs/range.md) ------------------------------------------------------------------ */

/* The greatest distances to the first to fourth nearest point, by dims - 1. Squared, if Euclidean. */
static const double euclidean[4][4] = {
    {1.0, 2.25, 4.0, 6.25}, {2.0, 2.5, 3.25, 3.38}, {3.0, 3.0, 3.5, 3.5}, {4.0, 4.0, 4.0, 4.0}};
static const double manhattan[4][4] = {
    {1.0, 1.5, 2.0, 2.5}, {2.0, 2.0, 2.5, 2.5}, {3.0, 3.0, 3.0, 3.0}, {4.0, 4.0, 4.0, 4.0}};
static const double chebyshev[4][4] = {
    {1.0, 1.5, 2.0, 2.5}, {1.0, 1.5, 1.5, 1.5}, {1.0, 1.5, 1.5, 1.5}, {1.0, 1.5, 1.5, 1.5}};

/* The greatest sum of F1 and F2, and the greatest product, by the metric. */
static double greatest_sum(uint32_t metric, double dims)
{
    switch (metric) {
    case PERLIN_METRIC_MANHATTAN:
        return 2.0 * dims;
    case PERLIN_METRIC_CHEBYSHEV:
        return 2.0;
    case PERLIN_METRIC_EUCLIDEAN_SQUARED:
        return dims == 1.0 ? 2.5 : 2.0 * dims;
    default:
        return 2.0 * sqrt(dims);
    }
}

static double greatest_product(uint32_t metric, double dims)
{
    switch (metric) {
    case PERLIN_METRIC_CHEBYSHEV:
        return 1.0;
    case PERLIN_METRIC_EUCLIDEAN:
        return dims;
    default:
        return dims * dims;
    }
}

/* 0 for CELL, whose values are about 0. */
static double greatest(const perlin_params *params, uint32_t dims)
{
    const uint32_t metric = params->cellular_metric, result = params->cellular_result;
    const double(*const of)[4] = metric == PERLIN_METRIC_MANHATTAN   ? manhattan
                                 : metric == PERLIN_METRIC_CHEBYSHEV ? chebyshev
                                                                     : euclidean;
    switch (result) {
    case PERLIN_CELLULAR_F1_PLUS_F2:
        return greatest_sum(metric, dims);
    case PERLIN_CELLULAR_F1_TIMES_F2:
        return greatest_product(metric, dims);
    case PERLIN_CELLULAR_F1_OVER_F2:
        return 1.0;
    case PERLIN_CELLULAR_EDGE:
        return sqrt(euclidean[dims - 1][1]) / 2.0;
    case PERLIN_CELLULAR_CELL:
        return 0.0;
    default: {
        const int rank = result == PERLIN_CELLULAR_F2_MINUS_F1 ? 2 : perlin_cellular_ranks(result);
        const double value = of[dims - 1][rank - 1];
        return metric == PERLIN_METRIC_EUCLIDEAN ? sqrt(value) : value;
    }
    }
}

/* Leaves room for the rounding of sums. The values of CELL by tables come up to 255 / 256. */
static double octave_scale(const perlin_params *params, uint32_t dims)
{
    const int is_cell = params->cellular_result == PERLIN_CELLULAR_CELL;
    (void)dims;
    return is_cell && params->hash != PERLIN_HASH_INTEGER ? 0x1.00fefefefefefp+0 : 0x1.fffcp-1;
}

/* ---- State ----------------------------------------------------------------------------------- */

/* The octaves that have points of their own. */
static uint32_t octaves_of_points(const perlin_params *params)
{
    if (params->hash == PERLIN_HASH_INTEGER)
        return 0;
    return params->fractal == PERLIN_FRACTAL_NONE || !params->octave_seeds ? 1 : params->octaves;
}

static size_t state_size(const perlin_params *params)
{
    const struct perlin_cellular_state *const state = NULL;
    return sizeof *state + octaves_of_points(params) * sizeof state->point[0];
}

static void state_init(void *memory, const perlin_params *params)
{
    struct perlin_cellular_state *const state = memory;
    state->metric = params->cellular_metric;
    state->result = params->cellular_result;
    state->jitter = (int32_t)rint(params->jitter * 0x1p14);
    state->octaves = octaves_of_points(params);
    for (uint32_t o = 0; o < state->octaves; o++) {
        uint64_t draws = perlin_mix64(~perlin_octave_state(params, o));
        for (int i = 0; i < PERLIN_TABLE_SIZE; i++) {
            const uint64_t draw = perlin_splitmix64(&draws);
            state->point[o][i] = (struct perlin_cell_point){(uint32_t)(draw >> 32), (uint32_t)draw};
        }
    }
}

const struct perlin_basis_info perlin_basis_cellular = {
    .dims = 15,
    .takes_period = 1,
    .hashes = PERLIN_BY_INTEGERS | PERLIN_BY_TABLES,
    .octave_scale = octave_scale,
    .greatest = greatest,
    .state_size = state_size,
    .state_init = state_init,
};
