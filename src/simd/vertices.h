/*
 * Lattice points, the vertices, for vectors of points that each have their own: where they are, by comparisons; their
 * hashes, by bytes; and the sum of what their gradients add.
 */
#ifndef PERLIN_SIMD_VERTICES_H
#define PERLIN_SIMD_VERTICES_H

#include "codes.h"
#include "influence.h"

_Static_assert(POINTS_BLOCK % GROUP == 0 && SLOPE_POINTS % GROUP == 0 && GROUP % BYTES == 0 &&
                   GROUP % LANES == 0,
               "whole vectors");

/* Positions are kept as reals, but for those of fixed points, groups and triangles, and those that are looked up. */
enum { MOST_POSITIONS = MOST_EDGES_KEPT * POINTS_BLOCK };

INLINE int position_count(int basis, int dims)
{
    if (has_groups(basis, dims) || has_triangles(basis, dims) || looks_up_positions(basis, dims))
        return 0;
    const int vertices = vertex_count(basis, dims);
    return (vertices - fixed_among(basis, dims, vertices)) * dims;
}

/* What the first steps leave of vertices, as bytes: their offsets, as packed() has them, and the rows of their gradients;
   `near` is for where one of them is, `code` for what tells where all are. */
enum { MOST_BYTES = 5 * MOST_IN_GROUP, MOST_NEAR = 2 * GROUP };
struct vertex_bytes {
    _Alignas(64) uint8_t offsets[MOST_BYTES], row[MOST_BYTES];
    _Alignas(64) uint8_t near[4][MOST_NEAR], code[2][MOST_IN_GROUP];
    struct box box;
};

INLINE int has_room(int basis, int dims, int points)
{
    return position_count(basis, dims) * points <= MOST_POSITIONS &&
           vertex_count(basis, dims) * points <= MOST_BYTES;
}

/* How many points there is room for the vertices of. */
INLINE size_t most_in_group(int basis, int dims)
{
    const int most = is_whole_box(basis, dims) ? (int)MOST_IN_GROUP : (int)MOST_NEAR;
    return has_room(basis, dims, most)        ? (size_t)most
           : has_room(basis, dims, MOST_NEAR) ? MOST_NEAR
                                              : GROUP;
}

/* Where vertices are from the cell's near corner, unskewed, in units. In the place of edges. */
struct vertex_positions {
    _Alignas(64) real position[MOST_POSITIONS];
};

INLINE struct vertex_positions *positions_in(struct points *points)
{
    _Static_assert(sizeof(struct vertex_positions) <= sizeof points->edge, "room for positions");
    return (struct vertex_positions *)(void *)points->edge;
}

/* Where the positions of a vertex that is not fixed begin along an axis, of all points. */
INLINE size_t positions_of(int basis, int dims, int vertex, int axis)
{
    const int place = vertex - fixed_among(basis, dims, vertex);
    return (size_t)(place * dims + axis) * most_in_group(basis, dims);
}

/* In the place of the corners' hashes, which these bases have none of. */
INLINE struct vertex_bytes *bytes_in(struct points *points)
{
    _Static_assert(sizeof(struct vertex_bytes) <= sizeof points->hash, "room for bytes");
    return (struct vertex_bytes *)(void *)points->hash;
}

/* Where the bytes of a vertex begin. */
INLINE size_t bytes_of(int basis, int dims, int vertex)
{
    return (size_t)vertex * most_in_group(basis, dims);
}

INLINE void load_fractions(const struct points *points, int dims, size_t i, vec fraction[4])
{
    UNROLL
    for (int a = 0; a < dims; a++)
        fraction[a] = v_load(points->fraction[a] + i);
}

/* ---- Points --------------------------------------------------------------------------------------- */

/* The low bits of `small` + plus: the last bit of `whole` is worth 1. */
INLINE ivec low_bits(vec small, int plus)
{
    const real whole = sizeof(real) == sizeof(float) ? (real)0x1p23 : (real)0x1p52;
    return (ivec)(small + v_splat(whole + (real)plus));
}

/* Offsets, none of which is less than the least one, in bits of their own. */
INLINE ivec packed(int basis, int dims, int in_box, const vec point[4])
{
    vec sum = point[0];
    UNROLL
    for (int a = 1; a < dims; a++) {
        const int place = 1 << packed_shift(basis, dims, in_box, a);
        sum = v_mul_add_exact(point[a], v_splat((real)place), sum);
    }
    return low_bits(sum, packed_all(basis, dims, in_box, -least_offset(basis)));
}

/* From a point's offsets to its position, where the lift is not known: takes the sum of offsets times the unskewing factor, less
   the copy's step, from each. */
INLINE void subtract_lift(int basis, int dims, int vertex, vec point[4])
{
    if (has_known_lift(basis, dims))
        return;
    const real from_copy = (real)copy_of(basis, dims, vertex) * (real)copy_step(basis, dims);
    vec cells = point[0];
    UNROLL
    for (int a = 1; a < dims; a++)
        cells = cells + point[a];
    const vec lift = cells * v_splat((real)unskew_of(basis, dims)) - v_splat(from_copy);
    UNROLL
    for (int a = 0; a < dims; a++)
        point[a] = point[a] - lift;
}

/* Whether a vertex's offsets are stored: all are where there are codes, others only if they are not known. */
INLINE int stores_offsets(int basis, int dims, int vertex)
{
    return has_codes(basis, dims) || !is_fixed(basis, dims, vertex);
}

/* The offsets of n points' vertices, by the points' codes. */
INLINE void store_coded_offsets(int basis, int dims, int in_box, size_t n, struct vertex_bytes *at)
{
    for (size_t i = 0; i < n; i += OCTETS) {
        const octets first = load_octets(at->code[0] + i), second = load_octets(at->code[1] + i);
        UNROLL
        for (int k = 0; k < vertex_count(basis, dims); k++)
            store_octets(at->offsets + bytes_of(basis, dims, k) + i,
                         coded_offsets(basis, dims, in_box, k, first, second));
    }
}

/* The offsets of the n points' vertices from `start` on, and the positions, but of fixed ones, of triangles, and of those that
   are looked up by codes. */
INLINE void store_vertices(const struct points *points, int basis, int dims, int in_box,
                           size_t start, size_t n, struct vertex_positions *positions,
                           struct vertex_bytes *at)
{
    for (size_t i = 0; i < n; i += LANES) {
        vec fraction[4], point[MOST_VERTICES][4];
        ivec sign[MOST_SIGNS], code[2];
        load_fractions(points, dims, start + i, fraction);
        find_signs(basis, dims, fraction, sign);
        if (has_triangles(basis, dims)) {
            const vec x = (vec)v_splat_index(1 << packed_shift(basis, dims, in_box, 0));
            const vec y = (vec)v_splat_index(1 << packed_shift(basis, dims, in_box, 1));
            v_store_index(at->offsets + bytes_of(basis, dims, 1) + i, (ivec)where(sign[0], x, y));
            continue;
        }
        if (has_codes(basis, dims)) {
            const int codes = find_codes(basis, dims, sign, code);
            UNROLL
            for (int c = 0; c < codes; c++)
                v_store_index(at->code[c] + i, code[c]);
        }
        if (looks_up_positions(basis, dims))
            continue;
        find_points(basis, dims, sign, point);
        UNROLL
        for (int k = 0; k < vertex_count(basis, dims); k++) {
            if (is_fixed(basis, dims, k))
                continue;
            if (!has_codes(basis, dims))
                v_store_index(at->offsets + bytes_of(basis, dims, k) + i,
                              packed(basis, dims, in_box, point[k]));
            subtract_lift(basis, dims, k, point[k]);
            UNROLL
            for (int a = 0; a < dims; a++)
                v_store(positions->position + positions_of(basis, dims, k, a) + i, point[k][a]);
        }
    }
    if (has_codes(basis, dims))
        store_coded_offsets(basis, dims, in_box, n, at);
}

/* The offsets alone of the points that count of groups, by each group's table; kept_position() makes positions of them. */
INLINE void store_choices(const perlin_noise *noise, const struct points *points, int basis,
                          int dims, size_t start, size_t n, struct vertex_bytes *at)
{
    for (size_t i = 0; i < n; i += LANES) {
        vec fraction[4];
        ivec choice[PERLIN_GROUPS];
        load_fractions(points, dims, start + i, fraction);
        find_choices(fraction, choice);
        UNROLL
        for (int k = 0; k < PERLIN_GROUPS; k++)
            v_store_index(at->offsets + bytes_of(basis, dims, k) + i, choice[k]);
    }
    for (size_t i = 0; i < n; i += BYTES) {
        UNROLL
        for (int k = 0; k < PERLIN_GROUPS; k++) {
            uint8_t *const offsets = at->offsets + bytes_of(basis, dims, k) + i;
            v_store_bytes(offsets, v_byte_of_96(noise->group_offsets[k], v_load_bytes(offsets)));
        }
    }
}

/* ---- Hashes --------------------------------------------------------------------------------------- */

/* Where a vertex of n points is: in a box of the first two axes, which has three bits for each, and along the axes that are
   left; or along all axes. */
INLINE void find_near(const struct points *points, int basis, int dims, int in_box, int k,
                      size_t start, size_t n, struct vertex_bytes *at)
{
    const int first = in_box ? box_axes(basis, dims) : 0, lowest = least_offset(basis);
    for (size_t i = 0; i < n; i += OCTETS) {
        octets near, offsets = {0};
        if (stores_offsets(basis, dims, k))
            offsets = load_octets(at->offsets + bytes_of(basis, dims, k) + i);
        else
            offsets += fixed_offsets(basis, dims, 0, k);
        if (in_box) {
            near = load_octets(at->box.lowest + i);
            near = near + (offsets & 3) + ((offsets & 3 << 2) << 1); /* y from bit 2 to bit 3 */
            store_octets(at->near[0] + i, near);
        }
        UNROLL
        for (int a = first; a < dims; a++) {
            near = load_octets(points->cell[a] + start + i) + (uint8_t)lowest;
            near = near + (offsets >> 2 * a & 3);
            store_octets(at->near[a] + i, near);
        }
    }
}

/* The rows of the vertices' gradients: in a box that has all axes, */
INLINE void look_up_vertices(int basis, int dims, size_t n, struct vertex_bytes *at)
{
    for (size_t i = 0; i < n; i += BYTES) {
        const bytes lowest = v_load_bytes(at->box.lowest + i);
        UNROLL
        for (int k = 0; k < vertex_count(basis, dims); k++) {
            const size_t of_vertex = bytes_of(basis, dims, k) + i;
            const bytes offsets = stores_offsets(basis, dims, k)
                                      ? v_load_bytes(at->offsets + of_vertex)
                                      : v_splat_byte(fixed_offsets(basis, dims, 1, k));
            v_store_bytes(at->row + of_vertex, v_byte_of_64(at->box.row[copy_of(basis, dims, k)],
                                                            v_add_bytes(lowest, offsets)));
        }
    }
}

/* by bytes, where a box may have found the hashes of the first axes; */
INLINE void hash_vertices(const struct points *points, int basis, int dims, int in_box,
                          const struct perlin_tables *tables, size_t start, size_t n,
                          struct vertex_bytes *at)
{
    const int first = in_box ? box_axes(basis, dims) : 0;
    for (int k = 0; k < vertex_count(basis, dims); k++) {
        find_near(points, basis, dims, in_box, k, start, n, at);
        for (size_t i = 0; i < n; i += BYTES) {
            bytes h = v_splat_byte(0);
            if (in_box)
                h = v_byte_of_64(at->box.row[0], v_load_bytes(at->near[0] + i));
            UNROLL
            for (int a = first; a < dims; a++) {
                const int is_last = a == dims - 1 && !has_copies(basis, dims);
                h = v_byte_at(is_last ? &tables->row[dims - 1] : &tables->lut, h,
                              v_load_bytes(at->near[a] + i));
            }
            if (has_copies(basis, dims))
                h = v_byte_at(&tables->row[dims - 1], h,
                              v_splat_byte((uint8_t)copy_of(basis, dims, k)));
            v_store_bytes(at->row + bytes_of(basis, dims, k) + i, h);
        }
    }
}

/* or one at a time, by any table. */
INLINE void hash_vertices_any(const perlin_noise *noise, const struct points *points, int basis,
                              int dims, const struct perlin_tables *tables, size_t start, size_t n,
                              struct vertex_bytes *at)
{
    const uint32_t count = noise->gradient_count[dims - 1];
    const int lowest = least_offset(basis);
    const struct any_table table = any_table(tables, dims);
    for (size_t i = 0; i < n; i++) {
        uint32_t cell[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            cell[a] = points->any_cell[a][start + i];
        for (int k = 0; k < vertex_count(basis, dims); k++) {
            const uint8_t *const offsets = at->offsets + bytes_of(basis, dims, k) + i;
            uint32_t h = 0;
            UNROLL
            for (int a = 0; a < dims; a++) {
                const int offset = stores_offsets(basis, dims, k) ? (*offsets >> 2 * a & 3) + lowest
                                                                  : fixed_offset(basis, dims, k);
                h += cell[a] + (uint32_t)offset;
                h = table.permutation[h & table.mask];
            }
            if (has_copies(basis, dims))
                h = table.permutation[(h + (uint32_t)copy_of(basis, dims, k)) & table.mask];
            at->row[bytes_of(basis, dims, k) + i] = noise->row_of[dims - 1][h % count];
        }
    }
}

/* ---- Positions ------------------------------------------------------------------------------------ */

/* The position of a fixed vertex, the same wherever the place is. */
INLINE vec fixed_position(int basis, int dims, int vertex)
{
    const real lift = (real)dims * (real)unskew_of(basis, dims);
    const real from_copy = (real)copy_of(basis, dims, vertex) * (real)copy_step(basis, dims);
    if (fixed_offset(basis, dims, vertex) == 0)
        return v_splat(from_copy);
    return v_splat((1 - lift) * unit_of(basis, dims));
}

/* Where a vertex is, for a vector of points with these fractions. */
INLINE void kept_position(const perlin_noise *noise, int basis, int dims,
                          const struct vertex_positions *positions, const struct vertex_bytes *at,
                          int k, size_t i, const vec fraction[4], vec position[4])
{
    const uint8_t *const packed_offsets = at->offsets + bytes_of(basis, dims, k) + i;
    if (has_table_of_positions(basis, dims)) {
        v_rows_at(noise->LANE(group_position), packed_offsets, position);
        return;
    }
    if (has_triangles(basis, dims) && !is_fixed(basis, dims, k)) {
        triangle_position(fraction, position);
        return;
    }
    if (looks_up_positions(basis, dims) && !is_fixed(basis, dims, k)) {
        const uint8_t *const bits = has_cubes(basis, dims) ? packed_offsets : at->code[0] + i;
        look_up_position(basis, dims, k, v_load_index(bits), position);
        return;
    }
    if (has_groups(basis, dims)) {
        const ivec offsets = v_load_index(packed_offsets);
        UNROLL
        for (int a = 0; a < dims; a++)
            position[a] = v_of_four(-1, 0, 1, 2, offsets >> 2 * a);
        subtract_lift(basis, dims, k, position);
        return;
    }
    UNROLL
    for (int a = 0; a < dims; a++)
        position[a] = is_fixed(basis, dims, k)
                          ? fixed_position(basis, dims, k)
                          : v_load(positions->position + positions_of(basis, dims, k, a) + i);
}

/* ---- Sums ----------------------------------------------------------------------------------------- */

/* Where the rows of a group's gradients are: with the vertices; or in the box, by the vertices' offsets, where sums look them up. */
enum rows_at { ROWS_OF_VERTICES, ROWS_IN_BOX };

/* Whether sums look rows up in a box: one by one they need not be stored in between. All offsets are stored there, and there
   are no copies. */
INLINE int has_rows_in_box(int basis, int dims)
{
    const int hashed = BYTES; /* a variable, so that branches are the same in all backends */
    return (basis == OPENSIMPLEX ? dims == 2 : is_simplex(basis) && dims == 4) && hashed == 1;
}

/* The rows of a vertex for a vector of points from i on, by its offsets in the box. */
INLINE void look_up_rows(const struct box *box, const uint8_t *offsets, size_t i,
                         uint8_t row[LANES])
{
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        row[l] = box->row[0][box->lowest[i + l] + offsets[l]];
}

/* Adds vertex k of a vector of points by the rows of its gradients. */
INLINE void add_vertex(const perlin_noise *noise, vec reach, int basis, int dims, int has_slopes,
                       const struct vertex_positions *positions, const struct vertex_bytes *at,
                       int k, size_t i, const uint8_t *row, const vec fraction[4],
                       const vec near_corner[4], struct simplex_sum *sum)
{
    vec position[4], gradient[4];
    kept_position(noise, basis, dims, positions, at, k, i, fraction, position);
    const struct influence of = influence_of(reach, basis, dims, k, near_corner, position);
    const vec dot = simplex_gradients(noise, basis, dims, row, of.d, gradient);
    add_influence(basis, dims, has_slopes, &of, gradient, dot, sum);
}

/* Enters a box with the points from `start` on, as many as there is room for, or else a least group of them. Returns how many
   are in it, or 0. */
INLINE size_t group_in_box(const struct points *points, int basis, int dims, size_t start,
                           struct box *box)
{
    const size_t left = points->n - start, few = least(left, GROUP);
    if (!may_share_box(points, basis, dims, start, few))
        return 0;
    const size_t most = least(left, most_in_group(basis, dims));
    if (most > few && may_share_box(points, basis, dims, start, most) &&
        enter_box(points, basis, dims, start, most, box))
        return most;
    return enter_box(points, basis, dims, start, few, box) ? few : 0;
}

/* Clears what lies behind n points, up to the end of a least group: bytes are looked up beyond n. */
INLINE void clear_behind(int basis, int dims, int in_box, size_t n, struct vertex_bytes *at)
{
    const size_t behind = (GROUP - n % GROUP) % GROUP;
    if (behind == 0)
        return;
    if (in_box)
        memset(at->box.lowest + n, 0, behind);
    if (has_codes(basis, dims)) {
        memset(at->code[0] + n, 0, behind);
        memset(at->code[1] + n, 0, behind);
    } else {
        for (int k = 0; k < vertex_count(basis, dims); k++)
            memset(at->offsets + bytes_of(basis, dims, k) + n, 0, behind);
    }
}

/* Finds where n points' vertices are. */
INLINE void find_places(const perlin_noise *noise, struct points *points, int basis, int dims,
                        int in_box, size_t start, size_t n)
{
    struct vertex_bytes *const at = bytes_in(points);
    clear_behind(basis, dims, in_box, n, at);
    if (has_groups(basis, dims))
        store_choices(noise, points, basis, dims, start, n, at);
    else
        store_vertices(points, basis, dims, in_box, start, n, positions_in(points), at);
}

/* A group of points whose vertices have been found together. */
struct group {
    size_t n;
    enum rows_at rows;
};

/* Finds where n points' vertices are and the rows of their gradients. */
INLINE struct group find_in_group(const perlin_noise *noise, struct points *points, int basis,
                                  int dims, const struct perlin_tables *tables, int by_bytes,
                                  int in_box, size_t start, size_t n)
{
    struct vertex_bytes *const at = bytes_in(points);
    find_places(noise, points, basis, dims, in_box, start, n);
    if (in_box && has_rows_in_box(basis, dims))
        return (struct group){n, ROWS_IN_BOX};
    if (in_box && is_whole_box(basis, dims))
        look_up_vertices(basis, dims, n, at);
    else if (by_bytes)
        hash_vertices(points, basis, dims, in_box, tables, start, n, at);
    else
        hash_vertices_any(noise, points, basis, dims, tables, start, n, at);
    return (struct group){n, ROWS_OF_VERTICES};
}

/* The same of the points from `start` on, as many as go together. */
INLINE struct group find_vertices(const perlin_noise *noise, struct points *points, int basis,
                                  int dims, const struct perlin_tables *tables, int by_bytes,
                                  size_t start)
{
    struct box *const box = &bytes_in(points)->box;
    const size_t left = points->n - start;
    const size_t n = by_bytes ? group_in_box(points, basis, dims, start, box) : 0;
    if (n == 0)
        return find_in_group(noise, points, basis, dims, tables, by_bytes, 0, start,
                             least(left, GROUP));
    hash_box(basis, dims, tables, box);
    return find_in_group(noise, points, basis, dims, tables, 1, 1, start, n);
}

/* The points' sums, each with vertices of its own, which have been found. */
INLINE void sum_each(const perlin_noise *noise, struct points *points, int basis, int dims,
                     int has_slopes, enum rows_at rows, size_t start, size_t n,
                     const struct simplex_sums *sums)
{
    const struct vertex_bytes *const at = bytes_in(points);
    const vec reach = reach_of(noise, dims);
    for (size_t i = 0; i < n; i += LANES) {
        struct simplex_sum sum = no_sum();
        vec fraction[4], near_corner[4];
        load_fractions(points, dims, start + i, fraction);
        from_near_corner(basis, dims, fraction, near_corner);
        UNROLL
        for (int k = 0; k < vertex_count(basis, dims); k++) {
            const size_t of_vertex = bytes_of(basis, dims, k) + i;
            uint8_t looked_up[LANES];
            if (rows == ROWS_IN_BOX)
                look_up_rows(&at->box, at->offsets + of_vertex, i, looked_up);
            add_vertex(noise, reach, basis, dims, has_slopes, positions_in(points), at, k, i,
                       rows == ROWS_IN_BOX ? looked_up : at->row + of_vertex, fraction, near_corner,
                       &sum);
        }
        store_sum(sums, dims, has_slopes, i, &sum);
    }
}

#endif
