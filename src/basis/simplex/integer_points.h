/*
 * Noise on simplices and like lattices at points, by the integer hash: from coordinates to the sum
 * over vertices in registers.
 */
#ifndef PERLIN_SIMPLEX_INTEGER_POINTS_H
#define PERLIN_SIMPLEX_INTEGER_POINTS_H

#include "../../engine/integers.h"
#include "../../engine/store.h"
#include "offsets.h"

/* What all samples share: the lattice, its keys and gradients, the squared reach of a gradient. */
struct reach {
    const struct lattice *lattice;
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
    const vec left = left_of_reach(dims, reach->squared, d);
    const vec dot = gradient_dot(reach->gradients, dims, h, d);
    vec gradient[4];
    if (has_slopes)
        gradients_at(reach->gradients, dims, h, gradient);
    add_faded(dims, has_slopes, is_first, left, dot, gradient, d, sum);
}

/* Loads fractions from places, and finds how far these are from the near corners of their cells. */
INLINE void from_corner_of_place(const struct lattice *lattice, const struct place place[4],
                                 vec fraction[4], vec near[4])
{
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        fraction[a] = place[a].fraction;
    from_near_corner(lattice, fraction, near);
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
        from_corner_of_place(lattice, place[u], fraction, near[u]);
        find_steps(dims, fraction, step[u]);
        UNROLL
        for (int a = 0; a < dims; a++) {
            here[u][a] = axis_hash(reach->keys, a, place[u][a].cell);
            next[u][a] = axis_hash(reach->keys, a, place[u][a].next);
        }
    }
    UNROLL
    for (int k = 0; k <= dims; k++) {
        const real aside = (real)k * (real)lattice->unskew, along = aside - 1;
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
            add_vertex_of_hash(reach, 0, k == 0, h, d, &sum[u]);
        }
    }
}

/* ---- The plane ------------------------------------------------------------------------------- */

INLINE ivec index_where(lane_mask m, int32_t i)
{
    return (ivec)v_only(m, (vec)v_splat_index(i));
}

/* OPENSIMPLEX2S in 2-D: (0, 0), (1, 1), (u - 1 + 2 i, u), (u, u - 1 + 2 j) (offsets.h). */
INLINE void sum_plane(const struct reach *reach, int side, struct place place[MOST_ABREAST][4],
                      struct vertex_sum sum[MOST_ABREAST])
{
    const vec unskew = v_splat((real)reach->lattice->unskew), one = v_splat(1), two = v_splat(2);
    vec d[MOST_ABREAST][4][4];
    hash_vec h[MOST_ABREAST][4];
    EACH
    {
        vec t[4], near[4], offset[2];
        hash_vec here[2], next[2], beyond[2];
        from_corner_of_place(reach->lattice, place[u], t, near);
        const lane_mask is_upper = v_at_least(t[0] + t[1], one);
        const vec upper = v_only(is_upper, one);
        const ivec upper_index = index_where(is_upper, 1);
        UNROLL
        for (int a = 0; a < 2; a++) {
            const lane_mask is_on = v_at_least(t[a] + t[a] - t[1 - a], upper);
            const ivec index = upper_index - 1 + index_where(is_on, 2);
            offset[a] = upper - one + v_only(is_on, two);
            here[a] = axis_hash(reach->keys, a, place[u][a].cell);
            next[a] = axis_hash(reach->keys, a, place[u][a].next);
            beyond[a] = axis_hash(reach->keys, a, place[u][a].cell + (hash_vec)index);
        }
        h[u][0] = v_dot(here[0], here[1]);
        h[u][1] = v_dot(next[0], next[1]);
        h[u][2] = v_dot(beyond[0], (hash_vec)v_choose(is_upper, (ivec)next[1], (ivec)here[1]));
        h[u][3] = v_dot((hash_vec)v_choose(is_upper, (ivec)next[0], (ivec)here[0]), beyond[1]);
        UNROLL
        for (int a = 0; a < 2; a++) {
            d[u][0][a] = near[a];
            d[u][1][a] = near[a] - (one - two * unskew);
            UNROLL
            for (int k = 0; k < 2; k++) {
                const vec lift = (offset[k] + upper) * unskew;
                d[u][2 + k][a] = near[a] - ((a == k ? offset[k] : upper) - lift);
            }
        }
    }
    UNROLL
    for (int k = 0; k < 4; k++)
        EACH
        {
            add_vertex_of_hash(reach, 0, k == 0, h[u][k], d[u][k], &sum[u]);
        }
}

/* ---- Any lattice ----------------------------------------------------------------------------- */

/* By packed offsets. The loop over vertices stays one: there are up to ten. */
INLINE void sum_vertices(const struct reach *reach, int has_slopes, const struct place place[4],
                         struct vertex_sum *sum)
{
    const struct lattice *const lattice = reach->lattice;
    const vec zero = v_splat(0);
    vec fraction[4], near[4];
    ivec offsets[MOST_VERTICES];
    from_corner_of_place(lattice, place, fraction, near);
    find_offsets(lattice, fraction, offsets);
    *sum = (struct vertex_sum){zero, {zero, zero, zero, zero}};
    for (int k = 0; k < lattice->vertices; k++) {
        vec position[4], d[4];
        hash_vec h = splat_hash(0);
        UNROLL
        for (int a = 0; a < lattice->dims; a++) {
            const uint32_t mask = (1u << bits_of_axis(lattice, a)) - 1;
            const hash_vec up = (hash_vec)offsets[k] >> lattice->first_bit[a] & mask;
            const hash_vec cell = place[a].cell + up + (uint32_t)lattice->least;
            const hash_vec of_axis = axis_hash(reach->keys, a, cell);
            h = a == 0 ? of_axis : v_dot(h, of_axis);
            position[a] = offset_along(lattice, a, offsets[k]);
        }
        if (lattice->dims == 1 || lattice->copies > 1)
            h = v_dot(h, splat_hash(reach->last[copy_of(lattice, k)]));
        unskew_vertex(lattice, k, position);
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            d[a] = near[a] - position[a];
        add_vertex_of_hash(reach, has_slopes, 0, h, d, sum);
    }
}

/* ---- The kernels ----------------------------------------------------------------------------- */

INLINE void vertex_points(const perlin_noise *noise, const struct lattice *lattice, int has_slopes,
                          double skew, struct points *points, uint32_t number,
                          const struct store *store)
{
    const int dims = lattice->dims, is_plane = lattice->rule == FOUR_IN_PLANE;
    const int is_any = has_slopes || (!is_plane && lattice->rule != CORNERS_OF_SIMPLEX);
    const int side = abreast(dims);
    const struct perlin_integers *const integers = &noise->integers[number];
    const struct store to = *store; /* a copy, because stores may alias the original */
    const size_t n = points->n;
    struct v_gradients gradients;
    struct octave octave;
    octave_init(&octave, noise, dims, skew, points, number);
    gradients_init(&gradients, dims, integers);
    const struct reach reach = {.lattice = lattice,
                                .keys = &octave.keys,
                                .gradients = &gradients,
                                .last = integers->keys.last,
                                .squared = v_splat((real)noise->reach[dims - 1])};
    for (size_t i = 0; is_any && i < n; i += LANES) {
        struct place place[4];
        struct vertex_sum sum;
        find_places(&octave, dims, skew != 0, i, place);
        sum_vertices(&reach, has_slopes, place, &sum);
        if (has_slopes)
            store_point_slopes(&to, dims, i, sum.value, sum.slope);
        else
            store_point_as(&to, 1, i, sum.value);
    }
    for (size_t i = 0; !is_any && i < n; i += (size_t)side * LANES) {
        struct place place[MOST_ABREAST][4];
        struct vertex_sum sum[MOST_ABREAST];
        EACH
        {
            find_places(&octave, dims, skew != 0, i + (size_t)u * LANES, place[u]);
        }
        if (is_plane)
            sum_plane(&reach, side, place, sum);
        else
            sum_corners(&reach, side, place, sum);
        EACH
        {
            store_point_as(&to, 1, i + (size_t)u * LANES, sum[u].value);
        }
    }
    points->is_far |= found_far(&octave);
}

#define VERTEX_POINTS(lattice, skew)                                                               \
    OUTLINE void lattice##_integers(const perlin_noise *noise, struct points *points,              \
                                    uint32_t octave, const struct store *to)                       \
    {                                                                                              \
        vertex_points(noise, &(lattice), 0, skew, points, octave, to);                             \
    }                                                                                              \
    OUTLINE void lattice##_slopes(const perlin_noise *noise, struct points *points,                \
                                  uint32_t octave, const struct store *to)                         \
    {                                                                                              \
        vertex_points(noise, &(lattice), 1, skew, points, octave, to);                             \
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
