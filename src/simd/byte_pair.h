/*
 * v_byte_at and v_pair_at for instruction sets whose registers hold the table. A bytes header includes this behind
 *
 *     byte_of_256(table, i)    table->value[i]
 *     next_of_256(table, i)    table->value[i + 1]
 */
#ifndef PERLIN_SIMD_BYTE_PAIR_H
#define PERLIN_SIMD_BYTE_PAIR_H

static inline bytes v_byte_at(const struct perlin_bytes *table, bytes a, bytes b)
{
    return byte_of_256(table, v_add_bytes(a, b));
}

struct v_pair {
    bytes here, next;
};

static inline struct v_pair v_pair_at(const struct perlin_bytes *table, bytes a, bytes b)
{
    const bytes i = v_add_bytes(a, b);
    return (struct v_pair){byte_of_256(table, i), next_of_256(table, i)};
}

#endif
