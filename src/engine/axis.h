/*
 * The coordinates of a grid's samples along an axis: by origin and step, a period, or lists.
 */
#ifndef PERLIN_AXIS_H
#define PERLIN_AXIS_H

#include "../noise/backend.h"
#include "../noise/noise.h"
#include "common.h"

#include <math.h>

/* The index of sample i along an axis, modulo the period if the axis has one. */
static inline int64_t sample_index(const perlin_grid *grid, int axis, uint64_t i)
{
    const int64_t index = (int64_t)((uint64_t)grid->start[axis] + i);
    if (grid->period[axis] == 0)
        return index;
    const int64_t period = (int64_t)grid->period[axis], remainder = index % period;
    return remainder < 0 ? remainder + period : remainder;
}

/* The coordinate of sample i along an axis. */
static inline double coordinate(const perlin_grid *grid, int axis, uint64_t i)
{
    const struct perlin_listed_grid *const listed = perlin_lists_of(grid, axis);
    if (listed)
        return listed->list[axis][i];
    return grid->origin[axis] + (double)sample_index(grid, axis, i) * grid->step[axis];
}

/* An upper bound of all scaled coordinates' magnitudes. Coordinates are monotonic in the index, so
   the two ends suffice. Excludes the octave's offset, which is below 1; callers leave room for it.
   */
static inline double axis_reach(const perlin_grid *grid, int axis, double frequency)
{
    const struct perlin_listed_grid *const listed = perlin_lists_of(grid, axis);
    if (listed)
        return 2 * fabs(listed->reach[axis] * frequency);
    const uint64_t period = grid->period[axis];
    const int64_t first = period > 0 ? 0 : grid->start[axis];
    const int64_t last =
        (int64_t)(period > 0 ? period - 1 : (uint64_t)first + grid->count[axis] - 1);
    const double origin = grid->origin[axis], step = grid->step[axis];
    return fabs((origin + (double)first * step) * frequency) +
           fabs((origin + (double)last * step) * frequency);
}

/*
 * By how much two scaled coordinates may miss the distance that indices and the step say
 * (scripts/proofs.md). The product of index and step, which is rounded, may be far larger than
 * the coordinate.
 */
INLINE double axis_error(const perlin_grid *grid, int axis, double frequency)
{
    const struct perlin_listed_grid *const listed = perlin_lists_of(grid, axis);
    if (listed)
        return (listed->slack[axis] + listed->reach[axis] * 0x1p-49) * fabs(frequency);
    const double most_index =
        grid->period[axis] > 0 ? (double)grid->period[axis]
                               : fabs((double)grid->start[axis]) + (double)(grid->count[axis] - 1);
    const double product = most_index * fabs(grid->step[axis]);
    return (fabs(grid->origin[axis]) + product) * 0x1p-49 * fabs(frequency);
}

/* Beyond 2^52 `(double)index + lane` may round, so lanes are added as integers there. */
static inline int is_far_out(int64_t index)
{
    return index > INT64_C(1) << 52 || index < -(INT64_C(1) << 52);
}

/* True if coordinates are origin + index * step, and this is exact for indices in double. */
static inline int is_on_line(const perlin_grid *grid, int axis)
{
    const int64_t last = (int64_t)((uint64_t)grid->start[axis] + (grid->count[axis] - 1));
    return grid->period[axis] == 0 && !perlin_lists_of(grid, axis) &&
           !is_far_out(grid->start[axis]) && !is_far_out(last);
}

/* True if no result can be NaN. Coordinates then are finite in all octaves, and slopes, which
   frequencies multiply, are too far from overflow for a sum of infinite ones. May return false for
   some coordinates near the largest double. */
static inline int results_are_finite(const perlin_noise *noise, const perlin_grid *grid, int dims)
{
    const double fastest = noise->spectrum.fastest;
    int finite = isfinite((real)(fastest * 0x1p20)) != 0;
    for (int a = 0; a < dims; a++)
        finite &= isfinite(axis_reach(grid, a, fastest)) != 0;
    return finite;
}

/* The coordinates of LANES samples, starting at `first`. */
INLINE void coordinates(const perlin_grid *grid, int axis, size_t first, double c[LANES])
{
    const int64_t index = (int64_t)((uint64_t)grid->start[axis] + first);
    const struct perlin_listed_grid *const listed = perlin_lists_of(grid, axis);
    if (listed) {
        memcpy(c, listed->list[axis] + first, LANES * sizeof c[0]);
    } else if (grid->period[axis] > 0 || is_far_out(index)) {
        for (size_t l = 0; l < LANES; l++)
            c[l] = coordinate(grid, axis, first + l);
    } else {
        UNROLL
        for (int i = 0; i < LANES; i += DOUBLES) {
            doubles d;
            UNROLL
            for (int l = 0; l < DOUBLES; l++)
                d[l] = i + l;
            d = grid->origin[axis] + ((double)index + d) * grid->step[axis];
            memcpy(c + i, &d, sizeof d);
        }
    }
}

#endif
