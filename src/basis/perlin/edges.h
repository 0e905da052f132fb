/*
 * The lattice points around a strip: hashed along the edges that lead along x, and the gradients there.
 *
 * A corner of a cell off the x axis, an "edge", is numbered by its bits: 1 along y, 2 along z, 4 along w.
 */
#ifndef PERLIN_PERLIN_EDGES_H
#define PERLIN_PERLIN_EDGES_H

#include "../../engine/tile.h"
#include "gradient.h"

#define EDGES(dims) (1 << ((dims)-1))

/* Edges below FIRST_EDGES, and those as many further on, are neighbours along the last axis. */
#define FIRST_EDGES(dims) (EDGES(dims) / 2)

/* Room for lattice points: per edge, two a sample; in all; and for the gradients in 3-D, which have most components. */
#define EDGE_POINTS(dims)                                                                          \
    ((dims) < 4 ? 2048 / (int)sizeof(real) / EDGES(dims) : 128 / (int)sizeof(real))
#define POINTS(dims) (EDGES(dims) * EDGE_POINTS(dims))
#define TILE(dims)   (EDGE_POINTS(dims) / 2 < MAX_TILE ? EDGE_POINTS(dims) / 2 : MAX_TILE)
enum { MAX_EDGES = 8, COMPONENTS = 3 * (POINTS(3) + LANES) };
_Static_assert(COMPONENTS >= 2 * (POINTS(2) + LANES) && COMPONENTS >= 4 * (POINTS(4) + LANES),
               "room for gradients");

/* The edges' lattice points in the current cell of the other axes. */
struct edges {
    /* Beyond 2-D, by point: p[p[X] + Y] and p[p[X] + Y + 1], of this Y if they are there. */
    uint8_t hash[2][EDGE_POINTS(3) + BEHIND];
    int is_hashed;
    uint32_t y;
    uint8_t edge_row[POINTS(3) + BEHIND];   /* of the gradient set, or pairs, by edge, point */
    int has_gradients;                      /* these, too: */
    _Alignas(64) real gradient[COMPONENTS]; /* by component, edge, point */
};

/* The components along axis a. */
INLINE real *component(struct edges *edges, int dims, int a)
{
    return edges->gradient + a * (POINTS(dims) + LANES);
}

/*
 * Samples behind the last one of a row look up what lies behind the last lattice point. They are not stored, but
 * memory that was never written must not decide where anything is looked up, nor slow arithmetic down.
 */
INLINE void edges_clear_behind(struct edges *edges, int dims, int32_t points)
{
    for (int e = 0; e < EDGES(dims); e++) {
        const size_t behind = (size_t)(e * EDGE_POINTS(dims)) + whole_vectors((size_t)points);
        memset(edges->edge_row + behind, 0, LANES);
        for (int a = 0; a < dims; a++)
            v_store(component(edges, dims, a) + behind, v_splat(0));
    }
}

/* Hashes the lattice points along y, if that is not done: cells that follow each other along z share it. */
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

/* Hashes the lattice points into the cell of the other axes, by bytes; `wrapped` is whether it has other neighbours than in the
   table. */
INLINE void edges_hash(struct edges *edges, const struct tile *tile,
                       const struct perlin_tables *tables, int dims, int wrapped,
                       const uint32_t modulus[4], const uint32_t cell[4])
{
    const size_t points = whole_vectors((size_t)tile->nodes);
    if (dims > 2)
        edges_hash_y(edges, tile, tables, modulus[1], cell[1]);
    for (size_t l = 0; l < points; l += BYTES) {
        const int hashes = has_pairs(dims) ? FIRST_EDGES(dims) : EDGES(dims);
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

/* The same by a larger table, a point at a time. */
INLINE void edges_hash_any(struct edges *edges, const struct tile *tile,
                           const struct perlin_tables *tables, int dims, const uint32_t modulus[4],
                           const uint32_t cell[4])
{
    const size_t points = (size_t)tile->nodes, behind = whole_vectors(points) - points;
    const struct any_table table = any_table(tables, dims);
    uint32_t side[4][2];
    for (int a = 1; a < dims; a++) {
        side[a][0] = cell[a];
        side[a][1] = perlin_next_cell(cell[a], modulus[a]);
    }
    for (size_t l = 0; l < points; l++) {
        uint8_t leaf[16];
        const int leaves = corner_leaves(&table, dims, 1, side, tile->hash[l], leaf);
        UNROLL
        for (int e = 0; e < leaves; e++)
            edges->edge_row[(size_t)(e * EDGE_POINTS(dims)) + l] = leaf[e];
    }
    for (int e = 0; e < EDGES(dims); e++) /* whole vectors are looked up */
        memset(edges->edge_row + (size_t)(e * EDGE_POINTS(dims)) + points, 0, behind);
}

/* Whether the neighbour of a cell of the axes but x follows it in the table along all of them. (Axis by axis: gcc makes vectors
   of two comparisons, which wait for cells that were stored apart.) */
INLINE int neighbours_follow(const struct perlin_tables *tables, int dims,
                             const uint32_t modulus[4], const uint32_t cell[4])
{
    for (int a = 1; a < dims; a++)
        if (!has_neighbour(tables, cell[a], modulus[a]))
            return 0;
    return 1;
}

/* Goes to the strip's cell. */
INLINE void edges_enter_cell(struct edges *edges, const struct tile *tile,
                             const struct strip *strip, int dims)
{
    const struct perlin_tables *const tables = strip->tables;
    const uint32_t *const modulus = strip->modulus, *const cell = strip->cell;
    const int follow = neighbours_follow(tables, dims, modulus, cell);
    if (strip->change == NEW_TILE) {
        edges_clear_behind(edges, dims, tile->nodes);
        edges->is_hashed = 0;
    }
    if (!has_kernel_forms(tables))
        edges_hash_any(edges, tile, tables, dims, modulus, cell);
    else if (follow)
        edges_hash(edges, tile, tables, dims, 0, modulus, cell);
    else
        edges_hash(edges, tile, tables, dims, 1, modulus, cell);
    edges->has_gradients = 0;
}

/* The gradients of an edge's lattice points and of those of its neighbour, which are half of all points on. */
INLINE void edge_gradients(const struct edges *edges, const gradient_set *set, int dims, int at,
                           vec gradient[2][4])
{
    const uint8_t *const row = edges->edge_row + at;
    neighbour_gradients(set, dims, row, row + POINTS(dims) / 2, gradient);
}

/* Looks the gradients of all lattice points up, if they are not there yet. */
INLINE void edges_find_gradients(struct edges *edges, const struct tile *tile,
                                 const gradient_set *set, int dims)
{
    if (edges->has_gradients)
        return;
    UNROLL
    for (int e = 0; e < FIRST_EDGES(dims); e++) {
        const int first = e * EDGE_POINTS(dims);
        for (int at = first; at < first + tile->nodes; at += LANES) {
            vec g[2][4];
            edge_gradients(edges, set, dims, at, g);
            UNROLL
            for (int a = 0; a < dims; a++) {
                v_store(component(edges, dims, a) + at, g[0][a]);
                v_store(component(edges, dims, a) + at + POINTS(dims) / 2, g[1][a]);
            }
        }
    }
    edges->has_gradients = 1;
}

#endif
