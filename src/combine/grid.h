/*
 * Evaluates combinations over grids, a slab at a time: noises whose coordinates follow the grid by its
 * own kernels, warped ones a block of points at a time, and what depends on fewer axes once for all of
 * the others. Where samples are adjacent in the output, results are made there, and other registers
 * lie behind the slab, in samples that are still to be evaluated. What does not fit lies on the stack.
 */
#ifndef PERLIN_COMBINE_GRID_H
#define PERLIN_COMBINE_GRID_H

#include "slab_run.h"

enum {
    LIST_ROOM = 2048,                 /* bytes, for a list of each axis */
    SLAB_ROOM = 2048,                 /* bytes of registers on the stack, and of lists */
    SLAB_MOST = 131072 / sizeof(real) /* samples, so that a cache holds the registers */
};

/* ---- Registers in the output ----------------------------------------------------------------- */

/* True if samples are adjacent in an output that may hold other values meanwhile. */
static int is_packed(const perlin_grid *grid, const output_sink *sink)
{
    size_t stride = 1;
    int packed = !sink->accumulate;
    for (uint32_t a = 0; a < grid->dims; a++) {
        packed &= grid->stride[a] == (ptrdiff_t)stride || grid->count[a] == 1;
        stride *= grid->count[a];
    }
    return packed;
}

/* Turns a row of values in the output into what belongs there. */
OUTLINE void finish_in_place(const perlin_noise *noise, const output_sink *sink, real *out,
                             size_t n)
{
    real copy[REPEATED + LANES];
    const output_scale *const output = &noise->LANE(output)[0];
    for (size_t i = 0; i < n; i += REPEATED) {
        const size_t part = least(n - i, REPEATED);
        memset(copy + part, 0, LANES * sizeof copy[0]);
        memcpy(copy, out + i, part * sizeof copy[0]);
        write_noise(sink, output, copy, part, out + i, 1);
    }
}

/* True if the program ends with a step that does not finish results: one of points. */
static int is_unfinished(const struct slab *slab)
{
    const struct perlin_step *const last = step_at(slab, slab->program->steps - 1);
    return is_full(slab, slab->program->steps - 1) &&
           (last->kind == PERLIN_STEP_LEAVE || last->kind == PERLIN_COMBINE_DISTANCE ||
            last->kind == PERLIN_COMBINE_COORDINATE);
}

/* The longest slab from index `from` on whose registers fit into the output behind it. */
static size_t slab_length(struct slab *slab, size_t from, size_t unit)
{
    const size_t left = slab->grid->count[slab->along] - from;
    slab->count[slab->along] = 1;
    const size_t low = low_elements(slab, slab->program->steps, 0);
    const size_t kept = low_elements(slab, slab->program->steps, 1);
    const size_t each = registers_of(slab->program) * unit + low, room = left * unit;
    size_t length = room > kept ? (room - kept) / each : 0;
    length = least(length, greatest(SLAB_MOST / unit, 1));
    return length == left || length * unit >= 1024 ? length : 0;
}

/* The longest slab whose other registers fit into a room of so many elements: none if that is only a
   few rows of many. */
static size_t short_length(struct slab *slab, size_t from, size_t unit, size_t room)
{
    const size_t left = slab->grid->count[slab->along] - from;
    slab->count[slab->along] = 1;
    const size_t low =
        low_elements(slab, slab->program->steps, 0) + low_elements(slab, slab->program->steps, 1);
    const size_t each = (registers_of(slab->program) - 1) * unit + low;
    const size_t length = each > 0 ? least(left, room / each) : left;
    return length == left || length >= 16 ? length : 0;
}

static void keep_nothing(struct slab *slab)
{
    slab->has_kept = 0;
    memset(slab->is_kept, 0, sizeof slab->is_kept);
}

/* Evaluates slabs along the last axis: long ones while the output behind them has room for their
   registers, then short ones, whose registers fit `room`. Returns how far that was. */
OUTLINE size_t slabs_in_output(struct slab *slab, real *room, size_t size_of_room,
                               const output_sink *sink)
{
    const perlin_grid *const grid = slab->grid;
    const size_t all = grid->count[slab->along];
    size_t unit = 1, from = 0;
    for (uint32_t a = 0; a < slab->along; a++)
        unit *= grid->count[a];
    slab->has_kept = 1;
    for (size_t length; from < all; from += length) {
        length = slab_length(slab, from, unit);
        const int is_short = length == 0;
        if (is_short) {
            keep_nothing(slab);
            length = short_length(slab, from, unit, size_of_room);
        }
        if (length == 0)
            break;
        real *const out = sink->out + from * unit;
        slab->first[slab->along] = from;
        slab->count[slab->along] = length;
        slab->result = out;
        slab->full = out + length * unit;
        slab->low = out + registers_of(slab->program) * length * unit;
        if (is_short) {
            slab->full = room;
            slab->low = room + (registers_of(slab->program) - 1) * length * unit;
        }
        slab->kept = sink->out + all * unit - low_elements(slab, slab->program->steps, 1);
        slab_run(slab);
        if (!sink->plain)
            finish_in_place(slab->noise, sink, out, length * unit);
        else if (is_unfinished(slab))
            finish_row(out, length * unit, 1, 0);
    }
    keep_nothing(slab);
    return from;
}

/* ---- Registers on the stack ------------------------------------------------------------------ */

/* Chooses the size of boxes whose registers fit into so many elements. Returns 0 if they would be too
   small. */
static int choose_box(struct slab *slab, const size_t whole[4], size_t room, size_t size[4])
{
    size_t low = 0;
    for (uint32_t s = 0; s < slab->program->steps; s++)
        low += is_value(slab, s) && !is_full(slab, s);
    room /= registers_of(slab->program) + low;
    const size_t samples = whole[0] * whole[1] * whole[2] * whole[3];
    if (room < samples && room < 128)
        return 0;
    for (uint32_t a = 0; a < 4; a++) {
        size[a] = least(whole[a], a == 0 ? least(room, 64) : room);
        room /= size[a];
    }
    return 1;
}

/* Writes a box of results to the output. */
static void write_box(const struct slab *slab, const output_sink *sink)
{
    const perlin_grid *const grid = slab->grid;
    const output_scale *const output = &slab->noise->LANE(output)[0];
    struct rows rows = rows_of(slab, 15);
    for (size_t row = 0; row < rows.rows; row++, rows_pass(slab, &rows)) {
        ptrdiff_t at = (ptrdiff_t)slab->first[0] * grid->stride[0];
        for (uint32_t a = 1; a < grid->dims; a++)
            at += (ptrdiff_t)(slab->first[a] + rows.index[a]) * grid->stride[a];
        write_noise(sink, output, slab->result + row * rows.length, rows.length, sink->out + at,
                    grid->stride[0]);
    }
}

/* Evaluates samples from index `from` along the last axis on. Returns 0 if registers do not fit. */
OUTLINE int slabs_on_stack(struct slab *slab, size_t from, real *room, size_t size_of_room,
                           const output_sink *sink)
{
    size_t whole[4] = {1, 1, 1, 1}, size[4], begin[4] = {0, 0, 0, 0};
    for (uint32_t a = 0; a < slab->grid->dims; a++)
        whole[a] = slab->grid->count[a];
    begin[slab->along] = from;
    whole[slab->along] -= from;
    if (!choose_box(slab, whole, size_of_room, size))
        return 0;
    size_t *const first = slab->first, *const count = slab->count;
    for (first[3] = begin[3]; first[3] < begin[3] + whole[3]; first[3] += size[3])
        for (first[2] = begin[2]; first[2] < begin[2] + whole[2]; first[2] += size[2])
            for (first[1] = begin[1]; first[1] < begin[1] + whole[1]; first[1] += size[1])
                for (first[0] = begin[0]; first[0] < begin[0] + whole[0]; first[0] += size[0]) {
                    for (uint32_t a = 0; a < 4; a++)
                        count[a] = least(size[a], begin[a] + whole[a] - first[a]);
                    const size_t samples = elements(count, axes_of_grid(slab->program));
                    slab->result = room;
                    slab->full = room + samples;
                    slab->low = room + registers_of(slab->program) * samples;
                    slab_run(slab);
                    write_box(slab, sink);
                }
    return 1;
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* True if a frame's coordinates may have to be listed: those that only leave axes out, or exchange
   them, are a grid's. */
static int may_list(const struct perlin_frame *frame)
{
    if (!frame->follows || frame->kind == PERLIN_FRAME_CALLERS)
        return 0;
    if (frame->kind == PERLIN_FRAME_SHIFT)
        return 1;
    const struct perlin_numbers_f64 *const numbers = &frame->noise->combined->numbers_f64;
    int moves = 0;
    for (uint32_t a = 0; a < frame->dims; a++) {
        moves |= numbers->offset[a] != 0;
        for (int b = 0; b < 4; b++)
            moves |= numbers->matrix[a][b] != 0 && numbers->matrix[a][b] != 1;
    }
    return moves;
}

/* Returns from which index along the last axis on, *along, samples are left to be evaluated as points:
   its count if none are. */
OUTLINE size_t combine_slabs(const perlin_noise *noise, const perlin_grid *grid,
                             const output_sink *sink, uint32_t *along)
{
    _Alignas(64) unsigned char room[SLAB_ROOM + 64]; /* whole vectors are read */
    struct slab slab;
    size_t from = 0;
    memset(&slab, 0, sizeof slab);
    slab.noise = noise;
    slab.program = noise->combined->program[grid->dims - 1];
    slab.grid = grid;
    for (uint32_t a = 0; a < 4; a++) {
        slab.count[a] = a < grid->dims ? grid->count[a] : 1;
        if (slab.count[a] > 1)
            slab.along = a;
    }
    *along = slab.along;
    if (sink->slope[0] || !points_fit(noise, grid->dims))
        return 0;
    /* Lists have what is left of the room. */
    int has_frames = 0;
    for (uint32_t f = 1; f < slab.program->frames; f++)
        has_frames |= may_list(&slab.program->frame[f]);
    const size_t lists = has_frames ? LIST_ROOM : 0;
    slab.lists = (double *)(void *)(room + SLAB_ROOM - lists);
    slab.list_room = lists / sizeof(double);
    if (is_packed(grid, sink))
        from =
            slabs_in_output(&slab, (real *)(void *)room, (SLAB_ROOM - lists) / sizeof(real), sink);
    if (from < grid->count[slab.along] &&
        slabs_on_stack(&slab, from, (real *)(void *)room, (SLAB_ROOM - lists) / sizeof(real), sink))
        from = grid->count[slab.along];
    return from;
}

#endif
