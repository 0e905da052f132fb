/*
 * Noise with its slopes over arrays of points, in blocks as points.h has them.
 */
#ifndef PERLIN_SIMD_SLOPE_POINTS_H
#define PERLIN_SIMD_SLOPE_POINTS_H

#include "gradient_points.h"
#include "slopes.h"

/*
 * A component of two gradients that are neighbours along the last axis, interpolated; t is that axis's fade times
 * PERLIN_SCALE. Components are divided by it: here the scale meets the product exactly, and the sum as well.
 */
INLINE vec scaled_lerp(vec t, vec a, vec b)
{
    return v_mul_add_exact(a, v_splat(LANE(PERLIN_SCALE)), t * (b - a));
}

/* The raw noise of the block's points, whose cells are hashed, and its slopes. */
INLINE void find_slopes(const struct points *points, int dims, int even, const gradient_set *set,
                        const struct slope_planes *planes)
{
    const int half = 1 << (dims - 1);
    for (size_t i = 0; i < points->n; i += LANES) {
        vec t[4], faded[4], distance[4][2], end[16], gradient[4][8], value[8], difference[4][8],
            slope[4];
        UNROLL
        for (int a = 0; a < dims; a++) {
            t[a] = v_load(points->fraction[a] + i);
            faded[a] = fade(t[a]);
            distance[a][0] = scaled(t[a]);
            distance[a][1] = distance[a][0] - v_splat(LANE(PERLIN_SCALE));
        }
        UNROLL
        for (int c = 0; c < half; c++) {
            vec g[2][4];
            neighbour_gradients(set, dims, even, points->hash[c] + i, points->hash[c + half] + i,
                                g);
            end[c] = corner_noise(dims, even, c, g[0], distance);
            end[c + half] = corner_noise(dims, even, c + half, g[1], distance);
            UNROLL
            for (int a = 0; a < dims; a++)
                gradient[a][c] = scaled_lerp(scaled(faded[dims - 1]), g[0][a], g[1][a]);
        }
        UNROLL
        for (int a = 0; a < dims; a++) { /* the axes before the last, x last */
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
            edge_noise(faded[0], end[2 * e], end[2 * e + 1], &value[e], &difference[0][e]);
        interpolate_slopes(dims, faded, value, difference);
        UNROLL
        for (int a = 0; a < dims; a++)
            slope[a] = gradient[a][0] + fade_slope(t[a]) * difference[a][0];
        store_slopes(planes, dims, i, value[0], slope);
    }
}

/* Compiled once for both types of coordinates. */
#define FIND_SLOPES(name, dims, even)                                                              \
    OUTLINE void name(const struct points *points, const gradient_set *set,                        \
                      const struct slope_planes *planes)                                           \
    {                                                                                              \
        find_slopes(points, dims, even, set, planes);                                              \
    }

FIND_SLOPES(find_slopes1, 1, 0)
FIND_SLOPES(find_slopes2, 2, 0)
FIND_SLOPES(find_slopes2_even, 2, 1)
FIND_SLOPES(find_slopes3, 3, 0)
FIND_SLOPES(find_slopes4, 4, 0)

typedef void find_function(const struct points *points, const gradient_set *set,
                           const struct slope_planes *planes);

INLINE find_function *find_function_of(const perlin_noise *noise, int dims)
{
    static find_function *const find[] = {find_slopes1, find_slopes2, find_slopes3, find_slopes4};
    return is_even(noise, dims) ? find_slopes2_even : find[dims - 1];
}

/* All octaves over a block, to its planes. */
INLINE void slope_octaves(const perlin_noise *noise, struct points *points, int dims,
                          place_function *place, struct slope_planes *planes)
{
    find_function *const find = find_function_of(noise, dims);
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        place_points(noise, points, dims, place, o);
        planes_enter(planes, noise, dims, o);
        find(points, &noise->LANE(gradients)[dims - 1], planes);
        if (planes->octave && planes->total)
            add_slopes(noise, dims, o, planes, points->n);
    }
}

/* Both arrays of points and rotated grids come here. */
#define SLOPES_OF_DOUBLES(dims)                                                                    \
    OUTLINE void slope_doubles##dims(const perlin_noise *noise, struct points *points,             \
                                     struct slope_planes *planes)                                  \
    {                                                                                              \
        slope_octaves(noise, points, dims, place_doubles, planes);                                 \
    }

SLOPES_OF_DOUBLES(1)
SLOPES_OF_DOUBLES(2)
SLOPES_OF_DOUBLES(3)
SLOPES_OF_DOUBLES(4)

INLINE void slope_doubles(const perlin_noise *noise, struct points *points, int dims,
                          struct slope_planes *planes)
{
    static void (*const slopes[])(const perlin_noise *, struct points *, struct slope_planes *) = {
        slope_doubles1, slope_doubles2, slope_doubles3, slope_doubles4};
    slopes[dims - 1](noise, points, planes);
}

/* How a block of one type of coordinate is evaluated. */
typedef void slope_function(const perlin_noise *noise, struct points *points, int dims,
                            struct slope_planes *planes);

/* The driver, as points_noise is. */
INLINE void points_slopes(const perlin_noise *noise, int dims, size_t count,
                          const void *const arrays[], const ptrdiff_t strides[], size_t size,
                          rotate_function *rotate, slope_function *evaluate, const slope_sink *sink)
{
    union coordinate_array gathered[4];
    _Alignas(64) real room[3 * 5 * SLOPE_POINTS];
    struct slope_planes planes = slope_planes(noise, dims, room, SLOPE_POINTS);
    struct points points;
    memset(points.cell, 0, sizeof points.cell);
    for (size_t first = 0; first < count; first += SLOPE_POINTS) {
        const size_t n = least(count - first, SLOPE_POINTS);
        enter_block(noise, &points, dims, arrays, strides, size, rotate, first, n, gathered);
        evaluate(noise, &points, dims, &planes);
        write_slopes(noise, dims, &planes, 0, n, sink, (ptrdiff_t)first, 1);
    }
}

#endif
