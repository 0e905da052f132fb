/*
 * Noise over arrays of points: a vector of points at a time, octave by octave.
 */
#ifndef PERLIN_SIMD_POINTS_H
#define PERLIN_SIMD_POINTS_H

#include "gradient.h"

/* The cells and fractions of a vector of points. */
struct place {
    ivec cell[4];
    vec fraction[4];
};

/* Improved Perlin noise of one octave. */
INLINE vec gradient_noise(const struct perlin_tables *tables, const gradient_set *set, int dims,
                          const struct place *place)
{
    ivec h[16] = {0};
    vec distance[4][2], t[4], value[16];
    UNROLL
    for (int a = 0; a < dims; a++) {
        hash_axis(axis_lut(tables, dims, a), 1 << a, place->cell[a], h);
        distance[a][0] = place->fraction[a];
        distance[a][1] = place->fraction[a] - v_splat(1);
        t[a] = fade(place->fraction[a]);
    }
    UNROLL
    for (int c = 0; c < 1 << dims; c++) {
        vec dot = gradient(set, dims, dims - 1, h[c]) * distance[dims - 1][c >> (dims - 1)];
        UNROLL
        for (int a = dims - 2; a >= 0; a--)
            dot = v_mul_add_exact(gradient(set, dims, a, h[c]), distance[a][c >> a & 1], dot);
        value[c] = dot;
    }
    return interpolate(dims, t, value);
}

/* Scales a vector of points to an octave's frequency and splits it. lanes[a] is LANES coordinates. */
typedef void place_function(int dims, const void *const lanes[], double frequency,
                            struct place *place);

/* Positions in double: products in double, only the fraction is rounded to real. */
INLINE void place_doubles(int dims, const void *const lanes[], double frequency,
                          struct place *place)
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        const double *const c = lanes[a];
        double scaled[LANES];
        UNROLL
        for (int l = 0; l < LANES; l++)
            scaled[l] = c[l] * frequency;
        place->cell[a] = v_place_f64(scaled, &place->fraction[a]);
    }
}

INLINE vec sum_octaves(const perlin_noise *noise, int dims, const void *const lanes[],
                       place_function *place_lanes)
{
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    const gradient_set *const set = &noise->LANE(gradients)[dims - 1];
    vec total = v_splat(0);
    for (uint32_t o = 0; o < spectrum->octaves; o++) {
        struct place place;
        place_lanes(dims, lanes, spectrum->frequency[o], &place);
        total = total + v_splat((real)spectrum->weight[o]) *
                            gradient_noise(perlin_octave_tables(noise, o), set, dims, &place);
    }
    return v_canonical(finish(&noise->LANE(output)[dims - 1], total));
}

/* Copies n elements, `stride` apart, and repeats the first one in the lanes left. */
INLINE void gather_lanes(void *lanes, const char *array, ptrdiff_t stride, size_t n, size_t size)
{
    for (size_t l = 0; l < LANES; l++)
        memcpy((char *)lanes + l * size, array + (l < n ? (ptrdiff_t)l * stride : 0), size);
}

/*
 * The driver: `size` is that of a coordinate, strides count elements. All coordinates of a vector are
 * read before its results are written, so that out may be one of the arrays.
 */
INLINE void points(const perlin_noise *noise, int dims, size_t count, const void *const arrays[],
                   const ptrdiff_t strides[], size_t size, place_function *place_lanes, real *out)
{
    for (size_t i = 0; i < count; i += LANES) {
        const size_t n = count - i < LANES ? count - i : LANES;
        double gathered[4][LANES]; /* room for either type of coordinate */
        const void *lanes[4];
        UNROLL
        for (int a = 0; a < dims; a++) {
            const ptrdiff_t stride = strides[a] * (ptrdiff_t)size;
            const char *const first = (const char *)arrays[a] + (ptrdiff_t)i * stride;
            lanes[a] = first;
            if (strides[a] != 1 || n < LANES) {
                gather_lanes(gathered[a], first, stride, n, size);
                lanes[a] = gathered[a];
            }
        }
        const vec value = sum_octaves(noise, dims, lanes, place_lanes);
        if (n == LANES)
            v_store(out + i, value);
        else
            v_store_part(out + i, value, n);
    }
}

#endif
