/*
 * The octave loop, for points.h and bands.h: sums the octaves of a batch of samples to a fractal,
 * with or without slopes. Slopes are the derivatives by the coordinates.
 */
#ifndef PERLIN_OCTAVES_H
#define PERLIN_OCTAVES_H

#include "../noise/noise.h"
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

/* True if the fractal is a sum of weight * billow(noise). A ridge is a negative billow. */
static inline int folds(const struct perlin_shape *shape)
{
    return (shape->fractal == PERLIN_FRACTAL_BILLOW || shape->fractal == PERLIN_FRACTAL_RIDGED) &&
           !has_strength(shape);
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

/* How octaves are summed. */
enum summing {
    ONLY_OCTAVE,  /* the result is that of octave 0, which kernels store */
    PLAIN_SUM,    /* kernels store octave 0 times its weight, and add the others */
    FOLDED_SUM,   /* kernels add billows to zeros; a ridge is a negative billow */
    SUM_OF_PLANES /* kernels store an octave in planes of its own, which add_octave adds */
};

/* Samples whose octaves are summed together. A driver's struct begins with this one. */
struct batch {
    const perlin_noise *noise;
    int dims, planes; /* 1, or 1 + dims with slopes */
    enum summing summing;
    void (*octave)(struct batch *batch, uint32_t octave, const struct store *to);
    size_t n;                     /* samples, in whole vectors */
    struct layout layout;         /* of rows, for kernels of rows */
    size_t most, plane;           /* room, in samples; distance between planes */
    real *total, *raw, *strength; /* planes of the sum, one octave, strengths */
};

/* `can_add`: kernels can add to the planes. */
static enum summing summing_of(const perlin_noise *noise, int planes, int can_add)
{
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    const struct perlin_shape *const shape = &noise->shape;
    const int is_plain = perlin_is_plain(shape), is_folded = planes == 1 && folds(shape);
    if (is_plain && spectrum->octaves == 1 && (noise->is_scaled || spectrum->weight[0] == 1.0))
        return ONLY_OCTAVE;
    return can_add && is_plain ? PLAIN_SUM : can_add && is_folded ? FOLDED_SUM : SUM_OF_PLANES;
}

/* Divides `size` numbers of room into planes. The caller has set the members up to octave. */
static void batch_init(struct batch *batch, real room[], size_t size)
{
    const int has_one_set = batch->summing != SUM_OF_PLANES;
    const size_t sets = has_one_set ? 1 : has_strength(&batch->noise->shape) ? 3 : 2;
    const size_t planes = (size_t)batch->planes;
    batch->most = batch->plane = (uint32_t)size / (uint32_t)(sets * planes) / LANES * LANES;
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
    const real weight = noise->is_scaled ? 1 : (real)noise->spectrum.weight[octave];
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

/* Sums the octaves into the planes of `total`, or into `direct` if that is not NULL. A single octave
   is stored there as `direct` says; a folded sum is added to zeros that the caller has written. */
OUTLINE void sum_octaves(struct batch *batch, const struct store *direct)
{
    const perlin_noise *const noise = batch->noise;
    const enum summing summing = batch->summing;
    const int dims = batch->dims, is_integer = noise->integers != NULL;
    const real octave_scale = noise->LANE(output)[dims - 1].octave_scale;
    const real sign = noise->shape.fractal == PERLIN_FRACTAL_RIDGED ? -1 : 1;
    struct store to; /* its members are set one by one: gcc clears structs by a slow string
                        instruction */
    if (direct) {
        to.plane[0] = direct->plane[0];
        to.layout = direct->layout;
        to.factor = direct->factor;
        to.bias = direct->bias;
    } else {
        to.layout = batch->layout;
        to.factor = 1;
        to.bias = 0;
        for (int p = 0; p < batch->planes; p++)
            to.plane[p] =
                (summing == SUM_OF_PLANES ? batch->raw : batch->total) + (size_t)p * batch->plane;
    }
    for (int p = 0; p < batch->planes && summing >= FOLDED_SUM && !direct; p++)
        memset(batch->total + (size_t)p * batch->plane, 0, batch->n * sizeof(real));
    if (summing == PLAIN_SUM)
        to.bias = 0;
    to.folds = summing == FOLDED_SUM;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        const real weight = noise->is_scaled ? 1 : (real)noise->spectrum.weight[o];
        const real scale = is_integer ? noise->integers[o].LANE(scaled).factor[dims - 1] : 1;
        to.frequency = (real)noise->spectrum.frequency[o];
        to.adds = summing == FOLDED_SUM || (summing == PLAIN_SUM && o > 0);
        to.weight = summing == FOLDED_SUM ? sign * weight : weight * scale;
        to.twice_scale = 2 * scale * octave_scale;
        if (summing == PLAIN_SUM)
            to.factor = to.weight;
        else if (is_integer)
            to.factor = scale;
        batch->octave(batch, o, &to);
        if (summing == SUM_OF_PLANES)
            add_octave(batch, o);
    }
}

#endif
