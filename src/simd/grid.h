/*
 * Grids: tiles along x that fit the stack, and rows within them. A single octave goes straight to the
 * output; several go through a block of rows in which the octaves add up, one octave at a time, so
 * that each octave's lattice is set up once for many rows.
 */
#ifndef PERLIN_SIMD_GRID_H
#define PERLIN_SIMD_GRID_H

#include "row.h"

enum { BLOCK = 8192 / sizeof(real) }; /* samples in which octaves add up */

/* One octave of one tile, and where among the rows it is. */
struct pass {
    const perlin_noise *noise;
    const perlin_grid *grid;
    uint32_t octave;
    int finite; /* all coordinates are, so that no sample is NaN */
    struct tile tile;
    struct lattice lattice;
    struct window window[4]; /* of axes 1 to 3 */
    int32_t cell[4];         /* of the lattice's gradients; -1: none yet */
};

/* A row of the grid: its indices along y, z and w, and its place in the output. */
struct cursor {
    size_t index[4];
    ptrdiff_t offset;
};

/* Goes to the next row, y fastest; from the last to the first. */
INLINE void cursor_next(struct cursor *cursor, const perlin_grid *grid, int dims)
{
    for (int a = 1; a < dims; a++) {
        cursor->offset += grid->stride[a];
        if (++cursor->index[a] < grid->count[a])
            return;
        cursor->offset -= (ptrdiff_t)grid->count[a] * grid->stride[a];
        cursor->index[a] = 0;
    }
}

INLINE void pass_begin(struct pass *pass, int dims, uint32_t octave, size_t x, size_t n)
{
    const perlin_noise *const noise = pass->noise;
    pass->octave = octave;
    pass->finite = 1;
    for (int a = 0; a < dims; a++)
        pass->finite &= axis_is_finite(pass->grid, a, noise->spectrum.frequency[octave]);
    tile_init(&pass->tile, pass->grid, noise->spectrum.frequency[octave], x, n);
    lattice_init(&pass->lattice, dims, &pass->tile,
                 &perlin_octave_tables(noise, octave)->permutation);
    for (int a = 1; a < dims; a++) {
        pass->window[a].first = pass->window[a].n = 0;
        pass->cell[a] = -1;
    }
    if (dims == 1) { /* no other axis ever enters a cell */
        lattice_enter_cell(&pass->lattice, perlin_octave_tables(noise, octave),
                           &noise->LANE(gradients)[0], 1, pass->cell);
        lattice_enter_row(&pass->lattice, 1, NULL);
    }
}

/* Evaluates one row of the pass to out. */
INLINE void pass_row(struct pass *pass, int dims, const struct cursor *cursor, real *out,
                     const output_scale *output)
{
    real fraction[4], faded[4];
    int moved = 0;
    for (int a = 1; a < dims; a++) {
        const size_t at =
            window_at(&pass->window[a], pass->grid, a,
                      pass->noise->spectrum.frequency[pass->octave], cursor->index[a]);
        moved |= pass->cell[a] != pass->window[a].cell[at];
        pass->cell[a] = pass->window[a].cell[at];
        fraction[a] = pass->window[a].fraction[at];
        faded[a] = pass->window[a].fade[at];
    }
    if (moved)
        lattice_enter_cell(&pass->lattice, perlin_octave_tables(pass->noise, pass->octave),
                           &pass->noise->LANE(gradients)[dims - 1], dims, pass->cell);
    if (dims > 1)
        lattice_enter_row(&pass->lattice, dims, fraction);
    row(&pass->tile, &pass->lattice, dims, faded, out, output);
}

static inline size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* total += weight * raw; both may be read and written in whole vectors. */
static inline void add_octave(real *total, const real *raw, size_t n, real weight)
{
    for (size_t i = 0; i < n; i += LANES)
        v_store(total + i, v_load(total + i) + v_splat(weight) * v_load(raw + i));
}

/* Finishes a row of totals into the output. */
static inline void write_row(const real *total, size_t n, const output_scale *output, real *out,
                             ptrdiff_t stride)
{
    for (size_t i = 0; i < n; i += LANES) {
        const size_t lanes = least(n - i, LANES);
        const vec value = v_canonical(finish(output, v_load(total + i)));
        if (stride == 1 && lanes == LANES) {
            v_store(out + i, value);
        } else if (stride == 1) {
            v_store_part(out + i, value, lanes);
        } else {
            real lane[LANES];
            v_store(lane, value);
            for (size_t l = 0; l < lanes; l++)
                out[(ptrdiff_t)(i + l) * stride] = lane[l];
        }
    }
}

/* Finishes the rows of a block of totals and moves the cursor past them. */
INLINE void write_rows(const perlin_grid *grid, int dims, const real *total, size_t n, size_t rows,
                       const output_scale *output, real *out, struct cursor *cursor)
{
    for (size_t r = 0; r < rows; r++) {
        write_row(total + r * whole_vectors(n), n, output, out + cursor->offset, grid->stride[0]);
        cursor_next(cursor, grid, dims);
    }
}

/* Gives all NaNs of a row the same bits; a sample at a time, since such rows are rare. */
static inline void settle_nans(real *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        v_store_part(out + i, v_canonical(v_splat(out[i])), 1);
}

/*
 * Evaluates some rows of a tile, whose samples go to out[cursor->offset...], and moves the cursor past them;
 * or, directly, all rows.
 */
INLINE void block(struct pass *pass, int dims, size_t x, size_t n, struct cursor *cursor,
                  size_t rows, int direct, const output_scale *output, real *out)
{
    const struct perlin_spectrum *const spectrum = &pass->noise->spectrum;
    const size_t pitch = whole_vectors(n);
    struct cursor at = *cursor;
    real total[BLOCK], raw[MAX_TILE];
    if (!direct) {
        memset(total, 0, rows * pitch * sizeof total[0]);
        memset(raw, 0, sizeof raw); /* whole vectors are added */
    }
    for (uint32_t o = 0; o < spectrum->octaves; o++) {
        at = *cursor;
        pass_begin(pass, dims, o, x, n);
        for (size_t r = 0; r < rows; r++) {
            pass_row(pass, dims, &at, direct ? out + at.offset : raw, direct ? output : NULL);
            if (!direct)
                add_octave(total + r * pitch, raw, n, (real)spectrum->weight[o]);
            else if (!pass->finite)
                settle_nans(out + at.offset, n);
            cursor_next(&at, pass->grid, dims);
        }
    }
    if (!direct)
        write_rows(pass->grid, dims, total, n, rows, output, out, cursor);
}

INLINE void grid_noise(const perlin_noise *noise, const perlin_grid *grid, int dims, real *out)
{
    const int direct = noise->spectrum.octaves == 1 && grid->stride[0] == 1;
    struct pass pass;
    pass.noise = noise;
    pass.grid = grid;
    size_t rows = 1, n;
    for (int a = 1; a < dims; a++)
        rows *= grid->count[a];
    for (size_t x = 0; x < grid->count[0]; x += n) {
        struct cursor cursor = {{0}, (ptrdiff_t)x * grid->stride[0]};
        n = least(grid->count[0] - x, TILE(dims));
        const output_scale *const output = &noise->LANE(output)[dims - 1];
        const size_t most = BLOCK / whole_vectors(n);
        if (direct)
            block(&pass, dims, x, n, &cursor, rows, 1, output, out);
        else
            for (size_t r = 0; r < rows; r += most)
                block(&pass, dims, x, n, &cursor, least(rows - r, most), 0, output, out);
    }
}

#endif
