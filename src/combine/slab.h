/*
 * A slab: a box of a grid's samples, and where the values of steps lie meanwhile.
 */
#ifndef PERLIN_COMBINE_SLAB_H
#define PERLIN_COMBINE_SLAB_H

#include "../engine/axis.h"
#include "block.h"

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

#endif
