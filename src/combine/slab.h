/*
 * A slab: a box of a grid's samples, and where the values of steps lie meanwhile.
 */
#ifndef PERLIN_COMBINE_SLAB_H
#define PERLIN_COMBINE_SLAB_H

#include "../engine/axis.h"
#include "block.h"

/* Samples of a grid: indices along its axes. Along other axes the count is 1. */
struct box {
    size_t first[4], count[4];
};

/* Registers of values that depend on all axes. Their elements lie by strides, as samples do. */
struct registers {
    real *first;
    const ptrdiff_t *stride;
    ptrdiff_t apart; /* from one register to the next */
};

/*
 * A box in work. Values that depend on all axes lie in registers: 0 in `result`, others in `others`.
 * Values that depend on fewer axes ("low") follow each other from `low` on, packed. They are those
 * of the box `low_box`. If that is larger than the slab, they are kept for other slabs.
 */
struct slab {
    const perlin_noise *noise;
    const struct perlin_program *program;
    const perlin_grid *grid;
    struct box box, low_box;
    struct registers result, others;
    ptrdiff_t in_output[4], packed[4]; /* strides */
    real *low;
    int has_kept;
    double *lists;
    size_t list_room; /* numbers */
    uint8_t needed[PERLIN_MOST_CONTEXTS];
    uint64_t kept[(PERLIN_MOST_STEPS + 63) / 64]; /* bits: the step's value is there, and kept */
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
static int is_value(const struct perlin_program *program, uint32_t at)
{
    const struct perlin_step *const step = &program->step[at];
    return program->frame[step->frame].follows && step->kind != PERLIN_STEP_DECIDE &&
           step->kind != PERLIN_STEP_ENTER;
}

static int is_kept(const struct slab *slab, uint32_t at)
{
    return (int)(slab->kept[at / 64] >> (at % 64) & 1);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* A value: the place of its element at the slab's first sample, and strides, 0 along axes on which it
   does not depend. Those of a low value are its own, so that it must not be copied. */
struct value {
    real *at;
    const ptrdiff_t *stride;
    ptrdiff_t low_stride[4];
};

/* How many elements a value has that depends on these axes, in boxes of these counts. */
static size_t elements(const size_t count[4], uint32_t depends)
{
    size_t n = 1;
    for (uint32_t a = 0; a < 4; a++)
        if (depends >> a & 1)
            n *= count[a];
    return n;
}

static void packed_strides(const size_t count[4], uint32_t depends, ptrdiff_t stride[4])
{
    ptrdiff_t next = 1;
    for (uint32_t a = 0; a < 4; a++) {
        stride[a] = depends >> a & 1 ? next : 0;
        next *= depends >> a & 1 ? (ptrdiff_t)count[a] : 1;
    }
}

static ptrdiff_t place_in(const ptrdiff_t stride[4], const size_t index[4])
{
    ptrdiff_t place = 0;
    for (uint32_t a = 0; a < 4; a++)
        place += (ptrdiff_t)index[a] * stride[a];
    return place;
}

/* The registers of a grid. There is one at least, for the result. */
static size_t registers_of(const struct perlin_program *program)
{
    return greatest(program->grid_registers, 1);
}

static int is_full(const struct perlin_program *program, uint32_t at)
{
    return program->step[at].depends == axes_of_grid(program);
}

/* The elements that low values take before that of a step, in boxes of these counts. */
static size_t low_elements(const struct perlin_program *program, uint32_t before,
                           const size_t count[4])
{
    size_t n = 0;
    for (uint32_t s = 0; s < before; s++)
        if (is_value(program, s) && !is_full(program, s))
            n += elements(count, program->step[s].depends);
    return n;
}

static void find_value(const struct slab *slab, uint32_t at, struct value *value)
{
    const struct perlin_step *const step = step_at(slab, at);
    const size_t out = step->grid_out;
    if (is_full(slab->program, at)) {
        const struct registers *const of = out == 0 ? &slab->result : &slab->others;
        value->at = of->first + (out == 0 ? 0 : (ptrdiff_t)(out - 1) * of->apart);
        value->stride = of->stride;
        return;
    }
    size_t index[4];
    for (uint32_t a = 0; a < 4; a++)
        index[a] = slab->box.first[a] - slab->low_box.first[a];
    packed_strides(slab->low_box.count, step->depends, value->low_stride);
    value->stride = value->low_stride;
    value->at = slab->low + low_elements(slab->program, at, slab->low_box.count) +
                place_in(value->stride, index);
}

static void find_result(const struct slab *slab, struct value *value)
{
    value->at = slab->result.first;
    value->stride = slab->result.stride;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The elements of a value, row by row along the first axis that it depends on. */
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
        rows.length = slab->box.count[rows.axis];
    rows.rows = elements(slab->box.count, depends) / rows.length;
    return rows;
}

/* Joins rows along further axes, as long as each value goes on there as it does along the row. */
static void join_rows(const struct slab *slab, struct rows *rows, const struct value values[],
                      int count)
{
    for (; rows->next < 4; rows->next++) {
        const uint32_t a = rows->next;
        if (!(rows->depends >> a & 1) || slab->box.count[a] == 1)
            continue;
        for (int k = 0; k < count; k++)
            if (values[k].stride[a] != values[k].stride[rows->axis] * (ptrdiff_t)rows->length)
                return;
        rows->length *= slab->box.count[a];
        rows->rows /= slab->box.count[a];
    }
}

static void rows_pass(const struct slab *slab, struct rows *rows)
{
    for (uint32_t a = rows->next; a < 4; a++)
        if (rows->depends >> a & 1) {
            if (++rows->index[a] < slab->box.count[a])
                return;
            rows->index[a] = 0;
        }
}

/* Where the row begins in a value. */
static real *row_in(const struct value *value, const struct rows *rows)
{
    return value->at + place_in(value->stride, rows->index);
}

#endif
