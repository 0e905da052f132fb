/*
 * Perlin noise of a box. The corners of a cell are found once for all its rows. A row is then a few
 * products, sums and interpolations.
 */
#ifndef PERLIN_PERLIN_BOX_H
#define PERLIN_PERLIN_BOX_H

#include "box_slopes.h"

BOX_INLINE void weigh_fades(uint32_t interpolation, vec t, vec weight[4])
{
    (void)interpolation;
    weight[NEAR] = t;
    weight[FAR] = t - v_splat(1);
    weight[FADE] = fade(t);
}

BOX_INLINE void weigh_sloped_fades(uint32_t interpolation, vec t, vec weight[4])
{
    weigh_fades(interpolation, t, weight);
    weight[FADE_SLOPE] = fade_slope(t);
}

BOX_PLACING(by_integers, BY_INTEGERS, 2, 3, weigh_fades)
BOX_PLACING(by_tables, BY_TABLES, 2, 3, weigh_fades)
BOX_PLACING(sloped_by_integers, BY_INTEGERS, 2, 4, weigh_sloped_fades)
BOX_PLACING(sloped_by_tables, BY_TABLES, 2, 4, weigh_sloped_fades)

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Interpolates along y, z and w. */
BOX_INLINE vec between_edges(const struct box_places *places, int dims, int r, int p, vec edge[])
{
    BOX_UNROLL
    for (int a = 1; a < dims; a++) {
        const vec t = v_splat(weight_along(places, a, FADE, r, p));
        BOX_UNROLL
        for (int e = 0; e < EDGES(dims) >> a; e++)
            edge[e] = lerp(t, edge[2 * e], edge[2 * e + 1]);
    }
    return edge[0];
}

/* The rows of a cell in plane p, of n columns at once. */
BOX_INLINE void perlin_rows(const struct gradient_cell *cell, const struct cell_column column[],
                            int n, enum hashed_by by, int dims, int is_shared,
                            const struct rows *rows, int p, struct sums sums[])
{
    for (int r = rows->r; r < rows->end; r++) {
        BOX_UNROLL
        for (int k = 0; k < n; k++) {
            vec edge[MOST_EDGES];
            BOX_UNROLL
            for (int e = 0; e < EDGES(dims); e++) {
                vec end[2];
                edge_ends(cell, &column[k], dims, is_shared, rows->r, r, e, end);
                edge[e] = lerp(column[k].fade, end[0], end[1]);
            }
            add_to_row(&sums[k], by == BY_INTEGERS, between_edges(cell->places, dims, r, p, edge));
        }
    }
}

/* The same from column c on. */
BOX_INLINE void perlin_columns(const struct gradient_cell *cell, const struct pass *pass, int n,
                               enum hashed_by by, int dims, int is_shared, const struct rows *rows,
                               int p, int c)
{
    struct cell_column column[2];
    struct sums sums[2];
    BOX_UNROLL
    for (int k = 0; k < n; k++) {
        enter_column(&column[k], dims, cell, &cell->places->x[c + k]);
        sums[k] = sums_of(pass, cell->places->columns, c + k, rows->r, p);
    }
    perlin_rows(cell, column, n, by, dims, is_shared, rows, p, sums);
}

/* A row that has a cell for itself, by the integer hash. */
BOX_INLINE void perlin_row(const struct corners *corners, const struct pass *pass, int dims, int c,
                           const struct rows *rows)
{
    const struct box_places *const places = corners->places;
    const struct column *const x = &places->x[c];
    struct sums sums = sums_of(pass, places->columns, c, rows->r, rows->p);
    vec edge[MOST_EDGES];
    BOX_UNROLL
    for (int e = 0; e < EDGES(dims); e++) {
        vec end[2];
        BOX_UNROLL
        for (int side = 0; side < 2; side++) {
            vec d[4] = {x->weight[side ? FAR : NEAR]};
            BOX_UNROLL
            for (int a = 1; a < dims; a++)
                d[a] = v_splat(distance_along(places, a, e, rows->r, rows->p));
            end[side] = gradient_dot(&corners->set, dims,
                                     corner_of_column(corners, dims, c, side, e, rows), d);
        }
        edge[e] = lerp(x->weight[FADE], end[0], end[1]);
    }
    add_to_row(&sums, 1, between_edges(places, dims, rows->r, rows->p, edge));
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The columns from c to `after` of a cell in plane p. In 2-D two at once have enough to do. */
BOX_INLINE void perlin_plane(struct gradient_cell *cell, const struct pass *pass, enum hashed_by by,
                             int dims, const struct rows *rows, int p, int c, int after)
{
    if (dims == 1 || !cell->places->x[c].is_in_one_cell) {
        for (; c < after; c++)
            perlin_columns(cell, pass, 1, by, dims, 0, rows, p, c);
        return;
    }
    find_across(cell, dims, rows);
    for (; dims == 2 && c + 2 <= after; c += 2)
        perlin_columns(cell, pass, 2, by, dims, 1, rows, p, c);
    for (; c < after; c++)
        perlin_columns(cell, pass, 1, by, dims, 1, rows, p, c);
}

/* The columns of a cell of y, z and w. */
BOX_INLINE void perlin_cells(struct corners *corners, struct gradient_cell *cell,
                             const struct pass *pass, enum hashed_by by, int dims, int is_sloped,
                             const struct rows *rows)
{
    const struct box_places *const places = corners->places;
    const int is_single = rows->end - rows->r == 1 && rows->last - rows->p == 1;
    if (by == BY_TABLES && dims > 1)
        hash_rows(corners, dims, rows);
    for (int c = 0, after, number = 0; c < places->columns; c = after, number++) {
        after = end_of_cell(places, c);
        if (by == BY_INTEGERS && !is_sloped && is_single) {
            for (int k = c; k < after; k++)
                perlin_row(corners, pass, dims, k, rows);
            continue;
        }
        find_gradients(corners, by, dims, c, number, rows, cell->gradient);
        for (int p = rows->p; p < rows->last; p++) {
            enter_plane(cell, dims, p);
            if (is_sloped)
                perlin_sloped_plane(cell, pass, dims, rows, p, c, after);
            else
                perlin_plane(cell, pass, by, dims, rows, p, c, after);
        }
    }
}

BOX_INLINE void perlin_octave(const struct pass *pass, enum hashed_by hash, int dims, int is_sloped,
                              struct box_places *places, struct corners *corners,
                              struct gradient_cell *cell)
{
    const struct box_placing *const by = hash == BY_INTEGERS
                                             ? is_sloped ? &sloped_by_integers : &by_integers
                                         : is_sloped ? &sloped_by_tables
                                                     : &by_tables;
    place_box(pass->box, by, dims, pass->octave, places);
    enter_corners(corners, pass->box->noise, hash, dims, pass->octave);
    struct rows rows = first_rows(places, dims);
    do
        perlin_cells(corners, cell, pass, hash, dims, is_sloped, &rows);
    while (next_rows(places, dims, &rows));
}

BOX_INLINE enum hashed_by hash_of(const struct pass *pass)
{
    return pass->box->noise->integers ? BY_INTEGERS : BY_TABLES;
}

/* Defines a kernel by one hash, or by hash_of(pass), of so many dimensions and rows; `is_sloped` is 0
   or 1. */
#define PERLIN_BOX(name, by, dims, is_sloped, rows)                                                \
    BOX_INLINE void name##_octave##dims(const struct pass *pass)                                   \
    {                                                                                              \
        _Alignas(64) vec gradient[EDGES(dims)][2][4], rest[EDGES(dims)][2];                        \
        real across[ACROSS(dims, rows)];                                                           \
        uint8_t row[EDGES(dims) + 1][2 * BOX_WIDTH + BEHIND];                                      \
        BOX_PLACES(places, rows, 3 + (is_sloped), 2);                                              \
        struct corners corners;                                                                    \
        struct gradient_cell cell = {&places, gradient, rest, across};                             \
        corners.places = &places;                                                                  \
        corners.bytes = 0;                                                                         \
        corners.row = row;                                                                         \
        corners.hash = row[EDGES(dims)];                                                           \
        perlin_octave(pass, by, dims, is_sloped, &places, &corners, &cell);                        \
    }                                                                                              \
    BOX_KERNEL(name##_box##dims, dims, name##_octave##dims)

PERLIN_BOX(perlin, hash_of(pass), 1, 0, MOST_ROWS(1))
PERLIN_BOX(perlin_table, BY_TABLES, 2, 0, MOST_ROWS(2))
PERLIN_BOX(perlin_table, BY_TABLES, 3, 0, MOST_ROWS(3))
PERLIN_BOX(perlin_integer, BY_INTEGERS, 2, 0, MOST_ROWS(2))
PERLIN_BOX(perlin_integer, BY_INTEGERS, 3, 0, MOST_ROWS(3))
PERLIN_BOX(perlin, hash_of(pass), 4, 0, MOST_ROWS(4))
PERLIN_BOX(perlin_sloped, hash_of(pass), 2, 1, MOST_SLOPED_ROWS)
PERLIN_BOX(perlin_sloped, hash_of(pass), 3, 1, MOST_SLOPED_ROWS)

#endif
