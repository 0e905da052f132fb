/*
 * Noise on simplices and like lattices: a sum over the lattice points near a sample, the vertices,
 * each of which has a gradient that fades with the distance.
 */
#ifndef PERLIN_SIMPLEX_POINTS_H
#define PERLIN_SIMPLEX_POINTS_H

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

/* A vertex of a vector of samples, by its row of the gradient set: in memory, or as an index. */
struct vertex {
    int is_in_memory;
    const uint8_t *row;
    ivec index;
};

/* Looks gradients up by rows; returns their dot products with d. */
INLINE vec simplex_gradients(const struct lattice *lattice, const perlin_noise *noise,
                             const struct vertex *vertex, const vec d[4], vec gradient[4])
{
    const int dims = lattice->dims, is_in_memory = vertex->is_in_memory;
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

/* Whether simplices are placed, and their corners found and hashed, where they are summed. On other
   lattices the rows of a block are found first, as by tables: registers do not hold so much. */
INLINE int sums_by_integers(const struct lattice *lattice, const struct points *points)
{
    return points->cells == INTEGERS && lattice->rule == CORNERS_OF_SIMPLEX;
}

/* The sum at samples from i on, in either way: is_integer is constant where this is inlined. */
INLINE struct simplex_sum sum_at(const struct lattice *lattice, const perlin_noise *noise,
                                 struct points *points, const struct hashing *hashing,
                                 const struct row_rule *rule, int has_slopes, int is_integer,
                                 size_t i)
{
    const struct vertices *const v = vertices_in(points);
    const struct hash_constants *const constants = &hashing->constants;
    const vec zero = v_splat(0);
    struct simplex_sum sum = {zero, {zero, zero, zero, zero}};
    vec from_near[4];
    ivec is_step[MOST_VERTICES][4];
    hash_vec cell[4];
    if (is_integer) {
        const struct samples samples = place_samples(hashing, lattice->dims, 1, i);
        UNROLL
        for (int a = 0; a < lattice->dims; a++) {
            cell[a] = samples.cell[a] * constants->cell_factor[a];
            from_near[a] = samples.fraction[a];
        }
        simplex_corners(lattice, from_near, is_step);
    } else {
        load_fractions(points, lattice->dims, i, from_near);
    }
    const vec shift = sum_of(lattice->dims, from_near) * v_splat((real)lattice->unskew);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        from_near[a] = from_near[a] - shift;
    UNROLL
    for (int k = 0; k < lattice->vertices; k++) {
        struct vertex vertex = {.is_in_memory = !is_integer};
        vec position[4], d[4];
        if (is_integer) {
            hash_vec h = splat_hash(0);
            UNROLL
            for (int a = 0; a < lattice->dims; a++) {
                const hash_vec up = hashes_of_index(is_step[k][a]) & constants->cell_factor[a];
                position[a] = one_where(is_step[k][a]);
                h = hash_step(constants, a, h, cell[a] + up);
            }
            vertex.index = row_of_vertex(lattice, noise, rule, constants, 0, h);
        } else {
            UNROLL
            for (int a = 0; a < lattice->dims; a++)
                position[a] = offset_along(lattice, a, offsets_of_vertex(lattice, v, k, i));
            vertex.row = v->row[k] + i;
        }
        unskew_vertex(lattice, k, position);
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            d[a] = from_near[a] - position[a];
        add_vertex(lattice, noise, has_slopes, &vertex, d, &sum);
    }
    return sum;
}

INLINE void simplices(const struct lattice *lattice, const perlin_noise *noise,
                      struct points *points, uint32_t octave, int has_slopes, int is_integer,
                      const struct store *to)
{
    struct hashing hashing;
    if (is_integer)
        hashing_init(&hashing, noise, points, octave);
    const struct row_rule rule = rule_of_simplices(noise);
    for (size_t i = 0; i < points->n; i += LANES) {
        const struct simplex_sum sum =
            sum_at(lattice, noise, points, &hashing, &rule, has_slopes, is_integer, i);
        if (has_slopes)
            store_point_slopes(to, lattice->dims, i, sum.value, sum.slope);
        else
            store_point(to, i, sum.value);
    }
}

#define SIMPLEX_POINTS(name, dims, lattice)                                                        \
    OUTLINE int name##_box##dims(struct points *points)                                            \
    {                                                                                              \
        return points->is_in_box = enter_box(&(lattice), points);                                  \
    }                                                                                              \
    OUTLINE void name##_vertices##dims(const perlin_noise *noise, struct points *points,           \
                                       uint32_t octave)                                            \
    {                                                                                              \
        find_vertices(&(lattice), noise, points, octave);                                          \
    }                                                                                              \
    OUTLINE void name##_points##dims(const perlin_noise *noise, struct points *points,             \
                                     uint32_t octave, const struct store *to)                      \
    {                                                                                              \
        if (!name##_box##dims(points) && sums_by_integers(&(lattice), points)) {                   \
            simplices(&(lattice), noise, points, octave, 0, 1, to);                                \
            return;                                                                                \
        }                                                                                          \
        name##_vertices##dims(noise, points, octave);                                              \
        simplices(&(lattice), noise, points, octave, 0, 0, to);                                    \
    }                                                                                              \
    OUTLINE void name##_point_slopes##dims(const perlin_noise *noise, struct points *points,       \
                                           uint32_t octave, const struct store *to)                \
    {                                                                                              \
        name##_box##dims(points);                                                                  \
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
