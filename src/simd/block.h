/*
 * The drivers of noise in blocks of points: arrays of points, and grids, whose rows are points too. They are compiled once
 * for each number of dimensions and take the basis as functions.
 */
#ifndef PERLIN_SIMD_BLOCK_H
#define PERLIN_SIMD_BLOCK_H

#include "cursor.h"
#include "slopes.h"

/* Scales the block's points to a frequency and adds `skew` times the sum of their coordinates to each; splits them into
   cells and fractions as a place_function does. */
typedef void skew_function(struct points *points, int dims, double frequency, double skew,
                           uint32_t modulus);

/* How coordinates of a type are taken. */
struct coordinate_type {
    size_t size;
    rotate_function *rotate;
    place_function *place;
    skew_function *skew;
};

/* The raw noise of a block in an octave; and the same with its slopes, to the octave's planes. */
typedef void raw_function(const perlin_noise *noise, struct points *points,
                          const struct coordinate_type *type, uint32_t octave, real raw[]);
typedef void raw_slopes_function(const perlin_noise *noise, struct points *points,
                                 const struct coordinate_type *type, uint32_t octave,
                                 const struct slope_planes *planes);

/* A basis's kernels in so many dimensions. */
struct block_kernels {
    raw_function *raw;
    raw_slopes_function *slopes;
};

/* Of functions `basis`_noise and `basis`_slopes that have `dims` as a constant argument. */
#define BLOCK_KERNELS(basis, dims)                                                                 \
    OUTLINE void basis##_noise##dims(const perlin_noise *noise, struct points *points,             \
                                     const struct coordinate_type *type, uint32_t octave,          \
                                     real raw[])                                                   \
    {                                                                                              \
        basis##_noise(noise, points, dims, type, octave, raw);                                     \
    }                                                                                              \
    OUTLINE void basis##_slopes##dims(const perlin_noise *noise, struct points *points,            \
                                      const struct coordinate_type *type, uint32_t octave,         \
                                      const struct slope_planes *planes)                           \
    {                                                                                              \
        basis##_slopes(noise, points, dims, type, octave, planes);                                 \
    }                                                                                              \
    static const struct block_kernels basis##_kernels##dims = {basis##_noise##dims,                \
                                                               basis##_slopes##dims};

/* Unrolled for each number of dimensions. */
#define ROTATE_IN_ANY(name, rotate)                                                                \
    OUTLINE void name(struct points *points, int dims, const double row[4][4],                     \
                      union coordinate_array rotated[4])                                           \
    {                                                                                              \
        if (dims == 1)                                                                             \
            rotate(points, 1, row, rotated);                                                       \
        else if (dims == 2)                                                                        \
            rotate(points, 2, row, rotated);                                                       \
        else if (dims == 3)                                                                        \
            rotate(points, 3, row, rotated);                                                       \
        else                                                                                       \
            rotate(points, 4, row, rotated);                                                       \
    }

ROTATE_IN_ANY(rotate_doubles_in, rotate_doubles)

/* Positions in double, as place_in_double has them; those of LANES points from i on. */
INLINE void skewed_at(const struct points *points, int dims, double frequency, double skew,
                      size_t i, double skewed[4][LANES])
{
    UNROLL
    for (size_t l = 0; l < LANES; l += DOUBLES) {
        doubles c[4], shift;
        UNROLL
        for (int a = 0; a < dims; a++) {
            memcpy(&c[a], (const double *)points->coords[a] + i + l, sizeof c[a]);
            c[a] = doubles_at(c[a], frequency);
        }
        shift = c[dims - 1];
        UNROLL
        for (int a = dims - 2; a >= 0; a--)
            shift = c[a] + shift;
        shift = shift * skew;
        UNROLL
        for (int a = 0; a < dims; a++) {
            c[a] = c[a] + shift;
            memcpy(skewed[a] + l, &c[a], sizeof c[a]);
        }
    }
}

INLINE void skew_in_double(struct points *points, int dims, double frequency, double skew, int near,
                           uint32_t modulus)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        double skewed[4][LANES];
        skewed_at(points, dims, frequency, skew, i, skewed);
        UNROLL
        for (int a = 0; a < dims; a++) {
            if (near)
                v_place_near_f64(skewed[a], points->cell[a] + i, points->fraction[a] + i);
            else
                v_place_f64(skewed[a], points->cell[a] + i, points->fraction[a] + i);
        }
    }
    /* Once more: what is not needed is not stored above. */
    for (size_t i = 0; i < points->n && modulus > 0; i += LANES) {
        double skewed[4][LANES];
        skewed_at(points, dims, frequency, skew, i, skewed);
        for (int a = 0; a < dims; a++)
            cells_modulo(skewed[a], LANES, modulus, points->any_cell[a] + i);
    }
}

/* Unrolled for each number of dimensions, from 2 on. */
#define SKEW_IN_ANY(name, skew_in)                                                                 \
    INLINE void name##_at(struct points *points, int dims, double frequency, double skew,          \
                          uint32_t modulus)                                                        \
    {                                                                                              \
        if (dims == 2)                                                                             \
            skew_in(points, 2, frequency, skew, modulus);                                          \
        else if (dims == 3)                                                                        \
            skew_in(points, 3, frequency, skew, modulus);                                          \
        else                                                                                       \
            skew_in(points, 4, frequency, skew, modulus);                                          \
    }                                                                                              \
    OUTLINE void name(struct points *points, int dims, double frequency, double skew,              \
                      uint32_t modulus)                                                            \
    {                                                                                              \
        if (frequency == 1.0)                                                                      \
            name##_at(points, dims, 1.0, skew, modulus);                                           \
        else                                                                                       \
            name##_at(points, dims, frequency, skew, modulus);                                     \
    }

INLINE void skew_any_in_double(struct points *points, int dims, double frequency, double skew,
                               uint32_t modulus)
{
    skew_in_double(points, dims, frequency, skew, 0, modulus);
}

INLINE void skew_near_in_double(struct points *points, int dims, double frequency, double skew,
                                uint32_t modulus)
{
    skew_in_double(points, dims, frequency, skew, 1, modulus);
}

SKEW_IN_ANY(skew_doubles, skew_any_in_double)
SKEW_IN_ANY(skew_near_doubles, skew_near_in_double)

static const struct coordinate_type type_double = {sizeof(double), rotate_doubles_in, place_doubles,
                                                   skew_doubles};

/* The same where all that is placed is below 2^51. */
static const struct coordinate_type type_near = {sizeof(double), rotate_doubles_in,
                                                 place_near_doubles, skew_near_doubles};

/* The total of all octaves over a block. */
INLINE void block_total(const perlin_noise *noise, struct points *points, int dims,
                        const struct block_kernels *kernels, const struct coordinate_type *type,
                        struct totals *totals)
{
    _Alignas(64) real raw[POINTS_BLOCK];
    if (is_only_octave(noise)) {
        kernels->raw(noise, points, type, 0, totals->total);
        return;
    }
    const int plain = adding_of(&noise->shape) == PLAIN;
    memset(totals->total, 0, points->n * sizeof totals->total[0]);
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        kernels->raw(noise, points, type, o, raw);
        for (size_t i = 0; i < points->n; i += LANES)
            add_to_totals(noise, totals, dims, plain, o, i, v_load(raw + i));
    }
}

/* All octaves and their slopes over a block, to its planes. */
INLINE void block_slopes(const perlin_noise *noise, struct points *points, int dims,
                         const struct block_kernels *kernels, const struct coordinate_type *type,
                         struct slope_planes *planes)
{
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        planes_enter(planes, noise, dims, o, points->n);
        kernels->slopes(noise, points, type, o, planes);
        if (planes->octave && planes->total)
            add_slopes(noise, dims, o, planes, points->n);
    }
}

/* ---- Points -------------------------------------------------------------------------------------- */

INLINE void block_points(const perlin_noise *noise, int dims, const struct block_kernels *kernels,
                         const struct coordinate_type *type, size_t count,
                         const void *const arrays[], const ptrdiff_t strides[],
                         const output_sink *sink)
{
    union coordinate_array gathered[4];
    struct totals totals;
    struct points points;
    memset(points.cell, 0, sizeof points.cell); /* bytes are hashed beyond n */
    for (size_t first = 0; first < count; first += POINTS_BLOCK) {
        const size_t n = least(count - first, POINTS_BLOCK);
        enter_block(noise, &points, dims, arrays, strides, type->size, type->rotate, first, n,
                    gathered);
        block_total(noise, &points, dims, kernels, type, &totals);
        write_row(sink, &noise->LANE(output)[dims - 1], totals.total, n, sink->out + first, 1);
    }
}

INLINE void block_points_slopes(const perlin_noise *noise, int dims,
                                const struct block_kernels *kernels,
                                const struct coordinate_type *type, size_t count,
                                const void *const arrays[], const ptrdiff_t strides[],
                                const slope_sink *sink)
{
    union coordinate_array gathered[4];
    _Alignas(64) real room[3 * 5 * SLOPE_POINTS];
    struct slope_planes planes = slope_planes(noise, dims, room, SLOPE_POINTS);
    struct points points;
    memset(points.cell, 0, sizeof points.cell);
    for (size_t first = 0; first < count; first += SLOPE_POINTS) {
        const size_t n = least(count - first, SLOPE_POINTS);
        enter_block(noise, &points, dims, arrays, strides, type->size, type->rotate, first, n,
                    gathered);
        block_slopes(noise, &points, dims, kernels, type, &planes);
        write_slopes(noise, dims, &planes, 0, n, sink, (ptrdiff_t)first, 1);
    }
}

/* ---- Grids --------------------------------------------------------------------------------------- */

/* Some rows of a grid, or a part of one: n samples of each from x on, in whole vectors `pitch` apart. */
struct row_block {
    size_t left; /* rows from the first one on */
    size_t rows, x, n, pitch;
    size_t known;              /* rows whose coordinates along x are there, from the block before */
    struct cursor cursor, end; /* of the first row, and of the one behind the last */
};

INLINE struct row_block no_rows_yet(const perlin_grid *grid, int dims)
{
    return (struct row_block){.left = row_count(grid, dims)};
}

/* Goes to the next block of at most so many samples, of which there is room for a row or for a part of one; returns whether
   there is one. */
INLINE int next_rows(struct row_block *block, const perlin_grid *grid, size_t most)
{
    const size_t width = grid->count[0];
    if (block->n < width)
        block->known = 0;
    block->x += block->n;
    if (block->x == width) {
        block->left -= block->rows;
        block->x = 0;
        block->cursor = block->end;
    }
    block->rows = least(block->left, most / whole_vectors(least(width, most)));
    block->n = least(width - block->x, most);
    block->pitch = whole_vectors(block->n);
    return block->left > 0;
}

/* Where a row's samples go; passes the row. */
INLINE ptrdiff_t row_offset(const struct row_block *block, const perlin_grid *grid, int dims,
                            struct cursor *at)
{
    const ptrdiff_t offset = at->offset + (ptrdiff_t)block->x * grid->stride[0];
    cursor_pass(at, grid, dims);
    return offset;
}

/* The coordinates of n samples of a row, to `coords` from `at` on; along x too, unless they are known. */
INLINE void row_coordinates(const perlin_grid *grid, int dims, const size_t index[4], size_t x,
                            size_t n, int known, double coords[4][POINTS_BLOCK], size_t at)
{
    for (size_t i = 0; i < n && !known; i += LANES)
        coordinates(grid, 0, 1.0, x + i, coords[0] + at + i);
    UNROLL
    for (int a = 1; a < dims; a++) {
        const double c = coordinate(grid, a, 1.0, index[a]);
        if (known && bits_of(coords[a][at]) == bits_of(c))
            continue;
        const doubles all = c - (doubles){0}; /* which leaves -0 alone */
        for (size_t i = 0; i < n; i += LANES) {
            UNROLL
            for (size_t l = 0; l < LANES; l += DOUBLES)
                memcpy(coords[a] + at + i + l, &all, sizeof all);
        }
    }
}

/* The coordinates of the block's samples, row by row; rotated, if the noise is. */
INLINE void enter_rows(const perlin_noise *noise, struct points *points, const perlin_grid *grid,
                       int dims, struct row_block *block, double coords[4][POINTS_BLOCK])
{
    const struct perlin_rotation *const rotation = &noise->rotation[dims - 1];
    block->end = block->cursor;
    points->n = block->pitch;
    for (size_t r = 0; r < block->rows; r++) {
        if (rotation->applies)
            rotate_row(points, grid, dims, rotation->row, block->end.index, block->x, coords,
                       r * block->pitch);
        else
            row_coordinates(grid, dims, block->end.index, block->x, block->pitch, r < block->known,
                            coords, r * block->pitch);
        cursor_pass(&block->end, grid, dims);
    }
    block->known = block->rows > block->known ? block->rows : block->known;
    for (int a = 0; a < dims; a++)
        points->coords[a] = coords[a];
    points->n = block->rows * block->pitch;
}

/* How a grid's coordinates are taken: skewing doubles their sum at most. */
INLINE const struct coordinate_type *grid_type(const perlin_noise *noise, const perlin_grid *grid,
                                               int dims)
{
    const double reach = grid_reach(grid, dims, &noise->rotation[dims - 1]);
    int near = NEAR_IS_FASTER;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++)
        near &= 2 * reach * fabs(noise->spectrum.frequency[o]) < 0x1p50;
    return near ? &type_near : &type_double;
}

INLINE void block_grid_slopes(const perlin_noise *noise, int dims,
                              const struct block_kernels *kernels, const perlin_grid *grid,
                              const slope_sink *sink)
{
    const struct coordinate_type *const type = grid_type(noise, grid, dims);
    double coords[4][POINTS_BLOCK];
    _Alignas(64) real room[3 * 5 * SLOPE_POINTS];
    struct slope_planes planes = slope_planes(noise, dims, room, SLOPE_POINTS);
    struct points points;
    struct row_block block = no_rows_yet(grid, dims);
    memset(points.cell, 0, sizeof points.cell);
    while (next_rows(&block, grid, SLOPE_POINTS)) {
        enter_rows(noise, &points, grid, dims, &block, coords);
        block_slopes(noise, &points, dims, kernels, type, &planes);
        struct cursor at = block.cursor;
        for (size_t i = 0; i < points.n; i += block.pitch)
            write_slopes(noise, dims, &planes, i, block.n, sink,
                         row_offset(&block, grid, dims, &at), grid->stride[0]);
    }
}

/* Once for each number of dimensions: their functions are block_points3 and so on. */
#define BLOCK_DRIVERS(dims)                                                                        \
    OUTLINE void block_points##dims(                                                               \
        const perlin_noise *noise, const struct block_kernels *kernels,                            \
        const struct coordinate_type *type, size_t count, const void *const arrays[],              \
        const ptrdiff_t strides[], const output_sink *sink)                                        \
    {                                                                                              \
        block_points(noise, dims, kernels, type, count, arrays, strides, sink);                    \
    }                                                                                              \
    OUTLINE void block_points_slopes##dims(                                                        \
        const perlin_noise *noise, const struct block_kernels *kernels,                            \
        const struct coordinate_type *type, size_t count, const void *const arrays[],              \
        const ptrdiff_t strides[], const slope_sink *sink)                                         \
    {                                                                                              \
        block_points_slopes(noise, dims, kernels, type, count, arrays, strides, sink);             \
    }                                                                                              \
    OUTLINE void block_grid_slopes##dims(const perlin_noise *noise,                                \
                                         const struct block_kernels *kernels,                      \
                                         const perlin_grid *grid, const slope_sink *sink)          \
    {                                                                                              \
        block_grid_slopes(noise, dims, kernels, grid, sink);                                       \
    }

BLOCK_DRIVERS(1)
BLOCK_DRIVERS(2)
BLOCK_DRIVERS(3)
BLOCK_DRIVERS(4)

/*
 * A basis's functions for its table. Of points whose coordinates are of a type, by the table's name for these:
 * basis_points3 and basis_points_slopes3, or basis_points_wide3 and so on;
 */
#define BLOCK_POINTS(basis, points, dims, coordinate, type)                                        \
    static void basis##_##points##dims(const perlin_noise *noise, size_t count,                    \
                                       const coordinate *const coords[],                           \
                                       const ptrdiff_t strides[], const output_sink *sink)         \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        memcpy(arrays, coords, sizeof arrays);                                                     \
        block_points##dims(noise, &basis##_kernels##dims, &type, count, arrays, strides, sink);    \
    }                                                                                              \
    static void basis##_##points##_slopes##dims(const perlin_noise *noise, size_t count,           \
                                                const coordinate *const coords[],                  \
                                                const ptrdiff_t strides[], const slope_sink *sink) \
    {                                                                                              \
        const void *arrays[dims];                                                                  \
        memcpy(arrays, coords, sizeof arrays);                                                     \
        block_points_slopes##dims(noise, &basis##_kernels##dims, &type, count, arrays, strides,    \
                                  sink);                                                           \
    }

/* of grids whose rows share nothing, with slopes: basis_grid_slopes3. */
#define BLOCK_GRID_SLOPES(basis, dims)                                                             \
    static void basis##_grid_slopes##dims(const perlin_noise *noise, const perlin_grid *grid,      \
                                          const slope_sink *sink)                                  \
    {                                                                                              \
        block_grid_slopes##dims(noise, &basis##_kernels##dims, grid, sink);                        \
    }

#endif
