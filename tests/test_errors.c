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
    perlin_params_init(&params);
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    return noise;
}

/* ---- perlin_create ------------------------------------------------------------------------------ */

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
    perlin_params_init(&params);
    return params;
}

static void create_pointers(const struct test_case *test)
{
    perlin_params params = defaults();
    (void)test;
    assert_refused(NULL, PERLIN_ERROR_NULL, "params NULL");
    assert_status(perlin_create(NULL, &params), PERLIN_ERROR_NULL, "noise NULL");
    assert_status(perlin_create(NULL, NULL), PERLIN_ERROR_NULL, "both NULL");
    params.permutation_count = 256;
    assert_refused(&params, PERLIN_ERROR_NULL, "permutation NULL with a count");
    perlin_destroy(NULL);
    assert_int_equal(perlin_backend_of(NULL), PERLIN_BACKEND_AUTO);
}

static void create_constants(const struct test_case *test)
{
    static const uint32_t large[] = {0x7fffffff, 0x80000000, 0xffffffff};
    (void)test;
    for (size_t i = 0; i <= COUNT_OF(large); i++) {
        perlin_params params = defaults();
        params.backend = i == 0 ? 6 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_BACKEND, "backend");
        params = defaults();
        params.range = i == 0 ? 4 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_RANGE, "range");
        params = defaults();
        params.gradients = i == 0 ? 4 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_GRADIENTS, "gradients");
        params = defaults();
        params.fractal = i == 0 ? 2 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_FRACTAL, "fractal");
        params = defaults();
        params.octave_tables = i == 0 ? 2 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_OCTAVE_TABLES, "octave_tables");
        params = defaults();
        params.octaves = i == 0 ? 33 : large[i - 1];
        assert_refused(&params, PERLIN_ERROR_OCTAVES, "octaves");
    }
    perlin_params params = defaults();
    params.octaves = 0; /* also where octaves are not used */
    assert_refused(&params, PERLIN_ERROR_OCTAVES, "octaves");
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
        memcpy(&params.lacunarity, &not_finite[i], sizeof(double));
        assert_refused(&params, PERLIN_ERROR_LACUNARITY, "lacunarity");
        params = defaults();
        memcpy(&params.gain, &not_finite[i], sizeof(double));
        assert_refused(&params, PERLIN_ERROR_GAIN, "gain");
    }
    perlin_params params = defaults();
    params.lacunarity = -0x1p-1074;
    assert_refused(&params, PERLIN_ERROR_LACUNARITY, "negative lacunarity");
    params = defaults();
    params.gain = -0x1p-1074;
    assert_refused(&params, PERLIN_ERROR_GAIN, "negative gain");
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
    static const uint32_t counts[] = {1, 128, 255, 257, 512, 65536, 0xffffffff};
    static uint16_t table[65536];
    (void)test;
    perlin_params params = defaults();
    params.permutation = table;
    for (uint32_t i = 0; i < 65536; i++)
        table[i] = (uint16_t)i;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        params.permutation_count = counts[i];
        assert_refused(&params, PERLIN_ERROR_PERMUTATION, "size of the permutation");
    }
    params.permutation_count = 256;
    for (uint32_t i = 0; i < 256; i += 51) { /* 0 and 255 among them */
        table[i] = (uint16_t)((i + 1) % 256);
        assert_refused(&params, PERLIN_ERROR_PERMUTATION, "an entry twice");
        table[i] = 256;
        assert_refused(&params, PERLIN_ERROR_PERMUTATION, "an entry of 256");
        table[i] = (uint16_t)(i + 256); /* the same low byte */
        assert_refused(&params, PERLIN_ERROR_PERMUTATION, "an entry above 256");
        table[i] = 65535;
        assert_refused(&params, PERLIN_ERROR_PERMUTATION, "an entry of 65535");
        table[i] = (uint16_t)i;
    }
}

static void create_unavailable(const struct test_case *test)
{
    (void)test;
    for (perlin_backend b = PERLIN_BACKEND_AUTO; b <= PERLIN_BACKEND_NEON; b++) {
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

/* ---- perlin_permutation ------------------------------------------------------------------------- */

static void permutation(const struct test_case *test)
{
    uint16_t out[257], untouched[257];
    perlin_params params = defaults();
    perlin_noise *noise;
    (void)test;
    memset(out, 0xcc, sizeof out);
    memset(untouched, 0xcc, sizeof untouched);
    params.octaves = 4; /* without a fractal there is one */
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    assert_status(perlin_permutation(NULL, 0, out, 256), PERLIN_ERROR_NULL, "noise NULL");
    assert_status(perlin_permutation(noise, 0, NULL, 256), PERLIN_ERROR_NULL, "out NULL");
    assert_status(perlin_permutation(noise, 1, out, 256), PERLIN_ERROR_OCTAVES, "octave 1 of 1");
    assert_status(perlin_permutation(noise, UINT32_MAX, out, 256), PERLIN_ERROR_OCTAVES, "octave");
    assert_status(perlin_permutation(noise, 0, out, 255), PERLIN_ERROR_CAPACITY, "capacity 255");
    assert_status(perlin_permutation(noise, 0, out, 0), PERLIN_ERROR_CAPACITY, "capacity 0");
    assert_memory_equal(out, untouched, sizeof out);
    assert_status(perlin_permutation(noise, 0, out, SIZE_MAX), PERLIN_OK, "a large capacity");
    assert_int_equal(out[0], 151);
    assert_int_equal(out[256], 0xcccc);
    perlin_destroy(noise);
    params.fractal = PERLIN_FRACTAL_FBM;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    assert_status(perlin_permutation(noise, 3, out, 256), PERLIN_OK, "octave 3 of 4");
    assert_status(perlin_permutation(noise, 4, out, 256), PERLIN_ERROR_OCTAVES, "octave 4 of 4");
    perlin_destroy(noise);
}

/* ---- Points -------------------------------------------------------------------------------------- */

/* All three functions give `expected` and write nothing. */
static void refuse_points(const perlin_noise *noise, uint32_t dims, size_t count,
                          const void *const coords[4], const ptrdiff_t strides[], int no_out,
                          perlin_status expected, const char *what)
{
    static const char zeros[64 * sizeof(double)];
    char out[64 * sizeof(double)] = {0};
    const float *const floats[4] = {coords[0], coords[1], coords[2], coords[3]};
    const double *const doubles[4] = {coords[0], coords[1], coords[2], coords[3]};
    void *const result = no_out ? NULL : out;
    assert_status(perlin_points_f32(noise, dims, count, floats, strides, result), expected, what);
    assert_status(perlin_points_f64(noise, dims, count, doubles, strides, result), expected, what);
    assert_status(perlin_points_f64_f32(noise, dims, count, doubles, strides, result), expected,
                  what);
    assert_memory_equal(out, zeros, sizeof out);
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
    add_case(create_octaves, NULL, F32, 0, "create_octaves");
    add_case(create_permutations, NULL, F32, 0, "create_permutations");
    add_case(create_unavailable, NULL, F32, 0, "create_unavailable");
    add_case(permutation, NULL, F32, 0, "permutation");
    add_case(points, NULL, F32, 0, "points");
    add_case(no_points, NULL, F32, 0, "no_points");
    return run_cases("errors");
}
