/*
 * An octave's pass over a grid of value noise (value_grid.h): samples along x and the nodes between which they lie, the other
 * axes' cells and weights, and the hashes of the values that nodes are made of.
 *
 * `places`, a constant where these are inlined, is how many values count along an axis: 2 for VALUE, 4 for VALUE_CUBIC.
 */
#ifndef PERLIN_SIMD_VALUE_PASS_H
#define PERLIN_SIMD_VALUE_PASS_H

#include "block_grid.h"
#include "value.h"
#include "value_cubic.h"

/* The longest tile, and room for the nodes of a row, four a sample at most. */
enum { VALUE_TILE = 128, TILE_PITCH = VALUE_TILE + LANES, NODES = 4 * VALUE_TILE };
enum { NODE_ROOM = NODES + LANES }; /* the nodes of as many rows as it holds */

/* Room for the values of all nodes, 64 each at most; and for the samples in which octaves add up, of which half is for
   strengths, unless octaves are plain. */
enum { NODE_VALUES = 64 * 4 * 32, SHARED = 20 * 4 * 32 };
enum { VALUE_BLOCK = (STACK_IS_SHORT ? 8192 : 12288) / sizeof(real) };
_Static_assert((int)VALUE_BLOCK / 2 >= (int)VALUE_TILE, "a row at least");
_Static_assert(NODE_VALUES >= 16 * NODES && SHARED >= 4 * NODES, "tiles in 3-D are whole");
_Static_assert(4 * 32 % BEHIND == 0 && NODES % BEHIND == 0, "room for whole vectors");

/* The values that a node is made of. */
INLINE int node_values(int places, int dims)
{
    return 1 << places / 2 * (dims - 1);
}

/* How many weights tell what is between values: of two the second one's is enough. */
INLINE int weight_count(int places)
{
    return places == 2 ? 1 : places;
}

/* The longest tile. */
INLINE size_t value_tile_size(int places, int dims)
{
    return places == 4 && dims == 4 ? 32 : VALUE_TILE;
}

/*
 * A stretch of x in one octave. Samples that share a cell are a run; what counts at run r are the nodes r, r + right,
 * r + 2 * right and so on; `right` is 1 where each run's cell follows the last one's, so that runs share nodes.
 */
struct value_tile {
    int32_t nodes, right;
    _Alignas(64) real weight[4 * TILE_PITCH];
    uint8_t run_of[VALUE_TILE + LANES];            /* by sample */
    uint16_t hash[NODES];                          /* p[X] by node, */
    _Alignas(64) uint8_t low_byte[NODES + BEHIND]; /* of which bytes are enough for most */
};

/* An axis other than x: some samples, from `first` on. */
enum { VALUE_WINDOW = 32, WINDOW_PITCH = VALUE_WINDOW + LANES };
struct value_window {
    size_t first, n, at; /* where the row is among them */
    uint32_t cell[VALUE_WINDOW + LANES];
    real weight[4 * WINDOW_PITCH];
};

/* One octave of one stretch of x, and the cell along the other axes that its values are of. */
struct value_pass {
    const perlin_noise *noise;
    const perlin_grid *grid;
    uint32_t octave;
    struct value_tile tile;
    struct value_window window[3]; /* of axes 1 to 3 */
    int entered, has_lines, has_sheets;
    uint32_t cell[4];
    size_t index[4];   /* the last row's */
    size_t pitch;      /* from a corner's hashes to the next one's, and from line to line */
    size_t node_pitch; /* from a row's nodes to the next one's */
    /* A row for each corner off x: its digits to the base `places` are y, z, w. */
    _Alignas(64) uint8_t hash[NODE_VALUES];
    /* Lines, by place along y, and behind them sheets, whose numbers have places along y and z as digits. */
    _Alignas(64) real shared[SHARED];
    /* So that few nodes are in one page: an unaligned vector in two takes long. */
    _Alignas(4 * sizeof(vec)) real node[NODE_ROOM];
};

/* The cells of samples along an axis, and the weights of what counts there, `pitch` apart. */
INLINE void value_axis(const struct value_pass *pass, int places, int axis, size_t first, size_t n,
                       uint32_t cell[], real weight[], size_t pitch)
{
    axis_place(&pass->noise->spectrum, pass->octave, pass->grid, axis, first, n, cell, weight);
    for (size_t i = 0; i < n; i += LANES) {
        const vec t = v_load(weight + i);
        vec at[4];
        if (places == 2)
            at[0] = ease(pass->noise->interpolation, t);
        else
            spline_weights(t, at);
        UNROLL
        for (int k = 0; k < weight_count(places); k++)
            v_store(weight + (size_t)k * pitch + i, at[k]);
    }
}

/* Goes to an octave of n samples from x on. */
INLINE void value_pass_begin(struct value_pass *pass, int places, uint32_t octave, size_t x,
                             size_t n)
{
    struct value_tile *const tile = &pass->tile;
    const struct perlin_tables *const tables = perlin_octave_tables(pass->noise, octave);
    const uint32_t modulus = pass->noise->spectrum.modulus[octave][0];
    uint32_t cell[VALUE_TILE + LANES], run_cell[VALUE_TILE];
    int32_t runs;
    pass->octave = octave;
    pass->entered = pass->has_lines = pass->has_sheets = 0;
    for (int a = 1; a < 4; a++)
        pass->window[a - 1].first = pass->window[a - 1].n = 0;
    value_axis(pass, places, 0, x, n, cell, tile->weight, TILE_PITCH);
    tile->right = find_runs(n, modulus, cell, tile->run_of, run_cell, &runs) ? 1 : runs;
    tile->nodes = runs + (places - 1) * tile->right;
    pass->pitch = ((size_t)tile->nodes + BEHIND - 1) / BEHIND * BEHIND;
    pass->node_pitch = whole_vectors((size_t)tile->nodes) + LANES;
    for (int32_t r = 0; r < runs; r++) {
        uint32_t around[4];
        cells_around(places, run_cell[r], modulus, around);
        for (int k = 0; k < places; k++)
            tile->hash[r + k * tile->right] = tables->permutation[around[k] & tables->mask];
    }
    for (int32_t i = 0; i < tile->nodes; i++)
        tile->low_byte[i] = (uint8_t)tile->hash[i];
    memset(tile->low_byte + tile->nodes, 0, BEHIND);
}

/* Hashes the nodes' corners, axis by axis; of larger hashes the low bytes. */
INLINE void hash_nodes(struct value_pass *pass, int places, int dims)
{
    const struct perlin_tables *const tables = perlin_octave_tables(pass->noise, pass->octave);
    const struct any_table table = any_table(tables, dims);
    const uint32_t *const modulus = pass->noise->spectrum.modulus[pass->octave];
    uint32_t cell[4][4];
    for (int a = 1; a < dims; a++)
        cells_around(places, pass->cell[a], modulus[a], cell[a]);
    for (int32_t i = 0; i < pass->tile.nodes; i++) {
        uint32_t h[64] = {pass->tile.hash[i]};
        UNROLL
        for (int a = 1; a < dims; a++) {
            const int corners = node_values(places, a);
            for (int c = 0; c < corners; c++) {
                const uint32_t hash = h[c];
                for (int k = 0; k < places; k++)
                    h[c + k * corners] = table.permutation[(hash + cell[a][k]) & table.mask];
            }
        }
        for (int c = 0; c < node_values(places, dims); c++)
            pass->hash[(size_t)c * pass->pitch + (size_t)i] = (uint8_t)h[c];
    }
    for (int c = 0; c < node_values(places, dims); c++)
        memset(pass->hash + (size_t)c * pass->pitch + pass->tile.nodes, 0,
               pass->pitch - (size_t)pass->tile.nodes);
}

/* The same by bytes, where the table has 256 entries: of two values along each axis, in registers until all axes are
   hashed. */
INLINE void hash_pairs_by_bytes(struct value_pass *pass, int dims, int wrapped)
{
    const struct perlin_bytes *const lut = &perlin_octave_tables(pass->noise, pass->octave)->lut;
    const uint32_t *const modulus = pass->noise->spectrum.modulus[pass->octave];
    const size_t nodes = (size_t)pass->tile.nodes;
    for (size_t i = 0; i < nodes; i += BYTES) {
        bytes h[8];
        h[0] = v_load_bytes(pass->tile.low_byte + i);
        UNROLL
        for (int a = 1; a < dims; a++)
            extend_hashes(lut, 1 << (a - 1), wrapped, splat_sides(pass->cell[a], modulus[a]), h);
        UNROLL
        for (int c = 0; c < 1 << (dims - 1); c++)
            v_store_bytes(pass->hash + (size_t)c * pass->pitch + i, h[c]);
    }
}

/* Up to how many nodes are hashed sooner one by one than in a register of bytes, most of which are no node's then. */
enum { FEW_NODES = BYTES > 16 && !LOOKUPS_ARE_CHEAP ? 12 : 0 };

/* The same of few nodes: up to the end of a vector. */
INLINE void hash_few_pairs(struct value_pass *pass, int dims, int wrapped)
{
    const struct perlin_bytes *const lut = &perlin_octave_tables(pass->noise, pass->octave)->lut;
    const uint32_t *const modulus = pass->noise->spectrum.modulus[pass->octave];
    for (size_t i = 0; i < whole_vectors((size_t)pass->tile.nodes); i++) {
        size_t h[8] = {pass->tile.low_byte[i]};
        UNROLL
        for (int a = 1; a < dims; a++) {
            const uint32_t cell = pass->cell[a], next = perlin_next_cell(cell, modulus[a]);
            const uint8_t *const from_cell = lut->value + (uint8_t)cell;
            const uint8_t *const from_next = wrapped ? lut->value + (uint8_t)next : from_cell + 1;
            const int corners = 1 << (a - 1);
            UNROLL
            for (int c = 0; c < corners; c++) {
                h[c + corners] = from_next[h[c]];
                h[c] = from_cell[h[c]];
            }
        }
        UNROLL
        for (int c = 0; c < 1 << (dims - 1); c++)
            pass->hash[(size_t)c * pass->pitch + i] = (uint8_t)h[c];
    }
}

/* The same of four values along each axis, whose hashes registers do not hold. */
INLINE void hash_fours_by_bytes(struct value_pass *pass, int dims, int wrapped)
{
    const struct perlin_bytes *const lut = &perlin_octave_tables(pass->noise, pass->octave)->lut;
    const uint32_t *const modulus = pass->noise->spectrum.modulus[pass->octave];
    const size_t nodes = (size_t)pass->tile.nodes;
    uint32_t cell[4][4];
    for (int a = 1; a < dims; a++)
        cells_around(4, pass->cell[a], modulus[a], cell[a]);
    for (size_t i = 0; i < nodes; i += BYTES) {
        for (int a = 1; a < dims; a++) {
            const uint8_t *const hashes = a == 1 ? pass->tile.low_byte : pass->hash;
            const int corners = node_values(4, a);
            for (int c = 0; c < corners; c++) {
                const size_t at = (size_t)c * pass->pitch + i;
                const size_t digit = (size_t)corners * pass->pitch;
                const bytes hash = v_load_bytes(hashes + at);
                for (size_t k = 0; k < 4; k += 2) {
                    const struct v_pair p =
                        hash_sides(lut, wrapped, hash, splat_sides(cell[a][k], modulus[a]));
                    v_store_bytes(pass->hash + at + k * digit, p.here);
                    v_store_bytes(pass->hash + at + (k + 1) * digit, p.next);
                }
            }
        }
    }
}

/* The same of either; `wrapped` is whether other cells than in the table follow each other. */
INLINE void hash_by_bytes(struct value_pass *pass, int places, int dims, int wrapped)
{
    if (places == 4)
        hash_fours_by_bytes(pass, dims, wrapped);
    else if (whole_vectors((size_t)pass->tile.nodes) <= FEW_NODES)
        hash_few_pairs(pass, dims, wrapped);
    else
        hash_pairs_by_bytes(pass, dims, wrapped);
}

/* Seldom called: out of the way of the others, whose code it would make larger and slower. */
INLINE void hash_wrapped_in_any(struct value_pass *pass, int places, int dims)
{
    if (dims == 2)
        hash_by_bytes(pass, places, 2, 1);
    else if (dims == 3)
        hash_by_bytes(pass, places, 3, 1);
    else
        hash_by_bytes(pass, places, 4, 1);
}

OUTLINE void hash_wrapped(struct value_pass *pass, int places, int dims)
{
    if (places == 2)
        hash_wrapped_in_any(pass, 2, dims);
    else
        hash_wrapped_in_any(pass, 4, dims);
}

/* Whether all cells that count along an axis follow each other in the table. */
INLINE int neighbours_follow(const struct perlin_tables *tables, int places, uint32_t cell,
                             uint32_t modulus)
{
    int follow = 1;
    uint32_t around[4];
    cells_around(places, cell, modulus, around);
    for (int k = 1; k < places; k++)
        follow &= has_neighbour(tables, around[k - 1], modulus);
    return follow;
}

/* Hashes what is around the nodes in the cell that pass->cell has. */
INLINE void value_pass_enter_cell(struct value_pass *pass, int places, int dims)
{
    const uint32_t *const modulus = pass->noise->spectrum.modulus[pass->octave];
    const struct perlin_tables *const tables = perlin_octave_tables(pass->noise, pass->octave);
    int follow = 1;
    UNROLL
    for (int a = 1; a < dims; a++)
        follow &= neighbours_follow(tables, places, pass->cell[a], modulus[a]);
    if (!has_kernel_forms(tables))
        hash_nodes(pass, places, dims);
    else if (follow)
        hash_by_bytes(pass, places, dims, 0);
    else
        hash_wrapped(pass, places, dims);
}

#endif
