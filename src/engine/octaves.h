/*
 * The octave loop, for points.h and tile.h: sums the octaves of a batch of samples to a fractal,
 * with or without slopes. Slopes are the derivatives by the coordinates.
 */
#ifndef PERLIN_OCTAVES_H
#define PERLIN_OCTAVES_H

#include "store.h"

/* ---- Fractals -------------------------------------------------------------------------------- */

/* Rounds to the nearest integer, if |a| is below 2^22: the sum has no bits left for a fraction. */
INLINE vec nearest(vec a)
{
    const vec big = v_splat(sizeof(real) == sizeof(float) ? (real)0x1.8p23 : (real)0x1.8p52);
    return a + big - big;
}

/* min(a, 1), or NaN if a is NaN. */
INLINE vec at_most_one(vec a)
{
    return where((ivec)(a > v_splat(1)), v_splat(1), a);
}

/* What a billow, ridged or ping-pong fractal sums instead of the noise n of an octave. */
INLINE vec shaped(const struct perlin_shape *shape, vec n)
{
    if (shape->fractal == PERLIN_FRACTAL_RIDGED)
        return v_splat(0) - billow(n, 2);
    if (shape->fractal == PERLIN_FRACTAL_BILLOW)
        return billow(n, 2);
    const vec t = (n + v_splat(1)) * v_splat((real)shape->ping_pong_strength);
    return billow(t - v_splat(2) * nearest(t * v_splat((real)0.5)), 2);
}

/* True if the noise of an octave changes the strength of the next one. */
static inline int has_strength(const struct perlin_shape *shape)
{
    return shape->fractal == PERLIN_FRACTAL_MULTIFRACTAL ||
           (shape->fractal != PERLIN_FRACTAL_NONE && shape->weighted_strength != 0.0);
}

/* True if the fractal is a sum of weight * noise. */
static inline int is_plain(const struct perlin_shape *shape)
{
    return shape->fractal <= PERLIN_FRACTAL_FBM && !has_strength(shape);
}

/* True if the fractal is a sum of weight * billow(noise). A ridge is a negative billow. */
static inline int is_folded(const struct perlin_shape *shape)
{
    return (shape->fractal == PERLIN_FRACTAL_BILLOW || shape->fractal == PERLIN_FRACTAL_RIDGED) &&
           !has_strength(shape);
}

/* True if the result is the noise of octave 0. */
INLINE int is_only_octave(const perlin_noise *noise)
{
    return noise->spectrum.octaves == 1 && noise->spectrum.weight[0] == 1.0 &&
           is_plain(&noise->shape);
}

/* The sum of the octaves so far, and the strength of the next one, called A in perlin.h. */
struct sum {
    vec total, strength;
};

/* Adds the noise of one octave. */
INLINE struct sum add_noise(const struct perlin_shape *shape, real scale, real weight,
                            struct sum sum, vec raw)
{
    const vec half = v_splat((real)0.5), one = v_splat(1);
    const vec n = raw * v_splat(scale);
    vec value;
    if (shape->fractal == PERLIN_FRACTAL_MULTIFRACTAL) {
        const vec ridge = v_splat((real)shape->ridge_offset) - magnitude(n);
        value = ridge * ridge * sum.strength;
        sum.strength = at_most_one(value * v_splat((real)shape->ridge_gain));
    } else {
        const int is_shaped = shape->fractal > PERLIN_FRACTAL_FBM;
        const vec v = is_shaped ? shaped(shape, n) : n;
        value = is_shaped ? v : raw;
        if (has_strength(shape)) {
            value = value * sum.strength;
            sum.strength =
                sum.strength * (one - v_splat((real)shape->weighted_strength) * (half - v * half));
        }
    }
    sum.total = sum.total + v_splat(weight) * value;
    return sum;
}

/* The derivative of |a|, given that of a. */
INLINE vec magnitude_slope(vec a, vec slope)
{
    return where((ivec)(a < v_splat(0)), v_splat(0) - slope, slope);
}

/* The derivative of shaped(n), given that of n. */
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

/* The slope that an octave adds to the total, given that of its noise. Updates *strength_slope from
   this octave's strength to the next one's. */
INLINE vec added_slope(const struct perlin_shape *shape, vec scale, vec raw, vec raw_slope,
                       vec strength, vec *strength_slope)
{
    const vec n = raw * scale, n_slope = raw_slope * scale;
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

/* ---- The loop -------------------------------------------------------------------------------- */

/* Samples whose octaves are summed together. A driver's struct begins with this one. */
struct batch {
    const perlin_noise *noise;
    int dims, planes; /* 1, or 1 + dims with slopes */
    void (*octave)(struct batch *batch, uint32_t octave, const struct store *to);
    int can_add;                  /* true if `octave` can add to the planes */
    size_t n;                     /* samples, in whole vectors */
    struct layout layout;         /* of rows, for kernels of rows */
    size_t most, plane;           /* room, in samples; distance between planes */
    real *total, *raw, *strength; /* planes of the sum, one octave, strengths */
};

/* True if the kernels add octaves to the sum themselves. */
static int kernel_adds(const struct batch *batch)
{
    const struct perlin_shape *const shape = &batch->noise->shape;
    return batch->can_add && !is_only_octave(batch->noise) &&
           (is_plain(shape) || (is_folded(shape) && batch->planes == 1));
}

/* Divides `size` numbers of room into planes. The caller has set the members up to can_add. */
static void batch_init(struct batch *batch, real room[], size_t size)
{
    const int one_set = is_only_octave(batch->noise) || kernel_adds(batch);
    const size_t sets = one_set ? 1 : has_strength(&batch->noise->shape) ? 3 : 2;
    const size_t planes = (size_t)batch->planes;
    batch->most = batch->plane = size / (sets * planes) / LANES * LANES;
    batch->total = room;
    batch->raw = room + planes * batch->plane;
    batch->strength = sets == 3 ? batch->raw + planes * batch->plane : NULL;
}

/* Adds the octave in the planes of `raw` to the sum. */
OUTLINE void add_octave(const struct batch *batch, uint32_t octave)
{
    const perlin_noise *const noise = batch->noise;
    const struct perlin_shape shape =
        noise->shape; /* a copy, because stores may alias the original */
    const real weight = (real)noise->spectrum.weight[octave];
    const real scale = noise->LANE(output)[batch->dims - 1].octave_scale;
    const int is_weaker = batch->strength && octave > 0; /* else all strengths are 1 */
    const size_t plane = batch->plane;
    for (size_t i = 0; i < batch->n; i += LANES) {
        const vec raw = v_load(batch->raw + i);
        const vec strength = is_weaker ? v_load(batch->strength + i) : v_splat(1);
        struct sum sum = {v_load(batch->total + i), strength};
        sum = add_noise(&shape, scale, weight, sum, raw);
        v_store(batch->total + i, sum.total);
        if (batch->strength)
            v_store(batch->strength + i, sum.strength);
        for (int p = 1; p < batch->planes; p++) {
            real *const total = batch->total + (size_t)p * plane + i;
            const vec slope = v_load(batch->raw + (size_t)p * plane + i);
            vec strength_slope =
                is_weaker ? v_load(batch->strength + (size_t)p * plane + i) : v_splat(0);
            const vec added =
                added_slope(&shape, v_splat(scale), raw, slope, strength, &strength_slope);
            v_store(total, v_load(total) + v_splat(weight) * added);
            if (batch->strength)
                v_store(batch->strength + (size_t)p * plane + i, strength_slope);
        }
    }
}

/* Lets a kernel store an octave in planes of the batch. */
static struct store store_planes(const struct batch *batch, real *planes)
{
    struct store to = {.layout = batch->layout, .factor = 1};
    for (int p = 0; p < batch->planes; p++)
        to.plane[p] = planes + (size_t)p * batch->plane;
    return to;
}

/* Sums the octaves into the planes of `total`, or into `direct` if that is not NULL. There a single
   octave is stored, or octaves are added to zeros that the caller has written. */
OUTLINE void sum_octaves(struct batch *batch, const struct store *direct)
{
    const perlin_noise *const noise = batch->noise;
    const int only = is_only_octave(noise), adds = kernel_adds(batch);
    struct store to =
        direct ? *direct : store_planes(batch, only || adds ? batch->total : batch->raw);
    to.adds = adds;
    for (int p = 0; p < batch->planes && !only && !direct; p++)
        memset(batch->total + (size_t)p * batch->plane, 0, batch->n * sizeof(real));
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        const int is_ridged = noise->shape.fractal == PERLIN_FRACTAL_RIDGED;
        to.frequency = (real)noise->spectrum.frequency[o];
        to.weight = (real)noise->spectrum.weight[o] * (is_ridged ? -1 : 1);
        to.folds = adds && is_folded(&noise->shape);
        to.twice_scale = 2 * noise->LANE(output)[batch->dims - 1].octave_scale;
        batch->octave(batch, o, &to);
        if (!only && !adds)
            add_octave(batch, o);
    }
}

#endif
