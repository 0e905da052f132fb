/*
 * Evaluates what does not follow the grid, the inside of a warp, a block of a slab's points at a time.
 */
#ifndef PERLIN_COMBINE_SLAB_POINTS_H
#define PERLIN_COMBINE_SLAB_POINTS_H

#include "slab.h"
#include "spots.h"

/* Where the next block begins: in a row, at an element of it. */
struct block_place {
    struct rows rows;
    size_t row, at;
};

/* Passes the rest of a row, or as much of it as there is room for. */
static void pass_part(const struct slab *slab, struct block_place *place, size_t part)
{
    place->at += part;
    if (place->at < place->rows.length)
        return;
    place->at = 0;
    place->row++;
    rows_pass(slab, &place->rows);
}

static size_t next_part(const struct block_place *place, size_t room)
{
    return place->row < place->rows.rows ? least(room, place->rows.length - place->at) : 0;
}

/* Which of the first step's inputs is a value from outside: up to four, of a warp. */
static int takes_value(const struct slab *slab, uint32_t first, int k)
{
    const struct perlin_step *const step = step_at(slab, first);
    return step->kind == PERLIN_STEP_ENTER && step->in[k] < slab->program->steps;
}

/* Fills n elements of a block, from one on, with what the steps from `first` on take from outside in a
   part of a row: a frame's coordinates, and values. */
OUTLINE void import_part(const struct slab *slab, const struct program_run *run, uint32_t outer,
                         uint32_t first, const struct block_place *place, size_t to, size_t n)
{
    const struct rows *const rows = &place->rows;
    const struct perlin_frame *const frame = &slab->program->frame[outer];
    for (uint32_t a = 0; a < frame->dims; a++) {
        double *const c = (double *)run_coordinates(run, outer, a) + to;
        const uint32_t along = frame->axis[a];
        if (along < 4 && along == rows->axis) {
            list_spots(slab, outer, a, slab->box.first[along] + place->at, n, c);
            continue;
        }
        const size_t index = along < 4 ? slab->box.first[along] + rows->index[along] : 0;
        const double value = spot_of(slab, outer, a, index).at;
        for (size_t i = 0; i < n; i++)
            c[i] = value;
    }
    for (int k = 0; k < 4; k++) {
        struct value value;
        if (!takes_value(slab, first, k))
            continue;
        const uint32_t in = step_at(slab, first)->in[k];
        find_value(slab, in, &value);
        const real *const from = row_in(&value, rows);
        real *const plane = run_plane(run, in, 0) + to;
        if (rows->axis < 4 && value.stride[rows->axis] != 0)
            memcpy(plane, from + place->at, n * sizeof(real));
        else
            for (size_t i = 0; i < n; i++)
                plane[i] = *from;
    }
}

/* Sets the length of a block of n points, and pads it by the first one. */
static void pad_imports(const struct slab *slab, struct program_run *run, uint32_t outer,
                        uint32_t first, size_t n)
{
    const size_t grain = perlin_block_grain(sizeof(real), 0);
    run->n = (n + grain - 1) / grain * grain;
    for (uint32_t a = 0; a < slab->program->frame[outer].dims; a++) {
        double *const c = run_coordinates(run, outer, a);
        for (size_t i = n; i < run->n; i++)
            c[i] = c[0];
    }
    for (int k = 0; k < 4; k++) {
        if (!takes_value(slab, first, k))
            continue;
        real *const plane = run_plane(run, step_at(slab, first)->in[k], 0);
        for (size_t i = n; i < run->n; i++)
            plane[i] = plane[0];
    }
}

/* Runs the steps from `first` to `last`, in blocks of points, for the value of the last one. They take
   coordinates in a frame that follows the grid. The value may lie where one lay that they take. */
OUTLINE void points_in_slab(struct slab *slab, uint32_t frame, uint32_t first, uint32_t last)
{
    _Alignas(64) unsigned char room[COMBINE_ROOM];
    struct program_run run;
    struct value out;
    struct block_place place = {rows_of(slab, step_at(slab, last)->depends), 0, 0};
    find_value(slab, last, &out);
    run_init(&run, slab->noise, slab->program->dims, 1, 0, room);
    run.needed = slab->needed; /* what is inside is decided block by block */
    while (place.row < place.rows.rows) {
        struct block_place to = place;
        size_t n = 0;
        for (size_t part; (part = next_part(&place, run.most - n)) > 0; n += part) {
            import_part(slab, &run, frame, first, &place, n, part);
            pass_part(slab, &place, part);
        }
        pad_imports(slab, &run, frame, first, n);
        run_steps(&run, first, last);
        const real *const results = run_plane(&run, last, 0);
        for (size_t i = 0, part; i < n; i += part) {
            part = next_part(&to, n - i);
            memcpy(row_in(&out, &to.rows) + to.at, results + i, part * sizeof(real));
            pass_part(slab, &to, part);
        }
    }
}

#endif
