/*
 * Options that would change nothing are mistakes: somebody expects something of them. The table
 * says for each option when it has an effect. Not in it are options that always have one, and those
 * about how an image is computed, which never change it: --backend, --chunk, --yes and --quiet.
 */
#include "render_options.h"

#include "options.h"
#include "tool.h"

/* ---- When options have an effect ------------------------------------------------------------- */

static bool is_png(const struct render_options *o)
{
    return o->raster.format == RASTER_PNG;
}

static bool is_normals(const struct render_options *o)
{
    return o->given[OPTION_NORMALS];
}

/* Shades of grey, or a curve. */
static bool is_grey(const struct render_options *o)
{
    return (o->raster.style == RASTER_GREY || o->raster.style == RASTER_CURVE) && !is_normals(o);
}

static bool has_no_style(const struct render_options *o)
{
    return o->raster.style == RASTER_GREY || o->raster.style == RASTER_CURVE;
}

/* Normals have three channels, too, but are no colours. */
static bool has_no_colours(const struct render_options *o)
{
    return o->raster.style != RASTER_TERRAIN && o->raster.style != RASTER_TEXTURE;
}

static bool is_not_normals(const struct render_options *o)
{
    return !is_normals(o);
}

static bool is_picture_of_terrain(const struct render_options *o)
{
    return o->raster.style == RASTER_TERRAIN;
}

static bool is_heights_of_terrain(const struct render_options *o)
{
    return o->raster.style == RASTER_HEIGHTS;
}

static bool is_terrain(const struct render_options *o)
{
    return is_picture_of_terrain(o) || is_heights_of_terrain(o);
}

static bool is_height(const struct render_options *o)
{
    return is_grey(o) || is_heights_of_terrain(o);
}

/* Heights grow faster than the noise: contrast shapes a terrain, also one that is normalized. */
static bool is_not_normalized(const struct render_options *o)
{
    return !o->given[OPTION_NORMALIZE] || is_heights_of_terrain(o);
}

static bool is_plane(const struct render_options *o)
{
    return o->dims >= 2;
}

static bool is_volume(const struct render_options *o)
{
    return o->dims >= 3;
}

static bool has_fourth(const struct render_options *o)
{
    return o->dims >= 4;
}

static bool has_fractal(const struct render_options *o)
{
    return o->params.fractal != PERLIN_FRACTAL_NONE || !o->given[OPTION_FRACTAL];
}

static bool has_no_weights(const struct render_options *o)
{
    return !o->given[OPTION_WEIGHTS];
}

static bool is_ping_pong(const struct render_options *o)
{
    return o->params.fractal == PERLIN_FRACTAL_PING_PONG;
}

static bool is_multifractal(const struct render_options *o)
{
    return o->params.fractal == PERLIN_FRACTAL_MULTIFRACTAL;
}

static bool is_not_multifractal(const struct render_options *o)
{
    return !is_multifractal(o);
}

static bool is_elias(const struct render_options *o)
{
    return o->params.basis == PERLIN_BASIS_ELIAS;
}

static bool is_not_elias(const struct render_options *o)
{
    return !is_elias(o);
}

/* Auto follows --gradients. */
static bool is_by_tables(const struct render_options *o)
{
    return o->params.hash != PERLIN_HASH_INTEGER;
}

static bool has_interpolation(const struct render_options *o)
{
    return is_elias(o) || o->params.basis == PERLIN_BASIS_VALUE;
}

static bool is_cellular(const struct render_options *o)
{
    return o->params.basis == PERLIN_BASIS_CELLULAR;
}

/* Textures may have cells beside the noise. */
static bool has_cells(const struct render_options *o)
{
    return is_cellular(o) || texture_has_cells(o->raster.texture);
}

static bool could_be_warped(const struct render_options *o)
{
    return o->warp != 0.0 || (o->raster.texture && o->raster.texture->warp != 0.0);
}

/* Borders are where Euclidean distances are equal. */
static bool has_edges(const struct render_options *o)
{
    return o->params.cellular_result != PERLIN_CELLULAR_EDGE ||
           o->params.cellular_metric <= PERLIN_METRIC_EUCLIDEAN_SQUARED;
}

static bool has_gradients(const struct render_options *o)
{
    return o->params.basis == PERLIN_BASIS_PERLIN || o->params.basis == PERLIN_BASIS_SIMPLEX;
}

static bool is_by_tables_or_default(const struct render_options *o)
{
    return is_by_tables(o) || o->params.gradients == PERLIN_GRADIENTS_DEFAULT;
}

static bool is_flat(const struct render_options *o)
{
    return o->dims == 2;
}

static bool is_not_slice_of_simplex(const struct render_options *o)
{
    return o->params.basis != PERLIN_BASIS_SIMPLEX || o->params.gradients != PERLIN_GRADIENTS_SLICE;
}

#define NORMALIZED_NUMBERS                                                                         \
    "--normalize uses the whole range of the format whatever it is: leave that out"
#define NORMALIZED_PICTURE                                                                         \
    "the picture uses the whole range of grey whatever it is: give a --contrast, no --normalize"

/* Ranges differ by a factor and a term, and weights by a factor, which a normalized picture does not show. Fractals that are
   not linear in an octave, or in its magnitude, are an exception, and so is a terrain. */
static bool shows_range(const struct render_options *o)
{
    return !o->raster.normalize || is_terrain(o) || is_ping_pong(o) || is_multifractal(o) ||
           (render_has_octaves(o) && o->params.weighted_strength != 0.0);
}

/* Numbers are normalized only if that is asked for. */
static bool shows_range_or_is_png(const struct render_options *o)
{
    return shows_range(o) || is_png(o);
}

/* ---- The table ------------------------------------------------------------------------------- */

static const struct {
    enum option_id option;
    bool (*has_effect)(const struct render_options *o);
    const char *needs;
} rules[] = {
    {OPTION_NORMALS, is_plane, "noise in 1-D is a curve"},
    {OPTION_NORMALS, has_no_style, "normals are those of the noise itself, and have no --style"},
    {OPTION_STYLE, is_plane, "noise in 1-D is a curve"},
    {OPTION_DEPTH, is_png, "it is for --format png"},
    {OPTION_DEPTH, has_no_colours,
     "colours have 8 bits a channel: it is for grey and --normals, and 16 for a terrain's heights"},
    {OPTION_COMPRESSION, is_png, "it is for --format png"},
    {OPTION_NORMALIZE, is_height, "it is for grey, and a terrain's heights"},
    {OPTION_CONTRAST, is_not_normals, "normals have a --height in its place"},
    {OPTION_CONTRAST, is_not_normalized, "--normalize takes its place"},
    {OPTION_SEA_LEVEL, is_terrain, "it is for --style terrain"},
    {OPTION_RELIEF, is_terrain, "it is for --style terrain"},
    {OPTION_RELIEF, is_picture_of_terrain, "it is for the picture of a terrain, not its heights"},
    {OPTION_HEIGHT, is_normals, "it is for --normals"},
    {OPTION_ROTATE, is_plane, "it is for 3-D and 4-D noise"},
    {OPTION_Z, is_volume, "it is for 3-D and 4-D noise, and --dims says otherwise"},
    {OPTION_W, has_fourth, "it is for 4-D noise, and --dims says otherwise"},
    {OPTION_ANIMATE, has_fourth, "it goes through 4-D noise, and --dims says otherwise"},
    {OPTION_RADIUS, render_animated, "it is for --animate"},
    {OPTION_OCTAVES, has_fractal, "--fractal none has one octave"},
    {OPTION_WEIGHT_OCTAVES, has_fractal, "--fractal none has one octave"},
    {OPTION_WEIGHT_OCTAVES, has_no_weights, "--weights take its place"},
    {OPTION_LACUNARITY, render_has_octaves, "there is but one octave"},
    {OPTION_GAIN, render_has_octaves, "there is but one octave"},
    {OPTION_GAIN, has_no_weights, "--weights take its place"},
    {OPTION_WEIGHTS, render_has_octaves, "there is but one octave"},
    {OPTION_OCTAVE_SEEDS, render_has_octaves, "there is but one octave"},
    {OPTION_OCTAVE_SEEDS, is_not_elias, "--basis elias has no tables"},
    {OPTION_OCTAVE_OFFSETS, render_has_octaves, "there is but one octave"},
    {OPTION_WEIGHTED_STRENGTH, render_has_octaves, "there is but one octave"},
    {OPTION_WEIGHTED_STRENGTH, is_not_multifractal, "--fractal multifractal has --ridge-gain"},
    {OPTION_PING_PONG_STRENGTH, is_ping_pong, "it is for --fractal ping-pong"},
    {OPTION_RIDGE_OFFSET, is_multifractal, "it is for --fractal multifractal"},
    {OPTION_RIDGE_GAIN, is_multifractal, "it is for --fractal multifractal"},
    {OPTION_RIDGE_GAIN, render_has_octaves, "there is but one octave"},
    {OPTION_HASH, is_not_elias, "--basis elias has a hash of its own"},
    {OPTION_INTERPOLATION, has_interpolation, "it is for --basis value and elias"},
    {OPTION_ELIAS_SMOOTHING, is_elias, "it is for --basis elias"},
    {OPTION_METRIC, is_cellular, "it is for --basis cellular; the cells of a style are Euclidean"},
    {OPTION_METRIC, has_edges, "--result edge is Euclidean"},
    {OPTION_RESULT, is_cellular, "it is for --basis cellular; a --style has its own"},
    {OPTION_JITTER, has_cells, "it is for --basis cellular and the styles mud, stones and biomes"},
    {OPTION_GRADIENTS, has_gradients, "it is for --basis perlin and simplex"},
    {OPTION_GRADIENTS, is_by_tables_or_default, "--hash integer has one set of gradients"},
    {OPTION_GRADIENTS, is_flat, "it is for 2-D noise"},
    {OPTION_GRADIENTS, is_not_slice_of_simplex, "--basis simplex takes slice for default"},
    {OPTION_WARP, could_be_warped, "0 moves nothing"},
    {OPTION_RANGE, shows_range_or_is_png, NORMALIZED_NUMBERS},
    {OPTION_RANGE, shows_range, NORMALIZED_PICTURE},
    {OPTION_WEIGHT_OCTAVES, shows_range_or_is_png, NORMALIZED_NUMBERS},
    {OPTION_WEIGHT_OCTAVES, shows_range, NORMALIZED_PICTURE},
};

int render_check_effects(const struct render_options *o)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (o->given[rules[i].option] && !rules[i].has_effect(o))
            return usage_error(RENDER_COMMAND, "--%s has no effect here: %s",
                               render_option_name(rules[i].option), rules[i].needs);
    return STATUS_OK;
}
