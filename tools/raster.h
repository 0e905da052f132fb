/*
 * Noise to image rows, chunk by chunk: neither the image nor its noise is ever whole in memory.
 */
#ifndef RASTER_H
#define RASTER_H

#include <perlin/perlin.h>

#include <stdbool.h>
#include <stdio.h>

struct raster {
    const perlin_noise *noise;
    perlin_grid grid;   /* of the whole image; axes beyond the second have a count of 1 */
    uint32_t chunk;     /* edge length in samples */
    bool terrain;       /* else grey */
    int depth;          /* 8 or 16 bits; 8 for a terrain */
    float contrast;     /* factor on the noise */
    float sea_level;    /* subtracted from it then; terrain only */
    float exaggeration; /* terrain only: from height difference of neighbours to slope */
    bool show_progress; /* on stderr */
    char error[160];    /* after false */
};

/* Writes the image as PNG. Fails, also when a signal asks to stop, with an unfinished file. */
bool raster_write(struct raster *raster, FILE *file);

#endif
