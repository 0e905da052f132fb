/*
 * Only the inputs are read and only the samples asked for are written. Every array lies flush
 * against a page that traps, so that a single byte too far is a fault; gaps between strides hold
 * canaries.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 70, CANARY = 0xcc };

/* ---- Points ---------------------------------------------------------------------------------- */

/* The arrays of one call: coordinates, the output, and the two small arrays of the call itself. */
struct guarded_call {
    struct arena coords[4], out, pointers, strides;
};

static struct guarded_call guarded_call_create(void)
{
    struct guarded_call call;
    for (uint32_t d = 0; d < 4; d++)
        call.coords[d] = arena_create(8 * LONGEST * sizeof(double));
    call.out = arena_create(LONGEST * sizeof(double));
    call.pointers = arena_create(sizeof(void *));
    call.strides = arena_create(sizeof(ptrdiff_t));
    return call;
}

static void guarded_call_destroy(struct guarded_call *call)
{
    for (uint32_t d = 0; d < 4; d++)
        arena_destroy(&call->coords[d]);
    arena_destroy(&call->out);
    arena_destroy(&call->pointers);
    arena_destroy(&call->strides);
}

static perlin_status evaluate_guarded(const struct test_case *test, const struct guarded_call *call,
                                      const perlin_noise *noise, size_t count,
                                      const void *const coords[], const ptrdiff_t strides[],
                                      void *out)
{
    const size_t dims = test->dims;
    const void **const pointers = arena_place(&call->pointers, dims * sizeof *pointers, 1);
    ptrdiff_t *const places = arena_place(&call->strides, dims * sizeof *places, 1);
    memcpy(pointers, coords, dims * sizeof *pointers);
    if (strides)
        memcpy(places, strides, dims * sizeof *places);
    const ptrdiff_t *const given = strides ? places : NULL;
    switch (
        test->lane) { /* directly: evaluate_points would copy the arrays out of the guarded page */
    case F32:
        return perlin_points_f32(noise, test->dims, count, (const float *const *)(void *)pointers,
                                 given, out);
    case F64:
        return perlin_points_f64(noise, test->dims, count, (const double *const *)(void *)pointers,
                                 given, out);
    default:
        return perlin_points_f64_f32(noise, test->dims, count,
                                     (const double *const *)(void *)pointers, given, out);
    }
}

/* One call with every array at one end of its pages. */
static void check_points(const struct test_case *test, struct random *r,
                         const struct guarded_call *call, const perlin_noise *noise,
                         const perlin_noise *oracle, size_t count, const ptrdiff_t strides[],
                         uint32_t ends)
{
    static _Alignas(double) unsigned char expected[LONGEST * sizeof(double)];
    const size_t in = coord_size(test->lane), size = result_size(test->lane);
    const void *coords[4];
    for (uint32_t d = 0; d < test->dims; d++) {
        const ptrdiff_t stride = strides ? strides[d] : 1;
        const size_t extent = count == 0 ? 0 : (count - 1) * (size_t)llabs(stride) + 1;
        char *const place = arena_place(&call->coords[d], extent * in, ends >> d & 1);
        fill_coordinates(r, test->lane, MIXED, place, extent);
        coords[d] = stride < 0 && extent > 0 ? place + (extent - 1) * in : place;
    }
    unsigned char *const out = arena_place(&call->out, count * size, ends >> 4 & 1);
    memset(call->out.start, CANARY, (size_t)(call->out.end - call->out.start));
    assert_status(evaluate_guarded(test, call, noise, count, coords, strides, out), PERLIN_OK,
                  "guarded points");
    for (unsigned char *p = call->out.start; p < call->out.end; p++)
        if ((p < out || p >= out + count * size) && *p != CANARY)
            fail_msg("%zu points wrote at %td of the output", count, p - out);
    evaluate_points(test->lane, oracle, test->dims, count, coords, strides, expected);
    assert_same_bits(out, expected, count, size, "%zu guarded points", count);
}

static void points(const struct test_case *test)
{
    static const ptrdiff_t strides[] = {1, 3, -1, 0, -3, 7};
    struct random r = random_for(test);
    struct guarded_call call = guarded_call_create();
    perlin_params params;
    uint8_t permutation[256];
    for (uint32_t kind = 0; kind < 6; kind++) {
        perlin_params_init(&params);
        params.hash = kind < 2 ? PERLIN_HASH_INTEGER : PERLIN_HASH_PERMUTATION;
        params.fractal = kind % 2 ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
        params.octaves = 2;
        if (kind >= 4) /* and anything else */
            random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        const size_t more = kind < 4 && params.fractal == PERLIN_FRACTAL_NONE ? 1 : 13;
        for (size_t count = 0; count <= LONGEST; count += more) {
            check_points(test, &r, &call, noise, oracle, count, NULL, 0x1f);
            check_points(test, &r, &call, noise, oracle, count, NULL, 0);
            for (size_t s = 0; s < COUNT_OF(strides); s++) {
                ptrdiff_t stride[4] = {strides[s], strides[s], strides[s], strides[s]};
                if (s % 2 == 1) /* and mixed */
                    stride[test->dims - 1] = strides[random_below(&r, COUNT_OF(strides))];
                check_points(test, &r, &call, noise, oracle, count, stride, random_below(&r, 32));
                check_points(test, &r, &call, noise, oracle, count, stride, 0x1f);
            }
        }
        perlin_destroy(noise);
        perlin_destroy(oracle);
    }
    guarded_call_destroy(&call);
}

/* Vertices end with the last coordinate of the last point. */
static void vertices(const struct test_case *test)
{
    const size_t in = coord_size(test->lane), size = result_size(test->lane);
    const ptrdiff_t width = (ptrdiff_t)test->dims;
    const ptrdiff_t strides[4] = {width, width, width, width};
    struct arena array = arena_create(LONGEST * test->dims * in);
    struct arena result = arena_create(LONGEST * size);
    struct random r = random_for(test);
    perlin_params params;
    uint8_t permutation[256];
    for (size_t count = 1; count <= LONGEST; count++) {
        random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        for (int at_end = 0; at_end < 2; at_end++) {
            char *const vertex = arena_place(&array, count * test->dims * in, at_end);
            void *const out = arena_place(&result, count * size, at_end);
            const void *coords[4];
            fill_coordinates(&r, test->lane, ORDINARY, vertex, count * test->dims);
            for (uint32_t d = 0; d < test->dims; d++)
                coords[d] = vertex + d * in;
            evaluate_points(test->lane, noise, test->dims, count, coords, strides, out);
        }
        perlin_destroy(noise);
    }
    arena_destroy(&array);
    arena_destroy(&result);
}

/* ---- Grids ----------------------------------------------------------------------------------- */

static double random_step(struct random *r)
{
    static const double steps[] = {1 / 500.0, 1 / 64.0, 1 / 16.0, 0.2, -0.3, 0.9, 1.0, 1.7, 7.0};
    return steps[random_below(r, COUNT_OF(steps))];
}

static void random_grid(struct random *r, perlin_grid *grid, uint32_t dims, size_t most)
{
    perlin_grid_init(grid);
    grid->dims = dims;
    random_counts(r, grid, most);
    for (uint32_t a = 0; a < dims; a++) {
        grid->start[a] = random_between(r, -100, 100);
        grid->step[a] = random_step(r);
    }
    for (uint32_t a = dims; a < 4; a++) { /* ignored */
        grid->start[a] = INT64_MAX;
        grid->count[a] = SIZE_MAX;
        grid->stride[a] = PTRDIFF_MIN;
        grid->step[a] = grid->origin[a] = from_bits_f64(UINT64_C(0x7ff0000000000001));
    }
}

/* Marks the samples of a grid in a map of its extent. */
static size_t mark_samples(const perlin_grid *grid, ptrdiff_t first, unsigned char *map)
{
    size_t index[4] = {0, 0, 0, 0}, samples = 1;
    for (uint32_t a = 0; a < grid->dims; a++)
        samples *= grid->count[a];
    for (size_t i = 0; i < samples; i++) {
        ptrdiff_t at = -first;
        for (uint32_t a = 0; a < grid->dims; a++)
            at += (ptrdiff_t)index[a] * grid->stride[a];
        map[at] = 1;
        for (uint32_t a = 0; a < grid->dims && ++index[a] == grid->count[a]; a++)
            index[a] = 0;
    }
    return samples;
}

/* With strides of every kind: samples everywhere they belong, canaries everywhere else. */
static void grids(const struct test_case *test)
{
    enum { MOST = 1500 };
    const size_t size = result_size(test->lane);
    struct arena arena = arena_create(size * 32 * MOST);
    struct random r = random_for(test);
    for (struct trials t = trials(300); next_trial(&t);) {
        perlin_params params;
        uint8_t permutation[256];
        perlin_grid grid;
        ptrdiff_t first;
        size_t elements;
        random_params(&r, &params, test->dims, permutation);
        random_grid(&r, &grid, test->dims, 1 + random_below(&r, MOST));
        random_strides(&r, &grid);
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "extent");
        if (elements > 32 * MOST)
            continue;
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        unsigned char *const out = arena_place(&arena, elements * size, random_chance(&r, 2));
        unsigned char *const expected = allocate_or_fail(elements * size);
        unsigned char *const map = allocate_or_fail(elements);
        memset(arena.start, CANARY, (size_t)(arena.end - arena.start));
        memset(expected, CANARY, elements * size);
        memset(map, 0, elements);
        mark_samples(&grid, first, map);
        const ptrdiff_t origin = -first * (ptrdiff_t)size;
        assert_status(evaluate_grid(test->lane, noise, &grid, out + origin), PERLIN_OK, "grid");
        evaluate_grid(test->lane, oracle, &grid, expected + origin);
        for (size_t k = 0; k < elements; k++)
            if (!map[k]) /* no word for the oracle in what a gap must hold */
                memset(expected + k * size, CANARY, size);
        assert_same_bits(out, expected, elements, size, "guarded grid: %s", describe_grid(&grid));
        for (unsigned char *p = arena.start; p < arena.end; p++)
            if ((p < out || p >= out + elements * size) && *p != CANARY)
                fail_msg("wrote at %td, outside of the extent: %s", p - out, describe_grid(&grid));
        free(expected);
        free(map);
        perlin_destroy(noise);
        perlin_destroy(oracle);
    }
    arena_destroy(&arena);
}

/* Every row in a page of its own between pages that trap, so that a store past either end of a row
   is a fault, even if the next row overwrites it or a load and store back hides it. */
static void rows_between_traps(const struct test_case *test)
{
    enum { ROWS = 4 };
    const size_t size = result_size(test->lane), page = page_size();
    struct arena comb = comb_create(ROWS);
    struct random r = random_for(test);
    perlin_params params;
    uint8_t permutation[256];
    for (size_t count = 1; count <= page / size; count += count < 80 ? 1 : 61) {
        params = raw_noise_params();
        if (count % 8 == 0)
            random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        for (int at_end = 0; at_end < 2; at_end++) {
            perlin_grid grid;
            unsigned char expected[1 << 16];
            assert_true(count * size <= sizeof expected);
            random_grid(&r, &grid, test->dims, 1);
            for (uint32_t a = 0; a < test->dims; a++) { /* x, then the rows on a random axis */
                grid.count[a] = a == 0 ? count : 1;
                grid.stride[a] = a == 0 ? 1 : (ptrdiff_t)(2 * page / size);
            }
            const uint32_t axis = test->dims == 1 ? 0 : 1 + random_below(&r, test->dims - 1);
            const size_t rows = axis == 0 ? 1 : ROWS;
            if (axis != 0)
                grid.count[axis] = rows;
            unsigned char *const out = comb.start + (at_end ? page - count * size : 0);
            assert_status(evaluate_grid(test->lane, noise, &grid, out), PERLIN_OK, "rows");
            const int64_t start = grid.start[axis];
            for (size_t row = 0; row < rows; row++) {
                perlin_grid single = grid;
                if (axis != 0) {
                    single.start[axis] = start + (int64_t)row;
                    single.count[axis] = 1;
                }
                evaluate_grid(test->lane, oracle, &single, expected);
                assert_same_bits(out + row * 2 * page, expected, count, size, "row %zu: %s; %s",
                                 row, describe_grid(&grid), describe(&params));
            }
        }
        perlin_destroy(noise);
        perlin_destroy(oracle);
    }
    arena_destroy(&comb);
}

/* The struct itself ends at a trapping page. */
static void grid_struct(const struct test_case *test)
{
    struct arena arena = arena_create(sizeof(perlin_grid));
    perlin_grid *const grid = arena_place(&arena, sizeof *grid, 1);
    perlin_noise *const noise = create_raw(test->subject);
    float out[9];
    perlin_grid_init(grid);
    grid->dims = 2;
    grid->count[0] = grid->count[1] = 3;
    grid->step[0] = grid->step[1] = 0.3;
    assert_status(perlin_grid_f32(noise, grid, out), PERLIN_OK, "grid");
    perlin_destroy(noise);
    arena_destroy(&arena);
}

int main(void)
{
    add_table_cases("points", points, 0, F64_F32);
    add_table_cases("vertices", vertices, 0, F64_F32);
    add_table_cases("grid", grids, 0, F64);
    add_table_cases("rows", rows_between_traps, 0, F64);
    add_subject_cases("grid_struct", grid_struct, 0);
    return run_cases("bounds");
}
