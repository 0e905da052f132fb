/*
 * The look of a terrain. Colours blend ground covers by height, and steep ground is bare. Light is
 * Lambert's, from a low sun, with bluish light from the sky.
 */
#include "terrain.h"

#include "colour.h"

#include <math.h>

static const struct colour_stop depths[] = {
    {-0.60f, {0.045f, 0.110f, 0.225f}}, /* the deep */
    {-0.25f, {0.080f, 0.220f, 0.370f}},
    {-0.08f, {0.150f, 0.380f, 0.490f}},
    {0.00f, {0.360f, 0.600f, 0.610f}}, /* shallows */
};

static const struct colour_stop covers[] = {
    {0.000f, {0.850f, 0.795f, 0.620f}},                                     /* shore */
    {0.008f, {0.790f, 0.735f, 0.530f}}, {0.022f, {0.520f, 0.600f, 0.310f}}, /* grass */
    {0.070f, {0.400f, 0.535f, 0.250f}}, {0.150f, {0.225f, 0.390f, 0.200f}}, /* forest */
    {0.240f, {0.240f, 0.365f, 0.215f}}, {0.330f, {0.450f, 0.415f, 0.340f}}, /* rock */
    {0.440f, {0.540f, 0.510f, 0.470f}}, {0.540f, {0.930f, 0.945f, 0.965f}}, /* snow */
    {0.800f, {1.000f, 1.000f, 1.000f}},
};

static const struct colour bare_rock = {0.450f, 0.415f, 0.375f};
static const struct colour sun = {1.06f, 1.00f, 0.90f};
static const struct colour sky = {0.38f, 0.42f, 0.50f};

/* Towards the sun: x to the east, y to the south, z up. Length 1. */
static const float sun_x = -0.56f, sun_y = -0.56f, sun_z = 0.61f;

float terrain_height(float noise)
{
    if (!(fabsf(noise) <= 4.0f)) /* keeps slopes finite; the last is for NaN */
        noise = noise > 0.0f ? 4.0f : noise < 0.0f ? -4.0f : 0.0f;
    return noise > 0.0f ? noise * (0.30f + 1.15f * noise) : noise;
}

/* Steep ground is bare; but where snow lies, it hides all but cliffs. */
static struct colour ground(float height, float steepness)
{
    const struct colour cover = colour_ramp(covers, sizeof covers / sizeof covers[0], height);
    const float snow = smooth_step(0.44f, 0.62f, height);
    const float bare = smooth_step(0.60f + 0.9f * snow, 1.20f + 1.2f * snow, steepness);
    return colour_blend(cover, bare_rock, 0.85f * bare);
}

/* Light on a surface that rises by `east` and `south` a pixel in these directions. */
static float lambert(float east, float south)
{
    const float light = sun_z - sun_x * east - sun_y * south;
    return light <= 0.0f ? 0.0f : light / sqrtf(1.0f + east * east + south * south);
}

static struct colour lit(struct colour c, float light)
{
    return (struct colour){c.red * (sky.red + light * sun.red),
                           c.green * (sky.green + light * sun.green),
                           c.blue * (sky.blue + light * sun.blue)};
}

void terrain_shade(const float *heights, size_t stride, uint32_t columns, uint32_t rows,
                   float exaggeration, uint8_t *rgb, size_t rgb_stride)
{
    for (uint32_t y = 0; y < rows; y++) {
        const float *const here = heights + y * stride;
        const float *const north = here - stride, *const south = here + stride;
        uint8_t *out = rgb + y * rgb_stride;
        for (uint32_t x = 0; x < columns; x++) {
            const float height = here[x];
            const float rise_east = 0.5f * (here[x + 1] - (here + x)[-1]) * exaggeration;
            const float rise_south = 0.5f * (south[x] - north[x]) * exaggeration;
            struct colour c;
            if (height <= 0.0f) /* the water's surface is level; a trace of its bed shows through */
                c = lit(colour_ramp(depths, sizeof depths / sizeof depths[0], height),
                        lambert(0.04f * rise_east, 0.04f * rise_south));
            else
                c = lit(ground(height, sqrtf(rise_east * rise_east + rise_south * rise_south)),
                        lambert(rise_east, rise_south));
            out = colour_store(c, out);
        }
    }
}
