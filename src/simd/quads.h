/*
 * Hashes of cells in x and y from memory (struct perlin_quads), a point at a time: loads by general registers, some points
 * ahead of the vectors that want them, so that they take place beside the vectors' arithmetic.
 */
#ifndef PERLIN_SIMD_QUADS_H
#define PERLIN_SIMD_QUADS_H

#include "points.h"

/* How many points ahead: a vector of bytes at least. */
enum { AHEAD = BYTES > 32 ? (int)BYTES : 32 };
_Static_assert(AHEAD % BYTES == 0 && AHEAD % LANES == 0, "whole vectors");

/* Calls for fewer points would mostly wait for 130 KB to come to the cache, if these are not in it (measured). */
enum { FEWEST_FOR_QUADS = 1024 };

/* Before the first block of `count` points in all. */
INLINE void points_begin(struct points *points, const perlin_noise *noise, size_t count)
{
    memset(points->cell, 0, sizeof points->cell); /* bytes are hashed beyond n */
    points->results = NULL;
    points->quads = count >= FEWEST_FOR_QUADS ? noise->quads : NULL;
}

/* Whether a block's cells are looked up so. */
INLINE int uses_quads(const struct points *points, int dims, enum cells cells)
{
    return HAS_QUADS && dims > 1 && points->quads && cells == FOLLOWING && points->n >= AHEAD;
}

/* Looks up n points from i on. Stores them one by one: compilers would put them together in vector registers, by shuffles,
   of which there are too many as it is. */
INLINE void look_up_quads(struct points *points, size_t i, size_t n)
{
    const uint16_t *const pairs = points->quads->pair;
    const int32_t *const place = points->cell_quads.place + i;
    volatile uint32_t *const quad = points->cell_quads.quad + i;
    UNROLL
    for (size_t k = 0; k < n; k++) {
        const uint16_t *const two = pairs + place[k]; /* by one load */
        quad[k] = two[0] | (uint32_t)two[1] << 16;
    }
}

/* Goes to a block whose points have been placed: finds where their cells are, and looks the first ones up. */
INLINE void enter_quads(struct points *points)
{
    for (size_t i = 0; i < points->n; i += BYTES)
        v_store_places(points->cell_quads.place + i, PERLIN_QUADS_PITCH, points->cell[0] + i,
                       points->cell[1] + i);
    look_up_quads(points, 0, AHEAD);
}

/* Looks up the n points that are AHEAD of i, if the block has them. */
INLINE void look_up_ahead(struct points *points, size_t i, size_t n)
{
    if (i + AHEAD < points->n)
        look_up_quads(points, i + AHEAD, n);
}

/* The hashes by x and y of a vector of bytes from i on; those AHEAD are looked up. */
INLINE void hash_by_quads(struct points *points, size_t i, bytes h[4])
{
    look_up_ahead(points, i, BYTES);
    v_bytes_of_words(points->cell_quads.quad + i, h);
}

#endif
