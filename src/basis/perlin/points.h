/*
 * Perlin noise of a block of points. Each step runs over the whole block, because the steps of a
 * single vector would wait for each other.
 */
#ifndef PERLIN_PERLIN_POINTS_H
#define PERLIN_PERLIN_POINTS_H

#include "../../engine/integers.h"
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

/* Hashes the block's cells by the integer hash. */
INLINE void hash_integers_in_dims(const perlin_noise *noise, struct points *points, int dims,
                                  uint32_t octave)
{
    const int half = 1 << (dims - 1);
    const struct row_rule rule = row_rule(noise);
    struct hash_constants constants;
    hash_constants_init(&constants, noise->spectrum.key[octave]);
    for (size_t i = 0; i < points->n; i += LANES) {
        struct sides sides;
        hash_vec cell[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            cell[a] = load_hashes(points->any_cell[a] + i);
        sides_init(&sides, &constants, dims, cell, &points->placing);
        UNROLL
        for (int c = 0; c < half; c++) {
            ivec row[2];
            UNROLL
            for (int k = 0; k < 2; k++)
                row[k] = row_of_hash(&rule, dims, &constants,
                                     corner_hash(&constants, dims, &sides, c + k * half));
            if (has_row_pairs(dims))
                row[0] |= row[1] << 4;
            else
                v_store_index(points->hash[c + half] + i, row[1]);
            v_store_index(points->hash[c] + i, row[0]);
        }
    }
}

/* Hashes the cells of the block, in whichever way they are stored. */
INLINE void hash_points(const perlin_noise *noise, struct points *points, int dims, uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    if (points->cells == INTEGERS)
        hash_integers_in_dims(noise, points, dims, octave);
    else if (points->cells == FOLLOWING)
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

/* A vector of points, and what leads to the gradients at its corners: rows in `points`, from point
   i on, or what the integer hash takes. is_integer is constant where functions are inlined. */
struct place {
    int is_integer;
    vec fraction[4];
    struct row_rule rule;
    const struct points *points;
    size_t i;
    const struct hash_constants *constants;
    struct sides sides;
};

INLINE void place_init(struct place *place, const perlin_noise *noise, const struct points *points,
                       int is_integer)
{
    place->is_integer = is_integer;
    place->points = points;
    place->rule = row_rule(noise);
}

INLINE void place_vector(struct place *place, const struct hashing *hashing, int dims, size_t i)
{
    place->i = i;
    if (place->is_integer) {
        const struct samples samples = place_samples(hashing, dims, 0, i);
        place->constants = &hashing->constants;
        sides_init(&place->sides, &hashing->constants, dims, samples.cell, &hashing->placing);
        memcpy(place->fraction, samples.fraction, sizeof samples.fraction);
        return;
    }
    UNROLL
    for (int a = 0; a < dims; a++)
        place->fraction[a] = v_load(place->points->fraction[a] + i);
}

/* The gradients at corners c and c + half, for a vector of points. */
INLINE void corner_pair_gradients(const struct place *place, int dims, const gradient_set *set,
                                  int c, vec gradient[2][4])
{
    const int half = 1 << (dims - 1);
    if (!place->is_integer) {
        neighbour_gradients(set, dims, place->points->hash[c] + place->i,
                            place->points->hash[c + half] + place->i, gradient);
        return;
    }
    UNROLL
    for (int k = 0; k < 2; k++)
        gradients_of_hash(&place->rule, set, dims, place->constants,
                          corner_hash(place->constants, dims, &place->sides, c + k * half),
                          gradient[k]);
}

/* The noise at corners c and c + half. */
INLINE void corner_pair_noise(const struct place *place, int dims, const gradient_set *set, int c,
                              vec distance[4][2], vec value[2])
{
    const int half = 1 << (dims - 1);
    vec g[2][4];
    corner_pair_gradients(place, dims, set, c, g);
    value[0] = corner_noise(dims, c, g[0], distance);
    value[1] = corner_noise(dims, c + half, g[1], distance);
}

/* The noise along the x edges of the cells: each lerps two corners. */
INLINE void edges_at(const struct place *place, int dims, const gradient_set *set, vec edge[8])
{
    const int half = 1 << (dims - 1);
    const vec t = fade(place->fraction[0]);
    vec distance[4][2], left[2], right[2];
    UNROLL
    for (int a = 0; a < dims; a++) {
        distance[a][0] = scaled(dims, place->fraction[a]);
        distance[a][1] = from_far_side(dims, distance[a][0]);
    }
    if (dims == 1) {
        corner_pair_noise(place, dims, set, 0, distance, left);
        edge[0] = lerp(t, left[0], left[1]);
        return;
    }
    UNROLL
    for (int c = 0; c < half; c += 2) {
        corner_pair_noise(place, dims, set, c, distance, left);
        corner_pair_noise(place, dims, set, c + 1, distance, right);
        UNROLL
        for (int k = 0; k < 2; k++)
            edge[(c + k * half) / 2] = lerp(t, left[k], right[k]);
    }
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
INLINE vec noise_between(const vec fraction[4], int dims, vec edge[8])
{
    vec t[3];
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = fade(fraction[a]);
    return interpolate(dims - 1, t, edge);
}

/* The noise of a block whose cells have been hashed, or by the integer hash. This, 1-D and 2-D take
   one loop. By tables registers cannot hold all values from 3-D on, and two loops are at least as
   fast. */
INLINE void noise_in_cells(const perlin_noise *noise, struct points *points, int dims,
                           uint32_t octave, int is_integer, const struct store *to)
{
    const gradient_set *const set = gradients_of(noise, dims);
    struct hashing hashing;
    struct place place;
    place_init(&place, noise, points, is_integer);
    if (is_integer)
        hashing_init(&hashing, noise, points, octave);
    vec edge[8];
    if (dims <= 2 || is_integer) {
        for (size_t i = 0; i < points->n; i += LANES) {
            place_vector(&place, &hashing, dims, i);
            edges_at(&place, dims, set, edge);
            store_point(to, i, noise_between(place.fraction, dims, edge));
        }
        return;
    }
    for (size_t i = 0; i < points->n; i += LANES) {
        place_vector(&place, &hashing, dims, i);
        edges_at(&place, dims, set, edge);
        UNROLL
        for (int e = 0; e < 1 << (dims - 1); e++)
            v_store(points->edge[e] + i, edge[e]);
    }
    for (size_t i = 0; i < points->n; i += LANES) {
        UNROLL
        for (int e = 0; e < 1 << (dims - 1); e++)
            edge[e] = v_load(points->edge[e] + i);
        place_vector(&place, &hashing, dims, i);
        store_point(to, i, noise_between(place.fraction, dims, edge));
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
INLINE void find_slopes(const perlin_noise *noise, struct points *points, int dims,
                        const struct store *to)
{
    const gradient_set *const set = gradients_of(noise, dims);
    struct place place;
    place_init(&place, noise, points, 0);
    const int half = 1 << (dims - 1);
    for (size_t i = 0; i < points->n; i += LANES) {
        vec t[4], faded[4], distance[4][2], end[16], gradient[4][8], value[8], difference[4][8],
            slope[4];
        place_vector(&place, NULL, dims, i);
        UNROLL
        for (int a = 0; a < dims; a++) {
            t[a] = place.fraction[a];
            faded[a] = fade(t[a]);
            distance[a][0] = scaled(dims, t[a]);
            distance[a][1] = from_far_side(dims, distance[a][0]);
        }
        UNROLL
        for (int c = 0; c < half; c++) {
            vec g[2][4];
            corner_pair_gradients(&place, dims, set, c, g);
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
        if (dims <= 2 && points->cells == INTEGERS) {                                              \
            noise_in_cells(noise, points, dims, octave, 1, to);                                    \
            return;                                                                                \
        }                                                                                          \
        hash_points##dims(noise, points, octave);                                                  \
        noise_in_cells(noise, points, dims, octave, 0, to);                                        \
    }                                                                                              \
    OUTLINE void perlin_point_slopes##dims(const perlin_noise *noise, struct points *points,       \
                                           uint32_t octave, const struct store *to)                \
    {                                                                                              \
        hash_points##dims(noise, points, octave);                                                  \
        find_slopes(noise, points, dims, to);                                                      \
    }

PERLIN_POINTS(1)
PERLIN_POINTS(2)
PERLIN_POINTS(3)
PERLIN_POINTS(4)

#endif
