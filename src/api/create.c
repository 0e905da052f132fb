/*
 * The public functions that make and describe a noise: check the arguments, guard the FP
 * environment. Checks of floating-point values run inside the guard too: comparing a signalling NaN
 * may trap.
 */
#include "api.h"

#include "../combine/combined.h"
#include "../cpu/dispatch.h"
#include "../cpu/fpenv.h"
#include "../noise/noise.h"

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
        [PERLIN_ERROR_STRUCT_SIZE] =
            "struct_size is out of range: call the struct's _init function first",
        [PERLIN_ERROR_BACKEND] = "unknown backend",
        [PERLIN_ERROR_DIMS] =
            "dims is not set to 1 to 4 (2 for normals), or the basis is not defined in so many",
        [PERLIN_ERROR_FREQUENCY] =
            "the frequency is 0 (1 / 64 of integers is), or that of an octave is not finite",
        [PERLIN_ERROR_PERMUTATION] = "permutation has an entry twice, or the hash takes none",
        [PERLIN_ERROR_RANGE] = "unknown range",
        [PERLIN_ERROR_GRADIENTS] = "unknown gradient set, or another than DEFAULT with the integer "
                                   "hash or a basis that has "
                                   "only one",
        [PERLIN_ERROR_GRID] =
            "set the grid's step: it is 0 on an axis of more than one sample, or a "
            "step or origin is not finite",
        [PERLIN_ERROR_OVERFLOW] = "counts, starts or strides overflow, or an array is too small",
        [PERLIN_ERROR_MEMORY] = "out of memory",
        [PERLIN_ERROR_UNSUPPORTED] = "not supported by this build, CPU, version or backend",
        [PERLIN_ERROR_FRACTAL] = "unknown fractal",
        [PERLIN_ERROR_OCTAVE_SEEDS] = "octave_seeds is not 0 or 1",
        [PERLIN_ERROR_LACUNARITY] = "the lacunarity is not finite",
        [PERLIN_ERROR_GAIN] =
            "the gain, a weight or their sum is not finite, all weights are 0, or one "
            "is negative, which MULTIFRACTAL does not take",
        [PERLIN_ERROR_STRIDE] =
            "a stride of the grid is 0 on an axis of several samples, and others are not",
        [PERLIN_ERROR_OVERLAP] = "the strides of the grid let samples overlap",
        [PERLIN_ERROR_ALLOCATOR] = "only one of allocate and release is set",
        [PERLIN_ERROR_SHAPE] =
            "weighted_strength (0 to 1 in the raw ranges), ping_pong_strength, ridge_offset or "
            "ridge_gain is out of bounds",
        [PERLIN_ERROR_DEPTH] = "the depth of the output is not 1 to 64 bits",
        [PERLIN_ERROR_OUTPUT] =
            "scale, bias or height is not finite in the output's type, or accumulate is not 0 or 1",
        [PERLIN_ERROR_ROTATION] =
            "unknown rotation, or one together with a period, or a matrix that is not finite, or "
            "that needs rotation MATRIX",
        [PERLIN_ERROR_BASIS] = "unknown basis",
        [PERLIN_ERROR_INTERPOLATION] = "unknown interpolation",
        [PERLIN_ERROR_ELIAS_SMOOTHING] = "elias_smoothing is not 0 or 1",
        [PERLIN_ERROR_RADIUS] =
            "unknown simplex radius, or the published one with the integer hash or another basis",
        [PERLIN_ERROR_OCTAVE_OFFSETS] = "octave_offsets is not 0 or 1",
        [PERLIN_ERROR_HASH] =
            "unknown hash, or one that the basis does not have: set INTEGER with VALUE, "
            "VALUE_CUBIC, CELLULAR, OPENSIMPLEX2 and OPENSIMPLEX2S, PERMUTATION with OPENSIMPLEX",
        [PERLIN_ERROR_CELLULAR] = "unknown metric or cellular result, jitter is not 0 to 1, or "
                                  "EDGE with MANHATTAN or CHEBYSHEV",
        [PERLIN_ERROR_OCTAVE_COUNT] = "octaves must be 1 to 32",
        [PERLIN_ERROR_WEIGHT_OCTAVES] =
            "weight_octaves must be 0, or at least octaves and at most 32",
        [PERLIN_ERROR_WEIGHT_COUNT] =
            "weight_count must be 0, or weight_octaves, or octaves where that is 0",
        [PERLIN_ERROR_NO_OCTAVE] = "the noise has fewer octaves: ask for an earlier one",
        [PERLIN_ERROR_PERIOD_CELLS] = "a period must be at most 2^31 cells",
        [PERLIN_ERROR_PERIOD_TABLES] =
            "a period above 256 cells needs the hash INTEGER, which has up to 2^31",
        [PERLIN_ERROR_PERIOD_OCTAVE] =
            "an octave's period passes 2^31 cells: take fewer octaves or a shorter period",
        [PERLIN_ERROR_PERIOD_LACUNARITY] = "with a period lacunarity must be an integer above 0",
        [PERLIN_ERROR_PERIOD_BASIS] =
            "noise on simplices takes no period: set it to 0, or take another basis",
        [PERLIN_ERROR_PERIOD_GRID] = "a grid's period must be at most 2^63 - 1 samples",
        [PERLIN_ERROR_KIND] = "kind must be a PERLIN_COMBINE_ constant",
        [PERLIN_ERROR_INPUT_MISSING] = "an input that the kind takes is NULL: set it",
        [PERLIN_ERROR_NOT_FINITE] = "the kind's numbers must be finite, also when rounded to float",
        [PERLIN_ERROR_AXIS] = "axis must be 0 to 3",
        [PERLIN_ERROR_TRANSFORM_DIMS] = "dims of TRANSFORM must be 0 to 4",
        [PERLIN_ERROR_LIMITS] =
            "lower must not be above upper, and for SMOOTHSTEP must be below it",
        [PERLIN_ERROR_FALLOFF] = "falloff must be 0 to half of upper - lower",
        [PERLIN_ERROR_SMOOTHNESS] = "smoothness must be above 0, also when rounded to float",
        [PERLIN_ERROR_CURVE] = "curve must be a PERLIN_CURVE_ constant",
        [PERLIN_ERROR_POSITION_COUNT] = "position_count must be 2 to 32",
        [PERLIN_ERROR_POSITIONS] = "positions must rise, also when rounded to float",
        [PERLIN_ERROR_SPACING] =
            "limits or positions are too close together or too far apart for float",
        [PERLIN_ERROR_COMMON_DIMS] =
            "no number of dimensions suits all inputs, axis and dims: change one of them",
        [PERLIN_ERROR_STEPS] =
            "combine less: at most 64 noises and combinations, and 4096 evaluations a sample",
        [PERLIN_ERROR_LEVELS] = "combine less deeply: at most 16 levels",
    };
    const int is_known = status < sizeof strings / sizeof strings[0] && strings[status];
    return is_known ? strings[status] : "unknown status";
}

/* ---- Structs that grow ------------------------------------------------------------------------- */

/* No release has as long a struct: a larger struct_size was never set. Its bytes are not read. */
enum { STRUCT_SIZE_MOST = 4096 };

enum { PARAMS_SIZE_FIRST = PERLIN_SIZE_THROUGH(perlin_params, reserved) };

static const perlin_params default_params = {
    .struct_size = sizeof(perlin_params),
    .octaves = 6,
    .octave_seeds = 1,
    .frequency = 1.0,
    .lacunarity = 2.0,
    .gain = 0.5,
    .ping_pong_strength = 2.0,
    .ridge_offset = 1.0,
    .ridge_gain = 2.0,
    .matrix = {{1.0, 0.0, 0.0, 0.0},
               {0.0, 1.0, 0.0, 0.0},
               {0.0, 0.0, 1.0, 0.0},
               {0.0, 0.0, 0.0, 1.0}},
    .octave_offsets = 1,
    .jitter = 1.0,
};

perlin_status perlin_struct_init(void *object, size_t size, const void *defaults, size_t known,
                                 size_t first)
{
    if (!object)
        return PERLIN_ERROR_NULL;
    if (size < first || size > STRUCT_SIZE_MOST)
        return PERLIN_ERROR_STRUCT_SIZE;
    memset(object, 0, size);
    memcpy(object, defaults, size < known ? size : known);
    memcpy(object, &size, sizeof size); /* struct_size */
    return PERLIN_OK;
}

perlin_status perlin_struct_copy(void *copy, const void *object, size_t known, size_t first)
{
    size_t size;
    if (!object)
        return PERLIN_ERROR_NULL;
    memcpy(&size, object, sizeof size);
    if (size < first || size > STRUCT_SIZE_MOST)
        return PERLIN_ERROR_STRUCT_SIZE;
    for (size_t i = known; i < size; i++)
        if (((const unsigned char *)object)[i] != 0)
            return PERLIN_ERROR_UNSUPPORTED;
    memcpy(copy, object, size < known ? size : known);
    return PERLIN_OK;
}

perlin_status perlin_params_init_sized(perlin_params *params, size_t size)
{
    return perlin_struct_init(params, size, &default_params, sizeof default_params,
                              PARAMS_SIZE_FIRST);
}

perlin_status perlin_params_init_published_sized(perlin_params *params, size_t size)
{
    perlin_params published = default_params;
    published.hash = PERLIN_HASH_PERMUTATION;
    published.range = PERLIN_RANGE_RAW;
    published.octave_seeds = published.octave_offsets = 0;
    return perlin_struct_init(params, size, &published, sizeof published, PARAMS_SIZE_FIRST);
}

/* ---- Noise ------------------------------------------------------------------------------------- */

/* Within [0, most]; not where it is NaN. */
static int is_within(double value, double most)
{
    return value >= 0.0 && value <= most;
}

PERLIN_GUARDED static perlin_status check_periods(const perlin_params *params)
{
    const int has_tables = params->hash == PERLIN_HASH_PERMUTATION;
    for (int a = 0; a < 4; a++) {
        if (params->period[a] > 0 && !perlin_bases[params->basis]->takes_period)
            return PERLIN_ERROR_PERIOD_BASIS;
        if (params->period[a] > PERLIN_MAX_PERIOD)
            return PERLIN_ERROR_PERIOD_CELLS;
        if (has_tables && params->period[a] > PERLIN_TABLE_SIZE)
            return PERLIN_ERROR_PERIOD_TABLES;
    }
    return PERLIN_OK;
}

/* A matrix of which nothing would be used is a mistake, too. */
PERLIN_GUARDED static int is_rotation(const perlin_params *params)
{
    const uint32_t rotation = params->rotation;
    const int has_period =
        (params->period[0] | params->period[1] | params->period[2] | params->period[3]) != 0;
    int is_finite = 1, is_identity = 1;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            is_finite &= isfinite(params->matrix[a][b]) != 0;
            is_identity &= params->matrix[a][b] == (a == b ? 1.0 : 0.0);
        }
    if (rotation == PERLIN_ROTATION_MATRIX)
        return is_finite;
    return rotation < PERLIN_ROTATION_MATRIX && is_identity &&
           (rotation == PERLIN_ROTATION_NONE || !has_period);
}

/* The octaves' weights, or what they follow from. Of weights that are given perlin_spectrum_init
   checks the rest. */
PERLIN_GUARDED static perlin_status check_weights(const perlin_params *params)
{
    if (!isfinite(params->gain))
        return PERLIN_ERROR_GAIN;
    const uint32_t octaves = params->weight_octaves > 0 ? params->weight_octaves : params->octaves;
    if (octaves < params->octaves || octaves > PERLIN_MAX_OCTAVES)
        return PERLIN_ERROR_WEIGHT_OCTAVES;
    if (params->weight_count == 0)
        return PERLIN_OK;
    if (params->weight_count != octaves)
        return PERLIN_ERROR_WEIGHT_COUNT;
    if (!params->weights)
        return PERLIN_ERROR_NULL;
    for (uint32_t o = 0; o < params->weight_count; o++)
        if (!isfinite(params->weights[o]))
            return PERLIN_ERROR_GAIN;
    return PERLIN_OK;
}

/* In the raw ranges v can be far from n. Then octaves have no bound unless each is weaker than the
   one before. */
PERLIN_GUARDED static int is_shape(const perlin_params *params)
{
    const int is_raw = params->range == PERLIN_RANGE_RAW || params->range == PERLIN_RANGE_RAW_UNIT;
    const double w = params->weighted_strength;
    return w >= (is_raw ? 0.0 : -8.0) && w <= (is_raw ? 1.0 : 8.0) &&
           is_within(params->ping_pong_strength, 65536.0) &&
           is_within(params->ridge_offset, 1024.0) && is_within(params->ridge_gain, 65536.0);
}

/* By the integer hash there is one set of gradients, one radius and no table. AUTO does not ignore what
   the basis has no use for. */
static perlin_status check_fields_of_tables(const perlin_params *params)
{
    const struct perlin_basis_info *const basis = perlin_bases[params->basis];
    const int is_integer = params->hash == PERLIN_HASH_INTEGER;
    if (basis->hashes == 0 || params->hash == PERLIN_HASH_PERMUTATION)
        return PERLIN_OK;
    if (params->gradients != PERLIN_GRADIENTS_DEFAULT && (is_integer || !basis->takes_gradients))
        return PERLIN_ERROR_GRADIENTS;
    if (params->simplex_radius != PERLIN_RADIUS_CONTINUOUS && (is_integer || !basis->takes_radius))
        return PERLIN_ERROR_RADIUS;
    if (!params->permutation)
        return PERLIN_OK;
    return is_integer || !(basis->hashes & PERLIN_BY_TABLES) ? PERLIN_ERROR_PERMUTATION : PERLIN_OK;
}

/* True if it is a hash, and one that the basis can have. AUTO is, and any is nothing to a basis with
   its own. */
static int is_hash(const perlin_params *params)
{
    const uint32_t hashes = perlin_bases[params->basis]->hashes;
    if (params->hash == PERLIN_HASH_AUTO || params->hash > PERLIN_HASH_PERMUTATION)
        return params->hash == PERLIN_HASH_AUTO;
    return hashes == 0 || (hashes >> params->hash & 1);
}

/* Borders are straight only where distances are Euclidean. */
PERLIN_GUARDED static int is_cellular(const perlin_params *params)
{
    const uint32_t metric = params->cellular_metric, result = params->cellular_result;
    const int has_edges = metric <= PERLIN_METRIC_EUCLIDEAN_SQUARED;
    return metric <= PERLIN_METRIC_CHEBYSHEV && result <= PERLIN_CELLULAR_CELL &&
           is_within(params->jitter, 1.0) && (has_edges || result != PERLIN_CELLULAR_EDGE);
}

/* Also replaces AUTO by the hash that it stands for: see perlin_hash_for. */
PERLIN_GUARDED static perlin_status check_params(perlin_params *params)
{
    if (params->basis >= PERLIN_BASES)
        return PERLIN_ERROR_BASIS;
    if (!perlin_bases[params->basis])
        return PERLIN_ERROR_UNSUPPORTED;
    if (params->interpolation > PERLIN_INTERPOLATION_CUBIC)
        return PERLIN_ERROR_INTERPOLATION;
    if (params->elias_smoothing > 1)
        return PERLIN_ERROR_ELIAS_SMOOTHING;
    if (params->simplex_radius > PERLIN_RADIUS_PUBLISHED)
        return PERLIN_ERROR_RADIUS;
    if (params->range > PERLIN_RANGE_RAW_UNIT)
        return PERLIN_ERROR_RANGE;
    if (params->gradients > PERLIN_GRADIENTS_SLICE)
        return PERLIN_ERROR_GRADIENTS;
    if (params->fractal > PERLIN_FRACTAL_MULTIFRACTAL)
        return PERLIN_ERROR_FRACTAL;
    if (!is_hash(params))
        return PERLIN_ERROR_HASH;
    const perlin_status of_tables = check_fields_of_tables(params);
    if (of_tables != PERLIN_OK)
        return of_tables;
    params->hash = perlin_hash_for(params);
    if (params->octaves < 1 || params->octaves > PERLIN_MAX_OCTAVES)
        return PERLIN_ERROR_OCTAVE_COUNT;
    if (params->octave_seeds > 1)
        return PERLIN_ERROR_OCTAVE_SEEDS;
    if (params->octave_offsets > 1)
        return PERLIN_ERROR_OCTAVE_OFFSETS;
    if (!is_cellular(params))
        return PERLIN_ERROR_CELLULAR;
    /* perlin_spectrum_init checks those of later octaves. */
    if (!isfinite(params->frequency) || params->frequency == 0.0)
        return PERLIN_ERROR_FREQUENCY;
    if (!isfinite(params->lacunarity))
        return PERLIN_ERROR_LACUNARITY;
    const perlin_status weights = check_weights(params);
    if (weights != PERLIN_OK)
        return weights;
    if (!is_shape(params))
        return PERLIN_ERROR_SHAPE;
    const perlin_status periods = check_periods(params);
    if (periods != PERLIN_OK)
        return periods;
    if (!is_rotation(params))
        return PERLIN_ERROR_ROTATION;
    if (params->permutation && !perlin_is_permutation(params->permutation))
        return PERLIN_ERROR_PERMUTATION;
    if (!params->allocate != !params->release)
        return PERLIN_ERROR_ALLOCATOR;
    return params->reserved == 0 ? PERLIN_OK : PERLIN_ERROR_UNSUPPORTED;
}

PERLIN_GUARDED static perlin_status check_sampling(perlin_params *params, double step,
                                                   uint32_t depth)
{
    const perlin_status status = check_params(params);
    if (status != PERLIN_OK)
        return status;
    if (!isfinite(step))
        return PERLIN_ERROR_GRID;
    return depth < 1 || depth > 64 ? PERLIN_ERROR_DEPTH : PERLIN_OK;
}

perlin_status perlin_octaves_for(const perlin_params *params, double step, uint32_t depth,
                                 uint32_t *octaves)
{
    perlin_params p = default_params;
    if (!octaves)
        return PERLIN_ERROR_NULL;
    perlin_status status = perlin_struct_copy(&p, params, sizeof p, PARAMS_SIZE_FIRST);
    if (status != PERLIN_OK)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    status = check_sampling(&p, step, depth);
    if (status == PERLIN_OK)
        *octaves = perlin_visible_octaves(&p, step, depth);
    perlin_fpenv_end(fpenv);
    return status;
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

perlin_status perlin_noise_allocate(perlin_noise **noise, size_t size, struct perlin_allocator by)
{
    if (!by.allocate)
        by = (struct perlin_allocator){allocate_by_malloc, release_by_free, NULL};
    void *const block = by.allocate(by.user, size + NOISE_ALIGNMENT - 1);
    if (!block)
        return PERLIN_ERROR_MEMORY;
    const size_t misaligned = (uintptr_t)block % NOISE_ALIGNMENT;
    perlin_noise *const made =
        (void *)((char *)block + (misaligned ? NOISE_ALIGNMENT - misaligned : 0));
    memset(made, 0, size);
    atomic_init(&made->holds, 1);
    made->release = by.release;
    made->user = by.user;
    made->block = block;
    *noise = made;
    return PERLIN_OK;
}

/* Some noises are not worth kernels: AUTO takes the scalar backend for them, and no other has them. */
static perlin_status choose_backend(const perlin_params *params, struct perlin_ops *ops,
                                    perlin_backend *backend)
{
    const int is_scalar = perlin_bases[params->basis]->scalar_hashes >> params->hash & 1;
    if (!is_scalar || params->backend == PERLIN_BACKEND_SCALAR)
        return PERLIN_OK;
    if (params->backend != PERLIN_BACKEND_AUTO)
        return PERLIN_ERROR_UNSUPPORTED;
    return perlin_dispatch(PERLIN_BACKEND_SCALAR, ops, backend);
}

perlin_status perlin_create(perlin_noise **noise, const perlin_params *params)
{
    perlin_params p = default_params;
    struct perlin_ops ops;
    perlin_backend backend;
    struct perlin_spectrum spectrum;

    if (!noise)
        return PERLIN_ERROR_NULL;
    perlin_status status = perlin_struct_copy(&p, params, sizeof p, PARAMS_SIZE_FIRST);
    if (status == PERLIN_OK)
        status = perlin_dispatch(p.backend, &ops, &backend);
    if (status != PERLIN_OK)
        return status;

    struct perlin_fpenv fpenv = perlin_fpenv_begin();
    status = check_params(&p);
    if (status == PERLIN_OK)
        status = perlin_spectrum_init(&spectrum, &p);
    perlin_fpenv_end(fpenv);
    if (status == PERLIN_OK)
        status = choose_backend(&p, &ops, &backend);
    if (status != PERLIN_OK)
        return status;

    perlin_noise *made;
    status = perlin_noise_allocate(&made, perlin_noise_size(&p),
                                   (struct perlin_allocator){p.allocate, p.release, p.user});
    if (status != PERLIN_OK)
        return status;
    made->ops = ops;
    made->backend = backend;

    fpenv = perlin_fpenv_begin();
    perlin_noise_init(made, &p, &spectrum);
    perlin_fpenv_end(fpenv);
    *noise = made;
    return PERLIN_OK;
}

void perlin_destroy(perlin_noise *noise)
{
    if (!noise || atomic_fetch_sub_explicit(&noise->holds, 1, memory_order_acq_rel) > 1)
        return;
    const struct perlin_combined *const combined = noise->combined;
    for (uint32_t i = 0; combined && i < combined->inputs; i++)
        perlin_destroy((perlin_noise *)(uintptr_t)combined->input[i]);
    noise->release(noise->user, noise->block);
}

perlin_backend perlin_backend_of(const perlin_noise *noise)
{
    return noise ? noise->backend : (perlin_backend)PERLIN_BACKEND_AUTO;
}

perlin_hash perlin_hash_of(const perlin_noise *noise)
{
    return noise ? noise->hash : (perlin_hash)PERLIN_HASH_AUTO;
}

perlin_status perlin_permutation(const perlin_noise *noise, uint32_t octave, uint8_t out[256])
{
    if (!noise || !out)
        return PERLIN_ERROR_NULL;
    if (noise->combined)
        return PERLIN_ERROR_UNSUPPORTED;
    if (octave >= noise->spectrum.octaves)
        return PERLIN_ERROR_NO_OCTAVE;
    if (noise->table_count == 0)
        return PERLIN_ERROR_UNSUPPORTED;
    memcpy(out, perlin_octave_tables(noise, octave)->lut.value, PERLIN_TABLE_SIZE);
    return PERLIN_OK;
}
