/*
 * Cellular noise on grids of middling steps, by rows of cells. Samples of a vector look at the cells
 * around them in the same order, along a row of cells: what the row's points have is looked up by
 * the samples' cells. Samples of several rows that are in the same cell of y share the squares along x.
 */
#ifndef PERLIN_CELLULAR_ROWS_H
#define PERLIN_CELLULAR_ROWS_H

#include "list.h"

enum { GRID_ROWS = 4, ROWS_OF_FOUR = 2, MOST_ROWS_OF_CELLS = 27 };

/* Up to how many cells away rows of cells are: one for F1 and F2, two for F3 and F4. */
INLINE int reach_of_rows(int ranks)
{
    return ranks > 2 ? 2 : 1;
}

/* Squares without those along x, for rows of samples: of points, by cell; and the least of rows of cells,
   which are so far away from the samples' own. Rows that are at most one away come first. */
struct row_squares {
    real across[GRID_ROWS][CELLS_LISTED + LANES];
    int count, near;
    real least[MOST_ROWS_OF_CELLS];
    signed char away[MOST_ROWS_OF_CELLS][4];
};

/* One cell and the distance to the nearer side, squared: cells two away are no nearer. */
INLINE real square_beyond(int32_t at)
{
    const int32_t fraction = at & (PERLIN_CELL_ONE - 1), other = PERLIN_CELL_ONE - fraction;
    const real least = (real)(PERLIN_CELL_ONE + (fraction < other ? fraction : other));
    return least * least;
}

/* The samples' cells of a row of cells, or those beside them, as elements of the list go. */
INLINE void act_on_cell(enum search search, int ranks, int abreast, const struct point_list *list,
                        const struct row_squares *squares, int c, ivec at, ivec index,
                        vec least[GRID_ROWS][4], hash_vec nearest[GRID_ROWS])
{
    const ivec of = (ivec)v_near((const real *)(const void *)list->at[0] + c, index);
    const vec d = v_floats(of - at), along = d * d;
    hash_vec hash = splat_hash(0);
    if (search == HASHES)
        hash = (hash_vec)v_near((const real *)(const void *)list->hash + c, index);
    UNROLL
    for (int r = 0; r < abreast; r++)
        keep_in_grid(search, ranks, v_near(squares->across[r] + c, index) + along, hash, least[r],
                     &nearest[r]);
}

/* Rows from `row` on, of which n are wanted, in the samples from `first` to `end`. */
INLINE void act_on_rows(const struct cell_band *band, enum search search, int ranks, int abreast,
                        const struct cell_range *range, const struct point_list *list, int first,
                        int end, int row, int n, int plane, const struct row_squares *squares,
                        const struct store *store)
{
    const struct cellular cells = band->cells; /* copies, because stores may alias the originals */
    const struct store to = *store;
    const int pitch = range->pitch;
    real beyond[GRID_ROWS];
    for (int r = 0; r < abreast; r++) {
        beyond[r] = square_beyond(band->y[row + (r < n ? r : 0)]);
        for (int a = 2; a < band->dims; a++) {
            const real other = square_beyond(band->line[a].at[a == 2 ? plane : 0]);
            beyond[r] = other < beyond[r] ? other : beyond[r];
        }
    }
    for (int x = first; x < end; x += LANES) {
        const ivec at = v_load_words((const uint32_t *)band->x + x), cell = at >> PERLIN_CELL_UNIT;
        const int32_t one = band->x[x] >> PERLIN_CELL_UNIT;
        const int32_t other = band->x[x + LANES - 1] >> PERLIN_CELL_UNIT;
        const int32_t lowest = one < other ? one : other;
        const ivec index = cell - v_splat_index(lowest);
        vec least[GRID_ROWS][4], raw[GRID_ROWS];
        hash_vec nearest[GRID_ROWS];
        UNROLL
        for (int r = 0; r < abreast; r++) {
            nearest[r] = splat_hash(0);
            UNROLL
            for (int k = 0; k < ranks; k++)
                least[r][k] = v_splat((real)INFINITY);
        }
        const vec fraction = v_floats(at & (PERLIN_CELL_ONE - 1)), whole = v_splat(PERLIN_CELL_ONE);
        const vec to_side = whole + v_min(fraction, whole - fraction);
        int c = lowest - range->first[0], k = 0;
        for (; k < squares->near; k++, c += pitch) {
            UNROLL
            for (int i = -1; i <= 1; i++)
                act_on_cell(search, ranks, abreast, list, squares, c + i, at, index, least,
                            nearest);
        }
        for (c = lowest - range->first[0], k = 0; ranks > 2 && k < squares->count;
             k++, c += pitch) {
            const vec far = v_splat(squares->least[k]);
            vec most = least[0][ranks - 1];
            for (int r = 1; r < abreast; r++)
                most = r < n ? v_max(most, least[r][ranks - 1]) : most;
            if (!v_any_less(far, most))
                continue;
            const int is_wide = v_any_less(far + to_side * to_side, most);
            for (int i = is_wide ? -2 : -1; i <= (is_wide ? 2 : 1); i++)
                if (k >= squares->near || i * i > 1)
                    act_on_cell(search, ranks, abreast, list, squares, c + i, at, index, least,
                                nearest);
        }
        UNROLL
        for (int r = 0; r < abreast; r++) {
            const vec limit = v_min(to_side * to_side, v_splat(beyond[r]));
            raw[r] = result_in_grid(&cells, search, ranks, least[r], nearest[r]);
            if (ranks <= 2 && r < n &&
                __builtin_expect(v_any((ivec)(limit <= least[r][ranks - 1])), 0))
                raw[r] = search_sample(band, x, row + r, plane);
        }
        store_results(band, &to, x, row, plane, n, abreast, raw);
    }
}

/* By the result: the nearest, two, four, or the value of the nearest. */
#define ACT_ON_ROWS(name, search, ranks, abreast)                                                  \
    OUTLINE void name##_in_rows(const struct cell_band *band, const struct cell_range *range,      \
                                const struct point_list *list, int first, int end, int row, int n, \
                                int plane, const struct row_squares *squares,                      \
                                const struct store *to)                                            \
    {                                                                                              \
        act_on_rows(band, search, ranks, abreast, range, list, first, end, row, n, plane, squares, \
                    to);                                                                           \
    }
ACT_ON_ROWS(nearest, DISTANCES, 1, GRID_ROWS)
ACT_ON_ROWS(two, DISTANCES, 2, GRID_ROWS)
ACT_ON_ROWS(four, DISTANCES, 4, ROWS_OF_FOUR)
ACT_ON_ROWS(values, HASHES, 1, GRID_ROWS)
#undef ACT_ON_ROWS

/* The least distance along an axis of a cell that is so far away from a sample's own. */
INLINE real least_to_cell(int32_t at, int away)
{
    const int32_t fraction = at & (PERLIN_CELL_ONE - 1);
    return away == 0  ? 0
           : away > 0 ? (real)(away * PERLIN_CELL_ONE - fraction)
                      : (real)(fraction - (away + 1) * PERLIN_CELL_ONE);
}

/* Squares without those along x. */
INLINE void square_rows(const struct cell_band *band, const struct point_list *list, int row, int n,
                        int plane, struct row_squares *squares)
{
    for (int c = 0; c < list->n; c += LANES) {
        vec far = v_splat(0);
        for (int a = band->dims - 1; a > 1; a--) {
            const ivec of = v_load_words((const uint32_t *)list->at[a] + c);
            const vec d = v_floats(of - v_splat_index(band->line[a].at[a == 2 ? plane : 0]));
            far = far + d * d;
        }
        const ivec of = v_load_words((const uint32_t *)list->at[1] + c);
        for (int r = 0; r < n; r++) {
            const vec d = v_floats(of - v_splat_index(band->y[row + r]));
            v_store(squares->across[r] + c, far + d * d);
        }
    }
    for (int k = 0; band->ranks > 2 && k < squares->count; k++) {
        squares->least[k] = (real)INFINITY;
        for (int r = 0; r < n; r++) {
            real sum = 0;
            for (int a = band->dims - 1; a > 0; a--) {
                const real d =
                    least_to_cell(band->line[a].at[a == 1 ? row + r : plane], squares->away[k][a]);
                sum += d * d;
            }
            squares->least[k] = sum < squares->least[k] ? sum : squares->least[k];
        }
    }
}

/* The samples from i on, at most n, that lie in one cell. */
INLINE int in_one_cell(const int32_t at[], int i, int n)
{
    int found = 1;
    while (found < n && (at[i + found] ^ at[i]) >> PERLIN_CELL_UNIT == 0)
        found++;
    return found;
}

OUTLINE void rows_of_band(const struct cell_band *band, const struct extent *rows,
                          const struct store *to)
{
    const int dims = band->dims, reach = reach_of_rows(band->ranks), width = 2 * reach + 1;
    const int of_cells = dims == 2 ? width : dims == 3 ? width * width : width * width * width;
    const int most_abreast = band->ranks > 2 ? ROWS_OF_FOUR : GRID_ROWS;
    const int is_value = band->cells.result == PERLIN_CELLULAR_CELL;
    int32_t of_list[5][CELLS_LISTED + LANES];
    uint32_t hash_of_x[CELLS_LISTED];
    struct row_squares squares;
    struct extent in_cell;
    for (int x = 0, end; x < rows->n[0]; x = end) {
        struct extent extent = *rows;
        struct cell_range range;
        extent.at[0] = x;
        extent.n[0] = (int)whole_vectors((size_t)(rows->n[0] - x));
        for (;; extent.n[0] = (int)whole_vectors((size_t)extent.n[0] / 2)) {
            const struct box box = box_of(band, &extent);
            range_init(&range, 1, &box, reach * PERLIN_CELL_ONE);
            if (range.pitch * of_cells <= CELLS_LISTED || extent.n[0] == LANES)
                break;
        }
        end = x + extent.n[0];
        hash_range(band, &range, hash_of_x);
        in_cell = extent;
        for (int plane = 0; plane < rows->n[2]; plane += in_cell.n[2]) {
            in_cell.n[2] = in_one_cell(band->z, plane, dims > 2 ? rows->n[2] - plane : 1);
            for (int row = 0; row < rows->n[1]; row += in_cell.n[1]) {
                struct point_list list = POINT_LIST(CELLS_LISTED, of_list);
                int32_t first[4] = {0}, cell[4];
                in_cell.n[1] = in_one_cell(band->y, row, rows->n[1] - row);
                first[1] = band->y[row] >> PERLIN_CELL_UNIT;
                first[2] = dims > 2 ? band->z[plane] >> PERLIN_CELL_UNIT : 0;
                first[3] = dims > 3 ? band->w[0] >> PERLIN_CELL_UNIT : 0;
                squares.count = 0;
                for (int is_far = 0; is_far < reach; is_far++) {
                    int away[4] = {0};
                    const int most[4] = {0, reach, dims > 2 ? reach : 0, dims > 3 ? reach : 0};
                    for (away[3] = -most[3]; away[3] <= most[3]; away[3]++)
                        for (away[2] = -most[2]; away[2] <= most[2]; away[2]++)
                            for (away[1] = -most[1]; away[1] <= most[1]; away[1]++) {
                                if ((abs(away[1]) > 1 || abs(away[2]) > 1) != is_far)
                                    continue;
                                for (int a = 1; a < 4; a++) {
                                    cell[a] = first[a] + away[a];
                                    squares.away[squares.count][a] = (signed char)away[a];
                                }
                                squares.count++;
                                list_row(band, &range, cell, hash_of_x, &list);
                            }
                    if (!is_far)
                        squares.near = squares.count;
                }
                for (int p = plane; p < plane + in_cell.n[2]; p++)
                    for (int r = row; r < row + in_cell.n[1]; r += most_abreast) {
                        const int left = row + in_cell.n[1] - r;
                        const int n = left < most_abreast ? left : most_abreast;
                        square_rows(band, &list, r, n, p, &squares);
                        if (is_value)
                            values_in_rows(band, &range, &list, x, end, r, n, p, &squares, to);
                        else if (band->ranks == 1)
                            nearest_in_rows(band, &range, &list, x, end, r, n, p, &squares, to);
                        else if (band->ranks > 2)
                            four_in_rows(band, &range, &list, x, end, r, n, p, &squares, to);
                        else
                            two_in_rows(band, &range, &list, x, end, r, n, p, &squares, to);
                    }
            }
        }
    }
}

#endif
