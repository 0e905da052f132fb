/*
 * Lattices with periods: cells by division, or by a mask where that is the same. And tables of more than 256 entries, where
 * hashes are found one at a time: bytes, by which others go (hash_axis), do not hold them.
 */
#ifndef PERLIN_SIMD_CELLS_H
#define PERLIN_SIMD_CELLS_H

#include "gradient.h"

#include <math.h>

/* mantissa * 2^exponent modulo n, by squaring; factors stay below 2^31. */
static inline uint64_t power_modulo(uint64_t mantissa, uint32_t exponent, uint32_t n)
{
    uint64_t remainder = mantissa % n;
    for (uint64_t power = 2 % n; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            remainder = remainder * power % n;
        power = power * power % n;
    }
    return remainder;
}

/* The cell of a scaled coordinate, modulo `modulus`; 0 where it is not finite. */
static inline uint32_t cell_modulo(double c, uint32_t modulus)
{
    uint64_t bits;
    if (!isfinite(c))
        return 0;
    if (fabs(c) < 0x1p62) {
        const int64_t truncated = (int64_t)c, n = modulus;
        const int64_t remainder = (truncated - ((double)truncated > c)) % n;
        return (uint32_t)(remainder < 0 ? remainder + n : remainder);
    }
    memcpy(&bits, &c, sizeof bits);
    const uint64_t implicit = UINT64_C(1) << 52;
    const uint64_t remainder = power_modulo((bits & (implicit - 1)) | implicit,
                                            (uint32_t)(bits >> 52 & 0x7ff) - 1075, modulus);
    return (uint32_t)(c < 0 && remainder > 0 ? modulus - remainder : remainder);
}

INLINE uint64_t bits_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

/*
 * The cells of n scaled coordinates, modulo `modulus`. Adding `big` rounds to an integer, in the low bits of the sum,
 * where magnitudes are below 2^51. All steps but the quotient are exact then, and the nearest integer to that is less
 * than 1 from the true one: remainders are within a modulus of 0. Where one coordinate is not below, all are done
 * again, one by one. Plain C without branches, which compilers make vectors of.
 */
OUTLINE void cells_modulo(const double c[], size_t n, uint32_t modulus, uint32_t cell[])
{
    const double big = 0x1.8p52, m = modulus, reciprocal = 1.0 / m;
    const uint32_t high_word = 0x43200000; /* of 2^51 */
    uint32_t far_out = 0;                  /* in the sign bit */
    for (size_t i = 0; i < n; i++) {
        const double nearest = c[i] + big - big;
        const double quotient = nearest * reciprocal + big - big;
        const double fraction = c[i] - nearest + 0.0; /* not -0, of which c may be one */
        const uint32_t is_above = (uint32_t)(bits_of(fraction) >> 63);
        const uint32_t remainder = (uint32_t)bits_of(nearest - quotient * m + big) - is_above;
        cell[i] = remainder + ((0 - (remainder >> 31)) & modulus);
        far_out |= ((uint32_t)(bits_of(c[i]) >> 32) & 0x7fffffff) + (0x80000000 - high_word);
    }
    for (size_t i = 0; far_out >> 31 && i < n; i++)
        cell[i] = cell_modulo(c[i], modulus);
}

/* Whether cells modulo `modulus` are, in a table of 256, those modulo 256 with high bits masked away: no division then. */
INLINE int is_by_mask(uint32_t modulus)
{
    return modulus % PERLIN_TABLE_SIZE == 0 || PERLIN_TABLE_SIZE % modulus == 0;
}

/* Whether the permutation is one of 256, of which there are forms for kernels. */
INLINE int has_kernel_forms(const struct perlin_tables *tables)
{
    return tables->mask == PERLIN_TABLE_SIZE - 1;
}

/* Whether the neighbours of a cell follow it in the table as well: then hash_axis finds both. */
INLINE int has_neighbour(uint32_t cell, uint32_t modulus)
{
    return perlin_next_cell(cell, modulus) % PERLIN_TABLE_SIZE == (cell + 1) % PERLIN_TABLE_SIZE;
}

/* The last look-up of a hash: a row of the gradient set. */
INLINE uint8_t last_row(const struct perlin_tables *tables, int dims, uint32_t i)
{
    if (dims == 2)
        return tables->row_2d[i & tables->mask];
    if (dims == 3)
        return perlin_row_3d(tables->permutation[i & tables->mask]);
    if (dims == 4)
        return perlin_row_4d(tables->permutation[i & tables->mask]);
    return tables->permutation[i & tables->mask] % 16;
}

/*
 * The rows of the 2^(dims - 1) corners whose x hashes to `hash`, numbered by their bits: 1 along y, 2 along z, 4 along
 * w. side[a] are the cell along axis a and the next one.
 */
INLINE void corner_rows(const struct perlin_tables *tables, int dims, uint32_t hash,
                        uint32_t side[4][2], uint8_t row[8])
{
    uint32_t h[8] = {hash};
    UNROLL
    for (int a = 1; a < dims - 1; a++) {
        const int corners = 1 << (a - 1);
        UNROLL
        for (int c = 0; c < corners; c++) {
            h[c + corners] = tables->permutation[(h[c] + side[a][1]) & tables->mask];
            h[c] = tables->permutation[(h[c] + side[a][0]) & tables->mask];
        }
    }
    const int half = 1 << (dims - 2); /* of the corners */
    UNROLL
    for (int c = 0; c < half; c++) {
        row[c] = last_row(tables, dims, h[c] + side[dims - 1][0]);
        row[c + half] = last_row(tables, dims, h[c] + side[dims - 1][1]);
    }
}

#endif
