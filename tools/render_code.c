/*
 * perlin render --print-code: a C program that computes what --format raw writes. It sets what
 * differs from the library's defaults, and has the numbers in a form that reads back exactly.
 */
#include "render.h"

#include "options.h"
#include "tool.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers and names ----------------------------------------------------------------------- */

/* As few digits as give the same number, and a point or an exponent, without which C would read an
   integer. */
static void print_double(double value)
{
    char text[32];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    printf("%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void print_float(float value)
{
    char text[32];
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    printf("%s%sf", text, strpbrk(text, ".e") ? "" : ".0");
}

static void print_unsigned(uint64_t value)
{
    printf("%" PRIu64 "%s", value, value > INT32_MAX ? "u" : "");
}

/* INT64_MIN has no literal. */
static void print_signed(int64_t value)
{
    if (value == INT64_MIN)
        printf("INT64_MIN");
    else
        printf("%" PRId64, value);
}

/* "FRACTAL" and "ping-pong" are PERLIN_FRACTAL_PING_PONG. */
static void print_constant(const char *family, const char *choice)
{
    printf("PERLIN_%s_", family);
    for (; *choice; choice++)
        putchar(*choice == '-' ? '_' : toupper((unsigned char)*choice));
}

/* ---- Fields ---------------------------------------------------------------------------------- */

enum kind { CONSTANT, UNSIGNED32, UNSIGNED64, SIGNED64, SIZE, DOUBLE };

struct field {
    const char *name;
    size_t offset;
    enum kind kind;
    const char *family; /* of a constant, like its choices */
    const char *const *choices;
};

#define PARAMS(member) #member, offsetof(perlin_params, member)
#define GRID(member)   #member, offsetof(perlin_grid, member)

static const char *const ranges[] = {"signed", "unit", "raw", "raw-unit", NULL};

/* What the options set, but for the weights. */
static const struct field params_fields[] = {
    {PARAMS(backend), CONSTANT, "BACKEND", render_backends},
    {PARAMS(basis), CONSTANT, "BASIS", render_bases},
    {PARAMS(interpolation), CONSTANT, "INTERPOLATION", render_interpolations},
    {PARAMS(elias_smoothing), UNSIGNED32, NULL, NULL},
    {PARAMS(cellular_metric), CONSTANT, "METRIC", render_metrics},
    {PARAMS(cellular_result), CONSTANT, "CELLULAR", render_results},
    {PARAMS(jitter), DOUBLE, NULL, NULL},
    {PARAMS(gradients), CONSTANT, "GRADIENTS", render_gradients},
    {PARAMS(hash), CONSTANT, "HASH", render_hashes},
    {PARAMS(seed), UNSIGNED64, NULL, NULL},
    {PARAMS(frequency), DOUBLE, NULL, NULL},
    {PARAMS(rotation), CONSTANT, "ROTATION", render_rotations},
    {PARAMS(period[0]), UNSIGNED32, NULL, NULL},
    {PARAMS(period[1]), UNSIGNED32, NULL, NULL},
    {PARAMS(fractal), CONSTANT, "FRACTAL", render_fractals},
    {PARAMS(octaves), UNSIGNED32, NULL, NULL},
    {PARAMS(weight_octaves), UNSIGNED32, NULL, NULL},
    {PARAMS(lacunarity), DOUBLE, NULL, NULL},
    {PARAMS(gain), DOUBLE, NULL, NULL},
    {PARAMS(weighted_strength), DOUBLE, NULL, NULL},
    {PARAMS(ping_pong_strength), DOUBLE, NULL, NULL},
    {PARAMS(ridge_offset), DOUBLE, NULL, NULL},
    {PARAMS(ridge_gain), DOUBLE, NULL, NULL},
    {PARAMS(octave_seeds), UNSIGNED32, NULL, NULL},
    {PARAMS(octave_offsets), UNSIGNED32, NULL, NULL},
    {PARAMS(range), CONSTANT, "RANGE", ranges},
};

static const struct field grid_fields[] = {
    {GRID(dims), UNSIGNED32, NULL, NULL},      {GRID(count[0]), SIZE, NULL, NULL},
    {GRID(count[1]), SIZE, NULL, NULL},        {GRID(step[0]), DOUBLE, NULL, NULL},
    {GRID(step[1]), DOUBLE, NULL, NULL},       {GRID(start[0]), SIGNED64, NULL, NULL},
    {GRID(start[1]), SIGNED64, NULL, NULL},    {GRID(origin[0]), DOUBLE, NULL, NULL},
    {GRID(origin[1]), DOUBLE, NULL, NULL},     {GRID(origin[2]), DOUBLE, NULL, NULL},
    {GRID(origin[3]), DOUBLE, NULL, NULL},     {GRID(period[0]), UNSIGNED64, NULL, NULL},
    {GRID(period[1]), UNSIGNED64, NULL, NULL},
};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static size_t field_size(enum kind kind)
{
    return kind == CONSTANT || kind == UNSIGNED32 ? sizeof(uint32_t)
           : kind == SIZE                         ? sizeof(size_t)
                                                  : sizeof(uint64_t);
}

static void print_value(const struct field *field, const void *at)
{
    uint32_t narrow;
    uint64_t wide;
    int64_t integer;
    size_t size;
    double number;
    switch (field->kind) {
    case CONSTANT:
        memcpy(&narrow, at, sizeof narrow);
        print_constant(field->family, field->choices[narrow]);
        break;
    case UNSIGNED32:
        memcpy(&narrow, at, sizeof narrow);
        print_unsigned(narrow);
        break;
    case UNSIGNED64:
        memcpy(&wide, at, sizeof wide);
        print_unsigned(wide);
        break;
    case SIGNED64:
        memcpy(&integer, at, sizeof integer);
        print_signed(integer);
        break;
    case SIZE:
        memcpy(&size, at, sizeof size);
        print_unsigned(size);
        break;
    default:
        memcpy(&number, at, sizeof number);
        print_double(number);
        break;
    }
}

/* An assignment for each field in which two structs differ; false if there is none. */
static bool print_fields(const char *name, const struct field *fields, size_t count,
                         const void *before, const void *after)
{
    bool differ = false;
    for (size_t i = 0; i < count; i++) {
        const char *const old = (const char *)before + fields[i].offset;
        const char *const new = (const char *)after + fields[i].offset;
        if (memcmp(old, new, field_size(fields[i].kind)) == 0)
            continue;
        printf("    %s.%s = ", name, fields[i].name);
        print_value(&fields[i], new);
        printf(";\n");
        differ = true;
    }
    return differ;
}

/* ---- The program ----------------------------------------------------------------------------- */

static bool is_normals(const struct render_options *o)
{
    return o->raster.style == RASTER_NORMALS;
}

static bool is_terrain(const struct render_options *o)
{
    return o->raster.style == RASTER_HEIGHTS;
}

/* Whether the program has arithmetic that a compiler could fuse. */
static bool could_be_fused(const struct render_options *o)
{
    return is_normals(o) || is_terrain(o);
}

/* The options as they were given, in lines of a comment. None has a blank or an asterisk: what they
   take are numbers and words. */
static void print_command(const struct render_options *o)
{
    enum { LINE = 92 };
    int column = printf(" *     perlin render");
    for (int i = 0; i < OPTION_COUNT; i++) {
        const enum option_id id = (enum option_id)i;
        const char *const value = o->given[id];
        if (!value || id == OPTION_OUTPUT || id == OPTION_PRINT_CODE || id == OPTION_QUIET ||
            id == OPTION_YES)
            continue;
        const char *const name = render_option_name(id);
        if (column + 4 + (int)strlen(name) + (int)strlen(value) > LINE)
            column = printf(" \\\n *        ") - 3;
        column += printf(" --%s%s%s", name, *value ? " " : "", value);
    }
    printf("\n");
}

static const char fused_words[] =
    " *\n"
    " * Without -ffp-contract=off a compiler may fuse operations, which changes bits.\n";

static const char normals_words[] =
    " * For 2-D noise perlin_grid_normals_f32 makes normals in one call, with y down.\n";

static const char functions[] = "static void check(perlin_status status)\n"
                                "{\n"
                                "    if (status == PERLIN_OK)\n"
                                "        return;\n"
                                "    fprintf(stderr, \"%s\\n\", perlin_status_string(status));\n"
                                "    exit(1);\n"
                                "}\n"
                                "\n"
                                "int main(void)\n"
                                "{\n"
                                "    perlin_params params;\n"
                                "    perlin_noise *noise;\n"
                                "    perlin_grid grid;\n";

/* As pixel_shown in pixels.c has it. */
static const char normalizing[] =
    "/* The least value becomes -1, the greatest 1. */\n"
    "static float normalized(float value, const double range[2])\n"
    "{\n"
    "    if (range[0] == range[1] && value == value) /* no NaN */\n"
    "        return 0.0f;\n"
    "    return (float)(2.0 * ((value - range[0]) / (range[1] - range[0])) - 1.0);\n"
    "}\n"
    "\n";

static const char warp_variables[] = "    perlin_params warp_params;\n"
                                     "    perlin_noise *plain, *by;\n"
                                     "    perlin_combination warp;\n";

/* As pixel_plain in pixels.c has it. */
static void print_shaping(const struct render_options *o)
{
    printf("/* The height of the terrain where the noise is `height`: 0 at the water's edge. */\n"
           "static float shaped(float height)\n"
           "{\n"
           "    if (height != height) /* NaN */\n"
           "        return height;\n"
           "    height = height * ");
    print_float(o->raster.contrast);
    if (o->raster.sea_level != 0.0f) {
        printf(" - ");
        print_float(o->raster.sea_level);
    }
    printf(";\n"
           "    if (!(height >= -4.0f && height <= 4.0f))\n"
           "        height = height > 0.0f ? 4.0f : height < 0.0f ? -4.0f : 0.0f;\n"
           "    if (height > 0.0f)\n"
           "        height = height * (0.3f + 1.15f * height);\n"
           "    return height + 0.0f; /* no zero is negative */\n"
           "}\n"
           "\n");
}

/* Up to the first parameter. */
static void print_head(const struct render_options *o)
{
    const bool normals = is_normals(o), fused = could_be_fused(o);
    const bool has_math = normals || o->raster.normalize;
    printf("/*\n * Writes the %s of this image to standard output as floats, row by row%s%s:\n *\n",
           normals         ? "normals"
           : is_terrain(o) ? "heights"
                           : "noise",
           o->raster.layers > 1 ? ", one noise after the other" : "",
           render_animated(o) ? ", frame by frame" : "");
    print_command(o);
    printf(" *\n * Build it with libperlin %s:\n *\n", perlin_version());
    printf(" *     cc -std=c11 -O2%s noise.c $(pkg-config --cflags --libs perlin)%s\n%s%s */\n",
           fused ? " -ffp-contract=off" : "", normals ? " -lm" : "", fused ? fused_words : "",
           normals ? normals_words : "");
    printf("#include <perlin/perlin.h>\n\n%s#include <stdio.h>\n#include <stdlib.h>\n\n",
           has_math ? "#include <math.h>\n" : "");
    if (is_terrain(o))
        print_shaping(o);
    if (o->raster.normalize)
        fputs(normalizing, stdout);
    fputs(functions, stdout);
    if (o->warp != 0.0)
        fputs(warp_variables, stdout);
    fputs("\n    check(perlin_params_init(&params));\n", stdout);
}

static void print_weights(const perlin_params *params)
{
    if (params->weight_count == 0)
        return;
    printf("    static const double weights[] = {");
    for (uint32_t i = 0; i < params->weight_count; i++) {
        printf("%s", i > 0 ? ", " : "");
        print_double(params->weights[i]);
    }
    printf("};\n    params.weights = weights;\n    params.weight_count = %" PRIu32 ";\n",
           params->weight_count);
}

/* Where the frames of an animation are along z and w. */
static void print_places(const struct render_options *o)
{
    printf("    static const double place[%" PRIu32 "][2] = {\n", o->raster.frames);
    for (uint32_t i = 0; i < o->raster.frames; i++) {
        const perlin_grid grid = render_frame(o, i).grid;
        printf("        {");
        print_double(grid.origin[2]);
        printf(", ");
        print_double(grid.origin[3]);
        printf("},\n");
    }
    printf("    };\n");
}

static void print_memory(const struct render_options *o)
{
    const uint32_t planes = is_normals(o) ? o->dims : 1;
    printf("\n    const size_t count = grid.count[0] * grid.count[1];\n"
           "    float *const samples = malloc(");
    if (planes > 1)
        printf("%" PRIu32 " * ", planes);
    printf("count * sizeof *samples);\n    if (!samples)\n        return 1;\n");
    if (o->raster.normalize)
        printf("    double range[2] = {HUGE_VAL, -HUGE_VAL};\n");
    if (!is_normals(o))
        return;
    printf("    float *const gradient[] = {samples, samples + count");
    for (uint32_t i = 2; i < planes; i++)
        printf(", samples + %" PRIu32 " * count", i);
    printf("};\n");
}

/* The values of a frame, before they are normalized. */
static void print_values(const struct render_options *o, const char *indent)
{
    const struct raster *const raster = &o->raster;
    printf("%scheck(perlin_grid_f32(noise, &grid, samples));\n", indent);
    if (is_terrain(o)) {
        printf("%sfor (size_t i = 0; i < count; i++)\n"
               "%s    samples[i] = shaped(samples[i]);\n",
               indent, indent);
    } else if (raster->style == RASTER_GREY && raster->contrast != 1.0f) {
        printf("%sfor (size_t i = 0; i < count; i++)\n%s    samples[i] *= ", indent, indent);
        print_float(raster->contrast);
        printf(";\n");
    }
}

/* Widens `range` to them. */
static void print_range(const char *indent)
{
    printf("%sfor (size_t i = 0; i < count; i++) {\n", indent);
    for (int end = 0; end < 2; end++)
        printf("%s    if (samples[i] %c range[%d])\n"
               "%s        range[%d] = samples[i];\n",
               indent, "<>"[end], end, indent, end);
    printf("%s}\n", indent);
}

static void print_writing(const struct render_options *o, const char *indent)
{
    if (o->raster.normalize)
        printf("%sfor (size_t i = 0; i < count; i++)\n"
               "%s    samples[i] = normalized(samples[i], range);\n",
               indent, indent);
    printf("%sfwrite(samples, sizeof *samples, count, stdout);\n", indent);
}

static void print_normals(const struct render_options *o, const char *indent)
{
    printf("%scheck(perlin_grid_gradient_f32(noise, &grid, NULL, gradient));\n", indent);
    printf("%sfor (size_t i = 0; i < count; i++) {\n", indent);
    printf("%s    const float x = ", indent);
    print_float(-o->raster.rise[0]);
    printf(" * gradient[0][i], y = ");
    print_float(o->raster.rise[1]);
    printf(" * gradient[1][i];\n%s    const float length = sqrtf(x * x + y * y + 1.0f);\n", indent);
    printf("%s    const float normal[3] = {x / length + 0.0f, y / length + 0.0f, 1.0f / length};\n",
           indent);
    printf("%s    fwrite(normal, sizeof normal, 1, stdout);\n%s}\n", indent, indent);
}

static void print_frame_begin(const struct render_options *o)
{
    printf("    for (int frame = 0; frame < %" PRIu32 "; frame++) {\n"
           "        grid.origin[2] = place[frame][0];\n"
           "        grid.origin[3] = place[frame][1];\n",
           o->raster.frames);
}

/* Frames share their range: they are computed for it, and once more. */
static void print_frames(const struct render_options *o)
{
    const bool animated = render_animated(o);
    const char *const indent = animated ? "        " : "    ";
    if (animated)
        print_frame_begin(o);
    if (is_normals(o)) {
        print_normals(o, indent);
    } else {
        print_values(o, indent);
        if (o->raster.normalize)
            print_range(indent);
        if (animated && o->raster.normalize) {
            printf("    }\n");
            print_frame_begin(o);
            print_values(o, indent);
        }
        print_writing(o, indent);
    }
    if (animated)
        printf("    }\n");
}

/* The grid of a noise of the image. */
static perlin_grid layer_grid(const struct render_options *o, int layer)
{
    const struct raster *const raster = &o->raster;
    perlin_grid grid = raster->grid;
    if (raster->style == RASTER_TEXTURE)
        texture_grid(&raster->layer[layer], &raster->grid, raster->frequency, &grid);
    for (uint32_t a = 0; a < 4; a++) {
        if (a < 2 && a < o->dims)
            grid.count[a] = raster->size[a];
        if (a >= o->dims || (a >= 2 && render_animated(o)))
            grid.step[a] = grid.origin[a] = 0.0; /* not used, or the frame's */
    }
    return grid;
}

/* Makes the noise of a layer from `plain`: its coordinates are moved by another noise. */
static void print_warp(const struct render_options *o, int layer)
{
    const perlin_params next = render_warp_params(o, layer);
    perlin_params params;
    perlin_params_init(&params);
    printf("\n    /* The coordinates of `plain` are moved by `by`. */\n"
           "    check(perlin_params_init(&warp_params));\n");
    print_fields("warp_params", params_fields, LENGTH(params_fields), &params, &next);
    printf("    check(perlin_create(&by, &warp_params));\n"
           "    check(perlin_combination_init(&warp, PERLIN_COMBINE_WARP));\n");
    if (next.backend != PERLIN_BACKEND_AUTO)
        printf("    warp.backend = warp_params.backend;\n");
    printf("    warp.input[0] = plain;\n"
           "    warp.input[1] = by;\n"
           "    warp.amplitude = ");
    print_double(o->warp);
    printf(";\n"
           "    check(perlin_combine(&noise, &warp));\n"
           "    perlin_destroy(plain); /* `noise` holds both */\n"
           "    perlin_destroy(by);\n");
}

/* Sets what has changed since the noise before, of which *params is, and makes the next one. */
static void print_noise(const struct render_options *o, int layer, perlin_params *params)
{
    perlin_params next = render_layer_params(o, layer);
    if (next.fractal == PERLIN_FRACTAL_NONE) { /* which has one, whatever the fields say */
        next.octaves = params->octaves;
        next.weight_octaves = params->weight_octaves;
    }
    const bool is_new = print_fields("params", params_fields, LENGTH(params_fields), params, &next);
    if (layer == 0)
        print_weights(&next);
    else if (is_new)
        printf("    perlin_destroy(noise);\n");
    *params = next;
    if (layer > 0 && !is_new)
        return;
    const bool has_warp = o->warp != 0.0;
    printf("    check(perlin_create(&%s, &params));\n", has_warp ? "plain" : "noise");
    if (has_warp)
        print_warp(o, layer);
}

static void print_grid(const struct render_options *o, int layer, perlin_grid *grid)
{
    const perlin_grid next = layer_grid(o, layer);
    print_fields("grid", grid_fields, LENGTH(grid_fields), grid, &next);
    *grid = next;
}

int render_print_code(const struct render_options *image)
{
    struct render_options raw = *image;
    const struct render_options *const o = &raw;
    perlin_params params;
    perlin_grid grid;
    perlin_params_init(&params);
    perlin_grid_init(&grid);

    render_make_raw(&raw);
    print_head(o);
    print_noise(o, 0, &params);
    printf("\n    check(perlin_grid_init(&grid));\n");
    print_grid(o, 0, &grid);
    if (render_animated(o))
        print_places(o);
    print_memory(o);
    print_frames(o);
    for (int i = 1; i < o->raster.layers; i++) {
        printf("\n    /* Noise %d of %d. */\n", i + 1, o->raster.layers);
        print_noise(o, i, &params);
        print_grid(o, i, &grid);
        print_frames(o);
    }
    printf("\n    free(samples);\n    perlin_destroy(noise);\n"
           "    return fflush(stdout) == 0 ? 0 : 1;\n}\n");
    return finish_stdout(RENDER_COMMAND);
}
