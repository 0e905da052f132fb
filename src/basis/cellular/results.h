/*
 * Results of cellular noise, and their slopes, from what searches keep.
 */
#ifndef PERLIN_CELLULAR_RESULTS_H
#define PERLIN_CELLULAR_RESULTS_H

#include "search.h"

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

INLINE vec value_of_cell(hash_vec hash)
{
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
        return value_of_cell(kept->hash);
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
    find_features(cells, dims, cells->metric, hash, start, found);
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

/* ---- Searches for results -------------------------------------------------------------------- */

/*
 * A search in which cells count, in any number of dimensions: for slopes, and CELL where points are
 * equally near. Also finds the points that slopes depend on.
 */
OUTLINE void search_in_order(const struct cellular *cells, int has_slopes,
                             const struct cell_axis axis[4], struct kept *kept,
                             struct features *first, struct features *second)
{
    const int dims = cells->dims;
    const int is_edge = cells->result == PERLIN_CELLULAR_EDGE;
    const int is_one = cells->result <= PERLIN_CELLULAR_F4; /* of one distance, the last */
    kept_init(kept);
    search_cells_in_order(cells, 0, axis, kept);
    features_again(cells, dims, axis, kept->order[is_one ? cells->ranks - 1 : 0], first);
    kept->hash = first->hash;
    if (is_edge) {
        memcpy(kept->d, first->d, sizeof kept->d);
        borders_init(kept);
        search_cells_in_order(cells, 1, axis, kept);
    }
    if (has_slopes && !is_one && cells->result != PERLIN_CELLULAR_CELL)
        features_again(cells, dims, axis, is_edge ? kept->beyond_order : kept->order[1], second);
}

OUTLINE vec search_result_in_order(const struct cellular *cells, const struct cell_axis axis[4])
{
    struct kept kept;
    struct features first, second;
    search_in_order(cells, 0, axis, &kept, &first, &second);
    return result_of(cells, CELLS, 4, &kept);
}

/* A result. `metric` is PERLIN_METRIC_EUCLIDEAN, which also stands for its square, or what the noise
   has. */
INLINE vec search_result(int dims, enum search search, int ranks, uint32_t metric,
                         const struct cellular *cells, const struct cell_axis axis[4])
{
    const struct how how = {dims, search, ranks}, borders = {dims, BORDERS, 1};
    struct kept kept;
    kept_init(&kept);
    search_cells(cells, how, metric, cells->reach, axis, &kept);
    if (search == POINTS) {
        borders_init(&kept);
        search_cells(cells, borders, metric, PERLIN_EDGE_REACH, axis, &kept);
    }
    if (search == HASHES && __builtin_expect(v_any(kept.is_tied), 0))
        return search_result_in_order(cells, axis);
    return result_of(cells, search, ranks, &kept);
}

/* The distances to the four nearest points, by any metric, in any number of dimensions. */
OUTLINE void search_distances(const struct cellular *cells, const struct cell_axis axis[4],
                              struct kept *kept)
{
    const struct how how = {cells->dims, DISTANCES, 4};
    struct kept found;
    kept_init(&found);
    search_cells(cells, how, cells->metric, cells->reach, axis, &found);
    memcpy(kept->distance, found.distance, sizeof kept->distance);
}

OUTLINE vec search_any(const struct cellular *cells, const struct cell_axis axis[4])
{
    struct kept kept;
    search_distances(cells, axis, &kept);
    return result_of(cells, DISTANCES, 4, &kept);
}

/* Searches for a vector of samples, given the cells along their axes. */
typedef vec search_kernel(const struct cellular *cells, const struct cell_axis axis[4]);

#define SEARCH(name, dims, search, ranks)                                                          \
    OUTLINE vec search_##name##dims(const struct cellular *cells, const struct cell_axis axis[4])  \
    {                                                                                              \
        return search_result(dims, search, ranks, PERLIN_METRIC_EUCLIDEAN, cells, axis);           \
    }
#define SEARCHES(dims)                                                                             \
    SEARCH(nearest, dims, DISTANCES, 1)                                                            \
    SEARCH(two, dims, DISTANCES, 2)                                                                \
    SEARCH(values, dims, HASHES, 1)

SEARCHES(2)
SEARCHES(3)
SEARCHES(4)
SEARCH(four, 2, DISTANCES, 4)
SEARCH(four, 3, DISTANCES, 4)
SEARCH(edges, 2, POINTS, 1)
SEARCH(edges, 3, POINTS, 1)

#undef SEARCH
#undef SEARCHES

/* The search that a noise needs. Those that are seldom wanted are general ones. In 1-D all metrics are
   one, but for the square. */
static search_kernel *search_for(const struct cellular *cells)
{
    static search_kernel *const nearest[5] = {NULL, NULL, search_nearest2, search_nearest3,
                                              search_nearest4};
    static search_kernel *const two[5] = {NULL, NULL, search_two2, search_two3, search_two4};
    static search_kernel *const values[5] = {NULL, NULL, search_values2, search_values3,
                                             search_values4};
    static search_kernel *const four[5] = {NULL, NULL, search_four2, search_four3, NULL};
    static search_kernel *const edges[5] = {NULL, NULL, search_edges2, search_edges3, NULL};
    const int is_cell = cells->result == PERLIN_CELLULAR_CELL;
    const int is_edge = cells->result == PERLIN_CELLULAR_EDGE;
    search_kernel *const *const of = is_cell             ? values
                                     : is_edge           ? edges
                                     : cells->ranks == 1 ? nearest
                                     : cells->ranks == 2 ? two
                                                         : four;
    if (cells->metric <= PERLIN_METRIC_EUCLIDEAN_SQUARED && of[cells->dims])
        return of[cells->dims];
    return is_cell || is_edge ? search_result_in_order : search_any;
}

#endif
