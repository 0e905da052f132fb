/*
 * Searches: each sample looks at cells, and a vector of samples at those that any of its lanes needs.
 * First come the 2^dims that meet at its nearest corner, then others by their least distance, as long
 * as that is below what has been found. Any superset of the points that matter gives the same bits
 * (docs/bases.md).
 */
#ifndef PERLIN_CELLULAR_SEARCH_H
#define PERLIN_CELLULAR_SEARCH_H

#include "axes.h"

/* ---- What searches keep ---------------------------------------------------------------------- */

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
    int ranks; /* of distances that are kept */
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

/* ---- Visiting cells -------------------------------------------------------------------------- */

INLINE void visit(const struct cellular *cells, struct how how, uint32_t metric,
                  const struct cell_axis axis[4], const int index[4], const hash_vec hash[4],
                  const vec start[4], struct kept *kept)
{
    struct features found;
    vec order = v_splat(0);
    if (how.search == CELLS || how.search == BORDERS_IN_ORDER)
        order = order_of(axis, how.dims, index);
    find_features(cells, how.dims, metric, hash, start, &found);
    keep(cells, how, &found, order, kept);
}

/* The cells that touch the samples' own, and that one, as indices along x, y, z and w. Those that are
   at the farther side of fewer axes come first. */
static const char near_cells[4][4 * 81 + 1] = {
    "012", "001001112021021222",
    "000100010110001101011111200210020120201211021121002102012112220221202212022122222",
    "000010000100110000101010011011100001100101011101001110110111111120002100020012002010211002"
    "101210002010200120112020012101020112012011211102111211002110210121112100021002010211020012"
    "101201121112220022102020212002201220220122112021212102211221200221020202120220122112021212"
    "120022102201221122222022212202221220222122022212222222"};

/* Visits cell n of these, unless it does not matter. */
INLINE void visit_near(const struct cellular *cells, struct how how, uint32_t metric,
                       const struct cell_axis axis[4], int n, int is_always, struct kept *kept)
{
    const int dims = how.dims;
    const char *const cell = near_cells[dims - 1] + n * dims;
    int index[4] = {0};
    hash_vec hash[4];
    vec start[4], least = v_splat(0);
    EACH_AXIS_DOWN
    {
        index[a] = cell[a] - '0';
        hash[a] = axis[a].hash[index[a]];
        start[a] = axis[a].start[index[a]];
        const vec along = axis[a].least[index[a]];
        least = a == dims - 1 ? along : joined(metric, least, along);
    }
    if (is_always || is_needed(cells, how, least, kept))
        visit(cells, how, metric, axis, index, hash, start, kept);
}

/* Visits cells that touch the samples' own. Those at the farther side of no axis matter always; of one
   axis, to two nearest points.
   A loop of its own has no branch for these. */
INLINE void search_near(const struct cellular *cells, struct how how, uint32_t metric,
                        const struct cell_axis axis[4], struct kept *kept)
{
    static const int counts[4] = {3, 9, 27, 81};
    const int dims = how.dims, corners = 1 << dims, count = counts[dims - 1];
    const int always = how.search >= CELLS                         ? 0
                       : how.search == DISTANCES && how.ranks == 2 ? corners + dims * corners / 2
                                                                   : corners;
    int n = 0;
    for (; n < always; n++)
        visit_near(cells, how, metric, axis, n, 1, kept);
    for (; n < count; n++)
        visit_near(cells, how, metric, axis, n, 0, kept);
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

/* Visits cells beyond those. Their numbers along an axis are by distance: where one is too far, so are
   all after it. */
INLINE void search_far(const struct cellular *cells, struct how how, uint32_t metric, int reach,
                       const struct cell_axis axis[4], struct kept *kept)
{
    const int dims = how.dims;
    int k[4];
    vec sum[5];
    sum[dims] = v_splat(0);
#define FOR_CELLS(a)                                                                               \
    for (k[a] = 0; k[a] <= ((a) < dims ? 2 * reach : 0); k[a]++) {                                 \
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
    if (k[0] >= NEAR_CELLS || k[1] >= NEAR_CELLS || k[2] >= NEAR_CELLS || k[3] >= NEAR_CELLS) {
        hash_vec hash[4];
        vec start[4];
        EACH_AXIS
        {
            const struct cell_along cell =
                cell_along(cells, a, &axis[a], offset_of(&axis[a], k[a]));
            hash[a] = cell.hash;
            start[a] = cell.start;
        }
        visit(cells, how, metric, axis, k, hash, start, kept);
    }
}
}
}
}
#undef FOR_CELLS
}

/* The same for any search without an order. */
COLD void search_far_called(const struct cellular *cells, enum search search,
                            const struct cell_axis axis[4], struct kept *kept)
{
    const struct how how = {cells->dims, search, cells->ranks};
    search_far(cells, how, PERLIN_METRIC_EUCLIDEAN, cells->reach, axis, kept);
}

INLINE void search_cells(const struct cellular *cells, struct how how, uint32_t metric, int reach,
                         const struct cell_axis axis[4], struct kept *kept)
{
    search_near(cells, how, metric, axis, kept);
    if (reach < 2 || __builtin_expect(!is_far_needed(cells, how, metric, axis, kept), 1))
        return;
    if (how.ranks <= 2 &&
        how.search <= HASHES) { /* seldom: a copy, so that `kept` is in registers */
        struct kept copy = *kept;
        search_far_called(cells, how.search, axis, &copy);
        *kept = copy;
    } else {
        search_far(cells, how, metric, reach, axis, kept);
    }
}

/* The same where cells count, in any number of dimensions: the nearest points, or, given the nearest one,
   the point beyond the nearest border. */
OUTLINE void search_cells_in_order(const struct cellular *cells, int is_border,
                                   const struct cell_axis axis[4], struct kept *kept)
{
    const struct how how = {cells->dims, is_border ? BORDERS_IN_ORDER : CELLS, 4};
    search_cells(cells, how, is_border ? PERLIN_METRIC_EUCLIDEAN : cells->metric,
                 is_border ? PERLIN_EDGE_REACH : cells->reach, axis, kept);
}

#endif
