/*
 * The operations that compilers do well for vectors of any size. A vector header includes this
 * after its bytes header and these definitions:
 *
 *     real        float or double, the lane type
 *     integer     int32_t or int64_t, as wide as real
 *     LANES       an enum constant: lanes of a vector, a power of two from 2 to 16
 *     SPLAT_COST  an enum constant: what it takes for arithmetic to have a number from memory in
 *                 all lanes. 0 nothing, if instructions read it so, 1 a load, 2 more. It chooses
 *                 the order of loops.
 *     LANE(name)  a macro, name##_f32 or name##_f64: picks structs and fields by lane type
 *     vec, ivec   LANES reals, LANES integers, without padding: GNU C vector types, since kernels
 *                 write arithmetic with operators. __m256 and float32x4_t are such types. __m256i
 *                 is no ivec of float, as its lanes have 64 bits.
 *
 * Sums, differences and products of vec are exact: each is rounded on its own, and a * b + c twice.
 * If a result is NaN, it is left open which one. Differences of ivec do not overflow.
 */
#ifndef PERLIN_VECTOR_LANES_H
#define PERLIN_VECTOR_LANES_H

#include "inline.h"

#include <string.h>

/* As many doubles as one register holds, their bits, and as many registers as LANES doubles take.
   Compilers keep longer vectors in memory. */
typedef double doubles __attribute__((vector_size(sizeof(vec))));
typedef int64_t longs __attribute__((vector_size(sizeof(vec))));
typedef uint64_t unsigned_longs __attribute__((vector_size(sizeof(vec))));
enum { DOUBLES = sizeof(doubles) / sizeof(double), PARTS = LANES / DOUBLES };
_Static_assert(LANES % DOUBLES == 0, "vectors of coordinates are whole registers");

struct wide {
    doubles part[PARTS];
};

/* A number of 32 bits in each lane. Lanes of double have it in their low words; their high words may
   hold anything. */
typedef uint32_t hash_vec __attribute__((vector_size(sizeof(vec))));

/* A number that leaves no bits for fractions (v_place). */
#define V_BIG (sizeof(real) == sizeof(float) ? (real)0x1.8p23 : (real)0x1.8p52)

/* ivec without a sign, for shifts to the right. */
typedef __typeof__(__builtin_choose_expr(sizeof(real) == 4, (uint32_t)0, (uint64_t)0)) lane_bits;
typedef lane_bits uvec __attribute__((vector_size(sizeof(vec))));

/* Reads p[0..LANES-1], and v_store writes these. Both keep all bits. */
static inline vec v_load(const real *p)
{
    vec a;
    memcpy(&a, p, sizeof a);
    return a;
}

static inline void v_store(real *p, vec a)
{
    memcpy(p, &a, sizeof a);
}

/* x in every lane. Subtracts 0, because -0 + 0 would be +0. */
static inline vec v_splat(real x)
{
    return x - (vec){0};
}

static inline doubles splat_double(double x)
{
    return x - (doubles){0};
}

/* i in every lane, sign-extended. */
static inline ivec v_splat_index(int32_t i)
{
    return i + (ivec){0};
}

/* Looks rows up by columns, for instruction sets with permutations. */
INLINE void rows_by_lookup(const real table[4][32], vec (*lookup)(const real *, ivec), ivec row,
                           vec column[4])
{
    UNROLL
    for (int a = 0; a < 4; a++)
        column[a] = lookup(table[a], row);
}

#endif
