/*
 * The integer hash (noise/integer_hash.h) of vectors of samples: from coordinates to cells and
 * fractions, from cells to hashes, from hashes to gradients.
 *
 * Kernels evaluate two vectors side by side, since the operations of one wait for each
 * other. Everything that an octave needs is in registers or on the stack.
 */
#ifndef PERLIN_INTEGERS_H
#define PERLIN_INTEGERS_H

#include "../noise/noise.h"
#include "block.h"

/* What hashes cells, `by` in functions in which it is constant. */
enum hashed_by { BY_TABLES, BY_INTEGERS };

enum { MOST_ABREAST = POINTS_ABREAST / LANES };

/* How many vectors go side by side. More would not fit into registers. */
INLINE int abreast(int dims)
{
    return dims < 4 ? 2 : 1;
}

/* A loop over them. */
#define EACH                                                                                       \
    UNROLL                                                                                         \
    for (int u = 0; u < side; u++)

/* ---- Hashing --------------------------------------------------------------------------------- */

INLINE hash_vec splat_hash(uint32_t h)
{
    return h + (hash_vec){0};
}

struct hash_keys {
    hash_vec axis[4], mask[4], last;
};

INLINE void hash_keys_init(struct hash_keys *keys, int dims, const struct perlin_keys *from)
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        keys->axis[a] = splat_hash(from->axis[a]);
        keys->mask[a] = splat_hash(from->mask[a]);
    }
    keys->last = splat_hash(from->last[0]);
}

/* A: the hash of a cell along an axis, of which key and mask are given. Cells come with
   PERLIN_CELL_BITS added. */
INLINE hash_vec cell_hash(hash_vec key, hash_vec mask, hash_vec cell)
{
    const hash_vec t = v_dot(cell, key);
    return v_dot(t, t) ^ (t + mask);
}

INLINE hash_vec axis_hash(const struct hash_keys *keys, int axis, hash_vec cell)
{
    return cell_hash(keys->axis[axis], keys->mask[axis], cell);
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Where a vector of samples is along an axis: the cell and the next one, with PERLIN_CELL_BITS
   added, and the fraction. */
struct place {
    hash_vec cell, next;
    vec fraction;
};

/* What all vectors of an octave share. */
struct octave {
    struct hash_keys keys;
    vec frequency, offset[4], skew;
    const real *coords[4];
    const struct points *placed; /* what place.h has stored, or NULL: coordinates are placed here */
    uint32_t modulus[4];
    ivec far; /* collects what tells whether samples are too far out */
};

INLINE void octave_init(struct octave *octave, const perlin_noise *noise, int dims, double skew,
                        const struct points *points, uint32_t number)
{
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    hash_keys_init(&octave->keys, dims, &noise->integers[number].keys);
    octave->frequency = v_splat((real)spectrum->frequency[number]);
    octave->skew = v_splat((real)skew);
    octave->placed = points->are_placed ? points : NULL;
    octave->far = v_splat_index(0);
    UNROLL
    for (int a = 0; a < dims; a++) {
        octave->offset[a] = v_splat((real)spectrum->offset[number][a]);
        octave->coords[a] = points->coords[a];
        octave->modulus[a] = spectrum->modulus[number][a];
    }
}

/* Loads the places of samples from i on. */
INLINE void load_places(const struct octave *octave, int dims, size_t i, struct place place[4])
{
    UNROLL
    for (int a = 0; a < dims; a++) {
        const uint32_t modulus = octave->modulus[a];
        const hash_vec cell = (hash_vec)v_load_words(octave->placed->any_cell[a] + i);
        place[a].cell = cell + splat_hash(PERLIN_CELL_BITS);
        place[a].next = place[a].cell + 1;
        if (modulus > 0)
            place[a].next -= modulus & (hash_vec)(cell + 1 == modulus);
        place[a].fraction = v_load(octave->placed->fraction[a] + i);
    }
}

/* Loads them, or finds them from coordinates of the lane type, on axes without a period. */
INLINE void find_places(struct octave *octave, int dims, int is_skewed, size_t i,
                        struct place place[4])
{
    const hash_vec cell_bits = splat_hash(PERLIN_CELL_BITS);
    vec c[4], shift;
    if (octave->placed) {
        load_places(octave, dims, i, place);
        return;
    }
    UNROLL
    for (int a = dims - 1; a >= 0; a--) {
        c[a] = v_load(octave->coords[a] + i) * octave->frequency + octave->offset[a];
        shift = a == dims - 1 ? c[a] : (vec)(c[a] + shift);
    }
    shift = shift * octave->skew;
    UNROLL
    for (int a = 0; a < dims; a++) {
        const vec at = is_skewed ? (vec)(c[a] + shift) : c[a];
        const ivec whole = v_place(at, &place[a].fraction);
        octave->far |= whole ^ (ivec)v_splat(V_BIG);
        place[a].cell = (hash_vec)whole;
        if (sizeof(real) == sizeof(double))
            place[a].cell += cell_bits;
        place[a].next = place[a].cell + 1;
    }
}

/* True if some sample was too far out to be placed, or not finite. */
INLINE int found_far(const struct octave *octave)
{
    const ivec sign_and_exponent = (ivec)v_splat(-(real)INFINITY);
    return v_any((ivec)((octave->far & sign_and_exponent) != 0));
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* Moves a bit of a hash to the sign bit of its lane. */
INLINE ivec bit_as_sign(hash_vec h, int bit)
{
    return (ivec)h << (8 * (int)sizeof(real) - 1 - bit);
}

/* Prepares an octave's gradients for look-ups. */
INLINE void gradients_init(struct v_gradients *gradients, int dims,
                           const struct perlin_integers *integers)
{
    v_gradients_init(gradients, dims,
                     integers->LANE(scaled).gradient + perlin_first_column((uint32_t)dims));
}

/* The dot product of d and the gradients that hashes select, w first and x last. */
INLINE vec gradient_dot(const struct v_gradients *gradients, int dims, hash_vec h, const vec d[4])
{
    vec g[4];
    v_gradient(gradients, dims, (ivec)(h >> PERLIN_ROW_SHIFT), g);
    vec sum = g[dims - 1] * d[dims - 1];
    UNROLL
    for (int a = dims - 2; a >= 0; a--) {
        vec product = g[a] * d[a];
        if (V_ROWS == 8 && dims == 4 && a == 0)
            product = v_negate_by(product, bit_as_sign(h, PERLIN_ROW_SHIFT + 3));
        sum = product + sum;
    }
    if (V_ROWS == 8 && (dims == 1 || dims == 3))
        return v_negate_by(sum, bit_as_sign(h, PERLIN_ROW_SHIFT + 3));
    return dims == 4 ? v_negate_by(sum, bit_as_sign(h, PERLIN_ROW_SHIFT + 4)) : sum;
}

/* The gradients themselves. */
INLINE void gradients_at(const struct v_gradients *gradients, int dims, hash_vec h, vec g[4])
{
    v_gradient(gradients, dims, (ivec)(h >> PERLIN_ROW_SHIFT), g);
    UNROLL
    for (int a = 0; a < dims; a++) {
        if (V_ROWS == 8 && (dims == 1 || dims == 3 || (dims == 4 && a == 0)))
            g[a] = v_negate_by(g[a], bit_as_sign(h, PERLIN_ROW_SHIFT + 3));
        if (dims == 4)
            g[a] = v_negate_by(g[a], bit_as_sign(h, PERLIN_ROW_SHIFT + 4));
    }
}

#endif
