/*
 * The constants that the kernels of Elias's noise hash by.
 */
#ifndef PERLIN_BASIS_ELIAS_ELIAS_H
#define PERLIN_BASIS_ELIAS_ELIAS_H

#include "../basis.h"

/* For one octave: the factors of y and z, and the coefficients of his polynomial. */
struct perlin_elias {
    uint32_t factor[3]; /* two are used; compilers do not see that dims is at most 3 */
    uint32_t cubic, linear, constant;
};

/* For a noise: the constants by octave, what the seed adds to numbers before they are hashed, and
   whether values are smoothed. */
struct perlin_elias_state {
    const struct perlin_elias *constants;
    uint32_t salt, smoothing;
};

#endif
