/*
 * An image is a column of bands, a band a row of chunks. A chunk's noise comes from one call, with
 * `start` at the chunk; its pixels go into the band, and the band to the file.
 */
#include "raster.h"

#include "pixels.h"
#include "progress.h"
#include "signals.h"
#include "sink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool fail(struct raster *raster, const char *problem)
{
    snprintf(raster->error, sizeof raster->error, "%s", problem);
    return false;
}

/* ---- Sizes and memory ------------------------------------------------------------------------ */

/* The memory in use, and its sizes. */
struct band {
    float *samples; /* a chunk with its apron; or several, one after the other; or a curve */
    uint8_t *rows;  /* pixels */
    size_t row_bytes;
};

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* SIZE_MAX if the product, or a factor, is as much. */
static size_t multiply(size_t a, size_t b)
{
    return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

uint32_t raster_apron(const struct raster *raster)
{
    return raster->style == RASTER_TERRAIN || raster->style == RASTER_CURVE ? 1 : 0;
}

int raster_channels(const struct raster *raster)
{
    switch (raster->style) {
    case RASTER_GREY:
    case RASTER_CURVE:
    case RASTER_HEIGHTS:
        return 1;
    default:
        return 3;
    }
}

size_t raster_pixel_bytes(const struct raster *raster)
{
    const size_t channel = raster->format == RASTER_RAW   ? sizeof(float)
                           : raster->format == RASTER_R16 ? 2
                                                          : (size_t)raster->depth / 8;
    return (size_t)raster_channels(raster) * channel;
}

/* How many floats there are for a sample: noises, or the derivatives of one. */
static size_t planes(const struct raster *raster)
{
    return raster->style == RASTER_NORMALS ? raster->grid.dims : (size_t)raster->layers;
}

static size_t sample_bytes(const struct raster *raster)
{
    const bool is_curve = raster->style == RASTER_CURVE;
    const size_t apron = 2 * raster_apron(raster);
    const uint32_t width = raster->size[0];
    const size_t columns = (is_curve ? width : smaller(raster->chunk, width)) + apron;
    const size_t lines = is_curve ? 1 : smaller(raster->chunk, raster->size[1]) + apron;
    return multiply(multiply(multiply(columns, lines), planes(raster)), sizeof(float));
}

static size_t pixel_bytes(const struct raster *raster)
{
    const size_t row = multiply(raster->size[0], raster_pixel_bytes(raster));
    return multiply(row, smaller(raster->chunk, raster->size[1]));
}

size_t raster_memory(const struct raster *raster)
{
    const size_t samples = sample_bytes(raster), pixels = pixel_bytes(raster);
    return samples > SIZE_MAX - pixels ? SIZE_MAX : samples + pixels;
}

static bool band_init(struct band *band, struct raster *raster)
{
    memset(band, 0, sizeof *band);
    if (raster_memory(raster) == SIZE_MAX)
        return fail(raster, "out of memory");
    band->samples = malloc(sample_bytes(raster));
    band->rows = malloc(pixel_bytes(raster));
    band->row_bytes = raster->size[0] * raster_pixel_bytes(raster);
    return band->samples && band->rows ? true : fail(raster, "out of memory");
}

static void band_free(struct band *band)
{
    free(band->samples);
    free(band->rows);
}

/* ---- Samples --------------------------------------------------------------------------------- */

static bool sample(struct raster *raster, const perlin_noise *noise, const perlin_grid *grid,
                   float *samples)
{
    const perlin_status status = perlin_grid_f32(noise, grid, samples);
    return status == PERLIN_OK ? true : fail(raster, perlin_status_string(status));
}

/* The same of the only noise. Widens raster->range. */
static bool sample_values(struct raster *raster, const perlin_grid *grid, float *samples)
{
    float bounds[2]; /* the first is greater if all are NaN */
    const perlin_status status =
        perlin_grid_into_f32(raster->noise[0], grid, NULL, samples, bounds);
    if (status != PERLIN_OK)
        return fail(raster, perlin_status_string(status));
    for (int i = 0; i < 2 && bounds[0] <= bounds[1]; i++) {
        const double value = (double)pixel_plain(raster, bounds[i]);
        raster->range[0] = fmin(raster->range[0], value);
        raster->range[1] = fmax(raster->range[1], value);
    }
    return true;
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

/* The layers of a texture one after the other, each like the whole image's grid, but finer or
   coarser. */
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

/* What the whole width of a curve shows. */
static bool sample_curve(struct raster *raster, float *values)
{
    perlin_grid grid = raster->grid;
    grid.start[0] -= 1;
    grid.count[0] = (uint64_t)raster->size[0] + 2;
    if (!sample(raster, raster->noise[0], &grid, values))
        return false;
    for (size_t i = 0; i < grid.count[0]; i++)
        values[i] = pixel_value(raster, values[i]);
    return true;
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

/* A part of the image, in samples. */
struct chunk {
    uint32_t x, y, columns, rows;
};

/* The first, or the one that follows; false after the last. */
static bool next_chunk(const struct raster *raster, struct chunk *chunk)
{
    const uint32_t width = raster->size[0], height = raster->size[1], edge = raster->chunk;
    chunk->x += chunk->columns;
    if (chunk->x == width) {
        chunk->x = 0;
        chunk->y += chunk->rows;
    }
    chunk->columns = smaller(edge, width - chunk->x);
    chunk->rows = smaller(edge, height - chunk->y);
    return chunk->y < height;
}

static void chunk_grid(const struct raster *raster, const struct chunk *chunk, uint32_t apron,
                       perlin_grid *grid)
{
    *grid = raster->grid;
    grid->start[0] += (int64_t)chunk->x - (int64_t)apron;
    grid->start[1] += (int64_t)chunk->y - (int64_t)apron;
    grid->count[0] = chunk->columns + 2 * (uint64_t)apron;
    grid->count[1] = chunk->rows + 2 * (uint64_t)apron;
}

static bool render_chunk(struct raster *raster, const struct chunk *chunk, struct band *band)
{
    perlin_grid grid;
    chunk_grid(raster, chunk, raster_apron(raster), &grid);
    const uint32_t columns = chunk->columns, rows = chunk->rows;
    float *const samples = band->samples;
    uint8_t *const out = band->rows + chunk->x * raster_pixel_bytes(raster);

    switch (raster->style) {
    case RASTER_CURVE: /* which has been sampled */
        pixels_curve(raster, samples + chunk->x, chunk->y, columns, rows, out, band->row_bytes);
        return true;
    case RASTER_TEXTURE:
        if (!sample_layers(raster, &grid, samples))
            return false;
        texture_shade(raster->texture, &grid, raster->frequency, raster->contrast, samples, out,
                      band->row_bytes);
        return true;
    case RASTER_NORMALS:
        if (!sample_gradient(raster, &grid, samples))
            return false;
        pixels_normals(raster, samples, samples + (size_t)columns * rows, columns, rows, out,
                       band->row_bytes);
        return true;
    case RASTER_TERRAIN:
        if (!sample(raster, raster->noise[0], &grid, samples))
            return false;
        pixels_terrain(raster, samples, columns, rows, out, band->row_bytes);
        return true;
    default:
        if (!sample_values(raster, &grid, samples))
            return false;
        pixels_grey(raster, samples, columns, rows, out, band->row_bytes);
        return true;
    }
}

bool raster_find_range(struct raster *raster)
{
    struct chunk chunk = {0, 0, 0, 0};
    struct raster plane = *raster; /* a curve has one row of samples */
    if (raster->style == RASTER_CURVE)
        plane.size[1] = 1;
    float *const samples = malloc(sample_bytes(raster));
    bool ok = samples ? true : fail(raster, "out of memory");
    while (ok && next_chunk(&plane, &chunk)) {
        perlin_grid grid;
        chunk_grid(raster, &chunk, 0, &grid);
        ok = sample_values(raster, &grid, samples);
    }
    free(samples);
    return ok;
}

/* ---- The image ------------------------------------------------------------------------------- */

static void show_progress(const struct raster *raster)
{
    const uint64_t total = (uint64_t)raster->size[1] * raster->frames;
    progress_show(raster->rows_done, total);
    if (raster->rows_done == total)
        fputc('\n', stderr);
}

static bool write_bands(struct raster *raster, struct band *band, struct sink *sink)
{
    struct chunk chunk = {0, 0, 0, 0};
    if (raster->style == RASTER_CURVE && !sample_curve(raster, band->samples))
        return false;
    while (next_chunk(raster, &chunk)) {
        if (signals_received())
            return fail(raster, "interrupted");
        if (!render_chunk(raster, &chunk, band))
            return false;
        if (chunk.x + chunk.columns < raster->size[0])
            continue;
        if (!sink_rows(sink, band->rows, band->row_bytes, chunk.rows)) {
            sink_explain(sink, raster->error, sizeof raster->error);
            return false;
        }
        raster->rows_done += chunk.rows;
        if (raster->show_progress)
            show_progress(raster);
    }
    return true;
}

bool raster_write(struct raster *raster, FILE *file)
{
    struct band band;
    struct sink sink;
    bool ok = band_init(&band, raster);
    if (ok) {
        ok = sink_begin(&sink, raster, file);
        if (!ok)
            sink_explain(&sink, raster->error, sizeof raster->error);
        ok = ok && write_bands(raster, &band, &sink);
        if (ok && !sink_end(&sink)) {
            sink_explain(&sink, raster->error, sizeof raster->error);
            ok = false;
        }
        sink_free(&sink);
    }
    if (raster->show_progress && !ok)
        fputc('\n', stderr);
    band_free(&band);
    return ok;
}
