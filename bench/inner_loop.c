/*
 * The inner loop of grids, between marks for llvm-mca: a vector of samples of a run, in the order that the kernel has.
 * Compiled by scripts/port-bound, which defines VEC_HEADER, DIMS and SUMMED (1: an octave of several).
 */
#include VEC_HEADER

#include "../src/simd/strip.h"

void inner_loop(const struct strip *strip, const struct tile *tile, const struct corners *corners,
                edge_constants constant[], const vec fades[3]);

void inner_loop(const struct strip *strip, const struct tile *tile, const struct corners *corners,
                edge_constants constant[], const vec fades[3])
{
    const enum adding adding = SUMMED ? PLAIN : ONLY;
    const struct strip rows = *strip; /* what the kernel has in registers or on the stack */
    struct corners run = *corners;
    if (goes_down(DIMS)) {
        const struct along x = along_at(tile, 0);
        for (size_t r = 0; r < rows.rows; r++) {
            __asm__ volatile("# LLVM-MCA-BEGIN");
            row_store(&rows, r, 0, adding, run_noise(&rows, r, &x, run.s, constant, DIMS, 0));
            __asm__ volatile("# LLVM-MCA-END");
        }
    } else {
        const vec t[3] = {fades[0], fades[1], fades[2]};
        for (size_t i = 0; i + LANES <= rows.n; i += LANES) {
            __asm__ volatile("# LLVM-MCA-BEGIN");
            row_vector(&rows, 0, tile, &run, DIMS, 0, adding, i, t);
            __asm__ volatile("# LLVM-MCA-END");
        }
    }
}
