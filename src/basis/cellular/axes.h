/*
 * Cells and their feature points, for vectors of samples.
 *
 * Distances are in 2^-24 of a cell here. That is a power of two, so that they round as in cells.
 */
#ifndef PERLIN_CELLULAR_AXES_H
#define PERLIN_CELLULAR_AXES_H

#include "../../engine/integers.h"
#include "cellular.h"

/* The signed numbers of 32 bits in hashes, rounded to real. */
INLINE vec signed_words(hash_vec a)
{
    if (sizeof(real) == sizeof(float))
        return v_floats((ivec)a);
    const ivec big = (ivec)v_splat((real)0x1p52);
    const vec raised = (vec)((((ivec)a & (integer)0xffffffff) ^ (integer)0x80000000) | big);
    return raised - v_splat((real)(0x1p52 + 0x1p31));
}

/* Rounds floats from 0 to 2^24 to the nearest integers. */
INLINE vec whole(vec a)
{
    const vec big = v_splat((real)0x1p23);
    return where((ivec)(a < big), a + big - big, a); /* others are integers */
}

/* ---- Axes ------------------------------------------------------------------------------------ */

/* The cells of an axis that are kept: the samples' own, and the two beside it. */
enum { NEAR_CELLS = 3 };

/* What all samples share. */
struct cellular {
    const struct hash_keys *keys;
    uint32_t modulus[4];
    uint32_t metric, result;
    int dims, reach, ranks;
    int32_t near_side; /* where points are with u = 0: (2^23 + (jitter >> 7)) */
    hash_vec low_jitter, high_jitter;
};

INLINE void cells_init(struct cellular *cells, const perlin_noise *noise, int dims, uint32_t octave,
                       const struct hash_keys *keys)
{
    const struct perlin_cellular_state *const state = noise->state;
    const uint32_t jitter = (uint32_t)state->jitter;
    cells->dims = dims;
    cells->keys = keys;
    cells->metric = state->metric;
    cells->result = state->result;
    cells->ranks = perlin_cellular_ranks(state->result);
    cells->reach = perlin_cellular_reach(state->metric, (uint32_t)dims, cells->ranks);
    cells->near_side = perlin_place_in_cell(0, state->jitter);
    cells->low_jitter = splat_hash(jitter);
    cells->high_jitter = splat_hash(jitter << 16);
    for (int a = 0; a < dims; a++)
        cells->modulus[a] = noise->spectrum.modulus[octave][a];
}

/*
 * The cells along an axis, of a vector of samples: by their least distance. 0 is the samples' own
 * one, 1 the one at the nearer side, 2 at the farther side, then those beyond by turns.
 */
struct cell_axis {
    hash_vec hash[NEAR_CELLS];
    vec start[NEAR_CELLS], least[NEAR_CELLS];
    hash_vec cell;
    ivec side; /* 1 or -1: towards the nearer side */
    vec fraction, to_side;
};

/* Loops over axes. dims may be constant, or known at run time only. */
#define EACH_AXIS                                                                                  \
    UNROLL                                                                                         \
    for (int a = 0; a < 4; a++)                                                                    \
        if (a < dims)
#define EACH_AXIS_DOWN                                                                             \
    UNROLL                                                                                         \
    for (int a = 3; a >= 0; a--)                                                                   \
        if (a < dims)

/* d * d, or |d|. */
INLINE vec sized(uint32_t metric, vec d)
{
    return metric <= PERLIN_METRIC_EUCLIDEAN_SQUARED ? (vec)(d * d) : magnitude(d);
}

INLINE vec joined(uint32_t metric, vec sum, vec size)
{
    return metric == PERLIN_METRIC_CHEBYSHEV ? v_max(sum, size) : (vec)(sum + size);
}

/* The cells that are `offset` away, where a period ends in between. */
COLD hash_vec wrapped_cells(uint32_t modulus, hash_vec cell, ivec offset)
{
    const hash_vec first = splat_hash(PERLIN_CELL_BITS), end = first + modulus;
    for (int n = 0; n < PERLIN_MOST_REACH; n++) {
        const hash_vec up = cell + 1, down = (hash_vec)((ivec)cell - 1);
        const hash_vec is_last = (hash_vec)(up == end), is_first = (hash_vec)(cell == first);
        const hash_vec next = (up & ~is_last) | (first & is_last);
        const hash_vec previous = (down & ~is_first) | ((end - 1) & is_first);
        const hash_vec rises = (hash_vec)(ivec)(offset > n), falls = (hash_vec)(ivec)(-offset > n);
        cell = (cell & ~(rises | falls)) | (next & rises) | (previous & falls);
    }
    return cell;
}

INLINE hash_vec cells_at(const struct cellular *cells, int axis, hash_vec cell, ivec offset)
{
    const uint32_t modulus = cells->modulus[axis];
    if (__builtin_expect(modulus == 0, 1))
        return cell + (hash_vec)offset;
    return wrapped_cells(modulus, cell, offset);
}

/* From where in their cells points are to how far they are from the samples: subtracts the samples'
   place, `offset` cells away. In float all of these are whole. */
INLINE vec start_at(const struct cellular *cells, vec fraction, ivec offset)
{
    if (sizeof(real) == sizeof(float))
        return (vec)((offset << PERLIN_CELL_UNIT) + cells->near_side - v_integers(fraction));
    const vec big = v_splat(V_BIG), cell = (vec)((ivec)big + offset) - big;
    return fraction - cell * v_splat(PERLIN_CELL_ONE);
}

/* u * jitter, in 2^-24 of a cell, for the point of an axis. */
INLINE hash_vec moved(const struct cellular *cells, int axis, hash_vec first, hash_vec second)
{
    typedef int32_t signed_words __attribute__((vector_size(sizeof(hash_vec))));
    const hash_vec product =
        v_dot(axis < 2 ? first : second, axis % 2 ? cells->low_jitter : cells->high_jitter);
    return (hash_vec)((signed_words)product >> 6);
}

/* How far points are from samples. */
INLINE vec distance_from(const struct cellular *cells, vec start, hash_vec moved)
{
    if (sizeof(real) == sizeof(float))
        return v_floats((ivec)moved + (ivec)start);
    const ivec low = (ivec)(moved + (uint32_t)cells->near_side) & (integer)0xffffffff;
    const vec big = v_splat((real)0x1p52);
    return ((vec)(low | (ivec)big) - big) - start;
}

/* What a cell of an axis has. */
struct cell_along {
    hash_vec hash; /* along the axis */
    vec start;     /* from which the place in the cell leads to the distance */
};

INLINE struct cell_along cell_along(const struct cellular *cells, int a,
                                    const struct cell_axis *axis, ivec offset)
{
    const hash_vec cell = cells_at(cells, a, axis->cell, offset);
    return (struct cell_along){axis_hash(cells->keys, a, cell),
                               start_at(cells, axis->fraction, offset)};
}

/* How far away cell k of an axis is. */
INLINE ivec offset_of(const struct cell_axis *axis, int k)
{
    const int n = (k + 1) / 2;
    return k % 2 ? axis->side * n : -axis->side * n;
}

/* The least distance of cell k, squared if distances are. */
INLINE vec least_along(const struct cell_axis *axis, uint32_t metric, int k)
{
    const vec between = v_splat((real)(k / 2) * (real)PERLIN_CELL_ONE);
    if (k == 0)
        return v_splat(0);
    return sized(metric, k % 2 ? between + axis->to_side : between - axis->to_side);
}

INLINE void axis_init(const struct cellular *cells, uint32_t metric, int a,
                      const struct place *place, struct cell_axis *axis)
{
    const vec half = v_splat(PERLIN_CELL_ONE / 2), one = v_splat(PERLIN_CELL_ONE);
    axis->cell = place->cell;
    axis->fraction = place->fraction * one;
    if (sizeof(real) == sizeof(float))
        axis->fraction = whole(axis->fraction);
    const ivec is_upper = (ivec)(axis->fraction >= half);
    axis->side = -1 - is_upper - is_upper;
    axis->to_side = v_min(axis->fraction, one - axis->fraction);
    UNROLL
    for (int k = 0; k < NEAR_CELLS; k++) {
        const struct cell_along cell =
            cell_along(cells, a, axis, k == 0 ? axis->side ^ axis->side : offset_of(axis, k));
        axis->hash[k] = cell.hash;
        axis->start[k] = cell.start;
        axis->least[k] = least_along(axis, metric, k);
    }
}

/* ---- Points of cells ------------------------------------------------------------------------- */

/* A vector of feature points. */
struct features {
    vec d[4]; /* the point's place minus the sample's */
    vec distance;
    hash_vec hash; /* leads to the value of CELL */
};

/* From what cells have along each axis to their points. */
INLINE void find_features(const struct cellular *cells, int dims, uint32_t metric,
                          const hash_vec hash[4], const vec start[4], struct features *found)
{
    hash_vec h = hash[0];
    EACH_AXIS
    if (a > 0)
        h = v_dot(h, hash[a]);
    if (dims == 1)
        h = v_dot(h, cells->keys->last);
    const hash_vec first = (h ^ h >> 15) * PERLIN_POINT_FIRST;
    const hash_vec second =
        dims > 2 ? (hash_vec)((first ^ first >> 15) * PERLIN_POINT_SECOND) : first;
    found->hash = first;
    EACH_AXIS_DOWN
    {
        found->d[a] = distance_from(cells, start[a], moved(cells, a, first, second));
        const vec size = sized(metric, found->d[a]);
        found->distance = a == dims - 1 ? size : joined(metric, found->distance, size);
    }
}

#endif
