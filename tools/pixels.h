/*
 * Samples to pixels, in a file's bytes.
 */
#ifndef PIXELS_H
#define PIXELS_H

#include "raster.h"

#include <stddef.h>
#include <stdint.h>

/* The value that a sample stands for, before --normalize or --contrast: itself, or the height of
   a terrain. */
float pixel_plain(const struct raster *raster, float sample);

/* Such a value as the image shows it, -1 to 1 from black to white; and the same of a sample. */
float pixel_shown(const struct raster *raster, float plain);
float pixel_value(const struct raster *raster, float sample);

/* The integer of an image's format that a value of -1 to 1 becomes. */
uint32_t pixel_level(const struct raster *raster, float value);

/* Writes a value of -1 to 1 in the image's format, and returns what follows it. */
uint8_t *pixel_store(const struct raster *raster, float value, uint8_t *out);

/* The pixels of packed samples, of noise or a terrain's heights; rows of `out` are out_stride bytes
   apart. */
void pixels_grey(const struct raster *raster, const float *samples, uint32_t columns, uint32_t rows,
                 uint8_t *out, size_t out_stride);

/* The same of derivatives, an array along x and one along y. */
void pixels_normals(const struct raster *raster, const float *along_x, const float *along_y,
                    uint32_t columns, uint32_t rows, uint8_t *out, size_t out_stride);

/* The same of samples with a ring of neighbours around them, which become heights. */
void pixels_terrain(const struct raster *raster, float *samples, uint32_t columns, uint32_t rows,
                    uint8_t *out, size_t out_stride);

/*
 * A part of the picture of a curve, from row `first` on. `values`, as pixel_value returns them,
 * start with that to the left of the part, and end with that to its right.
 */
void pixels_curve(const struct raster *raster, const float *values, uint32_t first,
                  uint32_t columns, uint32_t rows, uint8_t *out, size_t out_stride);

#endif
