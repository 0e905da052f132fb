/*
 * The lattices of noise on simplices. A vertex is a lattice point whose gradient counts at a
 * sample. Its offsets say how far it is from the sample's cell, in cells along each skewed axis.
 */
#ifndef PERLIN_SIMPLEX_LATTICES_H
#define PERLIN_SIMPLEX_LATTICES_H

#include "../../engine/kernel.h"

enum {
    SIMPLEX = PERLIN_BASIS_SIMPLEX,
    OPENSIMPLEX2 = PERLIN_BASIS_OPENSIMPLEX2,
    OPENSIMPLEX2S = PERLIN_BASIS_OPENSIMPLEX2S,
    OPENSIMPLEX = PERLIN_BASIS_OPENSIMPLEX
};

/* The vertices are the corners of one simplex. */
INLINE int is_simplex(int basis)
{
    return basis == SIMPLEX;
}

/* Two lattices of cubes, the second half a cell from the first; five copies of the lattice A4. */
INLINE int has_cubes(int basis, int dims)
{
    return (basis == OPENSIMPLEX2 || basis == OPENSIMPLEX2S) && dims == 3;
}

INLINE int has_a4(int basis, int dims)
{
    return basis == OPENSIMPLEX2 && dims == 4;
}

/* Lattice points come in groups, each of which has one vertex (groups.h). */
INLINE int has_groups(int basis, int dims)
{
    return basis == OPENSIMPLEX2S && dims == 4;
}

/* Cells are stretched along the diagonal, where others are squashed. */
INLINE int is_stretched(int basis, int dims)
{
    return basis == OPENSIMPLEX || has_a4(basis, dims);
}

/* To skew, each coordinate gets the sum of all times `skew`; to unskew it loses the sum of all
   times `unskew`. By dims - 1. */
#define SKEW_2D   0x1.76cf5d0b09955p-2
#define SKEW_3D   0x1.5555555555555p-2
#define SKEW_4D   0x1.3c6ef372fe95p-2
#define UNSKEW_2D 0x1.b0cb174df99c7p-3
#define UNSKEW_3D 0x1.5555555555555p-3
#define UNSKEW_4D 0x1.1b06d1d200913p-3
static const double skews[4] = {0, SKEW_2D, SKEW_3D, SKEW_4D};
static const double unskews[4] = {0, UNSKEW_2D, UNSKEW_3D, UNSKEW_4D};

INLINE double unskew_of(int basis, int dims)
{
    return has_cubes(basis, dims)      ? 0
           : is_stretched(basis, dims) ? -skews[dims - 1]
                                       : unskews[dims - 1];
}

/* How many vertices a sample has. */
INLINE int vertex_count(int basis, int dims)
{
    if (basis == OPENSIMPLEX)
        return 1 << dims;
    if (basis == OPENSIMPLEX2S)
        return dims == 2 ? 4 : dims == 3 ? 8 : 10;
    return has_cubes(basis, dims) ? 4 : dims + 1;
}

enum { MOST_VERTICES = 10 };

/* Whether there are several copies of a lattice, each hashed by its number as well; which copy a
   vertex belongs to; and how far each copy is from the one before, unskewed. */
INLINE int has_copies(int basis, int dims)
{
    return has_cubes(basis, dims) || has_a4(basis, dims);
}

INLINE int copy_of(int basis, int dims, int vertex)
{
    if (has_cubes(basis, dims))
        return vertex >= vertex_count(basis, dims) / 2;
    return has_a4(basis, dims) ? vertex : 0;
}

INLINE double copy_step(int basis, int dims)
{
    return has_cubes(basis, dims) ? 0.5 : has_a4(basis, dims) ? 0x1.c9f25c5bfedd9p-2 : 0;
}

/* ---- Offsets --------------------------------------------------------------------------------- */

/* The range of offsets along an axis. */
INLINE int least_offset(int basis)
{
    return is_simplex(basis) ? 0 : -1;
}

INLINE int most_offset(int basis, int dims)
{
    return is_simplex(basis) || has_cubes(basis, dims) ? 1 : 2;
}

/*
 * A vertex's offsets are packed into a byte: each, less the least one, in a field of its own. Where
 * a box of lattice points (box.h) has all axes, the fields lie as in the numbers of its points, so
 * that a sum of bytes finds a vertex.
 */

/* Whether boxes extend along all axes, or along the first two. */
INLINE int is_whole_box(int basis, int dims)
{
    return is_simplex(basis) || has_cubes(basis, dims) || dims == 2;
}

INLINE int box_axes(int basis, int dims)
{
    return is_whole_box(basis, dims) ? dims : 2;
}

/* In the number of a box's point: how many bits are an axis's, and the first of them. */
INLINE int box_bits(int basis, int dims, int axis)
{
    const int axes = box_axes(basis, dims);
    return axes == 4 ? (axis < 2 ? 2 : 1) : 6 / axes;
}

INLINE int box_shift(int basis, int dims, int axis)
{
    int shift = 0;
    UNROLL
    for (int a = 0; a < axis; a++)
        shift += box_bits(basis, dims, a);
    return shift;
}

/* In packed offsets: the first bit of an axis's field, and the mask of its bits once shifted down.
   */
INLINE int field_shift(int basis, int dims, int axis)
{
    return is_whole_box(basis, dims) ? box_shift(basis, dims, axis) : 2 * axis;
}

INLINE int field_mask(int basis)
{
    return is_simplex(basis) ? 1 : 3;
}

/* A number in an axis's field, for all lanes. */
INLINE ivec in_field(int basis, int dims, int axis, int number)
{
    return v_splat_index(number << field_shift(basis, dims, axis));
}

/* The same offset along all axes, packed. */
INLINE ivec offset_along_all(int basis, int dims, int offset)
{
    int all = 0;
    UNROLL
    for (int a = 0; a < dims; a++)
        all += (offset - least_offset(basis)) << field_shift(basis, dims, a);
    return v_splat_index(all);
}

/* Unpacks an offset. The field becomes the last bits of a number whose last bit, at the field's
   place, is worth 1. */
INLINE vec offset_along(int basis, int dims, int axis, ivec packed)
{
    const int shift = field_shift(basis, dims, axis);
    const real whole =
        (sizeof(real) == sizeof(float) ? (real)0x1p23 : (real)0x1p52) / (real)(1 << shift);
    const ivec field = packed & v_splat_index(field_mask(basis) << shift);
    return (vec)(field | (ivec)v_splat(whole)) - v_splat(whole - (real)least_offset(basis));
}

/* Whether a vertex is the same for all samples of a cell: a corner of the cell, or the middle of a
   cube. */
INLINE int is_fixed(int basis, int dims, int vertex)
{
    if (has_cubes(basis, dims))
        return vertex == vertex_count(basis, dims) / 2;
    if (is_simplex(basis))
        return vertex == 0 || vertex == dims;
    return basis == OPENSIMPLEX2S && dims == 2 && vertex < 2;
}

/* Its packed offsets. */
INLINE ivec fixed_offsets(int basis, int dims, int vertex)
{
    return offset_along_all(basis, dims, vertex > 0 && !has_cubes(basis, dims));
}

/* The sum from the last one on: x + (y + (z + w)). */
INLINE vec sum_of(int count, const vec v[])
{
    vec sum = v[count - 1];
    UNROLL
    for (int a = count - 2; a >= 0; a--)
        sum = v[a] + sum;
    return sum;
}

/* From the near corner of a sample's cell to a vertex, unskewed. */
INLINE void position_of(int basis, int dims, int vertex, ivec packed, vec position[4])
{
    const real unskew = (real)unskew_of(basis, dims);
    const real from_copy = (real)copy_of(basis, dims, vertex) * (real)copy_step(basis, dims);
    UNROLL
    for (int a = 0; a < dims; a++)
        position[a] = offset_along(basis, dims, a, packed);
    vec cells = position[0];
    UNROLL
    for (int a = 1; a < dims; a++)
        cells = cells + position[a];
    if (is_simplex(basis) || unskew == 0) /* a simplex's corners are a cell apart */
        cells = v_splat((real)vertex);
    const vec lift = cells * v_splat(unskew) - v_splat(from_copy);
    UNROLL
    for (int a = 0; a < dims; a++)
        position[a] = position[a] - lift;
}

#endif
