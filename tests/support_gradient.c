/*
 * Gradients behind the tests' type-less interface. Compares them with the scalar backend's beside
 * any evaluation. See support.h.
 */
#include "support.h"

#include "noise/backend.h"
#include "noise/noise.h"

#include <stdlib.h>
#include <string.h>

perlin_status evaluate_points_gradient(enum lane lane, const perlin_noise *noise, uint32_t dims,
                                       size_t count, const void *const coords[],
                                       const ptrdiff_t strides[], void *out, void *const gradient[])
{
    const float *floats[4];
    const double *doubles[4];
    float *narrow[4];
    double *wide[4];
    for (uint32_t d = 0; d < dims && d < 4; d++) {
        floats[d] = coords[d];
        doubles[d] = coords[d];
        narrow[d] = gradient[d];
        wide[d] = gradient[d];
    }
    switch (lane) {
    case F32:
        return perlin_points_gradient_f32(noise, dims, count, floats, strides, out, narrow);
    case F64:
        return perlin_points_gradient_f64(noise, dims, count, doubles, strides, out, wide);
    default:
        return perlin_points_gradient_f64_f32(noise, dims, count, doubles, strides, out, narrow);
    }
}

perlin_status evaluate_grid_gradient(enum lane lane, const perlin_noise *noise,
                                     const perlin_grid *grid, void *out, void *const gradient[])
{
    float *const narrow[4] = {gradient[0], gradient[1], gradient[2], gradient[3]};
    double *const wide[4] = {gradient[0], gradient[1], gradient[2], gradient[3]};
    return lane == F64 ? perlin_grid_gradient_f64(noise, grid, out, wide)
                       : perlin_grid_gradient_f32(noise, grid, out, narrow);
}

perlin_status evaluate_normals(enum lane lane, const perlin_noise *noise, const perlin_grid *grid,
                               double height, void *const normal[3])
{
    float *const narrow[3] = {normal[0], normal[1], normal[2]};
    double *const wide[3] = {normal[0], normal[1], normal[2]};
    return lane == F64 ? perlin_grid_normals_f64(noise, grid, height, wide)
                       : perlin_grid_normals_f32(noise, grid, height, narrow);
}

/* ---- Beside an evaluation -------------------------------------------------------------------- */

enum { MOST = 1 << 12, MOST_ELEMENTS = 1 << 16, CANARY = 0xcc };

/* The same noise with the scalar backend, to be freed. */
static perlin_noise *scalar_copy(const perlin_noise *noise)
{
    if (!noise)
        return NULL;
    const size_t size = sizeof *noise + noise->table_count * sizeof noise->tables[0];
    void *const memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!memory)
        fail_msg("out of memory");
    perlin_noise *const copy = memcpy(memory, noise, size);
    copy->ops = (struct perlin_ops){&perlin_scalar_f32, &perlin_scalar_f64};
    return copy;
}

/* Four arrays of `bytes` each, all canaries, one behind the other; element 0 is `origin` bytes from
   an array's start. */
struct arrays {
    char *memory;
    void *array[4];
};

static struct arrays arrays_create(size_t bytes, size_t origin)
{
    struct arrays arrays = {allocate_or_fail(4 * bytes + sizeof(double)), {NULL}};
    memset(arrays.memory, CANARY, 4 * bytes);
    for (size_t a = 0; a < 4; a++)
        arrays.array[a] = arrays.memory + a * bytes + origin;
    return arrays;
}

int check_points_gradient(enum lane lane, const perlin_noise *noise, uint32_t dims, size_t count,
                          const void *const coords[], const ptrdiff_t strides[], void *out,
                          perlin_status *status)
{
    const size_t size = result_size(lane);
    if (!out || count > MOST)
        return 0;
    for (uint32_t d = 0; d < dims && d < 4; d++)
        if (coords[d] == out)
            return 0;
    struct arrays actual = arrays_create(count * size, 0),
                  expected = arrays_create(count * size, 0);
    perlin_noise *const oracle = scalar_copy(noise);
    evaluate_points_gradient(lane, oracle, dims, count, coords, strides, NULL, expected.array);
    *status =
        evaluate_points_gradient(lane, noise, dims, count, coords, strides, out, actual.array);
    assert_same_bits(actual.memory, expected.memory, 4 * count, size, "the gradient of %zu points",
                     count);
    free(oracle);
    free(actual.memory);
    free(expected.memory);
    return 1;
}

int check_grid_gradient(enum lane lane, const perlin_noise *noise, const perlin_grid *grid,
                        void *out, perlin_status *status)
{
    const size_t size = result_size(lane);
    ptrdiff_t first = 0;
    size_t elements = 0;
    if (!out ||
        (perlin_grid_extent(grid, &first, &elements) == PERLIN_OK && elements > MOST_ELEMENTS))
        return 0;
    const size_t origin = (size_t)-first * size;
    struct arrays actual = arrays_create(elements * size, origin);
    struct arrays expected = arrays_create(elements * size, origin);
    perlin_noise *const oracle = scalar_copy(noise);
    evaluate_grid_gradient(lane, oracle, grid, NULL, expected.array);
    *status = evaluate_grid_gradient(lane, noise, grid, out, actual.array);
    if (first_difference(actual.memory, expected.memory, 4 * elements, size) >= 0)
        assert_same_bits(actual.memory, expected.memory, 4 * elements, size, "the gradient of %s",
                         describe_grid(grid));
    free(oracle);
    free(actual.memory);
    free(expected.memory);
    return 1;
}
