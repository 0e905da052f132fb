/*
 * Operations of the vocabulary for instruction sets that have nothing better: through memory, a lane at
 * a time; and what several make of an operation of theirs. A vec header calls these.
 */
#ifndef PERLIN_SIMD_PORTABLE_H
#define PERLIN_SIMD_PORTABLE_H

#include "inline.h"

static inline void store_part_by_memory(real *p, vec a, size_t n)
{
    real lane[LANES];
    v_store(lane, a);
    memcpy(p, lane, n * sizeof *p);
}

static inline vec lookup_by_memory(const real *table, ivec i)
{
    real lane[LANES];
    UNROLL
    for (int l = 0; l < LANES; l++)
        lane[l] = table[i[l]];
    return v_load(lane);
}

/* v_rows by columns, for instruction sets that permute. */
INLINE void rows_by_lookup(const real table[4][32], int count, ivec row,
                           vec (*of16)(const real[16], ivec), vec (*of32)(const real[32], ivec),
                           vec column[4])
{
    UNROLL
    for (int a = 0; a < 4; a++)
        column[a] = count == 32 ? of32(table[a], row) : of16(table[a], row);
}

#endif
