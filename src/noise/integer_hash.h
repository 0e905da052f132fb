/*
 * The integer hash of lattice cells, PERLIN_HASH_INTEGER: arithmetic on 32 bits, modulo 2^32. Axis
 * after axis, a cell is multiplied and joined to the hash by xor; then the hash is mixed by a shift
 * and multiplied, so that the last operation leaves its best bits on top. docs/bit-exactness.md
 * has this in words, with values. Kernels do the same in vectors (engine/integer_hash.h).
 */
#ifndef PERLIN_INTEGER_HASH_H
#define PERLIN_INTEGER_HASH_H

#include <stdint.h>

/* The fifth axis tells the copies of a lattice apart. */
enum { PERLIN_HASH_AXES = 5, PERLIN_HASH_SHIFT = 15 };

/* By axis: what cells are multiplied by, and then the hash. Found by a search (test_hash). */
#define PERLIN_HASH_CELLS                                                                          \
    {                                                                                              \
        0xdd2f99db, 0xfb261d0f, 0xc5844825, 0xc8469bdf, 0xda590c57                                 \
    }
#define PERLIN_HASH_STEPS                                                                          \
    {                                                                                              \
        0xe4dad393, 0x36a24ca9, 0xcac8cd45, 0x9194c965, 0x24327299                                 \
    }

/* An octave's key, from the seed (docs/seeds.md). */
struct perlin_key {
    uint32_t before, after; /* joined to the product of x, and added after x */
};

/* Extends a hash by an axis, the first time with any hash. */
static inline uint32_t perlin_integer_step(struct perlin_key key, uint32_t axis, uint32_t h,
                                           uint32_t cell)
{
    static const uint32_t times[] = PERLIN_HASH_CELLS, step[] = PERLIN_HASH_STEPS;
    const uint32_t joined = cell * times[axis] ^ (axis == 0 ? key.before : h);
    return (joined ^ joined >> PERLIN_HASH_SHIFT) * step[axis] + (axis == 0 ? key.after : 0);
}

/* The hash of a cell with as many coordinates as there are axes. A single one takes another step,
   as if y were 0. */
static inline uint32_t perlin_integer_hash(struct perlin_key key, uint32_t axes,
                                           const uint32_t cell[])
{
    uint32_t h = 0;
    for (uint32_t a = 0; a < axes; a++)
        h = perlin_integer_step(key, a, h, cell[a]);
    return axes > 1 ? h : perlin_integer_step(key, 1, h, 0);
}

#endif
