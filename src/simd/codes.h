/*
 * Codes: a place's signs as bits of one or two bytes. Bytes are many to a register: a few operations on codes make the offsets
 * of the lattice points near as many places, and two bits at a time are looked up for positions. A lattice with one point
 * that moves is faster without.
 *
 * A code has two bits for each axis, from x on:
 *
 *     simplex    the fraction's rank: how many others are smaller
 *     cubes      1 where the far corner is closer, 2 where points of the first lattice move; in a second code 1 where points of
 *                the second lattice do. Each point but the closest is one: in OPENSIMPLEX2 the second closest, which
 *                moves along the axis that has the bit; in OPENSIMPLEX2S the one that belongs to an axis, which moves along that
 *                if the axis has the bit, and else along both others
 *     square     of OPENSIMPLEX2S; for point 2 and point 3 rather than axes: 1 where the place is beyond the diagonal, 2 where
 *                the point's own sign is set
 */
#ifndef PERLIN_SIMD_CODES_H
#define PERLIN_SIMD_CODES_H

#include "box.h"

INLINE int has_codes(int basis, int dims)
{
    return (is_simplex(basis) && dims > 2) || has_cubes(basis, dims) ||
           (basis == OPENSIMPLEX2S && dims == 2);
}

/* Whether positions are looked up, and need not be kept. Short vectors keep those of cubes, which have a byte for each vertex
   (measured; docs/benchmarks.md). */
INLINE int looks_up_positions(int basis, int dims)
{
    /* Variables, so that branches are the same in all backends. */
    const int is_cheap = FOUR_IS_CHEAP, lanes = LANES;
    return has_codes(basis, dims) && is_cheap && (lanes > 4 || !has_cubes(basis, dims));
}

/* ---- Codes of places ------------------------------------------------------------------------------ */

INLINE ivec code_of_ranks(int dims, const ivec sign[])
{
    int signs = 0, all_of_later = 0; /* what there is where no sign is set */
    ivec code = v_splat_index(0);
    UNROLL
    for (int a = 0; a < dims; a++) {
        UNROLL
        for (int b = a + 1; b < dims; b++) {
            code = code + (sign[signs++] & v_splat_index((1 << 2 * a) - (1 << 2 * b)));
            all_of_later += 1 << 2 * b;
        }
    }
    return code + v_splat_index(all_of_later);
}

INLINE void codes_of_cubes(int basis, const ivec sign[], ivec code[2])
{
    const int all = basis == OPENSIMPLEX2S;
    const ivec *more = sign + 3;
    code[0] = code[1] = v_splat_index(0);
    UNROLL
    for (int a = 0; a < 3; a++)
        code[0] = code[0] | (sign[a] & v_splat_index(1 << 2 * a));
    UNROLL
    for (int copy = 0; copy < 2; copy++) {
        ivec moves[3];
        if (all)
            memcpy(moves, more, sizeof moves);
        else
            find_largest(3, more, moves);
        UNROLL
        for (int a = 0; a < 3; a++)
            code[copy] = code[copy] | (moves[a] & v_splat_index((2 - copy) << 2 * a));
        more += all ? 3 : 2;
    }
}

/* Returns how many. */
INLINE int find_codes(int basis, int dims, const ivec sign[], ivec code[2])
{
    if (has_cubes(basis, dims)) {
        codes_of_cubes(basis, sign, code);
        return 2;
    }
    if (is_simplex(basis))
        code[0] = code_of_ranks(dims, sign);
    else
        code[0] = (sign[0] & v_splat_index(1 | 1 << 2)) | (sign[1] & v_splat_index(2)) |
                  (sign[2] & v_splat_index(2 << 2));
    return 1;
}

/* ---- Offsets -------------------------------------------------------------------------------------- */

/* A register of bytes, also where look-ups are of one byte each. */
enum { OCTETS = BYTES < 16 ? 16 : BYTES };
typedef uint8_t octets __attribute__((vector_size(OCTETS)));
_Static_assert(GROUP % OCTETS == 0, "whole vectors");

INLINE octets load_octets(const uint8_t *p)
{
    octets a;
    memcpy(&a, p, sizeof a);
    return a;
}

INLINE void store_octets(uint8_t *p, octets a)
{
    memcpy(p, &a, sizeof a);
}

/* The first bit of an axis in a vertex's packed offsets, a byte of all of them less the least one: as numbers in a box have it if
   that has all axes, so that a sum of bytes is a place there; or of two bits an axis. */
INLINE int packed_shift(int basis, int dims, int in_box, int axis)
{
    return in_box && is_whole_box(basis, dims) ? box_shift(basis, dims, axis) : 2 * axis;
}

/* The same number along all axes. */
INLINE int packed_all(int basis, int dims, int in_box, int number)
{
    int all = 0;
    UNROLL
    for (int a = 0; a < dims; a++)
        all += number << packed_shift(basis, dims, in_box, a);
    return all;
}

/* Of a vertex that is fixed. */
INLINE uint8_t fixed_offsets(int basis, int dims, int in_box, int vertex)
{
    const int offset = fixed_offset(basis, dims, vertex) - least_offset(basis);
    return (uint8_t)packed_all(basis, dims, in_box, offset);
}

/* Of a corner of a simplex: 1 where the rank is at least so high. */
INLINE octets corner_offsets(int dims, int in_box, int vertex, octets ranks)
{
    const octets half = ranks >> 1;
    const int least = dims - vertex;
    const octets is_one = least == 1 ? ranks | half : least == 2 ? half : ranks & half;
    octets offsets = is_one & 1;
    UNROLL
    for (int a = 1; a < dims; a++) {
        const int down = 2 * a - packed_shift(SIMPLEX, dims, in_box, a);
        offsets |= (is_one & (uint8_t)(1 << 2 * a)) >> down;
    }
    return offsets;
}

/* Of a point to either side of a square's diagonal. */
INLINE octets square_offsets(int in_box, int vertex, octets code)
{
    const int y = packed_shift(OPENSIMPLEX2S, 2, in_box, 1);
    const octets own = vertex == 2 ? code & 3 : code >> 2, upper = (own & 1) + 1;
    return vertex == 2 ? own + (upper << y) : upper + (own << y);
}

/* Of a point of a lattice of cubes: the closest one of the first, or others. Those of the first lattice go from the closest corner
   to the one across, those of the second one cell to where the place is. */
INLINE octets cube_offsets(int basis, int vertex, octets first, octets second)
{
    enum { ALL = 1 | 1 << 2 | 1 << 4 };
    const int of_copy = vertex_count(basis, 3) / 2, axis = vertex % of_copy - 1;
    const octets zero = {0}, far = first & ALL;
    octets moves = vertex < of_copy ? first >> 1 & ALL : second;
    if (axis < 0)
        return far + ALL;
    if (basis == OPENSIMPLEX2S) {
        const octets along = zero - (moves >> 2 * axis & 1);
        moves = (along & ALL) ^ (uint8_t)(ALL & ~(1 << 2 * axis));
    }
    return vertex < of_copy ? (far ^ moves) + ALL : ((far & moves) << 1) + (moves ^ ALL);
}

/* The packed offsets of a vertex. */
INLINE octets coded_offsets(int basis, int dims, int in_box, int vertex, octets first,
                            octets second)
{
    if (is_fixed(basis, dims, vertex))
        return (octets){0} + fixed_offsets(basis, dims, in_box, vertex);
    if (has_cubes(basis, dims))
        return cube_offsets(basis, vertex, first, second);
    if (is_simplex(basis))
        return corner_offsets(dims, in_box, vertex, first);
    return square_offsets(in_box, vertex, first);
}

/* ---- Positions ------------------------------------------------------------------------------------ */

/* Where the two bits are that tell where a vertex is along an axis: in the code, or of cubes in the packed offsets. */
INLINE int code_shift(int basis, int dims, int vertex, int axis)
{
    return is_simplex(basis) || has_cubes(basis, dims) ? 2 * axis : 2 * (vertex - 2);
}

/* The offset that they tell. */
INLINE int coded_offset(int basis, int dims, int vertex, int axis, int bits)
{
    if (is_simplex(basis))
        return bits >= dims - vertex;
    if (has_cubes(basis, dims))
        return bits - 1;
    const int upper = bits & 1, own = bits >> 1;
    return axis == vertex - 2 ? upper - 1 + 2 * own : upper;
}

/* And the position, in units. */
INLINE real coded_position(int basis, int dims, int vertex, int axis, int bits)
{
    int offset[4];
    UNROLL
    for (int a = 0; a < dims; a++)
        offset[a] = coded_offset(basis, dims, vertex, a, bits); /* the square's bits tell both */
    return position_of(basis, dims, vertex, offset, axis);
}

/* Where a vertex is that is not fixed, for a vector of places. */
INLINE void look_up_position(int basis, int dims, int vertex, ivec bits, vec position[4])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        real four[4];
        UNROLL
        for (int b = 0; b < 4; b++)
            four[b] = coded_position(basis, dims, vertex, a, b);
        position[a] = v_of_four(four[0], four[1], four[2], four[3],
                                bits >> code_shift(basis, dims, vertex, a));
    }
}

#endif
