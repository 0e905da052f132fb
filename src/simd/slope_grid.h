/*
 * Grids of noise with its slopes: tiles and blocks of rows as grid.h has them. One kernel stores
 * a vector in either way: straight to outputs of adjacent samples, where there is one octave, or to a block's planes.
 */
#ifndef PERLIN_SIMD_SLOPE_GRID_H
#define PERLIN_SIMD_SLOPE_GRID_H

#include "grid.h"
#include "slope_rows.h"

/* Room for the planes of a block, and how wide a block is: narrower in double, so that it has as many rows. */
enum { SLOPE_ROOM = 14336 / sizeof(real), SLOPE_WIDTH = 256 / sizeof(real) };
_Static_assert(SLOPE_ROOM >= 3 * 5 * SLOPE_WIDTH, "a row of every plane");

/* Whether no sample or slope of an octave is NaN: all coordinates are finite, and so is its frequency. */
INLINE int octave_is_finite(const perlin_noise *noise, const perlin_grid *grid, int dims,
                            uint32_t octave)
{
    const double frequency = noise->spectrum.frequency[octave];
    int finite = isfinite((real)frequency);
    for (int a = 0; a < dims; a++)
        finite &= axis_is_finite(grid, a, frequency);
    return finite;
}

/* Gives all NaNs of a strip that went to the outputs the same bits. */
INLINE void settle_strip(const struct slope_strip *slopes, int dims)
{
    const slope_sink *const sink = slopes->direct;
    const struct strip *const strip = &slopes->strip;
    for (size_t r = 0; r < strip->rows; r++) {
        const ptrdiff_t at = slopes->offset + (ptrdiff_t)r * strip->stride;
        if (sink->out)
            settle_nans(sink->out + at, strip->n);
        for (int a = 0; a < dims; a++)
            settle_nans(sink->slope[a] + at, strip->n);
    }
}

/* Evaluates an octave of the block: to the planes, or with `direct` to the outputs. */
INLINE void slope_octave(const struct block *block, struct pass *pass, int dims, uint32_t octave,
                         const struct slope_planes *planes, const slope_sink *direct)
{
    const perlin_noise *const noise = pass->noise;
    const int finite = !direct || octave_is_finite(noise, pass->grid, dims, octave);
    struct slope_strip slopes = {
        .planes = planes, .pitch = whole_vectors(block->n), .direct = direct};
    slopes.strip.output = noise->LANE(output)[dims - 1];
    slopes.strip.stride = pass->grid->stride[1];
    slopes.strip.n = block->n;
    pass_begin(pass, dims, octave, octave, block);
    fade_slopes_along(dims, pass->tile->near, block->n, slopes.slope_x);
    for (size_t r = 0; r < block->rows; r += slopes.strip.rows) {
        pass_enter_rows(pass, dims, block, r, &slopes.strip);
        fade_slopes_along(dims, slopes.strip.distance[0], slopes.strip.rows, slopes.slope_y);
        for (size_t p = 0; p < block->planes; p++) {
            pass_enter_plane(pass, dims, block, p, &slopes.strip);
            plane_slopes(&slopes, dims);
            slopes.first = (p * block->rows + r) * slopes.pitch;
            slopes.offset = block_offset(block, pass->grid, r, p);
            slope_strip_evaluate(&slopes, pass->tile, &pass->edges,
                                 &noise->LANE(gradients)[dims - 1], dims);
            if (!finite)
                settle_strip(&slopes, dims);
        }
    }
}

/* All octaves of a block: straight to the outputs, or through the planes. */
INLINE void slope_block(const struct block *block, struct pass *pass, int dims,
                        struct slope_planes *planes, const slope_sink *sink, int direct)
{
    const perlin_noise *const noise = pass->noise;
    const size_t pitch = whole_vectors(block->n), samples = block->rows * block->planes * pitch;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        planes_enter(planes, noise, dims, o, samples);
        slope_octave(block, pass, dims, o, planes, direct ? sink : NULL);
        if (planes->octave && planes->total)
            add_slopes(noise, dims, o, planes, samples);
    }
    for (size_t p = 0; p < block->planes && !direct; p++)
        for (size_t r = 0; r < block->rows; r++)
            write_slopes(noise, dims, planes, (p * block->rows + r) * pitch, block->n, sink,
                         block_offset(block, pass->grid, r, p), pass->grid->stride[0]);
}

INLINE void grid_slopes(const perlin_noise *noise, const perlin_grid *grid, int dims,
                        const slope_sink *sink)
{
    _Alignas(64) real room[SLOPE_ROOM];
    const int direct = is_only_octave(noise) && grid->stride[0] == 1;
    const size_t rows = row_count(grid, dims);
    struct pass pass;
    struct block block;
    pass_init(&pass, noise, grid, dims);
    for (block.x = 0; block.x < grid->count[0]; block.x += block.n) {
        block.n =
            least(grid->count[0] - block.x, direct ? TILE(dims) : least(TILE(dims), SLOPE_WIDTH));
        block.cursor = (struct cursor){{0}, 0};
        pass_drop_tiles(&pass);
        const size_t pitch = whole_vectors(block.n);
        const size_t room_rows = SLOPE_ROOM / (slope_sets(noise) * (size_t)(1 + dims) * pitch);
        const size_t most = direct ? rows : room_rows;
        struct slope_planes planes = slope_planes(noise, dims, room, room_rows * pitch);
        for (size_t r = 0; r < rows; r += block.rows * block.planes) {
            block_enter(&block, grid, dims, most);
            slope_block(&block, &pass, dims, &planes, sink, direct);
            cursor_pass_block(&block.cursor, grid, dims, block.rows, block.planes);
        }
    }
}

#define GRID_SLOPES(dims)                                                                          \
    OUTLINE void aligned_grid_slopes##dims(const perlin_noise *noise, const perlin_grid *grid,     \
                                           const slope_sink *sink)                                 \
    {                                                                                              \
        grid_slopes(noise, grid, dims, sink);                                                      \
    }

GRID_SLOPES(2)
GRID_SLOPES(3)
GRID_SLOPES(4)

#endif
