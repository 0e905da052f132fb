/*
 * Vertices that points share. Points in a row of a grid are neighbours: runs of them are in one cell and have the same
 * signs, and so the same vertices. Where these are, their hashes and gradients are found once a run, `pitch` numbers for
 * each vertex, in units of 1.
 */
#ifndef PERLIN_SIMD_SHARED_VERTICES_H
#define PERLIN_SIMD_SHARED_VERTICES_H

#include "moves.h"
#include "vertices.h"

/* ---- Runs ----------------------------------------------------------------------------------------- */

enum { MOST_RUNS = 16, MOST_SHARED = 8 * MOST_RUNS };
_Static_assert(MOST_RUNS % LANES == 0 && MOST_SHARED % BYTES == 0, "whole vectors");

/* What runs share; it lies where bytes are declared. */
struct vertex_runs {
    size_t count;                               /* 0: too many */
    size_t pitch;                               /* in whole vectors */
    uint8_t run_of[GROUP + 8], last[MOST_RUNS]; /* by point; by run, its last one */
    _Alignas(64) uint8_t sign[2][GROUP];
    _Alignas(64) uint8_t cell[4][MOST_RUNS];
    _Alignas(64) real fraction[4][MOST_RUNS];
    /* Of vertices: their cells, copies of the lattice, and gradients. */
    _Alignas(64) uint8_t near[4][MOST_SHARED + BYTES], copy[MOST_SHARED + BYTES], row[MOST_SHARED];
} __attribute__((may_alias));

/* Either these or each point's bytes are needed: in their place. */
INLINE struct vertex_runs *runs_in(struct points *points)
{
    _Static_assert(sizeof(struct vertex_runs) <= sizeof points->hash, "room for runs");
    return (struct vertex_runs *)(void *)points->hash;
}

/* What vertices are, by run: their position and gradient. */
struct shared_reals {
    _Alignas(64) real value[8 * 6 * (MOST_RUNS + LANES)];
};

/* In the place of edges. */
INLINE struct shared_reals *reals_in(struct points *points)
{
    _Static_assert(sizeof(struct shared_reals) <= sizeof points->edge, "room for reals");
    return (struct shared_reals *)(void *)points->edge;
}

/* One of a vertex's numbers in all runs. */
INLINE real *shared_in(struct shared_reals *reals, int dims, int vertex, int number)
{
    return reals->value + (vertex * 2 * dims + number) * (MOST_RUNS + LANES);
}

/* The signs as bits, in one or two arrays of bytes; returns how many. */
INLINE int store_signs(const struct points *points, int basis, int dims, size_t start, size_t n,
                       struct vertex_runs *runs)
{
    int signs = 0;
    for (size_t i = 0; i < n; i += LANES) {
        vec fraction[4];
        ivec sign[MOST_SIGNS], bits[2] = {v_splat_index(0), v_splat_index(0)};
        load_fractions(points, dims, start + i, fraction);
        signs = find_signs(basis, dims, fraction, sign);
        UNROLL
        for (int s = 0; s < signs; s++)
            bits[s / 8 & 1] = bits[s / 8 & 1] | (sign[s] & v_splat_index(1 << (s & 7)));
        v_store_index(runs->sign[0] + i, bits[0]);
        if (signs > 8)
            v_store_index(runs->sign[1] + i, bits[1]);
    }
    return signs > 8 ? 2 : 1;
}

/* Whether a point is the last of its run, by moves. */
enum { WORDS = GROUP / 8 };

/* Adds those of an array. */
INLINE void add_moves(const uint8_t array[GROUP], uint64_t moved[WORDS])
{
    UNROLL
    for (size_t w = 0; w < WORDS - 1; w++)
        moved[w] |= moves_from(array + 8 * w);
    moved[WORDS - 1] |= last_moves(array + 8 * (WORDS - 1) - 1);
}

/* Makes each byte that is not 0 one, up to the next to last point. Returns their number. */
INLINE size_t count_moves(uint64_t moved[WORDS], size_t n)
{
    uint64_t moves = 0;
    UNROLL
    for (size_t w = 0; w < WORDS; w++) {
        uint64_t m = moved[w];
        m |= m >> 4;
        m |= m >> 2;
        m |= m >> 1;
        m &= ONE_IN_BYTES;
        if (n - 1 < 8 * w + 8) /* some of it is beyond */
            m = n - 1 > 8 * w ? m & ((UINT64_C(1) << 8 * (n - 1 - 8 * w)) - 1) : 0;
        moved[w] = m;
        moves += m;
    }
    return (size_t)(moves * ONE_IN_BYTES >> 56);
}

/* Finds the runs among n points, a whole vector of them at least. */
INLINE void find_vertex_runs(const struct points *points, int basis, int dims, size_t start,
                             size_t n, struct vertex_runs *runs)
{
    const size_t most = n / (GROUP / MOST_RUNS);
    uint64_t moved[WORDS] = {0}, run = 0, ends = 0;
    runs->count = 0;
    for (int a = 0; a < dims; a++)
        add_moves(points->cell[a] + start, moved);
    if (count_moves(moved, n) >= most)
        return;
    /* No signs in 1-D: gcc would warn of a store behind them. */
    const int planes = dims > 1 ? store_signs(points, basis, dims, start, n, runs) : 0;
    for (int p = 0; p < planes; p++)
        add_moves(runs->sign[p], moved);
    if (count_moves(moved, n) >= most)
        return;
    runs->run_of[0] = 0;
    UNROLL
    for (size_t w = 0; w < WORDS; w++) { /* each byte becomes the sum of all up to it */
        const uint64_t run_of = moved[w] * ONE_IN_BYTES + run * ONE_IN_BYTES;
        store_word(runs->run_of + 8 * w + 1, run_of);
        run = run_of >> 56;
        ends |= (moved[w] * UINT64_C(0x0102040810204080) >> 56) << 8 * w;
    }
    for (; ends != 0; ends &= ends - 1)
        runs->last[runs->count++] = (uint8_t)__builtin_ctzll(ends);
    runs->last[runs->count++] = (uint8_t)(n - 1);
    runs->pitch = whole_vectors(runs->count);
    for (int a = 0; a < dims; a++) {
        for (size_t r = 0; r < runs->pitch; r++) {
            const size_t i = start + runs->last[least(r, runs->count - 1)];
            runs->cell[a][r] = points->cell[a][i];
            runs->fraction[a][r] = points->fraction[a][i];
        }
    }
}

/* ---- Vertices of runs ------------------------------------------------------------------------------- */

/* Where the vertices are in all runs. */
INLINE void place_shared(int basis, int dims, struct vertex_runs *runs, struct shared_reals *reals)
{
    for (size_t r = 0; r < runs->pitch; r += LANES) {
        vec fraction[4], point[MOST_VERTICES][4];
        ivec sign[MOST_SIGNS];
        UNROLL
        for (int a = 0; a < dims; a++)
            fraction[a] = v_load(runs->fraction[a] + r);
        find_signs(basis, dims, fraction, sign);
        find_points(basis, dims, sign, point);
        UNROLL
        for (int k = 0; k < vertex_count(basis, dims); k++) {
            const vec lift = v_splat(known_lift(basis, dims, k));
            UNROLL
            for (int a = 0; a < dims; a++) {
                const ivec offset = low_bits(point[k][a] + lift, 1) - v_splat_index(1);
                v_store_index(runs->near[a] + (size_t)k * runs->pitch + r,
                              offset + v_load_index(runs->cell[a] + r));
            }
            subtract_lift(basis, dims, k, point[k]);
            UNROLL
            for (int a = 0; a < dims; a++)
                if (!is_fixed(basis, dims, k))
                    v_store(shared_in(reals, dims, k, a) + r, point[k][a]);
        }
    }
}

/* The rows of their gradients. */
INLINE void hash_shared(int basis, int dims, const struct perlin_tables *tables,
                        struct vertex_runs *runs)
{
    const int count = vertex_count(basis, dims);
    const size_t n = (size_t)count * runs->pitch;
    for (int k = 0; k < count && has_copies(basis, dims); k++)
        memset(runs->copy + (size_t)k * runs->pitch, copy_of(basis, dims, k), runs->pitch);
    for (int a = 0; a < dims; a++) /* bytes are hashed beyond n */
        v_store_bytes(runs->near[a] + n, v_splat_byte(0));
    v_store_bytes(runs->copy + n, v_splat_byte(0));
    for (size_t i = 0; i < n; i += BYTES) {
        bytes h = v_splat_byte(0);
        UNROLL
        for (int a = 0; a < dims; a++) {
            const int is_last = a == dims - 1 && !has_copies(basis, dims);
            h = v_byte_at(is_last ? &tables->row[dims - 1] : &tables->lut, h,
                          v_load_bytes(runs->near[a] + i));
        }
        if (has_copies(basis, dims))
            h = v_byte_at(&tables->row[dims - 1], h, v_load_bytes(runs->copy + i));
        v_store_bytes(runs->row + i, h);
    }
}

/* Finds what vertices are in all runs. */
INLINE void share_vertices(const perlin_noise *noise, int basis, int dims,
                           const struct perlin_tables *tables, struct vertex_runs *runs,
                           struct shared_reals *reals)
{
    const int numbers = 2 * dims;
    place_shared(basis, dims, runs, reals);
    hash_shared(basis, dims, tables, runs);
    for (int k = 0; k < vertex_count(basis, dims); k++) {
        for (size_t r = 0; r < runs->pitch; r += LANES) {
            vec nowhere[4] = {{0}}, gradient[4];
            simplex_gradients(noise, basis, dims, runs->row + (size_t)k * runs->pitch + r, nowhere,
                              gradient);
            UNROLL
            for (int a = 0; a < dims; a++)
                v_store(shared_in(reals, dims, k, dims + a) + r, gradient[a]);
        }
        for (int number = 0; number < numbers; number++) /* v_pick loads these, but takes none */
            v_store(shared_in(reals, dims, k, number) + runs->count, v_splat(0));
    }
}

/* ---- Sums ----------------------------------------------------------------------------------------- */

/* One of a vertex's numbers for a vector of points, of one run or of several. */
INLINE vec shared_at(struct shared_reals *reals, int dims, int vertex, int number, int mixed,
                     const uint8_t *run)
{
    const real *const by_run = shared_in(reals, dims, vertex, number);
    return mixed ? v_pick(by_run, run) : v_splat(by_run[run[0]]);
}

INLINE void add_shared(vec reach, struct shared_reals *reals, int basis, int dims, int has_slopes,
                       int mixed, const uint8_t *run, const vec near_corner[4],
                       struct simplex_sum *sum)
{
    UNROLL
    for (int k = 0; k < vertex_count(basis, dims); k++) {
        vec position[4], gradient[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            position[a] = is_fixed(basis, dims, k) ? fixed_position(basis, dims, k)
                                                   : shared_at(reals, dims, k, a, mixed, run);
        const struct influence of = influence_of(reach, basis, dims, k, near_corner, position);
        UNROLL
        for (int a = 0; a < dims; a++)
            gradient[a] = shared_at(reals, dims, k, dims + a, mixed, run);
        add_influence(basis, dims, has_slopes, &of, gradient, dot_product(dims, 1, gradient, of.d),
                      sum);
    }
}

/* The points' sums, by runs, whose vertices have been found. */
INLINE void sum_runs(const perlin_noise *noise, struct points *points, int basis, int dims,
                     int has_slopes, size_t start, size_t n, const struct simplex_sums *sums)
{
    const struct vertex_runs *const runs = runs_in(points);
    struct shared_reals *const reals = reals_in(points);
    const vec reach = reach_of(noise, dims);
    for (size_t i = 0; i < n; i += LANES) {
        const uint8_t *const run = runs->run_of + i;
        struct simplex_sum sum = no_sum();
        vec fraction[4], near_corner[4];
        load_fractions(points, dims, start + i, fraction);
        from_near_corner(basis, dims, fraction, near_corner);
        if (run[0] == run[LANES - 1])
            add_shared(reach, reals, basis, dims, has_slopes, 0, run, near_corner, &sum);
        else
            add_shared(reach, reals, basis, dims, has_slopes, 1, run, near_corner, &sum);
        store_sum(sums, dims, has_slopes, i, &sum);
    }
}

#endif
