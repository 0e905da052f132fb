/*
 * Perlin noise of a block of points. Each step runs over the whole block, because the steps of a
 * single vector would wait for each other.
 */
#ifndef PERLIN_PERLIN_POINTS_H
#define PERLIN_PERLIN_POINTS_H

#include "../../engine/place.h"
#include "../../engine/store.h"
#include "gradient.h"

/* Hashes the block's cells as bytes. Stores the gradient row, or pair of rows, at each corner. */
INLINE void hash_in_dims(struct points *points, int dims, int wrapped,
                         const struct perlin_tables *tables)
{
    const int hashes = has_row_pairs(dims) ? 1 << (dims - 1) : 1 << dims;
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

/* Hashes the block's cells by a table of any size, a point at a time. */
INLINE void hash_any_in_dims(struct points *points, int dims, const struct perlin_tables *tables,
                             const uint32_t modulus[4])
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
        const int leaves = corner_leaves(&table, dims, 0, side, 0, leaf);
        UNROLL
        for (int c = 0; c < leaves; c++)
            points->hash[c][i] = leaf[c];
    }
}

/* Hashes the cells of the block, in whichever way they are stored. */
INLINE void hash_points(const perlin_noise *noise, struct points *points, int dims, uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    if (points->cells == FOLLOWING)
        hash_in_dims(points, dims, 0, tables);
    else if (points->cells == WRAPPED)
        hash_in_dims(points, dims, 1, tables);
    else
        hash_any_in_dims(points, dims, tables, noise->spectrum.modulus[octave]);
}

/* A corner's gradient dotted with the distance from it. Distances are indexed by axis and side. */
INLINE vec corner_noise(int dims, int corner, const vec gradient[4], vec distance[4][2])
{
    vec value = gradient[dims - 1] * distance[dims - 1][corner >> (dims - 1)];
    UNROLL
    for (int a = dims - 2; a >= 0; a--)
        value = add_product(dims, gradient[a], distance[a][corner >> a & 1], value);
    return value;
}

/* The gradients at corners c and c + half, for a vector of points. */
INLINE void corner_pair_gradients(const struct points *points, int dims, const gradient_set *set,
                                  int c, size_t i, vec gradient[2][4])
{
    const int half = 1 << (dims - 1);
    neighbour_gradients(set, dims, points->hash[c] + i, points->hash[c + half] + i, gradient);
}

/* The noise along the x edges of the cells: each lerps two corners. */
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

/* Lerps 2^axes values down to one. The lowest bit of their index goes first. */
INLINE vec interpolate(int axes, const vec t[], vec value[])
{
    UNROLL
    for (int a = 0; a < axes; a++) {
        UNROLL
        for (int c = 0; c < 1 << (axes - 1 - a); c++)
            value[c] = lerp(t[a], value[2 * c], value[2 * c + 1]);
    }
    return value[0];
}

/* Interpolates the edge values along y, z and w. Overwrites `edge`. */
INLINE vec noise_between(const struct points *points, int dims, size_t i, vec edge[8])
{
    vec t[3];
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = fade(v_load(points->fraction[a] + i));
    return interpolate(dims - 1, t, edge);
}

/* The noise of a block whose cells have been hashed. 1-D and 2-D take one loop. From 3-D on
   registers cannot hold all values, and two loops are at least as fast. */
INLINE void noise_in_cells(struct points *points, int dims, const gradient_set *set,
                           const struct store *to)
{
    vec edge[8];
    if (dims <= 2) {
        for (size_t i = 0; i < points->n; i += LANES) {
            edges_at(points, dims, set, i, edge);
            store_point(to, i, noise_between(points, dims, i, edge));
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
        store_point(to, i, noise_between(points, dims, i, edge));
    }
}

/* ---- Slopes ---------------------------------------------------------------------------------- */

/* The noise along an x edge: the lerp of its ends, and their difference. */
INLINE void edge_noise(vec u, vec left, vec right, vec *value, vec *difference)
{
    *difference = right - left;
    *value = left + u * *difference;
}

/*
 * Interpolates the noise along 2^(dims-1) x edges, whose end differences are given, to value[0].
 * Also finds difference[a][0], called D of axis a: the difference of the two values that a lerp
 * along axis a takes, interpolated along the later axes. t holds the fades by axis.
 */
INLINE void interpolate_slopes(int dims, const vec t[4], vec value[8], vec difference[4][8])
{
    UNROLL
    for (int a = 1; a < dims; a++) {
        UNROLL
        for (int c = 0; c < 1 << (dims - 1 - a); c++) {
            UNROLL
            for (int before = 0; before < a; before++)
                difference[before][c] =
                    lerp(t[a], difference[before][2 * c], difference[before][2 * c + 1]);
            edge_noise(t[a], value[2 * c], value[2 * c + 1], &value[c], &difference[a][c]);
        }
    }
}

/*
 * Interpolates a gradient component between neighbours along the last axis; t is the scaled fade.
 * Components are stored divided by the unit. Multiplying both t and a by it undoes that exactly.
 */
INLINE vec scaled_lerp(int dims, vec t, vec a, vec b)
{
    if (is_divided(dims))
        return v_mul_add_exact(a, v_splat(unit_in(dims)), t * (b - a));
    return lerp(t, a, b);
}

/* The raw noise and slopes of a block whose cells have been hashed. */
INLINE void find_slopes(struct points *points, int dims, const gradient_set *set,
                        const struct store *to)
{
    const int half = 1 << (dims - 1);
    for (size_t i = 0; i < points->n; i += LANES) {
        vec t[4], faded[4], distance[4][2], end[16], gradient[4][8], value[8], difference[4][8],
            slope[4];
        UNROLL
        for (int a = 0; a < dims; a++) {
            t[a] = v_load(points->fraction[a] + i);
            faded[a] = fade(t[a]);
            distance[a][0] = scaled(dims, t[a]);
            distance[a][1] = from_far_side(dims, distance[a][0]);
        }
        UNROLL
        for (int c = 0; c < half; c++) {
            vec g[2][4];
            corner_pair_gradients(points, dims, set, c, i, g);
            end[c] = corner_noise(dims, c, g[0], distance);
            end[c + half] = corner_noise(dims, c + half, g[1], distance);
            UNROLL
            for (int a = 0; a < dims; a++)
                gradient[a][c] = scaled_lerp(dims, scaled(dims, faded[dims - 1]), g[0][a], g[1][a]);
        }
        UNROLL
        for (int a = 0; a < dims; a++) { /* the axes before the last one, x last */
            UNROLL
            for (int axis = dims - 2; axis >= 0; axis--) {
                UNROLL
                for (int c = 0; c < 1 << axis; c++)
                    gradient[a][c] =
                        lerp(faded[axis], gradient[a][c], gradient[a][c + (1 << axis)]);
            }
        }
        UNROLL
        for (int e = 0; e < half; e++)
            edge_noise(faded[0], end[2 * e], end[2 * e + 1], &value[e], &difference[0][e]);
        interpolate_slopes(dims, faded, value, difference);
        UNROLL
        for (int a = 0; a < dims; a++)
            slope[a] = gradient[a][0] + fade_slope(t[a]) * difference[a][0];
        store_point_slopes(to, dims, i, value[0], slope);
    }
}

/* ---- The kernels ----------------------------------------------------------------------------- */

#define PERLIN_POINTS(dims)                                                                        \
    OUTLINE void hash_points##dims(const perlin_noise *noise, struct points *points,               \
                                   uint32_t octave)                                                \
    {                                                                                              \
        hash_points(noise, points, dims, octave);                                                  \
    }                                                                                              \
    OUTLINE void perlin_points##dims(const perlin_noise *noise, struct points *points,             \
                                     uint32_t octave, const struct store *to)                      \
    {                                                                                              \
        hash_points##dims(noise, points, octave);                                                  \
        noise_in_cells(points, dims, gradients_of(noise, dims), to);                               \
    }                                                                                              \
    OUTLINE void perlin_point_slopes##dims(const perlin_noise *noise, struct points *points,       \
                                           uint32_t octave, const struct store *to)                \
    {                                                                                              \
        hash_points##dims(noise, points, octave);                                                  \
        find_slopes(points, dims, gradients_of(noise, dims), to);                                  \
    }

PERLIN_POINTS(1)
PERLIN_POINTS(2)
PERLIN_POINTS(3)
PERLIN_POINTS(4)

#endif
