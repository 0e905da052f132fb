/*
 * A search that tries to leave the ranges that perlin.h promises, [-1, 1] for SIGNED and [0, 1] for UNIT,
 * and that has to come close to their ends: the scales are neither too large nor uselessly small.
 *
 * For a point of the unit cell there is a permutation table which gives each corner around it the
 * gradient that points towards it best. The search climbs from point to point with such tables, then
 * tries the neighbourhood of the best ones, where rounding decides, and one and 32 octaves.
 */
#include "support.h"

#include <math.h>
#include <string.h>

struct function {
    const char *name;
    uint32_t dims, gradients, classes; /* the gradient is hash modulo classes */
};

static const struct function functions[] = {
    {"1d", 1, PERLIN_GRADIENTS_DEFAULT, 16},     {"2d_default", 2, PERLIN_GRADIENTS_DEFAULT, 8},
    {"2d_axis", 2, PERLIN_GRADIENTS_AXIS, 4},    {"2d_diagonal", 2, PERLIN_GRADIENTS_DIAGONAL, 4},
    {"2d_slice", 2, PERLIN_GRADIENTS_SLICE, 16}, {"3d", 3, PERLIN_GRADIENTS_DEFAULT, 16},
    {"4d", 4, PERLIN_GRADIENTS_DEFAULT, 32},
};

/* ---- Gradients, as perlin.h lists them ------------------------------------------------------------ */

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

/* ---- Tables --------------------------------------------------------------------------------------- */

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
 * The table for a point of cell 0. The corners' hashes form a tree: p[0] and p[1] on the first level,
 * then p[h] and p[h + 1] for each hash h of the level above. Inner nodes get the values 16, 20, 24, ...,
 * so that no two of their children share an entry; the leaves get the gradients. SLICE looks up
 * once more, at z = 0.
 */
static void build_table(const struct function *f, const double point[4], double sign,
                        uint16_t permutation[256])
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
        permutation[i] = (uint16_t)t.entry[i];
    }
}

/* ---- The search ----------------------------------------------------------------------------------- */

enum { BATCH = 512 };

struct search {
    const struct test_case *test;
    const struct function *function;
    struct random r;
    uint32_t octaves;
    double largest; /* |SIGNED| so far */
};

/* Octaves with lacunarity 1 all see the same point: their sum comes as close as one. */
static perlin_noise *create_noise(const struct search *s, uint32_t range, uint16_t permutation[256])
{
    perlin_params params;
    perlin_params_init(&params);
    params.range = range;
    params.gradients = s->function->gradients;
    params.permutation = permutation;
    params.permutation_count = 256;
    if (s->octaves > 1) {
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octaves = s->octaves;
        params.lacunarity = 1.0;
        params.gain = 0.97; /* weights that round */
    }
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

/* Tries a batch of points near `point`, at most `reach` away; moves to the best. */
static void try_near(struct search *s, double point[4], double reach, double sign)
{
    double points[4][BATCH], out[BATCH], unit[BATCH];
    uint16_t permutation[256];
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
    for (uint32_t a = 0; a < s->function->dims; a++)
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

int main(void)
{
    for (enum lane lane = F32; lane <= F64; lane++)
        for (uint32_t f = 0; f < COUNT_OF(functions); f++)
            add_case(range, NULL, lane, f, "%s_%s", functions[f].name, lane_name(lane));
    return run_cases("range");
}
