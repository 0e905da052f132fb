/*
 * Finds cells and fractions of coordinates, and cells modulo a period.
 */
#ifndef PERLIN_CELLS_H
#define PERLIN_CELLS_H

#include "common.h"

#include <math.h>

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

INLINE int is_power_of_two(uint32_t n)
{
    return (n & (n - 1)) == 0;
}

/* ---- Vectors --------------------------------------------------------------------------------- */

/* Added to a fraction and taken off again, it leaves a multiple of 2^-24 (`is_whole`). */
#define WHOLE 0x1.8p28

/* Functions that place coordinates return their cells, modulo 2^32, as indices, and store their
   fractions. This one places any coordinates, and returns cells modulo `modulus`. */
OUTLINE ivec place_any(const struct wide *wide, uint32_t modulus, int is_whole, vec *fraction)
{
    double c[LANES];
    uint32_t cell[LANES];
    memcpy(c, wide, sizeof c);
    for (size_t l = 0; l < LANES; l++) {
        const double floor = fabs(c[l]) < 0x1p52 ? floored(c[l]) : c[l]; /* NaN is far */
        cell[l] = cell_modulo(c[l], modulus);
        const double rest = c[l] - floor;
        (*fraction)[l] = (real)(is_whole ? rest + WHOLE - WHOLE : rest);
    }
    return v_load_words(cell);
}

/* Places coordinates in double that are below 2^51 in magnitude: a floor plus `big` has the floor's
   low bits in its own. For others the sum's sign or exponent is not that of `big`, and
   are_far(*far) becomes true. */
INLINE ivec place_doubles(struct wide c, int is_whole, vec *fraction, longs *far)
{
    const doubles big = splat_double(0x1.8p52);
    struct wide sum, rest;
    UNROLL
    for (int p = 0; p < PARTS; p++) {
        const doubles floor = v_floor_doubles(c.part[p]);
        sum.part[p] = floor + big;
        rest.part[p] = c.part[p] - floor;
        if (is_whole)
            rest.part[p] = rest.part[p] + splat_double(WHOLE) - splat_double(WHOLE);
        *far |= (longs)sum.part[p] ^ (longs)big;
    }
    *fraction = v_narrow(rest);
    return v_low_words(sum);
}

INLINE int are_far(longs far)
{
    const longs high = (longs)((unsigned_longs)far >> 52);
    return v_any((ivec)-high);
}

/* Places floats that are below 2^31 in magnitude: their floors fit an integer. */
INLINE ivec place_floats(vec c, vec *fraction)
{
    const vec floor = v_floor(c);
    *fraction = c - floor;
    return v_integers(floor);
}

/* Whether all coordinates of a lane are below 2^31, by the sum of their squares. Not if one is NaN. */
INLINE ivec squares_are_near(vec squares)
{
    return (ivec)(squares < v_splat((real)0x1p62));
}

/* Floats as doubles. */
typedef float narrow_doubles __attribute__((vector_size(DOUBLES * sizeof(float))));

INLINE struct wide widened(vec c)
{
    narrow_doubles part[PARTS];
    struct wide wide;
    memcpy(part, &c, sizeof part);
    UNROLL
    for (int p = 0; p < PARTS; p++)
        wide.part[p] = __builtin_convertvector(part[p], doubles);
    return wide;
}

/* Whether a modulus needs a division. Else a mask does, or nothing if it is 0. */
INLINE int divides(uint32_t modulus)
{
    return !is_power_of_two(modulus);
}

INLINE ivec masked_cells(ivec cell, uint32_t modulus)
{
    return cell & v_splat_index((int32_t)(modulus - 1));
}

/* The cells of coordinates below 2^51, by division. The quotient is off by less than 1 / m, being
   below 2^51 / m and rounded twice. So its floor is right, or for a multiple of m one too small:
   then m is left, and becomes 0. All other steps are exact. */
OUTLINE ivec divided_cells(const struct wide *c, uint32_t modulus)
{
    struct wide sum;
    const double m = modulus, reciprocal = 1.0 / m;
    const doubles all = splat_double(m);
    UNROLL
    for (int p = 0; p < PARTS; p++) {
        const doubles cell = v_floor_doubles(c->part[p]);
        const doubles rest = cell - v_floor_doubles(cell * reciprocal) * m;
        sum.part[p] = rest - (doubles)((longs)(rest == all) & (longs)all) + 0x1.8p52;
    }
    return v_low_words(sum);
}

#endif
