/*
 * Finds the vertices of samples: for each lattice a function from the samples' fractions to packed
 * offsets.
 */
#ifndef PERLIN_SIMPLEX_OFFSETS_H
#define PERLIN_SIMPLEX_OFFSETS_H

#include "groups.h"
#include "lattices.h"

INLINE vec one_where(ivec mask)
{
    return (vec)(mask & (ivec)v_splat(1));
}

/* Whether the fraction along axis a is greater than that along b; of equal ones the later axis's
   is. */
INLINE ivec is_greater(const vec fraction[4], int a, int b)
{
    return a < b ? (ivec)(fraction[a] > fraction[b]) : ~(ivec)(fraction[b] > fraction[a]);
}

/* Sets a mask where a number is the largest of `count`; of equal ones the first is. */
INLINE void find_largest(int count, const vec v[], ivec is_largest[])
{
    vec most = v[0];
    is_largest[0] = v_splat_index(-1);
    UNROLL
    for (int a = 1; a < count; a++) {
        const ivec is_more = (ivec)(v[a] > most);
        UNROLL
        for (int before = 0; before < a; before++)
            is_largest[before] = is_largest[before] & ~is_more;
        is_largest[a] = is_more;
        most = where(is_more, v[a], most);
    }
}

/* ---- Simplices ------------------------------------------------------------------------------- */

/* Corner k is 1 along k axes, those of the greatest fractions: along each that is above dims - k
   others. */
INLINE void simplex_offsets(int dims, const vec fraction[4], ivec offsets[])
{
    const ivec never = v_splat_index(0);
    UNROLL
    for (int k = 0; k <= dims; k++)
        offsets[k] = never;
    UNROLL
    for (int a = 0; a < dims; a++) {
        ivec above[5] = {~never, never, never, never, never}; /* at least 0 to 4 others */
        UNROLL
        for (int b = 0; b < dims; b++) {
            if (b == a)
                continue;
            const ivec more = is_greater(fraction, a, b);
            UNROLL
            for (int rank = dims - 1; rank > 0; rank--)
                above[rank] = above[rank] | (above[rank - 1] & more);
        }
        UNROLL
        for (int k = 1; k <= dims; k++)
            offsets[k] = offsets[k] | (above[dims - k] & in_field(SIMPLEX, dims, a, 1));
    }
}

/* ---- Cubes ----------------------------------------------------------------------------------- */

/*
 * Each lattice of cubes has its closest point, and others that are one step away along some axes.
 * The first lattice's points are corners of cells: a step leads to the corner across. The second
 * one's are middles of cells: a step leads to the next cell on the sample's side. OPENSIMPLEX2 adds
 * the second closest point, a step along the axis of the greatest distance. OPENSIMPLEX2S adds a
 * point for each axis: a step along that axis, or one along each of the others.
 */
INLINE void cube_offsets(int basis, const vec fraction[4], ivec offsets[])
{
    ivec is_far[3];
    UNROLL
    for (int a = 0; a < 3; a++)
        is_far[a] = (ivec)(fraction[a] > v_splat((real)0.5));
    UNROLL
    for (int copy = 0; copy < 2; copy++) {
        ivec closest = offset_along_all(basis, 3, 0), flip[3], moves[3];
        vec distance[3];
        UNROLL
        for (int a = 0; a < 3; a++) {
            if (copy == 0) { /* corners: fields of 1 and 2 */
                closest = closest + (is_far[a] & in_field(basis, 3, a, 1));
                flip[a] = in_field(basis, 3, a, 3);
                distance[a] = magnitude(fraction[a] - one_where(is_far[a]));
            } else { /* middles: 1, and beside it 0 and 2 */
                flip[a] = in_field(basis, 3, a, 1) | (is_far[a] & in_field(basis, 3, a, 2));
                distance[a] = magnitude(fraction[a] - v_splat((real)0.5));
            }
        }
        *offsets++ = closest;
        if (basis == OPENSIMPLEX2) {
            find_largest(3, distance, moves);
            *offsets++ =
                closest ^ ((moves[0] & flip[0]) | (moves[1] & flip[1]) | (moves[2] & flip[2]));
            continue;
        }
        const vec sum = sum_of(3, distance);
        UNROLL
        for (int axis = 0; axis < 3; axis++) {
            const ivec along =
                (ivec)(v_mul_add_exact(distance[axis], v_splat(-2), sum) < v_splat((real)0.5));
            UNROLL
            for (int a = 0; a < 3; a++)
                moves[a] = a == axis ? along : ~along;
            *offsets++ =
                closest ^ ((moves[0] & flip[0]) | (moves[1] & flip[1]) | (moves[2] & flip[2]));
        }
    }
}

/* ---- A4 -------------------------------------------------------------------------------------- */

/* The closest point of each of the five copies, by the ranks of the four fractions and a fifth,
   which makes their sum whole. */
INLINE void a4_offsets(const vec fraction[4], ivec offsets[])
{
    const vec sum = sum_of(4, fraction);
    vec whole = v_splat(0);
    UNROLL
    for (int i = 0; i < 4; i++)
        whole = whole + one_where((ivec)(sum > v_splat((real)i)));
    UNROLL
    for (int copy = 0; copy < 5; copy++)
        offsets[copy] = offset_along_all(OPENSIMPLEX2, 4, 0);
    UNROLL
    for (int a = 0; a < 4; a++) {
        vec height = whole + one_where((ivec)(fraction[a] > whole - sum));
        UNROLL
        for (int b = 0; b < 4; b++)
            if (b != a)
                height = height + one_where(is_greater(fraction, a, b));
        UNROLL
        for (int copy = 0; copy < 5; copy++) {
            const ivec up = (ivec)(height > v_splat((real)copy + (real)4.5));
            const ivec down = (ivec)(height < v_splat((real)copy - (real)0.5));
            offsets[copy] = offsets[copy] + (up & in_field(OPENSIMPLEX2, 4, a, 1)) -
                            (down & in_field(OPENSIMPLEX2, 4, a, 1));
        }
    }
}

/* ---- Squares --------------------------------------------------------------------------------- */

/* The near and the far corner, and to either side of the diagonal between them another point: from
   the corner that is closer to the sample one cell back along an axis, or one cell on. */
INLINE void square_offsets(const vec fraction[4], ivec offsets[])
{
    const ivec is_upper = (ivec)(fraction[0] + fraction[1] >= v_splat(1));
    const vec upper = one_where(is_upper);
    const ivec closer = offset_along_all(OPENSIMPLEX2S, 2, 0) +
                        (is_upper & in_field(OPENSIMPLEX2S, 2, 0, 1)) +
                        (is_upper & in_field(OPENSIMPLEX2S, 2, 1, 1));
    offsets[0] = offset_along_all(OPENSIMPLEX2S, 2, 0);
    offsets[1] = offset_along_all(OPENSIMPLEX2S, 2, 1);
    UNROLL
    for (int a = 0; a < 2; a++) {
        const vec across = v_mul_add_exact(v_splat(2), fraction[a], -fraction[1 - a]);
        offsets[2 + a] = closer - in_field(OPENSIMPLEX2S, 2, a, 1) +
                         ((ivec)(across >= upper) & in_field(OPENSIMPLEX2S, 2, a, 2));
    }
}

/* ---- Classes --------------------------------------------------------------------------------- */

/* The lattice points whose offsets are those of one of the cell's corners modulo 2: how many of
   these are 1; the axes along which another point may be closer than the corner, and whether that
   is on the near side. */
struct point_class {
    int ones, is_back, axes, axis[3];
};

/* By dims - 2, and by the bits of the corner. */
static const struct point_class point_classes[2][8] = {
    {{0, 0, 2, {0, 1}}, {1, 0, 1, {1}}, {1, 0, 1, {0}}, {2, 1, 2, {0, 1}}},
    {{0, 0, 3, {0, 1, 2}},
     {1, 0, 2, {1, 2}},
     {1, 0, 2, {0, 2}},
     {2, 1, 2, {0, 1}},
     {1, 0, 2, {0, 1}},
     {2, 1, 2, {0, 2}},
     {2, 1, 2, {1, 2}},
     {3, 1, 3, {0, 1, 2}}}};

/* The closest point of class k: the corner, or two cells from it, on along the axis of the largest
   fraction or back along that of the smallest. */
INLINE ivec offsets_of_class(int dims, int k, vec sum, const vec fraction[4])
{
    const struct point_class *const class = &point_classes[dims - 2][k];
    vec candidate[3] = {sum, sum, sum};
    ivec is_chosen[3], offsets = offset_along_all(OPENSIMPLEX, dims, 0);
    UNROLL
    for (int i = 0; i < class->axes; i++) {
        const vec f = fraction[class->axis[i]];
        candidate[i] = class->is_back ? -f : f;
    }
    find_largest(class->axes, candidate, is_chosen);
    UNROLL
    for (int a = 0; a < dims; a++)
        offsets = offsets + in_field(OPENSIMPLEX, dims, a, k >> a & 1);
    UNROLL
    for (int i = 0; i < class->axes; i++) {
        const vec along = fraction[class->axis[i]] + sum;
        const ivec is_other = class->is_back ? (ivec)(along < v_splat((real)(class->ones - 1)))
                                             : (ivec)(along > v_splat((real)(class->ones + 2)));
        const ivec step = is_other & is_chosen[i] & in_field(OPENSIMPLEX, dims, class->axis[i], 2);
        offsets = class->is_back ? offsets - step : offsets + step;
    }
    return offsets;
}

/* Not a loop: clang would not know the class when it unrolls the loops inside. */
INLINE void class_offsets(int dims, const vec fraction[4], ivec offsets[])
{
    const vec sum = sum_of(dims, fraction);
    offsets[0] = offsets_of_class(dims, 0, sum, fraction);
    offsets[1] = offsets_of_class(dims, 1, sum, fraction);
    offsets[2] = offsets_of_class(dims, 2, sum, fraction);
    offsets[3] = offsets_of_class(dims, 3, sum, fraction);
    if (dims == 2)
        return;
    offsets[4] = offsets_of_class(dims, 4, sum, fraction);
    offsets[5] = offsets_of_class(dims, 5, sum, fraction);
    offsets[6] = offsets_of_class(dims, 6, sum, fraction);
    offsets[7] = offsets_of_class(dims, 7, sum, fraction);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Whether samples are in a half of space; `term` has what its numbers multiply. */
INLINE ivec is_in_half(const struct perlin_half *half, const vec term[5])
{
    vec total = term[0]; /* for compilers that think that there may be no terms */
    int terms = 0;
    UNROLL
    for (int i = 0; i < 5; i++) {
        if (half->times[i] == 0)
            continue;
        const vec part = v_splat((real)half->times[i]) * term[i];
        if (terms++ == 0)
            total = part;
        else
            total = total + part;
    }
    return (ivec)(total > v_splat((real)half->least));
}

/* For each group, where perlin_group_offsets has the offsets of its vertex: by which point of
   the group can be in reach, and by the order of the fractions. */
INLINE void find_choices(const vec fraction[4], ivec choice[PERLIN_GROUPS])
{
    static const int8_t pair[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    vec term[5] = {fraction[0], fraction[1], fraction[2], fraction[3]};
    ivec order = v_splat_index(0);
    UNROLL
    for (int a = 0; a < 3; a++) {
        UNROLL
        for (int b = a + 1; b < 4; b++)
            order = order + (is_greater(fraction, a, b) & v_splat_index(perlin_order_weight[a]));
    }
    UNROLL
    for (int i = 0; i < 5; i++) { /* a sorting network */
        const vec a = term[pair[i][0]], b = term[pair[i][1]];
        term[pair[i][0]] = where((ivec)(a > b), a, b);
        term[pair[i][1]] = where((ivec)(a > b), b, a);
    }
    term[4] = sum_of(4, term) * v_splat((real)0.6);
    UNROLL
    for (int k = 0; k < PERLIN_GROUPS; k++) {
        const struct perlin_half *const half = perlin_group[k].half;
        const vec later =
            where(is_in_half(&half[1], term), (vec)(order + v_splat_index(PERLIN_ROOM_FOR_ORDERS)),
                  (vec)(order + v_splat_index(2 * PERLIN_ROOM_FOR_ORDERS)));
        choice[k] = (ivec)where(is_in_half(&half[0], term), (vec)order, later);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

/* The packed offsets of all vertices of a vector of samples; of groups what find_choices says. */
INLINE void find_offsets(int basis, int dims, const vec fraction[4], ivec offsets[])
{
    if (basis == OPENSIMPLEX)
        class_offsets(dims, fraction, offsets);
    else if (has_groups(basis, dims))
        find_choices(fraction, offsets);
    else if (has_a4(basis, dims))
        a4_offsets(fraction, offsets);
    else if (has_cubes(basis, dims))
        cube_offsets(basis, fraction, offsets);
    else if (basis == OPENSIMPLEX2S)
        square_offsets(fraction, offsets);
    else
        simplex_offsets(dims, fraction, offsets);
}

#endif
