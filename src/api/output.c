/*
 * How results change on their way to the output: fills a sink from perlin_output.
 */
#include "api.h"

#include <math.h>

enum { OUTPUT_SIZE_FIRST = PERLIN_SIZE_THROUGH(perlin_output, reserved) };

static const perlin_output default_output = {
    .struct_size = sizeof(perlin_output),
    .scale = 1.0,
};

perlin_status perlin_output_init_sized(perlin_output *output, size_t size)
{
    return perlin_struct_init(output, size, &default_output, sizeof default_output,
                              OUTPUT_SIZE_FIRST);
}

/* Completes the caller's output, or uses the defaults. */
static perlin_status complete_output(perlin_output *complete, const perlin_output *output)
{
    *complete = default_output;
    if (!output)
        return PERLIN_OK;
    const perlin_status status =
        perlin_struct_copy(complete, output, sizeof *complete, OUTPUT_SIZE_FIRST);
    if (status == PERLIN_OK && complete->reserved != 0)
        return PERLIN_ERROR_UNSUPPORTED;
    if (status == PERLIN_OK && complete->accumulate > 1)
        return PERLIN_ERROR_OUTPUT;
    return status;
}

/* True if results are written as they are. */
static int is_plain(const perlin_output *output)
{
    return output->scale == 1.0 && output->bias == 0.0 && !output->accumulate;
}

perlin_status perlin_sink_init_f32(struct perlin_sink_f32 *sink, const perlin_output *output,
                                   float *out, float bounds[2])
{
    perlin_output o;
    const perlin_status status = complete_output(&o, output);
    if (status != PERLIN_OK)
        return status;
    *sink = (struct perlin_sink_f32){.out = out,
                                     .plain = !bounds && is_plain(&o),
                                     .accumulate = (int)o.accumulate,
                                     .scale = (float)o.scale,
                                     .bias = (float)o.bias,
                                     .bounds = bounds};
    if (!isfinite(sink->scale) || !isfinite(sink->bias))
        return PERLIN_ERROR_OUTPUT;
    if (bounds) {
        bounds[0] = INFINITY;
        bounds[1] = -INFINITY;
    }
    return PERLIN_OK;
}

perlin_status perlin_sink_init_f64(struct perlin_sink_f64 *sink, const perlin_output *output,
                                   double *out, double bounds[2])
{
    perlin_output o;
    const perlin_status status = complete_output(&o, output);
    if (status != PERLIN_OK)
        return status;
    *sink = (struct perlin_sink_f64){.out = out,
                                     .plain = !bounds && is_plain(&o),
                                     .accumulate = (int)o.accumulate,
                                     .scale = o.scale,
                                     .bias = o.bias,
                                     .bounds = bounds};
    if (!isfinite(sink->scale) || !isfinite(sink->bias))
        return PERLIN_ERROR_OUTPUT;
    if (bounds) {
        bounds[0] = (double)INFINITY;
        bounds[1] = (double)-INFINITY;
    }
    return PERLIN_OK;
}
