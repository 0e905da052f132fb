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

/* Whether octaves are summed as the row kernel finds them, folded or not. */
INLINE int is_row_sum(const struct perlin_shape *shape)
{
    return is_plain(shape) || is_folded(shape);
}

/* Other fractals keep totals, strengths and an octave's raw noise, in parts of a block. */
enum { BLOCK_PART = BLOCK / 4, STRENGTHS = BLOCK_PART, RAW = 2 * BLOCK_PART };

INLINE size_t block_samples(const perlin_noise *noise)
{
    return is_row_sum(&noise->shape) ? BLOCK : BLOCK_PART;
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

/* Where an octave of a block goes. */
struct block_store {
    const real *sum; /* totals of the octaves before it, or NULL */
    real *buffer;    /* totals, or raw noise; or NULL: */
    real *out;       /* the output, where the grid's first sample goes */
    output_scale output;
    int is_last;
};

/* Evaluates an octave of the block. */
INLINE void block_octave(const struct block *block, struct pass *pass, int dims, int only,
                         uint32_t octave, uint32_t number, const struct block_store *store)
{
    const size_t pitch = whole_vectors(block->n);
    const perlin_noise *const noise = pass->noise;
    const real weight = (real)noise->spectrum.weight[octave];
    struct strip strip = {.output = store->output,
                          .weight =
                              noise->shape.fractal == PERLIN_FRACTAL_RIDGED ? -weight : weight,
                          .folds = is_folded(&noise->shape),
                          .is_last = store->is_last,
                          .pitch = (ptrdiff_t)pitch,
                          .stride = store->buffer ? (ptrdiff_t)pitch : pass->grid->stride[1],
                          .n = store->buffer ? pitch : block->n};
    pass_begin(pass, dims, octave, number, block);
    for (size_t r = 0; r < block->rows; r += strip.rows) {
        pass_enter_rows(pass, dims, block, r, &strip);
        for (size_t p = 0; p < block->planes; p++) {
            const size_t at = (p * block->rows + r) * pitch;
            pass_enter_plane(pass, dims, block, p, &strip);
            strip.sum = store->sum ? store->sum + at : NULL;
            strip.out = store->buffer ? store->buffer + at
                                      : store->out + block_offset(block, pass->grid, r, p);
            strip_evaluate(&strip, pass->tile, &pass->edges, &noise->LANE(gradients)[dims - 1],
                           dims, only);
        }
    }
}

/* That, compiled once for each number of dimensions: of an only octave, or raw noise; and of one of several. */
typedef void octave_function(const struct block *block, struct pass *pass, uint32_t octave,
                             uint32_t number, const struct block_store *store);
struct octave_kernels {
    octave_function *only, *summed;
};

/* The octaves of a sum by rows, the last of which goes to the output, or with `to_output` 0 to the totals. */
INLINE void block_row_sum(const struct block *block, struct pass *pass, int dims,
                          octave_function *octave, real total[], int to_output, real *out)
{
    const uint32_t octaves = pass->noise->spectrum.octaves;
    struct block_store store = {.buffer = total, .output = pass->noise->LANE(output)[dims - 1]};
    for (uint32_t o = 0; o < octaves; o++) {
        if (o == octaves - 1 && to_output) {
            store.buffer = NULL;
            store.out = out;
            store.is_last = 1;
        }
        octave(block, pass, o, o, &store);
        store.sum = total;
    }
}

/* The octaves of any other fractal. */
INLINE void block_shaped_sum(const struct block *block, struct pass *pass, int dims,
                             octave_function *octave, real total[])
{
    const perlin_noise *const noise = pass->noise;
    const size_t samples = block->rows * block->planes * whole_vectors(block->n);
    const struct block_store store = {.buffer = total + RAW,
                                      .output = {.factor = 1}}; /* as it is */
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        octave(block, pass, o, o, &store);
        for (size_t i = 0; i < samples; i += LANES) {
            struct sum sum = {v_splat(0), v_splat(1)};
            if (o > 0)
                sum = (struct sum){v_load(total + i), v_load(total + STRENGTHS + i)};
            sum = add_octave(&noise->shape, &noise->LANE(output)[dims - 1],
                             (real)noise->spectrum.weight[o], sum, v_load(total + RAW + i));
            v_store(total + i, sum.total);
            v_store(total + STRENGTHS + i, sum.strength);
        }
    }
}

/* The sum of a block's octaves. */
INLINE void block_sum(const struct block *block, struct pass *pass, int dims,
                      const struct octave_kernels *octave, const output_sink *sink)
{
    const perlin_noise *const noise = pass->noise;
    const size_t pitch = whole_vectors(block->n);
    const int is_sum = is_row_sum(&noise->shape);
    const int to_output = is_sum && sink->plain && pass->grid->stride[0] == 1 && pass->finite;
    _Alignas(64) real total[BLOCK];
    if (is_sum)
        block_row_sum(block, pass, dims, octave->summed, total, to_output, sink->out);
    else
        block_shaped_sum(block, pass, dims, octave->only, total);
    for (size_t p = 0; p < block->planes && !to_output; p++)
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
                       const struct octave_kernels *octave, const output_sink *sink)
{
    const int direct = is_only_octave(noise) && sink->plain && grid->stride[0] == 1;
    const size_t rows = row_count(grid, dims), width = TILE(dims);
    const size_t stretch = direct ? TILES * width : width;
    struct pass pass;
    struct block block;
    pass_init(&pass, noise, grid, dims);
    const struct block_store only = {.out = sink->out, .output = noise->LANE(output)[dims - 1]};
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
                    octave->only(&block, &pass, 0, number, &only);
                else
                    block_sum(&block, &pass, dims, octave, sink);
            }
            cursor_pass_block(&block.cursor, grid, dims, block.rows, block.planes);
        }
    }
    if (direct && !pass.finite)
        settle_grid(grid, dims, sink->out);
}

#define ALIGNED_GRID(dims)                                                                         \
    OUTLINE void only_octave##dims(const struct block *block, struct pass *pass, uint32_t octave,  \
                                   uint32_t number, const struct block_store *store)               \
    {                                                                                              \
        block_octave(block, pass, dims, 1, octave, number, store);                                 \
    }                                                                                              \
    OUTLINE void summed_octave##dims(const struct block *block, struct pass *pass,                 \
                                     uint32_t octave, uint32_t number,                             \
                                     const struct block_store *store)                              \
    {                                                                                              \
        block_octave(block, pass, dims, 0, octave, number, store);                                 \
    }                                                                                              \
    OUTLINE void aligned_grid##dims(const perlin_noise *noise, const perlin_grid *grid,            \
                                    const output_sink *sink)                                       \
    {                                                                                              \
        static const struct octave_kernels octave = {only_octave##dims, summed_octave##dims};      \
        grid_noise(noise, grid, dims, &octave, sink);                                              \
    }

ALIGNED_GRID(2)
ALIGNED_GRID(3)
ALIGNED_GRID(4)

#endif
