/*
 * Cellular noise on grids of small steps, in blocks of samples. The points that can matter to a block
 * act on all of its samples, which stay in registers. They are chosen twice: for a box of several
 * blocks, then for each block.
 */
#ifndef PERLIN_CELLULAR_BLOCKS_H
#define PERLIN_CELLULAR_BLOCKS_H

#include "borders.h"

/* What points give to a block: squares along x, and those without x, of a plane. */
struct block_squares {
    real along[CHOSEN][2 * LANES], across[CHOSEN][BLOCK_ROWS];
};

/* The distance between two points, doubled, as samples round it. */
INLINE vec twice_length_between(const struct cell_band *band, const struct point_list *chosen,
                                int of, int beyond, int x, int row, int plane)
{
    real square = 0;
    for (int a = band->dims - 1; a > 0; a--) {
        const struct line *const line = &band->line[a];
        const int i = a == 1 ? row : a == 2 ? plane : 0;
        const real d = (along_line(line, i, chosen->at[a][beyond]) -
                        along_line(line, i, chosen->at[a][of]))[0];
        square += d * d;
    }
    const vec d = along_line(&band->line[0], x, chosen->at[0][beyond]) -
                  along_line(&band->line[0], x, chosen->at[0][of]);
    const vec length = v_sqrt(v_splat(square) + d * d);
    return length + length;
}

/* EDGE, for a vector of samples in each of `abreast` rows. A border is half the difference of the squares
   away, divided by the distance between the points. */
INLINE void borders_of_rows(const struct cell_band *band, int abreast, const struct extent *extent,
                            const struct point_list *chosen, const struct borders *borders,
                            const struct block_squares *squares, int x, int row, int plane,
                            vec raw[8])
{
    vec greatest[8];
    UNROLL
    for (int r = 0; r < abreast; r++)
        greatest[r] = v_splat(0);
    for (int b = 0; b < borders->n;) {
        const int of = borders->border[b].of;
        const vec along = v_load(squares->along[of] + x);
        vec nearest[8], distance[8];
        UNROLL
        for (int r = 0; r < abreast; r++) {
            nearest[r] = v_splat((real)INFINITY);
            distance[r] = v_splat(squares->across[of][row + r]) + along;
        }
        for (; b < borders->n && borders->border[b].of == of; b++) {
            const int beyond = borders->border[b].beyond;
            const vec along_beyond = v_load(squares->along[beyond] + x);
            vec twice[8];
            UNROLL
            for (int r = 0; r < abreast; r++)
                twice[r] = v_splat(borders->border[b].twice_length);
            if (borders->border[b].twice_length == 0)
                for (int r = 0; r < abreast; r++)
                    twice[r] = twice_length_between(band, chosen, of, beyond, extent->at[0] + x,
                                                    extent->at[1] + row + r, plane);
            UNROLL
            for (int r = 0; r < abreast; r++) {
                const vec more =
                    v_splat(squares->across[beyond][row + r]) + along_beyond - distance[r];
                nearest[r] = v_min(nearest[r], more / twice[r]);
            }
        }
        UNROLL
        for (int r = 0; r < abreast; r++)
            greatest[r] = v_max(greatest[r], nearest[r]);
    }
    UNROLL
    for (int r = 0; r < abreast; r++)
        raw[r] = greatest[r] * v_splat((real)0x1p-24);
}

/* `abreast` rows at a time. */
INLINE void act_on_block(const struct cell_band *band, enum search search, int ranks, int abreast,
                         const struct extent *block, const struct point_list *chosen,
                         const struct borders *borders, const struct store *store)
{
    struct block_squares squares;
    const struct cellular cells = band->cells; /* copies, because stores may alias the originals */
    const struct extent extent = *block;
    const struct store to = *store;
    const int found = chosen->n;
    for (int c = 0; c < found; c++)
        for (int x = 0; x < extent.n[0]; x += LANES) {
            const vec d = along_line(&band->line[0], extent.at[0] + x, chosen->at[0][c]);
            v_store(squares.along[c] + x, d * d);
        }
    for (int plane = extent.at[2]; plane < extent.at[2] + extent.n[2]; plane++) {
        for (int c = 0; c < found; c++) {
            real far = 0;
            for (int a = band->dims - 1; a > 1; a--) {
                const real d = along_line(&band->line[a], a == 2 ? plane : 0, chosen->at[a][c])[0];
                far += d * d;
            }
            for (int row = 0; row < extent.n[1]; row += LANES) {
                const vec d = along_line(&band->line[1], extent.at[1] + row, chosen->at[1][c]);
                v_store(squares.across[c] + row, v_splat(far) + d * d);
            }
        }
        for (int row = 0; row < extent.n[1]; row += abreast)
            for (int x = 0; x < extent.n[0]; x += LANES) {
                vec least[8][4], raw[8];
                hash_vec nearest[8];
                if (search == BORDERS) {
                    borders_of_rows(band, abreast, &extent, chosen, borders, &squares, x, row,
                                    plane, raw);
                    store_results(band, &to, extent.at[0] + x, extent.at[1] + row, plane,
                                  extent.n[1] - row, abreast, raw);
                    continue;
                }
                UNROLL
                for (int r = 0; r < abreast; r++) {
                    nearest[r] = splat_hash(0);
                    UNROLL
                    for (int k = 0; k < ranks; k++)
                        least[r][k] = v_splat((real)INFINITY);
                }
                for (int c = 0; c < found; c++) {
                    const hash_vec hash = splat_hash(search == HASHES ? chosen->hash[c] : 0);
                    const vec along = v_load(squares.along[c] + x);
                    UNROLL
                    for (int r = 0; r < abreast; r++)
                        keep_in_grid(search, ranks, v_splat(squares.across[c][row + r]) + along,
                                     hash, least[r], &nearest[r]);
                }
                UNROLL
                for (int r = 0; r < abreast; r++)
                    raw[r] = result_in_grid(&cells, search, ranks, least[r], nearest[r]);
                store_results(band, &to, extent.at[0] + x, extent.at[1] + row, plane,
                              extent.n[1] - row, abreast, raw);
            }
    }
}

/* By the result: one of the nearest, two, four, the value of the nearest, or its border. */
#define ACT_ON_BLOCK(name, search, ranks, abreast)                                                 \
    OUTLINE void name##_in_block(const struct cell_band *band, const struct extent *extent,        \
                                 const struct point_list *chosen, const struct borders *borders,   \
                                 const struct store *to)                                           \
    {                                                                                              \
        act_on_block(band, search, ranks, abreast, extent, chosen, borders, to);                   \
    }
ACT_ON_BLOCK(nearest, DISTANCES, 1, 8)
ACT_ON_BLOCK(two, DISTANCES, 2, 4)
ACT_ON_BLOCK(four, DISTANCES, 4, 2)
ACT_ON_BLOCK(values, HASHES, 1, 4)
ACT_ON_BLOCK(edges, BORDERS, 1, 4)
#undef ACT_ON_BLOCK

/* The samples of a block and of a box of blocks along x, y and z. */
struct block_shape {
    int block[3], box[3];
};

/* Blocks of up to 1.3 cells a side, 2.5 in 2-D, and boxes of up to half a cell or one, or a block. Less for
   EDGE, which needs points that are farther away. */
OUTLINE struct block_shape shape_of(const perlin_grid *grid, int dims, double frequency,
                                    int is_edge)
{
    static const double sides[2][3][2] = {{{2.5, 1}, {1.3, 0.6}, {1.3, 0.6}},
                                          {{0.5, 0.6}, {0.35, 0.5}, {0.25, 0.3}}};
    const double most = sides[is_edge][dims - 2][0], most_of_box = sides[is_edge][dims - 2][1];
    struct block_shape shape = {{2 * LANES, dims == 2 ? BLOCK_ROWS : 8, dims == 2 ? 1 : 8}, {0}};
    for (int a = 0; a < 3; a++) {
        const double step = a < dims ? fabs(grid->step[a] * frequency) : 0;
        while (shape.block[a] > (a == 0               ? LANES
                                 : a == 1 && !is_edge ? 8
                                                      : 4) &&
               shape.block[a] * step > most)
            shape.block[a] /= 2;
        shape.box[a] = shape.block[a];
        while (a < dims && shape.box[a] * 2 * step <= most_of_box && shape.box[a] < 64)
            shape.box[a] *= 2;
    }
    return shape;
}

OUTLINE void blocks_of_band(const struct cell_band *band, const struct block_shape *shape,
                            const struct extent *rows, const struct store *to)
{
    int32_t of_box[5][LISTED + LANES], of_block[5][CHOSEN + LANES];
    struct point_list listed = POINT_LIST(LISTED, of_box), chosen = POINT_LIST(CHOSEN, of_block);
    const int is_value = band->cells.result == PERLIN_CELLULAR_CELL;
    struct borders borders;
    struct extent box, block;
#define FOR_EXTENTS(a, inner, outer, by)                                                           \
    for (inner.at[a] = outer.at[a]; inner.at[a] < outer.at[a] + outer.n[a];                        \
         inner.at[a] += (by)[a])                                                                   \
        if ((inner.n[a] = (int)least((size_t)(by)[a],                                              \
                                     (size_t)(outer.at[a] + outer.n[a] - inner.at[a]))) > 0)
    FOR_EXTENTS(2, box, (*rows), shape->box)
    FOR_EXTENTS(1, box, (*rows), shape->box)
    FOR_EXTENTS(0, box, (*rows), shape->box)
    {
        const struct box sides = box_of(band, &box);
        const int are_blocks = band->is_edge || shape->box[0] > shape->block[0] ||
                               shape->box[1] > shape->block[1] || shape->box[2] > shape->block[2];
        const int is_listed = choose_points_of_cells(band, &sides, reach_of_box(band, &sides),
                                                     are_blocks ? &listed : &chosen);
        FOR_EXTENTS(2, block, box, shape->block)
        FOR_EXTENTS(1, block, box, shape->block)
        FOR_EXTENTS(0, block, box, shape->block)
        {
            const struct box inner = box_of(band, &block);
            if (!is_listed || (are_blocks && !choose_points(band, &listed, &inner, &chosen)) ||
                (band->is_edge && !choose_borders(band, &listed, &inner, &chosen, &borders)))
                search_block(band, &block, to);
            else if (band->is_edge)
                edges_in_block(band, &block, &chosen, &borders, to);
            else if (is_value)
                values_in_block(band, &block, &chosen, &borders, to);
            else if (band->ranks == 1)
                nearest_in_block(band, &block, &chosen, &borders, to);
            else if (band->ranks == 2)
                two_in_block(band, &block, &chosen, &borders, to);
            else
                four_in_block(band, &block, &chosen, &borders, to);
        }
    }
#undef FOR_EXTENTS
}

#endif
