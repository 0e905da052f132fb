/*
 * The noises of an image; and which option is to blame where the library refuses one.
 */
#include "render.h"

#include "options.h"
#include "tool.h"

#include <math.h>
#include <string.h>

static const char command[] = RENDER_COMMAND;

static int blame_frequency(const struct render_options *o)
{
    static const enum option_id causes[] = {OPTION_FREQUENCY, OPTION_LACUNARITY, OPTION_OCTAVES,
                                            OPTION_WEIGHTS, OPTION_COUNT};
    char blame[RENDER_BLAME_SIZE];
    return usage_error(command, "%s: the frequency of the last octave is too large",
                       render_blame(o, blame, causes));
}

/* Weights are refused if they, or what follows from --gain, are negative, too large, or all 0. */
static int blame_weights(const struct render_options *o)
{
    static const enum option_id causes[] = {OPTION_WEIGHTS, OPTION_GAIN, OPTION_COUNT};
    static const enum option_id many[] = {OPTION_WEIGHTS, OPTION_GAIN, OPTION_OCTAVES,
                                          OPTION_COUNT};
    char blame[RENDER_BLAME_SIZE];
    bool is_negative = o->params.weight_count == 0 && o->params.gain < 0.0, has_some = false;
    for (uint32_t i = 0; i < o->params.weight_count; i++) {
        is_negative = is_negative || o->weights[i] < 0.0;
        has_some = has_some || o->weights[i] != 0.0;
    }
    if (is_negative && o->params.fractal == PERLIN_FRACTAL_MULTIFRACTAL)
        return usage_error(command, "%s: --fractal multifractal takes no negative weights",
                           render_blame(o, blame, causes));
    if (o->params.weight_count > 0 && !has_some)
        return usage_error(command, "--weights %s: all are 0", o->given[OPTION_WEIGHTS]);
    return usage_error(command, "%s: the weights are too large", render_blame(o, blame, many));
}

/* The noise of a tile is refused for its lacunarity, its cells, or those of its last octave. */
static int blame_tile(const struct render_options *o, const perlin_params *refused,
                      perlin_status status)
{
    static const enum option_id octaves[] = {OPTION_OCTAVES, OPTION_LACUNARITY, OPTION_TILE,
                                             OPTION_COUNT};
    char blame[RENDER_BLAME_SIZE];
    if (status == PERLIN_ERROR_PERIOD_LACUNARITY)
        return usage_error(command, "--lacunarity %s: octaves of a --tile need an integer above 0",
                           o->given[OPTION_LACUNARITY]);
    if (status == PERLIN_ERROR_PERIOD_OCTAVE)
        return usage_error(command, "%s: the last octave of a tile passes 2147483648 cells",
                           render_blame(o, blame, octaves));
    if (refused->period[0] > o->tile[0] || refused->period[1] > o->tile[1])
        return usage_error(command, "--tile %s: too many cells for the finer noises of --style %s",
                           o->given[OPTION_TILE], o->given[OPTION_STYLE]);
    return usage_error(command,
                       "--tile %s: too many cells; 2147483648 at most, or 256 with "
                       "--hash permutation",
                       o->given[OPTION_TILE]);
}

/* Whether AUTO would have taken the scalar backend, the only one that has the noise. */
static bool is_scalar_noise(const perlin_params *refused)
{
    perlin_params params = *refused;
    perlin_noise *noise;
    params.backend = PERLIN_BACKEND_AUTO;
    if (perlin_create(&noise, &params) != PERLIN_OK)
        return false;
    perlin_destroy(noise);
    return true;
}

static int create(const struct render_options *o, perlin_noise **noise, const perlin_params *params)
{
    const perlin_status status = perlin_create(noise, params);
    if (status == PERLIN_OK)
        return STATUS_OK;
    const bool is_available = perlin_backend_available(params->backend);
    if (status == PERLIN_ERROR_UNSUPPORTED && is_available && is_scalar_noise(params))
        return usage_error(command,
                           "--backend %s: --basis %s by tables is on --backend scalar alone",
                           perlin_backend_name(params->backend), render_bases[params->basis]);
    if (status == PERLIN_ERROR_UNSUPPORTED && is_available &&
        params->basis != o->params.basis) /* of cellular layers */
        return failure(command, "--style %s: noise of basis %s: %s", o->given[OPTION_STYLE],
                       render_bases[params->basis], perlin_status_string(status));
    if (status == PERLIN_ERROR_UNSUPPORTED && is_available)
        return failure(command, "--basis %s: %s", render_bases[params->basis],
                       perlin_status_string(status));
    if (status == PERLIN_ERROR_UNSUPPORTED)
        return failure(command, "--backend %s: %s", perlin_backend_name(params->backend),
                       perlin_status_string(status));
    if (status == PERLIN_ERROR_MEMORY)
        return failure(command, "%s", perlin_status_string(status));
    if (status >= PERLIN_ERROR_PERIOD_CELLS && status <= PERLIN_ERROR_PERIOD_BASIS)
        return blame_tile(o, params, status);
    if (status == PERLIN_ERROR_FREQUENCY)
        return blame_frequency(o);
    if (status == PERLIN_ERROR_GAIN)
        return blame_weights(o);
    return usage_error(command, "%s", perlin_status_string(status));
}

/* Takes from the options what concerns cellular layers. They are by the integer hash. */
static perlin_params cellular_params(const perlin_params *of, enum texture_noise noise)
{
    static const perlin_cellular results[] = {[TEXTURE_F1] = PERLIN_CELLULAR_F1,
                                              [TEXTURE_EDGE] = PERLIN_CELLULAR_EDGE,
                                              [TEXTURE_CELL] = PERLIN_CELLULAR_CELL};
    perlin_params params;
    perlin_params_init(&params);
    params.backend = of->backend;
    params.seed = of->seed;
    params.frequency = of->frequency;
    params.rotation = of->rotation;
    params.basis = PERLIN_BASIS_CELLULAR;
    params.cellular_result = results[noise];
    params.jitter = of->jitter;
    params.range = PERLIN_RANGE_RAW;
    return params;
}

/* Those of a texture have periods of their own, and some but one octave, or cells. */
perlin_params render_layer_params(const struct render_options *o, int layer)
{
    const struct texture_layer *const of = &o->raster.layer[layer];
    perlin_params params =
        texture_layer_is_cellular(of) ? cellular_params(&o->params, of->noise) : o->params;
    for (int a = 0; a < 2; a++)
        if (o->tile[a] != 0)
            params.period[a] = texture_cells(of, a, o->tile[a]);
    if (of->noise == TEXTURE_OCTAVE)
        params.fractal = PERLIN_FRACTAL_NONE;
    return params;
}

/*
 * Four octaves of Perlin noise, whatever the noise is that they move: they do not depend on the
 * step, so that a place stays where it is when the picture is enlarged.
 */
perlin_params render_warp_params(const struct render_options *o, int layer)
{
    const perlin_params moved = render_layer_params(o, layer);
    perlin_params params;
    perlin_params_init(&params);
    params.backend = moved.backend;
    params.seed = moved.seed + 1;
    params.frequency = moved.frequency;
    params.rotation = moved.rotation;
    memcpy(params.period, moved.period, sizeof params.period);
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 4;
    return params;
}

/* Puts a warp of the noise in its place. */
static int warp(const struct render_options *o, int layer, perlin_noise **noise)
{
    const perlin_params params = render_warp_params(o, layer);
    perlin_noise *by = NULL, *warped = NULL;
    int result = create(o, &by, &params);
    if (result != STATUS_OK)
        return result;
    perlin_combination combination;
    perlin_combination_init(&combination, PERLIN_COMBINE_WARP);
    combination.backend = params.backend;
    combination.input[0] = *noise;
    combination.input[1] = by;
    combination.amplitude = o->warp;
    const perlin_status status = perlin_combine(&warped, &combination);
    perlin_destroy(by);
    if (status != PERLIN_OK)
        return failure(command, "--warp %g: %s", o->warp, perlin_status_string(status));
    perlin_destroy(*noise); /* which is held now */
    *noise = warped;
    return STATUS_OK;
}

int render_create_noises(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    int result = STATUS_OK;
    for (int i = 0; result == STATUS_OK && i < raster->layers; i++) {
        const perlin_params params = render_layer_params(o, i);
        result = create(o, &raster->noise[i], &params);
        if (result == STATUS_OK && o->warp != 0.0)
            result = warp(o, i, &raster->noise[i]);
    }
    return result;
}

void render_destroy_noises(struct render_options *o)
{
    for (int i = 0; i < TEXTURE_LAYERS; i++)
        perlin_destroy(o->raster.noise[i]);
}
