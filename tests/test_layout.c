/*
 * The binary interface as 0.3.0 has it: the layout of the structs and the value of
 * every public constant. That this compiles is the test of the header; running it tests the
 * library, which must have the same idea of the structs' sizes.
 */
#include "perlin/perlin.h"

#include <stdio.h>
#include <string.h>

/*
 * Three layouts: 64-bit, where size_t and pointers have 8 bytes (LP64, and Windows' LLP64); 32-bit;
 * and 32-bit where a struct aligns uint64_t and double to 4 bytes only (i386 on System V).
 */
struct aligned_u64 {
    char c;
    uint64_t u64;
};

#define AT(type, field, offset)                                                                    \
    _Static_assert(offsetof(type, field) == (offset), #type "." #field " has moved")

_Static_assert(sizeof(perlin_status) == 4 && sizeof(perlin_backend) == 4, "uint32_t");

#if UINTPTR_MAX == UINT64_MAX

AT(perlin_params, struct_size, 0);
AT(perlin_params, basis, 8);
AT(perlin_params, seed, 16);
AT(perlin_params, frequency, 24);
AT(perlin_params, fractal, 32);
AT(perlin_params, octaves, 36);
AT(perlin_params, lacunarity, 40);
AT(perlin_params, gain, 48);
AT(perlin_params, weights, 56);
AT(perlin_params, weight_count, 64);
AT(perlin_params, weight_octaves, 68);
AT(perlin_params, octave_seeds, 72);
AT(perlin_params, octave_offsets, 76);
AT(perlin_params, range, 80);
AT(perlin_params, interpolation, 84);
AT(perlin_params, cellular_metric, 88);
AT(perlin_params, cellular_result, 92);
AT(perlin_params, jitter, 96);
AT(perlin_params, simplex_radius, 104);
AT(perlin_params, elias_smoothing, 108);
AT(perlin_params, weighted_strength, 112);
AT(perlin_params, ping_pong_strength, 120);
AT(perlin_params, ridge_offset, 128);
AT(perlin_params, ridge_gain, 136);
AT(perlin_params, period, 144);
AT(perlin_params, rotation, 160);
AT(perlin_params, matrix, 168);
AT(perlin_params, hash, 296);
AT(perlin_params, gradients, 300);
AT(perlin_params, permutation, 304);
AT(perlin_params, backend, 312);
AT(perlin_params, allocate, 320);
AT(perlin_params, release, 328);
AT(perlin_params, user, 336);
AT(perlin_params, reserved, 344);
enum { PARAMS_SIZE = 352 };

AT(perlin_grid, struct_size, 0);
AT(perlin_grid, dims, 8);
AT(perlin_grid, count, 16);
AT(perlin_grid, step, 48);
AT(perlin_grid, start, 80);
AT(perlin_grid, origin, 112);
AT(perlin_grid, period, 144);
AT(perlin_grid, stride, 176);
enum { GRID_SIZE = 208 };

AT(perlin_output, struct_size, 0);
AT(perlin_output, scale, 8);
AT(perlin_output, bias, 16);
AT(perlin_output, accumulate, 24);
AT(perlin_output, reserved, 28);
enum { OUTPUT_SIZE = 32 };

AT(perlin_combination, struct_size, 0);
AT(perlin_combination, kind, 8);
AT(perlin_combination, axis, 12);
AT(perlin_combination, input, 16);
AT(perlin_combination, value, 56);
AT(perlin_combination, point, 64);
AT(perlin_combination, scale, 96);
AT(perlin_combination, bias, 104);
AT(perlin_combination, lower, 112);
AT(perlin_combination, upper, 120);
AT(perlin_combination, falloff, 128);
AT(perlin_combination, smoothness, 136);
AT(perlin_combination, positions, 144);
AT(perlin_combination, values, 152);
AT(perlin_combination, position_count, 160);
AT(perlin_combination, curve, 164);
AT(perlin_combination, amplitude, 168);
AT(perlin_combination, matrix, 176);
AT(perlin_combination, offset, 304);
AT(perlin_combination, dims, 336);
AT(perlin_combination, backend, 340);
AT(perlin_combination, allocate, 344);
AT(perlin_combination, release, 352);
AT(perlin_combination, user, 360);
AT(perlin_combination, reserved, 368);
enum { COMBINATION_SIZE = 376 };

#elif UINTPTR_MAX == UINT32_MAX

/* What alignment to 8 adds. */
enum { PAD = offsetof(struct aligned_u64, u64) == 8 ? 4 : 0 };

AT(perlin_params, struct_size, 0);
AT(perlin_params, basis, 4);
AT(perlin_params, seed, 8);
AT(perlin_params, frequency, 16);
AT(perlin_params, fractal, 24);
AT(perlin_params, octaves, 28);
AT(perlin_params, lacunarity, 32);
AT(perlin_params, gain, 40);
AT(perlin_params, weights, 48);
AT(perlin_params, weight_count, 52);
AT(perlin_params, weight_octaves, 56);
AT(perlin_params, octave_seeds, 60);
AT(perlin_params, octave_offsets, 64);
AT(perlin_params, range, 68);
AT(perlin_params, interpolation, 72);
AT(perlin_params, cellular_metric, 76);
AT(perlin_params, cellular_result, 80);
AT(perlin_params, jitter, 84 + PAD);
AT(perlin_params, simplex_radius, 92 + PAD);
AT(perlin_params, elias_smoothing, 96 + PAD);
AT(perlin_params, weighted_strength, 100 + PAD);
AT(perlin_params, ping_pong_strength, 108 + PAD);
AT(perlin_params, ridge_offset, 116 + PAD);
AT(perlin_params, ridge_gain, 124 + PAD);
AT(perlin_params, period, 132 + PAD);
AT(perlin_params, rotation, 148 + PAD);
AT(perlin_params, matrix, 152 + 2 * PAD);
AT(perlin_params, hash, 280 + 2 * PAD);
AT(perlin_params, gradients, 284 + 2 * PAD);
AT(perlin_params, permutation, 288 + 2 * PAD);
AT(perlin_params, backend, 292 + 2 * PAD);
AT(perlin_params, allocate, 296 + 2 * PAD);
AT(perlin_params, release, 300 + 2 * PAD);
AT(perlin_params, user, 304 + 2 * PAD);
AT(perlin_params, reserved, 308 + 3 * PAD);
enum { PARAMS_SIZE = 316 + 3 * PAD };

AT(perlin_grid, struct_size, 0);
AT(perlin_grid, dims, 4);
AT(perlin_grid, count, 8);
AT(perlin_grid, step, 24);
AT(perlin_grid, start, 56);
AT(perlin_grid, origin, 88);
AT(perlin_grid, period, 120);
AT(perlin_grid, stride, 152);
enum { GRID_SIZE = 168 };

AT(perlin_output, struct_size, 0);
AT(perlin_output, scale, 4 + PAD);
AT(perlin_output, bias, 12 + PAD);
AT(perlin_output, accumulate, 20 + PAD);
AT(perlin_output, reserved, 24 + PAD);
enum { OUTPUT_SIZE = 28 + PAD };

AT(perlin_combination, struct_size, 0);
AT(perlin_combination, kind, 4);
AT(perlin_combination, axis, 8);
AT(perlin_combination, input, 12);
AT(perlin_combination, value, 32);
AT(perlin_combination, point, 40);
AT(perlin_combination, scale, 72);
AT(perlin_combination, bias, 80);
AT(perlin_combination, lower, 88);
AT(perlin_combination, upper, 96);
AT(perlin_combination, falloff, 104);
AT(perlin_combination, smoothness, 112);
AT(perlin_combination, positions, 120);
AT(perlin_combination, values, 124);
AT(perlin_combination, position_count, 128);
AT(perlin_combination, curve, 132);
AT(perlin_combination, amplitude, 136);
AT(perlin_combination, matrix, 144);
AT(perlin_combination, offset, 272);
AT(perlin_combination, dims, 304);
AT(perlin_combination, backend, 308);
AT(perlin_combination, allocate, 312);
AT(perlin_combination, release, 316);
AT(perlin_combination, user, 320);
AT(perlin_combination, reserved, 324 + PAD);
enum { COMBINATION_SIZE = 332 + PAD };

#else
#error "write down the layout for this size of pointers"
#endif

_Static_assert(sizeof(perlin_params) == PARAMS_SIZE,
               "perlin_params has grown: see CONTRIBUTING.md");
_Static_assert(sizeof(perlin_grid) == GRID_SIZE, "perlin_grid has grown: see CONTRIBUTING.md");
_Static_assert(sizeof(perlin_output) == OUTPUT_SIZE,
               "perlin_output has grown: see CONTRIBUTING.md");
_Static_assert(sizeof(perlin_combination) == COMBINATION_SIZE,
               "perlin_combination has grown: see CONTRIBUTING.md");

/* What a later version adds would lie in padding at the end, which callers of today do not set. */
#define ENDS_WITH(type, field)                                                                     \
    _Static_assert(sizeof(type) == offsetof(type, field) + sizeof((type){0}.field),                \
                   #type " ends with padding")
ENDS_WITH(perlin_params, reserved);
ENDS_WITH(perlin_grid, stride);
ENDS_WITH(perlin_output, reserved);
ENDS_WITH(perlin_combination, reserved);

#define VALUE(constant, value) _Static_assert((constant) == (value), #constant " has changed")

VALUE(PERLIN_OK, 0);
VALUE(PERLIN_ERROR_NULL, 1);
VALUE(PERLIN_ERROR_STRUCT_SIZE, 2);
VALUE(PERLIN_ERROR_BACKEND, 3);
VALUE(PERLIN_ERROR_DIMS, 4);
VALUE(PERLIN_ERROR_FREQUENCY, 5);
VALUE(PERLIN_ERROR_PERMUTATION, 7);
VALUE(PERLIN_ERROR_RANGE, 8);
VALUE(PERLIN_ERROR_GRADIENTS, 9);
VALUE(PERLIN_ERROR_GRID, 10);
VALUE(PERLIN_ERROR_OVERFLOW, 11);
VALUE(PERLIN_ERROR_MEMORY, 12);
VALUE(PERLIN_ERROR_UNSUPPORTED, 13);
VALUE(PERLIN_ERROR_FRACTAL, 14);
VALUE(PERLIN_ERROR_OCTAVE_SEEDS, 15);
VALUE(PERLIN_ERROR_LACUNARITY, 16);
VALUE(PERLIN_ERROR_GAIN, 17);
VALUE(PERLIN_ERROR_STRIDE, 18);
VALUE(PERLIN_ERROR_OVERLAP, 19);
VALUE(PERLIN_ERROR_ALLOCATOR, 21);
VALUE(PERLIN_ERROR_SHAPE, 22);
VALUE(PERLIN_ERROR_DEPTH, 23);
VALUE(PERLIN_ERROR_OUTPUT, 24);
VALUE(PERLIN_ERROR_ROTATION, 26);
VALUE(PERLIN_ERROR_BASIS, 27);
VALUE(PERLIN_ERROR_INTERPOLATION, 28);
VALUE(PERLIN_ERROR_ELIAS_SMOOTHING, 29);
VALUE(PERLIN_ERROR_RADIUS, 30);
VALUE(PERLIN_ERROR_OCTAVE_OFFSETS, 31);
VALUE(PERLIN_ERROR_HASH, 32);
VALUE(PERLIN_ERROR_CELLULAR, 33);
VALUE(PERLIN_ERROR_OCTAVE_COUNT, 35);
VALUE(PERLIN_ERROR_WEIGHT_OCTAVES, 36);
VALUE(PERLIN_ERROR_WEIGHT_COUNT, 37);
VALUE(PERLIN_ERROR_NO_OCTAVE, 38);
VALUE(PERLIN_ERROR_PERIOD_CELLS, 39);
VALUE(PERLIN_ERROR_PERIOD_TABLES, 40);
VALUE(PERLIN_ERROR_PERIOD_OCTAVE, 41);
VALUE(PERLIN_ERROR_PERIOD_LACUNARITY, 42);
VALUE(PERLIN_ERROR_PERIOD_BASIS, 43);
VALUE(PERLIN_ERROR_PERIOD_GRID, 44);
VALUE(PERLIN_ERROR_KIND, 45);
VALUE(PERLIN_ERROR_INPUT_MISSING, 46);
VALUE(PERLIN_ERROR_NOT_FINITE, 47);
VALUE(PERLIN_ERROR_AXIS, 48);
VALUE(PERLIN_ERROR_TRANSFORM_DIMS, 49);
VALUE(PERLIN_ERROR_LIMITS, 50);
VALUE(PERLIN_ERROR_FALLOFF, 51);
VALUE(PERLIN_ERROR_SMOOTHNESS, 52);
VALUE(PERLIN_ERROR_CURVE, 53);
VALUE(PERLIN_ERROR_POSITION_COUNT, 54);
VALUE(PERLIN_ERROR_POSITIONS, 55);
VALUE(PERLIN_ERROR_SPACING, 56);
VALUE(PERLIN_ERROR_COMMON_DIMS, 57);
VALUE(PERLIN_ERROR_STEPS, 58);
VALUE(PERLIN_ERROR_LEVELS, 59);

VALUE(PERLIN_HASH_AUTO, 0);
VALUE(PERLIN_HASH_INTEGER, 1);
VALUE(PERLIN_HASH_PERMUTATION, 2);

VALUE(PERLIN_BASIS_PERLIN, 0);
VALUE(PERLIN_BASIS_VALUE, 1);
VALUE(PERLIN_BASIS_VALUE_CUBIC, 2);
VALUE(PERLIN_BASIS_ELIAS, 3);
VALUE(PERLIN_BASIS_SIMPLEX, 4);
VALUE(PERLIN_BASIS_OPENSIMPLEX2, 5);
VALUE(PERLIN_BASIS_OPENSIMPLEX2S, 6);
VALUE(PERLIN_BASIS_OPENSIMPLEX, 7);
VALUE(PERLIN_BASIS_CELLULAR, 8);

VALUE(PERLIN_METRIC_EUCLIDEAN, 0);
VALUE(PERLIN_METRIC_EUCLIDEAN_SQUARED, 1);
VALUE(PERLIN_METRIC_MANHATTAN, 2);
VALUE(PERLIN_METRIC_CHEBYSHEV, 3);

VALUE(PERLIN_CELLULAR_F1, 0);
VALUE(PERLIN_CELLULAR_F2, 1);
VALUE(PERLIN_CELLULAR_F3, 2);
VALUE(PERLIN_CELLULAR_F4, 3);
VALUE(PERLIN_CELLULAR_F2_MINUS_F1, 4);
VALUE(PERLIN_CELLULAR_F1_PLUS_F2, 5);
VALUE(PERLIN_CELLULAR_F1_TIMES_F2, 6);
VALUE(PERLIN_CELLULAR_F1_OVER_F2, 7);
VALUE(PERLIN_CELLULAR_EDGE, 8);
VALUE(PERLIN_CELLULAR_CELL, 9);

VALUE(PERLIN_RADIUS_CONTINUOUS, 0);
VALUE(PERLIN_RADIUS_PUBLISHED, 1);

VALUE(PERLIN_INTERPOLATION_QUINTIC, 0);
VALUE(PERLIN_INTERPOLATION_LINEAR, 1);
VALUE(PERLIN_INTERPOLATION_COSINE, 2);
VALUE(PERLIN_INTERPOLATION_CUBIC, 3);

VALUE(PERLIN_ROTATION_NONE, 0);
VALUE(PERLIN_ROTATION_XY, 1);
VALUE(PERLIN_ROTATION_XZ, 2);
VALUE(PERLIN_ROTATION_XYZ, 3);
VALUE(PERLIN_ROTATION_XYZ_XY, 4);
VALUE(PERLIN_ROTATION_XYZ_XZ, 5);
VALUE(PERLIN_ROTATION_MATRIX, 6);

VALUE(PERLIN_BACKEND_AUTO, 0);
VALUE(PERLIN_BACKEND_SCALAR, 1);
VALUE(PERLIN_BACKEND_SSE2, 2);
VALUE(PERLIN_BACKEND_AVX2, 3);
VALUE(PERLIN_BACKEND_AVX512, 4);
VALUE(PERLIN_BACKEND_NEON, 5);
VALUE(PERLIN_BACKEND_WASM128, 6);

VALUE(PERLIN_RANGE_SIGNED, 0);
VALUE(PERLIN_RANGE_UNIT, 1);
VALUE(PERLIN_RANGE_RAW, 2);
VALUE(PERLIN_RANGE_RAW_UNIT, 3);

VALUE(PERLIN_GRADIENTS_DEFAULT, 0);
VALUE(PERLIN_GRADIENTS_AXIS, 1);
VALUE(PERLIN_GRADIENTS_DIAGONAL, 2);
VALUE(PERLIN_GRADIENTS_SLICE, 3);

VALUE(PERLIN_FRACTAL_NONE, 0);
VALUE(PERLIN_FRACTAL_FBM, 1);
VALUE(PERLIN_FRACTAL_BILLOW, 2);
VALUE(PERLIN_FRACTAL_RIDGED, 3);
VALUE(PERLIN_FRACTAL_PING_PONG, 4);
VALUE(PERLIN_FRACTAL_MULTIFRACTAL, 5);

/* The library takes structs of these sizes, and knows every byte: none of them stays as it was. */
static int library_agrees(void)
{
    unsigned char memory[PARAMS_SIZE + GRID_SIZE + OUTPUT_SIZE] = {0};
    perlin_params params;
    perlin_grid grid;
    perlin_output output;
    size_t size;
    memset(&params, 0xcc, sizeof params);
    memset(&grid, 0xcc, sizeof grid);
    memset(&output, 0xcc, sizeof output);
    if (perlin_params_init_sized(&params, PARAMS_SIZE) != PERLIN_OK ||
        perlin_grid_init_sized(&grid, GRID_SIZE) != PERLIN_OK ||
        perlin_output_init_sized(&output, OUTPUT_SIZE) != PERLIN_OK)
        return 0;
    memcpy(memory, &params, PARAMS_SIZE);
    memcpy(memory + PARAMS_SIZE, &grid, GRID_SIZE);
    memcpy(memory + PARAMS_SIZE + GRID_SIZE, &output, OUTPUT_SIZE);
    for (size_t i = 0; i < sizeof memory; i++)
        if (memory[i] == 0xcc)
            return 0;
    memcpy(&size, memory, sizeof size);
    return size == PARAMS_SIZE && grid.step[0] == 0.0 && grid.count[0] == 1 && grid.count[3] == 1 &&
           params.gain == 0.5 && output.scale == 1.0;
}

int main(void)
{
    if (!library_agrees()) {
        fprintf(stderr, "the library does not have the header's structs\n");
        return 1;
    }
    return 0;
}
