/*
 * perlin render: the command line to a raster, and the raster to a file.
 */
#include "options.h"
#include "output.h"
#include "raster.h"
#include "tool.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static const char command[] = "perlin render";

static const char help[] =
    "Usage: perlin render [OPTION]... -o FILE\n"
    "Write an image of noise as PNG. The pixel at column i, row j shows the noise at\n"
    "    origin + (start + (i, j)) * step\n"
    "\n"
    "Image:\n"
    "  -o, --output FILE       where to write; '-' is standard output\n"
    "  -s, --size WxH          pixels, default 512x512\n"
    "  -S, --style STYLE       grey (default) or terrain\n"
    "      --depth BITS        8 (default) or 16 bits of grey\n"
    "      --contrast FACTOR   multiplies the noise, default 1 (grey), 2 (terrain)\n"
    "      --sea-level HEIGHT  terrain: height of the water, -1 to 1, default 0\n"
    "      --relief FACTOR     terrain: exaggerates slopes, default 1\n"
    "\n"
    "Samples:\n"
    "  -d, --dims DIMS         dimensions of the noise, 2 to 4; default as --z and --w need\n"
    "      --step NUMBER       distance of neighbouring pixels, default 1/64 (grey),\n"
    "                          1/256 (terrain)\n"
    "      --start I,J         index of the first pixel, default 0,0\n"
    "      --origin X,Y        coordinate of the pixel with index 0,0, default 0,0\n"
    "      --z NUMBER          coordinate of the slice through 3-D and 4-D noise, default 0\n"
    "      --w NUMBER          the same for the fourth coordinate\n"
    "\n"
    "Noise:\n"
    "      --seed SEED         0 to 2^64-1; 0, the default, is the published table\n"
    "      --frequency NUMBER  of the first octave, default 1\n"
    "      --octaves COUNT     1 to 32, default 1 (grey), 8 (terrain)\n"
    "      --lacunarity NUMBER ratio of one octave's frequency to the one before, default 2\n"
    "      --gain NUMBER       ratio of one octave's weight to the one before, default 0.5\n"
    "      --octave-tables     give each octave a permutation table of its own\n"
    "      --gradients SET     default, axis, diagonal or slice; for 2-D noise\n"
    "      --range RANGE       signed (default) or raw\n"
    "\n"
    "How it is computed (the image stays the same):\n"
    "      --backend NAME      auto (default), scalar, sse2, avx2, avx512 or neon\n"
    "      --chunk SIZE        edge length of a chunk in pixels, default 256\n"
    "  -q, --quiet             no progress bar\n"
    "  -h, --help              show this help\n"
    "\n"
    "A NUMBER may be a quotient such as 1/64.\n";

/* libpng's own limit on either side of an image. */
enum { MAX_SIZE = 1000000, MAX_CHUNK = 16384 };

/* NAN, and 0 for octaves and dims: not given. */
struct options {
    const char *path;
    struct raster raster;
    perlin_params params;
    uint32_t dims;
    double step, contrast, sea_level, relief;
    bool has_z, has_w, quiet, help;
};

enum option_id {
    DEPTH = 256,
    CONTRAST,
    SEA_LEVEL,
    RELIEF,
    STEP,
    START,
    ORIGIN,
    SLICE_Z,
    SLICE_W,
    SEED,
    FREQUENCY,
    OCTAVES,
    LACUNARITY,
    GAIN,
    OCTAVE_TABLES,
    GRADIENTS,
    RANGE,
    BACKEND,
    CHUNK
};

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"size", required_argument, NULL, 's'},
    {"style", required_argument, NULL, 'S'},
    {"depth", required_argument, NULL, DEPTH},
    {"contrast", required_argument, NULL, CONTRAST},
    {"sea-level", required_argument, NULL, SEA_LEVEL},
    {"relief", required_argument, NULL, RELIEF},
    {"dims", required_argument, NULL, 'd'},
    {"step", required_argument, NULL, STEP},
    {"start", required_argument, NULL, START},
    {"origin", required_argument, NULL, ORIGIN},
    {"z", required_argument, NULL, SLICE_Z},
    {"w", required_argument, NULL, SLICE_W},
    {"seed", required_argument, NULL, SEED},
    {"frequency", required_argument, NULL, FREQUENCY},
    {"octaves", required_argument, NULL, OCTAVES},
    {"lacunarity", required_argument, NULL, LACUNARITY},
    {"gain", required_argument, NULL, GAIN},
    {"octave-tables", no_argument, NULL, OCTAVE_TABLES},
    {"gradients", required_argument, NULL, GRADIENTS},
    {"range", required_argument, NULL, RANGE},
    {"backend", required_argument, NULL, BACKEND},
    {"chunk", required_argument, NULL, CHUNK},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

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

/* Options of the noise; false if the value is wrong. */
static bool take_noise(perlin_params *params, int id, const char *value)
{
    static const char *const gradients[] = {"default", "axis", "diagonal", "slice", NULL};
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
    case OCTAVE_TABLES:
        params->octave_tables = 1;
        return true;
    case GRADIENTS:
        return parse_choice(value, gradients, &params->gradients); /* in the constants' order */
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
static bool take(struct options *o, int id, const char *value)
{
    static const char *const styles[] = {"grey", "terrain", NULL};
    perlin_grid *const grid = &o->raster.grid;
    uint32_t choice;

    switch (id) {
    case 'o':
        o->path = value;
        return *value != '\0';
    case 's':
        return parse_size_option(value, grid);
    case 'S':
        if (!parse_choice(value, styles, &choice))
            return false;
        o->raster.terrain = choice == 1;
        return true;
    case DEPTH:
        return parse_depth(value, &o->raster.depth);
    case CONTRAST:
        return parse_number(value, &o->contrast);
    case SEA_LEVEL:
        return parse_number(value, &o->sea_level) && fabs(o->sea_level) <= 1.0;
    case RELIEF:
        return parse_number(value, &o->relief) && o->relief >= 0.0;
    case 'd':
        return parse_unsigned32(value, 2, 4, &o->dims);
    case STEP:
        return parse_number(value, &o->step);
    case START:
        return parse_integer_pair(value, grid->start);
    case ORIGIN:
        return parse_number_pair(value, grid->origin);
    case SLICE_Z:
        o->has_z = true;
        return parse_number(value, &grid->origin[2]);
    case SLICE_W:
        o->has_w = true;
        return parse_number(value, &grid->origin[3]);
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

static int parse(struct options *o, int argc, char *argv[])
{
    int id, index = -1;
    while ((id = getopt_long(argc, argv, "o:s:S:d:qh", long_options, &index)) != -1) {
        if (id == '?') { /* getopt_long has said what is wrong */
            fprintf(stderr, "Try '%s --help'.\n", command);
            return STATUS_USAGE;
        }
        if (!take(o, id, optarg)) {
            if (index >= 0)
                return usage_error(command, "invalid value for --%s: '%s'",
                                   long_options[index].name, optarg);
            return usage_error(command, "invalid value for -%c: '%s'", id, optarg);
        }
        index = -1;
    }
    if (optind < argc)
        return usage_error(command, "unexpected argument '%s'", argv[optind]);
    return STATUS_OK;
}

/* ---- Checking what options mean together ----------------------------------------------------- */

/* Fills in what has not been given. */
static void complete(struct options *o)
{
    const bool terrain = o->raster.terrain;
    if (o->params.octaves == 0)
        o->params.octaves = terrain ? 8 : 1;
    if (isnan(o->step))
        o->step = terrain ? 0x1p-8 : 0x1p-6;
    if (isnan(o->contrast))
        o->contrast = terrain ? 2.0 : 1.0;
    if (o->dims == 0)
        o->dims = o->has_w ? 4 : o->has_z ? 3 : 2;

    o->params.fractal = o->params.octaves > 1 ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
    perlin_grid *const grid = &o->raster.grid;
    grid->dims = o->dims;
    grid->step[0] = grid->step[1] = o->step;
    grid->count[2] = grid->count[3] = 1;
    o->raster.contrast = (float)o->contrast;
    o->raster.sea_level = (float)o->sea_level;
}

/* Whether the image's indices, with a terrain's apron, are all within int64_t. */
static bool indices_fit(const perlin_grid *grid)
{
    for (int a = 0; a < 2; a++)
        if (grid->start[a] == INT64_MIN || grid->start[a] > INT64_MAX - (int64_t)grid->count[a])
            return false;
    return true;
}

static int check(struct options *o)
{
    struct raster *const raster = &o->raster;
    if (!o->path)
        return usage_error(command, "no output file: use -o FILE, or -o - for standard output");
    if (strcmp(o->path, "-") == 0 && isatty(STDOUT_FILENO))
        return usage_error(command, "refusing to write an image to a terminal");
    if ((o->has_z && o->dims < 3) || (o->has_w && o->dims < 4))
        return usage_error(command, "--dims %" PRIu32 " has no --%s", o->dims,
                           o->dims < 3 && o->has_z ? "z" : "w");
    if (!indices_fit(&raster->grid))
        return usage_error(command, "--start and --size: %s",
                           perlin_status_string(PERLIN_ERROR_OVERFLOW));
    if (!isfinite(raster->contrast))
        return usage_error(command, "--contrast is too large");
    if (!raster->terrain)
        return STATUS_OK;
    if (raster->depth != 8)
        return usage_error(command, "a terrain has 8 bits a channel: --depth is for grey");
    /* A slope is the rise of the ground over a distance in periods of the first octave. */
    raster->exaggeration = (float)(o->relief * 0.30 / fabs(o->step * o->params.frequency));
    if (!isfinite(raster->exaggeration))
        return usage_error(command, "a terrain needs a --step and a --frequency other than 0");
    return STATUS_OK;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int write_image(struct options *o)
{
    struct raster *const raster = &o->raster;
    struct output output;
    if (!output_open(&output, o->path))
        return failure(command, "%s: %s: %s", o->path, output.problem, strerror(errno));
    if (!raster_write(raster, output.file)) {
        output_discard(&output);
        failure(command, "%s: %s", o->path, raster->error);
        output_die();
        return STATUS_FAILED;
    }
    if (!output_commit(&output))
        return failure(command, "%s: %s: %s", o->path, output.problem, strerror(errno));
    return STATUS_OK;
}

int render_main(int argc, char *argv[])
{
    struct options o = {.step = (double)NAN,
                        .contrast = (double)NAN,
                        .relief = 1.0,
                        .raster = {.chunk = 256, .depth = 8}};
    perlin_noise *noise = NULL;
    perlin_status status = perlin_params_init(&o.params);
    if (status == PERLIN_OK)
        status = perlin_grid_init(&o.raster.grid);
    if (status != PERLIN_OK)
        return failure(command, "libperlin %s: %s", perlin_version(), perlin_status_string(status));
    o.params.octaves = 0;
    o.raster.grid.count[0] = o.raster.grid.count[1] = 512;

    int result = parse(&o, argc, argv);
    if (result == STATUS_OK && o.help) {
        fputs(help, stdout);
        return finish_stdout(command);
    }
    if (result == STATUS_OK) {
        complete(&o);
        result = check(&o);
    }
    if (result != STATUS_OK)
        return result;

    status = perlin_create(&noise, &o.params);
    if (status == PERLIN_ERROR_UNSUPPORTED)
        return failure(command, "backend %s: %s", perlin_backend_name(o.params.backend),
                       perlin_status_string(status));
    if (status != PERLIN_OK && status != PERLIN_ERROR_MEMORY)
        return usage_error(command, "%s", perlin_status_string(status));
    if (status != PERLIN_OK)
        return failure(command, "%s", perlin_status_string(status));
    o.raster.noise = noise;
    o.raster.show_progress = !o.quiet && isatty(STDERR_FILENO);
    result = write_image(&o);
    perlin_destroy(noise);
    return result;
}
