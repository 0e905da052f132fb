/*
 * Places a vector of samples for the integer hash: from coordinates to cells and fractions in
 * registers, or from what place.h has left in memory.
 */
#ifndef PERLIN_INTEGERS_H
#define PERLIN_INTEGERS_H

#include "integer_hash.h"
#include "place.h"

/* What all vectors of a block share: a copy, because stores may alias the original. */
struct placing {
    const struct points *points;
    struct hash_constants constants;
    int are_placed, has_periods, is_skewed;
    real frequency, skew, offset[4];
    uint32_t modulus[4];
};

/* `can_skew` is 0 where the lattice is known to lie along the axes. */
INLINE void placing_init(struct placing *placing, const perlin_noise *noise,
                         const struct points *points, int dims, uint32_t octave, int can_skew)
{
    hash_constants_init(&placing->constants, noise->spectrum.key[octave]);
    placing->points = points;
    placing->are_placed = points->are_placed;
    placing->is_skewed = can_skew && points->skew != 0;
    placing->has_periods = 0;
    placing->frequency = (real)points->map.frequency;
    placing->skew = (real)points->skew;
    UNROLL
    for (int a = 0; a < dims; a++) {
        placing->offset[a] = (real)points->map.offset[a];
        placing->modulus[a] = noise->spectrum.modulus[octave][a];
        placing->has_periods |= placing->modulus[a] > 0;
    }
}

/* Whether floats are 2^31 or more in magnitude, or NaN. */
INLINE ivec is_from_2_31(vec c)
{
    return (ivec)(((ivec)c & INT32_MAX) > v_splat_index(0x4effffff));
}

/* The cells of any floats. */
OUTLINE hash_vec any_cells(vec c, uint32_t modulus)
{
    double wide[LANES];
    uint32_t cell[LANES];
    for (size_t l = 0; l < LANES; l++)
        wide[l] = (double)c[l];
    cells_modulo(wide, LANES, modulus, cell);
    return load_hashes(cell);
}

/* Places a vector of samples, from sample i on: cells modulo 2^32 or a period, and fractions. */
INLINE void place_samples(const struct placing *placing, int dims, size_t i, hash_vec cell[4],
                          vec fraction[4])
{
    vec c[4], shift, squares = v_splat(0);
    if (placing->are_placed) {
        UNROLL
        for (int a = 0; a < dims; a++) {
            cell[a] = load_hashes(placing->points->any_cell[a] + i);
            fraction[a] = v_load(placing->points->fraction[a] + i);
        }
        return;
    }
    UNROLL
    for (int a = dims - 1; a >= 0; a--) {
        c[a] = v_load((const real *)placing->points->coords[a] + i) * v_splat(placing->frequency) +
               v_splat(placing->offset[a]);
        shift = a == dims - 1 ? c[a] : (vec)(c[a] + shift);
    }
    UNROLL
    for (int a = 0; a < dims; a++) {
        if (placing->is_skewed)
            c[a] = c[a] + shift * v_splat(placing->skew);
        const vec floor = v_floor(c[a]);
        cell[a] = hashes_of_index(v_integers(floor));
        fraction[a] = c[a] - floor;
        squares = v_mul_add_exact(c[a], c[a], squares);
    }
    /* Cells below 2^31 fit an integer. The negation is true for NaN, too. */
    if (v_any(~(ivec)(squares < v_splat((real)0x1p62))) || placing->has_periods) {
        UNROLL
        for (int a = 0; a < dims; a++) {
            cell[a] = any_cells(c[a], placing->modulus[a]);
            fraction[a] = where(is_from_2_31(c[a]), c[a] - c[a], fraction[a]);
        }
    }
}

/* Whether kernels place the points themselves. Doubles are placed by blocks, and so are all points
   where kernels of slopes follow. */
INLINE int goes_in_registers(const struct points *points)
{
    return sizeof(real) == sizeof(float) && points->cells == INTEGERS && !points->are_placed;
}

#endif
