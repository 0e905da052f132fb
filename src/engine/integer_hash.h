/*
 * The integer hash (noise/integer_hash.h) of a vector of samples. Values and rows of gradient sets
 * come from hashes.
 */
#ifndef PERLIN_ENGINE_INTEGER_HASH_H
#define PERLIN_ENGINE_INTEGER_HASH_H

#include "common.h"

/* A hash, or a cell, in each lane. Beyond two lanes of double there are two that are not used. */
enum { HASH_LANES = LANES < 4 ? 4 : LANES };
typedef uint32_t hash_vec __attribute__((vector_size(4 * HASH_LANES)));

INLINE hash_vec splat_hash(uint32_t h)
{
    return h + (hash_vec){0};
}

INLINE hash_vec load_hashes(const uint32_t *p)
{
    hash_vec h = {p[0], p[1]};
    if ((int)LANES == (int)HASH_LANES)
        memcpy(&h, p, sizeof h);
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
    uint32_t word[LANES];
    v_store_words(word, index);
    return load_hashes(word);
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
        return v_floats(index_of_hashes(h)) * v_splat((real)0x1p-31);
    /* As an unsigned number, 2^31 larger, it fits the low bits of a number from 2^52 on. */
    const vec big = v_splat((real)0x1p52);
    const ivec raised = index_of_hashes(h ^ UINT32_C(0x80000000));
    return ((vec)((ivec)big | raised) - (big + v_splat((real)0x1p31))) * v_splat((real)0x1p-31);
}

#endif
