/*
 * Feature points of a band of rows of a grid. Few of them can be among the nearest ones of any sample
 * of a block: two or three for F1 where steps are small.
 *
 * A point f is left out if the k points g that are near the block's centre c are all nearer than f
 * everywhere in the block. |x - f|^2 - |x - g|^2 is linear in x, and so at least |c - f|^2 - |c - g|^2
 * - 2 (the sum of h |f - g| along axes) in a box of half the size h around c. MARGIN covers rounding.
 */
#ifndef PERLIN_CELLULAR_LIST_H
#define PERLIN_CELLULAR_LIST_H

#include "band.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A range of cells along each axis, whose rows along x take `pitch` elements of a list each. */
struct cell_range {
    int32_t first[4], last[4];
    int pitch;
};
enum { MOST_PITCH = MAX_TILE };

INLINE void range_init(struct cell_range *range, int dims, const struct box *box, int32_t reach)
{
    for (int a = 0; a < 4; a++) {
        range->first[a] = a < dims ? (box->low[a] - reach) >> PERLIN_CELL_UNIT : 0;
        range->last[a] = a < dims ? (box->high[a] + reach) >> PERLIN_CELL_UNIT : 0;
    }
    range->pitch = (int)whole_vectors((size_t)(range->last[0] - range->first[0] + 1));
}

/* Hashes the cells of rows along x. */
INLINE void hash_range(const struct cell_band *band, const struct cell_range *range,
                       uint32_t hash[])
{
    for (int x = 0; x < range->pitch; x++)
        hash[x] = cell_of_place(band, 0, range->first[0] + x) + PERLIN_CELL_BITS;
    for (int x = 0; x < range->pitch; x += LANES)
        v_store_words(hash + x, (ivec)axis_hash(&band->keys, 0, (hash_vec)v_load_words(hash + x)));
}

/* Where the points of cells are along an axis, given the numbers that their hashes lead to. */
INLINE ivec place_of_point(const struct cellular *cells, int a, ivec cell, hash_vec first,
                           hash_vec second)
{
    return (cell << PERLIN_CELL_UNIT) + cells->near_side + (ivec)moved(cells, a, first, second);
}

/* Lists the points of a row of cells, given the row's y, z and w. */
INLINE void list_row(int dims, const struct cell_band *band, const struct cell_range *range,
                     const int32_t cell[4], const uint32_t hash_of_x[], struct point_list *list)
{
    const struct cellular *const cells = &band->cells;
    hash_vec along[4];
    ivec lane;
    for (int l = 0; l < LANES; l++)
        lane[l] = l;
    EACH_AXIS
    if (a > 0)
        along[a] = axis_hash(&band->keys, a,
                             splat_hash(cell_of_place(band, a, cell[a]) + PERLIN_CELL_BITS));
    for (int x = 0; x < range->pitch; x += LANES) {
        hash_vec h = (hash_vec)v_load_words(hash_of_x + x);
        EACH_AXIS
        if (a > 0)
            h = v_dot(h, along[a]);
        const hash_vec first = (h ^ h >> 15) * PERLIN_POINT_FIRST;
        const hash_vec second = (first ^ first >> 15) * PERLIN_POINT_SECOND;
        const ivec of_x = v_splat_index(range->first[0] + x) + lane;
        EACH_AXIS
        if (list->at[a])
            v_store_words(
                (uint32_t *)list->at[a] + list->n,
                place_of_point(cells, a, a == 0 ? of_x : v_splat_index(cell[a]), first, second));
        if (list->hash)
            v_store_words(list->hash + list->n, (ivec)first);
        if (list->second)
            v_store_words(list->second + list->n, (ivec)second);
        list->n += LANES;
    }
}

/* Copies the points that are nearer to a place than this, squared: `to` may be `from`. Returns 0 if there
   are too many. */
OUTLINE int points_within(int dims, const struct point_list *from, const int32_t at[4], float reach,
                          struct point_list *to)
{
    const int n = from->n;
    to->n = 0;
    for (int i = 0; i < n; i += LANES) {
        uint32_t is_kept[LANES];
        vec square = v_splat(0);
        for (int a = 0; a < dims; a++) {
            const vec d = v_floats(v_load_words((const uint32_t *)from->at[a] + i) - at[a]);
            square = square + d * d;
        }
        v_store_words(is_kept, (ivec)(square < v_splat((real)reach)));
        for (int l = 0; l < LANES && i + l < n; l++) {
            if (!is_kept[l])
                continue;
            if (to->n == to->most)
                return 0;
            for (int a = 0; a < dims; a++)
                to->at[a][to->n] = from->at[a][i + l];
            to->hash[to->n++] = from->hash[i + l];
        }
    }
    for (int i = to->n; i % LANES != 0; i++) /* as in choose_points */
        for (int a = 0; a < dims; a++)
            to->at[a][i] = at[a] + (20 << PERLIN_CELL_UNIT);
    return 1;
}

/* The greatest distances, in cells, to the four nearest points in 2-D (tests/test_cellular.md). */
static const float greatest_distances[4] = {1.41422F, 1.58114F, 1.80278F, 1.83848F};

/* How far points can be from a box's centre that matter to samples in the box: no farther than the last of
   the nearest ones and the box's diagonal; for EDGE, than the nearest one, twice its border, and twice
   the diagonal. In 2-D it takes longer to look for the nearest ones than to list all that could be as
   near. */
OUTLINE float reach_of_box(const struct cell_band *band, const struct box *box)
{
    const int dims = band->dims;
    struct cell_axis axis[4];
    struct kept kept;
    ivec at[4];
    float diagonal = 0;
    for (int a = 0; a < dims; a++) {
        const float side = (float)(box->high[a] - box->low[a]);
        at[a] = v_splat_index(middle_of(box, a));
        diagonal += side * side;
    }
    diagonal = (float)v_sqrt(v_splat((real)diagonal))[0];
    float reach = greatest_distances[band->ranks - 1] * (float)PERLIN_CELL_ONE + diagonal;
    if (dims > 2 || band->is_edge) {
        axes_at(band, at, NULL, axis);
        search_distances(&band->cells, axis, &kept);
        reach = (float)v_sqrt(kept.distance[band->ranks - 1])[0] + diagonal;
    }
    if (band->is_edge)
        reach += diagonal +
                 2 * (float)PERLIN_CELL_ONE * (float)band->search(&band->cells, axis)[0] +
                 BORDER_REACH_MORE(dims);
    return reach * (1 + 0x1p-12F);
}

/* Lists the points of all cells that reach so far from a box's centre. Returns 0 if there are too
   many. */
OUTLINE int list_cells(const struct cell_band *band, const struct box *box, float reach,
                       struct point_list *list)
{
    const int dims = band->dims;
    struct box centre = {{0}, {0}};
    struct cell_range range;
    uint32_t hash_of_x[MOST_PITCH];
    int32_t cell[4];
    for (int a = 0; a < dims; a++)
        centre.low[a] = centre.high[a] = middle_of(box, a);
    range_init(&range, dims, &centre, (int32_t)reach);
    list->n = 0;
    if (range.pitch > MOST_PITCH)
        return 0;
    hash_range(band, &range, hash_of_x);
    for (cell[3] = range.first[3]; cell[3] <= range.last[3]; cell[3]++)
        for (cell[2] = range.first[2]; cell[2] <= range.last[2]; cell[2]++)
            for (cell[1] = range.first[1]; cell[1] <= range.last[1]; cell[1]++) {
                float gaps = 0;
                for (int a = 1; a < dims; a++) {
                    const int32_t before = cell[a] * PERLIN_CELL_ONE - centre.low[a];
                    const int32_t after = centre.low[a] - (cell[a] + 1) * PERLIN_CELL_ONE;
                    const float gap = before > 0 ? (float)before : after > 0 ? (float)after : 0;
                    gaps += gap * gap;
                }
                if (gaps >= reach * reach)
                    continue;
                if (list->n + range.pitch > list->most) {
                    points_within(dims, list, centre.low, reach * reach, list);
                    list->n = (int)whole_vectors((size_t)list->n);
                }
                if (list->n + range.pitch > list->most)
                    return 0;
                list_row(dims, band, &range, cell, hash_of_x, list);
            }
    return 1;
}

/* Copies the points that can be among the `ranks` nearest ones of samples in a box, in order. Returns 0
   if there are too many. */
INLINE int choose_points_in(int dims, const struct point_list *from, int ranks,
                            const struct box *box, struct point_list *to)
{
    real square[CELLS_LISTED + LANES];
    int nearest[4], chosen[CHOSEN > LISTED ? CHOSEN + LANES : LISTED + LANES], found = 0;
    integer key[LANES], at[LANES];
    vec twice[4], limit[4];
    ivec centre[4];
    EACH_AXIS
    {
        const int32_t middle = middle_of(box, a);
        centre[a] = v_splat_index(middle);
        twice[a] = v_splat((real)2 * (real)(box->high[a] - middle));
    }
    /* The least of each lane, then the least of these, by their bits and lane. Any `ranks` points would
       do; those near the centre leave the fewest others. */
    vec nearest_squares = v_splat((real)INFINITY);
    ivec nearest_at = v_splat_index(0), lane;
    for (int l = 0; l < LANES; l++)
        lane[l] = l;
    for (int i = 0; i < from->n; i += LANES) {
        vec sum = v_splat(0);
        EACH_AXIS_DOWN
        {
            const vec d = v_floats(v_load_words((const uint32_t *)from->at[a] + i) - centre[a]);
            sum = sum + d * d;
        }
        nearest_at = v_choose(v_greater(nearest_squares, sum), v_splat_index(i), nearest_at);
        nearest_squares = v_min(nearest_squares, sum);
        v_store(square + i, sum);
    }
    const ivec keys = ((ivec)nearest_squares & ~(integer)(LANES - 1)) | lane;
    memcpy(key, &keys, sizeof key);
    nearest_at += lane;
    memcpy(at, &nearest_at, sizeof at);
    for (int r = 0; r < ranks; r++) {
        integer least_key = key[0];
        for (int l = 1; l < LANES; l++)
            least_key = key[l] < least_key ? key[l] : least_key;
        const int l = (int)least_key & (LANES - 1);
        nearest[r] = (int)at[l];
        limit[r] = v_splat(square[nearest[r]] + (real)MARGIN);
        key[l] = (integer)(((lane_bits)1 << (8 * sizeof(real) - 1)) - 1);
    }
    for (int i = 0; i < from->n; i += LANES) {
        uint32_t is_kept[LANES];
        const vec squares = v_load(square + i);
        vec most = v_splat(0);
        for (int r = 0; r < ranks; r++) {
            vec of_rank = limit[r];
            EACH_AXIS
            {
                const ivec of = v_load_words((const uint32_t *)from->at[a] + i);
                const vec apart = v_floats(of - v_splat_index(from->at[a][nearest[r]]));
                of_rank = of_rank + twice[a] * magnitude(apart);
            }
            most = v_max(most, of_rank);
        }
        if (!v_any_less(squares, most))
            continue;
        if (found + LANES > to->most + LANES)
            return 0;
        v_store_words(is_kept, (ivec)(squares < most));
        for (int l = 0; l < LANES; l++) { /* branch-free: which are kept is unpredictable */
            chosen[found] = i + l;
            found += is_kept[l] != 0;
        }
    }
    if (found > to->most)
        return 0;
    to->n = found;
    for (int c = 0; c < found; c++) {
        EACH_AXIS
        to->at[a][c] = from->at[a][chosen[c]];
        to->hash[c] = from->hash[chosen[c]];
    }
    /* Lanes after the last point have one that is too far away to matter. */
    EACH_AXIS
    v_store_words((uint32_t *)to->at[a] + found, centre[a] + (20 << PERLIN_CELL_UNIT));
    return 1;
}

OUTLINE int choose_points(const struct cell_band *band, const struct point_list *from,
                          const struct box *box, struct point_list *to)
{
    return band->dims == 2   ? choose_points_in(2, from, band->ranks, box, to)
           : band->dims == 3 ? choose_points_in(3, from, band->ranks, box, to)
                             : choose_points_in(4, from, band->ranks, box, to);
}

/* The same, of all cells around a box. For EDGE all that are within reach. */
OUTLINE int choose_points_of_cells(const struct cell_band *band, const struct box *box, float reach,
                                   struct point_list *to)
{
    int32_t room[CELLS_ROOM], centre[4];
    const int most = CELLS_ROOM / (band->dims + 1) / LANES * LANES;
    struct point_list cells;
    cells.most = most < CELLS_LISTED ? most : CELLS_LISTED;
    for (int a = 0; a < band->dims; a++)
        cells.at[a] = room + a * most;
    cells.hash = (uint32_t *)room + band->dims * most;
    cells.second = NULL;
    if (!list_cells(band, box, reach, &cells))
        return 0;
    if (!band->is_edge)
        return choose_points(band, &cells, box, to);
    for (int a = 0; a < band->dims; a++)
        centre[a] = middle_of(box, a);
    return points_within(band->dims, &cells, centre, reach * reach, to);
}

/* ---- Samples --------------------------------------------------------------------------------- */

/* Stores what is no whole vector, or is added: a vector in each of n rows. */
COLD void store_with_care(const struct store *to, int x, int row, int plane, int n,
                          const vec value[])
{
    struct store to_plane = *to;
    to_plane.plane[0] += plane * to->layout.plane;
    for (int r = 0; r < n; r++)
        store_row(&to_plane, (size_t)(row + r), (size_t)x, value[r]);
}

/* Stores a vector of results, before range and weight, in each of n rows, which are at most `abreast`. */
INLINE void store_results(const struct cell_band *band, const struct store *to, int x, int row,
                          int plane, int n, int abreast, const vec raw[])
{
    const vec scale = v_splat(band->affine.scale), bias = v_splat(band->affine.bias);
    if (__builtin_expect(!to->adds && n >= abreast && (size_t)x + LANES <= to->layout.n, 1)) {
        const ptrdiff_t of_row = to->layout.row;
        const vec factor = v_splat(to->factor), shift = v_splat(to->bias);
        real *const out = to->plane[0] + plane * to->layout.plane + row * of_row + x;
        UNROLL
        for (int r = 0; r < abreast; r++)
            v_store(out + r * of_row, (raw[r] * scale + bias) * factor + shift);
    } else {
        vec value[8];
        UNROLL
        for (int r = 0; r < abreast; r++)
            value[r] = raw[r] * scale + bias;
        store_with_care(to, x, row, plane, n < abreast ? n : abreast, value);
    }
}

/* Searches for a vector of samples by themselves. */
COLD vec search_sample(const struct cell_band *band, int x, int row, int plane)
{
    struct cell_axis axis[4];
    ivec at[4];
    vec fraction[4];
    at[0] = v_load_words((const uint32_t *)band->x + x);
    at[1] = v_splat_index(band->y[row]);
    at[2] = v_splat_index(band->z[plane]);
    at[3] = v_splat_index(band->w[0]);
    if (sizeof(real) != sizeof(float))
        for (int a = 0; a < band->dims; a++)
            fraction[a] = a == 0 ? v_load(band->line[0].fraction + x)
                                 : v_splat(band->line[a].fraction[a == 1   ? row
                                                                  : a == 2 ? plane
                                                                           : 0]);
    axes_at(band, at, fraction, axis);
    return band->search(&band->cells, axis);
}

/* Searches for all samples of a block. */
COLD void search_block(const struct cell_band *band, const struct extent *extent,
                       const struct store *to)
{
    for (int plane = extent->at[2]; plane < extent->at[2] + extent->n[2]; plane++)
        for (int row = extent->at[1]; row < extent->at[1] + extent->n[1]; row++)
            for (int x = extent->at[0]; x < extent->at[0] + extent->n[0]; x += LANES) {
                const vec raw = search_sample(band, x, row, plane);
                store_results(band, to, x, row, plane, 1, 1, &raw);
            }
}

/* ---- What samples keep ----------------------------------------------------------------------- */

/* Of a vector: the least squares, or that and what leads to the value of the nearest point. */
INLINE void keep_in_grid(enum search search, int ranks, vec square, hash_vec hash, vec least[4],
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

INLINE vec result_in_grid(const struct cellular *cells, enum search search, int ranks,
                          const vec least[4], hash_vec nearest)
{
    struct kept kept;
    UNROLL
    for (int k = 0; k < ranks; k++)
        kept.distance[k] = least[k];
    kept.hash = nearest;
    return result_of(cells, search, ranks, &kept);
}

#endif
