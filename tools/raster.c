/*
 * An image is a column of bands, a band a row of chunks. A chunk's noise comes from one call, with
 * `start` at the chunk; its pixels go into the band, and the band to the PNG.
 */
#include "raster.h"

#include "output.h"
#include "png_writer.h"
#include "terrain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The memory in use, and its sizes. */
struct band {
    float *samples; /* a chunk, with the apron of a terrain */
    size_t apron;   /* 1 for a terrain, whose slopes need the neighbours, else 0 */
    uint8_t *rows;  /* pixels */
    size_t pixel_bytes, row_bytes;
};

static bool fail(struct raster *raster, const char *problem)
{
    snprintf(raster->error, sizeof raster->error, "%s", problem);
    return false;
}

/* libpng says only "Write Error"; errno knows why. */
static bool fail_png(struct raster *raster, const struct png_writer *png)
{
    const int reason = errno;
    snprintf(raster->error, sizeof raster->error, "%s%s%s", png->error, reason ? ": " : "",
             reason ? strerror(reason) : "");
    return false;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool multiply(size_t a, size_t b, size_t *product)
{
    *product = a * b;
    return b == 0 || a <= SIZE_MAX / b;
}

static bool band_init(struct band *band, const struct raster *raster)
{
    const uint32_t width = (uint32_t)raster->grid.count[0];
    const uint32_t height = (uint32_t)raster->grid.count[1];
    memset(band, 0, sizeof *band);
    band->apron = raster->terrain ? 1 : 0;
    band->pixel_bytes = raster->terrain ? 3 : (size_t)raster->depth / 8;

    const size_t columns = smaller(raster->chunk, width) + 2 * band->apron;
    const size_t lines = smaller(raster->chunk, height) + 2 * band->apron;
    size_t samples, sample_bytes, bytes;
    if (!multiply(columns, lines, &samples) ||
        !multiply(samples, sizeof *band->samples, &sample_bytes) ||
        !multiply(width, band->pixel_bytes, &band->row_bytes) ||
        !multiply(band->row_bytes, smaller(raster->chunk, height), &bytes))
        return false;
    band->samples = malloc(sample_bytes);
    band->rows = malloc(bytes);
    return band->samples && band->rows;
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

/* 0 for NaN too. */
static uint32_t quantise(float value, uint32_t most)
{
    if (!(value > 0.0f))
        return 0;
    return value >= 1.0f ? most : (uint32_t)(value * (float)most + 0.5f);
}

static void grey_pixels(const struct raster *raster, const float *samples, uint32_t columns,
                        uint32_t rows, uint8_t *out, size_t out_stride)
{
    for (uint32_t y = 0; y < rows; y++) {
        uint8_t *pixel = out + y * out_stride;
        for (uint32_t x = 0; x < columns; x++) {
            const float value = 0.5f + 0.5f * raster->contrast * *samples++;
            if (raster->depth == 16) {
                const uint32_t level = quantise(value, 65535);
                *pixel++ = (uint8_t)(level >> 8);
                *pixel++ = (uint8_t)(level & 0xff);
            } else {
                *pixel++ = (uint8_t)quantise(value, 255);
            }
        }
    }
}

static void terrain_pixels(const struct raster *raster, float *samples, uint32_t columns,
                           uint32_t rows, uint8_t *out, size_t out_stride)
{
    const size_t stride = (size_t)columns + 2;
    for (size_t i = 0; i < stride * ((size_t)rows + 2); i++)
        samples[i] = terrain_height(samples[i] * raster->contrast - raster->sea_level);
    terrain_shade(samples + stride + 1, stride, columns, rows, raster->exaggeration, out,
                  out_stride);
}

/* ---- Chunks and bands ------------------------------------------------------------------------ */

static bool render_chunk(struct raster *raster, struct band *band, uint32_t x, uint32_t y,
                         uint32_t columns, uint32_t rows)
{
    perlin_grid grid = raster->grid;
    grid.start[0] += (int64_t)x - (int64_t)band->apron;
    grid.start[1] += (int64_t)y - (int64_t)band->apron;
    grid.count[0] = columns + 2 * band->apron;
    grid.count[1] = rows + 2 * band->apron;
    const perlin_status status = perlin_grid_f32(raster->noise, &grid, band->samples);
    if (status != PERLIN_OK)
        return fail(raster, perlin_status_string(status));

    uint8_t *const out = band->rows + x * band->pixel_bytes;
    if (raster->terrain)
        terrain_pixels(raster, band->samples, columns, rows, out, band->row_bytes);
    else
        grey_pixels(raster, band->samples, columns, rows, out, band->row_bytes);
    return true;
}

static void show_progress(uint32_t done, uint32_t total, int *shown)
{
    enum { CELLS = 40 };
    const int percent = (int)((uint64_t)done * 100 / total);
    if (percent == *shown)
        return;
    *shown = percent;
    char bar[CELLS + 1];
    for (int i = 0; i < CELLS; i++)
        bar[i] = i * 100 < percent * CELLS ? '#' : '.';
    bar[CELLS] = '\0';
    fprintf(stderr, "\r[%s] %3d%%", bar, percent);
    fflush(stderr);
}

static bool write_bands(struct raster *raster, struct band *band, struct png_writer *png)
{
    const uint32_t width = (uint32_t)raster->grid.count[0];
    const uint32_t height = (uint32_t)raster->grid.count[1];
    int shown = -1;
    for (uint32_t y = 0; y < height; y += smaller(raster->chunk, height - y)) {
        const uint32_t rows = smaller(raster->chunk, height - y);
        for (uint32_t x = 0; x < width; x += smaller(raster->chunk, width - x)) {
            if (output_interrupted())
                return fail(raster, "interrupted");
            if (!render_chunk(raster, band, x, y, smaller(raster->chunk, width - x), rows))
                return false;
        }
        errno = 0;
        if (!png_writer_rows(png, band->rows, band->row_bytes, rows))
            return fail_png(raster, png);
        if (raster->show_progress)
            show_progress(y + rows, height, &shown);
    }
    errno = 0;
    return png_writer_end(png) ? true : fail_png(raster, png);
}

bool raster_write(struct raster *raster, FILE *file)
{
    struct band band;
    struct png_writer png;
    bool ok = band_init(&band, raster);
    if (!ok) {
        fail(raster, "out of memory");
    } else {
        errno = 0;
        ok = png_writer_begin(&png, file, (uint32_t)raster->grid.count[0],
                              (uint32_t)raster->grid.count[1], raster->terrain ? 3 : 1,
                              raster->depth);
        ok = ok ? write_bands(raster, &band, &png) : fail_png(raster, &png);
        png_writer_free(&png);
    }
    if (raster->show_progress)
        fputc('\n', stderr);
    free(band.samples);
    free(band.rows);
    return ok;
}
