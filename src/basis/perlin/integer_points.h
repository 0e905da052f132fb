/*
 * Perlin noise and value noise at points, by the integer hash. From coordinates to sums everything
 * is in registers: corners are hashed along all axes but the last one first, then two at a time are
 * hashed to the end, evaluated and interpolated with what waits for them.
 */
#ifndef PERLIN_PERLIN_INTEGER_POINTS_H
#define PERLIN_PERLIN_INTEGER_POINTS_H

#include "../../engine/integers.h"
#include "../../engine/store.h"
#include "../value/ease.h"

enum lattice_noise { GRADIENTS, VALUES };

/* Perlin noise is interpolated along x first. Value noise is along x last, so that rows of a grid
   share everything except x. */
INLINE int axis_in_order(enum lattice_noise kind, int dims, int n)
{
    return kind == GRADIENTS ? n : dims - 1 - n;
}

/* The hashes of the corners along the axes but the last one. Bit a of a corner's number means the
   next cell along axis a. */
struct corner_hashes {
    hash_vec before[8], last[2];
};

INLINE void corner_hashes_init(struct corner_hashes *h, const struct hash_keys *keys, int dims,
                               const struct place place[4])
{
    hash_vec side[4][2];
    UNROLL
    for (int a = 0; a < dims; a++) {
        side[a][0] = axis_hash(keys, a, place[a].cell);
        side[a][1] = axis_hash(keys, a, place[a].next);
    }
    h->before[0] = side[0][0];
    h->before[1] = side[0][1];
    UNROLL
    for (int a = 1; a < dims - 1; a++) {
        UNROLL
        for (int c = 0; c < 1 << a; c++) {
            h->before[c + (1 << a)] = v_dot(h->before[c], side[a][1]);
            h->before[c] = v_dot(h->before[c], side[a][0]);
        }
    }
    h->last[0] = dims > 1 ? side[dims - 1][0] : keys->last;
    h->last[1] = dims > 1 ? side[dims - 1][1] : keys->last;
}

INLINE hash_vec corner_hash(const struct corner_hashes *h, int dims, int corner)
{
    if (dims == 1)
        return v_dot(h->before[corner], h->last[0]);
    return v_dot(h->before[corner & ((1 << (dims - 1)) - 1)], h->last[corner >> (dims - 1)]);
}

INLINE void noise_of_lattice(enum lattice_noise kind, int dims, uint32_t interpolation,
                             const struct v_gradients *gradients, const struct hash_keys *keys,
                             struct place place[MOST_ABREAST][4], vec noise[MOST_ABREAST])
{
    const int side = abreast(dims);
    vec t[MOST_ABREAST][4], distance[MOST_ABREAST][4][2], waiting[MOST_ABREAST][4];
    struct corner_hashes h[MOST_ABREAST];
    EACH
    {
        UNROLL
        for (int a = 0; a < dims; a++) {
            distance[u][a][0] = place[u][a].fraction;
            distance[u][a][1] = place[u][a].fraction - v_splat(1);
            t[u][a] = kind == GRADIENTS ? fade(place[u][a].fraction)
                                        : ease(interpolation, place[u][a].fraction);
        }
        corner_hashes_init(&h[u], keys, dims, place[u]);
    }
    UNROLL
    for (int pair = 0; pair < 1 << (dims - 1); pair++) {
        int corner[2] = {0, 1 << axis_in_order(kind, dims, 0)};
        UNROLL
        for (int n = 1; n < dims; n++) {
            corner[0] |= (pair >> (n - 1) & 1) << axis_in_order(kind, dims, n);
            corner[1] |= (pair >> (n - 1) & 1) << axis_in_order(kind, dims, n);
        }
        EACH
        {
            vec value[2], difference;
            const hash_vec of[2] = {corner_hash(&h[u], dims, corner[0]),
                                    corner_hash(&h[u], dims, corner[1])};
            if (kind == GRADIENTS) {
                UNROLL
                for (int k = 0; k < 2; k++) {
                    vec d[4];
                    UNROLL
                    for (int a = 0; a < dims; a++)
                        d[a] = distance[u][a][corner[k] >> a & 1];
                    value[k] = gradient_dot(gradients, dims, of[k], d);
                }
                difference = value[1] - value[0];
            } else {
                v_values(of[0], of[1], &value[0], &difference);
            }
            vec v = value[0] + t[u][axis_in_order(kind, dims, 0)] * difference;
            int n = 1;
            UNROLL
            for (; pair >> (n - 1) & 1; n++)
                v = lerp(t[u][axis_in_order(kind, dims, n)], waiting[u][n - 1], v);
            if (n < dims)
                waiting[u][n - 1] = v;
            noise[u] = v;
        }
    }
}

INLINE void lattice_points(const perlin_noise *noise, enum lattice_noise kind, int dims,
                           struct points *points, uint32_t number, const struct store *store)
{
    const int side = abreast(dims);
    const struct store to = *store; /* a copy, because stores may alias the original */
    const uint32_t interpolation = noise->interpolation;
    const size_t n = points->n;
    struct v_gradients gradients;
    struct octave octave;
    octave_init(&octave, noise, dims, 0, points, number);
    if (kind == GRADIENTS)
        gradients_init(&gradients, dims, &noise->integers[number]);
    for (size_t i = 0; i < n; i += (size_t)side * LANES) {
        struct place place[MOST_ABREAST][4];
        vec value[MOST_ABREAST];
        EACH
        {
            find_places(&octave, dims, 0, i + (size_t)u * LANES, place[u]);
        }
        noise_of_lattice(kind, dims, interpolation, &gradients, &octave.keys, place, value);
        EACH
        {
            store_point_as(&to, kind == GRADIENTS, i + (size_t)u * LANES, value[u]);
        }
    }
    points->is_far |= found_far(&octave);
}

#define LATTICE_POINTS(name, kind, dims)                                                           \
    OUTLINE void name##_integers##dims(const perlin_noise *noise, struct points *points,           \
                                       uint32_t octave, const struct store *to)                    \
    {                                                                                              \
        lattice_points(noise, kind, dims, points, octave, to);                                     \
    }

LATTICE_POINTS(perlin, GRADIENTS, 1)
LATTICE_POINTS(perlin, GRADIENTS, 2)
LATTICE_POINTS(perlin, GRADIENTS, 3)
LATTICE_POINTS(perlin, GRADIENTS, 4)
LATTICE_POINTS(value, VALUES, 1)
LATTICE_POINTS(value, VALUES, 2)
LATTICE_POINTS(value, VALUES, 3)
LATTICE_POINTS(value, VALUES, 4)

#endif
