/*
 * What quads take of bytes, for instruction sets that HAS_QUADS is 0 for: no kernel calls it there, so a byte at a time will do.
 */
#ifndef PERLIN_SIMD_PORTABLE_QUADS_H
#define PERLIN_SIMD_PORTABLE_QUADS_H

static inline void v_store_places(int32_t place[BYTES], int pitch, const uint8_t *x,
                                  const uint8_t *y)
{
    for (int l = 0; l < BYTES; l++)
        place[l] = x[l] * pitch + y[l];
}

static inline void v_bytes_of_words(const uint32_t word[BYTES], bytes byte[4])
{
    for (int k = 0; k < 4; k++) {
        uint8_t of_lane[BYTES];
        for (int l = 0; l < BYTES; l++)
            of_lane[l] = (uint8_t)(word[l] >> 8 * k);
        byte[k] = v_load_bytes(of_lane);
    }
}

#endif
