/*
 * Finds cells modulo a period, by division, or by a mask if that gives the same cell.
 */
#ifndef PERLIN_CELLS_H
#define PERLIN_CELLS_H

#include "common.h"

#include <math.h>

/* Maps coordinates to an octave: coordinate * frequency + offset. Product and sum are each rounded.
   */
struct octave_map {
    double frequency;
    const double *offset; /* by axis */
};

static inline struct octave_map octave_map(const perlin_noise *noise, uint32_t octave)
{
    return (struct octave_map){noise->spectrum.frequency[octave], noise->spectrum.offset[octave]};
}

/* mantissa * 2^exponent modulo n, by repeated squaring. Factors stay below 2^32. */
static inline uint64_t power_modulo(uint64_t mantissa, uint32_t exponent, uint64_t n)
{
    uint64_t remainder = mantissa % n;
    for (uint64_t power = 2 % n; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            remainder = remainder * power % n;
        power = power * power % n;
    }
    return remainder;
}

/* The cell of a scaled coordinate, modulo `modulus`, where 0 means 2^32; or 0 if the coordinate is
   not finite. */
static inline uint32_t cell_modulo(double c, uint32_t modulus)
{
    const int64_t n = modulus == 0 ? INT64_C(1) << 32 : modulus;
    uint64_t bits;
    if (!isfinite(c))
        return 0;
    if (fabs(c) < 0x1p62) {
        const int64_t truncated = (int64_t)c;
        const int64_t remainder = (truncated - ((double)truncated > c)) % n;
        return (uint32_t)(remainder < 0 ? remainder + n : remainder);
    }
    memcpy(&bits, &c, sizeof bits);
    const uint64_t implicit = UINT64_C(1) << 52;
    const uint64_t remainder = power_modulo((bits & (implicit - 1)) | implicit,
                                            (uint32_t)(bits >> 52 & 0x7ff) - 1075, (uint64_t)n);
    return (uint32_t)(c < 0 && remainder > 0 ? (uint64_t)n - remainder : remainder);
}

INLINE uint64_t bits_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

INLINE int is_power_of_two(uint32_t n)
{
    return (n & (n - 1)) == 0;
}

/*
 * The cells of n scaled coordinates, modulo `modulus`. Returns false if any magnitude is 2^51 or
 * more; `cell` is undefined then. Plain C without branches, so that compilers vectorise it.
 *
 * Adding `big` rounds to the nearest integer and leaves it in the low bits of the sum. All steps
 * but the quotient are exact, and the rounded quotient is less than 1 from the true one. So
 * remainders are less than a modulus away from 0. With `by_mask` the modulus is a power of two, and
 * the low bits need no quotient.
 */
INLINE int near_doubles_modulo(const double c[], size_t n, uint32_t modulus, int by_mask,
                               uint32_t cell[])
{
    const double big = 0x1.8p52, m = modulus, reciprocal = 1.0 / m;
    const uint32_t high_word = 0x43200000; /* high word of 2^51 */
    uint32_t far_out = 0;                  /* nonzero sign bit: some magnitude is 2^51 or more */
    for (size_t i = 0; i < n; i++) {
        const double sum = c[i] + big, nearest = sum - big;
        const double quotient = nearest * reciprocal + big - big;
        const double fraction = c[i] - nearest + 0.0; /* turns -0 into +0 */
        const uint32_t is_above = (uint32_t)(bits_of(fraction) >> 63);
        const uint32_t remainder = (uint32_t)bits_of(nearest - quotient * m + big) - is_above;
        cell[i] = by_mask ? ((uint32_t)bits_of(sum) - is_above) & (modulus - 1)
                          : remainder + ((0 - (remainder >> 31)) & modulus);
        far_out |= ((uint32_t)(bits_of(c[i]) >> 32) & 0x7fffffff) + (0x80000000 - high_word);
    }
    return far_out >> 31 == 0;
}

OUTLINE void cells_modulo(const double c[], size_t n, uint32_t modulus, uint32_t cell[])
{
    const int are_near = is_power_of_two(modulus) ? near_doubles_modulo(c, n, modulus, 1, cell)
                                                  : near_doubles_modulo(c, n, modulus, 0, cell);
    for (size_t i = 0; !are_near && i < n; i++)
        cell[i] = cell_modulo(c[i], modulus);
}

/* True if a table of 256 gives the same results when cells modulo 256 are masked. No division is
   needed then. */
INLINE int is_by_mask(uint32_t modulus)
{
    return modulus % PERLIN_TABLE_SIZE == 0 || PERLIN_TABLE_SIZE % modulus == 0;
}

/* True if the permutation has 256 entries; only then do tables have the forms that kernels look up
   in. */
INLINE int has_kernel_forms(const struct perlin_tables *tables)
{
    return tables->mask == PERLIN_TABLE_SIZE - 1;
}

/* True if the next cell is also the next entry of the table. */
INLINE int has_neighbour(const struct perlin_tables *tables, uint32_t cell, uint32_t modulus)
{
    return ((perlin_next_cell(cell, modulus) ^ (cell + 1)) & tables->mask) == 0;
}

#endif
