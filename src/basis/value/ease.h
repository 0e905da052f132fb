/*
 * How value noise is interpolated: the weights of values at a fraction, and their derivatives.
 */
#ifndef PERLIN_VALUE_EASE_H
#define PERLIN_VALUE_EASE_H

#include "../../engine/common.h"

/* sin(pi w / 2) / w in powers of w^2, for w up to 1/2. */
#define SINE_TERMS 5
static const double sine_term[SINE_TERMS] = {0x1.921fb5443b587p+0, -0x1.4abbce56ae6e6p-1,
                                             0x1.466bbac8a54e8p-4, -0x1.32ca9d79fc665p-8,
                                             0x1.4bc85ccb213adp-13};

/* A fraction t folded at 1/2: w is t, or 1 - t in lanes where t is beyond 1/2. */
struct folded {
    ivec beyond;
    vec w;
};

INLINE struct folded fold(vec t)
{
    const ivec beyond = (ivec)(t > v_splat((real)0.5));
    return (struct folded){beyond, where(beyond, v_splat(1) - t, t)};
}

/* sin(pi w / 2), by Horner's rule. */
INLINE vec sine(vec w)
{
    const vec x = w * w;
    vec p = v_splat((real)sine_term[SINE_TERMS - 1]);
    UNROLL
    for (int i = SINE_TERMS - 2; i >= 0; i--)
        p = p * x + v_splat((real)sine_term[i]);
    return w * p;
}

/* The derivative of sine. */
INLINE vec sine_slope(vec w)
{
    const vec x = w * w;
    vec q = v_splat((2 * SINE_TERMS - 1) * (real)sine_term[SINE_TERMS - 1]);
    UNROLL
    for (int i = SINE_TERMS - 2; i >= 0; i--)
        q = q * x + v_splat((real)(2 * i + 1) * (real)sine_term[i]);
    return q;
}

/* The weight of the far value at a fraction t. */
INLINE vec ease(uint32_t interpolation, vec t)
{
    if (interpolation == PERLIN_INTERPOLATION_QUINTIC)
        return fade(t);
    if (interpolation == PERLIN_INTERPOLATION_CUBIC)
        return t * t * (v_splat(3) - v_splat(2) * t);
    if (interpolation == PERLIN_INTERPOLATION_COSINE) {
        const struct folded f = fold(t);
        const vec s = sine(f.w), square = s * s;
        return where(f.beyond, v_splat(1) - square, square);
    }
    return t;
}

INLINE vec ease_slope(uint32_t interpolation, vec t)
{
    if (interpolation == PERLIN_INTERPOLATION_QUINTIC)
        return fade_slope(t);
    if (interpolation == PERLIN_INTERPOLATION_CUBIC)
        return v_splat(6) * t * (v_splat(1) - t);
    if (interpolation == PERLIN_INTERPOLATION_COSINE) {
        const vec w = fold(t).w;
        return v_splat(2) * sine(w) * sine_slope(w);
    }
    return t - t + v_splat(1); /* NaN if t is NaN */
}

/* The weights of Catmull-Rom splines at fractions t. */
INLINE void spline_weights(vec t, vec weight[4])
{
    const vec half = v_splat((real)0.5), threehalf = v_splat((real)1.5);
    weight[0] = t * (t * (v_splat(1) - half * t) - half);
    weight[1] = t * t * (threehalf * t - v_splat((real)2.5)) + v_splat(1);
    weight[2] = t * (t * (v_splat(2) - threehalf * t) + half);
    weight[3] = t * t * (half * t - half);
}

#endif
