/*
 * Combinations, a point at a time: for one type of coordinates and one of results, as in
 * points_template.h, which includes this file. The tree of noises is followed, and every formula is
 * that of perlin.h. Each operation is rounded where it stands.
 */

static REAL FUNCTION(combined_sample)(const perlin_noise *noise, uint32_t dims,
                                      const COORDINATE c[4], REAL slope[4]);

/* A sample of any noise and, unless `slope` is NULL, its slopes. */
static REAL FUNCTION(any_sample)(const perlin_noise *noise, uint32_t dims, const COORDINATE c[4],
                                 REAL slope[4])
{
    if (noise->combined)
        return FUNCTION(combined_sample)(noise, dims, c, slope);
    return slope ? FUNCTION(leaf_slopes)(noise, dims, c, slope) : FUNCTION(leaf)(noise, dims, c);
}

static void FUNCTION(transform)(const struct perlin_combined *combined, uint32_t dims,
                                const COORDINATE c[4], COORDINATE to[4])
{
    const struct IN(perlin_numbers) *const numbers = &combined->IN(numbers);
    for (uint32_t a = 0; a < perlin_inner_dims(combined, dims); a++) {
        int is_first = 1;
        to[a] = 0;
        for (uint32_t b = dims; b-- > 0;) {
            if (combined->left_out[a] >> b & 1)
                continue;
            const COORDINATE product = numbers->matrix[a][b] * c[b];
            to[a] = is_first ? product : product + to[a];
            is_first = 0;
        }
        if (is_first)
            to[a] = numbers->offset[a];
        else if (combined->numbers_f64.offset[a] != 0)
            to[a] = to[a] + numbers->offset[a];
    }
}

static REAL FUNCTION(transformed_sample)(const perlin_noise *noise, uint32_t dims,
                                         const COORDINATE c[4], REAL slope[4])
{
    const struct perlin_combined *const combined = noise->combined;
    const struct LANE(perlin_numbers) *const numbers = &combined->LANE(numbers);
    const uint32_t inner = perlin_inner_dims(combined, dims);
    COORDINATE to[4];
    REAL inner_slope[4];
    FUNCTION(transform)(combined, dims, c, to);
    const REAL result =
        FUNCTION(any_sample)(combined->input[0], inner, to, slope ? inner_slope : NULL);
    for (uint32_t b = 0; b < dims && slope; b++) {
        int is_first = 1;
        slope[b] = 0;
        for (uint32_t a = inner; a-- > 0;) {
            if (combined->left_out[a] >> b & 1)
                continue;
            const REAL product = numbers->matrix[a][b] * inner_slope[a];
            slope[b] = is_first ? product : product + slope[b];
            is_first = 0;
        }
    }
    return result;
}

static REAL FUNCTION(warped_sample)(const perlin_noise *noise, uint32_t dims, const COORDINATE c[4],
                                    REAL slope[4])
{
    const struct perlin_combined *const combined = noise->combined;
    const int by_one = perlin_warps_by_one(combined);
    COORDINATE warped[4];
    REAL moved[4][4], inner_slope[4];
    for (uint32_t a = 0; a < dims; a++) {
        COORDINATE at[4];
        for (uint32_t b = 0; b < dims; b++)
            at[b] = by_one && a > 0 ? c[b] + (COORDINATE)perlin_warp_shift[a] : c[b];
        const REAL n = FUNCTION(any_sample)(combined->input[by_one ? 1 : 1 + a], dims, at,
                                            slope ? moved[a] : NULL);
        warped[a] = c[a] + combined->IN(numbers).amplitude * (COORDINATE)n;
    }
    const REAL result =
        FUNCTION(any_sample)(combined->input[0], dims, warped, slope ? inner_slope : NULL);
    for (uint32_t b = 0; b < dims && slope; b++) {
        slope[b] = inner_slope[b];
        for (uint32_t a = 0; a < dims; a++)
            slope[b] =
                slope[b] + inner_slope[a] * (combined->LANE(numbers).amplitude * moved[a][b]);
    }
    return result;
}

static REAL FUNCTION(distance_sample)(const perlin_noise *noise, uint32_t dims,
                                      const COORDINATE c[4], REAL slope[4])
{
    REAL d[4], sum = 0;
    for (uint32_t a = 0; a < dims; a++) {
        d[a] = (REAL)(c[a] - noise->combined->IN(numbers).point[a]);
        sum = a == 0 ? d[a] * d[a] : sum + d[a] * d[a];
    }
    const REAL distance = LANE(square_root)(sum);
    for (uint32_t a = 0; a < dims && slope; a++)
        slope[a] = distance == 0 ? 0 : d[a] / distance;
    return distance;
}

static REAL FUNCTION(combined_sample)(const perlin_noise *noise, uint32_t dims,
                                      const COORDINATE c[4], REAL slope[4])
{
    const struct perlin_combined *const combined = noise->combined;
    REAL value[3] = {0, 0, 0}, slopes[3][4] = {{0}, {0}, {0}};
    switch (combined->kind) {
    case PERLIN_COMBINE_CONSTANT:
        for (uint32_t a = 0; a < dims && slope; a++)
            slope[a] = 0;
        return combined->LANE(numbers).value;
    case PERLIN_COMBINE_COORDINATE:
        for (uint32_t a = 0; a < dims && slope; a++)
            slope[a] = a == combined->axis;
        return (REAL)c[combined->axis];
    case PERLIN_COMBINE_DISTANCE:
        return FUNCTION(distance_sample)(noise, dims, c, slope);
    case PERLIN_COMBINE_TRANSFORM:
        return FUNCTION(transformed_sample)(noise, dims, c, slope);
    case PERLIN_COMBINE_WARP:
        return FUNCTION(warped_sample)(noise, dims, c, slope);
    default:
        for (uint32_t i = 0; i < combined->inputs; i++)
            value[i] = FUNCTION(any_sample)(combined->input[i], dims, c, slope ? slopes[i] : NULL);
        return LANE(combine)(combined, dims, value, slopes, slope);
    }
}
