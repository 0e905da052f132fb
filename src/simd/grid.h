/*
 * Grids: tiles along x that fit the stack, and rows within them. A single octave goes straight to an
 * output of adjacent samples; several go through a block of rows in which the octaves add up, one octave at
 * a time, so that each octave's lattice is set up once for many rows.
 */
#ifndef PERLIN_SIMD_GRID_H
#define PERLIN_SIMD_GRID_H

#include "row.h"

/* Octaves add up in blocks of so many samples: narrow ones, of many rows, share more of what each octave
   sets up. */
enum { BLOCK = 8192 / sizeof(real), BLOCK_WIDTH = 64 };

/* One octave of one tile, and where among the rows it is. */
struct pass {
    const perlin_noise *noise;
    const perlin_grid *grid;
    uint32_t octave;
    struct tile tile;
    struct lattice lattice;
    struct window window[4]; /* of axes 1 to 3 */
    int entered;             /* the lattice has the hashes of the cell */
    uint8_t cell[4];
};

/* A row of the grid: its indices along y, z and w, and its place in the output. */
struct cursor {
    size_t index[4];
    ptrdiff_t offset;
};

/* Passes `rows` rows, which end with the y axis at the latest; from the last row on to the first. */
INLINE void cursor_pass(struct cursor *cursor, const perlin_grid *grid, int dims, size_t rows)
{
    for (int a = 1; a < dims; a++) {
        cursor->index[a] += rows;
        cursor->offset += (ptrdiff_t)rows * grid->stride[a];
        if (cursor->index[a] < grid->count[a])
            return;
        cursor->index[a] = 0;
        cursor->offset -= (ptrdiff_t)grid->count[a] * grid->stride[a];
        rows = 1;
    }
}

INLINE void pass_begin(struct pass *pass, int dims, uint32_t octave, size_t x, size_t n)
{
    const perlin_noise *const noise = pass->noise;
    pass->octave = octave;
    tile_init(&pass->tile, pass->grid, noise->spectrum.frequency[octave], x, n);
    lattice_init(&pass->lattice, dims, &pass->tile,
                 &perlin_octave_tables(noise, octave)->permutation);
    for (int a = 1; a < dims; a++) {
        pass->window[a].first = pass->window[a].n = 0;
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

/* Goes to the cursor's row and finds how many rows, of at most `most`, form a strip with it. */
INLINE void pass_enter_strip(struct pass *pass, int dims, const struct cursor *cursor, size_t most,
                             struct strip *strip)
{
    int moved = !pass->entered;
    strip->rows = 1;
    for (int a = 1; a < dims; a++) {
        struct window *const window = &pass->window[a];
        const size_t at =
            window_at(window, pass->grid, a, pass->noise->spectrum.frequency[pass->octave],
                      cursor->index[a], a == 1 ? most : 1);
        moved |= pass->cell[a] != window->cell[at];
        pass->cell[a] = window->cell[at];
        if (a == 1) {
            strip->rows = rows_in_cell(window, at, least(most, STRIP));
            strip->fraction = window->fraction + at;
            strip->fade = window->fade + at;
        } else {
            strip->other_fraction[a] = window->fraction[at];
            strip->other_fade[a] = window->fade[at];
        }
    }
    pass->entered = 1;
    if (moved)
        lattice_enter_cell(&pass->lattice, perlin_octave_tables(pass->noise, pass->octave), dims,
                           pass->cell);
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
    real *out;
};

/*
 * Evaluates an octave of the block, an only one to the output, one of several from `before` to `after`.
 * Returns the row behind the block.
 */
INLINE struct cursor block_octave(const struct block *block, struct pass *pass, int dims,
                                  int summed, uint32_t octave, const real *before, real *after)
{
    const size_t pitch = whole_vectors(block->n);
    struct cursor at = block->cursor;
    struct strip strip = {.output = &pass->noise->LANE(output)[dims - 1],
                          .weight = (real)pass->noise->spectrum.weight[octave],
                          .before_stride = (ptrdiff_t)pitch,
                          .stride = summed ? (ptrdiff_t)pitch : pass->grid->stride[1],
                          .n = summed ? pitch : block->n};
    int finite = 1; /* all coordinates are, so that no sample is NaN */
    for (int a = 0; a < dims && !summed; a++)
        finite &= axis_is_finite(pass->grid, a, pass->noise->spectrum.frequency[octave]);
    pass_begin(pass, dims, octave, block->x, block->n);
    for (size_t r = 0; r < block->rows; r += strip.rows) {
        pass_enter_strip(pass, dims, &at, block->rows - r, &strip);
        if (summed)
            strip.before = before + r * pitch;
        strip.out = summed ? after + r * pitch : block->out + at.offset;
        strip_evaluate(&strip, &pass->tile, &pass->lattice, &pass->noise->LANE(gradients)[dims - 1],
                       dims, summed);
        if (!finite)
            for (size_t s = 0; s < strip.rows; s++)
                settle_nans(strip.out + (ptrdiff_t)s * strip.stride, block->n);
        cursor_pass(&at, pass->grid, dims, strip.rows);
    }
    return at;
}

/* Finishes a row of totals into the output. */
static inline void write_row(const real *total, size_t n, const output_scale *output, real *out,
                             ptrdiff_t stride)
{
    for (size_t i = 0; i < n; i += LANES) {
        const vec value = v_canonical(finish(output, v_load(total + i)));
        if (stride == 1) {
            store_within(out, i, n, value);
        } else {
            real lane[LANES];
            v_store(lane, value);
            for (size_t l = 0; l < least(n - i, LANES); l++)
                out[(ptrdiff_t)(i + l) * stride] = lane[l];
        }
    }
}

/*
 * The sum of a block's octaves. They go to and fro between two buffers, since a run may write samples of the next
 * one before that does: added in place, they would count twice. Returns the row behind the block.
 */
INLINE struct cursor block_sum(const struct block *block, struct pass *pass, int dims)
{
    const uint32_t octaves = pass->noise->spectrum.octaves;
    const size_t pitch = whole_vectors(block->n);
    real total[2][BLOCK + LANES]; /* a vector of a run may reach behind the last row */
    struct cursor at = block->cursor, end;
    memset(total[0], 0, block->rows * pitch * sizeof total[0][0]);
    for (uint32_t o = 0; o < octaves; o++)
        end = block_octave(block, pass, dims, 1, o, total[o % 2], total[(o + 1) % 2]);
    for (size_t r = 0; r < block->rows; r++) {
        write_row(total[octaves % 2] + r * pitch, block->n, &pass->noise->LANE(output)[dims - 1],
                  block->out + at.offset, pass->grid->stride[0]);
        cursor_pass(&at, pass->grid, dims, 1);
    }
    return end;
}

/* A tile of all rows: an only octave goes straight to the output, if samples are adjacent there. */
INLINE void grid_noise(const perlin_noise *noise, const perlin_grid *grid, int dims, real *out)
{
    const int direct = noise->spectrum.octaves == 1 && grid->stride[0] == 1;
    struct pass pass;
    struct block block;
    pass.noise = noise;
    pass.grid = grid;
    block.out = out;
    size_t rows = 1;
    for (int a = 1; a < dims; a++)
        rows *= grid->count[a];
    for (block.x = 0; block.x < grid->count[0]; block.x += block.n) {
        block.n =
            least(grid->count[0] - block.x, direct ? TILE(dims) : least(TILE(dims), BLOCK_WIDTH));
        block.cursor = (struct cursor){{0}, (ptrdiff_t)block.x * grid->stride[0]};
        const size_t most = direct ? rows : BLOCK / whole_vectors(block.n);
        for (size_t r = 0; r < rows; r += block.rows) {
            block.rows = least(rows - r, most);
            block.cursor = direct ? block_octave(&block, &pass, dims, 0, 0, NULL, NULL)
                                  : block_sum(&block, &pass, dims);
        }
    }
}

#endif
