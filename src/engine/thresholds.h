/*
 * Where one way of a grid becomes faster than another. Both were timed on grids of 16^2 to 256^2, 8^3
 * to 64^3 and 4^4 to 16^4 samples by steps of 1/64 to .75 (AMD EPYC, gcc 12.2, 2026-11-29). Rows are
 * backends by their lanes of float: 4, 8 and 16.
 */
#ifndef PERLIN_THRESHOLDS_H
#define PERLIN_THRESHOLDS_H

/* The lattices of noise on simplices, and what a vector of samples takes there if each looks at its
   own vertices: as many times as adding a lattice point to a vector. */
enum lattice_kind {
    SIMPLEX_2D,
    SIMPLEX_3D,
    SIMPLEX_4D,
    OPENSIMPLEX2_3D,
    OPENSIMPLEX2_4D,
    OPENSIMPLEX2S_2D,
    OPENSIMPLEX2S_3D,
    OPENSIMPLEX2S_4D,
    LATTICE_KINDS
};

static const short vector_costs[3][LATTICE_KINDS] = {
    {51, 66, 149, 107, 149, 87, 183, 412},
    {26, 54, 100, 114, 149, 58, 195, 385},
    {22, 44, 87, 87, 210, 44, 183, 337},
};

#endif
