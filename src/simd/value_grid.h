/*
 * Grids of value noise, by either basis, that follow the lattice. Since x is interpolated last, a row has one number at
 * each lattice point along x, its node, made of the values around by y, z and w; what a sample does is to go between a
 * few nodes. Nodes are few where steps are small, and the values that they are made of are those of all rows in one cell.
 * What these give along w is the same for all rows of one w, a sheet for each place along y and z; what sheets give along z
 * for all rows of a plane, a line for each place along y.
 *
 * `places`, a constant where these are inlined, is how many values count along an axis: 2 for VALUE, 4 for VALUE_CUBIC.
 */
#ifndef PERLIN_SIMD_VALUE_GRID_H
#define PERLIN_SIMD_VALUE_GRID_H

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

/* The first of the cells that count. */
INLINE uint32_t first_cell(int places, uint32_t cell, uint32_t modulus)
{
    return places == 4 ? perlin_previous_cell(cell, modulus) : cell;
}

/* All of them, in the order that they follow each other in. */
INLINE void cells_that_count(int places, uint32_t cell, uint32_t modulus, uint32_t counts[4])
{
    counts[0] = first_cell(places, cell, modulus);
    for (int k = 1; k < places; k++)
        counts[k] = perlin_next_cell(counts[k - 1], modulus);
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
        uint32_t counts[4];
        cells_that_count(places, run_cell[r], modulus, counts);
        for (int k = 0; k < places; k++)
            tile->hash[r + k * tile->right] = tables->permutation[counts[k] & tables->mask];
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
        cells_that_count(places, pass->cell[a], modulus[a], cell[a]);
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
        cells_around(pass->cell[a], modulus[a], cell[a]);
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
    uint32_t c = first_cell(places, cell, modulus);
    for (int k = 1; k < places; k++) {
        follow &= has_neighbour(tables, c, modulus);
        c = perlin_next_cell(c, modulus);
    }
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

/* What is between `places` values, which are `apart`, by their weights. */
INLINE vec between(int places, const vec weight[4], const vec v[], int apart)
{
    if (places == 2)
        return lerp(weight[0], v[0], v[apart]);
    return weight[0] * v[0] + weight[1] * v[apart] + weight[2] * v[2 * apart] +
           weight[3] * v[3 * apart];
}

/* The weights of what counts along an axis other than x, for row r from the one that has been entered on. */
INLINE void weights_along(const struct value_pass *pass, int places, int axis, size_t r,
                          vec weight[4])
{
    const struct value_window *const window = &pass->window[axis - 1];
    UNROLL
    for (int k = 0; k < weight_count(places); k++)
        weight[k] = v_splat(window->weight[(size_t)k * WINDOW_PITCH + window->at + r]);
}

/* The values at a corner of nodes from i on. */
INLINE vec values_at_corner(const struct value_pass *pass, int corner, size_t i)
{
    return lattice_value(v_load_index(pass->hash + (size_t)corner * pass->pitch + i));
}

INLINE real *line_of(struct value_pass *pass, int place)
{
    return pass->shared + (size_t)place * pass->pitch;
}

INLINE real *sheet_of(struct value_pass *pass, int places, int corner)
{
    return pass->shared + (size_t)(places + corner) * pass->pitch;
}

/* What the rows of one w in one cell share. */
INLINE void find_sheets(struct value_pass *pass, int places)
{
    const int corners = node_values(places, 3);
    vec weight[4];
    weights_along(pass, places, 3, 0, weight);
    for (size_t i = 0; i < (size_t)pass->tile.nodes; i += LANES) {
        for (int c = 0; c < corners; c++) {
            vec v[4];
            UNROLL
            for (int k = 0; k < places; k++)
                v[k] = values_at_corner(pass, c + k * corners, i);
            v_store(sheet_of(pass, places, c) + i, between(places, weight, v, 1));
        }
    }
    pass->has_sheets = 1;
}

/* What the rows of a plane in one cell share. */
INLINE void find_lines(struct value_pass *pass, int places, int dims)
{
    vec weight[4];
    if (dims == 4 && !pass->has_sheets)
        find_sheets(pass, places);
    if (dims > 2)
        weights_along(pass, places, 2, 0, weight);
    for (size_t i = 0; i < (size_t)pass->tile.nodes; i += LANES) {
        UNROLL
        for (int c = 0; c < places; c++) {
            vec v[4] = {values_at_corner(pass, c, i)};
            UNROLL
            for (int k = 0; k < places; k++)
                if (dims > 2)
                    v[k] = dims == 4 ? v_load(sheet_of(pass, places, c + k * places) + i)
                                     : values_at_corner(pass, c + k * places, i);
            v_store(line_of(pass, c) + i, dims > 2 ? between(places, weight, v, 1) : v[0]);
        }
    }
    pass->has_lines = 1;
}

/* Of how many values a node can be made without storing what is between. */
enum { MOST_AT_ONCE = 16 };

/* The nodes of the row that has been entered, which shares nothing. */
INLINE void find_nodes(struct value_pass *pass, int places, int dims)
{
    vec weight[4][4];
    UNROLL
    for (int a = 1; a < dims; a++)
        weights_along(pass, places, a, 0, weight[a]);
    for (size_t i = 0; i < (size_t)pass->tile.nodes; i += LANES) {
        vec v[MOST_AT_ONCE];
        UNROLL
        for (int c = 0; c < node_values(places, dims); c++)
            v[c] = values_at_corner(pass, c, i);
        UNROLL
        for (int a = dims - 1; a > 0; a--) {
            const int corners = node_values(places, a);
            UNROLL
            for (int c = 0; c < corners; c++)
                v[c] = between(places, weight[a], v + c, corners);
        }
        v_store(pass->node + i, v[0]);
    }
}

/* The nodes of so many rows, between lines that have been found. */
INLINE void find_nodes_between_lines(struct value_pass *pass, int places, size_t rows)
{
    for (size_t r = 0; r < rows; r++) {
        real *const node = pass->node + r * pass->node_pitch;
        vec weight[4];
        weights_along(pass, places, 1, r, weight);
        for (size_t i = 0; i < (size_t)pass->tile.nodes; i += LANES) {
            vec v[4];
            UNROLL
            for (int k = 0; k < places; k++)
                v[k] = v_load(line_of(pass, k) + i);
            v_store(node + i, between(places, weight, v, 1));
        }
    }
}

/* Goes to a sample of an axis other than x; returns whether it is in another cell. */
INLINE int value_pass_move(struct value_pass *pass, int places, int axis, size_t index)
{
    struct value_window *const window = &pass->window[axis - 1];
    if (index - window->first >= window->n) { /* also where it is before: it wraps */
        window->first = index;
        window->n = least(pass->grid->count[axis] - index, VALUE_WINDOW);
        value_axis(pass, places, axis, index, window->n, window->cell, window->weight,
                   WINDOW_PITCH);
    }
    window->at = index - window->first;
    const uint32_t before = pass->cell[axis];
    pass->cell[axis] = window->cell[window->at];
    pass->index[axis] = index;
    return pass->cell[axis] != before;
}

/* How many rows there are from the one that has been entered on, in its plane and cell, as far as is known. */
INLINE size_t value_pass_rows_in_cell(const struct value_pass *pass)
{
    const struct value_window *const window = &pass->window[0];
    size_t rows = 1;
    while (window->at + rows < window->n && window->cell[window->at + rows] == pass->cell[1])
        rows++;
    return rows;
}

/* Goes to a row and to those behind it that are in the same plane and cell, `most` at most; returns how many. */
INLINE size_t value_pass_enter_rows(struct value_pass *pass, int places, int dims,
                                    const size_t index[4], size_t most)
{
    int farthest = 1, moved = !pass->entered;
    UNROLL
    for (int a = 2; a < dims; a++)
        if (!pass->entered || pass->index[a] != index[a])
            farthest = a;
    UNROLL
    for (int a = 1; a < dims; a++)
        if (a <= farthest)
            moved |= value_pass_move(pass, places, a, index[a]);
    pass->entered = 1;
    if (moved)
        value_pass_enter_cell(pass, places, dims);
    pass->has_lines &= !moved && farthest < 2;
    pass->has_sheets &= !moved && farthest < 3;
    const size_t rows = value_pass_rows_in_cell(pass);
    if (rows == 1 && !pass->has_lines && node_values(places, dims) <= MOST_AT_ONCE) {
        find_nodes(pass, places, dims);
        return 1;
    }
    most = least(least(rows, most), NODE_ROOM / pass->node_pitch);
    if (!pass->has_lines)
        find_lines(pass, places, dims);
    find_nodes_between_lines(pass, places, most);
    return most;
}

/* The raw noise of samples from i on of a row with such nodes. */
INLINE vec row_values(const struct value_pass *pass, int places, const real *nodes, size_t i)
{
    const uint8_t *const run = pass->tile.run_of + i;
    vec v[4], weight[4];
    UNROLL
    for (int k = 0; k < weight_count(places); k++)
        weight[k] = v_load(pass->tile.weight + k * TILE_PITCH + i);
    UNROLL
    for (int k = 0; k < places; k++) {
        const real *const node = nodes + k * pass->tile.right;
        v[k] = run[0] == run[LANES - 1] ? v_splat(node[run[0]]) : v_pick(node, run);
    }
    return between(places, weight, v, 1);
}

/* Finishes the row's samples and writes them. */
INLINE void write_values(const struct value_pass *pass, int places, const real *nodes,
                         const output_scale *output, size_t n, real *out)
{
    const output_scale whole = *output;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(out + i, finish(&whole, row_values(pass, places, nodes, i)));
    if (i < n)
        v_store_part(out + i, finish(&whole, row_values(pass, places, nodes, i)), n - i);
}

/* Adds the row's samples to totals and strengths; those of an only octave are the totals. */
INLINE void add_values(const struct value_pass *pass, int places, int dims, const real *nodes,
                       int only, int plain, size_t n, real *total, real *strength)
{
    for (size_t i = 0; i < n && only; i += LANES)
        v_store(total + i, row_values(pass, places, nodes, i));
    for (size_t i = 0; i < n && !only; i += LANES)
        add_to_sum(pass->noise, total + i, strength + i, dims, plain, pass->octave,
                   row_values(pass, places, nodes, i));
}

/* A tile of all rows, in blocks in which the octaves add up. An only one goes straight to an output of adjacent samples. */
INLINE void value_grid(const perlin_noise *noise, const perlin_grid *grid, int places, int dims,
                       const output_sink *sink)
{
    const output_scale output = noise->LANE(output)[dims - 1];
    const int only = is_only_octave(noise), plain = adding_of(&noise->shape) == PLAIN;
    const int direct = only && sink->plain && grid->stride[0] == 1;
    const size_t rows = row_count(grid, dims);
    const size_t room = plain ? VALUE_BLOCK : VALUE_BLOCK / 2;
    _Alignas(64) real total[VALUE_BLOCK];
    real *const strength =
        total + (VALUE_BLOCK - room); /* plain octaves have none, and ask for none */
    struct value_pass pass;
    size_t n, block;
    pass.noise = noise;
    pass.grid = grid;
    memset(pass.cell, 0, sizeof pass.cell);
    memset(pass.index, 0, sizeof pass.index);
    memset(pass.node, 0,
           sizeof pass.node); /* v_pick loads what is behind the last one, and takes none of it */
    for (size_t x = 0; x < grid->count[0]; x += n) {
        n = least(grid->count[0] - x, value_tile_size(places, dims));
        const size_t pitch = whole_vectors(n);
        struct cursor first = {{0}, (ptrdiff_t)x * grid->stride[0]}, at;
        for (size_t r = 0; r < rows; r += block, first = at) {
            block = least(rows - r, room / pitch);
            if (!only)
                memset(total, 0, block * pitch * sizeof total[0]);
            for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
                at = first;
                if (!only || r == 0)
                    value_pass_begin(&pass, places, o, x, n);
                for (size_t b = 0, together; b < block; b += together) {
                    together = value_pass_enter_rows(&pass, places, dims, at.index, block - b);
                    for (size_t t = 0; t < together; t++) {
                        const real *const nodes = pass.node + t * pass.node_pitch;
                        const size_t s = (b + t) * pitch;
                        if (direct)
                            write_values(&pass, places, nodes, &output, n,
                                         sink->out + at.offset + (ptrdiff_t)t * grid->stride[1]);
                        else
                            add_values(&pass, places, dims, nodes, only, plain, n, total + s,
                                       strength + s);
                    }
                    cursor_pass_block(&at, grid, dims, together, 1);
                }
            }
            if (direct)
                continue;
            at = first;
            for (size_t s = 0; s < block * pitch; s += pitch) {
                write_row(sink, &output, total + s, n, sink->out + at.offset, grid->stride[0]);
                cursor_pass(&at, grid, dims);
            }
        }
    }
    if (direct && !grid_is_finite(noise, grid, dims))
        settle_grid(grid, dims, sink->out);
}

/* Rotated rows do not follow the lattice: their samples are points. So are those of grids in 1-D, which share nothing. */
#define VALUE_GRID(basis, places, dims)                                                            \
    OUTLINE void aligned_##basis##_grid##dims(const perlin_noise *noise, const perlin_grid *grid,  \
                                              const output_sink *sink)                             \
    {                                                                                              \
        value_grid(noise, grid, places, dims, sink);                                               \
    }                                                                                              \
    static void basis##_grid##dims(const perlin_noise *noise, const perlin_grid *grid,             \
                                   const output_sink *sink)                                        \
    {                                                                                              \
        if (noise->rotation[dims - 1].applies)                                                     \
            block_grid##dims(noise, &basis##_kernels##dims, grid, sink);                           \
        else                                                                                       \
            aligned_##basis##_grid##dims(noise, grid, sink);                                       \
    }

BLOCK_GRID(value, 1)
VALUE_GRID(value, 2, 2)
VALUE_GRID(value, 2, 3)
VALUE_GRID(value, 2, 4)
BLOCK_GRID(value_cubic, 1)
VALUE_GRID(value_cubic, 4, 2)
VALUE_GRID(value_cubic, 4, 3)
VALUE_GRID(value_cubic, 4, 4)

#endif
