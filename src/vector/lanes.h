/*
 * What compilers do well by themselves for any vectors. A vec header includes this behind its types real, vec and ivec, and LANES.
 */
#ifndef PERLIN_SIMD_LANES_H
#define PERLIN_SIMD_LANES_H

#include "inline.h"

#include <string.h>

static inline vec v_load(const real *p)
{
    vec a;
    memcpy(&a, p, sizeof a);
    return a;
}

static inline void v_store(real *p, vec a)
{
    memcpy(p, &a, sizeof a);
}

/* Less 0, which keeps all numbers: -0 plus 0 is +0. */
static inline vec v_splat(real x)
{
    return x - (vec){0};
}

static inline ivec v_splat_index(int32_t i)
{
    return i + (ivec){0};
}

/* v_rows by columns, for instruction sets that permute. */
INLINE void rows_by_lookup(const real table[4][32], vec (*lookup)(const real *, ivec), ivec row,
                           vec column[4])
{
    UNROLL
    for (int a = 0; a < 4; a++)
        column[a] = lookup(table[a], row);
}

/* v_rows of 32 by the first eight of each column; `lookup` takes the lowest three bits. Not for v_sign_rows, whose 32 do not
   mirror. */
INLINE void mirrored_by_lookup(const real table[4][32], vec (*lookup)(const real *, ivec), ivec row,
                               vec column[4])
{
    const int top = 8 * (int)sizeof(real) - 1;
    const ivec sign = (ivec)v_splat(-(real)0);
    rows_by_lookup(table, lookup, row, column);
    column[0] = (vec)((ivec)column[0] ^ (row << (top - 3) & sign));
    column[1] = (vec)((ivec)column[1] ^ (row << (top - 4) & sign));
}

#endif
