/*
 * Textures computed from noise: which layers of it one needs, and the colour that they make.
 */
#ifndef TEXTURE_H
#define TEXTURE_H

#include <perlin/perlin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXTURE_LAYERS = 8 }; /* at most */

/*
 * What a layer samples: the noise that the options describe, or its first octave alone; or one
 * octave of cellular noise in the range RAW, which has distances in cells, whatever the options say
 * of octaves, basis and range.
 */
enum texture_noise { TEXTURE_FRACTAL, TEXTURE_OCTAVE, TEXTURE_F1, TEXTURE_EDGE, TEXTURE_CELL };

/* A noise over another grid than the image's: finer or coarser by axis, and elsewhere. */
struct texture_layer {
    enum texture_noise noise;
    double finer[2]; /* factors on the coordinates: below 1 stretches */
    double moved[2]; /* in cells of the first octave */
};

struct texture {
    const char *name;
    /* These five unless the user says otherwise. */
    uint32_t octaves;       /* 0: as many as can be seen */
    double cells, contrast; /* cells along the longer side of the image */
    double warp, jitter;    /* the warp in cells; the jitter of cellular layers */
    int layers;
    struct texture_layer layer[TEXTURE_LAYERS];
    /* The colour of a pixel, from its noises and its x in cells without the whole ones. Cellular
       layers have no contrast. */
    struct colour (*look)(const float n[TEXTURE_LAYERS], float x);
};

/* Ends with one whose name is NULL. */
extern const struct texture textures[];

bool texture_layer_is_cellular(const struct texture_layer *layer);

/* Whether a texture has cellular layers; false for NULL. */
bool texture_has_cells(const struct texture *texture);

/*
 * How many cells a layer has along an axis of a tile that has `cells` of the image's. It is a whole
 * number, at least 1, so that the layer repeats with the tile. texture_fit sets the layer's factor
 * to match.
 */
uint32_t texture_cells(const struct texture_layer *layer, int axis, uint32_t cells);
void texture_fit(struct texture_layer *layer, int axis, uint32_t cells);

/* The grid of a layer under the image's; false if it is not finite. */
bool texture_grid(const struct texture_layer *layer, const perlin_grid *image, double frequency,
                  perlin_grid *grid);

/*
 * Colours the grid's samples as RGB bytes. `samples` holds a packed array of them for each layer,
 * one after the other.
 */
void texture_shade(const struct texture *texture, const perlin_grid *image, double frequency,
                   float contrast, const float *samples, uint8_t *rgb, size_t rgb_stride);

#endif
