/*
 * Gradient noise of a block of points, step by step for the whole block, since the steps of one vector of points are a
 * long chain that wait for each other.
 */
#ifndef PERLIN_SIMD_GRADIENT_POINTS_H
#define PERLIN_SIMD_GRADIENT_POINTS_H

#include "block.h"

/* Hashes the block's cells, which are bytes: stores what the hash at each corner leads to. */
INLINE void hash_in_dims(struct points *points, int dims, int wrapped,
                         const struct perlin_tables *tables)
{
    const int hashes = has_pairs(dims) ? 1 << (dims - 1) : 1 << dims;
    for (size_t i = 0; i < points->n; i += BYTES) {
        bytes h[16];
        h[0] = v_splat_byte(0);
        UNROLL
        for (int a = 0; a < dims; a++)
            hash_axis(tables, dims, a, 1 << a, wrapped, sides_of(points, wrapped, a, i), h);
        UNROLL
        for (int c = 0; c < hashes; c++)
            v_store_bytes(points->hash[c] + i, h[c]);
    }
}

/* The same from cells that are no bytes, by any table, a point at a time. */
INLINE void hash_any_in_dims(struct points *points, int dims, int follow,
                             const struct perlin_tables *tables, const uint32_t modulus[4])
{
    const struct any_table table = any_table(tables, dims);
    const size_t n = points->n;
    for (size_t i = 0; i < n; i++) {
        uint32_t side[4][2];
        uint8_t leaf[16];
        UNROLL
        for (int a = 0; a < dims; a++) {
            side[a][0] = points->any_cell[a][i];
            side[a][1] = perlin_next_cell(side[a][0], modulus[a]);
        }
        const int leaves = corner_leaves(&table, dims, 0, follow, side, 0, leaf);
        UNROLL
        for (int c = 0; c < leaves; c++)
            points->hash[c][i] = leaf[c];
    }
}

#define HASH(dims)                                                                                 \
    OUTLINE void hash##dims(struct points *points, const struct perlin_tables *tables)             \
    {                                                                                              \
        hash_in_dims(points, dims, 0, tables);                                                     \
    }                                                                                              \
    OUTLINE void hash_wrapped##dims(struct points *points, const struct perlin_tables *tables)     \
    {                                                                                              \
        hash_in_dims(points, dims, 1, tables);                                                     \
    }                                                                                              \
    OUTLINE void hash_any##dims(struct points *points, const struct perlin_tables *tables,         \
                                int follow, const uint32_t modulus[4])                             \
    {                                                                                              \
        if (follow)                                                                                \
            hash_any_in_dims(points, dims, 1, tables, modulus);                                    \
        else                                                                                       \
            hash_any_in_dims(points, dims, 0, tables, modulus);                                    \
    }

HASH(1)
HASH(2)
HASH(3)
HASH(4)

/* Hashes the cells of the block: those that follow each other, wrapped ones, or wide ones. */
INLINE void hash_points(struct points *points, int dims, const struct perlin_tables *tables)
{
    static void (*const hash[])(struct points *, const struct perlin_tables *) = {hash1, hash2,
                                                                                  hash3, hash4};
    hash[dims - 1](points, tables);
}

INLINE void hash_points_wrapped(struct points *points, int dims, const struct perlin_tables *tables)
{
    static void (*const hash[])(struct points *, const struct perlin_tables *) = {
        hash_wrapped1, hash_wrapped2, hash_wrapped3, hash_wrapped4};
    hash[dims - 1](points, tables);
}

INLINE void hash_points_any(struct points *points, int dims, const struct perlin_tables *tables,
                            int follow, const uint32_t modulus[4])
{
    static void (*const hash[])(struct points *, const struct perlin_tables *, int,
                                const uint32_t[]) = {hash_any1, hash_any2, hash_any3, hash_any4};
    hash[dims - 1](points, tables, follow, modulus);
}

/* A corner's gradient dotted with the distance from it; distances are given by axis and side. */
INLINE vec corner_noise(int dims, int corner, const vec gradient[4], vec distance[4][2])
{
    vec value = gradient[dims - 1] * distance[dims - 1][corner >> (dims - 1)];
    UNROLL
    for (int a = dims - 2; a >= 0; a--)
        value = add_product(dims, gradient[a], distance[a][corner >> a & 1], value);
    return value;
}

/* The gradients at corners c and c + half of the cells of a vector of points. */
INLINE void corner_pair_gradients(const struct points *points, int dims, const gradient_set *set,
                                  int c, size_t i, vec gradient[2][4])
{
    const int half = 1 << (dims - 1);
    neighbour_gradients(set, dims, points->hash[c] + i, points->hash[c + half] + i, gradient);
}

/* The noise along the x edges of the cells of a vector of points: the lerps of two corners each. */
INLINE void edges_at(const struct points *points, int dims, const gradient_set *set, size_t i,
                     vec edge[8])
{
    const int half = 1 << (dims - 1);
    vec distance[4][2], value[16];
    UNROLL
    for (int a = 0; a < dims; a++) {
        distance[a][0] = scaled(dims, v_load(points->fraction[a] + i));
        distance[a][1] = from_far_side(dims, distance[a][0]);
    }
    UNROLL
    for (int c = 0; c < half; c++) {
        vec g[2][4];
        corner_pair_gradients(points, dims, set, c, i, g);
        UNROLL
        for (int side = 0; side < 2; side++)
            value[c + side * half] = corner_noise(dims, c + side * half, g[side], distance);
    }
    const vec t = fade(v_load(points->fraction[0] + i));
    UNROLL
    for (int e = 0; e < half; e++)
        edge[e] = lerp(t, value[2 * e], value[2 * e + 1]);
}

/* Interpolates the noise along edges by y, z and w. Overwrites `edge`. */
INLINE vec noise_between(const struct points *points, int dims, size_t i, vec edge[8])
{
    vec t[3];
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = fade(v_load(points->fraction[a] + i));
    return interpolate(dims - 1, t, edge);
}

/* The noise of a block of points in cells that have been hashed. In 1-D and 2-D in one loop; from 3-D on registers do not
   hold all of it, and two loops are as fast or faster (measured). */
INLINE void noise_in_cells(struct points *points, int dims, const gradient_set *set, real raw[])
{
    vec edge[8];
    if (dims <= 2) {
        for (size_t i = 0; i < points->n; i += LANES) {
            edges_at(points, dims, set, i, edge);
            v_store(raw + i, noise_between(points, dims, i, edge));
        }
        return;
    }
    for (size_t i = 0; i < points->n; i += LANES) {
        edges_at(points, dims, set, i, edge);
        UNROLL
        for (int e = 0; e < 1 << (dims - 1); e++)
            v_store(points->edge[e] + i, edge[e]);
    }
    for (size_t i = 0; i < points->n; i += LANES) {
        UNROLL
        for (int e = 0; e < 1 << (dims - 1); e++)
            edge[e] = v_load(points->edge[e] + i);
        v_store(raw + i, noise_between(points, dims, i, edge));
    }
}

/* Goes to an octave: where the points are in it, and the hashes around them. */
INLINE void enter_cells(const perlin_noise *noise, struct points *points, int dims,
                        const struct coordinate_type *type, uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    const enum cells cells = place_points(noise, points, dims, type, octave);
    if (cells == FOLLOWING)
        hash_points(points, dims, tables);
    else if (cells == WRAPPED)
        hash_points_wrapped(points, dims, tables);
    else
        hash_points_any(points, dims, tables, cells == WIDE, noise->spectrum.modulus[octave]);
}

INLINE void gradient_noise(const perlin_noise *noise, struct points *points, int dims,
                           const struct coordinate_type *type, uint32_t octave, real raw[])
{
    enter_cells(noise, points, dims, type, octave);
    noise_in_cells(points, dims, &noise->LANE(gradients)[dims - 1], raw);
}

#endif
