/*
 * Blending colours, and rounding them to bytes.
 */
#include "colour.h"

float smooth_step(float from, float to, float x)
{
    const float t = (x - from) / (to - from);
    if (t <= 0.0f)
        return 0.0f;
    return t >= 1.0f ? 1.0f : t * t * (3.0f - 2.0f * t);
}

struct colour colour_blend(struct colour a, struct colour b, float t)
{
    return (struct colour){a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
                           a.blue + t * (b.blue - a.blue)};
}

struct colour colour_scale(struct colour c, float factor)
{
    return (struct colour){c.red * factor, c.green * factor, c.blue * factor};
}

struct colour colour_ramp(const struct colour_stop *stops, int count, float height)
{
    if (height <= stops[0].height)
        return stops[0].colour;
    for (int i = 1; i < count; i++) {
        if (height < stops[i].height)
            return colour_blend(stops[i - 1].colour, stops[i].colour,
                                smooth_step(stops[i - 1].height, stops[i].height, height));
    }
    return stops[count - 1].colour;
}

static uint8_t byte(float value)
{
    if (!(value > 0.0f))
        return 0;
    return value >= 1.0f ? 255 : (uint8_t)(value * 255.0f + 0.5f);
}

uint8_t *colour_store(struct colour c, uint8_t *out)
{
    *out++ = byte(c.red);
    *out++ = byte(c.green);
    *out++ = byte(c.blue);
    return out;
}
