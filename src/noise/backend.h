/*
 * What a backend offers to the public functions: its function tables, and the sink for its results.
 */
#ifndef PERLIN_BACKEND_H
#define PERLIN_BACKEND_H

#include "perlin/perlin.h"

/* Where results are written, and how perlin_output changes them before. */
struct perlin_sink_f32 {
    float *out;      /* NULL if only slopes are wanted */
    float *slope[4]; /* by axis; slope[0] is NULL if none are wanted */
    int plain;       /* true if the members below change nothing */
    int accumulate;
    float scale, bias;
    float *bounds; /* least and greatest result so far, or NULL */
};
struct perlin_sink_f64 {
    double *out;
    double *slope[4];
    int plain;
    int accumulate;
    double scale, bias;
    double *bounds;
};

/*
 * A part of a grid whose coordinates are listed, for axes on which they are not origin + index *
 * step. Where a backend takes a perlin_grid, a struct_size of this struct's size says that it is
 * one. list[a] has the coordinates of all samples along axis a, or is NULL. These must be within
 * slack[a] of a line, of which origin and step tell; their magnitudes are reach[a] at most.
 * PERLIN_LIST_PADDING numbers behind the last may be read, and mean nothing.
 */
struct perlin_listed_grid {
    perlin_grid grid;
    const double *list[4];
    double slack[4], reach[4];
};
enum { PERLIN_LIST_PADDING = 32 };

/* NULL if coordinates along the axis are not listed. */
static inline const struct perlin_listed_grid *perlin_lists_of(const perlin_grid *grid, int axis)
{
    const struct perlin_listed_grid *const listed = (const struct perlin_listed_grid *)grid;
    return grid->struct_size == sizeof *listed && listed->list[axis] ? listed : NULL;
}

/*
 * These functions only compute. Their callers, api/points.c and api/grid.c, have checked and
 * completed the arguments: every count is at least 1, strides are in elements and not NULL, the
 * basis has this number of dimensions, and the FP environment is the default. Slopes are the
 * derivatives by the coordinates. If they are wanted, the sink is plain.
 */
struct perlin_ops_f32 {
    void (*points)(const perlin_noise *noise, uint32_t dims, size_t count,
                   const float *const coords[], const ptrdiff_t strides[],
                   const struct perlin_sink_f32 *sink);
    void (*points_wide)(const perlin_noise *noise, uint32_t dims, size_t count,
                        const double *const coords[], const ptrdiff_t strides[],
                        const struct perlin_sink_f32 *sink);
    void (*grid)(const perlin_noise *noise, const perlin_grid *grid,
                 const struct perlin_sink_f32 *sink);
};

struct perlin_ops_f64 {
    void (*points)(const perlin_noise *noise, uint32_t dims, size_t count,
                   const double *const coords[], const ptrdiff_t strides[],
                   const struct perlin_sink_f64 *sink);
    void (*grid)(const perlin_noise *noise, const perlin_grid *grid,
                 const struct perlin_sink_f64 *sink);
};

/* The scalar backend, which every build has. */
extern const struct perlin_ops_f32 perlin_scalar_f32;
extern const struct perlin_ops_f64 perlin_scalar_f64;

#endif
