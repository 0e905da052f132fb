/*
 * The gradients at the corners of a cell of a box: the interface of both hashes to box.h and
 * box_slopes.h. By tables a vector of bytes is looked up at once, for all columns, when a cell of y,
 * z and w is entered.
 *
 * An edge is a line along x, at one corner of the cell of y, z and w. The bits of its number tell
 * the side: 1 along y, 2 along z, 4 along w.
 */
#ifndef PERLIN_PERLIN_CORNERS_H
#define PERLIN_PERLIN_CORNERS_H

#include "../../engine/box.h"
#include "gradient.h"

#define EDGES(dims) (1 << ((dims)-1))
enum { MOST_EDGES = 8 };

/* Edge e and edge e + half_of_edges are neighbours along the last axis. */
BOX_INLINE int half_of_edges(int dims)
{
    return EDGES(dims) / 2;
}

/* An octave of a box, and what its corners are looked up by. Compilers drop what the hash does not
   need. Bytes are not in here: else stores of bytes might change the pointers. */
struct corners {
    const struct box_places *places;
    struct v_gradients set; /* by the integer hash */
    uint32_t last;
    const struct perlin_tables *tables; /* by tables */
    const gradient_set *rows;
    int bytes; /* of each side: those of columns, or of the first one in a cell */
    /* p[X] at the near sides, then at the far ones; and by edge the rows of the gradient set, or
       pairs of them, in a cell of y, z and w. */
    uint8_t *hash, (*row)[2 * BOX_WIDTH + BEHIND];
};

/* Looks up the bytes of columns along x. In 1-D these are pairs of rows. */
BOX_INLINE void hash_columns(struct corners *corners, int dims)
{
    const struct box_places *const places = corners->places;
    const struct perlin_tables *const tables = corners->tables;
    uint8_t *const to = dims == 1 ? corners->row[0] : corners->hash, far[BOX_WIDTH];
    const struct perlin_bytes *const table = dims == 1 ? &tables->leaf[0] : &tables->lut;
    int n = 0;
    for (int c = 0; c < places->columns; c = end_of_cell(places, c), n += LANES) {
        v_store_index(corners->hash + n, (ivec)places->x[c].hash[0]);
        v_store_index(far + n, (ivec)places->x[c].hash[1]);
    }
    corners->bytes = n;
    memcpy(corners->hash + n, far, sizeof far); /* more than n: without a call */
    memset(corners->hash + 2 * n, 0, BEHIND);
    for (int i = 0; i < 2 * n; i += BYTES)
        v_store_bytes(to + i, v_byte_at(table, v_load_bytes(corners->hash + i), v_splat_byte(0)));
}

/* Enters a cell of y, z and w. */
BOX_INLINE void hash_rows(struct corners *corners, int dims, const struct rows *rows)
{
    const struct box_places *const places = corners->places;
    const int found = has_row_pairs(dims) ? half_of_edges(dims) : EDGES(dims);
    struct v_sides cell[4];
    int follow = 1;
    BOX_UNROLL
    for (int a = 1; a < dims; a++) {
        const uint8_t near = (uint8_t)hash_along(places, a, 0, rows);
        const uint8_t far = (uint8_t)hash_along(places, a, 1, rows);
        cell[a] = (struct v_sides){v_splat_byte(near), v_splat_byte(far)};
        follow &= far == (uint8_t)(near + 1);
    }
    for (int i = 0; i < 2 * corners->bytes; i += BYTES) {
        bytes h[MOST_EDGES] = {v_load_bytes(corners->hash + i)};
        BOX_UNROLL
        for (int a = 1; a < dims; a++)
            hash_axis(corners->tables, dims, a, 1 << (a - 1), !follow, cell[a], h);
        BOX_UNROLL
        for (int e = 0; e < found; e++)
            v_store_bytes(corners->row[e] + i, h[e]);
    }
}

/* Enters an octave of a box that has been placed. */
BOX_INLINE void enter_corners(struct corners *corners, const perlin_noise *noise, enum hashed_by by,
                              int dims, uint32_t octave)
{
    if (by == BY_INTEGERS) {
        const struct perlin_integers *const integers = &noise->integers[octave];
        gradients_init(&corners->set, dims, integers);
        corners->last = integers->keys.last[0];
        return;
    }
    corners->tables = perlin_octave_tables(noise, octave);
    corners->rows = gradients_of(noise, dims);
    hash_columns(corners, dims);
}

/* The hash at a corner of column c, by the integer hash. */
BOX_INLINE hash_vec corner_of_column(const struct corners *corners, int dims, int c, int side,
                                     int edge, const struct rows *rows)
{
    hash_vec h = corners->places->x[c].hash[side];
    if (dims == 1)
        return v_dot(h, splat_hash(corners->last));
    BOX_UNROLL
    for (int a = 1; a < dims; a++)
        h = v_dot(h, splat_hash(hash_along(corners->places, a, edge >> (a - 1) & 1, rows)));
    return h;
}

/* Gradients by tables, at the ends of edge e and its neighbour's: of the columns whose bytes are
   the `number`-th. */
BOX_INLINE void gradients_of_rows(const struct corners *corners, int dims, int number, int side,
                                  int e, vec gradient[2][4])
{
    const int at = side * corners->bytes + number * (int)LANES;
    const uint8_t *const row = corners->row[e] + at;
    neighbour_gradients(corners->rows, dims, row, corners->row[e + half_of_edges(dims)] + at,
                        gradient);
    BOX_UNROLL
    for (int a = 0; a < dims; a++) {
        BOX_UNROLL
        for (int k = 0; k < 2; k++)
            gradient[k][a] = gradient[k][a] * v_splat(unit_in(dims, BY_TABLES));
    }
}

/* Finds the gradients of the cell in which column c is, by edge, side along x and component. This is
   the `number`-th column by itself, or of those in one cell. */
BOX_INLINE void find_gradients(const struct corners *corners, enum hashed_by by, int dims, int c,
                               int number, const struct rows *rows, vec gradient[][2][4])
{
    const int half = half_of_edges(dims), lower = dims > 1 ? half : 1, ends = dims > 1 ? 2 : 1;
    BOX_UNROLL
    for (int side = 0; side < 2; side++) {
        BOX_UNROLL
        for (int e = 0; e < lower; e++) {
            vec found[2][4];
            if (by == BY_TABLES) {
                gradients_of_rows(corners, dims, number, side, e, found);
            } else {
                BOX_UNROLL
                for (int k = 0; k < ends; k++)
                    gradients_at(&corners->set, dims,
                                 corner_of_column(corners, dims, c, side, e + k * half, rows),
                                 found[k]);
            }
            BOX_UNROLL
            for (int a = 0; a < dims; a++) {
                gradient[e][side][a] = found[0][a];
                if (dims > 1)
                    gradient[e + half][side][a] = found[1][a];
            }
        }
    }
}

#endif
