/*
 * Turns raw noise into results: rotation, fractal, range, output. For one lane type: scalar.c
 * includes this file twice, after the bases. Every operation is rounded to REAL where it stands.
 */

/* ---- Rotation -------------------------------------------------------------------------------- */

/* The coordinates along the lattice's axes: the caller's, or these rotated. Without a rotation they
   are not copied. A copy would load wider than the stores just before, for which CPUs stall 10 to
   20 ns a sample. */
INLINE const REAL *LANE(rotate)(const perlin_noise *noise, uint32_t dims, const REAL c[4],
                                REAL rotated[4])
{
    const struct perlin_matrix *const rotation = &noise->rotation[dims - 1];
    if (!rotation->applies)
        return c;
    for (uint32_t a = 0; a < dims; a++) {
        rotated[a] = (REAL)rotation->row[a][dims - 1] * c[dims - 1];
        for (uint32_t b = dims - 1; b-- > 0;)
            rotated[a] = (REAL)rotation->row[a][b] * c[b] + rotated[a];
    }
    return rotated;
}

/* ---- Raw noise ------------------------------------------------------------------------------- */

INLINE REAL LANE(raw_by)(const perlin_noise *noise, uint32_t dims, uint32_t octave, int is_integer,
                         const struct LANE(place) place[4])
{
    const struct hasher hasher = hasher_of(noise, octave, is_integer), *const p = &hasher;
    if (is_integer && is_of(noise, PERLIN_BASIS_VALUE))
        return LANE(value_noise)(noise, dims, p, place);
    if (is_integer && is_of(noise, PERLIN_BASIS_VALUE_CUBIC))
        return LANE(value_cubic_noise)(noise, dims, octave, p, place);
    if (is_integer && is_of(noise, PERLIN_BASIS_CELLULAR))
        return LANE(cellular_noise)(noise, dims, octave, p, place);
    if (!is_integer && is_of(noise, PERLIN_BASIS_ELIAS))
        return LANE(elias_noise)(noise, dims, octave, place);
    if (is_on_simplices(noise))
        return LANE(simplex_noise)(noise, noise->basis, dims, p, place);
    return LANE(gradient_noise)(noise, dims, p, place);
}

/* Inlined where the number of dimensions is constant, and that is here alone: callers would each
   grow by a copy of every basis. */
static __attribute__((noinline)) REAL LANE(raw_by_tables)(const perlin_noise *noise, uint32_t dims,
                                                          uint32_t octave,
                                                          const struct LANE(place) place[4])
{
    return dims == 1   ? LANE(raw_by)(noise, 1, octave, 0, place)
           : dims == 2 ? LANE(raw_by)(noise, 2, octave, 0, place)
           : dims == 3 ? LANE(raw_by)(noise, 3, octave, 0, place)
                       : LANE(raw_by)(noise, 4, octave, 0, place);
}

static __attribute__((noinline)) REAL LANE(raw_by_integers)(const perlin_noise *noise,
                                                            uint32_t dims, uint32_t octave,
                                                            const struct LANE(place) place[4])
{
    return dims == 1   ? LANE(raw_by)(noise, 1, octave, 1, place)
           : dims == 2 ? LANE(raw_by)(noise, 2, octave, 1, place)
           : dims == 3 ? LANE(raw_by)(noise, 3, octave, 1, place)
                       : LANE(raw_by)(noise, 4, octave, 1, place);
}

INLINE REAL LANE(raw)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                      const struct LANE(place) place[4])
{
    if (noise->hash == PERLIN_HASH_INTEGER)
        return LANE(raw_by_integers)(noise, dims, octave, place) *
               noise->integers[octave].LANE(scaled).factor[dims - 1];
    return LANE(raw_by_tables)(noise, dims, octave, place);
}

/* The derivatives of raw noise, in units of the lattice. */
INLINE void LANE(raw_slopes_by)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                int is_integer, const struct LANE(place) place[4], REAL slope[4])
{
    const struct hasher hasher = hasher_of(noise, octave, is_integer), *const p = &hasher;
    if (is_integer && is_of(noise, PERLIN_BASIS_VALUE))
        LANE(value_slopes)(noise, dims, p, place, slope);
    else if (is_integer && is_of(noise, PERLIN_BASIS_VALUE_CUBIC))
        LANE(value_cubic_slopes)(noise, dims, octave, p, place, slope);
    else if (is_integer && is_of(noise, PERLIN_BASIS_CELLULAR))
        LANE(cellular_slopes)(noise, dims, octave, p, place, slope);
    else if (!is_integer && is_of(noise, PERLIN_BASIS_ELIAS))
        LANE(elias_slopes)(noise, dims, octave, place, slope);
    else if (is_on_simplices(noise))
        LANE(simplex_slopes)(noise, dims, p, place, slope);
    else
        LANE(gradient_slopes)(noise, dims, p, place, slope);
    if (p->is_integer)
        for (uint32_t a = 0; a < dims; a++)
            slope[a] = slope[a] * p->integers->LANE(scaled).factor[dims - 1];
}

static void LANE(raw_slopes)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                             const struct LANE(place) place[4], REAL slope[4])
{
    if (noise->hash == PERLIN_HASH_INTEGER)
        LANE(raw_slopes_by)(noise, dims, octave, 1, place, slope);
    else
        LANE(raw_slopes_by)(noise, dims, octave, 0, place, slope);
}

/* ---- Fractal and range ----------------------------------------------------------------------- */

/* The sum of the octaves so far, and the strength of the next one, called A in perlin.h. */
struct LANE(sum) {
    REAL total, strength;
};

/* What a billow, ridged or ping-pong fractal sums instead of the noise n of an octave. */
static REAL LANE(shaped)(const struct perlin_shape *shape, REAL n)
{
    if (shape->fractal == PERLIN_FRACTAL_PING_PONG) {
        const REAL t = (n + 1) * (REAL)shape->ping_pong_strength;
        const REAL even = 2 * LANE(nearest)(t * (REAL)0.5);
        return 2 * LANE(magnitude)(t - even) - 1;
    }
    const REAL twice = 2 * LANE(magnitude)(n);
    return shape->fractal == PERLIN_FRACTAL_RIDGED ? 1 - twice : twice - 1;
}

/* Adds an octave to the sum. The first octave starts it. */
INLINE struct LANE(sum) LANE(add_octave)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                         struct LANE(sum) before, REAL raw)
{
    const struct perlin_shape *const shape = &noise->shape;
    const REAL n = raw * noise->LANE(output)[dims - 1].octave_scale;
    struct LANE(sum) sum = {raw, 1};
    REAL value;
    if (noise->is_scaled) { /* the strength is always 1 */
        sum.total = octave == 0 ? raw : before.total + raw;
        return sum;
    }
    if (shape->fractal == PERLIN_FRACTAL_MULTIFRACTAL) {
        const REAL ridge = (REAL)shape->ridge_offset - LANE(magnitude)(n);
        value = ridge * ridge * before.strength;
        sum.strength = value * (REAL)shape->ridge_gain;
        if (sum.strength > 1)
            sum.strength = 1;
    } else {
        const int is_shaped = shape->fractal > PERLIN_FRACTAL_FBM;
        const REAL v = is_shaped ? LANE(shaped)(shape, n) : n;
        const REAL missing = (REAL)0.5 - v * (REAL)0.5;
        value = (is_shaped ? v : raw) * before.strength;
        sum.strength = before.strength * (1 - (REAL)shape->weighted_strength * missing);
    }
    value = (REAL)noise->spectrum.weight[octave] * value;
    sum.total = octave == 0 ? value : before.total + value;
    return sum;
}

/* Makes every NaN the same NaN, and every zero +0. */
INLINE REAL LANE(canonical)(REAL value)
{
    if (isnan(value))
        return LANE(perlin_quiet_nan)();
    return value == 0 ? 0 : value; /* -0 becomes +0 */
}

INLINE REAL LANE(finish)(const perlin_noise *noise, uint32_t dims, REAL total)
{
    const REAL scale = noise->LANE(output)[dims - 1].scale; /* 1 for raw ranges */
    const int is_positive = noise->shape.fractal == PERLIN_FRACTAL_MULTIFRACTAL;
    REAL value = total;
    if (noise->is_scaled)
        value = total + noise->LANE(output)[dims - 1].bias;
    else if (noise->range == PERLIN_RANGE_SIGNED)
        value = is_positive ? total * scale - 1 : total * scale;
    else if (noise->range == PERLIN_RANGE_UNIT)
        value = is_positive ? total * (scale * (REAL)0.5) : total * scale * (REAL)0.5 + (REAL)0.5;
    else if (noise->range == PERLIN_RANGE_RAW_UNIT)
        value = total * (REAL)0.5 + (REAL)0.5;
    return LANE(canonical)(value);
}

/* ---- Output ---------------------------------------------------------------------------------- */

/* Writes a result to element `at` of the output. */
INLINE void LANE(put)(const struct LANE(perlin_sink) * sink, ptrdiff_t at, REAL result)
{
    REAL value = result;
    if (!sink->plain) {
        value = value * sink->scale + sink->bias;
        if (sink->accumulate)
            value = sink->out[at] + value;
        value = LANE(canonical)(value);
        if (sink->bounds && value < sink->bounds[0])
            sink->bounds[0] = value;
        if (sink->bounds && value > sink->bounds[1])
            sink->bounds[1] = value;
    }
    sink->out[at] = value;
}
