/*
 * Where kernels store one octave, and how.
 */
#ifndef PERLIN_STORE_H
#define PERLIN_STORE_H

#include "common.h"

/* How rows of samples lie in memory: the distances between rows and between planes of equal z, and
   how many samples of each row may be written. */
struct layout {
    ptrdiff_t row, plane;
    size_t n;
};

/*
 * Where a kernel stores one octave: noise in plane 0, the slope along axis a in plane 1 + a. Kernels
 * store factor * noise + bias, or add weight * noise to what is there. Slopes have the same factor
 * or weight, and no bias.
 */
struct store {
    real *plane[5]; /* plane[0] may be NULL if slopes are stored */
    struct layout layout;
    real factor, bias;
    real frequency; /* turns slopes per cell into slopes per coordinate */
    int adds;       /* true: kernels add */
    real weight;
    int folds;        /* true: adds 2 |S noise| - 1 instead of noise */
    real twice_scale; /* 2 S */
};

INLINE vec magnitude(vec a)
{
    const integer all_but_sign = (integer)(((uint64_t)1 << (8 * sizeof(real) - 1)) - 1);
    return (vec)((ivec)a & all_but_sign);
}

/* 2 |n| - 1, where n = raw * scale. Doubling the scale doubles n exactly, unless n is too small to
   matter. */
INLINE vec billow(vec raw, real twice_scale)
{
    return magnitude(raw) * v_splat(twice_scale) - v_splat(1);
}

/* Stores or adds the noise of a vector of points, starting at point i. `is_scaled`: factor and weight
   are known to be 1, unless octaves are folded. */
INLINE void store_point_as(const struct store *to, int is_scaled, size_t i, vec value)
{
    real *const out = to->plane[0] + i;
    if (to->adds) {
        const int multiplies = !is_scaled || to->folds;
        if (to->folds)
            value = billow(value, to->twice_scale);
        value = v_load(out) + (multiplies ? (vec)(v_splat(to->weight) * value) : value);
    } else {
        value = (is_scaled ? value : (vec)(value * v_splat(to->factor))) + v_splat(to->bias);
    }
    v_store(out, value);
}

INLINE void store_point(const struct store *to, size_t i, vec value)
{
    store_point_as(to, 0, i, value);
}

INLINE void store_point_slopes(const struct store *to, int dims, size_t i, vec value,
                               const vec slope[4])
{
    store_point(to, i, value);
    UNROLL
    for (int a = 0; a < dims; a++)
        v_store(to->plane[1 + a] + i, slope[a] * v_splat(to->factor) * v_splat(to->frequency));
}

/* Loads a vector of output elements, of which `left` remain. Reads no others. */
static inline vec load_elements(const real *out, ptrdiff_t stride, size_t left)
{
    real lane[LANES] = {0};
    if (stride == 1 && left >= LANES)
        return v_load(out);
    for (size_t l = 0; l < least(left, LANES); l++)
        lane[l] = out[(ptrdiff_t)l * stride];
    return v_load(lane);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Stores or adds the end of a row. Only n samples there may be read or written. */
OUTLINE void store_end(real *out, size_t n, int adds, real weight, vec value)
{
    if (adds)
        value = load_elements(out, 1, n) + v_splat(weight) * value;
    v_store_part(out, value, n);
}

/* Stores a vector of noise in row r, at sample i, or adds it to what is there. */
INLINE void store_row(const struct store *to, size_t r, size_t i, vec value)
{
    real *const out = to->plane[0] + (ptrdiff_t)r * to->layout.row + i;
    if (to->adds && to->folds)
        value = billow(value, to->twice_scale);
    if (!to->adds)
        value = value * v_splat(to->factor) + v_splat(to->bias);
    if (i + LANES > to->layout.n)
        store_end(out, to->layout.n - i, to->adds, to->weight, value);
    else
        v_store(out, to->adds ? (vec)(v_load(out) + v_splat(to->weight) * value) : value);
}

#endif
