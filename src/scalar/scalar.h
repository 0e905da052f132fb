/*
 * One sample: what every function of the scalar backend calls for each of its own, and perlin_at on every backend, since one
 * point is done before vectors are set up. Computes in floating point: call it in the default FP environment.
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

#endif
