/*
 * Places the samples of a grid along one axis, for tile.h and grid.h. Cell, fraction and fade
 * depend only on the index along that axis, so they are computed once per index instead of once per
 * sample.
 */
#ifndef PERLIN_AXIS_H
#define PERLIN_AXIS_H

#include "../noise/backend.h"
#include "cells.h"

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

/* True if all coordinates are finite. May return false for some near the largest double. */
static inline int axis_is_finite(const perlin_grid *grid, int axis, double frequency)
{
    return isfinite(axis_reach(grid, axis, frequency));
}

/* Beyond 2^52 `(double)index + lane` may round, so lanes are added as integers there. */
static inline int is_far_out(int64_t index)
{
    return index > INT64_C(1) << 52 || index < -(INT64_C(1) << 52);
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

/* Places n samples, starting at `first`, in an octave: fractions, and cells modulo the axis's
   modulus. Fills whole vectors; elements past the n-th may hold anything. */
static inline void axis_place(const struct perlin_spectrum *spectrum, uint32_t octave,
                              const perlin_grid *grid, int axis, size_t first, size_t n,
                              uint32_t cells[], real fractions[])
{
    const uint32_t modulus = spectrum->modulus[octave][axis];
    for (size_t i = 0; i < n; i += LANES) {
        struct wide c;
        vec fraction;
        longs far = {0};
        coordinates(grid, axis, first + i, (double *)&c);
        UNROLL
        for (int p = 0; p < PARTS; p++)
            c.part[p] = c.part[p] * spectrum->frequency[octave] + spectrum->offset[octave][axis];
        ivec cell = masked_cells(place_doubles(c, 0, &fraction, &far), modulus);
        if (are_far(far))
            cell = place_any(&c, modulus, 0, &fraction);
        else if (divides(modulus))
            cell = divided_cells(&c, modulus);
        v_store_words(cells + i, cell);
        v_store(fractions + i, fraction);
    }
}

/* The runs of eight samples, given which of them begin one: sums of bytes from the first on, as the
   bytes of a product are. Returns the last one. */
INLINE int32_t eight_runs(const uint8_t begins[8], int32_t run, uint8_t run_of[8])
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t sums;
    memcpy(&sums, begins, sizeof sums);
    sums = (sums + (uint64_t)(uint8_t)run) * ones;
    memcpy(run_of, &sums, sizeof sums);
    return (int32_t)(sums >> 56);
#else
    for (int i = 0; i < 8; i++) {
        run += begins[i];
        run_of[i] = (uint8_t)run;
    }
    return run;
#endif
}

enum { MOST_IN_RUNS = 256 }; /* samples: runs are counted by bytes */

/* Finds runs, which are samples that share a cell: the run of each sample, and the cell of each
   run. Returns true if each run's cell is the one after the last run's. `run_of` has room for LANES more
   than n. */
static inline int find_runs(size_t n, uint32_t modulus, const uint32_t cell[], uint8_t run_of[],
                            uint32_t run_cell[], int32_t *runs)
{
    uint8_t begins[MOST_IN_RUNS + 8], all_runs[MOST_IN_RUNS + 8];
    uint32_t jumps = 0;
    int32_t run = 0;
    begins[0] = 0;
    for (size_t i = 1; i < n; i++)
        begins[i] = cell[i] != cell[i - 1];
    for (size_t i = 1; i < n; i++)
        jumps |= (cell[i] ^ cell[i - 1]) && cell[i] != perlin_next_cell(cell[i - 1], modulus);
    memset(begins + n, 0, 8);
    for (size_t i = 0; i < n; i += 8)
        run = eight_runs(begins + i, run, all_runs + i);
    memcpy(run_of, all_runs, n);
    for (size_t i = 0; i < n; i++)
        run_cell[all_runs[i]] = cell[i];
    memset(run_of + n, run, LANES); /* lanes past the end use the last sample's run */
    *runs = run + 1;
    return !jumps;
}

#endif
