/*
 * What a grid's sample needs of one axis: cell, fraction and fade depend on that axis's index alone, so
 * they are computed once per index instead of once per sample.
 */
#ifndef PERLIN_SIMD_AXIS_H
#define PERLIN_SIMD_AXIS_H

#include "gradient.h"

#include <math.h>

/* The scaled coordinate of sample i of an axis. */
static inline double coordinate(const perlin_grid *grid, int axis, double frequency, size_t i)
{
    const int64_t index = (int64_t)((uint64_t)grid->start[axis] + i);
    return (grid->origin[axis] + (double)index * grid->step[axis]) * frequency;
}

/* Whether all coordinates are finite: they only rise or only fall, so that the ends tell. */
static inline int axis_is_finite(const perlin_grid *grid, int axis, double frequency)
{
    return isfinite(coordinate(grid, axis, frequency, 0)) &&
           isfinite(coordinate(grid, axis, frequency, grid->count[axis] - 1));
}

/* Beyond 2^52 an index need not be a double; up to it the sum of two is exact. */
static inline int is_far_out(int64_t index)
{
    return index > INT64_C(1) << 52 || index < -(INT64_C(1) << 52);
}

/* The scaled coordinates of LANES samples from `first` on. */
static inline void coordinates(const perlin_grid *grid, int axis, double frequency, size_t first,
                               double c[LANES])
{
    typedef double doubles __attribute__((vector_size(LANES * sizeof(double))));
    const int64_t index = (int64_t)((uint64_t)grid->start[axis] + first);
    if (is_far_out(index)) {
        for (size_t l = 0; l < LANES; l++)
            c[l] = coordinate(grid, axis, frequency, first + l);
    } else {
        doubles d;
        UNROLL
        for (int l = 0; l < LANES; l++)
            d[l] = l;
        d = (grid->origin[axis] + ((double)index + d) * grid->step[axis]) * frequency;
        memcpy(c, &d, sizeof d);
    }
}

/* Fills n samples from `first` on, rounded up to whole vectors. */
static inline void axis_fill(const perlin_grid *grid, int axis, double frequency, size_t first,
                             size_t n, uint8_t cell[], real fraction[], real faded[])
{
    for (size_t i = 0; i < n; i += LANES) {
        double c[LANES];
        vec t;
        coordinates(grid, axis, frequency, first + i, c);
        v_store_index(cell + i, v_place_f64(c, &t));
        v_store(fraction + i, t);
        v_store(faded + i, fade(t));
    }
}

/* An axis other than x: a window of samples that moves as the rows ask for them. */
enum { WINDOW = 32 };
_Static_assert(WINDOW % LANES == 0, "filled in whole vectors");

struct window {
    size_t first, n; /* n = 0: nothing yet */
    uint8_t cell[WINDOW + LANES];
    real fraction[WINDOW + LANES], fade[WINDOW + LANES];
};

/* The place of sample i in the window, which moves there if it must, for `most` samples to come. */
static inline size_t window_at(struct window *window, const perlin_grid *grid, int axis,
                               double frequency, size_t i, size_t most)
{
    if (i - window->first >= window->n) { /* also where i < first: the difference wraps */
        const size_t left = grid->count[axis] - i;
        window->first = i;
        window->n = least(least(most, left), WINDOW);
        axis_fill(grid, axis, frequency, i, window->n, window->cell, window->fraction,
                  window->fade);
    }
    return i - window->first;
}

#endif
