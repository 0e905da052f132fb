/*
 * struct perlin_noise: everything an evaluation needs, computed once and immutable from then on.
 */
#ifndef PERLIN_NOISE_H
#define PERLIN_NOISE_H

#include "backend.h"
#include "fpenv.h"

#include <float.h>

#ifdef __FAST_MATH__
#error "libperlin promises exact bits: build it without -ffast-math and -Ofast"
#endif
_Static_assert(FLT_EVAL_METHOD == 0, "float and double must be computed in their own precision");
_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "binary32 and binary64");
_Static_assert(FLT_RADIX == 2 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53, "IEEE 754");

#define PERLIN_MAX_OCTAVES 32
#define PERLIN_TABLE_SIZE  256

/* A table of bytes in the two forms that kernels look up in. */
struct perlin_lut {
    _Alignas(64) uint8_t value[PERLIN_TABLE_SIZE];
    uint16_t pair[PERLIN_TABLE_SIZE]; /* value[i] | value[i + 1] << 8: one access gives both */
};

/* The tables of one octave. */
struct perlin_tables {
    struct perlin_lut permutation;
    /* The last look-up of a 2-D hash: from p[X] + Y straight to the row of the gradient set. For
       SLICE it holds p[p[i]], the 3-D hash at Z = 0; else it equals the permutation. */
    struct perlin_lut leaf2;
};

/* A table of rows, in the two forms that kernels look up in: the components of gradients. Rows repeat to fill
   32. The scalar backend does not use it. */
struct perlin_rows_f32 {
    _Alignas(64) float column[4][32], row[32][4];
};
struct perlin_rows_f64 {
    _Alignas(64) double column[4][32], row[32][4];
};

/*
 * The last step of every sample: total * factor + bias covers all four ranges. The factor is the scale S
 * or 1, halved where the range is a unit one: a product with half of S is half the product with S, but for
 * subnormals, which the bias of 0.5 absorbs. A bias of 0 settles the sign of a zero.
 */
struct perlin_output_f32 {
    float scale, factor, bias;
};
struct perlin_output_f64 {
    double scale, factor, bias;
};

/* The octaves of a fractal. */
struct perlin_spectrum {
    uint32_t octaves;
    double frequency[PERLIN_MAX_OCTAVES];
    double weight[PERLIN_MAX_OCTAVES];
};

struct perlin_noise {
    struct perlin_ops ops;
    perlin_backend backend;
    uint32_t range, gradients;
    uint32_t table_count; /* 1, or one an octave */
    struct perlin_spectrum spectrum;
    struct perlin_output_f32 output_f32[4]; /* by dims - 1, as everything below */
    struct perlin_output_f64 output_f64[4];
    struct perlin_rows_f32 gradients_f32[4];
    struct perlin_rows_f64 gradients_f64[4];
    void (*release)(void *user, void *p);
    void *user, *block; /* what to release */
    struct perlin_tables tables[];
};

static inline const struct perlin_tables *perlin_octave_tables(const perlin_noise *noise,
                                                               uint32_t octave)
{
    return &noise->tables[noise->table_count == 1 ? 0 : octave];
}

/*
 * Fills *spectrum from checked parameters. Computes in floating point: call it in the default FP
 * environment. Errors: FREQUENCY, GAIN (a value that is not finite).
 */
PERLIN_GUARDED perlin_status perlin_spectrum_init(struct perlin_spectrum *spectrum,
                                                  const perlin_params *params);

/* The bytes that a noise of these parameters takes. */
size_t perlin_noise_size(const perlin_params *params);

/* Fills zeroed memory of perlin_noise_size bytes from checked parameters; the caller sets ops and
   backend. Computes in floating point, as above. */
PERLIN_GUARDED void perlin_noise_init(perlin_noise *noise, const perlin_params *params,
                                      const struct perlin_spectrum *spectrum);

/* Whether table holds each of 0..count-1 once; count is 256. */
int perlin_is_permutation(const uint16_t *table, uint32_t count);

#endif
