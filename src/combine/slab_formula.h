/*
 * Applies formulas to the values of a slab, of which some depend on fewer axes than others.
 */
#ifndef PERLIN_COMBINE_SLAB_FORMULA_H
#define PERLIN_COMBINE_SLAB_FORMULA_H

#include "formulas.h"
#include "slab.h"

/* Elements of a row that are repeated for a formula at once. */
enum { REPEATED = 256 };

/* Applies a formula to a row of which some inputs are the same all along: a part at a time, in which
   these are repeated. */
static void apply_repeated(struct formula *f, const struct value in[], int inputs, uint32_t axis)
{
    real repeated[3][REPEATED];
    const size_t length = f->n;
    for (int k = 0; k < inputs; k++)
        if (axis == 4 || in[k].stride[axis] == 0) {
            for (size_t i = 0; i < least(length, REPEATED); i++)
                repeated[k][i] = *f->in[k];
            f->in[k] = repeated[k];
        }
    for (size_t at = 0; at < length; at += f->n) {
        f->n = least(length - at, REPEATED);
        apply(f);
        f->out += f->n;
        for (int k = 0; k < inputs; k++)
            f->in[k] += f->in[k] == repeated[k] ? 0 : f->n;
    }
}

/* Applies a formula to values, of which values[0] is what it makes of the others. */
OUTLINE void apply_by_rows(const struct slab *slab, struct formula *f, const struct value values[],
                           int inputs, uint32_t of)
{
    struct rows rows = rows_of(slab, of);
    int repeats = 0;
    join_rows(slab, &rows, values, 1 + inputs);
    for (int k = 1; k <= inputs; k++)
        repeats |= rows.axis == 4 || values[k].stride[rows.axis] == 0;
    /* Rows along one axis go at once. */
    const uint32_t next = rows.next;
    f->rows = 1;
    f->out_stride = f->in_stride[0] = f->in_stride[1] = f->in_stride[2] = 0;
    if (next < 4 && rows.rows > 1 && !repeats) {
        f->rows = slab->box.count[next];
        f->out_stride = values[0].stride[next];
        for (int k = 0; k < inputs; k++)
            f->in_stride[k] = values[1 + k].stride[next];
        rows.rows /= f->rows;
        rows.next++;
    }
    for (size_t row = 0; row < rows.rows; row++, rows_pass(slab, &rows)) {
        f->n = rows.length;
        f->out = row_in(&values[0], &rows);
        for (int k = 0; k < inputs; k++)
            f->in[k] = row_in(&values[1 + k], &rows);
        if (repeats)
            apply_repeated(f, values + 1, inputs, rows.axis);
        else
            apply(f);
    }
}

/* Makes values of those of steps, by a formula: values[0], which depends on these axes. */
static void formula_in_slab(const struct slab *slab, uint32_t at, uint32_t kind,
                            const uint8_t inputs[3], struct value values[4], uint32_t of)
{
    const struct perlin_step *const step = step_at(slab, at);
    struct formula f;
    int count = 0;
    f.kind = kind;
    f.dims = 0;
    f.finishes = at + 1 == slab->program->steps;
    f.positions = 0;
    if (step->noise->combined) {
        f.numbers = &step->noise->combined->LANE(numbers);
        f.positions = step->noise->combined->positions;
    }
    for (; count < 3 && inputs[count] < slab->program->steps; count++)
        find_value(slab, inputs[count], &values[1 + count]);
    apply_by_rows(slab, &f, values, count, of);
}

/* The value of a step, by a formula of its inputs'. */
OUTLINE void formula_of_step(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    struct value values[4];
    find_value(slab, at, &values[0]);
    formula_in_slab(slab, at, step->kind, step->in, values, step->depends);
}

OUTLINE void blend_in_slab(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    const uint8_t *const needed = slab->needed;
    const uint8_t only[3] = {step->in[needed[step->sides[1]] ? 1 : 0], 255, 255};
    struct value values[4];
    if (needed[step->sides[0]] && needed[step->sides[1]]) {
        formula_of_step(slab, at);
        return;
    }
    find_value(slab, at, &values[0]);
    formula_in_slab(slab, at, PERLIN_STEP_LEAVE, only, values, step->depends);
}

/* Finds which sides of a blend any element needs. */
OUTLINE void decide_in_slab(struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    struct value t;
    struct rows rows = rows_of(slab, step_at(slab, step->in[0])->depends);
    uint8_t needed[2] = {0, 0};
    find_value(slab, step->in[0], &t);
    join_rows(slab, &rows, &t, 1);
    for (size_t row = 0; row < rows.rows && !(needed[0] && needed[1]);
         row++, rows_pass(slab, &rows))
        find_needed(row_in(&t, &rows), rows.length, needed);
    slab->needed[step->sides[0]] = needed[0];
    slab->needed[step->sides[1]] = needed[1];
}

#endif
