/*
 * For both lane types: look-ups of components that are -1, 0 or 1, divided, by shuffles of their highest
 * bytes. All other bytes are 0.
 */
#ifndef PERLIN_AVX2_SIGN_ROWS_H
#define PERLIN_AVX2_SIGN_ROWS_H

enum { TO_TOP = 8 * sizeof(real) - 8 };

/* Moves each lane's byte to the top of its lane, above zeros. */
static inline uvec on_top(const uint8_t *row)
{
    return (uvec)v_load_index(row) << TO_TOP;
}

/* Bits 1 to 4 of a row determine x and y, and bits 0 to 3 z and w. Bit 7 of an index's lower bytes makes
   shuffles give 0 there. */
static inline void v_sign_rows(const struct LANE(perlin_rows) * table, const uint8_t *row,
                               vec column[])
{
    const uvec rows = on_top(row), nothing_below = (uvec){0} + (~(lane_bits)0 / 255 * 128 >> 8);
    const __m256i of_xy = (__m256i)(rows >> 1 | nothing_below);
    const __m256i of_zw = (__m256i)(rows | nothing_below);
    UNROLL
    for (int a = 0; a < 4; a++)
        column[a] = (vec)shuffled(table->top[a], a < 2 ? of_xy : of_zw);
}
#define v_sign_rows v_sign_rows

/* Lower bytes of an index need to be no more than below 16: row 0 holds zeros. */
static inline void v_sign_row_pairs(const struct LANE(perlin_rows) * table, const uint8_t *pair,
                                    vec here[], vec next[])
{
    const uvec both = on_top(pair), fifteen = (uvec){0} + ((lane_bits)15 << TO_TOP);
    UNROLL
    for (int a = 0; a < 4; a++) {
        here[a] = (vec)shuffled(table->top[a], (__m256i)(both & fifteen));
        next[a] = (vec)shuffled(table->top[a], (__m256i)(both >> 4));
    }
}
#define v_sign_row_pairs v_sign_row_pairs

#endif
