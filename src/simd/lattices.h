/*
 * The lattices of noise on simplices: which of their points count at a place. Comparisons of a place's fractions, its signs,
 * tell them; places in one cell that have the same signs have the same points.
 */
#ifndef PERLIN_SIMD_LATTICES_H
#define PERLIN_SIMD_LATTICES_H

#include "block.h"

enum {
    SIMPLEX = PERLIN_BASIS_SIMPLEX,
    OPENSIMPLEX2 = PERLIN_BASIS_OPENSIMPLEX2,
    OPENSIMPLEX2S = PERLIN_BASIS_OPENSIMPLEX2S,
    OPENSIMPLEX = PERLIN_BASIS_OPENSIMPLEX
};

/* Two lattices of cubes; and five copies of the lattice A4. */
INLINE int has_cubes(int basis, int dims)
{
    return (basis == OPENSIMPLEX2 || basis == OPENSIMPLEX2S) && dims == 3;
}

INLINE int has_a4(int basis, int dims)
{
    return basis == OPENSIMPLEX2 && dims == 4;
}

/* Skewed the other way: cells are stretched along the diagonal. */
INLINE int is_stretched(int basis, int dims)
{
    return basis == OPENSIMPLEX || has_a4(basis, dims);
}

/* Whether points are the corners of one simplex, of which the first and the last are the cell's corners. */
INLINE int is_simplex(int basis)
{
    return basis == SIMPLEX;
}

/* How much of the sum of the coordinates skews them, and of the sum of what is skewed unskews it. */
static const double skews[4] = {0, 0x1.76cf5d0b09955p-2, 0x1.5555555555555p-2, 0x1.3c6ef372fe95p-2};
static const double unskews[4] = {0, 0x1.b0cb174df99c7p-3, 0x1.5555555555555p-3,
                                  0x1.1b06d1d200913p-3};

INLINE double skew_of(int basis, int dims)
{
    return has_cubes(basis, dims)      ? 0
           : is_stretched(basis, dims) ? -unskews[dims - 1]
                                       : skews[dims - 1];
}

INLINE double unskew_of(int basis, int dims)
{
    return has_cubes(basis, dims)      ? 0
           : is_stretched(basis, dims) ? -skews[dims - 1]
                                       : unskews[dims - 1];
}

/* How far a copy of a lattice is from the one before, unskewed. */
INLINE double copy_step(int basis, int dims)
{
    return has_cubes(basis, dims) ? 0.5 : has_a4(basis, dims) ? 0x1.c9f25c5bfedd9p-2 : 0;
}

/* The lattice points that are summed. */
INLINE int vertex_count(int basis, int dims)
{
    if (basis == OPENSIMPLEX)
        return 1 << dims;
    if (basis == OPENSIMPLEX2S)
        return dims == 2 ? 4 : dims == 3 ? 8 : 10;
    return has_cubes(basis, dims) ? 4 : dims + 1;
}

enum { MOST_VERTICES = 10 };

/* Whether points are in groups, of each of which one counts. */
INLINE int has_groups(int basis, int dims)
{
    return basis == OPENSIMPLEX2S && dims == 4;
}

/* Whether the positions of groups' points are looked up: rows are loaded one by one, and long vectors compute them sooner. */
INLINE int has_table_of_positions(int basis, int dims)
{
    return has_groups(basis, dims) && LANES <= 8;
}

/* Whether a lattice is one of several copies, by which its points are hashed, too; and of which one a point is. */
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

/* The point that is the cell's far corner wherever the place is in the cell, the first one then being its near corner; or 0. */
INLINE int far_corner(int basis, int dims)
{
    return is_simplex(basis) ? dims : basis == OPENSIMPLEX2S && dims == 2;
}

/* Whether they are three, of which one comparison tells the one that is no such corner. */
INLINE int has_triangles(int basis, int dims)
{
    return is_simplex(basis) && dims == 2;
}

/* Whether a point is the same wherever the place is in its cell: a corner, or of the second lattice of cubes the closest
   point. */
INLINE int is_fixed(int basis, int dims, int vertex)
{
    const int far = far_corner(basis, dims);
    return (far > 0 && (vertex == 0 || vertex == far)) ||
           (has_cubes(basis, dims) && vertex == vertex_count(basis, dims) / 2);
}

/* Its offset, the same along all axes. */
INLINE int fixed_offset(int basis, int dims, int vertex)
{
    return vertex > 0 && vertex == far_corner(basis, dims);
}

/* How many points are fixed of the first ones. */
INLINE int fixed_among(int basis, int dims, int vertices)
{
    int fixed = 0;
    UNROLL
    for (int k = 0; k < vertices; k++)
        fixed += is_fixed(basis, dims, k);
    return fixed;
}

/* Whether a vertex's lift is the same wherever the place is. */
INLINE int has_known_lift(int basis, int dims)
{
    return is_simplex(basis) || has_cubes(basis, dims);
}

/* How much lower a point is along each axis, unskewed, than its offset; 0 where that is not known. */
INLINE real known_lift(int basis, int dims, int vertex)
{
    const real from_copy = (real)copy_of(basis, dims, vertex) * (real)copy_step(basis, dims);
    return has_known_lift(basis, dims) ? (real)vertex * (real)unskew_of(basis, dims) - from_copy
                                       : 0;
}

/* What positions and distances are multiplied by, exactly, and gradients divided by: PERLIN_SCALE where v_sign_rows divides by it,
   else 1. */
INLINE real unit_of(int basis, int dims)
{
    const int divides = is_simplex(basis) && dims > 2 && SIGNS_BY_TOP;
    return divides ? LANE(PERLIN_SCALE) : 1;
}

/* Where a vertex is along an axis by its offsets, unskewed, in units; where the lift is known by the offset along that axis. */
INLINE real position_of(int basis, int dims, int vertex, const int offset[4], int axis)
{
    if (has_known_lift(basis, dims))
        return ((real)offset[axis] - known_lift(basis, dims, vertex)) * unit_of(basis, dims);
    real sum = 0;
    UNROLL
    for (int a = 0; a < dims; a++)
        sum += (real)offset[a];
    return (real)offset[axis] - sum * (real)unskew_of(basis, dims);
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

INLINE vec one_where(ivec mask)
{
    return (vec)(mask & (ivec)v_splat(1));
}

/* ---- Signs ---------------------------------------------------------------------------------------- */

/* Masks. Their number is a constant of the lattice. */
enum { MOST_SIGNS = 28 };

/* For each pair of axes, whether the fraction along the first is greater. */
INLINE int order_signs(int dims, const vec fraction[4], ivec sign[])
{
    int signs = 0;
    UNROLL
    for (int a = 0; a < dims; a++) {
        UNROLL
        for (int b = a + 1; b < dims; b++)
            sign[signs++] = (ivec)(fraction[a] > fraction[b]);
    }
    return signs;
}

/* For each number but the first, whether it is greater than all before it. */
INLINE int largest_signs(int count, const vec v[], ivec sign[])
{
    vec most = v[0];
    UNROLL
    for (int a = 1; a < count; a++) {
        sign[a - 1] = (ivec)(v[a] > most);
        most = where(sign[a - 1], v[a], most);
    }
    return count - 1;
}

/* How far the closest point of a lattice of cubes is along an axis. */
INLINE vec cube_distance(int copy, vec fraction, ivec is_far)
{
    return magnitude(fraction - (copy == 0 ? one_where(is_far) : v_splat((real)0.5)));
}

/* Along each axis whether the far corner is closer; and of each copy which axis has the greatest distance, or for all
   points, on which side of each axis's diagonal plane the place is. */
INLINE int cube_signs(int all, const vec fraction[4], ivec sign[])
{
    int signs = 3;
    UNROLL
    for (int a = 0; a < 3; a++)
        sign[a] = (ivec)(fraction[a] > v_splat((real)0.5));
    UNROLL
    for (int copy = 0; copy < 2; copy++) {
        vec distance[3];
        UNROLL
        for (int a = 0; a < 3; a++)
            distance[a] = cube_distance(copy, fraction[a], sign[a]);
        if (!all) {
            signs += largest_signs(3, distance, sign + signs);
            continue;
        }
        const vec sum = sum_of(3, distance);
        UNROLL
        for (int a = 0; a < 3; a++)
            sign[signs++] =
                (ivec)(v_mul_add_exact(distance[a], v_splat(-2), sum) < v_splat((real)0.5));
    }
    return signs;
}

/* The order; whether the sum is greater than 0 to 3; whether each fraction is greater than a fifth one, which makes the sum
   an integer. */
INLINE int a4_signs(const vec fraction[4], ivec sign[])
{
    const vec sum = sum_of(4, fraction);
    int signs = order_signs(4, fraction, sign);
    vec whole = v_splat(0);
    UNROLL
    for (int i = 0; i < 4; i++) {
        sign[signs] = (ivec)(sum > v_splat((real)i));
        whole = whole + one_where(sign[signs++]);
    }
    UNROLL
    for (int a = 0; a < 4; a++)
        sign[signs++] = (ivec)(fraction[a] > whole - sum);
    return signs;
}

/* On which side of the cell's other diagonal, and of two lines to either side of the first one. */
INLINE int plane_signs(const vec fraction[4], ivec sign[])
{
    const vec x = fraction[0], y = fraction[1], two = v_splat(2);
    sign[0] = (ivec)(x + y >= v_splat(1));
    const vec upper = one_where(sign[0]);
    sign[1] = (ivec)(v_mul_add_exact(two, x, -y) >= upper);
    sign[2] = (ivec)(v_mul_add_exact(two, y, -x) >= upper);
    return 3;
}

/* A class of points whose offsets are alike modulo 2, those of a cell's corner: how many are 1; the axes along which there are
   two points that may be closest, and whether these are on the near side. */
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

/* For a class, along which of its axes the fraction is the largest, or the smallest; and whether that leads to another point
   than the cell's corner. Returns how many signs that takes. */
INLINE int signs_of_class(const struct point_class *class, vec sum, const vec fraction[4],
                          ivec sign[])
{
    vec candidate[3] = {sum, sum, sum};
    UNROLL
    for (int i = 0; i < class->axes; i++) {
        const vec f = fraction[class->axis[i]];
        candidate[i] = class->is_back ? -f : f;
    }
    int signs = largest_signs(class->axes, candidate, sign);
    UNROLL
    for (int i = 0; i < class->axes; i++) {
        const vec along = fraction[class->axis[i]] + sum;
        sign[signs++] = class->is_back ? (ivec)(along < v_splat((real)(class->ones - 1)))
                                       : (ivec)(along > v_splat((real)(class->ones + 2)));
    }
    return signs;
}

/* Of all classes. Not in a loop, of which clang would not know the classes when it unrolls the loops inside. */
INLINE int class_signs(int dims, const vec fraction[4], ivec sign[])
{
    const vec sum = sum_of(dims, fraction);
    const struct point_class *const class = point_classes[dims - 2];
    int signs = signs_of_class(&class[0], sum, fraction, sign);
    signs += signs_of_class(&class[1], sum, fraction, sign + signs);
    signs += signs_of_class(&class[2], sum, fraction, sign + signs);
    signs += signs_of_class(&class[3], sum, fraction, sign + signs);
    if (dims == 2)
        return signs;
    signs += signs_of_class(&class[4], sum, fraction, sign + signs);
    signs += signs_of_class(&class[5], sum, fraction, sign + signs);
    signs += signs_of_class(&class[6], sum, fraction, sign + signs);
    return signs + signs_of_class(&class[7], sum, fraction, sign + signs);
}

/* Whether places are in a half of space; `term` has what its numbers multiply. */
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

/* For each group which of its points can be in reach, and the order of the fractions: where perlin_noise.group_offsets has
   that point's offsets. */
INLINE void find_choices(const vec fraction[4], ivec choice[PERLIN_GROUPS])
{
    static const int8_t pair[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    vec term[5] = {fraction[0], fraction[1], fraction[2], fraction[3]};
    ivec sign[6], order = v_splat_index(0);
    order_signs(4, fraction, sign);
    int signs = 0;
    UNROLL
    for (int a = 0; a < 3; a++) {
        UNROLL
        for (int b = a + 1; b < 4; b++)
            order = order + (sign[signs++] & v_splat_index(perlin_order_weight[a]));
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

/* Finds the signs, but of groups; returns their number. */
INLINE int find_signs(int basis, int dims, const vec fraction[4], ivec sign[MOST_SIGNS])
{
    if (basis == OPENSIMPLEX)
        return class_signs(dims, fraction, sign);
    if (has_a4(basis, dims))
        return a4_signs(fraction, sign);
    if (has_cubes(basis, dims))
        return cube_signs(basis == OPENSIMPLEX2S, fraction, sign);
    if (basis == OPENSIMPLEX2S)
        return plane_signs(fraction, sign);
    return order_signs(dims, fraction, sign);
}

/* ---- Points --------------------------------------------------------------------------------------- */

/* Whether the fraction along axis a is greater than that along b, by order_signs. */
INLINE ivec is_greater(int dims, const ivec sign[], int a, int b)
{
    const int low = a < b ? a : b, high = a < b ? b : a;
    const ivec low_is = sign[low * (2 * dims - low - 1) / 2 + high - low - 1];
    return a < b ? low_is : ~low_is;
}

/* How many fractions are smaller. */
INLINE void find_ranks(int dims, const ivec sign[], vec rank[4])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        const int first = a == 0;
        rank[a] = one_where(is_greater(dims, sign, a, first));
        UNROLL
        for (int b = first + 1; b < dims; b++)
            if (b != a)
                rank[a] = rank[a] + one_where(is_greater(dims, sign, a, b));
    }
}

/* Masks of the axis of the largest of so many numbers, by largest_signs. */
INLINE void find_largest(int count, const ivec sign[], ivec is_largest[])
{
    is_largest[0] = ~(ivec)v_splat(0);
    UNROLL
    for (int a = 1; a < count; a++) {
        is_largest[a] = sign[a - 1];
        UNROLL
        for (int before = 0; before < a; before++)
            is_largest[before] = is_largest[before] & ~sign[a - 1];
    }
}

/* Whether at least so many of the other fractions, at most three, are smaller. */
INLINE ivec has_rank(int dims, const ivec sign[], int axis, int rank)
{
    const ivec never = v_splat_index(0);
    ivec one = never, two = never, three = never;
    UNROLL
    for (int b = 0; b < dims; b++) {
        if (b == axis)
            continue;
        const ivec more = is_greater(dims, sign, axis, b);
        three = three | (two & more);
        two = two | (one & more);
        one = one | more;
    }
    return rank <= 0 ? ~never : rank == 1 ? one : rank == 2 ? two : rank == 3 ? three : never;
}

/* The corners of the simplex: offsets, less the lift, grow in the order of the fractions, the largest first. */
INLINE void simplex_points(int dims, const ivec sign[], vec point[][4])
{
    const real unit = unit_of(SIMPLEX, dims);
    UNROLL
    for (int k = 0; k <= dims; k++) {
        const real lift = known_lift(SIMPLEX, dims, k);
        const ivec zero = (ivec)v_splat((0 - lift) * unit), one = (ivec)v_splat((1 - lift) * unit);
        UNROLL
        for (int a = 0; a < dims; a++) /* cheaper than where(), since these are constants */
            point[k][a] = (vec)(zero ^ (has_rank(dims, sign, a, dims - k) & (zero ^ one)));
    }
}

/* The position of the corner of a triangle that is not fixed: 1 along the axis of the greater fraction, less the lift. */
INLINE void triangle_position(const vec fraction[4], vec position[4])
{
    const real lift = known_lift(SIMPLEX, 2, 1);
    const vec near = v_splat(0 - lift), far = v_splat(1 - lift);
    ivec is_along_x[1];
    order_signs(2, fraction, is_along_x);
    position[0] = where(is_along_x[0], far, near);
    position[1] = where(is_along_x[0], near, far);
}

/* Of each lattice of cubes the closest point, and the second closest; or for each axis its neighbour along that or along
   both others. Offsets, less the lift. */
INLINE void cube_points(int all, const ivec sign[], vec point[][4])
{
    const ivec *more = sign + 3;
    UNROLL
    for (int copy = 0; copy < 2; copy++) {
        vec closest[3], other[3];
        ivec is_largest[3];
        UNROLL
        for (int a = 0; a < 3; a++) {
            closest[a] = copy == 0 ? one_where(sign[a]) : v_splat((real)0.5);
            other[a] = where(sign[a], v_splat(copy == 0 ? -1 : 1), v_splat(copy == 0 ? 1 : -1));
            point[0][a] = closest[a];
        }
        point++;
        if (!all) {
            find_largest(3, more, is_largest);
            UNROLL
            for (int a = 0; a < 3; a++)
                point[0][a] = closest[a] + (vec)((ivec)other[a] & is_largest[a]);
            point++;
            more += 2;
            continue;
        }
        UNROLL
        for (int axis = 0; axis < 3; axis++) {
            UNROLL
            for (int a = 0; a < 3; a++) {
                const ivec moves = a == axis ? more[axis] : ~more[axis];
                point[axis][a] = closest[a] + (vec)((ivec)other[a] & moves);
            }
        }
        point += 3;
        more += 3;
    }
}

/* Of five copies of the lattice A4 the closest point of each: by the ranks of the fractions among them and the fifth. */
INLINE void a4_offsets(const ivec sign[], vec offset[][4])
{
    vec whole = v_splat(0), rank[4];
    UNROLL
    for (int i = 0; i < 4; i++)
        whole = whole + one_where(sign[6 + i]);
    find_ranks(4, sign, rank);
    UNROLL
    for (int a = 0; a < 4; a++) {
        const vec height = rank[a] + one_where(sign[10 + a]) + whole;
        UNROLL
        for (int copy = 0; copy < 5; copy++)
            offset[copy][a] = one_where((ivec)(height > v_splat((real)copy + (real)4.5))) -
                              one_where((ivec)(height < v_splat((real)copy - (real)0.5)));
    }
}

/* The cell's near and far corner, and to either side of the diagonal between them a corner, or a point outside. */
INLINE void plane_offsets(const ivec sign[], vec offset[][4])
{
    const vec upper = one_where(sign[0]), one = v_splat(1), two = v_splat(2);
    UNROLL
    for (int a = 0; a < 2; a++) {
        offset[0][a] = v_splat(0);
        offset[1][a] = one;
    }
    offset[2][0] = upper - one + two * one_where(sign[1]);
    offset[2][1] = upper;
    offset[3][0] = upper;
    offset[3][1] = upper - one + two * one_where(sign[2]);
}

/* The closest point of a class: the cell's corner, or two cells from it along the axis of the largest fraction, or back along
   that of the smallest one. Returns where the next class's signs are. */
INLINE const ivec *offset_of_class(int dims, int k, const ivec sign[], vec offset[4])
{
    const struct point_class *const class = &point_classes[dims - 2][k];
    const vec step = v_splat(class->is_back ? -2 : 2);
    const ivec *const is_other = sign + class->axes - 1;
    ivec is_chosen[3];
    UNROLL
    for (int a = 0; a < dims; a++)
        offset[a] = v_splat((real)(k >> a & 1));
    find_largest(class->axes, sign, is_chosen);
    UNROLL
    for (int i = 0; i < class->axes; i++) {
        const int a = class->axis[i];
        offset[a] = offset[a] + (vec)((ivec)step & (is_other[i] & is_chosen[i]));
    }
    return is_other + class->axes;
}

INLINE void class_offsets(int dims, const ivec sign[], vec offset[][4])
{
    sign = offset_of_class(dims, 0, sign, offset[0]);
    sign = offset_of_class(dims, 1, sign, offset[1]);
    sign = offset_of_class(dims, 2, sign, offset[2]);
    sign = offset_of_class(dims, 3, sign, offset[3]);
    if (dims == 2)
        return;
    sign = offset_of_class(dims, 4, sign, offset[4]);
    sign = offset_of_class(dims, 5, sign, offset[5]);
    sign = offset_of_class(dims, 6, sign, offset[6]);
    offset_of_class(dims, 7, sign, offset[7]);
}

/* The lattice points near a place, by its signs, but of groups: their offsets from its cell, less what is known of the lift,
   in units. */
INLINE void find_points(int basis, int dims, const ivec sign[], vec point[][4])
{
    if (basis == OPENSIMPLEX)
        class_offsets(dims, sign, point);
    else if (has_a4(basis, dims))
        a4_offsets(sign, point);
    else if (has_cubes(basis, dims))
        cube_points(basis == OPENSIMPLEX2S, sign, point);
    else if (basis == OPENSIMPLEX2S)
        plane_offsets(sign, point);
    else
        simplex_points(dims, sign, point);
}

#endif
