/*
 * The lattice points that OPENSIMPLEX2S counts in 4-D, as kernels find them; where fractions fall from x to w.
 */
#ifndef PERLIN_GROUPS_H
#define PERLIN_GROUPS_H

#include <stdint.h>

/* A half of space: where the four fractions, and 0.6 times their sum, times these come to more than `least`. */
struct perlin_half {
    int8_t times[5];
    double least;
};

/* Points of which no two are in reach of one place, and which of them can be: the first one in the first half, else the second
   one in the second half, else the third one. */
enum { PERLIN_GROUPS = 10, PERLIN_IN_GROUP = 3 };
struct perlin_group {
    int8_t point[PERLIN_IN_GROUP][4];
    struct perlin_half half[PERLIN_IN_GROUP - 1];
};

/* The orders that four fractions can have, and room for them. An order's number is the sum over axes of how many later ones
   have smaller fractions, times the axis's weight (D. H. Lehmer, "Teaching combinatorial tricks to a computer", 1960). */
enum { PERLIN_ORDERS = 24, PERLIN_ROOM_FOR_ORDERS = 32 };
static const int8_t perlin_order_weight[4] = {6, 2, 1, 1};

/* By group of points, the offsets of the one that counts, each plus 1 and in two bits from x on; by that point in the group and the
   order of the fractions. */
struct perlin_group_offsets {
    _Alignas(64) uint8_t of[PERLIN_GROUPS][PERLIN_IN_GROUP * PERLIN_ROOM_FOR_ORDERS];
};

/* All points that are in reach of some place. */
static const struct perlin_group perlin_group[PERLIN_GROUPS] = {
    {{{0, 0, 0, 0}, {1, 1, 0, -1}, {1, 2, 1, 0}},
     {{{0, -1, 0, 1, 0}, -29 / 32.0}, {{0, 0, -1, 0, 0}, -0.5}}},
    {{{1, 1, 1, 1}, {2, 1, 0, 0}, {1, 0, -1, 0}},
     {{{-1, 0, 1, 0, 0}, -29 / 32.0}, {{0, 1, 0, 0, 0}, 0.5}}},
    {{{1, 0, 0, 0}, {1, 1, 2, 1}, {2, 2, 2, 1}},
     {{{0, 0, -1, 0, 0}, -29 / 32.0}, {{0, 0, 0, 1, 0}, 0.5}}},
    {{{1, 1, 1, 0}, {0, -1, 0, 0}, {0, -1, -1, -1}},
     {{{0, 1, 0, 0, 0}, 3 / 32.0}, {{-1, 0, 0, 0, 0}, -0.5}}},
    {{{1, 1, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 1}},
     {{{1, 0, 0, -1, 0}, 3 / 32.0}, {{0, -1, 0, 0, 0}, -0.5}}},
    {{{1, 0, 1, 0}, {0, 0, -1, -1}, {2, 2, 1, 1}},
     {{{1, -3, 3, -1, 0}, -1 / 32.0}, {{0, 0, 0, 0, -1}, -1.2}}},
    {{{1, 2, 1, 1}, {1, 0, 0, 1}, {0, 0, 0, -1}},
     {{{0, 2, 0, 1, 0}, 67 / 32.0}, {{1, 0, 0, 2, -1}, 0.2}}},
    {{{0, 0, -1, 0}, {0, 1, 1, 0}, {2, 1, 1, 1}},
     {{{-1, 0, -2, 0, 0}, -29 / 32.0}, {{-2, 0, 0, -1, 1}, -0.4}}},
    {{{1, 0, 0, -1}, {1, 0, 1, 1}, {0, 1, 0, 0}},
     {{{2, -1, 0, -2, 0}, 37 / 32.0}, {{0, -2, 0, 0, 1}, 0.2}}},
    {{{2, 1, 1, 0}, {0, 0, 1, 0}, {1, 1, 0, 1}},
     {{{2, 0, 1, -2, 0}, 69 / 32.0}, {{0, 0, 2, 0, -1}, -0.2}}},
};

#endif
