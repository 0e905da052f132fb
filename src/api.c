/*
 * The public functions: check the arguments, guard the FP environment, call through the table.
 * Checks of floating-point values run inside the guard too: comparing a signalling NaN may trap.
 */
#include "dispatch.h"
#include "fpenv.h"
#include "noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STRING_(x) #x
#define STRING(x)  STRING_(x)

const char *perlin_version(void)
{
    return STRING(PERLIN_VERSION_MAJOR) "." STRING(PERLIN_VERSION_MINOR) "." STRING(
        PERLIN_VERSION_PATCH);
}

const char *perlin_status_string(perlin_status status)
{
    static const char *const strings[] = {
        [PERLIN_OK] = "success",
        [PERLIN_ERROR_NULL] = "a required pointer is NULL",
        [PERLIN_ERROR_STRUCT_SIZE] = "struct_size is too small",
        [PERLIN_ERROR_BACKEND] = "unknown backend",
        [PERLIN_ERROR_DIMS] = "the number of dimensions is not 1 to 4",
        [PERLIN_ERROR_FREQUENCY] = "the frequency of an octave is not finite",
        [PERLIN_ERROR_OCTAVES] = "the number of octaves is not 1 to 32, or there is no such octave",
        [PERLIN_ERROR_PERMUTATION] = "the table is no permutation of 0 to 255",
        [PERLIN_ERROR_RANGE] = "unknown range",
        [PERLIN_ERROR_GRADIENTS] = "unknown gradient set",
        [PERLIN_ERROR_GRID] = "a step or origin of the grid is not finite",
        [PERLIN_ERROR_OVERFLOW] = "counts, starts or strides overflow",
        [PERLIN_ERROR_MEMORY] = "out of memory",
        [PERLIN_ERROR_UNSUPPORTED] = "not supported by this build, CPU or version",
        [PERLIN_ERROR_FRACTAL] = "unknown fractal",
        [PERLIN_ERROR_OCTAVE_TABLES] = "octave_tables is not 0 or 1",
        [PERLIN_ERROR_LACUNARITY] = "the lacunarity is negative or not finite",
        [PERLIN_ERROR_GAIN] = "the gain, or an octave's weight, is negative or not finite",
        [PERLIN_ERROR_STRIDE] = "some but not all strides of the grid are 0",
        [PERLIN_ERROR_OVERLAP] = "the strides of the grid let samples overlap",
        [PERLIN_ERROR_CAPACITY] = "the buffer is too small",
        [PERLIN_ERROR_ALLOCATOR] = "only one of allocate and release is set",
    };
    return status < sizeof strings / sizeof strings[0] ? strings[status] : "unknown status";
}

/* ---- Structs that grow ------------------------------------------------------------------------- */

/*
 * The sizes of the first release: up to its last field. A struct grows behind the padding that may
 * follow it on 32-bit targets, since old callers count that padding as theirs.
 */
enum {
    PARAMS_SIZE_FIRST = offsetof(perlin_params, user) + sizeof(void *),
    GRID_SIZE_FIRST = offsetof(perlin_grid, stride) + 4 * sizeof(ptrdiff_t)
};
_Static_assert(sizeof(void *) != 8 || PARAMS_SIZE_FIRST == 104, "perlin_params of 0.1.0 on LP64");
_Static_assert(sizeof(void *) != 8 || GRID_SIZE_FIRST == 176, "perlin_grid of 0.1.0 on LP64");

static const perlin_params default_params = {
    .struct_size = sizeof(perlin_params),
    .octaves = 6,
    .frequency = 1.0,
    .lacunarity = 2.0,
    .gain = 0.5,
};

static const perlin_grid default_grid = {
    .struct_size = sizeof(perlin_grid),
    .step = {1.0, 1.0, 1.0, 1.0},
};

static perlin_status struct_init(void *object, size_t size, const void *defaults, size_t known,
                                 size_t first)
{
    if (!object)
        return PERLIN_ERROR_NULL;
    if (size < first)
        return PERLIN_ERROR_STRUCT_SIZE;
    memset(object, 0, size);
    memcpy(object, defaults, size < known ? size : known);
    memcpy(object, &size, sizeof size); /* struct_size */
    return PERLIN_OK;
}

/* Completes the caller's struct, of whatever version, to this version's: *copy holds the defaults. */
static perlin_status struct_copy(void *copy, const void *object, size_t known, size_t first)
{
    size_t size;
    if (!object)
        return PERLIN_ERROR_NULL;
    memcpy(&size, object, sizeof size);
    if (size < first)
        return PERLIN_ERROR_STRUCT_SIZE;
    for (size_t i = known; i < size; i++)
        if (((const unsigned char *)object)[i] != 0)
            return PERLIN_ERROR_UNSUPPORTED;
    memcpy(copy, object, size < known ? size : known);
    return PERLIN_OK;
}

perlin_status perlin_params_init_sized(perlin_params *params, size_t size)
{
    return struct_init(params, size, &default_params, sizeof default_params, PARAMS_SIZE_FIRST);
}

perlin_status perlin_grid_init_sized(perlin_grid *grid, size_t size)
{
    return struct_init(grid, size, &default_grid, sizeof default_grid, GRID_SIZE_FIRST);
}

/* ---- Noise ------------------------------------------------------------------------------------- */

PERLIN_GUARDED static perlin_status check_params(const perlin_params *params)
{
    if (params->range > PERLIN_RANGE_RAW_UNIT)
        return PERLIN_ERROR_RANGE;
    if (params->gradients > PERLIN_GRADIENTS_SLICE)
        return PERLIN_ERROR_GRADIENTS;
    if (params->fractal > PERLIN_FRACTAL_FBM)
        return PERLIN_ERROR_FRACTAL;
    if (params->octaves < 1 || params->octaves > PERLIN_MAX_OCTAVES)
        return PERLIN_ERROR_OCTAVES;
    if (params->octave_tables > 1)
        return PERLIN_ERROR_OCTAVE_TABLES;
    /* perlin_spectrum_init checks the frequency, with those of all octaves. */
    if (!isfinite(params->lacunarity) || params->lacunarity < 0.0)
        return PERLIN_ERROR_LACUNARITY;
    if (!isfinite(params->gain) || params->gain < 0.0)
        return PERLIN_ERROR_GAIN;
    if (params->permutation_count != 0) {
        if (params->permutation_count != PERLIN_TABLE_SIZE)
            return PERLIN_ERROR_PERMUTATION;
        if (!params->permutation)
            return PERLIN_ERROR_NULL;
        if (!perlin_is_permutation(params->permutation, params->permutation_count))
            return PERLIN_ERROR_PERMUTATION;
    }
    if (!params->allocate != !params->release)
        return PERLIN_ERROR_ALLOCATOR;
    return PERLIN_OK;
}

static void *allocate_by_malloc(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void release_by_free(void *user, void *p)
{
    (void)user;
    free(p);
}

enum { NOISE_ALIGNMENT = _Alignof(struct perlin_noise) };

perlin_status perlin_create(perlin_noise **noise, const perlin_params *params)
{
    perlin_params p = default_params;
    struct perlin_ops ops;
    perlin_backend backend;
    struct perlin_spectrum spectrum;

    if (!noise)
        return PERLIN_ERROR_NULL;
    perlin_status status = struct_copy(&p, params, sizeof p, PARAMS_SIZE_FIRST);
    if (status == PERLIN_OK)
        status = perlin_dispatch(p.backend, &ops, &backend);
    if (status != PERLIN_OK)
        return status;

    struct perlin_fpenv fpenv = perlin_fpenv_begin();
    status = check_params(&p);
    if (status == PERLIN_OK)
        status = perlin_spectrum_init(&spectrum, &p);
    perlin_fpenv_end(fpenv);
    if (status != PERLIN_OK)
        return status;

    if (!p.allocate) {
        p.allocate = allocate_by_malloc;
        p.release = release_by_free;
    }
    const size_t size = perlin_noise_size(&p);
    void *const block = p.allocate(p.user, size + NOISE_ALIGNMENT - 1);
    if (!block)
        return PERLIN_ERROR_MEMORY;
    const size_t misaligned = (uintptr_t)block % NOISE_ALIGNMENT;
    perlin_noise *const made =
        (void *)((char *)block + (misaligned ? NOISE_ALIGNMENT - misaligned : 0));
    memset(made, 0, size);
    made->ops = ops;
    made->backend = backend;
    made->release = p.release;
    made->user = p.user;
    made->block = block;

    fpenv = perlin_fpenv_begin();
    perlin_noise_init(made, &p, &spectrum);
    perlin_fpenv_end(fpenv);
    *noise = made;
    return PERLIN_OK;
}

void perlin_destroy(perlin_noise *noise)
{
    if (noise)
        noise->release(noise->user, noise->block);
}

perlin_backend perlin_backend_of(const perlin_noise *noise)
{
    return noise ? noise->backend : (perlin_backend)PERLIN_BACKEND_AUTO;
}

perlin_status perlin_permutation(const perlin_noise *noise, uint32_t octave, uint16_t *out,
                                 size_t capacity)
{
    if (!noise || !out)
        return PERLIN_ERROR_NULL;
    if (octave >= noise->spectrum.octaves)
        return PERLIN_ERROR_OCTAVES;
    if (capacity < PERLIN_TABLE_SIZE)
        return PERLIN_ERROR_CAPACITY;
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
        out[i] = perlin_octave_tables(noise, octave)->permutation.value[i];
    return PERLIN_OK;
}

/* ---- Points ------------------------------------------------------------------------------------ */

static size_t magnitude(ptrdiff_t stride)
{
    return stride < 0 ? 0 - (size_t)stride : (size_t)stride;
}

/* Whether `count` elements, `stride` apart, fit into PTRDIFF_MAX bytes. */
static int fits(size_t count, size_t stride, size_t element_size)
{
    const size_t most = (size_t)PTRDIFF_MAX / element_size; /* elements */
    return count <= most && (count <= 1 || stride <= (most - 1) / (count - 1));
}

/* coords is an array of `dims` pointers, to float or double: only compared with NULL here. */
static perlin_status check_points(const perlin_noise *noise, uint32_t dims, size_t count,
                                  const void *coords, size_t coord_size, const ptrdiff_t strides[],
                                  const void *out)
{
    if (!noise)
        return PERLIN_ERROR_NULL;
    if (dims < 1 || dims > 4)
        return PERLIN_ERROR_DIMS;
    if (count == 0)
        return PERLIN_OK;
    if (!coords || !out)
        return PERLIN_ERROR_NULL;
    for (uint32_t d = 0; d < dims; d++) {
        const void *array;
        memcpy(&array, (const char *)coords + d * sizeof array, sizeof array);
        if (!array)
            return PERLIN_ERROR_NULL;
    }
    /* The output fits where they do: its elements are packed, and no larger than theirs. */
    for (uint32_t d = 0; d < dims; d++)
        if (!fits(count, strides ? magnitude(strides[d]) : 1, coord_size))
            return PERLIN_ERROR_OVERFLOW;
    return PERLIN_OK;
}

/* The strides to compute with: kernels multiply them, also where a single point needs none. */
static const ptrdiff_t *usable_strides(const ptrdiff_t strides[], size_t count)
{
    static const ptrdiff_t packed[4] = {1, 1, 1, 1};
    return strides && count > 1 ? strides : packed;
}

perlin_status perlin_points_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                const float *const coords[], const ptrdiff_t strides[], float *out)
{
    const perlin_status status =
        check_points(noise, dims, count, coords, sizeof(float), strides, out);
    if (status != PERLIN_OK || count == 0)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    noise->ops.f32->gradient[dims - 1].points(noise, count, coords, usable_strides(strides, count),
                                              out);
    perlin_fpenv_end(fpenv);
    return PERLIN_OK;
}

perlin_status perlin_points_f64(const perlin_noise *noise, uint32_t dims, size_t count,
                                const double *const coords[], const ptrdiff_t strides[],
                                double *out)
{
    const perlin_status status =
        check_points(noise, dims, count, coords, sizeof(double), strides, out);
    if (status != PERLIN_OK || count == 0)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    noise->ops.f64->gradient[dims - 1].points(noise, count, coords, usable_strides(strides, count),
                                              out);
    perlin_fpenv_end(fpenv);
    return PERLIN_OK;
}

perlin_status perlin_points_f64_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                    const double *const coords[], const ptrdiff_t strides[],
                                    float *out)
{
    const perlin_status status =
        check_points(noise, dims, count, coords, sizeof(double), strides, out);
    if (status != PERLIN_OK || count == 0)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    noise->ops.f32->gradient[dims - 1].points_wide(noise, count, coords,
                                                   usable_strides(strides, count), out);
    perlin_fpenv_end(fpenv);
    return PERLIN_OK;
}

/* ---- Grids ------------------------------------------------------------------------------------- */

/* A grid checked and completed: strides explicit, and the memory it touches. */
struct layout {
    perlin_grid grid;
    ptrdiff_t first;
    size_t elements; /* 0: a grid without samples */
};

/*
 * Replaces strides that are all 0 by packed ones, and those of axes with a single sample, which may be
 * anything, by one that kernels can compute with. Counts are at least 1.
 */
static perlin_status complete_strides(perlin_grid *grid)
{
    int any = 0, missing = 0;
    for (uint32_t a = 0; a < grid->dims; a++) {
        any |= grid->stride[a] != 0;
        missing |= grid->stride[a] == 0 && grid->count[a] > 1;
    }
    size_t packed = 1; /* where it wraps, the axes before are too large: `measure` finds that */
    for (uint32_t a = 0; a < grid->dims; a++) {
        if (!any)
            grid->stride[a] = (ptrdiff_t)packed;
        else if (grid->count[a] == 1)
            grid->stride[a] = 1;
        packed *= grid->count[a];
    }
    return any && missing ? PERLIN_ERROR_STRIDE : PERLIN_OK;
}

/*
 * The extent, from the axis of the smallest stride up. Samples are distinct if each stride passes the
 * extent of the axes below it.
 */
static perlin_status measure(struct layout *layout, size_t element_size)
{
    const perlin_grid *const grid = &layout->grid;
    uint32_t axes[4], used = 0;
    for (uint32_t a = 0; a < grid->dims; a++) {
        if (grid->count[a] == 1)
            continue;
        uint32_t at = used++;
        for (; at > 0 && magnitude(grid->stride[axes[at - 1]]) > magnitude(grid->stride[a]); at--)
            axes[at] = axes[at - 1];
        axes[at] = a;
    }
    const size_t most = (size_t)PTRDIFF_MAX / element_size;
    perlin_status status = PERLIN_OK;
    size_t last = 0; /* the extent less 1 */
    layout->first = 0;
    for (uint32_t i = 0; i < used; i++) {
        const size_t stride = magnitude(grid->stride[axes[i]]);
        const size_t gaps = grid->count[axes[i]] - 1;
        if (stride > (most - 1 - last) / gaps)
            return PERLIN_ERROR_OVERFLOW;
        if (stride <= last)
            status = PERLIN_ERROR_OVERLAP;
        last += stride * gaps;
        if (grid->stride[axes[i]] < 0)
            layout->first -= (ptrdiff_t)(stride * gaps);
    }
    layout->elements = last + 1;
    return status;
}

PERLIN_GUARDED static perlin_status check_grid(struct layout *layout, const perlin_grid *grid,
                                               size_t element_size)
{
    perlin_grid *const g = &layout->grid;
    *g = default_grid;
    layout->first = 0;
    layout->elements = 0;
    const perlin_status status = struct_copy(g, grid, sizeof *g, GRID_SIZE_FIRST);
    if (status != PERLIN_OK)
        return status;
    if (g->dims < 1 || g->dims > 4)
        return PERLIN_ERROR_DIMS;
    int empty = 0;
    for (uint32_t a = 0; a < g->dims; a++) {
        if (!isfinite(g->step[a]) || !isfinite(g->origin[a]))
            return PERLIN_ERROR_GRID;
        empty |= g->count[a] == 0;
    }
    if (empty)
        return PERLIN_OK;
    for (uint32_t a = 0; a < g->dims; a++) /* the difference is exact for negative starts too */
        if (g->count[a] - 1 > (uint64_t)INT64_MAX - (uint64_t)g->start[a])
            return PERLIN_ERROR_OVERFLOW;
    const perlin_status strides = complete_strides(g);
    return strides != PERLIN_OK ? strides : measure(layout, element_size);
}

perlin_status perlin_grid_f32(const perlin_noise *noise, const perlin_grid *grid, float *out)
{
    struct layout layout;
    if (!noise)
        return PERLIN_ERROR_NULL;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    perlin_status status = check_grid(&layout, grid, sizeof *out);
    if (status == PERLIN_OK && layout.elements > 0) {
        if (out)
            noise->ops.f32->gradient[layout.grid.dims - 1].grid(noise, &layout.grid, out);
        else
            status = PERLIN_ERROR_NULL;
    }
    perlin_fpenv_end(fpenv);
    return status;
}

perlin_status perlin_grid_f64(const perlin_noise *noise, const perlin_grid *grid, double *out)
{
    struct layout layout;
    if (!noise)
        return PERLIN_ERROR_NULL;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    perlin_status status = check_grid(&layout, grid, sizeof *out);
    if (status == PERLIN_OK && layout.elements > 0) {
        if (out)
            noise->ops.f64->gradient[layout.grid.dims - 1].grid(noise, &layout.grid, out);
        else
            status = PERLIN_ERROR_NULL;
    }
    perlin_fpenv_end(fpenv);
    return status;
}

perlin_status perlin_grid_extent(const perlin_grid *grid, ptrdiff_t *first, size_t *elements)
{
    struct layout layout;
    if (!first || !elements)
        return PERLIN_ERROR_NULL;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    const perlin_status status = check_grid(&layout, grid, sizeof(float));
    perlin_fpenv_end(fpenv);
    if (status == PERLIN_OK) {
        *first = layout.first;
        *elements = layout.elements;
    }
    return status;
}
