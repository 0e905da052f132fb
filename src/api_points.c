/*
 * The public functions over points: check the arguments, guard the FP environment, call through the table.
 */
#include "api.h"

#include "noise.h"

#include <string.h>

/* Whether `count` elements, `stride` apart, fit into PTRDIFF_MAX bytes. */
static int fits(size_t count, size_t stride, size_t element_size)
{
    const size_t most = (size_t)PTRDIFF_MAX / element_size; /* elements */
    return count <= most && (count <= 1 || stride <= (most - 1) / (count - 1));
}

/* Whether none of an array of `dims` pointers, to float or double, is NULL. */
static int has_arrays(const void *arrays, uint32_t dims)
{
    for (uint32_t d = 0; d < dims; d++) {
        const void *array;
        memcpy(&array, (const char *)arrays + d * sizeof array, sizeof array);
        if (!array)
            return 0;
    }
    return 1;
}

/* coords is an array of `dims` pointers, to float or double: only compared with NULL here. */
static perlin_status check_points(const perlin_noise *noise, uint32_t dims, size_t count,
                                  const void *coords, size_t coord_size, const ptrdiff_t strides[],
                                  const void *out)
{
    if (!noise)
        return PERLIN_ERROR_NULL;
    if (!perlin_has_dims(noise, dims))
        return PERLIN_ERROR_DIMS;
    if (count == 0)
        return PERLIN_OK;
    if (!coords || !out || !has_arrays(coords, dims))
        return PERLIN_ERROR_NULL;
    /* The output fits where they do: its elements are packed, and no larger than theirs. */
    for (uint32_t d = 0; d < dims; d++)
        if (!fits(count, strides ? perlin_magnitude(strides[d]) : 1, coord_size))
            return PERLIN_ERROR_OVERFLOW;
    return PERLIN_OK;
}

/* The strides to compute with: kernels multiply them, also where a single point needs none. */
static const ptrdiff_t *usable_strides(const ptrdiff_t strides[], size_t count)
{
    static const ptrdiff_t packed[4] = {1, 1, 1, 1};
    return strides && count > 1 ? strides : packed;
}

/* Both functions over points; `output` and `bounds` are NULL for perlin_points_f32. */
static perlin_status evaluate_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                  const float *const coords[], const ptrdiff_t strides[],
                                  const perlin_output *output, float *out, float bounds[2])
{
    struct perlin_sink_f32 sink;
    perlin_status status = check_points(noise, dims, count, coords, sizeof(float), strides, out);
    if (status != PERLIN_OK)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    status = perlin_sink_f32_init(&sink, output, out, bounds);
    if (status == PERLIN_OK && count > 0)
        perlin_kernels_f32(noise, dims)
            ->points(noise, count, coords, usable_strides(strides, count), &sink);
    perlin_fpenv_end(fpenv);
    return status;
}

perlin_status perlin_points_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                const float *const coords[], const ptrdiff_t strides[], float *out)
{
    return evaluate_f32(noise, dims, count, coords, strides, NULL, out, NULL);
}

perlin_status perlin_points_into_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                     const float *const coords[], const ptrdiff_t strides[],
                                     const perlin_output *output, float *out, float bounds[2])
{
    return evaluate_f32(noise, dims, count, coords, strides, output, out, bounds);
}

/* Both functions over points; `output` and `bounds` are NULL for perlin_points_f64. */
static perlin_status evaluate_f64(const perlin_noise *noise, uint32_t dims, size_t count,
                                  const double *const coords[], const ptrdiff_t strides[],
                                  const perlin_output *output, double *out, double bounds[2])
{
    struct perlin_sink_f64 sink;
    perlin_status status = check_points(noise, dims, count, coords, sizeof(double), strides, out);
    if (status != PERLIN_OK)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    status = perlin_sink_f64_init(&sink, output, out, bounds);
    if (status == PERLIN_OK && count > 0)
        perlin_kernels_f64(noise, dims)
            ->points(noise, count, coords, usable_strides(strides, count), &sink);
    perlin_fpenv_end(fpenv);
    return status;
}

perlin_status perlin_points_f64(const perlin_noise *noise, uint32_t dims, size_t count,
                                const double *const coords[], const ptrdiff_t strides[],
                                double *out)
{
    return evaluate_f64(noise, dims, count, coords, strides, NULL, out, NULL);
}

perlin_status perlin_points_into_f64(const perlin_noise *noise, uint32_t dims, size_t count,
                                     const double *const coords[], const ptrdiff_t strides[],
                                     const perlin_output *output, double *out, double bounds[2])
{
    return evaluate_f64(noise, dims, count, coords, strides, output, out, bounds);
}

/* Both functions over points; `output` and `bounds` are NULL for perlin_points_f64_f32. */
static perlin_status evaluate_f64_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                      const double *const coords[], const ptrdiff_t strides[],
                                      const perlin_output *output, float *out, float bounds[2])
{
    struct perlin_sink_f32 sink;
    perlin_status status = check_points(noise, dims, count, coords, sizeof(double), strides, out);
    if (status != PERLIN_OK)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    status = perlin_sink_f32_init(&sink, output, out, bounds);
    if (status == PERLIN_OK && count > 0)
        perlin_kernels_f32(noise, dims)
            ->points_wide(noise, count, coords, usable_strides(strides, count), &sink);
    perlin_fpenv_end(fpenv);
    return status;
}

perlin_status perlin_points_f64_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                    const double *const coords[], const ptrdiff_t strides[],
                                    float *out)
{
    return evaluate_f64_f32(noise, dims, count, coords, strides, NULL, out, NULL);
}

perlin_status perlin_points_into_f64_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                         const double *const coords[], const ptrdiff_t strides[],
                                         const perlin_output *output, float *out, float bounds[2])
{
    return evaluate_f64_f32(noise, dims, count, coords, strides, output, out, bounds);
}

/* ---- Gradients --------------------------------------------------------------------------------- */

/* `gradient` is an array of `dims` pointers, to float or double; the caller's own output may be NULL. */
static perlin_status check_gradient(const perlin_noise *noise, uint32_t dims, size_t count,
                                    const void *coords, size_t coord_size,
                                    const ptrdiff_t strides[], const void *gradient)
{
    const perlin_status status =
        check_points(noise, dims, count, coords, coord_size, strides, gradient);
    if (status != PERLIN_OK || count == 0)
        return status;
    return has_arrays(gradient, dims) ? PERLIN_OK : PERLIN_ERROR_NULL;
}

perlin_status perlin_points_gradient_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                         const float *const coords[], const ptrdiff_t strides[],
                                         float *out, float *const gradient[])
{
    struct perlin_slope_sink_f32 sink = {.out = out};
    const perlin_status status =
        check_gradient(noise, dims, count, coords, sizeof(float), strides, gradient);
    if (status != PERLIN_OK || count == 0)
        return status;
    memcpy(sink.slope, gradient, dims * sizeof sink.slope[0]);
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    perlin_kernels_f32(noise, dims)
        ->points_slopes(noise, count, coords, usable_strides(strides, count), &sink);
    perlin_fpenv_end(fpenv);
    return PERLIN_OK;
}

perlin_status perlin_points_gradient_f64(const perlin_noise *noise, uint32_t dims, size_t count,
                                         const double *const coords[], const ptrdiff_t strides[],
                                         double *out, double *const gradient[])
{
    struct perlin_slope_sink_f64 sink = {.out = out};
    const perlin_status status =
        check_gradient(noise, dims, count, coords, sizeof(double), strides, gradient);
    if (status != PERLIN_OK || count == 0)
        return status;
    memcpy(sink.slope, gradient, dims * sizeof sink.slope[0]);
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    perlin_kernels_f64(noise, dims)
        ->points_slopes(noise, count, coords, usable_strides(strides, count), &sink);
    perlin_fpenv_end(fpenv);
    return PERLIN_OK;
}

perlin_status perlin_points_gradient_f64_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                             const double *const coords[],
                                             const ptrdiff_t strides[], float *out,
                                             float *const gradient[])
{
    struct perlin_slope_sink_f32 sink = {.out = out};
    const perlin_status status =
        check_gradient(noise, dims, count, coords, sizeof(double), strides, gradient);
    if (status != PERLIN_OK || count == 0)
        return status;
    memcpy(sink.slope, gradient, dims * sizeof sink.slope[0]);
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    perlin_kernels_f32(noise, dims)
        ->points_wide_slopes(noise, count, coords, usable_strides(strides, count), &sink);
    perlin_fpenv_end(fpenv);
    return PERLIN_OK;
}
