/*
 * Bounds of combinations, from those of their inputs.
 */
#include "../noise/interval.h"
#include "combined.h"

static struct perlin_interval input_bounds(const struct perlin_combined *combined, uint32_t input,
                                           uint32_t dims)
{
    const double *const bounds = combined->input[input]->bounds[dims - 1];
    return (struct perlin_interval){bounds[0], bounds[1]};
}

/* What lies between numbers but for a few roundings of them: a blend, a piece of a curve. */
static struct perlin_interval between(struct perlin_interval hull)
{
    const double slack = perlin_greatest_magnitude(hull) * 0x1p-20;
    return perlin_widened(hull.low - slack, hull.high + slack);
}

/* Where an operation before the last one may overflow. */
static const struct perlin_interval anything = {-(double)INFINITY, (double)INFINITY};

/* True if a result of this magnitude, give or take some roundings, may be infinite in float. */
static int overflows(double magnitude)
{
    return !isfinite((float)(magnitude * (1 + 0x1p-18)));
}

/* a + t * (b - a) with t within 0..1. */
static struct perlin_interval blended(struct perlin_interval a, struct perlin_interval b)
{
    const struct perlin_interval difference = perlin_interval_sum(b, perlin_interval_negated(a));
    return overflows(perlin_greatest_magnitude(difference)) ? anything : between(perlin_hull(a, b));
}

/* Whether the operations of a piece that is so wide may overflow. */
static int piece_overflows(const double piece[4], double width, int is_terrace)
{
    /* Rates of wider ones are subnormal in float, and so t may pass 1 by more than roundings. */
    if (is_terrace)
        return width > 0x1p126;
    const double third = fabs(piece[2]) + width * fabs(piece[3]);
    const double second = fabs(piece[1]) + width * third;
    return overflows(third) || overflows(second) || overflows(fabs(piece[0]) + width * second);
}

/* The hull of the values of a curve, or of the positions of a terrace. */
static struct perlin_interval curve_bounds(const struct perlin_combined *combined)
{
    const struct perlin_numbers_f64 *const numbers = &combined->numbers_f64;
    const int is_terrace = combined->kind == PERLIN_COMBINE_TERRACE;
    struct perlin_interval hull = {(double)INFINITY, -(double)INFINITY};
    for (uint32_t i = 0; i + 1 < combined->positions; i++)
        if (piece_overflows(numbers->piece[i], numbers->position[i + 1] - numbers->position[i],
                            is_terrace))
            return anything;
    for (uint32_t i = 0; i < combined->positions; i++)
        hull = perlin_hull(hull, perlin_constant_interval(is_terrace ? numbers->position[i]
                                                                     : numbers->piece[i][0]));
    return between(hull);
}

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

static struct perlin_interval of_inputs(const struct perlin_combined *combined,
                                        struct perlin_interval a, struct perlin_interval b,
                                        struct perlin_interval t)
{
    const struct perlin_numbers_f64 *const numbers = &combined->numbers_f64;
    const struct perlin_interval lower = perlin_constant_interval(numbers->lower);
    const struct perlin_interval upper = perlin_constant_interval(numbers->upper);
    switch (combined->kind) {
    case PERLIN_COMBINE_SCALE_BIAS:
        return perlin_interval_sum(
            perlin_interval_product(a, perlin_constant_interval(numbers->scale)),
            perlin_constant_interval(numbers->bias));
    case PERLIN_COMBINE_ABSOLUTE:
        return perlin_interval_magnitude(a);
    case PERLIN_COMBINE_CLAMP:
        return (struct perlin_interval){lesser(greater(a.low, lower.low), upper.low),
                                        greater(lesser(a.high, upper.high), lower.high)};
    case PERLIN_COMBINE_SMOOTHSTEP:
        return (struct perlin_interval){0, 1};
    case PERLIN_COMBINE_CURVE:
    case PERLIN_COMBINE_TERRACE:
        return curve_bounds(combined);
    case PERLIN_COMBINE_ADD:
        return perlin_interval_sum(a, b);
    case PERLIN_COMBINE_SUBTRACT:
        return perlin_interval_sum(a, perlin_interval_negated(b));
    case PERLIN_COMBINE_MULTIPLY:
        return perlin_interval_product(a, b);
    case PERLIN_COMBINE_MINIMUM:
        return (struct perlin_interval){lesser(a.low, b.low), lesser(a.high, b.high)};
    case PERLIN_COMBINE_MAXIMUM:
        return (struct perlin_interval){greater(a.low, b.low), greater(a.high, b.high)};
    case PERLIN_COMBINE_SMOOTH_MINIMUM: {
        const double dip = numbers->smoothness * 0.25 * (1 + 0x1p-20);
        return perlin_widened(lesser(a.low, b.low) - dip, lesser(a.high, b.high));
    }
    case PERLIN_COMBINE_SMOOTH_MAXIMUM: {
        const double rise = numbers->smoothness * 0.25 * (1 + 0x1p-20);
        return perlin_widened(greater(a.low, b.low), greater(a.high, b.high) + rise);
    }
    case PERLIN_COMBINE_BLEND:
        if (t.high <= 0)
            return a;
        if (t.low >= 1)
            return b;
        return blended(a, b);
    default: /* SELECT */
        if (numbers->rate[0] > 0)
            return blended(a, b);
        return perlin_hull(a, b);
    }
}

void perlin_combined_bounds(perlin_noise *noise)
{
    const struct perlin_combined *const combined = noise->combined;
    for (uint32_t dims = 1; dims <= 4; dims++) {
        struct perlin_interval in[3] = {{0, 0}, {0, 0}, {0, 0}}, bounds;
        if (!(noise->dims >> (dims - 1) & 1))
            continue;
        for (uint32_t i = 0; i < 3 && i < combined->inputs; i++)
            in[i] = input_bounds(combined, i, perlin_inner_dims(combined, dims));
        switch (combined->kind) {
        case PERLIN_COMBINE_CONSTANT:
            bounds = perlin_constant_interval(combined->numbers_f64.value);
            break;
        case PERLIN_COMBINE_COORDINATE:
            bounds = (struct perlin_interval){-(double)INFINITY, (double)INFINITY};
            break;
        case PERLIN_COMBINE_DISTANCE:
            bounds = (struct perlin_interval){0, (double)INFINITY};
            break;
        case PERLIN_COMBINE_TRANSFORM:
        case PERLIN_COMBINE_WARP:
            bounds = in[0];
            break;
        default:
            bounds = of_inputs(combined, in[0], in[1], in[2]);
        }
        noise->bounds[dims - 1][0] = bounds.low;
        noise->bounds[dims - 1][1] = bounds.high;
    }
}
