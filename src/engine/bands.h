/*
 * Evaluates grids by bands of rows, of which a driver sums the octaves, for basis/cellular. Slopes
 * have no bands.
 */
#ifndef PERLIN_BANDS_H
#define PERLIN_BANDS_H

#include "axis.h"
#include "points.h"

enum {
    MAX_TILE = 512 / sizeof(real), /* samples of a band along x */
    ROWS_ALONG_Y = 256 / sizeof(real),
    PLANES_ALONG_Z = 16
};

/* A row of the grid: its indices along y, z and w, and its offset in the output. */
struct cursor {
    size_t index[4];
    ptrdiff_t offset;
};

static size_t row_count(const perlin_grid *grid, int dims)
{
    size_t rows = 1;
    for (int a = 1; a < dims; a++)
        rows *= grid->count[a];
    return rows;
}

/* Advances by `rows` rows in each of `planes` planes. These must not run past the end of y or z. */
static void cursor_pass(struct cursor *cursor, const perlin_grid *grid, int dims, size_t rows,
                        size_t planes)
{
    const size_t steps[4] = {0, rows, planes, 1};
    for (int a = 1; a < dims; a++) {
        cursor->index[a] += steps[a];
        cursor->offset += (ptrdiff_t)steps[a] * grid->stride[a];
        if (cursor->index[a] < grid->count[a])
            return;
        cursor->index[a] = 0;
        cursor->offset -= (ptrdiff_t)grid->count[a] * grid->stride[a];
    }
}

/* A band of rows of a grid. A driver's struct begins with this one. */
struct band {
    struct batch batch;
    const perlin_grid *grid;
    size_t x, index[4], rows, planes; /* from sample x and row `index` on */
};

/*
 * Size of a band, in samples. Where samples are adjacent in a plain output, octaves add up in the
 * output itself, in bands that fit a cache. A single octave is stored there as results.
 */
enum { DIRECT_BAND = 131072 / sizeof(real) };

/* Takes as many rows from the cursor on as there is room for. Beyond 2-D they lie in several
   planes, which share what is computed along y. */
static void band_enter_rows(struct band *band, const struct cursor *at, size_t room)
{
    const perlin_grid *const grid = band->grid;
    const int has_planes = band->batch.dims > 2;
    const size_t planes = has_planes ? least(grid->count[2], PLANES_ALONG_Z) : 1;
    const size_t most = greatest(room / planes, least(room, 16));
    const size_t rows = least(grid->count[1], most);
    memcpy(band->index, at->index, sizeof at->index);
    band->rows = least(grid->count[1] - at->index[1], rows);
    band->planes =
        has_planes ? least(grid->count[2] - at->index[2], least(room / rows, PLANES_ALONG_Z)) : 1;
}

/* Zeroes the band before octaves are added, or turns its sums into results. */
static void band_clear_or_finish(const struct band *band, const struct store *to, int clears,
                                 real factor, real bias)
{
    const size_t n = to->layout.n;
    for (size_t row = 0; row < band->rows * band->planes; row++) {
        real *const out = to->plane[0] + (ptrdiff_t)(row % band->rows) * to->layout.row +
                          (ptrdiff_t)(row / band->rows) * to->layout.plane;
        if (clears)
            memset(out, 0, n * sizeof(real));
        else
            finish_row(out, n, factor, bias);
    }
}

/* Evaluates the band of rows straight into the outputs at `to`. Sums that are results already are
   finished only to give all NaNs the same bits. */
static void band_evaluate_direct(struct band *band, const struct store *to, int is_finite)
{
    const int is_done = band->batch.summing == ONLY_OCTAVE;
    const real factor = is_done ? 1 : to->factor, bias = is_done ? 0 : to->bias;
    if (band->batch.summing == FOLDED_SUM)
        band_clear_or_finish(band, to, 1, 1, 0);
    sum_octaves(&band->batch, to);
    if (factor != 1 || bias != 0 || !is_finite)
        band_clear_or_finish(band, to, 0, factor, bias);
}

/* Evaluates the band in the batch's buffers, then writes it to the outputs. */
static void band_evaluate(struct band *band, size_t n, ptrdiff_t offset, const output_sink *sink)
{
    const perlin_grid *const grid = band->grid;
    const size_t pitch = whole_vectors(n), rows = band->rows, planes = band->planes;
    band->batch.n = planes * rows * pitch;
    band->batch.layout = (struct layout){(ptrdiff_t)pitch, (ptrdiff_t)(rows * pitch), pitch};
    sum_octaves(&band->batch, NULL);
    for (size_t p = 0; p < planes; p++)
        for (size_t r = 0; r < rows; r++)
            write_batch(&band->batch, (p * rows + r) * pitch, n, sink,
                        offset + (ptrdiff_t)r * grid->stride[1] + (ptrdiff_t)p * grid->stride[2],
                        grid->stride[0]);
}

/* Evaluates a grid by bands of at most `columns` samples along x, given room for sums. The caller has
   set the driver's octave. */
OUTLINE void grid_by_bands(struct band *band, const perlin_noise *noise, int dims, size_t columns,
                           real room[], size_t size, const perlin_grid *grid,
                           const output_sink *sink)
{
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    const int is_finite = results_are_finite(noise, grid, dims);
    const size_t rows = row_count(grid, dims);
    struct batch *const batch = &band->batch;
    batch->noise = noise;
    batch->dims = dims;
    batch->planes = 1;
    batch->summing = summing_of(noise, 1, 1);
    batch_init(batch, room, size);
    band->grid = grid;
    const int is_direct = sink->plain && grid->stride[0] == 1 && batch->summing != SUM_OF_PLANES;
    const int is_only = is_direct && batch->summing == ONLY_OCTAVE;
    for (band->x = 0; band->x < grid->count[0]; band->x += columns) {
        const size_t n = least(grid->count[0] - band->x, columns);
        const size_t most = is_direct ? DIRECT_BAND : batch->most;
        struct cursor at = {{0}, (ptrdiff_t)band->x * grid->stride[0]};
        for (size_t r = 0; r < rows; r += band->rows * band->planes) {
            band_enter_rows(band, &at, is_only ? rows : most / whole_vectors(n));
            if (is_direct) {
                struct store to;
                to.layout = (struct layout){grid->stride[1], grid->stride[2], n};
                to.factor = output->factor;
                to.bias = output->bias;
                to.plane[0] = sink->out + at.offset;
                band_evaluate_direct(band, &to, is_finite);
            } else {
                band_evaluate(band, n, at.offset, sink);
            }
            cursor_pass(&at, grid, dims, band->rows, band->planes);
        }
    }
}

#endif
