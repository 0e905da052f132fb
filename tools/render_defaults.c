/*
 * What perlin render takes where the user says nothing: the library's defaults, but for what
 * depends on the picture, so that it shows the noise well at any size.
 */
#include "render_options.h"

#include "options.h"
#include "tool.h"

#include <math.h>
#include <string.h>

bool render_animated(const struct render_options *o)
{
    return o->raster.frames > 1;
}

/* One that is computed is one of several if others weigh. */
bool render_has_octaves(const struct render_options *o)
{
    return o->params.fractal != PERLIN_FRACTAL_NONE &&
           (o->params.octaves > 1 || o->params.weight_octaves > 1);
}

bool render_has_no_hash(perlin_basis basis, perlin_hash hash)
{
    const bool has_both = basis == PERLIN_BASIS_PERLIN || basis == PERLIN_BASIS_SIMPLEX ||
                          basis == PERLIN_BASIS_ELIAS; /* which ignores it */
    const perlin_hash only =
        basis == PERLIN_BASIS_OPENSIMPLEX ? PERLIN_HASH_PERMUTATION : PERLIN_HASH_INTEGER;
    return !has_both && hash != PERLIN_HASH_AUTO && hash != only;
}

uint32_t render_needed_dims(const struct render_options *o)
{
    const uint32_t rotation = o->params.rotation;
    if (o->given[OPTION_W] || render_animated(o) || rotation >= PERLIN_ROTATION_XYZ)
        return 4;
    return o->given[OPTION_Z] || rotation != PERLIN_ROTATION_NONE ? 3 : 2;
}

/* Others have defaults and a layer as textures have; the rest is not for them. */
static struct texture style_defaults(const struct render_options *o)
{
    static const struct texture grey = {
        .cells = 8.0, .contrast = 1.0, .layers = 1, .layer = {{.finer = {1.0, 1.0}}}};
    static const struct texture terrain = {
        .cells = 4.0, .contrast = 2.0, .layers = 1, .layer = {{.finer = {1.0, 1.0}}}};
    static const struct texture normals = {
        .octaves = 4, .cells = 8.0, .contrast = 1.0, .layers = 1, .layer = {{.finer = {1.0, 1.0}}}};
    return o->raster.style == RASTER_TEXTURE   ? *o->raster.texture
           : o->raster.style == RASTER_TERRAIN ? terrain
           : o->given[OPTION_NORMALS]          ? normals
                                               : grey;
}

/* As many cells along the longer side, but pixels enough for each of them. */
static double default_step(const struct raster *raster, double cells)
{
    static const double largest = 1.0 / 8;
    const uint32_t longer = raster->size[0] > raster->size[1] ? raster->size[0] : raster->size[1];
    const double step = cells / longer;
    return step < largest ? step : largest;
}

/* Whether octaves become fainter, so that the sum of all weights has a limit. A strength outside
   0..2 lets them grow. */
static bool octaves_fade(const perlin_params *params)
{
    const double growth = fmax(1.0, fabs(1.0 - params->weighted_strength));
    return fabs(params->gain) * growth < 1.0;
}

/* As many octaves as the format and the distance of samples can show. */
static uint32_t visible_octaves(const struct render_options *o)
{
    const struct raster *const raster = &o->raster;
    const uint32_t depth = raster->format == RASTER_RAW   ? 24
                           : raster->format == RASTER_R16 ? 16
                                                          : (uint32_t)raster->depth;
    perlin_params params; /* the rest does not count, and may have mistakes */
    uint32_t octaves = 1;
    perlin_params_init(&params);
    params.frequency = o->params.frequency;
    params.lacunarity = o->params.lacunarity;
    params.gain = o->params.gain;
    params.weight_octaves = o->params.weight_octaves;
    params.octaves = 1;
    perlin_octaves_for(&params, raster->grid.step[0], depth, &octaves);
    return octaves;
}

/* A curve has no rows of samples; as numbers it has one. */
static int complete_curve(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    const char *const size = o->given[OPTION_SIZE], *const tile = o->given[OPTION_TILE];
    if (tile && (o->tile[0] == 0 || (strchr(tile, 'x') && o->tile[1] != 0)))
        return usage_error(RENDER_COMMAND, "--tile %s: noise in 1-D repeats along x alone", tile);
    o->tile[1] = 0;
    if (raster->format == RASTER_PNG) {
        raster->style = RASTER_CURVE;
        return STATUS_OK;
    }
    if (size && strchr(size, 'x') && raster->size[1] != 1)
        return usage_error(RENDER_COMMAND, "--size %s: noise in 1-D has one row, but in a picture",
                           size);
    raster->size[1] = 1;
    return STATUS_OK;
}

/*
 * Makes noise and samples repeat after --tile's cells. The tile has as many pixels as the image, or
 * as --step says; the step is made to fit them. An axis that does not repeat has the other one's
 * step.
 */
static int fit_tile(struct render_options *o)
{
    static const double most_pixels = 0x1p53; /* doubles up to it have all integers */
    static const enum option_id rates[] = {OPTION_STEP, OPTION_FREQUENCY, OPTION_COUNT};
    char blame[RENDER_BLAME_SIZE];
    const double frequency = fabs(o->params.frequency);
    if (!(frequency >= 0x1p-900 && frequency <= 0x1p900)) /* else a step could under- or overflow */
        return usage_error(RENDER_COMMAND, "--frequency is too %s for a --tile",
                           frequency < 1.0 ? "small" : "large");
    struct raster *const raster = &o->raster;
    perlin_grid *const grid = &raster->grid;
    for (int a = 0; a < 2; a++) {
        const double cells = o->tile[a];
        if (o->tile[a] == 0)
            continue;
        const double pixels =
            isnan(o->step) ? (double)raster->size[a] : cells / fabs(o->step * frequency);
        const double whole = floor(pixels + 0.5);
        if (!(whole >= 1.0 && whole <= most_pixels && fabs(pixels - whole) <= 1e-9 * whole))
            return usage_error(RENDER_COMMAND,
                               "--tile: %.0f cells are %.9g pixels at this %s: not a whole number",
                               cells, pixels, render_blame(o, blame, rates));
        grid->period[a] = (uint64_t)whole;
        grid->step[a] = copysign(cells / whole / frequency, isnan(o->step) ? 1.0 : o->step);
        for (int i = 0; i < raster->layers; i++)
            texture_fit(&raster->layer[i], a, o->tile[a]);
    }
    for (int a = 0; a < 2; a++)
        if (o->tile[a] == 0)
            grid->step[a] = grid->step[!a];
    return STATUS_OK;
}

/*
 * Coasts of 2-D noise follow its lattice here and there, since noise is 0 at its points. A terrain
 * is a slice through noise of more dimensions, whose lattice is turned and lies elsewhere; unless
 * it is a tile, which repeats along the lattice, or something is asked for that 2-D noise has.
 */
static void complete_terrain(struct render_options *o)
{
    static const double between_layers = 0.29; /* of lattice points, in cells */
    static const double rugged = 0.53;         /* coasts by the later octaves */
    if (!o->given[OPTION_GAIN])
        o->params.gain = rugged;
    if (!o->given[OPTION_DIMS] && o->dims == 2 && !o->given[OPTION_GRADIENTS] &&
        !o->given[OPTION_TILE] && !o->given[OPTION_ROTATE])
        o->dims = 3;
    if (o->given[OPTION_TILE] || o->given[OPTION_ROTATE] || o->dims < 3)
        return;
    o->params.rotation = o->dims == 3 ? PERLIN_ROTATION_XY : PERLIN_ROTATION_XYZ_XY;
    if (!o->given[OPTION_Z])
        o->raster.grid.origin[2] = between_layers / o->params.frequency;
}

/*
 * Where octaves are left out since they cannot be seen, the weights of the others stay as they are:
 * the same place has the same height at every step, but for what is left out.
 */
static void complete_octaves(struct render_options *o, uint32_t octaves_of_style)
{
    enum { MOST_OCTAVES = 32 };
    perlin_params *const params = &o->params;
    if (!o->given[OPTION_FRACTAL])
        params->fractal = PERLIN_FRACTAL_FBM;
    if (!o->given[OPTION_OCTAVES]) {
        const bool by_step = !o->given[OPTION_WEIGHTS] && octaves_of_style == 0;
        if (by_step && !o->given[OPTION_WEIGHT_OCTAVES] && octaves_fade(params))
            params->weight_octaves = MOST_OCTAVES;
        params->octaves = o->given[OPTION_WEIGHTS] ? params->weight_count
                          : by_step                ? visible_octaves(o)
                                                   : octaves_of_style;
    }
    if (!o->given[OPTION_FRACTAL] && !render_has_octaves(o))
        params->fractal = PERLIN_FRACTAL_NONE;
}

/* Heights are normalized on request, grey pictures also where nothing else is asked for. */
static void complete_normalize(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    const bool is_grey = raster->style == RASTER_GREY || raster->style == RASTER_CURVE;
    const bool is_height = is_grey || raster->style == RASTER_HEIGHTS;
    raster->normalize = is_height && !o->given[OPTION_NORMALS] &&
                        (o->given[OPTION_NORMALIZE] ||
                         (is_grey && raster->format == RASTER_PNG && !o->given[OPTION_CONTRAST]));
}

int render_complete(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    const struct texture style = style_defaults(o);
    int result = STATUS_OK;

    if (!o->given[OPTION_DIMS])
        o->dims = render_needed_dims(o);
    if (raster->style == RASTER_TERRAIN)
        complete_terrain(o);
    if (o->dims == 1)
        result = complete_curve(o);

    perlin_grid *const grid = &raster->grid;
    grid->dims = o->dims;
    grid->count[0] = grid->count[1] = grid->count[2] = grid->count[3] = 1;
    grid->step[0] = grid->step[1] = isnan(o->step) ? default_step(raster, style.cells) : o->step;
    raster->contrast = (float)(isnan(o->contrast) ? style.contrast : o->contrast);
    raster->sea_level = (float)o->sea_level;
    raster->frequency = o->params.frequency;
    if (!o->given[OPTION_WARP])
        o->warp = style.warp / o->params.frequency;
    if (!o->given[OPTION_JITTER] && texture_has_cells(&style))
        o->params.jitter = style.jitter;
    raster->layers = style.layers;
    memcpy(raster->layer, style.layer, sizeof style.layer);
    if (result == STATUS_OK && (o->tile[0] != 0 || o->tile[1] != 0))
        result = fit_tile(o);

    complete_octaves(o, style.octaves);

    if (raster->style == RASTER_TERRAIN && (raster->format != RASTER_PNG || raster->depth == 16))
        raster->style = RASTER_HEIGHTS;
    complete_normalize(o);
    return result;
}

void render_make_raw(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    if (raster->style == RASTER_TEXTURE)
        return;
    raster->format = RASTER_RAW;
    if (raster->style == RASTER_CURVE) {
        raster->style = RASTER_GREY;
        raster->size[1] = 1;
    }
    if (raster->style == RASTER_TERRAIN)
        raster->style = RASTER_HEIGHTS;
    complete_octaves(o, style_defaults(o).octaves); /* floats show more of them */
    complete_normalize(o);
}
