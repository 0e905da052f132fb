/*
 * The public functions for grids. They check the arguments, guard the FP environment and call the
 * backend.
 */
#include "api.h"

#include "../noise/noise.h"

#include <math.h>

enum { GRID_SIZE_FIRST = PERLIN_SIZE_THROUGH(perlin_grid, stride) };

static const perlin_grid default_grid = {
    .struct_size = sizeof(perlin_grid),
    .count = {1, 1, 1, 1},
};

perlin_status perlin_grid_init_sized(perlin_grid *grid, size_t size)
{
    return perlin_struct_init(grid, size, &default_grid, sizeof default_grid, GRID_SIZE_FIRST);
}

/* A grid that has been checked and completed with explicit strides, and the memory that it touches.
   */
struct layout {
    perlin_grid grid;
    ptrdiff_t first;
    size_t elements; /* 0 if there are no samples */
};

/*
 * Replaces strides that are all 0 with packed ones. On an axis with a single sample any stride is
 * allowed; these are replaced with one that kernels can compute with. Counts are at least 1.
 */
static perlin_status complete_strides(perlin_grid *grid)
{
    int any = 0, missing = 0;
    for (uint32_t a = 0; a < grid->dims; a++) {
        any |= grid->stride[a] != 0;
        missing |= grid->stride[a] == 0 && grid->count[a] > 1;
    }
    size_t packed = 1; /* may wrap if the axes before are too large; `measure` reports that */
    for (uint32_t a = 0; a < grid->dims; a++) {
        if (!any)
            grid->stride[a] = (ptrdiff_t)packed;
        else if (grid->count[a] == 1)
            grid->stride[a] = 1;
        packed *= grid->count[a];
    }
    return any && missing ? PERLIN_ERROR_STRIDE : PERLIN_OK;
}

/*
 * Finds the extent, starting with the axis of the smallest stride. Samples are distinct if each
 * stride is larger than the extent of the axes before.
 */
static perlin_status measure(struct layout *layout, size_t element_size)
{
    const perlin_grid *const grid = &layout->grid;
    uint32_t axes[4], used = 0;
    for (uint32_t a = 0; a < grid->dims; a++) {
        if (grid->count[a] == 1)
            continue;
        uint32_t at = used++;
        for (; at > 0 &&
               perlin_magnitude(grid->stride[axes[at - 1]]) > perlin_magnitude(grid->stride[a]);
             at--)
            axes[at] = axes[at - 1];
        axes[at] = a;
    }
    const size_t most = (size_t)PTRDIFF_MAX / element_size;
    perlin_status status = PERLIN_OK;
    size_t last = 0; /* the extent minus 1 */
    layout->first = 0;
    for (uint32_t i = 0; i < used; i++) {
        const size_t stride = perlin_magnitude(grid->stride[axes[i]]);
        const size_t gaps = grid->count[axes[i]] - 1;
        if (stride > (most - 1 - last) / gaps)
            return PERLIN_ERROR_OVERFLOW;
        if (stride <= last)
            status = PERLIN_ERROR_OVERLAP;
        last += stride * gaps;
        if (grid->stride[axes[i]] < 0)
            layout->first -= (ptrdiff_t)(stride * gaps);
    }
    layout->elements = last + 1;
    return status;
}

/* Checks a grid and completes it. With a NULL noise any dimensions are accepted. */
PERLIN_GUARDED static perlin_status check_grid(struct layout *layout, const perlin_grid *grid,
                                               const perlin_noise *noise, size_t element_size)
{
    perlin_grid *const g = &layout->grid;
    layout->first = 0;
    layout->elements = 0;
    if (grid && grid->struct_size == sizeof *g) {
        *g = *grid; /* of this version: for a chunk defaults and a call take long */
    } else {
        *g = default_grid;
        const perlin_status status = perlin_struct_copy(g, grid, sizeof *g, GRID_SIZE_FIRST);
        if (status != PERLIN_OK)
            return status;
        g->struct_size = sizeof *g; /* not that of a grid with lists */
    }
    if (g->dims < 1 || g->dims > 4 || (noise && !perlin_has_dims(noise, g->dims)))
        return PERLIN_ERROR_DIMS;
    int empty = 0;
    for (uint32_t a = 0; a < g->dims; a++) {
        if (!isfinite(g->step[a]) || !isfinite(g->origin[a]))
            return PERLIN_ERROR_GRID;
        if (g->step[a] == 0.0 && g->count[a] > 1)
            return PERLIN_ERROR_GRID;
        if (g->period[a] > INT64_MAX)
            return PERLIN_ERROR_PERIOD_GRID;
        empty |= g->count[a] == 0;
    }
    if (empty)
        return PERLIN_OK;
    for (uint32_t a = 0; a < g->dims; a++) /* the difference is exact for negative starts, too */
        if (g->count[a] - 1 > (uint64_t)INT64_MAX - (uint64_t)g->start[a])
            return PERLIN_ERROR_OVERFLOW;
    const perlin_status strides = complete_strides(g);
    return strides != PERLIN_OK ? strides : measure(layout, element_size);
}

/* Checks a grid of normals, and that the height is finite in the type of this size. */
PERLIN_GUARDED static perlin_status check_normals(struct layout *layout, const perlin_grid *grid,
                                                  size_t element_size, double height)
{
    const perlin_status status = check_grid(layout, grid, NULL, element_size);
    if (status != PERLIN_OK)
        return status;
    if (layout->grid.dims != 2)
        return PERLIN_ERROR_DIMS;
    const int is_float = element_size == sizeof(float);
    return (is_float ? isfinite((float)height) : isfinite(height)) ? PERLIN_OK
                                                                   : PERLIN_ERROR_OUTPUT;
}

#define REAL       float
#define TYPE       f32
#define LANE(name) name##_f32
#include "grid_template.h"
#undef REAL
#undef TYPE
#undef LANE

#define REAL       double
#define TYPE       f64
#define LANE(name) name##_f64
#include "grid_template.h"
#undef REAL
#undef TYPE
#undef LANE

perlin_status perlin_grid_extent(const perlin_grid *grid, ptrdiff_t *first, size_t *elements)
{
    struct layout layout;
    if (!first || !elements)
        return PERLIN_ERROR_NULL;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    const perlin_status status = check_grid(&layout, grid, NULL, sizeof(float));
    perlin_fpenv_end(fpenv);
    if (status == PERLIN_OK) {
        *first = layout.first;
        *elements = layout.elements;
    }
    return status;
}
