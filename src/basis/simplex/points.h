/*
 * Noise on simplices and like lattices: a sum over the lattice points near a sample, the vertices,
 * each of which has a gradient that fades with the distance.
 */
#ifndef PERLIN_SIMPLEX_POINTS_H
#define PERLIN_SIMPLEX_POINTS_H

#include "../../engine/integers.h"
#include "../perlin/gradient.h"
#include "vertices.h"

/* ---- What a vertex adds ---------------------------------------------------------------------- */

/* The dot product of a gradient with a distance; `rounds` where products are not exact. */
INLINE vec dot_product(int dims, int rounds, const vec gradient[4], const vec d[4])
{
    vec dot = gradient[dims - 1] * d[dims - 1];
    UNROLL
    for (int a = dims - 2; a >= 0; a--)
        if (rounds)
            dot = gradient[a] * d[a] + dot;
        else
            dot = v_mul_add_exact(gradient[a], d[a], dot);
    return dot;
}

/* Whether the set has more than 32 gradients: known beforehand but for simplex noise
   (perlin_basis_info). */
INLINE int is_large(const struct lattice *lattice, const perlin_noise *noise)
{
    if (lattice->dims < 3 || lattice->rule == ONE_OF_EACH_CLASS)
        return 0;
    return lattice->rule != CORNERS_OF_SIMPLEX || perlin_is_large(noise, (uint32_t)lattice->dims);
}

/* A vertex of a vector of samples, by its row of the gradient set: in memory, or as an index. */
struct vertex {
    const uint8_t *row; /* or NULL */
    ivec index;
};

/* Looks gradients up by rows; returns their dot products with d. */
INLINE vec simplex_gradients(const struct lattice *lattice, const perlin_noise *noise,
                             const struct vertex *vertex, const vec d[4], vec gradient[4])
{
    const int dims = lattice->dims, is_in_memory = vertex->row != NULL;
    const uint8_t *row = vertex->row;
    uint8_t stored[LANES];
    int rounds = 1;
    if (is_large(lattice, noise)) {
        if (!is_in_memory) {
            v_store_index(stored, vertex->index);
            row = stored;
        }
        if (dims == 3)
            v_rows_of_48(noise->large[2], row, gradient);
        else
            v_rows_at(noise->large[3]->LANE(rows), row, gradient);
    } else if (dims > 2 && lattice->rule == CORNERS_OF_SIMPLEX) {
        if (is_in_memory)
            v_sign_rows(gradients_of(noise, dims), dims == 4 ? 32 : 16, row, gradient);
        else
            v_sign_rows_by(gradients_of(noise, dims), dims == 4 ? 32 : 16, vertex->index, gradient);
        UNROLL
        for (int a = 0; a < dims; a++)
            gradient[a] = gradient[a] * v_splat(unit_in(dims));
        rounds = 0;
    } else {
        const ivec index = is_in_memory ? v_load_index(row) : vertex->index;
        const uint32_t rows = noise->gradients[dims - 1]->rows;
        if (rows == 8)
            v_rows_by(gradients_of(noise, dims), 8, index, gradient);
        else if (rows == 16)
            v_rows_by(gradients_of(noise, dims), 16, index, gradient);
        else
            v_rows_by(gradients_of(noise, dims), 32, index, gradient);
        rounds = rows != 8;
    }
    return dot_product(dims, rounds, gradient, d);
}

/* ---- By the integer hash --------------------------------------------------------------------- */

/* An offset along an axis times the axis's factor. */
INLINE hash_vec offset_product(const struct lattice *lattice, const struct hash_constants *k,
                               int axis, hash_vec packed)
{
    const hash_vec factor = k->cell_factor[axis];
    const int mask = (1 << bits_of_axis(lattice, axis)) - 1;
    const hash_vec up = packed >> lattice->first_bit[axis] & (uint32_t)mask;
    if (lattice->most - lattice->least > 1)
        return (up + (uint32_t)lattice->least) * factor;
    return (-up & factor) + (uint32_t)lattice->least * factor;
}

/* The row of a vertex's gradient. Of sets with mirror images bits on top tell the signs. */
INLINE ivec row_of_vertex(const struct lattice *lattice, const perlin_noise *noise,
                          const struct row_rule *rule, const struct hash_constants *k, hash_vec h)
{
    const int dims = lattice->dims;
    if (is_large(lattice, noise) && dims == 3)
        return v_one_of(24, index_of_hashes(h << 1)) | index_of_hashes(h >> 31 << 5);
    if (is_large(lattice, noise))
        return v_one_of(160, index_of_hashes(h));
    if (dims == 2 && noise->basis != PERLIN_BASIS_SIMPLEX)
        return v_one_of(6, index_of_hashes(h << 2)) | index_of_hashes(h >> 30 << 3);
    return row_of_hash(rule, dims, k, h);
}

INLINE struct vertex vertex_by_integers(const struct lattice *lattice, const perlin_noise *noise,
                                        const struct row_rule *rule,
                                        const struct hash_constants *k, int number,
                                        const hash_vec product[4], ivec packed)
{
    const hash_vec offsets = hashes_of_index(packed);
    hash_vec h = splat_hash(0);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        h = hash_step(k, a, h, product[a] + offset_product(lattice, k, a, offsets));
    if (lattice->dims == 1)
        h = hash_step(k, 1, h, splat_hash(0));
    if (lattice->copies > 1)
        h = hash_step_by(k, 4, h, (uint32_t)copy_of(lattice, number));
    return (struct vertex){NULL, row_of_vertex(lattice, noise, rule, k, h)};
}

/* The sum over vertices, and its slopes if asked for. */
struct simplex_sum {
    vec value, slope[4];
};

/* Adds a vertex to each sample, which is d from it: its gradient's dot product with d, times
   left^4. */
INLINE void add_vertex(const struct lattice *lattice, const perlin_noise *noise, int has_slopes,
                       const struct vertex *vertex, const vec d[4], struct simplex_sum *sum)
{
    vec gradient[4], square = d[0] * d[0];
    UNROLL
    for (int a = 1; a < lattice->dims; a++)
        square = square + d[a] * d[a];
    vec left = v_splat((real)noise->reach[lattice->dims - 1]) - square;
    left = (vec)((ivec)left & ~(ivec)(left < v_splat(0)));
    const vec dot = simplex_gradients(lattice, noise, vertex, d, gradient);
    const vec squared = left * left;
    sum->value = sum->value + squared * squared * dot;
    if (!has_slopes)
        return;
    const vec fall = v_splat(8) * (squared * left * dot);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        sum->slope[a] = sum->slope[a] + (squared * squared * gradient[a] - fall * d[a]);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* The packed offsets of a vertex of samples from i on. */
INLINE ivec offsets_of_vertex(const struct lattice *lattice, const struct vertices *v, int vertex,
                              size_t i)
{
    if (vertex == lattice->near_corner)
        return near_corner(lattice);
    if (vertex == lattice->far_corner)
        return far_corner(lattice);
    return v_load_index(v->offsets[vertex] + i);
}

/* The sum at samples from i on. By tables the vertices have been found; by integers they are found
   here. is_integer is constant where this is inlined. */
INLINE struct simplex_sum sum_at(const struct lattice *lattice, const perlin_noise *noise,
                                 struct points *points, const struct placing *placing,
                                 const struct row_rule *rule, int has_slopes, int is_integer,
                                 size_t i)
{
    const struct vertices *const v = vertices_in(points);
    const vec zero = v_splat(0);
    struct simplex_sum sum = {zero, {zero, zero, zero, zero}};
    vec from_near[4], d[4];
    ivec offsets[MOST_VERTICES];
    hash_vec product[4];
    if (is_integer) {
        place_samples(placing, lattice->dims, i, product, from_near);
        find_offsets(lattice, from_near, offsets);
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            product[a] = product[a] * placing->constants.cell_factor[a];
    } else {
        load_fractions(points, lattice->dims, i, from_near);
    }
    const vec shift = sum_of(lattice->dims, from_near) * v_splat((real)lattice->unskew);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        from_near[a] = from_near[a] - shift;
    UNROLL
    for (int k = 0; k < lattice->vertices; k++) {
        const ivec packed = is_integer ? offsets[k] : offsets_of_vertex(lattice, v, k, i);
        const struct vertex vertex =
            is_integer ? vertex_by_integers(lattice, noise, rule, &placing->constants, k, product,
                                            packed)
                       : (struct vertex){v->row[k] + i, packed};
        unskewed_position(lattice, k, packed, d);
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            d[a] = from_near[a] - d[a];
        add_vertex(lattice, noise, has_slopes, &vertex, d, &sum);
    }
    return sum;
}

INLINE void simplices(const struct lattice *lattice, const perlin_noise *noise,
                      struct points *points, uint32_t octave, int has_slopes, int is_integer,
                      const struct store *to)
{
    struct placing placing;
    if (is_integer)
        placing_init(&placing, noise, points, lattice->dims, octave, lattice->dims > 1);
    struct row_rule rule = row_rule(noise);
    rule.is_slice = 0; /* simplices have no slice */
    for (size_t i = 0; i < points->n; i += LANES) {
        const struct simplex_sum sum =
            sum_at(lattice, noise, points, &placing, &rule, has_slopes, is_integer, i);
        if (has_slopes)
            store_point_slopes(to, lattice->dims, i, sum.value, sum.slope);
        else
            store_point(to, i, sum.value);
    }
}

#define SIMPLEX_POINTS(name, dims, lattice)                                                        \
    OUTLINE void name##_vertices##dims(const perlin_noise *noise, struct points *points,           \
                                       uint32_t octave)                                            \
    {                                                                                              \
        find_vertices(&(lattice), noise, points, octave);                                          \
    }                                                                                              \
    OUTLINE void name##_points##dims(const perlin_noise *noise, struct points *points,             \
                                     uint32_t octave, const struct store *to)                      \
    {                                                                                              \
        if (points->cells == INTEGERS) {                                                           \
            simplices(&(lattice), noise, points, octave, 0, 1, to);                                \
            return;                                                                                \
        }                                                                                          \
        name##_vertices##dims(noise, points, octave);                                              \
        simplices(&(lattice), noise, points, octave, 0, 0, to);                                    \
    }                                                                                              \
    OUTLINE void name##_point_slopes##dims(const perlin_noise *noise, struct points *points,       \
                                           uint32_t octave, const struct store *to)                \
    {                                                                                              \
        if (points->cells == INTEGERS) {                                                           \
            simplices(&(lattice), noise, points, octave, 1, 1, to);                                \
            return;                                                                                \
        }                                                                                          \
        name##_vertices##dims(noise, points, octave);                                              \
        simplices(&(lattice), noise, points, octave, 1, 0, to);                                    \
    }

SIMPLEX_POINTS(simplex, 1, simplex1)
SIMPLEX_POINTS(simplex, 2, simplex2)
SIMPLEX_POINTS(simplex, 3, simplex3)
SIMPLEX_POINTS(simplex, 4, simplex4)
SIMPLEX_POINTS(opensimplex2, 3, opensimplex2_3)
SIMPLEX_POINTS(opensimplex2, 4, opensimplex2_4)
SIMPLEX_POINTS(opensimplex2s, 2, opensimplex2s_2)
SIMPLEX_POINTS(opensimplex2s, 3, opensimplex2s_3)
SIMPLEX_POINTS(opensimplex2s, 4, opensimplex2s_4)
SIMPLEX_POINTS(opensimplex, 2, opensimplex_2)
SIMPLEX_POINTS(opensimplex, 3, opensimplex_3)

#endif
