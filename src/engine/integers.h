/*
 * The integer hash (noise/integer_hash.h) of a vector of samples, and where the samples lie. Points
 * go from coordinates to hashes in registers. Values and rows of gradient sets come from hashes.
 */
#ifndef PERLIN_INTEGERS_H
#define PERLIN_INTEGERS_H

#include "place.h"

/* A hash, or a cell, in each lane. Lanes beyond LANES are not used. */
enum { HASH_LANES = LANES < 4 ? 4 : LANES };
typedef uint32_t hash_vec __attribute__((vector_size(4 * HASH_LANES)));

INLINE hash_vec splat_hash(uint32_t h)
{
    return h + (hash_vec){0};
}

INLINE hash_vec load_hashes(const uint32_t *p)
{
    hash_vec h = {0};
    memcpy(&h, p, LANES * sizeof h[0]);
    return h;
}

/* As indices, without a sign. */
INLINE ivec index_of_hashes(hash_vec h)
{
    uint32_t word[HASH_LANES];
    memcpy(word, &h, sizeof word);
    return v_load_words(word);
}

/* The low words of indices. */
INLINE hash_vec hashes_of_index(ivec index)
{
    uint32_t word[HASH_LANES] = {0};
    v_store_words(word, index);
    hash_vec h;
    memcpy(&h, word, sizeof h);
    return h;
}

/* ---- Hashing --------------------------------------------------------------------------------- */

/* The constants of the hash, by axis, and an octave's key, in all lanes. Compilers do not know what
   they are, or they would make them anew for each vector. */
struct hash_constants {
    hash_vec cell_factor[PERLIN_HASH_AXES], hash_factor[PERLIN_HASH_AXES], before, after;
};

INLINE void hash_constants_init(struct hash_constants *constants, struct perlin_key key)
{
    static const uint32_t cell_factor[] = PERLIN_HASH_CELLS, hash_factor[] = PERLIN_HASH_STEPS;
    UNROLL
    for (int a = 0; a < PERLIN_HASH_AXES; a++) {
        constants->cell_factor[a] = splat_hash(cell_factor[a]);
        constants->hash_factor[a] = splat_hash(hash_factor[a]);
        KEEP_IN_REGISTER(constants->cell_factor[a]);
        KEEP_IN_REGISTER(constants->hash_factor[a]);
    }
    constants->before = splat_hash(key.before);
    constants->after = splat_hash(key.after);
}

/* Extends a hash by an axis. `product` is the cell times cell_factor. */
INLINE hash_vec hash_step(const struct hash_constants *k, int axis, hash_vec h, hash_vec product)
{
    h = product ^ (axis == 0 ? k->before : h);
    h = (h ^ h >> PERLIN_HASH_SHIFT) * k->hash_factor[axis];
    return axis == 0 ? h + k->after : h;
}

/* The same from a number that is the same in all lanes. */
INLINE hash_vec hash_step_by(const struct hash_constants *k, int axis, hash_vec h, uint32_t cell)
{
    return hash_step(k, axis, h, splat_hash(cell) * k->cell_factor[axis]);
}

/* The products of a cell and of the next one, by axis. */
struct sides {
    hash_vec product[4][2];
};

/* The hash of a corner of the cell: bit a of its number means the next cell along axis a. */
INLINE hash_vec corner_hash(const struct hash_constants *k, int dims, const struct sides *sides,
                            int corner)
{
    hash_vec h = splat_hash(0);
    UNROLL
    for (int a = 0; a < dims; a++)
        h = hash_step(k, a, h, sides->product[a][corner >> a & 1]);
    return dims > 1 ? h : hash_step(k, 1, h, splat_hash(0));
}

/* The value that a hash stands for: a signed number over 2^31. */
INLINE vec value_of_hash(hash_vec h)
{
    h = h ^ h >> 16;
    if (sizeof(real) == sizeof(float))
        return __builtin_convertvector(index_of_hashes(h), vec) * v_splat((real)0x1p-31);
    /* As an unsigned number, 2^31 larger, it fits the low bits of a number from 2^52 on. */
    const vec big = v_splat((real)0x1p52);
    const ivec raised = index_of_hashes(h ^ UINT32_C(0x80000000));
    return ((vec)((ivec)big | raised) - (big + v_splat((real)0x1p31))) * v_splat((real)0x1p-31);
}

/* ---- Placing --------------------------------------------------------------------------------- */

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
        cell[a] = hashes_of_index(__builtin_convertvector(floor, ivec));
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

INLINE void find_sides(const struct placing *placing, int dims, const hash_vec cell[4],
                       struct sides *sides)
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        const hash_vec factor = placing->constants.cell_factor[a];
        sides->product[a][0] = cell[a] * factor;
        sides->product[a][1] = sides->product[a][0] + factor;
    }
    if (placing->has_periods) {
        UNROLL
        for (int a = 0; a < dims; a++)
            sides->product[a][1] &= ~(hash_vec)(cell[a] + 1 == placing->modulus[a]);
    }
}

#endif
