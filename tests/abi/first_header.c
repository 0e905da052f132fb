/*
 * A program compiled with the header of the first release, perlin-0.1.h, and linked with today's
 * library. It does what it did then, but for defaults that have changed. Its structs may be shorter
 * than the library's, so they lie right before memory that must stay as it is.
 */
#include "perlin-0.1.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 4, ROWS = 2, SAMPLES = COLUMNS * ROWS };

/* Two octaves above the first, of the seed 2002, along 2-D slices of 3-D noise. Fields that the
   first release lacked, such as octave_offsets, have their defaults. */
static const uint32_t grid_f32[SAMPLES] = {0x3f04e73b, 0x3ef73ad0, 0x3f034a77, 0x3eb76688,
                                           0x3f25951e, 0x3f170c3f, 0x3f0bfdb7, 0x3eec58be};
static const uint64_t grid_f64[SAMPLES] = {
    UINT64_C(0x3fe09ce751421081), UINT64_C(0x3fdee759f4ec7946), UINT64_C(0x3fe0694ed04eaa45),
    UINT64_C(0x3fd6ecd114876492), UINT64_C(0x3fe4b2a3bce1a000), UINT64_C(0x3fe2e187f31711bc),
    UINT64_C(0x3fe17fb6e2e63370), UINT64_C(0x3fdd8b17c609ab08)};

/* A struct as the first release knew it, and the caller's memory behind. */
struct old_params {
    perlin_params params;
    unsigned char behind[256];
};
struct old_grid {
    perlin_grid grid;
    unsigned char behind[256];
};

static int failures;

static void check(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "FAILED: %s\n", what);
        failures++;
    }
}

static int untouched(const unsigned char behind[256])
{
    for (int i = 0; i < 256; i++)
        if (behind[i] != 0xcc)
            return 0;
    return 1;
}

/* Perlin's published value at (3.14, 42, 7). */
static void published_point(void)
{
    struct old_params old;
    perlin_noise *noise = NULL;
    memset(&old, 0xcc, sizeof old);
    check(perlin_params_init(&old.params) == PERLIN_OK, "perlin_params_init");
    check(old.params.struct_size == sizeof(perlin_params), "struct_size is the caller's");
    check(untouched(old.behind), "perlin_params_init writes the caller's struct only");
    old.params.range = PERLIN_RANGE_RAW;
    /* Has no part in 3-D noise, but asks for tables, which a struct of then cannot do otherwise. */
    old.params.gradients = PERLIN_GRADIENTS_SLICE;
    check(perlin_create(&noise, &old.params) == PERLIN_OK, "perlin_create, defaults");
    if (!noise)
        return;
    const double x = 3.14, y = 42, z = 7, expected = 0x1.18697dc92cf35p-3;
    double value = 0;
    check(perlin_points3_f64(noise, 1, &x, &y, &z, &value) == PERLIN_OK, "perlin_points3_f64");
    check(memcmp(&value, &expected, sizeof value) == 0, "the value at (3.14, 42, 7)");
    check(perlin_backend_of(noise) != PERLIN_BACKEND_AUTO, "perlin_backend_of");
    perlin_destroy(noise);
}

static perlin_noise *create_fractal(void)
{
    struct old_params old;
    perlin_noise *noise = NULL;
    memset(&old, 0xcc, sizeof old);
    perlin_params_init(&old.params);
    old.params.range = PERLIN_RANGE_UNIT;
    old.params.gradients = PERLIN_GRADIENTS_SLICE;
    old.params.fractal = PERLIN_FRACTAL_FBM;
    old.params.octaves = 3;
    old.params.octave_tables = 1;
    old.params.seed = 2002;
    old.params.frequency = 0.75;
    old.params.lacunarity = 1.9;
    old.params.gain = 0.6;
    check(perlin_create(&noise, &old.params) == PERLIN_OK, "perlin_create, a fractal");
    return noise;
}

static void recorded_grid(const perlin_noise *noise)
{
    struct old_grid old;
    float narrow[SAMPLES];
    double wide[SAMPLES];
    ptrdiff_t first = -1;
    size_t elements = 0;
    memset(&old, 0xcc, sizeof old);
    check(perlin_grid_init(&old.grid) == PERLIN_OK, "perlin_grid_init");
    check(old.grid.struct_size == sizeof(perlin_grid), "struct_size is the caller's");
    check(untouched(old.behind), "perlin_grid_init writes the caller's struct only");
    old.grid.dims = 2;
    old.grid.start[0] = -2;
    old.grid.start[1] = 5;
    old.grid.count[0] = COLUMNS;
    old.grid.count[1] = ROWS;
    old.grid.step[0] = 0.3;
    old.grid.step[1] = 0.7;
    old.grid.origin[0] = 0.1;
    old.grid.origin[1] = -0.2;
    check(perlin_grid_f32(noise, &old.grid, narrow) == PERLIN_OK, "perlin_grid_f32");
    check(memcmp(narrow, grid_f32, sizeof narrow) == 0, "the recorded grid of floats");
    check(perlin_grid_f64(noise, &old.grid, wide) == PERLIN_OK, "perlin_grid_f64");
    check(memcmp(wide, grid_f64, sizeof wide) == 0, "the recorded grid of doubles");
    check(perlin_grid_extent(&old.grid, &first, &elements) == PERLIN_OK, "perlin_grid_extent");
    check(first == 0 && elements == SAMPLES, "the extent");
}

static void recorded_table(const perlin_noise *noise)
{
    static const uint16_t first_entries[8] = {234, 59, 156, 180, 79, 53, 87, 163};
    uint16_t table[256];
    check(perlin_permutation(noise, 2, table, 256) == PERLIN_OK, "perlin_permutation");
    check(memcmp(table, first_entries, sizeof first_entries) == 0, "the third octave's table");
}

/* What is said to be available can be created, and nothing else: no machine has all backends. */
static void available_backends(void)
{
    int missing = 0;
    for (perlin_backend b = PERLIN_BACKEND_AUTO; b <= PERLIN_BACKEND_NEON + 1; b++) {
        perlin_params params;
        perlin_noise *noise = NULL;
        perlin_params_init(&params);
        params.backend = b;
        const int made = perlin_create(&noise, &params) == PERLIN_OK;
        check(made == perlin_backend_available(b), perlin_backend_name(b));
        missing += !made && b <= PERLIN_BACKEND_NEON;
        perlin_destroy(noise);
    }
    check(missing > 0, "a backend of another architecture is missing");
}

int main(void)
{
    available_backends();
    published_point();
    perlin_noise *const fractal = create_fractal();
    if (fractal) {
        recorded_grid(fractal);
        recorded_table(fractal);
        perlin_destroy(fractal);
    }
    return failures != 0;
}
