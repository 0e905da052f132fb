/*
 * A backend's function table for float.
 */
#ifndef PERLIN_ENGINE_F32_H
#define PERLIN_ENGINE_F32_H

#include "engine.h"

static void engine_floats(const perlin_noise *noise, uint32_t dims, size_t count,
                          const float *const coords[], const ptrdiff_t strides[],
                          const output_sink *sink)
{
    const void *arrays[4];
    memcpy(arrays, coords, dims * sizeof arrays[0]);
    engine_points(noise, dims, 0, count, arrays, strides, sink);
}

const struct perlin_ops_f32 JOINED(BACKEND, _f32) = {engine_floats, engine_doubles, engine_grid};

#endif
