/*
 * The row kernel: a row of samples along x with y, z and w fixed, for which each lattice corner's dot
 * product is s * x + c, where s is the gradient's x component and c = gy*y + (gz*z + gw*w) is constant.
 * The terms and roundings are those of a single point, so the bits are too (but for a zero's sign, which
 * finish() settles).
 *
 * In 3-D that leaves 8 products and 7 lerps a sample. The rest is shared where samples share cells: the hashes
 * and gradients by all rows of one (Y, Z, W) cell, the constants by all samples of a row in one cell (run.h). Where few
 * samples share a cell a column of vectors, one below the other, shares s * x and all of c but gy * y (column.h). tile.h says
 * what an edge is.
 */
#ifndef PERLIN_SIMD_ROW_H
#define PERLIN_SIMD_ROW_H

#include "fractal.h"
#include "tile.h"

/* The most rows that go together. */
enum { STRIP = 32 };

/* Rows that go together: they follow each other along y, in one cell of every axis but x. */
struct strip {
    size_t rows;
    uint32_t cell_y;
    const real *distance[2], *fade;    /* along y, by row; readable in whole vectors */
    real other_near[4], other_fade[4]; /* along z and w, by axis */
    output_scale output; /* a copy: stores might change what is read through a pointer */
    real weight;         /* of one of several octaves */
    int folds;           /* whether that is folded at zero before */
    int is_last;         /* whether it is the last one */
    const real *sum;     /* totals of the octaves before it, or NULL, */
    ptrdiff_t pitch;     /* whose rows are so far apart */
    real *out;
    ptrdiff_t stride;
    size_t n; /* what may be written of a row of out */
};

/* Scaled distances from the near and the far side of a cell along y, z and w. */
struct distances {
    vec side[4][2];
};

INLINE void set_distance(struct distances *distances, int dims, int axis, vec near)
{
    distances->side[axis][0] = near;
    distances->side[axis][1] = from_far_side(dims, near);
}

/* c = gy*y + (gz*z + gw*w) on an edge, or what it has of the axes from `first` on. Products are exact, so that fusing changes
   nothing; in 2-D, where EVEN's are not, c is a single one. */
INLINE vec edge_constant(int dims, int edge, int first, const vec gradient[4],
                         const struct distances *distances)
{
    vec c = v_splat(0);
    UNROLL
    for (int a = dims - 1; a >= first; a--) {
        const vec distance = distances->side[a][edge >> (a - 1) & 1];
        if (a == dims - 1)
            c = gradient[a] * distance;
        else
            c = v_mul_add_exact(gradient[a], distance, c);
    }
    return c;
}

/* The corners around a vector of samples: s and c on the left and the right of x, by edge. */
struct corners {
    vec s[MAX_EDGES][2], c[MAX_EDGES][2];
};

/* Lerps along y, z and w as soon as both sides are there, since registers are few; `left` keeps a side whose other one is to
   come. Returns the whole noise after the last edge. The loop's length does not depend on the edge, so that clang unrolls it
   in time to keep `left` in registers. */
INLINE vec join_edge(int dims, int edge, const vec t[], vec left[], vec noise)
{
    if (dims == 2) {
        int a = 0; /* of this form gcc makes loops that are up to a tenth faster (measured) */
        UNROLL
        for (; edge >> a & 1; a++)
            noise = lerp(t[a], left[a], noise);
        if (a == 0)
            left[a] = noise;
        return noise;
    }
    UNROLL
    for (int a = 0; a < dims - 1; a++) {
        const int all_right = (2 << a) - 1, sides = edge & all_right; /* along axes up to a */
        if (sides == all_right)
            noise = lerp(t[a], left[a], noise);
        else if (sides == all_right >> 1)
            left[a] = noise;
    }
    return noise;
}

/* What a vector of samples has along x: the distances from both sides of its cells, and the fades. */
struct along {
    vec side[2], u;
};

INLINE struct along along_at(const struct tile *tile, size_t i)
{
    struct along x = {{v_load(tile->near + i), v_load(tile->far + i)}, v_load(tile->fade + i)};
    KEEP_IN_REGISTER(x.side[0]);
    KEEP_IN_REGISTER(x.side[1]);
    KEEP_IN_REGISTER(x.u);
    return x;
}

/* The noise along an edge of a vector of samples. */
INLINE vec edge_along(const struct corners *corners, const struct along *x, int dims, int e)
{
    return lerp(x->u, add_product(dims, corners->s[e][0], x->side[0], corners->c[e][0]),
                add_product(dims, corners->s[e][1], x->side[1], corners->c[e][1]));
}

/* The raw noise of a vector of samples from i on; t is the row's fades along y, z and w. */
INLINE vec row_noise(const struct corners *corners, const struct tile *tile, int dims, size_t i,
                     const vec t[])
{
    const struct along x = along_at(tile, i);
    vec noise = v_splat(0), left[3];
    UNROLL
    for (int e = 0; e < EDGES(dims); e++)
        noise = join_edge(dims, e, t, left, edge_along(corners, &x, dims, e));
    return noise;
}

/* Ends a vector of row r of the strip, from sample i on. An only octave is finished and written to `out`; one of several is
   weighted, added to the totals so far, and finished if it is the last one. `whole` says that all may be written. */
INLINE void row_store(const struct strip *strip, size_t r, size_t i, int only, int whole, vec value)
{
    real *const out = strip->out + (ptrdiff_t)r * strip->stride;
    if (!only) {
        if (strip->folds)
            value = billow(value, 2 * strip->output.octave_scale);
        value = v_splat(strip->weight) * value;
        if (strip->sum)
            value = v_load(strip->sum + (ptrdiff_t)r * strip->pitch + i) + value;
        if (!strip->is_last) {
            v_store(out + i, value);
            return;
        }
    }
    store_within(out, i, whole ? i + LANES : strip->n, finish(&strip->output, value));
}

/* Evaluates such a vector. */
INLINE void row_vector(const struct strip *strip, size_t r, const struct tile *tile,
                       const struct corners *corners, int dims, int only, size_t i, const vec t[])
{
    row_store(strip, r, i, only, 0, row_noise(corners, tile, dims, i, t));
}

INLINE void row_fades(const struct strip *strip, size_t r, int dims, vec t[3])
{
    UNROLL
    for (int a = 1; a < dims; a++)
        t[a - 1] = v_splat(a == 1 ? strip->fade[r] : strip->other_fade[a]);
}

INLINE void row_distances(const struct strip *strip, size_t r, int dims,
                          struct distances *distances)
{
    UNROLL
    for (int a = 1; a < dims; a++)
        set_distance(distances, dims, a,
                     v_splat(a == 1 ? strip->distance[0][r] : strip->other_near[a]));
}

/* The distances along all axes but x and y, which the rows of a strip share. */
INLINE void other_distances(const struct strip *strip, int dims, struct distances *distances)
{
    UNROLL
    for (int a = 2; a < dims; a++)
        set_distance(distances, dims, a, v_splat(strip->other_near[a]));
}

#endif
