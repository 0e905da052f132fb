/*
 * The lattice points around a strip of Perlin noise: their hashes and gradients, for rows.h and
 * row_slopes.h.
 *
 * An edge is a line of lattice points along x, at one corner of the cell of y, z and w. The bits of
 * its number tell the side: 1 along y, 2 along z, 4 along w.
 */
#ifndef PERLIN_PERLIN_EDGES_H
#define PERLIN_PERLIN_EDGES_H

#include "../../engine/strip.h"
#include "gradient.h"

#define EDGES(dims) (1 << ((dims)-1))

/* Half of the edges. Edge e and edge e + FIRST_EDGES are neighbours along the last axis. */
#define FIRST_EDGES(dims) (EDGES(dims) / 2)

/* Room for lattice points: on an edge (two per sample), on all edges, and for their gradients.
   These take the most room in 3-D. */
#define EDGE_POINTS(dims)                                                                          \
    ((dims) < 4 ? 2048 / (int)sizeof(real) / EDGES(dims) : 128 / (int)sizeof(real))
#define POINTS(dims) (EDGES(dims) * EDGE_POINTS(dims))
#define TILE(dims)   (EDGE_POINTS(dims) / 2 < MAX_TILE ? EDGE_POINTS(dims) / 2 : MAX_TILE)
enum { MAX_EDGES = 8, COMPONENTS = 3 * (POINTS(3) + LANES) };
_Static_assert(COMPONENTS >= 2 * (POINTS(2) + LANES) && COMPONENTS >= 4 * (POINTS(4) + LANES),
               "room for gradients");

/* The lattice points on the edges of the current cell of y, z and w. */
struct edges {
    union {
        struct { /* by tables */
            /* Beyond 2-D, by point: p[p[X] + y] and p[p[X] + y + 1], if is_hashed. */
            uint8_t hash[2][EDGE_POINTS(3) + BEHIND];
            int is_hashed;
            uint32_t y;
            /* Rows of the gradient set, or pairs of them, by edge and point. */
            uint8_t edge_row[POINTS(3) + BEHIND];
        };
        struct { /* by the integer hash: the set, and the cell's hashes along y, z and w, by side */
            struct v_gradients set;
            uint32_t side[4][2];
        };
    };
    int has_gradients;                      /* true: `gradient` is filled */
    _Alignas(64) real gradient[COMPONENTS]; /* by component, edge and point */
};

/* Component a of the gradients. */
INLINE real *component(struct edges *edges, int dims, int a)
{
    return edges->gradient + a * (POINTS(dims) + LANES);
}

/*
 * Clears what lies past the last lattice point of each edge. Lanes past the end of a row look it
 * up. They are never stored, but uninitialised memory must not become an index, or a subnormal
 * number that slows arithmetic down.
 */
INLINE void edges_clear_behind(struct edges *edges, int dims, enum hashed_by by, int32_t points)
{
    for (int e = 0; e < EDGES(dims); e++) {
        const size_t behind = (size_t)(e * EDGE_POINTS(dims)) + whole_vectors((size_t)points);
        if (by != BY_INTEGERS)
            memset(edges->edge_row + behind, 0, LANES);
        for (int a = 0; a < dims; a++)
            v_store(component(edges, dims, a) + behind, v_splat(0));
    }
}

/* Hashes the lattice points along y, unless that is done. Cells that follow each other along z
   share it. */
INLINE void edges_hash_y(struct edges *edges, const struct tile *tile,
                         const struct perlin_tables *tables, uint32_t modulus, uint32_t y)
{
    if (edges->is_hashed && edges->y == y)
        return;
    for (size_t l = 0; l < whole_vectors((size_t)tile->nodes); l += BYTES) {
        const struct v_pair p =
            hash_sides(&tables->lut, 1, v_load_bytes(tile->hash_byte + l), splat_sides(y, modulus));
        v_store_bytes(edges->hash[0] + l, p.here);
        v_store_bytes(edges->hash[1] + l, p.next);
    }
    edges->is_hashed = 1;
    edges->y = y;
}

/* Hashes the lattice points for the cell of y, z and w, a vector of bytes at a time. `wrapped`: the
   next cell along some axis is not the next entry of the table. */
INLINE void edges_hash(struct edges *edges, const struct tile *tile,
                       const struct perlin_tables *tables, int dims, int wrapped,
                       const uint32_t modulus[4], const uint32_t cell[4])
{
    const size_t points = whole_vectors((size_t)tile->nodes);
    if (dims > 2)
        edges_hash_y(edges, tile, tables, modulus[1], cell[1]);
    for (size_t l = 0; l < points; l += BYTES) {
        const int hashes = has_row_pairs(dims) ? FIRST_EDGES(dims) : EDGES(dims);
        bytes h[MAX_EDGES];
        h[0] = v_load_bytes(dims > 2 ? edges->hash[0] + l : tile->hash_byte + l);
        if (dims > 2)
            h[1] = v_load_bytes(edges->hash[1] + l);
        UNROLL
        for (int a = dims > 2 ? 2 : 1; a < dims; a++)
            hash_axis(tables, dims, a, 1 << (a - 1), wrapped, splat_sides(cell[a], modulus[a]), h);
        UNROLL
        for (int e = 0; e < hashes; e++)
            v_store_bytes(edges->edge_row + (size_t)(e * EDGE_POINTS(dims)) + l, h[e]);
    }
}

/* True if along y, z and w the next cell is also the next entry of the table. It returns at the
   first mismatch: gcc would vectorise two comparisons, and then wait for cells that were stored one
   by one. */
INLINE int neighbours_follow(int dims, const uint32_t modulus[4], const uint32_t cell[4])
{
    for (int a = 1; a < dims; a++)
        if ((uint8_t)perlin_next_cell(cell[a], modulus[a]) != (uint8_t)(cell[a] + 1))
            return 0;
    return 1;
}

/* Enters the strip's cell: by tables the lattice points are hashed, else it is hashed along y, z and
   w. */
INLINE void edges_enter_cell(struct edges *edges, const struct tile *tile,
                             const struct strip *strip, int dims, enum hashed_by by)
{
    const struct perlin_tables *const tables = strip->tables;
    const uint32_t *const modulus = strip->modulus, *const cell = strip->cell;
    edges->has_gradients = 0;
    if (strip->change == NEW_TILE)
        edges_clear_behind(edges, dims, by, tile->nodes);
    if (by == BY_INTEGERS) {
        if (strip->change == NEW_TILE)
            gradients_init(&edges->set, dims, strip->integers);
        for (int a = 1; a < dims; a++) {
            const uint32_t next = perlin_next_cell(cell[a], modulus[a]);
            edges->side[a][0] = perlin_axis_hash(&strip->integers->keys, (uint32_t)a, cell[a]);
            edges->side[a][1] = perlin_axis_hash(&strip->integers->keys, (uint32_t)a, next);
        }
        return;
    }
    if (strip->change == NEW_TILE)
        edges->is_hashed = 0;
    if (neighbours_follow(dims, modulus, cell))
        edges_hash(edges, tile, tables, dims, 0, modulus, cell);
    else
        edges_hash(edges, tile, tables, dims, 1, modulus, cell);
}

/* The gradients of a vector of points on an edge, from point l on, and on its neighbour along the
   last axis. The neighbour's points come half of all points later. */
INLINE void edge_gradients(const struct edges *edges, const struct tile *tile,
                           const gradient_set *set, int dims, enum hashed_by by, int e, size_t l,
                           vec gradient[2][4])
{
    if (by != BY_INTEGERS) {
        const uint8_t *const row = edges->edge_row + (size_t)(e * EDGE_POINTS(dims)) + l;
        neighbour_gradients(set, dims, row, row + POINTS(dims) / 2, gradient);
        return;
    }
    hash_vec h = (hash_vec)v_load_words(tile->hash + l);
    UNROLL
    for (int a = 1; a < dims - 1; a++)
        h = v_dot(h, splat_hash(edges->side[a][e >> (a - 1) & 1]));
    UNROLL
    for (int k = 0; k < 2; k++)
        gradients_at(&edges->set, dims, v_dot(h, splat_hash(edges->side[dims - 1][k])),
                     gradient[k]);
}

/* Looks up the gradients of all lattice points, and multiplies them by `unit`, unless that is done. */
INLINE void edges_find_gradients(struct edges *edges, const struct tile *tile,
                                 const gradient_set *set, int dims, enum hashed_by by, real unit)
{
    if (edges->has_gradients)
        return;
    UNROLL
    for (int e = 0; e < FIRST_EDGES(dims); e++) {
        for (int l = 0; l < tile->nodes; l += LANES) {
            const int at = e * EDGE_POINTS(dims) + l;
            vec g[2][4];
            edge_gradients(edges, tile, set, dims, by, e, (size_t)l, g);
            UNROLL
            for (int a = 0; a < dims; a++) {
                v_store(component(edges, dims, a) + at, g[0][a] * v_splat(unit));
                v_store(component(edges, dims, a) + at + POINTS(dims) / 2, g[1][a] * v_splat(unit));
            }
        }
    }
    edges->has_gradients = 1;
}

/* Enters the strip's cell, if it is new, and looks up its gradients, undivided. */
INLINE void edges_enter(struct edges *edges, const struct tile *tile, const struct strip *strip,
                        const gradient_set *set, int dims, enum hashed_by by)
{
    if (strip->change >= NEW_CELL)
        edges_enter_cell(edges, tile, strip, dims, by);
    edges_find_gradients(edges, tile, set, dims, by, unit_in(dims, by));
}

#endif
