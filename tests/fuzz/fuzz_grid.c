/*
 * Fuzzes grids: raw bytes of perlin_grid, shorter and longer structs, strides that fit and strides
 * that do not. A grid that is accepted and small is evaluated in memory of exactly its extent.
 */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ELEMENTS = 4096, MOST_WORK = 8192 /* samples times octaves */ };

struct grid_case {
    perlin_params params;
    enum lane lane; /* F32 or F64 */
    struct sized caller;
    perlin_grid grid;           /* what this version sees of it */
    uint32_t split_axis, split; /* a byte that says where */
    size_t lead;
};

/* ---- The case -------------------------------------------------------------------------------- */

static double take_number(struct input *in, int raw)
{
    static const double steps[] = {0x1p-6, 0.125, 0.37, 1,   -0.25, 3.75,   1e-3,  0,
                                   1e-300, 256,   -1,   1e9, 0.1,   0x1p52, 1e300, -0.0};
    return raw ? from_bits_f64(take_u64(in)) : steps[take_below(in, COUNT_OF(steps))];
}

static int64_t take_start(struct input *in, int raw)
{
    const uint64_t bits = raw ? take_u64(in) : 0;
    int64_t start;
    memcpy(&start, &bits, sizeof start);
    return raw ? start : (int64_t)take_between(in, -128, 127);
}

/* Strides that leave room for the axes below; `order` says which axis is the lowest. */
static void take_fitting_strides(struct input *in, perlin_grid *grid, uint32_t order)
{
    uint64_t stride = 1 + take_below(in, 3);
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t a = (i + order) % 4;
        const uint32_t more = take_u8(in);
        if (a >= grid->dims)
            continue;
        if (stride > PTRDIFF_MAX)
            stride = PTRDIFF_MAX;
        grid->stride[a] = more & 128 ? -(ptrdiff_t)stride : (ptrdiff_t)stride;
        stride = sum(product(stride, grid->count[a]), more % 8);
    }
}

static void take_raw_strides(struct input *in, perlin_grid *grid)
{
    for (uint32_t a = 0; a < 4; a++)
        if (take_below(in, 2))
            take_bytes(in, &grid->stride[a], sizeof grid->stride[a]);
        else
            grid->stride[a] = take_between(in, -128, 127);
}

static void take_grid(struct input *in, perlin_grid *grid)
{
    const uint32_t raw = take_u8(in);
    perlin_grid_init(grid);
    grid->dims = (raw & 7) == 7 ? take_u32(in) : 1 + take_below(in, 4);
    const uint32_t dims = grid->dims < 4 ? grid->dims : 4;
    for (uint32_t a = 0; a < 4; a++) {
        const int here = a < dims;
        grid->origin[a] = take_number(in, !here || (raw & 8));
        grid->step[a] = take_number(in, !here || (raw & 16));
        grid->start[a] = take_start(in, !here || (raw & 32));
        /* Counts of which one is long. */
        const uint32_t count = take_u8(in);
        grid->count[a] = count < 250   ? count % (a == raw % 5 ? 250 : 8)
                         : count < 253 ? count * (size_t)5
                                       : (size_t)take_u64(in);
        if (here && (raw & 64) && grid->count[a] > 0 && grid->count[a] <= MOST_ELEMENTS) {
            struct random generated = {take_u64(in)};
            round_steps(&generated, grid, a);
        }
    }
    const uint32_t strides = take_u8(in);
    if (strides % 4 == 1 || strides % 4 == 2)
        take_fitting_strides(in, grid, strides / 4);
    else if (strides % 4 == 3)
        take_raw_strides(in, grid);
    for (uint32_t a = 0; a < 4 && strides >= 128; a++) {
        const uint32_t kind = take_u8(in);
        grid->period[a] = kind < 64 ? 0 : kind < 240 ? kind - 63u : take_u64(in);
    }
}

/* The smallest struct that is taken: that of 0.1. */
static const size_t first_size = sizeof(perlin_grid);

static void take_case(struct input *in, struct grid_case *c)
{
    memset(c, 0, sizeof *c);
    take_params(in, &c->params);
    c->lane = (enum lane)take_below(in, 2);
    c->split_axis = take_below(in, 4);
    c->split = take_u8(in);
    c->lead = take_below(in, 4);
    take_grid(in, &c->grid);
    perlin_grid defaults;
    perlin_grid_init(&defaults);
    c->caller = take_sized(in, take_size(in, sizeof c->grid), &c->grid, &defaults, sizeof c->grid,
                           first_size);
}

static const perlin_grid *caller_grid(const struct grid_case *c)
{
    return (const void *)c->caller.block.start;
}

/* ---- What the documentation says of it ------------------------------------------------------- */

/* The memory of a grid whose strides are explicit. */
struct layout {
    mistakes found;
    uint64_t elements, samples, before; /* `before` elements lie before the first sample */
};

static int is_empty(const perlin_grid *grid)
{
    for (uint32_t a = 0; a < grid->dims; a++)
        if (grid->count[a] == 0)
            return 1;
    return 0;
}

/* Makes the strides explicit where all are 0. */
static mistakes complete(perlin_grid *grid)
{
    int any = 0, missing = 0;
    for (uint32_t a = 0; a < grid->dims; a++) {
        any |= grid->stride[a] != 0;
        missing |= grid->stride[a] == 0 && grid->count[a] > 1;
    }
    if (any)
        return mistake(missing, PERLIN_ERROR_STRIDE);
    uint64_t stride = 1;
    for (uint32_t a = 0; a < grid->dims; a++) {
        grid->stride[a] = (ptrdiff_t)stride;
        stride = product(stride, grid->count[a]);
        if (stride > PTRDIFF_MAX)
            return mistake(1, PERLIN_ERROR_OVERFLOW);
    }
    return 0;
}

/* The elements below an axis: those that the axes of smaller strides reach, or of equal ones before
   it. */
static uint64_t extent_below(const perlin_grid *grid, uint32_t axis)
{
    uint64_t extent = 1;
    for (uint32_t a = 0; a < grid->dims; a++) {
        const uint64_t stride = magnitude(grid->stride[a]), own = magnitude(grid->stride[axis]);
        if (grid->count[a] > 1 && (stride < own || (stride == own && a < axis)))
            extent = sum(extent, product(stride, grid->count[a] - 1));
    }
    return extent;
}

static void measure(const perlin_grid *grid, size_t size, struct layout *layout)
{
    layout->elements = 1;
    layout->samples = 1;
    for (uint32_t a = 0; a < grid->dims; a++) {
        const uint64_t reach = product(magnitude(grid->stride[a]), grid->count[a] - 1);
        layout->samples = product(layout->samples, grid->count[a]);
        layout->elements = sum(layout->elements, reach);
        layout->before = sum(layout->before, grid->stride[a] < 0 ? reach : 0);
        layout->found |=
            mistake(grid->count[a] > 1 && magnitude(grid->stride[a]) < extent_below(grid, a),
                    PERLIN_ERROR_OVERLAP);
    }
    layout->found |= mistake(product(layout->elements, size) > PTRDIFF_MAX, PERLIN_ERROR_OVERFLOW);
}

/* Completes the case's grid and finds its mistakes and its memory. */
static struct layout layout_of(const struct grid_case *c, perlin_grid *grid, size_t size)
{
    struct layout layout = {0, 0, 0, 0};
    if (c->caller.size < first_size) {
        layout.found = mistake(1, PERLIN_ERROR_STRUCT_SIZE);
        return layout;
    }
    const int bad_dims = grid->dims < 1 || grid->dims > 4;
    layout.found = mistake(!c->caller.tail_is_zero, PERLIN_ERROR_UNSUPPORTED) |
                   mistake(bad_dims, PERLIN_ERROR_DIMS);
    if (layout.found)
        return layout;
    for (uint32_t a = 0; a < grid->dims; a++)
        layout.found |= mistake(!isfinite(grid->step[a]) || !isfinite(grid->origin[a]) ||
                                    (grid->step[a] == 0 && grid->count[a] > 1),
                                PERLIN_ERROR_GRID) |
                        mistake(grid->period[a] > INT64_MAX, PERLIN_ERROR_PERIOD_GRID);
    if (is_empty(grid))
        return layout;
    for (uint32_t a = 0; a < grid->dims; a++) {
        const uint64_t room = (uint64_t)INT64_MAX - (uint64_t)grid->start[a];
        layout.found |= mistake(grid->count[a] - 1 > room, PERLIN_ERROR_OVERFLOW);
    }
    const mistakes strides = complete(grid);
    layout.found |= strides;
    if (strides == 0)
        measure(grid, size, &layout);
    return layout;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static void check_extent(const struct grid_case *c)
{
    perlin_grid grid = c->grid;
    const struct layout layout = layout_of(c, &grid, sizeof(float));
    ptrdiff_t first = 12345;
    size_t elements = 54321;
    const perlin_status status = perlin_grid_extent(caller_grid(c), &first, &elements);
    check_status(status, layout.found, "perlin_grid_extent");
    if (status == PERLIN_OK)
        check(elements == layout.elements && 0 - (uint64_t)first == layout.before,
              "the extent is %td, %zu", first, elements);
    else
        check(first == 12345 && elements == 54321, "a failed perlin_grid_extent wrote");
    check(perlin_grid_extent(NULL, &first, &elements) == PERLIN_ERROR_NULL, "grid NULL");
    check(perlin_grid_extent(caller_grid(c), NULL, &elements) == PERLIN_ERROR_NULL, "first NULL");
    check(perlin_grid_extent(caller_grid(c), &first, NULL) == PERLIN_ERROR_NULL, "elements NULL");
}

/* Errors and grids without samples: nothing is written. */
static void check_nothing(const struct grid_case *c, const struct noises *noises, mistakes found)
{
    struct block out = block_create(64, 0);
    for (size_t n = 0; n < noises->count; n++) {
        check_status(evaluate_grid(c->lane, noises->noise[n], caller_grid(c), out.start), found,
                     "perlin_grid");
        check_status(evaluate_grid(c->lane, noises->noise[n], caller_grid(c), NULL),
                     found | mistake(found != 0, PERLIN_ERROR_NULL), "perlin_grid to NULL");
    }
    for (size_t i = 0; i < out.size; i++)
        check(out.start[i] == CANARY, "a call without samples wrote byte %zu", i);
    block_free(&out);
}

/* Calls that fail on a grid that is right. */
static void check_nulls(const struct grid_case *c, const perlin_noise *noise)
{
    uint64_t out = 0;
    check(evaluate_grid(c->lane, noise, caller_grid(c), NULL) == PERLIN_ERROR_NULL, "out NULL");
    check(evaluate_grid(c->lane, noise, NULL, &out) == PERLIN_ERROR_NULL, "grid NULL");
    check(evaluate_grid(c->lane, NULL, caller_grid(c), &out) == PERLIN_ERROR_NULL, "noise NULL");
}

/* The least number that is not negative and differs from the index by a multiple of the period. */
static int64_t repeated(int64_t index, uint64_t period)
{
    if (period == 0)
        return index;
    const uint64_t size = index < 0 ? 0 - (uint64_t)index : (uint64_t)index, rest = size % period;
    return (int64_t)(index < 0 && rest > 0 ? period - rest : rest);
}

/* What the grid is to give, from the scalar backend a point at a time; canaries in its gaps. */
static void fill_expected(const struct grid_case *c, const perlin_grid *grid,
                          const struct layout *layout, const perlin_noise *scalar,
                          struct block *expected)
{
    const size_t size = result_size(c->lane);
    const enum lane points = c->lane == F32 ? F64_F32 : F64;
    for (uint64_t s = 0; s < layout->samples; s++) {
        double coordinate[4];
        const void *coords[4];
        uint64_t rest = s;
        ptrdiff_t at = (ptrdiff_t)layout->before;
        for (uint32_t a = 0; a < grid->dims; a++) {
            const uint64_t i = rest % grid->count[a];
            const double index = (double)repeated(grid->start[a] + (int64_t)i, grid->period[a]);
            rest /= grid->count[a];
            at += (ptrdiff_t)i * grid->stride[a];
            coordinate[a] = grid->origin[a] + index * grid->step[a];
            coords[a] = &coordinate[a];
        }
        void *const result = expected->start + (size_t)at * size;
        check(evaluate_points(points, scalar, grid->dims, 1, coords, NULL, result) == PERLIN_OK,
              "a point");
        check_result(&c->params, points, result,
                     outcome_of(&c->params, points, grid->dims, coords));
    }
}

static unsigned char *origin_of(const struct grid_case *c, const struct layout *layout,
                                const struct block *out)
{
    return out->start + (size_t)layout->before * result_size(c->lane);
}

/* The grid in two parts along an axis. */
static void evaluate_split(const struct grid_case *c, const perlin_grid *grid,
                           const perlin_noise *noise, unsigned char *origin)
{
    const uint32_t axis = c->split_axis % grid->dims;
    const size_t low = c->split % (grid->count[axis] + 1);
    perlin_grid part = *grid;
    part.struct_size = sizeof part;
    if (low < grid->count[axis]) {
        part.start[axis] += (int64_t)low;
        part.count[axis] -= low;
        const ptrdiff_t offset = (ptrdiff_t)low * part.stride[axis];
        check(evaluate_grid(c->lane, noise, &part,
                            origin + offset * (ptrdiff_t)result_size(c->lane)) == PERLIN_OK,
              "the upper part");
    }
    part.start[axis] = grid->start[axis];
    part.count[axis] = low;
    check(evaluate_grid(c->lane, noise, &part, origin) == PERLIN_OK, "the lower part");
}

static void check_same(const struct grid_case *c, const perlin_grid *grid, const char *name,
                       const struct block *out, const struct block *expected, const char *how)
{
    const size_t size = result_size(c->lane);
    assert_same_bits(out->start, expected->start, expected->size / size, size,
                     "%s grid %s, %s, %s, %s", lane_name(c->lane), how, name, describe(&c->params),
                     describe_grid(grid));
}

static void check_evaluation(const struct grid_case *c, const perlin_grid *grid,
                             const struct layout *layout, const struct noises *noises)
{
    const size_t size = result_size(c->lane), bytes = (size_t)layout->elements * size;
    struct block expected = block_create(bytes, 0);
    fill_expected(c, grid, layout, noises->noise[0], &expected);
    for (size_t n = 0; n < noises->count; n++) {
        struct block out = block_create(bytes, c->lead * size);
        unsigned char *const origin = origin_of(c, layout, &out);
        check(evaluate_grid(c->lane, noises->noise[n], caller_grid(c), origin) == PERLIN_OK,
              "whole");
        check_same(c, grid, noises->name[n], &out, &expected, "whole");
        memset(out.start, CANARY, out.size);
        evaluate_split(c, grid, noises->noise[n], origin);
        check_same(c, grid, noises->name[n], &out, &expected, "split");
        block_free(&out);
    }
    block_free(&expected);
}

static void check_init_sized(size_t size)
{
    struct block block = block_create(size, 0);
    const perlin_status status = perlin_grid_init_sized((void *)block.start, size);
    perlin_grid defaults;
    perlin_grid_init(&defaults);
    check_init(&block, status, &defaults, sizeof defaults, first_size, "perlin_grid_init_sized");
    block_free(&block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    struct grid_case c;
    struct noises noises;
    check_init_sized((size_t)take_u8(&in) * 2);
    take_case(&in, &c);
    check_extent(&c);
    if (noises_create(&noises, &c.params)) {
        perlin_grid grid = c.grid;
        struct layout layout = layout_of(&c, &grid, result_size(c.lane));
        layout.found |= mistake(!has_dims(&c.params, grid.dims), PERLIN_ERROR_DIMS);
        const uint32_t octaves = c.params.fractal ? c.params.octaves : 1;
        if (layout.found != 0 || layout.samples == 0)
            check_nothing(&c, &noises, layout.found);
        else
            check_nulls(&c, noises.noise[0]);
        if (layout.found == 0 && layout.samples > 0 && layout.elements <= MOST_ELEMENTS &&
            layout.samples * octaves <= MOST_WORK)
            check_evaluation(&c, &grid, &layout, &noises);
        noises_destroy(&noises);
    }
    block_free(&c.caller.block);
    return 0;
}
