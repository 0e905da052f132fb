/*
 * Lattices of which each point acts on the samples in its reach, and where samples lie in them.
 *
 * Places are integers, in cells / 2^24 and modulo 2^32. A lattice point with cells i, of which n is
 * the sum, in copy q of the lattice is at i * 2^24 - n * unskew + q * step along each axis. So the
 * distance of a sample from a point is exact, however the point was found
 * (docs/bit-exactness.md).
 */
#ifndef PERLIN_LATTICE_H
#define PERLIN_LATTICE_H

#include "common.h"

enum { PLACE_BITS = 24 };
#define CELL     (INT64_C(1) << PLACE_BITS)
#define PER_CELL 0x1p-24

/* All zeros where a basis has no places. */
struct lattice_places {
    int dims, copies;
    int vertices; /* points that a sample looks at, if it looks for those in reach itself */
    int32_t unskew, step;
};

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

INLINE int64_t floored_quotient(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* The cells of a point some two cells from a sample at most, of which the floors of coordinates are
   given, below 2^52. Returns their sum modulo 2^32. */
static uint32_t point_near(const struct lattice_places *lattice, const int64_t floors[4],
                           int64_t cell[4])
{
    const int64_t unskew = lattice->unskew, d = CELL - lattice->dims * unskew;
    int64_t sum = 0, n = 0;
    for (int a = 0; a < lattice->dims; a++)
        sum += floors[a];
    const int64_t q = floored_quotient(sum, d);
    const int64_t skewed = q * CELL + floored_quotient((sum - q * d) * CELL, d);
    const int64_t whole = floored_quotient(skewed, CELL);
    for (int a = 0; a < lattice->dims; a++) {
        cell[a] =
            floors[a] + whole * unskew + floored_quotient((skewed - whole * CELL) * unskew, CELL);
        n += cell[a];
    }
    return (uint32_t)n;
}

/* The place of a coordinate below 2^52. */
static uint32_t place_of(double c, int64_t *cell)
{
    const double low = floored(c), nearest = (c - low) * (double)CELL + 0x1.8p52 - 0x1.8p52;
    *cell = (int64_t)low;
    return ((uint32_t)*cell << PLACE_BITS) + (uint32_t)nearest;
}

#endif
