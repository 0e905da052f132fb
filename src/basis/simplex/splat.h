/*
 * Noise on simplices on grids: what a lattice point does to the samples of a tile. Every sample gets
 * the terms that its vertices would add, in the same order; those out of reach are zeros. Along a
 * row only x changes, so a lattice point's term there is
 *
 *     max(A - dx*dx, 0)^4 * (B + gx*dx),   A = R - dw*dw - dz*dz - dy*dy,   B = gw*dw + gz*dz + gy*dy
 *
 * with dx*dx and gx*dx by column from a table, A and B by row.
 */
#ifndef PERLIN_SIMPLEX_SPLAT_H
#define PERLIN_SIMPLEX_SPLAT_H

#include "../../engine/integers.h"
#include "../../engine/lattice_tile.h"
#include "lattices.h"

enum {
    SPLATS = 96,                  /* lattice points in a list */
    ROWS_ABREAST = 4,             /* rows to which a lattice point is added together */
    MOST_FEW = LANES == 4 ? 4 : 3 /* vectors of a row in reach, if few are */
};

/* Lattice points that have been found: their places and gradients. */
struct splat {
    struct lattice_tile *tile;
    const struct perlin_integers *integers;
    struct hash_keys keys;
    struct v_gradients gradients;
    size_t vectors, rows; /* in reach, if few are; else 0 */
    size_t n;
    int32_t at[4][SPLATS + LANES];
    real gradient[4][SPLATS + LANES];
    /* Samples in reach, if few are: the first one, and past the last along z and w. */
    int32_t first[4][SPLATS + LANES], end[4][SPLATS + LANES];
};

INLINE vec distances(const int32_t *at, size_t i, uint32_t from)
{
    const ivec place = v_load_words((const uint32_t *)at + i);
    return v_floats((ivec)((hash_vec)place - splat_hash(from))) * v_splat((real)PER_CELL);
}

INLINE real distance(const struct side *side, size_t i, uint32_t from)
{
    return (real)((float)(int32_t)((uint32_t)side->at[i] - from) * (float)PER_CELL);
}

INLINE void add_term(real *sum, vec a, vec b, vec square, vec product)
{
    const vec left = v_positive(a - square), squared = left * left;
    v_store(sum, v_load(sum) + squared * squared * (b + product));
}

/* What z and w have taken from A, and added to B. */
struct before {
    real a, b;
};

/* ---- Few samples in reach -------------------------------------------------------------------- */

INLINE void add_row(real *row, int vectors, real a, real b, const vec square[], const vec product[])
{
    UNROLL
    for (int v = 0; v < vectors; v++)
        add_term(row + v * LANES, v_splat(a), v_splat(b), square[v], product[v]);
}

/* The columns and rows are as many for all points; `few_rows` is their number where that is constant,
   else 0. */
INLINE void splat_few(const struct splat *splat, int dims, int vectors, int few_rows)
{
    const struct lattice_tile *const tile = splat->tile;
    const struct side *const side = tile->side;
    const size_t rows = few_rows > 0 ? (size_t)few_rows : splat->rows;
    const ptrdiff_t pitch = tile->stride[1];
    for (size_t p = 0; p < splat->n; p++) {
        const size_t x = (size_t)splat->first[0][p], y = (size_t)splat->first[1][p];
        const vec gx = v_splat(splat->gradient[0][p]);
        size_t first[4] = {0}, end[4] = {1, 1, 1, 1};
        vec square[MOST_FEW], product[MOST_FEW];
        real square_of_y[MOST_ALONG + LANES], product_of_y[MOST_ALONG + LANES];
        real a[MOST_ALONG + LANES], b[MOST_ALONG + LANES];
        UNROLL
        for (int v = 0; v < vectors; v++) {
            const vec d = distances(side[0].at, x + (size_t)v * LANES, (uint32_t)splat->at[0][p]);
            square[v] = d * d;
            product[v] = gx * d;
        }
        for (size_t j = 0; j < rows; j += LANES) {
            const vec d = distances(side[1].at, y + j, (uint32_t)splat->at[1][p]);
            v_store(square_of_y + j, d * d);
            v_store(product_of_y + j, v_splat(splat->gradient[1][p]) * d);
        }
        for (int axis = 2; axis < dims; axis++) {
            first[axis] = (size_t)splat->first[axis][p];
            end[axis] = (size_t)splat->end[axis][p];
        }
        for (size_t l = first[3]; l < end[3]; l++) {
            struct before of_w = {(real)tile->reach, 0};
            if (dims > 3) {
                const real d = distance(&side[3], l, (uint32_t)splat->at[3][p]);
                of_w.a -= d * d;
                of_w.b = splat->gradient[3][p] * d;
            }
            for (size_t k = first[2]; k < end[2]; k++) {
                struct before of_z = of_w;
                real *row = tile->sum + (ptrdiff_t)x + (ptrdiff_t)y * pitch;
                if (dims > 2) {
                    const real d = distance(&side[2], k, (uint32_t)splat->at[2][p]);
                    const real product_z = splat->gradient[2][p] * d;
                    of_z.a -= d * d;
                    of_z.b = dims > 3 ? of_w.b + product_z : product_z;
                    row += (ptrdiff_t)k * tile->stride[2] + (ptrdiff_t)l * tile->stride[3];
                    if (dims > 3 && of_z.a <= 0)
                        continue;
                }
                for (size_t j = 0; j < rows; j += LANES) {
                    const vec product_y = v_load(product_of_y + j);
                    v_store(a + j, v_splat(of_z.a) - v_load(square_of_y + j));
                    v_store(b + j, dims > 2 ? (vec)(v_splat(of_z.b) + product_y) : product_y);
                }
                if (few_rows > 0) {
                    UNROLL
                    for (int j = 0; j < few_rows; j++, row += pitch)
                        add_row(row, vectors, a[j], b[j], square, product);
                } else {
                    for (size_t j = 0; j < rows; j++, row += pitch)
                        add_row(row, vectors, a[j], b[j], square, product);
                }
            }
        }
    }
}

/* The samples of a side in reach: [first, end). */
INLINE void samples_in_reach(const struct side *side, int32_t at, size_t *first, size_t *end)
{
    const float nearest = nearest_sample(side, at), count = (float)side->count;
    const float low = nearest - side->reach, high = nearest + side->reach + 1;
    *first = low <= 0 ? 0 : (size_t)(low < count ? low : count);
    *end = high <= 0 ? 0 : (size_t)(high < count ? high : count);
}

/* ---- Many samples in reach ------------------------------------------------------------------- */

/* A lattice point's distances from a tile's columns and rows. */
struct near_point {
    float nearest, per_cell, margin; /* column; columns per cell; beyond reach on either side */
    size_t first[4], end[4];
    _Alignas(64) real square[MOST_ALONG_X + PAST_END], product[MOST_ALONG_X + PAST_END];
    real row_square[MOST_ALONG + PAST_END], row_product[MOST_ALONG + PAST_END];
};

/* Adds to `rows` rows of a plane from j on; a and b are theirs. */
INLINE void splat_rows(const struct near_point *near, int rows, real *row, ptrdiff_t pitch,
                       const real *a, const real *b)
{
    real most = a[0];
    vec as[ROWS_ABREAST], bs[ROWS_ABREAST];
    UNROLL
    for (int r = 0; r < rows; r++) {
        most = a[r] > most ? a[r] : most;
        as[r] = v_splat(a[r]);
        bs[r] = v_splat(b[r]);
    }
    if (most <= 0)
        return;
    size_t first = near->first[0], end = near->end[0];
    if (end - first > 2 * LANES) { /* else finding those in reach takes longer than adding zeros */
        const float half = sqrtf((float)most) * near->per_cell + near->margin;
        const float low = near->nearest - half, high = near->nearest + half;
        if (low > (float)first)
            first = (size_t)(int32_t)low / LANES * LANES;
        if (high < (float)end)
            end = high <= 0 ? 0 : (size_t)(int32_t)high;
    }
    const real *const square = near->square, *const product = near->product;
    for (size_t i = first; i < end; i += LANES) {
        const vec s = v_load(square + i), g = v_load(product + i);
        UNROLL
        for (int r = 0; r < rows; r++)
            add_term(row + r * pitch + (ptrdiff_t)i, as[r], bs[r], s, g);
    }
}

INLINE void splat_plane(const struct lattice_tile *tile, const struct near_point *near, int dims,
                        real *plane, struct before before)
{
    real a[MOST_ALONG + PAST_END], b[MOST_ALONG + PAST_END];
    const ptrdiff_t pitch = tile->stride[1];
    size_t j = near->first[1];
    for (size_t i = near->first[1]; i < near->end[1]; i += LANES) {
        const vec product = v_load(near->row_product + i);
        v_store(a + i, v_splat(before.a) - v_load(near->row_square + i));
        v_store(b + i, dims > 2 ? (vec)(v_splat(before.b) + product) : product);
    }
    for (; j + ROWS_ABREAST <= near->end[1]; j += ROWS_ABREAST)
        splat_rows(near, ROWS_ABREAST, plane + (ptrdiff_t)j * pitch, pitch, a + j, b + j);
    for (; j < near->end[1]; j++)
        splat_rows(near, 1, plane + (ptrdiff_t)j * pitch, pitch, a + j, b + j);
}

/* Finds which samples are in reach of point p. Returns 0 if none are. */
INLINE int near_point_init(struct near_point *near, const struct splat *splat, int dims, size_t p)
{
    const struct side *const side = splat->tile->side;
    for (int axis = 0; axis < 4; axis++) {
        near->first[axis] = 0;
        near->end[axis] = 1;
        if (axis < dims)
            samples_in_reach(&side[axis], splat->at[axis][p], &near->first[axis], &near->end[axis]);
        if (near->first[axis] >= near->end[axis])
            return 0;
    }
    near->nearest = nearest_sample(&side[0], splat->at[0][p]);
    near->per_cell = side[0].per_cell < 0 ? -side[0].per_cell : side[0].per_cell;
    near->margin = side[0].reach - splat->tile->radius * near->per_cell + 1;
    near->first[0] = near->first[0] / LANES * LANES;
    for (size_t i = near->first[0]; i < near->end[0]; i += LANES) {
        const vec d = distances(side[0].at, i, (uint32_t)splat->at[0][p]);
        v_store(near->square + i, d * d);
        v_store(near->product + i, v_splat(splat->gradient[0][p]) * d);
    }
    for (size_t i = near->first[1]; i < near->end[1]; i += LANES) {
        const vec d = distances(side[1].at, i, (uint32_t)splat->at[1][p]);
        v_store(near->row_square + i, d * d);
        v_store(near->row_product + i, v_splat(splat->gradient[1][p]) * d);
    }
    return 1;
}

INLINE void splat_many(const struct splat *splat, int dims)
{
    const struct lattice_tile *const tile = splat->tile;
    const struct side *const side = tile->side;
    struct near_point near;
    for (size_t p = 0; p < splat->n; p++) {
        if (!near_point_init(&near, splat, dims, p))
            continue;
        for (size_t l = near.first[3]; l < near.end[3]; l++) {
            struct before of_w = {(real)tile->reach, 0};
            if (dims > 3) {
                const real d = distance(&side[3], l, (uint32_t)splat->at[3][p]);
                of_w.a -= d * d;
                of_w.b = splat->gradient[3][p] * d;
            }
            for (size_t k = near.first[2]; k < near.end[2]; k++) {
                struct before of_z = of_w;
                if (dims > 2) {
                    const real d = distance(&side[2], k, (uint32_t)splat->at[2][p]);
                    const real product = splat->gradient[2][p] * d;
                    of_z.a -= d * d;
                    of_z.b = dims > 3 ? of_w.b + product : product;
                }
                if (of_z.a > 0)
                    splat_plane(tile, &near, dims,
                                tile->sum + (ptrdiff_t)k * tile->stride[2] +
                                    (ptrdiff_t)l * tile->stride[3],
                                of_z);
            }
        }
    }
}

/* ---- Lists ----------------------------------------------------------------------------------- */

INLINE void splat_points(struct splat *splat, int dims)
{
    /* Vectors of eight samples. Of two lanes they are four, which is above MOST_FEW. */
    enum { EIGHT = LANES == 2 ? 3 : (8 + LANES - 1) / LANES };
    if (splat->vectors == 0)
        splat_many(splat, dims);
    else if (splat->vectors == EIGHT && splat->rows == 4)
        splat_few(splat, dims, EIGHT, 4);
    else if (splat->vectors == EIGHT && splat->rows == 5)
        splat_few(splat, dims, EIGHT, 5);
    else if (splat->vectors == EIGHT && splat->rows == 6)
        splat_few(splat, dims, EIGHT, 6);
    else if (splat->vectors == 1)
        splat_few(splat, dims, 1, 0);
    else if (splat->vectors == 2)
        splat_few(splat, dims, 2, 0);
    else if (LANES == 4 && splat->vectors == 4)
        splat_few(splat, dims, 4, 0);
    else
        splat_few(splat, dims, 3, 0);
    splat->n = 0;
}

/* Finds the samples in reach of a vector of points: the same number of columns and rows for all. */
INLINE void find_window(struct splat *splat, int dims, const ivec place[4])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        const struct side *const side = &splat->tile->side[a];
        const size_t window = a == 0 ? splat->vectors * LANES : a == 1 ? splat->rows : 0;
        const vec last = v_splat((real)(side->count - window));
        const vec from = v_floats((ivec)((hash_vec)place[a] - (uint32_t)side->at[0]));
        const vec first = from * v_splat((real)(side->per_cell * (float)PER_CELL)) +
                          v_splat((real)(1 - side->reach));
        const vec end = first + v_splat((real)(2 * side->reach));
        v_store_words((uint32_t *)splat->first[a] + splat->n,
                      v_integers(last - v_positive(last - v_positive(first))));
        if (a > 1)
            v_store_words((uint32_t *)splat->end[a] + splat->n,
                          v_integers(last - v_positive(last - v_positive(end))));
    }
}

/* Lists a run of lattice points, and adds those in the list if it is full. */
INLINE void list_run(struct splat *splat, int dims, size_t count, int copy, const uint32_t cell[4],
                     const uint32_t at[4], void (*add)(struct splat *))
{
    const struct lattice_places *const lattice = splat->tile->lattice;
    const struct perlin_keys *const keys = &splat->integers->keys;
    hash_vec lane;
    UNROLL
    for (int l = 0; l < LANES; l++)
        lane[l] = (uint32_t)l;
    for (size_t done = 0; done < count; done += LANES) {
        if (splat->n + LANES > SPLATS)
            add(splat);
        const hash_vec k = lane + (uint32_t)done;
        hash_vec h = axis_hash(&splat->keys, 0, k + (cell[0] + PERLIN_CELL_BITS));
        vec gradient[4];
        ivec place[4];
        UNROLL
        for (int a = 1; a < dims; a++)
            h = v_dot(h, splat_hash(perlin_axis_hash(keys, (uint32_t)a, cell[a])));
        if (lattice->copies > 1)
            h = v_dot(h, splat_hash(keys->last[copy]));
        gradients_at(&splat->gradients, dims, h, gradient);
        UNROLL
        for (int a = 0; a < dims; a++) {
            const hash_vec along = a == 0 ? k << PLACE_BITS : splat_hash(0);
            place[a] = (ivec)(at[a] + along - k * (uint32_t)lattice->unskew);
            v_store_words((uint32_t *)splat->at[a] + splat->n, place[a]);
            v_store(splat->gradient[a] + splat->n, gradient[a]);
        }
        if (splat->vectors > 0)
            find_window(splat, dims, place);
        splat->n += least(LANES, count - done);
    }
}

/* How many columns and rows a point is added to where few are in reach: as many for all points, so
   that loops are of constant length. */
static void choose_window(struct splat *splat, int dims)
{
    const struct side *const side = splat->tile->side;
    const float most = (float)((dims < 4 ? MOST_FEW : 1) * (int)LANES);
    const float columns = 2 * side[0].reach + 1, rows = 2 * side[1].reach + 1;
    splat->vectors = 0;
    if (columns > most || rows > (float)MOST_ALONG)
        return;
    const size_t vectors = (size_t)(columns + (float)(LANES - 1)) / LANES;
    splat->vectors = least(vectors, side[0].count / LANES);
    splat->rows = least((size_t)rows, side[1].count);
}

#define SPLAT(dims)                                                                                \
    OUTLINE void splat_points##dims(struct splat *splat)                                           \
    {                                                                                              \
        splat_points(splat, dims);                                                                 \
    }                                                                                              \
    OUTLINE void list_run##dims(void *splat, size_t count, int copy, const uint32_t cell[4],       \
                                const uint32_t at[4])                                              \
    {                                                                                              \
        list_run(splat, dims, count, copy, cell, at, splat_points##dims);                          \
    }                                                                                              \
    OUTLINE void splat_tile##dims(const struct perlin_integers *integers,                          \
                                  struct lattice_tile *tile)                                       \
    {                                                                                              \
        struct splat splat;                                                                        \
        splat.tile = tile;                                                                         \
        splat.integers = integers;                                                                 \
        splat.n = 0;                                                                               \
        hash_keys_init(&splat.keys, dims, &integers->keys);                                        \
        gradients_init(&splat.gradients, dims, integers);                                          \
        choose_window(&splat, dims);                                                               \
        find_lattice_points(tile, list_run##dims, &splat);                                         \
        splat_points##dims(&splat);                                                                \
    }

SPLAT(2)
SPLAT(3)
SPLAT(4)

#endif
