/*
 * Noise on simplices and like lattices at points, by the integer hash: from coordinates to the sum
 * over vertices in registers.
 */
#ifndef PERLIN_SIMPLEX_INTEGER_POINTS_H
#define PERLIN_SIMPLEX_INTEGER_POINTS_H

#include "../../engine/integers.h"
#include "../../engine/store.h"
#include "offsets.h"

/* What all samples share: the lattice, its keys and gradients, the squared reach of a gradient.
   `in_lattice`: samples are placed in the lattice (engine/lattice.h), their distances exact, and
   vertices are added in order. */
struct reach {
    const struct lattice *lattice;
    int in_lattice;
    double unskew, skew;
    const struct hash_keys *keys;
    const struct v_gradients *gradients;
    const uint32_t *last; /* keys that end hashes, by copy of the lattice */
    vec squared;
};

/* Adds a vertex of hash h to samples that are d from it. */
INLINE void add_vertex_of_hash(const struct reach *reach, int has_slopes, int is_first, hash_vec h,
                               const vec d[4], struct vertex_sum *sum)
{
    const int dims = reach->lattice->dims;
    const vec left = reach->in_lattice ? left_from_last(dims, reach->squared, d)
                                       : left_of_reach(dims, reach->squared, d);
    const vec dot = gradient_dot(reach->gradients, dims, h, d);
    vec gradient[4];
    if (has_slopes)
        gradients_at(reach->gradients, dims, h, gradient);
    add_faded(dims, has_slopes, is_first, left, dot, gradient, d, sum);
}

/* The fractions of places, and how far these are from the near corners of their cells. In a lattice
   fractions need not be exact. */
INLINE void from_corner_of_place(const struct reach *reach, const struct place place[4],
                                 vec fraction[4], vec near[4])
{
    const struct lattice *const lattice = reach->lattice;
    const int dims = lattice->dims;
    UNROLL
    for (int a = 0; a < dims; a++) {
        near[a] = place[a].fraction;
        if (reach->in_lattice && has_long_cells(&lattice->places))
            near[a] = v_floats((ivec)near[a]) * v_splat((real)PER_CELL);
        fraction[a] = near[a];
    }
    if (!reach->in_lattice) {
        from_near_corner(lattice, fraction, near);
    } else if (reach->skew != 0) {
        const vec shift = sum_of(dims, near) * v_splat((real)reach->skew);
        UNROLL
        for (int a = 0; a < dims; a++)
            fraction[a] = near[a] + shift;
    }
}

/* ---- Simplices ------------------------------------------------------------------------------- */

/* Hashes along axes and offsets are chosen by masks. */
INLINE void sum_corners(const struct reach *reach, int side, struct place place[MOST_ABREAST][4],
                        struct vertex_sum sum[MOST_ABREAST])
{
    const struct lattice *const lattice = reach->lattice;
    const int dims = lattice->dims;
    vec near[MOST_ABREAST][4];
    hash_vec here[MOST_ABREAST][4], next[MOST_ABREAST][4];
    struct steps step[MOST_ABREAST][3][4];
    EACH
    {
        vec fraction[4];
        from_corner_of_place(reach, place[u], fraction, near[u]);
        find_steps(dims, fraction, step[u]);
        UNROLL
        for (int a = 0; a < dims; a++) {
            here[u][a] = axis_hash(reach->keys, a, place[u][a].cell);
            next[u][a] = axis_hash(reach->keys, a, place[u][a].next);
        }
    }
    UNROLL
    for (int k = 0; k <= dims; k++) {
        const real aside = (real)k * (real)reach->unskew, along = aside - 1;
        EACH
        {
            vec d[4];
            hash_vec h = here[u][0];
            UNROLL
            for (int a = 0; a < dims; a++) {
                const int is_between = k > 0 && k < dims;
                hash_vec of_axis = k == 0 ? here[u][a] : next[u][a];
                vec offset = v_splat(k == 0 ? 0 : along);
                if (is_between) {
                    const struct steps s = step[u][k - 1][a];
                    of_axis = (hash_vec)stepped(s, (ivec)next[u][a], (ivec)here[u][a]);
                    offset = (vec)stepped(s, (ivec)v_splat(along), (ivec)v_splat(aside));
                }
                d[a] = k == 0 ? near[u][a] : (vec)(near[u][a] + offset);
                h = a == 0 ? of_axis : v_dot(h, of_axis);
            }
            if (dims == 1)
                h = v_dot(h, reach->keys->last);
            if (dims == 2 && k == 1) /* one choice less */
                h = (hash_vec)stepped(step[u][0][0], (ivec)v_dot(next[u][0], here[u][1]),
                                      (ivec)v_dot(here[u][0], next[u][1]));
            add_vertex_of_hash(reach, 0, k == 0 && !reach->in_lattice, h, d, &sum[u]);
        }
    }
}

/* ---- The plane ------------------------------------------------------------------------------- */

INLINE ivec index_where(lane_mask m, int32_t i)
{
    return (ivec)v_only(m, (vec)v_splat_index(i));
}

/* OPENSIMPLEX2S in 2-D: A (0, 0), B (1, 1), and C (u - 1 + 2 i, u), D (u, u - 1 + 2 j), which are a
   step from A, or from B if u is 1 (offsets.h). */
struct plane {
    lane_mask is_upper, is_on[2];
    vec d[4][4];
    hash_vec h[4];
};

INLINE void find_plane(const struct reach *reach, const struct place place[4], struct plane *plane)
{
    const vec one = v_splat(1), two = v_splat(2), unskew = v_splat((real)reach->unskew);
    const vec along = one - unskew;
    vec t[4], near[4];
    hash_vec here[2], next[2], beyond[2];
    from_corner_of_place(reach, place, t, near);
    plane->is_upper = v_at_least(t[0] + t[1], one);
    const vec upper = v_only(plane->is_upper, one);
    const ivec upper_index = index_where(plane->is_upper, 1);
    UNROLL
    for (int a = 0; a < 2; a++) {
        plane->is_on[a] = v_at_least(t[a] + t[a] - t[1 - a], upper);
        const ivec index = upper_index - 1 + index_where(plane->is_on[a], 2);
        here[a] = axis_hash(reach->keys, a, place[a].cell);
        next[a] = axis_hash(reach->keys, a, place[a].next);
        beyond[a] = axis_hash(reach->keys, a, place[a].cell + (hash_vec)index);
        plane->d[0][a] = near[a];
        plane->d[1][a] = near[a] - (one - two * unskew);
    }
    plane->h[0] = v_dot(here[0], here[1]);
    plane->h[1] = v_dot(next[0], next[1]);
    plane->h[2] =
        v_dot(beyond[0], (hash_vec)v_choose(plane->is_upper, (ivec)next[1], (ivec)here[1]));
    plane->h[3] =
        v_dot((hash_vec)v_choose(plane->is_upper, (ivec)next[0], (ivec)here[0]), beyond[1]);
    UNROLL
    for (int k = 0; k < 2; k++) {
        const vec offset = upper - one + v_only(plane->is_on[k], two);
        UNROLL
        for (int a = 0; a < 2; a++) {
            if (reach->in_lattice) {
                const vec from =
                    (vec)v_choose(plane->is_upper, (ivec)plane->d[1][a], (ivec)plane->d[0][a]);
                const vec step = a == k ? along : -unskew;
                plane->d[2 + k][a] = from - (vec)v_choose(plane->is_on[k], (ivec)step, (ivec)-step);
            } else {
                const vec lift = (offset + upper) * unskew;
                plane->d[2 + k][a] = near[a] - ((a == k ? offset : upper) - lift);
            }
        }
    }
}

/* The values of A to D in the order of y, then x. */
INLINE vec sum_in_order(const struct plane *plane, const vec value[4], vec sum)
{
    const lane_mask u = plane->is_upper, i = plane->is_on[0], j = plane->is_on[1];
    sum = sum + v_only(~(u | j), value[3]);
    sum = sum + v_only(~(u | i), value[2]);
    sum = sum + value[0];
    sum = sum + (vec)((ivec)v_only(~u & i, value[2]) | (ivec)v_only(u & ~j, value[3]));
    sum = sum + (vec)((ivec)v_only(~u & j, value[3]) | (ivec)v_only(u & ~i, value[2]));
    sum = sum + value[1];
    sum = sum + v_only(u & i, value[2]);
    return sum + v_only(u & j, value[3]);
}

INLINE void sum_plane(const struct reach *reach, int side, struct place place[MOST_ABREAST][4],
                      struct vertex_sum sum[MOST_ABREAST])
{
    struct plane plane[MOST_ABREAST];
    vec value[MOST_ABREAST][4];
    EACH
    {
        find_plane(reach, place[u], &plane[u]);
    }
    UNROLL
    for (int k = 0; k < 4; k++)
        EACH
        {
            struct vertex_sum of_one = sum[u];
            const int is_first = reach->in_lattice || k == 0;
            add_vertex_of_hash(reach, 0, is_first, plane[u].h[k], plane[u].d[k],
                               reach->in_lattice ? &of_one : &sum[u]);
            value[u][k] = of_one.value;
        }
    EACH
    {
        if (reach->in_lattice)
            sum[u].value = sum_in_order(&plane[u], value[u], sum[u].value);
    }
}

/* ---- Any lattice ----------------------------------------------------------------------------- */

/* How far places, in 2^-24 of a cell from the near corners of their cells, are from a vertex, of which
   the offsets less the least ones are given. The vertex is n cells along the diagonal from there, and
   n * unskew is a product of parts: signed halves are multiplied. */
INLINE void from_vertex(const struct lattice *lattice, int copy, const ivec near[4],
                        const hash_vec up[4], vec d[4])
{
    const struct lattice_places *const places = &lattice->places;
    const uint32_t size = (uint32_t)(places->unskew < 0 ? -places->unskew : places->unskew);
    const int least = lattice->dims * lattice->least * places->unskew - copy * places->step;
    ivec lift = v_splat_index(least);
    if (size > 0) {
        hash_vec n = up[0];
        UNROLL
        for (int a = 1; a < lattice->dims; a++)
            n = n + up[a];
        const ivec product =
            (ivec)v_dot(n | n << 27, splat_hash((size >> 11) << 16 | (size & 2047)));
        lift = places->unskew < 0 ? lift - product : lift + product;
    }
    UNROLL
    for (int a = 0; a < lattice->dims; a++) {
        const ivec cells = (ivec)(up[a] + (uint32_t)lattice->least) << PLACE_BITS;
        d[a] = v_floats(near[a] - cells + lift) * v_splat((real)PER_CELL);
    }
}

/* By packed offsets. The loop over vertices stays one: there are up to ten. */
INLINE void sum_vertices(const struct reach *reach, int has_slopes, const struct place place[4],
                         struct vertex_sum *sum)
{
    const struct lattice *const lattice = reach->lattice;
    const vec zero = v_splat(0);
    const int is_long = has_long_cells(&lattice->places);
    vec fraction[4], near[4], nowhere;
    ivec offsets[MOST_VERTICES], near_places[4];
    from_corner_of_place(reach, place, fraction, near);
    find_offsets(lattice, fraction, offsets);
    if (reach->in_lattice)
        sort_offsets(lattice, offsets);
    else
        sum->value = zero;
    UNROLL
    for (int a = 0; a < lattice->dims; a++) {
        near_places[a] =
            is_long ? (ivec)place[a].fraction : v_integers(near[a] * v_splat((real)CELL));
        sum->slope[a] = zero;
    }
    nowhere = near[0] - near[0]; /* NaN or 0 */
    if (is_long)
        nowhere =
            (vec)((ivec)(near_places[0] == v_splat_index(INT32_MIN)) & (ivec)v_splat((real)NAN));
    for (int k = 0; k < lattice->vertices; k++) {
        vec position[4], d[4];
        hash_vec up[4], h = splat_hash(0);
        UNROLL
        for (int a = 0; a < lattice->dims; a++) {
            const uint32_t mask = (1u << bits_of_axis(lattice, a)) - 1;
            up[a] = (hash_vec)offsets[k] >> lattice->first_bit[a] & mask;
            const hash_vec cell = place[a].cell + up[a] + (uint32_t)lattice->least;
            const hash_vec of_axis = axis_hash(reach->keys, a, cell);
            h = a == 0 ? of_axis : v_dot(h, of_axis);
            position[a] = offset_along(lattice, a, offsets[k]);
        }
        if (lattice->dims == 1 || lattice->copies > 1)
            h = v_dot(h, splat_hash(reach->last[copy_of(lattice, k)]));
        if (reach->in_lattice) {
            from_vertex(lattice, copy_of(lattice, k), near_places, up, d);
        } else {
            unskew_vertex(lattice, k, position);
            UNROLL
            for (int a = 0; a < lattice->dims; a++)
                d[a] = near[a] - position[a];
        }
        add_vertex_of_hash(reach, has_slopes, 0, h, d, sum);
    }
    if (!reach->in_lattice)
        return;
    sum->value = sum->value + nowhere;
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        sum->slope[a] = sum->slope[a] + nowhere;
}

/* ---- The kernels ----------------------------------------------------------------------------- */

/* `in_lattice`: octaves of a plain sum are added to one sum, which starts with what is stored. */
INLINE vec sum_so_far(int in_lattice, const struct store *to, size_t i)
{
    return in_lattice && to->adds && !to->folds ? v_load(to->plane[0] + i) : v_splat(0);
}

INLINE void store_sum(int in_lattice, int has_slopes, const struct store *to, int dims, size_t i,
                      const struct vertex_sum *sum)
{
    if (in_lattice && to->adds && !to->folds) {
        v_store(to->plane[0] + i, sum->value);
        if (!has_slopes)
            return;
        UNROLL
        for (int a = 0; a < dims; a++)
            v_store(to->plane[1 + a] + i,
                    v_load(to->plane[1 + a] + i) + sum->slope[a] * v_splat(to->frequency));
    } else if (has_slopes) {
        store_point_slopes(to, dims, i, sum->value, sum->slope);
    } else {
        store_point_as(to, 1, i, sum->value);
    }
}

INLINE void vertex_points(const perlin_noise *noise, const struct lattice *lattice, int has_slopes,
                          int in_lattice, double skew, struct points *points, uint32_t number,
                          const struct store *store)
{
    const int dims = lattice->dims, is_plane = lattice->rule == FOUR_IN_PLANE;
    const int is_any = has_slopes || (!is_plane && lattice->rule != CORNERS_OF_SIMPLEX);
    const int side = abreast(dims);
    const struct perlin_integers *const integers = &noise->integers[number];
    const struct store to = *store; /* a copy, because stores may alias the original */
    const size_t n = points->n;
    const double squared = noise->reach[dims - 1] - (in_lattice ? margin_of_reach(dims) : 0);
    struct v_gradients gradients;
    struct octave octave;
    octave_init(&octave, noise, dims, skew, points, number);
    gradients_init(&gradients, dims, integers);
    const struct reach reach = {.lattice = lattice,
                                .in_lattice = in_lattice,
                                .unskew =
                                    in_lattice ? unskew_of(&lattice->places) : lattice->unskew,
                                .skew = in_lattice ? skew_of(&lattice->places) : skew,
                                .keys = &octave.keys,
                                .gradients = &gradients,
                                .last = integers->keys.last,
                                .squared = v_splat((real)squared)};
    for (size_t i = 0; is_any && i < n; i += LANES) {
        struct place place[4];
        struct vertex_sum sum;
        find_places(&octave, dims, skew != 0, i, place);
        sum.value = sum_so_far(in_lattice, &to, i);
        sum_vertices(&reach, has_slopes, place, &sum);
        store_sum(in_lattice, has_slopes, &to, dims, i, &sum);
    }
    for (size_t i = 0; !is_any && i < n; i += (size_t)side * LANES) {
        struct place place[MOST_ABREAST][4];
        struct vertex_sum sum[MOST_ABREAST];
        EACH
        {
            find_places(&octave, dims, skew != 0, i + (size_t)u * LANES, place[u]);
            sum[u].value = sum_so_far(in_lattice, &to, i + (size_t)u * LANES);
        }
        if (is_plane)
            sum_plane(&reach, side, place, sum);
        else
            sum_corners(&reach, side, place, sum);
        EACH
        {
            store_sum(in_lattice, 0, &to, dims, i + (size_t)u * LANES, &sum[u]);
        }
    }
    points->is_far |= found_far(&octave);
}

#define VERTEX_POINTS(lattice, skew)                                                               \
    OUTLINE void lattice##_integers(const perlin_noise *noise, struct points *points,              \
                                    uint32_t octave, const struct store *to)                       \
    {                                                                                              \
        if (sizeof(real) == sizeof(float) && points->in_lattice)                                   \
            vertex_points(noise, &(lattice), 0, 1, skew, points, octave, to);                      \
        else                                                                                       \
            vertex_points(noise, &(lattice), 0, 0, skew, points, octave, to);                      \
    }                                                                                              \
    OUTLINE void lattice##_slopes(const perlin_noise *noise, struct points *points,                \
                                  uint32_t octave, const struct store *to)                         \
    {                                                                                              \
        if (sizeof(real) == sizeof(float) && points->in_lattice)                                   \
            vertex_points(noise, &(lattice), 1, 1, skew, points, octave, to);                      \
        else                                                                                       \
            vertex_points(noise, &(lattice), 1, 0, skew, points, octave, to);                      \
    }

VERTEX_POINTS(simplex1, 0)
VERTEX_POINTS(simplex2, SKEW_2D)
VERTEX_POINTS(simplex3, SKEW_3D)
VERTEX_POINTS(simplex4, SKEW_4D)
VERTEX_POINTS(opensimplex2_3, 0)
VERTEX_POINTS(opensimplex2_4, -UNSKEW_4D)
VERTEX_POINTS(opensimplex2s_2, SKEW_2D)
VERTEX_POINTS(opensimplex2s_3, 0)
VERTEX_POINTS(opensimplex2s_4, SKEW_4D)

#endif
