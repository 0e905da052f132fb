/*
 * The functions by which a backend evaluates combinations, for one type. evaluate_f32.h and
 * evaluate_f64.h put them into its table.
 */
#ifndef PERLIN_COMBINE_EVALUATE_H
#define PERLIN_COMBINE_EVALUATE_H

#include "grid.h"

#define JOINED_(a, b) a##b
#define JOINED(a, b)  JOINED_(a, b)

/* Gathers the coordinates of n points. */
static void gather(const struct program_run *run, uint32_t axis, const void *array,
                   ptrdiff_t stride, size_t first, size_t n)
{
    const size_t size = coordinate_size(run);
    const ptrdiff_t step = stride * (ptrdiff_t)size;
    const char *const from = (const char *)array + (ptrdiff_t)first * step;
    char *const to = run_coordinates(run, 0, axis);
    if (stride == 1)
        memcpy(to, from, n * size);
    else
        for (size_t i = 0; i < n; i++)
            memcpy(to + i * size, from + (ptrdiff_t)i * step, size);
}

/* Returns 0 if registers do not fit. */
OUTLINE int combine_points(const perlin_noise *noise, uint32_t dims, int are_doubles, size_t count,
                           const void *const arrays[], const ptrdiff_t strides[],
                           const output_sink *sink)
{
    _Alignas(64) unsigned char room[COMBINE_ROOM];
    struct program_run run;
    if (!run_init(&run, noise, dims, are_doubles, sink->slope[0] != NULL, room))
        return 0;
    for (size_t first = 0, n; first < count; first += n) {
        n = least(count - first, run.most);
        for (uint32_t a = 0; a < dims; a++)
            gather(&run, a, arrays[a], strides[a], first, n);
        run_begin(&run, n);
        run_steps(&run, 0, run.program->steps - 1);
        run_finish(&run, noise, n, sink, (ptrdiff_t)first, 1);
    }
    return 1;
}

/* ---- Grids, as points ------------------------------------------------------------------------ */

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
    size_t index[4] = {0, 0, 0, 0};
    ptrdiff_t row = 0;
    if (!run_init(&run, noise, grid->dims, 1, sink->slope[0] != NULL, room))
        return 0;
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

/* Evaluates the samples from index `from` along an axis on as points. */
OUTLINE void combine_rest(const perlin_noise *noise, const perlin_grid *grid, uint32_t along,
                          size_t from, const output_sink *sink)
{
    perlin_grid rest = *grid;
    output_sink to = *sink;
    const ptrdiff_t offset = (ptrdiff_t)from * grid->stride[along];
    rest.start[along] = (int64_t)((uint64_t)rest.start[along] + from);
    rest.count[along] -= from;
    to.out = to.out ? to.out + offset : NULL;
    for (uint32_t a = 0; a < grid->dims && to.slope[0]; a++)
        to.slope[a] += offset;
    if (!combine_grid_by_points(noise, &rest, &to))
        LANE(perlin_scalar).grid(noise, &rest, &to);
}

static void combined_grid(const perlin_noise *noise, const perlin_grid *grid,
                          const output_sink *sink)
{
    uint32_t along;
    const size_t from = combine_slabs(noise, grid, sink, &along);
    if (from < grid->count[along])
        combine_rest(noise, grid, along, from, sink);
}

static void combined_doubles(const perlin_noise *noise, uint32_t dims, size_t count,
                             const double *const coords[], const ptrdiff_t strides[],
                             const output_sink *sink)
{
    const void *arrays[4];
    memcpy(arrays, coords, dims * sizeof arrays[0]);
    if (!combine_points(noise, dims, 1, count, arrays, strides, sink))
        scalar_doubles(noise, dims, count, coords, strides, sink);
}

#endif
