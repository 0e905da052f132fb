/*
 * Runs of points in a cell of a lattice in 2-D, where each vertex has up to four places, of which two bits tell.
 */
#ifndef PERLIN_SIMD_PLANE_RUNS_H
#define PERLIN_SIMD_PLANE_RUNS_H

#include "cell_runs.h"
#include "vertices.h"

/* ---- Places --------------------------------------------------------------------------------------- */

/*
 * The place where points with such signs have a vertex that moves, in the low two bits:
 *
 *     simplex noise    both are set where the fraction along x is greater
 *     OPENSIMPLEX2S    the high one is where the vertex's own sign is; they differ beyond the diagonal
 *     OPENSIMPLEX      the low one is where the point is not the cell's corner, and the high one, too, where it is off that along
 *                      the second of the class's axes
 */
INLINE ivec find_place(int basis, int vertex, const ivec sign[])
{
    if (is_simplex(basis))
        return sign[0];
    if (basis == OPENSIMPLEX2S)
        return sign[vertex - 1] ^ (sign[0] & v_splat_index(1));
    if (vertex == 1 || vertex == 2)
        return sign[vertex + 2];
    const ivec *const of_class = vertex == 0 ? sign : sign + 5, second = of_class[0];
    const ivec is_other = (ivec)where(second, (vec)of_class[2], (vec)of_class[1]);
    return is_other & (second | v_splat_index(1));
}

/* Its offset along an axis. */
INLINE int place_offset(int basis, int vertex, int axis, int place)
{
    const int high = place >> 1, low = place & 1;
    if (is_fixed(basis, 2, vertex))
        return fixed_offset(basis, 2, vertex);
    if (is_simplex(basis))
        return high != axis;
    if (basis == OPENSIMPLEX2S) {
        const int upper = high ^ low;
        return axis == vertex - 2 ? upper - 1 + 2 * high : upper;
    }
    const struct point_class *const class = &point_classes[0][vertex];
    const int along = class->axis[class->axes == 1 ? 0 : high];
    return (vertex >> axis & 1) + (low && along == axis ? class->is_back ? -2 : 2 : 0);
}

/* Where a vertex is, for a vector of points that have it in such places. */
INLINE void positions_at(int basis, int vertex, ivec place, vec position[2])
{
    UNROLL
    for (int a = 0; a < 2; a++) {
        real four[4];
        UNROLL
        for (int p = 0; p < 4; p++) {
            const int offset[4] = {place_offset(basis, vertex, 0, p),
                                   place_offset(basis, vertex, 1, p)};
            four[p] = position_of(basis, 2, vertex, offset, a);
        }
        position[a] = v_of_four(four[0], four[1], four[2], four[3], place);
    }
}

/* The gradients of the cell of point i, by vertex, axis and place; a fixed vertex has the same one four times. */
INLINE void find_plane_gradients(const perlin_noise *noise, const struct points *points, int basis,
                                 const struct perlin_tables *tables, size_t i,
                                 real gradient[4][2][4])
{
    const uint8_t x = points->cell[0][i], y = points->cell[1][i];
    UNROLL
    for (int k = 0; k < vertex_count(basis, 2); k++) {
        UNROLL
        for (int p = 0; p < 4; p++) {
            const uint8_t near_x = (uint8_t)(x + place_offset(basis, k, 0, p));
            const uint8_t near_y = (uint8_t)(y + place_offset(basis, k, 1, p));
            const uint8_t row = tables->row[1].value[tables->lut.value[near_x] + near_y];
            UNROLL
            for (int a = 0; a < 2; a++)
                gradient[k][a][p] = noise->LANE(gradients)[1].row[row][a];
        }
    }
}

/* ---- Sums ----------------------------------------------------------------------------------------- */

/* The sum of a vector of points in a cell. */
INLINE struct simplex_sum sum_in_plane(vec reach, const struct points *points, int basis,
                                       int has_slopes, real gradients[4][2][4], size_t i)
{
    struct simplex_sum sum = no_sum();
    vec fraction[4], near_corner[4];
    ivec sign[MOST_SIGNS];
    load_fractions(points, 2, i, fraction);
    find_signs(basis, 2, fraction, sign);
    from_near_corner(basis, 2, fraction, near_corner);
    UNROLL
    for (int k = 0; k < vertex_count(basis, 2); k++) {
        const int stays = is_fixed(basis, 2, k);
        const ivec place = stays ? v_splat_index(0) : find_place(basis, k, sign);
        vec position[4], gradient[4];
        if (stays)
            position[0] = position[1] = fixed_position(basis, 2, k);
        else
            positions_at(basis, k, place, position);
        UNROLL
        for (int a = 0; a < 2; a++) {
            const real *const of = gradients[k][a];
            gradient[a] = stays ? v_splat(of[0]) : v_of_four(of[0], of[1], of[2], of[3], place);
        }
        const struct influence of = influence_of(reach, basis, 2, k, near_corner, position);
        add_influence(basis, 2, has_slopes, &of, gradient, dot_product(2, 1, gradient, of.d), &sum);
    }
    return sum;
}

/* The points' sums. */
INLINE void sum_plane_runs(const perlin_noise *noise, struct points *points, int basis,
                           int has_slopes, const struct perlin_tables *tables,
                           const struct simplex_sums *sums)
{
    const struct cell_runs *const runs = cell_runs_in(points);
    const vec reach = reach_of(noise, 2);
    clear_behind_runs(points, 2);
    for (size_t r = 0; r < runs->count; r++) {
        real gradients[4][2][4];
        find_plane_gradients(noise, points, basis, tables, runs->begin[r], gradients);
        for (size_t i = runs->begin[r]; i < runs->begin[r + 1]; i += LANES) {
            const struct simplex_sum sum =
                sum_in_plane(reach, points, basis, has_slopes, gradients, i);
            store_sums(sums, 2, has_slopes, i, &sum, points->n - i);
        }
    }
}

#endif
