/*
 * The integer hash of lattice cells, PERLIN_HASH_INTEGER. Its one operation is a sum of two
 * products of signed halves, which CPUs have for vectors (pmaddwd). Each cell is hashed along its
 * axis, strongly; a product then joins the axes, one for each corner:
 *
 *     t(x) = dot(x + 0x4B400000, key of the axis)
 *     A(x) = dot(t(x), t(x)) ^ (t(x) + mask of the axis)
 *     h    = A(x);  h = dot(h, A(y));  h = dot(h, A(z));  h = dot(h, A(w))
 *
 * In 1-D and in lattices of several copies follows h = dot(h, last). Only the middle bits of h are
 * good: bits 13 and up select gradients, h << 15 is a value. docs/bits.md has values, and
 * tests/test_hash.c holds the hash to chance. Kernels do the same in vectors
 * (engine/integers.h).
 */
#ifndef PERLIN_INTEGER_HASH_H
#define PERLIN_INTEGER_HASH_H

#include <stdint.h>

enum { PERLIN_LATTICE_COPIES = 5 };

/* Added to a cell: the bits of the float 1.5 * 2^23, to which kernels add cells. */
#define PERLIN_CELL_BITS UINT32_C(0x4b400000)

/* The first bit that selects a gradient, and the shift that leaves a value. */
enum { PERLIN_ROW_SHIFT = 13, PERLIN_VALUE_SHIFT = 15 };

/* An octave's keys (docs/parameters.md). last[0] ends hashes in 1-D, last[q] those of copy q. */
struct perlin_keys {
    uint32_t axis[4], mask[4], last[PERLIN_LATTICE_COPIES];
};

/* The product of the low halves, as signed numbers, plus that of the high ones. */
static inline uint32_t perlin_dot(uint32_t a, uint32_t b)
{
    const int32_t low = (int16_t)a * (int16_t)b, high = (int16_t)(a >> 16) * (int16_t)(b >> 16);
    return (uint32_t)low + (uint32_t)high;
}

/* A: the hash of a cell along one axis. */
static inline uint32_t perlin_axis_hash(const struct perlin_keys *keys, uint32_t axis,
                                        uint32_t cell)
{
    const uint32_t t = perlin_dot(cell + PERLIN_CELL_BITS, keys->axis[axis]);
    return perlin_dot(t, t) ^ (t + keys->mask[axis]);
}

#endif
