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
    int finite; /* grid_is_finite */
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

INLINE void pass_init(struct pass *pass, const perlin_noise *noise, const perlin_grid *grid,
                      int dims)
{
    pass->noise = noise;
    pass->grid = grid;
    pass->finite = grid_is_finite(noise, grid, dims);
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
INLINE void block_octave(const struct block *block, struct pass *pass, int dims, int even,
                         enum adding adding, uint32_t octave, uint32_t number, real *total,
                         const output_sink *sink)
{
    const size_t pitch = whole_vectors(block->n);
    const perlin_noise *const noise = pass->noise;
    const int folds = adding == FOLDED || adding == FIRST_FOLDED;
    const real weight = (real)noise->spectrum.weight[octave];
    struct strip strip = {.output = noise->LANE(output)[dims - 1],
                          .shape = &noise->shape,
                          .weight = folds ? folded_weight(&noise->shape, weight) : weight,
                          .strengths = has_strength(&noise->shape) ? BLOCK / 2 : 0,
                          .pitch = (ptrdiff_t)pitch,
                          .stride =
                              makes_results(adding) ? pass->grid->stride[1] : (ptrdiff_t)pitch,
                          .n = makes_results(adding) ? block->n : pitch};
    pass_begin(pass, dims, octave, number, block);
    for (size_t r = 0; r < block->rows; r += strip.rows) {
        pass_enter_rows(pass, dims, block, r, &strip);
        for (size_t p = 0; p < block->planes; p++) {
            pass_enter_plane(pass, dims, block, p, &strip);
            if (!is_only(adding))
                strip.total = strip.out = total + (p * block->rows + r) * pitch;
            if (makes_results(adding))
                strip.out = sink->out + block_offset(block, pass->grid, r, p);
            strip_evaluate(&strip, pass->tile, &pass->edges, &noise->LANE(gradients)[dims - 1],
                           dims, even, adding);
        }
    }
}

/* Whether sums of octaves, PLAIN or FOLDED ones, have kernels of their own. Elsewhere one kernel asks for each vector how octaves
   add up, which takes less code, and little time where vectors take long. */
INLINE int has_kernels(int dims, int even, enum adding adding)
{
    return dims == 3 && goes_down(3) ? adding == PLAIN : dims == 2 && !even;
}

/* The sum of a block's octaves. */
INLINE void block_sum(const struct block *block, struct pass *pass, int dims, int even,
                      const output_sink *sink)
{
    const perlin_noise *const noise = pass->noise;
    const enum adding adding = adding_of(&noise->shape);
    const uint32_t octaves = noise->spectrum.octaves;
    const int plain = has_kernels(dims, even, PLAIN) && adding == PLAIN;
    const int folded = has_kernels(dims, even, FOLDED) && adding == FOLDED;
    const size_t pitch = whole_vectors(block->n), samples = block->rows * block->planes * pitch;
    const int ends = plain && octaves > 1 && pass->finite && sink->plain &&
                     pass->grid->stride[0] == 1; /* with the last octave */
    _Alignas(64) real total[BLOCK];
    if (!plain && !folded) /* else the first octave asks for no totals */
        memset(total, 0, samples * sizeof total[0]);
    for (size_t i = 0; has_strength(&noise->shape) && i < samples; i += LANES)
        v_store(total + BLOCK / 2 + i, v_splat(1));
    for (uint32_t o = 0; o < octaves; o++)
        if (plain && o == 0)
            block_octave(block, pass, dims, even, FIRST, o, o, total, sink);
        else if (ends && o == octaves - 1)
            block_octave(block, pass, dims, even, LAST, o, o, total, sink);
        else if (plain)
            block_octave(block, pass, dims, even, PLAIN, o, o, total, sink);
        else if (folded && o == 0)
            block_octave(block, pass, dims, even, FIRST_FOLDED, o, o, total, sink);
        else if (folded)
            block_octave(block, pass, dims, even, FOLDED, o, o, total, sink);
        else if (has_kernels(dims, even, PLAIN) && has_kernels(dims, even, FOLDED))
            block_octave(block, pass, dims, even, SHAPED, o, o, total, sink);
        else
            block_octave(block, pass, dims, even, adding, o, o, total, sink);
    for (size_t p = 0; p < block->planes && !ends; p++)
        for (size_t r = 0; r < block->rows; r++)
            write_row(sink, &noise->LANE(output)[dims - 1], pass->finite,
                      total + (p * block->rows + r) * pitch, block->n,
                      sink->out + block_offset(block, pass->grid, r, p), pass->grid->stride[0]);
}

/* Evaluates an only octave of a block whose results need sums: apart, since gcc adds up what inlined functions need of the stack. */
typedef void summed_function(const struct block *block, struct pass *pass, uint32_t number,
                             const output_sink *sink);

/*
 * A stretch of x of all rows, in blocks: of one tile, or of several in turns for an only octave, so that
 * these share what is found of y. It goes straight to the output, if samples are adjacent there.
 */
INLINE void grid_noise(const perlin_noise *noise, const perlin_grid *grid, int dims, int even,
                       summed_function *summed_octave, const output_sink *sink)
{
    const int direct = is_only_octave(noise) && sink->plain && grid->stride[0] == 1;
    const int summed = needs_sums(&noise->LANE(output)[dims - 1]);
    const size_t rows = row_count(grid, dims), width = TILE(dims);
    const size_t stretch = direct ? TILES * width : width;
    struct pass pass;
    struct block block;
    pass_init(&pass, noise, grid, dims);
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
                if (direct && summed)
                    summed_octave(&block, &pass, number, sink);
                else if (direct)
                    block_octave(&block, &pass, dims, even, ONLY, 0, number, NULL, sink);
                else
                    block_sum(&block, &pass, dims, even, sink);
            }
            cursor_pass_block(&block.cursor, grid, dims, block.rows, block.planes);
        }
    }
    if (direct && !pass.finite)
        settle_grid(grid, dims, sink->out);
}

#define ALIGNED_GRID(name, dims, even)                                                             \
    OUTLINE void name##_summed(const struct block *block, struct pass *pass, uint32_t number,      \
                               const output_sink *sink)                                            \
    {                                                                                              \
        block_octave(block, pass, dims, even, ONLY_SUMMED, 0, number, NULL, sink);                 \
    }                                                                                              \
    OUTLINE void name(const perlin_noise *noise, const perlin_grid *grid, const output_sink *sink) \
    {                                                                                              \
        grid_noise(noise, grid, dims, even, name##_summed, sink);                                  \
    }

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
