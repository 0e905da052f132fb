/*
 * One sample by the scalar backend. Its own functions call this for each sample, and perlin_at
 * calls it on every backend: a single point is done before vectors are set up. Needs the default FP
 * environment.
 */
#ifndef PERLIN_SCALAR_H
#define PERLIN_SCALAR_H

#include "../noise/noise.h"

PERLIN_GUARDED float perlin_sample_f32(const perlin_noise *noise, uint32_t dims,
                                       const float coordinate[4]);
PERLIN_GUARDED float perlin_sample_f64_f32(const perlin_noise *noise, uint32_t dims,
                                           const double coordinate[4]);
PERLIN_GUARDED double perlin_sample_f64(const perlin_noise *noise, uint32_t dims,
                                        const double coordinate[4]);

/* The sum of a sample's octaves, at coordinates that have been rotated: for points that are too far
   out for kernels. */
float perlin_sum_f32(const perlin_noise *noise, uint32_t dims, const float coordinate[4]);
double perlin_sum_f64(const perlin_noise *noise, uint32_t dims, const double coordinate[4]);

#endif
