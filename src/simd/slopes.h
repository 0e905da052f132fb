/*
 * Noise with its slopes, the derivatives by the coordinates, over vectors: what points and grid rows share.
 *
 * A kernel finds the raw noise of one octave and its slopes in lattice units for a block of samples. From there on,
 * through the fractal to the outputs, functions go over the block that are compiled once for all dimensions.
 *
 * What a sample has is kept in planes: 0 is the noise, 1 + a the slope along axis a.
 */
#ifndef PERLIN_SIMD_SLOPES_H
#define PERLIN_SIMD_SLOPES_H

#include "points.h"
#include "sink.h"

typedef struct LANE(perlin_slope_sink) slope_sink;

/* Fewer points a block in double, since each has more to keep, and the stack's promise holds for any compiler's spills. */
enum { SLOPE_POINTS = sizeof(real) == sizeof(float) ? 192 : 64 };
_Static_assert((int)SLOPE_POINTS <= (int)POINTS_BLOCK && SLOPE_POINTS % BYTES == 0 &&
                   SLOPE_POINTS % LANES == 0,
               "whole vectors in a block");

/* fade's derivative, 30 t^2 (t - 1)^2. */
INLINE vec fade_slope(vec t)
{
    return v_splat(30) * t * t * (t * (t - v_splat(2)) + v_splat(1));
}

/* The noise along an x edge, the lerp of its ends, and their difference. */
INLINE void edge_noise(vec u, vec left, vec right, vec *value, vec *difference)
{
    *difference = right - left;
    *value = left + u * *difference;
}

/*
 * From the noise along 2^(dims-1) x edges and the differences of their ends, to value[0], the noise, and
 * difference[a][0], which is D of axis a: the difference of the values that a lerp along this axis takes,
 * interpolated along the axes behind it. t has the fades by axis.
 */
INLINE void interpolate_slopes(int dims, const vec t[4], vec value[8], vec difference[4][8])
{
    UNROLL
    for (int a = 1; a < dims; a++) {
        UNROLL
        for (int c = 0; c < 1 << (dims - 1 - a); c++) {
            UNROLL
            for (int before = 0; before < a; before++)
                difference[before][c] =
                    lerp(t[a], difference[before][2 * c], difference[before][2 * c + 1]);
            edge_noise(t[a], value[2 * c], value[2 * c + 1], &value[c], &difference[a][c]);
        }
    }
}

/*
 * Where a kernel leaves what it finds: an octave as it is, to be added by add_slopes; or it adds octaves that are
 * summed as they are to the totals itself. Planes are `plane` elements apart.
 */
struct slope_planes {
    real *octave;   /* or NULL: to totals */
    real *total;    /* or NULL: of an only octave */
    real *strength; /* of the next octave, or NULL: strengths are 1 */
    size_t plane;
    real frequency, weight; /* of the octave */
};

/* The sets of planes that a noise needs. */
INLINE size_t slope_sets(const perlin_noise *noise)
{
    return is_plain(&noise->shape) ? 1 : has_strength(&noise->shape) ? 3 : 2;
}

/* Planes of so many samples in `room`. */
INLINE struct slope_planes slope_planes(const perlin_noise *noise, int dims, real room[],
                                        size_t plane)
{
    const size_t sets = slope_sets(noise), set = (size_t)(1 + dims) * plane;
    struct slope_planes planes = {.octave = room, .plane = plane};
    if (sets > 1)
        planes.total = room + set;
    else if (!is_only_octave(noise))
        planes = (struct slope_planes){.total = room, .plane = plane};
    if (sets > 2)
        planes.strength = room + 2 * set;
    return planes;
}

/* Goes to an octave of n samples; the first one finds totals of 0. */
INLINE void planes_enter(struct slope_planes *planes, const perlin_noise *noise, int dims,
                         uint32_t octave, size_t n)
{
    planes->frequency = (real)noise->spectrum.frequency[octave];
    planes->weight = (real)noise->spectrum.weight[octave];
    for (int p = 0; p <= dims && planes->total && octave == 0; p++)
        memset(planes->total + (size_t)p * planes->plane, 0, n * sizeof(real));
}

/* Stores or adds what a kernel found from sample i on: the noise, and its slopes in lattice units. */
INLINE void store_slopes(const struct slope_planes *planes, int dims, size_t i, vec value,
                         const vec slope[4])
{
    const vec frequency = v_splat(planes->frequency), weight = v_splat(planes->weight);
    if (planes->octave) {
        v_store(planes->octave + i, value);
        UNROLL
        for (int a = 0; a < dims; a++)
            v_store(planes->octave + (size_t)(1 + a) * planes->plane + i, slope[a]);
        return;
    }
    real *total = planes->total + i;
    v_store(total, v_load(total) + weight * value);
    UNROLL
    for (int a = 0; a < dims; a++) {
        total += planes->plane;
        v_store(total, v_load(total) + weight * (slope[a] * frequency));
    }
}

/* ---- Fractals ------------------------------------------------------------------------------------ */

/* The derivative of |a|, with that of a. */
INLINE vec magnitude_slope(vec a, vec slope)
{
    return where((ivec)(a < v_splat(0)), v_splat(0) - slope, slope);
}

/* The derivative of what `shaped` makes of n, with that of n. */
INLINE vec shaped_slope(const struct perlin_shape *shape, vec n, vec slope)
{
    if (shape->fractal == PERLIN_FRACTAL_PING_PONG) {
        const vec strength = v_splat((real)shape->ping_pong_strength);
        const vec t = (n + v_splat(1)) * strength;
        const vec beyond = t - v_splat(2) * nearest(t * v_splat((real)0.5));
        return v_splat(2) * magnitude_slope(beyond, slope * strength);
    }
    const vec twice = v_splat(2) * magnitude_slope(n, slope);
    if (shape->fractal == PERLIN_FRACTAL_RIDGED)
        return v_splat(0) - twice;
    return twice;
}

/* What an octave adds to a total's slope, by the slope of its raw noise; and the next octave's strength's slope. */
INLINE vec added_slope(const struct perlin_shape *shape, vec octave_scale, vec raw, vec raw_slope,
                       vec strength, vec *strength_slope)
{
    const vec n = raw * octave_scale, n_slope = raw_slope * octave_scale;
    if (shape->fractal == PERLIN_FRACTAL_MULTIFRACTAL) {
        const vec gain = v_splat((real)shape->ridge_gain);
        const vec ridge = v_splat((real)shape->ridge_offset) - magnitude(n);
        const vec ridge_slope = v_splat(0) - magnitude_slope(n, n_slope);
        const vec added =
            v_splat(2) * ridge * ridge_slope * strength + ridge * ridge * *strength_slope;
        const vec next = ridge * ridge * strength * gain;
        *strength_slope = where((ivec)(next > v_splat(1)), v_splat(0), added * gain);
        return added;
    }
    const int is_shaped = shape->fractal > PERLIN_FRACTAL_FBM;
    const vec slope = is_shaped ? shaped_slope(shape, n, n_slope) : n_slope;
    const vec added = is_shaped ? slope : raw_slope;
    if (!has_strength(shape))
        return added;
    const vec half = v_splat((real)0.5), weighted = v_splat((real)shape->weighted_strength);
    const vec v = is_shaped ? shaped(shape, n) : n;
    const vec weaker = v_splat(1) - weighted * (half - v * half);
    const vec before = *strength_slope;
    *strength_slope = before * weaker + strength * (weighted * (slope * half));
    return added * strength + (is_shaped ? v : raw) * before;
}

/* Adds the octave in n samples of the planes to the totals. */
OUTLINE void add_slopes(const perlin_noise *noise, int dims, uint32_t octave,
                        const struct slope_planes *planes, size_t n)
{
    const struct perlin_shape *const shape = &noise->shape;
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    const vec frequency = v_splat(planes->frequency), weight = v_splat(planes->weight);
    const vec octave_scale = v_splat(output->octave_scale);
    const int has_strengths = planes->strength && octave > 0; /* else they are 1 */
    for (size_t i = 0; i < n; i += LANES) {
        const vec raw = v_load(planes->octave + i);
        const vec strength = has_strengths ? v_load(planes->strength + i) : v_splat(1);
        struct sum sum = {v_load(planes->total + i), strength};
        sum = add_octave(shape, output, planes->weight, sum, raw);
        v_store(planes->total + i, sum.total);
        if (planes->strength)
            v_store(planes->strength + i, sum.strength);
        for (int a = 0; a < dims; a++) {
            const size_t at = (size_t)(1 + a) * planes->plane + i;
            const vec raw_slope = v_load(planes->octave + at) * frequency;
            vec strength_slope = has_strengths ? v_load(planes->strength + at) : v_splat(0);
            const vec added =
                added_slope(shape, octave_scale, raw, raw_slope, strength, &strength_slope);
            v_store(planes->total + at, v_load(planes->total + at) + weight * added);
            if (planes->strength)
                v_store(planes->strength + at, strength_slope);
        }
    }
}

/* ---- Output -------------------------------------------------------------------------------------- */

/* From the slopes of the total to those of the result, but for the bits of a NaN. */
INLINE void finish_slopes(const output_scale *output, int dims, vec slope[4])
{
    UNROLL
    for (int a = 0; a < dims; a++)
        slope[a] = slope[a] * v_splat(output->factor) + v_splat(0); /* a zero is +0 */
}

/* From slopes along the rotated axes to those along the caller's: the transposed matrix. */
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

/*
 * Finishes n samples of the planes, from sample `first` on, and writes them to element `at` of each output and on.
 * An only octave has no totals, and its slopes are still in lattice units.
 */
OUTLINE void write_slopes(const perlin_noise *noise, int dims, const struct slope_planes *planes,
                          size_t first, size_t n, const slope_sink *sink, ptrdiff_t at,
                          ptrdiff_t stride)
{
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    const struct perlin_matrix *const rotation = &noise->rotation[dims - 1];
    const real *const total = (planes->total ? planes->total : planes->octave) + first;
    const vec frequency = v_splat(planes->total ? 1 : planes->frequency);
    for (size_t i = 0; i < n; i += LANES) {
        const ptrdiff_t to = at + (ptrdiff_t)i * stride;
        vec slope[4];
        if (sink->out)
            store_elements(sink->out + to, stride, n - i,
                           v_canonical(finish(output, v_load(total + i))));
        for (int a = 0; a < dims; a++)
            slope[a] = v_load(total + (size_t)(1 + a) * planes->plane + i) * frequency;
        if (rotation->applies)
            rotate_slopes(rotation, dims, slope);
        finish_slopes(output, dims, slope);
        for (int a = 0; a < dims; a++)
            store_elements(sink->slope[a] + to, stride, n - i, v_canonical(slope[a]));
    }
}

#endif
