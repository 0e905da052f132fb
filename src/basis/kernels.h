/*
 * Every basis's kernels.
 */
#ifndef PERLIN_KERNELS_H
#define PERLIN_KERNELS_H

#include "../engine/kernel.h"
#include "elias/points.h"
#include "perlin/row_slopes.h"
#include "simplex/points.h"
#include "value/cubic_points.h"
#include "value/rows.h"

static const struct tile_kernels perlin_tiles[3] = {
    {2, TILE(2), perlin_weigh, perlin_strips2, perlin_added_strips2, perlin_slopes2},
    {2, TILE(3), perlin_weigh, perlin_strips3, perlin_added_strips3, perlin_slopes3},
    {2, TILE(4), perlin_weigh, perlin_strips4, perlin_strips4, NULL},
};

static const struct tile_kernels value_tiles[3] = {
    {2, VALUE_TILE(2, 2), value_weigh, value_strips2, value_added_strips2, NULL},
    {2, VALUE_TILE(2, 3), value_weigh, value_strips3, value_added_strips3, NULL},
    {2, VALUE_TILE(2, 4), value_weigh, value_strips4, value_added_strips4, NULL},
};

static const struct tile_kernels cubic_tiles[2] = {
    {4, VALUE_TILE(4, 2), cubic_weigh, cubic_strips2, cubic_added_strips2, NULL},
    {4, VALUE_TILE(4, 3), cubic_weigh, cubic_strips3, cubic_added_strips3, NULL},
};

/* In 1-D samples of a grid share next to nothing. */
static const struct kernels perlin_kernels[4] = {
    {.points = perlin_points1, .point_slopes = perlin_point_slopes1, .in_registers = 1},
    {.points = perlin_points2,
     .point_slopes = perlin_point_slopes2,
     .in_registers = 1,
     .tiles = &perlin_tiles[0]},
    {.points = perlin_points3, .point_slopes = perlin_point_slopes3, .tiles = &perlin_tiles[1]},
    {.points = perlin_points4, .point_slopes = perlin_point_slopes4, .tiles = &perlin_tiles[2]},
};

static const struct kernels value_kernels[4] = {
    {.points = value_points1, .point_slopes = value_point_slopes1, .in_registers = 1},
    {.points = value_points2,
     .point_slopes = value_point_slopes2,
     .in_registers = 1,
     .tiles = &value_tiles[0]},
    {.points = value_points3,
     .point_slopes = value_point_slopes3,
     .in_registers = 1,
     .tiles = &value_tiles[1]},
    {.points = value_points4,
     .point_slopes = value_point_slopes4,
     .in_registers = 1,
     .tiles = &value_tiles[2]},
};

static const struct kernels cubic_kernels[4] = {
    {.points = cubic_points1, .point_slopes = cubic_point_slopes1},
    {.points = cubic_points2, .point_slopes = cubic_point_slopes2, .tiles = &cubic_tiles[0]},
    {.points = cubic_points3, .point_slopes = cubic_point_slopes3, .tiles = &cubic_tiles[1]},
    {.points = cubic_points4, .point_slopes = cubic_point_slopes4},
};

static const struct kernels elias_kernels[4] = {
    {.points = elias_points1, .point_slopes = elias_point_slopes1},
    {.points = elias_points2, .point_slopes = elias_point_slopes2},
    {.points = elias_points3, .point_slopes = elias_point_slopes3},
};

/* The first three of these are the same in 1-D, two of them in 2-D but for the gradients. `box` is
   how many cells a box of lattice points has along its last axis, over 1 + skew; for SIMPLEX in 4-D
   and OPENSIMPLEX in 3-D, where no block fits, what was fastest. */
static const struct kernels simplex_kernels[4] = {
    {.points = simplex_points1,
     .point_slopes = simplex_point_slopes1,
     .in_registers = 1,
     .box = 62},
    {.points = simplex_points2,
     .point_slopes = simplex_point_slopes2,
     .in_registers = 1,
     .skew = SKEW_2D,
     .box = 4.4},
    {.points = simplex_points3,
     .point_slopes = simplex_point_slopes3,
     .in_registers = 1,
     .skew = SKEW_3D,
     .box = 1.5},
    {.points = simplex_points4,
     .point_slopes = simplex_point_slopes4,
     .in_registers = 1,
     .skew = SKEW_4D,
     .box = 0.25},
};

static const struct kernels opensimplex2_kernels[4] = {
    {.points = simplex_points1,
     .point_slopes = simplex_point_slopes1,
     .in_registers = 1,
     .box = 62},
    {.points = simplex_points2,
     .point_slopes = simplex_point_slopes2,
     .in_registers = 1,
     .skew = SKEW_2D,
     .box = 4.4},
    {.points = opensimplex2_points3, .point_slopes = opensimplex2_point_slopes3, .box = 1},
    {.points = opensimplex2_points4,
     .point_slopes = opensimplex2_point_slopes4,
     .skew = -UNSKEW_4D},
};

static const struct kernels opensimplex2s_kernels[4] = {
    {.points = simplex_points1,
     .point_slopes = simplex_point_slopes1,
     .in_registers = 1,
     .box = 62},
    {.points = opensimplex2s_points2,
     .point_slopes = opensimplex2s_point_slopes2,
     .skew = SKEW_2D,
     .box = 2.9},
    {.points = opensimplex2s_points3, .point_slopes = opensimplex2s_point_slopes3, .box = 1},
    {.points = opensimplex2s_points4, .point_slopes = opensimplex2s_point_slopes4, .skew = SKEW_4D},
};

static const struct kernels opensimplex_kernels[4] = {
    [1] = {.points = opensimplex_points2,
           .point_slopes = opensimplex_point_slopes2,
           .skew = -UNSKEW_2D,
           .box = 5},
    {.points = opensimplex_points3,
     .point_slopes = opensimplex_point_slopes3,
     .skew = -UNSKEW_3D,
     .box = 4.8},
};

/* By PERLIN_BASIS_ and dims - 1. Compilers drop the kernels of bases that the build leaves out,
   since nothing refers to them. */
#define LISTED(name, description, kernels)                                                         \
    [PERLIN_BASIS_##name] = PERLIN_IS_BUILT(PERLIN_BASIS_##name) ? kernels##_kernels : NULL,
static const struct kernels *const kernels_of[PERLIN_BASES] = {PERLIN_EACH_BASIS(LISTED)};
#undef LISTED

#endif
