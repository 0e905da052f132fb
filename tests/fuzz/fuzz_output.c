/*
 * Fuzzes outputs: perlin_output from raw bytes, shorter and longer structs; bounds; normals of any
 * height; single samples. The model is plain C (support_output.c), applied to results that other
 * targets check.
 */
#include "fuzz.h"

#include <math.h>

enum { MOST_SAMPLES = 120, MOST_WORK = 256 /* samples times octaves */ };

struct output_case {
    perlin_params params;
    enum lane lane;
    uint32_t dims;
    size_t count, lead, split;
    struct sized caller;
    perlin_output output; /* what this version sees of it */
    double height;
    int64_t start; /* of grids, along all axes */
    struct random generated;
};

/* The smallest struct that is taken: that of 0.3.0. */
static const size_t first_size = sizeof(perlin_output);

static double take_number(struct input *in)
{
    static const double numbers[] = {1, 0, -1, 2, 0.1, -7.3, 1e-45, 1e38, 1e39, -0x1p-140, -0.0};
    const uint32_t kind = take_u8(in);
    return kind < 200 ? numbers[kind % COUNT_OF(numbers)] : from_bits_f64(take_u64(in));
}

static void take_case(struct input *in, struct output_case *c)
{
    memset(c, 0, sizeof *c);
    take_params(in, &c->params);
    c->lane = (enum lane)take_below(in, 3);
    c->dims = 1 + take_below(in, 4);
    const uint32_t octaves = c->params.fractal != PERLIN_FRACTAL_NONE ? c->params.octaves : 1;
    const uint32_t most = octaves <= 2 ? MOST_SAMPLES : octaves <= 32 ? MOST_WORK / octaves : 1;
    c->count = take_below(in, most + 1);
    c->split = take_below(in, (uint32_t)c->count + 1);
    c->lead = take_below(in, 8);
    perlin_output_init(&c->output);
    c->output.scale = take_number(in);
    c->output.bias = take_number(in);
    const uint32_t accumulate = take_u8(in);
    c->output.accumulate = accumulate < 250 ? accumulate % 2 : take_u32(in);
    c->output.reserved = accumulate == 249;
    c->height = take_number(in);
    c->start = take_between(in, -128, 127);
    perlin_output defaults;
    perlin_output_init(&defaults);
    c->caller = take_sized(in, take_size(in, sizeof c->output), &c->output, &defaults,
                           sizeof c->output, first_size);
    c->generated.state = take_u8(in);
}

static const perlin_output *caller_output(const struct output_case *c)
{
    return (const void *)c->caller.block.start;
}

/* ---- What the documentation says of it ------------------------------------------------------- */

static int is_finite_in(enum lane lane, double value)
{
    return lane == F64 ? isfinite(value) : isfinite((float)value);
}

static mistakes output_mistakes(const struct output_case *c)
{
    if (c->caller.size < first_size)
        return mistake(1, PERLIN_ERROR_STRUCT_SIZE);
    return mistake(!c->caller.tail_is_zero || c->output.reserved != 0, PERLIN_ERROR_UNSUPPORTED) |
           mistake(!is_finite_in(c->lane, c->output.scale) ||
                       !is_finite_in(c->lane, c->output.bias) || c->output.accumulate > 1,
                   PERLIN_ERROR_OUTPUT);
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* Packed coordinates, results, and what was in the output before. */
struct samples {
    double coords[4][MOST_SAMPLES], result[MOST_SAMPLES], before[MOST_SAMPLES];
    double expected[MOST_SAMPLES];
    struct bounds bounds;
    const void *arrays[4];
};

static void take_samples(struct input *in, struct output_case *c, const perlin_noise *scalar,
                         struct samples *s)
{
    for (uint32_t d = 0; d < 4; d++) {
        take_coordinates(in, &c->generated, c->lane, s->coords[d], c->count);
        s->arrays[d] = s->coords[d];
    }
    take_coordinates(in, &c->generated, c->lane == F64 ? F64 : F32, s->before, c->count);
    check(evaluate_points(c->lane, scalar, c->dims, c->count, s->arrays, NULL, s->result) ==
              PERLIN_OK,
          "results");
    s->bounds = no_bounds;
    for (size_t i = 0; i < c->count; i++) {
        expect_output(c->lane, &c->output, s->result, s->before, i, s->expected);
        widen(&s->bounds, element_of(c->lane, s->expected, i));
    }
}

/* From sample `first` on. */
static perlin_status evaluate(const struct output_case *c, const perlin_noise *noise,
                              const struct samples *s, size_t first, size_t count, void *out,
                              void *bounds)
{
    const void *arrays[4];
    for (uint32_t d = 0; d < 4; d++)
        arrays[d] = (const char *)s->arrays[d] + first * coord_size(c->lane);
    return evaluate_points_into(c->lane, noise, c->dims, count, arrays, NULL, caller_output(c), out,
                                bounds);
}

static void check_points(const struct output_case *c, const perlin_noise *noise, const char *name,
                         const struct samples *s, mistakes found)
{
    const size_t size = result_size(c->lane);
    struct block out = block_create(c->count * size, c->lead * size);
    struct block bounds = block_create(2 * size, c->lead * size);
    memcpy(out.start, s->before, out.size);
    check_status(evaluate(c, noise, s, 0, c->count, out.start, bounds.start), found, "points_into");
    if (found == 0) {
        assert_same_bits(out.start, s->expected, c->count, size, "%s, %s", name,
                         describe(&c->params));
        assert_bounds(read_bounds(c->lane, bounds.start), s->bounds);
        struct bounds merged = no_bounds;
        memcpy(out.start, s->before, out.size);
        for (int part = 0; part < 2; part++) {
            const size_t first = part ? c->split : 0, end = part ? c->count : c->split;
            evaluate(c, noise, s, first, end - first, out.start + first * size, bounds.start);
            merged = merge_bounds(merged, read_bounds(c->lane, bounds.start));
        }
        assert_same_bits(out.start, s->expected, c->count, size, "%s, split, %s", name,
                         describe(&c->params));
        assert_bounds(merged, s->bounds);
    } else {
        assert_same_bits(out.start, s->before, c->count, size, "%s, an error", name);
        for (size_t i = 0; i < bounds.size; i++)
            check(bounds.start[i] == CANARY, "an error wrote bounds");
    }
    block_free(&out);
    block_free(&bounds);
}

static void check_at(const struct output_case *c, const perlin_noise *noise, const char *name,
                     const struct samples *s)
{
    uint64_t actual;
    if (c->count == 0)
        return;
    evaluate_at(c->lane, noise, c->dims, s->arrays, &actual);
    assert_same_bits(&actual, s->result, 1, result_size(c->lane), "%s, a single sample, %s", name,
                     describe(&c->params));
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* A grid of as many samples, along the last axis. */
static void some_grid(const struct output_case *c, perlin_grid *grid)
{
    perlin_grid_init(grid);
    grid->dims = c->dims;
    for (uint32_t a = 0; a < c->dims; a++) {
        grid->count[a] = a == c->dims - 1 ? c->count : 1;
        grid->start[a] = 7 * c->start;
        grid->step[a] = 0x1.3p-3;
    }
}

static void check_grid(const struct output_case *c, const perlin_noise *noise, const char *name,
                       const struct samples *s, mistakes found)
{
    const enum lane lane = c->lane == F64 ? F64 : F32;
    const size_t size = result_size(lane);
    struct block out = block_create(c->count * size, c->lead * size);
    double result[MOST_SAMPLES], expected[MOST_SAMPLES], bounds[2];
    struct bounds seen = no_bounds;
    perlin_grid grid;
    some_grid(c, &grid);
    check(evaluate_grid(lane, noise, &grid, result) == PERLIN_OK, "a grid");
    memcpy(out.start, s->before, out.size);
    check_status(evaluate_grid_into(lane, noise, &grid, caller_output(c), out.start, bounds), found,
                 "grid_into");
    for (size_t i = 0; i < c->count && found == 0; i++) {
        expect_output(lane, &c->output, result, s->before, i, expected);
        widen(&seen, element_of(lane, expected, i));
    }
    assert_same_bits(out.start, found == 0 ? expected : s->before, c->count, size, "%s, grid, %s",
                     name, describe(&c->params));
    if (found == 0)
        assert_bounds(read_bounds(lane, bounds), seen);
    block_free(&out);
}

static void check_normals(const struct output_case *c, const perlin_noise *noise, const char *name)
{
    const enum lane lane = c->lane == F64 ? F64 : F32;
    const size_t size = result_size(lane);
    double gradient[2][MOST_SAMPLES];
    void *const gradients[4] = {gradient[0], gradient[1]};
    struct block normal[3];
    void *normals[3];
    perlin_grid grid;
    some_grid(c, &grid);
    for (int a = 0; a < 3; a++) {
        normal[a] = block_create(c->count * size, c->lead * size);
        normals[a] = normal[a].start;
    }
    const mistakes found = mistake(c->dims != 2, PERLIN_ERROR_DIMS) |
                           mistake(!is_finite_in(lane, c->height), PERLIN_ERROR_OUTPUT);
    check_status(evaluate_normals(lane, noise, &grid, c->height, normals), found, "normals");
    if (found == 0)
        check(evaluate_grid_gradient(lane, noise, &grid, NULL, gradients) == PERLIN_OK, "slopes");
    for (size_t i = 0; i < c->count; i++) {
        _Alignas(double) unsigned char expected[3 * sizeof(double)];
        memset(expected, CANARY, sizeof expected);
        if (found == 0)
            expect_normal(lane, c->height, gradients, i, expected);
        for (size_t a = 0; a < 3; a++)
            assert_same_bits(normal[a].start + i * size, expected + a * size, 1, size,
                             "%s, normal %zu, height %a, %s", name, i, c->height,
                             describe(&c->params));
    }
    for (int a = 0; a < 3; a++)
        block_free(&normal[a]);
}

static void check_init_sized(size_t size)
{
    struct block block = block_create(size, 0);
    const perlin_status status = perlin_output_init_sized((void *)block.start, size);
    perlin_output defaults;
    perlin_output_init(&defaults);
    check_init(&block, status, &defaults, sizeof defaults, first_size, "perlin_output_init_sized");
    block_free(&block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    struct output_case c;
    struct noises noises;
    static struct samples samples;
    check_init_sized(take_u8(&in));
    take_case(&in, &c);
    if (has_dims(&c.params, c.dims) && noises_create(&noises, &c.params)) {
        const mistakes found = output_mistakes(&c);
        take_samples(&in, &c, noises.noise[0], &samples);
        for (size_t n = 0; n < noises.count; n++) {
            check_points(&c, noises.noise[n], noises.name[n], &samples, found);
            check_at(&c, noises.noise[n], noises.name[n], &samples);
            check_grid(&c, noises.noise[n], noises.name[n], &samples, found);
            check_normals(&c, noises.noise[n], noises.name[n]);
        }
        noises_destroy(&noises);
    }
    block_free(&c.caller.block);
    return 0;
}
