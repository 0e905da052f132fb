/*
 * How a basis describes itself to the rest of the library, apart from its kernels (kernels.h).
 */
#ifndef PERLIN_BASIS_H
#define PERLIN_BASIS_H

#include "perlin/perlin.h"

#define PERLIN_MAX_OCTAVES 32
#define PERLIN_MAX_PERIOD  (UINT32_C(1) << 31)

/* ---- Descriptions ---------------------------------------------------------------------------- */

#define PERLIN_BY_INTEGERS (1u << PERLIN_HASH_INTEGER)
#define PERLIN_BY_TABLES   (1u << PERLIN_HASH_PERMUTATION)

struct perlin_basis_info {
    uint32_t dims;          /* bit d - 1: the basis is defined in d dimensions */
    uint32_t hashes;        /* bit h: the basis can have PERLIN_HASH_ h; 0: it has its own */
    uint32_t scalar_hashes; /* of these, those for which there are no kernels */
    int takes_period;
    int takes_gradients; /* by tables: other sets than DEFAULT */
    int takes_radius;    /* by tables: RADIUS_PUBLISHED */
    int has_gradients;   /* else values, of which sums are multiplied by a factor */
    /* If the basis has a hash of its own: after how many cells an axis without a period repeats. */
    uint32_t natural_modulus;

    /* S: just below the reciprocal of the greatest magnitude (docs/ranges.md). */
    double (*octave_scale)(const perlin_params *params, uint32_t dims);
    /* The greatest value B of raw noise that is never negative: SIGNED and UNIT, and octaves in
       them, have raw * (2 / B) - 1 in its place, which S then scales. NULL, or 0 returned: raw noise
       goes on as it is. */
    double (*greatest)(const perlin_params *params, uint32_t dims);

    /* What entry i of a table holds if it ends a hash (perlin_tables). NULL if kernels look nothing
       up. */
    uint8_t (*leaf)(const perlin_params *params, uint32_t dims, const uint8_t *permutation,
                    uint32_t i);

    /* The squared distance at which a gradient's influence ends, for noise on simplices; else NULL.
       */
    double (*reach)(const perlin_params *params, uint32_t dims);

    /* What the kernels of this basis find at noise->state. */
    size_t (*state_size)(const perlin_params *params);
    void (*state_init)(void *state, const perlin_params *params);
};

/* All bases, in the order of their constants: PERLIN_BASIS_, the description perlin_basis_, and the
   kernels (kernels.h) by tables and by the integer hash, which end in _kernels. */
/* clang-format off */
#define PERLIN_EACH_BASIS(basis)                                                                   \
    basis(PERLIN, perlin, perlin, perlin_integer)                                                  \
    basis(VALUE, value, no, value_integer)                                                         \
    basis(VALUE_CUBIC, value_cubic, no, cubic_integer)                                             \
    basis(ELIAS, elias, elias, no)                                                                 \
    basis(SIMPLEX, simplex, no, simplex_integer)                                                   \
    basis(OPENSIMPLEX2, opensimplex2, no, opensimplex2_integer)                                    \
    basis(OPENSIMPLEX2S, opensimplex2, no, opensimplex2s_integer)                                  \
    basis(OPENSIMPLEX, opensimplex, no, no)                                                        \
    basis(CELLULAR, cellular, no, cellular_integer)
/* clang-format on */

#define COUNTED(name, description, by_tables, by_integers) +1
#define DECLARED(name, description, by_tables, by_integers)                                        \
    extern const struct perlin_basis_info perlin_basis_##description;
enum { PERLIN_BASES = 0 PERLIN_EACH_BASIS(COUNTED) };
PERLIN_EACH_BASIS(DECLARED)
#undef COUNTED
#undef DECLARED

/* The bases that the build has: bit b is that of PERLIN_BASIS_ b. */
#ifndef PERLIN_BUILT_BASES
#define PERLIN_BUILT_BASES ((1 << PERLIN_BASES) - 1)
#endif
#define PERLIN_IS_BUILT(basis) ((PERLIN_BUILT_BASES & 1 << (basis)) != 0)

/* Indexed by PERLIN_BASIS_. NULL if the build leaves a basis out. */
extern const struct perlin_basis_info *const perlin_bases[PERLIN_BASES];

/* SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
   Generators", OOPSLA 2014; this variant of the constants is Vigna's, after Stafford's mix 13). */
static inline uint64_t perlin_mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t perlin_splitmix64(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return perlin_mix64(*state);
}

#endif
