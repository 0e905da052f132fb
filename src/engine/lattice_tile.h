/*
 * A tile of a grid, and the lattice points in reach of it. A basis says what a lattice point does to
 * the samples of the tile; for noise on simplices that is basis/simplex/splat.h.
 */
#ifndef PERLIN_LATTICE_TILE_H
#define PERLIN_LATTICE_TILE_H

#include "axis.h"
#include "lattice.h"

enum {
    MOST_ALONG_X = 256, /* samples of a tile */
    MOST_ALONG = 64,    /* along each other axis */
    /* Places past a side's end are read in whole vectors. */
    PAST_END = 3 * LANES > 16 ? 3 * LANES : 16
};

/* A tile's part of an axis, in an octave: where its samples are. */
struct side {
    const int32_t *at; /* their places */
    size_t count;
    double low, high;      /* the coordinates of its ends, in order */
    float per_cell, reach; /* in samples: per cell, or negative; in reach to either side */
};

struct lattice_tile {
    const struct lattice_places *lattice;
    float reach, radius; /* its root */
    const double *error; /* axis_error of each axis at frequency 1 */
    struct side side[4];
    real *sum;           /* what lattice points are added to */
    ptrdiff_t stride[4]; /* of samples along an axis, there */
    int32_t places_x[MOST_ALONG_X + PAST_END], places[3][MOST_ALONG + PAST_END];
};

/* ---- Sides ----------------------------------------------------------------------------------- */

/* The places of a vector of samples. */
INLINE ivec places_of(const perlin_grid *grid, int axis, size_t first, double frequency,
                      double offset)
{
    const doubles big = splat_double(0x1.8p28);
    struct wide c, sum;
    longs far = {0};
    coordinates(grid, axis, first, (double *)&c);
    UNROLL
    for (int p = 0; p < PARTS; p++) {
        c.part[p] = c.part[p] * frequency + offset;
        sum.part[p] = c.part[p] + big;
        far |= (longs)sum.part[p] ^ (longs)big;
    }
    if (are_far(far)) {
        double coordinate[LANES];
        uint32_t place[LANES];
        double cell;
        memcpy(coordinate, &c, sizeof coordinate);
        for (size_t l = 0; l < LANES; l++)
            place[l] = place_of(coordinate[l], &cell);
        return v_load_words(place);
    }
    return v_low_words(sum);
}

/* Places the n samples of a side, and more up to `count`, which may lie anywhere. What follows these
   is far from every lattice point in reach. */
OUTLINE void side_init(struct lattice_tile *tile, const perlin_grid *grid,
                       const struct perlin_spectrum *spectrum, uint32_t octave, int axis,
                       size_t first, size_t n, size_t count)
{
    const double frequency = spectrum->frequency[octave], offset = spectrum->offset[octave][axis];
    const double start = coordinate(grid, axis, first) * frequency + offset;
    const double end = coordinate(grid, axis, first + n - 1) * frequency + offset;
    const double step = fabs(grid->step[axis] * frequency);
    const double per_cell = 1 / (step > 0x1p-20 ? step : 0x1p-20);
    const double margin = tile->error[axis] * fabs(frequency);
    int32_t *const at = axis == 0 ? tile->places_x : tile->places[axis - 1];
    struct side *const side = &tile->side[axis];
    for (size_t i = 0; i < count; i += LANES)
        v_store_words((uint32_t *)at + i, places_of(grid, axis, first + i, frequency, offset));
    const ivec past =
        v_splat_index((int32_t)((uint32_t)at[count - 1] + ((uint32_t)128 << PLACE_BITS)));
    UNROLL
    for (size_t i = 0; i < PAST_END; i += LANES)
        v_store_words((uint32_t *)at + count + i, past);
    side->at = at;
    side->count = count;
    side->low = start < end ? start : end;
    side->high = start < end ? end : start;
    side->per_cell = (float)(end < start ? -per_cell : per_cell);
    side->reach = (float)(((double)tile->radius + 0x1p-18 + margin) * per_cell) + 0x1p-6f;
    if (n == 1 || step < 0x1p-20) /* per_cell does not say where samples are: reach all of them */
        side->reach = 0x1p28f;
}

/* Where along a side a lattice point is, in samples. */
INLINE float nearest_sample(const struct side *side, int32_t at)
{
    return (float)(int32_t)((uint32_t)at - (uint32_t)side->at[0]) * (float)PER_CELL *
           side->per_cell;
}

/* ---- Finding lattice points ------------------------------------------------------------------ */

/* Takes `count` lattice points that follow each other along x: the cells of the first, and its
   place. */
typedef void take_run(void *taker, size_t count, int copy, const uint32_t cell[4],
                      const uint32_t at[4]);

/* A search. Coordinates and cells are relative to a lattice point near the tile. */
struct lattice_search {
    const struct lattice_places *lattice;
    take_run *take;
    void *taker;
    int copy;
    uint32_t cell[4], at[4]; /* that point, in this copy */
    double low[4], high[4];  /* coordinates in reach of the tile */
    double g, per_g, per_x;  /* what unskewing takes for a cell; 1 / g, or 0; 1 / (1 - g) */
    int32_t from[4];         /* the cells of the run's first point */
};

INLINE double lower(double a, double b)
{
    return a < b ? a : b;
}

INLINE double higher(double a, double b)
{
    return a > b ? a : b;
}

static void search_run(const struct lattice_search *search, int32_t rest, double n_low,
                       double n_high)
{
    const struct lattice_places *const lattice = search->lattice;
    const double shift = search->g * rest;
    const double first = raised(higher((search->low[0] + shift) * search->per_x, n_low - rest));
    const double last = floored(lower((search->high[0] + shift) * search->per_x, n_high - rest));
    const uint32_t i = (uint32_t)(int32_t)first, n = i + (uint32_t)rest;
    uint32_t cell[4], at[4];
    if (last < first)
        return;
    for (int a = 0; a < lattice->dims; a++) {
        const uint32_t up = a == 0 ? i : (uint32_t)search->from[a];
        cell[a] = search->cell[a] + up;
        at[a] = search->at[a] + (up << PLACE_BITS) - n * (uint32_t)lattice->unskew;
    }
    search->take(search->taker, (size_t)(last - first) + 1, search->copy, cell, at);
}

/* Searches along an axis, given the cells along later ones, of which `rest` is the sum. The sum of
   all is from n_low to n_high: a coordinate is a cell less g times that. */
static void search_axis(struct lattice_search *search, int axis, int32_t rest, double n_low,
                        double n_high)
{
    const double g = search->g;
    if (axis == 0) {
        search_run(search, rest, n_low, n_high);
        return;
    }
    const double low = search->low[axis], high = search->high[axis];
    const int32_t first = (int32_t)raised(low + lower(g * n_low, g * n_high));
    const int32_t last = (int32_t)floored(high + higher(g * n_low, g * n_high));
    for (int32_t cell = first; cell <= last; cell++) {
        double least = n_low, most = n_high;
        if (g != 0) {
            const double by_low = (cell - low) * search->per_g;
            const double by_high = (cell - high) * search->per_g;
            least = higher(n_low, lower(by_low, by_high));
            most = lower(n_high, higher(by_low, by_high));
        }
        search->from[axis] = cell;
        search_axis(search, axis - 1, rest + cell, least, most);
    }
}

/* Finds all lattice points in reach of a tile, and some more, in the order of their copies, then of
   w, z, y and x. */
OUTLINE void find_lattice_points(const struct lattice_tile *tile, take_run *take, void *taker)
{
    const struct lattice_places *const lattice = tile->lattice;
    const double reach = (double)tile->radius + 0x1p-10, g = unskew_of(lattice);
    struct lattice_search search = {.lattice = lattice,
                                    .take = take,
                                    .taker = taker,
                                    .g = g,
                                    .per_g = g != 0 ? 1 / g : 0,
                                    .per_x = 1 / (1 - g)};
    double floors[4];
    uint32_t near[4];
    for (int a = 0; a < lattice->dims; a++)
        floors[a] = floored(tile->side[a].low);
    const uint32_t n = point_near(lattice, floors, near);
    for (int copy = 0; copy < lattice->copies; copy++) {
        double sum_low = 0, sum_high = 0;
        search.copy = copy;
        for (int a = 0; a < lattice->dims; a++) {
            search.cell[a] = near[a];
            search.at[a] = (search.cell[a] << PLACE_BITS) - n * (uint32_t)lattice->unskew +
                           (uint32_t)copy * (uint32_t)lattice->step;
            /* Relative to the floor, since a double far out has no bits for a fraction of it. */
            const uint32_t from = search.at[a] - ((uint32_t)(int64_t)floors[a] << PLACE_BITS);
            const double at = (int32_t)from * PER_CELL;
            sum_low += search.low[a] = tile->side[a].low - floors[a] - at - reach;
            sum_high += search.high[a] = tile->side[a].high - floors[a] - at + reach;
        }
        const double along = 1 - lattice->dims * g;
        search_axis(&search, lattice->dims - 1, 0, sum_low / along, sum_high / along);
    }
}

#endif
