/*
 * The options of perlin render: their names, what each takes, and reading a command line.
 */
#include "render_options.h"

#include "options.h"
#include "suggest.h"
#include "tool.h"

#include "../src/cpu/backends.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

const char *const render_styles[] = {"grey",  "terrain", "wood",   "marble", "clouds", "edges",
                                     "blend", "mud",     "stones", "biomes", NULL};
const char *const render_formats[] = {"png", "raw", "r16", NULL};
const char *const render_fractals[] = {"none",      "fbm",          "billow", "ridged",
                                       "ping-pong", "multifractal", NULL};
const char *const render_hashes[] = {"auto", "integer", "permutation", NULL};
const char *const render_rotations[] = {"none", "xy", "xz", "xyz", "xyz-xy", "xyz-xz", NULL};
const char *const render_bases[] = {
    "perlin",       "value",         "value-cubic", "elias",    "simplex",
    "opensimplex2", "opensimplex2s", "opensimplex", "cellular", NULL};
const char *const render_interpolations[] = {"quintic", "linear", "cosine", "cubic", NULL};
const char *const render_metrics[] = {"euclidean", "euclidean-squared", "manhattan", "chebyshev",
                                      NULL};
const char *const render_results[] = {"f1",          "f2",         "f3",          "f4",
                                      "f2-minus-f1", "f1-plus-f2", "f1-times-f2", "f1-over-f2",
                                      "edge",        "cell",       NULL};
const char *const render_gradients[] = {"default", "axis", "diagonal", "slice", NULL};
const char *const render_ranges[] = {"signed", "raw", NULL};
#define NAMED(constant, name) #name,
const char *const render_backends[] = {"auto", "scalar", PERLIN_EACH_VECTOR_BACKEND(NAMED) NULL};
#undef NAMED

/* What an option takes: one of `choices`, or what `allowed` says; neither for a flag. */
static const struct {
    const char *name;
    const char *allowed;
    const char *const *choices;
} table[OPTION_COUNT] = {
    [OPTION_OUTPUT] = {"output", "the name of a file, or -", NULL},
    [OPTION_SIZE] = {"size", "SIZE or WxH, each 1 to 1000000", NULL},
    [OPTION_STYLE] = {"style", NULL, render_styles},
    [OPTION_FORMAT] = {"format", NULL, render_formats},
    [OPTION_DEPTH] = {"depth", "8 or 16", NULL},
    [OPTION_COMPRESSION] = {"compression", "an integer from 0 to 9", NULL},
    [OPTION_NORMALIZE] = {"normalize", NULL, NULL},
    [OPTION_CONTRAST] = {"contrast", "a number from -1000000 to 1000000", NULL},
    [OPTION_SEA_LEVEL] = {"sea-level", "a number from -1 to 1", NULL},
    [OPTION_RELIEF] = {"relief", "a number from 0 to 1000000", NULL},
    [OPTION_NORMALS] = {"normals", NULL, NULL},
    [OPTION_HEIGHT] = {"height", "a number of at most 3.4e38", NULL},
    [OPTION_DIMS] = {"dims", "1, 2, 3 or 4", NULL},
    [OPTION_STEP] = {"step", "a number other than 0", NULL},
    [OPTION_START] = {"start", "I,J (or I in 1-D), 64-bit integers", NULL},
    [OPTION_ORIGIN] = {"origin", "X,Y (or X in 1-D), numbers", NULL},
    [OPTION_TILE] = {"tile", "a number of cells, or XxY, each up to 2147483648, and not 0 both",
                     NULL},
    [OPTION_Z] = {"z", "a number", NULL},
    [OPTION_W] = {"w", "a number", NULL},
    [OPTION_ANIMATE] = {"animate", "an integer from 2 to 9999", NULL},
    [OPTION_RADIUS] = {"radius", "a number above 0", NULL},
    [OPTION_SEED] = {"seed", "an integer from -2^63 to 2^64-1", NULL},
    [OPTION_FREQUENCY] = {"frequency", "a number other than 0", NULL},
    [OPTION_FRACTAL] = {"fractal", NULL, render_fractals},
    [OPTION_OCTAVES] = {"octaves", "an integer from 1 to 32", NULL},
    [OPTION_WEIGHT_OCTAVES] = {"weight-octaves", "an integer from 0 to 32", NULL},
    [OPTION_LACUNARITY] = {"lacunarity", "a number", NULL},
    [OPTION_GAIN] = {"gain", "a number", NULL},
    [OPTION_WEIGHTS] = {"weights", "1 to 32 numbers with commas between them", NULL},
    [OPTION_WEIGHTED_STRENGTH] = {"weighted-strength", "a number from -8 to 8", NULL},
    [OPTION_PING_PONG_STRENGTH] = {"ping-pong-strength", "a number from 0 to 65536", NULL},
    [OPTION_RIDGE_OFFSET] = {"ridge-offset", "a number from 0 to 1024", NULL},
    [OPTION_RIDGE_GAIN] = {"ridge-gain", "a number from 0 to 65536", NULL},
    [OPTION_OCTAVE_SEEDS] = {"octave-seeds", "0 or 1", NULL},
    [OPTION_OCTAVE_OFFSETS] = {"octave-offsets", "0 or 1", NULL},
    [OPTION_HASH] = {"hash", NULL, render_hashes},
    [OPTION_ROTATE] = {"rotate", NULL, render_rotations},
    [OPTION_BASIS] = {"basis", NULL, render_bases},
    [OPTION_INTERPOLATION] = {"interpolation", NULL, render_interpolations},
    [OPTION_ELIAS_SMOOTHING] = {"elias-smoothing", NULL, NULL},
    [OPTION_METRIC] = {"metric", NULL, render_metrics},
    [OPTION_RESULT] = {"result", NULL, render_results},
    [OPTION_JITTER] = {"jitter", "a number from 0 to 1", NULL},
    [OPTION_GRADIENTS] = {"gradients", NULL, render_gradients},
    [OPTION_RANGE] = {"range", NULL, render_ranges},
    [OPTION_WARP] = {"warp", "a number", NULL},
    [OPTION_PRINT_CODE] = {"print-code", NULL, NULL},
    [OPTION_BACKEND] = {"backend", NULL, render_backends},
    [OPTION_CHUNK] = {"chunk", "an integer from 1 to 16384", NULL},
    [OPTION_YES] = {"yes", NULL, NULL},
    [OPTION_QUIET] = {"quiet", NULL, NULL},
    [OPTION_HELP] = {"help", NULL, NULL},
};

static const struct {
    char letter;
    enum option_id id;
} letters[] = {{'o', OPTION_OUTPUT}, {'s', OPTION_SIZE},  {'S', OPTION_STYLE}, {'d', OPTION_DIMS},
               {'y', OPTION_YES},    {'q', OPTION_QUIET}, {'h', OPTION_HELP}};

/* getopt_long returns letters, and the ids of long options from here on. */
enum { LONG_OPTION = 256 };

static enum option_id option_of(int value)
{
    size_t i = 0;
    if (value >= LONG_OPTION)
        return (enum option_id)(value - LONG_OPTION);
    while (letters[i].letter != value)
        i++;
    return letters[i].id;
}

static bool has_value(enum option_id id)
{
    return table[id].allowed || table[id].choices;
}

/* ---- Messages -------------------------------------------------------------------------------- */

const char *render_option_name(enum option_id id)
{
    return table[id].name;
}

const char *render_blame(const struct render_options *o, char text[RENDER_BLAME_SIZE],
                         const enum option_id candidates[])
{
    snprintf(text, RENDER_BLAME_SIZE, "--%s", table[candidates[0]].name);
    size_t length = 0;
    for (; *candidates != OPTION_COUNT; candidates++)
        if (o->given[*candidates] && length < RENDER_BLAME_SIZE)
            length += (size_t)snprintf(text + length, RENDER_BLAME_SIZE - length, "%s--%s %s",
                                       length ? " and " : "", table[*candidates].name,
                                       o->given[*candidates]);
    return text;
}

/* Writes "a, b or c". */
static void list_choices(const char *const choices[], char *text, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; choices[i] && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s",
                                   i == 0           ? ""
                                   : choices[i + 1] ? ", "
                                                    : " or ",
                                   choices[i]);
}

static int invalid_value(enum option_id id, const char *value)
{
    char list[160];
    const char *allowed = table[id].allowed, *near = NULL;
    if (table[id].choices) {
        list_choices(table[id].choices, list, sizeof list);
        allowed = list;
        near = suggest(value, table[id].choices);
    }
    return usage_error(RENDER_COMMAND, "invalid value for --%s: '%s' is not %s%s%s%s",
                       table[id].name, value, allowed, near ? "; did you mean " : "",
                       near ? near : "", near ? "?" : "");
}

/* A long option that getopt_long does not know, or an abbreviation of several. */
static int unknown_option(const char *argument)
{
    const char *names[OPTION_COUNT + 1] = {NULL};
    for (int i = 0; i < OPTION_COUNT; i++)
        names[i] = table[i].name;
    const int length = (int)strcspn(argument, "=");
    char name[64];
    snprintf(name, sizeof name, "%.*s", length > 2 ? length - 2 : 0, argument + 2);
    const char *const near = suggest(name, names);
    return usage_error(RENDER_COMMAND, "unknown option %.*s%s%s%s", length, argument,
                       near ? "; did you mean --" : "", near ? near : "", near ? "?" : "");
}

/* What getopt_long has returned '?' for. */
static int bad_option(char *argv[])
{
    if (optopt >= LONG_OPTION)
        return usage_error(RENDER_COMMAND, "--%s takes no value",
                           render_option_name(option_of(optopt)));
    if (optopt != 0)
        return usage_error(RENDER_COMMAND, "unknown option -%c", optopt);
    return unknown_option(argv[optind - 1]);
}

/* ---- Reading a command line ------------------------------------------------------------------ */

/* The table as getopt_long wants it. */
static void long_options(struct option options[OPTION_COUNT + 1])
{
    memset(options, 0, (OPTION_COUNT + 1) * sizeof *options);
    for (int i = 0; i < OPTION_COUNT; i++) {
        options[i].name = table[i].name;
        options[i].has_arg = has_value((enum option_id)i) ? required_argument : no_argument;
        options[i].val = LONG_OPTION + i;
    }
}

int render_options_parse(struct render_options *o, int argc, char *argv[])
{
    struct option options[OPTION_COUNT + 1];
    long_options(options);
    opterr = 0;
    int value;
    while ((value = getopt_long(argc, argv, ":o:s:S:d:yqh", options, NULL)) != -1) {
        if (value == '?')
            return bad_option(argv);
        if (value == ':')
            return usage_error(RENDER_COMMAND, "--%s needs a value",
                               render_option_name(option_of(optopt)));
        const enum option_id id = option_of(value);
        if (!render_take(o, id, optarg))
            return invalid_value(id, optarg);
        o->given[id] = optarg ? optarg : "";
    }
    if (optind < argc)
        return usage_error(RENDER_COMMAND, "unexpected argument '%s'", argv[optind]);
    return STATUS_OK;
}
