/*
 * The functions by which a backend evaluates combinations, for one type: over grids, box by box, and
 * over points, a run of them at a time. evaluate_f32.h and evaluate_f64.h put them into its table.
 */
#ifndef PERLIN_COMBINE_EVALUATE_H
#define PERLIN_COMBINE_EVALUATE_H

#include "run.h"

#define JOINED_(a, b) a##b
#define JOINED(a, b)  JOINED_(a, b)

enum { GRAIN = LINE / sizeof(real) /* planes are whole lines */ };

/* The most samples whose values and coordinates fit the room: 0 if none do. `values` lie there beside
   those that the program says, and so do `gathered` coordinates. */
static size_t most_of(const struct run *run, uint32_t values, uint32_t gathered)
{
    const struct perlin_program *const program = run->program;
    const size_t planes = run->has_slopes ? 1 + program->most_dims : 1;
    const size_t registers = program->registers[run->has_slopes] + program->kept + values;
    const size_t coordinates =
        program->moved[run->grid != NULL] * program->most_dims + gathered;
    const size_t sample = registers * planes * sizeof(real) +
                          coordinates * (has_doubles(run) ? sizeof(double) : sizeof(float));
    size_t other = program->places * whole_lines(sizeof(struct place));
    if (run->grid && program->is_listed)
        other += program->most_dims * (MOST_LISTED + PERLIN_LIST_PADDING) * sizeof(double);
    return other < ROOM ? (ROOM - other) / greatest(sample, 1) / GRAIN * GRAIN : 0;
}

/* Evaluates the box of n samples, with what has been gathered at the room's end. Returns the values:
   in the output, if they can be made there. */
static const real *run_box(struct run *run, const struct place *place, char *room)
{
    run->plane = (run->n + GRAIN - 1) / GRAIN * GRAIN;
    run->free = room;
    run->kept = take(run, run->program->kept * size_of_value(run) * sizeof(real));
    return evaluate(run, run->program->nodes - 1, place,
                    run->direct ? run->direct : take_value(run));
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* The length of an axis's boxes, so that they are about equal. */
static size_t even(size_t count, size_t most)
{
    const size_t parts = (count + most - 1) / most;
    return (count + parts - 1) / parts;
}

/* Chooses the size of boxes: up to 64 samples wide, if there are some rows, and about as many planes
   as rows. */
static void choose_size(const struct run *run, const size_t count[4], size_t most, size_t size[4])
{
    const size_t along = run->program->is_listed ? MOST_LISTED : MOST_WIDE;
    const size_t all_rows = count[1] * count[2] * count[3];
    size_t rows = 1;
    memcpy(size, count, 4 * sizeof size[0]);
    if (count[0] <= 64 && all_rows <= 64 && count[0] * all_rows <= most) /* a chunk: no divisions */
        return;
    size[0] = least(least(along, most), greatest(64, most / least(all_rows, most)));
    size[0] = least(count[0], whole_vectors(even(count[0], size[0] / LANES * LANES)));
    const size_t fit = most / size[0];
    while (rows * rows < fit && count[2] > 1)
        rows++;
    size[2] = least(count[2], rows);
    size[1] = even(count[1], least(count[1], least(along, greatest(fit / size[2], 1))));
    size[2] = even(count[2], least(count[2], least(along, greatest(fit / size[1], 1))));
    const size_t left = greatest(fit / (size[1] * size[2]), 1);
    size[3] = even(count[3], least(count[3], least(along, left)));
}

/* Writes a box's values, row by row, or more at once if they follow each other. */
static void write_box(const struct run *run, const perlin_noise *noise, const output_sink *sink,
                      const real *values, ptrdiff_t at)
{
    const perlin_grid *const grid = run->grid;
    const size_t *const count = run->box.count;
    size_t length = count[0];
    uint32_t joined = 1;
    while (joined < grid->dims &&
           (count[joined] == 1 || grid->stride[joined] == (ptrdiff_t)length * grid->stride[0]))
        length *= count[joined++];
    for (size_t first = 0; first < run->n; first += length) {
        ptrdiff_t to = at;
        for (uint32_t a = joined; a < grid->dims; a++)
            to += (ptrdiff_t)(first / run->box.stride[a] % count[a]) * grid->stride[a];
        if (sink->out)
            write_noise(sink, &noise->LANE(output)[0], values + first, length, sink->out + to,
                        grid->stride[0]);
        if (run->has_slopes)
            write_slopes(noise, (int)grid->dims, values + run->plane + first, run->plane, length,
                         sink, to, grid->stride[0]);
    }
}

/* Says that values do not hold any more that depend on an axis. */
static void forget(struct run *run, uint32_t axis)
{
    for (uint32_t n = 0; n < run->program->nodes; n++) {
        const struct perlin_node *const node = &run->program->node[n];
        if (node->kept != PERLIN_NOT_KEPT && (node->depends >> axis & 1))
            run->valid[node->kept / 64] &= ~(UINT64_C(1) << node->kept % 64);
    }
}

/* Sets the box that begins at `from`. Returns its place in the output. */
static ptrdiff_t set_box(struct run *run, const size_t count[4], const size_t size[4],
                         const size_t from[4])
{
    ptrdiff_t at = 0;
    run->n = 1;
    for (uint32_t a = 0; a < 4; a++) {
        const size_t n = least(size[a], count[a] - from[a]);
        if (n != run->box.count[a])
            memset(run->valid, 0, sizeof run->valid);
        run->box.first[a] = from[a];
        run->box.count[a] = n;
        run->box.stride[a] = run->n;
        run->n *= n;
        if (a < run->program->dims)
            at += (ptrdiff_t)from[a] * run->grid->stride[a];
    }
    return at;
}

OUTLINE void combined_grid(const perlin_noise *noise, const perlin_grid *grid,
                           const output_sink *sink)
{
    _Alignas(LINE) char room[ROOM + LINE]; /* whole vectors are read */
    struct run run;
    size_t size[4], count[4] = {1, 1, 1, 1}, from[4] = {0, 0, 0, 0};
    memset(&run, 0, sizeof run);
    run.program = noise->combined->program[grid->dims - 1];
    run.grid = grid;
    run.has_slopes = sink->slope[0] != NULL;
    for (uint32_t a = 0; a < grid->dims; a++)
        count[a] = grid->count[a];
    const struct place place = {.frame = &run.program->frame[0]};
    const int is_direct = sink->plain && !run.has_slopes && grid->stride[0] == 1 &&
                          count[0] % LANES == 0 && run.program->follows;
    const size_t most = most_of(&run, is_direct ? 0 : 1, 0);
    if (most == 0) {
        LANE(perlin_scalar).grid(noise, grid, sink);
        return;
    }
    choose_size(&run, count, most, size);
    for (uint32_t k = 0; k < 4;) { /* boxes follow each other along axis order[0], then [1] */
        const ptrdiff_t at = set_box(&run, count, size, from);
        run.direct = is_direct ? sink->out + at : NULL;
        run.has_rows = is_direct;
        const real *const values = run_box(&run, &place, room);
        if (values != run.direct)
            write_box(&run, noise, sink, values, at);
        for (k = 0; k < 4; k++) {
            const uint32_t a = run.program->order[k];
            if (count[a] > size[a] && run.program->kept > 0)
                forget(&run, a);
            from[a] += size[a];
            if (from[a] < count[a])
                break;
            from[a] = 0;
        }
    }
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* Gathers the coordinates of n points. */
static void gather(const char *from, ptrdiff_t stride, size_t n, size_t size, char *to)
{
    for (size_t i = 0; i < n; i++)
        memcpy(to + i * size, from + (ptrdiff_t)i * stride, size);
}

/* Returns 0 if the room is too small for any. */
OUTLINE int combined_points(const perlin_noise *noise, uint32_t dims, int are_floats, size_t count,
                            const void *const arrays[], const ptrdiff_t strides[],
                            const output_sink *sink)
{
    _Alignas(LINE) char room[ROOM + LINE];
    struct run run;
    int is_direct = sink->plain && !sink->slope[0], gathers = 0;
    memset(&run, 0, sizeof run);
    run.program = noise->combined->program[dims - 1];
    run.has_slopes = sink->slope[0] != NULL;
    run.are_floats = are_floats;
    struct place place = {.frame = &run.program->frame[0]};
    const size_t size = has_doubles(&run) ? sizeof(double) : sizeof(float);
    for (uint32_t a = 0; a < dims; a++) {
        is_direct &= (const void *)sink->out != arrays[a];
        gathers |= strides[a] != 1;
    }
    const uint32_t gathered = gathers ? dims : 0;
    const size_t most = most_of(&run, 1, gathered), most_direct = most_of(&run, 0, gathered);
    if (most == 0)
        return 0;
    is_direct &= count > most || count % LANES == 0;
    for (size_t first = 0; first < count; first += run.n) {
        const size_t left = count - first, whole = left / LANES * LANES;
        const int goes_direct = is_direct && whole > 0;
        char *free = room;
        run.n = goes_direct ? least(whole, most_direct) : least(left, most);
        run.box = (struct box){{first, 0, 0, 0}, {run.n, 1, 1, 1}, {1, run.n, run.n, run.n}};
        run.direct = goes_direct ? sink->out + first : NULL;
        memset(run.valid, 0, sizeof run.valid);
        for (uint32_t a = 0; a < dims; a++) {
            const ptrdiff_t stride = strides[a] * (ptrdiff_t)size;
            place.coords[a] = (const char *)arrays[a] + (ptrdiff_t)first * stride;
            if (strides[a] == 1)
                continue;
            gather(place.coords[a], stride, run.n, size, free);
            place.coords[a] = free;
            free += whole_lines(run.n * size);
        }
        const real *const values = run_box(&run, &place, free);
        if (values == run.direct)
            continue;
        if (sink->out)
            write_noise(sink, &noise->LANE(output)[0], values, run.n, sink->out + first, 1);
        if (run.has_slopes)
            write_slopes(noise, (int)dims, values + run.plane, run.plane, run.n, sink,
                         (ptrdiff_t)first, 1);
    }
    return 1;
}

static void combined_doubles(const perlin_noise *noise, uint32_t dims, size_t count,
                             const double *const coords[], const ptrdiff_t strides[],
                             const output_sink *sink)
{
    const void *arrays[4];
    memcpy(arrays, coords, dims * sizeof arrays[0]);
    if (!combined_points(noise, dims, 0, count, arrays, strides, sink))
        scalar_doubles(noise, dims, count, coords, strides, sink);
}

#endif
