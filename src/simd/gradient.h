/*
 * Gradient noise over vectors: the pieces that points and grid rows share. `dims` is always a constant
 * where these are inlined, so that the loops unroll and the unused branches vanish.
 */
#ifndef PERLIN_SIMD_GRADIENT_H
#define PERLIN_SIMD_GRADIENT_H

#include "../noise.h"
#include "inline.h"

typedef struct LANE(perlin_rows) gradient_set;
typedef struct LANE(perlin_output) output_scale;

/* As many doubles as a register holds, and their bits: longer vectors are memory to compilers. */
typedef double doubles __attribute__((vector_size(sizeof(vec))));
typedef int64_t bits_of_doubles __attribute__((vector_size(sizeof(vec))));
enum { DOUBLES = sizeof(doubles) / sizeof(double) };
_Static_assert(LANES % DOUBLES == 0, "vectors of coordinates are whole registers");

static inline size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t greatest(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* n rounded up to a multiple of the vector's length. */
static inline size_t whole_vectors(size_t n)
{
    return (n + LANES - 1) / LANES * LANES;
}

/* What is read behind a row's last lattice point. */
enum { BEHIND = (int)BYTES > (int)LANES ? (int)BYTES : (int)LANES };

/* Writes a vector to out[i..], of it what lies within n. */
INLINE void store_within(real *out, size_t i, size_t n, vec value)
{
    if (i + LANES <= n)
        v_store(out + i, value);
    else
        v_store_part(out + i, value, n - i);
}

INLINE vec fade(vec t)
{
    return t * t * t * (t * (t * v_splat(6) - v_splat(15)) + v_splat(10));
}

/* Whether gradient components are divided by PERLIN_SCALE, and distances multiplied by it, exactly: where components are looked up
   by their highest byte. A backend's table has it, too (is_divided in backend.h). */
INLINE int is_divided(int dims)
{
    return dims == 4 ? SIGNS_BY_TOP : dims == 3 && PAIRS_BY_TOP;
}

INLINE real unit_in(int dims)
{
    return is_divided(dims) ? LANE(PERLIN_SCALE) : 1;
}

/* A number times the unit: a distance along an axis, or a fraction, as it goes with gradient components. */
INLINE vec scaled(int dims, vec a)
{
    if (is_divided(dims))
        a = a * v_splat(unit_in(dims));
    return a;
}

/* From a scaled distance from the near side of a cell to that from its far side. */
INLINE vec from_far_side(int dims, vec near)
{
    return near - v_splat(unit_in(dims));
}

INLINE vec lerp(vec t, vec a, vec b)
{
    return a + t * (b - a);
}

/* Whether the gradients are the 2-D set EVEN, which has twice the rows of other 2-D sets, and components whose products are
   not exact. Where `even` is a parameter below it is a constant, as `dims` is. */
INLINE int is_even(const perlin_noise *noise, int dims)
{
    return dims == 2 && noise->gradients == PERLIN_GRADIENTS_EVEN;
}

/* The rows of a gradient set but EVEN, which a hash picks by its low bits. */
INLINE int gradient_count(int dims)
{
    return dims == 4 ? 32 : dims == 2 ? 8 : 16;
}

/* Whether two rows fit a byte: of corners that are neighbours along the last axis, which take one look-up. */
INLINE int has_pairs(int dims)
{
    return gradient_count(dims) <= 16;
}

/* The gradients of such corners, from a byte a lane of both, or from one of each. */
INLINE void neighbour_gradients(const gradient_set *set, int dims, int even, const uint8_t *here,
                                const uint8_t *next, vec gradient[2][4])
{
    if (!has_pairs(dims)) { /* 4-D, all of whose components are -1, 0 or 1 */
        v_sign_rows(set, gradient_count(dims), here, gradient[0]);
        v_sign_rows(set, gradient_count(dims), next, gradient[1]);
    } else if (dims == 3) {
        v_sign_row_pairs(set, here, gradient[0], gradient[1]);
    } else {
        v_row_pairs(set, even ? 16 : gradient_count(dims), here, gradient[0], gradient[1]);
    }
}

/* The same from woven bytes, those of vector k. */
_Static_assert(!WEAVES || (!SIGNS_BY_TOP && !PAIRS_BY_TOP), "woven rows are not divided");
INLINE void woven_gradients(const gradient_set *set, int dims, int even, const uint8_t *here,
                            const uint8_t *next, int k, vec gradient[2][4])
{
    if (!has_pairs(dims)) {
        v_woven_rows(set, here, k, gradient[0]);
        v_woven_rows(set, next, k, gradient[1]);
    } else {
        v_woven_row_pairs(set, even ? 16 : gradient_count(dims), here, k, gradient[0], gradient[1]);
    }
}

/* A gradient component times a distance, plus c. Products that are not exact, as EVEN's, have to be rounded first. */
INLINE vec add_product(int rounds, vec component, vec distance, vec c)
{
    if (rounds)
        return component * distance + c;
    return v_mul_add_exact(component, distance, c);
}

/* Cells along an axis, as bytes: those on the near sides of lattice cells, and those on the far sides, which follow them in
   the table but where a period ends. */
struct v_sides {
    bytes near, far; /* far, only if they are wrapped */
};

/* p[h + near] and p[h + far]: where cells follow each other p[h + near + 1], which is looked up with the former. */
INLINE struct v_pair hash_sides(const struct perlin_bytes *table, int wrapped, bytes hash,
                                struct v_sides cell)
{
    if (!wrapped)
        return v_pair_at(table, hash, cell.near);
    return (struct v_pair){v_byte_at(table, hash, cell.near), v_byte_at(table, hash, cell.far)};
}

/* Extends the hashes of 2^axis corners by one axis: corner c keeps its bits below and gains bit `axis`. */
INLINE void extend_hashes(const struct perlin_bytes *table, int corners, int wrapped,
                          struct v_sides cell, bytes h[])
{
    UNROLL
    for (int c = 0; c < corners; c++) {
        const struct v_pair p = hash_sides(table, wrapped, h[c], cell);
        h[c] = p.here;
        h[c + corners] = p.next;
    }
}

/* A leaf's rows on both sides, which it has together only where cells follow each other. */
INLINE bytes rows_of_sides(const struct perlin_bytes *leaf, int wrapped, bytes hash,
                           struct v_sides cell)
{
    if (!wrapped)
        return v_byte_at(leaf, hash, cell.near);
    const bytes low = v_splat_byte(15);
    const struct v_pair rows = hash_sides(leaf, 1, hash, cell);
    return (bytes)((rows.here & low) | (rows.next & low) << 4);
}

/* Extends hashes for gradients: after the last axis there are rows of the gradient set, or pairs of them, which are not
   extended. */
INLINE void hash_axis(const struct perlin_tables *tables, int dims, int axis, int corners,
                      int wrapped, struct v_sides cell, bytes h[])
{
    const int is_last = axis == dims - 1;
    const struct perlin_bytes *const table = is_last ? &tables->leaf[axis] : &tables->lut;
    if (!is_last || !has_pairs(dims)) {
        extend_hashes(table, corners, wrapped, cell, h);
        return;
    }
    UNROLL
    for (int c = 0; c < corners; c++)
        h[c] = rows_of_sides(table, wrapped, h[c], cell);
}

/* The cells on both sides, the same in all lanes. */
INLINE struct v_sides splat_sides(uint32_t cell, uint32_t modulus)
{
    return (struct v_sides){v_splat_byte((uint8_t)cell),
                            v_splat_byte((uint8_t)perlin_next_cell(cell, modulus))};
}

/* Lerps 2^axes corner values down to one, the lowest bit of the corner first. */
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

/* Whether results need kernels in which their sums are rounded by themselves, beside those that fuse them. Without a bias results
   are products, to which 0 is added, so that -0 becomes 0. To fuse these changes nothing if only a product of 0 rounds to 0:
   where a factor of 0.5 or less takes negative numbers to -0, their sum is 0, but the fused one -0. */
INLINE int needs_sums(const output_scale *output)
{
    return IS_FUSED && (output->bias != 0 || output->factor <= (real)0.5);
}

/* From the total of all octaves to the result, but for the bits of a NaN: the range, one zero. */
INLINE vec finish(const output_scale *output, int summed, vec total)
{
    if (summed || !IS_FUSED)
        return total * v_splat(output->factor) + v_splat(output->bias);
    return v_mul_add_exact(total, v_splat(output->factor), v_splat(0));
}

#endif
