/*
 * The scalar backend, which is the specification: every function in plain C, one point at a time,
 * as published. Every vector kernel is tested against it, and it is the fallback. It shares no
 * arithmetic with the kernels.
 */
#include "scalar.h"

#include "../basis/cellular/cellular.h"
#include "../basis/elias/elias.h"
#include "../combine/combined.h"
#include "../noise/backend.h"

#include <math.h>
#include <string.h>

/* Called with a constant number of dimensions, so that loops over it unroll. */
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

/* A coordinate's cell and the next one, both modulo the axis's modulus, and its fraction. */
struct place_f32 {
    uint32_t cell, next;
    float fraction;
};
struct place_f64 {
    uint32_t cell, next;
    double fraction;
};

/* The floored remainder, exactly. For powers of two it is the low bits; else fmod's result, which
   is exact. 0 if the cell is not finite. A modulus of 0 means 2^32. */
INLINE uint32_t floor_modulo(double cell, uint32_t modulus)
{
    const double cells = modulus == 0 ? 0x1p32 : modulus;
    if ((modulus & (modulus - 1)) == 0 && fabs(cell) < 0x1p63)
        return (uint32_t)(int64_t)cell & (modulus - 1);
    if (!isfinite(cell))
        return 0;
    const double remainder = fmod(cell, cells);
    return (uint32_t)(remainder < 0 ? remainder + cells : remainder);
}

/* The fraction of a coordinate that is not finite is NaN, which carries through to the result. Casts
   round towards 0; a fraction of 1 may be that of a negative integer. */
INLINE struct place_f32 place_f32(float c, uint32_t modulus)
{
    if (modulus == 0 && fabsf(c) < 0x1p22f) {
        const int32_t cell = (int32_t)c - (c < 0);
        const float fraction = c - (float)cell;
        if (fraction < 1)
            return (struct place_f32){(uint32_t)cell, (uint32_t)cell + 1, fraction};
    }
    const float floored = floorf(c);
    const uint32_t cell = floor_modulo((double)floored, modulus);
    return (struct place_f32){cell, perlin_next_cell(cell, modulus), c - floored};
}

INLINE struct place_f64 place_f64(double c, uint32_t modulus)
{
    if (modulus == 0 && fabs(c) < 0x1p30) {
        const int32_t cell = (int32_t)c - (c < 0);
        const double fraction = c - (double)cell;
        if (fraction < 1)
            return (struct place_f64){(uint32_t)cell, (uint32_t)cell + 1, fraction};
    }
    const double floored = floor(c);
    const uint32_t cell = floor_modulo(floored, modulus);
    return (struct place_f64){cell, perlin_next_cell(cell, modulus), c - floored};
}

/* Coordinates in double for results in float: only the fraction is rounded. */
INLINE struct place_f32 place_f64_f32(double c, uint32_t modulus)
{
    const struct place_f64 place = place_f64(c, modulus);
    return (struct place_f32){place.cell, place.next, (float)place.fraction};
}

/* The same, but fractions in float are rounded to 2^-24 of a cell, for cellular noise. Then float and
   double coordinates give the same place where they are the same number. */
INLINE struct place_f32 whole_place_f32(float c, uint32_t modulus)
{
    struct place_f32 place = place_f32(c, modulus);
    place.fraction = rintf(place.fraction * 0x1p24f) * 0x1p-24f;
    return place;
}

INLINE struct place_f32 whole_place_f64_f32(double c, uint32_t modulus)
{
    const struct place_f64 place = place_f64(c, modulus);
    const float fraction = (float)(rint(place.fraction * 0x1p24) * 0x1p-24);
    return (struct place_f32){place.cell, place.next, fraction};
}

INLINE struct place_f64 whole_place_f64(double c, uint32_t modulus)
{
    return place_f64(c, modulus);
}

/* Rounds to the nearest integer, exactly. */
static float nearest_f32(float value)
{
    return rintf(value);
}

static double nearest_f64(double value)
{
    return rint(value);
}

/* What hashes the cells of an octave. is_integer is constant where functions are inlined. */
struct hasher {
    int is_integer;
    const struct perlin_tables *tables; /* or else: */
    const struct perlin_integers *integers;
};

INLINE struct hasher hasher_of(const perlin_noise *noise, uint32_t octave, int is_integer)
{
    if (is_integer)
        return (struct hasher){1, NULL, &noise->integers[octave]};
    return (struct hasher){0, perlin_octave_tables(noise, octave), NULL};
}

/* Hashes a cell along an axis: the integer hash does that before axes are joined. */
INLINE uint32_t along(const struct hasher *p, uint32_t axis, uint32_t cell)
{
    return p->is_integer ? perlin_axis_hash(&p->integers->keys, axis, cell) : cell;
}

/* Joins the next axis to a hash, at first 0. */
INLINE uint32_t extend(const struct hasher *p, uint32_t axis, uint32_t hash, uint32_t along_axis)
{
    if (p->is_integer)
        return axis == 0 ? along_axis : perlin_dot(hash, along_axis);
    return p->tables->lut.value[(hash + along_axis) % PERLIN_TABLE_SIZE];
}

/* Ends a hash: in 1-D the integer hash has one more step. */
INLINE uint32_t ended(const struct hasher *p, uint32_t dims, uint32_t hash)
{
    return p->is_integer && dims == 1 ? perlin_dot(hash, p->integers->keys.last[0]) : hash;
}

/* True if a noise is of this basis. Never if the build leaves it out, so that compilers drop its
   code. */
static int is_of(const perlin_noise *noise, uint32_t basis)
{
    return PERLIN_IS_BUILT(basis) && noise->basis == basis;
}

/* True for SIMPLEX and the OPENSIMPLEX bases. */
static int is_on_simplices(const perlin_noise *noise)
{
    const uint32_t all = 1 << PERLIN_BASIS_SIMPLEX | 1 << PERLIN_BASIS_OPENSIMPLEX2 |
                         1 << PERLIN_BASIS_OPENSIMPLEX2S | 1 << PERLIN_BASIS_OPENSIMPLEX;
    return (PERLIN_BUILT_BASES & all & UINT32_C(1) << noise->basis) != 0;
}

/* 3-D lattices of two copies of the cubic lattice, and 4-D ones of five copies of A4. */
static int has_cubes(uint32_t basis, uint32_t dims)
{
    return (basis == PERLIN_BASIS_OPENSIMPLEX2 || basis == PERLIN_BASIS_OPENSIMPLEX2S) && dims == 3;
}

static int has_a4(uint32_t basis, uint32_t dims)
{
    return basis == PERLIN_BASIS_OPENSIMPLEX2 && dims == 4;
}

/* Lattices whose cells are cut into simplices, of which a place's has all vertices that count. */
static uint32_t has_simplices(uint32_t basis, uint32_t dims)
{
    return basis == PERLIN_BASIS_SIMPLEX || dims == 1 ||
           (basis == PERLIN_BASIS_OPENSIMPLEX2 && dims == 2);
}

/* To skew is to add a multiple of the sum of the coordinates to each of them. `squash` is that
   factor where cells are cubes squashed along the diagonal: (sqrt(dims + 1) - 1) / dims. `unsquash`
   is subtracted to undo that, or where cells are stretched: (1 - 1 / sqrt(dims + 1)) / dims. */
static const double squash[4] = {0, 0x1.76cf5d0b09955p-2, 0x1.5555555555555p-2,
                                 0x1.3c6ef372fe95p-2};
static const double unsquash[4] = {0, 0x1.b0cb174df99c7p-3, 0x1.5555555555555p-3,
                                   0x1.1b06d1d200913p-3};

static int is_stretched(uint32_t basis, uint32_t dims)
{
    return basis == PERLIN_BASIS_OPENSIMPLEX || has_a4(basis, dims);
}

enum { MOST_VERTICES = 10 };

static float square_root_f32(float a)
{
    return sqrtf(a);
}

static double square_root_f64(double a)
{
    return sqrt(a);
}

#define REAL       float
#define LANE(name) name##_f32
#include "integer_template.h"
/* needs integer_template.h: */
#include "gradient_template.h"
#include "simplex_template.h"
/* needs simplex_template.h: */
#include "cellular_template.h"
#include "value_template.h"
/* need value_template.h: */
#include "elias_template.h"
#include "value_cubic_template.h"
/* need all of the above: */
#include "formula_template.h"
#include "noise_template.h"
#include "slope_template.h"
#undef REAL
#undef LANE

#define REAL       double
#define LANE(name) name##_f64
#include "integer_template.h"
/* needs integer_template.h: */
#include "gradient_template.h"
#include "simplex_template.h"
/* needs simplex_template.h: */
#include "cellular_template.h"
#include "value_template.h"
/* need value_template.h: */
#include "elias_template.h"
#include "value_cubic_template.h"
/* need all of the above: */
#include "formula_template.h"
#include "noise_template.h"
#include "slope_template.h"
#undef REAL
#undef LANE

/* The coordinate of sample i along an axis. The index is modulo the axis's period, if there is one.
   */
static double grid_coordinate(const perlin_grid *grid, uint32_t axis, size_t i)
{
    const int64_t period = (int64_t)grid->period[axis];
    int64_t index = (int64_t)((uint64_t)grid->start[axis] + i);
    if (perlin_lists_of(grid, (int)axis))
        return perlin_lists_of(grid, (int)axis)->list[axis][i];
    if (period > 0) {
        index %= period;
        if (index < 0)
            index += period;
    }
    return grid->origin[axis] + (double)index * grid->step[axis];
}

/* ---- Points: coordinates in float or double, results in either ------------------------------- */

#include "lattice_places.h"

#define COORDINATE     float
#define REAL           float
#define IN(name)       name##_f32
#define LANE(name)     name##_f32
#define FUNCTION(name) name##_f32
#include "points_template.h"
#undef COORDINATE
#undef REAL
#undef IN
#undef LANE
#undef FUNCTION

#define COORDINATE     double
#define REAL           float
#define IN(name)       name##_f64
#define LANE(name)     name##_f32
#define FUNCTION(name) name##_f64_f32
#define HAS_LATTICE_PLACES
#include "points_template.h"
/* needs put_sample: */
#include "grid_template.h"
#undef COORDINATE
#undef REAL
#undef IN
#undef LANE
#undef FUNCTION
#undef HAS_LATTICE_PLACES

#define COORDINATE     double
#define REAL           double
#define IN(name)       name##_f64
#define LANE(name)     name##_f64
#define FUNCTION(name) name##_f64
#include "points_template.h"
/* needs put_sample: */
#include "grid_template.h"
#undef COORDINATE
#undef REAL
#undef IN
#undef LANE
#undef FUNCTION

float perlin_sum_f32(const perlin_noise *noise, uint32_t dims, const float coordinate[4])
{
    return sum_in_f32(noise, dims, coordinate);
}

double perlin_sum_f64(const perlin_noise *noise, uint32_t dims, const double coordinate[4])
{
    return sum_in_f64(noise, dims, coordinate);
}

const struct perlin_ops_f32 perlin_scalar_f32 = {points_f32, points_f64_f32, grid_f32};
const struct perlin_ops_f64 perlin_scalar_f64 = {points_f64, grid_f64};
