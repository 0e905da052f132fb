/*
 * Fuzzes parameters: raw bytes of perlin_params, shorter and longer structs, tables, allocators
 * that fail, PERLIN_BACKEND, and the functions that name things.
 */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

/* ---- An allocator that keeps count ----------------------------------------------------------- */

struct allocator {
    int fails;
    size_t misalignment;
    unsigned allocated, released;
    unsigned char *memory;
};

static void *allocate(void *user, size_t size)
{
    struct allocator *const a = user;
    a->allocated++;
    if (a->fails)
        return NULL;
    a->memory = malloc(a->misalignment + size);
    check(a->memory != NULL, "out of memory");
    memset(a->memory, CANARY, a->misalignment + size);
    return a->memory + a->misalignment;
}

static void release(void *user, void *p)
{
    struct allocator *const a = user;
    a->released++;
    check(p == a->memory + a->misalignment, "released what was not allocated");
    for (size_t i = 0; i < a->misalignment; i++)
        check(a->memory[i] == CANARY, "written before the noise's block");
    free(a->memory);
}

/* ---- The case -------------------------------------------------------------------------------- */

/* A caller's struct: of struct_size bytes and no more, and what its pointers lead to. */
struct caller {
    struct sized params; /* 0 bytes: the pointer is NULL */
    struct block table;
    perlin_params known; /* what this version sees of it */
    struct allocator allocator;
};

static void take_memory(struct input *in, struct caller *caller)
{
    perlin_params *const p = &caller->known;
    const uint32_t choices = take_u8(in);
    if (choices & 1) {
        uint8_t table[256];
        take_table(in, table);
        if (take_below(in, 4) == 3)
            take_bytes(in, &table[take_u8(in)], 1);
        caller->table = block_create(sizeof table, 0);
        memcpy(caller->table.start, table, sizeof table);
        p->permutation = choices & 4 ? NULL : caller->table.start;
    }
    p->allocate = choices & 8 ? allocate : NULL;
    p->release = choices & 16 ? release : NULL;
    p->user = &caller->allocator;
    caller->allocator.fails = (choices >> 5) == 7;
    caller->allocator.misalignment = choices >> 5;
}

/* The smallest struct that is taken: that of 0.1. */
static const size_t first_size = sizeof(perlin_params);

static void take_caller(struct input *in, struct caller *caller)
{
    memset(caller, 0, sizeof *caller);
    take_params(in, &caller->known);
    caller->known.backend = take_below(in, 2) ? take_u8(in) : take_below(in, 6);
    if (take_u8(in) == 1)
        caller->known.backend = take_u32(in);
    take_memory(in, caller);

    size_t size = sizeof(perlin_params);
    const uint32_t kind = take_below(in, 8);
    if (kind == 1)
        return; /* params is NULL */
    if (kind == 2)
        size = take_u8(in);
    if (kind == 3)
        size += take_below(in, 64);
    perlin_params defaults;
    perlin_params_init(&defaults);
    caller->params =
        take_sized(in, size, &caller->known, &defaults, sizeof caller->known, first_size);
}

static void caller_free(struct caller *caller)
{
    block_free(&caller->params.block);
    block_free(&caller->table);
}

static int is_permutation(const uint8_t table[256])
{
    unsigned char seen[256] = {0};
    for (uint32_t i = 0; i < 256; i++)
        if (seen[table[i]]++)
            return 0;
    return 1;
}

static mistakes caller_mistakes(const struct caller *caller)
{
    const perlin_params *const p = &caller->known;
    if (caller->params.block.size == 0)
        return mistake(1, PERLIN_ERROR_NULL);
    if (caller->params.size < first_size)
        return mistake(1, PERLIN_ERROR_STRUCT_SIZE);
    mistakes found = params_mistakes(p) |
                     mistake(!caller->params.tail_is_zero, PERLIN_ERROR_UNSUPPORTED) |
                     mistake(p->backend >= PERLIN_BACKENDS, PERLIN_ERROR_BACKEND) |
                     mistake(p->backend < PERLIN_BACKENDS && !perlin_backend_available(p->backend),
                             PERLIN_ERROR_UNSUPPORTED) |
                     mistake(p->backend > PERLIN_BACKEND_SCALAR && is_scalar_noise(p),
                             PERLIN_ERROR_UNSUPPORTED) |
                     mistake(!p->allocate != !p->release, PERLIN_ERROR_ALLOCATOR);
    if (p->permutation)
        found |= mistake(!is_permutation(p->permutation), PERLIN_ERROR_PERMUTATION);
    if (found == 0)
        found = mistake(p->allocate && caller->allocator.fails, PERLIN_ERROR_MEMORY);
    return found;
}

/* ---- What a noise of these parameters does --------------------------------------------------- */

static void check_tables(const perlin_noise *noise, const struct caller *caller, struct input *in)
{
    const perlin_params *const p = &caller->known;
    const uint32_t octaves = p->fractal != PERLIN_FRACTAL_NONE ? p->octaves : 1;
    const uint32_t octave = take_below(in, 2) ? take_u32(in) : take_below(in, 32);
    struct block out = block_create(256, 0);
    uint8_t *const to = take_below(in, 16) ? out.start : NULL;
    const perlin_status status = perlin_permutation(noise, octave, to);
    check_status(status,
                 mistake(octave >= octaves, PERLIN_ERROR_NO_OCTAVE) |
                     mistake(hash_for(p) != PERLIN_HASH_PERMUTATION, PERLIN_ERROR_UNSUPPORTED) |
                     mistake(!to, PERLIN_ERROR_NULL),
                 "perlin_permutation");
    const size_t written = status == PERLIN_OK ? 256 : 0;
    for (size_t i = written; i < out.size; i++)
        check(out.start[i] == CANARY, "perlin_permutation wrote byte %zu", i);
    if (status == PERLIN_OK) {
        check(is_permutation(out.start), "the table is no permutation");
        if (p->permutation && (octave == 0 || p->octave_seeds == 0))
            check(memcmp(out.start, p->permutation, 256) == 0, "not the caller's table");
    }
    block_free(&out);
}

/* A few samples of every backend against those of `noise`, whichever it has. */
static void check_samples(const perlin_noise *noise, const struct caller *caller, struct input *in)
{
    enum { SAMPLES = 5 };
    struct noises noises;
    perlin_params params = caller->known;
    params.struct_size = sizeof params;
    params.backend = PERLIN_BACKEND_AUTO;
    params.allocate = NULL;
    params.release = NULL;
    if (!noises_create(&noises, &params))
        check(0, "the parameters are valid, but not for every backend");
    struct random generated = {take_u8(in)};
    for (enum lane lane = F32; lane <= F64_F32; lane++) {
        const uint32_t dims = 1 + take_below(in, 4);
        if (!has_dims(&params, dims))
            continue;
        uint64_t coords[4][SAMPLES], expected[SAMPLES], actual[SAMPLES]; /* room for any lane */
        const void *const arrays[4] = {coords[0], coords[1], coords[2], coords[3]};
        for (uint32_t d = 0; d < dims; d++)
            take_coordinates(in, &generated, lane, coords[d], SAMPLES);
        check(evaluate_points(lane, noise, dims, SAMPLES, arrays, NULL, expected) == PERLIN_OK,
              "evaluation failed");
        for (size_t i = 0; i < SAMPLES; i++) {
            const void *sample[4];
            for (uint32_t d = 0; d < dims; d++)
                sample[d] = (const char *)coords[d] + i * coord_size(lane);
            check_result(&params, lane, (const char *)expected + i * result_size(lane),
                         outcome_of(&params, lane, dims, sample));
        }
        for (size_t n = 0; n < noises.count; n++) {
            evaluate_points(lane, noises.noise[n], dims, SAMPLES, arrays, NULL, actual);
            assert_same_bits(actual, expected, SAMPLES, result_size(lane), "%s %ud, %s, %s",
                             lane_name(lane), dims, noises.name[n], describe(&params));
        }
    }
    noises_destroy(&noises);
}

static void check_creation(struct caller *caller, struct input *in)
{
    struct allocator *const a = &caller->allocator;
    struct block *const params = &caller->params.block;
    const mistakes found = caller_mistakes(caller);
    struct block before = block_create(params->size, 0);
    if (params->size > 0)
        memcpy(before.start, params->start, params->size);

    perlin_noise *const unset = (void *)a;
    perlin_noise *noise = unset;
    const perlin_status status =
        perlin_create(&noise, params->size > 0 ? (const void *)params->start : NULL);
    check_status(status, found, "perlin_create");
    check(params->size == 0 || memcmp(before.start, params->start, params->size) == 0,
          "perlin_create wrote to the parameters");
    block_free(&before);
    if (status != PERLIN_OK) {
        check(noise == unset, "a failed perlin_create wrote a noise");
        check(a->allocated == (status == PERLIN_ERROR_MEMORY), "allocated %u times", a->allocated);
        return;
    }
    check(a->allocated == (caller->known.allocate != NULL), "allocated %u times", a->allocated);
    const perlin_backend backend = perlin_backend_of(noise), asked = caller->known.backend;
    check(asked == PERLIN_BACKEND_AUTO ? backend != asked : backend == asked, "backend %u",
          backend);
    check(perlin_backend_available(backend), "backend %u is not available", backend);
    check(perlin_hash_of(noise) == hash_for(&caller->known), "hash %u", perlin_hash_of(noise));
    /* The noise has its own copy of the parameters. */
    memset(params->start, CANARY, params->size);
    check_tables(noise, caller, in);
    check_samples(noise, caller, in);
    perlin_destroy(noise);
    check(a->released == a->allocated, "released %u times", a->released);
}

/* ---- Octaves that can be seen ---------------------------------------------------------------- */

/* Whether octave o is neither too fine nor too faint. */
static int is_visible(const perlin_params *p, double step, uint32_t depth, uint32_t o)
{
    const uint32_t summed = p->weight_octaves ? p->weight_octaves : o + 1;
    double frequency = p->frequency, amplitude = 1.0, sum = 0.0, of_octave = 0.0;
    for (uint32_t i = 0; i < summed; i++) {
        if (p->weight_count > 0)
            amplitude = p->weights[i];
        if (i == o)
            of_octave = fabs(amplitude);
        sum += fabs(amplitude);
        frequency *= i < o ? p->lacunarity : 1.0;
        amplitude *= p->gain;
    }
    return fabs(frequency * step) <= 0.5 && of_octave > 0 && of_octave >= ldexp(sum, -(int)depth);
}

static void check_octaves_for(const struct caller *caller, struct input *in)
{
    const uint32_t raw = take_u8(in), depth = raw & 1 ? take_u32(in) : 1 + take_below(in, 64);
    const double step =
        raw & 2 ? from_bits_f64(take_u64(in)) : ldexp(1.0, -(int)take_below(in, 64));
    uint32_t octaves = 77;
    const void *const params = caller->params.block.size > 0 ? caller->params.block.start : NULL;
    const perlin_status status = perlin_octaves_for(params, step, depth, &octaves);
    if (status != PERLIN_OK) {
        check(octaves == 77, "octaves_for wrote %u on an error", octaves);
        check(caller_mistakes(caller) || !isfinite(step) || depth < 1 || depth > 64,
              "octaves_for: status %u without a mistake", status);
        return;
    }
    check(octaves >= 1 && octaves <= 32, "%u octaves", octaves);
    const perlin_params *const known = &caller->known;
    const uint32_t weigh = known->weight_octaves ? known->weight_octaves : known->weight_count;
    if (weigh > 0) {
        /* Faint octaves may come before the last one, which is visible, but none that is too
           fine. */
        check(octaves <= weigh, "%u octaves of %u weights", octaves, weigh);
        for (uint32_t o = octaves - 1; o > 0 && o < weigh; o++)
            check(is_visible(known, step, depth, o) == (o < octaves), "octave %u of %u", o,
                  octaves);
        return;
    }
    for (uint32_t o = 0; o < 32 && octaves > 1; o++)
        check(o > octaves || is_visible(&caller->known, step, depth, o) == (o < octaves),
              "octave %u of %u", o, octaves);
}

/* ---- Initialisation and names ---------------------------------------------------------------- */

static void check_init_sized(size_t size)
{
    struct block block = block_create(size, 0);
    const perlin_status status = perlin_params_init_sized((void *)block.start, size);
    perlin_params defaults;
    perlin_params_init(&defaults);
    check_init(&block, status, &defaults, sizeof defaults, first_size, "perlin_params_init_sized");
    block_free(&block);
}

static void check_init_published_sized(size_t size)
{
    struct block block = block_create(size, 0);
    const perlin_status status = perlin_params_init_published_sized((void *)block.start, size);
    perlin_params defaults;
    perlin_params_init(&defaults);
    defaults.hash = PERLIN_HASH_PERMUTATION;
    defaults.range = PERLIN_RANGE_RAW;
    defaults.octave_seeds = defaults.octave_offsets = 0;
    check_init(&block, status, &defaults, sizeof defaults, first_size,
               "perlin_params_init_published_sized");
    block_free(&block);
}

static void check_names(uint32_t number)
{
    check(perlin_status_string(number)[0] != 0, "no string for status %u", number);
    const int known = strcmp(perlin_backend_name(number), "unknown") != 0;
    check(known == (number < PERLIN_BACKENDS), "backend %u has the wrong name", number);
    check(known || !perlin_backend_available(number), "backend %u is available", number);
    check(perlin_version()[0] != 0, "no version");
}

/* PERLIN_BACKEND: a backend's name, or anything else. */
static void take_environment(struct input *in)
{
    char value[8] = {0};
    const uint32_t backend = take_below(in, 16);
    if (backend == 15) {
        take_bytes(in, value, sizeof value - 1);
        setenv("PERLIN_BACKEND", value, 1);
    } else if (backend >= 1 && backend < PERLIN_BACKENDS) {
        setenv("PERLIN_BACKEND", perlin_backend_name(backend), 1);
    } else {
        unsetenv("PERLIN_BACKEND");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    struct caller caller;
    take_environment(&in);
    const size_t length = take_u8(&in);
    check_init_sized(length);
    check_init_published_sized(2 * length); /* to behind the last field */
    check_names(take_below(&in, 2) ? take_u32(&in) : take_u8(&in));
    take_caller(&in, &caller);
    check_octaves_for(&caller, &in);
    check_creation(&caller, &in); /* which discards the struct */
    caller_free(&caller);
    return 0;
}
