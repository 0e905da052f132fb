/*
 * Permutation tables: the published one, those of seeds, those of octaves, and the caller's own. The
 * shuffle is written here a second time, from docs/parameters.md.
 */
#include "draws.h"
#include "support.h"

#include <math.h>
#include <string.h>

/* ---- The description of seeds ---------------------------------------------------------------- */

/* Returns how many draws it took. */
static uint64_t shuffled_table(uint64_t state, uint8_t table[256])
{
    uint64_t draws = 0;
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)i;
    for (uint32_t n = 256; n > 1; n--) {
        const uint64_t rejected = (UINT64_MAX % n + 1) % n; /* 2^64 mod n */
        uint64_t d;
        do
            d = draw(state, draws++);
        while (d < rejected);
        const uint8_t last = table[n - 1];
        table[n - 1] = table[d % n];
        table[d % n] = last;
    }
    return draws;
}

/* How far an octave's lattice is moved along each axis. */
static void drawn_offsets(uint64_t seed, uint32_t octave, double offset[4])
{
    uint8_t table[256];
    const uint64_t state = mixed(mixed(seed) ^ octave), first = shuffled_table(state, table);
    for (uint32_t a = 0; a < 4; a++)
        offset[a] = (64 + (double)(draw(state, first + a) % 128)) / 256;
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static void read_table(const perlin_params *params, uint32_t octave, uint8_t table[256])
{
    perlin_noise *noise;
    assert_status(perlin_create(&noise, params), PERLIN_OK, "create");
    memset(table, 0xcc, 256 * sizeof table[0]);
    assert_status(perlin_permutation(noise, octave, table), PERLIN_OK, "permutation");
    perlin_destroy(noise);
}

static void assert_table(const uint8_t table[256], const uint8_t expected[256], const char *what)
{
    for (int i = 0; i < 256; i++)
        if (table[i] != expected[i])
            fail_msg("%s: entry %d is %u, expected %u", what, i, table[i], expected[i]);
}

/* The beginning and the end of the table in Perlin's reference implementation. */
static void published(const struct test_case *test)
{
    static const uint8_t head[] = {151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53};
    static const uint8_t tail[] = {128, 195, 78, 66, 215, 61, 156, 180};
    perlin_params params;
    uint8_t table[256];
    (void)test;
    table_params_init(&params);
    read_table(&params, 0, table);
    assert_memory_equal(table, head, sizeof head);
    assert_memory_equal(&table[256 - COUNT_OF(tail)], tail, sizeof tail);
}

/* SplitMix64 from 1234567 on, as its published implementations give it; then the first swaps of
   seed 1: its draws 0x910a2dec89025cc1, 0xbeeb8da1658eec67, 0xf893a2eefb32555e, 0x71c18690ee42c90b
   modulo 256, 255, 254 and 253 are 193, 34, 38 and 227, which come to lie at 255, 254, 253 and
   252. */
static void first_entries(const struct test_case *test)
{
    static const uint8_t tail[] = {227, 38, 34, 193};
    perlin_params params;
    uint8_t table[256];
    (void)test;
    assert_true(draw(1234567, 0) == UINT64_C(6457827717110365317));
    assert_true(draw(1234567, 1) == UINT64_C(3203168211198807973));
    assert_true(draw(1234567, 2) == UINT64_C(9817491932198370423));
    assert_true(draw(1, 0) == UINT64_C(0x910a2dec89025cc1));
    table_params_init(&params);
    params.seed = 1;
    read_table(&params, 0, table);
    assert_memory_equal(&table[252], tail, sizeof tail);
}

static void seeds(const struct test_case *test)
{
    struct random r = random_for(test);
    perlin_params params;
    uint8_t table[256], expected[256];
    table_params_init(&params);
    for (int i = 0; i < 200; i++) {
        params.seed = i < 10 ? (uint64_t)i + 1 : i < 20 ? 0 - (uint64_t)(i - 9) : random_u64(&r);
        read_table(&params, 0, table);
        shuffled_table(params.seed, expected);
        assert_table(table, expected, "a seed's table");
    }
}

/* The number that makes x ^ (x >> shift) be y. */
static uint64_t undo_shift(uint64_t y, int shift)
{
    uint64_t x = y;
    for (int known = shift; known < 64; known += shift)
        x = y ^ (x >> shift);
    return x;
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the bits. */
static uint64_t inverse(uint64_t a)
{
    uint64_t x = a; /* right in 3 bits */
    for (int bits = 3; bits < 64; bits *= 2)
        x *= 2 - a * x;
    return x;
}

/* The z whose mix is m. */
static uint64_t unmixed(uint64_t m)
{
    m = undo_shift(m, 31) * inverse(UINT64_C(0x94d049bb133111eb));
    m = undo_shift(m, 27) * inverse(UINT64_C(0xbf58476d1ce4e5b9));
    return undo_shift(m, 30);
}

/* Seeds whose draw for n is the largest that is rejected, or the next number, which is not. One
   draw in 2^56 is rejected: no other seed here meets any. */
static void rejected_draws(const struct test_case *test)
{
    (void)test;
    for (uint32_t n = 256; n > 1; n--) {
        const uint64_t rejected = (UINT64_MAX % n + 1) % n;
        for (uint64_t d = rejected ? rejected - 1 : 0; d <= rejected; d++) {
            perlin_params params;
            uint8_t table[256], expected[256];
            table_params_init(&params);
            params.seed = unmixed(d) - (257 - n) * UINT64_C(0x9e3779b97f4a7c15);
            assert_true(draw(params.seed, 256 - n) == d);
            read_table(&params, 0, table);
            shuffled_table(params.seed, expected);
            assert_table(table, expected, "the table of a seed with such a draw");
        }
    }
}

/* Octave 0 keeps its table, whatever that is; the others depend on seed and number alone. */
static void octave_seeds(const struct test_case *test)
{
    static const uint64_t some[] = {0, 1, 2, UINT64_C(0xfeedfacecafebeef), UINT64_MAX};
    perlin_params params;
    uint8_t table[256], expected[256], own[256];
    (void)test;
    for (int i = 0; i < 256; i++)
        own[i] = (uint8_t)(255 - i);
    for (size_t s = 0; s < COUNT_OF(some); s++) {
        for (int custom = 0; custom < 2; custom++) {
            table_params_init(&params);
            params.seed = some[s];
            read_table(&params, 0, expected);
            params.permutation = custom ? own : NULL;
            params.fractal = PERLIN_FRACTAL_FBM;
            params.octaves = 32;
            params.octave_seeds = 1;
            read_table(&params, 0, table);
            assert_table(table, custom ? own : expected, "octave 0");
            for (uint32_t o = 1; o < 32; o++) {
                read_table(&params, o, table);
                shuffled_table(octave_state(some[s], o), expected);
                assert_table(table, expected, "an octave's table");
            }
            params.octave_seeds = 0; /* every octave has the table of the first */
            read_table(&params, 0, expected);
            read_table(&params, 31, table);
            assert_table(table, expected, "one table");
        }
    }
}

/* An octave's table is what it computes with: the sum of single octaves gives the fractal. */
static void octaves_use_their_tables(const struct test_case *test)
{
    enum { COUNT = 100 };
    double x[COUNT], y[COUNT], out[COUNT], single[2][COUNT], expected[COUNT];
    struct random r = random_for(test);
    perlin_params params;
    uint8_t table[256];
    fill_coordinates(&r, F64, ORDINARY, x, COUNT);
    fill_coordinates(&r, F64, ORDINARY, y, COUNT);
    table_params_init(&params);
    params.range = PERLIN_RANGE_RAW;
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 2;
    params.octave_seeds = 1;
    params.octave_offsets = 0;
    params.lacunarity = 3.0;
    params.gain = 1.0;
    params.seed = 99;
    perlin_noise *const noise = create_for(test->subject, &params);
    perlin_points2_f64(noise, COUNT, x, y, out);
    for (uint32_t o = 0; o < 2; o++) {
        perlin_params one;
        table_params_init(&one);
        one.range = PERLIN_RANGE_RAW;
        one.frequency = o == 0 ? 1.0 : 3.0;
        assert_status(perlin_permutation(noise, o, table), PERLIN_OK, "permutation");
        one.permutation = table;
        perlin_noise *const octave = create_for(test->subject, &one);
        perlin_points2_f64(octave, COUNT, x, y, single[o]);
        perlin_destroy(octave);
    }
    for (int i = 0; i < COUNT; i++)
        expected[i] = 0.5 * single[0][i] + 0.5 * single[1][i];
    assert_same_bits(out, expected, COUNT, sizeof out[0], "two octaves, two tables");
    perlin_destroy(noise);
}

/*
 * An octave's coordinate is coordinate * frequency + offset, product and sum each rounded. This
 * also holds where octaves share octave 0's table, whatever that is. Half of the points are far
 * out, or not finite.
 */
static void octave_offsets(const struct test_case *test)
{
    enum { COUNT = 200 };
    static const uint64_t some[] = {0, 3, UINT64_C(0xfeedfacecafebeef)};
    static double wide[4][COUNT], moved[4][COUNT], out[COUNT], single[2][COUNT];
    static float narrow[4][COUNT], moved_narrow[4][COUNT], narrow_out[COUNT],
        narrow_single[2][COUNT];
    struct random r = random_for(test);
    uint8_t table[256];
    for (size_t s = 0; s < COUNT_OF(some); s++)
        for (uint32_t own = 0; own < 2; own++) {
            const void *coords[4], *coords_moved[4], *floats[4], *floats_moved[4];
            double offset[4];
            perlin_params params;
            table_params_init(&params);
            params.range = PERLIN_RANGE_RAW;
            params.fractal = PERLIN_FRACTAL_FBM;
            params.octaves = 2;
            params.octave_seeds = own;
            params.lacunarity = 3.7;
            params.gain = 1.0;
            params.seed = some[s];
            drawn_offsets(some[s], 1, offset);
            for (uint32_t a = 0; a < test->dims; a++) {
                fill_coordinates(&r, F64, s == 0 ? ORDINARY : MIXED, wide[a], COUNT);
                fill_coordinates(&r, F32, s == 0 ? ORDINARY : MIXED, narrow[a], COUNT);
                for (int i = 0; i < COUNT; i++) {
                    const double product = wide[a][i] * 3.7;
                    const float narrow_product = narrow[a][i] * 3.7f;
                    moved[a][i] = product + offset[a];
                    moved_narrow[a][i] = narrow_product + (float)offset[a];
                }
                coords[a] = wide[a];
                coords_moved[a] = moved[a];
                floats[a] = narrow[a];
                floats_moved[a] = moved_narrow[a];
            }
            perlin_noise *const noise = create_for(test->subject, &params);
            evaluate_points(F64, noise, test->dims, COUNT, coords, NULL, out);
            evaluate_points(F32, noise, test->dims, COUNT, floats, NULL, narrow_out);
            for (uint32_t o = 0; o < 2; o++) {
                perlin_params one = params;
                one.fractal = PERLIN_FRACTAL_NONE;
                assert_status(perlin_permutation(noise, o, table), PERLIN_OK, "permutation");
                one.permutation = table;
                perlin_noise *const octave = create_for(test->subject, &one);
                evaluate_points(F64, octave, test->dims, COUNT, o ? coords_moved : coords, NULL,
                                single[o]);
                evaluate_points(F32, octave, test->dims, COUNT, o ? floats_moved : floats, NULL,
                                narrow_single[o]);
                perlin_destroy(octave);
            }
            perlin_destroy(noise);
            for (int i = 0; i < COUNT; i++) { /* a NaN of a sum is the quiet one */
                single[0][i] = isnan(single[1][i]) ? single[1][i]
                                                   : 0.5 * single[0][i] + 0.5 * single[1][i] + 0;
                narrow_single[0][i] =
                    isnan(narrow_single[1][i])
                        ? narrow_single[1][i]
                        : 0.5f * narrow_single[0][i] + 0.5f * narrow_single[1][i] + 0;
            }
            assert_same_bits(out, single[0], COUNT, sizeof out[0], "offsets in double");
            assert_same_bits(narrow_out, narrow_single[0], COUNT, sizeof narrow_out[0],
                             "offsets in float");
        }
}

/* ELIAS has no tables: none of the caller's changes its octaves. */
static void elias_has_no_tables(const struct test_case *test)
{
    uint8_t own[256];
    perlin_params params;
    (void)test;
    for (uint32_t i = 0; i < 256; i++)
        own[i] = (uint8_t)(i * 77 + 3);
    table_params_init(&params);
    params.basis = PERLIN_BASIS_ELIAS;
    params.fractal = PERLIN_FRACTAL_FBM;
    for (int i = 0; i < 3; i++) {
        static double first[50];
        perlin_noise *noise;
        params.permutation = i == 1 ? own : NULL;
        params.octave_seeds = i != 2;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        for (int k = 0; k < 50; k++) {
            const double value = perlin_at2_f64(noise, k * 0.37, k * 0.41 - 9);
            if (i == 0)
                first[k] = value;
            assert_same_bits(&value, &first[k], 1, sizeof value, "%d: sample %d", i, k);
        }
        perlin_destroy(noise);
    }
}

/* A table goes in and comes out, and is copied: the caller may reuse its memory. */
static void own_table(const struct test_case *test)
{
    perlin_params params;
    perlin_noise *noise;
    uint8_t own[256], table[256], expected[256];
    (void)test;
    for (uint16_t i = 0; i < 256; i++)
        own[i] = expected[i] = (uint8_t)(i * 77 + 3) & 255; /* 77 is odd: a permutation */
    table_params_init(&params);
    params.seed = 5; /* the table has precedence */
    params.permutation = own;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    memset(own, 0, sizeof own);
    memset(&params, 0, sizeof params);
    assert_status(perlin_permutation(noise, 0, table), PERLIN_OK, "permutation");
    assert_table(table, expected, "an own table");
    perlin_destroy(noise);
}

int main(void)
{
    add_case(published, NULL, F32, 0, "published");
    add_case(first_entries, NULL, F32, 0, "first_entries");
    add_case(seeds, NULL, F32, 0, "seeds");
    add_case(rejected_draws, NULL, F32, 0, "rejected_draws");
    add_case(octave_seeds, NULL, F32, 0, "octave_seeds");
    add_subject_cases("octaves_use_their_tables", octaves_use_their_tables, 0);
    for (size_t s = 0; s < SUBJECT_COUNT; s++)
        for (uint32_t dims = 1; dims <= 4; dims++)
            add_case(octave_offsets, subject_at(s), F32, dims, "octave_offsets_%ud/%s", dims,
                     subject_at(s)->name);
    add_case(elias_has_no_tables, NULL, F32, 0, "elias_has_no_tables");
    add_case(own_table, NULL, F32, 0, "own_table");
    return run_cases("seeds");
}
