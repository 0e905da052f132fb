/*
 * The specification: every function in plain C, one point at a time, as published. It is the oracle
 * that each vector kernel is held against, and the fallback. It shares no arithmetic with src/simd.
 */
#include "../noise.h"

#include <math.h>
#include <string.h>

/* A coordinate's cell, modulo the table's size, and its fraction. */
struct place_f32 {
    uint32_t cell;
    float fraction;
};
struct place_f64 {
    uint32_t cell;
    double fraction;
};

/* A cell modulo 256: all exact, since 256 is a power of two. 0 where it is not finite. */
static uint32_t modulo_table(double cell)
{
    if (!isfinite(cell))
        return 0;
    return (uint32_t)(cell - 256.0 * floor(cell / 256.0));
}

/* A coordinate that is not finite has the fraction NaN, which carries through to the result. */
static struct place_f32 place_f32(float c)
{
    const float cell = floorf(c);
    return (struct place_f32){modulo_table((double)cell), c - cell};
}

static struct place_f64 place_f64(double c)
{
    const double cell = floor(c);
    return (struct place_f64){modulo_table(cell), c - cell};
}

/* A position in double for a value in float: only the fraction is rounded. */
static struct place_f32 place_f64_f32(double c)
{
    const struct place_f64 place = place_f64(c);
    return (struct place_f32){place.cell, (float)place.fraction};
}

static float canonical_nan_f32(void)
{
    const uint32_t bits = UINT32_C(0x7fc00000);
    float nan;
    memcpy(&nan, &bits, sizeof nan);
    return nan;
}

static double canonical_nan_f64(void)
{
    const uint64_t bits = UINT64_C(0x7ff8000000000000);
    double nan;
    memcpy(&nan, &bits, sizeof nan);
    return nan;
}

/* The permutation at an index modulo the table's size. */
static uint32_t permute(const struct perlin_tables *p, uint32_t index)
{
    return p->permutation.value[index % PERLIN_TABLE_SIZE];
}

#define REAL       float
#define LANE(name) name##_f32
#include "noise_template.h"
#undef REAL
#undef LANE

#define REAL       double
#define LANE(name) name##_f64
#include "noise_template.h"
#undef REAL
#undef LANE

/* ---- One sample: scaling, octaves, range -------------------------------------------------------- */

static float sample_f32(const perlin_noise *noise, uint32_t dims, const float c[4])
{
    float total = 0;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        const float frequency = (float)noise->spectrum.frequency[o];
        struct place_f32 place[4];
        for (uint32_t d = 0; d < dims; d++)
            place[d] = place_f32(c[d] * frequency);
        total = add_octave_f32(noise, o, total, raw_f32(noise, dims, o, place));
    }
    return finish_f32(noise, dims, total);
}

static float sample_f64_f32(const perlin_noise *noise, uint32_t dims, const double c[4])
{
    float total = 0;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        struct place_f32 place[4];
        for (uint32_t d = 0; d < dims; d++)
            place[d] = place_f64_f32(c[d] * noise->spectrum.frequency[o]);
        total = add_octave_f32(noise, o, total, raw_f32(noise, dims, o, place));
    }
    return finish_f32(noise, dims, total);
}

static double sample_f64(const perlin_noise *noise, uint32_t dims, const double c[4])
{
    double total = 0;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        struct place_f64 place[4];
        for (uint32_t d = 0; d < dims; d++)
            place[d] = place_f64(c[d] * noise->spectrum.frequency[o]);
        total = add_octave_f64(noise, o, total, raw_f64(noise, dims, o, place));
    }
    return finish_f64(noise, dims, total);
}

/* ---- Grids: a loop over points ------------------------------------------------------------------- */

/* The samples of a grid in turn, x fastest. Axes from dims on have one sample at 0. */
struct walk {
    size_t index[4];
    double coordinate[4];
    ptrdiff_t offset; /* in the output, in elements */
};

static void walk_to(struct walk *walk, const perlin_grid *grid, const size_t index[4])
{
    walk->offset = 0;
    for (uint32_t d = 0; d < grid->dims; d++) {
        const int64_t sample = (int64_t)((uint64_t)grid->start[d] + index[d]);
        walk->index[d] = index[d];
        walk->coordinate[d] = grid->origin[d] + (double)sample * grid->step[d];
        walk->offset += (ptrdiff_t)index[d] * grid->stride[d];
    }
}

static void walk_begin(struct walk *walk, const perlin_grid *grid)
{
    static const size_t first[4] = {0, 0, 0, 0};
    walk_to(walk, grid, first);
}

/* Goes to the next sample; 0 after the last. */
static int walk_next(struct walk *walk, const perlin_grid *grid)
{
    size_t index[4] = {0, 0, 0, 0};
    for (uint32_t d = 0; d < grid->dims; d++) {
        if (walk->index[d] + 1 < grid->count[d]) {
            index[d] = walk->index[d] + 1;
            for (uint32_t higher = d + 1; higher < grid->dims; higher++)
                index[higher] = walk->index[higher];
            walk_to(walk, grid, index);
            return 1;
        }
    }
    return 0;
}

/* ---- Entries of the table ------------------------------------------------------------------------ */

#define POINTS(name, in_type, out_type, sample, dims)                                              \
    static void name(const perlin_noise *noise, size_t count, const in_type *const coords[],       \
                     const ptrdiff_t strides[], out_type *out)                                     \
    {                                                                                              \
        for (size_t i = 0; i < count; i++) {                                                       \
            in_type c[4];                                                                          \
            for (uint32_t d = 0; d < dims; d++)                                                    \
                c[d] = coords[d][(ptrdiff_t)i * strides[d]];                                       \
            out[i] = sample(noise, dims, c);                                                       \
        }                                                                                          \
    }

#define GRID(name, out_type, sample)                                                               \
    static void name(const perlin_noise *noise, const perlin_grid *grid, out_type *out)            \
    {                                                                                              \
        struct walk walk;                                                                          \
        walk_begin(&walk, grid);                                                                   \
        do {                                                                                       \
            out[walk.offset] = sample(noise, grid->dims, walk.coordinate);                         \
        } while (walk_next(&walk, grid));                                                          \
    }

POINTS(points1_f32, float, float, sample_f32, 1)
POINTS(points2_f32, float, float, sample_f32, 2)
POINTS(points3_f32, float, float, sample_f32, 3)
POINTS(points4_f32, float, float, sample_f32, 4)
POINTS(points1_f64_f32, double, float, sample_f64_f32, 1)
POINTS(points2_f64_f32, double, float, sample_f64_f32, 2)
POINTS(points3_f64_f32, double, float, sample_f64_f32, 3)
POINTS(points4_f64_f32, double, float, sample_f64_f32, 4)
POINTS(points1_f64, double, double, sample_f64, 1)
POINTS(points2_f64, double, double, sample_f64, 2)
POINTS(points3_f64, double, double, sample_f64, 3)
POINTS(points4_f64, double, double, sample_f64, 4)
GRID(grid_f32, float, sample_f64_f32)
GRID(grid_f64, double, sample_f64)

const struct perlin_ops_f32 perlin_scalar_f32 = {
    .gradient = {{points1_f32, points1_f64_f32, grid_f32},
                 {points2_f32, points2_f64_f32, grid_f32},
                 {points3_f32, points3_f64_f32, grid_f32},
                 {points4_f32, points4_f64_f32, grid_f32}},
};

const struct perlin_ops_f64 perlin_scalar_f64 = {
    .gradient = {{points1_f64, grid_f64},
                 {points2_f64, grid_f64},
                 {points3_f64, grid_f64},
                 {points4_f64, grid_f64}},
};
