/*
 * What the public functions share: structs that grow from release to release, outputs, and strides.
 */
#ifndef PERLIN_API_H
#define PERLIN_API_H

#include "../cpu/fpenv.h"
#include "../noise/backend.h"

/*
 * The size of a struct up to a field: that of the first release ends with its last one. A new field must not lie in padding
 * that ended the struct before (perlin_output has 4 bytes of it on LP64): old callers count that in struct_size, whatever
 * is in it.
 */
#define PERLIN_SIZE_THROUGH(type, field) (offsetof(type, field) + sizeof((type){0}.field))

/* Writes the first `size` bytes of the defaults, `known` bytes in all, and zeros behind them. */
perlin_status perlin_struct_init(void *object, size_t size, const void *defaults, size_t known,
                                 size_t first);

/* Completes the caller's struct, of whatever version, to this version's: *copy holds the defaults. */
perlin_status perlin_struct_copy(void *copy, const void *object, size_t known, size_t first);

/*
 * Completes an output, NULL for the defaults, to what kernels take, and begins *bounds, unless they are NULL
 * or there is an error: call it when all else is checked, and, since it computes in floating point, in the
 * default FP environment.
 */
PERLIN_GUARDED perlin_status perlin_sink_init_f32(struct perlin_sink_f32 *sink,
                                                  const perlin_output *output, float *out,
                                                  float bounds[2]);
PERLIN_GUARDED perlin_status perlin_sink_init_f64(struct perlin_sink_f64 *sink,
                                                  const perlin_output *output, double *out,
                                                  double bounds[2]);

/*
 * Makes normals of the gradient of a completed 2-D grid: normal[0] and normal[1] hold it, and all three get the
 * normals' components. Computes in floating point, as above.
 */
PERLIN_GUARDED void perlin_normals_f32(const perlin_grid *grid, double height,
                                       float *const normal[3]);
PERLIN_GUARDED void perlin_normals_f64(const perlin_grid *grid, double height,
                                       double *const normal[3]);

static inline size_t perlin_magnitude(ptrdiff_t stride)
{
    return stride < 0 ? 0 - (size_t)stride : (size_t)stride;
}

#endif
