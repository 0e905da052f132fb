/*
 * Blocks of points: their coordinates, and their cells and fractions in an octave. points.h calls
 * this.
 */
#ifndef PERLIN_PLACE_H
#define PERLIN_PLACE_H

#include "cells.h"
#include "hash.h"
#include "kernel.h"

enum { BLOCK = 512 / sizeof(real) };
_Static_assert(BLOCK % BYTES == 0 && BLOCK % LANES == 0, "whole vectors in a block");

/* How cells are hashed: as bytes by tables of 256 entries, or as integers by larger tables (WIDE).
   WRAPPED: the next cell may not be the next entry of the table, because a period ends. INTEGERS:
   by the integer hash. The kernel places points itself (integers.h) unless they are placed. */
enum cells { FOLLOWING, WRAPPED, WIDE, INTEGERS };

struct points {
    size_t n; /* whole vectors: copies of the first point fill the last one */
    const void *coords[4];
    enum cells cells;
    /* For INTEGERS, which otherwise use any_cell and fraction: */
    struct octave_map map;
    double skew;
    int are_placed;                           /* else coordinates are of the lane type, float */
    _Alignas(64) uint8_t cell[4][BLOCK];      /* modulo 256 */
    _Alignas(64) uint8_t far_cell[4][BLOCK];  /* the next cells, if wrapped */
    _Alignas(64) uint32_t any_cell[4][BLOCK]; /* modulo the axis's modulus, if needed */
    _Alignas(64) real fraction[4][BLOCK];
    /* Scratch for kernels: hashes or gradient rows by corner, and the values at corners or what
       yields them. */
    _Alignas(64) uint8_t hash[4096 / BLOCK][BLOCK];
    union {
        _Alignas(64) real edge[1024 / BLOCK][BLOCK];
        double scaled[BLOCK]; /* coordinates, while cells are found */
    };
};

/* Room for the coordinates of a block along one axis, in either type. */
union coordinates {
    double f64[BLOCK];
    float f32[BLOCK];
};

/* The functions for coordinates of one type, float or double. */
struct coordinate_type {
    size_t size;
    /* Rotates the coordinates of a block into `rotated`, where they may already be. */
    void (*rotate)(struct points *points, int dims, const double row[4][4],
                   union coordinates rotated[4]);
    /* Places the points of a block along one axis in an octave. Finds any_cell too, if given a
       modulus. */
    void (*place)(struct points *points, int axis, struct octave_map map, const uint32_t *modulus);
    /* Skews the coordinates, then places the points along all axes. Skewing adds `skew` times the
       sum of the coordinates to each of them. */
    void (*skew)(struct points *points, int dims, struct octave_map map, double skew,
                 const uint32_t *modulus);
};

/* ---- Coordinates in double: only the fraction is rounded to real ----------------------------- */

INLINE void rotate_doubles_in(struct points *points, int dims, const double row[4][4],
                              union coordinates rotated[4])
{
    for (size_t i = 0; i < points->n; i += DOUBLES) {
        doubles c[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            memcpy(&c[a], (const double *)points->coords[a] + i, sizeof c[a]);
        UNROLL
        for (int a = 0; a < dims; a++) {
            doubles sum = row[a][dims - 1] * c[dims - 1];
            UNROLL
            for (int b = dims - 2; b >= 0; b--)
                sum = row[a][b] * c[b] + sum;
            memcpy(rotated[a].f64 + i, &sum, sizeof sum);
        }
    }
}

OUTLINE void rotate_doubles(struct points *points, int dims, const double row[4][4],
                            union coordinates rotated[4])
{
    if (dims == 1)
        rotate_doubles_in(points, 1, row, rotated);
    else if (dims == 2)
        rotate_doubles_in(points, 2, row, rotated);
    else if (dims == 3)
        rotate_doubles_in(points, 3, row, rotated);
    else
        rotate_doubles_in(points, 4, row, rotated);
}

OUTLINE void place_doubles(struct points *points, int axis, struct octave_map map,
                           const uint32_t *modulus)
{
    const double *const c = points->coords[axis];
    for (size_t i = 0; i < points->n; i += LANES) {
        double scaled[LANES];
        UNROLL
        for (size_t l = 0; l < LANES; l += DOUBLES) {
            doubles d;
            memcpy(&d, c + i + l, sizeof d);
            d = d * map.frequency + map.offset[axis];
            memcpy(scaled + l, &d, sizeof d);
        }
        v_place_f64(scaled, points->cell[axis] + i, points->fraction[axis] + i);
        if (modulus)
            memcpy(points->scaled + i, scaled, sizeof scaled);
    }
    if (modulus)
        cells_modulo(points->scaled, points->n, *modulus, points->any_cell[axis]);
}

INLINE void skew_doubles_in(struct points *points, int dims, struct octave_map map, double skew,
                            const uint32_t *modulus)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        double skewed[4][LANES];
        UNROLL
        for (size_t l = 0; l < LANES; l += DOUBLES) {
            doubles c[4];
            UNROLL
            for (int a = 0; a < dims; a++) {
                memcpy(&c[a], (const double *)points->coords[a] + i + l, sizeof c[a]);
                c[a] = c[a] * map.frequency + map.offset[a];
            }
            doubles shift = c[dims - 1];
            UNROLL
            for (int a = dims - 2; a >= 0; a--)
                shift = c[a] + shift;
            shift = shift * skew;
            UNROLL
            for (int a = 0; a < dims; a++) {
                c[a] = c[a] + shift;
                memcpy(skewed[a] + l, &c[a], sizeof c[a]);
            }
        }
        UNROLL
        for (int a = 0; a < dims; a++) {
            v_place_f64(skewed[a], points->cell[a] + i, points->fraction[a] + i);
            if (modulus)
                cells_modulo(skewed[a], LANES, *modulus, points->any_cell[a] + i);
        }
    }
}

OUTLINE void skew_doubles(struct points *points, int dims, struct octave_map map, double skew,
                          const uint32_t *modulus)
{
    if (dims == 2)
        skew_doubles_in(points, 2, map, skew, modulus);
    else if (dims == 3)
        skew_doubles_in(points, 3, map, skew, modulus);
    else
        skew_doubles_in(points, 4, map, skew, modulus);
}

static const struct coordinate_type type_double = {sizeof(double), rotate_doubles, place_doubles,
                                                   skew_doubles};

/* ---- Placing a block ------------------------------------------------------------------------- */

static enum cells cells_in(const struct perlin_tables *tables, int dims, const uint32_t modulus[4])
{
    int follow = 1;
    for (int a = 0; a < dims; a++)
        follow &= (modulus[a] & tables->mask) == 0;
    return !has_kernel_forms(tables) ? WIDE : follow ? FOLLOWING : WRAPPED;
}

/* Wraps the cells of a block, which have been placed along an axis. They come from any_cell, or
   from a mask if that gives the same. */
static void wrap_cells(struct points *points, int axis, uint32_t modulus)
{
    uint8_t *const near = points->cell[axis], *const far = points->far_cell[axis];
    const uint32_t *const cell = points->any_cell[axis];
    const uint8_t mask = (uint8_t)(modulus - 1);
    for (size_t i = 0; i < points->n; i++) {
        near[i] = is_by_mask(modulus) ? near[i] & mask : (uint8_t)cell[i];
        far[i] = (uint8_t)(is_by_mask(modulus) ? (near[i] + 1) & mask
                                               : perlin_next_cell(cell[i], modulus));
    }
    memset(far + points->n, 0, BLOCK - points->n); /* bytes past n are hashed, too */
}

/* Places the points of a block in an octave. */
OUTLINE void place_points(const perlin_noise *noise, struct points *points, int dims,
                          const struct coordinate_type *type, double skew, enum need need,
                          uint32_t octave)
{
    const uint32_t *const modulus = noise->spectrum.modulus[octave];
    const struct octave_map map = octave_map(noise, octave);
    if (noise->hash == PERLIN_HASH_INTEGER) {
        points->cells = INTEGERS;
        points->map = map;
        points->skew = skew;
        points->are_placed = type->size == sizeof(double) || need != IF_WIDE;
        if (!points->are_placed)
            return;
    } else {
        points->cells = cells_in(perlin_octave_tables(noise, octave), dims, modulus);
    }
    const int divides = need == ALWAYS || points->cells >= WIDE;
    if (skew != 0) {
        type->skew(points, dims, map, skew, divides ? modulus : NULL);
        return;
    }
    for (int a = 0; a < dims; a++) {
        const int is_wrapped = points->cells == WRAPPED;
        const int needs_cell = divides || (is_wrapped && !is_by_mask(modulus[a]));
        type->place(points, a, map, needs_cell ? &modulus[a] : NULL);
        if (is_wrapped)
            wrap_cells(points, a, modulus[a]);
    }
}

/* The cells of a vector of points along an axis, as bytes, starting at point i. */
INLINE struct v_sides sides_of(const struct points *points, int wrapped, int axis, size_t i)
{
    struct v_sides cell = {.near = v_load_bytes(points->cell[axis] + i)};
    if (wrapped)
        cell.far = v_load_bytes(points->far_cell[axis] + i);
    return cell;
}

#endif
