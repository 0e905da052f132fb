/*
 * v_rows_of_48 for instruction sets whose registers do not hold a column. A vec header includes this behind its v_rows_at.
 */
#ifndef PERLIN_SIMD_ROWS_OF_48_H
#define PERLIN_SIMD_ROWS_OF_48_H

#include "inline.h"

INLINE void v_rows_of_48(const struct perlin_large_set *set, const uint8_t *row, vec column[4])
{
    v_rows_at(set->LANE(rows), row, column);
}

#endif
