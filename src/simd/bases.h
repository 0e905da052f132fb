/*
 * A backend's kernels of all bases but gradient noise: a translation unit includes its vec header, the entries of its lane
 * type, then this.
 */
#ifndef PERLIN_SIMD_BASES_H
#define PERLIN_SIMD_BASES_H

#include "elias.h"
#include "simplex.h"
#include "table.h"
#include "value_grid.h"

#define BASIS(basis, dims)                                                                         \
    BASIS_POINTS(basis, dims)                                                                      \
    BLOCK_GRID_SLOPES(basis, dims)

BASIS(value, 1)
BASIS(value, 2)
BASIS(value, 3)
BASIS(value, 4)
const basis_table TABLE(_value) = {ENTRY(value, 1), ENTRY(value, 2), ENTRY(value, 3),
                                   ENTRY(value, 4)};

BASIS(value_cubic, 1)
BASIS(value_cubic, 2)
BASIS(value_cubic, 3)
BASIS(value_cubic, 4)
const basis_table TABLE(_value_cubic) = {ENTRY(value_cubic, 1), ENTRY(value_cubic, 2),
                                         ENTRY(value_cubic, 3), ENTRY(value_cubic, 4)};

BASIS(elias, 1)
BASIS(elias, 2)
BASIS(elias, 3)
const basis_table TABLE(_elias) = {ENTRY(elias, 1), ENTRY(elias, 2), ENTRY(elias, 3)};

BASIS(simplex, 1)
BASIS(simplex, 2)
BASIS(simplex, 3)
BASIS(simplex, 4)
BASIS(opensimplex2, 3)
BASIS(opensimplex2, 4)
BASIS(opensimplex2s, 2)
BASIS(opensimplex2s, 3)
BASIS(opensimplex2s, 4)
BASIS(opensimplex, 2)
BASIS(opensimplex, 3)

/* In 1-D the first three are the same, in 2-D two of them but for the gradients. */
const basis_table TABLE(_simplex) = {ENTRY(simplex, 1), ENTRY(simplex, 2), ENTRY(simplex, 3),
                                     ENTRY(simplex, 4)};
const basis_table TABLE(_opensimplex2) = {ENTRY(simplex, 1), ENTRY(simplex, 2),
                                          ENTRY(opensimplex2, 3), ENTRY(opensimplex2, 4)};
const basis_table TABLE(_opensimplex2s) = {ENTRY(simplex, 1), ENTRY(opensimplex2s, 2),
                                           ENTRY(opensimplex2s, 3), ENTRY(opensimplex2s, 4)};
const basis_table TABLE(_opensimplex) = {[1] = ENTRY(opensimplex, 2), [2] = ENTRY(opensimplex, 3)};

#endif
