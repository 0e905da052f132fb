/*
 * Evaluates combinations over grids, a slab at a time: noises whose coordinates follow the grid by its
 * own kernels, warped ones a block of points at a time, and what depends on fewer axes once for all of
 * the others. Where samples are adjacent in the output, results are made there, and other registers
 * lie behind the slab, in samples that are still to be evaluated. What does not fit lies on the stack.
 */
#ifndef PERLIN_COMBINE_GRID_H
#define PERLIN_COMBINE_GRID_H

#include "../engine/axis.h"
#include "block.h"

enum {
    LIST_ROOM = 2048,                 /* bytes, for a list of each axis */
    SLAB_ROOM = 2048,                 /* bytes of registers on the stack, and of lists */
    SLAB_MOST = 131072 / sizeof(real) /* samples, so that a cache holds the registers */
};

/* A box of samples in work. Registers of those values that depend on all axes have `samples` elements. */
struct slab {
    const perlin_noise *noise;
    const struct perlin_program *program;
    const perlin_grid *grid;
    size_t first[4], count[4], samples;
    uint32_t along; /* slabs follow each other along this axis */
    int has_kept;   /* values that do not depend on it are kept from slab to slab, at `kept` */
    real *result, *full, *low, *kept; /* register 0, the others */
    double *lists;
    size_t list_room; /* numbers */
    uint8_t needed[PERLIN_MOST_CONTEXTS];
    uint8_t is_kept[PERLIN_MOST_STEPS]; /* the step's value has been evaluated, and is kept */
};

static uint32_t axes_of_grid(const struct perlin_program *program)
{
    return (1u << program->dims) - 1;
}

static const struct perlin_step *step_at(const struct slab *slab, uint32_t at)
{
    return &slab->program->step[at];
}

/* True if a step is run by itself, and gives a value. */
static int is_value(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    return slab->program->frame[step->frame].follows && step->kind != PERLIN_STEP_DECIDE &&
           step->kind != PERLIN_STEP_ENTER;
}

/* ---- Registers ------------------------------------------------------------------------------- */

/* How many elements a value has that depends on these axes, in boxes of these counts. */
static size_t elements(const size_t count[4], uint32_t depends)
{
    size_t n = 1;
    for (uint32_t a = 0; a < 4; a++)
        if (depends >> a & 1)
            n *= count[a];
    return n;
}

static int is_full(const struct slab *slab, uint32_t at)
{
    return step_at(slab, at)->depends == axes_of_grid(slab->program);
}

static int keeps(const struct slab *slab, uint32_t at)
{
    return slab->has_kept && !(step_at(slab, at)->depends >> slab->along & 1);
}

/* The elements that values of fewer axes take before that of a step, of those that are kept or not. */
static size_t low_elements(const struct slab *slab, uint32_t before, int kept)
{
    size_t n = 0;
    for (uint32_t s = 0; s < before; s++)
        if (is_value(slab, s) && !is_full(slab, s) && keeps(slab, s) == kept)
            n += elements(slab->count, step_at(slab, s)->depends);
    return n;
}

static real *value_of(const struct slab *slab, uint32_t at)
{
    const size_t out = step_at(slab, at)->grid_out;
    if (is_full(slab, at))
        return out == 0 ? slab->result : slab->full + (out - 1) * slab->samples;
    if (keeps(slab, at))
        return slab->kept + low_elements(slab, at, 1);
    return slab->low + low_elements(slab, at, 0);
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

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
    const size_t end = slab->first[along] + slab->count[along];
    const struct spot spot = spot_of(slab, frame, axis, slab->first[along]);
    struct perlin_listed_grid line; /* without lists */
    int is_same = isfinite(spot.step);
    line.grid = *slab->grid;
    line.grid.origin[along] = spot.origin;
    line.grid.step[along] = spot.step;
    for (size_t i = slab->first[along], n; i < end && is_same; i += n) {
        n = least(end - i, PART);
        list_spots(slab, frame, axis, i, n, at);
        for (size_t k = 0; k < n; k += LANES)
            coordinates(&line.grid, (int)along, i + k, on_line + k);
        for (size_t k = 0; k < n; k++)
            is_same &= at[k] == on_line[k] || (isnan(at[k]) && isnan(on_line[k]));
    }
    return is_same;
}

/* ---- Noises ---------------------------------------------------------------------------------- */

/* The part of a noise that is evaluated at once: all of the slab, but where coordinates are listed. */
struct noise_part {
    struct perlin_listed_grid listed;
    uint32_t along[4]; /* of the slab; 4: none */
    int is_listed[4];
};

/* Sets an axis of the part, except for lists. */
static void part_axis(const struct slab *slab, struct noise_part *part, uint32_t frame,
                      uint32_t axis, uint32_t depends)
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
    const struct spot spot = spot_of(slab, frame, axis, slab->first[along]);
    part->is_listed[axis] = frame > 0 && !is_line(slab, frame, axis, along);
    grid->count[axis] = slab->count[along];
    grid->start[axis] = (int64_t)((uint64_t)slab->grid->start[along] + slab->first[along]);
    grid->period[axis] = slab->grid->period[along];
    grid->origin[axis] = spot.origin;
    grid->step[axis] = spot.step;
    grid->stride[axis] = (ptrdiff_t)elements(slab->count, depends & ((1u << along) - 1));
}

/* Lists n coordinates from sample `from` of the slab on, and says how far they can be from the line. */
OUTLINE void part_list(const struct slab *slab, struct noise_part *part, uint32_t frame,
                       uint32_t axis, size_t from, size_t n, double *list)
{
    const size_t first = slab->first[part->along[axis]] + from;
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
    const output_sink sink = {.out = value_of(slab, at), .plain = 1};
    int any_listed = 0;
    struct noise_part part;
    memset(&part, 0, sizeof part);
    part.listed.grid.struct_size = sizeof part.listed.grid;
    part.listed.grid.dims = frame->dims;
    for (uint32_t a = 0; a < frame->dims; a++) {
        part_axis(slab, &part, step->frame, a, step->depends);
        any_listed |= part.is_listed[a];
    }
    if (any_listed)
        noise_by_lists(slab, &part, at, sink.out);
    else
        step->noise->ops.LANE_TYPE->grid(step->noise, &part.listed.grid, &sink);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The elements of a value, row by row along its first axis. */
struct rows {
    uint32_t depends, axis; /* 4: one element */
    uint32_t next;          /* the axis along which rows follow each other */
    size_t length, rows, index[4];
};

static struct rows rows_of(const struct slab *slab, uint32_t depends)
{
    struct rows rows = {depends, 0, 0, 1, 1, {0, 0, 0, 0}};
    while (rows.axis < 4 && !(depends >> rows.axis & 1))
        rows.axis++;
    rows.next = rows.axis + 1;
    if (rows.axis < 4)
        rows.length = slab->count[rows.axis];
    rows.rows = elements(slab->count, depends) / rows.length;
    return rows;
}

/* Joins rows along further axes, as long as each of these values depends on all of these axes or on
   none. */
static void join_rows(const struct slab *slab, struct rows *rows, const uint32_t depends[3],
                      int inputs)
{
    for (; rows->next < 4; rows->next++) {
        const uint32_t a = rows->next;
        for (int k = 0; k < inputs && (rows->depends >> a & 1); k++)
            if ((depends[k] >> a & 1) != (depends[k] >> rows->axis & 1))
                return;
        if (rows->depends >> a & 1) {
            rows->length *= slab->count[a];
            rows->rows /= slab->count[a];
        }
    }
}

static void rows_pass(const struct slab *slab, struct rows *rows)
{
    for (uint32_t a = rows->next; a < 4; a++)
        if (rows->depends >> a & 1) {
            if (++rows->index[a] < slab->count[a])
                return;
            rows->index[a] = 0;
        }
}

/* Where the row begins in a value that depends on fewer axes. */
static size_t place_of_row(const struct slab *slab, const struct rows *rows, uint32_t depends)
{
    size_t place = 0, stride = 1;
    for (uint32_t a = 0; a < 4; a++)
        if (depends >> a & 1) {
            place += rows->index[a] * stride;
            stride *= slab->count[a];
        }
    return place;
}

/* Elements of a row that are repeated for a formula at once. */
enum { REPEATED = 256 };

/* Applies a formula to values of which some depend on fewer axes. */
OUTLINE void apply_by_rows(const struct slab *slab, struct formula *f, const uint32_t depends[3],
                           int inputs, uint32_t of)
{
    real repeated[3][REPEATED];
    const real *from[3];
    real *const out = f->out;
    struct rows rows = rows_of(slab, of);
    size_t most = (size_t)-1;
    join_rows(slab, &rows, depends, inputs);
    for (int k = 0; k < inputs; k++) {
        from[k] = f->in[k];
        if (rows.axis == 4 || !(depends[k] >> rows.axis & 1))
            most = REPEATED;
    }
    for (size_t row = 0; row < rows.rows; row++, rows_pass(slab, &rows))
        for (size_t at = 0; at < rows.length; at += f->n) {
            f->n = least(rows.length - at, most);
            f->out = out + row * rows.length + at;
            for (int k = 0; k < inputs; k++) {
                const real *const begin = from[k] + place_of_row(slab, &rows, depends[k]);
                f->in[k] = begin + at;
                if (rows.axis < 4 && depends[k] >> rows.axis & 1)
                    continue;
                for (size_t i = 0; i < f->n; i++)
                    repeated[k][i] = *begin;
                f->in[k] = repeated[k];
            }
            apply(f);
        }
}

/* Makes a value of values by a formula. */
static void formula_in_slab(const struct slab *slab, uint32_t at, uint32_t kind,
                            const uint8_t inputs[3], real *out, uint32_t of)
{
    const struct perlin_step *const step = step_at(slab, at);
    struct formula f;
    uint32_t depends[3] = {0, 0, 0};
    int is_even = 1, count = 0;
    f.kind = kind;
    f.dims = 0;
    f.finishes = at + 1 == slab->program->steps;
    f.positions = 0;
    if (step->noise->combined) {
        f.numbers = &step->noise->combined->LANE(numbers);
        f.positions = step->noise->combined->positions;
    }
    for (; count < 3 && inputs[count] < slab->program->steps; count++) {
        depends[count] = step_at(slab, inputs[count])->depends;
        f.in[count] = value_of(slab, inputs[count]);
        is_even &= depends[count] == of;
    }
    f.out = out;
    f.n = elements(slab->count, of);
    if (is_even)
        apply(&f);
    else
        apply_by_rows(slab, &f, depends, count, of);
}

static void blend_in_slab(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    const int both = slab->needed[step->sides[0]] && slab->needed[step->sides[1]];
    const uint8_t only[3] = {step->in[slab->needed[step->sides[1]] ? 1 : 0], 255, 255};
    formula_in_slab(slab, at, both ? PERLIN_COMBINE_BLEND : PERLIN_STEP_LEAVE,
                    both ? step->in : only, value_of(slab, at), step->depends);
}

/* ---- Warps ----------------------------------------------------------------------------------- */

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

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Runs a step for all of the slab. */
static void step_in_slab(struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    switch (step->kind) {
    case PERLIN_STEP_NOISE:
        noise_in_slab(slab, at);
        break;
    case PERLIN_STEP_DECIDE: {
        const uint32_t in = step->in[0];
        uint8_t needed[2];
        find_needed(value_of(slab, in), elements(slab->count, step_at(slab, in)->depends), needed);
        slab->needed[step->sides[0]] = needed[0];
        slab->needed[step->sides[1]] = needed[1];
        break;
    }
    case PERLIN_COMBINE_BLEND:
        blend_in_slab(slab, at);
        break;
    case PERLIN_COMBINE_COORDINATE: {
        const uint32_t axis = step->noise->combined->axis;
        const uint32_t along = slab->program->frame[step->frame].axis[axis];
        const size_t first = along == 4 ? 0 : slab->first[along];
        real *const out = value_of(slab, at);
        for (size_t i = 0; i < elements(slab->count, step->depends); i++)
            out[i] = (real)spot_of(slab, step->frame, axis, first + i).at;
        break;
    }
    case PERLIN_COMBINE_DISTANCE:
        points_in_slab(slab, step->frame, at, at);
        break;
    case PERLIN_STEP_LEAVE: {
        const uint32_t enter = step->in[1];
        if (!slab->program->frame[step_at(slab, enter)->frame].follows)
            points_in_slab(slab, step->frame, enter, at);
        else if (value_of(slab, at) != value_of(slab, step->in[0]))
            formula_in_slab(slab, at, PERLIN_STEP_LEAVE, (const uint8_t[3]){step->in[0], 255, 255},
                            value_of(slab, at), step->depends);
        break;
    }
    default:
        formula_in_slab(slab, at, step->kind, step->in, value_of(slab, at), step->depends);
    }
}

/* Runs the program for a slab. Its results are then in register 0. */
static void slab_run(struct slab *slab)
{
    const struct perlin_program *const program = slab->program;
    const uint32_t last = program->steps - 1;
    slab->samples = elements(slab->count, axes_of_grid(program));
    memset(slab->needed, 0, sizeof slab->needed);
    slab->needed[0] = 1;
    for (uint32_t s = 0; s < program->steps; s++) {
        const struct perlin_step *const step = step_at(slab, s);
        const int follows = program->frame[step->frame].follows;
        /* What is in a warp is run where the warp ends. */
        if (!follows || step->kind == PERLIN_STEP_ENTER)
            continue;
        if (step->context != 0 && !slab->needed[step->context])
            continue;
        if (slab->is_kept[s])
            continue;
        step_in_slab(slab, s);
        slab->is_kept[s] = is_value(slab, s) && keeps(slab, s);
    }
    if (!is_full(slab, last))
        formula_in_slab(slab, last, PERLIN_STEP_LEAVE, (const uint8_t[3]){(uint8_t)last, 255, 255},
                        slab->result, axes_of_grid(program));
}

/* True if registers of an evaluation by points fit: points_in_slab needs that. */
static int points_fit(const perlin_noise *noise, uint32_t dims)
{
    struct program_run run;
    return run_fits(&run, noise, dims, 1, 0);
}

static size_t registers_of(const struct perlin_program *program)
{
    return greatest(program->grid_registers, 1);
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
