/*
 * Runs of points in a cell of the two lattices of cubes, where each vertex has up to eight places, of which three bits tell:
 *
 *     first lattice    the cell's corners: bit a is set where the vertex is the far one along axis a
 *     its center       a single one
 *     OPENSIMPLEX2     the other point of the second lattice, a cell from the center: bit 0 is set where it is beyond it; twice
 *                      the axis that it is off along
 *     OPENSIMPLEX2S    the other point that belongs to an axis a: bit a is set where it is off along that alone, both other bits
 *                      being set where it is beyond the center; else it is off along both other axes, and their bits tell
 */
#ifndef PERLIN_SIMD_CUBE_RUNS_H
#define PERLIN_SIMD_CUBE_RUNS_H

#include "cell_runs.h"
#include "vertices.h"

/* ---- Gradients ------------------------------------------------------------------------------------ */

/* By axis and place; of the other points by the axis that they belong to. */
struct cube_gradients {
    _Alignas(32) real corner[3][8], other[3][3][8];
    real center[3];
};

/* How many other points there are of the second lattice. */
INLINE int other_count(int basis)
{
    return vertex_count(basis, 3) / 2 - 1;
}

/* The offset of one of them along an axis. */
INLINE int other_offset(int basis, int own, int axis, int place)
{
    if (basis == OPENSIMPLEX2)
        return place / 2 != axis ? 0 : place % 2 == 0 ? -1 : 1;
    const int is_own = axis == own;
    if (place >> own & 1)
        return !is_own ? 0 : place == 1 << own ? -1 : 1;
    return is_own ? 0 : (place >> axis & 1) == 0 ? -1 : 1;
}

/* Hashes of the lattice points around a cell, along the first two axes from one before it to one behind; and where it is along z. */
struct cube_hashes {
    uint8_t xy[3][3], z;
};

/* The gradient of a point near the cell. */
INLINE const real *gradient_near(const perlin_noise *noise, const struct perlin_tables *tables,
                                 const struct cube_hashes *hashes, int copy, int x, int y, int z)
{
    const uint8_t xy = hashes->xy[x + 1][y + 1], near = (uint8_t)(hashes->z + z);
    const uint8_t xyz = tables->lut.value[xy + near];
    return noise->LANE(large)[0].row[tables->row[2].value[xyz + copy]];
}

INLINE void set_gradient(const real from[4], real to[3][8], int place)
{
    UNROLL
    for (int a = 0; a < 3; a++)
        to[a][place] = from[a];
}

/* Those of the cell of point i. */
INLINE void find_cube_gradients(const perlin_noise *noise, const struct points *points, int basis,
                                const struct perlin_tables *tables, size_t i,
                                struct cube_gradients *gradients)
{
    struct cube_hashes hashes = {.z = points->cell[2][i]};
    for (int x = 0; x < 3; x++) {
        const uint8_t h = tables->lut.value[(uint8_t)(points->cell[0][i] + x - 1)];
        for (int y = 0; y < 3; y++)
            hashes.xy[x][y] = tables->lut.value[h + (uint8_t)(points->cell[1][i] + y - 1)];
    }
    UNROLL
    for (int p = 0; p < 8; p++)
        set_gradient(gradient_near(noise, tables, &hashes, 0, p & 1, p >> 1 & 1, p >> 2),
                     gradients->corner, p);
    memcpy(gradients->center, gradient_near(noise, tables, &hashes, 1, 0, 0, 0),
           sizeof gradients->center);
    UNROLL
    for (int k = 0; k < other_count(basis); k++) {
        UNROLL
        for (int p = 0; p < 8; p++)
            set_gradient(gradient_near(noise, tables, &hashes, 1, other_offset(basis, k, 0, p),
                                       other_offset(basis, k, 1, p), other_offset(basis, k, 2, p)),
                         gradients->other[k], p);
    }
}

/* ---- Sums ----------------------------------------------------------------------------------------- */

/* Along each axis, from a point of the first lattice to a place: from the closest one, and from the one across the cell; and from the
   second lattice's center, and from the next one behind the place. */
struct cube_distances {
    vec closest[4], across[4], center[4], behind[4];
};

INLINE struct cube_distances cube_distances(const vec fraction[4], const ivec is_far[3])
{
    struct cube_distances d;
    UNROLL
    for (int a = 0; a < 3; a++) {
        d.closest[a] = fraction[a] - one_where(is_far[a]);
        d.across[a] = fraction[a] - one_where(~is_far[a]);
        d.center[a] = fraction[a] - v_splat((real)0.5);
        d.behind[a] = fraction[a] - where(is_far[a], v_splat((real)1.5), v_splat((real)-0.5));
    }
    return d;
}

/* Bits of axes where masks are. */
INLINE ivec bits_of_axes(const ivec mask[3])
{
    return (mask[0] & v_splat_index(1)) | (mask[1] & v_splat_index(2)) |
           (mask[2] & v_splat_index(4));
}

/* Adds a vertex by the distance from it and its gradient. */
INLINE void add_near(vec reach, int basis, int has_slopes, const vec d[4], const vec gradient[4],
                     struct simplex_sum *sum)
{
    const struct influence of = influence_at(reach, basis, 3, d);
    add_influence(basis, 3, has_slopes, &of, gradient, dot_product(3, 1, gradient, of.d), sum);
}

INLINE void add_at_place(vec reach, int basis, int has_slopes, const vec d[4],
                         const real gradients[3][8], ivec place, struct simplex_sum *sum)
{
    vec gradient[4];
    UNROLL
    for (int a = 0; a < 3; a++)
        gradient[a] = v_of_eight(gradients[a], place);
    add_near(reach, basis, has_slopes, d, gradient, sum);
}

INLINE void add_center(vec reach, int basis, int has_slopes, const vec d[4],
                       const struct cube_gradients *gradients, struct simplex_sum *sum)
{
    vec gradient[4];
    UNROLL
    for (int a = 0; a < 3; a++)
        gradient[a] = v_splat(gradients->center[a]);
    add_near(reach, basis, has_slopes, d, gradient, sum);
}

/* OPENSIMPLEX2: of each lattice the closest point, and the second closest, which moves along the axis of the greatest distance. */
INLINE void add_cubes(vec reach, int has_slopes, const ivec is_far[3], const ivec more[],
                      const struct cube_distances *d, const struct cube_gradients *gradients,
                      struct simplex_sum *sum)
{
    const ivec far = bits_of_axes(is_far);
    ivec moves[3];
    vec second[4];
    add_at_place(reach, OPENSIMPLEX2, has_slopes, d->closest, gradients->corner, far, sum);
    find_largest(3, more, moves);
    UNROLL
    for (int a = 0; a < 3; a++)
        second[a] = where(moves[a], d->across[a], d->closest[a]);
    add_at_place(reach, OPENSIMPLEX2, has_slopes, second, gradients->corner,
                 far ^ bits_of_axes(moves), sum);
    add_center(reach, OPENSIMPLEX2, has_slopes, d->center, gradients, sum);
    find_largest(3, more + 2, moves);
    UNROLL
    for (int a = 0; a < 3; a++)
        second[a] = where(moves[a], d->behind[a], d->center[a]);
    const ivec is_beyond = (moves[0] & is_far[0]) | (moves[1] & is_far[1]) | (moves[2] & is_far[2]);
    const ivec place = (is_beyond & v_splat_index(1)) | (moves[1] & v_splat_index(2)) |
                       (moves[2] & v_splat_index(4));
    add_at_place(reach, OPENSIMPLEX2, has_slopes, second, gradients->other[0], place, sum);
}

/* The distances from the point that belongs to an axis: it moves along that, or else along both others. */
INLINE void distances_of_axis(int axis, ivec moves, const vec stays[4], const vec moved[4],
                              vec d[4])
{
    UNROLL
    for (int a = 0; a < 3; a++)
        d[a] = a == axis ? where(moves, moved[a], stays[a]) : where(moves, stays[a], moved[a]);
}

/* OPENSIMPLEX2S: of each lattice the closest point, and for each axis another one. */
INLINE void add_all_cubes(vec reach, int has_slopes, const ivec is_far[3], const ivec more[],
                          const struct cube_distances *d, const struct cube_gradients *gradients,
                          struct simplex_sum *sum)
{
    const ivec far = bits_of_axes(is_far);
    vec other[4];
    add_at_place(reach, OPENSIMPLEX2S, has_slopes, d->closest, gradients->corner, far, sum);
    UNROLL
    for (int axis = 0; axis < 3; axis++) {
        const ivec along_others = far ^ v_splat_index(7 ^ 1 << axis);
        distances_of_axis(axis, more[axis], d->closest, d->across, other);
        add_at_place(reach, OPENSIMPLEX2S, has_slopes, other, gradients->corner,
                     along_others ^ more[axis], sum);
    }
    add_center(reach, OPENSIMPLEX2S, has_slopes, d->center, gradients, sum);
    UNROLL
    for (int axis = 0; axis < 3; axis++) {
        const ivec moves = more[3 + axis];
        const ivec along = is_far[axis] | v_splat_index(1 << axis);
        const ivec along_others = far & v_splat_index(7 ^ 1 << axis);
        distances_of_axis(axis, moves, d->center, d->behind, other);
        add_at_place(reach, OPENSIMPLEX2S, has_slopes, other, gradients->other[axis],
                     (ivec)where(moves, (vec)along, (vec)along_others), sum);
    }
}

/* The points' sums. */
INLINE void sum_cube_runs(const perlin_noise *noise, struct points *points, int basis,
                          int has_slopes, const struct perlin_tables *tables,
                          const struct simplex_sums *sums)
{
    const struct cell_runs *const runs = cell_runs_in(points);
    const vec reach = reach_of(noise, 3);
    clear_behind_runs(points, 3);
    for (size_t r = 0; r < runs->count; r++) {
        struct cube_gradients gradients;
        find_cube_gradients(noise, points, basis, tables, runs->begin[r], &gradients);
        for (size_t i = runs->begin[r]; i < runs->begin[r + 1]; i += LANES) {
            struct simplex_sum sum = no_sum();
            vec fraction[4];
            ivec sign[MOST_SIGNS];
            load_fractions(points, 3, i, fraction);
            find_signs(basis, 3, fraction, sign);
            const struct cube_distances d = cube_distances(fraction, sign);
            if (basis == OPENSIMPLEX2)
                add_cubes(reach, has_slopes, sign, sign + 3, &d, &gradients, &sum);
            else
                add_all_cubes(reach, has_slopes, sign, sign + 3, &d, &gradients, &sum);
            store_sums(sums, 3, has_slopes, i, &sum, points->n - i);
        }
    }
}

#endif
