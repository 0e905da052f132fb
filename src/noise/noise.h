/*
 * struct perlin_noise: everything an evaluation needs, computed once and immutable from then on.
 */
#ifndef PERLIN_NOISE_H
#define PERLIN_NOISE_H

#include "../basis/basis.h"
#include "../cpu/fpenv.h"

#include <float.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "libperlin promises exact bits: build it without -ffast-math and -Ofast"
#endif
/* 16 is of CPUs that compute in half precision, too: no other type is computed otherwise than with 0. */
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16,
               "float and double must be computed in their own precision");
_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "binary32 and binary64");
_Static_assert(FLT_RADIX == 2 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53, "IEEE 754");

/* The NaN of all results. */
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
 * A table of 256 bytes in the forms that kernels look up in. Plain it is there twice in a row, so that a sum of two bytes
 * need not be reduced to find its entry and the next one; of the folded table entry i is value[i] ^ value[i - 16] but for
 * the first 16 of each 64.
 */
struct perlin_bytes {
    _Alignas(64) uint8_t value[2 * PERLIN_TABLE_SIZE], folded[PERLIN_TABLE_SIZE];
};

/* Fills the other forms from the first 256 values. */
static inline void perlin_bytes_init(struct perlin_bytes *bytes)
{
    memcpy(bytes->value + PERLIN_TABLE_SIZE, bytes->value, PERLIN_TABLE_SIZE);
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
        bytes->folded[i] = (uint8_t)(bytes->value[i] ^ (i % 64 >= 16 ? bytes->value[i - 16] : 0));
}

/*
 * The tables of one octave, which its noise owns. The scalar backend uses `permutation` and `mask`; `lut` and `leaf` are
 * filled where the permutation has 256 entries, and are what kernels look up in then. A leaf is the last look-up of a
 * hash, straight to the row of a gradient. Perlin noise of less than four dimensions has the row of i, and << 4 that of i + 1.
 * Kernels find the leaves of a permutation of any size in `any_leaf`.
 */
struct perlin_tables {
    const uint16_t *permutation; /* behind its last entry is the first one again */
    const uint8_t
        *any_leaf[4]; /* by dims - 1; behind the last the first one again; NULL: no gradients */
    uint32_t mask;    /* the permutation's size, a power of two, less 1 */
    struct perlin_bytes lut;     /* the permutation */
    struct perlin_bytes leaf[4]; /* by dims - 1 */
};

/* The cell after another one, of `modulus` cells in all. */
static inline uint32_t perlin_next_cell(uint32_t cell, uint32_t modulus)
{
    return cell + 1 == modulus ? 0 : cell + 1;
}

/* The one before it. */
static inline uint32_t perlin_previous_cell(uint32_t cell, uint32_t modulus)
{
    return (cell == 0 ? modulus : cell) - 1;
}

/*
 * The last step of every sample: total * factor + bias covers all ranges of all fractals. The factor is the
 * total's scale or 1, halved where the range is a unit one: a product with half of S is half the product with
 * S, but for subnormals, which the bias of 0.5 absorbs. To add a bias of 0 makes -0 +0.
 */
struct perlin_output_f32 {
    float octave_scale; /* from an octave's raw noise to n: S or 1 */
    float scale;        /* of the total */
    float factor, bias;
};
struct perlin_output_f64 {
    double octave_scale, scale, factor, bias;
};

/* How an octave's noise becomes what is summed; perlin.h says what the numbers are. */
struct perlin_shape {
    uint32_t fractal;
    double weighted_strength, ping_pong_strength, ridge_offset, ridge_gain;
};

/* The octaves of a fractal. Octave o evaluates its noise at coordinate * frequency + offset, along each axis. Cells enter
   its hash modulo `modulus` of their axis: a period, or the table's size, or 2^31 for Elias's noise. */
struct perlin_spectrum {
    uint32_t octaves;
    uint32_t modulus[PERLIN_MAX_OCTAVES][4];
    double frequency[PERLIN_MAX_OCTAVES];
    double offset[PERLIN_MAX_OCTAVES][4]; /* 0 for octave 0; all are multiples of 1/256 below 1 */
    double weight[PERLIN_MAX_OCTAVES];    /* their magnitudes add up to 1 */
};

/* What coordinates are multiplied by, by rows; see PERLIN_ROTATION_ in perlin.h. */
struct perlin_matrix {
    int applies;
    double row[4][4];
};

/* The functions of its backend: see backend.h. */
struct perlin_ops {
    const struct perlin_ops_f32 *f32;
    const struct perlin_ops_f64 *f64;
};

struct perlin_noise {
    struct perlin_ops ops;
    perlin_backend backend;
    uint32_t basis, interpolation, range;
    uint32_t gradients_2d; /* a PERLIN_GRADIENTS_ */
    struct perlin_shape shape;
    uint32_t table_size;
    uint32_t table_count; /* 1, or one an octave */
    struct perlin_spectrum spectrum;
    struct perlin_matrix rotation[4]; /* by dims - 1, as everything below */
    struct perlin_output_f32 output_f32[4];
    struct perlin_output_f64 output_f64[4];
    /* A basis with gradients has one of the two in each number of dimensions. */
    const struct perlin_gradient_set *gradients[4];
    const struct perlin_large_set *large[4];
    double reach[4];   /* of bases on simplices: how far, squared, a gradient reaches */
    const void *state; /* of the basis, behind the tables */
    void (*release)(void *user, void *p);
    void *user, *block; /* what to release */
    struct perlin_tables tables[];
};

static inline const struct perlin_tables *perlin_octave_tables(const perlin_noise *noise,
                                                               uint32_t octave)
{
    return &noise->tables[noise->table_count == 1 ? 0 : octave];
}

/* Whether the gradient set of a basis on simplices has more than 32. */
static inline int perlin_is_large(const perlin_noise *noise, uint32_t dims)
{
    return noise->large[dims - 1] != NULL;
}

/* Whether a noise has so many dimensions. */
static inline int perlin_has_dims(const perlin_noise *noise, uint32_t dims)
{
    return dims >= 1 && dims <= 4 && (perlin_bases[noise->basis]->dims >> (dims - 1) & 1);
}

/*
 * Fills *spectrum from checked parameters, but for the offsets, which perlin_hashes_init draws. Computes in
 * floating point: call it in the default FP environment. Errors: FREQUENCY, GAIN (weights that do not add up to a
 * finite number above 0, a negative one with MULTIFRACTAL), PERIOD (that of an octave).
 */
PERLIN_GUARDED perlin_status perlin_spectrum_init(struct perlin_spectrum *spectrum,
                                                  const perlin_params *params);

/* perlin_octaves_for, of checked arguments. Computes in floating point, as above. */
PERLIN_GUARDED uint32_t perlin_visible_octaves(const perlin_params *params, double step,
                                               uint32_t depth);

/* The bytes that a noise of these parameters takes. */
size_t perlin_noise_size(const perlin_params *params);

/* Fills zeroed memory of perlin_noise_size bytes from checked parameters; the caller sets ops, backend and
   what releases it. Computes in floating point, as above. */
PERLIN_GUARDED void perlin_noise_init(perlin_noise *noise, const perlin_params *params,
                                      const struct perlin_spectrum *spectrum);

/* The bytes of all tables, which lie behind a noise. Fills these, and the spectrum's offsets: after the rest of the
   spectrum. */
size_t perlin_hashes_size(const perlin_params *params);
void perlin_hashes_init(perlin_noise *noise, const perlin_params *params);

/* The entries of a table: what the parameters ask for, or enough for the longest period if they ask for nothing. 0 if
   they contradict each other. */
uint32_t perlin_table_size(const perlin_params *params);

/* Whether table holds each of 0..count-1 once; count is PERLIN_MAX_TABLE_SIZE at most. */
int perlin_is_permutation(const uint16_t *table, uint32_t count);

#endif
