/*
 * What a basis provides: its kernels. basis/kernels.h lists those of all bases.
 */
#ifndef PERLIN_KERNEL_H
#define PERLIN_KERNEL_H

#include "common.h"

#include "perlin/perlin.h"

struct LANE(perlin_sink);
struct batch;
struct grid_box;
struct lattice_places;
struct lattice_tile;
struct points;
struct store;

enum { POINTS_ABREAST = 2 * LANES };

/* Evaluates one octave of a block of points, with or without slopes. */
typedef void points_kernel(const perlin_noise *noise, struct points *points, uint32_t octave,
                           const struct store *to);

/* Evaluates a box of a grid (box.h), all octaves. */
typedef void box_kernel(const struct grid_box *box);

/* Adds an octave to a tile of a grid (lattice_tile.h). */
typedef void tile_kernel(struct lattice_tile *tile);

/* The kernels of a basis in one number of dimensions, by tables or by the integer hash. */
struct kernels {
    points_kernel *points, *point_slopes;
    /* True: `points` evaluates POINTS_ABREAST points at a time, and places them itself if they have
       not been placed: coordinates of the lane type on axes without a period. Where some are too far
       out for that it sets points->is_far, and what is stored for these is to be replaced. */
    int places;
    /* True: fractions in float are multiples of 2^-24, rounded once from double coordinates. */
    int has_whole_places;
    double skew; /* of the lattice; 0 if it lies along the axes */
    /* Of noise whose float results at coordinates in double follow from places (lattice.h): kernels
       add a plain sum's octaves to one sum, slopes too. */
    const struct lattice_places *lattice;
    tile_kernel *splat, *samples; /* NULL: grids have no tiles */
    box_kernel *box, *sloped_box; /* NULL: grids, or those of slopes, have no boxes */
    /* Not NULL: whether `grid` evaluates a grid, in the basis's own way. It takes none that is rotated,
       and gives no slopes. */
    int (*takes)(const perlin_noise *noise, int dims, const perlin_grid *grid);
    void (*grid)(const perlin_noise *noise, int dims, const perlin_grid *grid,
                 const struct LANE(perlin_sink) * sink);
};

#endif
