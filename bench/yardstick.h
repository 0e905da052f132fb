/*
 * The yardstick that every speed is divided by: improved Perlin noise in three dimensions as its
 * description reads, in plain C, one point at a time. It never changes, so that multiples of it can
 * be compared across machines and releases.
 */
#ifndef PERLIN_BENCH_YARDSTICK_H
#define PERLIN_BENCH_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { YARDSTICK_SIDE = 64, YARDSTICK_PLANE = YARDSTICK_SIDE * YARDSTICK_SIDE };

/* The permutation to use, 256 entries; call it once before the others. */
void yardstick_init(const uint8_t permutation[256]);

float yardstick_noise3(float x, float y, float z);

/* Plane k of a grid of YARDSTICK_SIDE samples along each axis, at steps of 1/64 from the origin, x
   fastest. */
void yardstick_plane(int k, float *out);

#ifdef __cplusplus
}
#endif

#endif
