/*
 * Blocks of points: their coordinates, and their cells and fractions in an octave. points.h calls
 * this.
 */
#ifndef PERLIN_PLACE_H
#define PERLIN_PLACE_H

#include "cells.h"
#include "kernel.h"
#include "lattice.h"

enum { BLOCK = 512 / sizeof(real) };
_Static_assert(BLOCK % BYTES == 0 && BLOCK % LANES == 0, "whole vectors in a block");

/* How cells are hashed: as bytes by tables. WRAPPED: the next cell may not be the next entry of the
   table, because a period ends. INTEGERS: by arithmetic, without tables. */
enum cells { FOLLOWING, WRAPPED, INTEGERS };

/* The forms in which cells are stored. Constant where functions are inlined. */
enum { AS_BYTES = 1, AS_WORDS = 2 };

/* How the coordinates of a block are mapped to an octave: each times the frequency, plus the axis's
   offset. Products and sums are rounded one by one. */
struct placing {
    const void *coords[4];
    size_t pitch;
    int are_doubles, is_skewed, has_periods;
    int divides;  /* some period needs a division */
    int is_whole; /* fractions in float are rounded to 2^-24 (kernel.h) */
    double frequency, offset[4];
    double skew; /* to skew a point, this times its sum is added to each coordinate */
    struct lattice_places lattice; /* of samples that are placed in it, else no dims */
    real real_frequency, real_offset[4], real_skew; /* the same for coordinates in float */
    uint32_t modulus[4];
};

struct points {
    size_t n; /* whole vectors: the last one ends with copies of the first point, or in grids with
                 samples past the row's end */
    const void *coords[4];
    int are_doubles; /* else coordinates are of the lane type, float */
    /* Of a grid: how many samples a row has here. coords[0] has the x of one row then, for all rows,
       and the others have a number for each row. 0: coords have a number for each sample. */
    size_t pitch;
    enum cells cells;
    int forms; /* in which cells are stored: AS_ */
    struct placing placing;
    int are_placed; /* what is below is filled, up to scratch */
    /* True: fractions are distances from the near corners of cells, unskewed. Those in long cells are
       as integers, in cells / 2^24; INT32_MIN is nowhere. */
    int in_lattice;
    int is_far; /* some coordinate may be NaN, or is too far out for a kernel that places it */
    _Alignas(64) uint8_t cell[4][BLOCK];      /* their low bytes, for tables */
    _Alignas(64) uint8_t far_cell[4][BLOCK];  /* the next cells, if wrapped */
    _Alignas(64) uint32_t any_cell[4][BLOCK]; /* modulo the axis's modulus */
    _Alignas(64) real fraction[4][BLOCK];
    /* Scratch for kernels by tables, of EDGE_ROWS rows: the values at corners, or what yields them. */
    real (*edge)[BLOCK];
};
enum { EDGE_ROWS = 1024 / BLOCK };

/* Room for the coordinates of a block along one axis, in either type. */
union coordinates {
    double f64[BLOCK];
    float f32[BLOCK];
};

/* ---- Rotation -------------------------------------------------------------------------------- */

INLINE doubles load_doubles(const double *p)
{
    doubles d;
    memcpy(&d, p, sizeof d);
    return d;
}

/* Coordinates are by row, or else all samples are one row. From the last row back: in place, a row
   overwrites nothing that rows before it read. */
INLINE void rotate_doubles_in(struct points *points, int dims, int by_rows, const double row[4][4],
                              union coordinates rotated[4])
{
    const size_t pitch = by_rows ? points->pitch : points->n;
    const double *coords[4];
    for (int a = 0; a < dims; a++)
        coords[a] = points->coords[a];
    for (size_t first = points->n; first > 0;) {
        doubles c[4];
        first -= pitch;
        UNROLL
        for (int a = 1; by_rows && a < dims; a++)
            c[a] = splat_double(coords[a][first / pitch]);
        for (size_t i = 0; i < pitch; i += DOUBLES) {
            UNROLL
            for (int a = 0; a < dims; a++)
                if (!by_rows || a == 0)
                    c[a] = load_doubles(coords[a] + i);
            UNROLL
            for (int a = 0; a < dims; a++) {
                doubles sum = row[a][dims - 1] * c[dims - 1];
                UNROLL
                for (int b = dims - 2; b >= 0; b--)
                    sum = row[a][b] * c[b] + sum;
                memcpy(rotated[a].f64 + first + i, &sum, sizeof sum);
            }
        }
    }
}

INLINE void rotate_floats_in(struct points *points, int dims, const double row[4][4],
                             union coordinates rotated[4])
{
    for (size_t i = 0; i < points->n; i += LANES) {
        vec c[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            c[a] = v_load((const real *)points->coords[a] + i);
        UNROLL
        for (int a = 0; a < dims; a++) {
            vec sum = v_splat((real)row[a][dims - 1]) * c[dims - 1];
            UNROLL
            for (int b = dims - 2; b >= 0; b--)
                sum = v_splat((real)row[a][b]) * c[b] + sum;
            v_store((real *)&rotated[a] + i, sum);
        }
    }
}

INLINE void rotate_in(int dims, struct points *points, const double row[4][4],
                      union coordinates rotated[4])
{
    if (points->pitch > 0)
        rotate_doubles_in(points, dims, 1, row, rotated);
    else if (points->are_doubles)
        rotate_doubles_in(points, dims, 0, row, rotated);
    else
        rotate_floats_in(points, dims, row, rotated);
}

/* Rotates the coordinates of a block into `rotated`, where they may already be. */
OUTLINE void rotate_points(struct points *points, int dims, const double row[4][4],
                           union coordinates rotated[4])
{
    IN_DIMS(dims, rotate_in, points, row, rotated);
    for (int a = 0; a < dims; a++)
        points->coords[a] = &rotated[a];
    points->pitch = 0;
}

/* Constant for lanes of double, so that compilers drop the code for floats. */
INLINE int has_doubles(int are_doubles)
{
    return sizeof(real) == sizeof(double) || are_doubles;
}

/* ---- Mapping to an octave -------------------------------------------------------------------- */

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

/* The mapped y, z and w of a row. */
struct row_map {
    doubles c[4];
};

INLINE struct row_map map_row(const struct placing *placing, int dims, size_t row)
{
    struct row_map map;
    UNROLL
    for (int a = 1; a < dims; a++)
        map.c[a] = splat_double(((const double *)placing->coords[a])[row]) * placing->frequency +
                   placing->offset[a];
    return map;
}

/* The same by coordinates in double, not skewed. If `row` is not NULL, i counts within a row, which
   has y, z and w. */
INLINE void map_doubles(const struct placing *placing, int dims, const struct row_map *row,
                        size_t i, struct wide c[4])
{
    UNROLL
    for (int p = 0; p < PARTS; p++) {
        UNROLL
        for (int a = 0; a < dims; a++) {
            const double *const from = (const double *)placing->coords[a] + i + p * DOUBLES;
            if (row && a > 0)
                c[a].part[p] = row->c[a];
            else
                c[a].part[p] = load_doubles(from) * placing->frequency + placing->offset[a];
        }
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

/* ---- Placing a block ------------------------------------------------------------------------- */

/* Stores what an axis has for the samples from i on. */
INLINE void store_placed(struct points *points, int forms, int axis, size_t i, ivec cell,
                         vec fraction)
{
    v_store(points->fraction[axis] + i, fraction);
    if (forms & AS_BYTES)
        v_store_index(points->cell[axis] + i, cell);
    if (forms & AS_WORDS)
        v_store_words(points->any_cell[axis] + i, cell);
}

/* Stores cells in a lattice, and how far samples are from their near corners, in cells / 2^24. */
INLINE void store_near(struct points *points, const struct lattice_places *lattice, int axis,
                       size_t i, hash_vec cell, ivec near)
{
    const vec from = v_floats(near) * v_splat((real)PER_CELL);
    store_placed(points, AS_WORDS, axis, i, (ivec)cell, has_long_cells(lattice) ? (vec)near : from);
}

/* Places samples from i on in a lattice, by coordinates below 2^27: a sum with 1.5 * 2^28 is rounded
   to 2^-24, and its low word is the place. Cells are rounded from what is half a cell before; that may
   take a sample on the border of a cell to the one before, which is as good. */
INLINE void place_near_lattice(struct points *points, const struct placing *placing, int dims,
                               size_t i, const struct wide c[4], longs *far)
{
    const struct lattice_places *const lattice = &placing->lattice;
    const doubles big = splat_double(0x1.8p28);
    struct wide sum[4], skewed[4];
    hash_vec cell[4], n;
    UNROLL
    for (int p = 0; p < PARTS; p++) {
        doubles shift = splat_double(-0.5);
        if (placing->is_skewed) {
            shift = c[dims - 1].part[p];
            UNROLL
            for (int a = dims - 2; a >= 0; a--)
                shift = c[a].part[p] + shift;
            shift = shift * placing->skew - 0.5;
        }
        UNROLL
        for (int a = 0; a < dims; a++) {
            sum[a].part[p] = c[a].part[p] + big;
            *far |= (longs)sum[a].part[p] ^ (longs)big;
            skewed[a].part[p] = c[a].part[p] + shift + 0x1.8p52;
        }
    }
    UNROLL
    for (int a = 0; a < dims; a++) {
        cell[a] = (hash_vec)v_low_words(skewed[a]);
        n = a == 0 ? cell[a] : n + cell[a];
    }
    const hash_vec lift = n * (uint32_t)lattice->unskew;
    UNROLL
    for (int a = 0; a < dims; a++) {
        const hash_vec at = (hash_vec)v_low_words(sum[a]);
        store_near(points, lattice, a, i, cell[a], (ivec)(at - (cell[a] << PLACE_BITS) + lift));
    }
}

/* Places samples from i on. *far tells whether some are too far out. */
INLINE void place_near_doubles(struct points *points, const struct placing *placing, int dims,
                               int in_lattice, const struct row_map *row, size_t first, size_t i,
                               longs *far)
{
    struct wide c[4];
    map_doubles(placing, dims, row, i, c);
    if (in_lattice) {
        place_near_lattice(points, placing, dims, first + i, c, far);
        return;
    }
    skew_doubles(placing, dims, c);
    UNROLL
    for (int a = 0; a < dims; a++) {
        vec fraction;
        const ivec cell = place_doubles(c[a], placing->is_whole, &fraction, far);
        store_placed(points, AS_BYTES | AS_WORDS, a, first + i,
                     masked_cells(cell, placing->modulus[a]), fraction);
    }
}

INLINE void place_near_floats(struct points *points, const struct placing *placing, int dims,
                              int forms, size_t i, ivec *near)
{
    vec c[4], squares = v_splat(0);
    map_floats(placing, dims, i, c);
    UNROLL
    for (int a = 0; a < dims; a++) {
        vec fraction;
        ivec cell = place_floats(c[a], &fraction);
        if (forms & AS_WORDS) /* bytes alone are for moduli that are multiples of 256 */
            cell = masked_cells(cell, placing->modulus[a]);
        store_placed(points, forms, a, i, cell, fraction);
        squares = v_mul_add_exact(c[a], c[a], squares);
    }
    *near &= squares_are_near(squares);
}

/* Places a block. Returns 0 if samples are too far out: all is to be placed again then. Cells of axes
   whose moduli need a division never are right (place_again). */
INLINE int place_near_in(int dims, struct points *points, int in_lattice)
{
    const struct placing placing = points->placing;
    const size_t n = points->n;
    longs far = {0};
    ivec near_floats = v_splat_index(-1);
    if (placing.pitch > 0) {
        for (size_t first = 0; first < n; first += placing.pitch) {
            const struct row_map row = map_row(&placing, dims, first / placing.pitch);
            for (size_t i = 0; i < placing.pitch; i += LANES)
                place_near_doubles(points, &placing, dims, in_lattice, &row, first, i, &far);
        }
    } else if (has_doubles(placing.are_doubles)) {
        for (size_t i = 0; i < n; i += LANES)
            place_near_doubles(points, &placing, dims, in_lattice, NULL, 0, i, &far);
    } else if (points->forms == AS_WORDS) {
        for (size_t i = 0; i < n; i += LANES)
            place_near_floats(points, &placing, dims, AS_WORDS, i, &near_floats);
    } else if (points->forms == AS_BYTES) {
        for (size_t i = 0; i < n; i += LANES)
            place_near_floats(points, &placing, dims, AS_BYTES, i, &near_floats);
    } else {
        for (size_t i = 0; i < n; i += LANES)
            place_near_floats(points, &placing, dims, AS_BYTES | AS_WORDS, i, &near_floats);
    }
    return !are_far(far) && !v_any(~near_floats);
}

OUTLINE int place_near(struct points *points, int dims)
{
    return IN_DIMS(dims, place_near_in, points, 0);
}

/* Only float results at coordinates in double are placed in lattices. */
OUTLINE int place_near_in_lattice(struct points *points, int dims)
{
    return IN_DIMS(dims, place_near_in, points, 1);
}

/* Places a sample at scaled coordinates in a lattice. One that is not finite is nowhere, and one
   that is too far out is out of reach. */
static void place_lane(const struct lattice_places *lattice, const double c[4], size_t lane,
                       uint32_t cell[4][LANES], double near[4][LANES])
{
    const int dims = lattice->dims;
    const double unskew = unskew_of(lattice);
    double floors[4];
    uint32_t at[4], point[4];
    double instead = 0, shift = 0, n = 0;
    for (int a = 0; a < dims; a++)
        if (!(fabs(c[a]) < 0x1p52))
            instead = isfinite(c[a]) && !isnan(instead) ? 16 : (double)NAN;
    for (int a = 0; a < dims; a++) {
        near[a][lane] = instead;
        cell[a][lane] = 0;
    }
    if (instead != 0)
        return;
    for (int a = 0; a < dims; a++)
        at[a] = place_of(c[a], &floors[a]);
    const uint32_t sum = point_near(lattice, floors, point);
    for (int a = 0; a < dims; a++) {
        at[a] -= (point[a] << PLACE_BITS) - sum * (uint32_t)lattice->unskew;
        shift += (int32_t)at[a] * PER_CELL;
    }
    shift *= skew_of(lattice);
    for (int a = 0; a < dims; a++) {
        const double from = (int32_t)at[a] * PER_CELL, up = floored(from + shift);
        cell[a][lane] = point[a] + (uint32_t)(int32_t)up;
        near[a][lane] = from - up;
        n += up;
    }
    for (int a = 0; a < dims; a++)
        near[a][lane] += n * unskew;
}

/* Places any samples in a lattice. */
static void place_again_in_lattice(struct points *points, size_t i, const struct wide c[4])
{
    const struct lattice_places *const lattice = &points->placing.lattice;
    double coordinate[4][LANES], near[4][LANES];
    uint32_t cell[4][LANES];
    for (int a = 0; a < lattice->dims; a++)
        memcpy(coordinate[a], &c[a], sizeof coordinate[a]);
    for (size_t l = 0; l < LANES; l++) {
        double at[4];
        for (int a = 0; a < lattice->dims; a++)
            at[a] = coordinate[a][l];
        place_lane(lattice, at, l, cell, near);
    }
    for (int a = 0; a < lattice->dims; a++)
        for (size_t l = 0; l < LANES; l++) {
            points->any_cell[a][i + l] = cell[a][l];
            points->fraction[a][i + l] = (real)near[a][l];
            if (has_long_cells(lattice)) {
                const int32_t place =
                    isfinite(near[a][l]) ? (int32_t)(near[a][l] * (double)CELL) : INT32_MIN;
                memcpy(&points->fraction[a][i + l], &place, sizeof place);
            }
        }
}

/* Places again what place_near has not placed: everything, if samples are too far out, or else the
   cells of axes whose moduli need a division. */
INLINE void place_again_in(int dims, struct points *points, int is_far)
{
    const struct placing placing = points->placing;
    const size_t pitch = placing.pitch > 0 ? placing.pitch : points->n;
    for (size_t at = 0; at < points->n; at += LANES) {
        struct wide c[4];
        vec narrow[4], fraction;
        if (placing.pitch > 0) {
            const struct row_map row = map_row(&placing, dims, at / pitch);
            map_doubles(&placing, dims, &row, at % pitch, c);
        } else if (has_doubles(placing.are_doubles)) {
            map_doubles(&placing, dims, NULL, at, c);
        } else {
            map_floats(&placing, dims, at, narrow);
            for (int a = 0; a < dims; a++)
                c[a] = widened(narrow[a]);
        }
        if (points->in_lattice) {
            place_again_in_lattice(points, at, c);
            continue;
        }
        if (has_doubles(placing.are_doubles))
            skew_doubles(&placing, dims, c);
        for (int a = 0; a < dims; a++) {
            const uint32_t modulus = placing.modulus[a];
            if (is_far) {
                const ivec cell = place_any(&c[a], modulus, placing.is_whole, &fraction);
                store_placed(points, AS_BYTES | AS_WORDS, a, at, cell, fraction);
            } else if (divides(modulus)) {
                fraction = v_load(points->fraction[a] + at);
                store_placed(points, AS_BYTES | AS_WORDS, a, at, divided_cells(&c[a], modulus),
                             fraction);
            }
        }
    }
}

OUTLINE void place_again(struct points *points, int dims, int is_far)
{
    IN_DIMS(dims, place_again_in, points, is_far);
}

static enum cells cells_in(const perlin_noise *noise, int dims, const uint32_t modulus[4])
{
    int follow = 1;
    for (int a = 0; a < dims; a++)
        follow &= modulus[a] % PERLIN_TABLE_SIZE == 0;
    return noise->table_count == 0 ? INTEGERS : follow ? FOLLOWING : WRAPPED;
}

/* Finds far_cell. Loop bounds are copies: what stores of bytes may change is loaded each time, and
   the loop not vectorised. */
static void find_next_cells(struct points *points, int axis, uint32_t modulus)
{
    const uint32_t *const cell = points->any_cell[axis];
    uint8_t *const far = points->far_cell[axis];
    const size_t n = points->n;
    for (size_t i = 0; i < n; i++)
        far[i] = (uint8_t)perlin_next_cell(cell[i], modulus);
    memset(far + n, 0, BLOCK - n); /* bytes past n are hashed, too */
}

/* Enters an octave, for all blocks of a batch. */
static void enter_octave(const perlin_noise *noise, struct points *points, int dims,
                         const struct kernels *kernels, uint32_t octave)
{
    const uint32_t *const modulus = noise->spectrum.modulus[octave];
    points->cells = cells_in(noise, dims, modulus);
    placing_init(&points->placing, noise, points, dims, kernels, octave);
    points->placing.is_whole = kernels->has_whole_places && sizeof(real) == sizeof(float);
    points->forms = points->cells == INTEGERS    ? AS_WORDS
                    : points->cells == FOLLOWING ? AS_BYTES
                                                 : AS_BYTES | AS_WORDS;
}

/* Places a block. */
OUTLINE void place_points(struct points *points, int dims)
{
    struct placing *const placing = &points->placing;
    const int in_lattice = sizeof(real) == sizeof(float) && points->in_lattice;
    const int is_far =
        !(in_lattice ? place_near_in_lattice(points, dims) : place_near(points, dims));
    points->is_far |= is_far;
    if (is_far || placing->divides)
        place_again(points, dims, is_far);
    for (int a = 0; points->cells == WRAPPED && a < dims; a++)
        find_next_cells(points, a, placing->modulus[a]);
}

/* Goes on to the coordinates of the next block. */
static void pass_points(struct points *points, int dims)
{
    const size_t size = points->are_doubles ? sizeof(double) : sizeof(float);
    for (int a = 0; a < dims; a++)
        points->placing.coords[a] = (const char *)points->placing.coords[a] + points->n * size;
}

/* The fractions of a vector of points, starting at point i. */
INLINE void load_fractions(const struct points *points, int dims, size_t i, vec fraction[4])
{
    UNROLL
    for (int a = 0; a < dims; a++)
        fraction[a] = v_load(points->fraction[a] + i);
}

#endif
