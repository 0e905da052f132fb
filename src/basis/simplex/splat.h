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
    SPLATS = 40,                  /* lattice points in a list */
    ROWS_ABREAST = 4,             /* rows to which a lattice point is added together */
    MOST_FEW = LANES == 4 ? 4 : 3 /* vectors of a row in reach, if few are */
};

/* A tile's part of an axis: where its samples are; in samples, a cell, or its negative, and the
   reach to either side. */
struct side {
    const uint32_t *at;
    size_t count;
    float per_cell, reach;
};

/* Lattice points that have been found: their places and gradients. */
struct splat {
    const struct lattice_tile *tile;
    struct side side[4];
    const struct perlin_keys *all_keys;
    struct hash_keys keys;
    struct v_gradients gradients;
    size_t vectors, rows; /* in reach, if few are; else 0. Or rows are 0, and differ */
    size_t n;
    uint32_t at[4][SPLATS + LANES];
    real gradient[4][SPLATS + LANES];
    real rest[SPLATS + LANES]; /* of the squared reach at the tile's border: above 0 in reach */
    /* Samples in reach, if few are: the first one, and past the last along y, z and w. */
    int32_t first[4][SPLATS + LANES], end[4][SPLATS + LANES];
};

INLINE vec distances(const uint32_t *at, size_t i, uint32_t from)
{
    const hash_vec place = (hash_vec)v_load_words(at + i);
    return v_floats((ivec)(place - splat_hash(from))) * v_splat((real)PER_CELL);
}

INLINE real distance(const struct side *side, size_t i, uint32_t from)
{
    return (real)((float)(int32_t)(side->at[i] - from) * (float)PER_CELL);
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

/* Columns are as many for all points, and so are rows, unless the window has all of the tile's;
   `few_rows` is their number where that is constant, else 0. */
INLINE void splat_few(const struct splat *splat, int dims, int vectors, int few_rows)
{
    const struct lattice_tile *const tile = splat->tile;
    const struct side *const side = splat->side;
    const ptrdiff_t pitch = tile->stride[1];
    for (size_t p = 0; p < splat->n; p++) {
        if (splat->rest[p] <= 0)
            continue;
        const size_t x = (size_t)splat->first[0][p], y = (size_t)splat->first[1][p];
        const size_t rows = few_rows > 0      ? (size_t)few_rows
                            : splat->rows > 0 ? splat->rows
                                              : (size_t)splat->end[1][p] - y;
        const vec gx = v_splat(splat->gradient[0][p]);
        size_t first[4] = {0}, end[4] = {1, 1, 1, 1};
        vec square[MOST_FEW], product[MOST_FEW];
        real square_of_y[MOST_ALONG + LANES], product_of_y[MOST_ALONG + LANES];
        real a[MOST_ALONG + LANES], b[MOST_ALONG + LANES];
        UNROLL
        for (int v = 0; v < vectors; v++) {
            const vec d = distances(side[0].at, x + (size_t)v * LANES, splat->at[0][p]);
            square[v] = d * d;
            product[v] = gx * d;
        }
        for (size_t j = 0; j < rows; j += LANES) {
            const vec d = distances(side[1].at, y + j, splat->at[1][p]), square_y = d * d;
            v_store(square_of_y + j, square_y);
            v_store((dims > 2 ? product_of_y : b) + j, v_splat(splat->gradient[1][p]) * d);
            if (dims == 2)
                v_store(a + j, v_splat((real)tile->reach) - square_y);
        }
        for (int axis = 2; axis < dims; axis++) {
            first[axis] = (size_t)splat->first[axis][p];
            end[axis] = (size_t)splat->end[axis][p];
        }
        for (size_t l = first[3]; l < end[3]; l++) {
            struct before of_w = {(real)tile->reach, 0};
            if (dims > 3) {
                const real d = distance(&side[3], l, splat->at[3][p]);
                of_w.a -= d * d;
                of_w.b = splat->gradient[3][p] * d;
            }
            for (size_t k = first[2]; k < end[2]; k++) {
                struct before of_z = of_w;
                real *row = tile->sum + (ptrdiff_t)x + (ptrdiff_t)y * pitch;
                if (dims > 2) {
                    const real d = distance(&side[2], k, splat->at[2][p]);
                    const real product_z = splat->gradient[2][p] * d;
                    of_z.a -= d * d;
                    of_z.b = dims > 3 ? of_w.b + product_z : product_z;
                    row += (ptrdiff_t)k * tile->stride[2] + (ptrdiff_t)l * tile->stride[3];
                    if (dims > 3 && of_z.a <= 0)
                        continue;
                }
                for (size_t j = 0; dims > 2 && j < rows; j += LANES) {
                    v_store(a + j, v_splat(of_z.a) - v_load(square_of_y + j));
                    v_store(b + j, v_splat(of_z.b) + v_load(product_of_y + j));
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

/* Where along a side a lattice point is, in samples. */
INLINE float nearest_sample(const struct side *side, uint32_t at)
{
    return (float)(int32_t)(at - side->at[0]) * (float)PER_CELL * side->per_cell;
}

/* The samples of a side in reach: [first, end). */
INLINE void samples_in_reach(const struct side *side, uint32_t at, size_t *first, size_t *end)
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
    const struct side *const side = splat->side;
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
        const vec d = distances(side[0].at, i, splat->at[0][p]);
        v_store(near->square + i, d * d);
        v_store(near->product + i, v_splat(splat->gradient[0][p]) * d);
    }
    for (size_t i = near->first[1]; i < near->end[1]; i += LANES) {
        const vec d = distances(side[1].at, i, splat->at[1][p]);
        v_store(near->row_square + i, d * d);
        v_store(near->row_product + i, v_splat(splat->gradient[1][p]) * d);
    }
    return 1;
}

INLINE void splat_many(const struct splat *splat, int dims)
{
    const struct lattice_tile *const tile = splat->tile;
    const struct side *const side = splat->side;
    struct near_point near;
    for (size_t p = 0; p < splat->n; p++) {
        if (splat->rest[p] <= 0 || !near_point_init(&near, splat, dims, p))
            continue;
        for (size_t l = near.first[3]; l < near.end[3]; l++) {
            struct before of_w = {(real)tile->reach, 0};
            if (dims > 3) {
                const real d = distance(&side[3], l, splat->at[3][p]);
                of_w.a -= d * d;
                of_w.b = splat->gradient[3][p] * d;
            }
            for (size_t k = near.first[2]; k < near.end[2]; k++) {
                struct before of_z = of_w;
                if (dims > 2) {
                    const real d = distance(&side[2], k, splat->at[2][p]);
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
INLINE void find_window(struct splat *splat, int dims, const hash_vec place[4])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        const struct side *const side = &splat->side[a];
        const size_t window = a == 0 ? splat->vectors * LANES : a == 1 ? splat->rows : 0;
        const vec last = v_splat((real)(side->count - window));
        const vec from = v_floats((ivec)(place[a] - side->at[0]));
        const vec first = from * v_splat((real)(side->per_cell * (float)PER_CELL)) +
                          v_splat((real)(1 - side->reach));
        const vec end = first + v_splat((real)(2 * side->reach));
        v_store_words((uint32_t *)splat->first[a] + splat->n,
                      v_integers(last - v_positive(last - v_positive(first))));
        if (a > 0)
            v_store_words((uint32_t *)splat->end[a] + splat->n,
                          v_integers(last - v_positive(last - v_positive(end))));
    }
}

/* How many columns and rows a point is added to where few are in reach: as many for all points, so
   that loops are of constant length; but rows differ where all of the tile's may be in reach. */
INLINE void choose_window(struct splat *splat, int dims)
{
    const struct side *const side = splat->side;
    const float most = (float)((dims < 4 ? MOST_FEW : 1) * (int)LANES);
    const float all = (float)side[0].count, all_rows = (float)side[1].count;
    const float columns = 2 * side[0].reach + 1, rows = 2 * side[1].reach + 1;
    const size_t few = (size_t)(columns < all ? columns : all);
    splat->vectors = (few + LANES - 1) / LANES;
    splat->rows = rows < all_rows ? (size_t)rows : 0;
    if ((float)few > most)
        splat->vectors = 0;
}

/* ---- Finding points -------------------------------------------------------------------------- */

/* A search for the lattice points in reach of a tile. Along each axis: coordinates in reach,
   relative to the origin; the cell, and the last one; the sum of later axes' cells, and from where
   to where the sum of all is. A coordinate is a cell less g times that. */
struct point_search {
    double g, per_g, per_x; /* 1 / g, or 0, and 1 / (1 - g) */
    double low[4], high[4], n_low[4], n_high[4];
    int32_t cell[4], last[4], rest[4];
};

/* Finds the cells along an axis, given those along later ones. */
INLINE void enter_axis(struct point_search *search, int a)
{
    const double g = search->g, n_low = search->n_low[a], n_high = search->n_high[a];
    double low = search->low[a], high = search->high[a];
    if (a > 0) {
        low += lower(g * n_low, g * n_high);
        high += higher(g * n_low, g * n_high);
    } else {
        const double shift = g * search->rest[0];
        low = higher((low + shift) * search->per_x, n_low - search->rest[0]);
        high = lower((high + shift) * search->per_x, n_high - search->rest[0]);
    }
    search->cell[a] = (int32_t)raised(low);
    search->last[a] = (int32_t)floored(high);
}

/* Goes from an axis's cell on to the axis before. */
INLINE void leave_axis(struct point_search *search, int a)
{
    const int32_t cell = search->cell[a];
    search->n_low[a - 1] = search->n_low[a];
    search->n_high[a - 1] = search->n_high[a];
    search->rest[a - 1] = search->rest[a] + cell;
    if (search->g != 0) {
        const double by_low = (cell - search->low[a]) * search->per_g;
        const double by_high = (cell - search->high[a]) * search->per_g;
        search->n_low[a - 1] = higher(search->n_low[a], lower(by_low, by_high));
        search->n_high[a - 1] = lower(search->n_high[a], higher(by_low, by_high));
    }
}

/* Lists the points of a row of the lattice, and adds those in the list if it is full. */
INLINE void list_run(struct splat *splat, int dims, const struct point_search *search, int copy,
                     void (*add)(struct splat *))
{
    const struct lattice_tile *const tile = splat->tile;
    const struct lattice_places *const lattice = tile->lattice;
    const uint32_t unskew = (uint32_t)lattice->unskew;
    const uint32_t step = (uint32_t)copy * (uint32_t)lattice->step;
    const uint32_t rest = (uint32_t)search->rest[0];
    const float radius = tile->radius + 0x1p-10f;
    hash_vec lane;
    UNROLL
    for (int l = 0; l < LANES; l++)
        lane[l] = (uint32_t)l;
    for (int32_t i = search->cell[0]; i <= search->last[0]; i += LANES) {
        if (splat->n + LANES > SPLATS)
            add(splat);
        const hash_vec along = lane + (uint32_t)i, lift = (along + rest) * unskew - step;
        hash_vec h = axis_hash(&splat->keys, 0, along + (tile->cell[0] + PERLIN_CELL_BITS));
        hash_vec place[4];
        vec gradient[4], left = v_splat((real)(radius * radius));
        UNROLL
        for (int a = 1; a < dims; a++)
            h = v_dot(h, splat_hash(perlin_axis_hash(splat->all_keys, (uint32_t)a,
                                                     tile->cell[a] + (uint32_t)search->cell[a])));
        if (lattice->copies > 1)
            h = v_dot(h, splat_hash(splat->all_keys->last[copy]));
        gradients_at(&splat->gradients, dims, h, gradient);
        UNROLL
        for (int a = 0; a < dims; a++) {
            const hash_vec cell = a == 0 ? along : splat_hash((uint32_t)search->cell[a]);
            place[a] = (cell << PLACE_BITS) - lift;
            v_store_words(splat->at[a] + splat->n, (ivec)place[a]);
            v_store(splat->gradient[a] + splat->n, gradient[a]);
            const vec at = v_floats((ivec)place[a]) * v_splat((real)PER_CELL);
            const vec apart = v_positive(v_splat((real)tile->low[a]) - at) +
                              v_positive(at - v_splat((real)tile->high[a]));
            left = left - apart * apart;
        }
        v_store(splat->rest + splat->n, left);
        if (splat->vectors > 0)
            find_window(splat, dims, place);
        splat->n += least(LANES, (size_t)(search->last[0] - i) + 1);
    }
}

/* Adds all lattice points in reach of a tile, and some more, in the order of their copies, then of
   w, z, y and x. */
INLINE void add_points(struct splat *splat, int dims, void (*add)(struct splat *))
{
    const struct lattice_tile *const tile = splat->tile;
    const struct lattice_places *const lattice = tile->lattice;
    const double reach = (double)tile->radius + 0x1p-10, g = unskew_of(lattice);
    const double along = 1 / (1 - dims * g);
    struct point_search search;
    search.g = g;
    search.per_g = g != 0 ? 1 / g : 0;
    search.per_x = 1 / (1 - g);
    for (int copy = 0; copy < lattice->copies; copy++) {
        double low = 0, high = 0;
        UNROLL
        for (int a = 0; a < dims; a++) {
            const double step = copy * lattice->step * PER_CELL;
            low += search.low[a] = tile->low[a] - reach - step;
            high += search.high[a] = tile->high[a] + reach - step;
        }
        search.n_low[dims - 1] = low * along;
        search.n_high[dims - 1] = high * along;
        search.rest[dims - 1] = 0;
        enter_axis(&search, dims - 1);
        for (int a = dims - 1; a < dims;) {
            if (search.cell[a] > search.last[a]) {
                if (++a < dims)
                    search.cell[a]++;
                continue;
            }
            leave_axis(&search, a);
            enter_axis(&search, --a);
            if (a > 0)
                continue;
            list_run(splat, dims, &search, copy, add);
            search.cell[a = 1]++;
        }
    }
    add(splat);
}

/* Places the samples of a side. What follows these is far from every lattice point in reach. */
INLINE void side_init(struct splat *splat, struct lattice_tile *tile, int a)
{
    const double frequency = tile->noise->spectrum.frequency[tile->octave];
    const double along = tile->grid->step[a] * frequency, step = fabs(along);
    const double per_cell = 1 / (step > 0x1p-20 ? step : 0x1p-20);
    const double error = tile->error[a] * fabs(frequency);
    const size_t count = a == 0 ? tile->pitch : tile->count[a];
    struct side *const side = &splat->side[a];
    uint32_t *const at = tile->line[a].place;
    place_line(tile, a, count, ONLY_PLACES, 0);
    const ivec past = v_splat_index((int32_t)(at[count - 1] + ((uint32_t)128 << PLACE_BITS)));
    UNROLL
    for (size_t i = 0; i < PAST_END; i += LANES)
        v_store_words(at + count + i, past);
    side->at = at;
    side->count = count;
    side->per_cell = (float)(along < 0 ? -per_cell : per_cell);
    side->reach = (float)(((double)tile->radius + 0x1p-18 + error) * per_cell) + 0x1p-6f;
    if (tile->count[a] == 1 ||
        step < 0x1p-20) /* per_cell does not say where samples are: reach all */
        side->reach = 0x1p28f;
}

/* Zeros sums that have not been written. */
INLINE void clear_tile(const struct lattice_tile *tile, int dims)
{
    struct tile_row row = {{0, 0, 0, 0}, 0};
    size_t n = tile->pitch, rows[4] = {1, tile->count[1], tile->count[2], tile->count[3]};
    if (tile->adds)
        return;
    /* A plane is one row, unless it is so large that memset would go around the first cache. */
    if (tile->stride[1] == (ptrdiff_t)n && n * rows[1] <= 512) {
        n *= rows[1];
        rows[1] = 1;
    }
    do
        memset(tile->sum + row.at, 0, n * sizeof(real));
    while (next_row(dims, rows, tile->stride, &row));
}

INLINE void add_tile(struct lattice_tile *tile, int dims, void (*add)(struct splat *))
{
    const struct perlin_integers *const integers = &tile->noise->integers[tile->octave];
    struct splat splat;
    splat.tile = tile;
    splat.all_keys = &integers->keys;
    splat.n = 0;
    hash_keys_init(&splat.keys, dims, &integers->keys);
    gradients_init(&splat.gradients, dims, integers);
    find_origin(tile, tile->lattice, dims);
    UNROLL
    for (int a = 0; a < dims; a++)
        side_init(&splat, tile, a);
    choose_window(&splat, dims);
    clear_tile(tile, dims);
    add_points(&splat, dims, add);
}

#define SPLAT(dims)                                                                                \
    OUTLINE void splat_points##dims(struct splat *splat)                                           \
    {                                                                                              \
        splat_points(splat, dims);                                                                 \
    }                                                                                              \
    OUTLINE void splat_tile##dims(struct lattice_tile *tile)                                       \
    {                                                                                              \
        add_tile(tile, dims, splat_points##dims);                                                  \
    }

SPLAT(2)
SPLAT(3)
SPLAT(4)

#endif
