/*
 * Value noise of a strip, for VALUE and VALUE_CUBIC. x is interpolated last, so a row has one
 * number at each lattice point along x: its node. A node interpolates the values around it along y,
 * z and w; a sample only interpolates between a few nodes. Small steps need few nodes, made from
 * values that all rows in one cell share.
 *
 * Values interpolated along w are the same for all rows of one w: a sheet for each place along y
 * and z. Sheets interpolated along z are the same for all rows of a plane: a line for each place
 * along y.
 *
 * `places` is the number of values along an axis: 2 for VALUE, 4 for VALUE_CUBIC. It is constant
 * where functions are inlined.
 */
#ifndef PERLIN_VALUE_ROWS_H
#define PERLIN_VALUE_ROWS_H

#include "../../engine/strip.h"
#include "points.h"

/* Room for lines and sheets, and for the nodes of at least one row and a vector past them. */
enum { SHARED = 4096 / sizeof(real), NODE_ROOM = 1024 / sizeof(real) + LANES };

/* What strips in one cell share. */
struct value_state {
    /* Aligned so that few vectors of nodes cross a page boundary, which is slow. */
    _Alignas(STATE_ALIGNMENT) real node[NODE_ROOM];
    /* Lines, by place along y, then sheets. The digits of a sheet's number are its places along y
       and z. */
    _Alignas(64) real shared[SHARED];
    /* The hashes of the cells around along y, z and w, by axis and place. Values are made when
       needed. */
    uint32_t around[4][4];
    int has_lines, has_sheets;
    size_t line_pitch; /* from one line, or one row of nodes, to the next */
};
FITS_IN_STATE(struct value_state);

/* How many values a node interpolates. */
INLINE int node_values(int places, int dims)
{
    return 1 << places / 2 * (dims - 1);
}

/* The longest tile whose nodes fit. VALUE_CUBIC has none in 4-D, where a node has 64 values; such
   grids are evaluated as points. */
#define VALUE_TILE(places, dims)                                                                   \
    ((size_t)((places) == 2 ? ((dims) < 4 ? 512 : 256) : ((dims) < 3 ? 256 : 128)) / sizeof(real))
_Static_assert(VALUE_TILE(2, 3) <= MAX_TILE, "room in a tile");

/* The number of weights stored. Of two, only the second is needed. */
INLINE int weight_count(int places)
{
    return places == 2 ? 1 : places;
}

static void value_weigh(const perlin_noise *noise, int dims, int has_slopes, size_t n,
                        const struct axis *axis)
{
    (void)dims, (void)has_slopes;
    for (size_t i = 0; i < n; i += LANES)
        v_store(axis->weight[0] + i, ease(noise->interpolation, v_load(axis->weight[0] + i)));
}

static void cubic_weigh(const perlin_noise *noise, int dims, int has_slopes, size_t n,
                        const struct axis *axis)
{
    (void)noise, (void)dims, (void)has_slopes;
    for (size_t i = 0; i < n; i += LANES) {
        vec weight[4];
        spline_weights(v_load(axis->weight[0] + i), weight);
        for (int k = 0; k < 4; k++)
            v_store(axis->weight[k] + i, weight[k]);
    }
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* Hashes the cells around the strip's along y, z and w. */
INLINE void value_enter_cell(struct value_state *state, const struct tile *tile,
                             const struct strip *strip, int places, int dims)
{
    state->line_pitch = whole_vectors((size_t)tile->nodes);
    for (int a = 1; a < dims; a++) {
        cells_around(places, strip->cell[a], strip->modulus[a], state->around[a]);
        for (int k = 0; k < places; k++)
            state->around[a][k] =
                perlin_axis_hash(&strip->integers->keys, (uint32_t)a, state->around[a][k]);
    }
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* Interpolates `places` values, which lie `apart` elements from each other. */
INLINE vec between(int places, const vec weight[4], const vec v[], int apart)
{
    if (places == 2)
        return lerp(weight[0], v[0], v[apart]);
    return weight[0] * v[0] + weight[1] * v[apart] + weight[2] * v[2 * apart] +
           weight[3] * v[3 * apart];
}

/* The weights along y, z or w, for row r of the strip. */
INLINE void weights_along(const struct strip *strip, int places, int axis, size_t r, vec weight[4])
{
    UNROLL
    for (int k = 0; k < weight_count(places); k++)
        weight[k] = v_splat(strip->axis[axis].weight[k][axis == 1 ? r : 0]);
}

/* What the values of a strip's nodes come from. */
struct values {
    const struct value_state *state;
    const struct tile *tile;
    int places, dims;
};

/* The values at one corner of a vector of nodes, starting at node i. The digits of the corner's
   number to the base `places` are its places along y, z, w. */
INLINE vec values_at_corner(const struct values *values, int corner, size_t i)
{
    const struct value_state *const state = values->state;
    hash_vec h = (hash_vec)v_load_words(values->tile->hash + i);
    UNROLL
    for (int a = 1; a < values->dims; a++) {
        const int digit = corner >> values->places / 2 * (a - 1) & (values->places - 1);
        h = v_dot(h, splat_hash(state->around[a][digit]));
    }
    return value_of_hash(h);
}

INLINE real *line_of(struct value_state *state, int place)
{
    return state->shared + (size_t)place * state->line_pitch;
}

INLINE real *sheet_of(struct value_state *state, int places, int corner)
{
    return state->shared + (size_t)(places + corner) * state->line_pitch;
}

/* Interpolates values along w: what rows of one w in one cell share. */
INLINE void find_sheets(struct value_state *state, const struct tile *tile,
                        const struct strip *strip, int places)
{
    const int corners = node_values(places, 3);
    const struct values values = {state, tile, places, 4};
    vec weight[4];
    weights_along(strip, places, 3, 0, weight);
    for (size_t i = 0; i < (size_t)tile->nodes; i += LANES) {
        for (int c = 0; c < corners; c++) {
            vec v[4];
            UNROLL
            for (int k = 0; k < places; k++)
                v[k] = values_at_corner(&values, c + k * corners, i);
            v_store(sheet_of(state, places, c) + i, between(places, weight, v, 1));
        }
    }
    state->has_sheets = 1;
}

/* Interpolates along z: what the rows of a plane in one cell share. */
INLINE void find_lines(struct value_state *state, const struct tile *tile,
                       const struct strip *strip, int places, int dims)
{
    const struct values values = {state, tile, places, dims};
    vec weight[4];
    if (dims == 4 && !state->has_sheets)
        find_sheets(state, tile, strip, places);
    if (dims > 2)
        weights_along(strip, places, 2, 0, weight);
    for (size_t i = 0; i < (size_t)tile->nodes; i += LANES) {
        UNROLL
        for (int c = 0; c < places; c++) {
            vec v[4] = {values_at_corner(&values, c, i)};
            UNROLL
            for (int k = 0; k < places; k++)
                if (dims > 2)
                    v[k] = dims == 4 ? v_load(sheet_of(state, places, c + k * places) + i)
                                     : values_at_corner(&values, c + k * places, i);
            v_store(line_of(state, c) + i, dims > 2 ? between(places, weight, v, 1) : v[0]);
        }
    }
    state->has_lines = 1;
}

/* The most values that one node can interpolate without storing anything between. */
enum { MOST_AT_ONCE = 16 };

/* The nodes of a strip of a single row, which shares nothing. */
INLINE void find_nodes(struct value_state *state, const struct tile *tile,
                       const struct strip *strip, int places, int dims)
{
    const struct values values = {state, tile, places, dims};
    vec weight[4][4];
    UNROLL
    for (int a = 1; a < dims; a++)
        weights_along(strip, places, a, 0, weight[a]);
    for (size_t i = 0; i < (size_t)tile->nodes; i += LANES) {
        vec v[MOST_AT_ONCE];
        UNROLL
        for (int c = 0; c < node_values(places, dims); c++)
            v[c] = values_at_corner(&values, c, i);
        UNROLL
        for (int a = dims - 1; a > 0; a--) {
            const int corners = node_values(places, a);
            UNROLL
            for (int c = 0; c < corners; c++)
                v[c] = between(places, weight[a], v + c, corners);
        }
        v_store(state->node + i, v[0]);
    }
}

/* Interpolates lines along y to the nodes of `rows` rows, starting at row `first`. */
INLINE void find_nodes_between_lines(struct value_state *state, const struct tile *tile,
                                     const struct strip *strip, int places, size_t first,
                                     size_t rows)
{
    for (size_t r = 0; r < rows; r++) {
        real *const node = state->node + r * state->line_pitch;
        vec weight[4];
        weights_along(strip, places, 1, first + r, weight);
        for (size_t i = 0; i < (size_t)tile->nodes; i += LANES) {
            vec v[4];
            UNROLL
            for (int k = 0; k < places; k++)
                v[k] = v_load(line_of(state, k) + i);
            v_store(node + i, between(places, weight, v, 1));
        }
    }
}

/* The raw noise of a vector of samples, starting at sample i, between the row's nodes. */
INLINE vec row_values(const struct tile *tile, int places, const real *nodes, size_t i)
{
    const uint8_t *const run = tile->run_of + i;
    vec v[4], weight[4];
    UNROLL
    for (int k = 0; k < weight_count(places); k++)
        weight[k] = v_load(tile->weight[k] + i);
    UNROLL
    for (int k = 0; k < places; k++) {
        const real *const node = nodes + k * tile->right;
        v[k] = run[0] == run[LANES - 1] ? v_splat(node[run[0]]) : v_pick(node, run);
    }
    return between(places, weight, v, 1);
}

INLINE void store_row_values(const struct store *to, size_t r, const struct tile *tile, int places,
                             int adds, const real *nodes)
{
    for (size_t i = 0; i < tile->n; i += LANES)
        store_row(to, r, i, adds, 0, row_values(tile, places, nodes, i));
}

/* Evaluates a strip, as many rows at a time as NODE_ROOM holds. */
INLINE void value_strip(const struct tile *tile, const struct strip *strip,
                        struct value_state *state, int places, int dims, const struct store *store)
{
    const struct store to = *store; /* a copy, because stores may alias the original */
    if (strip->change >= NEW_CELL)
        value_enter_cell(state, tile, strip, places, dims);
    state->has_lines = strip->change < NEW_PLANE && state->has_lines;
    state->has_sheets = strip->change < NEW_CELL && state->has_sheets;
    const int is_single = strip->rows == 1 && node_values(places, dims) <= MOST_AT_ONCE;
    for (size_t row = 0, rows; row < strip->rows; row += rows) {
        rows = least(strip->rows - row, (NODE_ROOM - LANES) / state->line_pitch);
        if (is_single) {
            find_nodes(state, tile, strip, places, dims);
        } else {
            if (!state->has_lines)
                find_lines(state, tile, strip, places, dims);
            find_nodes_between_lines(state, tile, strip, places, row, rows);
        }
        /* v_pick loads what lies past the last node, and takes none of it. */
        v_store(state->node + rows * state->line_pitch, v_splat(0));
        for (size_t r = 0; r < rows; r++) {
            const real *const nodes = state->node + r * state->line_pitch;
            if (to.adds)
                store_row_values(&to, row + r, tile, places, 1, nodes);
            else
                store_row_values(&to, row + r, tile, places, 0, nodes);
        }
    }
}

#define VALUE_STRIPS(name, places, dims)                                                           \
    OUTLINE void name##_strips##dims(const perlin_noise *noise, const struct tile *tile,           \
                                     const struct strip *strip, void *state,                       \
                                     const struct store *to)                                       \
    {                                                                                              \
        (void)noise;                                                                               \
        value_strip(tile, strip, state, places, dims, to);                                         \
    }

VALUE_STRIPS(value, 2, 2)
VALUE_STRIPS(value, 2, 3)
VALUE_STRIPS(value, 2, 4)
VALUE_STRIPS(cubic, 4, 2)
VALUE_STRIPS(cubic, 4, 3)

#endif
