/*
 * The command line of perlin render: what its options are, and their values. What they mean together
 * is render.c's.
 */
#ifndef RENDER_OPTIONS_H
#define RENDER_OPTIONS_H

#include "raster.h"

#include <perlin/perlin.h>

#include <stdbool.h>
#include <stdint.h>

#define RENDER_COMMAND "perlin render"

extern const char *const render_help[]; /* its parts; ends with NULL */

/* NAN, and 0 for octaves, dims and the cells of a tile: not given. */
struct render_options {
    const char *path;
    struct raster raster;
    perlin_params params;
    uint32_t dims, tile[2];
    double step, contrast, sea_level, relief, height, radius;
    bool has_z, has_w, has_fractal, normals, raw, quiet, help;
};

/* Reads the command line into *o; says what is wrong. Returns an exit code. */
int render_options_parse(struct render_options *o, int argc, char *argv[]);

#endif
