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

/* The kernels of a basis in one number of dimensions. */
struct kernels {
    points_kernel *points, *point_slopes;
    double skew;      /* of the lattice; 0 if it lies along the axes */
    int in_registers; /* by the integer hash `points` places coordinates in float itself */
    double box;       /* the most cells that a block of a grid should span along x, or 0 */
    const struct tile_kernels *tiles; /* NULL: grids are evaluated as points */
};

#endif
