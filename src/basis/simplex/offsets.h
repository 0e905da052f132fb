/*
 * Finds the vertices of samples: for each rule a function from the samples' fractions to packed
 * offsets.
 */
#ifndef PERLIN_SIMPLEX_OFFSETS_H
#define PERLIN_SIMPLEX_OFFSETS_H

#include "lattices.h"

INLINE vec one_where(ivec mask)
{
    return (vec)(mask & (ivec)v_splat(1));
}

/* a in lanes where the mask is set, else b: packed offsets, or steps. */
INLINE ivec step_where(ivec mask, ivec a, ivec b)
{
    return b ^ ((a ^ b) & mask);
}

/* A fraction, and a step along its axis. */
struct along_axis {
    vec fraction;
    ivec step;
};

/* Sorts fractions so that they fall. Of equal ones that of the later axis comes first, as in the
   beginning: swaps of neighbours keep equal ones in order. */
INLINE void sort_falling(const struct lattice *lattice, const vec fraction[4],
                         struct along_axis falling[4])
{
    const int dims = lattice->dims;
    UNROLL
    for (int a = 0; a < dims; a++)
        falling[dims - 1 - a] = (struct along_axis){fraction[a], step_along(lattice, a, 1)};
    UNROLL
    for (int end = dims - 1; end > 0; end--) {
        UNROLL
        for (int i = 0; i < end; i++) {
            const struct along_axis a = falling[i], b = falling[i + 1];
            const ivec swaps = (ivec)(a.fraction < b.fraction);
            falling[i].fraction = where(swaps, b.fraction, a.fraction);
            falling[i].step = step_where(swaps, b.step, a.step);
            falling[i + 1].fraction = where(swaps, a.fraction, b.fraction);
            falling[i + 1].step = a.step ^ b.step ^ falling[i].step;
        }
    }
}

/* ---- Simplices ------------------------------------------------------------------------------- */

/* In which lanes there is a step along an axis, or, if `inverted`, there is none. */
struct steps {
    lane_mask where;
    int inverted;
};
#define IN(m)     ((struct steps){(lane_mask)(m), 0})
#define NOT_IN(m) ((struct steps){(lane_mask)(m), 1})

INLINE ivec stepped(struct steps s, ivec with, ivec without)
{
    return s.inverted ? v_choose(s.where, without, with) : v_choose(s.where, with, without);
}

/* The corners but the near and the far one. Corner k is a step along each of k axes from the near
   corner: those of the greatest fractions; of equal ones the later axes. */
INLINE void find_steps(int dims, const vec t[4], struct steps step[3][4])
{
    if (dims == 1)
        return;
    const lane_mask xy = v_greater(t[0], t[1]);
    if (dims == 2) {
        step[0][0] = IN(xy), step[0][1] = NOT_IN(xy);
        return;
    }
    const lane_mask xz = v_greater(t[0], t[2]), yz = v_greater(t[1], t[2]);
    if (dims == 3) {
        step[0][0] = IN(xy & xz), step[1][0] = IN(xy | xz);
        step[0][1] = IN(yz & ~xy), step[1][1] = NOT_IN(xy & ~yz);
        step[0][2] = NOT_IN(xz | yz), step[1][2] = NOT_IN(xz & yz);
        return;
    }
    const lane_mask xw = v_greater(t[0], t[3]), yw = v_greater(t[1], t[3]);
    const lane_mask zw = v_greater(t[2], t[3]);
    step[0][0] = IN(xy & xz & xw);
    step[1][0] = IN((xy & xz) | ((xy | xz) & xw));
    step[2][0] = IN(xy | xz | xw);
    step[0][1] = IN(yz & yw & ~xy);
    step[1][1] = IN((yz & yw) | ((yz | yw) & ~xy));
    step[2][1] = NOT_IN(xy & ~(yz | yw));
    step[0][2] = IN(zw & ~(xz | yz));
    step[1][2] = NOT_IN((xz & yz) | ((xz | yz) & ~zw));
    step[2][2] = NOT_IN(xz & yz & ~zw);
    step[0][3] = NOT_IN(xw | yw | zw);
    step[1][3] = NOT_IN((xw & yw) | ((xw | yw) & zw));
    step[2][3] = NOT_IN(xw & yw & zw);
}

#undef IN
#undef NOT_IN

/* The same, packed. */
INLINE void simplex_offsets(const struct lattice *lattice, const vec fraction[4], ivec offsets[])
{
    struct steps step[3][4];
    find_steps(lattice->dims, fraction, step);
    offsets[0] = near_corner(lattice);
    offsets[lattice->dims] = far_corner(lattice);
    UNROLL
    for (int k = 1; k < lattice->dims; k++) {
        offsets[k] = offsets[0];
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            offsets[k] =
                offsets[k] + stepped(step[k - 1][a], step_along(lattice, a, 1), v_splat_index(0));
    }
}

/* ---- Cubes ----------------------------------------------------------------------------------- */

/*
 * Each of the two lattices has its closest point, and others that are a step away along some axes.
 * The first lattice's points are corners of cells: a step leads to the corner across. The second
 * one's are middles of cells: a step leads to the next cell on the sample's side. OPENSIMPLEX2 adds
 * the second closest point, a step along the axis of the greatest distance. OPENSIMPLEX2S adds a
 * point for each axis: a step along that axis, or one along each of the others.
 */
INLINE void cube_offsets(const struct lattice *lattice, const vec fraction[4], ivec offsets[])
{
    UNROLL
    for (int copy = 0; copy < 2; copy++) {
        ivec closest = near_corner(lattice), step[3];
        vec distance[3];
        UNROLL
        for (int a = 0; a < 3; a++) {
            const ivec is_far = (ivec)(fraction[a] > v_splat((real)0.5));
            const ivec back = step_along(lattice, a, -1), forth = step_along(lattice, a, 1);
            if (copy == 0) {
                closest = closest + (is_far & forth);
                step[a] = step_where(is_far, back, forth);
                distance[a] = magnitude(fraction[a] - one_where(is_far));
            } else {
                step[a] = step_where(is_far, forth, back);
                distance[a] = magnitude(fraction[a] - v_splat((real)0.5));
            }
        }
        *offsets++ = closest;
        if (lattice->rule == TWO_OF_EACH_CUBES) {
            const ivec is_y = (ivec)(distance[1] > distance[0]);
            const ivec is_z = (ivec)(distance[2] > where(is_y, distance[1], distance[0]));
            *offsets++ = closest + step_where(is_z, step[2], step_where(is_y, step[1], step[0]));
            continue;
        }
        const vec sum = sum_of(3, distance);
        const ivec steps = step[0] + step[1] + step[2];
        UNROLL
        for (int a = 0; a < 3; a++) {
            const ivec is_along =
                (ivec)(v_mul_add_exact(distance[a], v_splat(-2), sum) < v_splat((real)0.5));
            *offsets++ = closest + step_where(is_along, step[a], steps - step[a]);
        }
    }
}

/* ---- A4 -------------------------------------------------------------------------------------- */

/* The closest point of each of the five lattices A4, by the ranks of the four fractions and a
   fifth one, which makes their sum whole (src/scalar/simplex_template.h). */
INLINE void a4_offsets(const struct lattice *lattice, const vec fraction[4], ivec offsets[])
{
    const vec sum = sum_of(4, fraction);
    struct along_axis falling[4];
    vec whole = v_splat(0);
    sort_falling(lattice, fraction, falling);
    UNROLL
    for (int i = 0; i < 4; i++)
        whole = whole + one_where((ivec)(sum > v_splat((real)i)));
    UNROLL
    for (int copy = 0; copy < 5; copy++)
        offsets[copy] = near_corner(lattice);
    UNROLL
    for (int i = 0; i < 4; i++) {
        const vec height =
            whole + v_splat((real)(3 - i)) + one_where((ivec)(falling[i].fraction > whole - sum));
        UNROLL
        for (int copy = 0; copy < 5; copy++) {
            const ivec is_up = (ivec)(height > v_splat((real)copy + (real)4.5));
            const ivec is_down = (ivec)(height < v_splat((real)copy - (real)0.5));
            offsets[copy] = offsets[copy] + (is_up & falling[i].step) - (is_down & falling[i].step);
        }
    }
}

/* ---- The plane ------------------------------------------------------------------------------- */

/* The near and the far corner, and to either side of the diagonal between them another point: from
   the corner that is closer to the sample one cell back along an axis, or one cell on. */
INLINE void plane_offsets(const struct lattice *lattice, const vec fraction[4], ivec offsets[])
{
    offsets[0] = near_corner(lattice);
    offsets[1] = far_corner(lattice);
    /* Compared last: gcc 12 fails where a mask of two lanes is carried past loops. */
    const ivec is_upper = (ivec)(fraction[0] + fraction[1] >= v_splat(1));
    const ivec closer = step_where(is_upper, offsets[1], offsets[0]);
    UNROLL
    for (int a = 0; a < 2; a++) {
        const vec across = v_mul_add_exact(v_splat(2), fraction[a], -fraction[1 - a]);
        offsets[2 + a] = closer + step_where((ivec)(across >= one_where(is_upper)),
                                             step_along(lattice, a, 1), step_along(lattice, a, -1));
    }
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* A half of space: where the four fractions, as they fall, and 0.6 times their sum, times these
   come to more than `least`. */
struct half_space {
    int8_t times[5];
    double least;
};

/*
 * Points of which no two are in reach of one place, by their offsets along the axes of falling
 * fractions; and which of them may be: the first one in the first half, else the second one in the
 * second half, else the third one (scripts/prove-groups).
 */
struct group {
    int8_t point[3][4];
    struct half_space half[2];
};

/* All points that are in reach of some place. */
static const struct group group[10] = {
    {{{0, 0, 0, 0}, {1, 1, 0, -1}, {1, 2, 1, 0}},
     {{{0, -1, 0, 1, 0}, -29 / 32.0}, {{0, 0, -1, 0, 0}, -0.5}}},
    {{{1, 1, 1, 1}, {2, 1, 0, 0}, {1, 0, -1, 0}},
     {{{-1, 0, 1, 0, 0}, -29 / 32.0}, {{0, 1, 0, 0, 0}, 0.5}}},
    {{{1, 0, 0, 0}, {1, 1, 2, 1}, {2, 2, 2, 1}},
     {{{0, 0, -1, 0, 0}, -29 / 32.0}, {{0, 0, 0, 1, 0}, 0.5}}},
    {{{1, 1, 1, 0}, {0, -1, 0, 0}, {0, -1, -1, -1}},
     {{{0, 1, 0, 0, 0}, 3 / 32.0}, {{-1, 0, 0, 0, 0}, -0.5}}},
    {{{1, 1, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 1}},
     {{{1, 0, 0, -1, 0}, 3 / 32.0}, {{0, -1, 0, 0, 0}, -0.5}}},
    {{{1, 0, 1, 0}, {0, 0, -1, -1}, {2, 2, 1, 1}},
     {{{1, -3, 3, -1, 0}, -1 / 32.0}, {{0, 0, 0, 0, -1}, -1.2}}},
    {{{1, 2, 1, 1}, {1, 0, 0, 1}, {0, 0, 0, -1}},
     {{{0, 2, 0, 1, 0}, 67 / 32.0}, {{1, 0, 0, 2, -1}, 0.2}}},
    {{{0, 0, -1, 0}, {0, 1, 1, 0}, {2, 1, 1, 1}},
     {{{-1, 0, -2, 0, 0}, -29 / 32.0}, {{-2, 0, 0, -1, 1}, -0.4}}},
    {{{1, 0, 0, -1}, {1, 0, 1, 1}, {0, 1, 0, 0}},
     {{{2, -1, 0, -2, 0}, 37 / 32.0}, {{0, -2, 0, 0, 1}, 0.2}}},
    {{{2, 1, 1, 0}, {0, 0, 1, 0}, {1, 1, 0, 1}},
     {{{2, 0, 1, -2, 0}, 69 / 32.0}, {{0, 0, 2, 0, -1}, -0.2}}},
};

/* Whether samples are in a half of space; `term` has what its numbers multiply. */
INLINE ivec is_in_half(const struct half_space *half, const vec term[5])
{
    vec total = term[0]; /* for compilers that think that there may be no terms */
    int terms = 0;
    UNROLL
    for (int i = 0; i < 5; i++) {
        if (half->times[i] == 0)
            continue;
        const vec part = v_splat((real)half->times[i]) * term[i];
        total = terms++ == 0 ? part : (vec)(total + part);
    }
    return (ivec)(total > v_splat((real)half->least));
}

/* A group's point: as many steps from the near corner along the axes of falling fractions. */
INLINE ivec offsets_of_point(const struct lattice *lattice, const int8_t point[4],
                             const struct along_axis falling[4])
{
    ivec offsets = near_corner(lattice);
    UNROLL
    for (int i = 0; i < 4; i++)
        offsets = point[i] < 0    ? offsets - falling[i].step
                  : point[i] == 0 ? offsets
                  : point[i] == 1 ? offsets + falling[i].step
                                  : offsets + falling[i].step + falling[i].step;
    return offsets;
}

INLINE void group_offsets(const struct lattice *lattice, const vec fraction[4], ivec offsets[])
{
    struct along_axis falling[4];
    vec term[5];
    sort_falling(lattice, fraction, falling);
    UNROLL
    for (int i = 0; i < 4; i++)
        term[i] = falling[i].fraction;
    term[4] = sum_of(4, term) * v_splat((real)0.6);
    UNROLL
    for (int k = 0; k < lattice->vertices; k++) {
        ivec of_point[3];
        UNROLL
        for (int p = 0; p < 3; p++)
            of_point[p] = offsets_of_point(lattice, group[k].point[p], falling);
        offsets[k] =
            step_where(is_in_half(&group[k].half[0], term), of_point[0],
                       step_where(is_in_half(&group[k].half[1], term), of_point[1], of_point[2]));
    }
}

/* ---- In order -------------------------------------------------------------------------------- */

INLINE void exchange(ivec offsets[], int lower, int higher)
{
    const ivec differs =
        (offsets[lower] ^ offsets[higher]) & (ivec)(offsets[lower] > offsets[higher]);
    offsets[lower] = offsets[lower] ^ differs;
    offsets[higher] = offsets[higher] ^ differs;
}

/* Sorts each copy's vertices by w, then z, y and x: by their packed offsets. Exchanges are those of
   the best known networks for 4 and 10 numbers (Knuth, "The Art of Computer Programming", volume 3,
   5.3.4). */
INLINE void sort_offsets(const struct lattice *lattice, ivec offsets[])
{
    static const uint8_t four[3][2][2] = {{{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}, {{1, 2}}};
    static const uint8_t ten[9][5][2] = {{{4, 9}, {3, 8}, {2, 7}, {1, 6}, {0, 5}},
                                         {{1, 4}, {6, 9}, {0, 3}, {5, 8}},
                                         {{0, 2}, {3, 6}, {7, 9}},
                                         {{0, 1}, {2, 4}, {5, 7}, {8, 9}},
                                         {{1, 2}, {4, 6}, {7, 8}, {3, 5}},
                                         {{2, 5}, {6, 8}, {1, 3}, {4, 7}},
                                         {{2, 3}, {6, 7}},
                                         {{3, 4}, {5, 6}},
                                         {{4, 5}}};
    const int each = lattice->vertices / lattice->copies;
    if (lattice->rule == CORNERS_OF_SIMPLEX || each == 1)
        return;
    UNROLL
    for (int copy = 0; copy < lattice->copies; copy++) {
        ivec *const of_copy = offsets + copy * each;
        if (each == 2)
            exchange(of_copy, 0, 1);
        UNROLL
        for (int i = 0; i < 3 && each == 4; i++) {
            UNROLL
            for (int k = 0; k < 2; k++)
                if (four[i][k][1] > 0)
                    exchange(of_copy, four[i][k][0], four[i][k][1]);
        }
        UNROLL
        for (int i = 0; i < 9 && each == 10; i++) {
            UNROLL
            for (int k = 0; k < 5; k++)
                if (ten[i][k][1] > 0)
                    exchange(of_copy, ten[i][k][0], ten[i][k][1]);
        }
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

/* The packed offsets of all vertices of a vector of samples. */
INLINE void find_offsets(const struct lattice *lattice, const vec fraction[4], ivec offsets[])
{
    if (lattice->rule == CORNERS_OF_SIMPLEX)
        simplex_offsets(lattice, fraction, offsets);
    else if (lattice->rule == FOUR_IN_PLANE)
        plane_offsets(lattice, fraction, offsets);
    else if (lattice->rule == ONE_OF_EACH_A4)
        a4_offsets(lattice, fraction, offsets);
    else if (lattice->rule == ONE_OF_EACH_GROUP)
        group_offsets(lattice, fraction, offsets);
    else
        cube_offsets(lattice, fraction, offsets);
}

#endif
