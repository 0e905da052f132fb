/*
 * Evaluates combinations over grids, or parts of these, as points.
 */
#ifndef PERLIN_COMBINE_GRID_POINTS_H
#define PERLIN_COMBINE_GRID_POINTS_H

#include "../engine/axis.h"
#include "block.h"

/* Evaluates n samples of a row, from sample x on; `index` has its place along the other axes. */
static void combine_row(struct program_run *run, const perlin_noise *noise, const perlin_grid *grid,
                        const size_t index[4], size_t x, size_t n, const output_sink *sink,
                        ptrdiff_t at)
{
    double *const c = run_coordinates(run, 0, 0);
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        coordinates(grid, 0, x + i, c + i);
    for (; i < n; i++)
        c[i] = coordinate(grid, 0, x + i);
    for (uint32_t a = 1; a < grid->dims; a++) {
        double *const other = run_coordinates(run, 0, a);
        const double value = coordinate(grid, (int)a, index[a]);
        for (i = 0; i < n; i++)
            other[i] = value;
    }
    run_begin(run, n);
    run_steps(run, 0, run->program->steps - 1);
    run_finish(run, noise, n, sink, at, grid->stride[0]);
}

/* Returns 0 if registers do not fit. */
OUTLINE int combine_grid_by_points(const perlin_noise *noise, const perlin_grid *grid,
                                   const output_sink *sink)
{
    _Alignas(64) unsigned char room[COMBINE_ROOM];
    struct program_run run;
    uint8_t needed[PERLIN_MOST_CONTEXTS];
    size_t index[4] = {0, 0, 0, 0};
    ptrdiff_t row = 0;
    if (!run_init(&run, noise, grid->dims, 1, sink->slope[0] != NULL, room))
        return 0;
    run.needed = needed;
    for (;;) {
        for (size_t x = 0; x < grid->count[0]; x += run.most)
            combine_row(&run, noise, grid, index, x, least(grid->count[0] - x, run.most), sink,
                        row + (ptrdiff_t)x * grid->stride[0]);
        uint32_t a = 1;
        for (; a < grid->dims; a++) {
            row += grid->stride[a];
            if (++index[a] < grid->count[a])
                break;
            row -= (ptrdiff_t)grid->count[a] * grid->stride[a];
            index[a] = 0;
        }
        if (a >= grid->dims)
            return 1;
    }
}

/* Evaluates the samples of a box as points. */
OUTLINE void combine_box_by_points(const perlin_noise *noise, const perlin_grid *grid,
                                   const size_t first[4], const size_t count[4],
                                   const output_sink *sink)
{
    perlin_grid part = *grid;
    output_sink to = *sink;
    ptrdiff_t offset = 0;
    for (uint32_t a = 0; a < grid->dims; a++) {
        offset += (ptrdiff_t)first[a] * grid->stride[a];
        part.start[a] = (int64_t)((uint64_t)part.start[a] + first[a]);
        part.count[a] = count[a];
    }
    to.out = to.out ? to.out + offset : NULL;
    for (uint32_t a = 0; a < grid->dims && to.slope[0]; a++)
        to.slope[a] += offset;
    if (!combine_grid_by_points(noise, &part, &to))
        LANE(perlin_scalar).grid(noise, &part, &to);
}

#endif
