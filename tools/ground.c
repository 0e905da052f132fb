/*
 * Cracked mud, stones and biomes. Heights are known at a place and a step nearer to the sun, in the
 * north-west; their difference is the slope that the light depends on. They are in cells.
 */
#include "ground.h"

#include <math.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* Lambert's light from a low sun, with bluish light from the sky. In the shade both are weaker. */
static struct colour lit(struct colour c, float here, float sunward, float shade)
{
    static const float step = 1.41421356f * -(float)GROUND_SUNWARD; /* along both axes */
    static const float sun_level = 0.74f, sun_up = 0.67f;           /* towards the sun; length 1 */
    static const struct colour sun = {0.98f, 0.93f, 0.84f}, sky = {0.36f, 0.39f, 0.45f};
    const float rise = (here - sunward) / step;
    const float facing = (sun_up + sun_level * rise) / sqrtf(1.0f + rise * rise);
    const float light = facing > 0.0f ? facing : 0.0f;
    return (struct colour){c.red * shade * (sky.red + light * sun.red),
                           c.green * shade * (sky.green + light * sun.green),
                           c.blue * shade * (sky.blue + light * sun.blue)};
}

/* Another value of a cell, 0 to 1, from its own, -1 to 1. */
static float value_of_cell(float cell, float factor)
{
    const float many = factor * (cell + 1.0f);
    return many - floorf(many);
}

/* ---- Mud ------------------------------------------------------------------------------------- */

/* A plate of mud, whose rim has dried first and curls up. Small cracks are shallow. */
static float mud_height(float edge, float small_edge, float rough, float crack)
{
    const float from = crack + 0.012f * rough;
    const float plate = smooth_step(from, from + 0.055f, edge);
    const float rim = 1.0f - smooth_step(0.05f, 0.30f, edge);
    const float piece = smooth_step(0.0f, 0.09f, small_edge + 0.03f * rough);
    return (0.11f + 0.035f * rim) * plate + 0.012f * piece + 0.020f * rough;
}

/* Distances to borders make cracks, some of them wide and some narrow. */
struct colour ground_mud(const float n[TEXTURE_LAYERS], float x)
{
    static const struct colour_stop clay[] = {
        {0.0f, {0.560f, 0.440f, 0.330f}},
        {0.5f, {0.660f, 0.535f, 0.410f}},
        {1.0f, {0.740f, 0.630f, 0.500f}},
    };
    static const struct colour damp = {0.270f, 0.195f, 0.140f};
    (void)x;
    const float rough = n[0], edge = n[2], small_edge = n[4], cell = n[6], wide = n[7];
    const float crack = 0.020f + 0.030f * smooth_step(-0.8f, 0.8f, wide);
    const float fewer = 0.04f * wide; /* small cracks where large ones are wide */
    const float dry = smooth_step(crack - 0.015f, crack + 0.04f, edge - 0.012f * rough);
    const float piece = smooth_step(-0.03f, 0.05f, small_edge + 0.03f * rough + fewer);
    const struct colour plate = colour_ramp(clay, COUNT(clay), 0.5f + 0.35f * cell + 0.30f * rough);
    return lit(colour_blend(damp, colour_scale(plate, 0.80f + 0.20f * piece), dry),
               mud_height(edge, small_edge + fewer, rough, crack),
               mud_height(n[3], n[5] + fewer, n[1], crack), 0.55f + 0.45f * dry);
}

/* ---- Stones ---------------------------------------------------------------------------------- */

static float smooth_minimum(float a, float b, float k)
{
    const float least = a < b ? a : b, h = k - fabsf(a - b);
    return h > 0.0f ? least - h * h / (4.0f * k) : least;
}

/* How far inside a stone a place is. A circle around the feature point rounds the corners that
   borders of cells have. */
static float depth_in_stone(float edge, float f1, float cell)
{
    static const float gap = 0.035f; /* half of it */
    const float radius = 0.60f + 0.10f * value_of_cell(cell, 7.3f);
    return smooth_minimum(edge - gap, radius - f1, 0.24f);
}

/* A quarter of an ellipse from the rim to a level top. */
static float stone_height(float depth)
{
    static const float slope = 0.22f, top = 0.19f;
    const float t = depth >= slope ? 0.0f : depth <= 0.0f ? 1.0f : 1.0f - depth / slope;
    return top * sqrtf(1.0f - t * t);
}

struct colour ground_stones(const float n[TEXTURE_LAYERS], float x)
{
    static const struct colour_stop kinds[] = {
        {0.00f, {0.400f, 0.410f, 0.430f}}, {0.22f, {0.560f, 0.560f, 0.550f}},
        {0.42f, {0.660f, 0.610f, 0.540f}}, {0.60f, {0.560f, 0.470f, 0.390f}},
        {0.78f, {0.470f, 0.500f, 0.520f}}, {1.00f, {0.760f, 0.740f, 0.700f}},
    };
    static const struct colour sand = {0.470f, 0.405f, 0.320f};
    (void)x;
    const float rough = n[0], cell = n[6];
    const float depth = depth_in_stone(n[2], n[4], cell);
    const float depth_sunward = depth_in_stone(n[3], n[5], cell);
    const struct colour kind = colour_ramp(kinds, COUNT(kinds), 0.5f + 0.5f * cell);
    const struct colour stone =
        colour_scale(kind, 0.85f + 0.25f * value_of_cell(cell, 31.7f) + 0.16f * rough);
    return lit(colour_blend(sand, stone, smooth_step(0.0f, 0.02f, depth)),
               stone_height(depth) + 0.02f * rough, stone_height(depth_sunward) + 0.02f * n[1],
               0.45f + 0.55f * smooth_step(-0.08f, 0.08f, depth));
}

/* ---- Biomes ---------------------------------------------------------------------------------- */

struct biome {
    struct colour low, high;
    float relief; /* height where noise is 1 */
};

static const struct biome biomes[] = {
    {{0.210f, 0.370f, 0.470f}, {0.330f, 0.510f, 0.590f}, 0.001f}, /* lake */
    {{0.500f, 0.590f, 0.330f}, {0.620f, 0.680f, 0.430f}, 0.008f}, /* grassland */
    {{0.200f, 0.330f, 0.190f}, {0.340f, 0.470f, 0.260f}, 0.016f}, /* forest */
    {{0.800f, 0.700f, 0.500f}, {0.880f, 0.800f, 0.610f}, 0.011f}, /* desert */
    {{0.660f, 0.590f, 0.350f}, {0.750f, 0.690f, 0.440f}, 0.008f}, /* savanna */
    {{0.220f, 0.370f, 0.320f}, {0.350f, 0.490f, 0.420f}, 0.016f}, /* taiga */
    {{0.800f, 0.830f, 0.850f}, {0.910f, 0.925f, 0.935f}, 0.012f}, /* ice */
    {{0.440f, 0.410f, 0.380f}, {0.600f, 0.570f, 0.530f}, 0.034f}, /* rock */
};

static const struct biome *biome_of(float cell)
{
    const int i = (int)((0.5f + 0.5f * cell) * (float)COUNT(biomes));
    return &biomes[i < 0 ? 0 : i >= COUNT(biomes) ? COUNT(biomes) - 1 : i];
}

/* Borders are inked: there a place a little to the north-west or south-west has another biome. */
struct colour ground_biomes(const float n[TEXTURE_LAYERS], float x)
{
    (void)x;
    const struct biome *const biome = biome_of(n[2]);
    const bool is_border = biome != biome_of(n[3]) || biome != biome_of(n[4]);
    return lit(colour_blend(biome->low, biome->high, smooth_step(-0.5f, 0.5f, n[0])),
               biome->relief * n[0], biome->relief * n[1], is_border ? 0.72f : 1.0f);
}
