/*
 * What engine and kernels share: whole vectors, interpolation, masks.
 */
#ifndef PERLIN_COMMON_H
#define PERLIN_COMMON_H

#include <stddef.h>
#include <stdint.h>

static inline size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t greatest(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* n, rounded down to a multiple of `group`, a power of two. */
static inline size_t whole_groups(size_t n, size_t group)
{
    return n & ~(group - 1);
}

/* n, rounded up to a multiple of LANES. */
static inline size_t whole_vectors(size_t n)
{
    return (n + LANES - 1) / LANES * LANES;
}

/* Floor and ceiling of numbers below 2^52 in magnitude: kernels call no library. */
INLINE double floored(double c)
{
    const double truncated = (double)(int64_t)c;
    return truncated > c ? truncated - 1 : truncated;
}

INLINE double raised(double c)
{
    return -floored(-c);
}

/* Kernels may read this many elements past a row's last lattice point. */
enum { BEHIND = (int)BYTES > (int)LANES ? (int)BYTES : (int)LANES };

/* Writes a vector to out[i..], but only elements below n. */
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

/* The derivative of fade: 30 t^2 (t - 1)^2. */
INLINE vec fade_slope(vec t)
{
    return v_splat(30) * t * t * (t * (t - v_splat(2)) + v_splat(1));
}

INLINE vec lerp(vec t, vec a, vec b)
{
    return a + t * (b - a);
}

/* Selects a in lanes where the mask is set, else b. The mask is the result of a comparison. */
INLINE vec where(ivec mask, vec a, vec b)
{
    return (vec)((mask & (ivec)a) | (~mask & (ivec)b));
}

#endif
