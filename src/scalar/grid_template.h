/*
 * Grids, for one type of results. scalar.c includes this file after points_template.h for
 * coordinates in double. REAL is the type of results, LANE(name) appends its suffix, and
 * FUNCTION(name) that of coordinates and results.
 */

/* Evaluates the samples along an axis and all axes before it. `at` is the first output element. The
   coordinates of later axes are set. */
static void LANE(grid_along)(const perlin_noise *noise, const perlin_grid *grid, uint32_t axis,
                             double coordinate[4], ptrdiff_t at,
                             const struct LANE(perlin_sink) * sink)
{
    for (size_t i = 0; i < grid->count[axis]; i++, at += grid->stride[axis]) {
        coordinate[axis] = grid_coordinate(grid, axis, i);
        if (axis > 0)
            LANE(grid_along)(noise, grid, axis - 1, coordinate, at, sink);
        else
            FUNCTION(put_sample)(noise, grid->dims, coordinate, sink, at);
    }
}

static void LANE(grid)(const perlin_noise *noise, const perlin_grid *grid,
                       const struct LANE(perlin_sink) * sink)
{
    double coordinate[4];
    LANE(grid_along)(noise, grid, grid->dims - 1, coordinate, 0, sink);
}
