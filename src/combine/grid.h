/*
 * Evaluates combinations over grids, a slab at a time: noises whose coordinates follow the grid by its
 * own kernels, warped ones a block of points at a time, and what depends on fewer axes once for all of
 * the others.
 *
 * Where samples are adjacent in the output, results are made there, and other registers lie beside the
 * slab, in samples that are still to be evaluated. So a slab takes a part of what is left, and is cut off
 * its longest side, since a noise costs something for each column and each row that it places. What does
 * not fit lies on the stack, in small boxes.
 */
#ifndef PERLIN_COMBINE_GRID_H
#define PERLIN_COMBINE_GRID_H

#include "grid_points.h"
#include "slab_run.h"

enum {
    LIST_ROOM = 2048,                  /* bytes, for a list of each axis */
    SLAB_ROOM = 2048,                  /* bytes of registers on the stack, and of lists */
    SLAB_MOST = 131072 / sizeof(real), /* samples, so that a cache holds the registers */
    SLAB_LEAST = 64,                   /* samples: in fewer than that, points take less time */
    BOX_LEAST = 128                    /* the same, on the stack, but for the last ones */
};

/* A grid in work. */
struct slabs {
    struct slab slab;
    const output_sink *sink;
    int is_direct; /* results are made in the output */
    int has_low;   /* some values are low */
    int has_warps; /* some coordinates do not follow the grid */
    real *room;    /* on the stack, of so many elements */
    size_t size_of_room;
};

/* ---- Boxes ----------------------------------------------------------------------------------- */

static size_t samples_of(const size_t count[4])
{
    return elements(count, 15);
}

/* The longest side; of equal ones the last. Columns count half, since rows go by vectors, and less
   beyond 2-D, and where warps copy parts of rows. */
static uint32_t longest_side(const struct slabs *slabs, const size_t count[4])
{
    const size_t columns = slabs->has_warps || slabs->slab.program->dims > 2 ? 8 : 2;
    uint32_t longest = 0;
    for (uint32_t a = 1; a < 4; a++)
        if (count[a] > 1 &&
            count[a] >= (longest == 0 ? (count[0] + columns - 1) / columns : count[longest]))
            longest = a;
    return longest;
}

/* The elements that values of a box take on the stack. */
static size_t stack_elements(const struct slabs *slabs, const size_t count[4])
{
    const struct perlin_program *const program = slabs->slab.program;
    const size_t registers = registers_of(program) - (slabs->is_direct ? 1 : 0);
    const int has_low = slabs->has_low && !slabs->slab.has_kept;
    return registers * samples_of(count) +
           (has_low ? low_elements(program, program->steps, count) : 0);
}

/* Finds the size of boxes whose values fit on the stack. Returns 0 if they would be too small. */
static int size_on_stack(const struct slabs *slabs, const struct box *box, size_t size[4])
{
    memcpy(size, box->count, sizeof box->count);
    while (stack_elements(slabs, size) > slabs->size_of_room && samples_of(size) > 1) {
        const uint32_t a = longest_side(slabs, size);
        size[a] = (size[a] + 1) / 2;
    }
    const size_t samples = samples_of(size);
    return stack_elements(slabs, size) <= slabs->size_of_room &&
           (samples == samples_of(box->count) || samples >= BOX_LEAST);
}

/* ---- A slab's values ------------------------------------------------------------------------- */

/* Says where the slab's values are. Other registers lie `apart` elements from the result and from each
   other; or else they, and low values that are not kept, are on the stack. */
OUTLINE void place_values(struct slabs *slabs, ptrdiff_t apart)
{
    struct slab *const slab = &slabs->slab;
    const ptrdiff_t samples = (ptrdiff_t)samples_of(slab->box.count);
    real *room = slabs->room;
    if (slabs->is_direct) {
        slab->result.first = slabs->sink->out + place_in(slab->in_output, slab->box.first);
        slab->result.stride = slab->in_output;
    } else {
        slab->result.first = room;
        slab->result.stride = slab->packed;
        room += samples;
    }
    if (apart != 0) {
        slab->others.first = slab->result.first + apart;
        slab->others.stride = slab->result.stride;
        slab->others.apart = apart;
    } else {
        packed_strides(slab->box.count, 15, slab->packed);
        slab->others.first = room;
        slab->others.stride = slab->packed;
        slab->others.apart = samples;
        room += (ptrdiff_t)(registers_of(slab->program) - 1) * samples;
    }
    if (!slab->has_kept) {
        slab->low_box = slab->box;
        slab->low = room;
    }
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
static int is_unfinished(const struct perlin_program *program)
{
    const uint32_t last = program->steps - 1, kind = program->step[last].kind;
    return is_full(program, last) &&
           (kind == PERLIN_STEP_LEAVE || kind == PERLIN_COMBINE_DISTANCE ||
            kind == PERLIN_COMBINE_COORDINATE);
}

/* Gives the output the slab's results. */
OUTLINE void write_slab(const struct slabs *slabs)
{
    const struct slab *const slab = &slabs->slab;
    const output_sink *const sink = slabs->sink;
    struct value result;
    struct rows rows = rows_of(slab, 15);
    find_result(slab, &result);
    if (slabs->is_direct && sink->plain && !is_unfinished(slab->program))
        return;
    if (slabs->is_direct)
        join_rows(slab, &rows, &result, 1);
    for (size_t row = 0; row < rows.rows; row++, rows_pass(slab, &rows)) {
        real *const from = row_in(&result, &rows);
        if (!slabs->is_direct)
            write_noise(sink, &slab->noise->LANE(output)[0], from, rows.length,
                        sink->out + place_in(slab->grid->stride, slab->box.first) +
                            place_in(slab->grid->stride, rows.index),
                        slab->grid->stride[0]);
        else if (!sink->plain)
            finish_in_place(slab->noise, sink, from, rows.length);
        else
            finish_row(from, rows.length, 1, 0);
    }
}

/* Evaluates a box in slabs of a size. */
OUTLINE void run_slabs(struct slabs *slabs, const struct box *box, const size_t size[4],
                       ptrdiff_t apart)
{
    struct box *const part = &slabs->slab.box;
    size_t from[4];
    for (from[3] = 0; from[3] < box->count[3]; from[3] += size[3])
        for (from[2] = 0; from[2] < box->count[2]; from[2] += size[2])
            for (from[1] = 0; from[1] < box->count[1]; from[1] += size[1])
                for (from[0] = 0; from[0] < box->count[0]; from[0] += size[0]) {
                    for (uint32_t a = 0; a < 4; a++) {
                        part->first[a] = box->first[a] + from[a];
                        part->count[a] = least(size[a], box->count[a] - from[a]);
                    }
                    place_values(slabs, apart);
                    slab_run(&slabs->slab);
                    write_slab(slabs);
                }
}

/* Evaluates a box with its values on the stack, or as points. */
OUTLINE void run_on_stack(struct slabs *slabs, const struct box *box)
{
    size_t size[4];
    if (size_on_stack(slabs, box, size))
        run_slabs(slabs, box, size, 0);
    else
        combine_box_by_points(slabs->slab.noise, slabs->slab.grid, box->first, box->count,
                              slabs->sink);
}

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

/* Evaluates a box. Its low values, if there are any, have a place of their own. */
OUTLINE void box_in_output(struct slabs *slabs, struct box rest)
{
    const size_t registers = registers_of(slabs->slab.program);
    size_t size[4];
    for (;;) {
        struct box slab = rest;
        const uint32_t along = longest_side(slabs, rest.count);
        size_t length = rest.count[along] / registers;
        if (along == 0 && length > LANES)
            length = length / LANES * LANES;
        slab.count[along] = length;
        if (stack_elements(slabs, rest.count) <= slabs->size_of_room ||
            samples_of(slab.count) < SLAB_LEAST)
            break;
        memcpy(size, slab.count, sizeof size);
        while (samples_of(size) > SLAB_MOST) { /* planes cost least */
            const uint32_t a = size[2] > 8 ? 2 : longest_side(slabs, size);
            size[a] = (size[a] + 1) / 2;
        }
        run_slabs(slabs, &slab, size, (ptrdiff_t)length * slabs->slab.grid->stride[along]);
        rest.first[along] += length;
        rest.count[along] -= length;
        if (rest.count[along] == 0)
            return;
    }
    run_on_stack(slabs, &rest);
}

/* How far along an axis a box's samples and low values fit, packed, into its samples. */
OUTLINE size_t length_with_low(const struct perlin_program *program, const struct box *box,
                               uint32_t along)
{
    size_t one[4], two[4];
    memcpy(one, box->count, sizeof one);
    memcpy(two, box->count, sizeof two);
    one[along] = 1;
    two[along] = 2;
    const size_t unit = samples_of(one), of_one = low_elements(program, program->steps, one);
    const size_t each = low_elements(program, program->steps, two) - of_one, same = of_one - each;
    const size_t all = box->count[along] * unit;
    return all > same ? least((all - same) / (unit + each), box->count[along]) : 0;
}

/* Evaluates a box whose samples are adjacent. Its low values lie in its last samples, until these are
   left. What is left may be too little for all low values: then boxes along the next axis follow, if this
   box is not one of these. */
OUTLINE void packed_box_in_output(struct slabs *slabs, struct box rest, int divides)
{
    struct slab *const slab = &slabs->slab;
    const struct perlin_program *const program = slab->program;
    uint32_t along = 3;
    while (along > 0 && rest.count[along] == 1)
        along--;
    while (rest.count[along] > 0) {
        struct box part = rest;
        size_t length = length_with_low(program, &rest, along);
        part.count[along] = length;
        if (samples_of(part.count) >= SLAB_LEAST) {
            slab->low_box = part;
            slab->low = slabs->sink->out + place_in(slab->grid->stride, rest.first) +
                        samples_of(rest.count) - low_elements(program, program->steps, part.count);
            slab->has_kept = 1;
            memset(slab->kept, 0, sizeof slab->kept);
            box_in_output(slabs, part);
            slab->has_kept = 0;
            memset(slab->kept, 0, sizeof slab->kept);
        } else if (divides && along > 0) {
            part.count[along] = length = 1;
            packed_box_in_output(slabs, part, 0);
        } else {
            run_on_stack(slabs, &rest);
            return;
        }
        rest.first[along] += length;
        rest.count[along] -= length;
    }
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

OUTLINE void combine_grid(const perlin_noise *noise, const perlin_grid *grid,
                          const output_sink *sink)
{
    _Alignas(64) unsigned char room[SLAB_ROOM + 64]; /* whole vectors are read */
    struct slabs slabs;
    struct slab *const slab = &slabs.slab;
    struct box all = {{0}, {1, 1, 1, 1}};
    memset(&slabs, 0, sizeof slabs);
    slab->noise = noise;
    slab->program = noise->combined->program[grid->dims - 1];
    slab->grid = grid;
    for (uint32_t a = 0; a < grid->dims; a++) {
        all.count[a] = grid->count[a];
        slab->in_output[a] = a == 0 && grid->count[0] == 1 ? 1 : grid->stride[a];
    }
    slabs.sink = sink;
    slabs.is_direct = is_packed(grid, sink);
    for (uint32_t s = 0; s < slab->program->steps; s++)
        slabs.has_low |= is_value(slab->program, s) && !is_full(slab->program, s);
    /* Lists have what is left of the room. */
    int has_frames = 0;
    for (uint32_t f = 1; f < slab->program->frames; f++) {
        has_frames |= may_list(&slab->program->frame[f]);
        slabs.has_warps |= !slab->program->frame[f].follows;
    }
    const size_t lists = has_frames ? LIST_ROOM : 0;
    slab->lists = (double *)(void *)(room + SLAB_ROOM - lists);
    slab->list_room = lists / sizeof(double);
    slabs.room = (real *)(void *)room;
    slabs.size_of_room = (SLAB_ROOM - lists) / sizeof(real);
    if (slabs.is_direct && slabs.has_low)
        packed_box_in_output(&slabs, all, 1);
    else if (slabs.is_direct)
        box_in_output(&slabs, all);
    else
        run_on_stack(&slabs, &all);
}

/* True if registers of an evaluation by points fit, which points_in_slab needs, and there are no
   slopes. */
OUTLINE int goes_by_slabs(const perlin_noise *noise, uint32_t dims, const output_sink *sink)
{
    struct program_run run;
    return !sink->slope[0] && run_fits(&run, noise, dims, 1, 0);
}

#endif
