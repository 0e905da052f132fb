/*
 * The command line of perlin render: what its options are, their values, and what they mean
 * together.
 */
#ifndef RENDER_OPTIONS_H
#define RENDER_OPTIONS_H

#include "raster.h"

#include <perlin/perlin.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RENDER_COMMAND "perlin render"

extern const char *const render_help[]; /* its parts; ends with NULL */

/* In the order of the table in render_options.c. */
enum option_id {
    OPTION_OUTPUT,
    OPTION_SIZE,
    OPTION_STYLE,
    OPTION_FORMAT,
    OPTION_DEPTH,
    OPTION_COMPRESSION,
    OPTION_NORMALIZE,
    OPTION_CONTRAST,
    OPTION_SEA_LEVEL,
    OPTION_RELIEF,
    OPTION_NORMALS,
    OPTION_HEIGHT,
    OPTION_DIMS,
    OPTION_STEP,
    OPTION_START,
    OPTION_ORIGIN,
    OPTION_TILE,
    OPTION_Z,
    OPTION_W,
    OPTION_ANIMATE,
    OPTION_RADIUS,
    OPTION_SEED,
    OPTION_FREQUENCY,
    OPTION_FRACTAL,
    OPTION_OCTAVES,
    OPTION_WEIGHT_OCTAVES,
    OPTION_LACUNARITY,
    OPTION_GAIN,
    OPTION_WEIGHTS,
    OPTION_WEIGHTED_STRENGTH,
    OPTION_PING_PONG_STRENGTH,
    OPTION_RIDGE_OFFSET,
    OPTION_RIDGE_GAIN,
    OPTION_OCTAVE_SEEDS,
    OPTION_OCTAVE_OFFSETS,
    OPTION_HASH,
    OPTION_ROTATE,
    OPTION_BASIS,
    OPTION_INTERPOLATION,
    OPTION_ELIAS_SMOOTHING,
    OPTION_METRIC,
    OPTION_RESULT,
    OPTION_JITTER,
    OPTION_GRADIENTS,
    OPTION_RANGE,
    OPTION_WARP,
    OPTION_PRINT_CODE,
    OPTION_BACKEND,
    OPTION_CHUNK,
    OPTION_YES,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_COUNT
};

struct render_options {
    const char *given[OPTION_COUNT]; /* the value as it was given, "" of a flag; NULL: not given */
    const char *path;
    struct raster raster;
    perlin_params params; /* may point to `weights` */
    double weights[32];
    uint32_t dims, tile[2];
    uint32_t start_count, origin_count; /* how many numbers --start and --origin have */
    double step, contrast, sea_level, relief, height, radius; /* NAN: not given */
    double warp;                                              /* 0: none */
};

/* An option's name without dashes. */
const char *render_option_name(enum option_id id);

/* "--gain 2 and --octaves 9": those of the options, a list that ends with OPTION_COUNT, that were
   given, and their values; the first option's name if none was. */
#define RENDER_BLAME_SIZE 256
const char *render_blame(const struct render_options *o, char text[RENDER_BLAME_SIZE],
                         const enum option_id candidates[]);

/*
 * The steps from a command line to complete options. Each prints what is wrong and returns an exit
 * code.
 */

/* Reads the command line into *o. */
int render_options_parse(struct render_options *o, int argc, char *argv[]);

/* Takes the value of an option; false if it is wrong. */
bool render_take(struct render_options *o, enum option_id id, const char *value);

/* Sets the options that were not given. */
int render_complete(struct render_options *o);

/* Turns complete options into those of the same image in --format raw; not those of a texture,
   which has none. */
void render_make_raw(struct render_options *o);

/* Options without effect are mistakes. */
int render_check_effects(const struct render_options *o);

/* Checks the output's name and size. */
int render_check_output(const struct render_options *o);

/* Checks combinations of values. */
int render_check(struct render_options *o);

/* Says, unless --quiet is given, what the image may have that its user does not expect. */
void render_note_surprises(const struct render_options *o);

/* Says, unless --quiet is given, which part of a range of integers the heights took. */
void render_note_levels(const struct render_options *o);

/* Whether the basis cannot have the hash that is asked for. */
bool render_has_no_hash(perlin_basis basis, perlin_hash hash);

/* How many dimensions the noise needs for these options, unless --dims is given. */
uint32_t render_needed_dims(const struct render_options *o);

bool render_animated(const struct render_options *o);

/* Whether the noise combines octaves, and there are several. */
bool render_has_octaves(const struct render_options *o);

/* The choices of options, in the order of the library's constants (of fractals, rotations and
   backends: with all of them). Lists end with NULL. */
extern const char *const render_styles[],
    *const render_formats[], *const render_fractals[],
                                 *const render_hashes[],
                                     *const render_rotations[],
                                         *const render_bases[],
                                             *const render_interpolations[],
                                                 *const render_metrics[],
                                                     *const render_results[],
                                                         *const render_gradients[],
                                                             *const render_ranges[],
                                                                 *const render_backends[];

#endif
