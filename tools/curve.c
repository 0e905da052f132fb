/*
 * The picture of 1-D noise: a dark curve on white, and a grey line where noise is 0.
 */
#include "pixels.h"

#include <math.h>

static const float line_width = 1.6f; /* pixels */
static const float white = 1.0f, grey = 0.7f, black = -0.8f;

/* The place of a value down the picture, in pixels. The curve's ends of -1 and 1 are all within
   it. */
static float place(const struct raster *raster, float value)
{
    const float margin = 0.5f * line_width;
    const float most = (float)raster->size[1] - 2.0f * margin;
    return most > 0.0f ? margin + 0.5f * (1.0f - value) * most : 0.5f * (float)raster->size[1];
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float greatest(float a, float b)
{
    return a > b ? a : b;
}

/* How much of a row of pixels the line covers in a column: it goes through the middles between the
   value and its neighbours. */
static float coverage(const float y[3], float row)
{
    const float before = 0.5f * (y[0] + y[1]), after = 0.5f * (y[1] + y[2]);
    const float top = least(y[1], least(before, after)) - 0.5f * line_width;
    const float bottom = greatest(y[1], greatest(before, after)) + 0.5f * line_width;
    const float covered = least(bottom, row + 1.0f) - greatest(top, row);
    return covered > 0.0f ? covered : 0.0f; /* so for NaN */
}

void pixels_curve(const struct raster *raster, const float *values, uint32_t first,
                  uint32_t columns, uint32_t rows, uint8_t *out, size_t out_stride)
{
    const float zero = floorf(place(raster, pixel_value(raster, 0.0f)));
    for (uint32_t j = 0; j < rows; j++) {
        uint8_t *pixel = out + j * out_stride;
        const float row = (float)first + (float)j;
        const float paper = row == zero ? grey : white;
        float y[3] = {0.0f, place(raster, values[0]), place(raster, values[1])};
        for (uint32_t i = 0; i < columns; i++) {
            y[0] = y[1];
            y[1] = y[2];
            y[2] = place(raster, values[i + 2]);
            const float ink = coverage(y, row);
            pixel = pixel_store(raster, paper + ink * (black - paper), pixel);
        }
    }
}
