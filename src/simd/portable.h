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
INLINE void rows_by_lookup(const real table[4][32], int count, ivec row,
                           vec (*of8)(const real *, ivec), vec (*of16)(const real *, ivec),
                           vec (*of_more)(const real *, ivec), vec column[4])
{
    UNROLL
    for (int a = 0; a < 4; a++)
        column[a] = count > 16    ? of_more(table[a], row)
                    : count == 16 ? of16(table[a], row)
                                  : of8(table[a], row);
}

#endif
