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
    uint8_t needed[PERLIN_MOST_CONTEXTS];
    if (!run_init(&run, noise, dims, are_doubles, sink->slope[0] != NULL, room))
        return 0;
    run.needed = needed;
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

static void combined_grid(const perlin_noise *noise, const perlin_grid *grid,
                          const output_sink *sink)
{
    static const size_t none[4] = {0, 0, 0, 0};
    if (goes_by_slabs(noise, grid->dims, sink))
        combine_grid(noise, grid, sink);
    else
        combine_box_by_points(noise, grid, none, grid->count, sink);
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
