/*
 * Places a tile's samples in the lattice, for kernels that look at the vertices of each sample: by
 * integers, of which a row shares all but what is along x.
 */
#ifndef PERLIN_LATTICE_SAMPLES_H
#define PERLIN_LATTICE_SAMPLES_H

#include "block.h"
#include "lattice_tile.h"

/* A lattice point near a tile's corner: its cells, and its place. Samples are skewed from there. By
   column, what x adds to the skewed coordinate along its own axis, and to the others, in cells /
   2^23. That may be a unit off: a sample on the border of a cell may be placed in the next one. */
struct tile_origin {
    uint32_t cell[4], at[4];
    double skew;
    int32_t own[MOST_ALONG_X + PAST_END], others[MOST_ALONG_X + PAST_END];
};

enum { SKEWED_BITS = PLACE_BITS - 1 };

static void tile_origin_init(struct tile_origin *origin, const struct lattice_tile *tile)
{
    const struct lattice_places *const lattice = tile->lattice;
    double floors[4];
    for (int a = 0; a < lattice->dims; a++)
        floors[a] = floored(tile->side[a].low);
    const uint32_t n = point_near(lattice, floors, origin->cell);
    for (int a = 0; a < lattice->dims; a++)
        origin->at[a] = (origin->cell[a] << PLACE_BITS) - n * (uint32_t)lattice->unskew;
    origin->skew = skew_of(lattice);
    for (size_t i = 0; i < tile->side[0].count; i++) {
        const double half = (int32_t)((uint32_t)tile->side[0].at[i] - origin->at[0]) * 0.5;
        origin->own[i] = (int32_t)(half + half * origin->skew);
        origin->others[i] = (int32_t)(half * origin->skew);
    }
}

/* Places `pitch` samples of a row from column x on, as samples of a block from `first` on. */
INLINE void place_row_in(int dims, struct points *points, const struct lattice_tile *tile,
                         const struct tile_origin *origin, const size_t row[4], size_t x,
                         size_t pitch, size_t first)
{
    const struct lattice_places *const lattice = tile->lattice;
    const int32_t *const along_x = tile->side[0].at + x;
    uint32_t from[4] = {0}, own[4] = {0}, others[4] = {0}, all = 0;
    for (int a = 1; a < dims; a++) {
        from[a] = (uint32_t)tile->side[a].at[row[a]] - origin->at[a];
        const double half = (int32_t)from[a] * 0.5;
        own[a] = (uint32_t)(int32_t)(half + half * origin->skew);
        others[a] = (uint32_t)(int32_t)(half * origin->skew);
        all += others[a];
    }
    for (size_t i = 0; i < pitch; i += LANES) {
        const hash_vec of_x = (hash_vec)v_load_words((const uint32_t *)origin->others + x + i);
        hash_vec cell[4], n = splat_hash(0);
        UNROLL
        for (int a = 0; a < dims; a++) {
            const hash_vec of_axis =
                a == 0 ? (hash_vec)v_load_words((const uint32_t *)origin->own + x + i) : of_x;
            const hash_vec skewed = of_axis + (all - others[a] + own[a]);
            cell[a] = (hash_vec)((ivec)skewed >> SKEWED_BITS);
            n = n + cell[a];
        }
        const hash_vec lift = n * (uint32_t)lattice->unskew;
        UNROLL
        for (int a = 0; a < dims; a++) {
            const hash_vec at =
                a == 0 ? (hash_vec)v_load_words((const uint32_t *)along_x + i) - origin->at[0]
                       : splat_hash(from[a]);
            store_near(points, lattice, a, first + i, cell[a] + origin->cell[a],
                       (ivec)(at - (cell[a] << PLACE_BITS) + lift));
        }
    }
}

OUTLINE void place_row(struct points *points, const struct lattice_tile *tile,
                       const struct tile_origin *origin, const size_t row[4], size_t x,
                       size_t pitch, size_t first)
{
    IN_DIMS(tile->lattice->dims, place_row_in, points, tile, origin, row, x, pitch, first);
}

#endif
