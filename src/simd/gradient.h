/*
 * Gradient noise over vectors: the pieces that points and grid rows share. `dims` is always a constant
 * where these are inlined, so that the loops unroll and the unused branches vanish.
 */
#ifndef PERLIN_SIMD_GRADIENT_H
#define PERLIN_SIMD_GRADIENT_H

#include "../noise.h"
#include "inline.h"

typedef struct LANE(perlin_rows) gradient_set;
typedef struct LANE(perlin_output) output_scale;

static inline size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* n rounded up to a multiple of the vector's length. */
static inline size_t whole_vectors(size_t n)
{
    return (n + LANES - 1) / LANES * LANES;
}

/* Writes a vector to out[i..], of it what lies within n. */
INLINE void store_within(real *out, size_t i, size_t n, vec value)
{
    if (i + LANES <= n)
        v_store(out + i, value);
    else
        v_store_part(out + i, value, n - i);
}

INLINE vec fade(vec t)
{
    return t * t * t * (t * (t * v_splat(6) - v_splat(15)) + v_splat(10));
}

INLINE vec lerp(vec t, vec a, vec b)
{
    return a + t * (b - a);
}

/*
 * Extends the hashes of 2^axis corners by one axis: corner c keeps its bits below and gains bit `axis`.
 * Both neighbours p[h + cell] and p[h + cell + 1] are looked up together.
 */
INLINE void hash_axis(const struct perlin_lut *lut, int corners, bytes cell, bytes h[])
{
    UNROLL
    for (int c = 0; c < corners; c++) {
        const struct v_pair p = v_pair_at(lut, v_add_bytes(h[c], cell));
        h[c] = p.here;
        h[c + corners] = p.next;
    }
}

/* The table of an axis: the last axis of a 2-D hash leads straight to the row of the gradient set. */
INLINE const struct perlin_lut *axis_lut(const struct perlin_tables *tables, int dims, int axis)
{
    return dims == 2 && axis == 1 ? &tables->leaf2 : &tables->permutation;
}

/* The rows of a gradient set, which a hash picks by its low bits. */
INLINE int gradient_count(int dims)
{
    return dims == 4 ? 32 : 16;
}

/* Lerps 2^axes corner values down to one, the lowest bit of the corner first. */
INLINE vec interpolate(int axes, const vec t[], vec value[])
{
    UNROLL
    for (int a = 0; a < axes; a++) {
        UNROLL
        for (int c = 0; c < 1 << (axes - 1 - a); c++)
            value[c] = lerp(t[a], value[2 * c], value[2 * c + 1]);
    }
    return value[0];
}

/* From the total of all octaves to the result, but for the bits of a NaN: the range, one zero. */
INLINE vec finish(const output_scale *output, vec total)
{
    return total * v_splat(output->factor) + v_splat(output->bias);
}

#endif
