/*
 * Rotates the coordinates of a block of points.
 */
#ifndef PERLIN_ROTATE_H
#define PERLIN_ROTATE_H

#include "block.h"

/* Coordinates are by row, or else all samples are one row. From the last row back: in place, a row
   overwrites nothing that rows before it read. */
INLINE void rotate_doubles_in(struct points *points, int dims, int by_rows, const double row[4][4],
                              union coordinates rotated[4])
{
    const size_t pitch = by_rows ? points->pitch : points->n;
    const double *coords[4];
    for (int a = 0; a < dims; a++)
        coords[a] = points->coords[a];
    for (size_t first = points->n; first > 0;) {
        doubles c[4];
        first -= pitch;
        UNROLL
        for (int a = 1; by_rows && a < dims; a++)
            c[a] = splat_double(coords[a][first / pitch]);
        for (size_t i = 0; i < pitch; i += DOUBLES) {
            UNROLL
            for (int a = 0; a < dims; a++)
                if (!by_rows || a == 0)
                    c[a] = load_doubles(coords[a] + i);
            UNROLL
            for (int a = 0; a < dims; a++) {
                doubles sum = row[a][dims - 1] * c[dims - 1];
                UNROLL
                for (int b = dims - 2; b >= 0; b--)
                    sum = row[a][b] * c[b] + sum;
                memcpy(rotated[a].f64 + first + i, &sum, sizeof sum);
            }
        }
    }
}

INLINE void rotate_floats_in(struct points *points, int dims, const double row[4][4],
                             union coordinates rotated[4])
{
    for (size_t i = 0; i < points->n; i += LANES) {
        vec c[4];
        UNROLL
        for (int a = 0; a < dims; a++)
            c[a] = v_load((const real *)points->coords[a] + i);
        UNROLL
        for (int a = 0; a < dims; a++) {
            vec sum = v_splat((real)row[a][dims - 1]) * c[dims - 1];
            UNROLL
            for (int b = dims - 2; b >= 0; b--)
                sum = v_splat((real)row[a][b]) * c[b] + sum;
            v_store((real *)&rotated[a] + i, sum);
        }
    }
}

INLINE void rotate_in(int dims, struct points *points, const double row[4][4],
                      union coordinates rotated[4])
{
    if (points->pitch > 0)
        rotate_doubles_in(points, dims, 1, row, rotated);
    else if (points->are_doubles)
        rotate_doubles_in(points, dims, 0, row, rotated);
    else
        rotate_floats_in(points, dims, row, rotated);
}

/* Rotates the coordinates of a block into `rotated`, where they may already be. */
OUTLINE void rotate_points(struct points *points, int dims, const double row[4][4],
                           union coordinates rotated[4])
{
    IN_DIMS(dims, rotate_in, points, row, rotated);
    for (int a = 0; a < dims; a++)
        points->coords[a] = &rotated[a];
    points->pitch = 0;
}

#endif
