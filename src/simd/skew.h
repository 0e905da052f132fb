/*
 * Where points are in an octave once their coordinates are skewed, as noise on simplices has them.
 */
#ifndef PERLIN_SIMD_SKEW_H
#define PERLIN_SIMD_SKEW_H

#include "points.h"

/* Maps the block's points to an octave and adds `skew` times the sum of their coordinates to each; splits them into
   cells and fractions as a place_function does. */
typedef void skew_function(struct points *points, int dims, struct octave_map map, double skew,
                           uint32_t modulus);

/* A row's coordinates in an octave: those of LANES points from sample p on, skewed. `rest` has what the row has beside x; of
   aligned rows y to w in the octave. Adds the squares of arrays' coordinates. */
INLINE void skewed_at(const double *const along[4], const double rest[4], int kind, int dims,
                      struct octave_map map, double skew, size_t p, double skewed[4][LANES],
                      doubles *squares)
{
    UNROLL
    for (size_t l = 0; l < LANES; l += DOUBLES) {
        doubles c[4], shift;
        UNROLL
        for (int a = 0; a < dims; a++) {
            if (kind == ALIGNED_ROWS && a > 0)
                c[a] = rest[a] - (doubles){0}; /* which leaves -0 alone */
            else
                c[a] = row_doubles(kind, along[a] + p + l, rest[a], map, a);
        }
        shift = c[dims - 1];
        UNROLL
        for (int a = dims - 2; a >= 0; a--)
            shift = c[a] + shift;
        shift = shift * skew;
        UNROLL
        for (int a = 0; a < dims; a++) {
            c[a] = c[a] + shift;
            if (kind == ARRAYS)
                *squares = (doubles)v_add_square(*squares, c[a]);
            memcpy(skewed[a] + l, &c[a], sizeof c[a]);
        }
    }
}

/* Places the block's points; or with a modulus, which is a pass of its own, finds their cells by that. Returns whether arrays
   that are taken to be near are. */
INLINE int skew_in_double(struct points *points, int kind, int dims, struct octave_map map,
                          double skew, int near, uint32_t modulus)
{
    const size_t pitch = pitch_of(points, kind);
    doubles squares = no_squares();
    const double *along[4];
    for (int a = 0; a < dims; a++)
        along[a] = points->coords[a];
    for (size_t r = 0, i = 0; i < points->n; r++) {
        double rest[4] = {0};
        UNROLL
        for (int a = 0; a < dims && kind != ARRAYS; a++) {
            rest[a] = points->rest[a][r];
            if (kind == ALIGNED_ROWS)
                rest[a] = rest[a] * map.frequency + map.offset[a];
        }
        for (size_t p = 0; p < pitch; p += LANES, i += LANES) {
            double skewed[4][LANES];
            skewed_at(along, rest, kind, dims, map, skew, p, skewed, &squares);
            UNROLL
            for (int a = 0; a < dims; a++) {
                if (modulus > 0)
                    cells_modulo(skewed[a], LANES, modulus, points->any_cell[a] + i);
                else if (near)
                    v_place_near_f64(skewed[a], points->cell[a] + i, points->fraction[a] + i);
                else
                    v_place_f64(skewed[a], points->cell[a] + i, points->fraction[a] + i);
            }
        }
    }
    return !near || all_are_near(squares);
}

OUTLINE void skew_far_doubles(struct points *points, int dims, struct octave_map map, double skew)
{
    if (dims == 2)
        skew_in_double(points, ARRAYS, 2, map, skew, 0, 0);
    else if (dims == 3)
        skew_in_double(points, ARRAYS, 3, map, skew, 0, 0);
    else
        skew_in_double(points, ARRAYS, 4, map, skew, 0, 0);
}

/* The whole of it: far arrays again, and cells by any modulus. */
INLINE void place_skewed(struct points *points, int kind, int dims, struct octave_map map,
                         double skew, int near, uint32_t modulus)
{
    if (!skew_in_double(points, kind, dims, map, skew, near, 0))
        skew_far_doubles(points, dims, map, skew);
    if (modulus > 0)
        skew_in_double(points, kind, dims, map, skew, near, modulus);
}

/* Unrolled for each number of dimensions, from 2 on. */
#define SKEW_IN_ANY(name, skew_in)                                                                 \
    OUTLINE void name(struct points *points, int dims, struct octave_map map, double skew,         \
                      uint32_t modulus)                                                            \
    {                                                                                              \
        if (dims == 2)                                                                             \
            skew_in(points, 2, map, skew, modulus);                                                \
        else if (dims == 3)                                                                        \
            skew_in(points, 3, map, skew, modulus);                                                \
        else                                                                                       \
            skew_in(points, 4, map, skew, modulus);                                                \
    }
/* A skew_function of coordinates in double. */
#define SKEW(name, kind, near)                                                                     \
    INLINE void name##_in_double(struct points *points, int dims, struct octave_map map,           \
                                 double skew, uint32_t modulus)                                    \
    {                                                                                              \
        place_skewed(points, kind, dims, map, skew, near, modulus);                                \
    }                                                                                              \
    SKEW_IN_ANY(name, name##_in_double)

SKEW(skew_doubles, ARRAYS, TAKEN_AS_NEAR)
SKEW(skew_aligned_rows, ALIGNED_ROWS, 0)
SKEW(skew_near_aligned_rows, ALIGNED_ROWS, 1)
SKEW(skew_rotated_rows, ROTATED_ROWS, 0)
SKEW(skew_near_rotated_rows, ROTATED_ROWS, 1)

#endif
