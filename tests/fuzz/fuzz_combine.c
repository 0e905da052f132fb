/*
 * Fuzzes combinations: trees of any kinds over noises of any parameters, with raw numbers, missing
 * inputs and any order of destruction, at points and on grids.
 */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_LEAVES = 3, MOST_NODES = 20, SAMPLES = 48, POSITIONS = 5 };

/* A noise by every backend, the scalar one first. */
struct node {
    struct noises noises;
};

static double take_number(struct input *in)
{
    const uint8_t kind = take_u8(in);
    if (kind < 224)
        return (kind - 112) / 64.0;
    const uint64_t bits = take_u64(in);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void take_combination(struct input *in, perlin_combination *c, double positions[POSITIONS],
                             double values[POSITIONS])
{
    const uint32_t kind = take_below(in, PERLIN_COMBINE_WARP + 2);
    const perlin_status status = perlin_combination_init(c, kind);
    check(status == (kind <= PERLIN_COMBINE_WARP ? PERLIN_OK : PERLIN_ERROR_KIND),
          "init of kind %u: %u", kind, status);
    if (status != PERLIN_OK) {
        perlin_combination_init(c, PERLIN_COMBINE_ADD);
        c->kind = kind;
    }
    const uint32_t numbers = take_u8(in);
    if (numbers & 1)
        c->value = take_number(in);
    if (numbers & 2) {
        c->scale = take_number(in);
        c->bias = take_number(in);
    }
    if (numbers & 4) {
        c->lower = take_number(in);
        c->upper = take_number(in);
    }
    if (numbers & 8)
        c->falloff = take_number(in);
    if (numbers & 16)
        c->smoothness = take_number(in);
    if (numbers & 32)
        c->amplitude = take_number(in);
    for (uint32_t a = 0; a < 4 && (numbers & 64); a++) {
        c->offset[a] = take_number(in);
        c->point[a] = take_number(in);
        c->matrix[a][take_below(in, 4)] = take_number(in);
    }
    c->axis = take_below(in, 5);
    c->dims = take_below(in, 6);
    c->curve = take_below(in, 3);
    c->position_count = take_below(in, POSITIONS + 1);
    c->positions = positions;
    c->values = values;
    double at = -1;
    for (uint32_t i = 0; i < POSITIONS; i++) {
        positions[i] = numbers & 128 ? take_number(in) : at;
        values[i] = take_number(in);
        at += 0.5;
    }
}

/* Combines by each backend: all say the same, and an error writes nothing. */
static int take_node(struct input *in, struct node nodes[], uint32_t count)
{
    double positions[POSITIONS], values[POSITIONS];
    struct noises *const made = &nodes[count].noises;
    perlin_combination c;
    uint32_t from[5];
    perlin_status first = PERLIN_OK;
    take_combination(in, &c, positions, values);
    for (int i = 0; i < 5; i++)
        from[i] = take_below(in, count + 1); /* the last one is none */
    made->count = 0;
    for (size_t n = 0; n < nodes[0].noises.count; n++) {
        perlin_noise *noise = NULL;
        for (int i = 0; i < 5; i++)
            c.input[i] = from[i] < count ? nodes[from[i]].noises.noise[n] : NULL;
        c.backend = nodes[0].noises.backend[n];
        const perlin_status status = perlin_combine(&noise, &c);
        check(n == 0 || status == first, "status %u, not %u", status, first);
        check((status == PERLIN_OK) == (noise != NULL), "an error wrote");
        first = status;
        if (status == PERLIN_OK) {
            made->noise[made->count] = noise;
            made->name[made->count++] = nodes[0].noises.name[n];
        }
    }
    return first == PERLIN_OK;
}

/* Bounds hold where all coordinates of a sample are finite. */
static int has_bounds(const void *const coords[4], enum lane lane, uint32_t dims, size_t i)
{
    int finite = 1;
    for (uint32_t a = 0; a < dims; a++)
        finite &= isfinite(element_of(lane == F32 ? F32 : F64, coords[a], i)) != 0;
    return finite;
}

static void compare_points(struct input *in, const struct noises *noises, enum lane lane,
                           uint32_t dims, const double limit[2])
{
    static _Alignas(double) unsigned char data[4][SAMPLES * sizeof(double)];
    static double out[2][SAMPLES];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    struct random generated = {take_u64(in)};
    const size_t count = 1 + take_below(in, SAMPLES);
    for (uint32_t a = 0; a < dims; a++)
        take_coordinates(in, &generated, lane, data[a], count);
    for (size_t n = 0; n < noises->count; n++) {
        const perlin_status status =
            evaluate_points(lane, noises->noise[n], dims, count, coords, NULL, out[n > 0]);
        check(status == PERLIN_OK, "points: %u", status);
        check(first_difference(out[0], out[n > 0], count, result_size(lane)) < 0, "%s %s %u-D",
              noises->name[n], lane_name(lane), dims);
    }
    for (size_t i = 0; i < count; i++) {
        const double value = element_of(lane, out[0], i);
        check(isnan(value) || (value >= limit[0] && value <= limit[1]) ||
                  !has_bounds(coords, lane, dims, i),
              "%g is not within %g..%g", value, limit[0], limit[1]);
    }
}

static void compare_grids(struct input *in, const struct noises *noises, enum lane lane,
                          uint32_t dims)
{
    enum { ELEMENTS = 4096 };
    static double out[2][ELEMENTS];
    perlin_grid grid;
    size_t elements = 1;
    perlin_grid_init(&grid);
    grid.dims = dims;
    for (uint32_t a = 0; a < dims; a++) {
        grid.count[a] = 1 + take_below(in, dims == 1 ? 256 : dims == 2 ? 48 : dims == 3 ? 12 : 7);
        grid.start[a] = take_between(in, -100, 100);
        grid.step[a] = (1 + take_u8(in)) / 256.0;
        grid.period[a] = take_below(in, 8) == 7 ? 1 + take_u8(in) : 0;
        grid.origin[a] = take_number(in);
        if (!isfinite(grid.origin[a]))
            grid.origin[a] = 0;
        if (take_below(in, 4) == 3) {
            struct random generated = {take_u64(in)};
            round_steps(&generated, &grid, a);
        }
        elements *= grid.count[a];
    }
    for (size_t n = 0; n < noises->count; n++) {
        memset(out[n > 0], 0, sizeof out[0]);
        const perlin_status status = evaluate_grid(lane, noises->noise[n], &grid, out[n > 0]);
        check(status == PERLIN_OK, "grid: %u", status);
        check(first_difference(out[0], out[n > 0], ELEMENTS, result_size(lane)) < 0, "%s %s, %s",
              noises->name[n], lane_name(lane), describe_grid(&grid));
    }
    check(elements <= ELEMENTS, "too many samples");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct node nodes[MOST_NODES];
    struct input in = {data, size};
    const uint32_t leaves = 1 + take_below(&in, MOST_LEAVES);
    const uint32_t order = take_u8(&in), dims = 1 + take_below(&in, 4);
    const enum lane lane = (enum lane)take_below(&in, 3);
    const uint32_t combinations = 1 + take_below(&in, MOST_NODES - MOST_LEAVES);
    uint32_t count = 0;
    while (count < leaves) {
        perlin_params params;
        take_params(&in, &params);
        params.octaves = 1 + params.octaves % 3;
        params.weight_count = params.weight_octaves = 0;
        if (!noises_create(&nodes[count].noises, &params)) {
            perlin_params_init(&params);
            noises_create(&nodes[count].noises, &params);
        }
        count++;
    }
    for (uint32_t i = 0; i < combinations; i++)
        count += (uint32_t)take_node(&in, nodes, count);
    const struct noises top = nodes[count - 1].noises;
    if (order & 1) /* what the last one holds is held by it alone */
        for (uint32_t i = 0; i + 1 < count; i++)
            noises_destroy(&nodes[i].noises);
    double limit[2];
    if (perlin_bounds(top.noise[0], dims, limit) == PERLIN_OK) {
        compare_points(&in, &top, lane, dims, limit);
        if (lane != F64_F32)
            compare_grids(&in, &top, lane, dims);
    }
    for (uint32_t i = order & 1 ? count - 1 : 0; i < count; i++)
        noises_destroy(&nodes[i].noises);
    return 0;
}
