/*
 * Evaluates a combination over a box: of a grid's samples, or of points that follow each other. One
 * interpreter serves both. It follows the tree, so that the side of a blend that no sample needs is
 * never begun. Values, coordinates and lists lie in a room on the stack, of which the next free byte
 * goes up and down. A node's first input is evaluated where its own value goes.
 */
#ifndef PERLIN_COMBINE_RUN_H
#define PERLIN_COMBINE_RUN_H

#include "../engine/axis.h"
#include "formulas.h"

#define COORDINATE double
#define IN(name)   name##_f64
#define OF(name)   name##_of_doubles
#include "coordinates_template.h"
#undef COORDINATE
#undef IN
#undef OF

#define COORDINATE float
#define IN(name)   name##_f32
#define OF(name)   name##_of_floats
#include "coordinates_template.h"
#undef COORDINATE
#undef IN
#undef OF

enum {
    ROOM = 12288,    /* bytes */
    LINE = 64,       /* what lies in the room begins at multiples of that */
    MOST_WIDE = 512, /* samples along an axis of a box */
    MOST_LISTED = 64 /* the same, where coordinates are listed */
};

struct box {
    size_t first[4], count[4], stride[4]; /* strides are those of values in the room */
};

/* A box in work. */
struct run {
    const struct perlin_program *program;
    const perlin_grid *grid; /* NULL: points */
    struct box box;
    size_t n, plane; /* samples; the distance between a value and its slopes, in elements */
    int has_slopes, are_floats;
    char *free;
    real *kept;
    uint64_t valid[(PERLIN_MOST_STEPS + 63) / 64]; /* a bit for each kept value: it is there */
    /* Not NULL: where the last value is made, in the output. Rows lie by the grid's strides, and are
       whole vectors; or all samples follow each other. */
    real *direct;
    int has_rows;
};

/* Where a node is evaluated: coordinates of all samples, or NULL where they follow the grid. */
struct place {
    const struct perlin_frame *frame;
    const struct place *outer;
    const void *coords[4];
};

static int has_doubles(const struct run *run)
{
    return sizeof(real) == sizeof(double) || !run->are_floats;
}

/* ---- Room ------------------------------------------------------------------------------------ */

static size_t whole_lines(size_t size)
{
    return (size + LINE - 1) / LINE * LINE;
}

static void *take(struct run *run, size_t size)
{
    char *const taken = run->free;
    run->free += whole_lines(size);
    return taken;
}

static size_t size_of_value(const struct run *run)
{
    return run->plane * (run->has_slopes ? 1 + run->program->most_dims : 1);
}

static real *take_value(struct run *run)
{
    return take(run, size_of_value(run) * sizeof(real));
}

static void *take_coordinates(struct run *run)
{
    return take(run, run->plane * (has_doubles(run) ? sizeof(double) : sizeof(float)));
}

/* ---- Coordinates along a grid's axes --------------------------------------------------------- */

/* The axis of the outer frame that an axis follows, or its dims, what it is multiplied by, and what is
   added. */
static uint32_t leads_to(const struct place *at, uint32_t axis, double *entry, double *added)
{
    const struct perlin_frame *const frame = at->frame;
    const struct perlin_combined *const combined = frame->noise->combined;
    const uint32_t dims = at->outer->frame->dims;
    uint32_t b = axis;
    *entry = 1;
    *added = perlin_warp_shift[frame->shift];
    if (frame->kind == PERLIN_FRAME_SHIFT)
        return b;
    for (b = 0; b < dims && (combined->left_out[axis] >> b & 1);)
        b++;
    *added = combined->numbers_f64.offset[axis];
    *entry = b < dims ? combined->numbers_f64.matrix[axis][b] : 0;
    return b;
}

/* Lists n coordinates of the box along an axis, from one on. */
static void list(const struct run *run, const struct place *at, uint32_t axis, size_t first,
                 size_t n, double *to)
{
    double entry, added;
    size_t i = 0;
    if (at->frame->kind == PERLIN_FRAME_CALLERS) {
        const size_t begin = run->box.first[axis] + first;
        for (; i + LANES <= n; i += LANES)
            coordinates(run->grid, (int)axis, begin + i, to + i);
        for (; i < n; i++)
            to[i] = coordinate(run->grid, (int)axis, begin + i);
        return;
    }
    const uint32_t b = leads_to(at, axis, &entry, &added);
    if (b == at->outer->frame->dims) {
        for (i = 0; i < n; i++)
            to[i] = added;
        return;
    }
    list(run, at->outer, b, first, n, to);
    for (i = 0; i < n && entry != 1; i++)
        to[i] = entry * to[i];
    for (i = 0; i < n && added != 0; i++)
        to[i] = to[i] + added;
}

/* The line that a grid's axis is on in a frame, but for roundings, of which the sum is below *slack. */
static void line_of(const struct run *run, const struct place *at, uint32_t axis, double *origin,
                    double *step, double *slack)
{
    double entry, added;
    if (at->frame->kind == PERLIN_FRAME_CALLERS) {
        const size_t first = run->box.first[axis], last = first + run->box.count[axis] - 1;
        *origin = run->grid->origin[axis];
        *step = run->grid->step[axis];
        *slack = (fabs(*origin) + fabs(coordinate(run->grid, (int)axis, first)) +
                  fabs(coordinate(run->grid, (int)axis, last))) *
                 0x1p-48;
        return;
    }
    const uint32_t b = leads_to(at, axis, &entry, &added);
    *origin = *step = *slack = 0;
    if (b < at->outer->frame->dims)
        line_of(run, at->outer, b, origin, step, slack);
    *slack = (*slack + fabs(*origin) * 0x1p-48) * fabs(entry) * 2 + fabs(added) * 0x1p-48;
    *origin = *origin * entry + added;
    *step *= entry;
}

/* The coordinates of n samples of a row, from one on. */
static void list_in_row(const struct run *run, const struct place *at, uint32_t axis, size_t from,
                        size_t n, double *to)
{
    const uint32_t along = at->frame->axis[axis];
    size_t index = 0;
    if (along != PERLIN_NO_AXIS)
        index = from / run->box.stride[along] % run->box.count[along];
    list(run, at, axis, index, along == 0 ? n : 1, to);
    for (size_t i = 1; i < n && along != 0; i++)
        to[i] = to[0];
}

/* All samples' coordinates along an axis of a frame: where they are, or else in the room given. */
static const void *coordinates_at(const struct run *run, const struct place *at, uint32_t axis,
                                  double *room)
{
    const size_t nx = run->box.count[0];
    if (at->coords[0])
        return at->coords[axis];
    for (size_t first = 0; first < run->n; first += nx)
        list_in_row(run, at, axis, first, nx, room + first);
    return room;
}

/* ---- Noises ---------------------------------------------------------------------------------- */

/* Repeats what was evaluated along some axes of a grid along the others. */
static void repeat(const struct run *run, uint32_t depends, real *values)
{
    for (uint32_t a = 0; a < run->program->dims; a++) {
        const size_t step = run->box.stride[a], count = run->box.count[a];
        if ((depends >> a & 1) || count == 1)
            continue;
        for (size_t at = 0; at < run->n; at += step * count)
            for (size_t i = 1; i < count; i++)
                if (step > 1)
                    memcpy(values + at + i * step, values + at, step * sizeof(real));
                else
                    values[at + i] = values[at];
    }
}

/* How far apart values are along an axis of the grid. */
static ptrdiff_t stride_of(const struct run *run, const real *values, uint32_t axis)
{
    return run->has_rows && values == run->direct ? run->grid->stride[axis]
                                                  : (ptrdiff_t)run->box.stride[axis];
}

/* Sets an axis of the part of a grid that a noise is evaluated on. */
static void set_axis(struct run *run, const struct place *at, uint32_t axis, const real *out,
                     struct perlin_listed_grid *part)
{
    const uint32_t along = at->frame->axis[axis];
    perlin_grid *const grid = &part->grid;
    grid->count[axis] = 1;
    grid->stride[axis] = 1;
    if (along == PERLIN_NO_AXIS) {
        list(run, at, axis, 0, 1, &grid->origin[axis]);
        return;
    }
    const size_t n = run->box.count[along];
    grid->count[axis] = n;
    grid->start[axis] = (int64_t)((uint64_t)run->grid->start[along] + run->box.first[along]);
    grid->period[axis] = run->grid->period[along];
    grid->stride[axis] = stride_of(run, out, along);
    grid->origin[axis] = run->grid->origin[along];
    grid->step[axis] = run->grid->step[along];
    if (!(at->frame->moves >> axis & 1))
        return;
    double *const listed = take(run, (n + PERLIN_LIST_PADDING) * sizeof *listed);
    line_of(run, at, axis, &grid->origin[axis], &grid->step[axis], &part->slack[axis]);
    list(run, at, axis, 0, n, listed);
    for (size_t i = 0; i < PERLIN_LIST_PADDING; i++)
        listed[n + i] = listed[n - 1];
    for (size_t i = 0; i < n; i++)
        part->reach[axis] =
            fabs(listed[i]) > part->reach[axis] ? fabs(listed[i]) : part->reach[axis];
    part->list[axis] = listed;
    grid->struct_size = sizeof *part;
}

/* Completes what a node without inputs gives: along all axes of a grid, if it `repeats`, and in the last
   vector. */
static void complete(const struct run *run, const struct perlin_node *node, int repeats, real *out)
{
    const uint32_t planes = run->has_slopes ? 1u + run->program->frame[node->frame].dims : 1;
    if (out == run->direct)
        return;
    for (uint32_t p = 0; p < planes; p++) {
        real *const values = out + p * run->plane;
        if (repeats)
            repeat(run, node->depends, values);
        for (size_t i = run->n; i % LANES > 0; i++)
            values[i] = values[0];
    }
}

OUTLINE void evaluate_noise(struct run *run, const struct perlin_node *node, const struct place *at,
                            real *out)
{
    const uint32_t dims = at->frame->dims;
    char *const free = run->free;
    output_sink sink = {.out = out, .plain = 1};
    for (uint32_t a = 0; a < dims && run->has_slopes; a++)
        sink.slope[a] = out + (1 + a) * run->plane;
    if (at->coords[0]) {
        noise_points(node->noise, dims, !has_doubles(run), run->n, at->coords, &sink);
    } else {
        struct perlin_listed_grid part;
        part.grid = (perlin_grid){.struct_size = sizeof part.grid, .dims = dims};
        if (at->frame->moves)
            memset((char *)&part + sizeof part.grid, 0, sizeof part - sizeof part.grid);
        for (uint32_t a = 0; a < dims; a++)
            set_axis(run, at, a, out, &part);
        node->noise->ops.LANE_TYPE->grid(node->noise, &part.grid, &sink);
        run->free = free;
    }
    complete(run, node, !at->coords[0], out);
}

/* COORDINATE and DISTANCE, on grids a part of a row at a time. */
OUTLINE void lie(struct run *run, const struct perlin_node *node, const struct place *at, real *out)
{
    enum { PART = 64 };
    const struct perlin_combined *const combined = node->noise->combined;
    const uint32_t dims = at->frame->dims;
    const size_t plane = run->has_slopes ? run->plane : 0;
    double room[4][PART];
    if (at->coords[0]) {
        if (has_doubles(run))
            lie_of_doubles(combined, dims, run->n, at->coords, out, plane);
        else
            lie_of_floats(combined, dims, run->n, at->coords, out, plane);
        if (out == run->direct && node->is_last)
            finish_row(out, run->n, 1, 0);
        complete(run, node, 0, out);
        return;
    }
    const void *const coords[4] = {room[0], room[1], room[2], room[3]};
    const size_t nx = run->box.count[0];
    for (size_t first = 0, n; first < run->n; first += n) {
        real *to = out;
        n = least(PART, nx - first % nx);
        for (uint32_t a = 0; a < dims; a++)
            list_in_row(run, at, a, first, n, room[a]);
        for (uint32_t a = 0; a < run->program->dims; a++)
            to += (ptrdiff_t)(first / run->box.stride[a] % run->box.count[a]) *
                  stride_of(run, out, a);
        lie_of_doubles(combined, dims, n, coords, to, plane);
        if (out == run->direct && node->is_last)
            finish_row(to, n, 1, 0);
    }
    complete(run, node, 0, out);
}

/* ---- Formulas -------------------------------------------------------------------------------- */

/* Makes a formula's values. Inputs that it does not have are `out`. */
OUTLINE void make(const struct run *run, const struct perlin_node *node, uint32_t kind,
                  const real *const in[3], real *out)
{
    const struct perlin_combined *const combined = node->noise->combined;
    const int has_rows = run->has_rows && out == run->direct;
    struct formula f = {.kind = kind, .n = run->n, .rows = 1, .plane = run->plane};
    if (combined) {
        f.numbers = &combined->LANE(numbers);
        f.positions = combined->positions;
    }
    f.dims = run->has_slopes ? (int)run->program->frame[node->frame].dims : 0;
    f.finishes = out == run->direct && node->is_last;
    if (!has_rows) {
        memcpy(f.in, in, sizeof f.in);
        f.out = out;
        apply(&f);
        return;
    }
    f.n = run->box.count[0];
    f.rows = run->box.count[1];
    f.out_row = stride_of(run, out, 1);
    for (int k = 0; k < 3; k++)
        f.in_row[k] = stride_of(run, in[k], 1);
    for (size_t w = 0; w < run->box.count[3]; w++)
        for (size_t z = 0; z < run->box.count[2]; z++) {
            const ptrdiff_t deep[2] = {(ptrdiff_t)z, (ptrdiff_t)w};
            f.out = out;
            memcpy(f.in, in, sizeof f.in);
            for (uint32_t a = 2; a < run->program->dims; a++) {
                f.out += deep[a - 2] * stride_of(run, out, a);
                for (int k = 0; k < 3; k++)
                    f.in[k] += deep[a - 2] * stride_of(run, in[k], a);
            }
            apply(&f);
        }
}

/* ---- WARP and TRANSFORM ---------------------------------------------------------------------- */

static const real *evaluate(struct run *run, uint32_t at, const struct place *place, real *out);

static void move(const struct run *run, const struct perlin_combined *combined, const void *from,
                 const real *by, void *to)
{
    if (has_doubles(run))
        move_of_doubles(from, combined->numbers_f64.amplitude, by, run->n, to);
    else
        move_of_floats(from, combined->numbers_f32.amplitude, by, run->n, to);
}

/* Finds the coordinates that a TRANSFORM makes. */
static void transform(struct run *run, const struct perlin_combined *combined,
                      const struct place *place, uint32_t inner, void *const to[4])
{
    char *const free = run->free;
    const uint32_t dims = place->frame->dims;
    const void *from[4];
    for (uint32_t b = 0; b < dims; b++)
        from[b] = coordinates_at(run, place, b, place->coords[0] ? NULL : take_coordinates(run));
    for (uint32_t a = 0; a < inner; a++)
        if (has_doubles(run))
            transform_of_doubles(combined, a, dims, run->n, from, to[a]);
        else
            transform_of_floats(combined, a, dims, run->n, from, to[a]);
    run->free = free;
}

/* The frame of an axis of a WARP by one noise: coordinates are shifted, if they do not follow a grid. */
static const struct place *shift(struct run *run, const struct place *place, uint16_t frame)
{
    struct place *const shifted = take(run, sizeof *shifted);
    shifted->frame = &run->program->frame[frame];
    shifted->outer = place;
    shifted->coords[0] = NULL;
    for (uint32_t a = 0; a < shifted->frame->dims && place->coords[0]; a++) {
        const double by = perlin_warp_shift[shifted->frame->shift];
        void *const to = take_coordinates(run);
        shifted->coords[a] = to;
        if (has_doubles(run))
            move_of_doubles(place->coords[a], by, NULL, run->n, to);
        else
            move_of_floats(place->coords[a], (float)by, NULL, run->n, to);
    }
    return shifted;
}

/* Turns slopes by the coordinates that a TRANSFORM or WARP makes into those by the ones that it is
   given. A WARP has `by`, what moves each axis, and its slopes. */
OUTLINE void turn_slopes(const struct run *run, const struct perlin_node *node,
                         const real *const by[4], real *out)
{
    const struct perlin_combined *const combined = node->noise->combined;
    const uint32_t dims = run->program->frame[node->frame].dims;
    const uint32_t inner = perlin_inner_dims(combined, dims);
    const int warps = combined->kind == PERLIN_COMBINE_WARP;
    const vec amplitude = v_splat(combined->LANE(numbers).amplitude);
    for (size_t i = 0; i < run->n; i += LANES) {
        vec g[4], sum[4];
        for (uint32_t a = 0; a < inner; a++)
            g[a] = v_load(out + (1 + a) * run->plane + i);
        for (uint32_t b = 0; b < dims; b++) {
            int is_first = 1;
            sum[b] = warps ? g[b] : v_splat(0);
            for (uint32_t a = 0; warps && a < dims; a++)
                sum[b] = sum[b] + g[a] * (amplitude * v_load(by[a] + (1 + b) * run->plane + i));
            for (uint32_t a = inner; !warps && a-- > 0;) {
                if (combined->left_out[a] >> b & 1)
                    continue;
                const vec product = v_splat(combined->LANE(numbers).matrix[a][b]) * g[a];
                sum[b] = is_first ? product : (vec)(product + sum[b]);
                is_first = 0;
            }
        }
        for (uint32_t b = 0; b < dims; b++)
            v_store(out + (1 + b) * run->plane + i, sum[b]);
    }
}

/* Evaluates the base of a WARP or TRANSFORM in its frame. */
static const real *evaluate_moved(struct run *run, const struct perlin_node *node,
                                  const struct place *place, real *out)
{
    const struct perlin_node *const nodes = run->program->node;
    const struct perlin_combined *const combined = node->noise->combined;
    const uint32_t dims = place->frame->dims;
    struct place *const inner = take(run, sizeof *inner);
    const real *by[4];
    void *to[4];
    inner->frame = &run->program->frame[nodes[node->in[0]].frame];
    inner->outer = place;
    inner->coords[0] = NULL;
    for (uint32_t a = 0; a < inner->frame->dims && (!inner->frame->follows || !run->grid); a++)
        inner->coords[a] = to[a] = take_coordinates(run);
    if (combined->kind == PERLIN_COMBINE_TRANSFORM && inner->coords[0])
        transform(run, combined, place, inner->frame->dims, to);
    for (uint32_t a = 0; combined->kind == PERLIN_COMBINE_WARP && a < dims; a++) {
        const uint16_t in = node->in[1 + a];
        real *const moves = run->has_slopes ? take_value(run) : out;
        char *const free = run->free;
        const struct place *at = place;
        if (nodes[in].frame != node->frame)
            at = shift(run, place, nodes[in].frame);
        by[a] = evaluate(run, in, at, moves);
        move(run, combined, coordinates_at(run, place, a, to[a]), by[a], to[a]);
        run->free = free;
    }
    const real *const result = evaluate(run, node->in[0], inner, out);
    if (!run->has_slopes)
        return result;
    if (result != out)
        make(run, &nodes[node->in[0]], FORMULA_COPY, (const real *[3]){result, out, out}, out);
    turn_slopes(run, node, by, out);
    return out;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static int is_kept(const struct run *run, uint16_t node)
{
    return run->program->node[node].kept != PERLIN_NOT_KEPT;
}

/* Evaluates the only side of a BLEND or SELECT that a sample needs. Returns NULL if both are needed,
   and then *t is what blends them. */
static const real *evaluate_side(struct run *run, const struct perlin_node *node,
                                 const struct place *place, const real **t, real *out)
{
    real *const room = take_value(run);
    int needed[2];
    *t = evaluate(run, node->in[2], place, room);
    if (node->noise->combined->kind == PERLIN_COMBINE_SELECT) {
        make(run, node, FORMULA_SELECTOR, (const real *[3]){*t, room, room}, room);
        *t = room;
    }
    find_needed(*t, run->n, needed);
    return needed[0] && needed[1] ? NULL : evaluate(run, node->in[needed[1]], place, out);
}

/* Evaluates a formula and what it takes. */
static const real *evaluate_formula(struct run *run, const struct perlin_node *node,
                                    const struct place *place, real *out)
{
    const struct perlin_combined *const combined = node->noise->combined;
    const real *in[3] = {out, out, out};
    uint32_t kind = combined->kind;
    if (combined->inputs == 3) {
        const real *const side = evaluate_side(run, node, place, &in[2], out);
        kind = PERLIN_COMBINE_BLEND;
        if (side) /* of a last node it is finished, too */
            return side;
    }
    if (combined->inputs > 0) {
        const int first = node->first;
        in[first] = evaluate(run, node->in[first], place, out);
        if (combined->inputs > 1) {
            const int is_apart = !is_kept(run, node->in[0]) && !is_kept(run, node->in[1]);
            real *const room = is_apart && in[first] == out ? take_value(run) : out;
            in[!first] = evaluate(run, node->in[!first], place, room);
        }
    }
    make(run, node, kind, in, out);
    return out;
}

/* Evaluates a node. Returns where its values are: in `out`, or where they are kept. */
static const real *evaluate(struct run *run, uint32_t at, const struct place *place, real *out)
{
    const struct perlin_node *const node = &run->program->node[at];
    const struct perlin_combined *const combined = node->noise->combined;
    const uint32_t kind = combined ? combined->kind : PERLIN_COMBINE_KINDS;
    char *const free = run->free;
    const int keeps = node->kept != PERLIN_NOT_KEPT;
    const uint64_t bit = UINT64_C(1) << node->kept % 64;
    if (keeps) {
        out = run->kept + node->kept * size_of_value(run);
        if (run->valid[node->kept / 64] & bit)
            return out;
        run->valid[node->kept / 64] |= bit;
    }
    const real *result = out;
    switch (kind) {
    case PERLIN_COMBINE_KINDS:
        evaluate_noise(run, node, place, out);
        break;
    case PERLIN_COMBINE_COORDINATE:
    case PERLIN_COMBINE_DISTANCE:
        lie(run, node, place, out);
        break;
    case PERLIN_COMBINE_TRANSFORM:
    case PERLIN_COMBINE_WARP:
        result = evaluate_moved(run, node, place, out);
        break;
    default:
        result = evaluate_formula(run, node, place, out);
    }
    run->free = free;
    if (!keeps || result == out)
        return result;
    memcpy(out, result, size_of_value(run) * sizeof(real));
    return out;
}

#endif
