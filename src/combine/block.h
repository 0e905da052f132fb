/*
 * Runs a program over a block of points: for the backend and type whose vector header has been
 * included. Registers lie in a room on the stack, which the scratch of the noises shares. So the block is
 * as long as they allow.
 */
#ifndef PERLIN_COMBINE_BLOCK_H
#define PERLIN_COMBINE_BLOCK_H

#include "formulas.h"

/* Bytes of the room, and the most points of a block. */
enum { COMBINE_ROOM = 16384, COMBINE_BLOCK = 1024 / sizeof(real) };

/* A program in work. */
struct program_run {
    const struct perlin_program *program;
    int are_doubles, has_slopes;
    size_t most, n; /* points that fit; points of this block, with padding */
    size_t planes;  /* of a register */
    unsigned char *coordinates, *values, *scratch;
    uint8_t *needed; /* by context */
};

static size_t coordinate_size(const struct program_run *run)
{
    return run->are_doubles ? sizeof(double) : sizeof(float);
}

/* The scratch that the noises of a program take, in a block of so many points. */
static size_t scratch_of(const struct program_run *run, size_t points)
{
    size_t most = 0;
    for (uint32_t s = 0; s < run->program->steps; s++) {
        const struct perlin_step *const step = &run->program->step[s];
        if (step->kind != PERLIN_STEP_NOISE)
            continue;
        const uint32_t dims = run->program->frame[step->frame].dims;
        const size_t size =
            step->noise->ops.LANE_TYPE->block_scratch(step->noise, dims, points, run->has_slopes);
        most = size > most ? size : most;
    }
    return most;
}

/* Chooses the length of blocks. Returns 0 if not even the shortest one fits the room. */
static int run_fits(struct program_run *run, const perlin_noise *noise, uint32_t dims,
                    int are_doubles, int has_slopes)
{
    const struct perlin_program *const program = noise->combined->program[dims - 1];
    const size_t grain = perlin_block_grain(sizeof(real), has_slopes);
    run->program = program;
    run->are_doubles = are_doubles;
    run->has_slopes = has_slopes;
    run->planes = has_slopes ? 1 + program->most_dims : 1;
    const size_t point = program->registers[has_slopes] * run->planes * sizeof(real) +
                         program->slots * program->most_dims * coordinate_size(run);
    size_t most = COMBINE_ROOM / point / grain * grain;
    most = most < COMBINE_BLOCK ? most : COMBINE_BLOCK;
    while (most > 0 && most * point + scratch_of(run, most) > COMBINE_ROOM)
        most -= grain;
    run->most = most;
    return most > 0;
}

/* Divides the room, if a block fits. */
static int run_init(struct program_run *run, const perlin_noise *noise, uint32_t dims,
                    int are_doubles, int has_slopes, unsigned char *room)
{
    if (!run_fits(run, noise, dims, are_doubles, has_slopes))
        return 0;
    const struct perlin_program *const program = run->program;
    const size_t coordinates = program->slots * program->most_dims * coordinate_size(run);
    run->coordinates = room;
    run->values = room + coordinates * run->most;
    run->scratch =
        run->values + program->registers[has_slopes] * run->planes * run->most * sizeof(real);
    return 1;
}

/* The coordinates of a frame along an axis. */
static void *run_coordinates(const struct program_run *run, uint32_t frame, uint32_t axis)
{
    const struct perlin_program *const program = run->program;
    const size_t row = program->frame[frame].slot * program->most_dims + axis;
    return run->coordinates + row * run->most * coordinate_size(run);
}

/* The results of a step, or, from plane 1 on, their slopes. */
static real *run_plane(const struct program_run *run, uint32_t step, size_t plane)
{
    const size_t row = run->program->step[step].out[run->has_slopes] * run->planes + plane;
    return (real *)(void *)run->values + row * run->most;
}

/* Finds the rows of a step's first three inputs, and its own. */
static void run_rows(const struct program_run *run, uint32_t at, struct formula *f)
{
    const struct perlin_step *const step = &run->program->step[at];
    f->kind = step->kind;
    f->positions = 0;
    if (step->noise->combined) {
        f->numbers = &step->noise->combined->LANE(numbers);
        f->positions = step->noise->combined->positions;
    }
    f->n = run->n;
    f->rows = 1;
    f->out_stride = 0;
    memset(f->in_stride, 0, sizeof f->in_stride);
    f->finishes = 0;
    f->dims = run->has_slopes ? run->program->frame[step->frame].dims : 0;
    f->out = run_plane(run, at, 0);
    for (int a = 0; a < f->dims; a++)
        f->out_slope[a] = run_plane(run, at, 1 + (size_t)a);
    for (int k = 0; k < 3; k++) {
        const uint32_t in = step->in[k] < run->program->steps ? step->in[k] : at;
        f->in[k] = run_plane(run, in, 0);
        for (int a = 0; a < f->dims; a++)
            f->slope[k][a] = run_plane(run, in, 1 + (size_t)a);
    }
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

/* These are plain loops, for compilers to vectorise, once for each type of coordinates. */
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

static int has_double_coordinates(const struct program_run *run)
{
    return sizeof(real) == sizeof(double) || run->are_doubles;
}

static void run_enter(const struct program_run *run, uint32_t at)
{
    if (has_double_coordinates(run))
        enter_of_doubles(run, at);
    else
        enter_of_floats(run, at);
}

/* ---- Slopes of what lies elsewhere ----------------------------------------------------------- */

/* Slopes by the coordinates that a TRANSFORM is given, from those by the coordinates that it makes. */
OUTLINE void leave_transform(const struct program_run *run, uint32_t at)
{
    const struct perlin_step *const step = &run->program->step[at];
    const struct perlin_combined *const combined = step->noise->combined;
    const uint32_t dims = run->program->frame[step->frame].dims;
    const uint32_t inner = perlin_inner_dims(combined, dims);
    for (size_t i = 0; i < run->n; i += LANES) {
        vec g[4];
        v_store(run_plane(run, at, 0) + i, v_load(run_plane(run, step->in[0], 0) + i));
        for (uint32_t a = 0; a < inner; a++)
            g[a] = v_load(run_plane(run, step->in[0], 1 + a) + i);
        for (uint32_t b = 0; b < dims; b++) {
            vec sum = v_splat(0);
            int is_first = 1;
            for (uint32_t a = inner; a-- > 0;) {
                if (combined->left_out[a] >> b & 1)
                    continue;
                const vec product = v_splat(combined->LANE(numbers).matrix[a][b]) * g[a];
                sum = is_first ? product : (vec)(product + sum);
                is_first = 0;
            }
            v_store(run_plane(run, at, 1 + b) + i, sum);
        }
    }
}

OUTLINE void leave_warp(const struct program_run *run, uint32_t at)
{
    const struct perlin_step *const step = &run->program->step[at];
    const struct perlin_step *const enter = &run->program->step[step->in[1]];
    const uint32_t dims = run->program->frame[step->frame].dims;
    const vec amplitude = v_splat(step->noise->combined->LANE(numbers).amplitude);
    for (size_t i = 0; i < run->n; i += LANES) {
        vec g[4], sum[4];
        v_store(run_plane(run, at, 0) + i, v_load(run_plane(run, step->in[0], 0) + i));
        for (uint32_t a = 0; a < dims; a++)
            g[a] = v_load(run_plane(run, step->in[0], 1 + a) + i);
        for (uint32_t b = 0; b < dims; b++) {
            sum[b] = g[b];
            for (uint32_t a = 0; a < dims; a++) {
                const vec moved = v_load(run_plane(run, enter->in[a], 1 + b) + i);
                sum[b] = sum[b] + g[a] * (amplitude * moved);
            }
        }
        for (uint32_t b = 0; b < dims; b++) /* at last: these may be the planes of an input */
            v_store(run_plane(run, at, 1 + b) + i, sum[b]);
    }
}

static void run_leave(const struct program_run *run, uint32_t at)
{
    const struct perlin_step *const step = &run->program->step[at];
    const uint32_t inner = run->program->step[step->in[1]].frame;
    const uint32_t kind = run->program->frame[inner].kind;
    if (run->has_slopes && kind == PERLIN_FRAME_WARP) {
        leave_warp(run, at);
    } else if (run->has_slopes && kind == PERLIN_FRAME_TRANSFORM) {
        leave_transform(run, at);
    } else if (run_plane(run, at, 0) != run_plane(run, step->in[0], 0)) {
        struct formula f;
        run_rows(run, at, &f);
        apply(&f);
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Blends, or copies the only side that is needed. */
static void run_blend(const struct program_run *run, uint32_t at)
{
    const struct perlin_step *const step = &run->program->step[at];
    struct formula f;
    run_rows(run, at, &f);
    if (!run->needed[step->sides[0]] || !run->needed[step->sides[1]]) {
        const int side = run->needed[step->sides[1]];
        f.kind = PERLIN_STEP_LEAVE; /* a copy */
        f.in[0] = f.in[side];
        for (int a = 0; a < f.dims; a++)
            f.slope[0][a] = f.slope[side][a];
    }
    apply(&f);
}

static void run_noise(const struct program_run *run, uint32_t at)
{
    const struct perlin_step *const step = &run->program->step[at];
    const uint32_t dims = run->program->frame[step->frame].dims;
    const void *coords[4] = {NULL, NULL, NULL, NULL};
    for (uint32_t a = 0; a < dims; a++)
        coords[a] = run_coordinates(run, step->frame, a);
    step->noise->ops.LANE_TYPE->block(step->noise, dims, run->are_doubles, run->n, coords,
                                      run_plane(run, at, 0), run->most, run->has_slopes,
                                      run->scratch);
}

static void run_step(struct program_run *run, uint32_t at)
{
    const struct perlin_step *const step = &run->program->step[at];
    struct formula f;
    switch (step->kind) {
    case PERLIN_STEP_NOISE:
        run_noise(run, at);
        break;
    case PERLIN_STEP_ENTER:
        run_enter(run, at);
        break;
    case PERLIN_STEP_LEAVE:
        run_leave(run, at);
        break;
    case PERLIN_STEP_DECIDE: {
        uint8_t needed[2] = {0, 0};
        find_needed(run_plane(run, step->in[0], 0), run->n, needed);
        run->needed[step->sides[0]] = needed[0];
        run->needed[step->sides[1]] = needed[1];
        break;
    }
    case PERLIN_COMBINE_BLEND:
        run_blend(run, at);
        break;
    case PERLIN_COMBINE_COORDINATE:
    case PERLIN_COMBINE_DISTANCE:
        if (has_double_coordinates(run))
            lie_of_doubles(run, at);
        else
            lie_of_floats(run, at);
        break;
    default:
        run_rows(run, at, &f);
        apply(&f);
    }
}

/* Runs the steps from `first` to `last`, of which the coordinates have been set. */
static void run_steps(struct program_run *run, uint32_t first, uint32_t last)
{
    for (uint32_t s = first; s <= last; s++)
        if (run->needed[run->program->step[s].context])
            run_step(run, s);
}

/* Begins a block of n points: pads the coordinates of the callers with those of the first point. */
static void run_begin(struct program_run *run, size_t n)
{
    const size_t grain = perlin_block_grain(sizeof(real), run->has_slopes);
    const size_t size = coordinate_size(run);
    run->n = (n + grain - 1) / grain * grain;
    for (uint32_t a = 0; a < run->program->dims; a++) {
        char *const c = run_coordinates(run, 0, a);
        for (size_t i = n; i < run->n; i++)
            memcpy(c + i * size, c, size);
    }
    memset(run->needed, 0, run->program->contexts + 1);
    run->needed[0] = 1;
}

/* Writes the results of the last step. */
static void run_finish(const struct program_run *run, const perlin_noise *noise, size_t n,
                       const output_sink *sink, ptrdiff_t at, ptrdiff_t stride)
{
    const uint32_t last = run->program->steps - 1, dims = run->program->dims;
    if (sink->out)
        write_noise(sink, &noise->LANE(output)[dims - 1], run_plane(run, last, 0), n,
                    sink->out + at, stride);
    if (run->has_slopes)
        write_slopes(noise, (int)dims, run_plane(run, last, 1), run->most, n, sink, at, stride);
}

#endif
