/*
 * Every basis's kernels.
 */
#ifndef PERLIN_KERNELS_H
#define PERLIN_KERNELS_H

#include "../engine/kernel.h"
#include "cellular/grids.h"
#include "elias/points.h"
#include "perlin/row_slopes.h"
#include "simplex/integer_points.h"
#include "simplex/splat.h"
#include "value/cubic_points.h"
#include "value/rows.h"

static const struct tile_kernels perlin_tiles[3] = {
    {2, TILE(2), perlin_weigh, perlin_strips2, perlin_added_strips2, perlin_slopes2},
    {2, TILE(3), perlin_weigh, perlin_strips3, perlin_added_strips3, perlin_slopes3},
    {2, TILE(4), perlin_weigh, perlin_strips4, perlin_strips4, NULL},
};

static const struct tile_kernels value_tiles[3] = {
    {2, VALUE_TILE(2, 2), value_weigh, value_strips2, value_strips2, NULL},
    {2, VALUE_TILE(2, 3), value_weigh, value_strips3, value_strips3, NULL},
    {2, VALUE_TILE(2, 4), value_weigh, value_strips4, value_strips4, NULL},
};

static const struct tile_kernels cubic_tiles[2] = {
    {4, VALUE_TILE(4, 2), cubic_weigh, cubic_strips2, cubic_strips2, NULL},
    {4, VALUE_TILE(4, 3), cubic_weigh, cubic_strips3, cubic_strips3, NULL},
};

/* In 1-D samples of a grid share next to nothing. */
static const struct kernels perlin_kernels[4] = {
    {.points = perlin_points1, .point_slopes = perlin_point_slopes1},
    {.points = perlin_points2, .point_slopes = perlin_point_slopes2, .tiles = &perlin_tiles[0]},
    {.points = perlin_points3, .point_slopes = perlin_point_slopes3, .tiles = &perlin_tiles[1]},
    {.points = perlin_points4,
     .point_slopes = perlin_point_slopes4,
     .needs_edge = 1,
     .tiles = &perlin_tiles[2]},
};

#define EDGE_KERNELS(name, dims)                                                                   \
    .points = name##_points##dims, .point_slopes = name##_point_slopes##dims, .needs_edge = 1

static const struct kernels elias_kernels[4] = {
    {EDGE_KERNELS(elias, 1)},
    {EDGE_KERNELS(elias, 2)},
    {EDGE_KERNELS(elias, 3)},
};

/* ---- By the integer hash --------------------------------------------------------------------- */

static const struct tile_kernels perlin_integer_tiles[3] = {
    {2, TILE(2), perlin_weigh, perlin_integer_strips2, perlin_added_integer_strips2,
     perlin_slopes2},
    {2, TILE(3), perlin_weigh, perlin_integer_strips3, perlin_added_integer_strips3,
     perlin_slopes3},
    {2, TILE(4), perlin_weigh, perlin_integer_strips4, perlin_integer_strips4, NULL},
};

#define LATTICE_KERNELS(name, dims)                                                                \
    .points = name##_integers##dims, .point_slopes = name##_integer_slopes##dims, .places = 1

static const struct kernels perlin_integer_kernels[4] = {
    {LATTICE_KERNELS(perlin, 1)},
    {LATTICE_KERNELS(perlin, 2), .tiles = &perlin_integer_tiles[0]},
    {LATTICE_KERNELS(perlin, 3), .tiles = &perlin_integer_tiles[1]},
    {LATTICE_KERNELS(perlin, 4), .tiles = &perlin_integer_tiles[2]},
};

static const struct kernels value_integer_kernels[4] = {
    {LATTICE_KERNELS(value, 1)},
    {LATTICE_KERNELS(value, 2), .tiles = &value_tiles[0]},
    {LATTICE_KERNELS(value, 3), .tiles = &value_tiles[1]},
    {LATTICE_KERNELS(value, 4), .tiles = &value_tiles[2]},
};

#undef LATTICE_KERNELS

static const struct kernels cubic_integer_kernels[4] = {
    {EDGE_KERNELS(cubic, 1)},
    {EDGE_KERNELS(cubic, 2), .tiles = &cubic_tiles[0]},
    {EDGE_KERNELS(cubic, 3), .tiles = &cubic_tiles[1]},
    {EDGE_KERNELS(cubic, 4)},
};

#undef EDGE_KERNELS

/* Only float results follow from places. In 1-D samples share too little. */
#define splat_tile1    ((splat_kernel *)0)
#define SPLAT_IN(dims) (sizeof(real) == sizeof(float) ? splat_tile##dims : (splat_kernel *)0)
#define VERTEX_KERNELS(name, dims)                                                                 \
    .points = name##_integers, .point_slopes = name##_slopes, .places = 1,                         \
    .lattice = &name.places, .splat = SPLAT_IN(dims)

static const struct kernels simplex_integer_kernels[4] = {
    {VERTEX_KERNELS(simplex1, 1)},
    {VERTEX_KERNELS(simplex2, 2), .skew = SKEW_2D},
    {VERTEX_KERNELS(simplex3, 3), .skew = SKEW_3D},
    {VERTEX_KERNELS(simplex4, 4), .skew = SKEW_4D},
};

static const struct kernels opensimplex2_integer_kernels[4] = {
    {VERTEX_KERNELS(simplex1, 1)},
    {VERTEX_KERNELS(simplex2, 2), .skew = SKEW_2D},
    {VERTEX_KERNELS(opensimplex2_3, 3)},
    {VERTEX_KERNELS(opensimplex2_4, 4), .skew = -UNSKEW_4D},
};

static const struct kernels opensimplex2s_integer_kernels[4] = {
    {VERTEX_KERNELS(simplex1, 1)},
    {VERTEX_KERNELS(opensimplex2s_2, 2), .skew = SKEW_2D},
    {VERTEX_KERNELS(opensimplex2s_3, 3)},
    {VERTEX_KERNELS(opensimplex2s_4, 4), .skew = SKEW_4D},
};

#undef VERTEX_KERNELS
#undef SPLAT_IN

#define CELLULAR_GRIDS .takes = takes_cells, .grid = cellular_grid
#define CELLULAR_BY_INTEGERS(dims)                                                                 \
    .points = cellular_points##dims, .point_slopes = cellular_slopes##dims, .places = 1,           \
    .has_whole_places = 1, .needs_edge = 1

static const struct kernels cellular_integer_kernels[4] = {
    {CELLULAR_BY_INTEGERS(1)},
    {CELLULAR_BY_INTEGERS(2), CELLULAR_GRIDS},
    {CELLULAR_BY_INTEGERS(3), CELLULAR_GRIDS},
    {CELLULAR_BY_INTEGERS(4), CELLULAR_GRIDS},
};

#undef CELLULAR_BY_INTEGERS
#undef CELLULAR_GRIDS

/* ---- All ------------------------------------------------------------------------------------- */

/* By PERLIN_BASIS_ and dims - 1; NULL where a basis does not have that hash. Compilers drop the
   kernels of bases that the build leaves out, since nothing refers to them. */
#define no_kernels NULL
#define BY_TABLES(name, description, by_tables, by_integers)                                       \
    [PERLIN_BASIS_##name] = PERLIN_IS_BUILT(PERLIN_BASIS_##name) ? by_tables##_kernels : NULL,
#define BY_INTEGER_HASH(name, description, by_tables, by_integers)                                 \
    [PERLIN_BASIS_##name] = PERLIN_IS_BUILT(PERLIN_BASIS_##name) ? by_integers##_kernels : NULL,
static const struct kernels *const kernels_of[2][PERLIN_BASES] = {
    {PERLIN_EACH_BASIS(BY_TABLES)}, {PERLIN_EACH_BASIS(BY_INTEGER_HASH)}};
#undef BY_TABLES
#undef BY_INTEGER_HASH
#undef no_kernels

#endif
