/*
 * The functions that a backend offers the API, for one lane type. engine_f32.h and engine_f64.h put
 * them into the backend's table. A backend's .c file includes its vector header, all bases' kernels,
 * and one of these two. The build defines BACKEND, for example as perlin_avx2.
 */
#ifndef PERLIN_ENGINE_H
#define PERLIN_ENGINE_H

#include "grid.h"

#define JOINED_(a, b) a##b
#define JOINED(a, b)  JOINED_(a, b)

static const struct kernels *kernels_in(const perlin_noise *noise, uint32_t dims)
{
    return &kernels_of[noise->integers != NULL][noise->basis][dims - 1];
}

static void engine_points(const perlin_noise *noise, uint32_t dims, int are_doubles, size_t count,
                          const void *const arrays[], const ptrdiff_t strides[],
                          const output_sink *sink)
{
    evaluate_points(noise, (int)dims, kernels_in(noise, dims), are_doubles, count, arrays, strides,
                    sink);
}

static void engine_grid(const perlin_noise *noise, const perlin_grid *grid, const output_sink *sink)
{
    evaluate_grid(noise, (int)grid->dims, kernels_in(noise, grid->dims), grid, sink);
}

static void engine_doubles(const perlin_noise *noise, uint32_t dims, size_t count,
                           const double *const coords[], const ptrdiff_t strides[],
                           const output_sink *sink)
{
    const void *arrays[4];
    memcpy(arrays, coords, dims * sizeof arrays[0]);
    engine_points(noise, dims, 1, count, arrays, strides, sink);
}

#endif
