/*
 * perlin render: the command line to a raster, and the raster to a file.
 */
#include "render.h"

#include "frames.h"
#include "options.h"
#include "output.h"
#include "signals.h"
#include "tool.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char command[] = RENDER_COMMAND;

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

/* The options tell the centre of the circle that frames go round. */
struct raster render_frame(const struct render_options *o, uint32_t frame)
{
    struct raster raster = o->raster;
    double place[2] = {0.0, 0.0};
    if (render_animated(o))
        frames_place(frame, raster.frames, o->radius, place);
    raster.grid.origin[2] += place[0];
    raster.grid.origin[3] += place[1];
    return raster;
}

/* What the values of all images become, and says so. */
static int find_range(struct render_options *o)
{
    static const char *const ends[][2] = {[RASTER_PNG] = {"black", "white"},
                                          [RASTER_RAW] = {"-1", "1"},
                                          [RASTER_R16] = {"0", "65535"}};
    const char *const *const end = ends[o->raster.format];
    double *const range = o->raster.range;
    for (uint32_t i = 0; i < o->raster.frames; i++) {
        struct raster raster = render_frame(o, i);
        if (!raster_find_range(&raster))
            return failure(command, "%s", raster.error);
        memcpy(range, raster.range, sizeof raster.range);
    }
    if (o->given[OPTION_QUIET])
        return STATUS_OK;
    if (range[0] < range[1])
        notice(command, "%s is %.9g, %s is %.9g%s", end[0], range[0], end[1], range[1],
               o->given[OPTION_NORMALIZE] ? "" : " (with --contrast 1: -1 and 1)");
    else if (range[0] == range[1])
        notice(command, "all values are %.9g", range[0]);
    else
        notice(command, "no value is a number");
    return STATUS_OK;
}

/* The images of an animation, or the only one. */
static int write_images(struct render_options *o)
{
    int result = o->raster.normalize ? find_range(o) : STATUS_OK;
    o->raster.show_progress = !o->given[OPTION_QUIET] && isatty(STDERR_FILENO);
    for (uint32_t i = 0; result == STATUS_OK && i < o->raster.frames; i++) {
        struct raster raster = render_frame(o, i);
        raster.rows_done = (uint64_t)i * raster.size[1];
        char *const name = render_animated(o) ? frames_name(o->path, i) : strdup(o->path);
        result = name ? write_image(&raster, name) : failure(command, "out of memory");
        free(name);
        memcpy(o->raster.range, raster.range, sizeof raster.range);
    }
    if (result == STATUS_OK)
        render_note_levels(o);
    return result;
}

static int show_help(void)
{
    for (const char *const *part = render_help; *part; part++)
        fputs(*part, stdout);
    return finish_stdout(command);
}

int render_main(int argc, char *argv[])
{
    struct render_options o = {.step = (double)NAN,
                               .contrast = (double)NAN,
                               .relief = 1.0,
                               .height = (double)NAN,
                               .radius = 0.25,
                               .raster = {.size = {512, 512},
                                          .chunk = 256,
                                          .range = {(double)INFINITY, (double)-INFINITY},
                                          .depth = 8,
                                          .compression = -1,
                                          .frames = 1}};
    perlin_status status = perlin_params_init(&o.params);
    if (status == PERLIN_OK)
        status = perlin_grid_init(&o.raster.grid);
    if (status != PERLIN_OK)
        return failure(command, "libperlin %s: %s", perlin_version(), perlin_status_string(status));

    int result = render_options_parse(&o, argc, argv);
    if (result == STATUS_OK && o.given[OPTION_HELP])
        return show_help();
    if (result == STATUS_OK)
        result = render_complete(&o);
    if (result == STATUS_OK)
        result = render_check_effects(&o);
    if (result == STATUS_OK)
        result = render_check(&o);
    const bool is_code_alone = o.given[OPTION_PRINT_CODE] && !o.path;
    if (result == STATUS_OK && !is_code_alone)
        result = render_check_output(&o);
    if (result == STATUS_OK)
        result = render_create_noises(&o);
    if (result == STATUS_OK)
        render_note_surprises(&o);
    if (result == STATUS_OK && o.given[OPTION_PRINT_CODE])
        result = render_print_code(&o);
    if (result == STATUS_OK && !is_code_alone)
        result = write_images(&o);
    render_destroy_noises(&o);
    return result;
}
