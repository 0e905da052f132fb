/*
 * The golden digests: which there are, how each noise is set up, and the constants.
 */
#include "selftest.h"

#include "digest.h"
#include "golden.h"

#include <inttypes.h>
#include <string.h>

/* ---- What is digested ------------------------------------------------------------------------ */

enum function {
    POINTS_F32,
    POINTS_F64,
    POINTS_F64_F32,
    GRID_F32,
    GRID_F64,
    PERMUTATION, /* the tables themselves; has no dimension */
    FUNCTION_COUNT
};

static const char *const function_names[] = {"points_f32", "points_f64", "points_f64_f32",
                                             "grid_f32",   "grid_f64",   "permutation"};

struct selftest_setup {
    const char *name;
    uint32_t range, gradients, octaves; /* more than one octave: fBm */
    uint64_t seed;
    double frequency, lacunarity, gain;
    bool octave_tables;
    bool own_table; /* a permutation of the caller's */
    bool only_2d;   /* it concerns no other dimension */
};

enum { RAW = PERLIN_RANGE_RAW };

static const struct selftest_setup setups[] = {
    {.name = "raw", .range = RAW, .frequency = 1.0},
    {.name = "axis",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_AXIS,
     .frequency = 1.0,
     .only_2d = true},
    {.name = "diagonal",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_DIAGONAL,
     .frequency = 1.0,
     .only_2d = true},
    {.name = "slice",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_SLICE,
     .frequency = 1.0,
     .only_2d = true},
    {.name = "seed", .range = RAW, .seed = UINT64_C(0xfedcba9876543210), .frequency = 1.0},
    {.name = "own_table", .range = RAW, .own_table = true, .frequency = -0x1.4p-1},
    {.name = "fbm", .range = RAW, .octaves = 5, .frequency = 1.0, .lacunarity = 2.0, .gain = 0.5},
    {.name = "octave_tables",
     .range = RAW,
     .octaves = 7,
     .seed = 1,
     .frequency = 0x1.8p-2,
     .lacunarity = 0x1.fp0,
     .gain = 0x1.2p-1,
     .octave_tables = true},
    {.name = "axis_fbm",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_AXIS,
     .octaves = 3,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5,
     .only_2d = true},
    {.name = "slice_fbm",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_SLICE,
     .octaves = 3,
     .seed = 7,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5,
     .octave_tables = true,
     .only_2d = true},
    {.name = "raw_unit", .range = PERLIN_RANGE_RAW_UNIT, .frequency = 1.0},
    {.name = "signed", .range = PERLIN_RANGE_SIGNED, .frequency = 1.0},
    {.name = "unit", .range = PERLIN_RANGE_UNIT, .frequency = 1.0},
    {.name = "signed_axis",
     .range = PERLIN_RANGE_SIGNED,
     .gradients = PERLIN_GRADIENTS_AXIS,
     .frequency = 1.0,
     .only_2d = true},
    {.name = "signed_diagonal",
     .range = PERLIN_RANGE_SIGNED,
     .gradients = PERLIN_GRADIENTS_DIAGONAL,
     .frequency = 1.0,
     .only_2d = true},
    {.name = "signed_slice",
     .range = PERLIN_RANGE_SIGNED,
     .gradients = PERLIN_GRADIENTS_SLICE,
     .frequency = 1.0,
     .only_2d = true},
};
enum { SETUP_COUNT = sizeof setups / sizeof setups[0] };

static bool exists(const struct selftest_setup *setup, int function, uint32_t dims)
{
    if (function == PERMUTATION) /* the rest have the tables of the first */
        return dims == 1 && (setup == setups || setup->seed != 0 || setup->own_table);
    return !setup->only_2d || dims == 2;
}

bool selftest_case_at(size_t index, struct selftest_case *test)
{
    for (const struct selftest_setup *setup = setups; setup < setups + SETUP_COUNT; setup++) {
        for (int function = 0; function < FUNCTION_COUNT; function++) {
            for (uint32_t dims = 1; dims <= 4; dims++) {
                if (!exists(setup, function, dims) || index-- > 0)
                    continue;
                *test = (struct selftest_case){.setup = setup, .function = function, .dims = dims};
                if (function == PERMUTATION)
                    snprintf(test->name, sizeof test->name, "%s permutation", setup->name);
                else
                    snprintf(test->name, sizeof test->name, "%s %s %" PRIu32 "-D", setup->name,
                             function_names[function], dims);
                return true;
            }
        }
    }
    return false;
}

/* ---- A case ---------------------------------------------------------------------------------- */

perlin_status selftest_params(const struct selftest_case *test, perlin_params *params,
                              uint16_t permutation[256])
{
    const struct selftest_setup *const setup = test->setup;
    const perlin_status status = perlin_params_init(params);
    if (status != PERLIN_OK)
        return status;
    params->range = setup->range;
    params->gradients = setup->gradients;
    params->seed = setup->seed;
    params->frequency = setup->frequency;
    if (setup->octaves > 1) {
        params->fractal = PERLIN_FRACTAL_FBM;
        params->octaves = setup->octaves;
        params->lacunarity = setup->lacunarity;
        params->gain = setup->gain;
        params->octave_tables = setup->octave_tables;
    }
    if (setup->own_table) {
        for (uint32_t i = 0; i < 256; i++) /* 167 is odd, so that its multiples pass every value */
            permutation[i] = (uint16_t)((i * 167 + 13) % 256);
        params->permutation = permutation;
        params->permutation_count = 256;
    }
    return PERLIN_OK;
}

perlin_status selftest_digest(const struct selftest_case *test, const perlin_noise *noise,
                              uint64_t *digest)
{
    *digest = DIGEST_START;
    switch (test->function) {
    case POINTS_F32:
        return digest_points_f32(noise, test->dims, digest);
    case POINTS_F64:
    case POINTS_F64_F32:
        return digest_points_f64(noise, test->dims, test->function == POINTS_F64_F32, digest);
    case GRID_F32:
    case GRID_F64:
        return digest_grid(noise, test->dims, test->function == GRID_F64, digest);
    default:
        return digest_tables(noise, test->setup->octaves > 1 ? test->setup->octaves : 1, digest);
    }
}

perlin_status selftest_run(const struct selftest_case *test, perlin_backend backend,
                           uint64_t *digest)
{
    perlin_params params;
    uint16_t permutation[256];
    perlin_noise *noise;
    perlin_status status = selftest_params(test, &params, permutation);
    if (status != PERLIN_OK)
        return status;
    params.backend = backend;
    status = perlin_create(&noise, &params);
    if (status != PERLIN_OK)
        return status;
    status = selftest_digest(test, noise, digest);
    perlin_destroy(noise);
    return status;
}

/* ---- Constants ------------------------------------------------------------------------------- */

size_t selftest_golden_count(void)
{
    return sizeof golden / sizeof golden[0];
}

bool selftest_golden(const struct selftest_case *test, uint64_t *digest)
{
    for (size_t i = 0; i < selftest_golden_count(); i++) {
        if (strcmp(golden[i].name, test->name) == 0) {
            *digest = golden[i].digest;
            return true;
        }
    }
    return false;
}

perlin_status selftest_print(FILE *file)
{
    struct selftest_case test;
    uint64_t digest;
    fputs("/*\n"
          " * The digests that every backend must produce. Made by\n"
          " *     perlin info --print-digests > tools/golden.h\n"
          " * from the scalar backend; to be made anew only when the bits are meant to change.\n"
          " */\n"
          "static const struct {\n"
          "    const char *name;\n"
          "    uint64_t digest;\n"
          "} golden[] = {\n",
          file);
    for (size_t i = 0; selftest_case_at(i, &test); i++) {
        const perlin_status status = selftest_run(&test, PERLIN_BACKEND_SCALAR, &digest);
        if (status != PERLIN_OK)
            return status;
        fprintf(file, "    {\"%s\", UINT64_C(0x%016" PRIx64 ")},\n", test.name, digest);
    }
    fputs("};\n", file);
    return PERLIN_OK;
}
