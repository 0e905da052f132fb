/*
 * v_pair_at by look-ups of a byte, for instruction sets whose registers hold the table. A bytes header includes this
 * behind its v_byte_at.
 */
#ifndef PERLIN_SIMD_BYTE_PAIR_H
#define PERLIN_SIMD_BYTE_PAIR_H

struct v_pair {
    bytes here, next;
};

static inline struct v_pair v_pair_at(const struct perlin_lut *lut, bytes i)
{
    return (struct v_pair){v_byte_at(&lut->bytes, i),
                           v_byte_at(&lut->bytes, v_add_bytes(i, v_splat_byte(1)))};
}

#endif
