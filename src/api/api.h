/*
 * What the public functions share: structs that grow from release to release, outputs, and strides.
 */
#ifndef PERLIN_API_H
#define PERLIN_API_H

#include "../cpu/fpenv.h"
#include "../noise/backend.h"

/*
 * The size of a struct up to and including a field, the last one that it had in 0.3.0. Structs must
 * not end with padding, which callers would count in struct_size, whatever it holds: a later
 * version's field could not lie there. tests/test_layout.c sees to that.
 */
#define PERLIN_SIZE_THROUGH(type, field) (offsetof(type, field) + sizeof((type){0}.field))

/* Writes the first `size` bytes of the defaults, which are `known` bytes long, then zeros. */
perlin_status perlin_struct_init(void *object, size_t size, const void *defaults, size_t known,
                                 size_t first);

/* Copies a struct of any version over *copy, which holds the defaults. */
perlin_status perlin_struct_copy(void *copy, const void *object, size_t known, size_t first);

/*
 * Completes an output for the kernels; NULL means the defaults. Starts the bounds, unless they are
 * NULL or there is an error. Call it when everything else has been checked. Needs the default FP
 * environment.
 */
PERLIN_GUARDED perlin_status perlin_sink_init_f32(struct perlin_sink_f32 *sink,
                                                  const perlin_output *output, float *out,
                                                  float bounds[2]);
PERLIN_GUARDED perlin_status perlin_sink_init_f64(struct perlin_sink_f64 *sink,
                                                  const perlin_output *output, double *out,
                                                  double bounds[2]);

/*
 * Turns the gradient of a completed 2-D grid, in normal[0] and normal[1], into normals, in all
 * three. Needs the default FP environment.
 */
PERLIN_GUARDED void perlin_normals_f32(const perlin_grid *grid, double height,
                                       float *const normal[3]);
PERLIN_GUARDED void perlin_normals_f64(const perlin_grid *grid, double height,
                                       double *const normal[3]);

/* Allocates a zeroed noise of `size` bytes, held once, with what releases it set. NULL: malloc. */
struct perlin_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *p);
    void *user;
};
perlin_status perlin_noise_allocate(perlin_noise **noise, size_t size, struct perlin_allocator by);

static inline size_t perlin_magnitude(ptrdiff_t stride)
{
    return stride < 0 ? 0 - (size_t)stride : (size_t)stride;
}

#endif
