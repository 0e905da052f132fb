/*
 * The inner loop of grids, between marks for llvm-mca: a vector of samples of a run, in the order that the kernel has.
 * Compiled by scripts/port-bound, which defines VEC_HEADER, DIMS and SUMMED (1: an octave of several).
 */
#include VEC_HEADER

#include "../src/simd/strip.h"

void inner_loop(const struct strip *strip, const struct tile *tile, const struct run *run,
                const vec fades[3], vec edges[MAX_EDGES]);

void inner_loop(const struct strip *strip, const struct tile *tile, const struct run *run,
                const vec fades[3], vec edges[MAX_EDGES])
{
    const enum adding adding = SUMMED ? PLAIN : ONLY;
    const struct strip rows = *strip; /* what the kernel has in registers or on the stack */
    const struct run corners = *run;
    vec edge[MAX_EDGES];
    memcpy(edge, edges, sizeof edge);
    if (goes_down(DIMS)) {
        const struct along x = along_at(tile, 0);
        for (size_t r = 0; r + 1 < rows.rows; r++) {
            vec t[3];
            __asm__ volatile("# LLVM-MCA-BEGIN");
            row_fades(&rows, r, DIMS, t);
            row_store(&rows, r, 0, adding, 1, join_and_find(DIMS, 0, t, edge, &corners, r + 1, &x));
            __asm__ volatile("# LLVM-MCA-END");
        }
    } else if (DIMS > 2) {
        const vec t[3] = {fades[0], fades[1], fades[2]};
        for (size_t i = LANES; i < rows.n; i += LANES) {
            __asm__ volatile("# LLVM-MCA-BEGIN");
            const struct along x = along_at(tile, i);
            row_store(&rows, 0, i - LANES, adding, 1,
                      join_and_find(DIMS, 0, t, edge, &corners, 0, &x));
            __asm__ volatile("# LLVM-MCA-END");
        }
    } else {
        const vec t[3] = {fades[0]};
        for (size_t i = 0; i + LANES <= rows.n; i += LANES) {
            __asm__ volatile("# LLVM-MCA-BEGIN");
            row_vector(&rows, 0, tile, &corners.corners, DIMS, 0, adding, i, t);
            __asm__ volatile("# LLVM-MCA-END");
        }
    }
    memcpy(edges, edge, sizeof edge);
}
