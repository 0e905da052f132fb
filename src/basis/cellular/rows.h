/*
 * Cellular noise on grids of middling steps, by rows of cells. Samples of a vector look at the cells
 * around them in the same order, along a row of cells: what the row's points have is looked up by
 * the samples' cells. Samples of several rows that are in the same cell of y share the squares along x.
 */
#ifndef PERLIN_CELLULAR_ROWS_H
#define PERLIN_CELLULAR_ROWS_H

#include "list.h"

enum { GRID_ROWS = 4, ROWS_OF_FOUR = 2, MOST_ROWS_OF_CELLS = 27 };

/* Cells of which the points are listed: in 4-D a vector in each row, for F3 and F4 in 3-D two. */
enum { CELLS_OF_ROWS = 16 * MOST_ROWS_OF_CELLS };
_Static_assert(!NEAR_IS_FAST || LANES <= 16, "rows of cells have room");

/* Up to how many cells away rows of cells are: one for F1 and F2, two for F3 and F4. */
INLINE int reach_of_rows(int ranks)
{
    return ranks > 2 ? 2 : 1;
}

/* Squares without those along x, for rows of samples: of points, by cell; and the least of rows of cells,
   which are so far away from the samples' own. Rows that are at most one away come first. */
struct row_squares {
    real across[GRID_ROWS][CELLS_OF_ROWS + LANES];
    int count, near;
    int32_t cell[4]; /* of the samples, along y, z and w */
    real least[MOST_ROWS_OF_CELLS];
    signed char away[MOST_ROWS_OF_CELLS][4];
};

/* Vectors of samples that may have nearer points than rows of cells know: bit x / LANES, by plane and
   row. They are searched for when lists no longer need the stack. */
enum { PLANES_IN_CELL = 8, ROWS_IN_CELL = 16 };
struct left_over {
    int any;
    uint16_t at[PLANES_IN_CELL][ROWS_IN_CELL];
};
_Static_assert(!NEAR_IS_FAST || MAX_TILE / LANES <= 16, "a bit for each vector");

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

/* Stores the results of rows that are not left over. */
COLD void store_others(const struct cell_band *band, const struct store *to, int x, int row,
                       int plane, int n, const vec raw[], int are_left)
{
    for (int r = 0; r < n; r++)
        if (!(are_left >> r & 1))
            store_results(band, to, x, row + r, plane, 1, 1, &raw[r]);
}

/* Rows from `row` on, of which n are wanted, in the samples from `first` to `end`. `left` is theirs. */
INLINE void act_on_rows(const struct cell_band *band, enum search search, int ranks, int abreast,
                        const struct cell_range *range, const struct point_list *list, int first,
                        int end, int row, int n, int plane, const struct row_squares *squares,
                        const struct store *store, struct left_over *left, uint16_t of_rows[])
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
        int are_left = 0;
        UNROLL
        for (int r = 0; r < abreast; r++) {
            const vec limit = v_min(to_side * to_side, v_splat(beyond[r]));
            raw[r] = result_in_grid(&cells, search, ranks, least[r], nearest[r]);
            if (ranks <= 2 && r < n &&
                __builtin_expect(v_any((ivec)(limit <= least[r][ranks - 1])), 0)) {
                of_rows[r] = (uint16_t)(of_rows[r] | 1 << (x / LANES));
                are_left |= 1 << r;
            }
        }
        if (__builtin_expect(are_left, 0))
            left->any = 1;
        if (__builtin_expect(to.adds && are_left, 0))
            store_others(band, &to, x, row, plane, n, raw, are_left);
        else
            store_results(band, &to, x, row, plane, n, abreast, raw);
    }
}

/* By the result: the nearest, two, four, or the value of the nearest. */
#define ACT_ON_ROWS(name, search, ranks, abreast)                                                  \
    OUTLINE void name##_in_rows(const struct cell_band *band, const struct cell_range *range,      \
                                const struct point_list *list, int first, int end, int row, int n, \
                                int plane, const struct row_squares *squares,                      \
                                const struct store *to, struct left_over *left,                    \
                                uint16_t of_rows[])                                                \
    {                                                                                              \
        act_on_rows(band, search, ranks, abreast, range, list, first, end, row, n, plane, squares, \
                    to, left, of_rows);                                                            \
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

/* Squares without those along x, of a vector of cells from c on; `far` has those along z and w. */
INLINE void square_cells(const struct cell_band *band, const struct point_list *list, int c,
                         vec far, int row, int n, struct row_squares *squares)
{
    const ivec of = v_load_words((const uint32_t *)list->at[1] + c);
    for (int r = 0; r < n; r++) {
        const vec d = v_floats(of - v_splat_index(band->y[row + r]));
        v_store(squares->across[r] + c, far + d * d);
    }
}

INLINE vec square_to(ivec of, int32_t at)
{
    const vec d = v_floats(of - v_splat_index(at));
    return d * d;
}

/* The same, of all cells. */
INLINE void square_rows(int dims, const struct cell_band *band, const struct cell_range *range,
                        const struct point_list *list, int row, int n, int plane,
                        struct row_squares *squares)
{
    for (int c = 0; dims < 4 && c < list->n; c += LANES) {
        vec far = v_splat(0);
        if (dims > 2)
            far = far + square_to(v_load_words((const uint32_t *)list->at[2] + c), band->z[plane]);
        square_cells(band, list, c, far, row, n, squares);
    }
    for (int k = 0, c = 0; dims == 4 && k < squares->count; k++) {
        const ivec z = v_splat_index(squares->cell[2] + squares->away[k][2]);
        const ivec w = v_splat_index(squares->cell[3] + squares->away[k][3]);
        for (const int end = c + range->pitch; c < end; c += LANES) {
            const hash_vec second = (hash_vec)v_load_words(list->second + c);
            vec far = v_splat(0);
            far = far + square_to(place_of_point(&band->cells, 3, w, second, second), band->w[0]);
            far =
                far + square_to(place_of_point(&band->cells, 2, z, second, second), band->z[plane]);
            square_cells(band, list, c, far, row, n, squares);
        }
    }
    for (int k = 0; band->ranks > 2 && k < squares->count; k++) {
        squares->least[k] = (real)INFINITY;
        for (int r = 0; r < n; r++) {
            real sum = 0;
            for (int a = dims - 1; a > 0; a--) {
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

/* Lists the rows of cells around the samples of an extent, which lie in one cell of y, z and w. */
INLINE void list_rows(int dims, const struct cell_band *band, const struct cell_range *range,
                      const uint32_t hash_of_x[], const struct extent *in_cell,
                      struct point_list *list, struct row_squares *squares)
{
    const int reach = reach_of_rows(band->ranks);
    int32_t cell[4];
    squares->cell[1] = band->y[in_cell->at[1]] >> PERLIN_CELL_UNIT;
    squares->cell[2] = dims > 2 ? band->z[in_cell->at[2]] >> PERLIN_CELL_UNIT : 0;
    squares->cell[3] = dims > 3 ? band->w[0] >> PERLIN_CELL_UNIT : 0;
    squares->count = 0;
    for (int is_far = 0; is_far < reach; is_far++) {
        int away[4] = {0};
        const int most[4] = {0, reach, dims > 2 ? reach : 0, dims > 3 ? reach : 0};
        for (away[3] = -most[3]; away[3] <= most[3]; away[3]++)
            for (away[2] = -most[2]; away[2] <= most[2]; away[2]++)
                for (away[1] = -most[1]; away[1] <= most[1]; away[1]++) {
                    if ((abs(away[1]) > 1 || abs(away[2]) > 1) != is_far)
                        continue;
                    for (int a = 1; a < 4; a++) {
                        cell[a] = squares->cell[a] + away[a];
                        squares->away[squares->count][a] = (signed char)away[a];
                    }
                    squares->count++;
                    list_row(dims, band, range, cell, hash_of_x, list);
                }
        if (!is_far)
            squares->near = squares->count;
    }
}

/* Evaluates the rows that follow an extent, a cell of y at a time. Returns 1 where some of a cell's
   samples are left over, and 0 after the last row. */
INLINE int rows_of_cells(int dims, const struct cell_band *band, const struct cell_range *range,
                         const uint32_t hash_of_x[], int rows, struct extent *in_cell,
                         const struct store *to, struct left_over *left)
{
    int32_t of_list[4][CELLS_OF_ROWS + LANES];
    struct row_squares squares;
    struct point_list list = {0, CELLS_OF_ROWS, {of_list[0], of_list[1]}, NULL, NULL};
    const int most_abreast = band->ranks > 2 ? ROWS_OF_FOUR : GRID_ROWS;
    const int is_value = band->cells.result == PERLIN_CELLULAR_CELL;
    const int first = in_cell->at[0], end = first + in_cell->n[0];
    if (dims == 3)
        list.at[2] = of_list[2];
    if (dims == 4)
        list.second = (uint32_t *)of_list[2];
    if (is_value)
        list.hash = (uint32_t *)of_list[3];
    while (!left->any && (in_cell->at[1] += in_cell->n[1]) < rows) {
        const size_t others = (size_t)(rows - in_cell->at[1]);
        in_cell->n[1] = in_one_cell(band->y, in_cell->at[1], (int)least(others, ROWS_IN_CELL));
        list.n = 0;
        list_rows(dims, band, range, hash_of_x, in_cell, &list, &squares);
        for (int p = 0; p < in_cell->n[2]; p++)
            for (int r = 0; r < in_cell->n[1]; r += most_abreast) {
                const int row = in_cell->at[1] + r, plane = in_cell->at[2] + p;
                const int n = (int)least((size_t)(in_cell->n[1] - r), (size_t)most_abreast);
                uint16_t *const of_rows = left->at[p] + r;
                square_rows(dims, band, range, &list, row, n, plane, &squares);
                if (is_value)
                    values_in_rows(band, range, &list, first, end, row, n, plane, &squares, to,
                                   left, of_rows);
                else if (band->ranks == 1)
                    nearest_in_rows(band, range, &list, first, end, row, n, plane, &squares, to,
                                    left, of_rows);
                else if (band->ranks > 2)
                    four_in_rows(band, range, &list, first, end, row, n, plane, &squares, to, left,
                                 of_rows);
                else
                    two_in_rows(band, range, &list, first, end, row, n, plane, &squares, to, left,
                                of_rows);
            }
    }
    return left->any;
}

#define IN_DIMENSIONS(dims)                                                                        \
    OUTLINE int rows_of_cells##dims(const struct cell_band *band, const struct cell_range *range,  \
                                    const uint32_t hash_of_x[], int rows, struct extent *in_cell,  \
                                    const struct store *to, struct left_over *left)                \
    {                                                                                              \
        return rows_of_cells(dims, band, range, hash_of_x, rows, in_cell, to, left);               \
    }
IN_DIMENSIONS(2)
IN_DIMENSIONS(3)
IN_DIMENSIONS(4)
#undef IN_DIMENSIONS

/* Searches for the samples that are left over. */
OUTLINE void search_left_over(const struct cell_band *band, const struct extent *in_cell,
                              const struct store *to, struct left_over *left)
{
    for (int p = 0; p < in_cell->n[2]; p++)
        for (int r = 0; r < in_cell->n[1]; r++)
            for (uint32_t rest = left->at[p][r]; rest != 0; rest &= rest - 1) {
                const int x = __builtin_ctz(rest) * LANES;
                const int row = in_cell->at[1] + r, plane = in_cell->at[2] + p;
                const vec raw = search_sample(band, x, row, plane);
                store_results(band, to, x, row, plane, 1, 1, &raw);
            }
    memset(left, 0, sizeof *left);
}

OUTLINE void rows_of_band(const struct cell_band *band, const struct extent *rows,
                          const struct store *to)
{
    const int dims = band->dims, reach = reach_of_rows(band->ranks), width = 2 * reach + 1;
    const int of_cells = dims == 2 ? width : dims == 3 ? width * width : width * width * width;
    uint32_t hash_of_x[MOST_PITCH];
    struct left_over left;
    struct extent in_cell = *rows;
    memset(&left, 0, sizeof left);
    for (in_cell.at[0] = 0; in_cell.at[0] < rows->n[0]; in_cell.at[0] += in_cell.n[0]) {
        struct cell_range range;
        in_cell.n[0] = (int)whole_vectors((size_t)(rows->n[0] - in_cell.at[0]));
        for (;; in_cell.n[0] = (int)whole_vectors((size_t)in_cell.n[0] / 2)) {
            const struct box box = box_of(band, &in_cell);
            range_init(&range, 1, &box, reach * PERLIN_CELL_ONE);
            if (range.pitch * of_cells <= CELLS_OF_ROWS || in_cell.n[0] == LANES)
                break;
        }
        hash_range(band, &range, hash_of_x);
        for (in_cell.at[2] = 0; in_cell.at[2] < rows->n[2]; in_cell.at[2] += in_cell.n[2]) {
            const size_t planes = (size_t)(dims > 2 ? rows->n[2] - in_cell.at[2] : 1);
            in_cell.n[2] = in_one_cell(band->z, in_cell.at[2], (int)least(planes, PLANES_IN_CELL));
            in_cell.at[1] = in_cell.n[1] = 0;
            while (dims == 2
                       ? rows_of_cells2(band, &range, hash_of_x, rows->n[1], &in_cell, to, &left)
                   : dims == 3
                       ? rows_of_cells3(band, &range, hash_of_x, rows->n[1], &in_cell, to, &left)
                       : rows_of_cells4(band, &range, hash_of_x, rows->n[1], &in_cell, to, &left))
                search_left_over(band, &in_cell, to, &left);
        }
    }
}

#endif
