/*
 * An image is a column of bands, a band a row of chunks. A chunk's noise comes from one call, with
 * `start` at the chunk; its pixels go into the band, and the band to the file.
 */
#include "raster.h"

#include "png_writer.h"
#include "signals.h"
#include "terrain.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The memory in use, and its sizes. */
struct band {
    float *samples; /* a chunk, with the apron of a terrain; or several, one after the other */
    size_t apron;   /* 1 for a terrain, whose slopes need the neighbours, else 0 */
    uint8_t *rows;  /* pixels */
    size_t pixel_bytes, row_bytes;
};

static bool fail(struct raster *raster, const char *problem)
{
    snprintf(raster->error, sizeof raster->error, "%s", problem);
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

static int channels(const struct raster *raster)
{
    return raster->style == RASTER_GREY ? 1 : 3;
}

/* How many floats there are for a sample: noises, or the derivatives of one. */
static size_t planes(const struct raster *raster)
{
    return raster->style == RASTER_NORMALS ? raster->grid.dims : (size_t)raster->layers;
}

static bool band_init(struct band *band, const struct raster *raster)
{
    const uint32_t width = (uint32_t)raster->grid.count[0];
    const uint32_t height = (uint32_t)raster->grid.count[1];
    memset(band, 0, sizeof *band);
    band->apron = raster->style == RASTER_TERRAIN ? 1 : 0;
    band->pixel_bytes =
        (size_t)channels(raster) * (raster->raw ? sizeof(float) : (size_t)raster->depth / 8);

    const size_t columns = smaller(raster->chunk, width) + 2 * band->apron;
    const size_t lines = smaller(raster->chunk, height) + 2 * band->apron;
    size_t samples, sample_bytes, bytes;
    if (!multiply(columns, lines, &samples) || !multiply(samples, planes(raster), &samples) ||
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

/* A value of -1 to 1, and what follows it. */
static uint8_t *store(const struct raster *raster, float value, uint8_t *out)
{
    if (raster->raw)
        return store_float(value, out);
    const uint32_t level = quantise(0.5f + 0.5f * value, raster->depth == 16 ? 65535 : 255);
    if (raster->depth == 16)
        *out++ = (uint8_t)(level >> 8);
    *out++ = (uint8_t)(level & 0xff);
    return out;
}

static void grey_pixels(const struct raster *raster, const float *samples, uint32_t columns,
                        uint32_t rows, uint8_t *out, size_t out_stride)
{
    for (uint32_t y = 0; y < rows; y++) {
        uint8_t *pixel = out + y * out_stride;
        for (uint32_t x = 0; x < columns; x++)
            pixel = store(raster, raster->contrast * *samples++, pixel);
    }
}

/*
 * The normals of a surface that rises by the noise's derivatives, which come plane by plane: x to the right, y up,
 * against the order of rows, and z towards the viewer.
 */
static void normal_pixels(const struct raster *raster, const float *along_x, const float *along_y,
                          uint32_t columns, uint32_t rows, uint8_t *out, size_t out_stride)
{
    for (uint32_t j = 0; j < rows; j++) {
        uint8_t *pixel = out + j * out_stride;
        for (uint32_t i = 0; i < columns; i++) {
            const float x = -raster->rise[0] * *along_x++, y = raster->rise[1] * *along_y++;
            const float length = sqrtf(x * x + y * y + 1.0f);
            pixel = store(raster, x / length + 0.0f, pixel); /* no zero is negative */
            pixel = store(raster, y / length + 0.0f, pixel);
            pixel = store(raster, 1.0f / length, pixel);
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

static bool sample(struct raster *raster, const perlin_noise *noise, const perlin_grid *grid,
                   float *samples)
{
    const perlin_status status = perlin_grid_f32(noise, grid, samples);
    return status == PERLIN_OK ? true : fail(raster, perlin_status_string(status));
}

/* The derivatives along x, along y and so on, one after the other. */
static bool sample_gradient(struct raster *raster, const perlin_grid *grid, float *samples)
{
    float *gradient[4];
    for (size_t a = 0; a < grid->dims; a++)
        gradient[a] = samples + a * grid->count[0] * grid->count[1];
    const perlin_status status = perlin_grid_gradient_f32(raster->noise[0], grid, NULL, gradient);
    return status == PERLIN_OK ? true : fail(raster, perlin_status_string(status));
}

/* The layers of a texture one after the other, each like the whole image's grid, but finer or coarser. */
static bool sample_layers(struct raster *raster, const perlin_grid *chunk, float *samples)
{
    for (int i = 0; i < raster->layers; i++) {
        perlin_grid grid;
        texture_grid(&raster->layer[i], chunk, raster->frequency, &grid);
        if (!sample(raster, raster->noise[i], &grid, samples))
            return false;
        samples += chunk->count[0] * chunk->count[1];
    }
    return true;
}

static bool render_chunk(struct raster *raster, struct band *band, uint32_t x, uint32_t y,
                         uint32_t columns, uint32_t rows)
{
    perlin_grid grid = raster->grid;
    grid.start[0] += (int64_t)x - (int64_t)band->apron;
    grid.start[1] += (int64_t)y - (int64_t)band->apron;
    grid.count[0] = columns + 2 * band->apron;
    grid.count[1] = rows + 2 * band->apron;
    uint8_t *const out = band->rows + x * band->pixel_bytes;

    if (raster->style == RASTER_TEXTURE) {
        if (!sample_layers(raster, &grid, band->samples))
            return false;
        texture_shade(raster->texture, &grid, raster->frequency, raster->contrast, band->samples,
                      out, band->row_bytes);
        return true;
    }
    if (raster->style == RASTER_NORMALS) {
        if (!sample_gradient(raster, &grid, band->samples))
            return false;
        normal_pixels(raster, band->samples, band->samples + (size_t)columns * rows, columns, rows,
                      out, band->row_bytes);
        return true;
    }
    if (!sample(raster, raster->noise[0], &grid, band->samples))
        return false;
    if (raster->style == RASTER_TERRAIN)
        terrain_pixels(raster, band->samples, columns, rows, out, band->row_bytes);
    else
        grey_pixels(raster, band->samples, columns, rows, out, band->row_bytes);
    return true;
}

/* ---- Where rows go --------------------------------------------------------------------------- */

struct sink {
    struct png_writer png;
    FILE *raw; /* in its place, unless NULL */
};

static bool sink_begin(struct sink *sink, const struct raster *raster, FILE *file)
{
    memset(sink, 0, sizeof *sink);
    if (raster->raw) {
        sink->raw = file;
        return true;
    }
    return png_writer_begin(&sink->png, file, (uint32_t)raster->grid.count[0],
                            (uint32_t)raster->grid.count[1], channels(raster), raster->depth);
}

static bool sink_rows(struct sink *sink, const uint8_t *rows, size_t row_bytes, uint32_t count)
{
    if (sink->raw)
        return fwrite(rows, row_bytes, count, sink->raw) == count;
    return png_writer_rows(&sink->png, rows, row_bytes, count);
}

static bool sink_end(struct sink *sink)
{
    return sink->raw ? true : png_writer_end(&sink->png); /* fflush is the output's */
}

/* libpng says only "Write Error"; errno knows why. */
static bool fail_sink(struct raster *raster, const struct sink *sink)
{
    const int reason = errno;
    snprintf(raster->error, sizeof raster->error, "%s%s%s",
             sink->raw ? "cannot write" : sink->png.error, reason ? ": " : "",
             reason ? strerror(reason) : "");
    return false;
}

/* ---- The image ------------------------------------------------------------------------------- */

/* After `done` rows. */
static void show_progress(const struct raster *raster, uint32_t done, int *shown)
{
    enum { CELLS = 40 };
    const uint64_t height = raster->grid.count[1];
    const int percent = (int)((raster->frame * height + done) * 100 / (raster->frames * height));
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

static bool write_bands(struct raster *raster, struct band *band, struct sink *sink)
{
    const uint32_t width = (uint32_t)raster->grid.count[0];
    const uint32_t height = (uint32_t)raster->grid.count[1];
    int shown = -1;
    for (uint32_t y = 0; y < height; y += smaller(raster->chunk, height - y)) {
        const uint32_t rows = smaller(raster->chunk, height - y);
        for (uint32_t x = 0; x < width; x += smaller(raster->chunk, width - x)) {
            if (signals_received())
                return fail(raster, "interrupted");
            if (!render_chunk(raster, band, x, y, smaller(raster->chunk, width - x), rows))
                return false;
        }
        errno = 0;
        if (!sink_rows(sink, band->rows, band->row_bytes, rows))
            return fail_sink(raster, sink);
        if (raster->show_progress)
            show_progress(raster, y + rows, &shown);
    }
    errno = 0;
    return sink_end(sink) ? true : fail_sink(raster, sink);
}

bool raster_write(struct raster *raster, FILE *file)
{
    struct band band;
    struct sink sink;
    bool ok = band_init(&band, raster);
    if (!ok) {
        fail(raster, "out of memory");
    } else {
        errno = 0;
        ok = sink_begin(&sink, raster, file);
        ok = ok ? write_bands(raster, &band, &sink) : fail_sink(raster, &sink);
        png_writer_free(&sink.png);
    }
    if (raster->show_progress && (!ok || raster->frame + 1 == raster->frames))
        fputc('\n', stderr);
    free(band.samples);
    free(band.rows);
    return ok;
}
