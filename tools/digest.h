/*
 * Hashing a noise's results at fixed inputs: pseudo-random points and special ones, and grids of
 * every spacing. Each function adds to *hash, which starts as DIGEST_START.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include <perlin/perlin.h>

#include <stdbool.h>
#include <stdint.h>

#define DIGEST_START UINT64_C(0xcbf29ce484222325) /* 64-bit FNV-1a's offset basis */

perlin_status digest_points_f32(const perlin_noise *noise, uint32_t dims, uint64_t *hash);

/* perlin_points_f64, or with `narrow` perlin_points_f64_f32 at the same points. */
perlin_status digest_points_f64(const perlin_noise *noise, uint32_t dims, bool narrow,
                                uint64_t *hash);

/* perlin_grid_f32, or with `wide` perlin_grid_f64. */
perlin_status digest_grid(const perlin_noise *noise, uint32_t dims, bool wide, uint64_t *hash);

/* The permutation tables of octaves 0 to octaves - 1. */
perlin_status digest_tables(const perlin_noise *noise, uint32_t octaves, uint64_t *hash);

#endif
