/*
 * Value noise of a block of points: hashes the corners of cells to values, and interpolates these.
 * The last axis goes first and x last, so that rows of grids share everything except x. rows.h and
 * Elias's noise use parts of this.
 */
#ifndef PERLIN_VALUE_POINTS_H
#define PERLIN_VALUE_POINTS_H

#include "../../engine/integers.h"
#include "../../engine/store.h"

/* ---- Interpolation --------------------------------------------------------------------------- */

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

/* ---- Values ---------------------------------------------------------------------------------- */

/* (2h - 255) / 256 for bytes h. The integer 2h goes into the low bits of a number whose last bit is
   worth 2^-8. */
INLINE vec lattice_value(ivec h)
{
    const vec big = v_splat(sizeof(real) == sizeof(float) ? (real)0x1p15 : (real)0x1p44);
    const vec middle = big + v_splat((real)(255.0 / 256));
    return (vec)((ivec)big | (h + h)) - middle;
}

/* The cells whose values count along an axis: a cell and the next one, or with four places the one
   before and the one after these as well. */
INLINE void cells_around(int places, uint32_t cell, uint32_t modulus, uint32_t around[4])
{
    around[0] = places == 4 ? perlin_previous_cell(cell, modulus) : cell;
    UNROLL
    for (int k = 1; k < places; k++)
        around[k] = perlin_next_cell(around[k - 1], modulus);
}

/* Hashes the corners of the block's cells, a vector of bytes at a time. */
INLINE void hash_corners(struct points *points, int dims, int wrapped,
                         const struct perlin_tables *tables)
{
    for (size_t i = 0; i < points->n; i += BYTES) {
        bytes h[16];
        h[0] = v_splat_byte(0);
        UNROLL
        for (int a = 0; a < dims; a++)
            extend_hashes(&tables->lut, 1 << a, wrapped, sides_of(points, wrapped, a, i), h);
        UNROLL
        for (int c = 0; c < 1 << dims; c++)
            v_store_bytes(points->hash[c] + i, h[c]);
    }
}

/* Hashes the corners by a table of any size, a point at a time. Keeps the low bytes of larger
   hashes. */
INLINE void hash_corners_any(struct points *points, int dims, const struct perlin_tables *tables,
                             const uint32_t modulus[4])
{
    const struct any_table table = any_table(tables, dims);
    const size_t n = points->n;
    for (size_t i = 0; i < n; i++) {
        uint32_t h[16] = {0};
        UNROLL
        for (int a = 0; a < dims; a++) {
            const uint32_t cell = points->any_cell[a][i];
            const uint32_t side[2] = {cell, perlin_next_cell(cell, modulus[a])};
            extend_any(&table, 1 << a, side, h);
        }
        UNROLL
        for (int c = 0; c < 1 << dims; c++)
            points->hash[c][i] = (uint8_t)h[c];
    }
}

/* Hashes the cells of the block, in whichever way they are stored. */
INLINE void hash_values(const perlin_noise *noise, struct points *points, int dims, uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    if (points->cells == WIDE)
        hash_corners_any(points, dims, tables, noise->spectrum.modulus[octave]);
    else if (points->cells == WRAPPED)
        hash_corners(points, dims, 1, tables);
    else
        hash_corners(points, dims, 0, tables);
}

/* The values around a vector of points, and their eased fractions. */
struct corner_values {
    vec t[4], value[16];
};

/* Where the values at corners come from: table hashes in points->hash, values in points->edge, or
   the integer hash. */
enum value_source { FROM_HASHES, FROM_EDGES, FROM_INTEGERS };

/* Finds the values around the points from i on, and stores their fractions. */
INLINE struct corner_values corner_values(const struct points *points,
                                          const struct hashing *hashing, int dims,
                                          enum value_source source, uint32_t interpolation,
                                          size_t i, vec fraction[4])
{
    struct corner_values corners;
    struct sides sides;
    if (source == FROM_INTEGERS) {
        const struct samples samples = place_samples(hashing, dims, 0, i);
        sides_init(&sides, &hashing->constants, dims, samples.cell, &hashing->placing);
        memcpy(fraction, samples.fraction, sizeof samples.fraction);
    }
    UNROLL
    for (int a = 0; a < dims; a++) {
        if (source != FROM_INTEGERS)
            fraction[a] = v_load(points->fraction[a] + i);
        corners.t[a] = ease(interpolation, fraction[a]);
    }
    UNROLL
    for (int c = 0; c < 1 << dims; c++) {
        if (source == FROM_INTEGERS)
            corners.value[c] = value_of_hash(corner_hash(&hashing->constants, dims, &sides, c));
        else
            corners.value[c] = source == FROM_EDGES
                                   ? v_load(points->edge[c] + i)
                                   : lattice_value(v_load_index(points->hash[c] + i));
    }
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

/* The noise of a block, and below its slopes. */
INLINE void values_noise(const perlin_noise *noise, const struct points *points, int dims,
                         uint32_t octave, enum value_source source, const struct store *to)
{
    struct hashing hashing;
    if (source == FROM_INTEGERS)
        hashing_init(&hashing, noise, points, octave);
    const uint32_t interpolation = noise->interpolation;
    for (size_t i = 0; i < points->n; i += LANES) {
        vec fraction[4];
        const struct corner_values at =
            corner_values(points, &hashing, dims, source, interpolation, i, fraction);
        store_point(to, i, between_values(&at, dims, -1));
    }
}

INLINE void values_slopes(const perlin_noise *noise, const struct points *points, int dims,
                          uint32_t octave, enum value_source source, const struct store *to)
{
    struct hashing hashing;
    if (source == FROM_INTEGERS)
        hashing_init(&hashing, noise, points, octave);
    const uint32_t interpolation = noise->interpolation;
    for (size_t i = 0; i < points->n; i += LANES) {
        vec fraction[4], slope[4];
        const struct corner_values at =
            corner_values(points, &hashing, dims, source, interpolation, i, fraction);
        UNROLL
        for (int a = 0; a < dims; a++)
            slope[a] = ease_slope(interpolation, fraction[a]) * between_values(&at, dims, a);
        store_point_slopes(to, dims, i, between_values(&at, dims, -1), slope);
    }
}

#define VALUE_POINTS(dims)                                                                         \
    OUTLINE void hash_values##dims(const perlin_noise *noise, struct points *points,               \
                                   uint32_t octave)                                                \
    {                                                                                              \
        hash_values(noise, points, dims, octave);                                                  \
    }                                                                                              \
    OUTLINE void value_points##dims(const perlin_noise *noise, struct points *points,              \
                                    uint32_t octave, const struct store *to)                       \
    {                                                                                              \
        if (points->cells == INTEGERS) {                                                           \
            values_noise(noise, points, dims, octave, FROM_INTEGERS, to);                          \
            return;                                                                                \
        }                                                                                          \
        hash_values##dims(noise, points, octave);                                                  \
        values_noise(noise, points, dims, octave, FROM_HASHES, to);                                \
    }                                                                                              \
    OUTLINE void value_point_slopes##dims(const perlin_noise *noise, struct points *points,        \
                                          uint32_t octave, const struct store *to)                 \
    {                                                                                              \
        const enum value_source source = points->cells == INTEGERS ? FROM_INTEGERS : FROM_HASHES;  \
        if (source == FROM_HASHES)                                                                 \
            hash_values##dims(noise, points, octave);                                              \
        values_slopes(noise, points, dims, octave, source, to);                                    \
    }

VALUE_POINTS(1)
VALUE_POINTS(2)
VALUE_POINTS(3)
VALUE_POINTS(4)

#endif
