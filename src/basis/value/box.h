/*
 * VALUE and VALUE_CUBIC in a box. The last axis is interpolated first and x last: values along w are
 * interpolated once for a cell, along z once for a plane, and along y once for all columns of a row
 * that are in one cell.
 *
 * `places` is the number of values along an axis: 2 for VALUE, 4 for VALUE_CUBIC.
 */
#ifndef PERLIN_VALUE_BOX_H
#define PERLIN_VALUE_BOX_H

#include "../../engine/sums.h"
#include "points.h"

BOX_INLINE void weigh_ease(uint32_t interpolation, vec t, vec weight[4])
{
    weight[0] = ease(interpolation, t);
}

BOX_INLINE void weigh_splines(uint32_t interpolation, vec t, vec weight[4])
{
    (void)interpolation;
    spline_weights(t, weight);
}

BOX_PLACING(eased, BY_INTEGERS, 2, 1, weigh_ease)
BOX_PLACING(splined, BY_INTEGERS, 4, 4, weigh_splines)

/* Interpolates `places` values, which lie `apart` elements from each other. */
BOX_INLINE vec between(int places, const vec weight[4], const vec v[], int apart)
{
    if (places == 2)
        return lerp(weight[0], v[0], v[apart]);
    return weight[0] * v[0] + weight[1] * v[apart] + weight[2] * v[2 * apart] +
           weight[3] * v[3 * apart];
}

/* The number of weights: of two, only the second is needed. */
BOX_INLINE int weight_count(int places)
{
    return places == 2 ? 1 : places;
}

BOX_INLINE void weights_along(const struct box_places *at, int places, int axis, int r, int p,
                              vec weight[4])
{
    BOX_UNROLL
    for (int k = 0; k < weight_count(places); k++)
        weight[k] = v_splat(weight_along(at, axis, k, r, p));
}

/* The values around a cell, interpolated along w. The digits of a number, to the base `places`, are
   the places along x, y and z, x first. */
struct value_cell {
    vec value[64];
};

/* How many values there are in so many dimensions. */
BOX_INLINE int value_count(int places, int dims)
{
    return 1 << places / 2 * dims;
}

/* Place `axis` of a value. */
BOX_INLINE int place_of_value(int places, int value, int axis)
{
    return value >> places / 2 * axis & (places - 1);
}

BOX_INLINE vec value_along_w(const struct box_places *at, int places, const struct rows *rows,
                             hash_vec h)
{
    vec v[4], weight[4];
    weights_along(at, places, 3, 0, 0, weight);
    BOX_UNROLL
    for (int k = 0; k < places; k++)
        v[k] = value_of_hash(v_dot(h, splat_hash(hash_along(at, 3, k, rows))));
    return between(places, weight, v, 1);
}

/* Finds value i of those around the cell in which a column is, and the ones after it along z. */
BOX_INLINE void find_value(const struct box_places *at, int places, int dims, uint32_t last,
                           const struct column *x, const struct rows *rows, int i,
                           struct value_cell *cell)
{
    hash_vec h = x->hash[place_of_value(places, i, 0)];
    if (dims == 1)
        h = v_dot(h, splat_hash(last));
    if (dims > 1)
        h = v_dot(h, splat_hash(hash_along(at, 1, place_of_value(places, i, 1), rows)));
    if (dims < 3) {
        cell->value[i] = value_of_hash(h);
        return;
    }
    BOX_UNROLL
    for (int k = 0; k < places; k++) {
        const hash_vec in_3d = v_dot(h, splat_hash(hash_along(at, 2, k, rows)));
        cell->value[i + k * value_count(places, 2)] =
            dims > 3 ? value_along_w(at, places, rows, in_3d) : value_of_hash(in_3d);
    }
}

/* Finds all. The 64 or 256 of cubic noise would be too much code unrolled. */
BOX_INLINE void find_cell_values(const struct box_places *at, int places, int dims, uint32_t last,
                                 const struct column *x, const struct rows *rows,
                                 struct value_cell *cell)
{
    const int count = value_count(places, dims < 3 ? dims : 2);
    if (places > 2 && dims > 2) {
        for (int i = 0; i < count; i++)
            find_value(at, places, dims, last, x, rows, i, cell);
        return;
    }
    BOX_UNROLL
    for (int i = 0; i < count; i++)
        find_value(at, places, dims, last, x, rows, i, cell);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The rows of a cell in a plane. Lanes are in several cells. */
BOX_INLINE void value_rows(const vec value[16], const struct pass *pass, int places, int dims,
                           const struct box_places *at, const struct rows *rows, int p, int c)
{
    const struct column *const x = &at->x[c];
    struct sums sums = sums_of(pass, at->columns, c, rows->r, p);
    for (int r = rows->r; r < rows->end; r++) {
        vec node[4], weight[4];
        if (dims > 1)
            weights_along(at, places, 1, r, 0, weight);
        BOX_UNROLL
        for (int k = 0; k < places; k++)
            node[k] = dims > 1 ? between(places, weight, value + k, places) : value[k];
        add_to_row(&sums, 0, between(places, x->weight, node, 1));
    }
}

/* What a row has at the places along x, one number for all lanes; of two the second one less the
   first. */
typedef real row_nodes[4][MOST_ROWS(2) + LANES];

/* Finds that for a vector of rows at once: lanes are rows, and values have equal lanes. */
BOX_INLINE void find_nodes(const vec value[16], int places, const struct box_places *at,
                           const struct rows *rows, row_nodes node)
{
    for (int r = rows->r; r < rows->end; r += LANES) {
        vec weight[4], found[4];
        BOX_UNROLL
        for (int k = 0; k < weight_count(places); k++)
            weight[k] = weights_of_rows(at, k, r);
        BOX_UNROLL
        for (int k = 0; k < places; k++)
            found[k] = between(places, weight, value + k, places);
        if (places == 2)
            found[1] = found[1] - found[0];
        BOX_UNROLL
        for (int k = 0; k < places; k++)
            v_store(node[k] + r, found[k]);
    }
}

/* The rows of n columns from c on that are in one cell. */
BOX_INLINE void value_shared_rows(row_nodes node, const struct pass *pass, int n, int places,
                                  const struct box_places *places_of, const struct rows *rows,
                                  int p, int c)
{
    struct sums sums[2];
    BOX_UNROLL
    for (int k = 0; k < n; k++)
        sums[k] = sums_of(pass, places_of->columns, c + k, rows->r, p);
    for (int r = rows->r; r < rows->end; r++) {
        vec at[4];
        BOX_UNROLL
        for (int k = 0; k < places; k++)
            at[k] = v_splat(node[k][r]);
        BOX_UNROLL
        for (int k = 0; k < n; k++) {
            const vec *const weight = places_of->x[c + k].weight;
            add_to_row(&sums[k], 0,
                       places == 2 ? (vec)(at[0] + weight[0] * at[1])
                                   : between(places, weight, at, 1));
        }
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* The columns from c to `after` of a cell in plane p. */
BOX_INLINE void value_plane(const struct value_cell *cell, const struct pass *pass, int places,
                            int dims, const struct box_places *at, const struct rows *rows, int p,
                            int c, int after)
{
    vec in_plane[16], weight[4];
    row_nodes node;
    const vec *value = cell->value;
    if (dims > 2) {
        weights_along(at, places, 2, 0, p, weight);
        BOX_UNROLL
        for (int i = 0; i < value_count(places, 2); i++)
            in_plane[i] = between(places, weight, value + i, value_count(places, 2));
        value = in_plane;
    }
    if (dims == 1 || !at->x[c].is_in_one_cell) {
        for (; c < after; c++)
            value_rows(value, pass, places, dims, at, rows, p, c);
        return;
    }
    find_nodes(value, places, at, rows, node);
    for (; c + 2 <= after; c += 2)
        value_shared_rows(node, pass, 2, places, at, rows, p, c);
    for (; c < after; c++)
        value_shared_rows(node, pass, 1, places, at, rows, p, c);
}

BOX_INLINE void value_octave(const struct pass *pass, int places, int dims, struct box_places *at)
{
    const uint32_t last_key = pass->box->noise->integers[pass->octave].keys.last[0];
    struct value_cell cell;
    place_box(pass->box, places == 2 ? &eased : &splined, dims, pass->octave, at);
    struct rows rows = first_rows(at, dims);
    do {
        for (int c = 0, after; c < at->columns; c = after) {
            after = end_of_cell(at, c);
            find_cell_values(at, places, dims, last_key, &at->x[c], &rows, &cell);
            for (int p = rows.p; p < rows.last; p++)
                value_plane(&cell, pass, places, dims, at, &rows, p, c, after);
        }
    } while (next_rows(at, dims, &rows));
}

#define VALUE_BOX(name, places, dims)                                                              \
    BOX_INLINE void name##_octave##dims(const struct pass *pass)                                   \
    {                                                                                              \
        BOX_PLACES(at, MOST_ROWS(dims), (places) > 2 ? 4 : 1, places);                             \
        value_octave(pass, places, dims, &at);                                                     \
    }                                                                                              \
    BOX_KERNEL(name##_box##dims, dims, name##_octave##dims)

VALUE_BOX(value, 2, 1)
VALUE_BOX(value, 2, 2)
VALUE_BOX(value, 2, 3)
VALUE_BOX(value, 2, 4)
VALUE_BOX(cubic, 4, 1)
VALUE_BOX(cubic, 4, 2)
VALUE_BOX(cubic, 4, 3)
VALUE_BOX(cubic, 4, 4)

#endif
