/*
 * The octaves of a box. A kernel adds one octave, column by column, each of which goes down all
 * rows of a cell. Sums wait on the stack between octaves. The first octave is added to zeros, and
 * the sums of the last one are the output, if it is plain and samples are adjacent there.
 *
 * A sum that starts with +0 is never -0.
 */
#ifndef PERLIN_SUMS_H
#define PERLIN_SUMS_H

#include "box.h"

/* Room for sums that wait, in numbers. The more dimensions the more kernels keep themselves, and the
   stack is to be small. And the most results of a box whose sums need none. */
#define SUMS_OF_BOX(dims) (2048u * (6u - (unsigned)(dims)) / sizeof(real))
enum { RESULTS_OF_BOX = 65536 / sizeof(real), SLOPES_OF_BOX = 24576 / sizeof(real) };

/* How many samples of a box have room. */
BOX_INLINE size_t room_of_box(const struct grid_box *box, int dims)
{
    const perlin_noise *const noise = box->noise;
    const size_t planes = (size_t)box->planes;
    if (box->summing == SUM_OF_PLANES)
        return SUMS_OF_BOX(dims) / (planes * (has_strength(&noise->shape) ? 3 : 2));
    if (!box->is_direct || noise->spectrum.octaves > 1)
        return SUMS_OF_BOX(dims) / planes;
    return planes == 1 ? RESULTS_OF_BOX : SLOPES_OF_BOX / planes;
}

/* The noise of a box, or its sums, in plane 0, and slopes in those after it. `row` and `deep` are
   the distances along y and z. */
struct sum_planes {
    real *plane[5];
    ptrdiff_t row, deep;
};

/* An octave of a box: sums come from `from` and go to `to`. */
struct pass {
    const struct grid_box *box;
    uint32_t octave;
    struct sum_planes from, to;
    ptrdiff_t column_of_from; /* the distance between columns there: 0 of zeros */
    ptrdiff_t overlap;        /* by so many samples the last column of `to` starts earlier */
    real factor;              /* the noise is multiplied by it */
    real frequency;           /* turns slopes per cell into slopes per coordinate */
    int folds;                /* weight * (2 |S noise| - 1) is added instead of noise */
    real weight, twice_scale;
};

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The sums of a column, at some row. */
struct sums {
    const real *from;
    real *to;
    ptrdiff_t from_row, to_row;
    vec factor, weight;
    real twice_scale;
    int folds;
};

/* The offset of column c, `column` numbers from the one before, in row r of plane p. */
BOX_INLINE ptrdiff_t sum_offset(const struct sum_planes *planes, ptrdiff_t column, int c, int r,
                                int p)
{
    return c * column + r * planes->row + p * planes->deep;
}

BOX_INLINE ptrdiff_t overlap_of(const struct pass *pass, int columns, int c)
{
    return c == columns - 1 ? pass->overlap : 0;
}

BOX_INLINE struct sums sums_of(const struct pass *pass, int columns, int c, int r, int p)
{
    struct sums sums;
    sums.from = pass->from.plane[0] + sum_offset(&pass->from, pass->column_of_from, c, r, p);
    sums.to =
        pass->to.plane[0] + sum_offset(&pass->to, LANES, c, r, p) - overlap_of(pass, columns, c);
    sums.from_row = pass->from.row;
    sums.to_row = pass->to.row;
    sums.factor = v_splat(pass->factor);
    sums.weight = v_splat(pass->weight);
    sums.twice_scale = pass->twice_scale;
    sums.folds = pass->folds;
    return sums;
}

/* Adds the noise of a row, and goes on to the next one. `is_scaled`: factors are 1. */
BOX_INLINE void add_to_row(struct sums *sums, int is_scaled, vec noise)
{
    if (!is_scaled)
        noise = noise * sums->factor;
    if (sums->folds)
        noise = sums->weight * billow(noise, sums->twice_scale);
    v_store(sums->to, v_load(sums->from) + noise);
    sums->from += sums->from_row;
    sums->to += sums->to_row;
}

/* The same in all planes, by offsets. */
struct sloped_sums {
    ptrdiff_t from, to;
    vec factor, frequency;
};

BOX_INLINE struct sloped_sums sloped_sums_of(const struct pass *pass, int columns, int c, int r,
                                             int p)
{
    struct sloped_sums sums;
    sums.from = sum_offset(&pass->from, pass->column_of_from, c, r, p);
    sums.to = sum_offset(&pass->to, LANES, c, r, p) - overlap_of(pass, columns, c);
    sums.factor = v_splat(pass->factor);
    sums.frequency = v_splat(pass->frequency);
    return sums;
}

/* Adds a row's noise and slopes, which are per cell. */
BOX_INLINE void add_sloped_row(const struct pass *pass, struct sloped_sums *sums, int dims,
                               vec noise, const vec slope[4])
{
    const struct sum_planes *const from = &pass->from, *const to = &pass->to;
    if (to->plane[0])
        v_store(to->plane[0] + sums->to,
                v_load(from->plane[0] + sums->from) + noise * sums->factor);
    BOX_UNROLL
    for (int a = 0; a < dims; a++)
        v_store(to->plane[1 + a] + sums->to, v_load(from->plane[1 + a] + sums->from) +
                                                 slope[a] * sums->frequency * sums->factor);
    sums->from += from->row;
    sums->to += to->row;
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Turns sums into results: in the outputs, or writes those that have waited there. `plane` is the
   distance between planes that wait. */
OUTLINE void finish_box(const struct grid_box *box, int dims, const struct sum_planes *sums,
                        size_t plane)
{
    const perlin_noise *const noise = box->noise;
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    const size_t n = (size_t)box->count[0];
    for (int p = 0; p < box->count[2]; p++)
        for (int r = 0; r < box->count[1]; r++) {
            const ptrdiff_t row = p * sums->deep + r * sums->row;
            const ptrdiff_t at = box->at + p * box->deep + r * box->row, x = box->grid->stride[0];
            for (int k = 0; box->is_direct && k < box->planes; k++)
                if (sums->plane[k])
                    finish_row(sums->plane[k] + row, n, box->is_done ? 1 : output->factor,
                               box->is_done || k > 0 ? 0 : output->bias);
            if (!box->is_direct && box->sink->out)
                write_noise(box->sink, output, sums->plane[0] + row, n, box->sink->out + at, x);
            if (!box->is_direct && box->planes > 1)
                write_slopes(noise, dims, sums->plane[1] + row, plane, n, box->sink, at, x);
        }
}

/* ---- Octaves --------------------------------------------------------------------------------- */

/* What the noise of an octave is multiplied by: its factor by the integer hash, its weight, or for
   the only octave in the output the range's factor. */
BOX_INLINE real factor_of(const struct grid_box *box, int dims, uint32_t octave)
{
    const perlin_noise *const noise = box->noise;
    if (noise->integers)
        return noise->integers[octave].LANE(scaled).factor[dims - 1];
    if (box->is_done)
        return noise->LANE(output)[dims - 1].factor;
    return box->summing == PLAIN_SUM ? (real)noise->spectrum.weight[octave] : 1;
}

/* Prepares for octaves that add_octave sums: each is evaluated into planes behind those of sums. */
OUTLINE void begin_batch(struct batch *batch, const struct grid_box *box, int dims, real *room,
                         size_t n)
{
    batch->noise = box->noise;
    batch->dims = dims;
    batch->planes = box->planes;
    batch->n = batch->plane = n;
    batch->total = room;
    batch->raw = room + (size_t)box->planes * n;
    batch->strength =
        has_strength(&box->noise->shape) ? batch->raw + (size_t)box->planes * n : NULL;
    memset(room, 0, (size_t)box->planes * n * sizeof(real));
}

/* The octaves of a box, one after another: `pass` is the one to evaluate. */
struct box_octaves {
    struct pass pass;
    struct sum_planes waiting;
    struct batch batch; /* of sums by add_octave */
    int dims;
    size_t width, n; /* of a row and of a plane of sums that wait */
};

BOX_INLINE void set_octave(struct box_octaves *octaves, uint32_t octave)
{
    struct pass *const pass = &octaves->pass;
    const struct grid_box *const box = pass->box;
    const perlin_noise *const noise = box->noise;
    const real weight = (real)noise->spectrum.weight[octave];
    pass->octave = octave;
    pass->factor = factor_of(box, octaves->dims, octave);
    pass->frequency = (real)noise->spectrum.frequency[octave];
    pass->weight = noise->shape.fractal == PERLIN_FRACTAL_RIDGED ? -weight : weight;
    if (octave + 1 < noise->spectrum.octaves || !box->is_direct)
        return;
    pass->overlap = (ptrdiff_t)octaves->width - box->count[0];
    pass->to.row = box->row;
    pass->to.deep = box->deep;
    pass->to.plane[0] = box->sink->out ? box->sink->out + box->at : NULL;
    for (int k = 1; k < box->planes; k++)
        pass->to.plane[k] = box->sink->slope[k - 1] + box->at;
}

/* Begins with the first octave. Sums have room. */
OUTLINE void enter_box(struct box_octaves *octaves, const struct grid_box *box, int dims,
                       real room[])
{
    const int sums_planes = box->summing == SUM_OF_PLANES;
    struct pass *const pass = &octaves->pass;
    struct sum_planes *const waiting = &octaves->waiting;
    octaves->dims = dims;
    octaves->width = whole_vectors((size_t)box->count[0]);
    octaves->n = octaves->width * (size_t)(box->count[1] * box->count[2]);
    if (sums_planes)
        begin_batch(&octaves->batch, box, dims, room, octaves->n);
    waiting->row = pass->to.row = (ptrdiff_t)octaves->width;
    waiting->deep = pass->to.deep = (ptrdiff_t)octaves->width * box->count[1];
    pass->from.row = pass->from.deep = pass->column_of_from = pass->overlap = 0;
    for (int k = 0; k < box->planes; k++) {
        waiting->plane[k] = room + (size_t)k * octaves->n;
        pass->to.plane[k] = room + (size_t)(sums_planes ? box->planes + k : k) * octaves->n;
        pass->from.plane[k] = (real *)(uintptr_t)box->start[k > 0];
    }
    pass->box = box;
    pass->folds = box->summing == FOLDED_SUM;
    pass->twice_scale = 2 * box->noise->LANE(output)[dims - 1].octave_scale;
    set_octave(octaves, 0);
}

/* Goes on to the next octave. After the last one it finishes the box, and returns 0. */
OUTLINE int next_octave(struct box_octaves *octaves)
{
    struct pass *const pass = &octaves->pass;
    const struct grid_box *const box = pass->box;
    const int is_last = pass->octave + 1 == box->noise->spectrum.octaves;
    if (box->summing == SUM_OF_PLANES)
        add_octave(&octaves->batch, pass->octave);
    if (is_last) {
        if (box->finishes)
            finish_box(box, octaves->dims, box->is_direct ? &pass->to : &octaves->waiting,
                       octaves->n);
        return 0;
    }
    if (box->summing != SUM_OF_PLANES) {
        pass->from = octaves->waiting;
        pass->column_of_from = LANES;
    }
    set_octave(octaves, pass->octave + 1);
    return 1;
}

/* Defines the kernel of a basis for boxes, given that for an octave of one. */
#define BOX_KERNEL(name, dims, octave)                                                             \
    OUTLINE void name(const struct grid_box *box)                                                  \
    {                                                                                              \
        _Alignas(64) real room[SUMS_OF_BOX(dims)];                                                 \
        struct box_octaves octaves;                                                                \
        enter_box(&octaves, box, dims, room);                                                      \
        do                                                                                         \
            octave(&octaves.pass);                                                                 \
        while (next_octave(&octaves));                                                             \
    }

#endif
