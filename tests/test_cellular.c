/*
 * Cellular noise against its definition (docs/bases.md), written a second time in the plainest way: all
 * cells around a sample, up to four away. Then what follows from the definition: orders, slopes,
 * borders, ranges. Random places seldom need cells that are two away, and never those beyond: how far
 * searches reach is compared with the bounds that are proven.
 */
#include "../src/basis/cellular/cellular.h"
#include "integer_definition.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The definition -------------------------------------------------------------------------- */

enum { MOST_AWAY = 4, RANKS = 4, RESULTS = 10 };

static const char *const result_names[RESULTS] = {
    "F1", "F2", "F3", "F4", "F2 - F1", "F1 + F2", "F1 * F2", "F1 / F2", "EDGE", "CELL"};

struct definition {
    perlin_params params;
    enum lane lane;
    uint32_t dims;
    struct keys keys;
    int jitter;
};

struct point {
    double distance, d[4], value;
    int offset[4];
};

/* Rounds to the type of results. Sums, products, quotients and roots in double round to float as those
   in float do. */
static double r(const struct definition *n, double a)
{
    return n->lane == F64 ? a : (double)(float)a;
}

/* From w to x, by the metric. */
static double distance_of(const struct definition *n, perlin_metric metric, const double d[4])
{
    double sum = 0;
    for (uint32_t a = n->dims; a-- > 0;)
        sum = metric == PERLIN_METRIC_MANHATTAN   ? r(n, sum + fabs(d[a]))
              : metric == PERLIN_METRIC_CHEBYSHEV ? fmax(sum, fabs(d[a]))
                                                  : r(n, sum + r(n, d[a] * d[a]));
    return sum;
}

static int64_t cell_in_period(const struct definition *n, double cell, uint32_t axis)
{
    const double modulus = n->params.period[axis] > 0 ? n->params.period[axis] : 0x1p32;
    const double rest = fmod(cell, modulus);
    return (int64_t)(rest < 0 ? rest + modulus : rest);
}

/* The four numbers that place a cell's point, and its value. */
static void point_of_cell(const struct definition *n, const int64_t cell[4], int u[4],
                          double *value)
{
    const uint32_t h = hash_of(&n->keys, n->dims, cell, 0, 0);
    const uint32_t first = (h ^ h >> 15) * UINT32_C(0xe4dad393);
    const uint32_t second = (first ^ first >> 15) * UINT32_C(0x36a24ca9);
    const uint32_t bits = first * UINT32_C(0xcac8cd45);
    *value = r(n, (double)bits - (bits >> 31 ? 0x1p32 : 0)) * 0x1p-31;
    u[0] = signed_half(first / 65536);
    u[1] = signed_half(first);
    u[2] = signed_half(second / 65536);
    u[3] = signed_half(second);
}

/* The point of a cell, as a sample at c sees it. */
static struct point seen_from(const struct definition *n, const double c[4], const int offset[4])
{
    struct point point = {0};
    int64_t cell[4];
    int u[4];
    for (uint32_t a = 0; a < n->dims; a++)
        cell[a] = cell_in_period(n, floor(c[a]) + offset[a], a);
    point_of_cell(n, cell, u, &point.value);
    for (uint32_t a = 0; a < n->dims; a++) {
        const double moved = floor(u[a] * (double)n->jitter / 64);
        const double place = 0x1p23 + moved + n->jitter / 128, t = c[a] - floor(c[a]);
        point.offset[a] = offset[a];
        point.d[a] = n->lane == F64 ? (t - offset[a]) - place * 0x1p-24
                                    : r(n, rint(t * 0x1p24) - offset[a] * 0x1p24 - place) * 0x1p-24;
    }
    point.distance = distance_of(n, n->params.cellular_metric, point.d);
    return point;
}

/* By distance, then by the cell's w, z, y and x. */
static int comes_before(const struct point *a, const struct point *b)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    for (int axis = 3; axis >= 0; axis--)
        if (a->offset[axis] != b->offset[axis])
            return a->offset[axis] < b->offset[axis];
    return 0;
}

static int next_offset(int offset[4], uint32_t dims, int away)
{
    for (uint32_t a = 0; a < dims; a++) {
        if (++offset[a] <= away)
            return 1;
        offset[a] = -away;
    }
    return 0;
}

static double border_with(const struct definition *n, const struct point *nearest,
                          const struct point *point)
{
    double between[4];
    for (uint32_t a = 0; a < n->dims; a++)
        between[a] = r(n, point->d[a] - nearest->d[a]);
    return r(n, r(n, 0.5 * r(n, point->distance - nearest->distance)) /
                    r(n, sqrt(distance_of(n, PERLIN_METRIC_EUCLIDEAN, between))));
}

/* The nearest points, and the one beyond the nearest border. */
struct found {
    struct point nearest[RANKS], beyond;
    double border;
};

static void find(const struct definition *n, const double c[4], int away, struct found *found)
{
    int offset[4] = {-away, -away, -away, -away};
    for (int rank = 0; rank < RANKS; rank++)
        found->nearest[rank].distance = (double)INFINITY;
    do {
        struct point point = seen_from(n, c, offset);
        for (int rank = 0; rank < RANKS; rank++)
            if (comes_before(&point, &found->nearest[rank])) {
                const struct point next = found->nearest[rank];
                found->nearest[rank] = point;
                point = next;
            }
    } while (next_offset(offset, n->dims, away));
    found->border = (double)INFINITY;
    if (n->params.cellular_result != PERLIN_CELLULAR_EDGE)
        return;
    do {
        const struct point point = seen_from(n, c, offset);
        if (memcmp(point.offset, found->nearest[0].offset, sizeof point.offset) == 0)
            continue;
        const double border = border_with(n, &found->nearest[0], &point);
        if (border < found->border ||
            (border == found->border && comes_before(&point, &found->beyond))) {
            found->border = border;
            found->beyond = point;
        }
    } while (next_offset(offset, n->dims, away));
}

static double final_distance(const struct definition *n, const struct point *point)
{
    return n->params.cellular_metric == PERLIN_METRIC_EUCLIDEAN ? r(n, sqrt(point->distance))
                                                                : point->distance;
}

static double distance_slope(const struct definition *n, const struct point *point, uint32_t axis)
{
    const double d = point->d[axis], sign = (d > 0) - (d < 0);
    uint32_t greatest = 0;
    switch (n->params.cellular_metric) {
    case PERLIN_METRIC_EUCLIDEAN:
        return point->distance > 0 ? r(n, d / final_distance(n, point)) : 0;
    case PERLIN_METRIC_EUCLIDEAN_SQUARED:
        return 2 * d;
    case PERLIN_METRIC_MANHATTAN:
        return sign;
    default:
        for (uint32_t a = 1; a < n->dims; a++)
            greatest = fabs(point->d[a]) > fabs(point->d[greatest]) ? a : greatest;
        return axis == greatest ? sign : 0;
    }
}

/* The result, and its slopes. */
static double defined(const struct definition *n, const struct found *found, double slope[4])
{
    const struct point *const first = &found->nearest[0], *const second = &found->nearest[1];
    const double f1 = final_distance(n, first), f2 = final_distance(n, second);
    const perlin_cellular result = n->params.cellular_result;
    double between[4] = {0};
    for (uint32_t a = 0; a < n->dims; a++) {
        const double s1 = distance_slope(n, first, a), s2 = distance_slope(n, second, a);
        between[a] = r(n, found->beyond.d[a] - first->d[a]);
        slope[a] = result == PERLIN_CELLULAR_F2_MINUS_F1   ? r(n, s2 - s1)
                   : result == PERLIN_CELLULAR_F1_PLUS_F2  ? r(n, s1 + s2)
                   : result == PERLIN_CELLULAR_F1_TIMES_F2 ? r(n, r(n, s1 * f2) + r(n, f1 * s2))
                   : result == PERLIN_CELLULAR_F1_OVER_F2
                       ? r(n, r(n, s1 - r(n, r(n, f1 / f2) * s2)) / f2)
                   : result <= PERLIN_CELLULAR_F4 ? distance_slope(n, &found->nearest[result], a)
                                                  : 0;
    }
    for (uint32_t a = 0; a < n->dims && result == PERLIN_CELLULAR_EDGE; a++)
        slope[a] = r(n, between[a] / r(n, sqrt(distance_of(n, PERLIN_METRIC_EUCLIDEAN, between))));
    switch (result) {
    case PERLIN_CELLULAR_F2_MINUS_F1:
        return r(n, f2 - f1);
    case PERLIN_CELLULAR_F1_PLUS_F2:
        return r(n, f1 + f2);
    case PERLIN_CELLULAR_F1_TIMES_F2:
        return r(n, f1 * f2);
    case PERLIN_CELLULAR_F1_OVER_F2:
        return r(n, f1 / f2);
    case PERLIN_CELLULAR_EDGE:
        return found->border;
    case PERLIN_CELLULAR_CELL:
        return first->value;
    default:
        return final_distance(n, &found->nearest[result]);
    }
}

/* ---- Comparison ------------------------------------------------------------------------------ */

static void define(struct definition *n, const perlin_params *params, enum lane lane, uint32_t dims)
{
    n->params = *params;
    n->lane = lane;
    n->dims = dims;
    n->keys = keys_of(params->seed);
    n->jitter = (int)rint(params->jitter * 16384);
}

static void store_real(enum lane lane, double value, void *out, size_t i)
{
    if (lane == F64)
        ((double *)out)[i] = value + 0.0;
    else
        ((float *)out)[i] = (float)value + 0.0F; /* -0 becomes +0 */
}

enum { MOST_POINTS = 64 };

/* Compares results and slopes at points. Also counts for how many of them cells up to `fewer` away,
   unless that is negative, give another result. */
static size_t compare(const struct test_case *test, const perlin_params *params, size_t count,
                      double c[4][MOST_POINTS], int away, int fewer)
{
    static float narrow[4][MOST_POINTS];
    _Alignas(double) unsigned char out[5][MOST_POINTS * sizeof(double)];
    _Alignas(double) unsigned char expected[5][MOST_POINTS * sizeof(double)];
    const void *coords[4];
    void *const slopes[4] = {out[1], out[2], out[3], out[4]};
    const size_t size = result_size(test->lane);
    struct definition n;
    size_t differ = 0;
    define(&n, params, test->lane, test->dims);
    for (int a = 0; a < 4; a++) {
        for (size_t i = 0; i < count; i++) {
            narrow[a][i] = (float)c[a][i];
            if (test->lane == F32)
                c[a][i] = (double)narrow[a][i];
        }
        coords[a] = test->lane == F32 ? (const void *)narrow[a] : c[a];
    }
    for (size_t i = 0; i < count; i++) {
        const double at[4] = {c[0][i], c[1][i], c[2][i], c[3][i]};
        struct found found;
        double slope[4], value;
        find(&n, at, away, &found);
        value = defined(&n, &found, slope);
        store_real(test->lane, value, expected[0], i);
        for (uint32_t a = 0; a < test->dims; a++)
            store_real(test->lane, slope[a], expected[1 + a], i);
        if (fewer >= 0) {
            find(&n, at, fewer, &found);
            differ += defined(&n, &found, slope) != value;
        }
    }
    perlin_noise *const noise = create_for(test->subject, params);
    assert_status(evaluate_points_into(test->lane, noise, test->dims, count, coords, NULL, NULL,
                                       out[0], NULL),
                  PERLIN_OK, "points");
    const char *const what = result_names[params->cellular_result];
    assert_same_bits(out[0], expected[0], count, size, "%s by metric %u, jitter %g; %s", what,
                     params->cellular_metric, params->jitter, describe(params));
    assert_status(evaluate_points_gradient(test->lane, noise, test->dims, count, coords, NULL,
                                           out[0], slopes),
                  PERLIN_OK, "slopes");
    for (uint32_t k = 0; k <= test->dims; k++)
        assert_same_bits(out[k], expected[k], count, size,
                         "output %u of %s with slopes, metric %u, jitter %g; %s", k, what,
                         params->cellular_metric, params->jitter, describe(params));
    perlin_destroy(noise);
    return differ;
}

static perlin_params random_cellular(struct random *random)
{
    perlin_params params;
    perlin_params_init(&params);
    params.basis = PERLIN_BASIS_CELLULAR;
    params.range = PERLIN_RANGE_RAW;
    params.seed = random_u64(random);
    random_cells(random, &params);
    return params;
}

/* How far away cells are that the definition looks at. Those beyond cannot matter. */
static int away_for(const perlin_params *params, uint32_t dims)
{
    return dims == 4 && params->cellular_metric != PERLIN_METRIC_MANHATTAN ? 3 : MOST_AWAY;
}

/* ---- Cases ----------------------------------------------------------------------------------- */

/* Anywhere: at random, on corners and borders of cells and at their centres, far from the origin. */
static void places(const struct test_case *test)
{
    static const uint32_t periods[] = {0, 0, 1, 2, 3, 5, 300};
    struct random random = random_for(test);
    for (struct trials t = trials(test->dims == 4 ? 30 : 400); next_trial(&t);) {
        perlin_params params = random_cellular(&random);
        double c[4][MOST_POINTS];
        const size_t count = test->dims == 4 ? 9 : 33;
        const double far = random_chance(&random, 4) ? test->lane == F32 ? 0x1p20 : 0x1p36 : 8;
        for (size_t i = 0; i < count; i++)
            for (int a = 0; a < 4; a++) {
                c[a][i] = random_real(&random, -far, far);
                if (i % 3 == 0) /* corners, borders and centres, and next to them */
                    c[a][i] =
                        floor(c[a][i]) + random_below(&random, 3) / 2.0 +
                        (random_chance(&random, 3) ? random_between(&random, -2, 2) * 0x1p-24 : 0);
            }
        for (int a = 0; a < 4 && random_chance(&random, 3); a++)
            params.period[a] = periods[random_below(&random, COUNT_OF(periods))];
        compare(test, &params, count, c, away_for(&params, test->dims), -1);
    }
}

/* Every result by every metric. */
static void results(const struct test_case *test)
{
    struct random random = random_for(test);
    for (uint32_t k = 0; k < RESULTS * 4; k++) {
        perlin_params params = random_cellular(&random);
        double c[4][MOST_POINTS];
        const size_t count = test->dims == 4 ? 5 : 33;
        params.cellular_result = k % RESULTS;
        params.cellular_metric = k / RESULTS;
        params.jitter = 1;
        if (params.cellular_result == PERLIN_CELLULAR_EDGE)
            params.cellular_metric %= 2;
        for (size_t i = 0; i < count; i++)
            for (int a = 0; a < 4; a++)
                c[a][i] = random_real(&random, -20, 20);
        compare(test, &params, count, c, away_for(&params, test->dims), -1);
    }
}

/* ---- Far cells ------------------------------------------------------------------------------- */

/* How far away cells can matter: the bounds of test_cellular.md, not those of the sources. */
static int proven_reach(perlin_metric metric, perlin_cellular result, uint32_t dims)
{
    const int is_third = result == PERLIN_CELLULAR_F3 || result == PERLIN_CELLULAR_F4;
    if (dims == 1 || metric == PERLIN_METRIC_CHEBYSHEV)
        return is_third ? 2 : 1;
    if (metric != PERLIN_METRIC_MANHATTAN)
        return 2;
    return dims > 2 ? (int)dims : is_third ? 3 : 2;
}

/* Searches reach as far as that. */
static void reaches(const struct test_case *test)
{
    (void)test;
    for (uint32_t dims = 1; dims <= 4; dims++)
        for (perlin_metric metric = 0; metric < 4; metric++)
            for (perlin_cellular result = 0; result < RESULTS; result++)
                assert_int_equal(perlin_cellular_reach(metric, dims, perlin_cellular_ranks(result)),
                                 proven_reach(metric, result, dims));
}

/* Samples of which some need cells two away, which short periods make less rare. */
static void far_cells(const struct test_case *test)
{
    struct random random = random_for(test);
    size_t decided = 0;
    for (struct trials t = trials(test->dims == 4 ? 20 : 300); next_trial(&t) || decided == 0;) {
        perlin_params params = random_cellular(&random);
        double c[4][MOST_POINTS];
        params.jitter = 1;
        params.cellular_metric = random_below(&random, 3);
        params.cellular_result =
            random_chance(&random, 4) ? PERLIN_CELLULAR_F1 : PERLIN_CELLULAR_F4;
        for (int a = 0; a < 4; a++) {
            params.period[a] = 1 + random_below(&random, 3);
            for (size_t i = 0; i < MOST_POINTS; i++)
                c[a][i] = random_real(&random, -20, 20);
        }
        const int away = away_for(&params, test->dims);
        decided += compare(test, &params, test->dims == 4 ? 9 : MOST_POINTS, c, away, 1);
    }
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* Steps for which kernels choose the points of a block, or look at rows of cells, and larger ones:
   against the scalar backend, by results and metrics, with octaves and periods, unequal and negative
   steps, from the borders of cells on and far from the origin, as whole tiles and as parts of one. */
static void grids(const struct test_case *test)
{
    enum { MOST_SAMPLES = 30000 };
    static const double steps[] = {0x1p-6, 0.02, 0.04, 0.06, 0.1, 0.16, 0.0007, 0.3, 0.31, 0.55};
    static double out[2][MOST_SAMPLES];
    struct random random = random_for(test);
    for (struct trials t = trials(150); next_trial(&t);) {
        perlin_params params = random_cellular(&random);
        perlin_grid grid;
        size_t samples = 1;
        const double step = steps[random_below(&random, COUNT_OF(steps))];
        const double far = random_chance(&random, 3) ? 0x1p40 : 20;
        params.hash = PERLIN_HASH_INTEGER;
        params.cellular_metric %= 2;
        if (random_chance(&random, 2))
            params.jitter = 1; /* most often cells two away matter */
        params.range = random_below(&random, 4);
        params.fractal = random_chance(&random, 2) ? 0 : random_below(&random, 6);
        params.octaves = 1 + random_below(&random, 3);
        params.lacunarity = random_chance(&random, 2) ? 2 : 1;
        for (int a = 0; a < 4 && random_chance(&random, 4); a++)
            params.period[a] = 1 + random_below(&random, 5);
        perlin_grid_init(&grid);
        grid.dims = test->dims;
        for (uint32_t a = 0; a < test->dims; a++) {
            const size_t most = a == 0 ? 300 : a == 1 ? 90 : a == 2 ? 20 : 3;
            grid.count[a] = 1 + random_below(&random, (uint32_t)most);
            while (grid.count[a] * samples > MOST_SAMPLES / (test->dims == 4 ? 6 : 1))
                grid.count[a] /= 2;
            grid.count[a] = grid.count[a] > 0 ? grid.count[a] : 1;
            samples *= grid.count[a];
            grid.step[a] = random_chance(&random, 4) ? random_real(&random, -step, step) : step;
            grid.origin[a] = random_real(&random, -far, far);
            if (random_chance(&random, 3))
                grid.origin[a] = floor(grid.origin[a]);
        }
        for (int k = 0; k < 2; k++) {
            perlin_noise *const noise =
                k ? create_scalar(&params) : create_for(test->subject, &params);
            assert_status(evaluate_grid(test->lane, noise, &grid, out[k]), PERLIN_OK, "a grid");
            perlin_destroy(noise);
        }
        assert_same_bits(out[0], out[1], samples, result_size(test->lane),
                         "%s by metric %u, jitter %g; %s; %s", result_names[params.cellular_result],
                         params.cellular_metric, params.jitter, describe(&params),
                         describe_grid(&grid));
    }
}

/* Many samples of large grids against points, which search one by one: now and then a point of a cell two
   away decides, or one at the end of a block's reach. */
static void ways(const struct test_case *test)
{
    enum { SAMPLES = 1 << 16 };
    static const size_t counts[3][4] = {{256, 256}, {64, 32, 32}, {64, 16, 8, 2}};
    static const double steps[] = {0x1p-6, 0.03, 0.045, 0.1, 0.2, 0.31, 0.55};
    static const perlin_cellular results[] = {PERLIN_CELLULAR_F1, PERLIN_CELLULAR_F2,
                                              PERLIN_CELLULAR_F4, PERLIN_CELLULAR_EDGE,
                                              PERLIN_CELLULAR_CELL};
    static double c[4][SAMPLES];
    static float out[2][SAMPLES];
    const void *const coords[4] = {c[0], c[1], c[2], c[3]};
    enum { ALL = COUNT_OF(results) * COUNT_OF(steps) };
    struct random random = random_for(test);
    const uint32_t some = random_below(&random, ALL);
    for (size_t i = 0; i < scaled_down(ALL); i++) {
        const size_t k = (some + i * 11) % ALL; /* soon all steps and results: 11 is prime to ALL */
        perlin_params params = random_cellular(&random);
        perlin_grid grid;
        size_t samples = 1;
        params.hash = PERLIN_HASH_INTEGER;
        params.cellular_metric %= 2;
        params.cellular_result = results[k / COUNT_OF(steps)];
        params.jitter = 1;
        perlin_grid_init(&grid);
        grid.dims = test->dims;
        for (uint32_t a = 0; a < test->dims; a++) {
            grid.count[a] = counts[test->dims - 2][a];
            grid.origin[a] = random_real(&random, -100, 100);
            grid.step[a] = steps[k % COUNT_OF(steps)];
            samples *= grid.count[a];
        }
        for (size_t s = 0; s < samples; s++)
            for (size_t a = 0, rest = s; a < test->dims; rest /= grid.count[a++])
                c[a][s] = grid.origin[a] + (double)(rest % grid.count[a]) * grid.step[a];
        perlin_noise *const noise = create_for(test->subject, &params);
        assert_status(evaluate_grid(F32, noise, &grid, out[0]), PERLIN_OK, "a grid");
        assert_status(evaluate_points_into(F64_F32, noise, test->dims, samples, coords, NULL, NULL,
                                           out[1], NULL),
                      PERLIN_OK, "points");
        perlin_destroy(noise);
        assert_same_bits(out[0], out[1], samples, sizeof(float), "%s by metric %u; %s; %s",
                         result_names[params.cellular_result], params.cellular_metric,
                         describe(&params), describe_grid(&grid));
    }
}

/* ---- What follows from the definition -------------------------------------------------------- */

static double value_at(const struct test_case *test, const perlin_noise *noise, const double c[4])
{
    const void *const coords[4] = {&c[0], &c[1], &c[2], &c[3]};
    double value;
    assert_status(evaluate_points_into(F64, noise, test->dims, 1, coords, NULL, NULL, &value, NULL),
                  PERLIN_OK, "a point");
    return value;
}

/* F1 to F4 are in order, and change by no more than the distance moved in their metric. So does EDGE;
   CELL changes only where a border was crossed, which is where F1 and F2 are equal. */
static void moves(const struct test_case *test)
{
    struct random random = random_for(test);
    for (struct trials t = trials(300); next_trial(&t);) {
        perlin_params params = random_cellular(&random);
        const int is_squared = params.cellular_metric == PERLIN_METRIC_EUCLIDEAN_SQUARED;
        const int has_edges = params.cellular_metric <= PERLIN_METRIC_EUCLIDEAN_SQUARED;
        const double step = random_chance(&random, 2) ? 0.25 : 0x1p-10;
        const struct definition n = {.dims = test->dims, .lane = F64};
        perlin_noise *noise[RESULTS] = {NULL};
        double from[4], to[4], moved[4], value[2][RESULTS];
        for (params.cellular_result = 0; params.cellular_result < RESULTS; params.cellular_result++)
            if (has_edges || params.cellular_result != PERLIN_CELLULAR_EDGE)
                noise[params.cellular_result] = create_for(test->subject, &params);
        for (int a = 0; a < 4; a++)
            from[a] = random_real(&random, -20, 20);
        for (int k = 0; k < 20; k++) {
            for (int a = 0; a < 4; a++) {
                moved[a] = random_real(&random, -step, step);
                to[a] = from[a] + moved[a];
            }
            for (int result = 0; result < RESULTS; result++)
                for (int end = 0; end < 2 && noise[result]; end++)
                    value[end][result] = value_at(test, noise[result], end ? to : from);
            double far = distance_of(&n, params.cellular_metric, moved);
            far = (has_edges ? sqrt(far) : far) + 1e-12;
            for (int end = 0; end < 2; end++)
                for (int rank = 0; rank < RANKS - 1; rank++)
                    assert_true(value[end][rank] <= value[end][rank + 1]);
            for (int rank = 0; rank < RANKS; rank++) {
                const double a = value[0][rank], b = value[1][rank];
                assert_true(fabs(is_squared ? sqrt(a) - sqrt(b) : a - b) <= far);
            }
            const int is_other = value[0][PERLIN_CELLULAR_CELL] != value[1][PERLIN_CELLULAR_CELL];
            const double apart = is_squared ? sqrt(value[0][1]) - sqrt(value[0][0])
                                            : value[0][PERLIN_CELLULAR_F2_MINUS_F1];
            assert_true(!is_other || apart <= 2 * far);
            if (has_edges) {
                const double e0 = value[0][PERLIN_CELLULAR_EDGE];
                const double e1 = value[1][PERLIN_CELLULAR_EDGE];
                assert_true(e0 >= 0 && fabs(e0 - e1) <= far);
                assert_true(!is_other || e0 + e1 <= far);
            }
        }
        for (int result = 0; result < RESULTS; result++)
            perlin_destroy(noise[result]);
    }
}

/* By halving, to a place where CELL changes: EDGE is 0 there, and F1 is F2. */
static void borders(const struct test_case *test)
{
    struct random random = random_for(test);
    size_t found = 0;
    for (struct trials t = trials(300); next_trial(&t);) {
        perlin_params params = random_cellular(&random);
        double low[4], high[4], middle[4];
        params.cellular_metric %= 2;
        params.cellular_result = PERLIN_CELLULAR_CELL;
        perlin_noise *const cell = create_for(test->subject, &params);
        params.cellular_result = PERLIN_CELLULAR_EDGE;
        perlin_noise *const edge = create_for(test->subject, &params);
        params.cellular_result = PERLIN_CELLULAR_F2_MINUS_F1;
        perlin_noise *const difference = create_for(test->subject, &params);
        for (int a = 0; a < 4; a++) {
            low[a] = random_real(&random, -20, 20);
            high[a] = low[a] + random_real(&random, -2, 2);
        }
        const double value = value_at(test, cell, low);
        if (value_at(test, cell, high) != value) {
            found++;
            for (int k = 0; k < 60; k++) {
                for (int a = 0; a < 4; a++)
                    middle[a] = (low[a] + high[a]) / 2;
                memcpy(value_at(test, cell, middle) == value ? low : high, middle, sizeof middle);
            }
            assert_true(value_at(test, edge, low) < 1e-12 && value_at(test, edge, high) < 1e-12);
            assert_true(value_at(test, difference, low) < 1e-12);
        }
        perlin_destroy(cell);
        perlin_destroy(edge);
        perlin_destroy(difference);
    }
    assert_true(found > 0);
}

/* Nothing passes the greatest values, and random places come some way towards them. */
static void ranges(const struct test_case *test)
{
    enum { PLACES = 4096 };
    static double c[4][PLACES], values[PLACES];
    static const double reached[] = {0.75, 0.5, 0.35, 0.2};
    const double *const coords[4] = {c[0], c[1], c[2], c[3]};
    struct random random = random_for(test);
    for (uint32_t k = 0; k < 4 * RESULTS; k++) {
        perlin_params params = random_cellular(&random);
        double most = -(double)INFINITY;
        params.cellular_result = k % RESULTS;
        params.cellular_metric = k / RESULTS;
        if (params.cellular_result == PERLIN_CELLULAR_EDGE)
            params.cellular_metric %= 2;
        if (params.cellular_result >= PERLIN_CELLULAR_F1_OVER_F2 &&
            params.cellular_result != PERLIN_CELLULAR_EDGE)
            continue;
        params.jitter = 1;
        const double bound = perlin_bases[PERLIN_BASIS_CELLULAR]->greatest(
            &(perlin_params){.range = PERLIN_RANGE_SIGNED,
                             .cellular_metric = params.cellular_metric,
                             .cellular_result = params.cellular_result},
            test->dims);
        for (int a = 0; a < 4; a++)
            for (size_t i = 0; i < PLACES; i++)
                c[a][i] = random_real(&random, -1000, 1000);
        for (params.range = PERLIN_RANGE_SIGNED; params.range <= PERLIN_RANGE_RAW; params.range++) {
            perlin_noise *const noise = create_for(test->subject, &params);
            perlin_points_f64(noise, test->dims, PLACES, coords, NULL, values);
            perlin_destroy(noise);
            for (size_t i = 0; i < PLACES; i++) {
                assert_true(params.range == PERLIN_RANGE_SIGNED ? fabs(values[i]) <= 1
                            : params.range == PERLIN_RANGE_UNIT
                                ? values[i] >= 0 && values[i] <= 1
                                : values[i] >= 0 && values[i] < bound);
                most = fmax(most, params.range == PERLIN_RANGE_RAW ? values[i] : 0);
            }
        }
        const int is_product = params.cellular_result == PERLIN_CELLULAR_F1_TIMES_F2;
        const int is_squared = params.cellular_metric == PERLIN_METRIC_EUCLIDEAN_SQUARED;
        const double share = pow(reached[test->dims - 1], (1 + is_product) * (1 + is_squared));
        if (most < share * bound)
            fail_msg("%s by metric %u reached %g of %g", result_names[params.cellular_result],
                     params.cellular_metric, most, bound);
    }
}

int main(void)
{
    add_table_cases("places", places, 0, F64_F32);
    add_table_cases("results", results, 0, F64_F32);
    add_case(reaches, NULL, F32, 0, "reaches");
    add_table_cases("far_cells", far_cells, 0, F64_F32);
    for (uint32_t dims = 1; dims <= 4; dims++) {
        add_case(ranges, subject_at(0), F64, dims, "ranges_%ud", dims);
        for (size_t subject = 0; subject < SUBJECT_COUNT; subject++) {
            const char *const name = subject_at(subject)->name;
            if (subject >= FIRST_VECTOR_SUBJECT && dims > 1) {
                add_case(grids, subject_at(subject), F32, dims, "grids_f32_%ud/%s", dims, name);
                add_case(grids, subject_at(subject), F64, dims, "grids_f64_%ud/%s", dims, name);
                add_case(ways, subject_at(subject), F32, dims, "ways_%ud/%s", dims, name);
            }
            add_case(moves, subject_at(subject), F64, dims, "moves_%ud/%s", dims, name);
            add_case(borders, subject_at(subject), F64, dims, "borders_%ud/%s", dims, name);
        }
    }
    return run_cases("cellular");
}
