/*
 * Cellular noise at points. Each sample searches cells, and a vector of samples those that any of its
 * lanes needs: first the 2^dims that meet at its nearest corner, then others by their least distance,
 * as long as that is below what has been found. Any superset of the points that matter gives the same
 * bits (docs/bases.md).
 *
 * Distances are in 2^-24 of a cell here. That is a power of two, so that they round as in cells.
 */
#ifndef PERLIN_CELLULAR_POINTS_H
#define PERLIN_CELLULAR_POINTS_H

#include "../../engine/integers.h"
#include "../../engine/store.h"
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
    const struct hash_keys *keys; /* or, by tables: */
    const struct perlin_tables *tables;
    const struct perlin_cell_point *points;
    uint32_t modulus[4], zero; /* `zero` stands for cell 0 */
    uint32_t metric, result;
    int reach, ranks;
    int32_t near_side; /* where points are with u = 0: (2^23 + (jitter >> 7)) */
    hash_vec low_jitter, high_jitter;
};

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
COLD hash_vec wrapped_cells(uint32_t zero, uint32_t modulus, hash_vec cell, ivec offset)
{
    const hash_vec first = splat_hash(zero), end = first + modulus;
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
    return wrapped_cells(cells->zero, modulus, cell, offset);
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
    hash_vec hash; /* along the axis; by tables the cell */
    vec start;     /* from which the place in the cell leads to the distance */
};

INLINE struct cell_along cell_along(const struct cellular *cells, int a,
                                    const struct cell_axis *axis, ivec offset)
{
    const hash_vec cell = cells_at(cells, a, axis->cell, offset);
    return (struct cell_along){cells->tables ? cell : axis_hash(cells->keys, a, cell),
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

/* The last hash of cells by tables, and the points that it chooses. */
COLD void look_up_points(const struct cellular *cells, int dims, const hash_vec cell[4],
                         hash_vec *first, hash_vec *second, hash_vec *last)
{
    const struct perlin_tables *const tables = cells->tables;
    uint32_t at[4][LANES], hash[LANES], x_and_y[LANES], z_and_w[LANES];
    for (int a = 0; a < dims; a++)
        v_store_words(at[a], (ivec)cell[a]);
    for (int l = 0; l < LANES; l++) {
        uint32_t h = 0;
        for (int a = 0; a < dims; a++)
            h = tables->permutation[(h + at[a][l]) & tables->mask];
        hash[l] = h & 255;
        x_and_y[l] = cells->points[hash[l]].first;
        z_and_w[l] = cells->points[hash[l]].second;
    }
    *first = (hash_vec)v_load_words(x_and_y);
    *second = (hash_vec)v_load_words(z_and_w);
    *last = (hash_vec)v_load_words(hash);
}

/* From what cells have along each axis to their points. Constant where `by_tables` is. */
INLINE void find_features(const struct cellular *cells, int dims, uint32_t metric, int by_tables,
                          const hash_vec hash[4], const vec start[4], struct features *found)
{
    hash_vec h = hash[0], first, second;
    if (by_tables && cells->tables) {
        look_up_points(cells, dims, hash, &first, &second, &found->hash);
    } else {
        EACH_AXIS
        if (a > 0)
            h = v_dot(h, hash[a]);
        if (dims == 1)
            h = v_dot(h, cells->keys->last);
        first = (h ^ h >> 15) * PERLIN_POINT_FIRST;
        second = dims > 2 ? (hash_vec)((first ^ first >> 15) * PERLIN_POINT_SECOND) : first;
        found->hash = first;
    }
    EACH_AXIS_DOWN
    {
        found->d[a] = distance_from(cells, start[a], moved(cells, a, first, second));
        const vec size = sized(metric, found->d[a]);
        found->distance = a == dims - 1 ? size : joined(metric, found->distance, size);
    }
}

/* ---- Searches -------------------------------------------------------------------------------- */

/* What a search keeps. Distances alone; with the hash of the nearest point; with that point; with
   numbers that order cells, by which points can be found again. Then, given the nearest point: the
   distance to the nearest border, without and with the point beyond. */
enum search { DISTANCES, HASHES, POINTS, CELLS, BORDERS, BORDERS_IN_ORDER };

struct kept {
    vec distance[4];
    vec order[4];
    hash_vec hash;
    ivec is_tied;
    vec d[4];                          /* of the nearest point */
    vec border, limit;                 /* and below which distances points may have a nearer one */
    vec beyond_distance, beyond_order; /* of the point beyond it */
};

/* What is constant where searches are inlined, except `metric` if its range is given. */
struct how {
    int dims;
    enum search search;
    int ranks;     /* of distances that are kept */
    int by_tables; /* whether there may be tables */
};

INLINE void kept_init(struct kept *kept)
{
    UNROLL
    for (int r = 0; r < 4; r++) {
        kept->distance[r] = v_splat((real)INFINITY);
        kept->order[r] = v_splat(0);
    }
    kept->is_tied = (ivec)v_splat(0);
    kept->hash = (hash_vec)kept->is_tied;
    UNROLL
    for (int a = 0; a < 4; a++)
        kept->d[a] = v_splat(0);
}

INLINE void borders_init(struct kept *kept)
{
    kept->border = kept->limit = kept->beyond_distance = v_splat((real)INFINITY);
    kept->beyond_order = v_splat(0);
}

INLINE vec choose_vec(lane_mask m, vec a, vec b)
{
    return (vec)v_choose(m, (ivec)a, (ivec)b);
}

/* Whether (a, order of a) comes before (b, order of b). */
INLINE lane_mask is_before(vec a, vec order_a, vec b, vec order_b)
{
    return (lane_mask)(v_greater(b, a) | (v_at_least(b, a) & v_greater(order_b, order_a)));
}

/* A number by which cells at equal distances are ordered: by w, z, y, then x. */
INLINE vec order_of(const struct cell_axis axis[4], int dims, const int index[4])
{
    const vec big = v_splat(V_BIG);
    ivec order = v_splat_index(0);
    EACH_AXIS
    {
        order += (offset_of(&axis[a], index[a]) + 8) << 4 * a;
    }
    return (vec)((ivec)big + order) - big;
}

/* The offset along an axis of cells with this number. */
INLINE ivec offset_in(vec order, int axis)
{
    const ivec bits = (ivec)(order + v_splat(V_BIG));
    return (bits >> 4 * axis & 15) - 8;
}

INLINE void keep_border(int dims, int in_order, const struct features *found, vec order,
                        struct kept *kept)
{
    const vec zero = v_splat(0), more = found->distance - kept->distance[0];
    vec length = zero;
    EACH_AXIS_DOWN
    {
        const vec d = found->d[a] - kept->d[a];
        length = length + d * d;
    }
    /* A product for a quotient and a root. The factor is for rounding. */
    const vec twice = kept->border + kept->border;
    if (!in_order && !v_any_less(more * more, twice * twice * length * v_splat(1 + (real)0x1p-18)))
        return;
    const lane_mask is_other = v_greater(length, zero); /* no two points are at one place */
    const vec border =
        choose_vec(is_other, v_splat((real)0.5) * more / v_sqrt(length), v_splat((real)INFINITY));
    if (in_order) {
        const lane_mask is_nearer =
            (lane_mask)(v_greater(kept->border, border) |
                        (v_at_least(kept->border, border) & is_other &
                         is_before(found->distance, order, kept->beyond_distance,
                                   kept->beyond_order)));
        kept->beyond_distance = choose_vec(is_nearer, found->distance, kept->beyond_distance);
        kept->beyond_order = choose_vec(is_nearer, order, kept->beyond_order);
    }
    kept->border = v_min(border, kept->border);
    const vec nearest = v_sqrt(kept->distance[0]);
    const vec limit = (nearest + kept->border + kept->border) * v_splat((real)PERLIN_EDGE_MARGIN);
    kept->limit = limit * limit;
}

INLINE void keep(const struct cellular *cells, struct how how, const struct features *found,
                 vec order, struct kept *kept)
{
    const int dims = how.dims;
    vec distance = found->distance;
    switch (how.search) {
    case BORDERS:
    case BORDERS_IN_ORDER:
        keep_border(how.dims, how.search == BORDERS_IN_ORDER, found, order, kept);
        return;
    case CELLS:
        for (int r = 0; r < cells->ranks; r++) {
            const lane_mask first = is_before(distance, order, kept->distance[r], kept->order[r]);
            const vec next = kept->distance[r], next_order = kept->order[r];
            kept->distance[r] = choose_vec(first, distance, next);
            kept->order[r] = choose_vec(first, order, next_order);
            distance = choose_vec(first, next, distance);
            order = choose_vec(first, next_order, order);
        }
        return;
    case HASHES:
    case POINTS: {
        const lane_mask is_nearer = v_greater(kept->distance[0], distance);
        kept->is_tied |= (ivec)(distance == kept->distance[0]);
        if (how.search == HASHES)
            kept->hash = (hash_vec)v_choose(is_nearer, (ivec)found->hash, (ivec)kept->hash);
        EACH_AXIS
        if (how.search == POINTS)
            kept->d[a] = choose_vec(is_nearer, found->d[a], kept->d[a]);
        kept->distance[0] = v_min(distance, kept->distance[0]);
        return;
    }
    default:
        UNROLL
        for (int r = how.ranks - 1; r > 0; r--)
            kept->distance[r] = v_min(kept->distance[r], v_max(kept->distance[r - 1], distance));
        kept->distance[0] = v_min(kept->distance[0], distance);
    }
}

/* Whether cells that are at least this far away can matter to some lane. Where order counts, also at
   equal distances. */
INLINE int is_needed(const struct cellular *cells, struct how how, vec least,
                     const struct kept *kept)
{
    const int last = how.search == DISTANCES ? how.ranks - 1
                     : how.search == CELLS   ? cells->ranks - 1
                                             : 0;
    const int is_border = how.search >= BORDERS;
    if (is_border || how.search == CELLS || how.search == HASHES)
        return v_any((ivec)(least <= (is_border ? kept->limit : kept->distance[last])));
    return v_any_less(least, kept->distance[last]);
}

INLINE void visit(const struct cellular *cells, struct how how, uint32_t metric,
                  const struct cell_axis axis[4], const int index[4], struct kept *kept)
{
    struct features found;
    hash_vec hash[4];
    vec start[4], order = v_splat(0);
    const int dims = how.dims;
    EACH_AXIS
    {
        if (index[a] < NEAR_CELLS) {
            hash[a] = axis[a].hash[index[a]];
            start[a] = axis[a].start[index[a]];
        } else {
            const struct cell_along cell =
                cell_along(cells, a, &axis[a], offset_of(&axis[a], index[a]));
            hash[a] = cell.hash;
            start[a] = cell.start;
        }
    }
    if (how.search == CELLS || how.search == BORDERS_IN_ORDER)
        order = order_of(axis, how.dims, index);
    find_features(cells, how.dims, metric, how.by_tables, hash, start, &found);
    keep(cells, how, &found, order, kept);
}

/* Whether cells two away or beyond matter to some lane, which is seldom. */
INLINE int is_far_needed(const struct cellular *cells, struct how how, uint32_t metric,
                         const struct cell_axis axis[4], const struct kept *kept)
{
    const int dims = how.dims;
    vec least = axis[0].to_side;
    EACH_AXIS
    least = v_min(least, axis[a].to_side);
    return is_needed(cells, how, sized(metric, least + v_splat(PERLIN_CELL_ONE)), kept);
}

/*
 * Visits cells in three rounds: those that meet at the nearest corner, the others that touch the
 * samples' own, and those beyond. In each round a cell's number is at most `to` along each axis, and
 * more than `from` along some. Numbers are by distance: where one is too far, so are all after it.
 * Starts with the second or the third round if the caller has done those before.
 */
INLINE void search_cells(const struct cellular *cells, struct how how, uint32_t metric, int reach,
                         int from, struct cell_axis axis[4], struct kept *kept)
{
    const int dims = how.dims;
    for (int to; from <= 2; from = to) {
        int k[4];
        vec sum[5];
        to = from < 0 ? 1 : from == 1 ? 2 : 2 * reach;
        if (from == 2) {
            if (reach < 2 || __builtin_expect(!is_far_needed(cells, how, metric, axis, kept), 1))
                return;
        }
        sum[dims] = v_splat(0);
#define FOR_CELLS(a)                                                                               \
    for (k[a] = 0; k[a] <= ((a) < dims ? to : 0); k[a]++) {                                        \
        if ((a) < dims) {                                                                          \
            const vec least =                                                                      \
                k[a] < NEAR_CELLS ? axis[a].least[k[a]] : least_along(&axis[a], metric, k[a]);     \
            sum[a] = (a) == dims - 1 ? least : joined(metric, sum[(a) + 1], least);                \
            if (k[a] > 0 && !is_needed(cells, how, sum[a], kept))                                  \
                break;                                                                             \
        }
        FOR_CELLS(3)
        FOR_CELLS(2)
        FOR_CELLS(1)
        FOR_CELLS(0)
        if (k[0] > from || k[1] > from || k[2] > from || k[3] > from)
            visit(cells, how, metric, axis, k, kept);
    }
}
}
}
#undef FOR_CELLS
}
}

INLINE vec least_of(struct how how, uint32_t metric, const struct cell_axis axis[4],
                    const int index[4])
{
    const int dims = how.dims;
    vec sum = v_splat(0);
    EACH_AXIS_DOWN
    sum = a == dims - 1 ? axis[a].least[index[a]] : joined(metric, sum, axis[a].least[index[a]]);
    return sum;
}

/* The same for two and three dimensions, the first two rounds unrolled. Cells are visited by how many
   axes they are at the farther side of; those of one such axis always matter to two nearest points. */
INLINE void search_unrolled(const struct cellular *cells, struct how how, uint32_t metric,
                            int reach, struct cell_axis axis[4], struct kept *kept)
{
    const int dims = how.dims, planes = dims > 2 ? 3 : 1;
    const int always = how.search == DISTANCES && how.ranks > 1 ? 1 : 0;
    UNROLL
    for (int far = 0; far <= dims; far++) {
        UNROLL
        for (int l = 0; l < planes; l++) {
            UNROLL
            for (int j = 0; j < 3; j++) {
                UNROLL
                for (int i = 0; i < 3; i++) {
                    const int index[4] = {i, j, l, 0};
                    if ((i == 2) + (j == 2) + (l == 2) == far &&
                        (far <= always ||
                         is_needed(cells, how, least_of(how, metric, axis, index), kept)))
                        visit(cells, how, metric, axis, index, kept);
                }
            }
        }
    }
    search_cells(cells, how, metric, reach, 2, axis, kept);
}

/* ---- Results --------------------------------------------------------------------------------- */

/* A distance by the metric, in cells. */
INLINE vec in_cells(uint32_t metric, vec distance)
{
    const vec unit = v_splat((real)0x1p-24);
    if (metric == PERLIN_METRIC_EUCLIDEAN)
        return v_sqrt(distance) * unit;
    return metric == PERLIN_METRIC_EUCLIDEAN_SQUARED ? distance * unit * unit : distance * unit;
}

/* a / b, or 0 where b is not above 0. */
INLINE vec quotient(vec a, vec b)
{
    return v_only(v_greater(b, v_splat(0)), a / b);
}

INLINE vec value_of_cell(const struct cellular *cells, hash_vec hash)
{
    if (cells->tables) {
        const vec big = v_splat(V_BIG), value = (vec)((ivec)big + ((ivec)hash & 255)) - big;
        return (value + value - v_splat(255)) * v_splat((real)0x1p-8);
    }
    return signed_words(hash * PERLIN_POINT_VALUE) * v_splat((real)0x1p-31);
}

/* A result, given a search that finds it: constant ones leave little of this. */
INLINE vec result_of(const struct cellular *cells, enum search search, int ranks,
                     const struct kept *kept)
{
    const uint32_t metric = cells->metric, result = cells->result;
    const vec *const d = kept->distance;
    if (search == POINTS || (search == CELLS && result == PERLIN_CELLULAR_EDGE))
        return kept->border * v_splat((real)0x1p-24);
    if (search == HASHES || (search == CELLS && result == PERLIN_CELLULAR_CELL))
        return value_of_cell(cells, kept->hash);
    const vec f1 = in_cells(metric, d[0]);
    if (ranks == 1 || result == PERLIN_CELLULAR_F1)
        return f1;
    if (ranks == 4 && result == PERLIN_CELLULAR_F3)
        return in_cells(metric, d[2]);
    if (ranks == 4 && result == PERLIN_CELLULAR_F4)
        return in_cells(metric, d[3]);
    const vec f2 = in_cells(metric, d[1]);
    switch (result) {
    case PERLIN_CELLULAR_F2_MINUS_F1:
        return f2 - f1;
    case PERLIN_CELLULAR_F1_PLUS_F2:
        return f1 + f2;
    case PERLIN_CELLULAR_F1_TIMES_F2:
        return f1 * f2;
    case PERLIN_CELLULAR_F1_OVER_F2:
        return quotient(f1, f2);
    default:
        return f2;
    }
}

/* ---- Slopes ---------------------------------------------------------------------------------- */

/* Finds points again, by the numbers of their cells. */
OUTLINE void features_again(const struct cellular *cells, int dims, const struct cell_axis axis[4],
                            vec order, struct features *found)
{
    hash_vec hash[4];
    vec start[4];
    EACH_AXIS
    {
        const struct cell_along cell = cell_along(cells, a, &axis[a], offset_in(order, a));
        hash[a] = cell.hash;
        start[a] = cell.start;
    }
    find_features(cells, dims, cells->metric, 1, hash, start, found);
}

/* 1, 0 or -1: the sign of -a. */
INLINE vec sign_of_negative(vec a)
{
    const vec zero = v_splat(0), one = v_splat(1);
    return v_only(v_greater(zero, a), one) - v_only(v_greater(a, zero), one);
}

/* The derivatives of the distance to a point. */
OUTLINE void distance_slopes(const struct cellular *cells, int dims, const struct features *point,
                             vec slope[4])
{
    const vec zero = v_splat(0), unit = v_splat((real)0x1p-24);
    vec greatest = zero, length = zero;
    if (cells->metric == PERLIN_METRIC_EUCLIDEAN)
        length = v_sqrt(point->distance);
    EACH_AXIS
    {
        const vec d = zero - point->d[a];
        switch (cells->metric) {
        case PERLIN_METRIC_EUCLIDEAN:
            slope[a] = quotient(d, length);
            break;
        case PERLIN_METRIC_EUCLIDEAN_SQUARED:
            slope[a] = (d + d) * unit;
            break;
        default:
            slope[a] = sign_of_negative(point->d[a]);
        }
        greatest = v_max(greatest, magnitude(d));
    }
    if (cells->metric != PERLIN_METRIC_CHEBYSHEV)
        return;
    ivec is_left = ~(ivec)zero; /* lanes whose greatest axis is still to come */
    EACH_AXIS
    {
        const ivec is_greatest = is_left & (ivec)(magnitude(point->d[a]) == greatest);
        slope[a] = (vec)((ivec)slope[a] & is_greatest);
        is_left &= ~is_greatest;
    }
}

/* The derivatives of a result, by the points that it is of. */
INLINE void result_slopes(const struct cellular *cells, int dims, const struct kept *kept,
                          const struct features *first, const struct features *second, vec slope[4])
{
    const uint32_t metric = cells->metric, result = cells->result;
    const vec zero = v_splat(0);
    vec of_second[4], length = zero;
    if (result == PERLIN_CELLULAR_CELL || result == PERLIN_CELLULAR_EDGE) {
        EACH_AXIS_DOWN
        {
            slope[a] = first->d[a] - second->d[a];
            length = length + slope[a] * slope[a];
        }
        length = v_sqrt(length);
        EACH_AXIS
        slope[a] = result == PERLIN_CELLULAR_EDGE ? (vec)(slope[a] / length) : zero;
        return;
    }
    distance_slopes(cells, dims, first, slope);
    if (result <= PERLIN_CELLULAR_F4)
        return;
    distance_slopes(cells, dims, second, of_second);
    const vec f1 = in_cells(metric, kept->distance[0]), f2 = in_cells(metric, kept->distance[1]);
    EACH_AXIS
    switch (result) {
    case PERLIN_CELLULAR_F2_MINUS_F1:
        slope[a] = of_second[a] - slope[a];
        break;
    case PERLIN_CELLULAR_F1_PLUS_F2:
        slope[a] = slope[a] + of_second[a];
        break;
    case PERLIN_CELLULAR_F1_TIMES_F2:
        slope[a] = slope[a] * f2 + f1 * of_second[a];
        break;
    default:
        slope[a] = quotient(slope[a] - f1 / f2 * of_second[a], f2);
    }
}

/* ---- The kernels ----------------------------------------------------------------------------- */

/*
 * A search in which cells count, in any number of dimensions: for slopes, tables, and CELL where points
 * are equally near. Also finds the points that slopes depend on.
 */
OUTLINE void search_in_order(const struct cellular *cells, int dims, int has_slopes,
                             struct cell_axis axis[4], struct kept *kept, struct features *first,
                             struct features *second)
{
    const int is_edge = cells->result == PERLIN_CELLULAR_EDGE;
    const int is_one = cells->result <= PERLIN_CELLULAR_F4; /* of one distance, the last */
    const struct how how = {dims, CELLS, 4, 1}, borders = {dims, BORDERS_IN_ORDER, 1, 1};
    kept_init(kept);
    search_cells(cells, how, cells->metric, cells->reach, -1, axis, kept);
    features_again(cells, dims, axis, kept->order[is_one ? cells->ranks - 1 : 0], first);
    kept->hash = first->hash;
    if (is_edge) {
        memcpy(kept->d, first->d, sizeof kept->d);
        borders_init(kept);
        search_cells(cells, borders, PERLIN_METRIC_EUCLIDEAN, PERLIN_EDGE_REACH, -1, axis, kept);
    }
    if (has_slopes && !is_one && cells->result != PERLIN_CELLULAR_CELL)
        features_again(cells, dims, axis, is_edge ? kept->beyond_order : kept->order[1], second);
}

INLINE void cells_init(struct cellular *cells, const perlin_noise *noise, int dims, uint32_t octave,
                       const struct hash_keys *keys)
{
    const struct perlin_cellular_state *const state = noise->state;
    const uint32_t jitter = (uint32_t)state->jitter;
    const int by_tables = noise->integers == NULL;
    cells->keys = keys;
    cells->tables = by_tables ? perlin_octave_tables(noise, octave) : NULL;
    cells->points = by_tables ? perlin_octave_points(state, octave) : NULL;
    cells->zero = by_tables ? 0 : PERLIN_CELL_BITS;
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

/* Finds where samples from i on are. By tables they have been placed. Returns 0, or NaN where a
   coordinate is not finite. */
INLINE vec axes_init(const struct cellular *cells, int dims, uint32_t metric, struct octave *octave,
                     const struct points *points, size_t i, struct cell_axis axis[4])
{
    struct place place[4];
    vec nothing = v_splat(0);
    if (octave)
        find_places(octave, dims, 0, i, place);
    EACH_AXIS
    {
        if (!octave) {
            place[a].cell = (hash_vec)v_load_words(points->any_cell[a] + i);
            place[a].fraction = v_load(points->fraction[a] + i);
        }
        axis_init(cells, metric, a, &place[a], &axis[a]);
        if (points->are_placed)
            nothing = nothing + (place[a].fraction - place[a].fraction);
    }
    return nothing;
}

/* The same, where it is no great part of the work. */
OUTLINE vec axes_init_called(const struct cellular *cells, int dims, uint32_t metric,
                             struct octave *octave, const struct points *points, size_t i,
                             struct cell_axis axis[4])
{
    return axes_init(cells, dims, metric, octave, points, i, axis);
}

/* The cells along the axes of a vector of samples lie in a block's room for edges. */
INLINE struct cell_axis *axes_in(struct points *points)
{
    _Static_assert(4 * sizeof(struct cell_axis) <= EDGE_ROWS * sizeof points->edge[0],
                   "room for axes");
    return (struct cell_axis *)(void *)points->edge;
}

/*
 * Results by the integer hash, without slopes. `metric` is PERLIN_METRIC_EUCLIDEAN, which also stands
 * for its square, or what the noise has.
 */
INLINE void cellular_results(int dims, enum search search, int ranks, int is_unrolled,
                             uint32_t metric, const perlin_noise *noise, struct points *points,
                             uint32_t number, const struct store *store)
{
    const struct how how = {dims, search, ranks, 0}, borders = {dims, BORDERS, 1, 0};
    const int unrolls = is_unrolled && (dims == 2 || sizeof(real) == sizeof(float));
    const struct LANE(perlin_affine) affine = noise->integers[number].LANE(scaled).raw[dims - 1];
    const struct store to = *store; /* a copy, because stores may alias the original */
    const size_t n = points->n;
    struct cell_axis *const axis = axes_in(points);
    struct octave octave;
    struct cellular cells;
    octave_init(&octave, noise, dims, 0, points, number);
    cells_init(&cells, noise, dims, number, &octave.keys);
    cells.reach = perlin_cellular_reach(cells.metric, (uint32_t)dims, ranks);
    for (size_t i = 0; i < n; i += LANES) {
        struct kept kept;
        const vec nothing = unrolls
                                ? axes_init(&cells, dims, metric, &octave, points, i, axis)
                                : axes_init_called(&cells, dims, metric, &octave, points, i, axis);
        kept_init(&kept);
        if (unrolls)
            search_unrolled(&cells, how, metric, cells.reach, axis, &kept);
        else
            search_cells(&cells, how, metric, cells.reach, -1, axis, &kept);
        if (search == POINTS) {
            borders_init(&kept);
            search_cells(&cells, borders, metric, PERLIN_EDGE_REACH, -1, axis, &kept);
        }
        if (search == HASHES && __builtin_expect(v_any(kept.is_tied), 0)) {
            struct features first, second;
            search_in_order(&cells, dims, 0, axis, &kept, &first, &second);
        }
        const vec raw = result_of(&cells, search, ranks, &kept);
        store_point_as(&to, 1, i, raw * v_splat(affine.scale) + v_splat(affine.bias) + nothing);
    }
    points->is_far |= found_far(&octave);
}

/* By tables, or with slopes. */
OUTLINE void cellular_in_order(int dims, int has_slopes, const perlin_noise *noise,
                               struct points *points, uint32_t number, const struct store *store)
{
    const int by_tables = noise->integers == NULL;
    const struct LANE(perlin_affine) affine =
        by_tables ? noise->LANE(output)[dims - 1].raw
                  : noise->integers[number].LANE(scaled).raw[dims - 1];
    const struct store to = *store;
    const size_t n = points->n;
    struct cell_axis *const axis = axes_in(points);
    struct octave octave;
    struct cellular cells;
    if (!by_tables)
        octave_init(&octave, noise, dims, 0, points, number);
    cells_init(&cells, noise, dims, number, &octave.keys);
    for (size_t i = 0; i < n; i += LANES) {
        struct kept kept;
        struct features first, second;
        const vec nothing = axes_init_called(&cells, dims, cells.metric, by_tables ? NULL : &octave,
                                             points, i, axis);
        search_in_order(&cells, dims, has_slopes, axis, &kept, &first, &second);
        const vec raw = result_of(&cells, CELLS, 4, &kept);
        const vec value = raw * v_splat(affine.scale) + v_splat(affine.bias) + nothing;
        if (has_slopes) {
            vec slope[4];
            result_slopes(&cells, dims, &kept, &first, &second, slope);
            EACH_AXIS
            slope[a] = slope[a] * v_splat(affine.scale) + nothing;
            store_point_slopes(&to, dims, i, value, slope);
        } else {
            store_point_as(&to, !by_tables, i, value);
        }
    }
    if (!by_tables)
        points->is_far |= found_far(&octave);
}

/* Any metric. In 1-D all of them are one, but for the square. */
OUTLINE void cellular_any(int dims, const perlin_noise *noise, struct points *points,
                          uint32_t octave, const struct store *to)
{
    const struct perlin_cellular_state *const state = noise->state;
    cellular_results(dims, DISTANCES, 4, 0, state->metric, noise, points, octave, to);
}

#define CELLULAR_KERNEL(name, dims, search, ranks, is_unrolled)                                    \
    OUTLINE void cellular_##name##dims(const perlin_noise *noise, struct points *points,           \
                                       uint32_t octave, const struct store *to)                    \
    {                                                                                              \
        cellular_results(dims, search, ranks, is_unrolled, PERLIN_METRIC_EUCLIDEAN, noise, points, \
                         octave, to);                                                              \
    }
#define CELLULAR_KERNELS(dims, is_unrolled)                                                        \
    CELLULAR_KERNEL(nearest, dims, DISTANCES, 1, is_unrolled)                                      \
    CELLULAR_KERNEL(two, dims, DISTANCES, 2, is_unrolled)                                          \
    CELLULAR_KERNEL(four, dims, DISTANCES, 4, 0)                                                   \
    CELLULAR_KERNEL(values, dims, HASHES, 1, is_unrolled)                                          \
    CELLULAR_KERNEL(edges, dims, POINTS, 1, 0)                                                     \
    static points_kernel *const cellular_##dims[] = {cellular_nearest##dims, cellular_two##dims,   \
                                                     cellular_four##dims, cellular_values##dims,   \
                                                     cellular_edges##dims};

CELLULAR_KERNELS(2, 1)
CELLULAR_KERNELS(3, 1)
CELLULAR_KERNELS(4, 0)

#undef CELLULAR_KERNEL
#undef CELLULAR_KERNELS

/* By the integer hash, without slopes: the search that a result needs. */
static void cellular_by_integers(int dims, points_kernel *const kernels[],
                                 const perlin_noise *noise, struct points *points, uint32_t octave,
                                 const struct store *to)
{
    const struct perlin_cellular_state *const state = noise->state;
    const int is_any = !kernels || state->metric > PERLIN_METRIC_EUCLIDEAN_SQUARED;
    const int ranks = perlin_cellular_ranks(state->result);
    const int is_cell = state->result == PERLIN_CELLULAR_CELL;
    const int is_edge = state->result == PERLIN_CELLULAR_EDGE;
    if (is_any && (is_cell || is_edge))
        cellular_in_order(dims, 0, noise, points, octave, to);
    else if (is_any)
        cellular_any(dims, noise, points, octave, to);
    else
        kernels[is_cell      ? 3
                : is_edge    ? 4
                : ranks == 1 ? 0
                : ranks == 2 ? 1
                             : 2](noise, points, octave, to);
}

#define IN_DIMENSIONS(dims, kernels)                                                               \
    static void cellular_points##dims(const perlin_noise *noise, struct points *points,            \
                                      uint32_t octave, const struct store *to)                     \
    {                                                                                              \
        cellular_in_order(dims, 0, noise, points, octave, to);                                     \
    }                                                                                              \
    static void cellular_slopes##dims(const perlin_noise *noise, struct points *points,            \
                                      uint32_t octave, const struct store *to)                     \
    {                                                                                              \
        cellular_in_order(dims, 1, noise, points, octave, to);                                     \
    }                                                                                              \
    static void cellular_integers##dims(const perlin_noise *noise, struct points *points,          \
                                        uint32_t octave, const struct store *to)                   \
    {                                                                                              \
        cellular_by_integers(dims, kernels, noise, points, octave, to);                            \
    }

IN_DIMENSIONS(1, NULL)
IN_DIMENSIONS(2, cellular_2)
IN_DIMENSIONS(3, cellular_3)
IN_DIMENSIONS(4, cellular_4)

#undef IN_DIMENSIONS
#undef EACH_AXIS
#undef EACH_AXIS_DOWN

#endif
