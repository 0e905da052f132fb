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
 * Numbers.    A coordinate that is not finite after rotation, scaling and skewing gives NaN. Any
 *             other gives a finite result; only gradients and scaled results may overflow. A
 *             coordinate that is 2^23 or more in float, 2^52 in double (rotated, scaled and moved
 *             by octave_offsets) is a lattice point's, where gradient noise is 0. A combination
 *             follows its operations, which may overflow or meet a NaN. At finite coordinates its
 *             results are NaN or within perlin_bounds.
 * FP state.   The caller's rounding mode, flush-to-zero, exception masks and sticky flags do not
 *             matter and come back unchanged. No trap is raised.
 * Threads.    Every function may be called from any thread at any time. A perlin_noise is immutable
 *             and may be shared; only perlin_destroy must come after every other use of it has
 *             ended, but for those by combinations that hold it.
 * Memory.     Evaluation never allocates, locks or does I/O, and needs less than 32 KiB of stack
 *             (in an optimised build). A thread's stack also holds what the C library puts there.
 *             With glibc that is about 5 KiB, and all thread-local variables of the process. To
 *             create a thread with a small stack ask for 32 KiB + PTHREAD_STACK_MIN (16 KiB on
 *             x86-64, 128 KiB on AArch64), plus what your own functions and thread-local variables
 *             need. Exactly the samples asked for are written: never a gap between strides, never
 *             past a row's end. An output sample is read only if it is also written. The output of
 *             a points call without gradients may be exactly one of its packed coordinate arrays of
 *             the same type. Any other overlap of an output with an input gives unspecified values.
 * Errors.     A function that can fail returns a perlin_status. If it is not PERLIN_OK, nothing has
 *             been written.
 *
 * ABI: until 1.0, NEWS lists every change. From 1.0 on, within one soname no symbol is removed, no
 * layout changes, structs grow only at their end (behind struct_size), and output bits never
 * change.
 */
#ifndef PERLIN_PERLIN_H
#define PERLIN_PERLIN_H

#include <stddef.h>
#include <stdint.h>

#define PERLIN_VERSION_MAJOR 0
#define PERLIN_VERSION_MINOR 3
#define PERLIN_VERSION_PATCH 0

/*
 * Define PERLIN_STATIC to link the static library, and only then. Windows needs it; elsewhere the
 * static library links without it, too.
 */
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

/* The result of a call: PERLIN_OK or the first mistake found. The numbers are fixed. 6, 25 and 34
   stood for several mistakes each; they are not used again. */
typedef uint32_t perlin_status;
enum {
    PERLIN_OK = 0,
    PERLIN_ERROR_NULL = 1,             /* a pointer that is needed is NULL */
    PERLIN_ERROR_STRUCT_SIZE = 2,      /* struct_size is smaller than 0.3.0's struct, or above
                                        4096 */
    PERLIN_ERROR_BACKEND = 3,          /* not a PERLIN_BACKEND_ constant */
    PERLIN_ERROR_DIMS = 4,             /* dims is not 1..4, or the basis is not defined for it */
    PERLIN_ERROR_FREQUENCY = 5,        /* the frequency is 0, or an octave's is not finite */
    PERLIN_ERROR_PERMUTATION = 7,      /* the table has an entry twice, or the hash has no table */
    PERLIN_ERROR_RANGE = 8,            /* not a PERLIN_RANGE_ constant */
    PERLIN_ERROR_GRADIENTS = 9,        /* not a PERLIN_GRADIENTS_ constant, or another than DEFAULT
                                        with INTEGER, or with AUTO and a basis that has one set */
    PERLIN_ERROR_GRID = 10,            /* a grid's step is 0 on an axis of more than one sample (set
                                        it), or a step or origin is not finite */
    PERLIN_ERROR_OVERFLOW = 11,        /* counts and strides need more than PTRDIFF_MAX bytes, or an
                                        index passes INT64_MAX. The caller's array is not checked:
                                        its size is unknown. (perlin.hpp knows it.) */
    PERLIN_ERROR_MEMORY = 12,          /* the allocator returned NULL */
    PERLIN_ERROR_UNSUPPORTED = 13,     /* valid, but not in this build or version, on this CPU, or
                                        with this backend */
    PERLIN_ERROR_FRACTAL = 14,         /* not a PERLIN_FRACTAL_ constant */
    PERLIN_ERROR_OCTAVE_SEEDS = 15,    /* octave_seeds is neither 0 nor 1 */
    PERLIN_ERROR_LACUNARITY = 16,      /* lacunarity is not finite */
    PERLIN_ERROR_GAIN = 17,            /* gain, a weight or the weights' sum is not finite, all
                                        weights are 0, or an octave's is negative with
                                        MULTIFRACTAL */
    PERLIN_ERROR_STRIDE = 18,          /* a stride is 0 on an axis of more than one sample, and not
                                        all of the grid's are */
    PERLIN_ERROR_OVERLAP = 19,         /* a grid's strides would let two samples overlap */
    PERLIN_ERROR_ALLOCATOR = 21,       /* 20 is not used. Only one of allocate and release is set */
    PERLIN_ERROR_SHAPE = 22,           /* weighted_strength, ping_pong_strength, ridge_offset or
                                        ridge_gain is out of bounds */
    PERLIN_ERROR_DEPTH = 23,           /* the depth of an output is not 1..64 bits */
    PERLIN_ERROR_OUTPUT = 24,          /* an output's scale or bias, or normals' height, is not
                                        finite, or accumulate is not 0 or 1 */
    PERLIN_ERROR_ROTATION = 26,        /* not a PERLIN_ROTATION_ constant, one with a period, or a
                                        matrix that is not finite, or that is not the identity
                                        while the rotation is not MATRIX */
    PERLIN_ERROR_BASIS = 27,           /* not a PERLIN_BASIS_ constant */
    PERLIN_ERROR_INTERPOLATION = 28,   /* not a PERLIN_INTERPOLATION_ constant */
    PERLIN_ERROR_ELIAS_SMOOTHING = 29, /* elias_smoothing is neither 0 nor 1 */
    PERLIN_ERROR_RADIUS = 30,          /* not a PERLIN_RADIUS_ constant, or PUBLISHED with INTEGER,
                                          or with AUTO and another basis than SIMPLEX */
    PERLIN_ERROR_OCTAVE_OFFSETS = 31,  /* octave_offsets is neither 0 nor 1 */
    PERLIN_ERROR_HASH = 32,            /* not a PERLIN_HASH_ constant, INTEGER with OPENSIMPLEX, or
                                   PERMUTATION with a basis that has no tables: set INTEGER */
    PERLIN_ERROR_CELLULAR = 33, /* not a PERLIN_METRIC_ or PERLIN_CELLULAR_ constant, jitter is not
                                   within 0..1, or EDGE with MANHATTAN or CHEBYSHEV */
    PERLIN_ERROR_OCTAVE_COUNT = 35,   /* octaves is not 1..32 */
    PERLIN_ERROR_WEIGHT_OCTAVES = 36, /* weight_octaves is neither 0 nor octaves..32 */
    PERLIN_ERROR_WEIGHT_COUNT = 37,   /* weight_count is neither 0 nor weight_octaves, or
                                            octaves where that is 0 */
    PERLIN_ERROR_NO_OCTAVE = 38,      /* the noise has no such octave */
    PERLIN_ERROR_PERIOD_CELLS = 39,   /* a period is above 2^31 cells */
    PERLIN_ERROR_PERIOD_TABLES = 40,  /* a period is above 256 cells by tables: INTEGER has 2^31 */
    PERLIN_ERROR_PERIOD_OCTAVE = 41,  /* an octave's period is above 2^31 of its cells */
    PERLIN_ERROR_PERIOD_LACUNARITY = 42, /* with a period and octaves lacunarity is not an
                                            integer above 0 */
    PERLIN_ERROR_PERIOD_BASIS = 43,      /* the basis takes no period */
    PERLIN_ERROR_PERIOD_GRID = 44,       /* a grid's period is above 2^63 - 1 samples */
    /* Of combinations: */
    PERLIN_ERROR_KIND = 45,           /* not a PERLIN_COMBINE_ constant */
    PERLIN_ERROR_INPUT_MISSING = 46,  /* an input that the kind takes is NULL */
    PERLIN_ERROR_NOT_FINITE = 47,     /* a number of the kind is not finite, also as a float */
    PERLIN_ERROR_AXIS = 48,           /* axis is not 0..3 */
    PERLIN_ERROR_TRANSFORM_DIMS = 49, /* dims of TRANSFORM is not 0..4 */
    PERLIN_ERROR_LIMITS = 50,         /* lower is above upper or, for SMOOTHSTEP, equal, also
                                            as floats */
    PERLIN_ERROR_FALLOFF = 51,        /* falloff is not 0 to half of upper - lower */
    PERLIN_ERROR_SMOOTHNESS = 52,     /* smoothness is not above 0, also as a float */
    PERLIN_ERROR_CURVE = 53,          /* not a PERLIN_CURVE_ constant */
    PERLIN_ERROR_POSITION_COUNT = 54, /* position_count is not 2..32 */
    PERLIN_ERROR_POSITIONS = 55,      /* positions do not rise, also as floats */
    PERLIN_ERROR_SPACING = 56,        /* limits or positions are too close together or too far
                                            apart: a slope or distance overflows in float */
    PERLIN_ERROR_COMMON_DIMS = 57,    /* the inputs, axis and dims suit no number of dimensions */
    PERLIN_ERROR_STEPS = 58,          /* more noises and combinations take part, or a sample
                                            takes more evaluations, than perlin_combine allows */
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

/*
 * 1 if a noise can be created with this backend, in this build, on this machine; else 0.
 * Always 1 for PERLIN_BACKEND_AUTO and PERLIN_BACKEND_SCALAR, 0 for unknown values.
 */
PERLIN_API int perlin_backend_available(perlin_backend backend);

/* ---- Parameters ------------------------------------------------------------------------------ */

/*
 * The kind of raw noise, in 1-D to 4-D unless others are named; elsewhere it is PERLIN_ERROR_DIMS.
 * docs/bases.md helps to choose, and has all formulas and lattices. A build may leave some out
 * (docs/building.md).
 *
 * The four on simplices, SIMPLEX and those after it, take no `period`. Far from the origin
 * perlin_points_f32 loses precision on them: use perlin_points_f64_f32 or a grid
 * (docs/parameters.md).
 */
typedef uint32_t perlin_basis;
enum {
    PERLIN_BASIS_PERLIN = 0,        /* Ken Perlin's improved noise (2002): smooth, fast on grids, 0
                                       at lattice points */
    PERLIN_BASIS_VALUE = 1,         /* a value at each lattice point, interpolated: the fastest on
                                       grids, and blocky */
    PERLIN_BASIS_VALUE_CUBIC = 2,   /* the same values by Catmull-Rom splines: smooth slopes */
    PERLIN_BASIS_ELIAS = 3,         /* Hugo Elias's "Perlin Noise" (1998), in 1-D to 3-D, for
                                       pictures made with it: values of his own hash */
    PERLIN_BASIS_SIMPLEX = 4,       /* Perlin's (2001) in Gustavson's form (2005): shows less of a
                                       lattice, and has cheap points in 4-D */
    PERLIN_BASIS_OPENSIMPLEX2 = 5,  /* on K.jpg's lattices (2022) in 3-D, where float points keep
                                       their precision, and 4-D; in 1-D and 2-D SIMPLEX */
    PERLIN_BASIS_OPENSIMPLEX2S = 6, /* his smoother one: gradients reach farther; slower; in 1-D
                                       SIMPLEX */
    PERLIN_BASIS_OPENSIMPLEX = 7,   /* K.jpg's first (2014), in 2-D and 3-D, for worlds made with
                                       it: by tables, on the scalar backend */
    PERLIN_BASIS_CELLULAR = 8       /* Worley's (1996): distances to feature points, one in each
                                       cell. Stones, cracks, scales, biomes */
};

/*
 * CELLULAR: how far a sample is from a feature point. d has the distances along the axes. The
 * nearest points are found exactly, whatever the metric, the result and the jitter.
 */
typedef uint32_t perlin_metric;
enum {
    PERLIN_METRIC_EUCLIDEAN = 0,         /* the root of the sum of d*d: round cells */
    PERLIN_METRIC_EUCLIDEAN_SQUARED = 1, /* without the root: the same cells, and faster */
    PERLIN_METRIC_MANHATTAN = 2,         /* the sum of |d|: sides along axes and diagonals */
    PERLIN_METRIC_CHEBYSHEV = 3          /* the greatest |d|: square cells */
};

/*
 * CELLULAR: what a result is. F1 to F4 are the distances to the nearest feature point, and to the
 * second, third and fourth nearest. All but CELL are 0 or more; SIGNED and UNIT map 0 to the low end
 * of their range and the greatest value that there can be to the high one (docs/ranges.md).
 */
typedef uint32_t perlin_cellular;
enum {
    PERLIN_CELLULAR_F1 = 0,
    PERLIN_CELLULAR_F2 = 1,
    PERLIN_CELLULAR_F3 = 2,
    PERLIN_CELLULAR_F4 = 3,
    PERLIN_CELLULAR_F2_MINUS_F1 = 4, /* 0 on the borders of cells, of uneven width */
    PERLIN_CELLULAR_F1_PLUS_F2 = 5,
    PERLIN_CELLULAR_F1_TIMES_F2 = 6,
    PERLIN_CELLULAR_F1_OVER_F2 = 7, /* 1 on borders, 0 at feature points */
    PERLIN_CELLULAR_EDGE = 8, /* the Euclidean distance to the border of the region in which the
                                       nearest point is the same: lines of even width. Not with
                                       MANHATTAN and CHEBYSHEV */
    PERLIN_CELLULAR_CELL = 9  /* a value of the nearest point, as VALUE has them: constant in
                                       its region */
};

/* How VALUE and ELIAS interpolate from one lattice point to the next, t being the fraction. */
typedef uint32_t perlin_interpolation;
enum {
    PERLIN_INTERPOLATION_QUINTIC = 0, /* t*t*t*(t*(t*6-15)+10): Perlin's (2002) */
    PERLIN_INTERPOLATION_LINEAR = 1,  /* t: creased at lattice points */
    PERLIN_INTERPOLATION_COSINE = 2,  /* (1 - cos(pi t)) / 2, by a polynomial
                                         (docs/bits.md) */
    PERLIN_INTERPOLATION_CUBIC = 3    /* t*t*(3-2*t): Hermite's */
};

/* How far a gradient of SIMPLEX reaches in 3-D and 4-D. PUBLISHED is by PERMUTATION only, where other
   bases ignore it. */
typedef uint32_t perlin_radius;
enum {
    PERLIN_RADIUS_CONTINUOUS = 0, /* to the far side of its simplices; squared, 1/2 */
    PERLIN_RADIUS_PUBLISHED = 1   /* beyond it, as in Gustavson's code; squared, 0.6. Tiny steps at
                                     simplices' borders */
};

/*
 * The range of a result. `total` is the raw noise, or the weighted sum of octaves. S is just under
 * the reciprocal of the noise's proven bound. It depends on the basis, the number of dimensions,
 * the hash, the gradient set and SIMPLEX's radius (docs/ranges.md lists all).
 *
 * For SIGNED and UNIT the raw noise of CELLULAR is raw * (2 / B) - 1, except with CELL. B is the
 * greatest value that its result has by this metric, in this many dimensions.
 *
 * BILLOW, RIDGED and PING_PONG scale their octaves by S and have 1 - 2^-15 in its place here. The
 * total of MULTIFRACTAL is not negative: its SIGNED is total * M - 1, its UNIT total * (M / 2). M
 * is just under 2 / (the largest v), where the largest v is the greater of ridge_offset^2 and
 * (ridge_offset - 1)^2.
 *
 * A weighted_strength w outside 0..2 lets octaves grow (except NONE and MULTIFRACTAL). Then S, or
 * what is in its place, is divided by the sum of |weight_o| * q^o, where q = |1 - w|, over all
 * octaves that weigh, and multiplied by 1 - 2^-15 for the rounding of strengths. Most results are
 * then far within the range: rescale them by perlin_output.
 */
typedef uint32_t perlin_range;
enum {
    PERLIN_RANGE_SIGNED = 0, /* total * S                   always within [-1, 1] */
    PERLIN_RANGE_UNIT = 1,   /* (total * S) * 0.5 + 0.5     always within [0, 1] */
    PERLIN_RANGE_RAW = 2, /* total                       by PERMUTATION as published, but noise1234
                                 in 1-D, 2-D and 4-D, and SIMPLEX, without the constant by which
                                 their author multiplies them. By INTEGER without a factor,
                                 too. Noise on simplices, but OPENSIMPLEX, is far below 1 */
    PERLIN_RANGE_RAW_UNIT =
        3 /* total * 0.5 + 0.5           the "0..1" of tutorials; may leave [0, 1] */
};

/*
 * The gradient set of PERLIN and SIMPLEX by PERMUTATION in 2-D, chosen by the low bits of the hash
 * h. Ignored otherwise. 4 is not used.
 *
 * INTEGER takes DEFAULT alone, which is then a set of this library: 16 slopes in 1-D, 8 even
 * directions in 2-D, 16 in 3-D and 32 in 4-D. They are more even than the published ones.
 */
typedef uint32_t perlin_gradients;
enum {
    PERLIN_GRADIENTS_DEFAULT = 0,  /* (+-1, +-2), (+-2, +-1): Gustavson's noise1234 (2003) */
    PERLIN_GRADIENTS_AXIS = 1,     /* (1, 0) (-1, 0) (0, 1) (0, -1) */
    PERLIN_GRADIENTS_DIAGONAL = 2, /* (1, 1) (-1, 1) (1, -1) (-1, -1) */
    PERLIN_GRADIENTS_SLICE = 3     /* the 3-D noise at z = 0 */
};

/*
 * What selects the gradient or value at a lattice point. INTEGER and PERMUTATION give noise of
 * much the same look, but not the same noise. ELIAS has a hash of its own, whatever is asked for.
 *
 * AUTO, the default, is INTEGER, unless something asks for tables: a permutation, gradients other
 * than DEFAULT, RADIUS_PUBLISHED, or OPENSIMPLEX, which has no other hash. So what is given is used:
 * what the basis has no use for is an error, but with ELIAS.
 *
 * INTEGER is arithmetic on 32-bit integers (docs/bits.md). Take it for new work. Places
 * less than 2^29 cells apart on each axis are unrelated. Farther apart noise may repeat, even
 * inside a longer period; periods may be up to 2^31. Value noise has 2^17 values. A noise takes
 * 5.2 KB and 2.1 KB more for each further octave, and is made in about a microsecond.
 *
 * PERMUTATION is a table of bytes, as in published noise. Take it to match other programs' noise
 * (perlin_params_init_published). Tables have 256 entries, so that noise repeats every 256 cells.
 * PERLIN, SIMPLEX and OPENSIMPLEX have it; published noise of the others has other numbers anyway.
 * Perlin noise is about as fast as by INTEGER (docs/benchmarks.md). The other two have no vector
 * kernels by tables: AUTO takes PERLIN_BACKEND_SCALAR for them, and another backend is
 * PERLIN_ERROR_UNSUPPORTED. A sample of SIMPLEX takes 15 to 60 ns, of OPENSIMPLEX 90 and 230 ns.
 */
typedef uint32_t perlin_hash;
enum {
    PERLIN_HASH_AUTO = 0,       /* INTEGER, or PERMUTATION where something asks for it */
    PERLIN_HASH_INTEGER = 1,    /* by arithmetic, not with OPENSIMPLEX */
    PERLIN_HASH_PERMUTATION = 2 /* Perlin's: by a table, one look-up an axis; with PERLIN, SIMPLEX
                                   and OPENSIMPLEX */
};

/*
 * How octaves combine: the total is the sum over o of weight_o * v_o * A_o. raw is the octave's raw
 * noise at f_o * c. n is raw * S, within [-1, 1], for SIGNED and UNIT, and raw for the raw ranges.
 * A_o is 1 unless weighted_strength is set. docs/bits.md states each rounding.
 */
typedef uint32_t perlin_fractal;
enum {
    PERLIN_FRACTAL_NONE = 0,        /* a single octave: the total is raw */
    PERLIN_FRACTAL_FBM = 1,         /* v = raw: fractal Brownian motion */
    PERLIN_FRACTAL_BILLOW = 2,      /* v = 2 |n| - 1: round hills, creased valleys. RAW_UNIT makes
                                       that the sum of |n|, the turbulence of Perlin (1985), which
                                       rounding may leave at -2^-24 */
    PERLIN_FRACTAL_RIDGED = 3,      /* v = 1 - 2 |n|: creased ridges. RAW_UNIT: sum of 1 - |n| */
    PERLIN_FRACTAL_PING_PONG = 4,   /* v = 2 |t - e| - 1: contour bands. t = (n + 1) *
                                       ping_pong_strength, and e is the even number nearest to t */
    PERLIN_FRACTAL_MULTIFRACTAL = 5 /* v = (ridge_offset - |n|)^2, with A_0 = 1 and A_(o+1) the
                                       lesser of 1 and v_o * A_o * ridge_gain: Musgrave's ridged
                                       multifractal ("Texturing and Modeling", 1994), rough ridges
                                       above smooth valleys */
};

/*
 * A rotation of the coordinates, before they are scaled by an octave's frequency:
 *
 *     x' = m[0][0]*x + (m[0][1]*y + (m[0][2]*z + m[0][3]*w))
 *
 * and so on for y', z' and w' by rows 1 to 3. Each product and sum is rounded to the type computed
 * in: to float where coordinates are floats, m too, so that they lose some precision; to double
 * elsewhere.
 *
 * Slices of Perlin noise along its lattice show its squares. The rotations of K.jpg
 * ("OpenSimplex2", 2022, where they are named "improve") turn an axis into the lattice's diagonal,
 * so that planes across it cut cells at all heights. Use XY where x and y span the picture and z is
 * time or depth, XZ where x and z span the ground and y is the height, XYZ where w is time. Each
 * applies only to noise of the given number of dimensions; noise of other numbers is not rotated. A
 * rotated grid takes about as long as its points, because its rows do not follow the lattice.
 */
typedef uint32_t perlin_rotation;
enum {
    PERLIN_ROTATION_NONE = 0,
    PERLIN_ROTATION_XY = 1,     /* 3-D: z becomes the diagonal, x and y the planes across it */
    PERLIN_ROTATION_XZ = 2,     /* 3-D: the same with y */
    PERLIN_ROTATION_XYZ = 3,    /* 4-D: w becomes the diagonal */
    PERLIN_ROTATION_XYZ_XY = 4, /* 4-D: XYZ, with x, y and z turned as XY does */
    PERLIN_ROTATION_XYZ_XZ = 5, /* 4-D: XYZ, with x, y and z turned as XZ does */
    PERLIN_ROTATION_MATRIX = 6  /* `matrix` in perlin_params; below 4-D its first rows and
                                   columns */
};

/*
 * What to compute. Fill it with perlin_params_init, then change what you need. docs/parameters.md
 * says how fields act together.
 *
 * Five fields matter before all others:
 *
 *     seed         any 64-bit number; each gives another noise of the same kind
 *     frequency    cells per unit of the coordinates; a feature is about a cell wide
 *     basis        the kind of raw noise
 *     fractal      how octaves are combined; FBM adds them up
 *     octaves      how many a fractal has, each with twice the frequency and half the weight
 *
 * Octave o of a fractal has its raw noise at
 *
 *     (rotated coordinate) * f_o + offset        with f_o = frequency * lacunarity^o
 *
 * product and sum each rounded to the coordinates' type. On most lattices of simplices this is then
 * skewed.
 *
 * By tables noise repeats along each axis. Octave o does so after n cells of its own, which are
 * n / lacunarity^o cells of octave 0. n is 256, or 2^31 with ELIAS. By the integer hash n is 2^32, and
 * no octave repeats within 2^29 cells of its own.
 *
 * With a `period`, octave o repeats after P = period * lacunarity^o cells of its own, and by tables
 * inside that, if P is above 256. Cell X enters the hash as X - P * floor(X / P), modulo n. So lacunarity must be an integer above 0, and no P
 * may pass 2^31. Results at coordinates that lie period / frequency apart are then equal but for
 * rounding. The period of perlin_grid makes them equal in every bit.
 */
typedef struct perlin_params {
    size_t struct_size; /* sizeof (perlin_params), set by perlin_params_init */
    perlin_basis basis; /* default PERLIN */
    uint64_t seed;      /* default 0. Selects keys of the integer hash, or shuffles a table; by
                              tables 0 is Perlin's published one */
    double frequency;   /* cells per unit of coordinate, finite, not 0, default 1 (in C, 1 / 64 is
                              0: write 1.0 / 64); perlin_points_f32 gives NaN if it, or an octave's,
                              passes FLT_MAX */
    perlin_fractal fractal; /* default NONE */
    uint32_t octaves;       /* 1..32, default 6; NONE computes octave 0 only */
    double lacunarity;      /* f_0 = frequency, f_(o+1) = f_o * lacunarity; finite, default 2.
                              Negative: every second octave is mirrored */
    double gain;           /* a_0 = 1, a_(o+1) = a_o * gain, weight_o = a_o / (|a_0| + |a_1| + ...),
                              the sum of all octaves or weight_octaves; finite, default 0.5. Weights
                              of MULTIFRACTAL's octaves must not be negative */
    const double *weights; /* the octaves' own a_o in place of gain's, of any sign; copied */
    uint32_t weight_count; /* 0, the default: weights follow from gain; or equal to weight_octaves,
                              or to octaves where that is 0 */
    uint32_t weight_octaves; /* 0, the default: as many as octaves. Else octaves..32: weights are
                                divided by the sum over so many octaves, of which the first `octaves`
                                are computed: levels of detail (perlin_octaves_for) */
    uint32_t octave_seeds; /* 1, the default: octaves after the first have keys of their own by the
                                integer hash, or tables; 0: all have octave 0's */
    uint32_t octave_offsets; /* 1, the default: lattices of octaves after the first are moved by a
                                quarter to three quarters of a cell; 0: all meet at the origin */
    perlin_range range;      /* default SIGNED */
    /* Shape: of a basis, then of a fractal. */
    perlin_interpolation interpolation; /* default QUINTIC; only VALUE and ELIAS have a choice */
    perlin_metric cellular_metric;      /* of CELLULAR; default EUCLIDEAN */
    perlin_cellular cellular_result;    /* of CELLULAR; default F1 */
    double jitter; /* of CELLULAR: how far points are from the centres of their cells: 0 (at them, a
                      lattice) to 1 (anywhere), default 1 */
    perlin_radius simplex_radius; /* of SIMPLEX; default CONTINUOUS */
    uint32_t elias_smoothing;     /* 1: smooths values of ELIAS; default 0 */
    double weighted_strength;     /* w: octaves are weaker where those before are low. A_0 = 1 and
                                     A_(o+1) = A_o * (1 - w * (0.5 - v_o * 0.5)), with n for v in
                                     FBM. MULTIFRACTAL has its own A. -8..8 (raw ranges 0..1), default
                                     0 */
    double ping_pong_strength;    /* the bands per unit of n: 0..65536, default 2 */
    double ridge_offset;          /* of MULTIFRACTAL: 0..1024, default 1 */
    double ridge_gain;            /* of MULTIFRACTAL: 0..65536, default 2 */
    /* Tiles and rotations: */
    uint32_t period[4];       /* in cells of octave 0, by axis: up to 2^31, or 256 by tables; 0, the
                                 default: none but the hash's own */
    perlin_rotation rotation; /* default NONE. With a period only NONE and MATRIX: periods are then
                                 along the rotated axes */
    double matrix[4][4];      /* m for MATRIX, finite, any matrix; default: the identity, which all
                                 other rotations need */
    /* How it is computed: */
    perlin_hash hash;           /* default AUTO. INTEGER takes no permutation, and only the default
                                   gradients and simplex_radius */
    perlin_gradients gradients; /* default DEFAULT */
    const uint8_t
        *permutation;       /* 256 entries, each of 0..255 once: a table for octave 0 in place of
                                   the seed's; copied. Default NULL: none */
    perlin_backend backend; /* default AUTO */
    /* The allocator of the noise's one block, both or neither (malloc and free). allocate returns
       memory of any alignment, or NULL; release gets what allocate returned. Both get `user`. */
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *p);
    void *user;
    uint64_t reserved; /* 0, for later versions; so the struct does not end with padding */
} perlin_params;

/*
 * Writes the defaults to the first `size` bytes of *params, with struct_size = size; bytes that
 * this library does not know become 0.
 * Errors, with nothing written: NULL; STRUCT_SIZE if size is smaller than 0.3.0's
 * perlin_params or above 4096.
 */
PERLIN_API perlin_status perlin_params_init_sized(perlin_params *params, size_t size);

/* Inline: bindings call perlin_params_init_sized. */
static inline perlin_status perlin_params_init(perlin_params *params)
{
    return perlin_params_init_sized(params, sizeof *params);
}

/*
 * The same with the defaults of articles and most libraries, for noise that others publish
 * (docs/published.md): hash PERMUTATION, range RAW, octave_seeds and octave_offsets 0. Seed 0 is
 * then Perlin's own table. All else is as perlin_params_init sets it. A basis that has no tables then
 * needs hash INTEGER.
 * Errors, with nothing written: NULL; STRUCT_SIZE as by perlin_params_init_sized.
 */
PERLIN_API perlin_status perlin_params_init_published_sized(perlin_params *params, size_t size);

/* Inline: bindings call perlin_params_init_published_sized. */
static inline perlin_status perlin_params_init_published(perlin_params *params)
{
    return perlin_params_init_published_sized(params, sizeof *params);
}

/*
 * How many octaves of a fractal a sampling can show. Octaves that are too fine or too faint to be
 * seen are better left out, as Hugo Elias advises ("Perlin Noise", 1998). Octave o counts if all
 * octaves before it do and
 *
 *     |f_o * step| <= 1/2                        a cell has at least two samples; finer ones alias
 *     |a_o| >= 2^-depth * (|a_0| + ... + |a_o|)  it can move an output of `depth` bits by one level
 *
 * An octave of weight 0 is too faint. With `weights` a faint octave does not end the count, since a
 * stronger one may follow: the count ends with the last octave that is not too faint, among those
 * before the first that is too fine.
 *
 * weight_octaves, if set, limits the count to so many octaves. The sum is then that of all of them,
 * and a faint octave does not end the count. This gives levels of detail:
 *
 *     params.octaves = params.weight_octaves = 8;                  all that there are
 *     perlin_octaves_for(&params, step, 16, &params.octaves);      what this step shows
 *
 * Weights stay those of all eight octaves. So a far level is the near one without its finest
 * detail: the same sum, ended earlier. With weight_octaves 0 what remains is scaled up, by 14% if
 * three octaves of many remain at a gain of 0.5, and levels do not meet. Octaves of BILLOW, RIDGED,
 * PING_PONG and MULTIFRACTAL do not average 0: what is left out of them also moves the mean.
 *
 * step is the distance of samples in units of coordinates; depth is 1 to 64. The result depends on
 * frequency, lacunarity, gain, weights and weight_octaves in *params, though every field is
 * checked. Stores 1 to 32 in *octaves, 1 even if octave 0 is too fine.
 *
 * Errors, with *octaves unchanged: those of perlin_create for the fields of *params, except for the
 * backend, and for what follows from them for octaves (frequencies and periods; the weights' sum
 * and signs); GRID if step is not finite; DEPTH.
 */
PERLIN_API perlin_status perlin_octaves_for(const perlin_params *params, double step,
                                            uint32_t depth, uint32_t *octaves);

/* ---- Noise ----------------------------------------------------------------------------------- */

/* An immutable noise of 1 to 4 dimensions. */
typedef struct perlin_noise perlin_noise;

/*
 * Makes a noise from *params, which may be discarded afterwards, and stores it in *noise.
 *
 * backend AUTO takes the fastest backend that the noise has. The environment variable PERLIN_BACKEND,
 * a name that perlin_backend_name returns, caps that choice. It is ignored if it names no backend of
 * this architecture. Do not change the environment in another thread meanwhile. Any other backend is
 * taken, or is an error.
 *
 * A struct_size smaller than this library's is valid if it is at least 0.3.0's: the missing
 * fields have their defaults. A larger one is valid if all that this library does not know
 * is 0, as `reserved` must be. Above 4096 the struct counts as not initialised, which is an error.
 *
 * Errors, with *noise unchanged: NULL (noise or params; weights with a count);
 * STRUCT_SIZE; UNSUPPORTED (a backend that this build, this machine or the noise lacks; a basis that
 * this build lacks; a larger struct whose tail is not 0, or `reserved` is not); BACKEND, BASIS, INTERPOLATION,
 * ELIAS_SMOOTHING, RANGE, FRACTAL (unknown constants); RADIUS, GRADIENTS (also those that INTEGER,
 * or by AUTO the basis, does not have); HASH (also one that the basis does not have); OCTAVE_COUNT, WEIGHT_OCTAVES,
 * WEIGHT_COUNT; OCTAVE_SEEDS; OCTAVE_OFFSETS; CELLULAR; FREQUENCY; LACUNARITY; GAIN; SHAPE;
 * PERIOD_CELLS, PERIOD_TABLES, PERIOD_OCTAVE, PERIOD_LACUNARITY, PERIOD_BASIS; ROTATION (also if it
 * contradicts a period, or a matrix is not used); PERMUTATION (also if it is set with INTEGER);
 * ALLOCATOR; MEMORY. Every field
 * is checked, used or not. The frequencies and periods that follow from them are checked for the
 * octaves that are computed, the weights for those that weigh.
 */
PERLIN_API perlin_status perlin_create(perlin_noise **noise, const perlin_params *params);

/*
 * Gives a noise up; NULL is allowed. No other call may still be using it. Its memory is released at
 * once, or with the last combination that holds it (perlin_combine).
 */
PERLIN_API void perlin_destroy(perlin_noise *noise);

/* The backend that a noise computes with, never AUTO; AUTO for NULL. */
PERLIN_API perlin_backend perlin_backend_of(const perlin_noise *noise);

/* The hash that a noise computes with: INTEGER or PERMUTATION. AUTO for ELIAS, which has a hash of
   its own, and for NULL. */
PERLIN_API perlin_hash perlin_hash_of(const perlin_noise *noise);

/*
 * Copies the permutation table of an octave (0-based) to `out`: 256 entries.
 * Errors: NULL; NO_OCTAVE if the noise has no such octave (a noise without fractal has one);
 * UNSUPPORTED if it has no tables, by the integer hash, with ELIAS and in combinations.
 */
PERLIN_API perlin_status perlin_permutation(const perlin_noise *noise, uint32_t octave,
                                            uint8_t out[256]);

/* ---- Combinations ---------------------------------------------------------------------------- */

/*
 * Noises made of noises. A combination is a perlin_noise like any other: points, grids, single
 * samples, gradients, normals and outputs take it, and combinations themselves. So this blends
 * plains and mountains by a mask of 0 to 1:
 *
 *     perlin_combination edge, blend;
 *     perlin_combination_init(&edge, PERLIN_COMBINE_SMOOTHSTEP);
 *     edge.input[0] = regions;
 *     edge.lower = -0.1;
 *     edge.upper = 0.1;
 *     perlin_combine(&mask, &edge);
 *
 *     perlin_combination_init(&blend, PERLIN_COMBINE_BLEND);
 *     blend.input[0] = plains;
 *     blend.input[1] = mountains;
 *     blend.input[2] = mask;
 *     perlin_combine(&world, &blend);
 *
 * In the formulas a, b and t are the results of input[0], [1] and [2], rounded to the type T of the
 * output, c the coordinates, of type C. Every number is rounded to T, of those that act on
 * coordinates to C, and so is each operation, from left to right. min(a, b) is a < b ? a : b, and
 * max(a, b) is a > b ? a : b; both, and their gradients, are NaN where a or b is. Where a formula
 * chooses by a comparison, the gradient is that of what it chose. A NaN is never an error; results
 * follow the operations.
 */
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
                                      being the positions around a; flat outside: steps that are
                                      level at their feet */
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
                                   of 0 to 1: noise of range UNIT or, for regions with edges, its
                                   SMOOTHSTEP. By SIGNED noise half of a map is a alone, and more b
                                   than a is 7% of it, 0.3% with six octaves */
    PERLIN_COMBINE_SELECT = 17, /* b where lower <= t <= upper, else a. With a falloff a BLEND of
                                   them by s: SMOOTHSTEP of t from lower - falloff to lower +
                                   falloff up to the middle of lower and upper, and beyond it 1 less
                                   SMOOTHSTEP from upper - falloff to upper + falloff */
    /* Of input[0], elsewhere: */
    PERLIN_COMBINE_TRANSFORM = 18, /* a at the coordinates matrix * c + offset, of which there are
                                      `dims`. It rounds as PERLIN_ROTATION_ does, but leaves entries
                                      and offsets of 0 out: a map of x and y under a world of x, y
                                      and z is dims = 2 */
    PERLIN_COMBINE_WARP = 19       /* a at the coordinates c + amplitude * n, where input[1 + axis]
                                      gives each axis its n. If only input[1] is set it gives all: n
                                      of x at c, of y at each coordinate of c + 8209.25, of z + 16421.75,
                                      of w + 24631.375 */
};

/* How CURVE goes from point to point. */
typedef uint32_t perlin_curve;
enum {
    PERLIN_CURVE_STRAIGHT = 0,
    PERLIN_CURVE_CUBIC = 1 /* smooth, and rises and falls only where the values do: Fritsch and
                              Carlson, "Monotone Piecewise Cubic Interpolation" (1980) */
};

/* What to combine, and how. Fill it with perlin_combination_init, then set the inputs and the numbers
   that the kind has. */
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

/*
 * Writes the defaults for a kind to the first `size` bytes of *combination, with struct_size = size;
 * bytes that this library does not know become 0.
 * Errors, with nothing written: NULL; STRUCT_SIZE if size is smaller than 0.3.0's
 * perlin_combination or above 4096; KIND if there is no such kind.
 */
PERLIN_API perlin_status perlin_combination_init_sized(perlin_combination *combination, size_t size,
                                                       perlin_combine_kind kind);

/* Inline: bindings call perlin_combination_init_sized. */
static inline perlin_status perlin_combination_init(perlin_combination *combination,
                                                    perlin_combine_kind kind)
{
    return perlin_combination_init_sized(combination, sizeof *combination, kind);
}

/*
 * Makes a noise from *combination, which may be discarded afterwards, and stores it in *noise.
 * It holds its inputs: they may be destroyed now, and are released with the last noise that holds
 * them, by whichever perlin_destroy comes last, on its thread.
 *
 * The noise is defined in as many dimensions as all its inputs are. With TRANSFORM that is any number
 * if `dims` is set and the input is defined in so many; with WARP as many as there are noises for
 * axes, if these are more than one.
 *
 * At most 64 noises and combinations can take part, each counted once for each place where it is
 * evaluated, and at most 16 levels of combinations. A noise that is used several times at the same
 * coordinates counts once, and is evaluated once. Without that single samples, which do evaluate it
 * each time, must not take more than 4096 evaluations. Deep trees of warps in many dimensions with
 * gradients can run a sample at a time (docs/benchmarks.md).
 *
 * Errors, with *noise unchanged and nothing held: NULL (noise or combination; positions or values
 * with a count); STRUCT_SIZE; UNSUPPORTED (a backend that this build or machine lacks; a larger
 * struct whose tail is not 0, or `reserved` is not); BACKEND; KIND; INPUT_MISSING; of the kind's
 * numbers NOT_FINITE, AXIS, TRANSFORM_DIMS, LIMITS, FALLOFF, SMOOTHNESS, CURVE, POSITION_COUNT,
 * POSITIONS, SPACING; COMMON_DIMS; STEPS; LEVELS; ALLOCATOR; MEMORY. Inputs and numbers that the
 * kind does not have are ignored.
 */
PERLIN_API perlin_status perlin_combine(perlin_noise **noise,
                                        const perlin_combination *combination);

/*
 * Bounds of a noise's results in this many dimensions: no result, of either type and at finite
 * coordinates, is below bounds[0] or above bounds[1], though it may be NaN. They are proven, of
 * combinations by interval arithmetic, and so may be wider than results ever get. Both are infinite
 * where an operation within a formula may overflow in float. So are those of COORDINATE and one of
 * DISTANCE, which have none.
 * Errors, with nothing written: NULL; DIMS.
 */
PERLIN_API perlin_status perlin_bounds(const perlin_noise *noise, uint32_t dims, double bounds[2]);

/* ---- Outputs --------------------------------------------------------------------------------- */

/*
 * What the functions named _into do with results. r is the result that the function of the same
 * name without _into writes, T the type of the output:
 *
 *     value = r * scale + bias
 *     out = value, or with accumulate out + value
 *
 * scale and bias, then the product and each sum are rounded to T. Last a zero becomes +0 and a NaN
 * the quiet NaN, as everywhere. A value that passes T's largest number is infinite.
 *
 * Fill it with perlin_output_init, then change what you need. struct_size and `reserved` follow the
 * rule at perlin_create.
 */
typedef struct perlin_output {
    size_t struct_size;  /* sizeof (perlin_output), set by perlin_output_init */
    double scale;        /* finite in T, default 1 */
    double bias;         /* finite in T, default 0 */
    uint32_t accumulate; /* 1: adds to what is in the output; default 0 */
    uint32_t reserved;   /* 0, for later versions; so the struct does not end with padding */
} perlin_output;

/*
 * Writes the defaults to the first `size` bytes of *output, with struct_size = size; bytes that
 * this library does not know become 0.
 * Errors, with nothing written: NULL; STRUCT_SIZE if size is smaller than 0.3.0's
 * perlin_output or above 4096.
 */
PERLIN_API perlin_status perlin_output_init_sized(perlin_output *output, size_t size);

/* Inline: bindings call perlin_output_init_sized. */
static inline perlin_status perlin_output_init(perlin_output *output)
{
    return perlin_output_init_sized(output, sizeof *output);
}

/* ---- Points ---------------------------------------------------------------------------------- */

/*
 * out[i] = noise(coords[0][i * strides[0]], ..., coords[dims-1][i * strides[dims-1]]), 0 <= i <
 * count.
 *
 * coords has `dims` arrays, dims 1 to 4. In C it is itself an array of `const float *`, since an
 * array of `float *` does not convert. strides has `dims` entries in elements (not bytes), of any
 * sign, 0 to repeat one value; NULL means all 1. Interleaved vertices and fields of structs work in
 * place: pass three pointers into one array with strides of 3. out is packed. It may be exactly one
 * of the coordinate arrays if that is packed and of out's type. Any other overlap gives unspecified
 * values.
 *
 * _f32 rounds the octave's frequency to float, multiplies and computes in float; _f64 is double
 * throughout. _f64_f32 scales and takes cell and fraction in double, rounds the fraction to float
 * and goes on in float: the speed of _f32, full detail a billion cells from the origin.
 *
 * A count of 0 is a successful no-op, for which coords and out may be NULL.
 * Errors: NULL (noise; coords, one of its arrays, or out); DIMS; OVERFLOW if `count` elements, or
 * an array from its first element used to its last, pass PTRDIFF_MAX bytes. A non-finite coordinate
 * is no error: that sample is NaN.
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

/*
 * The same, but applies *output to each result (NULL: writes the results as they are). Stores the
 * minimum and maximum written in bounds, unless that is NULL. They are exact and leave out NaN.
 * Without other elements, as after a count of 0, they are infinity and -infinity. The bounds of a
 * whole are the lesser bounds[0] and the greater bounds[1] of its parts. bounds must not overlap
 * another argument.
 * Errors: also STRUCT_SIZE, UNSUPPORTED and OUTPUT, for *output. Nothing is written then, bounds
 * included.
 */
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
 * The same with the gradient, which gives terrain its normals and particles their flow. gradient
 * has `dims` packed arrays. gradient[a][i] gets the partial derivative of result i by the caller's
 * coordinate a,
 *
 *     d result / d coords[a]        in units of the result per unit of the coordinate
 *
 * through rotation, the octaves' frequencies and weights, the fractal, and the factor of the range.
 * It is the derivative of the formula, not a difference. out gets the results, with the bits of the
 * function without _gradient; it may be NULL. Both together cost 1.2 to 3 times as much as the
 * results alone, but on grids of PERLIN in 4-D, VALUE and VALUE_CUBIC, which have no slopes by rows,
 * 10 to 50 times (docs/benchmarks.md).
 *
 * Derivatives of NONE and FBM are continuous, except for LINEAR and CELLULAR, which are creased, and
 * where RADIUS_PUBLISHED jumps (docs/ranges.md). Other fractals have creases, of |n| at 0 for one.
 * There the gradient is that of the side on which |n| is n. Where MULTIFRACTAL holds an octave's
 * strength at 1, the strength counts as constant. A coordinate that is not finite after scaling
 * gives NaN in the result and in all of the gradient.
 *
 * Derivatives grow with the frequencies of the octaves, with ping_pong_strength, a matrix, and a
 * weighted_strength outside 0..2. A frequency that passes the type's largest number gives
 * infinities or NaN, by the operations in docs/bits.md. A zero is +0, a NaN the quiet NaN.
 *
 * No output may overlap another one or an input, not even exactly.
 * Errors: those of perlin_points_f32, except for out; NULL also if gradient or one of its `dims`
 * arrays is NULL and count is not 0. Nothing is written then.
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

/*
 * perlin_points_ for packed arrays, with one argument for each coordinate.
 * Inline: bindings call perlin_points_f32, perlin_points_f64 and perlin_points_f64_f32, with
 * strides NULL.
 */

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

/*
 * A single sample, for scripts and tools. A function has the bits of the points function of the
 * same suffix at that point.
 *
 * Never loop over these to fill an array. A call takes 17 to 580 ns per octave, by basis and
 * dimensions. For 2-D Perlin noise a loop takes 47 to 116 times as long as a grid, and 6 to 20
 * times as long as perlin_points_f64_f32 (docs/bits.md).
 *
 * To get the bits of a grid's sample, call _f64_f32 for perlin_grid_f32 and _f64 for
 * perlin_grid_f64, with the coordinate that the grid computes. _f32 scales, rotates and moves
 * coordinates in float, where a grid uses double. It has the same bits only where these steps are
 * exact: with a step of 1/64 near the origin, for instance, but not with one of 0.01.
 *
 * Returns the quiet NaN if noise is NULL or its basis is not defined in this many dimensions. (On
 * 32-bit x86 floating-point results return through x87: a subnormal one may set x87's flags.)
 */
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
 * output. Only the absolute index start + i enters: chunks that differ in `start` and share origin
 * and step agree bit for bit on shared edges, and any split of a box equals the whole.
 *
 * If period[a] is not 0, the index is first taken modulo period[a] (0 <= index < period[a]):
 * samples repeat in every bit, whatever the step. The seam does not show if period[a] * step[a] *
 * frequency is a multiple of the noise's period in cells. For instance, samples 1/3 apart of noise
 * with a period of 7 cells repeat every 21 samples.
 *
 * Fill it with perlin_grid_init, then set dims, step, count and what else you need. An axis whose
 * count you leave at 1 is a slice, at its origin if `start` is 0. Entries from `dims` on are
 * ignored.
 */
typedef struct perlin_grid {
    size_t struct_size;  /* sizeof (perlin_grid), set by perlin_grid_init */
    uint32_t dims;       /* 1..4, default 0, which is an error */
    size_t count[4];     /* number of samples, default 1 */
    double step[4];      /* distance of neighbours, finite, of any sign. Set it: it is 0 until then,
                            which is an error on an axis of more than one sample. Noise changes from
                            cell to cell, so take a fraction of one, such as 1 / (64 * frequency). A
                            step of a whole cell meets lattice points only, where gradient noise of
                            one octave is 0 */
    int64_t start[4];    /* index of the first sample, default 0 */
    double origin[4];    /* coordinate of index 0, finite, default 0 */
    uint64_t period[4];  /* in samples, by axis, up to 2^63 - 1; 0, the default: none */
    ptrdiff_t stride[4]; /* in elements, of any sign; all 0, the default: packed, x fastest, so that
                            in 3-D sample (x, y, z) is at out[(z * count[1] + y) * count[0] + x] */
} perlin_grid;

/*
 * Writes the defaults to the first `size` bytes of *grid, with struct_size = size; bytes that this
 * library does not know become 0.
 * Errors, with nothing written: NULL; STRUCT_SIZE if size is smaller than 0.3.0's
 * perlin_grid or above 4096.
 */
PERLIN_API perlin_status perlin_grid_init_sized(perlin_grid *grid, size_t size);

/* Inline: bindings call perlin_grid_init_sized. */
static inline perlin_status perlin_grid_init(perlin_grid *grid)
{
    return perlin_grid_init_sized(grid, sizeof *grid);
}

/*
 * Evaluates the noise at every sample of the grid. The bits are those of perlin_points_f64 (for
 * _f64) and perlin_points_f64_f32 (for _f32) at the samples' coordinates; the speed is far higher.
 *
 * `out` points to sample (0, 0, 0, 0); with negative strides others are before it. struct_size
 * follows the rule at perlin_create.
 *
 * If any count is 0, the call is a successful no-op, for which out may be NULL. struct_size, dims,
 * steps, origins and periods are checked all the same, as are the numbers of an output and of
 * normals, and bounds are written.
 *
 * Errors: NULL; STRUCT_SIZE; UNSUPPORTED; DIMS; GRID (a step is 0 on an axis of more than one
 * sample, or a step or origin is not finite); PERIOD_GRID; OVERFLOW (start + count - 1 passes
 * INT64_MAX, or the extent passes PTRDIFF_MAX bytes); STRIDE (a stride is 0 on an axis of more than
 * one sample, and not all strides are 0); OVERLAP (in the order of the strides' sizes, an axis's
 * stride does not pass the extent of the axes below it). Nothing is written then.
 */
PERLIN_API perlin_status perlin_grid_f32(const perlin_noise *noise, const perlin_grid *grid,
                                         float *out);
PERLIN_API perlin_status perlin_grid_f64(const perlin_noise *noise, const perlin_grid *grid,
                                         double *out);

/*
 * The same, but applies *output to each result and stores the minimum and maximum written in
 * bounds, as perlin_points_into_f32 does.
 * Errors: also OUTPUT, and STRUCT_SIZE and UNSUPPORTED for *output.
 */
PERLIN_API perlin_status perlin_grid_into_f32(const perlin_noise *noise, const perlin_grid *grid,
                                              const perlin_output *output, float *out,
                                              float bounds[2]);
PERLIN_API perlin_status perlin_grid_into_f64(const perlin_noise *noise, const perlin_grid *grid,
                                              const perlin_output *output, double *out,
                                              double bounds[2]);

/*
 * The same with the gradient, as in perlin_points_gradient_f32. gradient has grid->dims arrays. The
 * bits are those of perlin_points_gradient_f64 (for _f64) and perlin_points_gradient_f64_f32 (for
 * _f32) at the samples' coordinates. out, which may be NULL, and each of gradient point to sample
 * (0, 0, 0, 0). All have the grid's strides, each from its own pointer. With strides of 3, 3 *
 * width and so on they may be three pointers into one array of interleaved vectors, but no two
 * outputs may share a sample's memory.
 *
 * Errors: those of perlin_grid_f32, except for out; NULL also if gradient or one of its arrays is
 * NULL and no count is 0. Nothing is written then.
 */
PERLIN_API perlin_status perlin_grid_gradient_f32(const perlin_noise *noise,
                                                  const perlin_grid *grid, float *out,
                                                  float *const gradient[]);
PERLIN_API perlin_status perlin_grid_gradient_f64(const perlin_noise *noise,
                                                  const perlin_grid *grid, double *out,
                                                  double *const gradient[]);

/*
 * The normals of a terrain: of the surface z = height * result(x, y) over a 2-D grid, with z up.
 * (gx, gy) is the gradient that perlin_grid_gradient_f32 writes, and height is rounded to the type
 * T of the output:
 *
 *     x = -height * gx    y = -height * gy    length = sqrt(x * x + y * y + 1)
 *     normal = (x / length, y / length, 1 / length)
 *
 * Every operation, from left to right, is rounded to T. Last a zero is +0 and a NaN the quiet NaN.
 * normal[0], [1] and [2] get the components, with the grid's strides, each from its own pointer.
 * Where x * x overflows the length is infinite: so steep a slope gives zeros, and an infinite one
 * NaN for its component.
 *
 * height is in units of coordinates per unit of the result, finite in T, of any sign. (With
 * vertices 1 m apart and steps of 1/64 one unit of coordinates is 64 m: for hills of 32 m pass 32.0
 * / 64.)
 *
 * Errors: those of perlin_grid_gradient_f32; DIMS if grid->dims is not 2; OUTPUT if height is not
 * finite in T. Nothing is written then.
 */
PERLIN_API perlin_status perlin_grid_normals_f32(const perlin_noise *noise, const perlin_grid *grid,
                                                 double height, float *const normal[3]);
PERLIN_API perlin_status perlin_grid_normals_f64(const perlin_noise *noise, const perlin_grid *grid,
                                                 double height, double *const normal[3]);

/*
 * The memory that a grid touches: its samples lie within out[*first] .. out[*first + *elements -
 * 1]. *first is 0 or, with negative strides, less. Both are 0 for a grid without samples. Errors:
 * those of perlin_grid_f32, except that no basis is checked. An accepted extent may still pass
 * PTRDIFF_MAX bytes in double.
 */
PERLIN_API perlin_status perlin_grid_extent(const perlin_grid *grid, ptrdiff_t *first,
                                            size_t *elements);

#undef PERLIN_NULL

#ifdef __cplusplus
}
#endif

#endif
