/*
 * What a basis provides: its kernels. basis/kernels.h lists those of all bases.
 */
#ifndef PERLIN_KERNEL_H
#define PERLIN_KERNEL_H

#include "common.h"

struct points;
struct store;
struct tile_kernels;

/* Evaluates one octave of a block of points that have been placed, with or without slopes. */
typedef void points_kernel(const perlin_noise *noise, struct points *points, uint32_t octave,
                           const struct store *to);

/* Whether kernels need any_cell of points: by large tables only; also by the integer hash, for which
   others place points themselves; or always. Kernels of slopes need it by the integer hash. */
enum need { IF_WIDE, BY_INTEGERS, ALWAYS };

/* The kernels of a basis in one number of dimensions. */
struct kernels {
    points_kernel *points, *point_slopes;
    double skew; /* of the lattice; 0 if it lies along the axes */
    enum need any_cell;
    double box; /* the most cells that a block of a grid should span along x, or 0 */
    const struct tile_kernels *tiles; /* NULL: grids are evaluated as points */
};

#endif
