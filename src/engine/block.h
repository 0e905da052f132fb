/*
 * Blocks of points: their coordinates, and their cells and fractions in an octave.
 */
#ifndef PERLIN_BLOCK_H
#define PERLIN_BLOCK_H

#include "cells.h"
#include "kernel.h"
#include "lattice.h"

enum { BLOCK = 512 / sizeof(real) };
_Static_assert(BLOCK % BYTES == 0 && BLOCK % LANES == 0, "whole vectors in a block");

/* How cells are hashed, and stored. FOLLOWING: by tables, as bytes. WRAPPED: the next cell may not be
   the next entry of the table, because a period ends. INTEGERS: by arithmetic, as words. */
enum cells { FOLLOWING, WRAPPED, INTEGERS };

/* How the coordinates of a block are mapped to an octave: each times the frequency, plus the axis's
   offset. Products and sums are rounded one by one. */
struct placing {
    const void *coords[4];
    size_t pitch;
    int are_doubles, is_skewed, has_periods;
    int divides;  /* some period needs a division */
    int is_whole; /* fractions in float are rounded to 2^-24 (kernel.h) */
    double frequency, offset[4];
    double skew; /* to skew a point, this times its sum is added to each coordinate */
    struct lattice_places lattice; /* of samples that are placed in it, else no dims */
    real real_frequency, real_offset[4], real_skew; /* the same for coordinates in float */
    uint32_t modulus[4];
};

struct points {
    size_t n; /* whole vectors: the last one ends with copies of the first point, or in grids with
                 samples past the row's end */
    const void *coords[4];
    int are_doubles; /* else coordinates are of the lane type, float */
    /* Of a grid: how many samples a row has here. coords[0] has the x of one row then, for all rows,
       and the others have a number for each row. 0: coords have a number for each sample. */
    size_t pitch;
    enum cells cells;
    struct placing placing;
    int are_placed; /* what is below is filled, up to scratch */
    /* True: fractions are distances from the near corners of cells, unskewed. Those in long cells are
       as integers, in cells / 2^24; INT32_MIN is nowhere. */
    int in_lattice;
    int is_far; /* some coordinate may be NaN, or is too far out for a kernel that places it */
    _Alignas(64) uint8_t cell[4][BLOCK];      /* low bytes, unless INTEGERS */
    _Alignas(64) uint8_t far_cell[4][BLOCK];  /* the next cells, if wrapped */
    _Alignas(64) uint32_t any_cell[4][BLOCK]; /* modulo the axis's modulus, unless FOLLOWING */
    _Alignas(64) real fraction[4][BLOCK];
    /* Scratch for kernels that need it, of EDGE_ROWS rows: for one the values at corners. */
    real (*edge)[BLOCK];
};
enum { EDGE_ROWS = 1024 / BLOCK };

/* Room for the coordinates of a block along one axis, in either type. */
union coordinates {
    double f64[BLOCK];
    float f32[BLOCK];
};

INLINE doubles load_doubles(const double *p)
{
    doubles d;
    memcpy(&d, p, sizeof d);
    return d;
}

/* The fractions of a vector of points, starting at point i. */
INLINE void load_fractions(const struct points *points, int dims, size_t i, vec fraction[4])
{
    UNROLL
    for (int a = 0; a < dims; a++)
        fraction[a] = v_load(points->fraction[a] + i);
}

/* Stores what an axis has for the samples from i on. */
INLINE void store_placed(struct points *points, enum cells cells, int axis, size_t i, ivec cell,
                         vec fraction)
{
    v_store(points->fraction[axis] + i, fraction);
    if (cells != INTEGERS)
        v_store_index(points->cell[axis] + i, cell);
    if (cells != FOLLOWING)
        v_store_words(points->any_cell[axis] + i, cell);
}

/* Stores cells in a lattice, and how far samples are from their near corners, in cells / 2^24. */
INLINE void store_near(struct points *points, const struct lattice_places *lattice, int axis,
                       size_t i, hash_vec cell, ivec near)
{
    const vec from = v_floats(near) * v_splat((real)PER_CELL);
    store_placed(points, INTEGERS, axis, i, (ivec)cell, has_long_cells(lattice) ? (vec)near : from);
}

#endif
