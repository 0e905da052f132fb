/*
 * How octaves add up to a fractal, over vectors. Which fractal it is, is asked for each vector: the answer is always the
 * same, so that it costs less than a copy of the kernels for each answer would.
 */
#ifndef PERLIN_SIMD_FRACTAL_H
#define PERLIN_SIMD_FRACTAL_H

#include "gradient.h"

/* The octaves so far, and the strength of the next one: A in perlin.h. */
struct sum {
    vec total, strength;
};

INLINE vec magnitude(vec a)
{
    const integer all_but_sign = (integer)(((uint64_t)1 << (8 * sizeof(real) - 1)) - 1);
    return (vec)((ivec)a & all_but_sign);
}

/* To the nearest integer, where |a| is below 2^22: a sum that has no bits for a fraction. */
INLINE vec nearest(vec a)
{
    const vec big = v_splat(sizeof(real) == sizeof(float) ? (real)0x1.8p23 : (real)0x1.8p52);
    return a + big - big;
}

/* a where all bits of a lane are set, b where none is: as comparisons give them. */
INLINE vec where(ivec mask, vec a, vec b)
{
    return (vec)((mask & (ivec)a) | (~mask & (ivec)b));
}

/* The lesser of a and 1, NaN if a is. */
INLINE vec at_most_one(vec a)
{
    return where((ivec)(a > v_splat(1)), v_splat(1), a);
}

/* A billow's octave, 2 |n| - 1. Twice the scale gives twice n, exactly but where that is too small to matter. */
INLINE vec billow(vec raw, real twice_scale)
{
    return magnitude(raw) * v_splat(twice_scale) - v_splat(1);
}

/* What a billow, ridged or ping-pong fractal makes of an octave's noise n. */
INLINE vec shaped(const struct perlin_shape *shape, vec n)
{
    if (shape->fractal == PERLIN_FRACTAL_RIDGED)
        return v_splat(0) - billow(n, 2);
    if (shape->fractal == PERLIN_FRACTAL_BILLOW)
        return billow(n, 2);
    const vec t = (n + v_splat(1)) * v_splat((real)shape->ping_pong_strength);
    return billow(t - v_splat(2) * nearest(t * v_splat((real)0.5)), 2);
}

/* Whether octaves have strengths that differ. */
static inline int has_strength(const struct perlin_shape *shape)
{
    return shape->fractal == PERLIN_FRACTAL_MULTIFRACTAL ||
           (shape->fractal != PERLIN_FRACTAL_NONE && shape->weighted_strength != 0.0);
}

/* Whether octaves are summed as they are: weight times noise. */
static inline int is_plain(const struct perlin_shape *shape)
{
    return shape->fractal <= PERLIN_FRACTAL_FBM && !has_strength(shape);
}

/* Whether octaves are folded at zero, and then summed: billows, and ridges, which are their negatives. */
static inline int is_folded(const struct perlin_shape *shape)
{
    return (shape->fractal == PERLIN_FRACTAL_BILLOW || shape->fractal == PERLIN_FRACTAL_RIDGED) &&
           !has_strength(shape);
}

/* Whether there is one octave, of weight 1, that is summed as it is. */
INLINE int is_only_octave(const perlin_noise *noise)
{
    return noise->spectrum.octaves == 1 && noise->spectrum.weight[0] == 1.0 &&
           is_plain(&noise->shape);
}

/* Adds an octave of raw noise. Without strengths, that of the sum is neither read nor computed. */
INLINE struct sum add_octave(const struct perlin_shape *shape, const output_scale *output,
                             real weight, struct sum sum, vec raw)
{
    const vec half = v_splat((real)0.5), one = v_splat(1);
    const vec n = raw * v_splat(output->octave_scale);
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

#endif
