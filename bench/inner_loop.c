/*
 * The inner loop of grids, between marks for llvm-mca: a vector of samples of a run, in the order that the kernel has. The
 * second mark is behind loops that find the next vector's edges, since compilers move what is for that to the loop's end.
 * Compiled by scripts/port-bound, which defines VEC_HEADER, DIMS and SUMMED (1: an octave of several).
 */
#include VEC_HEADER

#include "../src/simd/strip.h"

void inner_loop(const struct strip *strip, const struct tile *tile, const struct run *run,
                const vec fades[3], vec edges[MAX_EDGES]);

void inner_loop(const struct strip *strip, const struct tile *tile, const struct run *run,
                const vec fades[3], vec edges[MAX_EDGES])
{
    const int only = !SUMMED;
    const struct strip rows = *strip; /* what the kernel has in registers or on the stack */
    struct run corners = {.constant = run->constant};
    vec edge[MAX_EDGES];
    UNROLL
    for (int e = 0; e < EDGES(DIMS); e++) {
        UNROLL
        for (int side = 0; side < 2; side++) {
            corners.corners.s[e][side] = run->corners.s[e][side];
            corners.corners.c[e][side] = run->corners.c[e][side];
        }
        edge[e] = edges[e];
    }
    vec t[3] = {fades[0], fades[1], fades[2]};
    size_t r = 0, i = 0;
    if (goes_down(DIMS)) {
        const struct along x = along_at(tile, 0);
        do {
            __asm__ volatile("# LLVM-MCA-BEGIN");
            row_fades(&rows, r, DIMS, t);
            row_store(&rows, r, 0, only, 1, join_and_find(DIMS, t, edge, &corners, r + 1, &x));
        } while (++r + 1 < rows.rows);
        __asm__ volatile("# LLVM-MCA-END");
    } else if (DIMS > 2) {
        do {
            __asm__ volatile("# LLVM-MCA-BEGIN");
            const struct along x = along_at(tile, i + LANES);
            row_store(&rows, 0, i, only, 1, join_and_find(DIMS, t, edge, &corners, 0, &x));
        } while ((i += LANES) + LANES < rows.n);
        __asm__ volatile("# LLVM-MCA-END");
    } else {
        for (; i + LANES <= rows.n; i += LANES) {
            __asm__ volatile("# LLVM-MCA-BEGIN");
            row_vector(&rows, 0, tile, &corners.corners, DIMS, only, i, t);
            __asm__ volatile("# LLVM-MCA-END");
        }
    }
    UNROLL
    for (int e = 0; e < EDGES(DIMS); e++)
        edges[e] = edge[e];
}
