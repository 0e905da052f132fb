/*
 * The formulas by which combinations make a result of results, for one type: scalar.c includes this
 * file twice. REAL is the type, and LANE(name) appends its suffix. Every operation is rounded to REAL
 * where it stands.
 */

/* What a formula is given, and what it makes: values, and their slopes by the coordinates. */
struct LANE(formula) {
    const struct LANE(perlin_numbers) * numbers;
    uint32_t dims, positions;
    REAL value[3];
    REAL (*slope)[4];
};

/* Result = f(a), of which this is the derivative. */
static void LANE(chain)(const struct LANE(formula) * f, REAL derivative, REAL slope[4])
{
    for (uint32_t a = 0; a < f->dims && slope; a++)
        slope[a] = derivative * f->slope[0][a];
}

/* The slopes of one of the inputs. */
static void LANE(take_slopes)(const struct LANE(formula) * f, int input, REAL slope[4])
{
    for (uint32_t a = 0; a < f->dims && slope; a++)
        slope[a] = f->slope[input][a];
}

static void LANE(level)(const struct LANE(formula) * f, REAL slope[4])
{
    for (uint32_t a = 0; a < f->dims && slope; a++)
        slope[a] = 0;
}

static REAL LANE(clamped)(REAL t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static REAL LANE(step)(REAL t)
{
    return t * t * (3 - 2 * t);
}

static REAL LANE(step_slope)(REAL t, REAL rate)
{
    return 6 * t * (1 - t) * rate;
}

static REAL LANE(curve)(const struct LANE(formula) * f, REAL slope[4])
{
    const struct LANE(perlin_numbers) *const numbers = f->numbers;
    const REAL v = f->value[0];
    const uint32_t end = f->positions - 1;
    if (v < numbers->position[0] || v >= numbers->position[end]) {
        LANE(level)(f, slope);
        return numbers->piece[v < numbers->position[0] ? 0 : end][0];
    }
    uint32_t i = 0;
    while (i + 1 < end && v >= numbers->position[i + 1])
        i++;
    const REAL d = v - numbers->position[i], *const piece = numbers->piece[i];
    LANE(chain)(f, piece[1] + d * (2 * piece[2] + d * (3 * piece[3])), slope);
    return piece[0] + d * (piece[1] + d * (piece[2] + d * piece[3]));
}

static REAL LANE(terrace)(const struct LANE(formula) * f, REAL slope[4])
{
    const struct LANE(perlin_numbers) *const numbers = f->numbers;
    const REAL v = f->value[0];
    const uint32_t end = f->positions - 1;
    if (v < numbers->position[0] || v >= numbers->position[end]) {
        LANE(level)(f, slope);
        return numbers->position[v < numbers->position[0] ? 0 : end];
    }
    uint32_t i = 0;
    while (i + 1 < end && v >= numbers->position[i + 1])
        i++;
    const REAL width = numbers->piece[i][0], rate = numbers->piece[i][1];
    const REAL t = (v - numbers->position[i]) * rate;
    LANE(chain)(f, 2 * t * rate * width, slope);
    return numbers->position[i] + t * t * width;
}

/* One of the first two inputs and its slopes, but NaN throughout where either is NaN. */
static REAL LANE(choose)(const struct LANE(formula) * f, int takes_a, REAL slope[4])
{
    const REAL a = f->value[0], b = f->value[1];
    if (isnan(a) || isnan(b)) {
        for (uint32_t d = 0; d < f->dims && slope; d++)
            slope[d] = (REAL)NAN;
        return (REAL)NAN;
    }
    LANE(take_slopes)(f, takes_a ? 0 : 1, slope);
    return takes_a ? a : b;
}

static REAL LANE(smooth)(const struct LANE(formula) * f, int is_maximum, REAL slope[4])
{
    const REAL a = f->value[0], b = f->value[1], k = f->numbers->smoothness;
    const REAL apart = a - b, size = apart < 0 ? -apart : apart;
    const REAL near = k - size, h = (near > 0 ? near : 0) / k;
    const int takes_a = is_maximum ? a > b : a < b;
    const REAL bulge = h * h * k * (REAL)0.25, taken = LANE(choose)(f, takes_a, slope);
    for (uint32_t d = 0; d < f->dims && slope; d++) {
        const REAL difference = f->slope[0][d] - f->slope[1][d];
        const REAL added = h * (REAL)0.5 * (apart < 0 ? -difference : difference);
        slope[d] = is_maximum ? slope[d] - added : slope[d] + added;
    }
    return is_maximum ? taken + bulge : taken - bulge;
}

/* Blends the first two inputs by t, of which the slopes are given. */
static REAL LANE(blend)(const struct LANE(formula) * f, REAL t, const REAL t_slope[4],
                        REAL slope[4])
{
    const REAL a = f->value[0], b = f->value[1];
    if (t <= 0 || t >= 1) {
        LANE(take_slopes)(f, t >= 1, slope);
        return t >= 1 ? b : a;
    }
    for (uint32_t d = 0; d < f->dims && slope; d++)
        slope[d] = f->slope[0][d] + (t_slope[d] * (b - a) + t * (f->slope[1][d] - f->slope[0][d]));
    return a + t * (b - a);
}

static REAL LANE(select)(const struct LANE(formula) * f, REAL slope[4])
{
    const struct LANE(perlin_numbers) *const numbers = f->numbers;
    const REAL v = f->value[2];
    REAL t_slope[4];
    if (numbers->rate[0] == 0) {
        const int is_within = numbers->lower <= v && v <= numbers->upper;
        LANE(take_slopes)(f, is_within, slope);
        return f->value[is_within];
    }
    const int falls = v > numbers->middle;
    const REAL t = LANE(clamped)((v - numbers->edge[falls]) * numbers->rate[falls]);
    const REAL by_v = LANE(step_slope)(t, numbers->rate[falls]);
    for (uint32_t d = 0; d < f->dims && slope; d++)
        t_slope[d] = (falls ? -by_v : by_v) * f->slope[2][d];
    return LANE(blend)(f, falls ? 1 - LANE(step)(t) : LANE(step)(t), t_slope, slope);
}

/* The result of a combination of one to three inputs and, unless `slope` is NULL, its slopes. */
static REAL LANE(combine)(const struct perlin_combined *combined, uint32_t dims,
                          const REAL value[3], REAL slopes[3][4], REAL slope[4])
{
    const struct LANE(perlin_numbers) *const numbers = &combined->LANE(numbers);
    const REAL a = value[0], b = value[1];
    const struct LANE(formula)
        formula = {numbers, dims, combined->positions, {a, b, value[2]}, slopes};
    const struct LANE(formula) *const f = &formula;
    switch (combined->kind) {
    case PERLIN_COMBINE_SCALE_BIAS:
        LANE(chain)(f, numbers->scale, slope);
        return a * numbers->scale + numbers->bias;
    case PERLIN_COMBINE_ABSOLUTE:
        for (uint32_t d = 0; d < dims && slope; d++)
            slope[d] = a < 0 ? -slopes[0][d] : slopes[0][d];
        return a < 0 ? -a : a;
    case PERLIN_COMBINE_CLAMP:
        if (a < numbers->lower || a > numbers->upper) {
            LANE(level)(f, slope);
            return a < numbers->lower ? numbers->lower : numbers->upper;
        }
        LANE(take_slopes)(f, 0, slope);
        return a;
    case PERLIN_COMBINE_SMOOTHSTEP: {
        const REAL t = LANE(clamped)((a - numbers->edge[0]) * numbers->rate[0]);
        LANE(chain)(f, LANE(step_slope)(t, numbers->rate[0]), slope);
        return LANE(step)(t);
    }
    case PERLIN_COMBINE_CURVE:
        return LANE(curve)(f, slope);
    case PERLIN_COMBINE_TERRACE:
        return LANE(terrace)(f, slope);
    case PERLIN_COMBINE_ADD:
        for (uint32_t d = 0; d < dims && slope; d++)
            slope[d] = slopes[0][d] + slopes[1][d];
        return a + b;
    case PERLIN_COMBINE_SUBTRACT:
        for (uint32_t d = 0; d < dims && slope; d++)
            slope[d] = slopes[0][d] - slopes[1][d];
        return a - b;
    case PERLIN_COMBINE_MULTIPLY:
        for (uint32_t d = 0; d < dims && slope; d++)
            slope[d] = slopes[0][d] * b + a * slopes[1][d];
        return a * b;
    case PERLIN_COMBINE_MINIMUM:
        return LANE(choose)(f, a < b, slope);
    case PERLIN_COMBINE_MAXIMUM:
        return LANE(choose)(f, a > b, slope);
    case PERLIN_COMBINE_SMOOTH_MINIMUM:
    case PERLIN_COMBINE_SMOOTH_MAXIMUM:
        return LANE(smooth)(f, combined->kind == PERLIN_COMBINE_SMOOTH_MAXIMUM, slope);
    case PERLIN_COMBINE_BLEND:
        return LANE(blend)(f, value[2], slopes[2], slope);
    default:
        return LANE(select)(f, slope);
    }
}
