/*
 * The formulas of combinations, over values of a box of samples: for the backend and type whose vector
 * header has been included. scalar/formula_template.h has the same, a point at a time.
 */
#ifndef PERLIN_COMBINE_FORMULAS_H
#define PERLIN_COMBINE_FORMULAS_H

#include "../engine/output.h"
#include "combined.h"

typedef struct LANE(perlin_numbers) combine_numbers;

/* Kinds of formulas are those of combinations, and: */
enum { FORMULA_COPY = PERLIN_COMBINE_KINDS, FORMULA_SELECTOR };

/*
 * Rows of whole vectors: of up to three inputs, and of what a formula makes of them, which may lie
 * where an input lies. Slopes follow their values, `plane` elements apart.
 */
struct formula {
    const combine_numbers *numbers;
    uint32_t kind, positions;
    int dims;     /* of slopes: 0 if there are none */
    int finishes; /* values are stored as they leave the library; not with slopes */
    size_t n, rows, plane;
    ptrdiff_t in_row[3], out_row; /* distances */
    const real *in[3];
    real *out;
};

INLINE vec input(const struct formula *f, int k, size_t i)
{
    return v_load(f->in[k] + i);
}

INLINE vec slope(const struct formula *f, int k, int axis, size_t i)
{
    return v_load(f->in[k] + (size_t)(1 + axis) * f->plane + i);
}

/* Stores values, of which the last have one NaN, and no -0. */
INLINE void set(const struct formula *f, size_t i, vec value)
{
    v_store(f->out + i, f->finishes ? v_canonical(value + v_splat(0)) : value);
}

INLINE void set_slope(const struct formula *f, int axis, size_t i, vec value)
{
    v_store(f->out + (size_t)(1 + axis) * f->plane + i, value);
}

/* Stores the slopes of f(a), given its derivative. */
INLINE void chain(const struct formula *f, size_t i, vec derivative)
{
    for (int d = 0; d < f->dims; d++)
        set_slope(f, d, i, derivative * slope(f, 0, d, i));
}

INLINE vec step_of(vec t)
{
    return t * t * (v_splat(3) - v_splat(2) * t);
}

INLINE vec step_slope_of(vec t, vec rate)
{
    return v_splat(6) * t * (v_splat(1) - t) * rate;
}

INLINE vec clamped_of(vec t)
{
    const vec zero = v_splat(0), one = v_splat(1);
    return where((ivec)(t < zero), zero, where((ivec)(t > one), one, t));
}

/* One of two results, but NaN where either is NaN. */
INLINE vec chosen_of(ivec is_a, vec a, vec b)
{
    return where(is_a | (ivec)(a != a), a, b);
}

/* Its slope. */
INLINE vec chosen_slope_of(ivec is_a, vec a, vec b, vec slope_a, vec slope_b)
{
    const ivec is_number = (ivec)(a == a) & (ivec)(b == b);
    return where(is_number, where(is_a, slope_a, slope_b), v_splat((real)NAN));
}

/* Stores one of two results, and its slopes. is_a is false where either is NaN. */
INLINE void do_choose(const struct formula *f, size_t i, ivec is_a, vec a, vec b)
{
    set(f, i, chosen_of(is_a, a, b));
    for (int d = 0; d < f->dims; d++)
        set_slope(f, d, i, chosen_slope_of(is_a, a, b, slope(f, 0, d, i), slope(f, 1, d, i)));
}

INLINE void do_constant(const struct formula *f, size_t i)
{
    set(f, i, v_splat(f->numbers->value));
    for (int a = 0; a < f->dims; a++)
        set_slope(f, a, i, v_splat(0));
}

INLINE void do_copy(const struct formula *f, size_t i)
{
    set(f, i, input(f, 0, i));
    for (int a = 0; a < f->dims; a++)
        set_slope(f, a, i, slope(f, 0, a, i));
}

INLINE void do_scale_bias(const struct formula *f, size_t i)
{
    const vec scale = v_splat(f->numbers->scale), a = input(f, 0, i);
    set(f, i, a * scale + v_splat(f->numbers->bias));
    chain(f, i, scale);
}

INLINE void do_absolute(const struct formula *f, size_t i)
{
    const vec a = input(f, 0, i);
    const ivec is_negative = (ivec)(a < v_splat(0));
    set(f, i, where(is_negative, -a, a));
    for (int d = 0; d < f->dims; d++) {
        const vec by = slope(f, 0, d, i);
        set_slope(f, d, i, where(is_negative, -by, by));
    }
}

INLINE void do_clamp(const struct formula *f, size_t i)
{
    const vec lower = v_splat(f->numbers->lower), upper = v_splat(f->numbers->upper);
    const vec a = input(f, 0, i);
    const ivec below = (ivec)(a < lower), above = (ivec)(a > upper);
    set(f, i, where(below, lower, where(above, upper, a)));
    for (int d = 0; d < f->dims; d++)
        set_slope(f, d, i, where(below | above, v_splat(0), slope(f, 0, d, i)));
}

INLINE void do_smoothstep(const struct formula *f, size_t i)
{
    const vec edge = v_splat(f->numbers->edge[0]), rate = v_splat(f->numbers->rate[0]);
    const vec t = clamped_of((input(f, 0, i) - edge) * rate);
    set(f, i, step_of(t));
    chain(f, i, step_slope_of(t, rate));
}

/* Finds the piece of each lane: the last one that begins at or below it, but the first for NaN. */
INLINE vec piece_of(const struct formula *f, int factors, vec v, vec piece[4])
{
    const combine_numbers *const numbers = f->numbers;
    vec position = v_splat(numbers->position[0]);
    UNROLL
    for (int k = 0; k < factors; k++)
        piece[k] = v_splat(numbers->piece[0][k]);
    for (uint32_t p = 1; p + 1 < f->positions; p++) {
        const vec begin = v_splat(numbers->position[p]);
        const ivec is_behind = (ivec)(v >= begin);
        if (!v_any(is_behind))
            break;
        position = where(is_behind, begin, position);
        UNROLL
        for (int k = 0; k < factors; k++)
            piece[k] = where(is_behind, v_splat(numbers->piece[p][k]), piece[k]);
    }
    return position;
}

/* Stores what a piece gives, but what is flat before the first position and from the last one on. */
INLINE void do_piece(const struct formula *f, size_t i, vec v, vec first, vec last, vec value,
                     vec derivative)
{
    const ivec before = (ivec)(v < v_splat(f->numbers->position[0]));
    const ivec behind = (ivec)(v >= v_splat(f->numbers->position[f->positions - 1]));
    set(f, i, where(before, first, where(behind, last, value)));
    for (int d = 0; d < f->dims; d++)
        set_slope(f, d, i, where(before | behind, v_splat(0), derivative * slope(f, 0, d, i)));
}

INLINE void do_curve(const struct formula *f, size_t i)
{
    const vec v = input(f, 0, i);
    vec piece[4];
    const vec d = v - piece_of(f, 4, v, piece);
    const vec value = piece[0] + d * (piece[1] + d * (piece[2] + d * piece[3]));
    const vec derivative = piece[1] + d * (v_splat(2) * piece[2] + d * (v_splat(3) * piece[3]));
    do_piece(f, i, v, v_splat(f->numbers->piece[0][0]),
             v_splat(f->numbers->piece[f->positions - 1][0]), value, derivative);
}

INLINE void do_terrace(const struct formula *f, size_t i)
{
    const vec v = input(f, 0, i);
    vec piece[4];
    const vec position = piece_of(f, 2, v, piece);
    const vec width = piece[0], rate = piece[1], t = (v - position) * rate;
    do_piece(f, i, v, v_splat(f->numbers->position[0]),
             v_splat(f->numbers->position[f->positions - 1]), position + t * t * width,
             v_splat(2) * t * rate * width);
}

INLINE void do_add(const struct formula *f, size_t i)
{
    set(f, i, input(f, 0, i) + input(f, 1, i));
    for (int d = 0; d < f->dims; d++)
        set_slope(f, d, i, slope(f, 0, d, i) + slope(f, 1, d, i));
}

INLINE void do_subtract(const struct formula *f, size_t i)
{
    set(f, i, input(f, 0, i) - input(f, 1, i));
    for (int d = 0; d < f->dims; d++)
        set_slope(f, d, i, slope(f, 0, d, i) - slope(f, 1, d, i));
}

INLINE void do_multiply(const struct formula *f, size_t i)
{
    const vec a = input(f, 0, i), b = input(f, 1, i);
    set(f, i, a * b);
    for (int d = 0; d < f->dims; d++)
        set_slope(f, d, i, slope(f, 0, d, i) * b + a * slope(f, 1, d, i));
}

INLINE void do_minimum(const struct formula *f, size_t i)
{
    const vec a = input(f, 0, i), b = input(f, 1, i);
    do_choose(f, i, (ivec)(a < b), a, b);
}

INLINE void do_maximum(const struct formula *f, size_t i)
{
    const vec a = input(f, 0, i), b = input(f, 1, i);
    do_choose(f, i, (ivec)(a > b), a, b);
}

INLINE void do_smooth(const struct formula *f, size_t i, int is_maximum)
{
    const vec a = input(f, 0, i), b = input(f, 1, i);
    const vec k = v_splat(f->numbers->smoothness), zero = v_splat(0), apart = a - b;
    const ivec is_below = (ivec)(apart < zero),
               takes_a = is_maximum ? (ivec)(a > b) : (ivec)(a < b);
    const vec near = k - where(is_below, -apart, apart);
    const vec h = where((ivec)(near > zero), near, zero) / k;
    const vec bulge = h * h * k * v_splat((real)0.25), taken = chosen_of(takes_a, a, b);
    set(f, i, is_maximum ? taken + bulge : taken - bulge);
    for (int d = 0; d < f->dims; d++) {
        const vec of_a = slope(f, 0, d, i), of_b = slope(f, 1, d, i);
        const vec difference = of_a - of_b;
        const vec added = h * v_splat((real)0.5) * where(is_below, -difference, difference);
        const vec slope = chosen_slope_of(takes_a, a, b, of_a, of_b);
        set_slope(f, d, i, is_maximum ? slope - added : slope + added);
    }
}

INLINE void do_smooth_minimum(const struct formula *f, size_t i)
{
    do_smooth(f, i, 0);
}

INLINE void do_smooth_maximum(const struct formula *f, size_t i)
{
    do_smooth(f, i, 1);
}

INLINE void do_blend(const struct formula *f, size_t i)
{
    const vec a = input(f, 0, i), b = input(f, 1, i);
    const vec t = input(f, 2, i);
    const ivec is_a = (ivec)(t <= v_splat(0)), is_b = (ivec)(t >= v_splat(1));
    set(f, i, where(is_b, b, where(is_a, a, a + t * (b - a))));
    for (int d = 0; d < f->dims; d++) {
        const vec of_a = slope(f, 0, d, i), of_b = slope(f, 1, d, i);
        const vec mixed = of_a + (slope(f, 2, d, i) * (b - a) + t * (of_b - of_a));
        set_slope(f, d, i, where(is_b, of_b, where(is_a, of_a, mixed)));
    }
}

/* SELECT's s, by which it blends. Without a falloff that is 0 or 1. */
INLINE void do_selector(const struct formula *f, size_t i)
{
    const combine_numbers *const numbers = f->numbers;
    const vec v = input(f, 0, i), zero = v_splat(0), one = v_splat(1);
    if (numbers->rate[0] == 0) {
        const ivec within =
            (ivec)(v_splat(numbers->lower) <= v) & (ivec)(v <= v_splat(numbers->upper));
        set(f, i, where(within, one, zero));
        for (int d = 0; d < f->dims; d++)
            set_slope(f, d, i, zero);
        return;
    }
    const ivec falls = (ivec)(v > v_splat(numbers->middle));
    const vec edge = where(falls, v_splat(numbers->edge[1]), v_splat(numbers->edge[0]));
    const vec rate = v_splat(numbers->rate[0]), t = clamped_of((v - edge) * rate);
    const vec s = step_of(t), by_v = step_slope_of(t, rate);
    set(f, i, where(falls, one - s, s));
    for (int d = 0; d < f->dims; d++)
        set_slope(f, d, i, where(falls, -by_v, by_v) * slope(f, 0, d, i));
}

INLINE void next_row(struct formula *f)
{
    UNROLL
    for (int k = 0; k < 3; k++)
        f->in[k] += f->in_row[k];
    f->out += f->out_row;
}

#define FORMULA(name, function)                                                                    \
    case name:                                                                                     \
        for (size_t row = 0; row < f->rows; row++, next_row(f))                                    \
            for (size_t i = 0; i < f->n; i += LANES)                                               \
                function(f, i);                                                                    \
        break

/* Without slopes their number is constant, so that loops over them vanish. */
INLINE void apply_in(struct formula *f, int dims)
{
    f->dims = dims;
    switch (f->kind) {
        FORMULA(PERLIN_COMBINE_CONSTANT, do_constant);
        FORMULA(PERLIN_COMBINE_SCALE_BIAS, do_scale_bias);
        FORMULA(PERLIN_COMBINE_ABSOLUTE, do_absolute);
        FORMULA(PERLIN_COMBINE_CLAMP, do_clamp);
        FORMULA(PERLIN_COMBINE_SMOOTHSTEP, do_smoothstep);
        FORMULA(PERLIN_COMBINE_CURVE, do_curve);
        FORMULA(PERLIN_COMBINE_TERRACE, do_terrace);
        FORMULA(PERLIN_COMBINE_ADD, do_add);
        FORMULA(PERLIN_COMBINE_SUBTRACT, do_subtract);
        FORMULA(PERLIN_COMBINE_MULTIPLY, do_multiply);
        FORMULA(PERLIN_COMBINE_MINIMUM, do_minimum);
        FORMULA(PERLIN_COMBINE_MAXIMUM, do_maximum);
        FORMULA(PERLIN_COMBINE_SMOOTH_MINIMUM, do_smooth_minimum);
        FORMULA(PERLIN_COMBINE_SMOOTH_MAXIMUM, do_smooth_maximum);
        FORMULA(PERLIN_COMBINE_BLEND, do_blend);
        FORMULA(FORMULA_SELECTOR, do_selector);
        FORMULA(FORMULA_COPY, do_copy);
    }
}

OUTLINE void apply(const struct formula *given)
{
    struct formula copy = *given; /* stores may alias the original */
    if (copy.dims > 0)
        apply_in(&copy, copy.dims);
    else
        apply_in(&copy, 0);
}

/* Finds whether either side of a blend by these t is needed. They fill whole vectors. */
OUTLINE void find_needed(const real *t, size_t n, int needed[2])
{
    enum { AT_ONCE = 16 * LANES };
    const vec zero = v_splat(0), one = v_splat(1);
    needed[0] = needed[1] = 0;
    for (size_t i = 0; i < n && !(needed[0] && needed[1]); i += AT_ONCE) {
        ivec a = v_splat_index(0), b = v_splat_index(0);
        for (size_t k = i; k < least(n, i + AT_ONCE); k += LANES) {
            a |= ~(ivec)(v_load(t + k) >= one);
            b |= ~(ivec)(v_load(t + k) <= zero);
        }
        needed[0] |= v_any(a) != 0;
        needed[1] |= v_any(b) != 0;
    }
}

#endif
