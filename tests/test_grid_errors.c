/*
 * The mistakes that a grid can hold, with their exact status, and the extent of those that are
 * valid.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static perlin_grid grid_of(uint32_t dims, size_t x, size_t y, size_t z, size_t w)
{
    perlin_grid grid;
    perlin_grid_init(&grid);
    grid.dims = dims;
    grid.count[0] = x;
    grid.count[1] = y;
    grid.count[2] = z;
    grid.count[3] = w;
    for (int a = 0; a < 4; a++)
        grid.step[a] = 1;
    return grid;
}

static perlin_noise *any_noise(void)
{
    perlin_params params;
    perlin_noise *noise;
    perlin_params_init(&params);
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    return noise;
}

/* All three functions give `expected` and write nothing. */
static void refuse(const perlin_grid *grid, perlin_status expected, const char *what)
{
    static const char zeros[256];
    char out[256] = {0};
    ptrdiff_t first = 1234;
    size_t elements = 5678;
    perlin_noise *const noise = any_noise();
    assert_status(perlin_grid_f32(noise, grid, (float *)(void *)(out + 128)), expected, what);
    assert_status(perlin_grid_f64(noise, grid, (double *)(void *)(out + 128)), expected, what);
    assert_status(perlin_grid_extent(grid, &first, &elements), expected, what);
    perlin_destroy(noise);
    assert_memory_equal(out, zeros, sizeof out);
    assert_int_equal(first, 1234);
    assert_int_equal(elements, 5678);
}

static void pointers(const struct test_case *test)
{
    const perlin_grid grid = grid_of(2, 2, 2, 0, 0);
    perlin_noise *const noise = any_noise();
    ptrdiff_t first = 1234;
    size_t elements = 5678;
    float out[4];
    double wide[4];
    (void)test;
    refuse(NULL, PERLIN_ERROR_NULL, "grid NULL");
    assert_status(perlin_grid_f32(NULL, &grid, out), PERLIN_ERROR_NULL, "noise NULL");
    assert_status(perlin_grid_f64(NULL, &grid, wide), PERLIN_ERROR_NULL, "noise NULL");
    assert_status(perlin_grid_f32(noise, &grid, NULL), PERLIN_ERROR_NULL, "out NULL");
    assert_status(perlin_grid_f64(noise, &grid, NULL), PERLIN_ERROR_NULL, "out NULL");
    assert_status(perlin_grid_extent(&grid, NULL, &elements), PERLIN_ERROR_NULL, "first NULL");
    assert_status(perlin_grid_extent(&grid, &first, NULL), PERLIN_ERROR_NULL, "elements NULL");
    assert_int_equal(first, 1234);
    assert_int_equal(elements, 5678);
    perlin_destroy(noise);
}

static void numbers(const struct test_case *test)
{
    static const uint64_t not_finite[] = {
        UINT64_C(0x7ff0000000000000), UINT64_C(0xfff0000000000000), UINT64_C(0x7ff8000000000000),
        UINT64_C(0x7ff0000000000001), UINT64_C(0xfff8000000000001)};
    static const uint32_t dims[] = {0, 5, 6, UINT32_MAX};
    (void)test;
    for (int a = 0; a < 4; a++) {
        perlin_grid grid = grid_of(4, 1, 1, 1, 1);
        float out;
        grid.period[a] = (UINT64_C(1) << 63) - 1;
        perlin_noise *const noise = any_noise();
        assert_status(perlin_grid_f32(noise, &grid, &out), PERLIN_OK, "the longest period");
        perlin_destroy(noise);
        grid.period[a]++;
        refuse(&grid, PERLIN_ERROR_PERIOD_GRID, "a longer period");
        grid.period[a] = UINT64_MAX;
        refuse(&grid, PERLIN_ERROR_PERIOD_GRID, "a longer period");
    }
    for (size_t i = 0; i < COUNT_OF(dims); i++) {
        perlin_grid grid = grid_of(1, 1, 1, 1, 1);
        grid.dims = dims[i];
        refuse(&grid, PERLIN_ERROR_DIMS, "dims");
    }
    for (size_t i = 0; i < COUNT_OF(not_finite); i++) {
        for (uint32_t axis = 0; axis < 4; axis++) {
            perlin_grid grid = grid_of(4, 2, 2, 2, 2);
            memcpy(&grid.step[axis], &not_finite[i], sizeof(double));
            refuse(&grid, PERLIN_ERROR_GRID, "step");
            grid = grid_of(4, 2, 2, 2, 2);
            memcpy(&grid.origin[axis], &not_finite[i], sizeof(double));
            refuse(&grid, PERLIN_ERROR_GRID, "origin");
            grid.count[(axis + 1) % 4] = 0; /* also without samples */
            refuse(&grid, PERLIN_ERROR_GRID, "origin");
        }
    }
}

/* A step that was forgotten, or set to -0, where there is more than one sample. */
static void steps(const struct test_case *test)
{
    (void)test;
    for (uint32_t axis = 0; axis < 4; axis++) {
        perlin_grid grid = grid_of(4, 2, 2, 2, 2);
        ptrdiff_t first;
        size_t elements;
        grid.step[axis] = 0.0;
        refuse(&grid, PERLIN_ERROR_GRID, "a step of 0");
        grid.step[axis] = -0.0;
        refuse(&grid, PERLIN_ERROR_GRID, "a step of -0");
        grid.count[(axis + 1) % 4] = 0; /* steps are checked also without samples */
        refuse(&grid, PERLIN_ERROR_GRID, "a step of -0");
        grid.count[axis] = 1;
        grid.count[(axis + 1) % 4] = 2;
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "a slice");
        grid.dims = axis + 1;
        grid.count[axis] = 0;
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "no samples");
        grid.count[axis] = 2;
        grid.step[axis] = 0x1p-1074;
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "a tiny step");
    }
    perlin_grid grid;
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.count[0] = grid.count[1] = 64;
    refuse(&grid, PERLIN_ERROR_GRID, "defaults");
    assert_non_null(strstr(perlin_status_string(PERLIN_ERROR_GRID), "set the grid's step"));
}

/* Axes whose counts are left alone have one sample: a slice at the origin. */
static void slices(const struct test_case *test)
{
    perlin_noise *const noise = any_noise();
    perlin_grid grid;
    float out[5], expected[5];
    (void)test;
    perlin_grid_init(&grid);
    grid.dims = 3;
    grid.count[0] = 5;
    grid.step[0] = 0.3;
    grid.origin[1] = 0.25;
    grid.origin[2] = 7.5;
    assert_status(perlin_grid_f32(noise, &grid, out), PERLIN_OK, "slice");
    for (int i = 0; i < 5; i++) {
        const double c[3] = {i * 0.3, 0.25, 7.5};
        const double *const coords[3] = {&c[0], &c[1], &c[2]};
        assert_status(perlin_points_f64_f32(noise, 3, 1, coords, NULL, &expected[i]), PERLIN_OK,
                      "point");
    }
    assert_same_bits(out, expected, 5, sizeof(float), "a slice");
    perlin_destroy(noise);
}

static void starts(const struct test_case *test)
{
    (void)test;
    for (uint32_t axis = 0; axis < 4; axis++) {
        perlin_grid grid = grid_of(4, 1, 1, 1, 1);
        ptrdiff_t first;
        size_t elements;
        grid.count[axis] = 2;
        grid.start[axis] = INT64_MAX;
        refuse(&grid, PERLIN_ERROR_OVERFLOW, "start + 1");
        grid.start[axis] = INT64_MAX - 1;
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "the last index");
        grid.count[axis] = 3;
        refuse(&grid, PERLIN_ERROR_OVERFLOW, "start + 2");
        grid.count[axis] = SIZE_MAX;
        grid.start[axis] = 1;
        refuse(&grid, PERLIN_ERROR_OVERFLOW, "SIZE_MAX samples");
        grid.start[axis] = INT64_MIN; /* the indices fit, the memory does not */
        refuse(&grid, PERLIN_ERROR_OVERFLOW, "SIZE_MAX samples");
        grid.count[axis] = 2;
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "the first index");
    }
}

/* Indices end at INT64_MAX and the memory at PTRDIFF_MAX bytes, which only the element type
   decides. */
static void memory(const struct test_case *test)
{
    const size_t floats = (size_t)PTRDIFF_MAX / sizeof(float);
    perlin_noise *const noise = any_noise();
    perlin_grid grid;
    ptrdiff_t first;
    size_t elements;
    (void)test;
    grid = grid_of(1, floats, 0, 0, 0);
    assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "all of memory");
    assert_int_equal(elements, floats);
    grid.count[0]++;
    refuse(&grid, PERLIN_ERROR_OVERFLOW, "one more");
    const size_t root = (size_t)1 << (sizeof(size_t) * 4);
    grid = grid_of(2, root, root, 0, 0); /* the product wraps to 0 */
    refuse(&grid, PERLIN_ERROR_OVERFLOW, "a product that wraps to 0");
    grid = grid_of(4, root / 2, root / 2, 2, 2);
    refuse(&grid, PERLIN_ERROR_OVERFLOW, "a product that wraps");
    grid = grid_of(4, root, root, root, root);
    refuse(&grid, PERLIN_ERROR_OVERFLOW, "a product that wraps twice");
    for (int sign = -1; sign <= 1; sign += 2) {
        grid = grid_of(2, 2, 2, 0, 0);
        grid.stride[0] = 1;
        grid.stride[1] = sign * (ptrdiff_t)(floats - 2);
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "all of memory");
        assert_int_equal(elements, floats);
        assert_true(first == (sign < 0 ? -(ptrdiff_t)(floats - 2) : 0));
        double out[1];
        assert_status(perlin_grid_f64(noise, &grid, out), PERLIN_ERROR_OVERFLOW, "as doubles");
        grid.stride[1] += sign;
        refuse(&grid, PERLIN_ERROR_OVERFLOW, "one more");
        grid.stride[1] = sign * (ptrdiff_t)(floats / 2 - 2); /* as doubles half as many fit */
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "half of memory");
        assert_int_equal(elements, floats / 2);
    }
    grid = grid_of(1, 2, 0, 0, 0);
    grid.stride[0] = PTRDIFF_MIN;
    refuse(&grid, PERLIN_ERROR_OVERFLOW, "the least stride");
    perlin_destroy(noise);
}

static void strides(const struct test_case *test)
{
    (void)test;
    for (uint32_t axis = 0; axis < 4; axis++) { /* one of them missing */
        perlin_grid grid = grid_of(4, 2, 2, 2, 2);
        for (uint32_t a = 0; a < 4; a++)
            grid.stride[a] = a == axis ? 0 : (ptrdiff_t)1 << a;
        refuse(&grid, PERLIN_ERROR_STRIDE, "a stride of 0");
        grid.count[axis] = 1; /* where it does not matter */
        ptrdiff_t first;
        size_t elements;
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "a stride of 0");
    }
    static const struct {
        size_t count[3];
        ptrdiff_t stride[3];
    } overlapping[] = {
        {{5, 4, 3}, {1, 1, 100}},   {{5, 4, 3}, {1, -1, 100}}, {{5, 4, 3}, {1, 4, 100}},
        {{5, 4, 3}, {1, 5, 19}},    {{5, 4, 3}, {1, 5, -19}},  {{4, 5, 3}, {5, 1, 19}},
        {{5, 4, 3}, {2, 8, 100}},   {{3, 4, 5}, {-19, 5, -1}}, {{3, 4, 5}, {100, 4, 1}},
        {{5, 4, 3}, {100, 100, 1}},
    };
    for (size_t i = 0; i < COUNT_OF(overlapping); i++) {
        const size_t *const count = overlapping[i].count;
        perlin_grid grid = grid_of(3, count[0], count[1], count[2], 0);
        memcpy(grid.stride, overlapping[i].stride, sizeof overlapping[i].stride);
        refuse(&grid, PERLIN_ERROR_OVERLAP, describe_grid(&grid));
    }
}

static void extents(const struct test_case *test)
{
    static const struct {
        size_t count[3];
        ptrdiff_t stride[3], first;
        size_t elements;
    } rows[] = {
        {{5, 4, 3}, {0, 0, 0}, 0, 60},       /* packed */
        {{1, 1, 1}, {0, 0, 0}, 0, 1},        /* one sample */
        {{5, 4, 3}, {1, 5, 20}, 0, 60},      /* packed, said so */
        {{5, 4, 3}, {1, 8, 40}, 0, 109},     /* 4 + 3 * 8 + 2 * 40 + 1 */
        {{5, 4, 3}, {12, 3, 1}, 0, 60},      /* z fastest */
        {{5, 4, 3}, {3, 15, 60}, 0, 178},    /* of three interleaved channels */
        {{5, 4, 3}, {1, -5, 20}, -15, 60},   /* rows from the bottom up */
        {{5, 4, 3}, {-1, -5, -20}, -59, 60}, /* all backwards */
        {{5, 1, 3}, {-2, 7, 10}, -8, 29},    /* an axis of one sample has no extent */
        {{5, 1, 3}, {1, PTRDIFF_MIN, 5}, 0, 15},
        {{0, 4, 3}, {1, 1, 1}, 0, 0}, /* no samples, whatever the strides */
        {{5, 4, 0}, {0, 1, 0}, 0, 0},
        {{SIZE_MAX / 2, 0, SIZE_MAX / 2}, {0, 0, 0}, 0, 0},
    };
    (void)test;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        perlin_grid grid = grid_of(3, rows[i].count[0], rows[i].count[1], rows[i].count[2], 0);
        ptrdiff_t first = 1234;
        size_t elements = 5678;
        memcpy(grid.stride, rows[i].stride, sizeof rows[i].stride);
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "extent");
        if (first != rows[i].first || elements != rows[i].elements)
            fail_msg("row %zu: %td and %zu, expected %td and %zu", i, first, elements,
                     rows[i].first, rows[i].elements);
    }
}

static void no_samples(const struct test_case *test)
{
    perlin_noise *const noise = any_noise();
    (void)test;
    for (uint32_t dims = 1; dims <= 4; dims++) {
        for (uint32_t axis = 0; axis < dims; axis++) {
            perlin_grid grid = grid_of(dims, 3, 3, 3, 3);
            float out = 7;
            grid.count[axis] = 0;
            grid.start[axis] = INT64_MAX;
            assert_status(perlin_grid_f32(noise, &grid, NULL), PERLIN_OK, "count 0");
            assert_status(perlin_grid_f64(noise, &grid, NULL), PERLIN_OK, "count 0");
            assert_status(perlin_grid_f32(noise, &grid, &out), PERLIN_OK, "count 0");
            assert_true(out == 7);
        }
    }
    perlin_destroy(noise);
}

/* Entries from dims on are ignored, whatever they hold. */
static void ignored_entries(const struct test_case *test)
{
    perlin_noise *const noise = any_noise();
    float out[6], expected[6];
    perlin_grid grid = grid_of(2, 3, 2, 0, 0);
    (void)test;
    grid.step[0] = grid.step[1] = 0.3;
    assert_status(perlin_grid_f32(noise, &grid, expected), PERLIN_OK, "grid");
    for (uint32_t a = 2; a < 4; a++) {
        grid.count[a] = a == 2 ? 0 : SIZE_MAX;
        grid.start[a] = INT64_MAX;
        grid.stride[a] = a == 2 ? 0 : PTRDIFF_MIN;
        grid.step[a] = grid.origin[a] = (double)NAN;
    }
    assert_status(perlin_grid_f32(noise, &grid, out), PERLIN_OK, "grid");
    assert_same_bits(out, expected, 6, sizeof(float), "2-D grid with other entries");
    perlin_destroy(noise);
}

int main(void)
{
    add_case(pointers, NULL, F32, 0, "pointers");
    add_case(numbers, NULL, F32, 0, "numbers");
    add_case(steps, NULL, F32, 0, "steps");
    add_case(slices, NULL, F32, 0, "slices");
    add_case(starts, NULL, F32, 0, "starts");
    add_case(memory, NULL, F32, 0, "memory");
    add_case(strides, NULL, F32, 0, "strides");
    add_case(extents, NULL, F32, 0, "extents");
    add_case(no_samples, NULL, F32, 0, "no_samples");
    add_case(ignored_entries, NULL, F32, 0, "ignored_entries");
    return run_cases("grid_errors");
}
