/*
 * A band of rows of a grid in cellular noise: where its samples are, and boxes of them.
 *
 * Places are integers in 2^-24 of a cell, relative to a cell before the band's first.
 */
#ifndef PERLIN_CELLULAR_BAND_H
#define PERLIN_CELLULAR_BAND_H

#include "../../engine/bands.h"
#include "points.h"

enum {
    SUMS_ROOM = 4096 / sizeof(real),    /* for the sums of a band, in numbers */
    CELLS_LISTED = 2048 / sizeof(real), /* whose points are listed */
    CELLS_ROOM = 2048,                  /* for that, of int32_t */
    LISTED = 128,                       /* points of a box, at most */
    BLOCK_ROWS = 16,                    /* rows of a block, at most */
    SQUARES_ROOM = 9216 / sizeof(real), /* for the squares of a block, in numbers */
    CHOSEN_BY_ROOM = SQUARES_ROOM / (2 * LANES + BLOCK_ROWS),
    CHOSEN_BY_TYPE = 256 / sizeof(real),
    /* Points of a block, at most. */
    CHOSEN = CHOSEN_BY_TYPE < CHOSEN_BY_ROOM ? CHOSEN_BY_TYPE : CHOSEN_BY_ROOM,
    CELLS_BEFORE = 8 /* from where places count to the band's first cell */
};

#define MARGIN 0x1p36F /* 2^-12 of a squared cell */

/* By how much samples may see a point beyond their nearest border too far away, for rounding, in 2^-24 of
   a cell: an eighth of a cell in 2-D. */
#define BORDER_REACH_MORE(dims) ((float)((dims) * ((dims) + 2)) * 0x1p18F)

/* Samples along an axis: places, padded by copies of the last one, and the cell that these count
   from, modulo the axis's modulus. In double places are rounded down, and `fraction` is where samples
   are in their cells. */
struct line {
    int32_t *at;
    real *fraction;
    uint32_t first;
};

/* Feature points: places, what leads to the value of CELL, and what leads to places along z and w. What
   is NULL is not listed. */
struct point_list {
    int n, most;
    int32_t *at[4];
    uint32_t *hash, *second;
};
#define POINT_LIST(size, arrays)                                                                   \
    {                                                                                              \
        0, size, {arrays[0], arrays[1], arrays[2], arrays[3]}, (uint32_t *)arrays[4], NULL         \
    }

/* A band of rows in one octave. */
struct cell_band {
    struct band band;
    struct cellular cells;
    struct hash_keys keys;
    search_kernel *search; /* of a vector of samples by themselves */
    int dims, ranks, is_edge;
    struct line line[4];
    int32_t x[MAX_TILE + 2 * LANES], y[ROWS_ALONG_Y + 2 * LANES], z[PLANES_ALONG_Z + LANES],
        w[LANES];
    real fractions[sizeof(real) == sizeof(float)
                       ? 1
                       : MAX_TILE + ROWS_ALONG_Y + PLANES_ALONG_Z + 6 * LANES];
    struct LANE(perlin_affine) affine;
    _Alignas(64) real room[SUMS_ROOM];
};

struct box {
    int32_t low[4], high[4];
};

/* A block, or a box of them: the first sample along x, y and z, and how many there are. */
struct extent {
    int at[3], n[3];
};

/* ---- Places ---------------------------------------------------------------------------------- */

/* Places n samples along an axis, which are near each other: takes_cells sees to that. */
OUTLINE void line_place(const struct band *band, uint32_t octave, int axis, size_t first, size_t n,
                        size_t padded, struct line *line)
{
    const perlin_grid *const grid = band->grid;
    const struct perlin_spectrum *const spectrum = &band->batch.noise->spectrum;
    const double frequency = spectrum->frequency[octave], offset = spectrum->offset[octave][axis];
    const double at_first = coordinate(grid, axis, first) * frequency + offset;
    const double at_last = coordinate(grid, axis, first + n - 1) * frequency + offset;
    const double before = floored(at_first < at_last ? at_first : at_last) - (double)CELLS_BEFORE;
    const ivec first_cell = v_splat_index((int32_t)(int64_t)before);
    for (size_t i = 0; i < n; i += LANES) {
        struct wide c;
        vec fraction;
        longs far = {0};
        coordinates(grid, axis, first + i, (double *)&c);
        UNROLL
        for (int p = 0; p < PARTS; p++)
            c.part[p] = c.part[p] * frequency + offset;
        const ivec cell = place_doubles(c, sizeof(real) == sizeof(float), &fraction, &far);
        vec in_cell = fraction * v_splat(PERLIN_CELL_ONE);
        if (sizeof(real) != sizeof(float)) {
            v_store(line->fraction + i, in_cell);
            in_cell = v_min(in_cell, v_splat(PERLIN_CELL_ONE - 1));
        }
        v_store_words((uint32_t *)line->at + i,
                      ((cell - first_cell) << PERLIN_CELL_UNIT) + v_integers(in_cell));
    }
    for (size_t i = n; i < padded; i++) {
        line->at[i] = line->at[n - 1];
        if (sizeof(real) != sizeof(float))
            line->fraction[i] = line->fraction[n - 1];
    }
    line->first = cell_modulo(before, spectrum->modulus[octave][axis]);
}

OUTLINE struct box box_of(const struct cell_band *band, const struct extent *extent)
{
    struct box box = {{0}, {0}};
    for (int a = 0; a < band->dims; a++) {
        const int32_t *const at = band->line[a].at + (a < 3 ? extent->at[a] : 0);
        const int32_t first = at[0], last = at[a < 3 ? extent->n[a] - 1 : 0];
        box.low[a] = first < last ? first : last;
        box.high[a] = first < last ? last : first;
    }
    return box;
}

INLINE int32_t middle_of(const struct box *box, int axis)
{
    return box->low[axis] + (box->high[axis] - box->low[axis]) / 2;
}

/* The cell at a place, modulo the axis's modulus. */
INLINE uint32_t cell_of_place(const struct cell_band *band, int axis, int32_t cell)
{
    const uint32_t modulus = band->cells.modulus[axis];
    const uint64_t sum = (uint64_t)band->line[axis].first + (uint64_t)cell;
    return modulus == 0 ? (uint32_t)sum : (uint32_t)(sum % modulus);
}

/* How far samples from the i-th one on are from a point along an axis. */
INLINE vec along_line(const struct line *line, int i, int32_t point)
{
    const ivec at = v_load_words((const uint32_t *)line->at + i);
    if (sizeof(real) == sizeof(float))
        return v_floats(at - v_splat_index(point));
    const int32_t place = point & (PERLIN_CELL_ONE - 1);
    const ivec cell = at & ~(integer)(PERLIN_CELL_ONE - 1);
    return v_load(line->fraction + i) - v_floats(v_splat_index(point - place) - cell) -
           v_splat((real)place);
}

/* Finds the cells along the axes of samples at places; in double, of places in cells. */
OUTLINE void axes_at(const struct cell_band *band, const ivec at[4], const vec fraction[4],
                     struct cell_axis axis[4])
{
    for (int a = 0; a < band->dims; a++) {
        uint32_t cell[LANES];
        struct place place;
        v_store_words(cell, at[a] >> PERLIN_CELL_UNIT);
        for (int l = 0; l < LANES; l++)
            cell[l] = cell_of_place(band, a, (int32_t)cell[l]) + PERLIN_CELL_BITS;
        place.cell = (hash_vec)v_load_words(cell);
        place.fraction = sizeof(real) == sizeof(float) || !fraction
                             ? v_floats(at[a] & (PERLIN_CELL_ONE - 1))
                             : fraction[a];
        place.fraction = place.fraction * v_splat((real)0x1p-24);
        axis_init(&band->cells, PERLIN_METRIC_EUCLIDEAN, a, &place, &axis[a]);
    }
}

#endif
