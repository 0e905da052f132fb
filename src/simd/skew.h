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

/* What an aligned row has along y, z and w in an octave; rest[0] is left for their sum. */
INLINE void row_rest(const struct points *points, int dims, struct octave_map map, size_t r,
                     double rest[4])
{
    UNROLL
    for (int a = 1; a < dims; a++)
        rest[a] = points->rest[a][r] * map.frequency + map.offset[a];
}

/* The sums of y, z and w of aligned rows, before any row: vectors that wait for them would wait for each row's. */
INLINE void sum_rests(const struct points *points, int dims, struct octave_map map,
                      double sum[ROWS])
{
    for (size_t r = 0, i = 0; i < points->n; r++, i += points->pitch) {
        double rest[4];
        row_rest(points, dims, map, r, rest);
        sum[r] = rest[dims - 1];
        UNROLL
        for (int a = dims - 2; a > 0; a--)
            sum[r] = rest[a] + sum[r];
    }
}

/* A row's coordinates in an octave: those of LANES points from sample p on, skewed. Of aligned rows `rest` has y to w, and
   first their sum. Adds the squares of arrays' coordinates. */
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
            if (kind == ARRAYS)
                *squares = (doubles)v_add_square(*squares, c[a]);
            memcpy(skewed[a] + l, &c[a], sizeof c[a]);
        }
    }
}

/* ---- Level rows ------------------------------------------------------------------------------------ */

/*
 * Along an aligned row y, z and w, once skewed, all rise or all fall by the same, a fraction of x's way. Where a row's first and
 * last samples are in one cell along these axes, so are those between: the row is level.
 */

/* From how many dimensions on such rows are looked for: the longer vectors, the less there is to save (measured). */
enum { LEAST_LEVELED = sizeof(vec) > 32 ? 4 : LANES == 4 && sizeof(vec) == 16 ? 2 : 3 };

/* Of the rows of a block: whether they leave a cell along y, z or w; the cells that they are in first, and in the low bits
   of sums. */
struct levels {
    _Alignas(64) int64_t leaves[ROWS];
    double cell[4][ROWS], sum[4][ROWS];
};
_Static_assert(ROWS % DOUBLES == 0, "whole vectors of rows");

/* Whether rows may be level: on an average they leave less than one cell. */
INLINE int may_be_level(const struct points *points, int dims, struct octave_map map, double skew)
{
    const double *const x = points->coords[0];
    const double shift = (x[points->pitch - 1] - x[0]) * map.frequency * skew;
    return points->is_straight && fabs(shift) * (double)(dims - 1) < 1.0;
}

/* Cells below 2^51: the nearest integers, or those below them. */
INLINE doubles cells_of(doubles c)
{
    const doubles nearest = c + 0x1.8p52 - 0x1.8p52;
    const bits_of_doubles is_above = (bits_of_doubles)(nearest > c);
    return nearest - (doubles)(is_above & (bits_of_doubles)((doubles){0} + 1.0));
}

/* Finds the levels of a block's rows, of which `beside` has the sums of y, z and w. */
INLINE void find_levels(const struct points *points, int dims, struct octave_map map, double skew,
                        const double beside[ROWS], struct levels *levels)
{
    const double *const x = points->coords[0];
    const double first = x[0] * map.frequency + map.offset[0];
    const double last = x[points->pitch - 1] * map.frequency + map.offset[0];
    for (size_t r = 0; r * points->pitch < points->n; r += DOUBLES) {
        bits_of_doubles leaves = {0};
        doubles sum;
        memcpy(&sum, beside + r, sizeof sum);
        const doubles from = (first + sum) * skew, to = (last + sum) * skew;
        UNROLL
        for (int a = 1; a < dims; a++) {
            doubles c;
            memcpy(&c, points->rest[a] + r, sizeof c);
            c = doubles_at(c, map, a);
            const doubles cell = cells_of(c + from), low_bits = cell + 0x1.8p52;
            leaves |= (bits_of_doubles)(cells_of(c + to) != cell);
            memcpy(levels->cell[a] + r, &cell, sizeof cell);
            memcpy(levels->sum[a] + r, &low_bits, sizeof low_bits);
        }
        memcpy(levels->leaves + r, &leaves, sizeof leaves);
    }
}

/* Places level row r, whose points begin at `begin`; `rest` as skewed_at has it. */
INLINE void place_level_row(struct points *points, int dims, struct octave_map map, double skew,
                            const double rest[4], const struct levels *levels, size_t r,
                            size_t begin)
{
    const double *const x = points->coords[0];
    ivec low_byte[4];
    double cell[4];
    UNROLL
    for (int a = 1; a < dims; a++) {
        cell[a] = levels->cell[a][r];
        low_byte[a] = v_splat_index((int32_t)bits_of(levels->sum[a][r]));
    }
    for (size_t p = 0; p < points->pitch; p += LANES) {
        const size_t i = begin + p;
        double skewed[LANES], fraction[4][LANES];
        UNROLL
        for (size_t l = 0; l < LANES; l += DOUBLES) {
            const doubles c = row_doubles(ALIGNED_ROWS, x + p + l, 0.0, map, 0);
            const doubles shift = (c + rest[0]) * skew, along_x = c + shift;
            memcpy(skewed + l, &along_x, sizeof along_x);
            UNROLL
            for (int a = 1; a < dims; a++) {
                const doubles f = (rest[a] + shift) - cell[a];
                memcpy(fraction[a] + l, &f, sizeof f);
            }
        }
        v_place_near_f64(skewed, points->cell[0] + i, points->fraction[0] + i);
        UNROLL
        for (int a = 1; a < dims; a++) {
            v_store_index(points->cell[a] + i, low_byte[a]);
            v_store(points->fraction[a] + i, reals_of(fraction[a]));
        }
    }
}

/* ---- Points ---------------------------------------------------------------------------------------- */

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
    struct levels levels;
    double sum[ROWS] = {0}; /* computed with behind the last row */
    const int has_levels = kind == ALIGNED_ROWS && near && modulus == 0 && dims >= LEAST_LEVELED &&
                           may_be_level(points, dims, map, skew);
    if (kind == ALIGNED_ROWS && (has_levels || dims > 2))
        sum_rests(points, dims, map, sum);
    if (has_levels)
        find_levels(points, dims, map, skew, sum, &levels);
    for (size_t r = 0, i = 0; i < points->n; r++) {
        double rest[4] = {0};
        UNROLL
        for (int a = 0; a < dims && kind == ROTATED_ROWS; a++)
            rest[a] = points->rest[a][r];
        if (kind == ALIGNED_ROWS) {
            row_rest(points, dims, map, r, rest);
            rest[0] = dims > 2 ? sum[r] : rest[1];
        }
        if (has_levels && !levels.leaves[r]) {
            place_level_row(points, dims, map, skew, rest, &levels, r, i);
            i += pitch;
            continue;
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
