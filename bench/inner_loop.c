/*
 * The inner loop of grids, between marks for llvm-mca: a vector of samples of a run. Compiled by
 * scripts/port-bound, which defines VEC_HEADER, DIMS and SUMMED (1: an octave of several).
 */
#include VEC_HEADER

#include "../src/simd/row.h"

void inner_loop(const struct strip *strip, const struct tile *tile, const struct corners *corners,
                const vec fades[3]);

void inner_loop(const struct strip *strip, const struct tile *tile, const struct corners *corners,
                const vec fades[3])
{
    const struct strip row = *strip; /* what the kernel has in registers or on the stack */
    const struct corners run = *corners;
    const vec t[3] = {fades[0], fades[1], fades[2]};
    for (size_t i = 0; i + LANES <= row.n; i += LANES) {
        __asm__ volatile("# LLVM-MCA-BEGIN");
        row_vector(&row, 0, tile, &run, DIMS, 0, SUMMED ? PLAIN : ONLY, i, t);
        __asm__ volatile("# LLVM-MCA-END");
    }
}
