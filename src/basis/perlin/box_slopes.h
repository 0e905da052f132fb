/*
 * Perlin noise of a box with its slopes, in 2-D and 3-D. Rows share what cell.h describes, and more:
 * the gradient components are interpolated along x last. So G is a lerp along x of two numbers that
 * all samples of a row in one cell share. In 4-D registers are too few, and such grids are
 * evaluated as points.
 */
#ifndef PERLIN_PERLIN_BOX_SLOPES_H
#define PERLIN_PERLIN_BOX_SLOPES_H

#include "cell.h"
#include "points.h"

/* G of a plane's cell at both sides along x, by component: on the near side along y, and how much
   more it is at the far one. Or, if all lanes are in the cell, by row: at the near side along x,
   and how much more at the far one. */
struct mean_gradients {
    vec near[3][2], rise[3][2];
    real by_row[3][2][MOST_SLOPED_ROWS + LANES];
};

/* Interpolates components along z. */
BOX_INLINE void find_means(const struct gradient_cell *cell, int dims,
                           const struct box_places *places, int p, struct mean_gradients *mean)
{
    BOX_UNROLL
    for (int a = 0; a < dims; a++) {
        BOX_UNROLL
        for (int side = 0; side < 2; side++) {
            vec g[4];
            BOX_UNROLL
            for (int e = 0; e < EDGES(dims); e++)
                g[e] = cell->gradient[e][side][a];
            BOX_UNROLL
            for (int e = 0; e < 2; e++)
                if (dims > 2)
                    g[e] = lerp(v_splat(weight_along(places, 2, FADE, 0, p)), g[e], g[e + 2]);
            mean->near[a][side] = g[0];
            mean->rise[a][side] = g[1] - g[0];
        }
    }
}

/* And along y, for a vector of rows at once. */
BOX_INLINE void find_means_by_row(struct mean_gradients *mean, int dims,
                                  const struct box_places *places, const struct rows *rows)
{
    for (int r = rows->r; r < rows->end; r += LANES) {
        const vec t = weights_of_rows(places, FADE, r);
        BOX_UNROLL
        for (int a = 0; a < dims; a++) {
            const vec left = mean->near[a][0] + t * mean->rise[a][0];
            v_store(mean->by_row[a][0] + r, left);
            v_store(mean->by_row[a][1] + r, mean->near[a][1] + t * mean->rise[a][1] - left);
        }
    }
}

/* Component a of G in row r. */
BOX_INLINE vec mean_in_row(const struct mean_gradients *mean, int is_shared, int a, int r,
                           vec fade_x, vec fade_y)
{
    if (is_shared)
        return v_splat(mean->by_row[a][0][r]) + fade_x * v_splat(mean->by_row[a][1][r]);
    return lerp(fade_x, mean->near[a][0] + fade_y * mean->rise[a][0],
                mean->near[a][1] + fade_y * mean->rise[a][1]);
}

enum { ROWS_AT_A_TIME = 8 };

/* Rows of a cell in plane p, of column c. `first` is the cell's first row. */
BOX_INLINE void perlin_sloped_rows(struct gradient_cell *cell, const struct mean_gradients *mean,
                                   const struct pass *pass, int dims, int is_shared, int first,
                                   const struct rows *rows, int p, int c)
{
    const struct box_places *const places = cell->places;
    const struct column *const x = &places->x[c];
    struct sloped_sums sums = sloped_sums_of(pass, places->columns, c, rows->r, p);
    struct cell_column column;
    enter_column(&column, dims, cell, x);
    for (int r = rows->r; r < rows->end; r++) {
        vec t[4] = {column.fade}, slope_of_fade[4] = {x->weight[FADE_SLOPE]};
        vec value[MOST_EDGES], difference[8], slope[4];
        BOX_UNROLL
        for (int a = 1; a < dims; a++) {
            t[a] = v_splat(weight_along(places, a, FADE, r, p));
            slope_of_fade[a] = v_splat(weight_along(places, a, FADE_SLOPE, r, p));
        }
        BOX_UNROLL
        for (int e = 0; e < EDGES(dims); e++) {
            vec end[2];
            edge_ends(cell, &column, dims, is_shared, first, r, e, end);
            edge_noise(t[0], end[0], end[1], &value[e], &difference[e]);
        }
        interpolate_slopes(dims, t, value, difference);
        BOX_UNROLL
        for (int a = 0; a < dims; a++)
            slope[a] = mean_in_row(mean, is_shared, a, r, t[0], t[1]) +
                       slope_of_fade[a] * difference[differences_of(dims, a)];
        add_sloped_row(pass, &sums, dims, value[0], slope);
    }
}

/* The columns from c to `after` of a cell in plane p. */
BOX_INLINE void perlin_sloped_plane(struct gradient_cell *cell, const struct pass *pass, int dims,
                                    const struct rows *rows, int p, int c, int after)
{
    const struct box_places *const places = cell->places;
    struct mean_gradients mean;
    struct rows few = *rows;
    find_means(cell, dims, places, p, &mean);
    if (!places->x[c].is_in_one_cell) {
        perlin_sloped_rows(cell, &mean, pass, dims, 0, rows->r, rows, p, c);
        return;
    }
    find_across(cell, dims, rows);
    find_means_by_row(&mean, dims, places, rows);
    /* A few rows of all columns at a time: so lines of the outputs are complete before a cache loses
       them. */
    for (; few.r < rows->end; few.r = few.end) {
        few.end = few.r + ROWS_AT_A_TIME < rows->end ? few.r + ROWS_AT_A_TIME : rows->end;
        for (int k = c; k < after; k++)
            perlin_sloped_rows(cell, &mean, pass, dims, 1, rows->r, &few, p, k);
    }
}

#endif
