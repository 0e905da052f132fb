/*
 * Evaluates arrays of points for engine.h, a block at a time. grid.h uses the same blocks for grids
 * whose samples share nothing.
 */
#ifndef PERLIN_POINTS_H
#define PERLIN_POINTS_H

#include "kernel.h"
#include "octaves.h"
#include "output.h"
#include "place.h"

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
    struct points points;
    union coordinates coordinates[4]; /* if gathered, computed or rotated */
    _Alignas(64) real room[BLOCK_ROOM];
};

static void block_octave(struct batch *batch, uint32_t octave, const struct store *to)
{
    struct block *const block = (struct block *)batch;
    const struct kernels *const kernels = block->kernels;
    const int has_slopes = batch->planes > 1;
    place_points(batch->noise, &block->points, batch->dims, kernels->skew,
                 kernels->in_registers && !has_slopes, octave);
    if (batch->planes == 1)
        kernels->points(batch->noise, &block->points, octave, to);
    else
        kernels->point_slopes(batch->noise, &block->points, octave, to);
}

/* Returns the most points that a block can hold. */
static size_t block_init(struct block *block, const perlin_noise *noise, int dims,
                         const struct kernels *kernels, int are_doubles, const output_sink *sink)
{
    block->batch.noise = noise;
    block->batch.dims = dims;
    block->batch.planes = sink->slope[0] ? 1 + dims : 1;
    block->batch.octave = block_octave;
    block->batch.can_add = 0;
    batch_init(&block->batch, block->room, BLOCK_ROOM);
    block->kernels = kernels;
    block->points.are_doubles = are_doubles;
    block->points.pitch = 0;
    memset(block->points.cell, 0, sizeof block->points.cell); /* bytes past n are hashed, too */
    return least(block->batch.most, BLOCK);
}

/* Evaluates the points of a block, whose coordinates have been set. */
static void block_evaluate(struct block *block)
{
    const int dims = block->batch.dims;
    const struct perlin_matrix *const rotation = &block->batch.noise->rotation[dims - 1];
    block->batch.n = block->points.n;
    if (rotation->applies)
        rotate_points(&block->points, dims, rotation->row, block->coordinates);
    sum_octaves(&block->batch, NULL);
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

/* Whether kernels read the caller's arrays, whole vectors of them: without slopes, by the integer
   hash, from packed floats. Blocks need no room for coordinates and cells then, and can be
   longer. */
static int reads_arrays(const perlin_noise *noise, int dims, const struct kernels *kernels,
                        int are_doubles, const ptrdiff_t strides[], const output_sink *sink)
{
    int packed = !sink->slope[0] && !are_doubles && !noise->rotation[dims - 1].applies;
    for (int a = 0; a < dims; a++)
        packed &= strides[a] == 1;
    return packed && noise->hash == PERLIN_HASH_INTEGER && kernels->in_registers;
}

/* Evaluates arrays of points. */
OUTLINE void evaluate_points(const perlin_noise *noise, int dims, const struct kernels *kernels,
                             int are_doubles, size_t count, const void *const arrays[],
                             const ptrdiff_t strides[], const output_sink *sink)
{
    struct block block;
    const size_t in_block = block_init(&block, noise, dims, kernels, are_doubles, sink);
    const int is_long = reads_arrays(noise, dims, kernels, are_doubles, strides, sink);
    const size_t most = is_long ? block.batch.most / LANES * LANES : in_block;
    for (size_t first = 0, n; first < count; first += n) {
        n = least(count - first, most);
        if (is_long && n > LANES) /* the rest is a block of its own */
            n -= n % LANES;
        block.points.n = whole_vectors(n);
        for (int a = 0; a < dims; a++)
            block_gather(&block, a, arrays[a], strides[a], first, n);
        block_evaluate(&block);
        write_batch(&block.batch, 0, n, sink, (ptrdiff_t)first, 1);
    }
}

#endif
