/*
 * The public functions for points. They check the arguments, guard the FP environment and call the
 * backend.
 */
#include "api.h"

#include "../noise/noise.h"

#include <string.h>

/* True if `count` elements that lie `stride` apart fit into PTRDIFF_MAX bytes. */
static int fits(size_t count, size_t stride, size_t element_size)
{
    const size_t most = (size_t)PTRDIFF_MAX / element_size; /* in elements */
    return count <= most && (count <= 1 || stride <= (most - 1) / (count - 1));
}

/* True if none of `dims` pointers is NULL. `arrays` is an array of pointers to float or to double.
   */
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

/* Checks the arguments for points. `coords` is an array of pointers to float or to double, which
   are only compared with NULL here. */
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
    /* The output fits if the coordinates do: its elements are packed, and no larger than theirs. */
    for (uint32_t d = 0; d < dims; d++)
        if (!fits(count, strides ? perlin_magnitude(strides[d]) : 1, coord_size))
            return PERLIN_ERROR_OVERFLOW;
    return PERLIN_OK;
}

/* Replaces strides that are missing, or that a single point makes irrelevant: kernels multiply them
   anyway. */
static const ptrdiff_t *usable_strides(const ptrdiff_t strides[], size_t count)
{
    static const ptrdiff_t packed[4] = {1, 1, 1, 1};
    return strides && count > 1 ? strides : packed;
}

/* Checks the arguments for a gradient, which is an array of pointers to float or to double. The
   caller's `out` may be NULL. */
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

/* A single point is evaluated by the scalar backend, which is done before vectors are set up. The
   bits are the same. */
static const struct perlin_ops_f32 *point_ops_f32(const perlin_noise *noise, size_t count)
{
    return count == 1 ? &perlin_scalar_f32 : noise->ops.f32;
}

static const struct perlin_ops_f64 *point_ops_f64(const perlin_noise *noise, size_t count)
{
    return count == 1 ? &perlin_scalar_f64 : noise->ops.f64;
}

/* ---- Float, double, and from double to float ------------------------------------------------- */

#define COORDINATE     float
#define REAL           float
#define LANE(name)     name##_f32
#define FUNCTION(name) name##_f32
#define POINTS         points
#include "points_template.h"

#define COORDINATE     double
#define REAL           double
#define LANE(name)     name##_f64
#define FUNCTION(name) name##_f64
#define POINTS         points
#include "points_template.h"

#define COORDINATE     double
#define REAL           float
#define LANE(name)     name##_f32
#define FUNCTION(name) name##_f64_f32
#define POINTS         points_wide
#include "points_template.h"
