/*
 * Evaluates arrays of points for engine.h, a block at a time. grid.h uses the same blocks for grids
 * whose samples share nothing.
 */
#ifndef PERLIN_POINTS_H
#define PERLIN_POINTS_H

#include "../scalar/scalar.h"
#include "kernel.h"
#include "octaves.h"
#include "output.h"
#include "place.h"
#include "rotate.h"

/* Writes n samples of a batch, starting with sample `first`, to element `at` of the outputs and
   the elements after it. */
static void write_batch(const struct batch *batch, size_t first, size_t n, const output_sink *sink,
                        ptrdiff_t at, ptrdiff_t stride)
{
    const output_scale *const output = &batch->noise->LANE(output)[batch->dims - 1];
    const real *const total = batch->total + first;
    if (sink->out)
        write_noise(sink, output, total, n, sink->out + at, stride);
    if (batch->planes > 1)
        write_slopes(batch->noise, batch->dims, total + batch->plane, batch->plane, n, sink, at,
                     stride);
}

/* Room for the sums of a block, in numbers. A block with slopes holds fewer points. */
enum { BLOCK_ROOM = 3072 / sizeof(real) };

struct block {
    struct batch batch;
    const struct kernels *kernels;
    union coordinates *coordinates; /* four, if gathered, computed or rotated */
    struct points points;
};

/* A block with all that it may need. */
struct whole_block {
    struct block block;
    union coordinates coordinates[4];
    _Alignas(64) real edge[EDGE_ROWS][BLOCK];
    _Alignas(64) real room[BLOCK_ROOM];
};

/* Adds points at the origin of their cells to a block that has been placed, up to a multiple of
   POINTS_ABREAST. */
static void pad_points(struct points *points, int dims)
{
    const size_t n = points->n;
    points->n = whole_groups(n + POINTS_ABREAST - 1, POINTS_ABREAST);
    for (int a = 0; a < dims; a++)
        for (size_t i = n; i < points->n; i++) {
            points->any_cell[a][i] = 0;
            points->fraction[a][i] = 0;
        }
}

/* Evaluates an octave of the batch, a block at a time, or at once where kernels place points. */
static void block_octave(struct batch *batch, uint32_t octave, const struct store *to)
{
    struct block *const block = (struct block *)batch;
    struct points *const points = &block->points;
    const struct kernels *const kernels = block->kernels;
    const int has_slopes = batch->planes > 1;
    points_kernel *const kernel = has_slopes ? kernels->point_slopes : kernels->points;
    if (!points->are_placed) {
        kernel(batch->noise, points, octave, to);
        return;
    }
    enter_octave(batch->noise, points, batch->dims, kernels, octave);
    struct store part = *to;
    for (size_t first = 0; first < batch->n; first += BLOCK) {
        const size_t n = least(batch->n - first, BLOCK);
        points->n = n;
        place_points(points, batch->dims);
        if (kernels->places && !has_slopes)
            pad_points(points, batch->dims);
        kernel(batch->noise, points, octave, &part);
        for (int p = 0; p < batch->planes; p++)
            part.plane[p] += n;
        points->n = n;
        pass_points(points, batch->dims);
    }
}

/* All but the rooms of a block, and how its octaves are divided into them. `by_rows`: points are a
   grid's, whose rows share what is placed along y, z and w. */
static void block_begin(struct block *block, const perlin_noise *noise, int dims,
                        const struct kernels *kernels, int are_doubles, int by_rows, int has_slopes)
{
    const uint32_t *const modulus = noise->spectrum.modulus[0];
    struct batch *const batch = &block->batch;
    struct points *const points = &block->points;
    const int abreast = kernels->places && !has_slopes;
    batch->noise = noise;
    batch->dims = dims;
    batch->planes = has_slopes ? 1 + dims : 1;
    batch->octave = block_octave;
    points->in_lattice = are_doubles && sizeof(real) == sizeof(float) && kernels->lattice;
    batch->summing = summing_of(noise, batch->planes, !has_slopes || points->in_lattice);
    block->kernels = kernels;
    points->are_doubles = are_doubles;
    points->are_placed = !abreast || by_rows || (are_doubles && sizeof(real) == sizeof(float));
    for (int a = 0; a < dims; a++)
        points->are_placed |= modulus[a] != 0;
    points->pitch = 0;
    if (noise->table_count > 0) /* bytes past n are hashed, too */
        memset(points->cell, 0, sizeof points->cell);
}

/* Returns the most points that a block can hold. */
static size_t block_init(struct whole_block *whole, const perlin_noise *noise, int dims,
                         const struct kernels *kernels, int are_doubles, int by_rows,
                         const output_sink *sink)
{
    struct block *const block = &whole->block;
    struct batch *const batch = &block->batch;
    const int has_slopes = sink->slope[0] != NULL, abreast = kernels->places && !has_slopes;
    block_begin(block, noise, dims, kernels, are_doubles, by_rows, has_slopes);
    batch_init(batch, whole->room, BLOCK_ROOM);
    if (abreast)
        batch->most = whole_groups(batch->most, POINTS_ABREAST);
    block->coordinates = whole->coordinates;
    block->points.edge = whole->edge;
    return least(batch->most, BLOCK);
}

/* Replaces the sums of points that are too far out for kernels, by the scalar code, and adds the
   bias to them. */
COLD void sum_far_points(const struct block *block, real *total, real bias)
{
    const perlin_noise *const noise = block->batch.noise;
    const int dims = block->batch.dims;
    const real fastest = (real)noise->spectrum.fastest;
    /* Skewing more than doubles no coordinate, and offsets are below 1. */
    const real near = (real)(sizeof(real) == sizeof(float) ? 0x1p20 : 0x1p49) / fastest;
    for (size_t i = 0; i < block->batch.n; i++) {
        real c[4];
        int is_near = 1;
        for (int a = 0; a < dims; a++) {
            c[a] = ((const real *)block->points.coords[a])[i];
            is_near &= fabs((double)c[a]) < (double)near;
        }
        if (!is_near)
            total[i] = LANE(perlin_sum)(noise, (uint32_t)dims, c) + bias;
    }
}

/* Evaluates the points of a block, whose coordinates have been set. */
static void block_evaluate(struct block *block, const struct store *direct)
{
    const int dims = block->batch.dims;
    const struct perlin_matrix *const rotation = &block->batch.noise->rotation[dims - 1];
    block->batch.n = block->points.n;
    block->points.is_far = 0;
    if (rotation->applies)
        rotate_points(&block->points, dims, rotation->row, block->coordinates);
    sum_octaves(&block->batch, direct);
    if (block->points.are_placed || !block->points.is_far)
        return;
    if (direct)
        sum_far_points(block, direct->plane[0],
                       block->batch.summing == ONLY_OCTAVE ? direct->bias : 0);
    else
        sum_far_points(block, block->batch.total, 0);
}

/* Copies n elements that lie `stride` bytes apart, and fills up to `padded` with the first one.
   `size`, in bytes, is constant where this is inlined. */
INLINE void gather_elements(char *gathered, const char *array, ptrdiff_t stride, size_t n,
                            size_t padded, size_t size)
{
    if (stride == (ptrdiff_t)size)
        memcpy(gathered, array, n * size);
    else
        for (size_t i = 0; i < n; i++)
            memcpy(gathered + i * size, array + (ptrdiff_t)i * stride, size);
    for (size_t i = n; i < padded; i++)
        memcpy(gathered + i * size, array, size);
}

/* Finds the coordinates of n points along an axis: where they are, or gathered into whole vectors.
   */
static void block_gather(struct block *block, int axis, const void *array, ptrdiff_t stride,
                         size_t first, size_t n)
{
    const size_t size = block->points.are_doubles ? sizeof(double) : sizeof(float);
    const ptrdiff_t step = stride * (ptrdiff_t)size;
    const char *const from = (const char *)array + (ptrdiff_t)first * step;
    char *const gathered = (char *)&block->coordinates[axis];
    block->points.coords[axis] = stride == 1 && n == block->points.n ? from : gathered;
    if (block->points.coords[axis] == from)
        return;
    if (size == sizeof(float))
        gather_elements(gathered, from, step, n, block->points.n, sizeof(float));
    else
        gather_elements(gathered, from, step, n, block->points.n, sizeof(double));
}

/* Whether blocks read the caller's arrays, whole vectors of them. A batch may have several then. */
static int reads_arrays(const perlin_noise *noise, int dims, const ptrdiff_t strides[])
{
    int packed = !noise->rotation[dims - 1].applies;
    for (int a = 0; a < dims; a++)
        packed &= strides[a] == 1;
    return packed;
}

/* Whether sums lie in the output: a single octave, or octaves by the integer hash that need nothing
   but a bias. Not where that is an array of coordinates, which later octaves and far points read. */
static int sums_in_output(const struct block *block, const output_sink *sink,
                          const void *const arrays[])
{
    const enum summing summing = block->batch.summing;
    int is_apart = 1;
    for (int a = 0; a < block->batch.dims; a++)
        is_apart &= (const void *)sink->out != arrays[a];
    return sink->plain && sink->out && block->batch.planes == 1 &&
           (block->points.are_placed ? summing == ONLY_OCTAVE : summing <= PLAIN_SUM && is_apart);
}

/* The most points in a batch whose sums are in the output. */
enum { DIRECT_BATCH = 8 * BLOCK };

/* Evaluates arrays of points. */
OUTLINE void evaluate_points(const perlin_noise *noise, int dims, const struct kernels *kernels,
                             int are_doubles, size_t count, const void *const arrays[],
                             const ptrdiff_t strides[], const output_sink *sink)
{
    struct whole_block whole_block;
    struct store direct;
    const size_t in_block = block_init(&whole_block, noise, dims, kernels, are_doubles, 0, sink);
    struct block *const block = &whole_block.block;
    const size_t whole = kernels->places && !sink->slope[0] ? POINTS_ABREAST : LANES;
    const int is_long = reads_arrays(noise, dims, strides);
    const int is_direct = is_long && sums_in_output(block, sink, arrays);
    const output_scale *const output = &noise->LANE(output)[dims - 1];
    const size_t in_batch = is_direct ? DIRECT_BATCH : whole_groups(block->batch.most, whole);
    const size_t most = is_long ? in_batch : whole_groups(in_block, whole);
    direct.factor = output->factor;
    direct.bias = output->bias;
    for (size_t first = 0, n; first < count; first += n) {
        n = least(count - first, most);
        if (is_long && n > whole) /* the rest is a block of its own */
            n = whole_groups(n, whole);
        block->points.n = whole_groups(n + whole - 1, whole);
        for (int a = 0; a < dims; a++)
            block_gather(block, a, arrays[a], strides[a], first, n);
        if (!is_direct || n < block->points.n) {
            block_evaluate(block, NULL);
            write_batch(&block->batch, 0, n, sink, (ptrdiff_t)first, 1);
            continue;
        }
        direct.plane[0] = sink->out + first;
        block_evaluate(block, &direct);
        const real bias = block->batch.summing == PLAIN_SUM ? direct.bias : 0;
        if (block->points.is_far || bias != 0)
            finish_row(direct.plane[0], n, 1, bias);
    }
}

#endif
