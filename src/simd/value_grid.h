/*
 * Grids of value noise, by either basis, that follow the lattice. Since x is interpolated last, a row has one number at
 * each lattice point along x, its node, made of the values around by y, z and w; what a sample does is to go between a
 * few nodes. Nodes are few where steps are small, and the values that they are made of are those of all rows in one cell;
 * what these give along w and z is the same for all rows of such a cell's plane.
 *
 * `places`, a constant where these are inlined, is how many values count along an axis: 2 for VALUE, 4 for VALUE_CUBIC.
 */
#ifndef PERLIN_SIMD_VALUE_GRID_H
#define PERLIN_SIMD_VALUE_GRID_H

#include "block_grid.h"
#include "value.h"
#include "value_cubic.h"

/* The longest tile, and room for the nodes of a row, four a sample at most. */
enum { VALUE_TILE = 128, NODES = 4 * VALUE_TILE };

/* Room for the values of all nodes, 64 each at most; and for the samples in which octaves add up. */
enum { NODE_VALUES = 64 * (4 * 32 + BEHIND), VALUE_BLOCK = 8192 / sizeof(real) };
_Static_assert((int)VALUE_BLOCK >= (int)VALUE_TILE, "a row at least");
_Static_assert(NODE_VALUES >= 16 * (NODES + BEHIND), "tiles of cubics in 3-D are whole");

/* The values that a node is made of, and the longest tile. */
INLINE int node_values(int places, int dims)
{
    return 1 << places / 2 * (dims - 1);
}

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
    _Alignas(64) real t[VALUE_TILE + LANES]; /* fractions, of VALUE eased ones */
    uint8_t run_of[VALUE_TILE + LANES];      /* by sample */
    uint16_t hash[NODES];                    /* p[X] by node */
};

/* An axis other than x: some samples, from `first` on. */
enum { VALUE_WINDOW = 32 };
struct value_window {
    size_t first, n;
    uint32_t cell[VALUE_WINDOW + LANES];
    real t[VALUE_WINDOW + LANES];
};

/* One octave of one stretch of x, and the cell along the other axes that its values are of. */
struct value_pass {
    const perlin_noise *noise;
    const perlin_grid *grid;
    uint32_t octave;
    struct value_tile tile;
    struct value_window window[4]; /* of axes 1 to 3 */
    int entered;
    uint32_t cell[4];
    size_t index[4]; /* the last row's; its plane is that of the lines */
    size_t pitch;    /* of rows of nodes */
    /* A row for each corner off x: its digits to the base `places` are y, z, w. */
    uint8_t hash[NODE_VALUES];
    /* By place along y, the nodes of a line of lattice points. */
    _Alignas(64) real line[4][NODES + LANES];
    /* So that few nodes are in one page: an unaligned vector in two takes long. */
    _Alignas(4 * sizeof(vec)) real node[NODES + LANES];
};

INLINE void value_axis(const struct value_pass *pass, int places, int axis, size_t first, size_t n,
                       uint32_t cell[], real t[])
{
    axis_place(&pass->noise->spectrum, pass->octave, pass->grid, axis, first, n, cell, t);
    for (size_t i = 0; i < n && places == 2; i += LANES)
        v_store(t + i, ease(pass->noise->interpolation, v_load(t + i)));
}

/* The first of the cells that count. */
INLINE uint32_t first_cell(int places, uint32_t cell, uint32_t modulus)
{
    return places == 4 ? perlin_previous_cell(cell, modulus) : cell;
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
    pass->entered = 0;
    for (int a = 1; a < 4; a++)
        pass->window[a].first = pass->window[a].n = 0;
    value_axis(pass, places, 0, x, n, cell, tile->t);
    tile->right = find_runs(n, modulus, cell, tile->run_of, run_cell, &runs) ? 1 : runs;
    tile->nodes = runs + (places - 1) * tile->right;
    pass->pitch = (size_t)tile->nodes + BEHIND;
    for (int32_t r = 0; r < runs; r++) {
        uint32_t c = first_cell(places, run_cell[r], modulus);
        for (int k = 0; k < places; k++) {
            tile->hash[r + k * tile->right] = tables->permutation[c & tables->mask];
            c = perlin_next_cell(c, modulus);
        }
    }
}

/* Hashes the nodes' corners, axis by axis; of larger hashes the low bytes. */
INLINE void hash_nodes(struct value_pass *pass, int places, int dims)
{
    const struct perlin_tables *const tables = perlin_octave_tables(pass->noise, pass->octave);
    const uint32_t *const modulus = pass->noise->spectrum.modulus[pass->octave];
    for (int32_t i = 0; i < pass->tile.nodes; i++) {
        uint32_t h[64] = {pass->tile.hash[i]};
        for (int a = 1; a < dims; a++) {
            const int corners = node_values(places, a);
            for (int c = 0; c < corners; c++) {
                const uint32_t hash = h[c];
                uint32_t cell = first_cell(places, pass->cell[a], modulus[a]);
                for (int k = 0; k < places; k++) {
                    h[c + k * corners] = tables->permutation[(hash + cell) & tables->mask];
                    cell = perlin_next_cell(cell, modulus[a]);
                }
            }
        }
        for (int c = 0; c < node_values(places, dims); c++)
            pass->hash[(size_t)c * pass->pitch + (size_t)i] = (uint8_t)h[c];
    }
}

/* The same by bytes, where these are enough and neighbours follow each other in the table. */
INLINE void hash_nodes_by_bytes(struct value_pass *pass, int places, int dims)
{
    const struct perlin_bytes *const lut = &perlin_octave_tables(pass->noise, pass->octave)->lut;
    const size_t nodes = (size_t)pass->tile.nodes;
    for (size_t i = 0; i < nodes; i++)
        pass->hash[i] = (uint8_t)pass->tile.hash[i];
    memset(pass->hash + nodes, 0, BEHIND);
    for (size_t i = 0; i < nodes; i += BYTES) {
        for (int a = 1; a < dims; a++) {
            const int corners = node_values(places, a);
            for (int c = 0; c < corners; c++) {
                uint8_t *const corner = pass->hash + (size_t)c * pass->pitch + i;
                const size_t digit = (size_t)corners * pass->pitch;
                const uint32_t first = first_cell(places, pass->cell[a], PERLIN_TABLE_SIZE);
                const bytes hash = v_load_bytes(corner);
                for (int k = 0; k < places; k += 2) {
                    const bytes cell = v_splat_byte((uint8_t)(first + (uint32_t)k));
                    const struct v_pair p = v_pair_at(lut, hash, cell);
                    v_store_bytes(corner + (size_t)k * digit, p.here);
                    v_store_bytes(corner + (size_t)(k + 1) * digit, p.next);
                }
            }
        }
    }
}

/* Whether all cells that count along an axis follow each other in a table of 256. */
INLINE int neighbours_follow(int places, uint32_t cell, uint32_t modulus)
{
    int follow = 1;
    uint32_t c = first_cell(places, cell, modulus);
    for (int k = 1; k < places; k++) {
        follow &= has_neighbour(c, modulus);
        c = perlin_next_cell(c, modulus);
    }
    return follow;
}

/* Finds the values around the nodes in the cell that pass->cell has. */
INLINE void value_pass_enter_cell(struct value_pass *pass, int places, int dims)
{
    const uint32_t *const modulus = pass->noise->spectrum.modulus[pass->octave];
    int by_bytes = has_kernel_forms(perlin_octave_tables(pass->noise, pass->octave));
    for (int a = 1; a < dims; a++)
        by_bytes &= neighbours_follow(places, pass->cell[a], modulus[a]);
    if (by_bytes)
        hash_nodes_by_bytes(pass, places, dims);
    else
        hash_nodes(pass, places, dims);
}

/* What is at a fraction t between `places` values, which are `apart`; VALUE's is eased. */
INLINE vec between(int places, vec t, const vec v[], int apart)
{
    vec weight[4];
    if (places == 2)
        return lerp(t, v[0], v[apart]);
    spline_weights(t, weight);
    return weight[0] * v[0] + weight[1] * v[apart] + weight[2] * v[2 * apart] +
           weight[3] * v[3 * apart];
}

/* v_pick loads what is behind the last node, and takes none of it. */
INLINE void clear_behind_nodes(struct value_pass *pass)
{
    v_store(pass->node + pass->tile.nodes, v_splat(0));
}

INLINE void store_lines(struct value_pass *pass, int places, size_t i, const vec v[])
{
    UNROLL
    for (int k = 0; k < places; k++)
        v_store(pass->line[k] + i, v[k]);
}

/* The nodes of a row, of which t has the fractions along the other axes; beyond 2-D also the lines that it is between. */
INLINE void find_nodes(struct value_pass *pass, int places, int dims, const real t[4])
{
    for (size_t i = 0; i < (size_t)pass->tile.nodes; i += LANES) {
        vec v[64];
        UNROLL
        for (int c = 0; c < node_values(places, dims); c++)
            v[c] = lattice_value(v_load_index(pass->hash + (size_t)c * pass->pitch + i));
        UNROLL
        for (int a = dims - 1; a > 0; a--) {
            const int corners = node_values(places, a);
            if (dims > 2 && a == 1)
                store_lines(pass, places, i, v);
            UNROLL
            for (int c = 0; c < corners; c++)
                v[c] = between(places, v_splat(t[a]), v + c, corners);
        }
        v_store(pass->node + i, v[0]);
    }
    clear_behind_nodes(pass);
}

/* The same at a fraction t between lines that are there. */
INLINE void find_nodes_between_lines(struct value_pass *pass, int places, real t)
{
    for (size_t i = 0; i < (size_t)pass->tile.nodes; i += LANES) {
        vec v[4];
        UNROLL
        for (int k = 0; k < places; k++)
            v[k] = v_load(pass->line[k] + i);
        v_store(pass->node + i, between(places, v_splat(t), v, 1));
    }
    clear_behind_nodes(pass);
}

/* Goes to a row. */
INLINE void value_pass_enter_row(struct value_pass *pass, int places, int dims,
                                 const size_t index[4])
{
    real t[4];
    int moved = !pass->entered, left = 0; /* to another cell; the plane */
    UNROLL
    for (int a = 1; a < dims; a++) {
        struct value_window *const window = &pass->window[a];
        if (index[a] - window->first >= window->n) { /* also where it is before: it wraps */
            window->first = index[a];
            window->n = least(pass->grid->count[a] - index[a], VALUE_WINDOW);
            value_axis(pass, places, a, window->first, window->n, window->cell, window->t);
        }
        const size_t at = index[a] - window->first;
        moved |= pass->cell[a] != window->cell[at];
        pass->cell[a] = window->cell[at];
        t[a] = window->t[at];
        left |= a > 1 && pass->index[a] != index[a];
        pass->index[a] = index[a];
    }
    pass->entered = 1;
    if (moved)
        value_pass_enter_cell(pass, places, dims);
    if (dims > 2 && !moved && !left)
        find_nodes_between_lines(pass, places, t[1]);
    else
        find_nodes(pass, places, dims, t);
}

/* The raw noise of the row's samples from i on. */
INLINE vec row_values(const struct value_pass *pass, int places, size_t i)
{
    const uint8_t *const run = pass->tile.run_of + i;
    vec v[4];
    UNROLL
    for (int k = 0; k < places; k++) {
        const real *const node = pass->node + k * pass->tile.right;
        v[k] = run[0] == run[LANES - 1] ? v_splat(node[run[0]]) : v_pick(node, run);
    }
    return between(places, v_load(pass->tile.t + i), v, 1);
}

/* Finishes the row's samples and writes them. */
INLINE void write_values(const struct value_pass *pass, int places, const output_scale *output,
                         size_t n, real *out)
{
    const output_scale whole = *output;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        v_store(out + i, v_canonical(finish(&whole, row_values(pass, places, i))));
    if (i < n)
        v_store_part(out + i, v_canonical(finish(&whole, row_values(pass, places, i))), n - i);
}

/* Apart, so that its vectors have all registers. */
OUTLINE void write_cubics(const struct value_pass *pass, const output_scale *output, size_t n,
                          real *out)
{
    write_values(pass, 4, output, n, out);
}

/* Adds the row's samples to totals and strengths; those of an only octave are the totals. */
INLINE void add_values(const struct value_pass *pass, int places, int dims, int only, int plain,
                       size_t n, real *total, real *strength)
{
    for (size_t i = 0; i < n && only; i += LANES)
        v_store(total + i, row_values(pass, places, i));
    for (size_t i = 0; i < n && !only; i += LANES)
        add_to_sum(pass->noise, total + i, strength + i, dims, plain, pass->octave,
                   row_values(pass, places, i));
}

/* A tile of all rows, in blocks in which the octaves add up. An only one goes straight to an output of adjacent samples. */
INLINE void value_grid(const perlin_noise *noise, const perlin_grid *grid, int places, int dims,
                       const output_sink *sink)
{
    const output_scale output = noise->LANE(output)[dims - 1];
    const int only = is_only_octave(noise), plain = adding_of(&noise->shape) == PLAIN;
    const int direct = only && sink->plain && grid->stride[0] == 1;
    const size_t rows = row_count(grid, dims);
    _Alignas(64) real total[VALUE_BLOCK], strength[VALUE_BLOCK];
    struct value_pass pass;
    size_t n, block;
    pass.noise = noise;
    pass.grid = grid;
    memset(pass.cell, 0, sizeof pass.cell);
    memset(pass.index, 0, sizeof pass.index);
    for (size_t x = 0; x < grid->count[0]; x += n) {
        n = least(grid->count[0] - x, value_tile_size(places, dims));
        const size_t pitch = whole_vectors(n);
        struct cursor first = {{0}, (ptrdiff_t)x * grid->stride[0]}, at;
        for (size_t r = 0; r < rows; r += block, first = at) {
            block = least(rows - r, VALUE_BLOCK / pitch);
            if (!only)
                memset(total, 0, block * pitch * sizeof total[0]);
            for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
                at = first;
                if (!only || r == 0)
                    value_pass_begin(&pass, places, o, x, n);
                for (size_t s = 0; s < block * pitch; s += pitch) {
                    value_pass_enter_row(&pass, places, dims, at.index);
                    if (direct && places == 4)
                        write_cubics(&pass, &output, n, sink->out + at.offset);
                    else if (direct)
                        write_values(&pass, places, &output, n, sink->out + at.offset);
                    else
                        add_values(&pass, places, dims, only, plain, n, total + s, strength + s);
                    cursor_pass(&at, grid, dims);
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
}

/* Rotated rows do not follow the lattice: their samples are points. */
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

VALUE_GRID(value, 2, 1)
VALUE_GRID(value, 2, 2)
VALUE_GRID(value, 2, 3)
VALUE_GRID(value, 2, 4)
VALUE_GRID(value_cubic, 4, 1)
VALUE_GRID(value_cubic, 4, 2)
VALUE_GRID(value_cubic, 4, 3)
VALUE_GRID(value_cubic, 4, 4)

#endif
