/*
 * The options of perlin render: their names and their values.
 */
#include "render_options.h"

#include "options.h"
#include "tool.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* libpng's own limit on either side of an image. */
enum { MAX_SIZE = 1000000, MAX_CHUNK = 16384 };

enum option_id {
    FORMAT = 256,
    DEPTH,
    CONTRAST,
    SEA_LEVEL,
    RELIEF,
    NORMALS,
    HEIGHT,
    STEP,
    START,
    ORIGIN,
    TILE,
    SLICE_Z,
    SLICE_W,
    SEED,
    FREQUENCY,
    OCTAVES,
    LACUNARITY,
    GAIN,
    FRACTAL,
    WEIGHTED_STRENGTH,
    PING_PONG_STRENGTH,
    RIDGE_OFFSET,
    RIDGE_GAIN,
    OCTAVE_TABLES,
    TABLE_BITS,
    ROTATE,
    BASIS,
    INTERPOLATION,
    SMOOTHING,
    GRADIENTS,
    RANGE,
    BACKEND,
    CHUNK,
    ANIMATE,
    RADIUS
};

/* `allowed` says which values an option takes; NULL for those without. */
static const struct {
    const char *name;
    int id;
    const char *allowed;
} table[] = {
    {"output", 'o', "the name of a file, or -"},
    {"size", 's', "WxH, each 1 to 1000000"},
    {"style", 'S', "grey, terrain, wood, marble, clouds, edges or blend"},
    {"format", FORMAT, "png or raw"},
    {"depth", DEPTH, "8 or 16"},
    {"contrast", CONTRAST, "a number"},
    {"sea-level", SEA_LEVEL, "a number from -1 to 1"},
    {"relief", RELIEF, "a number, at least 0"},
    {"normals", NORMALS, NULL},
    {"height", HEIGHT, "a number"},
    {"dims", 'd', "2, 3 or 4"},
    {"step", STEP, "a number"},
    {"start", START, "I,J, two 64-bit integers"},
    {"origin", ORIGIN, "X,Y, two numbers"},
    {"tile", TILE, "a number of cells, or XxY, each 1 to 2147483648"},
    {"z", SLICE_Z, "a number"},
    {"w", SLICE_W, "a number"},
    {"animate", ANIMATE, "an integer from 2 to 9999"},
    {"radius", RADIUS, "a number above 0"},
    {"seed", SEED, "an integer from 0 to 2^64-1"},
    {"frequency", FREQUENCY, "a number"},
    {"octaves", OCTAVES, "an integer from 1 to 32"},
    {"lacunarity", LACUNARITY, "a number, at least 0"},
    {"gain", GAIN, "a number, at least 0"},
    {"fractal", FRACTAL, "fbm, billow, ridged, ping-pong or multifractal"},
    {"weighted-strength", WEIGHTED_STRENGTH, "a number from 0 to 1"},
    {"ping-pong-strength", PING_PONG_STRENGTH, "a number from 0 to 65536"},
    {"ridge-offset", RIDGE_OFFSET, "a number from 0 to 1024"},
    {"ridge-gain", RIDGE_GAIN, "a number from 0 to 65536"},
    {"octave-tables", OCTAVE_TABLES, NULL},
    {"table-bits", TABLE_BITS, "an integer from 8 to 16"},
    {"rotate", ROTATE, "xy, xz, xyz, xyz-xy or xyz-xz"},
    {"basis", BASIS,
     "gradient, value, value-cubic, elias, simplex, opensimplex2, opensimplex2s or opensimplex"},
    {"interpolation", INTERPOLATION, "quintic, linear, cosine or cubic"},
    {"smoothing", SMOOTHING, NULL},
    {"gradients", GRADIENTS, "default, axis, diagonal, slice or even"},
    {"range", RANGE, "signed or raw"},
    {"backend", BACKEND, "auto, scalar, sse2, avx2, avx512 or neon"},
    {"chunk", CHUNK, "an integer from 1 to 16384"},
    {"quiet", 'q', NULL},
    {"help", 'h', NULL},
};
enum { OPTIONS = sizeof table / sizeof table[0] };

/* The table as getopt_long wants it. */
static void long_options(struct option options[OPTIONS + 1])
{
    memset(options, 0, (OPTIONS + 1) * sizeof *options);
    for (int i = 0; i < OPTIONS; i++) {
        options[i].name = table[i].name;
        options[i].has_arg = table[i].allowed ? required_argument : no_argument;
        options[i].val = table[i].id;
    }
}

static int invalid_value(int id, const char *value)
{
    int i = 0;
    while (table[i].id != id)
        i++;
    return usage_error(RENDER_COMMAND, "invalid value for --%s: '%s' is not %s", table[i].name,
                       value, table[i].allowed);
}

/* ---- Parsing --------------------------------------------------------------------------------- */

static bool parse_unsigned32(const char *text, uint32_t min, uint32_t max, uint32_t *value)
{
    uint64_t wide;
    if (!parse_unsigned(text, min, max, &wide))
        return false;
    *value = (uint32_t)wide;
    return true;
}

static bool parse_depth(const char *text, int *depth)
{
    *depth = strcmp(text, "16") == 0 ? 16 : 8;
    return *depth == 16 || strcmp(text, "8") == 0;
}

/* A number from 0 to `most`. */
static bool parse_within(const char *text, double most, double *value)
{
    return parse_number(text, value) && *value >= 0.0 && *value <= most;
}

static bool parse_fractal(const char *text, uint32_t *fractal)
{
    static const char *const fractals[] = {"fbm",       "billow",       "ridged",
                                           "ping-pong", "multifractal", NULL};
    if (!parse_choice(text, fractals, fractal))
        return false;
    *fractal += PERLIN_FRACTAL_FBM; /* the constants have the same order, after NONE */
    return true;
}

static bool parse_rotation(const char *text, uint32_t *rotation)
{
    static const char *const rotations[] = {"xy", "xz", "xyz", "xyz-xy", "xyz-xz", NULL};
    if (!parse_choice(text, rotations, rotation))
        return false;
    *rotation += PERLIN_ROTATION_XY; /* the constants have the same order, after NONE */
    return true;
}

/* A backend's name, whether it is available or not. */
static bool parse_backend(const char *text, perlin_backend *backend)
{
    static const char unknown[] = "unknown";
    for (*backend = 0; strcmp(perlin_backend_name(*backend), unknown) != 0; (*backend)++)
        if (strcmp(perlin_backend_name(*backend), text) == 0)
            return true;
    return false;
}

static bool parse_size_option(const char *text, perlin_grid *grid)
{
    uint32_t size[2];
    if (!parse_size(text, MAX_SIZE, size))
        return false;
    grid->count[0] = size[0];
    grid->count[1] = size[1];
    return true;
}

/* A number of cells for both axes, or one for each. */
static bool parse_tile(const char *text, uint32_t cells[2])
{
    static const uint32_t most = UINT32_C(1) << 31; /* as in perlin_params */
    if (parse_size(text, most, cells))
        return true;
    const bool ok = parse_unsigned32(text, 1, most, &cells[0]);
    cells[1] = cells[0];
    return ok;
}

/* grey, terrain or the name of a texture */
static bool parse_style(const char *text, struct raster *raster)
{
    static const char *const plain[] = {"grey", "terrain", NULL};
    uint32_t choice;
    raster->texture = NULL;
    if (parse_choice(text, plain, &choice)) {
        raster->style = choice == 0 ? RASTER_GREY : RASTER_TERRAIN;
        return true;
    }
    const struct texture *texture = textures;
    while (texture->name && strcmp(texture->name, text) != 0)
        texture++;
    raster->style = RASTER_TEXTURE;
    raster->texture = texture;
    return texture->name;
}

/* Options of the noise; false if the value is wrong. */
static bool take_noise(perlin_params *params, int id, const char *value)
{
    static const char *const gradients[] = {"default", "axis", "diagonal", "slice", "even", NULL};
    static const char *const bases[] = {"gradient",      "value",       "value-cubic",
                                        "elias",         "simplex",     "opensimplex2",
                                        "opensimplex2s", "opensimplex", NULL};
    static const char *const interpolations[] = {"quintic", "linear", "cosine", "cubic", NULL};
    static const char *const ranges[] = {"signed", "raw", NULL};
    uint32_t choice;

    switch (id) {
    case SEED:
        return parse_unsigned(value, 0, UINT64_MAX, &params->seed);
    case FREQUENCY:
        return parse_number(value, &params->frequency);
    case OCTAVES:
        return parse_unsigned32(value, 1, 32, &params->octaves);
    case LACUNARITY:
        return parse_number(value, &params->lacunarity) && params->lacunarity >= 0.0;
    case GAIN:
        return parse_number(value, &params->gain) && params->gain >= 0.0;
    case WEIGHTED_STRENGTH:
        return parse_within(value, 1.0, &params->weighted_strength);
    case PING_PONG_STRENGTH:
        return parse_within(value, 65536.0, &params->ping_pong_strength);
    case RIDGE_OFFSET:
        return parse_within(value, 1024.0, &params->ridge_offset);
    case RIDGE_GAIN:
        return parse_within(value, 65536.0, &params->ridge_gain);
    case OCTAVE_TABLES:
        params->octave_tables = 1;
        return true;
    case TABLE_BITS:
        return parse_unsigned32(value, 8, 16, &params->table_bits);
    case ROTATE:
        return parse_rotation(value, &params->rotation);
    /* Choices in the constants' order. */
    case BASIS:
        return parse_choice(value, bases, &params->basis);
    case INTERPOLATION:
        return parse_choice(value, interpolations, &params->interpolation);
    case SMOOTHING:
        params->smoothing = 1;
        return true;
    case GRADIENTS:
        return parse_choice(value, gradients, &params->gradients);
    case BACKEND:
        return parse_backend(value, &params->backend);
    default: /* RANGE */
        if (!parse_choice(value, ranges, &choice))
            return false;
        params->range = choice == 0 ? PERLIN_RANGE_SIGNED : PERLIN_RANGE_RAW;
        return true;
    }
}

/* All options; false if the value is wrong. */
static bool take(struct render_options *o, int id, const char *value)
{
    static const char *const formats[] = {"png", "raw", NULL};
    perlin_grid *const grid = &o->raster.grid;
    uint32_t format;

    switch (id) {
    case 'o':
        o->path = value;
        return *value != '\0';
    case 's':
        return parse_size_option(value, grid);
    case 'S':
        return parse_style(value, &o->raster);
    case FORMAT:
        if (!parse_choice(value, formats, &format))
            return false;
        o->raw = format == 1;
        return true;
    case DEPTH:
        return parse_depth(value, &o->raster.depth);
    case CONTRAST:
        return parse_number(value, &o->contrast);
    case SEA_LEVEL:
        return parse_number(value, &o->sea_level) && fabs(o->sea_level) <= 1.0;
    case RELIEF:
        return parse_number(value, &o->relief) && o->relief >= 0.0;
    case NORMALS:
        o->normals = true;
        return true;
    case HEIGHT:
        return parse_number(value, &o->height);
    case 'd':
        return parse_unsigned32(value, 2, 4, &o->dims);
    case STEP:
        return parse_number(value, &o->step);
    case START:
        return parse_integer_pair(value, grid->start);
    case ORIGIN:
        return parse_number_pair(value, grid->origin);
    case TILE:
        return parse_tile(value, o->tile);
    case SLICE_Z:
        o->has_z = true;
        return parse_number(value, &grid->origin[2]);
    case SLICE_W:
        o->has_w = true;
        return parse_number(value, &grid->origin[3]);
    case ANIMATE:
        return parse_unsigned32(value, 2, 9999, &o->raster.frames);
    case RADIUS:
        return parse_number(value, &o->radius) && o->radius > 0.0;
    case FRACTAL:
        o->has_fractal = true;
        return parse_fractal(value, &o->params.fractal);
    case CHUNK:
        return parse_unsigned32(value, 1, MAX_CHUNK, &o->raster.chunk);
    case 'q':
        o->quiet = true;
        return true;
    case 'h':
        o->help = true;
        return true;
    default:
        return take_noise(&o->params, id, value);
    }
}

int render_options_parse(struct render_options *o, int argc, char *argv[])
{
    struct option options[OPTIONS + 1];
    long_options(options);
    int id;
    while ((id = getopt_long(argc, argv, "o:s:S:d:qh", options, NULL)) != -1) {
        if (id == '?') { /* getopt_long has said what is wrong */
            fprintf(stderr, "Try '%s --help'.\n", RENDER_COMMAND);
            return STATUS_USAGE;
        }
        if (!take(o, id, optarg))
            return invalid_value(id, optarg);
    }
    if (optind < argc)
        return usage_error(RENDER_COMMAND, "unexpected argument '%s'", argv[optind]);
    return STATUS_OK;
}
