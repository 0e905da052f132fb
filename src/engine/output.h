/*
 * Turns sums into results and writes them: range, perlin_output, strides, tails. Sums lie in whole
 * vectors. Lanes past the last sample may hold anything.
 */
#ifndef PERLIN_OUTPUT_H
#define PERLIN_OUTPUT_H

#include "../noise/backend.h"
#include "../noise/noise.h"
#include "store.h"

typedef struct LANE(perlin_output) output_scale;

typedef struct LANE(perlin_sink) output_sink;

/* Turns a total into a result: scales it to the range and makes every zero +0. The bits of a NaN
   are left to v_canonical. */
INLINE vec finish(const output_scale *output, vec total)
{
    return total * v_splat(output->factor) + v_splat(output->bias);
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

/* Widens the bounds to include low and high. A NaN changes nothing. */
INLINE void widen(real bounds[2], real low, real high)
{
    bounds[0] = low < bounds[0] ? low : bounds[0];
    bounds[1] = high > bounds[1] ? high : bounds[1];
}

/* Bounds by lane. There are two of each, so that comparisons need not wait for the ones just
   before. */
struct lane_bounds {
    vec lowest[2], highest[2];
};

INLINE void widen_lanes(struct lane_bounds *lanes, int k, vec low, vec high)
{
    lanes->lowest[k] = where((ivec)(low < lanes->lowest[k]), low, lanes->lowest[k]);
    lanes->highest[k] = where((ivec)(high > lanes->highest[k]), high, lanes->highest[k]);
}

/* The first n lanes of a, then those of b. */
INLINE vec first_lanes(size_t n, vec a, vec b)
{
    ivec lane;
    UNROLL
    for (int l = 0; l < LANES; l++)
        lane[l] = l;
    return where((ivec)(lane < v_splat_index((int32_t)least(n, LANES))), a, b);
}

/* Widens the sink's bounds to those of the lanes, which started from them. Most rows change
   nothing. */
INLINE void widen_to_lanes(const output_sink *sink, const struct lane_bounds *lanes)
{
    const vec low = v_splat(sink->bounds[0]), high = v_splat(sink->bounds[1]);
    UNROLL
    for (int k = 0; k < 2; k++) {
        real least_of[LANES], greatest_of[LANES];
        if (!v_any((ivec)(lanes->lowest[k] < low) | (ivec)(lanes->highest[k] > high)))
            continue;
        v_store(least_of, lanes->lowest[k]);
        v_store(greatest_of, lanes->highest[k]);
        for (size_t l = 0; l < LANES; l++)
            widen(sink->bounds, least_of[l], greatest_of[l]);
    }
}

/* Turns a vector of totals into output: scaled, biased, and added to what is at `out` if the sink
   accumulates. `left` elements remain there. */
INLINE vec transformed(const output_sink *sink, const output_scale *output, vec total,
                       const real *out, ptrdiff_t stride, size_t left)
{
    vec v = finish(output, total) * v_splat(sink->scale) + v_splat(sink->bias);
    if (sink->accumulate)
        v = load_elements(out, stride, left) + v;
    return v_canonical(v + v_splat(0)); /* makes every zero +0 */
}

/* Transforms n totals and writes them to `out`. With `has_bounds` it also widens the sink's bounds.
   */
INLINE void transform_vectors(const output_sink *sink, const output_scale *output, int has_bounds,
                              const real total[], size_t n, real *out, ptrdiff_t stride)
{
    const vec low = v_splat(has_bounds ? sink->bounds[0] : 0);
    const vec high = v_splat(has_bounds ? sink->bounds[1] : 0);
    struct lane_bounds lanes = {{low, low}, {high, high}};
    const size_t twos = n / (2 * LANES) * (2 * LANES);
    for (size_t i = 0; i < twos; i += 2 * LANES) {
        UNROLL
        for (int k = 0; k < 2; k++) {
            const size_t at = i + (size_t)k * LANES;
            real *const first = out + (ptrdiff_t)at * stride;
            const vec v = transformed(sink, output, v_load(total + at), first, stride, LANES);
            if (has_bounds)
                widen_lanes(&lanes, k, v, v);
            store_elements(first, stride, LANES, v);
        }
    }
    for (size_t i = twos; i < n; i += LANES) {
        real *const first = out + (ptrdiff_t)i * stride;
        const vec v = transformed(sink, output, v_load(total + i), first, stride, n - i);
        if (has_bounds)
            widen_lanes(&lanes, 0, first_lanes(n - i, v, lanes.lowest[0]),
                        first_lanes(n - i, v, lanes.highest[0]));
        store_elements(first, stride, n - i, v);
    }
    if (has_bounds)
        widen_to_lanes(sink, &lanes);
}

OUTLINE void transform_row(const output_sink *sink, const output_scale *output, const real total[],
                           size_t n, real *out, ptrdiff_t stride)
{
    const output_sink to = *sink; /* copies, because stores may alias the originals */
    const output_scale whole = *output;
    if (to.bounds && stride == 1)
        transform_vectors(&to, &whole, 1, total, n, out, 1);
    else if (to.bounds)
        transform_vectors(&to, &whole, 1, total, n, out, stride);
    else if (stride == 1)
        transform_vectors(&to, &whole, 0, total, n, out, 1);
    else
        transform_vectors(&to, &whole, 0, total, n, out, stride);
}

/* Turns n adjacent sums into results, in place. Gives all NaNs the same bits. */
OUTLINE void finish_row(real *row, size_t n, real factor, real bias)
{
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(row + i, v_canonical(v_load(row + i) * v_splat(factor) + v_splat(bias)));
    for (; i < n; i++)
        row[i] = v_canonical(v_splat(row[i]) * v_splat(factor) + v_splat(bias))[0];
}

/* Writes n sums as results. */
OUTLINE void write_noise(const output_sink *sink, const output_scale *output, const real total[],
                         size_t n, real *out, ptrdiff_t stride)
{
    const output_scale whole = *output; /* a copy, as above */
    if (!sink->plain) {
        transform_row(sink, output, total, n, out, stride);
    } else if (stride == 1) {
        for (size_t i = 0; i < n; i += LANES)
            store_within(out, i, n, v_canonical(finish(&whole, v_load(total + i))));
    } else {
        for (size_t i = 0; i < n; i += LANES)
            store_elements(out + (ptrdiff_t)i * stride, stride, n - i,
                           v_canonical(finish(&whole, v_load(total + i))));
    }
}

/* Turns the slope of a sum into that of a result. Adding 0 turns -0 into +0. The bits of a NaN are
   left to v_canonical. */
INLINE vec finish_slope(const output_scale *output, vec slope)
{
    return slope * v_splat(output->factor) + v_splat(0);
}

/* Turns slopes along the rotated axes into slopes along the caller's axes, by the transposed
   matrix. */
INLINE void rotate_slopes(const struct perlin_matrix *rotation, int dims, vec slope[4])
{
    vec rotated[4];
    for (int a = 0; a < dims; a++) {
        rotated[a] = v_splat((real)rotation->row[dims - 1][a]) * slope[dims - 1];
        for (int b = dims - 2; b >= 0; b--)
            rotated[a] = v_splat((real)rotation->row[b][a]) * slope[b] + rotated[a];
    }
    for (int a = 0; a < dims; a++)
        slope[a] = rotated[a];
}

/* Writes the slopes of n samples. Sums of the slope along axis a begin a * plane behind `total`. */
OUTLINE void write_slopes(const perlin_noise *noise, int dims, const real *total, size_t plane,
                          size_t n, const output_sink *sink, ptrdiff_t at, ptrdiff_t stride)
{
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    const struct perlin_matrix *const rotation = &noise->rotation[dims - 1];
    for (size_t i = 0; i < n; i += LANES) {
        const ptrdiff_t to = at + (ptrdiff_t)i * stride;
        vec slope[4];
        for (int a = 0; a < dims; a++)
            slope[a] = v_load(total + (size_t)a * plane + i);
        if (rotation->applies)
            rotate_slopes(rotation, dims, slope);
        for (int a = 0; a < dims; a++)
            store_elements(sink->slope[a] + to, stride, n - i,
                           v_canonical(finish_slope(output, slope[a])));
    }
}

#endif
