/*
 * Every basis's kernels.
 */
#ifndef PERLIN_KERNELS_H
#define PERLIN_KERNELS_H

#include "../engine/kernel.h"
#include "cellular/grids.h"
#include "elias/points.h"
#include "perlin/box.h"
#include "simplex/samples.h"
#include "simplex/splat.h"
#include "value/box.h"
#include "value/cubic_points.h"

#define TABLE_KERNELS(dims) .points = perlin_points##dims, .point_slopes = perlin_point_slopes##dims

static const struct kernels perlin_kernels[4] = {
    {TABLE_KERNELS(1), .box = perlin_box1},
    {TABLE_KERNELS(2), .box = perlin_table_box2, .sloped_box = perlin_sloped_box2},
    {TABLE_KERNELS(3), .box = perlin_table_box3, .sloped_box = perlin_sloped_box3},
    {TABLE_KERNELS(4), .box = perlin_box4},
};

#undef TABLE_KERNELS

#define EDGE_KERNELS(name, dims)                                                                   \
    .points = name##_points##dims, .point_slopes = name##_point_slopes##dims

static const struct kernels elias_kernels[4] = {
    {EDGE_KERNELS(elias, 1)},
    {EDGE_KERNELS(elias, 2)},
    {EDGE_KERNELS(elias, 3)},
};

/* ---- By the integer hash --------------------------------------------------------------------- */

#define LATTICE_KERNELS(name, dims)                                                                \
    .points = name##_integers##dims, .point_slopes = name##_integer_slopes##dims, .places = 1

static const struct kernels perlin_integer_kernels[4] = {
    {LATTICE_KERNELS(perlin, 1), .box = perlin_box1},
    {LATTICE_KERNELS(perlin, 2), .box = perlin_integer_box2, .sloped_box = perlin_sloped_box2},
    {LATTICE_KERNELS(perlin, 3), .box = perlin_integer_box3, .sloped_box = perlin_sloped_box3},
    {LATTICE_KERNELS(perlin, 4), .box = perlin_box4},
};

static const struct kernels value_integer_kernels[4] = {
    {LATTICE_KERNELS(value, 1), .box = value_box1},
    {LATTICE_KERNELS(value, 2), .box = value_box2},
    {LATTICE_KERNELS(value, 3), .box = value_box3},
    {LATTICE_KERNELS(value, 4), .box = value_box4},
};

#undef LATTICE_KERNELS

static const struct kernels cubic_integer_kernels[4] = {
    {EDGE_KERNELS(cubic, 1), .box = cubic_box1},
    {EDGE_KERNELS(cubic, 2), .box = cubic_box2},
    {EDGE_KERNELS(cubic, 3), .box = cubic_box3},
    {EDGE_KERNELS(cubic, 4), .box = cubic_box4},
};

#undef EDGE_KERNELS

/* Only float results follow from places. In 1-D samples share too little. */
#define splat_tile1      ((tile_kernel *)0)
#define simplex1_samples ((tile_kernel *)0)
#define OF_FLOATS(tiles) (sizeof(real) == sizeof(float) ? (tiles) : (tile_kernel *)0)
#define VERTEX_KERNELS(name, dims)                                                                 \
    .points = name##_integers, .point_slopes = name##_slopes, .places = 1,                         \
    .lattice = &name.places, .splat = OF_FLOATS(splat_tile##dims),                                 \
    .samples = OF_FLOATS(name##_samples)

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
#undef OF_FLOATS

#define CELLULAR_GRIDS .takes = takes_cells, .grid = cellular_grid
#define CELLULAR_BY_INTEGERS(dims)                                                                 \
    .points = cellular_points##dims, .point_slopes = cellular_slopes##dims, .places = 1,           \
    .has_whole_places = 1

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
