/*
 * Noise to image rows, chunk by chunk: neither the image nor its noise is ever whole in memory.
 */
#ifndef RASTER_H
#define RASTER_H

#include "texture.h"

#include <perlin/perlin.h>

#include <stdbool.h>
#include <stdio.h>

enum raster_style { RASTER_GREY, RASTER_NORMALS, RASTER_TERRAIN, RASTER_TEXTURE };

struct raster {
    perlin_grid grid; /* of the whole image; axes beyond the second have a count of 1 */
    uint32_t chunk;   /* edge length in samples */
    enum raster_style style;
    int layers; /* noises: those of a texture, or one */
    perlin_noise *noise[TEXTURE_LAYERS];
    struct texture_layer layer[TEXTURE_LAYERS]; /* the texture's, up to factors that fit a tile */
    const struct texture *texture;              /* texture only, like the frequency of the noise */
    double frequency;
    int depth;          /* 8 or 16 bits; 16 for grey and normals only */
    bool raw;           /* no PNG, but values as 32-bit floats; for grey and normals */
    float contrast;     /* factor on the noise */
    float sea_level;    /* subtracted from it then; terrain only */
    float exaggeration; /* terrain only: from height difference of neighbours to slope */
    float rise[2]; /* normals only: from derivatives along x and y to the slope of the surface */
    bool show_progress;     /* on stderr */
    uint32_t frame, frames; /* of an animation, for the progress: this one, and how many */
    char error[160];        /* after false */
};

/* Writes the image. Fails, also when a signal asks to stop, with an unfinished file. */
bool raster_write(struct raster *raster, FILE *file);

#endif
