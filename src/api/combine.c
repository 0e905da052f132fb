/*
 * The public functions that make combinations: check the arguments, hold the inputs, guard the FP
 * environment.
 */
#include "../combine/combined.h"
#include "../cpu/dispatch.h"
#include "api.h"

#include <math.h>

enum { COMBINATION_SIZE_FIRST = PERLIN_SIZE_THROUGH(perlin_combination, reserved) };

static const perlin_combination default_combination = {
    .struct_size = sizeof(perlin_combination),
    .scale = 1.0,
    .upper = 1.0,
    .smoothness = 0.25,
    .amplitude = 1.0,
    .matrix = {{1.0, 0.0, 0.0, 0.0},
               {0.0, 1.0, 0.0, 0.0},
               {0.0, 0.0, 1.0, 0.0},
               {0.0, 0.0, 0.0, 1.0}},
};

perlin_status perlin_combination_init_sized(perlin_combination *combination, size_t size,
                                            perlin_combine_kind kind)
{
    perlin_combination defaults = default_combination;
    defaults.kind = kind;
    if (combination && kind >= PERLIN_COMBINE_KINDS && size >= COMBINATION_SIZE_FIRST)
        return PERLIN_ERROR_KIND;
    return perlin_struct_init(combination, size, &defaults, sizeof defaults,
                              COMBINATION_SIZE_FIRST);
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

/* How many inputs a kind has. Those of a warp depend on which are set. */
static uint32_t input_count(const perlin_combination *combination)
{
    uint32_t count = 2;
    switch (combination->kind) {
    case PERLIN_COMBINE_CONSTANT:
    case PERLIN_COMBINE_COORDINATE:
    case PERLIN_COMBINE_DISTANCE:
        return 0;
    case PERLIN_COMBINE_BLEND:
    case PERLIN_COMBINE_SELECT:
        return 3;
    case PERLIN_COMBINE_TRANSFORM:
        return 1;
    case PERLIN_COMBINE_WARP:
        for (uint32_t i = 2; i < 5; i++) /* up to the last one that is set */
            if (combination->input[i])
                count = i + 1;
        return count;
    default:
        return combination->kind < PERLIN_COMBINE_ADD ? 1 : 2;
    }
}

/* Bit d - 1: all that takes part is defined where the combination is evaluated in d dimensions. */
static uint32_t dims_of(const struct perlin_combined *combined)
{
    uint32_t dims = 0;
    for (uint32_t d = 1; d <= 4; d++) {
        const uint32_t inner = perlin_inner_dims(combined, d);
        int is_defined = combined->kind != PERLIN_COMBINE_COORDINATE || d > combined->axis;
        if (combined->kind == PERLIN_COMBINE_WARP && !perlin_warps_by_one(combined))
            is_defined = d < combined->inputs;
        for (uint32_t i = 0; i < combined->inputs; i++)
            if (combined->kind != PERLIN_COMBINE_WARP || i <= d)
                is_defined &= perlin_has_dims(combined->input[i], inner);
        dims |= (uint32_t)is_defined << (d - 1);
    }
    return dims;
}

/* How many levels of combinations there are, and how often a sample evaluates a noise. */
static void count_levels(struct perlin_combined *combined)
{
    uint64_t evaluations = 1;
    combined->levels = 0;
    for (uint32_t i = 0; i < combined->inputs; i++) {
        const struct perlin_combined *const input = combined->input[i]->combined;
        const uint32_t times =
            combined->kind == PERLIN_COMBINE_WARP && i == 1 && perlin_warps_by_one(combined) ? 4
                                                                                             : 1;
        evaluations += (uint64_t)times * (input ? input->evaluations : 1);
        if (input && input->levels > combined->levels)
            combined->levels = input->levels;
    }
    combined->levels++;
    combined->evaluations = (uint32_t)(evaluations < UINT32_MAX ? evaluations : UINT32_MAX);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static int are_finite(const double *number, size_t count)
{
    int finite = 1;
    for (size_t i = 0; i < count; i++)
        finite &= isfinite((float)number[i]) != 0;
    return finite;
}

/* Positions, and the values of a curve. */
PERLIN_GUARDED static perlin_status check_positions(const perlin_combination *combination)
{
    const uint32_t count = combination->position_count;
    const int is_curve = combination->kind == PERLIN_COMBINE_CURVE;
    if (is_curve && combination->curve > PERLIN_CURVE_CUBIC)
        return PERLIN_ERROR_CURVE;
    if (count < 2 || count > PERLIN_MOST_POSITIONS)
        return PERLIN_ERROR_POSITION_COUNT;
    if (!combination->positions || (is_curve && !combination->values))
        return PERLIN_ERROR_NULL;
    if (!are_finite(combination->positions, count) ||
        (is_curve && !are_finite(combination->values, count)))
        return PERLIN_ERROR_NOT_FINITE;
    for (uint32_t i = 1; i < count; i++) {
        const double width = combination->positions[i] - combination->positions[i - 1];
        if (!((float)combination->positions[i - 1] < (float)combination->positions[i]))
            return PERLIN_ERROR_POSITIONS;
        if (!are_finite(&width, 1))
            return PERLIN_ERROR_SPACING;
    }
    return PERLIN_OK;
}

PERLIN_GUARDED static perlin_status check_limits(const perlin_combination *combination)
{
    const double lower = combination->lower, upper = combination->upper;
    const double falloff = combination->falloff;
    const int is_select = combination->kind == PERLIN_COMBINE_SELECT;
    if (!are_finite(&lower, 1) || !are_finite(&upper, 1) || (is_select && !are_finite(&falloff, 1)))
        return PERLIN_ERROR_NOT_FINITE;
    if (combination->kind == PERLIN_COMBINE_SMOOTHSTEP ? !((float)lower < (float)upper)
                                                       : !(lower <= upper))
        return PERLIN_ERROR_LIMITS;
    if (is_select && !(falloff >= 0.0 && falloff <= (upper - lower) / 2.0))
        return PERLIN_ERROR_FALLOFF;
    return PERLIN_OK;
}

/* Numbers are checked as floats, since either type may evaluate them. */
PERLIN_GUARDED static perlin_status check_numbers(const perlin_combination *combination)
{
    int is_finite = 1;
    switch (combination->kind) {
    case PERLIN_COMBINE_CONSTANT:
        is_finite = are_finite(&combination->value, 1);
        break;
    case PERLIN_COMBINE_COORDINATE:
        return combination->axis < 4 ? PERLIN_OK : PERLIN_ERROR_AXIS;
    case PERLIN_COMBINE_DISTANCE:
        is_finite = are_finite(combination->point, 4);
        break;
    case PERLIN_COMBINE_SCALE_BIAS:
        is_finite = are_finite(&combination->scale, 1) && are_finite(&combination->bias, 1);
        break;
    case PERLIN_COMBINE_CLAMP:
    case PERLIN_COMBINE_SMOOTHSTEP:
    case PERLIN_COMBINE_SELECT:
        return check_limits(combination);
    case PERLIN_COMBINE_CURVE:
    case PERLIN_COMBINE_TERRACE:
        return check_positions(combination);
    case PERLIN_COMBINE_SMOOTH_MINIMUM:
    case PERLIN_COMBINE_SMOOTH_MAXIMUM:
        if (are_finite(&combination->smoothness, 1) && !((float)combination->smoothness > 0.0f))
            return PERLIN_ERROR_SMOOTHNESS;
        is_finite = are_finite(&combination->smoothness, 1);
        break;
    case PERLIN_COMBINE_TRANSFORM:
        if (combination->dims > 4)
            return PERLIN_ERROR_TRANSFORM_DIMS;
        is_finite = are_finite(combination->matrix[0], 16) && are_finite(combination->offset, 4);
        break;
    case PERLIN_COMBINE_WARP:
        is_finite = are_finite(&combination->amplitude, 1);
        break;
    default:
        break;
    }
    return is_finite ? PERLIN_OK : PERLIN_ERROR_NOT_FINITE;
}

PERLIN_GUARDED static perlin_status check_combination(const perlin_combination *combination)
{
    if (combination->kind >= PERLIN_COMBINE_KINDS)
        return PERLIN_ERROR_KIND;
    const uint32_t inputs = input_count(combination);
    for (uint32_t i = 0; i < inputs; i++)
        if (!combination->input[i])
            return PERLIN_ERROR_INPUT_MISSING;
    const perlin_status status = check_numbers(combination);
    if (status != PERLIN_OK)
        return status;
    return !combination->allocate != !combination->release ? PERLIN_ERROR_ALLOCATOR : PERLIN_OK;
}

/* The slopes of a cubic curve at its points (Fritsch and Carlson 1980): those of parabolas through
   neighbours, lessened until every piece rises or falls all the way. */
static void cubic_slopes(uint32_t count, const double x[], const double y[], double slope[])
{
    double secant[PERLIN_MOST_POSITIONS] = {0};
    for (uint32_t i = 0; i + 1 < count; i++)
        secant[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    slope[0] = secant[0];
    slope[count - 1] = secant[count - 2];
    for (uint32_t i = 1; i + 1 < count; i++)
        slope[i] = secant[i - 1] * secant[i] > 0 ? (secant[i - 1] + secant[i]) / 2 : 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (secant[i] == 0) {
            slope[i] = slope[i + 1] = 0;
            continue;
        }
        const double a = slope[i] / secant[i], b = slope[i + 1] / secant[i];
        const double size = a * a + b * b;
        if (size > 9) {
            slope[i] = 3 / sqrt(size) * a * secant[i];
            slope[i + 1] = 3 / sqrt(size) * b * secant[i];
        }
    }
}

static void set_pieces(struct perlin_numbers_f64 *numbers, const perlin_combination *combination)
{
    const uint32_t count = combination->position_count;
    const double *const x = combination->positions, *const y = combination->values;
    double slope[PERLIN_MOST_POSITIONS] = {0};
    const int is_cubic = combination->curve == PERLIN_CURVE_CUBIC;
    if (combination->kind == PERLIN_COMBINE_CURVE && is_cubic)
        cubic_slopes(count, x, y, slope);
    for (uint32_t i = 0; i < count; i++) {
        double *const piece = numbers->piece[i];
        const double width = i + 1 < count ? x[i + 1] - x[i] : 1;
        numbers->position[i] = x[i];
        if (combination->kind == PERLIN_COMBINE_TERRACE) {
            piece[0] = width;
            piece[1] = 1 / width;
            continue;
        }
        piece[0] = y[i];
        if (i + 1 == count)
            continue;
        const double secant = (y[i + 1] - y[i]) / width;
        piece[1] = is_cubic ? slope[i] : secant;
        if (is_cubic) {
            piece[2] = (3 * secant - 2 * slope[i] - slope[i + 1]) / width;
            piece[3] = (slope[i] + slope[i + 1] - 2 * secant) / (width * width);
        }
    }
}

static void set_numbers(struct perlin_numbers_f64 *numbers, const perlin_combination *combination)
{
    const double lower = combination->lower, upper = combination->upper;
    switch (combination->kind) { /* those of other kinds may be anything, and stay 0 */
    case PERLIN_COMBINE_CONSTANT:
        numbers->value = combination->value;
        break;
    case PERLIN_COMBINE_DISTANCE:
        memcpy(numbers->point, combination->point, sizeof numbers->point);
        break;
    case PERLIN_COMBINE_SCALE_BIAS:
        numbers->scale = combination->scale;
        numbers->bias = combination->bias;
        break;
    case PERLIN_COMBINE_CLAMP:
    case PERLIN_COMBINE_SELECT:
        numbers->lower = lower;
        numbers->upper = upper;
        numbers->middle = lower / 2 + upper / 2;
        if (combination->kind == PERLIN_COMBINE_SELECT && combination->falloff > 0) {
            numbers->edge[0] = lower - combination->falloff;
            numbers->edge[1] = upper - combination->falloff;
            numbers->rate[0] = numbers->rate[1] = 1 / (2 * combination->falloff);
        }
        break;
    case PERLIN_COMBINE_SMOOTHSTEP:
        numbers->edge[0] = lower;
        numbers->rate[0] = 1 / (upper - lower);
        break;
    case PERLIN_COMBINE_CURVE:
    case PERLIN_COMBINE_TERRACE:
        set_pieces(numbers, combination);
        break;
    case PERLIN_COMBINE_SMOOTH_MINIMUM:
    case PERLIN_COMBINE_SMOOTH_MAXIMUM:
        numbers->smoothness = combination->smoothness;
        break;
    case PERLIN_COMBINE_TRANSFORM:
        memcpy(numbers->matrix, combination->matrix, sizeof numbers->matrix);
        memcpy(numbers->offset, combination->offset, sizeof numbers->offset);
        break;
    case PERLIN_COMBINE_WARP:
        numbers->amplitude = combination->amplitude;
        break;
    default:
        break;
    }
}

/* All numbers of the one type, in order, are those of the other. */
static void round_numbers(struct perlin_numbers_f32 *to, const struct perlin_numbers_f64 *from)
{
    enum { COUNT = sizeof *from / sizeof(double) };
    _Static_assert(sizeof *to / sizeof(float) == COUNT, "the same members");
    double numbers[COUNT];
    float rounded[COUNT];
    memcpy(numbers, from, sizeof numbers);
    for (size_t i = 0; i < COUNT; i++)
        rounded[i] = (float)numbers[i];
    memcpy(to, rounded, sizeof rounded);
}

/* Also of what follows from the numbers: rates, and factors of curves. */
static int numbers_are_finite(const struct perlin_numbers_f32 *numbers)
{
    enum { COUNT = sizeof *numbers / sizeof(float) };
    float number[COUNT];
    int finite = 1;
    memcpy(number, numbers, sizeof number);
    for (size_t i = 0; i < COUNT; i++)
        finite &= isfinite(number[i]) != 0;
    return finite;
}

PERLIN_GUARDED static perlin_status set_combined(struct perlin_combined *combined,
                                                 const perlin_combination *combination)
{
    combined->kind = combination->kind;
    combined->inputs = input_count(combination);
    combined->axis = combination->axis;
    combined->dims = combination->dims;
    const int has_positions =
        combination->kind == PERLIN_COMBINE_CURVE || combination->kind == PERLIN_COMBINE_TERRACE;
    combined->positions = has_positions ? combination->position_count : 0;
    for (uint32_t i = 0; i < combined->inputs; i++)
        combined->input[i] = combination->input[i];
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            combined->left_out[a] |= (uint32_t)(combination->matrix[a][b] == 0.0) << b;
    set_numbers(&combined->numbers_f64, combination);
    round_numbers(&combined->numbers_f32, &combined->numbers_f64);
    count_levels(combined);
    return numbers_are_finite(&combined->numbers_f32) ? PERLIN_OK : PERLIN_ERROR_SPACING;
}

/* ---- Combining ------------------------------------------------------------------------------- */

static size_t whole_lines(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t program_size(const struct perlin_program *program)
{
    return whole_lines(sizeof *program) + whole_lines(program->nodes * sizeof program->node[0]) +
           whole_lines(program->frames * sizeof program->frame[0]);
}

/* Makes the programs of a combination, in *to if there is one. Returns their bytes, or 0 if one does
   not fit. */
static size_t make_programs(const perlin_noise *noise, struct perlin_combined *combined, char *to)
{
    struct perlin_program draft;
    struct perlin_node node[PERLIN_MOST_STEPS];
    struct perlin_frame frame[PERLIN_MOST_FRAMES];
    size_t size = 0;
    for (uint32_t dims = 1; dims <= 4; dims++) {
        if (!perlin_has_dims(noise, dims))
            continue;
        if (!perlin_program_init(&draft, node, frame, noise, dims))
            return 0;
        struct perlin_program *const program = (void *)(to + size);
        size += program_size(&draft);
        if (!to)
            continue;
        *program = draft;
        program->node = (void *)((char *)program + whole_lines(sizeof *program));
        program->frame =
            (void *)((char *)program->node + whole_lines(draft.nodes * sizeof draft.node[0]));
        memcpy(program->node, node, draft.nodes * sizeof node[0]);
        memcpy(program->frame, frame, draft.frames * sizeof frame[0]);
        combined->program[dims - 1] = program;
    }
    return size;
}

perlin_status perlin_combine(perlin_noise **noise, const perlin_combination *combination)
{
    perlin_combination c = default_combination;
    struct perlin_combined combined = {0};
    struct perlin_noise draft;
    struct perlin_ops ops;
    perlin_backend backend;
    perlin_noise *made;
    if (!noise)
        return PERLIN_ERROR_NULL;
    perlin_status status = perlin_struct_copy(&c, combination, sizeof c, COMBINATION_SIZE_FIRST);
    if (status == PERLIN_OK && c.reserved != 0)
        status = PERLIN_ERROR_UNSUPPORTED;
    if (status == PERLIN_OK)
        status = perlin_dispatch_combined(c.backend, &ops, &backend);
    if (status != PERLIN_OK)
        return status;
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    status = check_combination(&c);
    if (status == PERLIN_OK)
        status = set_combined(&combined, &c);
    perlin_fpenv_end(fpenv);
    if (status != PERLIN_OK)
        return status;
    if (combined.levels > PERLIN_MOST_LEVELS)
        return PERLIN_ERROR_LEVELS;
    if (combined.evaluations > PERLIN_MOST_EVALUATIONS)
        return PERLIN_ERROR_STEPS;
    memset(&draft, 0, sizeof draft);
    draft.combined = &combined;
    draft.dims = dims_of(&combined);
    if (draft.dims == 0)
        return PERLIN_ERROR_COMMON_DIMS;
    const size_t programs = make_programs(&draft, &combined, NULL);
    if (programs == 0)
        return PERLIN_ERROR_STEPS;
    const size_t at = whole_lines(sizeof *made), size = whole_lines(sizeof combined);
    status = perlin_noise_allocate(&made, at + size + programs,
                                   (struct perlin_allocator){c.allocate, c.release, c.user});
    if (status != PERLIN_OK)
        return status;
    struct perlin_combined *const kept = (void *)((char *)made + at);
    *kept = combined;
    made->ops = ops;
    made->backend = backend;
    made->dims = draft.dims;
    made->combined = kept;
    for (int d = 0; d < 4; d++) { /* what writes results finds nothing left to do */
        made->output_f32[d] = (struct perlin_output_f32){.factor = 1};
        made->output_f64[d] = (struct perlin_output_f64){.factor = 1};
    }
    make_programs(made, kept, (char *)kept + size);
    const struct perlin_fpenv guarded = perlin_fpenv_begin();
    perlin_combined_bounds(made);
    perlin_fpenv_end(guarded);
    for (uint32_t i = 0; i < kept->inputs; i++) {
        perlin_noise *const input = (perlin_noise *)(uintptr_t)kept->input[i];
        atomic_fetch_add_explicit(&input->holds, 1, memory_order_relaxed);
    }
    *noise = made;
    return PERLIN_OK;
}

perlin_status perlin_bounds(const perlin_noise *noise, uint32_t dims, double bounds[2])
{
    if (!noise || !bounds)
        return PERLIN_ERROR_NULL;
    if (!perlin_has_dims(noise, dims))
        return PERLIN_ERROR_DIMS;
    memcpy(bounds, noise->bounds[dims - 1], 2 * sizeof bounds[0]);
    return PERLIN_OK;
}
