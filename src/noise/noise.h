/*
 * struct perlin_noise: everything that an evaluation needs. It is computed once and never changes.
 * noise.c, tables.c and integers.c implement this.
 */
#ifndef PERLIN_NOISE_H
#define PERLIN_NOISE_H

#include "../basis/basis.h"
#include "../cpu/fpenv.h"
#include "../vector/tables.h"
#include "integer_hash.h"

#include <float.h>
#include <stdatomic.h>
#include <string.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) ||           \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "libperlin promises exact bits: build it without -ffast-math and -Ofast"
#endif
/* 16 is the value on CPUs with half-precision arithmetic. For float and double it means the same as
   0. */
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16,
               "float and double must be computed in their own precision");
_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "binary32 and binary64");
_Static_assert(FLT_RADIX == 2 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53, "IEEE 754");

/* The one NaN that results use. */
static inline float perlin_quiet_nan_f32(void)
{
    const uint32_t bits = UINT32_C(0x7fc00000);
    float nan;
    memcpy(&nan, &bits, sizeof nan);
    return nan;
}

static inline double perlin_quiet_nan_f64(void)
{
    const uint64_t bits = UINT64_C(0x7ff8000000000000);
    double nan;
    memcpy(&nan, &bits, sizeof nan);
    return nan;
}

/*
 * The tables of one octave, owned by the noise: the permutation, and in each number of dimensions what
 * the last look-up of a hash ends in. That is a row of a gradient set. Leaf i of Perlin noise below
 * 4-D also holds the row of i + 1, shifted left by 4. Only kernels use leaves.
 */
struct perlin_tables {
    struct perlin_bytes lut, leaf[4]; /* leaves by dims - 1 */
};

/* The cell after `cell`, of `modulus` cells in all. */
static inline uint32_t perlin_next_cell(uint32_t cell, uint32_t modulus)
{
    return cell + 1 == modulus ? 0 : cell + 1;
}

/* The cell before `cell`, of `modulus` cells in all. */
static inline uint32_t perlin_previous_cell(uint32_t cell, uint32_t modulus)
{
    return (cell == 0 ? modulus : cell) - 1;
}

/* What raw noise of an octave is multiplied by and what is added to it, in the basis's own code, where
   a basis has a greatest value (basis.h). */
struct perlin_affine_f32 {
    float scale, bias;
};
struct perlin_affine_f64 {
    double scale, bias;
};

/*
 * The last step of every sample. total * factor + bias covers all ranges of all fractals. The
 * factor is the total's scale or 1, halved for a unit range. Half of S gives half of the product,
 * except for subnormals, which the bias of 0.5 absorbs. Adding a bias of 0 turns -0 into +0.
 */
struct perlin_output_f32 {
    float octave_scale; /* S or 1: turns an octave's raw noise into n */
    float scale;        /* scale of the total */
    float factor, bias;
};
struct perlin_output_f64 {
    double octave_scale, scale, factor, bias;
};

/* How the noise of an octave becomes what is summed. perlin.h explains the numbers. */
struct perlin_shape {
    uint32_t fractal;
    double weighted_strength, ping_pong_strength, ridge_offset, ridge_gain;
};

/* The octaves of a fractal. Octave o evaluates its noise at coordinate * frequency + offset, along
   each axis. Its hash takes cells modulo the axis's `modulus`: a period, the table's size, 2^31 for
   Elias's noise, or for the integer hash 2^32, which is stored as 0. */
struct perlin_spectrum {
    uint32_t octaves;        /* that are computed */
    uint32_t weight_octaves; /* at least as many: the magnitudes of their weights add up to 1 */
    uint32_t modulus[PERLIN_MAX_OCTAVES][4];
    double frequency[PERLIN_MAX_OCTAVES];
    double offset[PERLIN_MAX_OCTAVES][4]; /* 0 in octave 0; multiples of 1/256 below 1 */
    double weight[PERLIN_MAX_OCTAVES];
    double fastest; /* the greatest magnitude of a frequency */
    int divides;    /* some modulus is no power of two */
};

/*
 * The scales of an octave by the integer hash. The gradient sets are multiplied by them: 16 rows,
 * by component, for all dimensions one after the other (perlin_first_column). In 4-D another bit
 * negates the whole gradient. Value noise is multiplied by `factor`, which is 1 for all others.
 * `raw` is for a basis with a greatest value.
 */
struct perlin_scaled_f32 {
    _Alignas(64) float gradient[10][16];
    float factor[4]; /* by dims - 1 */
    struct perlin_affine_f32 raw[4];
};
struct perlin_scaled_f64 {
    _Alignas(64) double gradient[10][16];
    double factor[4];
    struct perlin_affine_f64 raw[4];
};

/* Where the gradients of so many dimensions begin. */
static inline uint32_t perlin_first_column(uint32_t dims)
{
    return dims * (dims - 1) / 2;
}

/* What the integer hash has in place of an octave's tables. */
struct perlin_integers {
    struct perlin_keys keys;
    struct perlin_scaled_f32 scaled_f32;
    struct perlin_scaled_f64 scaled_f64;
};

/* The matrix that coordinates are multiplied by, in rows; see PERLIN_ROTATION_ in perlin.h. */
struct perlin_matrix {
    int applies;
    double row[4][4];
};

/* The functions of its backend: see backend.h. */
struct perlin_ops {
    const struct perlin_ops_f32 *f32;
    const struct perlin_ops_f64 *f64;
};

struct perlin_combined;

struct perlin_noise {
    struct perlin_ops ops;
    atomic_uint holds;   /* the owner's, and those of combinations; the last one releases it */
    double bounds[4][2]; /* of results, by dims - 1 */
    const struct perlin_combined *combined; /* NULL: a noise of its own */
    perlin_backend backend;
    uint32_t dims; /* bit d - 1: the noise is defined in d dimensions */
    uint32_t basis, interpolation, range;
    perlin_hash hash;      /* AUTO: the basis has its own */
    uint32_t gradients_2d; /* a PERLIN_GRADIENTS_ */
    struct perlin_shape shape;
    uint32_t table_count; /* 1, or one per octave; 0 if nothing is looked up in tables */
    /* True for plain sums of octaves by the integer hash: the scales of `integers` have the octaves'
       weights and the range's factor. */
    int is_scaled;
    /* True below 4-D if the noise is one such octave of PERLIN, VALUE or SIMPLEX, without a rotation
       or a period. */
    int is_lone[4];                         /* by dims - 1 */
    const struct perlin_integers *integers; /* by octave; NULL without the integer hash */
    struct perlin_spectrum spectrum;
    struct perlin_matrix rotation[4]; /* by dims - 1, like everything below */
    struct perlin_output_f32 output_f32[4];
    struct perlin_output_f64 output_f64[4];
    double reach[4];   /* noise on simplices: squared radius of a gradient */
    const void *state; /* the basis's state, after the tables */
    void (*release)(void *user, void *p);
    void *user, *block; /* the memory to release */
    struct perlin_tables tables[];
};

/* True if the total is a sum of weight * noise. */
static inline int perlin_is_plain(const struct perlin_shape *shape)
{
    return shape->fractal == PERLIN_FRACTAL_NONE ||
           (shape->fractal == PERLIN_FRACTAL_FBM && shape->weighted_strength == 0.0);
}

/* Only if the noise has tables. */
static inline const struct perlin_tables *perlin_octave_tables(const perlin_noise *noise,
                                                               uint32_t octave)
{
    return &noise->tables[noise->table_count > 1 ? octave : 0];
}

/* raw * scale + bias, for a range: B of the basis becomes 1 and 0 becomes -1, unless the range is raw
   or there is no B. `scale` multiplies both. */
struct perlin_affine_f64 perlin_affine_of(const perlin_params *params, uint32_t dims, double scale);

/* True if the noise is defined in this many dimensions. */
static inline int perlin_has_dims(const perlin_noise *noise, uint32_t dims)
{
    return dims >= 1 && dims <= 4 && (noise->dims >> (dims - 1) & 1);
}

/*
 * Fills *spectrum from checked parameters, except for the offsets, which perlin_hashes_init draws.
 * Needs the default FP environment. Errors: FREQUENCY; GAIN (the sum of weights is 0 or not finite,
 * or MULTIFRACTAL has a negative one); PERIOD (of some octave).
 */
PERLIN_GUARDED perlin_status perlin_spectrum_init(struct perlin_spectrum *spectrum,
                                                  const perlin_params *params);

/* Implements perlin_octaves_for, with checked arguments. Needs the default FP environment. */
PERLIN_GUARDED uint32_t perlin_visible_octaves(const perlin_params *params, double step,
                                               uint32_t depth);

/* The size in bytes of a noise with these parameters. */
size_t perlin_noise_size(const perlin_params *params);

/* Builds a noise from checked parameters, in zeroed memory of perlin_noise_size bytes. The caller
   sets ops, backend and what releases it. Needs the default FP environment. */
PERLIN_GUARDED void perlin_noise_init(perlin_noise *noise, const perlin_params *params,
                                      const struct perlin_spectrum *spectrum);

/* The first returns the bytes of all tables or integers, which follow the noise in memory. The
   second fills these, and the spectrum's offsets. Call it after the rest of the noise is set. */
size_t perlin_hashes_size(const perlin_params *params);
void perlin_hashes_init(perlin_noise *noise, const perlin_params *params);

/* The start of an octave's generator. */
uint64_t perlin_octave_state(const perlin_params *params, uint32_t octave);

/* Draws an octave's keys from its generator. */
void perlin_draw_keys(struct perlin_keys *keys, uint64_t *state);

/* Fills an octave's scales. Call it when all else of the noise is set. */
void perlin_integers_init(perlin_noise *noise, const perlin_params *params,
                          struct perlin_integers *integers, uint32_t octave);

/* The hash that a noise of these parameters has, INTEGER or PERMUTATION; AUTO if the basis has a
   hash of its own. All below expects it in params->hash. */
perlin_hash perlin_hash_for(const perlin_params *params);

/* True if table holds each of 0..255 once. */
int perlin_is_permutation(const uint8_t table[PERLIN_TABLE_SIZE]);

#endif
