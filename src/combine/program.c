/*
 * Flattens a combination into a program: steps in an order in which inputs come before what takes
 * them, each noise once at the same coordinates; registers for values and coordinates; and what a
 * grid makes of it.
 */
#include "combined.h"

/* While a program is made, a step's registers are the numbers of the steps that fill them. */
struct maker {
    struct perlin_program *program;
    struct perlin_step *step;
    uint32_t nodes;
    int fails;
    uint8_t outer_context[PERLIN_MOST_CONTEXTS], depth[PERLIN_MOST_CONTEXTS];
};

enum { NONE = 255, NO_AXIS = 4 };

/* ---- Steps ----------------------------------------------------------------------------------- */

static uint8_t add_step(struct maker *maker, uint8_t kind, uint8_t frame, const perlin_noise *noise)
{
    struct perlin_program *const program = maker->program;
    if (program->steps == PERLIN_MOST_STEPS) {
        maker->fails = 1;
        return 0;
    }
    const uint8_t at = (uint8_t)program->steps++;
    maker->step[at] = (struct perlin_step){.kind = kind,
                                           .frame = frame,
                                           .in = {NONE, NONE, NONE, NONE},
                                           .context = NONE,
                                           .last = at,
                                           .noise = noise};
    return at;
}

static uint8_t add_frame(struct maker *maker, uint8_t kind, uint8_t outer, uint32_t dims,
                         uint8_t shift, const perlin_noise *noise)
{
    struct perlin_program *const program = maker->program;
    if (program->frames == PERLIN_MOST_FRAMES) {
        maker->fails = 1;
        return 0;
    }
    const uint8_t at = (uint8_t)program->frames++;
    program->frame[at] = (struct perlin_frame){.kind = kind,
                                               .outer = outer,
                                               .dims = (uint8_t)dims,
                                               .shift = shift,
                                               .enter = NONE,
                                               .noise = noise};
    return at;
}

/* True if a step's result is that of this noise in this frame. */
static int gives(const struct perlin_step *step, const perlin_noise *noise, uint8_t frame)
{
    return step->noise == noise && step->frame == frame && step->kind != PERLIN_STEP_SELECTOR &&
           step->kind != PERLIN_STEP_DECIDE && step->kind != PERLIN_STEP_ENTER;
}

static uint8_t flatten(struct maker *maker, const perlin_noise *noise, uint8_t frame, int counts);

/* The two inputs in the order in which the deeper one comes first: it needs more registers. */
static void flatten_two(struct maker *maker, const perlin_noise *const input[2], uint8_t frame,
                        int counts, uint8_t in[2])
{
    const uint32_t levels[2] = {input[0]->combined ? input[0]->combined->levels : 0,
                                input[1]->combined ? input[1]->combined->levels : 0};
    const int first = levels[1] > levels[0];
    in[first] = flatten(maker, input[first], frame, counts);
    in[!first] = flatten(maker, input[!first], frame, counts);
}

/* What blends comes first, so that a side that is not needed need not be evaluated. */
static uint8_t flatten_blend(struct maker *maker, const perlin_noise *noise, uint8_t frame,
                             int counts)
{
    const struct perlin_combined *const combined = noise->combined;
    uint8_t in[3], sides[2];
    in[2] = flatten(maker, combined->input[2], frame, counts);
    if (combined->kind == PERLIN_COMBINE_SELECT) {
        const uint8_t selector = add_step(maker, PERLIN_STEP_SELECTOR, frame, noise);
        maker->step[selector].in[0] = in[2];
        in[2] = selector;
    }
    const uint8_t decide = add_step(maker, PERLIN_STEP_DECIDE, frame, noise);
    for (int s = 0; s < 2; s++)
        sides[s] = (uint8_t)++maker->program->contexts;
    maker->step[decide].in[0] = in[2];
    memcpy(maker->step[decide].sides, sides, sizeof sides);
    flatten_two(maker, combined->input, frame, counts, in);
    const uint8_t blend = add_step(maker, PERLIN_COMBINE_BLEND, frame, noise);
    memcpy(maker->step[blend].in, in, sizeof in);
    memcpy(maker->step[blend].sides, sides, sizeof sides);
    maker->step[blend].in[3] = decide;
    return blend;
}

/* The step that finds a frame's coordinates, and then those of a noise in it. `in` has the noises of a
   warp's axes. */
static uint8_t flatten_inside(struct maker *maker, const perlin_noise *noise, uint8_t frame,
                              uint8_t inner, const uint8_t in[4], const perlin_noise *input,
                              int counts)
{
    const uint8_t enter = add_step(maker, PERLIN_STEP_ENTER, inner, noise);
    memcpy(maker->step[enter].in, in, 4);
    maker->program->frame[inner].enter = enter;
    const uint8_t result = flatten(maker, input, inner, counts);
    const uint8_t leave = add_step(maker, PERLIN_STEP_LEAVE, frame, noise);
    maker->step[leave].in[0] = result;
    maker->step[leave].in[1] = enter;
    maker->step[enter].last = leave;
    return leave;
}

static uint8_t flatten_warp(struct maker *maker, const perlin_noise *noise, uint8_t frame,
                            int counts)
{
    static const uint8_t none[4] = {NONE, NONE, NONE, NONE};
    const struct perlin_combined *const combined = noise->combined;
    const uint32_t dims = maker->program->frame[frame].dims;
    uint8_t in[4] = {NONE, NONE, NONE, NONE};
    for (uint32_t a = 0; a < dims; a++) {
        if (!perlin_warps_by_one(combined)) {
            in[a] = flatten(maker, combined->input[1 + a], frame, counts);
        } else if (a == 0) {
            in[a] = flatten(maker, combined->input[1], frame, counts);
        } else { /* its nodes have been counted for x */
            const uint8_t inner =
                add_frame(maker, PERLIN_FRAME_SHIFT, frame, dims, (uint8_t)a, noise);
            in[a] = flatten_inside(maker, noise, frame, inner, none, combined->input[1], 0);
        }
    }
    const uint8_t inner = add_frame(maker, PERLIN_FRAME_WARP, frame, dims, 0, noise);
    return flatten_inside(maker, noise, frame, inner, in, combined->input[0], counts);
}

static uint8_t flatten_transform(struct maker *maker, const perlin_noise *noise, uint8_t frame,
                                 int counts)
{
    static const uint8_t none[4] = {NONE, NONE, NONE, NONE};
    const struct perlin_combined *const combined = noise->combined;
    const uint32_t dims = perlin_inner_dims(combined, maker->program->frame[frame].dims);
    const uint8_t inner = add_frame(maker, PERLIN_FRAME_TRANSFORM, frame, dims, 0, noise);
    return flatten_inside(maker, noise, frame, inner, none, combined->input[0], counts);
}

/* Returns the step that has the noise's results in this frame. */
static uint8_t flatten(struct maker *maker, const perlin_noise *noise, uint8_t frame, int counts)
{
    const struct perlin_combined *const combined = noise->combined;
    uint8_t in[2] = {NONE, NONE};
    for (uint32_t s = 0; s < maker->program->steps; s++)
        if (gives(&maker->step[s], noise, frame))
            /* A LEAVE of a shift, too, is of the warp; its register is not the warp's. */
            if (maker->step[s].kind != PERLIN_STEP_LEAVE ||
                maker->program->frame[maker->step[maker->step[s].in[1]].frame].kind !=
                    PERLIN_FRAME_SHIFT)
                return (uint8_t)s;
    maker->nodes += counts ? 1 : 0;
    if (maker->fails || maker->nodes > PERLIN_MOST_NODES) {
        maker->fails = 1;
        return 0;
    }
    if (!combined)
        return add_step(maker, PERLIN_STEP_NOISE, frame, noise);
    switch (combined->kind) {
    case PERLIN_COMBINE_BLEND:
    case PERLIN_COMBINE_SELECT:
        return flatten_blend(maker, noise, frame, counts);
    case PERLIN_COMBINE_TRANSFORM:
        return flatten_transform(maker, noise, frame, counts);
    case PERLIN_COMBINE_WARP:
        return flatten_warp(maker, noise, frame, counts);
    default:
        break;
    }
    if (combined->inputs == 1)
        in[0] = flatten(maker, combined->input[0], frame, counts);
    else if (combined->inputs == 2)
        flatten_two(maker, combined->input, frame, counts, in);
    const uint8_t step = add_step(maker, (uint8_t)combined->kind, frame, noise);
    memcpy(maker->step[step].in, in, sizeof in);
    return step;
}

/* ---- Contexts -------------------------------------------------------------------------------- */

/* The context that both are in. */
static uint8_t common(const struct maker *maker, uint8_t a, uint8_t b)
{
    if (a == NONE || b == NONE)
        return a == NONE ? b : a;
    while (a != b) {
        if (maker->depth[a] > maker->depth[b])
            a = maker->outer_context[a];
        else
            b = maker->outer_context[b];
    }
    return a;
}

/* Widens a step's context to where another one takes it. */
static void take_in(struct maker *maker, uint8_t step, uint8_t context)
{
    if (step != NONE)
        maker->step[step].context = common(maker, maker->step[step].context, context);
}

/* From the last step back: what a step takes is needed wherever that is. */
static void find_contexts(struct maker *maker)
{
    const struct perlin_program *const program = maker->program;
    maker->step[program->steps - 1].context = 0;
    maker->depth[0] = 0;
    for (uint32_t s = program->steps; s-- > 0;) {
        struct perlin_step *const step = &maker->step[s];
        const int blends = step->kind == PERLIN_COMBINE_BLEND;
        for (int k = 0; k < 2 && blends; k++) {
            maker->outer_context[step->sides[k]] = step->context;
            maker->depth[step->sides[k]] = (uint8_t)(maker->depth[step->context] + 1);
        }
        for (int k = 0; k < 4; k++)
            take_in(maker, step->in[k], blends && k < 2 ? step->sides[k] : step->context);
        const uint8_t frame = step->frame;
        if (step->kind == PERLIN_STEP_ENTER)
            take_in(maker, program->frame[program->frame[frame].outer].enter, step->context);
        else
            take_in(maker, program->frame[frame].enter, step->context);
    }
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* Follows a grid's axes into a frame. */
static void follow(struct perlin_program *program, struct perlin_frame *frame)
{
    const struct perlin_frame *const outer = &program->frame[frame->outer];
    const struct perlin_combined *const combined = frame->noise ? frame->noise->combined : NULL;
    uint32_t seen = 0;
    frame->follows = frame->kind != PERLIN_FRAME_WARP && outer->follows;
    for (uint32_t a = 0; a < frame->dims && frame->follows; a++) {
        if (frame->kind == PERLIN_FRAME_SHIFT) {
            frame->axis[a] = outer->axis[a];
            continue;
        }
        frame->axis[a] = NO_AXIS;
        for (uint32_t b = 0; b < outer->dims; b++) {
            if (combined->left_out[a] >> b & 1)
                continue;
            if (frame->axis[a] != NO_AXIS || (seen >> b & 1))
                frame->follows = 0;
            seen |= 1u << b;
            frame->axis[a] = outer->axis[b];
        }
    }
}

static uint8_t axes_of(const struct perlin_frame *frame)
{
    uint32_t axes = 0;
    for (uint32_t a = 0; a < frame->dims; a++)
        if (frame->axis[a] != NO_AXIS)
            axes |= 1u << frame->axis[a];
    return (uint8_t)axes;
}

/* True if a step runs by itself where a grid is evaluated: not inside of a warp, but where one ends. */
static int is_of_grid(const struct perlin_program *program, const struct perlin_step *step)
{
    return program->frame[step->frame].follows;
}

static void find_axes(struct maker *maker)
{
    struct perlin_program *const program = maker->program;
    program->frame[0].follows = 1;
    for (uint8_t a = 0; a < 4; a++)
        program->frame[0].axis[a] = a;
    for (uint32_t f = 1; f < program->frames; f++)
        follow(program, &program->frame[f]);
    for (uint32_t s = 0; s < program->steps; s++) {
        struct perlin_step *const step = &maker->step[s];
        const struct perlin_frame *const frame = &program->frame[step->frame];
        if (!is_of_grid(program, step) || step->kind == PERLIN_STEP_ENTER)
            continue;
        uint32_t depends = 0;
        if (step->kind == PERLIN_STEP_NOISE || step->kind == PERLIN_COMBINE_DISTANCE)
            depends = axes_of(frame);
        else if (step->kind == PERLIN_COMBINE_COORDINATE) {
            const uint8_t axis = frame->axis[step->noise->combined->axis];
            depends = axis == NO_AXIS ? 0 : 1u << axis;
        } else if (step->kind == PERLIN_STEP_LEAVE) {
            const struct perlin_step *const enter = &maker->step[step->in[1]];
            const int follows = program->frame[enter->frame].follows;
            depends = follows ? maker->step[step->in[0]].depends : axes_of(frame);
            for (int k = 0; k < 4; k++)
                if (!follows && enter->in[k] != NONE)
                    depends |= maker->step[enter->in[k]].depends;
        } else {
            for (int k = 0; k < 3; k++)
                if (step->in[k] != NONE)
                    depends |= maker->step[step->in[k]].depends;
        }
        step->depends = (uint8_t)depends;
    }
}

/* ---- Registers ------------------------------------------------------------------------------- */

/* The steps after which what a step gives, and the coordinates of a frame, are not needed. */
struct lives {
    uint8_t value[2][PERLIN_MOST_STEPS], frame[PERLIN_MOST_FRAMES], on_grid[PERLIN_MOST_STEPS];
};

static void find_lives(const struct maker *maker, struct lives *lives)
{
    const struct perlin_program *const program = maker->program;
    memset(lives->frame, 0, sizeof lives->frame);
    for (uint32_t s = 0; s < program->steps; s++)
        lives->value[0][s] = lives->value[1][s] = lives->on_grid[s] = (uint8_t)s;
    for (uint32_t s = 0; s < program->steps; s++) {
        const struct perlin_step *const step = &maker->step[s];
        const int enters = step->kind == PERLIN_STEP_ENTER;
        for (int k = 0; k < 4; k++) {
            const uint8_t in = step->in[k];
            if (in == NONE)
                continue;
            /* The noises of a warp's axes: until it is left, for slopes; and on grids, since all of
               the warp runs there. */
            const uint8_t last = enters ? step->last : (uint8_t)s;
            lives->value[0][in] = (uint8_t)s;
            if (lives->value[1][in] < last)
                lives->value[1][in] = last;
            if ((enters || is_of_grid(program, step)) && lives->on_grid[in] < last)
                lives->on_grid[in] = last;
        }
        if (enters)
            lives->frame[program->frame[step->frame].outer] = (uint8_t)s;
        else if (step->kind == PERLIN_STEP_NOISE || step->kind == PERLIN_COMBINE_COORDINATE ||
                 step->kind == PERLIN_COMBINE_DISTANCE)
            lives->frame[step->frame] = (uint8_t)s;
    }
    for (uint32_t s = 0; s < program->steps; s++)
        if (s + 1 == program->steps) /* the result is needed behind the last step */
            lives->value[0][s] = lives->value[1][s] = lives->on_grid[s] = NONE;
}

/* The first register that is free at step s. `until` has the step at which each becomes free. */
static uint8_t first_free(uint8_t until[], uint32_t s, uint8_t last, uint32_t *count)
{
    uint32_t r = 0;
    while (r < *count && until[r] >= s)
        r++;
    *count = r == *count ? r + 1 : *count;
    until[r] = last;
    return (uint8_t)r;
}

static int has_value(const struct perlin_step *step)
{
    return step->kind != PERLIN_STEP_DECIDE && step->kind != PERLIN_STEP_ENTER;
}

static uint8_t all_axes(const struct perlin_program *program)
{
    return (uint8_t)((1u << program->dims) - 1);
}

static void allot_registers(struct maker *maker)
{
    struct perlin_program *const program = maker->program;
    struct lives lives;
    uint8_t value_until[2][PERLIN_MOST_STEPS], slot_until[PERLIN_MOST_FRAMES];
    uint8_t grid_until[PERLIN_MOST_STEPS];
    find_lives(maker, &lives);
    program->registers[0] = program->registers[1] = program->slots = program->grid_registers = 0;
    program->frame[0].slot = first_free(slot_until, 0, lives.frame[0], &program->slots);
    for (uint32_t s = 0; s < program->steps; s++) {
        struct perlin_step *const step = &maker->step[s];
        const uint8_t frame = step->frame;
        if (step->kind ==
            PERLIN_STEP_ENTER) { /* the outer coordinates are still needed in this step */
            const uint8_t last = lives.frame[frame] > s ? lives.frame[frame] : (uint8_t)s;
            program->frame[frame].slot = first_free(slot_until, s, last, &program->slots);
        }
        step->grid_out = NONE;
        if (!has_value(step))
            continue;
        /* In place: steps read an element of their inputs before they write it. */
        for (int k = 0; k < 2; k++)
            step->out[k] =
                first_free(value_until[k], s + 1, lives.value[k][s], &program->registers[k]);
        if (is_of_grid(program, step) && step->depends == all_axes(program))
            step->grid_out =
                first_free(grid_until, s + 1, lives.on_grid[s], &program->grid_registers);
    }
    /* The result has register 0 of grids, which is the output. */
    const uint8_t result = maker->step[program->steps - 1].grid_out;
    for (uint32_t s = 0; s < program->steps; s++) {
        uint8_t *const out = &maker->step[s].grid_out;
        if (result != NONE && (*out == 0 || *out == result))
            *out = *out == 0 ? result : 0;
    }
}

int perlin_program_init(struct perlin_program *program, struct perlin_step steps[],
                        const perlin_noise *noise, uint32_t dims)
{
    struct maker maker = {.program = program, .step = steps};
    *program = (struct perlin_program){.dims = dims, .most_dims = dims, .step = steps};
    add_frame(&maker, PERLIN_FRAME_CALLERS, 0, dims, 0, NULL);
    flatten(&maker, noise, 0, 1);
    if (maker.fails || program->steps == 0)
        return 0;
    for (uint32_t f = 0; f < program->frames; f++)
        if (program->frame[f].dims > program->most_dims)
            program->most_dims = program->frame[f].dims;
    find_contexts(&maker);
    find_axes(&maker);
    allot_registers(&maker);
    return 1;
}
