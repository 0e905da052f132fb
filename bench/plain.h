/*
 * What single samples are compared with: noise by the integer hash in plain C, of one octave, without
 * rotation, period or care for the FP environment. Its bits are the library's.
 */
#ifndef PERLIN_BENCH_PLAIN_H
#define PERLIN_BENCH_PLAIN_H

#include <perlin/perlin.h>

#ifdef __cplusplus
extern "C" {
#endif

struct plain_keys {
    uint32_t key[3], mask[3];
    float gradient[3][16], factor; /* of gradients, by component; of values */
};

/* Takes keys and gradients from a noise of the library, for so many dimensions. */
void plain_init(struct plain_keys *plain, const perlin_noise *noise, uint32_t dims);

/* In 2-D the last coordinate is unused. */
typedef float plain_sample(const struct plain_keys *p, float x, float y, float z);
plain_sample plain_perlin2, plain_perlin3, plain_value2, plain_simplex2;

#ifdef __cplusplus
}
#endif

#endif
