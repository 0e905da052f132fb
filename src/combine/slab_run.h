/*
 * Runs a program for a slab.
 */
#ifndef PERLIN_COMBINE_SLAB_RUN_H
#define PERLIN_COMBINE_SLAB_RUN_H

#include "slab_formula.h"
#include "slab_noise.h"
#include "slab_points.h"

/* COORDINATE, which depends on one axis or none. */
OUTLINE void coordinate_in_slab(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    const uint32_t axis = step->noise->combined->axis;
    const uint32_t along = slab->program->frame[step->frame].axis[axis];
    const size_t first = along == 4 ? 0 : slab->box.first[along];
    struct value out;
    find_value(slab, at, &out);
    for (size_t i = 0; i < elements(slab->box.count, step->depends); i++)
        out.at[i] = (real)spot_of(slab, step->frame, axis, first + i).at;
}

/* Brings a result from a frame that follows the grid to the one around it. */
OUTLINE void leave_in_slab(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    struct value values[4], inner;
    find_value(slab, at, &values[0]);
    find_value(slab, step->in[0], &inner);
    if (values[0].at != inner.at)
        formula_in_slab(slab, at, PERLIN_STEP_LEAVE, (const uint8_t[3]){step->in[0], 255, 255},
                        values, step->depends);
}

/* Runs a step for all of the slab. */
static void step_in_slab(struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    switch (step->kind) {
    case PERLIN_STEP_NOISE:
        noise_in_slab(slab, at);
        break;
    case PERLIN_STEP_DECIDE:
        decide_in_slab(slab, at);
        break;
    case PERLIN_COMBINE_BLEND:
        blend_in_slab(slab, at);
        break;
    case PERLIN_COMBINE_COORDINATE:
        coordinate_in_slab(slab, at);
        break;
    case PERLIN_COMBINE_DISTANCE:
        points_in_slab(slab, step->frame, at, at);
        break;
    case PERLIN_STEP_LEAVE:
        if (slab->program->frame[step_at(slab, step->in[1])->frame].follows)
            leave_in_slab(slab, at);
        else
            points_in_slab(slab, step->frame, step->in[1], at);
        break;
    default:
        formula_of_step(slab, at);
    }
}

/* True if a step is about low values: it runs for all of their box. */
static int is_low(const struct perlin_program *program, uint32_t at)
{
    const struct perlin_step *const step = &program->step[at];
    return !is_full(program, step->kind == PERLIN_STEP_DECIDE ? step->in[0] : at);
}

static void low_step_in_slab(struct slab *slab, uint32_t at)
{
    const struct box box = slab->box;
    slab->box = slab->low_box;
    step_in_slab(slab, at);
    slab->box = box;
    if (slab->has_kept && is_value(slab->program, at))
        slab->kept[at / 64] |= UINT64_C(1) << (at % 64);
}

/* Repeats a low result for all of the slab. */
OUTLINE void spread_result(const struct slab *slab)
{
    const uint32_t last = slab->program->steps - 1;
    struct value values[4];
    find_result(slab, &values[0]);
    formula_in_slab(slab, last, PERLIN_STEP_LEAVE, (const uint8_t[3]){(uint8_t)last, 255, 255},
                    values, axes_of_grid(slab->program));
}

/* Runs the program for a slab. Its results are then in register 0. */
static void slab_run(struct slab *slab)
{
    const struct perlin_program *const program = slab->program;
    memset(slab->needed, 0, sizeof slab->needed);
    slab->needed[0] = 1;
    for (uint32_t s = 0; s < program->steps; s++) {
        const struct perlin_step *const step = step_at(slab, s);
        const int follows = program->frame[step->frame].follows;
        /* What is in a warp is run where the warp ends. */
        if (!follows || step->kind == PERLIN_STEP_ENTER || is_kept(slab, s))
            continue;
        if (step->context != 0 && !slab->needed[step->context])
            continue;
        if (is_low(program, s))
            low_step_in_slab(slab, s);
        else
            step_in_slab(slab, s);
    }
    if (!is_full(program, program->steps - 1))
        spread_result(slab);
}

#endif
