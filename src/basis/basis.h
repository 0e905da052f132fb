/*
 * How a basis describes itself to the rest of the library, apart from its kernels (kernels.h). Also
 * declares the gradient sets.
 */
#ifndef PERLIN_BASIS_H
#define PERLIN_BASIS_H

#include "perlin/perlin.h"

#define PERLIN_MAX_OCTAVES 32
#define PERLIN_TABLE_SIZE  256 /* entries of a permutation table */
#define PERLIN_MAX_PERIOD  (UINT32_C(1) << 31)

/* ---- Gradient sets --------------------------------------------------------------------------- */

/*
 * The components of a gradient set, in the forms that vector kernels look up in. The scalar backend
 * does not use these. `top` and `tops` exist for the 3-D and the 4-D set. The components of these
 * sets are -1, 0 or 1, divided by PERLIN_SCALE. Only the highest byte of such a number is not 0, so
 * kernels can look up that byte alone.
 */
struct perlin_rows_f32 {
    _Alignas(64) float column[4][32], row[32][4];
    uint8_t top[4][16]; /* the highest byte, by component and perlin_top_index() */
    uint32_t tops[32];  /* all by row: component a is << PERLIN_TOPS_SHIFT(a) */
};
struct perlin_rows_f64 {
    _Alignas(64) double column[4][32], row[32][4];
    uint8_t top[4][16];
};

/* A set of 8, 16 or 32 rows. A gradient may occur twice, and a row may be unused. */
struct perlin_gradient_set {
    struct perlin_rows_f32 rows_f32;
    struct perlin_rows_f64 rows_f64;
};
extern const struct perlin_gradient_set perlin_set_1d, perlin_sets_2d[], perlin_set_3d,
    perlin_set_4d; /* in 2-D indexed by PERLIN_GRADIENTS_ */

/* Index in top[a] of a row. In 4-D, four of a row's five bits determine a component; see
   perlin_row_4d(). */
static inline int perlin_top_index(int rows, int a, int row)
{
    return rows == 32 && a < 2 ? row >> 1 : row % 16;
}

/* Kernels multiply distances by this if components are divided by it. Both steps are exact:
   distances are below 2, and components are far from subnormal. So a product is as exact as with
   the undivided component, and rounds the same, even to a subnormal number. */
#define PERLIN_SCALE_f32 0x1p1f
#define PERLIN_SCALE_f64 0x1p15

/* Where component a lies in `tops`. x is at the bottom and z at the top, so that in 3-D one
   instruction extracts either. */
#define PERLIN_TOPS_SHIFT(a) ((a) == 3 ? 16 : (a) == 2 ? 24 : 8 * (a))

/*
 * The row of the 3-D gradient set for a hash, from its low four bits. Perlin lists 16 gradients,
 * four of them twice. Row 0 is unused and holds zeros: byte shuffles that look up components must
 * find 0 at index 0.
 */
static inline uint8_t perlin_row_3d(uint32_t hash)
{
    static const uint8_t row[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 10, 2, 12};
    return row[hash % 16];
}

/*
 * The row of the 4-D gradient set for a hash: its low five bits, reordered. Bits 1 to 4 of a row
 * determine x and y, bits 0 to 3 z and w.
 */
static inline uint8_t perlin_row_4d(uint32_t hash)
{
    return (uint8_t)((hash & 1) << 4 | (hash >> 1 & 12) | (hash & 2) | (hash >> 2 & 1));
}

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

    /* S: just below the reciprocal of the greatest magnitude (docs/range.md). */
    double (*octave_scale)(const perlin_params *params, uint32_t dims);
    /* The greatest value B of raw noise that is never negative: SIGNED and UNIT, and octaves in
       them, have raw * (2 / B) - 1 in its place, which S then scales. NULL, or 0 returned: raw noise
       goes on as it is. */
    double (*greatest)(const perlin_params *params, uint32_t dims);

    /* Gradients by tables. NULL if the basis has none. `leaf` is what entry i of a table holds if it
       ends a hash (perlin_tables). */
    const struct perlin_gradient_set *(*gradients)(const perlin_params *params, uint32_t dims);
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
