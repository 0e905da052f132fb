/*
 * Float coordinates, for points with float results. Products and sums are rounded to float.
 */
#ifndef PERLIN_FLOATS_H
#define PERLIN_FLOATS_H

#include "place.h"

INLINE vec floats_at(const struct points *points, int axis, size_t i, struct octave_map map)
{
    return v_load((const float *)points->coords[axis] + i) * v_splat((float)map.frequency) +
           v_splat((float)map.offset[axis]);
}

/* Finds any_cell for a vector of points. */
INLINE void any_cells_of(struct points *points, int axis, size_t i, vec c, uint32_t modulus)
{
    double wide[LANES];
    UNROLL
    for (int l = 0; l < LANES; l++)
        wide[l] = (double)c[l];
    cells_modulo(wide, LANES, modulus, points->any_cell[axis] + i);
}

INLINE void rotate_floats_in(struct points *points, int dims, const double row[4][4],
                             union coordinates rotated[4])
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
}

OUTLINE void rotate_floats(struct points *points, int dims, const double row[4][4],
                           union coordinates rotated[4])
{
    if (dims == 1)
        rotate_floats_in(points, 1, row, rotated);
    else if (dims == 2)
        rotate_floats_in(points, 2, row, rotated);
    else if (dims == 3)
        rotate_floats_in(points, 3, row, rotated);
    else
        rotate_floats_in(points, 4, row, rotated);
}

OUTLINE void place_floats(struct points *points, int axis, struct octave_map map,
                          const uint32_t *modulus)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        const vec c = floats_at(points, axis, i, map);
        v_place_f32(c, points->cell[axis] + i, points->fraction[axis] + i);
        if (modulus)
            any_cells_of(points, axis, i, c, *modulus);
    }
}

INLINE void skew_floats_in(struct points *points, int dims, struct octave_map map, double skew,
                           const uint32_t *modulus)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        vec c[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            c[a] = floats_at(points, a, i, map);
        vec shift = c[dims - 1];
        UNROLL
        for (int a = dims - 2; a >= 0; a--)
            shift = c[a] + shift;
        shift = shift * v_splat((float)skew);
        UNROLL
        for (int a = 0; a < dims; a++) {
            c[a] = c[a] + shift;
            v_place_f32(c[a], points->cell[a] + i, points->fraction[a] + i);
            if (modulus)
                any_cells_of(points, a, i, c[a], *modulus);
        }
    }
}

OUTLINE void skew_floats(struct points *points, int dims, struct octave_map map, double skew,
                         const uint32_t *modulus)
{
    if (dims == 2)
        skew_floats_in(points, 2, map, skew, modulus);
    else if (dims == 3)
        skew_floats_in(points, 3, map, skew, modulus);
    else
        skew_floats_in(points, 4, map, skew, modulus);
}

static const struct coordinate_type type_float = {sizeof(float), rotate_floats, place_floats,
                                                  skew_floats};

#endif
