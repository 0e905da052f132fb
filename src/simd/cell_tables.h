/*
 * Tables of all lattice points that a cell reaches. A block of a fine grid is in few cells: its points' vertices are
 * looked up by their offsets in the tables of their cells, in place of hashed one by one.
 */
#ifndef PERLIN_SIMD_CELL_TABLES_H
#define PERLIN_SIMD_CELL_TABLES_H

#include "cell_runs.h"
#include "codes.h"

/* How many points make up for a table at least; and how many cells there may be between the first and the last of a
   block, if there is hope for that (measured; docs/benchmarks.md). */
enum { FEWEST_TO_A_TABLE = 20, MOST_TABLES = POINTS_BLOCK / FEWEST_TO_A_TABLE, MOST_BETWEEN = 4 };

/* Lies where cells by any modulus are declared, which are not there where bytes are enough. */
struct cell_tables {
    size_t count;                   /* 0 if the block has too many cells */
    uint8_t table_of[POINTS_BLOCK]; /* by point */
    /* By packed offsets, two bits an axis, the rows of gradients; of a lattice that has copies the hashes. */
    _Alignas(64) uint8_t row[MOST_TABLES][PERLIN_TABLE_SIZE];
} __attribute__((may_alias));

INLINE struct cell_tables *cell_tables_in(struct points *points)
{
    _Static_assert(sizeof(struct cell_tables) <= sizeof points->any_cell, "room for tables");
    return (struct cell_tables *)(void *)points->any_cell;
}

/* Whether there may be tables, which are read a lane at a time: where bytes are hashed one by one; up to 32 at a time, where
   positions are looked up by offsets likewise (measured). */
INLINE int has_cell_tables(int basis, int dims)
{
    const int hashed = BYTES; /* a variable, so that branches are the same in all backends */
    return !is_whole_box(basis, dims) && hashed <= (has_table_of_positions(basis, dims) ? 32 : 1);
}

/* Hashes the points that a cell reaches, an axis after the other: each hash leads to four. */
INLINE void hash_cell(int basis, int dims, const struct perlin_tables *tables, uint32_t cell,
                      uint8_t row[PERLIN_TABLE_SIZE])
{
    _Alignas(64) uint8_t h[PERLIN_TABLE_SIZE] = {0};
    for (int a = 0; a < dims; a++) {
        const int is_last = a == dims - 1;
        const struct perlin_bytes *const table =
            is_last && !has_copies(basis, dims) ? &tables->row[dims - 1] : &tables->lut;
        const uint32_t low = (cell >> 8 * a) + (uint32_t)least_offset(basis);
        const size_t hashes = (size_t)1 << 2 * a;
        for (size_t i = 0; i < hashes; i += BYTES) {
            const bytes from = v_load_bytes(h + i);
            for (size_t k = 0; k < 4; k++)
                v_store_bytes((is_last ? row : h) + k * hashes + i,
                              v_byte_at(table, from, v_splat_byte((uint8_t)(low + k))));
        }
    }
}

/* A point's cell in one number, a byte an axis. */
INLINE uint32_t cell_at(const struct points *points, int dims, size_t i)
{
    uint32_t cell = 0;
    UNROLL
    for (int a = 0; a < dims; a++)
        cell |= (uint32_t)points->cell[a][i] << 8 * a;
    return cell;
}

/* Finds the cells of runs, and which of them each point is in; returns how many, or 0 if they are too many. */
INLINE size_t find_cells(const struct points *points, int dims, const struct cell_runs *runs,
                         uint32_t cell[MOST_TABLES], uint8_t table_of[POINTS_BLOCK])
{
    const size_t most = points->n / FEWEST_TO_A_TABLE;
    size_t count = 0;
    for (size_t r = 0; r < runs->count; r++) {
        const size_t begin = runs->begin[r], n = runs->begin[r + 1] - begin;
        const uint32_t at = cell_at(points, dims, begin);
        size_t t = 0;
        while (t < count && cell[t] != at)
            t++;
        if (t == most)
            return 0;
        cell[t] = at;
        count += t == count;
        memset(table_of + begin, (int)t, n);
    }
    return count;
}

/* Makes the tables of a block's cells, if they are few. */
INLINE void make_tables_in(struct points *points, int basis, int dims,
                           const struct perlin_tables *tables)
{
    struct cell_tables *const made = cell_tables_in(points);
    struct cell_runs *const runs = cell_runs_in(points);
    const size_t n = points->n;
    uint32_t cell[MOST_TABLES];
    made->count = 0;
    if (n > 8 && cells_between(points, dims, 0, n - 1) <= MOST_BETWEEN &&
        find_cell_runs(points, dims, runs))
        made->count = find_cells(points, dims, runs, cell, made->table_of);
    for (size_t t = 0; t < made->count; t++)
        hash_cell(basis, dims, tables, cell[t], made->row[t]);
}

/* Compiled apart from the search for vertices, which is the faster for it. */
#define MAKE_TABLES(name, basis, dims)                                                             \
    __attribute__((unused))                                                                        \
    OUTLINE void make_##name##_tables(struct points *points, const struct perlin_tables *tables)   \
    {                                                                                              \
        make_tables_in(points, basis, dims, tables);                                               \
    }

MAKE_TABLES(opensimplex2, OPENSIMPLEX2, 4)
MAKE_TABLES(opensimplex2s, OPENSIMPLEX2S, 4)
MAKE_TABLES(opensimplex, OPENSIMPLEX, 3)

INLINE void make_cell_tables(struct points *points, int basis, const struct perlin_tables *tables)
{
    if (basis == OPENSIMPLEX2)
        make_opensimplex2_tables(points, tables);
    else if (basis == OPENSIMPLEX2S)
        make_opensimplex2s_tables(points, tables);
    else
        make_opensimplex_tables(points, tables);
}

#endif
