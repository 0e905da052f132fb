/*
 * The caller's floating-point state does not matter and comes back as it was: rounding modes, flush
 * to zero, exception masks and sticky flags, in every combination, around every function that
 * computes. A trap that the library lets through is a SIGFPE.
 */
#include "support.h"

#include <fenv.h>
#include <float.h>
#include <string.h>

/* ---- The state ------------------------------------------------------------------------------- */

struct fp_state {
    uint64_t control, status;
};

enum { MAX_STATES = 64 };

#if defined(__SSE2__)

/*
 * MXCSR, which has controls and flags, x87's control word, and the flags of its status word. No
 * call preserves that word's condition codes: on i386 fmod's instruction sets them.
 */
static struct fp_state get_state(void)
{
    unsigned mxcsr;
    unsigned short control, status;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr) : : "memory");
    __asm__ volatile("fnstcw %0" : "=m"(control) : : "memory");
    __asm__ volatile("fnstsw %0" : "=m"(status) : : "memory");
    return (struct fp_state){mxcsr | (uint64_t)control << 32, status & 0xffu};
}

static void set_state(struct fp_state state)
{
    const unsigned mxcsr = (unsigned)state.control;
    const unsigned short control = (unsigned short)(state.control >> 32);
    __asm__ volatile("fnclex" : : : "memory");
    __asm__ volatile("fldcw %0" : : "m"(control) : "memory");
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr) : "memory");
}

static size_t hostile_states(struct fp_state states[MAX_STATES])
{
    enum { FLUSH = 0x8000, DENORMALS_ARE_ZERO = 0x40, MASKED = 0x1f80, STICKY = 0x3f };
    size_t n = 0;
    for (uint64_t rounding = 0; rounding < 4; rounding++) {
        for (unsigned bits = 0; bits < 16; bits++) {
            const uint64_t mxcsr = rounding << 13 | (bits & 1 ? FLUSH : 0) |
                                   (bits & 2 ? DENORMALS_ARE_ZERO : 0) | (bits & 4 ? 0 : MASKED) |
                                   (bits & 8 ? STICKY : 0);
            /* x87: the same rounding, the precision of float, and traps. */
            const uint64_t x87 = rounding << 10 | (bits & 1 ? 0x300 : 0) | (bits & 4 ? 0 : 0x3f);
            states[n++] = (struct fp_state){mxcsr | x87 << 32, 0};
        }
    }
    return n;
}

#elif defined(__aarch64__)

static struct fp_state get_state(void)
{
    struct fp_state state;
    __asm__ volatile("mrs %0, fpcr" : "=r"(state.control) : : "memory");
    __asm__ volatile("mrs %0, fpsr" : "=r"(state.status) : : "memory");
    return state;
}

static void set_state(struct fp_state state)
{
    __asm__ volatile("msr fpsr, %0" : : "r"(state.status) : "memory");
    __asm__ volatile("msr fpcr, %0" : : "r"(state.control) : "memory");
}

static size_t hostile_states(struct fp_state states[MAX_STATES])
{
    enum { FLUSH = 1 << 24, DEFAULT_NAN = 1 << 25, TRAPS = 0x9f00, STICKY = 0x0800009f };
    size_t n = 0;
    for (uint64_t rounding = 0; rounding < 4; rounding++)
        for (unsigned bits = 0; bits < 16; bits++)
            states[n++] =
                (struct fp_state){rounding << 22 | (bits & 1 ? FLUSH : 0) |
                                      (bits & 2 ? DEFAULT_NAN : 0) | (bits & 4 ? TRAPS : 0),
                                  bits & 8 ? STICKY : 0};
    return n;
}

#else

static struct fp_state get_state(void)
{
    return (struct fp_state){(uint64_t)fegetround(), (uint64_t)fetestexcept(FE_ALL_EXCEPT)};
}

static void set_state(struct fp_state state)
{
    fesetround((int)state.control);
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept((int)state.status);
}

static size_t hostile_states(struct fp_state states[MAX_STATES])
{
    static const int roundings[] = {
        FE_TONEAREST,
#ifdef FE_UPWARD
        FE_UPWARD,
#endif
#ifdef FE_DOWNWARD
        FE_DOWNWARD,
#endif
#ifdef FE_TOWARDZERO
        FE_TOWARDZERO,
#endif
    };
    size_t n = 0;
    for (size_t i = 0; i < COUNT_OF(roundings); i++) {
        states[n++] = (struct fp_state){(uint64_t)roundings[i], 0};
        states[n++] = (struct fp_state){(uint64_t)roundings[i], FE_ALL_EXCEPT};
    }
    return n;
}

#endif

/* ---- A call in a state ----------------------------------------------------------------------- */

static struct fp_state states[MAX_STATES];
static struct fp_state usual, entered;

/* Bits that this CPU does not have stay 0, so that what counts is what it reads back. */
static void enter(struct fp_state state)
{
    usual = get_state();
    set_state(state);
    entered = get_state();
}

/* Back to the usual state before anything else computes. */
static void leave(const char *what)
{
    const struct fp_state left = get_state();
    set_state(usual);
    if (left.control != entered.control || left.status != entered.status)
        fail_msg("%s: the state was %#llx %#llx and became %#llx %#llx", what,
                 (unsigned long long)entered.control, (unsigned long long)entered.status,
                 (unsigned long long)left.control, (unsigned long long)left.status);
}

/* The states do differ from the usual one: else these tests would say nothing. */
static void states_take_effect(const struct test_case *test)
{
    volatile double third = 3.0, tiny = DBL_MIN;
    (void)test;
    const size_t count = hostile_states(states);
    size_t rounded = 0, flushed = 0;
    const double expected = 1.0 / third;
    for (size_t i = 0; i < count; i++) {
#if defined(__SSE2__)
        if (!(states[i].control & 0x1f80)) /* it would trap */
            continue;
#endif
        enter(states[i]);
        volatile double quotient = 1.0 / third;
        volatile double half = tiny * 0.5;
        set_state(usual);
        rounded += bits_f64(quotient) != bits_f64(expected);
        flushed += bits_f64(half) == 0;
    }
    assert_true(rounded > 0);
#if defined(__SSE2__) || defined(__aarch64__)
    assert_true(flushed > 0);
#else
    (void)flushed;
#endif
}

/* Values whose products overflow, underflow and round; octaves whose weights do. */
static void lively_params(perlin_params *params, perlin_hash hash)
{
    perlin_params_init(params);
    params->hash = hash;
    params->fractal = PERLIN_FRACTAL_FBM;
    params->octaves = 4;
    params->octave_seeds = 1;
    params->frequency = 0.37;
    params->lacunarity = 1.97;
    params->gain = 0.55;
    params->range = PERLIN_RANGE_UNIT;
}

/* ---- Evaluation ------------------------------------------------------------------------------ */

enum { COUNT = 203 };

static void check_points(const struct test_case *test, const perlin_params *params)
{
    static _Alignas(double) unsigned char data[4][COUNT * sizeof(double)];
    static _Alignas(double) unsigned char out[COUNT * sizeof(double)],
        expected[COUNT * sizeof(double)];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    const size_t size = result_size(test->lane), count = hostile_states(states);
    struct random r = random_for(test);
    perlin_noise *const noise = create_for(test->subject, params);
    for (uint32_t d = 0; d < test->dims; d++)
        fill_coordinates(&r, test->lane, MIXED, data[d], COUNT);
    evaluate_points(test->lane, noise, test->dims, COUNT, coords, NULL, expected);
    for (size_t i = 0; i < count; i++) {
        memset(out, 0xcc, sizeof out);
        enter(states[i]);
        evaluate_points(test->lane, noise, test->dims, COUNT, coords, NULL, out);
        leave("points");
        assert_same_bits(out, expected, COUNT, size, "state %#llx",
                         (unsigned long long)states[i].control);
    }
    perlin_destroy(noise);
}

static void points_by(const struct test_case *test, perlin_hash hash)
{
    struct random r = random_for(test);
    uint8_t permutation[256];
    perlin_params params;
    const uint32_t kinds = PERLIN_FRACTAL_MULTIFRACTAL + 3, some = random_below(&r, kinds);
    for (size_t k = 0; k < scaled_down(kinds); k++) {
        const uint32_t kind = (uint32_t)(some + k) % kinds;
        lively_params(&params, hash);
        params.fractal = PERLIN_FRACTAL_FBM + kind;
        params.weighted_strength = kind == 0 ? 0 : 0.3;
        if (params.fractal > PERLIN_FRACTAL_MULTIFRACTAL)
            random_params(&r, &params, test->dims, permutation);
        check_points(test, &params);
    }
}

/* Scales, biases and adds to the output's contents, among them a signalling NaN, with bounds; and
   with a scale that overflows. */
static void outputs_by(const struct test_case *test, perlin_hash hash)
{
    enum { MOST = 101 };
    static _Alignas(double) unsigned char data[4][MOST * sizeof(double)];
    static _Alignas(double) unsigned char before[MOST * sizeof(double)], out[MOST * sizeof(double)],
        expected[MOST * sizeof(double)];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    const size_t size = result_size(test->lane), count = hostile_states(states);
    const uint32_t signalling_f32 = 0x7f800001;
    const uint64_t signalling_f64 = UINT64_C(0x7ff0000000000001);
    struct random r = random_for(test);
    perlin_params params;
    perlin_output output;
    lively_params(&params, hash);
    perlin_output_init(&output);
    perlin_noise *const noise = create_for(test->subject, &params);
    for (uint32_t d = 0; d < test->dims; d++)
        fill_coordinates(&r, test->lane, MIXED, data[d], MOST);
    fill_coordinates(&r, size == 4 ? F32 : F64, ORDINARY, before, MOST);
    memcpy(before, size == 4 ? (const void *)&signalling_f32 : (const void *)&signalling_f64, size);
    for (int kind = 0; kind < 3; kind++) {
        double bounds[2], expected_bounds[2];
        output.scale = kind == 0 ? 0.1 : kind == 1 ? 1e300 : 0x1p-1060;
        output.bias = kind == 2 ? 0.3 : -0x1p-140;
        output.accumulate = kind != 1;
        memcpy(expected, before, sizeof expected);
        memset(expected_bounds, 0, sizeof expected_bounds);
        const perlin_status status = evaluate_points_into(
            test->lane, noise, test->dims, MOST, coords, NULL, &output, expected, expected_bounds);
        for (size_t i = 0; i < count; i++) {
            memcpy(out, before, sizeof out);
            memset(bounds, 0, sizeof bounds);
            enter(states[i]);
            const perlin_status again = evaluate_points_into(test->lane, noise, test->dims, MOST,
                                                             coords, NULL, &output, out, bounds);
            leave("points into");
            assert_status(again, status, "points into");
            assert_same_bits(out, expected, MOST, size, "state %#llx, scale %g",
                             (unsigned long long)states[i].control, output.scale);
            assert_same_bits(bounds, expected_bounds, 2, sizeof bounds[0], "bounds");
        }
    }
    perlin_destroy(noise);
}

static void grids_by(const struct test_case *test, perlin_hash hash)
{
    enum { MOST = 1000 };
    static _Alignas(double) unsigned char out[MOST * sizeof(double)],
        expected[MOST * sizeof(double)];
    static const double steps[] = {1 / 77.0, 0.3, 3.7, 0x1p-1060, 1e305};
    const size_t size = result_size(test->lane), count = hostile_states(states);
    struct random r = random_for(test);
    perlin_params params;
    perlin_grid grid;
    const uint32_t some = random_below(&r, COUNT_OF(steps));
    for (size_t k = 0; k < scaled_down(COUNT_OF(steps)); k++) {
        const size_t s = (some + k) % COUNT_OF(steps);
        uint8_t permutation[256];
        size_t samples = 1;
        lively_params(&params, hash);
        if (k % 2)
            random_params(&r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_grid_init(&grid);
        grid.dims = test->dims;
        random_counts(&r, &grid, MOST);
        for (uint32_t a = 0; a < test->dims; a++) {
            grid.step[a] = steps[s];
            grid.origin[a] = s == 4 ? 1e308 : a == 0 ? 0.1 : -1e-310;
            samples *= grid.count[a];
        }
        const perlin_status status = evaluate_grid(test->lane, noise, &grid, expected);
        if (k % 2 &&
            status != PERLIN_OK) { /* the step and the frequency may be too large together */
            perlin_destroy(noise);
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            memset(out, 0xcc, sizeof out);
            enter(states[i]);
            evaluate_grid(test->lane, noise, &grid, out);
            leave("grid");
            assert_same_bits(out, expected, samples, size, "state %#llx: %s",
                             (unsigned long long)states[i].control, describe_grid(&grid));
        }
        perlin_destroy(noise);
    }
}

static void normals_by(const struct test_case *test, perlin_hash hash)
{
    enum { SIDE = 17 };
    const size_t count = hostile_states(states);
    float out[3][SIDE * SIDE], expected[3][SIDE * SIDE];
    void *const normal[3] = {out[0], out[1], out[2]};
    perlin_params params;
    perlin_grid grid;
    lively_params(&params, hash);
    perlin_noise *const noise = create_for(test->subject, &params);
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.count[0] = grid.count[1] = SIDE;
    grid.step[0] = grid.step[1] = 0.173;
    assert_status(evaluate_normals(F32, noise, &grid, 1.1, normal), PERLIN_OK, "normals");
    memcpy(expected, out, sizeof out);
    const double signalling = from_bits_f64(UINT64_C(0x7ff0000000000001));
    for (size_t i = 0; i < count; i++) {
        memset(out, 0xcc, sizeof out);
        enter(states[i]);
        const perlin_status refused = evaluate_normals(F32, noise, &grid, signalling, normal);
        const perlin_status beyond = evaluate_normals(F32, noise, &grid, 1e300, normal);
        const perlin_status status = evaluate_normals(F32, noise, &grid, 1.1, normal);
        leave("normals");
        assert_status(refused, PERLIN_ERROR_OUTPUT, "normals");
        assert_status(beyond, PERLIN_ERROR_OUTPUT, "normals");
        assert_status(status, PERLIN_OK, "normals");
        assert_same_bits(out, expected, 3 * SIDE * SIDE, sizeof(float), "state %#llx",
                         (unsigned long long)states[i].control);
    }
    perlin_destroy(noise);
}

/* ---- Creation and checks --------------------------------------------------------------------- */

static void evaluate_some(const perlin_noise *noise, double out[COUNT])
{
    double x[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = i * 0.173;
    assert_status(perlin_points1_f64(noise, COUNT, x, out), PERLIN_OK, "points");
}

/* A noise created in any state computes like one created in the usual state. */
static void creation_by(const struct test_case *test, perlin_hash hash)
{
    static const double frequencies[] = {0.37, 0x1p-1060};
    const size_t count = hostile_states(states);
    double out[COUNT], expected[COUNT];
    perlin_params params;
    lively_params(&params, hash);
    params.octaves = 20;
    params.backend = test->subject->backend;
    for (size_t f = 0; f < COUNT_OF(frequencies); f++) {
        params.frequency = frequencies[f];
        params.lacunarity = f == 0 ? 1.97 : 0x1.8p56; /* up from the subnormal numbers */
        perlin_noise *noise = create_for(test->subject, &params);
        evaluate_some(noise, expected);
        perlin_destroy(noise);
        for (size_t i = 0; i < count; i++) {
            noise = NULL;
            enter(states[i]);
            const perlin_status status = perlin_create(&noise, &params);
            leave("create");
            assert_status(status, PERLIN_OK, "create");
            evaluate_some(noise, out);
            perlin_destroy(noise);
            assert_same_bits(out, expected, COUNT, sizeof *out, "created in state %#llx",
                             (unsigned long long)states[i].control);
        }
    }
}

static void check_create(const perlin_params *params, perlin_status expected)
{
    const size_t count = hostile_states(states);
    for (size_t i = 0; i < count; i++) {
        perlin_noise *noise = NULL;
        enter(states[i]);
        const perlin_status status = perlin_create(&noise, params);
        leave("create");
        assert_status(status, expected, "create");
        assert_null(noise);
    }
}

/* Parameters that are refused: comparing a signalling NaN traps, and so does an overflow. */
static void refused_params(const struct test_case *test)
{
    const double signalling = from_bits_f64(UINT64_C(0x7ff0000000000001));
    perlin_params params;
    (void)test;
    perlin_params_init(&params);
    memcpy(&params.frequency, &signalling, sizeof signalling);
    check_create(&params, PERLIN_ERROR_FREQUENCY);
    perlin_params_init(&params);
    memcpy(&params.lacunarity, &signalling, sizeof signalling);
    check_create(&params, PERLIN_ERROR_LACUNARITY);
    perlin_params_init(&params);
    memcpy(&params.gain, &signalling, sizeof signalling);
    check_create(&params, PERLIN_ERROR_GAIN);
    perlin_params_init(&params);
    params.fractal = PERLIN_FRACTAL_FBM;
    params.lacunarity = DBL_MAX;
    params.frequency = 2.0;
    check_create(&params, PERLIN_ERROR_FREQUENCY);
    perlin_params_init(&params);
    params.rotation = PERLIN_ROTATION_MATRIX;
    memcpy(&params.matrix[1][2], &signalling, sizeof signalling);
    check_create(&params, PERLIN_ERROR_ROTATION);
}

static void single_samples_by(const struct test_case *test, perlin_hash hash)
{
    const size_t count = hostile_states(states);
    perlin_params params;
    lively_params(&params, hash);
    perlin_noise *const noise = create_for(test->subject, &params);
    const double expected = perlin_at3_f64(noise, 0.1, -0.7, 0x1p-1060);
    const float expected_f32 = perlin_at3_f64_f32(noise, 0.1, -0.7, 0x1p-1060);
    for (size_t i = 0; i < count; i++) {
        enter(states[i]);
        const double value = perlin_at3_f64(noise, 0.1, -0.7, 0x1p-1060);
        leave("at");
        assert_same_bits(&value, &expected, 1, sizeof value, "state %#llx",
                         (unsigned long long)states[i].control);
        enter(states[i]);
        const float value_f32 = perlin_at3_f64_f32(noise, 0.1, -0.7, 0x1p-1060);
        leave("at_f64_f32");
        assert_same_bits(&value_f32, &expected_f32, 1, sizeof value_f32, "state %#llx",
                         (unsigned long long)states[i].control);
    }
    perlin_destroy(noise);
}

static void visible_octaves(const struct test_case *test)
{
    const size_t count = hostile_states(states);
    const double signalling = from_bits_f64(UINT64_C(0x7ff0000000000001));
    perlin_params params;
    (void)test;
    perlin_params_init(&params);
    params.gain = 0.1;
    for (size_t i = 0; i < count; i++) {
        uint32_t octaves = 77;
        enter(states[i]);
        const perlin_status refused = perlin_octaves_for(&params, signalling, 8, &octaves);
        const perlin_status status = perlin_octaves_for(&params, 0x1p-1074, 24, &octaves);
        leave("octaves_for");
        assert_status(refused, PERLIN_ERROR_GRID, "octaves_for");
        assert_status(status, PERLIN_OK, "octaves_for");
        assert_int_equal(octaves, 8);
    }
}

static void extents(const struct test_case *test)
{
    const size_t count = hostile_states(states);
    (void)test;
    for (int bad = 0; bad < 2; bad++) {
        perlin_grid grid;
        perlin_grid_init(&grid);
        grid.dims = 1;
        grid.count[0] = 5;
        grid.step[0] = bad ? from_bits_f64(UINT64_C(0xfff0000000000001)) : 1e-310;
        for (size_t i = 0; i < count; i++) {
            ptrdiff_t first = 77;
            size_t elements = 77;
            enter(states[i]);
            const perlin_status status = perlin_grid_extent(&grid, &first, &elements);
            leave("extent");
            assert_status(status, bad ? PERLIN_ERROR_GRID : PERLIN_OK, "extent");
            assert_int_equal(elements, bad ? 77 : 5);
        }
    }
}

/* ---- By both hashes -------------------------------------------------------------------------- */

static void by_both(const struct test_case *test,
                    void (*check)(const struct test_case *test, perlin_hash hash))
{
    check(test, PERLIN_HASH_INTEGER);
    check(test, PERLIN_HASH_PERMUTATION);
}

static void points(const struct test_case *test)
{
    by_both(test, points_by);
}

static void outputs(const struct test_case *test)
{
    by_both(test, outputs_by);
}

static void grids(const struct test_case *test)
{
    by_both(test, grids_by);
}

static void normals(const struct test_case *test)
{
    by_both(test, normals_by);
}

static void creation(const struct test_case *test)
{
    by_both(test, creation_by);
}

static void single_samples(const struct test_case *test)
{
    by_both(test, single_samples_by);
}

int main(void)
{
    add_case(states_take_effect, NULL, F32, 0, "states_take_effect");
    add_table_cases("points", points, 0, F64_F32);
    add_table_cases("outputs", outputs, 0, F64_F32);
    add_table_cases("grid", grids, 0, F64);
    add_subject_cases("normals", normals, 0);
    add_subject_cases("create", creation, 0);
    add_case(refused_params, NULL, F32, 0, "refused_params");
    add_subject_cases("at", single_samples, 0);
    add_case(visible_octaves, NULL, F32, 0, "octaves_for");
    add_case(extents, NULL, F32, 0, "extents");
    return run_cases("fpenv");
}
