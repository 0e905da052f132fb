/*
 * The noise of Hugo Elias ("Perlin Noise", 1998), of a block of points. An integer hash gives the
 * values, which are interpolated like those of value noise.
 */
#ifndef PERLIN_ELIAS_POINTS_H
#define PERLIN_ELIAS_POINTS_H

#include "../value/points.h"
#include "elias.h"

/* Points are hashed this many at a time, in loops of constant length, which compilers vectorise. */
enum { ELIAS_POINTS = 16 };
_Static_assert(BLOCK % ELIAS_POINTS == 0 && ELIAS_POINTS % LANES == 0, "whole vectors");

/* What the cells along an axis add to the number to be hashed: the cell before a point's, its own,
   the next one and the one after that. */
struct elias_terms {
    uint32_t of[3][4][ELIAS_POINTS]; /* by axis, place and point */
};

INLINE void find_terms(const struct points *points, int dims, const struct perlin_elias *constants,
                       const uint32_t modulus[4], size_t first, struct elias_terms *terms)
{
    for (int a = 0; a < dims; a++) {
        const uint32_t factor = a == 0 ? 1 : constants->factor[a - 1], m = modulus[a];
        for (size_t i = 0; i < ELIAS_POINTS; i++) {
            const uint32_t cell = points->any_cell[a][first + i];
            const uint32_t next = perlin_next_cell(cell, m);
            terms->of[a][0][i] = factor * perlin_previous_cell(cell, m);
            terms->of[a][1][i] = factor * cell;
            terms->of[a][2][i] = factor * next;
            terms->of[a][3][i] = factor * perlin_next_cell(next, m);
        }
    }
}

/* The values at lattice points. at[a] selects one of the four cells along axis a. */
INLINE void find_values(int dims, const struct perlin_elias *constants, uint32_t salt,
                        const struct elias_terms *terms, const int at[3], real value[])
{
    const uint32_t cubic = constants->cubic, linear = constants->linear;
    const uint32_t constant = constants->constant;
    for (size_t i = 0; i < ELIAS_POINTS; i++) {
        uint32_t n = terms->of[0][at[0]][i];
        if (dims > 1)
            n += terms->of[1][at[1]][i];
        if (dims > 2)
            n += terms->of[2][at[2]][i];
        const uint32_t m = (n << 13 ^ n) + salt;
        const uint32_t h = (m * (m * m * cubic + linear) + constant) & 0x7fffffff;
        value[i] = (real)(1073741824 - (int32_t)h) * (real)0x1p-30;
    }
}

/* Stores the values at the corners of the points' cells. */
INLINE void find_corners(struct points *points, int dims, const struct perlin_elias *constants,
                         uint32_t salt, const struct elias_terms *terms, size_t first)
{
    UNROLL
    for (int c = 0; c < 1 << dims; c++) {
        const int at[3] = {1 + (c & 1), 1 + (c >> 1 & 1), 1 + (c >> 2)};
        find_values(dims, constants, salt, terms, at, points->edge[c] + first);
    }
}

/* ---- Smoothing ------------------------------------------------------------------------------- */

/* Takes four rows that lie `apart` from each other. Turns the first two into the means around the
   second and the third. */
INLINE void smooth_rows(real row[][ELIAS_POINTS], int apart)
{
    const vec quarter = v_splat((real)0.25), half = v_splat((real)0.5);
    UNROLL
    for (size_t i = 0; i < ELIAS_POINTS; i += LANES) {
        const vec a = v_load(row[0] + i), b = v_load(row[apart] + i);
        const vec c = v_load(row[2 * apart] + i), d = v_load(row[3 * apart] + i);
        v_store(row[0] + i, quarter * a + half * b + quarter * c);
        v_store(row[apart] + i, quarter * b + half * c + quarter * d);
    }
}

/* Adds a share of a row to the values at a corner, or starts them with it. */
INLINE void add_share(real corner[], real share, const real row[], int starts)
{
    UNROLL
    for (size_t i = 0; i < ELIAS_POINTS; i += LANES) {
        const vec before = starts ? v_splat(0) : v_load(corner + i);
        v_store(corner + i, before + v_splat(share) * v_load(row + i));
    }
}

/* Stores the smoothed values at the corners. For each of four cells along x, smooths along z and y,
   then adds its shares. */
INLINE void find_smooth_corners(struct points *points, int dims,
                                const struct perlin_elias *constants, uint32_t salt,
                                const struct elias_terms *terms, size_t first)
{
    const int rows = 1 << 2 * (dims - 1), corners = 1 << (dims - 1);
    _Alignas(64) real row[16][ELIAS_POINTS]; /* indexed by y + 4 z */
    for (int x = 0; x < 4; x++) {
        for (int j = 0; j < rows; j++) {
            const int at[3] = {x, j % 4, j / 4};
            find_values(dims, constants, salt, terms, at, row[j]);
        }
        UNROLL
        for (int y = 0; y < 4 && dims == 3; y++)
            smooth_rows(row + y, 4);
        UNROLL
        for (int z = 0; z < corners / 2; z++)
            smooth_rows(row + 4 * z, 1);
        UNROLL
        for (int j = 0; j < corners; j++) {
            const real *const found = row[4 * (j / 2) + j % 2];
            if (x < 3)
                add_share(points->edge[2 * j] + first, (real)(x == 1 ? 0.5 : 0.25), found, x == 0);
            if (x > 0)
                add_share(points->edge[2 * j + 1] + first, (real)(x == 2 ? 0.5 : 0.25), found,
                          x == 1);
        }
    }
}

/* ---- The kernels ----------------------------------------------------------------------------- */

/* Finds the values around the block's points. */
INLINE void find_elias(const perlin_noise *noise, struct points *points, int dims, uint32_t octave)
{
    const struct perlin_elias_state *const state = noise->state;
    const struct perlin_elias *const constants = &state->constants[octave];
    const uint32_t *const modulus = noise->spectrum.modulus[octave];
    struct elias_terms terms;
    for (int a = 0; a < dims; a++)
        for (size_t i = points->n; i % ELIAS_POINTS > 0; i++)
            points->any_cell[a][i] = 0;
    for (size_t first = 0; first < points->n; first += ELIAS_POINTS) {
        find_terms(points, dims, constants, modulus, first, &terms);
        if (state->smoothing)
            find_smooth_corners(points, dims, constants, state->salt, &terms, first);
        else
            find_corners(points, dims, constants, state->salt, &terms, first);
    }
}

/* The noise between them. */
INLINE void elias_noise(const perlin_noise *noise, const struct points *points, int dims,
                        const struct store *to)
{
    const uint32_t interpolation = noise->interpolation;
    for (size_t i = 0; i < points->n; i += LANES) {
        vec fraction[4];
        const struct corner_values at =
            corner_values(points, NULL, dims, interpolation, i, fraction);
        store_point(to, i, between_values(&at, dims, -1));
    }
}

#define ELIAS_POINTS_IN(dims)                                                                      \
    OUTLINE void find_elias##dims(const perlin_noise *noise, struct points *points,                \
                                  uint32_t octave)                                                 \
    {                                                                                              \
        find_elias(noise, points, dims, octave);                                                   \
    }                                                                                              \
    OUTLINE void elias_points##dims(const perlin_noise *noise, struct points *points,              \
                                    uint32_t octave, const struct store *to)                       \
    {                                                                                              \
        find_elias##dims(noise, points, octave);                                                   \
        elias_noise(noise, points, dims, to);                                                      \
    }                                                                                              \
    OUTLINE void elias_point_slopes##dims(const perlin_noise *noise, struct points *points,        \
                                          uint32_t octave, const struct store *to)                 \
    {                                                                                              \
        find_elias##dims(noise, points, octave);                                                   \
        values_slopes(noise, points, dims, NULL, to);                                              \
    }

ELIAS_POINTS_IN(1)
ELIAS_POINTS_IN(2)
ELIAS_POINTS_IN(3)

#endif
