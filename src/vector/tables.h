/*
 * The tables that kernels look up in: permutations, and gradients by tables. The scalar backend uses
 * neither `folded` nor gradients.
 */
#ifndef PERLIN_VECTOR_TABLES_H
#define PERLIN_VECTOR_TABLES_H

#include <stdint.h>
#include <string.h>

#define PERLIN_TABLE_SIZE 256 /* entries of a permutation table */

/*
 * A table of 256 bytes. `value` holds it twice in a row, so that a sum of two bytes indexes an entry,
 * and the next one, without reduction. Entry i of `folded` is value[i] ^ value[i - 16], except that
 * the first 16 of each 64 are plain.
 */
struct perlin_bytes {
    _Alignas(64) uint8_t value[2 * PERLIN_TABLE_SIZE], folded[PERLIN_TABLE_SIZE];
};

/* Fills the other forms from the first 256 entries of `value`. */
static inline void perlin_bytes_init(struct perlin_bytes *bytes)
{
    memcpy(bytes->value + PERLIN_TABLE_SIZE, bytes->value, PERLIN_TABLE_SIZE);
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
        bytes->folded[i] = (uint8_t)(bytes->value[i] ^ (i % 64 >= 16 ? bytes->value[i - 16] : 0));
}

/*
 * The components of a gradient set of 8, 16 or 32 rows. A gradient may occur twice, and a row may be
 * unused. `top` and `tops` exist for the 3-D and the 4-D set, whose components are -1, 0 or 1, divided
 * by PERLIN_SCALE. Only the highest byte of such a number is not 0, so kernels can look up that byte
 * alone.
 */
struct perlin_rows_f32 {
    _Alignas(64) float column[4][32], row[32][4];
    uint8_t top[4][16]; /* the highest byte, by component and perlin_top_index() */
    uint32_t tops[32];  /* all by row: component a is << PERLIN_TOPS_SHIFT(a) */
};
struct perlin_rows_f64 {
    _Alignas(64) double column[4][32], row[32][4];
    uint8_t top[4][16];
};

/* Index in top[a] of a row. In 4-D, four of a row's five bits determine a component: bits 1 to 4 x and
   y, bits 0 to 3 z and w. */
static inline int perlin_top_index(int rows, int a, int row)
{
    return rows == 32 && a < 2 ? row >> 1 : row % 16;
}

/* Kernels multiply distances by this if components are divided by it. Both steps are exact:
   distances are below 2, and components are far from subnormal. So a product is as exact as with
   the undivided component, and rounds the same, even to a subnormal number. */
#define PERLIN_SCALE_f32 0x1p1f
#define PERLIN_SCALE_f64 0x1p15

/* Where component a lies in `tops`. x is at the bottom and z at the top, so that in 3-D one
   instruction extracts either. */
#define PERLIN_TOPS_SHIFT(a) ((a) == 3 ? 16 : (a) == 2 ? 24 : 8 * (a))

#endif
