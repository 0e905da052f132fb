/*
 * The drivers of noise in blocks of points: arrays of points, and grids, whose rows are points too. They are compiled once
 * for each number of dimensions and take the basis as functions.
 */
#ifndef PERLIN_SIMD_BLOCK_H
#define PERLIN_SIMD_BLOCK_H

#include "cursor.h"
#include "skew.h"
#include "slopes.h"

/* How coordinates of a type are taken. */
struct coordinate_type {
    size_t size;
    rotate_function *rotate;
    place_function *place;
    skew_function *skew;
};

/* Goes to the n points from `first` on; `gathered` has room for those that are not packed, of either type, and for all
   that are rotated. */
INLINE void enter_block(const perlin_noise *noise, struct points *points, int dims,
                        const struct coordinate_type *type, const void *const arrays[],
                        const ptrdiff_t strides[], size_t first, size_t n,
                        union coordinate_array gathered[4])
{
    const struct perlin_matrix *const rotation = &noise->rotation[dims - 1];
    points->n = whole_vectors(n);
    for (int a = 0; a < dims; a++) {
        const ptrdiff_t stride = strides[a] * (ptrdiff_t)type->size;
        points->coords[a] = (const char *)arrays[a] + (ptrdiff_t)first * stride;
        if (strides[a] != 1 || n < points->n) {
            gather(&gathered[a], points->coords[a], stride, n, points->n, type->size);
            points->coords[a] = &gathered[a];
        }
    }
    if (rotation->applies)
        type->rotate(points, dims, rotation->row, gathered);
}

/* Places points whose cells do not follow each other in the table: seldom, and out of the way of those that do. */
OUTLINE void place_apart(const perlin_noise *noise, struct points *points, int dims,
                         const struct coordinate_type *type, uint32_t octave, enum cells cells)
{
    const uint32_t *const modulus = noise->spectrum.modulus[octave];
    for (int a = 0; a < dims; a++) {
        const int divides = is_wide(cells) || !is_by_mask(modulus[a]);
        type->place(points, a, octave_map(noise, octave), divides ? modulus[a] : 0);
        if (cells == WRAPPED)
            wrap_cells(points, a, modulus[a]);
    }
}

/* Goes to an octave: where the points are in it. Returns how their cells are there. */
INLINE enum cells place_points(const perlin_noise *noise, struct points *points, int dims,
                               const struct coordinate_type *type, uint32_t octave)
{
    const enum cells cells =
        cells_in(perlin_octave_tables(noise, octave), dims, noise->spectrum.modulus[octave]);
    if (cells != FOLLOWING) {
        place_apart(noise, points, dims, type, octave, cells);
        return cells;
    }
    UNROLL
    for (int a = 0; a < dims; a++)
        type->place(points, a, octave_map(noise, octave), 0);
    return FOLLOWING;
}

/* The raw noise of a block in an octave; and the same with its slopes, to the octave's planes. */
typedef void raw_function(const perlin_noise *noise, struct points *points,
                          const struct coordinate_type *type, uint32_t octave, real raw[]);
typedef void raw_slopes_function(const perlin_noise *noise, struct points *points,
                                 const struct coordinate_type *type, uint32_t octave,
                                 const struct slope_planes *planes);

/* How many samples of a row go together at most in a block of a grid. */
typedef size_t columns_function(const perlin_noise *noise, const perlin_grid *grid);

/* As many as there is room for, */
static inline size_t whole_columns(const perlin_noise *noise, const perlin_grid *grid)
{
    (void)noise, (void)grid;
    return MOST_COLUMNS;
}

/* or so many, a power of two, that they span `cells` at most. Where the shortest rows of a block span more, and more than a cell, it
   has whole ones again. Of several octaves the middle one decides. */
static inline size_t columns_within(const perlin_noise *noise, const perlin_grid *grid,
                                    double cells)
{
    const struct perlin_spectrum *const spectrum = &noise->spectrum;
    const double step = fabs(grid->step[0] * spectrum->frequency[spectrum->octaves / 2]);
    const size_t fewest = POINTS_BLOCK / ROWS;
    const double least_span = (double)fewest * step;
    size_t columns = POINTS_BLOCK;
    if (least_span > cells && least_span > 1.0)
        return MOST_COLUMNS;
    while (columns > fewest && (double)columns * step > cells)
        columns /= 2;
    return least(columns, MOST_COLUMNS);
}

/* A basis's kernels in so many dimensions. */
struct block_kernels {
    raw_function *raw;
    raw_slopes_function *slopes;
    columns_function *columns;
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
    static const struct block_kernels basis##_kernels##dims = {                                    \
        basis##_noise##dims, basis##_slopes##dims, whole_columns};

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

static const struct coordinate_type type_double = {sizeof(double), rotate_doubles_in, place_doubles,
                                                   skew_doubles};

/* The rows of grids, by whether they are rotated, and whether all that is placed is below 2^51. */
static const struct coordinate_type type_rows[2][2] = {
    {{.place = place_aligned_rows, .skew = skew_aligned_rows},
     {.place = place_near_aligned_rows, .skew = skew_near_aligned_rows}},
    {{.place = place_rotated_rows, .skew = skew_rotated_rows},
     {.place = place_near_rotated_rows, .skew = skew_near_rotated_rows}}};

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
    const int plain = is_plain(&noise->shape);
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
    points_begin(&points);
    for (size_t first = 0; first < count; first += POINTS_BLOCK) {
        const size_t n = least(count - first, POINTS_BLOCK);
        enter_block(noise, &points, dims, type, arrays, strides, first, n, gathered);
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
    points_begin(&points);
    for (size_t first = 0; first < count; first += SLOPE_POINTS) {
        const size_t n = least(count - first, SLOPE_POINTS);
        enter_block(noise, &points, dims, type, arrays, strides, first, n, gathered);
        block_slopes(noise, &points, dims, kernels, type, &planes);
        write_slopes(noise, dims, &planes, 0, n, sink, (ptrdiff_t)first, 1);
    }
}

/* ---- Grids --------------------------------------------------------------------------------------- */

/* Whether all of a grid's coordinates are below 2^51 in every octave: skewing doubles their sum at most. */
INLINE int grid_is_near(const perlin_noise *noise, const perlin_grid *grid, int dims)
{
    const double reach = grid_reach(grid, dims, &noise->rotation[dims - 1]);
    int near = 1;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++)
        near &= 2 * reach * fabs(noise->spectrum.frequency[o]) < 0x1p50;
    return near;
}

/* How a grid's coordinates are taken, by that. */
INLINE const struct coordinate_type *grid_type(const perlin_noise *noise, int near, int dims)
{
    return &type_rows[noise->rotation[dims - 1].applies != 0][NEAR_IS_FASTER && near];
}

INLINE void block_grid_slopes(const perlin_noise *noise, int dims,
                              const struct block_kernels *kernels, const perlin_grid *grid,
                              const slope_sink *sink)
{
    const struct coordinate_type *const type =
        grid_type(noise, grid_is_near(noise, grid, dims), dims);
    const size_t columns = kernels->columns(noise, grid);
    _Alignas(64) real room[3 * 5 * SLOPE_POINTS];
    struct slope_planes planes = slope_planes(noise, dims, room, SLOPE_POINTS);
    struct points points;
    struct rows rows;
    points_begin(&points);
    rows_begin(&rows, grid, dims);
    while (next_rows(&rows, &points, grid, dims, &noise->rotation[dims - 1], SLOPE_POINTS,
                     least(columns, SLOPE_POINTS))) {
        if (sink->out)
            fetch_output(&rows, grid, sink->out);
        for (int a = 0; a < dims; a++)
            fetch_output(&rows, grid, sink->slope[a]);
        block_slopes(noise, &points, dims, kernels, type, &planes);
        for (size_t r = 0; r < rows.rows; r++)
            write_slopes(noise, dims, &planes, r * rows.pitch, rows.n, sink, rows.offset[r],
                         grid->stride[0]);
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
 * A basis's functions for its table, of points whose coordinates are of a type, by the table's name for these:
 * basis_points3 and basis_points_slopes3, or basis_points_wide3 and so on.
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

/* A basis's function of grids whose rows share nothing, with slopes: basis_grid_slopes3. */
#define BLOCK_GRID_SLOPES(basis, dims)                                                             \
    static void basis##_grid_slopes##dims(const perlin_noise *noise, const perlin_grid *grid,      \
                                          const slope_sink *sink)                                  \
    {                                                                                              \
        block_grid_slopes##dims(noise, &basis##_kernels##dims, grid, sink);                        \
    }

#endif
