/*
 * What perlin render makes of its options: noises, frames, and code.
 */
#ifndef RENDER_H
#define RENDER_H

#include "render_options.h"

/* The noises of the image. After a mistake, which is said, returns an exit code; some may be
   there. */
int render_create_noises(struct render_options *o);

void render_destroy_noises(struct render_options *o);

/* The parameters of a noise of the image; and those of the noise that --warp moves its coordinates
   by. */
perlin_params render_layer_params(const struct render_options *o, int layer);
perlin_params render_warp_params(const struct render_options *o, int layer);

/* The raster of a frame of an animation, or of the only image. */
struct raster render_frame(const struct render_options *o, uint32_t frame);

/* Prints a C program that computes what --format raw writes, or the noises of a texture. Returns an
   exit code. */
int render_print_code(const struct render_options *image);

#endif
