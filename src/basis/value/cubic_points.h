/*
 * Value noise by cubic splines, of a block of points. Four values along each axis count, up to 256
 * in all. They are taken in four slabs, one for each place along x. A slab is interpolated along
 * the last axis first.
 */
#ifndef PERLIN_VALUE_CUBIC_H
#define PERLIN_VALUE_CUBIC_H

#include "points.h"

/* Points are evaluated this many at a time: weights then fill points->edge. */
enum { SPLINE_POINTS = 64 };
_Static_assert(SPLINE_POINTS % LANES == 0, "whole vectors at once");

/* The weights of place k along an axis. */
INLINE real *weights(struct points *points, int axis, int k)
{
    const int at = (4 * axis + k) * SPLINE_POINTS;
    return points->edge[at / BLOCK] + at % BLOCK;
}

/* ---- Weights --------------------------------------------------------------------------------- */

/* Finds the weights of n points along an axis, starting at `first`. */
INLINE void find_weights(struct points *points, int axis, size_t first, size_t n)
{
    for (size_t i = 0; i < n; i += LANES) {
        vec weight[4];
        spline_weights(v_load(points->fraction[axis] + first + i), weight);
        UNROLL
        for (int k = 0; k < 4; k++)
            v_store(weights(points, axis, k) + i, weight[k]);
    }
}

/* The derivative of the weight at place k. */
INLINE vec spline_slope(int k, vec t)
{
    const vec half = v_splat((real)0.5), threehalf = v_splat((real)1.5);
    const vec ninehalf = v_splat((real)4.5);
    if (k == 0)
        return t * (v_splat(2) - threehalf * t) - half;
    if (k == 1)
        return t * (ninehalf * t - v_splat(5));
    if (k == 2)
        return t * (v_splat(4) - ninehalf * t) + half;
    return t * (threehalf * t - v_splat(1));
}

/* ---- Values ---------------------------------------------------------------------------------- */

/*
 * The corners of a sheet, which are those of a slab along its last two axes: all of them but in 4-D,
 * where a slab has four sheets, one for each place along y.
 */
INLINE int sheet_corners(int dims)
{
    return dims < 3 ? 1 << 2 * (dims - 1) : 16;
}

/* Finds the values of a sheet of slab k, for the points from i on. */
INLINE void sheet_values(const struct points *points, const struct hash_keys *keys, int dims,
                         const uint32_t modulus[4], int k, int sheet, size_t i, vec corner[])
{
    const int place[2] = {k, sheet}, first = dims < 4 ? 1 : 2; /* the first axis of the sheet */
    hash_vec h[16] = {splat_hash(0)};
    UNROLL
    for (int a = 0; a < dims; a++) {
        hash_vec side[4], cell = (hash_vec)v_load_words(points->any_cell[a] + i) - 1;
        if (modulus[a] > 0)
            cell += modulus[a] & (hash_vec)(cell == (uint32_t)-1);
        UNROLL
        for (int j = 0; j < 4; j++) {
            side[j] = axis_hash(keys, a, cell + PERLIN_CELL_BITS);
            cell = cell + 1;
            if (modulus[a] > 0)
                cell &= ~(hash_vec)(cell == modulus[a]);
        }
        if (a < first) {
            h[0] = a == 0 ? side[place[0]] : v_dot(h[0], side[place[1]]);
            if (dims == 1)
                h[0] = v_dot(h[0], keys->last);
            continue;
        }
        UNROLL
        for (int c = (1 << 2 * (a - first)) - 1; c >= 0; c--) {
            const hash_vec before = h[c];
            UNROLL
            for (int j = 0; j < 4; j++)
                h[4 * c + j] = v_dot(before, side[j]);
        }
    }
    UNROLL
    for (int c = 0; c < sheet_corners(dims); c++)
        corner[c] = value_of_hash(h[c]);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* A vector of values that have been interpolated along the last axes, and their slopes along these.
   */
struct part {
    vec value, slope[4];
};

/* Adds the part at place k along an axis to the sum of four. With `sloped`, slopes too. */
INLINE void add_part(struct part *sum, struct points *points, int dims, int sloped, int axis, int k,
                     size_t first, size_t i, const struct part *part)
{
    const vec weight = v_load(weights(points, axis, k) + i);
    sum->value = sum->value + weight * part->value;
    if (!sloped)
        return;
    const vec weight_slope = spline_slope(k, v_load(points->fraction[axis] + first + i));
    sum->slope[axis] = sum->slope[axis] + weight_slope * part->value;
    UNROLL
    for (int a = axis + 1; a < dims; a++)
        sum->slope[a] = sum->slope[a] + weight * part->slope[a];
}

INLINE struct part corner_part(vec corners[], struct points *points, int dims, int sloped,
                               int corner, size_t first, size_t i)
{
    (void)points, (void)dims, (void)sloped, (void)first, (void)i;
    return (struct part){.value = corners[corner]};
}

/* Defines the sum of four parts along an axis. The parts are sums along the later axes. */
#define SUM_OF_PARTS(name, part_at, axis)                                                          \
    INLINE struct part name(vec corners[], struct points *points, int dims, int sloped,            \
                            int corner, size_t first, size_t i)                                    \
    {                                                                                              \
        struct part sum = {v_splat(0), {v_splat(0), v_splat(0), v_splat(0), v_splat(0)}};          \
        UNROLL                                                                                     \
        for (int k = 0; k < 4; k++) {                                                              \
            const struct part part =                                                               \
                part_at(corners, points, dims, sloped, 4 * corner + k, first, i);                  \
            add_part(&sum, points, dims, sloped, axis, k, first, i, &part);                        \
        }                                                                                          \
        return sum;                                                                                \
    }

SUM_OF_PARTS(line_part, corner_part, dims - 1)
SUM_OF_PARTS(plane_part, line_part, dims - 2)

/* What a slab adds: in 4-D the sum of its sheets. */
INLINE struct part slab_part(struct points *points, const struct hash_keys *keys, int dims,
                             int sloped, const uint32_t modulus[4], int k, size_t first, size_t i)
{
    struct part sum = {v_splat(0), {v_splat(0), v_splat(0), v_splat(0), v_splat(0)}};
    for (int sheet = 0; sheet < (dims < 4 ? 1 : 4); sheet++) {
        vec corners[16];
        sheet_values(points, keys, dims, modulus, k, sheet, first + i, corners);
        if (dims == 1)
            return corner_part(corners, points, dims, sloped, 0, first, i);
        if (dims == 2)
            return line_part(corners, points, dims, sloped, 0, first, i);
        const struct part part = plane_part(corners, points, dims, sloped, 0, first, i);
        if (dims == 3)
            return part;
        add_part(&sum, points, dims, sloped, 1, sheet, first, i, &part);
    }
    return sum;
}

/* Adds slab k to the sums in `value`, for n points from `first` on, and stores them after the last
   slab. Slopes add up in their planes, and with them `value` does. */
INLINE void add_slab(struct points *points, const struct hash_keys *keys, int dims, int sloped,
                     const uint32_t modulus[4], int k, size_t first, size_t n, real value[],
                     const struct store *to)
{
    for (size_t i = 0; i < n; i += LANES) {
        const struct part part = slab_part(points, keys, dims, sloped, modulus, k, first, i);
        struct part sum = {v_splat(0), {v_splat(0), v_splat(0), v_splat(0), v_splat(0)}};
        if (k > 0)
            sum.value = v_load(value + i);
        UNROLL
        for (int a = 0; a < dims && sloped; a++)
            if (k > 0)
                sum.slope[a] = v_load(to->plane[1 + a] + first + i);
        add_part(&sum, points, dims, sloped, 0, k, first, i, &part);
        if (k < 3)
            v_store(value + i, sum.value);
        else
            store_point(to, first + i, sum.value);
        UNROLL
        for (int a = 0; a < dims && sloped; a++)
            v_store(to->plane[1 + a] + first + i,
                    k < 3 ? sum.slope[a]
                          : (vec)(sum.slope[a] * v_splat(to->factor) * v_splat(to->frequency)));
    }
}

INLINE void cubic_points(const perlin_noise *noise, struct points *points, int dims, int sloped,
                         uint32_t octave, const struct store *to)
{
    const uint32_t *const modulus = noise->spectrum.modulus[octave];
    struct hash_keys keys;
    _Alignas(64) real value[SPLINE_POINTS]; /* not with slopes */
    hash_keys_init(&keys, dims, &noise->integers[octave].keys);
    for (size_t first = 0; first < points->n; first += SPLINE_POINTS) {
        const size_t n = least(points->n - first, SPLINE_POINTS);
        for (int a = 0; a < dims; a++)
            find_weights(points, a, first, n);
        for (int k = 0; k < 4; k++)
            add_slab(points, &keys, dims, sloped, modulus, k, first, n,
                     sloped ? to->plane[0] + first : value, to);
    }
}

#define CUBIC_POINTS(dims)                                                                         \
    OUTLINE void cubic_points##dims(const perlin_noise *noise, struct points *points,              \
                                    uint32_t octave, const struct store *to)                       \
    {                                                                                              \
        cubic_points(noise, points, dims, 0, octave, to);                                          \
    }                                                                                              \
    OUTLINE void cubic_point_slopes##dims(const perlin_noise *noise, struct points *points,        \
                                          uint32_t octave, const struct store *to)                 \
    {                                                                                              \
        cubic_points(noise, points, dims, 1, octave, to);                                          \
    }

CUBIC_POINTS(1)
CUBIC_POINTS(2)
CUBIC_POINTS(3)
CUBIC_POINTS(4)

#endif
