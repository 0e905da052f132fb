/*
 * Evaluates what does not follow the grid, the inside of a warp, a block of a slab's points at a time.
 */
#ifndef PERLIN_COMBINE_SLAB_POINTS_H
#define PERLIN_COMBINE_SLAB_POINTS_H

#include "slab_formula.h"
#include "spots.h"

/* Copies n elements of a value that depends on the axes of `rows` at most, from element `at` of the row
   on. */
static void import_row(const struct slab *slab, const struct rows *rows, uint32_t step, size_t at,
                       size_t n, real *to)
{
    const uint32_t depends = step_at(slab, step)->depends;
    const real *const from = value_of(slab, step) + place_of_row(slab, rows, depends);
    if (rows->axis < 4 && depends >> rows->axis & 1)
        memcpy(to, from + at, n * sizeof(real));
    else
        for (size_t i = 0; i < n; i++)
            to[i] = *from;
}

/* Sets up to `room` points of a block: coordinates in a frame, and the values that steps up to `last`
   take from outside. Advances *rows and *at. */
static size_t import_points(const struct slab *slab, struct program_run *run, uint32_t frame,
                            uint32_t enter, struct rows *rows, size_t *row, size_t *at)
{
    const struct perlin_frame *const f = &slab->program->frame[frame];
    size_t n = 0;
    while (n < run->most && *row < rows->rows) {
        const size_t part = least(run->most - n, rows->length - *at);
        for (uint32_t a = 0; a < f->dims; a++) {
            double *const c = (double *)run_coordinates(run, frame, a) + n;
            const uint32_t along = f->axis[a];
            const size_t first = along == 4            ? 0
                                 : along == rows->axis ? slab->first[along] + *at
                                                       : slab->first[along] + rows->index[along];
            if (along == rows->axis) {
                list_spots(slab, frame, a, first, part, c);
                continue;
            }
            const double value = spot_of(slab, frame, a, first).at;
            for (size_t i = 0; i < part; i++)
                c[i] = value;
        }
        for (int k = 0; k < 4 && step_at(slab, enter)->kind == PERLIN_STEP_ENTER; k++) {
            const uint32_t in = step_at(slab, enter)->in[k];
            if (in < slab->program->steps)
                import_row(slab, rows, in, *at, part, run_plane(run, in, 0) + n);
        }
        n += part;
        *at += part;
        if (*at == rows->length) {
            *at = 0;
            ++*row;
            rows_pass(slab, rows);
        }
    }
    return n;
}

/* Pads what has been imported by its first point. */
static void pad_imports(const struct slab *slab, struct program_run *run, uint32_t frame,
                        uint32_t enter, size_t n)
{
    const size_t grain = perlin_block_grain(sizeof(real), 0);
    run->n = (n + grain - 1) / grain * grain;
    for (uint32_t a = 0; a < slab->program->frame[frame].dims; a++) {
        double *const c = run_coordinates(run, frame, a);
        for (size_t i = n; i < run->n; i++)
            c[i] = c[0];
    }
    for (int k = 0; k < 4 && step_at(slab, enter)->kind == PERLIN_STEP_ENTER; k++) {
        const uint32_t in = step_at(slab, enter)->in[k];
        if (in >= slab->program->steps)
            continue;
        real *const plane = run_plane(run, in, 0);
        for (size_t i = n; i < run->n; i++)
            plane[i] = plane[0];
    }
}

/* Runs the steps from `first` to `last`, in blocks of points, for the value of the last one. They take
   coordinates in a frame that follows the grid. */
OUTLINE void points_in_slab(const struct slab *slab, uint32_t frame, uint32_t first, uint32_t last)
{
    _Alignas(64) unsigned char room[COMBINE_ROOM];
    struct program_run run;
    struct rows rows = rows_of(slab, step_at(slab, last)->depends);
    real *out = value_of(slab, last);
    size_t row = 0, at = 0;
    run_init(&run, slab->noise, slab->program->dims, 1, 0, room);
    memcpy(run.needed, slab->needed, sizeof run.needed);
    while (row < rows.rows) {
        const size_t n = import_points(slab, &run, frame, first, &rows, &row, &at);
        pad_imports(slab, &run, frame, first, n);
        run_steps(&run, first, last);
        memcpy(out, run_plane(&run, last, 0), n * sizeof(real));
        out += n;
    }
}

#endif
