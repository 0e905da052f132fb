/*
 * Grids that follow the lattice, in blocks: tiles along x that fit the stack, some rows of these along y,
 * some planes of rows along z. A single octave goes straight to an output of adjacent samples; several add
 * up in totals, one octave at a time, so that each octave's edges are set up once for many rows.
 */
#ifndef PERLIN_SIMD_GRID_H
#define PERLIN_SIMD_GRID_H

#include "cursor.h"
#include "sink.h"
#include "strip.h"

/* Octaves add up in blocks of so many samples: tiles of as many rows as a strip may have. */
enum { BLOCK = MAX_TILE * STRIP / (STACK_IS_SHORT ? 2 : 1) };

/* Where octaves have strengths, these take the second half of a block. */
INLINE size_t block_samples(const perlin_noise *noise)
{
    return has_strength(&noise->shape) ? BLOCK / 2 : BLOCK;
}

/* Tiles that are kept, 6 of floats, 5 of doubles: of octaves, the last one's place being that of all
   later ones, too; or, of an only octave, neighbours along x. */
enum { TILES = 4 + 8 / sizeof(real) };

/* Beyond 2-D rows of so many planes along z go together: they share what is found of y, and in a cell its
   lattice. */
enum { PLANES = 16 };
/* Where there is no room for these, so many rows do, of as many planes as there is room for. */
enum { PLANE_ROWS = 16 };

/* A part of a grid: samples along x, and rows of some planes. */
struct block {
    size_t x, n, rows, planes;
    struct cursor cursor; /* of the first row */
};

/* Goes to the rows that the cursor is at, as many as there is room for: up to a window of y, which is then
   found once. */
INLINE void block_enter(struct block *block, const perlin_grid *grid, int dims, size_t room)
{
    const size_t *const at = block->cursor.index;
    const size_t planes = dims > 2 ? least(grid->count[2], PLANES) : 1;
    const size_t most = least(greatest(room / planes, least(room, PLANE_ROWS)), WINDOW);
    const size_t rows = least(grid->count[1], most);
    block->rows = least(grid->count[1] - at[1], rows);
    block->planes = dims > 2 ? least(grid->count[2] - at[2], least(room / rows, PLANES)) : 1;
}

/* Where a row of the block goes. */
INLINE ptrdiff_t block_offset(const struct block *block, const perlin_grid *grid, size_t row,
                              size_t plane)
{
    return block->cursor.offset + (ptrdiff_t)block->x * grid->stride[0] +
           (ptrdiff_t)row * grid->stride[1] + (ptrdiff_t)plane * grid->stride[2];
}

/* One octave of one tile, and where among the rows it is. */
struct pass {
    const perlin_noise *noise;
    const perlin_grid *grid;
    struct tile tiles[TILES], *tile;
    uint32_t held[TILES]; /* which tiles are there: octaves, numbers along x, or NONE */
    uint32_t octave;      /* y, z and w are of this one, or NONE: */
    struct window y;
    struct level z[PLANES], w;
    struct edges edges;
    int entered; /* the edges have the hashes of the cell */
    uint32_t cell[4];
};

enum { NONE = UINT8_MAX };
_Static_assert(PERLIN_MAX_OCTAVES < NONE, "an octave is not none");

INLINE void pass_init(struct pass *pass, const perlin_noise *noise, const perlin_grid *grid)
{
    pass->noise = noise;
    pass->grid = grid;
    pass->octave = NONE;
}

/* Goes to other tiles, and to blocks of other shapes. */
INLINE void pass_drop_tiles(struct pass *pass)
{
    pass->y.n = 0;
    for (int t = 0; t < TILES; t++)
        pass->held[t] = NONE;
}

/* Goes to an octave of the block, whose tile has the number `number`. */
INLINE void pass_begin(struct pass *pass, int dims, uint32_t octave, uint32_t number,
                       const struct block *block)
{
    const size_t place = least(number, TILES - 1);
    pass->tile = &pass->tiles[place];
    if (pass->held[place] != number) {
        tile_init(pass->tile, pass->noise, octave, pass->grid, dims, block->x, block->n);
        pass->held[place] = number;
    }
    if (pass->octave != octave) {
        pass->octave = octave;
        pass->y.first = pass->y.n = 0;
        for (int p = 0; p < PLANES; p++)
            pass->z[p].is_placed = 0;
        pass->w.is_placed = 0;
    }
    edges_clear_behind(&pass->edges, dims, pass->tile->points);
    pass->edges.is_hashed = 0;
    pass->entered = 0;
    for (int a = 1; a < dims; a++)
        pass->cell[a] = 0;
}

/* The rows from the window's sample `at` on that share its cell, of at most `most`, which the window has. */
INLINE size_t rows_in_cell(const struct window *y, size_t at, size_t most)
{
    size_t rows = 1;
    while (rows < most && y->cell[at + rows] == y->cell[at])
        rows++;
    return rows;
}

/* Goes to a row of the block and finds how many form a strip with it. */
INLINE void pass_enter_rows(struct pass *pass, int dims, const struct block *block, size_t row,
                            struct strip *strip)
{
    struct window *const y = &pass->y;
    const size_t most = block->rows - row;
    const size_t at = window_at(y, &pass->noise->spectrum, pass->octave, pass->grid, dims,
                                block->cursor.index[1] + row, most);
    strip->rows = rows_in_cell(y, at, least(most, STRIP));
    strip->cell_y = y->cell[at];
    strip->distance[0] = y->near + at;
    strip->distance[1] = y->far + at;
    strip->fade = y->fade + at;
}

/* Goes to a cell along an axis. Returns whether it is another one. */
INLINE int pass_moves(struct pass *pass, int axis, uint32_t cell)
{
    const int moves = pass->cell[axis] != cell;
    pass->cell[axis] = cell;
    return moves;
}

/* Takes the strip to a plane of the block, and the edges to its cell. */
INLINE void pass_enter_plane(struct pass *pass, int dims, const struct block *block, size_t plane,
                             struct strip *strip)
{
    const struct perlin_spectrum *const spectrum = &pass->noise->spectrum;
    const uint32_t octave = pass->octave;
    int moves = pass_moves(pass, 1, strip->cell_y) | (pass->entered == 0);
    for (int a = 2; a < dims; a++) {
        struct level *const level = a == 2 ? &pass->z[plane] : &pass->w;
        level_enter(level, spectrum, octave, pass->grid, dims, a,
                    block->cursor.index[a] + (a == 2 ? plane : 0));
        moves |= pass_moves(pass, a, level->cell);
        strip->other_near[a] = level->near;
        strip->other_fade[a] = level->fade;
    }
    pass->entered = 1;
    if (moves)
        edges_enter_cell(&pass->edges, pass->tile, perlin_octave_tables(pass->noise, octave), dims,
                         spectrum->modulus[octave], pass->cell);
}

/* Evaluates an octave of the block: an only one goes to the output, one of several is added to the totals. */
INLINE void block_octave(const struct block *block, struct pass *pass, int dims, int only,
                         uint32_t octave, uint32_t number, real *total, const output_sink *sink)
{
    const size_t pitch = whole_vectors(block->n);
    const perlin_noise *const noise = pass->noise;
    struct strip strip = {.output = noise->LANE(output)[dims - 1],
                          .shape = &noise->shape,
                          .weight = (real)noise->spectrum.weight[octave],
                          .strengths = has_strength(&noise->shape) ? BLOCK / 2 : 0,
                          .stride = only ? pass->grid->stride[1] : (ptrdiff_t)pitch,
                          .n = only ? block->n : pitch};
    pass_begin(pass, dims, octave, number, block);
    for (size_t r = 0; r < block->rows; r += strip.rows) {
        pass_enter_rows(pass, dims, block, r, &strip);
        for (size_t p = 0; p < block->planes; p++) {
            pass_enter_plane(pass, dims, block, p, &strip);
            strip.out = only ? sink->out + block_offset(block, pass->grid, r, p)
                             : total + (p * block->rows + r) * pitch;
            strip_evaluate(&strip, pass->tile, &pass->edges, &noise->LANE(gradients)[dims - 1],
                           dims, only);
        }
    }
}

/* The sum of a block's octaves. */
INLINE void block_sum(const struct block *block, struct pass *pass, int dims,
                      const output_sink *sink)
{
    const perlin_noise *const noise = pass->noise;
    const size_t pitch = whole_vectors(block->n), samples = block->rows * block->planes * pitch;
    _Alignas(64) real total[BLOCK];
    memset(total, 0, samples * sizeof total[0]);
    for (size_t i = 0; has_strength(&noise->shape) && i < samples; i += LANES)
        v_store(total + BLOCK / 2 + i, v_splat(1));
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++)
        block_octave(block, pass, dims, 0, o, o, total, sink);
    for (size_t p = 0; p < block->planes; p++)
        for (size_t r = 0; r < block->rows; r++)
            write_row(sink, &noise->LANE(output)[dims - 1], total + (p * block->rows + r) * pitch,
                      block->n, sink->out + block_offset(block, pass->grid, r, p),
                      pass->grid->stride[0]);
}

/*
 * A stretch of x of all rows, in blocks: of one tile, or of several in turns for an only octave, so that
 * these share what is found of y. It goes straight to the output, if samples are adjacent there.
 */
INLINE void grid_noise(const perlin_noise *noise, const perlin_grid *grid, int dims,
                       const output_sink *sink)
{
    const int direct = is_only_octave(noise) && sink->plain && grid->stride[0] == 1;
    const size_t rows = row_count(grid, dims), width = TILE(dims);
    const size_t stretch = direct ? TILES * width : width;
    struct pass pass;
    struct block block;
    pass_init(&pass, noise, grid);
    for (size_t x = 0; x < grid->count[0]; x += stretch) {
        const size_t end = least(grid->count[0], x + stretch);
        const size_t room = direct ? rows : block_samples(noise) / whole_vectors(end - x);
        pass_drop_tiles(&pass);
        block.cursor = (struct cursor){{0}, 0};
        for (size_t r = 0; r < rows; r += block.rows * block.planes) {
            block_enter(&block, grid, dims, room);
            for (block.x = x; block.x < end; block.x += block.n) {
                block.n = least(end - block.x, width);
                const uint32_t number = (uint32_t)((block.x - x) / width);
                if (direct)
                    block_octave(&block, &pass, dims, 1, 0, number, NULL, sink);
                else
                    block_sum(&block, &pass, dims, sink);
            }
            cursor_pass_block(&block.cursor, grid, dims, block.rows, block.planes);
        }
    }
    if (direct && !grid_is_finite(noise, grid, dims))
        settle_grid(grid, dims, sink->out);
}

#define ALIGNED_GRID(dims)                                                                         \
    OUTLINE void aligned_grid##dims(const perlin_noise *noise, const perlin_grid *grid,            \
                                    const output_sink *sink)                                       \
    {                                                                                              \
        grid_noise(noise, grid, dims, sink);                                                       \
    }

ALIGNED_GRID(2)
ALIGNED_GRID(3)
ALIGNED_GRID(4)

#endif
