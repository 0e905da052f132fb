/*
 * Compares gradients with finite differences; every backend's with the scalar one's, bit for bit;
 * their results with those of the other functions; normals with their formula in plain C. Also
 * memory, and mistakes.
 *
 * Most suites compare gradients too, beside what else they evaluate (see evaluate_points).
 */
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Finite differences ---------------------------------------------------------------------- */

static double value_at(const perlin_noise *noise, uint32_t dims, const double c[4])
{
    const double *const coords[4] = {&c[0], &c[1], &c[2], &c[3]};
    double value;
    assert_status(perlin_points_f64(noise, dims, 1, coords, NULL, &value), PERLIN_OK, "points");
    return value;
}

/*
 * Whether a derivative nearly agrees with the central difference. That is off by the third
 * derivative and, near a crease, by how much the differences to both sides differ.
 */
static int check_slope(const perlin_noise *noise, uint32_t dims, const double c[4], uint32_t axis,
                       double slope, const perlin_params *params)
{
    const double h = 0x1p-20;
    double low[4], high[4];
    memcpy(low, c, 4 * sizeof c[0]);
    memcpy(high, c, 4 * sizeof c[0]);
    low[axis] -= h;
    high[axis] += h;
    const double value = value_at(noise, dims, c);
    const double before = (value - value_at(noise, dims, low)) / h;
    const double after = (value_at(noise, dims, high) - value) / h;
    const double size = 1 + fabs(slope);
    if (!(fabs((before + after) / 2 - slope) <= 1e-7 * size + fabs(after - before)))
        fail_msg("at %a %a %a %a, axis %u: %.9g, by differences %.9g and %.9g; %s", c[0], c[1],
                 c[2], c[3], axis, slope, before, after, describe(params));
    return fabs(after - before) < 1e-3 * size;
}

static void differences(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    size_t smooth = 0, all = 0;
    for (struct trials t = trials(600); next_trial(&t);) {
        static const double weighted[] = {0, 0.4, 1};
        table_params_init(&params);
        params.backend = test->subject->backend;
        params.fractal = (uint32_t)t.number % 6;
        params.octaves = 1 + random_below(&r, 4);
        params.octave_seeds = random_below(&r, 2);
        params.range = random_below(&r, 4);
        params.gradients = random_below(&r, 4);
        params.seed = random_u64(&r);
        params.frequency = random_real(&r, -2, 2);
        params.lacunarity = random_real(&r, 0.5, 2.5) * (random_chance(&r, 4) ? -1 : 1);
        params.weighted_strength = weighted[random_below(&r, 3)];
        params.ping_pong_strength = random_real(&r, 0.5, 3);
        params.ridge_offset = random_real(&r, 0, 2);
        params.ridge_gain = random_real(&r, 0, 3);
        params.rotation = random_below(&r, 7);
        if (t.number % 2)
            random_noise(&r, &params);
        else
            set_hash(&params, 1 + random_below(&r, 2));
        if (random_chance(&r, 3) && perlin_bases[params.basis]->takes_period) { /* a tile */
            params.lacunarity = 1 + random_below(&r, 3);
            params.rotation = random_chance(&r, 2) ? PERLIN_ROTATION_MATRIX : PERLIN_ROTATION_NONE;
            for (int a = 0; a < 4; a++)
                params.period[a] = random_below(&r, 12);
        }
        for (uint32_t a = 0; a < 4 && params.rotation == PERLIN_ROTATION_MATRIX; a++)
            for (uint32_t b = 0; b < 4; b++)
                params.matrix[a][b] = random_real(&r, -1, 1);
        params.interpolation = random_below(&r, 4);
        params.elias_smoothing = random_below(&r, 2);
        if (!has_dims(&params, test->dims))
            continue;
        perlin_noise *const noise = create_for(test->subject, &params);
        for (int i = 0; i < 5; i++) {
            double c[4], value, slope[4];
            for (uint32_t a = 0; a < 4; a++)
                c[a] = random_real(&r, -20, 20);
            const double *const coords[4] = {&c[0], &c[1], &c[2], &c[3]};
            double *const gradient[4] = {&slope[0], &slope[1], &slope[2], &slope[3]};
            assert_status(
                perlin_points_gradient_f64(noise, test->dims, 1, coords, NULL, &value, gradient),
                PERLIN_OK, "gradient");
            for (uint32_t a = 0; a < test->dims; a++) {
                smooth += (size_t)check_slope(noise, test->dims, c, a, slope[a], &params);
                all++;
            }
        }
        perlin_destroy(noise);
    }
    assert_true(10 * smooth > 9 * all); /* else the bound says little */
}

/* ---- Outputs: a result, then the gradient ---------------------------------------------------- */

enum { OUTPUTS = 5, CANARY = 0xcc };

/* Elements of OUTPUTS outputs; sample 0 of each is `origin` bytes from its start. */
struct outputs {
    char *memory;
    size_t bytes; /* of one */
    void *out, *gradient[4];
};

static struct outputs outputs_create(size_t elements, size_t size, size_t origin)
{
    struct outputs o = {.bytes = elements * size};
    o.memory = allocate_or_fail(OUTPUTS * o.bytes + size);
    memset(o.memory, CANARY, OUTPUTS * o.bytes);
    o.out = o.memory + origin;
    for (size_t a = 0; a < 4; a++)
        o.gradient[a] = o.memory + (1 + a) * o.bytes + origin;
    return o;
}

static void outputs_compare(const struct outputs *actual, const struct outputs *expected,
                            size_t size, const char *what)
{
    assert_same_bits(actual->memory, expected->memory, OUTPUTS * actual->bytes / size, size, "%s",
                     what);
}

/* ---- Points ---------------------------------------------------------------------------------- */

static void points(const struct test_case *test)
{
    enum { MOST = 700 };
    static const ptrdiff_t steps[] = {1, 1, 1, 3, -1, 0};
    static _Alignas(double) unsigned char data[4][3 * MOST * sizeof(double)];
    static _Alignas(double) unsigned char result[MOST * sizeof(double)];
    const size_t size = result_size(test->lane), in = coord_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    uint8_t permutation[256];
    for (struct trials t = trials(200); next_trial(&t);) {
        const size_t count = random_below(&r, random_chance(&r, 2) ? 40 : MOST);
        const void *coords[4];
        ptrdiff_t strides[4];
        random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        for (uint32_t d = 0; d < test->dims; d++) {
            strides[d] = steps[random_below(&r, COUNT_OF(steps))];
            fill_coordinates(&r, test->lane, random_chance(&r, 2) ? MIXED : ORDINARY, data[d],
                             3 * MOST);
            coords[d] = data[d] + (strides[d] < 0 ? MOST * in : 0);
        }
        struct outputs actual = outputs_create(count, size, 0);
        struct outputs expected = outputs_create(count, size, 0);
        assert_status(evaluate_points_gradient(test->lane, noise, test->dims, count, coords,
                                               strides, actual.out, actual.gradient),
                      PERLIN_OK, "points");
        evaluate_points_gradient(test->lane, oracle, test->dims, count, coords, strides,
                                 expected.out, expected.gradient);
        outputs_compare(&actual, &expected, size, describe(&params));
        evaluate_points_into(test->lane, noise, test->dims, count, coords, strides, NULL, result,
                             NULL);
        assert_same_bits(actual.out, result, count, size, "results of %s", describe(&params));
        memset(actual.out, CANARY, count * size);
        memset(expected.out, CANARY, count * size);
        evaluate_points_gradient(test->lane, noise, test->dims, count, coords, strides, NULL,
                                 actual.gradient);
        outputs_compare(&actual, &expected, size, "the gradient alone");
        free(actual.memory);
        free(expected.memory);
        perlin_destroy(noise);
        perlin_destroy(oracle);
    }
}

/* All is NaN exactly where a coordinate is not finite, and nothing is -0. Frequencies are such that
   all else is finite. */
static void contract(const struct test_case *test)
{
    enum { COUNT = 2000 };
    static _Alignas(double) unsigned char data[4][COUNT * sizeof(double)];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    const size_t size = result_size(test->lane), in = coord_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    perlin_params_init(&params);
    params.lacunarity = 1.0;
    params.octaves = 3;
    for (int kind = 0; kind < 2 * (PERLIN_FRACTAL_MULTIFRACTAL + 1); kind++) {
        params.fractal = (perlin_fractal)kind / 2;
        params.hash = kind % 2 ? PERLIN_HASH_PERMUTATION : PERLIN_HASH_INTEGER;
        params.weighted_strength = params.fractal % 2 ? 0.5 : 0;
        perlin_noise *const noise = create_for(test->subject, &params);
        struct outputs outputs = outputs_create(COUNT, size, 0);
        size_t lost_points = 0;
        for (uint32_t d = 0; d < test->dims; d++)
            fill_coordinates(&r, test->lane, MIXED, data[d], COUNT);
        evaluate_points_gradient(test->lane, noise, test->dims, COUNT, coords, NULL, outputs.out,
                                 outputs.gradient);
        for (size_t i = 0; i < COUNT; i++) {
            int lost = 0;
            for (uint32_t d = 0; d < test->dims; d++) {
                float narrow;
                double wide;
                memcpy(&narrow, data[d] + i * in, sizeof narrow);
                memcpy(&wide, data[d] + i * (in == sizeof wide ? in : 0), sizeof wide);
                lost |= test->lane == F32 ? !isfinite(narrow) : !isfinite(wide);
            }
            lost_points += (size_t)lost;
            for (uint32_t k = 0; k <= test->dims; k++) {
                const char *const element = outputs.memory + k * outputs.bytes + i * size;
                float narrow;
                double wide;
                memcpy(&narrow, element, sizeof narrow);
                memcpy(&wide, element, size);
                const int canonical = size == sizeof narrow
                                          ? bits_f32(narrow) == UINT32_C(0x7fc00000)
                                          : bits_f64(wide) == UINT64_C(0x7ff8000000000000);
                const double value = size == sizeof narrow ? (double)narrow : wide;
                if (lost ? !canonical : !isfinite(value) || (value == 0 && signbit(value)))
                    fail_msg("%a in output %u for a point that is %s; %s", value, k,
                             lost ? "lost" : "finite", describe(&params));
            }
        }
        assert_true(lost_points > 0 && lost_points < COUNT);
        free(outputs.memory);
        perlin_destroy(noise);
    }
}

/* ---- Grids ----------------------------------------------------------------------------------- */

static void random_grid(struct random *r, perlin_grid *grid, uint32_t dims, size_t most)
{
    static const double steps[] = {1 / 500.0, 1 / 64.0, 1 / 16.0, 0.1, -0.3, 0.9, 1.7, 0, 1e305};
    static const double origins[] = {0, 0.5, -100.3, 1e12};
    perlin_grid_init(grid);
    grid->dims = dims;
    random_counts(r, grid, most);
    if (most > 1000 && random_chance(r, 40))
        large_counts(r, grid);
    random_strides(r, grid);
    for (uint32_t a = 0; a < dims; a++) {
        grid->step[a] = steps[random_below(r, COUNT_OF(steps))];
        grid->start[a] = random_between(r, -2000, 2000);
        grid->origin[a] = origins[random_below(r, COUNT_OF(origins))];
        if (random_chance(r, 6))
            round_steps(r, grid, a);
    }
    take_one_at_steps_of_zero(grid);
}

/* Evaluates a part of a grid: of axis `axis` the samples from `low` on. */
static void evaluate_part(const struct test_case *test, const perlin_noise *noise,
                          const perlin_grid *grid, uint32_t axis, size_t low, size_t count,
                          const struct outputs *o)
{
    const ptrdiff_t shift =
        (ptrdiff_t)low * grid->stride[axis] * (ptrdiff_t)result_size(test->lane);
    perlin_grid part = *grid;
    void *gradient[4];
    part.start[axis] += (int64_t)low;
    part.count[axis] = count;
    for (size_t a = 0; a < 4; a++)
        gradient[a] = (char *)o->gradient[a] + shift;
    assert_status(
        evaluate_grid_gradient(test->lane, noise, &part, (char *)o->out + shift, gradient),
        PERLIN_OK, "a part");
}

static void grids(const struct test_case *test)
{
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    uint8_t permutation[256];
    for (struct trials t = trials(150); next_trial(&t);) {
        ptrdiff_t first;
        size_t elements;
        random_params(&r, &params, test->dims, permutation);
        random_grid(&r, &grid, test->dims, 3000);
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        assert_status(perlin_grid_extent(&grid, &first, &elements), PERLIN_OK, "extent");
        const size_t origin = (size_t)-first * size;
        struct outputs actual = outputs_create(elements, size, origin);
        struct outputs expected = outputs_create(elements, size, origin);
        struct outputs parts = outputs_create(elements, size, origin);
        assert_status(evaluate_grid_gradient(test->lane, noise, &grid, actual.out, actual.gradient),
                      PERLIN_OK, "grid");
        evaluate_grid_gradient(test->lane, oracle, &grid, expected.out, expected.gradient);
        if (memcmp(actual.memory, expected.memory, OUTPUTS * actual.bytes) != 0) {
            print_message("%s\n", describe_grid(&grid));
            outputs_compare(&actual, &expected, size, describe(&params));
        }
        const uint32_t axis = random_below(&r, test->dims);
        const size_t cut = random_below(&r, (uint32_t)grid.count[axis] + 1);
        evaluate_part(test, noise, &grid, axis, cut, grid.count[axis] - cut, &parts);
        evaluate_part(test, noise, &grid, axis, 0, cut, &parts);
        outputs_compare(&parts, &expected, size, "in parts");
        char *const results =
            allocate_or_fail(elements * size); /* as the function without has them */
        memset(results, CANARY, elements * size);
        evaluate_grid_into(test->lane, noise, &grid, NULL, results + origin, NULL);
        assert_same_bits(actual.memory, results, elements, size, "results");
        free(results);
        free(actual.memory);
        free(expected.memory);
        free(parts.memory);
        perlin_destroy(noise);
        perlin_destroy(oracle);
    }
}

/* The bits of a grid are those of points at its samples' coordinates. */
static void as_points(const struct test_case *test)
{
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    uint8_t permutation[256];
    for (struct trials t = trials(40); next_trial(&t);) {
        size_t samples = 1, index[4] = {0, 0, 0, 0};
        random_params(&r, &params, test->dims, permutation);
        random_grid(&r, &grid, test->dims, 500);
        for (uint32_t a = 0; a < test->dims; a++) {
            grid.stride[a] = 0;
            grid.period[a] = 0;
            samples *= grid.count[a];
        }
        perlin_noise *const noise = create_for(test->subject, &params);
        double *const data = allocate_or_fail(4 * samples * sizeof(double));
        const void *const coords[4] = {data, data + samples, data + 2 * samples,
                                       data + 3 * samples};
        for (size_t i = 0; i < samples; i++) {
            for (uint32_t a = 0; a < test->dims; a++) {
                const double product = (double)(grid.start[a] + (int64_t)index[a]) * grid.step[a];
                data[a * samples + i] = grid.origin[a] + product;
            }
            for (uint32_t a = 0; a < test->dims && ++index[a] == grid.count[a]; a++)
                index[a] = 0;
        }
        struct outputs actual = outputs_create(samples, size, 0);
        struct outputs expected = outputs_create(samples, size, 0);
        evaluate_grid_gradient(test->lane, noise, &grid, actual.out, actual.gradient);
        evaluate_points_gradient(test->lane == F32 ? F64_F32 : F64, noise, test->dims, samples,
                                 coords, NULL, expected.out, expected.gradient);
        outputs_compare(&actual, &expected, size, describe(&params));
        free(data);
        free(actual.memory);
        free(expected.memory);
        perlin_destroy(noise);
    }
}

/* ---- Normals --------------------------------------------------------------------------------- */

/* Three arrays, adjacent or with gaps; or interleaved: three pointers into one, which may have
   gaps, too. */
static void normals(const struct test_case *test)
{
    static const double heights[] = {1, 0.1, -7.3, 0, 1e20, 1e-30, 3e38};
    const size_t size = result_size(test->lane);
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    uint8_t permutation[256];
    for (struct trials t = trials(60); next_trial(&t);) {
        const double height = heights[random_below(&r, COUNT_OF(heights))];
        random_params(&r, &params, test->dims, permutation);
        random_grid(&r, &grid, 2, 3000);
        perlin_noise *const noise = create_for(test->subject, &params);
        const size_t samples = grid.count[0] * grid.count[1];
        struct outputs packed = outputs_create(samples, size, 0);
        grid.stride[0] = grid.stride[1] = 0;
        evaluate_grid_gradient(test->lane, noise, &grid, packed.out, packed.gradient);
        const size_t to_next = 1 + random_below(&r, 4); /* in elements */
        const size_t component = to_next < 3 ? to_next * samples : 1;
        const size_t elements = to_next < 3 ? 3 * to_next * samples : to_next * samples;
        char *const vectors = allocate_or_fail(elements * size);
        char *const expected = allocate_or_fail(elements * size);
        void *const normal[3] = {vectors, vectors + component * size,
                                 vectors + 2 * component * size};
        memset(vectors, CANARY, elements * size);
        memset(expected, CANARY, elements * size);
        grid.stride[0] = (ptrdiff_t)to_next;
        grid.stride[1] = (ptrdiff_t)(to_next * grid.count[0]);
        for (size_t i = 0; i < samples; i++) {
            _Alignas(double) unsigned char one[3 * sizeof(double)];
            expect_normal(test->lane, height, packed.gradient, i, one);
            for (size_t a = 0; a < 3; a++)
                memcpy(expected + (i * to_next + a * component) * size, one + a * size, size);
        }
        assert_status(evaluate_normals(test->lane, noise, &grid, height, normal), PERLIN_OK,
                      "normals");
        assert_same_bits(vectors, expected, elements, size, "height %a, %s", height,
                         describe(&params));
        free(vectors);
        free(expected);
        free(packed.memory);
        perlin_destroy(noise);
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Every output lies flush against a page that traps, before or after it: a grid of one row, and as
   many points. */
static void traps(const struct test_case *test)
{
    enum { LONGEST = 150 };
    static double data[LONGEST];
    const size_t size = result_size(test->lane), page = page_size();
    struct arena arena[OUTPUTS];
    struct random r = random_for(test);
    perlin_params params;
    perlin_params_init(&params);
    for (size_t k = 0; k < OUTPUTS; k++)
        arena[k] = arena_create(LONGEST * sizeof(double));
    fill_coordinates(&r, test->lane, ORDINARY, data, LONGEST);
    for (int kind = 0; kind < 4; kind++) {
        params.fractal = kind % 2 ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
        params.hash = kind / 2 ? PERLIN_HASH_PERMUTATION : PERLIN_HASH_INTEGER;
        perlin_noise *const noise = create_for(test->subject, &params);
        for (size_t count = 1; count <= LONGEST; count += count < 70 ? 1 : 9) {
            const uint32_t ends = random_below(&r, 32);
            const void *const coords[4] = {data, data, data, data};
            void *output[OUTPUTS];
            perlin_grid grid;
            perlin_grid_init(&grid);
            grid.dims = test->dims;
            for (uint32_t a = 0; a < 4; a++) {
                grid.count[a] = a == 0 ? count : 1;
                grid.step[a] = random_chance(&r, 2) ? 1 / 64.0 : 0.7;
            }
            for (uint32_t k = 0; k < OUTPUTS; k++) {
                memset(arena[k].start, CANARY, (size_t)(arena[k].end - arena[k].start));
                output[k] = arena_place(&arena[k], count * size, ends >> k & 1);
            }
            if (test->lane != F64_F32)
                assert_status(
                    evaluate_grid_gradient(test->lane, noise, &grid, output[0], output + 1),
                    PERLIN_OK, "grid");
            assert_status(evaluate_points_gradient(test->lane, noise, test->dims, count, coords,
                                                   NULL, output[0], output + 1),
                          PERLIN_OK, "points");
            for (uint32_t k = 0; k < OUTPUTS; k++) {
                const unsigned char *const start = output[k], *const end = start + count * size;
                for (const unsigned char *p = arena[k].start; p < arena[k].end; p++)
                    if ((p < start || p >= end || k > test->dims) && *p != CANARY)
                        fail_msg("output %u of %zu samples: wrote at %td", k, count, p - start);
            }
        }
        perlin_destroy(noise);
    }
    for (size_t k = 0; k < OUTPUTS; k++)
        arena_destroy(&arena[k]);
    assert_true(page >= LONGEST * sizeof(double));
}

/* ---- Mistakes -------------------------------------------------------------------------------- */

static void point_mistakes(const struct test_case *test)
{
    static const double data[4];
    const void *const coords[4] = {data, data, data, data};
    perlin_noise *const noise = create_raw(test->subject);
    double out[OUTPUTS] = {7, 7, 7, 7, 7};
    void *const gradient[4] = {&out[1], &out[2], &out[3], &out[4]};
    const ptrdiff_t wide[4] = {1, 1, 1, PTRDIFF_MAX};
    for (enum lane lane = F32; lane <= F64_F32; lane++) {
#define REFUSED(status, ...)                                                                       \
    assert_status(evaluate_points_gradient(lane, __VA_ARGS__), status, "points")
        REFUSED(PERLIN_ERROR_NULL, NULL, 2, 3, coords, NULL, out, gradient);
        REFUSED(PERLIN_ERROR_DIMS, noise, 0, 3, coords, NULL, out, gradient);
        REFUSED(PERLIN_ERROR_DIMS, noise, 5, 3, coords, NULL, out, gradient);
        REFUSED(PERLIN_ERROR_OVERFLOW, noise, 4, 3, coords, wide, out, gradient);
        REFUSED(PERLIN_ERROR_OVERFLOW, noise, 4, SIZE_MAX, coords, NULL, out, gradient);
        for (uint32_t dims = 1; dims <= 4; dims++) {
            const void *some[4] = {data, data, data, data};
            void *few[4] = {&out[1], &out[2], &out[3], &out[4]};
            some[dims - 1] = NULL;
            few[dims - 1] = NULL;
            REFUSED(PERLIN_ERROR_NULL, noise, dims, 3, some, NULL, out, gradient);
            REFUSED(PERLIN_ERROR_NULL, noise, dims, 3, coords, NULL, out, few);
            REFUSED(PERLIN_OK, noise, dims, 0, some, NULL, out, few);
        }
#undef REFUSED
    }
    const float *const floats[1] = {NULL};
    assert_status(perlin_points_gradient_f32(noise, 1, 1, floats, NULL, NULL, NULL),
                  PERLIN_ERROR_NULL, "gradient NULL");
    assert_status(perlin_points_gradient_f32(noise, 4, 0, NULL, wide, NULL, NULL), PERLIN_OK,
                  "no points");
    for (size_t k = 0; k < OUTPUTS; k++)
        assert_true(out[k] == 7);
    perlin_destroy(noise);
}

static void grid_mistakes(const struct test_case *test)
{
    perlin_noise *const noise = create_raw(test->subject);
    double out[OUTPUTS] = {7, 7, 7, 7, 7};
    void *const gradient[4] = {&out[1], &out[2], &out[3], &out[4]};
    perlin_grid good, bad;
    perlin_grid_init(&good);
    good.dims = 2;
    good.count[0] = good.count[1] = 3;
    good.step[0] = good.step[1] = 0.3;
    for (int n = 0; n < 4; n++) {
        const enum lane lane = n % 2 ? F64 : F32;
#define REFUSED(status, noise, grid, gradient)                                                     \
    assert_status(n < 2 ? evaluate_grid_gradient(lane, noise, grid, out, gradient)                 \
                        : evaluate_normals(lane, noise, grid, 1, gradient),                        \
                  status, "grid")
        REFUSED(PERLIN_ERROR_NULL, NULL, &good, gradient);
        REFUSED(PERLIN_ERROR_NULL, noise, NULL, gradient);
        for (uint32_t a = 0; a < (n < 2 ? 2 : 3); a++) {
            void *few[4] = {&out[1], &out[2], &out[3], &out[4]};
            few[a] = NULL;
            REFUSED(PERLIN_ERROR_NULL, noise, &good, few);
            bad = good;
            bad.count[a % 2] = 0;
            REFUSED(PERLIN_OK, noise, &bad, few);
        }
        bad = good;
        bad.struct_size = 8;
        REFUSED(PERLIN_ERROR_STRUCT_SIZE, noise, &bad, gradient);
        bad = good;
        bad.dims = 0;
        REFUSED(PERLIN_ERROR_DIMS, noise, &bad, gradient);
        bad = good;
        bad.step[1] = (double)INFINITY;
        REFUSED(PERLIN_ERROR_GRID, noise, &bad, gradient);
        bad = good;
        bad.stride[0] = 1;
        REFUSED(PERLIN_ERROR_STRIDE, noise, &bad, gradient);
        bad.stride[1] = 2;
        REFUSED(PERLIN_ERROR_OVERLAP, noise, &bad, gradient);
        bad.stride[1] = PTRDIFF_MAX;
        REFUSED(PERLIN_ERROR_OVERFLOW, noise, &bad, gradient);
#undef REFUSED
    }
    assert_status(perlin_grid_gradient_f32(noise, &good, NULL, NULL), PERLIN_ERROR_NULL,
                  "gradient NULL");
    assert_status(perlin_grid_normals_f64(noise, &good, 1, NULL), PERLIN_ERROR_NULL, "normal NULL");
    for (uint32_t dims = 1; dims <= 4; dims++) {
        bad = good;
        bad.dims = dims;
        if (dims != 2)
            assert_status(evaluate_normals(F32, noise, &bad, 1, gradient), PERLIN_ERROR_DIMS,
                          "dims");
    }
    static const uint64_t not_finite[] = {
        UINT64_C(0x7ff0000000000000), UINT64_C(0xfff0000000000000), UINT64_C(0x7ff0000000000001)};
    for (size_t i = 0; i < COUNT_OF(not_finite); i++)
        for (enum lane lane = F32; lane <= F64; lane++)
            assert_status(
                evaluate_normals(lane, noise, &good, from_bits_f64(not_finite[i]), gradient),
                PERLIN_ERROR_OUTPUT, "height");
    assert_status(evaluate_normals(F32, noise, &good, 1e39, gradient), PERLIN_ERROR_OUTPUT,
                  "a height beyond float");
    for (size_t k = 0; k < OUTPUTS; k++)
        assert_true(out[k] == 7);
    perlin_destroy(noise);
}

int main(void)
{
    for (uint32_t dims = 1; dims <= 4; dims++)
        add_case(differences, subject_at(0), F64, dims, "differences_%ud", dims);
    add_table_cases("points", points, FIRST_VECTOR_SUBJECT, F64_F32);
    add_table_cases("contract", contract, 0, F64_F32);
    add_table_cases("grid", grids, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("as_points", as_points, 0, F64);
    for (size_t s = 0; s < SUBJECT_COUNT; s++)
        for (enum lane lane = F32; lane <= F64; lane++)
            add_case(normals, subject_at(s), lane, 2, "normals_%s/%s", lane_name(lane),
                     subject_at(s)->name);
    add_table_cases("traps", traps, 0, F64_F32);
    add_subject_cases("point_mistakes", point_mistakes, 0);
    add_subject_cases("grid_mistakes", grid_mistakes, 0);
    return run_cases("gradients");
}
