/*
 * What the definition and the kernels of cellular noise share: a noise's state, the hashes that place
 * feature points, and the bounds of every search. tests/test_cellular.md proves the bounds.
 */
#ifndef PERLIN_BASIS_CELLULAR_CELLULAR_H
#define PERLIN_BASIS_CELLULAR_CELLULAR_H

#include "../basis.h"

/* Places of feature points are integers in 2^-24 of a cell. */
enum { PERLIN_CELL_UNIT = 24, PERLIN_CELL_ONE = 1 << PERLIN_CELL_UNIT };

/* From the hash of a cell, of which only the middle bits are good, to the numbers that place its
   point, and to its value. */
#define PERLIN_POINT_FIRST  UINT32_C(0xe4dad393)
#define PERLIN_POINT_SECOND UINT32_C(0x36a24ca9)
#define PERLIN_POINT_VALUE  UINT32_C(0xcac8cd45)

/* Four signed numbers of 16 bits: x and y in the high and the low half of `first`, z and w in those
   of `second`. `first` also leads to the value. */
struct perlin_cell_point {
    uint32_t first, second;
};

static inline struct perlin_cell_point perlin_point_of_hash(uint32_t h)
{
    const uint32_t first = (h ^ h >> 15) * PERLIN_POINT_FIRST;
    return (struct perlin_cell_point){first, (first ^ first >> 15) * PERLIN_POINT_SECOND};
}

/* For a noise. */
struct perlin_cellular_state {
    uint32_t metric, result;
    int32_t jitter; /* 2^14 is a whole cell */
};

/* How far along an axis the point of a cell is from the cell's near side. */
static inline int32_t perlin_place_in_cell(int32_t u, int32_t jitter)
{
    return PERLIN_CELL_ONE / 2 + (u * jitter >> 6) + (jitter >> 7);
}

/* How many of the nearest points a result needs. EDGE and CELL follow from the nearest one. */
static inline int perlin_cellular_ranks(uint32_t result)
{
    switch (result) {
    case PERLIN_CELLULAR_F1:
    case PERLIN_CELLULAR_EDGE:
    case PERLIN_CELLULAR_CELL:
        return 1;
    case PERLIN_CELLULAR_F3:
        return 3;
    case PERLIN_CELLULAR_F4:
        return 4;
    default:
        return 2;
    }
}

/*
 * How many cells away, along any axis, the point of a cell can matter: none that is farther is ever
 * among the so many nearest ones (tests/test_cellular.md, "Reach").
 */
enum { PERLIN_MOST_REACH = 4, PERLIN_EDGE_REACH = 3 };

static inline int perlin_cellular_reach(uint32_t metric, uint32_t dims, int ranks)
{
    if (dims == 1)
        return ranks <= 2 ? 1 : 2;
    switch (metric) {
    case PERLIN_METRIC_CHEBYSHEV:
        return ranks <= 2 ? 1 : 2;
    case PERLIN_METRIC_MANHATTAN:
        return dims > 2 ? (int)dims : ranks <= 2 ? 2 : 3;
    default:
        return 2;
    }
}

/* EDGE: only points nearer than the nearest one's distance and twice the least distance to a border so
   far, times this for rounding, can have a nearer border. */
#define PERLIN_EDGE_MARGIN (1 + 0x1p-18)

#endif
