/*
 * Fuzzes parameters: raw bytes of perlin_params, shorter and longer structs, tables, allocators that
 * fail, PERLIN_BACKEND, and the functions that name things.
 */
#include "fuzz.h"

#include <stdlib.h>

/* ---- An allocator that keeps count ---------------------------------------------------------------- */

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

/* ---- The case ------------------------------------------------------------------------------------- */

/* A caller's struct: of struct_size bytes and no more, and what its pointers lead to. */
struct caller {
    struct block params; /* 0 bytes: the pointer is NULL */
    struct block table;
    perlin_params known; /* what this version sees of it */
    struct allocator allocator;
    int tail_is_zero;
};

static void take_memory(struct input *in, struct caller *caller)
{
    perlin_params *const p = &caller->known;
    const uint32_t choices = take_u8(in);
    if (choices & 1) { /* of as many entries as permutation_count says, if that is few enough */
        uint16_t table[256];
        take_table(in, table);
        if (take_below(in, 4) == 3)
            take_bytes(in, &table[take_u8(in)], sizeof table[0]);
        p->permutation_count = choices & 2 ? take_u32(in) : 256;
        const size_t entries = p->permutation_count <= 1024 ? p->permutation_count : 256;
        caller->table = block_create(entries * sizeof table[0], 0);
        memcpy(caller->table.start, table, entries < 256 ? caller->table.size : sizeof table);
        p->permutation = choices & 4 ? NULL : (const void *)caller->table.start;
    }
    p->allocate = choices & 8 ? allocate : NULL;
    p->release = choices & 16 ? release : NULL;
    p->user = &caller->allocator;
    caller->allocator.fails = (choices >> 5) == 7;
    caller->allocator.misalignment = choices >> 5;
}

static void take_caller(struct input *in, struct caller *caller)
{
    memset(caller, 0, sizeof *caller);
    caller->tail_is_zero = 1;
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
    /* Where struct_size is smaller still it is the field alone that can be read. */
    caller->params = block_create(size < sizeof size ? sizeof size : size, 0);
    memset(caller->params.start, 0, caller->params.size);
    memcpy(caller->params.start, &caller->known,
           size < sizeof caller->known ? size : sizeof caller->known);
    memcpy(caller->params.start, &size, sizeof size);
    if (size > sizeof caller->known && take_below(in, 2)) {
        unsigned char *const byte = caller->params.start + sizeof caller->known +
                                    take_u8(in) % (size - sizeof caller->known);
        *byte = take_u8(in);
        caller->tail_is_zero = *byte == 0;
    }
}

static void caller_free(struct caller *caller)
{
    block_free(&caller->params);
    block_free(&caller->table);
}

static int is_permutation(const uint16_t table[256])
{
    unsigned char seen[256] = {0};
    for (uint32_t i = 0; i < 256; i++)
        if (table[i] > 255 || seen[table[i]]++)
            return 0;
    return 1;
}

static mistakes caller_mistakes(const struct caller *caller)
{
    const perlin_params *const p = &caller->known;
    if (caller->params.size == 0)
        return mistake(1, PERLIN_ERROR_NULL);
    if (caller->params.size < sizeof *p)
        return mistake(1, PERLIN_ERROR_STRUCT_SIZE);
    mistakes found =
        params_mistakes(p) | mistake(!caller->tail_is_zero, PERLIN_ERROR_UNSUPPORTED) |
        mistake(p->backend > PERLIN_BACKEND_NEON, PERLIN_ERROR_BACKEND) |
        mistake(p->backend <= PERLIN_BACKEND_NEON && !perlin_backend_available(p->backend),
                PERLIN_ERROR_UNSUPPORTED) |
        mistake(!p->allocate != !p->release, PERLIN_ERROR_ALLOCATOR);
    if (p->permutation_count != 0) {
        found |= mistake(!p->permutation, PERLIN_ERROR_NULL) |
                 mistake(p->permutation_count != 256, PERLIN_ERROR_PERMUTATION);
        if (p->permutation && p->permutation_count == 256)
            found |= mistake(!is_permutation(p->permutation), PERLIN_ERROR_PERMUTATION);
    }
    if (found == 0)
        found = mistake(p->allocate && caller->allocator.fails, PERLIN_ERROR_MEMORY);
    return found;
}

/* ---- What a noise of these parameters does -------------------------------------------------------- */

static void check_tables(const perlin_noise *noise, const struct caller *caller, struct input *in)
{
    const perlin_params *const p = &caller->known;
    const uint32_t octaves = p->fractal == PERLIN_FRACTAL_FBM ? p->octaves : 1;
    const uint32_t octave = take_below(in, 2) ? take_u32(in) : take_below(in, 32);
    const size_t capacity = take_below(in, 2) ? 256 : take_u8(in) * (size_t)3;
    struct block out = block_create(capacity * sizeof(uint16_t), 0);
    const perlin_status status = perlin_permutation(noise, octave, (void *)out.start, capacity);
    check_status(status,
                 mistake(octave >= octaves, PERLIN_ERROR_OCTAVES) |
                     mistake(capacity < 256, PERLIN_ERROR_CAPACITY) |
                     mistake(!out.start, PERLIN_ERROR_NULL),
                 "perlin_permutation");
    const size_t written = status == PERLIN_OK ? 512 : 0;
    for (size_t i = written; i < out.size; i++)
        check(out.start[i] == CANARY, "perlin_permutation wrote byte %zu", i);
    if (status == PERLIN_OK) {
        check(is_permutation((const void *)out.start), "the table is no permutation");
        if (p->permutation_count != 0 && (octave == 0 || p->octave_tables == 0))
            check(memcmp(out.start, p->permutation, 512) == 0, "not the caller's table");
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
        uint64_t coords[4][SAMPLES], expected[SAMPLES], actual[SAMPLES]; /* room for any lane */
        const void *const arrays[4] = {coords[0], coords[1], coords[2], coords[3]};
        int nan[SAMPLES] = {0};
        for (uint32_t d = 0; d < dims; d++) {
            take_coordinates(in, &generated, lane, coords[d], SAMPLES);
            for (size_t i = 0; i < SAMPLES; i++)
                nan[i] |= scales_beyond_finite(&params, lane,
                                               (const char *)coords[d] + i * coord_size(lane));
        }
        check(evaluate_points(lane, noise, dims, SAMPLES, arrays, NULL, expected) == PERLIN_OK,
              "evaluation failed");
        for (size_t i = 0; i < SAMPLES; i++)
            check_result(&params, lane, (const char *)expected + i * result_size(lane), nan[i]);
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
    struct block *const params = &caller->params;
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
    /* The noise has its own copy of the parameters. */
    memset(params->start, CANARY, params->size);
    check_tables(noise, caller, in);
    check_samples(noise, caller, in);
    perlin_destroy(noise);
    check(a->released == a->allocated, "released %u times", a->released);
}

/* ---- Initialisation and names --------------------------------------------------------------------- */

static void check_init(size_t size)
{
    struct block block = block_create(size, 0);
    const perlin_status status = perlin_params_init_sized((void *)block.start, size);
    check_status(status,
                 mistake(!block.start, PERLIN_ERROR_NULL) |
                     mistake(size < sizeof(perlin_params), PERLIN_ERROR_STRUCT_SIZE),
                 "perlin_params_init_sized");
    perlin_params defaults;
    perlin_params_init(&defaults);
    defaults.struct_size = size;
    for (size_t i = 0; i < size; i++) {
        const unsigned char known =
            i < sizeof defaults ? ((const unsigned char *)&defaults)[i] : (unsigned char)0;
        check(block.start[i] == (status == PERLIN_OK ? known : CANARY), "byte %zu of %zu", i, size);
    }
    block_free(&block);
}

static void check_names(uint32_t number)
{
    check(perlin_status_string(number)[0] != 0, "no string for status %u", number);
    const int known = strcmp(perlin_backend_name(number), "unknown") != 0;
    check(known == (number <= PERLIN_BACKEND_NEON), "backend %u has the wrong name", number);
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
    } else if (backend >= 1 && backend <= PERLIN_BACKEND_NEON) {
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
    check_init(take_u8(&in));
    check_names(take_below(&in, 2) ? take_u32(&in) : take_u8(&in));
    take_caller(&in, &caller);
    check_creation(&caller, &in);
    caller_free(&caller);
    return 0;
}
