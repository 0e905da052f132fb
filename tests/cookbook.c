/*
 * Runs the recipes of docs/combining.md, which tests/cookbook.sh collects in recipes.c, and writes
 * a picture of each to the folder: islands.ppm and so on.
 *
 *     cookbook [FOLDER]
 *
 * Colours are plain operations in float, compiled without contraction: the same pixels everywhere.
 */
#include "recipes.c"

#include "../tools/colour.h"
#include "../tools/terrain.h"

#include <string.h>

enum { SIDE = 256, RING = SIDE + 2, FRAME = SIDE / 2 };

typedef uint8_t image[SIDE][SIDE][3];

#define LENGTH(array) ((int)(sizeof(array) / sizeof(array)[0]))

static float samples[RING * RING];

/* ---- Noises of the plane --------------------------------------------------------------------- */

static void show_ramp(const struct colour_stop *stops, int count, image to)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            colour_store(colour_ramp(stops, count, samples[y * SIDE + x]), to[y][x]);
}

static void fill(const perlin_noise *noise)
{
    const perlin_grid grid = picture(2, SIDE);
    check(perlin_grid_f32(noise, &grid, samples));
}

/* `steep` is how many times as steep as it is the land is lit. */
static void show_land(const perlin_noise *noise, float steep, image to)
{
    perlin_grid grid = picture(2, SIDE);
    grid.start[0] = grid.start[1] = -1; /* slopes need the samples around */
    grid.count[0] = grid.count[1] = RING;
    check(perlin_grid_f32(noise, &grid, samples));
    terrain_shade(samples + RING + 1, RING, SIDE, SIDE, steep * SIDE / 2, &to[0][0][0], SIDE * 3);
}

static void draw_islands(image to)
{
    show_land(islands(), 0.27f, to);
}

static void draw_mountains(image to)
{
    show_land(mountains(), 0.27f, to);
}

static void draw_rivers(image to)
{
    show_land(rivers(), 0.27f, to);
}

static void draw_terraces(image to)
{
    show_land(terraces(), 0.7f, to);
}

static void draw_biomes(image to)
{
    static const struct colour of[] = {{0.87f, 0.78f, 0.52f},
                                       {0.63f, 0.67f, 0.33f},
                                       {0.33f, 0.55f, 0.27f},
                                       {0.15f, 0.36f, 0.24f},
                                       {0.86f, 0.90f, 0.93f}};
    fill(biomes());
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int biome = (int)((samples[i] + 1.0f) * 2.5f);
        colour_store(of[biome > 4 ? 4 : biome], to[i / SIDE][i % SIDE]);
    }
}

static void draw_marble(image to)
{
    static const struct colour_stop stone[] = {{0.0f, {0.16f, 0.19f, 0.22f}},
                                               {0.08f, {0.42f, 0.45f, 0.47f}},
                                               {0.35f, {0.80f, 0.80f, 0.78f}},
                                               {1.0f, {0.97f, 0.96f, 0.93f}}};
    fill(marble());
    show_ramp(stone, LENGTH(stone), to);
}

static void draw_cracks(image to)
{
    static const struct colour_stop clay[] = {{0.0f, {0.12f, 0.07f, 0.05f}},
                                              {0.5f, {0.42f, 0.28f, 0.18f}},
                                              {1.0f, {0.72f, 0.55f, 0.38f}},
                                              {1.4f, {0.86f, 0.73f, 0.56f}}};
    fill(cracks());
    show_ramp(clay, LENGTH(clay), to);
}

static void draw_texture(image to)
{
    static const struct colour_stop metal[] = {{-1.0f, {0.05f, 0.07f, 0.10f}},
                                               {0.0f, {0.20f, 0.33f, 0.38f}},
                                               {0.5f, {0.55f, 0.62f, 0.52f}},
                                               {0.9f, {0.95f, 0.88f, 0.66f}}};
    texture(SIDE, samples);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE;
        if (samples[i] != samples[y % (SIDE / 2) * SIDE + x % (SIDE / 2)]) {
            fprintf(stderr, "cookbook: the texture does not tile\n");
            exit(1);
        }
    }
    show_ramp(metal, LENGTH(metal), to);
}

static void draw_loop(image to)
{
    static const struct colour_stop sky[] = {{-0.45f, {0.06f, 0.10f, 0.22f}},
                                             {0.0f, {0.30f, 0.32f, 0.48f}},
                                             {0.3f, {0.90f, 0.66f, 0.48f}},
                                             {0.6f, {1.00f, 0.95f, 0.85f}}};
    static float last[FRAME * FRAME], frame[FRAME * FRAME];
    const perlin_noise *const noise = smoke();
    for (int i = 0; i < 4; i++) {
        loop(noise, i, 4, FRAME, frame);
        for (int y = 0; y < FRAME; y++)
            for (int x = 0; x < FRAME; x++)
                colour_store(colour_ramp(sky, LENGTH(sky), frame[y * FRAME + x]),
                             to[i / 2 * FRAME + y][i % 2 * FRAME + x]);
    }
    memcpy(last, frame, sizeof last);
    loop(noise, 3 + 4000, 4, FRAME,
         frame); /* a thousand rounds later, but for the angle's rounding */
    for (int i = 0; i < FRAME * FRAME; i++) {
        if (!(fabsf(frame[i] - last[i]) < 1e-4f)) {
            fprintf(stderr, "cookbook: the animation does not loop\n");
            exit(1);
        }
    }
}

/* ---- Space ----------------------------------------------------------------------------------- */

static void draw_caves(image to)
{
    static const struct colour sky = {0.66f, 0.79f, 0.90f}, hollow = {0.07f, 0.06f, 0.08f};
    static const struct colour_stop rock[] = {{0.0f, {0.30f, 0.22f, 0.16f}},
                                              {0.06f, {0.55f, 0.43f, 0.32f}},
                                              {0.3f, {0.70f, 0.59f, 0.46f}},
                                              {0.7f, {0.80f, 0.72f, 0.60f}}};
    perlin_grid grid = picture(3, SIDE);
    grid.count[1] = 1;
    grid.count[2] = SIDE;
    grid.step[2] = -grid.step[0];
    grid.origin[2] = 0.5;
    static float beneath[SIDE * SIDE];
    check(perlin_grid_f32(caves(), &grid, samples));
    check(perlin_grid_f32(ground(), &grid, beneath));
    for (int i = 0; i < SIDE * SIDE; i++)
        colour_store(samples[i] > 0.0f   ? colour_ramp(rock, LENGTH(rock), samples[i])
                     : beneath[i] > 0.0f ? hollow
                                         : sky,
                     to[i / SIDE][i % SIDE]);
}

static void draw_planet(image to)
{
    static const struct colour_stop land[] = {
        {-0.40f, {0.02f, 0.07f, 0.20f}}, {-0.02f, {0.10f, 0.30f, 0.48f}},
        {0.00f, {0.80f, 0.74f, 0.54f}},  {0.03f, {0.30f, 0.46f, 0.20f}},
        {0.15f, {0.42f, 0.42f, 0.22f}},  {0.30f, {0.50f, 0.44f, 0.38f}},
        {0.45f, {0.95f, 0.96f, 0.98f}}};
    static const float radius = 0.94f;
    static float x[SIDE * SIDE], y[SIDE * SIDE], z[SIDE * SIDE];
    static int at[SIDE * SIDE];
    size_t count = 0;
    memset(to, 0, sizeof(image));
    for (int i = 0; i < SIDE * SIDE; i++) {
        const float east = ((float)(i % SIDE) - 127.5f) / (128.0f * radius);
        const float south = ((float)(i / SIDE) - 127.5f) / (128.0f * radius);
        const float near = 1.0f - east * east - south * south;
        if (near <= 0.0f)
            continue;
        x[count] = east;
        y[count] = south;
        z[count] = sqrtf(near);
        at[count++] = i;
    }
    planet(count, x, y, z, samples);
    for (size_t i = 0; i < count; i++) {
        const float sun = 0.75f * z[i] - 0.45f * x[i] - 0.48f * y[i];
        const float light = 0.06f + 1.05f * (sun > 0.0f ? sun : 0.0f);
        colour_store(colour_scale(colour_ramp(land, LENGTH(land), samples[i]), light),
                     to[at[i] / SIDE][at[i] % SIDE]);
    }
}

/* Traces of particles, brighter where more of them pass. */
static void draw_flow(image to)
{
    enum { PARTICLES = 4096, MOVES = 120 };
    static const struct colour_stop glow[] = {{0.0f, {0.03f, 0.04f, 0.09f}},
                                              {0.25f, {0.10f, 0.28f, 0.46f}},
                                              {0.6f, {0.30f, 0.66f, 0.72f}},
                                              {1.0f, {0.96f, 0.97f, 0.86f}}};
    static float x[PARTICLES], y[PARTICLES];
    const perlin_noise *const noise =
        warped(fractal(PERLIN_FRACTAL_NONE, 33, 2), fractal(PERLIN_FRACTAL_NONE, 34, 2), 0.3);
    memset(samples, 0, sizeof samples);
    for (int i = 0; i < PARTICLES; i++) {
        x[i] = ((float)(i % 64) + 0.5f) / 32.0f;
        y[i] = ((float)(i / 64) + 0.5f) / 32.0f;
    }
    for (int move = 0; move < MOVES; move++) {
        flow(noise, PARTICLES, x, y, 1.0f / 1024);
        for (int i = 0; i < PARTICLES; i++) {
            const int column = (int)(x[i] * 128.0f), row = (int)(y[i] * 128.0f);
            if (x[i] >= 0.0f && y[i] >= 0.0f && column < SIDE && row < SIDE)
                samples[row * SIDE + column] += 1.0f / 24;
        }
    }
    for (int i = 0; i < SIDE * SIDE; i++)
        samples[i] = samples[i] / (0.6f + samples[i]) * 1.3f;
    show_ramp(glow, LENGTH(glow), to);
}

/* ---- The rest -------------------------------------------------------------------------------- */

static void try_within_unit(void)
{
    fill(within_unit(mountains(), 2));
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (!(samples[i] >= -0x1p-23f && samples[i] <= 1.0f + 0x1p-23f)) {
            fprintf(stderr, "cookbook: %g is not within 0 to 1\n", (double)samples[i]);
            exit(1);
        }
    }
}

static void try_from_fastnoiselite(void)
{
    from_fastnoiselite(samples);
    for (int i = 1; i < 128 * 128; i++)
        if (samples[i] != samples[0])
            return;
    fprintf(stderr, "cookbook: all samples are the same\n");
    exit(1);
}

static void write_picture(const char *folder, const char *name, image from)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.ppm", folder, name);
    FILE *const file = fopen(path, "wb");
    if (!file || fprintf(file, "P6\n%d %d\n255\n", SIDE, SIDE) < 0 ||
        fwrite(from, sizeof(image), 1, file) != 1 || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

int main(int argc, char *argv[])
{
    static const struct {
        const char *name;
        void (*draw)(image to);
    } recipes[] = {
        {"islands", draw_islands},   {"mountains", draw_mountains}, {"rivers", draw_rivers},
        {"terraces", draw_terraces}, {"caves", draw_caves},         {"biomes", draw_biomes},
        {"marble", draw_marble},     {"cracks", draw_cracks},       {"planet", draw_planet},
        {"texture", draw_texture},   {"loop", draw_loop},           {"flow", draw_flow}};
    static image pixels;
    for (int i = 0; i < LENGTH(recipes); i++) {
        recipes[i].draw(pixels);
        write_picture(argc > 1 ? argv[1] : ".", recipes[i].name, pixels);
    }
    try_within_unit();
    try_from_fastnoiselite();
    while (made_count > 0)
        perlin_destroy(made[--made_count]);
    return 0;
}
