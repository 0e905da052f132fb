/*
 * The looks of textures. Plain operations alone, and a cosine of our own: the same bytes on every
 * machine.
 */
#include "texture.h"

#include "colour.h"
#include "cosine.h"
#include "ground.h"

#include <math.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static float fraction(float x)
{
    return x - floorf(x);
}

/* ---- Wood ------------------------------------------------------------------------------------ */

/*
 * After Hugo Elias ("Perlin Noise", 1998): the fraction of a multiple of smooth noise makes the
 * rings of a trunk cut lengthwise; finer noise, stretched further and cut hard, makes pores.
 */
static struct colour wood(const float n[TEXTURE_LAYERS], float x)
{
    static const struct colour_stop rings[] = {
        {0.00f, {0.780f, 0.560f, 0.330f}}, {0.45f, {0.710f, 0.480f, 0.265f}},
        {0.86f, {0.520f, 0.315f, 0.160f}}, {0.92f, {0.500f, 0.300f, 0.150f}},
        {1.00f, {0.780f, 0.560f, 0.330f}}, /* as at 0: no jagged edge */
    };
    (void)x;
    const struct colour ring = colour_ramp(rings, COUNT(rings), fraction(8.0f * n[0]));
    const float pore = smooth_step(0.18f, 0.30f, n[1]);
    return colour_scale(ring, 1.0f - 0.22f * pore + 0.10f * n[2]);
}

/* ---- Marble ---------------------------------------------------------------------------------- */

/* The cosine of x plus noise; the root widens what is pale and leaves thin veins. */
static struct colour marble(const float n[TEXTURE_LAYERS], float x)
{
    static const struct colour_stop stone[] = {
        {0.00f, {0.235f, 0.255f, 0.300f}},
        {0.30f, {0.560f, 0.580f, 0.610f}},
        {0.65f, {0.845f, 0.845f, 0.840f}},
        {1.00f, {0.965f, 0.960f, 0.945f}},
    };
    const float wave = 0.5f + 0.5f * cosine_of_turns(fraction(x) + n[0]);
    return colour_ramp(stone, COUNT(stone), sqrtf(wave));
}

/* ---- Clouds ---------------------------------------------------------------------------------- */

/*
 * There is a cloud where noise passes a threshold (the cover). The further it passes it, the less
 * shines through (the sharpness). A place is lit if it is denser than the sky a little towards the
 * sun.
 */
static struct colour clouds(const float n[TEXTURE_LAYERS], float x)
{
    static const float cover = 0.10f, sharpness = 2.2f;
    static const struct colour zenith = {0.220f, 0.430f, 0.740f}, haze = {0.470f, 0.650f, 0.860f};
    static const struct colour shade = {0.640f, 0.680f, 0.750f}, light = {1.0f, 0.995f, 0.98f};
    (void)x;
    const float thickness = n[0] + cover > 0.0f ? n[0] + cover : 0.0f;
    const float through = 1.0f / (1.0f + sharpness * thickness);
    const struct colour sky = colour_blend(zenith, haze, smooth_step(-0.8f, 0.3f, n[0]));
    const struct colour cloud = colour_blend(shade, light, smooth_step(-0.5f, 0.4f, n[0] - n[1]));
    return colour_blend(sky, cloud, 1.0f - through * through * through);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Noise against thresholds: flat colours with hard edges, like layers of cut paper. */
static struct colour edges(const float n[TEXTURE_LAYERS], float x)
{
    static const float thresholds[] = {-0.55f, -0.25f, 0.0f, 0.25f, 0.55f};
    static const struct colour papers[] = {
        {0.105f, 0.130f, 0.235f}, {0.170f, 0.290f, 0.400f}, {0.255f, 0.490f, 0.500f},
        {0.930f, 0.780f, 0.500f}, {0.900f, 0.520f, 0.330f}, {0.690f, 0.240f, 0.240f},
    };
    (void)x;
    int level = 0;
    while (level < COUNT(thresholds) && n[0] >= thresholds[level])
        level++;
    return papers[level];
}

/* ---- Blend ----------------------------------------------------------------------------------- */

/* One noise selects between two others: strata of rock, and moss. */
static struct colour blend(const float n[TEXTURE_LAYERS], float x)
{
    static const struct colour_stop rock[] = {
        {-0.9f, {0.330f, 0.300f, 0.290f}},
        {-0.1f, {0.560f, 0.510f, 0.460f}},
        {0.2f, {0.660f, 0.600f, 0.530f}},
        {0.9f, {0.820f, 0.770f, 0.690f}},
    };
    static const struct colour_stop moss[] = {
        {-0.9f, {0.090f, 0.170f, 0.070f}},
        {0.0f, {0.260f, 0.390f, 0.130f}},
        {0.9f, {0.560f, 0.640f, 0.250f}},
    };
    (void)x;
    /* The rock's own noise makes the border ragged. */
    const float mossy = smooth_step(-0.10f, 0.10f, n[0] - 0.25f * n[1]);
    return colour_blend(colour_ramp(rock, COUNT(rock), n[1]), colour_ramp(moss, COUNT(moss), n[2]),
                        mossy);
}

/* ---- All of them ----------------------------------------------------------------------------- */

const struct texture textures[] = {
    {.name = "wood",
     .octaves = 2,
     .cells = 4.0,
     .contrast = 1.0,
     .layers = 3,
     .layer = {{TEXTURE_FRACTAL, {0.18, 1.0}, {0.0, 0.0}},
               {TEXTURE_OCTAVE, {3.0, 44.0}, {71.3, 19.7}},
               {TEXTURE_OCTAVE, {0.7, 20.0}, {133.1, 57.9}}},
     .look = wood},
    {.name = "marble",
     .octaves = 7,
     .cells = 4.0,
     .contrast = 1.5,
     .layers = 1,
     .layer = {{TEXTURE_FRACTAL, {1.0, 1.0}, {0.0, 0.0}}},
     .look = marble},
    {.name = "clouds",
     .octaves = 8,
     .cells = 4.0,
     .contrast = 2.0,
     .layers = 2,
     .layer = {{TEXTURE_FRACTAL, {1.0, 1.0}, {0.0, 0.0}},
               {TEXTURE_FRACTAL, {1.0, 1.0}, {-0.06, -0.06}}},
     .look = clouds},
    {.name = "edges",
     .octaves = 4,
     .cells = 4.0,
     .contrast = 2.0,
     .layers = 1,
     .layer = {{TEXTURE_FRACTAL, {1.0, 1.0}, {0.0, 0.0}}},
     .look = edges},
    {.name = "blend",
     .octaves = 6,
     .cells = 4.0,
     .contrast = 2.0,
     .layers = 3,
     .layer = {{TEXTURE_OCTAVE, {1.0, 1.0}, {0.0, 0.0}},
               {TEXTURE_FRACTAL, {1.0, 7.0}, {71.3, 19.7}},
               {TEXTURE_FRACTAL, {4.0, 4.0}, {133.1, 57.9}}},
     .look = blend},
    {.name = "mud",
     .octaves = 5,
     .cells = 6.0,
     .contrast = 2.0,
     .warp = 0.20,
     .jitter = 1.0,
     .layers = 8,
     .layer = {{TEXTURE_FRACTAL, {5.0, 5.0}, {0.0, 0.0}},
               {TEXTURE_FRACTAL, {5.0, 5.0}, {5 * GROUND_SUNWARD, 5 * GROUND_SUNWARD}},
               {TEXTURE_EDGE, {1.0, 1.0}, {0.0, 0.0}},
               {TEXTURE_EDGE, {1.0, 1.0}, {GROUND_SUNWARD, GROUND_SUNWARD}},
               {TEXTURE_EDGE, {3.0, 3.0}, {0.0, 0.0}},
               {TEXTURE_EDGE, {3.0, 3.0}, {3 * GROUND_SUNWARD, 3 * GROUND_SUNWARD}},
               {TEXTURE_CELL, {1.0, 1.0}, {0.0, 0.0}},
               {TEXTURE_OCTAVE, {1.4, 1.4}, {71.3, 19.7}}},
     .look = ground_mud},
    {.name = "stones",
     .octaves = 5,
     .cells = 8.0,
     .contrast = 2.0,
     .warp = 0.06,
     .jitter = 0.7,
     .layers = 7,
     .layer = {{TEXTURE_FRACTAL, {5.0, 5.0}, {0.0, 0.0}},
               {TEXTURE_FRACTAL, {5.0, 5.0}, {5 * GROUND_SUNWARD, 5 * GROUND_SUNWARD}},
               {TEXTURE_EDGE, {1.0, 1.0}, {0.0, 0.0}},
               {TEXTURE_EDGE, {1.0, 1.0}, {GROUND_SUNWARD, GROUND_SUNWARD}},
               {TEXTURE_F1, {1.0, 1.0}, {0.0, 0.0}},
               {TEXTURE_F1, {1.0, 1.0}, {GROUND_SUNWARD, GROUND_SUNWARD}},
               {TEXTURE_CELL, {1.0, 1.0}, {0.0, 0.0}}},
     .look = ground_stones},
    {.name = "biomes",
     .octaves = 6,
     .cells = 8.0,
     .contrast = 2.0,
     .warp = 0.8,
     .jitter = 1.0,
     .layers = 5,
     .layer = {{TEXTURE_FRACTAL, {2.0, 2.0}, {0.0, 0.0}},
               {TEXTURE_FRACTAL, {2.0, 2.0}, {2 * GROUND_SUNWARD, 2 * GROUND_SUNWARD}},
               {TEXTURE_CELL, {1.0, 1.0}, {0.0, 0.0}},
               {TEXTURE_CELL, {1.0, 1.0}, {-GROUND_BORDER, -GROUND_BORDER}},
               {TEXTURE_CELL, {1.0, 1.0}, {-GROUND_BORDER, GROUND_BORDER}}},
     .look = ground_biomes},
    {.name = NULL},
};

/* ---- Layers and their pixels ----------------------------------------------------------------- */

bool texture_layer_is_cellular(const struct texture_layer *layer)
{
    return layer->noise >= TEXTURE_F1;
}

bool texture_has_cells(const struct texture *texture)
{
    for (int l = 0; texture && l < texture->layers; l++)
        if (texture_layer_is_cellular(&texture->layer[l]))
            return true;
    return false;
}

uint32_t texture_cells(const struct texture_layer *layer, int axis, uint32_t cells)
{
    const double finer = floor(cells * layer->finer[axis] + 0.5);
    return finer < 1.0 ? 1 : finer > UINT32_MAX ? UINT32_MAX : (uint32_t)finer;
}

void texture_fit(struct texture_layer *layer, int axis, uint32_t cells)
{
    layer->finer[axis] = (double)texture_cells(layer, axis, cells) / cells;
}

bool texture_grid(const struct texture_layer *layer, const perlin_grid *image, double frequency,
                  perlin_grid *grid)
{
    bool finite = true;
    *grid = *image;
    for (int a = 0; a < 2; a++) {
        grid->step[a] *= layer->finer[a];
        grid->origin[a] = grid->origin[a] * layer->finer[a] + layer->moved[a] / frequency;
        finite = finite && isfinite(grid->step[a]) && isfinite(grid->origin[a]);
    }
    return finite;
}

/* The x of a column in cells of the first octave, without whole cells, so that a large x keeps its
   detail. */
static float column_x(const perlin_grid *image, double frequency, size_t column)
{
    int64_t index = image->start[0] + (int64_t)column;
    const int64_t period = (int64_t)image->period[0];
    if (period != 0) /* as in a grid: tiles have the same bits */
        index = (index % period + period) % period;
    const double x = (image->origin[0] + (double)index * image->step[0]) * frequency;
    return (float)(x - floor(x));
}

void texture_shade(const struct texture *texture, const perlin_grid *image, double frequency,
                   float contrast, const float *samples, uint8_t *rgb, size_t rgb_stride)
{
    static const struct colour black = {0.0f, 0.0f, 0.0f};
    const size_t columns = image->count[0], plane = columns * image->count[1];
    float factor[TEXTURE_LAYERS];
    for (int l = 0; l < texture->layers; l++)
        factor[l] = texture_layer_is_cellular(&texture->layer[l]) ? 1.0f : contrast;
    for (size_t j = 0; j < image->count[1]; j++) {
        uint8_t *pixel = rgb + j * rgb_stride;
        for (size_t i = 0; i < columns; i++, samples++) {
            const float x = column_x(image, frequency, i);
            float n[TEXTURE_LAYERS] = {0.0f};
            bool is_nan = isnan(x);
            for (int l = 0; l < texture->layers; l++) {
                n[l] = factor[l] * samples[(size_t)l * plane];
                is_nan = is_nan || isnan(n[l]);
            }
            pixel = colour_store(is_nan ? black : texture->look(n, x), pixel);
        }
    }
}
