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

/* ---- Raw noise ------------------------------------------------------------------------------- */

/* Every distance is 0 at the corner whose weight is 1. */
static void lattice(const struct test_case *test)
{
    static const double points[] = {0, 1, -1, 2, 255, 256, 257, -256, -257, 1000, 0x1p23, -0x1p40};
    struct random r = random_for(test);
    for (uint32_t dims = 1; dims <= 4; dims++) {
        for (uint32_t set = 0; set <= PERLIN_GRADIENTS_SLICE; set++) {
            perlin_params params = raw_noise_params();
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
    const perlin_params params = raw_noise_params();
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
    perlin_params params = raw_noise_params();
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
    const perlin_params params = raw_noise_params();
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

/* All 16 gradients of 3-D, seen alone: at (x, 0, 0), (0, y, 0), (0, 0, z) next to a lattice point
   the value is nearly the gradient's component times the distance, since the weight of the far
   corner is of the order of its cube. */
static void gradients_3d(const struct test_case *test)
{
    /* Perlin's table (2002): 12 is 0 again, 13 is 9 again, 14 is 1 again, 15 is 11 again. */
    static const int table[16][3] = {{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0},
                                     {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
                                     {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1},
                                     {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1}};
    perlin_params params = raw_noise_params();
    uint8_t p[256];
    params.permutation = p;
    for (uint32_t i = 0; i < 256; i++)
        p[i] = (uint8_t)((i + 1) % 256);
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

/* The hashes & 31 of cell (0, 0, 0, 0), x fastest: 0 28 16 20 9 12 18 4, and at w = 1 26 9 25 25 17
   26 9 27; from the centre the sums of three +-1/2 are, in that order, 3/2 1/2 3/2 -1/2 1/2 -1/2
   3/2 -1/2, and -1/2 1/2 1/2 1/2 -3/2 1/2 -3/2 1/2: together 3. */
static void values_4d(const struct test_case *test)
{
    const perlin_params params = raw_noise_params();
    check_value(test, &params, 4, 0.5, 0.5, 0.5, 0.5, 3 / 16.0);
}

/* ---- Ranges and octaves ---------------------------------------------------------------------- */

static void ranges(const struct test_case *test)
{
    perlin_params params = raw_noise_params();
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

/* SIGNED is RAW times S, in either type. */
static void check_scale(const struct test_case *test, perlin_params params, uint32_t dims,
                        double scale, float narrow_scale)
{
    static const double c[4] = {0.3, 7.6, -5.2, 0.9};
    const double *const coords[4] = {&c[0], &c[1], &c[2], &c[3]};
    double value[2];
    float narrow[2];
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        params.range = is_signed ? PERLIN_RANGE_SIGNED : PERLIN_RANGE_RAW;
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_points_f64(noise, dims, 1, coords, NULL, &value[is_signed]);
        perlin_points_f64_f32(noise, dims, 1, coords, NULL, &narrow[is_signed]);
        perlin_destroy(noise);
    }
    assert_true(value[0] != 0 && narrow[0] != 0);
    const double expected = value[0] * scale;
    const float narrow_expected = narrow[0] * narrow_scale;
    assert_same_bits(&value[1], &expected, 1, sizeof expected, "%u-D, f64; %s", dims,
                     describe(&params));
    assert_same_bits(&narrow[1], &narrow_expected, 1, sizeof narrow_expected, "%u-D, f32; %s", dims,
                     describe(&params));
}

/* By tables, for both types of S that docs/ranges.md has. */
static void scales(const struct test_case *test)
{
    static const struct {
        uint32_t basis, dims, gradients, radius; /* the last of SIMPLEX alone */
        double scale;
        float narrow_scale;
    } rows[] = {
        {PERLIN_BASIS_PERLIN, 1, PERLIN_GRADIENTS_DEFAULT, 0, 0x1.fffcp-3, 0x1.fffcp-3f},
        {PERLIN_BASIS_PERLIN, 2, PERLIN_GRADIENTS_DEFAULT, 0, 0x1.52ccc0a62ec5p-1, 0x1.52cccp-1f},
        {PERLIN_BASIS_PERLIN, 2, PERLIN_GRADIENTS_AXIS, 0, 0x1.de3e326ec197dp+0, 0x1.de3e32p+0f},
        {PERLIN_BASIS_PERLIN, 2, PERLIN_GRADIENTS_DIAGONAL, 0, 0x1.fffcp-1, 0x1.fffcp-1f},
        {PERLIN_BASIS_PERLIN, 2, PERLIN_GRADIENTS_SLICE, 0, 0x1.fffcp-1, 0x1.fffcp-1f},
        {PERLIN_BASIS_PERLIN, 3, PERLIN_GRADIENTS_DEFAULT, 0, 0x1.ee06525b040fp-1, 0x1.ee0652p-1f},
        {PERLIN_BASIS_PERLIN, 4, PERLIN_GRADIENTS_DEFAULT, 0, 0x1.4d3263f5d6108p-1, 0x1.4d3262p-1f},
        {PERLIN_BASIS_ELIAS, 1, 0, 0, 0x1.fffcp-1, 0x1.fffcp-1f},
        {PERLIN_BASIS_ELIAS, 2, 0, 0, 0x1.fffcp-1, 0x1.fffcp-1f},
        {PERLIN_BASIS_ELIAS, 3, 0, 0, 0x1.fffcp-1, 0x1.fffcp-1f},
        {PERLIN_BASIS_SIMPLEX, 1, 0, 0, 0x1.94873daded5bdp-2, 0x1.94873cp-2f},
        {PERLIN_BASIS_SIMPLEX, 2, 0, 0, 0x1.69d48edf7045ep+5, 0x1.69d48ep+5f},
        {PERLIN_BASIS_SIMPLEX, 2, PERLIN_GRADIENTS_AXIS, 0, 0x1.995490a4eafb1p+6, 0x1.99549p+6f},
        {PERLIN_BASIS_SIMPLEX, 2, PERLIN_GRADIENTS_DIAGONAL, 0, 0x1.1894b6fd5d86ep+6,
         0x1.1894b6p+6f},
        {PERLIN_BASIS_SIMPLEX, 2, PERLIN_GRADIENTS_SLICE, 0, 0x1.69d48edf7045ep+5, 0x1.69d48ep+5f},
        {PERLIN_BASIS_SIMPLEX, 3, 0, 0, 0x1.3382e61c05fdep+6, 0x1.3382e6p+6f},
        {PERLIN_BASIS_SIMPLEX, 3, 0, PERLIN_RADIUS_PUBLISHED, 0x1.058e821753fecp+5, 0x1.058e82p+5f},
        {PERLIN_BASIS_SIMPLEX, 4, 0, 0, 0x1.f633a28d1ad5cp+5, 0x1.f633a2p+5f},
        {PERLIN_BASIS_SIMPLEX, 4, 0, PERLIN_RADIUS_PUBLISHED, 0x1.b397e7dd024b8p+4, 0x1.b397e6p+4f},
        {PERLIN_BASIS_OPENSIMPLEX, 2, 0, 0, 0x1.27a0987f9a918p+0, 0x1.27a098p+0f},
        {PERLIN_BASIS_OPENSIMPLEX, 3, 0, 0, 0x1.0352a9d3b6571p+0, 0x1.0352a8p+0f},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        perlin_params params = raw_noise_params();
        params.gradients = rows[i].gradients;
        params.basis = rows[i].basis;
        params.simplex_radius = rows[i].radius;
        check_scale(test, params, rows[i].dims, rows[i].scale, rows[i].narrow_scale);
    }
}

/* Values by the integer hash. Its gradients are multiplied by S, which rounds elsewhere:
   test_definitions has these. */
static void scales_of_values(const struct test_case *test)
{
    static const double cubic[4] = {0x1.9996666666666p-1, 0x1.47ab851eb851ep-1,
                                    0x1.0622d0e560418p-1, 0x1.a36ae7d566cf4p-2};
    static const float narrow_cubic[4] = {0x1.999666p-1f, 0x1.47ab86p-1f, 0x1.0622dp-1f,
                                          0x1.a36ae8p-2f};
    perlin_params params = raw_noise_params();
    set_hash(&params, PERLIN_HASH_INTEGER);
    for (uint32_t dims = 1; dims <= 4; dims++) {
        params.basis = PERLIN_BASIS_VALUE;
        check_scale(test, params, dims, 0x1.fffcp-1, 0x1.fffcp-1f);
        params.basis = PERLIN_BASIS_VALUE_CUBIC;
        check_scale(test, params, dims, cubic[dims - 1], narrow_cubic[dims - 1]);
    }
}

static void octaves(const struct test_case *test)
{
    perlin_params params = raw_noise_params();
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 2;
    params.lacunarity = 1.5;
    params.gain = 1.0;
    /* 1-D at 1/2 and at 3/4, half each. At 3/4: 8 * 3/4 = 6 and -1/4; fade(3/4) = 1 - 53/512;
       6 - 459/512 * 25/4 = 813/2048. (7/4 + 813/2048) / 2 = 4397/4096. */
    check_value(test, &params, 1, 0.5, 0, 0, 0, 4397 / 4096.0);
    /* Lacunarity -1.5: the second octave is at -3/4, with 5 * 1/4 and -6. fade(1/4) = 53/512;
       5/4 - 53/512 * 29/4 = 1023/2048. (7/4 + 1023/2048) / 2 = 4607/4096. */
    params.lacunarity = -1.5;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 4607 / 4096.0);
    params.lacunarity = 1.5;
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

/*
 * Two octaves of equal weight, both of the noise 7/4 (1-D at 1/2), RAW: v is 5/2 for a billow and
 * -5/2 for a ridge. RAW_UNIT gives the means of |n| and of 1 - |n|.
 */
static void shapes(const struct test_case *test)
{
    perlin_params params = raw_noise_params();
    params.octaves = 2;
    params.lacunarity = 1.0;
    params.gain = 1.0;
    params.fractal = PERLIN_FRACTAL_BILLOW;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 5 / 2.0);
    params.range = PERLIN_RANGE_RAW_UNIT;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 7 / 4.0);
    params.fractal = PERLIN_FRACTAL_RIDGED;
    check_value(test, &params, 1, 0.5, 0, 0, 0, -3 / 4.0);
    params.range = PERLIN_RANGE_RAW;
    check_value(test, &params, 1, 0.5, 0, 0, 0, -5 / 2.0);
    /* Missing is 1/2 + 5/4 = 7/4, so that A_1 = 1 - 7/4 = -3/4: -5/4 + 1/2 * -5/2 * -3/4 =
       -5/16. */
    params.weighted_strength = 1.0;
    check_value(test, &params, 1, 0.5, 0, 0, 0, -5 / 16.0);
    /* fBm misses 1/2 - 7/8 = -3/8: A_1 = 1 + 3/16, and 7/8 + 1/2 * 7/4 * 19/16 = 245/128. */
    params.fractal = PERLIN_FRACTAL_FBM;
    params.weighted_strength = 0.5;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 245 / 128.0);
}

static void ping_pong(const struct test_case *test)
{
    perlin_params params = raw_noise_params();
    params.fractal = PERLIN_FRACTAL_PING_PONG;
    params.octaves = 1;
    /* t = 11/4 * 2 = 11/2; 6 is 1/2 away. With the strength 1, t = 11/4 is 3/4 away from 2. */
    check_value(test, &params, 1, 0.5, 0, 0, 0, 0.0);
    params.ping_pong_strength = 1.0;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 1 / 2.0);
    params.ping_pong_strength = 0.0;
    check_value(test, &params, 1, 0.5, 0, 0, 0, -1.0);
    /* On the lattice t is the strength, here odd, as far from 0 as from 2. */
    params.ping_pong_strength = 1.0;
    check_value(test, &params, 3, 1, 2, 3, 0, 1.0);
}

/* The ridge is 1 - 7/4 = -3/4, its square 9/16; with a gain of 2 A_1 is cut to 1, with 1 it is
   9/16. */
static void multifractal(const struct test_case *test)
{
    perlin_params params = raw_noise_params();
    params.fractal = PERLIN_FRACTAL_MULTIFRACTAL;
    params.octaves = 2;
    params.lacunarity = 1.0;
    params.gain = 1.0;
    params.weighted_strength = 1.0; /* has no say */
    check_value(test, &params, 1, 0.5, 0, 0, 0, 9 / 16.0);
    params.ridge_gain = 1.0;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 225 / 512.0);
    params.ridge_gain = 0.0;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 9 / 32.0);
    params.ridge_offset = 0.25;
    check_value(test, &params, 1, 0.5, 0, 0, 0, 9 / 8.0);
}

/* On the lattice n is 0, which is the end of most ranges. */
static void shaped_ranges(const struct test_case *test)
{
    static const struct {
        uint32_t fractal;
        double offset, raw, is_signed, unit;
    } rows[] = {
        {PERLIN_FRACTAL_BILLOW, 1, -1, -1 + 0x1p-15, 0x1p-16},
        {PERLIN_FRACTAL_RIDGED, 1, 1, 1 - 0x1p-15, 1 - 0x1p-16},
        {PERLIN_FRACTAL_PING_PONG, 1, -1, -1 + 0x1p-15, 0x1p-16},
        {PERLIN_FRACTAL_MULTIFRACTAL, 1, 1, 1 - 0x1p-14, 1 - 0x1p-15},
        {PERLIN_FRACTAL_MULTIFRACTAL, 2, 4, 1 - 0x1p-14, 1 - 0x1p-15},
        {PERLIN_FRACTAL_MULTIFRACTAL, 0, 0, -1, 0}, /* B is that of |n| = 1 */
        {PERLIN_FRACTAL_MULTIFRACTAL, 0.5, 0.25, 1 - 0x1p-14, 1 - 0x1p-15},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        perlin_params params = raw_noise_params();
        params.fractal = rows[i].fractal;
        params.ridge_offset = rows[i].offset;
        params.octaves = 3;
        params.gain = 0.0; /* one weight of 1, two of 0 */
        check_value(test, &params, 2, 4, -3, 0, 0, rows[i].raw);
        params.range = PERLIN_RANGE_SIGNED;
        check_value(test, &params, 2, 4, -3, 0, 0, rows[i].is_signed);
        params.range = PERLIN_RANGE_UNIT;
        check_value(test, &params, 2, 4, -3, 0, 0, rows[i].unit);
    }
}

/* Weights that round: 2/3 and 1/3 in double, 7/4 * 2/3 rounded once more; at 2 * 1/2 noise is 0. */
static void rounded_weights(const struct test_case *test)
{
    const double x = 0.5, expected = 0x1.2aaaaaaaaaaaap+0;
    double out;
    perlin_params params = raw_noise_params();
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 2;
    perlin_noise *const noise = create_for(test->subject, &params);
    perlin_points1_f64(noise, 1, &x, &out);
    assert_same_bits(&out, &expected, 1, sizeof out, "2/3 of 7/4");
    perlin_destroy(noise);
}

/* Rotated noise is noise at the rotated point, by matrices written down anew. */
static void rotations(const struct test_case *test)
{
    const double s = sqrt(3.0), third = 1 / s, in = (3 - s) / 6, half = third / 2, down = s / 2;
    const struct {
        uint32_t rotation, dims;
        double m[4][4];
    } rows[] = {
        {PERLIN_ROTATION_XY,
         3,
         {{1 - in, -in, third}, {-in, 1 - in, third}, {-third, -third, third}}},
        {PERLIN_ROTATION_XZ,
         3,
         {{1 - in, third, -in}, {-third, third, -third}, {-in, third, 1 - in}}},
        {PERLIN_ROTATION_XYZ,
         4,
         {{5.0 / 6, -1.0 / 6, -1.0 / 6, 0.5},
          {-1.0 / 6, 5.0 / 6, -1.0 / 6, 0.5},
          {-1.0 / 6, -1.0 / 6, 5.0 / 6, 0.5},
          {-0.5, -0.5, -0.5, 0.5}}},
        {PERLIN_ROTATION_XYZ_XY,
         4,
         {{1 - in, -in, half, 0.5},
          {-in, 1 - in, half, 0.5},
          {-third, -third, half, 0.5},
          {0, 0, -down, 0.5}}},
        {PERLIN_ROTATION_XYZ_XZ,
         4,
         {{1 - in, half, -in, 0.5},
          {-third, half, -third, 0.5},
          {-in, half, 1 - in, 0.5},
          {0, -down, 0, 0.5}}},
    };
    perlin_noise *const plain = create_raw(test->subject);
    struct random r = random_for(test);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const uint32_t dims = rows[i].dims;
        perlin_params params = raw_noise_params();
        params.rotation = rows[i].rotation;
        perlin_noise *const noise = create_for(test->subject, &params);
        for (uint32_t a = 0; a < dims; a++) /* rotations keep lengths and angles */
            for (uint32_t b = 0; b < dims; b++) {
                double product = 0;
                for (uint32_t k = 0; k < dims; k++)
                    product += rows[i].m[a][k] * rows[i].m[b][k];
                assert_true(fabs(product - (a == b)) < 1e-15);
            }
        for (int trial = 0; trial < 200; trial++) {
            double c[4], rotated[4], out, expected;
            const double *const coords[] = {&c[0], &c[1], &c[2], &c[3]};
            const double *const there[] = {&rotated[0], &rotated[1], &rotated[2], &rotated[3]};
            for (uint32_t a = 0; a < dims; a++)
                c[a] = random_real(&r, -100, 100);
            for (uint32_t a = 0; a < dims; a++) {
                rotated[a] = 0;
                for (uint32_t b = dims; b-- > 0;)
                    rotated[a] += rows[i].m[a][b] * c[b];
            }
            perlin_points_f64(noise, dims, 1, coords, NULL, &out);
            perlin_points_f64(plain, dims, 1, there, NULL, &expected);
            assert_true(fabs(out - expected) < 1e-11); /* the matrices differ in their last bits */
            perlin_points_f64(noise, 2, 1, coords, NULL, &out); /* not rotated */
            perlin_points_f64(plain, 2, 1, coords, NULL, &expected);
            assert_same_bits(&out, &expected, 1, sizeof out, "2-D with rotation %u",
                             params.rotation);
        }
        perlin_destroy(noise);
    }
    perlin_destroy(plain);
}

/* A matrix that says which coordinate goes where, in all dimensions. */
static void matrices(const struct test_case *test)
{
    const double c[4] = {0.3, -1.7, 5.2, 9.9};
    const double *const coords[] = {&c[0], &c[1], &c[2], &c[3]};
    for (uint32_t dims = 1; dims <= 4; dims++) {
        double moved[4], out, expected;
        const double *const there[] = {&moved[0], &moved[1], &moved[2], &moved[3]};
        perlin_params params = raw_noise_params();
        perlin_noise *const plain = create_for(test->subject, &params);
        params.rotation = PERLIN_ROTATION_MATRIX;
        memset(params.matrix, 0, sizeof params.matrix);
        for (uint32_t a = 0; a < dims; a++) {
            const uint32_t from = (a + 1) % dims;
            params.matrix[a][from] = a + 2.0;
            moved[a] = (a + 2.0) * c[from];
        }
        perlin_noise *const noise = create_for(test->subject, &params);
        perlin_points_f64(noise, dims, 1, coords, NULL, &out);
        perlin_points_f64(plain, dims, 1, there, NULL, &expected);
        assert_same_bits(&out, &expected, 1, sizeof out, "%u-D", dims);
        perlin_destroy(plain);
        perlin_destroy(noise);
    }
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
    add_subject_cases("scales_of_values", scales_of_values, 0);
    add_subject_cases("octaves", octaves, 0);
    add_subject_cases("shapes", shapes, 0);
    add_subject_cases("ping_pong", ping_pong, 0);
    add_subject_cases("multifractal", multifractal, 0);
    add_subject_cases("shaped_ranges", shaped_ranges, 0);
    add_subject_cases("rotations", rotations, 0);
    add_subject_cases("matrices", matrices, 0);
    add_subject_cases("rounded_weights", rounded_weights, 0);
    return run_cases("literals");
}
