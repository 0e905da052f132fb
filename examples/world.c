/*
 * A world made of noises: continents whose coasts a warp bends, ridges where a mask lets them rise,
 * a map of biomes, and caves in three dimensions under the map of two.
 *
 *     world [FILE]
 *
 * writes a picture of it, a PPM: the land from above, lit by its normals, and in front of it a cut
 * down through ground and caves. How high the ground is and where it is solid has the same bits on
 * every machine. This program checks digests of both, and that nothing above the ground is solid.
 */
#include "perlin/perlin.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* In samples. Heights are in units of the coordinates, so that the cut has the map's scale. */
enum { WIDTH = 640, NORTH_SOUTH = 304, DEPTH = 128, LENGTH = NORTH_SOUTH + DEPTH };
static const double pixel = 1.0 / 160; /* the distance of samples */

/* ---- Making noises --------------------------------------------------------------------------- */

/* All that were made. Combinations hold their inputs, so destroying these leaves a world whole. */
static perlin_noise *made[64];
static int made_count;

static void check(perlin_status status)
{
    if (status == PERLIN_OK)
        return;
    fprintf(stderr, "world: %s\n", perlin_status_string(status));
    exit(1);
}

static perlin_noise *create(const perlin_params *params)
{
    check(perlin_create(&made[made_count], params));
    return made[made_count++];
}

static perlin_noise *combine(const perlin_combination *of)
{
    check(perlin_combine(&made[made_count], of));
    return made[made_count++];
}

static perlin_noise *noise_of(perlin_fractal fractal, uint64_t seed, double frequency,
                              uint32_t octaves)
{
    perlin_params params;
    perlin_params_init(&params);
    params.seed = seed; /* each its own: equal seeds would put peaks upon peaks */
    params.fractal = fractal;
    params.frequency = frequency;
    params.octaves = octaves;
    return create(&params);
}

static perlin_combination combination(perlin_combine_kind kind, const perlin_noise *a,
                                      const perlin_noise *b, const perlin_noise *c)
{
    perlin_combination made_of;
    perlin_combination_init(&made_of, kind);
    made_of.input[0] = a;
    made_of.input[1] = b;
    made_of.input[2] = c;
    return made_of;
}

static perlin_noise *of_two(perlin_combine_kind kind, const perlin_noise *a, const perlin_noise *b)
{
    const perlin_combination of = combination(kind, a, b, NULL);
    return combine(&of);
}

static perlin_noise *scaled(const perlin_noise *a, double scale, double bias)
{
    perlin_combination of = combination(PERLIN_COMBINE_SCALE_BIAS, a, NULL, NULL);
    of.scale = scale;
    of.bias = bias;
    return combine(&of);
}

static perlin_noise *warped(const perlin_noise *a, const perlin_noise *by, double amplitude)
{
    perlin_combination of = combination(PERLIN_COMBINE_WARP, a, by, NULL); /* of both axes */
    of.amplitude = amplitude;
    return combine(&of);
}

static perlin_noise *step_between(const perlin_noise *a, double lower, double upper)
{
    perlin_combination of = combination(PERLIN_COMBINE_SMOOTHSTEP, a, NULL, NULL);
    of.lower = lower;
    of.upper = upper;
    return combine(&of);
}

/* ---- The world ------------------------------------------------------------------------------- */

/* From the deep sea over a shelf and a flat coast to the highlands. */
static perlin_noise *continents(void)
{
    static const double positions[] = {-0.5, -0.16, -0.03, 0.0, 0.03, 0.25, 0.6};
    static const double heights[] = {-0.4, -0.22, -0.035, 0.0, 0.012, 0.05, 0.16};
    const perlin_noise *const plain = noise_of(PERLIN_FRACTAL_FBM, 11, 0.75, 9);
    const perlin_noise *const bends = noise_of(PERLIN_FRACTAL_FBM, 12, 1.5, 4);
    perlin_combination of =
        combination(PERLIN_COMBINE_CURVE, warped(plain, bends, 0.35), NULL, NULL);
    of.curve = PERLIN_CURVE_CUBIC;
    of.positions = positions;
    of.values = heights;
    of.position_count = 7;
    return combine(&of);
}

/* Mountains where a broad mask allows them, and none in the sea. */
static perlin_noise *heights(void)
{
    const perlin_noise *const land = continents();
    const perlin_noise *const bends = noise_of(PERLIN_FRACTAL_FBM, 22, 3, 3);
    const perlin_noise *const ridges = noise_of(PERLIN_FRACTAL_MULTIFRACTAL, 21, 1.8, 9);
    const perlin_noise *const broad = noise_of(PERLIN_FRACTAL_FBM, 23, 0.9, 3);
    const perlin_noise *const mask = of_two(
        PERLIN_COMBINE_MULTIPLY, step_between(broad, -0.15, 0.3), step_between(land, 0, 0.05));
    const perlin_noise *const range = scaled(warped(ridges, bends, 0.08), 0.16, 0.12);
    return of_two(PERLIN_COMBINE_ADD, land, of_two(PERLIN_COMBINE_MULTIPLY, range, mask));
}

/* A value for each region, whose borders a warp frays. */
static perlin_noise *biomes(void)
{
    perlin_params params;
    perlin_params_init(&params);
    params.basis = PERLIN_BASIS_CELLULAR;
    params.cellular_result = PERLIN_CELLULAR_CELL;
    params.seed = 31;
    params.frequency = 1.6;
    return warped(create(&params), noise_of(PERLIN_FRACTAL_FBM, 32, 4, 5), 0.15);
}

/* Small near a surface that winds through space. */
static perlin_noise *sheet(uint64_t seed)
{
    const perlin_combination of =
        combination(PERLIN_COMBINE_ABSOLUTE, noise_of(PERLIN_FRACTAL_FBM, seed, 5, 3), NULL, NULL);
    return combine(&of);
}

/* Above 0 is ground. The map, of x and y, lies under all heights z; tunnels run where two
   sheets meet. */
static perlin_noise *ground(const perlin_noise *map)
{
    perlin_combination of = combination(PERLIN_COMBINE_TRANSFORM, map, NULL, NULL);
    of.dims = 2;
    const perlin_noise *const flat = combine(&of);
    of = combination(PERLIN_COMBINE_COORDINATE, NULL, NULL, NULL);
    of.axis = 2;
    const perlin_noise *const below = of_two(PERLIN_COMBINE_SUBTRACT, flat, combine(&of));
    const perlin_noise *const tunnels = of_two(PERLIN_COMBINE_MAXIMUM, sheet(41), sheet(42));
    return of_two(PERLIN_COMBINE_MINIMUM, below, scaled(tunnels, 1, -0.085));
}

/* ---- The picture ----------------------------------------------------------------------------- */

struct colour {
    float red, green, blue;
};

static struct colour mix(struct colour a, struct colour b, float t)
{
    const float s = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return (struct colour){a.red + s * (b.red - a.red), a.green + s * (b.green - a.green),
                           a.blue + s * (b.blue - a.blue)};
}

static void put(uint8_t *rgb, struct colour c, float light)
{
    const float of[3] = {c.red * light, c.green * light, c.blue * light};
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t)(255.0f * (of[i] > 1.0f ? 1.0f : of[i] < 0.0f ? 0.0f : of[i]) + 0.5f);
}

static const struct colour deep = {0.05f, 0.13f, 0.26f}, shallow = {0.25f, 0.54f, 0.60f},
                           beach = {0.82f, 0.77f, 0.59f}, rock = {0.47f, 0.43f, 0.39f},
                           snow = {0.96f, 0.97f, 1.00f}, cave = {0.09f, 0.07f, 0.08f};

/* Steppe, forest, meadows, dry hills. */
static struct colour biome_colour(float value)
{
    static const struct colour of[] = {
        {0.66f, 0.63f, 0.39f}, {0.17f, 0.36f, 0.19f}, {0.42f, 0.57f, 0.26f}, {0.74f, 0.60f, 0.38f}};
    const int i = (int)((value + 1.0f) * 2.0f);
    return of[i < 0 ? 0 : i > 3 ? 3 : i];
}

static struct colour surface(float height, float biome, float up)
{
    if (height <= 0.0f)
        return mix(shallow, deep, height * -4.0f);
    struct colour c = mix(beach, biome_colour(biome), height * 160.0f - 0.4f);
    c = mix(c, rock, (height - 0.09f) * 16.0f);
    c = mix(c, rock, (0.70f - up) * 4.0f);
    return mix(c, snow, (height - 0.17f) * 22.0f);
}

static struct colour depths(float solid, float height, float z)
{
    static const struct colour sky_low = {0.85f, 0.90f, 0.94f}, sky_high = {0.50f, 0.66f, 0.84f},
                               soil = {0.34f, 0.38f, 0.17f}, hard = {0.43f, 0.33f, 0.27f},
                               layer = {0.72f, 0.59f, 0.43f};
    if (z > height)
        return z > 0.0f ? mix(sky_low, sky_high, z * 5.0f) : mix(shallow, deep, z * -4.0f);
    if (solid <= 0.0f)
        return cave;
    const float depth = height - z;
    const float bed = (z - 0.3f * height) * 14.0f; /* layers of rock follow the ground a little */
    const struct colour strata = mix(layer, hard, 3.0f * fabsf(bed - floorf(bed) - 0.5f) - 0.2f);
    const struct colour stone = mix(strata, cave, 0.35f - 6.0f * solid); /* dim around caves */
    return depth < 0.012f && height > 0.0f ? soil : mix(stone, cave, depth * 0.7f);
}

struct samples {
    float height[NORTH_SOUTH][WIDTH], biome[NORTH_SOUTH][WIDTH], normal[3][NORTH_SOUTH][WIDTH];
    float solid[DEPTH][WIDTH];
};

static const double steep = 2.2; /* of the light: the land would look flat without */
static const double top = 0.26;  /* the z of the cut's first row */

static perlin_grid map_grid(void)
{
    perlin_grid grid;
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.count[0] = WIDTH;
    grid.count[1] = NORTH_SOUTH;
    grid.step[0] = grid.step[1] = pixel;
    return grid;
}

/* Along the map's last row, downwards: y is one place, and z becomes the picture's rows. */
static perlin_grid cut_grid(void)
{
    perlin_grid grid = map_grid();
    grid.dims = 3;
    grid.start[1] = NORTH_SOUTH - 1;
    grid.count[1] = 1;
    grid.count[2] = DEPTH;
    grid.step[2] = -pixel;
    grid.origin[2] = top;
    return grid;
}

static void evaluate(struct samples *s)
{
    perlin_noise *const map = heights(), *const regions = biomes(), *const all = ground(map);
    const perlin_grid flat = map_grid(), cut = cut_grid();
    float *const normal[3] = {&s->normal[0][0][0], &s->normal[1][0][0], &s->normal[2][0][0]};
    check(perlin_grid_f32(map, &flat, &s->height[0][0]));
    check(perlin_grid_normals_f32(map, &flat, steep, normal));
    check(perlin_grid_f32(regions, &flat, &s->biome[0][0]));
    check(perlin_grid_f32(all, &cut, &s->solid[0][0]));
    while (made_count > 0)
        perlin_destroy(made[--made_count]);
}

static void paint(const struct samples *s, uint8_t (*rgb)[WIDTH][3])
{
    for (int y = 0; y < NORTH_SOUTH; y++)
        for (int x = 0; x < WIDTH; x++) {
            const float height = s->height[y][x], up = s->normal[2][y][x];
            const float sun = 0.62f * up - 0.55f * (s->normal[0][y][x] + s->normal[1][y][x]);
            const float light = height <= 0.0f ? 1.0f : 0.40f + 0.97f * (sun > 0.0f ? sun : 0.0f);
            put(rgb[y][x], surface(height, s->biome[y][x], up), light);
        }
    for (int row = 0; row < DEPTH; row++)
        for (int x = 0; x < WIDTH; x++) {
            const float z = (float)(top - row * pixel);
            put(rgb[NORTH_SOUTH + row][x],
                depths(s->solid[row][x], s->height[NORTH_SOUTH - 1][x], z), 1.0f);
        }
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Fowler, Noll and Vo's hash (FNV-1a) of floats, the lowest byte first. */
static uint32_t digest(const float *values, size_t count)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < count; i++) {
        const union {
            float value;
            uint32_t bits;
        } number = {values[i]};
        for (int shift = 0; shift < 32; shift += 8)
            hash = (hash ^ (number.bits >> shift & 255u)) * 16777619u;
    }
    return hash;
}

/* The air is where the map says: nothing above its height is solid. */
static int count_floating(const struct samples *s)
{
    int floating = 0;
    for (int row = 0; row < DEPTH; row++)
        for (int x = 0; x < WIDTH; x++)
            floating += top - row * pixel > (double)s->height[NORTH_SOUTH - 1][x] + 1e-6 &&
                        s->solid[row][x] > 0.0f;
    return floating;
}

static int compare(const struct samples *s)
{
    const uint32_t map = digest(&s->height[0][0], sizeof s->height / sizeof(float));
    const uint32_t cut = digest(&s->solid[0][0], sizeof s->solid / sizeof(float));
    const int floating = count_floating(s);
    printf("heights %08x, ground and caves %08x; %d samples above the ground are solid\n",
           (unsigned)map, (unsigned)cut, floating);
    if (map == 0xc0b98abdu && cut == 0xe958ec88u && floating == 0)
        return 0;
    fprintf(stderr, "world: these are not those of other machines\n");
    return 1;
}

static int write_picture(const char *path, uint8_t (*rgb)[WIDTH][3])
{
    FILE *const file = fopen(path, "wb");
    if (!file || fprintf(file, "P6\n%d %d\n255\n", WIDTH, LENGTH) < 0 ||
        fwrite(rgb, sizeof *rgb, LENGTH, file) != LENGTH || fclose(file) != 0) {
        perror(path);
        return 1;
    }
    return 0;
}

int main(int argc, char *argv[])
{
    static struct samples samples;
    static uint8_t rgb[LENGTH][WIDTH][3];
    evaluate(&samples);
    paint(&samples, rgb);
    const int wrong = compare(&samples);
    if (argc > 1 && write_picture(argv[1], rgb) != 0)
        return 1;
    return wrong;
}
