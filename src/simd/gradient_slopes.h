/*
 * Gradient noise of a block of points with its slopes; both kernels of such blocks.
 */
#ifndef PERLIN_SIMD_GRADIENT_SLOPES_H
#define PERLIN_SIMD_GRADIENT_SLOPES_H

#include "gradient_points.h"

/*
 * A component of two gradients that are neighbours along the last axis, interpolated; t is that axis's fade, scaled.
 * Components are divided by the unit: here it meets the product exactly, and the sum as well.
 */
INLINE vec scaled_lerp(int dims, vec t, vec a, vec b)
{
    if (is_divided(dims))
        return v_mul_add_exact(a, v_splat(unit_in(dims)), t * (b - a));
    return lerp(t, a, b);
}

/* The raw noise of the block's points, whose cells have been entered, and its slopes. */
INLINE void find_slopes(struct points *points, int dims, const gradient_set *set,
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
            distance[a][0] = scaled(dims, t[a]);
            distance[a][1] = from_far_side(dims, distance[a][0]);
        }
        UNROLL
        for (int c = 0; c < half; c++) {
            vec g[2][4];
            corner_pair_gradients(points, dims, set, c, i, g);
            end[c] = corner_noise(dims, c, g[0], distance);
            end[c + half] = corner_noise(dims, c + half, g[1], distance);
            UNROLL
            for (int a = 0; a < dims; a++)
                gradient[a][c] = scaled_lerp(dims, scaled(dims, faded[dims - 1]), g[0][a], g[1][a]);
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

INLINE void gradient_slopes(const perlin_noise *noise, struct points *points, int dims,
                            const struct coordinate_type *type, uint32_t octave,
                            const struct slope_planes *planes)
{
    enter_cells(noise, points, dims, type, octave);
    find_slopes(points, dims, &noise->LANE(gradients)[dims - 1], planes);
}

BLOCK_KERNELS(gradient, 1)
BLOCK_KERNELS(gradient, 2)
BLOCK_KERNELS(gradient, 3)
BLOCK_KERNELS(gradient, 4)

#endif
