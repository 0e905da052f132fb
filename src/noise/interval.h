/*
 * Interval arithmetic, rounded outward to float: what holds for results in float then holds for those
 * in double, too. Needs the default FP environment.
 */
#ifndef PERLIN_INTERVAL_H
#define PERLIN_INTERVAL_H

#include <math.h>

struct perlin_interval {
    double low, high;
};

/* The float at or below a number, and the one at or above it. */
static inline double perlin_float_below(double a)
{
    const float nearest = (float)a;
    return (double)nearest > a ? (double)nextafterf(nearest, -INFINITY) : (double)nearest;
}

static inline double perlin_float_above(double a)
{
    return -perlin_float_below(-a);
}

static inline struct perlin_interval perlin_outward(double low, double high)
{
    return (struct perlin_interval){perlin_float_below(low), perlin_float_above(high)};
}

/* A number as either type has it. */
static inline struct perlin_interval perlin_constant_interval(double a)
{
    return perlin_outward(a, a);
}

static inline struct perlin_interval perlin_hull(struct perlin_interval a, struct perlin_interval b)
{
    return (struct perlin_interval){a.low < b.low ? a.low : b.low,
                                    a.high > b.high ? a.high : b.high};
}

/* Sums and products of doubles are rounded once, which may be inward: by less than this. Infinities of
   both signs have no sum: then it is anything. */
static inline struct perlin_interval perlin_widened(double low, double high)
{
    if (isnan(low))
        low = -(double)INFINITY;
    if (isnan(high))
        high = (double)INFINITY;
    return perlin_outward(nextafter(low, -(double)INFINITY), nextafter(high, (double)INFINITY));
}

static inline struct perlin_interval perlin_interval_sum(struct perlin_interval a,
                                                         struct perlin_interval b)
{
    return perlin_widened(a.low + b.low, a.high + b.high);
}

static inline struct perlin_interval perlin_interval_negated(struct perlin_interval a)
{
    return (struct perlin_interval){-a.high, -a.low};
}

/* 0 times infinity is 0 here: no number of an interval is infinite, however large. */
static inline double perlin_bounded_product(double a, double b)
{
    return a == 0 || b == 0 ? 0 : a * b;
}

static inline struct perlin_interval perlin_interval_product(struct perlin_interval a,
                                                             struct perlin_interval b)
{
    const double products[4] = {
        perlin_bounded_product(a.low, b.low), perlin_bounded_product(a.low, b.high),
        perlin_bounded_product(a.high, b.low), perlin_bounded_product(a.high, b.high)};
    double low = products[0], high = products[0];
    for (int i = 1; i < 4; i++) {
        low = products[i] < low ? products[i] : low;
        high = products[i] > high ? products[i] : high;
    }
    return perlin_widened(low, high);
}

static inline struct perlin_interval perlin_interval_magnitude(struct perlin_interval a)
{
    if (a.low >= 0)
        return a;
    if (a.high <= 0)
        return perlin_interval_negated(a);
    return (struct perlin_interval){0, -a.low > a.high ? -a.low : a.high};
}

static inline double perlin_greatest_magnitude(struct perlin_interval a)
{
    return perlin_interval_magnitude(a).high;
}

#endif
