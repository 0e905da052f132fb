/*
 * What the values of perlin render's options mean together. A message names options that were
 * given.
 */
#include "render_options.h"

#include "frames.h"
#include "options.h"
#include "tool.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char command[] = RENDER_COMMAND;

static const char *blame_dims(const struct render_options *o, char text[RENDER_BLAME_SIZE])
{
    static const enum option_id causes[] = {OPTION_DIMS, OPTION_W, OPTION_ANIMATE, OPTION_Z,
                                            OPTION_COUNT};
    return render_blame(o, text, causes);
}

/* ---- Output ---------------------------------------------------------------------------------- */

/* The ending of a file's name, from the last dot of its last part on; "" if there is none. */
static const char *ending(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const name = slash ? slash + 1 : path;
    const char *const dot = strrchr(name, '.');
    return dot && dot != name ? dot : "";
}

/* Whether a name could mislead about what the file has. */
static bool ending_misleads(const char *path, enum raster_format format)
{
    static const char *const others[] = {".png",  ".jpg", ".jpeg", ".gif", ".bmp", ".tif",
                                         ".tiff", ".tga", ".webp", ".exr", NULL};
    const char *const end = ending(path);
    if (format == RASTER_PNG)
        return *end && strcasecmp(end, ".png") != 0;
    for (int i = 0; others[i]; i++)
        if (strcasecmp(end, others[i]) == 0)
            return true;
    return strcasecmp(end, format == RASTER_R16 ? ".f32" : ".r16") == 0;
}

static int check_name(const struct render_options *o)
{
    if (!o->path)
        return usage_error(command, "no output file: use -o FILE, or -o - for standard output");
    const bool is_stdout = strcmp(o->path, "-") == 0;
    if (o->given[OPTION_PRINT_CODE] && is_stdout)
        return usage_error(command, "--print-code takes standard output: give -o a file, or none");
    if (render_animated(o) && is_stdout)
        return usage_error(command, "--animate writes files: it has no use for standard output");
    if (render_animated(o) && !frames_pattern_ok(o->path))
        return usage_error(command,
                           "--animate needs an -o with one place for the frame's number, such as "
                           "%%d or %%04d, and no other %%: '%s'",
                           o->path);
    if (is_stdout && isatty(STDOUT_FILENO))
        return usage_error(command, "refusing to write an image to a terminal");
    if (is_stdout || !ending_misleads(o->path, o->raster.format))
        return STATUS_OK;
    if (o->raster.format == RASTER_PNG)
        return usage_error(command, "'%s' does not end in .png, but --format is png%s", o->path,
                           o->given[OPTION_FORMAT] ? "" : " unless you give another");
    return usage_error(command, "'%s' ends like another kind of file than --format %s", o->path,
                       o->given[OPTION_FORMAT]);
}

/* "1.5 GiB" */
static void print_bytes(double bytes, char text[32])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    int unit = 0;
    for (; bytes >= 1024.0 && unit < 5; unit++)
        bytes /= 1024.0;
    snprintf(text, 32, "%.*f %s", unit == 0 ? 0 : 1, bytes, units[unit]);
}

static int check_amount(const struct render_options *o)
{
    static const uint64_t most = UINT64_C(1) << 31;
    static const enum option_id causes[] = {OPTION_SIZE, OPTION_ANIMATE, OPTION_COUNT};
    const uint64_t samples = (uint64_t)o->raster.size[0] * o->raster.size[1] * o->raster.frames;
    if (samples <= most || o->given[OPTION_YES])
        return STATUS_OK;
    char blame[RENDER_BLAME_SIZE], disk[32], memory[32];
    print_bytes((double)samples * (double)raster_pixel_bytes(&o->raster), disk);
    print_bytes((double)raster_memory(&o->raster), memory);
    return usage_error(command,
                       "%s: %" PRIu64 " samples are %s of files%s and take %s of memory; "
                       "--yes writes them",
                       render_blame(o, blame, causes), samples, disk,
                       o->raster.format == RASTER_PNG ? ", before compression," : "", memory);
}

/* Checks before minutes of work that the folder exists. Writing shows whether it is writable. */
static int check_folder(const struct render_options *o)
{
    char *const folder = strdup(o->path);
    char *const name = folder ? strrchr(folder, '/') : NULL;
    int result = STATUS_OK;
    if (name && name > folder) {
        *name = 0;
        if (access(folder, F_OK) != 0)
            result = failure(command, "cannot create %s: %s", o->path, strerror(errno));
    }
    free(folder);
    return result;
}

int render_check_output(const struct render_options *o)
{
    int result = check_name(o);
    if (result == STATUS_OK)
        result = check_folder(o);
    return result == STATUS_OK ? check_amount(o) : result;
}

/* ---- Samples --------------------------------------------------------------------------------- */

/* Whether the image's indices, with the neighbours that some styles look at, are all within
   int64_t. */
static int check_start(const struct render_options *o)
{
    const struct raster *const raster = &o->raster;
    const int64_t apron = raster_apron(raster);
    for (int a = 0; a < 2; a++) {
        const int64_t start = raster->grid.start[a];
        if (start < INT64_MIN + apron || start > INT64_MAX - apron - ((int64_t)raster->size[a] - 1))
            return usage_error(command, "--start %s: the image%s passes what 64 bits can count",
                               o->given[OPTION_START], apron ? ", with its neighbours," : "");
    }
    return STATUS_OK;
}

static int check_places(const struct render_options *o)
{
    const uint32_t axes = o->dims == 1 ? 1 : 2;
    if (o->given[OPTION_START] && o->start_count != axes)
        return usage_error(command, "--start %s: %s", o->given[OPTION_START],
                           axes == 1 ? "noise in 1-D has I alone" : "it takes I,J");
    if (o->given[OPTION_ORIGIN] && o->origin_count != axes)
        return usage_error(command, "--origin %s: %s", o->given[OPTION_ORIGIN],
                           axes == 1 ? "noise in 1-D has X alone" : "it takes X,Y");
    return check_start(o);
}

static int check_rotation(const struct render_options *o)
{
    char blame[RENDER_BLAME_SIZE];
    const uint32_t dims = o->params.rotation >= PERLIN_ROTATION_XYZ ? 4 : 3;
    if (o->given[OPTION_TILE])
        return usage_error(
            command, "--tile and --rotate exclude each other: tiles repeat along the lattice");
    if (o->dims != dims)
        return usage_error(command,
                           "--rotate %s turns %" PRIu32 "-D noise, but %s makes it %" PRIu32 "-D",
                           o->given[OPTION_ROTATE], dims, blame_dims(o, blame), o->dims);
    return STATUS_OK;
}

static int check_basis(const struct render_options *o)
{
    char blame[RENDER_BLAME_SIZE];
    const uint32_t basis = o->params.basis;
    const bool is_missing =
        (o->dims == 4 && (basis == PERLIN_BASIS_ELIAS || basis == PERLIN_BASIS_OPENSIMPLEX)) ||
        (o->dims == 1 && basis == PERLIN_BASIS_OPENSIMPLEX);
    if (is_missing && o->params.rotation >= PERLIN_ROTATION_XYZ)
        return usage_error(command, "--basis %s has no 4-D noise, which --rotate %s turns",
                           o->given[OPTION_BASIS], o->given[OPTION_ROTATE]);
    if (is_missing)
        return usage_error(command, "--basis %s has no %" PRIu32 "-D noise, which %s asks for",
                           o->given[OPTION_BASIS], o->dims, blame_dims(o, blame));
    if (render_has_no_hash(basis, o->params.hash))
        return usage_error(command, "--basis %s has no noise by --hash %s", o->given[OPTION_BASIS],
                           o->given[OPTION_HASH]);
    if (basis >= PERLIN_BASIS_SIMPLEX && basis <= PERLIN_BASIS_OPENSIMPLEX && o->given[OPTION_TILE])
        return usage_error(command, "--basis %s: noise on simplices does not repeat, for --tile",
                           o->given[OPTION_BASIS]);
    return STATUS_OK;
}

static int check_circle(const struct render_options *o)
{
    static const enum option_id candidates[] = {OPTION_RADIUS, OPTION_Z, OPTION_W, OPTION_COUNT};
    char blame[RENDER_BLAME_SIZE];
    for (int a = 2; a < 4; a++)
        if (!isfinite(fabs(o->raster.grid.origin[a]) + o->radius))
            return usage_error(command, "%s: too large", render_blame(o, blame, candidates));
    return STATUS_OK;
}

/* ---- Styles ---------------------------------------------------------------------------------- */

/* Blames --step and --frequency, or those of them that were given, or the style. */
static int blame_scale(const struct render_options *o, const char *what)
{
    static const enum option_id scales[] = {OPTION_STEP, OPTION_FREQUENCY, OPTION_COUNT};
    char blame[RENDER_BLAME_SIZE];
    return usage_error(command, "%s: too small or too large for %s", render_blame(o, blame, scales),
                       what);
}

static int check_terrain(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    /* A slope is the rise of the ground over a distance in periods of the first octave. */
    raster->exaggeration =
        (float)(o->relief * 0.30 / fabs(raster->grid.step[0] * o->params.frequency));
    return isfinite(raster->exaggeration) ? STATUS_OK : blame_scale(o, "the slopes of a terrain");
}

static int check_texture(const struct render_options *o)
{
    const struct raster *const raster = &o->raster;
    if (!o->given[OPTION_WARP] && !isfinite((float)o->warp)) /* as perlin_combine sees it */
        return blame_scale(o, "the warp of a texture");
    for (int i = 0; i < raster->layers; i++) {
        perlin_grid grid;
        if (texture_grid(&raster->layer[i], &raster->grid, o->params.frequency, &grid))
            continue;
        perlin_grid here = raster->grid;
        here.origin[0] = here.origin[1] = 0.0;
        if (texture_grid(&raster->layer[i], &here, o->params.frequency, &grid))
            return usage_error(command, "--origin %s: too large for a texture",
                               o->given[OPTION_ORIGIN]);
        return blame_scale(o, "a texture");
    }
    return STATUS_OK;
}

/*
 * Slopes are those that the image shows, whose pixels are square, whatever the direction and the
 * ratio of the steps. Derivatives and height are in units of x.
 */
static int check_normals(struct render_options *o)
{
    struct raster *const raster = &o->raster;
    if (raster->format == RASTER_R16)
        return usage_error(command, "--format r16 is for heights: --normals take png or raw");
    const double *const step = raster->grid.step;
    const double height = isnan(o->height) ? 0.25 / fabs(o->params.frequency) : o->height;
    for (int a = 0; a < 2; a++) {
        raster->rise[a] = (float)(height * (step[a] / fabs(step[0])));
        if (isfinite(raster->rise[a]))
            continue;
        if (!isnan(o->height))
            return usage_error(command, "--height %s: too large", o->given[OPTION_HEIGHT]);
        return blame_scale(o, "normals");
    }
    raster->style = RASTER_NORMALS;
    return STATUS_OK;
}

static int check_style(struct render_options *o)
{
    if (o->given[OPTION_NORMALS])
        return check_normals(o);
    if (o->raster.style == RASTER_TERRAIN)
        return check_terrain(o);
    if (o->raster.style != RASTER_TEXTURE)
        return STATUS_OK;
    if (o->raster.format != RASTER_PNG)
        return usage_error(command, "--format %s is for heights: --style %s is a picture",
                           o->given[OPTION_FORMAT], o->given[OPTION_STYLE]);
    return check_texture(o);
}

static int check_octaves(const struct render_options *o)
{
    const uint32_t octaves = o->params.octaves, weigh = o->params.weight_octaves;
    if (weigh > 0 && weigh < octaves)
        return usage_error(command, "--weight-octaves %s: there are %" PRIu32 " octaves",
                           o->given[OPTION_WEIGHT_OCTAVES], octaves);
    if (o->given[OPTION_WEIGHTS] && o->params.weight_count != o->params.octaves)
        return usage_error(command, "--octaves %s: --weights has %" PRIu32,
                           o->given[OPTION_OCTAVES], o->params.weight_count);
    if (o->params.range == PERLIN_RANGE_RAW &&
        (o->params.weighted_strength < 0.0 || o->params.weighted_strength > 1.0))
        return usage_error(command, "--weighted-strength %s: with --range raw 0 to 1",
                           o->given[OPTION_WEIGHTED_STRENGTH]);
    return STATUS_OK;
}

int render_check(struct render_options *o)
{
    int result = check_places(o);
    if (result == STATUS_OK)
        result = check_octaves(o);
    if (result == STATUS_OK && o->params.rotation != PERLIN_ROTATION_NONE)
        result = check_rotation(o);
    if (result == STATUS_OK)
        result = check_basis(o);
    if (result == STATUS_OK && render_animated(o))
        result = check_circle(o);
    if (result == STATUS_OK)
        result = check_style(o);
    return result;
}
