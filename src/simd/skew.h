/*
 * Where points are in an octave once their coordinates are skewed, as noise on simplices has them.
 */
#ifndef PERLIN_SIMD_SKEW_H
#define PERLIN_SIMD_SKEW_H

#include "points.h"

/* Scales the block's points to a frequency and adds `skew` times the sum of their coordinates to each; splits them into
   cells and fractions as a place_function does. */
typedef void skew_function(struct points *points, int dims, double frequency, double skew,
                           uint32_t modulus);

/* What an aligned row has along y, z and w in an octave; rest[0] is left for their sum. */
INLINE void row_rest(const struct points *points, int dims, double frequency, size_t r,
                     double rest[4])
{
    UNROLL
    for (int a = 1; a < dims; a++) {
        rest[a] = points->rest[a][r];
        if (frequency != 1.0)
            rest[a] = rest[a] * frequency;
    }
}

/* The sums of y, z and w of aligned rows, before any row: vectors that wait for them would wait for each row's. */
INLINE void sum_rests(const struct points *points, int dims, double frequency, double sum[ROWS])
{
    for (size_t r = 0, i = 0; i < points->n; r++, i += points->pitch) {
        double rest[4];
        row_rest(points, dims, frequency, r, rest);
        sum[r] = rest[dims - 1];
        UNROLL
        for (int a = dims - 2; a > 0; a--)
            sum[r] = rest[a] + sum[r];
    }
}

/* A row's coordinates in an octave: those of LANES points from sample p on, skewed. Of aligned rows `rest` has y to w, and
   first their sum. Returns, in the highest bits of lanes, whether all coordinates there are below 2^51. */
INLINE bits_of_doubles skewed_at(const double *const along[4], const double rest[4], int kind,
                                 int dims, double frequency, double skew, size_t p,
                                 double skewed[4][LANES])
{
    bits_of_doubles are_near = (bits_of_doubles){0} - 1;
    UNROLL
    for (size_t l = 0; l < LANES; l += DOUBLES) {
        doubles c[4], shift;
        UNROLL
        for (int a = 0; a < dims; a++) {
            if (kind == ALIGNED_ROWS && a > 0)
                c[a] = rest[a] - (doubles){0}; /* which leaves -0 alone */
            else
                c[a] = row_doubles(kind, along[a] + p + l, rest[a], frequency);
        }
        if (kind == ALIGNED_ROWS) {
            shift = c[0] + rest[0];
        } else {
            shift = c[dims - 1];
            UNROLL
            for (int a = dims - 2; a >= 0; a--)
                shift = c[a] + shift;
        }
        shift = shift * skew;
        UNROLL
        for (int a = 0; a < dims; a++) {
            c[a] = c[a] + shift;
            are_near &= below_2_51(c[a]);
            memcpy(skewed[a] + l, &c[a], sizeof c[a]);
        }
    }
    return are_near;
}

/* Places the block's points; or with a modulus, which is a pass of its own, finds their cells by that. Returns whether arrays
   that are taken to be near are. */
INLINE int skew_in_double(struct points *points, int kind, int dims, double frequency, double skew,
                          int near, uint32_t modulus)
{
    const size_t pitch = pitch_of(points, kind);
    bits_of_doubles are_near = (bits_of_doubles){0} - 1;
    const double *along[4];
    for (int a = 0; a < dims; a++)
        along[a] = points->coords[a];
    double sum[ROWS];
    if (kind == ALIGNED_ROWS && dims > 2)
        sum_rests(points, dims, frequency, sum);
    for (size_t r = 0, i = 0; i < points->n; r++) {
        double rest[4] = {0};
        UNROLL
        for (int a = 0; a < dims && kind == ROTATED_ROWS; a++)
            rest[a] = points->rest[a][r];
        if (kind == ALIGNED_ROWS) {
            row_rest(points, dims, frequency, r, rest);
            rest[0] = dims > 2 ? sum[r] : rest[1];
        }
        for (size_t p = 0; p < pitch; p += LANES, i += LANES) {
            double skewed[4][LANES];
            const bits_of_doubles here =
                skewed_at(along, rest, kind, dims, frequency, skew, p, skewed);
            if (kind == ARRAYS && near)
                are_near &= here;
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
    return is_all(are_near);
}

OUTLINE void skew_far_doubles(struct points *points, int dims, double frequency, double skew)
{
    if (dims == 2)
        skew_in_double(points, ARRAYS, 2, frequency, skew, 0, 0);
    else if (dims == 3)
        skew_in_double(points, ARRAYS, 3, frequency, skew, 0, 0);
    else
        skew_in_double(points, ARRAYS, 4, frequency, skew, 0, 0);
}

/* The whole of it: far arrays again, and cells by any modulus. */
INLINE void place_skewed(struct points *points, int kind, int dims, double frequency, double skew,
                         int near, uint32_t modulus)
{
    if (!skew_in_double(points, kind, dims, frequency, skew, near, 0))
        skew_far_doubles(points, dims, frequency, skew);
    if (modulus > 0)
        skew_in_double(points, kind, dims, frequency, skew, near, modulus);
}

/* Unrolled for each number of dimensions, from 2 on. */
#define SKEW_IN_ANY(name, skew_in)                                                                 \
    INLINE void name##_at(struct points *points, int dims, double frequency, double skew,          \
                          uint32_t modulus)                                                        \
    {                                                                                              \
        if (dims == 2)                                                                             \
            skew_in(points, 2, frequency, skew, modulus);                                          \
        else if (dims == 3)                                                                        \
            skew_in(points, 3, frequency, skew, modulus);                                          \
        else                                                                                       \
            skew_in(points, 4, frequency, skew, modulus);                                          \
    }                                                                                              \
    OUTLINE void name(struct points *points, int dims, double frequency, double skew,              \
                      uint32_t modulus)                                                            \
    {                                                                                              \
        if (frequency == 1.0)                                                                      \
            name##_at(points, dims, 1.0, skew, modulus);                                           \
        else                                                                                       \
            name##_at(points, dims, frequency, skew, modulus);                                     \
    }

/* A skew_function of coordinates in double. */
#define SKEW(name, kind, near)                                                                     \
    INLINE void name##_in_double(struct points *points, int dims, double frequency, double skew,   \
                                 uint32_t modulus)                                                 \
    {                                                                                              \
        place_skewed(points, kind, dims, frequency, skew, near, modulus);                          \
    }                                                                                              \
    SKEW_IN_ANY(name, name##_in_double)

SKEW(skew_doubles, ARRAYS, TAKEN_AS_NEAR)
SKEW(skew_aligned_rows, ALIGNED_ROWS, 0)
SKEW(skew_near_aligned_rows, ALIGNED_ROWS, 1)
SKEW(skew_rotated_rows, ROTATED_ROWS, 0)
SKEW(skew_near_rotated_rows, ROTATED_ROWS, 1)

#endif
