/*
 * Value noise of a block of points with its slopes: finds the values at the corners of cells, and
 * interpolates these. The last axis goes first and x last, so that rows of grids share everything
 * except x. box.h and Elias's noise use parts of this.
 */
#ifndef PERLIN_VALUE_POINTS_H
#define PERLIN_VALUE_POINTS_H

#include "../../engine/integers.h"
#include "../../engine/store.h"
#include "../perlin/integer_points.h"
#include "ease.h"

/* ---- Values ---------------------------------------------------------------------------------- */

/* The values around a vector of points, and their eased fractions. */
struct corner_values {
    vec t[4], value[16];
};

/* The value of an integer hash, times 2^31. */
INLINE vec value_of_hash(hash_vec h)
{
    vec value, difference;
    v_values(h, h, &value, &difference);
    return value;
}

/* Finds the values around the points from i on, and stores their fractions. Without an octave,
   points->edge has the values. */
INLINE struct corner_values corner_values(const struct points *points, struct octave *octave,
                                          int dims, uint32_t interpolation, size_t i,
                                          vec fraction[4])
{
    struct corner_values corners;
    struct corner_hashes hashes;
    if (octave) {
        struct place place[4];
        load_places(octave, dims, i, place);
        corner_hashes_init(&hashes, &octave->keys, dims, place);
    }
    UNROLL
    for (int a = 0; a < dims; a++) {
        fraction[a] = v_load(points->fraction[a] + i);
        corners.t[a] = ease(interpolation, fraction[a]);
    }
    UNROLL
    for (int c = 0; c < 1 << dims; c++)
        corners.value[c] =
            octave ? value_of_hash(corner_hash(&hashes, dims, c)) : v_load(points->edge[c] + i);
    return corners;
}

/* The lerp of two neighbours along an axis, or their difference. */
INLINE vec lerp_or_difference(int is_difference, vec t, vec near, vec far)
{
    return is_difference ? (vec)(far - near) : lerp(t, near, far);
}

/* The noise, interpolated along all axes, if `axis` is -1. Else a slope without its factor: the
   difference along `axis`, interpolated along the others. */
INLINE vec between_values(const struct corner_values *at, int dims, int axis)
{
    const int half = 1 << (dims - 1);
    vec v[8];
    UNROLL
    for (int c = 0; c < half; c++)
        v[c] = lerp_or_difference(axis == dims - 1, at->t[dims - 1], at->value[c],
                                  at->value[c + half]);
    UNROLL
    for (int a = dims - 2; a >= 0; a--) {
        UNROLL
        for (int c = 0; c < 1 << a; c++)
            v[c] = lerp_or_difference(axis == a, at->t[a], v[c], v[c + (1 << a)]);
    }
    return v[0];
}

/* The slopes of a block, by the integer hash or of the values in points->edge. */
INLINE void values_slopes(const perlin_noise *noise, const struct points *points, int dims,
                          struct octave *octave, const struct store *to)
{
    const uint32_t interpolation = noise->interpolation;
    for (size_t i = 0; i < points->n; i += LANES) {
        vec fraction[4], slope[4];
        const struct corner_values at =
            corner_values(points, octave, dims, interpolation, i, fraction);
        UNROLL
        for (int a = 0; a < dims; a++)
            slope[a] = ease_slope(interpolation, fraction[a]) * between_values(&at, dims, a);
        store_point_slopes(to, dims, i, between_values(&at, dims, -1), slope);
    }
}

#define VALUE_SLOPES(dims)                                                                         \
    OUTLINE void value_integer_slopes##dims(const perlin_noise *noise, struct points *points,      \
                                            uint32_t number, const struct store *to)               \
    {                                                                                              \
        struct octave octave;                                                                      \
        octave_init(&octave, noise, dims, 0, points, number);                                      \
        values_slopes(noise, points, dims, &octave, to);                                           \
    }

VALUE_SLOPES(1)
VALUE_SLOPES(2)
VALUE_SLOPES(3)
VALUE_SLOPES(4)

#endif
