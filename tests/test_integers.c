/*
 * The integer hash, by what it selects. Hash and gradients are those of integer_definition.h, and
 * values and whole samples are computed here a second time, from docs/bits.md.
 */
#include "integer_definition.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

/* ---- The hash -------------------------------------------------------------------------------- */

static uint32_t hash_of_seed(uint64_t state, uint32_t dims, const int64_t cell[4])
{
    const struct keys keys = keys_of(state);
    return hash_of(&keys, dims, cell, 0, 0);
}

/* The hash's lowest 17 bits as a signed number, times 2^15. */
static double value_of(uint32_t h)
{
    const double bits = h % 131072;
    return (bits < 65536 ? bits : bits - 131072) * 32768;
}

/* Examples of docs/bits.md and docs/parameters.md. */
static void hashes(const struct test_case *test)
{
    static const int64_t cells[2][4] = {{1, 2, 3, 4}, {-1, INT32_MIN, 7, -2}};
    static const uint32_t hashes[2][4] = {{0x0cb5fd31, 0xf86d20a2, 0x08e666c1, 0x3146ed89},
                                          {0x1f8da7b0, 0x00f1d9e3, 0xfd4e4bec, 0x15871ec6}};
    static const uint32_t axis[4] = {0x910b5cc3, 0xf893555f, 0x71bb75b9, 0xe0997ca5};
    static const uint32_t mask[4] = {0x658eec67, 0xee42c90b, 0x90150280, 0x12278575};
    static const uint32_t last[5] = {0x357f3da9, 0x74616797, 0x01574f61, 0x14cf8bff, 0x4bab5dc1};
    const struct keys keys = keys_of(1);
    (void)test;
    for (int a = 0; a < 4; a++) {
        assert_int_equal(keys.low[a], signed_half(axis[a]));
        assert_int_equal(keys.high[a], signed_half(axis[a] / 65536));
    }
    assert_memory_equal(keys.mask, mask, sizeof mask);
    assert_memory_equal(keys.last, last, sizeof last);
    for (int i = 0; i < 2; i++)
        for (uint32_t dims = 1; dims <= 4; dims++)
            assert_int_equal(hash_of(&keys, dims, cells[i], 0, 0), hashes[i][dims - 1]);
    assert_int_equal(hash_of(&keys, 4, cells[0], 4, 1), 0x07cd450b);
    assert_true(value_of(hashes[0][1]) == -1873739776);
    assert_true(value_of(hashes[1][1]) == -319717376);
}

enum { CELLS = 100 };
/* The last two: keys of x with a high half of -32767, and with a low half that wraps. */
static const uint64_t some_seeds[] = {0,          1,     2,    UINT64_C(0xfeedfacecafebeef),
                                      UINT64_MAX, 14649, 71057};

static perlin_params params_of(uint32_t basis, uint64_t seed)
{
    perlin_params params = raw_noise_params();
    params.basis = basis;
    params.hash = PERLIN_HASH_INTEGER;
    params.seed = seed;
    return params;
}

/* Lattice points in float and in double. */
struct lattice {
    int64_t cell[CELLS][4];
    float narrow[4][CELLS];
    double wide[4][CELLS];
};

/* Cells up to 2^bits - 1 in magnitude, of any size up to there; floats hold all of them. */
static void fill_lattice(struct random *r, uint32_t dims, uint32_t bits, struct lattice *lattice)
{
    for (int i = 0; i < CELLS; i++)
        for (uint32_t a = 0; a < dims; a++) {
            const int64_t cell = random_between(r, -0xffffff, 0xffffff);
            const uint32_t shift = random_below(r, bits);
            lattice->cell[i][a] =
                shift < 24 ? cell / (1 << (24 - shift)) : cell * ((int64_t)1 << (shift - 24));
            lattice->narrow[a][i] = (float)lattice->cell[i][a];
            lattice->wide[a][i] = (double)lattice->cell[i][a];
        }
}

/* To where an octave that is moved so has them. Exact for cells below 2^16. */
static void move_lattice(struct lattice *lattice, const double offset[4])
{
    for (uint32_t a = 0; a < 4; a++)
        for (int i = 0; i < CELLS; i++) {
            lattice->narrow[a][i] -= (float)offset[a];
            lattice->wide[a][i] -= offset[a];
        }
}

/* Compares noise with numbers that are each rounded to the lane type. */
static void assert_values(const struct test_case *test, const perlin_params *params,
                          const struct lattice *lattice, const double expected[CELLS])
{
    const void *narrow[4], *wide[4];
    float out_f32[CELLS], out_f64_f32[CELLS], expected_f32[CELLS];
    double out_f64[CELLS];
    for (int a = 0; a < 4; a++) {
        narrow[a] = lattice->narrow[a];
        wide[a] = lattice->wide[a];
    }
    for (int i = 0; i < CELLS; i++)
        expected_f32[i] = (float)expected[i];
    perlin_noise *const noise = create_for(test->subject, params);
    evaluate_points(F32, noise, test->dims, CELLS, narrow, NULL, out_f32);
    evaluate_points(F64, noise, test->dims, CELLS, wide, NULL, out_f64);
    evaluate_points(F64_F32, noise, test->dims, CELLS, wide, NULL, out_f64_f32);
    perlin_destroy(noise);
    assert_same_bits(out_f64, expected, CELLS, sizeof expected[0], "double: %s", describe(params));
    assert_same_bits(out_f32, expected_f32, CELLS, sizeof out_f32[0], "float: %s",
                     describe(params));
    assert_same_bits(out_f64_f32, expected_f32, CELLS, sizeof out_f32[0], "both: %s",
                     describe(params));
}

/* At lattice points near and far one value counts alone. With a period cells repeat. */
static void values(const struct test_case *test)
{
    static const uint32_t periods[] = {1, 2, 3, 300, 65536, UINT32_C(1) << 31};
    struct random r = random_for(test);
    struct lattice lattice = {0};
    double expected[CELLS];
    for (struct trials t = trials(100); next_trial(&t);) {
        perlin_params params =
            params_of(PERLIN_BASIS_VALUE,
                      t.number < COUNT_OF(some_seeds) ? some_seeds[t.number] : random_u64(&r));
        params.interpolation = random_below(&r, PERLIN_INTERPOLATION_CUBIC + 1);
        fill_lattice(&r, test->dims, t.number % 2 ? 62 : 24, &lattice);
        for (uint32_t a = 0; a < test->dims && t.number % 4 > 1; a++)
            params.period[a] =
                random_chance(&r, 3) ? 0 : periods[random_below(&r, COUNT_OF(periods))];
        for (int i = 0; i < CELLS; i++) {
            int64_t cell[4];
            for (uint32_t a = 0; a < 4; a++) {
                const int64_t period = params.period[a] ? params.period[a] : (int64_t)1 << 32;
                cell[a] = (lattice.cell[i][a] % period + period) % period;
            }
            expected[i] = value_of(hash_of_seed(params.seed, test->dims, cell)) * 0x1p-31;
        }
        assert_values(test, &params, &lattice, expected);
    }
}

/* Half-way between the last cell of a period and the first one. */
static void seams(const struct test_case *test)
{
    static const int64_t periods[] = {1, 2, 3, 300, 65536};
    for (size_t p = 0; p < COUNT_OF(periods); p++) {
        const int64_t period = periods[p], first[4] = {0}, last[4] = {period - 1};
        perlin_params params = params_of(PERLIN_BASIS_VALUE, 9);
        params.interpolation = PERLIN_INTERPOLATION_LINEAR;
        params.period[0] = (uint32_t)period;
        const double x[2] = {(double)period - 0.5, -0.5};
        const double a = value_of(hash_of_seed(9, 1, last)) * 0x1p-31;
        const double b = value_of(hash_of_seed(9, 1, first)) * 0x1p-31;
        const float narrow_a = (float)a, narrow_b = (float)b, span = narrow_b - narrow_a;
        perlin_noise *const noise = create_for(test->subject, &params);
        for (int i = 0; i < 2; i++) {
            assert_true(perlin_at1_f64(noise, x[i]) == a + 0.5 * (b - a));
            assert_true(perlin_at1_f32(noise, (float)x[i]) == narrow_a + 0.5f * span);
        }
        perlin_destroy(noise);
    }
}

/* Each octave alone, where its lattice points are. Its offsets are the draws after its keys, also
   if the key is octave 0's. */
static void octaves(const struct test_case *test)
{
    struct random r = random_for(test);
    struct lattice lattice = {0};
    double weights[PERLIN_MAX_OCTAVES], expected[CELLS];
    for (size_t s = 0; s < COUNT_OF(some_seeds); s++)
        for (uint32_t o = 0; o < PERLIN_MAX_OCTAVES; o++) {
            const uint64_t seed = some_seeds[s], state = octave_state(seed, o);
            perlin_params params = params_of(PERLIN_BASIS_VALUE, seed);
            params.fractal = PERLIN_FRACTAL_FBM;
            params.lacunarity = 1;
            params.octaves = params.weight_count = o + 1;
            params.weights = weights;
            for (uint32_t k = 0; k <= o; k++)
                weights[k] = k == o;
            params.octave_seeds = random_below(&r, 2);
            params.octave_offsets = random_below(&r, 2);
            fill_lattice(&r, test->dims, 14, &lattice);
            if (o > 0 && params.octave_offsets) {
                double offset[4];
                for (uint32_t a = 0; a < 4; a++)
                    offset[a] = (64 + (double)(draw(state, FIRST_OFFSET + a) % 128)) / 256;
                move_lattice(&lattice, offset);
            }
            for (int i = 0; i < CELLS; i++)
                expected[i] = value_of(hash_of_seed(params.octave_seeds ? state : seed, test->dims,
                                                    lattice.cell[i])) *
                              0x1p-31;
            assert_values(test, &params, &lattice, expected);
        }
}

/* The noise's slope at a lattice point is the gradient there. */
static void gradients(const struct test_case *test)
{
    static double value[CELLS], slope[4][CELLS];
    struct random r = random_for(test);
    struct lattice lattice = {0};
    for (size_t s = 0; s < COUNT_OF(some_seeds); s++) {
        const perlin_params params = params_of(PERLIN_BASIS_PERLIN, some_seeds[s]);
        fill_lattice(&r, test->dims, s % 2 ? 50 : 24, &lattice);
        const double *const coords[4] = {lattice.wide[0], lattice.wide[1], lattice.wide[2],
                                         lattice.wide[3]};
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_points_gradient_f64(noise, test->dims, CELLS, coords, NULL, value,
                                   (double *const[]){slope[0], slope[1], slope[2], slope[3]});
        perlin_destroy(noise);
        for (int i = 0; i < CELLS; i++) {
            const uint32_t h = hash_of_seed(params.seed, test->dims, lattice.cell[i]);
            for (uint32_t a = 0; a < test->dims; a++)
                if (slope[a][i] != component_of(test->dims, a, h))
                    fail_msg("hash %#x, axis %u: %g instead of %g", h, a, slope[a][i],
                             component_of(test->dims, a, h));
        }
    }
}

/* At a point of OPENSIMPLEX2's lattices no other is in reach: the slope is the gradient of this one
   times the fourth power of the reach. Copy q lies at q halves in 3-D, and in 4-D at q / sqrt(5). */
static void copies(const struct test_case *test)
{
    const double unskew = test->dims == 3 ? 0 : -0x1.3c6ef372fe95p-2;
    const double step = test->dims == 3 ? 0.5 : 0x1.c9f25c5bfedd9p-2;
    struct random r = random_for(test);
    for (size_t s = 0; s < COUNT_OF(some_seeds); s++) {
        const perlin_params params = params_of(PERLIN_BASIS_OPENSIMPLEX2, some_seeds[s]);
        const double reach = perlin_bases[params.basis]->reach(&params, test->dims);
        const struct keys keys = keys_of(params.seed);
        perlin_noise *const noise = create_for(test->subject, &params);
        for (uint32_t copy = 0; copy < (test->dims == 3 ? 2 : 5); copy++)
            for (int i = 0; i < CELLS; i++) {
                int64_t cell[4] = {0}, sum = 0;
                double at[4], value, slope[4];
                for (uint32_t a = 0; a < test->dims; a++)
                    sum += cell[a] = random_between(&r, -1000, 1000);
                for (uint32_t a = 0; a < test->dims; a++)
                    at[a] = (double)cell[a] - (double)sum * unskew + copy * step;
                const double *const coords[4] = {&at[0], &at[1], &at[2], &at[3]};
                perlin_points_gradient_f64(
                    noise, test->dims, 1, coords, NULL, &value,
                    (double *const[]){&slope[0], &slope[1], &slope[2], &slope[3]});
                const uint32_t h = hash_of(&keys, test->dims, cell, copy, 1);
                for (uint32_t a = 0; a < test->dims; a++) {
                    const double g = slope[a] / (reach * reach * reach * reach);
                    if (fabs(g - component_of(test->dims, a, h)) > 1e-10)
                        fail_msg("copy %u, hash %#x, axis %u: %g instead of %g", copy, h, a, g,
                                 component_of(test->dims, a, h));
                }
            }
        perlin_destroy(noise);
    }
}

/* ---- Whole samples by the integer hash ------------------------------------------------------- */

/* Rounds the exact result of an operation of the lane's type; sums and products of floats that are
   computed in double are the same after this. */
static double rounded(enum lane lane, double exact)
{
    return lane == F64 ? exact : (double)(float)exact;
}

static double whole_ease(enum lane lane, uint32_t interpolation, double t)
{
    const double square = rounded(lane, t * t);
    if (interpolation == PERLIN_INTERPOLATION_LINEAR)
        return t;
    if (interpolation == PERLIN_INTERPOLATION_CUBIC)
        return rounded(lane, square * rounded(lane, 3 - rounded(lane, 2 * t)));
    const double inner = rounded(lane, rounded(lane, t * 6) - 15);
    const double outer = rounded(lane, rounded(lane, t * inner) + 10);
    return rounded(lane, rounded(lane, square * t) * outer);
}

static double whole_lerp(enum lane lane, double t, double a, double b)
{
    return rounded(lane, a + rounded(lane, t * rounded(lane, b - a)));
}

/* An octave of PERLIN or VALUE, with its gradients or its sum times `scale`. */
static double whole_octave(enum lane lane, const perlin_params *params, uint32_t dims,
                           uint64_t state, const double scaled[4], double scale)
{
    const struct keys keys = keys_of(state);
    const int is_value = params->basis == PERLIN_BASIS_VALUE;
    double v[16], fraction[4];
    for (uint32_t a = 0; a < dims; a++)
        fraction[a] = rounded(lane, scaled[a] - floor(scaled[a]));
    for (uint32_t corner = 0; corner < 1u << dims; corner++) {
        int64_t cell[4];
        for (uint32_t a = 0; a < dims; a++)
            cell[a] = (int64_t)floor(scaled[a]) + (corner >> a & 1);
        const uint32_t h = hash_of(&keys, dims, cell, 0, 0);
        v[corner] = value_of(h);
        for (uint32_t a = dims; a-- > 0 && !is_value;) {
            const double g = rounded(lane, component_of(dims, a, h) * scale);
            const double d = rounded(lane, fraction[a] - (corner >> a & 1));
            const double product = rounded(lane, g * d);
            v[corner] = a == dims - 1 ? product : rounded(lane, product + v[corner]);
        }
    }
    for (uint32_t left = dims, n = 1u << dims; left-- > 0;) {
        const uint32_t a = is_value ? left : dims - 1 - left; /* w first, or x first */
        const uint32_t interpolation = is_value ? params->interpolation : 0;
        const double t = whole_ease(lane, interpolation, fraction[a]);
        n /= 2;
        for (uint32_t c = 0; c < n; c++)
            v[c] = is_value ? whole_lerp(lane, t, v[c], v[c + n])
                            : whole_lerp(lane, t, v[2 * c], v[2 * c + 1]);
    }
    return is_value ? rounded(lane, v[0] * rounded(lane, scale * 0x1p-31)) : v[0];
}

/* A sample without a fractal, of FBM or of RIDGED. */
static double whole_sample(enum lane lane, const perlin_params *params, uint32_t dims,
                           const double c[4])
{
    const enum lane place = lane == F32 ? F32 : F64;
    const int is_raw = params->range == PERLIN_RANGE_RAW || params->range == PERLIN_RANGE_RAW_UNIT;
    const int is_unit =
        params->range == PERLIN_RANGE_UNIT || params->range == PERLIN_RANGE_RAW_UNIT;
    const int is_ridged = params->fractal == PERLIN_FRACTAL_RIDGED;
    const uint32_t octaves = params->fractal == PERLIN_FRACTAL_NONE ? 1 : params->octaves;
    const double n = is_raw ? 1 : perlin_bases[params->basis]->octave_scale(params, dims);
    double frequency = params->frequency, amplitude = 1, amplitudes = 0, total = 0;
    for (uint32_t o = 0; o < octaves; o++, amplitude *= params->gain)
        amplitudes += amplitude;
    amplitude = 1;
    for (uint32_t o = 0; o < octaves; o++) {
        const uint64_t state = octave_state(params->seed, o);
        const double weight = amplitude / amplitudes, half = is_unit ? 0.5 : 1;
        double scaled[4];
        for (uint32_t a = 0; a < dims; a++) {
            const double offset = (64 + (double)(draw(state, FIRST_OFFSET + a) % 128)) / 256;
            scaled[a] = rounded(place, c[a] * rounded(place, frequency));
            if (o > 0 && params->octave_offsets)
                scaled[a] = rounded(place, scaled[a] + offset);
        }
        double added = whole_octave(lane, params, dims, params->octave_seeds ? state : params->seed,
                                    scaled, is_ridged ? n : weight * (n * half));
        if (is_ridged)
            added = rounded(lane, rounded(lane, weight) * rounded(lane, 1 - 2 * fabs(added)));
        total = o == 0 ? added : rounded(lane, total + added);
        frequency *= params->lacunarity;
        amplitude *= params->gain;
    }
    if (is_ridged && !is_raw)
        total = rounded(lane, total * 0x1.fffcp-1);
    if (is_unit)
        total = rounded(lane, (is_ridged ? total * 0.5 : total) + 0.5);
    return total + 0.0; /* no -0 */
}

static void whole_samples(const struct test_case *test)
{
    struct random r = random_for(test);
    static const uint32_t interpolations[] = {
        PERLIN_INTERPOLATION_QUINTIC, PERLIN_INTERPOLATION_LINEAR, PERLIN_INTERPOLATION_CUBIC};
    for (struct trials t = trials(200); next_trial(&t);) {
        const size_t size = test->lane == F64 ? sizeof(double) : sizeof(float);
        perlin_params params = params_of(
            random_chance(&r, 2) ? PERLIN_BASIS_PERLIN : PERLIN_BASIS_VALUE, random_u64(&r));
        params.interpolation = interpolations[random_below(&r, COUNT_OF(interpolations))];
        params.fractal = random_chance(&r, 3) ? PERLIN_FRACTAL_RIDGED : random_below(&r, 2);
        params.range = random_below(&r, 4);
        params.octaves = 1 + random_below(&r, 5);
        params.octave_seeds = random_below(&r, 2);
        params.octave_offsets = random_below(&r, 2);
        params.frequency = random_real(&r, 0.01, 3);
        params.lacunarity = random_real(&r, 0.5, 3);
        params.gain = random_real(&r, 0.1, 1);
        perlin_noise *const noise = create_for(test->subject, &params);
        for (int i = 0; i < 20; i++) {
            double wide[4], f64[4], result = 0;
            float f32[4];
            const void *coords[4];
            for (uint32_t a = 0; a < test->dims; a++) {
                f64[a] = random_real(&r, -1000, 1000);
                f32[a] = (float)f64[a];
                wide[a] = test->lane == F32 ? (double)f32[a] : f64[a];
                coords[a] = test->lane == F32 ? (const void *)&f32[a] : &f64[a];
            }
            evaluate_at(test->lane, noise, test->dims, coords, &result);
            const double expected = whole_sample(test->lane, &params, test->dims, wide);
            const float narrow = (float)expected;
            assert_same_bits(&result, size == sizeof narrow ? (const void *)&narrow : &expected, 1,
                             size, "sample %d of %s", i, describe(&params));
        }
        perlin_destroy(noise);
    }
}

int main(void)
{
    add_case(hashes, NULL, F32, 0, "hashes");
    add_subject_cases("seams", seams, 0);
    for (size_t s = 0; s < SUBJECT_COUNT; s++)
        for (uint32_t dims = 1; dims <= 4; dims++) {
            const struct subject *const subject = subject_at(s);
            add_case(values, subject, F32, dims, "values_%ud/%s", dims, subject->name);
            add_case(octaves, subject, F32, dims, "octaves_%ud/%s", dims, subject->name);
            add_case(gradients, subject, F32, dims, "gradients_%ud/%s", dims, subject->name);
            if (dims > 2)
                add_case(copies, subject, F32, dims, "copies_%ud/%s", dims, subject->name);
        }
    add_table_cases("whole_samples", whole_samples, 0, F64_F32);
    return run_cases("integers");
}
