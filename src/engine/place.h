/*
 * Places a block of points in an octave: finds their cells and fractions.
 */
#ifndef PERLIN_PLACE_H
#define PERLIN_PLACE_H

#include "map.h"

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
                               int in_lattice, enum cells cells, const struct row_map *row,
                               size_t first, size_t i, longs *far)
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
        store_placed(points, cells, a, first + i, masked_cells(cell, placing->modulus[a]),
                     fraction);
    }
}

INLINE void place_near_floats(struct points *points, const struct placing *placing, int dims,
                              enum cells cells, size_t i, ivec *near)
{
    vec c[4], squares = v_splat(0);
    map_floats(placing, dims, i, c);
    UNROLL
    for (int a = 0; a < dims; a++) {
        vec fraction;
        const ivec cell = masked_cells(place_floats(c[a], &fraction), placing->modulus[a]);
        store_placed(points, cells, a, i, cell, fraction);
        squares = v_mul_add_exact(c[a], c[a], squares);
    }
    *near &= squares_are_near(squares);
}

/* Places a block. Returns 0 if samples are too far out: all is to be placed again then. Cells of axes
   whose moduli need a division never are right (place_again). */
INLINE int place_near_in(int dims, struct points *points, int in_lattice)
{
    const struct placing placing = points->placing;
    const size_t n = points->n, pitch = placing.pitch > 0 ? placing.pitch : n;
    const enum cells cells = points->cells;
    longs far = {0};
    ivec near_floats = v_splat_index(-1);
    for (size_t i = 0; !has_doubles(placing.are_doubles) && i < n; i += LANES)
        place_near_floats(points, &placing, dims, cells, i, &near_floats);
    for (size_t first = 0; has_doubles(placing.are_doubles) && first < n; first += pitch) {
        const struct row_map row = map_row(&placing, dims, first / pitch);
        for (size_t i = 0; i < pitch; i += LANES)
            place_near_doubles(points, &placing, dims, in_lattice, cells, &row, first, i, &far);
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
    const uint32_t sum = point_near(lattice, dims, floors, point);
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
        if (has_doubles(placing.are_doubles)) {
            const struct row_map row = map_row(&placing, dims, at / pitch);
            map_doubles(&placing, dims, &row, at % pitch, c);
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
                store_placed(points, points->cells, a, at, cell, fraction);
            } else if (divides(modulus)) {
                fraction = v_load(points->fraction[a] + at);
                store_placed(points, points->cells, a, at, divided_cells(&c[a], modulus), fraction);
            }
        }
    }
}

OUTLINE void place_again(struct points *points, int dims, int is_far)
{
    IN_DIMS(dims, place_again_in, points, is_far);
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

#endif
