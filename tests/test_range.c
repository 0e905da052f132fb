/*
 * A search that tries to leave the ranges that perlin.h promises, [-1, 1] for SIGNED and [0, 1] for
 * UNIT, and that has to come close to their ends: the scales are neither too large nor uselessly
 * small.
 *
 * For a point of the unit cell there is a permutation table which gives each corner around it the
 * gradient that points towards it best. The search climbs from point to point with such tables,
 * then tries the neighbourhood of the best ones, where rounding decides, and one and 32 octaves.
 *
 * Bases on simplices are climbed with random tables, and noise by the integer hash with random keys.
 */
#include "support.h"

#include <math.h>
#include <string.h>

struct function {
    const char *name;
    uint32_t dims, gradients, classes; /* the gradient is hash modulo classes */
    uint32_t basis;                    /* PERLIN, but for `elias` */
};

enum {
    GRADIENT = PERLIN_BASIS_PERLIN,
    VALUE = PERLIN_BASIS_VALUE,
    VALUE_CUBIC = PERLIN_BASIS_VALUE_CUBIC
}; /* the last two by the integer hash alone */

static const struct function functions[] = {
    {"1d", 1, 0, 16, 0},
    {"2d_default", 2, PERLIN_GRADIENTS_DEFAULT, 8, 0},
    {"2d_axis", 2, PERLIN_GRADIENTS_AXIS, 4, 0},
    {"2d_diagonal", 2, PERLIN_GRADIENTS_DIAGONAL, 4, 0},
    {"2d_slice", 2, PERLIN_GRADIENTS_SLICE, 16, 0},
    {"3d", 3, 0, 16, 0},
    {"4d", 4, 0, 32, 0},
};

/* ---- Gradients, as perlin.h lists them ------------------------------------------------------- */

static double dot(const struct function *f, uint32_t h, const double d[4])
{
    static const int cube[16][3] = {{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0},
                                    {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
                                    {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1},
                                    {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1}};
    const double s0 = h & 1 ? -1 : 1, s1 = h & 2 ? -1 : 1, s2 = h & 4 ? -1 : 1;
    if (f->dims == 1)
        return (h & 8 ? -1.0 : 1.0) * (1 + (h & 7)) * d[0];
    if (f->dims == 3 || f->gradients == PERLIN_GRADIENTS_SLICE)
        return cube[h][0] * d[0] + cube[h][1] * d[1] + (f->dims == 3 ? cube[h][2] * d[2] : 0);
    if (f->dims == 2 && f->gradients == PERLIN_GRADIENTS_DEFAULT)
        return h < 4 ? s0 * d[0] + 2 * s1 * d[1] : 2 * s1 * d[0] + s0 * d[1];
    if (f->dims == 2 && f->gradients == PERLIN_GRADIENTS_AXIS)
        return s0 * (h & 2 ? d[1] : d[0]);
    if (f->dims == 2)
        return s0 * d[0] + s1 * d[1];
    return s0 * (h < 24 ? d[0] : d[1]) + s1 * (h < 16 ? d[1] : d[2]) + s2 * (h < 8 ? d[2] : d[3]);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* A partial permutation: -1 where nothing has been chosen. */
struct table {
    int entry[256];
    int taken[256];
};

static void set_entry(struct table *t, uint32_t index, uint32_t value)
{
    t->entry[index] = (int)value;
    t->taken[value] = 1;
}

/* Any free value that is `wanted` modulo `classes`; any at all if there is none. */
static void set_class(struct table *t, uint32_t index, uint32_t wanted, uint32_t classes)
{
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t v = 0; v < 256; v++) {
            if (!t->taken[v] && (pass == 1 || v % classes == wanted)) {
                set_entry(t, index, v);
                return;
            }
        }
    }
}

/* The gradient for a corner at distance d that gives the largest dot product times `sign`. */
static uint32_t best_gradient(const struct function *f, const double d[4], double sign)
{
    uint32_t best = 0;
    for (uint32_t h = 1; h < f->classes; h++)
        if (sign * dot(f, h, d) > sign * dot(f, best, d))
            best = h;
    return best;
}

/*
 * The table for a point of cell 0. The corners' hashes form a tree: p[0] and p[1] on the first
 * level, then p[h] and p[h + 1] for each hash h of the level above. Inner nodes get the values 16,
 * 20, 24, ..., so that no two of their children share an entry; the leaves get the gradients. SLICE
 * looks up once more, at z = 0.
 */
static void build_table(const struct function *f, const double point[4], double sign,
                        uint8_t permutation[256])
{
    const int slice = f->gradients == PERLIN_GRADIENTS_SLICE && f->dims == 2;
    const uint32_t levels = f->dims + (slice ? 1 : 0);
    struct table t;
    uint32_t node[16] = {0}, nodes = 1, next = 16;
    memset(t.entry, 0xff, sizeof t.entry);
    memset(t.taken, 0, sizeof t.taken);
    for (uint32_t v = 16; v < 16 + 4 * 30; v += 4)
        t.taken[v] = 1; /* for inner nodes alone */
    for (uint32_t level = 0; level < levels; level++) {
        uint32_t children[32], count = 0;
        for (uint32_t i = 0; i < nodes; i++) {
            for (uint32_t bit = 0; bit < (slice && level == 2 ? 1 : 2); bit++) {
                const uint32_t index = node[i] + bit;
                if (level + 1 < levels) {
                    children[count] = next;
                    set_entry(&t, index, next);
                    next += 4;
                } else { /* the path down to here says which corner this is */
                    const uint32_t path = slice ? i : 2 * i + bit;
                    double d[4];
                    for (uint32_t a = 0; a < f->dims; a++)
                        d[a] = point[a] - (double)(path >> (f->dims - 1 - a) & 1);
                    set_class(&t, index, best_gradient(f, d, sign), f->classes);
                }
                count++;
            }
        }
        nodes = count;
        if (level + 1 < levels)
            memcpy(node, children, nodes * sizeof node[0]);
    }
    for (uint32_t v = next; v < 16 + 4 * 30; v += 4)
        t.taken[v] = 0;
    uint32_t unused = 0;
    for (uint32_t i = 0; i < 256; i++) {
        while (t.entry[i] < 0 && t.taken[unused])
            unused++;
        if (t.entry[i] < 0)
            set_entry(&t, i, unused);
        permutation[i] = (uint8_t)t.entry[i];
    }
}

/* ---- The search ------------------------------------------------------------------------------ */

enum { BATCH = 512 };

struct search {
    const struct test_case *test;
    const struct function *function;
    struct random r;
    uint32_t octaves;
    double largest; /* |SIGNED| so far */
};

static perlin_params params_by(const struct function *function, const uint8_t permutation[])
{
    perlin_params params;
    table_params_init(&params);
    params.gradients = function->gradients;
    params.basis = function->basis;
    params.permutation = permutation;
    return params;
}

/* Octaves with lacunarity 1 all see the same point: their sum comes as close as one. */
static void repeat(perlin_params *params, perlin_fractal fractal, uint32_t octaves)
{
    params->fractal = fractal;
    params->octaves = octaves;
    params->octave_seeds = params->octave_offsets = 0;
    params->lacunarity = 1.0;
    params->gain = 0.97; /* weights that round */
}

static perlin_noise *create_noise(const struct search *s, uint32_t range,
                                  const uint8_t permutation[])
{
    perlin_params params = params_by(s->function, permutation);
    params.range = range;
    if (s->octaves > 1)
        repeat(&params, PERLIN_FRACTAL_FBM, s->octaves);
    perlin_noise *noise = NULL; /* of the fastest backend: the bits are the same */
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    return noise;
}

/* Evaluates points, in either type, as doubles. */
static void evaluate(const struct search *s, const perlin_noise *noise, size_t count,
                     double points[4][BATCH], double out[BATCH])
{
    const uint32_t dims = s->function->dims;
    float narrow[4][BATCH], result[BATCH];
    const float *const floats[4] = {narrow[0], narrow[1], narrow[2], narrow[3]};
    const double *const doubles[4] = {points[0], points[1], points[2], points[3]};
    if (s->test->lane == F64) {
        perlin_points_f64(noise, dims, count, doubles, NULL, out);
        return;
    }
    for (uint32_t a = 0; a < dims; a++)
        for (size_t i = 0; i < count; i++)
            narrow[a][i] = (float)points[a][i];
    perlin_points_f32(noise, dims, count, floats, NULL, result);
    for (size_t i = 0; i < count; i++)
        out[i] = (double)result[i];
}

/* No other fractal leaves its range there either. */
static void check_shaped(struct search *s, perlin_params params, size_t count,
                         double points[4][BATCH])
{
    static const double numbers[] = {0, 0.3, 0.5, 1, 2, 7.7};
    double out[BATCH];
    repeat(&params, 1 + random_below(&s->r, PERLIN_FRACTAL_MULTIFRACTAL), s->octaves);
    if (random_chance(&s->r, 4) && params.fractal != PERLIN_FRACTAL_MULTIFRACTAL)
        params.gain = -params.gain;
    params.weighted_strength = random_chance(&s->r, 2) ? 0 : random_real(&s->r, -8, 8);
    params.ping_pong_strength = numbers[1 + random_below(&s->r, COUNT_OF(numbers) - 1)];
    params.ridge_offset = numbers[random_below(&s->r, COUNT_OF(numbers))];
    params.ridge_gain = numbers[random_below(&s->r, COUNT_OF(numbers))];
    for (int is_unit = 0; is_unit < 2; is_unit++) {
        perlin_noise *noise = NULL;
        params.range = is_unit ? PERLIN_RANGE_UNIT : PERLIN_RANGE_SIGNED;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        evaluate(s, noise, count, points, out);
        perlin_destroy(noise);
        for (size_t i = 0; i < count; i++)
            if (!(out[i] >= (is_unit ? 0.0 : -1.0) && out[i] <= 1.0))
                fail_msg("%a at %a %a %a %a: %s", out[i], points[0][i], points[1][i], points[2][i],
                         points[3][i], describe(&params));
    }
}

/* Tries a batch of points near `point`, at most `reach` away; moves to the best. */
static void try_near(struct search *s, double point[4], double reach, double sign)
{
    double points[4][BATCH], out[BATCH], unit[BATCH];
    static uint8_t permutation[256];
    const size_t count = s->octaves == 1 ? BATCH : BATCH / 8; /* octaves take their time */
    build_table(s->function, point, sign, permutation);
    for (uint32_t a = 0; a < s->function->dims; a++) {
        for (size_t i = 0; i < count; i++) {
            const double c = i == 0 ? point[a] : point[a] + random_real(&s->r, -reach, reach);
            points[a][i] = c < 0 ? 0 : c > 1 ? 1 : c;
        }
    }
    perlin_noise *const noise = create_noise(s, PERLIN_RANGE_SIGNED, permutation);
    perlin_noise *const halved = create_noise(s, PERLIN_RANGE_UNIT, permutation);
    evaluate(s, noise, count, points, out);
    evaluate(s, halved, count, points, unit);
    perlin_destroy(noise);
    perlin_destroy(halved);
    check_shaped(s, params_by(s->function, permutation), count, points);
    size_t best = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(out[i] >= -1.0 && out[i] <= 1.0) || !(unit[i] >= 0.0 && unit[i] <= 1.0))
            fail_msg("SIGNED %a, UNIT %a at %a %a %a %a", out[i], unit[i], points[0][i],
                     points[1][i], points[2][i], points[3][i]);
        if (sign * out[i] > sign * out[best])
            best = i;
    }
    if (sign * out[best] > s->largest)
        s->largest = sign * out[best];
    for (uint32_t a = 0; a < s->function->dims; a++)
        point[a] = points[a][best];
}

static void climb(struct search *s, double sign)
{
    double point[4] = {0, 0, 0, 0};
    for (uint32_t a = 0; a < s->function->dims; a++) /* far from all corners */
        point[a] = random_real(&s->r, 0.3, 0.7);
    for (double reach = 0.2; reach > 1e-9; reach *= 0.6)
        try_near(s, point, reach, sign);
    for (int i = 0; i < 10; i++) /* where only rounding differs */
        try_near(s, point, i % 2 ? 1e-7 : 1e-15, sign);
}

/* What the margin of 2^-15 below the proven bound leaves, with some of it for the search. */
static const double near_one = 0.9999;

static void range(const struct test_case *test)
{
    struct search s = {.test = test, .function = &functions[test->dims], .r = random_for(test)};
    for (s.octaves = 1; s.octaves <= 32; s.octaves += 31) {
        s.largest = 0;
        for (struct trials t = trials(4); next_trial(&t);) {
            climb(&s, 1.0);
            climb(&s, -1.0);
        }
        print_message("%s: %u octaves come within %.3g of 1\n", test->name, s.octaves,
                      1 - s.largest);
        if (s.largest < near_one)
            fail_msg("%u octaves only reach %.9f: the scale is too small", s.octaves, s.largest);
    }
}

/* Elias's values cannot be chosen: many lattice points, and points beside them. */
static void elias(const struct test_case *test)
{
    struct search s = {.test = test, .r = random_for(test)};
    const struct function function = {.basis = PERLIN_BASIS_ELIAS, .dims = test->dims};
    double least = 0;
    s.function = &function;
    s.octaves = 1;
    for (struct trials t = trials(800); next_trial(&t);) {
        double points[4][BATCH], out[BATCH], unit[BATCH];
        for (uint32_t a = 0; a < test->dims; a++)
            for (int i = 0; i < BATCH; i++)
                points[a][i] = random_between(&s.r, -40000, 40000) +
                               (random_chance(&s.r, 2) ? 0 : random_real(&s.r, -1e-3, 1e-3));
        perlin_noise *const noise = create_noise(&s, PERLIN_RANGE_SIGNED, NULL);
        perlin_noise *const halved = create_noise(&s, PERLIN_RANGE_UNIT, NULL);
        evaluate(&s, noise, BATCH, points, out);
        evaluate(&s, halved, BATCH, points, unit);
        perlin_destroy(noise);
        perlin_destroy(halved);
        for (int i = 0; i < BATCH; i++) {
            if (!(fabs(out[i]) <= 1.0) || !(unit[i] >= 0.0 && unit[i] <= 1.0))
                fail_msg("SIGNED %a, UNIT %a", out[i], unit[i]);
            s.largest = fmax(s.largest, out[i]);
            least = fmin(least, out[i]);
        }
    }
    print_message("%s: within %.3g of 1, %.3g of -1\n", test->name, 1 - s.largest, 1 + least);
    assert_true(s.largest > 0.99 && least < -0.99);
}

/* ---- Bases on simplices, and the integer hash ------------------------------------------------- */

static const struct lattice {
    const char *name;
    uint32_t basis, dims, gradients, radius;
    double near; /* what random tables, or keys, come to */
} lattices[] = {
    {"simplex_1d", PERLIN_BASIS_SIMPLEX, 1, 0, 0, 0.95},
    {"simplex_2d", PERLIN_BASIS_SIMPLEX, 2, 0, 0, 0.95},
    {"simplex_2d_axis", PERLIN_BASIS_SIMPLEX, 2, PERLIN_GRADIENTS_AXIS, 0, 0.95},
    {"simplex_2d_diagonal", PERLIN_BASIS_SIMPLEX, 2, PERLIN_GRADIENTS_DIAGONAL, 0, 0.95},
    {"simplex_3d", PERLIN_BASIS_SIMPLEX, 3, 0, 0, 0.85},
    {"simplex_3d_published", PERLIN_BASIS_SIMPLEX, 3, 0, 1, 0.85},
    {"simplex_4d", PERLIN_BASIS_SIMPLEX, 4, 0, 0, 0.7},
    {"simplex_4d_published", PERLIN_BASIS_SIMPLEX, 4, 0, 1, 0.7},
    {"opensimplex_2d", PERLIN_BASIS_OPENSIMPLEX, 2, 0, 0, 0.8},
    {"opensimplex_3d", PERLIN_BASIS_OPENSIMPLEX, 3, 0, 0, 0.6},
};

/* In 2-D OPENSIMPLEX2 is SIMPLEX, and in 1-D so is 2S. */
static const struct lattice by_integers[] = {
    {"integer_1d", GRADIENT, 1, 0, 0, 0.99},
    {"integer_2d", GRADIENT, 2, 0, 0, 0.99},
    {"integer_3d", GRADIENT, 3, 0, 0, 0.8},
    {"integer_4d", GRADIENT, 4, 0, 0, 0.6},
    {"integer_value_1d", VALUE, 1, 0, 0, 0.99},
    {"integer_value_2d", VALUE, 2, 0, 0, 0.99},
    {"integer_value_3d", VALUE, 3, 0, 0, 0.99},
    {"integer_value_4d", VALUE, 4, 0, 0, 0.99},
    {"integer_value_cubic_1d", VALUE_CUBIC, 1, 0, 0, 0.85},
    {"integer_value_cubic_2d", VALUE_CUBIC, 2, 0, 0, 0.75},
    {"integer_value_cubic_3d", VALUE_CUBIC, 3, 0, 0, 0.6},
    {"integer_value_cubic_4d", VALUE_CUBIC, 4, 0, 0, 0.45},
    {"integer_simplex_1d", PERLIN_BASIS_SIMPLEX, 1, 0, 0, 0.99},
    {"integer_simplex_2d", PERLIN_BASIS_SIMPLEX, 2, 0, 0, 0.99},
    {"integer_simplex_3d", PERLIN_BASIS_SIMPLEX, 3, 0, 0, 0.97},
    {"integer_simplex_4d", PERLIN_BASIS_SIMPLEX, 4, 0, 0, 0.97},
    {"integer_opensimplex2_3d", PERLIN_BASIS_OPENSIMPLEX2, 3, 0, 0, 0.97},
    {"integer_opensimplex2_4d", PERLIN_BASIS_OPENSIMPLEX2, 4, 0, 0, 0.97},
    {"integer_opensimplex2s_2d", PERLIN_BASIS_OPENSIMPLEX2S, 2, 0, 0, 0.99},
    {"integer_opensimplex2s_3d", PERLIN_BASIS_OPENSIMPLEX2S, 3, 0, 0, 0.98},
    {"integer_opensimplex2s_4d", PERLIN_BASIS_OPENSIMPLEX2S, 4, 0, 0, 0.98},
};

/* From the best of many places on to better ones nearby. */
static double climb_lattice(const struct lattice *lattice, perlin_hash hash, struct search *s)
{
    const struct function as_function = {.dims = lattice->dims};
    perlin_params params;
    perlin_noise *noise = NULL, *unit = NULL;
    double largest = 0, best[4] = {0, 0, 0, 0};
    s->function = &as_function;
    table_params_init(&params);
    params.basis = lattice->basis;
    params.gradients = lattice->gradients;
    params.simplex_radius = lattice->radius;
    params.seed = random_u64(&s->r);
    params.hash = hash;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    params.range = PERLIN_RANGE_UNIT;
    assert_status(perlin_create(&unit, &params), PERLIN_OK, "create");
    for (int round = 0; round < 80; round++) {
        double points[4][BATCH], out[BATCH], in_unit[BATCH];
        const double reach = round < 50 ? 128 : pow(0.5, round - 50);
        for (uint32_t a = 0; a < lattice->dims; a++)
            for (size_t i = 0; i < BATCH; i++)
                points[a][i] = (round < 50 ? 0 : best[a]) + random_real(&s->r, -reach, reach);
        evaluate(s, noise, BATCH, points, out);
        evaluate(s, unit, BATCH, points, in_unit);
        for (size_t i = 0; i < BATCH; i++) {
            if (!(out[i] >= -1.0 && out[i] <= 1.0) || !(in_unit[i] >= 0.0 && in_unit[i] <= 1.0))
                fail_msg("SIGNED %a, UNIT %a at %a %a %a %a", out[i], in_unit[i], points[0][i],
                         points[1][i], points[2][i], points[3][i]);
            if (fabs(out[i]) > largest) {
                largest = fabs(out[i]);
                for (uint32_t a = 0; a < lattice->dims; a++)
                    best[a] = points[a][i];
            }
        }
    }
    perlin_destroy(noise);
    perlin_destroy(unit);
    for (s->octaves = 1; s->octaves <= 32; s->octaves += 31) {
        double points[4][BATCH];
        for (uint32_t a = 0; a < lattice->dims; a++)
            for (size_t i = 0; i < BATCH; i++)
                points[a][i] = best[a] + random_real(&s->r, -1e-3, 1e-3);
        check_shaped(s, params, BATCH, points);
    }
    return largest;
}

static void check_lattice(const struct test_case *test, const struct lattice *lattice,
                          perlin_hash hash)
{
    /* So many reach `near`. A machine that is too slow for them comes less near. */
    enum { CLIMBS = 12 };
    struct search s = {.test = test, .r = random_for(test)};
    int climbs = 0;
    for (struct trials t = trials(CLIMBS); next_trial(&t); climbs++) {
        const double largest = climb_lattice(lattice, hash, &s);
        s.largest = largest > s.largest ? largest : s.largest;
    }
    print_message("%s: up to %.6f\n", test->name, s.largest);
    if (s.largest < (climbs < CLIMBS ? 0.9 : 1) * lattice->near)
        fail_msg("only %.9f is reached: the scale is too small", s.largest);
}

static void range_of_lattice(const struct test_case *test)
{
    check_lattice(test, &lattices[test->dims], PERLIN_HASH_PERMUTATION);
}

static void range_by_integers(const struct test_case *test)
{
    check_lattice(test, &by_integers[test->dims], PERLIN_HASH_INTEGER);
}

int main(void)
{
    for (enum lane lane = F32; lane <= F64; lane++)
        for (uint32_t f = 0; f < COUNT_OF(functions); f++)
            add_case(range, NULL, lane, f, "%s_%s", functions[f].name, lane_name(lane));
    for (enum lane lane = F32; lane <= F64; lane++)
        for (uint32_t dims = 1; dims <= 3; dims++)
            add_case(elias, NULL, lane, dims, "elias_%ud_%s", dims, lane_name(lane));
    for (enum lane lane = F32; lane <= F64; lane++)
        for (uint32_t f = 0; f < COUNT_OF(lattices); f++)
            add_case(range_of_lattice, NULL, lane, f, "%s_%s", lattices[f].name, lane_name(lane));
    for (enum lane lane = F32; lane <= F64; lane++)
        for (uint32_t f = 0; f < COUNT_OF(by_integers); f++)
            add_case(range_by_integers, NULL, lane, f, "%s_%s", by_integers[f].name,
                     lane_name(lane));
    return run_cases("range");
}
