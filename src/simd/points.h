/*
 * Blocks of points: their coordinates, gathered and rotated; where they are in an octave; what octaves add up to.
 */
#ifndef PERLIN_SIMD_POINTS_H
#define PERLIN_SIMD_POINTS_H

#include "cells.h"
#include "sink.h"

enum { POINTS_BLOCK = 256 };
_Static_assert(POINTS_BLOCK % BYTES == 0 && POINTS_BLOCK % LANES == 0, "whole vectors in a block");

/* A block of points: its coordinates, and where they are in one octave. */
struct points {
    size_t n;                                   /* rounded up to whole vectors */
    const void *coords[4];                      /* arrays, or what the rows of a grid have of x; */
    const double *rest[4];                      /* what each of the rows has beside it, */
    size_t pitch;                               /* and where in the block the next one begins */
    _Alignas(64) uint8_t cell[4][POINTS_BLOCK]; /* modulo 256, */
    _Alignas(64) uint32_t any_cell[4][POINTS_BLOCK]; /* or modulo each axis's modulus */
    _Alignas(64) real fraction[4][POINTS_BLOCK];
    /* By corner, hashes, or the row of its gradient, or pairs of rows. */
    _Alignas(64) uint8_t hash[16][POINTS_BLOCK];
    /* Noise along the cells' edges in x; of other bases what they say (vertices_in). */
    union {
        _Alignas(64) real edge[8][POINTS_BLOCK];
        double scaled[POINTS_BLOCK]; /* coordinates, until cells have been found */
    };
    _Alignas(64) uint8_t far_cell[4][POINTS_BLOCK]; /* the ones behind cells, if wrapped */
};

/* Room for a block's coordinates along an axis, of either type. */
union coordinate_array {
    double f64[POINTS_BLOCK];
    float f32[POINTS_BLOCK];
};

/* How coordinates go to an octave: coordinate * frequency + offset, product and sum each rounded. */
struct octave_map {
    double frequency;
    const double *offset; /* by axis */
};

static inline struct octave_map octave_map(const perlin_noise *noise, uint32_t octave)
{
    return (struct octave_map){noise->spectrum.frequency[octave], noise->spectrum.offset[octave]};
}

/*
 * Maps the block's points along an axis to an octave and splits them into cell and fraction. Finds cells modulo
 * `modulus`, too, if that is not 0.
 */
typedef void place_function(struct points *points, int axis, struct octave_map map,
                            uint32_t modulus);

/* Places a vector of scaled coordinates: those of points i to i + LANES - 1. `near` says that all are below 2^51,
   `keeps` that their cells are to be found by any modulus. */
INLINE void place_vector(struct points *points, int axis, size_t i, const double scaled[LANES],
                         int near, int keeps)
{
    if (near)
        v_place_near_f64(scaled, points->cell[axis] + i, points->fraction[axis] + i);
    else
        v_place_f64(scaled, points->cell[axis] + i, points->fraction[axis] + i);
    if (keeps)
        memcpy(points->scaled + i, scaled, LANES * sizeof scaled[0]);
}

/* Coordinates in an octave. */
INLINE doubles doubles_at(doubles c, struct octave_map map, int axis)
{
    return c * map.frequency + map.offset[axis];
}

enum { ROWS = 16, ROWS_ROOM = ROWS + LANES }; /* the most in a block, and a vector behind */
_Static_assert(ROWS % LANES == 0, "rows are placed in whole vectors");

/* What coordinates in double are: arrays of any; rows of a grid, along each of which y, z and w stay; or rotated rows, where
   each coordinate is the sum of what it has of x and of the rest. */
enum { ARRAYS, ALIGNED_ROWS, ROTATED_ROWS };

/* How many points there are to a row; arrays are a single one. */
INLINE size_t pitch_of(const struct points *points, int kind)
{
    return kind == ARRAYS ? points->n : points->pitch;
}

/* Coordinates of a row's samples in an octave; `rest` is what the row has beside x, if they are rotated. */
INLINE doubles row_doubles(int kind, const double *along, double rest, struct octave_map map,
                           int axis)
{
    doubles c;
    memcpy(&c, along, sizeof c);
    if (kind == ROTATED_ROWS)
        c = c + rest;
    return doubles_at(c, map, axis);
}

/* Whether arrays are taken to be below 2^51, and a block of which one was not is placed once more: where registers are
   longer than 16 bytes that takes less than to ask for each vector (measured). Of rows it is known. */
enum { TAKEN_AS_NEAR = NEAR_IS_FASTER && sizeof(vec) > 16 };

/* Whether doubles are all below 2^51 is told by the sums of their squares, an operation each: below 2^102 then, unless some are above 2^46,
   which are taken as far then, too. They begin with 1, since numbers below the least normal one take long. */
INLINE doubles no_squares(void)
{
    return (doubles){0} + 1.0;
}

INLINE int all_are_near(doubles squares)
{
    const bits_of_doubles far = ~(bits_of_doubles)(squares < 0x1p102); /* NaN is */
    return !v_any((ivec)far);
}

/* Positions in double: products in double, only the fraction is rounded to real. Of aligned rows those along x. Returns
   whether arrays that are taken to be near are. */
INLINE int place_all_in_double(struct points *points, int kind, int axis, struct octave_map map,
                               int near, int keeps)
{
    doubles squares = no_squares();
    const double *const along = points->coords[axis];
    const double *rest = kind == ROTATED_ROWS ? points->rest[axis] : along;
    for (size_t i = 0; i < points->n; rest++) {
        for (size_t p = 0; p < pitch_of(points, kind); p += LANES, i += LANES) {
            double scaled[LANES];
            UNROLL
            for (size_t l = 0; l < LANES; l += DOUBLES) {
                const double beside = kind == ROTATED_ROWS ? *rest : 0.0;
                const doubles c = row_doubles(kind, along + p + l, beside, map, axis);
                if (kind == ARRAYS && near)
                    squares = (doubles)v_add_square(squares, c);
                memcpy(scaled + l, &c, sizeof c);
            }
            place_vector(points, axis, i, scaled, near, keeps);
        }
    }
    return all_are_near(squares);
}

OUTLINE void place_far_doubles(struct points *points, int axis, struct octave_map map)
{
    place_all_in_double(points, ARRAYS, axis, map, 0, 0);
}

INLINE void place_in_double(struct points *points, int kind, int axis, struct octave_map map,
                            int near, int keeps)
{
    if (!place_all_in_double(points, kind, axis, map, near, keeps))
        place_far_doubles(points, axis, map);
}

/* Positions of aligned rows along y, z or w: all of a row's are the same. */
OUTLINE void place_levels(struct points *points, int axis, struct octave_map map, uint32_t modulus)
{
    const size_t pitch = points->pitch, rows = points->n / pitch;
    double scaled[ROWS];
    uint8_t cell[ROWS];
    real fraction[ROWS];
    uint32_t any_cell[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        scaled[r] = points->rest[axis][r < rows ? r : 0] * map.frequency + map.offset[axis];
    for (size_t r = 0; r < rows; r += LANES)
        v_place_f64(scaled + r, cell + r, fraction + r);
    if (modulus > 0)
        cells_modulo(scaled, rows, modulus, any_cell);
    for (size_t r = 0, i = 0; r < rows; r++) {
        for (const size_t end = i + pitch; i < end; i += LANES) {
            v_store_index(points->cell[axis] + i, v_splat_index(cell[r]));
            v_store(points->fraction[axis] + i, v_splat(fraction[r]));
            for (size_t l = 0; l < LANES && modulus > 0; l++)
                points->any_cell[axis][i + l] = any_cell[r];
        }
    }
}

/* A place_function of such coordinates. What keeps nothing is compiled for itself: it stores less. */
#define PLACE(name, kind, near)                                                                    \
    OUTLINE void name(struct points *points, int axis, struct octave_map map, uint32_t modulus)    \
    {                                                                                              \
        if (kind == ALIGNED_ROWS && axis > 0) {                                                    \
            place_levels(points, axis, map, modulus);                                              \
        } else if (modulus == 0) {                                                                 \
            place_in_double(points, kind, axis, map, near, 0);                                     \
        } else {                                                                                   \
            place_in_double(points, kind, axis, map, near, 1);                                     \
            cells_modulo(points->scaled, points->n, modulus, points->any_cell[axis]);              \
        }                                                                                          \
    }

PLACE(place_doubles, ARRAYS, TAKEN_AS_NEAR)
PLACE(place_aligned_rows, ALIGNED_ROWS, 0)
PLACE(place_near_aligned_rows, ALIGNED_ROWS, 1)
PLACE(place_rotated_rows, ROTATED_ROWS, 0)
PLACE(place_near_rotated_rows, ROTATED_ROWS, 1)

/* How an octave's cells enter hashes: as bytes, those beside a cell following it in the table, too, or wrapped where a period
   ends; or as numbers, by a table of more than 256, either following or wrapped. */
enum cells { FOLLOWING, WRAPPED, WIDE, WIDE_WRAPPED };

INLINE int is_wide(enum cells cells)
{
    return cells >= WIDE;
}

static inline enum cells cells_in(const struct perlin_tables *tables, int dims,
                                  const uint32_t modulus[4])
{
    int follow = 1;
    for (int a = 0; a < dims; a++)
        follow &= (modulus[a] & tables->mask) == 0;
    if (has_kernel_forms(tables))
        return follow ? FOLLOWING : WRAPPED;
    return follow ? WIDE : WIDE_WRAPPED;
}

/* The low bytes of n cells, and of those that follow: of cells modulo `modulus`, */
OUTLINE void bytes_of_cells(const uint32_t cell[], size_t n, uint32_t modulus, uint8_t near[],
                            uint8_t far[])
{
    for (size_t i = 0; i < n; i++) {
        near[i] = (uint8_t)cell[i];
        far[i] = (uint8_t)perlin_next_cell(cell[i], modulus);
    }
}

/* or of bytes, by such a mask. */
OUTLINE void mask_cells(uint8_t near[], size_t n, uint8_t mask, uint8_t far[])
{
    for (size_t i = 0; i < n; i++) {
        near[i] &= mask;
        far[i] = (uint8_t)(near[i] + 1) & mask;
    }
}

/* Wraps the block's cells along an axis, which have been placed. */
OUTLINE void wrap_cells(struct points *points, int axis, uint32_t modulus)
{
    uint8_t *const near = points->cell[axis], *const far = points->far_cell[axis];
    if (is_by_mask(modulus))
        mask_cells(near, points->n, (uint8_t)(modulus - 1), far);
    else
        bytes_of_cells(points->any_cell[axis], points->n, modulus, near, far);
    memset(far + points->n, 0, POINTS_BLOCK - points->n); /* bytes are hashed beyond n */
}

/* The cells along an axis of points from i on, which are bytes. */
INLINE struct v_sides sides_of(const struct points *points, int wrapped, int axis, size_t i)
{
    struct v_sides cell = {.near = v_load_bytes(points->cell[axis] + i)};
    if (wrapped)
        cell.far = v_load_bytes(points->far_cell[axis] + i);
    return cell;
}

/* Octaves add up here; strengths are there from the first octave on, where octaves are not plain. */
struct totals {
    _Alignas(64) real total[POINTS_BLOCK], strength[POINTS_BLOCK];
};

/* Adds an octave's raw noise to a vector of totals, with strengths; `plain` is whether that is all. */
INLINE void add_to_sum(const perlin_noise *noise, real *total, real *strength, int dims, int plain,
                       uint32_t octave, vec raw)
{
    const real weight = (real)noise->spectrum.weight[octave];
    struct sum sum = {v_load(total), v_splat(1)};
    if (plain) {
        v_store(total, sum.total + v_splat(weight) * raw);
        return;
    }
    if (octave > 0)
        sum.strength = v_load(strength);
    sum = add_octave(&noise->shape, &noise->LANE(output)[dims - 1], weight, sum, raw);
    v_store(total, sum.total);
    v_store(strength, sum.strength);
}

/* The same to a block's totals from point i on. */
INLINE void add_to_totals(const perlin_noise *noise, struct totals *totals, int dims, int plain,
                          uint32_t octave, size_t i, vec raw)
{
    add_to_sum(noise, totals->total + i, totals->strength + i, dims, plain, octave, raw);
}

/* Rotates a block's coordinates into arrays, in which they may be already. */
typedef void rotate_function(struct points *points, int dims, const double row[4][4],
                             union coordinate_array rotated[4]);

INLINE void rotate_doubles(struct points *points, int dims, const double row[4][4],
                           union coordinate_array rotated[4])
{
    for (size_t i = 0; i < points->n; i += DOUBLES) {
        doubles c[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            memcpy(&c[a], (const double *)points->coords[a] + i, sizeof c[a]);
        UNROLL
        for (int a = 0; a < dims; a++) {
            doubles sum = row[a][dims - 1] * c[dims - 1];
            UNROLL
            for (int b = dims - 2; b >= 0; b--)
                sum = row[a][b] * c[b] + sum;
            memcpy(rotated[a].f64 + i, &sum, sizeof sum);
        }
    }
    for (int a = 0; a < dims; a++)
        points->coords[a] = &rotated[a];
}

/* Before the first block: bytes are hashed beyond n. */
INLINE void points_begin(struct points *points)
{
    memset(points->cell, 0, sizeof points->cell);
}

/* Copies n elements of `size` bytes, a constant, `stride` bytes apart, and repeats the first one up to `padded`. */
INLINE void gather_elements(char *gathered, const char *array, ptrdiff_t stride, size_t n,
                            size_t padded, size_t size)
{
    if (stride == (ptrdiff_t)size)
        memcpy(gathered, array, n * size);
    else
        for (size_t i = 0; i < n; i++)
            memcpy(gathered + i * size, array + (ptrdiff_t)i * stride, size);
    for (size_t i = n; i < padded; i++)
        memcpy(gathered + i * size, array, size);
}

OUTLINE void gather(void *gathered, const char *array, ptrdiff_t stride, size_t n, size_t padded,
                    size_t size)
{
    if (size == sizeof(float))
        gather_elements(gathered, array, stride, n, padded, sizeof(float));
    else
        gather_elements(gathered, array, stride, n, padded, sizeof(double));
}

#endif
