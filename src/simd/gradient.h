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

INLINE const gradient_set *gradients_of(const perlin_noise *noise, int dims)
{
    return &noise->gradients[dims - 1]->LANE(rows);
}

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

/* fade's derivative, 30 t^2 (t - 1)^2. */
INLINE vec fade_slope(vec t)
{
    return v_splat(30) * t * t * (t * (t - v_splat(2)) + v_splat(1));
}

/* What gradient components are divided by, and distances multiplied by, exactly: in 3-D and 4-D components are -1, 0 or 1,
   of which, divided, only the highest byte is not 0, so that backends can look that up alone. */
INLINE int is_divided(int dims)
{
    return dims > 2;
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

/* Whether two rows of the gradient set fit a byte: of corners that are neighbours along the last axis, which take one look-up.
   Sets have at most 16 rows, but for that in 4-D, which has 32. */
INLINE int has_pairs(int dims)
{
    return dims < 4;
}

/* The gradients of such corners, from a byte a lane of both, or from one of each. */
INLINE void neighbour_gradients(const gradient_set *set, int dims, const uint8_t *here,
                                const uint8_t *next, vec gradient[2][4])
{
    if (!has_pairs(dims)) { /* 4-D, all of whose components are -1, 0 or 1 */
        v_sign_rows(set, 32, here, gradient[0]);
        v_sign_rows(set, 32, next, gradient[1]);
    } else if (dims == 3) {
        v_sign_row_pairs(set, here, gradient[0], gradient[1]);
    } else {
        v_row_pairs(set, here, gradient[0], gradient[1]);
    }
}

/* A gradient component times a distance, plus c. In 2-D the product has to be rounded first: EVEN's are not exact. */
INLINE vec add_product(int dims, vec component, vec distance, vec c)
{
    if (dims == 2)
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

/* From the total of all octaves to the result, but for the bits of a NaN: the range, one zero. */
INLINE vec finish(const output_scale *output, vec total)
{
    return total * v_splat(output->factor) + v_splat(output->bias);
}

#endif
