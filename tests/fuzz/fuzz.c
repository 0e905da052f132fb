/*
 * What the fuzz targets share. See fuzz.h.
 */
#include "fuzz.h"

#include "noise.h"

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

/* ---- Blocks --------------------------------------------------------------------------------------- */

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

/* ---- Statuses ------------------------------------------------------------------------------------- */

void check_status(perlin_status status, mistakes found, const char *what)
{
    const int right = status == PERLIN_OK ? found == 0 : status < 32 && (found >> status & 1);
    check(right, "%s: status %u (%s), but the set of mistakes is %#x", what, status,
          perlin_status_string(status), found);
}

/* ---- Parameters ----------------------------------------------------------------------------------- */

/* A number without surprises from a byte: 0 to 8 in steps of 1/16, below 128; else tiny to huge powers. */
static double plain_number(uint8_t byte)
{
    return byte < 128 ? byte / 16.0 : ldexp(1.0, (byte - 192) / 4);
}

void take_params(struct input *in, perlin_params *params)
{
    const uint32_t raw = take_u8(in); /* which fields keep their raw bytes */
    perlin_params_init(params);
    params->range = raw & 1 ? take_u32(in) : take_below(in, 4);
    params->gradients = raw & 2 ? take_u32(in) : take_below(in, 4);
    params->fractal = raw & 4 ? take_u32(in) : take_below(in, 2);
    params->octaves = raw & 8 ? take_u32(in) : 1 + take_below(in, 32);
    params->octave_tables = raw & 16 ? take_u32(in) : take_below(in, 2);
    params->seed = take_below(in, 2) ? take_u64(in) : 0;
    double *const numbers[] = {&params->frequency, &params->lacunarity, &params->gain};
    for (uint32_t i = 0; i < COUNT_OF(numbers); i++)
        *numbers[i] = raw >> (5 + i) & 1 ? from_bits_f64(take_u64(in)) : plain_number(take_u8(in));
}

void take_table(struct input *in, uint16_t table[256])
{
    struct random r = {take_u32(in)};
    for (uint32_t i = 0; i < 256; i++) { /* inside out */
        const uint32_t j = random_below(&r, i + 1);
        table[i] = table[j];
        table[j] = (uint16_t)i;
    }
}

/* The octaves that are computed. */
static uint32_t computed_octaves(const perlin_params *params)
{
    return params->fractal == PERLIN_FRACTAL_FBM ? params->octaves : 1;
}

static mistakes spectrum_mistakes(const perlin_params *params)
{
    double frequency = params->frequency, amplitude = 1.0, sum = 0.0;
    mistakes found = 0;
    for (uint32_t o = 0; o < computed_octaves(params); o++) {
        found |= mistake(!isfinite(frequency), PERLIN_ERROR_FREQUENCY);
        sum += amplitude;
        frequency *= params->lacunarity;
        amplitude *= params->gain;
    }
    return found | mistake(!isfinite(sum), PERLIN_ERROR_GAIN);
}

mistakes params_mistakes(const perlin_params *params)
{
    const mistakes fields =
        mistake(params->range > PERLIN_RANGE_RAW_UNIT, PERLIN_ERROR_RANGE) |
        mistake(params->gradients > PERLIN_GRADIENTS_SLICE, PERLIN_ERROR_GRADIENTS) |
        mistake(params->fractal > PERLIN_FRACTAL_FBM, PERLIN_ERROR_FRACTAL) |
        mistake(params->octaves < 1 || params->octaves > 32, PERLIN_ERROR_OCTAVES) |
        mistake(params->octave_tables > 1, PERLIN_ERROR_OCTAVE_TABLES) |
        mistake(!isfinite(params->frequency), PERLIN_ERROR_FREQUENCY) |
        mistake(!isfinite(params->lacunarity) || params->lacunarity < 0, PERLIN_ERROR_LACUNARITY) |
        mistake(!isfinite(params->gain) || params->gain < 0, PERLIN_ERROR_GAIN);
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

/* ---- Samples -------------------------------------------------------------------------------------- */

void take_coordinates(struct input *in, struct random *generated, enum lane lane, void *out,
                      size_t count)
{
    const size_t size = coord_size(lane);
    const size_t raw = in->size / size < count ? in->size / size : count;
    take_bytes(in, out, raw * size);
    fill_coordinates(generated, lane, MIXED, (char *)out + raw * size, count - raw);
}

int scales_beyond_finite(const perlin_params *params, enum lane lane, const void *coordinate)
{
    double frequency = params->frequency, wide;
    float narrow;
    for (uint32_t o = 0; o < computed_octaves(params); o++) {
        if (lane == F32) {
            memcpy(&narrow, coordinate, sizeof narrow);
            narrow *= (float)frequency;
            if (!isfinite(narrow))
                return 1;
        } else {
            memcpy(&wide, coordinate, sizeof wide);
            if (!isfinite(wide * frequency))
                return 1;
        }
        frequency *= params->lacunarity;
    }
    return 0;
}

void check_result(const perlin_params *params, enum lane lane, const void *result, int nan)
{
    uint64_t bits = 0;
    uint32_t narrow;
    double value;
    if (lane == F64) {
        memcpy(&bits, result, sizeof bits);
        value = from_bits_f64(bits);
        check(!nan || bits == UINT64_C(0x7ff8000000000000), "not the NaN but %a", value);
        check(bits != UINT64_C(1) << 63, "-0");
    } else {
        memcpy(&narrow, result, sizeof narrow);
        value = (double)from_bits_f32(narrow);
        check(!nan || narrow == UINT32_C(0x7fc00000), "not the NaN but %a", value);
        check(narrow != UINT32_C(1) << 31, "-0");
    }
    if (nan)
        return;
    check(isfinite(value), "%a where every coordinate is finite", value);
    if (params->range == PERLIN_RANGE_SIGNED)
        check(value >= -1 && value <= 1, "%a is not in [-1, 1]", value);
    if (params->range == PERLIN_RANGE_UNIT)
        check(value >= 0 && value <= 1, "%a is not in [0, 1]", value);
}
