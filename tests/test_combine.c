/*
 * Combinations: random trees on every backend beside the scalar one, bit for bit; what each kind
 * gives, and where; bounds, derivatives, holds and errors.
 */
#include "trees.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

enum { TREE_NODES = 12, POINTS = 400, SAMPLES = 1 << 14 };

/* ---- Random trees ---------------------------------------------------------------------------- */

/* By strides, transformed, added to what is there, and with gradients; and over a coordinate array. */
static void compare_outputs(struct random *r, const struct test_case *test, const struct tree *tree,
                            size_t count, const void *const coords[4])
{
    static double out[2][5][POINTS];
    const ptrdiff_t stride = 1 + (ptrdiff_t)random_below(r, 3);
    const ptrdiff_t strides[4] = {stride, 1, stride, stride};
    const size_t n = (count + (size_t)stride - 1) / (size_t)stride, size = result_size(test->lane);
    double bounds[2][2] = {{0, 0}, {0, 0}};
    perlin_output output;
    perlin_output_init(&output);
    output.scale = random_real(r, -2, 2);
    output.accumulate = random_below(r, 2);
    memset(out, 0, sizeof out);
    for (int k = 0; k < 2; k++) {
        const perlin_noise *const noise = k ? tree->oracle : tree->noise;
        assert_status(evaluate_points_into(test->lane, noise, test->dims, n, coords, strides,
                                           &output, out[k][0], bounds[k]),
                      PERLIN_OK, "into");
    }
    assert_same_bits(out[0][0], out[1][0], n, size, "into, %zu points:%s", n, tree->text);
    assert_same_bits(bounds[0], bounds[1], 2, size, "bounds, %zu points:%s", n, tree->text);
    for (int k = 0; k < 2; k++) {
        const perlin_noise *const noise = k ? tree->oracle : tree->noise;
        void *const slopes[4] = {out[k][1], out[k][2], out[k][3], out[k][4]};
        assert_status(evaluate_points_gradient(test->lane, noise, test->dims, n, coords, strides,
                                               out[k][0], slopes),
                      PERLIN_OK, "gradient");
    }
    for (uint32_t plane = 0; plane <= test->dims; plane++)
        assert_same_bits(out[0][plane], out[1][plane], n, size, "gradient %u, %zu points:%s", plane,
                         n, tree->text);
    if (test->lane == F64_F32)
        return;
    if (count > 16) /* whole vectors are evaluated where they go */
        count -= count % 16;
    for (int k = 0; k < 2; k++) {
        const void *over[4] = {coords[0], coords[1], coords[2], coords[3]};
        const uint32_t axis = random_below(r, test->dims);
        const uint32_t of = k == 0 ? axis : 0; /* the oracle's are apart */
        memcpy(out[k][0], coords[of], count * size);
        if (k == 0)
            over[axis] = out[0][0];
        assert_status(evaluate_points(test->lane, k ? tree->oracle : tree->noise, test->dims, count,
                                      over, NULL, out[k][0]),
                      PERLIN_OK, "in place");
    }
    assert_same_bits(out[0][0], out[1][0], count, size, "in place, %zu points:%s", count,
                     tree->text);
}

/* Points of a tree, by the plain functions, those named _into, and those with gradients. */
static void trees_points(const struct test_case *test)
{
    static _Alignas(double) unsigned char data[4][POINTS * sizeof(double)];
    static double actual[POINTS], expected[POINTS];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    struct random r = random_for(test);
    for (struct trials t = trials(300); next_trial(&t);) {
        struct tree tree;
        random_tree(&r, test->subject, test->dims, TREE_NODES, &tree);
        const size_t count = 1 + random_below(&r, random_chance(&r, 2) ? 20 : POINTS);
        for (uint32_t d = 0; d < test->dims; d++)
            fill_coordinates(&r, test->lane, random_chance(&r, 3) ? MIXED : ORDINARY, data[d],
                             count);
        assert_status(
            evaluate_points(test->lane, tree.noise, test->dims, count, coords, NULL, actual),
            PERLIN_OK, tree.text);
        assert_status(
            evaluate_points(test->lane, tree.oracle, test->dims, count, coords, NULL, expected),
            PERLIN_OK, tree.text);
        assert_same_bits(actual, expected, count, result_size(test->lane), "%zu points:%s", count,
                         tree.text);
        double single;
        evaluate_at(test->lane, tree.noise, test->dims, coords, &single);
        assert_same_bits(&single, expected, 1, result_size(test->lane), "at:%s", tree.text);
        compare_outputs(&r, test, &tree, count, coords);
        tree_destroy(&tree);
    }
}

/* A grid of any shape, and sometimes one of several boxes. */
static void random_grid(struct random *r, perlin_grid *grid, uint32_t dims)
{
    perlin_grid_init(grid);
    grid->dims = dims;
    if (random_chance(r, 4)) {
        static const size_t most[4] = {9000, 120, 24, 11};
        for (uint32_t a = 0; a < dims; a++)
            grid->count[a] = 1 + random_below(r, (uint32_t)most[dims - 1]);
    } else {
        random_counts(r, grid, 600);
    }
    for (uint32_t a = 0; a < dims; a++) {
        grid->start[a] = random_between(r, -50, 50);
        grid->step[a] = random_chance(r, 2) ? 1.0 / 64 : random_real(r, -0.3, 0.3);
        grid->origin[a] = random_chance(r, 2) ? 0 : random_real(r, -20, 20);
        if (random_chance(r, 8))
            round_steps(r, grid, a);
    }
    take_one_at_steps_of_zero(grid);
    if (random_chance(r, 3))
        random_strides(r, grid);
}

/* The memory of a grid's samples. */
struct field {
    double *memory;
    void *out;
    size_t elements;
};

static struct field field_of(const perlin_grid *grid, enum lane lane)
{
    struct field field;
    ptrdiff_t first;
    assert_status(perlin_grid_extent(grid, &first, &field.elements), PERLIN_OK, "extent");
    field.memory = allocate_or_fail((field.elements + 1) * sizeof(double));
    memset(field.memory, 0, (field.elements + 1) * sizeof(double));
    field.out = (char *)field.memory - first * (ptrdiff_t)result_size(lane);
    return field;
}

static void compare_grid_slopes(const struct test_case *test, const struct tree *tree,
                                const perlin_grid *grid)
{
    struct field field[2][5];
    for (int k = 0; k < 2; k++) {
        void *slopes[4] = {NULL, NULL, NULL, NULL};
        for (uint32_t plane = 0; plane <= test->dims; plane++)
            field[k][plane] = field_of(grid, test->lane);
        for (uint32_t a = 0; a < test->dims; a++)
            slopes[a] = field[k][1 + a].out;
        assert_status(evaluate_grid_gradient(test->lane, k ? tree->oracle : tree->noise, grid,
                                             field[k][0].out, slopes),
                      PERLIN_OK, "gradient");
    }
    for (uint32_t plane = 0; plane <= test->dims; plane++) {
        assert_same_bits(field[0][plane].memory, field[1][plane].memory, field[0][plane].elements,
                         result_size(test->lane), "gradient %u of %s:%s", plane,
                         describe_grid(grid), tree->text);
        free(field[0][plane].memory);
        free(field[1][plane].memory);
    }
}

static void trees_grids(const struct test_case *test)
{
    struct random r = random_for(test);
    for (struct trials t = trials(200); next_trial(&t);) {
        struct tree tree;
        perlin_grid grid;
        random_tree(&r, test->subject, test->dims, TREE_NODES, &tree);
        random_grid(&r, &grid, test->dims);
        const struct field actual = field_of(&grid, test->lane);
        const struct field expected = field_of(&grid, test->lane);
        assert_status(evaluate_grid(test->lane, tree.noise, &grid, actual.out), PERLIN_OK,
                      tree.text);
        assert_status(evaluate_grid(test->lane, tree.oracle, &grid, expected.out), PERLIN_OK,
                      tree.text);
        assert_same_bits(actual.memory, expected.memory, actual.elements, result_size(test->lane),
                         "%s:%s", describe_grid(&grid), tree.text);
        perlin_output output;
        perlin_output_init(&output);
        output.scale = random_real(&r, -2, 2);
        output.bias = random_chance(&r, 2) ? 0 : 1;
        output.accumulate = random_below(&r, 2);
        double bounds[2][2] = {{0, 0}, {0, 0}};
        assert_status(
            evaluate_grid_into(test->lane, tree.noise, &grid, &output, actual.out, bounds[0]),
            PERLIN_OK, tree.text);
        assert_status(
            evaluate_grid_into(test->lane, tree.oracle, &grid, &output, expected.out, bounds[1]),
            PERLIN_OK, tree.text);
        assert_same_bits(actual.memory, expected.memory, actual.elements, result_size(test->lane),
                         "into %s:%s", describe_grid(&grid), tree.text);
        assert_same_bits(bounds[0], bounds[1], 2, result_size(test->lane), "bounds of %s:%s",
                         describe_grid(&grid), tree.text);
        free(actual.memory);
        free(expected.memory);
        compare_grid_slopes(test, &tree, &grid);
        tree_destroy(&tree);
    }
}

/* Every part of a grid is the same part of the whole. */
static void trees_parts(const struct test_case *test)
{
    struct random r = random_for(test);
    for (struct trials t = trials(40); next_trial(&t);) {
        struct tree tree;
        perlin_grid grid;
        random_tree(&r, test->subject, test->dims, TREE_NODES, &tree);
        random_grid(&r, &grid, test->dims);
        memset(grid.stride, 0, sizeof grid.stride);
        const struct field whole = field_of(&grid, test->lane);
        assert_status(evaluate_grid(test->lane, tree.noise, &grid, whole.out), PERLIN_OK, "whole");
        perlin_grid part = grid;
        size_t at = 0, stride = 1;
        for (uint32_t a = 0; a < test->dims; a++) {
            const size_t from = random_below(&r, (uint32_t)grid.count[a]);
            part.start[a] += (int64_t)from;
            part.count[a] = 1 + random_below(&r, (uint32_t)(grid.count[a] - from));
            part.stride[a] = (ptrdiff_t)stride;
            at += from * stride;
            stride *= grid.count[a];
        }
        const struct field again = field_of(&grid, test->lane);
        memcpy(again.memory, whole.memory, whole.elements * result_size(test->lane));
        assert_status(evaluate_grid(test->lane, tree.noise, &part,
                                    (char *)again.out + at * result_size(test->lane)),
                      PERLIN_OK, "a part");
        assert_same_bits(again.memory, whole.memory, whole.elements, result_size(test->lane),
                         "a part of %s:%s", describe_grid(&grid), tree.text);
        free(whole.memory);
        free(again.memory);
        tree_destroy(&tree);
    }
}

/* ---- What each kind gives -------------------------------------------------------------------- */

static perlin_noise *combine(const perlin_combination *combination)
{
    perlin_noise *noise;
    assert_status(perlin_combine(&noise, combination), PERLIN_OK, "combine");
    return noise;
}

/* Noises at huge coordinates of few bits, which a transform takes back to near the origin. */
static void rounded_frames(const struct test_case *test)
{
    struct random r = random_for(test);
    for (struct trials t = trials(300); next_trial(&t);) {
        struct tree tree = {.text = ""};
        perlin_params params;
        perlin_grid grid;
        perlin_combination c;
        perlin_params_init(&params);
        random_noise(&r, &params);
        if (!has_dims(&params, test->dims))
            continue;
        random_grid(&r, &grid, test->dims);
        perlin_combination_init(&c, PERLIN_COMBINE_TRANSFORM);
        for (uint32_t a = 0; a < test->dims; a++) {
            c.matrix[a][a] = random_chance(&r, 3) ? 1 : random_real(&r, 0.3, 2);
            grid.step[a] = random_chance(&r, 2) ? 0.3 : random_real(&r, 0.01, 0.7);
            if (random_chance(&r, 3))
                continue;
            round_steps(&r, &grid, a);
            c.offset[a] = grid.origin[a] * c.matrix[a][a];
            grid.origin[a] = 0;
        }
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        c.input[0] = noise;
        c.backend = test->subject->backend;
        tree.noise = combine(&c);
        c.input[0] = oracle;
        c.backend = PERLIN_BACKEND_SCALAR;
        tree.oracle = combine(&c);
        perlin_destroy(noise);
        perlin_destroy(oracle);
        const struct field actual = field_of(&grid, test->lane);
        const struct field expected = field_of(&grid, test->lane);
        assert_status(evaluate_grid(test->lane, tree.noise, &grid, actual.out), PERLIN_OK, "grid");
        assert_status(evaluate_grid(test->lane, tree.oracle, &grid, expected.out), PERLIN_OK,
                      "scalar");
        assert_same_bits(actual.memory, expected.memory, actual.elements, result_size(test->lane),
                         "%s | %s", describe_grid(&grid), describe(&params));
        free(actual.memory);
        free(expected.memory);
        tree_destroy(&tree);
    }
}

static perlin_noise *coordinate(uint32_t axis)
{
    perlin_combination c;
    perlin_combination_init(&c, PERLIN_COMBINE_COORDINATE);
    c.axis = axis;
    return combine(&c);
}

/* The combination of coordinates x, y and z by these numbers, at a point. */
static double result(perlin_combination *c, double x, double y, double z)
{
    perlin_noise *axis[3];
    for (uint32_t a = 0; a < 3; a++) {
        axis[a] = coordinate(a);
        c->input[a] = axis[a];
    }
    perlin_noise *const noise = combine(c);
    for (uint32_t a = 0; a < 3; a++)
        perlin_destroy(axis[a]);
    const double value = perlin_at3_f64(noise, x, y, z);
    const float narrow = perlin_at3_f64_f32(noise, x, y, z);
    assert_true(fabs((double)narrow - value) <= 1e-6 * (1 + fabs(value)));
    perlin_destroy(noise);
    return value;
}

static void expect(perlin_combination *c, double x, double y, double z, double expected)
{
    const double actual = result(c, x, y, z);
    if (!(fabs(actual - expected) <= 1e-15))
        fail_msg("kind %u at %g %g %g: %.17g, not %.17g", c->kind, x, y, z, actual, expected);
}

static perlin_combination of_kind(perlin_combine_kind kind)
{
    perlin_combination c;
    assert_status(perlin_combination_init(&c, kind), PERLIN_OK, "init");
    return c;
}

static void kinds(const struct test_case *test)
{
    static const double positions[] = {0, 1, 3}, values[] = {1, 3, 2};
    perlin_combination c = of_kind(PERLIN_COMBINE_CONSTANT);
    (void)test;
    c.value = 0.375;
    expect(&c, 1, 2, 3, 0.375);
    c = of_kind(PERLIN_COMBINE_DISTANCE);
    c.point[0] = 1;
    expect(&c, 3, 3, 6, 7);
    c = of_kind(PERLIN_COMBINE_SCALE_BIAS);
    c.scale = -2;
    c.bias = 0.5;
    expect(&c, 3, 0, 0, -5.5);
    c = of_kind(PERLIN_COMBINE_ABSOLUTE);
    expect(&c, -3, 0, 0, 3);
    expect(&c, 3, 0, 0, 3);
    c = of_kind(PERLIN_COMBINE_CLAMP);
    c.lower = -1;
    expect(&c, -3, 0, 0, -1);
    expect(&c, 0.25, 0, 0, 0.25);
    expect(&c, 3, 0, 0, 1);
    c = of_kind(PERLIN_COMBINE_SMOOTHSTEP);
    c.lower = 1;
    c.upper = 5;
    expect(&c, 0, 0, 0, 0);
    expect(&c, 2, 0, 0, 0.15625); /* t = 1/4 */
    expect(&c, 5, 0, 0, 1);
    c = of_kind(PERLIN_COMBINE_CURVE);
    c.position_count = 3;
    c.positions = positions;
    c.values = values;
    expect(&c, -1, 0, 0, 1);
    expect(&c, 0.5, 0, 0, 2);
    expect(&c, 2, 0, 0, 2.5);
    expect(&c, 4, 0, 0, 2);
    c.curve = PERLIN_CURVE_CUBIC; /* slopes of 2, 0 and -1/2 at the positions */
    expect(&c, 0, 0, 0, 1);
    expect(&c, 0.5, 0, 0, 2.25);
    expect(&c, 1, 0, 0, 3);
    expect(&c, 2, 0, 0, 2.625);
    c = of_kind(PERLIN_COMBINE_TERRACE);
    c.position_count = 3;
    c.positions = positions;
    expect(&c, -1, 0, 0, 0);
    expect(&c, 0.5, 0, 0, 0.25);
    expect(&c, 2, 0, 0, 1.5);
    expect(&c, 3.5, 0, 0, 3);
    c = of_kind(PERLIN_COMBINE_ADD);
    expect(&c, 1, 2, 0, 3);
    c = of_kind(PERLIN_COMBINE_SUBTRACT);
    expect(&c, 1, 2.5, 0, -1.5);
    c = of_kind(PERLIN_COMBINE_MULTIPLY);
    expect(&c, 3, 2.5, 0, 7.5);
    c = of_kind(PERLIN_COMBINE_MINIMUM);
    expect(&c, 3, 2.5, 0, 2.5);
    c = of_kind(PERLIN_COMBINE_MAXIMUM);
    expect(&c, 3, 2.5, 0, 3);
    c = of_kind(PERLIN_COMBINE_SMOOTH_MINIMUM);
    c.smoothness = 2;
    expect(&c, 1, 2, 0, 0.875); /* h = 1/2 */
    expect(&c, 1, 5, 0, 1);
    c = of_kind(PERLIN_COMBINE_SMOOTH_MAXIMUM);
    c.smoothness = 2;
    expect(&c, 1, 2, 0, 2.125);
    c = of_kind(PERLIN_COMBINE_BLEND);
    expect(&c, 1, 5, 0.25, 2);
    expect(&c, 1, 5, -1, 1);
    expect(&c, 1, 5, 2, 5);
    c = of_kind(PERLIN_COMBINE_SELECT);
    c.upper = 4;
    expect(&c, 1, 5, -0.5, 1);
    expect(&c, 1, 5, 0, 5);
    expect(&c, 1, 5, 4, 5);
    expect(&c, 1, 5, 4.5, 1);
    c.falloff = 1;
    expect(&c, 1, 5, -0.5, 1.625); /* t = 1/4 */
    expect(&c, 1, 5, 2, 5);
    expect(&c, 1, 5, 4.5, 1.625);
    expect(&c, 1, 5, 5, 1);
    c = of_kind(PERLIN_COMBINE_TRANSFORM);
    c.matrix[0][0] = 2;
    c.matrix[0][2] = 0.5;
    c.offset[0] = 10;
    expect(&c, 3, 100, 4, 18);
}

/* ---- Where noises are evaluated -------------------------------------------------------------- */

/* A blend of a noise that only the scalar backend has, warped by another, and the other way round. */
static perlin_noise *blend_of(perlin_backend backend, const perlin_noise *leaf,
                              const perlin_noise *other)
{
    perlin_combination c = of_kind(PERLIN_COMBINE_WARP), blend = of_kind(PERLIN_COMBINE_BLEND);
    perlin_noise *part[2];
    for (int i = 0; i < 2; i++) {
        c.backend = backend;
        c.amplitude = 0.3;
        c.input[0] = i ? other : leaf;
        c.input[1] = i ? leaf : other;
        blend.input[i] = part[i] = combine(&c);
    }
    blend.backend = backend;
    blend.input[2] = leaf;
    perlin_noise *const noise = combine(&blend);
    assert_int_equal(perlin_backend_of(noise), backend);
    perlin_destroy(part[0]);
    perlin_destroy(part[1]);
    return noise;
}

static void scalar_leaves(const struct test_case *test)
{
    static const size_t counts[4][4] = {{300}, {70, 5}, {40, 3, 3}, {20, 2, 2, 2}};
    static double out[2][5][300];
    for (int kind = 0; kind < 6; kind++) {
        perlin_noise *noise[2];
        perlin_params params;
        perlin_grid grid;
        size_t samples = 1;
        perlin_params_init(&params);
        perlin_noise *const other[2] = {create_for(test->subject, &params), create_scalar(&params)};
        params.basis = kind % 3 < 2 ? PERLIN_BASIS_SIMPLEX : PERLIN_BASIS_OPENSIMPLEX;
        params.simplex_radius = kind % 3 == 1;
        params.hash = PERLIN_HASH_PERMUTATION;
        params.fractal = kind < 3 ? PERLIN_FRACTAL_NONE : PERLIN_FRACTAL_FBM;
        params.octaves = 2;
        perlin_noise *const leaf = create_for(test->subject, &params);
        assert_int_equal(perlin_backend_of(leaf), PERLIN_BACKEND_SCALAR);
        noise[0] = blend_of(test->subject->backend, leaf, other[0]);
        noise[1] = blend_of(PERLIN_BACKEND_SCALAR, leaf, other[1]);
        perlin_grid_init(&grid);
        grid.dims = test->dims;
        for (uint32_t a = 0; a < test->dims; a++) {
            grid.count[a] = counts[test->dims - 1][a];
            grid.step[a] = 0.06;
            grid.origin[a] = -3;
            samples *= grid.count[a];
        }
        for (int slopes = 0; slopes < 2 && has_dims(&params, test->dims); slopes++) {
            for (int k = 0; k < 2; k++) {
                void *const slope[4] = {out[k][1], out[k][2], out[k][3], out[k][4]};
                if (slopes)
                    evaluate_grid_gradient(test->lane, noise[k], &grid, out[k][0], slope);
                else
                    evaluate_grid_into(test->lane, noise[k], &grid, NULL, out[k][0], NULL);
            }
            for (uint32_t i = 0; i <= (slopes ? test->dims : 0); i++)
                assert_same_bits(out[0][i], out[1][i], samples, result_size(test->lane),
                                 "output %u; %s", i, describe(&params));
        }
        for (int k = 0; k < 2; k++) {
            perlin_destroy(other[k]);
            perlin_destroy(noise[k]);
        }
        perlin_destroy(leaf);
    }
}

enum { WARPED = 1000 };

/* A warp is its source at coordinates that this test makes of its noises. */
static void warps(const struct test_case *test)
{
    struct random r = random_for(test);
    for (struct trials t = trials(30); next_trial(&t);) {
        static double c[4][WARPED], at[4][WARPED], moved[WARPED], actual[WARPED], expected[WARPED];
        static const double shift[4] = {0, 8209.25, 16421.75, 24631.375};
        const double *const from[4] = {c[0], c[1], c[2], c[3]};
        const double *const to[4] = {at[0], at[1], at[2], at[3]};
        const uint32_t dims = 1 + random_below(&r, 4);
        const int by_one = random_chance(&r, 2) || dims == 1;
        perlin_combination warp = of_kind(PERLIN_COMBINE_WARP);
        perlin_noise *inputs[5];
        perlin_params params;
        perlin_params_init(&params);
        params.fractal = PERLIN_FRACTAL_FBM;
        warp.backend = params.backend = test->subject->backend;
        warp.amplitude = random_real(&r, -2, 2);
        for (uint32_t i = 0; i < 5; i++) {
            params.seed = random_u64(&r);
            params.octaves = 1 + random_below(&r, 3);
            inputs[i] = create_for(test->subject, &params);
            if (i < (by_one ? 2 : 1 + dims))
                warp.input[i] = inputs[i];
        }
        perlin_noise *const noise = combine(&warp);
        for (uint32_t a = 0; a < dims; a++)
            fill_coordinates(&r, F64, ORDINARY, c[a], WARPED);
        for (uint32_t a = 0; a < dims; a++) {
            for (uint32_t b = 0; b < dims; b++)
                for (size_t i = 0; i < WARPED; i++)
                    at[b][i] = by_one ? c[b][i] + shift[a] : c[b][i];
            perlin_points_f64(inputs[by_one ? 1 : 1 + a], dims, WARPED, to, NULL,
                              a == 0 ? moved : expected);
            memcpy(a == 0 ? actual : moved, a == 0 ? moved : expected, sizeof moved);
            for (size_t i = 0; i < WARPED; i++) {
                const double product = warp.amplitude * moved[i];
                moved[i] = c[a][i] + product;
            }
            static double kept[4][WARPED];
            memcpy(kept[a], moved, sizeof moved);
            if (a + 1 == dims)
                for (uint32_t b = 0; b < dims; b++)
                    memcpy(at[b], kept[b], sizeof moved);
        }
        perlin_points_f64(inputs[0], dims, WARPED, to, NULL, expected);
        perlin_points_f64(noise, dims, WARPED, from, NULL, actual);
        assert_same_bits(actual, expected, WARPED, sizeof(double), "a warp in %u-D", dims);
        perlin_destroy(noise);
        for (uint32_t i = 0; i < 5; i++)
            perlin_destroy(inputs[i]);
    }
}

/* A map of x and z under a world of x, y and z. */
static void fewer_dimensions(const struct test_case *test)
{
    enum { W = 40, H = 12, D = 30 };
    static float map[D][W], world[D][H][W];
    perlin_noise *const noise = create_raw(test->subject);
    perlin_combination c = of_kind(PERLIN_COMBINE_TRANSFORM);
    perlin_grid grid;
    c.backend = test->subject->backend;
    c.input[0] = noise;
    c.dims = 2;
    c.matrix[1][1] = 0;
    c.matrix[1][2] = 1;
    perlin_noise *const under = combine(&c);
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.count[0] = W;
    grid.count[1] = D;
    grid.step[0] = grid.step[1] = grid.step[2] = 0.37;
    assert_status(perlin_grid_f32(noise, &grid, map[0]), PERLIN_OK, "map");
    grid.dims = 3;
    grid.count[1] = H;
    grid.count[2] = D;
    assert_status(perlin_grid_f32(under, &grid, world[0][0]), PERLIN_OK, "world");
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            assert_same_bits(world[z][y], map[z], W, sizeof(float), "row %d of plane %d", y, z);
    perlin_destroy(under);
    perlin_destroy(noise);
}

/* A map of x and y that a blend by height first needs behind what a grid evaluates at once. */
static void side_needed_late(const struct test_case *test)
{
    enum { W = 32, D = 96, N = W * W * D };
    static float actual[N], expected[N];
    static double c[3][N];
    const double *const coords[3] = {c[0], c[1], c[2]};
    perlin_noise *const noise = create_raw(test->subject), *const z = coordinate(2);
    perlin_combination kind[4] = {of_kind(PERLIN_COMBINE_TRANSFORM), of_kind(PERLIN_COMBINE_ADD),
                                  of_kind(PERLIN_COMBINE_SCALE_BIAS),
                                  of_kind(PERLIN_COMBINE_BLEND)};
    perlin_noise *made[4];
    perlin_grid grid;
    kind[0].input[0] = noise;
    kind[0].dims = 2;
    kind[1].input[0] = noise;
    kind[1].input[1] = z;
    kind[2].bias = -4; /* noise + z - 4 */
    kind[3].input[0] = noise;
    for (int i = 0; i < 4; i++) {
        if (i == 2)
            kind[i].input[0] = made[1];
        if (i == 3) {
            kind[i].input[1] = made[0];
            kind[i].input[2] = made[2];
        }
        kind[i].backend = test->subject->backend;
        made[i] = combine(&kind[i]);
    }
    perlin_grid_init(&grid);
    grid.dims = 3;
    grid.count[0] = grid.count[1] = W;
    grid.count[2] = D;
    grid.step[0] = grid.step[1] = 0.37;
    grid.step[2] = 1.0 / 16;
    for (int i = 0; i < N; i++) {
        c[0][i] = grid.step[0] * (i % W);
        c[1][i] = grid.step[1] * (i / W % W);
        c[2][i] = grid.step[2] * (i / W / W);
    }
    memset(actual, 0, sizeof actual); /* what a side gives may lie there from the last case */
    assert_status(perlin_grid_f32(made[3], &grid, actual), PERLIN_OK, "grid");
    assert_status(perlin_points_f64_f32(made[3], 3, N, coords, NULL, expected), PERLIN_OK,
                  "points");
    assert_same_bits(actual, expected, N, sizeof(float), "a side needed late");
    for (int i = 0; i < 4; i++)
        perlin_destroy(made[i]);
    perlin_destroy(z);
    perlin_destroy(noise);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* No result of a tree is beyond its bounds; nor of a noise. */
static void bounds(const struct test_case *test)
{
    static double c[4][POINTS], out[POINTS];
    static float narrow[POINTS];
    const double *const coords[4] = {c[0], c[1], c[2], c[3]};
    struct random r = random_for(test);
    for (struct trials t = trials(600); next_trial(&t);) {
        const uint32_t dims = 1 + random_below(&r, 4);
        struct tree tree;
        double limit[2];
        random_tree(&r, test->subject, dims, TREE_NODES, &tree);
        assert_status(perlin_bounds(tree.noise, dims, limit), PERLIN_OK, "bounds");
        assert_true(limit[0] <= limit[1]);
        for (int round = 0; round < 3; round++) {
            for (uint32_t d = 0; d < dims; d++)
                for (size_t i = 0; i < POINTS;
                     i++) /* many near lattice points and middles of cells */
                    c[d][i] = random_between(&r, -8, 8) * 0.5 + random_real(&r, -0.2, 0.2);
            perlin_points_f64(tree.noise, dims, POINTS, coords, NULL, out);
            perlin_points_f64_f32(tree.noise, dims, POINTS, coords, NULL, narrow);
            for (size_t i = 0; i < POINTS; i++)
                if (out[i] < limit[0] || out[i] > limit[1] || (double)narrow[i] < limit[0] ||
                    (double)narrow[i] > limit[1])
                    fail_msg("%.17g, %.9g are not within %.17g..%.17g:%s", out[i],
                             (double)narrow[i], limit[0], limit[1], tree.text);
        }
        tree_destroy(&tree);
    }
}

/* Bounds that follow from the ranges, and are no wider. */
static void known_bounds(const struct test_case *test)
{
    perlin_params params;
    double limit[2];
    (void)test;
    perlin_params_init(&params);
    perlin_noise *const noise = create_scalar(&params);
    assert_status(perlin_bounds(noise, 2, limit), PERLIN_OK, "signed");
    assert_true(limit[0] == -1 && limit[1] == 1);
    perlin_combination c = of_kind(PERLIN_COMBINE_SCALE_BIAS);
    c.input[0] = noise;
    c.scale = 0.5;
    c.bias = 0.5;
    perlin_noise *const unit = combine(&c);
    assert_status(perlin_bounds(unit, 2, limit), PERLIN_OK, "half");
    assert_true(fabs(limit[0]) < 1e-6 && fabs(limit[1] - 1) < 1e-6);
    c = of_kind(PERLIN_COMBINE_BLEND);
    c.input[0] = c.input[2] = noise;
    c.input[1] = unit;
    perlin_noise *const blend = combine(&c);
    assert_status(perlin_bounds(blend, 2, limit), PERLIN_OK, "blend");
    assert_true(fabs(limit[0] + 1) < 1e-5 && fabs(limit[1] - 1) < 1e-5);
    perlin_noise *const x = coordinate(0);
    assert_status(perlin_bounds(x, 1, limit), PERLIN_OK, "coordinate");
    assert_true(limit[0] == -HUGE_VAL && limit[1] == HUGE_VAL);
    perlin_destroy(x);
    perlin_destroy(blend);
    perlin_destroy(unit);
    perlin_destroy(noise);
}

/* A number of a size up to the type's largest, or a small one. */
static double extreme(struct random *r)
{
    static const double sizes[] = {0, 0x1p-149, 0x1p-126, 1e-20, 0.5, 1, 3, 1e20, 1e38, 2e38, 3e38};
    const double size =
        random_chance(r, 6) ? (double)FLT_MAX : sizes[random_below(r, COUNT_OF(sizes))];
    return random_chance(r, 2) ? -size : size * random_real(r, 0.9, 1);
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A coordinate, held within limits of any size. */
static perlin_noise *clamped_coordinate(struct random *r, uint32_t axis)
{
    perlin_noise *const along = coordinate(axis);
    double limit[2] = {extreme(r), extreme(r)};
    qsort(limit, 2, sizeof limit[0], compare_numbers);
    perlin_combination c = of_kind(PERLIN_COMBINE_CLAMP);
    c.input[0] = along;
    c.lower = limit[0];
    c.upper = limit[1];
    perlin_noise *const noise = combine(&c);
    perlin_destroy(along);
    return noise;
}

/* Formulas of numbers whose sums and products overflow: each result is NaN or within the bounds. */
static void extreme_bounds(const struct test_case *test)
{
    static double c[3][POINTS], out[POINTS];
    static float narrow_c[3][POINTS], narrow[POINTS];
    const double *const coords[3] = {c[0], c[1], c[2]};
    const float *const narrow_coords[3] = {narrow_c[0], narrow_c[1], narrow_c[2]};
    struct random r = random_for(test);
    size_t made = 0;
    for (struct trials t = trials(20000); next_trial(&t);) {
        const perlin_combine_kind kind =
            PERLIN_COMBINE_SCALE_BIAS + random_below(&r, PERLIN_COMBINE_SELECT - 2);
        double positions[TREE_POSITIONS], values[TREE_POSITIONS], limit[2];
        perlin_noise *input[3], *noise;
        perlin_combination combination = of_kind(kind);
        for (uint32_t i = 0; i < TREE_POSITIONS; i++) {
            positions[i] = extreme(&r);
            values[i] = extreme(&r);
        }
        qsort(positions, TREE_POSITIONS, sizeof positions[0], compare_numbers);
        combination.position_count = 2 + random_below(&r, 2);
        combination.positions = positions;
        combination.values = values;
        combination.curve = random_below(&r, 2);
        combination.scale = extreme(&r);
        combination.bias = extreme(&r);
        combination.lower = extreme(&r);
        combination.upper = extreme(&r);
        combination.smoothness = fabs(extreme(&r));
        combination.falloff = (combination.upper - combination.lower) * random_real(&r, 0, 0.5);
        for (uint32_t i = 0; i < 3; i++)
            combination.input[i] = input[i] = clamped_coordinate(&r, i);
        if (perlin_combine(&noise, &combination) == PERLIN_OK) {
            made++;
            assert_status(perlin_bounds(noise, 3, limit), PERLIN_OK, "bounds");
            for (uint32_t d = 0; d < 3; d++)
                for (size_t i = 0; i < POINTS; i++) {
                    c[d][i] = random_chance(&r, 4) ? random_real(&r, 0, 1) : extreme(&r);
                    narrow_c[d][i] = (float)c[d][i];
                }
            perlin_points_f64(noise, 3, POINTS, coords, NULL, out);
            perlin_points_f32(noise, 3, POINTS, narrow_coords, NULL, narrow);
            for (size_t i = 0; i < POINTS; i++)
                if (out[i] < limit[0] || out[i] > limit[1] || (double)narrow[i] < limit[0] ||
                    (double)narrow[i] > limit[1])
                    fail_msg("kind %u: %.17g, %.9g are not within %.17g..%.17g", kind, out[i],
                             (double)narrow[i], limit[0], limit[1]);
            perlin_destroy(noise);
        }
        for (uint32_t i = 0; i < 3; i++)
            perlin_destroy(input[i]);
    }
    assert_true(made > 10);
}

/* Each result of a noise of x and y at a point, in either type, is NaN or within the bounds. */
static void check_bounds_at(const perlin_noise *noise, double x, double y, const char *what)
{
    const float narrow_x = (float)x, narrow_y = (float)y;
    const float *const narrow_coords[2] = {&narrow_x, &narrow_y};
    const double *const coords[2] = {&x, &y};
    double limit[2], wide;
    float narrow;
    assert_status(perlin_bounds(noise, 2, limit), PERLIN_OK, what);
    perlin_points_f64(noise, 2, 1, coords, NULL, &wide);
    perlin_points_f32(noise, 2, 1, narrow_coords, NULL, &narrow);
    if (wide < limit[0] || wide > limit[1] || (double)narrow < limit[0] ||
        (double)narrow > limit[1])
        fail_msg("%s: %g, %g are not within %g..%g", what, wide, (double)narrow, limit[0],
                 limit[1]);
}

/* Noises whose coordinates overflow, and blends whose differences do. */
static void bounds_of_overflows(const struct test_case *test)
{
    perlin_params params;
    perlin_combination c;
    (void)test;
    perlin_params_init(&params);
    perlin_noise *const noise = create_scalar(&params), *const x = coordinate(0);
    params.frequency = 1e39;
    perlin_noise *const fine = create_scalar(&params);
    static const double values[] = {-5, 5, -2e38, 2e38, 0.5};
    perlin_noise *constant[COUNT_OF(values)];
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        c = of_kind(PERLIN_COMBINE_CONSTANT);
        c.value = values[i];
        constant[i] = combine(&c);
    }
    c = of_kind(PERLIN_COMBINE_MULTIPLY);
    c.input[0] = c.input[1] = x;
    perlin_noise *const square = combine(&c);
    c = of_kind(PERLIN_COMBINE_WARP);
    c.input[0] = noise;
    c.input[1] = square;
    perlin_noise *const warped = combine(&c);
    for (perlin_combine_kind kind = PERLIN_COMBINE_MINIMUM; kind <= PERLIN_COMBINE_SMOOTH_MAXIMUM;
         kind++)
        for (int k = 0; k < 8; k++) {
            perlin_noise *const lost = k & 1 ? fine : warped;
            c = of_kind(kind);
            c.input[k >> 1 & 1] = lost;
            c.input[!(k >> 1 & 1)] = constant[k >> 2];
            perlin_noise *const made = combine(&c);
            check_bounds_at(made, lost == fine ? 0.3 : 3e19, 0.4, "an input that is NaN");
            perlin_destroy(made);
        }
    for (perlin_combine_kind kind = PERLIN_COMBINE_BLEND; kind <= PERLIN_COMBINE_SELECT; kind++) {
        c = of_kind(kind);
        c.falloff = 0.5;
        c.lower = 0.5;
        c.upper = 2;
        c.input[0] = constant[2];
        c.input[1] = constant[3];
        c.input[2] = constant[4];
        perlin_noise *const made = combine(&c);
        check_bounds_at(made, 0.3, 0.4, "a difference that overflows");
        perlin_destroy(made);
    }
    for (size_t i = 0; i < COUNT_OF(values); i++)
        perlin_destroy(constant[i]);
    perlin_destroy(warped);
    perlin_destroy(square);
    perlin_destroy(fine);
    perlin_destroy(noise);
    perlin_destroy(x);
}

/* ---- NaN ------------------------------------------------------------------------------------- */

/* The lesser and the greater of x and y, sharp and smooth: NaN, slopes too, where either is. */
static void numbers_and_nan(const struct test_case *test)
{
    enum { N = 70 };
    double c[2][N], out[N], slope[2][N];
    float narrow_c[2][N], narrow[N], narrow_slope[2][N];
    const double *const coords[2] = {c[0], c[1]};
    const float *const narrow_coords[2] = {narrow_c[0], narrow_c[1]};
    double *const slopes[2] = {slope[0], slope[1]};
    float *const narrow_slopes[2] = {narrow_slope[0], narrow_slope[1]};
    struct random r = random_for(test);
    perlin_noise *const x = coordinate(0), *const y = coordinate(1);
    for (int a = 0; a < 2; a++)
        for (int i = 0; i < N; i++) {
            c[a][i] = random_chance(&r, 4) ? (double)NAN : random_real(&r, -1, 1);
            narrow_c[a][i] = (float)c[a][i];
        }
    for (perlin_combine_kind kind = PERLIN_COMBINE_MINIMUM; kind <= PERLIN_COMBINE_SMOOTH_MAXIMUM;
         kind++) {
        perlin_combination combination = of_kind(kind);
        combination.backend = test->subject->backend;
        combination.input[0] = x;
        combination.input[1] = y;
        perlin_noise *const noise = combine(&combination);
        perlin_points_gradient_f64(noise, 2, N, coords, NULL, out, slopes);
        perlin_points_gradient_f32(noise, 2, N, narrow_coords, NULL, narrow, narrow_slopes);
        for (int i = 0; i < N; i++) {
            const int is_nan = c[0][i] != c[0][i] || c[1][i] != c[1][i];
            const double result[] = {out[i],
                                     slope[0][i],
                                     slope[1][i],
                                     (double)narrow[i],
                                     (double)narrow_slope[0][i],
                                     (double)narrow_slope[1][i]};
            for (size_t k = 0; k < COUNT_OF(result); k++)
                if ((result[k] != result[k]) != is_nan)
                    fail_msg("kind %u of %g and %g: result %zu is %g", kind, c[0][i], c[1][i], k,
                             result[k]);
        }
        perlin_points_f64(noise, 2, N, coords, NULL, slope[0]);
        perlin_points_f32(noise, 2, N, narrow_coords, NULL, narrow_slope[0]);
        assert_same_bits(slope[0], out, N, sizeof(double), "kind %u without slopes", kind);
        assert_same_bits(narrow_slope[0], narrow, N, sizeof(float), "kind %u without slopes", kind);
        perlin_destroy(noise);
    }
    perlin_destroy(x);
    perlin_destroy(y);
}

/* ---- Derivatives ----------------------------------------------------------------------------- */

/* The slope of a difference over 2 h, and how much that changes with h: large at creases. */
static double difference(const perlin_noise *noise, uint32_t dims, const double at[4],
                         uint32_t axis, double h, int *is_smooth)
{
    double value[5];
    for (int i = 0; i < 5; i++) {
        double c[4];
        memcpy(c, at, sizeof c);
        c[axis] += (i - 2) * h;
        const double *const coords[4] = {&c[0], &c[1], &c[2], &c[3]};
        perlin_points_f64(noise, dims, 1, coords, NULL, &value[i]);
    }
    const double wide = (value[4] - value[0]) / (4 * h), narrow = (value[3] - value[1]) / (2 * h);
    const double left = (value[2] - value[1]) / h, right = (value[3] - value[2]) / h;
    *is_smooth = fabs(wide - narrow) < 1e-5 * (1 + fabs(narrow)) &&
                 fabs(left - right) < 1e-2 * (1 + fabs(narrow));
    return (4 * narrow - wide) / 3;
}

/* Smooth noise of one kind of combination, or a tree. */
static void check_slopes(struct random *r, const perlin_noise *noise, uint32_t dims,
                         const char *what, size_t *checked)
{
    for (int i = 0; i < 20; i++) {
        double at[4], slope[4], value;
        for (int a = 0; a < 4; a++)
            at[a] = random_real(r, -4, 4);
        const double *const coords[4] = {&at[0], &at[1], &at[2], &at[3]};
        double *const slopes[4] = {&slope[0], &slope[1], &slope[2], &slope[3]};
        assert_status(perlin_points_gradient_f64(noise, dims, 1, coords, NULL, &value, slopes),
                      PERLIN_OK, what);
        for (uint32_t a = 0; a < dims; a++) {
            int is_smooth;
            const double expected = difference(noise, dims, at, a, 1e-4, &is_smooth);
            if (!is_smooth)
                continue;
            ++*checked;
            if (!(fabs(expected - slope[a]) < 1e-4 * (1 + fabs(expected))))
                fail_msg("slope %u in %u-D of %s: %.9g, not %.9g", a, dims, what, slope[a],
                         expected);
        }
    }
}

static void derivatives(const struct test_case *test)
{
    struct random r = random_for(test);
    for (perlin_combine_kind kind = 0; kind <= PERLIN_COMBINE_WARP; kind++) {
        size_t checked = 0, wanted = 0;
        for (uint32_t trial = 0; trial < 12; trial++) {
            const uint32_t dims = 1 + trial % 4;
            double positions[TREE_POSITIONS], values[TREE_POSITIONS];
            perlin_noise *inputs[5];
            perlin_combination c;
            perlin_params params;
            char what[32];
            snprintf(what, sizeof what, "kind %u", kind);
            perlin_params_init(&params);
            random_combination(&r, &c, kind, positions, values);
            c.axis = 0;
            const uint32_t count =
                kind == PERLIN_COMBINE_WARP ? trial < 6 ? 2 : 5 : inputs_of(kind);
            for (uint32_t i = 0; i < 5; i++) {
                params.seed = random_u64(&r);
                params.basis = random_chance(&r, 2) ? PERLIN_BASIS_PERLIN : PERLIN_BASIS_SIMPLEX;
                inputs[i] = create_scalar(&params);
                c.input[i] = i < count ? inputs[i] : NULL;
            }
            perlin_noise *const noise = combine(&c);
            check_slopes(&r, noise, dims, what, &checked);
            wanted += 20 * dims;
            perlin_destroy(noise);
            for (uint32_t i = 0; i < 5; i++)
                perlin_destroy(inputs[i]);
        }
        if (checked < wanted / 2)
            fail_msg("kind %u: only %zu of %zu slopes were smooth", kind, checked, wanted);
    }
}

/* Trees of smooth noises, so that differences tell. */
static void derivatives_of_trees(const struct test_case *test)
{
    struct random r = random_for(test);
    size_t checked = 0;
    for (struct trials t = trials(60); next_trial(&t);) {
        const uint32_t dims = 1 + random_below(&r, 4);
        perlin_noise *node[10];
        uint32_t count = 0;
        perlin_params params;
        perlin_params_init(&params);
        for (; count < 3; count++) {
            params.seed = random_u64(&r);
            params.basis = random_chance(&r, 2) ? PERLIN_BASIS_PERLIN : PERLIN_BASIS_SIMPLEX;
            node[count] = create_scalar(&params);
        }
        for (int i = 0; i < 5; i++) {
            double positions[TREE_POSITIONS], values[TREE_POSITIONS];
            perlin_combination c;
            const perlin_combine_kind kind = random_below(&r, PERLIN_COMBINE_WARP + 1);
            random_combination(&r, &c, kind, positions, values);
            c.axis = 0;
            c.dims = 0;
            const uint32_t inputs = kind == PERLIN_COMBINE_WARP ? 2 : inputs_of(kind);
            for (uint32_t k = 0; k < inputs; k++)
                c.input[k] = node[random_below(&r, count)];
            if (perlin_combine(&node[count], &c) == PERLIN_OK)
                count++;
        }
        check_slopes(&r, node[count - 1], dims, "a tree", &checked);
        for (uint32_t i = 0; i < count; i++)
            perlin_destroy(node[i]);
    }
    assert_true(checked > 100);
}

/* ---- Holds ----------------------------------------------------------------------------------- */

static atomic_int blocks; /* that are allocated */
static atomic_int allocations_left;

static void *counted_allocate(void *user, size_t size)
{
    (void)user;
    if (atomic_fetch_sub(&allocations_left, 1) <= 0)
        return NULL;
    atomic_fetch_add(&blocks, 1);
    return malloc(size);
}

static void counted_release(void *user, void *p)
{
    (void)user;
    atomic_fetch_sub(&blocks, 1);
    free(p);
}

static perlin_noise *counted_leaf(void)
{
    perlin_params params;
    perlin_noise *noise;
    perlin_params_init(&params);
    params.allocate = counted_allocate;
    params.release = counted_release;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "a leaf");
    return noise;
}

static perlin_combination counted(perlin_combine_kind kind, const perlin_noise *a,
                                  const perlin_noise *b)
{
    perlin_combination c = of_kind(kind);
    c.allocate = counted_allocate;
    c.release = counted_release;
    c.input[0] = a;
    c.input[1] = b;
    return c;
}

static void holds(const struct test_case *test)
{
    (void)test;
    atomic_store(&allocations_left, 1000);
    perlin_noise *const a = counted_leaf(), *const b = counted_leaf();
    perlin_combination c = counted(PERLIN_COMBINE_ADD, a, b);
    perlin_noise *const sum = combine(&c);
    c = counted(PERLIN_COMBINE_MULTIPLY, sum, a);
    perlin_noise *const product = combine(&c);
    assert_int_equal(atomic_load(&blocks), 4);
    perlin_destroy(a);
    perlin_destroy(sum);
    assert_int_equal(atomic_load(&blocks), 4);
    const float held = perlin_at2_f32(product, 0.3f, 0.7f);
    perlin_destroy(b);
    assert_int_equal(atomic_load(&blocks), 4);
    const float again = perlin_at2_f32(product, 0.3f, 0.7f);
    assert_same_bits(&again, &held, 1, sizeof(float), "held");
    perlin_destroy(product);
    assert_int_equal(atomic_load(&blocks), 0);
    /* One that fails holds nothing. */
    perlin_noise *const leaf = counted_leaf();
    atomic_store(&allocations_left, 0);
    c = counted(PERLIN_COMBINE_ADD, leaf, leaf);
    perlin_noise *none = (perlin_noise *)&blocks;
    assert_status(perlin_combine(&none, &c), PERLIN_ERROR_MEMORY, "no memory");
    assert_ptr_equal(none, &blocks);
    perlin_destroy(leaf);
    assert_int_equal(atomic_load(&blocks), 0);
    atomic_store(&allocations_left, 1000000);
}

enum { HOLDERS = 8, HOLDS = 2000 };

/* Each thread combines and destroys the same noises. */
static void *hold_and_drop(void *argument)
{
    const perlin_noise *const *const noises = argument;
    for (int i = 0; i < HOLDS; i++) {
        perlin_combination c = counted(PERLIN_COMBINE_ADD, noises[0], noises[1]);
        perlin_noise *sum, *twice;
        if (perlin_combine(&sum, &c) != PERLIN_OK)
            return NULL;
        c = counted(PERLIN_COMBINE_MULTIPLY, sum, noises[0]);
        if (perlin_combine(&twice, &c) != PERLIN_OK)
            return NULL;
        perlin_destroy(sum);
        perlin_destroy(twice);
    }
    return argument;
}

static void holds_of_threads(const struct test_case *test)
{
    pthread_t threads[HOLDERS];
    (void)test;
    atomic_store(&allocations_left, 1000000);
    const perlin_noise *const noises[2] = {counted_leaf(), counted_leaf()};
    for (int i = 0; i < HOLDERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hold_and_drop, (void *)noises), 0);
    for (int i = 0; i < HOLDERS; i++) {
        void *done;
        assert_int_equal(pthread_join(threads[i], &done), 0);
        assert_non_null(done);
    }
    assert_int_equal(atomic_load(&blocks), 2);
    perlin_destroy((perlin_noise *)(uintptr_t)noises[0]);
    perlin_destroy((perlin_noise *)(uintptr_t)noises[1]);
    assert_int_equal(atomic_load(&blocks), 0);
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static void refuse(const perlin_combination *c, perlin_status expected, const char *what)
{
    perlin_noise *noise = (perlin_noise *)&blocks;
    const int before = atomic_load(&blocks);
    assert_status(perlin_combine(&noise, c), expected, what);
    assert_ptr_equal(noise, &blocks);
    assert_int_equal(atomic_load(&blocks), before);
}

static void errors(const struct test_case *test)
{
    static const double good[] = {0, 1}, level[] = {1, 1}, near[] = {1, 1 + 1e-12},
                        lost[] = {0, HUGE_VAL}, wide[] = {-3e38, 3e38}, close[] = {0, 1e-39};
    double limit[2];
    perlin_noise *noise;
    perlin_combination c;
    (void)test;
    atomic_store(&allocations_left, 1000000);
    perlin_noise *const leaf = counted_leaf();
    assert_status(perlin_combination_init(NULL, 0), PERLIN_ERROR_NULL, "init of NULL");
    assert_status(perlin_combination_init(&c, PERLIN_COMBINE_WARP + 1), PERLIN_ERROR_KIND,
                  "init of no kind");
    assert_status(perlin_combination_init_sized(&c, 8, 0), PERLIN_ERROR_STRUCT_SIZE, "init of 8");
    c = counted(PERLIN_COMBINE_ADD, leaf, leaf);
    assert_status(perlin_combine(NULL, &c), PERLIN_ERROR_NULL, "no noise");
    assert_status(perlin_combine(&noise, NULL), PERLIN_ERROR_NULL, "no combination");
    c.kind = PERLIN_COMBINE_WARP + 1;
    refuse(&c, PERLIN_ERROR_KIND, "an unknown kind");
    c.kind = PERLIN_COMBINE_ADD;
    c.struct_size = 3;
    refuse(&c, PERLIN_ERROR_STRUCT_SIZE, "struct_size");
    c = counted(PERLIN_COMBINE_ADD, leaf, leaf);
    c.backend = 77;
    refuse(&c, PERLIN_ERROR_BACKEND, "backend");
    c = counted(PERLIN_COMBINE_ADD, leaf, leaf);
    c.release = NULL;
    refuse(&c, PERLIN_ERROR_ALLOCATOR, "allocator");
    for (size_t i = 0; i < sizeof c.reserved; i++) {
        c = counted(PERLIN_COMBINE_ADD, leaf, leaf);
        ((unsigned char *)&c.reserved)[i] = 1;
        refuse(&c, PERLIN_ERROR_UNSUPPORTED, "reserved");
    }
    for (perlin_combine_kind kind = 0; kind <= PERLIN_COMBINE_WARP; kind++)
        for (uint32_t i = 0; i < (kind == PERLIN_COMBINE_WARP ? 2 : inputs_of(kind)); i++) {
            c = counted(kind, leaf, leaf);
            c.input[2] = leaf;
            c.position_count = 2;
            c.positions = c.values = good;
            c.input[i] = NULL;
            if (kind == PERLIN_COMBINE_WARP)
                c.input[2] = NULL;
            refuse(&c, PERLIN_ERROR_INPUT_MISSING, "a missing input");
        }
    c = counted(PERLIN_COMBINE_WARP, leaf, leaf);
    c.input[4] = leaf;
    refuse(&c, PERLIN_ERROR_INPUT_MISSING, "a warp of x and w alone");
    static const struct {
        perlin_combine_kind kind;
        size_t offset;
    } numbers[] = {
        {PERLIN_COMBINE_CONSTANT, offsetof(perlin_combination, value)},
        {PERLIN_COMBINE_DISTANCE, offsetof(perlin_combination, point[3])},
        {PERLIN_COMBINE_SCALE_BIAS, offsetof(perlin_combination, scale)},
        {PERLIN_COMBINE_SCALE_BIAS, offsetof(perlin_combination, bias)},
        {PERLIN_COMBINE_CLAMP, offsetof(perlin_combination, lower)},
        {PERLIN_COMBINE_CLAMP, offsetof(perlin_combination, upper)},
        {PERLIN_COMBINE_SMOOTHSTEP, offsetof(perlin_combination, lower)},
        {PERLIN_COMBINE_SMOOTHSTEP, offsetof(perlin_combination, upper)},
        {PERLIN_COMBINE_SELECT, offsetof(perlin_combination, lower)},
        {PERLIN_COMBINE_SELECT, offsetof(perlin_combination, upper)},
        {PERLIN_COMBINE_SELECT, offsetof(perlin_combination, falloff)},
        {PERLIN_COMBINE_SMOOTH_MINIMUM, offsetof(perlin_combination, smoothness)},
        {PERLIN_COMBINE_SMOOTH_MAXIMUM, offsetof(perlin_combination, smoothness)},
        {PERLIN_COMBINE_TRANSFORM, offsetof(perlin_combination, matrix[2][3])},
        {PERLIN_COMBINE_TRANSFORM, offsetof(perlin_combination, offset[1])},
        {PERLIN_COMBINE_WARP, offsetof(perlin_combination, amplitude)},
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        static const double wrong[] = {HUGE_VAL, -HUGE_VAL, 1e300, -1e300};
        for (size_t k = 0; k <= COUNT_OF(wrong); k++) {
            const double value = k < COUNT_OF(wrong) ? wrong[k] : (double)NAN;
            c = counted(numbers[i].kind, leaf, leaf);
            c.input[2] = leaf;
            memcpy((char *)&c + numbers[i].offset, &value, sizeof value);
            refuse(&c, PERLIN_ERROR_NOT_FINITE, "a number that is not finite");
        }
    }
    c = counted(PERLIN_COMBINE_COORDINATE, NULL, NULL);
    c.axis = 4;
    refuse(&c, PERLIN_ERROR_AXIS, "axis");
    c = counted(PERLIN_COMBINE_TRANSFORM, leaf, NULL);
    c.dims = 5;
    refuse(&c, PERLIN_ERROR_TRANSFORM_DIMS, "dims");
    for (perlin_combine_kind kind = PERLIN_COMBINE_CLAMP; kind <= PERLIN_COMBINE_SMOOTHSTEP;
         kind++) {
        c = counted(kind, leaf, NULL);
        c.lower = 1.5;
        refuse(&c, PERLIN_ERROR_LIMITS, "limits that cross");
    }
    c = counted(PERLIN_COMBINE_SMOOTHSTEP, leaf, NULL);
    c.lower = c.upper = 1;
    refuse(&c, PERLIN_ERROR_LIMITS, "equal edges");
    c.upper = 1 + 1e-12; /* equal as floats */
    refuse(&c, PERLIN_ERROR_LIMITS, "equal edges");
    c.lower = 0;
    c.upper = 1e-39;
    refuse(&c, PERLIN_ERROR_SPACING, "edges whose slope overflows");
    c = counted(PERLIN_COMBINE_SELECT, leaf, leaf);
    c.input[2] = leaf;
    c.falloff = 0.6;
    refuse(&c, PERLIN_ERROR_FALLOFF, "a falloff beyond the middle");
    c.falloff = -0.1;
    refuse(&c, PERLIN_ERROR_FALLOFF, "a negative falloff");
    c.falloff = 1e-39;
    refuse(&c, PERLIN_ERROR_SPACING, "a falloff whose slope overflows");
    c.lower = -3e38;
    c.upper = 3e38;
    c.falloff = 1e38;
    refuse(&c, PERLIN_ERROR_SPACING, "an edge that overflows");
    c.lower = 1.5;
    c.upper = 1;
    c.falloff = 0;
    refuse(&c, PERLIN_ERROR_LIMITS, "limits that cross");
    c = counted(PERLIN_COMBINE_SMOOTH_MINIMUM, leaf, leaf);
    c.smoothness = 0;
    refuse(&c, PERLIN_ERROR_SMOOTHNESS, "no smoothness");
    c.smoothness = 1e-50;
    refuse(&c, PERLIN_ERROR_SMOOTHNESS, "no smoothness as a float");
    c.kind = PERLIN_COMBINE_SMOOTH_MAXIMUM;
    c.smoothness = -1;
    refuse(&c, PERLIN_ERROR_SMOOTHNESS, "a negative smoothness");
    for (perlin_combine_kind kind = PERLIN_COMBINE_CURVE; kind <= PERLIN_COMBINE_TERRACE; kind++) {
        static const double *const wrong[] = {level, near};
        c = counted(kind, leaf, NULL);
        refuse(&c, PERLIN_ERROR_POSITION_COUNT, "no positions");
        c.position_count = 33;
        refuse(&c, PERLIN_ERROR_POSITION_COUNT, "too many positions");
        c.position_count = 2;
        refuse(&c, PERLIN_ERROR_NULL, "positions");
        c.values = good;
        for (size_t i = 0; i < COUNT_OF(wrong); i++) {
            c.positions = wrong[i];
            refuse(&c, PERLIN_ERROR_POSITIONS, "positions that do not rise");
        }
        c.positions = lost;
        refuse(&c, PERLIN_ERROR_NOT_FINITE, "a position that is not finite");
        c.positions = wide;
        refuse(&c, PERLIN_ERROR_SPACING, "positions whose distance overflows");
        c.positions = close;
        refuse(&c, PERLIN_ERROR_SPACING, "positions whose slope overflows");
    }
    c = counted(PERLIN_COMBINE_CURVE, leaf, NULL);
    c.position_count = 2;
    c.positions = good;
    refuse(&c, PERLIN_ERROR_NULL, "values");
    c.values = lost;
    refuse(&c, PERLIN_ERROR_NOT_FINITE, "a value that is not finite");
    c.values = good;
    c.curve = 2;
    refuse(&c, PERLIN_ERROR_CURVE, "an unknown curve");
    assert_status(perlin_bounds(NULL, 2, limit), PERLIN_ERROR_NULL, "bounds of NULL");
    assert_status(perlin_bounds(leaf, 2, NULL), PERLIN_ERROR_NULL, "no bounds");
    assert_status(perlin_bounds(leaf, 5, limit), PERLIN_ERROR_DIMS, "bounds in 5-D");
    uint8_t table[256];
    c = counted(PERLIN_COMBINE_ADD, leaf, leaf);
    noise = combine(&c);
    assert_status(perlin_permutation(noise, 0, table), PERLIN_ERROR_UNSUPPORTED, "a table");
    assert_int_equal(perlin_hash_of(noise), PERLIN_HASH_AUTO);
    perlin_destroy(noise);
    perlin_destroy(leaf);
    assert_int_equal(atomic_load(&blocks), 0);
}

/* Copies the fields that a kind has. */
static void keep_fields_of(perlin_combination *to, const perlin_combination *from)
{
    switch (from->kind) {
    case PERLIN_COMBINE_CONSTANT:
        to->value = from->value;
        break;
    case PERLIN_COMBINE_COORDINATE:
        to->axis = from->axis;
        break;
    case PERLIN_COMBINE_DISTANCE:
        memcpy(to->point, from->point, sizeof to->point);
        break;
    case PERLIN_COMBINE_SCALE_BIAS:
        to->scale = from->scale;
        to->bias = from->bias;
        break;
    case PERLIN_COMBINE_CLAMP:
    case PERLIN_COMBINE_SMOOTHSTEP:
    case PERLIN_COMBINE_SELECT:
        if (from->kind == PERLIN_COMBINE_SELECT)
            to->falloff = from->falloff;
        to->lower = from->lower;
        to->upper = from->upper;
        break;
    case PERLIN_COMBINE_CURVE:
        to->curve = from->curve;
        break;
    case PERLIN_COMBINE_SMOOTH_MINIMUM:
    case PERLIN_COMBINE_SMOOTH_MAXIMUM:
        to->smoothness = from->smoothness;
        break;
    case PERLIN_COMBINE_TRANSFORM:
        memcpy(to->matrix, from->matrix, sizeof to->matrix);
        memcpy(to->offset, from->offset, sizeof to->offset);
        to->dims = from->dims;
        break;
    case PERLIN_COMBINE_WARP:
        to->amplitude = from->amplitude;
        break;
    default:
        break;
    }
}

/* What a kind does not have is ignored, whatever it is: the same bits by every kind. */
static void foreign_fields(const struct test_case *test)
{
    static const double positions[] = {-0.5, 0, 0.5}, values[] = {1, -1, 0.5};
    enum { N = 64 };
    double coords[2][N], out[2][N];
    const double *const xy[2] = {coords[0], coords[1]};
    struct random r = random_for(test);
    perlin_noise *const leaf = coordinate(0), *const other = coordinate(1);
    for (int i = 0; i < N; i++) {
        coords[0][i] = random_real(&r, -2, 2);
        coords[1][i] = random_real(&r, -2, 2);
    }
    for (perlin_combine_kind kind = 0; kind <= PERLIN_COMBINE_WARP; kind++) {
        const uint32_t inputs = kind == PERLIN_COMBINE_WARP ? 5 : inputs_of(kind);
        const int has_positions = kind == PERLIN_COMBINE_CURVE || kind == PERLIN_COMBINE_TERRACE;
        for (int is_nonsense = 0; is_nonsense < 2; is_nonsense++) {
            perlin_combination c = of_kind(kind);
            if (is_nonsense) {
                const perlin_combination clean = c;
                c.axis = UINT32_MAX;
                memset(&c.value, 0xff,
                       offsetof(perlin_combination, backend) - offsetof(perlin_combination, value));
                keep_fields_of(&c, &clean);
                for (int i = 0; i < 5; i++) /* no noise: an input that is looked at ends the test */
                    c.input[i] = (const perlin_noise *)(uintptr_t)1;
            }
            for (uint32_t i = 0; i < inputs; i++)
                c.input[i] = i % 2 ? other : leaf;
            if (has_positions) {
                c.position_count = COUNT_OF(positions);
                c.positions = positions;
            }
            if (kind == PERLIN_COMBINE_CURVE)
                c.values = values;
            perlin_noise *const noise = combine(&c);
            assert_status(perlin_points_f64(noise, 2, N, xy, NULL, out[is_nonsense]), PERLIN_OK,
                          "points");
            perlin_destroy(noise);
        }
        if (memcmp(out[0], out[1], sizeof out[0]) != 0)
            fail_msg("kind %u: a field that it has not changes results", kind);
    }
    perlin_destroy(leaf);
    perlin_destroy(other);
}

/* How far combinations nest, in which dimensions they are defined. */
static void limits(const struct test_case *test)
{
    (void)test;
    atomic_store(&allocations_left, 1000000);
    perlin_noise *noise = counted_leaf();
    for (int level = 0; level < 16; level++) {
        perlin_combination c = counted(PERLIN_COMBINE_ABSOLUTE, noise, NULL);
        perlin_noise *const outer = combine(&c);
        perlin_destroy(noise);
        noise = outer;
    }
    perlin_combination c = counted(PERLIN_COMBINE_ABSOLUTE, noise, NULL);
    refuse(&c, PERLIN_ERROR_LEVELS, "17 levels");
    perlin_destroy(noise);
    /* 63 noises at one place, in a balanced tree, then one more. */
    perlin_noise *row[40];
    for (int i = 0; i < 33; i++)
        row[i] = counted_leaf();
    int count = 32;
    for (; count > 1; count /= 2)
        for (int i = 0; i < count / 2; i++) {
            c = counted(PERLIN_COMBINE_ADD, row[2 * i], row[2 * i + 1]);
            perlin_noise *const sum = combine(&c);
            perlin_destroy(row[2 * i]);
            perlin_destroy(row[2 * i + 1]);
            row[i] = sum;
        }
    c = counted(PERLIN_COMBINE_ABSOLUTE, row[0], NULL);
    perlin_noise *const full = combine(&c); /* 64 */
    perlin_destroy(full);
    c = counted(PERLIN_COMBINE_ADD, row[0], row[32]);
    refuse(&c, PERLIN_ERROR_STEPS, "65 nodes");
    perlin_destroy(row[0]);
    /* A noise that is used twice counts once, but single samples evaluate it twice. */
    noise = row[32];
    for (int level = 0; level < 11; level++) {
        c = counted(PERLIN_COMBINE_ADD, noise, noise);
        perlin_noise *const sum = combine(&c);
        perlin_destroy(noise);
        noise = sum;
    }
    c = counted(PERLIN_COMBINE_ADD, noise, noise);
    refuse(&c, PERLIN_ERROR_STEPS, "8191 evaluations");
    perlin_destroy(noise);
    /* Dimensions. */
    double limit[2];
    perlin_noise *const y = coordinate(1);
    assert_status(perlin_bounds(y, 1, limit), PERLIN_ERROR_DIMS, "y in 1-D");
    assert_status(perlin_bounds(y, 2, limit), PERLIN_OK, "y in 2-D");
    noise = counted_leaf();
    c = counted(PERLIN_COMBINE_WARP, noise, noise);
    c.input[2] = noise;
    perlin_noise *const warp = combine(&c);
    assert_status(perlin_bounds(warp, 2, limit), PERLIN_OK, "a warp of two axes in 2-D");
    assert_status(perlin_bounds(warp, 3, limit), PERLIN_ERROR_DIMS, "in 3-D");
    c = counted(PERLIN_COMBINE_TRANSFORM, warp, NULL);
    c.dims = 2;
    perlin_noise *const map = combine(&c);
    assert_status(perlin_bounds(map, 4, limit), PERLIN_OK, "under 4-D");
    perlin_params params;
    perlin_params_init(&params);
    params.basis = PERLIN_BASIS_OPENSIMPLEX; /* in 2-D and 3-D */
    perlin_noise *const open = create_scalar(&params);
    perlin_combination line = of_kind(PERLIN_COMBINE_TRANSFORM);
    line.input[0] = open;
    line.dims = 1;
    refuse(&line, PERLIN_ERROR_COMMON_DIMS, "1-D of what has none");
    perlin_destroy(open);
    perlin_destroy(map);
    perlin_destroy(warp);
    perlin_destroy(noise);
    perlin_destroy(y);
    assert_int_equal(atomic_load(&blocks), 0);
}

int main(void)
{
    add_table_cases("trees_points", trees_points, 0, F64_F32);
    add_table_cases("trees_grids", trees_grids, 0, F64);
    add_table_cases("trees_parts", trees_parts, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("rounded_frames", rounded_frames, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("scalar_leaves", scalar_leaves, FIRST_VECTOR_SUBJECT, F64);
    add_subject_cases("warps", warps, 0);
    add_subject_cases("fewer_dimensions", fewer_dimensions, 0);
    add_subject_cases("side_needed_late", side_needed_late, 0);
    add_subject_cases("bounds", bounds, FIRST_VECTOR_SUBJECT);
    add_case(known_bounds, NULL, F64, 2, "known_bounds");
    add_case(extreme_bounds, NULL, F64, 3, "extreme_bounds");
    add_case(bounds_of_overflows, NULL, F64, 2, "bounds_of_overflows");
    add_subject_cases("numbers_and_nan", numbers_and_nan, 0);
    add_case(kinds, NULL, F64, 3, "kinds");
    add_case(derivatives, NULL, F64, 2, "derivatives");
    add_case(derivatives_of_trees, NULL, F64, 2, "derivatives_of_trees");
    add_case(holds, NULL, F32, 2, "holds");
    add_case(holds_of_threads, NULL, F32, 2, "holds_of_threads");
    add_case(errors, NULL, F32, 2, "errors");
    add_case(foreign_fields, NULL, F64, 2, "foreign_fields");
    add_case(limits, NULL, F32, 2, "limits");
    return run_cases("combine");
}
