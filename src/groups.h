/*
 * The lattice points that OPENSIMPLEX2S counts in 4-D, as kernels find them.
 */
#ifndef PERLIN_GROUPS_H
#define PERLIN_GROUPS_H

#include <stdint.h>

/* The points that are in reach somewhere where fractions fall from x to w, in groups of which no two are in reach at once. */
enum { PERLIN_GROUPS = 10, PERLIN_IN_GROUP = 3 };
static const int8_t perlin_group_point[PERLIN_GROUPS][PERLIN_IN_GROUP][4] = {
    {{0, 0, 0, 0}, {1, 1, 0, -1}, {1, 2, 1, 0}}, {{1, 1, 1, 1}, {2, 1, 0, 0}, {1, 0, -1, 0}},
    {{1, 0, 0, 0}, {1, 1, 2, 1}, {2, 2, 2, 1}},  {{1, 1, 1, 0}, {0, -1, 0, 0}, {0, -1, -1, -1}},
    {{1, 1, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 1}},  {{1, 0, 1, 0}, {0, 0, -1, -1}, {2, 2, 1, 1}},
    {{0, 0, 0, -1}, {1, 0, 0, 1}, {1, 2, 1, 1}}, {{2, 1, 1, 1}, {0, 1, 1, 0}, {0, 0, -1, 0}},
    {{0, 1, 0, 0}, {1, 0, 0, -1}, {1, 0, 1, 1}}, {{1, 1, 0, 1}, {2, 1, 1, 0}, {0, 0, 1, 0}},
};

#endif
