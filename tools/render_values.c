/*
 * The values of perlin render's options, each for itself.
 */
#include "render_options.h"

#include "options.h"

#include <math.h>
#include <string.h>

/* libpng's own limit on either side of an image. */
enum { MAX_SIZE = 1000000, MAX_CHUNK = 16384 };

static bool parse_unsigned32(const char *text, uint32_t min, uint32_t max, uint32_t *value)
{
    uint64_t wide;
    if (!parse_unsigned(text, min, max, &wide))
        return false;
    *value = (uint32_t)wide;
    return true;
}

static bool parse_int(const char *text, int min, int max, int *value)
{
    uint32_t wide;
    if (!parse_unsigned32(text, (uint32_t)min, (uint32_t)max, &wide))
        return false;
    *value = (int)wide;
    return true;
}

static bool parse_within(const char *text, double least, double most, double *value)
{
    return parse_number(text, value) && *value >= least && *value <= most;
}

static bool parse_nonzero(const char *text, double *value)
{
    return parse_number(text, value) && *value != 0.0;
}

static bool parse_depth(const char *text, int *depth)
{
    *depth = strcmp(text, "16") == 0 ? 16 : 8;
    return *depth == 16 || strcmp(text, "8") == 0;
}

/* Styles are grey, terrain and the textures, which have the same order. */
static bool parse_style(const char *text, struct raster *raster)
{
    uint32_t choice;
    if (!parse_choice(text, render_styles, &choice))
        return false;
    raster->style = choice == 0 ? RASTER_GREY : choice == 1 ? RASTER_TERRAIN : RASTER_TEXTURE;
    raster->texture = choice < 2 ? NULL : &textures[choice - 2];
    return true;
}

static bool parse_format(const char *text, enum raster_format *format)
{
    static const enum raster_format formats[] = {RASTER_PNG, RASTER_RAW, RASTER_R16};
    uint32_t choice;
    if (!parse_choice(text, render_formats, &choice))
        return false;
    *format = formats[choice];
    return true;
}

/* Cells by axis, one number for both; 0 for an axis that does not repeat. */
static bool parse_tile(const char *text, uint32_t cells[2])
{
    static const uint32_t most = UINT32_C(1) << 31; /* as in perlin_params */
    return parse_size(text, 0, most, cells) && (cells[0] != 0 || cells[1] != 0);
}

/* Options of the noise; choices have the order of the library's constants. */
static bool take_noise(perlin_params *params, enum option_id id, const char *value)
{
    uint32_t choice;
    switch (id) {
    case OPTION_SEED:
        return parse_seed(value, &params->seed);
    case OPTION_FREQUENCY:
        return parse_nonzero(value, &params->frequency);
    case OPTION_FRACTAL:
        return parse_choice(value, render_fractals, &params->fractal);
    case OPTION_OCTAVES:
        return parse_unsigned32(value, 1, 32, &params->octaves);
    case OPTION_WEIGHT_OCTAVES:
        return parse_unsigned32(value, 0, 32, &params->weight_octaves);
    case OPTION_LACUNARITY:
        return parse_number(value, &params->lacunarity);
    case OPTION_GAIN:
        return parse_number(value, &params->gain);
    case OPTION_WEIGHTED_STRENGTH:
        return parse_within(value, -8.0, 8.0, &params->weighted_strength);
    case OPTION_PING_PONG_STRENGTH:
        return parse_within(value, 0.0, 65536.0, &params->ping_pong_strength);
    case OPTION_RIDGE_OFFSET:
        return parse_within(value, 0.0, 1024.0, &params->ridge_offset);
    case OPTION_RIDGE_GAIN:
        return parse_within(value, 0.0, 65536.0, &params->ridge_gain);
    case OPTION_OCTAVE_SEEDS:
        return parse_unsigned32(value, 0, 1, &params->octave_seeds);
    case OPTION_OCTAVE_OFFSETS:
        return parse_unsigned32(value, 0, 1, &params->octave_offsets);
    case OPTION_HASH:
        return parse_choice(value, render_hashes, &params->hash);
    case OPTION_ROTATE:
        return parse_choice(value, render_rotations, &params->rotation);
    case OPTION_BASIS:
        return parse_choice(value, render_bases, &params->basis);
    case OPTION_INTERPOLATION:
        return parse_choice(value, render_interpolations, &params->interpolation);
    case OPTION_ELIAS_SMOOTHING:
        params->elias_smoothing = 1;
        return true;
    case OPTION_METRIC:
        return parse_choice(value, render_metrics, &params->cellular_metric);
    case OPTION_RESULT:
        return parse_choice(value, render_results, &params->cellular_result);
    case OPTION_JITTER:
        return parse_within(value, 0.0, 1.0, &params->jitter);
    case OPTION_GRADIENTS:
        return parse_choice(value, render_gradients, &params->gradients);
    case OPTION_RANGE:
        if (!parse_choice(value, render_ranges, &choice))
            return false;
        params->range = choice == 0 ? PERLIN_RANGE_SIGNED : PERLIN_RANGE_RAW;
        return true;
    default: /* OPTION_BACKEND */
        return parse_choice(value, render_backends, &params->backend);
    }
}

/* Options of the samples; false, with *known false, for others. */
static bool take_samples(struct render_options *o, enum option_id id, const char *value,
                         bool *known)
{
    perlin_grid *const grid = &o->raster.grid;
    *known = true;
    switch (id) {
    case OPTION_DIMS:
        return parse_unsigned32(value, 1, 4, &o->dims);
    case OPTION_STEP:
        return parse_nonzero(value, &o->step);
    case OPTION_START:
        return parse_integers(value, 2, grid->start, &o->start_count);
    case OPTION_ORIGIN:
        return parse_numbers(value, 2, grid->origin, &o->origin_count);
    case OPTION_TILE:
        return parse_tile(value, o->tile);
    case OPTION_Z:
        return parse_number(value, &grid->origin[2]);
    case OPTION_W:
        return parse_number(value, &grid->origin[3]);
    case OPTION_ANIMATE:
        return parse_unsigned32(value, 2, 9999, &o->raster.frames);
    case OPTION_RADIUS:
        return parse_number(value, &o->radius) && o->radius > 0.0;
    default:
        *known = false;
        return false;
    }
}

bool render_take(struct render_options *o, enum option_id id, const char *value)
{
    struct raster *const raster = &o->raster;
    switch (id) {
    case OPTION_OUTPUT:
        o->path = value;
        return *value != '\0';
    case OPTION_SIZE:
        return parse_size(value, 1, MAX_SIZE, raster->size);
    case OPTION_STYLE:
        return parse_style(value, raster);
    case OPTION_FORMAT:
        return parse_format(value, &raster->format);
    case OPTION_DEPTH:
        return parse_depth(value, &raster->depth);
    case OPTION_COMPRESSION:
        return parse_int(value, 0, 9, &raster->compression);
    case OPTION_CONTRAST:
        return parse_within(value, -1e6, 1e6, &o->contrast);
    case OPTION_SEA_LEVEL:
        return parse_within(value, -1.0, 1.0, &o->sea_level);
    case OPTION_RELIEF:
        return parse_within(value, 0.0, 1e6, &o->relief);
    case OPTION_WEIGHTS:
        o->params.weights = o->weights;
        return parse_numbers(value, 32, o->weights, &o->params.weight_count);
    case OPTION_HEIGHT:
        return parse_number(value, &o->height) && isfinite((float)o->height);
    case OPTION_WARP:
        return parse_number(value, &o->warp);
    case OPTION_CHUNK:
        return parse_unsigned32(value, 1, MAX_CHUNK, &raster->chunk);
    case OPTION_NORMALIZE:
    case OPTION_NORMALS:
    case OPTION_PRINT_CODE:
    case OPTION_YES:
    case OPTION_QUIET:
    case OPTION_HELP:
        return true; /* being given is all */
    default: {
        bool known;
        const bool ok = take_samples(o, id, value, &known);
        return known ? ok : take_noise(&o->params, id, value);
    }
    }
}
