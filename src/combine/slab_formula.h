/*
 * Applies formulas to the values of a slab, of which some depend on fewer axes than others.
 */
#ifndef PERLIN_COMBINE_SLAB_FORMULA_H
#define PERLIN_COMBINE_SLAB_FORMULA_H

#include "formulas.h"
#include "slab.h"

/* Elements of a row that are repeated for a formula at once. */
enum { REPEATED = 256 };

/* Repeats inputs that are the same all along a row. Each has its own part of `repeated`. */
static void repeat_inputs(struct formula *f, const struct value in[], int inputs, uint32_t axis,
                          real repeated[][REPEATED])
{
    for (int k = 0; k < inputs; k++) {
        if (axis < 4 && in[k].stride[axis] != 0)
            continue;
        const real value = *f->in[k];
        for (size_t i = 0; i < f->n; i++)
            repeated[k][i] = value;
        f->in[k] = repeated[k];
    }
}

/* Applies a formula to values, row by row of `values[0]`, which it makes of the others. */
OUTLINE void apply_by_rows(const struct slab *slab, struct formula *f, const struct value values[],
                           int inputs, uint32_t of)
{
    real repeated[3][REPEATED];
    struct rows rows = rows_of(slab, of);
    size_t most = (size_t)-1;
    join_rows(slab, &rows, values, 1 + inputs);
    for (int k = 0; k < inputs; k++)
        if (rows.axis == 4 || values[1 + k].stride[rows.axis] == 0)
            most = REPEATED;
    for (size_t row = 0; row < rows.rows; row++, rows_pass(slab, &rows))
        for (size_t at = 0; at < rows.length; at += f->n) {
            f->n = least(rows.length - at, most);
            f->out = row_in(&values[0], &rows) + at;
            for (int k = 0; k < inputs; k++)
                f->in[k] = row_in(&values[1 + k], &rows) + (most == REPEATED ? 0 : at);
            if (most == REPEATED) {
                for (int k = 0; k < inputs; k++)
                    if (rows.axis < 4 && values[1 + k].stride[rows.axis] != 0)
                        f->in[k] += at;
                repeat_inputs(f, values + 1, inputs, rows.axis, repeated);
            }
            apply(f);
        }
}

/* Makes a value of those of steps, by a formula. */
static void formula_in_slab(const struct slab *slab, uint32_t at, uint32_t kind,
                            const uint8_t inputs[3], struct value out, uint32_t of)
{
    const struct perlin_step *const step = step_at(slab, at);
    struct formula f;
    struct value values[4] = {out};
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
        values[1 + count] = value_of(slab, inputs[count]);
    apply_by_rows(slab, &f, values, count, of);
}

static void blend_in_slab(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    const int both = slab->needed[step->sides[0]] && slab->needed[step->sides[1]];
    const uint8_t only[3] = {step->in[slab->needed[step->sides[1]] ? 1 : 0], 255, 255};
    formula_in_slab(slab, at, both ? PERLIN_COMBINE_BLEND : PERLIN_STEP_LEAVE,
                    both ? step->in : only, value_of(slab, at), step->depends);
}

/* Finds which sides of a blend any element needs. */
static void decide_in_slab(struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    const struct value t = value_of(slab, step->in[0]);
    struct rows rows = rows_of(slab, step_at(slab, step->in[0])->depends);
    uint8_t needed[2] = {0, 0};
    join_rows(slab, &rows, &t, 1);
    for (size_t row = 0; row < rows.rows && !(needed[0] && needed[1]);
         row++, rows_pass(slab, &rows))
        find_needed(row_in(&t, &rows), rows.length, needed);
    slab->needed[step->sides[0]] = needed[0];
    slab->needed[step->sides[1]] = needed[1];
}

#endif
