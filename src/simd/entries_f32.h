/*
 * What is of float alone: coordinates of that type, and the entries of a table. A translation unit includes its vec_f32.h
 * first.
 */
#ifndef PERLIN_SIMD_ENTRIES_F32_H
#define PERLIN_SIMD_ENTRIES_F32_H

#include "block.h"

/* Coordinates in an octave, as doubles_at has them: frequency, product and sum rounded to float. */
INLINE vec floats_at(vec c, struct octave_map map, int axis)
{
    return c * v_splat((float)map.frequency) + v_splat((float)map.offset[axis]);
}

INLINE void place_floats_at(struct points *points, int axis, struct octave_map map)
{
    const float *const coords = points->coords[axis];
    const size_t fours = points->n / (4 * LANES) * (4 * LANES);
    for (size_t i = 0; i < fours; i += 4 * LANES) {
        vec c[4];
        UNROLL
        for (size_t k = 0; k < 4; k++)
            c[k] = floats_at(v_load(coords + i + k * LANES), map, axis);
        v_place_four_f32(c, points->cell[axis] + i, points->fraction[axis] + i);
    }
    for (size_t i = fours; i < points->n; i += LANES) {
        const vec c = floats_at(v_load(coords + i), map, axis);
        v_place_f32(c, points->cell[axis] + i, points->fraction[axis] + i);
    }
}

INLINE uint32_t bits_of_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/*
 * near_doubles_modulo of scaled floats below 2^22, as that has it for doubles below 2^51: for moduli up to MOST_BY_FLOAT, whose
 * multiples are exact, and below which `big` has no bits. Returns whether all are below; else cells are anything.
 */
enum { MOST_BY_FLOAT = 1 << 22 };

INLINE int near_floats_modulo(const float coords[], float frequency, float offset, size_t n,
                              uint32_t modulus, int by_mask, uint32_t cell[])
{
    const float big = 0x1.8p23F, m = (float)modulus, reciprocal = 1.0F / m;
    const uint32_t bits_of_big = 0x4b400000, bits_of_2_22 = 0x4a800000;
    uint32_t far_out = 0; /* in the sign bit */
    for (size_t i = 0; i < n; i++) {
        const float c = coords[i] * frequency + offset;
        const float sum = c + big, nearest = sum - big;
        const float quotient = nearest * reciprocal + big - big;
        const float fraction = c - nearest + 0.0F;
        const uint32_t is_above = bits_of_float(fraction) >> 31;
        const uint32_t remainder =
            bits_of_float(nearest - quotient * m + big) - bits_of_big - is_above;
        cell[i] = by_mask ? (bits_of_float(sum) - is_above) & (modulus - 1)
                          : remainder + ((0 - (remainder >> 31)) & modulus);
        far_out |= (bits_of_float(c) & 0x7fffffff) + (0x80000000 - bits_of_2_22);
    }
    return far_out >> 31 == 0;
}

OUTLINE int near_cells_modulo(const float coords[], float frequency, float offset, size_t n,
                              uint32_t modulus, uint32_t cell[])
{
    return is_power_of_two(modulus)
               ? near_floats_modulo(coords, frequency, offset, n, modulus, 1, cell)
               : near_floats_modulo(coords, frequency, offset, n, modulus, 0, cell);
}

/* Cells modulo `modulus` of coordinates that place_floats has placed. */
OUTLINE void find_any_cells(struct points *points, int axis, struct octave_map map,
                            uint32_t modulus)
{
    const float frequency = (float)map.frequency, offset = (float)map.offset[axis];
    const float *const coords = points->coords[axis];
    const size_t n = points->n; /* not to be read again for each point: a vector loop */
    if (modulus <= MOST_BY_FLOAT &&
        near_cells_modulo(coords, frequency, offset, n, modulus, points->any_cell[axis]))
        return;
    for (size_t i = 0; i < n; i++)
        points->scaled[i] = (double)(coords[i] * frequency + offset);
    cells_modulo(points->scaled, n, modulus, points->any_cell[axis]);
}

/* Positions in float. */
INLINE void place_floats(struct points *points, int axis, struct octave_map map, uint32_t modulus)
{
    place_floats_at(points, axis, map);
    if (modulus > 0)
        find_any_cells(points, axis, map, modulus);
}

INLINE void rotate_floats(struct points *points, int dims, const double row[4][4],
                          union coordinate_array rotated[4])
{
    for (size_t i = 0; i < points->n; i += LANES) {
        vec c[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            c[a] = v_load((const float *)points->coords[a] + i);
        UNROLL
        for (int a = 0; a < dims; a++) {
            vec sum = v_splat((float)row[a][dims - 1]) * c[dims - 1];
            UNROLL
            for (int b = dims - 2; b >= 0; b--)
                sum = v_splat((float)row[a][b]) * c[b] + sum;
            v_store(rotated[a].f32 + i, sum);
        }
    }
    for (int a = 0; a < dims; a++)
        points->coords[a] = &rotated[a];
}

ROTATE_IN_ANY(rotate_floats_in, rotate_floats)

/* Positions in float, as place_floats has them. */
INLINE void skew_in_float(struct points *points, int dims, struct octave_map map, double skew,
                          uint32_t modulus)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        vec c[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            c[a] = floats_at(v_load((const float *)points->coords[a] + i), map, a);
        vec shift = c[dims - 1];
        UNROLL
        for (int a = dims - 2; a >= 0; a--)
            shift = c[a] + shift;
        shift = shift * v_splat((float)skew);
        UNROLL
        for (int a = 0; a < dims; a++) {
            c[a] = c[a] + shift;
            v_place_f32(c[a], points->cell[a] + i, points->fraction[a] + i);
        }
        for (int a = 0; a < dims && modulus > 0; a++) {
            double skewed[LANES];
            for (int l = 0; l < LANES; l++)
                skewed[l] = (double)c[a][l];
            cells_modulo(skewed, LANES, modulus, points->any_cell[a] + i);
        }
    }
}

SKEW_IN_ANY(skew_floats, skew_in_float)

static const struct coordinate_type type_float = {sizeof(float), rotate_floats_in, place_floats,
                                                  skew_floats};

#define BASIS_POINTS(basis, dims)                                                                  \
    BLOCK_POINTS(basis, points, dims, float, type_float)                                           \
    BLOCK_POINTS(basis, points_wide, dims, double, type_double)

#define ENTRY(basis, dims)                                                                         \
    {                                                                                              \
        basis##_points##dims, basis##_points_wide##dims, basis##_grid##dims,                       \
            basis##_points_slopes##dims, basis##_points_wide_slopes##dims,                         \
            basis##_grid_slopes##dims                                                              \
    }

#endif
