/*
 * Places a vector of samples for the integer hash: from coordinates to cells and fractions in
 * registers, or from what place.h has left in memory.
 */
#ifndef PERLIN_INTEGERS_H
#define PERLIN_INTEGERS_H

#include "integer_hash.h"
#include "place.h"

/* What all vectors of a block share: a copy, because stores may alias the original. */
struct hashing {
    const struct points *points;
    struct placing placing;
    struct hash_constants constants;
};

INLINE void hashing_init(struct hashing *hashing, const perlin_noise *noise,
                         const struct points *points, uint32_t octave)
{
    hashing->points = points;
    hashing->placing = points->placing;
    hash_constants_init(&hashing->constants, noise->spectrum.key[octave]);
}

/* The cells and fractions of a vector of samples. */
struct samples {
    hash_vec cell[4];
    vec fraction[4];
};

/* Mends what has not been placed exactly: coordinates that are far out, and periods that need a
   division. */
COLD void place_exactly(const struct placing *placing, int dims, int is_far, const vec c[4],
                        struct samples *samples)
{
    for (int a = 0; a < dims; a++) {
        const uint32_t modulus = placing->modulus[a];
        const struct wide wide = widened(c[a]);
        if (is_far)
            samples->cell[a] = hashes_of_index(place_any(&wide, modulus, &samples->fraction[a]));
        else if (divides(modulus))
            samples->cell[a] = hashes_of_index(divided_cells(&wide, modulus));
    }
}

/* Places samples from i on: in registers, or as they are in memory. `can_skew` is 0 where the
   lattice is known to lie along the axes. */
INLINE struct samples place_samples(const struct hashing *hashing, int dims, int can_skew, size_t i)
{
    const struct points *const points = hashing->points;
    const struct placing *const placing = &hashing->placing;
    struct samples samples;
    vec c[4], squares = v_splat(0);
    if (has_doubles(points->are_placed)) {
        UNROLL
        for (int a = 0; a < dims; a++) {
            samples.cell[a] = load_hashes(points->any_cell[a] + i);
            samples.fraction[a] = v_load(points->fraction[a] + i);
        }
        return samples;
    }
    map_floats(placing, dims, can_skew, i, c);
    UNROLL
    for (int a = 0; a < dims; a++) {
        samples.cell[a] = hashes_of_index(place_floats(c[a], &samples.fraction[a]));
        squares = v_mul_add_exact(c[a], c[a], squares);
    }
    if (placing->has_periods) {
        UNROLL
        for (int a = 0; a < dims; a++)
            samples.cell[a] &= placing->modulus[a] - 1;
    }
    const int is_far = v_any(squares_are_far(squares));
    if (is_far || placing->divides) {
        struct samples exact = samples; /* copies, so that the others stay in registers */
        vec from[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            from[a] = c[a];
        place_exactly(placing, dims, is_far, from, &exact);
        samples = exact;
    }
    return samples;
}

/* Finds the products of the cells. */
INLINE void sides_init(struct sides *sides, const struct hash_constants *k, int dims,
                       const hash_vec cell[4], const struct placing *placing)
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        sides->product[a][0] = cell[a] * k->cell_factor[a];
        sides->product[a][1] = sides->product[a][0] + k->cell_factor[a];
    }
    if (!placing->has_periods)
        return;
    UNROLL
    for (int a = 0; a < dims; a++) /* a modulus of 0 means 2^32, where the next cell is 0 anyway */
        sides->product[a][1] &= ~(hash_vec)(cell[a] + 1 == placing->modulus[a]);
}

#endif
