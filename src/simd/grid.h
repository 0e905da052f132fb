/*
 * Grids that follow the lattice: tiles along x that fit the stack, and rows within them. A single octave goes straight to an
 * output of adjacent samples; several go through a block of rows in which the octaves add up, one octave at
 * a time, so that each octave's lattice is set up once for many rows.
 */
#ifndef PERLIN_SIMD_GRID_H
#define PERLIN_SIMD_GRID_H

#include "cursor.h"
#include "row.h"
#include "sink.h"

/* Octaves add up in blocks of so many samples, so wide where tiles are: of as many rows as a strip may have. Emulated vectors
   take more of the stack. */
enum { BLOCK_WIDTH = 512 / sizeof(real) };
#ifdef PERLIN_SIMDE
enum { BLOCK = BLOCK_WIDTH * STRIP / 2 };
#else
enum { BLOCK = BLOCK_WIDTH * STRIP };
#endif

/* Where octaves have strengths, these take the second half of a block. */
INLINE size_t block_samples(const perlin_noise *noise)
{
    return has_strength(&noise->shape) ? BLOCK / 2 : BLOCK;
}

/* Tiles of so many octaves are kept, as the stack has room; the last one's place is that of all later ones, too. */
enum { TILES = 24 / sizeof(real) };

/* One octave of one tile, and where among the rows it is. */
struct pass {
    const perlin_noise *noise;
    const perlin_grid *grid;
    uint32_t octave;
    uint32_t known; /* octaves whose tiles are there */
    struct tile tiles[TILES], *tile;
    struct lattice lattice;
    struct window window;
    struct level level[4]; /* of axes 2 and 3 */
    int entered;           /* the lattice has the hashes of the cell */
    uint32_t cell[4];
};

INLINE void pass_begin(struct pass *pass, int dims, uint32_t octave, size_t x, size_t n)
{
    const perlin_noise *const noise = pass->noise;
    pass->octave = octave;
    pass->tile = &pass->tiles[octave < TILES ? octave : TILES - 1];
    if (octave >= pass->known) {
        tile_init(pass->tile, noise, octave, pass->grid, dims, x, n);
        pass->known = octave < TILES - 1 ? octave + 1 : TILES - 1;
    }
    lattice_clear_behind(&pass->lattice, dims, pass->tile->points);
    pass->window.first = pass->window.n = 0;
    for (int a = 1; a < dims; a++) {
        pass->level[a].is_placed = 0;
        pass->cell[a] = 0;
    }
    pass->entered = 0;
}

/* The rows from the window's sample `at` on that share its cell, of at most `most`. */
INLINE size_t rows_in_cell(const struct window *y, size_t at, size_t most)
{
    size_t rows = 1;
    while (rows < most && at + rows < y->n && y->cell[at + rows] == y->cell[at])
        rows++;
    return rows;
}

/* Goes to a cell along an axis; returns whether that is another one. */
INLINE int pass_moves(struct pass *pass, int axis, uint32_t cell)
{
    const int moves = pass->cell[axis] != cell;
    pass->cell[axis] = cell;
    return moves;
}

/* Goes to the cursor's row and finds how many rows, of at most `most`, form a strip with it. */
INLINE void pass_enter_strip(struct pass *pass, int dims, const struct cursor *cursor, size_t most,
                             struct strip *strip)
{
    const struct perlin_spectrum *const spectrum = &pass->noise->spectrum;
    int moves = !pass->entered;
    strip->rows = 1;
    if (dims > 1) {
        struct window *const y = &pass->window;
        const size_t at = window_at(y, spectrum, pass->octave, pass->grid, cursor->index[1], most);
        moves |= pass_moves(pass, 1, y->cell[at]);
        strip->rows = rows_in_cell(y, at, least(most, STRIP));
        strip->distance[0] = y->near + at;
        strip->distance[1] = y->far + at;
        strip->fade = y->fade + at;
    }
    for (int a = 2; a < dims; a++) {
        struct level *const level = &pass->level[a];
        level_enter(level, spectrum, pass->octave, pass->grid, a, cursor->index[a]);
        moves |= pass_moves(pass, a, level->cell);
        strip->other_near[a] = level->near;
        strip->other_fade[a] = level->fade;
    }
    pass->entered = 1;
    if (moves)
        lattice_enter_cell(&pass->lattice, pass->tile,
                           perlin_octave_tables(pass->noise, pass->octave), dims,
                           spectrum->modulus[pass->octave], pass->cell);
}

/* Gives all NaNs of a row the same bits; a sample at a time, since such rows are rare. */
static inline void settle_nans(real *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        v_store_part(out + i, v_canonical(v_splat(out[i])), 1);
}

/* A part of a grid: some rows of a tile, and where their samples go. */
struct block {
    size_t x, n, rows;
    struct cursor cursor; /* of the first row */
    const output_sink *sink;
};

/*
 * Evaluates an octave of the block: an only one goes to the output, one of several is added to the totals.
 * Returns the row behind the block.
 */
INLINE struct cursor block_octave(const struct block *block, struct pass *pass, int dims, int even,
                                  enum adding adding, uint32_t octave, real *total)
{
    const size_t pitch = whole_vectors(block->n);
    struct cursor at = block->cursor;
    const perlin_noise *const noise = pass->noise;
    const real weight = (real)noise->spectrum.weight[octave];
    struct strip strip = {.output = noise->LANE(output)[dims - 1],
                          .shape = &noise->shape,
                          .weight =
                              adding == FOLDED ? folded_weight(&noise->shape, weight) : weight,
                          .strengths = has_strength(&noise->shape) ? BLOCK / 2 : 0,
                          .stride = adding ? (ptrdiff_t)pitch : pass->grid->stride[1],
                          .n = adding ? pitch : block->n};
    int finite = 1; /* all coordinates are, so that no sample is NaN */
    for (int a = 0; a < dims && adding == ONLY; a++)
        finite &= axis_is_finite(pass->grid, a, noise->spectrum.frequency[octave]);
    pass_begin(pass, dims, octave, block->x, block->n);
    for (size_t r = 0; r < block->rows; r += strip.rows) {
        pass_enter_strip(pass, dims, &at, block->rows - r, &strip);
        strip.out = adding ? total + r * pitch : block->sink->out + at.offset;
        strip_evaluate(&strip, pass->tile, &pass->lattice, &noise->LANE(gradients)[dims - 1], dims,
                       even, adding);
        if (!finite)
            for (size_t s = 0; s < strip.rows; s++)
                settle_nans(strip.out + (ptrdiff_t)s * strip.stride, block->n);
        cursor_pass(&at, pass->grid, dims, strip.rows);
    }
    return at;
}

/* The sum of a block's octaves. Returns the row behind the block. Where vectors take long one kernel may ask for each how
   octaves add up. */
INLINE struct cursor block_sum(const struct block *block, struct pass *pass, int dims, int even)
{
    const perlin_noise *const noise = pass->noise;
    const enum adding adding = adding_of(&noise->shape);
    const int asks = dims != 2 || even;
    const size_t pitch = whole_vectors(block->n), samples = block->rows * pitch;
    _Alignas(64) real total[BLOCK];
    struct cursor at = block->cursor, end;
    const int starts = adding == PLAIN && !asks;
    if (!starts)
        memset(total, 0, samples * sizeof total[0]);
    for (size_t i = 0; has_strength(&noise->shape) && i < samples; i += LANES)
        v_store(total + BLOCK / 2 + i, v_splat(1));
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++)
        if (asks)
            end = block_octave(block, pass, dims, even, adding, o, total);
        else if (starts && o == 0)
            end = block_octave(block, pass, dims, even, FIRST, o, total);
        else if (adding == PLAIN)
            end = block_octave(block, pass, dims, even, PLAIN, o, total);
        else if (adding == FOLDED)
            end = block_octave(block, pass, dims, even, FOLDED, o, total);
        else
            end = block_octave(block, pass, dims, even, SHAPED, o, total);
    for (size_t r = 0; r < block->rows; r++) {
        write_row(block->sink, &noise->LANE(output)[dims - 1], total + r * pitch, block->n,
                  block->sink->out + at.offset, pass->grid->stride[0]);
        cursor_pass(&at, pass->grid, dims, 1);
    }
    return end;
}

/* A tile of all rows: an only octave goes straight to the output, if samples are adjacent there. */
INLINE void grid_noise(const perlin_noise *noise, const perlin_grid *grid, int dims, int even,
                       const output_sink *sink)
{
    const int direct = is_only_octave(noise) && sink->plain && grid->stride[0] == 1;
    struct pass pass;
    struct block block;
    pass.noise = noise;
    pass.grid = grid;
    block.sink = sink;
    size_t rows = row_count(grid, dims);
    for (block.x = 0; block.x < grid->count[0]; block.x += block.n) {
        block.n =
            least(grid->count[0] - block.x, direct ? TILE(dims) : least(TILE(dims), BLOCK_WIDTH));
        block.cursor = (struct cursor){{0}, (ptrdiff_t)block.x * grid->stride[0]};
        pass.known = 0;
        const size_t most = direct ? rows : block_samples(noise) / whole_vectors(block.n);
        for (size_t r = 0; r < rows; r += block.rows) {
            block.rows = least(rows - r, most);
            block.cursor = direct ? block_octave(&block, &pass, dims, even, ONLY, 0, NULL)
                                  : block_sum(&block, &pass, dims, even);
        }
    }
}

#define ALIGNED_GRID(name, dims, even)                                                             \
    OUTLINE void name(const perlin_noise *noise, const perlin_grid *grid, const output_sink *sink) \
    {                                                                                              \
        grid_noise(noise, grid, dims, even, sink);                                                 \
    }

ALIGNED_GRID(aligned_grid1, 1, 0)
ALIGNED_GRID(aligned_grid2_other, 2, 0)
ALIGNED_GRID(aligned_grid2_even, 2, 1)
ALIGNED_GRID(aligned_grid3, 3, 0)
ALIGNED_GRID(aligned_grid4, 4, 0)

/* EVEN's kernel is apart, so that what the compiler makes of the one for all other sets does not change. */
static void aligned_grid2(const perlin_noise *noise, const perlin_grid *grid,
                          const output_sink *sink)
{
    (is_even(noise, 2) ? aligned_grid2_even : aligned_grid2_other)(noise, grid, sink);
}

#endif
