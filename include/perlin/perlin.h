/*
 * libperlin: coherent noise in bulk, the same bits on every machine.
 *
 * Build a noise from parameters once, then evaluate it over arrays of points or over grids, from
 * any number of threads:
 *
 *     perlin_params params;
 *     perlin_noise *noise;
 *     perlin_params_init(&params);
 *     if (perlin_create(&noise, &params) == PERLIN_OK) {
 *         perlin_points2_f32(noise, count, x, y, out);
 *         perlin_destroy(noise);
 *     }
 *
 * What holds for every function:
 *
 * Bits.       For given arguments every output bit is the same on every backend, compiler,
 *             optimisation level and architecture, however the work is split. A zero result is +0,
 *             a NaN result is the quiet NaN 0x7fc00000 or 0x7ff8000000000000.
 * Numbers.    A coordinate that is not finite after scaling gives NaN; any other gives a finite
 *             result. A float from 2^23 up and a double from 2^52 up (after scaling) can only name
 *             lattice points, where gradient noise is 0.
 * FP state.   The caller's rounding mode, flush-to-zero, exception masks and sticky flags do not
 *             matter and come back unchanged. No trap is raised.
 * Threads.    Every function may be called from any thread at any time. A perlin_noise is immutable
 *             and may be shared; only perlin_destroy must come after every other use of it.
 * Memory.     Evaluation never allocates, locks or does I/O, and needs less than 64 KiB of stack
 *             (in an optimised build).
 *             It reads the inputs only and writes exactly the samples asked for: never a gap between
 *             strides, never past a row's end. The output of a points call may be exactly one of its
 *             packed coordinate arrays of the same type; any other overlap of an output with an
 *             input is the caller's mistake and gives unspecified values.
 * Errors.     A function that can fail returns a perlin_status. When it is not PERLIN_OK, nothing
 *             has been written.
 *
 * ABI: until 1.0, NEWS lists every change. From 1.0 on, within one soname no symbol is removed, no
 * layout changes, structs grow only at their end (behind struct_size), and output bits never change.
 */
#ifndef PERLIN_PERLIN_H
#define PERLIN_PERLIN_H

#include <stddef.h>
#include <stdint.h>

#define PERLIN_VERSION_MAJOR 0
#define PERLIN_VERSION_MINOR 1
#define PERLIN_VERSION_PATCH 0

/* Define PERLIN_STATIC when linking the static library on Windows. */
#if defined(_WIN32) && !defined(PERLIN_STATIC)
#ifdef PERLIN_BUILDING
#define PERLIN_API __declspec(dllexport)
#else
#define PERLIN_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define PERLIN_API __attribute__((visibility("default")))
#else
#define PERLIN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ---------------------------------------------------------------------------------- */

/* The result of a call: PERLIN_OK or the first mistake found. The numbers are fixed. */
typedef uint32_t perlin_status;
enum {
    PERLIN_OK = 0,
    PERLIN_ERROR_NULL = 1,           /* a pointer that is needed is NULL */
    PERLIN_ERROR_STRUCT_SIZE = 2,    /* struct_size is smaller than the first release's struct */
    PERLIN_ERROR_BACKEND = 3,        /* not a PERLIN_BACKEND_ constant */
    PERLIN_ERROR_DIMS = 4,           /* dims is not 1, 2, 3 or 4 */
    PERLIN_ERROR_FREQUENCY = 5,      /* the frequency, or that of an octave, is not finite */
    PERLIN_ERROR_OCTAVES = 6,        /* octaves is not 1..32, or the octave asked for is not there */
    PERLIN_ERROR_PERMUTATION = 7,    /* the table has an unsupported size or is no permutation */
    PERLIN_ERROR_RANGE = 8,          /* not a PERLIN_RANGE_ constant */
    PERLIN_ERROR_GRADIENTS = 9,      /* not a PERLIN_GRADIENTS_ constant */
    PERLIN_ERROR_GRID = 10,          /* a grid's step or origin is not finite */
    PERLIN_ERROR_OVERFLOW = 11,      /* counts, starts or strides overflow, or pass the memory's end */
    PERLIN_ERROR_MEMORY = 12,        /* the allocator returned NULL */
    PERLIN_ERROR_UNSUPPORTED = 13,   /* valid, but not in this build, on this CPU or in this version */
    PERLIN_ERROR_FRACTAL = 14,       /* not a PERLIN_FRACTAL_ constant */
    PERLIN_ERROR_OCTAVE_TABLES = 15, /* octave_tables is neither 0 nor 1 */
    PERLIN_ERROR_LACUNARITY = 16,    /* lacunarity is negative or not finite */
    PERLIN_ERROR_GAIN = 17,          /* gain is negative or not finite, or an octave's weight is not */
    PERLIN_ERROR_STRIDE = 18,        /* some, but not all, strides of a grid are 0 */
    PERLIN_ERROR_OVERLAP = 19,       /* a grid's strides would let two samples overlap */
    PERLIN_ERROR_CAPACITY = 20,      /* the caller's buffer is too small */
    PERLIN_ERROR_ALLOCATOR = 21      /* only one of allocate and release is set */
};

/* A short English description of a status; never NULL, also for unknown values. */
PERLIN_API const char *perlin_status_string(perlin_status status);

/* The library's version, "major.minor.patch", as it runs (the header's may differ). */
PERLIN_API const char *perlin_version(void);

/* ---- Backends -------------------------------------------------------------------------------- */

/* An instruction set that kernels are written for. The choice never changes a result's bits. */
typedef uint32_t perlin_backend;
enum {
    PERLIN_BACKEND_AUTO = 0, /* the fastest that this CPU and operating system allow */
    PERLIN_BACKEND_SCALAR = 1,
    PERLIN_BACKEND_SSE2 = 2,
    PERLIN_BACKEND_AVX2 = 3,   /* with FMA */
    PERLIN_BACKEND_AVX512 = 4, /* F, DQ, BW and VL; VBMI is used where present */
    PERLIN_BACKEND_NEON = 5    /* AArch64 */
};

/* "auto", "scalar", "sse2", "avx2", "avx512", "neon"; "unknown" for anything else. */
PERLIN_API const char *perlin_backend_name(perlin_backend backend);

/*
 * 1 if a noise can be created with this backend, in this build, on this machine; else 0.
 * Always 1 for PERLIN_BACKEND_AUTO and PERLIN_BACKEND_SCALAR, 0 for unknown values.
 */
PERLIN_API int perlin_backend_available(perlin_backend backend);

/* ---- Parameters ------------------------------------------------------------------------------ */

/*
 * The range of a result; `total` is the raw noise, or the weighted sum of octaves. S is a constant
 * of the number of dimensions and the gradient set, just under the reciprocal of the noise's proven
 * bound (docs/range.md has them all, with their derivation).
 */
enum {
    PERLIN_RANGE_SIGNED = 0,  /* total * S                   always within [-1, 1] */
    PERLIN_RANGE_UNIT = 1,    /* (total * S) * 0.5 + 0.5     always within [0, 1] */
    PERLIN_RANGE_RAW = 2,     /* total                       the published value (in 1-D, 2-D and 4-D
                                 without the factor by which noise1234 scales its results) */
    PERLIN_RANGE_RAW_UNIT = 3 /* total * 0.5 + 0.5           the "0..1" of tutorials; may leave [0, 1] */
};

/* The gradient set of 2-D noise, chosen by the low bits of the hash h. Other dimensions ignore it. */
enum {
    PERLIN_GRADIENTS_DEFAULT = 0,  /* (+-1, +-2), (+-2, +-1): Gustavson's noise1234 (2003) */
    PERLIN_GRADIENTS_AXIS = 1,     /* (1, 0) (-1, 0) (0, 1) (0, -1) */
    PERLIN_GRADIENTS_DIAGONAL = 2, /* (1, 1) (-1, 1) (1, -1) (-1, -1) */
    PERLIN_GRADIENTS_SLICE = 3     /* the 3-D noise at z = 0 */
};

/* How octaves combine. */
enum {
    PERLIN_FRACTAL_NONE = 0, /* a single octave */
    PERLIN_FRACTAL_FBM = 1   /* fractal Brownian motion: the sum over o of weight_o * noise(f_o * c) */
};

/*
 * What to compute. Fill it with perlin_params_init, then change what you need.
 *
 * Raw noise is Perlin's improved noise (Ken Perlin, "Improving Noise", SIGGRAPH 2002) in 3-D, and
 * noise of the same construction in 1-D, 2-D and 4-D with the gradient sets of Stefan Gustavson's
 * noise1234 (2003). With T the type computed in (float or double), the cell and fraction of a scaled
 * coordinate c are floor(c) and c - floor(c); lattice corner (X, Y, Z, W) hashes to
 * p[p[p[p[X] + Y] + Z] + W], indices modulo 256; its gradient is dotted with the distance to the
 * corner; corners are interpolated with fade(t) = t*t*t*(t*(t*6-15)+10) along x, then y, z and w.
 * The period is 256 cells on every axis. docs/bit-exactness.md states each rounding.
 */
typedef struct perlin_params {
    size_t struct_size;      /* sizeof (perlin_params), set by perlin_params_init */
    perlin_backend backend;  /* default AUTO */
    uint32_t range;          /* PERLIN_RANGE_, default SIGNED */
    uint32_t gradients;      /* PERLIN_GRADIENTS_, default DEFAULT */
    uint32_t fractal;        /* PERLIN_FRACTAL_, default NONE */
    uint32_t octaves;        /* 1..32, default 6; NONE computes octave 0 only */
    uint32_t octave_tables;  /* 1: octaves after the first have tables of their own; default 0 */
    uint64_t seed;           /* 0, the default: Perlin's published table; else a table shuffled from it */
    double frequency;        /* cells per unit of coordinate, finite, default 1; where it, or an octave's,
                                passes FLT_MAX, perlin_points_f32 gives NaN */
    double lacunarity;       /* f_0 = frequency, f_(o+1) = f_o * lacunarity; finite, >= 0, default 2 */
    double gain;             /* a_0 = 1, a_(o+1) = a_o * gain, weight_o = a_o / sum of all; finite,
                                >= 0, default 0.5 */
    const uint16_t *permutation; /* a table for octave 0 in place of the seed's; copied */
    uint32_t permutation_count;  /* its entries: 256, each of 0..255 once; 0, the default: none */
    /* The allocator of the noise's one block, both or neither (malloc and free). allocate returns
       memory of any alignment, or NULL; release gets what allocate returned. Both get `user`. */
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *p);
    void *user;
} perlin_params;

/*
 * Writes the defaults to the first `size` bytes of *params, with struct_size = size; bytes that this
 * library does not know become 0.
 * Errors: NULL; STRUCT_SIZE if size is smaller than the first release's perlin_params.
 */
PERLIN_API perlin_status perlin_params_init_sized(perlin_params *params, size_t size);

static inline perlin_status perlin_params_init(perlin_params *params)
{
    return perlin_params_init_sized(params, sizeof *params);
}

/* ---- Noise ----------------------------------------------------------------------------------- */

/* An immutable noise of 1 to 4 dimensions. */
typedef struct perlin_noise perlin_noise;

/*
 * Makes a noise from *params, which may be discarded afterwards, and stores it in *noise.
 *
 * backend AUTO takes the fastest backend; the environment variable PERLIN_BACKEND (a name as
 * perlin_backend_name gives it) caps that choice and is ignored if it names no backend of this
 * architecture; do not change the environment in another thread meanwhile. Any other backend is taken,
 * or is an error.
 *
 * A struct_size smaller than this library's succeeds if it is at least the first release's: the
 * missing fields have their defaults. A larger one succeeds if all that this library does not know
 * is 0.
 *
 * Errors, with *noise unchanged: NULL (noise or params; permutation with a count); STRUCT_SIZE;
 * UNSUPPORTED (a backend that this build or machine lacks; a larger struct whose tail is not 0);
 * BACKEND, RANGE, GRADIENTS, FRACTAL (unknown constants); OCTAVES; OCTAVE_TABLES; FREQUENCY;
 * LACUNARITY; GAIN; PERMUTATION; ALLOCATOR; MEMORY. Every field is checked, used or not; the
 * frequencies and weights that follow from them are checked for the octaves that are computed.
 */
PERLIN_API perlin_status perlin_create(perlin_noise **noise, const perlin_params *params);

/* Frees a noise; NULL is allowed. No other call may still be using it. */
PERLIN_API void perlin_destroy(perlin_noise *noise);

/* The backend that a noise computes with, never AUTO; AUTO for NULL. */
PERLIN_API perlin_backend perlin_backend_of(const perlin_noise *noise);

/*
 * Copies the permutation table of an octave (0-based) to out[0..255]. `capacity` is the number of
 * entries that out has room for.
 * Errors: NULL; OCTAVES if the noise has no such octave (a noise without fractal has one);
 * CAPACITY if capacity < 256.
 */
PERLIN_API perlin_status perlin_permutation(const perlin_noise *noise, uint32_t octave,
                                            uint16_t *out, size_t capacity);

/* ---- Points ---------------------------------------------------------------------------------- */

/*
 * out[i] = noise(coords[0][i * strides[0]], ..., coords[dims-1][i * strides[dims-1]]), 0 <= i < count.
 *
 * coords has `dims` arrays, dims 1 to 4. strides has `dims` entries in elements (not bytes), any
 * sign, 0 to repeat one value; NULL means all 1. Interleaved vertices and fields of structs work in
 * place: three pointers into one array with strides of 3. out is packed. out may be exactly one of
 * the coordinate arrays if that is packed and of out's type; any other overlap gives unspecified
 * values.
 *
 * _f32 rounds the octave's frequency to float, multiplies and computes in float; _f64 is double
 * throughout. _f64_f32 scales and takes cell and fraction in double, rounds the fraction to float and
 * goes on in float: the speed of _f32, full detail a billion cells from the origin.
 *
 * A count of 0 is a successful no-op, for which coords and out may be NULL.
 * Errors: NULL (noise; coords, one of its arrays, or out); DIMS; OVERFLOW if an array, from its
 * first element used to its last, passes PTRDIFF_MAX bytes. Nothing is written then. A non-finite
 * coordinate is no error: that sample is NaN.
 */
PERLIN_API perlin_status perlin_points_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                                           const float *const coords[], const ptrdiff_t strides[],
                                           float *out);
PERLIN_API perlin_status perlin_points_f64(const perlin_noise *noise, uint32_t dims, size_t count,
                                           const double *const coords[], const ptrdiff_t strides[],
                                           double *out);
PERLIN_API perlin_status perlin_points_f64_f32(const perlin_noise *noise, uint32_t dims,
                                               size_t count, const double *const coords[],
                                               const ptrdiff_t strides[], float *out);

/* The same for packed arrays, an argument a coordinate. */

static inline perlin_status perlin_points1_f32(const perlin_noise *noise, size_t count,
                                               const float *x, float *out)
{
    const float *const coords[1] = {x};
    return perlin_points_f32(noise, 1, count, coords, NULL, out);
}

static inline perlin_status perlin_points2_f32(const perlin_noise *noise, size_t count,
                                               const float *x, const float *y, float *out)
{
    const float *const coords[2] = {x, y};
    return perlin_points_f32(noise, 2, count, coords, NULL, out);
}

static inline perlin_status perlin_points3_f32(const perlin_noise *noise, size_t count,
                                               const float *x, const float *y, const float *z,
                                               float *out)
{
    const float *const coords[3] = {x, y, z};
    return perlin_points_f32(noise, 3, count, coords, NULL, out);
}

static inline perlin_status perlin_points4_f32(const perlin_noise *noise, size_t count,
                                               const float *x, const float *y, const float *z,
                                               const float *w, float *out)
{
    const float *const coords[4] = {x, y, z, w};
    return perlin_points_f32(noise, 4, count, coords, NULL, out);
}

static inline perlin_status perlin_points1_f64(const perlin_noise *noise, size_t count,
                                               const double *x, double *out)
{
    const double *const coords[1] = {x};
    return perlin_points_f64(noise, 1, count, coords, NULL, out);
}

static inline perlin_status perlin_points2_f64(const perlin_noise *noise, size_t count,
                                               const double *x, const double *y, double *out)
{
    const double *const coords[2] = {x, y};
    return perlin_points_f64(noise, 2, count, coords, NULL, out);
}

static inline perlin_status perlin_points3_f64(const perlin_noise *noise, size_t count,
                                               const double *x, const double *y, const double *z,
                                               double *out)
{
    const double *const coords[3] = {x, y, z};
    return perlin_points_f64(noise, 3, count, coords, NULL, out);
}

static inline perlin_status perlin_points4_f64(const perlin_noise *noise, size_t count,
                                               const double *x, const double *y, const double *z,
                                               const double *w, double *out)
{
    const double *const coords[4] = {x, y, z, w};
    return perlin_points_f64(noise, 4, count, coords, NULL, out);
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/*
 * A box of samples on a regular grid. Sample i of axis a, 0 <= i < count[a], has the coordinate
 *
 *     origin[a] + (double)(start[a] + i) * step[a]
 *
 * product and sum each rounded in double, and lies at the sum over a of i_a * stride[a] in the
 * output. Only the absolute index start + i enters: chunks that differ in `start` and share origin
 * and step agree bit for bit on shared edges, and any split of a box equals the whole.
 *
 * Fill it with perlin_grid_init, then set dims, count and what else you need. Entries from `dims` on
 * are ignored.
 */
typedef struct perlin_grid {
    size_t struct_size;  /* sizeof (perlin_grid), set by perlin_grid_init */
    uint32_t dims;       /* 1..4, default 0, which is an error */
    int64_t start[4];    /* index of the first sample, default 0 */
    size_t count[4];     /* number of samples, default 0 */
    double step[4];      /* distance of neighbours: finite, of any sign, or 0; default 1 */
    double origin[4];    /* coordinate of index 0, finite, default 0 */
    ptrdiff_t stride[4]; /* in elements, of any sign; all 0, the default: packed, x fastest */
} perlin_grid;

/*
 * Writes the defaults to the first `size` bytes of *grid, with struct_size = size; bytes that this
 * library does not know become 0.
 * Errors: NULL; STRUCT_SIZE if size is smaller than the first release's perlin_grid.
 */
PERLIN_API perlin_status perlin_grid_init_sized(perlin_grid *grid, size_t size);

static inline perlin_status perlin_grid_init(perlin_grid *grid)
{
    return perlin_grid_init_sized(grid, sizeof *grid);
}

/*
 * Evaluates the noise at every sample of the grid. The bits are those of perlin_points_f64 (for
 * _f64) and perlin_points_f64_f32 (for _f32) at the samples' coordinates; the speed is far higher.
 *
 * `out` is where sample (0, 0, 0, 0) goes; with negative strides others go before it. struct_size
 * follows the rule at perlin_create.
 *
 * If any count is 0 the call is a successful no-op, for which out may be NULL; struct_size, dims, steps
 * and origins are checked all the same.
 * Errors: NULL; STRUCT_SIZE; UNSUPPORTED; DIMS; GRID (a step or origin is not finite); OVERFLOW (start
 * + count - 1 passes INT64_MAX, or the extent passes PTRDIFF_MAX bytes); STRIDE (a stride of 0 on an
 * axis of more than one sample, where not all strides are 0); OVERLAP (ordered by the size of their
 * strides, an axis's stride does not pass the extent of the axes below it). Nothing is written then.
 */
PERLIN_API perlin_status perlin_grid_f32(const perlin_noise *noise, const perlin_grid *grid,
                                         float *out);
PERLIN_API perlin_status perlin_grid_f64(const perlin_noise *noise, const perlin_grid *grid,
                                         double *out);

/*
 * What memory a grid touches: its samples lie within out[*first] .. out[*first + *elements - 1].
 * *first is 0 or, with negative strides, less. Both are 0 for a grid without samples.
 * Errors: those of perlin_grid_f32 (OVERFLOW as for the type float).
 */
PERLIN_API perlin_status perlin_grid_extent(const perlin_grid *grid, ptrdiff_t *first,
                                            size_t *elements);

#ifdef __cplusplus
}
#endif

#endif
