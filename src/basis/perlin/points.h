/*
 * Perlin noise of a block of points. Each step runs over the whole block, because the steps of a
 * single vector would wait for each other.
 */
#ifndef PERLIN_PERLIN_POINTS_H
#define PERLIN_PERLIN_POINTS_H

#include "../../engine/store.h"
#include "gradient.h"
#include "integer_points.h"

/* A corner's gradient dotted with the distance from it. Distances are indexed by axis and side. */
INLINE vec corner_noise(int dims, enum hashed_by by, int corner, const vec gradient[4],
                        vec distance[4][2])
{
    vec value = gradient[dims - 1] * distance[dims - 1][corner >> (dims - 1)];
    UNROLL
    for (int a = dims - 2; a >= 0; a--)
        value = add_product(by, gradient[a], distance[a][corner >> a & 1], value);
    return value;
}

/* The gradients of a block's corners: their rows of a set, by corner and point, or pairs of these. */
struct corner_rows {
    const gradient_set *set;
    uint8_t (*row)[BLOCK];
};

/* The noise at corners c and c + half, for the points from i on. */
INLINE void corner_pair_noise(const struct corner_rows *from, int dims, int c, size_t i,
                              vec distance[4][2], vec value[2])
{
    const int half = 1 << (dims - 1);
    vec g[2][4];
    neighbour_gradients(from->set, dims, from->row[c] + i, from->row[c + half] + i, g);
    value[0] = corner_noise(dims, BY_TABLES, c, g[0], distance);
    value[1] = corner_noise(dims, BY_TABLES, c + half, g[1], distance);
}

/* The noise along the x edges of the cells: each lerps two corners. */
INLINE void edges_at(const struct corner_rows *from, int dims, size_t i, const vec fraction[4],
                     vec edge[8])
{
    const int half = 1 << (dims - 1);
    const vec t = fade(fraction[0]);
    vec distance[4][2], left[2], right[2];
    UNROLL
    for (int a = 0; a < dims; a++) {
        distance[a][0] = scaled(dims, BY_TABLES, fraction[a]);
        distance[a][1] = from_far_side(dims, BY_TABLES, distance[a][0]);
    }
    if (dims == 1) {
        corner_pair_noise(from, dims, 0, i, distance, left);
        edge[0] = lerp(t, left[0], left[1]);
        return;
    }
    UNROLL
    for (int c = 0; c < half; c += 2) {
        corner_pair_noise(from, dims, c, i, distance, left);
        corner_pair_noise(from, dims, c + 1, i, distance, right);
        UNROLL
        for (int k = 0; k < 2; k++)
            edge[(c + k * half) / 2] = lerp(t, left[k], right[k]);
    }
}

/* Lerps 2^axes values down to one. The lowest bit of their index goes first. */
INLINE vec interpolate(int axes, const vec t[], vec value[])
{
    UNROLL
    for (int a = 0; a < axes; a++) {
        UNROLL
        for (int c = 0; c < 1 << (axes - 1 - a); c++)
            value[c] = lerp(t[a], value[2 * c], value[2 * c + 1]);
    }
    return value[0];
}

/* Interpolates the edge values along y, z and w. Overwrites `edge`. */
INLINE vec noise_between(const vec fraction[4], int dims, vec edge[8])
{
    vec t[3];
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = fade(fraction[a]);
    return interpolate(dims - 1, t, edge);
}

/* The noise of a block whose cells have been hashed, in one loop. In 4-D registers cannot hold all
   values, and two loops are at least as fast. */
INLINE void noise_in_cells(const perlin_noise *noise, struct points *points, int dims,
                           uint8_t row[][BLOCK], const struct store *to)
{
    const struct corner_rows from = {gradients_of(noise, dims), row};
    vec edge[8], fraction[4];
    for (size_t i = 0; i < points->n; i += LANES) {
        load_fractions(points, dims, i, fraction);
        edges_at(&from, dims, i, fraction, edge);
        if (dims <= 3) {
            store_point(to, i, noise_between(fraction, dims, edge));
            continue;
        }
        UNROLL
        for (int e = 0; e < 1 << (dims - 1); e++)
            v_store(points->edge[e] + i, edge[e]);
    }
    for (size_t i = 0; dims > 3 && i < points->n; i += LANES) {
        UNROLL
        for (int e = 0; e < 1 << (dims - 1); e++)
            edge[e] = v_load(points->edge[e] + i);
        load_fractions(points, dims, i, fraction);
        store_point(to, i, noise_between(fraction, dims, edge));
    }
}

/* ---- Slopes ---------------------------------------------------------------------------------- */

/* The noise along an x edge: the lerp of its ends, and their difference. */
INLINE void edge_noise(vec u, vec left, vec right, vec *value, vec *difference)
{
    *difference = right - left;
    *value = left + u * *difference;
}

/* Where the differences along an axis begin, of 2^dims - 1 in all: half as many on each axis as on
   the one before. */
INLINE int differences_of(int dims, int axis)
{
    return (1 << dims) - (1 << (dims - axis));
}

/*
 * Interpolates the noise along 2^(dims-1) x edges, whose end differences are given, to value[0].
 * Also finds the first difference along each axis, called D: that of the two values that a lerp
 * along the axis takes, interpolated along the later axes. t holds the fades by axis.
 */
INLINE void interpolate_slopes(int dims, const vec t[4], vec value[], vec difference[])
{
    UNROLL
    for (int a = 1; a < dims; a++) {
        UNROLL
        for (int c = 0; c < 1 << (dims - 1 - a); c++) {
            UNROLL
            for (int before = 0; before < a; before++) {
                vec *const d = difference + differences_of(dims, before);
                d[c] = lerp(t[a], d[2 * c], d[2 * c + 1]);
            }
            edge_noise(t[a], value[2 * c], value[2 * c + 1], &value[c],
                       &difference[differences_of(dims, a) + c]);
        }
    }
}

/*
 * Interpolates a gradient component between neighbours along the last axis; t is the scaled fade.
 * Components are stored divided by the unit. Multiplying both t and a by it undoes that exactly.
 */
INLINE vec scaled_lerp(int dims, enum hashed_by by, vec t, vec a, vec b)
{
    if (is_divided(dims, by))
        return v_mul_add_exact(a, v_splat(unit_in(dims, by)), t * (b - a));
    return lerp(t, a, b);
}

/* The gradients at corners c and c + half of the points from i on: by rows, or from the corners'
   hashes. */
struct corner_source {
    struct corner_rows rows;
    const struct v_gradients *gradients;
    struct corner_hashes hashes;
    size_t i;
};

INLINE void corner_pair_gradients(const struct corner_source *from, int dims, enum hashed_by by,
                                  int c, vec g[2][4])
{
    const int half = 1 << (dims - 1);
    if (by == BY_INTEGERS) {
        UNROLL
        for (int k = 0; k < 2; k++)
            gradients_at(from->gradients, dims, corner_hash(&from->hashes, dims, c + k * half),
                         g[k]);
        return;
    }
    neighbour_gradients(from->rows.set, dims, from->rows.row[c] + from->i,
                        from->rows.row[c + half] + from->i, g);
}

/* The raw noise and slopes of a block whose points have been placed, and by tables hashed. */
INLINE void find_slopes(const perlin_noise *noise, const struct points *points, int dims,
                        enum hashed_by by, uint8_t row[][BLOCK], uint32_t number,
                        const struct store *to)
{
    const int half = 1 << (dims - 1);
    struct corner_source from = {.rows.row = row};
    struct v_gradients gradients;
    struct octave octave;
    if (by == BY_INTEGERS) {
        octave_init(&octave, noise, dims, 0, points, number);
        gradients_init(&gradients, dims, &noise->integers[number]);
        from.gradients = &gradients;
    } else {
        from.rows.set = gradients_of(noise, dims);
    }
    for (size_t i = 0; i < points->n; i += LANES) {
        vec t[4], faded[4], distance[4][2], end[16], gradient[4][8], value[8], difference[16],
            slope[4];
        load_fractions(points, dims, i, t);
        from.i = i;
        if (by == BY_INTEGERS) {
            struct place place[4];
            load_places(&octave, dims, i, place);
            corner_hashes_init(&from.hashes, &octave.keys, dims, place);
        }
        UNROLL
        for (int a = 0; a < dims; a++) {
            faded[a] = fade(t[a]);
            distance[a][0] = scaled(dims, by, t[a]);
            distance[a][1] = from_far_side(dims, by, distance[a][0]);
        }
        UNROLL
        for (int c = 0; c < half; c++) {
            vec g[2][4];
            corner_pair_gradients(&from, dims, by, c, g);
            end[c] = corner_noise(dims, by, c, g[0], distance);
            end[c + half] = corner_noise(dims, by, c + half, g[1], distance);
            UNROLL
            for (int a = 0; a < dims; a++)
                gradient[a][c] =
                    scaled_lerp(dims, by, scaled(dims, by, faded[dims - 1]), g[0][a], g[1][a]);
        }
        UNROLL
        for (int a = 0; a < dims; a++) { /* the axes before the last one, x last */
            UNROLL
            for (int axis = dims - 2; axis >= 0; axis--) {
                UNROLL
                for (int c = 0; c < 1 << axis; c++)
                    gradient[a][c] =
                        lerp(faded[axis], gradient[a][c], gradient[a][c + (1 << axis)]);
            }
        }
        UNROLL
        for (int e = 0; e < half; e++)
            edge_noise(faded[0], end[2 * e], end[2 * e + 1], &value[e], &difference[e]);
        interpolate_slopes(dims, faded, value, difference);
        UNROLL
        for (int a = 0; a < dims; a++)
            slope[a] = gradient[a][0] + fade_slope(t[a]) * difference[differences_of(dims, a)];
        store_point_slopes(to, dims, i, value[0], slope);
    }
}

/* ---- The kernels ----------------------------------------------------------------------------- */

#define PERLIN_POINTS(dims)                                                                        \
    OUTLINE void hash_points##dims(const perlin_noise *noise, const struct points *points,         \
                                   uint32_t octave, uint8_t row[][BLOCK])                          \
    {                                                                                              \
        hash_corners(noise, points, dims, octave, row);                                            \
    }                                                                                              \
    OUTLINE void perlin_points##dims(const perlin_noise *noise, struct points *points,             \
                                     uint32_t octave, const struct store *to)                      \
    {                                                                                              \
        _Alignas(64) uint8_t row[1 << dims][BLOCK];                                                \
        hash_points##dims(noise, points, octave, row);                                             \
        noise_in_cells(noise, points, dims, row, to);                                              \
    }                                                                                              \
    OUTLINE void perlin_point_slopes##dims(const perlin_noise *noise, struct points *points,       \
                                           uint32_t octave, const struct store *to)                \
    {                                                                                              \
        _Alignas(64) uint8_t row[1 << dims][BLOCK];                                                \
        hash_points##dims(noise, points, octave, row);                                             \
        find_slopes(noise, points, dims, BY_TABLES, row, octave, to);                              \
    }                                                                                              \
    OUTLINE void perlin_integer_slopes##dims(const perlin_noise *noise, struct points *points,     \
                                             uint32_t octave, const struct store *to)              \
    {                                                                                              \
        find_slopes(noise, points, dims, BY_INTEGERS, NULL, octave, to);                           \
    }

PERLIN_POINTS(1)
PERLIN_POINTS(2)
PERLIN_POINTS(3)
PERLIN_POINTS(4)

#endif
