/*
 * What the fuzz targets share. See fuzz.h.
 */
#include "fuzz.h"

#include "noise/noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAVE_ADDRESS_SANITIZER
#endif

#ifdef HAVE_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(start, size)   ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

void check(int ok, const char *format, ...)
{
    if (ok)
        return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

struct block block_create(size_t size, size_t lead)
{
    struct block block = {.lead = lead, .size = size};
    block.memory = malloc(lead + size);
    check(block.memory || lead + size == 0, "out of memory");
    block.start = block.memory + lead;
    memset(block.memory, CANARY, lead + size);
    ASAN_POISON_MEMORY_REGION(block.memory, lead);
    return block;
}

void block_free(struct block *block)
{
    ASAN_UNPOISON_MEMORY_REGION(block->memory, block->lead);
    for (size_t i = 0; i < block->lead; i++)
        check(block->memory[i] == CANARY, "written %zu bytes before the start", block->lead - i);
    free(block->memory);
}

size_t take_size(struct input *in, size_t known)
{
    const uint32_t kind = take_u8(in);
    return kind == 1 ? take_u8(in) : kind == 2 ? known + take_below(in, 64) : known;
}

struct sized take_sized(struct input *in, size_t size, void *value, const void *defaults,
                        size_t known, size_t first)
{
    struct sized sized = {.size = size, .tail_is_zero = 1};
    sized.block = block_create(size < sizeof size ? sizeof size : size, 0);
    memset(sized.block.start, 0, sized.block.size);
    memcpy(sized.block.start, value, size < known ? size : known);
    memcpy(sized.block.start, &size, sizeof size);
    if (size >= first && size < known)
        memcpy((char *)value + size, (const char *)defaults + size, known - size);
    if (size > known && take_below(in, 2)) {
        unsigned char *const byte = sized.block.start + known + take_u8(in) % (size - known);
        *byte = take_u8(in);
        sized.tail_is_zero = *byte == 0;
    }
    return sized;
}

/* ---- Statuses -------------------------------------------------------------------------------- */

void check_status(perlin_status status, mistakes found, const char *what)
{
    const int right = status == PERLIN_OK ? found == 0 : status < 64 && (found >> status & 1);
    check(right, "%s: status %u (%s), but the set of mistakes is %#llx", what, status,
          perlin_status_string(status), (unsigned long long)found);
}

void check_init(const struct block *block, perlin_status status, void *defaults, size_t known,
                size_t first, const char *what)
{
    const mistakes found = mistake(!block->start, PERLIN_ERROR_NULL) |
                           mistake(block->size < first, PERLIN_ERROR_STRUCT_SIZE);
    check_status(status, found, what);
    memcpy(defaults, &block->size, sizeof block->size);
    for (size_t i = 0; i < block->size; i++) {
        const unsigned char expected = found != 0  ? CANARY
                                       : i < known ? ((const unsigned char *)defaults)[i]
                                                   : 0;
        check(block->start[i] == expected, "%s: byte %zu of %zu", what, i, block->size);
    }
}

/* ---- Parameters ------------------------------------------------------------------------------ */

/* A number from a byte: below 128 an ordinary one, 0 to 8 in steps of 1/16; else a tiny to huge
   power. */
static double plain_number(uint8_t byte)
{
    return byte < 128 ? byte / 16.0 : ldexp(1.0, (byte - 192) / 4);
}

/* Numbers that suit, one of which may be anything. */
static void take_shape(struct input *in, perlin_params *params)
{
    double *const numbers[] = {&params->weighted_strength, &params->ping_pong_strength,
                               &params->ridge_offset, &params->ridge_gain};
    const uint32_t strength = take_u8(in);
    params->weighted_strength = take_below(in, 2) ? strength / 255.0 : (strength - 128.0) / 16;
    for (uint32_t i = 1; i < COUNT_OF(numbers); i++)
        *numbers[i] = take_u8(in) / 16.0;
    const uint32_t odd = take_u8(in);
    if (odd < COUNT_OF(numbers))
        *numbers[odd] = take_below(in, 2) ? from_bits_f64(take_u64(in)) : plain_number(take_u8(in));
}

/* Periods, most often with a lacunarity that allows them. */
static void take_periods(struct input *in, perlin_params *params)
{
    if (take_below(in, 4) > 0)
        params->lacunarity = take_below(in, 4);
    for (int a = 0; a < 4; a++) {
        const uint32_t kind = take_u8(in);
        params->period[a] = kind < 64 ? 0 : kind < 240 ? kind - 63 : take_u32(in);
    }
}

/* The octaves' own weights, in memory that stays: one an octave, or a count that is wrong. */
static void take_weights(struct input *in, perlin_params *params)
{
    static double weights[32];
    const uint32_t kind = take_u8(in);
    for (uint32_t o = 0; o < COUNT_OF(weights); o++)
        weights[o] = (take_u8(in) - 128.0) / 64;
    if (kind < 32)
        weights[kind] = from_bits_f64(take_u64(in));
    if (kind < 128) /* which every fractal takes */
        for (uint32_t o = 0; o < COUNT_OF(weights); o++)
            weights[o] = fabs(weights[o]);
    params->weights = kind == 255 ? NULL : weights;
    params->weight_count = kind == 254              ? take_u32(in)
                           : params->weight_octaves ? params->weight_octaves
                                                    : params->octaves;
}

static void take_rotation(struct input *in, perlin_params *params)
{
    params->rotation = take_below(in, 8);
    for (int i = 0; i < 16 && params->rotation >= PERLIN_ROTATION_MATRIX; i++)
        params->matrix[i / 4][i % 4] = take_u8(in) / 64.0 - 2.0;
    const uint32_t odd = take_u8(in);
    if (odd < 16)
        params->matrix[odd / 4][odd % 4] = from_bits_f64(take_u64(in));
}

static int has_no_tables(perlin_basis basis)
{
    return basis != PERLIN_BASIS_PERLIN && basis != PERLIN_BASIS_SIMPLEX &&
           basis != PERLIN_BASIS_OPENSIMPLEX && basis != PERLIN_BASIS_ELIAS;
}

void take_params(struct input *in, perlin_params *params)
{
    static const perlin_hash hashes[] = {PERLIN_HASH_PERMUTATION, PERLIN_HASH_INTEGER,
                                         PERLIN_HASH_AUTO};
    const uint32_t raw = take_u8(in); /* which fields keep their raw bytes */
    perlin_params_init(params);
    params->range = raw & 1 ? take_u32(in) : take_below(in, 4);
    params->gradients = raw & 2 ? take_u32(in) : take_below(in, 4);
    params->fractal = raw & 4 ? take_u32(in) : take_below(in, 6);
    params->octaves = raw & 8 ? take_u32(in) : 1 + take_below(in, 32);
    params->octave_seeds = raw & 16 ? take_u32(in) : take_below(in, 2);
    params->seed = take_below(in, 2) ? take_u64(in) : 0;
    double *const numbers[] = {&params->frequency, &params->lacunarity, &params->gain};
    for (uint32_t i = 0; i < COUNT_OF(numbers); i++)
        *numbers[i] = raw >> (5 + i) & 1 ? from_bits_f64(take_u64(in)) : plain_number(take_u8(in));
    if (params->fractal > PERLIN_FRACTAL_FBM || take_below(in, 4) == 3)
        take_shape(in, params);
    if (take_below(in, 4) == 3)
        take_periods(in, params);
    take_u8(in); /* so that the corpus keeps its meaning */
    if (take_below(in, 4) == 3)
        take_rotation(in, params);
    if (take_below(in, 4) == 3) {
        params->basis = take_below(in, PERLIN_BASES + 1);
        params->interpolation = take_below(in, 5);
        params->elias_smoothing = params->basis == PERLIN_BASIS_ELIAS ? take_below(in, 3) : 0;
        params->simplex_radius = take_below(in, 3);
    }
    if (params->basis == PERLIN_BASIS_CELLULAR) {
        params->cellular_metric = take_below(in, 5);
        params->cellular_result = take_below(in, 11);
        params->jitter = take_below(in, 2) ? 1.0 : plain_number(take_u8(in));
    }
    params->octave_offsets = take_below(in, 16) == 15 ? take_u32(in) : take_below(in, 2);
    if (take_below(in, 4) == 3)
        params->gain = -params->gain;
    const uint32_t weigh = take_u8(in);
    if (weigh < 64) /* as many as octaves, or more; too many, if octaves' bytes are raw */
        params->weight_octaves = params->octaves + weigh % (33 - params->octaves % 33);
    else if (weigh == 255)
        params->weight_octaves = take_u32(in);
    else if (weigh == 254)
        params->reserved = take_u8(in);
    if (take_below(in, 4) == 3)
        take_weights(in, params);
    const uint32_t hash = take_below(in, 4);
    params->hash = hash == 3 ? take_below(in, 4) : hashes[hash];
    if (has_no_tables(params->basis) && hash < 3)
        params->hash = PERLIN_HASH_INTEGER;
    if (params->hash == PERLIN_HASH_INTEGER && take_below(in, 8) < 7)
        set_hash(params, PERLIN_HASH_INTEGER);
}

void take_table(struct input *in, uint8_t table[256])
{
    struct random r = {take_u32(in)};
    for (uint32_t i = 0; i < 256; i++) { /* inside out */
        const uint32_t j = random_below(&r, i + 1);
        table[i] = table[j];
        table[j] = (uint8_t)i;
    }
}

/* The octaves that are computed. */
static uint32_t computed_octaves(const perlin_params *params)
{
    return params->fractal != PERLIN_FRACTAL_NONE ? params->octaves : 1;
}

/* The octaves whose weights are summed. */
static uint32_t weight_octaves(const perlin_params *params)
{
    return params->fractal != PERLIN_FRACTAL_NONE && params->weight_octaves
               ? params->weight_octaves
               : computed_octaves(params);
}

static mistakes spectrum_mistakes(const perlin_params *params)
{
    double frequency = params->frequency, amplitude = 1.0, sum = 0.0;
    mistakes found = 0;
    double finer = 1.0; /* exact as long as it matters */
    const int has_weights = params->weight_count > 0 && params->fractal != PERLIN_FRACTAL_NONE;
    for (uint32_t o = 0; o < weight_octaves(params); o++) {
        if (has_weights)
            amplitude = params->weights[o];
        found |= mistake(amplitude < 0 && params->fractal == PERLIN_FRACTAL_MULTIFRACTAL,
                         PERLIN_ERROR_GAIN);
        sum += fabs(amplitude);
        amplitude *= params->gain;
    }
    for (uint32_t o = 0; o < computed_octaves(params); o++) {
        found |= mistake(!isfinite(frequency), PERLIN_ERROR_FREQUENCY);
        for (int a = 0; a < 4 && o > 0; a++)
            if (params->period[a] > 0) {
                const int is_integer =
                    params->lacunarity >= 1.0 && fmod(params->lacunarity, 1.0) == 0;
                found |= mistake(!is_integer, PERLIN_ERROR_PERIOD_LACUNARITY) |
                         mistake(params->period[a] * finer > 0x1p31, PERLIN_ERROR_PERIOD_OCTAVE);
            }
        finer *= params->lacunarity;
        frequency *= params->lacunarity;
    }
    return found | mistake(!isfinite(sum) || sum == 0, PERLIN_ERROR_GAIN);
}

static mistakes weight_mistakes(const perlin_params *params)
{
    mistakes found = mistake(!isfinite(params->gain), PERLIN_ERROR_GAIN);
    if (params->weight_count == 0)
        return found;
    found |= mistake(params->weight_count !=
                         (params->weight_octaves ? params->weight_octaves : params->octaves),
                     PERLIN_ERROR_WEIGHT_COUNT) |
             mistake(!params->weights, PERLIN_ERROR_NULL);
    for (uint32_t o = 0; params->weights && o < params->weight_count && o < 32; o++)
        found |= mistake(!isfinite(params->weights[o]), PERLIN_ERROR_GAIN);
    return found;
}

perlin_hash hash_for(const perlin_params *params)
{
    const int asks_for_tables = params->permutation != NULL ||
                                params->gradients != PERLIN_GRADIENTS_DEFAULT ||
                                params->simplex_radius != PERLIN_RADIUS_CONTINUOUS;
    if (params->basis == PERLIN_BASIS_ELIAS)
        return PERLIN_HASH_AUTO;
    if (params->hash != PERLIN_HASH_AUTO)
        return params->hash;
    if (params->basis == PERLIN_BASIS_OPENSIMPLEX)
        return PERLIN_HASH_PERMUTATION;
    return asks_for_tables && !has_no_tables(params->basis) ? PERLIN_HASH_PERMUTATION
                                                            : PERLIN_HASH_INTEGER;
}

/* By the integer hash there is one gradient set, one radius, and no table. AUTO refuses what the basis
   has no use for. */
static mistakes integer_mistakes(const perlin_params *params)
{
    const int is_integer = hash_for(params) == PERLIN_HASH_INTEGER;
    if (params->hash == PERLIN_HASH_AUTO && params->basis == PERLIN_BASIS_PERLIN && !is_integer)
        return mistake(params->simplex_radius != PERLIN_RADIUS_CONTINUOUS, PERLIN_ERROR_RADIUS);
    if (params->hash == PERLIN_HASH_AUTO && params->basis == PERLIN_BASIS_OPENSIMPLEX)
        return mistake(params->gradients != PERLIN_GRADIENTS_DEFAULT, PERLIN_ERROR_GRADIENTS) |
               mistake(params->simplex_radius != PERLIN_RADIUS_CONTINUOUS, PERLIN_ERROR_RADIUS);
    if (!is_integer)
        return 0;
    return mistake(params->gradients != PERLIN_GRADIENTS_DEFAULT, PERLIN_ERROR_GRADIENTS) |
           mistake(params->simplex_radius != PERLIN_RADIUS_CONTINUOUS, PERLIN_ERROR_RADIUS) |
           mistake(params->permutation != NULL, PERLIN_ERROR_PERMUTATION);
}

/* Whether a period passes a table. */
static int passes_tables(const perlin_params *params)
{
    int passes = 0;
    for (int a = 0; a < 4; a++)
        passes |= params->period[a] > 256;
    return passes && hash_for(params) == PERLIN_HASH_PERMUTATION;
}

/* Not within [0, most]. */
static int is_beyond(double value, double most)
{
    return isnan(value) || value < 0 || value > most;
}

static int strength_is_wrong(const perlin_params *params)
{
    const double w = params->weighted_strength;
    if (params->range == PERLIN_RANGE_RAW || params->range == PERLIN_RANGE_RAW_UNIT)
        return is_beyond(w, 1);
    return is_beyond(fabs(w), 8);
}

static int rotation_is_wrong(const perlin_params *params)
{
    int wrong = params->rotation > PERLIN_ROTATION_MATRIX;
    for (int a = 0; a < 4; a++) {
        wrong |= params->period[a] > 0 && params->rotation != PERLIN_ROTATION_NONE &&
                 params->rotation != PERLIN_ROTATION_MATRIX;
        for (int b = 0; b < 4; b++)
            wrong |=
                !isfinite(params->matrix[a][b]) ||
                (params->rotation != PERLIN_ROTATION_MATRIX && params->matrix[a][b] != (a == b));
    }
    return wrong;
}

static int has_period(const perlin_params *params)
{
    return (params->period[0] | params->period[1] | params->period[2] | params->period[3]) != 0;
}

mistakes params_mistakes(const perlin_params *params)
{
    const mistakes fields =
        mistake(params->reserved != 0, PERLIN_ERROR_UNSUPPORTED) |
        mistake(params->basis >= PERLIN_BASES, PERLIN_ERROR_BASIS) |
        mistake(params->interpolation > PERLIN_INTERPOLATION_CUBIC, PERLIN_ERROR_INTERPOLATION) |
        mistake(params->elias_smoothing > 1, PERLIN_ERROR_ELIAS_SMOOTHING) |
        mistake(params->simplex_radius > PERLIN_RADIUS_PUBLISHED, PERLIN_ERROR_RADIUS) |
        mistake(params->basis < PERLIN_BASES && !perlin_bases[params->basis]->takes_period &&
                    has_period(params),
                PERLIN_ERROR_PERIOD_BASIS) |
        mistake(params->range > PERLIN_RANGE_RAW_UNIT, PERLIN_ERROR_RANGE) |
        mistake(params->gradients > PERLIN_GRADIENTS_SLICE, PERLIN_ERROR_GRADIENTS) |
        mistake(params->fractal > PERLIN_FRACTAL_MULTIFRACTAL, PERLIN_ERROR_FRACTAL) |
        mistake(params->octaves < 1 || params->octaves > 32, PERLIN_ERROR_OCTAVE_COUNT) |
        mistake(params->weight_octaves != 0 &&
                    (params->weight_octaves < params->octaves || params->weight_octaves > 32),
                PERLIN_ERROR_WEIGHT_OCTAVES) |
        mistake(params->hash > PERLIN_HASH_PERMUTATION ||
                    (params->hash == PERLIN_HASH_INTEGER &&
                     params->basis == PERLIN_BASIS_OPENSIMPLEX) ||
                    (params->hash == PERLIN_HASH_PERMUTATION && has_no_tables(params->basis)),
                PERLIN_ERROR_HASH) |
        mistake(params->cellular_metric > PERLIN_METRIC_CHEBYSHEV ||
                    params->cellular_result > PERLIN_CELLULAR_CELL ||
                    is_beyond(params->jitter, 1) ||
                    (params->cellular_result == PERLIN_CELLULAR_EDGE &&
                     params->cellular_metric > PERLIN_METRIC_EUCLIDEAN_SQUARED),
                PERLIN_ERROR_CELLULAR) |
        mistake(params->octave_seeds > 1, PERLIN_ERROR_OCTAVE_SEEDS) |
        mistake(params->octave_offsets > 1, PERLIN_ERROR_OCTAVE_OFFSETS) |
        mistake(!isfinite(params->frequency) || params->frequency == 0, PERLIN_ERROR_FREQUENCY) |
        mistake(!isfinite(params->lacunarity), PERLIN_ERROR_LACUNARITY) | weight_mistakes(params) |
        mistake(strength_is_wrong(params) || is_beyond(params->ping_pong_strength, 65536) ||
                    is_beyond(params->ridge_offset, 1024) || is_beyond(params->ridge_gain, 65536),
                PERLIN_ERROR_SHAPE) |
        mistake(params->period[0] > 1u << 31 || params->period[1] > 1u << 31 ||
                    params->period[2] > 1u << 31 || params->period[3] > 1u << 31,
                PERLIN_ERROR_PERIOD_CELLS) |
        mistake(passes_tables(params), PERLIN_ERROR_PERIOD_TABLES) |
        mistake(rotation_is_wrong(params), PERLIN_ERROR_ROTATION) | integer_mistakes(params);
    return fields ? fields : spectrum_mistakes(params);
}

int noises_create(struct noises *noises, const perlin_params *params)
{
    noises->count = 0;
    if (params_mistakes(params) != 0)
        return 0;
    for (size_t s = 0; s < SUBJECT_COUNT; s++) {
        const struct subject *const subject = subject_at(s);
        if (subject->skipped)
            continue;
        noises->noise[noises->count] = create_for(subject, params);
        noises->backend[noises->count] = subject->backend;
        noises->name[noises->count++] = subject->name;
    }
    return 1;
}

void noises_destroy(struct noises *noises)
{
    for (size_t n = 0; n < noises->count; n++)
        perlin_destroy(noises->noise[n]);
    noises->count = 0;
}

/* ---- Samples --------------------------------------------------------------------------------- */

void take_coordinates(struct input *in, struct random *generated, enum lane lane, void *out,
                      size_t count)
{
    const size_t size = coord_size(lane);
    const size_t raw = in->size / size < count ? in->size / size : count;
    take_bytes(in, out, raw * size);
    fill_coordinates(generated, lane, MIXED, (char *)out + raw * size, count - raw);
}

/* As coordinates of the lane are: rounded to float, or not. */
static double in_lane(enum lane lane, double value)
{
    return lane == F32 ? (double)(float)value : value;
}

/* Whether a coordinate is finite, and stays so when any octave's frequency scales it. */
static int scales_finitely(const perlin_params *params, enum lane lane, double coordinate)
{
    const double c = in_lane(lane, coordinate);
    double frequency = params->frequency;
    for (uint32_t o = 0; o < computed_octaves(params); o++) {
        if (!isfinite(c) || !isfinite(in_lane(lane, c * in_lane(lane, frequency))))
            return 0;
        frequency *= params->lacunarity;
    }
    return 1;
}

/* More than the sum of the magnitudes in any row of the rotation. */
static double most_of_rotation(const perlin_params *params)
{
    double most = 8;
    for (int i = 0; i < 16 && params->rotation == PERLIN_ROTATION_MATRIX; i++)
        most = fmax(most, 8 * fabs(params->matrix[i / 4][i % 4]));
    return most;
}

enum outcome outcome_of(const perlin_params *params, enum lane lane, uint32_t dims,
                        const void *const coords[])
{
    int all_finite = 1, all_scale = 1;
    double most = 0;
    for (uint32_t d = 0; d < dims; d++) {
        float narrow;
        double c;
        if (lane == F32) {
            memcpy(&narrow, coords[d], sizeof narrow);
            c = (double)narrow;
        } else {
            memcpy(&c, coords[d], sizeof c);
        }
        all_finite &= isfinite(c) != 0;
        all_scale &= scales_finitely(params, lane, c);
        most = fmax(most, fabs(c));
    }
    const int is_skewed = perlin_bases[params->basis]->reach != NULL && dims > 1;
    if ((params->rotation == PERLIN_ROTATION_NONE && !is_skewed) || !all_finite)
        return all_scale ? A_NUMBER : THE_NAN;
    /* What is huge may have been turned into an axis, or out of it; or summed with another. */
    const double rotation = in_lane(lane, most_of_rotation(params) * (is_skewed ? 4 : 1));
    return isfinite(rotation) && scales_finitely(params, lane, rotation * most) ? A_NUMBER : EITHER;
}

void check_result(const perlin_params *params, enum lane lane, const void *result,
                  enum outcome outcome)
{
    uint64_t bits = 0;
    uint32_t narrow;
    double value;
    int is_the_nan;
    if (lane == F64) {
        memcpy(&bits, result, sizeof bits);
        value = from_bits_f64(bits);
        is_the_nan = bits == UINT64_C(0x7ff8000000000000);
        check(bits != UINT64_C(1) << 63, "-0");
    } else {
        memcpy(&narrow, result, sizeof narrow);
        value = (double)from_bits_f32(narrow);
        is_the_nan = narrow == UINT32_C(0x7fc00000);
        check(narrow != UINT32_C(1) << 31, "-0");
    }
    check(outcome != THE_NAN || is_the_nan, "not the NaN but %a", value);
    if (is_the_nan && outcome != A_NUMBER)
        return;
    check(isfinite(value), "%a where every coordinate is finite", value);
    if (params->range == PERLIN_RANGE_SIGNED)
        check(value >= -1 && value <= 1, "%a is not in [-1, 1]", value);
    if (params->range == PERLIN_RANGE_UNIT)
        check(value >= 0 && value <= 1, "%a is not in [0, 1]", value);
}
