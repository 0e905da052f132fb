/*
 * Fuzzes evaluation at points: any lane and dimension, strides of any sign or 0, elements at odd
 * places, raw coordinate bits, output in place, and arguments that are mistakes.
 */
#include "fuzz.h"

#include <stdlib.h>

enum { MOST_POINTS = 96, MOST_WORK = 256 /* points times octaves */, MOST_BYTES = 1 << 16 };

struct points {
    perlin_params params;
    uint8_t table[256];
    enum lane lane;
    uint32_t dims;
    size_t count;
    ptrdiff_t strides[4];
    int packed;     /* the strides are NULL */
    uint32_t nulls; /* by bit: coordinate arrays, all of them, out, noise */
    size_t lead;    /* elements */
    struct random generated;
    struct block block[4];
    const void *coords[4]; /* in the blocks */
};

enum { NULL_COORDS = 1 << 4, NULL_OUT = 1 << 5, NULL_NOISE = 1 << 6 };

static ptrdiff_t take_stride(struct input *in)
{
    const uint8_t kind = take_u8(in);
    if (kind == 255) {
        uint64_t raw = take_u64(in);
        ptrdiff_t stride;
        memcpy(&stride, &raw, sizeof stride);
        return stride;
    }
    return kind & 1 ? take_between(in, -9, 9) : 1;
}

static void take_points(struct input *in, struct points *p)
{
    memset(p, 0, sizeof *p);
    take_params(in, &p->params);
    if (take_below(in, 4) == 3 && p->params.hash != PERLIN_HASH_INTEGER) {
        take_table(in, p->table);
        p->params.permutation = p->table;
    }
    p->lane = (enum lane)take_below(in, 3);
    p->dims = 1 + take_below(in, 4);
    const uint32_t odd = take_u8(in);
    if (odd == 1)
        p->dims = take_u32(in);
    const uint32_t octaves = p->params.fractal != PERLIN_FRACTAL_NONE ? p->params.octaves : 1;
    const uint32_t most = octaves <= 2 ? MOST_POINTS : octaves <= 32 ? MOST_WORK / octaves : 1;
    p->count = odd == 2 ? (size_t)take_u64(in) : take_below(in, most + 1);
    p->nulls = odd == 3 ? take_u8(in) : 0;
    p->packed = (int)take_below(in, 2);
    for (uint32_t d = 0; d < 4; d++)
        p->strides[d] = p->packed ? 1 : take_stride(in);
    p->lead = take_below(in, 8);
    p->generated.state = take_u8(in);
}

/* Bytes from the lowest to the highest element that is read. */
static uint64_t span(size_t count, ptrdiff_t stride, size_t size)
{
    return product(sum(product(count - 1, magnitude(stride)), 1), size);
}

static mistakes points_mistakes(const struct points *p)
{
    const int bad_dims = !has_dims(&p->params, p->dims);
    mistakes found = mistake((p->nulls & NULL_NOISE) != 0, PERLIN_ERROR_NULL) |
                     mistake(bad_dims, PERLIN_ERROR_DIMS);
    if (bad_dims || p->count == 0)
        return found;
    found |= mistake((p->nulls & (NULL_COORDS | NULL_OUT)) != 0, PERLIN_ERROR_NULL) |
             mistake(product(p->count, result_size(p->lane)) > PTRDIFF_MAX, PERLIN_ERROR_OVERFLOW);
    for (uint32_t d = 0; d < p->dims; d++) {
        const uint64_t bytes = product(p->count, coord_size(p->lane));
        const uint64_t reach = span(p->count, p->strides[d], coord_size(p->lane));
        found |= mistake(p->nulls >> d & 1, PERLIN_ERROR_NULL) |
                 mistake(bytes > PTRDIFF_MAX || reach > PTRDIFF_MAX, PERLIN_ERROR_OVERFLOW);
    }
    return found;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Whether the arrays are small enough to be made. */
static int is_small(const struct points *p)
{
    if (p->count > MOST_POINTS)
        return 0;
    for (uint32_t d = 0; d < p->dims && p->count > 0; d++)
        if (span(p->count, p->strides[d], coord_size(p->lane)) > MOST_BYTES)
            return 0;
    return 1;
}

/* A block of exactly the elements that each array reads. Every second one has a lead. */
static void make_arrays(struct input *in, struct points *p)
{
    const size_t size = coord_size(p->lane);
    for (uint32_t d = 0; d < p->dims; d++) {
        const size_t bytes = (size_t)span(p->count, p->strides[d], size);
        p->block[d] = block_create(bytes, d % 2 == 0 ? p->lead * size : 0);
        take_coordinates(in, &p->generated, p->lane, p->block[d].start, bytes / size);
        p->coords[d] = p->block[d].start + (p->strides[d] < 0 ? bytes - size : 0);
    }
}

/* All arrays in one block, as the fields of structs. */
static void make_interleaved(struct input *in, struct points *p)
{
    const size_t size = coord_size(p->lane), fields = p->dims + p->lead % 3;
    const size_t elements = (p->count - 1) * fields + p->dims;
    p->block[0] = block_create(elements * size, p->lead * size);
    take_coordinates(in, &p->generated, p->lane, p->block[0].start, elements);
    for (uint32_t d = 0; d < p->dims; d++) {
        p->coords[d] = p->block[0].start + d * size;
        p->strides[d] = (ptrdiff_t)fields;
    }
    p->packed = 0;
}

static const char *element(const struct points *p, uint32_t d, size_t i)
{
    return (const char *)p->coords[d] +
           (ptrdiff_t)i * p->strides[d] * (ptrdiff_t)coord_size(p->lane);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static perlin_status evaluate(const struct points *p, const perlin_noise *noise, size_t first,
                              size_t count, void *out)
{
    const void *coords[4] = {NULL, NULL, NULL, NULL};
    for (uint32_t d = 0; d < p->dims; d++)
        coords[d] = first < p->count ? element(p, d, first) : p->coords[d];
    return evaluate_points(p->lane, noise, p->dims, count, coords, p->packed ? NULL : p->strides,
                           out);
}

/* A mistake is reported and writes nothing. */
static void check_mistake(const struct points *p, const perlin_noise *noise, mistakes found)
{
    uint64_t storage[4] = {0};
    const void *coords[4];
    struct block out = block_create(MOST_POINTS * sizeof(double), 0);
    for (uint32_t d = 0; d < 4; d++)
        coords[d] = p->nulls >> d & 1 ? NULL : storage;
    const void *const *const arrays = p->nulls & NULL_COORDS ? NULL : coords;
    const ptrdiff_t *const strides = p->packed ? NULL : p->strides;
    void *const to = p->nulls & NULL_OUT ? NULL : out.start;
    const perlin_noise *const with = p->nulls & NULL_NOISE ? NULL : noise;
    /* Not through evaluate_points, which reads the arrays: they are typed here as the lane's. */
    perlin_status status;
    if (p->lane == F32)
        status =
            perlin_points_f32(with, p->dims, p->count, (const float *const *)arrays, strides, to);
    else if (p->lane == F64)
        status =
            perlin_points_f64(with, p->dims, p->count, (const double *const *)arrays, strides, to);
    else
        status = perlin_points_f64_f32(with, p->dims, p->count, (const double *const *)arrays,
                                       strides, to);
    check_status(status, found, "perlin_points");
    for (size_t i = 0; i < out.size; i++)
        check(out.start[i] == CANARY, "a call without samples wrote byte %zu", i);
    block_free(&out);
}

static void check_form(const struct points *p, const struct block *expected)
{
    for (size_t i = 0; i < p->count; i++) {
        const void *coords[4];
        for (uint32_t d = 0; d < p->dims; d++)
            coords[d] = element(p, d, i);
        check_result(&p->params, p->lane, expected->start + i * result_size(p->lane),
                     outcome_of(&p->params, p->lane, p->dims, coords));
    }
}

static void check_same(const struct points *p, const struct noises *noises, size_t n,
                       const void *actual, const struct block *expected, const char *how)
{
    assert_same_bits(actual, expected->start, p->count, result_size(p->lane), "%s %ud %s, %s, %s",
                     lane_name(p->lane), p->dims, how, noises->name[n], describe(&p->params));
}

/* The output exactly on a packed input of its type. */
static void check_in_place(struct points *p, const struct noises *noises, size_t n, uint32_t d,
                           const struct block *expected)
{
    if (p->lane == F64_F32 || p->strides[d] != 1 || p->block[d].size != expected->size)
        return;
    void *const saved = allocate_or_fail(expected->size);
    memcpy(saved, p->block[d].start, expected->size);
    check(evaluate(p, noises->noise[n], 0, p->count, p->block[d].start) == PERLIN_OK, "in place");
    check_same(p, noises, n, p->block[d].start, expected, "in place");
    memcpy(p->block[d].start, saved, expected->size);
    free(saved);
}

static void check_evaluation(struct points *p, const struct noises *noises, size_t split)
{
    const size_t size = result_size(p->lane);
    struct block expected = block_create(p->count * size, 0), inputs[4];
    for (uint32_t d = 0; d < 4; d++) {
        inputs[d] = block_create(p->block[d].size, 0);
        if (p->block[d].size > 0)
            memcpy(inputs[d].start, p->block[d].start, p->block[d].size);
    }
    check(evaluate(p, noises->noise[0], 0, p->count, expected.start) == PERLIN_OK, "scalar");
    check_form(p, &expected);
    for (size_t n = 0; n < noises->count; n++) {
        struct block out = block_create(p->count * size, p->lead * size);
        check(evaluate(p, noises->noise[n], 0, p->count, out.start) == PERLIN_OK, "whole");
        check_same(p, noises, n, out.start, &expected, "whole");
        memset(out.start, CANARY, out.size);
        evaluate(p, noises->noise[n], split, p->count - split, out.start + split * size);
        for (size_t i = 0; i < split * size; i++)
            check(out.start[i] == CANARY, "%s wrote before its output", noises->name[n]);
        evaluate(p, noises->noise[n], 0, split, out.start);
        check_same(p, noises, n, out.start, &expected, "split");
        block_free(&out);
        check_in_place(p, noises, n, (uint32_t)split % p->dims, &expected);
    }
    for (uint32_t d = 0; d < 4; d++) {
        check(inputs[d].size == 0 ||
                  memcmp(inputs[d].start, p->block[d].start, inputs[d].size) == 0,
              "an evaluation wrote to its input");
        block_free(&inputs[d]);
    }
    block_free(&expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    struct points points;
    struct noises noises;
    take_points(&in, &points);
    const uint32_t interleaved = take_below(&in, 3) == 2, split = take_u8(&in);
    if (!noises_create(&noises, &points.params))
        return 0;
    const mistakes found = points_mistakes(&points);
    if (found != 0 || points.count == 0) {
        for (size_t n = 0; n < noises.count; n++)
            check_mistake(&points, noises.noise[n], found);
    } else if (is_small(&points)) {
        if (interleaved)
            make_interleaved(&in, &points);
        else
            make_arrays(&in, &points);
        check_evaluation(&points, &noises, split % (points.count + 1));
        for (uint32_t d = 0; d < 4; d++)
            block_free(&points.block[d]);
    }
    noises_destroy(&noises);
    return 0;
}
