/*
 * What describes a basis: all that the library asks of one, but for its kernels. And the gradient sets.
 */
#ifndef PERLIN_BASIS_H
#define PERLIN_BASIS_H

#include "../noise/backend.h"

#define PERLIN_MAX_OCTAVES    32
#define PERLIN_TABLE_SIZE     256 /* of Perlin's table, and by default */
#define PERLIN_MAX_TABLE_SIZE 65536
#define PERLIN_MAX_PERIOD     (UINT32_C(1) << 31)

/* ---- Gradient sets ----------------------------------------------------------------------------------- */

/*
 * The components of a gradient set, in the forms that kernels look up in; the scalar backend has its own. `top` and `tops` are of
 * the 3-D and the 4-D set, whose components -1, 0 and 1 are divided by PERLIN_SCALE: only the highest byte of these is not 0, so
 * that kernels can look up that byte alone.
 */
struct perlin_rows_f32 {
    _Alignas(64) float column[4][32], row[32][4];
    uint8_t top[4][16]; /* the highest byte, by component and perlin_top_index() */
    uint32_t tops[32];  /* the same by row: that of component a << PERLIN_TOPS_SHIFT(a) */
};
struct perlin_rows_f64 {
    _Alignas(64) double column[4][32], row[32][4];
    uint8_t top[4][16];
};

/* Of 8, 16 or 32 rows. But for the 4-D set those of 32 are mirrored, so that kernels need only look the first eight up: bit 3
   of a row negates x, bit 4 y. A gradient may be there twice, and some rows may be no gradient's. */
struct perlin_gradient_set {
    uint32_t rows;
    struct perlin_rows_f32 rows_f32;
    struct perlin_rows_f64 rows_f64;
};
extern const struct perlin_gradient_set perlin_set_1d, perlin_sets_2d[], perlin_set_3d,
    perlin_set_4d; /* in 2-D by PERLIN_GRADIENTS_ */
extern const struct perlin_gradient_set perlin_set_mirrored_even, perlin_set_24, perlin_set_open_2d,
    perlin_set_open_3d;

/* A set of more than 32 gradients, by row. That of 48 is mirrored: bit 5 of a row negates x; its first 32 rows are there by
   component, too. */
#define PERLIN_MOST_GRADIENTS 160
struct perlin_large_set {
    _Alignas(64) float columns_f32[3][32], rows_f32[PERLIN_MOST_GRADIENTS][4];
    double rows_f64[PERLIN_MOST_GRADIENTS][4];
};
extern const struct perlin_large_set perlin_set_48, perlin_set_160;

/* Which of `top` is of component a of a row: of the 32 in 4-D four bits tell, as perlin_row_4d() has them. */
static inline int perlin_top_index(int rows, int a, int row)
{
    return rows == 32 && a < 2 ? row >> 1 : row % 16;
}

/* What kernels multiply distances by, for products with divided components. Both are exact: distances are below 2, and components
   far from subnormal. So a product has the exact value that the component's with the distance has, and
   rounds to the same number, a subnormal one too. */
#define PERLIN_SCALE_f32 0x1p1f
#define PERLIN_SCALE_f64 0x1p15

/* Where component a is in `tops`: x at the bottom and z at the top, where one instruction each gets at them in 3-D. */
#define PERLIN_TOPS_SHIFT(a) ((a) == 3 ? 16 : (a) == 2 ? 24 : 8 * (a))

/*
 * The row of the 3-D gradient set that a hash leads to, by its low bits. Of the 16 that Perlin lists four are there twice. Row 0
 * is of none, and zeros, so that shuffles of bytes which look components up find zeros where an index is 0.
 */
static inline uint8_t perlin_row_3d(uint32_t hash)
{
    static const uint8_t row[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 10, 2, 12};
    return row[hash % 16];
}

/*
 * The row of the 4-D gradient set that a hash leads to, by its low bits, put in another order: what x and y are is then told by
 * bits 1 to 4 of the row, what z and w are by bits 0 to 3.
 */
static inline uint8_t perlin_row_4d(uint32_t hash)
{
    return (uint8_t)((hash & 1) << 4 | (hash >> 1 & 12) | (hash & 2) | (hash >> 2 & 1));
}

/*
 * The row of the large 3-D set that a hash leads to. Bits 4 and 5 of the 48 say along which axis a component of size 1 or a
 * zero is, the lower ones what the others are; the bit that negates x moves to the top.
 */
static inline uint8_t perlin_row_of_48(uint32_t hash)
{
    const uint32_t h = hash % 48, k = h % 16;
    if (h < 16)
        return (uint8_t)(k < 8 ? (k & 3) + (k & 4) * 8 : k - 4);
    if (h < 32)
        return (uint8_t)(12 + (k & 1) + (k >> 2) * 2 + (k & 2) * 16);
    return (uint8_t)(20 + (k >> 1) + (k & 1) * 32);
}

/* ---- Descriptions ------------------------------------------------------------------------------------ */

struct perlin_basis_info {
    uint32_t dims; /* bit d - 1: defined in d dimensions */
    int takes_period;
    /* After how many cells an axis without a period repeats; 0: the size of a permutation, by which cells are hashed. */
    uint32_t natural_modulus;

    /* S, just under the reciprocal of the greatest magnitude (docs/range.md). */
    double (*octave_scale)(const perlin_params *params, uint32_t dims);

    /* Where there are gradients, else NULL: the set of up to 32, or the larger one, of which one is NULL; and what entry i of a
       table leads to, where it is the last one of a hash (perlin_tables). */
    const struct perlin_gradient_set *(*gradients)(const perlin_params *params, uint32_t dims);
    const struct perlin_large_set *(*large)(const perlin_params *params, uint32_t dims);
    uint8_t (*leaf)(const perlin_params *params, uint32_t dims, const uint16_t *permutation,
                    uint32_t i);

    /* How far a gradient reaches, squared, where it does not fade along the axes; else NULL. */
    double (*reach)(const perlin_params *params, uint32_t dims);

    /* What kernels of this basis find behind noise->state. */
    size_t state_size;
    void (*state_init)(void *state, const perlin_params *params);
};

/* By PERLIN_BASIS_. */
extern const struct perlin_basis_info *const perlin_bases[PERLIN_BASES];

extern const struct perlin_basis_info perlin_basis_perlin, perlin_basis_value,
    perlin_basis_value_cubic, perlin_basis_elias, perlin_basis_simplex, perlin_basis_opensimplex2,
    perlin_basis_opensimplex2s, perlin_basis_opensimplex;

/* The output function of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
   Generators", OOPSLA 2014; this variant of the constants is Vigna's, after Stafford's mix 13). */
static inline uint64_t perlin_mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
