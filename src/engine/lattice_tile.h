/*
 * A tile of a grid in a lattice: where its samples are, in an octave. A basis has two kernels for a
 * tile, which give the same bits. By points, each lattice point acts on the samples in its reach
 * (basis/simplex/splat.h). By samples, each looks at its own vertices (basis/simplex/samples.h).
 */
#ifndef PERLIN_LATTICE_TILE_H
#define PERLIN_LATTICE_TILE_H

#include "axis.h"
#include "lattice.h"

enum {
    MOST_ALONG_X = 128, /* samples of a tile */
    MOST_ALONG = 64,    /* along each other axis */
    /* Places past a line's end are read in whole vectors. */
    PAST_END = 3 * LANES > 16 ? 3 * LANES : 16,
    SKEWED_BITS = PLACE_BITS - 1
};

/* The most cells along a side of a tile, unless it is wide: places are known modulo 256. */
#define MOST_CELLS 96.0

/* Samples along an axis. Places are relative to the tile's origin. Then follows what samples add to
   the skewed coordinates along their own axis and along others, in cells / 2^23. This is rounded: a
   sample on the border of a cell may be placed in the next one. A wide tile has in its place how
   far samples are above the origin, in cells. */
struct lattice_line {
    uint32_t place[MOST_ALONG_X + PAST_END];
    union {
        struct {
            uint32_t own[MOST_ALONG_X + PAST_END], others[MOST_ALONG_X + PAST_END];
        };
        double up[MOST_ALONG_X + PAST_END];
    };
};

struct lattice_tile {
    const perlin_noise *noise;
    const perlin_grid *grid;
    const struct lattice_places *lattice;
    const double *error;       /* axis_error of each axis at frequency 1 */
    float reach, radius;       /* what is left of the squared reach, and its root */
    size_t first[4], count[4]; /* of the grid's samples */
    uint32_t octave;
    int is_wide;         /* more than MOST_CELLS along some axis */
    int adds;            /* to the sums, which else have not been written */
    real *sum;           /* of `pitch` samples along x, which may be more than the tile has */
    ptrdiff_t stride[4]; /* of samples along an axis, there */
    size_t pitch;
    /* The origin, a lattice point near the samples: its cells and its place. Along each axis a
       whole coordinate, how far above the origin that is, and how far the tile's ends are, in
       order, with room for roundings. */
    uint32_t cell[4], origin[4];
    double whole[4], above[4], low[4], high[4];
    struct lattice_line line[4];
};

/* A row of a tile, and where it is, by some strides. */
struct tile_row {
    size_t index[4];
    ptrdiff_t at;
};

/* Goes on to the next row. Returns 0 after the last one. */
INLINE int next_row(int dims, const size_t count[4], const ptrdiff_t stride[4],
                    struct tile_row *row)
{
    UNROLL
    for (int a = 1; a < dims; a++) {
        row->at += stride[a];
        if (++row->index[a] < count[a])
            return 1;
        row->at -= (ptrdiff_t)count[a] * stride[a];
        row->index[a] = 0;
    }
    return 0;
}

INLINE void find_origin(struct lattice_tile *tile, const struct lattice_places *lattice, int dims)
{
    const struct perlin_spectrum *const spectrum = &tile->noise->spectrum;
    const double frequency = spectrum->frequency[tile->octave];
    UNROLL
    for (int a = 0; a < dims; a++) {
        const double offset = spectrum->offset[tile->octave][a];
        const size_t last = tile->first[a] + tile->count[a] - 1;
        const double start = coordinate(tile->grid, a, tile->first[a]) * frequency + offset;
        const double end = coordinate(tile->grid, a, last) * frequency + offset;
        tile->low[a] = start < end ? start : end;
        tile->high[a] = start < end ? end : start;
        tile->whole[a] = floored(tile->low[a]);
    }
    const uint32_t n = point_near(lattice, dims, tile->whole, tile->cell);
    UNROLL
    for (int a = 0; a < dims; a++) {
        const uint32_t whole = (uint32_t)(int64_t)tile->whole[a] << PLACE_BITS;
        tile->origin[a] = (tile->cell[a] << PLACE_BITS) - n * (uint32_t)lattice->unskew;
        tile->above[a] = (int32_t)(whole - tile->origin[a]) * PER_CELL;
        const double error = tile->error[a] * fabs(frequency);
        tile->low[a] = tile->low[a] - tile->whole[a] + tile->above[a] - error;
        tile->high[a] = tile->high[a] - tile->whole[a] + tile->above[a] + error;
    }
}

/* What lines have of samples but places (struct lattice_line). */
enum line_has { ONLY_PLACES, SKEWED_PLACES, WIDE_PLACES };

/* Places n samples and more, in whole vectors, which may lie anywhere. */
INLINE void place_line_as(struct lattice_tile *tile, int axis, size_t n, enum line_has has,
                          double skew)
{
    const perlin_grid *const grid = tile->grid;
    const struct perlin_spectrum *const spectrum = &tile->noise->spectrum;
    const double frequency = spectrum->frequency[tile->octave];
    const double offset = spectrum->offset[tile->octave][axis];
    const double whole = tile->whole[axis], above = tile->above[axis];
    const double of_others = skew * 0x1p23, of_own = 0x1p23 + of_others;
    const hash_vec origin = (hash_vec)v_splat_index((int32_t)tile->origin[axis]);
    const size_t first = tile->first[axis];
    struct lattice_line *const line = &tile->line[axis];
    for (size_t i = 0; i < n; i += LANES) {
        struct wide c, cell, rest, own, others;
        coordinates(grid, axis, first + i, (double *)&c);
        UNROLL
        for (int p = 0; p < PARTS; p++) {
            const doubles at = c.part[p] * frequency + offset, floor = v_floor_doubles(at);
            const doubles up = at - whole + above;
            cell.part[p] = floor + 0x1.8p52;
            rest.part[p] = (at - floor) * (double)CELL + 0x1.8p52;
            if (has == SKEWED_PLACES) {
                own.part[p] = up * of_own + 0x1.8p52;
                others.part[p] = up * of_others + 0x1.8p52;
            }
            if (has == WIDE_PLACES)
                memcpy(line->up + i + p * DOUBLES, &up, sizeof up);
        }
        const hash_vec place =
            ((hash_vec)v_low_words(cell) << PLACE_BITS) + (hash_vec)v_low_words(rest);
        v_store_words(line->place + i, (ivec)(place - origin));
        if (has == SKEWED_PLACES) {
            v_store_words(line->own + i, v_low_words(own));
            v_store_words(line->others + i, v_low_words(others));
        }
    }
}

OUTLINE void place_line(struct lattice_tile *tile, int axis, size_t n, enum line_has has,
                        double skew)
{
    if (has == ONLY_PLACES)
        place_line_as(tile, axis, n, ONLY_PLACES, skew);
    else if (has == SKEWED_PLACES)
        place_line_as(tile, axis, n, SKEWED_PLACES, skew);
    else
        place_line_as(tile, axis, n, WIDE_PLACES, skew);
}

#endif
