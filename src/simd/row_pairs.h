/*
 * v_row_pairs as two calls of v_rows, for instruction sets that load rows. A vec header includes this behind its
 * v_rows.
 */
#ifndef PERLIN_SIMD_ROW_PAIRS_H
#define PERLIN_SIMD_ROW_PAIRS_H

static inline void v_row_pairs(const struct LANE(perlin_rows) * table, int count,
                               const uint8_t *pair, vec here[], vec next[])
{
    uint8_t row[2][LANES];
    UNROLL
    for (int l = 0; l < LANES; l++) {
        row[0][l] = pair[l] % 16;
        row[1][l] = pair[l] / 16;
    }
    v_rows(table, count, row[0], here);
    v_rows(table, count, row[1], next);
}

#endif
