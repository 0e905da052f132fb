/*
 * Evaluates a noise over a slab by its own grid kernel, where its coordinates follow the grid.
 */
#ifndef PERLIN_COMBINE_SLAB_NOISE_H
#define PERLIN_COMBINE_SLAB_NOISE_H

#include "spots.h"

/* The part of a noise that is evaluated at once: all of the slab, but where coordinates are listed. */
struct noise_part {
    struct perlin_listed_grid listed;
    uint32_t along[4]; /* of the slab; 4: none */
    int is_listed[4];
};

/* Sets an axis of the part, except for lists. */
static void part_axis(const struct slab *slab, struct noise_part *part, uint32_t frame,
                      uint32_t axis, const struct value *value)
{
    perlin_grid *const grid = &part->listed.grid;
    const uint32_t along = slab->program->frame[frame].axis[axis];
    part->along[axis] = along;
    part->is_listed[axis] = 0;
    grid->count[axis] = 1;
    grid->stride[axis] = 1;
    if (along == 4) {
        grid->origin[axis] = spot_of(slab, frame, axis, 0).at;
        return;
    }
    const struct spot spot = spot_of(slab, frame, axis, slab->box.first[along]);
    part->is_listed[axis] = frame > 0 && !is_line(slab, frame, axis, along);
    grid->count[axis] = slab->box.count[along];
    grid->start[axis] = (int64_t)((uint64_t)slab->grid->start[along] + slab->box.first[along]);
    grid->period[axis] = slab->grid->period[along];
    grid->origin[axis] = spot.origin;
    grid->step[axis] = spot.step;
    grid->stride[axis] = value->stride[along];
}

/* Lists n coordinates from sample `from` of the slab on, and says how far they can be from the line. */
OUTLINE void part_list(const struct slab *slab, struct noise_part *part, uint32_t frame,
                       uint32_t axis, size_t from, size_t n, double *list)
{
    const size_t first = slab->box.first[part->along[axis]] + from;
    double reach = 0, error = 0;
    list_spots(slab, frame, axis, first, n, list);
    for (size_t i = 0; i < n; i++)
        reach = fabs(list[i]) > reach ? fabs(list[i]) : reach;
    for (size_t i = 0; i < PERLIN_LIST_PADDING; i++)
        list[n + i] = list[n - 1];
    for (int end = 0; end < 2; end++) {
        const struct spot spot = spot_of(slab, frame, axis, end ? first + n - 1 : first);
        error = spot.error > error ? spot.error : error;
    }
    part->listed.list[axis] = list;
    part->listed.reach[axis] = reach;
    part->listed.slack[axis] = 4 * error;
    part->listed.grid.count[axis] = n;
    part->listed.grid.start[axis] =
        (int64_t)((uint64_t)slab->grid->start[part->along[axis]] + first);
}

/* Evaluates a noise where coordinates are listed along some axes, in pieces of which the lists fit. */
OUTLINE void noise_by_lists(const struct slab *slab, struct noise_part *part, uint32_t at,
                            real *out)
{
    const struct perlin_step *const step = step_at(slab, at);
    perlin_grid *const grid = &part->listed.grid;
    const uint32_t dims = grid->dims;
    size_t whole[4] = {1, 1, 1, 1}, most[4] = {1, 1, 1, 1}, from[4] = {0, 0, 0, 0}, lists = 0;
    for (uint32_t a = 0; a < dims; a++)
        lists += part->is_listed[a] != 0;
    const size_t length = slab->list_room / lists; /* with what is behind it */
    for (uint32_t a = 0; a < dims; a++) {
        whole[a] = grid->count[a];
        most[a] = part->is_listed[a] ? least(whole[a], length - PERLIN_LIST_PADDING) : whole[a];
    }
    part->listed.grid.struct_size = sizeof part->listed;
    for (from[3] = 0; from[3] < whole[3]; from[3] += most[3])
        for (from[2] = 0; from[2] < whole[2]; from[2] += most[2])
            for (from[1] = 0; from[1] < whole[1]; from[1] += most[1])
                for (from[0] = 0; from[0] < whole[0]; from[0] += most[0]) {
                    output_sink sink = {.out = out, .plain = 1};
                    double *list = slab->lists;
                    for (uint32_t a = 0; a < dims; a++) {
                        sink.out += (ptrdiff_t)from[a] * grid->stride[a];
                        if (!part->is_listed[a])
                            continue;
                        part_list(slab, part, step->frame, a, from[a],
                                  least(most[a], whole[a] - from[a]), list);
                        list += length;
                    }
                    step->noise->ops.LANE_TYPE->grid(step->noise, grid, &sink);
                }
}

OUTLINE void noise_in_slab(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    const struct perlin_frame *const frame = &slab->program->frame[step->frame];
    struct value value;
    int any_listed = 0;
    find_value(slab, at, &value);
    const output_sink sink = {.out = value.at, .plain = 1};
    struct noise_part part;
    memset(&part, 0, sizeof part);
    part.listed.grid.struct_size = sizeof part.listed.grid;
    part.listed.grid.dims = frame->dims;
    for (uint32_t a = 0; a < frame->dims; a++) {
        part_axis(slab, &part, step->frame, a, &value);
        any_listed |= part.is_listed[a];
    }
    if (any_listed)
        noise_by_lists(slab, &part, at, sink.out);
    else
        step->noise->ops.LANE_TYPE->grid(step->noise, &part.listed.grid, &sink);
}

#endif
