/*
 * What perlin render makes of its options: noises.
 */
#ifndef RENDER_H
#define RENDER_H

#include "render_options.h"

/* The noises of the image. After a mistake, which is said, returns an exit code; some may be
   there. */
int render_create_noises(struct render_options *o);

void render_destroy_noises(struct render_options *o);

#endif
