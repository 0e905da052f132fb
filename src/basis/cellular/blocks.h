/*
 * Cellular noise on grids, in blocks of samples. Few feature points can be among the nearest ones of
 * any sample of a block: two or three for F1 where steps are small. These act on all samples of the
 * block, which stay in registers.
 *
 * Points are chosen twice: for a box of several blocks, by their distance from its centre, then for
 * each block by a test of domination. A point f is left out if the k points g that are nearest to the
 * block's centre c are all nearer than f everywhere in the block. |x - f|^2 - |x - g|^2 is linear in
 * x, and so at least |c - f|^2 - |c - g|^2 - 2 (the sum of h |f - g| along axes) in a box of half the
 * size h around c. MARGIN covers rounding.
 *
 * Places are integers in 2^-24 of a cell, relative to a cell before the band's first.
 */
#ifndef PERLIN_CELLULAR_BLOCKS_H
#define PERLIN_CELLULAR_BLOCKS_H

#include "../../engine/tile.h"
#include "points.h"

enum {
    LISTED = 320 / sizeof(real), /* points of a box, at most */
    CHOSEN = 96 / sizeof(real),  /* points of a block, at most */
    BLOCK_ROWS = 16,             /* rows of a block, at most */
    CELLS_BEFORE = 4             /* from where places count to the band's first cell */
};

#define MARGIN 0x1p36F /* 2^-12 of a squared cell */

/* Samples along an axis: places, padded by copies of the last one, and the cell that these count
   from, modulo the axis's modulus. */
struct line {
    int32_t *at;
    uint32_t first;
};

/* Feature points of a box: places, and what leads to the value of CELL. */
struct cell_list {
    int n;
    int32_t at[4][LISTED + LANES];
    uint32_t hash[LISTED + LANES];
};

/* In the state of the driver's tiles. */
struct cell_band {
    struct cellular cells;
    struct hash_keys keys;
    struct line line[4];
    int32_t x[MAX_TILE + 2 * LANES], y[ROWS_ALONG_Y + 2 * LANES], z[PLANES_ALONG_Z + LANES],
        w[LANES];
    struct cell_list list;
    real across[CHOSEN][BLOCK_ROWS + LANES]; /* of a block: squares without those along x */
    struct LANE(perlin_affine) affine;
    struct cell_axis *axes; /* room for four, for searches */
};
FITS_IN_STATE(struct cell_band);

struct box {
    int32_t low[4], high[4];
};

/* A block, or a box of them: the first sample along x, y and z, and how many there are. */
struct extent {
    int at[3], n[3];
};

/* ---- Places ---------------------------------------------------------------------------------- */

/* Places n samples along an axis, which are near each other: takes_blocks sees to that. */
OUTLINE void line_place(const struct tiles *tiles, uint32_t octave, int axis, size_t first,
                        size_t n, size_t padded, struct line *line)
{
    const perlin_grid *const grid = tiles->grid;
    const struct perlin_spectrum *const spectrum = &tiles->batch.noise->spectrum;
    const double frequency = spectrum->frequency[octave], offset = spectrum->offset[octave][axis];
    const double at_first = coordinate(grid, axis, first) * frequency + offset;
    const double at_last = coordinate(grid, axis, first + n - 1) * frequency + offset;
    const double before = floored(at_first < at_last ? at_first : at_last) - (double)CELLS_BEFORE;
    for (size_t i = 0; i < n; i += LANES) {
        double c[LANES];
        coordinates(grid, axis, first + i, c);
        for (size_t l = 0; l < LANES; l++) {
            const double scaled = c[l] * frequency + offset, cell = floored(scaled);
            const double whole = scaled - cell + WHOLE - WHOLE;
            line->at[i + l] =
                i + l < n ? (int32_t)((cell - before + whole) * (double)PERLIN_CELL_ONE) : 0;
        }
    }
    for (size_t i = n; i < padded; i++)
        line->at[i] = line->at[n - 1];
    line->first = cell_modulo(before, spectrum->modulus[octave][axis]);
}

OUTLINE struct box box_of(const struct cell_band *band, int dims, const struct extent *extent)
{
    struct box box;
    for (int a = 0; a < dims; a++) {
        const int32_t *const at = band->line[a].at + (a < 3 ? extent->at[a] : 0);
        const int32_t first = at[0], last = at[a < 3 ? extent->n[a] - 1 : 0];
        box.low[a] = first < last ? first : last;
        box.high[a] = first < last ? last : first;
    }
    return box;
}

INLINE int32_t centre_of(const struct box *box, int axis)
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

/* ---- Samples by themselves ------------------------------------------------------------------- */

/* The places of a vector of samples, for a search. */
INLINE void search_place(const struct cell_band *band, int axis, ivec at, struct place *place)
{
    uint32_t cell[LANES];
    int32_t places[LANES];
    v_store_words((uint32_t *)places, at);
    for (int l = 0; l < LANES; l++)
        cell[l] = cell_of_place(band, axis, places[l] >> PERLIN_CELL_UNIT) + PERLIN_CELL_BITS;
    place->cell = (hash_vec)v_load_words(cell);
    place->fraction = v_floats(at & (PERLIN_CELL_ONE - 1)) * v_splat((real)0x1p-24);
}

/* Searches for a vector of samples from their places. */
OUTLINE void search_places(const struct cell_band *band, int dims, const ivec at[4],
                           struct kept *kept, enum search search)
{
    const struct cellular *const cells = &band->cells;
    const struct how distances = {dims, DISTANCES, 4, 0};
    struct cell_axis *const axis = band->axes;
    struct features first, second;
    for (int a = 0; a < dims; a++) {
        struct place place;
        search_place(band, a, at[a], &place);
        axis_init(cells, PERLIN_METRIC_EUCLIDEAN, a, &place, &axis[a]);
    }
    kept_init(kept);
    if (search == HASHES)
        search_in_order(cells, dims, 0, axis, kept, &first, &second);
    else
        search_cells(cells, distances, PERLIN_METRIC_EUCLIDEAN, 2, -1, axis, kept);
}

/* Stores what is not a whole vector, or is added, in a row of a plane. */
COLD void store_with_care(const struct store *to, ptrdiff_t plane, size_t row, size_t at, vec value)
{
    struct store to_plane = *to;
    to_plane.plane[0] += plane;
    store_row(&to_plane, row, at, to->adds, 0, value);
}

INLINE void store_result(const struct cell_band *band, const struct store *to,
                         const struct extent *extent, int row, int plane, int x, vec raw)
{
    const vec value = raw * v_splat(band->affine.scale) + v_splat(band->affine.bias);
    const size_t at = (size_t)(extent->at[0] + x), of_row = (size_t)(extent->at[1] + row);
    const ptrdiff_t of_plane = (ptrdiff_t)(extent->at[2] + plane) * to->layout.plane;
    if (to->adds || at + LANES > to->layout.n)
        store_with_care(to, of_plane, of_row, at, value);
    else
        v_store(to->plane[0] + of_plane + (ptrdiff_t)of_row * to->layout.row + at,
                value * v_splat(to->factor) + v_splat(to->bias));
}

/* Where too many points matter. */
COLD void search_block(const struct cell_band *band, int dims, enum search search,
                       const struct extent *extent, const struct store *to)
{
    for (int plane = 0; plane < extent->n[2]; plane++)
        for (int row = 0; row < extent->n[1]; row++)
            for (int x = 0; x < extent->n[0]; x += LANES) {
                struct kept kept;
                ivec at[4];
                at[0] = v_load_words((const uint32_t *)band->x + extent->at[0] + x);
                at[1] = v_splat_index(band->y[extent->at[1] + row]);
                at[2] = v_splat_index(band->z[extent->at[2] + plane]);
                at[3] = v_splat_index(band->w[0]);
                search_places(band, dims, at, &kept, search);
                store_result(
                    band, to, extent, row, plane, x,
                    result_of(&band->cells, search == HASHES ? CELLS : DISTANCES, 4, &kept));
            }
}

/* ---- Choosing points ------------------------------------------------------------------------- */

/* Adds the points of a row of cells that are within a squared distance of the centre. Returns 0 if
   there are too many. */
INLINE int list_row(struct cell_band *band, int dims, const int32_t cell[4], int last_x,
                    const hash_vec along[4], const int32_t centre[4], vec reach)
{
    const struct cellular *const cells = &band->cells;
    struct cell_list *const list = &band->list;
    for (int x = cell[0]; x <= last_x; x += LANES) {
        uint32_t of_x[LANES], hash[LANES], is_near[LANES];
        int32_t place[4][LANES];
        hash_vec h[4];
        vec square = v_splat(0);
        for (int l = 0; l < LANES; l++)
            of_x[l] = cell_of_place(band, 0, x + l) + PERLIN_CELL_BITS;
        h[0] = axis_hash(&band->keys, 0, (hash_vec)v_load_words(of_x));
        UNROLL
        for (int a = 1; a < dims; a++)
            h[0] = v_dot(h[0], along[a]);
        const hash_vec first = (h[0] ^ h[0] >> 15) * PERLIN_POINT_FIRST;
        const hash_vec second =
            dims > 2 ? (hash_vec)((first ^ first >> 15) * PERLIN_POINT_SECOND) : first;
        UNROLL
        for (int a = dims - 1; a >= 0; a--) {
            ivec start = v_splat_index((cell[a] << PERLIN_CELL_UNIT) + cells->near_side);
            if (a == 0)
                for (int l = 0; l < LANES; l++)
                    start[l] = ((x + l) << PERLIN_CELL_UNIT) + cells->near_side;
            const ivec at = start + (ivec)moved(cells, a, first, second);
            const vec d = v_floats(at - v_splat_index(centre[a]));
            v_store_words((uint32_t *)place[a], at);
            square = square + d * d;
        }
        v_store_words(hash, (ivec)first);
        v_store_words(is_near, (ivec)(square < reach));
        for (int l = 0; l < LANES && x + l <= last_x; l++) {
            if (!is_near[l])
                continue;
            if (list->n == LISTED)
                return 0;
            for (int a = 0; a < dims; a++)
                list->at[a][list->n] = place[a][l];
            list->hash[list->n++] = hash[l];
        }
    }
    return 1;
}

/* Lists the points that can matter to samples in a box: those no farther from its centre than the
   rank-th nearest one and its diagonal. Returns 0 if there are too many. */
INLINE int list_points_in(int dims, struct cell_band *band, int ranks, const struct box *box)
{
    int32_t centre[4] = {0}, cell[4] = {0}, first[4] = {0}, last[4] = {0};
    hash_vec along[4];
    struct kept kept;
    ivec at[4];
    float diagonal = 0;
    for (int a = 0; a < dims; a++) {
        const float side = (float)(box->high[a] - box->low[a]);
        centre[a] = centre_of(box, a);
        at[a] = v_splat_index(centre[a]);
        diagonal += side * side;
    }
    search_places(band, dims, at, &kept, DISTANCES);
    const float nearest = (float)v_sqrt(kept.distance[ranks - 1])[0];
    const float reach = (nearest + (float)v_sqrt(v_splat((real)diagonal))[0]) * (1 + 0x1p-12F);
    for (int a = 0; a < dims; a++) {
        first[a] = (centre[a] - (int32_t)reach) >> PERLIN_CELL_UNIT;
        last[a] = (centre[a] + (int32_t)reach) >> PERLIN_CELL_UNIT;
    }
    band->list.n = 0;
    cell[0] = first[0];
    for (cell[3] = first[3]; cell[3] <= last[3]; cell[3]++)
        for (cell[2] = first[2]; cell[2] <= last[2]; cell[2]++)
            for (cell[1] = first[1]; cell[1] <= last[1]; cell[1]++) {
                float least = 0;
                for (int a = 1; a < dims; a++) {
                    const int32_t low = cell[a] * PERLIN_CELL_ONE - centre[a];
                    const int32_t high = centre[a] - (cell[a] + 1) * PERLIN_CELL_ONE;
                    const float gap = low > 0 ? (float)low : high > 0 ? (float)high : 0;
                    least += gap * gap;
                    along[a] =
                        axis_hash(&band->keys, a,
                                  splat_hash(cell_of_place(band, a, cell[a]) + PERLIN_CELL_BITS));
                }
                if (least < reach * reach && !list_row(band, dims, cell, last[0], along, centre,
                                                       v_splat((real)(reach * reach))))
                    return 0;
            }
    /* Lanes after the last point have one that is too far away to matter. */
    for (int a = 0; a < dims; a++)
        v_store_words((uint32_t *)band->list.at[a] + band->list.n,
                      v_splat_index(centre[a] - (20 << PERLIN_CELL_UNIT)));
    return 1;
}

OUTLINE int list_points(struct cell_band *band, int dims, int ranks, const struct box *box)
{
    return dims == 2   ? list_points_in(2, band, ranks, box)
           : dims == 3 ? list_points_in(3, band, ranks, box)
                       : list_points_in(4, band, ranks, box);
}

/* The points that can be among the `ranks` nearest ones of samples in a box, in order. Returns how
   many there are, or -1 if there are too many. */
INLINE int choose_points_in(int dims, const struct cell_list *list, int ranks,
                            const struct box *box, int chosen[CHOSEN])
{
    real square[LISTED + LANES];
    int nearest[4] = {0}, found = 0;
    real least[4] = {(real)INFINITY, (real)INFINITY, (real)INFINITY, (real)INFINITY};
    vec twice[4], limit[4];
    ivec centre[4];
    for (int a = 0; a < dims; a++) {
        const int32_t middle = centre_of(box, a);
        centre[a] = v_splat_index(middle);
        twice[a] = v_splat((real)2 * (real)(box->high[a] - middle));
    }
    for (int i = 0; i < list->n; i += LANES) {
        vec sum = v_splat(0);
        UNROLL
        for (int a = dims - 1; a >= 0; a--) {
            const vec d = v_floats(v_load_words((const uint32_t *)list->at[a] + i) - centre[a]);
            sum = sum + d * d;
        }
        v_store(square + i, sum);
    }
    for (int i = 0; i < list->n; i++) {
        real s = square[i];
        int at = i;
        for (int r = 0; r < ranks; r++)
            if (s < least[r]) {
                const real next = least[r];
                const int next_at = nearest[r];
                least[r] = s;
                nearest[r] = at;
                s = next;
                at = next_at;
            }
    }
    for (int r = 0; r < ranks; r++)
        limit[r] = v_splat(least[r] + (real)MARGIN);
    for (int i = 0; i < list->n; i += LANES) {
        uint32_t is_kept[LANES];
        vec most = v_splat(0);
        for (int r = 0; r < ranks; r++) {
            vec of_rank = limit[r];
            UNROLL
            for (int a = 0; a < dims; a++) {
                const ivec at = v_load_words((const uint32_t *)list->at[a] + i);
                const vec apart = v_floats(at - v_splat_index(list->at[a][nearest[r]]));
                of_rank = of_rank + twice[a] * magnitude(apart);
            }
            most = v_max(most, of_rank);
        }
        v_store_words(is_kept, (ivec)(v_load(square + i) < most));
        if (found + (int)LANES > CHOSEN) {
            for (int l = 0; l < LANES; l++)
                if (is_kept[l]) {
                    if (found == CHOSEN)
                        return -1;
                    chosen[found++] = i + l;
                }
            continue;
        }
        for (int l = 0; l < LANES; l++) { /* branch-free: which are kept is unpredictable */
            chosen[found] = i + l;
            found += is_kept[l] != 0;
        }
    }
    return found;
}

OUTLINE int choose_points(const struct cell_list *list, int dims, int ranks, const struct box *box,
                          int chosen[CHOSEN])
{
    return dims == 2   ? choose_points_in(2, list, ranks, box, chosen)
           : dims == 3 ? choose_points_in(3, list, ranks, box, chosen)
                       : choose_points_in(4, list, ranks, box, chosen);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* What a sample keeps. */
INLINE void keep_in_block(enum search search, int ranks, vec square, hash_vec hash, vec least[4],
                          hash_vec *nearest)
{
    if (search == HASHES) {
        const lane_mask is_nearer = v_greater(least[0], square);
        *nearest = (hash_vec)v_choose(is_nearer, (ivec)hash, (ivec)*nearest);
    }
    UNROLL
    for (int r = ranks - 1; r > 0; r--)
        least[r] = v_min(least[r], v_max(least[r - 1], square));
    least[0] = v_min(least[0], square);
}

/* `vectors` side by side, and `abreast` rows. */
INLINE void act_on_block(struct cell_band *band, int dims, enum search search, int ranks,
                         int vectors, int abreast, const struct extent *extent, int found,
                         const int chosen[CHOSEN], const struct store *to)
{
    const struct cell_list *const list = &band->list;
    real along_x[CHOSEN][2 * LANES];
    real(*const across)[BLOCK_ROWS + LANES] = band->across;
    for (int c = 0; c < found; c++)
        for (int v = 0; v < vectors; v++) {
            const uint32_t *const at = (const uint32_t *)band->x + extent->at[0] + v * LANES;
            const vec d = v_floats(v_load_words(at) - v_splat_index(list->at[0][chosen[c]]));
            v_store(along_x[c] + v * LANES, d * d);
        }
    for (int plane = 0; plane < extent->n[2]; plane++) {
        for (int c = 0; c < found; c++) {
            const int i = chosen[c];
            const real dw = dims > 3 ? (real)(band->w[0] - list->at[3][i]) : 0;
            const real dz = dims > 2 ? (real)(band->z[extent->at[2] + plane] - list->at[2][i]) : 0;
            const vec far = v_splat(dw * dw + dz * dz);
            for (int row = 0; row < extent->n[1]; row += LANES) {
                const uint32_t *const at = (const uint32_t *)band->y + extent->at[1] + row;
                const vec d = v_floats(v_load_words(at) - v_splat_index(list->at[1][i]));
                v_store(across[c] + row, far + d * d);
            }
        }
        for (int row = 0; row < extent->n[1]; row += abreast) {
            vec least[4][2][4];
            hash_vec nearest[4][2];
            UNROLL
            for (int r = 0; r < abreast; r++) {
                UNROLL
                for (int v = 0; v < vectors; v++) {
                    nearest[r][v] = splat_hash(0);
                    UNROLL
                    for (int k = 0; k < ranks; k++)
                        least[r][v][k] = v_splat((real)INFINITY);
                }
            }
            for (int c = 0; c < found; c++) {
                const hash_vec hash = splat_hash(search == HASHES ? list->hash[chosen[c]] : 0);
                UNROLL
                for (int r = 0; r < abreast; r++) {
                    const vec far = v_splat(across[c][row + r]);
                    UNROLL
                    for (int v = 0; v < vectors; v++)
                        keep_in_block(search, ranks, far + v_load(along_x[c] + v * LANES), hash,
                                      least[r][v], &nearest[r][v]);
                }
            }
            UNROLL
            for (int r = 0; r < abreast; r++) {
                if (row + r >= extent->n[1])
                    break;
                UNROLL
                for (int v = 0; v < vectors; v++) {
                    struct kept kept;
                    if (v * LANES >= extent->n[0])
                        break;
                    UNROLL
                    for (int k = 0; k < ranks; k++)
                        kept.distance[k] = least[r][v][k];
                    kept.hash = nearest[r][v];
                    store_result(band, to, extent, row + r, plane, v * LANES,
                                 result_of(&band->cells, search, ranks, &kept));
                }
            }
        }
    }
}

/* The samples of a block and of a box of blocks along x, y and z. */
struct block_shape {
    int block[3], box[3];
};

/* Blocks of up to one cell a side, two in 2-D, and boxes of up to half a cell or one, or a block. */
OUTLINE struct block_shape shape_of(const perlin_grid *grid, int dims, double frequency)
{
    const double most = dims == 2 ? 2 : 1, most_of_box = dims == 2 ? 1 : 0.6;
    struct block_shape shape = {{2 * LANES, dims == 2 ? BLOCK_ROWS : 8, dims == 2 ? 1 : 8}, {0}};
    for (int a = 0; a < 3; a++) {
        const double step = a < dims ? fabs(grid->step[a] * frequency) : 0;
        if (a > 0)
            while (shape.block[a] > 4 && shape.block[a] * step > most)
                shape.block[a] /= 2;
        if (a == 0 && shape.block[0] * step > most)
            shape.block[0] = LANES;
        shape.box[a] = shape.block[a];
        while (a < dims && shape.box[a] * 2 * step <= most_of_box && shape.box[a] < 64)
            shape.box[a] *= 2;
    }
    return shape;
}

INLINE void blocks_of_band(struct cell_band *band, int dims, enum search search, int ranks,
                           const struct block_shape *shape, const struct extent *rows,
                           const struct store *to)
{
    struct extent box, block;
#define FOR_EXTENTS(a, inner, outer, by)                                                           \
    for (inner.at[a] = outer.at[a]; inner.at[a] < outer.at[a] + outer.n[a];                        \
         inner.at[a] += (by)[a])                                                                   \
        if ((inner.n[a] = (int)least((size_t)(by)[a],                                              \
                                     (size_t)(outer.at[a] + outer.n[a] - inner.at[a]))) > 0)
    FOR_EXTENTS(2, box, (*rows), shape->box)
    FOR_EXTENTS(1, box, (*rows), shape->box)
    FOR_EXTENTS(0, box, (*rows), shape->box)
    {
        const struct box sides = box_of(band, dims, &box);
        const int is_listed = list_points(band, dims, ranks, &sides);
        FOR_EXTENTS(2, block, box, shape->block)
        FOR_EXTENTS(1, block, box, shape->block)
        FOR_EXTENTS(0, block, box, shape->block)
        {
            const struct box inner = box_of(band, dims, &block);
            int chosen[CHOSEN + LANES];
            const int found =
                is_listed ? choose_points(&band->list, dims, ranks, &inner, chosen) : -1;
            if (found < 0)
                search_block(band, dims, search, &block, to);
            else if (block.n[0] > LANES)
                act_on_block(band, dims, search, ranks, 2,
                             ranks == 1 && search == DISTANCES ? 4 : 2, &block, found, chosen, to);
            else
                act_on_block(band, dims, search, ranks, 1, 4, &block, found, chosen, to);
        }
    }
#undef FOR_EXTENTS
}

/* An octave of a band, for one kind of results. */
INLINE void cells_octave(struct tiles *tiles, int dims, enum search search, int ranks,
                         uint32_t octave, const struct store *to)
{
    struct cell_band *const band = (struct cell_band *)(void *)tiles->state;
    const perlin_noise *const noise = tiles->batch.noise;
    const size_t n = least(tiles->grid->count[0] - tiles->x, tiles->kernels->tile);
    const struct block_shape shape = shape_of(tiles->grid, dims, noise->spectrum.frequency[octave]);
    hash_keys_init(&band->keys, dims, &noise->integers[octave].keys);
    cells_init(&band->cells, noise, dims, octave, &band->keys);
    _Static_assert(sizeof(real) == sizeof(double) || /* never in blocks */
                       sizeof tiles->tile - offsetof(struct tile, weight) >=
                           4 * sizeof(struct cell_axis),
                   "room for axes");
    band->axes = (struct cell_axis *)(void *)tiles->tile.weight; /* which blocks have no need of */
    band->affine = noise->integers[octave].LANE(scaled).raw[dims - 1];
    band->line[0].at = band->x;
    band->line[1].at = band->y;
    band->line[2].at = band->z;
    band->line[3].at = band->w;
    line_place(tiles, octave, 0, tiles->x, n, n + 2 * LANES, &band->line[0]);
    if (dims > 2)
        line_place(tiles, octave, 2, tiles->index[2], tiles->planes, tiles->planes, &band->line[2]);
    if (dims > 3)
        line_place(tiles, octave, 3, tiles->index[3], 1, 1, &band->line[3]);
    for (size_t row = 0, rows; row < tiles->rows; row += rows) {
        struct extent extent = {{0, 0, 0}, {(int)n, 0, dims > 2 ? (int)tiles->planes : 1}};
        struct store rows_to = *to;
        rows = least(tiles->rows - row, ROWS_ALONG_Y);
        extent.n[1] = (int)rows;
        line_place(tiles, octave, 1, tiles->index[1] + row, rows, rows + 2 * LANES, &band->line[1]);
        rows_to.plane[0] += (ptrdiff_t)row * to->layout.row;
        blocks_of_band(band, dims, search, ranks, &shape, &extent, &rows_to);
    }
}

/* By the result: one of the nearest, two, four, or the value of the nearest. */
#define CELLULAR_OCTAVES(dims)                                                                     \
    OUTLINE void nearest_blocks##dims(struct tiles *tiles, uint32_t octave,                        \
                                      const struct store *to)                                      \
    {                                                                                              \
        cells_octave(tiles, dims, DISTANCES, 1, octave, to);                                       \
    }                                                                                              \
    OUTLINE void two_blocks##dims(struct tiles *tiles, uint32_t octave, const struct store *to)    \
    {                                                                                              \
        cells_octave(tiles, dims, DISTANCES, 2, octave, to);                                       \
    }                                                                                              \
    OUTLINE void four_blocks##dims(struct tiles *tiles, uint32_t octave, const struct store *to)   \
    {                                                                                              \
        cells_octave(tiles, dims, DISTANCES, 4, octave, to);                                       \
    }                                                                                              \
    OUTLINE void value_blocks##dims(struct tiles *tiles, uint32_t octave, const struct store *to)  \
    {                                                                                              \
        cells_octave(tiles, dims, HASHES, 1, octave, to);                                          \
    }                                                                                              \
    static void cellular_octave##dims(struct batch *batch, uint32_t octave,                        \
                                      const struct store *to)                                      \
    {                                                                                              \
        struct tiles *const tiles = (struct tiles *)batch;                                         \
        const struct perlin_cellular_state *const state = tiles->batch.noise->state;               \
        const int ranks = perlin_cellular_ranks(state->result);                                    \
        if (state->result == PERLIN_CELLULAR_CELL)                                                 \
            value_blocks##dims(tiles, octave, to);                                                 \
        else if (ranks == 1)                                                                       \
            nearest_blocks##dims(tiles, octave, to);                                               \
        else if (ranks == 2)                                                                       \
            two_blocks##dims(tiles, octave, to);                                                   \
        else                                                                                       \
            four_blocks##dims(tiles, octave, to);                                                  \
    }

CELLULAR_OCTAVES(2)
CELLULAR_OCTAVES(3)
CELLULAR_OCTAVES(4)

#undef CELLULAR_OCTAVES

/*
 * Whether blocks are the faster way, and can have this grid at all. They need results in float,
 * Euclidean distances, and samples that are near each other in every octave. Up to these steps, in
 * cells, they take less time than points (AVX2, gcc 12.2): by how many points are wanted, and
 * dimensions.
 */
static int takes_blocks(const perlin_noise *noise, int dims, const perlin_grid *grid)
{
    static const double most_step[3][3] = {
        {0.16, 0.16, 0.13}, {0.1, 0.13, 0.1}, {0.06, 0.06, 0.06}};
    const struct perlin_cellular_state *const state = noise->state;
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    const int ranks = perlin_cellular_ranks(state->result);
    const double most = most_step[ranks > 2 ? 2 : ranks - 1][dims - 2];
    double fastest = 0;
    int takes = sizeof(real) == sizeof(float) && state->result != PERLIN_CELLULAR_EDGE &&
                state->metric <= PERLIN_METRIC_EUCLIDEAN_SQUARED;
    for (uint32_t o = 0; o < spectrum->octaves; o++) {
        const double frequency = fabs(spectrum->frequency[o]);
        fastest = frequency > fastest ? frequency : fastest;
    }
    for (int a = 0; a < dims; a++)
        takes &= grid->period[a] == 0 && axis_reach(grid, a, fastest) < 0x1p50 &&
                 (grid->count[a] == 1 || fabs(grid->step[a]) * fastest <= most);
    return takes;
}

#endif
