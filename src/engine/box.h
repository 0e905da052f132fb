/*
 * A box: the part of a grid that is evaluated at once, all of whose arrays a first cache holds. Its
 * samples along x are columns, of a vector each, and along y, z and w they are placed into short
 * arrays. grid.h cuts grids into boxes, sums.h has their octaves, and bases have kernels for these.
 */
#ifndef PERLIN_BOX_H
#define PERLIN_BOX_H

#include "axis.h"
#include "integers.h"
#include "octaves.h"
#include "output.h"

enum {
    BOX_WIDTH = 256 / sizeof(real), /* samples along x */
    MOST_COLUMNS = BOX_WIDTH / LANES,
    MOST_PLANES = 64 / sizeof(real), /* along z */
    MOST_PLACES = 4                  /* lattice points along an axis that a sample takes */
};

/* The most rows of a box along y. Beyond 2-D kernels keep more for each, and with slopes too. */
#define MOST_ROWS(dims)  (((dims) < 3 ? 4 : (dims) == 3 ? 2 : 1) * MOST_PLANES)
#define MOST_SLOPED_ROWS (2 * MOST_PLANES)

struct grid_box {
    const perlin_noise *noise;
    const perlin_grid *grid;
    const output_sink *sink;
    int planes; /* 1, or 1 + dims with slopes */
    enum summing summing;
    int is_near;   /* samples are on a line, and near enough to be placed in vectors */
    int is_direct; /* sums may be in the output */
    int is_done;   /* the octave that is written there is the result, but for NaNs */
    int finishes;  /* sums are to be turned into results */
    size_t first[4];
    int count[4];                      /* samples along each axis: one along w */
    ptrdiff_t at;                      /* the first one in the outputs */
    ptrdiff_t row, deep;               /* the outputs' strides along y and z */
    _Alignas(64) real start[2][LANES]; /* what the noise and the slopes of octave 0 are added to */
};

/* ---- Places ---------------------------------------------------------------------------------- */

/* What Perlin noise takes of a fraction: distances from both sides of the cell, the fade, and its
   derivative. Others take an eased fraction, or the weights of a spline. */
enum { NEAR, FAR, FADE, FADE_SLOPE };

/* Fills weight[0..3], as far as the basis has them. `interpolation` is that of the noise. */
typedef void weigh_function(uint32_t interpolation, vec fraction, vec weight[4]);

/* How a basis places the samples of a box; constant where functions are inlined. */
struct placing_by {
    enum hashed_by hash;
    int places; /* lattice points along an axis: 2, the sides of the cell, or one more around it */
    int weights;
    weigh_function *weigh;
};

/* A vector of samples along x: weights, and the hashes of the places around them, or by tables
   their cells. */
struct column {
    vec weight[4];
    hash_vec hash[MOST_PLACES];
    uint32_t cell; /* of the first sample */
    int is_in_one_cell;
};

/* Samples along another axis, in arrays of `pitch` numbers for each weight and each place around a
   cell. Those in one cell follow each other; `end` says where each cell's end. */
struct row_places {
    real *weight;
    uint32_t *hash;
    uint8_t *end;
    int pitch, cells;
};

/* The samples of a box, placed in an octave. */
struct box_places {
    struct column *x;
    int columns;
    struct row_places along[4]; /* y, z and w: 1 to 3 */
};

/* Declares samples along an axis, and the places of a box, with room for so many rows, and weights
   and lattice points of each. */
#define ROW_PLACES(name, axis, rows, weights, places)                                              \
    real name##_weight##axis[(weights) * ((rows) + LANES)];                                        \
    uint32_t name##_hash##axis[(places) * ((rows) + LANES)];                                       \
    uint8_t name##_end##axis[rows];                                                                \
    name.along[axis] = (struct row_places)                                                         \
    {                                                                                              \
        name##_weight##axis, name##_hash##axis, name##_end##axis, (rows) + (int)LANES, 0           \
    }
#define BOX_PLACES(name, rows, weights, places)                                                    \
    struct box_places name;                                                                        \
    struct column name##_x[MOST_COLUMNS];                                                          \
    name.x = name##_x;                                                                             \
    ROW_PLACES(name, 1, rows, weights, places);                                                    \
    ROW_PLACES(name, 2, MOST_PLANES, weights, places);                                             \
    ROW_PLACES(name, 3, 1, weights, places)

/* Places the vector of samples from sample i of the grid on, wherever they are. */
OUTLINE ivec place_anywhere(const struct grid_box *box, uint32_t octave, int axis, size_t i,
                            vec *fraction)
{
    const struct perlin_spectrum *const spectrum = &box->noise->spectrum;
    const uint32_t modulus = spectrum->modulus[octave][axis];
    struct wide c;
    longs far = {0};
    coordinates(box->grid, axis, i, (double *)&c);
    for (int p = 0; p < PARTS; p++)
        c.part[p] = c.part[p] * spectrum->frequency[octave] + spectrum->offset[octave][axis];
    const ivec cell = masked_cells(place_doubles(c, 0, fraction, &far), modulus);
    if (are_far(far))
        return place_any(&c, modulus, 0, fraction);
    return divides(modulus) ? divided_cells(&c, modulus) : cell;
}

/* Places those on a line, near enough. */
BOX_INLINE ivec place_on_line(const struct grid_box *box, uint32_t octave, int axis, size_t i,
                              vec *fraction)
{
    const struct perlin_spectrum *const spectrum = &box->noise->spectrum;
    const double first = (double)(int64_t)((uint64_t)box->grid->start[axis] + i);
    struct wide c;
    longs far = {0};
    BOX_UNROLL
    for (int p = 0; p < PARTS; p++) {
        doubles index;
        BOX_UNROLL
        for (int l = 0; l < DOUBLES; l++)
            index[l] = p * DOUBLES + l;
        c.part[p] = (box->grid->origin[axis] + (first + index) * box->grid->step[axis]) *
                        spectrum->frequency[octave] +
                    spectrum->offset[octave][axis];
    }
    return masked_cells(place_doubles(c, 0, fraction, &far), spectrum->modulus[octave][axis]);
}

/* Hashes the places around cells along an axis. By tables they stay cells. */
BOX_INLINE void find_sides(const struct placing_by *by, const struct perlin_keys *keys, int axis,
                           uint32_t modulus, ivec cell, hash_vec side[MOST_PLACES])
{
    hash_vec at = (hash_vec)cell;
    if (by->places > 2) {
        at = at - 1;
        if (modulus > 0)
            at += modulus & (hash_vec)(at == (uint32_t)-1);
    }
    BOX_UNROLL
    for (int k = 0; k < by->places; k++) {
        side[k] = by->hash == BY_INTEGERS
                      ? cell_hash(splat_hash(keys->axis[axis]), splat_hash(keys->mask[axis]),
                                  at + splat_hash(PERLIN_CELL_BITS))
                      : at;
        at = at + 1;
        if (modulus > 0)
            at &= ~(hash_vec)(at == modulus);
    }
}

/* Places a vector of samples along an axis, from sample i of the box on. */
BOX_INLINE ivec place(const struct grid_box *box, const struct placing_by *by, uint32_t octave,
                      int axis, int i, vec weight[4], hash_vec side[MOST_PLACES])
{
    const perlin_noise *const noise = box->noise;
    const size_t at = box->first[axis] + (size_t)i;
    vec fraction;
    const ivec cell = box->is_near ? place_on_line(box, octave, axis, at, &fraction)
                                   : place_anywhere(box, octave, axis, at, &fraction);
    by->weigh(noise->interpolation, fraction, weight);
    find_sides(by, by->hash == BY_INTEGERS ? &noise->integers[octave].keys : NULL, axis,
               noise->spectrum.modulus[octave][axis], cell, side);
    return cell;
}

/* Whether cells differ in any lane. */
BOX_INLINE int any_differs(ivec a, ivec b)
{
    const uvec differs = (uvec)(a ^ b) << (8 * sizeof(real) - 32);
    return v_any((ivec)(differs != 0));
}

BOX_INLINE uint32_t first_word(ivec words)
{
    return (uint32_t)words[0];
}

/* A last column that is not whole starts earlier, where sums are in the output: so all vectors are
   whole, and samples in two columns are evaluated twice. */
BOX_INLINE int first_sample(const struct grid_box *box, int column)
{
    const int last = box->count[0] - (int)LANES, i = column * (int)LANES;
    return box->is_direct && i > last ? last : i;
}

/* Places the samples of a box along x. Returns the number of columns. */
BOX_INLINE int place_columns(const struct grid_box *box, const struct placing_by *by,
                             uint32_t octave, struct column *x)
{
    const int columns = (box->count[0] + (int)LANES - 1) / (int)LANES;
    for (int c = 0; c < columns; c++, x++) {
        vec weight[4];
        hash_vec side[MOST_PLACES];
        const ivec cell = place(box, by, octave, 0, first_sample(box, c), weight, side);
        BOX_UNROLL
        for (int k = 0; k < by->weights; k++)
            x->weight[k] = weight[k];
        BOX_UNROLL
        for (int k = 0; k < by->places; k++)
            x->hash[k] = side[k];
        x->cell = first_word(cell);
        x->is_in_one_cell = !any_differs(cell, v_splat_index((int32_t)x->cell));
    }
    return columns;
}

/* Notes where the samples of each cell end, of n from sample i on. Most are in the last one's. */
BOX_INLINE void find_ends(struct row_places *to, ivec cell, uint32_t *last, int i, int n)
{
    uint32_t cells[LANES];
    if (!any_differs(cell, v_splat_index((int32_t)*last)))
        return;
    v_store_words(cells, cell);
    for (int l = 0; l < n; l++) {
        to->end[to->cells] = (uint8_t)(i + l);
        to->cells += cells[l] != *last;
        *last = cells[l];
    }
}

/* Places those along another axis. Returns the number of cells. */
BOX_INLINE int place_rows(const struct grid_box *box, const struct placing_by *by, uint32_t octave,
                          int axis, struct row_places to)
{
    const int count = box->count[axis];
    uint32_t last = 0;
    for (int i = 0; i < count; i += LANES) {
        vec weight[4];
        hash_vec side[MOST_PLACES];
        const ivec cell = place(box, by, octave, axis, i, weight, side);
        if (i == 0)
            last = first_word(cell);
        find_ends(&to, cell, &last, i, count - i < (int)LANES ? count - i : (int)LANES);
        BOX_UNROLL
        for (int k = 0; k < by->weights; k++)
            v_store(to.weight + k * to.pitch + i, weight[k]);
        BOX_UNROLL
        for (int k = 0; k < by->places; k++)
            v_store_words(to.hash + k * to.pitch + i, (ivec)side[k]);
    }
    to.end[to.cells++] = (uint8_t)count;
    return to.cells;
}

/* A way of placing is two functions, for all kernels that place so. They don't get the places
   themselves: then a kernel knows that these don't change. */
struct box_placing {
    int (*columns)(const struct grid_box *box, uint32_t octave, struct column *x);
    int (*rows)(const struct grid_box *box, uint32_t octave, int axis, struct row_places to);
};

#define BOX_PLACING(name, hash, places, weights, weigh)                                            \
    static const struct placing_by name##_by = {hash, places, weights, weigh};                     \
    OUTLINE int name##_columns(const struct grid_box *box, uint32_t octave, struct column *x)      \
    {                                                                                              \
        return place_columns(box, &name##_by, octave, x);                                          \
    }                                                                                              \
    OUTLINE int name##_rows(const struct grid_box *box, uint32_t octave, int axis,                 \
                            struct row_places to)                                                  \
    {                                                                                              \
        return place_rows(box, &name##_by, octave, axis, to);                                      \
    }                                                                                              \
    static const struct box_placing name = {name##_columns, name##_rows};

/* Places the samples of a box in an octave. */
BOX_INLINE void place_box(const struct grid_box *box, const struct box_placing *by, int dims,
                          uint32_t octave, struct box_places *to)
{
    BOX_UNROLL
    for (int a = 1; a < dims; a++)
        to->along[a].cells = by->rows(box, octave, a, to->along[a]);
    to->columns = by->columns(box, octave, to->x);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Rows r to end and planes p to last of a box, which are in one cell along y, z and w. */
struct rows {
    int r, end, p, last, cell_of_y, cell_of_z;
};

BOX_INLINE void find_rows(const struct box_places *places, int dims, struct rows *rows)
{
    rows->end = dims > 1 ? places->along[1].end[rows->cell_of_y] : 1;
    rows->last = dims > 2 ? places->along[2].end[rows->cell_of_z] : 1;
}

BOX_INLINE struct rows first_rows(const struct box_places *places, int dims)
{
    struct rows rows = {0, 0, 0, 0, 0, 0};
    find_rows(places, dims, &rows);
    return rows;
}

/* Goes on to the next cell along y, then z. Returns 0 after the last one. */
BOX_INLINE int next_rows(const struct box_places *places, int dims, struct rows *rows)
{
    rows->r = rows->end;
    if (dims < 2 || ++rows->cell_of_y == places->along[1].cells) {
        rows->r = rows->cell_of_y = 0;
        rows->p = rows->last;
        if (dims < 3 || ++rows->cell_of_z == places->along[2].cells)
            return 0;
    }
    find_rows(places, dims, rows);
    return 1;
}

/* The weights of row r in plane p along an axis but x, and the hash of a place. */
BOX_INLINE real weight_along(const struct box_places *places, int axis, int k, int r, int p)
{
    const struct row_places *const along = &places->along[axis];
    return along->weight[k * along->pitch + (axis == 1 ? r : axis == 2 ? p : 0)];
}

BOX_INLINE uint32_t hash_along(const struct box_places *places, int axis, int side,
                               const struct rows *rows)
{
    const struct row_places *const along = &places->along[axis];
    return along->hash[side * along->pitch + (axis == 1 ? rows->r : axis == 2 ? rows->p : 0)];
}

/* The weights of a vector of rows from r on, along y. */
BOX_INLINE vec weights_of_rows(const struct box_places *places, int k, int r)
{
    return v_load(places->along[1].weight + k * places->along[1].pitch + r);
}

/* The column after those from c on that are in one cell; that after c if it is in several. */
BOX_INLINE int end_of_cell(const struct box_places *places, int c)
{
    const struct column *const x = places->x;
    int end = c + 1;
    if (!x[c].is_in_one_cell)
        return end;
    while (end < places->columns && x[end].is_in_one_cell && x[end].cell == x[c].cell)
        end++;
    return end;
}

#endif
