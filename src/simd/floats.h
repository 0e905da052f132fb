/*
 * Coordinates in float; those in double, which both lane types take, are in points.h.
 */
#ifndef PERLIN_SIMD_FLOATS_H
#define PERLIN_SIMD_FLOATS_H

#include "points.h"

/* Positions in float: frequency and product rounded to float. */
INLINE void place_floats(struct points *points, int axis, double frequency, uint32_t modulus)
{
    const float *const coords = points->coords[axis];
    for (size_t i = 0; i < points->n; i += LANES) {
        const vec c = v_load(coords + i) * v_splat((float)frequency);
        vec t;
        v_store_index(points->cell[axis] + i, v_place_f32(c, &t));
        v_store(points->fraction[axis] + i, t);
    }
    if (modulus > 0) {
        for (size_t i = 0; i < points->n; i++)
            points->scaled[i] = (double)(coords[i] * (float)frequency);
        cells_modulo(points->scaled, points->n, modulus, points->any_cell[axis]);
    }
}

INLINE void rotate_floats(struct points *points, int dims, const double row[4][4],
                          union coordinate_array rotated[4])
{
    for (size_t i = 0; i < points->n; i += LANES) {
        vec c[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            c[a] = v_load((const float *)points->coords[a] + i);
        UNROLL
        for (int a = 0; a < dims; a++) {
            vec sum = v_splat((float)row[a][dims - 1]) * c[dims - 1];
            UNROLL
            for (int b = dims - 2; b >= 0; b--)
                sum = v_splat((float)row[a][b]) * c[b] + sum;
            v_store(rotated[a].f32 + i, sum);
        }
    }
    for (int a = 0; a < dims; a++)
        points->coords[a] = &rotated[a];
}

#endif
