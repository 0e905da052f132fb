/*
 * Every entry of every backend's table of point kernels against the scalar backend, bit for bit.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lengths and alignments ------------------------------------------------------------------ */

enum {
    LONGEST = 4 * 16 + 1, /* past four of the widest vectors */
    SHIFTS = 16           /* every place of an element in the widest vector */
};

/* One call with every array misaligned in its own way. `expected` holds the results of LONGEST
   points, of which any number from the first on must come out the same. */
static void check_shifted(const struct test_case *test, const perlin_noise *noise, size_t count,
                          const uint32_t shift[5], unsigned char *const coords[4],
                          const unsigned char *expected)
{
    static _Alignas(64) unsigned char shifted[4][(LONGEST + SHIFTS) * sizeof(double)];
    static _Alignas(64) unsigned char out[(LONGEST + SHIFTS + 1) * sizeof(double)];
    const size_t in = coord_size(test->lane), size = result_size(test->lane);
    const void *arrays[4];
    for (uint32_t d = 0; d < test->dims; d++)
        arrays[d] = memcpy(shifted[d] + shift[d] * in, coords[d], count * in);
    unsigned char *const result = out + shift[4] * size;
    memset(result + count * size, 0xcc, size);
    evaluate_points(test->lane, noise, test->dims, count, arrays, NULL, result);
    assert_same_bits(result, expected, count, size, "%zu points, shifts %u %u %u %u, out %u", count,
                     shift[0], shift[1], shift[2], shift[3], shift[4]);
    for (size_t i = 0; i < size; i++)
        if (result[count * size + i] != 0xcc)
            fail_msg("wrote past %zu points", count);
}

static void check_lengths(const struct test_case *test, struct random *r,
                          const perlin_params *params, enum pool pool)
{
    _Alignas(double) unsigned char data[4][LONGEST * sizeof(double)],
        expected[LONGEST * sizeof(double)];
    unsigned char *const coords[4] = {data[0], data[1], data[2], data[3]};
    const void *const arrays[4] = {data[0], data[1], data[2], data[3]};
    perlin_noise *const noise = create_for(test->subject, params);
    perlin_noise *const oracle = create_scalar(params);
    for (uint32_t d = 0; d < test->dims; d++)
        fill_coordinates(r, test->lane, pool, data[d], LONGEST);
    evaluate_points(test->lane, oracle, test->dims, LONGEST, arrays, NULL, expected);
    for (size_t count = 0; count <= LONGEST; count++) {
        uint32_t shift[5]; /* every array goes through all of its shifts, from a random one on */
        for (uint32_t array = 0; array < 5; array++)
            shift[array] = random_below(r, SHIFTS);
        for (uint32_t i = 0; i < SHIFTS; i++) {
            check_shifted(test, noise, count, shift, coords, expected);
            for (uint32_t array = 0; array < 5; array++)
                shift[array] = (shift[array] + 2 * array + 1) % SHIFTS;
        }
    }
    perlin_destroy(noise);
    perlin_destroy(oracle);
}

static void lengths(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    for (perlin_hash hash = PERLIN_HASH_INTEGER; hash <= PERLIN_HASH_PERMUTATION; hash++) {
        perlin_params_init(&params);
        params.hash = hash;
        check_lengths(test, &r, &params, ORDINARY);
        params.range = PERLIN_RANGE_UNIT;
        params.fractal = PERLIN_FRACTAL_FBM;
        params.octaves = 3;
        check_lengths(test, &r, &params, MIXED);
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Both backends over the same arrays. */
static void check_points(const struct test_case *test, const perlin_params *params, size_t count,
                         const void *const coords[], const ptrdiff_t strides[], const char *what)
{
    const size_t size = result_size(test->lane);
    perlin_noise *const noise = create_for(test->subject, params);
    perlin_noise *const oracle = create_scalar(params);
    void *const out = allocate_or_fail(count * size);
    void *const expected = allocate_or_fail(count * size);
    memset(out, 0xcc, count * size);
    assert_status(evaluate_points(test->lane, noise, test->dims, count, coords, strides, out),
                  PERLIN_OK, what);
    evaluate_points(test->lane, oracle, test->dims, count, coords, strides, expected);
    if (first_difference(out, expected, count, size) >= 0)
        assert_same_bits(out, expected, count, size, "%s; %s", what, describe(params));
    free(out);
    free(expected);
    perlin_destroy(noise);
    perlin_destroy(oracle);
}

static void check_packed(const struct test_case *test, struct random *r,
                         const perlin_params *params, enum pool pool, size_t count)
{
    void *coords[4] = {NULL, NULL, NULL, NULL};
    for (uint32_t d = 0; d < test->dims; d++) {
        coords[d] = allocate_or_fail(count * coord_size(test->lane));
        fill_coordinates(r, test->lane, pool, coords[d], count);
    }
    const void *const arrays[4] = {coords[0], coords[1], coords[2], coords[3]};
    check_points(test, params, count, arrays, NULL, pool == MIXED ? "mixed values" : "values");
    for (uint32_t d = 0; d < test->dims; d++)
        free(coords[d]);
}

/* Many points of each gradient set by either hash, then few points of many parameters, or as many as make some
   kernels take another path. */
static void values(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    uint8_t permutation[256];
    const uint32_t sets = test->dims == 2 ? 4 : 1;
    table_params_init(&params);
    for (params.gradients = 0; params.gradients <= sets; params.gradients++) {
        if (params.gradients == sets)
            set_hash(&params, PERLIN_HASH_INTEGER);
        check_packed(test, &r, &params, ORDINARY, scaled(20000));
        check_packed(test, &r, &params, MIXED, scaled(40000));
        if (params.hash == PERLIN_HASH_INTEGER)
            break;
    }
    perlin_params_init(&params);
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 3;
    for (int a = 0; a < 4; a++)
        params.period[a] = 64; /* cells follow each other in the table of the third octave alone */
    for (size_t n = 0; set_noise(&params, n); n++)
        if (params.basis <= PERLIN_BASIS_VALUE)
            check_packed(test, &r, &params, ORDINARY, 2000);
    for (struct trials t = trials(150); next_trial(&t);) {
        random_params(&r, &params, test->dims, permutation);
        const size_t count = random_below(&r, 300) + (random_chance(&r, 4) ? 1000 : 0);
        check_packed(test, &r, &params, random_chance(&r, 3) ? ORDINARY : MIXED, count);
    }
}

/* Around 0, by many seeds: whether totals are negative there is theirs to say. */
static void least(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    for (struct trials t = trials(1000); next_trial(&t);) {
        random_least_params(&r, &params, test->dims);
        check_packed(test, &r, &params, LEAST, random_chance(&r, 2) ? 256 : random_below(&r, 300));
    }
}

/* ---- One coordinate that is far -------------------------------------------------------------- */

enum { BLOCK_AND_REST = 256 + 64 + 3 };

static void random_far_coordinate(struct random *r, enum lane lane, void *out)
{
    static const double far[] = {0x1p22,         -0x1p22, -0x1.000002p22,   0x1p31,     -0x1p31,
                                 -0x1.000002p31, 0x1p33,  0x1p51,           -0x1p51,    -0x1p53,
                                 0x1p102,        0x1p127, (double)INFINITY, (double)NAN};
    const double wide = far[random_below(r, COUNT_OF(far))];
    const float narrow = (float)wide;
    memcpy(out, lane == F32 ? (const void *)&narrow : &wide, coord_size(lane));
}

/* Kernels test whether all of a block is near. One far coordinate must count, wherever in the block
   it is. */
static void check_one_far(const struct test_case *test, struct random *r,
                          const perlin_params *params, uint32_t longest_step)
{
    static _Alignas(double) unsigned char data[4][BLOCK_AND_REST * sizeof(double)];
    static _Alignas(double) unsigned char out[BLOCK_AND_REST * sizeof(double)], near[sizeof out],
        mixed[sizeof out];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    const size_t in = coord_size(test->lane), size = result_size(test->lane);
    perlin_noise *const noise = create_for(test->subject, params);
    perlin_noise *const oracle = create_scalar(params);
    for (uint32_t d = 0; d < test->dims; d++)
        fill_coordinates(r, test->lane, ORDINARY, data[d], BLOCK_AND_REST);
    evaluate_points(test->lane, oracle, test->dims, BLOCK_AND_REST, coords, NULL, near);
    for (size_t i = 0; i < BLOCK_AND_REST; i += 1 + random_below(r, longest_step)) {
        double kept;
        unsigned char *const one = data[random_below(r, test->dims)] + i * in;
        const void *const point[4] = {data[0] + i * in, data[1] + i * in, data[2] + i * in,
                                      data[3] + i * in};
        memcpy(&kept, one, in);
        random_far_coordinate(r, test->lane, one);
        memcpy(mixed, near, BLOCK_AND_REST * size);
        evaluate_points(test->lane, oracle, test->dims, 1, point, NULL, mixed + i * size);
        evaluate_points(test->lane, noise, test->dims, BLOCK_AND_REST, coords, NULL, out);
        assert_same_bits(out, mixed, BLOCK_AND_REST, size, "far at %zu; %s", i, describe(params));
        memcpy(one, &kept, in);
    }
    perlin_destroy(noise);
    perlin_destroy(oracle);
}

static void one_far(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    perlin_params_init(&params);
    for (params.hash = PERLIN_HASH_INTEGER; params.hash <= PERLIN_HASH_PERMUTATION; params.hash++)
        check_one_far(test, &r, &params, 1);
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 2;
    for (size_t n = 0; set_noise(&params, n); n++)
        if (has_dims(&params, test->dims))
            check_one_far(test, &r, &params, 7);
}

/* ---- Strides --------------------------------------------------------------------------------- */

static ptrdiff_t random_stride(struct random *r)
{
    static const ptrdiff_t strides[] = {1, 1, 3, 0, -1, -3, 2, 4, 7, -1025, 4099};
    return strides[random_below(r, COUNT_OF(strides))];
}

/* Arrays with strides of any kind, within one buffer of exactly the bytes that they touch. */
static void strides(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    uint8_t permutation[256];
    const size_t in = coord_size(test->lane);
    for (struct trials t = trials(150); next_trial(&t);) {
        const size_t count = 1 + random_below(&r, 100);
        void *buffers[4] = {NULL, NULL, NULL, NULL};
        const void *coords[4];
        ptrdiff_t stride[4];
        for (uint32_t d = 0; d < test->dims; d++) {
            stride[d] = random_stride(&r);
            const size_t step = stride[d] == 0 ? 1 : (size_t)llabs(stride[d]);
            const size_t extent = stride[d] == 0 ? 1 : (count - 1) * step + 1;
            buffers[d] = allocate_or_fail(extent * in);
            for (size_t e = 0; e < extent; e += step)
                fill_coordinates(&r, test->lane, MIXED, (char *)buffers[d] + e * in, 1);
            coords[d] = (char *)buffers[d] + (stride[d] < 0 ? (extent - 1) * in : 0);
        }
        random_params(&r, &params, test->dims, permutation);
        check_points(test, &params, count, coords, stride, "strides");
        for (uint32_t d = 0; d < test->dims; d++)
            free(buffers[d]);
    }
}

/* Vertices: all coordinates in one array, one after the other. */
static void interleaved(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    perlin_params_init(&params);
    for (size_t count = 1; count < 70; count++) {
        params.hash = count % 2 ? PERLIN_HASH_INTEGER : PERLIN_HASH_PERMUTATION;
        const ptrdiff_t width = (ptrdiff_t)test->dims;
        const ptrdiff_t stride[4] = {width, width, width, width};
        const void *coords[4];
        char *const vertices = allocate_or_fail(count * test->dims * coord_size(test->lane));
        fill_coordinates(&r, test->lane, MIXED, vertices, count * test->dims);
        for (uint32_t d = 0; d < test->dims; d++)
            coords[d] = vertices + d * coord_size(test->lane);
        check_points(test, &params, count, coords, stride, "interleaved");
        free(vertices);
    }
}

/* ---- In place -------------------------------------------------------------------------------- */

enum { MOST_IN_PLACE = 1100 };

/* The output is exactly one of the packed coordinate arrays, in turns each of them. */
static void compare_in_place(const struct test_case *test, struct random *r, enum pool pool,
                             size_t count)
{
    static _Alignas(double) unsigned char data[4][MOST_IN_PLACE * sizeof(double)],
        expected[MOST_IN_PLACE * sizeof(double)];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    perlin_params params;
    uint8_t permutation[256];
    for (uint32_t target = 0; target < test->dims; target++) {
        if (count % 64 == 0 && random_below(r, 2)) /* results may go to the output at once */
            perlin_params_init(&params);
        else
            random_params(r, &params, test->dims, permutation);
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_noise *const oracle = create_scalar(&params);
        for (uint32_t d = 0; d < test->dims; d++)
            fill_coordinates(r, test->lane, pool, data[d], count);
        evaluate_points(test->lane, oracle, test->dims, count, coords, NULL, expected);
        evaluate_points(test->lane, noise, test->dims, count, coords, NULL, data[target]);
        if (first_difference(data[target], expected, count, result_size(test->lane)) >= 0)
            assert_same_bits(data[target], expected, count, result_size(test->lane),
                             "in place of %u; %s", target, describe(&params));
        perlin_destroy(noise);
        perlin_destroy(oracle);
    }
}

static void in_place(const struct test_case *test)
{
    static const size_t whole_blocks[] = {64, 256, 320, 1088};
    struct random r = random_for(test);
    assert_true(result_size(test->lane) == coord_size(test->lane));
    for (size_t count = 1; count < 200; count += 1 + count / 20)
        compare_in_place(test, &r, MIXED, count);
    for (size_t i = 0; i < COUNT_OF(whole_blocks); i++)
        for (int turn = 0; turn < 8; turn++)
            compare_in_place(test, &r, turn < 6 ? ORDINARY : MIXED, whole_blocks[i]);
}

/* ---- What the contract says of every result -------------------------------------------------- */

/* The coordinate as the lane scales it is not finite. */
static int is_lost(enum lane lane, const void *array, size_t index, double frequency)
{
    float narrow;
    double wide;
    if (lane == F32) {
        memcpy(&narrow, (const char *)array + index * sizeof narrow, sizeof narrow);
        return !isfinite(narrow * (float)frequency);
    }
    memcpy(&wide, (const char *)array + index * sizeof wide, sizeof wide);
    return !isfinite(wide * frequency);
}

static void check_result(const struct test_case *test, const unsigned char *result, int lost,
                         double least)
{
    double value;
    int canonical;
    if (test->lane == F64) {
        memcpy(&value, result, sizeof value);
        canonical = bits_f64(value) == UINT64_C(0x7ff8000000000000);
    } else {
        float narrow;
        memcpy(&narrow, result, sizeof narrow);
        canonical = bits_f32(narrow) == UINT32_C(0x7fc00000);
        value = (double)narrow;
    }
    if (lost ? !canonical : !(value >= least && value <= 1.0) || (value == 0 && signbit(value)))
        fail_msg("%a for a coordinate that is %s", value, lost ? "not finite" : "finite");
}

/* NaN exactly where a coordinate is lost, and only the quiet one; +0 only; the range. No oracle. */
static void check_contract(const struct test_case *test, struct random *r,
                           const perlin_params *params)
{
    enum { COUNT = 5000 };
    static _Alignas(double) unsigned char data[4][COUNT * sizeof(double)],
        out[COUNT * sizeof(double)];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    const size_t count = scaled_down(COUNT);
    perlin_noise *const noise = create_for(test->subject, params);
    for (uint32_t d = 0; d < test->dims; d++)
        fill_coordinates(r, test->lane, MIXED, data[d], count);
    evaluate_points(test->lane, noise, test->dims, count, coords, NULL, out);
    for (size_t k = 0; k < count; k++) {
        int lost = 0;
        for (uint32_t d = 0; d < test->dims; d++)
            lost |= is_lost(test->lane, data[d], k, params->frequency);
        check_result(test, out + k * result_size(test->lane), lost,
                     params->range == PERLIN_RANGE_UNIT ? 0.0 : -1.0);
    }
    perlin_destroy(noise);
}

/* One octave of many frequencies; octaves that all see the same points. */
static void contract_by(const struct test_case *test, struct random *r, perlin_hash hash)
{
    static const double frequencies[] = {1.0, -0.37, 1e30, 1e-30, 1e300};
    perlin_params params;
    perlin_params_init(&params);
    params.hash = hash;
    params.lacunarity = 1.0;
    params.gain = 0.97;
    params.octaves = 32;
    for (params.range = PERLIN_RANGE_SIGNED; params.range <= PERLIN_RANGE_UNIT; params.range++) {
        for (size_t i = 0; i < COUNT_OF(frequencies); i++) {
            params.frequency = frequencies[i];
            params.fractal = PERLIN_FRACTAL_NONE;
            check_contract(test, r, &params);
        }
        params.frequency = 1.0;
        for (params.fractal = PERLIN_FRACTAL_FBM; params.fractal <= PERLIN_FRACTAL_MULTIFRACTAL;
             params.fractal++) {
            params.weighted_strength = random_below(r, 2) / 2.0;
            check_contract(test, r, &params);
        }
    }
}

static void contract(const struct test_case *test)
{
    struct random r = random_for(test);
    contract_by(test, &r, PERLIN_HASH_INTEGER);
    contract_by(test, &r, PERLIN_HASH_PERMUTATION);
}

/* ---- One argument for each coordinate -------------------------------------------------------- */

static perlin_status evaluate_packed(enum lane lane, const perlin_noise *noise, uint32_t dims,
                                     size_t count, const void *const c[4], void *out)
{
    if (lane == F32)
        return dims == 1   ? perlin_points1_f32(noise, count, c[0], out)
               : dims == 2 ? perlin_points2_f32(noise, count, c[0], c[1], out)
               : dims == 3 ? perlin_points3_f32(noise, count, c[0], c[1], c[2], out)
                           : perlin_points4_f32(noise, count, c[0], c[1], c[2], c[3], out);
    if (lane == F64)
        return dims == 1   ? perlin_points1_f64(noise, count, c[0], out)
               : dims == 2 ? perlin_points2_f64(noise, count, c[0], c[1], out)
               : dims == 3 ? perlin_points3_f64(noise, count, c[0], c[1], c[2], out)
                           : perlin_points4_f64(noise, count, c[0], c[1], c[2], c[3], out);
    return dims == 1   ? perlin_points1_f64_f32(noise, count, c[0], out)
           : dims == 2 ? perlin_points2_f64_f32(noise, count, c[0], c[1], out)
           : dims == 3 ? perlin_points3_f64_f32(noise, count, c[0], c[1], c[2], out)
                       : perlin_points4_f64_f32(noise, count, c[0], c[1], c[2], c[3], out);
}

/* The inline functions: perlin_points_ with the arrays in order. */
static void packed(const struct test_case *test)
{
    enum { COUNT = 50 };
    _Alignas(double) unsigned char data[4][COUNT * sizeof(double)];
    _Alignas(double) unsigned char out[COUNT * sizeof(double)], expected[sizeof out];
    const void *const coords[4] = {data[0], data[1], data[2], data[3]};
    struct random r = random_for(test);
    for (uint32_t d = 0; d < test->dims; d++)
        fill_coordinates(&r, test->lane, ORDINARY, data[d], COUNT);
    perlin_noise *const noise = create_raw(test->subject);
    assert_status(evaluate_points(test->lane, noise, test->dims, COUNT, coords, NULL, expected),
                  PERLIN_OK, "perlin_points_");
    assert_status(evaluate_packed(test->lane, noise, test->dims, COUNT, coords, out), PERLIN_OK,
                  "packed points");
    assert_same_bits(out, expected, COUNT, result_size(test->lane), "packed points");
    assert_status(evaluate_packed(test->lane, NULL, test->dims, COUNT, coords, out),
                  PERLIN_ERROR_NULL, "noise NULL");
    perlin_destroy(noise);
}

int main(void)
{
    add_table_cases("lengths", lengths, FIRST_VECTOR_SUBJECT, F64_F32);
    add_table_cases("points", values, FIRST_VECTOR_SUBJECT, F64_F32);
    add_table_cases("least", least, FIRST_VECTOR_SUBJECT, F64_F32);
    add_table_cases("one_far", one_far, FIRST_VECTOR_SUBJECT, F64_F32);
    add_table_cases("strides", strides, FIRST_VECTOR_SUBJECT, F64_F32);
    add_table_cases("interleaved", interleaved, FIRST_VECTOR_SUBJECT, F64_F32);
    add_table_cases("in_place", in_place, FIRST_VECTOR_SUBJECT, F64);
    add_table_cases("contract", contract, 0, F64_F32);
    add_table_cases("packed", packed, 0, F64_F32);
    return run_cases("points");
}
