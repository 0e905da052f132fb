/*
 * Grids of value noise, by either basis, that follow the lattice. Since x is interpolated last, a row has one number at
 * each lattice point along x, its node, made of the values around by y, z and w; what a sample does is to go between a
 * few nodes. Nodes are few where steps are small, and the values that they are made of are those of all rows in one cell.
 * What these give along w is the same for all rows of one w, a sheet for each place along y and z; what sheets give along z
 * for all rows of a plane, a line for each place along y.
 */
#ifndef PERLIN_SIMD_VALUE_GRID_H
#define PERLIN_SIMD_VALUE_GRID_H

#include "value_pass.h"

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
    const int only = is_only_octave(noise), plain = is_plain(&noise->shape);
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
