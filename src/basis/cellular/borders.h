/*
 * EDGE in blocks: which borders between regions can be the nearest one of any sample of a block.
 *
 * How far a sample is from the border between points a and b is linear, and no less than zero if a is
 * nearer. So the distance to the nearest border is the greatest, over points a, of the least, over
 * points b: only where a is the nearest point is its least one above zero.
 *
 * A border is left out if another one of the same a, which is near the block's centre, is nearer
 * everywhere in the block. With unit vectors n from a to b, a border is at least e_b - e_g - (the sum
 * of h |n_b - n_g| along axes) farther than that of g in a box of half the size h, given the distances
 * e at its centre.
 */
#ifndef PERLIN_CELLULAR_BORDERS_H
#define PERLIN_CELLULAR_BORDERS_H

#include "list.h"

/* For rounding, in 2^-24 of a cell. Borders between points that are nearer to each other than the
   least, squared, are rounded worse. */
#define BORDER_MARGIN 0x1p16F
#define LEAST_APART   0x1p36F

/* Pairs of points, by their indices, in the order of the first ones. */
struct border {
    int of, beyond;
    real twice_length; /* of the way between the points, or 0 if samples round it */
};
enum { BORDERS_CHOSEN = 64 };
struct borders {
    int n;
    struct border border[BORDERS_CHOSEN];
};

/* Whether all samples of a box see a point where it is. */
INLINE int is_exact(const struct cell_band *band, const struct box *box,
                    const struct point_list *list, int i)
{
    int is_near = sizeof(real) == sizeof(float);
    for (int a = 0; a < band->dims; a++)
        is_near &= list->at[a][i] - box->low[a] <= PERLIN_CELL_ONE &&
                   box->high[a] - list->at[a][i] <= PERLIN_CELL_ONE;
    return is_near;
}

/* The distance between two points, doubled, or 0 if samples round it. */
INLINE real twice_length_of(const struct cell_band *band, const struct box *box,
                            const struct point_list *list, int i, int k)
{
    real square = 0;
    if (!is_exact(band, box, list, i) || !is_exact(band, box, list, k))
        return 0;
    for (int a = band->dims - 1; a >= 0; a--) {
        const real d = (real)(list->at[a][k] - list->at[a][i]);
        square += d * d;
    }
    return 2 * v_sqrt(v_splat(square))[0];
}

/* Appends the points beyond borders of point `of` of a list to that list, and these borders. Returns 0
   if there are too many. */
INLINE int choose_borders_of(int dims, const struct cell_band *band, const struct point_list *from,
                             const struct box *box, int of, int index[], struct point_list *to,
                             struct borders *borders)
{
    real border[LISTED + LANES], normal[4][LISTED + LANES];
    int32_t centre[4];
    vec half[4], least_border = v_splat((real)INFINITY), of_nearest[4];
    int nearest = 0;
    EACH_AXIS
    {
        centre[a] = middle_of(box, a);
        half[a] = v_splat((real)(box->high[a] - centre[a]));
    }
    for (int i = 0; i < from->n; i += LANES) {
        vec apart[4], square = v_splat(0), more = v_splat(0);
        EACH_AXIS_DOWN
        {
            const ivec at = v_load_words((const uint32_t *)from->at[a] + i);
            apart[a] = v_floats(at - to->at[a][of]);
            square = square + apart[a] * apart[a];
            more = more + apart[a] * v_floats(at + to->at[a][of] - 2 * centre[a]);
        }
        const vec length = v_sqrt(square), inverse = v_splat(1) / length;
        const vec e = where((ivec)(square < v_splat((real)LEAST_APART)), v_splat((real)INFINITY),
                            v_splat((real)0.5) * more * inverse);
        least_border = v_min(least_border, e);
        v_store(border + i, e);
        EACH_AXIS
        v_store(normal[a] + i, apart[a] * inverse);
    }
    for (int l = 0; l < LANES; l++)
        least_border = v_min(least_border, v_splat(least_border[l]));
    while (border[nearest] != least_border[0])
        nearest++;
    EACH_AXIS
    of_nearest[a] = v_splat(normal[a][nearest]);
    for (int i = 0; i < from->n; i += LANES) {
        uint32_t is_kept[LANES];
        const vec e = v_load(border + i);
        vec most = least_border + v_splat((real)BORDER_MARGIN);
        EACH_AXIS
        most = most + half[a] * magnitude(v_load(normal[a] + i) - of_nearest[a]);
        v_store_words(is_kept, ~(ivec)(e > most) | (ivec)(e == v_splat((real)INFINITY)));
        for (int l = 0; l < LANES && i + l < from->n; l++) {
            if (!is_kept[l])
                continue;
            int same = 1;
            EACH_AXIS
            same &= from->at[a][i + l] == to->at[a][of];
            if (same)
                continue;
            if (index[i + l] < 0) {
                if (to->n == to->most)
                    return 0;
                EACH_AXIS
                to->at[a][to->n] = from->at[a][i + l];
                index[i + l] = to->n++;
            }
            if (borders->n == BORDERS_CHOSEN)
                return 0;
            borders->border[borders->n++] =
                (struct border){of, index[i + l], twice_length_of(band, box, to, of, index[i + l])};
        }
    }
    return 1;
}

/* Chooses the borders that can be the nearest ones of samples in a box, and appends the points beyond
   to those that can be the nearest points. Returns 0 if there are too many. */
OUTLINE int choose_borders(const struct cell_band *band, const struct point_list *from,
                           const struct box *box, struct point_list *to, struct borders *borders)
{
    const int regions = to->n;
    int index[LISTED + LANES], fits = 1;
    memset(index, -1, sizeof index);
    borders->n = 0;
    for (int of = 0; of < regions && fits; of++)
        fits = choose_borders_of(band->dims, band, from, box, of, index, to, borders);
    return fits;
}

#endif
