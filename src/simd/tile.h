/*
 * What rows of samples share: a stretch of x, and the lattice points around it in one cell of the other axes, hashed along
 * the edges that lead along x, and the gradients there.
 *
 * A corner of a cell off the x axis, "edge" below, is numbered by its bits: 1 along y, 2 along z, 4 along w.
 */
#ifndef PERLIN_SIMD_TILE_H
#define PERLIN_SIMD_TILE_H

#include "axis.h"

/* Room for lattice points: POINTS in all, shared evenly by the edges. */
enum { POINTS = 512, MAX_EDGES = 8 };

#define EDGES(dims) (1 << ((dims)-1))

/* Edges below FIRST_EDGES, and those as many further on, are neighbours along the last axis. */
#define FIRST_EDGES(dims) (EDGES(dims) / 2)

/* The longest tile; shorter ones would ask for the other axes too often. */
enum { MAX_TILE = 512 / sizeof(real) };

_Static_assert(MAX_TILE <= 256, "run_of holds a run in a byte");

/* Lattice points per edge, of which a sample has two at most. */
#define EDGE_POINTS(dims) (POINTS / EDGES(dims))
#define TILE(dims)        least((size_t)EDGE_POINTS(dims) / 2, MAX_TILE)

_Static_assert(EDGE_POINTS(4) % BYTES == 0, "bytes are hashed whole within an edge");

/*
 * A stretch of x, for one octave: its samples, and its lattice points. Samples that share a cell are a run;
 * run r lies between points r and r + right: if each run's cell follows the last one's, all share points (right
 * is 1), else each has its own two (left points come first).
 */
struct tile {
    size_t n;
    _Alignas(64) real near[MAX_TILE + LANES]; /* scaled distance from the cell's left side, */
    _Alignas(64) real far[MAX_TILE + LANES];  /* and from its right one */
    _Alignas(64) real fade[MAX_TILE + LANES];
    uint8_t run_of[MAX_TILE + LANES]; /* by sample */
    int32_t runs, points, right;
    union { /* p[X] by point */
        uint8_t hash[2 * MAX_TILE + BEHIND];
        uint16_t wide_hash[2 * MAX_TILE]; /* of a table of more than 256 */
    };
};

/* The edges' lattice points in the current cell of the other axes. */
struct edges {
    /* Beyond 2-D, by point: p[p[X] + Y] and p[p[X] + Y + 1], of this Y if they are there. */
    uint8_t hash[2][EDGE_POINTS(3) + BEHIND];
    int is_hashed;
    uint32_t y;
    uint8_t edge_row[POINTS + BEHIND]; /* of the gradient set, or pairs, by edge, point */
    int has_gradients;                 /* these, too: */
    _Alignas(64) real gradient[4][POINTS + LANES]; /* by component, edge, point */
};

/* Hashes a lattice point along x. */
INLINE void tile_hash(struct tile *tile, const struct perlin_tables *tables, int32_t point,
                      uint32_t cell)
{
    const uint16_t hash = tables->permutation[cell & tables->mask];
    if (has_kernel_forms(tables))
        tile->hash[point] = (uint8_t)hash;
    else
        tile->wide_hash[point] = hash;
}

INLINE void tile_init(struct tile *tile, const perlin_noise *noise, uint32_t octave,
                      const perlin_grid *grid, int dims, size_t first, size_t n)
{
    const uint32_t modulus = noise->spectrum.modulus[octave][0];
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    uint32_t sample_cell[MAX_TILE + LANES], cell[MAX_TILE]; /* the latter by run */
    axis_fill(&noise->spectrum, octave, grid, dims, 0, first, n, sample_cell, tile->near, tile->far,
              tile->fade);
    tile->n = n;
    const int shared = find_runs(n, modulus, sample_cell, tile->run_of, cell, &tile->runs);
    const int32_t runs = tile->runs;
    tile->right = shared ? 1 : runs;
    tile->points = runs + tile->right;
    for (int32_t r = 0; r < runs; r++) {
        tile_hash(tile, tables, r, cell[r]);
        tile_hash(tile, tables, r + tile->right, perlin_next_cell(cell[r], modulus));
    }
    if (has_kernel_forms(tables))
        memset(tile->hash + tile->points, 0, BEHIND);
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
            v_store(edges->gradient[a] + behind, v_splat(0));
    }
}

/* Hashes the lattice points along y, if that is not done: cells that follow each other along z share it. */
INLINE void edges_hash_y(struct edges *edges, const struct tile *tile,
                         const struct perlin_tables *tables, uint32_t modulus, uint32_t y)
{
    if (edges->is_hashed && edges->y == y)
        return;
    for (size_t l = 0; l < whole_vectors((size_t)tile->points); l += BYTES) {
        const struct v_pair p =
            hash_sides(&tables->lut, 1, v_load_bytes(tile->hash + l), splat_sides(y, modulus));
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
    const size_t points = whole_vectors((size_t)tile->points);
    if (dims > 2)
        edges_hash_y(edges, tile, tables, modulus[1], cell[1]);
    for (size_t l = 0; l < points; l += BYTES) {
        const int hashes = has_pairs(dims) ? FIRST_EDGES(dims) : EDGES(dims);
        bytes h[MAX_EDGES];
        h[0] = v_load_bytes(dims > 2 ? edges->hash[0] + l : tile->hash + l);
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
                           const struct perlin_tables *tables, int dims, int follow,
                           const uint32_t modulus[4], const uint32_t cell[4])
{
    const size_t points = (size_t)tile->points, behind = whole_vectors(points) - points;
    const struct any_table table = any_table(tables, dims);
    uint32_t side[4][2];
    for (int a = 1; a < dims; a++) {
        side[a][0] = cell[a];
        side[a][1] = perlin_next_cell(cell[a], modulus[a]);
    }
    for (size_t l = 0; l < points; l++) {
        uint8_t leaf[16];
        const int leaves = corner_leaves(&table, dims, 1, follow, side, tile->wide_hash[l], leaf);
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

/* Goes to a cell of the axes but x. */
INLINE void edges_enter_cell(struct edges *edges, const struct tile *tile,
                             const struct perlin_tables *tables, int dims,
                             const uint32_t modulus[4], const uint32_t cell[4])
{
    const int follow = neighbours_follow(tables, dims, modulus, cell);
    if (!has_kernel_forms(tables) && follow)
        edges_hash_any(edges, tile, tables, dims, 1, modulus, cell);
    else if (!has_kernel_forms(tables))
        edges_hash_any(edges, tile, tables, dims, 0, modulus, cell);
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
    neighbour_gradients(set, dims, row, row + POINTS / 2, gradient);
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
        for (int at = first; at < first + tile->points; at += LANES) {
            vec g[2][4];
            edge_gradients(edges, set, dims, at, g);
            UNROLL
            for (int a = 0; a < dims; a++) {
                v_store(edges->gradient[a] + at, g[0][a]);
                v_store(edges->gradient[a] + at + POINTS / 2, g[1][a]);
            }
        }
    }
    edges->has_gradients = 1;
}

#endif
