/*
 * perlin render: the command line to a raster, and the raster to a file.
 */
#include "frames.h"
#include "options.h"
#include "output.h"
#include "raster.h"
#include "render_options.h"
#include "signals.h"
#include "tool.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char command[] = RENDER_COMMAND;

/* ---- Checking what options mean together ----------------------------------------------------- */

static bool animated(const struct render_options *o)
{
    return o->raster.frames > 1;
}

/* How many dimensions the noise needs for what is asked for. */
static uint32_t needed_dims(const struct render_options *o)
{
    const uint32_t rotation = o->params.rotation;
    if (o->has_w || animated(o) || rotation >= PERLIN_ROTATION_XYZ)
        return 4;
    return o->has_z || rotation != PERLIN_ROTATION_NONE ? 3 : 2;
}

/* What a style takes where the user says nothing: octaves, step, contrast. */
static struct texture style_defaults(const struct render_options *o)
{
    /* Grey and terrain have defaults and a layer as textures have; the rest is not for them. */
    static const struct texture terrain = {.octaves = 8,
                                           .step = 0x1p-8,
                                           .contrast = 2.0,
                                           .layers = 1,
                                           .layer = {{.finer = {1.0, 1.0}}}};
    const struct texture grey = {.octaves = o->has_fractal ? 6 : 1,
                                 .step = 0x1p-6,
                                 .contrast = 1.0,
                                 .layers = 1,
                                 .layer = {{.finer = {1.0, 1.0}}}};
    return o->raster.style == RASTER_TEXTURE   ? *o->raster.texture
           : o->raster.style == RASTER_TERRAIN ? terrain
                                               : grey;
}

/* Fills in what has not been given. */
static void complete(struct render_options *o)
{
    const struct texture style = style_defaults(o);
    if (o->params.octaves == 0)
        o->params.octaves = style.octaves;
    if (o->dims == 0)
        o->dims = needed_dims(o);

    if (!o->has_fractal)
        o->params.fractal = o->params.octaves > 1 ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
    perlin_grid *const grid = &o->raster.grid;
    grid->dims = o->dims;
    grid->step[0] = grid->step[1] = isnan(o->step) ? style.step : o->step;
    grid->count[2] = grid->count[3] = 1;
    o->raster.contrast = (float)(isnan(o->contrast) ? style.contrast : o->contrast);
    o->raster.sea_level = (float)o->sea_level;
    o->raster.frequency = o->params.frequency;
    o->raster.layers = style.layers;
    memcpy(o->raster.layer, style.layer, sizeof style.layer);
}

/* Whether the image's indices, with a terrain's apron, are all within int64_t. */
static bool indices_fit(const perlin_grid *grid)
{
    for (int a = 0; a < 2; a++)
        if (grid->start[a] == INT64_MIN || grid->start[a] > INT64_MAX - (int64_t)grid->count[a])
            return false;
    return true;
}

/*
 * Makes noise and samples repeat after --tile's cells. The tile has as many pixels as the image, or as --step
 * says; the step is made to fit them.
 */
static int fit_tile(struct render_options *o)
{
    static const double most_pixels = 0x1p53; /* doubles up to it have all integers */
    const double frequency = fabs(o->params.frequency);
    if (!(frequency >= 0x1p-900 && frequency <= 0x1p900)) /* else a step could under- or overflow */
        return usage_error(command,
                           "--tile needs a --frequency that is not 0, nor as small or large");
    struct raster *const raster = &o->raster;
    perlin_grid *const grid = &raster->grid;
    for (int a = 0; a < 2; a++) {
        const double cells = o->tile[a];
        const double pixels =
            isnan(o->step) ? (double)grid->count[a] : cells / fabs(o->step * frequency);
        const double whole = floor(pixels + 0.5);
        if (!(whole >= 1.0 && whole <= most_pixels && fabs(pixels - whole) <= 1e-9 * whole))
            return usage_error(command,
                               "--tile: %.0f cells are %.9g pixels at this --step and "
                               "--frequency: not a whole number",
                               cells, pixels);
        grid->period[a] = (uint64_t)whole;
        grid->step[a] = copysign(cells / whole / frequency, isnan(o->step) ? 1.0 : o->step);
        for (int i = 0; i < raster->layers; i++)
            texture_fit(&raster->layer[i], a, o->tile[a]);
    }
    return STATUS_OK;
}

/* What the styles that have colours need. */
static int check_colours(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    if (raster->depth != 8)
        return usage_error(command, "colours have 8 bits a channel: --depth is for grey");
    if (raster->style == RASTER_TERRAIN) {
        /* A slope is the rise of the ground over a distance in periods of the first octave. */
        raster->exaggeration =
            (float)(o->relief * 0.30 / fabs(raster->grid.step[0] * o->params.frequency));
        if (!isfinite(raster->exaggeration))
            return usage_error(command, "a terrain needs a --step and a --frequency other than 0");
        return STATUS_OK;
    }
    for (int i = 0; i < raster->layers; i++) {
        perlin_grid grid;
        if (!texture_grid(&raster->layer[i], &raster->grid, o->params.frequency, &grid))
            return usage_error(command, "a texture needs a --frequency other than 0, and a --step "
                                        "and an --origin that are not as large");
    }
    return STATUS_OK;
}

/*
 * Slopes are those that the image shows, whose pixels are square, whatever the direction and the ratio of the
 * steps. Derivatives and height are in units of x.
 */
static int check_normals(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    if (raster->style != RASTER_GREY)
        return usage_error(command,
                           "--normals are those of the noise itself: they have no --style");
    if (!isnan(o->contrast))
        return usage_error(command, "--normals have a --height in place of a --contrast");
    const double *const step = raster->grid.step;
    const double height = isnan(o->height) ? 0.25 / fabs(o->params.frequency) : o->height;
    for (int a = 0; a < 2; a++) {
        raster->rise[a] = (float)(height * (step[a] / fabs(step[0])));
        if (!isfinite(raster->rise[a]))
            return usage_error(command, "--normals need a --step and a --frequency other than 0, "
                                        "and a --height that is not as large");
    }
    raster->style = RASTER_NORMALS;
    return STATUS_OK;
}

/* The noise itself has no looks. */
static int check_raw(struct render_options *o)
{
    if (o->raster.style != RASTER_GREY && o->raster.style != RASTER_NORMALS)
        return usage_error(command, "--format raw is the noise itself: it has no --style");
    if (o->raster.depth != 8)
        return usage_error(command, "--format raw has 32 bits: --depth is for PNG");
    if (!isnan(o->contrast))
        return usage_error(command, "--format raw is the noise itself: it has no --contrast");
    o->raster.raw = true;
    return STATUS_OK;
}

static int check_animation(const struct render_options *o)
{
    if (strcmp(o->path, "-") == 0)
        return usage_error(command, "--animate writes files: it has no use for standard output");
    if (!frames_pattern_ok(o->path))
        return usage_error(command,
                           "--animate needs an -o with one place for the frame's number, such as "
                           "%%d or %%04d, and no other %%: '%s'",
                           o->path);
    if (o->dims < 4)
        return usage_error(command, "--animate goes through 4-D noise: it has no --dims but 4");
    for (int a = 2; a < 4; a++)
        if (!isfinite(fabs(o->raster.grid.origin[a]) + o->radius))
            return usage_error(command, "--radius is too large");
    return STATUS_OK;
}

static int check_rotation(const struct render_options *o)
{
    const uint32_t dims = o->params.rotation >= PERLIN_ROTATION_XYZ ? 4 : 3;
    if (o->tile[0] != 0)
        return usage_error(
            command, "--tile and --rotate exclude each other: tiles repeat along the lattice");
    if (o->dims != dims)
        return usage_error(command,
                           "this --rotate turns %" PRIu32 "-D noise, but the image's has %" PRIu32
                           " dimensions",
                           dims, o->dims);
    return STATUS_OK;
}

static int check(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    if (!o->path)
        return usage_error(command, "no output file: use -o FILE, or -o - for standard output");
    if (animated(o)) {
        const int result = check_animation(o);
        if (result != STATUS_OK)
            return result;
    }
    if (strcmp(o->path, "-") == 0 && isatty(STDOUT_FILENO))
        return usage_error(command, "refusing to write an image to a terminal");
    if ((o->has_z && o->dims < 3) || (o->has_w && o->dims < 4))
        return usage_error(command, "--dims %" PRIu32 " has no --%s", o->dims,
                           o->dims < 3 && o->has_z ? "z" : "w");
    if (o->params.rotation != PERLIN_ROTATION_NONE) {
        const int result = check_rotation(o);
        if (result != STATUS_OK)
            return result;
    }
    if ((o->params.basis == PERLIN_BASIS_ELIAS || o->params.basis == PERLIN_BASIS_OPENSIMPLEX) &&
        o->dims > 3)
        return usage_error(command, "this --basis has no 4-D noise");
    if (o->params.basis >= PERLIN_BASIS_SIMPLEX && o->tile[0] != 0)
        return usage_error(command,
                           "noise on simplices does not repeat: --tile takes another --basis");
    if (!indices_fit(&raster->grid))
        return usage_error(command, "--start and --size: %s",
                           perlin_status_string(PERLIN_ERROR_OVERFLOW));
    if (!isfinite(raster->contrast))
        return usage_error(command, "--contrast is too large");
    if (o->tile[0] != 0) {
        const int result = fit_tile(o);
        if (result != STATUS_OK)
            return result;
    }
    if (o->normals) {
        const int result = check_normals(o);
        if (result != STATUS_OK)
            return result;
    }
    if (o->raw)
        return check_raw(o);
    const bool has_colours = raster->style == RASTER_TERRAIN || raster->style == RASTER_TEXTURE;
    return has_colours ? check_colours(o) : STATUS_OK;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int write_image(struct raster *raster, const char *path)
{
    struct output output;
    if (!output_open(&output, path))
        return failure(command, "%s: %s: %s", path, output.problem, strerror(errno));
    if (!raster_write(raster, output.file)) {
        output_discard(&output);
        failure(command, "%s: %s", path, raster->error);
        signals_die();
        return STATUS_FAILED;
    }
    if (!output_commit(&output))
        return failure(command, "%s: %s: %s", path, output.problem, strerror(errno));
    return STATUS_OK;
}

/* The images of an animation, or the only one. */
static int write_images(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    if (!animated(o))
        return write_image(raster, o->path);
    const double centre[2] = {raster->grid.origin[2], raster->grid.origin[3]};
    int result = STATUS_OK;
    for (raster->frame = 0; result == STATUS_OK && raster->frame < raster->frames;
         raster->frame++) {
        double place[2];
        frames_place(raster->frame, raster->frames, o->radius, place);
        raster->grid.origin[2] = centre[0] + place[0];
        raster->grid.origin[3] = centre[1] + place[1];
        char *const name = frames_name(o->path, raster->frame);
        result = name ? write_image(raster, name) : failure(command, "out of memory");
        free(name);
    }
    return result;
}

static int create(perlin_noise **noise, const perlin_params *params)
{
    const perlin_status status = perlin_create(noise, params);
    if (status == PERLIN_OK)
        return STATUS_OK;
    if (status == PERLIN_ERROR_UNSUPPORTED)
        return failure(command, "backend %s: %s", perlin_backend_name(params->backend),
                       perlin_status_string(status));
    if (status == PERLIN_ERROR_MEMORY)
        return failure(command, "%s", perlin_status_string(status));
    if (status == PERLIN_ERROR_PERIOD)
        return usage_error(command,
                           "--tile needs a --lacunarity that is an integer above 0, and at "
                           "most 2147483648 cells, in the last octave too");
    return usage_error(command, "%s", perlin_status_string(status));
}

/* The noises of the image. Those of a texture have periods of their own, and some but one octave. */
static int create_noises(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    int result = STATUS_OK;
    for (int i = 0; result == STATUS_OK && i < raster->layers; i++) {
        perlin_params params = o->params;
        for (int a = 0; a < 2; a++)
            if (o->tile[a] != 0)
                params.period[a] = texture_cells(&raster->layer[i], a, o->tile[a]);
        if (raster->layer[i].single)
            params.fractal = PERLIN_FRACTAL_NONE;
        result = create(&raster->noise[i], &params);
    }
    return result;
}

int render_main(int argc, char *argv[])
{
    struct render_options o = {.step = (double)NAN,
                               .contrast = (double)NAN,
                               .relief = 1.0,
                               .height = (double)NAN,
                               .radius = 0.25,
                               .raster = {.chunk = 256, .depth = 8, .frames = 1}};
    perlin_status status = perlin_params_init(&o.params);
    if (status == PERLIN_OK)
        status = perlin_grid_init(&o.raster.grid);
    if (status != PERLIN_OK)
        return failure(command, "libperlin %s: %s", perlin_version(), perlin_status_string(status));
    o.params.octaves = 0;
    o.raster.grid.count[0] = o.raster.grid.count[1] = 512;

    int result = render_options_parse(&o, argc, argv);
    if (result == STATUS_OK && o.help) {
        for (const char *const *part = render_help; *part; part++)
            fputs(*part, stdout);
        return finish_stdout(command);
    }
    if (result == STATUS_OK) {
        complete(&o);
        result = check(&o);
    }
    if (result != STATUS_OK)
        return result;

    result = create_noises(&o);
    if (result == STATUS_OK) {
        o.raster.show_progress = !o.quiet && isatty(STDERR_FILENO);
        result = write_images(&o);
    }
    for (int i = 0; i < o.raster.layers; i++)
        perlin_destroy(o.raster.noise[i]);
    return result;
}
