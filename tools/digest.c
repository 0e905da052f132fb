/*
 * Digests of a noise's results. Inputs come from integers, hexadecimal literals and ldexp alone,
 * and results are hashed as little-endian bytes: every machine has the same inputs and hash.
 */
#include "digest.h"

#include <math.h>
#include <string.h>

/* ---- Hash: 64-bit FNV-1a (Fowler, Noll, Vo) -------------------------------------------------- */

static void hash_bytes(uint64_t *hash, uint64_t value, int count)
{
    for (int i = 0; i < count; i++)
        *hash = (*hash ^ (value >> 8 * i & 0xff)) * UINT64_C(0x100000001b3);
}

static void hash_f32(uint64_t *hash, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash_bytes(hash, bits, 4);
    }
}

static void hash_f64(uint64_t *hash, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash_bytes(hash, bits, 8);
    }
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* Not a multiple of any vector's length, so that there are tails, too. */
enum { POINT_COUNT = 1021 };

/* What coordinates of a type are made of: whole numbers below 2^bits times powers of two. */
struct precision {
    int bits, lowest, highest; /* exponents of the power of two */
};
static const struct precision precision_f32 = {24, -149, 104};
static const struct precision precision_f64 = {53, -1074, 971};

/* SplitMix64, as docs/parameters.md has it. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double special(uint64_t which, const struct precision *precision)
{
    switch (which % 10) {
    case 0:
        return 0.0;
    case 1:
        return (double)INFINITY;
    case 2:
        return (double)NAN;
    case 3:
        return 1.0;
    case 4:
        return 0x1p23;
    case 5:
        return 0x1p31;
    case 6:
        return ldexp(1.0, precision->bits - 1); /* from here on all are whole numbers */
    case 7:
        return ldexp(1.0, precision->lowest); /* the smallest subnormal */
    case 8:
        return ldexp(1.0, -precision->bits - 6); /* negated, its fraction rounds to 1 */
    default:
        return ldexp(ldexp(1.0, precision->bits) - 1.0, precision->highest); /* the largest */
    }
}

static double coordinate(uint64_t *state, const struct precision *precision)
{
    const uint64_t kind = draw(state), r = draw(state);
    const uint64_t mantissa = r >> (64 - precision->bits);
    const int near_bits =
        precision->bits - 10; /* of the fraction, beside a lattice point below 512 */
    const uint64_t lattice = r % 512;
    double magnitude;

    switch (kind >> 8 & 15) {
    case 0:
        magnitude = (double)lattice;
        break;
    case 1: /* the neighbour above or below a lattice point */
        magnitude = ldexp((double)((lattice << near_bits) + 1 - (r >> 62 & 2)), -near_bits);
        if (lattice == 0)
            magnitude = ldexp(1.0, -near_bits);
        break;
    case 2:
        magnitude = ldexp((double)mantissa,
                          precision->lowest +
                              (int)(r % (uint64_t)(precision->highest - precision->lowest + 1)));
        break;
    case 3:
        magnitude = special(r, precision);
        break;
    default: /* -512 to 512 */
        magnitude = ldexp((double)mantissa, 9 - precision->bits);
    }
    return kind & 1 ? -magnitude : magnitude;
}

static void fill_coordinates_f32(float c[4][POINT_COUNT], uint32_t dims)
{
    uint64_t state = 32;
    for (size_t i = 0; i < POINT_COUNT; i++)
        for (uint32_t d = 0; d < dims; d++)
            c[d][i] = (float)coordinate(&state, &precision_f32); /* exact */
}

perlin_status digest_points_f32(const perlin_noise *noise, uint32_t dims, bool gradients,
                                uint64_t *hash)
{
    float c[4][POINT_COUNT], out[POINT_COUNT], slope[4][POINT_COUNT];
    float *const slopes[4] = {slope[0], slope[1], slope[2], slope[3]};
    const float *const coords[4] = {c[0], c[1], c[2], c[3]};
    fill_coordinates_f32(c, dims);
    const perlin_status status =
        gradients ? perlin_points_gradient_f32(noise, dims, POINT_COUNT, coords, NULL, out, slopes)
                  : perlin_points_f32(noise, dims, POINT_COUNT, coords, NULL, out);
    if (status == PERLIN_OK)
        hash_f32(hash, out, POINT_COUNT);
    for (uint32_t d = 0; d < dims && gradients && status == PERLIN_OK; d++)
        hash_f32(hash, slope[d], POINT_COUNT);
    return status;
}

static void fill_coordinates_f64(double c[4][POINT_COUNT], uint32_t dims)
{
    uint64_t state = 64;
    for (size_t i = 0; i < POINT_COUNT; i++)
        for (uint32_t d = 0; d < dims; d++)
            c[d][i] = coordinate(&state, &precision_f64);
}

perlin_status digest_points_f64(const perlin_noise *noise, uint32_t dims, bool gradients,
                                uint64_t *hash)
{
    double c[4][POINT_COUNT], out[POINT_COUNT], slope[4][POINT_COUNT];
    double *const slopes[4] = {slope[0], slope[1], slope[2], slope[3]};
    const double *const coords[4] = {c[0], c[1], c[2], c[3]};
    fill_coordinates_f64(c, dims);
    const perlin_status status =
        gradients ? perlin_points_gradient_f64(noise, dims, POINT_COUNT, coords, NULL, out, slopes)
                  : perlin_points_f64(noise, dims, POINT_COUNT, coords, NULL, out);
    if (status == PERLIN_OK)
        hash_f64(hash, out, POINT_COUNT);
    for (uint32_t d = 0; d < dims && gradients && status == PERLIN_OK; d++)
        hash_f64(hash, slope[d], POINT_COUNT);
    return status;
}

perlin_status digest_points_f64_f32(const perlin_noise *noise, uint32_t dims, bool gradients,
                                    uint64_t *hash)
{
    double c[4][POINT_COUNT];
    float out[POINT_COUNT], slope[4][POINT_COUNT];
    float *const slopes[4] = {slope[0], slope[1], slope[2], slope[3]};
    const double *const coords[4] = {c[0], c[1], c[2], c[3]};
    fill_coordinates_f64(c, dims);
    const perlin_status status =
        gradients
            ? perlin_points_gradient_f64_f32(noise, dims, POINT_COUNT, coords, NULL, out, slopes)
            : perlin_points_f64_f32(noise, dims, POINT_COUNT, coords, NULL, out);
    if (status == PERLIN_OK)
        hash_f32(hash, out, POINT_COUNT);
    for (uint32_t d = 0; d < dims && gradients && status == PERLIN_OK; d++)
        hash_f32(hash, slope[d], POINT_COUNT);
    return status;
}

/* ---- Grids ----------------------------------------------------------------------------------- */

struct shape {
    int64_t start[4];
    double step[4], origin[4];
};

static const struct shape shapes[] = {
    /* many samples a cell */
    {{-70, -3, 0, -2}, {0x1p-6, 0x1p-4, 0x1p-3, 0x1p-2}, {0.0, 0.0, 0.0, 0.0}},
    {{5, -9, 2, 1},
     {0x1.47ap-5, 0x1.9ap-3, 0x1.1p-4, 0x1.7p-3},
     {-0x1.23p3, 0x1.8p7, 0x1p-9, -0x1p-2}},
    /* a few, down to one */
    {{-1000, 17, 3, 0},
     {0x1.333p-2, -0x1.1p-2, 0x1.9p-1, 0x1.3p-2},
     {0x1.1p0, 0.0, -0x1.3p5, 0x1p1}},
    {{-100, 17, 3, 0},
     {-0x1.e3p-1, 0x1.0001p0, 0x1.9p-1, 0x1.9p0},
     {0x1.1p0, 0.0, -0x1.3p5, 0x1p1}},
    {{250, -5, 0, 9}, {0x1.b3p0, 0x1.91p1, -0x1.7p4, 0x1.07p6}, {0x1p-40, 0x1p8, 0x1.8p-1, -0x1p9}},
    /* on the lattice, and on one plane: y's steps are too small to move it */
    {{-3, 0, -1, -1}, {1.0, 0x1p-1000, 1.0, 0x1p-1}, {0x1p-1, 0x1.3p-1, 0.0, 0.0}},
    /* far from the origin, and too far for a fraction */
    {{40, -40, 7, 0}, {0x1p-7, 0x1.1p-2, 0x1p-3, 0x1p-3}, {0x1.dcdp29, -0x1.3p35, 0x1p31, 0x1p40}},
    {{INT64_C(1) << 60, -3, 0, 0}, {0x1p-55, 0x1p60, 0x1p-2, 0x1p-1}, {-0x1p-60, 0.0, 0.0, 0.0}},
    /* overflow to infinity on the way */
    {{10, -2, 0, 0}, {0x1p1019, 0x1p-3, 0x1p-3, 0x1p-3}, {0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6}},
};
enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

/* Sizes of the grid, by dims - 1. */
static const size_t grid_counts[4][4] = {{1021}, {131, 7}, {67, 5, 3}, {37, 3, 3, 2}};
enum { MAX_GRID_SAMPLES = 1021 };

static size_t shaped_grid(perlin_grid *grid, uint32_t dims, const struct shape *shape)
{
    size_t samples = 1;
    grid->dims = dims;
    memcpy(grid->start, shape->start, sizeof grid->start);
    memcpy(grid->step, shape->step, sizeof grid->step);
    memcpy(grid->origin, shape->origin, sizeof grid->origin);
    memcpy(grid->count, grid_counts[dims - 1], sizeof grid->count);
    for (uint32_t d = 0; d < dims; d++)
        samples *= grid->count[d];
    return samples;
}

perlin_status digest_grid_f32(const perlin_noise *noise, uint32_t dims, bool gradients,
                              uint64_t *hash)
{
    float out[MAX_GRID_SAMPLES], slope[4][MAX_GRID_SAMPLES];
    float *const slopes[4] = {slope[0], slope[1], slope[2], slope[3]};
    for (int i = 0; i < SHAPE_COUNT; i++) {
        perlin_grid grid;
        perlin_status status = perlin_grid_init(&grid);
        const size_t samples = shaped_grid(&grid, dims, &shapes[i]);
        if (status == PERLIN_OK)
            status = gradients ? perlin_grid_gradient_f32(noise, &grid, out, slopes)
                               : perlin_grid_f32(noise, &grid, out);
        if (status != PERLIN_OK)
            return status;
        hash_f32(hash, out, samples);
        for (uint32_t d = 0; d < dims && gradients; d++)
            hash_f32(hash, slope[d], samples);
    }
    return PERLIN_OK;
}

perlin_status digest_grid_f64(const perlin_noise *noise, uint32_t dims, bool gradients,
                              uint64_t *hash)
{
    double out[MAX_GRID_SAMPLES], slope[4][MAX_GRID_SAMPLES];
    double *const slopes[4] = {slope[0], slope[1], slope[2], slope[3]};
    for (int i = 0; i < SHAPE_COUNT; i++) {
        perlin_grid grid;
        perlin_status status = perlin_grid_init(&grid);
        const size_t samples = shaped_grid(&grid, dims, &shapes[i]);
        if (status == PERLIN_OK)
            status = gradients ? perlin_grid_gradient_f64(noise, &grid, out, slopes)
                               : perlin_grid_f64(noise, &grid, out);
        if (status != PERLIN_OK)
            return status;
        hash_f64(hash, out, samples);
        for (uint32_t d = 0; d < dims && gradients; d++)
            hash_f64(hash, slope[d], samples);
    }
    return PERLIN_OK;
}

/* ---- Outputs --------------------------------------------------------------------------------- */

/* Samples after which a grid repeats, by axis: fewer than it has, along some. */
static const uint64_t grid_period[4] = {19, 0, 2, 3};

static perlin_status init_output(perlin_output *output)
{
    const perlin_status status = perlin_output_init(output);
    output->scale = 0x1.3p2;
    output->bias = -0x1.7p-3;
    output->accumulate = 1;
    return status;
}

#define DIGEST_OUTPUT(type, real)                                                                  \
    static void fill_##type(real out[], size_t count)                                              \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            out[i] = (real)i - 500;                                                                \
    }                                                                                              \
                                                                                                   \
    static perlin_status digest_grid_output_##type(const perlin_noise *noise, uint32_t dims,       \
                                                   const struct shape *shape,                      \
                                                   const perlin_output *output, uint64_t *hash)    \
    {                                                                                              \
        real out[MAX_GRID_SAMPLES], normal[3][MAX_GRID_SAMPLES], bounds[2];                        \
        real *const normals[3] = {normal[0], normal[1], normal[2]};                                \
        perlin_grid grid;                                                                          \
        perlin_status status = perlin_grid_init(&grid);                                            \
        const size_t samples = shaped_grid(&grid, dims, shape);                                    \
        memcpy(grid.period, grid_period, sizeof grid.period);                                      \
        fill_##type(out, samples);                                                                 \
        if (status == PERLIN_OK)                                                                   \
            status = perlin_grid_into_##type(noise, &grid, output, out, bounds);                   \
        if (status == PERLIN_OK && dims == 2)                                                      \
            status = perlin_grid_normals_##type(noise, &grid, 0x1.1p1, normals);                   \
        if (status != PERLIN_OK)                                                                   \
            return status;                                                                         \
        hash_##type(hash, out, samples);                                                           \
        hash_##type(hash, bounds, 2);                                                              \
        for (int i = 0; i < 3 && dims == 2; i++)                                                   \
            hash_##type(hash, normal[i], samples);                                                 \
        return PERLIN_OK;                                                                          \
    }                                                                                              \
                                                                                                   \
    perlin_status digest_output_##type(const perlin_noise *noise, uint32_t dims, uint64_t *hash)   \
    {                                                                                              \
        real c[4][POINT_COUNT], out[POINT_COUNT], bounds[2];                                       \
        const real *const coords[4] = {c[0], c[1], c[2], c[3]};                                    \
        perlin_output output;                                                                      \
        perlin_status status = init_output(&output);                                               \
        fill_coordinates_##type(c, dims);                                                          \
        fill_##type(out, POINT_COUNT);                                                             \
        if (status == PERLIN_OK)                                                                   \
            status = perlin_points_into_##type(noise, dims, POINT_COUNT, coords, NULL, &output,    \
                                               out, bounds);                                       \
        if (status == PERLIN_OK) {                                                                 \
            hash_##type(hash, out, POINT_COUNT);                                                   \
            hash_##type(hash, bounds, 2);                                                          \
        }                                                                                          \
        for (int i = 0; i < SHAPE_COUNT && status == PERLIN_OK; i++)                               \
            status = digest_grid_output_##type(noise, dims, &shapes[i], &output, hash);            \
        return status;                                                                             \
    }

DIGEST_OUTPUT(f32, float)
DIGEST_OUTPUT(f64, double)

/* ---- Tables ---------------------------------------------------------------------------------- */

perlin_status digest_tables(const perlin_noise *noise, uint32_t octaves, uint64_t *hash)
{
    uint8_t table[256];
    for (uint32_t octave = 0; octave < octaves; octave++) {
        const perlin_status status = perlin_permutation(noise, octave, table);
        if (status != PERLIN_OK)
            return status;
        for (uint32_t i = 0; i < 256; i++)
            hash_bytes(hash, table[i], 2); /* the digests are of entries of two bytes */
    }
    return PERLIN_OK;
}
