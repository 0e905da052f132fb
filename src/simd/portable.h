/*
 * Operations of the vocabulary for instruction sets that have nothing better: through memory, a lane at
 * a time. A vec header calls these where it has no instruction.
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

#endif
