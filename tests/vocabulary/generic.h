/*
 * Vectors of 16 bytes by nothing but the compiler: all operations that have a default are the
 * defaults of src/vector, whatever this machine's backends replace. FLOAT_LANES is 1 or 0.
 */
#ifndef PERLIN_VEC_H
#define PERLIN_VEC_H

#include "vector/portable_bytes.h"

#if FLOAT_LANES
#define LANE(name) name##_f32
typedef float real;
typedef int32_t integer;
#else
#define LANE(name) name##_f64
typedef double real;
typedef int64_t integer;
#endif

enum { LANES = 16 / sizeof(real), SPLAT_COST = 2 };

typedef real vec __attribute__((vector_size(16)));
typedef integer ivec __attribute__((vector_size(16)));

#include "vector/lanes.h"

static inline ivec v_load_index(const uint8_t *p)
{
    ivec index;
    for (size_t l = 0; l < LANES; l++)
        index[l] = p[l];
    return index;
}

static inline void v_store_index(uint8_t *p, ivec a)
{
    for (size_t l = 0; l < LANES; l++)
        p[l] = (uint8_t)a[l];
}

static inline int v_any(ivec mask)
{
    int any = 0;
    for (size_t l = 0; l < LANES; l++)
        any |= mask[l] < 0;
    return any;
}

#include "vector/vector.h"

#endif
