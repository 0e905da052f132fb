/*
 * Noise on simplices by the integer hash, in float at coordinates in double, is a sum over lattice
 * points in reach, on grids too. Here it is the sum over all points within three cells of a place, written a
 * second time from docs/bits.md. Points out of reach must add nothing, so each backend has
 * to give the same bits as that sum.
 */
#include "integer_definition.h"
#include "support.h"

#include <math.h>
#include <string.h>

/* ---- Lattices -------------------------------------------------------------------------------- */

/* By basis and dimensions: what unskewing takes of a step along each axis, and how far a copy of the
   lattice is from the one before, in cells / 2^24; copies; the squared reach. */
struct lattice {
    const char *name;
    perlin_basis basis;
    uint32_t dims;
    int64_t unskew;
    uint32_t step, copies;
    float reach;
};

static const struct lattice lattices[] = {
    {"simplex_1d", PERLIN_BASIS_SIMPLEX, 1, 0, 0, 1, 1 - 0x1p-20f},
    {"simplex_2d", PERLIN_BASIS_SIMPLEX, 2, 3545443, 0, 1, 0.5f - 0x1p-20f},
    {"simplex_3d", PERLIN_BASIS_SIMPLEX, 3, 2796203, 0, 1, 0.5f - 0x1p-20f},
    {"simplex_4d", PERLIN_BASIS_SIMPLEX, 4, 2318554, 0, 1, 0.5f - 0x1p-18f},
    {"opensimplex2_3d", PERLIN_BASIS_OPENSIMPLEX2, 3, 0, 8388608, 2, 0.5f - 0x1p-20f},
    {"opensimplex2_4d", PERLIN_BASIS_OPENSIMPLEX2, 4, -5184445, 7502999, 5, 0.5f - 0x1p-18f},
    {"opensimplex2s_2d", PERLIN_BASIS_OPENSIMPLEX2S, 2, 3545443, 0, 1, (float)(2 / 3.0 - 0x1p-20)},
    {"opensimplex2s_3d", PERLIN_BASIS_OPENSIMPLEX2S, 3, 0, 8388608, 2, 0.75f - 0x1p-20f},
    {"opensimplex2s_4d", PERLIN_BASIS_OPENSIMPLEX2S, 4, 2318554, 0, 1, (float)(0.8 - 0x1p-18)},
};

static const double CELL = 0x1p24;

/* ---- The sum over all points ----------------------------------------------------------------- */

/* The integer of a coordinate below 2^52, modulo 2^32. */
static uint32_t place_of(double c)
{
    const double low = floor(c);
    return (uint32_t)(int64_t)low * 16777216u + (uint32_t)rint((c - low) * CELL);
}

/* The skewed cell near a place: modulo 2^32 of cells, right to a cell or so for every coordinate
   below 2^52. */
static void cells_near(const struct lattice *lattice, const double c[4], int64_t cell[4])
{
    const long double g = (long double)lattice->unskew / (long double)CELL;
    const long double f = g / (1 - lattice->dims * g);
    long double sum = 0;
    for (uint32_t a = 0; a < lattice->dims; a++)
        sum += (long double)c[a];
    for (uint32_t a = 0; a < lattice->dims; a++)
        cell[a] = (int64_t)floorl((long double)c[a] + f * sum);
}

struct total {
    float value, slope[4];
};

/* Adds the point of these cells. */
static void add_point(const struct lattice *lattice, const struct keys *keys, uint32_t copy,
                      const int64_t cell[4], const uint32_t place[4], struct total *total)
{
    const uint32_t dims = lattice->dims;
    float d[4], left = lattice->reach, dot = 0;
    int64_t n = 0;
    for (uint32_t a = 0; a < dims; a++)
        n += cell[a];
    for (uint32_t a = dims; a-- > 0;) {
        const uint32_t at = (uint32_t)cell[a] * 16777216u -
                            (uint32_t)n * (uint32_t)lattice->unskew + copy * lattice->step;
        d[a] = (float)(int32_t)(place[a] - at) * 0x1p-24f;
        left -= d[a] * d[a];
    }
    if (left <= 0) /* adds +0 or -0 */
        return;
    const uint32_t h = hash_of(keys, dims, cell, copy, lattice->copies > 1);
    for (uint32_t a = dims; a-- > 0;) {
        const float product = (float)component_of(dims, a, h) * d[a];
        dot = a == dims - 1 ? product : dot + product;
    }
    const float squared = left * left, fall = 8 * (squared * left * dot);
    total->value += squared * squared * dot;
    for (uint32_t a = 0; a < dims; a++)
        total->slope[a] += squared * squared * (float)component_of(dims, a, h) - fall * d[a];
}

enum { WITHIN = 3 }; /* cells along each axis */

static struct total sum_of_all(const struct lattice *lattice, const struct keys *keys,
                               const double c[4])
{
    const uint32_t dims = lattice->dims;
    const int along[4] = {WITHIN, dims > 1 ? WITHIN : 0, dims > 2 ? WITHIN : 0,
                          dims > 3 ? WITHIN : 0};
    struct total total = {0, {0, 0, 0, 0}};
    uint32_t place[4] = {0};
    int64_t near[4] = {0};
    for (uint32_t a = 0; a < dims; a++)
        place[a] = place_of(c[a]);
    cells_near(lattice, c, near);
    for (uint32_t copy = 0; copy < lattice->copies; copy++)
        for (int l = -along[3]; l <= along[3]; l++)
            for (int k = -along[2]; k <= along[2]; k++)
                for (int j = -along[1]; j <= along[1]; j++)
                    for (int i = -WITHIN; i <= WITHIN; i++) {
                        const int64_t cell[4] = {near[0] + i, near[1] + j, near[2] + k,
                                                 near[3] + l};
                        add_point(lattice, keys, copy, cell, place, &total);
                    }
    return total;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* Where the lattice point of these cells is. */
static void point_at(const struct lattice *lattice, uint32_t copy, const double cell[4],
                     double at[4])
{
    double n = 0;
    for (uint32_t a = 0; a < lattice->dims; a++)
        n += cell[a];
    for (uint32_t a = 0; a < lattice->dims; a++)
        at[a] = cell[a] - n * (double)lattice->unskew / CELL + copy * (double)lattice->step / CELL;
}

/* On a point of the lattice, or between points so that some skewed fractions are alike, 0 or 1/2. */
static void skewed_place(struct random *r, const struct lattice *lattice, double c[4])
{
    const double some[4] = {0, 0.5, random_real(r, 0, 1), random_real(r, 0, 1)};
    double cell[4];
    for (uint32_t a = 0; a < lattice->dims; a++)
        cell[a] = random_between(r, -9, 9) + some[random_below(r, 4)];
    point_at(lattice, random_below(r, lattice->copies), cell, c);
}

/* At the reach of a point. */
static void place_at_reach(struct random *r, const struct lattice *lattice, double c[4])
{
    double cell[4], at[4], from[4], square = 0;
    for (uint32_t a = 0; a < lattice->dims; a++)
        cell[a] = random_between(r, -9, 9);
    point_at(lattice, random_below(r, lattice->copies), cell, at);
    for (uint32_t a = 0; a < lattice->dims; a++) {
        from[a] = random_chance(r, 4) ? 0 : random_real(r, -1, 1);
        square += from[a] * from[a];
    }
    for (uint32_t a = 0; a < lattice->dims; a++)
        c[a] = at[a] + (square > 0 ? from[a] * sqrt((double)lattice->reach / square) : 0);
}

static void random_place(struct random *r, const struct lattice *lattice, double c[4])
{
    const uint32_t kind = random_below(r, 5);
    const int far = random_between(r, 0, 51);
    for (uint32_t a = 0; a < lattice->dims; a++)
        c[a] = random_real(r, -9, 9);
    if (kind == 0)
        skewed_place(r, lattice, c);
    if (kind == 1)
        place_at_reach(r, lattice, c);
    for (uint32_t a = 0; a < lattice->dims; a++) {
        if (kind <= 1)
            c[a] += random_between(r, -3, 3) * ldexp(1, random_between(r, -30, -22));
        if (kind == 2)
            c[a] = random_real(r, -1, 1) * ldexp(1, far);
    }
}

/* ---- Tests ----------------------------------------------------------------------------------- */

enum { PLACES = 64 };

static void every_point(const struct test_case *test)
{
    const struct lattice *lattice = lattices;
    while (strncmp(test->name, lattice->name, strlen(lattice->name)) != 0)
        lattice++;
    struct random r = random_for(test);
    const uint32_t dims = lattice->dims;
    static double c[4][PLACES];
    static float value[PLACES], slope[4][PLACES];
    perlin_params params = raw_noise_params();
    params.hash = PERLIN_HASH_INTEGER;
    params.basis = lattice->basis;
    params.seed = random_u64(&r);
    perlin_noise *const noise = create_for(test->subject, &params);
    const struct keys keys = keys_of(params.seed);
    const double *const coords[4] = {c[0], c[1], c[2], c[3]};
    float *const gradient[4] = {slope[0], slope[1], slope[2], slope[3]};
    for (struct trials t = trials(20000); next_trial(&t);) {
        for (size_t i = 0; i < PLACES; i++) {
            double place[4];
            random_place(&r, lattice, place);
            for (uint32_t a = 0; a < dims; a++)
                c[a][i] = place[a];
        }
        assert_status(perlin_points_f64_f32(noise, dims, PLACES, coords, NULL, value), PERLIN_OK,
                      "points");
        for (size_t i = 0; i < PLACES; i++) {
            const double place[4] = {c[0][i], c[1][i], c[2][i], c[3][i]};
            const struct total total = sum_of_all(lattice, &keys, place);
            if (memcmp(&total.value, &value[i], sizeof value[i]) != 0)
                fail_msg("%s at %a, %a, %a, %a: %a, not %a", lattice->name, place[0], place[1],
                         place[2], place[3], (double)value[i], (double)total.value);
        }
        if (t.number % 4)
            continue;
        assert_status(
            perlin_points_gradient_f64_f32(noise, dims, PLACES, coords, NULL, value, gradient),
            PERLIN_OK, "slopes");
        for (size_t i = 0; i < PLACES; i++) {
            const double place[4] = {c[0][i], c[1][i], c[2][i], c[3][i]};
            const struct total total = sum_of_all(lattice, &keys, place);
            for (uint32_t a = 0; a < dims; a++) {
                const float expected = total.slope[a] + 0; /* -0 becomes +0 */
                if (memcmp(&expected, &slope[a][i], sizeof expected) != 0)
                    fail_msg("%s, slope %u at %a, %a, %a, %a: %a, not %a", lattice->name, a,
                             place[0], place[1], place[2], place[3], (double)slope[a][i],
                             (double)expected);
            }
        }
    }
    perlin_destroy(noise);
}

/* ---- Grids ----------------------------------------------------------------------------------- */

enum { SAMPLES = 1 << 14 };

/* A grid near the origin or far from it, of samples on points of cubic lattices or not, with the same
   step along most axes, tiles' borders, and now and then a period at which coordinates jump back. */
static void random_grid(struct random *r, uint32_t dims, perlin_grid *grid)
{
    static const double steps[] = {1 / 64.0, 0.3,      1.7,  1e6,  -1 / 64.0, -0.3,
                                   0.1,      1 / 24.0, 1e-5, 0.25, 0.15,      0.05,
                                   0.6,      -1.3,     3e-7, 0.45, 1 / 7.0,   0.013};
    static const double origins[] = {0, 0.5, 1e6, -1e9, 0x1p40, 3.3e7, -0x1.1p36, -0.25};
    static const uint32_t most[4] = {5000, 330, 50, 16};
    const double step = steps[random_below(r, COUNT_OF(steps))];
    size_t count = SAMPLES;
    perlin_grid_init(grid);
    grid->dims = dims;
    for (uint32_t a = 0; a < dims; a++) {
        const uint32_t longest = random_chance(r, 3) ? most[dims - 1] / 4 : most[dims - 1];
        grid->count[a] = 1 + random_below(r, longest);
        if (grid->count[a] > count || random_chance(r, 12))
            grid->count[a] = 1;
        count /= grid->count[a];
        grid->step[a] = random_chance(r, 4) ? steps[random_below(r, COUNT_OF(steps))] : step;
        grid->origin[a] = origins[random_below(r, COUNT_OF(origins))];
        if (random_chance(r, 2))
            grid->origin[a] += random_real(r, 0, 1);
        if (random_chance(r, 8)) {
            grid->period[a] = 1 + random_below(r, 70);
            grid->start[a] = random_between(r, -100, 100);
        } else if (random_chance(r, 12)) { /* more than a size_t of 32 bits holds */
            grid->period[a] = UINT64_C(1) << 32;
        } else if (random_chance(r, 6)) {
            grid->start[a] = random_between(r, -500000, 500000);
        } else if (random_chance(r, 4)) {
            round_steps(r, grid, a);
        }
    }
}

/* The coordinates of all samples, x fastest. Returns their number. */
static size_t coordinates_of(const perlin_grid *grid, double c[4][SAMPLES])
{
    size_t count = 1;
    for (uint32_t a = 0; a < grid->dims; a++)
        count *= grid->count[a];
    for (size_t i = 0; i < count; i++) {
        size_t rest = i;
        for (uint32_t a = 0; a < grid->dims; a++) {
            int64_t index = grid->start[a] + (int64_t)(rest % grid->count[a]);
            const int64_t period = (int64_t)grid->period[a];
            if (period > 0)
                index = (index % period + period) % period;
            c[a][i] = grid->origin[a] + (double)index * grid->step[a];
            rest /= grid->count[a];
        }
    }
    return count;
}

/* Grids, of all fractals and ranges, equal the scalar backend's points at their samples. */
static void grids(const struct test_case *test)
{
    static double c[4][SAMPLES];
    static float out[SAMPLES], expected[SAMPLES];
    static const perlin_basis bases[] = {PERLIN_BASIS_SIMPLEX, PERLIN_BASIS_OPENSIMPLEX2,
                                         PERLIN_BASIS_OPENSIMPLEX2S};
    const double *const coords[4] = {c[0], c[1], c[2], c[3]};
    struct random r = random_for(test);
    for (struct trials t = trials(600); next_trial(&t);) {
        perlin_params params;
        perlin_grid grid;
        perlin_params_init(&params);
        params.hash = PERLIN_HASH_INTEGER;
        params.basis = bases[random_below(&r, COUNT_OF(bases))];
        params.seed = random_u64(&r);
        params.range = random_below(&r, 4);
        params.fractal = random_chance(&r, 2) ? PERLIN_FRACTAL_NONE : random_below(&r, 6);
        params.octaves = 1 + random_below(&r, 5);
        params.weighted_strength = random_chance(&r, 4) ? 0.5 : 0.0;
        params.frequency = random_chance(&r, 3) ? 0.37 : 1.0;
        params.lacunarity = random_chance(&r, 3) ? -1.9 : random_chance(&r, 4) ? 0.5 : 2.0;
        random_grid(&r, test->dims, &grid);
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const scalar = create_scalar(&params);
        const size_t count = coordinates_of(&grid, c);
        assert_status(perlin_grid_f32(noise, &grid, out), PERLIN_OK, "grid");
        assert_status(perlin_points_f64_f32(scalar, test->dims, count, coords, NULL, expected),
                      PERLIN_OK, "points");
        assert_same_bits(out, expected, count, sizeof out[0], "%s | %s", describe(&params),
                         describe_grid(&grid));
        perlin_destroy(noise);
        perlin_destroy(scalar);
    }
}

int main(void)
{
    for (size_t i = 0; i < COUNT_OF(lattices); i++)
        for (size_t s = 0; s < SUBJECT_COUNT; s++)
            add_case(every_point, subject_at(s), F64_F32, lattices[i].dims, "%s/%s",
                     lattices[i].name, subject_at(s)->name);
    for (uint32_t dims = 1; dims <= 4; dims++)
        for (size_t s = FIRST_VECTOR_SUBJECT; s < SUBJECT_COUNT; s++)
            add_case(grids, subject_at(s), F64_F32, dims, "grids_%ud/%s", dims,
                     subject_at(s)->name);
    return run_cases("lattice");
}
