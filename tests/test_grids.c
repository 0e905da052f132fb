/*
 * Every entry of every backend's table of grid kernels against the scalar backend, bit for bit.
 */
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double steps[] = {1 / 500.0, 1 / 128.0, 1 / 64.0, 1 / 16.0, 0.1, 0.3, 0.5,
                               0.9,       1.0,       1.1,      1.7,      7.0, 0.0};

static double random_step(struct random *r)
{
    const double step = steps[random_below(r, COUNT_OF(steps))];
    return random_chance(r, 4) ? -step : step;
}

/* A grid of everyday numbers. */
static void random_grid(struct random *r, perlin_grid *grid, uint32_t dims, size_t most)
{
    static const double origins[] = {0.0, 0.0, 0.5, -0.25, 100.7, -1e6, 1e12};
    perlin_grid_init(grid);
    grid->dims = dims;
    random_counts(r, grid, most);
    for (uint32_t a = 0; a < dims; a++) {
        grid->step[a] = random_step(r);
        grid->start[a] = random_chance(r, 3) ? 0 : random_between(r, -5000, 5000);
        grid->origin[a] = origins[random_below(r, COUNT_OF(origins))];
    }
    take_one_at_steps_of_zero(grid);
    if (!random_chance(r, 3))
        random_strides(r, grid);
}

/* ---- Both backends --------------------------------------------------------------------------- */

struct pair {
    perlin_noise *noise, *oracle;
    const perlin_params *params;
};

static struct pair create_pair(const struct test_case *test, const perlin_params *params)
{
    return (struct pair){create_for(test->subject, params), create_scalar(params), params};
}

static void destroy_pair(struct pair *pair)
{
    perlin_destroy(pair->noise);
    perlin_destroy(pair->oracle);
}

/* The memory of a grid, with gaps at 0xcc. */
struct memory {
    size_t elements;
    char *start;
    void *first; /* where sample (0, 0, 0, 0) goes */
};

static struct memory grid_memory(const struct test_case *test, const perlin_grid *grid)
{
    const size_t size = result_size(test->lane);
    struct memory memory;
    ptrdiff_t first;
    assert_status(perlin_grid_extent(grid, &first, &memory.elements), PERLIN_OK, "extent");
    memory.start = allocate_or_fail(memory.elements * size);
    memory.first = memory.start - first * (ptrdiff_t)size;
    memset(memory.start, 0xcc, memory.elements * size);
    return memory;
}

/* Compares all memory, gaps too. */
static void check_grid(const struct test_case *test, const struct pair *pair,
                       const perlin_grid *grid)
{
    const size_t size = result_size(test->lane);
    const struct memory out = grid_memory(test, grid), expected = grid_memory(test, grid);
    assert_status(evaluate_grid(test->lane, pair->noise, grid, out.first), PERLIN_OK, "grid");
    evaluate_grid(test->lane, pair->oracle, grid, expected.first);
    if (first_difference(out.start, expected.start, out.elements, size) >= 0)
        assert_same_bits(out.start, expected.start, out.elements, size, "%s | %s",
                         describe_grid(grid), describe(pair->params));
    free(out.start);
    free(expected.start);
}

/* Results and slopes of both backends. */
static void check_gradients(const struct test_case *test, const struct pair *pair,
                            const perlin_grid *grid)
{
    const size_t size = result_size(test->lane);
    struct memory out[5], expected[5];
    void *to[2][4];
    for (int k = 0; k < 5; k++) {
        out[k] = grid_memory(test, grid);
        expected[k] = grid_memory(test, grid);
        if (k > 0) {
            to[0][k - 1] = out[k].first;
            to[1][k - 1] = expected[k].first;
        }
    }
    evaluate_grid_gradient(test->lane, pair->noise, grid, out[0].first, to[0]);
    evaluate_grid_gradient(test->lane, pair->oracle, grid, expected[0].first, to[1]);
    for (int k = 0; k < 5; k++) {
        assert_same_bits(out[k].start, expected[k].start, out[k].elements, size,
                         "output %d of %s | %s", k, describe_grid(grid), describe(pair->params));
        free(out[k].start);
        free(expected[k].start);
    }
}

/* ---- Steps, parameters, extremes ------------------------------------------------------------- */

static void check_step(const struct test_case *test, struct random *r, const struct pair *pair,
                       double step)
{
    perlin_grid grid;
    random_grid(r, &grid, test->dims, 3000);
    grid.step[0] = step;
    take_one_at_steps_of_zero(&grid);
    check_grid(test, pair, &grid);
    for (uint32_t a = 0; a < test->dims; a++)
        grid.step[a] = step;
    take_one_at_steps_of_zero(&grid);
    check_grid(test, pair, &grid);
}

static void grids(const struct test_case *test)
{
    struct random r = random_for(test);
    for (perlin_hash hash = PERLIN_HASH_INTEGER; hash <= PERLIN_HASH_PERMUTATION; hash++) {
        perlin_params params;
        perlin_params_init(&params);
        params.hash = hash;
        struct pair plain = create_pair(test, &params);
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octaves = 4;
        params.frequency = 0.37;
        struct pair fractal = create_pair(test, &params);
        for (size_t s = 0; s < COUNT_OF(steps); s++) {
            for (struct trials t = trials(5); next_trial(&t);) {
                check_step(test, &r, &plain, steps[s]);
                check_step(test, &r, &plain, -steps[s]);
            }
            check_step(test, &r, &fractal, steps[s]);
            check_step(test, &r, &fractal, -steps[s]);
        }
        destroy_pair(&plain);
        destroy_pair(&fractal);
    }
}

static void parameters(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    uint8_t permutation[256];
    for (struct trials t = trials(60); next_trial(&t);) {
        random_params(&r, &params, test->dims, permutation);
        struct pair pair = create_pair(test, &params);
        random_grid(&r, &grid, test->dims, 1000);
        check_grid(test, &pair, &grid);
        destroy_pair(&pair);
    }
}

/* Grids of many tiles, rows and planes, with more octaves than the tile cache has slots, and
   octaves with strengths. */
static void blocks(const struct test_case *test)
{
    static const struct {
        uint32_t fractal, octaves;
        double weighted_strength;
    } kinds[] = {
        {PERLIN_FRACTAL_NONE, 1, 0}, {PERLIN_FRACTAL_FBM, 7, 0}, {PERLIN_FRACTAL_RIDGED, 3, 0.5}};
    struct random r = random_for(test);
    for (struct trials t = trials(12); next_trial(&t);) {
        const uint32_t kind = random_below(&r, COUNT_OF(kinds));
        perlin_params params;
        perlin_grid grid;
        perlin_params_init(&params);
        params.hash = 1 + random_below(&r, 2);
        params.fractal = kinds[kind].fractal;
        params.octaves = kinds[kind].octaves;
        params.weighted_strength = kinds[kind].weighted_strength;
        struct pair pair = create_pair(test, &params);
        random_grid(&r, &grid, test->dims, 1);
        large_counts(&r, &grid);
        take_one_at_steps_of_zero(&grid);
        if (!random_chance(&r, 3))
            random_strides(&r, &grid);
        else
            memset(grid.stride, 0, sizeof grid.stride);
        check_grid(test, &pair, &grid);
        destroy_pair(&pair);
    }
}

/* A matrix that is none of the rotations. */
static void set_matrix(perlin_params *params, double along, double across)
{
    params->rotation = PERLIN_ROTATION_MATRIX;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            params->matrix[a][b] = a == b ? along : across * (a - b);
}

static void check_slow(const struct test_case *test, struct random *r, const struct pair *pair,
                       double start, double step)
{
    perlin_grid grid;
    random_grid(r, &grid, test->dims, 1);
    for (uint32_t a = 0; a < test->dims; a++) {
        grid.start[a] = start == 0 ? 0 : grid.start[a];
        grid.count[a] = a == 0 ? 300 : 2;
        grid.stride[a] = 0;
        grid.period[a] = 0;
        grid.origin[a] = start;
        grid.step[a] = step;
    }
    check_grid(test, pair, &grid);
}

/* Moves slowly across cells of every basis, with a period that is no power of two. Some coordinates
   are multiples of more than a step. Some cells' sides lie at samples, but for rounding. */
static void rotated(const struct test_case *test)
{
    enum { STARTS = 12 };
    struct random r = random_for(test);
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++) {
        for (int a = 0; a < 4; a++)
            params.period[a] = perlin_bases[params.basis]->takes_period ? 7 : 0;
        if (params.hash == PERLIN_HASH_PERMUTATION)
            params.gradients = PERLIN_GRADIENTS_SLICE;
        if (!has_dims(&params, test->dims))
            continue;
        set_matrix(&params, 0.6, -0.8);
        struct pair pair = create_pair(test, &params);
        check_slow(test, &r, &pair, 0, 0x1p-6);
        destroy_pair(&pair);
        set_matrix(&params, 1, 0.0625);
        pair = create_pair(test, &params);
        for (size_t i = 0; i < scaled_down(STARTS); i++)
            check_slow(test, &r, &pair, random_real(&r, -1, 1) * (i % 2 ? 0x1p45 : 4), 0x1.9p-8);
        destroy_pair(&pair);
    }
}

/* Crosses the ends of periods along all axes: periods that take a division, a mask, or pass the
   size of a byte; in rows of few and of many lattice points. By tables the last of two octaves passes
   256 cells. */
static void tiles(const struct test_case *test)
{
    static const uint32_t periods[] = {3, 4, 259};
    struct random r = random_for(test);
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++) {
        if (!perlin_bases[params.basis]->takes_period)
            continue;
        for (uint32_t p = 0; p < COUNT_OF(periods); p++) {
            const int is_long_by_table = params.hash == PERLIN_HASH_PERMUTATION && periods[p] > 256;
            const uint32_t period = is_long_by_table ? 131 : periods[p];
            params.fractal = is_long_by_table ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
            params.octaves = 2;
            for (int a = 0; a < 4; a++)
                params.period[a] = period;
            if (!has_dims(&params, test->dims))
                continue;
            struct pair pair = create_pair(test, &params);
            for (int is_long = 0; is_long <= 1; is_long++) {
                perlin_grid grid;
                random_grid(&r, &grid, test->dims, 1);
                for (uint32_t a = 0; a < test->dims; a++) {
                    grid.count[a] = a == 0 && is_long ? 150 : a < 2 ? 6 : 4;
                    grid.stride[a] = 0;
                    grid.period[a] = 0;
                    grid.start[a] = -2;
                    grid.origin[a] = period - 0.25;
                    grid.step[a] = 0.5;
                }
                check_grid(test, &pair, &grid);
            }
            destroy_pair(&pair);
        }
    }
}

/* Noise on simplices: cells of 4 to 256 samples, also where cell numbers wrap, in long and short
   rows, some of which start over. Neighbours in a cell share work. */
static void simplices(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++) {
        if (!perlin_bases[params.basis]->reach)
            continue;
        for (struct trials t = trials(10); next_trial(&t);) {
            perlin_grid grid;
            if (params.hash == PERLIN_HASH_PERMUTATION)
                params.gradients = random_below(&r, 4);
            if (!has_dims(&params, test->dims))
                continue;
            struct pair pair = create_pair(test, &params);
            random_grid(&r, &grid, test->dims, 1);
            for (uint32_t a = 0; a < test->dims; a++) {
                grid.count[a] = 1 + random_below(&r, a == 0 ? 300 : 4);
                grid.stride[a] = 0;
                grid.period[a] = a == 0 && random_chance(&r, 4) ? 1 + random_below(&r, 20) : 0;
                grid.start[a] = 0;
                grid.origin[a] = random_real(&r, -3, 3) + 256.0 * random_between(&r, -2, 2);
                grid.step[a] = exp2(random_real(&r, -8, -2)) * (random_chance(&r, 3) ? -1 : 1);
            }
            check_grid(test, &pair, &grid);
            destroy_pair(&pair);
        }
    }
}

/* Around the sizes at which coordinates and their cells outgrow some number of bits. Octaves pass
   them one after the other. */
static void check_far(const struct test_case *test, struct random *r, const perlin_params *params)
{
    static const int exponents[] = {28, 29, 30, 31, 32, 33, 47, 48, 49, 50, 51, 52, 53, 54, 55};
    struct pair pair = create_pair(test, params);
    const uint32_t some = random_below(r, COUNT_OF(exponents));
    for (size_t e = 0; e < scaled_down(COUNT_OF(exponents)); e++) {
        const int exponent = exponents[(some + e) % COUNT_OF(exponents)];
        for (int sign = -1; sign <= 1; sign += 2) {
            perlin_grid grid;
            perlin_grid_init(&grid);
            grid.dims = test->dims;
            for (uint32_t a = 0; a < test->dims; a++) {
                grid.count[a] = a == 0 ? 67 : 2;
                grid.origin[a] = sign * ldexp(1 + 0.0625 * a, exponent);
                grid.step[a] = ldexp(1, -7);
            }
            check_grid(test, &pair, &grid);
        }
    }
    destroy_pair(&pair);
}

/* A single octave of each basis, and several that are rotated; of gradient noise also the other
   fractals. */
static void far_out(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++) {
        for (int kind = 0; kind < 4; kind++) {
            const int is_rotated = kind % 2, is_fractal = kind / 2;
            set_matrix(&params, 1, 0);
            params.rotation = PERLIN_ROTATION_NONE;
            params.octaves = is_fractal ? 3 : 1;
            params.fractal = is_fractal ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
            if (is_rotated)
                set_matrix(&params, 1, 0.0625);
            if (has_dims(&params, test->dims) &&
                (params.basis == PERLIN_BASIS_PERLIN || is_rotated == is_fractal))
                check_far(test, &r, &params);
        }
    }
}

/* Every number of octaves, with the usual lacunarity: steps from far below to far above a cell. */
static void octaves(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    table_params_init(&params);
    params.fractal = PERLIN_FRACTAL_FBM;
    for (params.octaves = 1; params.octaves <= 32; params.octaves++) {
        params.octave_seeds = random_below(&r, 2);
        params.gradients = random_below(&r, 4);
        params.range = random_below(&r, 4);
        set_hash(&params, 1 + random_below(&r, 2));
        struct pair pair = create_pair(test, &params);
        random_grid(&r, &grid, test->dims, 500);
        check_grid(test, &pair, &grid);
        destroy_pair(&pair);
    }
}

/* Coordinates far out, of no detail, and past the largest double. */
static void extremes(const struct test_case *test)
{
    static const double origins[] = {0.0,  1e12,    -1e12,   1e300,    -1e300, 0x1p52,
                                     -0.0, -1e-310, DBL_MAX, -DBL_MAX, 0x1p31, -0x1p23};
    static const double sizes[] = {1e300, 1e-300, -1e18, 0.0,     1e-310,  0x1p-60,
                                   0.25,  0.25,   -0.1,  DBL_MAX, 0x1p200, -0x1p-1074};
    static const uint32_t grid_bases[] = {PERLIN_BASIS_PERLIN, PERLIN_BASIS_PERLIN,
                                          PERLIN_BASIS_VALUE, PERLIN_BASIS_VALUE_CUBIC};
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    table_params_init(&params);
    for (struct trials t = trials(150); next_trial(&t);) {
        params.fractal = random_below(&r, 6);
        params.octaves = 3;
        params.lacunarity = random_chance(&r, 3) ? 1e-10 : 2.0;
        params.frequency = random_chance(&r, 4) ? 1e10 : 1.0;
        params.basis = grid_bases[random_below(&r, COUNT_OF(grid_bases))];
        params.hash =
            params.basis == PERLIN_BASIS_PERLIN ? 1 + random_below(&r, 2) : PERLIN_HASH_INTEGER;
        struct pair pair = create_pair(test, &params);
        random_grid(&r, &grid, test->dims, 400);
        for (uint32_t a = 0; a < test->dims; a++) {
            if (random_chance(&r, 3)) /* an everyday axis besides */
                continue;
            grid.start[a] = extreme_start(&r, grid.count[a]);
            grid.origin[a] = origins[random_below(&r, COUNT_OF(origins))];
            grid.step[a] = sizes[random_below(&r, COUNT_OF(sizes))];
        }
        take_one_at_steps_of_zero(&grid);
        check_grid(test, &pair, &grid);
        destroy_pair(&pair);
    }
}

/* Coordinates that are finite in all octaves but the last, whose noise then is NaN in sums that are
   results already; and slopes that overflow, with either sign. */
static void lost_in_octaves(const struct test_case *test)
{
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++) {
        if (!has_dims(&params, test->dims))
            continue;
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octaves = 3;
        for (params.range = PERLIN_RANGE_SIGNED; params.range <= PERLIN_RANGE_RAW;
             params.range += 2)
            for (uint32_t axis = 0; axis <= test->dims; axis++) {
                perlin_grid grid;
                perlin_grid_init(&grid);
                grid.dims = test->dims;
                for (uint32_t a = 0; a < test->dims; a++) {
                    grid.count[a] = a == 0 ? 37 : 3;
                    grid.step[a] = a != axis ? 0.3 : a == 0 ? 0x1p1023 / 20 : 0x1.cp1022;
                }
                params.frequency = axis < test->dims   ? 0.37
                                   : test->lane == F32 ? 0x1.8p125
                                                       : 0x1.8p1021;
                struct pair pair = create_pair(test, &params);
                check_grid(test, &pair, &grid);
                check_gradients(test, &pair, &grid);
                destroy_pair(&pair);
            }
    }
}

/* Around 0, by many seeds, in steps of the least subnormal number. */
static void least(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    for (struct trials t = trials(2000); next_trial(&t);) {
        random_least_params(&r, &params, test->dims);
        struct pair pair = create_pair(test, &params);
        random_grid(&r, &grid, test->dims, 60);
        for (uint32_t a = 0; a < test->dims; a++) {
            const double unit = test->lane == F32 && random_chance(&r, 2) ? 0x1p-149 : 0x1p-1074;
            grid.start[a] = 0;
            grid.origin[a] = random_between(&r, -2, 2) * unit;
            grid.step[a] = random_between(&r, -1, 1) * unit;
            if (t.number % 2) /* side by side: results may be fused */
                grid.stride[a] = 0;
        }
        take_one_at_steps_of_zero(&grid);
        check_grid(test, &pair, &grid);
        destroy_pair(&pair);
    }
}

/* ---- Long axes ------------------------------------------------------------------------------- */

enum { LONGEST_ROW = 1100 };

/* Rows of every length are the beginning of the longest, and nothing past them is written. */
static void check_rows(const struct test_case *test, struct random *r, const struct pair *pair,
                       double step)
{
    static _Alignas(double) unsigned char expected[2][LONGEST_ROW * sizeof(double)];
    static _Alignas(double) unsigned char out[2][LONGEST_ROW * sizeof(double)];
    static _Alignas(double) unsigned char untouched[LONGEST_ROW * sizeof(double)];
    const size_t size = result_size(test->lane);
    perlin_grid grid;
    random_grid(r, &grid, test->dims, 1);
    for (uint32_t a = 0; a < test->dims; a++)
        grid.step[a] = a > 0 && grid.step[a] != 0 ? grid.step[a] : step;
    memset(untouched, 0xcc, sizeof untouched);
    for (uint32_t a = 0; a < test->dims; a++) {
        grid.count[a] = a == 0 ? LONGEST_ROW : a == 1 ? 2 : 1;
        grid.stride[a] = a == 0 ? 1 : (ptrdiff_t)(sizeof out[0] / size);
    }
    evaluate_grid(test->lane, pair->oracle, &grid, expected);
    for (size_t count = 1; count <= LONGEST_ROW;) {
        grid.count[0] = count;
        memset(out, 0xcc, sizeof out);
        evaluate_grid(test->lane, pair->noise, &grid, out);
        for (uint32_t row = 0; row < (test->dims > 1 ? 2 : 1); row++) {
            assert_same_bits(out[row], expected[row], count, size, "row %u of %zu samples: %s", row,
                             count, describe_grid(&grid));
            assert_same_bits(out[row] + count * size, untouched, LONGEST_ROW - count, size,
                             "past row %u of %zu samples: %s", row, count, describe_grid(&grid));
        }
        count += count < 80 ? 1 : 1 + random_below(r, 2 * test->dims);
    }
}

/* Noise by either hash. */
struct both {
    perlin_params params[2];
    struct pair by[2];
};

static void create_both(const struct test_case *test, struct both *both)
{
    for (perlin_hash hash = PERLIN_HASH_INTEGER; hash <= PERLIN_HASH_PERMUTATION; hash++) {
        perlin_params *const params = &both->params[hash - 1];
        perlin_params_init(params);
        params->hash = hash;
        both->by[hash - 1] = create_pair(test, params);
    }
}

static void destroy_both(struct both *both)
{
    destroy_pair(&both->by[0]);
    destroy_pair(&both->by[1]);
}

static void rows(const struct test_case *test)
{
    static const double row_steps[] = {1 / 300.0, 1 / 64.0, 1 / 9.0, 0.7, 1.3};
    struct random r = random_for(test);
    struct both both;
    create_both(test, &both);
    const uint32_t some = random_below(&r, COUNT_OF(row_steps));
    for (size_t i = 0; i < scaled_down(COUNT_OF(row_steps)); i++) {
        const double step = row_steps[(some + i) % COUNT_OF(row_steps)];
        for (int h = 0; h < 2; h++)
            check_rows(test, &r, &both.by[h], random_chance(&r, 4) ? -step : step);
    }
    destroy_both(&both);
}

static void long_axes(const struct test_case *test)
{
    struct random r = random_for(test);
    struct both both;
    create_both(test, &both);
    const uint32_t some = random_below(&r, COUNT_OF(steps));
    for (size_t i = 0; i < scaled_down(COUNT_OF(steps)); i++) {
        for (uint32_t longest = 0; longest < test->dims; longest++) {
            perlin_grid grid;
            random_grid(&r, &grid, test->dims, 1);
            for (uint32_t a = 0; a < test->dims; a++) {
                grid.count[a] =
                    a == longest ? 600 + random_below(&r, 600) : 1 + random_below(&r, 3);
                grid.stride[a] = 0;
            }
            grid.step[longest] = steps[(some + i) % COUNT_OF(steps)];
            take_one_at_steps_of_zero(&grid);
            for (int h = 0; h < 2; h++)
                check_grid(test, &both.by[h], &grid);
        }
    }
    destroy_both(&both);
}

int main(void)
{
    add_table_cases("grid", grids, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("parameters", parameters, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("blocks", blocks, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("rotated", rotated, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("tiles", tiles, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("simplices", simplices, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("far_out", far_out, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("octaves", octaves, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("extremes", extremes, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("lost_in_octaves", lost_in_octaves, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("least", least, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("rows", rows, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("long_axes", long_axes, FIRST_VECTOR_SUBJECT, F64);
    return run_cases("grids");
}
