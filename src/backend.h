/*
 * The table of kernels that a backend fills, and through which every evaluation goes.
 *
 * A basis (a kind of noise) is one entry per dimension and lane type. A kernel gets arguments that
 * api.c has checked and completed: count >= 1 on every axis, strides in elements and never NULL, the
 * FP environment at its default. It only computes.
 */
#ifndef PERLIN_BACKEND_H
#define PERLIN_BACKEND_H

#include "perlin/perlin.h"

struct perlin_basis_f32 {
    void (*points)(const perlin_noise *noise, size_t count, const float *const coords[],
                   const ptrdiff_t strides[], float *out);
    void (*points_wide)(const perlin_noise *noise, size_t count, const double *const coords[],
                        const ptrdiff_t strides[], float *out);
    void (*grid)(const perlin_noise *noise, const perlin_grid *grid, float *out);
};

struct perlin_basis_f64 {
    void (*points)(const perlin_noise *noise, size_t count, const double *const coords[],
                   const ptrdiff_t strides[], double *out);
    void (*grid)(const perlin_noise *noise, const perlin_grid *grid, double *out);
};

struct perlin_ops_f32 {
    struct perlin_basis_f32 gradient[4]; /* improved Perlin noise, by dims - 1 */
};

struct perlin_ops_f64 {
    struct perlin_basis_f64 gradient[4];
};

struct perlin_ops {
    const struct perlin_ops_f32 *f32;
    const struct perlin_ops_f64 *f64;
};

#endif
