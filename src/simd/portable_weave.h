/*
 * Woven bytes for instruction sets that WEAVES is 0 for: no kernel calls these there, so a lane at a time will do.
 */
#ifndef PERLIN_SIMD_PORTABLE_WEAVE_H
#define PERLIN_SIMD_PORTABLE_WEAVE_H

INLINE void rows_by_lane(const struct LANE(perlin_rows) * table, const uint8_t row[LANES],
                         vec column[])
{
    for (int a = 0; a < 4; a++) {
        real lane[LANES];
        for (int l = 0; l < LANES; l++)
            lane[l] = table->column[a][row[l]];
        column[a] = v_load(lane);
    }
}

static inline void v_woven_rows(const struct LANE(perlin_rows) * table, const uint8_t *row, int k,
                                vec column[])
{
    uint8_t own[LANES];
    for (int l = 0; l < LANES; l++)
        own[l] = row[l * (int)sizeof(integer) + k];
    rows_by_lane(table, own, column);
}

static inline void v_woven_row_pairs(const struct LANE(perlin_rows) * table, int count,
                                     const uint8_t *pair, int k, vec here[], vec next[])
{
    uint8_t low[LANES], high[LANES];
    (void)count;
    for (int l = 0; l < LANES; l++) {
        const uint8_t own = pair[l * (int)sizeof(integer) + k];
        low[l] = own % 16;
        high[l] = own / 16;
    }
    rows_by_lane(table, low, here);
    rows_by_lane(table, high, next);
}

#endif
