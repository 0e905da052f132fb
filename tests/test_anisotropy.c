/*
 * How much the power of noise depends on direction: what rotations, bases and even gradients are
 * for. Prints what docs/bases.md says of it.
 *
 * PERLIN_TEST_SPECTRA, the path of a folder, has the spectra drawn there (scripts/spectra).
 */
#include "support.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pictures of SIDE by SIDE samples, `step` cells apart; frequencies are multiples of 1 / (side *
   step) a cell. */
enum { SIDE = 128, PICTURES = 80 };
static const double step = 0.25, side = SIDE;

static const double pi = 3.14159265358979323846;

static double complex turn_by(double angle)
{
    const double parts[2] = {cos(angle), sin(angle)};
    double complex turned;
    memcpy(&turned, parts, sizeof turned);
    return turned;
}

/* The Fourier transform of n values, n a power of two, `stride` apart (Cooley and Tukey, 1965). */
static void transform(double complex *values, size_t n, size_t stride)
{
    static double complex copy[SIDE];
    if (n == 1)
        return;
    for (size_t i = 0; i < n; i++)
        copy[i] = values[i * stride];
    for (size_t i = 0; i < n / 2; i++) { /* the even ones, then the odd ones */
        values[i * stride] = copy[2 * i];
        values[(i + n / 2) * stride] = copy[2 * i + 1];
    }
    transform(values, n / 2, stride);
    transform(values + n / 2 * stride, n / 2, stride);
    for (size_t i = 0; i < n / 2; i++) {
        const double complex even = values[i * stride];
        const double complex odd =
            values[(i + n / 2) * stride] * turn_by(-2.0 * pi * (double)i / (double)n);
        values[i * stride] = even + odd;
        values[(i + n / 2) * stride] = even - odd;
    }
}

/* Adds the power of a picture to *power, by frequency along x and y. */
static void add_power(float picture[SIDE][SIDE], double power[SIDE][SIDE])
{
    static double complex values[SIDE][SIDE];
    for (size_t y = 0; y < SIDE; y++)
        for (size_t x = 0; x < SIDE; x++) { /* faded out towards the edges, as by Hann */
            const double fade =
                sin(pi * ((double)x + 0.5) / side) * sin(pi * ((double)y + 0.5) / side);
            values[y][x] = (double)picture[y][x] * fade * fade;
        }
    for (size_t y = 0; y < SIDE; y++)
        transform(values[y], SIDE, 1);
    for (size_t x = 0; x < SIDE; x++)
        transform(&values[0][x], SIDE, SIDE);
    for (size_t y = 0; y < SIDE; y++)
        for (size_t x = 0; x < SIDE; x++)
            power[y][x] += creal(values[y][x] * conj(values[y][x]));
}

/* The spectrum of slices of noise along x and another axis, of many seeds and anywhere along all
   others. */
static void measure_power(perlin_params params, uint32_t dims, uint32_t across,
                          double power[SIDE][SIDE])
{
    static float picture[SIDE][SIDE];
    struct random r = {12345};
    memset(power, 0, SIDE * sizeof power[0]);
    for (int p = 0; p < PICTURES; p++) {
        perlin_noise *noise;
        perlin_grid grid;
        params.seed = random_u64(&r);
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        perlin_grid_init(&grid);
        grid.dims = dims;
        for (uint32_t a = 0; a < dims; a++) {
            grid.count[a] = a == 0 || a == across ? SIDE : 1;
            grid.step[a] = step;
            grid.origin[a] = random_real(&r, -100, 100);
        }
        assert_status(perlin_grid_f32(noise, &grid, picture[0]), PERLIN_OK, "grid");
        perlin_destroy(noise);
        add_power(picture, power);
    }
}

/*
 * How much power depends on direction: the standard deviation over 24 directions, relative to the
 * power of the same frequency in all directions. Frequencies are from 0.9 to 1.9 a cell, the fine
 * structure, where lattices show.
 */
static double anisotropy(double power[SIDE][SIDE])
{
    enum { DIRECTIONS = 24, RINGS = SIDE / 2 };
    const double directions = DIRECTIONS;
    double ring[RINGS] = {0}, direction[DIRECTIONS] = {0}, deviation = 0.0;
    size_t in_ring[RINGS] = {0}, in_direction[DIRECTIONS] = {0};
    for (int pass = 0; pass < 2; pass++)
        for (int y = -SIDE / 2; y < SIDE / 2; y++)
            for (int x = -SIDE / 2; x < SIDE / 2; x++) {
                const double radius = hypot(x, y), frequency = radius / (side * step);
                const double value = power[(y + SIDE) % SIDE][(x + SIDE) % SIDE];
                const size_t r = (size_t)radius;
                if (frequency < 0.9 || frequency > 1.9 || r >= RINGS)
                    continue;
                const double turn = atan2(y, x) / pi + 1.0; /* 0..2: opposite directions are one */
                const size_t d = (size_t)(turn * directions) % DIRECTIONS;
                if (pass == 0) {
                    ring[r] += value;
                    in_ring[r]++;
                } else {
                    direction[d] += value * (double)in_ring[r] / ring[r];
                    in_direction[d]++;
                }
            }
    for (size_t d = 0; d < DIRECTIONS; d++) {
        const double relative = direction[d] / (double)in_direction[d] - 1.0;
        deviation += relative * relative / directions;
    }
    return sqrt(deviation);
}

/* Draws a spectrum: frequency 0 in the middle, up to 2 a cell; black is a millionth of the greatest
   power, or less. */
static void draw(double power[SIDE][SIDE], const char *name)
{
    const char *const folder = getenv("PERLIN_TEST_SPECTRA");
    char path[1024];
    double most = 0;
    if (!folder)
        return;
    snprintf(path, sizeof path, "%s/%s.pgm", folder, name);
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        most = fmax(most, power[i / SIDE][i % SIDE]);
    fprintf(file, "P5 %d %d 255\n", SIDE, SIDE);
    for (size_t y = 0; y < SIDE; y++)
        for (size_t x = 0; x < SIDE; x++) {
            const double value = power[(y + SIDE / 2) % SIDE][(x + SIDE / 2) % SIDE];
            fputc((int)(255 * fmax(0, 1 + log10(value / most) / 6)), file);
        }
    assert_int_equal(fclose(file), 0);
}

enum { Y = 1, Z = 2 };

static const char *const bases_by_name[] = {"gradient",      "value",      "value-cubic",
                                            "elias",         "simplex",    "opensimplex2",
                                            "opensimplex2s", "opensimplex"};

/* "simplex-xy", or "simplex-xy-tables" by tables. */
static double anisotropy_of(const perlin_params *noise, const char *kind, uint32_t rotation,
                            uint32_t dims, uint32_t across)
{
    static double power[SIDE][SIDE];
    perlin_params params = *noise;
    char name[64];
    snprintf(name, sizeof name, "%s-%s%s", bases_by_name[params.basis], kind,
             params.hash == PERLIN_HASH_PERMUTATION ? "-tables" : "");
    params.rotation = rotation;
    measure_power(params, dims, across, power);
    draw(power, name);
    const double result = anisotropy(power);
    print_message("%-24s %.2f\n", name, result);
    return result;
}

/* The rotations bring it down to less than half in the planes that they are for. */
static void rotations(const struct test_case *test)
{
    (void)test;
    for (perlin_hash hash = PERLIN_HASH_INTEGER; hash <= PERLIN_HASH_PERMUTATION; hash++) {
        perlin_params noise;
        perlin_params_init(&noise);
        noise.hash = hash;
        const double in_3d = anisotropy_of(&noise, "3d", PERLIN_ROTATION_NONE, 3, Y);
        const double in_4d = anisotropy_of(&noise, "4d", PERLIN_ROTATION_NONE, 4, Y);
        const double xy = anisotropy_of(&noise, "xy", PERLIN_ROTATION_XY, 3, Y);
        const double xz = anisotropy_of(&noise, "xz", PERLIN_ROTATION_XZ, 3, Z);
        const double xyz = anisotropy_of(&noise, "xyz", PERLIN_ROTATION_XYZ, 4, Y);
        const double xyz_xy = anisotropy_of(&noise, "xyz-xy", PERLIN_ROTATION_XYZ_XY, 4, Y);
        const double xyz_xz = anisotropy_of(&noise, "xyz-xz", PERLIN_ROTATION_XYZ_XZ, 4, Z);
        assert_true(xy < 0.5 * in_3d && xz < 0.5 * in_3d);
        assert_true(xyz < 0.75 * in_4d && xyz_xy < 0.5 * in_4d && xyz_xz < 0.5 * in_4d);
    }
}

/* Noise on simplices depends on direction less than half as much as rotated gradient noise, by
   either hash. Noise 0 is gradient noise by the integer hash, noise 1 by tables. */
static void bases(const struct test_case *test)
{
    double plain[2], rotated[2];
    perlin_params noise;
    (void)test;
    for (size_t n = 0; perlin_params_init(&noise), set_noise(&noise, n); n++) {
        if (!has_dims(&noise, 2))
            continue;
        const double in_plane = anisotropy_of(&noise, "2d", PERLIN_ROTATION_NONE, 2, Y);
        const double slice = anisotropy_of(&noise, "3d", PERLIN_ROTATION_NONE, 3, Y);
        const double turned = anisotropy_of(&noise, "xy", PERLIN_ROTATION_XY, 3, Y);
        if (noise.basis == PERLIN_BASIS_PERLIN) {
            plain[n] = in_plane;
            rotated[n] = turned;
        }
        if (!perlin_bases[noise.basis]->reach)
            continue;
        for (int h = 0; h < 2; h++) {
            assert_true(in_plane < 0.5 * plain[h]);
            assert_true(slice < 0.5 * rotated[h]);
            assert_true(turned < 0.5 * rotated[h]);
        }
    }
}

/* How far the directions of slopes are from being equally frequent: the ratio of the most to the
   least frequent. */
static double spread_of_slopes(const char *name, perlin_hash hash, uint32_t gradients)
{
    enum { DIRECTIONS = 36, GRID = 1024 };
    const double directions = DIRECTIONS;
    static float value[GRID * GRID], slope[2][GRID * GRID];
    float *const arrays[2] = {slope[0], slope[1]};
    size_t count[DIRECTIONS] = {0}, least = SIZE_MAX, most = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        perlin_params params;
        perlin_noise *noise;
        perlin_grid grid;
        perlin_params_init(&params);
        params.hash = hash;
        params.gradients = gradients;
        params.seed = seed;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        perlin_grid_init(&grid);
        grid.dims = 2;
        for (int a = 0; a < 2; a++) {
            grid.count[a] = GRID;
            grid.step[a] = 0.2437;
        }
        assert_status(perlin_grid_gradient_f32(noise, &grid, value, arrays), PERLIN_OK, "gradient");
        perlin_destroy(noise);
        for (size_t i = 0; i < COUNT_OF(value); i++) {
            const double turn =
                atan2((double)slope[1][i], (double)slope[0][i]) / pi + 1.0; /* 0..2 */
            count[(size_t)(turn / 2 * directions) % DIRECTIONS]++;
        }
    }
    for (size_t d = 0; d < DIRECTIONS; d++) {
        least = count[d] < least ? count[d] : least;
        most = count[d] > most ? count[d] : most;
    }
    const double ratio = (double)most / (double)least;
    print_message("%-24s %.2f\n", name, ratio);
    return ratio;
}

static void gradients(const struct test_case *test)
{
    static const char *const names[] = {"slopes of DEFAULT", "slopes of AXIS", "slopes of DIAGONAL",
                                        "slopes of SLICE"};
    (void)test;
    const double integer = spread_of_slopes("slopes by INTEGER", PERLIN_HASH_INTEGER, 0);
    for (uint32_t g = PERLIN_GRADIENTS_DEFAULT; g <= PERLIN_GRADIENTS_SLICE; g++)
        assert_true(integer < spread_of_slopes(names[g], PERLIN_HASH_PERMUTATION, g));
}

int main(void)
{
    add_case(rotations, NULL, F32, 0, "rotations");
    add_case(bases, NULL, F32, 0, "bases");
    add_case(gradients, NULL, F32, 0, "gradients");
    return run_cases("anisotropy");
}
