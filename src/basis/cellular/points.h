/*
 * Cellular noise at points: each vector of samples searches.
 */
#ifndef PERLIN_CELLULAR_POINTS_H
#define PERLIN_CELLULAR_POINTS_H

#include "../../engine/store.h"
#include "results.h"

/* Finds where samples from i on are. Returns 0, or NaN where a coordinate is not finite. */
INLINE vec axes_init(const struct cellular *cells, int dims, struct octave *octave,
                     const struct points *points, size_t i, struct cell_axis axis[4])
{
    struct place place[4];
    vec nothing = v_splat(0);
    find_places(octave, dims, 0, i, place);
    EACH_AXIS
    {
        axis_init(cells, cells->metric, a, &place[a], &axis[a]);
        if (points->are_placed)
            nothing = nothing + (place[a].fraction - place[a].fraction);
    }
    return nothing;
}

/* The same, where it is no great part of the work. */
OUTLINE vec axes_init_called(const struct cellular *cells, struct octave *octave,
                             const struct points *points, size_t i, struct cell_axis axis[4])
{
    return axes_init(cells, cells->dims, octave, points, i, axis);
}

/* The cells along the axes of a vector of samples lie in a block's room for edges. */
INLINE struct cell_axis *axes_in(struct points *points)
{
    _Static_assert(4 * sizeof(struct cell_axis) <= EDGE_ROWS * sizeof points->edge[0],
                   "room for axes");
    return (struct cell_axis *)(void *)points->edge;
}

/* Without slopes. */
INLINE void cellular_points(int dims, const perlin_noise *noise, struct points *points,
                            uint32_t number, const struct store *store)
{
    const struct LANE(perlin_affine) affine = noise->integers[number].LANE(scaled).raw[dims - 1];
    const struct store to = *store; /* a copy, because stores may alias the original */
    const size_t n = points->n;
    struct cell_axis *const axis = axes_in(points);
    struct octave octave;
    struct cellular cells;
    octave_init(&octave, noise, dims, 0, points, number);
    cells_init(&cells, noise, dims, number, &octave.keys);
    search_kernel *const search = search_for(&cells);
    for (size_t i = 0; i < n; i += LANES) {
        const vec nothing = axes_init(&cells, dims, &octave, points, i, axis);
        const vec raw = search(&cells, axis);
        store_point_as(&to, 1, i, raw * v_splat(affine.scale) + v_splat(affine.bias) + nothing);
    }
    points->is_far |= found_far(&octave);
}

/* With slopes. */
OUTLINE void cellular_slopes(int dims, const perlin_noise *noise, struct points *points,
                             uint32_t number, const struct store *store)
{
    const struct LANE(perlin_affine) affine = noise->integers[number].LANE(scaled).raw[dims - 1];
    const struct store to = *store;
    struct cell_axis *const axis = axes_in(points);
    struct octave octave;
    struct cellular cells;
    octave_init(&octave, noise, dims, 0, points, number);
    cells_init(&cells, noise, dims, number, &octave.keys);
    for (size_t i = 0; i < points->n; i += LANES) {
        struct kept kept;
        struct features first, second;
        vec slope[4];
        const vec nothing = axes_init_called(&cells, &octave, points, i, axis);
        search_in_order(&cells, 1, axis, &kept, &first, &second);
        const vec raw = result_of(&cells, CELLS, 4, &kept);
        result_slopes(&cells, dims, &kept, &first, &second, slope);
        EACH_AXIS
        slope[a] = slope[a] * v_splat(affine.scale) + nothing;
        store_point_slopes(&to, dims, i,
                           raw * v_splat(affine.scale) + v_splat(affine.bias) + nothing, slope);
    }
    points->is_far |= found_far(&octave);
}

#define IN_DIMENSIONS(dims)                                                                        \
    static void cellular_points##dims(const perlin_noise *noise, struct points *points,            \
                                      uint32_t octave, const struct store *to)                     \
    {                                                                                              \
        cellular_points(dims, noise, points, octave, to);                                          \
    }                                                                                              \
    static void cellular_slopes##dims(const perlin_noise *noise, struct points *points,            \
                                      uint32_t octave, const struct store *to)                     \
    {                                                                                              \
        cellular_slopes(dims, noise, points, octave, to);                                          \
    }

IN_DIMENSIONS(1)
IN_DIMENSIONS(2)
IN_DIMENSIONS(3)
IN_DIMENSIONS(4)

#undef IN_DIMENSIONS

#endif
