/*
 * What perlin render says of images that are no mistake, but may not be what their user expects.
 */
#include "render_options.h"

#include "options.h"
#include "pixels.h"

#include <inttypes.h>
#include <math.h>

static const char command[] = RENDER_COMMAND;

/* Pixels so far apart show no features, only samples of different cells. */
static void note_wide_pixels(const struct render_options *o)
{
    double cells = 0.0;
    for (int a = 0; a < 2; a++)
        if (o->raster.size[a] > 1)
            cells = fmax(cells, fabs(o->raster.grid.step[a] * o->params.frequency));
    if (cells > 0.5)
        notice(command,
               "a pixel spans %.3g cells: to see the noise take a smaller --step, or more pixels",
               cells);
}

static bool is_whole(double number)
{
    return isfinite(number) && floor(number) == number;
}

/* Perlin noise of which all octaves are at their lattice points. */
static bool shows_lattice_points(const struct render_options *o)
{
    const perlin_params *const params = &o->params;
    const perlin_grid *const grid = &o->raster.grid;
    const bool is_single = params->fractal == PERLIN_FRACTAL_NONE || params->octaves == 1;
    bool are_all = params->basis == PERLIN_BASIS_PERLIN && params->rotation == PERLIN_ROTATION_NONE;
    are_all = are_all && (is_single || (!params->octave_offsets && is_whole(params->lacunarity)));
    for (uint32_t a = 0; a < grid->dims; a++) {
        const bool is_row = a < 2 && o->raster.size[a] > 1;
        const double first = grid->origin[a] + (double)grid->start[a] * grid->step[a];
        are_all = are_all && is_whole(first * params->frequency) &&
                  (!is_row || is_whole(grid->step[a] * params->frequency));
    }
    return are_all && o->warp == 0.0 && o->raster.style != RASTER_TEXTURE &&
           !o->given[OPTION_NORMALS] && !render_animated(o);
}

/* With --step an image may have other than whole numbers of tiles. */
static void note_cut_tiles(const struct render_options *o)
{
    static const char *const edges[] = {"left and right", "top and bottom"};
    static const char *const sides[] = {"wide", "high"};
    for (int a = 0; a < 2; a++) {
        const uint64_t period = o->raster.grid.period[a];
        if (period == 0 || o->raster.size[a] % period == 0)
            continue;
        notice(command,
               "the image is no tile, its %s edges differ: at this --step a tile is %" PRIu64
               " pixels %s, and the image %" PRIu32,
               edges[a], period, sides[a], o->raster.size[a]);
    }
}

/* --height is in units of coordinates, where a user may think of pixels or metres. */
static void note_steep_normals(const struct render_options *o)
{
    static const double steep = 4.0; /* cells */
    const double cells = fabs(o->height * o->params.frequency);
    if (o->given[OPTION_HEIGHT] && cells > steep)
        notice(command,
               "--height %s is %.3g cells of noise: the surface is so steep that its normals are "
               "nearly level; by default it is a quarter of a cell",
               o->given[OPTION_HEIGHT], cells);
}

/* --start and --origin suggest that the image is a piece of a larger one. */
static void note_normalized_piece(const struct render_options *o)
{
    if (!o->raster.normalize || !(o->given[OPTION_START] || o->given[OPTION_ORIGIN]))
        return;
    const bool is_grey_png = o->raster.format == RASTER_PNG && o->raster.style != RASTER_HEIGHTS;
    notice(command, "images are normalized one by one, so that pieces of a world do not join; %s",
           !o->given[OPTION_NORMALIZE] ? "with --contrast 1 they do"
           : is_grey_png               ? "with --contrast 1 in place of --normalize they do"
                                       : "without --normalize they do");
}

void render_note_surprises(const struct render_options *o)
{
    if (o->given[OPTION_QUIET])
        return;
    if (shows_lattice_points(o))
        notice(command,
               "all pixels are lattice points, where Perlin noise is 0: take a --step that is a "
               "fraction of a cell, which is %.9g wide",
               1.0 / fabs(o->params.frequency));
    else
        note_wide_pixels(o);
    note_cut_tiles(o);
    note_steep_normals(o);
    note_normalized_piece(o);
}

/* Whether --normalize would be taken, and change what it is given for. */
static bool could_be_normalized(const struct render_options *o)
{
    return o->raster.style == RASTER_HEIGHTS ||
           (!o->given[OPTION_CONTRAST] && !o->given[OPTION_RANGE]);
}

void render_note_levels(const struct render_options *o)
{
    const struct raster *const raster = &o->raster;
    const bool is_integer = raster->format == RASTER_R16 ||
                            (raster->format == RASTER_PNG && raster->style == RASTER_HEIGHTS);
    if (o->given[OPTION_QUIET] || !is_integer || raster->normalize)
        return;
    if (!(raster->range[0] <= raster->range[1])) {
        notice(command, "no value is a number");
        return;
    }
    const float a = pixel_shown(raster, (float)raster->range[0]);
    const float b = pixel_shown(raster, (float)raster->range[1]);
    const float low = fminf(a, b), high = fmaxf(a, b); /* a negative --contrast swaps them */
    notice(command, "heights take %" PRIu32 " to %" PRIu32 " of 0 to 65535%s",
           pixel_level(raster, low), pixel_level(raster, high),
           low < -1.0f || high > 1.0f ? ", and those beyond are cut; a weaker --contrast keeps them"
           : could_be_normalized(o)   ? "; with --normalize all of it"
                                      : "");
}
