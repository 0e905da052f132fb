/*
 * Noise on simplices on grids, sample by sample: each adds what its column and its row have to find
 * its cell, and from there its vertices. The samples of a tile are one run, row after row, so that
 * vectors are whole where rows are not.
 */
#ifndef PERLIN_SIMPLEX_SAMPLES_H
#define PERLIN_SIMPLEX_SAMPLES_H

#include "../../engine/lattice_tile.h"
#include "integer_points.h"

INLINE hash_vec chosen_hash(lane_mask mask, hash_vec a, hash_vec b)
{
    return (hash_vec)v_choose(mask, (ivec)a, (ivec)b);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* What vectors of samples have from their rows: places along all axes but x, and what is added to
   skewed coordinates. */
struct sample_rows {
    hash_vec place[4], skewed[4];
};

INLINE void enter_row(const struct lattice_tile *tile, int dims, const size_t index[4],
                      struct sample_rows *rows)
{
    const struct lattice_line *const line = tile->line;
    uint32_t others = 0;
    UNROLL
    for (int a = 1; a < dims; a++)
        others += line[a].others[index[a]];
    rows->skewed[0] = splat_hash(others);
    UNROLL
    for (int a = 1; a < dims; a++) {
        rows->place[a] = splat_hash(line[a].place[index[a]]);
        rows->skewed[a] = splat_hash(others - line[a].others[index[a]] + line[a].own[index[a]]);
    }
}

/* Enters the next row, in lanes from n on. */
INLINE void join_row(const struct lattice_tile *tile, int dims, const size_t index[4], size_t n,
                     struct sample_rows *rows)
{
    struct sample_rows next;
    vec lane;
    UNROLL
    for (int l = 0; l < LANES; l++)
        lane[l] = (real)l;
    const lane_mask is_next = v_at_least(lane, v_splat((real)n));
    enter_row(tile, dims, index, &next);
    UNROLL
    for (int a = 0; a < dims; a++) {
        if (a > 0)
            rows->place[a] = chosen_hash(is_next, next.place[a], rows->place[a]);
        rows->skewed[a] = chosen_hash(is_next, next.skewed[a], rows->skewed[a]);
    }
}

/* The cells of samples of a row in a wide tile, relative to the origin: what is half a cell before
   is rounded. */
INLINE void find_wide_cells(const struct lattice_tile *tile, const struct lattice_places *lattice,
                            const size_t row[4], size_t x, hash_vec cell[4])
{
    const double skew = skew_of(lattice);
    struct wide sum[4];
    double of_row = 0;
    UNROLL
    for (int a = 1; a < lattice->dims; a++)
        of_row += tile->line[a].up[row[a]];
    UNROLL
    for (int p = 0; p < PARTS; p++) {
        const doubles up = load_doubles(tile->line[0].up + x + p * DOUBLES);
        const doubles shift = (up + of_row) * skew - 0.5;
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            sum[a].part[p] = (a == 0 ? up + shift : tile->line[a].up[row[a]] + shift) + 0x1.8p52;
    }
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        cell[a] = (hash_vec)v_low_words(sum[a]);
}

/* The places of samples from column x of a row on. Cells are added to those of the origin. */
INLINE void find_samples(const struct lattice_tile *tile, const struct lattice_places *lattice,
                         const hash_vec origin[4], int is_wide, const size_t index[4],
                         const struct sample_rows *rows, size_t x, struct place place[4])
{
    const int dims = lattice->dims;
    hash_vec cell[4], n;
    if (is_wide) {
        find_wide_cells(tile, lattice, index, x, cell);
    } else {
        const hash_vec own = (hash_vec)v_load_words(tile->line[0].own + x);
        const hash_vec others = (hash_vec)v_load_words(tile->line[0].others + x);
        UNROLL
        for (int a = 0; a < dims; a++)
            cell[a] = (hash_vec)((ivec)(rows->skewed[a] + (a == 0 ? own : others)) >> SKEWED_BITS);
    }
    n = cell[0];
    UNROLL
    for (int a = 1; a < dims; a++)
        n = n + cell[a];
    const hash_vec lift = n * (uint32_t)lattice->unskew;
    UNROLL
    for (int a = 0; a < dims; a++) {
        const hash_vec at =
            a == 0 ? (hash_vec)v_load_words(tile->line[0].place + x) : rows->place[a];
        const ivec near = (ivec)(at - (cell[a] << PLACE_BITS) + lift);
        place[a].cell = cell[a] + origin[a];
        place[a].next = place[a].cell + 1;
        place[a].fraction =
            has_long_cells(lattice) ? (vec)near : (vec)(v_floats(near) * v_splat((real)PER_CELL));
    }
}

/* ---- In 2-D --------------------------------------------------------------------------------- */

/* What a lattice point adds. */
INLINE vec of_point(const struct reach *reach, hash_vec h, vec x, vec y)
{
    const vec d[4] = {x, y};
    struct vertex_sum sum;
    add_vertex_of_hash(reach, 0, 1, h, d, &sum);
    return sum.value;
}

/* The hashes along an axis of cells, and of those after them. */
struct sides {
    hash_vec here, next;
};

INLINE struct sides hashes_along(const struct reach *reach, int a, const struct place *place)
{
    return (struct sides){axis_hash(reach->keys, a, place->cell),
                          axis_hash(reach->keys, a, place->next)};
}

/* SIMPLEX: the corners of a sample's triangle, (0, 0), (1, 0) or (0, 1), and (1, 1). */
INLINE vec sum_triangle(const struct reach *reach, const struct place place[4], vec sum)
{
    const vec x = place[0].fraction, y = place[1].fraction;
    const real aside = (real)reach->unskew, ahead = 1 - aside, across = ahead - aside;
    const struct sides i = hashes_along(reach, 0, &place[0]), j = hashes_along(reach, 1, &place[1]);
    const lane_mask is_right = v_greater(x, y);
    const vec right = v_only(is_right, v_splat(1));
    const hash_vec h = chosen_hash(is_right, v_dot(i.next, j.here), v_dot(i.here, j.next));
    sum = sum + of_point(reach, v_dot(i.here, j.here), x, y);
    sum = sum + of_point(reach, h, x + (v_splat(aside) - right), y + (right - v_splat(ahead)));
    return sum + of_point(reach, v_dot(i.next, j.next), x - v_splat(across), y - v_splat(across));
}

/*
 * OPENSIMPLEX2S: a cell's corners A (0, 0) and B (1, 1) are in reach of all samples in it. A sample
 * has one more on its side, and another point, which i and j, its coordinates within the cell, tell:
 *
 *     low     i + j < 1 and i + j < 3 |i - j|         behind A: (0, -1) if it is right, or (-1, 0)
 *     high    i + j >= 1 and 2 - i - j <= 3 |i - j|   beyond B: (2, 1) if it is right, or (1, 2)
 *     else                                            the corner on the other side
 */
struct plane_regions {
    lane_mask is_right, is_low, is_high;
};

INLINE struct plane_regions find_regions(const struct reach *reach, vec x, vec y)
{
    const vec apart = x - y, sum = (x + y) * v_splat((real)(1 + 2 * reach->skew));
    const vec most = v_min(magnitude(apart) * v_splat(3), v_splat(1));
    return (struct plane_regions){v_greater(apart, v_splat(0)), v_greater(most, sum),
                                  v_at_least(most, v_splat(2) - sum)};
}

/* The corner on a sample's side is (1, 0) in the middle. The other point is a step from B, or from
   A of low samples: along x or y, ahead of high ones, else back. Points are added in the order of
   y, then x. The other point's hash takes longest, so it is first. */
INLINE vec sum_triangles(const struct reach *reach, const struct place place[4], vec sum)
{
    const vec x = place[0].fraction, y = place[1].fraction, one = v_splat(1);
    const real aside = (real)reach->unskew, ahead = 1 - aside, across = ahead - aside;
    const struct plane_regions is = find_regions(reach, x, y);
    const lane_mask is_outer = is.is_low | is.is_high, is_up = is_outer & ~is.is_right;
    const lane_mask is_along_y = (is.is_low & is.is_right) | (is.is_high & ~is.is_right);

    const hash_vec way = (hash_vec)index_where(is.is_high, 2) - 1;
    const hash_vec from = (hash_vec)index_where(~is.is_low, 1);
    const hash_vec other_i = place[0].cell + from + (hash_vec)v_only(~is_along_y, (vec)way);
    const hash_vec other_j = place[1].cell + from + (hash_vec)v_only(is_along_y, (vec)way);
    const hash_vec h_other =
        v_dot(axis_hash(reach->keys, 0, other_i), axis_hash(reach->keys, 1, other_j));
    const struct sides i = hashes_along(reach, 0, &place[0]), j = hashes_along(reach, 1, &place[1]);
    const hash_vec h_side = chosen_hash(is_up, v_dot(i.here, j.next), v_dot(i.next, j.here));
    const hash_vec h_a = v_dot(i.here, j.here), h_b = v_dot(i.next, j.next);

    const vec along_y = v_only(is_along_y, one), back = v_only(~is.is_high, v_splat((real)-0.0));
    const vec start = v_only(~is.is_low, v_splat(across)); /* of steps, seen from A */
    const vec step_x = v_negate_by(v_splat(ahead) - along_y, (ivec)back);
    const vec step_y = v_negate_by(along_y - v_splat(aside), (ivec)back);
    const vec other = of_point(reach, h_other, x - start - step_x, y - start - step_y);
    sum = sum + v_only(is.is_low, other);
    sum = sum + of_point(reach, h_a, x, y);
    const vec up = v_only(is_up, one);
    sum = sum + of_point(reach, h_side, x + (up - v_splat(ahead)), y + (v_splat(aside) - up));
    sum = sum + v_only(~is_outer, other);
    sum = sum + of_point(reach, h_b, x - v_splat(across), y - v_splat(across));
    return sum + v_only(is.is_high, other);
}

/* ---- The kernels ----------------------------------------------------------------------------- */

/* Places the tile's rows and columns. Behind the last column are the first ones once more, since
   samples of the next row follow there. */
INLINE void place_samples(struct lattice_tile *tile, const struct lattice_places *lattice)
{
    struct lattice_line *const x = &tile->line[0];
    find_origin(tile, lattice, lattice->dims);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        place_line(tile, a, a == 0 ? tile->pitch : tile->count[a],
                   tile->is_wide ? WIDE_PLACES : SKEWED_PLACES, skew_of(lattice));
    if (tile->pitch % LANES == 0)
        return;
    memcpy(x->place + tile->pitch, x->place, LANES * sizeof *x->place);
    memcpy(x->own + tile->pitch, x->own, LANES * sizeof *x->own);
    memcpy(x->others + tile->pitch, x->others, LANES * sizeof *x->others);
}

INLINE void add_vertices(const struct reach *reach, struct place place[MOST_ABREAST][4],
                         struct vertex_sum sum[MOST_ABREAST])
{
    const struct lattice *const lattice = reach->lattice;
    if (lattice->rule == FOUR_IN_PLANE)
        sum[0].value = sum_triangles(reach, place[0], sum[0].value);
    else if (lattice->rule == CORNERS_OF_SIMPLEX && lattice->dims == 2)
        sum[0].value = sum_triangle(reach, place[0], sum[0].value);
    else if (lattice->rule == CORNERS_OF_SIMPLEX)
        sum_corners(reach, 1, place, sum);
    else
        sum_vertices(reach, 0, place[0], sum);
}

INLINE void add_samples(struct lattice_tile *tile, const struct lattice *lattice)
{
    const int dims = lattice->dims, adds = tile->adds, is_wide = tile->is_wide;
    const struct perlin_integers *const integers = &tile->noise->integers[tile->octave];
    const size_t pitch = tile->pitch, rows = tile->count[1] * tile->count[2] * tile->count[3];
    struct hash_keys keys;
    struct v_gradients gradients;
    hash_vec origin[4];
    struct tile_row row = {{0, 0, 0, 0}, 0};
    hash_keys_init(&keys, dims, &integers->keys);
    gradients_init(&gradients, dims, integers);
    const struct reach reach = {.lattice = lattice,
                                .in_lattice = 1,
                                .unskew = unskew_of(&lattice->places),
                                .skew = skew_of(&lattice->places),
                                .keys = &keys,
                                .gradients = &gradients,
                                .last = integers->keys.last,
                                .squared = v_splat((real)tile->reach)};
    place_samples(tile, &lattice->places);
    UNROLL
    for (int a = 0; a < dims; a++)
        origin[a] = splat_hash(tile->cell[a] + PERLIN_CELL_BITS);
    for (size_t r = 0, x = 0; r < rows; r++, x -= pitch) {
        real *const to = tile->sum + row.at;
        struct tile_row next = row;
        struct sample_rows of_rows;
        next_row(dims, tile->count, tile->stride, &next);
        enter_row(tile, dims, row.index, &of_rows);
        for (; x < pitch; x += LANES) {
            struct place place[MOST_ABREAST][4];
            struct vertex_sum sum[MOST_ABREAST];
            if (x + LANES > pitch)
                join_row(tile, dims, next.index, pitch - x, &of_rows);
            find_samples(tile, &lattice->places, origin, is_wide, row.index, &of_rows, x, place[0]);
            sum[0].value = adds ? v_load(to + x) : v_splat(0);
            add_vertices(&reach, place, sum);
            v_store(to + x, sum[0].value);
        }
        row = next;
    }
}

#define ADD_SAMPLES(lattice)                                                                       \
    OUTLINE void lattice##_samples(struct lattice_tile *tile)                                      \
    {                                                                                              \
        add_samples(tile, &(lattice));                                                             \
    }

ADD_SAMPLES(simplex2)
ADD_SAMPLES(simplex3)
ADD_SAMPLES(simplex4)
ADD_SAMPLES(opensimplex2_3)
ADD_SAMPLES(opensimplex2_4)
ADD_SAMPLES(opensimplex2s_2)
ADD_SAMPLES(opensimplex2s_3)
ADD_SAMPLES(opensimplex2s_4)

#endif
