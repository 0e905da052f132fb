/*
 * Values worked out by hand from Perlin's published table and the formulas of perlin.h, and tables
 * worked out from the description of seeds. Each derivation stands beside its value.
 *
 * The corners of cell (0, 0, ...) need these entries of the table: p[0] = 151, p[1] = 160,
 * p[151] = 17, p[152] = 182, p[160] = 119, p[161] = 248, p[17] = 36, p[18] = 103, p[182] = 108,
 * p[183] = 110, p[119] = 86, p[120] = 164, p[248] = 128, p[249] = 195.
 * fade(1/2) = 1/2, fade(1/4) = (1/64) * ((1/4) * (6/4 - 15) + 10) = 53/512.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Checks a value in all three lanes; both types hold it exactly. */
static void check_value(const struct test_case *test, const perlin_params *params, uint32_t dims,
                        double x, double y, double z, double w, double expected)
{
    const double wide[4] = {x, y, z, w};
    const float narrow[4] = {(float)x, (float)y, (float)z, (float)w};
    const double *const doubles[4] = {&wide[0], &wide[1], &wide[2], &wide[3]};
    const float *const floats[4] = {&narrow[0], &narrow[1], &narrow[2], &narrow[3]};
    const float expected_f32 = (float)expected;
    perlin_noise *const noise = create_for(test->subject, params);
    double out_f64;
    float out_f32, out_f64_f32;
    perlin_points_f32(noise, dims, 1, floats, NULL, &out_f32);
    perlin_points_f64(noise, dims, 1, doubles, NULL, &out_f64);
    perlin_points_f64_f32(noise, dims, 1, doubles, NULL, &out_f64_f32);
    perlin_destroy(noise);
    assert_same_bits(&out_f64, &expected, 1, sizeof expected, "%u-D at %g %g %g %g, f64", dims, x,
                     y, z, w);
    assert_same_bits(&out_f32, &expected_f32, 1, sizeof expected_f32, "%u-D at %g %g %g %g, f32",
                     dims, x, y, z, w);
    assert_same_bits(&out_f64_f32, &expected_f32, 1, sizeof expected_f32,
                     "%u-D at %g %g %g %g, f64_f32", dims, x, y, z, w);
}

static perlin_params raw_params(void)
{
    perlin_params params;
    perlin_params_init(&params);
    params.range = PERLIN_RANGE_RAW;
    return params;
}

/* ---- Raw noise ---------------------------------------------------------------------------------- */

/* Every distance is 0 at the corner whose weight is 1. */
static void lattice(const struct test_case *test)
{
    static const double points[] = {0, 1, -1, 2, 255, 256, 257, -256, -257, 1000, 0x1p23, -0x1p40};
    struct random r = random_for(test);
    for (uint32_t dims = 1; dims <= 4; dims++) {
        for (uint32_t set = 0; set < 4; set++) {
            perlin_params params = raw_params();
            params.gradients = set;
            for (int i = 0; i < 50; i++) {
                double c[4];
                for (int d = 0; d < 4; d++)
                    c[d] = points[random_below(&r, COUNT_OF(points))];
                check_value(test, &params, dims, c[0], c[1], c[2], c[3], 0.0);
            }
        }
    }
}

static void values_1d(const struct test_case *test)
{
    const perlin_params params = raw_params();
    /* p[0] & 15 = 7: slope 1 + 7 = 8. p[1] & 15 = 0: slope 1.
       At 1/2: 8/2 = 4 and 1 * -1/2, half-way between them: 4 + (-9/2)/2 = 7/4. */
    check_value(test, &params, 1, 0.5, 0, 0, 0, 1.75);
    /* At 1/4: 8/4 = 2 and -3/4: 2 + 53/512 * (-11/4) = 3513/2048. */
    check_value(test, &params, 1, 0.25, 0, 0, 0, 3513 / 2048.0);
    /* p[2] = 137, & 15 = 9: bit 3 negates, slope -(1 + 1) = -2. At 3/2: 1/2 and -2 * -1/2 = 1. */
    check_value(test, &params, 1, 1.5, 0, 0, 0, 0.75);
    /* p[255] = 180, & 15 = 4: slope 5. At -1/2, cell -1: 5/2 and 8 * -1/2 = -4. */
    check_value(test, &params, 1, -0.5, 0, 0, 0, -0.75);
    check_value(test, &params, 1, 255.5, 0, 0, 0, -0.75); /* the period is 256 */
    check_value(test, &params, 1, 256.5, 0, 0, 0, 1.75);
    check_value(test, &params, 1, -256.5, 0, 0, 0, -0.75);
}

/* The corners (0,0) (1,0) (0,1) (1,1) of cell (0, 0) have the hashes p[151] = 17, p[160] = 119,
   p[152] = 182, p[161] = 248; from (1/2, 1/2) the distances are (+-1/2, +-1/2). */
static void values_2d(const struct test_case *test)
{
    perlin_params params = raw_params();
    /* DEFAULT, & 7 = 1, 7, 6, 0: (-1, 2).(1/2, 1/2) = 1/2; (-2, -1).(-1/2, 1/2) = 1/2;
       (-2, 1).(1/2, -1/2) = -3/2; (1, 2).(-1/2, -1/2) = -3/2. The mean is -1/2. */
    check_value(test, &params, 2, 0.5, 0.5, 0, 0, -0.5);
    /* At (1/4, 1/2): 3/4, 1, -1, -7/4; along x 3/4 + 53/512 * 1/4 = 1589/2048 and
       -1 + 53/512 * -3/4 = -2207/2048; their mean is -309/2048. */
    check_value(test, &params, 2, 0.25, 0.5, 0, 0, -309 / 2048.0);
    /* AXIS, & 3 = 1, 3, 2, 0: (-1, 0), (0, -1), (0, 1), (1, 0): -1/2 four times. */
    params.gradients = PERLIN_GRADIENTS_AXIS;
    check_value(test, &params, 2, 0.5, 0.5, 0, 0, -0.5);
    /* At (1/4, 1/2): -1/4, -1/2, -1/2, -3/4: -1/4 + 53/512 * -1/4 = -565/2048 and -1077/2048. */
    check_value(test, &params, 2, 0.25, 0.5, 0, 0, -821 / 2048.0);
    /* DIAGONAL, & 3 as above: (-1, 1), (-1, -1), (1, -1), (1, 1): 0, 0, 1, -1. */
    params.gradients = PERLIN_GRADIENTS_DIAGONAL;
    check_value(test, &params, 2, 0.5, 0.5, 0, 0, 0.0);
    /* At (1/4, 1/2): 1/4, 1/4, 3/4, -5/4: 1/4 and 3/4 + 53/512 * -2 = 139/256: mean 203/512. */
    check_value(test, &params, 2, 0.25, 0.5, 0, 0, 203 / 512.0);
    /* SLICE: the 3-D value below. */
    params.gradients = PERLIN_GRADIENTS_SLICE;
    check_value(test, &params, 2, 0.5, 0.25, 0, 0, -159 / 2048.0);
}

/* The hashes & 15 of cell (0, 0, 0), x fastest: 4, 6, 12, 0 at z = 0 and 7, 4, 14, 3 at z = 1. */
static void values_3d(const struct test_case *test)
{
    const perlin_params params = raw_params();
    /* From the centre: (1,0,1).(+,+,+)/2 = 1; (1,0,-1).(-,+,+)/2 = -1; (1,1,0).(+,-,+)/2 = 0;
       (1,1,0).(-,-,+)/2 = -1; (-1,0,-1).(+,+,-)/2 = 0; (1,0,1).(-,+,-)/2 = -1;
       (-1,1,0).(+,-,-)/2 = -1; (-1,-1,0).(-,-,-)/2 = 1. The mean is -2/8. */
    check_value(test, &params, 3, 0.5, 0.5, 0.5, 0, -0.25);
    /* At (1/2, 1/4, 0), where z = 0 alone counts: 1/2, -1/2, 1/2 - 3/4 = -1/4, -1/2 - 3/4 = -5/4;
       along x 0 and -3/4; along y 53/512 * -3/4 = -159/2048. */
    check_value(test, &params, 3, 0.5, 0.25, 0, 0, -159 / 2048.0);
    /* At (3/2, 2, 3), cell (1, 2, 3), y = z = 0: p[160 + 2] = 152, p[152 + 3] = 42, & 15 = 10:
       (0,1,-1).(1/2,0,0) = 0; p[137 + 2] = 126, p[126 + 3] = 217, & 15 = 9: (0,-1,1) likewise. */
    check_value(test, &params, 3, 1.5, 2, 3, 0, 0.0);
}

/* All 16 gradients of 3-D, seen alone: at (x, 0, 0), (0, y, 0), (0, 0, z) next to a lattice point the
   value is nearly the gradient's component times the distance, since the weight of the far corner
   is of the order of its cube. */
static void gradients_3d(const struct test_case *test)
{
    /* Perlin's table (2002): 12 is 0 again, 13 is 9 again, 14 is 1 again, 15 is 11 again. */
    static const int table[16][3] = {{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0},
                                     {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
                                     {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1},
                                     {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1}};
    perlin_params params = raw_params();
    uint16_t p[256];
    params.permutation = p;
    params.permutation_count = 256;
    for (uint32_t i = 0; i < 256; i++)
        p[i] = (uint16_t)((i + 1) % 256);
    for (uint32_t h = 0; h < 16; h++) {
        const double cell = (double)((h + 256 - 3) % 256); /* p[p[p[cell]]] is cell + 3 */
        perlin_noise *const noise = create_for(test->subject, &params);
        for (uint32_t axis = 0; axis < 3; axis++) {
            double c[3] = {cell, 0, 0}, value;
            c[axis] += 0x1p-10;
            perlin_points3_f64(noise, 1, &c[0], &c[1], &c[2], &value);
            const double component = value / 0x1p-10;
            assert_int_equal(lround(component), table[h][axis]);
            assert_true(fabs(component - table[h][axis]) < 1e-3);
        }
        perlin_destroy(noise);
    }
}

/* The hashes & 31 of cell (0, 0, 0, 0), x fastest: 0 28 16 20 9 12 18 4, and at w = 1 26 9 25 25 17 26
   9 27; from the centre the sums of three +-1/2 are, in that order,
   3/2 1/2 3/2 -1/2 1/2 -1/2 3/2 -1/2, and -1/2 1/2 1/2 1/2 -3/2 1/2 -3/2 1/2: together 3. */
static void values_4d(const struct test_case *test)
{
    const perlin_params params = raw_params();
    check_value(test, &params, 4, 0.5, 0.5, 0.5, 0.5, 3 / 16.0);
}

/* ---- Ranges and octaves ----------------------------------------------------------------------------- */

static void ranges(const struct test_case *test)
{
    perlin_params params = raw_params();
    for (uint32_t dims = 1; dims <= 4; dims++) {
        params.range = PERLIN_RANGE_SIGNED;
        check_value(test, &params, dims, 3, 4, 5, 6, 0.0);
        params.range = PERLIN_RANGE_UNIT;
        check_value(test, &params, dims, 3, 4, 5, 6, 0.5);
        params.range = PERLIN_RANGE_RAW_UNIT;
        check_value(test, &params, dims, 3, 4, 5, 6, 0.5);
    }
    /* (7/4) / 2 + 1/2: the tutorials' "0..1" leaves it in 1-D. */
    check_value(test, &params, 1, 0.5, 0, 0, 0, 1.375);
    /* S of 1-D is (1 - 2^-15) / 4: 7/4 * S and half of that plus 1/2 are exact. */
    params.range = PERLIN_RANGE_SIGNED;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 7 / 16.0 * (1 - 0x1p-15));
    params.range = PERLIN_RANGE_UNIT;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 7 / 32.0 * (1 - 0x1p-15) + 0.5);
}

/* SIGNED is RAW times S, for both types of S that docs/range.md has. */
static void scales(const struct test_case *test)
{
    static const struct {
        uint32_t dims, gradients;
        double scale;
        float narrow_scale;
    } rows[] = {
        {1, PERLIN_GRADIENTS_DEFAULT, 0x1.fffcp-3, 0x1.fffcp-3f},
        {2, PERLIN_GRADIENTS_DEFAULT, 0x1.52ccc0a62ec5p-1, 0x1.52cccp-1f},
        {2, PERLIN_GRADIENTS_AXIS, 0x1.de3e326ec197dp+0, 0x1.de3e32p+0f},
        {2, PERLIN_GRADIENTS_DIAGONAL, 0x1.fffcp-1, 0x1.fffcp-1f},
        {2, PERLIN_GRADIENTS_SLICE, 0x1.fffcp-1, 0x1.fffcp-1f},
        {3, PERLIN_GRADIENTS_DEFAULT, 0x1.ee06525b040fp-1, 0x1.ee0652p-1f},
        {4, PERLIN_GRADIENTS_DEFAULT, 0x1.4d3263f5d6108p-1, 0x1.4d3262p-1f},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        static const double c[4] = {0.3, 7.6, -5.2, 0.9};
        const double *const coords[4] = {&c[0], &c[1], &c[2], &c[3]};
        double raw, value;
        float narrow_raw, narrow_value;
        perlin_params params = raw_params();
        params.gradients = rows[i].gradients;
        perlin_noise *noise = create_for(test->subject, &params);
        perlin_points_f64(noise, rows[i].dims, 1, coords, NULL, &raw);
        perlin_points_f64_f32(noise, rows[i].dims, 1, coords, NULL, &narrow_raw);
        perlin_destroy(noise);
        params.range = PERLIN_RANGE_SIGNED;
        noise = create_for(test->subject, &params);
        perlin_points_f64(noise, rows[i].dims, 1, coords, NULL, &value);
        perlin_points_f64_f32(noise, rows[i].dims, 1, coords, NULL, &narrow_value);
        perlin_destroy(noise);
        assert_true(raw != 0 && narrow_raw != 0);
        const double expected = raw * rows[i].scale;
        const float narrow_expected = narrow_raw * rows[i].narrow_scale;
        assert_same_bits(&value, &expected, 1, sizeof value, "row %zu, f64", i);
        assert_same_bits(&narrow_value, &narrow_expected, 1, sizeof narrow_value, "row %zu, f32",
                         i);
    }
}

static void octaves(const struct test_case *test)
{
    perlin_params params = raw_params();
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 2;
    params.lacunarity = 1.5;
    params.gain = 1.0;
    /* 1-D at 1/2 and at 3/4, half each. At 3/4: 8 * 3/4 = 6 and -1/4; fade(3/4) = 1 - 53/512;
       6 - 459/512 * 25/4 = 813/2048. (7/4 + 813/2048) / 2 = 4397/4096. */
    check_value(test, &params, 1, 0.5, 0, 0, 0, 4397 / 4096.0);
    /* Amplitudes 1 and 3: weights 1/4 and 3/4. 7/16 + 2439/8192 = 6023/8192. */
    params.gain = 3.0;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 6023 / 8192.0);
    /* The default range comes after the sum. */
    params.range = PERLIN_RANGE_SIGNED;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 6023 / 32768.0 * (1 - 0x1p-15));
    /* Frequency 2 turns 1/4 into 1/2. Lacunarity 0: the second octave is at 0, which gives 0. */
    params.range = PERLIN_RANGE_RAW;
    params.frequency = 2.0;
    params.lacunarity = 0.0;
    check_value(test, &params, 1, 0.25, 0, 0, 0, 7 / 16.0);
    /* Gain 0: the first octave has all the weight. */
    params.gain = 0.0;
    check_value(test, &params, 1, 0.25, 0, 0, 0, 7 / 4.0);
    /* Without a fractal only the frequency counts. */
    params.fractal = PERLIN_FRACTAL_NONE;
    params.gain = 3.0;
    check_value(test, &params, 1, 0.25, 0, 0, 0, 7 / 4.0);
}

/* Weights that round: 2/3 and 1/3 in double, 7/4 * 2/3 rounded once more; at 2 * 1/2 noise is 0. */
static void rounded_weights(const struct test_case *test)
{
    const double x = 0.5, expected = 0x1.2aaaaaaaaaaaap+0;
    double out;
    perlin_params params = raw_params();
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 2;
    perlin_noise *const noise = create_for(test->subject, &params);
    perlin_points1_f64(noise, 1, &x, &out);
    assert_same_bits(&out, &expected, 1, sizeof out, "2/3 of 7/4");
    perlin_destroy(noise);
}

int main(void)
{
    add_subject_cases("lattice", lattice, 0);
    add_subject_cases("1d", values_1d, 0);
    add_subject_cases("2d", values_2d, 0);
    add_subject_cases("3d", values_3d, 0);
    add_subject_cases("gradients_3d", gradients_3d, 0);
    add_subject_cases("4d", values_4d, 0);
    add_subject_cases("ranges", ranges, 0);
    add_subject_cases("scales", scales, 0);
    add_subject_cases("octaves", octaves, 0);
    add_subject_cases("rounded_weights", rounded_weights, 0);
    return run_cases("literals");
}
