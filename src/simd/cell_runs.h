/*
 * Runs of points in one cell: rows of fine grids consist of them. In a cell each vertex has few places. Their gradients are found
 * once a run, and the points' signs choose among them in registers: plane_runs.h and cube_runs.h say how.
 */
#ifndef PERLIN_SIMD_CELL_RUNS_H
#define PERLIN_SIMD_CELL_RUNS_H

#include "box.h"
#include "moves.h"

/* As short as they may be on average, if they are to be faster than what else there is, and among cubes (measured;
   docs/benchmarks.md). */
enum { SHORTEST_RUNS = 5, SHORTEST_CUBE_RUNS = 8, MOST_CELL_RUNS = POINTS_BLOCK / SHORTEST_RUNS };

INLINE size_t most_cell_runs(size_t n, int dims)
{
    return n / (dims == 3 ? SHORTEST_CUBE_RUNS : SHORTEST_RUNS);
}

/* Where longer vectors end with a run they waste more than is saved. */
INLINE int looks_for_cell_runs(int basis, int dims)
{
    /* Variables, so that branches are the same in all backends. */
    const int is_cheap = FOUR_IS_CHEAP, hashed = BYTES;
    return (dims == 2 || has_cubes(basis, dims)) && is_cheap && hashed == 32;
}

/* Where runs begin in the block, and where the last one ends. It lies where bytes are declared. */
struct cell_runs {
    size_t count, begin[MOST_CELL_RUNS + 1];
} __attribute__((may_alias));

INLINE struct cell_runs *cell_runs_in(struct points *points)
{
    _Static_assert(sizeof(struct cell_runs) <= sizeof points->hash, "room for runs");
    return (struct cell_runs *)(void *)points->hash;
}

/* Along all axes in all. */
INLINE size_t cells_between(const struct points *points, int dims, size_t i, size_t j)
{
    size_t cells = 0;
    UNROLL
    for (int a = 0; a < dims; a++) {
        const uint8_t up = (uint8_t)(points->cell[a][j] - points->cell[a][i]);
        cells += least(up, (uint8_t)-up);
    }
    return cells;
}

/* Whether there is more than a word of points, and runs may be long enough: those that are in no row of a fine grid tell early that they
   are not. */
INLINE int may_have_cell_runs(const struct points *points, int dims)
{
    const size_t n = points->n, few = least(n, GROUP);
    return n > 8 && cells_between(points, dims, 0, few - 1) <= most_cell_runs(few, dims) &&
           cells_between(points, dims, 0, n - 1) < most_cell_runs(n, dims);
}

/* Finds the runs of a block of points that may have them; returns whether they are long enough. */
INLINE int find_cell_runs(const struct points *points, int dims, struct cell_runs *runs)
{
    const size_t n = points->n, most = most_cell_runs(n, dims), last = (n - 1) / 8;
    uint64_t moved[POINTS_BLOCK / 8];
    for (size_t w = 0; w < last; w++) {
        uint64_t moves = 0;
        UNROLL
        for (int a = 0; a < dims; a++)
            moves |= moves_from(points->cell[a] + 8 * w);
        moved[w] = moves;
    }
    moved[last] = 0;
    UNROLL
    for (int a = 0; a < dims; a++)
        moved[last] |= last_moves(points->cell[a] + 8 * last - 1);
    moved[last] &= (UINT64_C(1) << 8 * ((n - 1) % 8)) - 1; /* not beyond the last point */
    runs->begin[0] = 0;
    runs->count = 1;
    for (size_t w = 0; w <= last; w++) {
        for (uint64_t left = moved[w]; left != 0;) {
            const size_t byte = (size_t)__builtin_ctzll(left) / 8;
            if (runs->count == most)
                return 0;
            runs->begin[runs->count++] = 8 * w + byte + 1;
            left &= -(UINT64_C(256) << 8 * byte);
        }
    }
    runs->begin[runs->count] = n;
    return 1;
}

/* Compiled apart from the search for vertices, which is the faster for it. */
#define FIND_CELL_RUNS(dims)                                                                       \
    __attribute__((unused))                                                                        \
    OUTLINE int find_cell_runs##dims(const struct points *points, struct cell_runs *runs)          \
    {                                                                                              \
        return find_cell_runs(points, dims, runs);                                                 \
    }

FIND_CELL_RUNS(2)
FIND_CELL_RUNS(3)

/* Clears the fractions behind the last point, which the last vector has of a run that ends there. */
INLINE void clear_behind_runs(struct points *points, int dims)
{
    UNROLL
    for (int a = 0; a < dims; a++)
        v_store(points->fraction[a] + points->n, v_splat(0));
}

#endif
