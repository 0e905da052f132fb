/*
 * Look-ups of rows for instruction sets that load them, up to four at once. A vec header includes this behind
 *
 *     columns_of(row, column)    transposes LANES rows: column[a] has row[l][a] in lane l, for a in 0..3
 */
#ifndef PERLIN_SIMD_LOADED_ROWS_H
#define PERLIN_SIMD_LOADED_ROWS_H

#include "inline.h"

_Static_assert(LANES <= 4, "a register holds the bytes of all lanes");

static inline void v_rows_at(const real (*table)[4], const uint8_t *index, vec column[])
{
    const real *row[LANES];
    UNROLL
    for (int l = 0; l < LANES; l++)
        row[l] = table[index[l]];
    columns_of(row, column);
}

static inline void v_rows(const struct LANE(perlin_rows) * table, int count, const uint8_t *row,
                          vec column[])
{
    (void)count;
    v_rows_at(table->row, row, column);
}

/* Takes all lanes' bytes apart in one register: of bytes gcc may spill one and load it back wider, which CPUs wait for. */
static inline void loaded_row_pairs(const struct LANE(perlin_rows) * table, const uint8_t *pair,
                                    vec here[], vec next[])
{
    const real *row[2][LANES];
    uint32_t pairs = 0;
    UNROLL
    for (int l = 0; l < LANES; l++)
        pairs |= (uint32_t)pair[l] << 8 * l;
    UNROLL
    for (int l = 0; l < LANES; l++) {
        row[0][l] = table->row[pairs >> 8 * l & 15];
        row[1][l] = table->row[pairs >> (8 * l + 4) & 15];
    }
    columns_of(row[0], here);
    columns_of(row[1], next);
}

#include "rows_of_48.h"

#endif
