/*
 * Maps the coordinates of blocks of points to an octave: times its frequency, plus the axis's offset.
 */
#ifndef PERLIN_MAP_H
#define PERLIN_MAP_H

#include "../noise/noise.h"
#include "block.h"

/* Constant for lanes of double, so that compilers drop the code for floats. */
INLINE int has_doubles(int are_doubles)
{
    return sizeof(real) == sizeof(double) || are_doubles;
}

static void placing_init(struct placing *placing, const perlin_noise *noise,
                         const struct points *points, int dims, const struct kernels *kernels,
                         uint32_t octave)
{
    const double skew = points->in_lattice ? skew_of(kernels->lattice) : kernels->skew;
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    placing->are_doubles = points->are_doubles;
    placing->pitch = points->pitch;
    placing->is_skewed = skew != 0;
    placing->has_periods = placing->divides = 0;
    placing->lattice.dims = 0;
    if (points->in_lattice)
        placing->lattice = *kernels->lattice;
    placing->frequency = spectrum->frequency[octave];
    placing->skew = skew;
    placing->real_frequency = (real)placing->frequency;
    placing->real_skew = (real)skew;
    for (int a = 0; a < dims; a++) {
        placing->coords[a] = points->coords[a];
        placing->offset[a] = spectrum->offset[octave][a];
        placing->real_offset[a] = (real)placing->offset[a];
        placing->modulus[a] = spectrum->modulus[octave][a];
        placing->has_periods |= placing->modulus[a] > 0;
        placing->divides |= divides(placing->modulus[a]);
    }
}

/* Maps and skews the samples from i on by float coordinates: products and sums are rounded to
   float. */
INLINE void map_floats(const struct placing *placing, int dims, size_t i, vec c[4])
{
    vec shift;
    UNROLL
    for (int a = dims - 1; a >= 0; a--) {
        const vec from = v_load((const real *)placing->coords[a] + i);
        c[a] = from * v_splat(placing->real_frequency) + v_splat(placing->real_offset[a]);
        shift = a == dims - 1 ? c[a] : (vec)(c[a] + shift);
    }
    if (!placing->is_skewed)
        return;
    shift = shift * v_splat(placing->real_skew);
    UNROLL
    for (int a = 0; a < dims; a++)
        c[a] = c[a] + shift;
}

/* The mapped y, z and w of a grid's row; else nothing. */
struct row_map {
    doubles c[4];
};

INLINE struct row_map map_row(const struct placing *placing, int dims, size_t row)
{
    struct row_map map;
    UNROLL
    for (int a = 1; a < dims; a++)
        if (placing->pitch > 0)
            map.c[a] =
                splat_double(((const double *)placing->coords[a])[row]) * placing->frequency +
                placing->offset[a];
    return map;
}

/* The same by coordinates in double, not skewed. In a grid i counts within a row, which has y, z and
   w. */
INLINE void map_doubles(const struct placing *placing, int dims, const struct row_map *row,
                        size_t i, struct wide c[4])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        const double *const from = (const double *)placing->coords[a] + i;
        const int is_of_row = a > 0 && placing->pitch > 0;
        UNROLL
        for (int p = 0; p < PARTS; p++)
            c[a].part[p] = is_of_row
                               ? row->c[a]
                               : (doubles)(load_doubles(from + p * DOUBLES) * placing->frequency +
                                           placing->offset[a]);
    }
}

INLINE void skew_doubles(const struct placing *placing, int dims, struct wide c[4])
{
    if (!placing->is_skewed)
        return;
    UNROLL
    for (int p = 0; p < PARTS; p++) {
        doubles shift = c[dims - 1].part[p];
        UNROLL
        for (int a = dims - 2; a >= 0; a--)
            shift = c[a].part[p] + shift;
        shift = shift * placing->skew;
        UNROLL
        for (int a = 0; a < dims; a++)
            c[a].part[p] = c[a].part[p] + shift;
    }
}

static enum cells cells_in(const perlin_noise *noise, int dims, const uint32_t modulus[4])
{
    int follow = 1;
    for (int a = 0; a < dims; a++)
        follow &= modulus[a] % PERLIN_TABLE_SIZE == 0;
    return noise->table_count == 0 ? INTEGERS : follow ? FOLLOWING : WRAPPED;
}

/* Enters an octave, for all blocks of a batch. */
static void enter_octave(const perlin_noise *noise, struct points *points, int dims,
                         const struct kernels *kernels, uint32_t octave)
{
    const uint32_t *const modulus = noise->spectrum.modulus[octave];
    points->cells = cells_in(noise, dims, modulus);
    placing_init(&points->placing, noise, points, dims, kernels, octave);
    points->placing.is_whole = kernels->has_whole_places && sizeof(real) == sizeof(float);
}

/* Goes on to the coordinates of the next block. */
static void pass_points(struct points *points, int dims)
{
    const size_t size = points->are_doubles ? sizeof(double) : sizeof(float);
    for (int a = 0; a < dims; a++)
        points->placing.coords[a] = (const char *)points->placing.coords[a] + points->n * size;
}

#endif
