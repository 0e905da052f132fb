/*
 * Noise to image rows, chunk by chunk: neither the image nor its noise is ever whole in memory.
 */
#ifndef RASTER_H
#define RASTER_H

#include "texture.h"

#include <perlin/perlin.h>

#include <stdbool.h>
#include <stdio.h>

/* A curve is that of 1-D noise, in a picture. Heights are those of a terrain, without colours. */
enum raster_style {
    RASTER_GREY,
    RASTER_CURVE,
    RASTER_NORMALS,
    RASTER_TERRAIN,
    RASTER_HEIGHTS,
    RASTER_TEXTURE
};

/* PNG; 32-bit floats; 16-bit integers. The last two have the lowest byte first and no header. */
enum raster_format { RASTER_PNG, RASTER_RAW, RASTER_R16 };

struct raster {
    uint32_t size[2]; /* in pixels */
    perlin_grid grid; /* of the whole image, but for its counts */
    uint32_t chunk;   /* edge length in samples */
    enum raster_style style;
    enum raster_format format; /* of colours PNG */
    int layers;                /* noises: those of a texture, or one */
    perlin_noise *noise[TEXTURE_LAYERS];
    struct texture_layer layer[TEXTURE_LAYERS]; /* the texture's, up to factors that fit a tile */
    const struct texture *texture;              /* texture only, like the frequency of the noise */
    double frequency;
    int depth;          /* of PNG: 8 or 16 bits; of colours 8 */
    int compression;    /* of PNG: as in png_writer.h */
    bool normalize;     /* grey, curves and heights: `range` becomes -1 to 1 */
    double range[2];    /* the least and the greatest value so far, as raster_find_range says;
                           infinity and -infinity at first */
    float contrast;     /* factor on the noise; normalized grey and curves do without */
    float sea_level;    /* subtracted from it then; terrain and heights only */
    float exaggeration; /* terrain only: from height difference of neighbours to slope */
    float rise[2]; /* normals only: from derivatives along x and y to the slope of the surface */
    bool show_progress; /* on stderr */
    uint32_t frames;    /* of an animation, or 1 */
    uint64_t rows_done; /* of all images, for the progress */
    char error[160];    /* after false */
};

/* Of a pixel: 1, or 3 for red, green and blue. */
int raster_channels(const struct raster *raster);

/* How many samples on each side of a pixel its look depends on. */
uint32_t raster_apron(const struct raster *raster);

/* The bytes of a pixel in the file, before compression; and the memory that raster_write needs and
   that grows with the image, SIZE_MAX if no size_t holds it. */
size_t raster_pixel_bytes(const struct raster *raster);
size_t raster_memory(const struct raster *raster);

/* Widens raster->range to the values of the image: noise before contrast, or a terrain's heights.
   NaN does not count. */
bool raster_find_range(struct raster *raster);

/* Writes the image; of grey and heights it widens the range, too. Fails, also when a signal asks to stop, with an unfinished file. */
bool raster_write(struct raster *raster, FILE *file);

#endif
