/*
 * Coordinates of a grid in the frames that follow it: one by one, listed, and whether they are those of
 * a grid again.
 */
#ifndef PERLIN_COMBINE_SPOTS_H
#define PERLIN_COMBINE_SPOTS_H

#include "slab.h"

/* A coordinate, a bound of what its roundings add up to, and the line that it would be on without
   them. */
struct spot {
    double at, error, origin, step;
};

/* Sample i along the axis of the grid that a frame's axis follows. */
static struct spot spot_of(const struct slab *slab, uint32_t frame, uint32_t axis, size_t i)
{
    const struct perlin_frame *const f = &slab->program->frame[frame];
    struct spot spot = {0, 0, 0, 0};
    if (f->kind == PERLIN_FRAME_CALLERS) {
        spot.at = coordinate(slab->grid, (int)axis, i);
        spot.origin = slab->grid->origin[axis];
        spot.step = slab->grid->step[axis];
        spot.error = (fabs(spot.at) + fabs(spot.origin)) * 0x1p-51;
        return spot;
    }
    const struct perlin_numbers_f64 *const numbers = &f->noise->combined->numbers_f64;
    double added = perlin_warp_shift[f->shift];
    if (f->kind == PERLIN_FRAME_SHIFT) {
        spot = spot_of(slab, f->outer, axis, i);
    } else {
        uint32_t b = 0;
        const uint32_t dims = slab->program->frame[f->outer].dims;
        added = numbers->offset[axis];
        while (b < dims && (f->noise->combined->left_out[axis] >> b & 1))
            b++;
        if (b == dims)
            return (struct spot){added, 0, added, 0};
        const double entry = numbers->matrix[axis][b];
        spot = spot_of(slab, f->outer, b, i);
        spot.at *= entry;
        spot.error = fabs(entry) * spot.error + fabs(spot.at) * 0x1p-51;
        spot.origin *= entry;
        spot.step *= entry;
    }
    if (added != 0) {
        spot.at += added;
        spot.origin += added;
        spot.error += (fabs(spot.at) + fabs(added)) * 0x1p-51;
    }
    return spot;
}

/* n coordinates from sample i on. */
static void list_spots(const struct slab *slab, uint32_t frame, uint32_t axis, size_t i, size_t n,
                       double *list)
{
    const struct perlin_frame *const f = &slab->program->frame[frame];
    size_t k = 0;
    if (f->kind == PERLIN_FRAME_CALLERS) {
        for (; k + LANES <= n; k += LANES)
            coordinates(slab->grid, (int)axis, i + k, list + k);
        for (; k < n; k++)
            list[k] = coordinate(slab->grid, (int)axis, i + k);
        return;
    }
    const struct perlin_combined *const combined = f->noise->combined;
    double added = perlin_warp_shift[f->shift], entry = 1;
    uint32_t b = axis;
    if (f->kind == PERLIN_FRAME_TRANSFORM) {
        const uint32_t dims = slab->program->frame[f->outer].dims;
        added = combined->numbers_f64.offset[axis];
        for (b = 0; b < dims && (combined->left_out[axis] >> b & 1);)
            b++;
        entry = b < dims ? combined->numbers_f64.matrix[axis][b] : 0;
        if (b == dims) {
            for (; k < n; k++)
                list[k] = added;
            return;
        }
    }
    list_spots(slab, f->outer, b, i, n, list);
    for (k = 0; k < n && entry != 1; k++)
        list[k] = entry * list[k];
    for (k = 0; k < n && added != 0; k++)
        list[k] = list[k] + added;
}

/* True if coordinates along a frame's axis are, in every bit, those of a grid of that line. */
OUTLINE int is_line(const struct slab *slab, uint32_t frame, uint32_t axis, uint32_t along)
{
    enum { PART = 64 };
    double at[PART + LANES], on_line[PART + LANES];
    const size_t end = slab->box.first[along] + slab->box.count[along];
    const struct spot spot = spot_of(slab, frame, axis, slab->box.first[along]);
    struct perlin_listed_grid line; /* without lists */
    int is_same = isfinite(spot.step);
    line.grid = *slab->grid;
    line.grid.origin[along] = spot.origin;
    line.grid.step[along] = spot.step;
    for (size_t i = slab->box.first[along], n; i < end && is_same; i += n) {
        n = least(end - i, PART);
        list_spots(slab, frame, axis, i, n, at);
        for (size_t k = 0; k < n; k += LANES)
            coordinates(&line.grid, (int)along, i + k, on_line + k);
        for (size_t k = 0; k < n; k++)
            is_same &= at[k] == on_line[k] || (isnan(at[k]) && isnan(on_line[k]));
    }
    return is_same;
}

#endif
