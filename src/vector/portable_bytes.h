/*
 * Byte look-ups for instruction sets whose vector registers cannot look up a table of 256. They go
 * one byte at a time through integer registers, whose addressing modes do the sum.
 */
#ifndef PERLIN_BYTES_H
#define PERLIN_BYTES_H

#include "tables.h"

enum { BYTES = 1 };

typedef uint8_t bytes;
struct v_pair {
    bytes here, next;
};

static inline bytes v_load_bytes(const uint8_t *p)
{
    return *p;
}

static inline void v_store_bytes(uint8_t *p, bytes a)
{
    *p = a;
}

static inline bytes v_splat_byte(uint8_t a)
{
    return a;
}

static inline bytes v_add_bytes(bytes a, bytes b)
{
    return (bytes)(a + b);
}

static inline bytes v_byte_at(const struct perlin_bytes *table, bytes a, bytes b)
{
    return table->value[(size_t)a + b];
}
#define v_byte_at v_byte_at

static inline struct v_pair v_pair_at(const struct perlin_bytes *table, bytes a, bytes b)
{
    const uint8_t *const found = table->value + (size_t)a + b;
    return (struct v_pair){found[0], found[1]};
}

#endif
