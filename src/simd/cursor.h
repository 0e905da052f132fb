/*
 * The rows of a grid: where they are; and blocks of them, whose samples are points.
 */
#ifndef PERLIN_SIMD_CURSOR_H
#define PERLIN_SIMD_CURSOR_H

#include "axis.h"
#include "points.h"

/* A row of the grid: its indices along y, z and w, and its place in the output. */
struct cursor {
    size_t index[4];
    ptrdiff_t offset;
};

INLINE size_t row_count(const perlin_grid *grid, int dims)
{
    size_t rows = 1;
    for (int a = 1; a < dims; a++)
        rows *= grid->count[a];
    return rows;
}

/* Goes on by `rows` rows of each of `planes` planes, which do not pass the end of y or z; from the last ones back to the
   first. */
INLINE void cursor_pass_block(struct cursor *cursor, const perlin_grid *grid, int dims, size_t rows,
                              size_t planes)
{
    const size_t steps[4] = {0, rows, planes, 1};
    UNROLL
    for (int a = 1; a < dims; a++) {
        cursor->index[a] += steps[a];
        cursor->offset += (ptrdiff_t)steps[a] * grid->stride[a];
        if (cursor->index[a] < grid->count[a])
            return;
        cursor->index[a] = 0;
        cursor->offset -= (ptrdiff_t)grid->count[a] * grid->stride[a];
    }
}

/* Passes a row. */
INLINE void cursor_pass(struct cursor *cursor, const perlin_grid *grid, int dims)
{
    cursor_pass_block(cursor, grid, dims, 1, 1);
}

/* Gives all NaNs of a grid of adjacent samples the same bits, after kernels that do not ask for each vector. */
OUTLINE void settle_grid(const perlin_grid *grid, int dims, real *out)
{
    const size_t rows = row_count(grid, dims);
    struct cursor at = {{0}, 0};
    for (size_t r = 0; r < rows; r++) {
        settle_nans(out + at.offset, grid->count[0]);
        cursor_pass(&at, grid, dims);
    }
}

/* The most samples of a row in a block: fewer where the stack is short, so that a call keeps to what perlin.h promises of it. */
enum { MOST_COLUMNS = STACK_IS_SHORT ? POINTS_BLOCK / 4 * 3 : POINTS_BLOCK };
_Static_assert(MOST_COLUMNS % LANES == 0, "whole vectors");

/*
 * Rows that go together as a block of points, or a part of each: n samples of them, in whole vectors. What a coordinate has
 * of x, by column, is apart from what it has of the other axes, by row. Without a rotation the first coordinate is x alone,
 * and the others have none of it.
 */
struct rows {
    size_t x, n, pitch;     /* columns: the first one, how many, and rounded up to whole vectors */
    size_t rows, most;      /* how many rows, and as many as fit a block */
    size_t left;            /* those of these columns in this band that are still to come */
    size_t in_band, beyond; /* how many rows are in the band, and how many behind it */
    int is_straight;        /* x only rises or only falls along them */
    struct cursor band, behind; /* the band's first row, and the row behind the last one */
    _Alignas(64) double product[4][MOST_COLUMNS];
    double rest[4][ROWS_ROOM];
    ptrdiff_t offset[ROWS]; /* where each row begins in the output */
};

/* Where a grid's rows are parted, all columns of a band of rows come before the next band's, so that what is written to
   memory lies together. So many samples are in a band (measured). */
enum { BAND = 8192 };

/* Before the first ones. Rows behind the last one are computed with. */
INLINE void rows_begin(struct rows *rows, const perlin_grid *grid, int dims)
{
    rows->x = grid->count[0];
    rows->n = rows->left = rows->in_band = 0;
    rows->beyond = row_count(grid, dims);
    rows->behind = (struct cursor){{0}, (ptrdiff_t)rows->x * grid->stride[0]};
    memset(rows->rest, 0, sizeof rows->rest);
}

/* Goes to the next band, which is the whole grid if its rows are not parted; returns whether there is one. */
INLINE int next_band(struct rows *rows, const perlin_grid *grid, size_t columns)
{
    const size_t most = BAND / ROWS / grid->count[0] * ROWS;
    if (rows->beyond == 0)
        return 0;
    rows->band = rows->behind;
    rows->band.offset -= (ptrdiff_t)(rows->x - rows->n) * grid->stride[0];
    rows->in_band =
        grid->count[0] <= columns ? rows->beyond : least(rows->beyond, most > 0 ? most : ROWS);
    rows->beyond -= rows->in_band;
    rows->x = 0;
    return 1;
}

/* Goes to the next columns. Runs are read in whole vectors, also where they end in the last one. */
INLINE void enter_columns(struct rows *rows, const perlin_grid *grid, int dims,
                          const struct perlin_matrix *rotation, size_t samples, size_t columns)
{
    rows->n = least(grid->count[0] - rows->x, columns);
    rows->pitch = whole_vectors(rows->n);
    rows->most = least(samples / rows->pitch, ROWS);
    rows->left = rows->in_band;
    rows->is_straight = is_straight(grid, 0);
    rows->behind = rows->band;
    rows->behind.offset += (ptrdiff_t)rows->x * grid->stride[0];
    for (size_t i = 0; i < least(rows->pitch + LANES, MOST_COLUMNS); i += LANES) {
        double x[LANES];
        coordinates(grid, 0, rows->x + i, x);
        if (!rotation->applies) {
            memcpy(rows->product[0] + i, x, sizeof x);
            continue;
        }
        UNROLL
        for (int a = 0; a < dims; a++)
            for (size_t l = 0; l < LANES; l++)
                rows->product[a][i + l] = rotation->row[a][0] * x[l];
    }
}

/* Coordinates beside x of n rows of a plane, from row r on: y, which one row would wait for a vector of, and z and w. */
INLINE void enter_aligned(double rest[4][ROWS_ROOM], size_t r, size_t n, const perlin_grid *grid,
                          int dims, const size_t index[4])
{
    if (dims > 1 && n == 1)
        rest[1][r] = coordinate(grid, 1, index[1]);
    for (size_t k = 0; dims > 1 && n > 1 && k < n; k += LANES)
        coordinates(grid, 1, index[1] + k, rest[1] + r + k);
    UNROLL
    for (int a = 2; a < dims; a++) {
        const double c = coordinate(grid, a, index[a]);
        for (size_t k = 0; k < n; k++)
            rest[a][r + k] = c;
    }
}

/* The same, rotated: row[1]*y + (row[2]*z + row[3]*w), 0 in 1-D. */
INLINE void enter_rotated(double rest[4][ROWS_ROOM], size_t r, size_t n, const perlin_grid *grid,
                          int dims, const double row[4][4], const size_t index[4])
{
    double c[4], of_plane[4] = {0};
    UNROLL
    for (int b = 2; b < dims; b++)
        c[b] = coordinate(grid, b, index[b]);
    UNROLL
    for (int a = 0; a < dims && dims > 2; a++) {
        of_plane[a] = row[a][dims - 1] * c[dims - 1];
        UNROLL
        for (int b = dims - 2; b > 1; b--)
            of_plane[a] = row[a][b] * c[b] + of_plane[a];
    }
    for (size_t k = 0; k < n; k++) {
        const double y = dims > 1 ? coordinate(grid, 1, index[1] + k) : 0.0;
        UNROLL
        for (int a = 0; a < dims; a++) {
            const double of_y = dims > 1 ? row[a][1] * y : 0.0;
            rest[a][r + k] = dims > 2 ? of_y + of_plane[a] : of_y;
        }
    }
}

/* Goes to the rows of a block from r on that are in one plane; returns how many. */
INLINE size_t enter_plane(struct rows *rows, size_t r, const perlin_grid *grid, int dims,
                          const struct perlin_matrix *rotation, const struct cursor *at)
{
    const size_t left = rows->rows - r;
    const size_t n = dims > 1 ? least(left, grid->count[1] - at->index[1]) : left;
    if (rotation->applies)
        enter_rotated(rows->rest, r, n, grid, dims, rotation->row, at->index);
    else
        enter_aligned(rows->rest, r, n, grid, dims, at->index);
    for (size_t k = 0; k < n; k++)
        rows->offset[r + k] = at->offset + (ptrdiff_t)k * grid->stride[1];
    return n;
}

/* Goes to the next rows, of up to so many samples and columns; returns whether there are any. */
INLINE int next_rows(struct rows *rows, struct points *points, const perlin_grid *grid, int dims,
                     const struct perlin_matrix *rotation, size_t samples, size_t columns)
{
    if (rows->left == 0) {
        rows->x += rows->n;
        if (rows->x == grid->count[0] && !next_band(rows, grid, columns))
            return 0;
        enter_columns(rows, grid, dims, rotation, samples, columns);
    }
    rows->rows = least(rows->left, rows->most);
    rows->left -= rows->rows;
    for (size_t r = 0, n; r < rows->rows; r += n) {
        n = enter_plane(rows, r, grid, dims, rotation, &rows->behind);
        cursor_pass_block(&rows->behind, grid, dims, n, 1);
    }
    points->n = rows->rows * rows->pitch;
    points->pitch = rows->pitch;
    for (int a = 0; a < dims; a++) {
        points->coords[a] = rows->product[a];
        points->rest[a] = rows->rest[a];
    }
    return 1;
}

enum { LINE_BYTES = 64 }; /* of a cache */

/* Fetches where parts of rows go while they are computed: CPUs foresee lines that follow each other, but not from row to
   row. */
INLINE void fetch_output(const struct rows *rows, const perlin_grid *grid, const real *out)
{
    if (rows->n == grid->count[0] || grid->stride[0] != 1)
        return;
    for (size_t r = 0; r < rows->rows; r++)
        for (size_t i = 0; i < rows->n; i += LINE_BYTES / sizeof(real))
            __builtin_prefetch(out + rows->offset[r] + i, 1);
}

#endif
