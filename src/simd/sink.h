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

/* Widens the sink's bounds to a row of n values; NaN is neither below nor above anything. */
static inline void widen_bounds(const output_sink *sink, const real value[], size_t n)
{
    real low[LANES], high[LANES];
    vec lowest = v_splat(sink->bounds[0]), highest = v_splat(sink->bounds[1]);
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        const vec v = v_load(value + i);
        lowest = where((ivec)(v < lowest), v, lowest);
        highest = where((ivec)(v > highest), v, highest);
    }
    v_store(low, lowest);
    v_store(high, highest);
    for (size_t l = 0; l < LANES; l++) {
        sink->bounds[0] = low[l] < sink->bounds[0] ? low[l] : sink->bounds[0];
        sink->bounds[1] = high[l] > sink->bounds[1] ? high[l] : sink->bounds[1];
    }
    for (; i < n; i++) {
        sink->bounds[0] = value[i] < sink->bounds[0] ? value[i] : sink->bounds[0];
        sink->bounds[1] = value[i] > sink->bounds[1] ? value[i] : sink->bounds[1];
    }
}

/* Scales, biases, adds and notes a row of n results, in place; `out` is where the first will go. */
OUTLINE void transform_row(const output_sink *sink, real value[], size_t n, const real *out,
                           ptrdiff_t stride)
{
    for (size_t i = 0; i < n; i += LANES) {
        vec v = v_load(value + i) * v_splat(sink->scale) + v_splat(sink->bias);
        if (sink->accumulate)
            v = load_elements(out + (ptrdiff_t)i * stride, stride, n - i) + v;
        v_store(value + i, v_canonical(v + v_splat(0))); /* a zero is +0 */
    }
    if (sink->bounds)
        widen_bounds(sink, value, n);
}

/* Finishes a row of n totals, which it may change, and writes it from `out` on. */
INLINE void write_row(const output_sink *sink, const output_scale *output, real total[], size_t n,
                      real *out, ptrdiff_t stride)
{
    const output_scale scale = *output; /* stores might change what is read through a pointer */
    if (sink->plain && stride == 1) {
        for (size_t i = 0; i < n; i += LANES)
            store_within(out, i, n, v_canonical(finish(&scale, v_load(total + i))));
        return;
    }
    for (size_t i = 0; i < n; i += LANES)
        v_store(total + i, v_canonical(finish(&scale, v_load(total + i))));
    if (!sink->plain)
        transform_row(sink, total, n, out, stride);
    for (size_t i = 0; i < n; i += LANES)
        store_elements(out + (ptrdiff_t)i * stride, stride, n - i, v_load(total + i));
}

#endif
