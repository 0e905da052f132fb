/*
 * The formulas of combinations, over rows of results: for the backend and type whose vector header has
 * been included. scalar/formula_template.h has the same, a point at a time.
 */
#ifndef PERLIN_COMBINE_FORMULAS_H
#define PERLIN_COMBINE_FORMULAS_H

#include "../engine/output.h"
#include "combined.h"

typedef struct LANE(perlin_numbers) combine_numbers;

/* Rows of n samples: of the results of up to three noises, and of that of their combination; and with
   slopes, of which there is one row, the rows of slopes by each axis. A row may be written where one is
   read. */
struct formula {
    const combine_numbers *numbers;
    uint32_t kind, positions;
    int dims;     /* of slopes: 0 if there are none */
    int finishes; /* results are stored as they leave the library; not with slopes */
    size_t n, rows;
    ptrdiff_t in_stride[3], out_stride; /* from row to row */
    const real *in[3], *slope[3][4];
    real *out, *out_slope[4];
};

/* `left` elements remain of a row. It is constant, and more than a vector, but at the row's end. */
INLINE vec row_load(const real *row, size_t i, size_t left)
{
    return left >= LANES ? v_load(row + i) : load_elements(row + i, 1, left);
}

INLINE void row_store(real *row, size_t i, size_t left, vec value)
{
    if (left >= LANES)
        v_store(row + i, value);
    else
        v_store_part(row + i, value, left);
}

/* Stores results, of which the last have one NaN, and no -0. */
INLINE void row_result(const struct formula *f, size_t i, size_t left, vec value)
{
    row_store(f->out, i, left, f->finishes ? v_canonical(value + v_splat(0)) : value);
}

INLINE vec row_slope(const struct formula *f, int input, int axis, size_t i, size_t left)
{
    return row_load(f->slope[input][axis], i, left);
}

/* Stores the slopes of f(a), given its derivative. */
INLINE void row_chain(const struct formula *f, size_t i, size_t left, vec derivative)
{
    for (int a = 0; a < f->dims; a++)
        row_store(f->out_slope[a], i, left, derivative * row_slope(f, 0, a, i, left));
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
INLINE void row_choose(const struct formula *f, size_t i, size_t left, ivec is_a, vec a, vec b)
{
    row_result(f, i, left, chosen_of(is_a, a, b));
    for (int d = 0; d < f->dims; d++)
        row_store(
            f->out_slope[d], i, left,
            chosen_slope_of(is_a, a, b, row_slope(f, 0, d, i, left), row_slope(f, 1, d, i, left)));
}

INLINE void row_constant(const struct formula *f, size_t i, size_t left)
{
    row_result(f, i, left, v_splat(f->numbers->value));
    for (int a = 0; a < f->dims; a++)
        row_store(f->out_slope[a], i, left, v_splat(0));
}

INLINE void row_copy(const struct formula *f, size_t i, size_t left)
{
    row_result(f, i, left, row_load(f->in[0], i, left));
    for (int a = 0; a < f->dims; a++)
        row_store(f->out_slope[a], i, left, row_slope(f, 0, a, i, left));
}

INLINE void row_scale_bias(const struct formula *f, size_t i, size_t left)
{
    const vec scale = v_splat(f->numbers->scale), a = row_load(f->in[0], i, left);
    row_result(f, i, left, a * scale + v_splat(f->numbers->bias));
    row_chain(f, i, left, scale);
}

INLINE void row_absolute(const struct formula *f, size_t i, size_t left)
{
    const vec a = row_load(f->in[0], i, left);
    const ivec is_negative = (ivec)(a < v_splat(0));
    row_result(f, i, left, where(is_negative, -a, a));
    for (int d = 0; d < f->dims; d++) {
        const vec slope = row_slope(f, 0, d, i, left);
        row_store(f->out_slope[d], i, left, where(is_negative, -slope, slope));
    }
}

INLINE void row_clamp(const struct formula *f, size_t i, size_t left)
{
    const vec lower = v_splat(f->numbers->lower), upper = v_splat(f->numbers->upper);
    const vec a = row_load(f->in[0], i, left);
    const ivec below = (ivec)(a < lower), above = (ivec)(a > upper);
    row_result(f, i, left, where(below, lower, where(above, upper, a)));
    for (int d = 0; d < f->dims; d++)
        row_store(f->out_slope[d], i, left,
                  where(below | above, v_splat(0), row_slope(f, 0, d, i, left)));
}

INLINE void row_smoothstep(const struct formula *f, size_t i, size_t left)
{
    const vec edge = v_splat(f->numbers->edge[0]), rate = v_splat(f->numbers->rate[0]);
    const vec t = clamped_of((row_load(f->in[0], i, left) - edge) * rate);
    row_result(f, i, left, step_of(t));
    row_chain(f, i, left, step_slope_of(t, rate));
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
INLINE void row_piece(const struct formula *f, size_t i, size_t left, vec v, vec first, vec last,
                      vec value, vec derivative)
{
    const ivec before = (ivec)(v < v_splat(f->numbers->position[0]));
    const ivec behind = (ivec)(v >= v_splat(f->numbers->position[f->positions - 1]));
    row_result(f, i, left, where(before, first, where(behind, last, value)));
    for (int d = 0; d < f->dims; d++)
        row_store(f->out_slope[d], i, left,
                  where(before | behind, v_splat(0), derivative * row_slope(f, 0, d, i, left)));
}

INLINE void row_curve(const struct formula *f, size_t i, size_t left)
{
    const vec v = row_load(f->in[0], i, left);
    vec piece[4];
    const vec d = v - piece_of(f, 4, v, piece);
    const vec value = piece[0] + d * (piece[1] + d * (piece[2] + d * piece[3]));
    const vec derivative = piece[1] + d * (v_splat(2) * piece[2] + d * (v_splat(3) * piece[3]));
    row_piece(f, i, left, v, v_splat(f->numbers->piece[0][0]),
              v_splat(f->numbers->piece[f->positions - 1][0]), value, derivative);
}

INLINE void row_terrace(const struct formula *f, size_t i, size_t left)
{
    const vec v = row_load(f->in[0], i, left);
    vec piece[4];
    const vec position = piece_of(f, 2, v, piece);
    const vec width = piece[0], rate = piece[1], t = (v - position) * rate;
    row_piece(f, i, left, v, v_splat(f->numbers->position[0]),
              v_splat(f->numbers->position[f->positions - 1]), position + t * t * width,
              v_splat(2) * t * rate * width);
}

INLINE void row_add(const struct formula *f, size_t i, size_t left)
{
    row_result(f, i, left, row_load(f->in[0], i, left) + row_load(f->in[1], i, left));
    for (int d = 0; d < f->dims; d++)
        row_store(f->out_slope[d], i, left,
                  row_slope(f, 0, d, i, left) + row_slope(f, 1, d, i, left));
}

INLINE void row_subtract(const struct formula *f, size_t i, size_t left)
{
    row_result(f, i, left, row_load(f->in[0], i, left) - row_load(f->in[1], i, left));
    for (int d = 0; d < f->dims; d++)
        row_store(f->out_slope[d], i, left,
                  row_slope(f, 0, d, i, left) - row_slope(f, 1, d, i, left));
}

INLINE void row_multiply(const struct formula *f, size_t i, size_t left)
{
    const vec a = row_load(f->in[0], i, left), b = row_load(f->in[1], i, left);
    row_result(f, i, left, a * b);
    for (int d = 0; d < f->dims; d++)
        row_store(f->out_slope[d], i, left,
                  row_slope(f, 0, d, i, left) * b + a * row_slope(f, 1, d, i, left));
}

INLINE void row_minimum(const struct formula *f, size_t i, size_t left)
{
    const vec a = row_load(f->in[0], i, left), b = row_load(f->in[1], i, left);
    row_choose(f, i, left, (ivec)(a < b), a, b);
}

INLINE void row_maximum(const struct formula *f, size_t i, size_t left)
{
    const vec a = row_load(f->in[0], i, left), b = row_load(f->in[1], i, left);
    row_choose(f, i, left, (ivec)(a > b), a, b);
}

INLINE void row_smooth(const struct formula *f, size_t i, size_t left, int is_maximum)
{
    const vec a = row_load(f->in[0], i, left), b = row_load(f->in[1], i, left);
    const vec k = v_splat(f->numbers->smoothness), zero = v_splat(0), apart = a - b;
    const ivec is_below = (ivec)(apart < zero),
               takes_a = is_maximum ? (ivec)(a > b) : (ivec)(a < b);
    const vec near = k - where(is_below, -apart, apart);
    const vec h = where((ivec)(near > zero), near, zero) / k;
    const vec bulge = h * h * k * v_splat((real)0.25), taken = chosen_of(takes_a, a, b);
    row_result(f, i, left, is_maximum ? taken + bulge : taken - bulge);
    for (int d = 0; d < f->dims; d++) {
        const vec of_a = row_slope(f, 0, d, i, left), of_b = row_slope(f, 1, d, i, left);
        const vec difference = of_a - of_b;
        const vec added = h * v_splat((real)0.5) * where(is_below, -difference, difference);
        const vec slope = chosen_slope_of(takes_a, a, b, of_a, of_b);
        row_store(f->out_slope[d], i, left, is_maximum ? slope - added : slope + added);
    }
}

INLINE void row_smooth_minimum(const struct formula *f, size_t i, size_t left)
{
    row_smooth(f, i, left, 0);
}

INLINE void row_smooth_maximum(const struct formula *f, size_t i, size_t left)
{
    row_smooth(f, i, left, 1);
}

INLINE void row_blend(const struct formula *f, size_t i, size_t left)
{
    const vec a = row_load(f->in[0], i, left), b = row_load(f->in[1], i, left);
    const vec t = row_load(f->in[2], i, left);
    const ivec is_a = (ivec)(t <= v_splat(0)), is_b = (ivec)(t >= v_splat(1));
    row_result(f, i, left, where(is_b, b, where(is_a, a, a + t * (b - a))));
    for (int d = 0; d < f->dims; d++) {
        const vec of_a = row_slope(f, 0, d, i, left), of_b = row_slope(f, 1, d, i, left);
        const vec mixed = of_a + (row_slope(f, 2, d, i, left) * (b - a) + t * (of_b - of_a));
        row_store(f->out_slope[d], i, left, where(is_b, of_b, where(is_a, of_a, mixed)));
    }
}

/* SELECT's s, by which it blends. Without a falloff that is 0 or 1. */
INLINE void row_selector(const struct formula *f, size_t i, size_t left)
{
    const combine_numbers *const numbers = f->numbers;
    const vec v = row_load(f->in[0], i, left), zero = v_splat(0), one = v_splat(1);
    if (numbers->rate[0] == 0) {
        const ivec within =
            (ivec)(v_splat(numbers->lower) <= v) & (ivec)(v <= v_splat(numbers->upper));
        row_result(f, i, left, where(within, one, zero));
        for (int d = 0; d < f->dims; d++)
            row_store(f->out_slope[d], i, left, zero);
        return;
    }
    const ivec falls = (ivec)(v > v_splat(numbers->middle));
    const vec edge = where(falls, v_splat(numbers->edge[1]), v_splat(numbers->edge[0]));
    const vec rate = v_splat(numbers->rate[0]), t = clamped_of((v - edge) * rate);
    const vec s = step_of(t), by_v = step_slope_of(t, rate);
    row_result(f, i, left, where(falls, one - s, s));
    for (int d = 0; d < f->dims; d++)
        row_store(f->out_slope[d], i, left,
                  where(falls, -by_v, by_v) * row_slope(f, 0, d, i, left));
}

INLINE void next_row(struct formula *f)
{
    UNROLL
    for (int k = 0; k < 3; k++)
        f->in[k] = f->in[k] ? f->in[k] + f->in_stride[k] : NULL;
    f->out += f->out_stride;
}

#define EACH_VECTOR(function)                                                                      \
    for (size_t row = 0; row < f->rows; row++, next_row(f)) {                                      \
        const size_t whole = f->n / LANES * LANES;                                                 \
        for (size_t i = 0; i < whole; i += LANES)                                                  \
            function(f, i, LANES);                                                                 \
        if (whole < f->n)                                                                          \
            function(f, whole, f->n - whole);                                                      \
    }

/* With a constant number of slopes loops over them unroll. */
INLINE void apply_formula(struct formula *f, int dims, int finishes)
{
    f->dims = dims;
    f->finishes = finishes;
    switch (f->kind) {
    case PERLIN_COMBINE_CONSTANT:
        EACH_VECTOR(row_constant);
        break;
    case PERLIN_COMBINE_SCALE_BIAS:
        EACH_VECTOR(row_scale_bias);
        break;
    case PERLIN_COMBINE_ABSOLUTE:
        EACH_VECTOR(row_absolute);
        break;
    case PERLIN_COMBINE_CLAMP:
        EACH_VECTOR(row_clamp);
        break;
    case PERLIN_COMBINE_SMOOTHSTEP:
        EACH_VECTOR(row_smoothstep);
        break;
    case PERLIN_COMBINE_CURVE:
        EACH_VECTOR(row_curve);
        break;
    case PERLIN_COMBINE_TERRACE:
        EACH_VECTOR(row_terrace);
        break;
    case PERLIN_COMBINE_ADD:
        EACH_VECTOR(row_add);
        break;
    case PERLIN_COMBINE_SUBTRACT:
        EACH_VECTOR(row_subtract);
        break;
    case PERLIN_COMBINE_MULTIPLY:
        EACH_VECTOR(row_multiply);
        break;
    case PERLIN_COMBINE_MINIMUM:
        EACH_VECTOR(row_minimum);
        break;
    case PERLIN_COMBINE_MAXIMUM:
        EACH_VECTOR(row_maximum);
        break;
    case PERLIN_COMBINE_SMOOTH_MINIMUM:
        EACH_VECTOR(row_smooth_minimum);
        break;
    case PERLIN_COMBINE_SMOOTH_MAXIMUM:
        EACH_VECTOR(row_smooth_maximum);
        break;
    case PERLIN_COMBINE_BLEND:
        EACH_VECTOR(row_blend);
        break;
    case PERLIN_STEP_SELECTOR:
        EACH_VECTOR(row_selector);
        break;
    default:
        EACH_VECTOR(row_copy);
        break;
    }
}

OUTLINE void apply(const struct formula *given)
{
    struct formula copy = *given; /* stores may alias the original */
    if (copy.dims > 0)
        apply_formula(&copy, copy.dims, 0);
    else
        apply_formula(&copy, 0, copy.finishes);
}

/* Finds whether either side of a blend by these t is needed. Sets what is; ends where both are. */
OUTLINE void find_needed(const real *t, size_t n, uint8_t needed[2])
{
    enum { AT_ONCE = 16 * LANES };
    const vec zero = v_splat(0), one = v_splat(1);
    size_t i = 0;
    while (i + LANES <= n && !(needed[0] && needed[1])) {
        ivec a = v_splat_index(0), b = v_splat_index(0);
        for (const size_t end = least(n, i + AT_ONCE); i + LANES <= end; i += LANES) {
            a |= ~(ivec)(v_load(t + i) >= one);
            b |= ~(ivec)(v_load(t + i) <= zero);
        }
        needed[0] |= (uint8_t)v_any(a);
        needed[1] |= (uint8_t)v_any(b);
    }
    for (; i < n && !(needed[0] && needed[1]); i++) {
        needed[0] |= !(t[i] >= 1);
        needed[1] |= !(t[i] <= 0);
    }
}

#endif
