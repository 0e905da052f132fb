/*
 * The gradient sets of Perlin noise by tables.
 */
#ifndef PERLIN_PERLIN_SETS_H
#define PERLIN_PERLIN_SETS_H

#include "../../vector/tables.h"
#include "../basis.h"

struct perlin_gradient_set {
    struct perlin_rows_f32 rows_f32;
    struct perlin_rows_f64 rows_f64;
};
extern const struct perlin_gradient_set perlin_set_1d, perlin_sets_2d[], perlin_set_3d,
    perlin_set_4d; /* in 2-D indexed by PERLIN_GRADIENTS_ */

#endif
