/*
 * The golden digests: which there are, how each noise is set up, and the constants.
 */
#include "selftest.h"

#include "digest.h"
#include "golden.h"
#include "selftest_trees.h"

#include <inttypes.h>
#include <string.h>

/* ---- What is digested ------------------------------------------------------------------------ */

enum function {
    POINTS_F32,
    POINTS_F64,
    POINTS_F64_F32,
    GRID_F32,
    GRID_F64,
    OUTPUT_F32,
    OUTPUT_F64,
    PERMUTATION, /* the tables themselves; has no dimension */
    FUNCTION_COUNT
};

static const char *const function_names[] = {"points_f32", "points_f64", "points_f64_f32",
                                             "grid_f32",   "grid_f64",   "output_f32",
                                             "output_f64", "permutation"};

struct selftest_setup {
    const char *name;
    uint32_t range, gradients, octaves, weight_octaves;
    uint32_t fractal; /* fBm, if 0, where there is more than one octave */
    uint64_t seed;
    double frequency, lacunarity, gain;
    double weighted_strength, ping_pong_strength, ridge_offset, ridge_gain;
    uint32_t period[4], rotation, basis, interpolation, elias_smoothing, simplex_radius;
    uint32_t cellular_metric, cellular_result;
    double less_jitter;    /* than 1 */
    uint32_t hash;         /* by tables, unless it is INTEGER */
    const double *weights; /* one an octave, in place of the gain */
    bool octave_seeds, octave_offsets;
    bool gradients_too;      /* which take other kernels */
    bool outputs_too;        /* scaled, repeated, as normals */
    bool own_table;          /* a permutation of the caller's */
    uint32_t dims;           /* it concerns this number of dimensions only, if not 0 */
    enum selftest_tree tree; /* the noise is this combination of what is above */
};

enum { RAW = PERLIN_RANGE_RAW };

/* A basis on simplices in fractals: with gradients, and with a rotation. Seeds are `first` and the next one. */
#define IN_FRACTALS(basis_name, number, first, turned)                                             \
    {.name = basis_name "_fbm",                                                                    \
     .seed = (first),                                                                              \
     .range = PERLIN_RANGE_SIGNED,                                                                 \
     .octaves = 4,                                                                                 \
     .gradients_too = true,                                                                        \
     .frequency = 0x1.8p-1,                                                                        \
     .lacunarity = 2.0,                                                                            \
     .gain = 0.5,                                                                                  \
     .basis = (number)},                                                                           \
    {                                                                                              \
        .name = basis_name "_ridged", .seed = (first) + 1, .range = PERLIN_RANGE_UNIT,             \
        .octaves = 3, .fractal = PERLIN_FRACTAL_RIDGED, .frequency = 0x1.8p-1,                     \
        .lacunarity = 0x1.fp0, .gain = 0.5, .rotation = (turned), .basis = (number)                \
    }
/* and as it is. */
#define OF_LATTICE(basis_name, number, first, turned)                                              \
    {.name = basis_name, .seed = (first), .range = RAW, .frequency = 1.0, .basis = (number)},      \
        IN_FRACTALS(basis_name, number, (first) + 1, turned)

/* Octaves that are kept apart, as they are by default. */
#define APART(setup_name, number, first)                                                           \
    {                                                                                              \
        .name = setup_name, .seed = (first), .range = PERLIN_RANGE_SIGNED, .octaves = 4,           \
        .frequency = 0x1.8p-1, .lacunarity = 2.0, .gain = 0.5, .octave_seeds = true,               \
        .octave_offsets = true, .basis = (number)                                                  \
    }

/* By the integer hash: as it is; in octaves with keys and offsets of their own; and rotated, in
   ridges of one key. Seeds are `first` and the next two. */
#define BY_INTEGERS(setup_name, number, first, turned)                                             \
    {.name = setup_name,                                                                           \
     .seed = (first),                                                                              \
     .range = RAW,                                                                                 \
     .gradients_too = true,                                                                        \
     .frequency = 0x1.8p-1,                                                                        \
     .basis = (number),                                                                            \
     .hash = PERLIN_HASH_INTEGER},                                                                 \
        {.name = setup_name "_fbm",                                                                \
         .seed = (first) + 1,                                                                      \
         .range = PERLIN_RANGE_SIGNED,                                                             \
         .octaves = 4,                                                                             \
         .gradients_too = true,                                                                    \
         .frequency = 0x1.8p-1,                                                                    \
         .lacunarity = 0x1.fp0,                                                                    \
         .gain = 0.5,                                                                              \
         .octave_seeds = true,                                                                     \
         .octave_offsets = true,                                                                   \
         .basis = (number),                                                                        \
         .hash = PERLIN_HASH_INTEGER},                                                             \
    {                                                                                              \
        .name = setup_name "_ridged", .seed = (first) + 2, .range = PERLIN_RANGE_UNIT,             \
        .octaves = 3, .fractal = PERLIN_FRACTAL_RIDGED, .frequency = 0x1.8p-1, .lacunarity = 2.0,  \
        .gain = 0.5, .rotation = (turned), .basis = (number), .hash = PERLIN_HASH_INTEGER          \
    }

/* Sums in the lattice's own kernels of grids: octaves that only a bias follows, and folded ones.
   Seeds are `first` and the next one. */
#define SUMS_BY_INTEGERS(setup_name, number, first)                                                \
    {.name = setup_name "_unit",                                                                   \
     .seed = (first),                                                                              \
     .range = PERLIN_RANGE_UNIT,                                                                   \
     .octaves = 5,                                                                                 \
     .frequency = 0x1.8p-2,                                                                        \
     .lacunarity = 2.0,                                                                            \
     .weights = weights,                                                                           \
     .octave_seeds = true,                                                                         \
     .octave_offsets = true,                                                                       \
     .basis = (number),                                                                            \
     .hash = PERLIN_HASH_INTEGER},                                                                 \
    {                                                                                              \
        .name = setup_name "_billow", .seed = (first) + 1, .range = PERLIN_RANGE_SIGNED,           \
        .octaves = 3, .fractal = PERLIN_FRACTAL_BILLOW, .gradients_too = true,                     \
        .frequency = 0x1.8p-1, .lacunarity = 0x1.fp0, .gain = 0x1.4p-1, .octave_seeds = true,      \
        .octave_offsets = true, .basis = (number), .hash = PERLIN_HASH_INTEGER                     \
    }

/* A combination of noises of two octaves. */
#define COMBINED(setup_name, of, first)                                                            \
    {                                                                                              \
        .name = setup_name, .seed = (first), .range = PERLIN_RANGE_SIGNED, .octaves = 2,           \
        .gradients_too = true, .outputs_too = true, .frequency = 0x1.8p-1, .lacunarity = 2.0,      \
        .gain = 0.5, .hash = PERLIN_HASH_INTEGER, .tree = (of)                                     \
    }

/* A result of cellular noise by a metric. */
#define CELLS(setup_name, metric, result, first)                                                   \
    {                                                                                              \
        .name = setup_name, .seed = (first), .range = RAW, .gradients_too = true,                  \
        .frequency = 0x1.8p-1, .basis = PERLIN_BASIS_CELLULAR, .cellular_metric = (metric),        \
        .cellular_result = (result), .hash = PERLIN_HASH_INTEGER                                   \
    }

/* Value noise by the integer hash, by an interpolation. */
#define VALUES_BY_INTEGERS(setup_name, way, first)                                                 \
    {                                                                                              \
        .name = setup_name, .seed = (first), .range = PERLIN_RANGE_SIGNED, .gradients_too = true,  \
        .frequency = 0x1.8p-1, .basis = PERLIN_BASIS_VALUE, .interpolation = (way),                \
        .hash = PERLIN_HASH_INTEGER                                                                \
    }

static const double weights[] = {1.0, -0.5, 0.0, 0x1.4p-1, -0x1p-20};

static const struct selftest_setup setups[] = {
    {.name = "raw", .range = RAW, .frequency = 1.0},
    {.name = "axis", .range = RAW, .gradients = PERLIN_GRADIENTS_AXIS, .frequency = 1.0, .dims = 2},
    {.name = "diagonal",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_DIAGONAL,
     .frequency = 1.0,
     .dims = 2},
    {.name = "slice",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_SLICE,
     .frequency = 1.0,
     .dims = 2},
    {.name = "seed", .range = RAW, .seed = UINT64_C(0xfedcba9876543210), .frequency = 1.0},
    {.name = "own_table", .range = RAW, .own_table = true, .frequency = -0x1.4p-1},
    {.name = "fbm",
     .range = RAW,
     .octaves = 5,
     .gradients_too = true,
     .outputs_too = true,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5},
    {.name = "octave_tables",
     .range = RAW,
     .octaves = 7,
     .seed = 1,
     .frequency = 0x1.8p-2,
     .lacunarity = 0x1.fp0,
     .gain = 0x1.2p-1,
     .octave_seeds = true},
    {.name = "axis_fbm",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_AXIS,
     .octaves = 3,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5,
     .dims = 2},
    {.name = "slice_fbm",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_SLICE,
     .octaves = 3,
     .seed = 7,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5,
     .octave_seeds = true,
     .dims = 2},
    {.name = "raw_unit", .range = PERLIN_RANGE_RAW_UNIT, .frequency = 1.0},
    {.name = "signed",
     .range = PERLIN_RANGE_SIGNED,
     .gradients_too = true,
     .outputs_too = true,
     .frequency = 1.0},
    {.name = "unit", .range = PERLIN_RANGE_UNIT, .frequency = 1.0},
    {.name = "signed_axis",
     .range = PERLIN_RANGE_SIGNED,
     .gradients = PERLIN_GRADIENTS_AXIS,
     .frequency = 1.0,
     .dims = 2},
    {.name = "signed_diagonal",
     .range = PERLIN_RANGE_SIGNED,
     .gradients = PERLIN_GRADIENTS_DIAGONAL,
     .frequency = 1.0,
     .dims = 2},
    {.name = "signed_slice",
     .range = PERLIN_RANGE_SIGNED,
     .gradients = PERLIN_GRADIENTS_SLICE,
     .frequency = 1.0,
     .dims = 2},
    {.name = "billow",
     .range = PERLIN_RANGE_RAW_UNIT,
     .fractal = PERLIN_FRACTAL_BILLOW,
     .octaves = 4,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5},
    {.name = "ridged",
     .range = PERLIN_RANGE_SIGNED,
     .fractal = PERLIN_FRACTAL_RIDGED,
     .octaves = 4,
     .gradients_too = true,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5},
    {.name = "ping_pong",
     .range = PERLIN_RANGE_UNIT,
     .fractal = PERLIN_FRACTAL_PING_PONG,
     .octaves = 3,
     .gradients_too = true,
     .frequency = 0x1.2p-1,
     .lacunarity = 0x1.fp0,
     .gain = 0.5,
     .ping_pong_strength = 0x1.3p1},
    {.name = "multifractal",
     .range = PERLIN_RANGE_SIGNED,
     .fractal = PERLIN_FRACTAL_MULTIFRACTAL,
     .octaves = 5,
     .gradients_too = true,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5,
     .ridge_offset = 0x1.ep-1,
     .ridge_gain = 0x1.1p1},
    {.name = "weighted_fbm",
     .range = PERLIN_RANGE_SIGNED,
     .octaves = 4,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5,
     .weighted_strength = 0x1.8p-1},
    {.name = "weighted_ridged",
     .range = RAW,
     .fractal = PERLIN_FRACTAL_RIDGED,
     .octaves = 4,
     .gradients_too = true,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5,
     .weighted_strength = 1.0},
    {.name = "tiled_by_table", .range = RAW, .frequency = 0x1.8p-1, .period = {7, 200, 5, 2}},
    {.name = "tiled_by_table_fbm",
     .range = RAW,
     .octaves = 4,
     .gradients_too = true,
     .frequency = 0x1.8p-1,
     .lacunarity = 3.0,
     .gain = 0.5,
     .period = {3, 100, 0, 250}},
    {.name = "tiled_slice",
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_SLICE,
     .frequency = 0x1.8p-1,
     .period = {0, 9},
     .dims = 2},
    {.name = "rotated_xy",
     .range = RAW,
     .frequency = 1.0,
     .rotation = PERLIN_ROTATION_XY,
     .dims = 3},
    {.name = "rotated_xz",
     .range = RAW,
     .frequency = 1.0,
     .rotation = PERLIN_ROTATION_XZ,
     .dims = 3},
    {.name = "rotated_xyz",
     .range = RAW,
     .frequency = 1.0,
     .rotation = PERLIN_ROTATION_XYZ,
     .dims = 4},
    {.name = "rotated_xyz_xy",
     .range = RAW,
     .frequency = 1.0,
     .rotation = PERLIN_ROTATION_XYZ_XY,
     .dims = 4},
    {.name = "rotated_xyz_xz",
     .range = RAW,
     .frequency = 1.0,
     .rotation = PERLIN_ROTATION_XYZ_XZ,
     .dims = 4},
    {.name = "rotated_fbm",
     .range = PERLIN_RANGE_SIGNED,
     .octaves = 4,
     .gradients_too = true,
     .frequency = 0x1.8p-1,
     .lacunarity = 0x1.fp0,
     .gain = 0.5,
     .rotation = PERLIN_ROTATION_MATRIX},
    {.name = "elias",
     .range = RAW,
     .gradients_too = true,
     .frequency = 1.0,
     .basis = PERLIN_BASIS_ELIAS,
     .interpolation = PERLIN_INTERPOLATION_LINEAR},
    {.name = "elias_smoothed",
     .range = RAW,
     .gradients_too = true,
     .frequency = 1.0,
     .basis = PERLIN_BASIS_ELIAS,
     .interpolation = PERLIN_INTERPOLATION_COSINE,
     .elias_smoothing = 1},
    {.name = "elias_fbm",
     .range = PERLIN_RANGE_SIGNED,
     .octaves = 32,
     .gradients_too = true,
     .seed = 3,
     .frequency = 0x1p-5,
     .lacunarity = 0x1.4p0,
     .gain = 0x1.cp-1,
     .basis = PERLIN_BASIS_ELIAS},
    {.name = "elias_tiled",
     .range = RAW,
     .octaves = 3,
     .gradients_too = true,
     .frequency = 0x1.8p-1,
     .lacunarity = 3.0,
     .gain = 0.5,
     .period = {1, 2, 1000000, 0},
     .basis = PERLIN_BASIS_ELIAS,
     .interpolation = PERLIN_INTERPOLATION_CUBIC,
     .elias_smoothing = 1},
    {.name = "simplex", .range = RAW, .frequency = 1.0, .basis = PERLIN_BASIS_SIMPLEX},
    {.name = "simplex_axis",
     .seed = 11,
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_AXIS,
     .frequency = 1.0,
     .dims = 2,
     .basis = PERLIN_BASIS_SIMPLEX},
    {.name = "simplex_diagonal",
     .seed = 12,
     .range = RAW,
     .gradients = PERLIN_GRADIENTS_DIAGONAL,
     .frequency = 1.0,
     .dims = 2,
     .basis = PERLIN_BASIS_SIMPLEX},
    {.name = "simplex_published",
     .seed = 13,
     .range = RAW,
     .frequency = 1.0,
     .basis = PERLIN_BASIS_SIMPLEX,
     .simplex_radius = PERLIN_RADIUS_PUBLISHED},
    IN_FRACTALS("simplex", PERLIN_BASIS_SIMPLEX, 14, PERLIN_ROTATION_XY),
    OF_LATTICE("opensimplex", PERLIN_BASIS_OPENSIMPLEX, 22, PERLIN_ROTATION_XY),
    APART("apart", PERLIN_BASIS_PERLIN, 25),
    APART("elias_apart", PERLIN_BASIS_ELIAS, 28),
    APART("simplex_apart", PERLIN_BASIS_SIMPLEX, 29),
    APART("opensimplex_apart", PERLIN_BASIS_OPENSIMPLEX, 32),
    /* Offsets alone, rotated; and with a period that a table does not hold in the last octaves. */
    {.name = "offsets_rotated",
     .range = PERLIN_RANGE_SIGNED,
     .octaves = 4,
     .gradients_too = true,
     .seed = 33,
     .frequency = 0x1.8p-1,
     .lacunarity = 0x1.fp0,
     .gain = 0.5,
     .rotation = PERLIN_ROTATION_MATRIX,
     .octave_offsets = true},
    {.name = "tiled_apart",
     .range = RAW,
     .octaves = 3,
     .frequency = 0x1.8p-1,
     .lacunarity = 2.0,
     .gain = 0.5,
     .period = {250, 100, 7, 0},
     .octave_seeds = true,
     .octave_offsets = true},
    {.name = "negative_gain",
     .range = PERLIN_RANGE_SIGNED,
     .octaves = 5,
     .gradients_too = true,
     .seed = 34,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = -0x1.8p-2,
     .octave_seeds = true,
     .octave_offsets = true},
    {.name = "weights",
     .range = PERLIN_RANGE_UNIT,
     .octaves = 5,
     .seed = 35,
     .frequency = 0x1.8p-2,
     .lacunarity = 2.0,
     .weights = weights,
     .octave_seeds = true,
     .octave_offsets = true},
    {.name = "strong_fbm",
     .range = PERLIN_RANGE_SIGNED,
     .octaves = 6,
     .gradients_too = true,
     .seed = 36,
     .frequency = 1.0,
     .lacunarity = 2.0,
     .gain = 0.5,
     .weighted_strength = 0x1.ap1,
     .octave_seeds = true,
     .octave_offsets = true},
    {.name = "strong_ping_pong",
     .range = PERLIN_RANGE_UNIT,
     .fractal = PERLIN_FRACTAL_PING_PONG,
     .octaves = 3,
     .gradients_too = true,
     .seed = 37,
     .frequency = 0x1.2p-1,
     .lacunarity = 0x1.fp0,
     .gain = 0.5,
     .weighted_strength = -0x1.2p0,
     .ping_pong_strength = 0x1.3p1,
     .octave_seeds = true,
     .octave_offsets = true},
    BY_INTEGERS("integer", PERLIN_BASIS_PERLIN, 60, PERLIN_ROTATION_XY),
    BY_INTEGERS("integer_value", PERLIN_BASIS_VALUE, 63, PERLIN_ROTATION_XYZ_XY),
    BY_INTEGERS("integer_splines", PERLIN_BASIS_VALUE_CUBIC, 66, PERLIN_ROTATION_MATRIX),
    BY_INTEGERS("integer_simplex", PERLIN_BASIS_SIMPLEX, 69, PERLIN_ROTATION_XY),
    BY_INTEGERS("integer_opensimplex2", PERLIN_BASIS_OPENSIMPLEX2, 72, PERLIN_ROTATION_XYZ_XZ),
    BY_INTEGERS("integer_opensimplex2s", PERLIN_BASIS_OPENSIMPLEX2S, 75, PERLIN_ROTATION_MATRIX),
    SUMS_BY_INTEGERS("integer", PERLIN_BASIS_PERLIN, 78),
    SUMS_BY_INTEGERS("integer_value", PERLIN_BASIS_VALUE, 80),
    SUMS_BY_INTEGERS("integer_splines", PERLIN_BASIS_VALUE_CUBIC, 82),
    VALUES_BY_INTEGERS("integer_linear", PERLIN_INTERPOLATION_LINEAR, 84),
    VALUES_BY_INTEGERS("integer_cosine", PERLIN_INTERPOLATION_COSINE, 85),
    VALUES_BY_INTEGERS("integer_cubic", PERLIN_INTERPOLATION_CUBIC, 86),
    /* Octaves that stay apart until they are summed. */
    {.name = "integer_multifractal",
     .range = PERLIN_RANGE_SIGNED,
     .fractal = PERLIN_FRACTAL_MULTIFRACTAL,
     .octaves = 3,
     .gradients_too = true,
     .seed = 87,
     .frequency = 0x1.8p-1,
     .lacunarity = 2.0,
     .gain = 0.5,
     .ridge_offset = 0x1.ep-1,
     .ridge_gain = 0x1.8p0,
     .octave_seeds = true,
     .octave_offsets = true,
     .hash = PERLIN_HASH_INTEGER},
    {.name = "integer_strong",
     .range = PERLIN_RANGE_UNIT,
     .octaves = 4,
     .gradients_too = true,
     .seed = 88,
     .frequency = 0x1.8p-1,
     .lacunarity = 2.0,
     .gain = 0.5,
     .weighted_strength = -0x1.ap0,
     .octave_seeds = true,
     .octave_offsets = true,
     .basis = PERLIN_BASIS_OPENSIMPLEX2S,
     .hash = PERLIN_HASH_INTEGER},
    /* Seed 0, which is no published table; all bits of a seed; and periods, of which the longest is
       half of what the hash has. */
    {.name = "integer_seed_0", .range = RAW, .frequency = 1.0, .hash = PERLIN_HASH_INTEGER},
    {.name = "integer_one_key",
     .range = PERLIN_RANGE_UNIT,
     .fractal = PERLIN_FRACTAL_PING_PONG,
     .octaves = 3,
     .seed = UINT64_C(0xfedcba9876543210),
     .frequency = 0x1.8p-1,
     .lacunarity = 2.0,
     .gain = 0.5,
     .ping_pong_strength = 0x1.3p1,
     .hash = PERLIN_HASH_INTEGER},
    {.name = "integer_tiled",
     .range = RAW,
     .seed = 52,
     .frequency = 0x1.8p-1,
     .period = {7, 300, UINT32_C(1) << 31, 2},
     .hash = PERLIN_HASH_INTEGER},
    {.name = "integer_tiled_fbm",
     .range = RAW,
     .octaves = 4,
     .gradients_too = true,
     .outputs_too = true,
     .seed = 53,
     .frequency = 0x1.8p-1,
     .lacunarity = 3.0,
     .gain = 0.5,
     .period = {3, 100, 0, 1000000},
     .octave_seeds = true,
     .octave_offsets = true,
     .hash = PERLIN_HASH_INTEGER},
    {.name = "integer_value_tiled",
     .range = RAW,
     .octaves = 2,
     .gradients_too = true,
     .seed = 54,
     .frequency = 0x1.8p-1,
     .lacunarity = 3.0,
     .gain = 0.5,
     .period = {3, 0, 100, 1000000},
     .basis = PERLIN_BASIS_VALUE,
     .interpolation = PERLIN_INTERPOLATION_COSINE,
     .hash = PERLIN_HASH_INTEGER},
    {.name = "integer_splines_tiled",
     .range = RAW,
     .octaves = 2,
     .gradients_too = true,
     .seed = 55,
     .frequency = 0x1.8p-1,
     .lacunarity = 3.0,
     .gain = 0.5,
     .period = {1, 2, 0, 1000000},
     .basis = PERLIN_BASIS_VALUE_CUBIC,
     .hash = PERLIN_HASH_INTEGER},
    /* Some of the octaves that weigh, of which every second is mirrored. */
    {.name = "level",
     .range = PERLIN_RANGE_SIGNED,
     .octaves = 3,
     .weight_octaves = 6,
     .gradients_too = true,
     .seed = 56,
     .frequency = 0x1.8p-1,
     .lacunarity = -0x1.fp0,
     .gain = 0x1.4p-1,
     .octave_seeds = true,
     .octave_offsets = true},
    BY_INTEGERS("integer_cellular", PERLIN_BASIS_CELLULAR, 90, PERLIN_ROTATION_XY),
    CELLS("cellular_f2", PERLIN_METRIC_CHEBYSHEV, PERLIN_CELLULAR_F2, 96),
    CELLS("cellular_f3", PERLIN_METRIC_EUCLIDEAN, PERLIN_CELLULAR_F3, 97),
    CELLS("cellular_f4", PERLIN_METRIC_MANHATTAN, PERLIN_CELLULAR_F4, 98),
    CELLS("cellular_difference", PERLIN_METRIC_EUCLIDEAN, PERLIN_CELLULAR_F2_MINUS_F1, 99),
    CELLS("cellular_sum", PERLIN_METRIC_MANHATTAN, PERLIN_CELLULAR_F1_PLUS_F2, 100),
    CELLS("cellular_squares", PERLIN_METRIC_EUCLIDEAN_SQUARED, PERLIN_CELLULAR_F1_TIMES_F2, 101),
    CELLS("cellular_quotient", PERLIN_METRIC_EUCLIDEAN, PERLIN_CELLULAR_F1_OVER_F2, 102),
    CELLS("cellular_edge", PERLIN_METRIC_EUCLIDEAN, PERLIN_CELLULAR_EDGE, 103),
    CELLS("cellular_cell", PERLIN_METRIC_EUCLIDEAN, PERLIN_CELLULAR_CELL, 104),
    /* Edges that tile, and of a lattice, where distances are often equal. */
    {.name = "cellular_tiled",
     .range = PERLIN_RANGE_UNIT,
     .octaves = 2,
     .gradients_too = true,
     .outputs_too = true,
     .seed = 106,
     .frequency = 0x1.8p-1,
     .lacunarity = 3.0,
     .gain = 0.5,
     .period = {3, 1, 100, 1000000},
     .basis = PERLIN_BASIS_CELLULAR,
     .cellular_result = PERLIN_CELLULAR_EDGE,
     .less_jitter = 0.25,
     .hash = PERLIN_HASH_INTEGER},
    {.name = "cellular_lattice",
     .range = PERLIN_RANGE_SIGNED,
     .gradients_too = true,
     .seed = 107,
     .frequency = 1.0,
     .basis = PERLIN_BASIS_CELLULAR,
     .cellular_result = PERLIN_CELLULAR_CELL,
     .less_jitter = 1.0,
     .hash = PERLIN_HASH_INTEGER},
    COMBINED("combined_sums", TREE_SUMS, 108),
    COMBINED("combined_choices", TREE_CHOICES, 109),
    COMBINED("combined_places", TREE_PLACES, 110),
    COMBINED("combined_maps", TREE_MAPS, 111),
};
/* Numbers without a meaning. */
static const double matrix[4][4] = {{0x1.8p-1, -0x1.4p-2, 0x1.cp-3, 0x1p-1},
                                    {0x1p-2, 0x1.ap-1, -0x1.1p-1, -0x1p-3},
                                    {-0x1.2p-1, 0x1.3p-2, 0x1.7p-1, 0x1.9p-2},
                                    {0x1.5p-3, -0x1.6p-1, 0x1.bp-3, 0x1.dp-1}};

enum { SETUP_COUNT = sizeof setups / sizeof setups[0] };

static bool exists(const struct selftest_setup *setup, int function, uint32_t dims)
{
    if (function == PERMUTATION) /* the rest have the tables of the first, or none */
        return dims == 1 && setup->hash != PERLIN_HASH_INTEGER &&
               setup->basis != PERLIN_BASIS_ELIAS &&
               (setup == setups || setup->seed != 0 || setup->own_table);
    if ((function == OUTPUT_F32 || function == OUTPUT_F64) && !setup->outputs_too)
        return false;
    if (setup->basis == PERLIN_BASIS_ELIAS && dims > 3)
        return false;
    if (setup->basis == PERLIN_BASIS_OPENSIMPLEX && (dims < 2 || dims > 3))
        return false;
    return setup->dims == 0 || setup->dims == dims;
}

static void name_case(struct selftest_case *test)
{
    if (test->function == PERMUTATION)
        snprintf(test->name, sizeof test->name, "%s permutation", test->setup->name);
    else
        snprintf(test->name, sizeof test->name, "%s %s %" PRIu32 "-D%s", test->setup->name,
                 function_names[test->function], test->dims, test->gradients ? " gradient" : "");
}

bool selftest_case_at(size_t index, struct selftest_case *test)
{
    for (const struct selftest_setup *setup = setups; setup < setups + SETUP_COUNT; setup++) {
        for (int function = 0; function < FUNCTION_COUNT; function++) {
            const int kinds = setup->gradients_too && function <= GRID_F64 ? 2 : 1;
            for (uint32_t dims = 1; dims <= 4; dims++) {
                if (!exists(setup, function, dims))
                    continue;
                for (int kind = 0; kind < kinds; kind++) {
                    if (index-- > 0)
                        continue;
                    *test = (struct selftest_case){
                        .setup = setup, .function = function, .gradients = kind == 1, .dims = dims};
                    name_case(test);
                    return true;
                }
            }
        }
    }
    return false;
}

bool selftest_is_scalar(const struct selftest_case *test)
{
    const struct selftest_setup *const setup = test->setup;
    return setup->hash != PERLIN_HASH_INTEGER && setup->tree == TREE_NONE &&
           (setup->basis == PERLIN_BASIS_SIMPLEX || setup->basis == PERLIN_BASIS_OPENSIMPLEX);
}

/* ---- A case ---------------------------------------------------------------------------------- */

/* The parameters of a case's noise; `permutation` is room for a table that they may point to. */
static perlin_status params_of(const struct selftest_case *test, perlin_params *params,
                               uint8_t permutation[256])
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
        params->fractal = setup->fractal ? setup->fractal : PERLIN_FRACTAL_FBM;
        params->octaves = setup->octaves;
        params->weight_octaves = setup->weight_octaves;
        params->lacunarity = setup->lacunarity;
        params->gain = setup->gain;
        params->octave_seeds = setup->octave_seeds;
        params->octave_offsets = setup->octave_offsets;
        params->weighted_strength = setup->weighted_strength;
        params->ping_pong_strength = setup->ping_pong_strength;
        params->ridge_offset = setup->ridge_offset;
        params->ridge_gain = setup->ridge_gain;
        if (setup->weights) {
            params->weights = setup->weights;
            params->weight_count = setup->octaves;
            params->gain = 0.5; /* checked, though it is not used */
        }
    }
    memcpy(params->period, setup->period, sizeof params->period);
    params->rotation = setup->rotation;
    params->basis = setup->basis;
    params->interpolation = setup->interpolation;
    params->elias_smoothing = setup->elias_smoothing;
    params->simplex_radius = setup->simplex_radius;
    params->cellular_metric = setup->cellular_metric;
    params->cellular_result = setup->cellular_result;
    params->jitter = 1.0 - setup->less_jitter;
    params->hash =
        setup->hash == PERLIN_HASH_INTEGER ? PERLIN_HASH_INTEGER : PERLIN_HASH_PERMUTATION;
    if (setup->rotation == PERLIN_ROTATION_MATRIX)
        memcpy(params->matrix, matrix, sizeof params->matrix);
    if (setup->own_table) {
        for (uint32_t i = 0; i < 256; i++) /* 167 is odd, so that its multiples pass every value */
            permutation[i] = (uint8_t)(i * 167 + 13);
        params->permutation = permutation;
    }
    return PERLIN_OK;
}

perlin_status selftest_create(const struct selftest_case *test, perlin_backend backend,
                              perlin_noise **noise)
{
    perlin_params params;
    uint8_t permutation[256];
    perlin_noise *made = NULL;
    perlin_status status = params_of(test, &params, permutation);
    if (status != PERLIN_OK)
        return status;
    params.backend = backend;
    status = perlin_create(&made, &params);
    if (status != PERLIN_OK || test->setup->tree == TREE_NONE) {
        *noise = made;
        return status;
    }
    status = selftest_combine(test->setup->tree, backend, made, noise);
    perlin_destroy(made);
    return status;
}

perlin_status selftest_digest(const struct selftest_case *test, const perlin_noise *noise,
                              uint64_t *digest)
{
    *digest = DIGEST_START;
    switch (test->function) {
    case POINTS_F32:
        return digest_points_f32(noise, test->dims, test->gradients, digest);
    case POINTS_F64:
        return digest_points_f64(noise, test->dims, test->gradients, digest);
    case POINTS_F64_F32:
        return digest_points_f64_f32(noise, test->dims, test->gradients, digest);
    case GRID_F32:
        return digest_grid_f32(noise, test->dims, test->gradients, digest);
    case GRID_F64:
        return digest_grid_f64(noise, test->dims, test->gradients, digest);
    case OUTPUT_F32:
        return digest_output_f32(noise, test->dims, digest);
    case OUTPUT_F64:
        return digest_output_f64(noise, test->dims, digest);
    default:
        return digest_tables(noise, test->setup->octaves > 1 ? test->setup->octaves : 1, digest);
    }
}

perlin_status selftest_run(const struct selftest_case *test, perlin_backend backend,
                           uint64_t *digest)
{
    perlin_noise *noise;
    perlin_status status = selftest_create(test, backend, &noise);
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
