/*
 * From results to the output: see perlin_output. A row of results lies in a buffer of whole vectors, of which lanes
 * behind its end may hold anything.
 */
#ifndef PERLIN_SIMD_SINK_H
#define PERLIN_SIMD_SINK_H

#include "fractal.h"

typedef struct LANE(perlin_sink) output_sink;

/* Elements of the output, of which `left` remain: reads no others. */
static inline vec load_elements(const real *out, ptrdiff_t stride, size_t left)
{
    real lane[LANES] = {0};
    if (stride == 1 && left >= LANES)
        return v_load(out);
    for (size_t l = 0; l < least(left, LANES); l++)
        lane[l] = out[(ptrdiff_t)l * stride];
    return v_load(lane);
}

static inline void store_elements(real *out, ptrdiff_t stride, size_t left, vec value)
{
    real lane[LANES];
    if (stride == 1) {
        store_within(out, 0, left, value);
        return;
    }
    v_store(lane, value);
    for (size_t l = 0; l < least(left, LANES); l++)
        out[(ptrdiff_t)l * stride] = lane[l];
}

/* Whether a lane of a mask is -1. */
INLINE int has_any(ivec mask)
{
    uint64_t word[sizeof mask / sizeof(uint64_t)], any = 0;
    memcpy(word, &mask, sizeof mask);
    UNROLL
    for (size_t w = 0; w < sizeof word / sizeof word[0]; w++)
        any |= word[w];
    return any != 0;
}

/* Widens bounds to values; NaN is neither below nor above anything. */
INLINE void widen(real bounds[2], real low, real high)
{
    bounds[0] = low < bounds[0] ? low : bounds[0];
    bounds[1] = high > bounds[1] ? high : bounds[1];
}

/* Widens the sink's bounds to a row of n values. Few rows have any beyond. */
static inline void widen_bounds(const output_sink *sink, const real value[], size_t n)
{
    const vec low = v_splat(sink->bounds[0]), high = v_splat(sink->bounds[1]);
    vec lowest = low, highest = high;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        const vec v = v_load(value + i);
        lowest = where((ivec)(v < lowest), v, lowest);
        highest = where((ivec)(v > highest), v, highest);
    }
    if (has_any((ivec)(lowest < low) | (ivec)(highest > high))) {
        real least_of[LANES], greatest_of[LANES];
        v_store(least_of, lowest);
        v_store(greatest_of, highest);
        for (size_t l = 0; l < LANES; l++)
            widen(sink->bounds, least_of[l], greatest_of[l]);
    }
    for (; i < n; i++)
        widen(sink->bounds, value[i], value[i]);
}

/* Finishes, scales, biases, adds and notes a row of n totals, in place; `out` is where the first will go. */
OUTLINE void transform_row(const output_sink *sink, const output_scale *output, real total[],
                           size_t n, const real *out, ptrdiff_t stride)
{
    const output_scale whole = *output;
    const vec scale = v_splat(sink->scale), bias = v_splat(sink->bias);
    const int accumulate = sink->accumulate;
    for (size_t i = 0; i < n; i += LANES) {
        vec v = finish(&whole, v_load(total + i)) * scale + bias;
        if (accumulate)
            v = load_elements(out + (ptrdiff_t)i * stride, stride, n - i) + v;
        v_store(total + i, v_canonical(v + v_splat(0))); /* a zero is +0 */
    }
    if (sink->bounds)
        widen_bounds(sink, total, n);
}

/* Finishes a row of n totals, which it may change, and writes it from `out` on. */
INLINE void write_row(const output_sink *sink, const output_scale *output, real total[], size_t n,
                      real *out, ptrdiff_t stride)
{
    const output_scale whole = *output; /* stores might change what is read through a pointer */
    if (sink->plain && stride == 1) {
        for (size_t i = 0; i < n; i += LANES)
            store_within(out, i, n, v_canonical(finish(&whole, v_load(total + i))));
        return;
    }
    if (sink->plain) {
        for (size_t i = 0; i < n; i += LANES)
            v_store(total + i, v_canonical(finish(&whole, v_load(total + i))));
    } else {
        transform_row(sink, output, total, n, out, stride);
    }
    for (size_t i = 0; i < n; i += LANES)
        store_elements(out + (ptrdiff_t)i * stride, stride, n - i, v_load(total + i));
}

#endif
