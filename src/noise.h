/*
 * struct perlin_noise: everything an evaluation needs, computed once and immutable from then on.
 */
#ifndef PERLIN_NOISE_H
#define PERLIN_NOISE_H

#include "backend.h"
#include "fpenv.h"
#include "groups.h"

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

#define PERLIN_MAX_OCTAVES    32
#define PERLIN_TABLE_SIZE     256 /* of Perlin's table, and by default */
#define PERLIN_MAX_TABLE_SIZE 65536
#define PERLIN_MAX_PERIOD     (UINT32_C(1) << 31)

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
 * The row of the 3-D gradient set that a hash leads to, by its low bits. Of the 16 that Perlin lists four are there twice. Row 0
 * is of none, and zeros, so that shuffles of bytes which look components up find zeros where an index is 0.
 */
static inline uint8_t perlin_row_3d(uint32_t hash)
{
    static const uint8_t row[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 10, 2, 12};
    return row[hash % 16];
}

/*
 * The row of the 4-D gradient set that a hash leads to, by its low bits, put in another order: what x and y are is then told by
 * bits 1 to 4 of the row, what z and w are by bits 0 to 3.
 */
static inline uint8_t perlin_row_4d(uint32_t hash)
{
    return (uint8_t)((hash & 1) << 4 | (hash >> 1 & 12) | (hash & 2) | (hash >> 2 & 1));
}

/*
 * The tables of one octave, which its noise owns. The scalar backend uses `permutation` and `mask`; `lut`, `leaf` and `row`
 * are filled where the permutation has 256 entries, and are what kernels look up in then. A leaf is the last look-up of a
 * hash, straight to rows of a gradient set: where that has at most 16, to the row of i, and << 4 that of i + 1. Kernels find the
 * leaves of a permutation of any size in `any_leaf`.
 */
struct perlin_tables {
    const uint16_t *permutation; /* behind its last entry is the first one again */
    const uint8_t *any_leaf[4];  /* by dims - 1; in 4-D, too, the first is there again */
    uint32_t mask;               /* that size, a power of two, less 1 */
    struct perlin_bytes lut;     /* the permutation */
    struct perlin_bytes leaf[4]; /* by dims - 1 */
    struct perlin_bytes row[4];  /* an entry's row, of bases on simplices; by dims - 1 */
};

/* Of the bases: SIMPLEX and all that came behind it. */
static inline int perlin_is_on_simplices(uint32_t basis)
{
    return basis >= PERLIN_BASIS_SIMPLEX;
}

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
 * The components of a gradient set, in the forms that kernels look up in; the scalar backend has its own. Those of
 * gradient noise are divided by PERLIN_SCALE in 3-D and 4-D: of -1, 0 and 1, divided, only the highest byte is not 0, so that
 * kernels can look up that byte alone. Rows repeat to fill 32; sets
 * that bases on simplices have, of 16 in 2-D and of 24, are as perlin_mirror() puts them.
 */
struct perlin_rows_f32 {
    _Alignas(64) float column[4][32], row[32][4];
    uint8_t top[4][16]; /* the highest byte, divided, by component and perlin_top_index() */
    uint32_t tops[32];  /* the same by row: that of component a << PERLIN_TOPS_SHIFT(a) */
    uint32_t pair_tops[PERLIN_TABLE_SIZE][2]; /* in 3-D, by a leaf: `tops` of both rows */
};
struct perlin_rows_f64 {
    _Alignas(64) double column[4][32], row[32][4];
    uint8_t top[4][16];
    uint64_t pair_tops[PERLIN_TABLE_SIZE]; /* both in one: the next row's << 32 */
};

/* Which of `top` is of component a of a row: of the 32 in 4-D four bits tell, as perlin_row_4d() has them. */
static inline int perlin_top_index(int rows, int a, int row)
{
    return rows == 32 && a < 2 ? row >> 1 : row % 16;
}

/* A set of more gradients than 32, not divided, by row; that of 48 in 3-D as perlin_mirror() has it, and the first 32 rows
   by component, too. */
#define PERLIN_MOST_GRADIENTS 160
struct perlin_large_f32 {
    _Alignas(64) float column[3][32], row[PERLIN_MOST_GRADIENTS][4];
};
struct perlin_large_f64 {
    double row[PERLIN_MOST_GRADIENTS][4];
};

/* What kernels multiply distances by, for products with divided components. Both are exact: distances are below 2, and components
   far from subnormal. So a product has the exact value that the component's with the distance has, and
   rounds to the same number, a subnormal one too. */
#define PERLIN_SCALE_f32 0x1p1f
#define PERLIN_SCALE_f64 0x1p15

/* Where component a is in `tops`: x at the bottom and z at the top, where one instruction each gets at them in 3-D. */
#define PERLIN_TOPS_SHIFT(a) ((a) == 3 ? 16 : (a) == 2 ? 24 : 8 * (a))

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

/* What Elias's noise hashes by in an octave: the factors of y and z, and those of his polynomial. */
struct perlin_elias {
    uint32_t factor[3]; /* two are used: dims is at most 3, which compilers do not see */
    uint32_t cubic, linear, constant;
};

struct perlin_noise {
    struct perlin_ops ops;
    perlin_backend backend;
    uint32_t basis, interpolation, range, gradients;
    uint32_t smoothing, salt; /* of Elias's noise; salt is the seed's */
    struct perlin_elias elias[PERLIN_MAX_OCTAVES];
    struct perlin_shape shape;
    uint32_t table_size;
    uint32_t table_count; /* 1, or one an octave */
    struct perlin_spectrum spectrum;
    struct perlin_matrix rotation[4]; /* by dims - 1, as everything below */
    struct perlin_output_f32 output_f32[4];
    struct perlin_output_f64 output_f64[4];
    struct perlin_rows_f32 gradients_f32[4];
    struct perlin_rows_f64 gradients_f64[4];
    /* Of bases on simplices: gradients in the set; sets of more than 32, in 3-D and 4-D; how far, squared, a gradient
       reaches. */
    uint32_t gradient_count[4];
    uint8_t row_of[4][PERLIN_MOST_GRADIENTS]; /* of a gradient: where it is in its table */
    struct perlin_large_f32 large_f32[2];
    struct perlin_large_f64 large_f64[2];
    double reach[4]; /* by dims - 1 */
    /* Of OPENSIMPLEX2S in 4-D, by group of points, the offsets of the one that counts, each plus 1 and in two bits from x
       on; by that point in the group and the order of the fractions. */
    _Alignas(64) uint8_t group_offsets[PERLIN_GROUPS][PERLIN_IN_GROUP * PERLIN_ROOM_FOR_ORDERS];
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
    return noise->gradient_count[dims - 1] > 32;
}

/* Whether a noise has so many dimensions. */
static inline int perlin_has_dims(const perlin_noise *noise, uint32_t dims)
{
    const int is_open = noise->basis == PERLIN_BASIS_OPENSIMPLEX;
    const uint32_t least = is_open ? 2 : 1;
    const uint32_t most = is_open || noise->basis == PERLIN_BASIS_ELIAS ? 3 : 4;
    return dims >= least && dims <= most;
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

/* Fills the gradient sets: after perlin_simplex_init, since those that are mirrored here get another row_of. */
void perlin_gradients_init(perlin_noise *noise);

/* The bytes of all tables, which lie behind a noise. Fills these, the spectrum's offsets, and Elias's constants: after the
   rest of the spectrum, and after the gradients, to whose rows tables lead. */
size_t perlin_hashes_size(const perlin_params *params);
void perlin_hashes_init(perlin_noise *noise, const perlin_params *params);

/* Of a basis on simplices: sets gradient counts, large sets, reaches and groups; and S. */
void perlin_simplex_init(perlin_noise *noise, const perlin_params *params);
double perlin_simplex_scale(const perlin_params *params, uint32_t dims);

/*
 * Puts the gradients of a set into first << axes rows, so that kernels need only look the first ones up: row k < first has no
 * negative x (nor y, with two axes), row k + first is it with x negated, row k + 2 * first with y negated. Rows that no gradient
 * needs stay as they are. Tells the row of each gradient in row_of.
 */
void perlin_mirror(int count, const double from[][4], int axes, int first, double rows[][4],
                   uint8_t row_of[]);

/* The entries of a table: what the parameters ask for, or enough for the longest period if they ask for nothing. 0 if
   they contradict each other. */
uint32_t perlin_table_size(const perlin_params *params);

/* Whether table holds each of 0..count-1 once; count is PERLIN_MAX_TABLE_SIZE at most. */
int perlin_is_permutation(const uint16_t *table, uint32_t count);

#endif
