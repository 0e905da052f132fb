/*
 * Runs a program for a slab.
 */
#ifndef PERLIN_COMBINE_SLAB_RUN_H
#define PERLIN_COMBINE_SLAB_RUN_H

#include "slab_noise.h"
#include "slab_points.h"

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

#endif
