/*
 * Gradient noise of a block of points, step by step for the whole block, since the steps of one vector of points are a
 * long chain that wait for each other.
 */
#ifndef PERLIN_SIMD_GRADIENT_POINTS_H
#define PERLIN_SIMD_GRADIENT_POINTS_H

#include "block.h"

/* Hashes a vector of bytes by the axes from `first` on, and stores what they lead to. */
INLINE void hash_axes_from(struct points *points, int dims, int first, int wrapped,
                           const struct perlin_tables *tables, size_t i, bytes h[16])
{
    const int hashes = has_pairs(dims) ? 1 << (dims - 1) : 1 << dims;
    UNROLL
    for (int a = first; a < dims; a++)
        hash_axis(tables, dims, a, 1 << a, wrapped, sides_of(points, wrapped, a, i), h);
    UNROLL
    for (int c = 0; c < hashes; c++)
        v_store_bytes(points->hash[c] + i, h[c]);
}

INLINE void hash_in_dims(struct points *points, int dims, int wrapped,
                         const struct perlin_tables *tables)
{
    for (size_t i = 0; i < points->n; i += BYTES) {
        bytes h[16];
        h[0] = v_splat_byte(0);
        hash_axes_from(points, dims, 0, wrapped, tables, i, h);
    }
}

/* The same from 3-D on, x and y by quads. */
INLINE void hash_by_quads_in_dims(struct points *points, int dims,
                                  const struct perlin_tables *tables)
{
    enter_quads(points);
    for (size_t i = 0; i < points->n; i += BYTES) {
        bytes h[16];
        hash_by_quads(points, i, h);
        hash_axes_from(points, dims, 2, 0, tables, i, h);
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

#define HASH_BY_QUADS(dims)                                                                        \
    OUTLINE void hash_by_quads##dims(struct points *points, const struct perlin_tables *tables)    \
    {                                                                                              \
        hash_by_quads_in_dims(points, dims, tables);                                               \
    }

HASH_BY_QUADS(3)
HASH_BY_QUADS(4)

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

INLINE void hash_points_by_quads(struct points *points, int dims,
                                 const struct perlin_tables *tables)
{
    if (dims == 3)
        hash_by_quads3(points, tables);
    else
        hash_by_quads4(points, tables);
}

INLINE void hash_points_any(struct points *points, int dims, const struct perlin_tables *tables,
                            int follow, const uint32_t modulus[4])
{
    static void (*const hash[])(struct points *, const struct perlin_tables *, int,
                                const uint32_t[]) = {hash_any1, hash_any2, hash_any3, hash_any4};
    hash[dims - 1](points, tables, follow, modulus);
}

/* A corner's gradient by the distances from it, which are given by axis and side. */
INLINE vec corner_noise(int dims, int even, int corner, const vec gradient[4], vec distance[4][2])
{
    vec value = gradient[dims - 1] * distance[dims - 1][corner >> (dims - 1)];
    UNROLL
    for (int a = dims - 2; a >= 0; a--)
        value = add_product(even, gradient[a], distance[a][corner >> a & 1], value);
    return value;
}

/* How the gradients of a vector of points are found: by the hashes around each, which may be woven, by quads in 2-D, or by the hashes of
   the first point, where all are in one cell. */
enum gradients_from { HASHES, WOVEN_HASHES, QUADS, FIRST_HASHES };

/* Those at corners c and c + half, from point i on. */
INLINE void corner_pair_gradients(const struct points *points, int dims, int even,
                                  enum gradients_from from, const gradient_set *set, int c,
                                  size_t i, vec gradient[2][4])
{
    const int half = 1 << (dims - 1);
    const uint8_t *const here = points->hash[c] + i, *const next = points->hash[c + half] + i;
    if (from == HASHES) {
        neighbour_gradients(set, dims, even, here, next, gradient);
    } else if (from == WOVEN_HASHES) {
        const size_t group = i / WOVEN_POINTS * WOVEN_POINTS;
        const int k = (int)(i / LANES % WOVEN_VECTORS);
        woven_gradients(set, dims, even, points->hash[c] + group, points->hash[c + half] + group, k,
                        gradient);
    } else if (from == QUADS) {
        vec corner[4][4]; /* of all four, which compilers find once for both c */
        v_row_quads(set, even ? 16 : gradient_count(2), points->cell_quads.quad + i, corner);
        memcpy(gradient[0], corner[c], sizeof gradient[0]);
        memcpy(gradient[1], corner[c + half], sizeof gradient[1]);
    } else {
        const int row[2] = {has_pairs(dims) ? *here % 16 : *here,
                            has_pairs(dims) ? *here / 16 : *next};
        UNROLL
        for (int side = 0; side < 2; side++) {
            UNROLL
            for (int a = 0; a < dims; a++)
                gradient[side][a] = v_splat(set->row[row[side]][a]);
        }
    }
}

/* The noise along the x edges of the cells of a vector of points: the lerps of two corners each. */
INLINE void edges_at(const struct points *points, int dims, int even, enum gradients_from from,
                     const gradient_set *set, size_t i, vec edge[8])
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
        corner_pair_gradients(points, dims, even, from, set, c, i, g);
        UNROLL
        for (int side = 0; side < 2; side++)
            value[c + side * half] = corner_noise(dims, even, c + side * half, g[side], distance);
    }
    const vec t = fade(v_load(points->fraction[0] + i));
    UNROLL
    for (int e = 0; e < half; e++)
        edge[e] = lerp(t, value[2 * e], value[2 * e + 1]);
}

/* The same to the block. */
INLINE void find_edges_at(struct points *points, int dims, int even, enum gradients_from from,
                          const gradient_set *set, size_t i)
{
    vec edge[8];
    edges_at(points, dims, even, from, set, i, edge);
    UNROLL
    for (int e = 0; e < 1 << (dims - 1); e++)
        v_store(points->edge[e] + i, edge[e]);
}

/* Improved Perlin noise of a vector of points by that of its edges, which is lost. */
INLINE vec noise_between(const struct points *points, int dims, size_t i, vec edge[8])
{
    vec t[3];
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = fade(v_load(points->fraction[a] + i));
    return interpolate(dims - 1, t, edge);
}

/* The same by edges that have been found. */
INLINE vec noise_between_edges(const struct points *points, int dims, size_t i)
{
    vec edge[8];
    UNROLL
    for (int e = 0; e < 1 << (dims - 1); e++)
        edge[e] = v_load(points->edge[e] + i);
    return noise_between(points, dims, i, edge);
}

/* The noise of a vector of points, whose edges have been found from 3-D on. */
INLINE vec noise_at(struct points *points, int dims, int even, enum gradients_from from,
                    const gradient_set *set, size_t i)
{
    vec edge[8];
    if (dims > 2)
        return noise_between_edges(points, dims, i);
    if (from == QUADS)
        look_up_ahead(points, i, LANES);
    edges_at(points, dims, even, from, set, i, edge);
    return noise_between(points, dims, i, edge);
}

/* The noise of a block of points in cells that have been entered. In 1-D and 2-D in one loop; from 3-D on registers do not
   hold all of it, and two loops are as fast or faster (measured). */
INLINE void noise_in_cells(struct points *points, int dims, int even, enum gradients_from from,
                           const gradient_set *set, real raw[])
{
    const size_t together = from == WOVEN_HASHES ? WOVEN_VECTORS : 1;
    for (size_t i = 0; i < points->n && dims > 2; i += together * LANES) {
        UNROLL
        for (size_t k = 0; k < together; k++)
            find_edges_at(points, dims, even, from, set, i + k * LANES);
    }
    if (from == WOVEN_HASHES && points->results) {
        const output_scale whole = *points->output;
        for (size_t i = 0; i < points->n; i += together * LANES) {
            UNROLL
            for (size_t k = 0; k < together; k++) {
                const vec noise = noise_at(points, dims, even, from, set, i + k * LANES);
                v_store(points->results + i + k * LANES, finish(&whole, dims == 1, noise));
            }
        }
        points->has_results = 1;
        return;
    }
    for (size_t i = 0; i < points->n; i += together * LANES) {
        UNROLL
        for (size_t k = 0; k < together; k++)
            v_store(raw + i + k * LANES, noise_at(points, dims, even, from, set, i + k * LANES));
    }
}

/* Finds the hashes around cells that have been placed. */
INLINE void hash_cells(const perlin_noise *noise, struct points *points, int dims, enum cells cells,
                       uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    if (dims > 2 && uses_quads(points, dims, cells))
        hash_points_by_quads(points, dims, tables);
    else if (cells == FOLLOWING)
        hash_points(points, dims, tables);
    else if (cells == WRAPPED)
        hash_points_wrapped(points, dims, tables);
    else
        hash_points_any(points, dims, tables, cells == WIDE, noise->spectrum.modulus[octave]);
}

/* Goes to an octave by woven hashes, if its points can be: whole groups, whose cells follow each other, below 2^31. */
INLINE int enter_woven_cells(const perlin_noise *noise, struct points *points, int dims,
                             const struct coordinate_type *type, uint32_t octave)
{
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    if (!WEAVES || !type->place_woven || points->n % WOVEN_POINTS != 0 ||
        cells_in(tables, dims, spectrum->modulus[octave]) != FOLLOWING ||
        !type->place_woven(points, dims, octave_map(noise, octave)))
        return 0;
    hash_points(points, dims, tables);
    return 1;
}

/* Goes to an octave: where the points are in it, and the hashes around them; or in 2-D quads, but for SLICE, which takes another
   look-up. */
INLINE enum gradients_from enter_cells(const perlin_noise *noise, struct points *points, int dims,
                                       const struct coordinate_type *type, uint32_t octave)
{
    const enum cells cells = place_points(noise, points, dims, type, octave);
    if (dims == 2 && noise->gradients != PERLIN_GRADIENTS_SLICE &&
        uses_quads(points, dims, cells)) {
        enter_quads(points);
        return QUADS;
    }
    hash_cells(noise, points, dims, cells, octave);
    return HASHES;
}

/* `raw` may be the block's edge[0]. */
INLINE void gradient_noise_by(const perlin_noise *noise, struct points *points, int dims, int even,
                              const struct coordinate_type *type, uint32_t octave, real raw[])
{
    const gradient_set *const set = &noise->LANE(gradients)[dims - 1];
    if (enter_woven_cells(noise, points, dims, type, octave))
        noise_in_cells(points, dims, even, WOVEN_HASHES, set, raw);
    else if (enter_cells(noise, points, dims, type, octave) == QUADS)
        noise_in_cells(points, dims, even, QUADS, set, raw);
    else
        noise_in_cells(points, dims, even, HASHES, set, raw);
}

INLINE void gradient_noise(const perlin_noise *noise, struct points *points, int dims,
                           const struct coordinate_type *type, uint32_t octave, real raw[])
{
    if (is_even(noise, dims))
        gradient_noise_by(noise, points, dims, 1, type, octave, raw);
    else
        gradient_noise_by(noise, points, dims, 0, type, octave, raw);
}

#endif
