/*
 * The names of a backend's tables, of its lane type: the build defines BACKEND, as perlin_avx2 for one.
 */
#ifndef PERLIN_SIMD_TABLE_H
#define PERLIN_SIMD_TABLE_H

#include "../backend.h"

#define JOINED_(a, b) a##b
#define JOINED(a, b)  JOINED_(a, b)
#define TABLE(name)   JOINED(BACKEND, LANE(name))

typedef struct LANE(perlin_basis) basis_table[4];

extern const basis_table TABLE(_value), TABLE(_value_cubic), TABLE(_elias), TABLE(_simplex),
    TABLE(_opensimplex2), TABLE(_opensimplex2s), TABLE(_opensimplex);
extern const struct LANE(perlin_ops) TABLE();

#endif
