/*
 * The table of kernels that a backend fills, and through which every evaluation goes.
 *
 * A basis (a kind of noise) is one entry per dimension and lane type. A kernel gets arguments that
 * api_points.c and api_grid.c have checked and completed: count >= 1 on every axis, strides in elements and
 * never NULL, the FP environment at its default. It only computes.
 */
#ifndef PERLIN_BACKEND_H
#define PERLIN_BACKEND_H

#include "perlin/perlin.h"

#define PERLIN_BASES 8

/* Where results go, and what becomes of them on the way: see perlin_output. */
struct perlin_sink_f32 {
    float *out;
    int plain; /* as they are: the members below do not matter */
    int accumulate;
    float scale, bias;
    float *bounds; /* the least and the greatest so far, or NULL */
};
struct perlin_sink_f64 {
    double *out;
    int plain;
    int accumulate;
    double scale, bias;
    double *bounds;
};

/* The same for noise with its slopes, which are the derivatives by the coordinates. */
struct perlin_slope_sink_f32 {
    float *out; /* or NULL */
    float *slope[4];
};
struct perlin_slope_sink_f64 {
    double *out;
    double *slope[4];
};

struct perlin_basis_f32 {
    void (*points)(const perlin_noise *noise, size_t count, const float *const coords[],
                   const ptrdiff_t strides[], const struct perlin_sink_f32 *sink);
    void (*points_wide)(const perlin_noise *noise, size_t count, const double *const coords[],
                        const ptrdiff_t strides[], const struct perlin_sink_f32 *sink);
    void (*grid)(const perlin_noise *noise, const perlin_grid *grid,
                 const struct perlin_sink_f32 *sink);
    void (*points_slopes)(const perlin_noise *noise, size_t count, const float *const coords[],
                          const ptrdiff_t strides[], const struct perlin_slope_sink_f32 *sink);
    void (*points_wide_slopes)(const perlin_noise *noise, size_t count,
                               const double *const coords[], const ptrdiff_t strides[],
                               const struct perlin_slope_sink_f32 *sink);
    void (*grid_slopes)(const perlin_noise *noise, const perlin_grid *grid,
                        const struct perlin_slope_sink_f32 *sink);
};

struct perlin_basis_f64 {
    void (*points)(const perlin_noise *noise, size_t count, const double *const coords[],
                   const ptrdiff_t strides[], const struct perlin_sink_f64 *sink);
    void (*grid)(const perlin_noise *noise, const perlin_grid *grid,
                 const struct perlin_sink_f64 *sink);
    void (*points_slopes)(const perlin_noise *noise, size_t count, const double *const coords[],
                          const ptrdiff_t strides[], const struct perlin_slope_sink_f64 *sink);
    void (*grid_slopes)(const perlin_noise *noise, const perlin_grid *grid,
                        const struct perlin_slope_sink_f64 *sink);
};

/* By PERLIN_BASIS_, arrays of 4, by dims - 1. What a basis has no noise of (perlin_has_dims) is never called, and may be
   zeros. */
struct perlin_ops_f32 {
    const struct perlin_basis_f32 *basis[PERLIN_BASES];
};

struct perlin_ops_f64 {
    const struct perlin_basis_f64 *basis[PERLIN_BASES];
};

/* Those of the scalar backend, which every build has. */
extern const struct perlin_ops_f32 perlin_scalar_f32;
extern const struct perlin_ops_f64 perlin_scalar_f64;

struct perlin_ops {
    const struct perlin_ops_f32 *f32;
    const struct perlin_ops_f64 *f64;
};

#endif
