/*
 * Periods and larger tables: compares them with hashes written anew, and tests their purpose, tiles
 * without a seam.
 */
#include "support.h"

#include <math.h>
#include <string.h>

/* ---- Against another hash -------------------------------------------------------------------- */

struct lattice {
    uint8_t table[256];
    int64_t period[2]; /* 0: none */
};

static uint32_t wrapped(int64_t cell, int64_t period)
{
    while (period > 0 && cell < 0)
        cell += period;
    return (uint32_t)(period > 0 ? cell % period : cell & 0xffffff);
}

static uint32_t looked_up(const struct lattice *l, uint32_t i)
{
    return l->table[i % 256];
}

static double faded(double t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

static double mixed(double t, double a, double b)
{
    return a + t * (b - a);
}

static double in_1d(const struct lattice *l, double x)
{
    const int64_t cell = (int64_t)floor(x);
    double side[2];
    for (int i = 0; i < 2; i++) {
        const uint32_t h = looked_up(l, wrapped(cell + i, l->period[0]));
        side[i] = (h & 8 ? -1.0 : 1.0) * (1 + (h & 7)) * (x - (double)(cell + i));
    }
    return mixed(faded(x - (double)cell), side[0], side[1]);
}

/* With the set DIAGONAL. */
static double in_2d(const struct lattice *l, double x, double y)
{
    const int64_t X = (int64_t)floor(x), Y = (int64_t)floor(y);
    double row[2];
    for (int j = 0; j < 2; j++) {
        double side[2];
        for (int i = 0; i < 2; i++) {
            const uint32_t first = looked_up(l, wrapped(X + i, l->period[0]));
            const uint32_t h = looked_up(l, first + wrapped(Y + j, l->period[1]));
            side[i] = (h & 1 ? -1.0 : 1.0) * (x - (double)(X + i)) +
                      (h & 2 ? -1.0 : 1.0) * (y - (double)(Y + j));
        }
        row[j] = mixed(faded(x - (double)X), side[0], side[1]);
    }
    return mixed(faded(y - (double)Y), row[0], row[1]);
}

static void hashes(const struct test_case *test)
{
    static const uint32_t periods[] = {0, 1, 2, 3, 7, 100, 255, 256};
    struct random r = random_for(test);
    for (size_t i = 0; i < COUNT_OF(periods) * COUNT_OF(periods); i++) {
        struct lattice l;
        perlin_params params;
        perlin_noise *noise;
        table_params_init(&params);
        params.range = PERLIN_RANGE_RAW;
        params.gradients = PERLIN_GRADIENTS_DIAGONAL;
        params.seed = random_u64(&r);
        for (size_t a = 0, rest = i; a < 2; a++, rest /= COUNT_OF(periods))
            l.period[a] = params.period[a] = periods[rest % COUNT_OF(periods)];
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        assert_status(perlin_permutation(noise, 0, l.table), PERLIN_OK, "table");
        for (int k = 0; k < 40; k++) {
            const double x = random_real(&r, -2000, 2000), y = random_real(&r, -2000, 2000);
            const double one = perlin_at1_f64(noise, x), one_too = in_1d(&l, x);
            const double two = perlin_at2_f64(noise, x, y), two_too = in_2d(&l, x, y);
            assert_same_bits(&one, &one_too, 1, sizeof one, "%a | %s", x, describe(&params));
            assert_same_bits(&two, &two_too, 1, sizeof two, "%a %a | %s", x, y, describe(&params));
        }
        perlin_destroy(noise);
    }
}

/* An octave whose period passes the table's 256 entries repeats inside. */
static void octave_beyond_table(const struct test_case *test)
{
    enum { COUNT = 1000 };
    static const double weights[2] = {0, 1};
    static double x[COUNT], actual[COUNT];
    const double *const coords[] = {x};
    struct lattice l = {.period = {400, 0}};
    struct random r = random_for(test);
    perlin_params params;
    table_params_init(&params);
    params.range = PERLIN_RANGE_RAW;
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = params.weight_count = 2;
    params.weights = weights;
    params.octave_seeds = params.octave_offsets = 0;
    params.period[0] = 200;
    perlin_noise *const noise = create_for(test->subject, &params);
    assert_status(perlin_permutation(noise, 0, l.table), PERLIN_OK, "table");
    for (int i = 0; i < COUNT; i++)
        x[i] = random_real(&r, -2000, 2000);
    assert_status(perlin_points_f64(noise, 1, COUNT, coords, NULL, actual), PERLIN_OK, "points");
    for (int i = 0; i < COUNT; i++) {
        const double expected = in_1d(&l, 2 * x[i]);
        assert_same_bits(&actual[i], &expected, 1, sizeof expected, "%a", x[i]);
    }
    perlin_destroy(noise);
}

/* The natural period is the table's size, so that asking for it changes nothing. */
static void natural_period(const struct test_case *test)
{
    enum { COUNT = 500 };
    static double coords[4][COUNT], natural[COUNT], asked[COUNT];
    const void *const arrays[] = {coords[0], coords[1], coords[2], coords[3]};
    struct random r = random_for(test);
    perlin_params params;
    for (int a = 0; a < 4; a++)
        fill_coordinates(&r, test->lane, MIXED, coords[a], COUNT);
    table_params_init(&params);
    perlin_noise *const noise = create_for(test->subject, &params);
    for (int a = 0; a < 4; a++)
        params.period[a] = 256;
    perlin_noise *const tiled = create_for(test->subject, &params);
    evaluate_points(test->lane, noise, test->dims, COUNT, arrays, NULL, natural);
    evaluate_points(test->lane, tiled, test->dims, COUNT, arrays, NULL, asked);
    assert_same_bits(asked, natural, COUNT, result_size(test->lane), "256 cells");
    perlin_destroy(noise);
    perlin_destroy(tiled);
}

/* Far from the origin, up to where kernels take another path: 2^51, and 2^62, from where on they
   square powers. */
static void far_out(const struct test_case *test)
{
    enum { COUNT = 300 };
    static double data[4][COUNT], out[COUNT], expected[COUNT];
    static const int limits[] = {30, 51, 52, 62, 64, 1023};
    const void *const arrays[] = {data[0], data[1], data[2], data[3]};
    struct random r = random_for(test);
    for (struct trials t = trials(300); next_trial(&t);) {
        const int limit = limits[t.number % COUNT_OF(limits)];
        perlin_params params;
        table_params_init(&params);
        if (random_chance(&r, 2))
            set_hash(&params, PERLIN_HASH_INTEGER);
        const uint32_t bits = params.hash == PERLIN_HASH_INTEGER ? 31 : 8;
        for (int a = 0; a < 4; a++) {
            params.period[a] =
                1 + (uint32_t)(random_u64(&r) % (UINT64_C(1) << (1 + t.number % bits)));
            for (size_t i = 0; i < COUNT; i++) {
                const double size = ldexp(1.0, random_between(&r, limit - 40, limit));
                data[a][i] = random_real(&r, -size, size);
                if (random_chance(&r, 4))
                    data[a][i] = (random_chance(&r, 2) ? -1 : 1) * nextafter(size, 0.0);
            }
        }
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        evaluate_points(test->lane, noise, test->dims, COUNT, arrays, NULL, out);
        evaluate_points(test->lane, oracle, test->dims, COUNT, arrays, NULL, expected);
        assert_same_bits(out, expected, COUNT, result_size(test->lane), "below 2^%d | %s", limit,
                         describe(&params));
        perlin_destroy(noise);
        perlin_destroy(oracle);
    }
}

/* Samples that repeat after more than 2^32, and are too far out for a number from the middle on. */
static void long_grid_periods(const struct test_case *test)
{
    static _Alignas(double) unsigned char out[2 * 80], expected[2 * 80];
    perlin_params params;
    perlin_grid grid;
    perlin_params_init(&params);
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.start[0] = INT64_C(1) << 31;
    grid.step[0] = 1e300;
    grid.step[1] = 1.0;
    grid.period[0] = (UINT64_C(1) << 32) + 1;
    grid.count[0] = 5;
    grid.count[1] = 2;
    for (params.hash = PERLIN_HASH_INTEGER; params.hash <= PERLIN_HASH_PERMUTATION; params.hash++) {
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        for (int i = 0; i < 2; i++) { /* both turns of evaluate_grid */
            assert_status(evaluate_grid(test->lane, noise, &grid, out), PERLIN_OK, "grid");
            assert_status(evaluate_grid(test->lane, oracle, &grid, expected), PERLIN_OK, "grid");
            assert_same_bits(out, expected, 10, result_size(test->lane),
                             "beyond the largest number");
        }
        perlin_destroy(noise);
        perlin_destroy(oracle);
    }
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

enum { ACROSS = 7 * 3, DOWN = 200 * 3, WIDTH = ACROSS + 3, HEIGHT = DOWN + 3 };

/* Samples of a tile and of those around its seams. */
static void check_seams(const unsigned char *out, size_t size, const char *what)
{
    for (size_t y = 0; y < HEIGHT; y++)
        assert_same_bits(out + (y * WIDTH + ACROSS) * size, out + y * WIDTH * size, 3, size,
                         "%s across the seam in row %zu", what, y);
    assert_same_bits(out + (size_t)DOWN * WIDTH * size, out, 3 * (size_t)WIDTH, size,
                     "%s across the lower seam", what);
}

/*
 * 7 by 200 cells in six octaves, three samples a cell. The sample after the last one of a row or a
 * column is its first one again, and samples continue across the seam. So do gradients and normals.
 */
static void check_tile(const struct test_case *test, perlin_hash hash)
{
    static _Alignas(double) unsigned char out[3][WIDTH * HEIGHT * sizeof(double)];
    void *const arrays[4] = {out[0], out[1], out[2]};
    const size_t size = result_size(test->lane);
    perlin_params params;
    perlin_grid grid;
    perlin_params_init(&params);
    params.hash = hash;
    params.fractal = PERLIN_FRACTAL_FBM;
    params.period[0] = 7;
    params.period[1] = 200;
    perlin_noise *const noise = create_for(test->subject, &params);
    perlin_grid_init(&grid);
    grid.dims = 2;
    for (int a = 0; a < 2; a++) {
        grid.count[a] = a ? HEIGHT : WIDTH;
        grid.period[a] = a ? DOWN : ACROSS;
        grid.step[a] = 1.0 / 3.0;
        grid.start[a] = -1;
    }
    assert_status(evaluate_grid(test->lane, noise, &grid, out[0]), PERLIN_OK, "the tile");
    check_seams(out[0], size, "results");
    assert_status(evaluate_grid_gradient(test->lane, noise, &grid, NULL, arrays), PERLIN_OK,
                  "its gradients");
    for (int a = 0; a < 2; a++)
        check_seams(out[a], size, "gradients");
    assert_status(evaluate_normals(test->lane, noise, &grid, 1.5, arrays), PERLIN_OK,
                  "its normals");
    for (int a = 0; a < 3; a++)
        check_seams(out[a], size, "normals");
    perlin_destroy(noise);
}

static void seams(const struct test_case *test)
{
    check_tile(test, PERLIN_HASH_INTEGER);
    check_tile(test, PERLIN_HASH_PERMUTATION);
}

/* Noise with a long period does not repeat inside it: neither for one octave nor for some. By tables
   there is none such. */
static void no_repeats_inside(const struct test_case *test)
{
    static const uint32_t periods[] = {257, 1000, 4096, 65536};
    perlin_params params;
    (void)test;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++)
        for (size_t p = 0; p < COUNT_OF(periods) && perlin_bases[params.basis]->takes_period; p++)
            for (uint32_t axis = 0; axis < 2; axis++) {
                perlin_noise *noise;
                int equal = 0, differing = 0;
                if (params.hash == PERLIN_HASH_PERMUTATION)
                    continue;
                params.fractal = p % 2 ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
                params.octaves = 2;
                params.period[axis] = periods[p];
                params.period[!axis] = 0;
                assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
                for (int i = 0; i < 500; i++) {
                    double c[2] = {i + 0.5, 3.25};
                    const double here = perlin_at2_f64(noise, c[axis], c[!axis]);
                    c[0] += 256;
                    equal += perlin_at2_f64(noise, c[axis], c[!axis]) == here;
                    c[0] += periods[p] - 256.0;
                    differing += perlin_at2_f64(noise, c[axis], c[!axis]) != here;
                }
                perlin_destroy(noise);
                if (equal > 50 || differing > 0)
                    fail_msg("%d of 500 samples are those 256 cells on, %d are not those a period "
                             "on | %s",
                             equal, differing, describe(&params));
            }
}

/* By how much the noise differs at most between neighbouring samples of a row, from sample `first`
   on. */
static double steepest(const perlin_noise *noise, double from, double to, double step)
{
    double most = 0.0;
    for (double x = from; x < to; x += step)
        for (double y = 0.1; y < 5.0; y += 0.37)
            most =
                fmax(most, fabs(perlin_at2_f64(noise, x + step, y) - perlin_at2_f64(noise, x, y)));
    return most;
}

/* Noise repeats where it should, and is continuous there. */
static void check_repeats(struct random *r, perlin_hash hash)
{
    perlin_params params;
    perlin_noise *noise;
    perlin_params_init(&params);
    params.hash = hash;
    params.fractal = PERLIN_FRACTAL_RIDGED;
    params.octaves = 4;
    params.lacunarity = 3.0;
    for (uint32_t a = 0; a < 4; a++)
        params.period[a] = 3 + 2 * a;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    for (int k = 0; k < 1000; k++) {
        double c[4], moved[4]; /* in 1024ths, so that sums and products are exact */
        for (uint32_t a = 0; a < 4; a++) {
            c[a] = random_between(r, -5000, 5000) / 1024.0;
            moved[a] = c[a] + params.period[a] * (double)random_between(r, -9, 9);
        }
        const double here = perlin_at4_f64(noise, c[0], c[1], c[2], c[3]);
        const double there = perlin_at4_f64(noise, moved[0], moved[1], moved[2], moved[3]);
        assert_same_bits(&there, &here, 1, sizeof here, "%a %a %a %a", c[0], c[1], c[2], c[3]);
    }
    assert_true(steepest(noise, 2.9, 3.1, 0.0005) < 2 * steepest(noise, 0.0, 2.9, 0.0005));
    perlin_destroy(noise);
}

static void repeats(const struct test_case *test)
{
    struct random r = random_for(test);
    check_repeats(&r, PERLIN_HASH_INTEGER);
    check_repeats(&r, PERLIN_HASH_PERMUTATION);
}

int main(void)
{
    add_case(hashes, NULL, F64, 0, "hashes");
    add_subject_cases("octave_beyond_table", octave_beyond_table, 0);
    add_table_cases("natural_period", natural_period, 0, F64_F32);
    for (size_t s = 0; s < SUBJECT_COUNT; s++) {
        const struct subject *const subject = subject_at(s);
        add_case(seams, subject, F32, 2, "seams_f32/%s", subject->name);
        add_case(seams, subject, F64, 2, "seams_f64/%s", subject->name);
        add_case(long_grid_periods, subject, F32, 2, "long_grid_periods_f32/%s", subject->name);
        add_case(long_grid_periods, subject, F64, 2, "long_grid_periods_f64/%s", subject->name);
    }
    for (size_t s = FIRST_VECTOR_SUBJECT; s < SUBJECT_COUNT; s++)
        for (uint32_t dims = 1; dims <= 4; dims++) {
            const struct subject *const subject = subject_at(s);
            add_case(far_out, subject, F64, dims, "far_out_f64_%ud/%s", dims, subject->name);
            add_case(far_out, subject, F64_F32, dims, "far_out_f64_f32_%ud/%s", dims,
                     subject->name);
        }
    add_case(no_repeats_inside, NULL, F64, 0, "no_repeats_inside");
    add_case(repeats, NULL, F64, 0, "repeats");
    return run_cases("tiling");
}
