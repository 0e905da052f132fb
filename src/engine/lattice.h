/*
 * Lattices of which each point acts on the samples in its reach, and where samples lie in them.
 *
 * Places are integers, in cells / 2^24 and modulo 2^32. A lattice point with cells i, of which n is
 * the sum, in copy q of the lattice is at i * 2^24 - n * unskew + q * step along each axis. So the
 * distance of a sample from a point is exact, however the point was found
 * (docs/bits.md).
 */
#ifndef PERLIN_LATTICE_H
#define PERLIN_LATTICE_H

#include "common.h"
#include "thresholds.h"

enum { PLACE_BITS = 24 };
#define CELL     (INT64_C(1) << PLACE_BITS)
#define PER_CELL 0x1p-24

/* All zeros where a basis has no places. */
struct lattice_places {
    enum lattice_kind kind;
    int dims, copies;
    int32_t unskew, step;
};

INLINE double lower(double a, double b)
{
    return a < b ? a : b;
}

INLINE double higher(double a, double b)
{
    return a > b ? a : b;
}

/* Unskewing takes this times a point's sum of cells from each coordinate; skewing adds skew_of times
   the sum of coordinates. */
INLINE double unskew_of(const struct lattice_places *lattice)
{
    return lattice->unskew * PER_CELL;
}

INLINE double skew_of(const struct lattice_places *lattice)
{
    const double unskew = unskew_of(lattice);
    return unskew / (1 - lattice->dims * unskew);
}

/* What is taken from the squared reach, so that points out of reach add 0 even where a sample's cell
   or vertices are a little wrong. */
INLINE double margin_of_reach(int dims)
{
    return dims == 1 ? 0 : dims == 4 ? 0x1p-18 : 0x1p-20;
}

/* True if places in a cell can be farther than a cell from its near corner along an axis, so that a
   float does not hold the distance: cells stretched along the diagonal. */
INLINE int has_long_cells(const struct lattice_places *lattice)
{
    return lattice->unskew < 0;
}

/* The cells modulo 2^32 of a point some three cells from a sample at most, of which the floors of
   coordinates are given, below 2^52. Returns their sum. */
INLINE uint32_t point_near(const struct lattice_places *lattice, int dims, const double floors[4],
                           uint32_t cell[4])
{
    double sum = 0;
    uint32_t n = 0;
    UNROLL
    for (int a = 0; a < dims; a++)
        sum += floors[a];
    const int64_t shift = (int64_t)(sum * skew_of(lattice));
    UNROLL
    for (int a = 0; a < dims; a++) {
        cell[a] = (uint32_t)((int64_t)floors[a] + shift);
        n += cell[a];
    }
    return n;
}

/* The place of a coordinate below 2^52. */
static uint32_t place_of(double c, double *cell)
{
    const double nearest = (c - floored(c)) * (double)CELL + 0x1.8p52 - 0x1.8p52;
    *cell = floored(c);
    return ((uint32_t)(int64_t)*cell << PLACE_BITS) + (uint32_t)nearest;
}

#endif
