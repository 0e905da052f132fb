/*
 * The public functions for points, for one type of coordinates and one of results. points.c
 * includes this file for each pair. COORDINATE and REAL are the types, LANE(name) appends the
 * suffix of REAL, FUNCTION(name) that of the pair, and POINTS is the backend's function. This file
 * undefines them all.
 */

/* Serves perlin_points and perlin_points_into. For the former, `output` and `bounds` are NULL. */
static perlin_status FUNCTION(evaluate)(const perlin_noise *noise, uint32_t dims, size_t count,
                                        const COORDINATE *const coords[], const ptrdiff_t strides[],
                                        const perlin_output *output, REAL *out, REAL bounds[2])
{
    struct LANE(perlin_sink) sink;
    perlin_status status =
        check_points(noise, dims, count, coords, sizeof(COORDINATE), strides, out);
    if (status != PERLIN_OK)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    status = LANE(perlin_sink_init)(&sink, output, out, bounds);
    if (status == PERLIN_OK && count > 0) {
        const ptrdiff_t *const usable = usable_strides(strides, count);
        LANE(point_ops)(noise, count)->POINTS(noise, dims, count, coords, usable, &sink);
    }
    perlin_fpenv_end(fpenv);
    return status;
}

perlin_status FUNCTION(perlin_points)(const perlin_noise *noise, uint32_t dims, size_t count,
                                      const COORDINATE *const coords[], const ptrdiff_t strides[],
                                      REAL *out)
{
    return FUNCTION(evaluate)(noise, dims, count, coords, strides, NULL, out, NULL);
}

perlin_status FUNCTION(perlin_points_into)(const perlin_noise *noise, uint32_t dims, size_t count,
                                           const COORDINATE *const coords[],
                                           const ptrdiff_t strides[], const perlin_output *output,
                                           REAL *out, REAL bounds[2])
{
    return FUNCTION(evaluate)(noise, dims, count, coords, strides, output, out, bounds);
}

perlin_status FUNCTION(perlin_points_gradient)(const perlin_noise *noise, uint32_t dims,
                                               size_t count, const COORDINATE *const coords[],
                                               const ptrdiff_t strides[], REAL *out,
                                               REAL *const gradient[])
{
    struct LANE(perlin_sink) sink = {.out = out, .plain = 1};
    const perlin_status status =
        check_gradient(noise, dims, count, coords, sizeof(COORDINATE), strides, gradient);
    if (status != PERLIN_OK || count == 0)
        return status;
    memcpy(sink.slope, gradient, dims * sizeof sink.slope[0]);
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    const ptrdiff_t *const usable = usable_strides(strides, count);
    LANE(point_ops)(noise, count)->POINTS(noise, dims, count, coords, usable, &sink);
    perlin_fpenv_end(fpenv);
    return PERLIN_OK;
}

#undef COORDINATE
#undef REAL
#undef LANE
#undef FUNCTION
#undef POINTS
