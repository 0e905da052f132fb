/*
 * Applies formulas to the values of a slab, of which some depend on fewer axes than others.
 */
#ifndef PERLIN_COMBINE_SLAB_FORMULA_H
#define PERLIN_COMBINE_SLAB_FORMULA_H

#include "formulas.h"
#include "slab.h"

/* The elements of a value, row by row along its first axis. */
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
        rows.length = slab->count[rows.axis];
    rows.rows = elements(slab->count, depends) / rows.length;
    return rows;
}

/* Joins rows along further axes, as long as each of these values depends on all of these axes or on
   none. */
static void join_rows(const struct slab *slab, struct rows *rows, const uint32_t depends[3],
                      int inputs)
{
    for (; rows->next < 4; rows->next++) {
        const uint32_t a = rows->next;
        for (int k = 0; k < inputs && (rows->depends >> a & 1); k++)
            if ((depends[k] >> a & 1) != (depends[k] >> rows->axis & 1))
                return;
        if (rows->depends >> a & 1) {
            rows->length *= slab->count[a];
            rows->rows /= slab->count[a];
        }
    }
}

static void rows_pass(const struct slab *slab, struct rows *rows)
{
    for (uint32_t a = rows->next; a < 4; a++)
        if (rows->depends >> a & 1) {
            if (++rows->index[a] < slab->count[a])
                return;
            rows->index[a] = 0;
        }
}

/* Where the row begins in a value that depends on fewer axes. */
static size_t place_of_row(const struct slab *slab, const struct rows *rows, uint32_t depends)
{
    size_t place = 0, stride = 1;
    for (uint32_t a = 0; a < 4; a++)
        if (depends >> a & 1) {
            place += rows->index[a] * stride;
            stride *= slab->count[a];
        }
    return place;
}

/* Elements of a row that are repeated for a formula at once. */
enum { REPEATED = 256 };

/* Applies a formula to values of which some depend on fewer axes. */
OUTLINE void apply_by_rows(const struct slab *slab, struct formula *f, const uint32_t depends[3],
                           int inputs, uint32_t of)
{
    real repeated[3][REPEATED];
    const real *from[3];
    real *const out = f->out;
    struct rows rows = rows_of(slab, of);
    size_t most = (size_t)-1;
    join_rows(slab, &rows, depends, inputs);
    for (int k = 0; k < inputs; k++) {
        from[k] = f->in[k];
        if (rows.axis == 4 || !(depends[k] >> rows.axis & 1))
            most = REPEATED;
    }
    for (size_t row = 0; row < rows.rows; row++, rows_pass(slab, &rows))
        for (size_t at = 0; at < rows.length; at += f->n) {
            f->n = least(rows.length - at, most);
            f->out = out + row * rows.length + at;
            for (int k = 0; k < inputs; k++) {
                const real *const begin = from[k] + place_of_row(slab, &rows, depends[k]);
                f->in[k] = begin + at;
                if (rows.axis < 4 && depends[k] >> rows.axis & 1)
                    continue;
                for (size_t i = 0; i < f->n; i++)
                    repeated[k][i] = *begin;
                f->in[k] = repeated[k];
            }
            apply(f);
        }
}

/* Makes a value of values by a formula. */
static void formula_in_slab(const struct slab *slab, uint32_t at, uint32_t kind,
                            const uint8_t inputs[3], real *out, uint32_t of)
{
    const struct perlin_step *const step = step_at(slab, at);
    struct formula f;
    uint32_t depends[3] = {0, 0, 0};
    int is_even = 1, count = 0;
    f.kind = kind;
    f.dims = 0;
    f.finishes = at + 1 == slab->program->steps;
    f.positions = 0;
    if (step->noise->combined) {
        f.numbers = &step->noise->combined->LANE(numbers);
        f.positions = step->noise->combined->positions;
    }
    for (; count < 3 && inputs[count] < slab->program->steps; count++) {
        depends[count] = step_at(slab, inputs[count])->depends;
        f.in[count] = value_of(slab, inputs[count]);
        is_even &= depends[count] == of;
    }
    f.out = out;
    f.n = elements(slab->count, of);
    if (is_even)
        apply(&f);
    else
        apply_by_rows(slab, &f, depends, count, of);
}

static void blend_in_slab(const struct slab *slab, uint32_t at)
{
    const struct perlin_step *const step = step_at(slab, at);
    const int both = slab->needed[step->sides[0]] && slab->needed[step->sides[1]];
    const uint8_t only[3] = {step->in[slab->needed[step->sides[1]] ? 1 : 0], 255, 255};
    formula_in_slab(slab, at, both ? PERLIN_COMBINE_BLEND : PERLIN_STEP_LEAVE,
                    both ? step->in : only, value_of(slab, at), step->depends);
}

#endif
