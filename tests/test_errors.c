/*
 * Every mistake that perlin.h lists, with its exact status, and that nothing is written then.
 */
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HUGE_COUNT ((size_t)PTRDIFF_MAX)

static perlin_noise *any_noise(void)
{
    perlin_params params;
    perlin_noise *noise;
    table_params_init(&params);
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    return noise;
}

/* ---- perlin_create --------------------------------------------------------------------------- */

static void assert_refused(const perlin_params *params, perlin_status expected, const char *what)
{
    static char untouched;
    perlin_noise *const before = (void *)&untouched;
    perlin_noise *noise = before;
    assert_status(perlin_create(&noise, params), expected, what);
    if (noise != before)
        fail_msg("%s: *noise was changed", what);
}

static perlin_params defaults(void)
{
    perlin_params params;
    table_params_init(&params);
    return params;
}

static void create_pointers(const struct test_case *test)
{
    perlin_params params = defaults();
    (void)test;
    assert_refused(NULL, PERLIN_ERROR_NULL, "params NULL");
    assert_status(perlin_create(NULL, &params), PERLIN_ERROR_NULL, "noise NULL");
    assert_status(perlin_create(NULL, NULL), PERLIN_ERROR_NULL, "both NULL");
    perlin_destroy(NULL);
    assert_int_equal(perlin_backend_of(NULL), PERLIN_BACKEND_AUTO);
}

static void create_constants(const struct test_case *test)
{
    static const uint32_t large[] = {0x7fffffff, 0x80000000, 0xffffffff};
    (void)test;
    for (size_t i = 0; i <= COUNT_OF(large); i++) {
        perlin_params params = defaults();
        params.backend = i == 0 ? (uint32_t)PERLIN_BACKENDS : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_BACKEND, "backend");
        params = defaults();
        params.basis = i == 0 ? (uint32_t)PERLIN_BASES : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_BASIS, "basis");
        params = defaults();
        params.interpolation = i == 0 ? 4 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_INTERPOLATION, "interpolation");
        params = defaults();
        params.elias_smoothing = i == 0 ? 2 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_ELIAS_SMOOTHING, "smoothing");
        params = defaults();
        params.simplex_radius = i == 0 ? 2 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_RADIUS, "simplex_radius");
        params = defaults();
        params.range = i == 0 ? 4 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_RANGE, "range");
        params = defaults();
        params.gradients = i == 0 ? 5 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_GRADIENTS, "gradients");
        params = defaults();
        params.fractal = i == 0 ? 6 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_FRACTAL, "fractal");
        params = defaults();
        params.octave_seeds = i == 0 ? 2 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_OCTAVE_SEEDS, "octave_seeds");
        params = defaults();
        params.octave_offsets = i == 0 ? 2 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_OCTAVE_OFFSETS, "octave_offsets");
        params = defaults();
        params.hash = i == 0 ? 3 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_HASH, "hash");
        params = defaults();
        params.octaves = i == 0 ? 33 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_OCTAVE_COUNT, "octaves");
        params = defaults();
        params.weight_octaves = i == 0 ? 33 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_WEIGHT_OCTAVES, "weight_octaves");
        params = defaults();
        params.rotation = i == 0 ? 7 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_ROTATION, "rotation");
    }
    perlin_params params = defaults();
    params.octaves = 0; /* also where octaves are not used */
    assert_refused(&params, PERLIN_ERROR_OCTAVE_COUNT, "octaves");
}

/* A field that holds numbers from `lowest` to `most`, in a range. */
static void check_shape(size_t field, uint32_t range, double lowest, double most)
{
    const double good[] = {0.0, -0.0, 0x1p-1074, lowest, most};
    const double bad[] = {nextafter(lowest, -(double)INFINITY),
                          nextafter(most, (double)INFINITY),
                          (double)INFINITY,
                          -(double)INFINITY,
                          from_bits_f64(UINT64_C(0x7ff8000000000000)),
                          from_bits_f64(UINT64_C(0xfff0000000000001))};
    for (uint32_t fractal = 0; fractal <= PERLIN_FRACTAL_MULTIFRACTAL; fractal++) {
        perlin_params params = defaults();
        params.fractal = fractal;
        params.range = range;
        for (size_t i = 0; i < COUNT_OF(good); i++) {
            perlin_noise *noise;
            memcpy((char *)&params + field, &good[i], sizeof(double));
            assert_status(perlin_create(&noise, &params), PERLIN_OK, "shape");
            perlin_destroy(noise);
        }
        for (size_t i = 0; i < COUNT_OF(bad); i++) {
            memcpy((char *)&params + field, &bad[i], sizeof(double));
            assert_refused(&params, PERLIN_ERROR_SHAPE, "shape");
        }
    }
}

static void create_numbers(const struct test_case *test)
{
    static const uint64_t not_finite[] = {
        UINT64_C(0x7ff0000000000000), UINT64_C(0xfff0000000000000), UINT64_C(0x7ff8000000000000),
        UINT64_C(0xfff8000000000001), UINT64_C(0x7ff0000000000001), UINT64_C(0xfff4000000000000)};
    (void)test;
    for (size_t i = 0; i < COUNT_OF(not_finite); i++) {
        perlin_params params = defaults();
        memcpy(&params.frequency, &not_finite[i], sizeof(double));
        assert_refused(&params, PERLIN_ERROR_FREQUENCY, "frequency");
        params = defaults();
        params.fractal = PERLIN_FRACTAL_FBM;
        memcpy(&params.lacunarity, &not_finite[i], sizeof(double));
        assert_refused(&params, PERLIN_ERROR_LACUNARITY, "lacunarity");
        params = defaults();
        memcpy(&params.gain, &not_finite[i], sizeof(double));
        assert_refused(&params, PERLIN_ERROR_GAIN, "gain");
    }
    perlin_params params = defaults();
    params.frequency = 1 / 64; /* of integers: a slip, whose noise would be the same everywhere */
    assert_refused(&params, PERLIN_ERROR_FREQUENCY, "frequency 0");
    params.frequency = -0.0;
    assert_refused(&params, PERLIN_ERROR_FREQUENCY, "frequency -0");
    for (uint32_t range = PERLIN_RANGE_SIGNED; range <= PERLIN_RANGE_RAW_UNIT; range++) {
        const int is_raw = range == PERLIN_RANGE_RAW || range == PERLIN_RANGE_RAW_UNIT;
        check_shape(offsetof(perlin_params, weighted_strength), range, is_raw ? 0 : -8,
                    is_raw ? 1 : 8);
        check_shape(offsetof(perlin_params, ping_pong_strength), range, 0, 65536.0);
        check_shape(offsetof(perlin_params, ridge_offset), range, 0, 1024.0);
        check_shape(offsetof(perlin_params, ridge_gain), range, 0, 65536.0);
    }
}

static void assert_created(const perlin_params *params, const char *what)
{
    perlin_noise *noise;
    assert_status(perlin_create(&noise, params), PERLIN_OK, what);
    perlin_destroy(noise);
}

/* Like a negative frequency, it mirrors octaves. */
static void negative_lacunarities(const struct test_case *test)
{
    static const double lacunarities[] = {-0x1p-1074, -0.5, -1.0, -2.0, -DBL_MAX};
    (void)test;
    for (size_t i = 0; i < COUNT_OF(lacunarities); i++)
        for (uint32_t fractal = 0; fractal <= PERLIN_FRACTAL_MULTIFRACTAL; fractal++) {
            perlin_params params = defaults();
            params.fractal = fractal;
            params.octaves = 2;
            params.lacunarity = lacunarities[i];
            assert_created(&params, "negative lacunarity");
            params.octaves = 3;
            if (fractal > PERLIN_FRACTAL_NONE && lacunarities[i] == -DBL_MAX)
                assert_refused(&params, PERLIN_ERROR_FREQUENCY,
                               "an infinite frequency of octave 2");
            else
                assert_created(&params, "negative lacunarity");
        }
}

/* Negative weights are for sums of which no part has to be positive. */
static void negative_gains(const struct test_case *test)
{
    static const double gains[] = {-0x1p-1074, -0.38, -1.0, -4.46};
    (void)test;
    for (size_t i = 0; i < COUNT_OF(gains); i++) {
        for (uint32_t fractal = 0; fractal < PERLIN_FRACTAL_MULTIFRACTAL; fractal++) {
            perlin_params params = defaults();
            params.fractal = fractal;
            params.gain = gains[i];
            assert_created(&params, "negative gain");
        }
        perlin_params params = defaults();
        params.fractal = PERLIN_FRACTAL_MULTIFRACTAL;
        params.gain = gains[i];
        assert_refused(&params, PERLIN_ERROR_GAIN, "negative gain of a multifractal");
        params.octaves = 1; /* whose weight is 1 */
        assert_created(&params, "negative gain of one octave");
    }
}

static void own_weights(const struct test_case *test)
{
    static const double good[] = {1, -0.5, 0}, zeros[] = {0, -0.0, 0}, positive[] = {0, 1, 0.5};
    static const double large[] = {DBL_MAX, 1, -DBL_MAX}; /* the magnitudes' sum is infinite */
    double odd[] = {1, 1, 1};
    (void)test;
    for (uint32_t fractal = PERLIN_FRACTAL_NONE; fractal <= PERLIN_FRACTAL_MULTIFRACTAL;
         fractal++) {
        const int is_none = fractal == PERLIN_FRACTAL_NONE; /* checks and ignores them */
        perlin_params params = defaults();
        params.fractal = fractal;
        params.octaves = 3;
        params.weights = positive;
        for (params.weight_count = 1; params.weight_count < 5; params.weight_count++)
            if (params.weight_count != 3)
                assert_refused(&params, PERLIN_ERROR_WEIGHT_COUNT, "another number of weights");
        params.weight_count = UINT32_MAX;
        assert_refused(&params, PERLIN_ERROR_WEIGHT_COUNT, "another number of weights");
        params.weight_count = 3;
        assert_created(&params, "positive weights");
        params.gain = 0x1p600; /* does not count */
        assert_created(&params, "positive weights and a gain");
        params.gain = from_bits_f64(UINT64_C(0x7ff8000000000000)); /* but is checked */
        assert_refused(&params, PERLIN_ERROR_GAIN, "a NaN for a gain");
        params.gain = 0.5;
        params.weights = NULL;
        assert_refused(&params, PERLIN_ERROR_NULL, "weights NULL");
        params.weights = good;
        if (fractal == PERLIN_FRACTAL_MULTIFRACTAL)
            assert_refused(&params, PERLIN_ERROR_GAIN, "a negative weight of a multifractal");
        else
            assert_created(&params, "a negative weight");
        static const double *const sums[] = {zeros, large};
        for (int i = 0; i < 2; i++) {
            params.weights = sums[i];
            if (is_none)
                assert_created(&params, "weights that are ignored");
            else
                assert_refused(&params, PERLIN_ERROR_GAIN, "a sum of 0 or infinity");
        }
        params.weights = odd;
        for (int i = 0; i < 3; i++) {
            odd[i] = from_bits_f64(i ? UINT64_C(0x7ff0000000000001) : UINT64_C(0xfff0000000000000));
            assert_refused(&params, PERLIN_ERROR_GAIN, "a weight that is not finite");
            odd[i] = 1;
        }
        params.weight_count = 0; /* then the pointer is not looked at */
        params.weights = (const double *)(uintptr_t)1;
        assert_created(&params, "no weights");
    }
}

/* Octaves that weigh, but are not computed. */
static void levels(const struct test_case *test)
{
    static const double good[] = {1, 0.5, 0.25, 0}, late[] = {0, 0, 0, 1},
                        negative[] = {1, 1, 1, -1};
    static const double large[] = {1, 1, DBL_MAX, DBL_MAX};
    (void)test;
    for (uint32_t fractal = PERLIN_FRACTAL_NONE; fractal <= PERLIN_FRACTAL_MULTIFRACTAL;
         fractal++) {
        const int is_none = fractal == PERLIN_FRACTAL_NONE; /* checks and ignores them */
        perlin_params params = defaults();
        params.fractal = fractal;
        params.octaves = 4;
        for (params.weight_octaves = 1; params.weight_octaves < 4; params.weight_octaves++)
            assert_refused(&params, PERLIN_ERROR_WEIGHT_OCTAVES, "fewer than octaves");
        for (; params.weight_octaves <= 32; params.weight_octaves++)
            assert_created(&params, "octaves and more");
        params.octaves = 2;
        params.weight_octaves = 4;
        params.weights = good;
        for (params.weight_count = 1; params.weight_count < 6; params.weight_count++)
            if (params.weight_count != 4)
                assert_refused(&params, PERLIN_ERROR_WEIGHT_COUNT, "another number of weights");
        params.weight_count = 4;
        assert_created(&params, "a weight for each octave that weighs");
        params.weights = late;
        assert_created(&params, "all weight in octaves that are not computed");
        static const double *const sums[] = {large, negative};
        for (int i = 0; i < 2; i++) {
            const int is_wrong = !is_none && (i == 0 || fractal == PERLIN_FRACTAL_MULTIFRACTAL);
            params.weights = sums[i];
            if (is_wrong)
                assert_refused(&params, PERLIN_ERROR_GAIN, "a wrong weight that is not computed");
            else
                assert_created(&params, "a negative weight");
        }
        params.weight_count = 0;
        params.weight_octaves = 32;
        params.frequency = 0x1p1000;
        params.lacunarity = 0x1p20; /* infinite in octave 2 */
        assert_created(&params, "frequencies of octaves that are not computed");
        params.frequency = params.lacunarity = 1.0;
        params.period[0] = 1u << 8;
        params.lacunarity = 0x1p20; /* 2^28 cells in octave 1 */
        assert_created(&params, "periods of octaves that are not computed");
    }
}

/* By tables up to 256, whoever has chosen the table. */
static void long_periods(const struct test_case *test)
{
    uint8_t table[256];
    (void)test;
    for (uint32_t i = 0; i < 256; i++)
        table[i] = (uint8_t)i;
    for (int axis = 0; axis < 4; axis++) {
        perlin_params params = defaults();
        params.period[axis] = 256;
        assert_created(&params, "256 cells");
        params.period[axis] = 257;
        assert_refused(&params, PERLIN_ERROR_PERIOD_TABLES, "257 cells");
        params.permutation = table;
        assert_refused(&params, PERLIN_ERROR_PERIOD_TABLES, "257 cells of the caller's table");
        params = defaults();
        params.basis = PERLIN_BASIS_ELIAS;
        params.period[axis] = UINT32_C(1) << 31;
        assert_created(&params, "ELIAS");
        params = defaults();
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octaves = 4;
        params.period[axis] = 256; /* octaves' own periods pass the table: 2048 */
        assert_created(&params, "octaves beyond the table");
        params.octaves = 32;
        assert_refused(&params, PERLIN_ERROR_PERIOD_OCTAVE, "octaves beyond 2^31");
    }
}

/* What later versions may put there must not be ignored. */
static void reserved_fields(const struct test_case *test)
{
    uint32_t octaves = 77;
    (void)test;
    for (size_t i = 0; i < sizeof(size_t); i++) {
        perlin_params params = defaults();
        ((unsigned char *)&params.reserved)[i] = 1;
        assert_refused(&params, PERLIN_ERROR_UNSUPPORTED, "reserved");
        assert_status(perlin_octaves_for(&params, 1.0, 8, &octaves), PERLIN_ERROR_UNSUPPORTED,
                      "octaves_for");
    }
    assert_int_equal(octaves, 77);
}

/* No release has had a shorter struct than this one: no size below it is taken. */
static void shorter_params(const struct test_case *test)
{
    (void)test;
    for (size_t size = 0; size < sizeof(perlin_params); size++) {
        perlin_params params = defaults();
        params.struct_size = size;
        assert_refused(&params, PERLIN_ERROR_STRUCT_SIZE, "a shorter struct");
    }
}

/* What follows from finite parameters is checked for the octaves that are computed. */
static void create_octaves(const struct test_case *test)
{
    perlin_params params = defaults();
    perlin_noise *noise;
    (void)test;
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 3;
    params.frequency = 0x1p1000;
    params.lacunarity = 0x1p20; /* 2^1040 */
    assert_refused(&params, PERLIN_ERROR_FREQUENCY, "frequency of octave 2");
    params.octaves = 2;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "two octaves");
    perlin_destroy(noise);
    params.octaves = 32;
    params.fractal = PERLIN_FRACTAL_NONE;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "no octaves");
    perlin_destroy(noise);
    params = defaults();
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 3;
    params.gain = 0x1p600; /* 2^1200 */
    assert_refused(&params, PERLIN_ERROR_GAIN, "weight of octave 2");
    params.gain = DBL_MAX;
    params.octaves = 2; /* the sum 1 + DBL_MAX rounds to DBL_MAX */
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "the largest gain");
    perlin_destroy(noise);
}

static void create_permutations(const struct test_case *test)
{
    uint8_t table[256];
    (void)test;
    perlin_params params = defaults();
    params.permutation = table;
    for (uint32_t i = 0; i < 256; i++)
        table[i] = (uint8_t)i;
    assert_created(&params, "a permutation");
    for (uint32_t i = 0; i < 256; i += 51) { /* 0 and 255 among them */
        table[i] = (uint8_t)(i + 1);
        assert_refused(&params, PERLIN_ERROR_PERMUTATION, "an entry twice");
        table[i] = (uint8_t)i;
    }
}

/* Noises without kernels are those of the scalar backend, which AUTO takes. */
static void scalar_noises(const struct test_case *test)
{
    (void)test;
    for (int kind = 0; kind < 4; kind++)
        for (perlin_backend b = PERLIN_BACKEND_AUTO; b < PERLIN_BACKENDS; b++) {
            perlin_noise *noise;
            perlin_params params;
            perlin_params_init(&params);
            params.basis = kind < 3 ? PERLIN_BASIS_SIMPLEX : PERLIN_BASIS_OPENSIMPLEX;
            params.hash = kind == 0 ? PERLIN_HASH_PERMUTATION : PERLIN_HASH_AUTO;
            params.gradients = kind == 1 ? PERLIN_GRADIENTS_AXIS : PERLIN_GRADIENTS_DEFAULT;
            params.simplex_radius = kind == 2 ? PERLIN_RADIUS_PUBLISHED : PERLIN_RADIUS_CONTINUOUS;
            params.backend = b;
            if (b > PERLIN_BACKEND_SCALAR) {
                assert_refused(&params, PERLIN_ERROR_UNSUPPORTED, perlin_backend_name(b));
                continue;
            }
            assert_status(perlin_create(&noise, &params), PERLIN_OK, perlin_backend_name(b));
            assert_int_equal(perlin_backend_of(noise), PERLIN_BACKEND_SCALAR);
            perlin_destroy(noise);
            params.backend = PERLIN_BACKENDS;
            assert_refused(&params, PERLIN_ERROR_BACKEND, "a backend");
        }
}

static void create_unavailable(const struct test_case *test)
{
    (void)test;
    for (perlin_backend b = PERLIN_BACKEND_AUTO; b < PERLIN_BACKENDS; b++) {
        perlin_params params = defaults();
        params.backend = b;
        if (!perlin_backend_available(b)) {
            assert_refused(&params, PERLIN_ERROR_UNSUPPORTED, perlin_backend_name(b));
            continue;
        }
        perlin_noise *noise;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, perlin_backend_name(b));
        if (b != PERLIN_BACKEND_AUTO)
            assert_int_equal(perlin_backend_of(noise), b);
        assert_int_not_equal(perlin_backend_of(noise), PERLIN_BACKEND_AUTO);
        perlin_destroy(noise);
    }
}

static void create_rotations(const struct test_case *test)
{
    perlin_noise *noise;
    (void)test;
    for (uint32_t rotation = 0; rotation <= PERLIN_ROTATION_MATRIX; rotation++) {
        const int is_matrix = rotation == PERLIN_ROTATION_MATRIX;
        perlin_params params = defaults();
        params.rotation = rotation;
        for (int i = 0; i < 16; i++) { /* whether it is used or not */
            const double one = i / 4 == i % 4 ? 1 : -0.0;
            params.matrix[i / 4][i % 4] = i % 2 ? (double)INFINITY : (double)NAN;
            assert_refused(&params, PERLIN_ERROR_ROTATION, "a matrix that is not finite");
            params.matrix[i / 4][i % 4] = 1 - one;
            if (!is_matrix)
                assert_refused(&params, PERLIN_ERROR_ROTATION, "a matrix that is not used");
            params.matrix[i / 4][i % 4] = !is_matrix ? one : i % 2 ? DBL_MAX : -0.0;
        }
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "any finite matrix");
        perlin_destroy(noise);
        for (int a = 0; a < 4; a++) {
            params.period[a] = 5;
            if (rotation == PERLIN_ROTATION_NONE || rotation == PERLIN_ROTATION_MATRIX) {
                assert_status(perlin_create(&noise, &params), PERLIN_OK, "with a period");
                perlin_destroy(noise);
            } else {
                assert_refused(&params, PERLIN_ERROR_ROTATION, "a rotation and a period");
            }
            params.period[a] = 0;
        }
    }
}

static void assert_hash(const perlin_params *params, perlin_hash expected, const char *what)
{
    perlin_noise *noise;
    assert_status(perlin_create(&noise, params), PERLIN_OK, what);
    if (perlin_hash_of(noise) != expected)
        fail_msg("%s, basis %u: hash %u, expected %u", what, params->basis, perlin_hash_of(noise),
                 expected);
    perlin_destroy(noise);
}

/* Unknown metrics and results, jitters that are none, and borders that are not straight: of any basis,
   as each field is checked, used or not. */
static void create_cellular(const struct test_case *test)
{
    static const double wrong[] = {-0x1p-1074, 1 + 0x1p-52, 1e300, (double)NAN, (double)INFINITY};
    (void)test;
    for (int is_used = 0; is_used < 2; is_used++) {
        perlin_params params = defaults();
        perlin_noise *noise;
        params.basis = is_used ? PERLIN_BASIS_CELLULAR : PERLIN_BASIS_PERLIN;
        params.hash = PERLIN_HASH_INTEGER;
        for (params.cellular_metric = 0; params.cellular_metric < 6; params.cellular_metric++)
            for (params.cellular_result = 0; params.cellular_result < 12;
                 params.cellular_result++) {
                const int is_edge = params.cellular_result == PERLIN_CELLULAR_EDGE;
                if (params.cellular_metric < 4 && params.cellular_result < 10 &&
                    !(is_edge && params.cellular_metric > PERLIN_METRIC_EUCLIDEAN_SQUARED)) {
                    assert_status(perlin_create(&noise, &params), PERLIN_OK, "a result");
                    perlin_destroy(noise);
                } else {
                    assert_refused(&params, PERLIN_ERROR_CELLULAR, "a metric or a result");
                }
            }
        params.cellular_metric = UINT32_MAX;
        assert_refused(&params, PERLIN_ERROR_CELLULAR, "a metric");
        params.cellular_metric = 0;
        params.cellular_result = UINT32_MAX;
        assert_refused(&params, PERLIN_ERROR_CELLULAR, "a result");
        params.cellular_result = 0;
        for (size_t i = 0; i < COUNT_OF(wrong); i++) {
            params.jitter = wrong[i];
            assert_refused(&params, PERLIN_ERROR_CELLULAR, "a jitter");
        }
    }
}

/* AUTO where something asks for tables: it stands for these, or is refused if the basis does not use
   what asks. */
static void assert_by_tables(const perlin_params *params, int is_used, perlin_status not_used,
                             const char *what)
{
    if (params->basis == PERLIN_BASIS_ELIAS)
        assert_hash(params, PERLIN_HASH_AUTO, what);
    else if (is_used)
        assert_hash(params, PERLIN_HASH_PERMUTATION, what);
    else
        assert_refused(params, not_used, what);
}

/* AUTO is INTEGER, but nothing that needs tables is ignored. */
static void automatic_hashes(const struct test_case *test)
{
    uint8_t permutation[256];
    (void)test;
    for (uint32_t i = 0; i < 256; i++)
        permutation[i] = (uint8_t)(255 - i);
    for (uint32_t basis = 0; basis < PERLIN_BASES; basis++) {
        const int is_simplex = basis == PERLIN_BASIS_SIMPLEX;
        const int has_sets = basis == PERLIN_BASIS_PERLIN || is_simplex;
        const int has_tables = has_sets || basis == PERLIN_BASIS_OPENSIMPLEX;
        perlin_params params;
        perlin_params_init(&params);
        params.basis = basis;
        assert_hash(&params,
                    basis == PERLIN_BASIS_ELIAS         ? PERLIN_HASH_AUTO
                    : basis == PERLIN_BASIS_OPENSIMPLEX ? PERLIN_HASH_PERMUTATION
                                                        : PERLIN_HASH_INTEGER,
                    "the defaults");
        params.permutation = permutation;
        assert_by_tables(&params, has_tables, PERLIN_ERROR_PERMUTATION, "a permutation");
        params.permutation = NULL;
        for (params.gradients = 1; params.gradients <= PERLIN_GRADIENTS_SLICE; params.gradients++)
            assert_by_tables(&params, has_sets, PERLIN_ERROR_GRADIENTS, "gradients");
        params.gradients = PERLIN_GRADIENTS_DEFAULT;
        params.simplex_radius = PERLIN_RADIUS_PUBLISHED;
        assert_by_tables(&params, is_simplex, PERLIN_ERROR_RADIUS, "the published radius");
    }
    assert_int_equal(perlin_hash_of(NULL), PERLIN_HASH_AUTO);
}

static void create_hashes(const struct test_case *test)
{
    uint8_t permutation[256], out[256];
    perlin_noise *noise;
    (void)test;
    for (uint32_t i = 0; i < 256; i++)
        permutation[i] = out[i] = (uint8_t)i;
    for (uint32_t basis = 0; basis < PERLIN_BASES; basis++) {
        perlin_params params = defaults();
        params.basis = basis;
        params.hash = PERLIN_HASH_PERMUTATION;
        if (basis != PERLIN_BASIS_PERLIN && basis != PERLIN_BASIS_ELIAS &&
            basis != PERLIN_BASIS_SIMPLEX && basis != PERLIN_BASIS_OPENSIMPLEX)
            assert_refused(&params, PERLIN_ERROR_HASH, "a basis without tables");
        else
            assert_hash(&params,
                        basis == PERLIN_BASIS_ELIAS ? PERLIN_HASH_AUTO : PERLIN_HASH_PERMUTATION,
                        "tables");
        params.hash = PERLIN_HASH_INTEGER;
        if (basis == PERLIN_BASIS_OPENSIMPLEX) {
            assert_refused(&params, PERLIN_ERROR_HASH, "a basis without an integer hash");
            continue;
        }
        if (basis == PERLIN_BASIS_ELIAS) {
            params.permutation = permutation; /* not used, and so no contradiction */
            params.gradients = PERLIN_GRADIENTS_AXIS;
            params.simplex_radius = PERLIN_RADIUS_PUBLISHED;
            assert_hash(&params, PERLIN_HASH_AUTO, "a basis with a hash of its own");
            continue;
        }
        assert_hash(&params, PERLIN_HASH_INTEGER, "an integer hash");
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "an integer hash");
        assert_status(perlin_permutation(noise, 0, out), PERLIN_ERROR_UNSUPPORTED, "no table");
        assert_status(perlin_permutation(noise, 1, out), PERLIN_ERROR_NO_OCTAVE, "octave 1");
        assert_memory_equal(out, permutation, sizeof out);
        perlin_destroy(noise);
        params.permutation = permutation;
        assert_refused(&params, PERLIN_ERROR_PERMUTATION, "a permutation");
        params.permutation = NULL;
        for (params.gradients = 1; params.gradients <= PERLIN_GRADIENTS_SLICE; params.gradients++)
            assert_refused(&params, PERLIN_ERROR_GRADIENTS, "gradients");
        params.gradients = PERLIN_GRADIENTS_DEFAULT;
        params.simplex_radius = PERLIN_RADIUS_PUBLISHED;
        assert_refused(&params, PERLIN_ERROR_RADIUS, "the published radius");
        params.simplex_radius = PERLIN_RADIUS_CONTINUOUS;
        params.period[3] = UINT32_C(1) << 31;
        if (!perlin_bases[basis]->takes_period)
            continue;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "the longest period");
        perlin_destroy(noise);
        params.period[3]++;
        assert_refused(&params, PERLIN_ERROR_PERIOD_CELLS, "a longer period");
    }
}

static void create_periods(const struct test_case *test)
{
    perlin_params params = defaults();
    perlin_noise *noise;
    (void)test;
    for (int a = 0; a < 4; a++) {
        params = defaults();
        params.hash = PERLIN_HASH_INTEGER;
        params.lacunarity = 1.5; /* of no matter without octaves */
        params.period[a] = UINT32_C(1) << 31;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "the longest period");
        perlin_destroy(noise);
        params.period[a]++;
        assert_refused(&params, PERLIN_ERROR_PERIOD_CELLS, "a longer period");
        params.period[a] = 2;
        for (size_t n = 0; set_noise(&params, n); n++)
            if (!perlin_bases[params.basis]->takes_period)
                assert_refused(&params, PERLIN_ERROR_PERIOD_BASIS, "a basis without periods");
        params = defaults();
        params.lacunarity = 1.5;
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octaves = 3;
        params.period[a] = 2;
        assert_refused(&params, PERLIN_ERROR_PERIOD_LACUNARITY, "lacunarity 1.5");
        params.lacunarity = 0.0;
        assert_refused(&params, PERLIN_ERROR_PERIOD_LACUNARITY, "lacunarity 0");
        params.lacunarity = -2.0;
        assert_refused(&params, PERLIN_ERROR_PERIOD_LACUNARITY, "lacunarity -2");
        params.lacunarity = 0x1p15; /* 2^31 cells in the last octave */
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "the longest period of an octave");
        perlin_destroy(noise);
        params.period[a] = 3;
        assert_refused(&params, PERLIN_ERROR_PERIOD_OCTAVE, "a longer period of the last octave");
        params.lacunarity = 0x1p300;
        assert_refused(&params, PERLIN_ERROR_PERIOD_OCTAVE, "a huge lacunarity");
        params.octaves = 1;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "a single octave");
        perlin_destroy(noise);
    }
}

/* ---- perlin_permutation ---------------------------------------------------------------------- */

static void permutation(const struct test_case *test)
{
    uint8_t out[257], untouched[257];
    perlin_params params = defaults();
    perlin_noise *noise;
    (void)test;
    memset(out, 0xcc, sizeof out);
    memset(untouched, 0xcc, sizeof untouched);
    params.octaves = 4; /* without a fractal there is one */
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    assert_status(perlin_permutation(NULL, 0, out), PERLIN_ERROR_NULL, "noise NULL");
    assert_status(perlin_permutation(noise, 0, NULL), PERLIN_ERROR_NULL, "out NULL");
    assert_status(perlin_permutation(noise, 1, out), PERLIN_ERROR_NO_OCTAVE, "octave 1 of 1");
    assert_status(perlin_permutation(noise, UINT32_MAX, out), PERLIN_ERROR_NO_OCTAVE, "octave");
    assert_memory_equal(out, untouched, sizeof out);
    assert_status(perlin_permutation(noise, 0, out), PERLIN_OK, "octave 0");
    assert_int_equal(out[0], 151);
    assert_int_equal(out[256], 0xcc);
    perlin_destroy(noise);
    params.fractal = PERLIN_FRACTAL_FBM;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    assert_status(perlin_permutation(noise, 3, out), PERLIN_OK, "octave 3 of 4");
    assert_status(perlin_permutation(noise, 4, out), PERLIN_ERROR_NO_OCTAVE, "octave 4 of 4");
    perlin_destroy(noise);
    params.basis = PERLIN_BASIS_ELIAS; /* has no tables, not even the caller's */
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    memset(out, 0xcc, sizeof out);
    assert_status(perlin_permutation(noise, 3, out), PERLIN_ERROR_UNSUPPORTED, "ELIAS");
    assert_status(perlin_permutation(noise, 4, out), PERLIN_ERROR_NO_OCTAVE, "octave 4 of ELIAS");
    assert_memory_equal(out, untouched, sizeof out);
    perlin_destroy(noise);
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* All functions give `expected` and write nothing. */
static void refuse_points(const perlin_noise *noise, uint32_t dims, size_t count,
                          const void *const coords[4], const ptrdiff_t strides[], int no_out,
                          perlin_status expected, const char *what)
{
    static const char zeros[64 * sizeof(double)];
    char out[64 * sizeof(double)] = {0};
    double bounds[2] = {0, 0};
    const float *const floats[4] = {coords[0], coords[1], coords[2], coords[3]};
    const double *const doubles[4] = {coords[0], coords[1], coords[2], coords[3]};
    void *const result = no_out ? NULL : out;
    assert_status(perlin_points_f32(noise, dims, count, floats, strides, result), expected, what);
    assert_status(perlin_points_f64(noise, dims, count, doubles, strides, result), expected, what);
    assert_status(perlin_points_f64_f32(noise, dims, count, doubles, strides, result), expected,
                  what);
    for (enum lane lane = F32; lane <= F64_F32; lane++) {
        const perlin_status status =
            evaluate_points_into(lane, noise, dims, count, coords, strides, NULL, result, bounds);
        assert_status(status, expected, what);
    }
    assert_memory_equal(out, zeros, sizeof out);
    assert_memory_equal(bounds, zeros, sizeof bounds);
}

static void points(const struct test_case *test)
{
    static const double data[64];
    const void *const coords[4] = {data, data, data, data};
    const ptrdiff_t widest = PTRDIFF_MAX / (ptrdiff_t)sizeof(float); /* elements */
    perlin_noise *const noise = any_noise();
    float x = 0.5f, out = 0;
    (void)test;
    refuse_points(NULL, 2, 3, coords, NULL, 0, PERLIN_ERROR_NULL, "noise NULL");
    refuse_points(noise, 2, 3, coords, NULL, 1, PERLIN_ERROR_NULL, "out NULL");
    for (uint32_t dims = 1; dims <= 4; dims++) {
        for (uint32_t missing = 0; missing < dims; missing++) {
            const void *some[4] = {data, data, data, data};
            some[missing] = NULL;
            refuse_points(noise, dims, 3, some, NULL, 0, PERLIN_ERROR_NULL, "an array NULL");
        }
    }
    assert_status(perlin_points_f32(noise, 1, 1, NULL, NULL, &out), PERLIN_ERROR_NULL, "coords");
    refuse_points(noise, 0, 3, coords, NULL, 0, PERLIN_ERROR_DIMS, "dims 0");
    refuse_points(noise, 5, 3, coords, NULL, 0, PERLIN_ERROR_DIMS, "dims 5");
    refuse_points(noise, UINT32_MAX, 3, coords, NULL, 0, PERLIN_ERROR_DIMS, "dims of all bits");
    /* Counts and strides whose bytes pass PTRDIFF_MAX, in every way that a product can wrap. */
    refuse_points(noise, 1, SIZE_MAX, coords, NULL, 0, PERLIN_ERROR_OVERFLOW, "count SIZE_MAX");
    refuse_points(noise, 1, HUGE_COUNT, coords, NULL, 0, PERLIN_ERROR_OVERFLOW, "PTRDIFF_MAX");
    refuse_points(noise, 1, (size_t)widest + 1, coords, NULL, 0, PERLIN_ERROR_OVERFLOW, "count");
    const ptrdiff_t strides[] = {PTRDIFF_MAX, PTRDIFF_MIN, PTRDIFF_MIN + 1, widest, -widest};
    for (size_t i = 0; i < COUNT_OF(strides); i++) {
        for (uint32_t axis = 0; axis < 4; axis++) {
            ptrdiff_t stride[4] = {1, 1, 1, 1};
            stride[axis] = strides[i];
            refuse_points(noise, 4, 2, coords, stride, 0, PERLIN_ERROR_OVERFLOW, "stride");
            refuse_points(noise, 4, 3, coords, stride, 0, PERLIN_ERROR_OVERFLOW, "stride");
        }
    }
    const ptrdiff_t half = widest / 2 + 1;
    refuse_points(noise, 1, 3, coords, &half, 0, PERLIN_ERROR_OVERFLOW, "twice half the memory");
    /* What a float's stride may be, a double's may not, whatever the type of the result. */
    const ptrdiff_t wide = PTRDIFF_MAX / (ptrdiff_t)sizeof(double) + 1;
    const double *const doubles[1] = {data};
    double wide_out = 0;
    assert_status(perlin_points_f64(noise, 1, 2, doubles, &wide, &wide_out), PERLIN_ERROR_OVERFLOW,
                  "a stride of doubles");
    assert_status(perlin_points_f64_f32(noise, 1, 2, doubles, &wide, &out), PERLIN_ERROR_OVERFLOW,
                  "a stride of doubles");
    assert_true(out == 0 && wide_out == 0);
    /* One point has no neighbour that a stride could lead to. */
    const float *const one[1] = {&x};
    const ptrdiff_t any = PTRDIFF_MIN;
    assert_status(perlin_points_f32(noise, 1, 1, one, &any, &out), PERLIN_OK, "one point");
    assert_true(out != 0);
    perlin_destroy(noise);
}

/* Outputs that are refused, by points and grids. */
static void refuse_output(const perlin_output *output, enum lane lane, perlin_status expected)
{
    static const double data[4] = {0.5, 0.5, 0.5, 0.5};
    const void *const coords[2] = {data, data};
    perlin_noise *const noise = any_noise();
    perlin_grid grid;
    double out[4] = {7, 7, 7, 7}, bounds[2] = {7, 7};
    perlin_grid_init(&grid);
    grid.dims = 2;
    for (size_t count = 0; count <= 2; count++) { /* also where there is nothing to write */
        grid.count[0] = grid.count[1] = count;
        grid.step[0] = grid.step[1] = 0.3;
        assert_status(
            evaluate_points_into(lane, noise, 2, count, coords, NULL, output, out, bounds),
            expected, "points_into");
        if (lane != F64_F32)
            assert_status(evaluate_grid_into(lane, noise, &grid, output, out, bounds), expected,
                          "grid_into");
    }
    for (int i = 0; i < 4; i++)
        assert_true(out[i] == 7 && bounds[i / 2] == 7);
    perlin_destroy(noise);
}

static void outputs(const struct test_case *test)
{
    static const uint64_t bad[] = {UINT64_C(0x7ff0000000000000), UINT64_C(0xfff0000000000000),
                                   UINT64_C(0x7ff8000000000000), UINT64_C(0xfff0000000000001)};
    struct {
        perlin_output output;
        unsigned char tail[8];
    } longer;
    perlin_output output;
    (void)test;
    for (enum lane lane = F32; lane <= F64_F32; lane++) {
        for (size_t i = 0; i < COUNT_OF(bad); i++) {
            perlin_output_init(&output);
            memcpy(&output.scale, &bad[i], sizeof(double));
            refuse_output(&output, lane, PERLIN_ERROR_OUTPUT);
            perlin_output_init(&output);
            memcpy(&output.bias, &bad[i], sizeof(double));
            refuse_output(&output, lane, PERLIN_ERROR_OUTPUT);
        }
        perlin_output_init(&output);
        output.accumulate = 2;
        refuse_output(&output, lane, PERLIN_ERROR_OUTPUT);
        for (size_t i = 0; i < sizeof output.reserved; i++) {
            perlin_output_init(&output);
            ((unsigned char *)&output.reserved)[i] = 0x80;
            refuse_output(&output, lane, PERLIN_ERROR_UNSUPPORTED);
        }
        perlin_output_init(&output);
        output.struct_size = 8;
        refuse_output(&output, lane, PERLIN_ERROR_STRUCT_SIZE);
        output.struct_size = offsetof(perlin_output, reserved); /* no release has ended there */
        refuse_output(&output, lane, PERLIN_ERROR_STRUCT_SIZE);
        output.struct_size = 4097;
        refuse_output(&output, lane, PERLIN_ERROR_STRUCT_SIZE);
        memset(&longer, 0, sizeof longer);
        perlin_output_init_sized(&longer.output, sizeof longer);
        longer.tail[7] = 1;
        refuse_output(&longer.output, lane, PERLIN_ERROR_UNSUPPORTED);
    }
    /* What is too large for a float is not for a double. */
    perlin_output_init(&output);
    output.scale = 1e39;
    refuse_output(&output, F32, PERLIN_ERROR_OUTPUT);
    refuse_output(&output, F64_F32, PERLIN_ERROR_OUTPUT);
    output.scale = 1.0;
    output.bias = -1e39;
    refuse_output(&output, F32, PERLIN_ERROR_OUTPUT);
    perlin_noise *const noise = any_noise();
    const double x = 0.5;
    const double *const coords[1] = {&x};
    double out, bounds[2];
    assert_status(perlin_points_into_f64(noise, 1, 1, coords, NULL, &output, &out, bounds),
                  PERLIN_OK, "a double");
    assert_true(out == -1e39 && bounds[0] == out && bounds[1] == out);
    perlin_destroy(noise);
    assert_status(perlin_output_init_sized(NULL, sizeof output), PERLIN_ERROR_NULL, "NULL");
    assert_status(perlin_output_init_sized(&output, 8), PERLIN_ERROR_STRUCT_SIZE, "8 bytes");
    assert_status(perlin_output_init_sized(&output, 4097), PERLIN_ERROR_STRUCT_SIZE, "4097 bytes");
}

static void no_points(const struct test_case *test)
{
    perlin_noise *const noise = any_noise();
    float out = 7;
    const ptrdiff_t any[4] = {PTRDIFF_MAX, PTRDIFF_MIN, 0, 3};
    (void)test;
    assert_status(perlin_points_f32(noise, 2, 0, NULL, NULL, NULL), PERLIN_OK, "count 0");
    assert_status(perlin_points_f64(noise, 3, 0, NULL, any, NULL), PERLIN_OK, "count 0");
    assert_status(perlin_points_f64_f32(noise, 4, 0, NULL, any, &out), PERLIN_OK, "count 0");
    assert_status(perlin_points1_f32(noise, 0, NULL, &out), PERLIN_OK, "count 0");
    assert_status(perlin_points4_f64(noise, 0, NULL, NULL, NULL, NULL, NULL), PERLIN_OK, "count 0");
    assert_true(out == 7);
    /* The other arguments are checked all the same. */
    assert_status(perlin_points_f32(NULL, 2, 0, NULL, NULL, NULL), PERLIN_ERROR_NULL, "noise NULL");
    assert_status(perlin_points_f32(noise, 0, 0, NULL, NULL, NULL), PERLIN_ERROR_DIMS, "dims 0");
    assert_status(perlin_points_f32(noise, 5, 0, NULL, NULL, NULL), PERLIN_ERROR_DIMS, "dims 5");
    perlin_destroy(noise);
}

int main(void)
{
    add_case(create_pointers, NULL, F32, 0, "create_pointers");
    add_case(create_constants, NULL, F32, 0, "create_constants");
    add_case(create_numbers, NULL, F32, 0, "create_numbers");
    add_case(negative_lacunarities, NULL, F32, 0, "negative_lacunarities");
    add_case(negative_gains, NULL, F32, 0, "negative_gains");
    add_case(own_weights, NULL, F32, 0, "own_weights");
    add_case(levels, NULL, F32, 0, "levels");
    add_case(long_periods, NULL, F32, 0, "long_periods");
    add_case(create_octaves, NULL, F32, 0, "create_octaves");
    add_case(create_rotations, NULL, F32, 0, "create_rotations");
    add_case(automatic_hashes, NULL, F32, 0, "automatic_hashes");
    add_case(create_hashes, NULL, F32, 0, "create_hashes");
    add_case(scalar_noises, NULL, F32, 0, "scalar_noises");
    add_case(create_cellular, NULL, F32, 0, "create_cellular");
    add_case(create_periods, NULL, F32, 0, "create_periods");
    add_case(create_permutations, NULL, F32, 0, "create_permutations");
    add_case(create_unavailable, NULL, F32, 0, "create_unavailable");
    add_case(permutation, NULL, F32, 0, "permutation");
    add_case(points, NULL, F32, 0, "points");
    add_case(reserved_fields, NULL, F32, 0, "reserved_fields");
    add_case(shorter_params, NULL, F32, 0, "shorter_params");
    add_case(outputs, NULL, F32, 0, "outputs");
    add_case(no_points, NULL, F32, 0, "no_points");
    return run_cases("errors");
}
