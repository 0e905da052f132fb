/*
 * What a grid's sample needs of one axis: cell, distance and fade depend on that axis's index alone, so
 * they are computed once per index instead of once per sample.
 */
#ifndef PERLIN_AXIS_H
#define PERLIN_AXIS_H

#include "cells.h"

/* The index of sample i of an axis, modulo its period if it has one. */
static inline int64_t sample_index(const perlin_grid *grid, int axis, uint64_t i)
{
    const int64_t index = (int64_t)((uint64_t)grid->start[axis] + i);
    if (grid->period[axis] == 0)
        return index;
    const int64_t period = (int64_t)grid->period[axis], remainder = index % period;
    return remainder < 0 ? remainder + period : remainder;
}

/* The coordinate of sample i of an axis. */
static inline double coordinate(const perlin_grid *grid, int axis, uint64_t i)
{
    return grid->origin[axis] + (double)sample_index(grid, axis, i) * grid->step[axis];
}

/* A bound of the magnitudes of all scaled coordinates: over rising indices they only rise or only fall, so that the ends
   tell. An octave's offset, below 1, is left to what callers leave room for. */
static inline double axis_reach(const perlin_grid *grid, int axis, double frequency)
{
    const uint64_t period = grid->period[axis];
    const int64_t first = period > 0 ? 0 : grid->start[axis];
    const int64_t last =
        (int64_t)(period > 0 ? period - 1 : (uint64_t)first + grid->count[axis] - 1);
    const double origin = grid->origin[axis], step = grid->step[axis];
    return fabs((origin + (double)first * step) * frequency) +
           fabs((origin + (double)last * step) * frequency);
}

/* Whether all coordinates are finite; those near the largest double need not be found so. */
static inline int axis_is_finite(const perlin_grid *grid, int axis, double frequency)
{
    return isfinite(axis_reach(grid, axis, frequency));
}

/* Up to 2^52 `(double)index + lane` is exact; beyond it they have to be added as integers. */
static inline int is_far_out(int64_t index)
{
    return index > INT64_C(1) << 52 || index < -(INT64_C(1) << 52);
}

/* The coordinates of LANES samples from `first` on. */
INLINE void coordinates(const perlin_grid *grid, int axis, size_t first, double c[LANES])
{
    const int64_t index = (int64_t)((uint64_t)grid->start[axis] + first);
    if (grid->period[axis] > 0 || is_far_out(index)) {
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

/* Coordinates in an octave. */
INLINE void to_octave(const struct perlin_spectrum *spectrum, uint32_t octave, int axis,
                      double c[LANES])
{
    UNROLL
    for (int l = 0; l < LANES; l += DOUBLES) {
        doubles d;
        memcpy(&d, c + l, sizeof d);
        d = d * spectrum->frequency[octave] + spectrum->offset[octave][axis];
        memcpy(c + l, &d, sizeof d);
    }
}

/* Samples whose cells are found by division go together by so many. */
enum { DIVIDED = 32 };
_Static_assert(DIVIDED % LANES == 0, "whole vectors");

/* Places n samples from `first` on in an octave, rounded up to whole vectors: fractions, and cells modulo the axis's
   modulus, behind the n-th any. */
static inline void axis_place(const struct perlin_spectrum *spectrum, uint32_t octave,
                              const perlin_grid *grid, int axis, size_t first, size_t n,
                              uint32_t cell[], real fraction[])
{
    const uint32_t modulus = spectrum->modulus[octave][axis];
    double c[DIVIDED];
    for (size_t i = 0; i < n; i += LANES) {
        const size_t k = i % DIVIDED, end = k + LANES;
        uint8_t byte[LANES];
        coordinates(grid, axis, first + i, c + k);
        to_octave(spectrum, octave, axis, c + k);
        v_place_f64(c + k, byte, fraction + i);
        for (size_t l = 0; l < LANES; l++)
            cell[i + l] = byte[l];
        if (modulus != PERLIN_TABLE_SIZE && (end == DIVIDED || i + LANES >= n))
            cells_modulo(c, end, modulus, cell + (i - k));
    }
}

/* Finds the runs of samples that share a cell: the run of each sample, the cell of each run. Returns whether each run's
   cell follows the last one's. */
static inline int find_runs(size_t n, uint32_t modulus, const uint32_t cell[], uint8_t run_of[],
                            uint32_t run_cell[], int32_t *runs)
{
    int32_t run = 0;
    int shared = 1;
    run_cell[0] = cell[0];
    run_of[0] = 0;
    for (size_t i = 1; i < n; i++) { /* without a branch: runs end at unforeseeable places */
        const int moved = cell[i] != cell[i - 1];
        run += moved;
        shared &= !moved | (cell[i] == perlin_next_cell(cell[i - 1], modulus));
        run_of[i] = (uint8_t)run;
        run_cell[run] = cell[i];
    }
    memset(run_of + n, run, LANES); /* lanes past the end do as the last sample */
    *runs = run + 1;
    return shared;
}

#endif
