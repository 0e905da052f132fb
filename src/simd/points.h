/*
 * Noise over arrays of points: a block at a time, octave by octave, and in each octave step by step for the whole
 * block, since the steps of one vector of points are a long chain that wait for each other.
 */
#ifndef PERLIN_SIMD_POINTS_H
#define PERLIN_SIMD_POINTS_H

#include "gradient.h"

enum { POINTS_BLOCK = 64 };
_Static_assert(POINTS_BLOCK % BYTES == 0 && POINTS_BLOCK % LANES == 0, "whole vectors in a block");

/* A block of points: its coordinates, and where they are in one octave. */
struct points {
    size_t n; /* rounded up to whole vectors */
    const void *coords[4];
    _Alignas(64) uint8_t cell[4][POINTS_BLOCK];
    _Alignas(64) real fraction[4][POINTS_BLOCK];
    _Alignas(64) uint8_t hash[16][POINTS_BLOCK]; /* by corner, of the gradient */
};

/* Scales the block's points along an axis to an octave's frequency and splits them into cell and fraction. */
typedef void place_function(struct points *points, int axis, double frequency);

/* Positions in double: products in double, only the fraction is rounded to real. */
INLINE void place_doubles(struct points *points, int axis, double frequency)
{
    typedef double doubles __attribute__((vector_size(LANES * sizeof(double))));
    const double *const coords = points->coords[axis];
    for (size_t i = 0; i < points->n; i += LANES) {
        double scaled[LANES];
        doubles c;
        vec t;
        memcpy(&c, coords + i, sizeof c);
        c = c * frequency;
        memcpy(scaled, &c, sizeof c);
        v_store_index(points->cell[axis] + i, v_place_f64(scaled, &t));
        v_store(points->fraction[axis] + i, t);
    }
}

INLINE void hash_in_dims(struct points *points, int dims, const struct perlin_tables *tables)
{
    for (size_t i = 0; i < points->n; i += BYTES) {
        bytes h[16];
        h[0] = v_splat_byte(0);
        UNROLL
        for (int a = 0; a < dims; a++)
            hash_axis(axis_lut(tables, dims, a), 1 << a, v_load_bytes(points->cell[a] + i), h);
        UNROLL
        for (int c = 0; c < 1 << dims; c++)
            v_store_bytes(points->hash[c] + i, h[c]);
    }
}

#define HASH(dims)                                                                                 \
    OUTLINE void hash##dims(struct points *points, const struct perlin_tables *tables)             \
    {                                                                                              \
        hash_in_dims(points, dims, tables);                                                        \
    }

HASH(1)
HASH(2)
HASH(3)
HASH(4)

/* Hashes the cells of the block. */
INLINE void hash_points(struct points *points, int dims, const struct perlin_tables *tables)
{
    static void (*const hash[])(struct points *, const struct perlin_tables *) = {hash1, hash2,
                                                                                  hash3, hash4};
    hash[dims - 1](points, tables);
}

/* Improved Perlin noise of a vector of the block, from point i on. */
INLINE vec gradient_noise(const struct points *points, int dims, const gradient_set *set, size_t i)
{
    vec distance[4][2], t[4], value[16];
    UNROLL
    for (int a = 0; a < dims; a++) {
        distance[a][0] = v_load(points->fraction[a] + i);
        distance[a][1] = distance[a][0] - v_splat(1);
        t[a] = fade(distance[a][0]);
    }
    UNROLL
    for (int c = 0; c < 1 << dims; c++) {
        vec g[4];
        v_rows(set, gradient_count(dims), points->hash[c] + i, g);
        value[c] = g[dims - 1] * distance[dims - 1][c >> (dims - 1)];
        UNROLL
        for (int a = dims - 2; a >= 0; a--)
            value[c] = v_mul_add_exact(g[a], distance[a][c >> a & 1], value[c]);
    }
    return interpolate(dims, t, value);
}

INLINE void sum_octaves(const perlin_noise *noise, struct points *points, int dims,
                        place_function *place, real total[POINTS_BLOCK])
{
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    const gradient_set *const set = &noise->LANE(gradients)[dims - 1];
    memset(total, 0, POINTS_BLOCK * sizeof *total);
    for (uint32_t o = 0; o < spectrum->octaves; o++) {
        UNROLL
        for (int a = 0; a < dims; a++)
            place(points, a, spectrum->frequency[o]);
        hash_points(points, dims, perlin_octave_tables(noise, o));
        for (size_t i = 0; i < points->n; i += LANES)
            v_store(total + i, v_load(total + i) + v_splat((real)spectrum->weight[o]) *
                                                       gradient_noise(points, dims, set, i));
    }
}

/* Copies n elements, `stride` bytes apart, and repeats the first one up to `padded`. */
INLINE void gather(void *gathered, const char *array, ptrdiff_t stride, size_t n, size_t padded,
                   size_t size)
{
    for (size_t i = 0; i < padded; i++)
        memcpy((char *)gathered + i * size, array + (i < n ? (ptrdiff_t)i * stride : 0), size);
}

/*
 * The driver: `size` is that of a coordinate, strides count elements. All coordinates of a block are
 * read before its results are written, so that out may be one of the arrays.
 */
INLINE void points_noise(const perlin_noise *noise, int dims, size_t count,
                         const void *const arrays[], const ptrdiff_t strides[], size_t size,
                         place_function *place, real *out)
{
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    double gathered[4][POINTS_BLOCK]; /* room for either type of coordinate */
    real total[POINTS_BLOCK];
    struct points points;
    memset(points.cell, 0, sizeof points.cell); /* bytes are hashed beyond n */
    for (size_t first = 0; first < count; first += POINTS_BLOCK) {
        const size_t n = least(count - first, POINTS_BLOCK);
        points.n = whole_vectors(n);
        for (int a = 0; a < dims; a++) {
            const ptrdiff_t stride = strides[a] * (ptrdiff_t)size;
            points.coords[a] = (const char *)arrays[a] + (ptrdiff_t)first * stride;
            if (strides[a] != 1 || n < points.n) {
                gather(gathered[a], points.coords[a], stride, n, points.n, size);
                points.coords[a] = gathered[a];
            }
        }
        sum_octaves(noise, &points, dims, place, total);
        for (size_t i = 0; i < n; i += LANES)
            store_within(out + first, i, n, v_canonical(finish(output, v_load(total + i))));
    }
}

#endif
