/*
 * Shades of grey, normals and terrains. Curves are in curve.c, the colours of textures in
 * texture.c.
 */
#include "pixels.h"

#include "terrain.h"

#include <math.h>
#include <string.h>

/* 0 for NaN too. */
static uint32_t quantise(float value, uint32_t most)
{
    if (!(value > 0.0f))
        return 0;
    return value >= 1.0f ? most : (uint32_t)(value * (float)most + 0.5f);
}

/* The bits of a float, the lowest byte first on every machine; a NaN's, too. */
static uint8_t *store_float(float value, uint8_t *out)
{
    uint32_t bits = 0x7fc00000;
    if (!isnan(value))
        memcpy(&bits, &value, sizeof bits);
    for (int shift = 0; shift < 32; shift += 8)
        *out++ = (uint8_t)(bits >> shift & 0xff);
    return out;
}

static bool is_wide(const struct raster *raster)
{
    return raster->format == RASTER_R16 || raster->depth == 16;
}

uint32_t pixel_level(const struct raster *raster, float value)
{
    return quantise(0.5f + 0.5f * value, is_wide(raster) ? 65535 : 255);
}

uint8_t *pixel_store(const struct raster *raster, float value, uint8_t *out)
{
    if (raster->format == RASTER_RAW)
        return store_float(value, out);
    const uint32_t level = pixel_level(raster, value);
    const uint8_t low = (uint8_t)(level & 0xff), high = (uint8_t)(level >> 8);
    if (raster->format == RASTER_R16) {
        *out++ = low;
        *out++ = high;
        return out;
    }
    if (is_wide(raster))
        *out++ = high;
    *out++ = low;
    return out;
}

float pixel_plain(const struct raster *raster, float sample)
{
    if (raster->style != RASTER_HEIGHTS || isnan(sample))
        return sample;
    return terrain_height(sample * raster->contrast - raster->sea_level) + 0.0f; /* no zero is -0 */
}

/* Integers have the heights of a terrain from -4 to 4: few pass 2, and 0 is in the middle. */
static float unnormalized(const struct raster *raster, float plain)
{
    if (raster->style != RASTER_HEIGHTS)
        return raster->contrast * plain;
    return raster->format == RASTER_RAW ? plain : 0.25f * plain;
}

float pixel_shown(const struct raster *raster, float plain)
{
    if (!raster->normalize)
        return unnormalized(raster, plain);
    const double low = raster->range[0], high = raster->range[1];
    if (low == high && !isnan(plain))
        return 0.0f;
    return (float)(2.0 * (((double)plain - low) / (high - low)) - 1.0);
}

float pixel_value(const struct raster *raster, float sample)
{
    return pixel_shown(raster, pixel_plain(raster, sample));
}

void pixels_grey(const struct raster *raster, const float *samples, uint32_t columns, uint32_t rows,
                 uint8_t *out, size_t out_stride)
{
    for (uint32_t y = 0; y < rows; y++) {
        uint8_t *pixel = out + y * out_stride;
        for (uint32_t x = 0; x < columns; x++)
            pixel = pixel_store(raster, pixel_value(raster, *samples++), pixel);
    }
}

/*
 * The normals of a surface that rises by the noise's derivatives: x to the right, y up, against the
 * order of rows, and z towards the viewer.
 */
void pixels_normals(const struct raster *raster, const float *along_x, const float *along_y,
                    uint32_t columns, uint32_t rows, uint8_t *out, size_t out_stride)
{
    for (uint32_t j = 0; j < rows; j++) {
        uint8_t *pixel = out + j * out_stride;
        for (uint32_t i = 0; i < columns; i++) {
            const float x = -raster->rise[0] * *along_x++, y = raster->rise[1] * *along_y++;
            const float length = sqrtf(x * x + y * y + 1.0f);
            pixel = pixel_store(raster, x / length + 0.0f, pixel); /* no zero is negative */
            pixel = pixel_store(raster, y / length + 0.0f, pixel);
            pixel = pixel_store(raster, 1.0f / length, pixel);
        }
    }
}

void pixels_terrain(const struct raster *raster, float *samples, uint32_t columns, uint32_t rows,
                    uint8_t *out, size_t out_stride)
{
    const size_t stride = (size_t)columns + 2;
    for (size_t i = 0; i < stride * ((size_t)rows + 2); i++)
        samples[i] = terrain_height(samples[i] * raster->contrast - raster->sea_level);
    terrain_shade(samples + stride + 1, stride, columns, rows, raster->exaggeration, out,
                  out_stride);
}
