/*
 * Describes cellular noise to the library.
 */
#include "cellular.h"

#include <math.h>

/* ---- Ranges (docs/ranges.md) ----------------------------------------------------------------- */

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

/* Leaves room for the rounding of sums. */
static double octave_scale(const perlin_params *params, uint32_t dims)
{
    (void)params, (void)dims;
    return 0x1.fffcp-1;
}

/* ---- State ----------------------------------------------------------------------------------- */

static size_t state_size(const perlin_params *params)
{
    (void)params;
    return sizeof(struct perlin_cellular_state);
}

static void state_init(void *memory, const perlin_params *params)
{
    *(struct perlin_cellular_state *)memory =
        (struct perlin_cellular_state){.metric = params->cellular_metric,
                                       .result = params->cellular_result,
                                       .jitter = (int32_t)rint(params->jitter * 0x1p14)};
}

const struct perlin_basis_info perlin_basis_cellular = {
    .dims = 15,
    .takes_period = 1,
    .hashes = PERLIN_BY_INTEGERS,
    .octave_scale = octave_scale,
    .greatest = greatest,
    .state_size = state_size,
    .state_init = state_init,
};
