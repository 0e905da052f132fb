/*
 * What a backend does for the public functions.
 */
#ifndef PERLIN_BACKEND_H
#define PERLIN_BACKEND_H

#include "perlin/perlin.h"

/* Where results go, and what perlin_output makes of them on the way. */
struct perlin_sink_f32 {
    float *out;      /* NULL where only slopes are wanted */
    float *slope[4]; /* by axis; slope[0] is NULL where they are not wanted */
    int plain;       /* True if the members below change nothing */
    int accumulate;
    float scale, bias;
    float *bounds; /* the least and the greatest result so far, or NULL */
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
 * The functions only compute. The callers in api_points.c and api_grid.c have checked and completed the arguments: count >= 1 on
 * every axis, strides in elements and never NULL, a number of dimensions that the basis has, the FP environment at its default.
 * Slopes, the derivatives by the coordinates, go with a sink that is plain.
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

/* Those of the scalar backend, which every build has. */
extern const struct perlin_ops_f32 perlin_scalar_f32;
extern const struct perlin_ops_f64 perlin_scalar_f64;

#endif
