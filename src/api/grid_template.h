/*
 * The public functions for grids, for one type of results. grid.c includes this file twice. REAL is
 * the type, TYPE is f32 or f64, and LANE(name) appends that as a suffix.
 */

/* Serves perlin_grid and perlin_grid_into. For the former, `output` is NULL. */
static perlin_status LANE(evaluate)(const perlin_noise *noise, const perlin_grid *grid,
                                    const perlin_output *output, REAL *out, REAL bounds[2])
{
    struct layout layout;
    struct LANE(perlin_sink) sink;
    if (!noise)
        return PERLIN_ERROR_NULL;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    perlin_status status = check_grid(&layout, grid, noise, sizeof(REAL));
    if (status == PERLIN_OK && layout.elements > 0 && !out)
        status = PERLIN_ERROR_NULL;
    if (status == PERLIN_OK && !output && !bounds)
        sink = (struct LANE(perlin_sink)){.out = out, .plain = 1};
    else if (status == PERLIN_OK)
        status = LANE(perlin_sink_init)(&sink, output, out, bounds);
    if (status == PERLIN_OK && layout.elements > 0)
        noise->ops.TYPE->grid(noise, &layout.grid, &sink);
    perlin_fpenv_end(fpenv);
    return status;
}

perlin_status LANE(perlin_grid)(const perlin_noise *noise, const perlin_grid *grid, REAL *out)
{
    return LANE(evaluate)(noise, grid, NULL, out, NULL);
}

perlin_status LANE(perlin_grid_into)(const perlin_noise *noise, const perlin_grid *grid,
                                     const perlin_output *output, REAL *out, REAL bounds[2])
{
    return LANE(evaluate)(noise, grid, output, out, bounds);
}

/* Fills *sink with the outputs of the grid. `out` may be NULL. */
static perlin_status LANE(slope_sink)(struct LANE(perlin_sink) *const sink,
                                      const struct layout *layout, REAL *out,
                                      REAL *const gradient[])
{
    *sink = (struct LANE(perlin_sink)){.out = out, .plain = 1};
    if (layout->elements == 0)
        return PERLIN_OK;
    if (!gradient)
        return PERLIN_ERROR_NULL;
    for (uint32_t a = 0; a < layout->grid.dims; a++) {
        sink->slope[a] = gradient[a];
        if (!gradient[a])
            return PERLIN_ERROR_NULL;
    }
    return PERLIN_OK;
}

perlin_status LANE(perlin_grid_gradient)(const perlin_noise *noise, const perlin_grid *grid,
                                         REAL *out, REAL *const gradient[])
{
    struct layout layout;
    struct LANE(perlin_sink) sink;
    if (!noise)
        return PERLIN_ERROR_NULL;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    perlin_status status = check_grid(&layout, grid, noise, sizeof(REAL));
    if (status == PERLIN_OK)
        status = LANE(slope_sink)(&sink, &layout, out, gradient);
    if (status == PERLIN_OK && layout.elements > 0)
        noise->ops.TYPE->grid(noise, &layout.grid, &sink);
    perlin_fpenv_end(fpenv);
    return status;
}

perlin_status LANE(perlin_grid_normals)(const perlin_noise *noise, const perlin_grid *grid,
                                        double height, REAL *const normal[3])
{
    struct layout layout;
    struct LANE(perlin_sink) sink;
    if (!noise)
        return PERLIN_ERROR_NULL;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    perlin_status status = check_normals(&layout, grid, sizeof(REAL), height);
    if (status == PERLIN_OK)
        status = LANE(slope_sink)(&sink, &layout, NULL, normal);
    if (status == PERLIN_OK && layout.elements > 0 && !normal[2])
        status = PERLIN_ERROR_NULL;
    if (status == PERLIN_OK && layout.elements > 0) {
        noise->ops.TYPE->grid(noise, &layout.grid, &sink);
        LANE(perlin_normals)(&layout.grid, height, normal);
    }
    perlin_fpenv_end(fpenv);
    return status;
}
