/*
 * Slopes: the partial derivatives of the noise by its coordinates. For one lane type: scalar.c
 * includes this file after noise_template.h. Every operation is rounded to REAL where it stands.
 */

/* ---- Fractal and range: derivatives by the coordinates --------------------------------------- */

/* The derivatives of a struct sum: of the octaves so far, and of the next one's strength. */
struct LANE(slopes) {
    REAL total[4], strength[4];
};

/* The derivative of |a|, given that of a. */
static REAL LANE(magnitude_slope)(REAL a, REAL slope)
{
    return a < 0 ? -slope : slope;
}

/* The derivative of shaped(n), given that of n. */
static REAL LANE(shaped_slope)(const struct perlin_shape *shape, REAL n, REAL slope)
{
    if (shape->fractal == PERLIN_FRACTAL_PING_PONG) {
        const REAL t = (n + 1) * (REAL)shape->ping_pong_strength;
        const REAL even = 2 * LANE(nearest)(t * (REAL)0.5);
        return 2 * LANE(magnitude_slope)(t - even, slope * (REAL)shape->ping_pong_strength);
    }
    const REAL twice = 2 * LANE(magnitude_slope)(n, slope);
    return shape->fractal == PERLIN_FRACTAL_RIDGED ? -twice : twice;
}

/* Adds the derivatives of an octave. Each line of add_octave has its counterpart here. */
static struct LANE(slopes)
    LANE(add_slopes)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                     struct LANE(sum) before, struct LANE(slopes) slopes, REAL raw,
                     const REAL raw_slope[4])
{
    const struct perlin_shape *const shape = &noise->shape;
    const REAL octave_scale = noise->LANE(output)[dims - 1].octave_scale;
    const REAL n = raw * octave_scale;
    for (uint32_t a = 0; a < dims; a++) {
        const REAL by_coordinate = raw_slope[a] * (REAL)noise->spectrum.frequency[octave];
        const REAL n_slope = by_coordinate * octave_scale;
        REAL value;
        if (shape->fractal == PERLIN_FRACTAL_MULTIFRACTAL) {
            const REAL ridge = (REAL)shape->ridge_offset - LANE(magnitude)(n);
            const REAL ridge_slope = -LANE(magnitude_slope)(n, n_slope);
            value = 2 * ridge * ridge_slope * before.strength + ridge * ridge * slopes.strength[a];
            const REAL strength = ridge * ridge * before.strength * (REAL)shape->ridge_gain;
            slopes.strength[a] = strength > 1 ? 0 : value * (REAL)shape->ridge_gain;
        } else {
            const int is_shaped = shape->fractal > PERLIN_FRACTAL_FBM;
            const REAL v = is_shaped ? LANE(shaped)(shape, n) : n;
            const REAL slope = is_shaped ? LANE(shaped_slope)(shape, n, n_slope) : n_slope;
            value = is_shaped ? slope : by_coordinate;
            if (shape->weighted_strength != 0) { /* else all strengths are 1 */
                const REAL weaker =
                    1 - (REAL)shape->weighted_strength * ((REAL)0.5 - v * (REAL)0.5);
                const REAL weaker_slope = (REAL)shape->weighted_strength * (slope * (REAL)0.5);
                value = value * before.strength + (is_shaped ? v : raw) * slopes.strength[a];
                slopes.strength[a] = slopes.strength[a] * weaker + before.strength * weaker_slope;
            }
        }
        if (!noise->is_scaled)
            value = (REAL)noise->spectrum.weight[octave] * value;
        slopes.total[a] = octave == 0 ? value : slopes.total[a] + value;
    }
    return slopes;
}

/* Turns derivatives of the total by the rotated coordinates into those of the result by the
   caller's coordinates. */
static void LANE(finish_slopes)(const perlin_noise *noise, uint32_t dims, const REAL total[4],
                                REAL slope[4])
{
    const struct perlin_matrix *const rotation = &noise->rotation[dims - 1];
    const int is_unit = noise->range == PERLIN_RANGE_UNIT || noise->range == PERLIN_RANGE_RAW_UNIT;
    const REAL scale = noise->LANE(output)[dims - 1].scale; /* 1 for raw ranges */
    for (uint32_t a = 0; a < dims; a++) {
        REAL rotated = total[a];
        if (rotation->applies) { /* the transposed matrix */
            rotated = (REAL)rotation->row[dims - 1][a] * total[dims - 1];
            for (uint32_t b = dims - 1; b-- > 0;)
                rotated = (REAL)rotation->row[b][a] * total[b] + rotated;
        }
        slope[a] =
            LANE(canonical)(rotated * (is_unit && !noise->is_scaled ? scale * (REAL)0.5 : scale));
    }
}

/* ---- Output ---------------------------------------------------------------------------------- */

static void LANE(put_slopes)(const struct LANE(perlin_sink) * sink, uint32_t dims, ptrdiff_t at,
                             REAL result, const REAL slope[4])
{
    if (sink->out)
        sink->out[at] = result;
    for (uint32_t a = 0; a < dims; a++)
        sink->slope[a][at] = slope[a];
}
