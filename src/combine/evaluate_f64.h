/*
 * A backend's functions for combinations, in double.
 */
#ifndef PERLIN_COMBINE_EVALUATE_F64_H
#define PERLIN_COMBINE_EVALUATE_F64_H

#define LANE_TYPE      f64
#define scalar_doubles perlin_scalar_f64.points
#include "evaluate.h"

const struct perlin_ops_f64 JOINED(BACKEND, _combined_f64) = {.points = combined_doubles,
                                                              .grid = combined_grid};

#endif
