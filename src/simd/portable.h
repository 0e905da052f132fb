/*
 * Operations of the vocabulary for instruction sets that have nothing better: a lane at a time; and what several make of
 * an operation of theirs. A vec header calls these.
 */
#ifndef PERLIN_SIMD_PORTABLE_H
#define PERLIN_SIMD_PORTABLE_H

#include "inline.h"

static inline void store_part_by_lane(real *p, vec a, size_t n)
{
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        if (l < n)
            p[l] = a[l];
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
