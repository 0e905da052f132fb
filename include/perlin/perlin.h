/*
 * libperlin: coherent noise in bulk, the same bits on every machine.
 *
 * Make a noise from parameters once, then evaluate it at points or over grids, on any threads:
 *
 *     perlin_params params;
 *     perlin_noise *noise;
 *     perlin_params_init(&params);
 *     if (perlin_create(&noise, &params) == PERLIN_OK) {
 *         perlin_points2_f32(noise, count, x, y, out);
 *         perlin_destroy(noise);
 *     }
 *
 * What holds for every function; docs/bits.md has all nine promises:
 *
 * Bits.     Every output bit follows from the arguments, on every backend, compiler, optimisation
 *           level and architecture, however the work is split. A zero is +0, a NaN the quiet NaN
 *           0x7fc00000 or 0x7ff8000000000000.
 * Numbers.  A coordinate that is not finite after rotation, scaling and skewing gives NaN, others
 *           a finite result; only gradients, scaled results and combinations may overflow. From
 *           2^23 on in float, 2^52 in double, scaled coordinates are a lattice point's.
 * FP state. Rounding mode, flush-to-zero, exception masks and sticky flags of the caller do not
 *           matter and come back unchanged. No trap is raised.
 * Threads.  Every function may be called from any thread at any time. A perlin_noise is immutable;
 *           only perlin_destroy has to come after all other uses, but for combinations' own.
 * Memory.   Evaluation never allocates, locks or does I/O. It needs less than 32 KiB of stack in an
 *           optimised build, of a combination less than 48, beside PTHREAD_STACK_MIN. Exactly the
 *           samples asked for are written, and only these are read. The output of a points call
 *           without gradients may be exactly one of its packed coordinate arrays of its type. Any
 *           other overlap of an output with an input gives unspecified values.
 * Errors.   If a perlin_status is not PERLIN_OK, nothing has been written.
 *
 * ABI: from 1.0 on, within one soname no symbol is removed, no layout changes, structs grow only at
 * their end, and output bits never change. Until then NEWS lists every change.
 */
#ifndef PERLIN_PERLIN_H
#define PERLIN_PERLIN_H

#include <stddef.h>
#include <stdint.h>

#define PERLIN_VERSION_MAJOR 0
#define PERLIN_VERSION_MINOR 3
#define PERLIN_VERSION_PATCH 0

/* Define PERLIN_STATIC to link the static library, and only then. Only Windows needs it. */
#if defined(_WIN32)
#if defined(PERLIN_STATIC)
#define PERLIN_API
#elif defined(PERLIN_BUILDING)
#define PERLIN_API __declspec(dllexport)
#else
#define PERLIN_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && defined(PERLIN_STATIC)
#define PERLIN_API __attribute__((visibility("hidden")))
#elif defined(__GNUC__)
#define PERLIN_API __attribute__((visibility("default")))
#else
#define PERLIN_API
#endif

/* For this header's own use: compilers can warn of NULL in C++11. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define PERLIN_NULL nullptr
#else
#define PERLIN_NULL NULL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ---------------------------------------------------------------------------------- */

/* The result of a call: PERLIN_OK or the first mistake found. Numbers are never used again. */
typedef uint32_t perlin_status;
enum {
    PERLIN_OK = 0,
    PERLIN_ERROR_NULL = 1,               /* a pointer that is needed is NULL */
    PERLIN_ERROR_STRUCT_SIZE = 2,        /* struct_size is below 0.3.0's, or above 4096 */
    PERLIN_ERROR_BACKEND = 3,            /* not a PERLIN_BACKEND_ constant */
    PERLIN_ERROR_DIMS = 4,               /* not 1..4, or the noise is not defined in so many */
    PERLIN_ERROR_FREQUENCY = 5,          /* it is 0, or an octave's is not finite */
    PERLIN_ERROR_PERMUTATION = 7,        /* an entry is there twice, or the hash has no table */
    PERLIN_ERROR_RANGE = 8,              /* not a PERLIN_RANGE_ constant */
    PERLIN_ERROR_GRADIENTS = 9,          /* no such constant, or not with this hash or basis */
    PERLIN_ERROR_GRID = 10,              /* a step is 0 (set it), or a step or origin not finite */
    PERLIN_ERROR_OVERFLOW = 11,          /* over PTRDIFF_MAX bytes, or an index over INT64_MAX */
    PERLIN_ERROR_MEMORY = 12,            /* the allocator returned NULL */
    PERLIN_ERROR_UNSUPPORTED = 13,       /* valid, but not in this build, version, CPU or backend */
    PERLIN_ERROR_FRACTAL = 14,           /* not a PERLIN_FRACTAL_ constant */
    PERLIN_ERROR_OCTAVE_SEEDS = 15,      /* neither 0 nor 1 */
    PERLIN_ERROR_LACUNARITY = 16,        /* not finite */
    PERLIN_ERROR_GAIN = 17,              /* gain, a weight or their sum is not finite, all weights
                                            are 0, or one is negative with MULTIFRACTAL */
    PERLIN_ERROR_STRIDE = 18,            /* 0 on an axis of several samples, and not all are 0 */
    PERLIN_ERROR_OVERLAP = 19,           /* a grid's strides would let two samples overlap */
    PERLIN_ERROR_ALLOCATOR = 21,         /* only one of allocate and release is set */
    PERLIN_ERROR_SHAPE = 22,             /* a strength or ridge_ field is out of its bounds */
    PERLIN_ERROR_DEPTH = 23,             /* not 1..64 bits */
    PERLIN_ERROR_OUTPUT = 24,            /* a number is not finite, or accumulate not 0 or 1 */
    PERLIN_ERROR_ROTATION = 26,          /* no such constant, one with a period, or a matrix that is
                                            not finite, or not the identity without MATRIX */
    PERLIN_ERROR_BASIS = 27,             /* not a PERLIN_BASIS_ constant */
    PERLIN_ERROR_INTERPOLATION = 28,     /* not a PERLIN_INTERPOLATION_ constant */
    PERLIN_ERROR_ELIAS_SMOOTHING = 29,   /* neither 0 nor 1 */
    PERLIN_ERROR_RADIUS = 30,            /* no such constant, or not with this hash or basis */
    PERLIN_ERROR_OCTAVE_OFFSETS = 31,    /* neither 0 nor 1 */
    PERLIN_ERROR_HASH = 32,              /* no such constant, or not with this basis */
    PERLIN_ERROR_CELLULAR = 33,          /* no such metric or result, a jitter outside 0..1, or EDGE
                                            by MANHATTAN or CHEBYSHEV */
    PERLIN_ERROR_OCTAVE_COUNT = 35,      /* not 1..32 */
    PERLIN_ERROR_WEIGHT_OCTAVES = 36,    /* neither 0 nor octaves..32 */
    PERLIN_ERROR_WEIGHT_COUNT = 37,      /* neither 0 nor weight_octaves (octaves, if that is 0) */
    PERLIN_ERROR_NO_OCTAVE = 38,         /* the noise has no such octave */
    PERLIN_ERROR_PERIOD_CELLS = 39,      /* above 2^31 cells */
    PERLIN_ERROR_PERIOD_TABLES = 40,     /* above 256 cells by tables: INTEGER has 2^31 */
    PERLIN_ERROR_PERIOD_OCTAVE = 41,     /* an octave's is above 2^31 of its cells */
    PERLIN_ERROR_PERIOD_LACUNARITY = 42, /* not an integer above 0, with octaves */
    PERLIN_ERROR_PERIOD_BASIS = 43,      /* the basis takes no period */
    PERLIN_ERROR_PERIOD_GRID = 44,       /* above 2^63 - 1 samples */
    /* Of combinations: */
    PERLIN_ERROR_KIND = 45,           /* not a PERLIN_COMBINE_ constant */
    PERLIN_ERROR_INPUT_MISSING = 46,  /* an input that the kind takes is NULL */
    PERLIN_ERROR_NOT_FINITE = 47,     /* a number of the kind, or it as a float, is not finite */
    PERLIN_ERROR_AXIS = 48,           /* not 0..3 */
    PERLIN_ERROR_TRANSFORM_DIMS = 49, /* not 0..4 */
    PERLIN_ERROR_LIMITS = 50,         /* as floats lower > upper or, for SMOOTHSTEP, equal */
    PERLIN_ERROR_FALLOFF = 51,        /* not 0 to half of upper - lower */
    PERLIN_ERROR_SMOOTHNESS = 52,     /* not above 0, also as a float */
    PERLIN_ERROR_CURVE = 53,          /* not a PERLIN_CURVE_ constant */
    PERLIN_ERROR_POSITION_COUNT = 54, /* not 2..32 */
    PERLIN_ERROR_POSITIONS = 55,      /* they do not rise, also as floats */
    PERLIN_ERROR_SPACING = 56,        /* a slope or distance overflows in float */
    PERLIN_ERROR_COMMON_DIMS = 57,    /* inputs, axis and dims suit no number of dimensions */
    PERLIN_ERROR_STEPS = 58,          /* more parts or evaluations than perlin_combine allows */
    PERLIN_ERROR_LEVELS = 59          /* more levels than perlin_combine allows */
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
    PERLIN_BACKEND_AVX512 = 4, /* F, DQ, BW, VL and VBMI; CPUs without take AVX2 */
    PERLIN_BACKEND_NEON = 5,   /* AArch64 */
    PERLIN_BACKEND_WASM128 = 6 /* WebAssembly's simd128 */
};

/* "auto", "scalar", "sse2", "avx2", "avx512", "neon", "wasm128"; "unknown" for anything else. */
PERLIN_API const char *perlin_backend_name(perlin_backend backend);

/* 1 if a noise can be created with this backend here, else 0. Always 1 for AUTO and SCALAR. */
PERLIN_API int perlin_backend_available(perlin_backend backend);

/* ---- Parameters ------------------------------------------------------------------------------ */

/* The kind of raw noise, in 1-D to 4-D unless others are named (docs/bases.md). A build may leave
   some out. SIMPLEX and the three after it take no `period`, and lose precision far from the origin
   in perlin_points_f32: use perlin_points_f64_f32 or a grid. */
typedef uint32_t perlin_basis;
enum {
    PERLIN_BASIS_PERLIN = 0,        /* Ken Perlin's improved noise (2002): 0 at lattice points */
    PERLIN_BASIS_VALUE = 1,         /* a value at each lattice point, interpolated: fast, blocky */
    PERLIN_BASIS_VALUE_CUBIC = 2,   /* the same values by Catmull-Rom splines: smooth slopes */
    PERLIN_BASIS_ELIAS = 3,         /* Hugo Elias's "Perlin Noise" (1998), in 1-D to 3-D */
    PERLIN_BASIS_SIMPLEX = 4,       /* Perlin's (2001) in Gustavson's form (2005): no squares */
    PERLIN_BASIS_OPENSIMPLEX2 = 5,  /* K.jpg's lattices (2022); in 1-D and 2-D SIMPLEX */
    PERLIN_BASIS_OPENSIMPLEX2S = 6, /* his smoother one, slower; in 1-D SIMPLEX */
    PERLIN_BASIS_OPENSIMPLEX = 7,   /* his first (2014), in 2-D and 3-D, by tables */
    PERLIN_BASIS_CELLULAR = 8       /* Worley's (1996): distances to feature points, one a cell */
};

/* CELLULAR: how far a sample is from a feature point. d has the distances along the axes. */
typedef uint32_t perlin_metric;
enum {
    PERLIN_METRIC_EUCLIDEAN = 0,         /* the root of the sum of d*d: round cells */
    PERLIN_METRIC_EUCLIDEAN_SQUARED = 1, /* without the root: the same cells, and faster */
    PERLIN_METRIC_MANHATTAN = 2,         /* the sum of |d|: sides along axes and diagonals */
    PERLIN_METRIC_CHEBYSHEV = 3          /* the greatest |d|: square cells */
};

/* CELLULAR: what a result is. Raw ones are in cells, 0 or more but for CELL, and exact. SIGNED and
   UNIT map 0 and the greatest possible one (docs/ranges.md) to the ends of their range. */
typedef uint32_t perlin_cellular;
enum {
    PERLIN_CELLULAR_F1 = 0, /* the distance to the nearest feature point */
    PERLIN_CELLULAR_F2 = 1, /* to the second nearest, and so on */
    PERLIN_CELLULAR_F3 = 2,
    PERLIN_CELLULAR_F4 = 3,
    PERLIN_CELLULAR_F2_MINUS_F1 = 4, /* 0 on the borders of cells, of uneven width */
    PERLIN_CELLULAR_F1_PLUS_F2 = 5,
    PERLIN_CELLULAR_F1_TIMES_F2 = 6,
    PERLIN_CELLULAR_F1_OVER_F2 = 7, /* 1 on borders, 0 at feature points */
    PERLIN_CELLULAR_EDGE = 8, /* the Euclidean distance to the border of the region of the nearest
                                 point: lines of even width. Not with MANHATTAN and CHEBYSHEV */
    PERLIN_CELLULAR_CELL = 9  /* the nearest point's value, as in VALUE: constant in its region */
};

/* How VALUE and ELIAS interpolate from one lattice point to the next, t being the fraction. */
typedef uint32_t perlin_interpolation;
enum {
    PERLIN_INTERPOLATION_QUINTIC = 0, /* t*t*t*(t*(t*6-15)+10): Perlin's (2002) */
    PERLIN_INTERPOLATION_LINEAR = 1,  /* t: creased at lattice points */
    PERLIN_INTERPOLATION_COSINE = 2,  /* (1 - cos(pi t)) / 2, by a polynomial (docs/bits.md) */
    PERLIN_INTERPOLATION_CUBIC = 3    /* t*t*(3-2*t): Hermite's */
};

/* How far, squared, a gradient of SIMPLEX reaches in 3-D and 4-D. */
typedef uint32_t perlin_radius;
enum {
    PERLIN_RADIUS_CONTINUOUS = 0, /* 1/2, to the far side of its simplices */
    PERLIN_RADIUS_PUBLISHED = 1   /* 0.6, Gustavson's, by PERMUTATION only: tiny steps at borders */
};

/*
 * The range of a result. `total` is the raw noise, or the weighted sum of octaves. S is just under
 * 1 / the noise's proven bound (docs/ranges.md lists all). Exceptions in SIGNED and UNIT:
 *
 *     CELLULAR, but CELL          raw is raw * (2 / B) - 1, B the result's greatest value
 *     BILLOW, RIDGED, PING_PONG   S scales octaves; the total has 1 - 2^-15 in its place
 *     MULTIFRACTAL                SIGNED total * M - 1, UNIT total * (M / 2), M just under
 *                                 2 / max(ridge_offset^2, (ridge_offset - 1)^2)
 *     weighted_strength w         outside 0..2, not of NONE and MULTIFRACTAL: S, or what is in its
 *                                 place, times (1 - 2^-15) / the sum of |weight_o| * |1 - w|^o
 */
typedef uint32_t perlin_range;
enum {
    PERLIN_RANGE_SIGNED = 0,  /* total * S                 always within [-1, 1] */
    PERLIN_RANGE_UNIT = 1,    /* (total * S) * 0.5 + 0.5   always within [0, 1] */
    PERLIN_RANGE_RAW = 2,     /* total, by PERMUTATION as published but for constant factors. Noise
                                 on simplices, but OPENSIMPLEX, is far below 1 */
    PERLIN_RANGE_RAW_UNIT = 3 /* total * 0.5 + 0.5         may leave [0, 1] */
};

/* The gradient set of PERLIN and SIMPLEX by PERMUTATION in 2-D, chosen by the hash's low bits.
   INTEGER takes DEFAULT alone, its own sets: 16 slopes, then 8, 16 and 32 even directions. */
typedef uint32_t perlin_gradients;
enum {
    PERLIN_GRADIENTS_DEFAULT = 0,  /* (+-1, +-2), (+-2, +-1): Gustavson's noise1234 (2003) */
    PERLIN_GRADIENTS_AXIS = 1,     /* (1, 0) (-1, 0) (0, 1) (0, -1) */
    PERLIN_GRADIENTS_DIAGONAL = 2, /* (1, 1) (-1, 1) (1, -1) (-1, -1) */
    PERLIN_GRADIENTS_SLICE = 3     /* the 3-D noise at z = 0 */
};

/* What selects the gradient or value at a lattice point. ELIAS has a hash of its own. AUTO is
   INTEGER, unless something asks for tables: a permutation, gradients other than DEFAULT,
   RADIUS_PUBLISHED, or OPENSIMPLEX. What the basis then has no use for is an error. */
typedef uint32_t perlin_hash;
enum {
    PERLIN_HASH_AUTO = 0,
    PERLIN_HASH_INTEGER = 1,    /* 32-bit arithmetic (docs/bits.md), for new work; not OPENSIMPLEX.
                                   Places less than 2^29 cells apart on each axis are unrelated */
    PERLIN_HASH_PERMUTATION = 2 /* a table of 256 bytes, one look-up an axis: repeats every 256
                                   cells. To match published noise by PERLIN, and on the scalar
                                   backend alone by SIMPLEX and OPENSIMPLEX */
};

/* How octaves combine: the total is the sum over o of weight_o * v_o * A_o. raw is the octave's raw
   noise at f_o * c. n is raw * S, within [-1, 1], for SIGNED and UNIT, and raw for the raw ranges.
   A_o is 1 unless weighted_strength is set. docs/bits.md states each rounding. */
typedef uint32_t perlin_fractal;
enum {
    PERLIN_FRACTAL_NONE = 0,        /* a single octave: the total is raw */
    PERLIN_FRACTAL_FBM = 1,         /* v = raw: fractal Brownian motion */
    PERLIN_FRACTAL_BILLOW = 2,      /* v = 2 |n| - 1: round hills, creased valleys. In RAW_UNIT the
                                       sum of |n|: Perlin's turbulence (1985), but for -2^-24 */
    PERLIN_FRACTAL_RIDGED = 3,      /* v = 1 - 2 |n|: creased ridges. RAW_UNIT: sum of 1 - |n| */
    PERLIN_FRACTAL_PING_PONG = 4,   /* v = 2 |t - e| - 1: contour bands. t = (n + 1) *
                                       ping_pong_strength, and e is the even number nearest to t */
    PERLIN_FRACTAL_MULTIFRACTAL = 5 /* v = (ridge_offset - |n|)^2, A_0 = 1, A_(o+1) = min(1, v_o *
                                       A_o * ridge_gain): Musgrave's ridged multifractal (1994) */
};

/*
 * A rotation of the coordinates, before they are scaled by an octave's frequency:
 *
 *     x' = m[0][0]*x + (m[0][1]*y + (m[0][2]*z + m[0][3]*w))     y', z', w' by rows 1 to 3
 *
 * m, products and sums are rounded to the coordinates' type. Slices of Perlin noise along its
 * lattice show squares: K.jpg's rotations (2022) turn an axis into the lattice's diagonal. Each
 * applies to noise of its number of dimensions alone. Rotated grids take as long as points.
 */
typedef uint32_t perlin_rotation;
enum {
    PERLIN_ROTATION_NONE = 0,
    PERLIN_ROTATION_XY = 1,     /* 3-D: z becomes the diagonal: time, or depth behind x and y */
    PERLIN_ROTATION_XZ = 2,     /* 3-D: y becomes it: the height above a ground of x and z */
    PERLIN_ROTATION_XYZ = 3,    /* 4-D: w becomes it: time */
    PERLIN_ROTATION_XYZ_XY = 4, /* 4-D: XYZ, with x, y and z turned as XY does */
    PERLIN_ROTATION_XYZ_XZ = 5, /* 4-D: XYZ, with x, y and z turned as XZ does */
    PERLIN_ROTATION_MATRIX = 6  /* by `matrix`; below 4-D its first rows and columns */
};

/*
 * What to compute. Fill it with perlin_params_init, then change what you need: seed, frequency,
 * basis, fractal and octaves before all (docs/parameters.md). Octave o has its raw noise at
 *
 *     (rotated coordinate) * f_o + offset        with f_o = frequency * lacunarity^o
 *
 * product and sum each rounded to the coordinates' type. With a `period` octave o repeats after P =
 * period * lacunarity^o of its cells: cell X enters the hash as X - P * floor(X / P). Without one
 * it does after 256 of its cells by tables, and within 2^29 not at all by the integer hash. Results
 * period / frequency apart are equal but for rounding; with perlin_grid's period in every bit.
 */
typedef struct perlin_params {
    size_t struct_size; /* sizeof (perlin_params), set by perlin_params_init */
    perlin_basis basis; /* default PERLIN */
    uint64_t seed;      /* any number, default 0: Perlin's published table by PERMUTATION */
    double frequency;   /* cells per unit of coordinate, finite, not 0, default 1 (in C, 1 / 64 is
                           0: write 1.0 / 64); beyond FLT_MAX perlin_points_f32 gives NaN */
    perlin_fractal fractal;  /* default NONE */
    uint32_t octaves;        /* 1..32, default 6; NONE computes octave 0 only */
    double lacunarity;       /* f_0 = frequency, f_(o+1) = f_o * lacunarity; finite, default 2.
                                Negative: every second octave is mirrored */
    double gain;             /* a_0 = 1, a_(o+1) = a_o * gain, weight_o = a_o / (|a_0| + |a_1| ...);
                                finite, default 0.5; of MULTIFRACTAL no weight is negative */
    const double *weights;   /* the octaves' own a_o in place of gain's, of any sign; copied */
    uint32_t weight_count;   /* weight_octaves, or octaves if that is 0; default 0: no weights */
    uint32_t weight_octaves; /* 0, the default: as octaves. octaves..32: weights are divided by the
                                sum over so many: levels of detail (perlin_octaves_for) */
    uint32_t octave_seeds;   /* 1, the default: each octave has keys, or a table, of its own */
    uint32_t octave_offsets; /* 1, the default: later octaves are moved by 1/4 to 3/4 of a cell */
    perlin_range range;      /* default SIGNED */
    /* Shape: of a basis, then of a fractal. */
    perlin_interpolation interpolation; /* of VALUE and ELIAS; default QUINTIC */
    perlin_metric cellular_metric;      /* of CELLULAR; default EUCLIDEAN */
    perlin_cellular cellular_result;    /* of CELLULAR; default F1 */
    double jitter;                /* of CELLULAR: points are 0 at the centres of cells to 1, the
                                     default, anywhere in them */
    perlin_radius simplex_radius; /* of SIMPLEX; default CONTINUOUS */
    uint32_t elias_smoothing;     /* 1: smooths values of ELIAS; default 0 */
    double weighted_strength;     /* w: octaves are weaker where those before are low. A_0 = 1,
                                     A_(o+1) = A_o * (1 - w * (0.5 - v_o * 0.5)), n for v in FBM.
                                     Not MULTIFRACTAL's. -8..8 (raw ranges 0..1), default 0 */
    double ping_pong_strength;    /* the bands per unit of n: 0..65536, default 2 */
    double ridge_offset;          /* of MULTIFRACTAL: 0..1024, default 1 */
    double ridge_gain;            /* of MULTIFRACTAL: 0..65536, default 2 */
    /* Tiles and rotations: */
    uint32_t period[4];       /* in cells of octave 0, by axis: up to 2^31, by tables 256; octaves
                                 then need an integer lacunarity above 0; default 0: none */
    perlin_rotation rotation; /* default NONE. With a period, which is then along the rotated axes,
                                 only NONE and MATRIX */
    double matrix[4][4];      /* m for MATRIX, finite; the identity, the default, for all others */
    /* How it is computed: */
    perlin_hash hash;           /* default AUTO */
    perlin_gradients gradients; /* default DEFAULT */
    const uint8_t *permutation; /* octave 0's table: each of 0..255 once; copied; default NULL */
    perlin_backend backend;     /* default AUTO */
    /* The allocator of the noise's one block, both or neither (malloc and free). allocate returns
       memory of any alignment, or NULL; release gets what allocate returned. Both get `user`. */
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *p);
    void *user;
    uint64_t reserved; /* 0, for later versions; so the struct does not end with padding */
} perlin_params;

/* Writes the defaults to the first `size` bytes of *params, with struct_size = size; bytes that
   this library does not know become 0. Bindings call the functions named _sized.
   Errors: NULL; STRUCT_SIZE if size is smaller than 0.3.0's struct or above 4096. */
PERLIN_API perlin_status perlin_params_init_sized(perlin_params *params, size_t size);
static inline perlin_status perlin_params_init(perlin_params *params)
{
    return perlin_params_init_sized(params, sizeof *params);
}

/* The same with the defaults of articles and most libraries (docs/published.md): hash PERMUTATION,
   range RAW, octave_seeds and octave_offsets 0. A basis without tables then needs hash INTEGER. */
PERLIN_API perlin_status perlin_params_init_published_sized(perlin_params *params, size_t size);
static inline perlin_status perlin_params_init_published(perlin_params *params)
{
    return perlin_params_init_published_sized(params, sizeof *params);
}

/*
 * How many octaves of a fractal a sampling can show. Octave o counts if all before it do and
 *
 *     |f_o * step| <= 1/2                        a cell has at least two samples; finer ones alias
 *     |a_o| >= 2^-depth * (|a_0| + ... + |a_o|)  it can move an output of `depth` bits by one level
 *
 * With weight_octaves, which limits the count, the sum is that of all of them. With it or `weights`
 * a faint octave does not end the count: that ends with the last octave that is not too faint,
 * among those before the first that is too fine. That is for levels of detail (docs/parameters.md).
 * step is the distance of samples in units of coordinates, depth 1 to 64. Stores 1 to 32 in
 * *octaves, 1 even if octave 0 is too fine.
 * Errors: those of perlin_create, but for the backend and what follows for octaves (frequencies,
 * periods, the weights' sum and signs); GRID if step is not finite; DEPTH.
 */
PERLIN_API perlin_status perlin_octaves_for(const perlin_params *params, double step,
                                            uint32_t depth, uint32_t *octaves);

/* ---- Noise ----------------------------------------------------------------------------------- */

/* An immutable noise of 1 to 4 dimensions. */
typedef struct perlin_noise perlin_noise;

/*
 * Makes a noise from *params, which may be discarded afterwards, and stores it in *noise.
 *
 * Backend AUTO takes the fastest that the noise has. The environment variable PERLIN_BACKEND, a
 * name of perlin_backend_name, caps that, unless it names none of this architecture. No other
 * thread may change the environment meanwhile. Any other backend is taken, or is an error.
 *
 * A smaller struct_size than this library's, from 0.3.0's on, leaves missing fields at their
 * defaults. What this library does not know of a larger one has to be 0, as `reserved` has.
 * Errors: NULL (noise, params, weights with a count); STRUCT_SIZE; UNSUPPORTED (a backend that this
 * build, machine or noise lacks, a basis that this build lacks, a tail or `reserved` that is not
 * 0); BACKEND, BASIS, INTERPOLATION, ELIAS_SMOOTHING, RANGE, FRACTAL; RADIUS; GRADIENTS; HASH;
 * OCTAVE_COUNT; WEIGHT_OCTAVES; WEIGHT_COUNT; OCTAVE_SEEDS; OCTAVE_OFFSETS; CELLULAR; FREQUENCY;
 * LACUNARITY; GAIN; SHAPE; PERIOD_CELLS, _TABLES, _OCTAVE, _LACUNARITY, _BASIS; ROTATION;
 * PERMUTATION; ALLOCATOR; MEMORY. Every field is checked, used or not; what follows from them, for
 * the octaves that count.
 */
PERLIN_API perlin_status perlin_create(perlin_noise **noise, const perlin_params *params);

/* Gives a noise up; NULL is allowed. No other call may still be using it. Its memory is released at
   once, or with the last combination that holds it. */
PERLIN_API void perlin_destroy(perlin_noise *noise);

/* The backend that a noise computes with, never AUTO; AUTO for NULL. */
PERLIN_API perlin_backend perlin_backend_of(const perlin_noise *noise);

/* The hash that a noise computes with: INTEGER or PERMUTATION; AUTO for ELIAS and for NULL. */
PERLIN_API perlin_hash perlin_hash_of(const perlin_noise *noise);

/* Copies the permutation table of an octave (0-based) to `out`: 256 entries.
   Errors: NULL; NO_OCTAVE (without fractal there is one); UNSUPPORTED without tables. */
PERLIN_API perlin_status perlin_permutation(const perlin_noise *noise, uint32_t octave,
                                            uint8_t out[256]);

/* ---- Combinations ---------------------------------------------------------------------------- */

/* Noises made of noises (docs/combining.md): each is a perlin_noise like any other. In the formulas
   a, b and t are the results of input[0], [1] and [2], rounded to the type T of the output, c the
   coordinates, of type C. Numbers are rounded to T, those that act on coordinates to C, and so is
   each operation, from left to right. min(a, b) is a < b ? a : b, max(a, b) is a > b ? a : b; both
   are NaN where a or b is. The gradient of a choice is that of what was chosen. */
typedef uint32_t perlin_combine_kind;
enum {
    /* Of nothing: */
    PERLIN_COMBINE_CONSTANT = 0,   /* value */
    PERLIN_COMBINE_COORDINATE = 1, /* c[axis]; defined in more than `axis` dimensions */
    PERLIN_COMBINE_DISTANCE = 2,   /* from `point`: the root of the sum of (c - point)^2, from x to
                                      w. Differences are in C. The gradient is 0 at the point */
    /* Of input[0]: */
    PERLIN_COMBINE_SCALE_BIAS = 3, /* a * scale + bias */
    PERLIN_COMBINE_ABSOLUTE = 4,   /* a < 0 ? -a : a */
    PERLIN_COMBINE_CLAMP = 5,      /* a < lower ? lower : a > upper ? upper : a */
    PERLIN_COMBINE_SMOOTHSTEP = 6, /* t * t * (3 - 2 * t) with t = (a - lower) * (1 / (upper -
                                      lower)), clamped to 0..1; lower < upper */
    PERLIN_COMBINE_CURVE = 7,      /* the curve through (positions[i], values[i]), flat outside */
    PERLIN_COMBINE_TERRACE = 8,    /* p + t * t * (q - p) with t = (a - p) * (1 / (q - p)), p and q
                                      being the positions around a; flat outside */
    /* Of input[0] and input[1]: */
    PERLIN_COMBINE_ADD = 9,             /* a + b */
    PERLIN_COMBINE_SUBTRACT = 10,       /* a - b */
    PERLIN_COMBINE_MULTIPLY = 11,       /* a * b */
    PERLIN_COMBINE_MINIMUM = 12,        /* min(a, b) */
    PERLIN_COMBINE_MAXIMUM = 13,        /* max(a, b) */
    PERLIN_COMBINE_SMOOTH_MINIMUM = 14, /* min(a, b) - h * h * smoothness / 4 with h =
                                           max(smoothness - |a - b|, 0) / smoothness */
    PERLIN_COMBINE_SMOOTH_MAXIMUM = 15, /* max(a, b) + h * h * smoothness / 4 */
    /* Of three inputs: */
    PERLIN_COMBINE_BLEND = 16,  /* a where t <= 0, b where t >= 1, else a + t * (b - a). t is a mask
                                   of 0 to 1: noise of range UNIT, or a SMOOTHSTEP of any noise */
    PERLIN_COMBINE_SELECT = 17, /* b where lower <= t <= upper, else a. With a falloff a BLEND by s:
                                   SMOOTHSTEP of t from lower - falloff to lower + falloff up to the
                                   middle of lower and upper, beyond it 1 less SMOOTHSTEP from
                                   upper - falloff to upper + falloff */
    /* Of input[0], elsewhere: */
    PERLIN_COMBINE_TRANSFORM = 18, /* a at matrix * c + offset, of `dims` coordinates: 2 for a map
                                      in a 3-D world. Rounded as a rotation; zeros are left out */
    PERLIN_COMBINE_WARP = 19       /* a at c + amplitude * n, n of an axis by input[1 + axis]. Of
                                      input[1] alone n of x is at c, of y at each coordinate of c +
                                      8209.25, of z + 16421.75, of w + 24631.375 */
};

/* How CURVE goes from point to point. */
typedef uint32_t perlin_curve;
enum {
    PERLIN_CURVE_STRAIGHT = 0,
    PERLIN_CURVE_CUBIC = 1 /* smooth, and rises and falls only where the values do: Fritsch and
                              Carlson, "Monotone Piecewise Cubic Interpolation" (1980) */
};

/* What to combine. Fill it with perlin_combination_init, then set inputs and the kind's numbers. */
typedef struct perlin_combination {
    size_t struct_size;           /* sizeof (perlin_combination), set by perlin_combination_init */
    perlin_combine_kind kind;     /* set by perlin_combination_init */
    uint32_t axis;                /* of COORDINATE, 0..3, default 0 */
    const perlin_noise *input[5]; /* default NULL */
    double value;                 /* of CONSTANT; default 0 */
    double point[4];              /* of DISTANCE; default 0 */
    double scale, bias;           /* of SCALE_BIAS; default 1 and 0 */
    double lower, upper;          /* lower <= upper; default 0 and 1 */
    double falloff;               /* of SELECT: 0, the default, to half of upper - lower */
    double smoothness;            /* of SMOOTH_MINIMUM and _MAXIMUM, above 0; default 0.25 */
    const double *positions; /* of CURVE and TERRACE: rising, also when rounded to float; copied */
    const double *values;    /* of CURVE, as many; copied */
    uint32_t position_count; /* of CURVE and TERRACE: 2..32; default 0 */
    perlin_curve curve;      /* of CURVE, default STRAIGHT */
    double amplitude;        /* of WARP, in units of coordinates; default 1 */
    double matrix[4][4];     /* of TRANSFORM; default: the identity */
    double offset[4];        /* of TRANSFORM; default 0 */
    uint32_t dims;           /* of TRANSFORM: 1..4; 0, the default: as many as the caller's */
    perlin_backend backend;  /* of the combination; inputs keep theirs. Default AUTO */
    /* The allocator of the combination's one block, as in perlin_params. */
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *p);
    void *user;
    uint64_t reserved; /* 0, for later versions; so the struct does not end with padding */
} perlin_combination;

/* Writes a kind's defaults, as perlin_params_init_sized. Errors: also KIND. */
PERLIN_API perlin_status perlin_combination_init_sized(perlin_combination *combination, size_t size,
                                                       perlin_combine_kind kind);
static inline perlin_status perlin_combination_init(perlin_combination *combination,
                                                    perlin_combine_kind kind)
{
    return perlin_combination_init_sized(combination, sizeof *combination, kind);
}

/* Makes a noise from *combination, which may be discarded afterwards, and stores it in *noise. It
   holds its inputs: they may be destroyed now, and are released with the last noise that holds
   them, by whichever perlin_destroy comes last, on its thread. It is defined in as many dimensions
   as all its inputs are; a TRANSFORM with `dims` in any number; a WARP with several noises for axes
   in as many as these. At most 64 noises and combinations take part, each counted for each place
   where it is evaluated (a noise used twice at the same coordinates is evaluated once), in at most
   16 levels. Single samples, which evaluate it each time, may take 4096 evaluations.
   Errors, with nothing held: NULL (noise, combination; positions or values with a count);
   STRUCT_SIZE; UNSUPPORTED (a backend that this build or machine lacks, a tail or `reserved` that
   is not 0); BACKEND; KIND; INPUT_MISSING; of the kind's numbers NOT_FINITE, AXIS, TRANSFORM_DIMS,
   LIMITS, FALLOFF, SMOOTHNESS, CURVE, POSITION_COUNT, POSITIONS, SPACING; COMMON_DIMS; STEPS;
   LEVELS; ALLOCATOR; MEMORY. Inputs and numbers that the kind does not have are ignored. */
PERLIN_API perlin_status perlin_combine(perlin_noise **noise,
                                        const perlin_combination *combination);

/* Proven bounds of a noise in this many dimensions: at finite coordinates no result of either type
   is below bounds[0] or above bounds[1], though it may be NaN. Combinations' may be wide, and
   infinite: of COORDINATE, above of DISTANCE, and where an operation may overflow in float.
   Errors: NULL; DIMS. */
PERLIN_API perlin_status perlin_bounds(const perlin_noise *noise, uint32_t dims, double bounds[2]);

/* ---- Outputs --------------------------------------------------------------------------------- */

/* What the functions named _into do with a result r of the function without _into: value = r *
   scale + bias, then out = value, or with accumulate out + value. T is the type of the output.
   Numbers, product and sums are rounded to T. A zero is +0, a NaN the quiet NaN, and a value above
   T's largest number infinite. struct_size and `reserved` follow the rule at perlin_create. */
typedef struct perlin_output {
    size_t struct_size;  /* sizeof (perlin_output), set by perlin_output_init */
    double scale;        /* finite in T, default 1 */
    double bias;         /* finite in T, default 0 */
    uint32_t accumulate; /* 1: adds to what is in the output; default 0 */
    uint32_t reserved;   /* 0, for later versions; so the struct does not end with padding */
} perlin_output;

/* Writes the defaults, with the errors, of perlin_params_init_sized. */
PERLIN_API perlin_status perlin_output_init_sized(perlin_output *output, size_t size);
static inline perlin_status perlin_output_init(perlin_output *output)
{
    return perlin_output_init_sized(output, sizeof *output);
}

/* ---- Points ---------------------------------------------------------------------------------- */

/*
 * out[i] = noise(coords[0][i * strides[0]], coords[1][i * strides[1]], ...), 0 <= i < count.
 *
 * coords has `dims` arrays, dims 1 to 4; in C declare it as an array of `const float *`. strides
 * has `dims` entries in elements, of any sign, 0 to repeat one value; NULL means all 1. Interleaved
 * vertices are three pointers into one array with strides of 3. out is packed.
 *
 * _f32 rounds the octave's frequency to float, multiplies and computes in float; _f64 is double
 * throughout. _f64_f32 scales and takes cell and fraction in double, rounds the fraction to float
 * and goes on in float: the speed of _f32, full detail a billion cells from the origin. A count of
 * 0 is a successful no-op, for which coords and out may be NULL.
 * Errors: NULL (noise; coords, one of its arrays, or out); DIMS; OVERFLOW if `count` elements, or
 * an array from its first element used to its last, pass PTRDIFF_MAX bytes.
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

/* The same, but applies *output to each result (NULL: writes the results as they are). Stores the
   exact minimum and maximum written, NaN left out, in bounds, unless that is NULL: infinity and
   -infinity if there is no element. bounds must not overlap another argument.
   Errors: also STRUCT_SIZE, UNSUPPORTED and OUTPUT, for *output. */
PERLIN_API perlin_status perlin_points_into_f32(const perlin_noise *noise, uint32_t dims,
                                                size_t count, const float *const coords[],
                                                const ptrdiff_t strides[],
                                                const perlin_output *output, float *out,
                                                float bounds[2]);
PERLIN_API perlin_status perlin_points_into_f64(const perlin_noise *noise, uint32_t dims,
                                                size_t count, const double *const coords[],
                                                const ptrdiff_t strides[],
                                                const perlin_output *output, double *out,
                                                double bounds[2]);
PERLIN_API perlin_status perlin_points_into_f64_f32(const perlin_noise *noise, uint32_t dims,
                                                    size_t count, const double *const coords[],
                                                    const ptrdiff_t strides[],
                                                    const perlin_output *output, float *out,
                                                    float bounds[2]);

/*
 * The same with the gradient. gradient has `dims` packed arrays; gradient[a][i] gets the partial
 * derivative of result i by the caller's coordinate a, in units of the result per unit of the
 * coordinate, through rotation, frequencies, weights, fractal and range: the derivative of the
 * formula, not a difference. out gets the results, with the bits of the function without _gradient,
 * or is NULL.
 *
 * Derivatives of NONE and FBM are continuous, except for LINEAR, CELLULAR and RADIUS_PUBLISHED.
 * Other fractals have creases, as |n| at 0: the gradient is that of the side on which |n| is n.
 * Where MULTIFRACTAL holds a strength at 1, it counts as constant. A coordinate that is not finite
 * after scaling gives NaN in the result and in all of the gradient. A frequency above the type's
 * largest number gives infinities or NaN (docs/bits.md). No output may overlap another one or an
 * input, not even exactly.
 * Errors: those of perlin_points_f32, except for out; NULL also if gradient or one of its `dims`
 * arrays is NULL and count is not 0.
 */
PERLIN_API perlin_status perlin_points_gradient_f32(const perlin_noise *noise, uint32_t dims,
                                                    size_t count, const float *const coords[],
                                                    const ptrdiff_t strides[], float *out,
                                                    float *const gradient[]);
PERLIN_API perlin_status perlin_points_gradient_f64(const perlin_noise *noise, uint32_t dims,
                                                    size_t count, const double *const coords[],
                                                    const ptrdiff_t strides[], double *out,
                                                    double *const gradient[]);
PERLIN_API perlin_status perlin_points_gradient_f64_f32(const perlin_noise *noise, uint32_t dims,
                                                        size_t count, const double *const coords[],
                                                        const ptrdiff_t strides[], float *out,
                                                        float *const gradient[]);

/* perlin_points_ for packed arrays, an argument for each coordinate. Bindings call those above. */
static inline perlin_status perlin_points1_f32(const perlin_noise *noise, size_t count,
                                               const float *x, float *out)
{
    const float *const coords[1] = {x};
    return perlin_points_f32(noise, 1, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points2_f32(const perlin_noise *noise, size_t count,
                                               const float *x, const float *y, float *out)
{
    const float *const coords[2] = {x, y};
    return perlin_points_f32(noise, 2, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points3_f32(const perlin_noise *noise, size_t count,
                                               const float *x, const float *y, const float *z,
                                               float *out)
{
    const float *const coords[3] = {x, y, z};
    return perlin_points_f32(noise, 3, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points4_f32(const perlin_noise *noise, size_t count,
                                               const float *x, const float *y, const float *z,
                                               const float *w, float *out)
{
    const float *const coords[4] = {x, y, z, w};
    return perlin_points_f32(noise, 4, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points1_f64(const perlin_noise *noise, size_t count,
                                               const double *x, double *out)
{
    const double *const coords[1] = {x};
    return perlin_points_f64(noise, 1, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points2_f64(const perlin_noise *noise, size_t count,
                                               const double *x, const double *y, double *out)
{
    const double *const coords[2] = {x, y};
    return perlin_points_f64(noise, 2, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points3_f64(const perlin_noise *noise, size_t count,
                                               const double *x, const double *y, const double *z,
                                               double *out)
{
    const double *const coords[3] = {x, y, z};
    return perlin_points_f64(noise, 3, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points4_f64(const perlin_noise *noise, size_t count,
                                               const double *x, const double *y, const double *z,
                                               const double *w, double *out)
{
    const double *const coords[4] = {x, y, z, w};
    return perlin_points_f64(noise, 4, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points1_f64_f32(const perlin_noise *noise, size_t count,
                                                   const double *x, float *out)
{
    const double *const coords[1] = {x};
    return perlin_points_f64_f32(noise, 1, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points2_f64_f32(const perlin_noise *noise, size_t count,
                                                   const double *x, const double *y, float *out)
{
    const double *const coords[2] = {x, y};
    return perlin_points_f64_f32(noise, 2, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points3_f64_f32(const perlin_noise *noise, size_t count,
                                                   const double *x, const double *y,
                                                   const double *z, float *out)
{
    const double *const coords[3] = {x, y, z};
    return perlin_points_f64_f32(noise, 3, count, coords, PERLIN_NULL, out);
}
static inline perlin_status perlin_points4_f64_f32(const perlin_noise *noise, size_t count,
                                                   const double *x, const double *y,
                                                   const double *z, const double *w, float *out)
{
    const double *const coords[4] = {x, y, z, w};
    return perlin_points_f64_f32(noise, 4, count, coords, PERLIN_NULL, out);
}

/* A single sample, for scripts and tools, with the bits of the points function of the same suffix.
   For a grid's bits call _f64_f32 for perlin_grid_f32 and _f64 for perlin_grid_f64, with the grid's
   coordinate. Never loop over these to fill an array (docs/benchmarks.md).
   Returns the quiet NaN if noise is NULL or its basis is not defined in this many dimensions. (On
   32-bit x86 floating-point results return through x87: a subnormal one may set x87's flags.) */
PERLIN_API float perlin_at1_f32(const perlin_noise *noise, float x);
PERLIN_API float perlin_at2_f32(const perlin_noise *noise, float x, float y);
PERLIN_API float perlin_at3_f32(const perlin_noise *noise, float x, float y, float z);
PERLIN_API float perlin_at4_f32(const perlin_noise *noise, float x, float y, float z, float w);
PERLIN_API double perlin_at1_f64(const perlin_noise *noise, double x);
PERLIN_API double perlin_at2_f64(const perlin_noise *noise, double x, double y);
PERLIN_API double perlin_at3_f64(const perlin_noise *noise, double x, double y, double z);
PERLIN_API double perlin_at4_f64(const perlin_noise *noise, double x, double y, double z, double w);
PERLIN_API float perlin_at1_f64_f32(const perlin_noise *noise, double x);
PERLIN_API float perlin_at2_f64_f32(const perlin_noise *noise, double x, double y);
PERLIN_API float perlin_at3_f64_f32(const perlin_noise *noise, double x, double y, double z);
PERLIN_API float perlin_at4_f64_f32(const perlin_noise *noise, double x, double y, double z,
                                    double w);

/* ---- Grids ----------------------------------------------------------------------------------- */

/*
 * A box of samples on a regular grid. Sample i of axis a, 0 <= i < count[a], has the coordinate
 *
 *     origin[a] + (double)(start[a] + i) * step[a]
 *
 * product and sum each rounded in double, and lies at the sum over a of i_a * stride[a] in the
 * output. So chunks that differ in `start` alone agree bit for bit on shared edges, and any split
 * of a box equals the whole.
 *
 * If period[a] is not 0, the index is first taken modulo period[a], 0 or more: samples repeat in
 * every bit. The seam does not show if period[a] * step[a] * frequency is a multiple of the noise's
 * period in cells. Fill it with perlin_grid_init, then set dims, step and count. An axis of count 1
 * is a slice. Entries from `dims` on are ignored.
 */
typedef struct perlin_grid {
    size_t struct_size;  /* sizeof (perlin_grid), set by perlin_grid_init */
    uint32_t dims;       /* 1..4, default 0, which is an error */
    size_t count[4];     /* number of samples, default 1 */
    double step[4];      /* distance of neighbours, finite, of any sign. Set it: 0, the default, is
                            an error on an axis of more than one sample. 1 / (64 * frequency) has
                            64 samples a cell; whole cells meet lattice points only */
    int64_t start[4];    /* index of the first sample, default 0 */
    double origin[4];    /* coordinate of index 0, finite, default 0 */
    uint64_t period[4];  /* in samples, by axis, up to 2^63 - 1; 0, the default: none */
    ptrdiff_t stride[4]; /* in elements, of any sign; all 0, the default: packed, x fastest, so that
                            in 3-D sample (x, y, z) is at out[(z * count[1] + y) * count[0] + x] */
} perlin_grid;

/* Writes the defaults, with the errors, of perlin_params_init_sized. */
PERLIN_API perlin_status perlin_grid_init_sized(perlin_grid *grid, size_t size);
static inline perlin_status perlin_grid_init(perlin_grid *grid)
{
    return perlin_grid_init_sized(grid, sizeof *grid);
}

/* Evaluates the noise at every sample of the grid, with the bits of perlin_points_f64 (for _f64) or
   perlin_points_f64_f32 (for _f32), far faster. `out` points to sample (0, 0, 0, 0); with negative
   strides others are before it. struct_size follows the rule at perlin_create. If any count is 0,
   the call is a successful no-op, for which out may be NULL. struct_size, dims, steps, origins,
   periods, an output's numbers and a height are checked, bounds are written.
   Errors: NULL; STRUCT_SIZE; UNSUPPORTED; DIMS; GRID; PERIOD_GRID; OVERFLOW (start + count - 1
   passes INT64_MAX, or the extent PTRDIFF_MAX bytes); STRIDE; OVERLAP (in the order of the strides'
   sizes, an axis's stride does not pass the extent of the axes below it). */
PERLIN_API perlin_status perlin_grid_f32(const perlin_noise *noise, const perlin_grid *grid,
                                         float *out);
PERLIN_API perlin_status perlin_grid_f64(const perlin_noise *noise, const perlin_grid *grid,
                                         double *out);

/* The same, with *output and bounds as in perlin_points_into_f32, and its errors. */
PERLIN_API perlin_status perlin_grid_into_f32(const perlin_noise *noise, const perlin_grid *grid,
                                              const perlin_output *output, float *out,
                                              float bounds[2]);
PERLIN_API perlin_status perlin_grid_into_f64(const perlin_noise *noise, const perlin_grid *grid,
                                              const perlin_output *output, double *out,
                                              double bounds[2]);

/* The same with the gradient, with the bits of perlin_points_gradient_f64 or _f64_f32. gradient has
   grid->dims arrays. They and out, which may be NULL, point to sample (0, 0, 0, 0), and all have
   the grid's strides. So they may be interleaved, but no two may share a sample's memory.
   Errors: those of perlin_grid_f32, except for out; NULL also if gradient or one of its arrays is
   NULL and no count is 0. */
PERLIN_API perlin_status perlin_grid_gradient_f32(const perlin_noise *noise,
                                                  const perlin_grid *grid, float *out,
                                                  float *const gradient[]);
PERLIN_API perlin_status perlin_grid_gradient_f64(const perlin_noise *noise,
                                                  const perlin_grid *grid, double *out,
                                                  double *const gradient[]);

/*
 * The normals of a terrain: of the surface z = height * result(x, y) over a 2-D grid, with z up.
 * (gx, gy) is the gradient, and every number and operation is rounded to the type T of the output:
 *
 *     x = -height * gx    y = -height * gy    length = sqrt(x * x + y * y + 1)
 *     normal = (x / length, y / length, 1 / length)
 *
 * A zero is +0, a NaN the quiet NaN. So steep a slope that x * x overflows gives zeros, an infinite
 * one NaN for its component. height is in units of coordinates per unit of the result, finite in T,
 * of any sign: with vertices 1 m apart and steps of 1/64, 32.0 / 64 for hills of 32 m.
 * Errors: those of perlin_grid_gradient_f32; DIMS if grid->dims is not 2; OUTPUT.
 */
PERLIN_API perlin_status perlin_grid_normals_f32(const perlin_noise *noise, const perlin_grid *grid,
                                                 double height, float *const normal[3]);
PERLIN_API perlin_status perlin_grid_normals_f64(const perlin_noise *noise, const perlin_grid *grid,
                                                 double height, double *const normal[3]);

/* The memory that a grid touches: its samples lie within out[*first] .. out[*first + *elements -
   1]. *first is 0 or, with negative strides, less. Both are 0 for a grid without samples.
   Errors: those of perlin_grid_f32, except that no basis is checked. It may pass PTRDIFF_MAX bytes
   of double. */
PERLIN_API perlin_status perlin_grid_extent(const perlin_grid *grid, ptrdiff_t *first,
                                            size_t *elements);

#undef PERLIN_NULL

#ifdef __cplusplus
}
#endif

#endif
